"""The report pages on side bets: their tables and lists, as Markdown by their `$name` in the prose."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from analyzer.bets.pricing import price_bets
from analyzer.cards.shoe import Shoe
from analyzer.catalog.bet_file import read_bet
from analyzer.catalog.rules_file import catalog_names
from analyzer.layout import Table
from analyzer.rules.tableau import STANDARD
from analyzer.views.bets import proving_table
from analyzer.views.render import Style, markdown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from analyzer.bets.bet import Bet
    from analyzer.bets.odds import Odds

__all__ = ["families", "family_parts", "family_path", "side_bets_parts"]

STYLE = Style()


@cache
def _catalog_bets(decks: int) -> list[tuple[Bet, Odds]]:
    """Return every bet of the catalog with its odds on a full shoe."""
    bets = [read_bet(name) for name in catalog_names("bets")]
    return list(zip(bets, price_bets(bets, Shoe.decks(decks), STANDARD), strict=True))


def families() -> list[str]:
    """Return the families of the side bets, sorted."""
    return sorted({read_bet(name).family for name in catalog_names("bets")})


def family_path(family: str) -> str:
    """Return the path of a family's page below the reports folder."""
    return f"side-bets/{family.replace(' ', '-')}.md"


def side_bets_parts() -> Mapping[str, str]:
    """Return the parts of the page on all side bets, at 6 and 8 decks."""
    six = {bet.name: odds for bet, odds in _catalog_bets(6)}
    rows = [
        [
            bet.name,
            bet.title,
            bet.looks_at,
            STYLE.percent(six[bet.name].house_edge),
            STYLE.percent(odds.house_edge),
            str(odds.house_edge),
            STYLE.percent(odds.hit_frequency),
            STYLE.root(odds.variance, 4),
        ]
        for bet, odds in sorted(_catalog_bets(8), key=lambda pair: pair[1].house_edge)
    ]
    headers = ["Bet", "What wins", "Looks at", "6 decks", "8 decks", "Exactly, 8 decks", "Hit frequency", "Std dev"]
    return {
        "families": "\n".join(f"- [{family}]({family_path(family)})" for family in families()),
        "edges": markdown(Table(headers, rows, "lllrrrrr")),
    }


def family_parts(family: str) -> Mapping[str, str]:
    """Return the parts of the page on one family of side bets: the proving table of each bet, at 6 and 8 decks."""
    proofs = []
    six = {bet.name: odds for bet, odds in _catalog_bets(6)}
    for bet, odds in _catalog_bets(8):
        if bet.family == family:
            tables = [
                f"{decks} decks, house edge {STYLE.percent(priced.house_edge, 6)} = {priced.house_edge}:\n\n"
                f"{markdown(proving_table(priced, STYLE))}"
                for decks, priced in ((6, six[bet.name]), (8, odds))
            ]
            heading = f"## {bet.name}\n\n{bet.title}.\n\n- Source: {bet.source}\n- Looks at: {bet.looks_at}"
            proofs.append("\n\n".join([heading, *tables]))
    return {"family": family, "proofs": "\n\n".join(proofs)}
