"""A coup is dealt by the rules exactly when playing its cards again gives it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import PhysicalCard, play_coup
from strategies import TABLEAUX, PlainTableau

from analyzer import STANDARD, BaccaratError, Coup, read_cards, read_tableau
from analyzer.rules.coup import Fault, check_dealt, drawing_faults, hand_faults

HANDS = st.lists(st.integers(0, 9), min_size=2, max_size=3)


def coup(punto: str, banco: str) -> Coup:
    """Return a coup from text."""
    return Coup(tuple(read_cards(punto)), tuple(read_cards(banco)))


def faults_of(rules: PlainTableau, punto: list[int], banco: list[int]) -> list[str]:
    """Return the rules broken, by the package."""
    thirds = [hand[2] if len(hand) == 3 else None for hand in (punto, banco)]
    return [fault.rule for fault in drawing_faults(rules.tableau, sum(punto[:2]) % 10, sum(banco[:2]) % 10, *thirds)]


@given(TABLEAUX, HANDS, HANDS)
def test_faults_are_found_where_a_replay_differs(rules: PlainTableau, punto: list[int], banco: list[int]) -> None:
    """Dealt again by the oracle from the same cards in dealing order, a coup without fault lies the same."""
    following = [*punto[2:], *banco[2:], 0, 0]
    cards = [PhysicalCard(value) for value in (punto[0], banco[0], punto[1], banco[1], *following)]
    played = play_coup(cards, rules.house_rules)
    same = [len(hand) for hand in played] == [len(punto), len(banco)]
    assert same == (not faults_of(rules, punto, banco))


@pytest.mark.parametrize(
    ("punto", "banco", "rule", "expected"),
    [
        ("9 K 2", "K 2", "natural", "punto's natural 9 ends the coup: nobody draws"),
        ("9 9 2", "9 K 2", "natural", "punto's natural 8 and banco's natural 9 end the coup: nobody draws"),
        ("2 3", "3 4", "punto", "punto draws on 5"),
        ("2 4 K", "3 4", "punto", "punto stands on 6"),
        ("3 3", "2 3", "banco", "banco draws on 5 when punto stood"),
        ("3 3", "2 4 K", "banco", "banco stands on 6 when punto stood"),
        ("2 3 8", "K 3 4", "banco", "banco stands on 3 when punto drew an 8"),
        ("2 3 A", "K 4 4", "banco", "banco stands on 4 when punto drew an ace"),
        ("2 3 K", "2 3 4", "banco", "banco stands on 5 when punto drew a ten-valued card"),
        ("2 3 6", "2 4", "banco", "banco draws on 6 when punto drew a 6"),
        ("2 3 6", "2 4 A 2", "hand", "a hand has two cards or three"),
        ("2", "2 4", "hand", "a hand has two cards or three"),
    ],
)
def test_the_rule_is_named(punto: str, banco: str, rule: str, expected: str) -> None:
    """The error says what should have been, and the fault which rule."""
    with pytest.raises(BaccaratError, match=r"^coup: ") as caught:
        check_dealt(coup(punto, banco))
    assert f"; {expected} (tableau standard)" in str(caught.value)
    assert rule in {"hand"} | {fault.rule for fault in _drawn(punto, banco)}


def _drawn(punto: str, banco: str) -> tuple[Fault, ...]:
    openings = [sum(card.point_value for card in read_cards(hand)[:2]) % 10 for hand in (punto, banco)]
    thirds = [cards[2].point_value if len(cards := read_cards(hand)) > 2 else None for hand in (punto, banco)]
    return drawing_faults(STANDARD, *openings, *thirds)


def test_banco_is_judged_by_what_punto_did() -> None:
    """A punto who stood wrongly is one fault; banco, who did right by that, is none."""
    assert [fault.rule for fault in drawing_faults(STANDARD, 5, 6, None, None)] == ["punto"]
    assert [fault.rule for fault in drawing_faults(STANDARD, 5, 5, None, None)] == ["punto", "banco"]


def test_where_a_natural_does_not_end_the_coup() -> None:
    """Under such a tableau the other hand may draw, the natural one must not."""
    tableau = read_tableau("no-natural-rule")
    assert drawing_faults(tableau, 8, 0, None, 5) == ()
    assert [fault.expected for fault in drawing_faults(tableau, 8, 0, 3, 5)] == ["punto stands on 8"]


def test_hands_of_any_size() -> None:
    """Each hand that has not two or three cards is a fault of its own."""
    assert [fault.found for fault in hand_faults(1, 4)] == ["punto has 1 card", "banco has 4 cards"]
    assert hand_faults(2, 3) == ()
