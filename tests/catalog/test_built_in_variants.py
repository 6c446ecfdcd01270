"""The built-in tableaux and variants: their edges to the last digit, the examples of their sources, and their files."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from fractions import Fraction
from typing import Any

import pytest
from paths import TESTS

from analyzer import (
    STANDARD,
    Bet,
    Card,
    Ending,
    Rank,
    Shoe,
    Variant,
    endings,
    price,
    read_cards,
    read_pays,
    read_tableau,
    read_variant,
    variant_names,
)
from analyzer.cards.card import Fineness
from analyzer.catalog.rules_file import CATALOG, catalog_names
from analyzer.notation import decimal, read_commission
from analyzer.rules.coup import Winner, total

DATA: dict[str, Any] = tomllib.loads((TESTS / "data" / "catalog.toml").read_text(encoding="utf-8"))
TABLEAUX = ["standard", *catalog_names("tableaux")]
HANDS = ("punto", "banco", "tie")


def label(row: dict[str, Any]) -> str:
    """Return the name of a row in the test report."""
    return "-".join(f"{value}" for key, value in row.items() if key not in HANDS)


def variant_of(row: dict[str, Any]) -> Variant:
    """Return the variant of a row with its options."""
    variant = read_variant(row.get("variant", "classic"))
    if "tableau" in row:
        variant = variant.with_tableau(read_tableau(row["tableau"]))
    if "commission" in row:
        variant = variant.with_commission(read_commission(row["commission"]))
    if "tie_odds" in row:
        variant = variant.with_tie_odds(read_pays(row["tie_odds"]))
    if "half_on" in row:
        variant = variant.with_half_on(row["half_on"])
    return variant


def edge(variant: Variant, bet: str, decks: int | str) -> Fraction:
    """Return the house edge of a variant's bet from a full shoe."""
    shoe = Shoe.infinite() if decks == "inf" else Shoe.decks(int(decks))
    return price(variant.bet(bet), shoe, variant.tableau).house_edge


@pytest.mark.parametrize("row", [*DATA["tableaux"], *DATA["variants"]], ids=label)
def test_edges_are_as_listed(row: dict[str, Any]) -> None:
    """Every exact edge of the row, correctly rounded, has the digits listed."""
    variant = variant_of(row)
    listed = {hand: row[hand] for hand in HANDS if hand in row}
    assert listed
    for hand, digits in listed.items():
        places = len(digits.partition(".")[2])
        percents = 100 * edge(variant, hand, row["decks"])
        assert digits == decimal(percents, places)


def test_every_tableau_and_variant_has_a_row() -> None:
    """Every built-in tableau and variant has its edges listed."""
    assert set(TABLEAUX) == {row["tableau"] for row in DATA["tableaux"]}
    assert set(variant_names()) == {row["variant"] for row in DATA["variants"]}


def test_the_symmetric_tableau_favours_neither_hand() -> None:
    """If both hands draw by the same rule, punto and banco win the same number of deals."""
    winners = endings(Shoe.decks(8), read_tableau("symmetric")).coarsen(lambda ending: ending.winner)
    assert winners.count(Winner.PUNTO) == winners.count(Winner.BANCO)


@pytest.mark.parametrize("decks", [1, 6, 8, "inf"])
def test_even_money_on_banco_gives_the_bettor_what_punto_costs(decks: int | str) -> None:
    """At 1 to 1 without commission the edge of banco is minus the edge of punto."""
    variant = read_variant("even-money")
    assert -edge(variant, "punto", decks) == edge(variant, "banco", decks)


@pytest.mark.parametrize("name", TABLEAUX)
def test_a_tableau_has_a_name_a_title_and_a_source(name: str) -> None:
    """Every tableau has the name of its file."""
    tableau = read_tableau(name)
    assert name == tableau.name
    assert tableau.title
    assert tableau.source


def test_no_two_tableaux_are_the_same_rules() -> None:
    """Every two built-in tableaux differ in a cell or in what a natural does."""
    rules = [(tableau.punto, tableau.banco, tableau.natural_ends) for tableau in map(read_tableau, TABLEAUX)]
    assert len(rules) == len(set(rules))


@pytest.mark.parametrize("name", variant_names())
def test_a_variant_has_a_name_a_title_and_a_source(name: str) -> None:
    """Every variant has the name of its file, and offers punto, banco and tie."""
    variant = read_variant(name)
    assert name == variant.name
    assert variant.title
    assert variant.source
    assert list(HANDS) == [bet.name for bet in variant.bets]
    assert all(bet.title for bet in variant.bets)


@pytest.mark.parametrize("name", variant_names())
def test_every_payout_of_a_variant_happens(name: str) -> None:
    """From every shoe of the variant, some deal reaches each row of its pay tables, and some deal loses."""
    variant = read_variant(name)
    for decks in variant.decks:
        for bet in variant.bets:
            assert all(row.count > 0 for row in price(bet, Shoe.decks(decks), variant.tableau).rows)


WATCHED_READING = """
import sys
from analyzer import read_tableau, read_variant, variant_names
from analyzer.catalog.rules_file import catalog_names
from analyzer.catalog.variant import _read_built_in
tableaux = catalog_names("tableaux")
read_variant("bahamian")  # so that nothing is left to import
_read_built_in.cache_clear()
seen = set()
sys.addaudithook(lambda event, args: seen.add((event, f"{str(args[1])[0]} {args[0]}" if event == "open" else "")))
for name in tableaux:
    read_tableau(name)
for name in variant_names():
    read_variant(name)
print(*{event for event, _file in seen if event != "open"})
print(*{file for event, file in seen if event == "open"}, sep="\\n")
"""


def test_reading_the_catalog_executes_nothing() -> None:
    """Reading all tableaux and variants opens their TOML files and raises no other audit event of Python."""
    done = subprocess.run([sys.executable, "-c", WATCHED_READING], capture_output=True, text=True, check=True)
    events, *opened = done.stdout.splitlines()
    assert set(events.split()) <= {"os.listdir", "os.scandir", "pathlib.Path.glob", "glob.glob"}
    files = [path for kind in ("tableaux", "variants") for path in (CATALOG / kind).iterdir()]
    assert {f"r {path}" for path in files} == set(opened)
    assert {path.suffix for path in files} == {".toml"}


def payout(bet: Bet, when: dict[str, tuple[str]]) -> Fraction:
    """Return the net result per unit staked of the row with exactly these conditions."""
    return next(row.pays.net for row in bet.payouts if row.when == when)


PUNTO_WINS: dict[str, tuple[str]] = {"winner": ("punto",)}
BANCO_WINS: dict[str, tuple[str]] = {"winner": ("banco",)}
TIE: dict[str, tuple[str]] = {"winner": ("tie",)}


class TestDutchSource:
    """A Dutch description of Punto Banco (Holland Casino)."""

    def test_20_on_banco_win_19(self) -> None:
        """A stake of 20 on banco wins 19."""
        assert 20 * payout(read_variant("source-000-classic").bet("banco"), BANCO_WINS) == 19

    def test_20_on_egalite_come_back_as_180(self) -> None:
        """A stake of 20 on the tie wins 160 and is returned with the win: 180."""
        won = 20 * payout(read_variant("source-000-classic").bet("tie"), TIE)
        assert won == 160
        assert 20 + won == 180

    def test_straight_pays_half_on_five_only(self) -> None:
        """In the straight game a banco win with 5 pays half the stake; any other banco win pays even money."""
        banco = read_variant("source-000-straight").bet("banco")
        pays = {total: banco.payouts[banco.row(Ending(0, total, 2, 2))].pays.net for total in range(1, 10)}
        assert pays == {total: Fraction(1, 2) if total == 5 else 1 for total in range(1, 10)}


class TestRomanianSource:
    """A Romanian description of Baccarat Punto Banco."""

    def test_banco_pays_19_to_20(self) -> None:
        """Banco pays 19 to 20, that is even money less 5 % of the win."""
        assert payout(read_variant("source-001").bet("banco"), BANCO_WINS) == Fraction(19, 20)

    def test_it_is_played_with_six_or_eight_decks(self) -> None:
        """The shoe holds six or eight decks."""
        assert read_variant("source-001").decks == (6, 8)

    @pytest.mark.parametrize("hand", ["punto", "banco", "tie"])
    def test_a_burnt_card_nobody_saw_changes_nothing(self, hand: str) -> None:
        """The deals after each possible burn card add up to those of the full shoe, in proportion."""
        shoe = Shoe.decks(8)
        values = shoe.at(Fineness.VALUES).counts

        def wins(shoe: Shoe) -> int:
            return endings(shoe, STANDARD).coarsen(lambda ending: ending.winner).count(Winner(hand))

        burnt = [Card(None), *(Card(Rank(value)) for value in range(1, 10))]
        after = sum(count * wins(shoe.remove([card])) for count, card in zip(values, burnt, strict=True))
        assert (shoe.cards - 6) * wins(shoe) == after


class TestSwedishSource:
    """A Swedish description of Punto Banco."""

    def test_two_eights_make_six(self) -> None:
        """Two eights are worth 6, not 16."""
        assert total(read_cards("8 8")) == 6

    def test_both_hands_pay_even_money(self) -> None:
        """A win on punto or banco returns the stake doubled: 1 to 1."""
        variant = read_variant("source-002")
        assert payout(variant.bet("punto"), PUNTO_WINS) == 1
        assert payout(variant.bet("banco"), BANCO_WINS) == 1

    def test_a_tie_pays_8_or_9_to_1(self) -> None:
        """A tie pays 8 to 1 at some tables and 9 to 1 at others."""
        assert payout(read_variant("source-002").bet("tie"), TIE) == 8
        assert payout(read_variant("source-002-tie-9").bet("tie"), TIE) == 9


class TestItalianSource:
    """An Italian house rule sheet, Regole di Punto Banco."""

    @pytest.mark.parametrize(("cards", "makes"), [("7 6", 3), ("4 6", 0)])
    def test_ten_points_are_dropped(self, cards: str, makes: int) -> None:
        """7 and 6 make 3, 4 and 6 make 0."""
        assert makes == total(read_cards(cards))

    def test_for_one_counts_the_stake(self) -> None:
        """2 for 1 is 1 to 1, and 9 for 1 is 8 to 1."""
        variant = read_variant("source-003")
        assert payout(variant.bet("punto"), PUNTO_WINS) == 1
        assert payout(variant.bet("tie"), TIE) == 8

    def test_five_per_cent_of_the_win_or_of_the_payment(self) -> None:
        """2 for 1 less 5 % is 19 to 20 if the commission is on the win, 9 to 10 if it is on the 2 paid."""
        assert payout(read_variant("source-003").bet("banco"), BANCO_WINS) == Fraction(19, 20)
        assert payout(read_variant("source-003-tax-on-payment").bet("banco"), BANCO_WINS) == Fraction(9, 10)

    def test_it_is_played_with_six_decks(self) -> None:
        """The shoe holds six decks, shuffled before each coup."""
        assert read_variant("source-003").decks == (6,)
