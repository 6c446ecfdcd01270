"""Rules files: every kind of bad file is refused in one line, and a tableau is read as it is printed."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rules_texts import BET, TABLEAU, payout

from analyzer import STANDARD, BaccaratError, RulesError, read_bet, read_tableau, read_variant
from analyzer.catalog.rules_file import catalog_names
from analyzer.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Callable

    Write = Callable[[str], str]


def test_a_tableau_is_read_from_a_file(write: Write) -> None:
    """The printed rules, written in a file, are the standard tableau under another name."""
    tableau = read_tableau(write('title = "Mine\\n too"\n' + TABLEAU))
    assert (tableau.punto, tableau.banco, tableau.natural_ends) == (STANDARD.punto, STANDARD.banco, True)
    assert (tableau.name, tableau.title) == ("mine", "Mine too")
    letter = read_tableau(write(TABLEAU.replace("ends the coup", "that hand stands")))
    assert not letter.natural_ends


def test_a_relative_path_starts_from_a_folder(write: Write, tmp_path: Path) -> None:
    """A relative path starts from the given folder."""
    write(TABLEAU)
    assert read_tableau("mine.toml", tmp_path) == read_tableau(str(tmp_path / "mine.toml"))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('natural = "ends the coup"', "", "natural: missing; it must be text in quotes"),
        ("ends the coup", "ends", "natural: got 'ends'; allowed: 'ends the coup', 'that hand stands'"),
        ('draws = "0-5"', "", "punto.draws: missing; it must be text in quotes"),
        ('draws = "0-5"', 'draws = "0-8"', "punto.draws: got '0-8'; write digits and ranges from 0 to 7"),
        ('draws = "0-5"', 'draws = "0-5"\nstands = "6-7"', "punto.stands: unknown key; known: draws"),
        ('stood = "0-5"', "", "banco.stood: missing; it must be text in quotes"),
        ('stood = "0-5"', 'stood = "0-8"', "banco.stood: got '0-8'; write digits and ranges from 0 to 7"),
        ('3 = "0-7 9"', "", "banco.3: missing; it must be text in quotes"),
        ('3 = "0-7 9"', "3 = 0.7", "banco.3: got the bare number 0.7; write it in quotes"),
        ('3 = "0-7 9"', "3 = [0, 1]", "banco.3: got a list; it must be text in quotes"),
        ('3 = "0-7 9"', '3 = "0-7, 9"', "banco.3: got '0-7,'; write digits and ranges from 0 to 9"),
        ('7 = ""', '7 = ""\n8 = ""', "banco.8: unknown key; known: stood, 0, 1"),
        ("[punto]", "[spelaren]", r"punto: missing; it must be a table, \[punto\]"),
        ("[punto]", "[player]\n[punto]", "player: it is punto, which is given too"),
        ("[banco]", "[banko]", r"banko: unknown key; did you mean banco\?"),
        ("[punto]\ndraws", "[punto]\ndraw", r"punto.draw: unknown key; did you mean draws\?"),
        ("[banco]", "[[banco]]", r"banco: got a list; it must be a table, \[banco\]"),
        ("natural", "decks = 8\nnatural", "decks: unknown key"),
    ],
)
def test_a_tableau_file_with_a_wrong_cell_is_refused(write: Write, old: str, new: str, problem: str) -> None:
    """The error gives the path of a missing row, a digit out of range or an unknown key."""
    assert old in TABLEAU
    with pytest.raises(RulesError, match=rf"mine.toml: {problem}"):
        read_tableau(write(TABLEAU.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("read", "name", "problem"),
    [
        (read_tableau, "symetric", r"tableau: got 'symetric'; did you mean symmetric\? .a file's name has a /"),
        (read_tableau, "standart", r"tableau: got 'standart'; did you mean standard\?"),
        (read_tableau, "zzz", "tableau: got 'zzz'; known: standard, "),
        (read_bet, "zzz", "bet: got 'zzz'"),
        (read_bet, "a\nb", r"bet: got 'a\\nb'"),
        (read_bet, "x" * 100_000, "bet: got 'x{60}…'"),
    ],
)
def test_an_unknown_name_offers_the_nearest(read: Callable[[str], object], name: str, problem: str) -> None:
    """The error for a name that is neither built in nor a path gives the nearest name, or all."""
    with pytest.raises(RulesError, match=problem):
        read(name)


@pytest.mark.parametrize("name", ["./nowhere.toml", "nowhere.toml", "no/where", "../nowhere.toml"])
def test_a_file_that_is_not_there_is_an_error(name: str) -> None:
    """A name with a slash or ending in .toml is a path and is not looked up in the catalog."""
    with pytest.raises(FileError, match=f"{name.removeprefix('./')}: cannot read it: no such file or directory"):
        read_bet(name)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    """A folder, a binary file, a file that is not UTF-8 and a file over a megabyte are refused with the reason."""
    path = tmp_path / "mine.toml"
    with pytest.raises(FileError, match="cannot read it: is a directory"):
        read_bet(f"{tmp_path}/")
    for content, problem in [
        (b"\x7fELF\0\0", "it is a binary file, not text"),
        (b"\xff\xfe", r"it is not UTF-8 text \(byte 0 cannot be read\)"),
        (b"#" * 1_000_001, "it is larger than 1 MB"),
        (b"\n", "it is empty"),
    ]:
        path.write_bytes(content)
        with pytest.raises(FileError, match=f"mine.toml: {problem}"):
            read_bet(str(path))


HOSTILE = {
    "ten thousand open brackets": "a = " + "[" * 10_000,
    "ten thousand brackets": "a = " + "[" * 10_000 + "]" * 10_000,
    "ten thousand inline tables": "a = " + "{a=" * 10_000,
    "a key of many parts": "a." * 100_000 + "a = 1",
    "a key of many parts in quotes": '"a\\"" . ' + "'=' . " * 50_000 + "a = 1",
    "a key of many parts in a table": "a = { " + "a." * 100_000 + "a = 1 }",
    "a header of many parts": "[" + "a." * 50_000 + "a]\n" + "a = 1\n[b]\n",
    "a header of many parts in blanks": "\t[[ " + "a . " * 50_000 + "a ]]",
    "a line of blanks": " " * 100_000,
    "a line of blanks before a key": " " * 100_000 + "a = 1",
    "words and blanks": "a" + " " * 100_000 + "." * 50_000,
    "a text of quotes": 'a = "' + '\\"' * 50_000,
    "a text of dotted quotes": "a = '" + "'.'" * 50_000,
    "a text without end": 'a."' + "\\a" * 50_000,
    "a huge exponent": payout("", "1e999999999"),
    "a huge integer": payout("banco_total = " + "9" * 100_000),
    "a huge hexadecimal integer": payout("banco_total = 0x" + "F" * 100_000),
    "a huge float": payout("", "1." + "1" * 100_000),
    "a huge key": "k" * 100_000 + " = 1\n" + BET,
    "a huge number of odds": payout("", f'"{"9" * 100_000} to 1"'),
    "odds of many words": payout("", f'"{"1 to " * 60_000}"'),
    "odds of many colons": payout("", f'"{":" * 100_000} x"'),
    "a list of many values": payout("winner = [" + '"tie", ' * 30_000 + "]"),
    "a list of many ranges": payout("banco_total = [" + '"0-9", ' * 30_000 + "]"),
    "a list of many bets": payout("wins = [" + '"dragon-7", ' * 30_000 + "]"),
    "a text of many ranks": payout('punto_third = "' + "K " * 50_000 + '"'),
    "a text of many digits": payout('banco_total = "' + "10 " * 50_000 + '"'),
    "a megabyte of comment": "#" * 1_000_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_file_is_refused_at_once(write: Write, text: str) -> None:
    """A file of a megabyte is refused within half a second, in one short line."""
    path = write(text)
    start = time.process_time()
    with pytest.raises(BaccaratError, match=r"mine.toml: ") as caught:
        read_bet(path)
    assert time.process_time() - start < 0.5
    assert len(str(caught.value)) < 400
    assert str(caught.value).isprintable()


def test_built_in_names_are_sorted() -> None:
    """The names of the catalog are in alphabetical order, without repetition."""
    for kind in ("tableaux", "variants", "bets"):
        names = catalog_names(kind)
        assert names == sorted(set(names))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("variant", 'extends = "{}"'),
        ("variant", 'extends = "classic"\ntableau = "{}"'),
        ("variant", 'extends = "classic"\n[[bet]]\nname = "b"\n[[bet.payout]]\nwhen = {{ wins = "{}" }}\nodds = "1:1"'),
        ("bet", '[[payout]]\nwhen = {{ wins = "{}" }}\nodds = "1:1"'),
    ],
)
def test_a_file_names_regular_files_only(tmp_path: Path, kind: str, text: str) -> None:
    """A pipe, a device, a folder or a file of /proc named inside a file is an error at once, not an endless wait."""
    pipe, file = tmp_path / "pipe.toml", tmp_path / "mine.toml"
    os.mkfifo(pipe)
    read = read_variant if kind == "variant" else read_bet
    for named in (pipe, Path("/dev/ptmx"), Path("/dev/null"), tmp_path):
        file.write_text(text.format(f"{named}/" if named == tmp_path else named), encoding="utf-8")
        with pytest.raises(BaccaratError, match="cannot read it: a rules file may name regular files only"):
            read(str(file))
    file.write_text(text.format("/proc/self/status"), encoding="utf-8")
    with pytest.raises(BaccaratError, match="/proc/self/status: it is empty"):
        read(str(file))
