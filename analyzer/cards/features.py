"""Features: questions about sets of cards, answered by merging cards one by one, so that sets are never listed.

An evaluator maps every card to an element, and elements merge: those of one point value first (`add`), then, once that
value is complete (`close`), those of different values (`join`). Both merges are commutative and associative with
`empty` as their neutral element, so the cards may come in any order. The counting distinguishes only what the
evaluators distinguish.
"""

from __future__ import annotations

from collections import Counter
from enum import IntFlag
from functools import cache, lru_cache, reduce
from itertools import pairwise
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.cards.card import Card, Fineness, Rank, Suit, class_cards, read_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

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
    """Where a card of the coup is."""

    PUNTO_OPENING = 1
    BANCO_OPENING = 2
    PUNTO_THIRD = 4
    BANCO_THIRD = 8


class Scope(NamedTuple):
    """Positions whose cards a condition can look at.

    Attributes:
        positions: the positions.
        title: their name in a sentence.
        most: the largest number of cards in them.
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
    """How the answer to a feature is put together card by card; see the module.

    The elements of an evaluator have a type that only the evaluator knows, hence `Any`.

    Attributes:
        of: returns the element of a card.
        empty: the element of an empty set of cards.
        add: merges elements of cards of one point value.
        close: reduces an element whose point value is complete.
        join: merges closed elements of different point values.
        read: returns the answer of a closed element.
        by_equality: whether within a point value only the equality of elements matters, so that they may be renamed.
        size: how much longer a merge takes than that of numbers, for estimates of the cost.
    """

    of: Callable[[Card], Any]
    empty: Any
    add: Callable[[Any, Any], Any]
    close: Callable[[Any], Any]
    join: Callable[[Any, Any], Any]
    read: Callable[[Any], Hashable]
    by_equality: bool = False
    size: int = 1

    def answer(self, cards: Iterable[Card]) -> Any:  # noqa: ANN401 - any value of the vocabulary
        """Return the answer for these cards.

        >>> same("rank").answer(read_cards("9h 9s"))
        'shared'
        """
        by_value: dict[int, Any] = {}
        for card in cards:
            value, element = card.point_value, self.of(card)
            by_value[value] = self.add(by_value[value], element) if value in by_value else element
        return self.read(reduce(self.join, map(self.close, by_value.values()), self.empty))


class Feature(NamedTuple):
    """An evaluator, and the positions of the cards it looks at."""

    positions: Position
    evaluator: Evaluator


def fineness_of(features: tuple[Feature, ...]) -> Fineness:
    """Return the coarsest fineness at which a shoe must be known for these features.

    >>> fineness_of((Feature(Position.PUNTO_OPENING, same("rank")),)).name
    'RANKS'
    """
    for fineness in Fineness:
        elements_of: dict[int, Hashable] = {}
        if all(
            elements_of.setdefault(card.class_at(fineness), elements) == elements
            for card in EVERY_CARD
            for elements in [tuple(feature.evaluator.of(card) for feature in features)]
        ):
            return fineness
    raise AssertionError("faces distinguish all cards")  # pragma: no cover


def _unchanged(element: Any) -> Any:  # noqa: ANN401 - see Evaluator
    return element


def _colour(card: Card) -> str:
    return "red" if card.suit in RED else "black"


MIXED = "mixed"
SHARED = "shared"
# Plain numbers: a rank or a suit refuses to be compared with `MIXED`.
_KEYS: dict[str, Callable[[Card], Hashable]] = {
    "rank": lambda card: int(card.rank or 0),
    "suit": lambda card: int(card.suit or 0),
    "face": _unchanged,
    "colour": _colour,
}


@cache
def same(what: str) -> Evaluator:
    """Return the evaluator of what all the cards share: the rank, suit, face or colour, or `MIXED`.

    A rank or face belongs to one point value. The answer is then `SHARED`, not the rank or face itself, so that the
    draws of different point values can be equal.

    >>> from analyzer.cards.card import read_cards
    >>> evaluator = same("colour")
    >>> cards = read_cards("KH 5D")
    >>> evaluator.read(evaluator.join(*map(evaluator.of, cards)))
    'red'
    """

    def merge(left: Hashable, right: Hashable) -> Hashable:
        if left is None or right is None:
            return right if left is None else left
        return left if left == right else MIXED

    if what in {"suit", "colour"}:
        return Evaluator(_KEYS[what], None, merge, _unchanged, merge, _unchanged)

    def closed(key: Hashable) -> Hashable:
        return key if key in {None, MIXED} else SHARED

    def join(left: Hashable, right: Hashable) -> Hashable:
        if left is None or right is None:
            return right if left is None else left
        return MIXED

    return Evaluator(_KEYS[what], None, merge, closed, join, _unchanged, by_equality=True)


@cache
def number_of(cards: frozenset[Card]) -> Evaluator:
    """Return the evaluator of how many of the cards belong to a set of faces."""
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
    """Return the evaluator of the pattern of equal ranks; single cards do not count.

    >>> evaluator = pattern()
    >>> evaluator.read(evaluator.join((3,), (2,)))
    'full house'
    """

    def merge(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(left + right, reverse=True))

    def groups(ranks: tuple[int, ...]) -> tuple[int, ...]:
        # A rank has one point value, so the groups of a complete value are final.
        return tuple(sorted((size for size in Counter(ranks).values() if size > 1), reverse=True))

    return Evaluator(lambda card: (card.rank,), (), merge, groups, merge, _PATTERN_NAMES.__getitem__)


@cache
def rank_within(which: str, ranks: frozenset[Rank | None]) -> Evaluator:
    """Return the evaluator of whether the "highest" or "lowest" rank, ace low, is one of `ranks`.

    None among the ranks is the rank of an empty set of cards. Elements distinguish only runs of neighbouring ranks with
    the same answer.
    """
    runs = [Rank.ACE in ranks]
    run_of = {Rank.ACE: 0}
    for before, rank in pairwise(Rank):
        if (rank in ranks) != runs[-1]:
            runs.append(rank in ranks)
        run_of[rank] = run_of[before] + ((rank in ranks) != (before in ranks))
    extreme = max if which == "highest" else min

    def merge(left: int | None, right: int | None) -> int | None:
        if left is None or right is None:
            return right if left is None else left
        return extreme(left, right)

    def answer(run: int | None) -> bool:
        return (None in ranks) if run is None else runs[run]

    return Evaluator(lambda card: run_of[Rank(card.rank or 0)], None, merge, _unchanged, merge, answer)


_MOST_REDUCED = 100_000
"""The most unions of parts that a search remembers."""
_Matches = tuple[int, tuple[int, ...]] | int
"""A point value, and how many cards match each of the names of that value; 0 if none matches."""


class _Part(NamedTuple):
    """The part of a choice within one point value: its number of cards, and how many must match each name."""

    value: int
    cards: int
    needed: dict[Card, int]


@lru_cache(maxsize=64)
def contained(choices: tuple[str, ...], most: int) -> Evaluator:
    """Return the evaluator of whether the cards include all cards of at least one choice.

    A card named without a suit may have any suit; a card named twice must be there twice.

    Args:
        choices: cards as text, each known by rank at least.
        most: the largest number of cards that can be looked at.

    >>> evaluator = contained(("K Q",), 2)
    >>> cards = read_cards("Kc Qc")
    >>> evaluator.read(evaluator.close(evaluator.add(*map(evaluator.of, cards))))
    True
    """
    search = _Search(choices, most)
    return Evaluator(search.of, 0, search.add, search.close, search.join, search.is_complete, size=3 * len(choices))


class _Search:
    """The search for a complete choice.

    A choice has one part for each of its point values; a part is met or missed once that value is complete. So a closed
    element is a bit mask of the parts met, without the parts of choices that too few cards are left to complete.
    """

    def __init__(self, choices: tuple[str, ...], most: int) -> None:
        """Split the choices into parts."""
        self._most = most
        self._parts: list[_Part] = []
        # For each choice the bit mask of its parts, and each part's bit with its number of cards.
        self._choices: list[tuple[int, list[tuple[int, int]]]] = []
        for choice in choices:
            of_value: dict[int, Counter[Card]] = {}
            for card, number in Counter(read_cards(choice)).items():
                of_value.setdefault(card.point_value, Counter())[card] = number
            first = len(self._parts)
            cards = [(1 << bit, named.total()) for bit, named in enumerate(of_value.values(), start=first)]
            self._choices.append((sum(bit for bit, _ in cards), cards))
            self._parts += [_Part(value, named.total(), _needed(named)) for value, named in of_value.items()]
        # The element of every set that includes a choice: one bit above those of the parts.
        self._complete = 1 << len(self._parts)
        # For each point value, the most matches of each name any part needs; more change nothing.
        self._limits: dict[int, dict[Card, int]] = {}
        for part in self._parts:
            limits = self._limits.setdefault(part.value, {})
            for card, number in part.needed.items():
                limits[card] = max(number, limits.get(card, 0))
        self._reduced: dict[int, int] = {}

    def of(self, card: Card) -> _Matches:
        """Return which names of its value the card matches."""
        names = self._limits.get(card.point_value)
        if names is None:
            return 0
        matches = tuple(int(card.rank == name.rank and name.suit in {None, card.suit}) for name in names)
        return (card.point_value, matches) if any(matches) else 0

    def add(self, left: _Matches, right: _Matches) -> _Matches:
        """Add up the matches of one value, as far as they make a difference."""
        if isinstance(left, int) or isinstance(right, int):
            return left or right
        value, matches = left
        return value, tuple(map(min, map(add, matches, right[1]), self._limits[value].values()))

    def close(self, matches: _Matches) -> int:
        """Return the parts that the cards of one value meet, as a bit mask."""
        if isinstance(matches, int):
            return 0
        value, numbers = matches
        matching = dict(zip(self._limits[value], numbers, strict=True))
        met = 0
        for bit, part in enumerate(self._parts):
            if part.value == value and all(matching[card] >= number for card, number in part.needed.items()):
                met |= 1 << bit
        return self.join(met, 0)

    def join(self, left: int, right: int) -> int:
        """Return the union of the parts met, or the element of a complete choice."""
        met = left | right
        if met not in self._reduced:
            if len(self._reduced) >= _MOST_REDUCED:
                self._reduced.clear()
            complete = met & self._complete or any(met & parts == parts for parts, _ in self._choices)
            self._reduced[met] = self._complete if complete else self._within_reach(met)
        return self._reduced[met]

    def is_complete(self, met: int) -> bool:
        """Return whether a choice is complete."""
        return met == self._complete

    def _within_reach(self, met: int) -> int:
        """Return the parts met of the choices that the cards left can still complete."""
        used: dict[int, int] = {}
        for bit, part in enumerate(self._parts):
            if met >> bit & 1:
                used[part.value] = max(part.cards, used.get(part.value, 0))
        left = self._most - sum(used.values())
        reachable = 0
        for parts, cards in self._choices:
            if parts & met and sum(number for bit, number in cards if not met & bit) <= left:
                reachable |= parts
        return met & reachable


def _needed(named: Counter[Card]) -> dict[Card, int]:
    """Return how many cards must match each name; a suited card also counts for its bare rank."""
    return {
        card: number + sum(named[other] for other in named if other.rank == card.rank and card != other)
        if card.suit is None
        else number
        for card, number in named.items()
    }
