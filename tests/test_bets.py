"""Bets: the vocabulary of conditions, first match wins, and every pay table that makes no sense."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import ENDINGS, WHEN

from analyzer import CONDITIONS, STANDARD, Bet, BetError, Ending, Payout, Pays, read_pays
from analyzer.bets.pay_table import check_reachable
from analyzer.bets.vocabulary import describe

if TYPE_CHECKING:
    from analyzer.bets.vocabulary import Value

TIE = Payout({"winner": ("tie",)}, read_pays("8 to 1"))
ALWAYS = Payout({}, read_pays("push"))


def read_by_hand(condition: str, ending: Ending) -> set[Value]:
    """Return what a condition looks at, in the plainest words: one value, or one for either hand."""
    punto, banco, punto_cards, banco_cards = ending
    naturals = [punto_cards == 2 and punto in {8, 9}, banco_cards == 2 and banco in {8, 9}]
    winner = "tie" if punto == banco else "punto" if punto > banco else "banco"
    values: dict[str, set[Value]] = {
        "winner": {winner},
        "punto_total": {punto},
        "banco_total": {banco},
        "either_total": {punto, banco},
        "winning_total": {"none" if winner == "tie" else max(punto, banco)},
        "margin": {banco - punto if banco > punto else punto - banco},
        "sum_of_totals": {punto + banco},
        "punto_cards": {punto_cards},
        "banco_cards": {banco_cards},
        "either_cards": {punto_cards, banco_cards},
        "winning_cards": {{"tie": "none", "punto": punto_cards, "banco": banco_cards}[winner]},
        "cards": {punto_cards + banco_cards},
        "punto_natural": {naturals[0]},
        "banco_natural": {naturals[1]},
        "naturals": {sum(naturals)},
    }
    return values[condition]


OF_ENDINGS = [name for name, condition in CONDITIONS.items() if condition.reads]


@given(ending=ENDINGS)
def test_each_condition_reads_what_it_says(ending: Ending) -> None:
    """Every word that looks at totals has the value its meaning gives, and that value is in its domain."""
    for name in OF_ENDINGS:
        values, domain = read_by_hand(name, ending), CONDITIONS[name].domain
        for value in values:
            assert [type(allowed) for allowed in domain if allowed == value] == [type(value)]
            assert Payout({name: (value,)}, read_pays("1:1")).matches(ending)
        others = tuple(other for other in domain if other not in values)
        assert not others or not Payout({name: others}, read_pays("1:1")).matches(ending)


@given(ending=ENDINGS, when=WHEN)
def test_all_conditions_of_a_row_must_hold(ending: Ending, when: dict[str, tuple[Value, ...]]) -> None:
    """A row matches when each condition does; a row without conditions always does."""
    expected = all(read_by_hand(name, ending) & set(values) for name, values in when.items())
    assert Payout(when, read_pays("1:1")).matches(ending) == expected


@given(ending=ENDINGS)
def test_the_first_row_that_matches_pays(ending: Ending) -> None:
    """A carved-out exception comes first, and what no row names is lost."""
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


@pytest.mark.parametrize(
    ("when", "event"),
    [
        ({}, "always"),
        ({"winner": ("tie",)}, "tie"),
        ({"winner": ("tie",), "punto_total": (6,)}, "tie, punto total 6"),
        ({"winner": ("punto", "banco")}, "punto or banco wins"),
        ({"winner": ("banco",), "banco_total": (7,), "banco_cards": (3,)}, "banco wins, banco total 7, banco 3 cards"),
        ({"margin": (9, 4, 5, 6)}, "margin 4-6, 9"),
        ({"punto_natural": (True,)}, "punto natural: yes"),
        ({"banco_natural": (False,)}, "banco natural: no"),
    ],
)
def test_what_must_happen_reads_in_words(when: dict[str, tuple[Value, ...]], event: str) -> None:
    """The event of a row names its conditions in order."""
    assert Payout(when, read_pays("1:1")).event == event


@given(numbers=st.sets(st.integers(0, 9), min_size=1))
def test_runs_of_numbers_are_written_as_ranges(numbers: set[int]) -> None:
    """A description of numbers names each of them and no other."""
    named: list[int] = []
    for part in describe(numbers).split(", "):
        first, _, last = part.partition("-")
        named += range(int(first), int(last or first) + 1)
    assert named == sorted(numbers)


@pytest.mark.parametrize(
    ("when", "problem"),
    [
        ({"winer": ("tie",)}, r"condition: got 'winer'; did you mean winner\?"),
        ({"zzz": ("tie",)}, "condition: got 'zzz'; the words are winner, punto_total"),
        ({"winner": ("dealer",)}, "winner: got 'dealer'; allowed: punto or banco or tie"),
        ({"winner": ("Tie",)}, "winner: got 'Tie'; allowed"),
        ({"punto_total": (10,)}, "punto_total: got 10; allowed: 0-9"),
        ({"punto_total": (-1,)}, "punto_total: got -1; allowed: 0-9"),
        ({"punto_total": (10**5000,)}, "punto_total: got a huge number; allowed: 0-9"),
        ({"punto_total": (True,)}, "punto_total: got True; allowed: 0-9"),
        ({"punto_cards": (4,)}, "punto_cards: got 4; allowed: 2-3"),
        ({"cards": (3,)}, "cards: got 3; allowed: 4-6"),
        ({"punto_natural": (1,)}, "punto_natural: got 1; allowed: true or false"),
        ({"winner": ()}, "winner: got no value; allowed: punto or banco or tie"),
    ],
)
def test_a_condition_that_makes_no_sense_is_refused(when: dict[str, tuple[Value, ...]], problem: str) -> None:
    """An unknown condition, or a value it can never take, is named with what is allowed."""
    with pytest.raises(BetError, match=problem):
        Payout(when, read_pays("1:1"))


def test_a_bet_without_payouts_is_refused() -> None:
    """A bet that can only lose is none."""
    with pytest.raises(BetError, match="bet nothing: got no payout; a bet needs one at least"):
        Bet("nothing", ())


def test_a_bet_whose_rows_all_happen_is_accepted() -> None:
    """A bet may pay on everything, as long as each row is the first for some ending."""
    check_reachable(Bet("tie", (TIE, ALWAYS)), STANDARD)


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ((TIE, TIE), r"bet b: payout 2 \(tie\) can never be reached: earlier payouts cover it wholly"),
        ((ALWAYS, TIE), r"payout 2 \(tie\) can never be reached: earlier payouts cover it wholly"),
        (
            (
                Payout({"winner": ("punto", "tie")}, Pays(Fraction(1))),
                Payout({"banco_total": tuple(range(1, 10)), "winner": ("banco",)}, Pays(Fraction(1))),
                Payout({"margin": (9,)}, Pays(Fraction(1))),
            ),
            r"payout 3 \(margin 9\) can never be reached: earlier payouts cover it wholly",
        ),
        (
            (TIE, Payout({"winner": ("banco",), "banco_total": (0,)}, Pays(Fraction(1)))),
            r"payout 2 \(banco wins, banco total 0\) can never be reached: no coup of this tableau ends so",
        ),
        (
            (Payout({"banco_total": (9,), "banco_cards": (2,), "punto_cards": (3,)}, Pays(Fraction(1))),),
            "payout 1 .* no coup of this tableau ends so",
        ),
        (
            (Payout({"winner": ("tie",), "margin": (1,)}, Pays(Fraction(1))),),
            "payout 1 .* no coup of this tableau ends so",
        ),
    ],
)
def test_a_row_no_coup_reaches_is_refused(rows: tuple[Payout, ...], problem: str) -> None:
    """A row wholly covered by earlier ones, by one or by several together, or that no coup reaches, is named."""
    with pytest.raises(BetError, match=problem):
        check_reachable(Bet("b", rows), STANDARD)


def test_a_bet_says_what_it_looks_at() -> None:
    """A bet on endings needs totals only."""
    assert Bet("tie", (TIE,)).looks_at == "totals"
