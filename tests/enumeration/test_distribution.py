"""Distributions: counts by what was observed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from strategies import COUNTS_OF_NUMBERS

from analyzer import Distribution


@given(counts=COUNTS_OF_NUMBERS)
def test_a_count_of_zero_is_not_a_key(counts: dict[int, int]) -> None:
    """A distribution holds the counts above 0, and its total is their sum."""
    distribution = Distribution(counts)
    assert dict(distribution) == {seen: count for seen, count in counts.items() if count}
    assert len(distribution) == len(dict(distribution))
    assert distribution.total == sum(counts.values())
    assert [distribution.count(seen) for seen in range(-10, 10)] == [counts.get(seen, 0) for seen in range(-10, 10)]


@given(counts=COUNTS_OF_NUMBERS.filter(lambda counts: any(counts.values())))
def test_probabilities_sum_to_one(counts: dict[int, int]) -> None:
    """The probabilities of all that was observed are exact and sum to 1."""
    distribution = Distribution(counts)
    assert sum(distribution.probability(seen) for seen in distribution) == 1
    assert distribution.probability(99) == 0


@given(counts=COUNTS_OF_NUMBERS)
def test_coarsening_in_two_steps_is_coarsening_in_one(counts: dict[int, int]) -> None:
    """Absolute value and then parity is parity at once, and the total is kept."""
    distribution = Distribution(counts)
    assert distribution.coarsen(abs).coarsen(lambda seen: seen % 2) == distribution.coarsen(lambda seen: seen % 2)
    assert distribution.coarsen(lambda _: None).total == distribution.total


def test_a_distribution_is_a_mapping() -> None:
    """Counts are looked up by what was observed, and what was never observed is not a key."""
    distribution = Distribution({"punto": 3, "tie": 0, "banco": 4})
    assert (distribution["punto"], "tie" in distribution, list(distribution)) == (3, False, ["punto", "banco"])
    assert distribution.probability("banco") == Fraction(4, 7)
    assert repr(distribution) == "Distribution({'punto': 3, 'banco': 4})"
    with pytest.raises(KeyError):
        distribution["tie"]


def test_equal_counts_are_equal_distributions() -> None:
    """The order of what was observed and counts of 0 make no difference."""
    assert Distribution({1: 2, 3: 4}) == Distribution({3: 4, 1: 2, 5: 0})
    assert Distribution({1: 2}) != Distribution({1: 3})
