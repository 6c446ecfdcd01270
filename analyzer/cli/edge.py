"""`baccarat-odds edge`: the house edges of every variant, or of the variants named, bet by bet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.console import emit, with_progress
from analyzer.cli.help import Documented
from analyzer.cli.inputs import Crosscheck, games, shoes
from analyzer.cli.options import (
    crosscheck_option,
    output_options,
    read_rebates,
    rebate_options,
    rules_options,
    shoe_options,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.bets.bet import Bet
    from analyzer.bets.odds import Odds
    from analyzer.cards.shoe import Shoe
    from analyzer.layout import Table
    from analyzer.rules.tableau import Tableau
    from analyzer.views.render import Style

__all__ = ["edge"]


@click.command(
    cls=Documented,
    short_help="The house edges of every variant, or of one bet by bet.",
    epilog="""\b
Examples:
  baccarat-odds edge
  baccarat-odds edge --variant classic --decks 1-8
  baccarat-odds edge --variant classic --commission 2.5% --tie-odds 9:1
  baccarat-odds edge --half-on 5 --decks 6,8,inf
  baccarat-odds edge --variant straight --shoe shoe.txt -f json""",
    help="""Give the exact house edges of every variant's main bets.

    Without --variant: one line for each variant. With --variant, or with an option that changes the rules (of classic,
    if no variant is named): bet by bet, with every figure.

    House edge = minus the expected net result per unit staked; a push counts as a result of 0.
    """,
)
@shoe_options
@crosscheck_option
@rules_options
@rebate_options
@output_options
def edge(**options: Any) -> None:
    """Run `baccarat-odds edge`."""
    from analyzer.bets.pricing import price_bets
    from analyzer.views.bets import PricedVariant, bet_by_bet_table, edges_document, overview_tables

    played = games(options, every=True)
    tasks = [(game, given) for game in played for given in shoes(options, game.variant.decks)]

    crosscheck = Crosscheck(options)

    # Variants share bets: each bet is priced once for a shoe and a tableau, together with others on the same cards.
    priced: dict[tuple[Bet, Shoe, Tableau], Odds] = {}

    def price_all(bets: Sequence[Bet], shoe: Shoe, tableau: Tableau) -> list[Odds]:
        new = [bet for bet in bets if (bet, shoe, tableau) not in priced]
        for bet, odds in zip(new, price_bets(new, shoe, tableau), strict=True):
            crosscheck.figures([(bet, odds)], shoe, tableau)
            priced[bet, shoe, tableau] = odds
        return [priced[bet, shoe, tableau] for bet in bets]

    # Priced shoe by shoe, so that every variant finds the counts of its shoe in the cache; shown variant by variant.
    answers: dict[int, PricedVariant] = {}
    by_shoe = sorted(
        range(len(tasks)), key=lambda index: (tasks[index][1].shoe.replacement, tasks[index][1].shoe.cards)
    )
    for index in with_progress(by_shoe, "row"):
        game, given = tasks[index]
        bets = game.variant.bets
        odds = price_all(bets, given.shoe, game.variant.tableau)
        answers[index] = PricedVariant(game, given, {bet.name: each for bet, each in zip(bets, odds, strict=True)})
    ordered = [answers[index] for index in range(len(tasks))]
    rebates = read_rebates(options)
    overview = rebates is None and not options["chosen"] and not any(game.options for game in played)

    def tables(style: Style) -> list[Table]:
        return overview_tables(ordered, style) if overview else [bet_by_bet_table(ordered, style, rebates)]

    crosscheck.print_note()
    emit(
        options,
        lambda places: {"variants": [edges_document(answer, places, rebates) for answer in ordered]},
        tables,
        [text for game in played for text in game.rules_texts],
    )
