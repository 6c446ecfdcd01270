"""One coup, played card by card: the rules as a croupier applies them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analyzer.cards.card import class_names, read_card
from analyzer.cards.shoe import CARDS_IN_A_COUP
from analyzer.errors import ShoeError
from analyzer.rules.tableau import STANDARD, Ending, Tableau

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analyzer.cards.card import Card
    from analyzer.cards.shoe import Shoe

__all__ = ["Coup", "every_deal", "play", "total"]


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
    if len(cards) < CARDS_IN_A_COUP:
        raise ShoeError(f"coup: got {len(cards)} cards; it can need {CARDS_IN_A_COUP}")
    punto, banco, following = [cards[0], cards[2]], [cards[1], cards[3]], iter(cards[4:])
    if not tableau.is_over(total(punto), total(banco)):
        third = next(following) if tableau.punto_draws(total(punto)) else None
        punto += [third] if third is not None else []
        if tableau.banco_draws(total(banco), None if third is None else third.point_value):
            banco.append(next(following))
    return Coup(tuple(punto), tuple(banco))


def every_deal(shoe: Shoe) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Yield every six cards the shoe can deal, told apart as it is known, with the ordered ways to deal them.

    The ways sum to `shoe.total`. Meant for shoes of a few cards.

    Raises:
        ShoeError: if the shoe is drawn with replacement.

    Cost: up to (N)_6 deals for N cards.

    >>> from analyzer import Shoe
    >>> [(len(cards), ways) for cards, ways in every_deal(Shoe.from_spec("9=6"))]
    [(6, 720)]
    """
    if shoe.replacement:
        raise ShoeError("shoe: a shoe drawn with replacement (inf) has too many deals to list; name a few cards")
    cards = [read_card(name) for name in class_names(shoe.fineness)]
    remaining = list(shoe.counts)

    def deal(dealt: tuple[Card, ...], ways: int) -> Iterator[tuple[tuple[Card, ...], int]]:
        if len(dealt) == CARDS_IN_A_COUP:
            yield dealt, ways
            return
        for place, count in enumerate(remaining):
            if count:
                remaining[place] -= 1
                yield from deal((*dealt, cards[place]), ways * count)
                remaining[place] += 1

    return deal((), 1)
