"""Pricing: the odds of any bet on a shoe.

Bets on totals are priced on the distribution of endings, which is counted once for a shoe and a tableau. The modules
that price other bets are imported only when such a bet is priced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.arguments import checked, several
from analyzer.bets.bet import Bet
from analyzer.bets.odds import price_endings
from analyzer.cards.shoe import Shoe
from analyzer.enumeration.coups import endings
from analyzer.errors import BetError
from analyzer.notation import shown
from analyzer.rules.tableau import STANDARD, Tableau

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.bets.function_bet import FunctionBet
    from analyzer.bets.odds import Odds
    from analyzer.enumeration.distribution import Progress

__all__ = ["price", "price_bets"]


def price(
    bet: Bet | FunctionBet,
    shoe: Shoe,
    tableau: Tableau = STANDARD,
    progress: Progress | None = None,
) -> Odds:
    """Price a bet by the cheapest exact route for what it looks at.

    Args:
        bet: a pay table, or a bet given as a function.
        shoe: the composition it is played from.
        tableau: the drawing rules.
        progress: called from time to time in a longer count with the steps done and the number of all steps.

    Raises:
        ShoeError: if the shoe is not known as finely as the bet looks.
        RulesError: if the tableau is not one.
        BetError: for anything that is not a bet, and if a bet given as a function looks at more than it declared or at
            the order of the cards, or returns neither an int nor a Fraction.

    >>> from analyzer import Shoe, read_bet, read_variant
    >>> price(read_variant("classic").bet("banco"), Shoe.decks(8)).house_edge
    Fraction(114753351728, 10847218479825)
    >>> price(read_bet("punto-pair"), Shoe.decks(8)).house_edge
    Fraction(43, 415)
    """
    [odds] = price_bets([bet], shoe, tableau, progress)
    return odds


@checked(shoe=Shoe, tableau=Tableau)
def price_bets(
    bets: Sequence[Bet | FunctionBet],
    shoe: Shoe,
    tableau: Tableau = STANDARD,
    progress: Progress | None = None,
) -> list[Odds]:
    """Price several bets; pay tables that look at the same features of the cards share one count.

    Args:
        bets: the bets; those given as functions are counted one by one.
        shoe: the composition they are played from.
        tableau: the drawing rules.
        progress: called from time to time in a longer count with the steps done and the number of all steps.

    Raises:
        ShoeError: as `price`.
        BetError: as `price`.

    >>> from analyzer import STANDARD, Shoe, read_bet, read_variant
    >>> odds = price_bets([*read_variant("classic").bets, read_bet("punto-pair")], Shoe.decks(8), STANDARD)
    >>> odds[-1].house_edge
    Fraction(43, 415)
    """
    bets = several(bets, "bets", BetError)
    priced: dict[int, Odds] = {}
    on_cards: list[Bet] = []
    for bet in bets:
        if not isinstance(bet, Bet):
            from analyzer.bets.function_bet import FunctionBet, odds_of_function

            if not isinstance(bet, FunctionBet):
                raise BetError(f"bet: got {shown(bet)}; it must be a Bet, as read_bet returns, or a FunctionBet")
            priced[id(bet)] = odds_of_function(bet, shoe, tableau, progress)
        elif bet.features:
            on_cards.append(bet)
        else:
            priced[id(bet)] = price_endings(bet, endings(shoe, tableau))
    if on_cards:
        from analyzer.bets.layout import layouts_of

        for layout in layouts_of(on_cards):
            rows = layout.rows(shoe, tableau, progress)
            priced |= {id(bet): odds for bet, odds in zip(layout.bets, layout.odds(rows), strict=True)}
    return [priced[id(bet)] for bet in bets]
