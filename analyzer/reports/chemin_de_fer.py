"""The report page on chemin de fer: its tables, and the figures of its prose."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from analyzer.analyses.chemin_de_fer.game import PUNTO_CHOOSES_ON, chemin_de_fer_game
from analyzer.analyses.chemin_de_fer.solution import Solution, compare_with_tableau, replies, solve_game
from analyzer.cards.shoe import Shoe
from analyzer.layout import Table
from analyzer.notation import percent
from analyzer.rules.coup import Hand
from analyzer.views.chemin_de_fer import (
    UNIQUE,
    certificate_table,
    certified,
    deviation_rows,
    from_to,
    replies_table,
    strategy_tables,
)
from analyzer.views.render import Style, markdown

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["chemin_de_fer_parts"]

STYLE = Style()
TOTALS, BANCO = ("total", "total"), ("total", "composition")
PUNTO, BOTH = ("composition", "total"), ("composition", "composition")
MODELS = {TOTALS: "totals", BANCO: "banco's cards", PUNTO: "punto's cards", BOTH: "both hands' cards"}
FULL_SHOES: tuple[int | str, ...] = tuple(range(1, 9))
Views = tuple[str, str]
Solutions = dict[tuple[Views, int | str], Solution]


def chemin_de_fer_parts() -> Mapping[str, str]:
    """Return the page's tables as Markdown and the figures of its prose, by their `$name` in the prose.

    Cost: about 55 games are solved, in a few seconds.
    """
    solved: Solutions = {
        (views, decks): _solve(views, decks)
        for views in MODELS
        # In an infinite shoe a hand's cards carry no information beyond their total.
        for decks in (*FULL_SHOES, *(["inf"] if views == TOTALS else []))
    }
    endless, eight = solved[TOTALS, "inf"], solved[BOTH, 8]
    tableau = endless.game.strategy_of()
    five, six = (str(probability) for probability in endless.strategy if 0 < probability < 1)
    return {
        "value": percent(endless.values.punto, 4),
        "value_exactly": str(endless.values.punto),
        "by_tableau": percent(endless.game.values(tableau).punto, 4),
        "five": five,
        "six": six,
        **{
            f"{hand}_gives_up": f"{percent(cost, 4)} ({cost})"
            for hand in Hand
            if (cost := endless.cost(hand, tableau).if_other_replies) is not None
        },
        "decks_with_a_difference": _listed([decks for decks in FULL_SHOES if _costs_of_tableau(solved[TOTALS, decks])]),
        "dearest_one": _greatest_cost(solved, 1),
        "dearest_six": _greatest_cost(solved, 6),
        "dearest_eight": _greatest_cost(solved, 8),
        "card": markdown(*strategy_tables(endless.game, endless.strategy, STYLE)),
        "certificates": markdown(certificate_table(endless, STYLE), certificate_table(eight, STYLE)),
        "values": markdown(_values(solved)),
        **{
            f"cells_{name}": markdown(_cells(solved, views))
            for views, name in ((TOTALS, "totals"), (BANCO, "banco"), (PUNTO, "punto"), (BOTH, "both"))
        },
        "replies_endless": markdown(replies_table(endless, replies(endless.game), STYLE)),
        "replies_eight": markdown(replies_table(eight, replies(eight.game), STYLE)),
        "free": markdown(_free(solved)),
        "commission": markdown(_commission()),
    }


def _solve(views: Views, decks: int | str, *, free_punto: bool = False, commission: Fraction = Fraction(0)) -> Solution:
    shoe = Shoe.infinite() if decks == "inf" else Shoe.decks(int(decks))
    punto_sees, banco_sees = views
    return solve_game(
        chemin_de_fer_game(
            shoe, punto_sees=punto_sees, banco_sees=banco_sees, free_punto=free_punto, commission=commission
        )
    )


def _listed(decks: list[int | str]) -> str:
    *first, last = map(str, decks)
    return f"{', '.join(first)} and {last}" if first else last


def _costs_of_tableau(solution: Solution) -> list[Fraction]:
    """Return the cost of the tableau in each cell in which it is not optimal."""
    return [compared.cost for compared in compare_with_tableau(solution.game, solution.strategy) if compared.differs]


def _greatest_cost(solved: Solutions, decks: int) -> str:
    """Return the greatest cost of the tableau in one cell, over all four models, against optimal play."""
    return percent(max(cost for views in MODELS for cost in _costs_of_tableau(solved[views, decks])), 5)


def _values(solved: Solutions) -> Table:
    """Return the value of every model and shoe, with the cost of the whole tableau."""
    rows = []
    for (views, decks), solution in solved.items():
        tableau = solution.game.strategy_of()
        costs = [solution.cost(hand, tableau) for hand in Hand]
        rows.append(
            [
                MODELS[views],
                str(decks),
                STYLE.percent(solution.values.punto, 6),
                str(solution.values.punto),
                STYLE.percent(solution.game.values(tableau).punto, 6),
                *(STYLE.percent(cost.if_other_keeps, 6) for cost in costs),
                *(STYLE.percent(cost.if_other_replies, 6) for cost in costs),
                str(len(_costs_of_tableau(solution))),
                certified(solution),
            ]
        )
    headers = [
        "Seen",
        "Decks",
        "Value to punto",
        "Exactly",
        "Both by the tableau",
        "Punto by it gives up",
        "Banco by it gives up",
        "Punto, once banco replies",
        "Banco, once punto replies",
        "Cells it plays wrongly",
        "Certificate",
    ]
    return Table(headers, rows, "lrrrrrrrrrl")


def _cells(solved: Solutions, views: Views) -> Table:
    """Return the cells of one model in which optimal play mixes or is not the tableau's, shoe by shoe."""
    rows = [
        [str(decks), *row]
        for (seen, decks), solution in solved.items()
        if seen == views
        for row in deviation_rows(solution, STYLE)
    ]
    headers = ["Decks", "Cell", "Optimal play", "Tableau", "Comes up", "Costs", "Costs, once the other hand replies"]
    return Table(headers, rows, "rlllrrr")


def _free(solved: Solutions) -> Table:
    """Return what punto gains by choosing on every total, compared with choosing on five alone."""
    rows = []
    for (views, decks), solution in solved.items():
        if decks in {1, 8, "inf"}:
            free = _solve(views, decks, free_punto=True)
            gain = free.values.punto - solution.values.punto
            wrong = [
                compared
                for compared in compare_with_tableau(free.game, free.strategy)
                if compared.differs and compared.cell.total != PUNTO_CHOOSES_ON
            ]
            outside = [compared.cell.label for compared in wrong if compared.cell.hand == "punto"]
            rows.append([MODELS[views], str(decks), str(free.values.punto), str(gain), ", ".join(outside) or "none"])
    headers = ["Seen", "Decks", "Value to a free punto", "Gain", "Totals but five it plays unlike the tableau"]
    return Table(headers, rows, "lrrrl")


def _commission() -> Table:
    """Return every equilibrium where banco pays a commission and punto sees totals and chooses on five alone."""
    rows = []
    for views, decks in ((TOTALS, "inf"), (TOTALS, 6), (TOTALS, 8), (BANCO, 6), (BANCO, 8)):
        for part in (1, 5, 10):
            solution = _solve(views, decks, commission=Fraction(part, 100))
            rows += [
                [
                    MODELS[views],
                    str(decks),
                    f"{part}%",
                    str(equilibria.low)
                    if equilibria.low == equilibria.high
                    else f"between {equilibria.low} and {equilibria.high}",
                    *(
                        from_to(*(STYLE.percent(end.of(hand), 6) for end in solution.values_in(equilibria)))
                        for hand in Hand
                    ),
                    str(len(_costs_of_tableau(solution))),
                    UNIQUE[solution.unique],
                ]
                for equilibria in solution.equilibrium_sets or ()
            ]
    headers = [
        "Seen",
        "Decks",
        "Commission",
        "Punto draws on five with",
        "Value to punto",
        "Value to banco",
        "Cells the tableau plays wrongly",
        "The only equilibrium",
    ]
    return Table(headers, rows, "lrrrrrrl")
