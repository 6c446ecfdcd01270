"""Objects of the package show themselves in a notebook in one short line."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import analyzer as package
from analyzer import STANDARD, Shoe, read_bet, read_cards, read_variant

EIGHT = Shoe.decks(8)
BANCO = read_variant("classic").bet("banco")


def objects() -> list[Any]:
    """Return results of every kind, of usual sizes."""
    odds = package.price(BANCO, EIGHT)
    effect = package.effects([BANCO], EIGHT, STANDARD)[0]
    coup = package.play(read_cards("2s 3s 3s Ks 8s As"))
    form = package.closed_form(BANCO, STANDARD)
    return [
        EIGHT,
        Shoe.infinite(),
        Shoe.from_spec("A=4 9=4"),
        read_variant("two-to-one"),
        BANCO,
        read_bet("tiger-pair"),
        BANCO.payouts[0],
        STANDARD,
        odds,
        odds.rows[0],
        package.endings(EIGHT, STANDARD),
        *read_cards("9h"),
        coup,
        coup.ending,
        form,
        form.house_edge,
        form.rows[0],
        effect,
        package.best_count(effect, 1),
        package.price_batch([BANCO], [[16 * 8, *[32] * 9]] * 3),
        package.settle([(BANCO, Fraction(20))], coup)[0],
        package.KnownCoup(package.read_opening("9h ?")),
        package.CONDITIONS["winner"],
        package.joint([BANCO, read_bet("dragon-7")], EIGHT, STANDARD),
        package.chemin_de_fer_game(EIGHT),
    ]


@pytest.mark.parametrize("shown", objects(), ids=lambda shown: type(shown).__name__)
def test_a_repr_is_one_short_line(shown: object) -> None:
    """At most 100 characters that can be printed, with the name of the class."""
    text = repr(shown)
    assert len(text) <= 100
    assert text.isprintable()
    assert type(shown).__name__ in text


def test_what_is_short_is_a_call_of_the_constructor() -> None:
    """A small object shows all it holds; a large one what it is."""
    assert repr(package.Distribution({"punto": 3, "banco": 4})) == "Distribution({'punto': 3, 'banco': 4})"
    assert repr(package.endings(EIGHT, STANDARD)) == "<Distribution of 205 observations, 4998398275503360 in all>"
    assert repr(EIGHT) == "<Shoe of 416 cards, known by faces>"
    assert repr(package.price(BANCO, EIGHT)) == "<Odds with a house edge of 1.0579%, 3 rows>"
