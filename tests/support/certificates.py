"""Certificates of small and large shoes, and whether both checkers accept them."""

from __future__ import annotations

import importlib.util
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from paths import ROOT

from analyzer import STANDARD, Bet, Payout, Shoe, read_bet, read_pays, read_variant
from analyzer.proof.certificate import certify
from analyzer.proof.verify import canonical, digest, verify

if TYPE_CHECKING:
    import random

CHECKER = ROOT / "analyzer" / "proof" / "check.py"
Document = dict[str, Any]


def load_checker() -> Any:  # noqa: ANN401 - a script
    """Return the independent checker as a module."""
    spec = importlib.util.spec_from_file_location("check_certificate", CHECKER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CHECK = load_checker()


def accepted(data: bytes) -> tuple[bool, bool]:
    """Return whether the package's verification and the independent checker accept a file."""
    try:
        CHECK.check(data)
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError):
        independent = False
    else:
        independent = True
    return verify(data)[-1].holds, independent


def sealed(document: Document) -> bytes:
    """Return a document's file with a new digest."""
    return canonical(document | {"sha256": digest(document)}).encode()


@cache
def certificate(name: str) -> str:
    """Return a certificate of all bets of classic."""
    shoe = {
        "eight decks": Shoe.decks(8),
        "infinite": Shoe.infinite(),
        "ten cards": Shoe.from_spec("0=2 1=1 3=2 5=1 6=1 7=1 8=1 9=1"),
        "four values": Shoe.from_spec("0=2 3=2 6=2 7=1"),
        "five values": Shoe.from_spec("1=1 3=2 4=1 6=2 8=1"),
        "many": Shoe.from_spec("0=1000000000 1=3 4=7 5=1 6=12 9=999999999"),
    }[name]
    return certify("classic", read_variant("classic").bets, shoe, STANDARD)


def changed_number(text: str, chance: random.Random) -> str:
    """Return another number, a count or a rational like the text."""
    if "/" not in text:
        return str(chance.choice([int(text) + 1, max(int(text) - 1, 0), 10 * int(text), int(text) ^ 7]))
    value = Fraction(text)
    other = chance.choice([-value, value + 1, 2 * value, Fraction(value.numerator + 1, value.denominator), 1 - value])
    return f"{other.numerator}/{other.denominator}"


def at(document: Any, path: tuple[str | int, ...]) -> Any:  # noqa: ANN401
    """Return the value at a path in a document."""
    for key in path:
        document = document[key]
    return document


def bet_on(**when: Any) -> Bet:  # noqa: ANN401 - any values of any conditions
    """Return a bet that pays 3 to 1 on these conditions, the dot after a scope written as `__`."""
    return Bet("own", (Payout({name.replace("__", "."): values for name, values in when.items()}, read_pays("3:1")),))


BETS_ON_CARDS = {
    "punto-pair": read_bet("punto-pair"),
    "tiger-pair": read_bet("tiger-pair"),
    "fabulous-pair-punto": read_bet("fabulous-pair-punto"),
    "perfect-pair-25-250": read_bet("perfect-pair-25-250"),
    "all-red-22": read_bet("all-red-22"),
    "suited openings": bet_on(openings__same_suit=(True,), winner=("punto",)),
    "third cards": bet_on(punto_third=("J", "K", "none"), banco_third=("3",)),
    "highest and lowest": bet_on(punto_hand__highest=("9", "10"), banco_hand__lowest=("A", "2")),
    "contains": bet_on(dealt__contains=("K♥ 3", "2 2")),
    "pattern": bet_on(dealt__pattern=("pair", "full house"), cards=(5, 6)),
    "made of others": bet_on(wins=(read_bet("punto-pair"), read_bet("dragon-7"))),
}
FACES = Shoe.from_spec("As=1 Ah=1 2c=2 3d=1 9s=1 Kh=2 Ks=1")
