"""The help: options under headings, `-h` in short and `--help` in full, on lines that fit a terminal of 80 columns."""

from __future__ import annotations

import click
import pytest
from command import run

from analyzer.cli import cli
from analyzer.cli.help import Documented

COMMANDS = [[], *([name] for name in cli.commands)]


def section(page: str, heading: str) -> str:
    """Return the part of a page of help under a heading."""
    return page.partition(f"\n{heading}:\n")[2].partition("\n\n")[0]


@pytest.mark.parametrize("flag", ["-h", "--help"])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: " ".join(words) or "the program")
def test_no_line_of_help_is_longer_than_80_columns(
    command: list[str], flag: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The help of the program and of each command fits a terminal of 80 columns, examples too."""
    monkeypatch.setenv("COLUMNS", "80")
    done = run(*command, flag)
    assert (done.status, done.err) == (0, "")
    assert [line for line in done.out.splitlines() if len(line) > 80] == []


def test_options_are_under_headings() -> None:
    """The shoe, the rules and the output have a heading each; a command's own options come first."""
    page = run("edge", "--help").out
    headings = [line[:-1] for line in page.splitlines() if line and not line.startswith(" ") and line.endswith(":")]
    assert headings == ["Options", "Shoe", "Rules", "Output"]
    for heading, options in {
        "Options": ["--crosscheck", "-h", "--help"],
        "Shoe": ["--decks", "--shoe", "--remove", "--burn"],
        "Rules": ["--variant", "--tableau", "--commission", "--tie-odds", "--half-on", "--strict"],
        "Output": ["--format", "--output", "--places", "--exact", "--all-figures"],
    }.items():
        assert all(option in section(page, heading) for option in options), heading


@pytest.mark.parametrize("name", cli.commands)
def test_every_command_has_both_helps(name: str) -> None:
    """`--help` has every option; `-h` the usage, one paragraph and those required, and is shorter."""
    command = cli.commands[name]
    assert isinstance(command, Documented)
    short, full = run(name, "-h").out, run(name, "--help").out
    for option in command.params:
        if isinstance(option, click.Option):
            assert all(word in full for word in option.opts), option.name
            assert not option.required or option.opts[0] in short, option.name
    assert short.startswith(f"Usage: baccarat-odds {name}")
    assert short.endswith(f"All options and examples: baccarat-odds {name} --help\n")
    assert len(short) < len(full)
    assert "Examples:" in full
    assert "Examples:" not in short
