"""`baccarat-odds settle` and `commission-card`: payouts of stakes, on one coup and as a croupier's card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from analyzer.cli.completers import complete_stakes
from analyzer.cli.console import emit, print_note, usage_error
from analyzer.cli.help import Documented
from analyzer.cli.inputs import find_bet, one_game, refuse_idle
from analyzer.cli.options import output_options, rules_options
from analyzer.cli.values import Choice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
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
    from analyzer.notation import read_money, shown

    stakes = []
    for text in texts:
        name, equals, stake = text.rpartition("=")
        if not equals or not name:
            raise usage_error(f"--stake: got {shown(text)}; it is a bet and an amount, banco=20")
        try:
            stakes.append((name, read_money(stake)))
        except BaccaratError as error:
            raise usage_error(error, "--stake") from None
    return stakes


def _unit(_ctx: click.Context, _param: click.Parameter, text: str | None) -> Fraction | None:
    if text is None:
        return None
    return _money(text, "unit", "--currency-unit")


def _money(text: str, what: str, option: str) -> Fraction:
    from analyzer.errors import BaccaratError
    from analyzer.notation import read_money

    try:
        return read_money(text, what)
    except BaccaratError as error:
        raise usage_error(error, option) from None


def _amount(_ctx: click.Context, param: click.Parameter, text: str | None) -> Fraction | None:
    return None if text is None else _money(text, "stake", param.opts[0])


def _chips(_ctx: click.Context, _param: click.Parameter, text: str | None) -> list[Fraction]:
    """Read the values of chips: 100,25,5,1."""
    return [] if text is None else [_money(value, "chip", "--chips") for value in text.split(",")]


def money_options(command: Command) -> Command:
    """Add the options of the currency unit, the rounding and the chips to a command."""
    for option in (
        click.option(
            "--chips", metavar="VALUES", callback=_chips, help="The chips that pay, largest first: 100,25,5,1."
        ),
        click.option(
            "--round",
            "rounds",
            type=Choice(["payout", "commission"]),
            help="What is rounded: the payout, or the commission before it is taken from the win.  [default: payout]",
        ),
        click.option(
            "--rounding",
            type=Choice(["house", "player", "half-up"]),
            help="Round between two units: down (house), up (player), or to the nearer one, a half up (half-up).  "
            "[default: half-up]",
        ),
        click.option(
            "--currency-unit",
            metavar="AMOUNT",
            callback=_unit,
            help="The smallest unit the house pays: 0.05.  [default: payouts are exact]",
        ),
    ):
        command = option(command)
    return command


def currency(options: dict[str, Any]) -> Currency | None:
    """Return the currency unit and the rounding, None for exact payouts."""
    from analyzer.bets.settlement import Currency

    unit = options["currency_unit"]
    for option in ("rounding", "rounds"):
        if unit is None and options[option] is not None:
            name = option.removesuffix("s")
            raise usage_error(f"--{name} needs --currency-unit, the unit to round to: --currency-unit 0.05")
    return None if unit is None else Currency(unit, options["rounding"] or "half-up", options["rounds"] or "payout")


def _note_misfits(stakes: Iterable[tuple[str, Fraction]], money: Currency | None) -> None:
    """Say which stakes are not whole numbers of the currency unit."""
    from analyzer.notation import amount

    for name, stake in stakes:
        if money is not None and not money.has(stake):
            print_note(
                f"Note: {name}: a stake of {amount(stake)} is not a whole number of units of {amount(money.unit)}"
            )


def _money_document(money: Currency | None, chips: list[Fraction]) -> Document:
    from analyzer.notation import exact

    return {
        "currency_unit": money and exact(money.unit),
        "rounding": money and money.rounding,
        "rounds": money and money.rounds,
        "chips": list(map(exact, chips)),
    }


@click.command(
    cls=Documented,
    short_help="What stakes win, push or lose on one coup.",
    epilog="""\b
Examples:
  baccarat-odds settle --punto 9K --banco 38 --stake punto=20 --stake tie=5
  baccarat-odds settle --punto 23K --banco 34 --stake banco=5 --chips 5,1
  baccarat-odds settle --punto "4s 4h" --banco "9 2" --stake punto-pair=10""",
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
    shell_complete=complete_stakes,
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
    money, chips = currency(options), options["chips"]
    _note_misfits(stakes, money)
    coup = Coup(punto, banco)
    check_dealt(coup, game.variant.tableau)
    placed = [(find_bet(name, game), stake) for name, stake in stakes]
    refuse_idle([bet for bet, _ in placed], game)
    settled = settle_stakes(placed, coup, money)

    def document(_places: int) -> Document:
        context = {"variant": game.variant.name, "tableau": game.variant.tableau.name}
        return {"settle": context | coup_document(coup) | _money_document(money, chips) | settled_document(settled)}

    def tables(style: Style) -> list[Table]:
        return settled_tables(settled, coup, style, chips)

    emit(options, document, tables, [*game.rules_texts, *(bet.rules_text for bet, _ in placed)])


@click.command(
    "commission-card",
    cls=Documented,
    short_help="What stakes from 5 to 1,000 pay, as a croupier's card.",
    epilog="""\b
Examples:
  baccarat-odds commission-card
  baccarat-odds commission-card --variant straight -f markdown
  baccarat-odds commission-card --currency-unit 0.50 --rounding house --step 5
  baccarat-odds commission-card --from 25 --to 500 --chips 100,25,5,1
  baccarat-odds commission-card --currency-unit 1 --round commission""",
    help="Print what stakes, by default from 5 to 1,000, pay on every main bet of a variant, with the commission if it "
    "takes one.",
)
@click.option("--from", "first", metavar="AMOUNT", callback=_amount, help="The first stake.  [default: 5, or the step]")
@click.option("--to", "last", metavar="AMOUNT", callback=_amount, help="The last stake.  [default: 1,000]")
@click.option(
    "--step",
    metavar="AMOUNT",
    callback=_amount,
    help="The step between the stakes.  [default: 5 up to 100, 25 up to 500, then 50]",
)
@money_options
@rules_options
@output_options
def commission_card(first: Fraction | None, last: Fraction | None, step: Fraction | None, **options: Any) -> None:
    """Run `baccarat-odds commission-card`."""
    from analyzer.errors import NotationError
    from analyzer.notation import amount
    from analyzer.views.settlement import card_document, card_stakes, card_table

    game = one_game(options)
    money, chips = currency(options), options["chips"]
    try:
        stakes = card_stakes(first, last, step)
    except NotationError as error:
        raise usage_error(error, "--step") from None
    _note_misfits([("card", stakes[0])], money)
    rounded = "" if money is None else f", {money.rounds} in units of {amount(money.unit)}, rounding: {money.rounding}"
    title = f"What a winning stake is paid: {game.label}{rounded}"

    def document(_places: int) -> Document:
        rows = card_document(game.variant, stakes, money)
        return {"card": {"variant": game.variant.name} | _money_document(money, chips) | {"stakes": rows}}

    def tables(style: Style) -> list[Table]:
        return [card_table(game.variant, stakes, money, style, title, chips)]

    emit(options, document, tables, game.rules_texts)
