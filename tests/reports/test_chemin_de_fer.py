"""The page of chemin de fer."""

from __future__ import annotations

import re
from pathlib import Path

from paths import ROOT

from analyzer.reports.pages import PAGES


def test_the_page_shows_the_game_of_kemeny_and_snell() -> None:
    """The committed page, which `report --check` compares, has the value and the mixture of 1957."""
    page = (Path(ROOT) / "reports" / "chemin-de-fer.md").read_text(encoding="utf-8")
    assert "679568/53094899" in page
    assert "9/11" in page


def test_no_name_of_the_prose_is_left() -> None:
    """Every $name of the prose was filled in."""
    names = re.findall(r"\$(\w+)", (PAGES / "chemin-de-fer.md").read_text(encoding="utf-8"))
    page = (Path(ROOT) / "reports" / "chemin-de-fer.md").read_text(encoding="utf-8")
    assert names
    assert not [name for name in names if f"${name}" in page]
