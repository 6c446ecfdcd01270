"""Figures: an error names the bet or event that is missing."""

from __future__ import annotations

import pytest

from analyzer import Bet, Payout, RulesError, read_pays
from analyzer.proof.figures import FIGURES, Figure


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_needs_its_bet_or_event(figure: str) -> None:
    """The error says which of the two is missing."""
    with pytest.raises(RulesError, match=f"figure: {figure} needs (a bet|an event)"):
        _ = Figure(figure).exact


def test_edge_per_resolved_bet_of_a_push() -> None:
    """A bet that always pushes has no edge per resolved bet."""
    bet = Bet("nothing", (Payout({}, read_pays("push")),))
    with pytest.raises(RulesError, match="not defined where the bet always pushes"):
        _ = Figure("edge per resolved bet", bet=bet).exact
