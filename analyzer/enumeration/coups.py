"""Coups: all deals of a shoe played out under a tableau, and the count of each ending."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from analyzer.arguments import checked
from analyzer.cards.shoe import Shoe
from analyzer.enumeration.distribution import Distribution
from analyzer.enumeration.enumerator import Deals, Opening, enumerate_deals
from analyzer.rules.coup import Ending
from analyzer.rules.tableau import Tableau

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Playout", "endings", "playouts"]


class Playout(NamedTuple):
    """One way a coup plays out.

    Attributes:
        punto: punto's opening.
        banco: banco's opening.
        punto_third: the class of punto's third card, None if punto stood.
        banco_third: the class of banco's third card, None if banco stood.
        ending: both final totals and both numbers of cards.
        ways: ordered six-card deals that play out this way.
    """

    punto: Opening
    banco: Opening
    punto_third: int | None
    banco_third: int | None
    ending: Ending
    ways: int


@checked(deals=Deals, tableau=Tableau)
def playouts(deals: Deals, tableau: Tableau) -> Iterator[Playout]:
    """Yield every way a coup plays out under the tableau, with its count; the counts sum to `deals.total`.

    A playout may have 0 ways. Cost: at most 100 k^2 playouts for k classes of cards, if openings keep only totals.
    """
    values = deals.values
    for punto, banco, ways, fifth, sixth in deals.branches:
        punto_total, banco_total = punto.total, banco.total
        if tableau.is_over(punto_total, banco_total):
            yield Playout(punto, banco, None, None, Ending(punto_total, banco_total, 2, 2), ways * deals.pad_four)
        elif tableau.punto_draws(punto_total):
            for third, value in enumerate(values):
                total = (punto_total + value) % 10
                if tableau.banco_draws(banco_total, value):
                    for last, last_value in enumerate(values):
                        ending = Ending(total, (banco_total + last_value) % 10, 3, 3)
                        yield Playout(punto, banco, third, last, ending, sixth[third][last])
                else:
                    ending = Ending(total, banco_total, 3, 2)
                    yield Playout(punto, banco, third, None, ending, fifth[third] * deals.pad_five)
        elif tableau.banco_draws(banco_total, None):
            for third, value in enumerate(values):
                ending = Ending(punto_total, (banco_total + value) % 10, 2, 3)
                yield Playout(punto, banco, None, third, ending, fifth[third] * deals.pad_five)
        else:
            yield Playout(punto, banco, None, None, Ending(punto_total, banco_total, 2, 2), ways * deals.pad_four)


@checked(shoe=Shoe, tableau=Tableau)
@lru_cache(maxsize=64)
def endings(shoe: Shoe, tableau: Tableau) -> Distribution[Ending]:
    """Return the distribution of endings of one coup from the shoe, on which all bets on totals are priced.

    Raises:
        ShoeError: never for a valid shoe: point values are the coarsest a shoe can be known by.

    >>> from analyzer import STANDARD, Shoe
    >>> dist = endings(Shoe.decks(8), STANDARD)
    >>> dist.coarsen(lambda ending: ending.winner).count("tie")
    475627426473216
    """
    counts: dict[Ending, int] = {}
    for playout in playouts(enumerate_deals(shoe), tableau):
        counts[playout.ending] = counts.get(playout.ending, 0) + playout.ways
    return Distribution(counts)
