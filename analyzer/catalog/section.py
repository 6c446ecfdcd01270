"""Section: a table of a rules file being read; every error is one line with the file and the path of the key."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from analyzer.errors import RulesError, alike, misspelt, nearest
from analyzer.notation import MAX_NUMBER_LENGTH, shown
from analyzer.rules.coup import punto_banco

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import UnionType

__all__ = ["BareFloat", "Section", "kind_of"]

_INDEX = re.compile(r"\[[0-9]+\]")
_MAX_LINE = 1_000


class BareFloat(NamedTuple):
    """A float of a file, kept as text so that nothing is computed with it."""

    text: str


class Section:
    """A TOML table being read. Each key is taken once; keys left over are unknown.

    Attributes:
        where: the file, for errors.
        path: the dotted path of this table in the file, "" for the top.
        rules_text: the whole file as read.
    """

    def __init__(self, where: str, path: str, table: dict[str, object], rules_text: bytes) -> None:
        """Wrap a table."""
        self.where = where
        self.path = path
        self.rules_text = rules_text
        self._left = dict(table)
        self._asked: list[str] = []

    def error(self, key: str, problem: str) -> RulesError:
        """Return the error for a key of this table."""
        return RulesError(f"{self.at(key)}: {problem}")

    def at(self, key: str) -> str:
        """Return the file and the dotted path of a key of this table."""
        full = ".".join(part for part in (self.path, key) if part)
        return f"{self.where}: {full}" if full else self.where

    def __contains__(self, key: str) -> bool:
        """Return whether the key is there and not yet taken."""
        self._asked.append(key)
        return key in self._left

    def _found(self, key: str, kind_name: str) -> str:
        """Return a key as it is written: `player` for `punto`.

        Raises:
            RulesError: if it is not there, or there under both names.
        """
        self._asked.append(key)
        written = [left for left in self._left if punto_banco(left) == key]
        if len(written) > 1:
            [other] = set(written) - {key}
            raise self.error(other, f"it is {key}, which is given too")
        if written:
            return written[0]
        for left in self._left:
            if left not in self._asked and (alike(left, [key]) or misspelt(left, [key])):
                raise self.error(shown(left)[1:-1], f"unknown key; did you mean {key}?")
        raise self.error(key, f"missing; it must be {kind_name}")

    def _take(self, key: str, kind: type | UnionType, kind_name: str) -> object:
        key = self._found(key, kind_name)
        value = self._left.pop(key)
        if isinstance(value, BareFloat):
            text = value.text[:MAX_NUMBER_LENGTH]
            raise self.error(key, f'got the bare number {text}; write it in quotes: "{text}"')
        # bool is a subclass of int, but true is not a number.
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.error(key, f"got {kind_of(value)}; it must be {kind_name}")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """Take a text, or return the default, if there is one, for a missing key."""
        if default is not None and key not in self:
            return default
        return str(self._take(key, str, "text in quotes"))

    def word(self, key: str) -> int | str:
        """Take a whole number or a text."""
        value = self._take(key, int | str, "a whole number or text in quotes")
        return value if isinstance(value, int) else str(value)

    def name(self, default: str) -> str:
        """Take the key `name`: one line of text that is not blank, with the letters of one script."""
        name = self.text("name", default)
        if not name.strip() or not name.isprintable() or len(name) > 2 * MAX_NUMBER_LENGTH:
            raise self.error(
                "name", f"got {shown(name)}; a name is one line of 1 to {2 * MAX_NUMBER_LENGTH} characters"
            )
        from unicodedata import name as letter_name
        from unicodedata import normalize

        # Letters of another script look like Latin ones: a name could pass for a built-in one.
        scripts = {letter_name(letter, "").partition(" ")[0] for letter in normalize("NFKC", name) if letter.isalpha()}
        if "LATIN" in scripts and len(scripts) > 1:
            others = ", ".join(sorted(script.capitalize() for script in scripts - {"LATIN"}))
            raise self.error("name", f"got {shown(name)}; its letters are Latin and {others}; use one script")
        return name

    def line(self, key: str) -> str:
        """Take an optional text and return it on one line of at most 1,000 characters."""
        line = " ".join(self.text(key, "").split())
        if len(line) > _MAX_LINE:
            raise self.error(key, f"got {len(line):,} characters; at most {_MAX_LINE:,} are allowed")
        if not line.isprintable():
            raise self.error(key, f"got {shown(line)}; it contains characters that cannot be printed")
        return line

    def items(self, key: str, kind_name: str = "a list") -> list[object]:
        """Take a list."""
        items = self._take(key, list, kind_name)
        assert isinstance(items, list)  # noqa: S101 - for the type checker; _take has checked it
        return items

    def section(self, key: str) -> Section:
        """Take a table."""
        # In a table of a list, [key] would be a table of the file.
        table = self._take(key, dict, f"a table, {f'{key} = {{ … }}' if self.path else f'[{key}]'}")
        assert isinstance(table, dict)  # noqa: S101 - as above
        return Section(self.where, ".".join(part for part in (self.path, key) if part), table, self.rules_text)

    def sections(self, key: str, most: int | None = None) -> Iterator[Section]:
        """Take a list of tables, numbered from 1 in errors; more than `most` of them are an error."""
        full = f"{_INDEX.sub('', self.path)}.{key}".lstrip(".")
        header = f"[[{full}]]"
        tables = self.items(key, f"one table or more, {header}")
        if most is not None and len(tables) > most:
            raise self.error(key, f"got {len(tables):,}; at most {most:,}")
        for number, table in enumerate(tables, start=1):
            path = f"{key}[{number}]"
            if not isinstance(table, dict):
                raise self.error(path, f"got {kind_of(table)}; it must be a table, {header}")
            yield Section(self.where, ".".join(part for part in (self.path, path) if part), table, self.rules_text)

    def rest(self) -> dict[str, object]:
        """Take every key that is left."""
        rest, self._left = self._left, {}
        return rest

    def done(self) -> None:
        """Refuse the keys that were not taken."""
        for key in self._left:
            raise self.error(shown(key)[1:-1], f"unknown key{nearest(key, list(dict.fromkeys(self._asked)))}")


def kind_of(value: object) -> str:
    """Return a TOML value's kind in words, with the value where it is short."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        # A huge integer is not converted to text: that is slow, and from some length an error.
        return f"the number {value}" if abs(value) < 10**MAX_NUMBER_LENGTH else "a huge number"
    if isinstance(value, str):
        return f"the text {shown(value)}"
    if isinstance(value, BareFloat):
        return f"the bare number {value.text[:MAX_NUMBER_LENGTH]}"
    if isinstance(value, list):
        return "a list"
    return "a table" if isinstance(value, dict) else "a date or time"
