"""Answers for rows of compositions, written line by line, and resumed after an interruption."""

from __future__ import annotations

import csv
import io
import json
import os
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
    from typing import IO, BinaryIO

    from analyzer.batch.stream import Answer
    from analyzer.enumeration.distribution import Progress

__all__ = ["OUTPUT_FORMATS", "LineFormat", "write_answers"]

OUTPUT_FORMATS: Final = ("csv", "tsv", "jsonl")
_SEPARATORS: Final = {"csv": ",", "tsv": "\t"}
_LONGEST_LINE: Final = 1_000_000  # bytes; no line of an output is longer
# Of a file to resume, about this many lines are computed again and compared.
_LINES_COMPARED: Final = 1000


@dataclass(frozen=True)
class LineFormat:
    """How an answer becomes a line.

    Attributes:
        output_format: one of `OUTPUT_FORMATS`.
        bets: the names of the bets.
        places: decimal places of the edges.
        exact: edges as n/d in lowest terms instead; JSON lines have both.

    >>> from analyzer.batch.stream import Answer
    >>> line_format = LineFormat("csv", ("tie",))
    >>> print(line_format.header + line_format.line(Answer(720, (300, 300, 120), [(-18, 72)])), end="")
    total,punto,banco,tie,tie_edge
    720,300,300,120,-0.250000000000
    """

    output_format: str
    bets: tuple[str, ...]
    places: int = JSON_PLACES
    exact: bool = False

    @property
    def header(self) -> str:
        """The header line, "" for JSON lines."""
        if self.output_format == "jsonl":
            return ""
        text = io.StringIO()
        writer = csv.writer(text, delimiter=_SEPARATORS[self.output_format], lineterminator="\n")
        writer.writerow(["total", *Winner, *(f"{bet}_edge" for bet in self.bets)])
        return text.getvalue()

    def line(self, answer: Answer | None) -> str:
        """Return the line of one answer; for None a line of empty fields, or null."""
        if self.output_format == "jsonl":
            return json.dumps(answer and self._document(answer), ensure_ascii=False) + "\n"
        if answer is None:
            return _SEPARATORS[self.output_format] * (len(Winner) + len(self.bets)) + "\n"
        # Numbers need no quotation marks.
        fields = [answer.total, *answer.counts, *map(self._edge, answer.edges)]
        return _SEPARATORS[self.output_format].join(map(str, fields)) + "\n"

    def _edge(self, edge: tuple[int, int]) -> str:
        return exact(Fraction(*edge)) if self.exact else quotient(*edge, self.places)

    def _document(self, answer: Answer) -> dict[str, object]:
        bets = [
            {"bet": bet, "edge": exact(Fraction(*edge)), "edge_decimal": quotient(*edge, self.places)}
            for bet, edge in zip(self.bets, answer.edges, strict=True)
        ]
        counts = zip(Winner, map(str, answer.counts), strict=True)
        return {"total": str(answer.total)} | dict(counts) | {"bets": bets}


def write_answers(  # noqa: PLR0913 - the input, the work and the output
    rows: Iterator[Sequence[int]],
    answer: Callable[[Iterable[Sequence[int]]], Iterator[list[Answer | None]]],
    line_format: LineFormat,
    output: str | None,
    *,
    resume: bool = False,
    progress: Progress | None = None,
) -> None:
    """Write a line for each row.

    Args:
        rows: the compositions.
        answer: computes their answers, block by block, in order.
        line_format: how an answer becomes a line.
        output: the file, None for standard output. Each block is written at once, so an interruption leaves a part.
        resume: continue after the last complete line of a part that the same call left. To verify that, some of its
            lines are computed again: the first, the last, the last of a shoe, a thousand in equal steps between, and
            what is left of the line that was cut.
        progress: called after each block with the number of rows done.

    Raises:
        BaccaratError: what the rows raise, after the answers before it are written.
        FileError: if the output cannot be written, exists and is not to be resumed, or is to be resumed but is not the
            beginning of what this call writes; it is then left as it was.
    """
    part = _resumable_part(output, line_format, resume=resume) if output is not None else _EMPTY_PART
    _skip_and_compare(part, rows, answer, line_format)
    failures: list[Exception] = []
    blocks = answer(until_failure(rows, failures))
    first = next(blocks, [])
    if failures and not first:
        raise failures[0]
    if part.cut and not (first and line_format.line(first[0]).encode().startswith(part.cut)):
        raise part.mismatch(part.rows)
    done = part.rows
    with _destination(output, part.size, part.found) as write:
        if not part.size:
            write(line_format.header)
        for block in chain([first], blocks):
            write("".join(map(line_format.line, block)))
            done += len(block)
            if progress is not None:
                progress(done, None)
    if failures:
        raise failures[0]


class _Part(NamedTuple):
    """The part of an output file that an interrupted run left.

    Attributes:
        output: the file.
        size: the bytes of its complete lines.
        headers: the number of header lines, 0 or 1.
        rows: the number of answers.
        lines: the lines to compute again, by the number of answers before them.
        cut: the last line, if it lacks its end.
        found: the bytes of the whole file, None if there is none.
    """

    output: str
    size: int
    headers: int
    rows: int
    lines: dict[int, bytes]
    cut: bytes
    found: int | None = None

    def mismatch(self, row: int) -> FileError:
        """Return the error that the line of an answer, by its index, differs from the answer computed again."""
        return FileError(
            f"{self.output}: its line {self.headers + row + 1} is not what this input and these options give; "
            "resume with the input and options it was begun with, or write to another file"
        )


_EMPTY_PART = _Part("", 0, 0, 0, {}, b"")


def _resumable_part(output: str, line_format: LineFormat, *, resume: bool) -> _Part:
    """Return the part of the output file that can be resumed."""
    path = Path(output)
    header = line_format.header.encode()
    try:
        if not path.is_file():
            return _EMPTY_PART
        found = path.stat().st_size
        if not found:
            return _EMPTY_PART._replace(found=0)
        if not resume:
            raise OutputExistsError(f"{output}: it exists already; resume it, remove it, or write to another file")
        with path.open("rb") as file:
            start = file.read(len(header))
            if not header.startswith(start):
                raise FileError(f"{output}: its first line is not the one these options give; it cannot be resumed")
            if len(start) < len(header):
                return _EMPTY_PART._replace(found=found)
            return _with_lines(_Part(output, len(header), int(bool(header)), 0, {}, b"", found), file, line_format)
    except OSError as error:
        raise FileError(f"{output}: cannot read it: {reason(error)}") from error


def _with_lines(part: _Part, file: BinaryIO, line_format: LineFormat) -> _Part:
    """Return a part that ends with its header, extended by the complete lines that follow in the file."""
    masked = line_format.line(None).encode()
    size, rows, last_shoe, cut = part.size, 0, 0, b""
    for line in iter(partial(file.readline, _LONGEST_LINE), b""):
        if not line.endswith(b"\n"):
            if len(line) == _LONGEST_LINE:
                raise part.mismatch(rows)
            cut = line
            break
        if line != masked:
            last_shoe = rows
        size, rows = size + len(line), rows + 1
    wanted = {rows * step // _LINES_COMPARED for step in range(_LINES_COMPARED)} | {last_shoe, rows - 1}
    file.seek(part.size)
    lines = {row: line for row, line in enumerate(islice(file, rows)) if row in wanted}
    return part._replace(size=size, rows=rows, lines=lines, cut=cut)


def _skip_and_compare(
    part: _Part,
    rows: Iterator[Sequence[int]],
    answer: Callable[[Iterable[Sequence[int]]], Iterator[list[Answer | None]]],
    line_format: LineFormat,
) -> None:
    """Skip the rows that are answered already, compute some of them again and compare the lines.

    Raises:
        FileError: if a line differs, or there are more lines than rows.
    """
    skipped, again = 0, []
    for row in islice(rows, part.rows):
        if skipped in part.lines:
            again.append(row)
        skipped += 1
    if skipped < part.rows:
        raise part.mismatch(skipped)
    computed = chain.from_iterable(answer(again))
    for (index, line), recomputed in zip(part.lines.items(), computed, strict=True):
        if line_format.line(recomputed).encode() != line:
            raise part.mismatch(index)


@contextmanager
def _destination(output: str | None, size: int, found: int | None) -> Iterator[Callable[[str], None]]:
    """Yield a function that writes text at once to standard output, or to a file after its first `size` bytes.

    Args:
        output: the file, None for standard output.
        size: the bytes to keep.
        found: the bytes the file had when the run began, None if there was none: what another run has written since
            is never overwritten.
    """
    if output is None:
        yield partial(_write, sys.stdout)
        return
    path = Path(output)
    try:
        # A new file is created exclusively. A device or a pipe has no part to keep, so its size is 0 here.
        is_device = os.path.lexists(path) and not path.is_file()
        mode = "w" if is_device else "x" if found is None else "r+"
        with path.open(mode, encoding="utf-8", newline="\n") as file:
            if not is_device:
                _lock(file, output)
                if os.fstat(file.fileno()).st_size != (found or 0):
                    raise FileError(f"{output}: another run has written to it just now; write to another file")
                file.truncate(size)
                file.seek(size)
            yield partial(_write, file)
    except FileExistsError:
        raise OutputExistsError(f"{output}: it was made just now by another run; write to another file") from None
    except BrokenPipeError:  # a closed pipe ends the run silently, also as /dev/stdout
        raise
    except OSError as error:
        raise FileError(f"{output}: cannot write it: {reason(error)}") from error


def _lock(file: IO[str], output: str) -> None:
    """Keep other runs from writing to the file until it is closed.

    Raises:
        FileError: if another run is writing to it.
    """
    try:
        import fcntl
    except ImportError:  # Windows refuses to open a file that another process writes to
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise FileError(f"{output}: another run is writing to it; write to another file") from None


def _write(file: IO[str], text: str) -> None:
    file.write(text)
    file.flush()
