"""Certificates: both checkers accept what is written."""

from __future__ import annotations

import copy
import json
from fractions import Fraction

import pytest
from certificates import BETS_ON_CARDS, FACES, accepted, certificate, sealed
from hypothesis import given
from strategies import TABLEAUX, PlainTableau, handfuls, shoe_of_values

from analyzer import STANDARD, Shoe, ShoeError, price_bets, read_bet, read_tableau, read_variant
from analyzer.catalog.rules_file import catalog_names
from analyzer.catalog.variant import variant_names
from analyzer.proof.certificate import certify
from analyzer.proof.verify import canonical, digest

SHOES = ["eight decks", "infinite", "ten cards", "many"]


@pytest.mark.parametrize("name", SHOES)
def test_what_is_certified_is_verified(name: str) -> None:
    """Full, infinite, tiny and huge shoes."""
    assert accepted(certificate(name).encode()) == (True, True)


@pytest.mark.parametrize("name", variant_names())
def test_every_variant_round_trips(name: str) -> None:
    """Every built-in variant's bets at six decks."""
    variant = read_variant(name)
    text = certify(name, variant.bets, Shoe.decks(6), variant.tableau)
    assert accepted(text.encode()) == (True, True)


@pytest.mark.parametrize("name", catalog_names("tableaux"))
def test_every_tableau_round_trips(name: str) -> None:
    """Every named reading of the rules, on a small shoe."""
    text = certify("house", read_variant("classic").bets, Shoe.from_spec("0=3 1=1 4=2 6=2 8=1"), read_tableau(name))
    assert accepted(text.encode()) == (True, True)


@given(handfuls(10), TABLEAUX)
def test_any_shoe_and_tableau_round_trip(values: list[int], rules: PlainTableau) -> None:
    """Random small shoes by random rules."""
    text = certify("x", read_variant("classic").bets, shoe_of_values(values), rules.tableau)
    assert accepted(text.encode()) == (True, True)


def test_the_digest_is_of_the_rest() -> None:
    """A certificate is canonical and carries the digest of itself without it."""
    document = json.loads(certificate("eight decks"))
    assert document["sha256"] == digest(document)
    assert canonical(document) == certificate("eight decks")


@pytest.mark.parametrize("name", BETS_ON_CARDS)
def test_bets_on_cards_are_certified(name: str) -> None:
    """On a small shoe of faces: both checkers and the physical deals accept it, and the edge is the one priced."""
    bet = BETS_ON_CARDS[name]
    text = certify("classic", [bet], FACES, STANDARD)
    assert accepted(text.encode()) == (True, True)
    document = json.loads(text)
    assert document["bets"][0]["counts"] == 1
    [odds] = price_bets([bet], FACES, STANDARD)
    assert Fraction(document["bets"][0]["edge"]) == odds.house_edge
    counts = [row.count for row in odds.rows if row.count]
    assert [int(row["count"]) for row in document["bets"][0]["rows"]] == counts


@pytest.mark.parametrize("spec", ["A=6", "A=1 3=2 8=2 K=3", "5=4 0=4"])
def test_a_row_that_never_happens_is_left_out(spec: str) -> None:
    """Its odds could not be checked: it is not written, and a checker refuses it."""
    text = certify("classic", read_variant("classic").bets, Shoe.from_spec(spec), STANDARD)
    assert accepted(text.encode()) == (True, True)
    original = json.loads(text)
    assert all(row["count"] != "0" for bet in original["bets"] for row in bet["rows"])
    for index in range(len(original["bets"])):
        document = copy.deepcopy(original)
        row = {"count": "0", "odds": "1000/1", "probability": "0/1", "seen": []}
        document["bets"][index]["rows"].insert(0, row)
        assert accepted(sealed(document)) == (False, False)
        for changed in document["bets"][index]["rows"][1:]:
            odds = changed["odds"]
            changed["odds"] = "1000/1"
            document["bets"][index]["rows"] = [other for other in document["bets"][index]["rows"] if other is not row]
            assert accepted(sealed(document)) == (False, False)
            changed["odds"] = odds


def test_bets_of_all_kinds_share_a_certificate() -> None:
    """Totals, ranks and suits together; bets on the same cards share their counts."""
    bets = [read_variant("classic").bet("banco"), BETS_ON_CARDS["punto-pair"], read_bet("perfect-pair")]
    text = certify("classic", [*bets, BETS_ON_CARDS["perfect-pair-25-250"]], FACES, STANDARD)
    assert accepted(text.encode()) == (True, True)
    document = json.loads(text)
    assert [bet["counts"] for bet in document["bets"]] == [0, 1, 2, 2]
    assert document["shoe"]["known_by"] == "faces"


@pytest.mark.parametrize("shoe", [Shoe.decks(8), Shoe.infinite()], ids=["eight decks", "infinite"])
def test_pairs_are_certified_on_full_shoes(shoe: Shoe) -> None:
    """The pair bet with its published edge."""
    text = certify("classic", [BETS_ON_CARDS["punto-pair"]], shoe, STANDARD)
    assert accepted(text.encode()) == (True, True)
    assert json.loads(text)["bets"][0]["edge"] == ("1/13" if shoe.replacement else "43/415")


def test_a_shoe_known_less_finely_than_a_bet_looks_is_refused() -> None:
    """Pairs are not certified on a shoe of values."""
    with pytest.raises(ShoeError, match="known by values only"):
        certify("classic", [BETS_ON_CARDS["punto-pair"]], Shoe.from_spec("0=4 1=4"), STANDARD)
