"""Pay tables examined: unreachable and overlapping rows, and odds solved for an edge."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

import oracle_cards as oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import STANDARD, Bet, BetError, Payout, Pays, Shoe, price_bets, read_bet, read_pays, read_tableau
from analyzer.bets.pay_table import (
    Overlap,
    Unreachable,
    check_reachable,
    examine,
    overlaps,
    printable,
    solve,
    unreachable,
)
from analyzer.notation import percent

if TYPE_CHECKING:
    from collections.abc import Callable

    from analyzer import Odds


def bet(*rows: dict[str, tuple[Any, ...]]) -> Bet:
    """Return a bet with these rows, each at even money."""
    return Bet("bet", tuple(Payout(when, read_pays("1 to 1")) for when in rows))


def priced(wager: Bet) -> Odds:
    """Return the bet priced at eight decks."""
    [odds] = price_bets([wager], Shoe.decks(8), STANDARD)
    return odds


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ([{"winner": ("tie",)}, {"winner": ("tie",), "punto_total": (6,)}], ["payout 2", "(1)"]),
        ([{"punto_total": (0, 1)}, {"punto_total": (2,)}, {"punto_total": (1, 2)}], ["payout 3", "(1, 2)"]),
        (
            [{"punto_cards": (2,), "punto_total": (5,), "naturals": (0,)}],
            ["payout 1", "no coup of this tableau matches it"],
        ),
        (
            [{"punto_third": ("none",), "punto_total": (4,), "naturals": (0,)}],
            ["payout 1", "no coup of this tableau matches it"],
        ),
        (
            [{"punto_opening.same_face": (True,), "punto_opening.colour": ("mixed",)}],
            ["payout 1", "no coup of this tableau matches it"],
        ),
        ([{"dealt.sevens": (5,), "cards": (4,)}], ["payout 1", "no coup of this tableau matches it"]),
        ([{"punto_opening.same_rank": (True,)}, {"punto_opening.same_face": (True,)}], ["payout 2", "(1)"]),
        ([{"punto_opening.same_face": (True,)}, {"punto_opening.same_rank": (True,)}], []),
        ([{"dealt.pattern": ("six of a kind",)}], []),
        ([{}, {"winner": ("punto",)}], ["payout 2", "(1)"]),
    ],
)
def test_rows_that_no_coup_reaches_are_found(rows: list[dict[str, Any]], fault: list[str]) -> None:
    """Only rows that earlier rows cover completely, or that no coup of the tableau matches, are found."""
    faults = [str(row) for row in unreachable(bet(*rows), STANDARD)]
    assert bool(fault) == len(faults)
    assert not fault or (faults[0].startswith(f"{fault[0]} (") and faults[0].endswith(fault[1]))


def test_reachability_depends_on_the_tableau() -> None:
    """If punto draws on 0-4 only, it stands on five: a row that the standard rules never reach is reached."""
    stood_on_five = bet({"punto_cards": (2,), "punto_total": (5,), "naturals": (0,)})
    assert unreachable(stood_on_five, read_tableau("punto-0-4")) == []


def test_unreachable_rows_are_described() -> None:
    """The reason names the first rows that cover it, and a bet with such a row is refused in the same words."""
    covered = "payout 2 (tie) can never be reached: earlier payouts cover it completely (1)"
    assert str(Unreachable(1, "tie", (0,))) == covered
    assert str(Unreachable(11, "x", tuple(range(11)))).endswith("completely (1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and others)")
    assert str(Unreachable(0, "x", ())) == "payout 1 (x) can never be reached: no coup of this tableau matches it"
    assert str(Unreachable(0, "x" * 201, ())).startswith(f"payout 1 ({'x' * 199}…) can never")
    with pytest.raises(BetError) as caught:
        check_reachable([bet({"winner": ("tie",)}, {"winner": ("tie",)})], STANDARD)
    assert str(caught.value) == f"bet bet: {covered}"


def test_many_covered_rows_are_one_short_error() -> None:
    """Of 3,000 equal rows the error names ten and says how many more there are, in a moment and in little memory."""
    equal = bet(*[{"punto_opening.same_rank": (True,)}] * 3000)
    with pytest.raises(BetError, match=r"^bet bet: payout 2 .*; payout 11 .*; and 2989 more$"):
        check_reachable([equal], STANDARD)


def test_a_row_that_no_coup_matches_is_noted_and_priced_with_0() -> None:
    """Published pay tables have such rows: they are described, have no deals, and only `strict` refuses them."""
    odd = bet({"winner": ("tie",), "margin": (1,)}, {"winner": ("tie",)})
    text = "bet bet: payout 1 (tie, margin 1) can never be reached: no coup of this tableau matches it"
    assert check_reachable([odd], STANDARD) == [text]
    assert [row.count for row in priced(odd).rows[:2]] == [0, 475627426473216]
    with pytest.raises(BetError) as caught:
        check_reachable([odd], STANDARD, strict=True)
    assert str(caught.value) == text


def test_bets_on_the_same_cards_are_checked_in_one_count() -> None:
    """Bets that look at the same cards share the count that shows which of their rows are reached."""
    both = [bet({"dealt.red": (0,)}), bet({"dealt.red": (6,), "cards": (4,)})]
    calls: list[tuple[int, int]] = []
    [note] = check_reachable(both, STANDARD, lambda *progress: calls.append(progress))
    assert "all cards dealt: 6 red, 4 cards dealt" in note
    assert [done for done, _of in calls] == list(range(len(calls)))


def test_overlaps_are_those_of_physical_cards() -> None:
    """For every pair of rows, the deals that match both are those of physical cards."""
    cards = ["Ks", "Ks", "Kh", "9d", "9d", "4c", "4d", "As"]
    rows = bet(
        {"punto_opening.same_rank": (True,)},
        {"banco_opening.same_rank": (True,)},
        {"winner": ("punto",)},
        {"cards": (4,)},
    )
    tests: list[Callable[[oracle.Coup], bool]] = [
        lambda coup: coup.punto[0][0] == coup.punto[1][0],
        lambda coup: coup.banco[0][0] == coup.banco[1][0],
        lambda coup: oracle.winner(coup) == "punto",
        lambda coup: len(coup.punto + coup.banco) == 4,
    ]
    expected: dict[tuple[int, int], int] = {}
    for coup, ways in oracle.coups([(card[0], card[1]) for card in cards]):
        matching = [row for row, test in enumerate(tests) if test(coup)]
        for first, second in combinations(matching, 2):
            expected[first, second] = expected.get((first, second), 0) + ways
    shoe = Shoe.from_spec(" ".join(f"{card}={cards.count(card)}" for card in dict.fromkeys(cards)))
    assert [Overlap(*pair, deals) for pair, deals in sorted(expected.items())] == overlaps(rows, shoe, STANDARD)
    assert len(expected) == 6


def test_overlaps_are_bounded() -> None:
    """141 rows that match the same coups are 9,870 pairs; 142 are 10,011, which are refused."""
    assert len(overlaps(bet(*[{"winner": ("tie",)}] * 141), Shoe.decks(8), STANDARD)) == 9870
    with pytest.raises(BetError, match=r"^bet bet: more than 10,000 pairs of rows overlap, the most examined$"):
        overlaps(bet(*[{"winner": ("tie",)}] * 142), Shoe.decks(8), STANDARD)


def test_one_count_gives_price_overlaps_and_progress() -> None:
    """`examine` gives the odds and the overlaps; it and the search for unreachable rows report their progress."""
    tiger_pair, shoe = read_bet("tiger-pair"), Shoe.decks(8)
    calls: list[tuple[int, int]] = []
    assert examine(tiger_pair, shoe, STANDARD, lambda *progress: calls.append(progress)) == (
        priced(tiger_pair),
        overlaps(tiger_pair, shoe, STANDARD),
    )
    assert [(done, len(calls)) for done in range(len(calls))] == calls
    calls.clear()
    assert unreachable(tiger_pair, STANDARD, lambda *progress: calls.append(progress)) == []
    assert [(done, len(calls)) for done in range(len(calls))] == calls != []


def test_dragon_7_is_fair_at_its_break_even() -> None:
    """Solving for an edge of 0 gives the break-even odds, one over the probability less one."""
    odds = priced(read_bet("dragon-7"))
    solution = solve(odds, 0, Fraction(0))
    assert solution.to_one == odds.break_even(odds.rows[0]) == 1 / odds.hit_frequency - 1
    assert [solution.below[0], solution.above[0]] == [43, 44]
    assert solution.below[1] > 0 > solution.above[1]


def test_a_row_that_would_have_to_lose_has_no_break_even_odds() -> None:
    """Odds below 0 to one do not exist: a rare row cannot make a bet fair if another row pays too much."""
    rows = [Payout({"winner": (side,)}, read_pays(pays)) for side, pays in (("banco", "9 to 1"), ("tie", "1 to 1"))]
    odds = priced(Bet("generous", tuple(rows)))
    assert odds.break_even(odds.rows[1]) is None
    assert 0 < (odds.break_even(odds.rows[0]) or 0) < 9


@pytest.mark.parametrize("name", ["dragon-bonus-banco", "tiger-pair", "lucky-6-12-23", "knockout-5-6"])
@pytest.mark.parametrize("edge", ["5%", "12.5%"])
def test_solved_odds_give_the_edge_wanted(name: str, edge: str) -> None:
    """With the solved odds in its row a bet has exactly the wanted edge; with printable odds, the edge stated."""
    from dataclasses import replace

    from analyzer import Pays, read_number

    wager = read_bet(name)
    solution = solve(priced(wager), 0, read_number(edge))

    def edge_at(to_one: Fraction) -> Fraction:
        first = replace(wager.payouts[0], pays=Pays(to_one))
        return priced(replace(wager, payouts=(first, *wager.payouts[1:]))).house_edge

    assert edge_at(solution.to_one) == read_number(edge)
    assert edge_at(solution.below[0]) == solution.below[1] >= read_number(edge)
    assert edge_at(solution.above[0]) == solution.above[1] <= read_number(edge)


@pytest.mark.parametrize(
    ("name", "row", "edge", "message"),
    [
        ("dragon-7", 1, "0", "row: got 2; the bet has rows 1 to 1"),
        ("dragon-7", -1, "0", "row: got 0; the bet has rows 1 to 1"),
        ("lucky-6-12-23", 1, "2", "would have to lose: even as a push the bet's edge is"),
    ],
)
def test_an_edge_that_cannot_be_reached_is_one_line(name: str, row: int, edge: str, message: str) -> None:
    """A row that does not exist, or an edge that no win can give, is one clear line."""
    with pytest.raises(BetError) as caught:
        solve(priced(read_bet(name)), row, Fraction(edge))
    assert message in str(caught.value)


def test_a_row_that_never_happens_cannot_be_solved() -> None:
    """On a shoe without sevens the odds of Dragon 7 do not matter."""
    [odds] = price_bets([read_bet("egalite-7")], Shoe.from_spec("K=6"), STANDARD)
    with pytest.raises(BetError, match="never happens on this shoe"):
        solve(odds, 0, Fraction(1, 20))


@given(st.fractions(0, 300, max_denominator=10**6))
def test_printable_odds_enclose(to_one: Fraction) -> None:
    """The odds below and above are one step apart, or equal if a layout can print the odds themselves."""
    below, above = printable(to_one)
    assert below <= to_one <= above
    step = 1 if to_one >= 10 else Fraction(1, 2) if to_one >= 1 else Fraction(1, 20)
    assert above - below == (0 if below == to_one else step)
    assert printable(below)[0] == below
    assert printable(above)[1] == above


def test_percentages_of_an_impossible_edge_are_shown() -> None:
    """The error for an impossible edge gives the best possible edge, rounded."""
    odds = priced(read_bet("small-tiger"))
    at_push = 1 - odds.hit_frequency
    with pytest.raises(BetError, match=percent(at_push, 4)):
        solve(odds, 0, Fraction(1))


TIE = Payout({"winner": ("tie",)}, read_pays("8 to 1"))
ALWAYS = Payout({}, read_pays("push"))


def test_a_bet_whose_rows_all_happen_is_accepted() -> None:
    """A bet may pay on every coup if each row is the first match of some ending."""
    assert check_reachable([Bet("tie", (TIE, ALWAYS))], STANDARD, strict=True) == []


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ((TIE, TIE), r"bet b: payout 2 \(tie\) can never be reached: earlier payouts cover it completely"),
        ((ALWAYS, TIE), r"payout 2 \(tie\) can never be reached: earlier payouts cover it completely"),
        (
            (
                Payout({"winner": ("punto", "tie")}, Pays(Fraction(1))),
                Payout({"banco_total": tuple(range(1, 10)), "winner": ("banco",)}, Pays(Fraction(1))),
                Payout({"margin": (9,)}, Pays(Fraction(1))),
            ),
            r"payout 3 \(margin 9\) can never be reached: earlier payouts cover it completely",
        ),
        (
            (TIE, Payout({"winner": ("banco",), "banco_total": (0,)}, Pays(Fraction(1)))),
            r"payout 2 \(banco wins, banco total 0\) can never be reached: no coup of this tableau matches it",
        ),
        (
            (Payout({"banco_total": (9,), "banco_cards": (2,), "punto_cards": (3,)}, Pays(Fraction(1))),),
            "payout 1 .* no coup of this tableau matches it",
        ),
        (
            (Payout({"winner": ("tie",), "margin": (1,)}, Pays(Fraction(1))),),
            "payout 1 .* no coup of this tableau matches it",
        ),
    ],
)
def test_a_row_no_coup_reaches_is_refused(rows: tuple[Payout, ...], problem: str) -> None:
    """`strict` refuses a row that earlier rows cover completely, one or several together, or that no coup reaches."""
    with pytest.raises(BetError, match=problem):
        check_reachable([Bet("b", rows)], STANDARD, strict=True)
