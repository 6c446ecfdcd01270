"""Certificates: a file that proves counts and edges to a reader who trusts nothing of this program.

`docs/certificate.md` states the format well enough to write a checker from it alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.cards import Fineness
from analyzer.notation import exact
from analyzer.pricing import price
from analyzer.tableau import endings
from analyzer.verification import FORMAT, canonical, digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.bets import Bet
    from analyzer.distribution import Distribution
    from analyzer.shoe import Shoe
    from analyzer.tableau import Ending, Tableau
    from analyzer.verification import Document

__all__ = ["certify"]


def certify(variant: str, bets: Sequence[Bet], shoe: Shoe, tableau: Tableau) -> str:
    """Return the certificate of bets on a shoe, as the text of its file.

    Args:
        variant: the name of the game.
        bets: the bets.
        shoe: the composition they are priced on.
        tableau: the drawing rules.

    >>> from analyzer import STANDARD, Shoe, read_variant
    >>> text = certify("classic", read_variant("classic").bets, Shoe.decks(8), STANDARD)
    >>> text[:60]
    '{"bets":[{"bet":"punto","counts":0,"edge":"241149546272/1952'
    """
    known = shoe.at(Fineness.VALUES)
    ended = endings(known, tableau)
    document: Document = {
        "bets": [_bet(bet, ended) for bet in bets],
        "counts": [{"entries": [[list(ending), str(ended[ending])] for ending in sorted(ended)], "looks": []}],
        "format": FORMAT,
        "schema": 1,
        "shoe": {"counts": list(known.counts), "known_by": known.known_by, "replacement": known.replacement},
        "tableau": {
            "banco": [_cells(row) for row in tableau.banco],
            "name": tableau.name,
            "natural_ends": tableau.natural_ends,
            "punto": _cells(tableau.punto),
        },
        "total": str(ended.total),
        "variant": variant,
    }
    return canonical(document | {"sha256": digest(document)})


def _cells(row: Sequence[bool]) -> str:
    return "".join("D" if draws else "S" for draws in row)


def _bet(bet: Bet, ended: Distribution[Ending]) -> Document:
    """Return a bet with the endings each of its rows pays, the row that loses last."""
    odds = price(bet, ended)
    seen: list[list[list[int]]] = [[] for _ in odds.outcomes]
    for ending in sorted(ended):
        seen[bet.row(ending)].append(list(ending))
    return {
        "bet": bet.name,
        "counts": 0,
        "edge": exact(odds.house_edge),
        "rows": [
            {
                "count": str(outcome.count),
                "odds": exact(outcome.pays.net),
                "probability": exact(odds.probability(outcome.count)),
                "seen": each,
            }
            for outcome, each in zip(odds.outcomes, seen, strict=True)
        ],
    }
