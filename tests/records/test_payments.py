"""Payments of a record against what the pay table says."""

from __future__ import annotations

import pytest
from auditing import findings, record, rules

from analyzer.bets.settlement import Currency
from analyzer.notation import read_number


class TestMoney:
    """Payments against what the pay table says."""

    @pytest.mark.parametrize(
        ("stake", "paid", "broken"),
        [
            ("20", "19", []),
            ("20", "19.00", []),
            ("20", "20", ["payment"]),
            ("20", "", []),
            ("0", "0", []),
            ("", "", []),
            ("", "0", []),
            ("", "0.00", []),
            (" ", "19", ["unreadable"]),
            ("0", "19", ["payment"]),
        ],
    )
    def test_banco(self, stake: str, paid: str, broken: list[str]) -> None:
        """20 on banco pays 19; a blank is not checked."""
        money = (("stake", "banco", stake), ("paid", "banco", paid))
        assert broken == rules(record(punto="2 3 K", banco="3 4", money=money))

    def test_what_should_have_been_paid(self) -> None:
        """The finding names the result, the odds and the payment."""
        money = (("stake", "tie", "5"), ("paid", "tie", "45"), ("stake", "punto", "10"), ("paid", "punto", "10"))
        first, second = findings(record(punto="3 4", banco="K 7", money=money))
        assert (first.found, first.expected) == ("tie: 5 staked, 45 paid", "tie wins at 8:1: 40 paid")
        assert (second.found, second.expected) == ("punto: 10 staked, 10 paid", "punto pushes: 0 paid")

    def test_rounded_as_the_house_says(self) -> None:
        """A payment in units is right when it is rounded the way declared."""
        money = (("stake", "banco", "2.50"), ("paid", "banco", "2.40"))
        line = record(punto="2 3 K", banco="3 4", money=money)
        unit = read_number("0.05")
        assert findings(line, currency=Currency(unit, "half-up")) == []
        [finding] = findings(line, currency=Currency(unit, "house"))
        assert finding.expected == "banco wins at 19:20: 2.35 paid"

    @pytest.mark.parametrize(
        ("money", "message"),
        [
            ((("paid", "banco", "19"),), "banco: got a payment of '19', but no stake"),
            ((("stake", "banco", "-20"), ("paid", "banco", "19")), "stake on banco: got '-20'"),
            ((("stake", "banco", "20"), ("paid", "banco", "1e9")), "payment on banco: got '1e9'"),
            ((("stake", "banco", "lots"),), "stake on banco: got 'lots'"),
            ((("stake", "banco", "lots"), ("paid", "banco", "19")), "stake on banco: got 'lots'"),
            ((("stake", "punto-pair", "1"), ("paid", "punto-pair", "0")), "it looks at ranks, but the card 0"),
        ],
    )
    def test_money_that_cannot_be_checked(self, money: tuple[tuple[str, str, str], ...], message: str) -> None:
        """It is reported as unreadable, not accepted."""
        [finding] = findings(record(punto="2 0 5", banco="3 4", money=money))
        assert finding.rule == "unreadable"
        assert message in finding.found
