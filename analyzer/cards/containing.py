"""Cards named in text, and whether a set of cards contains them."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from analyzer.cards.card import read_cards
from analyzer.cards.features import Aspect

if TYPE_CHECKING:
    from analyzer.cards.card import Card

__all__ = ["contained"]

_Found = tuple[int, tuple[int, ...]] | int
"""A point value and how many of each card named of it were found; 0 for no card of a value named."""


class _Part(NamedTuple):
    """What one choice wants of one point value: how many cards, and how many there must be of each named."""

    value: int
    cards: int
    needed: dict[Card, int]


@lru_cache(maxsize=256)
def contained(choices: tuple[str, ...], most: int) -> Aspect:
    """Return the aspect whose answer is whether the cards include all those of one of the choices.

    A card named without a suit may be of any; one named twice must be there twice.

    Args:
        choices: cards in text, known by rank at least.
        most: the most cards there can be.

    >>> aspect = contained(("K Q",), 2)
    >>> cards = read_cards("Kc Qc")
    >>> aspect.read(aspect.close(aspect.add(*map(aspect.of, cards))))
    True
    """
    search = _Search(choices, most)
    return Aspect(search.of, 0, search.add, search.close, search.join, search.found_all)


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
