"""Closed forms of the built-in bets."""

from __future__ import annotations

from analyzer import read_variant
from analyzer.proof.closed_form import ClosedForm, closed_form


def form_of(variant: str, name: str) -> ClosedForm:
    """Return the closed form of a variant's bet."""
    game = read_variant(variant)
    return closed_form(game.bet(name), game.tableau)
