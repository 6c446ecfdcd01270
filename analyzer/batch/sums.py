"""Plans: the forms to evaluate for many bets at once, and how their payoffs are combined from these.

There are two ways. By events: the deals of each distinct payout are an event to count, and events that bets share are
counted once. By units: a bet is one form, which sums the whole units that its endings return, stake included; parts of
a unit remain, and each distinct remainder is an event to count. Where bets have many payouts the second way needs fewer
forms, but float64 may not hold their sums; a shoe on which it does not is counted by events.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from math import perm
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from analyzer.cards.shoe import CARDS_IN_A_COUP
from analyzer.enumeration.polynomial import Weights, outcome_events, weights_of
from analyzer.rules.coup import Ending

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from analyzer.rules.tableau import Tableau

    Rows = NDArray[Any]

__all__ = ["MOST_UNITS", "Combination", "Event", "Payoff", "Plan", "Sum", "plan_of", "winners"]

Event = frozenset[Ending]
Payoff = tuple[dict[Event, int], int]
"""What each event pays, in parts of the stake, and the number of parts of one unit; the events partition all deals."""
MOST_UNITS: Final = 2**9
"""The largest weight of a form by units: whatever its sums are, in float64 they stay numbers of int64, below 2^63."""
_INT_END: Final = 2**63


class Sum(NamedTuple):
    """A linear combination: `base` times the number of deals, plus values of forms times their weights.

    Its absolute value is at most `bound` times the number of deals.
    """

    base: int
    weights: tuple[tuple[int, int], ...]
    bound: int


class Combination(NamedTuple):
    """Forms, and the sums to make of their values."""

    forms: tuple[Weights, ...]
    sums: tuple[Sum, ...]

    def dtype(self, deals: Rows) -> Any:  # noqa: ANN401 - a dtype, or what stands for one
        """Return the type of number that holds the sums on shoes with these numbers of deals."""
        # NumPy's int64 counts modulo 2^64, so only the sums must fit, not the products they are made of; and the
        # weights, at most two bounds, even in a block without a shoe: hence the deals of the smallest one at least.
        most = max(int(deals.max(initial=0)), perm(CARDS_IN_A_COUP))
        bound = max((combined.bound for combined in self.sums), default=0)
        return object if bound * most >= _INT_END else deals.dtype

    def values(self, values: Rows, deals: Rows) -> Rows:
        """Return the sums, (shoes, sums), of the values of the forms, (shoes, forms), and the numbers of deals."""
        import numpy as np

        dtype = self.dtype(deals)
        values, deals = values.astype(dtype, copy=False), deals.astype(dtype, copy=False)
        sums = np.empty((len(deals), len(self.sums)), dtype=dtype)
        for index, (base, weights, _) in enumerate(self.sums):
            combined = base * deals
            for form, weight in weights:
                combined += weight * values[:, form]
            sums[:, index] = combined
        return sums


class Plan(NamedTuple):
    """The work for every shoe.

    Attributes:
        tableau: the drawing rules.
        by_events: what to count and to combine, exact on every shoe.
        by_units: the same sums of fewer forms, None if there is no such way.
    """

    tableau: Tableau
    by_events: Combination
    by_units: Combination | None

    def values(self, rows: Rows, cards: Rows) -> Rows:
        """Return the sums of each shoe, (shoes, sums), int64 if that holds all of them, else Python's integers.

        Args:
            rows: the shoes, (shoes, 10), int64, or Python's integers where one does not fit.
            cards: the number of cards of each shoe.
        """
        import numpy as np

        from analyzer.batch.kernel import FLOAT_CARDS, totals, weighted_kernel

        deals = totals(cards)
        if self.by_units is None:
            return self._by_events(rows, cards, deals)
        small = cards <= FLOAT_CARDS
        forms = weighted_kernel(self.tableau, self.by_units.forms)
        values, exact = forms.in_float(rows if small.all() else rows[small])
        if small.all() and exact.all():
            return self.by_units.values(values, deals)
        done = small.copy()
        done[small] = exact
        sums = np.empty((len(rows), len(self.by_units.sums)), dtype=self.by_units.dtype(deals))
        sums[done] = self.by_units.values(values[exact], deals[done])
        sums[~done] = self._by_events(rows[~done], cards[~done], deals[~done])
        return sums

    def _by_events(self, rows: Rows, cards: Rows, deals: Rows) -> Rows:
        from analyzer.batch.kernel import weighted_kernel

        return self.by_events.values(weighted_kernel(self.tableau, self.by_events.forms).counts(rows, cards), deals)


def winners(tableau: Tableau) -> list[Payoff]:
    """Return for each outcome a payoff: its own event pays 1, the others 0."""
    events = outcome_events(tableau)
    return [({event: int(event is wanted) for event in events}, 1) for wanted in events]


def plan_of(tableau: Tableau, payoffs: Iterable[Payoff]) -> Plan:
    """Return the plan that sums each payoff over all deals, in parts of the stake."""
    return _plan(tableau, tuple((tuple(paid.items()), parts) for paid, parts in payoffs))


@lru_cache(maxsize=16)
def _plan(tableau: Tableau, payoffs: tuple[tuple[tuple[tuple[Event, int], ...], int], ...]) -> Plan:
    paid = [(dict(items), parts) for items, parts in payoffs]
    by_events, by_units = _combination(paid, units=False), _combination(paid, units=True)
    return Plan(tableau, by_events, by_units if len(by_units.forms) < len(by_events.forms) else None)


def _combination(payoffs: list[Payoff], *, units: bool) -> Combination:
    """Return the forms of all payoffs and their sums: events, and units where they add fewer forms if they may."""
    columns: dict[Weights, int] = {}
    sums: dict[int, Sum] = {}
    # The payoffs of few events come first: the events of the others may be counted by then.
    for index, (paid, parts) in sorted(enumerate(payoffs), key=lambda payoff: len(payoff[1][0])):
        # The events partition all deals, so one of them need not be counted.
        uncounted = [event for event in paid if weights_of(event) not in columns]
        rest = (uncounted or list(paid))[0]
        base = paid[rest]
        weights = {weights_of(event): pays - base for event, pays in paid.items() if event != rest}
        if units:
            returned = _returned(paid, parts)
            if returned and sum(form not in columns for form in returned) < len(uncounted) - 1:
                base, weights = min(paid.values()), returned
        for form in weights:
            columns.setdefault(form, len(columns))
        used = tuple((columns[form], weight) for form, weight in weights.items() if weight)
        sums[index] = Sum(base, used, max(map(abs, paid.values())))
    # Where every bet pays alike on every ending nothing need be counted; then it is the event that never happens.
    return Combination(tuple(columns) or (weights_of(frozenset()),), tuple(sums[index] for index in range(len(sums))))


def _returned(paid: dict[Event, int], parts: int) -> dict[Weights, int]:
    """Return the forms and weights that sum what a bet pays above its lowest payout; none if it pays too many units.

    >>> won, pushed, lost = (frozenset([Ending(total, 7, 2, 2)]) for total in (9, 7, 6))
    >>> forms = _returned({won: 19, pushed: 0, lost: -20}, 20)
    >>> [(sorted(units for _, units in form), weight) for form, weight in forms.items()]
    [([1, 1], 20), ([1], 19)]
    """
    lowest = min(paid.values())
    whole: set[tuple[Ending, int]] = set()
    remainders: dict[int, set[Ending]] = defaultdict(set)
    for event, pays in paid.items():
        units, remainder = divmod(pays - lowest, parts)
        if units > MOST_UNITS:
            return {}
        if units:
            whole |= {(ending, units) for ending in event}
        if remainder:
            remainders[remainder] |= event
    weights: dict[Weights, int] = defaultdict(int)
    if whole:
        weights[frozenset(whole)] = parts
    for remainder, endings in remainders.items():
        # These may be the very endings that return one unit, so the weight is added to that of the units.
        weights[weights_of(frozenset(endings))] += remainder
    return dict(weights)
