"""The options that commands share, in bundles, and the parsers of their values."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeVar

import click

from analyzer.cli.console import print_note, usage_error
from analyzer.cli.names import expanded
from analyzer.cli.values import OUTPUT_FILE, Choice, Whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from analyzer.bets.odds import Rebates
    from analyzer.cards.card import Card
    from analyzer.cards.shoe import Shoe
    from analyzer.catalog.variant import Variant
    from analyzer.rules.tableau import Tableau
    from analyzer.views.labels import Decks

__all__ = [
    "complete_names",
    "crosscheck_option",
    "limit_work",
    "one_shoe_options",
    "output_options",
    "print_shoe_note",
    "read_edge_option",
    "read_rebates",
    "read_rules_option",
    "rebate_options",
    "rules_options",
    "shoe_options",
    "tableau_option",
    "text_options",
]

MAX_SHOES = 10_000
MOST_SECONDS = 12
"""How much a command that reads rules files may count, as estimated."""
_UNLIMITED = "analyzer.unlimited"
_SHOE_NOTE = "analyzer.shoe_note"
_MOST_MEANT = 200
"""The longest text, in characters, in which a composition is sought."""
Command = TypeVar("Command", bound="Callable[..., Any]")


def _decks(_ctx: click.Context, _param: click.Parameter, text: str | None) -> tuple[Decks, ...] | None:
    """Parse a number of decks, `inf`, or a list of numbers and ranges."""
    if text is None:
        return None
    from analyzer.cards.shoe import MAX_COUNT
    from analyzer.notation import shown

    decks: list[Decks] = []
    for part in text.split(","):
        word = part.strip()
        match = re.fullmatch(r"([0-9]{1,30})(?:-([0-9]{1,30}))?", word, re.ASCII)
        if word.lower() == "inf":
            decks.append("inf")
            continue
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last <= MAX_COUNT:
            raise usage_error(
                f"--decks: got {shown(word)}; decks are whole numbers from 1 to {MAX_COUNT:,}, inf, "
                "or lists and ranges of them (1-8, 6,8)"
            )
        if last - first + len(decks) >= MAX_SHOES:
            raise usage_error(f"--decks: got {shown(word)}; at most {MAX_SHOES:,} shoes in one run")
        decks += range(first, last + 1)
    return tuple(dict.fromkeys(decks))


def _cards(_ctx: click.Context, param: click.Parameter, text: str | None) -> list[Card]:
    if text is None:
        return []
    from analyzer.cards.card import read_card, read_cards
    from analyzer.errors import BaccaratError
    from analyzer.files import read_text
    from analyzer.notation import shown

    try:
        if param.name == "remove" and text.strip() == "-":
            text = read_text("-")
        if param.name == "burn":
            if len(text.replace(",", " ").split()) > 1:
                raise usage_error(f"--burn: got {shown(text)}; it is the one burn card shown (--remove takes several)")
            return [read_card(text)]
        return read_cards(text)
    except BaccaratError as error:
        end = "; if no card was shown, leave --burn out" if param.name == "burn" else ""
        raise usage_error(usage_error(error, f"--{param.name}").message + end) from None


def _shoe(_ctx: click.Context, _param: click.Parameter, text: str | None) -> Shoe | None:
    """Parse a composition: a spec if it holds `=`, standard input if it is `-`, else the name of a file."""
    if text is None:
        return None
    from analyzer.errors import BaccaratError, FileError, TooFewCardsError
    from analyzer.files import read_text
    from analyzer.notation import shown

    allowed = "it is a composition (A=32 K=31), a file, or - for standard input"
    if not text.strip():
        raise usage_error(f"--shoe: got {shown(text)}; {allowed}")
    if "=" not in text:
        try:
            content = read_text(text)
        except FileError as error:
            if isinstance(error.__cause__, OSError):
                raise FileError(f"--shoe: {error}; {_meant_shoe(text)}{allowed}") from None
            raise
        try:
            return _noted_shoe(content)
        except BaccaratError as error:
            where = "standard input" if text == "-" else text
            raise BaccaratError(f"{where}: {error}") from None
    try:
        return _noted_shoe(text)
    except TooFewCardsError:
        raise  # the composition is well formed: status 1, not a usage error
    except BaccaratError as error:
        raise usage_error(error, "--shoe") from None


def _noted_shoe(text: str) -> Shoe:
    """Return the composition, and keep a note on it for `print_shoe_note`."""
    from analyzer.cards.shoe import Shoe, lone_ten_note

    shoe = Shoe.from_spec(text)
    click.get_current_context().meta[_SHOE_NOTE] = lone_ten_note(text)
    return shoe


def print_shoe_note() -> None:
    """Print the note on the composition of --shoe, if there is one, once."""
    note = click.get_current_context().meta.pop(_SHOE_NOTE, "")
    if note:
        print_note(f"Note: {note}")


def _meant_shoe(text: str) -> str:
    """Return a question for the composition that a text probably means, A=6 for "A:6" or "A 6"; "" if there is none."""
    from contextlib import suppress

    from analyzer.cards.shoe import Shoe
    from analyzer.errors import BaccaratError, TooFewCardsError

    meant = re.sub(r"\b([0-9ATJQKatjqk]{1,2}[shdcSHDC]?)(?:\s*[:x*]\s*|\s+)([0-9]+)\b", r"\1=\2", text[:_MOST_MEANT])
    with suppress(BaccaratError):
        with suppress(TooFewCardsError):
            Shoe.from_spec(meant)
        return f"did you mean {' '.join(meant.split())}? "
    return ""


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


def complete_names(kind: str) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """Return a shell completer of built-in names."""

    def complete(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
        from analyzer.catalog.rules_file import catalog_names, tableau_names

        names = tableau_names() if kind == "tableaux" else catalog_names(kind)
        return [name for name in names if name.startswith(incomplete)]

    return complete


def _apply(options: Sequence[Callable[[Command], Command]]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def _shoe_options(decks: str) -> Callable[[Command], Command]:
    """Return the options of the shoe.

    Args:
        decks: the help of --decks.
    """
    return _apply(
        [
            click.option(
                "--decks",
                metavar="N",
                callback=_decks,
                help=f"{decks} [default: 8, or what the variant names]",
            ),
            click.option(
                "--shoe",
                metavar="SPEC|FILE|-",
                callback=_shoe,
                help='A composition instead of --decks: "A=32 2=30 K=31", by rank, value (0 for tens) or face (As=8).',
            ),
            click.option(
                "--remove",
                metavar="CARDS",
                callback=_cards,
                help='Cards removed from the shoe: "9 9 K", 99K, 9x2; - reads them from standard input.',
            ),
            click.option("--burn", metavar="CARD", callback=_cards, help="The burn card that was turned up."),
        ]
    )


shoe_options = _shoe_options(
    "Full decks in the shoe: a number, inf (with replacement), or a list (1-8 or 6,8), one row or table each."
)
one_shoe_options = _shoe_options("Full decks in the shoe: a number, or inf (with replacement).")

crosscheck_option = click.option(
    "--crosscheck", is_flag=True, help="Count by a second route too; an error if the two counts differ."
)

tableau_option = click.option(
    "--tableau",
    metavar="NAME|FILE",
    callback=_tableau,
    shell_complete=complete_names("tableaux"),
    help="Other drawing rules (baccarat-odds tableau --list lists them).",
)

rules_options = _apply(
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
    ]
)

rebate_options = _apply(
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
    ]
)

text_options = _apply(
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
    ]
)

output_options = _apply(
    [
        text_options,
        click.option("--places", metavar="N", type=Whole(0, 100), help="Decimal places, 0 to 100."),
        click.option("--exact", is_flag=True, help="Rationals as n/d instead of decimals."),
        click.option(
            "--all-figures", is_flag=True, help="Also the figures that follow from others: RTP, lose, loss per 100."
        ),
    ]
)
