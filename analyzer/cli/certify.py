"""`baccarat-odds certify` and `verify`: write a certificate of counts and edges, and check one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.completers import complete_bets
from analyzer.cli.console import count_progress, emit, write
from analyzer.cli.help import Documented
from analyzer.cli.inputs import named_bets, one_game, one_shoe
from analyzer.cli.options import one_shoe_options, rules_options, text_options
from analyzer.cli.values import INPUT_FILE, OUTPUT_FILE

if TYPE_CHECKING:
    from analyzer.views.render import Document, Style

__all__ = ["certify", "verify"]


@click.command(
    cls=Documented,
    short_help="Write a certificate of bets' edges that anyone can check.",
    epilog="""\b
Examples:
  baccarat-odds certify -o classic.json
  baccarat-odds certify banco tie --decks 6 --commission 4% -o banco.json
  baccarat-odds certify dragon-7 --variant ez --remove "7 7 K" """,
    help="""Write a certificate: the shoe, the drawing rules cell by cell, every count, and the edges that follow.

    Without BET: all bets of the variant. The file is canonical JSON, specified in docs/certificate.md;
    baccarat-odds verify checks one.
    """,
)
@click.argument("names", metavar="[BET]...", nargs=-1, shell_complete=complete_bets)
@one_shoe_options
@rules_options
@click.option("-o", "--output", type=OUTPUT_FILE, metavar="FILE", help="Write to a file atomically.")
def certify(names: tuple[str, ...], **options: Any) -> None:
    """Run `baccarat-odds certify`."""
    from analyzer.proof import certificate

    game = one_game(options)
    given = one_shoe(options, game.variant.decks)
    bets = named_bets(names, game) if names else list(game.variant.bets)
    write(options, certificate.certify(game.label, bets, given.shoe, game.variant.tableau))


@click.command(
    cls=Documented,
    short_help="Check a certificate line by line.",
    epilog="""\b
Examples:
  baccarat-odds verify classic.json
  baccarat-odds verify classic.json --transcript classic.md
  baccarat-odds certify banco | baccarat-odds verify -""",
    help="""Check a certificate line by line; every count is repeated by code that certify does not use.

    The check stops at the first line that does not hold, names it, and exits with 1. If all hold, the game they prove
    is shown: the shoe, the drawing rules, what the bets pay, and whether the catalog has them under these names. The
    names in a certificate prove nothing.
    """,
)
@click.argument("file", type=INPUT_FILE, metavar="FILE|-")
@click.option(
    "--transcript",
    type=OUTPUT_FILE,
    metavar="FILE",
    help="Write for people, in Markdown, what was checked; - prints it.",
)
@text_options
def verify(file: str, *, transcript: str | None, **options: Any) -> None:
    """Run `baccarat-odds verify`."""
    import json

    from analyzer.files import read_bytes
    from analyzer.layout import Table
    from analyzer.proof.identify import identify
    from analyzer.proof.verify import verify as check_lines
    from analyzer.views import rules as views

    data = read_bytes(file)
    with count_progress("lines checked:") as progress:
        lines = check_lines(data, progress)
    game = identify(json.loads(data)) if lines[-1].holds else None

    def document(places: int) -> Document:
        return {
            "verified": lines[-1].holds,
            "lines": [{"line": line.name, "holds": line.holds, "says": line.says} for line in lines],
            "game": None if game is None else views.certified_document(game, places),
        }

    def tables(style: Style) -> list[Table]:
        rows = [[line.name, "holds" if line.holds else "FAILS", line.says] for line in lines]
        checked = Table(["Line", "Verdict", "Found"], rows, "lll")
        return [checked, *([] if game is None else views.certified_tables(game, style))]

    if transcript is not None:
        write({"output": transcript}, views.transcript(file, lines, game))
    if transcript != "-":
        emit(options, document, tables)
    last = lines[-1]
    if not last.holds:
        raise click.ClickException(f"{file}: {last.name} does not hold: {last.says}")
