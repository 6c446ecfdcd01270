"""Chemin de fer: optimal play, its certificate and best replies, as tables and as JSON."""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING

from analyzer.analyses.chemin_de_fer.solution import (
    Certificate,
    Comparison,
    Cost,
    Reply,
    Solution,
    compare_with_tableau,
    replies,
)
from analyzer.layout import Table
from analyzer.notation import decimal, exact
from analyzer.rules.coup import Hand
from analyzer.rules.tableau import STOOD
from analyzer.views.render import NOTHING, Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from analyzer.analyses.chemin_de_fer.equilibrium import EquilibriumSet
    from analyzer.analyses.chemin_de_fer.game import Cell, Game, Strategy, Values
    from analyzer.views.render import Document

__all__ = [
    "UNIQUE",
    "certificate_table",
    "certified",
    "deviation_rows",
    "deviations_table",
    "equilibria_table",
    "from_to",
    "play_title",
    "replies_by_shoe_table",
    "replies_table",
    "reply_certificate_table",
    "reply_document",
    "reply_table",
    "solution_document",
    "strategy_tables",
    "values_table",
]

VERB = {True: "draws", False: "stands"}
LEGEND = "D draws, S stands, = either, a number: draws so often; * unlike the tableau, - no coup comes here"
UNIQUE = {True: "yes", False: "no", None: "not claimed"}


def values_document(values: Values, places: int) -> Document:
    """Return the expected net result of both hands, per unit staked."""
    return {
        "punto": exact(values.punto),
        "punto_decimal": decimal(values.punto, places),
        "banco": exact(values.banco),
        "banco_decimal": decimal(values.banco, places),
    }


def _cell_document(cell: Cell) -> Document:
    return {
        "hand": cell.hand,
        "opening": cell.total,
        "values": list(cell.cards) or None,
        "third": cell.third if cell.third >= 0 else None,
    }


def _comparison_document(compared: Comparison) -> Document:
    return _cell_document(compared.cell) | {
        "draws": exact(compared.probability),
        "best": compared.best,
        "tableau": VERB[compared.tableau_draws],
        "differs": compared.differs,
        "gain": exact(compared.gain),
        "reached": exact(compared.reached),
        "cost": exact(compared.cost),
    }


def _reply_document(reply: Reply, places: int) -> Document:
    """Return a stated play with the values of both hands against its best reply."""
    return {"hand": reply.hand, "plays": reply.plays, "value": values_document(reply.values, places)}


def reply_document(reply: Reply, places: int) -> Document:
    """Return a stated play with the best reply to it, cell by cell, and the certificate of the reply."""
    hand, certificate = reply.hand.other, reply.certificate
    return _reply_document(reply, places) | {
        "certificate": {
            "holds": certificate.holds_for(hand),
            hand.value: _hand_document(certificate, hand),
        },
        "cells": [_comparison_document(compared) for compared in reply.cells],
    }


def _hand_document(certificate: Certificate, hand: Hand) -> Document:
    return {"expects": exact(certificate.values.of(hand)), "at_most": exact(certificate.best.of(hand))}


def solution_document(solution: Solution, places: int) -> Document:
    """Return an equilibrium: its certificate, every cell compared with the tableau, and the cost of the tableau."""
    game, certificate = solution.game, solution.certificate
    tableau = game.strategy_of()
    costs: dict[str, Document] = {}
    for hand in Hand:
        cost = solution.cost(hand, tableau)
        costs[hand] = {
            "cost_if_other_keeps": exact(cost.if_other_keeps),
            "cost_if_other_replies": _exact(cost.if_other_replies),
        }
    return {
        "total": str(game.total),
        "value": values_document(solution.values, places),
        "unique": solution.unique,
        "cells": [
            _comparison_document(compared)
            | {
                "cost_if_other_replies": _exact(
                    solution.cost_in(compared.cell_index, Fraction(compared.tableau_draws)).if_other_replies
                )
            }
            for compared in compare_with_tableau(game, solution.strategy)
        ],
        "equilibria": None
        if solution.equilibrium_sets is None
        else [_equilibria_document(solution, equilibria) for equilibria in solution.equilibrium_sets],
        "certificate": {
            "holds": certificate.holds,
            **{hand.value: _hand_document(certificate, hand) for hand in Hand},
        },
        "by_tableau": {"value": values_document(game.values(tableau), places), **costs},
        "against": [
            _reply_document(reply, places)
            | {"reply": [_comparison_document(compared) for compared in reply.cells if compared.differs]}
            for reply in replies(game)
        ],
    }


def _exact(number: Fraction | None) -> str | None:
    return None if number is None else exact(number)


def _equilibria_document(solution: Solution, equilibria: EquilibriumSet) -> Document:
    """Return a set of equilibria: punto's probability or its open interval, and the cells in which banco is free."""
    game, ranges = solution.game, equilibria.ranges
    lowest, highest = solution.values_in(equilibria)
    return {
        "low": exact(equilibria.low),
        "high": exact(equilibria.high),
        "unique": equilibria.unique,
        "value": {hand: {"low": exact(lowest.of(hand)), "high": exact(highest.of(hand))} for hand in Hand},
        "open": [
            _cell_document(game.cells[index])
            | {
                "low": exact(ranges[index][0]),
                "high": exact(ranges[index][1]),
                "weight": exact(Fraction(weight, game.total)),
            }
            for index, weight in equilibria.weights.items()
        ],
        "sum_at_least": exact(equilibria.least / game.total),
        "sum_at_most": exact(equilibria.most / game.total),
    }


def values_table(solutions: Sequence[tuple[str, Solution]], style: Style) -> Table:
    """Return the values of equilibria, a row for each named shoe."""
    rows = [
        [
            name,
            style.percent(solution.values.punto, 6),
            *([] if style.exact else [str(solution.values.punto)]),
            style.percent(solution.values.banco, 6),
            *([] if style.exact else [str(solution.values.banco)]),
            style.percent(solution.game.values(solution.game.strategy_of()).punto, 6),
            UNIQUE[solution.unique],
            certified(solution),
        ]
        for name, solution in solutions
    ]
    punto, banco = ([] if style.exact else [f"{hand}, exactly"] for hand in ("Punto", "Banco"))
    headers = ["Decks", "Value to punto", *punto, "Value to banco", *banco, "To punto by the tableau"]
    align = "r" * len(headers) + "ll"
    return Table([*headers, "Unique", "Certificate"], rows, align, "Expected net result per unit staked")


def certified(solution: Solution) -> str:
    """Return "holds" or "fails", the verdict on the certificate."""
    return "holds" if solution.certificate.holds else "fails"


def play_title(solution: Solution) -> str:
    """Return the name of an equilibrium: with a commission the game is not zero-sum and no play is optimal alone."""
    return "Optimal play" if not solution.game.commission else "Equilibrium play"


def _choice(compared: Comparison, style: Style) -> str:
    """Return what a strategy does in a cell, in words."""
    if compared.probability.denominator > 1:
        rounded = "" if style.exact else f" ({style.decimal(compared.probability)})"
        return f"draws with {compared.probability}{rounded}"
    return VERB[compared.probability == 1]


def deviation_rows(solution: Solution, style: Style) -> list[list[str]]:
    """Return a row for each cell in which optimal play mixes or is not the tableau's, with the cost of the tableau."""
    rows = []
    for compared in compare_with_tableau(solution.game, solution.strategy):
        if compared.differs or compared.probability.denominator > 1:
            cost = solution.cost_in(compared.cell_index, Fraction(compared.tableau_draws))
            rows.append(
                [
                    compared.cell.label,
                    _choice(compared, style),
                    VERB[compared.tableau_draws],
                    style.percent(compared.reached),
                    *_costs(cost, style),
                ]
            )
    return rows


def deviations_table(solution: Solution, style: Style) -> Table:
    """Return the rows of `deviation_rows`, and the cost of the whole tableau to each hand."""
    tableau = solution.game.strategy_of()
    whole = [[f"{hand}, every cell", "", "", "", *_costs(solution.cost(hand, tableau), style)] for hand in Hand]
    headers = ["Cell", play_title(solution), "Tableau", "Comes up", "Costs", "Costs, once the other hand replies"]
    title = f"Where the tableau is not simply {play_title(solution).lower()}, and what following it costs its hand"
    return Table(headers, deviation_rows(solution, style) + whole, "lllrrr", title)


def _costs(cost: Cost, style: Style) -> list[str]:
    return [style.percent(cost.if_other_keeps, 7), style.percent(cost.if_other_replies, 7)]


def equilibria_table(solution: Solution, style: Style) -> Table:
    """Return every equilibrium of a game in which punto has one choice; the other tables show the first."""
    rows = []
    for equilibria in solution.equilibrium_sets or ():
        between = f"between {equilibria.low} and {equilibria.high}"
        lowest, highest = solution.values_in(equilibria)
        rows.append(
            [
                str(equilibria.low) if equilibria.low == equilibria.high else between,
                *(from_to(style.percent(lowest.of(hand), 6), style.percent(highest.of(hand), 6)) for hand in Hand),
                *_open_choices(solution.game, equilibria),
            ]
        )
    headers = [
        "Punto draws with",
        "Value to punto",
        "Value to banco",
        "Banco's choices that are not certain",
        "Tied by",
    ]
    return Table(headers, rows, "lrrll", "Every equilibrium; the tables below show the first")


def from_to(low: str, high: str) -> str:
    """Return a range in words, or its number if both ends are equal."""
    return low if low == high else f"{low} to {high}"


def _open_choices(game: Game, equilibria: EquilibriumSet) -> tuple[str, str]:
    """Return banco's choices that are not certain, with their ranges, and the constraint on them if several vary."""
    ranges = equilibria.ranges
    certain = {index: low for index, (low, high) in ranges.items() if low == high and low.denominator == 1}
    tied = {index: weight for index, weight in equilibria.weights.items() if weight and index not in certain}
    names = {index: f"q{number}" for number, index in enumerate(tied, start=1)} if len(tied) > 1 else {}
    choices = "; ".join(
        (f"{names[index]}, " if index in names else "") + f"{game.cells[index].label}: {from_to(str(low), str(high))}"
        for index, (low, high) in ranges.items()
        if index not in certain
    )
    if not names:
        return choices or NOTHING, NOTHING
    # In the smallest whole numbers, the first one positive.
    unit = Fraction(gcd(*tied.values())) * (1 if next(iter(tied.values())) > 0 else -1)
    from_certain = sum(equilibria.weights[index] * draws for index, draws in certain.items())
    least, most = sorted(((equilibria.least - from_certain) / unit, (equilibria.most - from_certain) / unit))
    parts = {index: weight / unit for index, weight in tied.items()}
    terms = " ".join(
        f"{'-' if part < 0 else '+'} {f'{abs(part)} '.removeprefix('1 ')}{names[index]}"
        for index, part in parts.items()
    ).removeprefix("+ ")
    if least == most:
        return choices, f"{terms} = {least}"
    at_least = f"{least} <= " if least > sum(part for part in parts.values() if part < 0) else ""
    at_most = f" <= {most}" if most < sum(part for part in parts.values() if part > 0) else ""
    return choices, f"{at_least}{terms}{at_most}" if at_least or at_most else NOTHING


def certificate_table(solution: Solution, style: Style) -> Table:
    """Return the certificate: the value of each hand, and the most it could get by any other play."""
    return _certificate_table(solution.game, solution.certificate, Hand, "Certificate", style)


def reply_certificate_table(game: Game, reply: Reply, style: Style) -> Table:
    """Return the certificate of a best reply, which is the replying hand's alone."""
    title = f"Certificate of {reply.hand.other}'s reply; {reply.hand}'s stated play is not claimed to be optimal"
    return _certificate_table(game, reply.certificate, [reply.hand.other], title, style)


def _certificate_table(game: Game, certificate: Certificate, hands: Iterable[Hand], title: str, style: Style) -> Table:
    rows = [
        [
            hand,
            str(len(game.free_cells(hand))),
            str(certificate.values.of(hand)),
            str(certificate.best.of(hand)),
            style.decimal(certificate.best.of(hand) - certificate.values.of(hand), 0),
        ]
        for hand in hands
    ]
    headers = ["Hand", "Cells it chooses in", "Expects", "Could get at most by any other play", "Gain"]
    return Table(headers, rows, "lrrrr", title)


def strategy_tables(game: Game, strategy: Strategy, style: Style, hands: Sequence[Hand] = tuple(Hand)) -> list[Table]:
    """Return strategies in the layout of a croupier's card: the cells in which the hand has a choice."""
    letters = {compared.cell_index: _letter(compared, style) for compared in compare_with_tableau(game, strategy)}
    columns = {Hand.PUNTO: ["Punto"], Hand.BANCO: ["Punto stood", *map(str, range(STOOD))]}
    tables = []
    for hand in hands:
        rows: dict[str, list[str]] = {}
        for place in game.free_cells(hand):
            cell = game.cells[place]
            row = rows.setdefault(cell.opening, [NOTHING] * len(columns[hand]))
            row[cell.third + 1] = letters[place]
        tables.append(
            Table(
                [f"{hand.capitalize()}'s two cards", *columns[hand]],
                [[opening, *row] for opening, row in rows.items()],
                "l" + "c" * len(columns[hand]),
                ("Punto, where it may choose" if hand == Hand.PUNTO else "Banco, by punto's third card")
                + f" ({LEGEND})",
            )
        )
    return tables


def _letter(compared: Comparison, style: Style) -> str:
    if not compared.reached:
        return NOTHING
    if compared.best == "either":
        return "=" if compared.probability.denominator == 1 else style.decimal(compared.probability, 4)
    return ("D" if compared.best == "draws" else "S") + ("*" if compared.differs else "")


def replies_table(solution: Solution, answered: Sequence[Reply], style: Style) -> Table:
    """Return the values of stated plays against the best reply."""
    rows = [
        [
            f"{reply.hand} {reply.plays}",
            style.percent(reply.values.punto, 6),
            str(reply.values.punto),
            style.percent(reply.values.of(reply.hand.other) - solution.values.of(reply.hand.other), 6),
            str(sum(compared.differs for compared in reply.cells)),
        ]
        for reply in answered
    ]
    headers = [
        "Stated play",
        "Value to punto",
        "Exactly",
        f"The replying hand gains on {play_title(solution).lower()}",
        "Cells where its reply is not the tableau",
    ]
    return Table(headers, rows, "lrrrr", "The best reply to a hand that does not choose")


def replies_by_shoe_table(answered: Sequence[tuple[str, Solution, Reply]], style: Style) -> Table:
    """Return the values of one stated play against the best reply, a row for each named shoe."""
    tables = [replies_table(solution, [reply], style) for _, solution, reply in answered]
    headers = ["Decks", *tables[0].headers, "Certificate of the reply"]
    rows = [
        [name, *table.rows[0], "holds" if reply.certificate.holds_for(reply.hand.other) else "fails"]
        for (name, _, reply), table in zip(answered, tables, strict=True)
    ]
    return tables[0]._replace(headers=headers, rows=rows, align=f"r{tables[0].align}l")


def reply_table(reply: Reply, style: Style) -> Table:
    """Return the cells in which the best reply is not the tableau's, with the cost of the tableau there."""
    rows = [
        [
            compared.cell.label,
            compared.best,
            VERB[compared.tableau_draws],
            style.percent(compared.reached),
            style.percent(compared.cost, 7),
        ]
        for compared in reply.cells
        if compared.differs
    ]
    headers = ["Cell", "Best reply", "Tableau", "Comes up", "The tableau would cost"]
    return Table(headers, rows, "lllrr", f"Where the best reply is not the tableau's: {reply.hand} {reply.plays}")
