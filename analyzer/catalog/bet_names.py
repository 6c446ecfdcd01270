"""Words as people write them, case, accents, blanks and the language aside: hands, results, bets, yes and no."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final
from unicodedata import combining, normalize

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["SIDES", "YES_OR_NO", "BetNames", "plain", "says_nothing", "says_yes", "winner"]

SIDES: Final = {
    "punto": "punto player jucator spelaren",
    "banco": "banco banker bank bancher banken",
    "tie": "tie ties tiegame egalite draw drawgame standoff push remiza lika",
}
"""What each outcome, and with punto and banco the hand, is called, as `plain` has it."""

YES_OR_NO: Final = (
    "yes (y, true, t, 1, x, ja, j, oui, si, da, new, new shoe, change, shuffle) "
    "or no (n, false, f, 0, -, none, null, n/a, nee, nein, non, nu), or nothing"
)
"""The words that `says_yes` reads."""

_BLANKS = re.compile(r"[\s\[\]_\-.#\u2010-\u2015\u2212]+")
_WINNERS = {word: side for side, words in SIDES.items() for word in words.split()}
_WINNERS |= {"p": "punto", "b": "banco", "t": "tie"}
_WON = re.compile(r"(.+)(?:wins|win|won)")
_NUMBER = re.compile(r"0*([01])(?:\.0*)?", re.ASCII)
_ANSWERS = {
    word: says
    for says, words in {
        True: "yes y true t x ja j oui si da new newshoe change shoechange shuffle",
        False: "no n false f none null n/a na nee nein non nu",
    }.items()
    for word in words.split()
} | {"": False}
_NOTHING = frozenset(["", "n/a", "na", "none", "null"])
_CLOSE = 0.85
_LONG = 5


def plain(name: str) -> str:
    """Return a name in small letters, without accents, blanks, underscores, dashes, points, number signs and brackets.

    >>> plain("Player_Cards "), plain("SHOE #"), plain("Égalité")
    ('playercards', 'shoe', 'egalite')
    """
    if not name.isascii():
        name = "".join(letter for letter in normalize("NFKD", name) if not combining(letter))
    return _BLANKS.sub("", name.casefold())


def winner(text: str) -> str | None:
    """Return who won by a letter or word: "punto", "banco" or "tie"; None if it is none.

    >>> winner("P"), winner("Banker wins"), winner("Remiză"), winner("dealer")
    ('punto', 'banco', 'tie', None)
    """
    word = plain(text).rstrip("!")
    match = _WON.fullmatch(word)
    return _WINNERS.get(match[1] if match else word)


@lru_cache(maxsize=1024)
def says_nothing(text: str) -> bool:
    """Return whether a cell is blank or says that nothing was announced.

    >>> says_nothing(" "), says_nothing("N/A"), says_nothing("-"), says_nothing("0")
    (True, True, True, False)
    """
    return plain(text) in _NOTHING


@lru_cache(maxsize=1024)
def says_yes(text: str) -> bool | None:
    """Return whether a cell says yes, as `YES_OR_NO` tells; None if it is neither yes nor no.

    >>> says_yes(" Yes "), says_yes("0.0"), says_yes("N/A"), says_yes("perhaps")
    (True, False, False, None)
    """
    number = _NUMBER.fullmatch(text.strip())
    return number[1] == "1" if number else _ANSWERS.get(plain(text))


class BetNames:
    """Bets by the names people give them.

    >>> names = BetNames(["banco", "punto-pair", "egalite-2", "tie"])
    >>> names.find("Player pair"), names.find("Égalité"), names.find("egalite 2"), names.find("bnco")
    ('punto-pair', 'tie', 'egalite-2', None)
    """

    def __init__(self, bets: Collection[str]) -> None:
        """Keep every way of writing these names; a bet's own name comes before what another is also called."""
        self._names = {plain(bet): bet for bet in bets}
        for bet in bets:
            for words in product(*(SIDES.get(word, word).split() for word in bet.split("-"))):
                self._names.setdefault("".join(words), bet)

    def find(self, name: str) -> str | None:
        """Return the bet that is called so, None if none is."""
        return self._names.get(plain(name))

    def nearest(self, name: str) -> str | None:
        """Return the bet whose name is nearly that, None where none is.

        A slip of the pen is one in a long word, behind its first letter; what only goes on after a name (`players`,
        `player 1`) is another word.

        >>> names = BetNames(["tie", "punto", "dragon-7"])
        >>> names.nearest("dragn 7"), names.nearest("plyer"), names.nearest("time"), names.nearest("players")
        ('dragon-7', 'punto', None, None)
        """
        from difflib import get_close_matches

        word = plain(name)
        long = [each for each in self._names if len(each) >= _LONG and each[0] == word[:1]]
        long = [each for each in long if not word.startswith(each)]
        close = get_close_matches(word, long, n=1, cutoff=_CLOSE)
        return self._names[close[0]] if close else None
