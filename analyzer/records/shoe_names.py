"""The names of shoes in a record: which lines begin a shoe, and which names are the same."""

from __future__ import annotations

import re
from decimal import Decimal

from analyzer.notation import shown

__all__ = ["ShoeNames"]

# The digits of any script. A comma before three digits may separate thousands: such a name is a text.
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d{1,6})?|[+-]?\d+,(?!\d{3}$)\d*")
# Later names are not searched for those that come back.
_MOST_NAMES, _MOST_NOTES = 1_000_000, 100


class ShoeNames:
    """Decides which lines begin a shoe, and keeps its name.

    Attributes:
        name: the shoe's name in the record, None while no line has given one.
        notes: what a reader of the record should know about its names.
    """

    def __init__(self) -> None:
        """Start before the first line."""
        self.name: str | None = None
        self.notes: list[str] = []
        # The last line of every shoe that has ended, by its name as `_label` reads it.
        self._ended: dict[str | Decimal, int] = {}
        self._spellings: set[str] = set()
        self._full = False
        self._last_line = 0
        self._begun = False
        # Whether a line of this shoe was read that did not name it.
        self._unnamed = False
        # The name that unreadable lines gave the shoe, "" for none; it counts unless the next line gives one.
        self._doubtful = ""

    def begins(self, line: int, name: str, *, change: bool, readable: bool) -> bool:
        """Return whether the next line begins another shoe.

        Args:
            line: the line of the record.
            name: the name of the shoe on the line, "" if there is none.
            change: whether the line, or a mark on a line before it, says that a new shoe starts.
            readable: whether the line can be read.
        """
        if not readable:
            self._doubtful, name = name or self._doubtful, ""
        elif self._doubtful:
            name, self._doubtful = name or self._doubtful, ""
        another = False
        if name or change or not self._begun:
            if name and self.name is None and not self._unnamed:
                self.name = name
            # Nearly every line has the name as it was: the label is read only where the text differs.
            same = name == self.name or (bool(name) and self.name is not None and _label(name) == _label(self.name))
            if same and not change and name != self.name and name not in self._spellings:
                # No more are kept than can be noted, which bounds the memory.
                if len(self._spellings) < _MOST_NOTES:
                    self._spellings.add(name)
                self._note(f"line {line}: shoe {shown(name)} and {shown(self.name)} are one number, hence one shoe")
            if change or (name and not same):
                another = self._begun
                if another:
                    self._end(line, name)
                    self._unnamed = False
                self.name = name or None
            self._begun = True
        self._last_line = line
        if readable:
            self._unnamed = self.name is None
        return another

    def _end(self, line: int, following: str) -> None:
        """End the shoe before this line, and note a name that was used before."""
        if self.name is not None:
            if len(self._ended) < _MOST_NAMES:
                self._ended[_label(self.name)] = self._last_line
            elif not self._full:
                self._full = True
                self.notes.append(
                    f"line {line}: names of shoes first seen from here on are not searched for those that come back"
                )
        earlier = self._ended.get(_label(following)) if following else None
        if earlier is not None:
            self._note(
                f"line {line}: shoe {shown(following)} was last seen on line {earlier} and comes back; "
                "its cards are counted from a full shoe again"
            )

    def _note(self, text: str) -> None:
        if len(self.notes) < _MOST_NOTES:
            self.notes.append(text)
        elif len(self.notes) == _MOST_NOTES:
            self.notes.append("more of these are not shown")


def _label(name: str) -> str | Decimal:
    """Return a shoe's name as it is compared: a number, however it is written, or the text itself.

    >>> _label("01"), _label("1.0"), _label("1,0"), _label("A-01")
    (Decimal('1'), Decimal('1.0'), Decimal('1.0'), 'A-01')
    >>> _label("01") == _label("1.0") == _label("+1e0")
    True
    """
    return Decimal(name.replace(",", ".")) if _NUMBER.fullmatch(name) else name
