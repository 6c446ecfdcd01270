"""The kernel: exact on either side of every bound."""

from __future__ import annotations

from math import perm

import numpy as np
import pytest
from many_shoes import BOUNDS, by_recursion, lopsided, one_by_one, some_shoes

from analyzer import STANDARD, Fineness, Shoe, count_outcomes
from analyzer.batch.kernel import FLOAT_CARDS, INT_CARDS, kernel
from analyzer.enumeration.polynomial import outcome_events


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
