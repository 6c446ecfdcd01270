"""Bets as Python functions: the odds of pay tables, and errors for a function that looks at more than it declares."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import oracle_cards as oracle
import pytest

from analyzer import (
    STANDARD,
    BetError,
    CoupView,
    FunctionBet,
    Shoe,
    ShoeError,
    price,
    price_bets,
    read_bet,
    read_variant,
)
from analyzer.bets.layout import joint

if TYPE_CHECKING:
    from collections.abc import Callable

CARDS = ["Ks", "Kh", "Qd", "9d", "9d", "4c", "4d", "As", "7h"]
SHOE = Shoe.from_spec(" ".join(f"{card}={CARDS.count(card)}" for card in dict.fromkeys(CARDS)))


def edge(bet: FunctionBet, shoe: Shoe) -> Fraction:
    """Return the house edge of a function."""
    return price(bet, shoe, STANDARD).house_edge


def listed(name: str, shoe: Shoe) -> Fraction:
    """Return the house edge of a built-in bet."""
    [odds] = price_bets([read_bet(name)], shoe, STANDARD)
    return odds.house_edge


def _tiger(coup: CoupView) -> int:
    punto, banco = ({card.rank for card in hand} for hand in (coup.punto_opening, coup.banco_opening))
    paired = (len(punto) == 1) + (len(banco) == 1)
    return 100 if paired == 2 and punto == banco else (-1, 4, 20)[paired]


@pytest.mark.parametrize(
    ("bet", "name"),
    [
        (FunctionBet("tie", lambda coup: 35 if coup.ending[:2] == (6, 6) else -1), "tiger-tie-35"),
        (
            FunctionBet(
                "tiger", _tiger, looks_at="ranks", scopes=("punto_opening", "banco_opening"), with_ending=False
            ),
            "tiger-pair",
        ),
        (
            FunctionBet(
                "red",
                lambda coup: 22 if all(card.colour == "red" for card in coup.dealt) else -1,
                looks_at="colours",
                scopes=("dealt",),
                with_ending=False,
            ),
            "all-red-22",
        ),
        (
            FunctionBet(
                "fabulous",
                lambda coup: (-1, 1, 4, 7)[
                    2 * (coup.punto_opening[0].rank == coup.punto_opening[1].rank)
                    + (coup.punto_opening[0].suit == coup.punto_opening[1].suit)
                ],
                looks_at="suits",
                scopes=("punto_opening",),
            ),
            "fabulous-pair-punto",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_a_function_is_worth_what_the_pay_table_is(bet: FunctionBet, name: str) -> None:
    """A function that pays as a built-in bet has its edge, on a few cards and, where it is quick, on full decks."""
    assert listed(name, SHOE) == edge(bet, SHOE)
    if "dealt" not in bet.scopes:
        assert listed(name, Shoe.decks(8)) == edge(bet, Shoe.decks(8))


def test_a_function_distinguishes_third_cards_from_openings() -> None:
    """Banco wins and its third card has the suit of a card of punto's: the edge is that of physical cards."""

    def wins(coup: oracle.Coup) -> bool:
        third = coup.banco[2:]
        return oracle.winner(coup) == "banco" and bool(third) and third[0][1] in {suit for _, suit in coup.punto}

    expected = sum(ways for coup, ways in oracle.coups([(card[0], card[1]) for card in CARDS]) if wins(coup))
    bet = FunctionBet(
        "matched",
        lambda coup: Fraction(
            1
            if coup.ending.winner == "banco"
            and any(card.suit in {other.suit for other in coup.punto_hand} for card in coup.banco_third)
            else -1
        ),
        looks_at="suits",
        scopes=("punto_hand", "banco_third"),
    )
    assert price(bet, SHOE, STANDARD).win == expected > 0


def test_faces_can_be_compared_if_suits_are_declared() -> None:
    """Cards known by their faces are equal if their faces are, hashable, and printed as faces."""
    seen: set[str] = set()

    def net(coup: CoupView) -> int:
        first, second = coup.punto_opening
        seen.update(map(repr, coup.punto_opening))
        assert (first == second) == (len({first, second}) == 1)
        return 25 if first == second else -1

    bet = FunctionBet("perfect", net, looks_at="suits", scopes=("punto_opening",), with_ending=False)
    assert edge(bet, Shoe.decks(8)) == 1 - 26 * Fraction(7, 415)
    assert len(seen) == 52


def refused(function: Callable[[Any], Any], declared: dict[str, Any]) -> str:
    """Return the error of a function that looks at more than it declared."""
    with pytest.raises(BetError) as caught:
        price(FunctionBet("mine", function, **declared), SHOE, STANDARD)
    return str(caught.value)


@pytest.mark.parametrize(
    ("function", "declared", "message"),
    [
        (
            lambda coup: coup.punto_opening[0].rank,
            {},
            "it looks at the cards of punto_opening, but declares only: totals",
        ),
        (
            lambda coup: coup.punto_opening[0].suit,
            {"looks_at": "ranks", "scopes": ("punto_opening",)},
            "it looks at the suit of a card, but declares only: ranks, punto_opening, ending",
        ),
        (
            lambda coup: coup.punto_opening[0].rank,
            {"looks_at": "colours", "scopes": ("punto_opening",)},
            "it looks at the rank of a card, but declares only: colours",
        ),
        (
            lambda coup: coup.punto_opening[0].colour == "red",
            {"looks_at": "ranks", "scopes": ("punto_opening",)},
            "it looks at the colour of a card",
        ),
        (
            lambda coup: 1 if coup.punto_opening[0] == coup.punto_opening[1] else -1,
            {"looks_at": "ranks", "scopes": ("punto_opening",)},
            "it looks at the suit of a card",
        ),
        (
            lambda coup: len(set(coup.dealt)),
            {"looks_at": "ranks", "scopes": ("dealt",)},
            "it looks at the suit of a card",
        ),
        (
            lambda coup: len(coup.banco_hand),
            {"looks_at": "ranks", "scopes": ("punto_hand",)},
            "it looks at the cards of banco_hand",
        ),
        (
            lambda coup: coup.ending.punto_total,
            {"looks_at": "ranks", "scopes": ("punto_hand",), "with_ending": False},
            "it looks at the ending of the coup, but declares only: ranks, punto_hand",
        ),
        (
            lambda coup: 1 if coup.punto_opening[0].rank == 13 else -1,
            {"looks_at": "ranks", "scopes": ("punto_opening",)},
            "it looks at the order of the cards of punto_opening",
        ),
        (
            lambda coup: coup.dealt[1].point_value,
            {"looks_at": "ranks", "scopes": ("dealt",)},
            "it looks at the order of the cards of dealt",
        ),
        (
            lambda coup: 1 if all(a.colour != b.colour for a, b in pairwise(coup.openings)) else -1,
            {"looks_at": "colours", "scopes": ("openings",), "with_ending": False},
            "it looks at the order of the cards of openings",
        ),
        (
            lambda coup: 1 if all(a.rank > b.rank for a, b in (coup.punto_opening, coup.banco_opening)) else -1,
            {"looks_at": "ranks", "scopes": ("punto_opening", "banco_opening"), "with_ending": False},
            "it looks at the order of the cards of punto_opening or banco_opening",
        ),
        (
            lambda coup: 1 if [card.rank for card in coup.dealt[2:5]] == [13, 9, 4] else -1,
            {"looks_at": "ranks", "scopes": ("dealt",), "with_ending": False},
            "it looks at the order of the cards of dealt",
        ),
        (lambda _coup: 0.5, {}, "got '0.5'; its net result must be an int or a Fraction"),
        (lambda _coup: True, {}, "got 'True'; its net result must be an int or a Fraction"),
        (lambda _coup: None, {}, "got 'None'; its net result must be an int or a Fraction"),
    ],
)
def test_looking_at_more_than_was_declared_is_refused(
    function: Callable[[Any], Any], declared: dict[str, Any], message: str
) -> None:
    """A function that asks for what its bet did not declare gets an error, never a wrong answer."""
    assert f"bet mine: {message}" in refused(function, declared)


def test_a_function_cannot_hide_that_it_looked() -> None:
    """A function that swallows the error is refused as well."""

    def sly(coup: CoupView) -> int:
        try:
            return 1 if coup.punto_opening[0].rank == 7 else -1
        except BetError:
            return -1

    assert "it looks at the cards of punto_opening" in refused(sly, {})


def test_a_coup_has_no_other_attributes() -> None:
    """A name that is not a scope raises an attribute error with the nearest scope."""
    bet = FunctionBet("mine", lambda coup: len(coup.punto_openning))
    with pytest.raises(AttributeError, match="did you mean punto_opening"):
        price(bet, SHOE, STANDARD)


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ({"looks_at": "rank"}, "looks_at: got 'rank'; did you mean ranks?"),
        ({"looks_at": "ranks", "scopes": ("punto",)}, "scope: got 'punto'; did you mean punto"),
        ({"looks_at": "ranks"}, "a bet names the scopes of the cards it looks at, unless it looks at totals"),
        ({"scopes": ("dealt",)}, "a bet names the scopes of the cards it looks at, unless it looks at totals"),
    ],
)
def test_a_contradictory_declaration_is_refused(declared: dict[str, Any], message: str) -> None:
    """A declaration uses known words, and names scopes if and only if it looks at cards."""
    with pytest.raises(BetError) as caught:
        FunctionBet("mine", lambda _coup: 0, **declared)
    assert message in str(caught.value)


def test_a_shoe_known_too_coarsely_is_refused() -> None:
    """A shoe known by values does not show ranks."""
    bet = FunctionBet("kings", lambda _coup: 0, looks_at="ranks", scopes=("dealt",))
    with pytest.raises(ShoeError, match="it is known by values only; this question needs ranks"):
        price(bet, Shoe.from_spec("0=8 9=2"), STANDARD)


def test_functions_are_priced_beside_bets_but_not_combined() -> None:
    """A list of bets may hold functions, each priced at its index; a layout of several bets refuses them."""
    tie = FunctionBet("mine", lambda coup: 8 if coup.ending.winner == "tie" else -1)
    pair, listed_tie = read_bet("punto-pair"), read_variant("classic").bet("tie")
    first, second, third = price_bets([tie, pair, tie], SHOE, STANDARD)
    assert first == third == price(tie, SHOE, STANDARD)
    assert [second] == price_bets([pair], SHOE, STANDARD)
    assert [odds.house_edge for odds in price_bets([listed_tie], SHOE, STANDARD)] == [first.house_edge]
    mixed: list[Any] = [pair, tie]
    with pytest.raises(BetError) as caught:
        joint(mixed, SHOE, STANDARD)
    assert str(caught.value) == (
        "bet mine: a bet given as a function can only be priced alone; "
        "to settle, combine or certify it, write it as a pay table"
    )


def test_progress_is_reported() -> None:
    """The callback receives the sets of values done and their number, first with none done."""
    calls: list[tuple[int, int | None]] = []
    bet = FunctionBet("any", lambda _coup: 0, looks_at="ranks", scopes=("dealt",))
    price(bet, SHOE, STANDARD, lambda done, of: calls.append((done, of)))
    assert calls[0][0] == 0
    assert all(of is not None and done < of for done, of in calls)
