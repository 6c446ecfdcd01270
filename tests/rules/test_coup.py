"""Coups: dealt card by card, against the printed rules on physical cards; outcomes; coups not dealt by the rules."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import PhysicalCard, play_coup
from strategies import RANK_VALUES, RANKS, SUITS, TABLEAUX, PlainTableau

from analyzer import (
    STANDARD,
    BaccaratError,
    BetError,
    Card,
    Coup,
    Ending,
    Hand,
    Payout,
    Rank,
    ShoeError,
    Suit,
    Winner,
    play,
    read_cards,
    read_pays,
    read_tableau,
)
from analyzer.rules.coup import ORDERS, Fault, check_dealt, deal, drawing_faults, hand_faults, total

FACES = st.tuples(st.integers(0, 12), st.integers(0, 3))
CARDS = st.integers(1, 13).map(lambda rank: Card(Rank(rank)))


@given(faces=st.lists(FACES, min_size=6, max_size=9), tableau=TABLEAUX)
def test_a_coup_ends_with_the_same_hands_as_on_the_table(faces: list[tuple[int, int]], tableau: PlainTableau) -> None:
    """Any six cards under any tableau make the hands that a croupier reading the rules would deal."""
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
    """Naturals, both hands standing, and banco drawing on 3 to 7 end as worked out by the printed rules."""
    assert play(read_cards(cards)).ending == ending


def test_cards_go_to_punto_and_banco_in_turn() -> None:
    """Punto holds the first, third and fifth card, banco the second, fourth and sixth; a seventh is not dealt."""
    coup = play(read_cards("A 2 3 3 5 6 7"))
    assert coup == Coup(tuple(read_cards("A 3 5")), tuple(read_cards("2 3 6")))


@pytest.mark.parametrize(("hand", "points"), [("8 8", 6), ("7 6", 3), ("4 6", 0), ("K Q J", 0), ("A", 1), ("9 9 9", 7)])
def test_tens_drop_out_of_a_total(hand: str, points: int) -> None:
    """Two eights make 6, a seven and a six make 3, a four and a six make 0."""
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
    """The error names the rule that needs another card."""
    with pytest.raises(ShoeError, match=f"^coup: got {problem}$"):
        play(read_cards(cards))


def in_turn(cards: list[Card], order: str) -> list[Card]:
    """Return the cards that deal in turn the same coup as these cards deal in `order`."""
    first, second = ORDERS[order]
    punto, banco = cards[first], cards[second]
    return [punto[0], banco[0], punto[1], banco[1], *cards[4:]]


@given(cards=st.lists(CARDS, max_size=9), tableau=TABLEAUX, order=st.sampled_from(list(ORDERS)))
def test_every_card_is_dealt_or_left_over(cards: list[Card], tableau: PlainTableau, order: str) -> None:
    """A coup from few or many cards loses none, repeats none, and leaves the last ones."""
    coup, rest = deal(cards, tableau.tableau, order)
    assert sorted([*coup.punto, *coup.banco, *rest], key=str) == sorted(cards, key=str)
    assert list(rest) == cards[len(cards) - len(rest) :]


@given(cards=st.lists(CARDS, max_size=9), tableau=TABLEAUX)
def test_a_coup_is_played_if_the_cards_are_enough(cards: list[Card], tableau: PlainTableau) -> None:
    """Fewer than six cards make a coup if it needs no more; the coup played passes the check of the rules."""
    coup, rest = deal(cards, tableau.tableau)
    try:
        assert play(cards, tableau.tableau) == coup
    except ShoeError:
        assert not rest
        with pytest.raises(ValueError, match=r"^coup: "):
            check_dealt(coup, tableau.tableau)
    else:
        check_dealt(coup, tableau.tableau)


@given(cards=st.lists(CARDS, min_size=4, max_size=9))
def test_the_order_only_assigns_the_opening_cards(cards: list[Card]) -> None:
    """Cards dealt hand by hand make the coup that the rearranged cards make in turn."""
    assert deal(cards, order="pairs") == deal(in_turn(cards, "pairs"))


def test_an_opening_cut_short_keeps_the_order() -> None:
    """If the cards run out in the opening, each hand has what it was dealt until then."""
    two = read_cards("2 3")
    assert [len(hand) for hand in deal(two, order="pairs")[0]] == [2, 0]
    assert [len(hand) for hand in deal(two)[0]] == [1, 1]


def test_each_hand_has_the_other() -> None:
    """Punto's other hand is banco, and banco's is punto."""
    assert [hand.other for hand in Hand] == [Hand.BANCO, Hand.PUNTO]


def test_a_hand_that_wins_has_the_name_of_the_hand() -> None:
    """The outcomes are the hands and the tie, in the order of the tables."""
    assert list(Winner) == [*Hand, "tie"]


@pytest.mark.parametrize("winner", Winner)
def test_an_outcome_is_its_text(winner: Winner) -> None:
    """An outcome compares, looks up and is written as text, without conversion."""
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


@pytest.mark.parametrize(
    ("ending", "winner", "punto_natural", "banco_natural"),
    [
        (Ending(8, 8, 2, 2), "tie", True, True),
        (Ending(9, 8, 2, 3), "punto", True, False),
        (Ending(0, 9, 3, 2), "banco", False, True),
        (Ending(7, 6, 2, 2), "punto", False, False),
    ],
)
def test_an_ending_gives_the_winner_and_naturals(
    ending: Ending,
    winner: str,
    punto_natural: bool,  # noqa: FBT001 - a column of the table above
    banco_natural: bool,  # noqa: FBT001 - a column of the table above
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
def test_faults_are_found_if_a_replay_differs(rules: PlainTableau, punto: list[int], banco: list[int]) -> None:
    """A coup has no fault if the oracle deals the same hands from the same cards in dealing order."""
    later_cards = [*punto[2:], *banco[2:], 0, 0]
    cards = [PhysicalCard(value) for value in (punto[0], banco[0], punto[1], banco[1], *later_cards)]
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
    """The error says what the rule requires, and the fault names the rule."""
    with pytest.raises(BaccaratError, match=r"^coup: ") as caught:
        check_dealt(coup(punto, banco))
    assert f"; {expected} (tableau standard)" in str(caught.value)
    assert rule in {"hand"} | {fault.rule for fault in _drawn(punto, banco)}


def _drawn(punto: str, banco: str) -> tuple[Fault, ...]:
    openings = [sum(card.point_value for card in read_cards(hand)[:2]) % 10 for hand in (punto, banco)]
    thirds = [cards[2].point_value if len(cards := read_cards(hand)) > 2 else None for hand in (punto, banco)]
    return drawing_faults(STANDARD, *openings, *thirds)


def test_banco_is_judged_by_what_punto_did() -> None:
    """A punto who stood wrongly is one fault; a banco who was right after that is not a fault."""
    assert [fault.rule for fault in drawing_faults(STANDARD, 5, 6, None, None)] == ["punto"]
    assert [fault.rule for fault in drawing_faults(STANDARD, 5, 5, None, None)] == ["punto", "banco"]


def test_faults_without_the_natural_rule() -> None:
    """If a natural does not end the coup, the other hand may draw; the hand with the natural must not."""
    tableau = read_tableau("no-natural-rule")
    assert drawing_faults(tableau, 8, 0, None, 5) == ()
    assert [fault.expected for fault in drawing_faults(tableau, 8, 0, 3, 5)] == ["punto stands on 8"]


def test_hands_of_any_size() -> None:
    """Each hand without two or three cards is a separate fault."""
    assert [fault.found for fault in hand_faults(1, 4)] == ["punto has 1 card", "banco has 4 cards"]
    assert hand_faults(2, 3) == ()
