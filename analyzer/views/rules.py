"""Rules: variants with their pay tables, and tableaux in the layout of a croupier's card, as tables and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.rules.tableau import STOOD
from analyzer.views.bets import when_document
from analyzer.views.render import NOTHING, Document, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.catalog.variant import Variant
    from analyzer.rules.tableau import Tableau

__all__ = ["tableau_document", "tableau_tables", "tableaux_table", "variant_document", "variants_table"]


def variant_document(variant: Variant) -> Document:
    """Return a variant: its drawing rules, source and pay tables."""
    return {
        "variant": variant.name,
        "title": variant.title,
        "tableau": variant.tableau.name,
        "decks": list(variant.decks),
        "source": variant.source,
        "bets": [
            {
                "bet": bet.name,
                "title": bet.title,
                "payouts": [
                    {"when": when_document(payout), "event": payout.event, "odds": str(payout.pays)}
                    for payout in bet.payouts
                ],
            }
            for bet in variant.bets
        ],
    }


def variants_table(variants: Sequence[Variant]) -> Table:
    """Return variants with their titles and sources."""
    rows = [
        [variant.name, variant.title, variant.tableau.name, ", ".join(map(str, variant.decks)), variant.source]
        for variant in variants
    ]
    return Table(["Variant", "What it is", "Tableau", "Decks", "Source"], rows, "lllrl")


def tableaux_table(tableaux: Sequence[Tableau]) -> Table:
    """Return tableaux with their titles and sources."""
    rows = [[tableau.name, tableau.title, tableau.source] for tableau in tableaux]
    return Table(["Tableau", "What it is", "Source"], rows, "lll")


def tableau_document(tableau: Tableau) -> Document:
    """Return a tableau: the totals and third cards on which each hand draws."""
    return {
        "tableau": tableau.name,
        "title": tableau.title,
        "source": tableau.source,
        "natural": "ends the coup" if tableau.natural_ends else "that hand stands",
        "punto": {"draws": [total for total, draws in enumerate(tableau.punto) if draws]},
        "banco": {
            "stood": [total for total, row in enumerate(tableau.banco) if row[STOOD]],
            **{str(total): [value for value in range(STOOD) if row[value]] for total, row in enumerate(tableau.banco)},
        },
    }


def tableau_tables(tableau: Tableau) -> list[Table]:
    """Return a tableau in the layout of a croupier's card: D draws, S stands."""
    letter = {True: "D", False: "S"}
    natural = "natural: the coup ends" if tableau.natural_ends else "natural: that hand stands"
    punto = [[str(total), "draws" if draws else "stands"] for total, draws in enumerate(tableau.punto)]
    banco = [
        [str(total), letter[row[STOOD]], *(letter[cell] for cell in row[:STOOD])]
        for total, row in enumerate(tableau.banco)
    ]
    nines = ["8-9", *["S" if not tableau.natural_ends else NOTHING] * (STOOD + 1)]
    return [
        Table(["Punto's two cards", "Punto"], [*punto, ["8-9", natural]], "ll", f"Tableau: {tableau.name}"),
        Table(
            ["Banco's two cards", "Punto stood", *map(str, range(STOOD))],
            [*banco, nines],
            "lc" + "c" * STOOD,
            "Banco, by punto's third card (D draws, S stands)",
        ),
    ]
