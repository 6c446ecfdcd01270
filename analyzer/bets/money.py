"""Money on the table: amounts as plain decimals, and payouts rounded to the smallest piece a house pays in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

from analyzer.errors import NotationError, nearest
from analyzer.notation import MAX_NUMBER_LENGTH, decimal, exact, shown

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ROUNDINGS", "Currency", "amount", "read_amount"]

ROUNDINGS: dict[str, Callable[[Fraction], int]] = {
    "house": floor,
    "player": ceil,
    "half-up": lambda units: floor(units + Fraction(1, 2)),
}
"""Whom a payout between two units is rounded for, and how."""
_AMOUNT = re.compile(r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+", re.ASCII)


def read_amount(text: str, what: str = "stake", *, zero: bool = False) -> Fraction:
    """Read an amount of money: digits with at most one point, at most 30 characters.

    Args:
        text: what the user wrote.
        what: the name of the amount, for the error's text.
        zero: whether nothing at all is an amount, too.

    Raises:
        NotationError: for anything else: signs, fractions, percentages, separators of thousands, exponents.

    >>> read_amount("2.50"), read_amount("20")
    (Fraction(5, 2), Fraction(20, 1))
    """
    stripped = text.strip()
    if len(stripped) <= MAX_NUMBER_LENGTH and _AMOUNT.fullmatch(stripped):
        value = Fraction(stripped)
        if value or zero:
            return value
    kind = "0 or more" if zero else "more than 0"
    raise NotationError(
        f"{what}: got {shown(text)}; an amount is {kind}, digits with at most one point (20, 2.50), "
        f"at most {MAX_NUMBER_LENGTH} characters"
    )


def amount(value: Fraction, places: int | None = None) -> str:
    """Return an amount in decimals: all there are if they end, two at least beside a point; else as n/d.

    Args:
        value: the amount.
        places: so many decimal places instead, rounded half to even.

    >>> amount(Fraction(19)), amount(Fraction(12, 5)), amount(Fraction(19, 8)), amount(Fraction(1, 3))
    ('19', '2.40', '2.375', '1/3')
    """
    if places is not None:
        return decimal(value, places)
    rest, needed = value.denominator, 0
    while rest % 10 == 0 or rest % 2 == 0 or rest % 5 == 0:
        rest //= 10 if rest % 10 == 0 else 2 if rest % 2 == 0 else 5
        needed += 1
    if rest > 1:
        return exact(value)
    return decimal(value, max(needed, 2) if needed else 0)


@dataclass(frozen=True, slots=True)
class Currency:
    """What a house pays in.

    Attributes:
        unit: the smallest piece, above 0; every payout is a whole number of them.
        rounding: whom a payout between two of them is rounded for: one of `ROUNDINGS`.

    Raises:
        NotationError: for a unit of 0 or less, or an unknown rounding.

    >>> Currency(Fraction("0.05"), "half-up").rounded(Fraction("2.375"))
    Fraction(12, 5)
    """

    unit: Fraction
    rounding: str = "half-up"

    def __post_init__(self) -> None:
        """Refuse what nothing can be paid in."""
        if self.unit <= 0:
            raise NotationError(f"currency unit: got {self.unit}; it must be more than 0")
        if self.rounding not in ROUNDINGS:
            raise NotationError(f"rounding: got {shown(self.rounding)}{nearest(self.rounding, [*ROUNDINGS])}")

    def rounded(self, value: Fraction) -> Fraction:
        """Return an amount of 0 or more as a whole number of units."""
        return ROUNDINGS[self.rounding](value / self.unit) * self.unit
