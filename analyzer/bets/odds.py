"""Odds: a bet priced exactly on a distribution, and every figure that follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from analyzer.arguments import checked
from analyzer.bets.bet import require_pay_table
from analyzer.enumeration.distribution import Distribution
from analyzer.notation import Pays, format_odds, percent, root_decimal
from analyzer.text import short_repr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from analyzer.bets.bet import Bet
    from analyzer.rules.coup import Ending

__all__ = ["Odds", "OddsRow", "Rebates", "odds_of_nets", "odds_of_rows", "price_endings"]


_FLOAT_PLACES = 25
"""Decimal places from which a float is made: more than it holds."""


class Rebates(NamedTuple):
    """What a house gives back, coup by coup.

    Attributes:
        on_losses: the share of every stake that is lost.
        on_turnover: the share of every stake, whether it wins, pushes or loses.
    """

    on_losses: Fraction = Fraction(0)
    on_turnover: Fraction = Fraction(0)


@short_repr(lambda row: f"{row.event}: {row.pays}, {row.count} deals")
@dataclass(frozen=True, slots=True)
class OddsRow:
    """One row of a priced bet.

    Attributes:
        event: the conditions of the row in words, and whether earlier rows took a part of it.
        pays: the odds.
        count: the ordered six-card deals that this row settles.
    """

    event: str
    pays: Pays
    count: int


@short_repr(lambda odds: f"with a house edge of {percent(odds.house_edge, 4)}, {len(odds.rows)} rows")
@dataclass(frozen=True)
class Odds:
    """A priced bet. Everything per unit staked; pushes count in the denominator unless a name says otherwise.

    Attributes:
        rows: the payouts in order, then "all else", which loses.
        total: all ordered six-card deals.

    >>> from analyzer import STANDARD, Bet, Payout, Shoe, price, read_pays
    >>> tie = Bet("tie", (Payout({"winner": ("tie",)}, read_pays("8 to 1")),))
    >>> price(tie, Shoe.decks(8), STANDARD).house_edge
    Fraction(103841353768, 723147898655)
    """

    rows: tuple[OddsRow, ...]
    total: int

    @cached_property
    def _denominator(self) -> int:
        """The common denominator of the net results of all rows."""
        return lcm(*(row.pays.net.denominator for row in self.rows))

    def contribution(self, row: OddsRow) -> Fraction:
        """Return the contribution of a row to the expected value: its probability times its net result."""
        return Fraction(row.count * row.pays.net.numerator, row.pays.net.denominator * self.total)

    def probability(self, count: int) -> Fraction:
        """Return a count as a probability."""
        return Fraction(count, self.total)

    @cached_property
    def expected_value(self) -> Fraction:
        """The expected net result per unit staked."""
        numerator = sum(row.count * int(row.pays.net * self._denominator) for row in self.rows)
        return Fraction(numerator, self._denominator * self.total)

    @property
    def house_edge(self) -> Fraction:
        """Minus the expected net result per unit staked."""
        return -self.expected_value

    @property
    def edge_per_resolved_bet(self) -> Fraction | None:
        """The house edge per bet that does not push; None if all push."""
        resolved = self.total - self.push
        return self.house_edge * self.total / resolved if resolved else None

    @property
    def rtp(self) -> Fraction:
        """Return to player: 1 - house edge."""
        return 1 - self.house_edge

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net result per unit staked; its square root is the standard deviation."""
        squares = sum(row.count * int(row.pays.net * self._denominator) ** 2 for row in self.rows)
        return Fraction(squares, self._denominator**2 * self.total) - self.expected_value**2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the net result per unit staked: the float nearest to the root of `variance`."""
        return float(root_decimal(self.variance, _FLOAT_PLACES))

    def as_dict(self) -> dict[str, Fraction | float | None]:
        """Return every figure by its name, exact but for the standard deviation, as a row of a data frame takes them.

        >>> from analyzer import Shoe, price, read_variant
        >>> list(price(read_variant("classic").bet("tie"), Shoe.decks(8)).as_dict())[:3]
        ['house_edge', 'edge_per_resolved_bet', 'expected_value']
        """
        return {
            "house_edge": self.house_edge,
            "edge_per_resolved_bet": self.edge_per_resolved_bet,
            "expected_value": self.expected_value,
            "rtp": self.rtp,
            "variance": self.variance,
            "standard_deviation": self.standard_deviation,
            "hit_frequency": self.hit_frequency,
            "push": self.probability(self.push),
            "lose": self.probability(self.lose),
            "expected_loss_per_100": self.expected_loss_per_100,
            "break_even_commission": self.break_even_commission,
        }

    def _count(self, test: Callable[[Fraction], bool]) -> int:
        return sum(row.count for row in self.rows if test(row.pays.net))

    @property
    def win(self) -> int:
        """Deals with a positive net result."""
        return self._count(lambda net: net > 0)

    @property
    def push(self) -> int:
        """Deals that return the stake."""
        return self._count(lambda net: net == 0)

    @property
    def lose(self) -> int:
        """Deals that lose the stake or a part of it."""
        return self._count(lambda net: net < 0)

    @property
    def hit_frequency(self) -> Fraction:
        """The probability of a positive net result."""
        return self.probability(self.win)

    @property
    def expected_loss_per_100(self) -> Fraction:
        """The expected loss of 100 coups at one unit each, in units."""
        return 100 * self.house_edge

    def break_even(self, row: OddsRow) -> Fraction | None:
        """Return the odds to one of this row that make the bet fair while all other rows stay the same.

        None for a row that does not win, that has no deals, or that would have to lose.
        """
        if row.pays.net <= 0 or not row.count:
            return None
        to_one = row.pays.net - self.expected_value / self.probability(row.count)
        return to_one if to_one >= 0 else None

    @property
    def break_even_commission(self) -> Fraction | None:
        """The commission at which the bet is fair; None if no row with a commission has deals that win."""
        return self.commission_for(Fraction(0))

    def commission_for(self, edge: Fraction) -> Fraction | None:
        """Return the commission at which the bet has this house edge per unit staked, which may be below 0 or above 1.

        None if no row with a commission has deals that win.
        """
        taxed = [row for row in self.rows if row.pays.commission is not None]
        gross = sum((row.count * row.pays.to_one for row in taxed), Fraction(0))
        if not gross:
            return None
        net = sum((row.count * row.pays.net for row in taxed), Fraction(0))
        return 1 - (net - (self.expected_value + edge) * self.total) / gross

    def edge_after(self, rebates: Rebates) -> Fraction:
        """Return the house edge per unit staked that rebates leave: less a share of what is staked and what is lost."""
        lost = sum((-row.count * row.pays.net for row in self.rows if row.pays.net < 0), Fraction(0)) / self.total
        return self.house_edge - rebates.on_turnover - rebates.on_losses * lost


@checked(distribution=Distribution)
def price_endings(bet: Bet, distribution: Distribution[Ending]) -> Odds:
    """Price a bet that looks at totals only on a distribution of endings, for example those of a known coup.

    Raises:
        BetError: if the bet looks at cards, which endings do not show.

    >>> from analyzer import STANDARD, KnownCoup, Shoe, known_endings, read_variant
    >>> ended = known_endings(KnownCoup(punto_total=9), Shoe.decks(8), STANDARD)
    >>> price_endings(read_variant("classic").bet("punto"), ended).lose
    0
    """
    require_pay_table(bet)
    counts = [0] * (len(bet.payouts) + 1)
    for ending, count in distribution.items():
        counts[bet.row(ending)] += count
    return odds_of_rows(bet, counts, distribution.total)


def odds_of_rows(bet: Bet, counts: Sequence[int], total: int) -> Odds:
    """Return the odds of a bet from the number of deals that each row settles, and last the number no row settles."""
    rows = range(len(bet.payouts) + 1)
    return Odds(tuple(OddsRow(bet.event(row), bet.pays_at(row), counts[row]) for row in rows), total)


def odds_of_nets(results: Distribution[Fraction]) -> Odds:
    """Return the odds of a distribution of net results per unit staked, one row for each, the highest first.

    >>> from analyzer import Distribution
    >>> odds_of_nets(Distribution({Fraction(1): 3, Fraction(-1): 1})).house_edge
    Fraction(-1, 2)
    """
    return Odds(
        tuple(OddsRow(format_odds(net), Pays(net), results.count(net)) for net in sorted(results, reverse=True)),
        results.total,
    )
