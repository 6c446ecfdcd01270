"""`baccarat-odds report`: the Markdown reports, written or checked."""

from __future__ import annotations

import click

from analyzer.cli.console import item_progress, print_note
from analyzer.cli.help import Documented
from analyzer.cli.values import Name

__all__ = ["report"]


@click.command(
    cls=Documented,
    short_help="Write the Markdown reports, or check them.",
    epilog="""\b
Examples:
  baccarat-odds report
  baccarat-odds report -o /tmp/reports
  baccarat-odds report --check""",
    help="Write the Markdown reports: every page is made first, then each file is replaced atomically.",
)
@click.option(
    "-o",
    "--output",
    type=Name("the name of a folder"),
    metavar="DIR",
    default="./reports",
    show_default=True,
    help="The folder the pages go to.",
)
@click.option(
    "--check",
    is_flag=True,
    help="Write nothing; list pages stale, missing or left over, and exit 1 if any.",
)
def report(output: str, *, check: bool) -> None:
    """Run `baccarat-odds report`."""
    from pathlib import Path

    from analyzer.errors import FileError
    from analyzer.reports.pages import check_pages, make_pages, write_pages
    from analyzer.text import printable

    if Path(output).exists() and not Path(output).is_dir():
        raise FileError(f"{output}: cannot write pages there: it is not a folder")
    pages = make_pages(item_progress("page"))
    if not check:
        write_pages(pages, output)
        print_note(f"{printable(output)}: {len(pages)} pages")
        return
    findings = check_pages(pages, output)
    for finding in findings:
        click.echo(printable(finding))
    if findings:
        raise FileError(
            f"{output}: pages stale, missing or left over: {len(findings)}; baccarat-odds report -o {output} writes "
            "stale and missing pages, pages left over are to be deleted by hand"
        )
