"""Settlement: stakes settled on a coup, and the commission card, as tables and as JSON."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from analyzer.bets.settlement import Chips, settle_row
from analyzer.errors import NotationError
from analyzer.layout import Table
from analyzer.notation import amount, exact
from analyzer.rules.coup import OPENING
from analyzer.views.labels import SHOWN_AS
from analyzer.views.render import NOTHING, Style, markdown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.analyses.drill import Exercise
    from analyzer.bets.bet import Bet
    from analyzer.bets.settlement import Currency, Settlement
    from analyzer.catalog.variant import Variant
    from analyzer.rules.coup import Coup
    from analyzer.views.render import Document

__all__ = [
    "Solved",
    "card_document",
    "card_stakes",
    "card_table",
    "coup_document",
    "drill_document",
    "drill_sheet",
    "settled_document",
    "settled_tables",
]

_STEPS = ((5, 100), (25, 500), (50, 1000))
"""The steps of a printed card, each with the largest stake it leads to."""
MAX_STAKE = 1000
"""The largest stake that a card shows by default."""
MOST_STAKES = 1_000
_MOST_IN_WORDS = 6
"""The most chips that are written one by one."""


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


def settled_tables(
    settled: Sequence[Settlement], coup: Coup, style: Style, chips: Sequence[Fraction] = ()
) -> list[Table]:
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
            *([_in_chips(settlement.payout, chips, style)] if chips else []),
        ]
        for settlement in settled
    ]
    parts = zip(*((settlement.stake, settlement.payout, settlement.returned) for settlement in settled), strict=True)
    staked, paid, returned = (_shown(sum(part, Fraction(0)), style) for part in parts)
    last = ["Payout in chips"] if chips else []
    rows.append(["Total", staked, "", "", "", "", "", paid, returned, *[""] * len(last)])
    headers = ["Bet", "Stake", "Result", "Event", "Pays", "Win", "Commission", "Payout", "Returned", *last]
    ending = coup.ending
    title = (
        f"Punto {' '.join(map(str, coup.punto))} ({ending.punto_total}), "
        f"banco {' '.join(map(str, coup.banco))} ({ending.banco_total}): {SHOWN_AS[ending.winner]}"
    )
    return [Table(headers, rows, "lrllrrrrrl"[: len(headers)], title)]


def _in_chips(value: Fraction, chips: Sequence[Fraction], style: Style) -> str:
    """Return an amount as the chips that pay it, 25 + 5 + 5, with what no chip pays."""
    paid = Chips.of(value, chips)
    parts = [_shown(chip, style) for chip in paid.chips]
    if len(parts) > _MOST_IN_WORDS:
        parts = [f"{number} x {chip}" if number > 1 else chip for chip, number in Counter(parts).items()]
    if paid.rest or not parts:
        parts.append(_shown(paid.rest, style) + (" in no chip" if paid.rest else ""))
    return " + ".join(parts)


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


def card_stakes(
    first: Fraction | None = None, last: Fraction | None = None, step: Fraction | None = None
) -> list[Fraction]:
    """Return the stakes on a card, by a fixed step, or by the growing steps of a printed card.

    Args:
        first: the first stake; by default the step, or 5.
        last: the last stake; by default 1,000.
        step: the step; by default 5 up to 100, 25 up to 500, then 50, if first and last are not given; else the first.

    Raises:
        NotationError: if the last stake is below the first, or there are more than `MOST_STAKES`.

    >>> [str(stake) for stake in card_stakes()][18:24]
    ['95', '100', '125', '150', '175', '200']
    >>> [str(stake) for stake in card_stakes(Fraction(25), Fraction(100), Fraction(25))]
    ['25', '50', '75', '100']
    """
    if first is last is step is None:
        stakes: list[int] = []
        for growing, highest in _STEPS:
            stakes += range(stakes[-1] + growing if stakes else growing, highest + 1, growing)
        return list(map(Fraction, stakes))
    start = first if first is not None else step if step is not None else Fraction(_STEPS[0][0])
    size, end = step if step is not None else start, last if last is not None else Fraction(MAX_STAKE)
    number = (end - start) // size + 1
    if not 1 <= number <= MOST_STAKES:
        raise NotationError(
            f"stakes: got {amount(start)} to {amount(end)} by {amount(size)}; a card has 1 to {MOST_STAKES:,} stakes"
        )
    return [start + size * index for index in range(number)]


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


def card_table(  # noqa: PLR0913, PLR0917 - what is paid, and how it is shown
    variant: Variant,
    stakes: Sequence[Fraction],
    currency: Currency | None,
    style: Style,
    title: str,
    chips: Sequence[Fraction] = (),
) -> Table:
    """Return the card: a row for each stake, a column for each payout that wins or pushes, and its commission."""
    columns = _columns(variant)
    headers = ["Stake"]
    for bet, row, event in columns:
        pays = bet.pays_at(row)
        single = [column.bet for column in columns].count(bet) == 1
        headers.append(f"{bet.name if single else event} ({pays})")
        headers += ["commission"] if pays.commission is not None else []
        headers += ["chips"] if chips else []
    rows = []
    for stake in stakes:
        cells = [_shown(stake, style)]
        for bet, row, _ in columns:
            settled = settle_row(bet, row, stake, currency)
            cells.append(_shown(settled.payout, style))
            cells += [_shown(settled.commission, style)] if settled.commission is not None else []
            cells += [_in_chips(settled.payout, chips, style)] if chips else []
        rows.append(cells)
    align = "".join("l" if header == "chips" else "r" for header in headers)
    return Table(headers, rows, align, title)


# A drill: coups with blanks, and the key.


class Solved(NamedTuple):
    """A coup of a drill with the stake on it settled."""

    exercise: Exercise
    settled: Settlement


def drill_document(solved: Sequence[Solved]) -> list[Document]:
    """Return the coups of a drill, each with what is shown and its key."""
    return [
        {
            "shown": {
                name: " ".join(map(str, cards))
                for name, cards in zip(("punto", "banco", "next"), exercise.shown, strict=True)
            },
            "bet": exercise.bet,
            "stake": exact(exercise.stake),
            "key": coup_document(exercise.coup)
            | {
                "punto_draws": len(exercise.coup.punto) > OPENING,
                "banco_draws": len(exercise.coup.banco) > OPENING,
                "result": settled.result.split()[0],
                "payout": exact(settled.payout),
                "commission": None if settled.commission is None else exact(settled.commission),
                "returned": exact(settled.returned),
            },
        }
        for exercise, settled in solved
    ]


def drill_sheet(solved: Sequence[Solved], title: str, chips: Sequence[Fraction] = ()) -> str:
    """Return a drill in Markdown: the coups with blanks, and the key on a page of its own."""
    blank = "\\_\\_\\_\\_"
    asked, key = [], []
    for number, (exercise, settled) in enumerate(solved, start=1):
        punto, banco, following = (" ".join(map(str, cards)) for cards in exercise.shown)
        stake = amount(exercise.stake)
        asked.append([str(number), punto, banco, following, blank, blank, blank, f"{exercise.bet} {stake}", blank])
        hands = (exercise.coup.punto, exercise.coup.banco)
        drawn = ["draws " + str(hand[OPENING]) if len(hand) > OPENING else "stands" for hand in hands]
        ending = exercise.coup.ending
        paid = amount(settled.payout) if settled.result == "wins" else settled.result
        paid += f" in chips {_in_chips(settled.payout, chips, Style())}" if chips and settled.payout else ""
        commission = f", commission {amount(settled.commission)}" if settled.commission else ""
        winner = f"{SHOWN_AS[ending.winner]}, {ending.punto_total} to {ending.banco_total}"
        key.append([str(number), *drawn, winner, f"{exercise.bet} {stake}", f"{paid}{commission}"])
    headers = ["Coup", "Punto", "Banco", "Next cards", "Punto draws", "Banco draws", "Winner", "Stake", "Paid"]
    return (
        f"# {title}\n\n"
        "Who draws, who wins, and what is paid, the stake not counted? The next cards lie in the shoe in this order;\n"
        "not all of them need be drawn.\n\n"
        f"{markdown(Table(headers, asked, 'r' + 'l' * 8))}\n\n"
        '<div style="page-break-after: always"></div>\n\n'
        f"# Key: {title}\n\n"
        f"{markdown(Table(['Coup', 'Punto', 'Banco', 'Winner', 'Stake', 'Paid'], key, 'r' + 'l' * 5))}\n"
    )
