"""Columns of a record of coups: what a name in a header or in a line of JSON means, and what words in them say."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from analyzer.catalog.bet_names import SIDES, BetNames, plain
from analyzer.errors import DoubtfulMarkError, FileError
from analyzer.notation import shown
from analyzer.rules.coup import Hand, Winner

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

__all__ = ["FIELDS", "MONEY_GROUPS", "YES_OR_NO", "Columns", "says_nothing", "says_yes", "winner"]


def _of_hand(hand: Hand, *things: str) -> str:
    """Return the names of what belongs to a hand: each of the hand's names before each of the things'."""
    return " ".join(side + thing for thing in things for side in SIDES[hand].split())


FIELDS: Final = {
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
"""What a line can hold, each field with the names its column goes by, as `bet_names.plain` has them.

Of several columns for one field the one is read whose name comes first here: the more exact one.
"""

MONEY_GROUPS: Final = dict.fromkeys(("stakes", "bets", "wagers"), "stake") | dict.fromkeys(
    ("payments", "payouts", "paid"), "paid"
)
"""Names of objects, in lines of JSON, that hold amounts by bet."""

_TITLES = tuple(FIELDS)
_PUNTO, _BANCO, _CARDS, _SHOE, _CHANGE = map(_TITLES.index, ("punto", "banco", "cards", "shoe", "change"))
_RANKS = {name: rank for names in FIELDS.values() for rank, name in enumerate(names.split(), start=1)}
_INDEXES = {name: index for index, names in enumerate(FIELDS.values()) for name in names.split()}
_MONEY = {"stake": "stake", "bet": "stake", "wager": "stake"}
_MONEY |= {"paid": "paid", "pays": "paid", "payment": "paid", "payout": "paid"}
_OTHER_NAMES = {"punto": "punto, player or player cards", "banco": "banco, banker or banker cards"}
_WORDS = re.compile(r"[\s_\-.#]+")
_MOST_NAMES = 10_000
_CALLED = {"mark": "mark", "order": "either"}


class Columns:
    """What the names of one record mean.

    Attributes:
        needed: the indexes of the fields without which a line is not a coup.
        unused: the indexes of fields that are not read where those are.
        marked: whether a column was the one whose change marks a new shoe.

    >>> columns = Columns(["banco"])
    >>> columns.meaning("Banker Total"), columns.meaning("Stake Banker"), columns.meaning("dealer's name")
    (4, ('stake', 'banco'), None)
    """

    def __init__(
        self,
        bets: Collection[str] = (),
        mark: str | None = None,
        *,
        one_column: bool = False,
        called: Mapping[str, str] | None = None,
    ) -> None:
        """See `record_file.RecordFile`."""
        self.needed: tuple[int, ...] = (_CARDS,) if one_column else (_PUNTO, _BANCO)
        self.unused: tuple[int, ...] = (_PUNTO, _BANCO) if one_column else (_CARDS,)
        self.marked = False
        self._bets = BetNames(bets)
        self._known: dict[str, int | tuple[str, str] | None] = {}
        self._mark = "" if mark is None else plain(mark)
        self._called = _CALLED | dict(called or {})

    def meaning(self, name: str) -> int | tuple[str, str] | None:
        """Return the index among `FIELDS`, or the kind of amount ("stake" or "paid") and the bet, or None.

        The bet may be one that does not exist, of a name nearly spelt so, see `unknown_bet`: all else means nothing.

        Raises:
            DoubtfulMarkError: if the name is the mark and that of a column that says yes or no.
        """
        if name not in self._known:
            if len(self._known) >= _MOST_NAMES:  # lines of JSON may go on inventing names
                self._known.clear()
            key = plain(name)
            known = _INDEXES[key] if key in _INDEXES else self._amount(name)
            if key and key == self._mark:
                if known == _CHANGE:
                    raise DoubtfulMarkError(
                        f"{self._called['mark']} {shown(name)}: a column so called says yes where a shoe begins, "
                        "without that option; leave it out, or rename the column if it changes with the shoe"
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
        # The mark comes before all.
        return key == self._mark or (another != self._mark and _RANKS[key] < _RANKS[another])

    def _amount(self, name: str) -> tuple[str, str] | None:
        """Return the kind of amount and the bet that "stake banco" or "Dragon 7 paid" means."""
        words = _WORDS.split(name.strip())
        for word, rest in ((words[0], words[1:]), (words[-1], words[:-1])):
            kind, bet = _MONEY.get(plain(word)), "-".join(rest)
            if kind and (meant := self._bets.find(bet) or (self._bets.nearest(bet) and bet)):
                return kind, meant
        return None

    def unknown_bet(self, bet: str) -> str:
        """Return what is wrong with the name of a bet, "" if it is known."""
        if self._bets.find(bet) == bet:
            return ""
        return f"bet: got {shown(bet)}; did you mean {self._bets.nearest(bet)}?"

    def missing(self, filled: Collection[int], names: Sequence[str]) -> str:
        """Return an error for the first needed field that is missing, or "".

        Args:
            filled: the indexes of the fields that have a column.
            names: the names of all columns.
        """
        for index in self.needed:
            if index in filled:
                continue
            if index == _CARDS:
                return f"no column of cards in dealing order among {shown(', '.join(names))}; call it cards or dealt"
            if any(self.meaning(name) == _CARDS for name in names):
                order = f"{self._called['order']} alternate or pairs"
                return f"the cards stand in one column; say in which order they were dealt: {order}"
            title = _TITLES[index]
            return f"no column of {title}'s cards among {shown(', '.join(names))}; call it {_OTHER_NAMES[title]}"
        return ""


YES_OR_NO: Final = (
    "yes (y, true, t, 1, x, ja, j, oui, si, da, new, new shoe, change, shuffle) "
    "or no (n, false, f, 0, -, none, null, n/a, nee, nein, non, nu), or nothing"
)
"""The words that `says_yes` reads."""

_ANSWERS = {"": False} | {
    word: answer
    for answer, words in {
        True: "yes y true t x ja j oui si da new newshoe change shoechange shuffle",
        False: "no n false f none null n/a na nee nein non nu",
    }.items()
    for word in words.split()
}
_NUMBER = re.compile(r"0*([01])(?:\.0*)?", re.ASCII)
_NOTHING = frozenset(["", "n/a", "na", "none", "null"])
_WINNERS = {word: winner for winner in Winner for word in [winner[0], *SIDES[winner].split()]}
_WON = re.compile(r"(.+)(?:wins|win|won)")


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
    """Return whether a field is blank or says that nothing was announced.

    >>> says_nothing(" "), says_nothing("N/A"), says_nothing("-"), says_nothing("0")
    (True, True, True, False)
    """
    return plain(text) in _NOTHING


@lru_cache(maxsize=1024)
def says_yes(text: str) -> bool | None:
    """Return whether a field says yes, by the words of `YES_OR_NO`; None if it says neither yes nor no.

    >>> says_yes(" Yes "), says_yes("0.0"), says_yes("N/A"), says_yes("perhaps")
    (True, False, False, None)
    """
    number = _NUMBER.fullmatch(text.strip())
    return number[1] == "1" if number else _ANSWERS.get(plain(text))
