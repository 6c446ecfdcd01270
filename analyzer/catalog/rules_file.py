"""Rules files: the reader of every TOML file, built in or a user's, and the tableaux among them.

Every error is one line with the file and the path of the key. Nothing in a file is ever executed.
"""

from __future__ import annotations

import re
import stat
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from analyzer.arguments import checked
from analyzer.errors import BaccaratError, FileError, RulesError, nearest
from analyzer.files import decode, read_bytes
from analyzer.notation import MAX_NUMBER_LENGTH, shown
from analyzer.rules.tableau import STANDARD, Tableau

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import UnionType

__all__ = [
    "CATALOG",
    "Section",
    "catalog_names",
    "is_path",
    "kind_of",
    "named_by_path",
    "own_rules",
    "path_in",
    "read_rules",
    "read_tableau",
    "require_regular",
    "tableau_names",
    "takes_built_in_name",
]

CATALOG = Path(__file__).parent
_PART_OF_A_KEY = r"""(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_LONG_KEY = re.compile(rf"(?<![\w\\-]){_PART_OF_A_KEY}(?:[ \t]*\.[ \t]*{_PART_OF_A_KEY}){{16}}", re.ASCII)
_MAX_LINE = 1_000
_NATURALS = {"ends the coup": True, "that hand stands": False}


SINGULAR = {"tableaux": "tableau", "variants": "variant", "bets": "bet"}


class Named(Protocol):
    """Rules with a name, in a dataclass: a tableau, a variant or a bet."""

    @property
    def name(self) -> str:
        """What they are called."""


Rules = TypeVar("Rules", bound=Named)


class _BareFloat(NamedTuple):
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

    def _take(self, key: str, kind: type | UnionType, kind_name: str) -> object:
        self._asked.append(key)
        if key not in self._left:
            raise self.error(key, f"missing; it must be {kind_name}")
        value = self._left.pop(key)
        if isinstance(value, _BareFloat):
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

    def items(self, key: str) -> list[object]:
        """Take a list."""
        items = self._take(key, list, "a list")
        assert isinstance(items, list)  # noqa: S101 - for the type checker; _take has checked it
        return items

    def section(self, key: str) -> Section:
        """Take a table."""
        table = self._take(key, dict, f"a table, [{key}]")
        assert isinstance(table, dict)  # noqa: S101 - as above
        return Section(self.where, ".".join(part for part in (self.path, key) if part), table, self.rules_text)

    def sections(self, key: str, most: int | None = None) -> Iterator[Section]:
        """Take a list of tables, numbered from 1 in errors; more than `most` of them are an error."""
        tables = self.items(key)
        if most is not None and len(tables) > most:
            raise self.error(key, f"got {len(tables):,}; at most {most:,}")
        for number, table in enumerate(tables, start=1):
            path = f"{key}[{number}]"
            if not isinstance(table, dict):
                raise self.error(path, f"got {kind_of(table)}; it must be a table, [[{key}]]")
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
    if isinstance(value, _BareFloat):
        return f"the bare number {value.text[:MAX_NUMBER_LENGTH]}"
    if isinstance(value, list):
        return "a list"
    return "a table" if isinstance(value, dict) else "a date or time"


def catalog_names(kind: str) -> list[str]:
    """Return the built-in names of a kind ("tableaux", "variants", "bets"), sorted.

    Raises:
        FileError: if the files of the package are missing, as they are where it runs from a zip.

    >>> "classic" in catalog_names("variants")
    True
    """
    names = sorted(path.stem for path in (CATALOG / kind).glob("*.toml"))
    if not names:
        raise FileError(f"{CATALOG / kind}: the built-in {kind} are missing; install the package, it needs its files")
    return names


def tableau_names() -> list[str]:
    """Return the names of the built-in tableaux, the standard one first."""
    return [STANDARD.name, *catalog_names("tableaux")]


def is_path(name: str) -> bool:
    """Return whether a name is the path of a rules file: it has a `/` or ends in `.toml`.

    >>> is_path("classic"), is_path("./my.toml")
    (False, True)
    """
    return "/" in name or name.endswith(".toml")


def path_in(folder: Path | None, name: str) -> str:
    """Return the path of a rules file, by which it is recognized as one.

    >>> path_in(None, "./my.toml"), path_in(Path("rules"), "my.toml")
    ('./my.toml', 'rules/my.toml')
    """
    return name if folder is None else f"{folder}/{name}"


def require_regular(path: Path) -> None:
    """Refuse the path of a pipe or a device that a file names: its reader would wait, or read what nobody wrote.

    The files of /proc call themselves regular and empty; an empty file is refused without opening it.

    Raises:
        FileError: for such a path; one that does not exist is left to the reader.
    """
    try:
        status = path.stat()
    except (OSError, ValueError):
        return
    if not stat.S_ISREG(status.st_mode):
        raise FileError(f"{path}: cannot read it: a rules file may name regular files only")
    if not status.st_size:
        raise FileError(f"{path}: it is empty")


def read_rules(kind: str, name: str, folder: Path | None = None) -> tuple[str, Section]:
    """Read a rules file: a path if the name has a `/` or ends in `.toml`, else a built-in name.

    Args:
        kind: "tableaux", "variants" or "bets".
        name: the path or built-in name.
        folder: the folder where a relative path starts, the current one if None; given where the name stands in a
            file, which may name regular files only.

    Returns:
        The name of the rules if their file gives none, and the file's top table.

    Raises:
        RulesError: if the name is unknown or the file is not TOML.
        FileError: if the file cannot be read.
    """
    if is_path(name):
        path = Path(name) if folder is None else folder / name
        where = str(path)
        if folder is not None:
            require_regular(path)
    else:
        known = tableau_names() if kind == "tableaux" else catalog_names(kind)
        if name not in known:
            raise RulesError(
                f"{SINGULAR[kind]}: got {shown(name)}{nearest(name, known)} (a file's name has a / or ends in .toml)"
            )
        path = CATALOG / kind / f"{name}.toml"
        where = path.name
    data = read_bytes(str(path))
    text = decode(data, where)
    # The parser takes time quadratic in the parts of a key; a key of these files has at most three.
    if _LONG_KEY.search(text):
        raise RulesError(f"{where}: not valid TOML: a key has more than 16 parts")
    try:
        table = tomllib.loads(text, parse_float=_BareFloat)
    except RecursionError:
        raise RulesError(f"{where}: not valid TOML: it is nested too deeply") from None
    except ValueError as error:  # a TOMLDecodeError, or an integer of too many digits
        problem = " ".join(str(error).split())
        raise RulesError(f"{where}: not valid TOML: {problem[:200]}") from None
    return path.stem[: 2 * MAX_NUMBER_LENGTH], Section(where, "", table, data)


def named_by_path(rules: Rules, top: Section, path: str | None, why: str) -> Rules:
    """Return the rules of a user's file named by its path.

    Raises:
        RulesError: if the file gives the name itself (`path` is None), or its path cannot be a name; the error says
            what the name is already.
    """
    if path is None or not path.isprintable() or len(path) > 2 * MAX_NUMBER_LENGTH:
        raise top.error("name", f"{shown(rules.name)} is {why}; give it another name")
    return replace(rules, name=path)  # type: ignore[type-var]


def own_rules(rules: Rules, built_in: Callable[[str], Rules], kind: str, top: Section, path: str | None) -> Rules:
    """Return the rules of a user's file under a name that no other built-in rules have.

    Names are compared as `bet_names.plain` writes them, up to a comma: what follows it reads as the options of built-in
    rules. Rules that equal the built-in ones may have their name.

    Args:
        rules: what was read from the file.
        built_in: reads built-in rules by their name.
        kind: as for `read_rules`.
        top: the table that the name is from.
        path: the path of the file where the name is that of the file; None where `top` has the key `name`.

    Returns:
        The rules as they are; where the file gives no name and its own is a built-in one, the rules named by the path,
        so that the file needs no change and every answer shows that its rules are not the built-in ones.

    Raises:
        RulesError: if the key `name` is a built-in name of other rules.
    """
    if takes_built_in_name(rules, built_in, kind):
        return named_by_path(rules, top, path, f"a built-in {SINGULAR[kind]} and this file has other rules")
    return rules


def takes_built_in_name(rules: Rules, built_in: Callable[[str], Rules], kind: str) -> bool:
    """Return whether rules have the name of built-in ones that are others; the arguments are those of `own_rules`.

    >>> from dataclasses import replace
    >>> takes_built_in_name(replace(STANDARD, name="Symmetric"), read_tableau, "tableaux")
    True
    """
    from analyzer.catalog.bet_names import plain

    names = tableau_names() if kind == "tableaux" else catalog_names(kind)
    # Options are named after a comma: "classic, commission 1/25".
    own, options, _ = rules.name.partition(",")
    return any(
        plain(name) == plain(own) and (bool(options) or replace(rules, name=name) != built_in(name))  # type: ignore[type-var]
        for name in names
    )


@checked(name=str)
def read_tableau(name: str, folder: Path | None = None) -> Tableau:
    """Read a tableau by its built-in name or from a file.

    Raises:
        RulesError: for an unknown name or key, or a missing cell.
        FileError: if the file cannot be read.

    >>> read_tableau("standard") == STANDARD
    True
    """
    if name == STANDARD.name:
        return STANDARD
    default_name, top = read_rules("tableaux", name, folder)
    path = None if "name" in top else path_in(folder, name)
    own_name = top.name(default_name)
    title, source = top.line("title"), top.line("source")
    natural = top.text("natural")
    if natural not in _NATURALS:
        raise top.error("natural", f"got {shown(natural)}; allowed: {', '.join(map(repr, _NATURALS))}")
    punto, banco = top.section("punto"), top.section("banco")
    draws = punto.text("draws")
    rows = {row: banco.text(row) for row in ("stood", *map(str, range(8)))}
    for section in (punto, banco, top):
        section.done()
    try:
        tableau = Tableau.from_text(
            own_name,
            punto=draws,
            banco=rows,
            natural_ends=_NATURALS[natural],
            title=title,
            source=source,
            rules_text=top.rules_text,
        )
    except BaccaratError as error:
        raise RulesError(f"{top.where}: {error}") from None
    return own_rules(tableau, read_tableau, "tableaux", top, path) if is_path(name) else tableau
