"""Money as people write it, cards without blanks, chips, and what a house rounds."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest
from command import run

from analyzer import Coup, Currency, Shoe, read_cards, read_variant
from analyzer.bets.settlement import Chips, settle, settle_row
from analyzer.errors import NotationError
from analyzer.notation import read_money
from analyzer.views.settlement import card_stakes

BANCO = read_variant("classic").bet("banco")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("20", "20"),
        ("1,000", "1000"),
        ("1.250,50", "1250.50"),
        ("1,250.50", "1250.50"),
        ("1.250.000", "1250000"),
        ("1'000.50", "1000.50"),
        ("1 000", "1000"),
        ("2,5", "2.5"),
        ("2.50", "2.50"),
        ("0.125", "0.125"),
        ("0,125", "0.125"),
        ("12.3456", "12.3456"),
        (".50", "0.50"),
        ("€20", "20"),
        ("€ 1.250,50", "1250.50"),
        ("20 kr", "20"),
        ("CHF 20", "20"),
        ("$1,000,000.25", "1000000.25"),
    ],
)
def test_an_amount_as_people_write_it(text: str, value: str) -> None:
    """Marks of thousands, of decimals and of a currency."""
    assert read_money(text) == Fraction(value)


@pytest.mark.parametrize("text", ["1.250", "12.500", "999.000"])
def test_an_amount_that_may_be_two_is_refused(text: str) -> None:
    """The error says how to write the one and the other, and both can be read."""
    with pytest.raises(NotationError, match="it may be") as caught:
        read_money(text)
    first, second = str(caught.value).partition("write ")[2].split(" for the ")[0], text.rstrip("0").rstrip(".")
    assert read_money(first) == Fraction(text) * 1000
    assert read_money(second) == Fraction(text)


@pytest.mark.parametrize(
    "text", ["1,2,3", "12,34,567", "1,000,00", "-5", "1e3", "20 chips", "€", "", "0", "1..5", "5%", "²"]
)
def test_what_is_not_an_amount(text: str) -> None:
    """One line says what was got."""
    with pytest.raises(NotationError, match="stake: got "):
        read_money(text)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("23K", "2 3 K"),
        ("99K", "9 9 K"),
        ("10K", "10 K"),
        ("1010", "10 10"),
        ("9hKs", "9h Ks"),
        ("9x2", "9 9"),
        ("9=2 K", "9 9 K"),
        ("9hx2,Kx3", "9h 9h K K K"),
        ("99x2", "9 9 9 9"),
    ],
)
def test_cards_without_blanks(text: str, cards: str) -> None:
    """Cards written together, and a number of equal cards."""
    assert read_cards(text) == read_cards(cards)


@pytest.mark.parametrize("text", ["13", "9hK", "9x0", "9x", "9x1001K", "9x9999 " * 11])
def test_what_are_not_cards(text: str) -> None:
    """A number that may be a rank, cards of which only some have suits, no cards, and too many."""
    with pytest.raises(NotationError, match="card"):
        read_cards(text)


def test_hands_and_removed_cards_in_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each way to write them gives the same answer; - reads what is removed from standard input."""
    spaced = run("settle", "--punto", "2 3 K", "--banco", "3 4", "--stake", "banco=1000")
    assert run("settle", "--punto", "23K", "--banco", "34", "--stake", "banco=€1,000").out == spaced.out
    coup = run("coup", "tie", "--punto", "9 K", "--banco", "3 4").out
    assert run("coup", "tie", "--punto", "9K", "--banco", "34").out == coup
    removed = run("edge", "--variant", "classic", "--remove", "9 9 K").out
    for words in (("--remove", "99K"), ("--remove", "9x2,K")):
        assert run("edge", "--variant", "classic", *words).out == removed
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"9 9\nK\n")))
    assert run("edge", "--variant", "classic", "--remove", "-").out == removed


def test_a_stake_that_does_not_fit_the_unit_is_said() -> None:
    """On stderr, by the name of the bet."""
    done = run("settle", "--punto", "9 K", "--banco", "3 8", "--stake", "tie=7.03", "--currency-unit", "0.05")
    assert done.err == "Note: tie: a stake of 7.03 is not a whole number of units of 0.05\n"
    assert run("settle", "--punto", "9 K", "--banco", "3 8", "--stake", "tie=7.05", "--currency-unit", "0.05").err == ""


@pytest.mark.parametrize("value", [0, 1, 35, 99, 641])
def test_chips_are_the_fewest_of_a_usual_set(value: int) -> None:
    """Cut out from the largest; for the usual values no other way takes fewer chips."""
    chips = [100, 25, 5, 1]
    paid = Chips.of(Fraction(value), map(Fraction, chips))
    assert sum(paid.chips) == value
    assert not paid.rest
    fewest = next(
        number
        for number in range(value + 1)
        if any(sum(some) == value for some in combinations_with_replacement(chips, number))
    )
    assert len(paid.chips) == fewest


def test_chips_of_a_settled_stake() -> None:
    """In tables; what no chip pays is said."""
    words = ("settle", "--punto", "9 K", "--banco", "3 8", "--stake", "punto=35.50", "--chips", "100,25,5,1")
    assert "25 + 5 + 5 + 0.50 in no chip" in run(*words).out
    assert json.loads(run(*words, "-f", "json").out)["settle"]["chips"] == ["100/1", "25/1", "5/1", "1/1"]


@pytest.mark.parametrize(("stake", "commission", "payout"), [(5, 0, 5), (10, 1, 9), (20, 1, 19), (30, 2, 28)])
def test_the_commission_rounded(stake: int, commission: int, payout: int) -> None:
    """In units of 1 the commission on 10, a half, is rounded up to 1; the payout is the win less it."""
    settled = settle_row(BANCO, 0, Fraction(stake), Currency(Fraction(1), rounds="commission"))
    assert settled.commission == commission
    assert settled.payout == payout
    card = run("commission-card", "--currency-unit", "1", "--round", "commission", "-f", "json").out
    [row] = [row for row in json.loads(card)["card"]["stakes"] if row["stake"] == f"{stake}/1"]
    [pays] = [pays for pays in row["pays"] if pays["bet"] == "banco"]
    assert (pays["commission"], pays["payout"]) == (f"{commission}/1", f"{payout}/1")


def test_a_bet_without_commission_rounds_its_payout() -> None:
    """Where no commission is taken there is none to round."""
    coup = Coup(tuple(read_cards("9 K")), tuple(read_cards("3 8")))
    half = read_variant("straight").bet("banco")
    money = Currency(Fraction(1), rounds="commission")
    assert (
        settle_row(half, 0, Fraction(5), money).payout == settle_row(half, 0, Fraction(5), Currency(Fraction(1))).payout
    )
    [settled] = settle([(BANCO, Fraction(5))], coup, money)
    assert settled.returned == 0
    with pytest.raises(NotationError, match="rounds: got 'stake'"):
        Currency(Fraction(1), rounds="stake")


def test_the_stakes_of_a_card() -> None:
    """By the step from the step, or from what is named; at most a thousand."""
    assert [int(stake) for stake in card_stakes(step=Fraction(25))][:3] == [25, 50, 75]
    words = ("commission-card", "--from", "25", "--to", "5,000", "--step", "25", "-f", "json")
    stakes = [row["stake"] for row in json.loads(run(*words).out)["card"]["stakes"]]
    assert stakes == [f"{stake}/1" for stake in range(25, 5001, 25)]
    for option in (("--to", "1"), ("--step", "0.01")):
        done = run("commission-card", *option)
        assert (done.status, done.out) == (2, "")
        assert "a card has 1 to 1,000 stakes" in done.err


@pytest.mark.parametrize("option", [("--rounding", "house"), ("--round", "commission")])
def test_rounding_needs_a_unit(option: tuple[str, str]) -> None:
    """The error names the option that was given."""
    assert run("commission-card", *option).err.startswith(f"Error: {option[0]} needs --currency-unit")


def test_the_shoe_without_removed_cards_is_that_of_the_library() -> None:
    """A second route for what --remove reads."""
    shoe = Shoe.decks(8).remove(read_cards("9x2 K"))
    assert sum(shoe.counts) == 413
