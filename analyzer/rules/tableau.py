"""Tableau: the fixed drawing rules as data, and what they make of a shoe's deals.

A tableau says on which openings punto draws, on which banco draws given what punto did, and what a natural (an
opening of 8 or 9) does. Nothing else in the package decides who draws.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from analyzer.enumeration.distribution import Distribution
from analyzer.enumeration.enumerator import Deals, Opening, enumerate_deals
from analyzer.errors import RulesError
from analyzer.notation import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from analyzer.cards.shoe import Shoe

__all__ = ["STANDARD", "STOOD", "Ending", "Finish", "Tableau", "endings", "finishes", "read_digits"]

NATURAL = 8
STOOD = 10
"""The column of the banco matrix for a punto who stood; columns 0-9 are the value of punto's third card."""


_DIGITS = re.compile(r"([0-9])(?:-([0-9]))?", re.ASCII)


def read_digits(text: str, where: str, highest: int) -> frozenset[int]:
    """Read a set of digits: single ones and ranges, separated by blanks; "" is the empty set.

    Raises:
        RulesError: if a part is no digit or range up to `highest`, or a range runs backwards.

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


class Ending(NamedTuple):
    """How a coup ended: both final totals and how many cards each hand holds."""

    punto_total: int
    banco_total: int
    punto_cards: int
    banco_cards: int

    @property
    def winner(self) -> str:
        """The winning hand: "punto", "banco" or "tie"."""
        if self.punto_total == self.banco_total:
            return "tie"
        return "punto" if self.punto_total > self.banco_total else "banco"

    @property
    def punto_natural(self) -> bool:
        """Whether punto holds 8 or 9 on two cards."""
        return self.punto_cards == 2 and self.punto_total >= NATURAL  # noqa: PLR2004

    @property
    def banco_natural(self) -> bool:
        """Whether banco holds 8 or 9 on two cards."""
        return self.banco_cards == 2 and self.banco_total >= NATURAL  # noqa: PLR2004


@dataclass(frozen=True, slots=True)
class Tableau:
    """Who draws a third card.

    Attributes:
        name: what the tableau is called.
        punto: for each opening total 0-7, whether punto draws.
        banco: for each opening total 0-7 a row of eleven cells, whether banco draws: against the value 0-9 of punto's
            third card, then (column `STOOD`) when punto stood.
        natural_ends: True when an opening of 8 or 9 in either hand ends the coup at once; False when only the hand
            that holds it stands.
        title: one line for people.
        source: where the rules are stated.
        rules_text: the file it was read from, empty if none.

    Raises:
        RulesError: if a cell is missing, there are too many, or one is no bool.

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
        """Refuse a tableau with a missing cell."""
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
        """Return the tableau from sets of digits as a croupier's card prints them.

        Args:
            name: what the tableau is called.
            punto: the opening totals punto draws on, as "0-5".
            banco: for "0" to "7", banco's opening total, the values of punto's third card it draws against, as
                "0-7 9" ("" for none); and for "stood" the totals it draws on when punto stood.
            natural_ends: see the class.
            title: see the class.
            source: see the class.
            rules_text: see the class.

        Raises:
            RulesError: if a row is missing or unknown, or is no set of digits in its range.
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
        """Return whether the openings end the coup before any third card: a natural that ends it."""
        return self.natural_ends and (punto_opening >= NATURAL or banco_opening >= NATURAL)

    def punto_draws(self, opening: int) -> bool:
        """Return whether punto draws on this opening total in a coup that is not over."""
        return opening < NATURAL and self.punto[opening]

    def banco_draws(self, opening: int, punto_third: int | None) -> bool:
        """Return whether banco draws, given the value of punto's third card or None if punto stood."""
        return opening < NATURAL and self.banco[opening][STOOD if punto_third is None else punto_third]


class Finish(NamedTuple):
    """One way a coup plays out.

    Attributes:
        punto: punto's opening.
        banco: banco's opening.
        punto_third: the class of punto's third card, None if punto stood.
        banco_third: the class of banco's third card, None if banco stood.
        ending: totals and numbers of cards.
        ways: ordered six-card deals that play out so.
    """

    punto: Opening
    banco: Opening
    punto_third: int | None
    banco_third: int | None
    ending: Ending
    ways: int


def finishes(deals: Deals, tableau: Tableau) -> Iterator[Finish]:
    """Yield every way a coup plays out under the tableau, with its count; the counts sum to `deals.total`.

    Some finishes may come in 0 ways. Cost: at most 100 k^2 for k classes of cards and totals-only openings.
    """
    values = deals.values
    for punto, banco, ways, fifth, sixth in deals.branches:
        punto_total, banco_total = punto.total, banco.total
        if tableau.is_over(punto_total, banco_total):
            yield Finish(punto, banco, None, None, Ending(punto_total, banco_total, 2, 2), ways * deals.pad_four)
        elif tableau.punto_draws(punto_total):
            for third, value in enumerate(values):
                total = (punto_total + value) % 10
                if tableau.banco_draws(banco_total, value):
                    for last, last_value in enumerate(values):
                        ending = Ending(total, (banco_total + last_value) % 10, 3, 3)
                        yield Finish(punto, banco, third, last, ending, sixth[third][last])
                else:
                    ending = Ending(total, banco_total, 3, 2)
                    yield Finish(punto, banco, third, None, ending, fifth[third] * deals.pad_five)
        elif tableau.banco_draws(banco_total, None):
            for third, value in enumerate(values):
                ending = Ending(punto_total, (banco_total + value) % 10, 2, 3)
                yield Finish(punto, banco, None, third, ending, fifth[third] * deals.pad_five)
        else:
            yield Finish(punto, banco, None, None, Ending(punto_total, banco_total, 2, 2), ways * deals.pad_four)


@lru_cache(maxsize=64)
def endings(shoe: Shoe, tableau: Tableau) -> Distribution[Ending]:
    """Return the distribution of endings of one coup from the shoe: what every totals-level bet is priced on.

    Raises:
        ShoeError: never for a valid shoe: point values are the coarsest a shoe can be known by.

    >>> from analyzer import Shoe
    >>> dist = endings(Shoe.decks(8), STANDARD)
    >>> dist.coarsen(lambda ending: ending.winner).count("tie")
    475627426473216
    """
    counts: dict[Ending, int] = {}
    for finish in finishes(enumerate_deals(shoe), tableau):
        counts[finish.ending] = counts.get(finish.ending, 0) + finish.ways
    return Distribution(counts)


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
