"""The errors this package raises on purpose: each says what was got and what is allowed."""

from __future__ import annotations

__all__ = [
    "BaccaratError",
    "BetError",
    "CoupError",
    "DisagreementError",
    "DoubtfulMarkError",
    "FileError",
    "MissingExtraError",
    "NotationError",
    "OutputExistsError",
    "RulesError",
    "ShoeError",
    "TooFewCardsError",
    "nearest",
]

_MOST_LISTED = 30
_MOST_COMPARED = 100


class BaccaratError(ValueError):
    """Any input that cannot be answered; its text is one line fit to show to a user."""

    def __str__(self) -> str:
        """Return the text with what cannot be printed written out: a file's name may hold anything."""
        text = super().__str__()
        return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


class NotationError(BaccaratError):
    """A number, odds or a card that cannot be read from text."""


class ShoeError(BaccaratError):
    """A composition that is no shoe, or a shoe that cannot answer the question."""


class TooFewCardsError(ShoeError):
    """A shoe that holds fewer cards than a coup can need."""


class CoupError(BaccaratError):
    """What is said of a coup that contradicts itself, the drawing rules or the shoe."""


class RulesError(BaccaratError):
    """A tableau, variant or rules file that is unknown, malformed or incomplete."""


class BetError(RulesError):
    """A bet or one of its payouts that makes no sense under the rules it is played by."""


class FileError(BaccaratError):
    """A file that cannot be read or written, or whose content is not text."""


class DoubtfulMarkError(FileError):
    """A record whose column that is said to change with the shoe has the name of one that says yes or no."""


class OutputExistsError(FileError):
    """A file to be written to bit by bit that is there already, though it is not to be resumed."""


class MissingExtraError(BaccaratError):
    """Something that needs a package which is installed with an extra, where it is not."""


class DisagreementError(BaccaratError):
    """Two exact routes to one count gave different answers: a defect of this program, not of its input."""


def nearest(name: str, known: list[str]) -> str:
    """Return "; did you mean X?" for the known name closest to `name`, or the list, if it is long its nearest.

    >>> nearest("clasic", ["classic", "ez"])
    '; did you mean classic?'
    >>> nearest("zzz", ["classic", "ez"])
    '; known: classic, ez'
    >>> nearest("x5", [f"bet-{number}" for number in range(100)])
    '; of 100 known the nearest are bet-5, bet-95, bet-85'
    """
    from difflib import get_close_matches

    close = get_close_matches(name, known, n=1)
    if close:
        return f"; did you mean {close[0]}?"
    if len(known) <= _MOST_LISTED:
        return f"; known: {', '.join(known)}"
    near = get_close_matches(name[:_MOST_COMPARED], known, n=3, cutoff=0)
    return f"; of {len(known)} known the nearest are {', '.join(near)}"
