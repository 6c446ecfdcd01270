"""Dealing a coup from any number of cards, in either order of the opening, with what is left over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import TABLEAUX, PlainTableau

from analyzer import Card, Rank, ShoeError, play, read_cards
from analyzer.rules.coup import ORDERS, check_dealt, deal

CARDS = st.lists(st.integers(1, 13).map(lambda rank: Card(Rank(rank))), max_size=9)


def in_turn(cards: list[Card], order: str) -> list[Card]:
    """Return four opening cards dealt in that order, and those after them, as they come when dealt in turn."""
    first, second = ORDERS[order]
    punto, banco = cards[first], cards[second]
    return [punto[0], banco[0], punto[1], banco[1], *cards[4:]]


@given(cards=CARDS, tableau=TABLEAUX, order=st.sampled_from(list(ORDERS)))
def test_every_card_is_dealt_or_left_over(cards: list[Card], tableau: PlainTableau, order: str) -> None:
    """A coup from a few cards or from many loses none and doubles none, and leaves the last ones."""
    coup, rest = deal(cards, tableau.tableau, order)
    assert sorted([*coup.punto, *coup.banco, *rest], key=str) == sorted(cards, key=str)
    assert list(rest) == cards[len(cards) - len(rest) :]


@given(cards=CARDS, tableau=TABLEAUX)
def test_a_coup_is_played_exactly_where_the_cards_are_enough(cards: list[Card], tableau: PlainTableau) -> None:
    """Fewer than six cards make a coup where it needs no more; what is played is what can have been dealt."""
    coup, rest = deal(cards, tableau.tableau)
    try:
        assert play(cards, tableau.tableau) == coup
    except ShoeError:
        assert not rest
        with pytest.raises(ValueError, match=r"^coup: "):
            check_dealt(coup, tableau.tableau)
    else:
        check_dealt(coup, tableau.tableau)


@given(cards=st.lists(st.integers(1, 13).map(lambda rank: Card(Rank(rank))), min_size=4, max_size=9))
def test_the_order_decides_only_whose_the_opening_cards_are(cards: list[Card]) -> None:
    """Dealt hand by hand the coup is the one that the same cards give in turn, put into that order."""
    assert deal(cards, order="pairs") == deal(in_turn(cards, "pairs"))


def test_two_cards_hand_by_hand_are_puntos() -> None:
    """Where the cards run out in the opening, each hand has what it was dealt until then."""
    two = read_cards("2 3")
    assert [len(hand) for hand in deal(two, order="pairs")[0]] == [2, 0]
    assert [len(hand) for hand in deal(two)[0]] == [1, 1]
