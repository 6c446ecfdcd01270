"""Published figures: each is a separate test in the class named after its source."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

import pytest


class Published:
    """The figures of one source. A test file derives a class, and from it one class per source, `Test` and its key."""

    data: ClassVar[dict[str, Any]]
    """The data file: `sources` by key, and rows of `figures`."""
    figure: ClassVar[type[Any]]
    """The class of a row: it has an `id`, the `printed` text, and `shown()`, that text from the exact value."""
    pytestmark: ClassVar[list[pytest.MarkDecorator]]

    def __init_subclass__(cls) -> None:
        """Parametrize the test of a source's class with its figures, by their id."""
        if cls.__name__.startswith("Test"):
            figures = cls.figures_of(cls.source())
            cls.pytestmark = [pytest.mark.parametrize("figure", figures, ids=[figure.id for figure in figures])]

    @classmethod
    def source(cls) -> str:
        """Return the key of the source."""
        return cls.__name__.removeprefix("Test")

    @classmethod
    def figures_of(cls, source: str) -> list[Any]:
        """Return the figures of a source."""
        return [cls.figure(**row) for row in cls.data["figures"] if row["source"] == source]

    @classmethod
    def check_figures(cls) -> None:
        """Check that every row of the data file is in exactly one class, and that ids are unique."""
        claimed = [figure.id for test in cls.__subclasses__() for figure in cls.figures_of(test.source())]
        assert Counter(row["id"] for row in cls.data["figures"]) == Counter(claimed)
        assert max(Counter(claimed).values()) == 1

    @classmethod
    def check_sources(cls) -> None:
        """Check that every class is a source of the data file, which states its citation and how it was read."""
        assert {test.source() for test in cls.__subclasses__()} == set(cls.data["sources"])
        for source in cls.data["sources"].values():
            assert source["citation"]
            assert source["read"] in {"page", "copy", "transcription", "computed"}
        assert all(cls.figures_of(source) for source in cls.data["sources"])

    def test_figure(self, figure: Any) -> None:  # noqa: ANN401
        """The exact value gives the printed figure."""
        assert figure.printed.replace(",", "") == figure.shown()
