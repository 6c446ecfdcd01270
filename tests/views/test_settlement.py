"""Settled stakes as tables and as JSON."""

from __future__ import annotations

from fractions import Fraction

from analyzer import Coup, Currency, read_cards, read_variant, settle
from analyzer.views.render import Style
from analyzer.views.settlement import card_document, card_stakes, coup_document, settled_document, settled_tables

COUP = Coup(tuple(read_cards("2 3 K")), tuple(read_cards("3 4")))
CLASSIC = read_variant("classic")
SETTLED = settle([(CLASSIC.bet("banco"), Fraction(20)), (CLASSIC.bet("punto"), Fraction(5))], COUP)


def test_a_coup_is_shown_with_totals_and_winner() -> None:
    """Cards in the order dealt, the totals and who won."""
    assert coup_document(COUP) == {
        "punto": "2 3 K",
        "banco": "3 4",
        "punto_total": 5,
        "banco_total": 7,
        "winner": "banco",
    }


def test_stakes_and_sums_are_exact() -> None:
    """Twenty on banco wins 19 after commission, five on punto are lost: 39 of 25 staked come back."""
    document = settled_document(SETTLED)
    assert (document["staked"], document["returned"], document["net"]) == ("25/1", "39/1", "14/1")
    assert isinstance(document["stakes"], list)
    assert [stake["commission"] for stake in document["stakes"]] == ["1/1", None]
    assert settled_tables(SETTLED, COUP, Style())[0].rows[-1][0] == "Total"


def test_a_card_pays_in_whole_units() -> None:
    """The stakes rise from 5 to 1,000, and each payout is a whole number of the unit."""
    stakes = card_stakes()
    assert (str(stakes[0]), str(stakes[-1])) == ("5", "1000")
    assert stakes == sorted(set(stakes))
    [line] = card_document(CLASSIC, [Fraction(5)], Currency(Fraction(1), "house"))
    assert isinstance(line["pays"], list)
    assert {pay["payout"] for pay in line["pays"]} == {"5/1", "4/1", "40/1"}
