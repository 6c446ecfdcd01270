"""Questions about a hand: the package's evaluator and the oracle's answer from the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import oracle_cards as oracle

from analyzer.cards.card import Card, Rank, Suit, read_card, read_cards
from analyzer.cards.features import EVERY_CARD, MIXED, RED, Evaluator, contained, number_of, pattern, rank_within, same

if TYPE_CHECKING:
    from collections.abc import Callable

SUITS = dict(zip("shdc", Suit, strict=True))


class Question(NamedTuple):
    """One question about a set of cards.

    Attributes:
        evaluator: how the package answers it.
        answer: how the oracle answers it, the cards in any order.
    """

    evaluator: Evaluator
    answer: Callable[[oracle.Hand], object]


def card_of(card: oracle.Card) -> Card:
    """Return the package's card of an oracle's card."""
    return read_card(card[0] + card[1])


def shared(keys: list[object], *, named: bool) -> object:
    """Return the key that all cards share, `MIXED` if they share none, and None for no cards."""
    if not keys:
        return None
    if len(set(keys)) > 1:
        return MIXED
    return keys[0] if named else "shared"


def faces(*texts: str) -> frozenset[Card]:
    """Return the faces of these ranks."""
    ranks = {card.rank for card in read_cards(" ".join(texts))}
    return frozenset(card for card in EVERY_CARD if card.rank in ranks)


def holds(*choices: str, most: int = 6) -> Question:
    """Return the question whether the cards include all cards of one choice."""
    return Question(contained(choices, most), lambda hand: any(oracle.contains(hand, named) for named in choices))


def extreme(which: str, names: list[str], *, or_none: bool) -> Question:
    """Return the question whether the highest or lowest rank is one of the named."""
    ranks: set[Rank | None] = {card.rank for card in read_cards(" ".join(names))}
    answer = oracle.OF_HAND[which]
    return Question(
        rank_within(which, frozenset(ranks | ({None} if or_none else set()))),
        lambda hand: answer(hand) in names if hand else or_none,
    )


QUESTIONS = {
    "same rank": Question(same("rank"), lambda hand: shared([rank for rank, _ in hand], named=False)),
    "same face": Question(same("face"), lambda hand: shared(list(hand), named=False)),
    "same suit": Question(same("suit"), lambda hand: shared([SUITS[suit] for _, suit in hand], named=True)),
    "colour": Question(
        same("colour"),
        lambda hand: shared(["red" if suit in oracle.RED else "black" for _, suit in hand], named=True),
    ),
    "pattern": Question(pattern(), oracle.OF_HAND["pattern"]),
    "court cards": Question(number_of(faces("J", "Q", "K")), oracle.OF_HAND["court_cards"]),
    "ten-valued cards": Question(
        number_of(faces("10", "J", "Q", "K")), lambda hand: sum(rank in {"10", "J", "Q", "K"} for rank, _ in hand)
    ),
    "red cards": Question(number_of(frozenset(card for card in EVERY_CARD if card.suit in RED)), oracle.OF_HAND["red"]),
    "highest is 9 or K": extreme("highest", ["9", "K"], or_none=False),
    "highest is A-5 or none": extreme("highest", ["A", "2", "3", "4", "5"], or_none=True),
    "lowest is A or J": extreme("lowest", ["A", "J"], or_none=False),
    "contains K Q": holds("K Q"),
    "contains 9 9d or Ks": holds("9 9d", "Ks"),
    "contains K K Ks or A": holds("K K Ks", "A"),
}
