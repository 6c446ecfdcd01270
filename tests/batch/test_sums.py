"""Plans: fewer forms for bets with many payouts, and the same exact prices whichever way they are found."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import perm
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from many_shoes import EIGHT, some_shoes

from analyzer import (
    STANDARD,
    Bet,
    Fineness,
    Payout,
    Pays,
    Shoe,
    price,
    price_batch,
    read_bet,
    read_variant,
)
from analyzer.batch.kernel import weighted_kernel
from analyzer.batch.plan import payoff
from analyzer.batch.sums import MOST_UNITS, Plan, plan_of
from analyzer.catalog.rules_file import catalog_names

if TYPE_CHECKING:
    from collections.abc import Sequence

BETS = [bet for bet in map(read_bet, catalog_names("bets")) if bet.looks_at == "totals"]
LEFT = [0, 0, 0, 0, 0, 0, 208, 208, 0, 0]
"""Sixes and sevens alone: punto's Dragon Bonus returns five and a half times the stake, too much for float64."""


def planned(*bets: Bet) -> Plan:
    """Return the plan of some bets."""
    return plan_of(STANDARD, map(payoff, bets))


def edges(bets: Sequence[Bet], row: Sequence[int]) -> list[Fraction]:
    """Return the house edges of one shoe by the recursion."""
    shoe = Shoe(Fineness.VALUES, tuple(row))
    return [price(bet, shoe, STANDARD).house_edge for bet in bets]


def margin(*odds: int | Fraction) -> Bet:
    """Return a bet that pays these odds for a win of punto by one, two, and more."""
    payouts = [
        Payout({"winner": ("punto",), "margin": (points,)}, Pays(Fraction(pays)))
        for points, pays in enumerate(odds, start=1)
    ]
    return Bet("by a margin", tuple(payouts))


@pytest.mark.parametrize("cards", [7, 100, 416, 457, 458, 881, 1449])
def test_all_bets_of_the_catalog_at_once(cards: int) -> None:
    """Every bet on totals has its exact edge on shoes of every size, one form for each of most."""
    rows = some_shoes(4, cards=cards).tolist()
    for some in (rows, rows[:1]):
        prices = price_batch(BETS, some)
        for index, row in enumerate(some):
            assert [prices.house_edge(index, bet) for bet in range(len(BETS))] == edges(BETS, row)


def test_how_many_forms_are_needed() -> None:
    """One for a bet with many payouts; events where there are few or where bets share them."""
    dragon = [read_bet("dragon-bonus-punto"), read_bet("dragon-bonus-banco")]
    plan = planned(*dragon)
    assert plan.by_units is not None
    assert (len(plan.by_events.forms), len(plan.by_units.forms)) == (13, 2)
    classic = planned(*read_variant("classic").bets)
    assert (len(classic.by_events.forms), classic.by_units) == (2, None)
    together = planned(*read_variant("classic").bets, *dragon)
    assert together.by_units is not None
    assert len(together.by_units.forms) == 4


@pytest.mark.parametrize(
    ("odds", "units"),
    [
        ((1, 2, MOST_UNITS - 1), True),
        ((1, 2, MOST_UNITS), False),
        ((1, 2, 10**25), False),
        ((Fraction(1, 2), Fraction(3, 2), Fraction(5, 2), 4), True),
        ((Fraction(1, 2), Fraction(1, 3), Fraction(1, 5), Fraction(1, 7)), False),
        ((Fraction(1, 10**25), 2, 3, 4, 5), True),
    ],
)
def test_units_and_what_remains_of_them(odds: tuple[int | Fraction, ...], units: bool) -> None:  # noqa: FBT001 - a case
    """Payouts in parts of a unit, and of more units than one form takes, have the exact edges too."""
    bet = margin(*odds)
    assert (planned(bet).by_units is not None) == units
    rows = [EIGHT, *some_shoes(4).tolist(), *some_shoes(2, cards=900).tolist()]
    prices = price_batch([bet], rows)
    assert [prices.house_edge(index) for index in range(len(rows))] == [edges([bet], row)[0] for row in rows]


@pytest.mark.parametrize("number", [1, 3, 4, 100])
def test_a_shoe_on_which_units_are_too_large(number: int) -> None:
    """It is counted by events, alone, among shoes of every size and rows that are not shoes."""
    bets = [read_bet("dragon-bonus-punto"), read_bet("golden-talons-d-banco"), *read_variant("classic").bets]
    plan = planned(*bets)
    assert plan.by_units is not None
    _, exact = weighted_kernel(STANDARD, plan.by_units.forms).in_float(np.array([LEFT] * number))
    assert not exact.any()
    rows: list[Any] = [LEFT] * number
    assert price_batch(bets, rows).numerators.tolist() == [price_batch(bets, [LEFT]).numerators[0].tolist()] * number
    assert [price_batch(bets, rows).house_edge(0, bet) for bet in range(len(bets))] == edges(bets, LEFT)
    mixed = [EIGHT, *rows, [-1] * 10, *some_shoes(3, cards=458).tolist(), *some_shoes(number).tolist()]
    for extra in ([], [[200] * 10]):
        some = [*mixed, *extra]
        prices = price_batch(bets, some, invalid="mask")
        assert prices.numerators.dtype == (object if extra else np.int64)
        for index in {0, 1, number, number + 2, number + 4, len(some) - 1}:
            assert [prices.house_edge(index, bet) for bet in range(len(bets))] == edges(bets, some[index])
        assert prices.numerators[number + 1].mask.all()
        with ThreadPoolExecutor(2) as executor:
            elsewhere = price_batch(bets, some, invalid="mask", executor=executor)
        assert elsewhere.numerators.tolist() == prices.numerators.tolist()
        assert elsewhere.numerators.dtype == prices.numerators.dtype


@pytest.mark.parametrize(("cards", "dtype"), [(824, np.int64), (825, object)])
def test_the_bound_of_a_bet_with_many_payouts(cards: int, dtype: type) -> None:
    """Its numerators are int64 while the largest payout on every deal would fit."""
    bet = read_bet("dragon-bonus-punto")
    assert (30 * perm(cards, 6) < 2**63) == (dtype is np.int64)
    rows = [[cards] + [0] * 9, *some_shoes(4, cards=cards).tolist()]
    prices = price_batch([bet], rows)
    assert prices.numerators.dtype == dtype
    assert [prices.house_edge(index) for index in range(len(rows))] == [edges([bet], row)[0] for row in rows]


def test_every_order_of_bets_has_the_same_prices() -> None:
    """The forms depend on the order; the numerators do not."""
    rows = some_shoes(20)
    numerators = price_batch(BETS, rows).numerators
    assert (price_batch(BETS[::-1], rows).numerators == numerators[:, ::-1]).all()
    for index in range(0, len(BETS), 5):
        assert (price_batch([BETS[index]], rows).numerators[:, 0] == numerators[:, index]).all()
