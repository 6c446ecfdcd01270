"""Burn cards: the cards taken out before the first coup, the first of them shown, and how they change the odds.

By a Romanian description of the game the dealer shows the first card of the shoe and burns as many more cards, face
down, as its value says: one for an ace, ten for a ten or a court card.
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
    """Return how many cards are burnt unseen after a card of this point value was shown.

    >>> burnt_unseen(1), burnt_unseen(0)
    (1, 10)
    """
    return value or 10


def after_shown(bets: Sequence[Bet], shoe: Shoe, tableau: Tableau, value: int) -> list[Fraction]:
    """Return the house edges of bets after a card of this point value was shown and left the shoe.

    >>> from analyzer import STANDARD, Shoe, read_variant
    >>> [edge] = after_shown([read_variant("classic").bet("banco")], Shoe.decks(8), STANDARD, 6)
    >>> round(edge * 10**7)
    106923
    """
    burnt = [int(shown == value) for shown in range(Fineness.VALUES)]
    return [odds.house_edge for odds in price_bets(bets, _without(shoe, burnt), tableau)]


def after_unseen(bets: Sequence[Bet], shoe: Shoe, tableau: Tableau, number: int) -> list[Fraction]:
    """Return the house edges of bets after unseen cards were burnt: the mean over all cards that these can be.

    Args:
        bets: bets on totals.
        shoe: the composition before the burn.
        tableau: the drawing rules.
        number: how many cards are burnt; at least six must remain.

    Raises:
        ShoeError: if fewer than six cards remain.

    Cost: one walk for each composition of the burnt cards by point value.

    >>> from analyzer import STANDARD, Shoe, read_variant
    >>> banco, shoe = read_variant("classic").bet("banco"), Shoe.from_spec("A=4 6=4 9=4")
    >>> after_unseen([banco], shoe, STANDARD, 3) == after_unseen([banco], shoe, STANDARD, 0)
    True
    """
    coarse = shoe.at(Fineness.VALUES)
    edges = [Fraction(0)] * len(bets)
    for burnt in _compositions(coarse.counts, number):
        ways = prod(comb(count, taken) for count, taken in zip(coarse.counts, burnt, strict=True))
        for index, odds in enumerate(price_bets(bets, _without(coarse, burnt), tableau)):
            edges[index] += odds.house_edge * Fraction(ways, comb(coarse.cards, number))
    return edges


def _without(shoe: Shoe, burnt: Sequence[int]) -> Shoe:
    coarse = shoe.at(Fineness.VALUES)
    return Shoe(Fineness.VALUES, tuple(count - taken for count, taken in zip(coarse.counts, burnt, strict=True)))


def _compositions(counts: Sequence[int], number: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to take that many cards, as counts by point value."""
    if not counts:
        if not number:
            yield ()
        return
    for taken in range(min(counts[0], number) + 1):
        for rest in _compositions(counts[1:], number - taken):
            yield (taken, *rest)
