"""One coup, card by card, against the printed rules played on physical cards."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import PhysicalCard, count_endings, play_coup
from strategies import (
    RANK_VALUES,
    RANKS,
    SUITS,
    TABLEAUX,
    PlainTableau,
    cards_of_ranks,
    handfuls,
    shoe_of_ranks,
)

from analyzer import Card, Coup, Ending, Rank, Shoe, ShoeError, Suit, play, read_cards
from analyzer.enumeration.enumerator import every_deal
from analyzer.rules.coup import total

FACES = st.tuples(st.integers(0, 12), st.integers(0, 3))


@given(faces=st.lists(FACES, min_size=6, max_size=9), tableau=TABLEAUX)
def test_a_coup_ends_with_the_same_hands_as_on_the_table(faces: list[tuple[int, int]], tableau: PlainTableau) -> None:
    """Any six cards by any tableau leave the hands a croupier reading the rules would leave."""
    coup = play([Card(Rank(rank + 1), Suit(suit)) for rank, suit in faces], tableau.tableau)
    cards = [PhysicalCard(RANK_VALUES[rank], RANKS[rank], SUITS[suit]) for rank, suit in faces]
    table = play_coup(cards, tableau.house_rules)
    for hand, expected in ((coup.punto, table.punto), (coup.banco, table.banco)):
        assert [str(card) for card in hand] == [card.rank + card.suit for card in expected]


@pytest.mark.parametrize(
    ("cards", "ending"),
    [
        ("9 K 9 K 5 5", Ending(8, 0, 2, 2)),
        ("K 9 K K 5 5", Ending(0, 9, 2, 2)),
        ("6 K K 5 2 9", Ending(6, 7, 2, 3)),
        ("7 K K 6 2 9", Ending(7, 6, 2, 2)),
        ("5 3 K K 8 9", Ending(3, 3, 3, 2)),
        ("5 3 K K 9 9", Ending(4, 2, 3, 3)),
        ("5 4 K K A 9", Ending(6, 4, 3, 2)),
        ("5 4 K K 2 9", Ending(7, 3, 3, 3)),
        ("5 6 K K 6 9", Ending(1, 5, 3, 3)),
        ("5 6 K K 5 9", Ending(0, 6, 3, 2)),
        ("5 7 K K 6 9", Ending(1, 7, 3, 2)),
        ("0 0 0 0 0 0", Ending(0, 0, 3, 3)),
    ],
)
def test_coups_worked_by_hand(cards: str, ending: Ending) -> None:
    """Naturals, both hands standing, and banco's drawing on 3 to 7 come out as the printed rules have them."""
    assert play(read_cards(cards)).ending == ending


def test_cards_go_to_punto_and_banco_in_turn() -> None:
    """Punto holds the first, third and fifth card, banco the second, fourth and sixth; a seventh is not dealt."""
    coup = play(read_cards("A 2 3 3 5 6 7"))
    assert coup == Coup(tuple(read_cards("A 3 5")), tuple(read_cards("2 3 6")))


@pytest.mark.parametrize(("hand", "points"), [("8 8", 6), ("7 6", 3), ("4 6", 0), ("K Q J", 0), ("A", 1), ("9 9 9", 7)])
def test_tens_drop_out_of_a_total(hand: str, points: int) -> None:
    """Two eights make 6, a seven and a six make 3, a four and a six make nothing."""
    assert total(read_cards(hand)) == points


@given(ranks=handfuls(13, most=7), tableau=TABLEAUX)
@settings(max_examples=15)
def test_the_deals_listed_are_those_dealt_on_the_table(ranks: list[int], tableau: PlainTableau) -> None:
    """Every deal listed with its ways, played one by one, adds up to the deals of the physical cards."""
    counts: Counter[tuple[int, ...]] = Counter()
    for cards, ways in every_deal(shoe_of_ranks(ranks)):
        counts[play(cards, tableau.tableau).ending] += ways
    assert counts == count_endings(cards_of_ranks(ranks), tableau.house_rules)


def test_the_deals_of_the_infinite_shoe_are_not_listed() -> None:
    """A shoe drawn with replacement is refused before any deal is listed."""
    with pytest.raises(ShoeError, match=r"drawn with replacement \(inf\) has too many deals to list"):
        every_deal(Shoe.infinite())


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        ("A", "1 card, too few: a hand has two cards or three"),
        ("2 3 3 K", "4 cards, too few: punto draws on 5"),
        ("2 3 3 K 4", "5 cards, too few: banco draws on 3 when punto drew a 4"),
    ],
)
def test_a_coup_that_runs_out_of_cards_is_refused(cards: str, problem: str) -> None:
    """The error names the rule that wants a card."""
    with pytest.raises(ShoeError, match=f"^coup: got {problem}$"):
        play(read_cards(cards))
