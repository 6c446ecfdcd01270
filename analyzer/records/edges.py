"""Odds along a record: the exact edges of bets before each coup, given every card seen in its shoe so far."""

from __future__ import annotations

from collections import deque
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from analyzer.batch.plan import NO_SHOE, require_numpy
from analyzer.batch.stream import answers, answers_one_by_one
from analyzer.bets.pricing import price
from analyzer.cards.card import Fineness
from analyzer.cards.shoe import CARDS_IN_A_COUP, Shoe
from analyzer.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from analyzer.bets.bet import Bet
    from analyzer.records.audit import Checked
    from analyzer.rules.tableau import Tableau

__all__ = ["Edge", "edges_before", "needed_fineness"]

Edge = tuple[int, int] | None
"""Numerator and denominator of a house edge, not in lowest terms; None where there is none."""


class _Shoe(NamedTuple):
    """The cards left before a coup."""

    fineness: Fineness
    left: tuple[int, ...]

    @property
    def values(self) -> Sequence[int]:
        """How many cards of each value are left, if a coup can be dealt; else what is no shoe."""
        counts = self.left[: Fineness.VALUES]
        return counts if sum(counts) >= CARDS_IN_A_COUP else NO_SHOE

    def at(self, fineness: Fineness) -> Shoe | None:
        """Return the shoe at that fineness, None where it is not known so finely or no coup can be dealt."""
        if fineness > self.fineness or self.values is NO_SHOE:
            return None
        first = sum(coarser for coarser in Fineness if coarser < fineness)
        return Shoe(fineness, self.left[first : first + fineness])


def needed_fineness(bets: Sequence[Bet]) -> Fineness | None:
    """Return how finely the cards left must be kept for the odds of these bets, None for no bet."""
    return max((bet.fineness for bet in bets), default=None)


def edges_before(
    checked: Iterable[Checked], bets: Sequence[Bet], tableau: Tableau
) -> Iterator[tuple[Checked, list[Edge]]]:
    """Yield each line with the edges of the bets before it, in order and in bounded memory.

    A line that could not be read has none; nor has a shoe of fewer than six cards, nor a bet that looks more finely at
    cards than those seen are known.

    Args:
        checked: the lines, the cards left before each kept as finely as `needed_fineness` says.
        bets: any bets.
        tableau: the drawing rules.

    Cost: for bets on totals some microseconds a line with NumPy and about a millisecond without; for bets on ranks and
    suits what `price` costs, from milliseconds up to a second.

    >>> from fractions import Fraction
    >>> from analyzer import STANDARD, read_variant
    >>> from analyzer.records.audit import Audit
    >>> from analyzer.records.record_file import Record
    >>> audit = Audit(Shoe.decks(8), STANDARD, odds=Fineness.VALUES)
    >>> lines = audit.check_all([Record(2, ("9 K", "3 8", *[""] * 7))])
    >>> [(line, [edge])] = edges_before(lines, [read_variant("classic").bet("tie")], STANDARD)
    >>> Fraction(*edge)
    Fraction(103841353768, 723147898655)
    """
    by_totals = [bet for bet in bets if not bet.features]
    finer = [bet for bet in bets if bet.features]
    waiting: deque[Checked] = deque()

    def rows() -> Iterator[Sequence[int]]:
        for each in checked:
            waiting.append(each)
            yield NO_SHOE if each.fineness is None else _Shoe(each.fineness, each.left).values

    for edges in _edges(rows(), by_totals, tableau):
        line = waiting.popleft()
        found = dict(zip(map(id, by_totals), edges, strict=True))
        found |= {id(bet): _edge(bet, line, tableau) for bet in finer}
        yield line, [found[id(bet)] for bet in bets]


def _edge(bet: Bet, line: Checked, tableau: Tableau) -> Edge:
    """Return the edge of a bet on ranks or suits."""
    shoe = None if line.fineness is None else _Shoe(line.fineness, line.left).at(bet.fineness)
    if shoe is None:
        return None
    odds = price(bet, shoe, tableau)
    return odds.house_edge.numerator, odds.house_edge.denominator


def _edges(rows: Iterator[Sequence[int]], bets: Sequence[Bet], tableau: Tableau) -> Iterator[Sequence[Edge]]:
    """Yield the edges of bets on totals for each row of ten counts."""
    if not bets:
        yield from ([] for _ in rows)
        return
    try:
        require_numpy()
    except MissingExtraError:
        found = answers_one_by_one(rows, bets, tableau)
    else:
        found = answers(rows, bets, tableau)
    for answer in chain.from_iterable(found):
        yield [None] * len(bets) if answer is None else answer.edges
