"""The console: answers go to standard output or a file, notes and progress to stderr.

Three functions make a `Progress`, each with its own rule for when to print: by item, by line of a file, or by time.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TextIO

    from analyzer.enumeration.distribution import Progress
    from analyzer.layout import Table
    from analyzer.views.render import Document, Style

__all__ = [
    "LINES_BETWEEN_NOTES",
    "StandardOutput",
    "StandardOutputError",
    "cause",
    "count_progress",
    "detach",
    "emit",
    "item_progress",
    "line_progress",
    "line_width",
    "print_note",
    "show_what_it_has",
    "usage_error",
    "utf8_output",
    "with_progress",
    "write",
]

FEW_ITEMS = 20
"""The number of items up to which no progress is shown."""
PATIENCE = 2
"""Seconds after which a count shows its progress."""
UPDATE_SECONDS = 0.2
"""Seconds between two updates of a line on a terminal."""
LINES_BETWEEN_NOTES = 100_000
"""Lines of a file between two notes, where stderr is not a terminal."""
_NO_THREAD = "can't start new thread"
"""The text of the RuntimeError that Python raises when the system gives it no thread."""

WIDTH = "BACCARAT_ODDS_WIDTH"
"""The environment variable with the characters of a line, for a pipe that ends on a screen."""
NARROWEST = 40
"""The fewest characters of a line that tables are fitted to."""

_PLAIN = {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "…": "..."}
_READABLE = "baccarat-odds"

Item = TypeVar("Item")


def _readable(error: UnicodeError) -> tuple[str, int]:
    """Return what stands for characters that an encoding does not have, as `codecs.register_error` asks for it."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character, ascii(character)[1:-1]) for character in missing), error.end


codecs.register_error(_READABLE, _readable)


def show_what_it_has(stream: TextIO | None) -> None:
    """Let a stream for people show what its encoding has: 9s where it has no ♠, and any other character escaped."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=_READABLE)


def utf8_output() -> None:
    """Let standard output be UTF-8 with plain line ends, whatever the terminal is: a program reads what follows."""
    stream = sys.stdout
    if isinstance(stream, StandardOutput):
        stream = stream.stream
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="strict", newline="\n")


def usage_error(error: ValueError | str, option: str = "") -> click.UsageError:
    """Return an error of the package as a usage error that begins with the option it came from."""
    message = str(error)
    if option:
        # "odds: got ..." becomes "--tie-odds: got ...", but "card A: named twice" keeps its card.
        label, _, rest = message.partition(": ")
        message = f"{option}: {rest if label.isalpha() else message}"
    return click.UsageError(message)


def print_note(text: str = "", *, nl: bool = True) -> None:
    """Print a note to stderr; ignore a closed stderr."""
    try:
        click.echo(text, err=True, nl=nl)
    except OSError:
        detach(sys.stderr)


class StandardOutputError(Exception):
    """Standard output cannot be written.

    Attributes:
        cause: the error of the operating system.
    """

    def __init__(self, cause: OSError) -> None:
        """Keep the cause."""
        super().__init__(cause)
        self.cause = cause


class StandardOutput:
    """Standard output, whose errors cannot be mistaken for those of any other file."""

    def __init__(self, stream: TextIO) -> None:
        """Wrap a stream, which is the attribute `stream`."""
        self.stream = stream

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the stream."""
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        """Write a text.

        Raises:
            StandardOutputError: if it cannot be written.
        """
        try:
            return self.stream.write(text)
        except OSError as error:
            raise StandardOutputError(error) from error

    def flush(self) -> None:
        """Write what is buffered.

        Raises:
            StandardOutputError: if it cannot be written.
        """
        try:
            self.stream.flush()
        except OSError as error:
            raise StandardOutputError(error) from error


def detach(stream: TextIO) -> None:
    """Redirect a broken stream to the null device, so that Python can flush it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _on_terminal() -> bool:
    """Return whether stderr is a terminal; it is None in a process started without one."""
    return sys.stderr is not None and sys.stderr.isatty()


def cause(error: BaseException | None) -> str:
    """Return the cause of a failure in one line; "" for an exception that only a defect of this program can raise."""
    from analyzer.errors import BaccaratError
    from analyzer.files import reason

    match error:
        case MemoryError():
            return "memory ran out"
        case RecursionError():
            return "the input is nested too deeply"
        case RuntimeError() if str(error) == _NO_THREAD:
            return "no more threads can be started: memory, or the number of processes allowed, ran out"
        case OSError():
            return f"{error.filename}: {reason(error)}" if error.filename else reason(error)
        case BaccaratError() | UnicodeError():
            # An error of the package is a sentence; a UnicodeError says which characters it cannot write.
            return str(error)
        case _:
            return ""


def item_progress(what: str) -> Progress:
    """Return a progress that shows, on a terminal and for more than 20 items, the number of the current item."""

    def show(number: int, of: int | None) -> None:
        if of is not None and of > FEW_ITEMS and _on_terminal():
            print_note(f"\r{what} {number} of {of}", nl=number == of)

    return show


def with_progress(items: Sequence[Item], what: str) -> Iterator[Item]:
    """Yield the items, showing the number of the current one."""
    show = item_progress(what)
    for number, item in enumerate(items, start=1):
        show(number, len(items))
        yield item


@contextmanager
def line_progress(things: str) -> Iterator[Progress]:
    """Give a progress of lines read: on a terminal a line that is overwritten, else a note every 100,000 lines."""
    visible, due, shown = _on_terminal(), time.monotonic() + UPDATE_SECONDS, 0

    def show(done: int, _of: int | None) -> None:
        nonlocal due, shown
        if visible and (now := time.monotonic()) > due:
            due, shown = now + UPDATE_SECONDS, done
            print_note(f"\r{done:,} {things}", nl=False)
        elif not visible and done // LINES_BETWEEN_NOTES > shown:
            shown = done // LINES_BETWEEN_NOTES
            print_note(f"{shown * LINES_BETWEEN_NOTES:,} {things}")

    try:
        yield show
    finally:
        if visible and shown:
            print_note()


@contextmanager
def count_progress(what: str) -> Iterator[Progress]:
    """Give a progress of a count that is shown on a terminal once the count has taken two seconds."""
    due, shown = time.monotonic() + PATIENCE, False

    def show(done: int, of: int | None) -> None:
        nonlocal due, shown
        if (now := time.monotonic()) > due and _on_terminal():
            due, shown = now + UPDATE_SECONDS, True
            print_note(f"\r{what} {done} of {of}", nl=False)

    try:
        yield show
    finally:
        if shown:
            print_note()


def line_width(options: dict[str, Any]) -> int | None:
    """Return the characters of a line that tables are fitted to; None for a file or a pipe, which take any line.

    It is the width of the terminal, 80 if that is unknown, or what the environment variable `WIDTH` says.
    """
    from shutil import get_terminal_size

    if options["output"] not in {None, "-"}:
        return None
    width = os.environ.get(WIDTH, "")
    if width.isascii() and width.isdigit() and int(width[:9]):
        return max(int(width[:9]), NARROWEST)
    return max(get_terminal_size().columns, NARROWEST) if sys.stdout.isatty() else None


def emit(
    options: dict[str, Any],
    document: Callable[[int], Document],
    tables: Callable[[Style], Sequence[Table]],
    rules_texts: Sequence[bytes] = (),
    head: str = "",
) -> None:
    """Print an answer, or write it to the file of `-o`.

    Args:
        options: the command's options.
        document: makes the command's JSON keys, given the number of decimal places.
        tables: makes the tables, given the style of their figures.
        rules_texts: the rules files used; b"" for rules without a file.
        head: text before the tables.
    """
    from analyzer.notation import JSON_PLACES
    from analyzer.views.render import Style, json_text, render

    output_format, places, exact = options["output_format"], options.get("places"), options.get("exact", False)
    if exact and places is not None:
        raise usage_error("--places does not apply with --exact: there are no decimals")
    if output_format == "json":
        text = json_text(document(JSON_PLACES if places is None else places), rules_texts)
    else:
        style = Style(places, exact, plain=output_format == "csv", all_figures=options.get("all_figures", False))
        text = head + render(tables(style), output_format, line_width(options))
    write(options, text)


def write(options: dict[str, Any], text: str) -> None:
    """Print a finished answer, or write it to the file of `-o`."""
    from analyzer.files import write_whole

    if options["output"] in {None, "-"}:
        if options.get("output_format") != "table":
            utf8_output()
        click.echo(text, nl=False)
    else:
        write_whole(options["output"], text)
