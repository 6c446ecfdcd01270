"""Variants and tableaux as tables and as JSON."""

from __future__ import annotations

from analyzer import STANDARD, read_tableau, read_variant, variant_names
from analyzer.views.rules import tableau_document, tableau_tables, variant_document, variants_table


def test_a_tableau_is_written_as_digits() -> None:
    """Punto draws on 0-5; banco draws on 3 against anything but an 8."""
    document = tableau_document(STANDARD)
    assert document["punto"] == {"draws": [0, 1, 2, 3, 4, 5]}
    assert isinstance(document["banco"], dict)
    assert document["banco"]["stood"] == [0, 1, 2, 3, 4, 5]
    assert document["banco"]["3"] == [0, 1, 2, 3, 4, 5, 6, 7, 9]
    assert tableau_document(read_tableau("no-natural-rule"))["natural"] == "that hand stands"


def test_a_card_is_one_grid() -> None:
    """Totals 0 to 7 and one row for naturals, punto beside banco; programs read S where people see the staircase."""
    [grid] = tableau_tables(STANDARD)
    assert [row[1] for row in grid.rows[:8]] == ["D"] * 6 + ["."] * 2
    assert grid.rows[3] == ["3", "D", "D", *"DDDDDDDD", ".", "D"]
    assert [row[0] for row in grid.rows] == [*map(str, range(8)), "8-9"]
    assert "." not in {cell for row in tableau_tables(STANDARD, plain=True)[0].rows for cell in row}


def test_a_variant_lists_its_pay() -> None:
    """Every payout has its odds; the table has a line for each variant."""
    document = variant_document(read_variant("classic"))
    assert isinstance(document["bets"], list)
    assert [payout["odds"] for bet in document["bets"] for payout in bet["payouts"]] == [
        "1:1",
        "push",
        "19:20",
        "push",
        "8:1",
    ]
    assert [row[0] for row in variants_table([read_variant(name) for name in variant_names()]).rows] == variant_names()
