"""Bet files: read in full, and refused in one line."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from rules_texts import BET, payout

from analyzer import CONDITIONS, STANDARD, BaccaratError, Bet, Payout, Pays, RulesError, Shoe, price_bets, read_bet
from analyzer.catalog.rules_file import CATALOG, catalog_names
from analyzer.errors import FileError
from analyzer.files import read_bytes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[str], str]


FACES = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"]


def test_a_bet_is_read_from_a_file(write: Write) -> None:
    """Name, title, source and rows come from the file; without a name the bet has the name of the file."""
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
    """A condition is one value, a list of values, or numbers and ranges in quotes."""
    assert dict(read_bet(write(payout(when))).payouts[0].when) == values


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it is empty"),
        ("odds", "not valid TOML: Expected '=' after a key"),
        ("a = 1\na = 2\n", "not valid TOML: Cannot overwrite a value .*line 2"),
        ('name = "two\nlines"', "not valid TOML: .*line 1"),
        ("a = " + "9" * 5000, "not valid TOML: .*5000 digits"),
        ('title = "no rows"', r"payout: missing; it must be one table or more, \[\[payout\]\]"),
        ("payout = 3", r"payout: got the number 3; it must be one table or more, \[\[payout\]\]"),
        ('payout = "3"', r"payout: got the text '3'; it must be one table or more, \[\[payout\]\]"),
        ("payout = []", "payout: bet mine: got no payout; a bet needs at least one"),
        ("payout = [3]", r"payout\[1\]: got the number 3; it must be a table, \[\[payout\]\]"),
        ('[[payout]]\nodds = "1:1"', r"payout\[1\].when: missing; it must be a table, when = { … }"),
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
        (payout('winner = ["tie", "tie"]'), r"payout\[1\].when.winner: a value is given twice"),
        (payout("winner = { is = 1 }"), r"payout\[1\].when.winner: got a table; allowed"),
        (payout("banco_total = 10"), r"payout\[1\].when.banco_total: got the number 10; allowed: 0-9"),
        (payout("banco_total = -1"), r"payout\[1\].when.banco_total: got the number -1; allowed: 0-9"),
        (payout("banco_total = 7.0"), r"payout\[1\].when.banco_total: got the bare number 7.0; allowed: 0-9"),
        (payout("banco_total = true"), r"payout\[1\].when: banco_total: got True; allowed: 0-9"),
        (payout('banco_total = ""'), r"payout\[1\].when: banco_total: got no value; allowed: 0-9"),
        (payout('banco_total = "7-6"'), r"payout\[1\].when.banco_total: got '7-6'; allowed: 0-9, and ranges in quotes"),
        (payout('banco_total = ["6-7", 7]'), r"payout\[1\].when.banco_total: a value is given twice"),
        (payout("banco_total = [[7]]"), r"payout\[1\].when.banco_total: got a list; allowed"),
        (payout("banco_total = " + "9" * 4000), r"payout\[1\].when.banco_total: got a huge number; allowed"),
        (payout('banco_cards = "0-3"'), r"payout\[1\].when.banco_cards: got '0-3'; allowed: 2-3"),
        (payout('punto_natural = "yes"'), r"payout\[1\].when: punto_natural: got 'yes'; allowed: true or false"),
        (payout("punto_natural = 2"), r"payout\[1\].when.punto_natural: got the number 2; allowed: true or false"),
        (payout("") + "pay = 1", r"payout\[1\].pay: unknown key; known: when, odds"),
        ("sorce = 1\n" + BET, r"sorce: unknown key; did you mean source\?"),
        ('"a\\nb" = 1\n' + BET, r"a\\nb: unknown key; known: name, title, source, family, payout"),
        (
            'title = "\\u001b[2J"\n' + payout(""),
            r"title: got '\\x1b\[2J'; it contains characters that cannot be printed",
        ),
        ("title = 3\n" + payout(""), "title: got the number 3; it must be text in quotes"),
        ('name = " "\n' + BET, "name: got ' '; a name is one line of 1 to 60 characters"),
        ('name = "a\\nb"\n' + BET, r"name: got 'a\\nb'; a name is one line"),
        (f'name = "{"x" * 61}"\n' + BET, "name: got 'x{60}…'; a name is one line"),
        ("name = 7\n" + BET, "name: got the number 7; it must be text in quotes"),
    ],
)
def test_a_bad_bet_file_is_refused_in_one_line(write: Write, text: str, problem: str) -> None:
    """The error begins with the file and the path of the key, and states what is allowed."""
    path = write(text)
    with pytest.raises(BaccaratError, match=rf"mine.toml: {problem}") as caught:
        read_bet(path)
    assert str(caught.value).isprintable()
    assert isinstance(caught.value, RulesError | FileError)


def read(folder: Path, text: str) -> Bet:
    """Return the bet read from a file with this text."""
    path = folder / "bet.toml"
    path.write_text(text, encoding="utf-8")
    return read_bet(str(path))


def row(when: str, odds: str = "1 to 1") -> str:
    """Return the text of a bet of one row."""
    return f'[[payout]]\nwhen = {{ {when} }}\nodds = "{odds}"\n'


@pytest.mark.parametrize(
    ("when", "conditions"),
    [
        ('winner = "banco", banco_total = [6, 7]', {"winner": ("banco",), "banco_total": (6, 7)}),
        ('punto_total = "0-2 9"', {"punto_total": (0, 1, 2, 9)}),
        ('sum_of_totals = "10-12 18"', {"sum_of_totals": (10, 11, 12, 18)}),
        ('winning_total = ["1-4", "none"]', {"winning_total": (1, 2, 3, 4, "none")}),
        ('winning_cards = ["none", 3]', {"winning_cards": ("none", 3)}),
        ("punto_opening.same_rank = true", {"punto_opening.same_rank": (True,)}),
        (
            "dealt = { same_rank = true, red = 2 }",
            {"dealt.same_rank": (True,), "dealt.red": (2,)},
        ),
        ('"dealt.colour" = "red"', {"dealt.colour": ("red",)}),
        ("punto_third = 7", {"punto_third": ("7",)}),
        ('punto_third = "court card"', {"punto_third": ("J", "Q", "K")}),
        ('banco_third = ["none", "A-3 t"]', {"banco_third": ("none", "A", "2", "3", "10")}),
        ('dealt.lowest = "A 7 9-J"', {"dealt.lowest": ("A", "7", "9", "10", "J")}),
        ('openings.highest = "9-J"', {"openings.highest": ("9", "10", "J")}),
        ('dealt.sevens = "3-6"', {"dealt.sevens": (3, 4, 5, 6)}),
        ('dealt.contains = ["K Q", "4d 4d"]', {"dealt.contains": ("K Q", "4d 4d")}),
        ("", {}),
    ],
)
def test_conditions_are_read(when: str, conditions: dict[str, Any], tmp_path: Path) -> None:
    """Numbers, ranges, ranks, flags, cards and scopes are read as they are written."""
    assert conditions == read(tmp_path, row(when)).payouts[0].when


def test_members_are_read_beside_the_file_and_from_the_catalog(tmp_path: Path) -> None:
    """A bet names a built-in bet, and another bet by its path from the folder of the file."""
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "nine.toml").write_text(row("punto_total = 9"), encoding="utf-8")
    bet = read(tmp_path, row('wins = ["dragon-7", "./inner/nine.toml"]'))
    assert [member.name for member in bet.payouts[0].members] == ["dragon-7", "nine"]
    assert bet.payouts[0].event == "dragon-7 or nine wins"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (row("winer = 1"), "payout[1].when.winer: unknown condition; did you mean winner?"),
        (row("punto_opening.same_rnk = true"), "unknown condition; did you mean punto_opening.same_rank?"),
        (row("dealt = { }"), "payout[1].when.dealt: it is empty"),
        (row('"dealt.red" = 1, dealt.red = 2'), "payout[1].when.dealt.red: it is given twice"),
        (row("punto_total = 12"), "payout[1].when.punto_total: got the number 12; allowed: 0-9"),
        (row('punto_total = "8-12"'), "payout[1].when.punto_total: got '8-12'; allowed: 0-9, and ranges in quotes"),
        (row('punto_total = ""'), "punto_total: got no value; allowed: 0-9"),
        (row("punto_cards = 5"), "payout[1].when.punto_cards: got the number 5; allowed: 2-3"),
        (row("banco_hand.red = 4"), "payout[1].when.banco_hand.red: got the number 4; allowed: 0-3"),
        (row("punto_total = 7.0"), "got the bare number 7.0; allowed: 0-9"),
        (row("punto_total = [7, 7]"), "payout[1].when.punto_total: a value is given twice"),
        (row('punto_total = [7, "6-7"]'), "payout[1].when.punto_total: a value is given twice"),
        (row("punto_total = []"), "punto_total: got no value; allowed: 0-9"),
        (row("punto_natural = 1"), "got the number 1; allowed: true or false"),
        (row("winner = true"), "winner: got True; allowed: punto or banco or tie"),
        (row("punto_third = 14"), "got the number 14; allowed: A or 2"),
        (row('punto_third = "x"'), "payout[1].when.punto_third: card: got 'x'"),
        (row('punto_third = "7h"'), "payout[1].when.punto_third: got '7h'; allowed: A or 2"),
        (row('punto_third = "court"'), "payout[1].when.punto_third: got 'court'; did you mean court card?"),
        (row('punto_third = "Court card"'), "got 'Court card'; did you mean court card?"),
        (row('dealt.lowest = "court cards"'), "got 'court cards'; did you mean court card?"),
        (row('punto_third = "A non"'), "got 'A non'; did you mean none?"),
        (row('punto_third = "court card, none"'), "got 'court card, none'; write several as a list, each in quotes"),
        (row('wins = "banco"'), "payout[1].when.wins: got 'banco'; it takes bets of the catalog and files, not a"),
        (row('punto_third = "0"'), "payout[1].when.punto_third: got '0'"),
        (row('dealt.highest = "K-A"'), "payout[1].when.dealt.highest: got 'K-A'"),
        (row('dealt.contains = ""'), "dealt.contains: cards: got ''"),
        (row("dealt.contains = 7"), "got the number 7; allowed: cards in quotes"),
        (row("dealt.contains = [[7]]"), "got a list; allowed: cards in quotes"),
        (row('dealt.contains = "K K K K K K K"'), "got 7 cards; there are at most 6"),
        (
            row('wins = "dragon"'),
            "payout[1].when.wins: bet: got 'dragon'; did you mean dragon-7, dragon-bonus-banco or dragon-bonus-punto?",
        ),
        (row("wins = 7"), "payout[1].when.wins: got the number 7; it must be the name of a bet, in quotes"),
        (row('wins = "cover-all"'), "a bet made of others cannot be part of another"),
        (row('wins = "./bet.toml"'), "a bet made of others cannot be part of another"),
        (row('wins = "./none.toml"'), "cannot read it: no such file"),
        (row('winner = "tie"', "0 for 0"), "the stake, the second number, must be above 0"),
        (row('winner = "tie"', "0:0"), "the stake, the second number, must be above 0"),
        (row('winner = "tie"', "8 zu 1"), "payout[1].odds: got '8 zu 1'; odds are A to B"),
        ("payout = []", "payout: bet bet: got no payout; a bet needs at least one"),
        ('[[payout]]\nodds = "1 to 1"\n', "payout[1].when: missing"),
        (row("") + "[more]\n", "more: unknown key"),
        ("[[payout]\n", "not valid TOML"),
    ],
)
def test_bad_files_are_one_clear_line(text: str, message: str, tmp_path: Path) -> None:
    """The error for a fault in a bet file names the file and the key, in one line."""
    with pytest.raises(BaccaratError) as caught:
        read(tmp_path, text)
    error = str(caught.value)
    assert message in error
    assert "\n" not in error
    assert "bet.toml: " in error


KEYS = st.sampled_from([*CONDITIONS, *(name.partition(".")[2] for name in CONDITIONS if "." in name), "dealt", "x y"])
TEXTS = ["A", "K", "none", "court card", "A-K", "0-9", "K Q", "4d 4d", "dragon-7", "./bet.toml", "red", "banco", ""]
PLAIN = st.characters(codec="utf-8", exclude_characters='"\\', exclude_categories=["C"])
SCALARS = st.one_of(
    st.integers(-3, 20).map(str),
    st.integers(-(10**40), 10**40).map(str),
    st.sampled_from(["true", "false", "1.5", "inf", "nan", "1e999", "1979-05-27", "07:32:00"]),
    st.one_of(st.sampled_from(TEXTS), st.text(alphabet=PLAIN, max_size=12)).map(lambda text: f'"{text}"'),
)
VALUES = st.one_of(SCALARS, st.lists(SCALARS, max_size=3).map(lambda items: f"[{', '.join(items)}]"))
TABLES = st.dictionaries(KEYS, VALUES, max_size=3).map(
    lambda table: "{ " + ", ".join(f'"{key}" = {value}' for key, value in table.items()) + " }"
)
WHENS = st.one_of(
    TABLES,
    st.dictionaries(KEYS, TABLES, max_size=2).map(
        lambda table: "{ " + ", ".join(f'"{key}" = {value}' for key, value in table.items()) + " }"
    ),
    VALUES,
)
ODDS = st.one_of(
    SCALARS, st.sampled_from(['"8 to 1"', '"0 for 0"', '"push"', '"1:1 less 5% commission"', '"lose half"'])
)
ROWS = st.tuples(WHENS, ODDS).map(lambda pair: f"[[payout]]\nwhen = {pair[0]}\nodds = {pair[1]}\n")
FILES = st.one_of(
    st.lists(ROWS, max_size=3).map("".join),
    st.text(max_size=60),
    st.tuples(st.sampled_from(catalog_names("bets")), st.integers(0, 400), st.text(max_size=3)).map(
        lambda cut: _spliced(*cut)
    ),
)


def _spliced(name: str, start: int, text: str) -> str:
    """Return the file of a built-in bet with a text written over it from `start`."""
    whole = (CATALOG / "bets" / f"{name}.toml").read_text(encoding="utf-8")
    return whole[:start] + text + whole[start + len(text) :]


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=FILES)
@example(text="payout = " + "[" * 5000)
@example(text=row("punto_total = " + "9" * 5000))
@example(text='"' + "a" * 1000 + '" = 1')
def test_any_text_is_a_bet_or_one_line(text: str, tmp_path: Path) -> None:
    """Reading a file of any content gives a bet that can be priced, or an error of one line."""
    (tmp_path / "bet.toml").write_text(text, encoding="utf-8", errors="replace")
    problem, total = "", 5040
    try:
        bet = read_bet(str(tmp_path / "bet.toml"))
        total = price_bets([bet], Shoe.from_spec("Ks=2 9d=2 4h=2 As=1"), STANDARD)[0].total
    except BaccaratError as error:
        problem = str(error)
    assert (total, problem.count("\n")) == (5040, 0)


def test_a_member_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that many rows name is read once for the bet, whatever the number of rows."""
    from analyzer.catalog import rules_file

    (tmp_path / "member.toml").write_text(BET, encoding="utf-8")
    file = tmp_path / "whole.toml"
    file.write_text("".join(payout(f'wins = "./member.toml", punto_total = {total}') for total in range(10)))
    read: list[str] = []

    def noted(path: str) -> bytes:
        read.append(path)
        return read_bytes(path)

    monkeypatch.setattr(rules_file, "read_bytes", noted)
    assert len(read_bet(str(file)).payouts) == 10
    assert [path for path in read if path.startswith(str(tmp_path))] == [str(file), str(tmp_path / "member.toml")]


@pytest.mark.parametrize("rows", [1000, 1001])
def test_a_bet_has_at_most_1000_rows(write: Write, rows: int) -> None:
    """1,000 rows are read and one more is refused, those of members included."""
    text = payout('winner = "tie"') * rows
    if rows == 1000:
        assert len(read_bet(write(text)).payouts) == rows
        text = payout('winner = "tie", wins = "dragon-7"') * rows
        message = "payout: got 1,001 payouts, those of the bets named included; at most 1,000"
    else:
        message = "payout: got 1,001; at most 1,000"
    with pytest.raises(RulesError, match=message):
        read_bet(write(text))


def test_a_condition_has_at_most_2000_values(write: Write) -> None:
    """2,000 choices are read and one more is refused."""
    choices = [f'"{first} {second}"' for first in FACES for second in FACES][:2001]
    condition = f"openings.contains = [{', '.join(choices[:2000])}]"
    assert len(read_bet(write(payout(condition))).payouts[0].when["openings.contains"]) == 2000
    with pytest.raises(RulesError, match=r"openings.contains: got more than 2,000 values, the most of one condition"):
        read_bet(write(payout(f"openings.contains = [{', '.join(choices)}]")))
