"""The independent checker: it needs only the standard library and names what does not hold."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

from certificates import CHECKER, certificate

if TYPE_CHECKING:
    from pathlib import Path


def test_the_script_names_what_does_not_hold(tmp_path: Path) -> None:
    """Exit status 1 and one line."""
    file = tmp_path / "certificate.json"
    file.write_bytes(certificate("ten cards").encode().replace(b"classic", b"clasiic"))
    script = subprocess.run([sys.executable, "-I", str(CHECKER), str(file)], capture_output=True, check=False)
    assert (script.returncode, script.stderr) == (1, b"it does not hold: its digest is another\n")


def test_the_checker_needs_only_the_standard_library() -> None:
    """It has at most 225 lines and imports nothing else."""
    text = CHECKER.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 225
    imported = {line.split()[1].partition(".")[0] for line in text.splitlines() if re.match("(from|import) ", line)}
    assert imported - {"__future__"} <= sys.stdlib_module_names
