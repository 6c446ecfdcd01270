"""Rules files: what a user's own file may say, and one clear line for everything else."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from analyzer import STANDARD, BaccaratError, Bet, Payout, Pays, RulesError, read_bet, read_tableau
from analyzer.catalog.rules_file import catalog_names
from analyzer.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[str], str]


BET = """\
title = "Banco wins with a three-card 7"
source = "a felt"

[[payout]]
when = { winner = "banco", banco_total = 7, banco_cards = 3 }
odds = "40 to 1"
"""

TABLEAU = """\
natural = "ends the coup"

[punto]
draws = "0-5"

[banco]
stood = "0-5"
0 = "0-9"
1 = "0-9"
2 = "0-9"
3 = "0-7 9"
4 = "2-7"
5 = "4-7"
6 = "6-7"
7 = ""
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a rules file of the given text and returns its path."""

    def write_file(text: str) -> str:
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write_file


def payout(when: str, odds: str = '"1 to 1"') -> str:
    """Return a bet file of one row."""
    return f"[[payout]]\nwhen = {{ {when} }}\nodds = {odds}\n"


def test_a_bet_is_read_from_a_file(write: Write) -> None:
    """Name, title, source and rows are the file's; without a name the bet is called after the file."""
    path = write(BET)
    bet = read_bet(path)
    rows = (Payout({"winner": ("banco",), "banco_total": (7,), "banco_cards": (3,)}, Pays(Fraction(40))),)
    assert bet == Bet("mine", rows)
    assert (bet.title, bet.source) == ("Banco wins with a three-card 7", "a felt")
    assert bet.rules_text == BET.encode()
    assert read_bet(write('name = "Dragon 7"\n' + BET)).name == "Dragon 7"
    assert read_bet(write(f'name = "{"x" * 60}"\n' + BET)).name == "x" * 60


@pytest.mark.parametrize(
    ("when", "values"),
    [
        ("banco_total = 7", {"banco_total": (7,)}),
        ("banco_total = [7, 6]", {"banco_total": (7, 6)}),
        ('banco_total = "0-2 9"', {"banco_total": (0, 1, 2, 9)}),
        ('banco_total = ["0-2", 9]', {"banco_total": (0, 1, 2, 9)}),
        ('cards = "4-6"', {"cards": (4, 5, 6)}),
        ('winner = ["punto", "tie"]', {"winner": ("punto", "tie")}),
        ("punto_natural = true", {"punto_natural": (True,)}),
        ("punto_natural = [true, false]", {"punto_natural": (True, False)}),
        ("", {}),
    ],
)
def test_a_condition_is_a_value_a_list_or_a_range(
    write: Write, when: str, values: dict[str, tuple[int | str | bool, ...]]
) -> None:
    """One value, several, or digits and ranges in quotes are what a row matches."""
    assert dict(read_bet(write(payout(when))).payouts[0].when) == values


def test_a_tableau_is_read_from_a_file(write: Write) -> None:
    """The printed rules written in a file are the standard tableau by another name."""
    tableau = read_tableau(write('title = "Mine\\n too"\n' + TABLEAU))
    assert (tableau.punto, tableau.banco, tableau.natural_ends) == (STANDARD.punto, STANDARD.banco, True)
    assert (tableau.name, tableau.title) == ("mine", "Mine too")
    letter = read_tableau(write(TABLEAU.replace("ends the coup", "that hand stands")))
    assert not letter.natural_ends


def test_a_file_is_found_from_the_folder_it_is_named_in(write: Write, tmp_path: Path) -> None:
    """A relative name starts from the folder given."""
    write(TABLEAU)
    assert read_tableau("mine.toml", tmp_path) == read_tableau(str(tmp_path / "mine.toml"))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it is empty"),
        ("odds", "not TOML that can be read: Expected '=' after a key"),
        ("a = 1\na = 2\n", "not TOML that can be read: Cannot overwrite a value .*line 2"),
        ('name = "two\nlines"', "not TOML that can be read: .*line 1"),
        ("a = " + "9" * 5000, "not TOML that can be read: .*5000 digits"),
        ('title = "no rows"', "payout: missing; it must be a list"),
        ("payout = 3", "payout: got the number 3; it must be a list"),
        ('payout = "3"', "payout: got the text '3'; it must be a list"),
        ("payout = []", "payout: bet mine: got no payout; a bet needs one at least"),
        ("payout = [3]", r"payout\[1\]: got the number 3; it must be a table, \[\[payout\]\]"),
        ('[[payout]]\nodds = "1:1"', r"payout\[1\].when: missing; it must be a table, \[when\]"),
        ("[[payout]]\nwhen = {}", r"payout\[1\].odds: missing; it must be text in quotes"),
        (BET + payout("", "8"), r"payout\[2\].odds: got the number 8; it must be text in quotes"),
        (payout("", "0.95"), r'payout\[1\].odds: got the bare number 0.95; write it in quotes: "0.95"'),
        (payout("", "1e999999999"), r"payout\[1\].odds: got the bare number 1e999999999; write it in quotes"),
        (payout("", "nan"), r"payout\[1\].odds: got the bare number nan"),
        (payout("", "-inf"), r"payout\[1\].odds: got the bare number -inf"),
        (payout("", "1." + "5" * 99), r"payout\[1\].odds: got the bare number 1.5{28}; write"),
        (payout("", "true"), r"payout\[1\].odds: got true; it must be text in quotes"),
        (payout("", "[]"), r"payout\[1\].odds: got a list; it must be text in quotes"),
        (payout("", "{}"), r"payout\[1\].odds: got a table; it must be text in quotes"),
        (payout("", "1979-05-27"), r"payout\[1\].odds: got a date or time; it must be text in quotes"),
        (payout("", "9" * 4000), r"payout\[1\].odds: got a huge number; it must be text in quotes"),
        (payout("", '"8"'), r"payout\[1\].odds: got '8'; odds are A to B"),
        (payout("", '"8 to 0"'), r"payout\[1\].odds: got '8 to 0'; the stake"),
        (payout("", '"1 to 1 less 5 commission"'), r"payout\[1\].odds: commission: got '5'; .* did you mean 5%"),
        (payout("winer = 1"), r"payout\[1\].when.winer: unknown condition; did you mean winner\?"),
        (payout('"a\\nb" = 1'), r"payout\[1\].when.a\\nb: unknown condition; the words are winner"),
        (payout('winner = "dealer"'), r"payout\[1\].when: winner: got 'dealer'; allowed: punto or banco or tie"),
        (payout("winner = 3"), r"payout\[1\].when.winner: got the number 3; allowed: punto or banco or tie"),
        (payout("winner = []"), r"payout\[1\].when: winner: got no value; allowed"),
        (payout('winner = ["tie", "tie"]'), r"payout\[1\].when.winner: a value stands twice"),
        (payout("winner = { is = 1 }"), r"payout\[1\].when.winner: got a table; allowed"),
        (payout("banco_total = 10"), r"payout\[1\].when.banco_total: got the number 10; allowed: 0-9"),
        (payout("banco_total = -1"), r"payout\[1\].when.banco_total: got the number -1; allowed: 0-9"),
        (payout("banco_total = 7.0"), r"payout\[1\].when.banco_total: got the bare number 7.0; allowed: 0-9"),
        (payout("banco_total = true"), r"payout\[1\].when: banco_total: got True; allowed: 0-9"),
        (payout('banco_total = ""'), r"payout\[1\].when: banco_total: got no value; allowed: 0-9"),
        (payout('banco_total = "7-6"'), r"payout\[1\].when.banco_total: got '7-6'; allowed: 0-9, and ranges in quotes"),
        (payout('banco_total = ["6-7", 7]'), r"payout\[1\].when.banco_total: a value stands twice"),
        (payout("banco_total = [[7]]"), r"payout\[1\].when.banco_total: got a list; allowed"),
        (payout("banco_total = " + "9" * 4000), r"payout\[1\].when.banco_total: got a huge number; allowed"),
        (payout('banco_cards = "0-3"'), r"payout\[1\].when.banco_cards: got '0-3'; allowed: 2-3"),
        (payout('punto_natural = "yes"'), r"payout\[1\].when: punto_natural: got 'yes'; allowed: true or false"),
        (payout("punto_natural = 2"), r"payout\[1\].when.punto_natural: got the number 2; allowed: true or false"),
        (payout("") + "pay = 1", r"payout\[1\].pay: unknown key; known: when, odds"),
        ("sorce = 1\n" + BET, r"sorce: unknown key; did you mean source\?"),
        ('"a\\nb" = 1\n' + BET, r"a\\nb: unknown key; known: name, title, source, family, payout"),
        ('title = "\\u001b[2J"\n' + payout(""), r"title: got '\\x1b\[2J'; it holds signs that cannot be printed"),
        ("title = 3\n" + payout(""), "title: got the number 3; it must be text in quotes"),
        ('name = " "\n' + BET, "name: got ' '; a name is one line of 1 to 60 characters"),
        ('name = "a\\nb"\n' + BET, r"name: got 'a\\nb'; a name is one line"),
        (f'name = "{"x" * 61}"\n' + BET, "name: got 'x{60}…'; a name is one line"),
        ("name = 7\n" + BET, "name: got the number 7; it must be text in quotes"),
    ],
)
def test_a_bet_file_that_makes_no_sense_is_refused_in_one_line(write: Write, text: str, problem: str) -> None:
    """The error begins with the file and the path of the key, and says what is allowed."""
    path = write(text)
    with pytest.raises(BaccaratError, match=rf"mine.toml: {problem}") as caught:
        read_bet(path)
    assert str(caught.value).isprintable()
    assert isinstance(caught.value, RulesError | FileError)


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
        ("[punto]", "[player]", r"punto: missing; it must be a table, \[punto\]"),
        ("[banco]", "[[banco]]", r"banco: got a list; it must be a table, \[banco\]"),
        ("natural", "decks = 8\nnatural", "decks: unknown key"),
    ],
)
def test_a_tableau_file_with_a_wrong_cell_is_refused(write: Write, old: str, new: str, problem: str) -> None:
    """A missing row, a digit out of range or an unknown key is named by its path."""
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
    """A name that is neither built in nor a file's is answered with the closest one, or with all."""
    with pytest.raises(RulesError, match=problem):
        read(name)


@pytest.mark.parametrize("name", ["./nowhere.toml", "nowhere.toml", "no/where", "../nowhere.toml"])
def test_a_file_that_is_not_there_is_an_error(name: str) -> None:
    """A name with a slash or ending in .toml is a file's, and nothing else is looked for."""
    with pytest.raises(FileError, match=f"{name.removeprefix('./')}: cannot read it: no such file or directory"):
        read_bet(name)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """A directory, a binary file, one that is no UTF-8 and one over a megabyte are named with the reason."""
    path = tmp_path / "mine.toml"
    with pytest.raises(FileError, match="cannot read it: is a directory"):
        read_bet(f"{tmp_path}/")
    for content, problem in [
        (b"\x7fELF\0\0", "it is a binary file, not text"),
        (b"\xff\xfe", r"it is no UTF-8 text \(byte 0 cannot be read\)"),
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
    """No file of a megabyte takes half a second, fills a screen, or gives any other kind of error."""
    path = write(text)
    start = time.process_time()
    with pytest.raises(BaccaratError, match=r"mine.toml: ") as caught:
        read_bet(path)
    assert time.process_time() - start < 0.5
    assert len(str(caught.value)) < 400
    assert str(caught.value).isprintable()


def test_built_in_names_are_sorted() -> None:
    """The names of the catalog come in alphabetical order, each once."""
    for kind in ("tableaux", "variants", "bets"):
        names = catalog_names(kind)
        assert names == sorted(set(names))
