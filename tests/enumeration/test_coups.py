"""Endings by the drawing rules: against physical cards dealt one by one, and against identities."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import count_endings
from strategies import TABLEAUX, PlainTableau, cards_of_values, compositions, handfuls, shoe_of_values

from analyzer import STANDARD, Ending, Fineness, Shoe, Tableau, endings
from analyzer.rules.tableau import STOOD

FIXED_SHOES = {
    "six nines": [9] * 6,
    "nine tens": [0] * 9,
    "eight fives": [5] * 8,
    "nine different cards": [1, 2, 3, 4, 5, 6, 7, 8, 9],
    "nine different values and no nine": [0, 1, 2, 3, 4, 5, 6, 7, 8],
    "one ace among tens": [0, 0, 0, 0, 0, 0, 0, 0, 1],
    "naturals likely": [8, 9, 0, 0, 8, 9, 1],
    "six cards that all draw": [0, 0, 1, 1, 2, 2],
}


@pytest.mark.parametrize("values", FIXED_SHOES.values(), ids=FIXED_SHOES.keys())
def test_a_small_shoe_dealt_card_by_card_gives_the_same_endings(values: list[int]) -> None:
    """Every ordered deal of the physical cards, played by the printed rules, is counted exactly once."""
    assert dict(endings(shoe_of_values(values), STANDARD)) == count_endings(cards_of_values(values))


@given(values=handfuls(10), tableau=TABLEAUX)
def test_any_small_shoe_and_tableau_end_as_on_the_table(values: list[int], tableau: PlainTableau) -> None:
    """The recursion and brute force agree on lopsided shoes and on random tableaux."""
    brute = count_endings(cards_of_values(values), tableau.house_rules)
    assert dict(endings(shoe_of_values(values), tableau.tableau)) == brute


@given(values=st.lists(st.integers(0, 9), min_size=1, max_size=4), tableau=TABLEAUX)
@settings(max_examples=15)
def test_drawing_with_replacement_is_putting_cards_back(values: list[int], tableau: PlainTableau) -> None:
    """With replacement each of the k^6 sequences of physical cards is counted once."""
    shoe = Shoe(Fineness.VALUES, tuple(values.count(value) for value in range(10)), replacement=True)
    cards = cards_of_values(values)
    assert dict(endings(shoe, tableau.tableau)) == count_endings(cards, tableau.house_rules, put_back=True)


@given(counts=compositions(10), tableau=TABLEAUX)
@settings(max_examples=6)
def test_a_shoe_is_the_sum_of_the_shoes_one_card_short(counts: tuple[int, ...], tableau: PlainTableau) -> None:
    """A deal of six of N cards is also a deal of each of the N-6 shoes that lack one of the other cards."""
    cards = sum(counts)
    whole = endings(Shoe(Fineness.VALUES, counts), tableau.tableau)
    sums: Counter[Ending] = Counter()
    for value, count in enumerate(counts):
        if count:
            short = Shoe(Fineness.VALUES, (*counts[:value], count - 1, *counts[value + 1 :]))
            for ending, ways in endings(short, tableau.tableau).items():
                sums[ending] += count * ways
    assert sums == {ending: (cards - 6) * ways for ending, ways in whole.items()}


def test_many_decks_approach_the_infinite_shoe() -> None:
    """Each probability of a billion decks is within a billionth of the infinite shoe's."""
    infinite, many = endings(Shoe.infinite(), STANDARD), endings(Shoe.decks(10**9), STANDARD)
    assert set(infinite) == set(many)
    gaps = [abs(infinite.probability(seen) - many.probability(seen)) for seen in many]
    assert max(gaps) < Fraction(1, 10**9)


def with_punto_flipped(total: int) -> Tableau:
    """Return the standard tableau with punto's decision on one total reversed."""
    punto = list(STANDARD.punto)
    punto[total] = not punto[total]
    return Tableau("flipped", tuple(punto), STANDARD.banco)


def with_banco_flipped(total: int, column: int) -> Tableau:
    """Return the standard tableau with one cell of banco's matrix reversed."""
    banco = [list(row) for row in STANDARD.banco]
    banco[total][column] = not banco[total][column]
    return Tableau("flipped", STANDARD.punto, tuple(tuple(row) for row in banco))


@pytest.mark.parametrize("decks", [1, 8])
def test_every_cell_of_the_tableau_counts(decks: int) -> None:
    """Reversing any of the 8 + 88 cells changes the counts of punto, banco and tie."""
    shoe = Shoe.decks(decks)
    flipped = {f"punto {total}": with_punto_flipped(total) for total in range(8)}
    flipped |= {
        f"banco {total}, column {column}": with_banco_flipped(total, column)
        for total in range(8)
        for column in range(STOOD + 1)
    }
    standard = endings(shoe, STANDARD).coarsen(lambda ending: ending.winner)
    assert len(flipped) == 96
    same = [
        cell
        for cell, tableau in flipped.items()
        if endings(shoe, tableau).coarsen(lambda ending: ending.winner) == standard
    ]
    assert same == []


@given(tableau=TABLEAUX)
def test_one_deck_has_the_endings_of_the_infinite_shoe(tableau: PlainTableau) -> None:
    """One deck holds every value four times, enough for all that can happen with replacement."""
    assert set(endings(Shoe.decks(1), tableau.tableau)) == set(endings(Shoe.infinite(), tableau.tableau))
