"""Events: the rows of a pay table in words, which say where earlier rows take a part of a row.

Whether two rows can match one coup is decided for all shoes and drawing rules at once, so that a row has one name.
Where that would take long, for cards that many conditions tell apart, they are taken to.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb
from typing import TYPE_CHECKING, Final

from analyzer.bets.vocabulary import CONDITIONS
from analyzer.cards.features import EVERY_CARD, Position
from analyzer.rules.coup import Ending

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from analyzer.bets.bet import Payout
    from analyzer.bets.vocabulary import CardCondition
    from analyzer.cards.card import Card

__all__ = ["row_events"]

TAKEN: Final = ", not in a row above"
"""The end of the name of a row of which an earlier row takes a part."""
_ENDINGS: Final = tuple(Ending(*ending) for ending in product(range(10), range(10), (2, 3), (2, 3)))
_MOST_SETS: Final = 3_000
_MOST_SEARCHES: Final = 200
_CARDS: Final = {
    Position.PUNTO_OPENING: (2,),
    Position.BANCO_OPENING: (2,),
    Position.PUNTO_THIRD: (0, 1),
    Position.BANCO_THIRD: (0, 1),
}
"""How many cards a position has."""


def row_events(payouts: Sequence[Payout]) -> Iterator[str]:
    """Yield each row in words.

    >>> from analyzer import Payout, read_pays
    >>> rows = [{"winner": ("tie",), "margin": (0,), "cards": (4,)}, {"winner": ("tie",)}, {"winner": ("punto",)}]
    >>> list(row_events([Payout(row, read_pays("8 to 1")) for row in rows]))
    ['tie, margin 0, 4 cards dealt', 'tie, not in a row above', 'punto wins']
    """
    above = searches = 0
    on_cards: list[tuple[int, frozenset[CardCondition]]] = []
    for payout in payouts:
        looks_at_cards = bool(payout.card_conditions) or any(member.features for member in payout.members)
        endings = _endings(payout, exactly=not looks_at_cards)
        taken = bool(endings & above)
        cards = frozenset(payout.card_conditions)
        for other_endings, other_cards in [] if taken else on_cards:
            if endings & other_endings:
                searches += 1
                taken = searches > _MOST_SEARCHES or _compatible(cards | other_cards)
                if taken:
                    break
        yield payout.event + TAKEN * taken
        if looks_at_cards:
            on_cards.append((endings, cards))
        else:
            above |= endings


def _endings(payout: Payout, *, exactly: bool) -> int:
    """Return the endings that a row matches as a bit mask; inexactly, those its own conditions allow."""
    if exactly:
        return sum(1 << index for index, ending in enumerate(_ENDINGS) if payout.matches(ending))
    tests = [CONDITIONS[name].test(values) for name, values in payout.on_endings.items()]
    return sum(
        1 << index for index, ending in enumerate(_ENDINGS) if all(read(ending) in values for read, values in tests)
    )


@lru_cache(maxsize=1024)
def _compatible(conditions: frozenset[CardCondition]) -> bool:
    """Return whether some cards meet all the conditions that look at the same positions."""
    by_positions: dict[Position, list[CardCondition]] = {}
    for condition in conditions:
        by_positions.setdefault(condition.feature.positions, []).append(condition)
    return all(len(looking) == 1 or _met(positions, looking) for positions, looking in by_positions.items())


def _met(positions: Position, conditions: list[CardCondition]) -> bool:
    """Return whether cards in these positions can meet the conditions."""
    evaluators = [condition.feature.evaluator for condition in conditions]
    # One face for all that no evaluator tells apart; most merge cards of one point value as they merge others.
    values_matter = any(evaluator.add is not evaluator.join for evaluator in evaluators)
    faces: dict[Hashable, Card] = {}
    for face in EVERY_CARD:
        key = (face.point_value * values_matter, *(evaluator.of(face) for evaluator in evaluators))
        faces.setdefault(key, face)
    sizes = {sum(numbers) for numbers in product(*(_CARDS[position] for position in positions))}
    if sum(comb(len(faces) + size - 1, size) for size in sizes) > _MOST_SETS:
        return True
    return any(
        all(condition.feature.evaluator.answer(cards) in condition.accepted for condition in conditions)
        for size in sizes
        for cards in combinations_with_replacement(faces.values(), size)
    )
