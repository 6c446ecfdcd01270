"""A record of coups for the tests: dealt by the oracle, checked independently, corrupted on purpose."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from oracle import PhysicalCard, play_coup, points

if TYPE_CHECKING:
    from collections.abc import Callable

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
VALUES = dict(zip(RANKS, (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))
DECKS = 8
CUT_OFF = 16
NINETEEN_TO_20, EIGHT_TO_1 = Decimal("0.95"), Decimal(8)
HEADER = "shoe,round,Player,Banker,player total,banker total,winner,banker stake,banker paid,tie stake,tie paid"


@dataclass
class Line:
    """One coup as it is recorded; cards are texts, "7" or "7s"."""

    shoe: int
    round: int
    punto: list[str]
    banco: list[str]
    punto_total: int = 0
    banco_total: int = 0
    result: str = ""
    stakes: list[int] = field(default_factory=lambda: [0, 0])
    paid: list[str] = field(default_factory=lambda: ["", ""])

    def announce(self) -> None:
        """Record the totals, the result and the payments that follow from the cards."""
        self.punto_total, self.banco_total, self.result = totals_and_result(self)
        self.paid = [str(pay) for pay in due(self)]

    def copy(self) -> Line:
        """Return a deep copy of the line."""
        return replace(
            self,
            punto=list(self.punto),
            banco=list(self.banco),
            stakes=list(self.stakes),
            paid=list(self.paid),
        )

    def text(self) -> str:
        """Return the line of CSV."""
        fields = [self.shoe, self.round, " ".join(self.punto), " ".join(self.banco), self.punto_total, self.banco_total]
        money = [amount for pair in zip(self.stakes, self.paid, strict=True) for amount in pair]
        return ",".join(map(str, [*fields, self.result, *money]))


def seeded(seed: int) -> random.Random:
    """Return a random generator with a fixed seed."""
    return random.Random(seed)  # noqa: S311 - a test is repeatable, not secret


def value(card: str) -> int:
    """Return the point value of a card."""
    return VALUES[card.rstrip("shdc")]


def totals_and_result(line: Line) -> tuple[int, int, str]:
    """Return the totals and the result that follow from the cards of a line."""
    punto, banco = (sum(map(value, hand)) % 10 for hand in (line.punto, line.banco))
    return punto, banco, "P" if punto > banco else "B" if banco > punto else "T"


def due(line: Line) -> tuple[Decimal, Decimal]:
    """Return the payouts of banco and tie on a line, at 19 to 20 and 8 to 1."""
    result = totals_and_result(line)[2]
    return NINETEEN_TO_20 * line.stakes[0] * (result == "B"), EIGHT_TO_1 * line.stakes[1] * (result == "T")


def deal(rng: random.Random, coups: int, *, suits: bool) -> list[Line]:
    """Return a correct record: shoes of eight decks, one card burnt, each dealt to the cut card."""
    lines: list[Line] = []
    shoe = 0
    while True:
        shoe += 1
        cards = [PhysicalCard(VALUES[rank], rank, suit if suits else "") for rank in RANKS for suit in "shdc"] * DECKS
        rng.shuffle(cards)
        used, number = 1, 0
        while len(cards) - used >= CUT_OFF:
            played = play_coup(cards[used : used + 6])
            used += len(played.punto) + len(played.banco)
            number += 1
            punto, banco = [[card.rank + card.suit for card in hand] for hand in played]
            line = Line(shoe, number, punto, banco, stakes=[rng.choice([0, 5, 20, 35]), rng.choice([0, 0, 5])])
            line.announce()
            lines.append(line)
            if len(lines) == coups:
                return lines


def inconsistent(lines: list[Line]) -> set[int]:
    """Return the numbers of the lines that contradict the rules or the shoe; the header is line 1."""
    bad: set[int] = set()
    used: Counter[tuple[int, str]] = Counter()
    for number, line in enumerate(lines, start=2):
        for card in (*line.punto, *line.banco):
            used[line.shoe, card] += 1
            if used[line.shoe, card] > DECKS * (1 if card[-1] in "shdc" else 4):
                bad.add(number)
        if not dealt_by_the_rules(line):
            bad.add(number)
        if {len(line.punto), len(line.banco)} <= {2, 3}:
            if totals_and_result(line) != (line.punto_total, line.banco_total, line.result):
                bad.add(number)
            if any(paid and Decimal(paid) != pay for paid, pay in zip(line.paid, due(line), strict=True)):
                bad.add(number)
    return bad


def dealt_by_the_rules(line: Line) -> bool:
    """Return whether the cards of the line, dealt again, give the same hands."""
    if not {len(line.punto), len(line.banco)} <= {2, 3}:
        return False
    names = [line.punto[0], line.banco[0], line.punto[1], line.banco[1], *line.punto[2:], *line.banco[2:], "K", "K"]
    played = play_coup([PhysicalCard(value(name), name) for name in names])
    sizes = [len(hand) for hand in played]
    return sizes == [len(line.punto), len(line.banco)] and points(played.punto) == totals_and_result(line)[0]


def wrong_card(rng: random.Random, lines: list[Line]) -> None:
    """Replace a card by a random one."""
    line = rng.choice(lines)
    hand = rng.choice([line.punto, line.banco])
    suit = rng.choice("shdc") if hand[0][-1] in "shdc" else ""
    hand[rng.randrange(len(hand))] = rng.choice(RANKS) + suit


def missing_third_card(rng: random.Random, lines: list[Line]) -> None:
    """Leave out a third card; half the time the rest of the line is changed to match."""
    line = rng.choice([line for line in lines if 3 in {len(line.punto), len(line.banco)}])
    rng.choice([hand for hand in (line.punto, line.banco) if len(hand) == 3]).pop()
    if rng.random() < 0.5:
        line.announce()


def swapped_hands(rng: random.Random, lines: list[Line]) -> None:
    """Swap the cards of punto and banco; half the time the rest of the line is changed to match."""
    line = rng.choice(lines)
    line.punto, line.banco = line.banco, line.punto
    if rng.random() < 0.5:
        line.announce()


def wrong_payment(rng: random.Random, lines: list[Line]) -> None:
    """Replace a payment by another, by none, or by the same amount written differently."""
    line, bet = rng.choice(lines), rng.randrange(2)
    line.paid[bet] = rng.choice([line.paid[bet] + ("" if "." in line.paid[bet] else ".0"), "", "0", "19", "20", "40"])


def a_card_too_many(rng: random.Random, lines: list[Line]) -> None:
    """Replace ten-valued cards of a shoe by one of them, perhaps too many; this changes no total."""
    shoe = rng.choice(lines).shoe
    wanted = rng.choice(["10", "J", "Q", "K"])
    hands = [hand for line in lines if line.shoe == shoe for hand in (line.punto, line.banco)]
    others = [(hand, index) for hand in hands for index, card in enumerate(hand) if value(card) == 0]
    for hand, index in rng.sample(others, rng.randint(1, 6)):
        hand[index] = wanted + hand[index].removeprefix(hand[index].rstrip("shdc"))


CORRUPTIONS: list[Callable[[random.Random, list[Line]], None]] = [
    wrong_card,
    missing_third_card,
    swapped_hands,
    wrong_payment,
    a_card_too_many,
]
