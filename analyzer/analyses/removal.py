"""Effect of removal: how a bet's expectation changes when a card has left the shoe, exactly.

A card that leaves the shoe unseen changes nothing, so the changes, each as often as there are such cards, add up to
zero. A card that is gone is like the next one after the coup: with N cards, n of them of a class and m of these among
the k that a coup used, that next card is of the class with probability (n - m) / (N - k), whatever else is known. So
the deals of the shoe without it follow from those of the full shoe wherever all the cards that were used are known;
elsewhere the smaller shoe is walked.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import perm, prod
from typing import TYPE_CHECKING

from analyzer.bets.layout import layouts_of
from analyzer.cards.card import Fineness, class_cards
from analyzer.cards.features import Position, fineness_of
from analyzer.cards.shoe import CARDS_IN_A_COUP, Shoe
from analyzer.enumeration.face_draws import FaceDraws
from analyzer.enumeration.feature_counts import answers_of, groups_of, kinds_of, value_deals
from analyzer.errors import ShoeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.bets.bet import Bet
    from analyzer.bets.layout import Layout
    from analyzer.enumeration.distribution import Distribution, Progress
    from analyzer.enumeration.face_draws import Values
    from analyzer.enumeration.feature_counts import Valued
    from analyzer.rules.coup import Ending
    from analyzer.rules.tableau import Tableau

__all__ = ["Effect", "effects"]

_OPENINGS = Position.PUNTO_OPENING | Position.BANCO_OPENING
_EVERYWHERE = _OPENINGS | Position.PUNTO_THIRD | Position.BANCO_THIRD
Classes = tuple[int, ...]
"""Classes of cards that are gone, in rising order; one that is gone twice stands there twice."""
Sizes = tuple[int, ...]
"""How many cards of one value lie in each group of places."""
Held = Counter["tuple[tuple[int, ...], tuple[Sizes, ...], int, Ending | None]"]
"""Deals by the numbers of all values but some, the sizes of those, how many cards were used, and by ending."""
Table = dict[tuple[tuple[int, ...], tuple[Sizes, ...]], "Counter[Ending | None]"]
"""Deals by the numbers of all values none is gone of, and the sizes of each value one is gone of; and by ending."""


@dataclass(frozen=True, slots=True)
class Effect:
    """How the expectation of a bet changes when cards leave the shoe.

    Attributes:
        bet: the bet.
        fineness: how finely cards are told apart: as finely as the bet looks.
        counts: how many cards of each class the shoe holds.
        expected_value: the expected net result per unit staked on the full shoe.
        changes: for each class what is added to it when one such card has left; None where there is none.
        pairs: for two classes, in rising order, what is added beyond the sum of both changes when one card of each
            has left; empty unless asked for.
    """

    bet: Bet
    fineness: Fineness
    counts: tuple[int, ...]
    expected_value: Fraction
    changes: tuple[Fraction | None, ...]
    pairs: dict[tuple[int, int], Fraction]

    @property
    def weighted_sum(self) -> Fraction:
        """The sum of the changes, each as often as there are such cards: exactly 0."""
        return sum(
            (count * change for count, change in zip(self.counts, self.changes, strict=True) if change is not None),
            Fraction(0),
        )

    @property
    def weighted_sum_of_pairs(self) -> Fraction:
        """The sum over all ordered pairs of cards of what is added beyond the sum of both changes: exactly 0."""
        total = Fraction(0)
        for (first, second), beyond in self.pairs.items():
            ways = self.counts[first] * (self.counts[second] - (first == second))
            total += ways * beyond * (1 if first == second else 2)
        return total


def effects(
    bets: Sequence[Bet],
    shoe: Shoe,
    tableau: Tableau,
    *,
    pairs: bool = False,
    progress: Progress | None = None,
) -> list[Effect]:
    """Return the effect of removal for each bet, for every class of cards it tells apart.

    Args:
        bets: any bets.
        shoe: the composition they are played from.
        tableau: the drawing rules.
        pairs: whether to work out pairs of cards, too.
        progress: told, from time to time, how many removals are done, and of how many.

    Raises:
        ShoeError: if the shoe is not known as finely as a bet looks, is drawn with replacement, or has fewer than
            seven cards (eight for pairs), so that no whole coup would be left.

    Cost: ten walks for bets that look at totals; for others one walk, and for each class that differs from the others
    of its value what `count_features` makes of the faces.

    >>> from analyzer import STANDARD, Shoe, read_variant
    >>> [effect] = effects([read_variant("classic").bet("tie")], Shoe.decks(8), STANDARD)
    >>> [round(change * 10**7) for change in effect.changes]
    [5129, 1293, -2392, -2141, -2924, -2644, -11595, -10914, 6543, 4260]
    """
    if shoe.replacement:
        raise ShoeError("shoe: cards cannot leave a shoe drawn with replacement (inf); name a number of decks")
    gone = 2 if pairs else 1
    if shoe.cards < CARDS_IN_A_COUP + gone:
        raise ShoeError(
            f"shoe: got {shoe.cards} cards; {CARDS_IN_A_COUP} have to be left for a coup once {gone} "
            f"{'have' if pairs else 'has'} gone"
        )
    found: dict[int, Effect] = {}
    layouts = [_Removals(layout, shoe, tableau) for layout in layouts_of(bets)]
    tasks = [(removals, removed) for removals in layouts for removed in removals.all_removed(pairs=pairs)]
    for done, (removals, removed) in enumerate(tasks):
        if progress is not None:
            progress(done, len(tasks))
        removals.work_out(removed)
    for removals in layouts:
        found |= {id(effect.bet): effect for effect in removals.effects(pairs=pairs)}
    return [found[id(bet)] for bet in bets]


class _Removals:
    """The bets of one layout on a shoe that cards have left."""

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
            self._alike: dict[tuple[object, ...], list[Fraction]] = {}
            self._full: _Apart | None = None

    def all_removed(self, *, pairs: bool) -> list[Classes]:
        """Return all that can be gone: nothing, one card, and for `pairs` two."""
        held = [place for place, count in enumerate(self._shoe.counts) if count]
        removed: list[Classes] = [(), *((place,) for place in held)]
        if pairs:
            removed += [
                (first, second)
                for first, second in combinations_with_replacement(held, 2)
                if first != second or self._shoe.counts[first] > 1
            ]
        return removed

    def work_out(self, removed: Classes) -> None:
        """Work out the expectations of the bets once these cards are gone."""
        self._expected[removed] = self._with_features(removed) if self._features else self._on_totals(removed)

    def effects(self, *, pairs: bool) -> list[Effect]:
        """Return the effects for each bet, once all is worked out."""
        places = range(len(self._shoe.counts))
        found = []
        for number, bet in enumerate(self._layout.bets):
            full = self._expected[()][number]
            changes = [
                self._expected[place,][number] - full if (place,) in self._expected else None for place in places
            ]
            beyond = {
                (removed[0], removed[1]): expected[number]
                - full
                - sum((change for place in removed if (change := changes[place]) is not None), Fraction(0))
                for removed, expected in self._expected.items()
                if pairs and len(removed) > 1
            }
            found.append(Effect(bet, self._shoe.fineness, self._shoe.counts, full, tuple(changes), beyond))
        return found

    def _priced(self, rows: Distribution[int]) -> list[Fraction]:
        return [odds.expected_value for odds in self._layout.odds(rows)]

    def _on_totals(self, removed: Classes) -> list[Fraction]:
        return self._priced(self._layout.rows(_without(self._shoe, removed), self._tableau))

    def _with_features(self, removed: Classes) -> list[Fraction]:
        values = tuple(sorted(self._values[place] for place in removed))
        gone = {value: tuple(place for place in removed if self._values[place] == value) for value in values}
        if values not in self._tables:
            self._tables[values] = self._table(values)
        identities = [
            self._faces.identity_of([*others, *map(self._faces.draw_id, gone, sizes, gone.values())])
            for others, sizes in self._tables[values]
        ]
        # Classes of one value that the bets do not tell apart have the same identities.
        key = (values, *identities)
        if key not in self._alike:
            by_faces: dict[int, Counter[Ending | None]] = defaultdict(Counter)
            for identity, ended in zip(identities, self._tables[values].values(), strict=True):
                by_faces[identity].update(ended)
            found = answers_of(self._features, self._faces, by_faces, self._layout.rows_on_cards)
            self._alike[key] = self._priced(self._layout.settle(found))
        return self._alike[key]

    def _table(self, values: tuple[int, ...]) -> Table:
        """Return the deals of the shoe without cards of these values."""
        looks = self._layout.looks_at_endings
        coarse = self._shoe.at(Fineness.VALUES)
        gone = Counter(values)
        table: Table = defaultdict(Counter)
        everywhere = sum(self._groups) == _EVERYWHERE
        if values and not everywhere and (looks or any(group not in _OPENINGS for group in self._groups)):
            deals = value_deals(_without(coarse, values), self._tableau, self._groups, looks)
            smaller = _Apart(self._faces, deals, len(self._groups))
            for (others, sizes, _used, ending), count in smaller.deals(tuple(gone)).items():
                table[others, sizes][ending] += count
            return table
        if self._full is None:
            deals = value_deals(coarse, self._tableau, self._groups, looks)
            self._full = _Apart(self._faces, deals, len(self._groups))
        # All the cards used, or all that matter, are known: what is gone is like the cards that come next.
        ways_left = perm(coarse.cards - CARDS_IN_A_COUP, len(values))
        ways = prod(perm(coarse.counts[value], number) for value, number in gone.items())
        for (others, sizes, used, ending), count in self._full.deals(tuple(gone)).items():
            left = prod(
                perm(coarse.counts[value] - sum(size), number)
                for (value, number), size in zip(gone.items(), sizes, strict=True)
            )
            table[others, sizes][ending] += count * left * ways_left // (ways * perm(coarse.cards - used, len(values)))
        return table


class _Apart:
    """Deals by the values that lie in groups of places, with some values kept apart from the others.

    The others are kept by their numbers alone, so that what is alike is added up.
    """

    def __init__(self, faces: FaceDraws, deals: Valued, groups: int) -> None:
        self._faces = faces
        self._deals = []
        for held, ended in deals.items():
            lying = sorted({value for group in held for value in group})
            sizes = [tuple([group.count(value) for group in held]) for value in lying]
            numbers = [faces.draw_id(value, size) for value, size in zip(lying, sizes, strict=True)]
            self._deals.append((lying, sizes, numbers, sum(map(len, held)), list(ended.items())))
        self._none = (0,) * groups
        self._holding: list[dict[Values, Held]] = []

    def deals(self, apart: Values) -> Held:
        """Return the deals with these values, in rising order, kept apart.

        Few sets of values hold them; the deals that do not are what is left of all.
        """
        exactly: dict[Values, Held] = {}
        found: Held = Counter()
        for number in range(len(apart), -1, -1):
            if len(self._holding) <= number:
                self._holding += [self._hold(more) for more in range(len(self._holding), number + 1)]
            for there in combinations(apart, number):
                exactly[there] = Counter(self._holding[number].get(there, {}))
                for more, counts in exactly.items():
                    if set(there) < set(more):
                        exactly[there].subtract(self._put_back(counts, more, there))
                for (others, sizes, used, ending), count in exactly[there].items():
                    size_of = dict(zip(there, sizes, strict=True))
                    if count:
                        found[others, tuple(size_of.get(value, self._none) for value in apart), used, ending] += count
        return found

    def _put_back(self, counts: Held, more: Values, there: Values) -> Held:
        """Return the deals with only the values `there` of those in `more` kept apart."""
        merged: Held = Counter()
        for (others, sizes, used, ending), count in counts.items():
            back = [self._faces.draw_id(v, size) for v, size in zip(more, sizes, strict=True) if v not in there]
            kept = tuple(size for value, size in zip(more, sizes, strict=True) if value in there)
            merged[tuple(sorted([*others, *back])), kept, used, ending] += count
        return merged

    def _hold(self, number: int) -> dict[Values, Held]:
        """Return for so many values at a time the deals that hold all of them, these kept apart."""
        found: dict[Values, Held] = defaultdict(Counter)
        for lying, sizes, numbers, used, ended in self._deals:
            for places in combinations(range(len(lying)), number):
                others = sorted([each for place, each in enumerate(numbers) if place not in places])
                kept = tuple([sizes[place] for place in places])
                held = found[tuple([lying[place] for place in places])]
                for ending, count in ended:
                    held[tuple(others), kept, used, ending] += count
        return found


def _without(shoe: Shoe, removed: Sequence[int]) -> Shoe:
    counts = list(shoe.counts)
    for place in removed:
        counts[place] -= 1
    return Shoe(shoe.fineness, tuple(counts))
