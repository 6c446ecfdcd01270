"""Examine pay tables: unreachable rows, overlapping rows, and the odds that give a wanted edge."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from analyzer.bets.layout import Layout, bits, layouts_of, lowest_row
from analyzer.cards.shoe import Shoe
from analyzer.enumeration.cost import charge
from analyzer.errors import BetError
from analyzer.notation import percent, read_share

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analyzer.bets.bet import Bet
    from analyzer.bets.odds import Odds
    from analyzer.enumeration.distribution import Progress
    from analyzer.rules.tableau import Tableau

__all__ = [
    "Overlap",
    "SolvedOdds",
    "Unreachable",
    "check_reachable",
    "examine",
    "overlaps",
    "printable",
    "read_edge",
    "solve",
    "unreachable",
]


MOST_OVERLAPS = 10_000
"""The most pairs of overlapping rows that are examined."""
_PAIRS_PER_MICROSECOND = 8
MOST_NAMED = 10
"""The most rows that an error or a note describes one by one."""
_LONGEST_EVENT = 200


class Unreachable(NamedTuple):
    """A row that no coup reaches.

    Attributes:
        row: its index.
        event: its conditions in words.
        covered_by: the indices of the first eleven, at most, of the earlier rows that settle all its coups; empty if no
            coup matches it.
    """

    row: int
    event: str
    covered_by: tuple[int, ...]

    def __str__(self) -> str:
        """Return the fault in words, rows numbered from 1."""
        why = "no coup of this tableau matches it"
        if self.covered_by:
            rows = [str(row + 1) for row in self.covered_by[:MOST_NAMED]]
            more = " and others" if len(self.covered_by) > len(rows) else ""
            why = f"earlier payouts cover it completely ({', '.join(rows)}{more})"
        event = self.event if len(self.event) <= _LONGEST_EVENT else f"{self.event[: _LONGEST_EVENT - 1]}…"
        return f"payout {self.row + 1} ({event}) can never be reached: {why}"


class Overlap(NamedTuple):
    """Two rows that match the same coups; the first of them pays.

    Attributes:
        first: the index of the earlier row.
        second: the index of the later row.
        deals: the number of deals that match both.
    """

    first: int
    second: int
    deals: int


def unreachable(bet: Bet, tableau: Tableau, progress: Progress | None = None) -> list[Unreachable]:
    """Return the rows that no coup reaches from any shoe; rows of the bet's members are not checked.

    Cost: as much as pricing the bet once.

    >>> from analyzer import STANDARD, read_bet
    >>> unreachable(read_bet("dragon-7"), STANDARD)
    []
    """
    [(_bet, rows)] = _unreachable([bet], tableau, progress)
    return rows


def _unreachable(
    bets: Sequence[Bet], tableau: Tableau, progress: Progress | None
) -> Iterator[tuple[Bet, list[Unreachable]]]:
    """Yield each bet with its rows that no coup reaches; bets that look at the same cards share a count.

    The infinite shoe can deal every coup that some shoe can deal, so only that shoe is counted.
    """
    for layout in layouts_of(bets):
        matching = list(layout.rows(Shoe.infinite(), tableau, progress))
        for index, bet in enumerate(layout.bets):
            # For each row that settles a coup, the rows that match one of its coups, as a bit mask.
            settled: dict[int, int] = {}
            for rows in matching:
                of_bet = layout.rows_of(index, rows)
                first = lowest_row(of_bet)
                settled[first] = settled.get(first, 0) | of_bet
            covered_by: dict[int, list[int]] = {row: [] for row in range(len(bet.payouts)) if row not in settled}
            looked_for = sum(1 << row for row in covered_by)
            for first in sorted(settled):
                for row in bits(settled[first] & looked_for):
                    covered_by[row].append(first)
                    if len(covered_by[row]) > MOST_NAMED:
                        looked_for &= ~(1 << row)
            yield bet, [Unreachable(row, bet.payouts[row].event, tuple(by)) for row, by in covered_by.items()]


def check_reachable(
    bets: Sequence[Bet], tableau: Tableau, progress: Progress | None = None, *, strict: bool = False
) -> list[str]:
    """Refuse bets with rows that earlier rows cover completely, and describe the rows that no coup matches.

    Published pay tables have rows of the second kind. They have 0 deals on every shoe.

    Args:
        bets: the bets.
        tableau: the drawing rules.
        progress: called from time to time in a longer count with the steps done and the number of all steps.
        strict: whether rows that no coup matches are refused too.

    Returns:
        A note for each bet with rows that no coup matches.

    Raises:
        BetError: for the rows refused of one bet.

    Cost: as much as pricing the bets once.

    >>> from analyzer import STANDARD, Bet, Payout, read_pays
    >>> never = Payout({"winner": ("tie",), "margin": (1,)}, read_pays("8 to 1"))
    >>> check_reachable([Bet("b", (never,))], STANDARD)
    ['bet b: payout 1 (tie, margin 1) can never be reached: no coup of this tableau matches it']
    """
    notes = []
    for bet, rows in _unreachable(bets, tableau, progress):
        refused = [row for row in rows if row.covered_by or strict]
        named = "; ".join([str(row) for row in (refused or rows)[:MOST_NAMED]])
        more = len(refused or rows) - MOST_NAMED
        text = f"bet {bet.name}: {named}{f'; and {more} more' if more > 0 else ''}"
        if refused:
            raise BetError(text)
        if rows:
            notes.append(text)
    return notes


def overlaps(bet: Bet, shoe: Shoe, tableau: Tableau, progress: Progress | None = None) -> list[Overlap]:
    """Return every pair of rows that match the same coups, with the number of deals.

    Raises:
        ShoeError: if the shoe is not known as finely as the bet looks.
        BetError: if more than 10,000 pairs of rows overlap.
    """
    return examine(bet, shoe, tableau, progress)[1]


def examine(bet: Bet, shoe: Shoe, tableau: Tableau, progress: Progress | None = None) -> tuple[Odds, list[Overlap]]:
    """Return the odds of the bet and the result of `overlaps`, from one count.

    Raises:
        ShoeError: if the shoe is not known as finely as the bet looks.
        BetError: if more than 10,000 pairs of rows overlap.
    """
    layout = Layout([bet])
    counts: dict[tuple[int, int], int] = {}
    distribution = layout.rows(shoe, tableau, progress)
    for rows, count in distribution.items():
        matching = layout.matching(0, rows)
        charge(len(matching) ** 2 / _PAIRS_PER_MICROSECOND)
        for pair in combinations(matching, 2):
            counts[pair] = counts.get(pair, 0) + count
            if len(counts) > MOST_OVERLAPS:
                raise BetError(f"bet {bet.name}: more than {MOST_OVERLAPS:,} pairs of rows overlap, the most examined")
    [odds] = layout.odds(distribution)
    return odds, [Overlap(first, second, deals) for (first, second), deals in sorted(counts.items())]


class SolvedOdds(NamedTuple):
    """The odds of one row that give a wanted edge while all other rows stay the same.

    Attributes:
        to_one: the exact odds.
        below: the nearest odds at or below them that a layout can print, and the edge at these odds.
        above: the same at or above; equal to `below` if the exact odds can be printed.
    """

    to_one: Fraction
    below: tuple[Fraction, Fraction]
    above: tuple[Fraction, Fraction]


def solve(odds: Odds, row: int, edge: Fraction) -> SolvedOdds:
    """Return the odds of one row at which a priced bet has the wanted house edge.

    Args:
        odds: the priced bet.
        row: the index of the row.
        edge: the wanted house edge, per unit staked.

    Raises:
        BetError: if the row does not exist, has no deals, or would have to lose.

    >>> from analyzer import STANDARD, Shoe, price, read_variant
    >>> tie = price(read_variant("classic").bet("tie"), Shoe.decks(8), STANDARD)
    >>> solution = solve(tie, 0, Fraction(1, 20))
    >>> [str(solution.below[0]), str(solution.above[0])]
    ['17/2', '9']
    """
    payouts = odds.rows[:-1]
    if not 0 <= row < len(payouts):
        raise BetError(f"row: got {row + 1}; the bet has rows 1 to {len(payouts)}")
    solved = payouts[row]
    if not solved.count:
        raise BetError(f"row {row + 1} ({solved.event}) never happens on this shoe: its odds do not change the edge")
    probability = odds.probability(solved.count)

    def edge_at(to_one: Fraction) -> Fraction:
        return odds.house_edge - (to_one - solved.pays.net) * probability

    to_one = solved.pays.net + (odds.house_edge - edge) / probability
    if to_one < 0:
        raise BetError(
            f"row {row + 1} ({solved.event}) would have to lose: even as a push the bet's edge is "
            f"{percent(edge_at(Fraction(0)), 4)}, below {percent(edge, 4)}"
        )
    below, above = printable(to_one)
    return SolvedOdds(to_one, (below, edge_at(below)), (above, edge_at(above)))


def read_edge(text: str) -> Fraction:
    """Read a house edge, a share of the stake.

    Raises:
        NotationError: if it is not a number, or is 1 or more without a % sign.

    >>> read_edge("5%")
    Fraction(1, 20)
    """
    return read_share(text, "edge")


_WHOLE_FROM, _HALVES_FROM = 10, 1
_TWENTIETH, _HALF = Fraction(1, 20), Fraction(1, 2)


def printable(to_one: Fraction) -> tuple[Fraction, Fraction]:
    """Return the nearest odds that a layout can print, at or below and at or above.

    Layouts print whole numbers to one from 10 up, halves from 1 up, and twentieths (a commission of 5 %) below even
    money.

    >>> [[str(odds) for odds in printable(Fraction(text))] for text in ("37/3", "17/8", "13/14", "8")]
    [['12', '13'], ['2', '5/2'], ['9/10', '19/20'], ['8', '8']]
    """
    step = Fraction(1) if to_one >= _WHOLE_FROM else _HALF if to_one >= _HALVES_FROM else _TWENTIETH
    return floor(to_one / step) * step, ceil(to_one / step) * step
