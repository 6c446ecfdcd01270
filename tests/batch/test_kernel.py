"""The kernel: exact on either side of every bound."""

from __future__ import annotations

from math import perm
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many_shoes import BOUNDS, by_recursion, lopsided, one_by_one, some_shoes
from strategies import compositions

from analyzer import STANDARD, Fineness, Shoe, count_outcomes
from analyzer.batch import kernel as module
from analyzer.batch.kernel import FLOAT_CARDS, INT_CARDS, kernel, weighted_kernel
from analyzer.batch.sums import MOST_UNITS
from analyzer.enumeration.polynomial import outcome_events, possible_endings, weighted_forms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.enumeration.polynomial import Weights


@pytest.mark.parametrize("cards", [6, 7, 416, *BOUNDS, 5000, 10**9, 2**62, 10**40])
def test_every_size_of_shoe(cards: int) -> None:
    """At and around every bound, and far beyond, random and lopsided shoes count as one by one."""
    rows = lopsided(cards)
    if cards < 10**9:
        rows += some_shoes(20, cards=cards).tolist()
    counts = count_outcomes(rows)
    assert counts.tolist() == one_by_one(rows)
    assert counts.dtype == (np.int64 if cards <= 1448 else object)


def test_sizes_mixed_in_one_array() -> None:
    """Each row is counted in numbers that hold it, whatever the rows beside it are."""
    rows = [shoe for cards in [*BOUNDS, 6, 30, 10**5] for shoe in some_shoes(3, cards=cards).tolist()]
    assert count_outcomes(rows).tolist() == one_by_one(rows)
    assert count_outcomes(rows[:-3]).dtype == object
    small = [row for row in rows if sum(row) <= 1448]
    assert count_outcomes(small).dtype == np.int64
    assert count_outcomes(small).tolist() == one_by_one(small)


def test_the_bounds_are_where_the_numbers_end() -> None:
    """The largest partial sum, N (N)_5, stays below 2^53 in float64, and in int64 even N^6 stays below 2^63."""
    assert (FLOAT_CARDS, INT_CARDS) == (457, 1448)
    assert FLOAT_CARDS * perm(FLOAT_CARDS, 5) < 2**53 <= (FLOAT_CARDS + 1) * perm(FLOAT_CARDS + 1, 5)
    assert INT_CARDS**6 < 2**63 <= (INT_CARDS + 1) ** 6


def test_float64_would_be_wrong_beyond_its_bound() -> None:
    """Products of floats miss the ties of a shoe of 517 cards by two; what is returned does not.

    Every count is even, which hides the rounding of numbers above 2^53 up to 2^54 (N = 515), but no partial sum knows.
    """
    row = [0, 0, 0, 0, 0, 1, 0, 3, 1, 512]
    floats = kernel(STANDARD, outcome_events()).products(np.array([row]), np.float64)
    assert (floats - count_outcomes([row])).tolist() == [[0, 0, -2]]
    assert count_outcomes([row]).tolist() == [by_recursion(row)]


def test_one_shoe_is_counted_in_floats_within_the_bound_only() -> None:
    """`Kernel.at` gives the exact counts of every size; its floats are asked for shoes of at most 457 cards."""
    made = kernel(STANDARD, outcome_events())
    for cards in (6, 416, *BOUNDS, 1800, 4 * FLOAT_CARDS, 5000):
        for row in [*lopsided(cards), *some_shoes(5, cards=cards).tolist()]:
            assert list(made.at(Shoe(Fineness.VALUES, tuple(row)))) == one_by_one([row])[0]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_few_shoes(number: int) -> None:
    """Where a call has so few shoes that each is counted alone, it has the same counts and the same types."""
    for rows in (some_shoes(number), some_shoes(number, cards=457), np.array(lopsided(458)[:number])):
        counts = count_outcomes(rows)
        assert counts.dtype == np.int64
        assert counts.tolist() == one_by_one(rows.tolist())
    mixed = count_outcomes([*some_shoes(number).tolist(), [10**30] + [1] * 9])
    assert mixed.tolist() == one_by_one([*some_shoes(number).tolist(), [10**30] + [1] * 9])


def test_int64_would_be_wrong_beyond_its_bound() -> None:
    """At 1,451 cards, all tens, int64 wraps to a negative number of ties; what is returned does not."""
    row = [1451] + [0] * 9
    wrapped = kernel(STANDARD, outcome_events()).products(np.array([row]), np.int64)
    assert wrapped.tolist() == [[0, 0, perm(1451, 6) - 2**64]]
    assert count_outcomes([row]).tolist() == [[0, 0, perm(1451, 6)]]
    row[0] = INT_CARDS
    right = kernel(STANDARD, outcome_events()).products(np.array([row]), np.int64)
    assert right.tolist() == [[0, 0, perm(INT_CARDS, 6)]]


ENDINGS = sorted(possible_endings(STANDARD))
BATCHES = [1, 3, 4, 96, 97]
"""Numbers of shoes around those that are evaluated one by one, and around one array of them."""


def flat(weight: int) -> Weights:
    """Return the table that gives every ending the same weight: its sum is the weight times the number of deals."""
    return frozenset((ending, weight) for ending in ENDINGS)


def exactly(tables: Sequence[Weights], rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the sums of some shoes in Python's integers."""
    forms = weighted_forms(STANDARD, tables)
    return [list(forms.at(Shoe(Fineness.VALUES, tuple(row)))) for row in rows]


@pytest.mark.parametrize("number", BATCHES)
@pytest.mark.parametrize("weight", [1, 2, 3, 31, MOST_UNITS])
def test_the_largest_sum_that_float64_holds(weight: int, number: int) -> None:
    """Shoes of tens alone are exact up to the last one whose largest sum is below 2^53, and not beyond."""

    def largest_sum(cards: int) -> int:
        # More than three shoes are evaluated by products of five cards.
        return weight * (perm(cards, 6) if number <= 3 else cards * perm(cards, 5))

    most = max(cards for cards in range(6, 500) if largest_sum(cards) < 2**53)
    assert (number <= 3 or weight > 1) or most == FLOAT_CARDS
    for cards, expected in ((most, True), (most + 1, False)):
        values, exact = weighted_kernel(STANDARD, (flat(weight),)).in_float(np.array([[cards] + [0] * 9] * number))
        assert exact.tolist() == [expected] * number
        if expected:
            assert values.tolist() == [[weight * perm(cards, 6)]] * number


@pytest.mark.parametrize("number", [3, 4])
def test_a_sum_equal_to_the_bound_is_not_held(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """2^53 itself is beyond: it may have been 2^53 + 1."""
    rows = np.array([[20] + [0] * 9] * number)
    largest = perm(20, 6) if number <= 3 else 20 * perm(20, 5)
    for end, expected in ((largest, False), (largest + 1, True)):
        monkeypatch.setattr(module, "_FLOAT_END", float(end))
        assert weighted_kernel(STANDARD, (flat(1),)).in_float(rows)[1].tolist() == [expected] * number


def test_one_form_too_large_condemns_the_shoe_alone() -> None:
    """A shoe is exact if all its forms are; its neighbours in the array do not matter."""
    tables = (flat(1), flat(3), flat(MOST_UNITS))
    rows = [[cards] + [0] * 9 for cards in (10, 457, 100, 300, 150)]
    values, exact = weighted_kernel(STANDARD, tables).in_float(np.array(rows))
    assert exact.tolist() == [MOST_UNITS * row[0] * perm(row[0], 5) < 2**53 for row in rows]
    assert exact.tolist() == [True, False, True, False, True]
    assert values[exact].tolist() == exactly(tables, rows[::2])


TABLES = st.dictionaries(st.sampled_from(ENDINGS), st.integers(1, MOST_UNITS), min_size=1).map(
    lambda table: frozenset(table.items())
)


@settings(max_examples=15)
@given(st.lists(TABLES, min_size=1, max_size=3), st.lists(compositions(10), min_size=4, max_size=6))
def test_what_is_said_to_be_exact_is(tables: list[Weights], rows: list[tuple[int, ...]]) -> None:
    """Any weights on any shoes, evaluated one by one or together, have the sums of Python's integers.

    Where they are not said to be exact, even the largest weight on every deal would be too much.
    """
    small = [row for row in rows if sum(row) <= FLOAT_CARDS]
    right = exactly(tables, small)
    most = max(weight for table in tables for _, weight in table)
    for some in (small, small[:3]):
        values, exact = weighted_kernel(STANDARD, tuple(tables)).in_float(np.array(some).reshape(-1, 10))
        for row, found, is_exact, wanted in zip(some, values.tolist(), exact, right, strict=False):
            cards = sum(row)
            assert found == wanted if is_exact else most * cards * perm(cards, 5) >= 2**53


def test_float64_would_be_wrong_where_it_is_said_so() -> None:
    """Of large shoes some sums are rounded, and none of them is said to be exact."""
    table = frozenset((ending, (7 * index) % 509 + 1) for index, ending in enumerate(ENDINGS))
    rows = [*some_shoes(50, cards=FLOAT_CARDS).tolist(), *some_shoes(50, cards=150).tolist()]
    values, exact = weighted_kernel(STANDARD, (table,)).in_float(np.array(rows))
    right = [found == wanted for found, wanted in zip(values.tolist(), exactly([table], rows), strict=True)]
    assert not all(right)
    assert exact.any()
    assert all(np.array(right)[exact])


def test_no_sum_leaves_int64() -> None:
    """Even a sum that float64 does not hold can be converted: no warning, and no number that wraps."""
    assert MOST_UNITS * FLOAT_CARDS * perm(FLOAT_CARDS, 5) < 2**63
    for number in BATCHES:
        rows = np.array([[FLOAT_CARDS] + [0] * 9] * number)
        values, exact = weighted_kernel(STANDARD, (flat(MOST_UNITS),)).in_float(rows)
        assert not exact.any()
        assert (values > 2**53).all()


@pytest.mark.parametrize("number", [0, *BATCHES])
def test_counts_of_events_are_exact_on_every_shoe_in_floats(number: int) -> None:
    """Up to the largest shoe of float64, whatever its composition."""
    rows = some_shoes(number, cards=FLOAT_CARDS)
    counts, exact = kernel(STANDARD, outcome_events()).in_float(rows)
    assert exact.all()
    assert counts.tolist() == one_by_one(rows.tolist())


def test_weights_are_not_counted_as_events() -> None:
    """The bounds of events do not hold for other weights: one array is refused, one shoe is evaluated in integers."""
    made = weighted_kernel(STANDARD, (flat(2),))
    with pytest.raises(ValueError, match="only events can be counted; got weights of up to 2"):
        made.counts(np.array([[457] + [0] * 9]), np.array([457]))
    assert made.at(Shoe(Fineness.VALUES, (457, *[0] * 9))) == (2 * perm(457, 6),)
