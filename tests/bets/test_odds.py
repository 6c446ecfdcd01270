"""Odds of a bet: every figure follows from its net results."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import BETS, DISTRIBUTIONS

from analyzer import (
    STANDARD,
    Bet,
    BetError,
    Distribution,
    Ending,
    Odds,
    OddsRow,
    Payout,
    Pays,
    Shoe,
    endings,
    price_endings,
    read_bet,
)
from analyzer.bets.odds import odds_of_nets


def net_result(bet: Bet, ending: Ending) -> Fraction:
    """Return the net result of one unit on the bet: the first row that matches, or the lost stake."""
    for payout in bet.payouts:
        if payout.matches(ending):
            win, commission = payout.pays
            return win - win * (commission or 0)
    return Fraction(-1)


@given(bet=BETS, distribution=DISTRIBUTIONS)
def test_every_figure_follows_from_the_net_results(bet: Bet, distribution: Distribution[Ending]) -> None:
    """Edge, variance, frequencies and returns are those of a plain sum over the endings."""
    odds = price_endings(bet, distribution)
    results = [(net_result(bet, ending), Fraction(count, odds.total)) for ending, count in distribution.items()]
    mean = sum((net * weight for net, weight in results), Fraction(0))
    assert odds.expected_value == mean
    assert (odds.house_edge, odds.rtp, odds.expected_loss_per_100) == (-mean, 1 + mean, -100 * mean)
    assert odds.variance == sum(((net - mean) ** 2 * weight for net, weight in results), Fraction(0))
    assert odds.variance >= 0
    assert odds.hit_frequency == sum((weight for net, weight in results if net > 0), Fraction(0))
    assert odds.probability(odds.push) == sum((weight for net, weight in results if net == 0), Fraction(0))
    assert odds.probability(odds.lose) == sum((weight for net, weight in results if net < 0), Fraction(0))


@given(bet=BETS, distribution=DISTRIBUTIONS)
def test_the_rows_add_up(bet: Bet, distribution: Distribution[Ending]) -> None:
    """Counts add up to all deals, as do win, push and lose; contributions add up to the expected value."""
    odds = price_endings(bet, distribution)
    assert sum(row.count for row in odds.rows) == odds.total == distribution.total
    assert odds.win + odds.push + odds.lose == odds.total
    assert sum(map(odds.contribution, odds.rows), Fraction(0)) == odds.expected_value
    assert [row.event for row in odds.rows] == [bet.event(row) for row in range(len(bet.payouts) + 1)]
    assert odds.rows[-1].pays.net == -1


@given(bet=BETS, distribution=DISTRIBUTIONS)
def test_the_edge_per_resolved_bet_leaves_pushes_out(bet: Bet, distribution: Distribution[Ending]) -> None:
    """The edge on the coups that do not push is the edge per resolved bet."""
    odds = price_endings(bet, distribution)
    resolved = Distribution({ending: count for ending, count in distribution.items() if net_result(bet, ending)})
    if resolved:
        assert odds.edge_per_resolved_bet == price_endings(bet, resolved).house_edge
    else:
        assert odds.edge_per_resolved_bet is None


@given(bet=BETS, distribution=DISTRIBUTIONS)
def test_break_even_odds_put_back_make_the_bet_fair(bet: Bet, distribution: Distribution[Ending]) -> None:
    """With the break-even odds in its row the edge is exactly 0; a row that cannot make the bet fair has none."""
    odds = price_endings(bet, distribution)
    for row, outcome in enumerate(odds.rows):
        even = odds.break_even(outcome)
        if even is not None:
            assert outcome.pays.net > 0
            assert even >= 0
            rows = list(odds.rows)
            rows[row] = replace(outcome, pays=Pays(even))
            assert Odds(tuple(rows), odds.total).house_edge == 0
        elif outcome.pays.net > 0 and outcome.count:
            # Even if this row pays nothing, the edge stays with the bettor.
            rows = list(odds.rows)
            rows[row] = replace(outcome, pays=Pays(Fraction(0)))
            assert Odds(tuple(rows), odds.total).house_edge < 0


@given(bet=BETS, distribution=DISTRIBUTIONS)
def test_a_break_even_commission_put_back_makes_the_bet_fair(bet: Bet, distribution: Distribution[Ending]) -> None:
    """With the break-even commission on every row that takes one, the edge is exactly 0."""
    odds = price_endings(bet, distribution)
    commission = odds.break_even_commission
    if commission is None:
        assert not any(row.count for row in odds.rows if row.pays.commission is not None)
        return
    taxed = Bet(
        bet.name,
        tuple(
            replace(payout, pays=Pays(payout.pays.to_one, commission)) if payout.pays.commission is not None else payout
            for payout in bet.payouts
        ),
    )
    assert price_endings(taxed, distribution).house_edge == 0


@given(bet=BETS, distribution=DISTRIBUTIONS)
def test_a_function_of_the_ending_prices_the_same(bet: Bet, distribution: Distribution[Ending]) -> None:
    """A bet written as a function has the figures of its pay table, one row for each net result."""
    by_table = price_endings(bet, distribution)
    by_function = odds_of_nets(distribution.coarsen(lambda ending: net_result(bet, ending)))
    for figure in ("house_edge", "variance", "edge_per_resolved_bet", "win", "push", "lose", "total"):
        assert getattr(by_table, figure) == getattr(by_function, figure)
    nets = [row.pays.net for row in by_function.rows]
    assert nets == sorted(set(nets), reverse=True)


@given(bet=BETS, distribution=DISTRIBUTIONS, factor=st.integers(2, 10**9))
def test_only_proportions_count(bet: Bet, distribution: Distribution[Ending], factor: int) -> None:
    """All counts multiplied by one number give the same edge, variance and break-even odds."""
    odds = price_endings(bet, distribution)
    more = price_endings(bet, Distribution({ending: factor * count for ending, count in distribution.items()}))
    assert (odds.house_edge, odds.variance, odds.break_even_commission) == (
        more.house_edge,
        more.variance,
        more.break_even_commission,
    )
    assert list(map(odds.break_even, odds.rows)) == list(map(more.break_even, more.rows))


@given(distribution=DISTRIBUTIONS, gross=st.fractions(Fraction(1, 60), 50, max_denominator=60))
def test_a_win_without_losses_needs_all_of_it_taken(distribution: Distribution[Ending], gross: Fraction) -> None:
    """A bet that always wins is fair at any odds if the commission is the whole win."""
    bet = Bet("always", (Payout({}, Pays(gross, Fraction(1, 20))),))
    assert price_endings(bet, distribution).break_even_commission == 1


def test_a_bet_that_only_pushes_has_no_edge_per_resolved_bet() -> None:
    """The edge per resolved bet is None, and the edge is 0."""
    odds = Odds((OddsRow("always", Pays(Fraction(0)), 5),), 5)
    assert odds.house_edge == odds.variance == 0
    assert odds.edge_per_resolved_bet is None
    assert odds.break_even(odds.rows[0]) is None
    assert odds.break_even_commission is None


def test_banco_by_hand() -> None:
    """Of seven banco wins, five of punto and two ties, 19:20 on banco costs the house 1.65 units of 14."""
    winners = {Ending(0, 9, 2, 2): 7, Ending(9, 0, 2, 2): 5, Ending(6, 6, 2, 2): 2}
    banco = Bet(
        "banco",
        (
            Payout({"winner": ("banco",)}, Pays(Fraction(1), Fraction(1, 20))),
            Payout({"winner": ("tie",)}, Pays(Fraction(0))),
        ),
    )
    odds = price_endings(banco, Distribution(winners))
    assert odds.house_edge == -Fraction(7 * 19 - 5 * 20, 20 * 14)
    assert odds.edge_per_resolved_bet == -Fraction(7 * 19 - 5 * 20, 20 * 12)
    assert odds.break_even(odds.rows[0]) == Fraction(5, 7)
    assert odds.break_even_commission == Fraction(2, 7)


def test_a_bet_on_cards_is_not_priced_on_totals() -> None:
    """Endings do not show cards, so a bet on cards raises an error."""
    with pytest.raises(BetError, match="bet punto-pair: it looks at ranks, which totals do not show"):
        price_endings(read_bet("punto-pair"), endings(Shoe.decks(1), STANDARD))


def test_a_row_that_would_have_to_lose_does_not_break_even() -> None:
    """A bet with a large advantage stays unfair for the house even if its smaller win became a push."""
    pays = [Pays(Fraction(2)), Pays(Fraction(1)), Pays(Fraction(-1))]
    odds = Odds(tuple(OddsRow(str(pay), pay, count) for pay, count in zip(pays, (6, 4, 10), strict=True)), 20)
    # The bet is fair if the second row pays -1/2 to one, or the first 1 to one.
    assert odds.expected_value == Fraction(6, 20)
    assert [odds.break_even(row) for row in odds.rows] == [1, None, None]


def test_odds_do_not_change() -> None:
    """Odds and their rows are values: equal ones are one key of a dictionary, and no field can be set."""
    rows = [OddsRow("tie", Pays(Fraction(8)), 3) for _ in range(2)]
    odds = [Odds((row,), 3) for row in rows]
    assert len({*rows}) == len({*odds}) == 1
    with pytest.raises(FrozenInstanceError):
        rows[0].count = 4  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        odds[0].total = 4  # type: ignore[misc]
