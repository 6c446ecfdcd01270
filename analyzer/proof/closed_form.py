"""Closed forms: counts and house edges as formulas in the number of full decks, true for every number of decks.

A shoe of d full decks holds d of every face, 4d of a rank, 16d ten-valued cards: a multiple of d of every class. The
number of ordered deals of six given classes is a product of six factors such as 4d (4d - 1) (16d): a polynomial in d of
degree 6. A coup that ends after four or five cards has one more such factor for each unused card. A count is a sum of
such products, hence a polynomial in d of degree at most 6. Two of those that agree at seven values of d agree at all:
counting at d = 1 to 7 proves a formula.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from analyzer.arguments import checked
from analyzer.bets.pricing import price
from analyzer.cards.shoe import CARDS_IN_A_COUP, Shoe
from analyzer.errors import BaccaratError
from analyzer.proof.formula import PROVED_AT, Formula, Polynomial, Statement, comparison, constant, formula, interpolate
from analyzer.rules.tableau import Tableau
from analyzer.text import short_repr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from analyzer.bets.bet import Bet
    from analyzer.bets.odds import Odds
    from analyzer.notation import Pays

__all__ = ["ClosedForm", "CommissionForm", "Row", "closed_form", "closed_form_of", "half_pay"]

CHECKED_AT = 8
"""One more number of decks, at which every formula is compared with a count before it is returned."""


@short_repr(lambda row: f"{row.event}: {row.count}")
@dataclass(frozen=True, slots=True)
class Row:
    """A row of a pay table with its count for every number of decks.

    Attributes:
        event: what the row is paid for, in words.
        pays: what it pays.
        count: ordered six-card deals, a polynomial in the number of decks.
    """

    event: str
    pays: Pays
    count: Polynomial


@short_repr(lambda form: f"with a house edge of {form.house_edge}")
@dataclass(frozen=True)
class ClosedForm:
    """A bet priced for every number of decks at once.

    Attributes:
        rows: the payouts in order, then the losing row.
        total: the number of ordered six-card deals.
    """

    rows: tuple[Row, ...]
    total: Polynomial

    def _weighted(self, weights: Sequence[Fraction]) -> Formula:
        """Return the sum of the rows' probabilities times these weights."""
        unit = lcm(*(weight.denominator for weight in weights))
        sums = [0] * (CARDS_IN_A_COUP + 1)
        for row, weight in zip(self.rows, weights, strict=True):
            for power, coefficient in enumerate(row.count.coefficients):
                sums[power] += int(weight * unit) * coefficient
        total = Polynomial(tuple(unit * coefficient for coefficient in self.total.coefficients))
        return formula(Polynomial(tuple(sums)), total)

    @cached_property
    def house_edge(self) -> Formula:
        """Minus the expected net result per unit staked, in lowest terms."""
        return self._weighted([-row.pays.net for row in self.rows])

    @cached_property
    def commission(self) -> CommissionForm | None:
        """The edge as a function of the commission too; None if the bet takes none on any coup that can happen."""
        wins = [Fraction(0) if row.pays.commission is None else row.pays.to_one for row in self.rows]
        taxed = self._weighted(wins)
        if not taxed.numerator.coefficients:
            return None
        return CommissionForm(self._weighted([-row.pays.to_one for row in self.rows]), taxed)


class CommissionForm(NamedTuple):
    """A house edge as a function of the decks d and the commission c: `free(d) + c * taxed(d)`.

    Attributes:
        free: the edge without a commission.
        taxed: the expected win that the commission is taken from.
    """

    free: Formula
    taxed: Formula

    def __str__(self) -> str:
        """Return the edge on one line, with c for the commission."""
        terms = [
            *([str(self.free)] if self.free.numerator.coefficients else []),
            *([f"c * {self.taxed}".removesuffix(" * 1")] if self.taxed.numerator.coefficients else []),
        ]
        return " + ".join(terms) or "0"

    def equal_to(self, edge: Formula) -> Formula:
        """Return the commission, a function of d, that makes the bet's edge equal to another."""
        return (edge - self.free) / self.taxed

    @property
    def break_even(self) -> Formula:
        """The commission at which the bet is fair."""
        return self.equal_to(constant(Fraction(0)))


@checked(tableau=Tableau)
def closed_form(bet: Bet, tableau: Tableau) -> ClosedForm:
    """Return the closed form of any bet under a tableau.

    Cost: that of pricing the bet on eight shoes.

    >>> from analyzer import STANDARD, read_variant
    >>> edge = closed_form(read_variant("classic").bet("tie"), STANDARD).house_edge
    >>> edge(8), edge.limit
    (Fraction(103841353768, 723147898655), Fraction(681400, 4826809))
    """
    return closed_form_of(lambda shoe: price(bet, shoe, tableau))


def closed_form_of(price_at: Callable[[Shoe], Odds]) -> ClosedForm:
    """Return the closed form of what `price_at` prices: counted at 1 to 7 decks, checked at 8.

    Args:
        price_at: prices a bet on a shoe, with the same rows for every shoe.

    Raises:
        BaccaratError: if a count is not such a polynomial, because what is priced is not a bet on the cards of a coup.
    """
    priced = [price_at(Shoe.decks(decks)) for decks in (*PROVED_AT, CHECKED_AT)]
    check = priced.pop()
    rows = tuple(
        Row(row.event, row.pays, interpolate([odds.rows[index].count for odds in priced]))
        for index, row in enumerate(check.rows)
    )
    total = interpolate([odds.total for odds in priced])
    predicted = [row.count(CHECKED_AT) for row in rows]
    if predicted != [row.count for row in check.rows] or total(CHECKED_AT) != check.total:
        raise BaccaratError("these counts are not a polynomial of degree 6 in the number of decks")
    return ClosedForm(rows, total)


def half_pay(form: ClosedForm, halves: Mapping[int, Formula]) -> list[tuple[int, Formula, Statement]]:
    """Return, for each winning total that pays half instead of the commission, the commission that costs as much.

    Args:
        form: the closed form of a bet that takes a commission.
        halves: the edge without a commission but with half pay, by the winning total that pays half.

    Returns:
        Each total, the commission that costs as much, and which is better for the bettor, half pay or the commission of
        the bet. Empty if it takes none.
    """
    commission = form.commission
    if commission is None:
        return []
    return [
        (total, commission.equal_to(edge), comparison("half pay", edge, "commission", form.house_edge))
        for total, edge in halves.items()
    ]
