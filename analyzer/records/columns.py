"""Columns of a record of coups: what a name in a header or in a line of JSON means."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from analyzer.catalog.bet_names import SIDES, BetNames, plain
from analyzer.errors import FileError
from analyzer.notation import shown
from analyzer.rules.coup import Hand, Winner

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = ["CELLS", "MONEY_GROUPS", "YES_OR_NO", "Columns", "DoubtfulMarkError", "says_nothing", "says_yes", "winner"]


def _of_hand(hand: Hand, *what: str) -> str:
    """Return the names of what belongs to a hand: each of these after each of the hand's."""
    return " ".join(side + each for each in what for side in SIDES[hand].split())


CELLS: Final = {
    "punto": _of_hand(Hand.PUNTO, "cards", "hand", ""),
    "banco": _of_hand(Hand.BANCO, "cards", "hand", ""),
    "cards": "cards dealt deal dealtcards cardsdealt",
    "punto_total": _of_hand(Hand.PUNTO, "total", "points", "score"),
    "banco_total": _of_hand(Hand.BANCO, "total", "points", "score"),
    "result": "winner result outcome",
    "shoe": "shoe shoenumber shoeno shoeid",
    "round": "round roundnumber roundno coup coupnumber coupno hand handnumber handno game",
    "change": "newshoe shoechange shuffle",
}
"""What a line can hold, each with the names its column goes by, as `names.plain` has them.

Of several columns for one thing that whose name stands first here is read: the more exact one.
"""

MONEY_GROUPS: Final = dict.fromkeys(("stakes", "bets", "wagers"), "stake") | dict.fromkeys(
    ("payments", "payouts", "paid"), "paid"
)
"""Names of objects, in lines of JSON, that hold amounts by bet."""

_TITLES = tuple(CELLS)
_PUNTO, _BANCO, _CARDS, _SHOE, _CHANGE = map(_TITLES.index, ("punto", "banco", "cards", "shoe", "change"))
_RANKS = {name: rank for names in CELLS.values() for rank, name in enumerate(names.split(), start=1)}
_PLACES = {name: place for place, names in enumerate(CELLS.values()) for name in names.split()}
_MONEY = {"stake": "stake", "bet": "stake", "wager": "stake"}
_MONEY |= {"paid": "paid", "pays": "paid", "payment": "paid", "payout": "paid"}
_OTHER_NAMES = {"punto": "punto, player or player cards", "banco": "banco, banker or banker cards"}
_WORDS = re.compile(r"[\s_\-.#]+")
_MOST_NAMES = 10_000


class DoubtfulMarkError(FileError):
    """A column is named as one that changes with the shoe, and its name is that of one that says yes or no."""


class Columns:
    """What the names of one record mean.

    Attributes:
        needed: the places of the cells without which a line is no coup.
        unused: the places of cells that are not read where those are.
        marked: whether a column was the one whose change marks a new shoe.

    >>> columns = Columns(["banco"])
    >>> columns.meaning("Banker Total"), columns.meaning("Stake Banker"), columns.meaning("dealer's name")
    (4, ('stake', 'banco'), None)
    """

    def __init__(self, bets: Collection[str] = (), mark: str | None = None, *, one_column: bool = False) -> None:
        """See `records.RecordFile`."""
        self.needed: tuple[int, ...] = (_CARDS,) if one_column else (_PUNTO, _BANCO)
        self.unused: tuple[int, ...] = (_PUNTO, _BANCO) if one_column else (_CARDS,)
        self.marked = False
        self._bets = BetNames(bets)
        self._known: dict[str, int | tuple[str, str] | None] = {}
        self._mark = "" if mark is None else plain(mark)

    def meaning(self, name: str) -> int | tuple[str, str] | None:
        """Return the place among `CELLS`, or the kind of amount ("stake" or "paid") and the bet, or None.

        A bet that is none is one whose name is nearly so spelt, see `unknown_bet`: all else means nothing.

        Raises:
            DoubtfulMarkError: if the name is the mark and that of a column that says yes or no.
        """
        if name not in self._known:
            if len(self._known) >= _MOST_NAMES:  # lines of JSON may go on inventing names
                self._known.clear()
            key = plain(name)
            known = _PLACES[key] if key in _PLACES else self._amount(name)
            if key and key == self._mark:
                if known == _CHANGE:
                    raise DoubtfulMarkError(
                        f"--shoe-change {shown(name)}: a column so called says yes where a shoe begins, without that "
                        "option; leave it out, or rename the column if it changes with the shoe"
                    )
                self.marked = True
                known = _SHOE
            self._known[name] = known
        return self._known[name]

    def is_read_before(self, name: str, other: str) -> bool:
        """Return whether of two names that mean the same the first is the one to read.

        Raises:
            FileError: if they are one name.
        """
        key, another = plain(name), plain(other)
        if key == another:
            raise FileError(f"{shown(other)}: the same stands twice")
        # What --shoe-change names comes before all.
        return key == self._mark or (another != self._mark and _RANKS[key] < _RANKS[another])

    def _amount(self, name: str) -> tuple[str, str] | None:
        """Return the kind of amount and the bet that "stake banco" or "Dragon 7 paid" means."""
        words = _WORDS.split(name.strip())
        for word, rest in ((words[0], words[1:]), (words[-1], words[:-1])):
            kind, bet = _MONEY.get(plain(word)), "-".join(rest)
            if kind and (found := self._bets.find(bet) or (self._bets.nearest(bet) and bet)):
                return kind, found
        return None

    def unknown_bet(self, bet: str) -> str:
        """Return what is wrong with the name of a bet, "" if it is known."""
        found = self._bets.find(bet)
        return "" if found == bet else f"bet: got {shown(bet)}; did you mean {self._bets.nearest(bet)}?"

    def missing(self, filled: Collection[int], names: Sequence[str]) -> str:
        """Return what is wrong where not every cell needed is among the `filled`, "" if all are."""
        for place in self.needed:
            if place in filled:
                continue
            if place == _CARDS:
                return f"no column of cards in dealing order among {shown(', '.join(names))}; call it cards or dealt"
            if any(self.meaning(name) == _CARDS for name in names):
                return "the cards stand in one column; say in which order they were dealt: --dealt alternate or pairs"
            title = _TITLES[place]
            return f"no column of {title}'s cards among {shown(', '.join(names))}; call it {_OTHER_NAMES[title]}"
        return ""


YES_OR_NO: Final = (
    "yes (y, true, t, 1, x, ja, j, oui, si, da, new, new shoe, change, shuffle) "
    "or no (n, false, f, 0, -, none, null, n/a, nee, nein, non, nu), or nothing"
)
"""The words that `says_yes` reads."""


_WINNERS = {word: winner for winner in Winner for word in SIDES[winner].split()}
_WINNERS |= {winner[0]: winner for winner in Winner}
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


def winner(text: str) -> Winner | None:
    """Return who won by a letter or word, None if it says neither.

    >>> print(winner("P"), winner("Banker wins"), winner("Remiză"), winner("dealer"))
    punto banco tie None
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
