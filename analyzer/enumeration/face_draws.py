"""Face draws: what features of cards come to once the point values of the cards are known.

Given how many cards of each point value lie in some positions, those cards are drawn without replacement from the faces
of that value, whatever else was dealt. So each value is worked out by itself, and the values are joined.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, reduce
from itertools import product
from math import comb, perm, prod
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.cards.card import class_faces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from analyzer.cards.features import Feature
    from analyzer.cards.shoe import Shoe

__all__ = ["Elements", "FaceDraws", "Kind", "Values", "draws"]

_VALUES = range(10)
Values = tuple[int, ...]
"""The point values of the cards in some positions, in rising order."""
Elements = tuple[Any, ...]
"""One element for each feature."""
Fits = tuple[bool, ...]


class Kind(NamedTuple):
    """Positions treated alike: the same features look at their cards, and the same is known of them.

    Attributes:
        lookers: for each feature, whether it looks at these cards.
        allowed: the classes of the shoe that may lie there, None for all.
    """

    lookers: tuple[bool, ...]
    allowed: frozenset[int] | None = None


def draws(cards: int, number: int, take: int) -> int:
    """Return the ordered ways to draw so many of some cards, with replacement if `take` is 0."""
    return perm(cards, number) if take else cards**number


class FaceDraws:
    """What features come to once the point values in positions of each kind are known.

    Values whose faces behave alike (as those of a full shoe do where only equality is asked) share one draw, and
    so do sets of values made of such; every set is worked out once.

    Args:
        features: what looks at the cards.
        kinds: the positions, put together where they are treated alike.
        shoe: the composition, known as finely as features and kinds ask.
    """

    def __init__(self, features: Sequence[Feature], kinds: Sequence[Kind], shoe: Shoe) -> None:
        """Sort the shoe's cards by point value and by what tells them apart."""
        self._features = tuple(features)
        self._kinds = tuple(kinds)
        self._take = 0 if shoe.replacement else 1
        self._cells: list[dict[tuple[Elements, Fits], int]] = [defaultdict(int) for _ in _VALUES]
        self._cell_of: list[tuple[Elements, Fits]] = []
        for number, (face, count) in enumerate(zip(class_faces(shoe.fineness), shoe.counts, strict=True)):
            elements = tuple(feature.evaluator.of(face) for feature in features)
            cell = elements, tuple(kind.allowed is None or number in kind.allowed for kind in kinds)
            self._cell_of.append(cell)
            if count:
                self._cells[face.point_value][cell] += count
        self._draw_ids: dict[tuple[frozenset[tuple[Elements, int]], int], int] = {}
        self._within: list[tuple[dict[Elements, int], int]] = []
        self._of_value: dict[tuple[int, tuple[int, ...], tuple[int, ...]], int] = {}
        self._of_cells: dict[tuple[object, ...], int] = {}
        self._sets: dict[tuple[int, ...], int] = {}
        self._parts: list[tuple[int, ...]] = []
        self._joined: dict[tuple[int, ...], dict[Elements, int]] = {
            (): {tuple(feature.evaluator.empty for feature in features): 1}
        }

    def identity(self, values: tuple[Values, ...]) -> int:
        """Return the identity of these sets of values; sets with the same identity have the same `joined`."""
        held = sorted({value for kind in values for value in kind})
        return self.identity_of(self.draw_id(value, tuple(kind.count(value) for kind in values)) for value in held)

    def identity_of(self, draw_ids: Iterable[int]) -> int:
        """Return the identity of a set of values from the draws of its values."""
        parts = tuple(sorted(draw_ids))
        identity = self._sets.setdefault(parts, len(self._sets))
        if identity == len(self._parts):
            self._parts.append(parts)
        return identity

    def joined(self, identity: int) -> dict[Elements, int]:
        """Return the elements of the features, each with its ordered ways to draw the faces, the values given."""
        return self._join(self._parts[identity])

    def ways(self, identity: int) -> int:
        """Return the ordered ways to draw any faces of these values, those that are not allowed included."""
        return prod(self._within[draw_id][1] for draw_id in self._parts[identity])

    def _join(self, parts: tuple[int, ...]) -> dict[Elements, int]:
        found = self._joined.get(parts)
        if found is None:
            found = defaultdict(int)
            joins = [feature.evaluator.join for feature in self._features]
            last = self._within[parts[-1]][0].items()
            for elements, weight in self._join(parts[:-1]).items():
                for more, ways in last:
                    found[tuple([join(a, b) for join, a, b in zip(joins, elements, more, strict=True)])] += (
                        weight * ways
                    )
            self._joined[parts] = found
        return found

    def draw_id(self, value: int, sizes: tuple[int, ...], removed: tuple[int, ...] = ()) -> int:
        """Return what identifies the draw of some cards of one value, by how many lie in positions of each kind.

        Args:
            value: the point value.
            sizes: how many cards of it lie in positions of each kind.
            removed: classes of cards of this value that are known to be gone, in rising order.
        """
        draw_id = self._of_value.get((value, sizes, removed))
        if draw_id is None:
            cells = dict(self._cells[value])
            for place in removed:
                cells[self._cell_of[place]] -= 1
            renamed = self._renamed(cells), sizes
            if renamed not in self._of_cells:
                self._of_cells[renamed] = self._identify(cells, sizes)
            draw_id = self._of_value[value, sizes, removed] = self._of_cells[renamed]
        return draw_id

    def _identify(self, cells: dict[tuple[Elements, Fits], int], sizes: tuple[int, ...]) -> int:
        """Return what identifies the elements found when so many of these cards are drawn."""
        found = self._draw(cells, sizes), draws(sum(cells.values()), sum(sizes), self._take)
        draw_id = self._draw_ids.setdefault((frozenset(found[0].items()), found[1]), len(self._draw_ids))
        if draw_id == len(self._within):
            self._within.append(found)
        return draw_id

    def _renamed(self, cells: dict[tuple[Elements, Fits], int]) -> frozenset[tuple[Elements, Fits, int]]:
        """Return the cells with elements of which only equality matters renamed: equal ones give equal draws."""
        names: list[dict[object, int]] = [{} for _ in self._features]
        evaluators = [feature.evaluator for feature in self._features]
        return frozenset(
            (
                tuple(
                    name.setdefault(element, len(name)) if evaluator.by_equality else element
                    for evaluator, name, element in zip(evaluators, names, elements, strict=True)
                ),
                fits,
                count,
            )
            for (elements, fits), count in sorted(cells.items(), key=lambda cell: cell[1])
        )

    def _draw(self, of_value: dict[tuple[Elements, Fits], int], sizes: tuple[int, ...]) -> dict[Elements, int]:
        """Return the closed elements of so many cards of one value in each kind, with their ordered ways."""
        evaluators = [feature.evaluator for feature in self._features]
        states: dict[tuple[tuple[int, ...], Elements], int] = {
            (sizes, tuple(evaluator.empty for evaluator in evaluators)): 1
        }
        cells = list(of_value.items())
        choices = list(product(*(range(size + 1) for size in sizes)))
        for place, ((cell, fits), count) in enumerate(cells):
            # The last kind of card has to fill what is left.
            last = place == len(cells) - 1
            takes = {
                numbers: (ways, self._more(cell, numbers))
                for numbers in choices
                if (ways := draws(count, sum(numbers), self._take))
                and (all(fits) or all(fit or not number for fit, number in zip(fits, numbers, strict=True)))
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
        for (left, elements), weight in states.items():
            if not any(left):
                closed[tuple([evaluator.close(e) for evaluator, e in zip(evaluators, elements, strict=True)])] += weight
        return closed

    def _more(self, cell: Elements, numbers: tuple[int, ...]) -> list[tuple[int, Callable[[Any, Any], Any], Any]]:
        """Return what so many cards of one sort in each kind add: the place of a feature, its merge, the element."""
        added = []
        for place, (feature, element) in enumerate(zip(self._features, cell, strict=True)):
            copies = sum(number for number, kind in zip(numbers, self._kinds, strict=True) if kind.lookers[place])
            if copies:
                add = feature.evaluator.add
                added.append((place, add, reduce(add, [element] * copies)))
        return added


def _none(left: tuple[int, ...]) -> tuple[int, ...]:
    return (0,) * len(left)


@cache
def _takes(left: tuple[int, ...]) -> list[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Return every way to take from the places left in each kind: numbers taken, places left, and which ones."""
    return [
        (
            numbers,
            tuple(size - number for size, number in zip(left, numbers, strict=True)),
            prod(map(comb, left, numbers)),
        )
        for numbers in product(*(range(size + 1) for size in left))
    ]
