"""Payments of a record: was each stake on a coup paid what its pay table says?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.bets.settlement import row_of, settle_row
from analyzer.errors import BaccaratError
from analyzer.notation import amount, read_amount, shown
from analyzer.records.columns import says_nothing
from analyzer.rules.coup import Fault

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from analyzer.bets.bet import Bet
    from analyzer.bets.settlement import Currency
    from analyzer.records.record_file import Money
    from analyzer.rules.coup import Coup, Ending

__all__ = ["Payments", "unreadable"]

_MOST_CACHED = 1 << 14


class Payments:
    """Checks payments against pay tables; settles the same stake on the same ending only once.

    >>> from analyzer import Coup, read_cards, read_variant
    >>> payments = Payments({"banco": read_variant("classic").bet("banco")})
    >>> coup = Coup(tuple(read_cards("2 3 K")), tuple(read_cards("3 4")))
    >>> payments.faults(coup, (("stake", "banco", "20"), ("paid", "banco", "20")))[0].expected
    'banco wins at 19:20: 19 paid'
    """

    def __init__(self, bets: Mapping[str, Bet], currency: Currency | None = None) -> None:
        """Take the bets by name, and the currency the house pays in, None for exact payments."""
        self._bets, self._currency = bets, currency
        self._cache: dict[tuple[str, str, str, Ending | None], list[Fault]] = {}

    def faults(self, coup: Coup | None, money: tuple[Money, ...]) -> list[Fault]:
        """Return the faults of the payments of one coup, each checked by itself; without the coup only unreadable ones.

        Blanks are not checked, and paying 0 without a stake is right. What is not an amount, a payment without a stake
        and a bet that looks more finely at cards than they are known are unreadable.
        """
        all_faults: list[Fault] = []
        stakes = {name: text for kind, name, text in money if kind == "stake" and not says_nothing(text)}
        paid = {name: text for kind, name, text in money if kind == "paid" and not says_nothing(text)}
        ending = None if coup is None else coup.ending
        for name in stakes | paid:
            key = (name, stakes.get(name, ""), paid.get(name, ""), ending)
            faults = self._cache.get(key)
            if faults is None:
                faults = self._faults(coup, *key[:3])
                if not self._bets[name].features:
                    if len(self._cache) >= _MOST_CACHED:
                        self._cache.clear()
                    self._cache[key] = faults
            all_faults += faults
        return all_faults

    def _faults(self, coup: Coup | None, name: str, stake_text: str, paid_text: str) -> list[Fault]:
        faults: list[Fault] = []
        stake = _read("stake", name, stake_text, faults)
        paid = _read("payment", name, paid_text, faults)
        if paid and not stake_text:
            faults.append(unreadable(f"{name}: got a payment of {shown(paid_text)}, but no stake"))
        if coup is None or stake is None or paid is None:
            return faults
        bet = self._bets[name]
        try:
            settled = settle_row(bet, row_of(bet, coup), stake, self._currency)
        except BaccaratError as error:
            return [unreadable(str(error))]
        if paid == settled.payout:
            return []
        at = f" at {settled.pays}" if settled.payout else ""
        return [
            Fault(
                "payment",
                f"{name}: {amount(stake)} staked, {amount(paid)} paid",
                f"{name} {settled.result}{at}: {amount(settled.payout)} paid",
            )
        ]


def _read(what: str, name: str, text: str, faults: list[Fault]) -> Fraction | None:
    """Return an amount, or None if there is no text; add a fault and return None if it cannot be read."""
    try:
        return read_amount(text, f"{what} on {name}", zero=True) if text else None
    except BaccaratError as error:
        faults.append(unreadable(str(error)))
        return None


def unreadable(found: str) -> Fault:
    """Return the fault of an announcement that cannot be read."""
    return Fault("unreadable", found, "what was announced, as the columns say")
