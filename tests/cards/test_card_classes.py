"""Classes of cards: a card and a face for each, in the order of their names."""

from __future__ import annotations

import pytest

from analyzer import Fineness, read_card
from analyzer.cards.card import class_cards, class_faces, class_names


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
