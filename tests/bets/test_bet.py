"""Bets: the first row that matches pays, and what is refused as a bet."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from oracle import read_by_hand
from strategies import ENDINGS, WHEN

from analyzer import Bet, BetError, Ending, Payout, read_pays
from analyzer.bets.bet import require_pay_table

if TYPE_CHECKING:
    from analyzer.bets.vocabulary import Value

TIE = Payout({"winner": ("tie",)}, read_pays("8 to 1"))


@given(ending=ENDINGS, when=WHEN)
def test_all_conditions_of_a_row_must_hold(ending: Ending, when: dict[str, tuple[Value, ...]]) -> None:
    """A row matches if all its conditions hold; a row without conditions always matches."""
    expected = all(read_by_hand(name, ending) & set(values) for name, values in when.items())
    assert Payout(when, read_pays("1:1")).matches(ending) == expected


@given(ending=ENDINGS)
def test_the_first_row_that_matches_pays(ending: Ending) -> None:
    """An exception is listed before the rule, and a coup that no row matches loses."""
    banco = Bet(
        "banco",
        (
            Payout({"winner": ("banco",), "banco_total": (6,)}, read_pays("1 to 2")),
            Payout({"winner": ("banco",)}, read_pays("1 to 1")),
            Payout({"winner": ("tie",)}, read_pays("push")),
        ),
    )
    if ending.banco_total > ending.punto_total:
        expected = 0 if ending.banco_total == 6 else 1
    else:
        expected = 2 if ending.banco_total == ending.punto_total else 3
    assert banco.row(ending) == expected


def test_a_bet_without_payouts_is_refused() -> None:
    """A bet that can only lose is not a bet."""
    with pytest.raises(BetError, match="bet nothing: got no payout; a bet needs at least one"):
        Bet("nothing", ())


def test_bets_are_equal_by_name_and_rows() -> None:
    """What is said about a bet does not distinguish it; a repr shows the rows, not what follows from them."""
    tie = Bet("tie", (TIE,))
    described = replace(tie, title="a title", source="a source", rules_text=b"a file", family="ties")
    assert described == tie
    assert described != replace(tie, name="other")
    assert "a title" in repr(described)
    assert "a file" not in repr(described)
    assert "features" not in repr(described)
    assert repr(TIE) == f"Payout(when={{'winner': ('tie',)}}, pays={TIE.pays!r})"
    assert hash(described) == hash(tie)


def test_what_is_not_a_pay_table_is_refused() -> None:
    """A function bet has a sentence of its own; something with a name or a net result alone is not a bet."""
    with pytest.raises(BetError, match=r"bet: got .*; it must be a Bet, as read_bet returns"):
        require_pay_table(SimpleNamespace(name="named"))
    with pytest.raises(BetError, match="it must be a Bet"):
        require_pay_table(SimpleNamespace(net=abs))
    with pytest.raises(BetError, match="it must be a Bet"):
        require_pay_table(SimpleNamespace(net=1, name="named"))
    with pytest.raises(BetError, match="bet odd: a bet given as a function can only be priced alone"):
        require_pay_table(SimpleNamespace(net=abs, name="odd"))


def test_a_bet_says_what_it_looks_at() -> None:
    """A bet on endings needs totals only."""
    assert Bet("tie", (TIE,)).looks_at == "totals"


def test_values_from_a_program_may_be_any_collection() -> None:
    """A list of values is the same payout as a tuple of them, and "court card" means its ranks."""
    pays = read_pays("1 to 1")
    values: Any = [6, 7]
    assert Payout({"punto_total": values}, pays) == Payout({"punto_total": (6, 7)}, pays)
    courts = Payout({"punto_third": ("Q", "court card", "none")}, pays)
    assert courts == Payout({"punto_third": ("none", "J", "Q", "K")}, pays)
    assert courts.event == "punto third card court card or none"
