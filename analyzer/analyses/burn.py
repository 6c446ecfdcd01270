"""Burning: cards taken off before the first coup, one shown and others not, and what that does to the odds.

A Romanian description of the game has the dealer show the first card of the shoe and lay aside, face down, as many
more as it counts: one for an ace, ten for a ten or a court card.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, prod
from typing import TYPE_CHECKING

from analyzer.bets.pricing import price_bets
from analyzer.cards.card import Fineness
from analyzer.cards.shoe import Shoe

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analyzer.bets.bet import Bet
    from analyzer.rules.tableau import Tableau

__all__ = ["after_shown", "after_unseen", "burnt_unseen"]


def burnt_unseen(value: int) -> int:
    """Return how many cards are burnt unseen once a card of this point value was shown.

    >>> burnt_unseen(1), burnt_unseen(0)
    (1, 10)
    """
    return value or 10


def after_shown(bets: Sequence[Bet], shoe: Shoe, tableau: Tableau, value: int) -> list[Fraction]:
    """Return the house edges of bets once a card of a point value was shown and has left the shoe.

    >>> from analyzer import STANDARD, Shoe, read_variant
    >>> [edge] = after_shown([read_variant("classic").bet("banco")], Shoe.decks(8), STANDARD, 6)
    >>> round(edge * 10**7)
    106923
    """
    return [odds.house_edge for odds in price_bets(bets, _less(shoe, _one(value)), tableau)]


def after_unseen(bets: Sequence[Bet], shoe: Shoe, tableau: Tableau, number: int) -> list[Fraction]:
    """Return the house edges of bets once so many unknown cards were burnt: each set of cards they can be is counted.

    Args:
        bets: bets that look at totals.
        shoe: the composition they are burnt from.
        tableau: the drawing rules.
        number: how many cards are burnt; at least six have to be left.

    Raises:
        ShoeError: if fewer than six cards are left.

    Cost: one walk for each composition of the burnt cards by point value.

    >>> from analyzer import STANDARD, Shoe, read_variant
    >>> banco, shoe = read_variant("classic").bet("banco"), Shoe.from_spec("A=4 6=4 9=4")
    >>> after_unseen([banco], shoe, STANDARD, 3) == after_unseen([banco], shoe, STANDARD, 0)
    True
    """
    coarse = shoe.at(Fineness.VALUES)
    edges = [Fraction(0)] * len(bets)
    for burnt in _compositions(coarse.counts, number):
        ways = prod(comb(count, gone) for count, gone in zip(coarse.counts, burnt, strict=True))
        for place, odds in enumerate(price_bets(bets, _less(coarse, burnt), tableau)):
            edges[place] += odds.house_edge * Fraction(ways, comb(coarse.cards, number))
    return edges


def _one(value: int) -> list[int]:
    return [int(value == each) for each in range(Fineness.VALUES)]


def _less(shoe: Shoe, gone: Sequence[int]) -> Shoe:
    coarse = shoe.at(Fineness.VALUES)
    return Shoe(Fineness.VALUES, tuple(count - less for count, less in zip(coarse.counts, gone, strict=True)))


def _compositions(counts: Sequence[int], number: int) -> Iterator[tuple[int, ...]]:
    """Yield how many cards of each value so many can hold."""
    if not counts:
        if not number:
            yield ()
        return
    for here in range(min(counts[0], number) + 1):
        for rest in _compositions(counts[1:], number - here):
            yield (here, *rest)
