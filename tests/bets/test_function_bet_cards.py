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
    CoupView,
    Ending,
    FunctionBet,
    Payout,
    Rank,
    Shoe,
    Suit,
    Winner,
    price,
    read_card,
    read_pays,
)

if TYPE_CHECKING:
    from collections.abc import Callable

KING_OF_SPADES = read_card("Ks")
KING = read_card("K")
KINGS = {KING}
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
    named = edge(lambda coup: 1 if KING in coup.punto_opening else -1, "ranks")
    assert named == edge(lambda coup: 1 if any(card.rank == Rank.KING for card in coup.punto_opening) else -1, "ranks")
    assert named == 1 - 2 * (1 - Fraction(384 * 383, 416 * 415))


@pytest.mark.parametrize(
    ("looks_at", "other", "problem"),
    [
        ("suits", KING, r"compares a card with the card K, which has no suit; compare \.rank"),
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
        (lambda card: card.rank == "K", "Rank: got 'K' to compare with; compare with Rank.KING"),
        (lambda card: card.rank in ("Q", "K"), "Rank: got 'Q' to compare with; compare with Rank.QUEEN"),
        (lambda card: card.rank == "king", "Rank: got 'king' to compare with; compare with Rank.KING"),
        (lambda card: card.rank == "Ks", "Rank: got 'Ks' to compare with; compare with a value, as Rank.ACE"),
        (lambda card: card.rank == "13", "Rank: got '13' to compare with; compare with a value, as Rank."),
        (lambda card: card.rank in (0, 14), "Rank: got 0 to compare with; compare with a value, as Rank."),
        (lambda card: card.rank == KING, "Rank: got Card(rank=<Rank.KING: 13>, suit=None) to compare with"),
        (lambda card: card.rank in [KING, KING], "Rank: got Card(rank=<Rank.KING: 13>, suit=None) to compare"),
        (lambda card: card.rank == card.suit, "Rank: got <Suit."),
        (lambda card: card.suit != "s", "Suit: got 's' to compare with; compare with Suit.SPADES"),
        (lambda card: card.suit == "spade", "Suit: got 'spade' to compare with; compare with Suit.SPADES"),
        (lambda card: card.suit == "red", "Suit: got 'red' to compare with; compare with a value, as Suit."),
        (lambda card: card.suit == KING_OF_SPADES, "Suit: got Card("),
        (lambda card: card.colour == "Red", "Colour: got 'Red' to compare with; compare with Colour.RED"),
        (
            lambda card: card.colour == "hearts",
            "Colour: got 'hearts' to compare with; compare with a value, as Colour.",
        ),
        (lambda card: card.colour == Suit.HEARTS, "Colour: got <Suit.HEARTS: 1> to compare with"),
    ],
)
@pytest.mark.parametrize("swallowed", [False, True])
def test_an_attribute_compared_with_what_it_never_is_is_refused(
    compare: Callable[[Any], bool], problem: str, *, swallowed: bool
) -> None:
    """A rank is not equal to its symbol: the comparison gets a sentence, not an edge of 1, even if it is swallowed."""

    def net(coup: Any) -> int:  # noqa: ANN401 - a view of a coup
        try:
            return 1 if any(map(compare, coup.punto_opening)) else -1
        except ValueError:
            if swallowed:
                return -1
            raise

    with pytest.raises(BetError) as caught:
        edge(net, "suits")
    assert str(caught.value).startswith(f"bet mine: {problem}")


@pytest.mark.parametrize(
    ("looks_at", "compare", "problem"),
    [
        ("suits", lambda card: card in KINGS, r"compares a card with the card K, which has no suit"),
        ("suits", lambda card: {card} & KINGS, r"compares a card with the card K, which has no suit"),
        ("suits", dict.fromkeys(KINGS, 1).get, r"compares a card with the card K, which has no suit"),
        ("suits", lambda card: card in {Card(None), EIGHT}, r"compares a card with the card 0; compare \.point_value"),
        ("ranks", lambda card: card in {KING_OF_SPADES, EIGHT}, "looks at the suit of a card"),
    ],
)
def test_a_set_is_searched_as_a_list_is(looks_at: str, compare: Callable[[Any], object], problem: str) -> None:
    """A card in a set or a dictionary that is known more coarsely or more finely than the bet looks is refused."""
    with pytest.raises(BetError, match=f"bet mine: it {problem}"):
        edge(lambda coup: 1 if any(map(compare, coup.punto_opening)) else -1, looks_at)


def test_a_rank_is_found_in_a_set_where_the_bet_looks_at_ranks() -> None:
    """A set of cards named by rank holds a seen card as a list of them does."""
    kings = {KING, read_card("Q")}
    found = edge(lambda coup: 1 if any(card in kings for card in coup.punto_opening) else -1, "ranks")
    assert found == 1 - 2 * (1 - Fraction(352 * 351, 416 * 415))


@pytest.mark.parametrize(
    ("compare", "problem"),
    [
        (lambda coup: coup.ending == "punto", "ending: got 'punto' to compare with; compare with an Ending, or"),
        (lambda coup: coup.ending != Winner.TIE, "ending: got <Winner.TIE: 'tie'> to compare with"),
        (lambda coup: coup.ending.winner == coup.ending, "Winner: got "),
        (
            lambda coup: coup.ending.winner == "player",
            "Winner: got 'player' to compare with; compare with Winner.PUNTO",
        ),
        (lambda coup: coup.ending.winner == "B", "Winner: got 'B' to compare with; compare with Winner.BANCO"),
        (lambda coup: coup.ending.winner == "draw", "Winner: got 'draw' to compare with; compare with Winner.TIE"),
        (lambda coup: coup.ending.winner == "Player wins", "Winner: got 'Player wins' to compare with; compare with"),
        (lambda coup: coup.ending.winner == "nobody", "Winner: got 'nobody' to compare with; compare with a value, as"),
        (lambda coup: coup.ending.winner == 1, "Winner: got 1 to compare with; compare with a value, as Winner.PUNTO"),
    ],
)
def test_an_ending_compared_with_what_it_never_is_is_refused(
    compare: Callable[[CoupView], object], problem: str
) -> None:
    """The hands are punto and banco, also for a function that asks for the player."""
    bet = FunctionBet("mine", lambda coup: 1 if compare(coup) else -1)
    with pytest.raises(BetError) as caught:
        price(bet, Shoe.decks(8), STANDARD)
    assert str(caught.value).startswith(f"bet mine: {problem}")


def test_an_ending_compares_with_an_ending_and_a_winner_with_its_text() -> None:
    """The forms that can be true are compared."""
    named = FunctionBet("named", lambda coup: 1 if coup.ending.winner == "punto" else -1)
    assert price(named, Shoe.decks(8), STANDARD).win == 2230518282592256
    six = FunctionBet(
        "six", lambda coup: 1 if coup.ending == (6, 6, 2, 2) and coup.ending != Ending(6, 6, 3, 2) else -1
    )
    listed = Bet(
        "six",
        (
            Payout(
                {"punto_total": (6,), "banco_total": (6,), "punto_cards": (2,), "banco_cards": (2,)},
                read_pays("1 to 1"),
            ),
        ),
    )
    assert price(six, Shoe.decks(8), STANDARD).win == price(listed, Shoe.decks(8), STANDARD).win > 0


@pytest.mark.parametrize("compare", [lambda hand: hand in KINGS, lambda hand: hand[:1] == "8", lambda hand: {hand: 1}])
def test_a_scope_is_not_looked_up_and_a_part_of_it_is_compared_as_it_is(compare: Callable[[Any], object]) -> None:
    """A set holds no tuple of seen cards, and a slice of a scope refuses what the scope refuses."""
    bet = FunctionBet("third", lambda coup: int(bool(compare(coup.dealt))), looks_at="ranks", scopes=("dealt",))
    with pytest.raises(BetError, match="bet third: it compares a card of a scope, a tuple, with "):
        price(bet, Shoe.decks(1), STANDARD)


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
