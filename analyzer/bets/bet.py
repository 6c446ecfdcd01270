"""Bets: pay tables as data. The first payout that matches a coup pays; a bet without a match loses the stake."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from analyzer.bets.events import row_events
from analyzer.bets.unknown_word import unknown
from analyzer.bets.vocabulary import CONDITIONS, WINS, CardCondition, Value
from analyzer.cards.card import Fineness
from analyzer.cards.features import Feature, fineness_of
from analyzer.errors import BetError
from analyzer.notation import Pays, shown
from analyzer.text import short_repr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from analyzer.rules.coup import Ending

__all__ = ["Bet", "Payout", "require_pay_table"]

LOST = Pays(Fraction(-1))
"""What a bet pays if no row matches."""


@short_repr(lambda payout: f"{payout.event}: {payout.pays}")
@dataclass(frozen=True, slots=True)
class Payout:
    """One row of a pay table.

    Attributes:
        when: for each condition, the values that match. All conditions must hold; a row without conditions always
            matches. "court card" means J, Q or K.
        pays: the odds.
        card_conditions: its conditions on cards, without those of its members.
        on_endings: its conditions on the ending.
        members: bets of which at least one must win.

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
    members: tuple[Bet, ...] = field(init=False, repr=False, compare=False)
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
        object.__setattr__(self, "members", when.get(WINS, ()))
        if not all(isinstance(member, Bet) for member in self.members):
            raise BetError(f"{WINS}: its values must be bets")
        for name, values in when.items():
            CONDITIONS[name].check(name, values)
        on_cards = (CONDITIONS[name].card_condition(values) for name, values in self.when.items())
        object.__setattr__(self, "card_conditions", tuple(condition for condition in on_cards if condition is not None))
        on_endings = {name: values for name, values in self.when.items() if CONDITIONS[name].reads}
        object.__setattr__(self, "on_endings", on_endings)
        tests = tuple(CONDITIONS[name].test(values) for name, values in on_endings.items())
        object.__setattr__(self, "_tests", tests)

    def matches(self, ending: Ending, answer_of: Callable[[Feature], Value] | None = None) -> bool:
        """Return whether this row applies to a coup.

        Args:
            ending: how the coup ended.
            answer_of: the answer to a feature of its cards; not needed by a row that looks at totals only.

        Raises:
            BetError: if the row looks at cards and `answer_of` is not given.
        """
        # A plain loop: pricing spends its time here.
        for read, values in self._tests:
            if read(ending) not in values:
                return False
        for feature, accepted in self.card_conditions:
            if answer_of is None:
                raise BetError(f"payout {self.event}: it looks at cards, which totals do not show; price it on a shoe")
            if answer_of(feature) not in accepted:
                return False
        return not self.members or any(member.wins(ending, answer_of) for member in self.members)

    @property
    def event(self) -> str:
        """The conditions in words; `Bet.event` also says what earlier rows of a bet take."""
        words = [CONDITIONS[name].describe(values) for name, values in self.when.items()]
        return ", ".join(words).replace("tie wins", "tie") or "always"


@short_repr(lambda bet: f"{bet.name}: {bet.title or f'{len(bet.payouts)} payouts'}")
@dataclass(frozen=True, slots=True)
class Bet:
    """A bet: the first payout that matches pays; without a match the stake is lost.

    Attributes:
        name: what the bet is called.
        payouts: the rows of the pay table, in order.
        title: a one-line description.
        source: where the pay table is printed.
        rules_text: the content of the file it was read from, empty if none.
        family: the kind of bet, by which lists group bets.
        features: every feature of the cards that it or one of its members looks at.

    Raises:
        BetError: if it has no payouts.
    """

    name: str
    payouts: tuple[Payout, ...]
    title: str = field(default="", compare=False)
    source: str = field(default="", compare=False)
    rules_text: bytes = field(default=b"", compare=False, repr=False)
    family: str = field(default="", compare=False)
    features: tuple[Feature, ...] = field(init=False, repr=False, compare=False)
    _events: tuple[str, ...] = field(init=False, repr=False, compare=False, default=())

    def __str__(self) -> str:
        """Return the name."""
        return self.name

    def __post_init__(self) -> None:
        """Refuse a bet without payouts, and collect the features."""
        if not self.payouts:
            raise BetError(f"bet {self.name}: got no payout; a bet needs at least one")
        features: dict[Feature, None] = {}
        for payout in self.payouts:
            features |= dict.fromkeys(condition.feature for condition in payout.card_conditions)
            for member in payout.members:
                features |= dict.fromkeys(member.features)
        object.__setattr__(self, "features", tuple(features))

    @property
    def fineness(self) -> Fineness:
        """The fineness a shoe needs to price the bet."""
        return fineness_of(self.features)

    @property
    def looks_at(self) -> str:
        """What the bet looks at: "totals" (and numbers of cards), "ranks" or "suits".

        >>> from analyzer import read_pays
        >>> Bet("red", (Payout({"dealt.colour": ("red",)}, read_pays("22 to 1")),)).looks_at
        'suits'
        """
        if not self.features:
            return "totals"
        return "suits" if self.fineness is Fineness.FACES else "ranks"

    def row(self, ending: Ending, answer_of: Callable[[Feature], Value] | None = None) -> int:
        """Return the index of the first payout that matches, which settles the bet; `len(payouts)` if none does.

        Args:
            ending: how the coup ended.
            answer_of: the answer to a feature of its cards; not needed by a bet that looks at totals only.

        Raises:
            BetError: if the bet looks at cards and `answer_of` is not given.

        >>> from analyzer import Ending, read_variant
        >>> banco = read_variant("classic").bet("banco")
        >>> [banco.row(ending) for ending in (Ending(0, 9, 2, 2), Ending(6, 6, 2, 2), Ending(9, 0, 2, 2))]
        [0, 1, 2]
        """
        if answer_of is None and self.features:
            raise BetError(
                f"bet {self.name}: it looks at {self.looks_at}, which totals do not show; price it on a shoe"
            )
        for row, payout in enumerate(self.payouts):
            if payout.matches(ending, answer_of):
                return row
        return len(self.payouts)

    def event(self, row: int) -> str:
        """Return the row at an index in words; the index after the last row is "all else".

        A row of which an earlier row takes a part says so: its deals are not all deals of its conditions.

        >>> from analyzer import read_bet
        >>> [read_bet("heavenly-9").event(row) for row in (1, 3)]
        ['punto total 9, punto 3 cards, not in a row above', 'all else']
        """
        if not self._events:
            object.__setattr__(self, "_events", (*row_events(self.payouts), "all else"))
        return self._events[row]

    def pays_at(self, row: int) -> Pays:
        """Return what the row at an index pays; the index after the last row is a lost stake."""
        return self.payouts[row].pays if row < len(self.payouts) else LOST

    def wins(self, ending: Ending, answer_of: Callable[[Feature], Value] | None = None) -> bool:
        """Return whether the row that settles the bet has a positive net result.

        Raises:
            BetError: as `row`.
        """
        return self.pays_at(self.row(ending, answer_of)).net > 0


def require_pay_table(bet: object) -> Bet:
    """Return a bet that is a list of payouts, which is what can be settled, certified and combined.

    Raises:
        BetError: for a bet given as a function, which can only be priced alone, and for anything that is not a bet.
    """
    if isinstance(bet, Bet):
        return bet
    # Not by its class: this module knows no enumeration, and a function bet counts.
    if callable(getattr(bet, "net", None)) and hasattr(bet, "name"):
        raise BetError(
            f"bet {bet.name}: a bet given as a function can only be priced alone; "
            "to settle, combine or certify it, write it as a pay table"
        )
    raise BetError(f"bet: got {shown(bet)}; it must be a Bet, as read_bet returns")
