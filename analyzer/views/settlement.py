"""Settlement: stakes settled on a coup, and the commission card, as tables and as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from analyzer.bets.settlement import settle_row
from analyzer.layout import Table
from analyzer.notation import amount, exact
from analyzer.views.labels import SHOWN_AS
from analyzer.views.render import NOTHING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.bets.bet import Bet
    from analyzer.bets.settlement import Currency, Settlement
    from analyzer.catalog.variant import Variant
    from analyzer.rules.coup import Coup
    from analyzer.views.render import Document, Style

__all__ = ["card_document", "card_stakes", "card_table", "coup_document", "settled_document", "settled_tables"]

_STEPS = ((5, 100), (25, 500), (50, 1000))
"""The steps of a printed card, each with the largest stake it leads to."""
MAX_STAKE = 1000
"""The largest stake a card shows."""


def _shown(value: Fraction | None, style: Style) -> str:
    if value is None:
        return NOTHING
    return exact(value) if style.exact else amount(value, style.places)


def coup_document(coup: Coup) -> Document:
    """Return a coup: the cards of both hands, their totals and the winner."""
    ending = coup.ending
    return {
        "punto": " ".join(map(str, coup.punto)),
        "banco": " ".join(map(str, coup.banco)),
        "punto_total": ending.punto_total,
        "banco_total": ending.banco_total,
        "winner": ending.winner,
    }


def settled_document(settled: Sequence[Settlement]) -> Document:
    """Return settled stakes, and their sums."""
    return {
        "stakes": [
            {
                "bet": settlement.bet.name,
                "stake": exact(settlement.stake),
                "result": settlement.result.split()[0],
                "event": settlement.event,
                "odds": str(settlement.pays),
                "win": exact(settlement.win),
                "commission": None if settlement.commission is None else exact(settlement.commission),
                "payout": exact(settlement.payout),
                "returned": exact(settlement.returned),
                "net": exact(settlement.net),
            }
            for settlement in settled
        ],
        "staked": exact(sum((settlement.stake for settlement in settled), Fraction(0))),
        "returned": exact(sum((settlement.returned for settlement in settled), Fraction(0))),
        "net": exact(sum((settlement.net for settlement in settled), Fraction(0))),
    }


def settled_tables(settled: Sequence[Settlement], coup: Coup, style: Style) -> list[Table]:
    """Return settled stakes, with a total."""
    rows = [
        [
            settlement.bet.name,
            _shown(settlement.stake, style),
            settlement.result,
            settlement.event,
            str(settlement.pays),
            _shown(settlement.win, style),
            _shown(settlement.commission, style),
            _shown(settlement.payout, style),
            _shown(settlement.returned, style),
        ]
        for settlement in settled
    ]
    parts = zip(*((settlement.stake, settlement.payout, settlement.returned) for settlement in settled), strict=True)
    staked, paid, returned = (_shown(sum(part, Fraction(0)), style) for part in parts)
    rows.append(["Total", staked, "", "", "", "", "", paid, returned])
    headers = ["Bet", "Stake", "Result", "Event", "Pays", "Win", "Commission", "Payout", "Returned"]
    ending = coup.ending
    title = (
        f"Punto {' '.join(map(str, coup.punto))} ({ending.punto_total}), "
        f"banco {' '.join(map(str, coup.banco))} ({ending.banco_total}): {SHOWN_AS[ending.winner]}"
    )
    return [Table(headers, rows, "lrllrrrrr", title)]


class _Column(NamedTuple):
    """A row of a bet's pay table that wins, or that pushes without a tie."""

    bet: Bet
    row: int
    event: str


def _columns(variant: Variant) -> list[_Column]:
    return [
        _Column(bet, row, bet.event(row))
        for bet in variant.bets
        for row, payout in enumerate(bet.payouts)
        if payout.pays.net > 0 or (payout.pays.net == 0 and "tie" not in payout.on_endings.get("winner", ()))
    ]


def card_stakes(step: int | None = None) -> list[Fraction]:
    """Return the stakes on a card, from 5 to 1,000 by a fixed step, or by the growing steps of a printed card.

    >>> [str(stake) for stake in card_stakes()][18:24]
    ['95', '100', '125', '150', '175', '200']
    """
    stakes: list[int] = []
    for size, last in _STEPS if step is None else ((step, MAX_STAKE),):
        first = stakes[-1] + size if stakes else _STEPS[0][0]
        stakes += range(first, last + 1, size)
    return [Fraction(stake) for stake in stakes]


def card_document(variant: Variant, stakes: Sequence[Fraction], currency: Currency | None) -> list[Document]:
    """Return the payout of each stake on every row of the variant's bets that wins, or pushes without a tie."""
    return [
        {
            "stake": exact(stake),
            "pays": [
                {
                    "bet": settled.bet.name,
                    "event": settled.event,
                    "odds": str(settled.pays),
                    "payout": exact(settled.payout),
                    "commission": None if settled.commission is None else exact(settled.commission),
                }
                for settled in (settle_row(bet, row, stake, currency) for bet, row, _ in _columns(variant))
            ],
        }
        for stake in stakes
    ]


def card_table(
    variant: Variant, stakes: Sequence[Fraction], currency: Currency | None, style: Style, title: str
) -> Table:
    """Return the card: a row for each stake, a column for each payout that wins or pushes, and its commission."""
    columns = _columns(variant)
    headers = ["Stake"]
    for bet, row, event in columns:
        pays = bet.pays_at(row)
        single = [column.bet for column in columns].count(bet) == 1
        headers.append(f"{bet.name if single else event} ({pays})")
        headers += ["commission"] if pays.commission is not None else []
    rows = []
    for stake in stakes:
        cells = [_shown(stake, style)]
        for bet, row, _ in columns:
            settled = settle_row(bet, row, stake, currency)
            cells.append(_shown(settled.payout, style))
            cells += [_shown(settled.commission, style)] if settled.commission is not None else []
        rows.append(cells)
    return Table(headers, rows, "r" * len(headers), title)
