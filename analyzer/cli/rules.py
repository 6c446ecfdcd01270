"""`baccarat-odds variants` and `tableau`: the rules and their sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.completers import complete_names
from analyzer.cli.console import emit, usage_error
from analyzer.cli.help import Documented
from analyzer.cli.options import read_rules_option, text_options

if TYPE_CHECKING:
    from analyzer.layout import Table
    from analyzer.views.render import Style

__all__ = ["tableau", "variants"]


@click.command(
    cls=Documented,
    short_help="The variants, with their drawing rules and sources.",
    epilog="""\b
Examples:
  baccarat-odds variants
  baccarat-odds variants -f json""",
    help="List the variants: what each pays, its drawing rules, and its source.",
)
@text_options
def variants(**options: Any) -> None:
    """Run `baccarat-odds variants`."""
    from analyzer.catalog.variant import read_variant, variant_names
    from analyzer.views.rules import variant_document, variants_table

    listed = [read_variant(name) for name in variant_names()]
    emit(
        options,
        lambda _places: {"variants": [variant_document(variant) for variant in listed]},
        lambda _style: [variants_table(listed)],
        [text for variant in listed for text in variant.rules_texts],
    )


@click.command(
    cls=Documented,
    short_help="The drawing rules, as a croupier's card shows them.",
    epilog="""\b
Examples:
  baccarat-odds tableau
  baccarat-odds tableau --list
  baccarat-odds tableau banco-stood-0-3
  baccarat-odds tableau ./house-rules.toml -f markdown""",
    help="Print a tableau, the fixed drawing rules, as a croupier's card shows it.",
)
@click.argument("name", metavar="[NAME|FILE]", required=False, shell_complete=complete_names("tableaux"))
@click.option("--list", "listing", is_flag=True, help="List the built-in tableaux instead.")
@text_options
def tableau(name: str | None, *, listing: bool, **options: Any) -> None:
    """Run `baccarat-odds tableau`."""
    from analyzer.catalog.rules_file import read_tableau, tableau_names
    from analyzer.views.rules import tableau_document, tableau_tables, tableaux_table

    if listing:
        if name is not None:
            raise usage_error("--list lists every built-in tableau; leave the name out")
        listed = [read_tableau(built_in) for built_in in tableau_names()]
        emit(
            options,
            lambda _places: {"tableaux": [tableau_document(built_in) for built_in in listed]},
            lambda _style: [tableaux_table(listed)],
            [built_in.rules_text for built_in in listed],
        )
        return
    shown = read_rules_option("tableau", "standard" if name is None else name)

    def tables(style: Style) -> list[Table]:
        return tableau_tables(shown, plain=style.plain)

    emit(options, lambda _places: {"tableau": tableau_document(shown)}, tables, [shown.rules_text])
