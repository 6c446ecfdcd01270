"""`baccarat-odds batch`: the odds of every shoe in a file, in the same order."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.bet import complete_bets, find_bet, one_game, refuse_idle
from analyzer.cli.options import rules_options, usage_error

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor

    from analyzer.bets import Bet
    from analyzer.cli.options import Game

__all__ = ["batch"]

TOLD_EVERY = 100_000
MOST_JOBS = 256


@click.command(
    short_help="The odds of every shoe in a file.",
    epilog="""\b
Examples:
  baccarat-odds batch shoes.csv -o odds.csv
  baccarat-odds batch shoes.npy -o odds.csv --jobs 4 --resume
  baccarat-odds batch shoes.jsonl --bet banco --bet ./my-side-bet.toml
  echo "128,32,32,32,32,32,32,32,32,31" | baccarat-odds batch - --exact""",
)
@click.argument("file", metavar="FILE|-")
@click.option(
    "--bet",
    "names",
    metavar="NAME|FILE",
    multiple=True,
    shell_complete=complete_bets,
    help="A bet of the variant or the catalog, or a pay table; may be given again.  [default: the variant's bets]",
)
@rules_options
@click.option(
    "--from",
    "kind",
    type=click.Choice(["csv", "tsv", "jsonl", "npy"]),
    help="What the input is.  [default: what its name ends in, else csv]",
)
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(["csv", "tsv", "jsonl"]),
    help="What to write.  [default: what the input is; csv for npy]",
)
@click.option(
    "-o", "--output", metavar="FILE", help="Write to a new file as answers come; - is standard output, as by default."
)
@click.option("--resume", is_flag=True, help="Go on after the last whole line of FILE, left by an interrupted run.")
@click.option(
    "--invalid",
    type=click.Choice(["error", "mask"]),
    default="error",
    show_default=True,
    help="A row that is no shoe stops the run, or gets a line of empty cells.",
)
@click.option("--jobs", type=click.IntRange(1, MOST_JOBS), default=1, show_default=True, help="Worker processes.")
@click.option("--places", type=click.IntRange(0, 100), metavar="N", help="Decimal places.  [default: 12]")
@click.option("--exact", is_flag=True, help="House edges as n/d instead of decimals.")
def batch(file: str, names: tuple[str, ...], **options: Any) -> None:
    """Count the outcomes of every shoe in a file, and give the house edges of bets on it, in the same order.

    FILE (- for standard input) has a shoe in each row: ten counts, of the point values 0 (tens and court cards) to 9.
    In CSV and TSV a first line may name the cards the columns count instead; a line of JSON may be an object of cards
    and counts. Memory stays bounded, however long the file is.
    """
    from concurrent.futures import BrokenExecutor

    from analyzer.batch_input import kind_of, read_rows
    from analyzer.batch_output import Layout, write_answers
    from analyzer.errors import BaccaratError

    output, resume = None if options["output"] == "-" else options["output"], options["resume"]
    if resume and output is None:
        raise usage_error("--resume needs -o FILE, the file to go on with")
    if options["exact"] and options["places"] is not None:
        raise usage_error("--places does not apply with --exact: there are no decimals")
    if output is not None:
        _refuse_the_input(file, output)
    kind = options["kind"] or kind_of(file)
    game = one_game(options)
    bets = _bets(names, game)
    layout = Layout(
        options["form"] or ("csv" if kind == "npy" else kind),
        tuple(bet.name for bet in bets),
        12 if options["places"] is None else options["places"],
        exact=options["exact"],
    )
    # Several threads inside one matrix product gain nothing here; read when NumPy is first imported.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with ExitStack() as stack:
        answer = _answerer(bets, game, options["jobs"], stack)
        rows = read_rows(file, kind, options["invalid"])
        try:
            write_answers(rows, answer, layout, output, resume=resume, progress=_tell(stack))
        except BrokenExecutor:
            raise BaccaratError(
                "a worker process ended before its work was done: it was stopped, or there was no memory left; "
                "what was answered before is written"
            ) from None


def _refuse_the_input(file: str, output: str) -> None:
    """Refuse to write to the file that is read, under whatever name."""
    from analyzer.files import FileError

    try:
        written = os.stat(output)  # noqa: PTH116 - as samestat wants it
        same = os.path.samestat(os.fstat(0) if file == "-" else os.stat(file), written)  # noqa: PTH116 - likewise
    except OSError:
        return  # one of them is not there
    if same and stat.S_ISREG(written.st_mode):
        raise FileError(f"{output}: it is the input; write to another file")


def _bets(names: tuple[str, ...], game: Game) -> list[Bet]:
    """Return the bets the user names, or the variant's."""
    bets = [find_bet(name, game) for name in names] or list(game.variant.bets)
    refuse_idle(bets, game)
    called = [bet.name for bet in bets]
    for name in called:
        if called.count(name) > 1:
            raise usage_error(f"--bet: the bet {name} is named twice; its column would stand twice")
    return bets


def _answerer(bets: Sequence[Bet], game: Game, jobs: int, stack: ExitStack) -> Callable[[Any], Any]:
    """Return what finds the answers: NumPy, in worker processes if there are to be several, or Python alone."""
    from analyzer.batch import require_numpy
    from analyzer.batch_output import answers, answers_one_by_one
    from analyzer.errors import MissingExtraError

    tableau = game.variant.tableau
    try:
        require_numpy()
    except MissingExtraError as error:
        if jobs > 1:
            raise usage_error(f"--jobs: {error}") from None
        click.echo(f"Note: without NumPy this takes some 25 times as long; {error}", err=True)
        return partial(answers_one_by_one, bets=bets, tableau=tableau)
    return partial(answers, bets=bets, tableau=tableau, executor=_workers(jobs, stack) if jobs > 1 else None)


def _workers(jobs: int, stack: ExitStack) -> Executor:
    from concurrent.futures import ProcessPoolExecutor
    from signal import SIG_IGN, SIGINT, signal

    # An interrupt is for the one who reads and writes; workers end when they are no longer needed.
    workers = ProcessPoolExecutor(jobs, initializer=signal, initargs=(SIGINT, SIG_IGN))
    # Whoever leaves early does not wait for what nobody will read.
    stack.callback(workers.shutdown, cancel_futures=True)
    return workers


def _tell(stack: ExitStack) -> Callable[[int], None]:
    """Return what tells on stderr how far the work is: on a terminal in place, else once every 100,000 shoes."""
    visible = sys.stderr is not None and sys.stderr.isatty()
    told = 0

    def tell(done: int) -> None:
        nonlocal told
        if visible:
            click.echo(f"\r{done:,} shoes", err=True, nl=False)
        elif done // TOLD_EVERY > told:
            told = done // TOLD_EVERY
            click.echo(f"{done:,} shoes", err=True)

    if visible:
        stack.callback(click.echo, err=True)
    return tell
