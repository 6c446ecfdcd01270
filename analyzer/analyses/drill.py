"""Drills: coups dealt at random from a real shoe, for croupiers to learn on.

The random numbers are SHA-256 of a seed and a counter, and the shuffle is this module's own, so a seed gives the same
coups on any machine and with any version of Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from analyzer.cards.card import Card, class_cards
from analyzer.cards.shoe import CARDS_IN_A_COUP
from analyzer.errors import BaccaratError, ShoeError
from analyzer.notation import counted
from analyzer.rules.coup import OPENING, Coup, Winner, deal, total

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from analyzer.cards.shoe import Shoe
    from analyzer.catalog.variant import Variant
    from analyzer.rules.tableau import Tableau

__all__ = ["MOST_CARDS", "MOST_COUPS", "TOPICS", "Exercise", "exercises", "random_words", "shuffled"]

MOST_COUPS = 1_000
MOST_CARDS = 10_000
"""The most coups of a sheet, and the most cards of a shoe that is shuffled."""
MOST_TRIED = 100_000
"""The most coups that are dealt in search of those of a topic."""
CUT_CARD = 14
"""Cards left when a shoe is shuffled again, as a cut card is placed in print."""
STAKES = (5, 10, 15, 20, 25, 30, 35, 40, 50, 75, 100, 125, 150, 200, 250, 300, 500)
_WORD_BYTES = 8


def _is_banco_on_six(coup: Coup) -> bool:
    return total(coup.banco[:OPENING]) == 6 and len(coup.punto) > OPENING  # noqa: PLR2004 - the topic


TOPICS: dict[str, Callable[[Coup], bool]] = {
    "banco-6": _is_banco_on_six,
    "commission": lambda coup: coup.ending.winner is Winner.BANCO,
    "ties": lambda coup: coup.ending.winner is Winner.TIE,
}
"""What a drill can be about: banco on six after punto drew, wins of banco, or ties."""


class Exercise(NamedTuple):
    """A coup to play and to settle.

    Attributes:
        coup: both hands, as the rules play them.
        shown: the opening cards of punto and of banco, and the next cards of the shoe, which may be drawn.
        bet: the name of the bet on which the stake lies.
        stake: the stake.
    """

    coup: Coup
    shown: tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
    bet: str
    stake: Fraction


@dataclass(slots=True)
class _Numbers:
    """Whole numbers at random, each as likely as the others."""

    words: Iterator[int]

    def below(self, limit: int) -> int:
        """Return a number from 0 to below a limit; words that would favour some are left out."""
        fair = 2 ** (8 * _WORD_BYTES) // limit * limit
        return next(word for word in self.words if word < fair) % limit


def random_words(seed: int) -> Iterator[int]:
    """Yield 64-bit words: the first eight bytes of SHA-256 of "baccarat-odds drill SEED NUMBER", for 0, 1, 2 and so on.

    >>> next(random_words(7))
    3188835119415169980
    """
    for number in count():
        yield int.from_bytes(sha256(f"baccarat-odds drill {seed} {number}".encode()).digest()[:_WORD_BYTES], "big")


def shuffled(cards: Sequence[Card], words: Iterator[int]) -> list[Card]:
    """Return cards in random order: from the last place down, each changes places with one at or below it."""
    order, numbers = list(cards), _Numbers(words)
    for place in range(len(order) - 1, 0, -1):
        other = numbers.below(place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def exercises(shoe: Shoe, variant: Variant, number: int, seed: int, topic: str | None = None) -> list[Exercise]:
    """Return coups dealt from a shuffled shoe, one after the other, each with a stake on a main bet.

    The shoe is shuffled again once `CUT_CARD` cards are left. Of a topic the coups that are about it are kept.

    Args:
        shoe: the composition.
        variant: the variant, whose drawing rules apply and whose bets carry the stakes.
        number: how many coups, 1 to `MOST_COUPS`.
        seed: the seed.
        topic: one of `TOPICS`, None for any coup.

    Raises:
        ShoeError: for a shoe without end, with fewer than 20 cards or more than `MOST_CARDS`.
        BaccaratError: if the topic does not come up.
    """
    if shoe.replacement or not CUT_CARD + CARDS_IN_A_COUP <= shoe.cards <= MOST_CARDS:
        raise ShoeError(
            f"shoe: a drill is dealt from {CUT_CARD + CARDS_IN_A_COUP} to {MOST_CARDS:,} cards; got "
            f"{'a shoe without end' if shoe.replacement else counted(shoe.cards, 'card')}"
        )
    words = random_words(seed)
    numbers = _Numbers(words)
    wanted = TOPICS[topic] if topic is not None else lambda _coup: True
    bets = [bet.name for bet in variant.bets]
    found: list[Exercise] = []
    for tried, (coup, shown) in enumerate(_coups(shoe, variant.tableau, words)):
        if len(found) == number:
            break
        if tried == MOST_TRIED:
            raise BaccaratError(
                f"topic: {topic} came up {len(found)} times in {MOST_TRIED:,} coups; {number} were wanted"
            )
        if wanted(coup):
            # A drill on commission is on banco; any other on each bet, as it comes.
            bet = Winner.BANCO if topic == "commission" and Winner.BANCO in bets else bets[numbers.below(len(bets))]
            found.append(Exercise(coup, shown, str(bet), Fraction(STAKES[numbers.below(len(STAKES))])))
    return found


def _coups(
    shoe: Shoe, tableau: Tableau, words: Iterator[int]
) -> Iterator[tuple[Coup, tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]]]:
    """Yield coups without end, each with its openings and the cards that lay next in the shoe."""
    every = [card for card, number in zip(class_cards(shoe.fineness), shoe.counts, strict=True) for _ in range(number)]
    while True:
        cards = shuffled(every, words)
        while len(cards) > CUT_CARD:
            coup, rest = deal(cards[:CARDS_IN_A_COUP], tableau)
            used = CARDS_IN_A_COUP - len(rest)
            following = tuple(cards[2 * OPENING : CARDS_IN_A_COUP])
            yield coup, (coup.punto[:OPENING], coup.banco[:OPENING], following)
            cards = cards[used:]
