"""Layouts: several bets on the same coup, settled together by the rows it matches, and priced from one count."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from numbers import Rational
from operator import or_
from typing import TYPE_CHECKING

from analyzer.arguments import checked, listed, several
from analyzer.bets.bet import require_pay_table
from analyzer.bets.odds import odds_of_nets, odds_of_rows
from analyzer.bets.vocabulary import CONDITIONS
from analyzer.cards.shoe import Shoe
from analyzer.enumeration.feature_counts import count_features
from analyzer.errors import BetError
from analyzer.notation import root_decimal
from analyzer.rules.tableau import Tableau
from analyzer.text import short_repr

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analyzer.bets.bet import Bet, Payout
    from analyzer.bets.odds import Odds
    from analyzer.bets.vocabulary import Value
    from analyzer.cards.features import Feature
    from analyzer.enumeration.distribution import Distribution, Progress
    from analyzer.enumeration.face_draws import Elements
    from analyzer.enumeration.feature_counts import Observation
    from analyzer.rules.coup import Ending

__all__ = ["JointResults", "Layout", "Nets", "bits", "combined_odds", "joint", "layouts_of", "lowest_row"]


class Layout:
    """Bets on the same coup, and the features of the cards that settle them.

    A set of matching rows is a bit mask, one bit for each row of each bet. Whether the members of a row win is decided
    last, from the rows of the members.

    >>> from analyzer import STANDARD, Shoe, read_variant
    >>> classic = read_variant("classic").bets
    >>> layout = Layout(classic)
    >>> rows = layout.rows(Shoe.decks(8), STANDARD)
    >>> tie = classic.index(read_variant("classic").bet("tie"))
    >>> sum(count for matching, count in rows.items() if layout.matching(tie, matching) == (0,))
    475627426473216
    """

    def __init__(self, bets: Sequence[Bet]) -> None:
        """Number the rows of the bets and of their members.

        Raises:
            BetError: for a bet given as a function.
        """
        self.bets = tuple(map(require_pay_table, several(bets, "bets", BetError)))
        self._starts: dict[int, int] = {}
        # For every bet, the bit mask of its rows that ask whether other bets win.
        self._made_of_bets: dict[int, int] = {}
        self._payouts: list[Payout] = []
        for bet in self.bets:
            self._number_rows(bet)
        self._settling_rows: list[dict[int, int]] = [{} for _ in self.bets]
        self._by_ending: dict[Ending | None, int] = {}
        self._all_rows = (1 << len(self._payouts)) - 1
        # For every test of an ending or a feature, the values that match and the bit mask of the rows that need them.
        self._ending_tests: dict[str, dict[tuple[Value, ...], int]] = {}
        card_tests: dict[Feature, dict[frozenset[Value], int]] = {}
        for row, payout in enumerate(self._payouts):
            for name, values in payout.on_endings.items():
                needed = self._ending_tests.setdefault(name, {})
                needed[values] = needed.get(values, 0) | 1 << row
            for feature, accepted in payout.card_conditions:
                needing = card_tests.setdefault(feature, {})
                needing[accepted] = needing.get(accepted, 0) | 1 << row
        self.features = tuple(card_tests)
        self._card_tests = [*card_tests.values()]
        # For every answer to a feature that was seen, the bit mask of the rows that it does not rule out.
        self._by_answer: list[dict[Value, int]] = [{} for _ in self.features]

    def _number_rows(self, bet: Bet) -> None:
        if id(bet) not in self._starts:
            self._starts[id(bet)] = len(self._payouts)
            self._payouts += bet.payouts
            self._made_of_bets[id(bet)] = sum(1 << row for row, payout in enumerate(bet.payouts) if payout.members)
            for payout in bet.payouts:
                for member in payout.members:
                    self._number_rows(member)

    def rows(self, shoe: Shoe, tableau: Tableau, progress: Progress | None = None) -> Distribution[int]:
        """Return the distribution of the matching rows, as bit masks for `matching` and `row`.

        Raises:
            ShoeError: if the shoe is not known as finely as the bets look.
        """
        looks = self.looks_at_endings
        return self.settle(
            count_features(self.features, shoe, tableau, self.rows_on_cards, with_ending=looks, progress=progress)
        )

    @property
    def looks_at_endings(self) -> bool:
        """Whether a row looks at how the coup ended."""
        return bool(self._ending_tests)

    def settle(self, observed: Distribution[Observation[int]]) -> Distribution[int]:
        """Return the distribution of the matching rows, given that of the endings with the masks of `rows_on_cards`."""

        def rows_of(observation: Observation[int]) -> int:
            ending, on_cards = observation
            if ending not in self._by_ending:
                self._by_ending[ending] = self._rows_on_ending(ending)
            return self._by_ending[ending] & on_cards

        return observed.coarsen(rows_of)

    def rows_on_cards(self, answers: Elements) -> int:
        """Return, as a bit mask, the rows whose conditions on cards hold, given the answers to the features."""
        matching = self._all_rows
        for answer, tests, by_answer in zip(answers, self._card_tests, self._by_answer, strict=True):
            left = by_answer.get(answer)
            if left is None:
                ruled_out = [rows for accepted, rows in tests.items() if answer not in accepted]
                left = by_answer[answer] = self._all_rows & ~reduce(or_, ruled_out, 0)
            matching &= left
        return matching

    def _rows_on_ending(self, ending: Ending | None) -> int:
        """Return, as a bit mask, the rows whose conditions on the ending hold; all if the ending was not counted."""
        matching = self._all_rows
        if ending is None:
            return matching
        for name, tests in self._ending_tests.items():
            results = {read(ending) for read in CONDITIONS[name].reads}
            matching &= ~reduce(or_, [rows for values, rows in tests.items() if results.isdisjoint(values)], 0)
        return matching

    def rows_of(self, index: int, rows: int) -> int:
        """Return the matching rows of one bet as a bit mask, with a bit above them that stands for a lost stake.

        Args:
            index: the bet's index in `bets`.
            rows: the bit mask of the matching rows of all bets.
        """
        return self._rows_of(self.bets[index], rows)

    def matching(self, index: int, rows: int) -> tuple[int, ...]:
        """Return the indices of the matching rows of one bet, in order.

        Args:
            index: the bet's index in `bets`.
            rows: the bit mask of the matching rows of all bets.
        """
        return tuple(row for row in bits(self.rows_of(index, rows)) if row < len(self.bets[index].payouts))

    def row(self, index: int, rows: int) -> int:
        """Return the index of the row that settles one bet, the number of its rows if the stake is lost.

        Args:
            index: the bet's index in `bets`.
            rows: the bit mask of the matching rows of all bets.
        """
        settling = self._settling_rows[index]
        if rows not in settling:
            settling[rows] = self._row(self.bets[index], rows)
        return settling[rows]

    def odds(self, rows: Distribution[int]) -> list[Odds]:
        """Return the odds of each bet on a distribution of matching rows."""
        priced = []
        for index, bet in enumerate(self.bets):
            counts = [0] * (len(bet.payouts) + 1)
            for matching, count in rows.items():
                counts[self.row(index, matching)] += count
            priced.append(odds_of_rows(bet, counts, rows.total))
        return priced

    def _rows_of(self, bet: Bet, rows: int) -> int:
        """Return the matching rows of a bet, as a bit mask with a bit above them that stands for a lost stake."""
        every = 1 << len(bet.payouts)
        matching = rows >> self._starts[id(bet)] & (every - 1)
        for row in bits(matching & self._made_of_bets[id(bet)]):
            if not any(self._wins(member, rows) for member in bet.payouts[row].members):
                matching &= ~(1 << row)
        return matching | every

    def _row(self, bet: Bet, rows: int) -> int:
        return lowest_row(self._rows_of(bet, rows))

    def _wins(self, bet: Bet, rows: int) -> bool:
        return bet.pays_at(self._row(bet, rows)).net > 0


def lowest_row(rows: int) -> int:
    """Return the index of the first row of a bit mask that is not empty.

    >>> lowest_row(0b1100)
    2
    """
    return (rows & -rows).bit_length() - 1


def bits(rows: int) -> Iterator[int]:
    """Yield the indices of the rows of a bit mask, in order."""
    while rows:
        yield lowest_row(rows)
        rows &= rows - 1


def layouts_of(bets: Sequence[Bet]) -> list[Layout]:
    """Return the bets in layouts, one for all bets with the same features."""
    by_features: dict[frozenset[Feature], list[Bet]] = {}
    for bet in map(require_pay_table, several(bets, "bets", BetError)):
        by_features.setdefault(frozenset(bet.features), []).append(bet)
    return [Layout(group) for group in by_features.values()]


Nets = tuple[Fraction, ...]


@short_repr(lambda joint: f"of {', '.join(bet.name for bet in joint.bets)}")
@dataclass(frozen=True)
class JointResults:
    """The net results of several bets on the same coup, one unit staked on each.

    Attributes:
        bets: the bets.
        results: the distribution of their net results, in the order of the bets.

    >>> from analyzer import STANDARD, Shoe, read_variant
    >>> classic = read_variant("classic")
    >>> together = joint([classic.bet("punto"), classic.bet("banco")], Shoe.decks(8), STANDARD)
    >>> together.correlation_decimal(0, 1, 6)
    '-0.999969'
    """

    bets: tuple[Bet, ...]
    results: Distribution[Nets]

    @cached_property
    def means(self) -> Nets:
        """The expected net result of each bet, per unit staked on it."""
        sums = [Fraction(0)] * len(self.bets)
        for nets, count in self.results.items():
            for index, net in enumerate(nets):
                sums[index] += net * count
        return tuple(weighted / self.results.total for weighted in sums)

    def covariance(self, first: int, second: int) -> Fraction:
        """Return the covariance of the net results of two bets, given by index; of a bet with itself, its variance."""
        products = sum((nets[first] * nets[second] * count for nets, count in self.results.items()), Fraction(0))
        return products / self.results.total - self.means[first] * self.means[second]

    def correlation_squared(self, first: int, second: int) -> Fraction | None:
        """Return the square of the correlation, a rational; None if a bet always has the same result."""
        variances = self.covariance(first, first) * self.covariance(second, second)
        return self.covariance(first, second) ** 2 / variances if variances else None

    def correlation_decimal(self, first: int, second: int, places: int) -> str | None:
        """Return the correlation, correctly rounded; None if a bet always has the same result."""
        square = self.correlation_squared(first, second)
        if square is None:
            return None
        digits = root_decimal(square, places)
        negative = self.covariance(first, second) < 0 and any(digit not in "0." for digit in digits)
        return f"-{digits}" if negative else digits


@checked(shoe=Shoe, tableau=Tableau)
def joint(bets: Sequence[Bet], shoe: Shoe, tableau: Tableau, progress: Progress | None = None) -> JointResults:
    """Return the joint distribution of the net results of bets on the same coup.

    Raises:
        ShoeError: if the shoe is not known as finely as the bets look.
        BetError: for a bet given as a function.
    """
    layout = Layout(bets)
    rows = layout.rows(shoe, tableau, progress)

    def nets(matching: int) -> Nets:
        return tuple(bet.pays_at(layout.row(index, matching)).net for index, bet in enumerate(layout.bets))

    return JointResults(layout.bets, rows.coarsen(nets))


@checked(together=JointResults)
def combined_odds(together: JointResults, stakes: Sequence[Fraction]) -> Odds:
    """Return the odds of several bets made together, per unit of the total stake.

    Args:
        together: the joint results of the bets.
        stakes: the stake on each bet, in their order.

    Raises:
        BetError: unless there is a stake of 0 or more for each bet, and at least one above 0.

    >>> from analyzer import STANDARD, Shoe, read_variant
    >>> classic = read_variant("classic")
    >>> together = joint([classic.bet("punto"), classic.bet("tie")], Shoe.decks(8), STANDARD)
    >>> combined_odds(together, [Fraction(1), Fraction(0)]).house_edge == -together.means[0]
    True
    """
    if len(listed(stakes, Rational, "stakes")) != len(together.bets):  # type: ignore[type-abstract]
        raise BetError(f"stakes: got {len(stakes)}; there are {len(together.bets)} bets")
    staked = sum(stakes, Fraction(0))
    if staked <= 0 or min(stakes) < 0:
        raise BetError("stakes: each must be 0 or more, and at least one above 0")
    return odds_of_nets(
        together.results.coarsen(
            lambda nets: sum((stake * net for stake, net in zip(stakes, nets, strict=True)), Fraction(0)) / staked
        )
    )
