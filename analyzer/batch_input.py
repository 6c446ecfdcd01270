"""Files of compositions, read row by row: CSV, TSV, JSON lines, and NumPy's `.npy`.

A row of CSV or TSV is ten counts, of the values 0 to 9; or, under a first line that names cards as a shoe's text does
(with a letter in it somewhere: `0 A 2 3 ...`), a count for each of them. A line of JSON is an array of ten counts, or
an object of cards and counts. A `.npy` file is an (n, 10) array of integers. Empty lines are passed over.
"""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from analyzer.batch import require_numpy
from analyzer.cards import Fineness, read_card
from analyzer.errors import BaccaratError
from analyzer.files import FileError
from analyzer.notation import shown
from analyzer.shoe import CARDS_IN_A_COUP, Shoe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TextIO

    # The number of a row in its file, and what reads it or says why it is no shoe.
    Row = tuple[int, Callable[[], Sequence[int]]]

__all__ = ["KINDS", "NO_SHOE", "kind_of", "read_rows"]

KINDS: Final = ("csv", "tsv", "jsonl", "npy")
NO_SHOE: Final = [-1] * Fineness.VALUES
"""What stands for a row that is no shoe, whatever was wrong with it."""
_ENDINGS: Final = {".csv": "csv", ".tsv": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".npy": "npy"}
_SEPARATORS: Final = {"csv": ",", "tsv": "\t"}
_WHOLE = re.compile(r"\s*[0-9]{1,30}\s*", re.ASCII)
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
        raise FileError(f"{where}: cannot read it: {(error.strerror or str(error)).lower()}") from error
    except UnicodeDecodeError as error:
        raise FileError(f"{where}: it is no UTF-8 text (byte {error.start} of a part cannot be read)") from error
    except csv.Error as error:
        raise FileError(f"{where}: cannot read it: {error}") from error


def _array_rows(path: str) -> Iterator[Row]:
    require_numpy()
    import numpy as np

    if path == "-":
        raise FileError("an array is not read from there; name its file")
    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise FileError(f"it is no array: {error}") from error
    if array.ndim != 2 or array.shape[1] != Fineness.VALUES or array.dtype.kind not in "iu":  # noqa: PLR2004
        raise FileError(f"it holds {array.dtype} of shape {array.shape}; it must be integers of shape (n, 10)")
    for start in range(0, len(array), _ROWS_TOGETHER):
        for number, cells in enumerate(array[start : start + _ROWS_TOGETHER].tolist(), start):
            yield number, partial(_counts, cells)


@contextmanager
def _opened(path: str) -> Iterator[TextIO]:
    if path != "-":
        with Path(path).open(encoding="utf-8-sig", newline="") as file:
            yield file
        return
    if sys.stdin is None:  # closed before the program began
        yield io.StringIO()
        return
    text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig", newline="")
    try:
        yield text
    finally:
        text.detach()


def _text_rows(path: str, kind: str) -> Iterator[Row]:
    with _opened(path) as file:
        if kind == "jsonl":
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield number, partial(_json_counts, line)
            return
        reader = csv.reader(file, delimiter=_SEPARATORS[kind])
        read: Callable[[list[str]], Sequence[int]] = _counts
        first = True
        for row in reader:
            if not any(map(str.strip, row)):
                continue
            if first and any(character.isalpha() for cell in row for character in cell):
                read = partial(_counts_of, _header(row, reader.line_num))
            else:
                yield reader.line_num, partial(read, row)
            first = False


def _header(names: list[str], number: int) -> list[int]:
    """Return the point values of the cards a header names."""
    try:
        # A shoe of these cards is refused for every reason a header is: an unknown card, one twice, mixed kinds.
        Shoe.from_spec(",".join(f"{name.strip()}={CARDS_IN_A_COUP}" for name in names))
    except BaccaratError as error:
        raise FileError(f"line {number}: it has letters, so it must name cards: {error}") from None
    return [read_card(name).point_value for name in names]


def _counts_of(values: list[int], cells: Sequence[str]) -> list[int]:
    """Return the counts by value of a row whose columns have these point values."""
    if len(cells) != len(values):
        raise BaccaratError(f"got {len(cells)} counts; the first line names {len(values)} cards")
    counts = [0] * Fineness.VALUES
    for value, cell in zip(values, cells, strict=True):
        counts[value] += _count(cell)
    return _counts(counts)


def _json_counts(line: str) -> Sequence[int]:
    try:
        cells = json.loads(line, object_pairs_hook=tuple)
    except (ValueError, RecursionError) as error:
        raise BaccaratError(f"it is no JSON: {error}") from None
    if isinstance(cells, list):
        return _counts(cells)
    if not isinstance(cells, tuple):
        raise BaccaratError(f"got {shown(line.strip())}; a line is an array of ten counts or an object of cards")
    return Shoe.from_spec(",".join(f"{name}={count}" for name, count in cells)).at(Fineness.VALUES).counts


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


def _count(cell: object) -> int:
    if type(cell) is int and cell >= 0:
        return cell
    if isinstance(cell, str) and _WHOLE.fullmatch(cell):
        return int(cell)
    raise BaccaratError(f"got the count {shown(str(cell))}; counts are whole numbers of 0 or more")
