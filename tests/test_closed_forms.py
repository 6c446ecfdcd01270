"""Closed forms against counts made one by one, and what is proved of them against a scan of shoes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from command import run
from hypothesis import given
from hypothesis import strategies as st

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
from analyzer.notation import percent
from analyzer.proof.closed_form import ClosedForm, CommissionForm, Row, closed_form, closed_form_of, half_pay
from analyzer.proof.formula import (
    PROVED_AT,
    Formula,
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
from analyzer.views.formula import form_latex

ROOT = Path(__file__).parent.parent
DECKS = [*range(1, 13), 1000]
BETS = [(variant, bet.name) for variant in variant_names() for bet in read_variant(variant).bets]


def form_of(variant: str, name: str) -> ClosedForm:
    """Return the closed form of a variant's bet."""
    game = read_variant(variant)
    return closed_form(game.bet(name), game.tableau)


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
    """Bets on ranks and suits: counts and edge of other shoes than those that made the formula, and the limit."""
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


def test_what_is_no_bet_on_a_coup_is_refused() -> None:
    """A price that is no polynomial in the number of decks has no closed form."""
    bet = Bet("odd", (Payout({"winner": ("tie",)}, read_pays("8 to 1")),))
    standard = price(bet, Shoe.decks(8), STANDARD)
    with pytest.raises(BaccaratError, match="no polynomial of degree 6"):
        closed_form_of(lambda shoe: standard if shoe.cards == 416 else price(bet, Shoe.decks(1), STANDARD))


def test_a_count_that_is_right_at_seven_shoes_only_is_refused() -> None:
    """The eighth count has to agree as well."""
    bet = Bet("late", (Payout({"winner": ("tie",)}, read_pays("8 to 1")),))
    with pytest.raises(BaccaratError, match="no polynomial of degree 6"):
        closed_form_of(lambda shoe: price(bet, Shoe.decks(min(shoe.cards // 52, 7)), STANDARD))


@given(st.lists(st.integers(-(10**9), 10**9), min_size=6, max_size=6))
def test_interpolation_recovers_a_polynomial(coefficients: list[int]) -> None:
    """Seven values give back the polynomial they are of."""
    polynomial = Polynomial((0, *coefficients))
    assert interpolate([int(polynomial(decks)) for decks in PROVED_AT]) == polynomial


def test_interpolation_refuses_a_count_where_there_is_no_card() -> None:
    """No deck deals no card: a polynomial with a constant term is no count."""
    with pytest.raises(BaccaratError, match="no polynomial"):
        interpolate([1] * 7)


def test_interpolation_refuses_fractions() -> None:
    """A count's coefficients are whole numbers: d (d - 1) / 2 is none."""
    with pytest.raises(BaccaratError, match="no polynomial"):
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
    """What holds at one deck is said, though the root's decimals are those of 1."""
    bound = Fraction(1011748289064868882, 10**20)
    edge = form_of("classic", "banco").house_edge
    assert edge(1) < bound
    assert str(threshold(edge, bound)).startswith("below 1.011748289064868882% for 1 <= d < 1.0000..., exactly")


def test_what_holds_at_a_whole_root_is_said() -> None:
    """Two bets with the same edge at four decks, by their formulas and by their counts."""
    lines = run("formula", "--compare", "punto-pair", "fabulous-pair-punto").out.splitlines()
    assert (
        "for 1 <= d < 4, both have the same edge at d = 4, punto-pair, classic has the lower edge for d > 4" in lines[2]
    )
    bets = [read_bet(name) for name in ("punto-pair", "fabulous-pair-punto")]
    one, other = (odds.house_edge for odds in price_bets(bets, Shoe.decks(4), STANDARD))
    assert one == other


def test_banco_is_always_better_than_punto(banco: ClosedForm, punto: ClosedForm) -> None:
    """Whatever the number of decks, banco at 5 % has the lower edge."""
    statement = comparison("banco", banco.house_edge, "punto", punto.house_edge)
    assert str(statement) == "banco has the lower edge for every d >= 1"


def test_the_commission_as_a_symbol(banco: ClosedForm, punto: ClosedForm) -> None:
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
    """Punto takes none."""
    assert punto.commission is None
    assert half_pay(punto, {}) == []


def test_half_pay_in_terms_of_a_commission(banco: ClosedForm) -> None:
    """Half on five costs less than 5 %, half on six more, whatever the number of decks."""
    game = read_variant("classic")
    halves = {total: closed_form(game.with_half_on(total).bet("banco"), STANDARD).house_edge for total in (5, 6)}
    (_, five, says_five), (_, six, says_six) = half_pay(banco, halves)
    assert five(8) < Fraction(1, 20) < six(8)
    assert str(says_five) == "half pay has the lower edge for every d >= 1"
    assert str(says_six) == "commission has the lower edge for every d >= 1"


def value_of_latex(text: str, decks: int) -> Fraction:
    """Return the value of a formula written in LaTeX."""
    above, below = re.fullmatch(r"\\frac\{(.*)\}\{(.*)\}", text).groups()  # type: ignore[union-attr]
    values = []
    for part in (above, below):
        product = re.sub(r"(?<=[0-9d)}])(?=[d(])", "*", part).replace("^{", "**").replace("}", "")
        values.append(eval(product, {"d": decks}))  # noqa: S307 - digits, d and operators of our own
    return Fraction(*values)


def test_latex_is_the_same_formula(banco: ClosedForm) -> None:
    """The LaTeX of an edge, evaluated, is the edge."""
    assert value_of_latex(banco.house_edge.latex, 8) == banco.house_edge(8)
    assert form_latex(banco, "a title").startswith("% a title\n\\[ \\mathrm{edge}(d) = \\frac{2d(16434304d^{4}")


def test_the_command_prints_formulas_proofs_and_statements() -> None:
    """Formulas, the seven counts, what is proved, the commission and half pay."""
    status, printed, told = run("formula", "banco")
    assert (status, told) == (0, "")
    for text in (
        "2d(16434304d^4 - 5486440d^3",
        "256786/24134045 = 1.063999%",
        "  7  2,231,622,494,861,760  1,023,469,376,328,448",
        "rises for every d >= 1",
        "2.693171%",
        "half pay has the lower edge for every d >= 1",
    ):
        assert text in printed


def test_the_command_in_json() -> None:
    """Coefficients as strings, the limit, the statements with their roots."""
    found = json.loads(run("formula", "banco", "--variant", "ez", "--against", "1%", "-f", "json")[1])
    (bet,) = found["formulas"]
    edge = bet["edge"]
    values = [sum(int(n) * 8**power for power, n in enumerate(edge[part])) for part in ("numerator", "denominator")]
    assert Fraction(*values) == Fraction(66274384744, 6508331087895)
    assert bet["statements"][2]["signs"] == [-1, 1]
    assert len(bet["rows"][0]["counts"]) == 7


def test_the_command_in_latex() -> None:
    """One displayed equation for each formula, and what is proved in tables."""
    formulas, _, tables = run("formula", "--compare", "banco", "tie", "-f", "latex").out.partition("\n\n\\begin")
    lines = [line for line in formulas.splitlines() if line]
    assert [line for line in lines if line.startswith("%")] == ["% banco, classic", "% tie, classic"]
    assert all(re.fullmatch(r"\\\[ .* \\\]", line) for line in lines if not line.startswith("%"))
    for told in (
        "banco, classic has the lower edge for every d",
        "As decks are added it",
        "The commission as a symbol c",
    ):
        assert told in tables


def test_a_limit_of_0_and_a_whole_one_in_latex() -> None:
    """A bet that always pushes, and one that always loses its stake."""
    for pays, limit in (("0 to 1", "0"), ("1 to 1", "-1")):
        row = Row("always", read_pays(pays), Polynomial((0, 52)))
        assert f"\\mathrm{{edge}}(d) = {limit} \\]" in form_latex(ClosedForm((row,), Polynomial((0, 52))), "a title")


def test_bets_of_one_name_are_told_apart_by_their_file(tmp_path: Path) -> None:
    """A user's bet may be called as another is."""
    file = tmp_path / "mine.toml"
    file.write_text('name = "punto"\n[[payout]]\nwhen = { winner = "punto" }\nodds = "2 to 1"\n')
    lines = run("formula", "--compare", "punto", str(file)).out.splitlines()
    assert f"punto ({file}), classic has the lower edge" in lines[2]


def test_the_command_compares_two_bets() -> None:
    """Two bets, or one in two variants."""
    lines = run("formula", "--compare", "banco", "--variant", "ez", "--variant", "straight")[1].splitlines()
    assert lines[2].endswith("banco, straight has the lower edge for every d >= 1")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--compare", "banco"], "--compare: got 1 bets; it takes two, or one with two variants"),
        (["bancoo"], "bet: got 'bancoo'; did you mean banco? (a file's name has a / or ends in .toml)"),
        (["banco", "--against", "x"], "--against: got 'x'; a number is digits"),
        ([], "Missing argument 'BET...'"),
    ],
)
def test_the_command_refuses_in_one_line(words: list[str], message: str) -> None:
    """Usage errors are one line with exit status 2."""
    status, printed, told = run("formula", *words)
    assert (status, printed) == (2, "")
    assert message in told
    assert told.count("\n") == 1


def test_only_closed_forms_use_sympy() -> None:
    """No other module names it, and no other command loads it."""
    users = [
        path.name
        for path in (ROOT / "analyzer").rglob("*.py")
        if re.search(r"^\s*(?:import|from) sympy", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert users == ["closed_forms.py"]


@pytest.mark.parametrize(
    "words",
    [
        ["edge"],
        ["bets"],
        ["bet", "banco"],
        ["outcomes"],
        ["tableau"],
        ["variants"],
        ["certify", "banco"],
        ["verify", "pyproject.toml"],
        ["formula", "--help"],
    ],
    ids=" ".join,
)
def test_no_other_command_loads_sympy(words: list[str]) -> None:
    """It costs a third of a second, so only what needs it pays."""
    program = (
        f"import sys\nfrom analyzer.cli import main\ntry:\n main({words!r})\n"
        "except SystemExit:\n print('sympy' in sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == "False"


def test_a_formula_is_callable_at_any_rational(banco: ClosedForm) -> None:
    """Half a deck more is no shoe, but the formula has a value."""
    edge = banco.house_edge
    assert isinstance(edge, Formula)
    assert edge(7) < edge(Fraction(15, 2)) < edge(8)
