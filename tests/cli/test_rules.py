"""`variants` and `tableau`: rules files that are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from command import run
from paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path


class TestBadInput:
    """One line on stderr that says what was got and what is allowed; nothing on stdout; never a traceback."""

    def test_a_tableau_with_a_missing_cell(self, tmp_path: Path) -> None:
        """The error names the row that is missing."""
        text = (ROOT / "docs" / "examples" / "house-rules.toml").read_text()
        file = tmp_path / "short.toml"
        file.write_text(text.replace('4 = "2-7"\n', ""))
        done = run("tableau", str(file))
        assert done.status == 1
        assert "banco.4: missing" in done.err
