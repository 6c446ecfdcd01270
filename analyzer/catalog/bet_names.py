"""Words as people write them, case, accents, blanks and the language aside: hands, results, bets, yes and no."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Final
from unicodedata import combining, normalize

from analyzer.rules.coup import Winner

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["SIDES", "BetNames", "plain"]

SIDES: Final[dict[str, str]] = {
    Winner.PUNTO: "punto player jucator spelaren",
    Winner.BANCO: "banco banker bank bancher banken",
    Winner.TIE: "tie ties tiegame egalite draw drawgame standoff push remiza lika",
}
"""What each outcome, and with punto and banco the hand, is called, as `plain` has it."""

_BLANKS = re.compile(r"[\s\[\]_\-.#\u2010-\u2015\u2212]+")
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
