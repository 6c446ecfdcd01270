"""Effects of removal as tables and as JSON."""

from __future__ import annotations

from fractions import Fraction

from analyzer import STANDARD, Shoe, best_count, effects, price, read_cards, read_variant
from analyzer.views.removal import counts_table, effect_document, exact_table
from analyzer.views.render import Style

EIGHT = Shoe.decks(8)
BANCO = read_variant("classic").bet("banco")
[EFFECT] = effects([BANCO], EIGHT, STANDARD)


def test_a_change_is_the_difference_of_two_prices() -> None:
    """What the document says of a four is what pricing the shoe without one says."""
    document = effect_document(EFFECT, best_count(EFFECT, 1), 12, pairs=False)
    assert isinstance(document["changes"], list)
    [four] = [change for change in document["changes"] if change["card"] == "4"]
    less = price(BANCO, EIGHT.remove(read_cards("4"))).expected_value
    assert Fraction(four["change"]) == less - price(BANCO, EIGHT).expected_value
    assert document["weighted_sum"] == "0/1"
    assert isinstance(document["linear_count"], dict)


def test_tables_have_a_line_for_each_bet() -> None:
    """Changes as fractions and counts name the bet as the trade does."""
    table = exact_table([EFFECT], Style(), "8 decks")
    assert table.headers == ["Card", "In the shoe", "Banco (Banker)"]
    assert [row[:2] for row in table.rows[:2]] == [["A", "32"], ["2", "32"]]
    assert counts_table([(EFFECT, best_count(EFFECT, 1))], Style()).rows[0][0] == "Banco (Banker)"
