"""The polynomial against the recursion and physical cards, and the sums of its coefficients."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from math import factorial, perm, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import PRINTED_RULES, count_endings
from strategies import TABLEAUX, PlainTableau, cards_of_values, compositions, handfuls, shoe_of_values

from analyzer import STANDARD, Distribution, Ending, Fineness, Shoe, crosscheck, endings, event_forms, outcome_forms
from analyzer.enumeration import polynomial
from analyzer.enumeration.polynomial import (
    BLOCKS,
    Forms,
    endings_by_polynomial,
    half,
    outcome_events,
    possible_endings,
    weighted_forms,
)
from analyzer.errors import DisagreementError
from analyzer.rules.coup import Winner

SIZES = [6, 7, 52, 416, 457, 458, 459, 1447, 1448, 1449, 10**6, 52 * 10**9]


def by_recursion(shoe: Shoe) -> tuple[int, ...]:
    """Return the counts of punto, banco and tie by the recursion."""
    winners = endings(shoe, STANDARD).coarsen(lambda ending: ending.winner)
    return tuple(winners.count(outcome) for outcome in Winner)


def spread(cards: int) -> Shoe:
    """Return a shoe of this many cards, spread unevenly over all ten values."""
    shares = [cards * weight // 60 for weight in (3, 9, 6, 4, 8, 2, 7, 5, 1)]
    return Shoe(Fineness.VALUES, (cards - sum(shares), *shares))


def lopsided(cards: int, value: int, *others: int) -> Shoe:
    """Return a shoe of one value, except for one card of each other value named."""
    counts = [0] * 10
    for other in others:
        counts[other] = 1
    counts[value] = cards - sum(counts)
    return Shoe(Fineness.VALUES, tuple(counts))


@pytest.mark.parametrize("cards", SIZES)
def test_any_size_of_shoe_counts_as_the_recursion_does(cards: int) -> None:
    """From six cards to a billion decks the three counts are those of the recursion."""
    assert by_recursion(spread(cards)) == outcome_forms().at(spread(cards))


@pytest.mark.parametrize("cards", SIZES)
@pytest.mark.parametrize("value", range(10))
def test_shoes_of_one_value_only_tie(cards: int, value: int) -> None:
    """If all cards have one value, every deal is a tie."""
    assert (0, 0, perm(cards, 6)) == outcome_forms().at(lopsided(cards, value))


@pytest.mark.parametrize("cards", SIZES)
def test_lopsided_shoes(cards: int) -> None:
    """A shoe of one value and a single card of each of two others has the recursion's counts."""
    shoe = lopsided(cards, 3, 8, 9)
    assert by_recursion(shoe) == outcome_forms().at(shoe)


@given(compositions(10))
def test_random_shoes_of_the_standard_game(counts: tuple[int, ...]) -> None:
    """Every ending of a random shoe has the recursion's count."""
    shoe = Shoe(Fineness.VALUES, counts)
    assert endings(shoe, STANDARD) == endings_by_polynomial(shoe, STANDARD)


@settings(max_examples=15)
@given(TABLEAUX, compositions(10))
def test_random_tableaux(rules: PlainTableau, counts: tuple[int, ...]) -> None:
    """Any drawing rules make a form whose counts are the recursion's."""
    shoe = Shoe(Fineness.VALUES, counts)
    winners = endings(shoe, rules.tableau).coarsen(lambda ending: ending.winner)
    assert tuple(map(winners.count, Winner)) == outcome_forms(rules.tableau).at(shoe)


@settings(max_examples=6)
@given(TABLEAUX, handfuls(10, most=7))
def test_physical_cards(rules: PlainTableau, values: list[int]) -> None:
    """Every ending of a few physical cards, dealt one by one in every order, has the polynomial's count."""
    assert count_endings(cards_of_values(values), rules.house_rules) == dict(
        endings_by_polynomial(shoe_of_values(values), rules.tableau)
    )


def test_physical_cards_by_the_printed_rules() -> None:
    """Every ending of eight cards by the printed rules has the polynomial's count."""
    values = [0, 1, 3, 5, 6, 8, 9, 9]
    counted = count_endings(cards_of_values(values), PRINTED_RULES)
    assert counted == dict(endings_by_polynomial(shoe_of_values(values), STANDARD))


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_finer_shoes_are_counted_by_value(decks: int) -> None:
    """A shoe known by faces counts as the same shoe known by values."""
    shoe = Shoe.decks(decks)
    assert outcome_forms().at(shoe.at(Fineness.VALUES)) == outcome_forms().at(shoe)


@given(st.lists(st.integers(0, 40), min_size=10, max_size=10).filter(any))
def test_drawing_with_replacement(counts: list[int]) -> None:
    """With replacement the falling factorials become powers, and the counts are still the recursion's."""
    shoe = Shoe(Fineness.VALUES, tuple(counts), replacement=True)
    assert endings(shoe, STANDARD) == endings_by_polynomial(shoe, STANDARD)


def test_coefficients_sum_to_the_orders_of_a_multiset() -> None:
    """Punto's, banco's and the tie's coefficients of a multiset are 0 or more and sum to the number of its orders."""
    multisets = half().multisets
    orders = [
        factorial(6) // repeats(outer) // repeats(inner)
        for _, degree in BLOCKS
        for outer in multisets[6 - degree]
        for inner in multisets[degree]
    ]
    coefficients = outcome_forms().coefficients
    assert orders == [sum(column) for column in zip(*coefficients, strict=True)]
    assert min(map(min, coefficients)) == 0


def repeats(multiset: tuple[int, ...]) -> int:
    """Return the number of permutations of a multiset that exchange equal values only."""
    return prod(factorial(multiset.count(value)) for value in range(5))


@settings(max_examples=15)
@given(TABLEAUX, st.sets(st.integers(0, 99)), compositions(10))
def test_overlapping_events(rules: PlainTableau, wanted: set[int], counts: tuple[int, ...]) -> None:
    """Events that share endings are counted independently; an impossible event counts 0."""
    possible = sorted(possible_endings(rules.tableau))
    some = frozenset(ending for index, ending in enumerate(possible) if index in wanted)
    shoe = Shoe(Fineness.VALUES, counts)
    ended = endings(shoe, rules.tableau)
    expected = (sum(map(ended.count, some)), 0, shoe.total)
    assert expected == event_forms(rules.tableau, (some, frozenset(), frozenset(possible))).at(shoe)


def test_the_crosscheck_passes() -> None:
    """Both routes agree on one deck, on eight, and with replacement."""
    for shoe in (Shoe.decks(1), Shoe.decks(8), Shoe.infinite()):
        crosscheck(shoe, STANDARD)


@pytest.mark.parametrize("difference", [1, -1])
def test_the_crosscheck_reports_a_difference(monkeypatch: pytest.MonkeyPatch, difference: int) -> None:
    """One deal too many on either side is an error that names the ending and both counts."""
    shoe, ending = Shoe.decks(3), Ending(6, 7, 3, 3)
    right = endings(shoe, STANDARD)
    wrong = Distribution({**right, ending: right.count(ending) + difference})
    monkeypatch.setattr(polynomial, "endings_by_polynomial", lambda *_: wrong)
    problem = (
        f"counts {right.count(ending)} deals .* \\(6, 7, 3, 3\\), the polynomial {right.count(ending) + difference}"
    )
    with pytest.raises(DisagreementError, match=problem):
        crosscheck.__wrapped__(shoe, STANDARD)


def test_outcome_events_partition_the_possible_endings() -> None:
    """Every possible ending is in exactly one of the three events, and no other ending is in any."""
    assert sorted(possible_endings(STANDARD)) == sorted(ending for event in outcome_events() for ending in event)


def test_values_may_be_negative_and_fill_their_places() -> None:
    """Forms with coefficients of either sign are separated, even if a value has as many bits as a packed place."""
    shoe = Shoe.decks(8)
    [ones] = event_forms(STANDARD, (possible_endings(STANDARD),)).coefficients
    bound = 2 ** (64 - shoe.total.bit_length())
    coefficients = [tuple(factor * number for number in ones) for factor in (-bound, bound, 0, -1)]
    assert Forms(tuple(coefficients), bound).at(shoe) == (-bound * shoe.total, bound * shoe.total, 0, -shoe.total)


def test_large_weights_do_not_run_into_each_other() -> None:
    """Tables of endings that weigh up to a million give the sums of the weights, however many tables there are."""
    shoe = Shoe.decks(1)
    tables = [
        frozenset((ending, 10**6 - index * ending.punto_total) for ending in possible_endings(STANDARD))
        for index in range(3)
    ]
    counted = endings(shoe, STANDARD)
    expected = [sum(weight * counted.count(ending) for ending, weight in table) for table in tables]
    assert weighted_forms(STANDARD, tables).at(shoe) == tuple(expected)


def test_forms_are_compared_by_identity() -> None:
    """Thousands of coefficients are not compared; a form can be a key."""
    forms, same = (Forms(outcome_forms().coefficients) for _ in range(2))
    assert len({forms, same}) == 2
    assert forms.at(Shoe.decks(9000)) == outcome_forms().at(Shoe.decks(9000))
    assert "_packed" not in repr(forms)
    with pytest.raises(FrozenInstanceError):
        forms.bound = 2  # type: ignore[misc]
