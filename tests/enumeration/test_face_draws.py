"""Face draws within each point value, against physical cards laid out in every way."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from math import perm
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from questions import QUESTIONS, card_of

from analyzer.cards.card import Fineness
from analyzer.cards.features import Feature, Position
from analyzer.cards.shoe import Shoe
from analyzer.enumeration.face_draws import FaceDraws, Kind, draws

if TYPE_CHECKING:
    import oracle_cards as oracle

PACKS = st.lists(st.tuples(st.sampled_from(["A", "9", "10", "K"]), st.sampled_from("shd")), min_size=7, max_size=8)
ANYWHERE = Position.PUNTO_OPENING
"""The positions of a feature do not matter here: a kind says which features look at its cards."""


def shoe_of(pack: list[oracle.Card], *, replacement: bool = False) -> Shoe:
    """Return the shoe of these faces."""
    counts = Counter(card_of(card).class_at(Fineness.FACES) for card in pack)
    return Shoe(Fineness.FACES, tuple(counts[face] for face in range(52)), replacement=replacement)


def laid(pack: list[oracle.Card], slots: int, *, put_back: bool) -> list[tuple[oracle.Card, ...]]:
    """Return every way to lay physical cards into slots in order."""
    return list(product(pack, repeat=slots) if put_back else permutations(pack, slots))


def value_of(card: oracle.Card) -> int:
    """Return a card's point value."""
    return card_of(card).point_value


@st.composite
def laid_out(draw: st.DrawFn) -> tuple[list[str], list[Kind], list[oracle.Card], list[list[int]], bool]:
    """Return questions, kinds of positions, a pack, the point values in positions of each kind, and put_back."""
    names = draw(st.lists(st.sampled_from(list(QUESTIONS)), min_size=1, max_size=2, unique=True))
    pack = draw(PACKS)
    put_back = draw(st.booleans())
    number = draw(st.integers(1, 2))
    allowed = st.none() | st.frozensets(st.sampled_from([card_of(card).class_at(Fineness.FACES) for card in pack]))
    kinds = [Kind(tuple(draw(st.booleans()) for _ in names), draw(allowed)) for _ in range(number)]
    cards = draw(st.permutations(pack))[: draw(st.integers(1, 4))]
    cuts = draw(st.integers(0, len(cards)))
    parts = [cards] if number == 1 else [cards[:cuts], cards[cuts:]]
    return names, kinds, pack, [sorted(map(value_of, part)) for part in parts], put_back


@given(laid_out())
@settings(max_examples=60)
def test_draws_are_those_of_physical_cards(
    case: tuple[list[str], list[Kind], list[oracle.Card], list[list[int]], bool],
) -> None:
    """Given the values, every answer and all answers together are counted as among all ways to lay the cards."""
    names, kinds, pack, values, put_back = case
    slots = [(value, kind) for kind, part in zip(kinds, values, strict=True) for value in part]
    fitting: Counter[tuple[object, ...]] = Counter()
    ways = 0
    for cards in laid(pack, len(slots), put_back=put_back):
        if any(value_of(card) != value for card, (value, _) in zip(cards, slots, strict=True)):
            continue
        ways += 1
        if any(
            kind.allowed is not None and card_of(card).class_at(Fineness.FACES) not in kind.allowed
            for card, (_, kind) in zip(cards, slots, strict=True)
        ):
            continue
        looked_at = [
            tuple(card for card, (_, kind) in zip(cards, slots, strict=True) if kind.lookers[index])
            for index in range(len(names))
        ]
        fitting[tuple(QUESTIONS[name].answer(hand) for name, hand in zip(names, looked_at, strict=True))] += 1
    features = [Feature(ANYWHERE, QUESTIONS[name].evaluator) for name in names]
    faces = FaceDraws(features, kinds, shoe_of(pack, replacement=put_back))
    identity = faces.identity(tuple(tuple(part) for part in values))
    counted: Counter[tuple[object, ...]] = Counter()
    for elements, number in faces.joined(identity).items():
        read = tuple(feature.evaluator.read(element) for feature, element in zip(features, elements, strict=True))
        counted[read] += number
    assert +counted == fitting
    assert faces.ways(identity) == ways


@given(PACKS, st.lists(st.integers(0, 3), min_size=1, max_size=2))
@settings(max_examples=40)
def test_a_removed_class_is_one_card_less_in_the_shoe(pack: list[oracle.Card], sizes: list[int]) -> None:
    """Draws of one value with a class removed are the draws of the shoe without that card."""
    features = [Feature(ANYWHERE, QUESTIONS[name].evaluator) for name in ("same suit", "pattern")]
    kinds = [Kind((True, True)), Kind((False, True))][: len(sizes)]
    gone = pack[0]
    whole, short = FaceDraws(features, kinds, shoe_of(pack)), FaceDraws(features, kinds, shoe_of(pack[1:]))
    removed = (card_of(gone).class_at(Fineness.FACES),)
    less = whole.identity_of([whole.draw_id(value_of(gone), tuple(sizes), removed)])
    expected = short.identity_of([short.draw_id(value_of(gone), tuple(sizes))])
    assert {key: n for key, n in whole.joined(less).items() if n} == {
        key: n for key, n in short.joined(expected).items() if n
    }
    assert whole.ways(less) == short.ways(expected)


def test_values_that_behave_alike_share_a_draw() -> None:
    """In a full shoe two aces make a pair as two deuces do; two ten-valued cards, of four ranks, do not."""
    faces = FaceDraws([Feature(ANYWHERE, QUESTIONS["same rank"].evaluator)], [Kind((True,))], Shoe.decks(8))
    aces, deuces, tens = (faces.identity(((value, value),)) for value in (1, 2, 0))
    assert aces == deuces != tens
    assert faces.joined(aces) == {("shared",): perm(32, 2)}
    assert faces.joined(tens) == {("shared",): 4 * perm(32, 2), ("mixed",): perm(128, 2) - 4 * perm(32, 2)}


def test_no_cards_are_drawn_in_one_way() -> None:
    """Without cards the features have their empty elements, in one way."""
    evaluator = QUESTIONS["same rank"].evaluator
    faces = FaceDraws([Feature(ANYWHERE, evaluator)], [Kind((True,))], Shoe.decks(1))
    empty = faces.identity(((),))
    assert (faces.joined(empty), faces.ways(empty)) == ({(evaluator.empty,): 1}, 1)


@pytest.mark.parametrize("cards", range(5))
@pytest.mark.parametrize("number", range(4))
def test_ordered_draws_are_permutations_or_products(cards: int, number: int) -> None:
    """Draws are counted without and with replacement."""
    assert draws(cards, number, 1) == len(list(permutations(range(cards), number)))
    assert draws(cards, number, 0) == len(list(product(range(cards), repeat=number)))
