"""Bets: pay tables as data. A bet is a list of payouts; the first that matches pays, no match loses the stake."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from analyzer.bets.vocabulary import CONDITIONS, WINS, CardCondition, Value, unknown
from analyzer.cards.card import Fineness
from analyzer.cards.features import Feature, fineness_of
from analyzer.errors import BetError
from analyzer.notation import Pays, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from analyzer.rules.coup import Ending

__all__ = ["LOST", "Bet", "Payout"]

LOST = Pays(Fraction(-1))
"""What a bet pays that matches no row."""


@dataclass(frozen=True, slots=True)
class Payout:
    """One row of a pay table.

    Attributes:
        when: for each condition named, the values that match; all must. Empty: always. "court card" stands for J, Q, K.
        pays: what it pays.
        card_conditions: what it asks of the cards; what the bets it names ask is theirs.
        on_endings: the conditions that look at the ending alone.

    Raises:
        BetError: for an unknown condition or a value it can never take.

    >>> from analyzer import read_pays
    >>> Payout({"winner": ("banco",), "banco_total": (7,), "banco_cards": (3,)}, read_pays("40 to 1")).event
    'banco wins, banco total 7, banco 3 cards'
    """

    when: Mapping[str, tuple[Value, ...]] = field(hash=False)
    pays: Pays
    card_conditions: tuple[CardCondition, ...] = field(init=False, repr=False, compare=False)
    on_endings: Mapping[str, tuple[Value, ...]] = field(init=False, repr=False, compare=False)
    _tests: tuple[tuple[Callable[[Ending], Value], tuple[Value, ...]], ...] = field(
        init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        """Refuse unknown conditions and impossible values."""
        for name in self.when:
            if name not in CONDITIONS:
                raise BetError(f"condition: got {shown(name)}{unknown(str(name))}")
        when = {name: CONDITIONS[name].values(name, given) for name, given in self.when.items()}
        object.__setattr__(self, "when", when)
        for name, values in when.items():
            if name == WINS and not all(isinstance(value, Bet) for value in values):
                raise BetError(f"{WINS}: its values must be bets")
            CONDITIONS[name].check(name, values)
        on_cards = (CONDITIONS[name].card_condition(values) for name, values in self.when.items())
        object.__setattr__(self, "card_conditions", tuple(asked for asked in on_cards if asked is not None))
        on_endings = {name: values for name, values in self.when.items() if CONDITIONS[name].reads}
        object.__setattr__(self, "on_endings", on_endings)
        tests = [CONDITIONS[name].test(values) for name, values in on_endings.items()]
        if self.members:
            tests.append((self._a_member_wins, (True,)))
        object.__setattr__(self, "_tests", tuple(tests))

    @property
    def members(self) -> tuple[Bet, ...]:
        """The bets one of which must win."""
        return self.when.get(WINS, ())

    def _a_member_wins(self, ending: Ending) -> bool:
        return any(member.wins(ending) for member in self.members)

    def matches(self, ending: Ending) -> bool:
        """Return whether this row, one that looks at totals only, applies to the ending."""
        for read, values in self._tests:  # noqa: SIM110 - a plain loop: pricing spends its time here
            if read(ending) not in values:
                return False
        return True

    @property
    def event(self) -> str:
        """What must happen, in words."""
        words = [CONDITIONS[name].describe(values) for name, values in self.when.items()]
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
        family: the kind of bet, under which lists group it.
        features: everything it looks at in the cards, the bets it is made of included.

    Raises:
        BetError: if it has no payout.
    """

    name: str
    payouts: tuple[Payout, ...]
    title: str = field(default="", compare=False)
    source: str = field(default="", compare=False)
    rules_text: bytes = field(default=b"", compare=False, repr=False)
    family: str = field(default="", compare=False)
    features: tuple[Feature, ...] = field(init=False, repr=False, compare=False)

    def __str__(self) -> str:
        """Return the name."""
        return self.name

    def __post_init__(self) -> None:
        """Refuse a bet that cannot pay."""
        if not self.payouts:
            raise BetError(f"bet {self.name}: got no payout; a bet needs one at least")
        features: dict[Feature, None] = {}
        for payout in self.payouts:
            features |= dict.fromkeys(condition.feature for condition in payout.card_conditions)
            for member in payout.members:
                features |= dict.fromkeys(member.features)
        object.__setattr__(self, "features", tuple(features))

    @property
    def fineness(self) -> Fineness:
        """How finely a shoe must be known to price it."""
        return fineness_of(self.features)

    @property
    def looks_at(self) -> str:
        """How much of the coup the bet looks at: totals (and numbers of cards), ranks or suits.

        >>> from analyzer import read_pays
        >>> Bet("red", (Payout({"dealt.colour": ("red",)}, read_pays("22 to 1")),)).looks_at
        'suits'
        """
        if not self.features:
            return "totals"
        return "suits" if self.fineness is Fineness.FACES else "ranks"

    def row(self, ending: Ending) -> int:
        """Return the place of the payout that applies to the ending, `len(payouts)` if the stake is lost.

        Raises:
            BetError: if the bet looks at cards, which an ending does not show.
        """
        if self.features:
            raise BetError(
                f"bet {self.name}: it looks at {self.looks_at}, which totals do not show; price it on a shoe"
            )
        for row, payout in enumerate(self.payouts):
            if payout.matches(ending):
                return row
        return len(self.payouts)

    def pays_at(self, row: int) -> Pays:
        """Return what the row at that place pays, the one after the last being a lost stake."""
        return self.payouts[row].pays if row < len(self.payouts) else LOST

    def wins(self, ending: Ending) -> bool:
        """Return whether the bet, one that looks at totals only, has a positive result."""
        return self.pays_at(self.row(ending)).net > 0
