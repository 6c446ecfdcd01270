"""Layouts: several bets on the same coup, and which of their rows it matches. All of them share one observation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.bets.function_bet import FunctionBet, price_function_bet
from analyzer.bets.odds import odds_of_rows
from analyzer.bets.vocabulary import CONDITIONS
from analyzer.enumeration.feature_counts import observe
from analyzer.errors import BetError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from analyzer.bets.bet import Bet, Payout
    from analyzer.bets.odds import Odds
    from analyzer.bets.vocabulary import Value
    from analyzer.cards.features import Feature
    from analyzer.cards.shoe import Shoe
    from analyzer.enumeration.distribution import Distribution
    from analyzer.enumeration.face_draws import Elements
    from analyzer.enumeration.feature_counts import Observation
    from analyzer.rules.tableau import Ending, Tableau

__all__ = ["Layout", "layouts_of", "price_bets"]


class Layout:
    """Bets that lie side by side, and what has to be known to settle them.

    A set of matching rows is kept as an integer, one bit for each row of each bet; what a row says of other bets (that
    one of them wins) is answered last, from the rows of those.

    >>> from analyzer import STANDARD, Shoe, read_variant
    >>> classic = read_variant("classic").bets
    >>> layout = Layout(classic)
    >>> rows = layout.rows(Shoe.decks(8), STANDARD)
    >>> tie = classic.index(read_variant("classic").bet("tie"))
    >>> sum(count for matching, count in rows.items() if layout.matching(tie, matching) == (0,))
    475627426473216
    """

    def __init__(self, bets: Sequence[Bet]) -> None:
        """Lay out the bets, and behind them the bets they are made of."""
        for bet in bets:
            if isinstance(bet, FunctionBet):
                raise BetError(
                    f"bet {bet.name}: a bet given as a function can be priced by itself only; "
                    "as a pay table it could stand beside others"
                )
        self.bets = tuple(bets)
        self._starts: dict[int, int] = {}
        self._payouts: list[Payout] = []
        for bet in self.bets:
            self._place(bet)
        self._rows_settled: list[dict[int, int]] = [{} for _ in self.bets]
        self._ended_so: dict[Ending | None, int] = {}
        self._every = (1 << len(self._payouts)) - 1
        # For every test, the rows that fall away when it fails.
        self._of_ending: dict[tuple[str, tuple[Value, ...]], int] = {}
        looks: dict[tuple[Feature, frozenset[Value]], int] = {}
        for row, payout in enumerate(self._payouts):
            for test in payout.on_endings.items():
                self._of_ending[test] = self._of_ending.get(test, 0) | 1 << row
            for look in payout.looks:
                looks[look] = looks.get(look, 0) | 1 << row
        self.features = tuple(dict.fromkeys(feature for feature, _ in looks))
        self._of_cards = [(self.features.index(feature), accepted, rows) for (feature, accepted), rows in looks.items()]

    def _place(self, bet: Bet) -> None:
        if id(bet) not in self._starts:
            self._starts[id(bet)] = len(self._payouts)
            self._payouts += bet.payouts
            for payout in bet.payouts:
                for member in payout.members:
                    self._place(member)

    def rows(
        self, shoe: Shoe, tableau: Tableau, progress: Callable[[int, int], object] | None = None
    ) -> Distribution[int]:
        """Return the distribution of the matching rows, as integers for `matching` and `row`.

        Raises:
            ShoeError: if the shoe is not known as finely as the bets look.
        """
        looks = self.looks_at_endings
        return self.settle(observe(self.features, shoe, tableau, self.see, with_ending=looks, progress=progress))

    @property
    def looks_at_endings(self) -> bool:
        """Whether a row looks at how the coup ended."""
        return bool(self._of_ending)

    def settle(self, found: Distribution[Observation[int]]) -> Distribution[int]:
        """Return the distribution of the matching rows from what `see` made of the cards, and the endings."""

        def both(observation: Observation[int]) -> int:
            ending, seen = observation
            if ending not in self._ended_so:
                self._ended_so[ending] = self._ended(ending)
            return self._ended_so[ending] & seen

        return found.coarsen(both)

    def see(self, answers: Elements) -> int:
        """Return the rows that the answers of the features leave standing."""
        standing = self._every
        for place, accepted, rows in self._of_cards:
            if answers[place] not in accepted:
                standing &= ~rows
        return standing

    def _ended(self, ending: Ending | None) -> int:
        """Return the rows that the ending, if it was asked for, leaves standing."""
        standing = self._every
        if ending is None:
            return standing
        for (name, values), rows in self._of_ending.items():
            if not CONDITIONS[name].matches(ending, values):
                standing &= ~rows
        return standing

    def matching(self, place: int, rows: int) -> tuple[int, ...]:
        """Return which rows of the bet at that place are among the matching ones, in order."""
        return tuple(self._matching(self.bets[place], rows))

    def row(self, place: int, rows: int) -> int:
        """Return which row of the bet at that place settles it, the number of its rows if the stake is lost."""
        known = self._rows_settled[place]
        if rows not in known:
            known[rows] = self._row(self.bets[place], rows)
        return known[rows]

    def odds(self, rows: Distribution[int]) -> list[Odds]:
        """Return each bet priced on a distribution of matching rows."""
        priced = []
        for place, bet in enumerate(self.bets):
            counts = [0] * (len(bet.payouts) + 1)
            for matching, count in rows.items():
                counts[self.row(place, matching)] += count
            priced.append(odds_of_rows(bet, counts, rows.total))
        return priced

    def _matching(self, bet: Bet, rows: int) -> Iterator[int]:
        start = self._starts[id(bet)]
        for row, payout in enumerate(bet.payouts):
            members = payout.members
            if rows >> (start + row) & 1 and (not members or any(self._wins(member, rows) for member in members)):
                yield row

    def _row(self, bet: Bet, rows: int) -> int:
        return next(self._matching(bet, rows), len(bet.payouts))

    def _wins(self, bet: Bet, rows: int) -> bool:
        return bet.pays_at(self._row(bet, rows)).net > 0


def price_bets(
    bets: Sequence[Bet | FunctionBet],
    shoe: Shoe,
    tableau: Tableau,
    progress: Callable[[int, int], object] | None = None,
) -> list[Odds]:
    """Price bets, each by the cheapest exact route for what it looks at; those that look at the same share one count.

    Args:
        bets: any bets; those given as functions are counted one by one.
        shoe: the composition they are played from.
        tableau: the drawing rules.
        progress: told, from time to time in a longer count, how much of how much is done.

    Raises:
        ShoeError: if the shoe is not known as finely as a bet looks.
        BetError: as `price_function_bet`.

    >>> from analyzer import STANDARD, Shoe, read_bet
    >>> [odds] = price_bets([read_bet("punto-pair")], Shoe.decks(8), STANDARD)
    >>> odds.house_edge
    Fraction(43, 415)
    """
    priced: dict[int, Odds] = {}
    for bet in bets:
        if isinstance(bet, FunctionBet):
            priced[id(bet)] = price_function_bet(bet, shoe, tableau, progress)
    for layout in layouts_of([bet for bet in bets if not isinstance(bet, FunctionBet)]):
        rows = layout.rows(shoe, tableau, progress)
        priced |= {id(bet): odds for bet, odds in zip(layout.bets, layout.odds(rows), strict=True)}
    return [priced[id(bet)] for bet in bets]


def layouts_of(bets: Sequence[Bet]) -> list[Layout]:
    """Return the bets, those that look at the same cards in one layout."""
    alike: dict[frozenset[Feature], list[Bet]] = {}
    for bet in bets:
        alike.setdefault(frozenset(bet.features), []).append(bet)
    return [Layout(each) for each in alike.values()]
