"""The page of closed forms."""

from __future__ import annotations

import re

from paths import ROOT

from analyzer.reports.pages import PAGES

PAGE = (ROOT / "reports" / "closed-forms.md").read_text(encoding="utf-8")
"""The page as committed, which `report --check` compares with the page as made."""


def test_it_states_the_edges_of_the_main_bets() -> None:
    """Banco takes a commission, so the page has the commission that makes it fair, and when each bet is the better."""
    assert all(name in PAGE for name in ("punto", "banco", "tie"))
    assert "every d >= 1" in PAGE


def test_no_name_of_the_prose_is_left() -> None:
    """Every $name of the prose was filled in."""
    names = re.findall(r"\$(\w+)", (PAGES / "closed-forms.md").read_text(encoding="utf-8"))
    assert names
    assert not [name for name in names if f"${name}" in PAGE]
