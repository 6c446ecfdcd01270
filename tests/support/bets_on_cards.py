"""Bets on any conditions."""

from __future__ import annotations

from analyzer import Bet, Payout, read_pays


def bet_on(**conditions: object) -> Bet:
    """Return a bet that pays 3 to 1 on some conditions, `__` standing for the point of a scope."""
    when = {name.replace("__", "."): (value,) for name, value in conditions.items()}
    return Bet("test", (Payout(when, read_pays("3 to 1")),))
