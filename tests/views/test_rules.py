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


def test_a_card_has_a_row_for_every_total() -> None:
    """Totals 0 to 7 and one row for naturals, the letters as the tableau draws."""
    punto, banco = tableau_tables(STANDARD)
    assert [row[1] for row in punto.rows[:8]] == ["draws"] * 6 + ["stands"] * 2
    assert banco.rows[3] == ["3", "D", *"DDDDDDDD", "S", "D"]
    assert len(banco.rows) == 9


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
