"""Published figures of the main game, each to its last printed digit, in classes named after their source.

`data/figures.json` holds the figures and the citations; a class checks the rows whose source is its own name. A count
is "exact"; any other figure is correctly rounded ("nearest") to the places it is printed with. Exceptions are the
counts of a few pages that show fifteen digits of sixteen: see `TENS`.
"""

from __future__ import annotations

import json
import runpy
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Any

import pytest
from paths import TESTS
from published import Published

from analyzer import STANDARD, Odds, Payout, Shoe, endings, price, read_pays, read_variant
from analyzer.cards.card import Fineness
from analyzer.notation import decimal, root_decimal
from analyzer.rules.coup import Winner

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

DATA: dict[str, Any] = json.loads((TESTS / "data" / "figures.json").read_text(encoding="utf-8"))


# Spreadsheets show fifteen digits. The 8-deck total is ten too low because the page adds counts truncated to tens.
TENS: dict[str, Callable[[Fraction], int]] = {
    "nearest ten": round,
    "down to ten": floor,
    "ten too low": lambda tens: round(tens) - 1,
    "ten too high": lambda tens: round(tens) + 1,
}
ODDS: dict[str, Callable[[Odds], Fraction | int | None]] = {
    "house edge": lambda odds: odds.house_edge,
    "edge per resolved bet": lambda odds: odds.edge_per_resolved_bet,
    "expected value": lambda odds: odds.expected_value,
    "winning deals": lambda odds: odds.win,
}


@dataclass(frozen=True)
class Figure:
    """A row of the data file: a figure, and how the source prints it.

    Attributes:
        of: a key of `ODDS` or "standard deviation", both of `bet`; or "count" or "probability" of the endings `when`.
        bet: the variant and the bet.
        half_on: the winning total on which banco pays half in that variant.
        when: conditions of the pay-table vocabulary; empty: every ending.
    """

    id: str
    source: str
    decks: int | str
    of: str
    printed: str
    rounding: str
    bet: str = ""
    half_on: int | None = None
    when: Mapping[str, Any] = field(default_factory=dict)

    @property
    def shoe(self) -> Shoe:
        """The full shoe the figure is about."""
        return Shoe.infinite() if self.decks == "inf" else Shoe.decks(int(self.decks))

    def odds(self) -> Odds:
        """Return the priced bet."""
        variant_name, bet_name = self.bet.split()
        variant = read_variant(variant_name)
        if self.half_on is not None:
            variant = variant.with_half_on(self.half_on)
        return price(variant.bet(bet_name), self.shoe, variant.tableau)

    def value(self) -> Fraction:
        """Return the exact value of the figure."""
        if self.of in ODDS:
            value = ODDS[self.of](self.odds())
            assert value is not None
            return Fraction(value)
        lists = {name: tuple(value) if isinstance(value, list) else (value,) for name, value in self.when.items()}
        row = Payout(lists, read_pays("push"))
        hits = endings(self.shoe, STANDARD).coarsen(row.matches)
        return Fraction(hits.count(True), {"count": 1, "probability": hits.total}[self.of])

    def shown(self) -> str:
        """Return what the source should print, without commas."""
        per_cent = "%" if self.printed.endswith("%") else ""
        places = len(self.printed.rstrip("%").partition(".")[2])
        if self.of == "standard deviation":
            return root_decimal(self.odds().variance, places)
        if self.rounding == "exact":
            return str(self.value())
        if self.rounding == "nearest":
            return decimal(self.value() * (100 if per_cent else 1), places) + per_cent
        return str(10 * TENS[self.rounding](self.value() / 10))


class PublishedEdges(Published):
    """The figures of one source."""

    data = DATA
    figure = Figure


class TestWizardOfOddsOneToTwelveDecks2016(PublishedEdges):
    """Counts and fifteen-digit probabilities of punto, banco and tie for one to eight decks."""


class TestWizardOfOddsAppendix1(PublishedEdges):
    """Counts and probabilities of punto, banco and tie, eight decks."""


class TestMathTechqa2821580(PublishedEdges):
    """Fifteen digits of the probabilities of punto and banco, eight decks."""


class TestMultiplayerBaccaratOdds(PublishedEdges):
    """House edges of punto, banco and tie at usual and better odds, six and eight decks."""


class TestTableGameRulesAndOdds(PublishedEdges):
    """Expected values as exact rationals, edges per resolved bet and standard deviations, eight decks."""


class TestWizardOfOddsHouseEdgeTable(PublishedEdges):
    """House edges of the main bets for one, six, eight and infinitely many decks."""


class TestLstichBaccarat(PublishedEdges):
    """Probabilities of punto, banco and tie when cards are drawn with replacement."""


class TestExcelpunks2018(PublishedEdges):
    """Banco's wins by total, and its edge if one of the totals pays half, eight decks."""


class TestXuanNguyenBaccaratSixDecks(PublishedEdges):
    """Banco's wins by total and final scores, six decks."""


class TestWizardOfOddsAppendix5Copy2019(PublishedEdges):
    """Probabilities of four, five and six cards, six and eight decks."""


class TestWizardOfOddsSideBets(PublishedEdges):
    """Naturals that win and that tie, eight decks."""


class TestJacobsonSuperSix888Casino(PublishedEdges):
    """Edges of EZ Baccarat and of half pay on a banco 6, eight decks."""


class TestWizardOfOddsEzBaccaratCopy2015(PublishedEdges):
    """Banco's wins other than with a three-card 7, eight decks."""


class TestWizardOfOddsAppendix6In2019(PublishedEdges):
    """Half pay on a banco 6: wins with 6 and with other totals, and banco's return, six and eight decks."""


class TestJacobsonTwoToOne888Casino(PublishedEdges):
    """Edges of 2-to-1 Baccarat, eight decks."""


def test_every_figure_is_checked_by_exactly_one_class() -> None:
    """No row of the data file is skipped or checked twice."""
    PublishedEdges.check_figures()


def test_every_source_is_cited_and_used() -> None:
    """Every class is one source of the data file, with its citation."""
    PublishedEdges.check_sources()


@pytest.mark.parametrize("decks", [6, 8])
def test_the_plain_recursion_counts_the_same(decks: int) -> None:
    """A recursion that deals card by card and contains the tableau gives the same counts of the outcomes."""
    plain = runpy.run_path(str(TESTS / "benchmarks" / "yardstick.py"))["outcome_counts"]
    shoe = Shoe.decks(decks)
    winners = endings(shoe, STANDARD).coarsen(lambda ending: ending.winner)
    *counts, _paths = plain(list(shoe.at(Fineness.VALUES).counts))
    assert counts == [*map(winners.count, Winner)]
    assert sum(counts) == shoe.total
