"""Hands of a record: the cards a line names, with the totals and classes an audit needs."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from analyzer.cards.card import Card, Fineness, read_card, read_cards
from analyzer.rules.coup import OPENING, deal

if TYPE_CHECKING:
    from analyzer.rules.tableau import Tableau

__all__ = ["NO_CARDS", "ReadCoup", "ReadHand", "read_dealt", "read_hand"]


class ReadHand(NamedTuple):
    """A hand as it was read.

    Attributes:
        cards: its cards, in the order it received them.
        classes: for each card its class among the values and, as far as they are known, among the ranks and the faces;
            the three are numbered consecutively.
        fineness: the finest fineness at which all of its cards are known.
        opening: the total of its first two cards.
        third: the value of its third card, None if there is none.
        total: the total of all its cards.
    """

    cards: tuple[Card, ...]
    classes: tuple[tuple[int, ...], ...]
    fineness: Fineness
    opening: int
    third: int | None
    total: int

    @property
    def is_whole(self) -> bool:
        """Whether it has two cards or three."""
        return 0 <= len(self.cards) - OPENING <= 1


NO_CARDS = ReadHand((), (), Fineness.FACES, 0, None, 0)
"""A hand without cards."""


class ReadCoup(NamedTuple):
    """The cards of a coup; `rest` holds those dealt after its end."""

    punto: ReadHand
    banco: ReadHand
    rest: ReadHand = NO_CARDS


_FINENESSES = tuple(Fineness)
_read_card = lru_cache(maxsize=1024)(read_card)


@lru_cache(maxsize=1 << 14)
def read_hand(text: str) -> ReadHand:
    """Read one hand's cards.

    Raises:
        NotationError: if there is no card, or one is not a card.

    >>> hand = read_hand("9 K 8")
    >>> hand.opening, hand.third, hand.total, hand.classes[1]
    (9, 8, 7, (0, 22))
    """
    return _hand(_read_cards(text))


@lru_cache(maxsize=1 << 14)
def read_dealt(text: str, order: str, tableau: Tableau) -> ReadCoup:
    """Read the hands from cards in dealing order; the tableau says which hand a third card goes to.

    Args:
        text: the cards.
        order: how the opening cards were dealt, one of `rules.coup.ORDERS`.
        tableau: the drawing rules.

    Raises:
        NotationError: if there is no card, or one is not a card.
    """
    coup, rest = deal(_read_cards(text), tableau, order)
    return ReadCoup(_hand(coup.punto), _hand(coup.banco), _hand(rest))


def _read_cards(text: str) -> tuple[Card, ...]:
    words = text.replace(",", " ").split()
    # Each distinct word is parsed once, since a record has millions; without a word, `read_cards` raises its error.
    return tuple(map(_read_card, words)) if words else tuple(read_cards(text))


def _hand(cards: tuple[Card, ...]) -> ReadHand:
    classes = tuple(map(_classes, cards))
    values = [card_classes[0] for card_classes in classes]
    fineness = _FINENESSES[min(map(len, classes), default=len(_FINENESSES)) - 1]
    third = values[OPENING] if len(values) > OPENING else None
    return ReadHand(cards, classes, fineness, sum(values[:OPENING]) % 10, third, sum(values) % 10)


@lru_cache(maxsize=1024)
def _classes(card: Card) -> tuple[int, ...]:
    """Return the card's classes among values, ranks and faces, numbered consecutively, as far as it is known."""
    classes, first = [], 0
    for fineness in Fineness:
        if fineness <= card.fineness:
            classes.append(first + card.class_at(fineness))
        first += fineness
    return tuple(classes)
