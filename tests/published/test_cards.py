"""Published figures on known cards, each to its last printed digit, in classes named after their source.

`data/known_cards.json` holds the figures and the citations; a class checks the rows whose source is its own name. All
are of eight decks and the standard rules. A figure is correctly rounded ("nearest") or "truncated" to the places it
is printed with; a change of an expectation is printed in units of 10^-7.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from paths import TESTS
from published import Published

from analyzer import STANDARD, KnownCoup, Shoe, effects, known_endings, read_variant
from analyzer.notation import decimal
from analyzer.rules.coup import Winner

if TYPE_CHECKING:
    from collections.abc import Mapping

DATA: dict[str, Any] = json.loads((TESTS / "data" / "known_cards.json").read_text(encoding="utf-8"))


@cache
def changes(bet: str) -> tuple[Fraction | None, ...]:
    """Return the effect of removal for a main bet, by point value."""
    [effect] = effects([read_variant("classic").bet(bet)], Shoe.decks(8), STANDARD)
    return effect.changes


@dataclass(frozen=True)
class Figure:
    """A row of the data file: a figure, and how the source prints it.

    Attributes:
        known: the known opening totals; `winner` is the outcome whose probability is printed.
        bet: the bet whose effect of removal is printed; `removed` is the point value of the removed card.
    """

    id: str
    source: str
    printed: str
    rounding: str
    known: Mapping[str, int] = field(default_factory=dict)
    winner: str = ""
    bet: str = ""
    removed: str = ""

    def shown(self) -> str:
        """Return what the source should print, without trailing zeros."""
        if self.bet:
            change = changes(self.bet)[int(self.removed)]
            assert change is not None
            return decimal(change * 10**7, 0)
        known = KnownCoup(punto_total=self.known["punto_total"], banco_total=self.known.get("banco_total"))
        ended = known_endings(known, Shoe.decks(8), STANDARD)
        value = ended.coarsen(lambda ending: ending.winner).probability(Winner(self.winner))
        places = len(self.printed.partition(".")[2])
        if self.rounding == "truncated":
            value = Fraction(int(value * 10**places), 10**places)
        return decimal(value, places)


class PublishedCards(Published):
    """The figures of one source."""

    data = DATA
    figure = Figure


class TestWizardOfOddsAppendix3(PublishedCards):
    """Probabilities of the outcomes given punto's opening total."""


class TestWizardOfOddsAppendix3In2006(PublishedCards):
    """Probabilities of a banco win given both opening totals."""


class TestIndependentEnumeration(PublishedCards):
    """Effects of removal of one card of each point value on punto, banco and tie."""


def test_every_figure_is_checked_by_exactly_one_class() -> None:
    """No row of the data file is skipped or checked twice."""
    PublishedCards.check_figures()


def test_every_source_is_cited_and_used() -> None:
    """Every class is one source of the data file, with its citation."""
    PublishedCards.check_sources()
