"""Polynomials and rational functions of the number of decks, and what is proved of their signs."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

import pytest
from closed_forms import form_of
from hypothesis import given
from hypothesis import strategies as st
from paths import ROOT

from analyzer import Shoe, price, read_variant
from analyzer.catalog.variant import variant_names
from analyzer.errors import BaccaratError
from analyzer.notation import percent
from analyzer.proof.formula import (
    PROVED_AT,
    Polynomial,
    Root,
    Statement,
    comparison,
    constant,
    formula,
    interpolate,
    signs,
    statements_of,
    threshold,
)

BETS = [(variant, bet.name) for variant in variant_names() for bet in read_variant(variant).bets]


@given(st.lists(st.integers(-(10**9), 10**9), min_size=6, max_size=6))
def test_interpolation_recovers_a_polynomial(coefficients: list[int]) -> None:
    """Seven values give back the polynomial they are of."""
    polynomial = Polynomial((0, *coefficients))
    assert interpolate([int(polynomial(decks)) for decks in PROVED_AT]) == polynomial


def test_interpolation_refuses_a_count_where_there_is_no_card() -> None:
    """No deck deals no card: a polynomial with a constant term is not a count."""
    with pytest.raises(BaccaratError, match="not a polynomial"):
        interpolate([1] * 7)


def test_interpolation_refuses_fractions() -> None:
    """A count's coefficients are whole numbers, unlike those of d (d - 1) / 2."""
    with pytest.raises(BaccaratError, match="not a polynomial"):
        interpolate([decks * (decks - 1) // 2 for decks in PROVED_AT])


def test_polynomials_are_written_as_products() -> None:
    """Factors irreducible over the integers, a power once, the sign in front."""
    assert str(Polynomial((0, 0, -2, 2))) == "2d^2(d-1)"
    assert str(Polynomial((-1, 2, -1))) == "-(d-1)^2"
    assert str(Polynomial((1, 1, 1))) == "d^2 + d + 1"
    assert str(Polynomial((5,))) == "5"
    assert str(Polynomial((0, 0))) == "0"
    assert Polynomial((0, 0, 0, 1)).text(latex=True) == "d^{3}"


def test_formulas_are_in_lowest_terms() -> None:
    """Common factors and signs go."""
    assert formula(Polynomial((2, 2)), Polynomial((-4, -8, -4))) == formula(Polynomial((-1,)), Polynomial((2, 2)))
    assert str(formula(Polynomial((1, 1)), Polynomial((1,)))) == "d+1"
    assert str(formula(Polynomial((1, 1, 1)), Polynomial((0, 1)))) == "(d^2 + d + 1) / (d)"
    assert str(formula(Polynomial((7, 5)), Polynomial((-1, 52)))) == "(5d+7) / (52d-1)"
    with pytest.raises(ZeroDivisionError):
        formula(Polynomial((1,)), Polynomial(()))


def test_limits() -> None:
    """By degree: the quotient of the leading coefficients, 0, or none."""
    assert formula(Polynomial((0, 3)), Polynomial((1, 2))).limit == Fraction(3, 2)
    assert formula(Polynomial((1,)), Polynomial((1, 2))).limit == 0
    assert formula(Polynomial((0, 1)), Polynomial((2,))).limit is None


def test_arithmetic_of_formulas() -> None:
    """Difference, quotient and derivative have the values they should."""
    one, other = formula(Polynomial((0, 1)), Polynomial((1, 1))), formula(Polynomial((1,)), Polynomial((0, 1)))
    assert (one - other)(3) == Fraction(3, 4) - Fraction(1, 3)
    assert (one / other)(3) == Fraction(9, 4)
    assert one.derivative()(3) == Fraction(1, 16)
    assert constant(Fraction(-2, 3))(7) == Fraction(-2, 3)


def test_signs_isolate_every_root() -> None:
    """Rational roots exactly, others between bounds; a double root changes no sign."""
    # (d - 2)^2 (d^2 - 10) (2d - 5)
    found = signs(formula(Polynomial((200, -280, 110, 8, -13, 2)), Polynomial((1,))))
    assert found.roots[0] == Root(Fraction(2), Fraction(2))
    assert found.roots[1] == Root(Fraction(5, 2), Fraction(5, 2))
    low, high = found.roots[2]
    assert 0 < high - low <= Fraction(1, 10**6)
    assert low**2 < 10 < high**2
    assert found.between == (1, 1, -1, 1)


def test_a_root_at_one_deck() -> None:
    """Where the first root is 1, there is nothing before it."""
    found = signs(formula(Polynomial((-1, 1)), Polynomial((0, 1))))
    assert found == ((Root(Fraction(1), Fraction(1)),), (0, 1))
    statement = statements_of(formula(Polynomial((-1, 1)), Polynomial((0, 1))))[0]
    assert str(statement) == "0 at d = 1, above 0 for d > 1: from 2 decks on"


def test_a_formula_that_is_nothing() -> None:
    """The sign of 0 is 0 for every d."""
    nothing = constant(Fraction(0))
    assert signs(nothing).always == 0
    assert str(comparison("one", nothing, "other", nothing)) == "both have the same edge for every d >= 1"


def test_a_formula_without_a_value_somewhere_is_refused() -> None:
    """No sign is stated of a formula that breaks off at some number of decks."""
    with pytest.raises(BaccaratError, match="no value at some number of decks"):
        signs(formula(Polynomial((1,)), Polynomial((-3, 2))))


@pytest.mark.parametrize(("variant", "name"), BETS)
def test_statements_hold_on_a_scan(variant: str, name: str) -> None:
    """What is proved of an edge's sign and growth is so at a thousand numbers of decks, halves among them."""
    edge = form_of(variant, name).house_edge
    scan = [Fraction(number, 2) for number in range(2, 1000)]
    values = [edge(decks) for decks in scan]
    sign, growth = statements_of(edge)
    if sign.signs.always is not None:
        assert {(value > 0) - (value < 0) for value in values} == {sign.signs.always}
    steps = [(later > earlier) - (later < earlier) for earlier, later in pairwise(values)]
    if growth.signs.always is not None:
        assert set(steps) == {growth.signs.always}
    else:
        # It turns as often as the derivative changes sign, as far as the scan goes.
        turns = [root for root in growth.signs.roots if root.low < scan[-1]]
        assert sum(one != other for one, other in pairwise(steps)) == len(turns)


def test_from_how_many_decks_on_an_edge_passes_a_bound() -> None:
    """EZ banco is below 1 % up to two decks and above from three on."""
    statement = threshold(form_of("ez", "banco").house_edge, Fraction(1, 100))
    assert str(statement) == (
        "below 1% for 1 <= d < 2.1723..., exactly 1% at d = 2.1723..., above 1% for d > 2.1723...: from 3 decks on"
    )
    ez = read_variant("ez")
    edges = [price(ez.bet("banco"), Shoe.decks(decks), ez.tableau).house_edge for decks in (2, 3)]
    assert [edge > Fraction(1, 100) for edge in edges] == [False, True]


@pytest.mark.parametrize("decks", [2, 5, 8, 13])
@pytest.mark.parametrize("places", [8, 14, 20, 26])
def test_a_bound_next_to_what_whole_decks_have(decks: int, places: int) -> None:
    """However near the root is to a whole number of decks, which decks pass the bound is right, and the bound exact."""
    edge = form_of("classic", "tie").house_edge
    there = edge(decks)
    for bound in (Fraction(int(there * 10**places) + more, 10**places) for more in (0, 1)):
        statement = threshold(edge, bound)
        # The edge of a tie falls as decks are added.
        first = decks if there < bound else decks + 1
        assert str(statement).endswith(f": from {first} decks on")
        assert statement.about == f"Against {percent(bound, places - 2).rstrip('%0')}%"
        [root] = statement.signs.roots
        assert edge(root.high) < bound < edge(root.low)
        assert int(root.low * 10**4) == int(root.high * 10**4)


@pytest.mark.parametrize("whole", [1, 2, 8])
@pytest.mark.parametrize("offset", [10**3, 10**9, 10**20])
def test_an_irrational_root_beside_a_whole_one(whole: int, offset: int) -> None:
    """Between the two the sign is neither's, however near they are, on either side."""
    for side in (1, -1):
        # (d - whole) ((d - whole - side / offset)^2 - 2 / (5 offset)^2): three roots, two of them no rationals.
        near = whole + side * Fraction(1, offset)
        unit = 25 * offset**2
        square = [near**2 - Fraction(2, unit), -2 * near, Fraction(1)]
        product_of = [-whole * square[0], square[0] - whole * square[1], square[1] - whole * square[2], square[2]]
        function = formula(Polynomial(tuple(int(number * unit) for number in product_of)), Polynomial((1,)))
        found = signs(function)
        if side == 1:
            assert found.between == ((0, 1, -1, 1) if whole == 1 else (-1, 1, -1, 1))
        else:
            assert found.between == ((0, 1) if whole == 1 else (-1, 1, -1, 1))
        for one, other in pairwise(found.roots):
            middle = (one.high + other.low) / 2
            assert function(middle)
        text = str(Statement("it", function, ("below", "level", "above")))
        assert text.startswith("level at d = 1" if whole == 1 else "below for 1 <= d <")


def test_a_first_root_just_above_one_deck() -> None:
    """The statement covers one deck, though the root's decimals are those of 1."""
    bound = Fraction(1011748289064868882, 10**20)
    edge = form_of("classic", "banco").house_edge
    assert edge(1) < bound
    assert str(threshold(edge, bound)).startswith("below 1.011748289064868882% for 1 <= d < 1.0000..., exactly")


def test_only_formulas_use_sympy() -> None:
    """No other module names it."""
    users = [
        path.name
        for path in (ROOT / "analyzer").rglob("*.py")
        if re.search(r"^\s*(?:import|from) sympy", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert users == ["formula.py"]
