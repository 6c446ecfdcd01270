"""How fast the main job is, as ratios to a frozen yardstick and to a bare interpreter."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from yardstick import banco_draws, outcome_counts

from analyzer import STANDARD, Shoe, endings, enumerate_deals, price_bets, read_bet
from analyzer.catalog.rules_file import catalog_names
from analyzer.enumeration import feature_counts as observations

if TYPE_CHECKING:
    from conftest import Compare

    from analyzer import Bet

ROOT = Path(__file__).parent.parent.parent
EIGHT = [128, *[32] * 9]
YARDSTICK = "the yardstick recursion, 8 decks"
BARE = "python -c pass"
PACKAGES = 'python -c "import click, tabulate"'


def yardstick() -> None:
    """Run the frozen recursion once."""
    assert outcome_counts(EIGHT)[2] == 475627426473216


def walk() -> None:
    """Enumerate eight decks once, nothing kept from before."""
    enumerate_deals.cache_clear()
    enumerate_deals(Shoe.decks(8))


def answer() -> None:
    """Enumerate eight decks and apply the tableau."""
    enumerate_deals.cache_clear()
    endings.cache_clear()
    assert endings(Shoe.decks(8), STANDARD).total == 4998398275503360


def icepool_odds() -> None:
    """Get the exact eight-deck odds from icepool: four hands dealt from a deck, their sums, then the rules."""
    import icepool

    deck = icepool.Deck({value: 128 if value == 0 else 32 for value in range(10)})

    @icepool.multiset_function
    def sums(punto, banco, fifth, sixth):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN202 - icepool's own types
        return punto.sum(), banco.sum(), fifth.sum(), sixth.sum()

    def winner(dealt: tuple[int, int, int, int]) -> str:
        punto, banco, fifth, sixth = (total % 10 for total in dealt)
        if punto < 8 and banco < 8:
            drew = punto <= 5
            if banco_draws(banco, fifth if drew else None):
                banco = (banco + (sixth if drew else fifth)) % 10
            punto = (punto + fifth) % 10 if drew else punto
        return "tie" if punto == banco else "punto" if punto > banco else "banco"

    odds = sums(deck.deal((2, 2, 1, 1))).map(winner, star=False)
    assert odds["tie"] * 4998398275503360 == 475627426473216 * odds.denominator()


def process(*arguments: str) -> None:
    """Run an interpreter from start to end, with compiled modules kept, as they are where the package is installed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)


def bare() -> None:
    """Run an interpreter that does nothing."""
    process("-c", "pass")


def test_enumerator(compare: Compare) -> None:
    """The enumerator at eight decks costs at most a fifth of the yardstick."""
    compare("enumerator, 8 decks", walk, YARDSTICK, yardstick, 1 / 5)


def test_answer(compare: Compare) -> None:
    """The whole answer costs as little, tableau included."""
    compare("enumerator and tableau, 8 decks", answer, YARDSTICK, yardstick, 1 / 5)


def test_help(compare: Compare) -> None:
    """`--help` costs at most six bare interpreters."""
    compare("`--help`", lambda: process("-m", "analyzer", "--help"), BARE, bare, 6)


def test_edge(compare: Compare) -> None:
    """`edge` for all variants costs at most 2.5 times what importing the packages it prints with costs."""
    compare(
        "`edge`, all variants",
        lambda: process("-m", "analyzer", "edge"),
        PACKAGES,
        lambda: process("-c", "import click, tabulate"),
        2.5,
    )


def test_edge_against_a_bare_interpreter(compare: Compare) -> None:
    """How `edge` for all variants compares with an interpreter that does nothing; no bar, the ratio is stated."""
    compare("`edge`, all variants", lambda: process("-m", "analyzer", "edge"), BARE, bare, None)


@cache
def catalog(looks_at: str) -> list[Bet]:
    """Return the bets of the catalog that look at totals only, or all."""
    bets = [read_bet(name) for name in catalog_names("bets")]
    return [bet for bet in bets if looks_at in {"all", bet.looks_at}]


def price_catalog(looks_at: str) -> None:
    """Price these bets on eight decks, nothing kept from before."""
    for kept in (enumerate_deals, endings, observations.value_deals):
        kept.cache_clear()
    price_bets(catalog(looks_at), Shoe.decks(8), STANDARD)


def test_bets_on_totals(compare: Compare) -> None:
    """All bets of the catalog that look at totals share one enumeration: at most a third of the yardstick."""
    compare("all bets on totals, 8 decks", lambda: price_catalog("totals"), YARDSTICK, yardstick, 1 / 3)


def test_all_bets(compare: Compare) -> None:
    """The whole catalog, ranks and suits included, costs at most eight yardsticks."""
    compare("all bets of the catalog, 8 decks", lambda: price_catalog("all"), YARDSTICK, yardstick, 8)


def test_bets(compare: Compare) -> None:
    """`bets` as a process costs at most 120 bare interpreters."""
    compare("`bets`", lambda: process("-m", "analyzer", "bets"), BARE, bare, 120)


def test_removal(compare: Compare) -> None:
    """`removal` for every bet of the catalog costs at most 200 bare interpreters."""
    compare("`removal`, all bets", lambda: process("-m", "analyzer", "removal"), BARE, bare, 200)


def test_formula(compare: Compare) -> None:
    """`formula banco` as a process costs at most a hundred bare interpreters."""
    compare("`formula banco`", lambda: process("-m", "analyzer", "formula", "banco"), BARE, bare, 100)


def test_icepool(compare: Compare) -> None:
    """How the exact eight-deck odds compare with a general dice and deck library's; no bar, the ratio is stated."""
    compare("enumerator and tableau, 8 decks", answer, "icepool, the same odds", icepool_odds, None)
