"""Bets by the names people give them, case, accents, blanks and the language aside."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Final
from unicodedata import combining, normalize

from analyzer.rules.coup import Winner

if TYPE_CHECKING:
    from collections.abc import Collection

    from analyzer.bets.bet import Bet
    from analyzer.catalog.variant import Variant
    from analyzer.enumeration.distribution import Progress

__all__ = ["SIDES", "BetNames", "find_bet", "plain"]

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


def find_bet(name: str, variant: Variant, progress: Progress | None = None) -> Bet:
    """Return a bet of the variant or of the catalog by any name people give it, or one from a file.

    Every row of a user's file, and of the user's files it is made of, must be one that some coup of the variant's
    tableau reaches.

    Args:
        name: the name, or a path, which has a / or ends in .toml.
        variant: the game the bet is made in.
        progress: called, from time to time while the rows of a file are checked, with how much is done and of how much.

    Raises:
        RulesError: for an unknown name, a file that does not read as a bet, or a row that no coup reaches.
        FileError: if the file cannot be read.

    Cost: for a file that of pricing its bets once.

    >>> from analyzer import read_variant
    >>> find_bet("Player pair", read_variant("ez")).name
    'punto-pair'
    """
    from analyzer.catalog.bet_file import check_rows, read_bet
    from analyzer.catalog.rules_file import catalog_names, is_path
    from analyzer.errors import RulesError, nearest
    from analyzer.notation import shown

    if is_path(name):
        bet = read_bet(name)
        check_rows([bet], variant.tableau, name, progress)
        return bet
    own = [bet.name for bet in variant.bets]
    known = [*own, *catalog_names("bets")]
    names = BetNames(known)
    found = name if name in known else names.find(name)
    if found is None:
        near = names.nearest(name)
        hint = f"; did you mean {near}?" if near else nearest(name, known)
        raise RulesError(f"bet: got {shown(name)}{hint} (a file's name has a / or ends in .toml)")
    return variant.bet(found) if found in own else read_bet(found)
