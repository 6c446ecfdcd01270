"""The levels at which an input is tried: its reader, its command line in this process, and the same in a new one."""

from __future__ import annotations

import gc
import io
import os
import resource
import signal
import subprocess
import sys
import time
import warnings
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

import click
from inputs import OUTPUT, Input
from promises import MOST_SECONDS, Done, faults_of_error, faults_of_run, faults_of_text

from analyzer import (
    STANDARD,
    RecordFile,
    Shoe,
    notation,
    read_bet,
    read_card,
    read_cards,
    read_opening,
    read_tableau,
    read_third,
    read_variant,
    verify,
)
from analyzer.analyses.chemin_de_fer.stated_play import read_play
from analyzer.batch.reading import read_rows
from analyzer.bets.pay_table import read_edge
from analyzer.cli import cli, main
from analyzer.files import decode, read_text
from analyzer.records.audit import Audit
from analyzer.views.audit import Summary, write_csv, write_json, write_tables
from analyzer.views.render import Style

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["LEVELS", "MEMORY", "STOPPED", "environment", "folder_of_helpers", "warn_loudly"]

ROOT = Path(__file__).parents[2]
MEMORY = 1_500_000_000
"""The address space of a process, in bytes."""
CPU_SECONDS = 30
WAIT_SECONDS = 5
"""Seconds after which an input is stopped that waits without working."""
WORKING_SECONDS = 0.5
"""Seconds of CPU in that time that show that it works, on a machine with much else to do."""
PROCESS_SECONDS = 100
"""Seconds after which a new process is stopped; its CPU time has a limit of its own."""
HEAVY = {"report", "removal", "formula", "bets", "chemin-de-fer"}
"""Commands of which the kind `options` tries only the reading in this process, as their answers take seconds."""
STOPPED = "stopped"
"""In place of a fault: an input without a file takes long, and nothing is promised about that."""

_TEXT_READERS: dict[str, Callable[[str], object]] = {
    "read_number": notation.read_number,
    "read_commission": notation.read_commission,
    "read_pays": notation.read_pays,
    "read_edge": read_edge,
    "read_amount": notation.read_amount,
    "read_card": read_card,
    "read_cards": read_cards,
    "read_opening": read_opening,
    "read_third": read_third,
    "from_spec": Shoe.from_spec,
}


class TooLongError(BaseException):
    """An input took more time than it may; not an Exception, so that nothing that is tried catches it."""


@contextmanager
def _limited(seconds: float, wait: float = WAIT_SECONDS) -> Iterator[None]:
    """Raise `TooLongError` after this CPU time, or if this process waits for so long and hardly works."""
    start = time.process_time()

    def stop(number: int, _frame: object) -> None:
        if number == signal.SIGPROF:
            raise TooLongError(f"more than {seconds:g} s of CPU")
        if time.process_time() - start < WORKING_SECONDS:
            raise TooLongError("it waits for ever")

    signal.signal(signal.SIGPROF, stop)
    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, wait)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)


def folder_of_helpers(folder: Path) -> None:
    """Write the files that rules files name: some good, one in a circle, one that is not a regular file."""
    (folder / "base.toml").write_text('extends = "classic"\n', encoding="utf-8")
    (folder / "loop.toml").write_text('extends = "./loop.toml"\n', encoding="utf-8")
    member = '[[payout]]\nwhen = { winner = "banco", banco_total = 7, wins = ["panda-8", "dragon-7"] }\nodds = "2:1"\n'
    (folder / "member.toml").write_text(member, encoding="utf-8")
    os.mkfifo(folder / "fifo.toml")


def _record(given: Input) -> Iterator[str]:
    """Read a record, check it and write the findings in one of three forms."""
    bets = {bet.name: bet for bet in read_variant("classic").bets}
    record = RecordFile(given.file, [*bets, "dragon-7"], "# new shoe", one_column=bool(given.reader))
    audit = Audit(Shoe.decks(8), STANDARD, _Bets(bets), None, dealt=given.reader or None)
    lines: Any = [(line, ()) for line in audit.check_all(record)]
    out, style = io.StringIO(), Style()

    def summary() -> Summary:
        totals = (record.lines, audit.coups, audit.unreadable, audit.shoes, audit.findings)
        return Summary(given.file, "classic", "standard", *totals)

    match given.seed % 3:
        case 0:
            write_csv(out, lines, (), style)
        case 1:
            write_json(out, lines, (), summary, rules_texts=(), places=12)
        case _:
            write_tables(out, lines, (), summary, output_format="table", style=style)
    yield from faults_of_text(out.getvalue(), "in an audit")
    yield from faults_of_text("\n".join(audit.notes), "in a note of an audit")


class _Bets(dict[str, Any]):
    def __missing__(self, name: str) -> Any:  # noqa: ANN401 - a bet
        self[name] = read_bet(name)
        return self[name]


def _parsed(given: Input) -> None:
    """Let Click parse a command line, without running the command."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        context = cli.make_context("baccarat-odds", list(given.words[:1]))
        _name, command, _rest = cli.resolve_command(context, list(given.words[:1]))
        if command is not None:
            command.make_context(given.words[0], list(given.words[1:]), parent=context)


_READERS: dict[str, Callable[[Input], object]] = {
    "texts": lambda given: _TEXT_READERS[given.reader](given.data.decode("utf-8", "surrogatepass")),
    "options": _parsed,
    "bets": lambda given: read_bet(f"./{given.file}"),
    "variants": lambda given: read_variant(f"./{given.file}"),
    "tableaux": lambda given: read_tableau(f"./{given.file}"),
    "shoes": lambda given: Shoe.from_spec(read_text(given.file) if given.file else decode(given.data, "-")),
    "rows": lambda given: list(read_rows(given.file, given.reader, "mask" if "mask" in given.words else "error")),
    "plays": lambda given: read_play(decode(given.data, given.file)),
}
"""The reader of each kind whose result is not looked at."""


def _read(given: Input) -> Iterator[str]:
    """Let an input be read; yield what it shows against the promises."""
    if given.kind == "records":
        yield from _record(given)
    elif given.kind == "certificates":
        for line in verify(given.data):
            yield from faults_of_text(line.says, "in a line of verify")
    else:
        _READERS[given.kind](given)


def try_reader(given: Input) -> list[str]:
    """Let an input be read in the current folder, and return the faults."""
    if given.file and given.kind not in {"certificates", "plays"}:
        Path(given.file).write_bytes(given.data)
    try:
        with _limited(MOST_SECONDS):
            return list(_read(given))
    except (click.ClickException, click.exceptions.Exit, click.Abort):
        return []
    except TooLongError as long:
        return [str(long)]
    except MemoryError as error:
        faults = list(faults_of_error(error))
        gc.collect()
        return faults
    except Exception as error:  # noqa: BLE001 - what is looked for
        return list(faults_of_error(error))


def _names() -> set[str]:
    """Return the names of the files in the current folder."""
    return {path.name for path in Path().iterdir()}


def _left(before: set[str], given: Input) -> tuple[bytes | None, tuple[str, ...]]:
    """Return the content of the file of -o and other new files in the folder; remove them all."""
    written, left = None, []
    for name in _names() - before - {given.file}:
        path = Path(name)
        if name == OUTPUT and path.is_file():
            written = path.read_bytes()
        elif not path.is_dir() and not name.startswith("out\n"):
            left.append(name)
        if not path.is_dir():
            path.unlink()
    return written, tuple(left)


def try_command(given: Input) -> list[str]:
    """Run the command line of an input in this process, in the current folder, and return the faults."""
    if given.kind == "options" and given.words and given.words[0] in HEAVY:
        return try_reader(given)
    before = _names()
    if given.file:
        Path(given.file).write_bytes(given.data)
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(given.data))
    status: object = None
    try:
        with redirect_stdout(out), redirect_stderr(err), _limited(2 if given.kind == "options" else MOST_SECONDS):
            main([word.encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape") for word in given.words])
    except SystemExit as left:
        status = left.code
    except TooLongError as long:
        return [STOPPED if given.kind in {"options", "texts"} else str(long)]
    except BaseException as error:  # noqa: BLE001 - what is looked for
        return list(faults_of_error(error))
    finally:
        sys.stdin = stdin
        written, files = _left(before, given)
    if not isinstance(status, int):
        return [f"status {status!r}"]
    for stream in (out, err):
        stream.flush()
    done = Done(status, out.buffer.getvalue(), err.buffer.getvalue(), written, files)
    return list(faults_of_run(given.words, done))


def environment() -> dict[str, str]:
    """Return the environment of a new process that runs this checkout in another folder."""
    return os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "OPENBLAS_NUM_THREADS": "1"}


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def in_new_process(given: Input) -> list[str]:
    """Run the command line of an input in a new process with limits, in the current folder, and return the faults."""
    if given.words[:1] == ("report",):
        return try_reader(given)
    before = _names()
    if given.file:
        Path(given.file).write_bytes(given.data)
    # The system takes no NUL in a word, and no surrogate that does not stand for a byte.
    words = [word.encode("utf-8", "surrogatepass").replace(b"\0", b"0") for word in given.words]
    with TemporaryFile() as stdin, TemporaryFile() as out, TemporaryFile() as err:
        stdin.write(given.data)
        stdin.seek(0)
        process = subprocess.Popen(
            [sys.executable, "-m", "analyzer", *words],
            env=environment(),
            stdin=stdin,
            stdout=out,
            stderr=err,
            preexec_fn=_limit,
            start_new_session=True,
        )
        try:
            with _limited(CPU_SECONDS, PROCESS_SECONDS):
                _pid, state, usage = os.wait4(process.pid, 0)
        except TooLongError as long:
            process.kill()
            process.wait()
            _left(before, given)
            return [str(long)]
        process.returncode = os.waitstatus_to_exitcode(state)
        out.seek(0)
        err.seek(0)
        printed, noted = out.read(), err.read()
    written, files = _left(before, given)
    seconds, most_bytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024
    if given.kind in {"options", "texts"}:
        if process.returncode in {-signal.SIGXCPU, -signal.SIGKILL}:
            return [STOPPED]
        seconds = most_bytes = 0
    done = Done(process.returncode, printed, noted, written, files, seconds, most_bytes)
    return list(faults_of_run(given.words, done))


def warn_loudly(seen: list[str]) -> None:
    """Add each warning from now on to a list."""

    def note(message: Warning | str, category: type[Warning], *_where: Any) -> None:  # noqa: ANN401 - as Python calls it
        seen.append(f"{category.__name__}: {str(message)[:60]}")

    warnings.simplefilter("always")
    warnings.showwarning = note  # type: ignore[assignment]


LEVELS: dict[str, Callable[[Input], list[str]]] = {
    "reader": try_reader,
    "command": try_command,
    "process": in_new_process,
}
"""What each level does with an input."""
