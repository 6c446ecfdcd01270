"""Columns of a record of coups: what a name in a header or in a line of JSON means."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from analyzer.errors import nearest
from analyzer.notation import shown

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = ["CELLS", "MONEY_GROUPS", "Columns", "bet_name", "plain"]

CELLS: Final = {
    "punto": "punto player puntocards playercards puntohand playerhand",
    "banco": "banco banker bank bancocards bankercards bancohand bankerhand",
    "cards": "cards dealt deal dealtcards cardsdealt",
    "punto_total": "puntototal playertotal puntopoints playerpoints puntoscore playerscore",
    "banco_total": "bancototal bankertotal bancopoints bankerpoints bancoscore bankerscore",
    "result": "result winner outcome",
    "shoe": "shoe shoenumber shoeno shoeid",
    "round": "round roundnumber roundno coup coupnumber coupno hand handnumber handno game",
    "change": "newshoe shoechange shuffle",
}
"""What a line can hold, each with the names its column goes by, as `plain` has them."""

MONEY_GROUPS: Final = dict.fromkeys(("stakes", "bets", "wagers"), "stake") | dict.fromkeys(
    ("payments", "payouts", "paid"), "paid"
)
"""Names of objects, in lines of JSON, that hold amounts by bet."""

_TITLES = tuple(CELLS)
_PLACES = {name: place for place, names in enumerate(CELLS.values()) for name in names.split()}
_MONEY = {"stake": "stake", "bet": "stake", "wager": "stake"}
_MONEY |= {"paid": "paid", "pays": "paid", "payment": "paid", "payout": "paid"}
_BETS = {"player": "punto", "banker": "banco", "egalite": "tie", "égalité": "tie"}
_OTHER_NAMES = {"punto": "punto, player or player cards", "banco": "banco, banker or banker cards"}
_BLANKS = re.compile(r"[\s_\-.#]+")
_MOST_NAMES = 10_000


def plain(name: str) -> str:
    """Return a name in small letters, without blanks, underscores, dashes, points and number signs.

    >>> plain("Player_Cards "), plain("SHOE #")
    ('playercards', 'shoe')
    """
    return _BLANKS.sub("", name.casefold())


def bet_name(name: str) -> str:
    """Return a bet's name as the catalog spells it.

    >>> bet_name("Player pair"), bet_name("Egalite")
    ('punto-pair', 'tie')
    """
    return "-".join(_BETS.get(word, word) for word in _BLANKS.split(name.strip().casefold()))


class Columns:
    """What the names of one record mean.

    Attributes:
        needed: the cells without which a line is no coup.

    >>> columns = Columns(["banco"])
    >>> columns.meaning("Banker Total"), columns.meaning("Stake Banker"), columns.meaning("dealer's name")
    (4, ('stake', 'banco'), None)
    """

    def __init__(self, bets: Collection[str] = (), mark: str | None = None, *, one_column: bool = False) -> None:
        """See `records.RecordFile`."""
        self.needed = ("cards",) if one_column else ("punto", "banco")
        self._bets = bets
        self._known: dict[str, int | tuple[str, str] | None] = {}
        self._mark = None if mark is None else plain(mark)

    def meaning(self, name: str) -> int | tuple[str, str] | None:
        """Return the place among `CELLS`, or the kind of amount ("stake" or "paid") and the bet, or None."""
        if name not in self._known:
            if len(self._known) >= _MOST_NAMES:  # lines of JSON may go on inventing names
                self._known.clear()
            key = plain(name)
            known = _PLACES.get(key, _amount(name))
            self._known[name] = _TITLES.index("shoe") if key and key == self._mark else known
        return self._known[name]

    def unknown_bet(self, bet: str) -> str:
        """Return what is wrong with the name of a bet, "" if it is known."""
        return "" if bet in self._bets else f"bet: got {shown(bet)}{nearest(bet, sorted(self._bets))}"

    def missing(self, filled: Collection[int], names: Sequence[str]) -> str:
        """Return what is wrong where not every cell needed is among the `filled`, "" if all are."""
        for title in self.needed:
            if _TITLES.index(title) in filled:
                continue
            if title == "cards":
                return f"no column of cards in dealing order among {shown(', '.join(names))}; call it cards or dealt"
            if any(self.meaning(name) == _TITLES.index("cards") for name in names):
                return "the cards stand in one column; say in which order they were dealt: --dealt alternate or pairs"
            return f"no column of {title}'s cards among {shown(', '.join(names))}; call it {_OTHER_NAMES[title]}"
        return ""


def _amount(name: str) -> tuple[str, str] | None:
    """Return the kind of amount and the bet that "stake banco" or "Dragon 7 paid" means."""
    words = _BLANKS.split(name.strip().casefold())
    for word, rest in ((words[0], words[1:]), (words[-1], words[:-1])):
        if word in _MONEY and rest:
            return _MONEY[word], bet_name("-".join(rest))
    return None
