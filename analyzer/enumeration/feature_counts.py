"""Feature counts: what some features of a coup's cards come to, counted by the cheapest exact route.

The drawing rules see point values only. So the coup is walked over values, and the finer identity of the cards asked
about is added afterwards: given how many cards of each value lie in the positions looked at, those cards are drawn
without replacement from the faces of that value, whatever else was dealt. Three routes:

- no feature: the distribution of endings, one walk whatever the number of bets;
- features of openings alone, endings not asked for: the opening cards are counted directly, nobody draws;
- otherwise: one walk that keeps the values of the positions looked at and nothing else of the cards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from analyzer.cards.card import Fineness
from analyzer.cards.features import Feature, Position, fineness_of
from analyzer.cards.shoe import CARDS_IN_A_COUP
from analyzer.enumeration.coups import endings, playouts
from analyzer.enumeration.distribution import Distribution
from analyzer.enumeration.enumerator import enumerate_deals, keep_nothing, keep_values
from analyzer.enumeration.face_draws import Elements, FaceDraws, Kind, Values, draws

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from analyzer.cards.shoe import Shoe
    from analyzer.enumeration.distribution import Progress
    from analyzer.rules.coup import Ending
    from analyzer.rules.tableau import Tableau

__all__ = ["Observation", "Valued", "answers_of", "count_features", "groups_of", "kinds_of", "value_deals"]

_VALUES = range(10)
_OPENINGS = Position.PUNTO_OPENING | Position.BANCO_OPENING
Answers = TypeVar("Answers", bound=Hashable)


class Observation(NamedTuple, Generic[Answers]):
    """What was observed of a coup.

    Attributes:
        ending: how it ended, None if that was not asked for.
        answers: what was made of the answers of the features.
    """

    ending: Ending | None
    answers: Answers


Valued = dict[tuple[Values, ...], "Counter[Ending | None]"]
"""Deals by the point values in positions of each kind, and by ending, None where that was not asked for."""


def count_features(  # noqa: PLR0913 - the coup, the question, and how to answer it
    features: Sequence[Feature],
    shoe: Shoe,
    tableau: Tableau,
    summary: Callable[[Elements], Answers],
    *,
    with_ending: bool = True,
    progress: Progress | None = None,
) -> Distribution[Observation[Answers]]:
    """Return the distribution of what the features come to, in ordered six-card deals.

    Args:
        features: what to look at in the cards.
        shoe: the composition.
        tableau: the drawing rules.
        summary: what to make of the features' answers; the coarser, the smaller the distribution.
        with_ending: whether to observe how the coup ended, too.
        progress: told before each set of values how many are done, and of how many.

    Raises:
        ShoeError: if the shoe is not known as finely as the features ask.

    Cost: at most two walks of the values with openings told apart, then for each set of values in the positions
    looked at the product of what the features tell apart within each value.

    >>> from analyzer import STANDARD, Shoe
    >>> from analyzer.cards.features import same
    >>> first_two = Feature(Position.PUNTO_OPENING, same("rank"))
    >>> is_pair = lambda answers: answers != ("mixed",)
    >>> pair = count_features([first_two], Shoe.decks(8), STANDARD, is_pair, with_ending=False)
    >>> pair.probability(Observation(None, True))
    Fraction(31, 415)
    """
    wanted = tuple(features)
    if not wanted:
        answers = summary(())
        found = endings(shoe, tableau)
        return found.coarsen(lambda ending: Observation(ending if with_ending else None, answers))
    fine = shoe.at(fineness_of(wanted))
    coarse = fine.at(Fineness.VALUES)
    # With replacement a coarser shoe has smaller counts in the same proportion.
    scale = fine.total // coarse.total
    groups = groups_of(wanted)
    faces = FaceDraws(wanted, kinds_of(groups, wanted), fine)
    by_faces: dict[int, Counter[Ending | None]] = defaultdict(Counter)
    for values, ended in value_deals(coarse, tableau, groups, with_ending).items():
        by_faces[faces.identity(values)].update(ended)
    return answers_of(wanted, faces, by_faces, summary, scale=scale, progress=progress)


def answers_of(  # noqa: PLR0913 - the question, the counts, and how to answer it
    features: Sequence[Feature],
    faces: FaceDraws,
    by_faces: Mapping[int, Mapping[Ending | None, int]],
    summary: Callable[[Elements], Answers],
    *,
    scale: int = 1,
    progress: Progress | None = None,
) -> Distribution[Observation[Answers]]:
    """Return the distribution of what features come to, from the deals by the identity of their values.

    Args:
        features: what looks at the cards.
        faces: what they come to, the values given.
        by_faces: deals by identity, and by ending.
        summary: what to make of the features' answers.
        scale: how many deals each of those counted stands for.
        progress: told before each identity how many are done, and of how many.
    """
    counts: dict[Observation[Answers], int] = defaultdict(int)
    for done, (identity, ended) in enumerate(by_faces.items()):
        if progress is not None:
            progress(done, len(by_faces))
        weights: dict[Answers, int] = defaultdict(int)
        for elements, weight in faces.joined(identity).items():
            read = tuple(feature.evaluator.read(e) for feature, e in zip(features, elements, strict=True))
            weights[summary(read)] += weight
        ways = faces.ways(identity)
        for ending, count in ended.items():
            for answers, weight in weights.items():
                counts[Observation(ending, answers)] += count * scale * weight // ways
    return Distribution(counts)


def groups_of(features: Sequence[Feature]) -> tuple[Position, ...]:
    """Return the positions looked at, put together where every feature looks at all of them or none."""
    merged: dict[tuple[bool, ...], Position] = {}
    for position in Position:
        lookers = tuple(bool(position & feature.positions) for feature in features)
        if any(lookers):
            merged[lookers] = merged.get(lookers, Position(0)) | position
    return tuple(merged.values())


def kinds_of(groups: Sequence[Position], features: Sequence[Feature]) -> list[Kind]:
    """Return the kinds of these groups of positions, where nothing is known of the cards."""
    return [Kind(tuple(bool(group & feature.positions) for feature in features)) for group in groups]


@lru_cache(maxsize=16)
def value_deals(
    shoe: Shoe,
    tableau: Tableau,
    groups: tuple[Position, ...],
    with_ending: bool,  # noqa: FBT001 - cached
) -> Valued:
    """Count the deals by the point values in each group of positions, and by ending if that is asked for."""
    counts: Valued = defaultdict(Counter)
    if not with_ending and all(group in _OPENINGS for group in groups):
        for values, count in _opening_values(shoe, [group.bit_count() * 2 for group in groups]):
            counts[values][None] += count
        return counts
    deals = enumerate_deals(
        shoe,
        punto=keep_values if any(Position.PUNTO_OPENING in group for group in groups) else keep_nothing,
        banco=keep_values if any(Position.BANCO_OPENING in group for group in groups) else keep_nothing,
    )
    thirds = [
        (number, Position.PUNTO_THIRD in group, Position.BANCO_THIRD in group)
        for number, group in enumerate(groups)
        if group not in _OPENINGS
    ]
    keeps_punto, keeps_banco = any(punto for _, punto, _ in thirds), any(banco for _, _, banco in thirds)
    of_openings: dict[tuple[object, object], tuple[Values, ...]] = {}
    known: dict[tuple[object, ...], Counter[Ending | None]] = {}
    for punto, banco, punto_third, banco_third, ending, ways in playouts(deals, tableau):
        opened = (punto.kept, banco.kept)
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


def _opened(group: Position, punto: Any, banco: Any) -> Values:  # noqa: ANN401 - kept by the enumerator untyped
    """Return the opening values that lie in a group."""
    lying = (punto if Position.PUNTO_OPENING in group else ()) + (banco if Position.BANCO_OPENING in group else ())
    return tuple(sorted(lying))


def _opening_values(shoe: Shoe, sizes: list[int]) -> Iterator[tuple[tuple[Values, ...], int]]:
    """Yield the values of groups of so many cards each, and the deals in which the first cards are these."""
    used = sum(sizes)
    take = 0 if shoe.replacement else 1
    padding = prod(shoe.cards - take * dealt for dealt in range(used, CARDS_IN_A_COUP))
    for values in product(*(combinations_with_replacement(_VALUES, size) for size in sizes)):
        held = Counter(value for group in values for value in group)
        count = padding * prod(_arrangements(group) for group in values)
        for value, number in held.items():
            count *= draws(shoe.counts[value], number, take)
        if count:
            yield values, count


def _arrangements(values: Values) -> int:
    """Return in how many orders these values can lie."""
    return factorial(len(values)) // prod(map(factorial, Counter(values).values()))
