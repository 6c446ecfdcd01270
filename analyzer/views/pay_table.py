"""Pay tables: one examined row by row, odds solved for an edge, and layouts, as tables and as JSON."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from analyzer.bets.layout import combined_odds
from analyzer.layout import Table
from analyzer.notation import decimal, exact, format_odds, root_decimal
from analyzer.views.outcomes import share_document
from analyzer.views.render import NOTHING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.analyses.explanation import Step
    from analyzer.bets.layout import JointResults
    from analyzer.bets.odds import Odds
    from analyzer.bets.pay_table import Overlap, SolvedOdds
    from analyzer.views.render import Document, Style

__all__ = [
    "check_document",
    "check_tables",
    "commission_document",
    "commission_table",
    "explanation_document",
    "explanation_table",
    "solution_document",
    "solution_table",
    "together_document",
    "together_tables",
]


def _to(net: Fraction) -> str:
    """Return a net result as odds "to", without the stake: 40 to 1."""
    return f"{net.numerator} to {net.denominator}" if net > 0 else format_odds(net)


def _for(net: Fraction) -> str:
    """Return a net result as odds "for", the stake included: 41 for 1."""
    return f"{(net + 1).numerator} for {net.denominator}"


def check_document(odds: Odds, overlaps: Sequence[Overlap]) -> Document:
    """Return an examined pay table: each row's odds "to" and "for", the overlapping rows, and what loses."""
    *payouts, all_else = odds.rows
    rows = []
    for number, row in enumerate(payouts, start=1):
        even = odds.break_even(row)
        rows.append(
            {
                "row": number,
                "event": row.event,
                "to": _to(row.pays.net),
                "for": _for(row.pays.net),
                **share_document(row.count, odds.total),
                "break_even": None if even is None else exact(even),
            }
        )
    return {
        "rows": rows,
        "overlaps": [
            {"rows": [overlap.first + 1, overlap.second + 1], **share_document(overlap.deals, odds.total)}
            for overlap in overlaps
        ],
        "remainder": share_document(all_else.count, odds.total),
    }


def check_tables(odds: Odds, overlaps: Sequence[Overlap], style: Style) -> list[Table]:
    """Return an examined pay table: its rows with the remainder that loses, and the overlapping rows."""
    *payouts, all_else = odds.rows
    # The proving table, which is shown too, has the combinations.
    every = style.all_figures or style.plain
    rows = [
        [
            str(number),
            row.event,
            _to(row.pays.net),
            _for(row.pays.net),
            *([style.count(row.count)] if every else []),
            style.percent(odds.probability(row.count)),
            NOTHING if (even := odds.break_even(row)) is None else f"{style.decimal(even)} to 1",
        ]
        for number, row in enumerate(payouts, start=1)
    ]
    lost = [*([style.count(all_else.count)] if every else []), style.percent(odds.probability(all_else.count))]
    rows.append([NOTHING, "all else loses", format_odds(all_else.pays.net), _for(all_else.pays.net), *lost, NOTHING])
    headers = ["Row", "Event", "To", "For", *(["Combinations"] if every else []), "Probability", "Breaks even at"]
    never = [str(number) for number, row in enumerate(payouts, start=1) if not row.count]
    title = f"Payouts that no coup of this shoe reaches: {', '.join(never)}" if never else "Every payout can be reached"
    tables = [Table(headers, rows, "rl" + "r" * (len(headers) - 2), title)]
    if overlaps:
        overlapping = [
            [
                f"{overlap.first + 1} and {overlap.second + 1}",
                style.count(overlap.deals),
                style.percent(odds.probability(overlap.deals)),
            ]
            for overlap in overlaps
        ]
        tables.append(
            Table(
                ["Rows", "Combinations", "Probability"],
                overlapping,
                "lrr",
                "Rows that match the same coups; the first of all that match pays",
            )
        )
    return tables


def _choices(solution: SolvedOdds, edge: Fraction) -> list[tuple[str, Fraction, Fraction]]:
    return [("exactly", solution.to_one, edge), ("below", *solution.below), ("above", *solution.above)]


def solution_document(odds: Odds, row: int, edge: Fraction, solution: SolvedOdds, places: int) -> Document:
    """Return the odds of one row that give the edge asked for: exact, and as a layout can print them."""
    return {
        "row": row + 1,
        "event": odds.rows[row].event,
        "edge": exact(edge),
        **{
            name: {"odds": exact(to_one), "to": _to(to_one), "for": _for(to_one), "edge_decimal": decimal(at, places)}
            for name, to_one, at in _choices(solution, edge)
        },
    }


def solution_table(odds: Odds, row: int, edge: Fraction, solution: SolvedOdds, style: Style) -> Table:
    """Return the odds of one row that give the edge asked for: exact, and as a layout can print them."""
    names = {"exactly": "exactly", "below": "printable, at or below", "above": "printable, at or above"}
    rows = [
        [names[name], style.decimal(to_one), _to(to_one), _for(to_one), style.percent(at)]
        for name, to_one, at in _choices(solution, edge)
    ]
    title = f"Odds of row {row + 1} ({odds.rows[row].event}) for an edge of {style.percent(edge)}"
    return Table(["Odds", "To one", "To", "For", "House edge"], rows, "lrrrr", title)


def commission_document(commission: Fraction, edge: Fraction, places: int) -> Document:
    """Return the commission that gives the edge asked for."""
    return {
        "row": "commission",
        "edge": exact(edge),
        "commission": exact(commission),
        "commission_decimal": decimal(commission, places),
    }


def commission_table(commission: Fraction, edge: Fraction, style: Style) -> Table:
    """Return the commission that gives the edge asked for, rounded and exactly."""
    rows = [[style.percent(edge, 6), style.percent(commission, 6), exact(commission)]]
    return Table(["House edge", "Commission", "Exactly"], rows, "rrr", "The commission for this edge")


def together_document(together: JointResults, stakes: Sequence[Fraction], places: int) -> Document:
    """Return a layout: each bet with its stake, all bets together, and each pair of bets."""
    odds = combined_odds(together, stakes)
    return {
        "stakes": [
            {"bet": bet.name, "stake": exact(stake), "edge": exact(-mean)}
            for bet, stake, mean in zip(together.bets, stakes, together.means, strict=True)
        ],
        "staked": exact(sum(stakes, Fraction(0))),
        "edge": exact(odds.house_edge),
        "edge_decimal": decimal(odds.house_edge, places),
        "variance": exact(odds.variance),
        "sd_decimal": root_decimal(odds.variance, places),
        "hit_frequency": exact(odds.hit_frequency),
        "pairs": [
            {
                "bets": [together.bets[first].name, together.bets[second].name],
                "covariance": exact(together.covariance(first, second)),
                "correlation_decimal": together.correlation_decimal(first, second, places),
            }
            for first, second in combinations(range(len(together.bets)), 2)
        ],
    }


def together_tables(together: JointResults, stakes: Sequence[Fraction], style: Style) -> list[Table]:
    """Return a layout: each bet with its stake, all bets together, and the covariance of each pair."""
    odds = combined_odds(together, stakes)
    places = 6 if style.places is None else style.places
    rows = [
        [bet.name, style.decimal(stake, 2), style.percent(-mean), style.root(together.covariance(index, index))]
        for index, (bet, stake, mean) in enumerate(zip(together.bets, stakes, together.means, strict=True))
    ]
    staked = sum(stakes, Fraction(0))
    rows.append(["together", style.decimal(staked, 2), style.percent(odds.house_edge), style.root(odds.variance)])
    pairs = [
        [
            f"{together.bets[first].name} and {together.bets[second].name}",
            style.decimal(together.covariance(first, second)),
            together.correlation_decimal(first, second, places) or NOTHING,
        ]
        for first, second in combinations(range(len(together.bets)), 2)
    ]
    return [
        Table(["Bet", "Stake", "House edge", "Std dev"], rows, "lrrr", "Made together, per unit staked in all"),
        Table(["Bets", "Covariance", "Correlation"], pairs, "lrr", "On the same coup, one unit on each"),
    ]


def explanation_document(steps: Sequence[Step], places: int) -> list[Document]:
    """Return the steps that lead to a house edge."""
    return [
        {
            "step": step.text,
            "win": share_document(step.odds.win, step.odds.total),
            "lose": share_document(step.odds.lose, step.odds.total),
            "change": exact(step.change),
            "change_decimal": decimal(step.change, places),
            "edge": exact(step.odds.house_edge),
            "edge_decimal": decimal(step.odds.house_edge, places),
        }
        for step in steps
    ]


def explanation_table(bet: str, steps: Sequence[Step], style: Style, label: str) -> Table:
    """Return the steps that lead to a house edge; the last edge is that of the bet."""
    rows = [
        [
            step.text,
            style.percent(step.odds.hit_frequency),
            style.percent(step.odds.probability(step.odds.lose)),
            style.percent(step.change),
            style.percent(step.odds.house_edge),
        ]
        for step in steps
    ]
    title = f"Why {bet} costs {style.percent(steps[-1].odds.house_edge)}, {label}"
    return Table(["Step", "Wins", "Loses", "Adds to the edge", "House edge"], rows, "lrrrr", title)
