"""`baccarat-odds batch`: the odds of every shoe in a file, in the same order."""

from __future__ import annotations

import os
import stat
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.console import line_progress, print_note, usage_error
from analyzer.cli.inputs import complete_bets, find_bet, one_game, refuse_idle
from analyzer.cli.options import rules_options

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor
    from multiprocessing.process import BaseProcess
    from threading import Event

    from analyzer.bets.bet import Bet
    from analyzer.views.labels import PlayedVariant

__all__ = ["batch"]

MOST_JOBS = 256
WATCHED_EVERY = 0.2
"""Seconds between two looks at whether the workers are all there."""
PATIENCE = 2
"""Seconds that the loss of a worker has to end the work by itself."""
WORKER_LOST = (
    "a worker process ended before its work was done: it was stopped, or there was no memory left; "
    "what was answered before is written"
)


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
@click.option(
    "--jobs", type=click.IntRange(1, MOST_JOBS), default=1, show_default=True, help="Worker processes; for large shoes."
)
@click.option("--places", type=click.IntRange(0, 100), metavar="N", help="Decimal places.  [default: 12]")
@click.option("--exact", is_flag=True, help="House edges as n/d instead of decimals.")
def batch(file: str, names: tuple[str, ...], **options: Any) -> None:
    """Count the outcomes of every shoe in a file, and give the house edges of bets on it, in the same order.

    FILE (- for standard input) has a shoe in each row: ten counts, of the point values 0 (tens and court cards) to 9.
    In CSV and TSV a first line may name the cards the columns count instead; a line of JSON may be an object of cards
    and counts. Memory stays bounded, however long the file is.
    """
    from concurrent.futures import BrokenExecutor

    from analyzer.batch.reading import kind_of, read_rows
    from analyzer.batch.writing import Layout, write_answers
    from analyzer.errors import BaccaratError, FileError, OutputExistsError
    from analyzer.notation import JSON_PLACES

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
        JSON_PLACES if options["places"] is None else options["places"],
        exact=options["exact"],
    )
    # Several threads inside one matrix product gain nothing here; read when NumPy is first imported.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with ExitStack() as stack:
        answer = _answerer(bets, game, options["jobs"], stack)
        rows = read_rows(file, kind, options["invalid"])
        try:
            write_answers(
                rows, answer, layout, output, resume=resume, progress=stack.enter_context(line_progress("shoes"))
            )
        except OutputExistsError:
            raise FileError(f"{output}: it is there already; go on with it by --resume, or remove it") from None
        except BrokenExecutor:
            raise BaccaratError(WORKER_LOST) from None


def _refuse_the_input(file: str, output: str) -> None:
    """Refuse to write to the file that is read, under whatever name."""
    from analyzer.errors import FileError

    try:
        written = os.stat(output)  # noqa: PTH116 - as samestat wants it
        same = os.path.samestat(os.fstat(0) if file == "-" else os.stat(file), written)  # noqa: PTH116 - likewise
    except OSError:
        return  # one of them is not there
    if same and stat.S_ISREG(written.st_mode):
        raise FileError(f"{output}: it is the input; write to another file")


def _bets(names: tuple[str, ...], game: PlayedVariant) -> list[Bet]:
    """Return the bets the user names, or the variant's."""
    bets = [find_bet(name, game) for name in names] or list(game.variant.bets)
    refuse_idle(bets, game)
    called = [bet.name for bet in bets]
    for name in called:
        if called.count(name) > 1:
            raise usage_error(f"--bet: the bet {name} is named twice; its column would stand twice")
    return bets


def _answerer(bets: Sequence[Bet], game: PlayedVariant, jobs: int, stack: ExitStack) -> Callable[[Any], Any]:
    """Return what finds the answers: NumPy, in worker processes if there are to be several, or Python alone."""
    from analyzer.batch.plan import require_numpy
    from analyzer.batch.stream import answers, answers_one_by_one
    from analyzer.errors import MissingExtraError

    tableau = game.variant.tableau
    try:
        require_numpy()
    except MissingExtraError as error:
        if jobs > 1:
            raise usage_error(f"--jobs: {error}") from None
        print_note(f"Note: without NumPy this takes some 30 times as long; {error}")
        return partial(answers_one_by_one, bets=bets, tableau=tableau)
    return partial(answers, bets=bets, tableau=tableau, executor=_workers(jobs, stack) if jobs > 1 else None)


def _workers(jobs: int, stack: ExitStack) -> Executor:
    """Return worker processes that nobody waits for who leaves early, and that leave when this process does."""
    from concurrent.futures import ProcessPoolExecutor
    from threading import Event, Thread

    over = Event()
    workers = ProcessPoolExecutor(jobs, initializer=_serve)
    # Workers that are copies of this process are made with the first work, and should be before there are threads.
    workers.submit(int)
    Thread(target=_watch, args=(over,), daemon=True).start()
    # The last is done first.
    stack.callback(over.set)
    stack.callback(workers.shutdown, cancel_futures=True)
    return workers


def _serve() -> None:
    """Begin a worker: an interrupt is for the one who reads and writes, and without that one there is no work."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait
    from signal import SIG_IGN, SIGINT, signal
    from threading import Thread

    def leave_with_parent() -> None:
        parent = parent_process()
        if parent is not None:
            wait([parent.sentinel])
        os._exit(1)

    signal(SIGINT, SIG_IGN)
    Thread(target=leave_with_parent, daemon=True).start()


def _watch(over: Event) -> None:
    """End this process if a worker has ended before its time and that does not end the work by itself.

    A worker killed while it sends an answer leaves a part of it behind, and the executor waits for the rest for ever.
    """
    from multiprocessing import active_children

    seen: set[BaseProcess] = set()
    while not over.wait(WATCHED_EVERY):
        seen |= set(active_children())
        if any(worker.exitcode is not None for worker in seen):
            if not over.wait(PATIENCE):
                print_note(f"Error: {WORKER_LOST}")
                os._exit(1)
            return
