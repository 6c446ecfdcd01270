"""Features: every question about a set of cards, merged card by card, against the answer read off the cards."""

from __future__ import annotations

from collections import defaultdict
from functools import reduce
from itertools import permutations
from typing import TYPE_CHECKING, Any

import oracle_cards as oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from questions import QUESTIONS, card_of

from analyzer.cards.card import Fineness, read_cards
from analyzer.cards.features import (
    EVERY_CARD,
    PATTERNS,
    SCOPES,
    Evaluator,
    Feature,
    Position,
    contained,
    fineness_of,
    same,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from analyzer.cards.card import Card

CARDS = st.tuples(st.sampled_from(["A", "2", "5", "9", "10", "J", "K", "Q"]), st.sampled_from("shdc"))
HANDS = st.lists(CARDS, max_size=6)
NAMES = st.sampled_from(list(QUESTIONS))


def merged(evaluator: Evaluator, cards: list[Card]) -> Any:  # noqa: ANN401 - an element of any kind
    """Return the closed element of these cards, merged in the order given."""
    by_value: dict[int, Any] = defaultdict(lambda: evaluator.empty)
    for card in cards:
        by_value[card.point_value] = evaluator.add(by_value[card.point_value], evaluator.of(card))
    return reduce(evaluator.join, map(evaluator.close, by_value.values()), evaluator.close(evaluator.empty))


@pytest.mark.parametrize("name", QUESTIONS)
@given(hand=HANDS)
def test_an_answer_is_the_one_read_off_the_cards(name: str, hand: list[oracle.Card]) -> None:
    """Merged within each point value and then across values, any cards, or none, give the oracle's answer."""
    evaluator, answer = QUESTIONS[name]
    assert evaluator.read(merged(evaluator, [card_of(card) for card in hand])) == answer(tuple(hand))


@given(NAMES, st.lists(CARDS, min_size=2, max_size=4))
def test_the_order_of_the_cards_does_not_matter(name: str, hand: list[oracle.Card]) -> None:
    """Cards in any order have the same element, so that sets may be counted instead of sequences."""
    evaluator = QUESTIONS[name].evaluator
    cards = [card_of(card) for card in hand]
    element = merged(evaluator, cards)
    assert all(merged(evaluator, list(permuted)) == element for permuted in permutations(cards))


@given(NAMES, HANDS.filter(bool))
def test_the_empty_element_is_neutral(name: str, hand: list[oracle.Card]) -> None:
    """The empty element changes nothing in both merges, on either side."""
    evaluator = QUESTIONS[name].evaluator
    empty = evaluator.close(evaluator.empty)
    for card in map(card_of, hand):
        element = evaluator.of(card)
        assert evaluator.add(evaluator.empty, element) == evaluator.add(element, evaluator.empty) == element
    whole = merged(evaluator, [card_of(card) for card in hand])
    assert evaluator.join(empty, whole) == evaluator.join(whole, empty) == whole


@given(st.sampled_from([name for name in QUESTIONS if QUESTIONS[name].evaluator.by_equality]), HANDS, st.data())
def test_equal_elements_may_be_renamed(name: str, hand: list[oracle.Card], data: st.DataObject) -> None:
    """Where only equality matters, exchanging ranks or suits of one point value changes no answer."""
    evaluator = QUESTIONS[name].evaluator
    tens = dict(zip(("10", "J", "Q", "K"), data.draw(st.permutations(["10", "J", "Q", "K"])), strict=True))
    suits = dict(zip("shdc", data.draw(st.permutations("shdc")), strict=True))
    renamed = [(tens.get(rank, rank), suits[suit] if rank == "9" else suit) for rank, suit in hand]
    answers = [evaluator.read(merged(evaluator, [card_of(card) for card in cards])) for cards in (hand, renamed)]
    assert answers[0] == answers[1]


FINENESS: list[tuple[list[str], Fineness]] = [
    ([], Fineness.VALUES),
    (["ten-valued cards"], Fineness.VALUES),
    (["highest is A-5 or none"], Fineness.VALUES),
    (["court cards"], Fineness.RANKS),
    (["same rank"], Fineness.RANKS),
    (["pattern"], Fineness.RANKS),
    (["highest is 9 or K"], Fineness.RANKS),
    (["contains K Q"], Fineness.RANKS),
    (["same suit"], Fineness.FACES),
    (["colour"], Fineness.FACES),
    (["contains 9 9d or Ks"], Fineness.FACES),
    (["ten-valued cards", "court cards"], Fineness.RANKS),
    (["court cards", "red cards"], Fineness.FACES),
]


@pytest.mark.parametrize(
    ("names", "fineness"), FINENESS, ids=lambda value: "+".join(value) if isinstance(value, list) else None
)
def test_how_finely_a_shoe_must_be_known(names: list[str], fineness: Fineness) -> None:
    """It is the coarsest at which all cards of a class give the same elements."""
    features = tuple(Feature(Position.PUNTO_OPENING, QUESTIONS[name].evaluator) for name in names)
    assert fineness_of(features) is fineness

    def is_fine_enough(known: Fineness) -> bool:
        of_class: dict[int, set[object]] = defaultdict(set)
        for card in EVERY_CARD:
            of_class[card.class_at(known)].add(tuple(feature.evaluator.of(card) for feature in features))
        return all(len(elements) == 1 for elements in of_class.values())

    assert [known for known in Fineness if is_fine_enough(known)] == [known for known in Fineness if known >= fineness]


def test_a_scope_holds_as_many_cards_as_its_positions() -> None:
    """An opening is two cards, a third card is one, and each scope has the positions that its name says."""
    cards = {Position.PUNTO_OPENING: 2, Position.BANCO_OPENING: 2, Position.PUNTO_THIRD: 1, Position.BANCO_THIRD: 1}
    assert {name: scope.most for name, scope in SCOPES.items()} == {
        name: sum(number for position, number in cards.items() if position in scope.positions)
        for name, scope in SCOPES.items()
    }
    coup = oracle.Coup((("A", "s"), ("2", "s"), ("3", "s")), (("4", "h"), ("5", "h"), ("6", "h")))
    cards_at: dict[Position, Callable[[oracle.Coup], oracle.Hand]] = {
        Position.PUNTO_OPENING: lambda coup: coup.punto[:2],
        Position.PUNTO_THIRD: lambda coup: coup.punto[2:],
        Position.BANCO_OPENING: lambda coup: coup.banco[:2],
        Position.BANCO_THIRD: lambda coup: coup.banco[2:],
    }
    for name, scope in SCOPES.items():
        cards_of_scope = {card for position, at in cards_at.items() if position in scope.positions for card in at(coup)}
        assert cards_of_scope == set(oracle.SCOPES[name](coup)), name


def test_every_pattern_of_six_cards_has_a_name() -> None:
    """The patterns are all the ways in which up to six cards can have equal ranks."""

    def partitions(cards: int, largest: int) -> set[tuple[int, ...]]:
        groups: set[tuple[int, ...]] = {()}
        for size in range(2, min(cards, largest) + 1):
            groups |= {(size, *rest) for rest in partitions(cards - size, size)}
        return groups

    assert set(PATTERNS.values()) == partitions(6, 6)


def test_an_evaluator_is_made_once() -> None:
    """The same question has the same evaluator, so that features can be compared and cached."""
    assert same("rank") is same("rank")
    assert len({Feature(Position.PUNTO_OPENING, same("suit")), Feature(Position.PUNTO_OPENING, same("suit"))}) == 1


def test_cards_that_match_nothing_are_as_no_cards() -> None:
    """A card that no choice names leaves the element of the empty set, open or closed."""
    evaluator = contained(("K Q", "4 4"), 4)
    for card in read_cards("9s 5d"):
        assert evaluator.of(card) == evaluator.close(evaluator.of(card)) == evaluator.empty
    assert not evaluator.read(merged(evaluator, read_cards("9s 9d 5d 5s")))


def test_a_choice_that_cannot_be_completed_is_forgotten() -> None:
    """With a nine and a four among three cards, a king, a nine and a five are out of reach: the nine is forgotten."""
    evaluator = contained(("K 4", "K 9 5"), 3)
    four, nine, five = ([card] for card in read_cards("4s 9s 5s"))
    assert merged(evaluator, four + nine) == merged(evaluator, four)
    assert merged(evaluator, nine + five) != merged(evaluator, nine)
    assert merged(evaluator, nine) != evaluator.empty
