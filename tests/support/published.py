"""Figures in print: each is a test of its own, under the class named after its source."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

import pytest


class Published:
    """The figures of one source: a class that derives from a file's own is named `Test` and the source's key."""

    data: ClassVar[dict[str, Any]]
    """The data file: `sources` by key, and rows of `figures`."""
    figure: ClassVar[type[Any]]
    """What a row is made into: it has an `id`, is `printed` so, and is `shown` so from the exact value."""
    pytestmark: ClassVar[list[pytest.MarkDecorator]]

    def __init_subclass__(cls) -> None:
        """Give the test of each source's class that source's figures, by their id."""
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
        """No row of the data file is skipped or checked twice, and no two rows share an id."""
        claimed = [figure.id for each in cls.__subclasses__() for figure in cls.figures_of(each.source())]
        assert Counter(row["id"] for row in cls.data["figures"]) == Counter(claimed)
        assert max(Counter(claimed).values()) == 1

    @classmethod
    def check_sources(cls) -> None:
        """Every class is one source of the data file, with its citation and how it was read."""
        assert {each.source() for each in cls.__subclasses__()} == set(cls.data["sources"])
        for source in cls.data["sources"].values():
            assert source["citation"]
            assert source["read"] in {"page", "copy", "transcription", "computed"}
        assert all(cls.figures_of(source) for source in cls.data["sources"])

    def test_figure(self, figure: Any) -> None:  # noqa: ANN401
        """The figure is printed as the exact value has it."""
        assert figure.printed.replace(",", "") == figure.shown()
