"""Records of dealt coups, as files hold them: CSV, TSV or lines of JSON, read line by line in bounded memory.

A line that cannot be read is yielded with what is wrong with it; reading goes on after it. Only what leaves every line
without a meaning (a file that cannot be opened, a header that names no cards) is an error.
"""

from __future__ import annotations

import csv
import json
import re
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from analyzer.cards.card import read_cards
from analyzer.catalog.bet_names import plain
from analyzer.errors import BaccaratError, FileError
from analyzer.files import opened, reason
from analyzer.notation import counted, grouped, shown
from analyzer.records.columns import CELLS, MONEY_GROUPS, Columns, DoubtfulMarkError, says_yes
from analyzer.rules.coup import OPENING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from typing import TextIO

    Reader = Callable[[int, str], "Record | None"]
    Line = tuple[int, str, str]

__all__ = ["MAX_LINE", "Money", "Record", "RecordFile"]

MAX_LINE: Final = 65_536
"""The longest line that is read, in characters; no coup is so long."""

Money = tuple[str, str, str]
"""An amount of a line: "stake" or "paid", the bet's name, the text."""

_EMPTY = ("",) * len(CELLS)
_SHOE, _CHANGE = _MARKS = tuple(map(tuple(CELLS).index, ("shoe", "change")))
_SURROGATE = re.compile("[\ud800-\udfff]")
_MOST_IGNORED = 100
# A list of objects, or an object over several lines.
_OTHER_JSON = re.compile(r"\s*(\[(?=\s*(?:\{|$))|\{(?=\s*$))")


class Record(NamedTuple):
    """One line of a record.

    Attributes:
        line: its number in the file, from 1.
        cells: the text of each of `columns.CELLS`, in order, "" where there is none.
        money: stakes and payments.
        change: whether a line of its own before it says that a new shoe starts, apart from what the cells say.
        problem: what is wrong with it, "" if it can be read; if not, the cells hold what it says of shoes at most.
    """

    line: int
    cells: tuple[str, ...] = _EMPTY
    money: tuple[Money, ...] = ()
    change: bool = False
    problem: str = ""


class RecordFile:
    """A record of dealt coups, as an iterable of its lines.

    Attributes:
        ignored: names of columns that mean nothing to it, in the order found, the first hundred.
        lines: how many lines were read so far.

    Raises:
        FileError: while iterating, if the file cannot be read, is no text or holds no coup, or its header names no
            cards.
    """

    def __init__(
        self, path: str, bets: Collection[str] = (), mark: str | None = None, *, one_column: bool = False
    ) -> None:
        """Open nothing yet.

        Args:
            path: the file, "-" for standard input.
            bets: the names of bets that may have columns of stakes and payments.
            mark: what marks a new shoe: the name of a column whose value changes, or the whole text of a line.
            one_column: whether the cards stand in one column in dealing order, not in one for each hand.
        """
        self.ignored: list[str] = []
        self.lines = 0
        self._path = path
        self._columns = Columns(bets, mark, one_column=one_column)
        self._mark = None if mark is None else mark.strip()
        self._is_json = path.lower().endswith((".jsonl", ".ndjson"))
        self._changed = self._marked = False

    @property
    def marked(self) -> bool:
        """Whether a line was the mark of a new shoe so far, or a column has its name."""
        return self._marked or self._columns.marked

    def __iter__(self) -> Iterator[Record]:
        """Yield every line that holds anything."""
        where = "standard input" if self._path == "-" else self._path
        try:
            with opened(self._path) as file:
                yield from self._records(self._numbered(file))
        except FileError as error:
            raise FileError(f"{where}: {error}") from None
        except OSError as error:
            raise FileError(f"{where}: cannot read it: {reason(error)}") from error

    def _numbered(self, file: TextIO) -> Iterator[Line]:
        """Yield lines that are not blank and no mark: number, text, and what is wrong with the text."""
        for line in iter(partial(file.readline, MAX_LINE + 1), ""):
            self.lines += 1
            problem = ""
            if len(line) > MAX_LINE and not line.endswith("\n"):
                problem = f"it is longer than {grouped(MAX_LINE)} characters"
                while (rest := file.readline(MAX_LINE)) and not rest.endswith("\n"):
                    pass
            elif line.isspace():
                continue
            elif self._mark is not None and line.strip() == self._mark:
                self._changed = self._marked = True
                continue
            elif not line.isascii() and _SURROGATE.search(line):
                problem = "it is no UTF-8 text"
            elif "\0" in line:
                problem = "it holds a NUL, so it is no text"
            yield self.lines, line, problem

    def _records(self, lines: Iterator[Line]) -> Iterator[Record]:
        first = next(lines, None)
        if first is None:
            raise FileError("it is empty")
        number, text, problem = first
        if start := _OTHER_JSON.match(text):
            raise FileError(f"line {number}: it starts with {start[1]}; JSON is read as one whole object on each line")
        read: Reader
        if self._is_json or text.lstrip().startswith("{"):
            read, lines = self._read_json, chain([first], lines)
        elif problem:
            raise FileError(f"line {number}: {problem}")
        else:
            read = self._separated(number, text)
        number = 0
        for number, text, problem in lines:
            record = read(number, text)
            if problem:
                record = Record(number, _EMPTY if record is None else _of_shoes(record.cells), problem=problem)
            if record is not None:
                yield record._replace(change=True) if self._changed else record
                self._changed = False
        if not number:
            raise FileError("it holds no coup")

    def _separated(self, number: int, header: str) -> Reader:
        """Return what reads a line of cells, given the header."""
        separator = "\t" if "\t" in header else ";" if header.count(";") > header.count(",") else ","
        try:
            names = _cells(header, separator)
            places, money = self._places(names)
        except (csv.Error, FileError) as error:
            raise FileError(f"line {number}: {error}") from None
        # Where a column is not there, the last cell, an empty one more than the header has, is picked.
        pick, width = itemgetter(*(places.get(cell, -1) for cell in range(len(CELLS)))), len(names)

        def read(number: int, text: str) -> Record | None:
            problem = ""
            try:
                cells = _cells(text, separator)
            except csv.Error as error:
                problem, cells = str(error), text.rstrip("\n").split(separator)
            if not problem and len(cells) != width:
                problem = f"it has {counted(len(cells), 'cell')}; the header has {width}"
            if problem:
                return Record(number, self._vouched(cells, places, longer=len(cells) > width), problem=problem)
            if not any(map(str.strip, cells)):
                return None
            cells.append("")
            picked = pick(cells)
            amounts = tuple([(kind, bet, cells[place]) for place, kind, bet in money]) if money else ()
            return Record(number, picked, amounts)

        return read

    def _places(self, names: list[str]) -> tuple[dict[int, int], list[tuple[int, str, str]]]:
        """Return the column of each cell, and the columns of amounts."""
        places: dict[int, int] = {}
        money: list[tuple[int, str, str]] = []
        for place, name in enumerate(names):
            meant = self._columns.meaning(name)
            if isinstance(meant, tuple):
                if problem := self._columns.unknown_bet(meant[1]):
                    raise FileError(f"column {shown(name)}: {problem}")
                if meant in [(kind, bet) for _, kind, bet in money]:
                    raise FileError(f"column {shown(name)}: another column means the same")
                money.append((place, *meant))
            elif meant is None or meant in self._columns.unused:
                self._ignore(name.strip())
            elif meant in places:
                other = places[meant]
                places[meant], unread = (
                    (other, place) if self._columns.is_read_before(names[other], name) else (place, other)
                )
                self._ignore(names[unread].strip())
            else:
                places[meant] = place
        if problem := self._columns.missing(places, names):
            raise FileError(problem)
        return places, money

    def _vouched(self, cells: list[str], places: dict[int, int], *, longer: bool) -> tuple[str, ...]:
        """Return what a line whose cells may have moved says of shoes, as far as its hands show that it did not move.

        Both hands must stand in their columns: then what comes before the last of them has not moved. A line with too
        many cells lacks none, so the next cell has not moved either where it says yes in a word that is no card.
        """
        hands = [places[cell] for cell in self._columns.needed]
        last = max(hands)
        if last >= len(cells) or not all(_is_dealt(cells[place], 2 // len(hands)) for place in hands):
            return _EMPTY
        kept = {cell: cells[places[cell]] for cell in _MARKS if places.get(cell, last) < last}
        if longer and places.get(_CHANGE) == last + 1 and says_yes(cells[last + 1]) and not _cards_in(cells[last + 1]):
            kept[_CHANGE] = cells[last + 1]
        return _of_shoes(tuple([kept.get(cell, "") for cell in range(len(CELLS))]))

    def _ignore(self, name: str) -> None:
        if name and name not in self.ignored and len(self.ignored) < _MOST_IGNORED:
            self.ignored.append(name)

    def _read_json(self, number: int, text: str) -> Record:
        try:
            pairs = json.loads(text, object_pairs_hook=_Pairs, parse_int=str, parse_float=str, parse_constant=str)
        except (ValueError, RecursionError) as error:
            return Record(number, problem=f"it is no JSON, one whole object on a line: {error}")
        if not isinstance(pairs, _Pairs):
            return Record(number, problem="a line is an object, a coup by the names of its columns")
        found: dict[int, tuple[str, Any]] = {}
        money: list[Money] = []
        problem = self._take(pairs, found, money)
        problem = problem or self._wrong_money(money) or self._columns.missing(found, [name for name, _ in pairs])
        texts = dict.fromkeys(range(len(CELLS)), "")
        for cell, (name, value) in found.items():
            try:
                texts[cell] = _text(name, value)
            except FileError as error:
                problem = problem or str(error)
        cells = tuple(texts.values())
        return Record(number, _of_shoes(cells), problem=problem) if problem else Record(number, cells, tuple(money))

    def _take(self, pairs: _Pairs, found: dict[int, tuple[str, Any]], money: list[Money]) -> str:
        """Take the cells and amounts of an object; return the first thing that is wrong with it, "" if nothing is."""
        problem = ""
        for name, value in pairs:
            group = MONEY_GROUPS.get(plain(name))
            # An amount under "stakes" is what a column of its own would be.
            is_group = group and isinstance(value, _Pairs)
            for title, each in [(f"{group} {bet}", amount) for bet, amount in value] if is_group else [(name, value)]:
                try:
                    self._take_one(title, each, found, money)
                except DoubtfulMarkError:
                    raise
                except FileError as error:
                    problem = problem or str(error)
        return problem

    def _take_one(
        self,
        name: str,
        value: Any,  # noqa: ANN401 - whatever JSON has
        found: dict[int, tuple[str, Any]],
        money: list[Money],
    ) -> None:
        """Take one cell or amount of an object."""
        meant = self._columns.meaning(name)
        if meant is None or meant in self._columns.unused:
            if value is not None:  # nothing is not read either way
                self._ignore(name)
        elif isinstance(meant, tuple):
            money.append((*meant, _text(name, value)))
        elif meant in found and self._columns.is_read_before(found[meant][0], name):
            self._ignore(name)
        else:
            if meant in found:
                self._ignore(found[meant][0])
            found[meant] = name, value

    def _wrong_money(self, money: list[Money]) -> str:
        """Return what is wrong with the names of amounts, "" if nothing."""
        named = [(kind, bet) for kind, bet, _ in money]
        for place, (kind, bet) in enumerate(named):
            if problem := self._columns.unknown_bet(bet):
                return problem
            if (kind, bet) in named[:place]:
                return f"{kind} of {bet}: the same stands twice"
        return ""


class _Pairs(list[tuple[str, Any]]):
    """An object of JSON, names that stand twice and all."""


def _text(name: str, value: Any) -> str:  # noqa: ANN401 - whatever JSON has
    """Return a value of JSON as the cell of a table would hold it."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return "yes" if value else ""
    if type(value) is list and all(isinstance(each, str) for each in value):
        return " ".join(value)
    raise FileError(f"{shown(name)}: it must be a text, a number or a list of them")


def _of_shoes(cells: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cells of a line that cannot be read, less all but what they say of shoes."""
    return tuple([cell if place in _MARKS and cell.isprintable() else "" for place, cell in enumerate(cells)])


def _cards_in(text: str) -> int:
    """Return how many cards a cell holds, 0 if it holds anything else."""
    try:
        return len(read_cards(text.replace(",", " ")))
    except BaccaratError:
        return 0


def _is_dealt(text: str, hands: int) -> bool:
    """Return whether a cell holds the cards of so many hands, two or three each."""
    return OPENING * hands <= _cards_in(text) <= (OPENING + 1) * hands


def _cells(line: str, separator: str) -> list[str]:
    """Return the cells of a line; a quotation that is not closed ends with it and is an error."""
    if '"' not in line:
        return line.rstrip("\n").split(separator)
    return next(csv.reader([line], delimiter=separator, strict=True))
