"""The command line as a whole: help, imports at start, and exit."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import click
import pytest
from command import process, run
from paths import ROOT

from analyzer.cli import cli

if TYPE_CHECKING:
    from pathlib import Path


class TestAnswers:
    """What the commands print is what the package computes, in every format."""

    def test_python_m_analyzer_is_the_same(self) -> None:
        """The module and the script print the same."""
        assert process("bet", "banco").stdout.decode() == run("bet", "banco").out


class TestProcess:
    """Behaviour that needs a separate process."""

    @pytest.mark.usefixtures("default_signals")
    def test_interrupted(self) -> None:
        """Ctrl-C ends the program with status 130 and one line."""
        words = [sys.executable, "-m", "analyzer", "outcomes", "--decks", "1-9000"]
        running = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(1.5)
        running.send_signal(2)
        out, err = running.communicate(timeout=20)
        assert (running.returncode, out, err) == (130, b"", b"Error: interrupted\n")

    @pytest.mark.parametrize("words", [["--help"], ["edge", "--help"], ["--version"]], ids=" ".join)
    def test_help_loads_nothing_heavy(self, words: list[str]) -> None:
        """`--help` loads neither sympy nor tabulate nor numpy, nor any room below the command line."""
        code = (
            "import sys\nfrom analyzer.cli import main\n"
            f"try:\n    main({words!r})\nexcept SystemExit:\n    pass\n"
            "print([name for name in sys.modules if name.split('.')[0] in {'sympy', 'tabulate', 'numpy'}"
            " or name.startswith('analyzer.')"
            " and not name.startswith(('analyzer.cli', 'analyzer.errors', 'analyzer.stopping', 'analyzer.text'))])"
        )
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-1] == "[]"

    def test_no_answer_loads_sympy_or_numpy(self) -> None:
        """`edge` loads neither sympy nor numpy."""
        code = (
            "import sys\nfrom analyzer.cli import main\ntry:\n    main(['edge'])\nexcept SystemExit:\n    pass\n"
            "print([name for name in sys.modules if name in {'sympy', 'numpy'}])"
        )
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-1] == "[]"


def test_every_command_is_documented() -> None:
    """Every command and every option of it has help, and every command's help ends in examples."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, command in cli.commands.items():
        assert command.help, name
        assert command.epilog is not None
        assert "Examples:" in command.epilog, name
        assert f"baccarat-odds {name}" in readme, name
        for option in command.params:
            assert not isinstance(option, click.Option) or option.help, f"{name} {option.name}"


def test_examples_in_the_help_are_quoted_for_a_shell() -> None:
    """Characters that a shell expands to file names are quoted, so an example does the same in any folder."""
    for command in [cli, *cli.commands.values()]:
        for line in (command.epilog or "").splitlines():
            bare = re.sub(r""""[^"]*"|'[^']*'""", "", line)
            assert not line.strip().startswith("baccarat-odds ") or not re.search(r"[?*[]", bare), line


def test_examples_in_the_help_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every example in a command's help that needs no file of the user succeeds."""
    import shlex

    monkeypatch.chdir(tmp_path)
    tried = 0
    for command in [cli, *cli.commands.values()]:
        for line in (command.epilog or "").splitlines():
            example = re.sub(r" {3,}.*", "", line.strip())
            if not example.startswith("baccarat-odds ") or re.search(
                r"\.toml|\.txt|\.csv|\.npy|\.jsonl|play\.json|--check|\|", example
            ):
                continue
            tried += 1
            assert run(*shlex.split(example)[1:]).status == 0, example
    assert tried >= 15


@pytest.mark.parametrize(
    "words",
    [
        ["edge"],
        ["bets"],
        ["bet", "banco"],
        ["outcomes"],
        ["tableau"],
        ["variants"],
        ["certify", "banco"],
        ["verify", "pyproject.toml"],
        ["formula", "--help"],
    ],
    ids=" ".join,
)
def test_no_other_command_loads_sympy(words: list[str]) -> None:
    """Importing sympy takes a third of a second, so only commands that need it import it."""
    program = (
        f"import sys\nfrom analyzer.cli import main\ntry:\n main({words!r})\n"
        "except SystemExit:\n print('sympy' in sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == "False"
