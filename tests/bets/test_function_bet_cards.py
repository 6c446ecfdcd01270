"""Cards that a function sees, compared with cards it names."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from analyzer import (
    STANDARD,
    Bet,
    BetError,
    Card,
    FunctionBet,
    NotationError,
    Payout,
    Rank,
    Shoe,
    Suit,
    price,
    read_card,
    read_pays,
)

if TYPE_CHECKING:
    from collections.abc import Callable

KING_OF_SPADES = read_card("Ks")
EIGHT = read_card("8")


def edge(net: Callable[[Any], int], looks_at: str) -> Fraction:
    """Return the house edge of a bet on punto's opening, eight decks."""
    bet = FunctionBet("mine", net, looks_at=looks_at, scopes=("punto_opening",), with_ending=False)
    return price(bet, Shoe.decks(8), STANDARD).house_edge


@pytest.mark.parametrize(
    "holds",
    [
        lambda cards: KING_OF_SPADES in cards,
        lambda cards: any(card == KING_OF_SPADES for card in cards),
        lambda cards: KING_OF_SPADES in set(cards),
        lambda cards: not all(card != KING_OF_SPADES for card in cards),
        lambda cards: any(card.rank == Rank.KING and card.suit == Suit.SPADES for card in cards),
    ],
)
def test_a_face_is_found_by_membership_and_equality(holds: Callable[[Any], bool]) -> None:
    """A king of spades among two of 416 cards: 1 - C(408, 2) / C(416, 2), paid 10 to 1."""
    hit = 1 - Fraction(408 * 407, 416 * 415)
    assert edge(lambda coup: 10 if holds(coup.punto_opening) else -1, "suits") == 1 - 11 * hit


def test_a_rank_is_found_where_the_bet_looks_at_ranks() -> None:
    """A card named by rank is compared by rank, as `.rank` is."""
    named = edge(lambda coup: 1 if read_card("K") in coup.punto_opening else -1, "ranks")
    assert named == edge(lambda coup: 1 if any(card.rank == Rank.KING for card in coup.punto_opening) else -1, "ranks")
    assert named == 1 - 2 * (1 - Fraction(384 * 383, 416 * 415))


@pytest.mark.parametrize(
    ("looks_at", "other", "problem"),
    [
        ("suits", read_card("K"), r"compares a card with the card K, which has no suit; compare \.rank"),
        ("suits", Card(None), r"compares a card with the card 0; compare \.point_value"),
        ("ranks", KING_OF_SPADES, "looks at the suit of a card, but declares only: ranks, punto_opening"),
        ("colours", KING_OF_SPADES, r"compares a card with the card K♠; compare \.point_value"),
        ("suits", "Ks", "compares a card with 'Ks'; read_card reads a card from text"),
        ("ranks", Rank.KING, "compares a card with <Rank.KING: 13>; read_card reads a card from text"),
    ],
)
@pytest.mark.parametrize("compare", [lambda card, other: card == other, lambda card, other: other == card])
def test_a_comparison_that_could_never_be_true_is_refused(
    looks_at: str, other: object, problem: str, compare: Callable[[Any, Any], bool]
) -> None:
    """It gets a sentence, even if the function swallows the error: an edge of 1 would look like an answer."""

    def net(coup: Any) -> int:  # noqa: ANN401 - a view of a coup
        try:
            return 1 if compare(coup.punto_opening[0], other) else -1
        except ValueError:
            return -1

    with pytest.raises(ValueError, match=f"bet mine: it {problem}"):
        edge(net, looks_at)


@pytest.mark.parametrize(
    ("compare", "problem"),
    [
        (lambda card: card.rank == "K", "Rank: got 'K' to compare with; compare with a value, as Rank."),
        (lambda card: card.rank in ("Q", "K"), "Rank: got 'Q' to compare with"),
        (lambda card: card.suit != "s", "Suit: got 's' to compare with; compare with a value, as Suit."),
        (lambda card: card.colour == "Red", "Colour: got 'Red' to compare with; compare with a value, as Colour."),
        (lambda card: card.rank == "king", "Rank: got 'king' to compare with"),
    ],
)
def test_an_attribute_compared_with_a_text_it_never_has_is_refused(
    compare: Callable[[Any], bool], problem: str
) -> None:
    """A rank is not equal to its symbol, so the comparison gets a sentence instead of an edge of 1."""
    with pytest.raises(NotationError) as caught:
        edge(lambda coup: 1 if any(map(compare, coup.punto_opening)) else -1, "suits")
    assert str(caught.value).startswith(problem)


def test_a_winner_compared_with_a_text_it_never_is_is_refused() -> None:
    """The hands are punto and banco, also for a function that asks for the player."""
    named = FunctionBet("named", lambda coup: 1 if coup.ending.winner == "punto" else -1)
    assert price(named, Shoe.decks(8), STANDARD).win == 2230518282592256
    misnamed = FunctionBet("misnamed", lambda coup: 1 if coup.ending.winner == "player" else -1)
    with pytest.raises(NotationError, match=r"Winner: got 'player' to compare with; compare with a value, as Winner"):
        price(misnamed, Shoe.decks(8), STANDARD)


@pytest.mark.parametrize("other", [read_card("8"), "8", [read_card("8")], None])
def test_a_third_card_is_a_tuple_of_cards(other: object) -> None:
    """A third card compared without its tuple is never equal, and gets a sentence."""
    bet = FunctionBet(
        "third", lambda coup: 1 if coup.punto_third == other else -1, looks_at="ranks", scopes=("punto_third",)
    )
    with pytest.raises(BetError, match=r"bet third: it compares a card of a scope, a tuple, with "):
        price(bet, Shoe.decks(1), STANDARD)
    right = FunctionBet(
        "third", lambda coup: 1 if coup.punto_third == (EIGHT,) else -1, looks_at="ranks", scopes=("punto_third",)
    )
    expected = Bet("third", (Payout({"punto_third": ("8",)}, read_pays("1 to 1")),))
    assert price(right, Shoe.decks(1), STANDARD).win == price(expected, Shoe.decks(1), STANDARD).win
