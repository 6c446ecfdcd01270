"""Answers about mistakes: the cells of the tableau with what playing each wrongly does, as tables."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from analyzer.analyses.dealing_errors import coups_per_shoe
from analyzer.rules.tableau import STOOD
from analyzer.views.render import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.analyses.dealing_errors import Mistake
    from analyzer.cards.shoe import Shoe
    from analyzer.rules.tableau import Tableau
    from analyzer.views.render import Style

__all__ = ["mistakes_figures", "mistakes_tables"]


def mistakes_figures(found: Sequence[Mistake], tableau: Tableau, shoe: Shoe, style: Style) -> dict[str, str]:
    """Return what the text around the tables tells of the shoe: its cards and coups, and how many are naturals."""
    coups = coups_per_shoe(shoe, tableau)
    asked = sum(each.deals for each in found)
    return {
        "cards": str(shoe.cards),
        "coups": style.decimal(coups, 2),
        "mean": style.decimal(shoe.cards / coups, 4),
        "naturals": style.percent(1 - Fraction(asked, shoe.total)),
    }


def mistakes_tables(found: Sequence[Mistake], tableau: Tableau, shoe: Shoe, style: Style) -> tuple[Table, Table]:
    """Return a row for each cell, how often it comes up and what each edge changes by: in decimals, and exactly."""
    coups = coups_per_shoe(shoe, tableau)
    rows, exactly = [], []
    for each in found:
        cell = [str(each.total), "punto stood" if each.third == STOOD else str(each.third)]
        probability = Fraction(each.deals, shoe.total)
        often = [style.percent(probability), style.decimal(probability * coups, 3)]
        changes = list(each.changes.values())
        rule = "draws" if each.draws else "stands"
        rows.append([*cell, rule, *often, *(style.percent(change, 6) for change in changes)])
        exactly.append([*cell, str(probability), *map(str, changes)])
    bets = [bet.capitalize() for bet in found[0].changes]
    headers = ["Banco's two cards", "Punto's third card"]
    return (
        Table([*headers, "Rule", "Per coup", "Per shoe", *bets], rows, "rrlrr" + "r" * len(bets)),
        Table([*headers, "Per coup", *bets], exactly, "rrr" + "r" * len(bets)),
    )
