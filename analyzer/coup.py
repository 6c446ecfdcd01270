"""One coup, played card by card: the rules as a croupier applies them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analyzer.errors import ShoeError
from analyzer.tableau import STANDARD, Ending, Tableau

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.cards import Card

__all__ = ["Coup", "play", "total"]


def total(hand: Sequence[Card]) -> int:
    """Return a hand's total: the last digit of the sum of its point values.

    >>> from analyzer import read_cards
    >>> total(read_cards("8 8")), total(read_cards("7 6")), total(read_cards("4 6"))
    (6, 3, 0)
    """
    return sum(card.point_value for card in hand) % 10


class Coup(NamedTuple):
    """A coup as it lies on the table: both hands, in the order each received its cards."""

    punto: tuple[Card, ...]
    banco: tuple[Card, ...]

    @property
    def ending(self) -> Ending:
        """Totals and numbers of cards."""
        return Ending(total(self.punto), total(self.banco), len(self.punto), len(self.banco))


def play(cards: Sequence[Card], tableau: Tableau = STANDARD) -> Coup:
    """Play one coup with the next cards of the shoe, dealt to punto and banco in turn.

    Raises:
        ShoeError: if there are fewer than six cards, the most a coup can need.

    >>> from analyzer import play, read_cards
    >>> play(read_cards("2 3 3 K 8 A")).ending
    Ending(punto_total=3, banco_total=3, punto_cards=3, banco_cards=2)
    """
    if len(cards) < 6:  # noqa: PLR2004
        raise ShoeError(f"coup: got {len(cards)} cards; it can need 6")
    punto, banco, following = [cards[0], cards[2]], [cards[1], cards[3]], iter(cards[4:])
    if not tableau.is_over(total(punto), total(banco)):
        third = next(following) if tableau.punto_draws(total(punto)) else None
        punto += [third] if third is not None else []
        if tableau.banco_draws(total(banco), None if third is None else third.point_value):
            banco.append(next(following))
    return Coup(tuple(punto), tuple(banco))
