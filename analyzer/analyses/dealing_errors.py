"""Dealing errors: how the edges change if a croupier always plays one cell of the tableau wrongly."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from analyzer.bets.odds import price_endings
from analyzer.enumeration.coups import endings, playouts
from analyzer.enumeration.enumerator import enumerate_deals
from analyzer.rules.tableau import STOOD

if TYPE_CHECKING:
    from analyzer.cards.shoe import Shoe
    from analyzer.catalog.variant import Variant
    from analyzer.rules.tableau import Tableau

__all__ = ["DealingError", "coups_per_shoe", "dealing_errors"]


class DealingError(NamedTuple):
    """One cell of banco's matrix, played wrongly.

    Attributes:
        total: banco's opening total, 0 to 7.
        third: the point value of punto's third card, or `STOOD`.
        draws: whether banco draws by the rules.
        deals: ordered six-card deals that reach the cell.
        changes: how much the house edge of each bet rises if the cell is always played wrongly.
    """

    total: int
    third: int
    draws: bool
    deals: int
    changes: dict[str, Fraction]


def dealing_errors(variant: Variant, shoe: Shoe) -> list[DealingError]:
    """Return every cell of the variant's tableau, by banco's total, then by punto's third card, `STOOD` last.

    Cost: two walks over the playouts of the shoe for each of the 88 cells.

    >>> from analyzer import Shoe, read_variant
    >>> errors = dealing_errors(read_variant("classic"), Shoe.decks(8))
    >>> len(errors), errors[-1].draws, errors[-1].changes["tie"] > 0
    (88, False, True)
    """
    tableau, bets = variant.tableau, variant.bets
    counts: Counter[tuple[int, int]] = Counter()
    for punto, banco, third, _, _, ways in playouts(enumerate_deals(shoe), tableau):
        if not tableau.is_over(punto.total, banco.total):
            counts[banco.total, STOOD if third is None else third] += ways
    correct = endings(shoe, tableau)
    edges = {bet.name: price_endings(bet, correct).house_edge for bet in bets}
    errors = []
    for total, row in enumerate(tableau.banco):
        for third, draws in enumerate(row):
            wrong = endings(shoe, _reversed_at(tableau, total, third))
            changes = {bet.name: price_endings(bet, wrong).house_edge - edges[bet.name] for bet in bets}
            errors.append(DealingError(total, third, draws, counts[total, third], changes))
    return errors


def _reversed_at(tableau: Tableau, total: int, third: int) -> Tableau:
    """Return the tableau with one cell of banco's matrix reversed."""
    rows = [list(row) for row in tableau.banco]
    rows[total][third] = not rows[total][third]
    return replace(tableau, banco=tuple(map(tuple, rows)))


def coups_per_shoe(shoe: Shoe, tableau: Tableau) -> Fraction:
    """Return how many coups the cards of a shoe last for, at the mean number of cards a coup uses.

    >>> from analyzer import STANDARD, Shoe
    >>> from analyzer.notation import decimal
    >>> decimal(coups_per_shoe(Shoe.decks(8), STANDARD), 4)
    '84.2307'
    """
    ended = endings(shoe, tableau)
    dealt = sum((ending.punto_cards + ending.banco_cards) * count for ending, count in ended.items())
    return Fraction(shoe.cards * ended.total, dealt)
