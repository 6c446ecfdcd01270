"""One line for one answer: the odds of a bet by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.arguments import checked
from analyzer.bets.pricing import price
from analyzer.cards.shoe import Shoe
from analyzer.catalog.bet_names import find_bet
from analyzer.catalog.rules_file import read_tableau
from analyzer.catalog.variant import read_variant
from analyzer.errors import ShoeError

if TYPE_CHECKING:
    from analyzer.bets.odds import Odds

__all__ = ["odds"]


@checked(bet=str, variant=str)
def odds(
    bet: str,
    *,
    decks: int | str | None = None,
    shoe: Shoe | str | None = None,
    variant: str = "classic",
    tableau: str | None = None,
) -> Odds:
    """Return the odds of a bet, named as on the command line.

    Args:
        bet: a bet of the variant or of the catalog by any of its names, or the path of a pay table.
        decks: full decks, "inf" for drawing with replacement; by default the most decks that the variant names.
        shoe: a composition instead, or its text: "A=32 K=31".
        variant: a variant or the path of one.
        tableau: other drawing rules, by name or path; by default those of the variant.

    Raises:
        RulesError: for an unknown name.
        ShoeError: for a shoe that cannot be, or if both decks and a shoe are given.

    Cost: as `price`.

    >>> odds("banco", decks=6).house_edge
    Fraction(460294100, 43594702723)
    >>> odds("player pair", shoe="A=4 5=4 9=4 K=4").hit_frequency
    Fraction(1, 5)
    """
    game = read_variant(variant)
    if tableau is not None:
        game = game.with_tableau(read_tableau(tableau))
    if shoe is not None and decks is not None:
        raise ShoeError("shoe: got a shoe and decks, which both name it; give one of them")
    if isinstance(shoe, str):
        shoe = Shoe.from_spec(shoe)
    if shoe is None:
        number = game.decks[-1] if decks is None else decks
        shoe = Shoe.infinite() if number == "inf" else Shoe.decks(number)  # type: ignore[arg-type]
    return price(find_bet(bet, game), shoe, game.tableau)
