"""Payments of a record: was each stake on a coup paid what its pay table says?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from analyzer.dealing import Fault
from analyzer.errors import BaccaratError, NotationError
from analyzer.money import amount, read_amount
from analyzer.notation import shown
from analyzer.settling import row_of, settle_row

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from analyzer.bets import Bet
    from analyzer.coup import Coup
    from analyzer.money import Currency
    from analyzer.records import Money
    from analyzer.tableau import Ending

__all__ = ["ANNOUNCED", "Payments"]

ANNOUNCED = "what was announced, as the columns say"
"""What should have stood where something announced cannot be read."""
_MOST_KEPT = 1 << 14


class Payments:
    """Payments held against pay tables; the same stake on the same ending is settled once.

    >>> from analyzer import Coup, read_cards, read_variant
    >>> payments = Payments({"banco": read_variant("classic").bet("banco")})
    >>> coup = Coup(tuple(read_cards("2 3 K")), tuple(read_cards("3 4")))
    >>> payments.faults(coup, (("stake", "banco", "20"), ("paid", "banco", "20")))[0].expected
    'banco wins at 19:20: 19 paid'
    """

    def __init__(self, bets: Mapping[str, Bet], currency: Currency | None = None) -> None:
        """Keep the bets by name, and what the house pays in, None for exact payments."""
        self._bets, self._currency = bets, currency
        self._kept: dict[tuple[str, str, str, Ending], Fault | None] = {}

    def faults(self, coup: Coup, money: tuple[Money, ...]) -> list[Fault]:
        """Return what is wrong with the payments of one coup, each by itself.

        Blanks are not checked, and nothing paid where nothing was staked is right. An amount that is none, a payment
        without a stake and a bet that looks more finely at cards than they are known are unreadable.
        """
        found = []
        stakes = {name: text for kind, name, text in money if kind == "stake" and text.strip()}
        paid = {name: text for kind, name, text in money if kind == "paid" and text.strip()}
        ending = coup.ending
        for name, text in stakes.items():
            key = (name, text, paid.pop(name, ""), ending)
            if key in self._kept:
                fault = self._kept[key]
            else:
                fault = _read_by_itself(partial(self._fault, coup, *key[:3]))
                if not self._bets[name].features:
                    if len(self._kept) >= _MOST_KEPT:
                        self._kept.clear()
                    self._kept[key] = fault
            if fault is not None:
                found.append(fault)
        # What is left was paid on no stake.
        without = (_read_by_itself(partial(_check_nothing, name, text)) for name, text in paid.items())
        return found + [fault for fault in without if fault is not None]

    def _fault(self, coup: Coup, name: str, stake_text: str, paid_text: str) -> Fault | None:
        stake = read_amount(stake_text, f"stake on {name}", zero=True)
        if not paid_text:
            return None
        paid = read_amount(paid_text, f"payment on {name}", zero=True)
        bet = self._bets[name]
        settled = settle_row(bet, row_of(bet, coup), stake, self._currency)
        if paid == settled.payout:
            return None
        at = f" at {settled.pays}" if settled.payout else ""
        return Fault(
            "payment",
            f"{name}: {amount(stake)} staked, {amount(paid)} paid",
            f"{name} {settled.result}{at}: {amount(settled.payout)} paid",
        )


def _check_nothing(name: str, paid_text: str) -> None:
    """Refuse to check a payment on a bet on which nothing was staked, unless it is nothing too."""
    if read_amount(paid_text, f"payment on {name}", zero=True):
        raise NotationError(f"{name}: got a payment of {shown(paid_text)}, but no stake")


def _read_by_itself(check: Callable[[], Fault | None]) -> Fault | None:
    """Return what a check finds, what it cannot read included."""
    try:
        return check()
    except BaccaratError as error:
        return Fault("unreadable", str(error), ANNOUNCED)
