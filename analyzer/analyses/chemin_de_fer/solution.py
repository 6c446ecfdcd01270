"""Optimal play of chemin de fer: exact equilibria with their certificates, and the cost of following the tableau."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from analyzer.analyses.chemin_de_fer.equilibrium import EquilibriumSet, equilibrium, one_probability_equilibria
from analyzer.analyses.chemin_de_fer.game import Cell, Game, Strategy, Values, whole_parts
from analyzer.arguments import checked
from analyzer.rules.coup import Hand
from analyzer.rules.tableau import STANDARD, Tableau
from analyzer.text import short_repr

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
    """The proof that neither hand can gain by a deviation.

    Attributes:
        values: the expected net results if both hands keep to their strategies.
        best: the most each hand could expect if the other kept to its strategy. A coup reaches one cell of each hand,
            so the best deviation is the best choice in every cell.
    """

    values: Values
    best: Values

    @property
    def holds(self) -> bool:
        """Whether neither hand can improve its result."""
        return self.values == self.best

    def holds_for(self, hand: str) -> bool:
        """Whether one hand cannot improve its result; the other's play is then not claimed to be optimal."""
        return self.values.of(hand) == self.best.of(hand)


class Cost(NamedTuple):
    """What a hand gives up by leaving its strategy, per unit staked.

    Attributes:
        if_other_keeps: the cost while the other hand keeps to its strategy.
        if_other_replies: the cost once the other hand plays its best reply; None with a commission, because the best
            reply is then not always the one that costs most.
    """

    if_other_keeps: Fraction
    if_other_replies: Fraction | None


@short_repr(lambda _solution: "of chemin de fer")
@dataclass(frozen=True)
class Solution:
    """An equilibrium with its certificate.

    Attributes:
        game: the game.
        strategy: the equilibrium, for both hands.
        certificate: the proof that it is an equilibrium.
        unique: whether it is the only equilibrium, apart from `Game.irrelevant_cells`; None where that is not decided.
        equilibrium_sets: every equilibrium, if punto has exactly one free cell; otherwise None.
    """

    game: Game
    strategy: Strategy
    certificate: Certificate
    unique: bool | None
    equilibrium_sets: tuple[EquilibriumSet, ...] | None

    @property
    def values(self) -> Values:
        """The expected net results of both hands per unit staked."""
        return self.certificate.values

    def values_in(self, equilibria: EquilibriumSet) -> tuple[Values, Values]:
        """Return the least and the most that each hand expects in a set of equilibria.

        In an open interval banco's bounds are approached and not reached. Punto's choice gains it nothing there, so it
        expects the same throughout.
        """
        game = self.game
        [single] = game.free_cells("punto")
        at_ends = [
            game.values(_changed(equilibria.example, single, end)).banco for end in (equilibria.low, equilibria.high)
        ]
        # With a commission, a choice that banco is indifferent to may still matter to punto.
        example = game.values(equilibria.example).punto
        worths = {
            index: game.values(_changed(equilibria.example, index, Fraction(1))).punto
            - game.values(_changed(equilibria.example, index, Fraction(0))).punto
            for index in equilibria.weights
        }
        none_made = example - sum(worth * equilibria.example[index] for index, worth in worths.items())
        least = none_made + equilibria.least_of(worths)
        most = none_made - equilibria.least_of({index: -worth for index, worth in worths.items()})
        return Values(least, min(at_ends)), Values(most, max(at_ends))

    def cost(self, hand: str, strategy: Strategy) -> Cost:
        """Return what another strategy costs a hand.

        >>> from analyzer import Shoe, chemin_de_fer_game
        >>> solution = solve_game(chemin_de_fer_game(Shoe.infinite()))
        >>> solution.cost("punto", solution.game.strategy_of())
        Cost(if_other_keeps=Fraction(0, 1), if_other_replies=Fraction(46608, 53094899))
        """
        game, other = self.game, Hand(hand).other
        shifts = {
            index: strategy[index] - self.strategy[index]
            for index in game.free_cells(hand)
            if strategy[index] != self.strategy[index]
        }
        lost = -sum((shift * game.gain(index, self.strategy) for index, shift in shifts.items()), Fraction(0))
        if game.commission:
            return Cost(lost, None)
        # The other hand wins what this one loses, and its best reply adds the gain possible in each of its cells.
        won = Fraction(0)
        for index in game.free_cells(other):
            slopes = game.gains[index].slopes
            gain = self._gains[index] + sum(slopes.get(shifted, 0) * shift for shifted, shift in shifts.items())
            probability = self.strategy[index]
            won += gain * (1 - probability) if gain > 0 else -gain * probability
        return Cost(lost, lost + won / game.total)

    @cached_property
    def _gains(self) -> list[Fraction]:
        """The gain of drawing in each cell at the equilibrium, in deals if there is no commission."""
        return [gain.at(self.strategy) for gain in self.game.gains]

    def cost_in(self, index: int, probability: Fraction) -> Cost:
        """Return what it costs a hand to leave its strategy in a single cell."""
        return self.cost(self.game.cells[index].hand, _changed(self.strategy, index, probability))


def _changed(strategy: Strategy, index: int, probability: Fraction) -> Strategy:
    return (*strategy[:index], probability, *strategy[index + 1 :])


@checked(game=Game)
def solve_game(game: Game) -> Solution:
    """Return an equilibrium of the game, checked, and every equilibrium if punto has exactly one free cell.

    Without a commission the game is zero-sum: the strategies are optimal, and every equilibrium has the same value.

    Raises:
        ArithmeticError: if the equilibrium fails its check, a defect of this program.

    Kemeny and Snell, 1957: punto draws on five with probability 9/11, banco on six after punto stood with 859/2288.

    >>> from analyzer import Shoe, chemin_de_fer_game
    >>> solution = solve_game(chemin_de_fer_game(Shoe.infinite()))
    >>> [probability for probability in solution.strategy if 0 < probability < 1], solution.values.punto
    ([Fraction(9, 11), Fraction(859, 2288)], Fraction(-679568, 53094899))
    """
    own = game.free_cells("punto")
    sets = unique = None
    if len(own) == 1:
        sets = tuple(one_probability_equilibria(game.gains, game.fixed, own[0], game.irrelevant_cells))
        unique = len(sets) == 1 and sets[0].unique
        strategy = sets[0].example
    else:
        strategy = equilibrium(game.gains, game.fixed)
        if not own:  # banco alone chooses
            relevant = set(game.free_cells("banco")) - game.irrelevant_cells
            unique = all(game.gain(index, strategy) for index in relevant)
    certificate = check_equilibrium(game, strategy)
    others = sets[1:] if sets else ()
    if not (certificate.holds and all(check_equilibrium(game, equilibria.example).holds for equilibria in others)):
        raise ArithmeticError("the equilibrium found fails its check")
    return Solution(game, strategy, certificate, unique, sets)


def check_equilibrium(game: Game, strategy: Strategy) -> Certificate:
    """Return what each hand expects, and the most it could expect by changing only its own play.

    It counts the deals of every cell for standing and for drawing, and does not use how the strategy was found.

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
        cell_index: the index of the cell in the game.
        cell: the cell.
        probability: the strategy's probability of drawing.
        tableau_draws: whether the tableau draws.
        gain: what the hand gains by drawing over standing, per unit staked and over all coups.
        reached: the probability that a coup reaches the cell.
    """

    cell_index: int
    cell: Cell
    probability: Fraction
    tableau_draws: bool
    gain: Fraction
    reached: Fraction

    @property
    def best(self) -> str:
        """The best choice: "draws", "stands", or "either" where both are equally good or no coup reaches the cell."""
        return "draws" if self.gain > 0 else "stands" if self.gain < 0 else "either"

    @property
    def differs(self) -> bool:
        """Whether the tableau's choice is strictly worse."""
        return self.gain < 0 if self.tableau_draws else self.gain > 0

    @property
    def cost(self) -> Fraction:
        """What the hand loses by following the tableau here, per unit staked and over all coups."""
        return abs(self.gain) if self.differs else Fraction(0)


def compare_with_tableau(game: Game, strategy: Strategy, tableau: Tableau = STANDARD) -> list[Comparison]:
    """Return every free cell, compared with the tableau."""
    reached = game.reached(strategy)
    return [
        Comparison(
            index,
            cell := game.cells[index],
            strategy[index],
            cell.tableau_draws(tableau),
            game.gain(index, strategy),
            reached[index],
        )
        for hand in Hand
        for index in game.free_cells(hand)
    ]


class Reply(NamedTuple):
    """A hand whose play is stated, and the other hand's best reply to it.

    Attributes:
        hand: the hand whose play is stated.
        plays: its play, in words.
        strategy: its play and the other hand's best reply.
        certificate: that the reply is the best: it holds for the replying hand. The stated play is not claimed to be
            optimal.
        cells: the replying hand's cells, each compared with the tableau.
    """

    hand: Hand
    plays: str
    strategy: Strategy
    certificate: Certificate
    cells: list[Comparison]

    @property
    def values(self) -> Values:
        """The expected net results of both hands, per unit staked."""
        return self.certificate.values


def reply_to(game: Game, hand: Hand, plays: str, strategy: Strategy) -> Reply:
    """Return the best reply to a hand that keeps to a strategy; a cell whose choices are equally good is unchanged.

    Raises:
        ArithmeticError: if the reply fails its check, a defect of this program.
    """
    answered = game.best_reply(hand.other, strategy)
    cells = [compared for compared in compare_with_tableau(game, answered) if compared.cell.hand != hand]
    certificate = check_equilibrium(game, answered)
    if not certificate.holds_for(hand.other):
        raise ArithmeticError("the best reply found fails its check")
    return Reply(hand, plays, answered, certificate, cells)


def replies(game: Game) -> list[Reply]:
    """Return the best replies to punto by the tableau, to punto standing on five, and to banco by the tableau."""
    return [
        reply_to(game, Hand.PUNTO, "follows the tableau: draws on five", game.strategy_of()),
        reply_to(game, Hand.PUNTO, "stands on five", game.strategy_of(Fraction(0))),
        reply_to(game, Hand.BANCO, "follows the tableau", game.strategy_of()),
    ]
