"""Options of the command line: every output format, and one line for every bad value, shares among them."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest
from command import run
from paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path


EDGE = "an edge is a share of the stake below 1, or a percentage"
COMMISSION = "a commission is a share of the win below 1, or a percentage"
SHARE_OPTIONS = [
    (["formula", "banco", "--against"], "--against", EDGE),
    (["bet", "tie", "--solve", "row 1", "--edge"], "--edge", EDGE),
    (["edge", "--commission"], "--commission", COMMISSION),
    (["formula", "banco", "--commission"], "--commission", COMMISSION),
    (["chemin-de-fer", "--commission"], "--commission", COMMISSION),
]


class TestAnswers:
    """What the commands print is what the package computes, in every format."""

    @pytest.mark.parametrize("output_format", ["table", "markdown", "csv", "json", "latex"])
    @pytest.mark.parametrize(
        "words",
        [
            ["edge"],
            ["edge", "--variant", "ez"],
            ["bet", "tie"],
            ["bets"],
            ["outcomes"],
            ["outcomes", "--by", "total"],
            ["outcomes", "--by", "cards"],
            ["outcomes", "--by", "natural"],
            ["outcomes", "--shoe", "8=6", "--explain"],
            ["variants"],
            ["tableau"],
            ["tableau", "--list"],
        ],
        ids=" ".join,
    )
    def test_every_table_has_every_format(self, words: list[str], output_format: str) -> None:
        """Every answer is printed in every format and ends in one newline, and stderr is empty."""
        done = run(*words, "-f", output_format)
        assert (done.status, done.err) == (0, "")
        assert done.out.endswith("\n")
        assert not done.out.endswith("\n\n")
        if output_format == "csv":
            assert len({len(row) for row in csv.reader(io.StringIO(done.out))}) == 1


class TestBadInput:
    """One line on stderr that says what was got and what is allowed; nothing on stdout; never a traceback."""

    @pytest.mark.parametrize(
        ("words", "status", "message"),
        [
            (["outcomes", "--shoe", "A=2 K=3"], 1, "got 5 cards; a coup can need 6"),
            (["outcomes", "--decks", "1", "--remove", " ".join(["A 2 3 4 5 6 7 8 9 10 J Q K"] * 4)], 1, "got 0 cards"),
            (["edge", "--decks", "0"], 2, "got '0'; decks are whole numbers from 1"),
            (["edge", "--decks", "-3"], 2, "got '-3'"),
            (["edge", "--decks", "2.5"], 2, "got '2.5'"),
            (["edge", "--decks", "1e3"], 2, "got '1e3'"),
            (["edge", "--decks", "8-1"], 2, "got '8-1'"),
            (["edge", "--decks", "1-1000000000"], 2, "at most 10,000 shoes"),
            (["edge", "--decks", "1000000001"], 2, "got '1000000001'"),
            (["edge", "--decks", "٣"], 2, "decks are whole numbers"),
            (["outcomes", "--shoe", "A=1000000001"], 2, "from 0 to 1,000,000,000"),
            (["outcomes", "--shoe", "A=-1 K=9"], 2, "count is '-1'"),
            (["outcomes", "--shoe", "A=1.5 K=9"], 2, "count is '1.5'"),
            (["outcomes", "--shoe", "A=4 1=4"], 2, "card A: named twice"),
            (["outcomes", "--shoe", "As=4 K=9"], 2, "card K has no suit"),
            (["outcomes", "--shoe", "0=4 K=9"], 2, "card K and card 0 are both named"),
            (["outcomes", "--shoe", "jack=9"], 2, "did you mean J?"),
            (["outcomes", "--shoe", "A=4", "--decks", "8"], 1, "got 4 cards"),
            (["outcomes", "--shoe", "A=9", "--decks", "8"], 2, "--shoe and --decks both name the shoe"),
            (["outcomes", "--shoe", "A=9", "--remove", "K"], 1, "cannot remove 1; the shoe has 0"),
            (["outcomes", "--remove", "X"], 2, "got 'X'"),
            (["outcomes", "--burn", "9 K"], 2, "got '9 K'"),
            (["outcomes", "--decks", "inf", "--remove", "K"], 2, "do not apply to --decks inf"),
            (["outcomes", "--shoe", "no/such/file"], 1, "no such file"),
            (["outcomes", "--shoe", str(ROOT)], 1, "is a directory"),
            (["outcomes", "--explain"], 2, "got 416 cards"),
            (["outcomes", "--decks", "inf", "--explain"], 2, "endless"),
            (["outcomes", "--by", "suit"], 2, "known: total, cards, natural"),
            (["outcomes", "--by", "total", "--decks", "6,8"], 2, "one at a time"),
            (["outcomes", "--by", "total", "--explain"], 2, "give one of them"),
            (["edge", "--variant", "clasic"], 2, "did you mean classic?"),
            (["edge", "--tableau", "banco-stood-0-9"], 2, "known: standard, banco-5-against-4-6-7, "),
            (["bet", "bnco"], 2, "did you mean banco?"),
            (["bet"], 2, "Missing argument"),
            (["coup", "--banco-total", "6", "--decks", "6,8"], 2, "one at a time"),
            (["certify", "banco", "--variant", "ez", "--variant", "straight"], 2, "one at a time"),
            (["edg"], 2, "did you mean edge?"),
            (["edge", "--varant", "ez"], 2, "--variant"),
            (["edge", "--commission", "4"], 2, "did you mean 4%?"),
            (["edge", "--commission", "150%"], 2, "from 0% to 100%"),
            (["edge", "--commission", "1e999999999"], 2, "a number is digits"),
            (["edge", "--variant", "ez", "--commission", "4%"], 2, "--commission does not apply to ez"),
            (["edge", "--variant", "ez", "--half-on", "6"], 2, "--half-on does not apply to ez"),
            (["edge", "--variant", "two-to-one", "--half-on", "6"], 2, "--half-on does not apply to two-to-one"),
            (["edge", "--half-on", "0"], 2, "got '0'; it is a whole number from 1 to 9"),
            (["edge", "--half-on", "\uff15"], 2, "a whole number from 1 to 9"),
            (["edge", "--tie-odds", "8"], 2, "odds are A to B"),
            (["edge", "--tie-odds", "0 for 0"], 2, "must be above 0"),
            (["edge", "--tie-odds", "push"], 2, "must pay more than the stake back"),
            (["outcomes", "--commission", "4%"], 2, "--commission"),
            (["edge", "-f", "jsn"], 2, "did you mean json?"),
            (["edge", "--places", "-1"], 2, "got '-1'; it is a whole number from 0 to 100"),
            (["edge", "--places", "9" * 5000], 2, "a whole number from 0 to 100"),
            (["edge", "--places", "3", "--exact"], 2, "--places does not apply with --exact"),
            (["variants", "--exact"], 2, "--exact"),
            (["tableau", "--places", "3"], 2, "--places"),
            (["tableau", "standard", "--list"], 2, "leave the name out"),
            (
                ["bet", "docs/examples/dragon-7.toml", "--commission", "4%"],
                2,
                "--commission does not apply to Dragon 7",
            ),
            (["bet", "tie", "--half-on", "5"], 2, "--half-on does not apply to tie"),
            (["bet", "punto", "--commission", "4%"], 2, "--commission does not apply to punto"),
            (["bet", "banco", "--tie-odds", "9:1"], 2, "--tie-odds does not apply to banco"),
            (["edge", "-o", "x/"], 1, "is a directory"),
            (["outcomes", "-o", "no/such/folder/x"], 1, "cannot write it"),
            (["outcomes", "-o", str(ROOT)], 1, "is a directory"),
            (["tableau", "ez"], 2, "tableau: got 'ez'"),
            (["tableau", "symmetric", "--list"], 2, "leave the name out"),
            (["completion", "tcsh"], 2, "SHELL: got 'tcsh'; known: bash, zsh, fish"),
            (["report", "-o", str(ROOT / "README.md")], 1, "cannot"),
        ],
        ids=lambda value: " ".join(value) if isinstance(value, list) else None,
    )
    def test_one_line(self, words: list[str], status: int, message: str) -> None:
        """The error is one line, with the right exit status, and stdout stays empty."""
        done = run(*words)
        assert done.status == status
        assert message in done.err
        assert done.err.startswith("Error: ")
        assert done.err.count("\n") == 1
        assert done.out == ""


@pytest.mark.parametrize(("words", "option", "rule"), SHARE_OPTIONS)
@pytest.mark.parametrize("text", ["5", "1", "1.0", "20/4", "100"])
def test_a_share_of_1_or_more_needs_a_percent_sign(words: list[str], option: str, rule: str, text: str) -> None:
    """A share of 1 or more is a usage error that names the option and suggests the percentage."""
    done = run(*words, text)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"Error: {option}: got '{text}'; {rule}: did you mean {text}%?\n"


@pytest.mark.parametrize(("words", "option", "rule"), SHARE_OPTIONS)
def test_a_share_that_is_not_a_number_names_its_option(words: list[str], option: str, rule: str) -> None:
    """The error begins with the option."""
    assert rule
    done = run(*words, "x")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"Error: {option}: got 'x'; a number is digits with at most one point")


def test_blanks_around_a_share_are_not_part_of_the_hint() -> None:
    """The suggestion has no blanks, so it can be copied."""
    assert run("formula", "banco", "--against", " 5 ").err.endswith("did you mean 5%?\n")


@pytest.mark.parametrize("text", ["5%", "0.05", "1/20"])
def test_three_ways_to_write_a_share(text: str) -> None:
    """A percentage, a decimal and a fraction give the same bound."""
    done = run("formula", "banco", "--against", text)
    assert (done.status, done.err) == (0, "")
    assert "Against 5%" in done.out
    assert "below 5% for every d >= 1" in done.out


def test_the_commission_in_odds_is_a_share_too() -> None:
    """The error suggests a percentage for the commission in `--tie-odds`."""
    done = run("edge", "--tie-odds", "9 to 1 less 5 commission")
    assert (done.status, done.out) == (2, "")
    assert done.err == f"Error: --tie-odds: got '5'; {COMMISSION}: did you mean 5%?\n"


def test_the_commission_in_a_file_is_a_share_too(tmp_path: Path) -> None:
    """The error in a pay table names the file and the key."""
    table = tmp_path / "own.toml"
    odds = 'when = { winner = "banco" }\nodds = "1 to 1 less 5 commission"\n'
    table.write_text(f'name = "Own"\nsource = "here"\n[[payout]]\n{odds}', encoding="utf-8")
    done = run("bet", str(table))
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"Error: {table}: ")
    assert done.err.endswith(f"commission: got '5'; {COMMISSION}: did you mean 5%?\n")
