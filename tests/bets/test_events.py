"""Rows in words: a row says where, and only where, an earlier row takes a part of it."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import BETS, TABLEAUX

from analyzer import STANDARD, Bet, Payout, Shoe, price, read_bet, read_pays, read_variant, variant_names
from analyzer.bets import events
from analyzer.bets.pay_table import overlaps
from analyzer.catalog.rules_file import catalog_names

TAKEN = ", not in a row above"
CATALOG = [
    *(read_bet(name) for name in catalog_names("bets")),
    *(bet for name in variant_names() for bet in read_variant(name).bets),
]


def table(*rows: dict[str, Any]) -> Bet:
    """Return a bet with these rows, one value for each condition."""
    return Bet("b", tuple(Payout({name: (value,) for name, value in row.items()}, read_pays("1 to 1")) for row in rows))


def labelled(bet: Bet) -> set[int]:
    """Return the rows that say that an earlier row takes a part of them."""
    return {row for row in range(len(bet.payouts)) if bet.event(row).endswith(TAKEN)}


def taken(bet: Bet, tableau: Any = STANDARD) -> set[int]:  # noqa: ANN401 - a tableau
    """Return the rows that match deals which an earlier row matches, from the count of the infinite shoe."""
    return {overlap.second for overlap in overlaps(bet, Shoe.infinite(), tableau)}


@pytest.mark.parametrize("bet", CATALOG, ids=str)
def test_each_row_of_the_catalog(bet: Bet) -> None:
    """The names are those that a count of every coup gives."""
    assert labelled(bet) == taken(bet)


@settings(max_examples=60, deadline=None)
@given(bet=BETS, rules=TABLEAUX)
def test_no_row_on_totals_hides_what_is_taken(bet: Bet, rules: Any) -> None:  # noqa: ANN401 - a plain tableau
    """Whatever the drawing rules, a row whose deals are not all of its conditions says so."""
    assert taken(bet, rules.tableau) <= labelled(bet)


ON_CARDS: list[dict[str, Any]] = [
    {"punto_opening.same_rank": True},
    {"punto_opening.same_face": True, "winner": "banco"},
    {"punto_opening.kings": 2},
    {"punto_opening.contains": "K Q"},
    {"punto_opening.highest": "7"},
    {"punto_third": "none"},
    {"punto_third": "K"},
    {"banco_hand.colour": "red"},
    {"banco_hand.spades": 1},
    {"banco_hand.pattern": "three of a kind"},
    {"openings.aces": 4},
    {"openings.pattern": "two pairs"},
    {"winner": "tie"},
    {"winner": "punto", "punto_cards": 3},
]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(ON_CARDS), min_size=2, max_size=3))
def test_no_row_on_cards_hides_what_is_taken(rows: list[dict[str, Any]]) -> None:
    """Rows on cards and on totals, in any order."""
    bet = table(*rows)
    assert taken(bet) <= labelled(bet)


@pytest.mark.parametrize(
    ("first", "second", "is_taken"),
    [
        ({"winner": "tie", "cards": 4}, {"winner": "tie"}, True),
        ({"winner": "tie", "cards": 4}, {"winner": "tie", "cards": 5}, False),
        ({"winner": "punto"}, {"winner": "tie"}, False),
        ({"either_total": 9}, {"punto_total": 8}, True),
        ({"punto_opening.kings": 2}, {"punto_opening.queens": 2}, False),
        ({"punto_opening.kings": 2}, {"punto_opening.same_rank": True}, True),
        ({"punto_opening.kings": 2}, {"punto_opening.queens": 1}, False),
        ({"punto_opening.kings": 1}, {"punto_opening.queens": 1}, True),
        ({"punto_opening.contains": "K Q"}, {"punto_opening.contains": "J J"}, False),
        ({"punto_opening.contains": "K Q"}, {"punto_opening.contains": "Ks"}, True),
        ({"punto_opening.kings": 2}, {"banco_opening.queens": 2}, True),
        ({"punto_opening.kings": 2, "winner": "punto"}, {"punto_opening.kings": 2, "winner": "tie"}, False),
        ({"punto_hand.pattern": "three of a kind"}, {"punto_hand.same_suit": True}, True),
        ({"dealt.colour": "red"}, {"dealt.colour": "black"}, False),
        ({"dealt.colour": "red"}, {"dealt.spades": 2}, False),
        ({"dealt.colour": "red"}, {"dealt.hearts": 4}, True),
        ({"punto_third": "none"}, {"punto_third": "K"}, False),
        ({"openings.aces": 4}, {"openings.kings": 1}, False),
    ],
)
def test_two_rows(first: dict[str, Any], second: dict[str, Any], is_taken: bool) -> None:  # noqa: FBT001 - what is expected
    """Two rows that no coup matches have their plain names, in either order."""
    for rows in ((first, second), (second, first)):
        bet = table(*rows)
        assert (labelled(bet) == {1}) == is_taken
        assert bet.event(1).removesuffix(TAKEN) == bet.payouts[1].event
        assert bet.event(2) == "all else"


def test_a_tie_that_is_not_every_tie() -> None:
    """The third row has the name of the deals it pays."""
    bet = table({"winner": "punto"}, {"winner": "tie", "punto_total": 6}, {"winner": "tie"})
    odds = price(bet, Shoe.decks(8), STANDARD)
    ties = price(table({"winner": "tie"}), Shoe.decks(8), STANDARD).win
    assert [row.event for row in odds.rows] == ["punto wins", "tie, punto total 6", f"tie{TAKEN}", "all else"]
    assert odds.rows[2].count == ties - odds.rows[1].count


def test_members_are_looked_into() -> None:
    """A row that asks whether other bets win, on totals and on cards."""
    tie, pair = read_variant("classic").bet("tie"), read_bet("punto-pair")
    pays = read_pays("2 to 1")
    for member, other, is_taken in (
        (tie, {"winner": ("tie",), "cards": (4,)}, True),
        (tie, {"winner": ("punto",)}, False),
        (pair, {"winner": ("punto",)}, True),
    ):
        for rows in product((Payout({"wins": (member,)}, pays), Payout(other, pays)), repeat=2):
            if rows[0] is not rows[1]:
                assert (labelled(Bet("b", rows)) == {1}) == is_taken


def test_a_long_search_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows whose cards would take long to search are said to overlap, so that no name is wrong."""
    rows = ({"punto_opening.kings": 2}, {"punto_opening.queens": 2})
    assert labelled(table(*rows)) == set()
    monkeypatch.setattr(events, "_MOST_SEARCHES", 0)
    assert labelled(table(*rows)) == {1}
    monkeypatch.undo()
    monkeypatch.setattr(events, "_MOST_SETS", 1)
    events._compatible.cache_clear()  # noqa: SLF001 - it remembers what it found
    assert labelled(table(*rows)) == {1}
    events._compatible.cache_clear()  # noqa: SLF001 - as above


def test_many_rows_take_no_time() -> None:
    """A pay table of a thousand rows on cards is named within a second."""
    rows = [
        {"dealt.contains": f"{rank}{suit} {other}"}
        for rank in "A23456789JQK"
        for suit in "shdc"
        for other in "A2345678"
    ]
    assert len(labelled(table(*rows))) == len(rows) - 1
