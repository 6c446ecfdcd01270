"""`baccarat-odds bet` and `bets`: the proving table of one bet, and the edges of all bets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.bet_values import COMMISSION, read_edge, read_rows, read_rtp, read_with
from analyzer.cli.completers import complete_bets, complete_stakes
from analyzer.cli.console import count_progress, emit, print_note, usage_error
from analyzer.cli.help import Documented
from analyzer.cli.inputs import (
    Crosscheck,
    every_bet,
    find_bet,
    games,
    named_bets,
    price_bet,
    refuse_idle,
    shoes,
)
from analyzer.cli.options import (
    crosscheck_option,
    output_options,
    read_rebates,
    read_rules_option,
    rebate_options,
    rules_options,
    shoe_options,
)
from analyzer.cli.values import Choice

if TYPE_CHECKING:
    from fractions import Fraction

    from analyzer.analyses.explanation import Step
    from analyzer.bets.bet import Bet
    from analyzer.bets.odds import Odds, Rebates
    from analyzer.bets.pay_table import Overlap, SolvedOdds
    from analyzer.cards.shoe import Shoe
    from analyzer.layout import Table
    from analyzer.views.labels import NamedShoe, PlayedVariant
    from analyzer.views.render import Document, Style

__all__ = ["bet", "bets"]


@click.command(
    cls=Documented,
    short_help="Prove one bet's house edge, or examine its pay table.",
    epilog="""\b
Examples:
  baccarat-odds bet banco
  baccarat-odds bet banco --explain
  baccarat-odds bet banco --variant straight --decks 6 --exact
  baccarat-odds bet ./my-side-bet.toml -f markdown
  baccarat-odds bet ./my-side-bet.toml --check
  baccarat-odds bet a.toml b.toml c.toml --decks 6,8
  baccarat-odds bet dragon-7 --solve "row 1" --edge 5%
  baccarat-odds bet lucky-6-12-20 --solve all --rtp 95%
  baccarat-odds bet banco --solve commission --edge "banco of ez"
  baccarat-odds bet banco --with dragon-7=0.2""",
    help="""Prove one bet's house edge: every event, its combinations, what it pays and returns.

    NAME is a bet of the variant (punto, banco, tie) or of the catalog (baccarat-odds bets lists them); FILE is a pay
    table in TOML. The last line of the table equals minus the house edge. Several bets, and one on several shoes or in
    several variants, are compared side by side; --all-figures adds the table of each.
    """,
)
@click.argument("names", metavar="NAME|FILE...", nargs=-1, required=True, shell_complete=complete_bets)
@click.option("--check", is_flag=True, help='Examine the pay table: overlaps, odds "to" and "for", break-even odds.')
@click.option("--explain", is_flag=True, help="Say in steps why punto, banco or the tie costs what it costs.")
@click.option(
    "--solve",
    "solved",
    metavar="ROWS",
    callback=read_rows,
    help='Find the odds of a row, "row 2", that give --edge; of several rows, 1,3 or all, each with the others as they '
    "are; or the commission.",
)
@click.option(
    "--edge",
    metavar="EDGE",
    callback=read_edge,
    help='The house edge for --solve: 5%, or that of another bet, "banco of ez".',
)
@click.option(
    "--rtp", metavar="RTP", callback=read_rtp, help="The return to player for --solve, instead of --edge: 95%."
)
@click.option(
    "--with",
    "others",
    metavar="BET=STAKE",
    multiple=True,
    callback=read_with,
    shell_complete=complete_stakes,
    help="Another bet on the same coup, with its stake per unit on the first bet; may be given again.",
)
@shoe_options
@crosscheck_option
@rules_options
@rebate_options
@output_options
def bet(names: tuple[str, ...], **options: Any) -> None:
    """Run `baccarat-odds bet`."""
    from analyzer.bets.pay_table import examine
    from analyzer.views.bets import PricedBet, bet_document, figures_table, proving_table

    _aim(options)
    rebates = read_rebates(options)
    asked = [
        (game, given, named_bets(names, game, every_row=options["check"]))
        for game in games(options)
        for given in shoes(options, game.variant.decks[-1:])
    ]
    game, given, bets = asked[0]
    if len(asked) > 1 or len(bets) > 1:
        _compare(asked, options, rebates)
        return
    [main] = bets
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
    if options["explain"]:
        crosscheck.leave_out("the steps of --explain")
    extras = _extras([main, *others], (odds, overlaps), game, given.shoe, options)
    title = f"{main.name}, {game.label}, {given.title}"

    def document(places: int) -> Document:
        proved = bet_document(PricedBet(game, given, main, odds), places, rebates)
        return {"bet": proved} | {key: make(places) for key, make, _tables in extras}

    def tables(style: Style) -> list[Table]:
        extra = [table for _key, _document, make in extras for table in make(style)]
        # Tables asked for by an option come first, as CSV gives only the first table.
        return [*extra, proving_table(odds, style, title), figures_table(odds, style, rebates)]

    crosscheck.print_note()
    emit(options, document, tables, [*game.rules_texts, *(bet.rules_text for bet in (main, *others))])


def _aim(options: dict[str, Any]) -> None:
    """Refuse --solve without what it aims at, or with both."""
    if options["rtp"] is not None and options["edge"] is not None:
        raise usage_error("--rtp and --edge both say what --solve aims at; give one of them")
    if (options["solved"] is None) != (options["edge"] is None and options["rtp"] is None):
        raise usage_error('--solve and --edge go together: --solve "row 2" --edge 5%')


def _compare(
    asked: list[tuple[PlayedVariant, NamedShoe, list[Bet]]], options: dict[str, Any], rebates: Rebates | None
) -> None:
    """Print bets side by side: several bets, or one on several shoes or in several variants."""
    from analyzer.bets.pricing import price_bets
    from analyzer.views.bets import PricedBet, bet_document, comparison_table, proving_table

    for name, option in (("check", "--check"), ("explain", "--explain"), ("solved", "--solve"), ("others", "--with")):
        if options[name]:
            number = sum(len(bets) for *_, bets in asked)
            raise usage_error(f"{option}: got {number} bets; it takes one bet, of one variant, on one shoe")
    crosscheck = Crosscheck(options)
    priced = []
    for game, given, bets in asked:
        with count_progress("sets of cards") as progress:
            odds = price_bets(bets, given.shoe, game.variant.tableau, progress)
        pairs = list(zip(bets, odds, strict=True))
        crosscheck.figures(pairs, given.shoe, game.variant.tableau)
        priced += [PricedBet(game, given, bet, figures) for bet, figures in pairs]

    def tables(style: Style) -> list[Table]:
        proofs = [
            proving_table(odds, style, f"{bet.name}, {game.label}, {given.title}")
            for game, given, bet, odds in (priced if style.all_figures else ())
        ]
        return [comparison_table(priced, style, rebates), *proofs]

    crosscheck.print_note()
    emit(
        options,
        lambda places: {"bets": [bet_document(each, places, rebates) for each in priced]},
        tables,
        [text for each in priced for text in (*each.game.rules_texts, each.bet.rules_text)],
    )


def _extras(
    layout: list[Bet], examined: tuple[Odds, list[Overlap]], game: PlayedVariant, shoe: Shoe, options: dict[str, Any]
) -> list[tuple[str, Any, Any]]:
    """Return what --check, --solve and --with add: the JSON key, and the makers of the document and of the tables."""
    from fractions import Fraction

    from analyzer.bets.layout import joint
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
    if options["explain"]:
        steps = _explained(layout[0], game, shoe)
        extras.append(
            (
                "explain",
                lambda places: views.explanation_document(steps, places),
                lambda style: [views.explanation_table(layout[0].name, steps, style, game.label)],
            )
        )
    if options["solved"] is not None:
        extras.append(("solve", *_solutions(odds, options["solved"], _aimed_at(layout[0], shoe, options))))
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


def _explained(main: Bet, game: PlayedVariant, shoe: Shoe) -> list[Step]:
    """Return the steps that lead to the house edge of a main bet; any other bet is a usage error."""
    from analyzer.analyses.explanation import explain
    from analyzer.notation import shown

    if not any(main is bet for bet in game.variant.bets):
        raise usage_error(f"--explain: got {shown(main.name)}; it explains the variant's punto, banco and tie")
    return explain(main, shoe, game.variant.tableau)


def _aimed_at(main: Bet, shoe: Shoe, options: dict[str, Any]) -> Fraction:
    """Return the house edge that --solve aims at: a share of the stake, or the edge of another bet on the same shoe."""
    from fractions import Fraction

    from analyzer.views.labels import PlayedVariant

    edge: Fraction | str = options["rtp"] if options["edge"] is None else options["edge"]
    if isinstance(edge, Fraction):
        return edge
    name, _, variant = edge.rpartition(" of ")
    game = PlayedVariant(read_rules_option("variant", variant.strip()), {})
    return price_bet(find_bet(name.strip() or main.name, game), game, shoe).house_edge


def _solutions(odds: Odds, solved: tuple[int, ...] | str, edge: Fraction) -> tuple[Any, Any]:
    """Return the makers of the document and of the tables of what is solved for."""
    from analyzer.views import pay_table as views

    if solved == COMMISSION:
        commission = odds.commission_for(edge)
        if commission is None:
            raise usage_error("--solve commission: this bet takes no commission; solve a row of its pay table")
        return (
            lambda places: views.commission_document(commission, edge, places),
            lambda style: [views.commission_table(commission, edge, style)],
        )
    found = _solved(odds, solved, edge)

    def document(places: int) -> Any:
        documents = [views.solution_document(odds, row, edge, solution, places) for row, solution in found]
        return documents if len(documents) > 1 else documents[0]

    return document, lambda style: [views.solution_table(odds, row, edge, solution, style) for row, solution in found]


def _solved(odds: Odds, rows: tuple[int, ...] | str, edge: Fraction) -> list[tuple[int, SolvedOdds]]:
    """Return the rows with the odds that give the edge; of all rows, those for which there are such odds."""
    from analyzer.bets.pay_table import solve
    from analyzer.errors import BaccaratError

    if not isinstance(rows, str):
        return [(row, solve(odds, row, edge)) for row in rows]
    found, problem = [], None
    for row in range(len(odds.rows) - 1):
        try:
            found.append((row, solve(odds, row, edge)))
        except BaccaratError as error:
            print_note(f"Note: {error}")
            problem = error
    if problem is not None and not found:
        raise problem
    return found


@click.command(
    cls=Documented,
    short_help="All bets with their house edges.",
    epilog="""\b
Examples:
  baccarat-odds bets
  baccarat-odds bets --looks-at suits
  baccarat-odds bets 'dragon-*' ./my-side-bet.toml --decks 1-8
  baccarat-odds bets --decks 6 --variant ez -f markdown""",
    help="""List all bets, or those named, with their house edges, the lowest edge first; on several shoes or in several
    variants the edges stand side by side.

    A bet that looks at ranks or suits is left out, with a note, if the shoe is not known by them.
    """,
)
@click.argument("names", metavar="[NAME|FILE]...", nargs=-1, shell_complete=complete_bets)
@click.option(
    "--looks-at",
    type=Choice(["totals", "ranks", "suits"]),
    help="Only bets that look at totals (and numbers of cards), at ranks, or at suits.",
)
@shoe_options
@crosscheck_option
@rules_options
@rebate_options
@output_options
def bets(names: tuple[str, ...], looks_at: str | None, **options: Any) -> None:
    """Run `baccarat-odds bets`."""
    from analyzer.bets.pricing import price_bets
    from analyzer.views.bets import PricedBets, bets_document, bets_tables
    from analyzer.views.labels import context

    if names and looks_at:
        raise usage_error("--looks-at chooses among all bets; leave it or the names out")
    crosscheck, rebates = Crosscheck(options), read_rebates(options)
    answers = []
    for game in games(options):
        for given in shoes(options, game.variant.decks[-1:]):
            listed, left_out = (
                (named_bets(names, game), list[str]()) if names else every_bet(game, given.shoe, looks_at)
            )
            with count_progress("sets of cards") as progress:
                odds = price_bets(listed, given.shoe, game.variant.tableau, progress)
            pairs = list(zip(listed, odds, strict=True))
            crosscheck.figures(pairs, given.shoe, game.variant.tableau)
            answers.append(PricedBets(game, given, sorted(pairs, key=lambda pair: pair[1].house_edge), left_out))

    def document(places: int) -> Document:
        answered = [
            context(game, given) | {"bets": bets_document(pairs, places, rebates), "left_out": left_out}
            for game, given, pairs, left_out in answers
        ]
        return answered[0] if len(answered) == 1 else {"answers": answered}

    crosscheck.print_note()
    emit(
        options,
        document,
        lambda style: bets_tables(answers, style, rebates),
        [
            text
            for game, _given, pairs, _left_out in answers
            for text in (*game.rules_texts, *(bet.rules_text for bet, _odds in pairs))
        ],
    )
