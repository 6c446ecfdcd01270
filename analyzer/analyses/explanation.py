"""Why a main bet costs what it costs: its house edge in steps, from a fair game to the pay table."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from analyzer.bets.bet import Bet, Payout
from analyzer.bets.pricing import price
from analyzer.catalog.rules_file import read_tableau
from analyzer.errors import BetError
from analyzer.notation import Pays, shown
from analyzer.rules.coup import Winner

if TYPE_CHECKING:
    from analyzer.bets.odds import Odds
    from analyzer.cards.shoe import Shoe
    from analyzer.rules.tableau import Tableau

__all__ = ["Step", "explain"]


class Step(NamedTuple):
    """A step from a fair game to a bet.

    Attributes:
        text: what the game is at this step.
        odds: the odds of the bet in this game.
        change: what the step adds to the house edge, as a share of the stake.
    """

    text: str
    odds: Odds
    change: Fraction


def explain(bet: Bet, shoe: Shoe, tableau: Tableau) -> list[Step]:
    """Return the steps that lead to the house edge of punto, banco or the tie; their changes add up to it.

    Punto and banco begin in a game where both hands draw on 0-5 whatever the other did, at even money: there neither
    has an advantage. Then banco draws by the tableau; then the bet pays what its pay table says. A tie begins with the
    odds that are fair.

    Args:
        bet: a variant's bet named punto, banco or tie.
        shoe: the composition it is played from.
        tableau: the drawing rules.

    Raises:
        BetError: for another bet.

    >>> from analyzer import STANDARD, Shoe, read_variant
    >>> from analyzer import STANDARD, Shoe, read_variant
    >>> steps = explain(read_variant("classic").bet("banco"), Shoe.decks(8), STANDARD)
    >>> [f"{float(step.change):.4%}" for step in steps]
    ['0.0000%', '-1.2351%', '2.2930%']
    """
    if bet.name not in map(str, Winner):
        raise BetError(f"bet: got {shown(bet.name)}; punto, banco and tie are explained")
    winner = Winner(bet.name)
    paid = price(bet, shoe, tableau)
    stages: list[tuple[str, Odds]] = []
    if winner is Winner.TIE:
        ties = price(_pays(winner, Fraction(1)), shoe, tableau).hit_frequency
        if ties:
            fair = price(_pays(winner, 1 / ties - 1), shoe, tableau)
            stages.append(("A tie pays the odds against it", fair))
    else:
        even = _pays(winner, Fraction(1))
        symmetric = read_tableau("symmetric")
        stages += [
            (
                "Both hands draw on 0-5 whatever the other did, at even money",
                price(even, shoe, symmetric),
            ),
            (f"The drawing rules ({tableau.name}), at even money", price(even, shoe, tableau)),
        ]
    stages.append(("What the bet pays", paid))
    steps, before = [], Fraction(0)
    for text, odds in stages:
        steps.append(Step(text, odds, odds.house_edge - before))
        before = odds.house_edge
    return steps


def _pays(winner: Winner, net: Fraction) -> Bet:
    """Return the bet on a winner that pays a net result; punto and banco push on a tie."""
    rows = [Payout({"winner": (str(winner),)}, Pays(net))]
    if winner is not Winner.TIE:
        rows.append(Payout({"winner": (str(Winner.TIE),)}, Pays(Fraction(0))))
    return Bet(str(winner), tuple(rows))
