"""What a cell played wrongly costs: linear, and the same as named tableaux that differ by that cell."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import count_coups, points
from strategies import cards_of_values, shoe_of_values

from analyzer import STANDARD, Shoe, Tableau, endings, price, read_tableau, read_variant
from analyzer.analyses.dealing_errors import coups_per_shoe, dealing_errors
from analyzer.rules.tableau import STOOD

CLASSIC = read_variant("classic")
EIGHT = Shoe.decks(8)
ERRORS = {(error.total, error.third): error for error in dealing_errors(CLASSIC, EIGHT)}


def edges(tableau: Tableau, shoe: Shoe = EIGHT) -> dict[str, Fraction]:
    """Return the house edges of classic's bets."""
    return {bet.name: price(bet, shoe, tableau).house_edge for bet in CLASSIC.bets}


def test_every_cell_is_there() -> None:
    """Eight totals against ten third cards and a punto who stood."""
    assert len(ERRORS) == 88
    assert set(ERRORS) == {(total, third) for total in range(8) for third in range(STOOD + 1)}
    assert all(error.draws == STANDARD.banco[error.total][error.third] for error in ERRORS.values())


def test_cells_and_naturals_are_all_deals() -> None:
    """A coup ends by a natural or reaches exactly one cell."""
    naturals = sum(
        count for ending, count in endings(EIGHT, STANDARD).items() if ending.punto_natural or ending.banco_natural
    )
    assert sum(error.deals for error in ERRORS.values()) + naturals == EIGHT.total


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("banco-6-against-7", [(6, 6)]),
        ("banco-5-against-4-6-7", [(5, 5)]),
        ("banco-stood-0-4", [(5, STOOD)]),
        ("banco-stood-0-3", [(5, STOOD), (4, STOOD)]),
        ("banco-stood-0-2", [(5, STOOD), (4, STOOD), (3, STOOD)]),
    ],
)
def test_named_tableaux_cost_what_their_cells_cost(name: str, cells: list[tuple[int, int]]) -> None:
    """A misprinted tableau costs the sum of what its cells cost."""
    right, wrong = edges(STANDARD), edges(read_tableau(name))
    for bet in right:
        assert wrong[bet] - right[bet] == sum(ERRORS[cell].changes[bet] for cell in cells)


@given(st.frozensets(st.sampled_from(sorted(ERRORS))))
@settings(max_examples=10)
def test_errors_add_up(cells: frozenset[tuple[int, int]]) -> None:
    """Any cells played wrongly together change each edge by the sum of what each does."""
    rows = tuple(
        tuple(draws != ((total, third) in cells) for third, draws in enumerate(row))
        for total, row in enumerate(STANDARD.banco)
    )
    right, wrong = edges(STANDARD), edges(replace(STANDARD, banco=rows))
    for bet in right:
        assert wrong[bet] - right[bet] == sum((ERRORS[cell].changes[bet] for cell in cells), Fraction(0))


def test_how_often_a_coup_reaches_a_cell() -> None:
    """On a small shoe the counts are those of dealing every card."""
    values = [1, 2, 3, 6, 7, 0, 0]
    seen = count_coups(
        cards_of_values(values),
        lambda coup: (
            points(coup.punto[:2]),
            points(coup.banco[:2]),
            coup.punto[2].value if len(coup.punto) == 3 else STOOD,
        ),
    )
    counted: Counter[tuple[int, int]] = Counter()
    for (punto, banco, third), count in seen.items():
        if punto < 8 and banco < 8:
            counted[banco, third] += count
    found = dealing_errors(CLASSIC, shoe_of_values(values))
    assert {cell: count for cell, count in counted.items() if count} == {
        (error.total, error.third): error.deals for error in found if error.deals
    }


def test_coups_of_a_shoe() -> None:
    """Six cards that are always all dealt make one coup; eight decks about 84."""
    assert coups_per_shoe(Shoe.from_spec("K=6"), STANDARD) == 1
    assert 84 < coups_per_shoe(EIGHT, STANDARD) < 85
