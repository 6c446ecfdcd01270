"""What a program calls the settings of a record is what its errors call them."""

from __future__ import annotations

import pytest

from analyzer.errors import DoubtfulMarkError
from analyzer.records.columns import Columns

CALLED = {"mark": "--shoe-change", "order": "--dealt"}


def test_the_mark_goes_by_the_programs_name() -> None:
    """A column so called that says yes or no cannot be the mark."""
    with pytest.raises(DoubtfulMarkError, match=r"^mark 'new shoe': a column so called"):
        Columns(mark="new shoe").meaning("new shoe")
    with pytest.raises(DoubtfulMarkError, match=r"^--shoe-change 'new shoe': a column so called"):
        Columns(mark="new shoe", called=CALLED).meaning("new shoe")


@pytest.mark.parametrize(("called", "name"), [(None, "either"), (CALLED, "--dealt")])
def test_the_order_of_dealing_goes_by_the_programs_name(called: dict[str, str] | None, name: str) -> None:
    """Cards in one column need to be said in which order they lie."""
    problem = Columns(called=called).missing([], ["dealt"])
    assert problem.endswith(f"say in which order they were dealt: {name} alternate or pairs")
