"""Environment variables that stand for options: used where nothing else is said, and named where they are."""

from __future__ import annotations

import pytest
from command import run

VARIABLES = {"BACCARAT_ODDS_DECKS": "6", "BACCARAT_ODDS_VARIANT": "ez", "BACCARAT_ODDS_PLACES": "3"}
OPTIONS = {"BACCARAT_ODDS_DECKS": "--decks", "BACCARAT_ODDS_VARIANT": "--variant", "BACCARAT_ODDS_PLACES": "--places"}


def test_defaults_answer_as_the_options_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """The three variables give the answer of the three options, and stderr says where they came from."""
    asked = run("bet", "banco", "--decks", "6", "--variant", "ez", "--places", "3")
    for variable, value in VARIABLES.items():
        monkeypatch.setenv(variable, value)
    done = run("bet", "banco")
    assert (done.status, done.out) == (0, asked.out)
    assert done.err == (
        "Note: --decks 6 is from BACCARAT_ODDS_DECKS, --variant ez is from BACCARAT_ODDS_VARIANT, "
        "--places 3 is from BACCARAT_ODDS_PLACES\n"
    )


@pytest.mark.parametrize(
    ("variable", "words"),
    [
        ("BACCARAT_ODDS_DECKS", ["--decks", "8"]),
        ("BACCARAT_ODDS_DECKS", ["--shoe", "A=6 9=6"]),
        ("BACCARAT_ODDS_VARIANT", ["--variant", "straight"]),
        ("BACCARAT_ODDS_VARIANT", ["--commission", "4%"]),
        ("BACCARAT_ODDS_VARIANT", ["--tie-odds", "9:1"]),
        ("BACCARAT_ODDS_VARIANT", ["--half-on", "5"]),
        ("BACCARAT_ODDS_VARIANT", ["--tableau", "symmetric"]),
        ("BACCARAT_ODDS_PLACES", ["--places", "0"]),
        ("BACCARAT_ODDS_PLACES", ["--exact"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_defaults_yield_to_options(variable: str, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """With its own option, or with one that it could contradict, a default changes nothing and says nothing."""
    plain = run("edge", *words)
    monkeypatch.setenv(variable, VARIABLES[variable])
    assert run("edge", *words) == plain
    assert plain.status == 0


@pytest.mark.parametrize(
    ("variable", "value", "expected"),
    [
        ("BACCARAT_ODDS_DECKS", "many", "got 'many'; it is one number of decks: 6"),
        ("BACCARAT_ODDS_DECKS", "1-8", "got '1-8'; it is one number of decks: 6"),
        ("BACCARAT_ODDS_DECKS", "inf", "got 'inf'; it is one number of decks: 6"),
        ("BACCARAT_ODDS_VARIANT", "classic,ez", "got 'classic,ez'; it is the name or the file of one variant: ez"),
        ("BACCARAT_ODDS_VARIANT", "ALL", "got 'ALL'; it is the name or the file of one variant: ez"),
        ("BACCARAT_ODDS_VARIANT", "clasic", "got 'clasic'; did you mean classic?"),
        ("BACCARAT_ODDS_VARIANT", "./none.toml", "none.toml: cannot read it: no such file or directory"),
        ("BACCARAT_ODDS_PLACES", "-1", "got '-1'; it is one number of decimal places: 6"),
        ("BACCARAT_ODDS_PLACES", "101", "got '101'; it is a whole number from 0 to 100"),
    ],
)
def test_a_bad_default_is_a_usage_error(
    variable: str, value: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names the variable; with the option given, the variable is not read."""
    monkeypatch.setenv(variable, value)
    done = run("edge")
    assert done.status == 2
    assert done.out == ""
    assert done.err.startswith(f"Error: {variable}: {expected}")
    assert done.err.count("\n") == 1
    assert run("edge", OPTIONS[variable], VARIABLES[variable]).status == 0


def test_commands_without_the_options_leave_defaults_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that has no such option, and the help, say nothing of the variables; an empty one is none."""
    for variable in VARIABLES:
        monkeypatch.setenv(variable, "nonsense")
    assert run("variants").err == ""
    assert run("edge", "--help").err == ""
    for variable in VARIABLES:
        monkeypatch.setenv(variable, " ")
    assert run("edge").err == ""


@pytest.mark.parametrize("name", ["edge", "bets", "coup", "removal", "outcomes", "chemin-de-fer"])
def test_defaults_are_in_no_command_s_way(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands of one shoe and one variant take all three."""
    for variable, value in (VARIABLES | {"BACCARAT_ODDS_DECKS": "1"}).items():
        monkeypatch.setenv(variable, value)
    done = run(name)
    assert done.status == 0
    assert "--decks 1 is from BACCARAT_ODDS_DECKS" in done.err
