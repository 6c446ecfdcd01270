"""Compositions of many shoes as NumPy arrays: cut into blocks, checked row by row, nothing rounded on the way in."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sized
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from analyzer.cards.card import Fineness
from analyzer.cards.shoe import CARDS_IN_A_COUP
from analyzer.errors import ShoeError
from analyzer.notation import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    Rows = NDArray[Any]

__all__ = ["ROWS_FIRST", "ROWS_TOGETHER", "Block", "blocks", "cards_of", "check"]

ROWS_TOGETHER: Final = 16384
"""How many shoes a block holds at most: what one worker gets at a time."""
ROWS_FIRST: Final = 16
"""How many shoes the first block of a stream holds. Each one after it is four times as large, up to `ROWS_TOGETHER`."""
# A row of ten counts up to this sums to less than 2^63.
_SURELY_ADDED = 2**59
# Up to here every whole number has a float64 of its own.
_SURELY_WHOLE = 2**sys.float_info.mant_dig
# Kinds of int and of np.integer that count no cards, and kinds with a length that are no row of counts.
_NO_COUNTS = (bool, np.timedelta64)
_NO_ROWS = (str, bytes, bytearray, Mapping)
_FORM = "a row is ten whole counts, of the point values 0 to 9"


class Block(NamedTuple):
    """Some shoes.

    Attributes:
        rows: (shoes, 10), int64, or Python's integers where one does not fit; zeros where the row is no shoe.
        cards: how many cards each has, of the same type.
        valid: which rows are shoes.
    """

    rows: Rows
    cards: Rows
    valid: Rows


def blocks(compositions: Iterable[Any]) -> Iterator[Rows]:
    """Yield the compositions as arrays of at most `ROWS_TOGETHER` rows of ten, in order.

    Rows that come one by one from what has no length may come slowly: the first blocks of them are small.

    Args:
        compositions: anything with a shape and slices (an array, a memory map, a data frame), read piece by piece; or
            an iterable of rows of ten, of such arrays, or of both.

    Raises:
        ShoeError: for an array or a row that has not ten columns.

    >>> [block.shape for block in blocks([[16] + [4] * 9] * 3)]
    [(3, 10)]
    """
    if hasattr(compositions, "shape"):
        yield from _slices(compositions)
        return
    first, pending = 0, []
    size = ROWS_TOGETHER if isinstance(compositions, Sized) else ROWS_FIRST
    for item in compositions:
        if getattr(item, "ndim", 1) == 1:
            pending.append(item)
            if len(pending) < size:
                continue
        if pending:
            yield _array(pending, first)
            first, pending = first + len(pending), []
            size = min(4 * size, ROWS_TOGETHER)
        if getattr(item, "ndim", 1) != 1:
            yield from _slices(item)
            first += len(item)
    if pending:
        yield _array(pending, first)


def _slices(array: Any) -> Iterator[Rows]:  # noqa: ANN401 - whatever has a shape and slices
    shape = array.shape
    if len(shape) != 2 or shape[1] != Fineness.VALUES:  # noqa: PLR2004 - rows and columns
        raise ShoeError(f"compositions: got an array of shape {tuple(shape)}; it must be (n, 10): {_FORM}")
    for start in range(0, shape[0], ROWS_TOGETHER):
        yield _unmasked(array[start : start + ROWS_TOGETHER])


def _unmasked(part: Any) -> Rows:  # noqa: ANN401 - as `_slices`
    """Return an array without a mask: a row with a masked count has no cards, and so is no shoe."""
    if not isinstance(part, np.ma.MaskedArray):
        return np.asarray(part)
    rows = np.array(part.data)
    rows[np.ma.getmaskarray(part).any(axis=1)] = 0
    return rows


def _array(rows: list[Any], first: int) -> Rows:
    """Return rows given one by one as an array; what NumPy would round or cut stays as it is."""
    for place, row in enumerate(rows, start=first):
        size = len(row) if _is_row(row) else None
        if size != Fineness.VALUES:
            got = shown(str(row)) if size is None else f"{size} counts"
            raise ShoeError(f"row {place}: got {got}; {_FORM}")
    kinds = set(map(type, chain.from_iterable(rows)))
    if all(issubclass(kind, int | np.integer) and kind not in _NO_COUNTS for kind in kinds):
        array = np.array(rows)
        if array.dtype.kind in "iu":
            return array
    cells = np.empty((len(rows), Fineness.VALUES), dtype=object)
    for place, row in enumerate(rows):
        cells[place] = list(row)
    return cells


def _is_row(row: Any) -> bool:  # noqa: ANN401 - anything may be given for a row
    """Return whether these are counts in order: no set, no table of names, no text."""
    return hasattr(row, "__len__") and hasattr(row, "__getitem__") and not isinstance(row, _NO_ROWS)


def check(block: Rows) -> Block:
    """Tell the rows that are shoes from those that are not: a count negative or not whole, or fewer than six cards.

    Whole numbers that happen to be stored as floats are taken, below 2^53 where a float64 can still tell.

    Raises:
        ShoeError: if the numbers are of a kind that counts nothing (booleans, text).

    >>> check(np.array([[6.0] + [0] * 9, [5.5] + [1] * 9])).valid.tolist()
    [True, False]
    """
    kind = block.dtype.kind
    if kind == "f":
        block = block.astype(np.promote_types(block.dtype, np.float64), copy=False)
        # An infinity or a "not a number" is no whole number below 2^53 either.
        whole = (np.abs(block) < _SURELY_WHOLE) & (np.floor(block) == block)
        valid, rows = whole.all(axis=1), np.where(whole, block, 0).astype(np.int64)
    elif kind == "O":
        whole = np.array([[_is_whole(cell) for cell in row] for row in block], dtype=bool).reshape(block.shape)
        valid, rows = whole.all(axis=1), np.where(whole, block, 0)
        rows = np.array([[int(cell) for cell in row] for row in rows], dtype=object).reshape(block.shape)
    elif kind in "iu":
        valid, rows = np.ones(len(block), dtype=bool), block
    else:
        raise ShoeError(f"compositions: got an array of {block.dtype}; {_FORM}")
    if rows.size and rows.min() < 0:
        valid &= (rows >= 0).all(axis=1)
    if not valid.all():
        rows = np.where(valid[:, None], rows, 0)
    rows = rows.astype(np.int64 if not rows.size or rows.max() < _SURELY_ADDED else object, copy=False)
    cards = cards_of(rows)
    return Block(rows, cards, valid & (cards >= CARDS_IN_A_COUP))


def cards_of(rows: Rows) -> Rows:
    """Return how many cards each shoe has.

    >>> cards_of(np.full((1, 10), 200, dtype=np.uint8))
    array([2000])
    """
    cards: Rows = rows.sum(axis=1) if rows.dtype == object else np.einsum("ij->i", rows, dtype=np.int64)
    return cards


def _is_whole(cell: object) -> bool:
    if isinstance(cell, float | np.floating):
        return bool(cell.is_integer()) and abs(float(cell)) < _SURELY_WHOLE
    return isinstance(cell, int | np.integer) and not isinstance(cell, _NO_COUNTS)
