"""Bets with their odds: the proving table of an edge, every figure, and lists of bets, as tables and as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from analyzer.notation import JSON_PLACES, decimal, exact, format_odds, root_decimal
from analyzer.rules.coup import Winner
from analyzer.views.labels import SHOWN_AS, context
from analyzer.views.outcomes import share_document
from analyzer.views.render import NOTHING, Document, Style, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.bets.bet import Bet, Payout
    from analyzer.bets.odds import Odds
    from analyzer.views.labels import NamedShoe, PlayedVariant

__all__ = [
    "PricedVariant",
    "bet_by_bet_table",
    "bet_document",
    "bets_document",
    "bets_table",
    "edges_document",
    "figures_table",
    "odds_document",
    "overview_table",
    "payouts_document",
    "proving_table",
    "when_document",
]


class PricedVariant(NamedTuple):
    """A variant played from a shoe, with its odds by name of bet."""

    game: PlayedVariant
    shoe: NamedShoe
    odds: dict[str, Odds]


def odds_document(bet: str, odds: Odds, places: int = JSON_PLACES) -> Document:
    """Return every figure of a priced bet, per unit staked; an undefined figure is None."""
    commission = odds.break_even_commission
    resolved = odds.edge_per_resolved_bet
    return {
        "bet": bet,
        "edge": exact(odds.house_edge),
        "edge_decimal": decimal(odds.house_edge, places),
        "edge_resolved": None if resolved is None else exact(resolved),
        "edge_resolved_decimal": None if resolved is None else decimal(resolved, places),
        "expected_value": exact(odds.expected_value),
        "rtp": exact(odds.rtp),
        "rtp_decimal": decimal(odds.rtp, places),
        "variance": exact(odds.variance),
        "sd_decimal": root_decimal(odds.variance, places),
        "hit_frequency": exact(odds.hit_frequency),
        "expected_loss_per_100": exact(odds.expected_loss_per_100),
        "break_even_commission": None if commission is None else exact(commission),
        "win": share_document(odds.win, odds.total),
        "push": share_document(odds.push, odds.total),
        "lose": share_document(odds.lose, odds.total),
    }


def when_document(payout: Payout) -> Document:
    """Return a payout's conditions as a rules file writes them."""
    written = {
        name: [value if isinstance(value, int) else str(value) for value in values]
        for name, values in payout.when.items()
    }
    return {name: values if len(values) > 1 else values[0] for name, values in written.items()}


def payouts_document(bet: Bet, odds: Odds) -> Document:
    """Return the rows of a priced bet: its payouts in order, then everything else, which loses the stake."""
    rows: list[Document] = []
    for row in odds.rows:
        even = odds.break_even(row)
        rows.append(
            {
                "event": row.event,
                "odds": format_odds(row.pays.net),
                **share_document(row.count, odds.total),
                "contribution": exact(odds.contribution(row)),
                "break_even": None if even is None else exact(even),
            }
        )
    *payouts, all_else = rows
    return {
        "payouts": [{"when": when_document(payout)} | row for payout, row in zip(bet.payouts, payouts, strict=True)],
        "all_else": all_else,
    }


def bet_document(game: PlayedVariant, shoe: NamedShoe, bet: Bet, odds: Odds, places: int) -> Document:
    """Return one priced bet: its figures, its context and its rows."""
    about = context(game, shoe) | {"total": str(odds.total), "title": bet.title, "source": bet.source}
    return odds_document(bet.name, odds, places) | about | payouts_document(bet, odds)


def bets_document(priced: Sequence[tuple[Bet, Odds]], places: int) -> list[Document]:
    """Return bets with their figures, in the order given."""
    return [
        odds_document(bet.name, odds, places)
        | {"looks_at": bet.looks_at, "family": bet.family, "title": bet.title, "source": bet.source}
        for bet, odds in priced
    ]


def proving_table(odds: Odds, style: Style, title: str = "") -> Table:
    """Return the table that proves a house edge: its last line equals minus the edge.

    The rows are summed again here, in integers, and compared with the edge before anything is shown.

    Raises:
        ArithmeticError: if the sum is not minus the edge, which would be a defect of this program.
    """
    rows = []
    combinations, parts, unit = 0, 0, 1
    for row in odds.rows:
        net = row.pays.net
        # A common denominator of the sum so far and of this row.
        parts = parts * net.denominator + row.count * net.numerator * unit
        unit *= net.denominator
        combinations += row.count
        rows.append(
            [
                row.event,
                style.count(row.count),
                style.decimal(odds.probability(row.count), 8),
                str(row.pays),
                style.decimal(odds.contribution(row), 8),
            ]
        )
    edge = odds.house_edge
    if combinations != odds.total or parts * edge.denominator != -edge.numerator * unit * odds.total:
        raise ArithmeticError("the rows of a proving table do not add up to its edge")
    rows.append(
        ["Total", style.count(combinations), style.decimal(Fraction(1), 8), "", style.decimal(-edge, 8)],
    )
    return Table(["Event", "Combinations", "Probability", "Pays", "Return"], rows, "lrrrr", title)


def figures_table(odds: Odds, style: Style) -> Table:
    """Return the figures of a priced bet that the proving table does not show."""
    rows = [
        ["House edge", style.percent(odds.house_edge, 6)],
        *([] if style.exact else [["House edge, exactly", str(odds.house_edge)]]),
        ["Edge per resolved bet", style.percent(odds.edge_per_resolved_bet, 6)],
        ["Return to player (RTP)", style.percent(odds.rtp, 6)],
        ["Hit frequency", style.percent(odds.hit_frequency, 6)],
        ["Push", style.percent(odds.probability(odds.push), 6)],
        ["Lose", style.percent(odds.probability(odds.lose), 6)],
        ["Variance", style.decimal(odds.variance, 8)],
        ["Standard deviation", style.root(odds.variance, 8)],
        ["Expected loss per 100 coups, in units staked", style.decimal(odds.expected_loss_per_100, 6)],
    ]
    if odds.break_even_commission is not None:
        rows.append(["Commission at which it breaks even", style.percent(odds.break_even_commission, 6)])
    for row in odds.rows:
        even = odds.break_even(row)
        if even is not None:
            rows.append([f"Odds at which it breaks even: {row.event}", f"{style.decimal(even, 6)} to 1"])
    return Table(["Figure", "Value"], rows, "lr")


def bets_table(priced: Sequence[tuple[Bet, Odds]], style: Style, title: str) -> Table:
    """Return bets with their edges and main figures, in the order given."""
    rows = [
        [
            bet.name,
            style.percent(odds.house_edge),
            style.percent(odds.edge_per_resolved_bet),
            style.percent(odds.hit_frequency),
            style.root(odds.variance, 4),
            bet.looks_at,
            bet.title,
        ]
        for bet, odds in priced
    ]
    return Table(
        ["Bet", "House edge", "Per resolved bet", "Hit frequency", "Std dev", "Looks at", "Title"],
        rows,
        "lrrrrll",
        title,
    )


def edges_document(priced: PricedVariant, places: int) -> Document:
    """Return one variant on one shoe: its context, and every figure of its main bets."""
    game, shoe, odds_by_bet = priced
    return context(game, shoe) | {
        "total": str(next(iter(odds_by_bet.values())).total),
        "bets": [odds_document(bet, odds, places) for bet, odds in odds_by_bet.items()],
    }


def overview_table(answers: Sequence[PricedVariant], style: Style) -> Table:
    """Return one line for each variant and shoe."""
    rows = []
    for game, shoe, odds in answers:
        edges = [style.percent(odds[bet].house_edge) if bet in odds else NOTHING for bet in Winner]
        exactly = [] if style.exact else [str(odds["banco"].house_edge) if "banco" in odds else NOTHING]
        rows.append([game.label, shoe.label, *edges, *exactly])
    headers = ["Variant", "Decks", "Punto", "Banco", "Tie", *([] if style.exact else ["Banco, exactly"])]
    return Table(headers, rows, "lrrrrr"[: len(headers)], "House edge per unit staked, a push counted as a result of 0")


def bet_by_bet_table(answers: Sequence[PricedVariant], style: Style) -> Table:
    """Return one line for each bet."""
    rows = [
        [
            game.label,
            shoe.label,
            SHOWN_AS.get(bet, bet),
            style.percent(priced.house_edge),
            *([] if style.exact else [str(priced.house_edge)]),
            style.percent(priced.edge_per_resolved_bet),
            style.percent(priced.rtp),
            style.root(priced.variance),
            style.percent(priced.probability(priced.win)),
            style.percent(priced.probability(priced.push)),
            style.percent(priced.probability(priced.lose)),
            style.decimal(priced.expected_loss_per_100, 4),
            style.percent(priced.break_even_commission),
        ]
        for game, shoe, odds in answers
        for bet, priced in odds.items()
    ]
    headers = [
        "Variant",
        "Decks",
        "Bet",
        "House edge",
        *([] if style.exact else ["Exactly"]),
        "Edge per resolved bet",
        "RTP",
        "Std dev",
        "Win",
        "Push",
        "Lose",
        "Loss per 100",
        "Break-even commission",
    ]
    return Table(headers, rows, "lrl" + "r" * (len(headers) - 3), "Per unit staked, a push counted as a result of 0")
