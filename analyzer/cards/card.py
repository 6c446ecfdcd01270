"""Card: ranks, suits and point values, read and written as the trade does."""

from __future__ import annotations

import re
from contextvars import ContextVar
from enum import Enum, IntEnum, StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from analyzer.arguments import checked
from analyzer.errors import NotationError
from analyzer.notation import MAX_NUMBER_LENGTH, shown

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "ON_REFUSAL",
    "Card",
    "Colour",
    "Comparable",
    "Fineness",
    "Rank",
    "Suit",
    "cards_in",
    "class_cards",
    "class_faces",
    "class_names",
    "point_value",
    "read_card",
    "read_cards",
    "refuse_comparison",
]


class Fineness(IntEnum):
    """How finely cards are distinguished; the value is the number of classes."""

    VALUES = 10
    RANKS = 13
    FACES = 52


ON_REFUSAL: ContextVar[Callable[[NotationError], None] | None] = ContextVar("on_refusal", default=None)
"""Called with each error that a comparison raises, so that it is known even if the comparing code swallows it."""


def refuse_comparison(what: str, other: object, allowed: str) -> NoReturn:
    """Raise an error for a comparison that is always false.

    Raises:
        NotationError: always.
    """
    error = NotationError(f"{what}: got {shown(other)} to compare with; compare with {allowed}")
    heard = ON_REFUSAL.get()
    if heard is not None:
        heard(error)
    raise error


class Comparable:
    """An enumeration that refuses a comparison which is always false.

    A program that makes one by mistake would get a wrong answer without an error.

    >>> Rank.KING == "K"
    Traceback (most recent call last):
    analyzer.errors.NotationError: Rank: got 'K' to compare with; compare with Rank.KING
    """

    @classmethod
    def other_names(cls) -> dict[str, Any]:
        """Return the values by other texts that name them, in small letters."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        """Return whether both are the same value.

        Raises:
            NotationError: for a text or a whole number that is not a value, cards, or a value of another enumeration.
        """
        kind: Any = type(self)
        if isinstance(other, kind):
            return super().__eq__(other)
        values = kind._value2member_map_
        if isinstance(other, str | Enum):
            compared = isinstance(self, str) and other in values
        else:
            compared = other in values if type(other) is int else not isinstance(other, tuple | list | set | frozenset)
        if not compared:
            named = self.other_names().get(other.strip().lower()) if isinstance(other, str) else None
            first = f"a value, as {kind.__name__}.{next(iter(kind)).name}"
            refuse_comparison(kind.__name__, other, first if named is None else f"{kind.__name__}.{named.name}")
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        """Return whether they are different values, compared as `==` does."""
        return not self == other

    def __hash__(self) -> int:
        """Return the hash of the value."""
        return super().__hash__()


class Rank(Comparable, IntEnum):
    """The thirteen ranks, ace first."""

    __hash__ = int.__hash__

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @classmethod
    def other_names(cls) -> dict[str, Rank]:
        """Return the ranks by their short names and their names."""
        return _NAMES_OF_RANKS

    @property
    def symbol(self) -> str:
        """The rank's short name: A, 2-10, J, Q, K."""
        return _RANK_SYMBOLS[self - 1]


class Suit(Comparable, IntEnum):
    """The four suits of a French deck."""

    __hash__ = int.__hash__

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @classmethod
    def other_names(cls) -> dict[str, Suit]:
        """Return the suits by their letters, their signs and their names."""
        return _NAMES_OF_SUITS

    @property
    def symbol(self) -> str:
        """The suit's sign: ♠ ♥ ♦ ♣."""
        return "♠♥♦♣"[self]


class Colour(Comparable, StrEnum):
    """The two colours of the suits."""

    RED = "red"
    BLACK = "black"

    __hash__ = str.__hash__

    @classmethod
    def other_names(cls) -> dict[str, Colour]:
        """Return the colours by their names and their first letters."""
        return {text: colour for colour in Colour for text in (str(colour), str(colour)[0])}


_RANK_SYMBOLS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_RANKS_BY_TEXT = {symbol: Rank(number) for number, symbol in enumerate(_RANK_SYMBOLS, start=1)}
_RANKS_BY_TEXT |= {"1": Rank.ACE, "T": Rank.TEN}
_SUITS_BY_TEXT = {letter: Suit(number) for number, letter in enumerate("SHDC")}
_SUITS_BY_TEXT |= {suit.symbol: suit for suit in Suit}
_NAMES_OF_RANKS = {text.lower(): rank for text, rank in [*_RANKS_BY_TEXT.items(), *Rank.__members__.items()]}
_NAMES_OF_SUITS = {text.lower(): suit for text, suit in [*_SUITS_BY_TEXT.items(), *Suit.__members__.items()]}
_NAMES_OF_SUITS |= {suit.name.lower().removesuffix("s"): suit for suit in Suit}
_CARD = re.compile(r"(10|[0-9ATJQK])([SHDC♠♥♦♣]?)\N{VARIATION SELECTOR-16}?")
_SEVERAL = re.compile(r"(?:10|[0-9ATJQK])[SHDC♠♥♦♣]?")
# Jack, queen and king by number.
_NUMBER_OF_A_RANK = re.compile(r"1[1-3]")
_TIMES = re.compile("(.+?)[x\u00d7*=]([0-9]{1,4})", re.IGNORECASE)
MAX_CARDS = 100_000
"""The most cards that are read at a time."""
_CARD_HELP = "a card is A or 1, 2-9, 10 or T, J, Q, K, with a suit s h d c if known, or 0 for any ten-valued card"


def point_value(rank: Rank) -> int:
    """Return the point value of a rank: ace 1, two to nine their number, ten and court cards 0.

    >>> [point_value(rank) for rank in Rank]
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]
    """
    return rank % 10 if rank < Rank.TEN else 0


class Card(NamedTuple):
    """A card as finely as it is known: a face, a rank, or a ten-valued card of unknown rank.

    >>> str(Card(Rank.TEN, Suit.HEARTS)), Card(None).point_value
    ('10♥', 0)
    """

    rank: Rank | None
    suit: Suit | None = None

    def __hash__(self) -> int:
        """Return the point value, so that a set compares its cards by `==`, which can refuse to."""
        return self.point_value

    @property
    def point_value(self) -> int:
        """The card's point value, 0 to 9."""
        return 0 if self.rank is None else point_value(self.rank)

    @property
    def fineness(self) -> Fineness:
        """How finely the card is known."""
        if self.rank is None:
            return Fineness.VALUES
        return Fineness.RANKS if self.suit is None else Fineness.FACES

    def class_at(self, fineness: Fineness) -> int:
        """Return the card's class at a fineness: its index in `class_names`.

        Raises:
            NotationError: if the card is not known that finely.
        """
        if fineness is Fineness.VALUES:
            return self.point_value
        if self.rank is None or (fineness is Fineness.FACES and self.suit is None):
            raise NotationError(f"card {self} is not known by {fineness.name.lower()}")
        rank_index = self.rank - 1
        return rank_index if self.suit is None or fineness is Fineness.RANKS else 4 * rank_index + self.suit

    def __str__(self) -> str:
        """Return the short name: K♠, K, or 0 for an unknown ten-valued card."""
        if self.rank is None:
            return "0"
        return self.rank.symbol + ("" if self.suit is None else self.suit.symbol)


@cache
def class_names(fineness: Fineness) -> tuple[str, ...]:
    """Return the names of the classes in order: values 0-9, ranks A-K, or faces A♠ A♥ … K♣.

    >>> class_names(Fineness.VALUES)
    ('0', '1', '2', '3', '4', '5', '6', '7', '8', '9')
    """
    if fineness is Fineness.VALUES:
        return tuple("0123456789")
    return tuple(map(str, class_cards(fineness)))


@cache
def class_cards(fineness: Fineness) -> tuple[Card, ...]:
    """Return a card for each class, known exactly as finely as the classes, in the order of `class_names`.

    >>> [str(card) for card in class_cards(Fineness.VALUES)]
    ['0', 'A', '2', '3', '4', '5', '6', '7', '8', '9']
    """
    if fineness is Fineness.VALUES:
        return (Card(None), *(Card(rank) for rank in Rank if rank < Rank.TEN))
    if fineness is Fineness.RANKS:
        return tuple(Card(rank) for rank in Rank)
    return tuple(Card(rank, suit) for rank in Rank for suit in Suit)


@cache
def class_faces(fineness: Fineness) -> tuple[Card, ...]:
    """Return a face for each class, as a representative where a question looks no finer than the classes.

    >>> [str(card) for card in class_faces(Fineness.VALUES)[:3]]
    ['10♠', 'A♠', '2♠']
    """
    return tuple(Card(card.rank or Rank.TEN, card.suit or Suit.SPADES) for card in class_cards(fineness))


@checked(text=str)
def read_card(text: str) -> Card:
    """Read one card, in any case: "K", "10h", "T♥", "0".

    Raises:
        NotationError: if the text is not a card.

    >>> read_card("kS")
    Card(rank=<Rank.KING: 13>, suit=<Suit.SPADES: 0>)
    """
    match = _CARD.fullmatch(text.strip().upper())
    if match is None:
        raise NotationError(f"card: got {shown(text)}; {_suggestion(text)}{_CARD_HELP}")
    rank, suit = match.groups()
    if rank == "0":
        if suit:
            raise NotationError(f"card: got {shown(text)}; a 0 is a ten-valued card of unknown rank and has no suit")
        return Card(None)
    return Card(_RANKS_BY_TEXT[rank], _SUITS_BY_TEXT[suit] if suit else None)


def _suggestion(text: str) -> str:
    """Return a question for the card that a bad text probably means, J for "jack"; "" if there is none."""
    from difflib import get_close_matches

    # Only a word that is nearly the name of a rank suggests it: "X", "stood" and "none" suggest nothing.
    names = {rank.name: rank.symbol for rank in Rank}
    word = text.strip().upper()[:MAX_NUMBER_LENGTH].removesuffix("S")
    close = get_close_matches(word, list(names), n=1, cutoff=0.8)
    return f"did you mean {names[close[0]]}? " if close else ""


@checked(text=str)
def read_cards(text: str) -> list[Card]:
    """Read cards separated by blanks or commas, or written together; 9x2 and 9=2 are two nines.

    Raises:
        NotationError: if one of them is not a card, or there are none, or too many.

    >>> [str(card) for card in read_cards("9 10h, K")], [str(card) for card in read_cards("23K 9x2")]
    (['9', '10♥', 'K'], ['2', '3', 'K', '9', '9'])
    """
    cards: list[Card] = []
    for word in text.replace(",", " ").split():
        match = _TIMES.fullmatch(word[: MAX_NUMBER_LENGTH + 1])
        name, times = (match[1], int(match[2])) if match else (word, 1)
        cards += [read_card(card) for card in cards_in(name)] * times
        if len(cards) > MAX_CARDS:
            raise NotationError(f"cards: got {shown(text)}; at most {MAX_CARDS:,} cards are read")
    if not cards:
        raise NotationError(f"cards: got {shown(text)}; {_CARD_HELP}")
    return cards


def cards_in(word: str) -> list[str]:
    """Return the cards of a word without blanks, 23K or 9h10s; any other word is returned as it is.

    Not taken apart are a number that may be meant for one rank, as 13, and a word in which only some cards have suits.

    >>> cards_in("23K"), cards_in("10"), cards_in("13")
    (['2', '3', 'K'], ['10'], ['13'])
    """
    cards = [_CARD.fullmatch(card) for card in _SEVERAL.findall(word.upper()[: MAX_NUMBER_LENGTH + 1])]
    apart = [match[0] for match in cards if match]
    with_suits = {bool(match[2]) for match in cards if match}
    is_several = len(apart) > 1 and "".join(apart) == word.upper() and len(with_suits) == 1
    return apart if is_several and not _NUMBER_OF_A_RANK.fullmatch(word) else [word]
