"""TODO."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TextIO

    from analyzer.views.render import Document, Style, Table

__all__ = [
    "BETWEEN_TOLD",
    "LONG_COUNT",
    "LONG_WORK",
    "TOLD_EVERY",
    "Item",
    "counting",
    "emit",
    "lose",
    "progress",
    "say",
    "telling",
    "usage_error",
    "write",
]


LONG_WORK = 20


LONG_COUNT = 2


BETWEEN_TOLD = 0.2


TOLD_EVERY = 100_000


Item = TypeVar("Item")


def usage_error(error: ValueError | str, option: str = "") -> click.UsageError:
    """Return the usage error that says the same as an error of the package, led by the option it came from."""
    message = str(error)
    if option:
        # "odds: got ..." becomes "--tie-odds: got ...", but "card A: named twice" keeps its card.
        label, _, rest = message.partition(": ")
        message = f"{option}: {rest if label.isalpha() else message}"
    return click.UsageError(message)


def say(text: str = "", *, nl: bool = True) -> None:
    """Print on stderr what goes with an answer; where nobody can read it the answer goes on all the same."""
    try:
        click.echo(text, err=True, nl=nl)
    except OSError:
        lose(sys.stderr)


def lose(stream: TextIO) -> None:
    """Let all that is still to be written to a stream go nowhere, so that Python finds nothing unwritten at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _somebody_looks() -> bool:
    """Return whether stderr is a terminal; a process may be started without one."""
    return sys.stderr is not None and sys.stderr.isatty()


def progress(items: Sequence[Item], what: str) -> Iterator[Item]:
    """Yield the items, telling how far the work is on stderr where it is long and somebody looks."""
    visible = len(items) > LONG_WORK and _somebody_looks()
    for number, item in enumerate(items, start=1):
        if visible:
            say(f"\r{what} {number} of {len(items)}", nl=number == len(items))
        yield item


@contextmanager
def telling(things: str) -> Iterator[Callable[[int], None]]:
    """Give what tells on stderr how many are done: on a terminal in place, else once every 100,000."""
    visible, due, told = _somebody_looks(), time.monotonic() + BETWEEN_TOLD, 0

    def tell(done: int) -> None:
        nonlocal due, told
        if visible and (now := time.monotonic()) > due:
            due, told = now + BETWEEN_TOLD, done
            say(f"\r{done:,} {things}", nl=False)
        elif not visible and done // TOLD_EVERY > told:
            told = done // TOLD_EVERY
            say(f"{told * TOLD_EVERY:,} {things}")

    try:
        yield tell
    finally:
        if visible and told:
            say()


@contextmanager
def counting(what: str) -> Iterator[Callable[[int, int], None]]:
    """Give what tells how far a count is, on stderr, once it has taken a while and where somebody looks."""
    due, told = time.monotonic() + LONG_COUNT, False

    def tell(done: int, of: int) -> None:
        nonlocal due, told
        if (now := time.monotonic()) > due and _somebody_looks():
            due, told = now + BETWEEN_TOLD, True
            say(f"\r{what} {done} of {of}", nl=False)

    try:
        yield tell
    finally:
        if told:
            say()


def emit(
    options: dict[str, Any],
    document: Callable[[int], Document],
    tables: Callable[[Style], Sequence[Table]],
    rules_texts: Sequence[bytes] = (),
    head: str = "",
) -> None:
    """Print an answer, or write it to the file named.

    Args:
        options: the command's options.
        document: makes the command's own JSON keys, given the number of decimal places.
        tables: makes the tables, given the style of their figures.
        rules_texts: the rules files used, empty for what came from none.
        head: text that comes before the tables.
    """
    from analyzer.notation import JSON_PLACES
    from analyzer.views.render import Style, json_text, render

    if options.get("crosscheck"):
        say("Crosscheck: recursion and polynomial count every ending alike.")
    form, places, exact = options["form"], options.get("places"), options.get("exact", False)
    if exact and places is not None:
        raise usage_error("--places does not apply with --exact: there are no decimals")
    if form == "json":
        text = json_text(document(JSON_PLACES if places is None else places), rules_texts)
    else:
        text = head + render(tables(Style(places, exact=exact, plain=form == "csv")), form)
    write(options, text)


def write(options: dict[str, Any], text: str) -> None:
    """Print a finished answer, or write it to the file named."""
    from analyzer.files import write_whole

    if options["output"] in {None, "-"}:
        click.echo(text, nl=False)
    else:
        write_whole(options["output"], text)
