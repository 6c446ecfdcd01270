"""Pricing: `price` and `price_bets` agree for every kind of bet."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from analyzer import (
    STANDARD,
    BaccaratError,
    Bet,
    BetError,
    Card,
    Coup,
    FunctionBet,
    Rank,
    Shoe,
    certify,
    endings,
    joint,
    payoff_form,
    price,
    price_bets,
    price_endings,
    read_bet,
    read_tableau,
    read_variant,
    settle,
)

if TYPE_CHECKING:
    from collections.abc import Callable

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


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("banco", SHOE), "bet: got 'banco'; it must be a Bet, as read_bet returns, or a FunctionBet"),
        ((None, SHOE), "bet: got None; it must be a Bet, as read_bet returns, or a FunctionBet"),
        ((CLASSIC.bet("tie"), 8), r"shoe: got 8; it must be a Shoe, as Shoe\.decks\(8\)"),
        (
            (CLASSIC.bet("tie"), SHOE, "standard"),
            "tableau: got 'standard'; it must be a Tableau",
        ),
    ],
)
def test_wrong_arguments_are_refused(arguments: Any, error: str) -> None:  # noqa: ANN401 - wrong on purpose
    """What is not a bet, a shoe or a tableau gets one sentence that says what is allowed."""
    with pytest.raises(BaccaratError, match=error):
        price(*arguments)


@pytest.mark.parametrize(
    "use",
    [
        lambda bet: settle([(bet, Fraction(1))], Coup((Card(Rank.NINE), Card(Rank.KING)), (Card(Rank.TWO),) * 2)),
        lambda bet: certify("mine", [bet], SHOE, STANDARD),
        lambda bet: price_endings(bet, endings(SHOE, STANDARD)),
        lambda bet: joint([bet], SHOE, STANDARD),
        lambda bet: payoff_form(bet, STANDARD),
    ],
)
def test_a_function_is_only_priced(use: Callable[[Any], object]) -> None:
    """Wherever a pay table is needed, a bet given as a function is refused in the same words."""
    with pytest.raises(BetError, match="bet tie: a bet given as a function can only be priced alone"):
        use(TIE_AS_FUNCTION)
    with pytest.raises(BetError, match="bet: got 'tie'; it must be a Bet, as read_bet returns"):
        use("tie")
