"""Answers for rows of compositions: found in order, written line by line, and gone on with after an interruption."""

from __future__ import annotations

import csv
import io
import json
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from analyzer.batch.plan import until_failure
from analyzer.errors import FileError, OutputExistsError
from analyzer.files import reason
from analyzer.notation import JSON_PLACES, exact, quotient
from analyzer.rules.coup import Winner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import BinaryIO, TextIO

    from analyzer.batch.stream import Answer
    from analyzer.enumeration.distribution import Progress

__all__ = ["FORMS", "Layout", "write_answers"]

FORMS: Final = ("csv", "tsv", "jsonl")
_SEPARATORS: Final = {"csv": ",", "tsv": "\t"}
# Of a part of a file that is gone on with, so many lines are found again.
_FOUND_AGAIN: Final = 1000


@dataclass(frozen=True)
class Layout:
    """How answers are written.

    Attributes:
        form: one of `FORMS`.
        bets: the names of the bets.
        places: decimal places of the edges.
        exact: edges as n/d in lowest terms instead; JSON lines have both.

    >>> from analyzer.batch.stream import Answer
    >>> layout = Layout("csv", ("tie",))
    >>> print(layout.header + layout.line(Answer(720, (300, 300, 120), [(-18, 72)])), end="")
    total,punto,banco,tie,tie_edge
    720,300,300,120,-0.250000000000
    """

    form: str
    bets: tuple[str, ...]
    places: int = JSON_PLACES
    exact: bool = False

    @property
    def header(self) -> str:
        """The first line, "" for JSON lines."""
        if self.form == "jsonl":
            return ""
        text = io.StringIO()
        writer = csv.writer(text, delimiter=_SEPARATORS[self.form], lineterminator="\n")
        writer.writerow(["total", *Winner, *(f"{bet}_edge" for bet in self.bets)])
        return text.getvalue()

    def line(self, answer: Answer | None) -> str:
        """Return the line of one answer; None is a line of empty cells, or null."""
        if self.form == "jsonl":
            return json.dumps(answer and self._document(answer), ensure_ascii=False) + "\n"
        if answer is None:
            return _SEPARATORS[self.form] * (len(Winner) + len(self.bets)) + "\n"
        # Numbers need no quotation marks.
        cells = [answer.total, *answer.counts, *map(self._edge, answer.edges)]
        return _SEPARATORS[self.form].join(map(str, cells)) + "\n"

    def _edge(self, edge: tuple[int, int]) -> str:
        return exact(Fraction(*edge)) if self.exact else quotient(*edge, self.places)

    def _document(self, answer: Answer) -> dict[str, object]:
        bets = [
            {"bet": bet, "edge": exact(Fraction(*edge)), "edge_decimal": quotient(*edge, self.places)}
            for bet, edge in zip(self.bets, answer.edges, strict=True)
        ]
        counts = zip(Winner, map(str, answer.counts), strict=True)
        return {"total": str(answer.total)} | dict(counts) | {"bets": bets}


def write_answers(  # noqa: PLR0913 - what comes in, what is done with it and where it goes
    rows: Iterator[Sequence[int]],
    answer: Callable[[Iterable[Sequence[int]]], Iterator[list[Answer | None]]],
    layout: Layout,
    output: str | None,
    *,
    resume: bool = False,
    progress: Progress | None = None,
) -> None:
    """Write a line for each row.

    Args:
        rows: the compositions.
        answer: finds their answers, block by block, in order.
        layout: how answers are written.
        output: the file, None for standard output. It is written to as answers come, so an interruption leaves a part.
        resume: go on after the last whole line of a part that the same call left. To know it for that, some of its
            lines are found again: the first, the last, the last of a shoe, a thousand in equal steps between, and what
            is left of the line that was cut.
        progress: called after each block with the number of rows done.

    Raises:
        BaccaratError: what the rows raise, once the answers of those before it are written.
        OutputExistsError: if the output is there already though it is not to be resumed.
        FileError: if the output cannot be written, or is to be resumed but is not a part of what this call writes; it
            is then as it was.
    """
    kept = _kept(output, layout, resume=resume) if output is not None else _NOTHING
    _find_again(kept, rows, answer, layout)
    failures: list[Exception] = []
    blocks = answer(until_failure(rows, failures))
    first = next(blocks, [])
    if failures and not first:
        raise failures[0]
    if kept.cut and not (first and layout.line(first[0]).encode().startswith(kept.cut)):
        raise kept.unlike(kept.rows)
    done = kept.rows
    with _destination(output, kept.size) as write:
        if not kept.size:
            write(layout.header)
        for block in chain([first], blocks):
            write("".join(map(layout.line, block)))
            done += len(block)
            if progress is not None:
                progress(done, None)
    if failures:
        raise failures[0]


class _Kept(NamedTuple):
    """What a stopped run left.

    Attributes:
        output: the file.
        size: the bytes of its whole lines.
        headers: how many of them are headers.
        rows: how many are answers.
        lines: those that are found again, by the number of answers before them.
        cut: what there is of a line without its end.
    """

    output: str
    size: int
    headers: int
    rows: int
    lines: dict[int, bytes]
    cut: bytes

    def unlike(self, row: int) -> FileError:
        """Return the error that the line of an answer, so many before it, is another."""
        return FileError(
            f"{self.output}: its line {self.headers + row + 1} is not what this input and these options give; "
            "resume with those it was begun with, or write to another file"
        )


_NOTHING = _Kept("", 0, 0, 0, {}, b"")


def _kept(output: str, layout: Layout, *, resume: bool) -> _Kept:
    """Return what is to be kept of the output file."""
    path = Path(output)
    header = layout.header.encode()
    try:
        if not path.is_file() or not path.stat().st_size:
            return _NOTHING
        if not resume:
            raise OutputExistsError(f"{output}: it is there already; resume it, or remove it")
        with path.open("rb") as file:
            begun = file.read(len(header))
            if not header.startswith(begun):
                raise FileError(f"{output}: its first line is not the one these options give; it cannot be resumed")
            if len(begun) < len(header):
                return _NOTHING
            return _kept_lines(file, _Kept(output, len(header), int(bool(header)), 0, {}, b""), layout)
    except OSError as error:
        raise FileError(f"{output}: cannot read it: {reason(error)}") from error


def _kept_lines(file: BinaryIO, kept: _Kept, layout: Layout) -> _Kept:
    """Return what is to be kept of the lines after the header."""
    masked = layout.line(None).encode()
    size, rows, last_shoe, cut = kept.size, 0, 0, b""
    for line in file:
        if not line.endswith(b"\n"):
            cut = line
            break
        if line != masked:
            last_shoe = rows
        size, rows = size + len(line), rows + 1
    wanted = {rows * step // _FOUND_AGAIN for step in range(_FOUND_AGAIN)} | {last_shoe, rows - 1}
    file.seek(kept.size)
    lines = {row: line for row, line in enumerate(islice(file, rows)) if row in wanted}
    return kept._replace(size=size, rows=rows, lines=lines, cut=cut)


def _find_again(
    kept: _Kept,
    rows: Iterator[Sequence[int]],
    answer: Callable[[Iterable[Sequence[int]]], Iterator[list[Answer | None]]],
    layout: Layout,
) -> None:
    """Pass over the rows whose lines are kept, and find some of these again.

    Raises:
        FileError: if one is another, or there are more than rows.
    """
    passed, again = 0, []
    for row in islice(rows, kept.rows):
        if passed in kept.lines:
            again.append(row)
        passed += 1
    if passed < kept.rows:
        raise kept.unlike(passed)
    found = chain.from_iterable(answer(again))
    for (place, line), each in zip(kept.lines.items(), found, strict=True):
        if layout.line(each).encode() != line:
            raise kept.unlike(place)


@contextmanager
def _destination(output: str | None, size: int) -> Iterator[Callable[[str], None]]:
    """Yield what writes at once to standard output, or to a file after so many bytes that are kept."""
    if output is None:
        yield partial(_write, sys.stdout)
        return
    try:
        # What is no regular file (a device, a pipe) has nothing to keep.
        with Path(output).open("r+" if size else "w", encoding="utf-8", newline="\n") as file:
            if size:
                file.truncate(size)
                file.seek(size)
            yield partial(_write, file)
    except BrokenPipeError:  # a reader who leaves is no error, under whatever name
        raise
    except OSError as error:
        raise FileError(f"{output}: cannot write it: {reason(error)}") from error


def _write(file: TextIO, text: str) -> None:
    file.write(text)
    file.flush()
