"""Pricing: `price` and `price_bets` agree for every kind of bet."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest

from analyzer import (
    STANDARD,
    Bet,
    FunctionBet,
    Shoe,
    endings,
    price,
    price_bets,
    price_endings,
    read_bet,
    read_tableau,
    read_variant,
)

SHOE = Shoe.decks(2)
CLASSIC = read_variant("classic")
TIE_AS_FUNCTION = FunctionBet("tie", lambda coup: 8 if coup.ending.winner == "tie" else -1)


@pytest.mark.parametrize("bet", [*CLASSIC.bets, read_bet("punto-pair"), read_bet("cover-all"), TIE_AS_FUNCTION])
def test_a_bet_is_priced_as_among_others(bet: Bet | FunctionBet) -> None:
    """`price` gives the odds of `price_bets`, among any other bets and in any order."""
    others: list[Bet | FunctionBet] = [*CLASSIC.bets, read_bet("banco-pair"), TIE_AS_FUNCTION]
    assert price(bet, SHOE, STANDARD) == price_bets([*others, bet], SHOE, STANDARD)[-1]
    assert price(bet, SHOE, STANDARD) == price_bets([bet, *others], SHOE, STANDARD)[0]


def test_a_bet_on_totals_is_priced_on_the_endings() -> None:
    """`price` and the distribution of endings give a bet on totals the same odds."""
    tableau = read_tableau("symmetric")
    for bet in CLASSIC.bets:
        assert price(bet, SHOE, tableau) == price_endings(bet, endings(SHOE, tableau))


def test_the_standard_tableau_is_the_default() -> None:
    """Without a tableau the standard drawing rules apply."""
    [banco] = price_bets([CLASSIC.bet("banco")], Shoe.decks(8))
    assert banco == price(CLASSIC.bet("banco"), Shoe.decks(8)) == price(CLASSIC.bet("banco"), Shoe.decks(8), STANDARD)
    assert banco.house_edge == Fraction(114753351728, 10847218479825)


def test_a_bet_on_totals_loads_nothing_that_looks_at_cards() -> None:
    """Pricing a bet on totals imports neither the layouts nor the counting of faces."""
    program = (
        "import sys; from analyzer import STANDARD, Shoe, price, read_variant\n"
        "price(read_variant('classic').bet('banco'), Shoe.decks(1), STANDARD)\n"
        "print(*(name for name in sys.modules if name.startswith('analyzer.')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "analyzer.bets.pricing" in loaded
    assert not loaded & {
        "analyzer.bets.layout",
        "analyzer.bets.function_bet",
        "analyzer.enumeration.feature_counts",
        "analyzer.enumeration.face_draws",
    }
