"""Columns of a record: the meaning of names in a header or in a line of JSON, and of words in its fields."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from analyzer.catalog.bet_names import SIDES, BetNames, plain
from analyzer.errors import AmbiguousMarkError, FileError
from analyzer.notation import shown
from analyzer.rules.coup import Hand, Winner
from analyzer.text import MAX_FIELD

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = ["FIELDS", "MONEY_GROUPS", "YES_OR_NO", "Columns", "says_nothing", "says_yes", "winner"]


def _hand_columns(hand: Hand, *suffixes: str) -> str:
    """Return the names of a hand's column: each suffix after each name of the hand."""
    return " ".join(side + suffix for suffix in suffixes for side in SIDES[hand].split())


FIELDS: Final = {
    "punto": _hand_columns(Hand.PUNTO, "cards", "hand", ""),
    "banco": _hand_columns(Hand.BANCO, "cards", "hand", ""),
    "cards": "cards dealt deal dealtcards cardsdealt",
    "punto_total": _hand_columns(Hand.PUNTO, "total", "points", "score"),
    "banco_total": _hand_columns(Hand.BANCO, "total", "points", "score"),
    "result": "winner result outcome",
    "shoe": "shoe shoenumber shoeno shoeid",
    "round": "round roundnumber roundno coup coupnumber coupno hand handnumber handno game",
    "change": "newshoe shoechange shuffle",
}
"""The fields of a line, each with the names of its column as `bet_names.plain` returns them.

Of several columns for one field the one whose name comes first here is read: the more exact one.
"""

MONEY_GROUPS: Final = dict.fromkeys(("stakes", "bets", "wagers"), "stake") | dict.fromkeys(
    ("payments", "payouts", "paid"), "paid"
)
"""Names of JSON objects that hold amounts by bet, with the kind of amount."""

YES_OR_NO: Final = (
    "yes (y, true, t, 1, x, ja, j, oui, si, da, new, new shoe, change, shuffle) "
    "or no (n, false, f, 0, -, none, null, n/a, nee, nein, non, nu), or nothing"
)
"""The words that `says_yes` reads."""

_FIELD_NAMES = tuple(FIELDS)
_PUNTO, _BANCO, _CARDS, _SHOE, _CHANGE = map(_FIELD_NAMES.index, ("punto", "banco", "cards", "shoe", "change"))
_PRIORITY = {name: priority for names in FIELDS.values() for priority, name in enumerate(names.split(), start=1)}
_FIELD_OF = {name: index for index, names in enumerate(FIELDS.values()) for name in names.split()}
_KIND_OF_AMOUNT = {"stake": "stake", "bet": "stake", "wager": "stake"}
_KIND_OF_AMOUNT |= {"paid": "paid", "pays": "paid", "payment": "paid", "payout": "paid"}
_SUGGESTIONS = {"punto": "punto, player or player cards", "banco": "banco, banker or banker cards"}
_WORD_BREAKS = re.compile(r"[\s_\-.#]+")
_MOST_CACHED = 10_000
_WINNERS = {word: winner for winner in Winner for word in SIDES[winner].split()}
_WINNERS |= {winner[0]: winner for winner in Winner}
_WON = re.compile(r"(.+)(?:wins|win|won)")
_ZERO_OR_ONE = re.compile(r"0*([01])(?:\.0*)?", re.ASCII)
_ANSWERS = {
    word: answer
    for answer, words in {
        True: "yes y true t x ja j oui si da new newshoe change shoechange shuffle",
        False: "no n false f none null n/a na nee nein non nu",
    }.items()
    for word in words.split()
} | {"": False}
_NOTHING = frozenset(["", "n/a", "na", "none", "null"])


class Columns:
    """The meanings of the column names of one record.

    Attributes:
        needed: the indices of the fields without which a line is not a coup.
        unused: the indices of the fields that are ignored since the needed ones are read.
        marked: whether a column had the name of the mark, so that a change of its value begins a new shoe.

    >>> columns = Columns(["banco"])
    >>> columns.meaning("Banker Total"), columns.meaning("Stake Banker"), columns.meaning("dealer's name")
    (4, ('stake', 'banco'), None)
    """

    def __init__(self, bets: Collection[str] = (), mark: str | None = None, *, one_column: bool = False) -> None:
        """Take the arguments of `RecordFile`."""
        self.needed: tuple[int, ...] = (_CARDS,) if one_column else (_PUNTO, _BANCO)
        self.unused: tuple[int, ...] = (_PUNTO, _BANCO) if one_column else (_CARDS,)
        self.marked = False
        self._bets = BetNames(bets)
        self._known: dict[str, int | tuple[str, str] | None] = {}
        self._mark = "" if mark is None else plain(mark)

    def meaning(self, name: str) -> int | tuple[str, str] | None:
        """Return the index among `FIELDS`, or the kind of amount ("stake" or "paid") and the bet, or None.

        A name close to that of a bet is returned as it is written, and `unknown_bet` refuses it. A name longer than
        `text.MAX_FIELD` means nothing.

        Raises:
            AmbiguousMarkError: if the mark is the name of a column that says yes or no.
        """
        if len(name) > MAX_FIELD:
            return None
        if name not in self._known:
            if len(self._known) >= _MOST_CACHED:  # every line of JSON may have new names
                self._known.clear()
            key = plain(name)
            known = _FIELD_OF[key] if key in _FIELD_OF else self._amount(name)
            if key and key == self._mark:
                if known == _CHANGE:
                    raise AmbiguousMarkError(
                        f"shoe change: got {shown(name)}; a column of that name says yes where a shoe begins and "
                        "needs no mark; leave the mark out, or rename the column if its value changes with the shoe"
                    )
                self.marked = True
                known = _SHOE
            self._known[name] = known
        return self._known[name]

    def is_read_before(self, name: str, other: str) -> bool:
        """Return whether the first of two names with the same meaning is the one to read.

        Raises:
            FileError: if the two names are equal.
        """
        key, another = plain(name), plain(other)
        if key == another:
            raise FileError(f"{shown(other)}: given twice")
        # The column that the mark names comes first.
        return key == self._mark or (another != self._mark and _PRIORITY[key] < _PRIORITY[another])

    def _amount(self, name: str) -> tuple[str, str] | None:
        """Return the kind of amount and the bet that "stake banco" or "Dragon 7 paid" means."""
        words = _WORD_BREAKS.split(name.strip())
        for word, rest in ((words[0], words[1:]), (words[-1], words[:-1])):
            kind, bet = _KIND_OF_AMOUNT.get(plain(word)), "-".join(rest)
            if kind and (name_of_bet := self._bets.find(bet) or (self._bets.nearest(bet) and bet)):
                return kind, name_of_bet
        return None

    def unknown_bet(self, bet: str) -> str:
        """Return an error for the name of a bet, "" if it is known."""
        return "" if self._bets.find(bet) == bet else f"bet: got {shown(bet)}; did you mean {self._bets.nearest(bet)}?"

    def missing(self, filled: Collection[int], names: Sequence[str]) -> str:
        """Return an error for the first needed field that is not among the `filled`, or "" if all are."""
        for index in self.needed:
            if index in filled:
                continue
            if index == _CARDS:
                return f"no column of cards in dealing order among {shown(', '.join(names))}; call it cards or dealt"
            if any(self.meaning(name) == _CARDS for name in names):
                return "the cards are in one column; give the order of dealing (dealt: alternate or pairs)"
            hand = _FIELD_NAMES[index]
            return f"no column of {hand}'s cards among {shown(', '.join(names))}; call it {_SUGGESTIONS[hand]}"
        return ""


def winner(text: str) -> Winner | None:
    """Return the winner that a letter or word names, None if it names none.

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
    """Return whether a field says yes by the words of `YES_OR_NO`; None if it is neither yes nor no.

    >>> says_yes(" Yes "), says_yes("0.0"), says_yes("N/A"), says_yes("perhaps")
    (True, False, False, None)
    """
    number = _ZERO_OR_ONE.fullmatch(text.strip())
    return number[1] == "1" if number else _ANSWERS.get(plain(text))
