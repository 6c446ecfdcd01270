"""Files of dealt coups: CSV, TSV or lines of JSON, read line by line in bounded memory.

A line that cannot be read is yielded with its problem, and reading continues after it. Only a fault that
makes every line meaningless (a file that cannot be opened, a header that names no cards) is an error.
"""

from __future__ import annotations

import csv
import json
import re
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.cards.card import read_cards
from analyzer.catalog.bet_names import plain
from analyzer.errors import AmbiguousMarkError, BaccaratError, FileError
from analyzer.files import opened, reason
from analyzer.notation import counted, shown
from analyzer.records.columns import FIELDS, MONEY_GROUPS, Columns, says_yes
from analyzer.rules.coup import OPENING
from analyzer.text import MAX_FIELD, numbered_lines, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from typing import TextIO

    Parser = Callable[[int, str], "Record | None"]
    Line = tuple[int, str, str]

__all__ = ["Money", "Record", "RecordFile"]

Money = tuple[str, str, str]
"""An amount on a line: its kind ("stake" or "paid"), the bet's name and the text, as `text.shortened` returns it."""

_EMPTY = ("",) * len(FIELDS)
_SHOE, _CHANGE = _SHOE_FIELDS = tuple(map(tuple(FIELDS).index, ("shoe", "change")))
_MOST_IGNORED = 100
# The start of a list of objects, or of an object over several lines.
_OTHER_JSON = re.compile(r"\s*(\[(?=\s*(?:\{|$))|\{(?=\s*$))")


class Record(NamedTuple):
    """One line of a record.

    Attributes:
        line: its number in the file, from 1.
        fields: the text of each of `columns.FIELDS`, in order, "" where there is none, as `text.shortened` returns it.
        money: stakes and payments.
        change: whether a mark of a new shoe comes on a line before it.
        problem: why it cannot be read, "" if it can; with a problem only the shoe fields are kept, if they can be
            trusted.
    """

    line: int
    fields: tuple[str, ...] = _EMPTY
    money: tuple[Money, ...] = ()
    change: bool = False
    problem: str = ""


class RecordFile:
    """A record of dealt coups, as an iterable of its lines.

    Attributes:
        ignored: names of columns that are not read, in order of appearance, the first hundred, each `text.shortened`.
        lines: the number of lines read so far.

    Raises:
        FileError: while iterating, if the file cannot be read, is not text or holds no coup, or its header names no
            cards.
    """

    def __init__(
        self, path: str, bets: Collection[str] = (), mark: str | None = None, *, one_column: bool = False
    ) -> None:
        """Prepare to read; the file is opened when iteration starts.

        Args:
            path: the file, "-" for standard input.
            bets: the names of bets that may have columns of stakes and payments.
            mark: the mark of a new shoe: the name of a column whose value changes, or the whole text of a line.
            one_column: whether the cards are in one column in dealing order, not in a column for each hand.
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
        """Whether the mark of a new shoe was met so far, as a line or as the name of a column."""
        return self._marked or self._columns.marked

    def __iter__(self) -> Iterator[Record]:
        """Yield every line that is not blank."""
        where = "standard input" if self._path == "-" else self._path
        try:
            with opened(self._path) as file:
                yield from self._records(self._numbered(file))
        except FileError as error:
            raise FileError(f"{where}: {error}") from None
        except OSError as error:
            raise FileError(f"{where}: cannot read it: {reason(error)}") from error

    def _numbered(self, file: TextIO) -> Iterator[Line]:
        """Yield the number, text and problem of each line that is neither blank nor the mark."""
        for self.lines, line, problem in numbered_lines(file):
            if line.isspace() and not problem:
                continue
            if self._mark is not None and line.strip() == self._mark:
                self._changed = self._marked = True
                continue
            yield self.lines, line, problem

    def _records(self, lines: Iterator[Line]) -> Iterator[Record]:
        first = next(lines, None)
        if first is None:
            raise FileError("it is empty")
        number, text, problem = first
        if start := _OTHER_JSON.match(text):
            raise FileError(f"line {number}: it starts with {start[1]}; JSON is read as one whole object on each line")
        parse: Parser
        if self._is_json or text.lstrip().startswith("{"):
            parse, lines = self._parse_json, chain([first], lines)
        elif problem:
            raise FileError(f"line {number}: {problem}")
        else:
            parse = self._separated_parser(number, text)
        number = 0
        for number, text, problem in lines:
            record = parse(number, text)
            if problem:
                record = Record(number, _EMPTY if record is None else _shoe_fields(record.fields), problem=problem)
            if record is not None:
                if len(record.fields[_SHOE]) > MAX_FIELD:
                    record = _without_shoe_name(record)
                yield record._replace(change=True) if self._changed else record
                self._changed = False
        if not number:
            raise FileError("it holds no coup")

    def _separated_parser(self, number: int, header: str) -> Parser:
        """Return the parser of a line of CSV or TSV, given the header."""
        separator = "\t" if "\t" in header else ";" if header.count(";") > header.count(",") else ","
        try:
            names = _split(header, separator)
            column_of, money = self._columns_of(names)
        except (csv.Error, FileError) as error:
            raise FileError(f"line {number}: {error}") from None
        # A field without a column gets index -1, the empty text that is appended to each line.
        pick, width = itemgetter(*(column_of.get(field, -1) for field in range(len(FIELDS)))), len(names)

        def parse(number: int, text: str) -> Record | None:
            problem = ""
            try:
                texts = _split(text, separator)
            except csv.Error as error:
                problem, texts = str(error), text.rstrip("\n").split(separator)
            if len(text) > MAX_FIELD:
                texts = list(map(shortened, texts))
            if not problem and len(texts) != width:
                problem = f"it has {counted(len(texts), 'field')}; the header has {width}"
            if problem:
                trusted = self._trusted_shoe_fields(texts, column_of, longer=len(texts) > width)
                return Record(number, trusted, problem=problem)
            if not any(map(str.strip, texts)):
                return None
            texts.append("")
            picked = pick(texts)
            amounts = tuple([(kind, bet, texts[column]) for column, kind, bet in money]) if money else ()
            return Record(number, picked, amounts)

        return parse

    def _columns_of(self, names: list[str]) -> tuple[dict[int, int], list[tuple[int, str, str]]]:
        """Return the column of each field, and the columns of amounts."""
        column_of: dict[int, int] = {}
        money: list[tuple[int, str, str]] = []
        for column, name in enumerate(names):
            meaning = self._columns.meaning(name)
            if isinstance(meaning, tuple):
                if problem := self._columns.unknown_bet(meaning[1]):
                    raise FileError(f"column {shown(name)}: {problem}")
                if meaning in [(kind, bet) for _, kind, bet in money]:
                    raise FileError(f"column {shown(name)}: another column means the same")
                money.append((column, *meaning))
            elif meaning is None or meaning in self._columns.unused:
                self._ignore(name.strip())
            elif meaning in column_of:
                other = column_of[meaning]
                column_of[meaning], unread = (
                    (other, column) if self._columns.is_read_before(names[other], name) else (column, other)
                )
                self._ignore(names[unread].strip())
            else:
                column_of[meaning] = column
        if problem := self._columns.missing(column_of, names):
            raise FileError(problem)
        return column_of, money

    def _trusted_shoe_fields(self, texts: list[str], column_of: dict[int, int], *, longer: bool) -> tuple[str, ...]:
        """Return the shoe fields of a malformed line that can still be trusted: those before the last hand.

        Both hands must be found in their own columns: then nothing before the last of them has shifted. A line with too
        many fields lacks none, so the field after that hand is trusted, too, if it says yes in a word that is not a
        card.
        """
        hands = [column_of[field] for field in self._columns.needed]
        last = max(hands)
        if last >= len(texts) or not all(_holds_hands(texts[column], 2 // len(hands)) for column in hands):
            return _EMPTY
        trusted = {field: texts[column_of[field]] for field in _SHOE_FIELDS if column_of.get(field, last) < last}
        if longer and column_of.get(_CHANGE) == last + 1:
            following = texts[last + 1]
            if says_yes(following) and not _cards_in(following):
                trusted[_CHANGE] = following
        return _shoe_fields(tuple([trusted.get(field, "") for field in range(len(FIELDS))]))

    def _ignore(self, name: str) -> None:
        if name and (name := shortened(name)) not in self.ignored and len(self.ignored) < _MOST_IGNORED:
            self.ignored.append(name)

    def _parse_json(self, number: int, text: str) -> Record:
        try:
            pairs = json.loads(text, object_pairs_hook=_Pairs, parse_int=str, parse_float=str, parse_constant=str)
        except (ValueError, RecursionError) as error:
            return Record(number, problem=f"it is not JSON, one whole object on a line: {error}")
        if not isinstance(pairs, _Pairs):
            return Record(number, problem="a line is an object that gives a coup by the names of columns")
        members: dict[int, tuple[str, Any]] = {}
        money: list[Money] = []
        problem = self._collect(pairs, members, money)
        problem = problem or self._amounts_problem(money) or self._columns.missing(members, [name for name, _ in pairs])
        texts = dict.fromkeys(range(len(FIELDS)), "")
        for field, (name, value) in members.items():
            try:
                texts[field] = _text(name, value)
            except FileError as error:
                problem = problem or str(error)
        fields = tuple(texts.values())
        return (
            Record(number, _shoe_fields(fields), problem=problem) if problem else Record(number, fields, tuple(money))
        )

    def _collect(self, pairs: _Pairs, members: dict[int, tuple[str, Any]], money: list[Money]) -> str:
        """Collect the fields and amounts of an object; return its first problem, or ""."""
        problem = ""
        for name, value in pairs:
            group = MONEY_GROUPS.get(plain(name))
            # {"stakes": {"banco": 20}} is read as a column "stake banco".
            is_group = group and isinstance(value, _Pairs)
            columns = [(f"{group} {bet}", amount) for bet, amount in value] if is_group else [(name, value)]
            for column, content in columns:
                try:
                    self._collect_one(column, content, members, money)
                except AmbiguousMarkError:
                    raise
                except FileError as error:
                    problem = problem or str(error)
        return problem

    def _collect_one(
        self,
        name: str,
        value: Any,  # noqa: ANN401 - any value of JSON
        members: dict[int, tuple[str, Any]],
        money: list[Money],
    ) -> None:
        """Collect one field or amount of an object."""
        meaning = self._columns.meaning(name)
        if meaning is None or meaning in self._columns.unused:
            if value is not None:  # null has no content to report as ignored
                self._ignore(name)
        elif isinstance(meaning, tuple):
            money.append((*meaning, _text(name, value)))
        elif meaning in members and self._columns.is_read_before(members[meaning][0], name):
            self._ignore(name)
        else:
            if meaning in members:
                self._ignore(members[meaning][0])
            members[meaning] = name, value

    def _amounts_problem(self, money: list[Money]) -> str:
        """Return the first problem with the names of amounts, or ""."""
        amounts = [(kind, bet) for kind, bet, _ in money]
        for index, (kind, bet) in enumerate(amounts):
            if problem := self._columns.unknown_bet(bet):
                return problem
            if (kind, bet) in amounts[:index]:
                return f"{kind} of {bet}: given twice"
        return ""


class _Pairs(list[tuple[str, Any]]):
    """A JSON object as pairs, so that repeated names are kept."""


def _text(name: str, value: Any) -> str:  # noqa: ANN401 - any value of JSON
    """Return a value of JSON as the text of a field."""
    if isinstance(value, str):
        return shortened(value)
    if value is None or isinstance(value, bool):
        return "yes" if value else ""
    if type(value) is list and all(isinstance(item, str) for item in value):
        return shortened(" ".join(value))
    raise FileError(f"{shown(name)}: it must be a text, a number or a list of them")


def _shoe_fields(fields: tuple[str, ...]) -> tuple[str, ...]:
    """Return the fields of a line that cannot be read, with all but the printable shoe fields blanked."""
    return tuple([text if index in _SHOE_FIELDS and text.isprintable() else "" for index, text in enumerate(fields)])


def _without_shoe_name(record: Record) -> Record:
    """Return a line whose shoe has too long a name as one that cannot be read: what was cut could tell shoes apart."""
    problem = f"shoe: got {shown(record.fields[_SHOE])}; the name of a shoe has at most {MAX_FIELD} characters"
    fields = _shoe_fields((*record.fields[:_SHOE], "", *record.fields[_SHOE + 1 :]))
    return Record(record.line, fields, problem=record.problem or problem)


def _cards_in(text: str) -> int:
    """Return the number of cards in a field, 0 if it holds anything else."""
    try:
        return len(read_cards(text.replace(",", " ")))
    except BaccaratError:
        return 0


def _holds_hands(text: str, hands: int) -> bool:
    """Return whether a field holds the cards of this number of hands, two or three each."""
    return OPENING * hands <= _cards_in(text) <= (OPENING + 1) * hands


def _split(line: str, separator: str) -> list[str]:
    """Split a line into its fields; a quoted field must end in its line."""
    if '"' not in line:
        return line.rstrip("\n").split(separator)
    return next(csv.reader([line], delimiter=separator, strict=True))
