"""Rules files: the reader of every TOML file, built in or a user's, and the tableaux among them.

Nothing in a file is ever executed.
"""

from __future__ import annotations

import re
import stat
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from analyzer.arguments import checked
from analyzer.catalog.section import BareFloat, Section
from analyzer.errors import BaccaratError, FileError, RulesError, nearest
from analyzer.files import decode, read_bytes
from analyzer.notation import MAX_NUMBER_LENGTH, shown
from analyzer.rules.coup import punto_banco
from analyzer.rules.tableau import STANDARD, Tableau

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "CATALOG",
    "catalog_names",
    "is_path",
    "named_by_path",
    "own_rules",
    "path_in",
    "read_rules",
    "read_tableau",
    "require_regular",
    "tableau_names",
    "takes_built_in_name",
    "titles",
]

CATALOG = Path(__file__).parent
_PART_OF_A_KEY = r"""(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_LONG_KEY = re.compile(rf"(?<![\w\\-]){_PART_OF_A_KEY}(?:[ \t]*\.[ \t]*{_PART_OF_A_KEY}){{16}}", re.ASCII)
_NATURALS = {"ends the coup": True, "that hand stands": False}


SINGULAR = {"tableaux": "tableau", "variants": "variant", "bets": "bet"}


class Named(Protocol):
    """Rules with a name, in a dataclass: a tableau, a variant or a bet."""

    @property
    def name(self) -> str:
        """What they are called."""


Rules = TypeVar("Rules", bound=Named)


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
        name = _built_in_name(kind, name)
        path = CATALOG / kind / f"{name}.toml"
        where = path.name
    data = read_bytes(str(path))
    text = decode(data, where)
    # The parser takes time quadratic in the parts of a key; a key of these files has at most three.
    if _LONG_KEY.search(text):
        raise RulesError(f"{where}: not valid TOML: a key has more than 16 parts")
    try:
        table = tomllib.loads(text, parse_float=BareFloat)
    except RecursionError:
        raise RulesError(f"{where}: not valid TOML: it is nested too deeply") from None
    except ValueError as error:  # a TOMLDecodeError, or an integer of too many digits
        problem = " ".join(str(error).split())
        raise RulesError(f"{where}: not valid TOML: {problem[:200]}") from None
    return path.stem[: 2 * MAX_NUMBER_LENGTH], Section(where, "", table, data)


def _built_in_name(kind: str, name: str) -> str:
    """Return a built-in name: as it is, in the trade's other words, and of a bet any name people give it.

    Raises:
        RulesError: if there is none.
    """
    from analyzer.catalog.bet_names import BetNames

    known = tableau_names() if kind == "tableaux" else catalog_names(kind)
    if name in known:
        return name
    found = BetNames(known).find(name) if kind == "bets" else punto_banco(name)
    if found in known:
        return str(found)
    hint = nearest(punto_banco(name.lower()), known, titles(kind))
    raise RulesError(f"{SINGULAR[kind]}: got {shown(name)}{hint} (a file's name has a / or ends in .toml)")


def titles(kind: str) -> dict[str, str]:
    """Return the titles of the built-in rules of a kind by their names.

    >>> titles("variants")["super-six"]
    'No commission; a banco win with 6 pays 1 to 2 (Punto 2000, Nepal)'
    """
    return {
        name: str(tomllib.loads((CATALOG / kind / f"{name}.toml").read_text(encoding="utf-8")).get("title", ""))
        for name in catalog_names(kind)
    }


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
