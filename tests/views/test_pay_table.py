"""An examined pay table, and bets made together, as tables and as JSON."""

from __future__ import annotations

from fractions import Fraction

from analyzer import STANDARD, Shoe, joint, price, read_bet, read_variant
from analyzer.bets.pay_table import solve
from analyzer.views.pay_table import check_document, check_tables, solution_document, together_document
from analyzer.views.render import Style

EIGHT = Shoe.decks(8)
DRAGON_7 = price(read_bet("dragon-7"), EIGHT)


def test_odds_are_given_to_and_for() -> None:
    """40 to 1 is 41 for 1, and the break-even odds give an edge of 0."""
    document = check_document(DRAGON_7, [])
    assert isinstance(document["rows"], list)
    [row] = document["rows"]
    assert (row["to"], row["for"]) == ("40 to 1", "41 for 1")
    probability = Fraction(row["probability"])
    assert Fraction(row["break_even"]) * probability == 1 - probability
    assert check_tables(DRAGON_7, [], Style())[0].rows


def test_a_solution_meets_the_wanted_edge() -> None:
    """At the odds found the edge is the wanted one, exactly."""
    edge = Fraction(1, 20)
    document = solution_document(DRAGON_7, 0, edge, solve(DRAGON_7, 0, edge), 12)
    exactly, below, above = document["exactly"], document["below"], document["above"]
    assert isinstance(exactly, dict)
    assert isinstance(below, dict)
    assert isinstance(above, dict)
    win, lose = DRAGON_7.probability(DRAGON_7.win), DRAGON_7.probability(DRAGON_7.lose)
    assert lose - Fraction(exactly["odds"]) * win == edge
    assert (below["to"], above["to"]) == ("41 to 1", "42 to 1")


def test_bets_made_together_add_up() -> None:
    """The edge of the layout is the mean of the edges, weighted by the stakes."""
    classic = read_variant("classic")
    bets = [classic.bet("punto"), classic.bet("tie")]
    stakes = [Fraction(1), Fraction(1, 2)]
    document = together_document(joint(bets, EIGHT, STANDARD), stakes, 12)
    edges = [price(bet, EIGHT).house_edge for bet in bets]
    expected = sum(stake * edge for stake, edge in zip(stakes, edges, strict=True)) / sum(stakes)
    assert Fraction(str(document["edge"])) == expected
