"""Feature counts: deals by the answers to features of the cards, counted by the cheapest exact route.

The drawing rules depend on point values only. So deals are enumerated by value, and the faces of the cards looked at
are added afterwards: given how many cards of each value are in the positions looked at, those cards are drawn without
replacement from the faces of that value, independently of the values of the other cards. There are three routes:

- no feature: the distribution of endings, enumerated once for any number of bets;
- features of openings only, endings not asked for: the opening cards are counted directly, without drawing rules;
- otherwise: one enumeration that keeps of the cards only the values in the positions looked at.
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
from analyzer.enumeration.cost import MOST_ANSWERS, charge, require_memory
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

__all__ = [
    "WORK_PER_DEAL",
    "Observation",
    "Valued",
    "answers_of",
    "count_features",
    "groups_of",
    "kinds_of",
    "value_deals",
]

_VALUES = range(10)
_OPENINGS = Position.PUNTO_OPENING | Position.BANCO_OPENING
Answers = TypeVar("Answers", bound=Hashable)
_WORK_OF_DEALS = 500_000
"""About the microseconds of walking the deals by value; each set of values takes some more."""
WORK_PER_DEAL = 8
"""About the microseconds of finding the identity of one set of values."""


class Observation(NamedTuple, Generic[Answers]):
    """What was observed of a coup.

    Attributes:
        ending: how it ended, None if that was not asked for.
        answers: the summary of the features' answers.
    """

    ending: Ending | None
    answers: Answers


Valued = dict[tuple[Values, ...], "Counter[Ending | None]"]
"""Deals by the point values in positions of each kind and by ending, None if that was not asked for."""


def count_features(  # noqa: PLR0913 - the coup, the question, and how to answer it
    features: Sequence[Feature],
    shoe: Shoe,
    tableau: Tableau,
    summary: Callable[[Elements], Answers],
    *,
    with_ending: bool = True,
    progress: Progress | None = None,
    most: int | None = MOST_ANSWERS,
) -> Distribution[Observation[Answers]]:
    """Return the distribution of the features' answers, in ordered six-card deals.

    Args:
        features: what to look at in the cards.
        shoe: the composition.
        tableau: the drawing rules.
        summary: returns what to keep of the features' answers; the coarser, the smaller the distribution.
        with_ending: whether to observe also how the coup ended.
        progress: called before each set of values with how many are done, and of how many.
        most: the most observations that may differ, None for any number.

    Raises:
        ShoeError: if the shoe is not known as finely as the features ask.
        BetError: if more observations differ, or the count exceeds a limit of `cost`.

    Cost: at most two enumerations by value that distinguish openings; then, for each set of values in the positions
    looked at, the product over the values of the numbers of elements that the features distinguish.

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
        return endings(shoe, tableau).coarsen(lambda ending: Observation(ending if with_ending else None, answers))
    fine = shoe.at(fineness_of(wanted))
    coarse = fine.at(Fineness.VALUES)
    # With replacement a coarser shoe has smaller counts in the same proportions.
    scale = fine.total // coarse.total
    groups = groups_of(wanted)
    faces = FaceDraws(wanted, kinds_of(groups, wanted), fine)
    by_faces: dict[int, Counter[Ending | None]] = defaultdict(Counter)
    deals = value_deals(coarse, tableau, groups, with_ending)
    charge(len(deals) * WORK_PER_DEAL)
    for values, ended in deals.items():
        by_faces[faces.identity(values)].update(ended)
    return answers_of(wanted, faces, by_faces, summary, scale=scale, progress=progress, most=most)


def answers_of(  # noqa: PLR0913 - the question, the counts, and how to answer it
    features: Sequence[Feature],
    faces: FaceDraws,
    by_faces: Mapping[int, Mapping[Ending | None, int]],
    summary: Callable[[Elements], Answers],
    *,
    scale: int = 1,
    progress: Progress | None = None,
    most: int | None = MOST_ANSWERS,
) -> Distribution[Observation[Answers]]:
    """Return the distribution of the features' answers, from the deals by the identity of their values.

    Args:
        features: what to look at in the cards.
        faces: the elements of the features, given the values.
        by_faces: deals by identity and by ending.
        summary: returns what to keep of the features' answers.
        scale: the number of deals that each deal in `by_faces` represents.
        progress: called before each identity with how many are done, and of how many.
        most: the most observations that may differ, None for any number.

    Raises:
        BetError: if more observations differ, or the count exceeds a limit of `cost`.
    """
    counts: dict[Observation[Answers], int] = defaultdict(int)
    charge(faces.joins(by_faces))
    for done, identity in enumerate(sorted(by_faces, key=faces.draw_set)):
        ended = by_faces[identity]
        if progress is not None:
            progress(done, len(by_faces))
        weights: dict[Answers, int] = defaultdict(int)
        for elements, weight in faces.joined(identity).items():
            read = tuple(feature.evaluator.read(element) for feature, element in zip(features, elements, strict=True))
            weights[summary(read)] += weight
        ways = faces.ways(identity)
        charge(len(ended) * len(weights))
        for ending, count in ended.items():
            for answers, weight in weights.items():
                counts[Observation(ending, answers)] += count * scale * weight // ways
            if most is not None:
                require_memory(len(counts), most, "kinds of coups")
    return Distribution(counts)


def groups_of(features: Sequence[Feature]) -> tuple[Position, ...]:
    """Return the positions looked at, grouped so that every feature looks at all positions of a group or at none."""
    merged: dict[tuple[bool, ...], Position] = {}
    for position in Position:
        lookers = tuple(bool(position & feature.positions) for feature in features)
        if any(lookers):
            merged[lookers] = merged.get(lookers, Position(0)) | position
    return tuple(merged.values())


def kinds_of(groups: Sequence[Position], features: Sequence[Feature]) -> list[Kind]:
    """Return the kinds of these groups of positions, with all classes of cards allowed."""
    return [Kind(tuple(bool(group & feature.positions) for feature in features)) for group in groups]


@lru_cache(maxsize=4)
def value_deals(
    shoe: Shoe,
    tableau: Tableau,
    groups: tuple[Position, ...],
    with_ending: bool,  # noqa: FBT001 - cached
) -> Valued:
    """Count the deals by the point values in each group of positions and, if asked for, by ending."""
    counts: Valued = defaultdict(Counter)
    if not with_ending and all(group in _OPENINGS for group in groups):
        for values, count in _opening_values(shoe, [group.bit_count() * 2 for group in groups]):
            counts[values][None] += count
        return counts
    charge(_WORK_OF_DEALS)
    deals = enumerate_deals(
        shoe,
        punto=keep_values if any(Position.PUNTO_OPENING in group for group in groups) else keep_nothing,
        banco=keep_values if any(Position.BANCO_OPENING in group for group in groups) else keep_nothing,
    )
    thirds = [
        (index, Position.PUNTO_THIRD in group, Position.BANCO_THIRD in group)
        for index, group in enumerate(groups)
        if group not in _OPENINGS
    ]
    keeps_punto, keeps_banco = any(punto for _, punto, _ in thirds), any(banco for _, _, banco in thirds)
    of_openings: dict[tuple[object, object], tuple[Values, ...]] = {}
    by_key: dict[tuple[object, ...], Counter[Ending | None]] = {}
    for punto, banco, punto_third, banco_third, ending, ways in playouts(deals, tableau):
        kept = (punto.kept, banco.kept)
        if kept not in of_openings:
            of_openings[kept] = tuple(_opening_values_in(group, *kept) for group in groups)
        values = of_openings[kept]
        key = (values, punto_third if keeps_punto else None, banco_third if keeps_banco else None)
        ended = by_key.get(key)
        if ended is None:
            with_thirds = list(values)
            for index, has_punto, has_banco in thirds:
                more = (punto_third if has_punto else None, banco_third if has_banco else None)
                in_group = [*with_thirds[index], *(value for value in more if value is not None)]
                with_thirds[index] = tuple(sorted(in_group))
            ended = by_key[key] = counts[tuple(with_thirds)]
        if ways:
            ended[ending if with_ending else None] += ways
    charge(len(counts) * WORK_PER_DEAL)
    return counts


def _opening_values_in(group: Position, punto: Any, banco: Any) -> Values:  # noqa: ANN401 - untyped in the enumerator
    """Return the values of the opening cards in a group."""
    values = (punto if Position.PUNTO_OPENING in group else ()) + (banco if Position.BANCO_OPENING in group else ())
    return tuple(sorted(values))


def _opening_values(shoe: Shoe, sizes: list[int]) -> Iterator[tuple[tuple[Values, ...], int]]:
    """Yield the values in groups of opening cards of these sizes, with the deals that have them."""
    used = sum(sizes)
    take = 0 if shoe.replacement else 1
    padding = prod(shoe.cards - take * dealt for dealt in range(used, CARDS_IN_A_COUP))
    for values in product(*(combinations_with_replacement(_VALUES, size) for size in sizes)):
        numbers = Counter(value for group in values for value in group)
        count = padding * prod(_arrangements(group) for group in values)
        for value, number in numbers.items():
            count *= draws(shoe.counts[value], number, take)
        if count:
            yield values, count


def _arrangements(values: Values) -> int:
    """Return the number of orders of these values."""
    return factorial(len(values)) // prod(map(factorial, Counter(values).values()))
