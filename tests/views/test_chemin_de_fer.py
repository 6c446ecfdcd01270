"""Equilibria as tables and as JSON."""

from __future__ import annotations

from analyzer import Shoe, chemin_de_fer_game, solve_game
from analyzer.views.chemin_de_fer import certificate_table, solution_document, strategy_tables, values_document
from analyzer.views.render import Style

SOLUTION = solve_game(chemin_de_fer_game(Shoe.infinite()))


def test_the_value_of_kemeny_and_snell() -> None:
    """With replacement punto expects -679568/53094899, and banco the opposite."""
    document = values_document(SOLUTION.values, 12)
    assert (document["punto"], document["banco"]) == ("-679568/53094899", "679568/53094899")


def test_the_document_carries_its_certificate() -> None:
    """What each hand expects is the most it could get by any change of its own play."""
    document = solution_document(SOLUTION, 12)
    assert document["unique"] is True
    assert "certificate" in document
    assert SOLUTION.certificate.holds


def test_strategies_have_a_table_for_each_hand() -> None:
    """Punto's and banco's cells in the layout of a croupier's card, and a certificate of two hands."""
    assert len(strategy_tables(SOLUTION.game, SOLUTION.strategy, Style())) == 2
    assert [row[0] for row in certificate_table(SOLUTION, Style()).rows] == ["punto", "banco"]
