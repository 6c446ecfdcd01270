"""Odds along a record: the exact edges of bets before each coup, given the cards seen in its shoe so far."""

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
    from analyzer.records.audit import CheckedLine
    from analyzer.rules.tableau import Tableau

__all__ = ["Edge", "edges_before", "needed_fineness"]

Edge = tuple[int, int] | None
"""Numerator and denominator of a house edge, not in lowest terms; None where there is none."""


class _CardsLeft(NamedTuple):
    """The cards left before a coup."""

    fineness: Fineness
    left: tuple[int, ...]

    @property
    def values(self) -> Sequence[int]:
        """Counts by point value, or `NO_SHOE` if fewer than six cards are left."""
        counts = self.left[: Fineness.VALUES]
        return counts if sum(counts) >= CARDS_IN_A_COUP else NO_SHOE

    def at(self, fineness: Fineness) -> Shoe | None:
        """Return the shoe at this fineness; None if it is not known so finely or fewer than six cards are left."""
        if fineness > self.fineness or self.values is NO_SHOE:
            return None
        first = sum(coarser for coarser in Fineness if coarser < fineness)
        return Shoe(fineness, self.left[first : first + fineness])


def needed_fineness(bets: Sequence[Bet]) -> Fineness | None:
    """Return the fineness that the odds of these bets need, None without bets."""
    return max((bet.fineness for bet in bets), default=None)


def edges_before(
    lines: Iterable[CheckedLine], bets: Sequence[Bet], tableau: Tableau
) -> Iterator[tuple[CheckedLine, list[Edge]]]:
    """Yield each line with the edges of the bets before it, in order and in bounded memory.

    The edge is None if the line could not be read, if fewer than six cards are left, or if the bet looks more finely at
    cards than those seen are known.

    Args:
        lines: checked lines, with the cards left before each at the fineness that `needed_fineness` returns.
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
    pending: deque[CheckedLine] = deque()

    def rows() -> Iterator[Sequence[int]]:
        for line in lines:
            pending.append(line)
            yield NO_SHOE if line.fineness is None else _CardsLeft(line.fineness, line.left).values

    for edges in _edges(rows(), by_totals, tableau):
        line = pending.popleft()
        edge_of = dict(zip(map(id, by_totals), edges, strict=True))
        edge_of |= {id(bet): _edge(bet, line, tableau) for bet in finer}
        yield line, [edge_of[id(bet)] for bet in bets]


def _edge(bet: Bet, line: CheckedLine, tableau: Tableau) -> Edge:
    """Return the edge of a bet on ranks or suits."""
    shoe = None if line.fineness is None else _CardsLeft(line.fineness, line.left).at(bet.fineness)
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
        blocks = answers_one_by_one(rows, bets, tableau)
    else:
        blocks = answers(rows, bets, tableau)
    for answer in chain.from_iterable(blocks):
        yield [None] * len(bets) if answer is None else answer.edges
