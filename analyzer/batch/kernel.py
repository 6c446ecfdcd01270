"""Forms evaluated on many shoes at once by NumPy, and the bounds inside which that is exact.

As in `polynomial`, products of the counts of one half are multiplied by those of the other, but for hundreds of shoes
at a time: the inner step is a matrix product. Products of six cards of one half, the most numerous ones, are never
made: such a product is one of five cards times n - k, so its coefficient goes to the count n, less k times itself to a
constant. Everything is then a sum over products of at most five cards.

All that is added is a whole number, and whatever the order, no partial sum is larger than N times N(N-1)...(N-4): those
n for n - k overshoot the number of deals by no more than five times the deals of five cards, which the constant then
takes off. So float64 holds every number exactly while that is below 2^53 (N <= 457), and int64 while it is below 2^63;
even N^6 is for N <= 1,448. Larger shoes are evaluated one by one in Python's integers.
"""

from __future__ import annotations

from functools import lru_cache
from math import perm
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from analyzer.cards.card import Fineness
from analyzer.cards.shoe import CARDS_IN_A_COUP, Shoe
from analyzer.enumeration.polynomial import BLOCKS, HALF, event_forms, half

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from analyzer.enumeration.polynomial import Forms, Half
    from analyzer.rules.coup import Ending
    from analyzer.rules.tableau import Tableau

    Rows = NDArray[Any]
    Kind = type[np.float64 | np.int64]

__all__ = ["FLOAT_CARDS", "INT_CARDS", "Kernel", "kernel", "totals"]

_LONGEST = CARDS_IN_A_COUP - 1
# So few shoes are counted sooner one by one than by arrays that are set up first.
_ONE_BY_ONE = 3
# As many shoes at a time as keep their products in the processor's second cache.
_SHOES_TOGETHER = 256


def _most_cards(bits: int, *, whole: int) -> int:
    """Return the largest N for which N^whole times N(N-1)... to six factors in all is below 2^bits."""
    cards = CARDS_IN_A_COUP
    while cards**whole * perm(cards, CARDS_IN_A_COUP - whole) < 1 << bits:
        cards += 1
    return cards - 1


FLOAT_CARDS: Final = _most_cards(53, whole=1)
"""The largest shoe, 457 cards, that `Kernel` counts exactly in float64."""
INT_CARDS: Final = _most_cards(63, whole=6)
"""The largest shoe, 1,448 cards, that is counted in int64: the largest for which even N^6 is below 2^63."""


class Kernel:
    """Counts of events as matrices, ready for products with many shoes; unchanged once made, so threads may share it.

    >>> from analyzer.enumeration.polynomial import outcome_events
    >>> from analyzer.rules.tableau import STANDARD
    >>> kernel(STANDARD, outcome_events()).counts(np.array([[128] + [32] * 9]), np.array([416]))
    array([[2230518282592256, 2292252566437888,  475627426473216]])
    """

    def __init__(self, forms: Forms) -> None:
        """Cut the coefficients into matrices, one for each number of cards of the inner products."""
        self._forms = forms
        self._half = half()
        self.events = len(forms.coefficients)
        sizes = [len(multisets) for multisets in self._half.multisets]
        cells = np.array(forms.coefficients, dtype=np.int64)
        self._flat = cells.astype(np.float64)
        # By the number of cards of the inner products, for one or both halves; indexed by outer product, event and
        # inner product.
        blocks: dict[int, list[Rows]] = {}
        at = 0
        for _, cards in BLOCKS:
            inner, outer = sizes[cards], sizes[CARDS_IN_A_COUP - cards]
            block = cells[:, at : at + inner * outer].reshape(self.events, outer, inner)
            blocks.setdefault(cards, []).append(block.transpose(1, 0, 2))
            at += inner * outer
        nested = map(self._nested, blocks.pop(CARDS_IN_A_COUP))
        blocks[_LONGEST] = [np.concatenate(pair) for pair in zip(blocks[_LONGEST], nested, strict=True)]
        self._matrices = {cards: np.stack(pair) for cards, pair in blocks.items()}

    def at(self, shoe: Shoe) -> tuple[int, ...]:
        """Return the counts of the events on one shoe, as `Forms.at` does, some fifteen times as fast up to 457 cards.

        >>> from analyzer.enumeration.polynomial import outcome_events
        >>> from analyzer.rules.tableau import STANDARD
        >>> kernel(STANDARD, outcome_events()).at(Shoe.decks(1))
        (6548674432, 6737232640, 1372227328)
        """
        if shoe.replacement or shoe.cards > FLOAT_CARDS:
            return self._forms.at(shoe)
        counts = np.array(shoe.at(Fineness.VALUES).counts, dtype=np.float64)
        return tuple(map(int, self._one(counts).tolist()))

    def _one(self, counts: Rows) -> Rows:
        """Return the counts of the events on one shoe of at most 457 cards: sums of whole parts of all its deals."""
        powers, outer, inner = _places()
        falling = np.ones((2 * HALF, CARDS_IN_A_COUP + 1))
        np.subtract(counts[:, None], np.arange(CARDS_IN_A_COUP), out=falling[:, 1:])
        products = np.multiply.reduce(np.multiply.accumulate(falling, axis=1).take(powers), axis=0)
        events: Rows = self._flat @ (products.take(outer) * products.take(inner))
        return events

    def _nested(self, block: Rows) -> Rows:
        """Return coefficients of products of six cards as those of five: times each count of the half, and times 1."""
        parents = np.array(self._half.parents[-1])
        values, used = np.divmod(self._half.factors[-1], CARDS_IN_A_COUP)
        nested = np.zeros((HALF + 1, self.events, len(self._half.multisets[_LONGEST])), dtype=np.int64)
        for event, cells in enumerate(block[0]):
            nested[values, event, parents] = cells
            np.subtract.at(nested[HALF, event], parents, used * cells)
        return nested

    def counts(self, rows: Rows, cards: Rows) -> Rows:
        """Return the counts of the events, (shoes, events), int64 if every shoe has at most 1,448 cards, else objects.

        Args:
            rows: the shoes, (shoes, 10), int64, or Python's integers where one does not fit.
            cards: how many cards each shoe has.
        """
        in_float = cards <= FLOAT_CARDS
        if in_float.all():
            return self._in_float(rows)
        in_int = ~in_float & (cards <= INT_CARDS)
        alone = np.flatnonzero(cards > INT_CARDS)
        result = np.empty((len(rows), self.events), dtype=object if alone.size else np.int64)
        result[in_float] = self._in_float(rows[in_float])
        result[in_int] = self.products(rows[in_int], np.int64)
        for place in alone:
            result[place] = self._forms.at(Shoe(Fineness.VALUES, tuple(map(int, rows[place]))))
        return result

    def _in_float(self, rows: Rows) -> Rows:
        """Return the counts of shoes of at most 457 cards each."""
        if len(rows) > _ONE_BY_ONE:
            return self.products(rows, np.float64)
        counts = np.empty((len(rows), self.events), dtype=np.int64)
        for place, row in enumerate(rows.astype(np.float64)):
            counts[place] = self._one(row)
        return counts

    def products(self, rows: Rows, kind: Kind) -> Rows:
        """Return the counts, int64, by products of numbers of this kind, without asking whether they are exact."""
        counts = np.empty((len(rows), self.events), dtype=np.int64)
        if not len(rows):
            return counts
        matrices = [(cards, matrix.astype(kind)) for cards, matrix in self._matrices.items()]
        shoes = _Shoes(self._half, self.events, min(_SHOES_TOGETHER, len(rows)), kind)
        for start in range(0, len(rows), shoes.width):
            part = rows[start : start + shoes.width]
            shoes.load(part)
            result = np.sum([shoes.sum(cards, matrix) for cards, matrix in matrices], axis=0)
            counts[start : start + shoes.width] = result.T[: len(part)]
        return counts


class _Shoes:
    """Some shoes at a time: the products of their halves, (half, product, shoe), for each number of cards."""

    def __init__(self, plan: Half, events: int, width: int, kind: Kind) -> None:
        sizes = [len(multisets) for multisets in plan.multisets[:CARDS_IN_A_COUP]]
        self.width = width
        self._products = [np.ones((2, size, width), dtype=kind) for size in sizes]
        self._steps = [(np.array(parents), np.array(factors)) for parents, factors in zip(*plan[1:], strict=True)]
        self._used = np.arange(CARDS_IN_A_COUP, dtype=kind)[:, None]
        self._factors = np.empty((2, HALF, CARDS_IN_A_COUP, width), dtype=kind)
        self._gathered = [np.empty((2, size, width), dtype=kind) for size in sizes]
        self._counts_and_one = np.ones((2, 2 * HALF + 1, width), dtype=kind)
        self._sums = np.empty(max(sizes[3], 2 * sizes[2]) * events * width, dtype=kind)

    def load(self, rows: Rows) -> None:
        """Make the products of these shoes; columns beyond a shorter part keep earlier shoes."""
        counts = self._products[1]
        counts.reshape(2 * HALF, -1)[:, : len(rows)] = rows.T
        self._counts_and_one[:, :HALF] = counts
        self._counts_and_one[:, HALF:-1] = counts[::-1]
        factors = np.subtract(counts[:, :, None], self._used, out=self._factors).reshape(2, -1, self.width)
        for cards in range(2, CARDS_IN_A_COUP):
            parents, places = self._steps[cards - 2]
            product, gathered = self._products[cards], self._gathered[cards]
            # NumPy copies through a buffer unless it may clip; no place is out of range.
            np.take(self._products[cards - 1], parents, axis=1, out=product, mode="clip")
            np.take(factors, places, axis=1, out=gathered, mode="clip")
            np.multiply(product, gathered, out=product)

    def sum(self, cards: int, matrix: Rows) -> Rows:
        """Return the sum, (event, shoe), of inner products of this many cards of each half with their outer ones.

        Args:
            cards: the number of cards of the inner products.
            matrix: the coefficients, (inner half, outer product, event, inner product), of half 1 first.
        """
        sides, outer, events, inner = matrix.shape
        shape = (sides, outer * events, self.width)
        sums = self._sums[: sides * outer * events * self.width].reshape(shape)
        np.matmul(matrix.reshape(sides, outer * events, inner), self._products[cards][::-1][:sides], out=sums)
        others = self._counts_and_one if cards == _LONGEST else self._products[CARDS_IN_A_COUP - cards][:sides]
        by_event = sums.reshape(sides, outer, events, self.width)
        np.multiply(by_event, others[:, :, None], out=by_event)
        total: Rows = by_event.reshape(-1, events, self.width).sum(axis=0)
        return total


@lru_cache(maxsize=1)
def _places() -> tuple[Rows, Rows, Rows]:
    """Return what one shoe's 5,005 products are made of.

    First, for each of a half's five values, the places of its falling factorial in the 924 products of both halves,
    n(n-1)... with k factors standing at 7 n + k. Then the places of the outer and the inner product of each
    coefficient among the 924.
    """
    multisets = half().multisets
    products = [multiset for each in multisets for multiset in each]
    starts = np.cumsum([0] + [len(each) for each in multisets])
    repeats = np.array([[multiset.count(value) for multiset in products] for value in range(HALF)])
    values = np.arange(2 * HALF).reshape(2, HALF).T[:, :, None]
    powers = ((CARDS_IN_A_COUP + 1) * values + repeats[:, None]).reshape(HALF, -1)
    outer, inner = [], []
    for side, cards in BLOCKS:
        others = (1 - side) * len(products) + np.arange(
            starts[CARDS_IN_A_COUP - cards], starts[CARDS_IN_A_COUP - cards + 1]
        )
        own = side * len(products) + np.arange(starts[cards], starts[cards + 1])
        outer.append(np.repeat(others, len(own)))
        inner.append(np.tile(own, len(others)))
    return powers, np.concatenate(outer), np.concatenate(inner)


def totals(cards: Rows) -> Rows:
    """Return the numbers of ordered six-card deals of shoes of so many cards, int64 if all have at most 1,448.

    >>> totals(np.array([6, 416]))
    array([             720, 4998398275503360])
    """
    if cards.size and cards.max() > INT_CARDS:
        return np.array([perm(int(number), CARDS_IN_A_COUP) for number in cards], dtype=object)
    deals = cards.astype(np.int64)
    for dealt in range(1, CARDS_IN_A_COUP):
        deals *= cards - dealt
    return deals


@lru_cache(maxsize=16)
def kernel(tableau: Tableau, events: tuple[frozenset[Ending], ...]) -> Kernel:
    """Return the kernel that counts these events, each a set of endings."""
    return Kernel(event_forms(tableau, events))
