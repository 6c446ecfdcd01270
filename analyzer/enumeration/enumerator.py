"""Enumerator: counts of everything a shoe can deal in one coup, by recursion, before any rule is applied.

The recursion deals punto's opening and banco's opening, takes each card out of the composition and puts it back; a
fifth and a sixth card come from what is left. It does not know the drawing rules: it keeps all that a drawing decision
can depend on (both openings, the fifth and the sixth card) and counts the deals of four, of five and of six cards, so
that a tableau only selects from them. A count does not depend on the order of dealing: all choices of four positions
in a shuffled shoe are equivalent.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from analyzer.arguments import checked
from analyzer.cards.card import Fineness, class_cards
from analyzer.cards.shoe import CARDS_IN_A_COUP, Shoe
from analyzer.errors import ShoeError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from analyzer.cards.card import Card

__all__ = [
    "BY_FACE",
    "BY_RANK",
    "BY_VALUE",
    "Branch",
    "Deals",
    "Opening",
    "Partition",
    "enumerate_deals",
    "every_deal",
    "keep_nothing",
    "keep_values",
]


class Partition(NamedTuple):
    """A partition of the cards into classes, none of which mixes point values.

    Attributes:
        fineness: the fineness at which a shoe must be known.
        class_of: for each class of that fineness, in the order of `cards.class_names`, its class here, from 0.

    >>> BY_VALUE.values
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    """

    fineness: Fineness
    class_of: tuple[int, ...]

    @property
    def values(self) -> tuple[int, ...]:
        """The point value of each class."""
        value_of: dict[int, int] = {}
        for card, index in zip(class_cards(self.fineness), self.class_of, strict=True):
            value = card.point_value
            if value_of.setdefault(index, value) != value:
                raise ShoeError(f"partition: class {index} mixes the point values {value_of[index]} and {value}")
        if set(value_of) != set(range(len(value_of))):
            raise ShoeError(
                f"partition: got the classes {sorted(value_of)}; they must be numbered from 0 without a gap"
            )
        return tuple(value_of[index] for index in range(len(value_of)))

    def counts(self, shoe: Shoe) -> list[int]:
        """Return how many cards of each class the shoe holds."""
        class_counts = [0] * (max(self.class_of) + 1)
        for index, count in zip(self.class_of, shoe.at(self.fineness).counts, strict=True):
            class_counts[index] += count
        return class_counts


BY_VALUE = Partition(Fineness.VALUES, tuple(range(Fineness.VALUES)))
BY_RANK = Partition(Fineness.RANKS, tuple(range(Fineness.RANKS)))
BY_FACE = Partition(Fineness.FACES, tuple(range(Fineness.FACES)))


class Opening(NamedTuple):
    """What is kept of a hand's first two cards: their total, and the features the question reads."""

    total: int
    kept: Hashable = None


class Branch(NamedTuple):
    """All deals with the same two openings, before any rule is applied.

    Attributes:
        punto: punto's opening.
        banco: banco's opening.
        ways: ordered ways to deal the four cards.
        fifth: ordered ways to deal five, by the class of the fifth card.
        sixth: ordered ways to deal six, by the class of the fifth card, then by that of the sixth.
    """

    punto: Opening
    banco: Opening
    ways: int
    fifth: list[int]
    sixth: list[list[int]]


@dataclass(frozen=True, slots=True)
class Deals:
    """Everything a shoe can deal, with both results of every drawing decision.

    Attributes:
        values: the point value of each class of cards.
        branches: the deals by openings.
        pad_four: the number of ways the two unused cards of a four-card coup could have come.
        pad_five: the same for the one unused card of a five-card coup.
        total: the number of ordered six-card deals.
    """

    values: tuple[int, ...]
    branches: tuple[Branch, ...]
    pad_four: int
    pad_five: int
    total: int


def keep_nothing(_first: int, _second: int) -> Hashable:
    """Keep only the total of an opening."""
    return None


def keep_values(first: int, second: int) -> Hashable:
    """Keep the classes of an opening's cards, besides its total."""
    return first, second


@checked(shoe=Shoe, partition=Partition)
@lru_cache(maxsize=16)
def enumerate_deals(
    shoe: Shoe,
    partition: Partition = BY_VALUE,
    *,
    punto: Callable[[int, int], Hashable] = keep_nothing,
    banco: Callable[[int, int], Hashable] = keep_nothing,
) -> Deals:
    """Enumerate everything the shoe can deal in one coup.

    Args:
        shoe: the composition.
        partition: the classes of cards that the recursion distinguishes.
        punto: returns what to keep of punto's opening besides its total, given its two classes, the lower first.
        banco: the same for banco's opening.

    Raises:
        ShoeError: if the shoe is not known as finely as the partition asks.

    Cost: about k^4/4 deals of four cards for k classes and any number of cards (10 values: 3,025).

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
            (first, second, Opening((values[first] + values[second]) % 10, keep(first, second)))
            for first in classes
            for second in classes[first:]
        ]
        for keep in (punto, banco)
    ]
    nodes: dict[tuple[Opening, ...], _Node] = defaultdict(lambda: _Node(len(full)))

    def deal(hand: int, ways: int, dealt: tuple[int, ...], openings: tuple[Opening, ...]) -> None:
        if hand == len(pairs):
            nodes[openings].add(ways, dealt)
            return
        for first, second, opening in pairs[hand]:
            count = remaining[first]
            remaining[first] -= take
            # Two cards of different classes come in two orders.
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
        tuple(node.branch(openings, full, replacement=shoe.replacement) for openings, node in nodes.items()),
        (cards - 4 * take) * pad_five,
        pad_five,
        shoe.at(partition.fineness).total,
    )


class _Node:
    """Sums over all deals of four cards with the same two openings.

    The fifth and sixth card are not enumerated: they come from the full shoe less the four cards dealt. With n_v cards
    of class v in the shoe, m_v of them among the four, and w ways to deal these, the fifth is of class v in
    w (n_v - m_v) ways, and then the sixth of class u in w (n_v - m_v) (n_u - m_u - [u = v]). Multiplied out, these
    depend on the four cards only through the sums of w (`ways`), of w m_v (`once`) and of w m_v m_u (`twice`).
    """

    __slots__ = ("once", "twice", "ways")

    def __init__(self, classes: int) -> None:
        self.ways = 0
        self.once = [0] * classes
        self.twice = [[0] * classes for _ in range(classes)]

    def add(self, ways: int, dealt: tuple[int, ...]) -> None:
        """Add the ways to deal these four cards to the sums."""
        self.ways += ways
        once, twice = self.once, self.twice
        for card in dealt:
            once[card] += ways
            row = twice[card]
            for other in dealt:
                row[other] += ways

    def branch(self, openings: tuple[Opening, ...], full: tuple[int, ...], *, replacement: bool) -> Branch:
        """Return the counts of four, five and six cards."""
        punto, banco = openings
        if replacement:
            fifth = [self.ways * count for count in full]
            return Branch(punto, banco, self.ways, fifth, [[orders * count for count in full] for orders in fifth])
        fifth = [self.ways * count - once for count, once in zip(full, self.once, strict=True)]
        sixth = [
            [orders * count - fifth_count * once + both for count, once, both in zip(full, self.once, row, strict=True)]
            for fifth_count, orders, row in zip(full, fifth, self.twice, strict=True)
        ]
        for card, orders in enumerate(fifth):
            sixth[card][card] -= orders
        return Branch(punto, banco, self.ways, fifth, sixth)


def every_deal(shoe: Shoe) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Yield every sequence of six cards, known as finely as the shoe, with the ordered ways to deal it.

    The ways sum to `shoe.total`. For shoes of a few cards.

    Raises:
        ShoeError: if the shoe is drawn with replacement.

    Cost: up to (N)_6 deals for N cards.

    >>> from analyzer import Shoe
    >>> [(len(cards), ways) for cards, ways in every_deal(Shoe.from_spec("9=6"))]
    [(6, 720)]
    """
    if shoe.replacement:
        raise ShoeError("shoe: a shoe drawn with replacement (inf) has too many deals to list; name a few cards")
    cards = class_cards(shoe.fineness)
    remaining = list(shoe.counts)

    def deal(dealt: tuple[Card, ...], ways: int) -> Iterator[tuple[tuple[Card, ...], int]]:
        if len(dealt) == CARDS_IN_A_COUP:
            yield dealt, ways
            return
        for index, count in enumerate(remaining):
            if count:
                remaining[index] -= 1
                yield from deal((*dealt, cards[index]), ways * count)
                remaining[index] += 1

    return deal((), 1)
