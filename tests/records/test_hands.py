"""Hands as a record writes them."""

from __future__ import annotations

import pytest

from analyzer import STANDARD, BaccaratError, Fineness
from analyzer.records.hands import NO_CARDS, read_dealt, read_hand


def test_a_hand_has_totals_and_a_third_card() -> None:
    """The opening, the third card's value and the total, and how finely the cards are known."""
    hand = read_hand("9 K 5")
    assert (hand.opening, hand.third, hand.total, hand.fineness) == (9, 5, 4, Fineness.RANKS)
    assert read_hand("9s Kh").fineness is Fineness.FACES
    assert read_hand("9 0").fineness is Fineness.VALUES


@pytest.mark.parametrize(("text", "whole"), [("9", False), ("9 K", True), ("9 K 5", True), ("9 K 5 5", False)])
def test_a_whole_hand_has_two_cards_or_three(text: str, whole: bool) -> None:  # noqa: FBT001 - an expected value
    """Anything else is read, but is not whole."""
    assert read_hand(text).is_whole is whole


def test_cards_in_dealing_order_are_dealt_by_the_rules() -> None:
    """Punto, banco, punto, banco; then the third cards the tableau draws, and the rest is left over."""
    coup = read_dealt("2 3 3 K 8 A", "alternate", STANDARD)
    assert [str(card) for card in coup.punto.cards] == ["2", "3", "8"]
    assert [str(card) for card in coup.banco.cards] == ["3", "K"]
    assert [str(card) for card in coup.rest.cards] == ["A"]
    assert read_dealt("9 3 K 8", "alternate", STANDARD).rest == NO_CARDS


@pytest.mark.parametrize("text", ["", "X", "9 K,?"])
def test_what_is_not_a_card_is_an_error(text: str) -> None:
    """The error names what was got."""
    with pytest.raises(BaccaratError, match="card"):
        read_hand(text)
