"""How fast chemin de fer is solved, as ratios of whole processes to a bare interpreter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from test_speed import BARE, bare, process

if TYPE_CHECKING:
    from conftest import Compare

COMMAND = ("-m", "analyzer", "chemin-de-fer")
BOTH_SEEN = ("--punto-sees", "composition", "--banco-sees", "composition")


def test_totals(compare: Compare) -> None:
    """Totals only cost at most sixty bare interpreters."""
    compare("`chemin-de-fer`, totals", lambda: process(*COMMAND), BARE, bare, 60)


def test_both_compositions(compare: Compare) -> None:
    """Both compositions seen at eight decks cost at most three hundred."""
    compare("`chemin-de-fer`, both compositions", lambda: process(*COMMAND, *BOTH_SEEN), BARE, bare, 300)
