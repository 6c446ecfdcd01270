"""Coup: one coup dealt card by card, as a croupier applies the rules."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from analyzer.arguments import checked, listed
from analyzer.cards.card import Card, Comparable
from analyzer.cards.shoe import CARDS_IN_A_COUP
from analyzer.errors import BaccaratError, ShoeError
from analyzer.notation import counted
from analyzer.rules.tableau import NATURAL, STANDARD, Tableau
from analyzer.text import short_repr

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "OPENING",
    "ORDERS",
    "Coup",
    "Ending",
    "Fault",
    "Hand",
    "Winner",
    "check_dealt",
    "deal",
    "drawing_faults",
    "hand_faults",
    "play",
    "punto_banco",
    "total",
]

OPENING = 2
"""The cards of a hand before any third card."""
ORDERS: Final = {"alternate": (slice(0, 4, 2), slice(1, 4, 2)), "pairs": (slice(0, 2), slice(2, 4))}
"""The first four cards that are punto's and banco's: dealt to the hands in turn, or hand by hand."""


class Hand(StrEnum):
    """One of the two hands."""

    PUNTO = "punto"
    BANCO = "banco"

    @property
    def other(self) -> Hand:
        """The other hand.

        >>> print(Hand.PUNTO.other)
        banco
        """
        return Hand.BANCO if self is Hand.PUNTO else Hand.PUNTO


class Winner(Comparable, StrEnum):
    """The outcome of a coup: the hand that wins, or a tie."""

    __hash__ = str.__hash__

    PUNTO = "punto"
    BANCO = "banco"
    TIE = "tie"

    @classmethod
    def other_names(cls) -> dict[str, Winner]:
        """Return the outcomes by their names, and by those in other words."""
        return _NAMES_OF_OUTCOMES


_TRADE = {"player": str(Hand.PUNTO), "banker": str(Hand.BANCO)}
_TRADE_WORD = re.compile(rf"(?<![^\W_])(?:{'|'.join(_TRADE)})(?![^\W_])")


def punto_banco(name: str) -> str:
    """Return a name with the words player and banker in it as punto and banco.

    >>> punto_banco("player_total"), punto_banco("banker"), punto_banco("players")
    ('punto_total', 'banco', 'players')
    """
    return _TRADE_WORD.sub(lambda word: _TRADE[word[0]], name)


_NAMES_OF_OUTCOMES = {str(winner): winner for winner in Winner}
_NAMES_OF_OUTCOMES |= dict.fromkeys(("player", "p", "player wins", "punto wins"), Winner.PUNTO)
_NAMES_OF_OUTCOMES |= dict.fromkeys(("banker", "b", "banker wins", "banco wins"), Winner.BANCO)
_NAMES_OF_OUTCOMES |= dict.fromkeys(("egalite", "égalité", "draw", "t"), Winner.TIE)

# `Ending.winner` runs in inner loops, and looking up an enum member costs more than comparing two totals.
_PUNTO, _BANCO, _TIE = Winner


def total(hand: Sequence[Card]) -> int:
    """Return a hand's total: the last digit of the sum of its point values.

    >>> from analyzer import read_cards
    >>> total(read_cards("8 8")), total(read_cards("7 6")), total(read_cards("4 6"))
    (6, 3, 0)
    """
    return sum(card.point_value for card in hand) % 10


@short_repr(lambda coup: f"punto {' '.join(map(str, coup.punto))}, banco {' '.join(map(str, coup.banco))}")
class Coup(NamedTuple):
    """A coup on the table: both hands, each in the order in which it received its cards."""

    punto: tuple[Card, ...]
    banco: tuple[Card, ...]

    @property
    def ending(self) -> Ending:
        """Both final totals and both numbers of cards."""
        return Ending(total(self.punto), total(self.banco), len(self.punto), len(self.banco))


def deal(cards: Sequence[Card], tableau: Tableau = STANDARD, order: str = "alternate") -> tuple[Coup, tuple[Card, ...]]:
    """Deal one coup from the next cards of the shoe; return it and the cards left over.

    If the cards run out, the hands of the coup stay short.

    Args:
        cards: the cards in dealing order.
        tableau: the drawing rules.
        order: how the opening cards are dealt, one of `ORDERS`.

    >>> from analyzer import read_cards
    >>> coup, rest = deal(read_cards("9 K K 8 5"))
    >>> coup.ending, [str(card) for card in rest]
    (Ending(punto_total=9, banco_total=8, punto_cards=2, banco_cards=2), ['5'])
    """
    punto, banco = (list(cards[opening]) for opening in ORDERS[order])
    punto_opening, banco_opening = total(punto), total(banco)
    rest = list(cards[2 * OPENING :])
    if rest and not tableau.is_over(punto_opening, banco_opening):
        third = None
        if tableau.punto_draws(punto_opening):
            punto.append(rest.pop(0))
            third = punto[-1].point_value
        if rest and tableau.banco_draws(banco_opening, third):
            banco.append(rest.pop(0))
    return Coup(tuple(punto), tuple(banco)), tuple(rest)


@checked(tableau=Tableau)
def play(cards: Sequence[Card], tableau: Tableau = STANDARD) -> Coup:
    """Play one coup from the next cards of the shoe, dealt to punto and banco in turn.

    Raises:
        ShoeError: if the coup needs more cards than given; six are always enough.

    >>> from analyzer import play, read_cards
    >>> play(read_cards("2 3 3 K 8 A")).ending
    Ending(punto_total=3, banco_total=3, punto_cards=3, banco_cards=2)
    """
    cards = listed(cards, Card, "cards")
    coup, rest = deal(cards, tableau)
    if not rest and len(cards) < CARDS_IN_A_COUP:
        faults = _faults(coup, tableau)
        if faults:
            raise ShoeError(f"coup: got {counted(len(cards), 'card')}, too few: {faults[0].expected}")
    return coup


class Ending(NamedTuple):
    """How a coup ended: both final totals and how many cards each hand holds."""

    punto_total: int
    banco_total: int
    punto_cards: int
    banco_cards: int

    @property
    def winner(self) -> Winner:
        """The hand with the higher total, or a tie."""
        if self.punto_total == self.banco_total:
            return _TIE
        return _PUNTO if self.punto_total > self.banco_total else _BANCO

    @property
    def punto_natural(self) -> bool:
        """Whether punto holds 8 or 9 on two cards."""
        return self.punto_cards == 2 and self.punto_total >= NATURAL  # noqa: PLR2004

    @property
    def banco_natural(self) -> bool:
        """Whether banco holds 8 or 9 on two cards."""
        return self.banco_cards == 2 and self.banco_total >= NATURAL  # noqa: PLR2004


class Fault(NamedTuple):
    """A rule that was broken.

    Attributes:
        rule: "hand", "natural", "punto" or "banco"; in a record also the other rules of `records.audit.Finding`.
        found: what was done.
        expected: what the rule says.
        lines: the earlier lines of a record that contradict this one.
    """

    rule: str
    found: str
    expected: str
    lines: tuple[int, ...] = ()


def hand_faults(punto_cards: int, banco_cards: int) -> tuple[Fault, ...]:
    """Return a fault for each hand that does not have two or three cards.

    >>> hand_faults(2, 4)[0].found
    'banco has 4 cards'
    """
    return tuple(
        Fault("hand", f"{name} has {counted(cards, 'card')}", "a hand has two cards or three")
        for name, cards in zip(Hand, (punto_cards, banco_cards), strict=True)
        if cards not in {OPENING, OPENING + 1}
    )


@lru_cache(maxsize=16384)
def drawing_faults(
    tableau: Tableau, punto: int, banco: int, punto_third: int | None, banco_third: int | None
) -> tuple[Fault, ...]:
    """Return a fault for each hand that drew or stood against the tableau.

    Banco is judged by what punto did, even if punto was wrong.

    Args:
        tableau: the drawing rules.
        punto: punto's opening total.
        banco: banco's opening total.
        punto_third: the value of punto's third card, None if punto has none.
        banco_third: the value of banco's third card, None if banco has none.

    >>> drawing_faults(STANDARD, 6, 5, None, None)[0].expected
    'banco draws on 5 when punto stood'
    """
    hands = ((Hand.PUNTO, punto, punto_third), (Hand.BANCO, banco, banco_third))
    if tableau.is_over(punto, banco):
        naturals = " and ".join(f"{name}'s natural {opening}" for name, opening, _ in hands if opening >= NATURAL)
        ends = f"{naturals} end{'s' * (' and ' not in naturals)} the coup: nobody draws"
        return tuple(
            Fault("natural", f"{name} drew a third card on {opening}", ends)
            for name, opening, third in hands
            if third is not None
        )
    given = " when punto stood" if punto_third is None else f" when punto drew {_card_in_words(punto_third)}"
    rules = (tableau.punto_draws(punto), tableau.banco_draws(banco, punto_third))
    return tuple(
        Fault(
            name,
            f"{name} {'stood' if third is None else 'drew a third card'} on {opening}{when}",
            f"{name} {'draws' if draws else 'stands'} on {opening}{when}",
        )
        for (name, opening, third), draws, when in zip(hands, rules, ("", given), strict=True)
        if draws != (third is not None)
    )


def _card_in_words(value: int) -> str:
    return {0: "a ten-valued card", 1: "an ace", 8: "an 8"}.get(value, f"a {value}")


def check_dealt(coup: Coup, tableau: Tableau = STANDARD) -> None:
    """Check that a coup was dealt by the tableau.

    Raises:
        BaccaratError: if it was not; the error names the first rule broken.

    >>> from analyzer import Coup, read_cards
    >>> check_dealt(Coup(tuple(read_cards("9 K")), tuple(read_cards("3 8"))))
    >>> check_dealt(Coup(tuple(read_cards("2 3")), tuple(read_cards("3 4"))))
    Traceback (most recent call last):
    analyzer.errors.BaccaratError: coup: punto stood on 5; punto draws on 5 (tableau standard)
    """
    faults = _faults(coup, tableau)
    if faults:
        raise BaccaratError(f"coup: {faults[0].found}; {faults[0].expected} (tableau {tableau.name})")


def _faults(coup: Coup, tableau: Tableau) -> tuple[Fault, ...]:
    """Return the faults in the sizes of the hands; if there are none, those against the tableau."""
    faults = hand_faults(len(coup.punto), len(coup.banco))
    if faults:
        return faults
    openings = [total(hand[:OPENING]) for hand in coup]
    thirds = [hand[OPENING].point_value if len(hand) > OPENING else None for hand in coup]
    return drawing_faults(tableau, *openings, *thirds)
