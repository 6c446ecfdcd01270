"""Polynomial: the count of an event as a form in the counts of a shoe; the rules are summed once, for all shoes.

The number of ways to deal six cards with given point values in a given order depends on the shoe alone: it is the
product over the ten values of n(n-1)(n-2)..., n being how many cards of the value the shoe holds, with as many factors
as the value is dealt (drawn with replacement: n n n...). It is the same for every order, so it is a function of the
multiset m of the six values; call it x^m. How such a deal ends depends on the tableau alone. So any event's count is

    the sum of c_m x^m over the 5,005 multisets m of six point values,

c_m being how many of the at most 720 orders of m end in the event. A hand that stands is given an arbitrary third
card, so every coup has three cards in each hand. So c_m is a sum over the ways to split m between the hands.

To evaluate a form the values are split into two halves, 0-4 and 5-9, so that x^m is the product of one factor from each
half: 924 products within the halves and 5,005 multiplications. Coefficients of several forms are packed into one
integer, far enough apart that their sums never overlap.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial
from operator import add, itemgetter, mul
from typing import TYPE_CHECKING, NamedTuple

from analyzer.arguments import checked, listed
from analyzer.cards.card import Fineness
from analyzer.cards.shoe import CARDS_IN_A_COUP, Shoe
from analyzer.enumeration.coups import endings, playouts
from analyzer.enumeration.distribution import Distribution
from analyzer.enumeration.enumerator import Branch, Deals, Opening
from analyzer.errors import DisagreementError
from analyzer.rules.coup import Ending, Winner
from analyzer.rules.tableau import STANDARD, Tableau
from analyzer.text import short_repr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from analyzer.enumeration.coups import Playout

__all__ = [
    "BLOCKS",
    "HALF",
    "Forms",
    "Half",
    "Weights",
    "crosscheck",
    "endings_by_polynomial",
    "event_forms",
    "every_playout",
    "half",
    "outcome_events",
    "outcome_forms",
    "possible_endings",
    "weighted_forms",
    "weights_of",
]

HALF = 5
"""The number of point values in one half: 0-4 are half 0, 5-9 are half 1."""
BLOCKS = ((1, 6), (0, 6), (1, 5), (0, 5), (1, 4), (0, 4), (1, 3))
"""The order of a form's coefficients: blocks of (half, degree) of the inner products, which are summed first.

Each block is a table with a row for every product of the other half that completes six cards and a column for every
inner product. The inner half is the one with more cards, hence with more products, so few sums are left for the second
step: 77 rows in all.
"""
_DEGREES = range(CARDS_IN_A_COUP + 1)
_MOST_ORDERS = factorial(CARDS_IN_A_COUP)
"""The number of orders of six different values, 720; no multiset has more."""
Weights = frozenset[tuple["Ending", int]]
"""Weights of endings, each 1 or more; an ending that is not named weighs nothing."""


class Half(NamedTuple):
    """The products of one half's counts, by degree, and how each is made from one of the degree below.

    Attributes:
        multisets: for each degree 0-6 the multisets of the values 0-4 in ascending order.
        parents: for each degree from 2 up, the indices in the degree below of the multisets without their last value.
        factors: for each degree from 2 up, the index of the factor for the last value: 6 v + k is n_v - k.
    """

    multisets: tuple[tuple[tuple[int, ...], ...], ...]
    parents: tuple[tuple[int, ...], ...]
    factors: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=1)
def half() -> Half:
    """Return the products of one half.

    >>> [len(multisets) for multisets in half().multisets]
    [1, 5, 15, 35, 70, 126, 210]
    """
    multisets = tuple(tuple(combinations_with_replacement(range(HALF), degree)) for degree in _DEGREES)
    index_of = [{multiset: index for index, multiset in enumerate(of_degree)} for of_degree in multisets]
    return Half(
        multisets,
        tuple(tuple(index_of[degree - 1][multiset[:-1]] for multiset in multisets[degree]) for degree in _DEGREES[2:]),
        tuple(
            tuple(CARDS_IN_A_COUP * values[-1] + values[:-1].count(values[-1]) for values in multisets[degree])
            for degree in _DEGREES[2:]
        ),
    )


@lru_cache(maxsize=1)
def _half_steps() -> list[tuple[Callable[[Sequence[int]], tuple[int, ...]], ...]]:
    return [(itemgetter(*parents), itemgetter(*factors)) for parents, factors in zip(*half()[1:], strict=True)]


def _products(counts: Sequence[int], take: int) -> list[Sequence[int]]:
    """Return the products of one half's five counts, by degree; `take` is 1, or 0 with replacement."""
    factors = [count - take * used for count in counts for used in range(CARDS_IN_A_COUP)]
    products: list[Sequence[int]] = [(1,), counts]
    for parents_of, factors_of in _half_steps():
        products.append(tuple(map(mul, parents_of(products[-1]), factors_of(factors))))
    return products


@lru_cache(maxsize=1)
def _keys() -> tuple[int, ...]:
    """Return the packed multisets in the order of a form's coefficients."""
    packed = [
        [[_pack(multiset, side * HALF) for multiset in multisets] for multisets in half().multisets] for side in (0, 1)
    ]
    return tuple(
        outer + inner
        for side, degree in BLOCKS
        for outer in packed[1 - side][CARDS_IN_A_COUP - degree]
        for inner in packed[side][degree]
    )


@short_repr(lambda _forms: "in the counts of a shoe")
@dataclass(frozen=True, eq=False)
class Forms:
    """Forms of degree six in the ten counts of a shoe, evaluated together.

    Attributes:
        coefficients: for each form its 5,005 coefficients, in the order of `BLOCKS`.
        bound: every coefficient is at most `bound` times the number of orders of its multiset, so every value is at
            most `bound` times the number of six-card deals. It is 1 for counts of events.
    """

    coefficients: tuple[tuple[int, ...], ...]
    bound: int = 1
    _packed: dict[int, list[list[list[int]]]] = field(default_factory=dict, init=False, repr=False)

    @checked(shoe=Shoe)
    def at(self, shoe: Shoe) -> tuple[int, ...]:
        """Return the value of each form on a shoe of any size.

        Raises:
            ShoeError: never for a valid shoe: point values are the coarsest a shoe can be known by.

        Cost: about 7,000 multiplications for any number of cards.

        >>> from analyzer import Shoe
        >>> outcome_forms().at(Shoe.decks(8))
        (2230518282592256, 2292252566437888, 475627426473216)
        """
        by_value = shoe.at(Fineness.VALUES)
        take = 0 if shoe.replacement else 1
        products = [_products(by_value.counts[:HALF], take), _products(by_value.counts[HALF:], take)]
        # One more bit for the sign; rounded up, so that few different widths are packed and kept.
        width = -(-((self.bound * by_value.total).bit_length() + 1) // 64) * 64
        packed = 0
        for (side, degree), rows in zip(BLOCKS, self._rows(width), strict=True):
            inner, outer = products[side][degree], products[1 - side][CARDS_IN_A_COUP - degree]
            packed += sum(map(mul, outer, [sum(map(mul, row, inner)) for row in rows]))
        return _unpack(packed, width, len(self.coefficients))

    def _rows(self, width: int) -> list[list[list[int]]]:
        """Return the tables of all blocks, the forms packed `width` bits apart."""
        if width not in self._packed:
            columns = zip(*self.coefficients, strict=True)
            packed = iter([sum(number << width * index for index, number in enumerate(column)) for column in columns])
            multisets = half().multisets
            self._packed[width] = [
                [[next(packed) for _ in multisets[degree]] for _ in multisets[CARDS_IN_A_COUP - degree]]
                for _, degree in BLOCKS
            ]
        return self._packed[width]


def _unpack(packed: int, width: int, length: int) -> tuple[int, ...]:
    """Return the n_i, each below 2^(width-1) in absolute value, of which `packed` is the sum of 2^(width i) n_i."""
    values = []
    for _ in range(length):
        value = packed & ((1 << width) - 1)
        value -= (value >> (width - 1)) << width
        values.append(value)
        packed = (packed - value) >> width
    return tuple(values)


@checked(tableau=Tableau)
@lru_cache(maxsize=8)
def every_playout(tableau: Tableau) -> tuple[Playout, ...]:
    """Return every way a coup can play out under the tableau with some shoe, each once; its `ways` have no meaning.

    Raises:
        RulesError: if `tableau` is not a Tableau.

    >>> sum(1 for playout in every_playout(STANDARD) if playout.ending == (0, 0, 3, 3))
    31
    """
    # Every pair of opening totals and every two further values can be dealt: one deal represents all of its kind.
    ones = [1] * Fineness.VALUES
    openings = [Opening(total) for total in range(10)]
    branches = tuple(Branch(punto, banco, 1, ones, [ones] * len(ones)) for punto in openings for banco in openings)
    return tuple(playouts(Deals(tuple(range(Fineness.VALUES)), branches, 1, 1, 0), tableau))


@lru_cache(maxsize=64)
def possible_endings(tableau: Tableau) -> frozenset[Ending]:
    """Return every ending that is possible under the tableau with some shoe.

    >>> (0, 9, 2, 3) in possible_endings(STANDARD)
    False
    """
    return frozenset(playout.ending for playout in every_playout(tableau))


@lru_cache(maxsize=1)
def _hands() -> tuple[list[int], list[list[list[tuple[int, int]]]]]:
    """Return the hands of three values; a hand that stands has any value in place of a third card.

    First the 220 multisets of three values, packed; then, for each opening total and value of the third card, the
    indices of the multisets they can make, each with its number of orders.
    """
    values = range(Fineness.VALUES)
    hands = list(combinations_with_replacement(values, 3))
    index_of = {hand: index for index, hand in enumerate(hands)}
    dealt: list[list[list[tuple[int, int]]]] = [[[] for _ in values] for _ in range(10)]
    for first, second in combinations_with_replacement(values, 2):
        # Two cards of different values come in two orders.
        orders = 1 if first == second else 2
        for third in values:
            low, middle, high = sorted((first, second, third))
            dealt[(first + second) % 10][third].append((index_of[low, middle, high], orders))
    return [_pack(hand) for hand in hands], dealt


def _pack(values: Iterable[int], first: int = 0) -> int:
    """Return the multiset of `values`, each plus `first`, as an integer, so that sums are unions.

    Three bits hold how often a value occurs, at most six times.
    """
    return sum(1 << 3 * (first + value) for value in values)


@checked(tableau=Tableau, events=tuple)
@lru_cache(maxsize=8)
def event_forms(tableau: Tableau, events: tuple[frozenset[Ending], ...]) -> Forms:
    """Return the forms that count events, each a set of endings; they may overlap.

    Cost: about 200,000 additions.

    >>> natural = frozenset(ending for ending in possible_endings(STANDARD) if ending.punto_natural)
    >>> from analyzer import Shoe
    >>> event_forms(STANDARD, (natural,)).at(Shoe.infinite()) == (13**6 * 32 // 169,)
    True
    """
    return weighted_forms(tableau, [weights_of(event) for event in listed(events, frozenset, "events")])


def weights_of(event: frozenset[Ending]) -> Weights:
    """Return the weights that count an event: 1 for each of its endings."""
    return frozenset((ending, 1) for ending in event)


def weighted_forms(tableau: Tableau, tables: Sequence[Weights]) -> Forms:
    """Return for each table the form that sums the weights of the endings of all deals.

    Cost: about 200,000 additions.

    >>> from analyzer import Shoe
    >>> cards = frozenset((ending, ending.punto_cards + ending.banco_cards) for ending in possible_endings(STANDARD))
    >>> weighted_forms(STANDARD, [cards]).at(Shoe.infinite())
    (23841766,)
    """
    bound = max((weight for table in tables for _, weight in table), default=1)
    # While the forms are built, their coefficients are packed into one integer, this many bits apart.
    width = (bound * _MOST_ORDERS).bit_length()
    counted: dict[Ending, int] = defaultdict(int)
    for index, table in enumerate(tables):
        for ending, weight in table:
            counted[ending] += weight << width * index
    hands, _ = _hands()
    form: dict[int, int] = defaultdict(int)
    for punto, row in zip(hands, _hands_dealt(tableau, counted), strict=True):
        for banco, orders in zip(hands, row, strict=True):
            form[punto + banco] += orders
    packed = [form[key] for key in _keys()]
    mask = (1 << width) - 1
    return Forms(
        tuple(tuple([coefficients >> width * index & mask for coefficients in packed]) for index in range(len(tables))),
        bound,
    )


def _hands_dealt(tableau: Tableau, counted: dict[Ending, int]) -> list[list[int]]:
    """Return, for each pair of hands, the sum over the orders that deal them of the `counted` of their ending."""
    hands, dealt = _hands()
    values = range(Fineness.VALUES)
    # Banco's hands are summed first, for each opening total and third card of punto, on which alone they depend.
    banco_hands: dict[tuple[int, int | None], list[int]] = defaultdict(lambda: [0] * len(hands))
    for punto, banco, punto_third, banco_third, ending, _ in every_playout(tableau):
        if weight := counted.get(ending, 0):
            weights = banco_hands[punto.total, punto_third]
            for third in values if banco_third is None else (banco_third,):
                for hand, orders in dealt[banco.total][third]:
                    weights[hand] += orders * weight
    table = [[0] * len(hands) for _ in hands]
    for total in range(10):
        for third in values:
            once = list(map(add, banco_hands[total, None], banco_hands[total, third]))
            twice = [2 * orders for orders in once]
            for hand, orders in dealt[total][third]:
                table[hand] = list(map(add, table[hand], once if orders == 1 else twice))
    return table


@lru_cache(maxsize=64)
def outcome_events(tableau: Tableau = STANDARD) -> tuple[frozenset[Ending], ...]:
    """Return the endings in which punto wins, those in which banco wins, and the ties."""
    possible = possible_endings(tableau)
    return tuple(frozenset(ending for ending in possible if ending.winner == winner) for winner in Winner)


@checked(tableau=Tableau)
def outcome_forms(tableau: Tableau = STANDARD) -> Forms:
    """Return the forms that count the wins of punto, the wins of banco and the ties, in this order.

    >>> from analyzer import Shoe
    >>> outcome_forms().at(Shoe.infinite())
    (2153464, 2212744, 460601)
    """
    return event_forms(tableau, outcome_events(tableau))


def endings_by_polynomial(shoe: Shoe, tableau: Tableau) -> Distribution[Ending]:
    """Return the distribution of endings, as `coups.endings` does by the recursion.

    >>> from analyzer import Shoe
    >>> endings_by_polynomial(Shoe.decks(6), STANDARD) == endings(Shoe.decks(6), STANDARD)
    True
    """
    possible = sorted(possible_endings(tableau))
    counts = event_forms(tableau, tuple(frozenset([ending]) for ending in possible)).at(shoe)
    return Distribution(dict(zip(possible, counts, strict=True)))


@checked(shoe=Shoe, tableau=Tableau)
@lru_cache(maxsize=64)
def crosscheck(shoe: Shoe, tableau: Tableau) -> None:
    """Check that the recursion and the polynomial give every ending the same count.

    Raises:
        DisagreementError: if one of the counts differs.
    """
    recursion, polynomial = endings(shoe, tableau), endings_by_polynomial(shoe, tableau)
    for ending in sorted({*recursion, *polynomial}):
        if recursion.count(ending) != polynomial.count(ending):
            raise DisagreementError(
                f"crosscheck: the recursion counts {recursion.count(ending)} deals that end in {tuple(ending)}, the "
                f"polynomial {polynomial.count(ending)}; one of them is wrong, so neither is shown: please report it"
            )
