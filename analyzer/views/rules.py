"""Rules: variants with their pay tables, tableaux in the layout of a croupier's card, and the game of a certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.layout import Table
from analyzer.notation import decimal, exact, ranges
from analyzer.rules.tableau import STOOD
from analyzer.text import printable
from analyzer.views.bets import when_document
from analyzer.views.render import NOTHING, Document, Style, markdown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.catalog.variant import Variant
    from analyzer.proof.identify import CertifiedGame, Match
    from analyzer.proof.verify import Line
    from analyzer.rules.tableau import Tableau

__all__ = [
    "certified_document",
    "certified_tables",
    "tableau_document",
    "tableau_tables",
    "tableaux_table",
    "transcript",
    "variant_document",
    "variants_table",
]

_MOST_NAMES = 3
"""The most names of the catalog that a cell lists."""


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
                    {"when": when_document(payout), "event": bet.event(row), "odds": str(payout.pays)}
                    for row, payout in enumerate(bet.payouts)
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
    return Table(["Variant", "What it is", "Tableau", "Decks", "Source"], rows, "lllrl", form="entries")


def tableaux_table(tableaux: Sequence[Tableau]) -> Table:
    """Return tableaux with their titles and sources."""
    rows = [[tableau.name, tableau.title, tableau.source] for tableau in tableaux]
    return Table(["Tableau", "What it is", "Source"], rows, "lll", form="entries")


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


def tableau_tables(tableau: Tableau, *, plain: bool = False) -> list[Table]:
    """Return a tableau in the layout of a croupier's card: D draws, and a stand is a point, or S for programs."""
    letter = {True: "D", False: "S" if plain else "."}
    natural = "the coup ends" if tableau.natural_ends else "that hand stands"
    headers = ["Two cards", "Punto", "Banco: punto stood", *map(str, range(STOOD))]
    rows = [
        [str(total), letter[draws], letter[row[STOOD]], *(letter[cell] for cell in row[:STOOD])]
        for total, (draws, row) in enumerate(zip(tableau.punto, tableau.banco, strict=True))
    ]
    rows.append(["8-9", *[letter[False] if not tableau.natural_ends else NOTHING] * (STOOD + 2)])
    title = f"Tableau {tableau.name}: {letter[True]} draws, {letter[False]} stands; on a natural, 8 or 9, {natural}"
    under = "Punto draws by its own two cards; banco by its two cards and by punto's third card, 0 to 9"
    return [Table(headers, rows, "lcc" + "c" * STOOD, f"{title}. {under}.")]


# The game a certificate proves.


def certified_document(game: CertifiedGame, places: int) -> Document:
    """Return the game that a certificate proves, and whose rules it has."""
    rules = tableau_document(game.tableau)
    return {
        "variant": game.name,
        "is_catalog_variant": game.is_variant,
        "shoe": game.shoe_title,
        "tableau": {
            "name": game.tableau.name,
            **{key: rules[key] for key in ("natural", "punto", "banco")},
            "catalog": _match_document(game.tableau_match),
        },
        "bets": [
            {
                "bet": bet.name,
                "edge": exact(bet.edge),
                "edge_decimal": decimal(bet.edge, places),
                "rows": [
                    {"paid_on": row.event, "odds": exact(row.pays.net), "count": str(row.count)} for row in bet.rows
                ],
                "table": bet.table,
                "catalog": _match_document(bet.match),
            }
            for bet in game.bets
        ],
        "tables": list(game.looks),
    }


def _match_document(match: Match) -> Document:
    return {"verdict": match.verdict, "names": list(match.names)}


def certified_tables(game: CertifiedGame, style: Style) -> list[Table]:
    """Return the game that a certificate proves: shoe and drawing rules in digits, then what every bet pays."""
    tableau = game.tableau
    variant = {
        None: "a label; the catalog has no variant of this name",
        True: "as in the catalog",
        False: "a label; the catalog's variant of this name has other rules or pays otherwise",
    }[game.is_variant]
    draws = [(str(total), [value for value in range(STOOD) if row[value]]) for total, row in enumerate(tableau.banco)]
    stood = [total for total, row in enumerate(tableau.banco) if row[STOOD]]
    rules = [
        ["game", game.name, variant],
        ["shoe", game.shoe_title, ""],
        ["tableau", tableau.name, _match(game.tableau_match)],
        ["a natural", "ends the coup" if tableau.natural_ends else "that hand stands", ""],
        ["punto draws on", _digits([total for total, drawn in enumerate(tableau.punto) if drawn]), ""],
        ["banco draws on, punto stood", _digits(stood), ""],
        *([f"banco on {total} draws against", _digits(values), ""] for total, values in draws),
    ]
    bets = []
    for bet in game.bets:
        for number, row in enumerate(bet.rows):
            first = [bet.name, style.percent(bet.edge), _match(bet.match)] if not number else ["", "", ""]
            bets.append([first[0], str(row.pays), row.event, style.count(row.count), *first[1:]])
    looks = [
        [f"counts {number}", words, ", ".join(bet.name for bet in game.bets if bet.table == number)]
        for number, words in enumerate(game.looks)
    ]
    # Without bets on cards there is one table, of totals.
    on_cards = [Table(["Counts", "Look at", "Settle"], looks, "lll", "What its counts look at")] if looks[1:] else []
    return [
        Table(["What is proved", "Certificate", "Catalog"], rules, "lll", "The game proved, by its contents"),
        Table(["Bet", "Pays", "On", "Deals", "House edge", "Catalog"], bets, "lllrrl", "What its bets pay"),
        *on_cards,
    ]


_CHECKS = (
    ("form", "The file is one document in the form that docs/certificate.md states, byte for byte."),
    ("digest", "Its SHA-256, taken without the member that states it, is the one it states."),
    ("total", "The number of ordered six-card deals of the shoe."),
    ("sum", "The counts of the table add up to all deals."),
    ("form in the shoe", "Each count is worked out again from the rules and the shoe, by code that did not write it."),
    ("deals one by one", "Every deal of this small shoe is dealt, and the counts are counted again."),
    ("bet", "The rows take each count once; their probabilities and the house edge follow from the counts."),
)
"""What each line of a verification checks, by the end or the beginning of its name."""


def transcript(file: str, lines: Sequence[Line], game: CertifiedGame | None) -> str:
    """Return for people, in Markdown, what was checked of a certificate, and the game that it proves.

    Args:
        file: the name of the file.
        lines: the lines of its verification.
        game: the game it proves, None if a line does not hold.
    """
    failed = f"The line “{printable(lines[-1].name)}” does not hold, and no line after it was checked."
    verdict = failed if game is None else "Every line holds."
    rows = [
        [
            line.name,
            "holds" if line.holds else "FAILS",
            line.says,
            next(
                (words for name, words in _CHECKS if line.name.endswith(name) or line.name.startswith(f"{name} ")), ""
            ),
        ]
        for line in lines
    ]
    parts = [
        f"# What was checked of {printable(file)}",
        verdict,
        markdown(Table(["Line", "Verdict", "Found", "What it checks"], rows, "llll", "The lines, in their order")),
    ]
    if game is not None:
        parts += [markdown(table) for table in certified_tables(game, Style())]
    parts.append(
        "The names in a certificate prove nothing: the rules above are read from its cells. A second checker shares no "
        "code with this one: `python -m analyzer.proof.check FILE`, or a copy of that one file on any Python."
    )
    return "\n\n".join(parts) + "\n"


def _digits(numbers: Sequence[int]) -> str:
    """Return a set of digits as a croupier's card and a tableau's file have it."""
    return ranges(numbers).replace(",", "") or "nothing"


def _match(match: Match) -> str:
    """Return in words whether the catalog has such rules."""
    if match.own:
        return "the same under this name"
    names = ", ".join(match.names[:_MOST_NAMES])
    more = f" and {len(match.names) - _MOST_NAMES} more" if len(match.names) > _MOST_NAMES else ""
    own = "; its own of this name is another" if match.is_known else ""
    return f"the same as {names}{more}{own}" if names else f"not found{own}"
