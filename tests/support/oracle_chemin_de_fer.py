"""Chemin de fer by brute force: physical cards, every deal, and a plain simplex. It shares no code with the package."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import permutations, product
from math import prod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analyzer import Solution
    from analyzer.analyses.chemin_de_fer.game import Cell


def draws(solution: Solution, cell: Cell) -> Fraction:
    """Return the probability of drawing in a cell."""
    return solution.strategy[solution.game.cells.index(cell)]


ZERO, ONE = Fraction(0), Fraction(1)
Knowledge = tuple[Any, ...]


class Played:
    """Every deal of a small shoe, played in all four ways; payoffs are summed by the knowledge of both hands."""

    def __init__(self, cards: list[int], punto_sees: str, banco_sees: str, commission: Fraction) -> None:
        """Deal six cards in every order: punto, banco, punto, banco, then the next two."""
        self.on_naturals = [ZERO, ZERO]
        # By punto's knowledge, banco's knowledge, whether punto draws, whether banco draws: payoffs of both.
        self.pays: dict[tuple[Knowledge, Knowledge, bool, bool], list[Fraction]] = defaultdict(lambda: [ZERO, ZERO])
        deals = list(permutations(cards, 6))
        for one, two, three, four, five, six in deals:
            punto, banco = (one + three) % 10, (two + four) % 10
            if punto > 7 or banco > 7:
                self.add(self.on_naturals, punto, banco, commission)
                continue
            knows_punto = (punto, *sorted((one, three))) if punto_sees == "composition" else (punto,)
            knows = (banco, *sorted((two, four))) if banco_sees == "composition" else (banco,)
            for punto_draws, banco_draws in product((False, True), (False, True)):
                last = (punto + five) % 10 if punto_draws else punto
                drawn = six if punto_draws else five
                knows_banco = (*knows, "after", five if punto_draws else "a stand")
                cell = self.pays[knows_punto, knows_banco, punto_draws, banco_draws]
                self.add(cell, last, (banco + drawn) % 10 if banco_draws else banco, commission)
        self.deals = len(deals)

    @staticmethod
    def add(cell: list[Fraction], punto: int, banco: int, commission: Fraction) -> None:
        """Add the payoffs of one deal."""
        if punto > banco:
            cell[0] += 1
            cell[1] -= 1
        elif banco > punto:
            cell[0] -= 1
            cell[1] += 1 - commission

    def values(self, draws: dict[Knowledge, Fraction]) -> tuple[Fraction, Fraction]:
        """Return both hands' expectation when each draws with these probabilities."""
        totals = list(self.on_naturals)
        for (punto, banco, punto_draws, banco_draws), pays in self.pays.items():
            weight = prod(
                draws[knowledge] if drawn else 1 - draws[knowledge]
                for knowledge, drawn in ((punto, punto_draws), (banco, banco_draws))
            )
            totals = [total + weight * paid for total, paid in zip(totals, pays, strict=True)]
        return totals[0] / self.deals, totals[1] / self.deals

    def value(self, *, free_punto: bool) -> Fraction:
        """Return the zero-sum value: the most that punto can guarantee, by linear programming.

        The unknowns are punto's probabilities of drawing and, for each cell of banco, punto's payoff there. That payoff
        is at most punto's payoff if banco stands, and at most that if banco draws.
        """
        own = sorted({punto for punto, *_ in self.pays})
        free = [punto for punto in own if free_punto or punto[0] == 5]
        cells = sorted({banco for _, banco, *_ in self.pays}, key=str)
        far = Fraction(self.deals)  # added to punto's payoff in a cell, so that no unknown is negative
        rows, limits = [], []
        for index in range(len(free)):
            rows.append([Fraction(column == index) for column in range(len(free) + len(cells))])
            limits.append(ONE)
        for index, cell in enumerate(cells):
            for banco_draws in (False, True):
                row = [ZERO] * len(free) + [Fraction(column == index) for column in range(len(cells))]
                limit = far
                for (punto, banco, punto_draws, drawn), pays in self.pays.items():
                    if banco != cell or drawn != banco_draws:
                        continue
                    if punto in free:
                        row[free.index(punto)] -= pays[0] if punto_draws else -pays[0]
                        limit += 0 if punto_draws else pays[0]
                    elif punto_draws == (punto[0] < 5):
                        limit += pays[0]
                rows.append(row)
                limits.append(limit)
        best = maximum([ZERO] * len(free) + [ONE] * len(cells), rows, limits)
        return (best - far * len(cells) + self.on_naturals[0]) / self.deals


def maximum(aim: list[Fraction], rows: list[list[Fraction]], limits: list[Fraction]) -> Fraction:
    """Return the greatest aim.x with rows.x <= limits, x >= 0, all limits >= 0: Dantzig's simplex, Bland's rule."""
    height, width = len(rows), len(aim)
    table = [
        [*row, *(Fraction(slack == index) for slack in range(height)), limit]
        for index, (row, limit) in enumerate(zip(rows, limits, strict=True))
    ]
    basis = list(range(width, width + height))
    costs = [*aim, *([ZERO] * height), ZERO]
    while any(cost > 0 for cost in costs[:-1]):
        column = next(index for index, cost in enumerate(costs) if cost > 0)
        _, _, pivot = min(
            (row[-1] / row[column], basis[index], index) for index, row in enumerate(table) if row[column] > 0
        )
        table[pivot] = [entry / table[pivot][column] for entry in table[pivot]]
        for index, row in enumerate(table):
            if index != pivot and row[column]:
                table[index] = [entry - row[column] * along for entry, along in zip(row, table[pivot], strict=True)]
        costs = [cost - costs[column] * along for cost, along in zip(costs, table[pivot], strict=True)]
        basis[pivot] = column
    return -costs[-1]


def knowledge(cell: Cell) -> Knowledge:
    """Return the knowledge of a hand in a cell of the package."""
    known = (cell.total, *cell.cards)
    return known if cell.hand == "punto" else (*known, "after", cell.third if cell.third >= 0 else "a stand")
