"""Outcomes: counts of punto, banco and tie, breakdowns, and every deal of a small shoe, as tables and as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from analyzer.enumeration.distribution import Distribution
from analyzer.layout import Table
from analyzer.notation import JSON_PLACES, decimal, exact
from analyzer.rules.coup import Winner
from analyzer.views.labels import SHOWN_AS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from analyzer.cards.card import Card
    from analyzer.rules.coup import Coup, Ending
    from analyzer.views.labels import NamedShoe
    from analyzer.views.render import Document, Style

__all__ = [
    "BREAKDOWNS",
    "Breakdown",
    "breakdown_document",
    "breakdown_table",
    "deals_document",
    "deals_table",
    "outcomes_document",
    "outcomes_table",
    "scores_table",
    "share_document",
]


class Breakdown(NamedTuple):
    """A way to break outcomes down.

    Attributes:
        plural: the JSON key of its list.
        keys: the JSON keys of what it distinguishes.
        of: the values of these keys for an ending.
    """

    plural: str
    keys: tuple[str, ...]
    of: Callable[[Ending], tuple[int | str, ...]]


def _naturals(ending: Ending) -> str:
    """Return who holds a natural: "punto", "banco", "both" or "none"."""
    if ending.punto_natural and ending.banco_natural:
        return "both"
    return "punto" if ending.punto_natural else "banco" if ending.banco_natural else "none"


BREAKDOWNS = {
    "total": Breakdown(
        "totals", ("punto_total", "banco_total"), lambda ending: (ending.punto_total, ending.banco_total)
    ),
    "cards": Breakdown(
        "cards", ("punto_cards", "banco_cards"), lambda ending: (ending.punto_cards, ending.banco_cards)
    ),
    "natural": Breakdown("naturals", ("natural", "winner"), lambda ending: (_naturals(ending), ending.winner)),
}


def share_document(count: int, total: int) -> Document:
    """Return a count out of `total` deals: a decimal string, and the probability as a rational "n/d"."""
    return {"count": str(count), "probability": exact(Fraction(count, total))}


def _share(count: int, total: int, places: int) -> Document:
    return share_document(count, total) | {"decimal": decimal(Fraction(count, total), places)}


def outcomes_document(distribution: Distribution[Ending], places: int = JSON_PLACES) -> Document:
    """Return the total and the outcomes of a distribution, as `outcomes -f json` prints them."""
    winners = distribution.coarsen(lambda ending: ending.winner)
    return {
        "total": str(distribution.total),
        "outcomes": {winner: _share(winners.count(winner), winners.total, places) for winner in Winner},
    }


def outcomes_table(distributions: Sequence[tuple[NamedShoe, Distribution[Ending]]], style: Style) -> Table:
    """Return the outcomes with their counts and a total, for each shoe; one shoe is named in the title."""
    shared = len(distributions) == 1 and not style.plain
    rows = []
    for shoe, distribution in distributions:
        winners = distribution.coarsen(lambda ending: ending.winner)
        name = [] if shared else [shoe.label]
        rows += [
            [*name, SHOWN_AS[winner], style.count(winners.count(winner)), style.decimal(winners.probability(winner), 8)]
            for winner in Winner
        ]
        rows.append([*name, "Total", style.count(winners.total), style.decimal(Fraction(1), 8)])
    headers = [*([] if shared else ["Decks"]), "Outcome", "Combinations", "Probability"]
    title = distributions[0][0].title if shared else ""
    return Table(headers, rows, "rlrr"[4 - len(headers) :], title, len(headers) - 2)


def breakdown_document(distribution: Distribution[Ending], by: str, places: int = JSON_PLACES) -> list[Document]:
    """Return the rows of a breakdown, sorted by its keys."""
    kind = BREAKDOWNS[by]
    parts = distribution.coarsen(kind.of)
    return [
        dict(zip(kind.keys, part, strict=True)) | _share(parts[part], parts.total, places) for part in sorted(parts)
    ]


def breakdown_table(distribution: Distribution[Ending], by: str, style: Style) -> Table:
    """Return a breakdown: a row of count and probability for each part, and a total."""
    kind = BREAKDOWNS[by]
    parts = distribution.coarsen(kind.of)
    rows = [
        [*map(str, part), style.count(parts[part]), style.decimal(parts.probability(part), 8)] for part in sorted(parts)
    ]
    rows.append(
        ["Total", *[""] * (len(kind.keys) - 1), style.count(parts.total), style.decimal(Fraction(1), 8)],
    )
    headers = [key.replace("_", " ").capitalize() for key in kind.keys]
    return Table([*headers, "Combinations", "Probability"], rows, "l" * len(kind.keys) + "rr")


def scores_table(distribution: Distribution[Ending], style: Style) -> Table:
    """Return the 10 x 10 grid of final scores: probabilities, or counts if `style` is exact."""
    scores = distribution.coarsen(BREAKDOWNS["total"].of)

    def cell(count: int) -> str:
        if style.exact:
            return style.count(count)
        return style.percent(Fraction(count, scores.total), 3)

    grid = [[scores.count((punto, banco)) for banco in range(10)] for punto in range(10)]
    rows = [[f"punto {punto}", *map(cell, line), cell(sum(line))] for punto, line in enumerate(grid)]
    columns = [sum(column) for column in zip(*grid, strict=True)]
    rows.append(["All", *map(cell, columns), cell(sum(columns))])
    return Table(["", *(f"banco {banco}" for banco in range(10)), "All"], rows, "l" + "r" * 11)


def deals_document(listed: Sequence[tuple[tuple[Card, ...], int, Coup]], ended: Distribution[Ending]) -> list[Document]:
    """Return every deal of a small shoe with its coup.

    Raises:
        ArithmeticError: if the deals do not add up to the distribution, which would be a defect of this program.
    """
    _check_deals(listed, ended)
    return [
        {
            "cards": " ".join(map(str, cards)),
            "ways": str(ways),
            "punto": " ".join(map(str, coup.punto)),
            "banco": " ".join(map(str, coup.banco)),
            "punto_total": coup.ending.punto_total,
            "banco_total": coup.ending.banco_total,
            "winner": coup.ending.winner,
        }
        for cards, ways, coup in listed
    ]


def deals_table(
    listed: Sequence[tuple[tuple[Card, ...], int, Coup]], ended: Distribution[Ending], style: Style
) -> Table:
    """Return every deal of a small shoe with its coup, and their total.

    Raises:
        ArithmeticError: as `deals_document`.
    """
    _check_deals(listed, ended)
    rows = [
        [
            *(" ".join(map(str, cards)), style.count(ways)),
            *(" ".join(map(str, hand)) for hand in (coup.punto, coup.banco)),
            f"{coup.ending.punto_total}-{coup.ending.banco_total}",
            coup.ending.winner,
        ]
        for cards, ways, coup in listed
    ]
    rows.append(["Total", style.count(ended.total), "", "", "", ""])
    headers = ["Deal", "Ways", "Punto", "Banco", "Score", "Winner"]
    return Table(headers, rows, "lrlllr")


def _check_deals(listed: Sequence[tuple[tuple[Card, ...], int, Coup]], ended: Distribution[Ending]) -> None:
    """Compare the deals, played one by one, with the enumerator's counts of endings."""
    played: dict[Ending, int] = {}
    for _cards, ways, coup in listed:
        played[coup.ending] = played.get(coup.ending, 0) + ways
    if Distribution(played) != ended:
        raise ArithmeticError("the deals listed do not add up to the outcomes counted")
