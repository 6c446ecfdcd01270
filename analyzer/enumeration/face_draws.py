"""Face draws: the elements of features, once the point values of the cards are known.

Given how many cards of each point value are in some positions, those cards are drawn without replacement from the faces
of that value, independently of the values of the other cards. So each value is counted by itself, and the results are
joined.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, reduce
from itertools import product
from math import comb, perm, prod
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.cards.card import class_faces
from analyzer.enumeration.cost import MOST_BYTES, charge, require_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from analyzer.cards.features import Feature
    from analyzer.cards.shoe import Shoe

__all__ = ["Elements", "FaceDraws", "Kind", "Values", "draws"]

_VALUES = range(10)
Values = tuple[int, ...]
"""The point values of the cards in some positions, in ascending order."""
Elements = tuple[Any, ...]
"""One element for each feature."""
Profile = tuple[Elements, tuple[bool, ...]]
"""All that matters of a card: its element for each feature, and whether each kind of position allows it."""


class Kind(NamedTuple):
    """Positions treated alike: the same features look at their cards, and the same classes are allowed there.

    Attributes:
        lookers: for each feature, whether it looks at these cards.
        allowed: the classes of the shoe that may be there, None for all.
    """

    lookers: tuple[bool, ...]
    allowed: frozenset[int] | None = None


def draws(cards: int, number: int, take: int) -> int:
    """Return the ordered ways to draw `number` of some cards, with replacement if `take` is 0."""
    return perm(cards, number) if take else cards**number


class FaceDraws:
    """The elements of features, once the point values in positions of each kind are known.

    Values whose faces behave alike (as those of a full shoe do where only equality matters) share one draw, and so do
    sets of such values; every set is computed once.

    Args:
        features: the features that look at the cards.
        kinds: the positions, grouped where they are treated alike.
        shoe: the composition, known as finely as features and kinds need.
    """

    def __init__(self, features: Sequence[Feature], kinds: Sequence[Kind], shoe: Shoe) -> None:
        """Count the shoe's cards by point value and profile."""
        self._features = tuple(features)
        self._kinds = tuple(kinds)
        # About the microseconds that a merge of elements takes, and the most sets of elements that are kept.
        self._work = 1 + sum(feature.evaluator.size for feature in features) / 10
        self._most = MOST_BYTES // (250 + 16 * len(self._features))
        self._drawn = self._kept = 0
        self._take = 0 if shoe.replacement else 1
        self._profile_counts: list[dict[Profile, int]] = [defaultdict(int) for _ in _VALUES]
        self._profile_of: list[Profile] = []
        for index, (face, count) in enumerate(zip(class_faces(shoe.fineness), shoe.counts, strict=True)):
            elements = tuple(feature.evaluator.of(face) for feature in features)
            profile = elements, tuple(kind.allowed is None or index in kind.allowed for kind in kinds)
            self._profile_of.append(profile)
            if count:
                self._profile_counts[face.point_value][profile] += count
        # The draws of one value, by draw_id, with their numbers of ways; and the reverse index.
        self._draws: list[tuple[dict[Elements, int], int]] = []
        self._draw_ids: dict[tuple[frozenset[tuple[Elements, int]], int], int] = {}
        self._id_by_value: dict[tuple[int, tuple[int, ...], tuple[int, ...]], int] = {}
        self._id_by_profiles: dict[tuple[object, ...], int] = {}
        # The sets of draws by identity, and the reverse index.
        self._sets: list[tuple[int, ...]] = []
        self._identities: dict[tuple[int, ...], int] = {}
        self._joined: dict[tuple[int, ...], dict[Elements, int]] = {
            (): {tuple(feature.evaluator.empty for feature in features): 1}
        }

    def identity(self, values: tuple[Values, ...]) -> int:
        """Return the identity of the values in each kind; values of the same identity have the same `joined`."""
        distinct = sorted({value for kind in values for value in kind})
        return self.identity_of(self.draw_id(value, tuple(kind.count(value) for kind in values)) for value in distinct)

    def identity_of(self, draw_ids: Iterable[int]) -> int:
        """Return the identity of a set of draws, one of each value."""
        draw_set = tuple(sorted(draw_ids))
        identity = self._identities.setdefault(draw_set, len(self._identities))
        if identity == len(self._sets):
            self._sets.append(draw_set)
        return identity

    def draw_set(self, identity: int) -> tuple[int, ...]:
        """Return the draws of an identity, in ascending order."""
        return self._sets[identity]

    def joins(self, identities: Iterable[int]) -> int:
        """Return about the microseconds that `joined` takes for all these identities, an upper bound mostly."""
        merges, begun = 0, set()
        for identity in identities:
            draw_set, product = self._sets[identity], 1
            for end, draw_id in enumerate(draw_set, start=1):
                product *= len(self._draws[draw_id][0])
                if draw_set[:end] not in begun and draw_set[:end] not in self._joined:
                    begun.add(draw_set[:end])
                    merges += product
        return int(merges * self._work)

    def joined(self, identity: int) -> dict[Elements, int]:
        """Return the elements of the features with their ordered ways to draw the faces, given the values."""
        return self._join(self._sets[identity])

    def ways(self, identity: int) -> int:
        """Return the ordered ways to draw any faces of these values, allowed or not."""
        return prod(self._draws[draw_id][1] for draw_id in self._sets[identity])

    def _join(self, draw_set: tuple[int, ...]) -> dict[Elements, int]:
        joined = self._joined.get(draw_set)
        if joined is None:
            joined = defaultdict(int)
            joins = [feature.evaluator.join for feature in self._features]
            last = self._draws[draw_set[-1]][0].items()
            for elements, weight in self._join(draw_set[:-1]).items():
                require_memory(len(joined), self._most, "sets of cards")
                for more, ways in last:
                    joined[tuple([join(a, b) for join, a, b in zip(joins, elements, more, strict=True)])] += (
                        weight * ways
                    )
            self._kept += len(joined)
            if self._kept > self._most:
                # What is needed again is computed again; sets that begin alike come one after another.
                nothing = self._joined[()]
                self._joined, self._kept = {(): nothing}, len(joined)
            self._joined[draw_set] = joined
        return joined

    def draw_id(self, value: int, sizes: tuple[int, ...], removed: tuple[int, ...] = ()) -> int:
        """Return an identifier of the draw of cards of one value into positions of each kind.

        Args:
            value: the point value.
            sizes: how many cards of it are in positions of each kind.
            removed: classes of cards of this value that have left the shoe, in ascending order.
        """
        draw_id = self._id_by_value.get((value, sizes, removed))
        if draw_id is None:
            counts = dict(self._profile_counts[value])
            for index in removed:
                counts[self._profile_of[index]] -= 1
            renamed = self._renamed(counts), sizes
            if renamed not in self._id_by_profiles:
                self._id_by_profiles[renamed] = self._identify(counts, sizes)
            draw_id = self._id_by_value[value, sizes, removed] = self._id_by_profiles[renamed]
        return draw_id

    def _identify(self, counts: dict[Profile, int], sizes: tuple[int, ...]) -> int:
        """Return the identifier of the draw of these cards into positions of each kind."""
        drawn, ways = self._draw(counts, sizes), draws(sum(counts.values()), sum(sizes), self._take)
        draw_id = self._draw_ids.setdefault((frozenset(drawn.items()), ways), len(self._draw_ids))
        if draw_id == len(self._draws):
            self._draws.append((drawn, ways))
            self._drawn += len(drawn)
            require_memory(self._drawn, self._most, "draws of cards")
        return draw_id

    def _renamed(self, counts: dict[Profile, int]) -> frozenset[tuple[Elements, tuple[bool, ...], int]]:
        """Return the counts with elements renamed where only equality matters: equal results give equal draws."""
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
            for (elements, fits), count in sorted(counts.items(), key=lambda item: item[1])
        )

    def _draw(self, counts: dict[Profile, int], sizes: tuple[int, ...]) -> dict[Elements, int]:
        """Return the closed elements of cards of one value, `sizes` of them in each kind, with their ordered ways."""
        evaluators = [feature.evaluator for feature in self._features]
        states: dict[tuple[tuple[int, ...], Elements], int] = {
            (sizes, tuple(evaluator.empty for evaluator in evaluators)): 1
        }
        choices = list(product(*(range(size + 1) for size in sizes)))
        for index, ((profile_elements, fits), count) in enumerate(counts.items(), start=1):
            # Cards of the last profile fill all positions left.
            last = index == len(counts)
            takes = {
                numbers: (ways, self._added(profile_elements, numbers))
                for numbers in choices
                if (ways := draws(count, sum(numbers), self._take))
                and (all(fits) or all(fit or not number for fit, number in zip(fits, numbers, strict=True)))
            }
            next_states: dict[tuple[tuple[int, ...], Elements], int] = defaultdict(int)
            charge(sum(len(_takes(left)) for left, _elements in states) * self._work)
            for (left, elements), weight in states.items():
                require_memory(len(next_states), self._most, "draws of cards")
                for numbers, rest, selections in [(left, (0,) * len(left), 1)] if last else _takes(left):
                    if numbers in takes:
                        ways, added = takes[numbers]
                        merged = list(elements)
                        for feature_index, add, element in added:
                            merged[feature_index] = add(merged[feature_index], element)
                        next_states[rest, tuple(merged)] += weight * ways * selections
            states = next_states
        closed: dict[Elements, int] = defaultdict(int)
        for (left, elements), weight in states.items():
            if not any(left):
                closed[tuple([evaluator.close(e) for evaluator, e in zip(evaluators, elements, strict=True)])] += weight
        return closed

    def _added(self, elements: Elements, numbers: tuple[int, ...]) -> list[tuple[int, Callable[[Any, Any], Any], Any]]:
        """Return what this number of cards of one profile adds, by kind: feature index, merge and element."""
        added = []
        for index, (feature, element) in enumerate(zip(self._features, elements, strict=True)):
            copies = sum(number for number, kind in zip(numbers, self._kinds, strict=True) if kind.lookers[index])
            if copies:
                add = feature.evaluator.add
                added.append((index, add, reduce(add, [element] * copies)))
        return added


@cache
def _takes(left: tuple[int, ...]) -> list[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Return every way to take positions in each kind: how many are taken, how many stay, and the selections."""
    return [
        (
            numbers,
            tuple(size - number for size, number in zip(left, numbers, strict=True)),
            prod(map(comb, left, numbers)),
        )
        for numbers in product(*(range(size + 1) for size in left))
    ]
