"""Settlement: how stakes on one coup win, push or lose, and what is paid in whole units of a currency."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil, floor
from numbers import Rational
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.arguments import checked, listed
from analyzer.bets.bet import require_pay_table
from analyzer.cards.card import class_faces
from analyzer.cards.features import Feature, Position, fineness_of
from analyzer.errors import BetError, NotationError, nearest
from analyzer.notation import shown
from analyzer.rules.coup import OPENING, Coup
from analyzer.text import short_repr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from analyzer.bets.bet import Bet
    from analyzer.cards.card import Card, Fineness
    from analyzer.notation import Pays
    from analyzer.rules.coup import Ending

__all__ = ["ROUNDED", "ROUNDINGS", "Chips", "Currency", "Settlement", "row_of", "settle", "settle_row"]


MOST_CHIPS = 1_000
"""The most chips of one value that an amount is paid in."""


@short_repr(lambda settled: f"{settled.bet.name} {settled.result}, net {settled.net}")
class Settlement(NamedTuple):
    """The settlement of one stake.

    Attributes:
        bet: the bet.
        stake: the amount staked.
        row: the index of the payout that settles it; the index after the last is a lost stake.
        pays: the odds of that row.
        win: the win before commission and rounding, 0 if the bet does not win.
        payout: what is paid, not counting the stake.
        returned: all that the bettor takes back: the payout, and the stake or the part of it that is not lost.

    >>> from analyzer import Coup, read_cards, read_variant
    >>> coup = Coup(tuple(read_cards("2 3 K")), tuple(read_cards("3 4")))
    >>> [settled] = settle([(read_variant("classic").bet("banco"), Fraction(20))], coup)
    >>> settled.result, str(settled.payout), str(settled.commission), str(settled.returned)
    ('wins', '19', '1', '39')
    """

    bet: Bet
    stake: Fraction
    row: int
    pays: Pays
    win: Fraction
    payout: Fraction
    returned: Fraction

    @property
    def event(self) -> str:
        """The row that settles the stake, in words."""
        return self.bet.event(self.row)

    @property
    def result(self) -> str:
        """The result: "wins", "pushes", "loses", or "loses" with the lost part of the stake, such as "loses 1/2"."""
        net = self.pays.net
        return "wins" if net > 0 else "pushes" if net == 0 else "loses" if net == -1 else f"loses {-net}"

    @property
    def commission(self) -> Fraction | None:
        """The win less the payout, including the effect of rounding; None if the row takes no commission."""
        return None if self.pays.commission is None else self.win - self.payout

    @property
    def net(self) -> Fraction:
        """The net result of the bettor."""
        return self.returned - self.stake


@checked(coup=Coup)
def settle(stakes: Iterable[tuple[Bet, Fraction]], coup: Coup, currency: Currency | None = None) -> list[Settlement]:
    """Settle stakes on a coup that lies on the table.

    Args:
        stakes: bets, each with the amount staked.
        coup: both hands; whether they were drawn by the rules is not checked.
        currency: what the house pays in; the payout of each stake is rounded separately. None: exact payouts.

    Raises:
        BetError: if the cards are not known as finely as a bet looks.
    """
    pairs = listed(stakes, tuple, "stakes")
    if not all(len(pair) == 2 and isinstance(pair[1], Rational) for pair in pairs):  # noqa: PLR2004 - a pair
        raise BetError(f"stakes: got {shown(pairs)}; each is a pair of a bet and an amount, a Fraction")
    return [settle_row(bet, row_of(bet, coup), stake, currency) for bet, stake in pairs]


def settle_row(bet: Bet, row: int, stake: Fraction, currency: Currency | None = None) -> Settlement:
    """Settle a stake by the row of the pay table at an index; the index after the last row is a lost stake.

    >>> from analyzer import read_variant
    >>> banco = read_variant("classic").bet("banco")
    >>> str(settle_row(banco, 0, Fraction("2.50"), Currency(Fraction("0.05"))).payout)
    '12/5'
    """
    pays = bet.pays_at(row)
    net = pays.net
    win, payout, kept = Fraction(0), Fraction(0), stake
    if net > 0:
        win, payout = stake * pays.to_one, stake * net
        if currency is not None and currency.rounds == "commission" and pays.commission is not None:
            payout = win - currency.rounded(win - payout)
        elif currency is not None:
            payout = currency.rounded(payout)
    elif net < 0:
        kept = stake * (1 + net)
        kept = kept if currency is None else currency.rounded(kept)
    return Settlement(bet, stake, row, pays, win, payout, kept + payout)


def row_of(bet: Bet, coup: Coup) -> int:
    """Return the index of the payout that settles the bet on a coup, `len(payouts)` if the stake is lost.

    Raises:
        BetError: if the cards are not known as finely as the bet looks.

    >>> from analyzer import Coup, read_bet, read_cards
    >>> pair = read_bet("punto-pair")
    >>> [row_of(pair, Coup(tuple(read_cards(punto)), tuple(read_cards("3 5")))) for punto in ("4 4", "4 2 K")]
    [0, 1]
    """
    if not require_pay_table(bet).features:
        return _row_of_ending(bet, coup.ending)
    return bet.row(coup.ending, partial(_answer_of, bet, coup))


@lru_cache(maxsize=4096)
def _row_of_ending(bet: Bet, ending: Ending) -> int:
    return bet.row(ending)


@lru_cache(maxsize=256)
def _fineness(feature: Feature) -> Fineness:
    return fineness_of((feature,))


def _cards_in(coup: Coup, positions: Position) -> Iterator[Card]:
    """Yield the cards in these positions."""
    for hand, opening, third in (
        (coup.punto, Position.PUNTO_OPENING, Position.PUNTO_THIRD),
        (coup.banco, Position.BANCO_OPENING, Position.BANCO_THIRD),
    ):
        yield from hand[:OPENING] if opening & positions else ()
        yield from hand[OPENING:] if third & positions else ()


def _answer_of(bet: Bet, coup: Coup, feature: Feature) -> Any:  # noqa: ANN401 - any value of the vocabulary
    """Return the answer to a feature of the cards of a coup."""
    needed, cards = _fineness(feature), []
    for card in _cards_in(coup, feature.positions):
        if card.fineness < needed:
            raise BetError(
                f"bet {bet.name}: it looks at {bet.looks_at}, but the card {card} is known by "
                f"{card.fineness.name.lower()} only"
            )
        cards.append(class_faces(needed)[card.class_at(needed)])
    return feature.evaluator.answer(cards)


ROUNDINGS: dict[str, Callable[[Fraction], int]] = {
    "house": floor,
    "player": ceil,
    "half-up": lambda units: floor(units + Fraction(1, 2)),
}
"""For whom an amount between two units is rounded, and how."""
ROUNDED = ["payout", "commission"]
"""What a house rounds."""


@dataclass(frozen=True, slots=True)
class Currency:
    """The money a house pays in.

    Attributes:
        unit: the smallest unit, above 0; every payout is a whole number of units.
        rounding: for whom what lies between two units is rounded, "house" down and "player" up: one of `ROUNDINGS`.
        rounds: what is rounded, one of `ROUNDED`: the payout; or of a bet that takes a commission the commission, which
            is then taken from the win. Other payouts are rounded as ever.

    Raises:
        NotationError: for a unit of 0 or less, an unknown rounding or another thing to round.

    >>> Currency(Fraction("0.05"), "half-up").rounded(Fraction("2.375"))
    Fraction(12, 5)
    """

    unit: Fraction
    rounding: str = "half-up"
    rounds: str = "payout"

    def __post_init__(self) -> None:
        """Refuse a unit of 0 or less and an unknown rounding."""
        if self.unit <= 0:
            raise NotationError(f"currency unit: got {self.unit}; it must be more than 0")
        if self.rounding not in ROUNDINGS:
            raise NotationError(f"rounding: got {shown(self.rounding)}{nearest(self.rounding, [*ROUNDINGS])}")
        if self.rounds not in ROUNDED:
            raise NotationError(f"rounds: got {shown(self.rounds)}{nearest(self.rounds, ROUNDED)}")

    def rounded(self, value: Fraction) -> Fraction:
        """Return an amount of 0 or more, rounded to a whole number of units."""
        return ROUNDINGS[self.rounding](value / self.unit) * self.unit

    def has(self, value: Fraction) -> bool:
        """Return whether an amount is a whole number of units."""
        return (value / self.unit).denominator == 1


class Chips(NamedTuple):
    """An amount paid in chips.

    Attributes:
        chips: the value of each chip, the largest first.
        rest: what no chip pays.
    """

    chips: tuple[Fraction, ...]
    rest: Fraction

    @classmethod
    def of(cls, value: Fraction, values: Iterable[Fraction], most: int = MOST_CHIPS) -> Chips:
        """Return the chips that a croupier cuts out for an amount: as many of the largest as fit, then of the next.

        Args:
            value: the amount, 0 or more.
            values: the values of the chips, above 0.
            most: the most chips of one value that are cut out.

        >>> [str(chip) for chip in Chips.of(Fraction(35), map(Fraction, (100, 25, 5, 1))).chips]
        ['25', '5', '5']
        """
        chips: list[Fraction] = []
        for chip in sorted(set(values), reverse=True):
            number = min(value // chip, most)
            chips += [chip] * number
            value -= number * chip
        return cls(tuple(chips), value)
