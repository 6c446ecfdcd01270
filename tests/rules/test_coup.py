"""One coup, card by card, against the printed rules played on physical cards; and coups not dealt by the rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import PhysicalCard, play_coup
from strategies import RANK_VALUES, RANKS, SUITS, TABLEAUX, PlainTableau

from analyzer import STANDARD, BaccaratError, Card, Coup, Ending, Rank, ShoeError, Suit, play, read_cards, read_tableau
from analyzer.rules.coup import Fault, check_dealt, drawing_faults, hand_faults, total

FACES = st.tuples(st.integers(0, 12), st.integers(0, 3))


@given(faces=st.lists(FACES, min_size=6, max_size=9), tableau=TABLEAUX)
def test_a_coup_ends_with_the_same_hands_as_on_the_table(faces: list[tuple[int, int]], tableau: PlainTableau) -> None:
    """Any six cards by any tableau leave the hands a croupier reading the rules would leave."""
    coup = play([Card(Rank(rank + 1), Suit(suit)) for rank, suit in faces], tableau.tableau)
    cards = [PhysicalCard(RANK_VALUES[rank], RANKS[rank], SUITS[suit]) for rank, suit in faces]
    table = play_coup(cards, tableau.house_rules)
    for hand, expected in ((coup.punto, table.punto), (coup.banco, table.banco)):
        assert [str(card) for card in hand] == [card.rank + card.suit for card in expected]


@pytest.mark.parametrize(
    ("cards", "ending"),
    [
        ("9 K 9 K 5 5", Ending(8, 0, 2, 2)),
        ("K 9 K K 5 5", Ending(0, 9, 2, 2)),
        ("6 K K 5 2 9", Ending(6, 7, 2, 3)),
        ("7 K K 6 2 9", Ending(7, 6, 2, 2)),
        ("5 3 K K 8 9", Ending(3, 3, 3, 2)),
        ("5 3 K K 9 9", Ending(4, 2, 3, 3)),
        ("5 4 K K A 9", Ending(6, 4, 3, 2)),
        ("5 4 K K 2 9", Ending(7, 3, 3, 3)),
        ("5 6 K K 6 9", Ending(1, 5, 3, 3)),
        ("5 6 K K 5 9", Ending(0, 6, 3, 2)),
        ("5 7 K K 6 9", Ending(1, 7, 3, 2)),
        ("0 0 0 0 0 0", Ending(0, 0, 3, 3)),
    ],
)
def test_coups_worked_by_hand(cards: str, ending: Ending) -> None:
    """Naturals, both hands standing, and banco's drawing on 3 to 7 come out as the printed rules have them."""
    assert play(read_cards(cards)).ending == ending


def test_cards_go_to_punto_and_banco_in_turn() -> None:
    """Punto holds the first, third and fifth card, banco the second, fourth and sixth; a seventh is not dealt."""
    coup = play(read_cards("A 2 3 3 5 6 7"))
    assert coup == Coup(tuple(read_cards("A 3 5")), tuple(read_cards("2 3 6")))


@pytest.mark.parametrize(("hand", "points"), [("8 8", 6), ("7 6", 3), ("4 6", 0), ("K Q J", 0), ("A", 1), ("9 9 9", 7)])
def test_tens_drop_out_of_a_total(hand: str, points: int) -> None:
    """Two eights make 6, a seven and a six make 3, a four and a six make nothing."""
    assert total(read_cards(hand)) == points


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        ("A", "1 card, too few: a hand has two cards or three"),
        ("2 3 3 K", "4 cards, too few: punto draws on 5"),
        ("2 3 3 K 4", "5 cards, too few: banco draws on 3 when punto drew a 4"),
    ],
)
def test_a_coup_that_runs_out_of_cards_is_refused(cards: str, problem: str) -> None:
    """The error names the rule that wants a card."""
    with pytest.raises(ShoeError, match=f"^coup: got {problem}$"):
        play(read_cards(cards))


@pytest.mark.parametrize(
    ("ending", "winner", "punto_natural", "banco_natural"),
    [
        (Ending(8, 8, 2, 2), "tie", True, True),
        (Ending(9, 8, 2, 3), "punto", True, False),
        (Ending(0, 9, 3, 2), "banco", False, True),
        (Ending(7, 6, 2, 2), "punto", False, False),
    ],
)
def test_what_follows_from_an_ending(
    ending: Ending,
    winner: str,
    punto_natural: bool,  # noqa: FBT001 - a column of the table above
    banco_natural: bool,  # noqa: FBT001 - likewise
) -> None:
    """The higher total wins, and a natural is 8 or 9 on two cards."""
    assert (ending.winner, ending.punto_natural, ending.banco_natural) == (winner, punto_natural, banco_natural)


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
    """A punto who stood wrongly is one fault; banco, who was right after that, is not at fault."""
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
