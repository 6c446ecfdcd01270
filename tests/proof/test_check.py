"""The independent checker: it needs only the standard library and names what does not hold."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

from certificates import CHECKER, certificate
from paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def test_the_script_names_what_does_not_hold(tmp_path: Path) -> None:
    """Exit status 1 and one line."""
    file = tmp_path / "certificate.json"
    file.write_bytes(certificate("ten cards").encode().replace(b"classic", b"clasiic"))
    script = subprocess.run([sys.executable, "-I", str(CHECKER), str(file)], capture_output=True, check=False)
    assert (script.returncode, script.stderr) == (1, b"it does not hold: its digest is another\n")


def test_a_copy_of_the_one_file_runs_alone(tmp_path: Path) -> None:
    """In an empty folder, with a Python that knows no other package."""
    copy = tmp_path / "copied.py"
    copy.write_bytes(CHECKER.read_bytes())
    (tmp_path / "certificate.json").write_text(certificate("eight decks"))
    command = [sys.executable, "-I", "-S", "copied.py", "certificate.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "every line holds\n", "")


def test_the_installed_module(tmp_path: Path) -> None:
    """`python -m analyzer.proof.check`, with a file, standard input, nothing, or a file that is not there."""
    file = tmp_path / "certificate.json"
    file.write_text(certificate("ten cards"))

    def checked(*words: str, data: str = "") -> tuple[int, str, str]:
        command = [sys.executable, "-m", "analyzer.proof.check", *words]
        done = subprocess.run(command, cwd=ROOT, input=data, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    assert checked(str(file)) == (0, "every line holds\n", "")
    assert checked("-", data=certificate("ten cards")) == (0, "every line holds\n", "")
    assert checked() == (1, "", "usage: python -m analyzer.proof.check FILE   (- is standard input)\n")
    assert checked(str(tmp_path / "none.json"))[2].startswith("it does not hold: [Errno 2]")


def test_the_checker_needs_only_the_standard_library() -> None:
    """It has at most 245 lines and imports nothing else."""
    text = CHECKER.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 245
    imported = {line.split()[1].partition(".")[0] for line in text.splitlines() if re.match("(from|import) ", line)}
    assert imported - {"__future__"} <= sys.stdlib_module_names
