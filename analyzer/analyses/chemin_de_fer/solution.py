"""Optimal play of chemin de fer: exact equilibria with their certificates, and what the tableau gives up."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from analyzer.analyses.chemin_de_fer.equilibrium import EquilibriumSet, equilibrium, one_probability_equilibria
from analyzer.analyses.chemin_de_fer.game import Cell, Game, Strategy, Values, whole_parts
from analyzer.rules.coup import Hand
from analyzer.rules.tableau import STANDARD, Tableau

__all__ = [
    "Certificate",
    "Comparison",
    "Cost",
    "Reply",
    "Solution",
    "check_equilibrium",
    "compare_with_tableau",
    "replies",
    "reply_to",
    "solve_game",
]


class Certificate(NamedTuple):
    """That neither hand can gain by any deviation.

    Attributes:
        values: what both expect if both keep to their strategies.
        best: the most each could get if the other kept to its own. A coup comes to one cell of each hand, so the
            best of all deviations is the best in every cell.
    """

    values: Values
    best: Values

    @property
    def holds(self) -> bool:
        """Whether neither hand can do better."""
        return self.values == self.best


class Cost(NamedTuple):
    """What a hand gives up by leaving its strategy, per unit staked.

    Attributes:
        if_other_keeps: while the other hand keeps to its own strategy.
        if_other_replies: once the other hand makes the most of it; None where a commission is paid, because the other
            hand's best reply is then not always what costs most.
    """

    if_other_keeps: Fraction
    if_other_replies: Fraction | None


@dataclass(frozen=True)
class Solution:
    """An equilibrium with its certificate.

    Attributes:
        game: the game.
        strategy: the equilibrium, both hands'.
        certificate: that it is one.
        unique: whether it is the only equilibrium, but for cells whose choice changes nothing
            (`Game.irrelevant_cells`); None where that is not claimed.
        equilibrium_sets: every equilibrium, if punto has a single choice to make; otherwise None.
    """

    game: Game
    strategy: Strategy
    certificate: Certificate
    unique: bool | None
    equilibrium_sets: tuple[EquilibriumSet, ...] | None

    @property
    def values(self) -> Values:
        """What both hands expect per unit staked."""
        return self.certificate.values

    def values_in(self, equilibria: EquilibriumSet) -> tuple[Values, Values]:
        """Return the least and the most that each hand expects in a set of equilibria.

        Along an open interval banco's come as near to these as you like; punto, who gains nothing by its choice there,
        expects the same all along.
        """
        game = self.game
        [single] = game.places("punto")
        at_ends = [
            game.values(_changed(equilibria.example, single, end)).banco for end in (equilibria.low, equilibria.high)
        ]
        # Where banco is indifferent its choice may still matter to punto, once a commission is paid.
        example = game.values(equilibria.example).punto
        worths = {
            place: game.values(_changed(equilibria.example, place, Fraction(1))).punto
            - game.values(_changed(equilibria.example, place, Fraction(0))).punto
            for place in equilibria.weights
        }
        none_made = example - sum(worth * equilibria.example[place] for place, worth in worths.items())
        least = none_made + equilibria.least_of(worths)
        most = none_made - equilibria.least_of({place: -worth for place, worth in worths.items()})
        return Values(least, min(at_ends)), Values(most, max(at_ends))

    def cost(self, hand: str, strategy: Strategy) -> Cost:
        """Return what it costs a hand to play by another strategy.

        >>> from analyzer import Shoe, chemin_de_fer_game
        >>> solution = solve_game(chemin_de_fer_game(Shoe.infinite()))
        >>> solution.cost("punto", solution.game.strategy_of())
        Cost(if_other_keeps=Fraction(0, 1), if_other_replies=Fraction(46608, 53094899))
        """
        game, other = self.game, Hand(hand).other
        shifts = {
            place: strategy[place] - self.strategy[place]
            for place in game.places(hand)
            if strategy[place] != self.strategy[place]
        }
        lost = -sum((shift * game.gain(place, self.strategy) for place, shift in shifts.items()), Fraction(0))
        if game.commission:
            return Cost(lost, None)
        # What one hand loses the other wins, and its best reply adds what each of its cells can gain.
        won = Fraction(0)
        for place in game.places(other):
            slopes = game.gains[place].slopes
            gain = self._gains[place] + sum(slopes.get(moved, 0) * shift for moved, shift in shifts.items())
            probability = self.strategy[place]
            won += gain * (1 - probability) if gain > 0 else -gain * probability
        return Cost(lost, lost + won / game.total)

    @cached_property
    def _gains(self) -> list[Fraction]:
        """What drawing gains in each cell at the equilibrium, in whole numbers of deals without a commission."""
        return [gain.at(self.strategy) for gain in self.game.gains]

    def cost_in(self, place: int, probability: Fraction) -> Cost:
        """Return what it costs a hand to leave its strategy in one cell alone."""
        return self.cost(self.game.cells[place].hand, _changed(self.strategy, place, probability))


def _changed(strategy: Strategy, place: int, probability: Fraction) -> Strategy:
    return (*strategy[:place], probability, *strategy[place + 1 :])


def solve_game(game: Game) -> Solution:
    """Return an equilibrium of the game, checked, and every equilibrium if punto has a single choice.

    Without a commission the game is zero-sum: these are optimal strategies, and the value is the only one.

    Raises:
        ArithmeticError: if the equilibrium failed its check, which would be a defect of this program.

    Kemeny and Snell, 1957: punto draws on five with probability 9/11, banco on six after punto stood with 859/2288.

    >>> from analyzer import Shoe, chemin_de_fer_game
    >>> solution = solve_game(chemin_de_fer_game(Shoe.infinite()))
    >>> [probability for probability in solution.strategy if 0 < probability < 1], solution.values.punto
    ([Fraction(9, 11), Fraction(859, 2288)], Fraction(-679568, 53094899))
    """
    own = game.places("punto")
    sets = unique = None
    if len(own) == 1:
        sets = tuple(one_probability_equilibria(game.gains, game.fixed, own[0], game.irrelevant_cells))
        unique = len(sets) == 1 and sets[0].unique
        strategy = sets[0].example
    else:
        strategy = equilibrium(game.gains, game.fixed)
        if not own:  # banco alone chooses
            relevant = set(game.places("banco")) - game.irrelevant_cells
            unique = all(game.gain(place, strategy) for place in relevant)
    certificate = check_equilibrium(game, strategy)
    others = sets[1:] if sets else ()
    if not (certificate.holds and all(check_equilibrium(game, equilibria.example).holds for equilibria in others)):
        raise ArithmeticError("the equilibrium found fails its check")
    return Solution(game, strategy, certificate, unique, sets)


def check_equilibrium(game: Game, strategy: Strategy) -> Certificate:
    """Return what each hand expects, and the most it could get by any change of its own play.

    Counted from the deals, in every cell for standing and for drawing, whatever way the strategy was found.

    >>> from analyzer import Shoe, chemin_de_fer_game
    >>> game = chemin_de_fer_game(Shoe.infinite())
    >>> check_equilibrium(game, game.strategy_of()).holds
    False
    """
    part = game.commission.denominator
    kept = part - game.commission.numerator
    scale, drawn = whole_parts(strategy)
    standing, drawing = [0] * len(game.cells), [0] * len(game.cells)
    for (punto, banco), (_ways, stands, draws) in game.meetings.items():
        stood = game.cells[banco].third < 0
        side = standing if stood else drawing
        side[punto] += (scale - drawn[banco]) * (stands[0] - stands[1]) + drawn[banco] * (draws[0] - draws[1])
        reached = scale - drawn[punto] if stood else drawn[punto]
        standing[banco] += reached * (kept * stands[1] - part * stands[0])
        drawing[banco] += reached * (kept * draws[1] - part * draws[0])
    punto_wins, banco_wins = game.naturals
    best = {"punto": scale * (punto_wins - banco_wins), "banco": scale * (kept * banco_wins - part * punto_wins)}
    for cell, fixed, stand, draw in zip(game.cells, game.fixed, standing, drawing, strict=True):
        best[cell.hand] += max(stand, draw) if fixed is None else draw if fixed else stand
    unit = scale * game.total
    return Certificate(
        game.values(strategy), Values(Fraction(best["punto"], unit), Fraction(best["banco"], unit * part))
    )


class Comparison(NamedTuple):
    """A cell of a strategy, compared with the tableau.

    Attributes:
        place: the cell's place in the game.
        cell: the cell.
        probability: of drawing, in the strategy.
        tableau_draws: whether the tableau draws.
        gain: what drawing gains the cell's owner over standing, per unit staked and over all coups.
        reached: how probable it is that a coup comes to the cell.
    """

    place: int
    cell: Cell
    probability: Fraction
    tableau_draws: bool
    gain: Fraction
    reached: Fraction

    @property
    def best(self) -> str:
        """What is best here: "draws", "stands", or "either" where both are equally good or no coup comes here."""
        return "draws" if self.gain > 0 else "stands" if self.gain < 0 else "either"

    @property
    def differs(self) -> bool:
        """Whether the tableau does what is not best."""
        return self.gain < 0 if self.tableau_draws else self.gain > 0

    @property
    def cost(self) -> Fraction:
        """What following the tableau here costs the cell's owner, per unit staked and over all coups."""
        return abs(self.gain) if self.differs else Fraction(0)


def compare_with_tableau(game: Game, strategy: Strategy, tableau: Tableau = STANDARD) -> list[Comparison]:
    """Return every cell that has a choice, compared with the tableau."""
    reached = game.reached(strategy)
    return [
        Comparison(
            place,
            cell := game.cells[place],
            strategy[place],
            cell.tableau_draws(tableau),
            game.gain(place, strategy),
            reached[place],
        )
        for hand in Hand
        for place in game.places(hand)
    ]


class Reply(NamedTuple):
    """A hand whose play is stated, and the other hand's best reply to it.

    Attributes:
        hand: the hand whose play is stated.
        plays: what it plays, in words.
        strategy: its play with the other hand's best reply.
        values: what both expect.
        cells: the replying hand's cells, each compared with the tableau.
    """

    hand: Hand
    plays: str
    strategy: Strategy
    values: Values
    cells: list[Comparison]


def reply_to(game: Game, hand: Hand, plays: str, strategy: Strategy) -> Reply:
    """Return the best reply to a hand that keeps to a strategy; where nothing is gained it follows the tableau."""
    answered = game.best_reply(hand.other, strategy)
    cells = [compared for compared in compare_with_tableau(game, answered) if compared.cell.hand != hand]
    return Reply(hand, plays, answered, game.values(answered), cells)


def replies(game: Game) -> list[Reply]:
    """Return the best replies to the three plays everybody asks about."""
    return [
        reply_to(game, Hand.PUNTO, "follows the tableau: draws on five", game.strategy_of()),
        reply_to(game, Hand.PUNTO, "stands on five", game.strategy_of(Fraction(0))),
        reply_to(game, Hand.BANCO, "follows the tableau", game.strategy_of()),
    ]
