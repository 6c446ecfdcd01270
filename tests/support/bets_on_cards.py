"""Bets on given conditions."""

from __future__ import annotations

from analyzer import Bet, Payout, read_pays


def bet_on(**conditions: object) -> Bet:
    """Return a bet that pays 3 to 1 on these conditions, the dot after a scope written as `__`."""
    when = {name.replace("__", "."): (value,) for name, value in conditions.items()}
    return Bet("test", (Payout(when, read_pays("3 to 1")),))
