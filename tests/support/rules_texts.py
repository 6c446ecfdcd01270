"""Rules files as text."""

from __future__ import annotations

BET = """\
title = "Banco wins with a three-card 7"
source = "a felt"

[[payout]]
when = { winner = "banco", banco_total = 7, banco_cards = 3 }
odds = "40 to 1"
"""
TABLEAU = """\
natural = "ends the coup"

[punto]
draws = "0-5"

[banco]
stood = "0-5"
0 = "0-9"
1 = "0-9"
2 = "0-9"
3 = "0-7 9"
4 = "2-7"
5 = "4-7"
6 = "6-7"
7 = ""
"""


def payout(when: str, odds: str = '"1 to 1"') -> str:
    """Return a bet file of one row."""
    return f"[[payout]]\nwhen = {{ {when} }}\nodds = {odds}\n"
