"""Errors: all that this package raises on purpose; each says what was got and what is allowed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from analyzer.text import printable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

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
    "alike",
    "did_you_mean",
    "misspelt",
    "nearest",
    "one_line",
    "words_of",
]

_MAX_LISTED_NAMES = 30
_MAX_COMPARED_CHARACTERS = 100
_MOST_OFFERED = 5
_SHORTEST_BEGINNING = 2
# How near a misspelt word is to the right one, by `difflib`; and a whole name, where its words do not match one by one.
_LEAST_OF_A_WORD, _LEAST_OF_OTHER_WORDS = 0.7, 0.85
_WORDS = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"[0-9]+")
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


def nearest(name: str, known: Collection[str], titles: Mapping[str, str] | None = None) -> str:
    """Return the end of an error text: the known names that `name` may mean, else all of them or the nearest three.

    Args:
        name: what was got.
        known: the names.
        titles: titles of some of them, in which `name` is sought, too.

    >>> nearest("Clasic", ["classic", "ez"])
    '; did you mean classic?'
    >>> nearest("lucky-6", ["lucky-7", "lucky-6-12-20", "lucky-6-12-23"])
    '; did you mean lucky-6-12-20 or lucky-6-12-23?'
    >>> nearest("zzz", ["classic", "ez"])
    '; known: classic, ez'
    >>> nearest("x5", [f"bet-{number}" for number in range(100)])
    '; of 100 known the nearest are bet-5, bet-95, bet-85'
    """
    names = list(known)
    meant = alike(name, names, titles or {}) or misspelt(name, names)
    if meant:
        return did_you_mean(meant)
    if len(names) <= _MAX_LISTED_NAMES:
        return f"; known: {', '.join(names)}"
    from difflib import get_close_matches

    near = get_close_matches(name[:_MAX_COMPARED_CHARACTERS], names, n=3, cutoff=0)
    return f"; of {len(names)} known the nearest are {', '.join(near)}"


def did_you_mean(names: Sequence[str]) -> str:
    """Return the end of an error text that offers some names.

    >>> did_you_mean(["a", "b"]), did_you_mean([str(number) for number in range(8)])
    ('; did you mean a or b?', '; did you mean 0, 1, 2, 3, 4 or 3 others?')
    """
    shown, more = list(names[:_MOST_OFFERED]), len(names) - _MOST_OFFERED
    if more > 0:
        shown.append(f"{more} other{'s' * (more > 1)}")
    return f"; did you mean {' or '.join([', '.join(shown[:-1])] * (len(shown) > 1) + shown[-1:])}?"


def alike(name: str, known: Iterable[str], titles: Mapping[str, str] | None = None) -> list[str]:
    """Return the known names of the same words, else those that begin with them, contain them, or have them in a title.

    >>> alike("Tiger", ["big-tiger", "ox-6"]), alike("fortune 7", ["dragon-7"], {"dragon-7": "Dragon 7 (Fortune 7)"})
    (['big-tiger'], ['dragon-7'])
    """
    wanted = words_of(name[:_MAX_COMPARED_CHARACTERS])
    if len("".join(wanted)) < _SHORTEST_BEGINNING:
        return []
    names = {one: words_of(one) for one in known}
    start = " ".join(wanted)
    found = (
        [one for one, words in names.items() if words == wanted],
        [one for one, words in names.items() if " ".join(words).startswith(start) and _whole(start, " ".join(words))],
        [one for one, words in names.items() if _within(wanted, words)],
        [one for one in names if _within(wanted, words_of((titles or {}).get(one, "")))],
    )
    return next(filter(None, found), [])


def _whole(start: str, text: str) -> bool:
    """Return whether a text that begins with another does not go on with a digit where that ends with one."""
    return not (start[-1].isdigit() and text[len(start) :][:1].isdigit())


def _within(wanted: list[str], words: list[str]) -> bool:
    return any(words[at : at + len(wanted)] == wanted for at in range(len(words) - len(wanted) + 1))


def misspelt(name: str, known: Iterable[str]) -> list[str]:
    """Return the known name of which this is a misspelling, in a list; an empty one if there is none.

    Numbers are not misspelt, nor is a word that is quite another: neither lucky-6 means lucky-7, nor does losing_total
    mean winning_total.

    >>> misspelt("winer", ["winner"]), misspelt("lucky-6", ["lucky-7"]), misspelt("losing_total", ["winning_total"])
    (['winner'], [], [])
    """
    from difflib import SequenceMatcher

    words = words_of(name[: _MAX_COMPARED_CHARACTERS + 1])
    joined = "".join(words)
    if not joined or len(joined) > _MAX_COMPARED_CHARACTERS:
        return []

    def nearness(one: str, other: str) -> float:
        return SequenceMatcher(None, one, other).ratio()

    best, score = "", 0.0
    for one in known:
        others = words_of(one)
        if _numbers(words) != _numbers(others):
            continue
        whole = nearness(joined, "".join(others))
        apart = len(words) == len(others) and all(
            nearness(*pair) >= _LEAST_OF_A_WORD for pair in zip(words, others, strict=True)
        )
        if whole > score and whole >= (_LEAST_OF_A_WORD if apart else _LEAST_OF_OTHER_WORDS):
            best, score = one, whole
    return [best] * bool(best)


def words_of(name: str) -> list[str]:
    """Return the words and numbers of a name in small letters.

    >>> words_of("Dragon 7"), words_of("punto_opening.same_rank")
    (['dragon', '7'], ['punto', 'opening', 'same', 'rank'])
    """
    return _WORDS.findall(name.casefold())


def _numbers(words: Iterable[str]) -> list[str]:
    return [number for word in words for number in _DIGITS.findall(word)]
