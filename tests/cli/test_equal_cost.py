"""Bets of equal cost: the commission or the odds at which one costs as much as another, and what rebates leave."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction

import pytest
from command import run

from analyzer import Rebates, Shoe, Winner, price, read_bet, read_variant
from analyzer.enumeration.coups import endings
from analyzer.rules.tableau import STANDARD

EIGHT = Shoe.decks(8)
CLASSIC, EZ = read_variant("classic"), read_variant("ez")


def solved(*words: str) -> dict[str, str]:
    """Return what `bet --solve` finds."""
    document = json.loads(run("bet", *words, "-f", "json").out)["solve"]
    assert isinstance(document, dict)
    return document


@pytest.mark.parametrize("of", ["banco of ez", "ez", "Banker of ez"])
def test_the_commission_that_costs_as_much_as_ez(of: str) -> None:
    """At eight decks 4.91364 %; taken, the edges are the same."""
    found = solved("banco", "--solve", "commission", "--edge", of)
    commission = Fraction(found["commission"])
    assert f"{float(100 * commission):.5f}" == "4.91364"
    taken = price(CLASSIC.with_commission(commission).bet("banco"), EIGHT)
    assert taken.house_edge == price(EZ.bet("banco"), EIGHT).house_edge == Fraction(found["edge"])
    assert "4.913639%" in run("bet", "banco", "--solve", "commission", "--edge", of).out


def test_the_odds_that_cost_as_much() -> None:
    """The tie of another variant gives the odds it pays."""
    assert solved("tie", "--solve", "1", "--edge", "tie of classic-tie-9")["exactly"]["odds"] == "9/1"  # type: ignore[index]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("punto", "--solve", "commission", "--edge", "1%"), "this bet takes no commission"),
        (("banco", "--solve", "commission", "--edge", "5"), "--edge: got '5'; an edge is a share of the stake"),
        (("banco", "--solve", "commission", "--edge", "banco of nowhere"), "variant: got 'nowhere'"),
        (("banco", "--solve", "commission"), "--solve and --edge go together"),
        (("banco", "--rebate-on-losses", "2"), "--rebate-on-losses: got '2'; a rebate is a share of the stake below 1"),
    ],
)
def test_what_is_not_an_edge(words: tuple[str, ...], message: str) -> None:
    """One line says what was got."""
    done = run("bet", *words)
    assert (done.status, done.out) == (2, "")
    assert message in done.err


def test_rebates_counted_from_the_outcomes() -> None:
    """A second route: what is lost and staked, from the probabilities of the outcomes."""
    ended = endings(EIGHT, STANDARD).coarsen(lambda ending: ending.winner)
    losses, turnover = Fraction(9, 1000), Fraction(1, 200)
    banco = price(CLASSIC.bet("banco"), EIGHT)
    after = banco.house_edge - turnover - losses * ended.probability(Winner.PUNTO)
    assert banco.edge_after(Rebates(losses, turnover)) == after
    assert banco.edge_after(Rebates()) == banco.house_edge
    words = ("--rebate-on-losses", "0.9%", "--rebate-on-turnover", "0.5%")
    assert Fraction(json.loads(run("bet", "banco", *words, "-f", "json").out)["bet"]["edge_after_rebates"]) == after
    for command in (("edge", "--variant", "classic"), ("bets", "banco"), ("bet", "banco", "punto")):
        rows = list(csv.DictReader(io.StringIO(run(*command, *words, "-f", "csv", "--exact").out)))
        [row] = [row for row in rows if row["Bet"].lower().startswith("banco")]
        assert Fraction(row["Edge after rebates"]) == after
    assert "edge after rebates" in run("bets", "banco", "--decks", "6,8", *words).out


def test_a_part_of_a_stake_that_is_lost_counts_as_a_part() -> None:
    """The bet of the Italian source that loses a tie loses its whole stake; a push is no loss."""
    odds = price(read_bet("knockout-7"), EIGHT)
    lost = sum(Fraction(-row.count * row.pays.net, odds.total) for row in odds.rows if row.pays.net < 0)
    assert odds.edge_after(Rebates(on_losses=Fraction(1))) == odds.house_edge - lost
