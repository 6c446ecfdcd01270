"""Figures of a bet or a game: each says what it needs."""

from __future__ import annotations

import pytest

from analyzer import Bet, Payout, RulesError, read_pays
from analyzer.proof.figures import FIGURES, Figure


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_needs_what_it_is_of(figure: str) -> None:
    """A figure without its bet or event is an error that says which."""
    with pytest.raises(RulesError, match=f"figure: {figure} needs (a bet|an event)"):
        _ = Figure(figure).exact


def test_edge_per_resolved_bet_of_a_push() -> None:
    """A bet that always pushes has no edge per resolved bet."""
    bet = Bet("nothing", (Payout({}, read_pays("push")),))
    with pytest.raises(RulesError, match="not defined where the bet always pushes"):
        _ = Figure("edge per resolved bet", bet=bet).exact
