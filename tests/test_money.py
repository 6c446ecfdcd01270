"""Amounts are read exactly, shown exactly and rounded the way the house says."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.bets.settlement import ROUNDINGS, Currency
from analyzer.errors import NotationError
from analyzer.notation import amount, read_amount

AMOUNTS = st.fractions(0, 1000, max_denominator=400)
UNITS = st.sampled_from([Fraction(text) for text in ("0.01", "0.05", "0.25", "0.50", "1", "2.5", "5")])


@pytest.mark.parametrize(("text", "value"), [("20", "20"), (" 2.50 ", "5/2"), (".5", "1/2"), ("007", "7")])
def test_an_amount_is_read_exactly(text: str, value: str) -> None:
    """Digits with at most one point, blanks around them."""
    assert Fraction(value) == read_amount(text)


@pytest.mark.parametrize(
    "text", ["", "0", "0.00", "-5", "+5", "1/2", "5%", "1e3", "1,000", "1_000", "5.", "nan", "inf", "٣", "1" * 31]
)
def test_what_is_no_amount(text: str) -> None:
    """Zero, signs, fractions, percentages, exponents, separators and other digits are refused in one line."""
    with pytest.raises(NotationError, match=r"^stake: got .*; an amount is more than 0, digits") as caught:
        read_amount(text)
    assert "\n" not in str(caught.value)


def test_a_payment_may_be_nothing() -> None:
    """Where zero is allowed it is read."""
    assert read_amount("0.00", "payment", zero=True) == 0


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("0", "0"),
        ("19", "19"),
        ("2.4", "2.40"),
        ("2.375", "2.375"),
        ("-1/4", "-0.25"),
        ("1/3", "1/3"),
        ("1/80", "0.0125"),
    ],
)
def test_an_amount_is_shown_exactly(value: str, text: str) -> None:
    """All decimals there are, two at least beside a point; what never ends is a fraction."""
    assert text == amount(Fraction(value))


@given(AMOUNTS)
def test_what_is_shown_reads_back(value: Fraction) -> None:
    """An amount shown in decimals is the amount."""
    shown = amount(value)
    if value and "/" not in shown:
        assert value == read_amount(shown)


@pytest.mark.parametrize(("rounding", "paid"), [("house", "2.35"), ("player", "2.40"), ("half-up", "2.40")])
def test_half_a_unit(rounding: str, paid: str) -> None:
    """2.375 in units of 0.05 lies half way: down for the house, up for the player, up when nearest."""
    assert Fraction(paid) == Currency(Fraction("0.05"), rounding).rounded(Fraction("2.375"))


@given(AMOUNTS, UNITS, st.sampled_from(list(ROUNDINGS)))
def test_rounding_stays_within_a_unit(value: Fraction, unit: Fraction, rounding: str) -> None:
    """What is paid is a whole number of units, on the side the rounding says, by less than one unit, or half of one."""
    paid = Currency(unit, rounding).rounded(value)
    assert (paid / unit).denominator == 1
    low, high = {"house": (-unit, 0 * unit), "player": (0 * unit, unit), "half-up": (-unit / 2, unit / 2)}[rounding]
    assert low <= paid - value <= high
    assert abs(paid - value) < unit
    if (value / unit).denominator == 1:
        assert paid == value


def test_what_nothing_is_paid_in() -> None:
    """A unit of nothing and an unknown rounding are refused."""
    with pytest.raises(NotationError, match="currency unit: got 0; it must be more than 0"):
        Currency(Fraction(0))
    with pytest.raises(NotationError, match="rounding: got 'halfup'; did you mean half-up"):
        Currency(Fraction(1), "halfup")
