"""What a certificate's tables of counts look at, in words."""

from __future__ import annotations

from typing import Any

import pytest
from certificates import FACES, bet_on

from analyzer import Shoe
from analyzer.proof.certificate import labellings_of, looks_document
from analyzer.proof.identify import identified_looks


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ({"punto_opening__same_suit": (True,)}, "which suits are equal in punto's opening"),
        ({"banco_hand__same_face": (True,)}, "which faces are equal in banco's opening, banco's third card"),
        ({"punto_hand__colour": ("red",)}, "colours in punto's opening, punto's third card"),
        ({"punto_opening__spades": (1,)}, "cards (♠; all else) in punto's opening"),
        ({"punto_opening__aces": (2,)}, "cards (A; all else) in punto's opening"),
        ({"banco_opening__court_cards": (1,)}, "cards (J Q K; all else) in banco's opening"),
        ({"punto_third": ("K",)}, "cards (K; all else) in punto's third card"),
    ],
)
def test_looks_are_told_in_words(condition: dict[str, Any], words: str) -> None:
    """By ranks, suits, colours or faces; else by the cards that have labels of their own."""
    looks = looks_document(tuple(labellings_of(bet_on(**condition))), FACES)
    assert identified_looks(looks, FACES.fineness) == words


def test_labels_may_be_anything() -> None:
    """A certificate of another program may give every card one label, or each value its own."""
    shoe = Shoe.from_spec("0=4 1=4")
    [labelling] = labellings_of(bet_on(punto_opening__same_rank=(True,)))
    alike = looks_document((replace_labels(labelling, [7] * 52),), FACES)
    assert identified_looks(alike, FACES.fineness) == "which cards of any kind are equal in punto's opening"
    by_value = [{"answer": "labels", "labels": list(range(10)), "places": ["banco_third"]}]
    assert identified_looks(by_value, shoe.fineness) == "values in banco's third card"
    assert identified_looks([], shoe.fineness) == "totals and numbers of cards"


def replace_labels(labelling: Any, labels: list[int]) -> Any:  # noqa: ANN401 - a named tuple
    """Return a labelling with other labels."""
    return labelling._replace(labels=tuple(labels))
