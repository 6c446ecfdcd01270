"""Bets: pay tables as data. A bet is a list of payouts; the first that matches pays, no match loses the stake."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from analyzer.errors import BetError, nearest
from analyzer.notation import Pays, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from analyzer.tableau import Ending

__all__ = ["CONDITIONS", "Bet", "Condition", "Payout", "Value", "allowed_values", "describe"]

Value = int | str | bool


class Condition(NamedTuple):
    """One word of the pay-table vocabulary.

    Attributes:
        meaning: what it looks at, for the documentation.
        domain: every value it can take.
        read: the value of an ending.
        label: how an event is described; `{}` is the value.
    """

    meaning: str
    domain: tuple[Value, ...]
    read: Callable[[Ending], Value]
    label: str


_TOTALS = tuple(range(10))
CONDITIONS: dict[str, Condition] = {
    "winner": Condition("which hand wins", ("punto", "banco", "tie"), lambda ending: ending.winner, "{} wins"),
    "punto_total": Condition("punto's final total", _TOTALS, lambda ending: ending.punto_total, "punto total {}"),
    "banco_total": Condition("banco's final total", _TOTALS, lambda ending: ending.banco_total, "banco total {}"),
    "winning_total": Condition(
        "the higher final total, either hand's on a tie",
        _TOTALS,
        lambda ending: max(ending.punto_total, ending.banco_total),
        "winning total {}",
    ),
    "margin": Condition(
        "by how many points the winner wins, 0 on a tie",
        _TOTALS,
        lambda ending: abs(ending.punto_total - ending.banco_total),
        "margin {}",
    ),
    "punto_cards": Condition("how many cards punto holds", (2, 3), lambda ending: ending.punto_cards, "punto {} cards"),
    "banco_cards": Condition("how many cards banco holds", (2, 3), lambda ending: ending.banco_cards, "banco {} cards"),
    "cards": Condition(
        "how many cards were dealt in all",
        (4, 5, 6),
        lambda ending: ending.punto_cards + ending.banco_cards,
        "{} cards dealt",
    ),
    "punto_natural": Condition(
        "whether punto holds 8 or 9 on two cards",
        (True, False),
        lambda ending: ending.punto_natural,
        "punto natural: {}",
    ),
    "banco_natural": Condition(
        "whether banco holds 8 or 9 on two cards",
        (True, False),
        lambda ending: ending.banco_natural,
        "banco natural: {}",
    ),
}


def describe(values: Collection[Value]) -> str:
    """Return values as people write them: runs of numbers as ranges, words and single numbers with "or".

    >>> describe([0, 1, 2, 9]), describe(["punto", "banco"])
    ('0-2, 9', 'punto or banco')
    """
    if all(type(value) is int for value in values):
        numbers = sorted(int(value) for value in values)
        starts = [number for number in numbers if number - 1 not in numbers]
        stops = [number for number in numbers if number + 1 not in numbers]
        return ", ".join(
            str(start) if start == stop else f"{start}-{stop}" for start, stop in zip(starts, stops, strict=True)
        )
    return " or ".join({"True": "yes", "False": "no"}.get(str(value), str(value)) for value in values)


def allowed_values(domain: Collection[Value]) -> str:
    """Return the values of a condition as a rules file writes them.

    >>> allowed_values([True, False]), allowed_values([2, 3])
    ('true or false', '2-3')
    """
    return "true or false" if set(domain) == {True, False} else describe(domain)


@dataclass(frozen=True, slots=True)
class Payout:
    """One row of a pay table.

    Attributes:
        when: for each condition named, the values that match; all must. Empty: always.
        pays: what it pays.

    Raises:
        BetError: for an unknown condition or a value it can never take.

    >>> from analyzer import read_pays
    >>> Payout({"winner": ("banco",), "banco_total": (7,), "banco_cards": (3,)}, read_pays("40 to 1")).event
    'banco wins, banco total 7, banco 3 cards'
    """

    when: Mapping[str, tuple[Value, ...]] = field(hash=False)
    pays: Pays
    _tests: tuple[tuple[Callable[[Ending], Value], tuple[Value, ...]], ...] = field(
        init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        """Refuse unknown conditions and impossible values."""
        for name, values in self.when.items():
            if name not in CONDITIONS:
                raise BetError(f"condition: got {shown(name)}{nearest(name, list(CONDITIONS))}")
            domain = CONDITIONS[name].domain
            for value in values:
                # 1 == True, so the kinds must agree too.
                if not any(value == allowed and type(value) is type(allowed) for allowed in domain):
                    raise BetError(f"{name}: got {shown(value)}; allowed: {allowed_values(domain)}")
            if not values:
                raise BetError(f"{name}: got no value; allowed: {allowed_values(domain)}")
        tests = tuple((CONDITIONS[name].read, values) for name, values in self.when.items())
        object.__setattr__(self, "_tests", tests)

    def matches(self, ending: Ending) -> bool:
        """Return whether this row applies to the ending."""
        for read, values in self._tests:  # noqa: SIM110 - a plain loop: pricing spends its time here
            if read(ending) not in values:
                return False
        return True

    @property
    def event(self) -> str:
        """What must happen, in words."""
        words = [CONDITIONS[name].label.format(describe(values)) for name, values in self.when.items()]
        return ", ".join(words).replace("tie wins", "tie") or "always"


@dataclass(frozen=True, slots=True)
class Bet:
    """A bet: first matching payout pays, no match loses.

    Attributes:
        name: what the bet is called.
        payouts: the rows of the pay table, in order.
        title: one line for people.
        source: where the pay table is printed.
        rules_text: the file it was read from, empty if none.

    Raises:
        BetError: if it has no payout.
    """

    name: str
    payouts: tuple[Payout, ...]
    title: str = field(default="", compare=False)
    source: str = field(default="", compare=False)
    rules_text: bytes = field(default=b"", compare=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse a bet that cannot pay."""
        if not self.payouts:
            raise BetError(f"bet {self.name}: got no payout; a bet needs one at least")

    @property
    def looks_at(self) -> str:
        """How much of the coup the bet looks at."""
        return "totals"

    def row(self, ending: Ending) -> int:
        """Return the place of the payout that applies to the ending, `len(payouts)` if the stake is lost."""
        for row, payout in enumerate(self.payouts):
            if payout.matches(ending):
                return row
        return len(self.payouts)

    def check_reachable(self, possible: Collection[Ending]) -> None:
        """Refuse a payout that can never be reached.

        Args:
            possible: every ending some shoe can give under the tableau, as `tableau.possible_endings` has it.

        Raises:
            BetError: naming the first row that no coup reaches, or that earlier rows cover wholly.
        """
        reached = {self.row(ending) for ending in possible}
        for row, payout in enumerate(self.payouts):
            if row not in reached:
                covered = any(payout.matches(ending) for ending in possible)
                why = "earlier payouts cover it wholly" if covered else "no coup of this tableau ends so"
                raise BetError(f"bet {self.name}: payout {row + 1} ({payout.event}) can never be reached: {why}")
