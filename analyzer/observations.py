"""Observations: what some features of a coup's cards come to, counted by the cheapest exact route.

The drawing rules see point values only. So the coup is walked over values, and the finer identity of the cards asked
about is added afterwards: given how many cards of each value lie in the places looked at, those cards are drawn
without replacement from the faces of that value, whatever else was dealt. Three routes:

- no feature: the distribution of endings, one walk whatever the number of bets;
- features of openings alone, endings not asked for: the opening cards are counted directly, nobody draws;
- otherwise: one walk that keeps the values of the places looked at and nothing else of the cards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable
from functools import cache, lru_cache, reduce
from itertools import combinations_with_replacement, product
from math import comb, factorial, perm, prod
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from analyzer.aspects import EVERY_CARD, Feature, Place, fineness_of
from analyzer.cards import Fineness
from analyzer.distribution import Distribution
from analyzer.enumerator import enumerate_deals
from analyzer.shoe import CARDS_IN_A_COUP
from analyzer.tableau import endings, finishes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from analyzer.shoe import Shoe
    from analyzer.tableau import Ending, Tableau

__all__ = ["Observation", "observe"]

_VALUES = range(10)
_OPENINGS = Place.PUNTO_OPENING | Place.BANCO_OPENING
Seen = TypeVar("Seen", bound=Hashable)
Values = tuple[int, ...]
"""The point values of the cards in some places, in rising order."""
Elements = tuple[Any, ...]
"""One element for each feature."""


class Observation(NamedTuple, Generic[Seen]):
    """What was observed of a coup.

    Attributes:
        ending: how it ended, None if that was not asked for.
        seen: what was made of the answers of the features.
    """

    ending: Ending | None
    seen: Seen


def observe(  # noqa: PLR0913 - the coup, the question, and how to answer it
    features: Sequence[Feature],
    shoe: Shoe,
    tableau: Tableau,
    see: Callable[[Elements], Seen],
    *,
    with_ending: bool = True,
    progress: Callable[[int, int], object] | None = None,
) -> Distribution[Observation[Seen]]:
    """Return the distribution of what the features come to, in ordered six-card deals.

    Args:
        features: what to look at in the cards.
        shoe: the composition.
        tableau: the drawing rules.
        see: what to make of the features' answers; the coarser, the smaller the distribution.
        with_ending: whether to observe how the coup ended, too.
        progress: told, from time to time, how many sets of values are done, and of how many.

    Raises:
        ShoeError: if the shoe is not known as finely as the features ask.

    Cost: at most two walks of the values with openings told apart, then for each set of values in the places looked
    at the product of what the features tell apart within each value.

    >>> from analyzer import STANDARD, Shoe
    >>> from analyzer.aspects import same
    >>> first_two = Feature(Place.PUNTO_OPENING, same("rank"))
    >>> pair = observe([first_two], Shoe.decks(8), STANDARD, lambda seen: seen != ("mixed",), with_ending=False)
    >>> pair.probability(Observation(None, True))
    Fraction(31, 415)
    """
    wanted = tuple(features)
    if not wanted:
        seen = see(())
        found = endings(shoe, tableau)
        return found.coarsen(lambda ending: Observation(ending if with_ending else None, seen))
    fine = shoe.at(fineness_of(wanted))
    coarse = fine.at(Fineness.VALUES)
    # With replacement a coarser shoe has smaller counts in the same proportion.
    scale = fine.total // coarse.total
    groups = _groups(wanted)
    faces = _Faces(wanted, groups, fine)
    by_faces: dict[int, Counter[Ending | None]] = defaultdict(Counter)
    for values, ended in _value_deals(coarse, tableau, groups, with_ending).items():
        by_faces[faces.identity(values)].update(ended)
    counts: dict[Observation[Seen], int] = defaultdict(int)
    for done, (identity, ended) in enumerate(by_faces.items()):
        if progress is not None and not done % 64:
            progress(done, len(by_faces))
        answers: dict[Seen, int] = defaultdict(int)
        ways = 0
        for elements, weight in faces.joined(identity).items():
            ways += weight
            answers[see(tuple(feature.aspect.read(e) for feature, e in zip(wanted, elements, strict=True)))] += weight
        for ending, count in ended.items():
            each = count * scale // ways
            for seen, weight in answers.items():
                counts[Observation(ending, seen)] += each * weight
    return Distribution(counts)


def _groups(features: tuple[Feature, ...]) -> tuple[Place, ...]:
    """Return the places looked at, put together where every feature looks at all of them or none."""
    merged: dict[tuple[bool, ...], Place] = {}
    for place in Place:
        lookers = tuple(bool(place & feature.places) for feature in features)
        if any(lookers):
            merged[lookers] = merged.get(lookers, Place(0)) | place
    return tuple(merged.values())


@lru_cache(maxsize=16)
def _value_deals(
    shoe: Shoe,
    tableau: Tableau,
    groups: tuple[Place, ...],
    with_ending: bool,  # noqa: FBT001 - private and cached
) -> dict[tuple[Values, ...], Counter[Ending | None]]:
    """Count the deals by the point values in each group of places, and by ending if that is asked for."""
    counts: dict[tuple[Values, ...], Counter[Ending | None]] = defaultdict(Counter)
    if not with_ending and all(group in _OPENINGS for group in groups):
        for values, count in _opening_values(shoe, [group.bit_count() * 2 for group in groups]):
            counts[values][None] += count
        return counts
    deals = enumerate_deals(
        shoe,
        punto=_pair if any(Place.PUNTO_OPENING in group for group in groups) else _nothing,
        banco=_pair if any(Place.BANCO_OPENING in group for group in groups) else _nothing,
    )
    thirds = [
        (number, Place.PUNTO_THIRD in group, Place.BANCO_THIRD in group)
        for number, group in enumerate(groups)
        if group not in _OPENINGS
    ]
    keeps_punto, keeps_banco = any(punto for _, punto, _ in thirds), any(banco for _, _, banco in thirds)
    of_openings: dict[tuple[object, object], tuple[Values, ...]] = {}
    known: dict[tuple[object, ...], Counter[Ending | None]] = {}
    for punto, banco, punto_third, banco_third, ending, ways in finishes(deals, tableau):
        opened = (punto.seen, banco.seen)
        if opened not in of_openings:
            of_openings[opened] = tuple(_opened(group, *opened) for group in groups)
        values = of_openings[opened]
        key = (values, punto_third if keeps_punto else None, banco_third if keeps_banco else None)
        ended = known.get(key)
        if ended is None:
            held = list(values)
            for number, punto_too, banco_too in thirds:
                more = (punto_third if punto_too else None, banco_third if banco_too else None)
                held[number] = tuple(sorted([*held[number], *(value for value in more if value is not None)]))
            ended = known[key] = counts[tuple(held)]
        if ways:
            ended[ending if with_ending else None] += ways
    return counts


def _opened(group: Place, punto: Any, banco: Any) -> Values:  # noqa: ANN401 - kept by the enumerator untyped
    """Return the opening values that lie in a group."""
    lying = (punto if Place.PUNTO_OPENING in group else ()) + (banco if Place.BANCO_OPENING in group else ())
    return tuple(sorted(lying))


def _pair(first: int, second: int) -> tuple[int, int]:
    return first, second


def _nothing(_first: int, _second: int) -> None:
    return None


def _opening_values(shoe: Shoe, sizes: list[int]) -> Iterator[tuple[tuple[Values, ...], int]]:
    """Yield the values of groups of so many cards each, and the deals in which the first cards are these."""
    used = sum(sizes)
    take = 0 if shoe.replacement else 1
    padding = prod(shoe.cards - take * dealt for dealt in range(used, CARDS_IN_A_COUP))
    for values in product(*(combinations_with_replacement(_VALUES, size) for size in sizes)):
        held = Counter(value for group in values for value in group)
        count = padding * prod(_arrangements(group) for group in values)
        for value, number in held.items():
            count *= _draws(shoe.counts[value], number, take)
        if count:
            yield values, count


def _arrangements(values: Values) -> int:
    """Return in how many orders these values can lie."""
    return factorial(len(values)) // prod(map(factorial, Counter(values).values()))


def _draws(cards: int, number: int, take: int) -> int:
    """Return the ordered ways to draw so many of some cards, with replacement if `take` is 0."""
    return perm(cards, number) if take else cards**number


class _Faces:
    """What features come to once the point values in each group of places are known.

    Values whose faces behave alike (as those of a full shoe do where only equality is asked) share one number, and
    so do sets of values made of such; every set is worked out once.
    """

    def __init__(self, features: tuple[Feature, ...], groups: tuple[Place, ...], shoe: Shoe) -> None:
        self._features = features
        self._lookers = [[place in feature.places for feature in features] for place in groups]
        self._take = 0 if shoe.replacement else 1
        self._cells: list[dict[Elements, int]] = [defaultdict(int) for _ in _VALUES]
        first = {card.class_at(shoe.fineness): card for card in reversed(EVERY_CARD)}
        for place, count in enumerate(shoe.counts):
            card = first[place]
            if count:
                self._cells[card.point_value][tuple(feature.aspect.of(card) for feature in features)] += count
        self._numbers: dict[frozenset[tuple[Elements, int]], int] = {}
        self._within: list[dict[Elements, int]] = []
        self._of_value: dict[tuple[int, tuple[int, ...]], int] = {}
        self._sets: dict[tuple[int, ...], int] = {}
        self._parts: list[tuple[int, ...]] = []
        self._joined: dict[tuple[int, ...], dict[Elements, int]] = {
            (): {tuple(feature.aspect.empty for feature in features): 1}
        }

    def identity(self, values: tuple[Values, ...]) -> int:
        """Return the number of these sets of values; sets with the same number have the same `joined`."""
        held = sorted({value for group in values for value in group})
        parts = tuple(sorted(self._number(value, tuple(group.count(value) for group in values)) for value in held))
        number = self._sets.setdefault(parts, len(self._sets))
        if number == len(self._parts):
            self._parts.append(parts)
        return number

    def joined(self, identity: int) -> dict[Elements, int]:
        """Return the elements of the features, each with its ordered ways to draw the faces, the values given."""
        return self._join(self._parts[identity])

    def _join(self, parts: tuple[int, ...]) -> dict[Elements, int]:
        found = self._joined.get(parts)
        if found is None:
            found = defaultdict(int)
            joins = [feature.aspect.join for feature in self._features]
            last = self._within[parts[-1]].items()
            for elements, weight in self._join(parts[:-1]).items():
                for more, ways in last:
                    found[tuple([join(a, b) for join, a, b in zip(joins, elements, more, strict=True)])] += (
                        weight * ways
                    )
            self._joined[parts] = found
        return found

    def _number(self, value: int, sizes: tuple[int, ...]) -> int:
        """Return the number of so many cards of one value in each group."""
        number = self._of_value.get((value, sizes))
        if number is None:
            found = self._draw(value, sizes)
            number = self._numbers.setdefault(frozenset(found.items()), len(self._numbers))
            if number == len(self._within):
                self._within.append(found)
            self._of_value[value, sizes] = number
        return number

    def _draw(self, value: int, sizes: tuple[int, ...]) -> dict[Elements, int]:
        """Return the closed elements of so many cards of one value in each group, with their ordered ways."""
        aspects = [feature.aspect for feature in self._features]
        states: dict[tuple[tuple[int, ...], Elements], int] = {(sizes, tuple(aspect.empty for aspect in aspects)): 1}
        cells = list(self._cells[value].items())
        choices = list(product(*(range(size + 1) for size in sizes)))
        for place, (cell, count) in enumerate(cells):
            # The last kind of card has to fill what is left.
            last = place == len(cells) - 1
            takes = {
                numbers: (ways, self._more(cell, numbers))
                for numbers in choices
                if (ways := _draws(count, sum(numbers), self._take))
            }
            following: dict[tuple[tuple[int, ...], Elements], int] = defaultdict(int)
            for (left, elements), weight in states.items():
                for numbers, rest, places in [(left, _none(left), 1)] if last else _takes(left):
                    if numbers in takes:
                        ways, more = takes[numbers]
                        found = list(elements)
                        for number, add, element in more:
                            found[number] = add(found[number], element)
                        following[rest, tuple(found)] += weight * ways * places
            states = following
        closed: dict[Elements, int] = defaultdict(int)
        for (_, elements), weight in states.items():
            closed[tuple([aspect.close(e) for aspect, e in zip(aspects, elements, strict=True)])] += weight
        return closed

    def _more(self, cell: Elements, numbers: tuple[int, ...]) -> list[tuple[int, Callable[[Any, Any], Any], Any]]:
        """Return what so many cards of one kind in each group add: the place of a feature, its merge, the element."""
        added = []
        for place, (feature, element) in enumerate(zip(self._features, cell, strict=True)):
            copies = sum(number for number, lookers in zip(numbers, self._lookers, strict=True) if lookers[place])
            if copies:
                add = feature.aspect.add
                added.append((place, add, reduce(add, [element] * copies)))
        return added


def _none(left: tuple[int, ...]) -> tuple[int, ...]:
    return (0,) * len(left)


@cache
def _takes(left: tuple[int, ...]) -> list[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Return every way to take from the places left in each group: numbers taken, places left, and which ones."""
    return [
        (
            numbers,
            tuple(size - number for size, number in zip(left, numbers, strict=True)),
            prod(map(comb, left, numbers)),
        )
        for numbers in product(*(range(size + 1) for size in left))
    ]
