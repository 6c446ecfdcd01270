"""Exact equilibria of two-sided games in which only pairs of choices, one of each side, interact.

Such a game is a list of choices, each made by one of two sides with a probability from 0 to 1. A side's gain from
raising a probability is linear in the other side's probabilities and does not depend on its own. In an equilibrium a
choice with a positive gain is made for certain, one with a negative gain never, and one with gain 0 with any
probability. In a zero-sum game the equilibria are exactly the pairs of optimal strategies.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

__all__ = ["EquilibriumSet", "Gain", "equilibrium", "one_probability_equilibria"]


class Gain(NamedTuple):
    """What a side gains by making a choice for certain rather than never: linear in the other side's probabilities.

    Attributes:
        constant: the gain if every probability it depends on is 0.
        slopes: by the index of another choice, the coefficient of its probability.

    >>> Gain(1, {2: -3}).at([Fraction(0), Fraction(0), Fraction(1, 2)])
    Fraction(-1, 2)
    """

    constant: int
    slopes: Mapping[int, int]

    def at(self, probabilities: Sequence[Fraction]) -> Fraction:
        """Return the gain at these probabilities of all choices."""
        return self.limits(probabilities)[0]

    def limits(self, known: Sequence[Fraction | None]) -> tuple[Fraction, Fraction]:
        """Return the least and the greatest gain over all unknown probabilities from 0 to 1."""
        settled = Fraction(0)
        low = high = self.constant
        for index, slope in self.slopes.items():
            probability = known[index]
            if probability is None:
                low += min(slope, 0)
                high += max(slope, 0)
            elif probability == 1:  # nearly all probabilities are 0 or 1: these need no Fraction
                low += slope
                high += slope
            elif probability:
                settled += slope * probability
        return low + settled, high + settled


def equilibrium(gains: Sequence[Gain], fixed: Sequence[Fraction | None]) -> tuple[Fraction, ...]:
    """Return one equilibrium: the probability of every choice.

    First it fixes, repeatedly, every choice whose gain cannot change sign over the probabilities still unknown. The
    rest is a linear complementarity problem, solved by Lemke's pivoting. Its probabilities stay between 0 and 1, so the
    path can only end in a solution (Eaves, "The linear complementarity problem", 1971).

    Args:
        gains: the gain of each choice, linear in the other side's probabilities.
        fixed: the probability of a choice that is not free, None for one that is.

    Cost: with k choices left after the first step, about 3k pivots in a table of 2k rows.

    Matching pennies: one side wins if the choices are equal, the other if they differ.

    >>> equilibrium([Gain(-1, {1: 2}), Gain(1, {0: -2})], [None, None])
    (Fraction(1, 2), Fraction(1, 2))
    """
    known = list(fixed)
    left = {index for index, probability in enumerate(known) if probability is None}
    settled = True
    while settled:
        settled = False
        for index in sorted(left):
            low, high = gains[index].limits(known)
            if low >= 0 or high <= 0:
                known[index] = Fraction(1 if high > 0 else 0)
                left.remove(index)
                settled = True
    indices = sorted(left)
    for index, probability in zip(indices, _pivot(*_table(gains, known, indices)), strict=True):
        known[index] = probability
    return tuple(probability for probability in known if probability is not None)


def _table(
    gains: Sequence[Gain], known: Sequence[Fraction | None], indices: Sequence[int]
) -> tuple[list[int], list[list[int]]]:
    """Return the gains of the unknown choices in whole numbers: the constants, and a row of slopes for each."""
    constants, rows = [], []
    for index in indices:
        gain = gains[index]
        constant = gain.at([Fraction(0) if probability is None else probability for probability in known])
        # Only the sign of a gain matters to an equilibrium, so any unit will do.
        numbers = [constant.numerator, *(gain.slopes.get(other, 0) * constant.denominator for other in indices)]
        unit = gcd(*numbers) or 1
        constants.append(numbers[0] // unit)
        rows.append([number // unit for number in numbers[1:]])
    return constants, rows


def _pivot(constants: list[int], slopes: list[list[int]]) -> list[Fraction]:
    """Solve for x and s, with w = s - (constants + slopes x) and v = 1 - x: none negative, w x = v s = 0.

    The columns are w, v, x, s, the artificial variable that is added to every w, and the right side. All entries stay
    whole: after each pivot they are minors of the first table, divided exactly by the previous pivot. Ties are broken
    lexicographically by the columns w and v, which start as the identity; so no basis is repeated.
    """
    size = len(constants)
    if all(constant <= 0 for constant in constants):
        return [Fraction(0)] * size
    artificial, right = 4 * size, 4 * size + 1
    table = [[0] * (right + 1) for _ in range(2 * size)]
    for row, (constant, along) in enumerate(zip(constants, slopes, strict=True)):
        table[row][row] = 1
        table[row][2 * size : 3 * size] = along
        table[row][3 * size + row] = table[row][artificial] = -1
        table[row][right] = -constant
        table[size + row][size + row] = table[size + row][2 * size + row] = table[size + row][right] = 1
    basis = list(range(2 * size))
    # The artificial variable enters, negated, where the right side is lowest; in a tie, in the last such row.
    row = max(range(size), key=lambda index: (constants[index], index))
    table[row] = [-number for number in table[row]]
    entering, divisor = artificial, 1
    while True:
        pivot_row = table[row]
        pivot = pivot_row[entering]
        for other, numbers in enumerate(table):
            if other != row:
                factor = numbers[entering]
                table[other] = [
                    (number * pivot - factor * along) // divisor
                    for number, along in zip(numbers, pivot_row, strict=True)
                ]
        divisor = pivot
        leaving, basis[row] = basis[row], entering
        if leaving == artificial:
            break
        # The complement of the variable that left enters: w with x, v with s.
        entering = (leaving + 2 * size) % (4 * size)
        row = _lowest_ratio(table, entering, [right, *range(2 * size)])
    values = dict(zip(basis, (Fraction(numbers[right], divisor) for numbers in table), strict=True))
    return [values.get(2 * size + index, Fraction(0)) for index in range(size)]


def _lowest_ratio(table: list[list[int]], entering: int, columns: list[int]) -> int:
    """Return the row with a positive entry in the entering column whose entries over it are lexicographically least."""
    rows = [row for row, numbers in enumerate(table) if numbers[entering] > 0]
    ranking = iter(columns)
    while len(rows) > 1:  # the columns that started as the identity distinguish any two rows
        column = next(ranking)
        ratios = [Fraction(table[row][column], table[row][entering]) for row in rows]
        least = min(ratios)
        rows = [row for row, ratio in zip(rows, ratios, strict=True) if ratio == least]
    return rows[0]


class EquilibriumSet(NamedTuple):
    """Equilibria of a game in which one side has a single choice: those at one probability or in an open interval.

    The other side's choices are certain, except the open ones. These may have any probabilities from 0 to 1 whose
    weighted sum is from `least` to `most`. An interval and its end points are separate sets, because different choices
    are open at a point.

    Attributes:
        low: the lower end of the single choice's probability. If it equals `high`, all the equilibria have this
            probability; otherwise they fill the open interval between the two.
        high: the upper end.
        weights: by the index of an open choice, what it adds to the single choice's gain if made for certain.
        least: the least weighted sum of the open probabilities.
        most: the greatest.
        example: one of the equilibria, the probability of every choice.
    """

    low: Fraction
    high: Fraction
    weights: dict[int, int]
    least: Fraction
    most: Fraction
    example: tuple[Fraction, ...]

    @property
    def unique(self) -> bool:
        """Whether the set has exactly one equilibrium."""
        return self.low == self.high and all(low == high for low, high in self.ranges.values())

    @property
    def ranges(self) -> dict[int, tuple[Fraction, Fraction]]:
        """The least and the greatest probability of each open choice, by its index."""
        lowest = sum(min(weight, 0) for weight in self.weights.values())
        highest = sum(max(weight, 0) for weight in self.weights.values())
        ranges = {}
        for index, weight in self.weights.items():
            ends = [Fraction(0), Fraction(1)]
            if weight:
                ends = [
                    (self.least - (highest - max(weight, 0))) / weight,
                    (self.most - (lowest - min(weight, 0))) / weight,
                ]
            ranges[index] = (max(Fraction(0), min(ends)), min(Fraction(1), max(ends)))
        return ranges

    def least_of(self, worths: Mapping[int, Fraction]) -> Fraction:
        """Return the least total worth of the open choices, the sum of each worth times its probability.

        Matching pennies with the second side's choice split into two equal ones:

        >>> gains = [Gain(-1, {1: 1, 2: 1}), Gain(1, {0: -2}), Gain(1, {0: -2})]
        >>> [equilibria] = one_probability_equilibria(gains, [None] * 3, 0)
        >>> equilibria.weights, equilibria.least, equilibria.most, equilibria.least_of({1: Fraction(5), 2: Fraction(3)})
        ({1: 1, 2: 1}, Fraction(1, 1), Fraction(1, 1), Fraction(3, 1))
        """
        # Start with the choices of negative worth made for certain. If their weighted sum is out of bounds, move it to
        # the nearer bound by the choices that cost least for each unit moved.
        total = sum((min(worth, Fraction(0)) for worth in worths.values()), Fraction(0))
        weight = sum(self.weights[index] for index, worth in worths.items() if worth < 0)
        missing = min(max(Fraction(weight), self.least), self.most) - weight
        moves = sorted(
            (abs(worth / self.weights[index]), abs(self.weights[index]))
            for index, worth in worths.items()
            if (-self.weights[index] if worth < 0 else self.weights[index]) * missing > 0
        )
        missing = abs(missing)
        for cost, most in moves:
            moved = missing if missing < most else Fraction(most)
            total += cost * moved
            missing -= moved
        return total


def one_probability_equilibria(
    gains: Sequence[Gain], fixed: Sequence[Fraction | None], single: int, irrelevant: Collection[int] = ()
) -> list[EquilibriumSet]:
    """Return every equilibrium of a game in which one side has one free choice, in order of its probability.

    The other side's gains are linear in that one probability, so they change sign only at breakpoints. At each
    breakpoint and between two of them the other side's best replies are known, and with them the possible gains of the
    single choice.

    Args:
        gains: the gain of each choice.
        fixed: the probability of a choice that is not free, None for one that is.
        single: the index of the only free choice of the one side.
        irrelevant: choices of the other side that change neither side's result: they are left out and never made.

    Cost: with k choices and b breakpoints, about bk steps.

    >>> [equilibria] = one_probability_equilibria([Gain(-1, {1: 2}), Gain(1, {0: -2})], [None, None], 0)
    >>> equilibria.low, equilibria.ranges, equilibria.unique
    (Fraction(1, 2), {1: (Fraction(1, 2), Fraction(1, 2))}, True)
    """
    known = [Fraction(0) if probability is None else probability for probability in fixed]
    lines: dict[int, tuple[Fraction, int]] = {}
    for index, gain in enumerate(gains):
        if fixed[index] is not None or index == single or index in irrelevant:
            continue
        constant, slope = gain.at(known), gain.slopes.get(single, 0)
        ends = (constant, constant + slope)
        if min(ends) > 0 or max(ends) < 0:
            known[index] = Fraction(constant > 0)
        else:
            lines[index] = (constant, slope)
    known[single] = Fraction(0)
    own = gains[single].at(known), {index: gains[single].slopes.get(index, 0) for index in lines}
    crossings = {-constant / slope for constant, slope in lines.values() if slope}
    breakpoints = sorted({Fraction(0), Fraction(1), *(point for point in crossings if 0 < point < 1)})
    equilibrium_sets = []
    for span in sorted([(point, point) for point in breakpoints] + list(pairwise(breakpoints))):
        solved = _equilibrium_set(lines, own, span)
        if solved is not None:
            weights, least, most, choices = solved
            example = list(known)
            example[single] = sum(span, Fraction(0)) / 2
            for index, choice in choices.items():
                example[index] = choice
            equilibrium_sets.append(EquilibriumSet(*span, weights, least, most, tuple(example)))
    return equilibrium_sets


def _equilibrium_set(
    lines: Mapping[int, tuple[Fraction, int]],
    own: tuple[Fraction, Mapping[int, int]],
    span: tuple[Fraction, Fraction],
) -> tuple[dict[int, int], Fraction, Fraction, dict[int, Fraction]] | None:
    """Return a set's weights, the bounds of the weighted sum, and the choices of one equilibrium; None if it is empty.

    Args:
        lines: the other side's gains, constant and slope in the single probability.
        own: the single choice's gain, constant and slopes in the other side's choices.
        span: one breakpoint twice, or two consecutive ones.
    """
    middle = sum(span, Fraction(0)) / 2
    worths = {index: constant + slope * middle for index, (constant, slope) in lines.items()}
    choices = {index: Fraction(worth > 0) for index, worth in worths.items()}
    weights = {index: own[1][index] for index, worth in worths.items() if worth == 0}
    # The single choice's gain must be 0, but may be negative at probability 0 and positive at 1.
    needed = -own[0] - sum(own[1][index] * choice for index, choice in choices.items())
    lowest = Fraction(sum(min(weight, 0) for weight in weights.values()))
    highest = Fraction(sum(max(weight, 0) for weight in weights.values()))
    least = lowest if middle == 0 else max(needed, lowest)
    most = highest if middle == 1 else min(needed, highest)
    if least > most:
        return None
    remaining = least if middle < 1 else most
    for index, weight in weights.items():
        if remaining * weight > 0:
            choices[index] = min(Fraction(1), remaining / weight)
            remaining -= choices[index] * weight
    return weights, least, most, choices
