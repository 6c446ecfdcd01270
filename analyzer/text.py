"""Text that a stranger wrote: lines are read, and texts kept and shown, within limits."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TextIO

__all__ = ["MAX_FIELD", "MAX_LINE", "cut", "numbered_lines", "printable", "short_repr", "shortened", "shown"]

MAX_LINE: Final = 65_536
"""The longest line that is read, in characters; a coup or a shoe is far shorter."""
MAX_FIELD: Final = 100
"""The longest text of one field that is kept and shown, in characters."""
_MOST_DIGITS, _MOST_SHOWN = 30, 60
_MOST_REPR = 100
"""The longest repr of an object of the package, in characters: a line of a notebook."""
Class = TypeVar("Class", bound=type)
# What decoding makes of bytes that are not UTF-8; JSON may name the other surrogates, a file cannot hold them.
_UNDECODED = re.compile("[\udc80-\udcff]")


def printable(text: str) -> str:
    r"""Return a text on one line, with every character that cannot be printed escaped.

    Line breaks, the escape sequences of terminals, marks that turn the direction of writing and surrogates can then do
    nothing to the terminal, the table or the file that shows it.

    >>> print(printable("a\nb\x1b[2J"), printable("K♠"))
    a\nb\x1b[2J K♠
    """
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)


def cut(text: str, most: int) -> str:
    """Return a text of at most `most` characters as it is, a longer one cut there, with "…" for the rest.

    >>> cut("banco", 5), cut("banco", 3)
    ('banco', 'ban…')
    """
    return text if len(text) <= most else text[:most] + "…"


def short_repr(words: Callable[[Any], object]) -> Callable[[Class], Class]:
    """Return a decorator that gives a class a repr of one short line.

    It is the usual one if that is short, and else the name of the class with some words between angle brackets.

    Args:
        words: returns the words for an object.
    """

    def decorate(of: Class) -> Class:
        usual = of.__repr__

        def in_short(self: Any) -> str:  # noqa: ANN401 - an object of the class
            text: str = usual(self)  # type: ignore[call-arg]
            if len(text) <= _MOST_REPR and text.isprintable():
                return text
            name = of.__name__
            return f"<{name} {cut(printable(str(words(self))), _MOST_REPR - len(name) - 4)}>"

        of.__repr__ = in_short  # type: ignore[assignment]
        return of

    return decorate


def shown(value: object) -> str:
    r"""Return a value for an error text: on one line, of readable length, text in quotes.

    >>> print(shown("a\\nb"), shown(-1))
    'a\\nb' -1
    """
    if isinstance(value, int) and abs(value) >= 10**_MOST_DIGITS:
        return "a huge number"  # writing it out is slow, and Python refuses more than 4300 digits
    if isinstance(value, str):
        return repr(cut(value, _MOST_SHOWN))
    try:
        return cut(printable(repr(value)), 2 * _MOST_SHOWN)
    except RecursionError:
        return f"a {type(value).__name__} nested too deeply"


def shortened(field: str) -> str:
    """Return a field of at most `MAX_FIELD` characters as it is, a longer one without superfluous blanks, then cut.

    >>> shortened("9 K" + " " * 200), len(shortened("9" * 200))
    ('9 K', 101)
    """
    return field if len(field) <= MAX_FIELD else cut(" ".join(field.split()), MAX_FIELD)


def numbered_lines(file: TextIO) -> Iterator[tuple[int, str, str]]:
    r"""Yield each line's number from 1, its text and what is wrong with it, "" if nothing is.

    A line longer than `MAX_LINE` is cut; the rest of it is skipped piece by piece when the next line is asked for, so
    that a line without an end costs no memory, and no time before its error.

    Args:
        file: a text in which bytes that are not UTF-8 are surrogates, as `files.opened` gives it.

    >>> import io
    >>> list(numbered_lines(io.StringIO("9 K,3 8\n\0")))
    [(1, '9 K,3 8\n', ''), (2, '\x00', 'it holds a NUL, so it is not text')]
    """
    for number, line in enumerate(iter(partial(file.readline, MAX_LINE + 1), ""), start=1):
        if len(line) > MAX_LINE and not line.endswith("\n"):
            yield number, line, f"it is longer than {MAX_LINE:,} characters"
            while (rest := file.readline(MAX_LINE)) and not rest.endswith("\n"):
                pass
        elif not line.isascii() and (undecoded := _UNDECODED.search(line)):
            yield number, line, f"it is not UTF-8 text (byte 0x{ord(undecoded[0]) - 0xDC00:02x} cannot be read)"
        else:
            yield number, line, "it holds a NUL, so it is not text" if "\0" in line else ""
