"""Bets with their odds: the proving table of an edge, every figure, and lists of bets, as tables and as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from analyzer.bets.odds import Odds, Rebates
from analyzer.layout import Table
from analyzer.notation import JSON_PLACES, decimal, exact, format_odds, root_decimal
from analyzer.rules.coup import Winner
from analyzer.views.labels import SHOWN_AS, context, headings
from analyzer.views.outcomes import share_document
from analyzer.views.render import NOTHING, Document, Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.bets.bet import Bet, Payout
    from analyzer.views.labels import NamedShoe, PlayedVariant

__all__ = [
    "PricedBet",
    "PricedBets",
    "PricedVariant",
    "bet_by_bet_table",
    "bet_document",
    "bets_document",
    "bets_table",
    "bets_tables",
    "comparison_table",
    "edges_document",
    "figures_table",
    "odds_document",
    "overview_tables",
    "payouts_document",
    "proving_table",
    "when_document",
]


_AFTER = "Edge after rebates"
_SOURCE = "source-"
"""How the names of variants begin that are readings of printed rules."""


class PricedVariant(NamedTuple):
    """A variant played from a shoe, with its odds by name of bet."""

    game: PlayedVariant
    shoe: NamedShoe
    odds: dict[str, Odds]


class PricedBet(NamedTuple):
    """A bet with its odds, of a variant and on a shoe."""

    game: PlayedVariant
    shoe: NamedShoe
    bet: Bet
    odds: Odds


class PricedBets(NamedTuple):
    """Bets with their odds, of a variant and on a shoe, and the names of those that cannot be priced on it."""

    game: PlayedVariant
    shoe: NamedShoe
    pairs: Sequence[tuple[Bet, Odds]]
    left_out: list[str]


def odds_document(bet: str, odds: Odds, places: int = JSON_PLACES, rebates: Rebates | None = None) -> Document:
    """Return every figure of a priced bet, per unit staked; one that is undefined or not asked for is None."""
    after = None if rebates is None else odds.edge_after(rebates)
    commission = odds.break_even_commission
    resolved = odds.edge_per_resolved_bet
    return {
        "bet": bet,
        "edge": exact(odds.house_edge),
        "edge_decimal": decimal(odds.house_edge, places),
        "edge_after_rebates": None if after is None else exact(after),
        "edge_after_rebates_decimal": None if after is None else decimal(after, places),
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


def bet_document(priced: PricedBet, places: int, rebates: Rebates | None = None) -> Document:
    """Return one priced bet: its figures, its context and its rows."""
    game, shoe, bet, odds = priced
    about = context(game, shoe) | {"total": str(odds.total), "title": bet.title, "source": bet.source}
    return odds_document(bet.name, odds, places, rebates) | about | payouts_document(bet, odds)


def bets_document(priced: Sequence[tuple[Bet, Odds]], places: int, rebates: Rebates | None = None) -> list[Document]:
    """Return bets with their figures, in the order given."""
    return [
        odds_document(bet.name, odds, places, rebates)
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


def figures_table(odds: Odds, style: Style, rebates: Rebates | None = None) -> Table:
    """Return the figures of a priced bet that the proving table does not show."""
    rows = [
        ["House edge", style.percent(odds.house_edge, 6)],
        *([] if style.exact else [["House edge, exactly", str(odds.house_edge)]]),
        *([] if rebates is None else [[_AFTER, style.percent(odds.edge_after(rebates), 6)]]),
        ["Edge per resolved bet", style.percent(odds.edge_per_resolved_bet, 6)],
        ["Hit frequency", style.percent(odds.hit_frequency, 6)],
        ["Push", style.percent(odds.probability(odds.push), 6)],
        ["Variance", style.decimal(odds.variance, 8)],
        ["Standard deviation", style.root(odds.variance, 8)],
    ]
    if style.all_figures or style.plain:
        rows += [
            ["Return to player (RTP)", style.percent(odds.rtp, 6)],
            ["Lose", style.percent(odds.probability(odds.lose), 6)],
            ["Expected loss per 100 coups, in units staked", style.decimal(odds.expected_loss_per_100, 6)],
        ]
    if odds.break_even_commission is not None:
        rows.append(["Commission at which it breaks even", style.percent(odds.break_even_commission, 6)])
    for row in odds.rows:
        even = odds.break_even(row)
        if even is not None:
            rows.append([f"Odds at which it breaks even: {row.event}", f"{style.decimal(even, 6)} to 1"])
    return Table(["Figure", "Value"], rows, "lr")


def bets_table(priced: Sequence[tuple[Bet, Odds]], style: Style, title: str, rebates: Rebates | None = None) -> Table:
    """Return bets with their edges and main figures, in the order given."""
    every = style.all_figures or style.plain
    rows = [
        [
            bet.name,
            style.percent(odds.house_edge),
            *([] if rebates is None else [style.percent(odds.edge_after(rebates))]),
            *([style.percent(odds.edge_per_resolved_bet)] if every else []),
            style.percent(odds.hit_frequency),
            style.root(odds.variance, 4),
            *([bet.looks_at] if every else []),
            bet.title,
        ]
        for bet, odds in priced
    ]
    resolved, looks = (["Per resolved bet"], ["Looks at"]) if every else ([], [])
    after = [] if rebates is None else [_AFTER]
    headers = ["Bet", "House edge", *after, *resolved, "Hit frequency", "Std dev", *looks, "Title"]
    numbers = 3 + len(resolved) + len(after)
    return Table(headers, rows, "l" + "r" * numbers + "l" * (len(looks) + 1), title)


def bets_tables(answers: Sequence[PricedBets], style: Style, rebates: Rebates | None = None) -> list[Table]:
    """Return bets with their figures; of several shoes or variants the edges alone, side by side."""
    if len(answers) == 1:
        [(game, shoe, pairs, _left_out)] = answers
        return [bets_table(pairs, style, f"{game.label}, {shoe.title}", rebates)]
    about = headings([(game, shoe) for game, shoe, _pairs, _left_out in answers], style)
    edges = [
        {bet.name: odds.edge_after(rebates or Rebates()) for bet, odds in pairs}
        for _game, _shoe, pairs, _left_out in answers
    ]
    names = dict.fromkeys(name for each in edges for name in each)
    columns = [", ".join(cells) for cells in about.cells]
    what = " and ".join(header.lower() for header in about.headers)
    rows = [[name, *(style.percent(each.get(name)) for each in edges)] for name in names]
    title = _titled(about.title, f"{'house edge' if rebates is None else _AFTER.lower()} by {what}")
    return [Table(["Bet", *columns], rows, "l" + "r" * len(columns), title)]


def comparison_table(priced: Sequence[PricedBet], style: Style, rebates: Rebates | None = None) -> Table:
    """Return bets side by side, with what a designer of pay tables asks of each."""
    about = headings([(game, shoe) for game, shoe, _bet, _odds in priced], style)
    rows = []
    for cells, (_game, _shoe, bet, odds) in zip(about.cells, priced, strict=True):
        even = [
            f"row {number} at {style.decimal(at, 4)} to 1"
            for number, row in enumerate(odds.rows, start=1)
            if (at := odds.break_even(row)) is not None
        ]
        if odds.break_even_commission is not None:
            even.append(f"commission {style.percent(odds.break_even_commission)}")
        rows.append(
            [
                *cells,
                bet.name,
                style.percent(odds.house_edge),
                *([] if rebates is None else [style.percent(odds.edge_after(rebates))]),
                style.percent(odds.rtp),
                style.percent(odds.hit_frequency),
                style.root(odds.variance, 4),
                format_odds(max(row.pays.net for row in odds.rows)),
                "; ".join(even) or NOTHING,
            ]
        )
    after = [] if rebates is None else [_AFTER]
    headers = [*about.headers, "Bet", "House edge", *after, "RTP", "Hit frequency", "Std dev", "Max win", "Breaks even"]
    keys = len(about.headers) + 1
    return Table(
        headers, rows, about.align + "l" + "r" * (5 + len(after)) + "l", _titled(about.title, "bets side by side"), keys
    )


def edges_document(priced: PricedVariant, places: int, rebates: Rebates | None = None) -> Document:
    """Return one variant on one shoe: its context, and every figure of its main bets."""
    game, shoe, odds_by_bet = priced
    return context(game, shoe) | {
        "total": str(next(iter(odds_by_bet.values())).total),
        "bets": [odds_document(bet, odds, places, rebates) for bet, odds in odds_by_bet.items()],
    }


def overview_tables(answers: Sequence[PricedVariant], style: Style) -> list[Table]:
    """Return one line for each variant and shoe: the games people play, then readings of printed sources."""
    if style.plain:
        return [_overview(answers, style, "")]
    title = "house edge per unit staked, a push counted as a result of 0"
    games = [answer for answer in answers if not answer.game.variant.name.startswith(_SOURCE)]
    readings = [answer for answer in answers if answer.game.variant.name.startswith(_SOURCE)]
    tables = [_overview(games, style, title)] if games else []
    return [*tables, _overview(readings, style, "The rules as four printed sources give them")] if readings else tables


def _overview(answers: Sequence[PricedVariant], style: Style, title: str) -> Table:
    about = headings([(game, shoe) for game, shoe, _odds in answers], style)
    exactly = (style.all_figures or style.plain) and not style.exact
    rows = []
    for cells, (game, _shoe, odds) in zip(about.cells, answers, strict=True):
        edges = [style.percent(odds[bet].house_edge) if bet in odds else NOTHING for bet in Winner]
        exact_edge = [str(odds["banco"].house_edge) if "banco" in odds else NOTHING] if exactly else []
        what = [] if style.plain else [game.variant.title]
        rows.append([*cells, *edges, *exact_edge, *what])
    headers = [*about.headers, "Punto", "Banco", "Tie", *(["Banco, exactly"] if exactly else [])]
    align = about.align + "r" * (len(headers) - len(about.headers))
    what = [] if style.plain else ["What it is"]
    return Table([*headers, *what], rows, align + "l" * len(what), _titled(about.title, title), len(about.headers))


def _titled(about: str, what: str) -> str:
    text = ": ".join(filter(None, (about, what)))
    return text if about else text[:1].upper() + text[1:]


def bet_by_bet_table(answers: Sequence[PricedVariant], style: Style, rebates: Rebates | None = None) -> Table:
    """Return one line for each bet; what follows from other columns is left out, unless the style has all figures."""
    about = headings([(game, shoe) for game, shoe, _odds in answers], style)
    every = style.all_figures or style.plain
    rows = [
        [
            *cells,
            SHOWN_AS.get(bet, bet),
            style.percent(priced.house_edge),
            *([] if rebates is None else [style.percent(priced.edge_after(rebates))]),
            *([str(priced.house_edge)] if every and not style.exact else []),
            style.percent(priced.edge_per_resolved_bet),
            *([style.percent(priced.rtp)] if every else []),
            style.root(priced.variance, 6 if every else 4),
            style.percent(priced.probability(priced.win)),
            style.percent(priced.probability(priced.push)),
            *(
                [style.percent(priced.probability(priced.lose)), style.decimal(priced.expected_loss_per_100, 4)]
                if every
                else []
            ),
            style.percent(priced.break_even_commission),
        ]
        for cells, (_game, _shoe, odds) in zip(about.cells, answers, strict=True)
        for bet, priced in odds.items()
    ]
    headers = [
        *about.headers,
        "Bet",
        "House edge",
        *([] if rebates is None else [_AFTER]),
        *(["Exactly"] if every and not style.exact else []),
        "Edge per resolved bet",
        *(["RTP"] if every else []),
        "Std dev",
        "Win",
        "Push",
        *(["Lose", "Loss per 100"] if every else []),
        "Break-even commission",
    ]
    keys = len(about.headers) + 1
    title = _titled(about.title, "per unit staked, a push counted as a result of 0")
    return Table(headers, rows, about.align + "l" + "r" * (len(headers) - keys), title, keys)
