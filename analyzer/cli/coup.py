"""`baccarat-odds coup`: the odds of a coup under way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.completers import complete_bets
from analyzer.cli.console import count_progress, emit, usage_error
from analyzer.cli.help import Documented
from analyzer.cli.inputs import asked_bets, one_game, one_shoe
from analyzer.cli.options import one_shoe_options, output_options, rules_options
from analyzer.cli.values import Whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from analyzer.layout import Table
    from analyzer.views.render import Document, Style

__all__ = ["coup"]

OPTIONS = {
    "punto_total": "--punto-total",
    "banco_total": "--banco-total",
    "punto_third": "--third-punto",
    "banco_third": "--third-banco",
}
"""The option that gives each item of what is known of a coup."""


def _opening(_ctx: click.Context, param: click.Parameter, text: str | None) -> Any:
    from analyzer.rules.known_coup import read_opening

    return (None, None) if text is None else _read(read_opening, text, param)


def _third(_ctx: click.Context, param: click.Parameter, text: str | None) -> Any:
    from analyzer.rules.known_coup import THIRD_NOT_KNOWN, read_third

    return THIRD_NOT_KNOWN if text is None else _read(read_third, text, param)


def _read(reader: Callable[[str], Any], text: str, param: click.Parameter) -> Any:
    from analyzer.errors import BaccaratError

    try:
        return reader(text)
    except BaccaratError as error:
        raise usage_error(error, param.opts[0]) from None


@click.command(
    cls=Documented,
    short_help="The odds of a coup under way, given any of its cards.",
    epilog="""\b
Examples:
  baccarat-odds coup --punto "9 K" --banco "3 ?"
  baccarat-odds coup --punto "2 3" --banco "K 6" --third-punto 6
  baccarat-odds coup banco tie --punto-total 5 --third-punto "?"
  baccarat-odds coup --banco-total 6 --third-punto none --remove 99K""",
    help="""Give the odds of a coup under way, given any of its cards or totals.

    Each card is a face (9h), a rank (9), any ten-valued card (0) or unknown (?), in the order the hand received them.
    The shoe is that before the coup. Fair price = 1 + the expected net result per unit staked. Without BET: the bets of
    the variant, with --all-bets those of the catalog too.
    """,
)
@click.argument("names", metavar="[BET|FILE]...", nargs=-1, shell_complete=complete_bets)
@click.option(
    "--punto", "--player", metavar="CARDS", callback=_opening, help='Punto\'s opening cards, ? for one unknown: "9 ?".'
)
@click.option("--banco", "--banker", metavar="CARDS", callback=_opening, help="Banco's opening cards.")
@click.option("--punto-total", "--player-total", type=Whole(0, 9), metavar="TOTAL", help="Punto's opening total, 0-9.")
@click.option("--banco-total", "--banker-total", type=Whole(0, 9), metavar="TOTAL", help="Banco's opening total, 0-9.")
@click.option(
    "--third-punto",
    "--third-player",
    metavar="CARD|?|none",
    callback=_third,
    help="Punto's third card, ? for one drawn but not known, none if punto stood.",
)
@click.option("--third-banco", "--third-banker", metavar="CARD|?|none", callback=_third, help="Banco's third card.")
@click.option("--all-bets", is_flag=True, help="Every bet of the variant and the catalog, if no BET is named.")
@one_shoe_options
@rules_options
@output_options
def coup(names: tuple[str, ...], *, all_bets: bool, **options: Any) -> None:
    """Run `baccarat-odds coup`."""
    from analyzer.analyses.known_coup import known_endings, next_cards, price_known
    from analyzer.errors import CoupError
    from analyzer.rules.known_coup import KnownCoup, decisions, next_position
    from analyzer.views import known_coup as views
    from analyzer.views.labels import context

    game = one_game(options)
    given = one_shoe(options, game.variant.decks)
    tableau = game.variant.tableau
    try:
        known = KnownCoup(
            options["punto"],
            options["banco"],
            options["third_punto"],
            options["third_banco"],
            options["punto_total"],
            options["banco_total"],
        )
        decided = decisions(known, tableau)
    except CoupError as error:
        item, _, problem = str(error).partition(": ")
        raise CoupError(f"{OPTIONS.get(item, item)}: {problem}") from None
    listed, left_out = list(game.variant.bets), list[str]()
    if names or all_bets:
        listed, left_out = asked_bets(names, game, given.shoe)
    ended = known_endings(known, given.shoe, tableau)
    position = next_position(known, tableau)
    cards = next_cards(known, given.shoe, tableau)
    with count_progress("sets of cards") as progress:
        odds = price_known(listed, known, given.shoe, tableau, progress)
    priced = list(zip(listed, odds, strict=True))

    def document(places: int) -> Document:
        return {
            "coup": views.known_document(known),
            **context(game),
            "shoe": given.document(),
            "outcomes": views.outcomes_document(ended, places),
            "decisions": views.decisions_document(decided),
            "ending": views.ending_document(ended),
            "next": views.next_document(known, position, cards, tableau, places),
            "bets": [views.priced_document(bet, odds, places) for bet, odds in priced],
            "left_out": left_out,
        }

    def tables(style: Style) -> list[Table]:
        title = f"{game.label}, {given.title}"
        made = [views.coup_odds_table(priced, style, title), views.decisions_table(decided, tableau, ended)]
        if position is not None:
            made.append(views.next_table(known, position, cards, tableau, style))
        return made

    emit(options, document, tables, [*game.rules_texts, *(bet.rules_text for bet in listed)])
