"""`baccarat-odds drill`: coups dealt at random, with blanks to fill in and the key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.console import write
from analyzer.cli.help import Documented
from analyzer.cli.inputs import one_game, one_shoe
from analyzer.cli.options import one_shoe_options, rules_options
from analyzer.cli.settle import currency, money_options
from analyzer.cli.values import OUTPUT_FILE, Choice, Whole

if TYPE_CHECKING:
    from analyzer.views.render import Document

__all__ = ["drill"]

MOST_COUPS = 1000
TOPICS = ["banco-6", "commission", "ties"]


@click.command(
    cls=Documented,
    short_help="A sheet of random coups to play and settle, with its key.",
    epilog="""\b
Examples:
  baccarat-odds drill --coups 20 --seed 7
  baccarat-odds drill --topic banco-6 -o banco-6.md
  baccarat-odds drill --topic commission --currency-unit 0.50 -f json""",
    help="""Write a sheet of coups dealt at random from a shoe: who draws, who wins, what is paid? The key is on a page
    of its own.

    The same seed gives the same sheet on any machine. Topics: banco on six after punto drew, the commission on wins of
    banco, or ties.
    """,
)
@click.option("--coups", type=Whole(1, MOST_COUPS), default=20, show_default=True, metavar="N", help="How many coups.")
@click.option("--seed", type=Whole(0, 9999), default=1, show_default=True, metavar="N", help="The seed of the sheet.")
@click.option("--topic", type=Choice(TOPICS), help="Only coups about this.")
@money_options
@one_shoe_options
@rules_options
@click.option(
    "-f",
    "--format",
    "output_format",
    type=Choice(["markdown", "json"]),
    default="markdown",
    show_default=True,
    help="Output format.",
)
@click.option("-o", "--output", type=OUTPUT_FILE, metavar="FILE", help="Write to a file atomically.")
def drill(*, coups: int, seed: int, topic: str | None, **options: Any) -> None:
    """Run `baccarat-odds drill`."""
    from analyzer.analyses.drill import exercises
    from analyzer.bets.settlement import settle
    from analyzer.views.labels import context
    from analyzer.views.render import json_text
    from analyzer.views.settlement import Solved, drill_document, drill_sheet

    game = one_game(options)
    given = one_shoe(options, game.variant.decks)
    money = currency(options)
    solved = [
        Solved(exercise, *settle([(game.variant.bet(exercise.bet), exercise.stake)], exercise.coup, money))
        for exercise in exercises(given.shoe, game.variant, coups, seed, topic)
    ]
    if options["output_format"] == "json":
        document: Document = context(game, given) | {"seed": seed, "topic": topic, "coups": drill_document(solved)}
        write(options, json_text(document, game.rules_texts))
        return
    about = "" if topic is None else f", {topic}"
    write(options, drill_sheet(solved, f"{game.label}, {given.title}{about}, sheet {seed}", options["chips"]))
