"""Cards: point values, classes, and how cards are read and written."""

from __future__ import annotations

import pytest

from analyzer import Card, Fineness, NotationError, Rank, Suit, read_card, read_cards
from analyzer.cards.card import class_cards, class_faces, class_names, point_value

EVERY_CARD = [
    Card(None),
    *(Card(rank) for rank in Rank),
    *(Card(rank, suit) for rank in Rank for suit in Suit),
]


@pytest.mark.parametrize("card", EVERY_CARD, ids=str)
def test_a_card_written_and_read_is_the_same_card(card: Card) -> None:
    """Each of the 66 cards comes back from its name, in any case and between blanks."""
    assert read_card(str(card)) == card
    assert read_card(f" {str(card).lower()} ") == card


def test_court_cards_and_tens_count_nothing() -> None:
    """An ace counts 1, two to nine their number, all else 0."""
    assert [point_value(rank) for rank in Rank] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]
    assert [card.point_value for card in (Card(None), Card(Rank.TEN, Suit.CLUBS), Card(Rank.NINE))] == [0, 0, 9]


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("1", Card(Rank.ACE)),
        ("a", Card(Rank.ACE)),
        ("t", Card(Rank.TEN)),
        ("10", Card(Rank.TEN)),
        ("10D", Card(Rank.TEN, Suit.DIAMONDS)),
        ("th", Card(Rank.TEN, Suit.HEARTS)),
        ("1c", Card(Rank.ACE, Suit.CLUBS)),
        ("K♠\N{VARIATION SELECTOR-16}", Card(Rank.KING, Suit.SPADES)),
        ("0", Card(None)),
    ],
)
def test_a_card_has_several_names(text: str, card: Card) -> None:
    """An ace is A or 1, a ten 10 or T, a suit a letter or its sign, also with the variation selector of a telephone."""
    assert read_card(text) == card


@pytest.mark.parametrize("text", ["", " ", "B", "11", "01", "00", "1 0", "s", "Ks♠", "K=3", "-1", "K\0", "٣", "Ⅸ"])
def test_bad_cards_are_refused(text: str) -> None:
    """The error quotes what was read and says what a card is."""
    with pytest.raises(NotationError, match=r"^card: got '.*'; .*a card is A or 1, 2-9, 10 or T, J, Q, K, with a suit"):
        read_card(text)


def test_an_unknown_ten_valued_card_has_no_suit() -> None:
    """A 0 with a suit is refused."""
    with pytest.raises(NotationError, match="card: got '0s'; a 0 is a ten-valued card of unknown rank and has no suit"):
        read_card("0s")


def test_a_long_text_is_cut_in_the_error() -> None:
    """An error about a million letters is a short line."""
    with pytest.raises(NotationError, match=r"card: got 'K{60}…';") as caught:
        read_card("K" * 1_000_000)
    assert len(str(caught.value)) < 300


def test_cards_are_separated_by_blanks_and_commas() -> None:
    """Several cards are read in order."""
    assert [str(card) for card in read_cards("9,10h  k\n0")] == ["9", "10♥", "K", "0"]


@pytest.mark.parametrize("text", ["", " , ", "\n"])
def test_an_empty_list_of_cards_is_an_error(text: str) -> None:
    """A list of cards has at least one card."""
    with pytest.raises(NotationError, match=r"^cards: got '.*'; a card is A or 1"):
        read_cards(text)


def test_a_class_is_an_index_of_its_name() -> None:
    """A card's class at a fineness is the index of its name at that fineness."""
    for card in EVERY_CARD:
        assert class_names(Fineness.VALUES)[card.class_at(Fineness.VALUES)] == str(card.point_value)
    for rank in Rank:
        assert class_names(Fineness.RANKS)[Card(rank, Suit.HEARTS).class_at(Fineness.RANKS)] == str(Card(rank))
        for suit in Suit:
            card = Card(rank, suit)
            assert class_names(Fineness.FACES)[card.class_at(Fineness.FACES)] == str(card)


def test_every_class_has_its_own_name() -> None:
    """Ten values, thirteen ranks and fifty-two faces have different names."""
    assert [len(set(class_names(fineness))) for fineness in Fineness] == [10, 13, 52]


@pytest.mark.parametrize(
    ("card", "fineness", "known"),
    [
        (Card(None), Fineness.RANKS, "card 0 is not known by ranks"),
        (Card(None), Fineness.FACES, "card 0 is not known by faces"),
        (Card(Rank.ACE), Fineness.FACES, "card A is not known by faces"),
    ],
)
def test_a_card_has_no_class_finer_than_it_is_known(card: Card, fineness: Fineness, known: str) -> None:
    """A card of unknown suit has no face."""
    with pytest.raises(NotationError, match=known):
        card.class_at(fineness)


def test_a_card_knows_how_finely_it_is_known() -> None:
    """A 0 is known by value, a rank by rank, a face by face."""
    assert [card.fineness for card in read_cards("0 K Kh")] == [Fineness.VALUES, Fineness.RANKS, Fineness.FACES]


@pytest.mark.parametrize("fineness", list(Fineness))
def test_a_class_card_has_the_name_of_its_class(fineness: Fineness) -> None:
    """The card of a class is read from the name of the class, and is known as finely."""
    assert class_cards(fineness) == tuple(map(read_card, class_names(fineness)))
    assert [card.class_at(fineness) for card in class_cards(fineness)] == list(range(fineness))


@pytest.mark.parametrize("fineness", list(Fineness))
def test_a_class_face_belongs_to_its_class(fineness: Fineness) -> None:
    """The face of a class is known by rank and suit, and belongs to the class."""
    assert [face.class_at(fineness) for face in class_faces(fineness)] == list(range(fineness))
    assert {face.fineness for face in class_faces(fineness)} == {Fineness.FACES}
