"""`baccarat-odds chemin-de-fer`: the game in which both hands choose, solved exactly."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from analyzer.cli.completers import complete_names
from analyzer.cli.console import emit, usage_error, with_progress
from analyzer.cli.help import Documented
from analyzer.cli.inputs import shoes
from analyzer.cli.options import output_options, read_number_option, read_rules_option, shoe_options
from analyzer.cli.values import Choice

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from analyzer.analyses.chemin_de_fer.game import Game, Play
    from analyzer.analyses.chemin_de_fer.solution import Solution
    from analyzer.layout import Table
    from analyzer.rules.coup import Hand
    from analyzer.views.labels import NamedShoe
    from analyzer.views.render import Document, Style

__all__ = ["chemin_de_fer"]

Command = TypeVar("Command", bound="Callable[..., Any]")
_ALSO = {"punto": "player", "banco": "banker"}
"""The other name of each hand in options."""


class Stated(NamedTuple):
    """A hand's stated play: in words, as `Game.strategy_of` takes it, and the text of its file, b"" for none."""

    words: str
    play: Play | Fraction
    text: bytes


def _one_view(_ctx: click.Context, param: click.Parameter, views: tuple[str, ...]) -> str:
    if len(set(views)) > 1:
        raise usage_error(f"{param.opts[0]}: got {' and '.join(views)}; a hand sees one or the other")
    return views[0] if views else "total"


def _commission(ctx: click.Context, param: click.Parameter, text: str) -> Fraction:
    from analyzer.analyses.chemin_de_fer.game import MAX_COMMISSION
    from analyzer.notation import percent, shown

    commission: Fraction = read_number_option(ctx, param, text)
    if commission > MAX_COMMISSION:
        raise usage_error(
            f"--commission: got {shown(text)}; in chemin de fer it is from 0% to {percent(MAX_COMMISSION, 0)}"
        )
    return commission


def _play(allowed: str, _ctx: click.Context, param: click.Parameter, text: str | None) -> Stated | None:
    """Read a stated play: a tableau, a file of cells, or for punto the probability of drawing on five."""
    if text is None:
        return None
    from analyzer.analyses.chemin_de_fer.stated_play import read_play
    from analyzer.catalog.rules_file import is_path, tableau_names
    from analyzer.errors import BaccaratError, NotationError, nearest
    from analyzer.files import decode, read_bytes
    from analyzer.notation import read_number, shown

    if text.lower().endswith(".json"):
        data = read_bytes(text)
        written = decode(data, text)
        try:
            return Stated(f"plays by {text}", read_play(written), data)
        except BaccaratError as error:
            raise type(error)(f"{text}: {error}") from None
    got = f"{param.opts[0]}: got {shown(text)}"
    if set(text) <= set("0123456789./%+-"):
        with suppress(NotationError):
            probability = read_number(text)
            if param.name == "punto_plays" and probability <= 1:
                return Stated(f"draws on five with {probability}", probability, b"")
        raise usage_error(f"{got}; it is {allowed}")
    if not is_path(text) and text not in (known := tableau_names()):
        raise usage_error(f"{got}; it is {allowed}{nearest(text, known)}")
    tableau = read_rules_option("tableau", text)
    return Stated(f"follows {tableau.name}", tableau, tableau.rules_text)


def _view_option(hand: str) -> Callable[[Command], Command]:
    return click.option(
        f"--{hand}-sees",
        f"--{_ALSO[hand]}-sees",
        type=Choice(["total", "composition"]),
        multiple=True,
        callback=_one_view,
        help=f"What {hand} knows of its two cards: their total or both point values.  [default: total]",
    )


def _play_option(hand: str, metavar: str, meaning: str) -> Callable[[Command], Command]:
    return click.option(
        f"--{hand}-plays",
        f"--{_ALSO[hand]}-plays",
        metavar=metavar,
        callback=partial(_play, meaning),
        shell_complete=complete_names("tableaux"),
        help=f"State {hand}'s play, {meaning}, and get the other hand's best reply.",
    )


@click.command(
    "chemin-de-fer",
    cls=Documented,
    short_help="Both hands choose: optimal play, exactly.",
    epilog="""\b
Examples:
  baccarat-odds chemin-de-fer --decks inf
  baccarat-odds chemin-de-fer --decks 6 --banco-sees composition
  baccarat-odds chemin-de-fer --decks 1-8 --commission 5% -f csv
  baccarat-odds chemin-de-fer --punto-plays 1/2
  baccarat-odds chemin-de-fer --banco-plays play.json

The last two answer a punto who draws on five half the time, and a play that was
printed with -f json.""",
    help="""Solve chemin de fer, where punto may choose on five and banco always, and compare with the tableau.

    Prints both hands' optimal play with its probabilities, the value, and a certificate, checked exactly, that neither
    hand gains by any other play. With a commission the game is not zero-sum: it prints an equilibrium, or every
    equilibrium if punto sees totals and chooses on five alone.

    --punto-plays and --banco-plays take a tableau, or a .json file with the probability of drawing in every cell, as
    -f json prints it.
    """,
)
@shoe_options
@_view_option("punto")
@_view_option("banco")
@click.option(
    "--commission",
    metavar="C",
    default="0",
    callback=_commission,
    help="The share of its win that banco pays, 0% to 10%: 5%, 0.05 or 1/20.  [default: none]",
)
@click.option("--free-punto", "--free-player", is_flag=True, help="Let punto choose on every total, not only on five.")
@_play_option(
    "punto", "NAME|FILE|P", "a tableau, a .json file of cells, or the probability P, 0 to 1, of drawing on five"
)
@_play_option("banco", "NAME|FILE", "a tableau or a .json file of cells")
@output_options
def chemin_de_fer(**options: Any) -> None:
    """Run `baccarat-odds chemin-de-fer`."""
    from analyzer.analyses.chemin_de_fer.game import chemin_de_fer_game
    from analyzer.analyses.chemin_de_fer.solution import solve_game
    from analyzer.notation import exact
    from analyzer.rules.coup import Hand

    stated = [(hand, play) for hand in Hand if (play := options[f"{hand}_plays"]) is not None]
    if len(stated) > 1:
        raise usage_error("--punto-plays and --banco-plays: state one hand's play; the other hand replies")
    rules = {name: options[name] for name in ("punto_sees", "banco_sees", "free_punto", "commission")}
    games = [(given, chemin_de_fer_game(given.shoe, **rules)) for given in shoes(options)]
    shown = rules | {"commission": exact(rules["commission"])}
    if stated:
        _stated(games, *stated[0], shown, options)
    else:
        _solved([(given, solve_game(game)) for given, game in with_progress(games, "shoe")], shown, options)


def _listed(documents: list[Document]) -> Document:
    return documents[0] if len(documents) == 1 else {"shoes": documents}


def _solved(solved: list[tuple[NamedShoe, Solution]], rules: Document, options: dict[str, Any]) -> None:
    from analyzer.analyses.chemin_de_fer.solution import replies
    from analyzer.views.chemin_de_fer import (
        certificate_table,
        deviations_table,
        equilibria_table,
        replies_table,
        solution_document,
        strategy_tables,
        values_table,
    )

    def document(places: int) -> Document:
        return _listed(
            [{"shoe": given.document()} | rules | solution_document(solution, places) for given, solution in solved]
        )

    def tables(style: Style) -> list[Table]:
        values = values_table([(given.label, solution) for given, solution in solved], style)
        if len(solved) > 1 or style.plain:
            return [values]
        [(_given, solution)] = solved
        return [
            values,
            *([equilibria_table(solution, style)] if solution.equilibrium_sets and not solution.unique else []),
            deviations_table(solution, style),
            *strategy_tables(solution.game, solution.strategy, style),
            replies_table(solution, replies(solution.game), style),
            certificate_table(solution, style),
        ]

    emit(options, document, tables)


def _stated(
    games: list[tuple[NamedShoe, Game]],
    hand: Hand,
    stated: Stated,
    rules: Document,
    options: dict[str, Any],
) -> None:
    from analyzer.analyses.chemin_de_fer.solution import reply_to, solve_game
    from analyzer.errors import BaccaratError
    from analyzer.views.chemin_de_fer import (
        replies_by_shoe_table,
        reply_certificate_table,
        reply_document,
        reply_table,
        strategy_tables,
    )

    plays: dict[str, Any] = {hand: stated.play}
    try:
        replies = [reply_to(game, hand, stated.words, game.strategy_of(**plays)) for _given, game in games]
    except BaccaratError as error:
        raise usage_error(f"--{hand}-plays: {error}") from None
    answered = [(given, game, reply) for (given, game), reply in zip(games, replies, strict=True)]

    def document(places: int) -> Document:
        return _listed(
            [{"shoe": given.document()} | rules | reply_document(reply, places) for given, _game, reply in answered]
        )

    def tables(style: Style) -> list[Table]:
        solved = [(given.label, solve_game(game), reply) for given, game, reply in with_progress(answered, "shoe")]
        values = replies_by_shoe_table(solved, style)
        if len(answered) > 1 or style.plain:
            return [values]
        [(_given, game, reply)] = answered
        return [
            values,
            *([reply_table(reply, style)] if any(compared.differs for compared in reply.cells) else []),
            *strategy_tables(game, reply.strategy, style, [hand.other]),
            reply_certificate_table(game, reply, style),
        ]

    emit(options, document, tables, [stated.text])
