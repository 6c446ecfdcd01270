"""`baccarat-odds outcomes`: how often punto wins, banco wins and the hands tie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.console import emit, usage_error, with_progress
from analyzer.cli.help import Documented
from analyzer.cli.inputs import Crosscheck, shoes
from analyzer.cli.options import crosscheck_option, output_options, shoe_options, tableau_option
from analyzer.cli.values import Choice

if TYPE_CHECKING:
    from analyzer.cards.shoe import Shoe
    from analyzer.layout import Table
    from analyzer.rules.tableau import Tableau
    from analyzer.views.labels import NamedShoe
    from analyzer.views.render import Document, Style

__all__ = ["outcomes"]

MAX_EXPLAINED = 8
"""The most cards of a shoe whose deals are listed: eight different faces have 20,160 deals."""


@click.command(
    cls=Documented,
    short_help="How often punto wins, banco wins and the hands tie.",
    epilog="""\b
Examples:
  baccarat-odds outcomes
  baccarat-odds outcomes --decks 1-8 -f csv
  baccarat-odds outcomes --by total --decks 6
  baccarat-odds outcomes --shoe "A=2 5=2 9=2 K=1" --explain""",
    help="Count how every coup of a shoe ends, as ordered six-card deals.",
)
@shoe_options
@crosscheck_option
@tableau_option
@click.option(
    "--by",
    type=Choice(["total", "cards", "natural"]),
    help="Break the outcomes down by final totals, by numbers of cards, or by naturals.",
)
@click.option("--explain", is_flag=True, help="List every deal with its coup, for a shoe of at most eight cards.")
@output_options
def outcomes(by: str | None, *, explain: bool, **options: Any) -> None:
    """Run `baccarat-odds outcomes`."""
    from analyzer.rules.tableau import STANDARD

    given = shoes(options)
    tableau = options["tableau"] or STANDARD
    crosscheck = Crosscheck(options)
    for named in given:
        crosscheck.endings(named.shoe, tableau)
    if explain and by:
        raise usage_error("--explain and --by are two different tables; give one of them")
    if (explain or by) and len(given) > 1:
        raise usage_error(f"--decks: got {len(given)} shoes; --by and --explain take one at a time")
    if explain:
        _explain(given[0], tableau, options)
    elif by:
        _by(given[0], tableau, by, options)
    else:
        _winners(given, tableau, options)
    crosscheck.print_note()


def _winners(given: list[NamedShoe], tableau: Tableau, options: dict[str, Any]) -> None:
    from analyzer.enumeration.coups import endings
    from analyzer.views.outcomes import outcomes_document, outcomes_table

    ended = [(named, endings(named.shoe, tableau)) for named in with_progress(given, "shoe")]

    def document(places: int) -> Document:
        answers = [{"shoe": named.document()} | outcomes_document(ending, places) for named, ending in ended]
        return answers[0] if len(answers) == 1 else {"shoes": answers}

    def tables(style: Style) -> list[Table]:
        return [outcomes_table(ended, style)]

    emit(options, document, tables, [tableau.rules_text])


def _by(given: NamedShoe, tableau: Tableau, by: str, options: dict[str, Any]) -> None:
    from analyzer.enumeration.coups import endings
    from analyzer.views.outcomes import BREAKDOWNS, breakdown_document, breakdown_table, outcomes_document, scores_table

    ended = endings(given.shoe, tableau)

    def document(places: int) -> Document:
        rows = breakdown_document(ended, by, places)
        return {"shoe": given.document()} | outcomes_document(ended, places) | {BREAKDOWNS[by].plural: rows}

    def tables(style: Style) -> list[Table]:
        if by == "total" and not style.plain:
            return [scores_table(ended, style)]
        return [breakdown_table(ended, by, style)]

    emit(options, document, tables, [tableau.rules_text])


def _explain(given: NamedShoe, tableau: Tableau, options: dict[str, Any]) -> None:
    from analyzer.enumeration.coups import endings
    from analyzer.enumeration.enumerator import every_deal
    from analyzer.rules.coup import play
    from analyzer.views.outcomes import deals_document, deals_table, outcomes_document, outcomes_table

    _refuse_large(given.shoe)
    listed = [(cards, ways, play(cards, tableau)) for cards, ways in every_deal(given.shoe)]
    ended = endings(given.shoe, tableau)

    def document(places: int) -> Document:
        return {"shoe": given.document()} | outcomes_document(ended, places) | {"deals": deals_document(listed, ended)}

    def tables(style: Style) -> list[Table]:
        return [deals_table(listed, ended, style), outcomes_table([(given, ended)], style)]

    emit(options, document, tables, [tableau.rules_text])


def _refuse_large(shoe: Shoe) -> None:
    if shoe.replacement or shoe.cards > MAX_EXPLAINED:
        cards = "an endless shoe" if shoe.replacement else f"{shoe.cards} cards"
        raise usage_error(f"--explain: got {cards}; it lists every deal of a shoe of at most {MAX_EXPLAINED} cards")
