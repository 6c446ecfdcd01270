"""`baccarat-odds settle` and `commission-card`: payouts of stakes, on one coup and as a croupier's card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from analyzer.cli.console import emit, usage_error
from analyzer.cli.inputs import find_bet, one_game, refuse_idle
from analyzer.cli.options import output_options, rules_options
from analyzer.cli.values import Choice, Whole

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from analyzer.bets.settlement import Currency
    from analyzer.cards.card import Card
    from analyzer.layout import Table
    from analyzer.views.render import Document, Style

Command = TypeVar("Command", bound="Callable[..., Any]")

__all__ = ["commission_card", "currency", "money_options", "settle"]


def _hand(_ctx: click.Context, param: click.Parameter, text: str) -> tuple[Card, ...]:
    from analyzer.cards.card import read_cards
    from analyzer.errors import BaccaratError

    try:
        return tuple(read_cards(text))
    except BaccaratError as error:
        raise usage_error(error, f"--{param.name}") from None


def _stakes(_ctx: click.Context, _param: click.Parameter, texts: tuple[str, ...]) -> list[tuple[str, Fraction]]:
    """Parse BET=AMOUNT."""
    from analyzer.errors import BaccaratError
    from analyzer.notation import read_amount, shown

    stakes = []
    for text in texts:
        name, equals, stake = text.rpartition("=")
        if not equals or not name:
            raise usage_error(f"--stake: got {shown(text)}; it is a bet and an amount, banco=20")
        try:
            stakes.append((name, read_amount(stake)))
        except BaccaratError as error:
            raise usage_error(error, "--stake") from None
    return stakes


def _unit(_ctx: click.Context, _param: click.Parameter, text: str | None) -> Fraction | None:
    if text is None:
        return None
    from analyzer.errors import BaccaratError
    from analyzer.notation import read_amount

    try:
        return read_amount(text, "unit")
    except BaccaratError as error:
        raise usage_error(error, "--currency-unit") from None


def money_options(command: Command) -> Command:
    """Add the options of the currency unit and the rounding to a command."""
    rounding = click.option(
        "--rounding",
        type=Choice(["house", "player", "half-up"]),
        help="Round a payout between two units: down (house), up (player), or to the nearer one, a half up (half-up).  "
        "[default: half-up]",
    )
    unit = click.option(
        "--currency-unit",
        metavar="AMOUNT",
        callback=_unit,
        help="The smallest unit the house pays: 0.05.  [default: payouts are exact]",
    )
    return unit(rounding(command))


def currency(options: dict[str, Any]) -> Currency | None:
    """Return the currency unit and the rounding, None for exact payouts."""
    from analyzer.bets.settlement import Currency

    unit, rounding = options["currency_unit"], options["rounding"]
    if unit is None and rounding is not None:
        raise usage_error("--rounding needs --currency-unit, the unit to round to: --currency-unit 0.05")
    return None if unit is None else Currency(unit, rounding or "half-up")


def _money_document(money: Currency | None) -> Document:
    from analyzer.notation import exact

    return {"currency_unit": money and exact(money.unit), "rounding": money and money.rounding}


@click.command(
    short_help="What stakes win, push or lose on one coup.",
    epilog="""\b
Examples:
  baccarat-odds settle --punto "9 K" --banco "3 8" --stake punto=20 --stake tie=5
  baccarat-odds settle --punto "2 3 K" --banco "3 4" --stake banco=2.50 --currency-unit 0.05 --rounding half-up
  baccarat-odds settle --punto "4s 4h" --banco "9 2" --stake punto-pair=10 --variant straight""",
    help="""Settle stakes on a coup: whether each wins, pushes or loses, its payout, commission and what is returned.

    The payout of each stake is rounded to the currency unit separately; the commission is the win less the payout. A
    coup that breaks the drawing rules is an error that names the rule.
    """,
)
@click.option(
    "--punto", "--player", metavar="CARDS", required=True, callback=_hand, help='Punto\'s cards, in order: "2 3 K".'
)
@click.option("--banco", "--banker", metavar="CARDS", required=True, callback=_hand, help="Banco's cards, in order.")
@click.option(
    "--stake",
    "stakes",
    metavar="BET=AMOUNT",
    multiple=True,
    required=True,
    callback=_stakes,
    help="A bet of the variant or the catalog, or a pay table's file, and its stake; may be given again.",
)
@money_options
@rules_options
@output_options
def settle(
    punto: tuple[Card, ...], banco: tuple[Card, ...], stakes: list[tuple[str, Fraction]], **options: Any
) -> None:
    """Run `baccarat-odds settle`."""
    from analyzer.bets.settlement import settle as settle_stakes
    from analyzer.rules.coup import Coup, check_dealt
    from analyzer.views.settlement import coup_document, settled_document, settled_tables

    game = one_game(options)
    money = currency(options)
    coup = Coup(punto, banco)
    check_dealt(coup, game.variant.tableau)
    placed = [(find_bet(name, game), stake) for name, stake in stakes]
    refuse_idle([bet for bet, _ in placed], game)
    settled = settle_stakes(placed, coup, money)

    def document(_places: int) -> Document:
        context = {"variant": game.variant.name, "tableau": game.variant.tableau.name}
        return {"settle": context | coup_document(coup) | _money_document(money) | settled_document(settled)}

    def tables(style: Style) -> list[Table]:
        return settled_tables(settled, coup, style)

    emit(options, document, tables, [*game.rules_texts, *(bet.rules_text for bet, _ in placed)])


@click.command(
    "commission-card",
    short_help="What stakes from 5 to 1,000 pay, as a croupier's card.",
    epilog="""\b
Examples:
  baccarat-odds commission-card
  baccarat-odds commission-card --variant straight -f markdown
  baccarat-odds commission-card --currency-unit 0.50 --rounding house --step 5""",
    help="Print what stakes from 5 to 1,000 pay on every main bet of a variant, with the commission if it takes one.",
)
@click.option(
    "--step",
    type=Whole(1, 1000),
    metavar="N",
    help="The step of the stakes, from 5 to 1,000.  [default: 5 up to 100, 25 up to 500, then 50]",
)
@money_options
@rules_options
@output_options
def commission_card(step: int | None, **options: Any) -> None:
    """Run `baccarat-odds commission-card`."""
    from analyzer.notation import amount
    from analyzer.views.settlement import card_document, card_stakes, card_table

    game = one_game(options)
    money = currency(options)
    stakes = card_stakes(step)
    rounded = "" if money is None else f", in units of {amount(money.unit)}, rounding: {money.rounding}"
    title = f"What a winning stake is paid: {game.label}{rounded}"

    def document(_places: int) -> Document:
        rows = card_document(game.variant, stakes, money)
        return {"card": {"variant": game.variant.name} | _money_document(money) | {"stakes": rows}}

    def tables(style: Style) -> list[Table]:
        return [card_table(game.variant, stakes, money, style, title)]

    emit(options, document, tables, game.rules_texts)
