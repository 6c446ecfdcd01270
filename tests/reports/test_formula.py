"""The page of closed forms."""

from __future__ import annotations

import re

import pytest

from analyzer.reports.formula import closed_forms_parts
from analyzer.reports.pages import PAGES


@pytest.fixture(scope="module")
def parts() -> dict[str, str]:
    """Return the parts of the page."""
    return closed_forms_parts()


def test_the_page_uses_every_part(parts: dict[str, str]) -> None:
    """The names in the prose are the parts that are made, none more and none less."""
    prose = (PAGES / "closed-forms.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\$(\w+)", prose)) == set(parts)


def test_it_states_the_edge_of_banco(parts: dict[str, str]) -> None:
    """Banco is among the bets with a formula."""
    assert any("banco" in text for text in parts.values())
