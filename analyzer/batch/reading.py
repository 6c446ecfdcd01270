"""Files of compositions, read row by row: CSV, TSV, JSON lines, and NumPy's `.npy`.

A row of CSV or TSV has ten counts, of the values 0 to 9; or, under a first line that names cards as a shoe's text does
(with a letter in it somewhere: `0 A 2 3 ...`), a count for each of them. A line of JSON is an array of ten counts, or
an object of cards and counts. A `.npy` file is an (n, 10) array of integers, or of whole numbers as floats. Empty lines
are skipped. Every line is parsed by itself, so a bad line, such as a line over `text.MAX_LINE`, spoils only itself.
"""

from __future__ import annotations

import csv
import json
import re
import sys
import warnings
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from analyzer.batch.names import AMBIGUOUS_TENS, values_of_cards
from analyzer.batch.plan import NO_SHOE, require_numpy
from analyzer.cards.card import Fineness
from analyzer.cards.shoe import CARDS_IN_A_COUP
from analyzer.errors import BaccaratError, FileError
from analyzer.files import opened, reason
from analyzer.notation import shown
from analyzer.text import MAX_FIELD, numbered_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    # The number of a row in its file, and a function that parses it or raises what is wrong with it.
    Row = tuple[int, Callable[[], Sequence[int]]]

__all__ = ["KINDS", "kind_of", "read_rows"]

KINDS: Final = ("csv", "tsv", "jsonl", "npy")
_ENDINGS: Final = {".csv": "csv", ".tsv": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".npy": "npy"}
_SEPARATORS: Final = {"csv": ",", "tsv": "\t"}
_WHOLE = re.compile(r"\s*([0-9]+)(?:\.0+)?\s*", re.ASCII)
_MOST_DIGITS: Final = 30
# What the JSON reader returns for what is not a count, in JSON's words.
_JSON_KINDS: Final = {list: "an array", tuple: "an object"}
_PLAIN = re.compile(r"[0-9,\t]*\n?", re.ASCII)
# Below this a float64 represents every whole number exactly.
_EXACT_FLOATS: Final = 2**sys.float_info.mant_dig
# The column names a header without letters would have.
_AMBIGUOUS_NAMES: Final = (set(map(str, range(10))), AMBIGUOUS_TENS)
_ROWS_PER_SLICE: Final = 8192


def kind_of(path: str) -> str:
    """Return the kind of a file by the suffix of its name; CSV for any other and for standard input.

    >>> kind_of("shoes.TSV"), kind_of("-")
    ('tsv', 'csv')
    """
    return _ENDINGS.get(Path(path).suffix.lower(), "csv")


def read_rows(path: str, kind: str, invalid: Literal["error", "mask"] = "error") -> Iterator[Sequence[int]]:
    """Yield the counts of the values 0 to 9, row by row, in bounded memory.

    Args:
        path: the file, "-" for standard input.
        kind: one of `KINDS`.
        invalid: how to handle a row that is not a shoe: "error" raises, "mask" yields `NO_SHOE` in its place.

    Raises:
        FileError: if the file cannot be read, or, unless masked, at the first row that is not a shoe.
        MissingExtraError: for `.npy` without NumPy.
    """
    where = "standard input" if path == "-" else path
    rows = _array_rows(path) if kind == "npy" else _text_rows(path, kind)
    try:
        for number, parse in rows:
            try:
                yield parse()
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
        raise FileError("an array cannot be read from it; name a file")
    try:
        with warnings.catch_warnings():  # about a header that Python 2 wrote, which is read all the same
            warnings.simplefilter("ignore")
            array = np.lib.format.open_memmap(path, mode="r")
    except OSError:
        raise
    except Exception as error:  # a damaged header may raise anything
        raise FileError(f"it is not a NumPy array: {error}") from error
    is_numeric = array.dtype.kind in "iu" or (array.dtype.kind == "f" and np.can_cast(array.dtype, np.float64))
    if not is_numeric or array.ndim != 2 or array.shape[1] != Fineness.VALUES:  # noqa: PLR2004 - rows and columns
        raise FileError(
            f"it holds {array.dtype} of shape {array.shape}; it must be integers, or floats of at most 64 bits, "
            "of shape (n, 10)"
        )
    for start in range(0, len(array), _ROWS_PER_SLICE):
        for number, fields in enumerate(array[start : start + _ROWS_PER_SLICE].tolist(), start):
            yield number, partial(_counts, fields)


def _text_rows(path: str, kind: str) -> Iterator[Row]:
    separator = _SEPARATORS.get(kind, "")
    parse = partial(_separated_counts, separator) if separator else _json_counts
    with opened(path) as file:
        # A row of empty fields is not an empty line: it is a bad row.
        lines = (
            (number, line, problem)
            for number, line, problem in numbered_lines(file)
            if problem or line.strip() or (separator and separator in line)
        )
        for number, line, problem in islice(lines, 1 if separator else 0):
            values = _header(line, number, separator, problem)
            if values is None:
                yield number, partial(_refuse, problem) if problem else partial(parse, line)
            else:
                parse = partial(_separated_counts, separator, values=values)
        for number, line, problem in lines:
            yield number, partial(_refuse, problem) if problem else partial(parse, line)


def _refuse(problem: str) -> Sequence[int]:
    """Parse a line that cannot be read: raise what is wrong with it."""
    raise BaccaratError(problem)


def _header(line: str, number: int, separator: str, problem: str) -> tuple[int, ...] | None:
    """Return the point values of the cards that a first line names; None if it is a row of counts."""
    fields = [field.strip().strip('"') for field in line.split(separator)]
    if set(fields) in _AMBIGUOUS_NAMES and len(fields) == Fineness.VALUES:
        names = separator.join("0A23456789")
        raise FileError(
            f"line {number}: {separator.join(fields)} could be the names of the columns or a shoe; if they are names, "
            f"write A for 1; if it is a shoe, write the line {names} above it"
        )
    if not any(map(_is_name, fields)):
        return None
    try:
        if problem:
            _refuse(problem)
        return values_of_cards(tuple(_fields(separator, line)))
    except BaccaratError as error:
        raise FileError(f"line {number}: it has letters, so it must name cards: {error}") from None


def _is_name(field: str) -> bool:
    """Return whether a field has a letter and is not a number such as 1e2 or nan."""
    try:
        float(field)
    except ValueError:
        return any(map(str.isalpha, field))
    return False


def _fields(separator: str, line: str) -> list[str]:
    """Return the fields of a line of CSV or TSV; a quoted field must end in its line."""
    if _PLAIN.fullmatch(line):  # nearly all lines: digits and separators only
        return line.removesuffix("\n").split(separator)
    try:
        return next(csv.reader([line], delimiter=separator, strict=True))
    except csv.Error as error:
        raise BaccaratError(f"cannot read it: {error}") from None


def _separated_counts(separator: str, line: str, values: Sequence[int] | None = None) -> Sequence[int]:
    """Return the counts of a line whose columns have these point values, by default 0 to 9."""
    fields = _fields(separator, line)
    return _counts(fields) if values is None else _counts_by_value(values, fields)


def _counts_by_value(values: Sequence[int], fields: Sequence[object]) -> list[int]:
    """Add up fields that count cards of these point values."""
    if len(fields) != len(values):
        raise BaccaratError(f"got {len(fields)} counts; the first line names {len(values)} cards")
    counts = [0] * Fineness.VALUES
    for value, field in zip(values, fields, strict=True):
        counts[value] += _count(field)
    return _counts(counts)


def _json_counts(line: str) -> Sequence[int]:
    try:
        # Numbers stay text, so JSON and CSV share one parser of counts and nothing is rounded.
        row = json.loads(line, object_pairs_hook=tuple, parse_int=str, parse_float=str)
    except (ValueError, RecursionError) as error:
        raise BaccaratError(f"it is not JSON: {error}") from None
    if isinstance(row, list):
        return _counts(row)
    if not isinstance(row, tuple):
        raise BaccaratError(f"got {shown(line.strip())}; a line is an array of ten counts or an object of cards")
    return _counts_by_value(values_of_cards(tuple(name for name, _ in row)), [count for _, count in row])


def _counts(fields: Sequence[object]) -> list[int]:
    """Return a row's counts.

    Raises:
        BaccaratError: if the row is not a shoe.
    """
    if len(fields) != Fineness.VALUES:
        raise BaccaratError(f"got {len(fields)} counts; a row is ten, of the point values 0 to 9")
    counts = [_count(field) for field in fields]
    if sum(counts) < CARDS_IN_A_COUP:
        raise BaccaratError(f"got {sum(counts)} cards; a coup can need {CARDS_IN_A_COUP}")
    return counts


@lru_cache(maxsize=4096)
def _count_of_text(text: str) -> int:
    """Parse a count; cached, since a file repeats few different ones; a long one is an error, so none is kept."""
    whole = _WHOLE.fullmatch(text)
    if whole is None:
        raise BaccaratError(f"got the count {shown(text)}; counts are whole numbers of 0 or more")
    if len(whole[1]) > _MOST_DIGITS or len(text) > MAX_FIELD:
        raise BaccaratError(
            f"got the count {shown(text.strip())}; a count has at most {_MOST_DIGITS} digits, "
            f"its field at most {MAX_FIELD} characters"
        )
    return int(whole[1])


def _count(field: object) -> int:
    """Return a count: a whole number, or text or a float that is one."""
    if isinstance(field, str):
        return _count_of_text(field)
    if isinstance(field, list | tuple):
        raise BaccaratError(f"got {_JSON_KINDS[type(field)]} for a count; counts are whole numbers of 0 or more")
    if type(field) is int and field >= 0:
        return field
    if isinstance(field, float) and field.is_integer() and field >= 0:
        if field < _EXACT_FLOATS:
            return int(field)
        raise BaccaratError(f"got the count {shown(str(field))}; whole numbers are exact in a float below 2^53 only")
    raise BaccaratError(f"got the count {shown(str(field))}; counts are whole numbers of 0 or more")
