"""How runs end: signals at random moments, two writers of one file, a full disk, broken standard streams, few files.

Each kind takes a seed and returns the faults of one run, tried in a folder of its own under the current one. Every run
leads a process group of its own, so that a process that it leaves behind is found and ended.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from levels import environment
from promises import Done, faults_of_run

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["ENDS"]

ROWS = 6000
COUPS = 3000
PATIENCE = 30
"""Seconds in which a run ends after its last signal."""
GONE_SECONDS = 5
"""Seconds in which the processes of a run are gone after it."""
REPORT_ONE_IN = 15
"""One run in so many makes the reports, which takes half a minute."""
DISK_BYTES = 65_536
INTERRUPTED = 130
SIGNALS = ("SIGKILL", "SIGINT", "SIGINT SIGINT", "SIGINT SIGINT SIGINT", "SIGTERM", "SIGHUP", "SIGTERM SIGTERM")


class Command(NamedTuple):
    """A command that writes a file.

    Attributes:
        words: its words; the last is the output.
        output: the file or folder it writes.
    """

    words: tuple[str, ...]
    output: str


BATCH = Command(("batch", "shoes.csv", "--jobs", "2", "-o", "odds.csv"), "odds.csv")
AUDIT = Command(("audit", "record.csv", "-f", "csv", "--odds", "punto,banco", "-o", "edges.csv"), "edges.csv")
REPORT = Command(("report", "-o", "pages"), "pages")


def _folder(kind: str, seed: int) -> Path:
    """Make the folder of a run, with a file of shoes and a record."""
    folder = Path(f"{kind}-{seed}").absolute()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    random = Random(0)
    rows = [",".join(str(random.randint(6, 128)) for _ in range(10)) for _ in range(ROWS)]
    (folder / "shoes.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    coups = "".join(f"{number // 60},9 K,3 8,P\n" for number in range(COUPS))
    (folder / "record.csv").write_text(f"shoe,punto,banco,result\n{coups}", encoding="utf-8")
    return folder


def _started(
    folder: Path,
    words: Sequence[str],
    limit: Callable[[], None] | None = None,
    streams: Mapping[str, int] | None = None,
) -> subprocess.Popen[bytes]:
    """Start a run in a folder.

    Args:
        folder: the folder.
        words: the command line.
        limit: what the new process does first.
        streams: an open file for stdin, stdout or stderr, -1 for none; usually nothing is read, all is kept.
    """
    command, streams = [sys.executable, "-m", "analyzer", *words], streams or {}
    closed = "".join(f" {sign}&-" for name, sign in CLOSED.items() if streams.get(name) == -1)
    if closed:
        command = ["sh", "-c", f'exec "$@"{closed}', "sh", *command]
    stdin, stdout, stderr = (
        usual if streams.get(name, -1) == -1 else streams[name]
        for name, usual in (("stdin", subprocess.DEVNULL), ("stdout", subprocess.PIPE), ("stderr", subprocess.PIPE))
    )
    return subprocess.Popen(
        command,
        cwd=folder,
        env=environment() | {"PYTHONDONTWRITEBYTECODE": "1"},
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        start_new_session=True,
        preexec_fn=limit or _default_signals,
    )


def _default_signals() -> None:
    """Give a run the usual signals and no limit on memory: its workers, when forked, count the memory they share."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    highest = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (highest, highest))


def _members(group: int) -> list[int]:
    """Return the processes of a group that still run."""
    members = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _parent, of = status.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(of) == group and state != "Z":
            members.append(int(status.parent.name))
    return members


def _ended(process: subprocess.Popen[bytes], seconds: float = PATIENCE) -> tuple[bytes, bytes, list[str]]:
    """Wait for the end of a run and of its workers; return what it printed, and the faults."""
    faults = []
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        faults.append("it hangs")
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
    limit = time.monotonic() + GONE_SECONDS
    while (members := _members(process.pid)) and time.monotonic() < limit:
        time.sleep(0.05)
    if members:
        faults.append("it leaves processes behind")
        os.killpg(process.pid, signal.SIGKILL)
    return out or b"", err or b"", faults


@cache
def _whole(command: Command) -> tuple[float, dict[str, bytes], int]:
    """Return the seconds that an undisturbed run takes, the files it writes, and its exit status."""
    folder, start = _folder("whole", os.getpid()), time.monotonic()
    process = _started(folder, command.words)
    process.communicate()
    seconds = time.monotonic() - start
    files = _files(folder)
    shutil.rmtree(folder)
    return seconds, files, process.returncode


def _files(folder: Path) -> dict[str, bytes]:
    """Return the files in a folder apart from what it began with."""
    paths = [path for path in folder.rglob("*") if path.is_file() and path.name not in {"shoes.csv", "record.csv"}]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def _faults_of_files(files: dict[str, bytes], whole: dict[str, bytes], *, killed: bool, batch: bool) -> list[str]:
    """Return what is wrong with the files of a run that did not end well: each is absent, complete or a draft."""
    faults = []
    for name, data in files.items():
        if Path(name).name.startswith(".") and name.endswith(".new"):
            faults += [] if killed else ["a draft left behind"]
        elif name not in whole:
            faults.append("a file of an unknown name")
        elif data != whole[name] and not (batch and whole[name].startswith(data)):
            faults.append("a file half-written")
    return faults


def signals(seed: int) -> list[str]:
    """Send one to three signals at random moments of `batch`, `audit` or `report`."""
    random = Random(f"signals {seed}")
    command = REPORT if seed % REPORT_ONE_IN == REPORT_ONE_IN - 1 else random.choice((BATCH, BATCH, AUDIT))
    seconds, whole, status = _whole(command)
    sent = random.choice(SIGNALS).split()
    folder = _folder("signals", seed)
    process = _started(folder, command.words)
    time.sleep(random.uniform(0, 0.4 if random.random() < 0.3 else 1.05 * seconds))
    for name in sent:
        # The group gets what a terminal sends, an interrupt or the end of the session; another process asks one only.
        to_all = name in {"SIGINT", "SIGHUP"} or (name == "SIGKILL" and random.random() < 0.5)
        try:
            (os.killpg if to_all else os.kill)(process.pid, signal.Signals[name])
        except ProcessLookupError:
            break
        time.sleep(random.choice((0, 0.01, 0.1, random.uniform(0, 0.5))))
    _out, err, faults = _ended(process)
    number = int(signal.Signals[sent[0]])
    # An interrupt before the program is called is answered by Python itself, with a traceback of its own modules.
    in_python = b"KeyboardInterrupt" in err and b"analyzer" not in err
    # A shell calls the end by signal 2 status 130 too: it comes before Python has started, or after it has ended.
    if process.returncode not in {status, -number, 128 + number} and "it hangs" not in faults and not in_python:
        faults.append(f"status {process.returncode} after {sent[0]}")
    if b"Traceback" in err and not in_python:
        faults.append(f"traceback after {sent[0]}{' twice' * (len(sent) > 1)}")
    elif process.returncode == INTERRUPTED and err != b"Error: interrupted\n":
        faults.append("an interrupt with more or less than its one line")
    batch = command is BATCH
    files = _files(folder)
    faults += _faults_of_files(files, whole, killed="SIGKILL" in sent, batch=batch)
    if batch and not faults and BATCH.output in files:
        again = _started(folder, (*BATCH.words, "--resume"))
        again.communicate()
        if again.returncode or _files(folder)[BATCH.output] != whole[BATCH.output]:
            faults.append("a run that --resume does not complete")
    shutil.rmtree(folder)
    return [f"{command.words[0]}: {fault}" for fault in faults]


def writers(seed: int) -> list[str]:
    """Let two runs write one file: one of two `batch` is refused, of two `audit` the later one stays whole."""
    random = Random(f"writers {seed}")
    command = random.choice((BATCH, AUDIT))
    other = Command((*command.words[:2], "--places", "5", *command.words[2:]), command.output)
    wholes = [_whole(each)[1][command.output] for each in (command, other)]
    folder = _folder("writers", seed)
    processes = []
    for each in (command, other):
        processes.append(_started(folder, each.words))
        time.sleep(random.choice((0, 0, 0.02, random.uniform(0, 0.3))))
    faults: list[str] = []
    for process, each in zip(processes, (command, other), strict=True):
        out, err, found = _ended(process, 4 * PATIENCE)
        faults += found + list(faults_of_run(each.words, Done(process.returncode, out, err)))
    statuses = sorted(process.returncode for process in processes)
    if command is BATCH and statuses != [0, 1]:
        faults.append(f"two writers of one file end with {statuses}")
    files = _files(folder)
    if files.get(command.output) not in wholes:
        faults.append("a mixture of two writers, or nothing")
    if len(files) > 1:
        faults.append("a draft left behind")
    shutil.rmtree(folder)
    return [f"{command.words[0]}: {fault}" for fault in faults]


def disk(seed: int) -> list[str]:
    """Write to a disk of 64 kB that is full, or becomes full; skipped where none can be mounted."""
    random = Random(f"disk {seed}")
    command = REPORT if seed % REPORT_ONE_IN == REPORT_ONE_IN - 1 else random.choice((BATCH, AUDIT))
    _seconds, whole, _status = _whole(command)
    folder = _folder("disk", seed)
    small = folder / "small"
    small.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(small)]
    try:
        mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        mounted = False
    if not mounted:
        shutil.rmtree(folder)
        return ["skipped: no small disk can be mounted"]
    try:
        fill = random.choice((0, 0, DISK_BYTES // 2, DISK_BYTES))
        (small / "fill").write_bytes(b"x" * fill)
        output = small / command.output
        words = (*command.words[:-1], str(output))
        process = _started(folder, words)
        out, err, faults = _ended(process, 4 * PATIENCE)
        (small / "fill").unlink()
        faults += faults_of_run(words, Done(process.returncode, out, err))
        if process.returncode != 1 or b"no space left" not in err:
            faults.append(f"status {process.returncode} on a full disk, or another cause named")
        faults += _faults_of_files(_files(small), whole, killed=False, batch=command is BATCH)
    finally:
        subprocess.run(["umount", str(small)], check=True)
    shutil.rmtree(folder)
    return [f"{command.words[0]}: {fault}" for fault in faults]


ANSWERS = (
    ("edge", "--variant", "classic", "-f", "json"),
    ("outcomes",),
    ("batch", "shoes.csv"),
    ("batch", "-"),
    ("batch", "shoes.csv", "--jobs", "2"),
    ("audit", "record.csv", "-f", "csv", "--odds", "banco"),
    ("audit", "-"),
    ("verify", "-"),
    ("edge", "--shoe", "-"),
    ("bet", "banco", "-o", "/dev/stdout"),
    ("edge", "-o", "/dev/full"),
    ("edge", "--variant", "clasic"),
    ("completion", "bash"),
    ("--help",),
    ("--version",),
)
CLOSED = {"stdin": "0<", "stdout": "1>", "stderr": "2>"}
"""How a shell names the standard streams that it closes."""
STREAMS = ("as it is", "closed", "full", "broken", "read only")


def descriptors(seed: int) -> list[str]:
    """Start a command with standard streams that are closed, full, broken, or open the wrong way."""
    random = Random(f"descriptors {seed}")
    words = random.choice(ANSWERS)
    states = [random.choice(STREAMS[:2]), random.choice(STREAMS), random.choice((STREAMS[0], *STREAMS))]
    folder = _folder("descriptors", seed)
    read_end, write_end = os.pipe()
    opened = {"closed": -1, "broken": write_end}
    opened |= {"full": os.open("/dev/full", os.O_WRONLY), "read only": os.open("/dev/null", os.O_RDONLY)}
    os.close(read_end)
    states_of = dict(zip(("stdin", "stdout", "stderr"), states, strict=True))
    streams = {name: opened[state] for name, state in states_of.items() if state != STREAMS[0]}
    process = _started(folder, words, streams=streams)
    out, err, faults = _ended(process, 4 * PATIENCE)
    for number in set(opened.values()) - {-1}:
        os.close(number)
    if states[2] == "as it is":
        faults += faults_of_run(words, Done(process.returncode, out, err))
    elif process.returncode not in {0, 1, 2}:
        faults.append(f"status {process.returncode}")
    if states[1] == "full" and process.returncode == 0 and "/dev/stdout" not in words:
        faults.append("status 0 though nothing could be written")
    shutil.rmtree(folder)
    changed = ", ".join(f"{name} {state}" for name, state in states_of.items() if state != STREAMS[0])
    return [f"{' '.join(words)}: {fault} ({changed})" for fault in faults]


def limits(seed: int) -> list[str]:
    """Run a command with few open files, small files or a short supply of memory; the true cause is in its one line."""
    random = Random(f"limits {seed}")
    words = random.choice((BATCH.words, BATCH.words, AUDIT.words, ("edge", "-o", "edges.json", "-f", "json")))
    files, small, memory = random.randint(4, 24), random.choice((0, 100, 5000)), random.randint(60, 400) * 10**6
    kind = random.choice(("files", "size", "memory"))

    def limit() -> None:
        _default_signals()
        match kind:
            case "files":
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
            case "size":
                resource.setrlimit(resource.RLIMIT_FSIZE, (small, small))
            case _:
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    folder = _folder("limits", seed)
    process = _started(folder, words, limit)
    out, err, faults = _ended(process, 4 * PATIENCE)
    # Without memory a library in C ends the process in its own words, and threads of multiprocessing print tracebacks.
    in_a_library = process.returncode in {-signal.SIGSEGV, -signal.SIGABRT, 127} or any(
        name in err for name in (b"OpenBLAS error", b"multiprocessing", b"Traceback (most recent call last):\nError:")
    )
    if kind != "memory" or not in_a_library:
        faults += faults_of_run(words, Done(process.returncode, out, err))
    if b"standard output" in err:
        faults.append("standard output is blamed")
    for name, data in _files(folder).items():
        if name.endswith(".new"):
            faults.append("a draft left behind")
        elif name.endswith(".json") and not json.loads(data or b"null"):
            faults.append("a file half-written")
    shutil.rmtree(folder)
    return [f"{words[0]}: {fault} (limit on {kind})" for fault in faults]


ENDS: dict[str, Callable[[int], list[str]]] = {
    "signals": signals,
    "writers": writers,
    "disk": disk,
    "descriptors": descriptors,
    "limits": limits,
}
"""The kinds of ends; each takes a seed and returns the faults."""
