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
from analyzer.errors import BaccaratError, DoubtfulMarkError, FileError
from analyzer.files import opened, reason
from analyzer.notation import counted, grouped, shown
from analyzer.records.columns import FIELDS, MONEY_GROUPS, Columns, says_yes
from analyzer.rules.coup import OPENING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping
    from typing import TextIO

    Reader = Callable[[int, str], "Record | None"]
    Line = tuple[int, str, str]

__all__ = ["MAX_LINE", "Money", "Record", "RecordFile"]

MAX_LINE: Final = 65_536
"""The longest line that is read, in characters; no coup is so long."""

Money = tuple[str, str, str]
"""An amount of a line: "stake" or "paid", the bet's name, the text."""

_EMPTY = ("",) * len(FIELDS)
_SHOE_FIELDS = _, _CHANGE = tuple(map(tuple(FIELDS).index, ("shoe", "change")))
_SURROGATE = re.compile("[\ud800-\udfff]")
_MOST_IGNORED = 100
# A list of objects, or an object over several lines.
_OTHER_JSON = re.compile(r"\s*(\[(?=\s*(?:\{|$))|\{(?=\s*$))")


class Record(NamedTuple):
    """One line of a record.

    Attributes:
        line: its number in the file, from 1.
        fields: the text of each of `columns.FIELDS`, in order, "" where there is none.
        money: stakes and payments.
        change: whether a line of its own before it says that a new shoe starts, apart from what the fields say.
        problem: what is wrong with it, "" if it can be read; if not, the fields hold what it says of shoes at most.
    """

    line: int
    fields: tuple[str, ...] = _EMPTY
    money: tuple[Money, ...] = ()
    change: bool = False
    problem: str = ""


class RecordFile:
    """A record of dealt coups, as an iterable of its lines.

    Attributes:
        ignored: names of columns that mean nothing to it, in the order found, the first hundred.
        lines: how many lines were read so far.

    Raises:
        FileError: while iterating, if the file cannot be read, is not text, holds no coup, or has a header that names
            no cards.
    """

    def __init__(
        self,
        path: str,
        bets: Collection[str] = (),
        mark: str | None = None,
        *,
        one_column: bool = False,
        called: Mapping[str, str] | None = None,
    ) -> None:
        """Open nothing yet.

        Args:
            path: the file, "-" for standard input.
            bets: the names of bets that may have columns of stakes and payments.
            mark: what marks a new shoe: the name of a column whose value changes, or the whole text of a line.
            one_column: whether the cards stand in one column in dealing order, not in one for each hand.
            called: what errors call the "mark" and the "order" of dealing, where the user knows them by other words.
        """
        self.ignored: list[str] = []
        self.lines = 0
        self._path = path
        self._columns = Columns(bets, mark, one_column=one_column, called=called)
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
        """Yield the lines that are neither blank nor the mark: number, text, and what is wrong with the text."""
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
                record = Record(number, _EMPTY if record is None else _shoe_fields(record.fields), problem=problem)
            if record is not None:
                yield record._replace(change=True) if self._changed else record
                self._changed = False
        if not number:
            raise FileError("it holds no coup")

    def _separated(self, number: int, header: str) -> Reader:
        """Return what reads a line of separated cells, given the header."""
        separator = "\t" if "\t" in header else ";" if header.count(";") > header.count(",") else ","
        try:
            names = _cells(header, separator)
            columns, money = self._columns_of(names)
        except (csv.Error, FileError) as error:
            raise FileError(f"line {number}: {error}") from None
        # For a field without a column the last cell is picked, an empty one more than the header has.
        pick, width = itemgetter(*(columns.get(field, -1) for field in range(len(FIELDS)))), len(names)

        def read(number: int, text: str) -> Record | None:
            problem = ""
            try:
                cells = _cells(text, separator)
            except csv.Error as error:
                problem, cells = str(error), text.rstrip("\n").split(separator)
            if not problem and len(cells) != width:
                problem = f"it has {counted(len(cells), 'cell')}; the header has {width}"
            if problem:
                fields = self._trusted_shoe_fields(cells, columns, longer=len(cells) > width)
                return Record(number, fields, problem=problem)
            if not any(map(str.strip, cells)):
                return None
            cells.append("")
            amounts = tuple([(kind, bet, cells[column]) for column, kind, bet in money]) if money else ()
            return Record(number, pick(cells), amounts)

        return read

    def _columns_of(self, names: list[str]) -> tuple[dict[int, int], list[tuple[int, str, str]]]:
        """Return the column of each field that has one, and the columns of amounts, by the names in the header."""
        columns: dict[int, int] = {}
        money: list[tuple[int, str, str]] = []
        for column, name in enumerate(names):
            meant = self._columns.meaning(name)
            if isinstance(meant, tuple):
                if problem := self._columns.unknown_bet(meant[1]):
                    raise FileError(f"column {shown(name)}: {problem}")
                if meant in [(kind, bet) for _, kind, bet in money]:
                    raise FileError(f"column {shown(name)}: another column means the same")
                money.append((column, *meant))
            elif meant is None or meant in self._columns.unused:
                self._ignore(name.strip())
            elif meant in columns:
                other = columns[meant]
                columns[meant], unread = (
                    (other, column) if self._columns.is_read_before(names[other], name) else (column, other)
                )
                self._ignore(names[unread].strip())
            else:
                columns[meant] = column
        if problem := self._columns.missing(columns, names):
            raise FileError(problem)
        return columns, money

    def _trusted_shoe_fields(self, cells: list[str], columns: dict[int, int], *, longer: bool) -> tuple[str, ...]:
        """Return the shoe fields of a malformed line that can still be trusted: those before a hand in its own column.

        If all the hands are in their columns, no cell before the last of them has moved. A line with too many cells
        lacks none, so the next cell has not moved either where it says yes in a word that is not a card.
        """
        hands = [columns[field] for field in self._columns.needed]
        last = max(hands)
        if last >= len(cells) or not all(_is_dealt(cells[column], 2 // len(hands)) for column in hands):
            return _EMPTY
        trusted = {field: cells[columns[field]] for field in _SHOE_FIELDS if columns.get(field, last) < last}
        if longer and columns.get(_CHANGE) == last + 1 and says_yes(cells[last + 1]) and not _cards_in(cells[last + 1]):
            trusted[_CHANGE] = cells[last + 1]
        return _shoe_fields(tuple([trusted.get(field, "") for field in range(len(FIELDS))]))

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
        given: dict[int, tuple[str, Any]] = {}
        money: list[Money] = []
        problem = self._take(pairs, given, money)
        problem = problem or self._wrong_money(money) or self._columns.missing(given, [name for name, _ in pairs])
        texts = dict.fromkeys(range(len(FIELDS)), "")
        for field, (name, value) in given.items():
            try:
                texts[field] = _text(name, value)
            except FileError as error:
                problem = problem or str(error)
        fields = tuple(texts.values())
        if problem:
            return Record(number, _shoe_fields(fields), problem=problem)
        return Record(number, fields, tuple(money))

    def _take(self, pairs: _Pairs, given: dict[int, tuple[str, Any]], money: list[Money]) -> str:
        """Take the fields and amounts of an object; return the first thing that is wrong with it, or ""."""
        problem = ""
        for name, value in pairs:
            group = MONEY_GROUPS.get(plain(name))
            # An amount under "stakes" is what a column of its own would be.
            is_group = group and isinstance(value, _Pairs)
            titled = [(f"{group} {bet}", amount) for bet, amount in value] if is_group else [(name, value)]
            for title, content in titled:
                try:
                    self._take_one(title, content, given, money)
                except DoubtfulMarkError:
                    raise
                except FileError as error:
                    problem = problem or str(error)
        return problem

    def _take_one(
        self,
        name: str,
        value: Any,  # noqa: ANN401 - whatever JSON has
        given: dict[int, tuple[str, Any]],
        money: list[Money],
    ) -> None:
        """Take one field or amount of an object."""
        meant = self._columns.meaning(name)
        if meant is None or meant in self._columns.unused:
            if value is not None:  # nothing is not read either way
                self._ignore(name)
        elif isinstance(meant, tuple):
            money.append((*meant, _text(name, value)))
        elif meant in given and self._columns.is_read_before(given[meant][0], name):
            self._ignore(name)
        else:
            if meant in given:
                self._ignore(given[meant][0])
            given[meant] = name, value

    def _wrong_money(self, money: list[Money]) -> str:
        """Return what is wrong with the names of amounts, or ""."""
        named = [(kind, bet) for kind, bet, _ in money]
        for index, (kind, bet) in enumerate(named):
            if problem := self._columns.unknown_bet(bet):
                return problem
            if (kind, bet) in named[:index]:
                return f"{kind} of {bet}: the same stands twice"
        return ""


class _Pairs(list[tuple[str, Any]]):
    """An object of JSON, with the names that are there twice."""


def _text(name: str, value: Any) -> str:  # noqa: ANN401 - whatever JSON has
    """Return a value of JSON as the cell of a table would hold it."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return "yes" if value else ""
    if type(value) is list and all(isinstance(word, str) for word in value):
        return " ".join(value)
    raise FileError(f"{shown(name)}: it must be a text, a number or a list of them")


def _shoe_fields(fields: tuple[str, ...]) -> tuple[str, ...]:
    """Return the fields of a line that cannot be read, all but those of shoes emptied."""
    return tuple([text if field in _SHOE_FIELDS and text.isprintable() else "" for field, text in enumerate(fields)])


def _cards_in(text: str) -> int:
    """Return how many cards a cell holds, 0 if it holds anything else."""
    try:
        return len(read_cards(text.replace(",", " ")))
    except BaccaratError:
        return 0


def _is_dealt(text: str, hands: int) -> bool:
    """Return whether a cell holds the cards of that number of hands, two or three each."""
    return OPENING * hands <= _cards_in(text) <= (OPENING + 1) * hands


def _cells(line: str, separator: str) -> list[str]:
    """Return the cells of a line; a quotation that is not closed ends with it and is an error."""
    if '"' not in line:
        return line.rstrip("\n").split(separator)
    return next(csv.reader([line], delimiter=separator, strict=True))
