"""`baccarat-odds batch`: the odds of every shoe in a file, in the same order."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from signal import SIGINT
from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.completers import complete_bets
from analyzer.cli.console import cause, line_progress, print_note, usage_error, utf8_output
from analyzer.cli.help import Documented
from analyzer.cli.inputs import find_bet, one_game, refuse_idle
from analyzer.cli.options import rules_options
from analyzer.cli.values import INPUT_FILE, OUTPUT_FILE, Choice, Whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor
    from multiprocessing.process import BaseProcess
    from threading import Event, ExceptHookArgs

    from analyzer.bets.bet import Bet
    from analyzer.views.labels import PlayedVariant

__all__ = ["batch"]

MOST_JOBS = 256
CHECK_SECONDS = 0.2
"""Seconds between two checks that all workers are alive."""
PATIENCE = 2
"""Seconds that the executor gets to report a lost worker before this process exits."""
WORKER_LOST = (
    "a worker process ended before its work was done: it was killed, or memory or threads ran out; "
    "the answers before that are written"
)


@click.command(
    cls=Documented,
    short_help="The odds of every shoe in a file.",
    epilog="""\b
Examples:
  baccarat-odds batch shoes.csv -o odds.csv
  baccarat-odds batch shoes.npy -o odds.csv --jobs 4 --resume
  baccarat-odds batch shoes.jsonl --bet banco --bet ./my-side-bet.toml
  echo "128,32,32,32,32,32,32,32,32,31" | baccarat-odds batch - --exact""",
    help="""Count the outcomes of every shoe in a file, and give the house edges of bets on it, in the same order.

    FILE (- for standard input) has a shoe in each row: ten counts, of the point values 0 (tens and court cards) to 9.
    In CSV and TSV a first line may name the cards that the columns count instead; a line of JSON may be an object of
    cards and counts. Memory stays bounded, however long the file is.
    """,
)
@click.argument("file", type=INPUT_FILE, metavar="FILE|-")
@click.option(
    "--bet",
    "names",
    metavar="NAME|FILE",
    multiple=True,
    shell_complete=complete_bets,
    help="A bet of the variant or the catalog, or a pay table; may be repeated.  [default: the variant's bets]",
)
@rules_options
@click.option(
    "--from",
    "kind",
    type=Choice(["csv", "tsv", "jsonl", "npy"]),
    help="The format of the input.  [default: by the suffix of its name, else csv]",
)
@click.option(
    "-f",
    "--format",
    "output_format",
    type=Choice(["csv", "tsv", "jsonl"]),
    help="The format of the output.  [default: that of the input; csv for npy]",
)
@click.option(
    "-o",
    "--output",
    type=OUTPUT_FILE,
    metavar="FILE",
    help="Write to a new file, block by block; - is standard output, the default.",
)
@click.option(
    "--resume", is_flag=True, help="Continue after the last complete line of FILE, left by an interrupted run."
)
@click.option(
    "--invalid",
    type=Choice(["error", "mask"]),
    default="error",
    show_default=True,
    help="A row that is not a shoe stops the run, or gets a line of empty fields.",
)
@click.option(
    "--jobs",
    type=Whole(1, MOST_JOBS),
    metavar="N",
    default=1,
    show_default=True,
    help="Worker processes; for large shoes.",
)
@click.option("--places", type=Whole(0, 100), metavar="N", help="Decimal places.  [default: 12]")
@click.option("--exact", is_flag=True, help="House edges as n/d instead of decimals.")
def batch(file: str, names: tuple[str, ...], **options: Any) -> None:
    """Run `baccarat-odds batch`."""
    from concurrent.futures import BrokenExecutor

    from analyzer.batch.reading import kind_of, read_rows
    from analyzer.batch.writing import LineFormat, write_answers
    from analyzer.errors import BaccaratError, FileError, OutputExistsError
    from analyzer.notation import JSON_PLACES

    output, resume = None if options["output"] == "-" else options["output"], options["resume"]
    if resume and output is None:
        raise usage_error("--resume needs -o FILE, the file to resume")
    if options["exact"] and options["places"] is not None:
        raise usage_error("--places does not apply with --exact: there are no decimals")
    if output is not None:
        _refuse_input_as_output(file, output)
    kind = options["kind"] or kind_of(file)
    game = one_game(options)
    bets = _bets(names, game)
    line_format = LineFormat(
        options["output_format"] or ("csv" if kind == "npy" else kind),
        tuple(bet.name for bet in bets),
        JSON_PLACES if options["places"] is None else options["places"],
        exact=options["exact"],
    )
    utf8_output()
    # Threads inside a matrix product gain nothing here (`batch.threads`), so the BLAS, which reads this, starts none.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with ExitStack() as stack:
        answer = _answer_function(bets, game, options["jobs"], stack)
        rows = read_rows(file, kind, options["invalid"])
        try:
            write_answers(
                rows, answer, line_format, output, resume=resume, progress=stack.enter_context(line_progress("shoes"))
            )
        except OutputExistsError:
            raise FileError(
                f"{output}: it exists already; continue it with --resume, remove it, or write to another file"
            ) from None
        except BrokenExecutor:
            raise BaccaratError(WORKER_LOST) from None


def _refuse_input_as_output(file: str, output: str) -> None:
    """Refuse an output that is the input, also under another name."""
    from analyzer.errors import FileError

    try:
        written = os.stat(output)  # noqa: PTH116 - samestat needs its result
        same = os.path.samestat(os.fstat(0) if file == "-" else os.stat(file), written)  # noqa: PTH116 - as above
    except OSError:
        return  # one of them does not exist
    if same and stat.S_ISREG(written.st_mode):
        raise FileError(f"{output}: it is the input; write to another file")


def _bets(names: tuple[str, ...], game: PlayedVariant) -> list[Bet]:
    """Return the bets the user names, or those of the variant."""
    bets = [find_bet(name, game) for name in names] or list(game.variant.bets)
    refuse_idle(bets, game)
    bet_names = [bet.name for bet in bets]
    for name in bet_names:
        if bet_names.count(name) > 1:
            raise usage_error(f"--bet: the bet {name} is named twice; name each bet once")
    return bets


def _answer_function(bets: Sequence[Bet], game: PlayedVariant, jobs: int, stack: ExitStack) -> Callable[[Any], Any]:
    """Return the function that computes the answers: by NumPy, in a process pool for several jobs, or by Python."""
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
    return partial(answers, bets=bets, tableau=tableau, executor=_process_pool(jobs, stack) if jobs > 1 else None)


def _process_pool(jobs: int, stack: ExitStack) -> Executor:
    """Return a process pool that never delays exit and whose workers die with this process."""
    import threading
    from concurrent.futures import ProcessPoolExecutor
    from threading import Event, Thread

    from analyzer.stopping import kill_workers

    threading.excepthook = _exit_on_lost_thread
    over = Event()
    pool = ProcessPoolExecutor(jobs, initializer=_init_worker)
    try:
        # Workers may be forks. The first task starts them all, and a process should fork before it has threads.
        pool.submit(int)
        Thread(target=_exit_on_lost_worker, args=(over,), daemon=True).start()
    except BaseException as error:
        _end_with_workers(None, error, None)
        kill_workers()  # some may run, and no one gives them work
        raise
    # Callbacks run in reverse order: the pool shuts down while its workers are still watched.
    stack.callback(over.set)
    stack.callback(pool.shutdown, cancel_futures=True)
    stack.push(_end_with_workers)
    return pool


def _end_with_workers(_kind: object, error: BaseException | None, _traceback: object) -> None:
    """End the process if a signal stopped it, or memory or threads ran out: the pool may wait for ever at the exit."""
    from analyzer.stopping import Terminated, end_at_once

    if isinstance(error, KeyboardInterrupt):
        end_at_once(128 + SIGINT)
    if isinstance(error, Terminated):
        end_at_once(int(error.code or 0))
    if isinstance(error, (MemoryError, RuntimeError)) and (line := cause(error)):
        end_at_once(1, line)


def _init_worker() -> None:
    """Initialise a worker: ignore Ctrl-C, which the parent handles, and exit when the parent does."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait
    from signal import SIG_DFL, SIG_IGN, SIGTERM, signal
    from threading import Thread

    def exit_with_parent() -> None:
        parent = parent_process()
        if parent is not None:
            wait([parent.sentinel])
        os._exit(1)

    signal(SIGINT, SIG_IGN)
    signal(SIGTERM, SIG_DFL)
    # The parent says in a line that a worker was lost; the worker's own traceback would come before it.
    sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for as long as the worker lives
    try:
        Thread(target=exit_with_parent, daemon=True).start()
    except (RuntimeError, MemoryError):  # no more threads: the parent says that a worker was lost
        os._exit(1)


def _exit_on_lost_thread(failure: ExceptHookArgs) -> None:
    """Exit this process if a thread of the pool has failed, for want of memory or threads: no answer would come."""
    from analyzer.stopping import kill_workers, settled

    # Asked first: the main thread would say only that the workers end. If it has failed itself, it says why.
    if settled():
        kill_workers()
        print_note(f"Error: {cause(failure.exc_value) or repr(failure.exc_value)}")
        os._exit(1)


def _exit_on_lost_worker(over: Event) -> None:
    """Exit this process if a worker has died and the executor does not report it.

    A worker killed while it sends an answer leaves a part of it in the pipe, and the executor waits for the rest for
    ever.
    """
    from multiprocessing import active_children

    workers: set[BaseProcess] = set()
    while not over.wait(CHECK_SECONDS):
        workers |= set(active_children())
        if any(worker.exitcode for worker in workers):  # 0 is a worker that has ended, not one that is lost
            if not over.wait(PATIENCE):
                print_note(f"Error: {WORKER_LOST}")
                os._exit(1)
            return
