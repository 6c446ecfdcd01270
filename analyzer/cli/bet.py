"""`baccarat-odds bet` and `bets`: the table that proves one bet's edge, and all bets with theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.options import (
    counting,
    crosscheck,
    crosscheck_option,
    emit,
    games,
    one_shoe,
    output_options,
    rules_options,
    say,
    shoe_options,
    usage_error,
)

if TYPE_CHECKING:
    from fractions import Fraction

    from analyzer.bets.bet import Bet
    from analyzer.bets.odds import Odds
    from analyzer.bets.pay_table import Overlap
    from analyzer.cards.shoe import Shoe
    from analyzer.cli.options import Game
    from analyzer.views.bets import Document
    from analyzer.views.render import Style, Table

__all__ = ["bet", "bets", "complete_bets", "every_bet", "find_bet", "one_game", "price_bet", "refuse_idle"]


def complete_bets(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of bets that begin so, for the shell."""
    from analyzer.catalog.rules_file import catalog_names

    return [name for name in ["punto", "banco", "tie", *catalog_names("bets")] if name.startswith(incomplete)]


def _edge(_ctx: click.Context, _param: click.Parameter, text: str | None) -> Fraction | None:
    if text is None:
        return None
    from analyzer.bets.pay_table import read_edge
    from analyzer.errors import BaccaratError

    try:
        return read_edge(text)
    except BaccaratError as error:
        raise usage_error(error, "--edge") from None


def _row(_ctx: click.Context, _param: click.Parameter, text: str | None) -> int | None:
    """Read "row 2" or "2"; the place of the row from 0."""
    if text is None:
        return None
    from analyzer.notation import shown

    number = text.lower().replace("row", "", 1).strip()
    if not (number.isascii() and number.isdigit() and len(number) <= 3 and int(number)):  # noqa: PLR2004 - no bet is longer
        raise usage_error(f'--solve: got {shown(text)}; it names a row of the pay table, from 1: "row 2"')
    return int(number) - 1


def _with(_ctx: click.Context, _param: click.Parameter, texts: tuple[str, ...]) -> list[tuple[str, Fraction]]:
    """Read NAME=STAKE, the stake in units of the first bet's."""
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


def find_bet(name: str, game: Game) -> Bet:
    """Return a bet of the variant, or one from a file or the catalog, by any of the names people give it."""
    from analyzer.catalog.bet_file import read_bet
    from analyzer.catalog.bet_names import BetNames
    from analyzer.catalog.rules_file import catalog_names, is_path
    from analyzer.errors import nearest
    from analyzer.notation import shown

    if is_path(name):
        return read_bet(name)
    own = [each.name for each in game.variant.bets]
    known = [*own, *catalog_names("bets")]
    names = BetNames(known)
    found = name if name in known else names.find(name)
    if found is None:
        near = names.nearest(name)
        hint = f"; did you mean {near}?" if near else nearest(name, known)
        raise usage_error(f"bet: got {shown(name)}{hint} (a file's name has a / or ends in .toml)")
    return game.variant.bet(found) if found in own else read_bet(found)


def price_bet(name: str, found: Bet, game: Game, shoe: Shoe) -> Odds:
    """Price a bet; in a user's file every row must be one that some shoe can reach."""
    from analyzer.bets.layout import price_bets
    from analyzer.catalog.rules_file import is_path

    with counting("sets of cards") as told:
        [odds] = price_bets([found], shoe, game.variant.tableau, told)
    if is_path(name):
        _refuse_unreachable(name, found, odds, game)
    return odds


def _refuse_unreachable(name: str, priced: Bet, odds: Odds, game: Game) -> None:
    """Refuse a priced bet, the one so named or one it is made of, with a row that no shoe can reach."""
    from analyzer.bets.pay_table import unreachable
    from analyzer.catalog.rules_file import is_path
    from analyzer.errors import RulesError

    # A row that no shoe reaches is not reached here either.
    if all(outcome.count for outcome in odds.outcomes[:-1]):
        return
    with counting("sets of cards") as told:
        faults = "; ".join(map(str, unreachable(priced, game.variant.tableau, told)))
    if faults:
        raise RulesError(f"{name}: bet {priced.name}: {faults}" if is_path(name) else f"bet {priced.name}: {faults}")


def _refuse_unreachable_members(name: str, found: Bet, game: Game, shoe: Shoe, *, catalog_too: bool) -> None:
    """Refuse a bet made of others, one of which has a row that no shoe can reach."""
    from analyzer.bets.layout import price_bets
    from analyzer.catalog.bet_file import members_from_files

    members = members_from_files(found)
    if catalog_too:
        members = [member for payout in found.payouts for member in payout.members]
    with counting("sets of cards") as told:
        priced = price_bets(members, shoe, game.variant.tableau, told)
    for member, odds in zip(members, priced, strict=True):
        _refuse_unreachable(name, member, odds, game)


def refuse_idle(asked: list[Bet], game: Game) -> None:
    """Refuse an option that changes none of the bets asked about."""
    from analyzer.catalog.variant import CHANGES

    own = [each for each in asked if any(each is bet for bet in game.variant.bets)]
    for option in game.options:
        if option != "tableau" and not any(CHANGES[option](each) for each in own):
            names = ", ".join(each.name for each in asked)
            raise usage_error(f"--{option.replace('_', '-')} does not apply to {names}: it changes nothing there")


def every_bet(game: Game, shoe: Shoe, looks_at: str | None = None) -> tuple[list[Bet], list[str]]:
    """Return the bets of the variant and the catalog that the shoe is known finely enough for; say which are not.

    Args:
        game: the variant played.
        shoe: the shoe.
        looks_at: how much the bets are to look at, None for any.
    """
    from analyzer.catalog.bet_file import read_bet
    from analyzer.catalog.rules_file import catalog_names
    from analyzer.errors import ShoeError

    every = [*game.variant.bets, *(read_bet(name) for name in catalog_names("bets"))]
    every = [each for each in every if looks_at in {None, each.looks_at}]
    left_out = [each.name for each in every if each.fineness > shoe.fineness]
    if left_out and len(left_out) == len(every):
        raise ShoeError(f"shoe: it is known by {shoe.known_by} only; no bet that looks at {looks_at} can be priced")
    if left_out:
        say(f"left out, as the shoe is known by {shoe.known_by} only: {', '.join(left_out)}")
    return [each for each in every if each.fineness <= shoe.fineness], left_out


def one_game(options: dict[str, Any]) -> Game:
    """Return the one variant the options name, with what they set on it."""
    played = games(options)
    if len(played) > 1:
        raise usage_error(f"--variant: got {len(played)} variants; this command answers for one at a time")
    return played[0]


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
)
@click.argument("name", metavar="NAME|FILE", shell_complete=complete_bets)
@click.option("--check", is_flag=True, help="Examine the pay table: overlaps, odds to and for, break-even odds.")
@click.option("--solve", "solved", metavar="ROW", callback=_row, help='Solve the odds of one row, "row 2", for --edge.')
@click.option("--edge", metavar="EDGE", callback=_edge, help="The house edge --solve is to reach: 5%.")
@click.option(
    "--with",
    "others",
    metavar="BET=STAKE",
    multiple=True,
    callback=_with,
    help="Another bet made on the same coup, with its stake per unit on the first; may be given again.",
)
@shoe_options
@crosscheck_option
@rules_options
@output_options
def bet(name: str, **options: Any) -> None:
    """Prove one bet's house edge: every event, its combinations, what it pays and returns.

    NAME is a bet of the variant (punto, banco, tie) or of the catalog (baccarat-odds bets lists them); FILE is a pay
    table in TOML. The last line of the table equals minus the house edge.
    """
    from analyzer.bets.pay_table import examine
    from analyzer.catalog.rules_file import is_path
    from analyzer.views.bets import figures_table, odds_document, payouts_document, proving_table

    if (options["solved"] is None) != (options["edge"] is None):
        raise usage_error('--solve and --edge go together: --solve "row 2" --edge 5%')
    game = one_game(options)
    given = one_shoe(options, game.variant.decks)
    crosscheck(options, given.shoe, game.variant.tableau)
    found = find_bet(name, game)
    others = [find_bet(other, game) for other, _stake in options["others"]]
    refuse_idle([found, *others], game)
    with counting("sets of cards") as told:
        odds, common = examine(found, given.shoe, game.variant.tableau, told)
    if options["check"] or is_path(name):
        _refuse_unreachable(name, found, odds, game)
        _refuse_unreachable_members(name, found, game, given.shoe, catalog_too=options["check"])
    for (other, _stake), another in zip(options["others"], others, strict=True):
        if is_path(other):
            price_bet(other, another, game, given.shoe)
            _refuse_unreachable_members(other, another, game, given.shoe, catalog_too=False)
    answers = _more([found, *others], (odds, common), game, given.shoe, options)
    title = f"{found.name}, {game.label}, {given.title}"

    def document(places: int) -> Document:
        context = {
            "variant": game.variant.name,
            "options": game.options,
            "tableau": game.variant.tableau.name,
            "decks": given.decks,
        }
        more = {"shoe": given.document(), "total": str(odds.total), "title": found.title, "source": found.source}
        proved = odds_document(found.name, odds, places) | context | more | payouts_document(found, odds)
        return {"bet": proved} | {key: made(places) for key, made, _tables in answers}

    def tables(style: Style) -> list[Table]:
        asked = [table for _key, _document, made in answers for table in made(style)]
        # What was asked for comes first: CSV gives the first table alone.
        return [*asked, proving_table(odds, style, title), figures_table(odds, style)]

    used = [each.rules_text for each in (found, *others)]
    emit(options, document, tables, [*game.rules_texts, *used])


def _more(
    asked: list[Bet], examined: tuple[Odds, list[Overlap]], game: Game, shoe: Shoe, options: dict[str, Any]
) -> list[tuple[str, Any, Any]]:
    """Return what else was asked for: the JSON key, and what makes its document and its tables."""
    from fractions import Fraction

    from analyzer.bets.joint import joint
    from analyzer.bets.pay_table import solve
    from analyzer.views import pay_table as answers

    odds, common = examined
    more: list[tuple[str, Any, Any]] = []
    if options["check"]:
        more.append(
            (
                "check",
                lambda _places: answers.check_document(odds, common),
                lambda style: answers.check_tables(odds, common, style),
            )
        )
    if options["solved"] is not None:
        row, edge = options["solved"], options["edge"]
        solution = solve(odds, row, edge)
        more.append(
            (
                "solve",
                lambda places: answers.solution_document(odds, row, edge, solution, places),
                lambda style: [answers.solution_table(odds, row, edge, solution, style)],
            )
        )
    if len(asked) > 1:
        stakes = [Fraction(1), *(stake for _name, stake in options["others"])]
        with counting("sets of cards") as told:
            together = joint(asked, shoe, game.variant.tableau, told)
        more.append(
            (
                "together",
                lambda places: answers.together_document(together, stakes, places),
                lambda style: answers.together_tables(together, stakes, style),
            )
        )
    return more


@click.command(
    short_help="All bets with their house edges.",
    epilog="""\b
Examples:
  baccarat-odds bets
  baccarat-odds bets --looks-at suits
  baccarat-odds bets --decks 6 --variant ez -f markdown""",
)
@click.option(
    "--looks-at",
    type=click.Choice(["totals", "ranks", "suits"]),
    help="Only bets that look at totals (and numbers of cards), at ranks, or at suits.",
)
@shoe_options
@crosscheck_option
@rules_options
@output_options
def bets(looks_at: str | None, **options: Any) -> None:
    """List the bets with their house edges on a shoe, the lowest edge first.

    A bet that looks at more than the shoe is known by is left out, and a note says so.
    """
    from analyzer.bets.layout import price_bets
    from analyzer.views.bets import bets_table, odds_document

    game = one_game(options)
    given = one_shoe(options, game.variant.decks)
    crosscheck(options, given.shoe, game.variant.tableau)
    listed, left_out = every_bet(game, given.shoe, looks_at)
    with counting("sets of cards") as told:
        odds = price_bets(listed, given.shoe, game.variant.tableau, told)
    priced = sorted(zip(listed, odds, strict=True), key=lambda pair: pair[1].house_edge)

    def document(places: int) -> Document:
        rows = [
            odds_document(each.name, odds, places)
            | {"looks_at": each.looks_at, "family": each.family, "title": each.title, "source": each.source}
            for each, odds in priced
        ]
        context = {
            "variant": game.variant.name,
            "options": game.options,
            "tableau": game.variant.tableau.name,
            "decks": given.decks,
            "shoe": given.document(),
        }
        return context | {"bets": rows, "left_out": left_out}

    emit(
        options,
        document,
        lambda style: [bets_table(priced, style, f"{game.label}, {given.title}")],
        [*game.rules_texts, *(each.rules_text for each in listed)],
    )
