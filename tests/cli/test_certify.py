"""`certify` and `verify`: one verifies what the other writes, and names the line that fails."""

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
    """`verify` and the standalone checker verify a file of `certify`, line by line."""
    file = tmp_path / "certificate.json"
    assert run("certify", "banco", "tie", "--variant", "ez", "--remove", "9 9 K", "-o", str(file)) == (0, "", "")
    status, printed, errors = run("verify", str(file))
    assert (status, errors) == (0, "")
    assert printed.count(" holds ") == 7
    script = subprocess.run([sys.executable, "-I", str(CHECKER), str(file)], capture_output=True, check=False)
    assert (script.returncode, script.stdout) == (0, b"every line holds\n")


def test_a_certificate_too_large_to_be_read_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`certify` refuses a file that `verify` would refuse for its size."""
    monkeypatch.setattr("analyzer.proof.certificate.MAX_BYTES", 10_000)
    status, _, errors = run("certify", "-o", str(tmp_path / "file.json"))
    assert status == 1
    assert "got 13,561 bytes; a certificate has at most 10,000: certify fewer bets at a time" in errors
    assert list(tmp_path.iterdir()) == []


def test_a_certificate_that_no_checker_reads_is_not_written(tmp_path: Path) -> None:
    """A certificate cannot hold more cards of a class than its format allows."""
    status, _, errors = run("certify", "banco", "--decks", "100000000", "-o", str(tmp_path / "file.json"))
    assert (status, errors.count("\n")) == (1, 1)
    assert "a certificate holds at most 1,000,000,000 cards of a class; got 1,600,000,000" in errors
    assert list(tmp_path.iterdir()) == []


def test_the_command_names_the_first_line_that_fails(tmp_path: Path) -> None:
    """Exit status 1, the line in the document and on stderr, and no line after it."""
    document = json.loads(certificate("ten cards"))
    document["bets"][1]["edge"] = "1/2"
    file = tmp_path / "certificate.json"
    file.write_bytes(sealed(document))
    status, printed, errors = run("verify", str(file), "-f", "json")
    assert status == 1
    answer = json.loads(printed)
    assert answer["verified"] is False
    assert [line["line"] for line in answer["lines"] if not line["holds"]] == ["bet banco"]
    assert answer["lines"][-1]["line"] == "bet banco"
    assert errors.startswith(f"Error: {file}: bet banco does not hold: its edge is ")
