"""Formulas in the number of decks: polynomials and rational functions, and proofs about their signs.

Whether an edge falls or rises, where it crosses a bound and which of two bets is better are questions about the sign of
a rational function for all real d >= 1. The exact isolation of the roots of its numerator answers them.

This is the only module that uses sympy: for factors, common divisors and the isolation of real roots, all exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import floor
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.cards.shoe import CARDS_IN_A_COUP
from analyzer.errors import BaccaratError
from analyzer.notation import MAX_NUMBER_LENGTH, percent
from analyzer.text import short_repr

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "LEMMA",
    "PROVED_AT",
    "Formula",
    "Polynomial",
    "Root",
    "Statement",
    "comparison",
    "constant",
    "formula",
    "interpolate",
    "signs",
    "statements_of",
    "threshold",
]

PROVED_AT = tuple(range(1, CARDS_IN_A_COUP + 2))
"""The seven numbers of decks at which deals are counted; they determine a polynomial of degree 6."""
LEMMA = (
    "every count is a sum of products of at most six factors of the form kd - j, so a polynomial in d of degree 6 at "
    "most, and these seven counts prove it"
)
"""Why the counts at `PROVED_AT` prove a formula, for the reader of a table."""
ROOT_PLACES = 4
"""The decimal places to which an irrational root is isolated."""


@short_repr(str)
@dataclass(frozen=True, slots=True)
class Polynomial:
    """A polynomial in the number of decks with integer coefficients.

    Attributes:
        coefficients: from the constant term up; the last is not 0. The polynomial 0 has none.

    >>> cards = Polynomial((0, 52))
    >>> cards(8), str(cards)
    (416, '52d')
    """

    coefficients: tuple[int, ...]

    def __post_init__(self) -> None:
        """Drop leading zeros, so that equal polynomials compare equal."""
        kept = list(self.coefficients)
        while kept and not kept[-1]:
            kept.pop()
        object.__setattr__(self, "coefficients", tuple(kept))

    def __call__(self, decks: Fraction | int) -> Fraction | int:
        """Return the value at a number of decks."""
        value: Fraction | int = 0
        for coefficient in reversed(self.coefficients):
            value = value * decks + coefficient
        return value

    def __str__(self) -> str:
        """Return its factors, as "2d(13d-1)(26d^2 - d + 1)"."""
        return self.text()

    def text(self, *, latex: bool = False) -> str:
        """Return the polynomial as a product of factors irreducible over the integers."""
        if not self.coefficients:
            return "0"
        from sympy import factor_list

        content, factors = factor_list(_poly(self))
        factors.sort(key=lambda factor: (len(factor[0].terms()), factor[0].degree(), factor[0].all_coeffs()))
        parts = []
        for factor, multiplicity in factors:
            terms = _terms([int(number) for number in factor.all_coeffs()], latex=latex)
            power = _power(multiplicity, latex=latex)
            single = len(factor.terms()) == 1 or (len(factors) == 1 and multiplicity == 1 and content == 1)
            parts.append((terms if single else f"({terms})") + power)
        number = {1: "", -1: "-"}.get(int(content), str(content)) if parts else str(content)
        return number + "".join(parts)


def _power(exponent: int, *, latex: bool) -> str:
    if exponent == 1:
        return ""
    return f"^{{{exponent}}}" if latex else f"^{exponent}"


def _terms(coefficients: Sequence[int], *, latex: bool) -> str:
    """Return a sum of powers of d, highest first."""
    parts: list[str] = []
    wide = sum(map(bool, coefficients)) > 2  # noqa: PLR2004 - "13d-1" is set without spaces, a longer sum with them
    for exponent, coefficient in zip(reversed(range(len(coefficients))), coefficients, strict=True):
        if coefficient:
            number = str(abs(coefficient)) if abs(coefficient) != 1 or not exponent else ""
            variable = "d" + _power(exponent, latex=latex) if exponent else ""
            sign = "-" if coefficient < 0 else "+" if parts else ""
            parts.append(f" {sign} {number}{variable}" if wide and parts else f"{sign}{number}{variable}")
    return "".join(parts)


def _poly(polynomial: Polynomial) -> Any:  # noqa: ANN401 - sympy has no types
    from sympy import ZZ, Poly, Symbol

    return Poly(list(reversed(polynomial.coefficients)) or [0], Symbol("d"), domain=ZZ)


def _from_poly(poly: Any) -> Polynomial:  # noqa: ANN401 - as above
    return Polynomial(tuple(int(number) for number in reversed(poly.all_coeffs())))


@short_repr(str)
@dataclass(frozen=True, slots=True)
class Formula:
    """A rational function of the number of decks, in lowest terms; `formula` makes one.

    Attributes:
        numerator: a polynomial with integer coefficients.
        denominator: a polynomial without a common divisor, with a positive leading coefficient.
    """

    numerator: Polynomial
    denominator: Polynomial

    def __call__(self, decks: Fraction | int) -> Fraction:
        """Return the value at a number of decks; ZeroDivisionError where there is none."""
        return Fraction(self.numerator(decks)) / Fraction(self.denominator(decks))

    @property
    def limit(self) -> Fraction | None:
        """The limit as the number of decks grows, None if the value grows without bound."""
        above, below = self.numerator.coefficients, self.denominator.coefficients
        if len(above) > len(below):
            return None
        return Fraction(above[-1], below[-1]) if len(above) == len(below) else Fraction(0)

    def __sub__(self, other: Formula) -> Formula:
        """Return the difference."""
        n, m, p, q = map(_poly, (self.numerator, self.denominator, other.numerator, other.denominator))
        return _reduced(n * q - p * m, m * q)

    def __truediv__(self, other: Formula) -> Formula:
        """Return the quotient; ZeroDivisionError if the other is 0 everywhere."""
        n, m, p, q = map(_poly, (self.numerator, self.denominator, other.numerator, other.denominator))
        return _reduced(n * q, m * p)

    def derivative(self) -> Formula:
        """Return the derivative by the number of decks."""
        n, m = _poly(self.numerator), _poly(self.denominator)
        return _reduced(n.diff() * m - n * m.diff(), m * m)

    def __str__(self) -> str:
        """Return the formula on one line, as "2d(d+1) / (3(d-1))"."""
        above, below = str(self.numerator), str(self.denominator)
        if below == "1":
            return above
        if len(self.numerator.coefficients) == len(self.denominator.coefficients) == 1:
            return f"{above}/{below}"
        is_sum = "(" not in above and any(sign in above[1:] for sign in "+-")
        return f"({above}) / ({below})" if is_sum else f"{above} / ({below})"

    @property
    def latex(self) -> str:
        """The formula in LaTeX."""
        below = self.denominator.text(latex=True)
        above = self.numerator.text(latex=True)
        return above if below == "1" else rf"\frac{{{above}}}{{{below}}}"


def formula(numerator: Polynomial, denominator: Polynomial) -> Formula:
    """Return the quotient of two polynomials in lowest terms.

    Raises:
        ZeroDivisionError: if the denominator is 0.

    >>> print(formula(Polynomial((0, 2, 2)), Polynomial((-2, 0, 2))))
    d / (d-1)
    """
    return _reduced(_poly(numerator), _poly(denominator))


def constant(value: Fraction) -> Formula:
    """Return the formula with this value for every number of decks."""
    return Formula(Polynomial((value.numerator,)), Polynomial((value.denominator,)))


def _reduced(numerator: Any, denominator: Any) -> Formula:  # noqa: ANN401 - sympy has no types
    if denominator.is_zero:
        raise ZeroDivisionError("a formula's denominator is 0")
    _common, above, below = numerator.cofactors(denominator)
    sign = 1 if below.LC() > 0 else -1
    return Formula(_from_poly(above * sign), _from_poly(below * sign))


def interpolate(counts: Sequence[int]) -> Polynomial:
    """Return the polynomial of degree 6 or less with these values at 1 to 7 decks.

    Raises:
        BaccaratError: if a coefficient is not an integer or the value at 0 decks is not 0; counts give neither.

    >>> interpolate([52 * decks for decks in PROVED_AT])
    Polynomial(coefficients=(0, 52))
    """
    # Newton's form on 1, 2, ...: differences[k] / k! times (d - 1)(d - 2)...(d - k).
    differences = list(map(Fraction, counts))
    coefficients = [Fraction(0)] * len(counts)
    basis = [Fraction(1)]
    for order in range(len(counts)):
        for power, number in enumerate(basis):
            coefficients[power] += differences[0] * number
        differences = [(high - low) / (order + 1) for low, high in pairwise(differences)]
        root = order + 1
        shifted, scaled = [Fraction(0), *basis], [*(root * number for number in basis), Fraction(0)]
        basis = [high - low for high, low in zip(shifted, scaled, strict=True)]
    if any(number.denominator != 1 for number in coefficients) or coefficients[0]:
        raise BaccaratError("these counts are not a polynomial of degree 6 in the number of decks")
    return Polynomial(tuple(number.numerator for number in coefficients))


class Root(NamedTuple):
    """A number of decks, 1 or more and not always whole, at which a formula is 0.

    Attributes:
        low: the lower bound of an interval that contains this root and no other.
        high: the upper bound; equal to `low` if the root is rational. Otherwise both have the same first `ROOT_PLACES`
            decimal places.
    """

    low: Fraction
    high: Fraction

    def __str__(self) -> str:
        """Return the root: a rational exactly, an irrational root by its first decimal places and three dots."""
        if self.low == self.high:
            return str(self.low)
        whole, places = divmod(int(self.low * 10**ROOT_PLACES), 10**ROOT_PLACES)
        return f"{whole}.{places:0{ROOT_PLACES}}..."


class Signs(NamedTuple):
    """The sign of a formula for all real d >= 1.

    Attributes:
        roots: where it is 0, in rising order.
        between: the sign, -1 or 1, before the first root, between consecutive roots and after the last. The first is 0
            if and only if the first root is 1. A formula that is 0 everywhere has no roots and the single sign 0.
    """

    roots: tuple[Root, ...]
    between: tuple[int, ...]

    @property
    def always(self) -> int | None:
        """The sign, if it is the same for all d >= 1; otherwise None."""
        return self.between[0] if not self.roots else None


@lru_cache(maxsize=1024)
def signs(function: Formula) -> Signs:
    """Return the sign of a formula for all real d >= 1: proved by exact isolation of the roots of its numerator.

    Raises:
        BaccaratError: if the formula has no value at some d >= 1.

    >>> signs(formula(Polynomial((-2, 0, 1)), Polynomial((0, 1)))).between
    (-1, 1)
    """
    from sympy import factor_list

    if _poly(function.denominator).count_roots(1, None):
        raise BaccaratError("this formula has no value at some number of decks")
    if not function.numerator.coefficients:
        return Signs((), (0,))
    numerator = _poly(function.numerator)
    intervals = numerator.intervals(inf=1)
    # Only factors of degree 1 have rational roots.
    factors = [factor for factor, _ in factor_list(numerator)[1]] if intervals else []
    rational = [
        Fraction(-int(factor.coeff_monomial(1)), int(factor.LC())) for factor in factors if factor.degree() == 1
    ]
    roots = []
    for (low, high), _ in intervals:
        bounds = Fraction(int(low.p), int(low.q)), Fraction(int(high.p), int(high.q))
        # An interval is open, or it is the root itself.
        exact = [root for root in rational if bounds[0] < root < bounds[1] or bounds == (root, root)]
        roots.append(Root(exact[0], exact[0]) if exact else _narrowed(numerator.sqf_part(), *bounds))
    # A point between consecutive roots; if the first root is 1, the point before it is 1 and the sign there is 0.
    edges = [Fraction(1), *(bound for root in roots for bound in root)]
    points = [(low + high) / 2 for low, high in zip(edges[::2], edges[1::2], strict=False)]
    values = [function(point) for point in [*points, edges[-1] + 1]]
    return Signs(tuple(roots), tuple((value > 0) - (value < 0) for value in values))


def _narrowed(poly: Any, low: Fraction, high: Fraction) -> Root:  # noqa: ANN401 - sympy has no types
    """Return an irrational root by bounds that share their first decimal places and are not roots."""
    from sympy import Rational

    unit = 10**ROOT_PLACES
    function = _from_poly(poly)
    # A bound of an interval may be the adjacent root.
    while low * unit // 1 != high * unit // 1 or not function(low) or not function(high):
        bounds = [Rational(bound.numerator, bound.denominator) for bound in (low, high)]
        low, high = (Fraction(int(bound.p), int(bound.q)) for bound in poly.refine_root(*bounds, steps=8))
    return Root(low, high)


class Statement(NamedTuple):
    """A statement proved for all real d >= 1 by isolating the roots of a formula.

    Attributes:
        about: what the statement is about.
        function: the formula whose sign decides.
        words: the meanings of a negative sign, of 0 and of a positive sign.
    """

    about: str
    function: Formula
    words: tuple[str, str, str]

    @property
    def signs(self) -> Signs:
        """The sign of the formula."""
        return signs(self.function)

    def __str__(self) -> str:
        """Return the statement for real numbers of decks, and the first whole one after the last change.

        A number that ends in three dots is an irrational root.
        """
        proved = self.signs
        words = [self.words[sign + 1] for sign in proved.between]
        if proved.always is not None:
            return f"{words[0]} for every d >= 1"
        parts = []
        for index, root in enumerate(proved.roots):
            if index:
                parts.append(f"{words[index]} for {proved.roots[index - 1]} < d < {root}")
            elif proved.between[0]:  # nothing precedes a root at 1
                parts.append(f"{words[0]} for 1 <= d < {root}")
            parts.append(f"{self.words[1]} at d = {root}")
        last = proved.roots[-1]
        parts.append(f"{words[-1]} for d > {last}: from {floor(last.low) + 1} decks on")
        return ", ".join(parts)


def _bound(bound: Fraction) -> str:
    """Return a bound exactly: as a percentage if its decimals terminate, otherwise as a fraction.

    >>> from fractions import Fraction
    >>> _bound(Fraction(1, 20)), _bound(Fraction(1435962877, 10**10)), _bound(Fraction(1, 3))
    ('5%', '14.35962877%', '1/3')
    """
    scaled, places = bound * 100, 0
    while (scaled * 10**places).denominator != 1 and places < MAX_NUMBER_LENGTH:
        places += 1
    return percent(bound, places) if (scaled * 10**places).denominator == 1 else str(bound)


def statements_of(edge: Formula) -> list[Statement]:
    """Return the statements about any edge: its sign, and whether it rises with the number of decks."""
    return [
        Statement("House edge", edge, ("below 0", "0", "above 0")),
        Statement("As decks are added it", edge.derivative(), ("falls", "stays level", "rises")),
    ]


def threshold(edge: Formula, bound: Fraction) -> Statement:
    """Return the statement that compares an edge with a bound."""
    text = _bound(bound)
    return Statement(f"Against {text}", edge - constant(bound), (f"below {text}", f"exactly {text}", f"above {text}"))


def comparison(first: str, one: Formula, second: str, other: Formula) -> Statement:
    """Return the statement that says which of two bets has the lower edge."""
    return Statement(
        f"{first} and {second}",
        other - one,
        (f"{second} has the lower edge", "both have the same edge", f"{first} has the lower edge"),
    )
