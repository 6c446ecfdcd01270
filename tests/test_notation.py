"""Numbers, odds and amounts: read exactly, written exactly, rounded once."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import PLACES, RATIONALS

from analyzer import NotationError, Pays, read_number, read_pays
from analyzer.notation import (
    JSON_PLACES,
    amount,
    counted,
    decimal,
    exact,
    format_odds,
    grouped,
    percent,
    read_amount,
    read_commission,
    read_share,
    root_decimal,
    shown,
)

if TYPE_CHECKING:
    from collections.abc import Callable


def read_or_error(read: Callable[[str], Fraction], text: str) -> Fraction:
    """Return the number read from a text, 0 for an error of one line, -2 for an error of more."""
    try:
        return read(text)
    except NotationError as error:
        return Fraction(0 if str(error).isprintable() else -2)


NOT_NUMBERS = [
    "",
    " ",
    ".",
    "5.",
    "1e3",
    "1E3",
    "1e999999999",
    "nan",
    "inf",
    "Infinity",
    "-1",
    "+1",
    "1.2.3",
    "1..2",
    "1/2/3",
    "1/0.5",
    "1/",
    "/2",
    "5%%",
    "%",
    "5 %",
    "%5",
    "5%/2",
    "1_000",
    "1,5",
    "0x10",
    "٣",
    "\N{FULLWIDTH DIGIT FIVE}",
    "²",
    "½",
    "1\0",
    "9" * 31,
    "9" * 1_000_000,
]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", Fraction(0)),
        ("007", Fraction(7)),
        ("1.50", Fraction(3, 2)),
        (".5", Fraction(1, 2)),
        ("5%", Fraction(1, 20)),
        ("0.05", Fraction(1, 20)),
        ("1/20", Fraction(1, 20)),
        ("2.5%", Fraction(1, 40)),
        ("10/3%", Fraction(1, 30)),
        ("1.5/3", Fraction(1, 2)),
        (" 8\n", Fraction(8)),
        ("9" * 30, Fraction(10**30 - 1)),
        ("0." + "0" * 27 + "1", Fraction(1, 10**28)),
    ],
)
def test_a_number_is_read_exactly(text: str, value: Fraction) -> None:
    """Digits, one point, one slash and one percent sign give an exact rational."""
    assert read_number(text) == value


@pytest.mark.parametrize("text", NOT_NUMBERS, ids=lambda text: repr(text)[:12])
def test_bad_numbers_are_refused(text: str) -> None:
    """The error names the quantity, quotes the text and gives examples."""
    with pytest.raises(
        NotationError, match=r"^stake: got '.*'; a number is digits with at most one point, .*5%"
    ) as caught:
        read_number(text, "stake")
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("text", ["1/0", "0/0", "5/000%"])
def test_division_by_zero_is_refused(text: str) -> None:
    """A zero under the slash has a separate error."""
    with pytest.raises(NotationError, match=f"number: got '{text}'; the number under the / must not be 0"):
        read_number(text)


@given(value=st.fractions(0, 10**6, max_denominator=10**8))
def test_a_rational_written_and_read_is_the_same(value: Fraction) -> None:
    """The exact text n/d of a rational reads as that rational."""
    assert read_number(exact(value)) == value


@given(text=st.text("0123456789./% e-+_\n٣½\0", max_size=12))
def test_any_text_is_a_number_or_a_clear_error(text: str) -> None:
    """Every text gives a rational of 0 or more, or an error of one line."""
    assert read_or_error(read_number, text) >= 0


@pytest.mark.parametrize(
    ("text", "share"), [("5%", "1/20"), ("0.05", "1/20"), ("0", "0"), ("0%", "0"), ("100%", "1"), ("2.5%", "1/40")]
)
def test_a_commission_is_a_share_of_the_win(text: str, share: str) -> None:
    """A commission is read as a percentage or as a share below one."""
    assert read_commission(text) == Fraction(share)


def test_a_share_is_named_in_grammatical_english() -> None:
    """A share whose name begins with a vowel has "an"."""
    with pytest.raises(NotationError, match="; an edge is a share of the stake below 1"):
        read_share("5", "edge")
    with pytest.raises(NotationError, match="; a rebate is a share of the loss below 1"):
        read_share("5", "rebate", "loss")


@pytest.mark.parametrize("text", ["4", " 4 ", "1", "5/1", "2.5"])
def test_a_commission_of_4_offers_4_per_cent(text: str) -> None:
    """A commission of the whole win or more was meant as a percentage."""
    with pytest.raises(NotationError, match=f"commission: got '{text}'; .* did you mean {text.strip()}%"):
        read_commission(text)
    assert read_commission(text.strip() + "%") == read_number(text) / 100


@pytest.mark.parametrize(
    ("text", "problem"),
    [("101%", "commission: got '101%'; it must be from 0% to 100%"), ("five", "commission: got 'five'; a number is")],
)
def test_a_bad_commission_is_refused(text: str, problem: str) -> None:
    """More than the whole win, or text that is not a number, is refused."""
    with pytest.raises(NotationError, match=problem):
        read_commission(text)


@pytest.mark.parametrize(
    ("text", "net"),
    [
        ("8 to 1", "8"),
        ("8:1", "8"),
        ("8 : 1", "8"),
        ("  8   TO\t1 ", "8"),
        ("19:20", "19/20"),
        ("1.5:1", "3/2"),
        ("9" * 30 + " to " + "9" * 29 + "8", f"{'9' * 30}/{'9' * 29}8"),
        ("3" * 30 + " for " + "1" * 30, "2"),
        ("1 to .5", "2"),
        ("9 for 1", "8"),
        ("2 for 1", "1"),
        ("1.9 for 1", "9/10"),
        ("1 for 1", "0"),
        ("0 for 1", "-1"),
        ("0 to 1", "0"),
        ("1 for 2", "-1/2"),
        ("150% to 1", "3/2"),
        ("push", "0"),
        ("Lose", "-1"),
        ("lose  half", "-1/2"),
        ("1 to 1 less 5% commission", "19/20"),
        ("2 for 1 less 0.05 commission", "19/20"),
        ("1:1 less 0% commission", "1"),
        ("3 to 2 Less 100% Commission", "0"),
    ],
)
def test_odds_are_read_as_the_trade_writes_them(text: str, net: str) -> None:
    """To one leaves the stake out, for one counts it, and a commission is taken from the win."""
    assert read_pays(text).net == Fraction(net)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "odds: got ''; odds are A to B, A:B, A for B, push, lose or lose half"),
        ("8", "odds: got '8'; odds are"),
        ("8to1", "odds: got '8to1'; odds are"),
        ("8 to", "odds: got '8 to'; odds are"),
        ("to 1", "odds: got 'to 1'; odds are"),
        ("8 to 1 to 1", "odds: got '8 to 1 to 1'; odds are"),
        ("win", "odds: got 'win'; odds are"),
        ("lose quarter", "odds: got 'lose quarter'; odds are"),
        ("8 to 1 less", "odds: got '8 to 1 less'; odds are"),
        ("1:1:1", "odds: got '1:1'; a number is"),
        ("-8 to 1", "odds: got '-8'; a number is"),
        ("8 to -1", "odds: got '-1'; a number is"),
        ("1e3 to 1", "odds: got '1e3'; a number is"),
        ("1e999999999:1", "odds: got '1e999999999'; a number is"),
        ("nan to 1", "odds: got 'nan'; a number is"),
        ("inf for 1", "odds: got 'inf'; a number is"),
        ("٨ to 1", "odds: got '٨'; a number is"),
        ("9" * 31 + ":1", "odds: got '9{31}'; a number is"),
        ("1/0 to 1", "odds: got '1/0'; the number under the / must not be 0"),
        ("8 to 0", "odds: got '8 to 0'; the stake, the second number, must be above 0"),
        ("0 for 0", "odds: got '0 for 0'; the stake, the second number, must be above 0"),
        ("0:0", "odds: got '0:0'; the stake"),
        ("1 to 1 less 5%", "odds: got '1 to 1 less 5%'; after less comes a share of the win: less 5% commission"),
        ("1 to 1 less commission", "odds: got '1 to 1 less commission'; after less comes"),
        ("1 to 1 less 5% bonus", "odds: got '1 to 1 less 5% bonus'; after less comes"),
        ("1 to 1 less 5% tax", "odds: got '1 to 1 less 5% tax'; after less comes"),
        ("1 to 1 less 5 commission", "commission: got '5'; .* did you mean 5%"),
        ("1 to 1 less 5% commission less 5% commission", "commission: got '5% commission less 5%'; a number is"),
        ("push less 5% commission", "odds: got 'push less 5% commission'; a commission is taken from a win only"),
        ("lose less 5% commission", "a commission is taken from a win only"),
        ("1 for 1 less 5% commission", "a commission is taken from a win only"),
    ],
)
def test_bad_odds_are_refused(text: str, problem: str) -> None:
    """Odds that do not parse, have a stake of 0, or take a commission without a win are refused in plain words."""
    with pytest.raises(NotationError, match=problem):
        read_pays(text)


@given(
    text=st.lists(
        st.sampled_from(["1", "0", "5%", "9.5", "to", "for", ":", "less", "commission", "push", "lose", "half", "\n"])
    ).map(" ".join)
)
def test_any_text_is_odds_or_a_clear_error(text: str) -> None:
    """Every text gives a net result of -1 or more, or an error of one line."""
    assert read_or_error(lambda odds: read_pays(odds).net, text) >= -1


@given(net=st.fractions(0, 1000, max_denominator=10**6) | st.sampled_from([Fraction(-1), Fraction(-1, 2)]))
def test_odds_written_and_read_are_the_same(net: Fraction) -> None:
    """Odds of a pay table come back from their text."""
    assert read_pays(format_odds(net)) == Pays(net)


def test_odds_as_shown_have_the_commission_taken_out() -> None:
    """One to one less 5 % is shown as 19:20; a partial loss is shown with its share."""
    assert str(read_pays("1 to 1 less 5% commission")) == "19:20"
    assert [format_odds(Fraction(net)) for net in ("8", "0", "-1", "-1/2", "-1/4", "-3/2")] == [
        "8:1",
        "push",
        "lose",
        "lose half",
        "lose 1/4",
        "lose 3/2",
    ]


def rounded(value: Decimal, places: int) -> str:
    """Return a decimal rounded half to even by the decimal module, without the sign of a zero."""
    text = format(value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN), "f")
    return text.removeprefix("-") if not any(digit in text for digit in "123456789") else text


@given(value=RATIONALS, places=PLACES)
def test_a_decimal_is_rounded_as_the_decimal_module_rounds(value: Fraction, places: int) -> None:
    """Decimals and percentages agree with a computation to a hundred digits."""
    with localcontext() as context:
        context.prec = 100
        quotient = Decimal(value.numerator) / Decimal(value.denominator)
        assert decimal(value, places) == rounded(quotient, places)
        assert percent(value, places) == rounded(100 * quotient, places) + "%"


@given(scaled=st.integers(-(10**9), 10**9), places=PLACES)
def test_halves_are_rounded_to_even(scaled: int, places: int) -> None:
    """A value that lies exactly between two decimals becomes the even one."""
    value = Fraction(2 * scaled + 1, 2 * 10**places)
    even = scaled + scaled % 2
    with localcontext() as context:
        context.prec = 100
        assert decimal(value, places) == rounded(Decimal(even).scaleb(-places), places)


@pytest.mark.parametrize("places", [0, 1, 2, 12])
def test_a_small_negative_number_is_never_minus_zero(places: int) -> None:
    """A number that rounds to 0 has no sign, neither as a decimal nor as a percentage."""
    tiny = Fraction(-1, 10**15)
    zero = "0." + "0" * places if places else "0"
    assert (decimal(tiny, places), percent(tiny, places)) == (zero, zero + "%")
    assert decimal(Fraction(-1, 2), 0) == "0"
    assert decimal(Fraction(-3, 2), 0) == "-2"
    assert decimal(Fraction(-1, 100), 2) == "-0.01"
    assert decimal(Fraction(1, 3), JSON_PLACES) == "0.333333333333"


@given(square=st.fractions(0, 10**6) | st.fractions(0, 1, max_denominator=10**12), places=PLACES)
def test_a_root_is_rounded_as_the_decimal_module_rounds(square: Fraction, places: int) -> None:
    """A standard deviation agrees with a computation to two hundred digits."""
    with localcontext() as context:
        context.prec = 200
        root = (Decimal(square.numerator) / Decimal(square.denominator)).sqrt()
        if isqrt(square.numerator) ** 2 == square.numerator and isqrt(square.denominator) ** 2 == square.denominator:
            root = Decimal(isqrt(square.numerator)) / Decimal(isqrt(square.denominator))
        assert root_decimal(square, places) == rounded(root, places)


@given(scaled=st.integers(0, 10**9), places=PLACES)
def test_the_root_of_a_midpoint_is_rounded_to_even(scaled: int, places: int) -> None:
    """A root that lies exactly between two decimals becomes the even one, and its neighbours the nearest."""
    middle = Fraction(2 * scaled + 1, 2 * 10**places)
    unit = Fraction(1, 10**places)
    even = (scaled + scaled % 2) * unit
    assert Fraction(root_decimal(middle**2, places)) == even
    tiny = Fraction(1, 10**40)
    assert Fraction(root_decimal((middle + tiny) ** 2, places)) == (scaled + 1) * unit
    assert Fraction(root_decimal((middle - tiny) ** 2, places)) == scaled * unit


@given(count=st.integers(0, 10**40))
def test_digits_are_grouped_in_threes(count: int) -> None:
    """A count grouped has commas at every third digit and is the same count."""
    groups = grouped(count).split(",")
    assert int("".join(groups)) == count
    assert {len(group) for group in groups[1:]} <= {3}
    assert 1 <= len(groups[0]) <= 3


def test_a_quoted_text_is_one_short_line() -> None:
    """Text in an error is cut at sixty characters, and line breaks are escaped."""
    assert shown("a\nb") == r"'a\nb'"
    assert shown("x" * 60) == repr("x" * 60)
    assert shown("x" * 61) == repr("x" * 60 + "…")
    assert shown(["x" * 116]) == repr(["x" * 116])
    assert shown(["x" * 117]) == repr(["x" * 117])[:120] + "…"
    assert [shown(number) for number in (-1, 10**30 - 1, 10**30, -(10**5000))] == [
        "-1",
        "9" * 30,
        "a huge number",
        "a huge number",
    ]


@given(value=st.recursive(st.text(st.characters()) | st.integers(), lambda inner: st.lists(inner, max_size=3)))
def test_any_value_is_one_short_line(value: object) -> None:
    """Whatever was got, an error shows it in a few hundred characters that can be printed."""
    assert shown(value).isprintable()
    assert len(shown(value)) < 700


def test_a_value_nested_too_deeply_is_described() -> None:
    """Python cannot write it out, so its type is named."""
    value: list[object] = []
    for _ in range(100_000):
        value = [value]
    assert shown(value) == "a list nested too deeply"


AMOUNTS = st.fractions(0, 1000, max_denominator=400)


@pytest.mark.parametrize(
    ("text", "value"), [("20", "20"), (" 2.50 ", "5/2"), (".5", "1/2"), ("007", "7"), ("1" * 30, "1" * 30)]
)
def test_an_amount_is_read_exactly(text: str, value: str) -> None:
    """An amount is digits with at most one point, with or without blanks around them."""
    assert Fraction(value) == read_amount(text)


@pytest.mark.parametrize(
    "text", ["", "0", "0.00", "-5", "+5", "1/2", "5%", "1e3", "1,000", "1_000", "5.", "nan", "inf", "٣", "1" * 31]
)
def test_bad_amounts_are_refused(text: str) -> None:
    """Zero, signs, fractions, percentages, exponents, separators and other digits are refused in one line."""
    with pytest.raises(NotationError, match=r"^stake: got .*; an amount is more than 0, digits") as caught:
        read_amount(text)
    assert "\n" not in str(caught.value)


def test_a_payment_may_be_zero() -> None:
    """If 0 is allowed, it is read."""
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
    """An amount has all its decimals, at least two if any; if they never end, it is a fraction."""
    assert text == amount(Fraction(value))


def test_a_count_has_its_noun_in_the_right_number() -> None:
    """One coup, but no coups, two coups, a thousand coups."""
    assert [counted(number, "coup") for number in (0, 1, 2, 1000)] == ["0 coups", "1 coup", "2 coups", "1,000 coups"]


@given(AMOUNTS)
def test_an_amount_shown_reads_back(value: Fraction) -> None:
    """An amount shown in decimals reads as the same amount."""
    text = amount(value)
    if value and "/" not in text:
        assert value == read_amount(text)
