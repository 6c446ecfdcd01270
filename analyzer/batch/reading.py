"""Files of compositions, read row by row: CSV, TSV, JSON lines, and NumPy's `.npy`.

A row of CSV or TSV is ten counts, of the values 0 to 9; or, under a first line that names cards as a shoe's text does
(with a letter in it somewhere: `0 A 2 3 ...`), a count for each of them. A line of JSON is an array of ten counts, or
an object of cards and counts. A `.npy` file is an (n, 10) array of integers, or of whole numbers as floats. Empty lines
are passed over. Every line is read by itself, so whatever is wrong with one is nothing to the next.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from analyzer.batch.plan import NO_SHOE, require_numpy
from analyzer.cards.card import Fineness, read_card
from analyzer.cards.shoe import CARDS_IN_A_COUP, Shoe
from analyzer.errors import BaccaratError, FileError
from analyzer.files import opened, reason
from analyzer.notation import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    # The number of a row in its file, and what reads it or says why it is no shoe.
    Row = tuple[int, Callable[[], Sequence[int]]]

__all__ = ["KINDS", "kind_of", "read_rows"]

KINDS: Final = ("csv", "tsv", "jsonl", "npy")
_ENDINGS: Final = {".csv": "csv", ".tsv": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".npy": "npy"}
_SEPARATORS: Final = {"csv": ",", "tsv": "\t"}
_WHOLE = re.compile(r"\s*([0-9]+)(?:\.0+)?\s*", re.ASCII)
_MOST_DIGITS: Final = 30
_PLAIN = re.compile(r"[0-9,\t]*\n?", re.ASCII)
# Up to here every whole number has a float64 of its own.
_SURELY_WHOLE: Final = 2**sys.float_info.mant_dig
# What stands in a text for a byte that is no UTF-8.
_UNDECODED = re.compile("[\udc80-\udcff]")
# Ten different numbers that a header without letters would be of.
_COULD_BE_NAMES: Final = (set(map(str, range(10))), set(map(str, range(1, 11))))
_ROWS_TOGETHER: Final = 8192


def kind_of(path: str) -> str:
    """Return the kind of a file by its name's ending, CSV for any other and for standard input.

    >>> kind_of("shoes.TSV"), kind_of("-")
    ('tsv', 'csv')
    """
    return _ENDINGS.get(Path(path).suffix.lower(), "csv")


def read_rows(path: str, kind: str, invalid: Literal["error", "mask"] = "error") -> Iterator[Sequence[int]]:
    """Yield the counts of the values 0 to 9, row by row; the file is never held whole.

    Args:
        path: the file, "-" for standard input.
        kind: one of `KINDS`.
        invalid: what becomes of a row that is no shoe: "error" raises, "mask" yields `NO_SHOE` in its place.

    Raises:
        FileError: if the file cannot be read, or, unless masked, at the first row that is no shoe.
        MissingExtraError: for `.npy` without NumPy.
    """
    where = "standard input" if path == "-" else path
    rows = _array_rows(path) if kind == "npy" else _text_rows(path, kind)
    try:
        for number, read in rows:
            try:
                yield read()
            except BaccaratError as error:
                if invalid == "error":
                    label = "row" if kind == "npy" else "line"
                    raise FileError(f"{label} {number}: {error}") from None
                yield NO_SHOE
    except FileError as error:
        raise FileError(f"{where}: {error}") from None
    except OSError as error:
        raise FileError(f"{where}: cannot read it: {reason(error)}") from error


def _array_rows(path: str) -> Iterator[Row]:
    require_numpy()
    import numpy as np

    if path == "-":
        raise FileError("an array is not read from there; name its file")
    try:
        array = np.lib.format.open_memmap(path, mode="r")
    except OSError:
        raise
    except Exception as error:  # what stands in a damaged header may fail in any way
        raise FileError(f"it is no array: {error}") from error
    numbers = array.dtype.kind in "iu" or (array.dtype.kind == "f" and np.can_cast(array.dtype, np.float64))
    if not numbers or array.ndim != 2 or array.shape[1] != Fineness.VALUES:  # noqa: PLR2004 - rows and columns
        raise FileError(
            f"it holds {array.dtype} of shape {array.shape}; it must be integers, or floats of at most 64 bits, "
            "of shape (n, 10)"
        )
    for start in range(0, len(array), _ROWS_TOGETHER):
        for number, cells in enumerate(array[start : start + _ROWS_TOGETHER].tolist(), start):
            yield number, partial(_counts, cells)


def _text_rows(path: str, kind: str) -> Iterator[Row]:
    read: Callable[[str], Sequence[int]]
    with opened(path) as file:
        if kind == "jsonl":
            lines = ((number, line) for number, line in enumerate(file, start=1) if line.strip())
            yield from ((number, partial(_json_counts, line)) for number, line in lines)
            return
        separator = _SEPARATORS[kind]
        read = partial(_separated_counts, separator)
        # A row of empty cells is not empty: it is a row with nothing in it.
        lines = ((number, line) for number, line in enumerate(file, start=1) if line.strip() or separator in line)
        for number, line in islice(lines, 1):
            values = _header(line, number, separator)
            if values is None:
                yield number, partial(read, line)
            else:
                read = partial(_separated_counts, separator, values=values)
        yield from ((number, partial(read, line)) for number, line in lines)


def _header(line: str, number: int, separator: str) -> tuple[int, ...] | None:
    """Return the point values of the cards a first line names, None if it is a row of counts."""
    cells = [cell.strip().strip('"') for cell in line.split(separator)]
    if set(cells) in _COULD_BE_NAMES and len(cells) == Fineness.VALUES:
        names = separator.join("0A23456789")
        raise FileError(
            f"line {number}: {separator.join(cells)} could be the names of the columns or a shoe; if they are names "
            f"write A for 1, if it is a shoe write the line {names} above it"
        )
    if not any(map(_is_name, cells)):
        return None
    try:
        return _values(tuple(_cells(separator, line)))
    except BaccaratError as error:
        raise FileError(f"line {number}: it has letters, so it must name cards: {error}") from None


def _is_name(cell: str) -> bool:
    """Return whether a cell has a letter and is no number, neither a whole one nor 1e2 or nan."""
    try:
        float(cell)
    except ValueError:
        return any(map(str.isalpha, cell))
    return False


@lru_cache(maxsize=16)
def _values(names: tuple[str, ...]) -> tuple[int, ...]:
    """Return the point values of cards by their names."""
    cards = [read_card(name) for name in names]
    # A shoe of these cards is refused for every reason they are: one twice, mixed kinds, none.
    Shoe.from_spec(",".join(f"{card}={CARDS_IN_A_COUP}" for card in cards))
    return tuple(card.point_value for card in cards)


def _refuse_undecoded(line: str) -> None:
    if undecoded := _UNDECODED.search(line):
        raise BaccaratError(f"it is no UTF-8 text (byte 0x{ord(undecoded[0]) - 0xDC00:02x} cannot be read)")


def _cells(separator: str, line: str) -> list[str]:
    """Return the cells of a line of CSV or TSV; a quotation ends in the line it begins in."""
    if _PLAIN.fullmatch(line):  # nearly all lines: nothing to quote, nothing to refuse
        return line.removesuffix("\n").split(separator)
    _refuse_undecoded(line)
    try:
        return next(csv.reader([line], delimiter=separator, strict=True))
    except csv.Error as error:
        raise BaccaratError(f"cannot read it: {error}") from None


def _separated_counts(separator: str, line: str, values: Sequence[int] | None = None) -> Sequence[int]:
    """Return the counts of a line whose columns have these point values, by default 0 to 9."""
    cells = _cells(separator, line)
    return _counts(cells) if values is None else _counts_of(values, cells)


def _counts_of(values: Sequence[int], cells: Sequence[object]) -> list[int]:
    """Return the counts by value of cells that count cards of these point values."""
    if len(cells) != len(values):
        raise BaccaratError(f"got {len(cells)} counts; the first line names {len(values)} cards")
    counts = [0] * Fineness.VALUES
    for value, cell in zip(values, cells, strict=True):
        counts[value] += _count(cell)
    return _counts(counts)


def _json_counts(line: str) -> Sequence[int]:
    _refuse_undecoded(line)
    try:
        # Numbers stay text, so those of JSON and of CSV are read alike, and none is rounded.
        cells = json.loads(line, object_pairs_hook=tuple, parse_int=str, parse_float=str)
    except (ValueError, RecursionError) as error:
        raise BaccaratError(f"it is no JSON: {error}") from None
    if isinstance(cells, list):
        return _counts(cells)
    if not isinstance(cells, tuple):
        raise BaccaratError(f"got {shown(line.strip())}; a line is an array of ten counts or an object of cards")
    return _counts_of(_values(tuple(name for name, _ in cells)), [count for _, count in cells])


def _counts(cells: Sequence[object]) -> list[int]:
    """Return a row's counts.

    Raises:
        BaccaratError: if the row is no shoe.
    """
    if len(cells) != Fineness.VALUES:
        raise BaccaratError(f"got {len(cells)} counts; a row is ten, of the point values 0 to 9")
    counts = [_count(cell) for cell in cells]
    if sum(counts) < CARDS_IN_A_COUP:
        raise BaccaratError(f"got {sum(counts)} cards; a coup can need {CARDS_IN_A_COUP}")
    return counts


@lru_cache(maxsize=4096)
def _written_count(text: str) -> int:
    """Return a count from its text; few different ones stand in a file, often."""
    whole = _WHOLE.fullmatch(text)
    if whole is None:
        raise BaccaratError(f"got the count {shown(text)}; counts are whole numbers of 0 or more")
    if len(whole[1]) > _MOST_DIGITS:
        raise BaccaratError(f"got the count {shown(text.strip())}; a count has at most {_MOST_DIGITS} digits")
    return int(whole[1])


def _count(cell: object) -> int:
    """Return a count: a whole number, or text or a float that is one."""
    if isinstance(cell, str):
        return _written_count(cell)
    if type(cell) is int and cell >= 0:
        return cell
    if isinstance(cell, float) and cell.is_integer() and cell >= 0:
        if cell < _SURELY_WHOLE:
            return int(cell)
        raise BaccaratError(f"got the count {shown(str(cell))}; a float tells whole numbers apart below 2^53 only")
    raise BaccaratError(f"got the count {shown(str(cell))}; counts are whole numbers of 0 or more")
