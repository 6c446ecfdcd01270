"""`baccarat-odds certify` and `verify`: write a certificate of counts and edges, and check one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.console import emit, write
from analyzer.cli.inputs import complete_bets, find_bet, one_game, one_shoe, refuse_idle
from analyzer.cli.options import rules_options, shoe_options, text_options

if TYPE_CHECKING:
    from analyzer.views.render import Document, Style, Table

__all__ = ["certify", "verify"]


@click.command(
    short_help="Write a certificate of bets' edges that anyone can check.",
    epilog="""\b
Examples:
  baccarat-odds certify -o classic.json
  baccarat-odds certify banco tie --decks 6 --commission 4% -o banco.json
  baccarat-odds certify dragon-7 --variant ez --remove "7 7 K" """,
)
@click.argument("names", metavar="[BET]...", nargs=-1, shell_complete=complete_bets)
@shoe_options
@rules_options
@click.option("-o", "--output", metavar="FILE", help="Write to a file atomically.")
def certify(names: tuple[str, ...], **options: Any) -> None:
    """Write a certificate: the shoe, the drawing rules cell by cell, every count, and the edges that follow.

    Without BET: all bets of the variant. The file is canonical JSON, specified in docs/certificate.md;
    baccarat-odds verify checks one.
    """
    from analyzer.proof import certificate as certificates

    game = one_game(options)
    given = one_shoe(options, game.variant.decks)
    bets = [find_bet(name, game) for name in dict.fromkeys(names)] or list(game.variant.bets)
    refuse_idle(bets, game)
    write(options, certificates.certify(game.variant.name, bets, given.shoe, game.variant.tableau))


@click.command(
    short_help="Check a certificate line by line.",
    epilog="""\b
Examples:
  baccarat-odds verify classic.json
  baccarat-odds certify banco | baccarat-odds verify -""",
)
@click.argument("file", metavar="FILE|-")
@text_options
def verify(file: str, **options: Any) -> None:
    """Check a certificate line by line; every count is repeated by code that certify does not use.

    The check stops at the first line that does not hold, names it, and exits with 1.
    """
    from analyzer.files import read_bytes
    from analyzer.proof import verify as verification

    lines = verification.verify(read_bytes(file))

    def document(_places: int) -> Document:
        return {
            "verified": lines[-1].holds,
            "lines": [{"line": line.name, "holds": line.holds, "says": line.says} for line in lines],
        }

    def tables(_style: Style) -> list[Table]:
        from analyzer.views.render import Table

        rows = [[line.name, "holds" if line.holds else "FAILS", line.says] for line in lines]
        return [Table(["Line", "Verdict", "Found"], rows, "lll")]

    emit(options, document, tables)
    last = lines[-1]
    if not last.holds:
        raise click.ClickException(f"{file}: {last.name} does not hold: {last.says}")
