"""Punto banco by brute force: every ordered six-card deal of physical cards, one coup at a time.

It follows the rules as four casinos print them and shares nothing with the package: a card is a plain tuple, a tableau
is three plain functions, and counting is a loop over `itertools.permutations`. It is fast enough for shoes of six to
about nine cards; a shoe of N cards costs N(N-1)...(N-5) coups.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Seen = TypeVar("Seen")
Ending = tuple[int, int, int, int]


class PhysicalCard(NamedTuple):
    """One card in the shoe; two equal cards count as two."""

    value: int
    rank: str = ""
    suit: str = ""


class HouseRules(NamedTuple):
    """Who draws, as three questions asked at the table, and what a natural does."""

    punto_draws: Callable[[int], bool]
    banco_draws_when_punto_stood: Callable[[int], bool]
    banco_draws_against: Callable[[int, int], bool]
    natural_ends_the_coup: bool = True


class CoupPlayed(NamedTuple):
    """The hands as they lie on the table at the end."""

    punto: tuple[PhysicalCard, ...]
    banco: tuple[PhysicalCard, ...]


def printed_banco_rule(banco: int, third_card_given_to_punto: int) -> bool:
    """Return whether banco draws by the printed list, which has one set of third cards for each total of banco."""
    draws_against = {
        0: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
        1: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
        2: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
        3: {0, 1, 2, 3, 4, 5, 6, 7, 9},
        4: {2, 3, 4, 5, 6, 7},
        5: {4, 5, 6, 7},
        6: {6, 7},
        7: set[int](),
    }
    return third_card_given_to_punto in draws_against[banco]


PRINTED_RULES = HouseRules(
    punto_draws=lambda punto: punto <= 5,
    banco_draws_when_punto_stood=lambda banco: banco <= 5,
    banco_draws_against=printed_banco_rule,
)


def points(hand: Iterable[PhysicalCard]) -> int:
    """Return the sum of the points without the tens: 7 + 6 = 13 = 3."""
    return sum(card.value for card in hand) % 10


def play_coup(deal: Sequence[PhysicalCard], rules: HouseRules = PRINTED_RULES) -> CoupPlayed:
    """Deal two cards to each hand in turn, punto first, then the third cards by the rules."""
    first, second, third, fourth, *rest = deal
    punto: tuple[PhysicalCard, ...] = (first, third)
    banco: tuple[PhysicalCard, ...] = (second, fourth)
    waiting = iter(rest)
    punto_natural, banco_natural = points(punto) in {8, 9}, points(banco) in {8, 9}
    if rules.natural_ends_the_coup and (punto_natural or banco_natural):
        return CoupPlayed(punto, banco)
    opening_of_banco = points(banco)
    if not punto_natural and rules.punto_draws(points(punto)):
        third_card = next(waiting)
        punto = (*punto, third_card)
        banco_draws = not banco_natural and rules.banco_draws_against(opening_of_banco, third_card.value)
    else:
        banco_draws = not banco_natural and rules.banco_draws_when_punto_stood(opening_of_banco)
    if banco_draws:
        banco = (*banco, next(waiting))
    return CoupPlayed(punto, banco)


def ending_of(coup: CoupPlayed) -> Ending:
    """Return punto's total, banco's total, punto's cards and banco's cards."""
    return points(coup.punto), points(coup.banco), len(coup.punto), len(coup.banco)


def count_coups(
    shoe: Sequence[PhysicalCard],
    look: Callable[[CoupPlayed], Seen],
    rules: HouseRules = PRINTED_RULES,
    *,
    put_back: bool = False,
) -> Counter[Seen]:
    """Count the results of `look` over every ordered six-card deal; `put_back` deals cards with replacement."""
    deals = product(shoe, repeat=6) if put_back else permutations(shoe, 6)
    return Counter(look(play_coup(deal, rules)) for deal in deals)


def count_endings(
    shoe: Sequence[PhysicalCard], rules: HouseRules = PRINTED_RULES, *, put_back: bool = False
) -> Counter[Ending]:
    """Count each ending over every ordered six-card deal of the physical cards."""
    return count_coups(shoe, ending_of, rules, put_back=put_back)


def read_by_hand(condition: str, ending: Ending) -> set[int | str]:
    """Return the values a condition looks at, written independently: one value, or one for each hand."""
    punto, banco, punto_cards, banco_cards = ending
    naturals = [punto_cards == 2 and punto in {8, 9}, banco_cards == 2 and banco in {8, 9}]
    winner = "tie" if punto == banco else "punto" if punto > banco else "banco"
    values: dict[str, set[int | str]] = {
        "winner": {winner},
        "punto_total": {punto},
        "banco_total": {banco},
        "either_total": {punto, banco},
        "winning_total": {"none" if winner == "tie" else max(punto, banco)},
        "margin": {banco - punto if banco > punto else punto - banco},
        "sum_of_totals": {punto + banco},
        "punto_cards": {punto_cards},
        "banco_cards": {banco_cards},
        "either_cards": {punto_cards, banco_cards},
        "winning_cards": {"none" if winner == "tie" else punto_cards if winner == "punto" else banco_cards},
        "cards": {punto_cards + banco_cards},
        "punto_natural": {naturals[0]},
        "banco_natural": {naturals[1]},
        "naturals": {sum(naturals)},
    }
    return values[condition]
