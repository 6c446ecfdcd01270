"""Errors: all that this package raises on purpose; each says what was got and what is allowed."""

from __future__ import annotations

from analyzer.text import printable

__all__ = [
    "AmbiguousMarkError",
    "BaccaratError",
    "BetError",
    "CoupError",
    "DisagreementError",
    "FileError",
    "MissingExtraError",
    "NotationError",
    "OutputExistsError",
    "RulesError",
    "ShoeError",
    "TooFewCardsError",
    "nearest",
    "one_line",
]

_MAX_LISTED_NAMES = 30
_MAX_COMPARED_CHARACTERS = 100
# With what is written before it ("Error: ") a line stays below 2,000 characters.
_MAX_TEXT = 1_900


def one_line(text: str) -> str:
    """Return the text of an error as `printable` shows it; the middle of one over 1,900 characters is left out.

    >>> one_line("card: got 'x'"), len(one_line("x" * 3000))
    ("card: got 'x'", 1900)
    """
    text, half = printable(text), _MAX_TEXT // 2
    # The name of a file may be long; what is wrong with it is at the end.
    return text if len(text) <= _MAX_TEXT else f"{text[: half - 1]}…{text[-half:]}"


class BaccaratError(ValueError):
    """The base of all errors; its text is one line that can be shown to a user."""

    def __str__(self) -> str:
        """Return the text as one line."""
        return one_line(super().__str__())


class NotationError(BaccaratError):
    """A number, odds or a card that cannot be read from text."""


class ShoeError(BaccaratError):
    """An invalid composition, or a shoe that cannot answer the question."""


class TooFewCardsError(ShoeError):
    """A shoe that holds fewer cards than a coup can need."""


class CoupError(BaccaratError):
    """A description of a coup that contradicts itself, the drawing rules or the shoe."""


class RulesError(BaccaratError):
    """A tableau, variant or rules file that is unknown, malformed or incomplete."""


class BetError(RulesError):
    """A bet or a payout that makes no sense under the drawing rules in use."""


class FileError(BaccaratError):
    """A file that cannot be read or written, or whose content is not text."""


class OutputExistsError(FileError):
    """An output file that exists already and is not to be resumed."""


class AmbiguousMarkError(FileError):
    """The mark of a new shoe names a column that says yes or no, not one whose value changes."""


class MissingExtraError(BaccaratError):
    """A call that needs a package of an optional extra that is not installed."""


class DisagreementError(BaccaratError):
    """Two exact routes to one count gave different answers: a defect of this program, not of its input."""


def nearest(name: str, known: list[str]) -> str:
    """Return the end of an error text: the known name that resembles `name`, else all of them or the nearest three.

    >>> nearest("Clasic", ["classic", "ez"])
    '; did you mean classic?'
    >>> nearest("zzz", ["classic", "ez"])
    '; known: classic, ez'
    >>> nearest("x5", [f"bet-{number}" for number in range(100)])
    '; of 100 known the nearest are bet-5, bet-95, bet-85'
    """
    from difflib import get_close_matches

    small = {word.lower(): word for word in known}
    close = get_close_matches(name.lower(), small, n=1)
    if close:
        return f"; did you mean {small[close[0]]}?"
    if len(known) <= _MAX_LISTED_NAMES:
        return f"; known: {', '.join(known)}"
    near = get_close_matches(name[:_MAX_COMPARED_CHARACTERS], known, n=3, cutoff=0)
    return f"; of {len(known)} known the nearest are {', '.join(near)}"
