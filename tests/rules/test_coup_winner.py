"""The two hands and the three outcomes: one name each, which is also plain text."""

from __future__ import annotations

import json

import pytest

from analyzer import BetError, Ending, Hand, Payout, Winner, read_pays


def test_each_hand_is_the_other_of_the_other() -> None:
    """There are two hands, and neither is its own other."""
    assert [hand.other for hand in Hand] == [Hand.BANCO, Hand.PUNTO]


def test_a_hand_that_wins_has_the_name_of_the_hand() -> None:
    """The outcomes are the hands and the tie, in the order in which they are shown."""
    assert list(Winner) == [*Hand, "tie"]


@pytest.mark.parametrize("winner", Winner)
def test_an_outcome_is_its_text(winner: Winner) -> None:
    """Whoever compares with text, looks up by text or writes an outcome out needs no conversion."""
    text = winner.value
    assert (f"{winner}", json.dumps({winner: winner}), {text: 1}[winner]) == (text, f'{{"{text}": "{text}"}}', 1)


@pytest.mark.parametrize(("punto", "banco", "winner"), [(7, 6, Winner.PUNTO), (0, 9, Winner.BANCO), (3, 3, Winner.TIE)])
def test_the_higher_total_wins(punto: int, banco: int, winner: Winner) -> None:
    """An ending's winner follows from its totals."""
    assert Ending(punto, banco, 2, 2).winner is winner


def test_a_payout_takes_an_outcome_by_name_or_by_member() -> None:
    """Text and member mean the same condition; a number that equals a flag still does not."""
    assert Payout({"winner": (Winner.TIE,)}, read_pays("8 to 1")) == Payout({"winner": ("tie",)}, read_pays("8 to 1"))
    with pytest.raises(BetError, match="got 1; allowed: true or false"):
        Payout({"punto_natural": (1,)}, read_pays("8 to 1"))
