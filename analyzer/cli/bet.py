"""`baccarat-odds bet` and `bets`: the table that proves one bet's edge, and all bets with theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.options import emit, games, one_shoe, output_options, rules_options, shoe_options, usage_error

if TYPE_CHECKING:
    from analyzer.answers import Document
    from analyzer.bets import Bet
    from analyzer.cli.options import Game
    from analyzer.tables import Style, Table

__all__ = ["bet", "bets"]


def _complete(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    from analyzer.rules_files import catalog_names

    return [name for name in ["punto", "banco", "tie", *catalog_names("bets")] if name.startswith(incomplete)]


def _find(name: str, game: Game) -> Bet:
    """Return a bet of the variant, or one from a file or the catalog, checked against the variant's tableau."""
    from analyzer.errors import BaccaratError, RulesError, nearest
    from analyzer.notation import shown
    from analyzer.rules_files import catalog_names, is_path, read_bet
    from analyzer.tableau import possible_endings

    if is_path(name):
        found = read_bet(name)
        try:
            found.check_reachable(possible_endings(game.variant.tableau))
        except BaccaratError as error:
            raise RulesError(f"{name}: {error}") from None
        return found
    own = [each.name for each in game.variant.bets]
    if name in own:
        return game.variant.bet(name)
    known = [*own, *catalog_names("bets")]
    if name not in known:
        raise usage_error(f"bet: got {shown(name)}{nearest(name, known)} (a file's name has a / or ends in .toml)")
    return read_bet(name)


def _one_game(options: dict[str, Any]) -> Game:
    played = games(options)
    if len(played) > 1:
        raise usage_error(f"--variant: got {len(played)} variants; this command answers for one at a time")
    return played[0]


@click.command(
    short_help="Prove one bet's house edge.",
    epilog="""\b
Examples:
  baccarat-odds bet banco
  baccarat-odds bet banco --variant straight --decks 6 --exact
  baccarat-odds bet ./my-side-bet.toml -f markdown""",
)
@click.argument("name", metavar="NAME|FILE", shell_complete=_complete)
@shoe_options
@rules_options
@output_options
def bet(name: str, **options: Any) -> None:
    """Prove one bet's house edge: every event, its combinations, what it pays and returns.

    NAME is a bet of the variant (punto, banco, tie) or of the catalog; FILE is a pay table in TOML. The last line of
    the table equals minus the house edge.
    """
    from analyzer.answers import figures_table, odds_document, payouts_document, proving_table
    from analyzer.pricing import price
    from analyzer.tableau import endings

    game = _one_game(options)
    given = one_shoe(options, game.variant.decks)
    found = _find(name, game)
    odds = price(found, endings(given.shoe, game.variant.tableau))

    def document(places: int) -> Document:
        context = {"variant": game.variant.name, "tableau": game.variant.tableau.name, "decks": given.decks}
        more = {"shoe": given.document(), "total": str(odds.total), "title": found.title, "source": found.source}
        return {"bet": odds_document(found.name, odds, places) | context | more | payouts_document(found, odds)}

    def tables(style: Style) -> list[Table]:
        title = f"{found.name}, {game.label}, decks: {given.label}"
        return [proving_table(odds, style, title), figures_table(odds, style)]

    emit(options, document, tables, [game.variant.rules_text, found.rules_text])


@click.command(
    short_help="All bets with their house edges.",
    epilog="""\b
Examples:
  baccarat-odds bets
  baccarat-odds bets --decks 6 --variant ez -f markdown""",
)
@shoe_options
@rules_options
@output_options
def bets(**options: Any) -> None:
    """List the bets with their house edges on a shoe, the lowest edge first."""
    from analyzer.answers import bets_table, odds_document
    from analyzer.pricing import price
    from analyzer.rules_files import catalog_names, read_bet
    from analyzer.tableau import endings

    game = _one_game(options)
    given = one_shoe(options, game.variant.decks)
    ended = endings(given.shoe, game.variant.tableau)
    listed = [*game.variant.bets, *(read_bet(name) for name in catalog_names("bets"))]
    priced = sorted(((each, price(each, ended)) for each in listed), key=lambda pair: pair[1].house_edge)

    def document(places: int) -> Document:
        rows = [
            odds_document(each.name, odds, places)
            | {"looks_at": each.looks_at, "title": each.title, "source": each.source}
            for each, odds in priced
        ]
        return {"variant": game.variant.name, "decks": given.decks, "shoe": given.document(), "bets": rows}

    emit(
        options,
        document,
        lambda style: [bets_table(priced, style, f"{game.label}, decks: {given.label}")],
        [game.variant.rules_text, *(each.rules_text for each in listed)],
    )
