"""Evaluators: what a question can look at in a set of cards, so that sets are never listed when a summary will do.

An evaluator turns every card into an element, and elements merge: those of one point value first (`add`), then, once no
further card of that value can come (`close`), those of different values (`join`). Both merges are commutative and
associative with `empty` as their neutral element, so the cards may be taken in any order. What is not told apart by an
evaluator is never told apart by the counting either.
"""

from __future__ import annotations

from collections import Counter
from enum import IntFlag
from functools import cache, lru_cache
from itertools import pairwise
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.cards.card import Card, Fineness, Rank, Suit, class_cards, read_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

__all__ = [
    "EVERY_CARD",
    "MIXED",
    "PATTERNS",
    "RED",
    "SCOPES",
    "Evaluator",
    "Feature",
    "Position",
    "contained",
    "fineness_of",
    "number_of",
    "pattern",
    "rank_within",
    "same",
]

RED = frozenset({Suit.HEARTS, Suit.DIAMONDS})
EVERY_CARD = class_cards(Fineness.FACES)


class Position(IntFlag):
    """Where a card of the coup lies."""

    PUNTO_OPENING = 1
    BANCO_OPENING = 2
    PUNTO_THIRD = 4
    BANCO_THIRD = 8


class Scope(NamedTuple):
    """Positions that a condition can look at.

    Attributes:
        positions: the positions.
        title: how it reads.
        most: the most cards it can hold.
    """

    positions: Position
    title: str
    most: int


_OPENINGS = Position.PUNTO_OPENING | Position.BANCO_OPENING
SCOPES = {
    "punto_opening": Scope(Position.PUNTO_OPENING, "punto's opening", 2),
    "banco_opening": Scope(Position.BANCO_OPENING, "banco's opening", 2),
    "punto_hand": Scope(Position.PUNTO_OPENING | Position.PUNTO_THIRD, "punto's hand", 3),
    "banco_hand": Scope(Position.BANCO_OPENING | Position.BANCO_THIRD, "banco's hand", 3),
    "openings": Scope(_OPENINGS, "the four opening cards", 4),
    "dealt": Scope(_OPENINGS | Position.PUNTO_THIRD | Position.BANCO_THIRD, "all cards dealt", 6),
}


class Evaluator(NamedTuple):
    """One thing to look at in a set of cards; see the module.

    The elements of one evaluator are all of one kind, which only the evaluator itself knows: hence `Any`.

    Attributes:
        of: the element of one card.
        empty: the element of no card.
        add: merges elements of cards of one point value.
        close: what is left to know once a point value is complete.
        join: merges closed elements of different point values.
        read: the answer a closed element gives.
        by_equality: whether within one point value only the equality of elements matters, so that they may be renamed.
    """

    of: Callable[[Card], Any]
    empty: Any
    add: Callable[[Any, Any], Any]
    close: Callable[[Any], Any]
    join: Callable[[Any, Any], Any]
    read: Callable[[Any], Hashable]
    by_equality: bool = False


class Feature(NamedTuple):
    """An evaluator, and the positions of the cards it takes."""

    positions: Position
    evaluator: Evaluator


def fineness_of(features: tuple[Feature, ...]) -> Fineness:
    """Return how finely a shoe must be known for these features.

    >>> fineness_of((Feature(Position.PUNTO_OPENING, same("rank")),)).name
    'RANKS'
    """
    for fineness in Fineness:
        seen: dict[int, Hashable] = {}
        if all(
            seen.setdefault(card.class_at(fineness), key) == key
            for card in EVERY_CARD
            for key in [tuple(feature.evaluator.of(card) for feature in features)]
        ):
            return fineness
    raise AssertionError("faces tell every card apart")  # pragma: no cover


def _unchanged(element: Any) -> Any:  # noqa: ANN401 - see Evaluator
    return element


def _colour(card: Card) -> str:
    return "red" if card.suit in RED else "black"


MIXED = "mixed"
SHARED = "shared"
_KEYS: dict[str, Callable[[Card], Hashable]] = {
    "rank": lambda card: card.rank,
    "suit": lambda card: card.suit,
    "face": _unchanged,
    "colour": _colour,
}


@cache
def same(what: str) -> Evaluator:
    """Return the evaluator whose answer is what all the cards share: the rank, suit, face or colour, or `MIXED`.

    Ranks and faces lie within one point value; which one is shared is not kept, only `SHARED`, so that all point
    values look alike.

    >>> from analyzer.cards.card import read_cards
    >>> evaluator = same("colour")
    >>> cards = read_cards("KH 5D")
    >>> evaluator.read(evaluator.join(*map(evaluator.of, cards)))
    'red'
    """

    def merge(one: Hashable, other: Hashable) -> Hashable:
        if one is None or other is None:
            return other if one is None else one
        return one if one == other else MIXED

    if what in {"suit", "colour"}:
        return Evaluator(_KEYS[what], None, merge, _unchanged, merge, _unchanged)

    def closed(key: Hashable) -> Hashable:
        return key if key in {None, MIXED} else SHARED

    def join(one: Hashable, other: Hashable) -> Hashable:
        if one is None or other is None:
            return other if one is None else one
        return MIXED

    return Evaluator(_KEYS[what], None, merge, closed, join, _unchanged, by_equality=True)


@cache
def number_of(cards: frozenset[Card]) -> Evaluator:
    """Return the evaluator whose answer is how many of the cards belong to a set of faces."""
    return Evaluator(lambda card: int(card in cards), 0, add, _unchanged, add, _unchanged)


PATTERNS = {
    "all different": (),
    "pair": (2,),
    "two pairs": (2, 2),
    "three pairs": (2, 2, 2),
    "three of a kind": (3,),
    "full house": (3, 2),
    "two threes of a kind": (3, 3),
    "four of a kind": (4,),
    "four of a kind and a pair": (4, 2),
    "five of a kind": (5,),
    "six of a kind": (6,),
}
_PATTERN_NAMES = {groups: name for name, groups in PATTERNS.items()}


@cache
def pattern() -> Evaluator:
    """Return the evaluator whose answer is the pattern of equal ranks, single cards left aside.

    >>> evaluator = pattern()
    >>> evaluator.read(evaluator.join((3,), (2,)))
    'full house'
    """

    def in_order(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(one + other, reverse=True))

    def groups(ranks: tuple[int, ...]) -> tuple[int, ...]:
        # No rank spans two point values, so the groups of one value are final.
        return tuple(sorted((size for size in Counter(ranks).values() if size > 1), reverse=True))

    return Evaluator(lambda card: (card.rank,), (), in_order, groups, in_order, _PATTERN_NAMES.__getitem__)


@cache
def rank_within(which: str, ranks: frozenset[Rank | None]) -> Evaluator:
    """Return the evaluator whose answer is whether the "highest" or "lowest" rank, ace low, is one of `ranks`.

    None among the ranks stands for no card at all. Only runs of ranks with the same answer are told apart.
    """
    runs = [Rank.ACE in ranks]
    run_of = {Rank.ACE: 0}
    for before, rank in pairwise(Rank):
        if (rank in ranks) != runs[-1]:
            runs.append(rank in ranks)
        run_of[rank] = run_of[before] + ((rank in ranks) != (before in ranks))
    extreme = max if which == "highest" else min

    def merge(one: int | None, other: int | None) -> int | None:
        if one is None or other is None:
            return other if one is None else one
        return extreme(one, other)

    def answer(run: int | None) -> bool:
        return (None in ranks) if run is None else runs[run]

    return Evaluator(lambda card: run_of[Rank(card.rank or 0)], None, merge, _unchanged, merge, answer)


_Found = tuple[int, tuple[int, ...]] | int
"""A point value and how many of each card named of it were found; 0 for no card of a value named."""


class _Part(NamedTuple):
    """What one choice wants of one point value: how many cards, and how many there must be of each named."""

    value: int
    cards: int
    needed: dict[Card, int]


@lru_cache(maxsize=256)
def contained(choices: tuple[str, ...], most: int) -> Evaluator:
    """Return the evaluator whose answer is whether the cards include all those of one of the choices.

    A card named without a suit may be of any; one named twice must be there twice.

    Args:
        choices: cards in text, known by rank at least.
        most: the most cards there can be.

    >>> evaluator = contained(("K Q",), 2)
    >>> cards = read_cards("Kc Qc")
    >>> evaluator.read(evaluator.close(evaluator.add(*map(evaluator.of, cards))))
    True
    """
    search = _Search(choices, most)
    return Evaluator(search.of, 0, search.add, search.close, search.join, search.found_all)


class _Search:
    """The search for one of some choices.

    What a choice wants of one point value is a part, met or not once that value is complete. So what is joined are
    the parts met, as bits, without those of a choice that too few cards are left for.
    """

    def __init__(self, choices: tuple[str, ...], most: int) -> None:
        """Take the choices apart."""
        self._most = most
        self._parts: list[_Part] = []
        # Every choice as the bits of its parts, and with the number of cards in each.
        self._wholes: list[tuple[int, list[tuple[int, int]]]] = []
        for choice in choices:
            of_value: dict[int, Counter[Card]] = {}
            for card, number in Counter(read_cards(choice)).items():
                of_value.setdefault(card.point_value, Counter())[card] = number
            first = len(self._parts)
            cards = [(1 << bit, named.total()) for bit, named in enumerate(of_value.values(), start=first)]
            self._wholes.append((sum(bit for bit, _ in cards), cards))
            self._parts += [_Part(value, named.total(), _needed(named)) for value, named in of_value.items()]
        self._won = 1 << len(self._parts)
        # For every point value, the most of each card that a part of it wants: more make no difference.
        self._enough: dict[int, dict[Card, int]] = {}
        for part in self._parts:
            enough = self._enough.setdefault(part.value, {})
            for card, number in part.needed.items():
                enough[card] = max(number, enough.get(card, 0))
        self._settled: dict[int, int] = {}

    def of(self, card: Card) -> _Found:
        """Return which of the cards named of its value it is."""
        names = self._enough.get(card.point_value)
        if names is None:
            return 0
        found = tuple(int(card.rank == name.rank and name.suit in {None, card.suit}) for name in names)
        return (card.point_value, found) if any(found) else 0

    def add(self, one: _Found, other: _Found) -> _Found:
        """Add up what was found of one value."""
        if isinstance(one, int) or isinstance(other, int):
            return one or other
        value, found = one
        return value, tuple(map(min, map(add, found, other[1]), self._enough[value].values()))

    def close(self, found: _Found) -> int:
        """Return the parts that the cards of one value meet."""
        if isinstance(found, int):
            return 0
        value, numbers = found
        there = dict(zip(self._enough[value], numbers, strict=True))
        met = 0
        for bit, part in enumerate(self._parts):
            if part.value == value and all(there[card] >= number for card, number in part.needed.items()):
                met |= 1 << bit
        return self.join(met, 0)

    def join(self, one: int, other: int) -> int:
        """Return the parts met, or that a choice is there whole."""
        met = one | other
        if met not in self._settled:
            whole = met & self._won or any(met & whole == whole for whole, _ in self._wholes)
            self._settled[met] = self._won if whole else self._within_reach(met)
        return self._settled[met]

    def found_all(self, met: int) -> bool:
        """Return whether a choice is there whole."""
        return met == self._won

    def _within_reach(self, met: int) -> int:
        """Return the parts met of choices that the cards left can still make whole."""
        seen: dict[int, int] = {}
        for bit, part in enumerate(self._parts):
            if met >> bit & 1:
                seen[part.value] = max(part.cards, seen.get(part.value, 0))
        left = self._most - sum(seen.values())
        kept = 0
        for whole, cards in self._wholes:
            if whole & met and sum(number for bit, number in cards if not met & bit) <= left:
                kept |= whole
        return met & kept


def _needed(named: Counter[Card]) -> dict[Card, int]:
    """Return how many cards there must be of each named: a suited card also serves its bare rank, which needs both."""
    return {
        card: number + sum(named[other] for other in named if other.rank == card.rank and card != other)
        if card.suit is None
        else number
        for card, number in named.items()
    }
