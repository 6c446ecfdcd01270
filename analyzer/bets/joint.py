"""Bets made together on one coup: their covariance, and what a combined stake is worth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from analyzer.bets.layout import Layout
from analyzer.bets.odds import Odds, Outcome
from analyzer.errors import BetError
from analyzer.notation import Pays, format_odds, root_decimal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from analyzer.bets.bet import Bet
    from analyzer.cards.shoe import Shoe
    from analyzer.enumeration.distribution import Distribution
    from analyzer.rules.tableau import Tableau

__all__ = ["Joint", "combined_odds", "joint"]

Nets = tuple[Fraction, ...]


@dataclass(frozen=True)
class Joint:
    """The net results of several bets on the same coup, one unit staked on each.

    Attributes:
        bets: the bets.
        results: the distribution of their net results, in the order of the bets.

    >>> from analyzer import STANDARD, Shoe, read_variant
    >>> classic = read_variant("classic")
    >>> together = joint([classic.bet("punto"), classic.bet("banco")], Shoe.decks(8), STANDARD)
    >>> together.correlation_decimal(0, 1, 6)
    '-0.999969'
    """

    bets: tuple[Bet, ...]
    results: Distribution[Nets]

    @cached_property
    def means(self) -> Nets:
        """The expected net result of each bet, per unit staked on it."""
        sums = [Fraction(0)] * len(self.bets)
        for nets, count in self.results.items():
            for place, net in enumerate(nets):
                sums[place] += net * count
        return tuple(each / self.results.total for each in sums)

    def covariance(self, first: int, second: int) -> Fraction:
        """Return the covariance of the net results of the bets at two places; of one with itself its variance."""
        products = sum((nets[first] * nets[second] * count for nets, count in self.results.items()), Fraction(0))
        return products / self.results.total - self.means[first] * self.means[second]

    def correlation_squared(self, first: int, second: int) -> Fraction | None:
        """Return the square of the correlation, a rational; None if one of the bets always has the same result."""
        variances = self.covariance(first, first) * self.covariance(second, second)
        return self.covariance(first, second) ** 2 / variances if variances else None

    def correlation_decimal(self, first: int, second: int, places: int) -> str | None:
        """Return the correlation, correctly rounded; None if one of the bets always has the same result."""
        square = self.correlation_squared(first, second)
        if square is None:
            return None
        digits = root_decimal(square, places)
        negative = self.covariance(first, second) < 0 and any(digit not in "0." for digit in digits)
        return f"-{digits}" if negative else digits


def joint(
    bets: Sequence[Bet], shoe: Shoe, tableau: Tableau, progress: Callable[[int, int], object] | None = None
) -> Joint:
    """Return the joint distribution of the net results of bets on the same coup.

    Raises:
        ShoeError: if the shoe is not known as finely as the bets look.
        BetError: for a bet given as a function.
    """
    layout = Layout(bets)
    rows = layout.rows(shoe, tableau, progress)

    def nets(matching: int) -> Nets:
        return tuple(bet.pays_at(layout.row(place, matching)).net for place, bet in enumerate(layout.bets))

    return Joint(layout.bets, rows.coarsen(nets))


def combined_odds(together: Joint, stakes: Sequence[Fraction]) -> Odds:
    """Return the odds of all the bets made at once, per unit staked in all.

    Args:
        together: the bets' joint results.
        stakes: what is staked on each, in the order of the bets.

    Raises:
        BetError: unless there is a stake of 0 or more for each bet, and one above 0.

    >>> from analyzer import STANDARD, Shoe, read_variant
    >>> classic = read_variant("classic")
    >>> together = joint([classic.bet("punto"), classic.bet("tie")], Shoe.decks(8), STANDARD)
    >>> combined_odds(together, [Fraction(1), Fraction(0)]).house_edge == -together.means[0]
    True
    """
    if len(stakes) != len(together.bets):
        raise BetError(f"stakes: got {len(stakes)}; there are {len(together.bets)} bets")
    staked = sum(stakes, Fraction(0))
    if staked <= 0 or min(stakes) < 0:
        raise BetError("stakes: each must be 0 or more, and one above 0")
    results = together.results.coarsen(
        lambda nets: sum((stake * net for stake, net in zip(stakes, nets, strict=True)), Fraction(0)) / staked
    )
    return Odds(
        tuple(Outcome(format_odds(net), Pays(net), results.count(net)) for net in sorted(results, reverse=True)),
        results.total,
    )
