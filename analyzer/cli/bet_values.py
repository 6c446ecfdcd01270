"""The values of the options of `baccarat-odds bet`: rows to solve, what they aim at, and bets made together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.cli.console import usage_error
from analyzer.cli.names import EVERY
from analyzer.cli.options import read_edge_option

if TYPE_CHECKING:
    from fractions import Fraction

    import click

__all__ = ["COMMISSION", "read_edge", "read_rows", "read_rtp", "read_with"]

COMMISSION = "commission"
"""What --solve takes besides rows."""


def read_rows(_ctx: click.Context, _param: click.Parameter, text: str | None) -> tuple[int, ...] | str | None:
    """Read "row 2", "2" or a list, "1,3", and return the indices of the rows, from 0; two words are kept."""
    if text is None or text.strip().casefold() in {EVERY, COMMISSION}:
        return text and text.strip().casefold()
    from analyzer.notation import shown

    rows = []
    for part in text.split(","):
        number = part.lower().replace("rows", "", 1).replace("row", "", 1).strip()
        if not (number.isascii() and number.isdigit() and len(number) <= 3 and int(number)):  # noqa: PLR2004 - no bet is longer
            raise usage_error(
                f'--solve: got {shown(text)}; it names a row of the pay table, from 1: "row 2", a list, 1,3, all, or '
                "commission"
            )
        rows.append(int(number) - 1)
    return tuple(dict.fromkeys(rows))


def read_edge(_ctx: click.Context, param: click.Parameter, text: str | None) -> Fraction | str | None:
    """Read a house edge; the name of a bet of a variant, or of a variant, is kept."""
    from analyzer.catalog.variant import variant_names

    if text is not None and (" of " in text or text.endswith(".toml") or text.strip() in variant_names()):
        return text
    return read_edge_option(_ctx, param, text)


def read_rtp(_ctx: click.Context, param: click.Parameter, text: str | None) -> Fraction | None:
    """Read a return to player, and return the house edge that goes with it."""
    if text is None:
        return None
    from analyzer.errors import BaccaratError
    from analyzer.notation import read_share

    try:
        return 1 - read_share(text, "return to player")
    except BaccaratError as error:
        raise usage_error(error, param.opts[0]) from None


def read_with(_ctx: click.Context, _param: click.Parameter, texts: tuple[str, ...]) -> list[tuple[str, Fraction]]:
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
