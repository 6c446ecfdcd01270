"""An oracle of physical cards: every coup that a few cards can deal, played by rules written out here.

It shares nothing with the package: cards are pairs of texts, every card is dealt by its index in the pack, and each
question is answered from the hands.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Card = tuple[str, str]
Hand = tuple[Card, ...]

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
RED = {"h", "d"}
PLURALS = ["aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens"]
PLURALS += ["jacks", "queens", "kings"]


class Coup(NamedTuple):
    """Both hands as dealt, openings first."""

    punto: Hand
    banco: Hand


def total(hand: Hand) -> int:
    """Return a hand's total."""
    return sum(RANKS.index(rank) + 1 if RANKS.index(rank) < 9 else 0 for rank, _ in hand) % 10


def coups(pack: list[Card]) -> Iterator[tuple[Coup, int]]:
    """Yield every coup of the pack with its number of ordered six-card deals."""
    cards = len(pack)
    for punto in combinations(range(cards), 2):
        left = [index for index in range(cards) if index not in punto]
        for banco in combinations(left, 2):
            rest = [index for index in left if index not in banco]
            first, second = tuple(pack[index] for index in punto), tuple(pack[index] for index in banco)
            # Each opening has two orders, and the unused cards of the six can be any cards left.
            if total(first) >= 8 or total(second) >= 8 or (total(first) >= 6 and total(second) >= 6):
                yield Coup(first, second), 4 * (cards - 4) * (cards - 5)
            elif total(first) >= 6:
                for third in rest:
                    yield Coup(first, (*second, pack[third])), 4 * (cards - 5)
            else:
                for third in rest:
                    hand = (*first, pack[third])
                    if not _banco_draws(total(second), total((pack[third],))):
                        yield Coup(hand, second), 4 * (cards - 5)
                        continue
                    for last in rest:
                        if last != third:
                            yield Coup(hand, (*second, pack[last])), 4


def _banco_draws(opening: int, third: int) -> bool:
    against = {0: range(10), 1: range(10), 2: range(10), 4: range(2, 8), 5: range(4, 8), 6: range(6, 8), 7: ()}
    return third != 8 if opening == 3 else third in against[opening]


def winner(coup: Coup) -> str:
    """Return the outcome of a coup."""
    punto, banco = total(coup.punto), total(coup.banco)
    return "punto" if punto > banco else "banco" if banco > punto else "tie"


def _winning(coup: Coup, of: Callable[[Hand], int]) -> object:
    return {"punto": of(coup.punto), "banco": of(coup.banco), "tie": "none"}[winner(coup)]


def _natural(hand: Hand) -> bool:
    return len(hand) == 2 and total(hand) in {8, 9}


OF_COUP: dict[str, Callable[[Coup], object]] = {
    "winner": winner,
    "punto_total": lambda coup: total(coup.punto),
    "banco_total": lambda coup: total(coup.banco),
    "winning_total": lambda coup: _winning(coup, total),
    "margin": lambda coup: abs(total(coup.punto) - total(coup.banco)),
    "sum_of_totals": lambda coup: total(coup.punto) + total(coup.banco),
    "punto_cards": lambda coup: len(coup.punto),
    "banco_cards": lambda coup: len(coup.banco),
    "winning_cards": lambda coup: _winning(coup, len),
    "cards": lambda coup: len(coup.punto) + len(coup.banco),
    "punto_natural": lambda coup: _natural(coup.punto),
    "banco_natural": lambda coup: _natural(coup.banco),
    "naturals": lambda coup: [_natural(coup.punto), _natural(coup.banco)].count(True),
    "punto_third": lambda coup: coup.punto[2][0] if len(coup.punto) == 3 else "none",
    "banco_third": lambda coup: coup.banco[2][0] if len(coup.banco) == 3 else "none",
}

SCOPES: dict[str, Callable[[Coup], Hand]] = {
    "punto_opening": lambda coup: coup.punto[:2],
    "banco_opening": lambda coup: coup.banco[:2],
    "punto_hand": lambda coup: coup.punto,
    "banco_hand": lambda coup: coup.banco,
    "openings": lambda coup: coup.punto[:2] + coup.banco[:2],
    "dealt": lambda coup: coup.punto + coup.banco,
}


def _colour(hand: Hand) -> str:
    red = [suit in RED for _, suit in hand]
    return "red" if all(red) else "mixed" if any(red) else "black"


def _pattern(hand: Hand) -> str:
    ranks = [rank for rank, _ in hand]
    sizes = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    return {
        (): "all different",
        (2,): "pair",
        (2, 2): "two pairs",
        (2, 2, 2): "three pairs",
        (3,): "three of a kind",
        (3, 2): "full house",
        (3, 3): "two threes of a kind",
        (4,): "four of a kind",
        (4, 2): "four of a kind and a pair",
        (5,): "five of a kind",
        (6,): "six of a kind",
    }[tuple(size for size in sizes if size > 1)]


OF_HAND: dict[str, Callable[[Hand], object]] = {
    "same_rank": lambda hand: len({rank for rank, _ in hand}) == 1,
    "same_suit": lambda hand: len({suit for _, suit in hand}) == 1,
    "same_face": lambda hand: len(set(hand)) == 1,
    "colour": _colour,
    "pattern": _pattern,
    "highest": lambda hand: max((rank for rank, _ in hand), key=RANKS.index),
    "lowest": lambda hand: min((rank for rank, _ in hand), key=RANKS.index),
    "court_cards": lambda hand: sum(rank in {"J", "Q", "K"} for rank, _ in hand),
    "red": lambda hand: sum(suit in RED for _, suit in hand),
    "black": lambda hand: sum(suit not in RED for _, suit in hand),
}
for _word, _rank in zip(PLURALS, RANKS, strict=True):
    OF_HAND[_word] = lambda hand, rank=_rank: sum(card[0] == rank for card in hand)  # type: ignore[misc]
for _letter, _suit in SUITS.items():
    OF_HAND[_suit] = lambda hand, letter=_letter: sum(card[1] == letter for card in hand)  # type: ignore[misc]


def contains(hand: Hand, named: str) -> bool:
    """Return whether each named card, faces first, matches a different card of the hand."""
    left = list(hand)
    for name in sorted(named.split(), key=lambda name: name[-1] not in SUITS):
        fits = [card for card in left if name in {card[0], card[0] + card[1]}]
        if not fits:
            return False
        left.remove(fits[0])
    return True


def question(name: str) -> Callable[[Coup], object]:
    """Return the function of a coup that answers a word of the vocabulary with one answer."""
    if name in OF_COUP:
        return OF_COUP[name]
    scope, _, word = name.partition(".")
    hand, answer = SCOPES[scope], OF_HAND[word]
    return lambda coup: answer(hand(coup))
