"""Notation: numbers, odds and amounts of money, read from text and written exactly.

Everything is integer arithmetic: no float is read, used or returned.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from analyzer.arguments import checked
from analyzer.errors import NotationError
from analyzer.text import shown

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = [
    "JSON_PLACES",
    "MAX_NUMBER_LENGTH",
    "Pays",
    "amount",
    "counted",
    "decimal",
    "exact",
    "format_odds",
    "grouped",
    "percent",
    "quotient",
    "ranges",
    "read_amount",
    "read_commission",
    "read_money",
    "read_number",
    "read_pays",
    "read_share",
    "root_decimal",
    "shown",
    "significant",
]

JSON_PLACES = 12
"""Decimal places in JSON and CSV, unless the user asks for others."""
MAX_NUMBER_LENGTH = 30
_NUMBER = re.compile(r"([0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:/([0-9]+))?(%?)", re.ASCII)
_CURRENCY = re.compile(r"^(?:[$€£¥₤₽₹]|[A-Za-z]{1,3}\.?(?=[\s0-9]))\s*|\s*(?:[$€£¥₤₽₹]|(?<=[\s0-9])[A-Za-z]{1,3}\.?)$")
"""The sign or the letters of a currency, before an amount or after it."""
_MONEY = re.compile(r"[0-9]+(?:[., '\u2019\u00a0\u202f][0-9]+)*", re.ASCII)
_GROUPS = re.compile(r"[0-9]+|[0-9]{1,3}(?:([., '\u2019\u00a0\u202f])[0-9]{3})(?:\1[0-9]{3})*", re.ASCII)
_TWO_MEANINGS = re.compile(r"[1-9][0-9]{0,2}\.[0-9]{3}", re.ASCII)
_GROUP = 3
"""The digits between two marks of thousands."""
_AMOUNT = re.compile(r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+", re.ASCII)
_ODDS = re.compile(r"(?P<a>\S+?) ?(?P<word>\bto\b|\bfor\b|:) ?(?P<b>\S+)", re.ASCII)
_WORDS = {"push": Fraction(0), "lose": Fraction(-1), "lose half": Fraction(-1, 2)}


@checked(text=str)
def read_number(text: str, what: str = "number", longest: int = MAX_NUMBER_LENGTH) -> Fraction:
    """Read an exact number: digits, at most one point, one `/` and one `%`, at most 30 characters.

    Args:
        text: what the user wrote.
        what: the name of the quantity, for the error's text.
        longest: the largest number of characters allowed.

    Raises:
        NotationError: for anything else: exponents, signs, infinities, digits other than 0-9.

    >>> read_number("5%"), read_number("0.05"), read_number("1/20")
    (Fraction(1, 20), Fraction(1, 20), Fraction(1, 20))
    """
    stripped = text.strip()
    match = _NUMBER.fullmatch(stripped) if len(stripped) <= longest else None
    if match is None:
        raise NotationError(
            f"{what}: got {shown(text)}; a number is digits with at most one point, one / and one %, "
            f"at most {longest} characters (5%, 0.05, 1/20)"
        )
    numerator, denominator, per_cent = match.groups()
    if denominator is not None and int(denominator) == 0:
        raise NotationError(f"{what}: got {shown(text)}; the number under the / must not be 0")
    value = Fraction(numerator) / int(denominator or 1)
    return value / 100 if per_cent else value


def read_share(text: str, what: str, whole: str = "stake") -> Fraction:
    """Read a share of the stake: a number below 1, or a percentage.

    A bare 5 would be 500 %; the writer means 5 %, and the error offers it.

    Args:
        text: what the user wrote.
        what: the name of the share, for the error's text.
        whole: what it is a share of.

    Raises:
        NotationError: if it is not a number, or is 1 or more without a % sign.

    >>> read_share("5%", "edge")
    Fraction(1, 20)
    """
    share = read_number(text, what)
    if share >= 1 and "%" not in text:
        article = "an" if what[0] in "aeiou" else "a"
        raise NotationError(
            f"{what}: got {shown(text)}; {article} {what} is a share of the {whole} below 1, or a percentage: "
            f"did you mean {text.strip()}%?"
        )
    return share


def read_commission(text: str) -> Fraction:
    """Read a commission, a share of the win from 0 to 100 %.

    Raises:
        NotationError: if it is not a number, is over 100 %, or is 1 or more without a % sign.

    >>> read_commission("4%")
    Fraction(1, 25)
    """
    value = read_share(text, "commission", "win")
    if value > 1:
        raise NotationError(f"commission: got {shown(text)}; it must be from 0% to 100%")
    return value


class Pays(NamedTuple):
    """What a payout pays: `to_one` per unit staked, and the commission taken out of that win.

    >>> Pays(Fraction(1), Fraction(1, 20)).net
    Fraction(19, 20)
    """

    to_one: Fraction
    commission: Fraction | None = None

    @property
    def net(self) -> Fraction:
        """The net result per unit staked: 19/20 for "1 to 1 less 5% commission", -1 for "lose"."""
        return self.to_one if self.commission is None else self.to_one * (1 - self.commission)

    def __str__(self) -> str:
        """Return the odds as the pay table prints them, "19:20"; a commission is already taken out."""
        return format_odds(self.net)


@checked(text=str)
def read_pays(text: str) -> Pays:
    """Read odds: `A to B`, `A:B`, `A for B`, `push`, `lose`, `lose half`, then `less C commission`.

    Raises:
        NotationError: if the text is none of these, has a zero after "to" or "for", or takes a
            commission from a result that is not a win.

    >>> read_pays("9 for 1").net, read_pays("1 to 1 less 5% commission").net
    (Fraction(8, 1), Fraction(19, 20))
    """
    words = " ".join(text.lower().split())
    base, separator, tail = words.partition(" less ")
    if base in _WORDS:
        to_one = _WORDS[base]
    else:
        # A longer text cannot be two numbers and a word, and searching it can take time quadratic in its length.
        match = _ODDS.fullmatch(base) if len(base) <= 2 * MAX_NUMBER_LENGTH + len(" for ") else None
        if match is None:
            raise NotationError(
                f"odds: got {shown(text)}; odds are A to B, A:B, A for B, push, lose or lose half, "
                "and after a win: less C commission (1 to 1 less 5% commission)"
            )
        a, b = read_number(match["a"], "odds"), read_number(match["b"], "odds")
        if b == 0:
            raise NotationError(f"odds: got {shown(text)}; the stake, the second number, must be above 0")
        to_one = (a - b) / b if match["word"] == "for" else a / b
    if not separator:
        return Pays(to_one)
    amount, space, word = tail.rpartition(" ")
    if not space or word != "commission":
        raise NotationError(f"odds: got {shown(text)}; after less comes a share of the win: less 5% commission")
    if to_one <= 0:
        raise NotationError(f"odds: got {shown(text)}; a commission is taken from a win only")
    return Pays(to_one, read_commission(amount))


def format_odds(net: Fraction) -> str:
    """Return a net result per unit staked as odds to one.

    >>> [format_odds(Fraction(x)) for x in ("40", "19/20", "0", "-1", "-1/2", "-1/4")]
    ['40:1', '19:20', 'push', 'lose', 'lose half', 'lose 1/4']
    """
    for word, value in _WORDS.items():
        if net == value:
            return word
    if net < 0:
        return f"lose {-net}"
    return f"{net.numerator}:{net.denominator}"


def exact(value: Fraction) -> str:
    """Return the rational in lowest terms as "n/d", a whole number as "n/1".

    >>> exact(Fraction(-2, 4)), exact(Fraction(3))
    ('-1/2', '3/1')
    """
    return f"{value.numerator}/{value.denominator}"


def grouped(count: int) -> str:
    """Return a count with its digits in threes.

    >>> grouped(4998398275503360)
    '4,998,398,275,503,360'
    """
    return f"{count:,}"


def counted(count: int, noun: str) -> str:
    """Return a count with its noun in the singular or the plural.

    >>> counted(1, "coup"), counted(2000, "coup")
    ('1 coup', '2,000 coups')
    """
    return f"{grouped(count)} {noun}{'s' * (count != 1)}"


def _with_point(scaled: int, places: int) -> str:
    """Return `scaled` / 10^places as a decimal, never "-0"."""
    digits = str(abs(scaled)).rjust(places + 1, "0")
    sign = "-" if scaled < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def decimal(value: Fraction, places: int) -> str:
    """Return the value rounded half to even to `places` decimal places.

    >>> decimal(Fraction(1, 3), 4), decimal(Fraction(-1, 1000), 2), decimal(Fraction(25, 1000), 2)
    ('0.3333', '0.00', '0.02')
    """
    return quotient(value.numerator, value.denominator, places)


def quotient(numerator: int, denominator: int, places: int) -> str:
    """Return numerator / denominator as `decimal` does; the denominator is positive, the terms need not be lowest.

    >>> quotient(2, 6, 4), quotient(-3, 2, 0)
    ('0.3333', '-2')
    """
    scaled, remainder = divmod(numerator * 10**places, denominator)
    # divmod rounds down; round up if the remainder is over a half, or is a half and the last digit is odd.
    if 2 * remainder + scaled % 2 > denominator:
        scaled += 1
    return _with_point(scaled, places)


def significant(value: Fraction, digits: int) -> str:
    """Return a rational as a decimal with so many significant digits, rounded half to even; a whole number is not cut.

    >>> significant(Fraction(-17, 13), 3), significant(Fraction(1, 2000), 3), significant(Fraction(54321, 10), 3)
    ('-1.31', '0.000500', '5432')
    """
    if not value:
        return "0"
    places = 0
    while abs(value) * 10**places < 10 ** (digits - 1):
        places += 1
    text = decimal(value, places)
    # 0.9996 rounds up to 1.000, which has a digit more.
    return decimal(value, places - 1) if places and abs(Fraction(text)) * 10**places >= 10**digits else text


def percent(value: Fraction, places: int) -> str:
    """Return the value as a percentage rounded half to even to `places` decimal places.

    >>> percent(Fraction(114753351728, 10847218479825), 4)
    '1.0579%'
    """
    return decimal(value * 100, places) + "%"


def root_decimal(square: Fraction, places: int) -> str:
    """Return the square root of a rational of 0 or more, correctly rounded to `places` decimal places.

    A standard deviation may be irrational, but its square is rational; every one is shown by this function.

    >>> root_decimal(Fraction(2), 12), root_decimal(Fraction(9, 4), 0)
    ('1.414213562373', '2')
    """
    scaled = square * 100**places
    root = isqrt(scaled.numerator // scaled.denominator)
    half = 2 * root + 1  # the midpoint between root and root + 1, doubled
    twice = 4 * scaled - half * half
    if twice > 0 or (twice == 0 and root % 2):
        root += 1
    return _with_point(root, places)


def read_amount(text: str, what: str = "stake", *, zero: bool = False) -> Fraction:
    """Read an amount of money: digits with at most one point, at most 30 characters.

    Args:
        text: what the user wrote.
        what: the name of the amount, for the error's text.
        zero: whether 0 is allowed.

    Raises:
        NotationError: for anything else: signs, fractions, percentages, thousands separators, exponents.

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


def read_money(text: str, what: str = "stake") -> Fraction:
    """Read an amount of money as people write it, with the sign of a currency and marks between thousands.

    Three digits after a comma, a blank or an apostrophe are thousands, as are three after each of several points; one
    or two digits, or four and more, after a comma or a point are decimals. Of two different marks the last is the
    decimal one. One point with three digits after it may be either and is refused, unless a 0 stands before it.

    Raises:
        NotationError: for anything else, and for what may mean two amounts.

    >>> [str(read_money(text)) for text in ("1,000", "€20", "1.250,50", "2,50", "1 000 kr", "0.125")]
    ['1000', '20', '2501/2', '5/2', '1000', '1/8']
    """
    stripped = text.strip()
    bare = _CURRENCY.sub("", stripped).strip()
    if len(stripped) > MAX_NUMBER_LENGTH or not _MONEY.fullmatch(bare):
        return read_amount(bare if _AMOUNT.fullmatch(bare) else stripped, what)
    if _TWO_MEANINGS.fullmatch(bare):
        whole, _, rest = bare.partition(".")
        raise NotationError(
            f"{what}: got {shown(text)}; it may be {whole}{rest} or {whole}.{rest.rstrip('0') or '0'}: "
            f"write {whole},{rest} for the first, {whole}.{rest.rstrip('0') or '0'} for the second"
        )
    marks = [mark for mark in bare if not mark.isdigit()]
    last = marks[-1] if marks else ""
    after = len(bare) - bare.rfind(last) - 1 if last else 0
    is_decimal = (
        last in {".", ","} and marks.count(last) == 1 and (len(set(marks)) > 1 or after != _GROUP or bare[0] == "0")
    )
    whole, rest = (bare[: -after - 1], bare[-after:]) if is_decimal else (bare, "")
    if not _GROUPS.fullmatch(whole):
        raise NotationError(f"{what}: got {shown(text)}; thousands are groups of three digits: 1,250.50 or 1.250,50")
    digits = "".join(filter(str.isdigit, whole))
    return read_amount(f"{digits}.{rest}" if rest else digits, what)


def amount(value: Fraction, places: int | None = None) -> str:
    """Return an amount exactly: with all its decimals, at least two if it has any; as n/d if they never end.

    Args:
        value: the amount.
        places: round half to even to this many decimal places instead.

    >>> amount(Fraction(19)), amount(Fraction(12, 5)), amount(Fraction(19, 8)), amount(Fraction(1, 3))
    ('19', '2.40', '2.375', '1/3')
    """
    if places is not None:
        return decimal(value, places)
    # Decimals end if the denominator divides a power of ten; a power of two needs the most places for its length.
    most = value.denominator.bit_length()
    needed = next((power for power in range(most) if 10**power % value.denominator == 0), None)
    if needed is None:
        return exact(value)
    return decimal(value, max(needed, 2) if needed else 0)


def ranges(numbers: Collection[int]) -> str:
    """Return whole numbers in ascending order, with runs as ranges.

    >>> ranges([9, 0, 1, 2])
    '0-2, 9'
    """
    starts = sorted(number for number in numbers if number - 1 not in numbers)
    stops = sorted(number for number in numbers if number + 1 not in numbers)
    return ", ".join(
        str(start) if start == stop else f"{start}-{stop}" for start, stop in zip(starts, stops, strict=True)
    )
