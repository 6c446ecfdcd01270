"""Priced bets as tables and as JSON."""

from __future__ import annotations

from fractions import Fraction

from analyzer import Shoe, price, read_bet, read_variant
from analyzer.views.bets import (
    PricedVariant,
    edges_document,
    figures_table,
    odds_document,
    payouts_document,
    proving_table,
)
from analyzer.views.labels import NamedShoe, PlayedVariant
from analyzer.views.render import Style

EIGHT = Shoe.decks(8)
CLASSIC = read_variant("classic")


def test_the_document_of_a_bet_is_exact() -> None:
    """Edge, return to player and hit frequency are rationals of one count of deals."""
    document = odds_document("banco", price(CLASSIC.bet("banco"), EIGHT))
    assert document["edge"] == "114753351728/10847218479825"
    assert document["edge_decimal"] == "0.010579057842"
    assert Fraction(str(document["edge"])) + Fraction(str(document["rtp"])) == 1
    counts = [document[key] for key in ("win", "push", "lose")]
    assert sum(int(part["count"]) for part in counts if isinstance(part, dict)) == 4998398275503360


def test_what_is_undefined_is_null() -> None:
    """A bet without a commission has none to break even at, and one that always pushes never resolves."""
    assert odds_document("tie", price(CLASSIC.bet("tie"), EIGHT))["break_even_commission"] is None


def test_the_proving_table_adds_up() -> None:
    """The combinations add up to all deals, and the returns to minus the edge."""
    odds = price(read_bet("dragon-7"), EIGHT)
    *rows, total = proving_table(odds, Style(exact=True)).rows
    assert sum(int(row[1].replace(",", "")) for row in rows) == int(total[1].replace(",", "")) == EIGHT.total
    assert Fraction(total[4]) == sum(Fraction(row[4]) for row in rows) == -odds.house_edge


def test_figures_and_payouts_name_every_row() -> None:
    """Each payout of the pay table is in the document with its odds, and the figures have no empty cell."""
    bet = read_bet("dragon-7")
    odds = price(bet, EIGHT)
    payouts = payouts_document(bet, odds)["payouts"]
    assert isinstance(payouts, list)
    assert [payout["odds"] for payout in payouts] == ["40:1"]
    assert all(all(row) for row in figures_table(odds, Style()).rows)


def test_a_priced_variant_lists_its_bets() -> None:
    """The document of a variant has its context, the deals of its shoe and every main bet."""
    odds = {bet.name: price(bet, EIGHT) for bet in CLASSIC.bets}
    document = edges_document(PricedVariant(PlayedVariant(CLASSIC, {}), NamedShoe(EIGHT, 8, ()), odds), 12)
    assert document["total"] == "4998398275503360"
    assert isinstance(document["bets"], list)
    assert [bet["bet"] for bet in document["bets"]] == ["punto", "banco", "tie"]
