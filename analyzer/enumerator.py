"""The recursive enumerator: everything a shoe can deal in one coup, counted, before any rule is applied.

The recursion deals punto's opening, banco's opening, the fifth and the sixth card, takes each out of the
composition and puts it back. It knows no drawing rule: it keeps what every drawing decision can depend on (both
openings, the fifth and the sixth card) and counts coups that stop after four, after five and after six cards
alike, so that a tableau only selects from them. The order of dealing does not matter to a count: any four places of a
shuffled shoe are as good as any other.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from analyzer.cards import Fineness, class_names, read_card

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from analyzer.shoe import Shoe

__all__ = ["BY_FACE", "BY_RANK", "BY_VALUE", "Branch", "Deals", "Opening", "Partition", "enumerate_deals"]


class Partition(NamedTuple):
    """A way of telling cards apart: classes of faces, none of which mixes point values.

    Attributes:
        fineness: the fineness a shoe must be known at.
        class_of: for each class of that fineness, in the order of `cards.class_names`, its class here, from 0.

    >>> BY_VALUE.values
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    """

    fineness: Fineness
    class_of: tuple[int, ...]

    @property
    def values(self) -> tuple[int, ...]:
        """The point value of each class."""
        found: dict[int, int] = {}
        for name, place in zip(class_names(self.fineness), self.class_of, strict=True):
            value = read_card(name).point_value
            if found.setdefault(place, value) != value:
                raise ValueError(f"class {place} mixes the point values {found[place]} and {value}")
        return tuple(found[place] for place in range(len(found)))

    def counts(self, shoe: Shoe) -> list[int]:
        """Return how many cards of each class the shoe holds."""
        cells = [0] * (max(self.class_of) + 1)
        for place, count in zip(self.class_of, shoe.at(self.fineness).counts, strict=True):
            cells[place] += count
        return cells


BY_VALUE = Partition(Fineness.VALUES, tuple(range(Fineness.VALUES)))
BY_RANK = Partition(Fineness.RANKS, tuple(range(Fineness.RANKS)))
BY_FACE = Partition(Fineness.FACES, tuple(range(Fineness.FACES)))


class Opening(NamedTuple):
    """What is kept of a hand's first two cards: their total, and whatever else the question looks at."""

    total: int
    seen: Hashable = None


class Branch(NamedTuple):
    """All deals with these two openings.

    Attributes:
        punto: punto's opening.
        banco: banco's opening.
        ways: ordered ways to deal the four cards.
        fifth: ordered ways to deal five, by the class of the fifth card.
        sixth: ordered ways to deal six, by the classes of the fifth and the sixth card.
    """

    punto: Opening
    banco: Opening
    ways: int
    fifth: list[int]
    sixth: list[list[int]]


@dataclass(frozen=True, slots=True)
class Deals:
    """Everything a shoe can deal, both branches of every drawing decision kept.

    Attributes:
        values: the point value of each class of cards.
        branches: the deals by openings.
        pad_four: in how many ways the two unused cards of a four-card coup could have come.
        pad_five: the same for the one unused card of a five-card coup.
        total: ordered six-card deals in all.
    """

    values: tuple[int, ...]
    branches: tuple[Branch, ...]
    pad_four: int
    pad_five: int
    total: int


def _nothing_more(_first: int, _second: int) -> Hashable:
    """Keep of an opening only its total."""
    return None


@lru_cache(maxsize=16)
def enumerate_deals(
    shoe: Shoe,
    partition: Partition = BY_VALUE,
    *,
    punto: Callable[[int, int], Hashable] = _nothing_more,
    banco: Callable[[int, int], Hashable] = _nothing_more,
) -> Deals:
    """Enumerate all the shoe can deal in one coup.

    Args:
        shoe: the composition.
        partition: how finely the recursion tells cards apart.
        punto: what to keep of punto's opening beside its total, given its two classes, the lower first.
        banco: the same for banco's opening.

    Raises:
        ShoeError: if the shoe is not known as finely as the partition asks.

    Cost: with k classes about k^5/4 steps, whatever the number of cards (10 values: 30,250).

    >>> from analyzer import Shoe
    >>> deals = enumerate_deals(Shoe.decks(8))
    >>> sum(branch.ways for branch in deals.branches) * deals.pad_four == deals.total
    True
    """
    remaining = partition.counts(shoe)
    full = tuple(remaining)
    values = partition.values
    classes = range(len(full))
    take = 0 if shoe.replacement else 1
    pairs = [
        [
            (first, second, Opening((values[first] + values[second]) % 10, observe(first, second)))
            for first in classes
            for second in classes[first:]
        ]
        for observe in (punto, banco)
    ]
    nodes: dict[tuple[Opening, ...], _Node] = defaultdict(lambda: _Node(len(full)))

    def deal(hand: int, ways: int, dealt: tuple[int, ...], openings: tuple[Opening, ...]) -> None:
        if hand == len(pairs):
            nodes[openings].add(ways, dealt, remaining)
            return
        for first, second, opening in pairs[hand]:
            count = remaining[first]
            remaining[first] -= take
            # Two cards of two classes come in two orders.
            orders = ways * count * remaining[second] * (1 if first == second else 2)
            if orders:
                remaining[second] -= take
                deal(hand + 1, orders, (*dealt, first, second), (*openings, opening))
                remaining[second] += take
            remaining[first] += take

    deal(0, 1, (), ())
    cards = sum(full)
    pad_five = cards - 5 * take
    return Deals(
        values,
        tuple(
            Branch(punto_opening, banco_opening, node.ways, node.fifth, node.sixth(full, take))
            for (punto_opening, banco_opening), node in nodes.items()
        ),
        (cards - 4 * take) * pad_five,
        pad_five,
        shoe.at(partition.fineness).total,
    )


class _Node:
    """The running counts of one pair of openings."""

    __slots__ = ("fifth", "taken", "ways")

    def __init__(self, classes: int) -> None:
        self.ways = 0
        self.fifth = [0] * classes
        self.taken = [[0] * classes for _ in range(classes)]

    def add(self, ways: int, dealt: tuple[int, ...], remaining: list[int]) -> None:
        """Count the deals of four cards, and of five by the class of the fifth.

        The sixth card is not walked: it comes from the full shoe less the five dealt. So here only what each of the
        first four takes from it is kept; the full shoe, and the fifth card itself, are added once in `sixth`.
        """
        self.ways += ways
        orders = [ways * count for count in remaining]
        self.fifth = list(map(add, self.fifth, orders))
        taken = self.taken
        for card in dealt:
            taken[card] = list(map(add, taken[card], orders))

    def sixth(self, full: tuple[int, ...], take: int) -> list[list[int]]:
        """Return the deals of six cards, by the classes of the fifth and the sixth."""
        return [
            [
                orders * (count - take * (fifth == sixth)) - take * self.taken[sixth][fifth]
                for sixth, count in enumerate(full)
            ]
            for fifth, orders in enumerate(self.fifth)
        ]
