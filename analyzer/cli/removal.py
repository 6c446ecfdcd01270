"""`baccarat-odds removal`: the effect on each bet of removing a card from the shoe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.completers import complete_bets
from analyzer.cli.console import count_progress, emit, usage_error
from analyzer.cli.help import Documented
from analyzer.cli.inputs import asked_bets, games, shoes
from analyzer.cli.options import output_options, rules_options, shoe_options
from analyzer.cli.values import Whole

if TYPE_CHECKING:
    from analyzer.layout import Table
    from analyzer.views.render import Document, Style

__all__ = ["removal"]


@click.command(
    cls=Documented,
    short_help="Effect of removal: what each card removed changes.",
    epilog="""\b
Examples:
  baccarat-odds removal
  baccarat-odds removal punto banco tie --level 2
  baccarat-odds removal dragon-7 --decks 6 --pairs
  baccarat-odds removal punto-pair --shoe "A=4 5=4 9=4 K=4" --exact""",
    help="""Give the effect of removal: the change of each bet's expectation when one card is removed from the shoe.

    The changes, each times the number of such cards, add up to exactly zero; the best linear count takes its weights
    from them. Cards are values, ranks or faces, by what the bet looks at. Without BET: every bet of the variant and the
    catalog.
    """,
)
@click.argument("names", metavar="[BET|FILE]...", nargs=-1, shell_complete=complete_bets)
@click.option(
    "--pairs",
    is_flag=True,
    help="Second order too: the change beyond additivity for each pair of cards (in CSV only these).",
)
@click.option(
    "--level",
    type=Whole(1, 4),
    default=1,
    show_default=True,
    metavar="1-4",
    help="The largest tag, plus or minus, of the best linear count.",
)
@shoe_options
@rules_options
@output_options
def removal(names: tuple[str, ...], *, pairs: bool, level: int, **options: Any) -> None:
    """Run `baccarat-odds removal`."""
    from analyzer.analyses.linear_count import best_count
    from analyzer.analyses.removal import effects
    from analyzer.views import removal as views
    from analyzer.views.labels import context

    answers = []
    for game in games(options):
        for given in shoes(options, game.variant.decks[-1:]):
            listed, left_out = asked_bets(names, game, given.shoe)
            with count_progress("removals") as progress:
                changed = effects(listed, given.shoe, game.variant.tableau, pairs=pairs, progress=progress)
            answers.append((game, given, [(effect, best_count(effect, level)) for effect in changed], left_out))

    def document(places: int) -> Document:
        answered = [
            context(game)
            | {
                "shoe": given.document(),
                "bets": [views.effect_document(effect, count, places, pairs=pairs) for effect, count in counted],
                "left_out": left_out,
            }
            for game, given, counted, left_out in answers
        ]
        return answered[0] if len(answered) == 1 else {"answers": answered}

    def tables(style: Style) -> list[Table]:
        if style.plain and len(answers) > 1:
            raise usage_error(f"-f csv: got {len(answers)} shoes or variants; a table in CSV holds one at a time")
        made = []
        for game, given, counted, _left_out in answers:
            changed = [effect for effect, _count in counted]
            second = views.pairs_tables(changed, style) if pairs else []
            changes = views.changes_tables(changed, style, f"{game.label}, {given.title}")
            made += second if second and style.plain else [*changes, views.counts_table(counted, style), *second]
        return made

    emit(
        options,
        document,
        tables,
        [
            text
            for game, _given, counted, _left_out in answers
            for text in (*game.rules_texts, *(effect.bet.rules_text for effect, _count in counted))
        ],
    )
