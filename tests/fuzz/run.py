"""Fuzzing: made-up inputs, each tried against what the program promises.

Run it with `make fuzz`, or `python tests/fuzz/run.py --inputs 10000 --processes 100 --ends 20`, or for one kind with
`--kind`. An input that breaks a promise is written to build/fuzz/, with the command that tries it again, and the run
exits with 1. The seeds of past failures, in seeds.txt, are tried first.

One input in twenty or so runs the command that reads it; the others go to the reader alone, which is much faster. With
`--processes` the command runs in a process of its own, with limits on memory and CPU time. `--ends` tries how a run
ends: signals, two writers of one file, a full disk, closed and broken standard streams, few files.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import sys
import time
from collections import Counter, defaultdict
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from ends import ENDS
from inputs import KINDS, made
from levels import LEVELS, MEMORY, STOPPED, folder_of_helpers, warn_loudly

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

ROOT = Path(__file__).parents[2]
FAILURES = ROOT / "build" / "fuzz"
SEEDS = Path(__file__).with_name("seeds.txt")
COSTLY = "costly"
CHUNK = {"reader": 100, "process": 5, "end": 1}
"""How many inputs a worker tries at a time."""
COMMAND_ONE_IN = {"texts": 20, "options": 20, "bets": 60, "variants": 40, "certificates": 40, "plays": 100}
"""One input in so many is tried as a command, one in twenty of the other kinds."""
ONE_IN = {"reader": 5000, "process": 20}
"""One input in so many is of the kind `costly`: each may take seconds."""
KEPT = 3
"""How many inputs with the same fault are written."""
SECONDS_BETWEEN_NOTES = 30


class Task(NamedTuple):
    """Some inputs of one kind, tried by one worker: the level "reader" holds those that are commands too."""

    level: str
    kind: str
    seeds: range


class Tried(NamedTuple):
    """What became of a task: how many inputs each level tried, in how many seconds, and the seeds with faults."""

    task: Task
    numbers: Counter[str]
    seconds: defaultdict[str, float]
    faults: list[tuple[int, str, str]]


_worker: dict[str, int] = {}
"""The open file in which a worker says what it is trying."""
_warnings: list[str] = []


def begin(folder: str) -> None:
    """Initialise a worker: a folder of its own to run in, limits, and a file that says what it is trying."""
    own = Path(folder) / str(os.getpid())
    own.mkdir()
    _worker["note"] = os.open(own.with_suffix(".note"), os.O_CREAT | os.O_WRONLY)
    os.chdir(own)
    folder_of_helpers(own)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    warn_loudly(_warnings)


def attempt(level: str, kind: str, seed: int) -> tuple[str, list[str]]:
    """Try one input; return the level and the faults."""
    if level == "end":
        return level, ENDS[kind](seed)
    if level == "reader" and (kind == COSTLY or seed % COMMAND_ONE_IN.get(kind, 20) == 0):
        level = "command"
    faults = LEVELS[level](made(kind, seed))
    faults += [f"a warning: {text}" for text in _warnings]
    _warnings.clear()
    return level, faults


def work(task: Task) -> Tried:
    """Try the inputs of a task."""
    tried = Tried(task, Counter(), defaultdict(float), [])
    for seed in task.seeds:
        os.pwrite(_worker["note"], f"{task.kind} {seed} {task.level}".ljust(60).encode(), 0)
        start = time.perf_counter()
        level, faults = attempt(task.level, task.kind, seed)
        tried.numbers[level] += 1
        tried.seconds[level] += time.perf_counter() - start
        tried.faults.extend((seed, level, fault) for fault in faults)
    return tried


def tasks(level: str, kinds: Sequence[str], number: int, seed: int) -> list[Task]:
    """Return the tasks of a number of inputs, in equal parts of each kind but the costly one, the kinds in turn."""
    costly = number // ONE_IN.get(level, 1) if COSTLY in kinds and len(kinds) > 1 else 0
    others = [kind for kind in kinds if kind != COSTLY or len(kinds) == 1]
    numbers = dict.fromkeys(others, (number - costly) // len(others)) | ({COSTLY: costly} if costly else {})
    for kind in others[: (number - costly) % len(others)]:
        numbers[kind] += 1
    found = []
    for kind, of_kind in numbers.items():
        seeds, size = range(seed, seed + of_kind), 1 if kind == COSTLY else CHUNK[level]
        found += [(start, Task(level, kind, seeds[start : start + size])) for start in range(0, of_kind, size)]
    return [task for _, task in sorted(found, key=lambda pair: pair[0])]


def past(levels: Collection[str]) -> Iterator[Task]:
    """Yield the seeds of past failures at some levels."""
    for line in SEEDS.read_text(encoding="utf-8").splitlines():
        words = line.partition("#")[0].split()
        if words:
            kind, seed, level = words
            if level in levels:
                yield Task(level, kind, range(int(seed), int(seed) + 1))


def again(level: str, kind: str, seed: int) -> str:
    """Return the command that tries one input again."""
    number = {"process": "--processes", "end": "--ends"}.get(level, "--inputs")
    return f"python tests/fuzz/run.py --kind {kind} --seed {seed} {number} 1"


def keep(level: str, kind: str, seed: int, fault: str) -> None:
    """Write an input with a fault to build/fuzz, and how to try it again."""
    FAILURES.mkdir(parents=True, exist_ok=True)
    text = f"{fault}\n{again(level, kind, seed)}\n"
    if kind in KINDS:
        given = made(kind, seed)
        if given.data:
            (FAILURES / f"{kind}-{seed}{Path(given.file).suffix or '.input'}").write_bytes(given.data)
        text += f"command line: {list(given.words)!a}\n"
    (FAILURES / f"{kind}-{seed}.txt").write_text(text, encoding="utf-8")


class Summary:
    """What a run has tried and found so far."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.numbers: dict[str, Counter[str]] = defaultdict(Counter)
        self.seconds: dict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
        self.faults: dict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
        self.skipped: Counter[str] = Counter()

    def add(self, tried: Tried) -> None:
        """Add the result of a task, and write the inputs with new faults."""
        kind = tried.task.kind
        self.numbers[kind] += tried.numbers
        for level, seconds in tried.seconds.items():
            self.seconds[kind][level] += seconds
        for seed, level, fault in tried.faults:
            if fault.startswith((STOPPED, "skipped")):
                self.skipped[f"{kind}: {fault}"] += 1
                continue
            self.faults[kind, fault].append((seed, level))
            if len(self.faults[kind, fault]) <= KEPT:
                keep(level, kind, seed, fault)

    def total(self, *levels: str) -> int:
        """Return how many inputs these levels have tried."""
        return sum(numbers[level] for numbers in self.numbers.values() for level in levels)

    def text(self) -> str:
        """Return the faults by kind, then the counts as the rows of the table in docs/robustness.md."""
        lines = []
        for (kind, fault), seeds in sorted(self.faults.items()):
            lines.append(f"{kind}: {fault}: {len(seeds):,} inputs")
            lines += [f"    {again(level, kind, seed)}" for seed, level in seeds[:KEPT]]
        lines += [f"{what}: {number:,} inputs" for what, number in sorted(self.skipped.items())]
        for kind, numbers in self.numbers.items():
            rates = [f"{numbers[level] / self.seconds[kind][level]:,.1f} {level}" for level in numbers]
            lines.append(f"{kind}: inputs per second and worker: {', '.join(rates)}")
        lines.append(
            f"runs so far: {self.total('reader', 'command'):,} in process, {self.total('process'):,} as processes, "
            f"{self.total('end'):,} ends, Python {platform.python_version()}"
        )
        for kind, numbers in self.numbers.items():
            cells = [f"{numbers[level]:,}" for level in ("reader", "command", "process", "end")]
            lines.append(f"| {kind} | {' | '.join(cells)} |")
        return "\n".join(lines) + "\n"


def perform(todo: list[Task], jobs: int, seconds: float | None) -> Summary:
    """Try the inputs of all tasks, as far as the seconds reach."""
    summary, start = Summary(), time.monotonic()
    noted = start
    with (
        TemporaryDirectory(prefix="fuzz-") as folder,
        ProcessPoolExecutor(jobs, initializer=begin, initargs=(folder,)) as pool,
    ):
        waiting = [pool.submit(work, task) for task in todo]
        try:
            for future in as_completed(waiting):
                summary.add(future.result())
                now = time.monotonic()
                if now - noted > SECONDS_BETWEEN_NOTES:
                    noted = now
                    numbers = sum(map(Counter.total, summary.numbers.values()))
                    sys.stderr.write(f"{numbers:,} inputs, {len(summary.faults)} different faults\n")
                if seconds is not None and now - start > seconds:
                    break
        except BrokenExecutor:
            for note in Path(folder).glob("*.note"):
                kind, seed, level = note.read_text(encoding="utf-8").split()
                died = [(int(seed), level, "a worker died, here or at the input of another worker")]
                summary.add(Tried(Task(level, kind, range(0)), Counter(), defaultdict(float), died))
        finally:
            pool.shutdown(cancel_futures=True)
    return summary


def main(words: list[str] | None = None) -> int:
    """Try the inputs that the options ask for; return 1 if one has a fault."""
    every = [*KINDS, *ENDS]
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kind", action="append", choices=every, help="only this kind; may be given again")
    parser.add_argument("--inputs", type=int, default=0, help="inputs tried in this process and its workers")
    parser.add_argument("--processes", type=int, default=0, help="inputs tried in a process each")
    parser.add_argument("--ends", type=int, default=0, help="runs that are interrupted or disturbed")
    parser.add_argument("--seed", type=int, default=0, help="the first seed; the others follow it")
    parser.add_argument("--seconds", type=float, help="stop after this time")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="workers; the cores by default")
    asked = parser.parse_args(words)
    kinds = [kind for kind in KINDS if kind in (asked.kind or every)]
    ends = [kind for kind in ENDS if kind in (asked.kind or every)]
    numbers = {"end": (ends, asked.ends), "process": (kinds, asked.processes), "reader": (kinds, asked.inputs)}
    todo = list(past([level for level, (_kinds, number) in numbers.items() if number])) if asked.kind is None else []
    for level, (of, number) in numbers.items():
        todo += tasks(level, of, number, asked.seed) if of else []
    summary = perform(todo, asked.jobs, asked.seconds)
    sys.stdout.write(summary.text())
    return 1 if summary.faults else 0


if __name__ == "__main__":
    sys.exit(main())
