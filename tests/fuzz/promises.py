"""What is promised of every input, as checks: each fault found is one short text, the same for the same cause."""

from __future__ import annotations

import json
import re
import signal
import traceback
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import analyzer
from analyzer.errors import BaccaratError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["MOST_BYTES", "MOST_SECONDS", "Done", "faults_of_error", "faults_of_run", "faults_of_text", "place"]

PACKAGE = Path(analyzer.__file__).parent
MOST_CHARACTERS = 2000
"""The longest line of an error."""
MOST_SECONDS = 20
"""Seconds of CPU that a file of at most 1 MB may take."""
MOST_BYTES = 500_000_000
"""Bytes of memory that a file of at most 1 MB may take."""
PARTIAL = {"batch"}
"""Commands whose file holds the answers up to an error."""
REPORTING = {"audit", "verify"}
"""Commands that write their whole answer and then exit with 1, as it is not a good one."""
_FRAME = re.compile(r'File "[^"]*?/?analyzer/([^"]+)", line (\d+)')
_EXCEPTION = re.compile(r"^([A-Za-z_][\w.]*(?:Error|Exception|Interrupt|Exit|Broken\w+))(?::|$)", re.MULTILINE)


class Done(NamedTuple):
    """What a run of the command line left behind.

    Attributes:
        status: the exit status, negative for a signal.
        out: what it wrote to standard output.
        err: what it wrote to standard error.
        written: the content of the file of `-o`, None if there is none.
        left: names of other files that it left in its folder.
        seconds: the CPU time it took, 0 if it was not measured.
        most_bytes: the most memory it took, 0 if it was not measured.
    """

    status: int
    out: bytes
    err: bytes
    written: bytes | None = None
    left: tuple[str, ...] = ()
    seconds: float = 0
    most_bytes: int = 0


def place(error: BaseException) -> str:
    """Return an error's class and the line of the package where it arose."""
    frames = [
        f"{Path(frame.filename).relative_to(PACKAGE)}:{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.startswith(f"{PACKAGE}/")
    ]
    return f"{type(error).__name__} at {frames[-1] if frames else 'no line of the package'}"


def faults_of_error(error: BaseException) -> Iterator[str]:
    """Yield what is wrong with an error that a reader raised: a class of another base, more than one line of text."""
    if not isinstance(error, BaccaratError):
        yield f"not a BaccaratError: {place(error)}"
    elif not str(error).isprintable():
        yield f"an error of more than one printable line: {place(error)}"


def faults_of_text(text: str, where: str) -> Iterator[str]:
    """Yield the control characters in a text, apart from line breaks and tabs."""
    for character in sorted({character for character in text if unicodedata.category(character) in {"Cc", "Cs"}}):
        if character not in "\n\t":
            yield f"control character U+{ord(character):04X} {where}"


def _faults_of_stderr(done: Done, text: str) -> Iterator[str]:
    errors = [line for line in text.splitlines() if line.startswith("Error: ")]
    if "Traceback (most recent call last)" in text:
        frames, names = _FRAME.findall(text), _EXCEPTION.findall(text)
        where = ":".join(frames[-1]) if frames else "no line of the package"
        yield f"traceback: {names[-1] if names else 'unknown'} at {where}"
    elif done.status in {1, 2} and (len(errors) != 1 or not text.endswith(f"{errors[-1]}\n")):
        yield f"status {done.status} with {len(errors)} lines that say Error, or text after them"
    elif done.status == 0 and errors:
        yield "status 0 with a line that says Error"
    if errors and max(map(len, errors)) > MOST_CHARACTERS:
        yield f"a line of an error of more than {MOST_CHARACTERS:,} characters"
    if warning := re.search(r"\w*Warning: ", text):
        yield f"{warning[0].strip(': ')} on stderr"


def _faults_of_answer(command: str, output_format: str, data: bytes, where: str) -> Iterator[str]:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        yield f"not UTF-8 {where}"
        return
    yield from faults_of_text(text, where)
    if not text:
        return
    if not text.endswith("\n"):
        yield f"a line without an end {where}"
    documents = text.splitlines() if output_format == "jsonl" else [text] if output_format == "json" else []
    try:
        for document in documents:
            json.loads(document)
    except ValueError:
        yield f"not JSON {where} of {command}"


def _after(words: Sequence[str], *names: str) -> str:
    """Return the value of an option in a command line, "" if it is not given."""
    found = [words[index + 1] for index, word in enumerate(words[:-1]) if word in names]
    return found[-1] if found else ""


def faults_of_run(words: Sequence[str], done: Done) -> Iterator[str]:
    """Yield what a run of the command line did against the promises.

    Args:
        words: the command line.
        done: what the run left behind.
    """
    command = next((word for word in words if word != "--"), "")
    if done.status < 0:
        yield f"ended by {signal.Signals(-done.status).name}"
    elif done.status > 2:
        yield f"status {done.status}"
    try:
        stderr = done.err.decode()
    except UnicodeDecodeError:
        yield "not UTF-8 on stderr"
        stderr = done.err.decode(errors="replace")
    yield from faults_of_text(stderr, "on stderr")
    if done.status >= 0:
        yield from _faults_of_stderr(done, stderr)
    helped = done.out.startswith((b"Usage:", b"baccarat-odds, version"))
    output_format = "" if helped else _after(words, "-f", "--format")
    yield from _faults_of_answer(command, output_format, done.out, "on stdout")
    if done.written is not None:
        yield from _faults_of_answer(command, output_format, done.written, "in the file of -o")
        if done.status and command not in PARTIAL | REPORTING:
            yield f"status {done.status} and a file of -o"
    if done.left:
        yield "files left behind"
    if done.seconds > MOST_SECONDS:
        yield f"more than {MOST_SECONDS} s of CPU"
    if done.most_bytes > MOST_BYTES:
        yield f"more than {MOST_BYTES // 10**6} MB of memory"
