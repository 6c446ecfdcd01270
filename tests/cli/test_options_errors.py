"""A value that an option or an argument does not take is one line: what was got and what is allowed."""

from __future__ import annotations

import json
import re

import click
import pytest
from command import run

from analyzer.cli import cli

NEEDED = {
    "audit": ["no.csv"],
    "batch": ["no.csv"],
    "bet": ["tie"],
    "completion": ["bash"],
    "formula": ["tie"],
    "settle": ["--punto", "9 K", "--banco", "2 3", "--stake", "tie=1"],
    "verify": ["no.json"],
}
"""What a command needs besides the option tried."""
TAKING_VALUES = [
    (name, parameter)
    for name, command in cli.commands.items()
    for parameter in command.params
    if not (isinstance(parameter, click.Option) and parameter.is_flag)
]
NUMBERS_AND_WORDS = [
    (name, parameter)
    for name, parameter in TAKING_VALUES
    if isinstance(parameter.type, click.Choice | click.IntRange | click.types.IntParamType)
]
RULES = r"it is a whole number from \d+ to \d+|known: [\w-]+(, [\w-]+)+|did you mean [\w-]+\?"


def words(name: str, parameter: click.Parameter, value: str) -> list[str]:
    """Return a command line that gives a parameter a value."""
    if isinstance(parameter, click.Argument):
        return [name, value]
    return [name, *NEEDED.get(name, []), parameter.opts[0], value]


def test_the_options_are_found() -> None:
    """Numbers, words and names of files are among what is tried."""
    tried = {(name, parameter.name) for name, parameter in NUMBERS_AND_WORDS}
    assert {("coup", "punto_total"), ("removal", "level"), ("batch", "jobs"), ("edge", "output_format")} <= tried
    assert {("verify", "file"), ("audit", "shoe_change"), ("tableau", "name")} <= {
        (name, parameter.name) for name, parameter in TAKING_VALUES
    }


@pytest.mark.parametrize("value", ["x?", "-1", "10000000", "1.5", "\uff15"])
@pytest.mark.parametrize(("name", "parameter"), NUMBERS_AND_WORDS, ids=str)
def test_a_number_or_a_word_is_refused_in_one_form(name: str, parameter: click.Parameter, value: str) -> None:
    """The line has the option, what was got, and the range or the words: never a raw text of Click."""
    label = parameter.opts[0] if isinstance(parameter, click.Option) else str(parameter.name).upper()
    arguments = words(name, parameter, value)
    done = run(*(arguments if isinstance(parameter, click.Option) else [name, "--", value]))
    assert (done.status, done.out) == (2, "")
    assert re.fullmatch(f"Error: {label}: got {value!r}; ({RULES})\n".replace("?'", r"\?'"), done.err)


@pytest.mark.parametrize("value", ["", " "])
@pytest.mark.parametrize(("name", "parameter"), TAKING_VALUES, ids=str)
def test_an_empty_value_is_refused(name: str, parameter: click.Parameter, value: str) -> None:
    """No command takes nothing for a name, a number or a file, and the line goes on after what was got."""
    done = run(*words(name, parameter, value))
    assert (done.status, done.out) == (2, "")
    assert re.fullmatch(r"Error: [^\n]+: got ' ?'; [^\n]+\n", done.err)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["verify", ""], "FILE: got ''; it is the name of a file, or - for standard input"),
        (["edge", "-o", ""], "-o: got ''; it is the name of a file, or - for standard output"),
        (["report", "-o", ""], "-o: got ''; it is the name of a folder"),
        (
            ["audit", "x", "--shoe-change", ""],
            "--shoe-change: got ''; it is the name of a column, or the text of a line between coups",
        ),
        (["edge", "-f", "JSON"], "-f: got 'JSON'; did you mean json?"),
        (["formula", "--compare", "tie"], "--compare: got 1 bet; it takes two bets of one variant, or one of two"),
    ],
)
def test_what_is_allowed_is_said(arguments: list[str], error: str) -> None:
    """The error is the whole line."""
    done = run(*arguments)
    assert (done.status, done.out, done.err) == (2, "", f"Error: {error}\n")


@pytest.mark.parametrize("text", ["none", "no", "nine cards", "x"])
def test_a_burn_card_that_is_not_a_card_suggests_none(text: str) -> None:
    """The error says what is allowed, and what to do without a burn card; "none" is not nearly a nine."""
    done = run("edge", "--burn", text)
    assert done.status == 2
    assert "did you mean" not in done.err
    assert re.search("leave --burn out|the one burn card shown", done.err)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("A", ""),
        (",", ""),
        ("#", ""),
        ("A B", ""),
        ("no/such", ""),
        ("A 5", "A=5"),
        ("A:6", "A=6"),
        ("A: 6, K x 3", "A=6, K=3"),
        ("as*2 kh*6", "as=2 kh=6"),
        ("A 5 9", ""),
        ("A 99999999999", ""),
    ],
)
def test_a_shoe_that_is_not_a_file_says_how_one_is_written(text: str, meant: str) -> None:
    """The composition that the text nearly is, if it is one, and in any case an example."""
    done = run("outcomes", "--shoe", text)
    question = f"did you mean {meant}? " if meant else ""
    rule = "it is a composition (A=32 K=31), a file, or - for standard input"
    error = f"--shoe: {text}: cannot read it: no such file or directory; {question}{rule}"
    assert (done.status, done.out, done.err) == (1, "", f"Error: {error}\n")


@pytest.mark.parametrize("text", ["-1", "3/2", "1..2", "", "x", "nan", "draw"])
def test_a_play_says_what_it_takes(text: str) -> None:
    """A tableau, a file or a probability for punto; the names of tableaux are given for what may be one."""
    done = run("chemin-de-fer", f"--punto-plays={text}")
    assert done.status == 2
    rule = "it is a tableau, a .json file of cells, or the probability P, 0 to 1, of drawing on five"
    assert done.err.startswith(f"Error: --punto-plays: got {text!r}; {rule}")
    assert ("; known: standard, " in done.err) == text.isalpha()


@pytest.mark.parametrize("text", ["1/2", "0.5", "50%"])
def test_banco_plays_no_probability(text: str) -> None:
    """Banco chooses in many cells, so one number does not state its play."""
    done = run("chemin-de-fer", "--banco-plays", text)
    assert done.err == f"Error: --banco-plays: got {text!r}; it is a tableau or a .json file of cells\n"


@pytest.mark.parametrize(
    ("settings", "variants", "changed"),
    [
        (["--commission", "4%"], ["classic", "ez"], [{"commission": "1/25"}, {}]),
        (["--commission", "4%"], ["ez", "classic"], [{}, {"commission": "1/25"}]),
        (["--half-on", "5"], ["ez", "straight"], [{}, {"half_on": "5"}]),
        (
            ["--half-on", "5", "--commission", "4%"],
            ["straight", "ez"],
            [{"half_on": "5", "commission": "1/25"}, {}],
        ),
    ],
)
def test_a_setting_changes_the_variants_it_applies_to(
    settings: list[str], variants: list[str], changed: list[dict[str, str]]
) -> None:
    """Of several variants one may have no use for a setting; it stays as it is."""
    chosen = [word for name in variants for word in ("--variant", name)]
    done = run("edge", *chosen, *settings, "-f", "json")
    assert (done.status, done.err) == (0, "")
    shown = [variant["options"] for variant in json.loads(done.out)["variants"]]
    assert shown == changed
    compared = run("formula", "--compare", "banco", *chosen, *settings)
    assert (compared.status, compared.err) == (0, "")


@pytest.mark.parametrize("command", [["edge"], ["formula", "--compare", "banco"]])
@pytest.mark.parametrize(("option", "value"), [("--commission", "4%"), ("--half-on", "5")])
def test_a_setting_that_changes_nothing_is_refused(command: list[str], option: str, value: str) -> None:
    """None of the variants has a commission, or a banco bet that can pay half."""
    done = run(*command, "--variant", "ez", "--variant", "two-to-one", option, value)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"Error: {option} does not apply to ez: ")


def test_a_setting_that_changes_no_bet_asked_for_is_refused() -> None:
    """The tie pays the same whatever the commission on banco is."""
    done = run("formula", "--compare", "tie", "--variant", "classic", "--variant", "ez", "--commission", "4%")
    assert done.err == "Error: --commission does not apply to tie, tie: it changes nothing there\n"
