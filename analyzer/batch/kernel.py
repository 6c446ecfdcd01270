"""Forms evaluated on many shoes at once by NumPy, and the bounds inside which that is exact.

As in `polynomial`, products of the counts of one half are multiplied by those of the other, but for many shoes at a
time: the inner step is a matrix product. Products of six cards of one half, the most numerous ones, are never made:
such a product is one of five cards times n - k, so its coefficient goes to the count n, and k times itself to a
constant that is subtracted at the end. Everything is then a sum over products of at most five cards.

No coefficient is negative, so every term is a whole number of 0 or more. No partial sum of an event, in any order, is
larger than N times N(N-1)...(N-4): the factors n instead of n - k exceed the number of deals by at most five times the
deals of five cards. So float64 holds every number exactly while that is below 2^53 (N <= 457), and int64 while it is
below 2^63; even N^6 is for N <= 1,448. Larger shoes are evaluated one by one in Python's integers.

The sums of a form with other weights are smaller than this bound times its largest weight, by an amount that depends on
the shoe; whether float64 holds them is seen in the result. 2^53 is a float64 and rounding is monotonic, so a number of
2^53 or more is never rounded to one below. To add a term, or to multiply by a whole number other than 0, never makes it
smaller. A sum that ends below 2^53 was therefore below 2^53 all the way, where float64 has every whole number. What is
subtracted at the end is at most that sum, as n >= k wherever the product is not 0, and so is exact too.
"""

from __future__ import annotations

from functools import lru_cache
from math import perm
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from analyzer.batch.threads import one_thread
from analyzer.cards.card import Fineness
from analyzer.cards.shoe import CARDS_IN_A_COUP, Shoe
from analyzer.enumeration.polynomial import BLOCKS, HALF, half, weighted_forms, weights_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from analyzer.enumeration.polynomial import Forms, Half, Weights
    from analyzer.rules.coup import Ending
    from analyzer.rules.tableau import Tableau

    Rows = NDArray[Any]
    Kind = type[np.float64 | np.int64]

__all__ = ["FLOAT_CARDS", "INT_CARDS", "Kernel", "kernel", "totals", "weighted_kernel"]

_LONGEST = CARDS_IN_A_COUP - 1
# Up to this number, shoes are counted sooner one by one than by arrays that are set up first.
_ONE_BY_ONE = 3
# The number of shoes evaluated at a time: their products fit into the processor's second cache.
_SHOES_TOGETHER = 96
# A matrix product is cut into pieces of at most this number of multiplications. OpenBLAS divides larger ones among
# threads, where it is not limited to one.
_MULTIPLICATIONS = 2**18
# From here on float64 does not have every whole number.
_FLOAT_END = 2.0**53


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
    """Forms as matrices, ready for products with many shoes; unchanged once made, so threads may share it.

    >>> from analyzer.enumeration.polynomial import outcome_events
    >>> from analyzer.rules.tableau import STANDARD
    >>> kernel(STANDARD, outcome_events()).counts(np.array([[128] + [32] * 9]), np.array([416]))
    array([[2230518282592256, 2292252566437888,  475627426473216]])
    """

    def __init__(self, forms: Forms) -> None:
        """Cut the coefficients into matrices, one for each number of cards of the inner products."""
        self._forms = forms
        self._half = half()
        self._number = len(forms.coefficients)
        sizes = [len(multisets) for multisets in self._half.multisets]
        coefficients = np.array(forms.coefficients, dtype=np.int64)
        self._flat = coefficients.astype(np.float64)
        # By the number of cards of the inner products, for one or both halves; indexed by outer product, form and
        # inner product.
        blocks: dict[int, list[Rows]] = {}
        at = 0
        for _, cards in BLOCKS:
            inner, outer = sizes[cards], sizes[CARDS_IN_A_COUP - cards]
            block = coefficients[:, at : at + inner * outer].reshape(self._number, outer, inner)
            blocks.setdefault(cards, []).append(block.transpose(1, 0, 2))
            at += inner * outer
        nested = map(self._nested, blocks.pop(CARDS_IN_A_COUP))
        blocks[_LONGEST] = [np.concatenate(pair) for pair in zip(blocks[_LONGEST], nested, strict=True)]
        self._matrices = {cards: np.stack(blocks[cards]) for cards in sorted(blocks)}

    def at(self, shoe: Shoe) -> tuple[int, ...]:
        """Return the values on one shoe, as `Forms.at` does; counts about fifteen times as fast up to 457 cards.

        >>> from analyzer.enumeration.polynomial import outcome_events
        >>> from analyzer.rules.tableau import STANDARD
        >>> kernel(STANDARD, outcome_events()).at(Shoe.decks(1))
        (6548674432, 6737232640, 1372227328)
        """
        if shoe.replacement or shoe.cards > FLOAT_CARDS or self._forms.bound > 1:
            return self._forms.at(shoe)
        counts = np.array(shoe.at(Fineness.VALUES).counts, dtype=np.float64)
        return tuple(map(int, self._one(counts).tolist()))

    def _one(self, counts: Rows) -> Rows:
        """Return the values of the forms on one shoe of at most 457 cards: sums of terms that are 0 or more."""
        powers, outer, inner = _places()
        falling = np.ones((2 * HALF, CARDS_IN_A_COUP + 1))
        np.subtract(counts[:, None], np.arange(CARDS_IN_A_COUP), out=falling[:, 1:])
        products = np.multiply.reduce(np.multiply.accumulate(falling, axis=1).take(powers), axis=0)
        values: Rows = self._flat @ (products.take(outer) * products.take(inner))
        return values

    def _nested(self, block: Rows) -> Rows:
        """Return coefficients of products of six cards as those of five: for each count of the half, and subtracted."""
        parents = np.array(self._half.parents[-1])
        values, used = np.divmod(self._half.factors[-1], CARDS_IN_A_COUP)
        nested = np.zeros((HALF + 1, self._number, len(self._half.multisets[_LONGEST])), dtype=np.int64)
        for form, coefficients in enumerate(block[0]):
            nested[values, form, parents] = coefficients
            np.add.at(nested[HALF, form], parents, used * coefficients)
        return nested

    def counts(self, rows: Rows, cards: Rows) -> Rows:
        """Return the counts, (shoes, events), int64 if every shoe has at most 1,448 cards, else Python's integers.

        Args:
            rows: the shoes, (shoes, 10), int64, or Python's integers where one does not fit.
            cards: the number of cards of each shoe.

        Raises:
            ValueError: if a form has a weight other than 1, so that the bounds do not hold.
        """
        if self._forms.bound > 1:
            raise ValueError(f"only events can be counted; got weights of up to {self._forms.bound}")
        in_float = cards <= FLOAT_CARDS
        if in_float.all():
            return self.in_float(rows)[0]
        in_int = ~in_float & (cards <= INT_CARDS)
        large = np.flatnonzero(cards > INT_CARDS)
        result = np.empty((len(rows), self._number), dtype=object if large.size else np.int64)
        result[in_float] = self.in_float(rows[in_float])[0]
        result[in_int] = self.products(rows[in_int], np.int64)
        for index in large:
            result[index] = self._forms.at(Shoe(Fineness.VALUES, tuple(map(int, rows[index]))))
        return result

    def in_float(self, rows: Rows) -> tuple[Rows, Rows]:
        """Return the values of the forms, (shoes, forms), int64, and the mask of the shoes on which all are exact.

        On the other shoes the values have no meaning. The counts of events are exact on every shoe.

        Args:
            rows: shoes of at most 457 cards each.
        """
        if len(rows) > _ONE_BY_ONE:
            return self._products(rows, np.float64)
        values = np.empty((len(rows), self._number))
        for index, row in enumerate(rows.astype(np.float64)):
            values[index] = self._one(row)
        return values.astype(np.int64), values.max(axis=1) < _FLOAT_END

    def products(self, rows: Rows, kind: Kind) -> Rows:
        """Return the values, int64, by products of numbers of this kind, whether they are exact or not."""
        return self._products(rows, kind)[0]

    def _products(self, rows: Rows, kind: Kind) -> tuple[Rows, Rows]:
        """Return the values, and the mask of the shoes on which every sum ended below 2^53."""
        values, below = np.empty((self._number, len(rows)), dtype=np.int64), np.empty(len(rows), dtype=bool)
        width = min(_SHOES_TOGETHER, len(rows)) or 1
        shoes = _Shoes(self._half, width, kind)
        products = [_Product(cards, matrix, shoes, kind) for cards, matrix in self._matrices.items()]
        with one_thread():
            for start in range(0, len(rows), width):
                part = rows[start : start + width]
                shoes.load(part)
                sums = products[0].sums()
                for product in products[1:]:
                    sums += product.sums()
                below[start : start + width] = (sums.max(axis=0) < _FLOAT_END)[: len(part)]
                sums -= products[-1].subtracted()
                values[:, start : start + width] = sums[:, : len(part)]
        return values.T, below


class _Shoes:
    """The products of the halves of some shoes, (half, product, shoe), for each number of cards."""

    def __init__(self, plan: Half, width: int, kind: Kind) -> None:
        """Make room for `width` shoes at a time."""
        sizes = [len(multisets) for multisets in plan.multisets[:CARDS_IN_A_COUP]]
        self.width = width
        self.products = [np.ones((2, size, width), dtype=kind) for size in sizes]
        # The outer products of five inner cards: the counts of the other half, then of the same; half 1 is first.
        self.counts = np.ones((2, 2 * HALF, width), dtype=kind)
        self._steps = [(np.array(parents), np.array(factors)) for parents, factors in zip(*plan[1:], strict=True)]
        self._used = np.arange(CARDS_IN_A_COUP, dtype=kind)[:, None]
        self._factors = np.empty((2, HALF, CARDS_IN_A_COUP, width), dtype=kind)
        self._gathered = [np.empty((2, size, width), dtype=kind) for size in sizes]

    def load(self, rows: Rows) -> None:
        """Make the products of these shoes; columns beyond a shorter part keep earlier shoes."""
        counts = self.products[1]
        counts.reshape(2 * HALF, -1)[:, : len(rows)] = rows.T
        self.counts[:, :HALF] = counts
        self.counts[:, HALF:] = counts[::-1]
        factors = np.subtract(counts[:, :, None], self._used, out=self._factors).reshape(2, -1, self.width)
        for cards in range(2, CARDS_IN_A_COUP):
            parents, indices = self._steps[cards - 2]
            product, gathered = self.products[cards], self._gathered[cards]
            # NumPy copies through a buffer unless it may clip; no index is out of range.
            np.take(self.products[cards - 1], parents, axis=1, out=product, mode="clip")
            np.take(factors, indices, axis=1, out=gathered, mode="clip")
            np.multiply(product, gathered, out=product)


class _Product:
    """The sums over the inner products of one number of cards, times their outer products, of some shoes at a time."""

    def __init__(self, cards: int, matrix: Rows, shoes: _Shoes, kind: Kind) -> None:
        """Cut the coefficients into slices, each small enough for one thread.

        Args:
            cards: the number of cards of the inner products.
            matrix: the coefficients, (inner half, outer product, form, inner product), of half 1 first.
            shoes: the shoes, loaded before each evaluation.
            kind: the type of number.
        """
        sides, outer, forms, inner = matrix.shape
        rows = outer * forms
        slices = -(-rows * inner * shoes.width // _MULTIPLICATIONS)
        # The last slice may end in rows of zeros.
        self._slices = np.zeros((sides, slices, -(-rows // slices), inner), dtype=kind)
        self._slices.reshape(sides, -1, inner)[:, :rows] = matrix.reshape(sides, rows, inner)
        self._inner = shoes.products[cards][::-1][:sides, None]
        self._outer = shoes.counts if cards == _LONGEST else shoes.products[CARDS_IN_A_COUP - cards][:sides]
        self._sliced = np.empty((*self._slices.shape[:3], shoes.width), dtype=kind)
        flat = self._sliced.reshape(sides, -1, shoes.width)[:, :rows]
        self._sums = flat.reshape(sides, outer, forms, shoes.width)

    def sums(self) -> Rows:
        """Return the sums, (form, shoe), before the subtraction."""
        np.matmul(self._slices, self._inner, out=self._sliced)
        sums: Rows = np.einsum("soew,sow->ew", self._sums[:, : self._outer.shape[1]], self._outer)
        return sums

    def subtracted(self) -> Rows:
        """Return what to subtract from the sums just returned, (form, shoe), for inner products of five cards."""
        subtracted: Rows = self._sums[:, -1].sum(axis=0)
        return subtracted


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
    """Return the number of ordered six-card deals for each number of cards; int64 if none exceeds 1,448.

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
    return weighted_kernel(tableau, tuple(map(weights_of, events)))


@lru_cache(maxsize=16)
def weighted_kernel(tableau: Tableau, tables: tuple[Weights, ...]) -> Kernel:
    """Return the kernel that sums the weights of these tables."""
    return Kernel(weighted_forms(tableau, tables))
