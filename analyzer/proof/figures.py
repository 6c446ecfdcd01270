"""Figures: a figure of the game as data (a bet or an event, a shoe, what is known), and its exact value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from analyzer.bets.odds import Odds, price_endings
from analyzer.cards.shoe import Shoe
from analyzer.enumeration.coups import endings, playouts
from analyzer.enumeration.distribution import Distribution
from analyzer.enumeration.enumerator import enumerate_deals
from analyzer.errors import RulesError
from analyzer.notation import decimal, exact, root_decimal
from analyzer.rules.coup import Ending
from analyzer.rules.tableau import STANDARD, Tableau

if TYPE_CHECKING:
    from collections.abc import Callable

    from analyzer.bets.bet import Bet, Payout
    from analyzer.cards.card import Card

__all__ = ["FIGURES", "Exact", "Figure"]


class Exact(NamedTuple):
    """An exact value: a rational, or the square root of one.

    >>> Exact(Fraction(1, 3)).decimal(4), Exact(Fraction(2), is_square=True).decimal(4)
    ('0.3333', '1.4142')
    """

    value: Fraction
    is_square: bool = False

    def decimal(self, places: int, *, per_cent: bool = False) -> str:
        """Return the value rounded half to even to a number of decimal places."""
        if self.is_square:
            return root_decimal(self.value * (10_000 if per_cent else 1), places)
        return decimal(self.value * (100 if per_cent else 1), places)

    def cut(self, places: int, *, per_cent: bool = False) -> int:
        """Return the value in units of the last decimal place, cut off toward zero."""
        shift = 10**places * (100 if per_cent else 1)
        if self.is_square:
            square = self.value * shift**2
            return isqrt(square.numerator // square.denominator)
        return int(self.value * shift)

    def __str__(self) -> str:
        """Return n/d in lowest terms, or sqrt(n/d)."""
        return f"sqrt({exact(self.value)})" if self.is_square else exact(self.value)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of the game, as data.

    Attributes:
        kind: a key of `FIGURES`.
        decks: the number of decks of the full shoe, or "inf".
        bet: the bet, for the figures of a bet.
        tableau: the drawing rules.
        when: the event, for "probability" and "place by rarity".
        among: for "place by rarity", the final scores compared; None for all.
        given: what is known after the opening, as conditions on those four cards; None for nothing.
        removed: cards known to have left the shoe.
    """

    kind: str
    decks: int | str = 8
    bet: Bet | None = None
    tableau: Tableau = STANDARD
    when: Payout | None = None
    among: Payout | None = None
    given: Payout | None = None
    removed: tuple[Card, ...] = ()

    @property
    def exact(self) -> Exact:
        """The exact value.

        Raises:
            RulesError: if the figure lacks a bet or an event that it needs, or is not defined.
        """
        return FIGURES[self.kind](self)

    def distribution(self) -> Distribution[Ending]:
        """Return the endings that the figure is about."""
        shoe = Shoe.infinite() if self.decks == "inf" else Shoe.decks(int(self.decks))
        shoe = shoe.remove(self.removed)
        if self.given is None:
            return endings(shoe, self.tableau)
        counts: dict[Ending, int] = {}
        for playout in playouts(enumerate_deals(shoe), self.tableau):
            # After the four opening cards: the ending the coup would have if nobody drew.
            if self.given.matches(Ending(playout.punto.total, playout.banco.total, 2, 2)):
                counts[playout.ending] = counts.get(playout.ending, 0) + playout.ways
        return Distribution(counts)

    def odds(self) -> Odds:
        """Return the odds of the bet.

        Raises:
            RulesError: if there is no bet.
        """
        if self.bet is None:
            raise RulesError(f"figure: {self.kind} needs a bet")
        return price_endings(self.bet, self.distribution())

    def event(self) -> Payout:
        """Return the event.

        Raises:
            RulesError: if there is none.
        """
        if self.when is None:
            raise RulesError(f"figure: {self.kind} needs an event, when = {{ … }}")
        return self.when


def _per_resolved(figure: Figure) -> Exact:
    edge = figure.odds().edge_per_resolved_bet
    if edge is None:
        raise RulesError("figure: edge per resolved bet is not defined where the bet always pushes")
    return Exact(edge)


def _probability(figure: Figure) -> Exact:
    return Exact(figure.distribution().coarsen(figure.event().matches).probability(seen=True))


def _place_by_rarity(figure: Figure) -> Exact:
    """Return 1 plus the number of final scores that are rarer than the event."""
    distribution = figure.distribution()
    event = distribution.coarsen(figure.event().matches).count(seen=True)
    scores: dict[tuple[int, int], int] = {}
    for ending, count in distribution.items():
        if figure.among is None or figure.among.matches(ending):
            score = ending.punto_total, ending.banco_total
            scores[score] = scores.get(score, 0) + count
    return Exact(Fraction(1 + sum(count < event for count in scores.values())))


def _effect_of_removal(figure: Figure) -> Exact:
    """Return what the removed cards add to the bettor's expected net result per unit staked."""
    full = replace(figure, removed=())
    return Exact(figure.odds().expected_value - full.odds().expected_value)


FIGURES: dict[str, Callable[[Figure], Exact]] = {
    "house edge": lambda figure: Exact(figure.odds().house_edge),
    "edge per resolved bet": _per_resolved,
    "return": lambda figure: Exact(figure.odds().expected_value),
    "standard deviation": lambda figure: Exact(figure.odds().variance, is_square=True),
    "probability": _probability,
    "place by rarity": _place_by_rarity,
    "effect of removal": _effect_of_removal,
}
"""The functions that compute each kind of figure; "return" is the expected net result per unit staked."""
