"""Effect of removal: how a bet's expectation changes when a card has left the shoe, exactly.

A card that leaves the shoe unseen changes nothing, so the changes, weighted by the number of such cards, sum to zero.
A removed card is like the next card after the coup: with N cards, n of them of a class and m of these among the k cards
that a coup used, that next card is of the class with probability (n - m) / (N - k), independent of all else. So the
deals of the smaller shoe follow from those of the full shoe wherever all used cards are known; elsewhere the smaller
shoe is enumerated.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import perm, prod
from typing import TYPE_CHECKING

from analyzer.arguments import checked
from analyzer.bets.layout import layouts_of
from analyzer.cards.card import Fineness, class_cards
from analyzer.cards.features import Position, fineness_of
from analyzer.cards.shoe import CARDS_IN_A_COUP, Shoe
from analyzer.enumeration.cost import charge
from analyzer.enumeration.face_draws import FaceDraws
from analyzer.enumeration.feature_counts import WORK_PER_DEAL, answers_of, groups_of, kinds_of, value_deals
from analyzer.errors import ShoeError
from analyzer.rules.tableau import Tableau
from analyzer.text import short_repr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.bets.bet import Bet
    from analyzer.bets.layout import Layout
    from analyzer.enumeration.distribution import Distribution, Progress
    from analyzer.enumeration.face_draws import Values
    from analyzer.enumeration.feature_counts import Valued
    from analyzer.rules.coup import Ending

__all__ = ["Effect", "effects"]

_OPENINGS = Position.PUNTO_OPENING | Position.BANCO_OPENING
_EVERYWHERE = _OPENINGS | Position.PUNTO_THIRD | Position.BANCO_THIRD
Classes = tuple[int, ...]
"""The classes of the removed cards, in rising order; a class is repeated if two of its cards are removed."""
Sizes = tuple[int, ...]
"""How many cards of one value are in each group of positions."""
Held = Counter["tuple[tuple[int, ...], tuple[Sizes, ...], int, Ending | None]"]
"""Deals by the draw ids of most values, the sizes of the others, how many cards were used, and by ending."""
Table = dict[tuple[tuple[int, ...], tuple[Sizes, ...]], "Counter[Ending | None]"]
"""Deals by the draw ids of the values no card is removed of, the sizes of the others, and by ending."""


@short_repr(lambda effect: f"of removal on {effect.bet.name}")
@dataclass(frozen=True, slots=True)
class Effect:
    """How the expectation of a bet changes when cards leave the shoe.

    Attributes:
        bet: the bet.
        fineness: the coarsest fineness that the bet can be priced at.
        counts: how many cards of each class the shoe holds.
        expected_value: the expected net result per unit staked on the full shoe.
        changes: for each class the change when one such card leaves; None where the shoe holds none.
        pairs: for two classes, in rising order, the change when one card of each leaves, less the sum of both single
            changes; empty unless asked for.
    """

    bet: Bet
    fineness: Fineness
    counts: tuple[int, ...]
    expected_value: Fraction
    changes: tuple[Fraction | None, ...]
    pairs: dict[tuple[int, int], Fraction]

    @property
    def weighted_sum(self) -> Fraction:
        """The sum of the changes, weighted by the number of such cards: exactly 0."""
        return sum(
            (count * change for count, change in zip(self.counts, self.changes, strict=True) if change is not None),
            Fraction(0),
        )

    @property
    def weighted_sum_of_pairs(self) -> Fraction:
        """The sum of `pairs` over all ordered pairs of cards: exactly 0."""
        total = Fraction(0)
        for (first, second), beyond in self.pairs.items():
            ways = self.counts[first] * (self.counts[second] - (first == second))
            total += ways * beyond * (1 if first == second else 2)
        return total


@checked(shoe=Shoe, tableau=Tableau)
def effects(
    bets: Sequence[Bet],
    shoe: Shoe,
    tableau: Tableau,
    *,
    pairs: bool = False,
    progress: Progress | None = None,
) -> list[Effect]:
    """Return the effect of removal on each bet, for every class of cards that it distinguishes.

    Args:
        bets: any bets.
        shoe: the full composition.
        tableau: the drawing rules.
        pairs: whether to compute pairs of cards, too.
        progress: called before each removal with how many are done, and of how many.

    Raises:
        ShoeError: if a bet needs a finer shoe, or the shoe is drawn with replacement, or it has fewer than seven cards
            (eight for pairs), so that fewer than six would remain.

    Cost: ten walks for bets on totals; for others one walk, and for each class that differs from the others of its
    value the cost of the faces in `count_features`.

    >>> from analyzer import STANDARD, Shoe, read_variant
    >>> [effect] = effects([read_variant("classic").bet("tie")], Shoe.decks(8), STANDARD)
    >>> [round(change * 10**7) for change in effect.changes]
    [5129, 1293, -2392, -2141, -2924, -2644, -11595, -10914, 6543, 4260]
    """
    if shoe.replacement:
        raise ShoeError("shoe: cards cannot leave a shoe drawn with replacement (inf); name a number of decks")
    most_removed = 2 if pairs else 1
    if shoe.cards < CARDS_IN_A_COUP + most_removed:
        raise ShoeError(
            f"shoe: got {shoe.cards} cards; {CARDS_IN_A_COUP} must remain for a coup after {most_removed} "
            f"{'leave' if pairs else 'leaves'}"
        )
    effect_of: dict[int, Effect] = {}
    layouts = [_Removals(layout, shoe, tableau) for layout in layouts_of(bets)]
    tasks = [(removals, removed) for removals in layouts for removed in removals.all_removed(pairs=pairs)]
    for done, (removals, removed) in enumerate(tasks):
        if progress is not None:
            progress(done, len(tasks))
        removals.compute(removed)
    for removals in layouts:
        effect_of |= {id(effect.bet): effect for effect in removals.effects(pairs=pairs)}
    return [effect_of[id(bet)] for bet in bets]


class _Removals:
    """The bets of one layout, on a shoe with cards removed."""

    def __init__(self, layout: Layout, shoe: Shoe, tableau: Tableau) -> None:
        self._layout = layout
        self._tableau = tableau
        self._features = layout.features
        self._shoe = shoe.at(fineness_of(self._features))
        self._values = [card.point_value for card in class_cards(self._shoe.fineness)]
        self._expected: dict[Classes, list[Fraction]] = {}
        if self._features:
            self._groups = groups_of(self._features)
            self._faces = FaceDraws(self._features, kinds_of(self._groups, self._features), self._shoe)
            self._tables: dict[tuple[int, ...], Table] = {}
            self._by_identities: dict[tuple[object, ...], list[Fraction]] = {}
            self._full: _Separated | None = None

    def all_removed(self, *, pairs: bool) -> list[Classes]:
        """Return every removal: no card, one card, and for `pairs` two."""
        held = [index for index, count in enumerate(self._shoe.counts) if count]
        removed: list[Classes] = [(), *((index,) for index in held)]
        if pairs:
            removed += [
                (first, second)
                for first, second in combinations_with_replacement(held, 2)
                if first != second or self._shoe.counts[first] > 1
            ]
        return removed

    def compute(self, removed: Classes) -> None:
        """Compute the expectations of the bets without these cards."""
        self._expected[removed] = self._with_features(removed) if self._features else self._on_totals(removed)

    def effects(self, *, pairs: bool) -> list[Effect]:
        """Return the effect on each bet, after all removals are computed."""
        classes = range(len(self._shoe.counts))
        results = []
        for number, bet in enumerate(self._layout.bets):
            full = self._expected[()][number]
            changes = [
                self._expected[index,][number] - full if (index,) in self._expected else None for index in classes
            ]
            beyond = {
                (removed[0], removed[1]): expected[number]
                - full
                - sum((change for index in removed if (change := changes[index]) is not None), Fraction(0))
                for removed, expected in self._expected.items()
                if pairs and len(removed) > 1
            }
            results.append(Effect(bet, self._shoe.fineness, self._shoe.counts, full, tuple(changes), beyond))
        return results

    def _priced(self, rows: Distribution[int]) -> list[Fraction]:
        return [odds.expected_value for odds in self._layout.odds(rows)]

    def _on_totals(self, removed: Classes) -> list[Fraction]:
        return self._priced(self._layout.rows(_without(self._shoe, removed), self._tableau))

    def _with_features(self, removed: Classes) -> list[Fraction]:
        values = tuple(sorted(self._values[index] for index in removed))
        classes_of = {value: tuple(index for index in removed if self._values[index] == value) for value in values}
        if values not in self._tables:
            self._tables[values] = self._table(values)
        identities = [
            self._faces.identity_of([*others, *map(self._faces.draw_id, classes_of, sizes, classes_of.values())])
            for others, sizes in self._tables[values]
        ]
        # Classes of one value that the bets do not distinguish have the same identities.
        key = (values, *identities)
        if key not in self._by_identities:
            by_faces: dict[int, Counter[Ending | None]] = defaultdict(Counter)
            for identity, ended in zip(identities, self._tables[values].values(), strict=True):
                by_faces[identity].update(ended)
            observed = answers_of(self._features, self._faces, by_faces, self._layout.rows_on_cards)
            self._by_identities[key] = self._priced(self._layout.settle(observed))
        return self._by_identities[key]

    def _table(self, values: tuple[int, ...]) -> Table:
        """Return the deals of the shoe without cards of these values."""
        with_ending = self._layout.looks_at_endings
        coarse = self._shoe.at(Fineness.VALUES)
        removed_of = Counter(values)
        table: Table = defaultdict(Counter)
        all_known = sum(self._groups) == _EVERYWHERE
        if values and not all_known and (with_ending or any(group not in _OPENINGS for group in self._groups)):
            deals = value_deals(_without(coarse, values), self._tableau, self._groups, with_ending)
            smaller = _Separated(self._faces, deals, len(self._groups))
            for (others, sizes, _used, ending), count in smaller.deals(tuple(removed_of)).items():
                table[others, sizes][ending] += count
            return table
        if self._full is None:
            deals = value_deals(coarse, self._tableau, self._groups, with_ending)
            self._full = _Separated(self._faces, deals, len(self._groups))
        # All used cards, or all that matter, are known: the removed cards are like those that come next.
        ways_left = perm(coarse.cards - CARDS_IN_A_COUP, len(values))
        ways = prod(perm(coarse.counts[value], number) for value, number in removed_of.items())
        for (others, sizes, used, ending), count in self._full.deals(tuple(removed_of)).items():
            left = prod(
                perm(coarse.counts[value] - sum(size), number)
                for (value, number), size in zip(removed_of.items(), sizes, strict=True)
            )
            table[others, sizes][ending] += count * left * ways_left // (ways * perm(coarse.cards - used, len(values)))
        return table


class _Separated:
    """Deals by the values in groups of positions, with the sizes of some values kept separately.

    Of the other values only the draw ids are kept, so that equivalent deals are merged.
    """

    def __init__(self, faces: FaceDraws, deals: Valued, groups: int) -> None:
        self._faces = faces
        charge(4 * len(deals) * WORK_PER_DEAL)
        self._deals = []
        for held, ended in deals.items():
            values = sorted({value for group in held for value in group})
            sizes = [tuple([group.count(value) for group in held]) for value in values]
            draw_ids = [faces.draw_id(value, size) for value, size in zip(values, sizes, strict=True)]
            self._deals.append((values, sizes, draw_ids, sum(map(len, held)), list(ended.items())))
        self._none = (0,) * groups
        self._holding: list[dict[Values, Held]] = []

    def deals(self, separate: Values) -> Held:
        """Return the deals with the sizes of these values, in rising order, kept separately.

        Few deals hold them. The deals without them are what remains of all deals, so nothing is counted twice.
        """
        exactly: dict[Values, Held] = {}
        result: Held = Counter()
        for number in range(len(separate), -1, -1):
            if len(self._holding) <= number:
                self._holding += [self._hold(size) for size in range(len(self._holding), number + 1)]
            for present in combinations(separate, number):
                exactly[present] = Counter(self._holding[number].get(present, {}))
                for more, counts in exactly.items():
                    if set(present) < set(more):
                        exactly[present].subtract(self._merged(counts, more, present))
                for (others, sizes, used, ending), count in exactly[present].items():
                    size_of = dict(zip(present, sizes, strict=True))
                    if count:
                        all_sizes = tuple(size_of.get(value, self._none) for value in separate)
                        result[others, all_sizes, used, ending] += count
        return result

    def _merged(self, counts: Held, more: Values, present: Values) -> Held:
        """Return the deals with only the values `present`, of those in `more`, kept separately."""
        merged: Held = Counter()
        for (others, sizes, used, ending), count in counts.items():
            back = [self._faces.draw_id(v, size) for v, size in zip(more, sizes, strict=True) if v not in present]
            kept = tuple(size for value, size in zip(more, sizes, strict=True) if value in present)
            merged[tuple(sorted([*others, *back])), kept, used, ending] += count
        return merged

    def _hold(self, number: int) -> dict[Values, Held]:
        """Return, for every set of that many values, the deals that hold all of them, kept separately."""
        holding: dict[Values, Held] = defaultdict(Counter)
        for values, sizes, draw_ids, used, ended in self._deals:
            for chosen in combinations(range(len(values)), number):
                others = sorted([draw_id for index, draw_id in enumerate(draw_ids) if index not in chosen])
                kept = tuple([sizes[index] for index in chosen])
                held = holding[tuple([values[index] for index in chosen])]
                for ending, count in ended:
                    held[tuple(others), kept, used, ending] += count
        return holding


def _without(shoe: Shoe, removed: Sequence[int]) -> Shoe:
    counts = list(shoe.counts)
    for index in removed:
        counts[index] -= 1
    return Shoe(shoe.fineness, tuple(counts))
