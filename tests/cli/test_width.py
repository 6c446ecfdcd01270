"""Tables on a terminal: every command keeps to the width, and into a pipe or a file goes everything on one line."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from command import run
from paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

FORTY = " ".join(["9", "K", "8", "7"] * 10)
COMMANDS = [
    "edge",
    "edge --all-figures",
    "edge --decks 6,8",
    "edge --variant classic --decks 1-8",
    "edge --variant classic --variant ez --all-figures",
    "edge --half-on 5 --decks 6,8,inf",
    f"edge --remove '{FORTY}'",
    f"edge --variant classic --decks 6,8 --remove '{FORTY}'",
    "outcomes --decks 1-8",
    "outcomes --by total",
    "outcomes --by cards",
    "outcomes --by natural",
    "outcomes --shoe 'A=1 3=2 8=2 K=3' --explain",
    "bet banco",
    "bet dragon-bonus-banco --check",
    "bet dragon-bonus-banco --check --all-figures",
    "bet tie --solve 1 --edge 5%",
    "bet banco --with tie=0.5 --with dragon-7=0.1",
    "bets",
    "bets --all-figures",
    "removal",
    "removal punto banco tie",
    "removal tiger-pair --level 3",
    "removal dragon-7 --pairs",
    "removal all-red-22 fabulous-pair-punto --pairs --shoe 'As=4 Ah=4 9s=4'",
    "formula banco --half-pay",
    "formula --compare banco punto",
    "tableau",
    "tableau --list",
    "variants",
    "coup --punto '9 K' --banco '3 ?'",
    "coup --punto '2 3' --banco 'K 6' --third-punto 6 --all-bets --all-figures",
    "settle --punto '2 3 K' --banco '3 4' --stake banco=25 --stake tie=5 --stake dragon-7=1",
    "commission-card --variant ez",
    "commission-card --variant fabulous-4",
    "chemin-de-fer",
    "chemin-de-fer --commission 5%",
    "audit record.csv",
    "audit record.csv --odds punto,banco,tie",
    "verify certificate.json",
]
EXACTLY = [
    "edge",
    "edge --variant classic --all-figures",
    "outcomes",
    "bet banco",
    "bet dragon-bonus-banco --check",
    "bets --looks-at ranks",
    "removal punto banco tie",
    "removal dragon-7 --pairs",
    "coup --punto '2 3' --banco 'K 6'",
    "chemin-de-fer",
]


def words_of(line: str) -> list[str]:
    """Return the words of a command line, with the text in quotes as one."""
    return [quoted or word for quoted, word in re.findall(r"'([^']*)'|(\S+)", line)]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in a folder with a record that has findings, and a certificate."""
    monkeypatch.chdir(tmp_path)
    coups = "".join(f"a,{number},9 K,3 8,{'PB'[number % 2]}\n" for number in range(40))
    (tmp_path / "record.csv").write_text(f"shoe,round,punto,banco,winner\n{coups}")
    assert run("certify", "banco", "either-pair", "-o", "certificate.json").status == 0


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("width", [80])
@pytest.mark.parametrize("line", COMMANDS)
def test_no_line_is_longer_than_the_terminal(line: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command keeps to the width, and tells as much as into a pipe."""
    piped = run(*words_of(line)).out
    monkeypatch.setenv("BACCARAT_ODDS_WIDTH", str(width))
    done = run(*words_of(line))
    assert [text for text in done.out.splitlines() if len(text) > width] == []
    # The words of the pipe are all there, whole or, of a digest, in halves.
    missing = set(piped.split()) - set(done.out.split())
    shown = "".join(done.out.split())
    assert {word for word in missing if not word.startswith("---") and word not in shown} <= digests(piped)


def digests(text: str) -> set[str]:
    """Return the digests in a text, and fractions, which may be broken."""
    return set(re.findall(r"[0-9a-f]{64}|-?[0-9]+/[0-9]+", text))


@pytest.mark.parametrize("line", EXACTLY)
def test_only_a_fraction_may_be_longer(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With --exact a fraction that is too long stands on lines of its own, broken after the /, and nothing else is."""
    monkeypatch.setenv("BACCARAT_ODDS_WIDTH", "80")
    done = run(*words_of(line), "--exact")
    too_long = [text for text in done.out.splitlines() if len(text) > 80]
    assert all(re.search(r"[0-9]{20,}/?$", text) for text in too_long)


def test_a_file_takes_any_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Into a file of -o nothing is wrapped, whatever the width of the terminal."""
    monkeypatch.setenv("BACCARAT_ODDS_WIDTH", "60")
    assert run("bets", "-o", str(tmp_path / "bets.txt")).status == 0
    assert max(map(len, (tmp_path / "bets.txt").read_text().splitlines())) > 120


@pytest.mark.parametrize("columns", ["", "0", "wide", "-5", "\u0662"])
def test_a_width_that_is_none(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable that is not a number above 0 counts as not set."""
    piped = run("bets").out
    monkeypatch.setenv("BACCARAT_ODDS_WIDTH", columns)
    assert run("bets").out == piped


@pytest.mark.parametrize("columns", [60, 0])
def test_a_terminal_has_its_own_width(columns: int) -> None:
    """On a real terminal tables keep to its width, and to 80 where it does not say."""
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    import fcntl
    import struct
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
    command = [sys.executable, "-m", "analyzer", "edge", "--variant", "classic", "--all-figures"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=slave) as process:
        os.close(slave)
        text = b""
        with contextlib.suppress(OSError):  # the end of a terminal whose last writer has left
            while part := os.read(master, 4096):
                text += part
    os.close(master)
    assert process.returncode == 0
    assert columns - 20 < max(map(len, text.decode().splitlines())) <= (columns or 80)
