"""Closed forms against the counts of single shoes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from closed_forms import form_of
from paths import ROOT

from analyzer import (
    STANDARD,
    Bet,
    Payout,
    Shoe,
    price,
    price_bets,
    read_bet,
    read_pays,
    read_tableau,
    read_variant,
)
from analyzer.catalog.variant import variant_names
from analyzer.errors import BaccaratError
from analyzer.proof.closed_form import ClosedForm, CommissionForm, closed_form, closed_form_of, half_pay
from analyzer.proof.formula import Formula, Polynomial, comparison

DECKS = [*range(1, 13), 1000]
BETS = [(variant, bet.name) for variant in variant_names() for bet in read_variant(variant).bets]


@pytest.fixture(scope="module")
def banco() -> ClosedForm:
    """Return classic banco."""
    return form_of("classic", "banco")


@pytest.fixture(scope="module")
def punto() -> ClosedForm:
    """Return classic punto."""
    return form_of("classic", "punto")


def commission_of(form: ClosedForm) -> CommissionForm:
    """Return the commission form of a bet that has one."""
    assert form.commission is not None
    return form.commission


def test_banco_is_the_published_formula(banco: ClosedForm) -> None:
    """Classic banco's edge in lowest terms, factor by factor."""
    assert str(banco.house_edge) == (
        "2d(16434304d^4 - 5486440d^3 + 675134d^2 - 37620d + 827) / (65(13d-1)(26d-1)(52d-5)(52d-3)(52d-1))"
    )
    assert banco.house_edge.limit == Fraction(256786, 24134045)


def test_punto_is_the_published_formula(punto: ClosedForm) -> None:
    """Classic punto's edge in lowest terms, factor by factor."""
    assert str(punto.house_edge) == (
        "4d(1896960d^4 - 461984d^3 + 39392d^2 - 1266d + 9) / (13(13d-1)(26d-1)(52d-5)(52d-3)(52d-1))"
    )
    assert punto.house_edge.limit == Fraction(4560, 371293)


@pytest.mark.parametrize(("variant", "name"), BETS)
def test_formulas_give_the_counts_of_every_shoe(variant: str, name: str) -> None:
    """Counts and edge of every built-in bet at 1 to 12 and at 1000 decks, and its limit on the infinite shoe."""
    game = read_variant(variant)
    form = form_of(variant, name)
    for decks in DECKS:
        odds = price(game.bet(name), Shoe.decks(decks), game.tableau)
        assert [row.count for row in odds.rows] == [row.count(decks) for row in form.rows]
        assert odds.total == form.total(decks)
        assert odds.house_edge == form.house_edge(decks)
    infinite = price(game.bet(name), Shoe.infinite(), game.tableau)
    assert infinite.house_edge == form.house_edge.limit


@pytest.mark.parametrize(
    ("name", "decks"),
    [
        ("punto-pair", DECKS),
        ("fabulous-pair-punto", DECKS),
        ("tiger-pair", [1, 12, 1000]),
        ("perfect-pair", [12]),
    ],
)
def test_bets_on_cards_have_formulas_too(name: str, decks: list[int]) -> None:
    """Bets on ranks and suits: counts and edge of shoes that did not make the formula, and the limit."""
    bet = read_bet(name)
    form = closed_form(bet, STANDARD)
    for number in decks:
        [odds] = price_bets([bet], Shoe.decks(number), STANDARD)
        assert [row.count for row in odds.rows] == [row.count(number) for row in form.rows]
        assert odds.house_edge == form.house_edge(number)
    [infinite] = price_bets([bet], Shoe.infinite(), STANDARD)
    assert infinite.house_edge == form.house_edge.limit


def test_other_rules_have_other_formulas() -> None:
    """A named tableau and a bet from a file, at 11 decks."""
    tableau = read_tableau("no-natural-rule")
    bet = read_bet(str(ROOT / "docs" / "examples" / "dragon-7.toml"))
    form = closed_form(bet, tableau)
    assert form.house_edge(11) == price(bet, Shoe.decks(11), tableau).house_edge


def test_the_counts_of_the_rows_are_all_the_deals(banco: ClosedForm) -> None:
    """The polynomials of a bet's rows add up to that of all deals."""
    sums = [sum(numbers) for numbers in zip(*(row.count.coefficients for row in banco.rows), strict=True)]
    assert Polynomial(tuple(sums)) == banco.total


def test_a_price_that_is_not_polynomial_is_refused() -> None:
    """A price that is not a polynomial in the number of decks has no closed form."""
    bet = Bet("odd", (Payout({"winner": ("tie",)}, read_pays("8 to 1")),))
    standard = price(bet, Shoe.decks(8), STANDARD)
    with pytest.raises(BaccaratError, match="not a polynomial of degree 6"):
        closed_form_of(lambda shoe: standard if shoe.cards == 416 else price(bet, Shoe.decks(1), STANDARD))


def test_a_count_that_is_right_at_seven_shoes_only_is_refused() -> None:
    """The eighth count has to agree as well."""
    bet = Bet("late", (Payout({"winner": ("tie",)}, read_pays("8 to 1")),))
    with pytest.raises(BaccaratError, match="not a polynomial of degree 6"):
        closed_form_of(lambda shoe: price(bet, Shoe.decks(min(shoe.cards // 52, 7)), STANDARD))


def test_banco_is_always_better_than_punto(banco: ClosedForm, punto: ClosedForm) -> None:
    """For every number of decks banco at 5 % has the lower edge."""
    statement = comparison("banco", banco.house_edge, "punto", punto.house_edge)
    assert str(statement) == "banco has the lower edge for every d >= 1"


def test_the_edge_as_a_function_of_the_commission(banco: ClosedForm, punto: ClosedForm) -> None:
    """The edge at any commission and shoe, and the commissions that make banco fair or equal to punto."""
    commission = commission_of(banco)
    game = read_variant("classic").with_commission(Fraction(1, 25))
    edge = price(game.bet("banco"), Shoe.decks(6), STANDARD).house_edge
    assert commission.free(6) + Fraction(1, 25) * commission.taxed(6) == edge
    priced = price(read_variant("classic").bet("banco"), Shoe.decks(8), STANDARD)
    assert commission.break_even(8) == priced.break_even_commission
    assert 0.0269317 < commission.break_even(8) < 0.0269318
    equal = commission.equal_to(punto.house_edge)
    even = read_variant("classic").with_commission(equal(8)).bet("banco")
    assert price(even, Shoe.decks(8), STANDARD).house_edge == punto.house_edge(8)


def test_a_bet_without_a_commission_has_no_commission_form(punto: ClosedForm) -> None:
    """Punto takes no commission."""
    assert punto.commission is None
    assert half_pay(punto, {}) == []


def test_a_commission_that_no_coup_takes_is_none() -> None:
    """A row that no coup can reach takes its commission from nothing: the edge does not depend on it."""
    never = Bet(
        "never", (Payout({"dealt.diamonds": (6,), "punto_hand.hearts": (1,)}, read_pays("1:1 less 5% commission")),)
    )
    form = closed_form(never, STANDARD)
    assert form.commission is None
    assert form.house_edge == Formula(Polynomial((1,)), Polynomial((1,)))


def test_half_pay_in_terms_of_a_commission(banco: ClosedForm) -> None:
    """For every number of decks half pay on five costs less than 5 % and half pay on six more."""
    game = read_variant("classic")
    halves = {total: closed_form(game.with_half_on(total).bet("banco"), STANDARD).house_edge for total in (5, 6)}
    (_, five, says_five), (_, six, says_six) = half_pay(banco, halves)
    assert five(8) < Fraction(1, 20) < six(8)
    assert str(says_five) == "half pay has the lower edge for every d >= 1"
    assert str(says_six) == "commission has the lower edge for every d >= 1"


def test_a_formula_is_callable_at_any_rational(banco: ClosedForm) -> None:
    """Seven and a half decks are not a shoe, but the formula has a value."""
    edge = banco.house_edge
    assert isinstance(edge, Formula)
    assert edge(7) < edge(Fraction(15, 2)) < edge(8)
