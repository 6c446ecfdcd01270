"""Many shoes for the batch, and their counts by the recursion and by the polynomial, one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer import STANDARD, Fineness, Shoe, endings, outcome_forms
from analyzer.rules.coup import Winner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

EIGHT = [128, *[32] * 9]
BOUNDS = [457, 458, 459, 1447, 1448, 1449]


def by_recursion(counts: Sequence[int]) -> list[int]:
    """Return the counts of punto, banco and tie by the recursion."""
    winners = endings(Shoe(Fineness.VALUES, tuple(counts)), STANDARD).coarsen(lambda ending: ending.winner)
    return [winners.count(outcome) for outcome in Winner]


def one_by_one(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the counts of each row by the polynomial in Python's integers."""
    return [list(outcome_forms().at(Shoe(Fineness.VALUES, tuple(row)))) for row in rows]


def some_shoes(number: int, seed: int = 1, cards: int | None = None) -> NDArray[Any]:
    """Return random shoes: 200 cards left of eight decks, or the given number of cards."""
    draw = np.random.default_rng(seed)
    if cards is None:
        return draw.multivariate_hypergeometric(EIGHT, 200, size=number)
    return draw.multinomial(cards, draw.dirichlet([0.7] * 10, size=number))


def lopsided(cards: int) -> list[list[int]]:
    """Return, for each point value, a shoe of that many cards with nearly all of them of this value."""
    shoes = []
    for value in range(10):
        counts = [0] * 10
        counts[(value + 3) % 10] = counts[(value + 4) % 10] = 1
        counts[value] = cards - 2
        shoes.append(counts)
    return shoes
