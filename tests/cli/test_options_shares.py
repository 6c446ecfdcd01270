"""Shares of a stake or of a win, in options and files: a bare number of 1 or more is refused with a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from command import run

if TYPE_CHECKING:
    from pathlib import Path

EDGE = "an edge is a share of the stake below 1, or a percentage"
COMMISSION = "a commission is a share of the win below 1, or a percentage"
OPTIONS = [
    (["formula", "banco", "--against"], "--against", EDGE),
    (["bet", "tie", "--solve", "row 1", "--edge"], "--edge", EDGE),
    (["edge", "--commission"], "--commission", COMMISSION),
    (["formula", "banco", "--commission"], "--commission", COMMISSION),
    (["chemin-de-fer", "--commission"], "--commission", COMMISSION),
]


@pytest.mark.parametrize(("words", "option", "rule"), OPTIONS)
@pytest.mark.parametrize("text", ["5", "1", "1.0", "20/4", "100"])
def test_a_share_of_1_or_more_needs_a_percent_sign(words: list[str], option: str, rule: str, text: str) -> None:
    """It is a usage error that names the option and offers the percentage."""
    done = run(*words, text)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"Error: {option}: got '{text}'; {rule}: did you mean {text}%?\n"


@pytest.mark.parametrize(("words", "option", "rule"), OPTIONS)
def test_what_is_not_a_number_is_named_by_its_option(words: list[str], option: str, rule: str) -> None:
    """The error leads with the option, whatever the share is called inside."""
    assert rule
    done = run(*words, "x")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"Error: {option}: got 'x'; a number is digits with at most one point")


def test_blanks_around_a_share_are_not_part_of_the_hint() -> None:
    """What was written is quoted as it is, what is offered can be copied."""
    assert run("formula", "banco", "--against", " 5 ").err.endswith("did you mean 5%?\n")


@pytest.mark.parametrize("text", ["5%", "0.05", "1/20"])
def test_three_ways_to_write_a_share(text: str) -> None:
    """A percentage, a decimal and a fraction below 1 are the same bound."""
    done = run("formula", "banco", "--against", text)
    assert (done.status, done.err) == (0, "")
    assert "Against 5%" in done.out
    assert "below 5% for every d >= 1" in done.out


def test_the_commission_in_odds_is_a_share_too() -> None:
    """On the command line and in a file of a bet."""
    done = run("edge", "--tie-odds", "9 to 1 less 5 commission")
    assert (done.status, done.out) == (2, "")
    assert done.err == f"Error: --tie-odds: got '5'; {COMMISSION}: did you mean 5%?\n"


def test_the_commission_in_a_file_is_a_share_too(tmp_path: Path) -> None:
    """The error names the file and the key."""
    table = tmp_path / "own.toml"
    odds = 'when = { winner = "banco" }\nodds = "1 to 1 less 5 commission"\n'
    table.write_text(f'name = "Own"\nsource = "here"\n[[payout]]\n{odds}', encoding="utf-8")
    done = run("bet", str(table))
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"Error: {table}: ")
    assert done.err.endswith(f"commission: got '5'; {COMMISSION}: did you mean 5%?\n")
