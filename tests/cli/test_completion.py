"""`completion`: the scripts, the names a shell offers, and the three real shells at a terminal."""

from __future__ import annotations

import os
import pty
import select
import shutil
import stat
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from command import process, run
from paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PROMPT = "READY>"
SECONDS = 20
STARTS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "bind 'set enable-bracketed-paste off'; "),
    "zsh": (["zsh", "-f", "-i"], ""),
}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    """The script of each shell names the program."""
    done = run("completion", shell)
    assert done.status == 0
    assert "baccarat-odds" in done.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("edge --variant stra", ["plain,straight", "file,stra"]),
        ("edge --shoe sh", ["file,sh"]),
        ("edge --tableau symm", ["plain,symmetric", "file,symm"]),
        ("bet ./my", ["file,./my"]),
        ("batch sho", ["file,sho"]),
        ("edge -o a", ["file,a"]),
        ("settle --stake dragon-7", ["part,dragon-7="]),
        ("bet banco --with dragon-7", ["part,dragon-7="]),
        ("audit --odds banco,dragon-7", ["plain,banco,dragon-7"]),
        ("settle --st", ["plain,--stake", "plain,--strict"]),
    ],
)
def test_what_is_offered(words: str, expected: list[str]) -> None:
    """Names, files where a file may stand, bets before their stakes and in lists."""
    environment = os.environ | {
        "_BACCARAT_ODDS_COMPLETE": "bash_complete",
        "COMP_WORDS": f"baccarat-odds {words}",
        "COMP_CWORD": str(len(words.split())),
    }
    assert process(env=environment).stdout.decode().splitlines() == expected


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return an empty folder with two files, where `baccarat-odds` runs this checkout."""
    program = tmp_path / "bin" / "baccarat-odds"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m analyzer "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    (tmp_path / "my-side-bet.toml").touch()
    (tmp_path / "shoes.csv").touch()
    return tmp_path


def environment(home: Path) -> dict[str, str]:
    """Return the environment of a shell that starts in an empty home."""
    path = f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {"PATH": path, "HOME": str(home), "PYTHONPATH": str(ROOT), "TERM": "xterm", "LC_ALL": "C.UTF-8"}


class Terminal:
    """A shell at a terminal of its own."""

    def __init__(self, shell: str, home: Path) -> None:
        """Start the shell and let it load the completion script."""
        words, first = STARTS[shell]
        self._master, end = pty.openpty()
        self._process = subprocess.Popen(
            words, cwd=home, env=environment(home), stdin=end, stdout=end, stderr=end, start_new_session=True
        )
        os.close(end)
        self.type(f"{first}PS1='REA''DY>'\n")
        self.wait_for(PROMPT)
        self.type(f'eval "$(baccarat-odds completion {shell})"; echo LOA""DED\n')
        self.said = self.wait_for("LOADED")
        self.wait_for(PROMPT)

    def type(self, text: str) -> None:
        """Type a text."""
        os.write(self._master, text.encode())

    def wait_for(self, text: str) -> str:
        """Return what the terminal shows up to a text; after some time, whatever it shows."""
        shown, end = "", time.monotonic() + SECONDS
        while text not in shown and time.monotonic() < end:
            if select.select([self._master], [], [], 0.2)[0]:
                shown += os.read(self._master, 4096).decode(errors="replace")
        return shown

    def close(self) -> None:
        """End the shell."""
        self._process.kill()
        self._process.wait()
        os.close(self._master)


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_a_shell_at_a_terminal_completes(shell: str, home: Path) -> None:
    """Commands, names, files and bets are completed by the Tab key; nothing is said when the script is loaded."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    terminal = Terminal(shell, home)
    try:
        assert "not found" not in terminal.said
        for typed, completed in (
            ("outc", "outcomes"),
            ("edge --variant straig", "straight"),
            ("edge --tableau symm", "symmetric"),
            ("bet ./my-s", "./my-side-bet.toml"),
            ("bet my-s", "my-side-bet.toml"),
            ("batch sho", "shoes.csv"),
            ("edge -o sho", "shoes.csv"),
            ("settle --stake dragon-7", "dragon-7="),
            ("bet banco --with dragon-7", "dragon-7="),
            ("audit --odds punto-pai", "punto-pair"),
        ):
            terminal.type(f"baccarat-odds {typed}\t")
            assert completed in terminal.wait_for(completed), typed
            terminal.type("\x15")  # the line is taken back
    finally:
        terminal.close()


def test_fish_completes_with_whole_help_texts(home: Path) -> None:
    """Fish offers commands, names, files and bets, with the help of a command or an option to its end."""
    if shutil.which("fish") is None:
        pytest.skip("fish is not installed")
    typed = ["audi", "edge --shoe sho", "bet my-s", "edge --variant straig", "settle --stake dragon-7", "edge --remo"]
    script = "baccarat-odds completion fish | source; " + "; ".join(
        f"complete -C 'baccarat-odds {words}'" for words in typed
    )
    done = subprocess.run(
        ["fish", "--no-config", "-c", script],
        cwd=home,
        env=environment(home),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        "audit\tCheck a record of dealt coups: cards, drawing, totals, results, payments.",
        "shoes.csv",
        "my-side-bet.toml",
        "straight",
        "dragon-7=",
        '--remove\tCards removed from the shoe: "9 9 K", 99K, 9x2; - reads them from standard input.',
    ]
