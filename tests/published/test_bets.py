"""Published figures of side bets, each to its last printed digit, in classes named after their source.

`data/side_bets.json` holds the figures and the citations; a class checks the rows whose source is its own name. Counts
are "exact"; any other figure is correctly rounded ("nearest") or "truncated" to the places it is printed with.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import comb
from typing import TYPE_CHECKING, Any

from paths import TESTS
from published import Published

from analyzer import STANDARD, Odds, Shoe, price_bets, read_bet, read_pays
from analyzer.notation import decimal, root_decimal

if TYPE_CHECKING:
    from collections.abc import Callable

DATA: dict[str, Any] = json.loads((TESTS / "data" / "side_bets.json").read_text(encoding="utf-8"))
MEASURES: dict[str, Callable[[Odds], Fraction | int]] = {
    "house edge": lambda odds: odds.house_edge,
    "expected value": lambda odds: odds.expected_value,
    "hit frequency": lambda odds: odds.hit_frequency,
    "variance": lambda odds: odds.variance,
    "winning deals": lambda odds: odds.win,
}


@cache
def odds_of(bet: str, decks: int | str, pays: str) -> Odds:
    """Return the odds of a built-in bet on a full shoe, with `pays`, if given, as the odds of every row."""
    built_in = read_bet(bet)
    if pays:
        built_in = replace(built_in, payouts=tuple(replace(row, pays=read_pays(pays)) for row in built_in.payouts))
    shoe = Shoe.decks(decks) if isinstance(decks, int) else Shoe.infinite()
    [odds] = price_bets([built_in], shoe, STANDARD)
    return odds


@dataclass(frozen=True)
class Figure:
    """A row of the data file: a figure, and how the source prints it.

    Attributes:
        of: a key of `MEASURES`, "standard deviation", "deals of rows" (`rows`, from 1), or "openings" and "openings of
            rows": the number of pairs of openings, without the order in an opening.
        bet: the built-in bet.
        pays: odds that replace those of the bet.
    """

    id: str
    source: str
    decks: int | str
    of: str
    printed: str
    rounding: str
    bet: str
    rows: tuple[int, ...] = ()
    pays: str = ""

    def shown(self) -> str:
        """Return what the source should print, without commas."""
        odds = odds_of(self.bet, self.decks, self.pays)
        places = len(self.printed.rstrip("%").partition(".")[2])
        if self.of == "standard deviation":
            return root_decimal(odds.variance, places)
        deals = sum(odds.rows[row - 1].count for row in self.rows) if self.rows else odds.win
        if self.of.startswith("openings"):
            cards = 52 * int(self.decks)
            value = odds.probability(deals) * comb(cards, 2) * comb(cards - 2, 2)
        else:
            value = Fraction(deals if self.of == "deals of rows" else MEASURES[self.of](odds))
        if self.rounding == "exact":
            return str(value)
        per_cent = "%" if self.printed.endswith("%") else ""
        scaled = value * 100 if per_cent else value
        if self.rounding == "truncated":
            scaled = Fraction(int(scaled * 10**places), 10**places)
        return decimal(scaled, places) + per_cent


class PublishedBets(Published):
    """The figures of one source."""

    data = DATA
    figure = Figure


class TestWizardOfOddsAppendix5Copy2019(PublishedBets):
    """Returns of the bets on four, five and six cards, six and eight decks."""


class TestWizardOfOddsEzBaccaratCopy2015(PublishedBets):
    """Deals that win Dragon 7 and Panda 8, eight decks."""


class TestJacobsonDragonFortune7(PublishedBets):
    """Edge, standard deviation and hit frequency of Dragon 7, eight decks."""


class TestJacobsonDragonAndPanda(PublishedBets):
    """Edge of Panda 8, eight decks."""


class TestWizardOfOddsLucky6(PublishedBets):
    """Deals and returns of Lucky 6 at two pay tables, eight decks."""


class TestTotosite(PublishedBets):
    """Edge of Super 6 at 12 to 1, eight decks."""


class TestCooperBoating(PublishedBets):
    """Edge of Super 6 at 15 to 1, eight decks."""


class TestSkycityAdelaide2020(PublishedBets):
    """Edges of the Tiger bets, eight decks."""


class TestJacobsonBigTiger2024(PublishedBets):
    """Edge, standard deviation and hit frequency of Big Tiger, eight decks."""


class TestJacobsonBaccaratSideBets(PublishedBets):
    """Variance of Big Tiger, eight decks."""


class TestWizardOfOddsSideBets(PublishedBets):
    """Deals of every row of the Dragon Bonus at eight decks, its edges at four, six and eight."""


class TestWizardOfOddsEgaliteCopy2018(PublishedBets):
    """Deals and returns of the ten Egalite bets, eight decks."""


class TestMipletWizardOfVegas2010(PublishedBets):
    """Return of Egalite 7 from a forum, eight decks."""


class TestWizardOfOddsThreeCardWinCopy(PublishedBets):
    """Deals and returns of a win with three cards, eight decks."""


class TestWizardOfOddsNatural8And9(PublishedBets):
    """Deals and returns of a natural 8 and a natural 9 of one hand, eight decks."""


class TestWizardOfOddsNaturalHandCopy(PublishedBets):
    """Return of a natural 8 at 8 to 1, eight decks."""


class TestJacobsonThorpAndWalden1966(PublishedBets):
    """Probabilities and edges of a natural 8 and a natural 9, as published by Thorp and Walden in 1966, eight decks."""


class TestTableGameRulesAndOdds(PublishedBets):
    """Edge of a pair, eight decks."""


class TestWizardOfOddsHouseEdgeTable(PublishedBets):
    """Edges of the pair bet, one, six and eight decks and the infinite shoe."""


class TestPairNote(PublishedBets):
    """Edge of a pair, six decks."""


class TestWizardOfOddsPerfectPairs1Copy(PublishedBets):
    """Openings with a perfect pair and the returns at 25 and 26 to 1, six and eight decks."""


class TestWizardOfOddsPerfectPairs2Copy(PublishedBets):
    """Openings with one and with two perfect pairs, and the return, eight decks."""


class TestVegasFreedomBigAndSmall(PublishedBets):
    """Edge of Big at 0.54 to 1, eight decks."""


def test_every_figure_is_checked_by_exactly_one_class() -> None:
    """No row of the data file is skipped or checked twice."""
    PublishedBets.check_figures()


def test_every_source_is_cited_and_used() -> None:
    """Every class is one source of the data file, with its citation."""
    PublishedBets.check_sources()
