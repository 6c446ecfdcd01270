"""Shoe: the cards a coup is dealt from, an immutable composition kept as finely as it is known."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from math import gcd, perm
from typing import TYPE_CHECKING

from analyzer.arguments import checked, listed
from analyzer.cards.card import Card, Fineness, Rank, class_cards, class_names, point_value, read_card
from analyzer.errors import ShoeError, TooFewCardsError
from analyzer.notation import grouped, shown
from analyzer.text import short_repr

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["CARDS_IN_A_COUP", "MAX_COUNT", "Shoe", "lone_ten_note"]

CARDS_IN_A_COUP = 6
MAX_COUNT = 10**9
_TENS_OF_A_DECK = 16
_WHOLE = re.compile(r"[0-9]{1,30}", re.ASCII)


@short_repr(
    lambda shoe: f"of {'infinite decks' if shoe.replacement else f'{shoe.cards} cards'}, known by {shoe.known_by}"
)
@dataclass(frozen=True, slots=True)
class Shoe:
    """How many cards of each class are left: 10 values, 13 ranks or 52 faces, as finely as it is known.

    Attributes:
        fineness: how finely the cards are distinguished.
        counts: cards of each class, in the order of `cards.class_names(fineness)`.
        replacement: whether every card is drawn from the same composition again (the infinite shoe).

    Raises:
        ShoeError: if a count is negative or not whole, or fewer than six cards are left.

    >>> Shoe.decks(8).cards, Shoe.from_spec("A=2 9=4 K=1").cards
    (416, 7)
    """

    fineness: Fineness
    counts: tuple[int, ...]
    replacement: bool = False

    def __post_init__(self) -> None:
        """Refuse an invalid composition."""
        names = class_names(self.fineness)
        if not isinstance(self.counts, tuple):
            raise ShoeError(f"shoe: got counts in a {type(self.counts).__name__}; they must be in a tuple")
        if len(self.counts) != len(names):
            raise ShoeError(f"shoe: got {len(self.counts)} counts; a shoe known by {self.known_by} has {len(names)}")
        for name, count in zip(names, self.counts, strict=True):
            # A bool is an int, but not a number of cards.
            if type(count) is not int:
                raise ShoeError(f"card {name}: count is {shown(count)}; counts must be whole numbers")
            if count < 0:
                raise ShoeError(f"card {name}: count is {shown(count)}; counts must be 0 or more")
        if self.cards < (1 if self.replacement else CARDS_IN_A_COUP):
            raise TooFewCardsError(f"shoe: got {self.cards} cards; a coup can need {CARDS_IN_A_COUP}")

    @classmethod
    def decks(cls, number: int) -> Shoe:
        """Return a shoe of full decks of 52 faces.

        Raises:
            ShoeError: if `number` is not a whole number from 1 to 10^9.

        >>> Shoe.decks(1).at(Fineness.VALUES).counts
        (16, 4, 4, 4, 4, 4, 4, 4, 4, 4)
        """
        if type(number) is not int or not 1 <= number <= MAX_COUNT:
            raise ShoeError(f"decks: got {shown(number)}; a shoe has 1 to {grouped(MAX_COUNT)} whole decks")
        return cls(Fineness.FACES, (number,) * Fineness.FACES)

    @classmethod
    def infinite(cls) -> Shoe:
        """Return the shoe in which every card is drawn from a full deck, with replacement.

        >>> Shoe.infinite().at(Fineness.RANKS).total == 13**6
        True
        """
        return cls(Fineness.FACES, (1,) * Fineness.FACES, replacement=True)

    @classmethod
    @checked(text=str)
    def from_spec(cls, text: str) -> Shoe:
        """Read a composition: `CARD=COUNT` separated by blanks, commas or newlines; `#` starts a comment.

        If one card has a suit, all need one, and the shoe is known by faces. If a `0` is named, it is known by values;
        otherwise by ranks. A card that is not named has count 0.

        Raises:
            ShoeError: for a part that is not CARD=COUNT, a count that is not a whole number from 0 to 10^9,
                a card named twice, mixed finenesses, or fewer than six cards in all.
            NotationError: for an unknown card.

        >>> Shoe.from_spec("0=128, 9=31").fineness
        <Fineness.VALUES: 10>
        """
        counts = _read_counts(text)
        finenesses = {card.fineness for card in counts}
        if Fineness.FACES in finenesses and len(finenesses) > 1:
            bare = next(card for card in counts if card.suit is None)
            raise ShoeError(f"shoe: card {bare} has no suit but others have; give every card a suit or none")
        if Fineness.VALUES in finenesses:
            for card in counts:
                if card.rank is not None and card.point_value == 0:
                    raise ShoeError(
                        f"shoe: card {card} and card 0 are both named; use 0 for all ten-valued cards or their ranks"
                    )
        fineness = min(finenesses)
        class_counts = [0] * fineness
        for card, count in counts.items():
            class_counts[card.class_at(fineness)] = count
        return cls(fineness, tuple(class_counts))

    @property
    def cards(self) -> int:
        """The number of cards in the shoe, N (with replacement: in the composition drawn from)."""
        return sum(self.counts)

    @property
    def known_by(self) -> str:
        """The fineness in words: values, ranks or faces."""
        return self.fineness.name.lower()

    @property
    def total(self) -> int:
        """The number of ordered six-card deals: (N)_6 = N(N-1)...(N-5), with replacement N^6.

        >>> Shoe.decks(8).total
        4998398275503360
        """
        return self.cards**CARDS_IN_A_COUP if self.replacement else perm(self.cards, CARDS_IN_A_COUP)

    @checked(fineness=Fineness)
    def at(self, fineness: Fineness) -> Shoe:
        """Return the same shoe at a coarser fineness.

        With replacement only the proportions matter, so the counts are divided by their greatest common divisor.

        Raises:
            ShoeError: if the shoe is not known that finely.
        """
        if fineness > self.fineness:
            raise ShoeError(
                f"shoe: it is known by {self.known_by} only; this question needs {fineness.name.lower()} "
                "(name the cards of the shoe, and those removed, that finely)"
            )
        if fineness == self.fineness:
            return self
        class_counts = [0] * fineness
        for coarser, count in zip(_coarser_classes(self.fineness, fineness), self.counts, strict=True):
            class_counts[coarser] += count
        if self.replacement:
            common = gcd(*class_counts)
            class_counts = [count // common for count in class_counts]
        return Shoe(fineness, tuple(class_counts), self.replacement)

    def remove(self, cards: Iterable[Card]) -> Shoe:
        """Return the shoe without these cards, at the finest fineness at which shoe and cards are all known.

        Raises:
            ShoeError: if a card is not in the shoe, the shoe is drawn with replacement, or fewer than six cards are
                left.

        >>> from analyzer.cards.card import read_cards
        >>> Shoe.decks(1).remove(read_cards("9 9 K")).at(Fineness.VALUES).counts
        (15, 4, 4, 4, 4, 4, 4, 4, 4, 2)
        """
        removed = Counter(listed(cards, Card, "cards"))
        if not removed:
            return self
        if self.replacement:
            raise ShoeError("shoe: cards cannot leave a shoe drawn with replacement (inf); name a number of decks")
        shoe = self
        # The most finely known cards leave first, while the shoe still knows whether it holds them.
        for known in sorted({card.fineness for card in removed}, reverse=True):
            shoe = shoe.at(min(shoe.fineness, known))
            class_counts = list(shoe.counts)
            for card in (card for card in removed if card.fineness is known):
                index = card.class_at(shoe.fineness)
                if class_counts[index] < removed[card]:
                    raise ShoeError(
                        f"card {card}: cannot remove {removed[card]}; the shoe has {class_counts[index]} of it left"
                    )
                class_counts[index] -= removed[card]
            shoe = Shoe(shoe.fineness, tuple(class_counts))
        return shoe


def lone_ten_note(text: str) -> str:
    """Return a note on a composition that names one ten-valued rank alone, which probably stands for all four.

    It is "" if others are named, be it with 0 cards. A court card may well be the only one left, so J, Q and K are
    noted only if there are as many of them as a deck has tens and court cards, and twice as many as of any other rank.

    Raises:
        ShoeError: as `Shoe.from_spec`, for a text without counts.
        NotationError: for an unknown card.

    >>> lone_ten_note("10=128 9=32")
    'the shoe has 128 cards of the rank 10 and no J, Q or K; if they are all tens and court cards, write 0=128, or \
10=32 J=32 Q=32 K=32; if not, add J=0 Q=0 K=0'
    >>> lone_ten_note("10=128 J=0 Q=0 K=0 9=32")
    ''
    """
    counts: Counter[Rank | None] = Counter()
    named = _read_counts(text)
    for card, count in named.items():
        counts[card.rank] += count
    tens = [rank for rank in counts if rank is not None and point_value(rank) == 0]
    if len(tens) != 1 or not counts[tens[0]]:
        return ""
    rank, number = tens[0], counts.pop(tens[0])
    if rank is not Rank.TEN and number < 2 * max([_TENS_OF_A_DECK // 2, *counts.values()]):
        return ""
    others = [other.symbol for other in Rank if point_value(other) == 0 and other is not rank]
    absent = f"{others[0]}, {others[1]} or {others[2]}"
    with_suits = any(card.suit is not None for card in named)
    each, rest = divmod(number, 4)
    spread = "" if rest or with_suits else f", or 10={each} J={each} Q={each} K={each}"
    zeros = " ".join(f"{other}{'s' * with_suits}=0" for other in others)
    return (
        f"the shoe has {grouped(number)} cards of the rank {rank.symbol} and no {absent}; "
        f"if they are all tens and court cards, write 0={number}{' and all without suits' * with_suits}{spread}; "
        f"if not, add {zeros}"
    )


@cache
def _coarser_classes(fine: Fineness, coarse: Fineness) -> tuple[int, ...]:
    """Return, for each class of the finer fineness, its class at the coarser one."""
    return tuple(card.class_at(coarse) for card in class_cards(fine))


def _read_counts(text: str) -> dict[Card, int]:
    """Return the counts in the CARD=COUNT parts of a text."""
    counts: dict[Card, int] = {}
    for line in text.splitlines():
        for part in line.partition("#")[0].replace(",", " ").split():
            name, equals, number = part.partition("=")
            if not equals:
                raise ShoeError(f"shoe: got {shown(part)}; each part is CARD=COUNT, without blanks around the =")
            card = read_card(name)
            if not _WHOLE.fullmatch(number) or int(number) > MAX_COUNT:
                raise ShoeError(
                    f"card {card}: count is {shown(number)}; counts are whole numbers from 0 to {grouped(MAX_COUNT)}"
                )
            if card in counts:
                raise ShoeError(f"card {card}: named twice; give each card one count")
            counts[card] = int(number)
    if not counts:
        raise ShoeError("shoe: it names no card; write CARD=COUNT, for example A=32 2=32 K=31")
    return counts
