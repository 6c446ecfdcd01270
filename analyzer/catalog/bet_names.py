"""Bets by the names people give them: in any case, with or without accents and blanks, in several languages."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Final
from unicodedata import combining, normalize

from analyzer.arguments import checked, require
from analyzer.rules.coup import Winner, punto_banco

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from analyzer.bets.bet import Bet
    from analyzer.catalog.variant import Variant
    from analyzer.enumeration.distribution import Progress

__all__ = ["SIDES", "BetNames", "find_bet", "plain"]

SIDES: Final[dict[str, str]] = {
    Winner.PUNTO: "punto player jucator spelaren",
    Winner.BANCO: "banco banker bank bancher banken",
    Winner.TIE: "tie ties tiegame egalite draw drawgame standoff push remiza lika",
}
"""The names of each outcome, punto and banco also being hands, in the form of `plain`."""

_BLANKS = re.compile(r"[\s\[\]_\-.#'\"`\u2010-\u201f\u2212\xab\xbb]+")
_DIGITS = re.compile(r"[0-9]+")
_CUTOFF = 0.85
_SHORTEST = 5


def plain(name: str) -> str:
    """Return a name in small letters, without accents, blanks, underscores, dashes, points, brackets, quotes and "#".

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
        """Index the bets by every way of writing their names; a bet's own name goes before a synonym of another's."""
        self._names = {plain(bet): bet for bet in bets}
        for bet in bets:
            for words in product(*(SIDES.get(word, word).split() for word in bet.split("-"))):
                self._names.setdefault("".join(words), bet)

    def find(self, name: str) -> str | None:
        """Return the bet of that name, None if there is none."""
        return self._names.get(plain(name))

    def nearest(self, name: str) -> str | None:
        """Return the bet whose name is close to that one, None if there is none.

        A typing error is sought only in names of five letters or more, after the first letter, and not in a number. A
        word that begins with such a name (`players`, `player 1`) is a different word.

        >>> names = BetNames(["tie", "punto", "dragon-7"])
        >>> names.nearest("dragn 7"), names.nearest("plyer"), names.nearest("time"), names.nearest("players")
        ('dragon-7', 'punto', None, None)
        """
        from difflib import get_close_matches

        word = plain(name)
        candidates = [known for known in self._names if len(known) >= _SHORTEST and known[0] == word[:1]]
        numbers = _DIGITS.findall(word)
        candidates = [known for known in candidates if not word.startswith(known) and _DIGITS.findall(known) == numbers]
        close = get_close_matches(word, candidates, n=1, cutoff=_CUTOFF)
        return self._names[close[0]] if close else None


@checked(name=str)
def find_bet(  # noqa: PLR0913 - what to find, and how its rows are checked
    name: str,
    variant: Variant,
    progress: Progress | None = None,
    *,
    strict: bool = False,
    every_row: bool = False,
    note: Callable[[str], object] | None = None,
) -> Bet:
    """Return a bet of the variant or the catalog by any name people give it, or a bet from a file.

    The rows of a user's file, and of the user's files named in it, are checked under the variant's tableau. A row that
    earlier rows cover completely is an error; a row that no coup matches has 0 deals, with a note.

    Args:
        name: the name, or a path, which has a / or ends in .toml.
        variant: the variant the bet is made in.
        progress: called from time to time while the rows of a file are checked, with the steps done and the number of
            all steps.
        strict: whether rows that no coup matches are refused too.
        every_row: whether the rows of built-in bets, which the tests check under the standard rules, are checked too.
        note: called with a sentence for each bet with rows that no coup matches.

    Raises:
        RulesError: for an unknown name, a file that is not a bet, or rows that are refused.
        FileError: if the file cannot be read.

    Cost: for a file, as much as pricing its bets once.

    >>> from analyzer import read_variant
    >>> find_bet("Player pair", read_variant("ez")).name
    'punto-pair'
    """
    from analyzer.catalog.bet_file import check_rows, read_bet
    from analyzer.catalog.rules_file import is_path
    from analyzer.catalog.variant import Variant

    require(variant, Variant, "variant")
    if is_path(name):
        bet, where = read_bet(name), name
    else:
        bet, where = _built_in(name, variant), ""
    if where or every_row:
        for text in check_rows([bet], variant.tableau, where, progress, strict=strict, every_member=every_row):
            if note is not None:
                note(text)
    return bet


def _built_in(name: str, variant: Variant) -> Bet:
    """Return a bet of the variant or the catalog."""
    from analyzer.catalog.bet_file import read_bet
    from analyzer.catalog.rules_file import catalog_names
    from analyzer.errors import RulesError
    from analyzer.notation import shown

    own = [bet.name for bet in variant.bets]
    known = [*own, *catalog_names("bets")]
    names = BetNames(known)
    bet_name = name if name in known else names.find(name)
    if bet_name is None:
        hint = _hint(name, names, known, variant)
        raise RulesError(f"bet: got {shown(name)}{hint} (a file's name has a / or ends in .toml)")
    return variant.bet(bet_name) if bet_name in own else read_bet(bet_name)


def _hint(name: str, names: BetNames, known: list[str], variant: Variant) -> str:
    """Return the end of the error for an unknown bet: names that begin with it or have it in their title come first."""
    from analyzer.catalog.rules_file import titles
    from analyzer.errors import alike, did_you_mean, nearest

    letter = Winner.other_names().get(plain(name)) if len(plain(name)) == 1 else None
    ours = punto_banco(name.lower())
    bets = (
        [str(letter)] if letter else alike(ours, known, titles("bets") | {bet.name: bet.title for bet in variant.bets})
    )
    if not bets and (close := names.nearest(name)):
        bets = [close]
    if bets:
        return did_you_mean(bets)
    of_variants = titles("variants")
    if variants := alike(ours, of_variants, of_variants):
        return did_you_mean([f"the variant {one}" for one in variants])
    return nearest(ours, known)
