"""The built-in bets: their edges to the last digit, and those on ranks and suits against physical cards."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

import oracle_cards as oracle
import pytest
from paths import ROOT, TESTS

from analyzer import STANDARD, Bet, Odds, Shoe, price_bets, read_bet
from analyzer.bets.layout import Layout
from analyzer.bets.pay_table import overlaps, unreachable
from analyzer.catalog.rules_file import catalog_names
from analyzer.notation import decimal

if TYPE_CHECKING:
    from collections.abc import Callable

EDGES: dict[str, dict[str, str]] = tomllib.loads((TESTS / "data" / "bets.toml").read_text(encoding="utf-8"))["edges"]
NAMES = catalog_names("bets")
BETS = [read_bet(name) for name in NAMES]
ON_CARDS = [bet for bet in BETS if bet.looks_at != "totals"]


@cache
def catalog_odds(decks: str) -> dict[str, Odds]:
    """Return every built-in bet priced on a full shoe."""
    shoe = Shoe.infinite() if decks == "inf" else Shoe.decks(int(decks))
    return dict(zip(NAMES, price_bets(BETS, shoe, STANDARD), strict=True))


@pytest.mark.parametrize(("name", "decks"), [(name, decks) for name, edges in EDGES.items() for decks in edges])
def test_edges_are_as_listed(name: str, decks: str) -> None:
    """The exact edge, rounded, has the digits listed."""
    listed = EDGES[name][decks]
    assert listed == decimal(100 * catalog_odds(decks)[name].house_edge, len(listed.partition(".")[2]))


def test_every_bet_is_listed() -> None:
    """Every built-in bet has its edge listed."""
    assert set(NAMES) == set(EDGES)


def test_pairs_have_the_edges_of_simple_counting() -> None:
    """31 of 415 cards make a pair with the first in eight decks, 3 of 51 in one, 1 of 13 with replacement."""
    edges = {decks: catalog_odds(decks)["punto-pair"].house_edge for decks in ("8", "1", "inf")}
    assert {decks: 1 - 12 * share for decks, share in PAIRED.items()} == edges


PAIRED = {"8": Fraction(31, 415), "1": Fraction(3, 51), "inf": Fraction(1, 13)}


def test_deals_of_the_endless_shoe_are_as_fine_as_the_bet() -> None:
    """There are 13^6 deals for totals and ranks, and 52^6 for suits."""
    totals = {bet.name: catalog_odds("inf")[bet.name].total for bet in BETS}
    assert totals == {bet.name: 52**6 if bet.looks_at == "suits" else 13**6 for bet in BETS}


@pytest.mark.parametrize("bet", BETS, ids=lambda bet: bet.name)
def test_a_bet_has_a_title_a_source_and_a_family(bet: Bet) -> None:
    """Every bet has all three, and each of its rows has deals from a full shoe."""
    assert bet.title
    assert bet.source
    assert bet.family
    assert all(row.count > 0 for row in catalog_odds("8")[bet.name].rows)
    assert unreachable(bet, STANDARD) == []


def test_only_pairs_overlap() -> None:
    """Rows overlap only if they look at the pairs of both hands, or at a finer pair before a coarser one."""
    overlapping = {bet.name for bet in BETS if overlaps(bet, Shoe.decks(8), STANDARD)}
    pairs = {bet.name for bet in BETS if bet.family == "pairs" and len(bet.payouts) > 1}
    assert overlapping == pairs | {"heavenly-9"}


def test_looks_at_sorts_the_bets() -> None:
    """Bets on pairs look at ranks, bets on faces and colours at suits, all others at totals."""
    kinds = {"ranks": set[str](), "suits": set[str]()}
    for bet in ON_CARDS:
        kinds[bet.looks_at].add(bet.name)
    assert kinds["ranks"] == {"punto-pair", "banco-pair", "either-pair", "tiger-pair"}
    assert all(name.startswith(("perfect-", "fabulous-pair-", "all-")) for name in kinds["suits"])
    assert len(kinds["suits"]) == 9


@pytest.mark.parametrize("bet", [bet for bet in BETS if bet.looks_at == "totals"], ids=lambda bet: bet.name)
def test_a_bet_on_totals_is_priced_the_same_on_endings(bet: Bet) -> None:
    """The endings and the layout give every row of a bet on totals, or made of such bets, the same deals."""
    layout = Layout([bet])
    assert [catalog_odds("8")[bet.name]] == layout.odds(layout.rows(Shoe.decks(8), STANDARD))


def _pair(hand: oracle.Hand) -> bool:
    return hand[0][0] == hand[1][0]


def _perfect(coup: oracle.Coup) -> int:
    return (coup.punto[0] == coup.punto[1]) + (coup.banco[0] == coup.banco[1])


def _tiger(coup: oracle.Coup) -> int:
    paired = _pair(coup.punto) + _pair(coup.banco)
    return 100 if paired == 2 and coup.punto[0][0] == coup.banco[0][0] else (-1, 4, 20)[paired]


def _fabulous(hand: oracle.Hand) -> int:
    suited = hand[0][1] == hand[1][1]
    return (7 if suited else 4) if _pair(hand) else 1 if suited else -1


def _all_of(suits: str, coup: oracle.Coup) -> bool:
    return all(suit in suits for _, suit in coup.punto + coup.banco)


PAYS: dict[str, Callable[[oracle.Coup], int]] = {
    "punto-pair": lambda coup: 11 if _pair(coup.punto) else -1,
    "banco-pair": lambda coup: 11 if _pair(coup.banco) else -1,
    "either-pair": lambda coup: 5 if _pair(coup.punto) or _pair(coup.banco) else -1,
    "perfect-pair": lambda coup: 25 if _perfect(coup) else -1,
    "perfect-pair-25-250": lambda coup: (-1, 25, 250)[_perfect(coup)],
    "perfect-pair-25-200": lambda coup: (-1, 25, 200)[_perfect(coup)],
    "tiger-pair": _tiger,
    "fabulous-pair-punto": lambda coup: _fabulous(coup.punto),
    "fabulous-pair-banco": lambda coup: _fabulous(coup.banco),
    "all-red-22": lambda coup: 22 if _all_of("hd", coup) else -1,
    "all-red-24": lambda coup: 24 if _all_of("hd", coup) else -1,
    "all-black-22": lambda coup: 22 if _all_of("sc", coup) else -1,
    "all-black-24": lambda coup: 24 if _all_of("sc", coup) else -1,
}
PACKS = {
    "two suits of eight ranks": [f"{rank}{suit}" for rank in ["A", "3", "5", "6", "8", "9", "J", "K"] for suit in "sh"],
    "hearts heavy": ["Kh", "Kh", "Kh", "Kd", "Qd", "Qd", "2h", "2h", "2s", "9d", "9d", "6c"],
    "a rank gone": ["As", "As", "Ac", "7h", "7h", "7d", "8s", "8d", "10h", "Jh"],
    "one face six times": ["Ks", "Ks", "Ks", "Ks", "Ks", "Ks", "9h", "4d"],
}


@pytest.mark.parametrize("cards", PACKS.values(), ids=PACKS)
def test_bets_on_cards_pay_what_physical_cards_win(cards: list[str]) -> None:
    """Every bet on ranks or suits has the net result of a few physical cards, dealt one by one."""
    pack = [(card[:-1], card[-1]) for card in cards]
    assert set(PAYS) == {bet.name for bet in ON_CARDS}
    won = dict.fromkeys(PAYS, 0)
    deals = 0
    for coup, ways in oracle.coups(pack):
        deals += ways
        for name, pays in PAYS.items():
            won[name] += ways * pays(coup)
    shoe = Shoe.from_spec(" ".join(f"{card}={cards.count(card)}" for card in dict.fromkeys(cards)))
    priced = {bet.name: odds for bet, odds in zip(ON_CARDS, price_bets(ON_CARDS, shoe, STANDARD), strict=True)}
    assert {odds.total for odds in priced.values()} == {deals}
    assert {name: Fraction(net, deals) for name, net in won.items()} == {
        name: odds.expected_value for name, odds in priced.items()
    }


WATCHED_READING = """
import sys
from analyzer import read_bet
from analyzer.catalog.rules_file import catalog_names
names = catalog_names("bets")
read_bet("cover-all")  # so that nothing is left to import
seen = set()
sys.addaudithook(lambda event, args: seen.add((event, f"{str(args[1])[0]} {args[0]}" if event == "open" else "")))
for name in names:
    read_bet(name)
print(*sorted({event for event, _file in seen if event != "open"}))
print(*{file for event, file in seen if event == "open"}, sep="\\n")
"""


def test_reading_the_bets_only_reads_them() -> None:
    """Reading every built-in bet opens its file for reading and does nothing else: no import, no execution."""
    done = subprocess.run(
        [sys.executable, "-c", WATCHED_READING],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    events, *files = done.stdout.splitlines()
    assert set(events.split()) <= {"os.listdir", "os.scandir", "pathlib.Path.glob"}
    assert {file.rpartition("/")[2] for file in files} == {f"{name}.toml" for name in NAMES}
    assert all(file.startswith("r ") for file in files)
