"""`certify` and `verify`: what one writes the other verifies, and what fails is named."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

from certificates import CHECKER, certificate, sealed
from command import run

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_the_commands_write_and_verify(tmp_path: Path) -> None:
    """A file written by one command is verified by the other and by the script, line by line."""
    file = tmp_path / "certificate.json"
    assert run("certify", "banco", "tie", "--variant", "ez", "--remove", "9 9 K", "-o", str(file)) == (0, "", "")
    status, printed, told = run("verify", str(file))
    assert (status, told) == (0, "")
    assert printed.count(" holds ") == 7
    script = subprocess.run([sys.executable, "-I", str(CHECKER), str(file)], capture_output=True, check=False)
    assert (script.returncode, script.stdout) == (0, b"every line holds\n")


def test_a_certificate_too_large_to_be_read_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `verify` would refuse unread is refused by `certify`."""
    monkeypatch.setattr("analyzer.proof.certificate.MAX_BYTES", 10_000)
    status, _, told = run("certify", "-o", str(tmp_path / "file.json"))
    assert status == 1
    assert "got 13,561 bytes; a certificate has at most 10,000: certify fewer bets at a time" in told
    assert list(tmp_path.iterdir()) == []


def test_a_certificate_that_no_checker_reads_is_not_written(tmp_path: Path) -> None:
    """More cards of a class than the form allows."""
    status, _, told = run("certify", "banco", "--decks", "100000000", "-o", str(tmp_path / "file.json"))
    assert (status, told.count("\n")) == (1, 1)
    assert "a certificate holds at most 1,000,000,000 cards of a class; got 1,600,000,000" in told
    assert list(tmp_path.iterdir()) == []


def test_the_command_names_the_first_line_that_fails(tmp_path: Path) -> None:
    """Exit status 1, the line in the table and on stderr, nothing after it."""
    document = json.loads(certificate("ten cards"))
    document["bets"][1]["edge"] = "1/2"
    file = tmp_path / "certificate.json"
    file.write_bytes(sealed(document))
    status, printed, told = run("verify", str(file), "-f", "json")
    assert status == 1
    answer = json.loads(printed)
    assert answer["verified"] is False
    assert [line["line"] for line in answer["lines"] if not line["holds"]] == ["bet banco"]
    assert answer["lines"][-1]["line"] == "bet banco"
    assert told.startswith(f"Error: {file}: bet banco does not hold: its edge is ")
