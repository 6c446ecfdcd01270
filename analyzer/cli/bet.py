"""`baccarat-odds bet` and `bets`: the proving table of one bet, and the edges of all bets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.console import count_progress, emit, usage_error
from analyzer.cli.inputs import (
    Crosscheck,
    complete_bets,
    every_bet,
    find_bet,
    one_game,
    one_shoe,
    price_bet,
    refuse_idle,
)
from analyzer.cli.options import (
    Choice,
    crosscheck_option,
    output_options,
    read_edge_option,
    rules_options,
    shoe_options,
)

if TYPE_CHECKING:
    from fractions import Fraction

    from analyzer.bets.bet import Bet
    from analyzer.bets.odds import Odds
    from analyzer.bets.pay_table import Overlap
    from analyzer.cards.shoe import Shoe
    from analyzer.layout import Table
    from analyzer.views.labels import PlayedVariant
    from analyzer.views.render import Document, Style

__all__ = ["bet", "bets"]


def _row(_ctx: click.Context, _param: click.Parameter, text: str | None) -> int | None:
    """Read "row 2" or "2" and return the index of the row, from 0."""
    if text is None:
        return None
    from analyzer.notation import shown

    number = text.lower().replace("row", "", 1).strip()
    if not (number.isascii() and number.isdigit() and len(number) <= 3 and int(number)):  # noqa: PLR2004 - no bet is longer
        raise usage_error(f'--solve: got {shown(text)}; it names a row of the pay table, from 1: "row 2"')
    return int(number) - 1


def _with(_ctx: click.Context, _param: click.Parameter, texts: tuple[str, ...]) -> list[tuple[str, Fraction]]:
    """Read BET=STAKE, where the stake of the first bet is 1."""
    from analyzer.errors import BaccaratError
    from analyzer.notation import read_number, shown

    stakes = []
    for text in texts:
        name, equals, stake = text.rpartition("=")
        if not equals or not name:
            raise usage_error(f"--with: got {shown(text)}; it is a bet and its stake, dragon-7=0.2")
        try:
            stakes.append((name, read_number(stake, "stake")))
        except BaccaratError as error:
            raise usage_error(error, "--with") from None
    return stakes


@click.command(
    short_help="Prove one bet's house edge, or examine its pay table.",
    epilog="""\b
Examples:
  baccarat-odds bet banco
  baccarat-odds bet banco --variant straight --decks 6 --exact
  baccarat-odds bet ./my-side-bet.toml -f markdown
  baccarat-odds bet ./my-side-bet.toml --check
  baccarat-odds bet dragon-7 --solve "row 1" --edge 5%
  baccarat-odds bet banco --with dragon-7=0.2""",
    help="""Prove one bet's house edge: every event, its combinations, what it pays and returns.

    NAME is a bet of the variant (punto, banco, tie) or of the catalog (baccarat-odds bets lists them); FILE is a pay
    table in TOML. The last line of the table equals minus the house edge.
    """,
)
@click.argument("name", metavar="NAME|FILE", shell_complete=complete_bets)
@click.option("--check", is_flag=True, help='Examine the pay table: overlaps, odds "to" and "for", break-even odds.')
@click.option(
    "--solve", "solved", metavar="ROW", callback=_row, help='Find the odds of a row, "row 2", that give --edge.'
)
@click.option("--edge", metavar="EDGE", callback=read_edge_option, help="The house edge for --solve: 5%.")
@click.option(
    "--with",
    "others",
    metavar="BET=STAKE",
    multiple=True,
    callback=_with,
    help="Another bet on the same coup, with its stake per unit on the first bet; may be given again.",
)
@shoe_options
@crosscheck_option
@rules_options
@output_options
def bet(name: str, **options: Any) -> None:
    """Run `baccarat-odds bet`."""
    from analyzer.bets.pay_table import examine
    from analyzer.views.bets import bet_document, figures_table, proving_table

    if (options["solved"] is None) != (options["edge"] is None):
        raise usage_error('--solve and --edge go together: --solve "row 2" --edge 5%')
    game = one_game(options)
    given = one_shoe(options, game.variant.decks)
    main = find_bet(name, game, every_row=options["check"])
    others = [find_bet(other, game) for other, _stake in options["others"]]
    refuse_idle([main, *others], game)
    overlaps: list[Overlap] = []
    if options["check"]:
        with count_progress("sets of cards") as progress:
            odds, overlaps = examine(main, given.shoe, game.variant.tableau, progress)
    else:
        odds = price_bet(main, game, given.shoe)
    crosscheck = Crosscheck(options)
    crosscheck.figures([(main, odds)], given.shoe, game.variant.tableau)
    if any(listed.features for listed in [main, *others]):
        if options["check"]:
            crosscheck.leave_out("which rows overlap")
        if others:
            crosscheck.leave_out("the bets made together")
    extras = _extras([main, *others], (odds, overlaps), game, given.shoe, options)
    title = f"{main.name}, {game.label}, {given.title}"

    def document(places: int) -> Document:
        proved = bet_document(game, given, main, odds, places)
        return {"bet": proved} | {key: make(places) for key, make, _tables in extras}

    def tables(style: Style) -> list[Table]:
        extra = [table for _key, _document, make in extras for table in make(style)]
        # Tables asked for by an option come first, as CSV gives only the first table.
        return [*extra, proving_table(odds, style, title), figures_table(odds, style)]

    crosscheck.print_note()
    emit(options, document, tables, [*game.rules_texts, *(bet.rules_text for bet in (main, *others))])


def _extras(
    layout: list[Bet], examined: tuple[Odds, list[Overlap]], game: PlayedVariant, shoe: Shoe, options: dict[str, Any]
) -> list[tuple[str, Any, Any]]:
    """Return what --check, --solve and --with add: the JSON key, and the makers of the document and of the tables."""
    from fractions import Fraction

    from analyzer.bets.layout import joint
    from analyzer.bets.pay_table import solve
    from analyzer.views import pay_table as views

    odds, overlaps = examined
    extras: list[tuple[str, Any, Any]] = []
    if options["check"]:
        extras.append(
            (
                "check",
                lambda _places: views.check_document(odds, overlaps),
                lambda style: views.check_tables(odds, overlaps, style),
            )
        )
    if options["solved"] is not None:
        row, edge = options["solved"], options["edge"]
        solution = solve(odds, row, edge)
        extras.append(
            (
                "solve",
                lambda places: views.solution_document(odds, row, edge, solution, places),
                lambda style: [views.solution_table(odds, row, edge, solution, style)],
            )
        )
    if len(layout) > 1:
        stakes = [Fraction(1), *(stake for _name, stake in options["others"])]
        with count_progress("sets of cards") as progress:
            together = joint(layout, shoe, game.variant.tableau, progress)
        extras.append(
            (
                "together",
                lambda places: views.together_document(together, stakes, places),
                lambda style: views.together_tables(together, stakes, style),
            )
        )
    return extras


@click.command(
    short_help="All bets with their house edges.",
    epilog="""\b
Examples:
  baccarat-odds bets
  baccarat-odds bets --looks-at suits
  baccarat-odds bets --decks 6 --variant ez -f markdown""",
    help="""List all bets with their house edges on a shoe, the lowest edge first.

    A bet that looks at ranks or suits is left out, with a note, if the shoe is not known by them.
    """,
)
@click.option(
    "--looks-at",
    type=Choice(["totals", "ranks", "suits"]),
    help="Only bets that look at totals (and numbers of cards), at ranks, or at suits.",
)
@shoe_options
@crosscheck_option
@rules_options
@output_options
def bets(looks_at: str | None, **options: Any) -> None:
    """Run `baccarat-odds bets`."""
    from analyzer.bets.pricing import price_bets
    from analyzer.views.bets import bets_document, bets_table
    from analyzer.views.labels import context

    game = one_game(options)
    given = one_shoe(options, game.variant.decks)
    listed, left_out = every_bet(game, given.shoe, looks_at)
    with count_progress("sets of cards") as progress:
        odds = price_bets(listed, given.shoe, game.variant.tableau, progress)
    crosscheck = Crosscheck(options)
    crosscheck.figures(list(zip(listed, odds, strict=True)), given.shoe, game.variant.tableau)
    priced = sorted(zip(listed, odds, strict=True), key=lambda pair: pair[1].house_edge)

    def document(places: int) -> Document:
        return context(game, given) | {"bets": bets_document(priced, places), "left_out": left_out}

    crosscheck.print_note()
    emit(
        options,
        document,
        lambda style: [bets_table(priced, style, f"{game.label}, {given.title}")],
        [*game.rules_texts, *(bet.rules_text for bet in listed)],
    )
