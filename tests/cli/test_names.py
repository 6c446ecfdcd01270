"""A list, a pattern or `all` wherever a name goes, and what several bets, shoes or variants look like."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from typing import TYPE_CHECKING

import click
import pytest
from command import run

from analyzer import Shoe, price, read_bet, read_variant
from analyzer.catalog.variant import variant_names
from analyzer.cli.names import expanded

if TYPE_CHECKING:
    from pathlib import Path

KNOWN = ["classic", "ez", "straight", "super-six"]


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (["ez"], ["ez"]),
        (["ez,classic", "ez"], ["ez", "classic"]),
        (["s*", "ez"], ["straight", "super-six", "ez"]),
        (["?z"], ["ez"]),
        (["ALL"], KNOWN),
        (["./a*.toml", "b.toml"], ["./a*.toml", "b.toml"]),
        (["no such name"], ["no such name"]),
    ],
)
def test_what_names_stand_for(texts: list[str], names: list[str]) -> None:
    """Each name once, in the order given; a path is no pattern, for the shell has its own."""
    assert expanded(texts, KNOWN, "variant") == names


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x*", "variant: got 'x*'; no built-in variant has a name of this pattern"),
        ("ez,,classic", "variant: got 'ez,,classic'; a list has a name between its commas"),
    ],
)
def test_what_stands_for_nothing(text: str, message: str) -> None:
    """A pattern that matches nothing and a gap in a list are errors."""
    with pytest.raises(click.UsageError) as caught:
        expanded([text], KNOWN, "variant")
    assert caught.value.message == message


def test_a_file_may_have_a_comma_in_its_name(tmp_path: Path) -> None:
    """A path that exists is one name."""
    path = tmp_path / "a,b.toml"
    path.write_text("")
    assert expanded([str(path)], KNOWN, "bet") == [str(path)]


@pytest.mark.parametrize("words", [("--variant", "all"), ("--variant", "source-*", "--variant", "ez")])
def test_variants_by_pattern(words: tuple[str, ...]) -> None:
    """`edge` shows each variant that is meant."""
    shown = [each["variant"] for each in json.loads(run("edge", *words, "-f", "json").out)["variants"]]
    known = variant_names()
    meant = known if "all" in words else [*(name for name in known if name.startswith("source-")), "ez"]
    assert list(dict.fromkeys(shown)) == meant


def test_bets_side_by_side(tmp_path: Path) -> None:
    """Three pay tables on two shoes, each with the figures that the library gives."""
    own = tmp_path / "own.toml"
    own.write_text('title = "own"\n[[payout]]\nwhen = { winner = "tie" }\nodds = "9 to 1"\n')
    words = ("bet", "dragon-7,panda-8", str(own), "--decks", "6,8")
    answers = json.loads(run(*words, "-f", "json").out)["bets"]
    assert [(each["bet"], each["decks"]) for each in answers] == [
        (name, decks) for decks in (6, 8) for name in ("dragon-7", "panda-8", "own")
    ]
    for each in answers:
        bet = read_bet(str(own) if each["bet"] == "own" else each["bet"])
        assert Fraction(each["edge"]) == price(bet, Shoe.decks(each["decks"])).house_edge
    rows = list(csv.DictReader(io.StringIO(run(*words, "-f", "csv", "--exact").out)))
    assert [Fraction(row["House edge"]) for row in rows] == [Fraction(each["edge"]) for each in answers]
    odds = price(read_bet("dragon-7"), Shoe.decks(6))
    even = odds.break_even(odds.rows[0])
    assert even is not None
    assert (rows[0]["Max win"], rows[0]["Breaks even"]) == ("40:1", f"row 1 at {even} to 1")
    assert "Combinations" not in run(*words).out
    assert run(*words, "--all-figures").out.count("Combinations") == 6


def test_a_bet_in_several_variants() -> None:
    """The edge of each variant's own bet."""
    answers = json.loads(run("bet", "banco", "--variant", "classic,ez", "-f", "json").out)["bets"]
    edges = [price(read_variant(name).bet("banco"), Shoe.decks(8)).house_edge for name in ("classic", "ez")]
    assert [Fraction(each["edge"]) for each in answers] == edges


@pytest.mark.parametrize("option", [("--check",), ("--solve", "1", "--edge", "5%"), ("--with", "tie=1")])
def test_what_examines_one_bet(option: tuple[str, ...]) -> None:
    """Examining takes one bet, and says how many it got."""
    done = run("bet", "banco", "tie", "--decks", "6,8", *option)
    assert done.status == 2
    assert f"{option[0]}: got 4 bets; it takes one bet, of one variant, on one shoe" in done.err


def test_lists_of_bets_side_by_side() -> None:
    """`bets` names bets, and puts the edges of several shoes in columns."""
    words = ("bets", "egalite-*", "tie", "--decks", "6,8")
    answers = json.loads(run(*words, "-f", "json").out)["answers"]
    edges = [{bet["bet"]: Fraction(bet["edge"]) for bet in answer["bets"]} for answer in answers]
    assert [answer["decks"] for answer in answers] == [6, 8]
    rows = list(csv.DictReader(io.StringIO(run(*words, "-f", "csv", "--exact").out)))
    assert {row["Bet"] for row in rows} == set(edges[0]) >= {"tie", "egalite-0"}
    assert all(Fraction(row["classic, 6"]) == edges[0][row["Bet"]] for row in rows)
    assert "leave it or the names out" in run("bets", "tie", "--looks-at", "ranks").err


def test_removal_on_several_shoes() -> None:
    """A table for each shoe, and an answer for each in JSON; CSV holds one."""
    words = ("removal", "tie", "--decks", "6,8")
    assert [answer["shoe"]["decks"] for answer in json.loads(run(*words, "-f", "json").out)["answers"]] == [6, 8]
    assert run(*words).out.count("change of the expectation") == 2
    assert "a table in CSV holds one at a time" in run(*words, "-f", "csv").err


def test_odds_of_several_rows() -> None:
    """Each row alone, with the others as they are; --rtp is the edge it leaves."""
    words = ("bet", "lucky-6-12-20", "--solve")
    both = json.loads(run(*words, "all", "--rtp", "95%", "-f", "json").out)["solve"]
    assert [each["row"] for each in both] == [1, 2]
    for each in both:
        alone = json.loads(run(*words, str(each["row"]), "--edge", "5%", "-f", "json").out)["solve"]
        assert alone == each
    listed = json.loads(run(*words, "rows 2,1", "--edge", "5%", "-f", "json").out)["solve"]
    assert listed == both[::-1]
    assert "give one of them" in run(*words, "1", "--edge", "5%", "--rtp", "95%").err
    assert run(*words, "1,x", "--edge", "5%").status == 2


def test_all_rows_leave_out_those_without_an_answer() -> None:
    """A row that cannot give the edge is a note; if none can, it is the error."""
    done = run("bet", "dragon-bonus-banco", "--solve", "all", "--edge", "9%", "-f", "json")
    assert done.status == 0
    assert [each["row"] for each in json.loads(done.out)["solve"]] == [1, 2, 3, 4, 5, 6, 7, 8]
    done = run("bet", "tie", "--solve", "all", "--edge", "95%")
    assert (done.status, done.out) == (1, "")


@pytest.mark.parametrize("command", ["coup --banco-total 6", "certify banco", "audit record.csv"])
def test_commands_of_one_shoe_do_not_offer_a_list(command: str) -> None:
    """Their help says a number, and a list is refused."""
    name = command.split(maxsplit=1)[0]
    assert "a list (1-8 or 6,8)" not in run(name, "--help").out
    assert "takes one at a time" in run(*command.split(), "--decks", "6,8").err
