"""`baccarat-odds audit`: check a record of dealt coups line by line."""

from __future__ import annotations

import sys
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.completers import complete_bet_list
from analyzer.cli.console import line_progress, line_width, print_note, usage_error, utf8_output
from analyzer.cli.help import Documented
from analyzer.cli.inputs import find_bet, one_game, one_shoe
from analyzer.cli.options import one_shoe_options, output_options, rules_options
from analyzer.cli.settle import currency, money_options
from analyzer.cli.values import INPUT_FILE, Choice, Name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from analyzer.bets.bet import Bet
    from analyzer.enumeration.distribution import Progress
    from analyzer.records.audit import CheckedLine
    from analyzer.records.edges import Edge
    from analyzer.views.audit import Summary
    from analyzer.views.labels import PlayedVariant

__all__ = ["audit"]

LINES_BETWEEN_UPDATES = 100


@click.command(
    cls=Documented,
    short_help="Check a record of dealt coups: cards, drawing, totals, results, payments.",
    epilog="""\b
Examples:
  baccarat-odds audit record.csv
  baccarat-odds audit record.csv --odds punto,banco,tie -f csv -o edges.csv
  baccarat-odds audit record.jsonl --decks 6 --currency-unit 0.50
  baccarat-odds audit dealt.csv --dealt pairs --shoe-change "# new shoe"
  tail -n +1 record.csv | baccarat-odds audit - -f json""",
    help="""Check a record of dealt coups: was each one dealt, announced and paid as the rules say?

    FILE (- for standard input) is CSV, TSV or lines of JSON, one coup a line, with columns named in the usual ways: the
    cards of punto (player) and banco (banker), with blanks between them; optionally the totals, the result (winner: P,
    B, T or words), shoe, round, and "banco stake" and "banco paid" for any bet. A shoe ends where the shoe column
    changes, where a new shoe column says yes, or at --shoe-change.

    Findings name the line, the rule and what should have happened; with any finding the exit status is 1. A line that
    cannot be read is a finding, too, and the audit continues after it.
    """,
)
@click.argument("file", type=INPUT_FILE, metavar="FILE|-")
@click.option(
    "--dealt",
    type=Choice(["alternate", "pairs"]),
    help="The cards are in one column in dealing order: punto, banco, punto, banco, or punto's two, then banco's.",
)
@click.option(
    "--odds",
    metavar="BET[,BET…]",
    multiple=True,
    shell_complete=complete_bet_list,
    help="Give the exact house edge of these bets before each coup, given all cards seen so far.",
)
@click.option(
    "--shoe-change",
    type=Name("the name of a column, or the text of a line between coups"),
    metavar="MARK",
    help="The mark of a new shoe: a column whose value changes, or the whole text of a line between coups.",
)
@money_options
@one_shoe_options
@rules_options
@output_options
def audit(file: str, *, dealt: str | None, odds: tuple[str, ...], shoe_change: str | None, **options: Any) -> None:
    """Run `baccarat-odds audit`."""
    from analyzer.catalog.rules_file import catalog_names
    from analyzer.enumeration.cost import limited
    from analyzer.errors import FileError
    from analyzer.notation import counted, shown
    from analyzer.records.audit import Audit
    from analyzer.records.edges import needed_fineness
    from analyzer.records.record_file import RecordFile
    from analyzer.text import printable
    from analyzer.views.audit import Summary

    if options["exact"] and options["places"] is not None:
        raise usage_error("--places does not apply with --exact: there are no decimals")
    game = one_game(options)
    money = currency(options)
    given = one_shoe(options, game.variant.decks)
    odds_bets = _odds_bets(odds, game)
    bets = _BetsByName(game)
    names = [*(bet.name for bet in game.variant.bets), *catalog_names("bets")]
    record = RecordFile(file, names, shoe_change, one_column=dealt is not None)
    state = Audit(given.shoe, game.variant.tableau, bets, money, dealt=dealt, odds=needed_fineness(odds_bets))
    where = "standard input" if file == "-" else file

    def summary() -> Summary:
        return Summary(
            where,
            game.variant.name,
            game.variant.tableau.name,
            record.lines,
            state.coups,
            state.unreadable,
            state.shoes,
            state.findings,
        )

    records = iter(record)
    # An error of the whole file is raised here, before anything is written.
    checked = state.check_all(chain([next(records)], records))
    with line_progress("coups") as show:
        lines = _with_odds(_with_progress(checked, show), odds_bets, game)
        # How often the odds are counted is up to the record, not to a rules file; its lines show the progress.
        with limited(None):
            _write(lines, odds_bets, game, options, summary)
    for note in state.notes:
        print_note(f"Note: {note}")
    if record.ignored:
        print_note(f"Note: columns that were not read: {printable(', '.join(record.ignored))}")
    if shoe_change is not None and not record.marked:
        print_note(f"Note: nothing marks a new shoe: no column and no line is {shown(shoe_change)}")
    if state.findings:
        tally = f"{counted(state.findings, 'finding')} in {counted(state.coups, 'coup')}"
        raise FileError(f"{where}: {tally}")


class _BetsByName(dict[str, "Bet"]):
    """Bets by name; each is read on its first use."""

    def __init__(self, game: PlayedVariant) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, name: str) -> Bet:
        self[name] = find_bet(name, self._game)
        return self[name]


def _odds_bets(texts: Sequence[str], game: PlayedVariant) -> list[Bet]:
    """Return the bets named by --odds."""
    from analyzer.batch.plan import require_numpy
    from analyzer.errors import MissingExtraError
    from analyzer.notation import shown

    names = [name.strip() for text in texts for name in text.split(",")]
    if "" in names:
        raise usage_error(f"--odds: got {shown(','.join(texts))}; write names of bets between commas: punto,banco")
    bets = [find_bet(name, game) for name in names]
    bet_names = [bet.name for bet in bets]
    for name in bet_names:
        if bet_names.count(name) > 1:
            raise usage_error(f"--odds: the bet {name} is named twice")
    if not all(bet.features for bet in bets):
        try:
            require_numpy()
        except MissingExtraError as error:
            print_note(f"Note: without NumPy the odds of bets on totals take some twenty times as long; {error}")
    return bets


def _with_odds(
    checked: Iterator[CheckedLine], bets: list[Bet], game: PlayedVariant
) -> Iterable[tuple[CheckedLine, Sequence[Edge]]]:
    from analyzer.records.edges import edges_before

    return edges_before(checked, bets, game.variant.tableau) if bets else ((line, ()) for line in checked)


def _write(
    lines: Iterable[tuple[CheckedLine, Sequence[Edge]]],
    bets: list[Bet],
    game: PlayedVariant,
    options: dict[str, Any],
    summary: Callable[[], Summary],
) -> None:
    """Write the output in the format and to the file that the options name."""
    from contextlib import nullcontext

    from analyzer.files import replacing
    from analyzer.notation import JSON_PLACES
    from analyzer.views.audit import write_csv, write_json, write_tables
    from analyzer.views.render import Style

    output_format, places = options["output_format"], options["places"]
    style = Style(places, exact=options["exact"], plain=output_format == "csv")
    names = [bet.name for bet in bets]
    output = options["output"]
    if output_format != "table":
        utf8_output()
    with nullcontext(sys.stdout) if output in {None, "-"} else replacing(output) as out:
        if output_format == "csv":
            write_csv(out, lines, names, style)
        elif output_format == "json":
            rules_texts = [*game.rules_texts, *(bet.rules_text for bet in bets)]
            places = JSON_PLACES if places is None else places
            write_json(out, lines, names, summary, rules_texts=rules_texts, places=places)
        else:
            width = line_width(options)
            write_tables(out, lines, names, summary, output_format=output_format, style=style, width=width)


def _with_progress(checked: Iterator[CheckedLine], show: Progress) -> Iterator[CheckedLine]:
    for number, line in enumerate(checked, start=1):
        if not number % LINES_BETWEEN_UPDATES:
            show(number, None)
        yield line
