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

from analyzer.batch import stream_answers
from analyzer.batch_input import NO_SHOE
from analyzer.cards import Fineness
from analyzer.errors import BaccaratError
from analyzer.files import FileError
from analyzer.notation import exact, quotient
from analyzer.polynomial import OUTCOMES, Forms, outcome_forms, payoff_form
from analyzer.shoe import Shoe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Executor
    from typing import TextIO

    from analyzer.bets import Bet
    from analyzer.tableau import Tableau

__all__ = ["FORMS", "Answer", "Layout", "answers", "answers_one_by_one", "write_answers"]

FORMS: Final = ("csv", "tsv", "jsonl")
_SEPARATORS: Final = {"csv": ",", "tsv": "\t"}
_LINES_TOGETHER: Final = 1024


class Answer(NamedTuple):
    """What is found for one shoe.

    Attributes:
        total: ordered six-card deals.
        counts: how many of them punto wins, banco wins and are ties.
        edges: for each bet numerator and denominator of its house edge, not in lowest terms.
    """

    total: int
    counts: Sequence[int]
    edges: Sequence[tuple[int, int]]


def answers(
    rows: Iterable[Sequence[int]], bets: Sequence[Bet], tableau: Tableau, executor: Executor | None = None
) -> Iterator[Answer | None]:
    """Yield an answer for each row of ten counts, None for `NO_SHOE`, by NumPy.

    Raises:
        BetError: if a bet looks at more than totals and numbers of cards.
        MissingExtraError: if NumPy is not installed.
    """
    for counts, prices in stream_answers(bets, rows, tableau, executor):
        parts = prices.denominators
        for total, three, numerators in zip(
            prices.totals.tolist(), counts.tolist(), prices.numerators.tolist(), strict=True
        ):
            if total is None:  # masked
                yield None
            else:
                edges = [(-numerator, part * total) for numerator, part in zip(numerators, parts, strict=True)]
                yield Answer(total, three, edges)


def answers_one_by_one(rows: Iterable[Sequence[int]], bets: Sequence[Bet], tableau: Tableau) -> Iterator[Answer | None]:
    """Yield the same answers without NumPy, some hundred times slower.

    Raises:
        BetError: if a bet looks at more than totals and numbers of cards.

    >>> from analyzer import STANDARD
    >>> [answer and answer.counts for answer in answers_one_by_one([[1] * 10, NO_SHOE], [], STANDARD)]
    [(66448, 68728, 16024), None]
    """
    outcomes, payoffs = outcome_forms(tableau), [payoff_form(bet, tableau) for bet in bets]
    # All in one: what a form costs is the walk over its coefficients, however many are packed into each.
    forms = Forms(
        outcomes.coefficients + tuple(form.coefficients[0] for form, _ in payoffs),
        max(outcomes.bound, *(form.bound for form, _ in payoffs), 1),
    )
    for row in rows:
        if row is NO_SHOE:
            yield None
            continue
        shoe = Shoe(Fineness.VALUES, tuple(row))
        values, total = forms.at(shoe), shoe.total
        numerators = values[len(OUTCOMES) :]
        edges = [(-numerator, parts * total) for numerator, (_, parts) in zip(numerators, payoffs, strict=True)]
        yield Answer(total, values[: len(OUTCOMES)], edges)


@dataclass(frozen=True)
class Layout:
    """How answers are written.

    Attributes:
        form: one of `FORMS`.
        bets: the names of the bets.
        places: decimal places of the edges.
        exact: edges as n/d in lowest terms instead; JSON lines have both.

    >>> layout = Layout("csv", ("tie",))
    >>> print(layout.header + layout.line(Answer(720, (300, 300, 120), [(-18, 72)])), end="")
    total,punto,banco,tie,tie_edge
    720,300,300,120,-0.250000000000
    """

    form: str
    bets: tuple[str, ...]
    places: int = 12
    exact: bool = False

    @property
    def header(self) -> str:
        """The first line, "" for JSON lines."""
        if self.form == "jsonl":
            return ""
        return self._separated(["total", *OUTCOMES, *(f"{bet}_edge" for bet in self.bets)])

    def line(self, answer: Answer | None) -> str:
        """Return the line of one answer; None is a line of empty cells, or null."""
        if self.form == "jsonl":
            return json.dumps(answer and self._document(answer), ensure_ascii=False) + "\n"
        if answer is None:
            return _SEPARATORS[self.form] * (len(OUTCOMES) + len(self.bets)) + "\n"
        return self._separated([answer.total, *answer.counts, *map(self._edge, answer.edges)])

    def _separated(self, cells: Sequence[object]) -> str:
        text = io.StringIO()
        csv.writer(text, delimiter=_SEPARATORS[self.form], lineterminator="\n").writerow(cells)
        return text.getvalue()

    def _edge(self, edge: tuple[int, int]) -> str:
        return exact(Fraction(*edge)) if self.exact else quotient(*edge, self.places)

    def _document(self, answer: Answer) -> dict[str, object]:
        bets = [
            {"bet": bet, "edge": exact(Fraction(*edge)), "edge_decimal": quotient(*edge, self.places)}
            for bet, edge in zip(self.bets, answer.edges, strict=True)
        ]
        counts = zip(OUTCOMES, map(str, answer.counts), strict=True)
        return {"total": str(answer.total)} | dict(counts) | {"bets": bets}


def write_answers(  # noqa: PLR0913 - what comes in, what is done with it and where it goes
    rows: Iterator[Sequence[int]],
    answer: Callable[[Iterable[Sequence[int]]], Iterable[Answer | None]],
    layout: Layout,
    output: str | None,
    *,
    resume: bool = False,
    progress: Callable[[int], object] = lambda _: None,
) -> None:
    """Write a line for each row.

    Args:
        rows: the compositions.
        answer: finds their answers, in order.
        layout: how answers are written.
        output: the file, None for standard output. It is written to as answers come, so an interruption leaves a part.
        resume: go on after the last whole line of a part that the same call left; that line is found again first, to
            know the file for what it is.
        progress: called from time to time with the number of rows done.

    Raises:
        BaccaratError: what the rows raise, once the answers of those before it are written.
        FileError: if the output cannot be written, is there already though not to be resumed, or is to be resumed but
            is no part of what this call writes.
    """
    kept = _kept(output, layout.header.encode(), resume=resume) if output is not None else _NOTHING
    for _ in islice(rows, max(0, kept.rows - 1)):
        pass
    failures: list[BaccaratError] = []
    lines: Iterator[str] = map(layout.line, answer(_until_failure(rows, failures)))
    first = list(islice(lines, 1))
    if failures and not first:
        raise failures[0]
    if kept.rows and [line.encode() for line in first] != [kept.last]:
        raise FileError(
            f"{output}: its line {kept.lines} is not what this input and these options give; "
            "resume with those it was begun with, or write to another file"
        )
    lines = chain([] if kept.rows else first, lines)
    done = kept.rows
    with _destination(output, kept.size) as write:
        if not kept.size:
            write(layout.header)
        while part := list(islice(lines, _LINES_TOGETHER)):
            write("".join(part))
            done += len(part)
            progress(done)
    if failures:
        raise failures[0]


def _until_failure(rows: Iterable[Sequence[int]], failures: list[BaccaratError]) -> Iterator[Sequence[int]]:
    """Yield the rows up to one that cannot be read, so that those before it are answered first."""
    try:
        yield from rows
    except BaccaratError as failure:
        failures.append(failure)


class _Kept(NamedTuple):
    """What a stopped run left: whole lines of so many bytes in all, and the last of them."""

    size: int
    lines: int
    rows: int
    last: bytes


_NOTHING = _Kept(0, 0, 0, b"")


def _kept(output: str, header: bytes, *, resume: bool) -> _Kept:
    """Return what is to be kept of the output file."""
    path = Path(output)
    try:
        if not path.is_file() or not path.stat().st_size:
            return _NOTHING
        if not resume:
            raise FileError(f"{output}: it is there already; go on with it by --resume, or remove it")
        size = lines = 0
        last = b""
        with path.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break  # cut in the middle
                if not lines and header and line != header:
                    raise FileError(f"{output}: its first line is not the one these options give; it cannot be resumed")
                size, lines, last = size + len(line), lines + 1, line
    except OSError as error:
        raise FileError(f"{output}: cannot read it: {(error.strerror or str(error)).lower()}") from error
    return _Kept(size, lines, lines - bool(header and lines), last)


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
    except OSError as error:
        raise FileError(f"{output}: cannot write it: {(error.strerror or str(error)).lower()}") from error


def _write(file: TextIO, text: str) -> None:
    file.write(text)
    file.flush()
