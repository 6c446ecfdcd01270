"""The report pages on the game itself: their tables and figures, as Markdown by their `$name` in the prose."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from analyzer.analyses.dealing_errors import coups_per_shoe, dealing_errors
from analyzer.bets.pricing import price_bets
from analyzer.cards.shoe import Shoe
from analyzer.catalog.rules_file import read_tableau
from analyzer.catalog.variant import read_variant, variant_names
from analyzer.enumeration.coups import endings
from analyzer.layout import Table
from analyzer.reports.removal import shown_table
from analyzer.rules.tableau import STANDARD, STOOD
from analyzer.views.bets import figures_table, proving_table
from analyzer.views.labels import NamedShoe
from analyzer.views.outcomes import breakdown_table, outcomes_table, scores_table
from analyzer.views.render import Style, markdown
from analyzer.views.rules import tableau_tables

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from analyzer.analyses.dealing_errors import DealingError
    from analyzer.bets.odds import Odds
    from analyzer.catalog.variant import Variant
    from analyzer.rules.tableau import Tableau

__all__ = [
    "dealing_errors_figures",
    "dealing_errors_parts",
    "dealing_errors_tables",
    "half_pay_parts",
    "main_game_parts",
    "readings",
    "sources_parts",
    "tableau_reading",
    "variant_parts",
    "variant_reading",
]

STYLE = Style()
DECKS: tuple[int | str, ...] = (*range(1, 9), "inf")
Reading = tuple[str, "Variant"]
"""A way to read a rule: its name, and classic or another variant with that rule."""


def _shoe(decks: int | str) -> Shoe:
    return Shoe.infinite() if decks == "inf" else Shoe.decks(int(decks))


def _odds(variant: Variant, decks: int | str) -> dict[str, Odds]:
    priced = price_bets(variant.bets, _shoe(decks), variant.tableau)
    return {bet.name: odds for bet, odds in zip(variant.bets, priced, strict=True)}


def main_game_parts() -> Mapping[str, str]:
    """Return the parts of the page on the main game: counts and edges for 1-8 decks and the infinite shoe."""
    ended = {decks: endings(_shoe(decks), STANDARD) for decks in DECKS}
    classic = {decks: _odds(read_variant("classic"), decks) for decks in DECKS}
    eight = ended[8]
    return {
        "tableau": markdown(*tableau_tables(STANDARD)),
        "outcomes": markdown(
            outcomes_table(
                [(NamedShoe(_shoe(decks), decks, ()), distribution) for decks, distribution in ended.items()], STYLE
            )
        ),
        "edges": markdown(_edges_by_decks(classic)),
        "scores": markdown(scores_table(eight, STYLE)),
        "score_counts": markdown(scores_table(eight, Style(exact=True))),
        "cards": markdown(breakdown_table(eight, "cards", STYLE)),
        "naturals": markdown(breakdown_table(eight, "natural", STYLE)),
    }


def _edges_by_decks(odds_by_decks: Mapping[int | str, Mapping[str, Odds]]) -> Table:
    """Return the edges of a variant's bets, rounded and exactly, for several shoes."""
    rows = [
        [
            str(decks),
            bet,
            STYLE.percent(odds.house_edge, 6),
            str(odds.house_edge),
            STYLE.percent(odds.edge_per_resolved_bet, 6),
            STYLE.root(odds.variance),
        ]
        for decks, bets in odds_by_decks.items()
        for bet, odds in bets.items()
    ]
    headers = ["Decks", "Bet", "House edge", "Exactly", "Edge per resolved bet", "Standard deviation"]
    return Table(headers, rows, "rlrrrr")


def variant_parts(variant: Variant) -> Mapping[str, str]:
    """Return the parts of a variant's page: its edges for 1-8 decks and the infinite shoe, and its proving tables."""
    by_decks = {decks: _odds(variant, decks) for decks in DECKS}
    proofs = []
    for decks in variant.decks:
        for bet, odds in by_decks[decks].items():
            proofs.append(
                f"### {bet}, {decks} decks\n\n{markdown(proving_table(odds, STYLE), figures_table(odds, STYLE))}"
            )
    tableau = variant.tableau
    return {
        "name": variant.name,
        "title": variant.title,
        "source": variant.source,
        "tableau": f"{tableau.name}: {tableau.title}",
        "decks": ", ".join(map(str, variant.decks)),
        "edges": markdown(_edges_by_decks(by_decks)),
        "proofs": "\n\n".join(proofs),
    }


def half_pay_parts() -> Mapping[str, str]:
    """Return the parts of the page on half pay: banco's edge for each winning total that pays half."""
    classic = read_variant("classic")
    rows = []
    for total in range(1, 10):
        variant = classic.with_half_on(total)
        for decks in (6, 8):
            odds = _odds(variant, decks)["banco"]
            rows.append([str(total), str(decks), STYLE.percent(odds.house_edge, 6), str(odds.house_edge)])
    return {"edges": markdown(Table(["Half on", "Decks", "Banco edge", "Exactly"], rows, "rrrr"))}


def dealing_errors_parts() -> Mapping[str, str]:
    """Return the parts of the page on dealing errors: the cost of always misplaying one cell of the banco tableau."""
    shoe, classic = Shoe.decks(8), read_variant("classic")
    errors = dealing_errors(classic, shoe)
    table, exactly = dealing_errors_tables(errors, classic.tableau, shoe, STYLE)
    parts = {"decks": "8", "table": markdown(table), "exactly": markdown(exactly)}
    return parts | dealing_errors_figures(errors, classic.tableau, shoe, STYLE)


def tableau_reading(name: str) -> Reading:
    """Return classic under the named tableau."""
    tableau = read_tableau(name)
    return f"{tableau.name}: {tableau.title}", read_variant("classic").with_tableau(tableau)


def variant_reading(name: str) -> Reading:
    """Return the named variant."""
    variant = read_variant(name)
    return f"{variant.name}: {variant.title}", variant


def readings(*readings: Reading) -> str:
    """Return the exact edges of several readings at 6 and 8 decks, each compared with the first."""
    rows = []
    for decks in (6, 8):
        base = {bet: odds.house_edge for bet, odds in _odds(readings[0][1], decks).items()}
        for name, variant in readings:
            for bet, odds in _odds(variant, decks).items():
                edge = odds.house_edge
                rows.append([name, str(decks), bet, STYLE.percent(edge), str(edge), str(edge - base[bet])])
    headers = ["Reading", "Decks", "Bet", "House edge", "Exactly", "Less the first reading's"]
    return markdown(Table(headers, rows, "lrlrrr"))


def sources_parts() -> Mapping[str, str]:
    """Return the parts of the page on the four sources: the edges under each reading of them."""
    standard = tableau_reading("standard")
    return {
        "own": readings(*(variant_reading(name) for name in ("classic", *variant_names()) if _is_a_source(name))),
        "five": readings(standard, tableau_reading("punto-0-4")),
        "stood": readings(
            standard,
            tableau_reading("banco-stood-0-3"),
            tableau_reading("banco-stood-0-2"),
            tableau_reading("punto-0-4-banco-stood-0-3"),
        ),
        "naturals": readings(
            standard, tableau_reading("punto-0-4-banco-stood-0-3"), tableau_reading("no-natural-rule")
        ),
        "ties_002": readings(variant_reading("source-002"), variant_reading("source-002-ties-lose")),
        "ties_003": readings(variant_reading("source-003"), variant_reading("source-003-ties-lose")),
        "commission": readings(variant_reading("classic"), variant_reading("source-002")),
        "tax": readings(variant_reading("source-003"), variant_reading("source-003-tax-on-payment")),
        "half": readings(variant_reading("classic"), variant_reading("straight"), variant_reading("super-six")),
        "to_for": readings(variant_reading("source-003"), variant_reading("source-003-to-one")),
        "burn_6": markdown(shown_table(Shoe.decks(6), "6 decks")),
        "burn_8": markdown(shown_table(Shoe.decks(8), "8 decks")),
    }


def _is_a_source(name: str) -> bool:
    return name.startswith("source-") and not name.endswith(("-lose", "-payment", "-one"))


def dealing_errors_figures(
    errors: Sequence[DealingError], tableau: Tableau, shoe: Shoe, style: Style
) -> dict[str, str]:
    """Return the figures of the prose: cards and coups in a shoe, cards per coup, and the share of naturals."""
    coups = coups_per_shoe(shoe, tableau)
    without_naturals = sum(error.deals for error in errors)
    return {
        "cards": str(shoe.cards),
        "coups": style.decimal(coups, 2),
        "mean": style.decimal(shoe.cards / coups, 4),
        "naturals": style.percent(1 - Fraction(without_naturals, shoe.total)),
    }


def dealing_errors_tables(
    errors: Sequence[DealingError], tableau: Tableau, shoe: Shoe, style: Style
) -> tuple[Table, Table]:
    """Return a row for each cell, with its frequency and the change of each edge: in decimals, and exactly."""
    coups = coups_per_shoe(shoe, tableau)
    rows, exactly = [], []
    for error in errors:
        cell = [str(error.total), "punto stood" if error.third == STOOD else str(error.third)]
        probability = Fraction(error.deals, shoe.total)
        frequency = [style.percent(probability), style.decimal(probability * coups, 3)]
        changes = list(error.changes.values())
        rule = "draws" if error.draws else "stands"
        rows.append([*cell, rule, *frequency, *(style.percent(change, 6) for change in changes)])
        exactly.append([*cell, str(probability), *map(str, changes)])
    bets = [bet.capitalize() for bet in errors[0].changes]
    headers = ["Banco's two cards", "Punto's third card"]
    return (
        Table([*headers, "Rule", "Per coup", "Per shoe", *bets], rows, "rrlrr" + "r" * len(bets)),
        Table([*headers, "Per coup", *bets], exactly, "rrr" + "r" * len(bets)),
    )
