"""Compositions of many shoes as NumPy arrays: cut into blocks and checked row by row, without rounding."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sized
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from analyzer.batch.names import column_names, named_values, row_names
from analyzer.batch.plan import NO_SHOE
from analyzer.cards.card import Fineness
from analyzer.cards.shoe import CARDS_IN_A_COUP
from analyzer.errors import ShoeError
from analyzer.notation import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Rows = NDArray[Any]

__all__ = ["ROWS_FIRST", "ROWS_TOGETHER", "Block", "blocks", "cards_of", "check"]

ROWS_TOGETHER: Final = 16384
"""The most shoes in a block, which is what a worker gets at a time."""
ROWS_FIRST: Final = 16
"""The shoes in the first block of a stream. Each later block is four times as large, up to `ROWS_TOGETHER`."""
# The counts of 52 faces below this sum to less than 2^63.
_SAFE_TO_ADD = 2**57
# Below this a float64 represents every whole number exactly.
_EXACT_FLOATS = 2**sys.float_info.mant_dig
# Subclasses of int and np.integer that do not count cards, and types with a length that are not rows of counts.
_NOT_COUNTS = (bool, np.timedelta64)
_NOT_ROWS = (str, bytes, bytearray, Mapping)
# The rows that are not asked for names: most rows are such.
_WITHOUT_NAMES = {list, tuple, np.ndarray}
_ROW_RULE = "a row is ten whole counts, of the point values 0 to 9"


class Block(NamedTuple):
    """A block of shoes.

    Attributes:
        rows: (shoes, 10), int64, or Python's integers where one does not fit; zeros where a count is bad.
        cards: the number of cards in each row, of the same type.
        valid: a mask of the rows that are shoes.
    """

    rows: Rows
    cards: Rows
    valid: Rows


def blocks(compositions: Iterable[Any]) -> Iterator[Rows]:
    """Yield the compositions as arrays of at most `ROWS_TOGETHER` rows of ten, in order.

    An iterable without a length may be slow, so its first blocks are small.

    Args:
        compositions: anything with a shape and slices (an array, a memory map, a data frame), read slice by slice; or
            an iterable of rows of ten, of such arrays, or of both. Columns and counts with names are those of the cards
            named, in any order and number; they are added up.

    Raises:
        ShoeError: for an array or a row that does not have ten columns, for a column whose name is not a card, or for
            what is neither.

    >>> [block.shape for block in blocks([[16] + [4] * 9] * 3)]
    [(3, 10)]
    """
    if hasattr(compositions, "shape") or column_names(compositions) is not None:
        yield from _slices(compositions)
        return
    if isinstance(compositions, _NOT_ROWS) or not isinstance(compositions, Iterable):
        raise ShoeError(f"compositions: got {shown(compositions)}; they are an array (n, 10) or an iterable of rows")
    first, pending = 0, list[Any]()
    size = ROWS_TOGETHER if isinstance(compositions, Sized) else ROWS_FIRST
    for item in compositions:
        is_row = type(item) is list or (getattr(item, "ndim", 1) == 1 and column_names(item) is None)
        if is_row:
            pending.append(_row(item, first + len(pending)))
            if len(pending) < size:
                continue
        if pending:
            yield _array(pending, first)
            first, pending = first + len(pending), []
            size = min(4 * size, ROWS_TOGETHER)
        if not is_row:
            yield from _slices(item)
            first += len(item)
    if pending:
        yield _array(pending, first)


def _slices(array: Any) -> Iterator[Rows]:  # noqa: ANN401 - anything with a shape and slices
    names = column_names(array)
    if names is None:
        shape = array.shape
        if len(shape) != 2 or shape[1] != Fineness.VALUES:  # noqa: PLR2004 - rows and columns
            raise ShoeError(f"compositions: got an array of shape {tuple(shape)}; it must be (n, 10): {_ROW_RULE}")
    values = None if names is None else named_values(names)
    # The slices of a pandas frame may go by the labels of its rows; those of `iloc` never do.
    rows = array.iloc if hasattr(type(array), "iloc") else array
    for start in range(0, len(array), ROWS_TOGETHER):
        part = rows[start : start + ROWS_TOGETHER]
        if names is None or values is None:
            yield _unmasked(part)
        else:
            yield _by_value(_columns([part[name] for name in names], names), values)


def _columns(columns: list[Any], names: list[Any]) -> Rows:
    """Return the columns of a data frame as an array that has every count as it is in its column."""
    arrays = [np.asarray(column) for column in columns]
    for array, name in zip(arrays, names, strict=True):
        if array.dtype.kind not in "iufO":
            raise ShoeError(f"compositions: got {array.dtype} in the column {shown(name)}; {_ROW_RULE}")
    for at, column in enumerate(columns):
        if np.ma.is_masked(column):  # a masked count is not known; None is not whole
            arrays[at] = arrays[at].astype(object)
            arrays[at][np.ma.getmaskarray(column)] = None
    kinds = {array.dtype.kind for array in arrays}
    return np.stack(arrays if len(kinds) == 1 else [array.astype(object) for array in arrays], axis=1)


def _by_value(columns: Rows, values: tuple[int, ...]) -> Rows:
    """Return the counts of the values 0 to 9 from columns that count cards of these values."""
    if sorted(values) == list(range(Fineness.VALUES)):
        return columns[:, np.argsort(values)]
    # A bad count must not vanish in a sum, so the columns are checked before they are added up.
    rows, _, valid = check(columns)
    by_value = np.zeros((len(rows), Fineness.VALUES), dtype=rows.dtype)
    for value, column in zip(values, rows.T, strict=True):
        by_value[:, value] += column
    by_value[~valid] = NO_SHOE
    return by_value


def _unmasked(part: Any) -> Rows:  # noqa: ANN401 - as `_slices`
    """Return an array without a mask: a row with a masked count becomes zeros, which are not a shoe."""
    if not isinstance(part, np.ma.MaskedArray):
        return np.asarray(part)
    rows = np.array(part.data)
    rows[np.ma.getmaskarray(part).any(axis=1)] = 0
    return rows


def _row(row: Any, index: int) -> Any:  # noqa: ANN401 - anything may be given for a row
    """Return a row, its counts in the order of the values if they have names."""
    if type(row) in _WITHOUT_NAMES or (names := row_names(row)) is None or not _is_row(row):
        return row
    try:
        values = named_values(names)
    except ShoeError as error:
        raise ShoeError(f"row {index}: {error}") from None
    counts = np.empty((1, len(values)), dtype=object)
    counts[0] = list(row)
    return _by_value(counts, values)[0].tolist()


def _array(rows: list[Any], first: int) -> Rows:
    """Return single rows as an array, of Python objects where NumPy would round or truncate a count."""
    for index, row in enumerate(rows, start=first):
        size = len(row) if _is_row(row) else None
        if size != Fineness.VALUES:
            got = shown(row) if size is None else f"{size} counts"
            raise ShoeError(f"row {index}: got {got}; {_ROW_RULE}")
    kinds = set(map(type, chain.from_iterable(rows)))
    if all(issubclass(kind, int | np.integer) and kind not in _NOT_COUNTS for kind in kinds):
        array = np.array(rows)
        if array.dtype.kind in "iu":
            return array
    objects = np.empty((len(rows), Fineness.VALUES), dtype=object)
    for index, row in enumerate(rows):
        objects[index] = list(row)
    return objects


def _is_row(row: Any) -> bool:  # noqa: ANN401 - anything may be given for a row
    """Return whether this is a sequence of counts: not a set, a mapping or text."""
    return hasattr(row, "__len__") and hasattr(row, "__getitem__") and not isinstance(row, _NOT_ROWS)


def check(block: Rows) -> Block:
    """Return the block with a mask of the rows that are shoes: counts whole and not negative, six cards or more.

    Whole numbers stored as floats are accepted below 2^53, where a float64 represents each of them exactly.

    Raises:
        ShoeError: if the type cannot count cards (booleans, text).

    >>> check(np.array([[6.0] + [0] * 9, [5.5] + [1] * 9])).valid.tolist()
    [True, False]
    """
    kind = block.dtype.kind
    if kind == "f":
        block = block.astype(np.promote_types(block.dtype, np.float64), copy=False)
        # An infinity and a NaN fail this comparison, too.
        whole = (np.abs(block) < _EXACT_FLOATS) & (np.floor(block) == block)
        valid, rows = whole.all(axis=1), np.where(whole, block, 0).astype(np.int64)
    elif kind == "O":
        whole = np.array([[_is_whole(count) for count in row] for row in block], dtype=bool).reshape(block.shape)
        valid, rows = whole.all(axis=1), np.where(whole, block, 0)
        rows = np.array([[int(count) for count in row] for row in rows], dtype=object).reshape(block.shape)
    elif kind in "iu":
        valid, rows = np.ones(len(block), dtype=bool), block
    else:
        raise ShoeError(f"compositions: got an array of {block.dtype}; {_ROW_RULE}")
    if rows.size and rows.min() < 0:
        valid &= (rows >= 0).all(axis=1)
    if not valid.all():
        rows = np.where(valid[:, None], rows, 0)
    rows = rows.astype(np.int64 if not rows.size or rows.max() < _SAFE_TO_ADD else object, copy=False)
    cards = cards_of(rows)
    return Block(rows, cards, valid & (cards >= CARDS_IN_A_COUP))


def cards_of(rows: Rows) -> Rows:
    """Return the number of cards in each row.

    >>> cards_of(np.full((1, 10), 200, dtype=np.uint8))
    array([2000])
    """
    cards: Rows = rows.sum(axis=1) if rows.dtype == object else np.einsum("ij->i", rows, dtype=np.int64)
    return cards


def _is_whole(count: object) -> bool:
    if isinstance(count, float | np.floating):
        return bool(count.is_integer()) and abs(float(count)) < _EXACT_FLOATS
    return isinstance(count, int | np.integer) and not isinstance(count, _NOT_COUNTS)
