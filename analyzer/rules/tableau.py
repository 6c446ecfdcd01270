"""Tableau: the fixed drawing rules as data.

A tableau says on which openings punto draws, on which banco draws given what punto did, and what a natural (an
opening of 8 or 9) does. Nothing else in the package decides who draws.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from analyzer.errors import RulesError
from analyzer.notation import shown
from analyzer.text import short_repr

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["NATURAL", "STANDARD", "STOOD", "Tableau", "read_digits"]

NATURAL = 8
"""The lowest natural; so also the number of opening totals, 0-7, on which a hand may draw."""
STOOD = 10
"""The column of the banco matrix for a punto who stood; columns 0-9 are the values of punto's third card."""
_DIGITS = re.compile(r"([0-9])(?:-([0-9]))?", re.ASCII)


def read_digits(text: str, where: str, highest: int) -> frozenset[int]:
    """Read a set of digits: single digits and ranges, separated by blanks; "" is the empty set.

    Args:
        text: what the user wrote.
        where: the name of the row, for the error's text.
        highest: the highest digit allowed.

    Raises:
        RulesError: if a part is not a digit or range up to `highest`, or a range runs backwards.

    >>> sorted(read_digits("0-2 9", "banco.3", 9))
    [0, 1, 2, 9]
    """
    digits: set[int] = set()
    for part in text.split():
        match = _DIGITS.fullmatch(part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not first <= last <= highest:
            raise RulesError(
                f'{where}: got {shown(part)}; write digits and ranges from 0 to {highest}, as "0-2 {highest}"'
            )
        digits.update(range(first, last + 1))
    return frozenset(digits)


@short_repr(lambda tableau: f"{tableau.name}: {tableau.title}")
@dataclass(frozen=True, slots=True)
class Tableau:
    """Who draws a third card.

    Attributes:
        name: what the tableau is called.
        punto: for each opening total 0-7, whether punto draws.
        banco: for each opening total 0-7 a row of eleven cells that say whether banco draws: against the values 0-9 of
            punto's third card, then (column `STOOD`) when punto stood.
        natural_ends: whether a natural ends the coup; if False, only the hand that holds it stands.
        title: the tableau in one line.
        source: where the rules are stated.
        rules_text: the content of the file it was read from, empty if there is none.

    Raises:
        RulesError: if there are too few or too many cells, or one is not a bool.

    >>> STANDARD.banco_draws(3, 8), STANDARD.banco_draws(5, None)
    (False, True)
    """

    name: str
    punto: tuple[bool, ...]
    banco: tuple[tuple[bool, ...], ...]
    natural_ends: bool = True
    title: str = field(default="", compare=False)
    source: str = field(default="", compare=False)
    rules_text: bytes = field(default=b"", compare=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse a tableau of another shape."""
        if len(self.punto) != NATURAL:
            raise RulesError(f"tableau: got {len(self.punto)} punto totals; it needs the eight totals 0-7")
        if len(self.banco) != NATURAL or any(len(row) != STOOD + 1 for row in self.banco):
            sizes = [len(row) for row in self.banco]
            raise RulesError(f"tableau: got banco rows of {sizes} cells; it needs eight rows, totals 0-7, of 11 cells")
        if not all(isinstance(cell, bool) for row in (self.punto, *self.banco) for cell in row):
            raise RulesError("tableau: every cell must be True (draws) or False (stands)")

    @classmethod
    def from_text(  # noqa: PLR0913 - one argument for each part of a printed tableau
        cls,
        name: str,
        *,
        punto: str,
        banco: Mapping[str, str],
        natural_ends: bool = True,
        title: str = "",
        source: str = "",
        rules_text: bytes = b"",
    ) -> Tableau:
        """Return the tableau given by sets of digits, as a croupier's card prints them.

        Args:
            name: what the tableau is called.
            punto: the opening totals punto draws on, as "0-5".
            banco: for each opening total of banco, "0" to "7", the values of punto's third card it draws against, as
                "0-7 9" ("" for none); for "stood" the totals it draws on when punto stood.
            natural_ends: see the class.
            title: see the class.
            source: see the class.
            rules_text: see the class.

        Raises:
            RulesError: if a row is missing or unknown, or is not a set of digits in its range.
        """
        rows = [str(total) for total in range(NATURAL)]
        for row in ["stood", *rows]:
            if row not in banco:
                raise RulesError(f"banco.{row}: missing; a tableau needs stood and every banco total 0-7")
        for row in banco:
            if row not in {"stood", *rows}:
                raise RulesError(f"banco.{shown(row)}: unknown; a tableau has stood and every banco total 0-7")
        punto_draws = read_digits(punto, "punto.draws", NATURAL - 1)
        stood = read_digits(banco["stood"], "banco.stood", NATURAL - 1)
        against = [read_digits(banco[row], f"banco.{row}", 9) for row in rows]
        return cls(
            name,
            tuple(total in punto_draws for total in range(NATURAL)),
            tuple((*(value in against[total] for value in range(10)), total in stood) for total in range(NATURAL)),
            natural_ends,
            title,
            source,
            rules_text,
        )

    def is_over(self, punto_opening: int, banco_opening: int) -> bool:
        """Return whether a natural in these openings ends the coup before any third card."""
        return self.natural_ends and (punto_opening >= NATURAL or banco_opening >= NATURAL)

    def punto_draws(self, opening: int) -> bool:
        """Return whether punto draws on this opening total in a coup that is not over."""
        return opening < NATURAL and self.punto[opening]

    def banco_draws(self, opening: int, punto_third: int | None) -> bool:
        """Return whether banco draws on this opening total, given the value of punto's third card, None if it stood."""
        return opening < NATURAL and self.banco[opening][STOOD if punto_third is None else punto_third]


STANDARD = Tableau.from_text(
    "standard",
    punto="0-5",
    banco={
        "stood": "0-5",
        "0": "0-9",
        "1": "0-9",
        "2": "0-9",
        "3": "0-7 9",
        "4": "2-7",
        "5": "4-7",
        "6": "6-7",
        "7": "",
    },
    title="The trade's drawing rules",
    source="the printed rules of casinos everywhere; among them a Dutch one, Holland Casino, in words",
)
