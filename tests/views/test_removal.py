"""Effects of removal as tables and as JSON."""

from __future__ import annotations

from fractions import Fraction

from analyzer import STANDARD, Shoe, best_count, effects, price, read_cards, read_variant
from analyzer.views.removal import changes_tables, counts_table, effect_document, exact_table
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
    """Changes as fractions and counts name the bet."""
    table = exact_table([EFFECT], Style(), "8 decks")
    assert table.headers == ["Card", "In the shoe", "banco"]
    assert [row[:2] for row in table.rows[:2]] == [["A", "32"], ["2", "32"]]
    assert counts_table([(EFFECT, best_count(EFFECT, 1))], Style()).rows[0][0] == "banco"


def test_changes_are_in_ten_thousandths_with_three_digits() -> None:
    """The cards stand across, and figures are multiples of 1/10,000 of the stake; exact and plain ones are not."""
    [table] = changes_tables([EFFECT], Style(), "8 decks")
    assert "in 1/10,000 of the stake" in table.title
    assert table.headers == ["Bet", "A", *"23456789", "10 J Q K"]
    four = EFFECT.changes[4]
    assert four is not None
    assert table.rows[0][4] == f"{float(four * 10_000):.2f}" == "1.16"
    [exact] = changes_tables([EFFECT], Style(exact=True), "8 decks")
    assert Fraction(exact.rows[0][4]) == four
    [plain] = changes_tables([EFFECT], Style(plain=True), "8 decks")
    assert plain.rows[4][3] == f"{float(four):.12f}"
