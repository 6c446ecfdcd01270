"""The options that commands share, in bundles, and the parsers of their values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from analyzer.cli.completers import complete_file, complete_names
from analyzer.cli.console import usage_error
from analyzer.cli.help import put_under
from analyzer.cli.names import expanded
from analyzer.cli.shoe_values import read_decks, read_removed, read_shoe
from analyzer.cli.values import OUTPUT_FILE, Choice, Whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from analyzer.bets.odds import Rebates
    from analyzer.catalog.variant import Variant
    from analyzer.rules.tableau import Tableau

__all__ = [
    "crosscheck_option",
    "limit_work",
    "one_shoe_options",
    "output_options",
    "read_edge_option",
    "read_rebates",
    "read_rules_option",
    "rebate_options",
    "rules_options",
    "shoe_options",
    "tableau_option",
    "text_options",
]

MOST_SECONDS = 12
"""How much a command that reads rules files may count, as estimated."""
_UNLIMITED = "analyzer.unlimited"
Command = TypeVar("Command", bound="Callable[..., Any]")


def _allow_costly(ctx: click.Context, _param: click.Parameter, allowed: bool) -> None:  # noqa: FBT001 - Click's
    ctx.meta[_UNLIMITED] = allowed


def limit_work(name: str) -> None:
    """Limit the work of a command that reads rules from a file, unless --allow-costly is given."""
    from analyzer.catalog.rules_file import is_path
    from analyzer.enumeration.cost import limited

    context = click.get_current_context()
    if is_path(name) and not context.meta.get(_UNLIMITED):
        context.with_resource(limited(MOST_SECONDS, "--allow-costly lifts this limit"))
        context.meta[_UNLIMITED] = True


def read_rules_option(kind: str, name: str) -> Any:
    """Read a variant or tableau by name or from a file; only an unknown name is a usage error."""
    from analyzer.catalog.rules_file import is_path, read_tableau
    from analyzer.catalog.variant import read_variant
    from analyzer.errors import BaccaratError

    if kind == "variant":
        limit_work(name)
    try:
        return read_variant(name) if kind == "variant" else read_tableau(name)
    except BaccaratError as error:
        if is_path(name):
            raise
        raise usage_error(error) from None


def _variants(_ctx: click.Context, _param: click.Parameter, names: tuple[str, ...]) -> tuple[Variant, ...]:
    from analyzer.catalog.variant import variant_names

    return tuple(read_rules_option("variant", name) for name in expanded(names, variant_names(), "variant"))


def _tableau(_ctx: click.Context, _param: click.Parameter, name: str | None) -> Tableau | None:
    return None if name is None else read_rules_option("tableau", name)


def read_number_option(_ctx: click.Context, param: click.Parameter, text: str | None) -> Any:
    """Parse the commission or the odds on a tie."""
    if text is None:
        return None
    from analyzer.errors import BaccaratError
    from analyzer.notation import read_commission, read_pays

    try:
        return read_commission(text) if param.name == "commission" else read_pays(text)
    except BaccaratError as error:
        raise usage_error(error, param.opts[0]) from None


def read_edge_option(_ctx: click.Context, param: click.Parameter, text: str | None) -> Fraction | None:
    """Parse a house edge, a share of the stake."""
    if text is None:
        return None
    from analyzer.bets.pay_table import read_edge
    from analyzer.errors import BaccaratError

    try:
        return read_edge(text)
    except BaccaratError as error:
        raise usage_error(error, param.opts[0]) from None


def _read_rebate(_ctx: click.Context, param: click.Parameter, text: str | None) -> Fraction | None:
    if text is None:
        return None
    from analyzer.errors import BaccaratError
    from analyzer.notation import read_share

    try:
        return read_share(text, "rebate")
    except BaccaratError as error:
        raise usage_error(error, param.opts[0]) from None


def read_rebates(options: dict[str, Any]) -> Rebates | None:
    """Return the rebates that the options name, None if there are none."""
    from fractions import Fraction

    from analyzer.bets.odds import Rebates

    losses, turnover = options["rebate_on_losses"], options["rebate_on_turnover"]
    if losses is None and turnover is None:
        return None
    return Rebates(losses or Fraction(0), turnover or Fraction(0))


def _apply(heading: str, options: Sequence[Callable[[Command], Command]]) -> Callable[[Command], Command]:
    """Return several options as one, under a heading of the help."""

    def decorate(command: Command) -> Command:
        before = len(getattr(command, "__click_params__", ()))
        for option in reversed(options):
            command = option(command)
        put_under(heading, getattr(command, "__click_params__", [])[before:])
        return command

    return decorate


def _shoe_options(decks: str) -> Callable[[Command], Command]:
    """Return the options of the shoe.

    Args:
        decks: the help of --decks.
    """
    return _apply(
        "Shoe",
        [
            click.option(
                "--decks",
                metavar="N",
                callback=read_decks,
                help=f"{decks} [default: 8, or what the variant names]",
            ),
            click.option(
                "--shoe",
                metavar="SPEC|FILE|-",
                callback=read_shoe,
                shell_complete=complete_file,
                help='A composition instead of --decks: "A=32 2=30 K=31", by rank, value (0 for tens) or face (As=8).',
            ),
            click.option(
                "--remove",
                metavar="CARDS",
                callback=read_removed,
                help='Cards removed from the shoe: "9 9 K", 99K, 9x2; - reads them from standard input.',
            ),
            click.option("--burn", metavar="CARD", callback=read_removed, help="The burn card that was turned up."),
        ],
    )


shoe_options = _shoe_options(
    "Full decks in the shoe: a number, inf (with replacement), or a list (1-8 or 6,8), one row or table each."
)
one_shoe_options = _shoe_options("Full decks in the shoe: a number, or inf (with replacement).")

crosscheck_option = click.option(
    "--crosscheck", is_flag=True, help="Count by a second route too; an error if the two counts differ."
)

tableau_option = _apply(
    "Rules",
    [
        click.option(
            "--tableau",
            metavar="NAME|FILE",
            callback=_tableau,
            shell_complete=complete_names("tableaux"),
            help="Other drawing rules (baccarat-odds tableau --list lists them).",
        )
    ],
)

rules_options = _apply(
    "Rules",
    [
        click.option(
            "--variant",
            "chosen",
            metavar="NAME|FILE",
            multiple=True,
            callback=_variants,
            shell_complete=complete_names("variants"),
            help="A variant, a list (classic,ez), a pattern ('source-*') or all; may be given again.",
        ),
        tableau_option,
        click.option(
            "--commission", metavar="C", callback=read_number_option, help="Another commission: 4%, 0.04 or 1/25."
        ),
        click.option(
            "--tie-odds", metavar="ODDS", callback=read_number_option, help='Other odds on a tie: "9 to 1" or 9:1.'
        ),
        click.option(
            "--half-on",
            metavar="TOTAL",
            type=Whole(1, 9),
            help="A banco win with this total (1-9) pays half, instead of the commission.",
        ),
        click.option(
            "--allow-costly",
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_allow_costly,
            help=f"Count the bets of rules files however long it takes, not only some {MOST_SECONDS} seconds.",
        ),
        click.option(
            "--strict", is_flag=True, help="Refuse a rules file with a payout that no coup of the tableau matches."
        ),
    ],
)

rebate_options = _apply(
    "Rules",
    [
        click.option(
            "--rebate-on-losses",
            metavar="R",
            callback=_read_rebate,
            help="A share of every lost stake that the house gives back, 0.9%: the edge that is left is shown too.",
        ),
        click.option(
            "--rebate-on-turnover",
            metavar="R",
            callback=_read_rebate,
            help="A share of every stake that the house gives back, whether it wins, pushes or loses.",
        ),
    ],
)

text_options = _apply(
    "Output",
    [
        click.option(
            "-f",
            "--format",
            "output_format",
            type=Choice(["table", "markdown", "csv", "json", "latex"]),
            default="table",
            show_default=True,
            help="Output format; csv gives only the first table.",
        ),
        click.option(
            "-o",
            "--output",
            type=OUTPUT_FILE,
            metavar="FILE",
            help="Write to a file atomically; - is standard output.",
        ),
    ],
)

output_options = _apply(
    "Output",
    [
        text_options,
        click.option("--places", metavar="N", type=Whole(0, 100), help="Decimal places, 0 to 100."),
        click.option("--exact", is_flag=True, help="Rationals as n/d instead of decimals."),
        click.option(
            "--all-figures", is_flag=True, help="Also the figures that follow from others: RTP, lose, loss per 100."
        ),
    ],
)
