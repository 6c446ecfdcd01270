"""Equilibria of games whose choices meet only in pairs, exactly.

Such a game is a list of choices, each made with a probability from 0 to 1 by one of two sides. What raising a
probability gains its side is linear in the other side's probabilities and does not depend on the side's own. In an
equilibrium a choice whose gain is positive is made for certain, one whose gain is negative never, and one that gains
nothing with any probability. In a zero-sum game these are exactly the pairs of optimal strategies.
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
    """What making a choice for certain rather than not at all gains its side: linear in the probabilities.

    Attributes:
        constant: the gain if every probability it depends on is 0.
        slopes: by the place of another choice, what that choice's probability adds.

    >>> Gain(1, {2: -3}).at([Fraction(0), Fraction(0), Fraction(1, 2)])
    Fraction(-1, 2)
    """

    constant: int
    slopes: Mapping[int, int]

    def at(self, probabilities: Sequence[Fraction]) -> Fraction:
        """Return the gain at these probabilities of all choices."""
        return self.limits(probabilities)[0]

    def limits(self, known: Sequence[Fraction | None]) -> tuple[Fraction, Fraction]:
        """Return the least and the greatest gain when the unknown probabilities may be anything from 0 to 1."""
        settled = Fraction(0)
        low = high = self.constant
        for place, slope in self.slopes.items():
            probability = known[place]
            if probability is None:
                low += min(slope, 0)
                high += max(slope, 0)
            elif probability == 1:  # by far the most probabilities are 0 or 1: they cost no Fraction
                low += slope
                high += slope
            elif probability:
                settled += slope * probability
        return low + settled, high + settled


def equilibrium(gains: Sequence[Gain], fixed: Sequence[Fraction | None]) -> tuple[Fraction, ...]:
    """Return one equilibrium: the probability of every choice.

    Choices that are better, or never worse, whatever the others are go first, again and again; what is left is a
    linear complementarity problem, solved by Lemke's pivoting. Its probabilities stay between 0 and 1, so
    its path can only end in a solution (Eaves, "The linear complementarity problem", 1971).

    Args:
        gains: what each choice gains its side, linear in the other side's choices.
        fixed: the probability of a choice that is not free, None for one that is.

    Cost: with k choices left after the first step, about 3k pivots in a table of 2k rows.

    Matching pennies: one wins by equal, the other by unequal choices.

    >>> equilibrium([Gain(-1, {1: 2}), Gain(1, {0: -2})], [None, None])
    (Fraction(1, 2), Fraction(1, 2))
    """
    known = list(fixed)
    left = {place for place, probability in enumerate(known) if probability is None}
    settled = True
    while settled:
        settled = False
        for place in sorted(left):
            low, high = gains[place].limits(known)
            if low >= 0 or high <= 0:
                known[place] = Fraction(1 if high > 0 else 0)
                left.remove(place)
                settled = True
    places = sorted(left)
    for place, probability in zip(places, _pivot(*_table(gains, known, places)), strict=True):
        known[place] = probability
    return tuple(probability for probability in known if probability is not None)


def _table(
    gains: Sequence[Gain], known: Sequence[Fraction | None], places: Sequence[int]
) -> tuple[list[int], list[list[int]]]:
    """Return the gains of the unknown choices in whole numbers: constants, and a row of slopes each."""
    constants, rows = [], []
    for place in places:
        gain = gains[place]
        constant = gain.at([Fraction(0) if probability is None else probability for probability in known])
        # Only its sign matters to an equilibrium, so a gain may be measured in any unit.
        numbers = [constant.numerator, *(gain.slopes.get(other, 0) * constant.denominator for other in places)]
        unit = gcd(*numbers) or 1
        constants.append(numbers[0] // unit)
        rows.append([number // unit for number in numbers[1:]])
    return constants, rows


def _pivot(constants: list[int], slopes: list[list[int]]) -> list[Fraction]:
    """Solve for x and s, w = s - (constants + slopes x) and v = 1 - x: none negative, w x = v s = 0.

    The columns are w, v, x, s, the artificial variable that is added to every w, and the right side. Whole numbers
    all along: after each pivot every row is a minor of the first table, divided exactly by the pivot before. Ties
    are broken lexicographically by the columns w and v, which start as the identity; so no basis comes twice.
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
    # The artificial variable enters where the right side is lowest, of equals in the last row; it enters negated.
    row = max(range(size), key=lambda place: (constants[place], place))
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
        # Where a variable left, its complement enters: w with x, v with s.
        entering = (leaving + 2 * size) % (4 * size)
        row = _lowest_ratio(table, entering, [right, *range(2 * size)])
    values = dict(zip(basis, (Fraction(numbers[right], divisor) for numbers in table), strict=True))
    return [values.get(2 * size + place, Fraction(0)) for place in range(size)]


def _lowest_ratio(table: list[list[int]], entering: int, columns: list[int]) -> int:
    """Return the row with a positive entry in the entering column whose entries over it are lexicographically least."""
    rows = [row for row, numbers in enumerate(table) if numbers[entering] > 0]
    ranking = iter(columns)
    while len(rows) > 1:  # the columns that started as the identity tell any two rows apart
        column = next(ranking)
        ratios = [Fraction(table[row][column], table[row][entering]) for row in rows]
        least = min(ratios)
        rows = [row for row, ratio in zip(rows, ratios, strict=True) if ratio == least]
    return rows[0]


class EquilibriumSet(NamedTuple):
    """Equilibria of a game in which one side makes a single choice: those of one probability, or of an open interval.

    The other side's choices are certain but for the open ones. These may have any probabilities from 0 to 1 whose sum,
    each times its weight, is from `least` to `most`. An interval and the points at its ends are separate sets, because
    other choices are open at a point.

    Attributes:
        low: the least probability of the single choice. If it equals `high`, all the equilibria have this probability;
            otherwise they have any in the open interval between the two.
        high: the greatest.
        weights: what the open choices add to the single choice's gain if made for certain, by place.
        least: the least those may add together.
        most: the most.
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
        """Whether the set holds a single equilibrium."""
        return self.low == self.high and all(low == high for low, high in self.ranges.values())

    @property
    def ranges(self) -> dict[int, tuple[Fraction, Fraction]]:
        """The open choices, by place: the least and the greatest probability each can have."""
        lowest = sum(min(weight, 0) for weight in self.weights.values())
        highest = sum(max(weight, 0) for weight in self.weights.values())
        ranges = {}
        for place, weight in self.weights.items():
            ends = [Fraction(0), Fraction(1)]
            if weight:
                ends = [
                    (self.least - (highest - max(weight, 0))) / weight,
                    (self.most - (lowest - min(weight, 0))) / weight,
                ]
            ranges[place] = (max(Fraction(0), min(ends)), min(Fraction(1), max(ends)))
        return ranges

    def least_of(self, worths: Mapping[int, Fraction]) -> Fraction:
        """Return the least that the open choices can be worth together, each its worth times its probability.

        Matching pennies with the second side's choice split in two like ones:

        >>> gains = [Gain(-1, {1: 1, 2: 1}), Gain(1, {0: -2}), Gain(1, {0: -2})]
        >>> [equilibria] = one_probability_equilibria(gains, [None] * 3, 0)
        >>> equilibria.weights, equilibria.least, equilibria.most, equilibria.least_of({1: Fraction(5), 2: Fraction(3)})
        ({1: 1, 2: 1}, Fraction(1, 1), Fraction(1, 1), Fraction(3, 1))
        """
        # Made wherever that is worth less than nothing, then moved to the nearer end of what the weights allow, the
        # choices first that cost least for what they move.
        total = sum((min(worth, Fraction(0)) for worth in worths.values()), Fraction(0))
        weight = sum(self.weights[place] for place, worth in worths.items() if worth < 0)
        missing = min(max(Fraction(weight), self.least), self.most) - weight
        moves = sorted(
            (abs(worth / self.weights[place]), abs(self.weights[place]))
            for place, worth in worths.items()
            if (-self.weights[place] if worth < 0 else self.weights[place]) * missing > 0
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

    The other side's gains are linear in that one probability, so they change sign at breakpoints only: at each, and
    between each two, its answers are known, and with them how far the single choice's own gain can be moved.

    Args:
        gains: what each choice gains its side.
        fixed: the probability of a choice that is not free, None for one that is.
        single: the place of the one side's only free choice.
        irrelevant: choices of the other side that change nothing for either: left out of the answer, never made.

    Cost: with k choices and b breakpoints, about bk steps.

    >>> [equilibria] = one_probability_equilibria([Gain(-1, {1: 2}), Gain(1, {0: -2})], [None, None], 0)
    >>> equilibria.low, equilibria.ranges, equilibria.unique
    (Fraction(1, 2), {1: (Fraction(1, 2), Fraction(1, 2))}, True)
    """
    known = [Fraction(0) if probability is None else probability for probability in fixed]
    lines: dict[int, tuple[Fraction, int]] = {}
    for place, gain in enumerate(gains):
        if fixed[place] is not None or place == single or place in irrelevant:
            continue
        constant, slope = gain.at(known), gain.slopes.get(single, 0)
        ends = (constant, constant + slope)
        if min(ends) > 0 or max(ends) < 0:
            known[place] = Fraction(constant > 0)
        else:
            lines[place] = (constant, slope)
    known[single] = Fraction(0)
    own = gains[single].at(known), {place: gains[single].slopes.get(place, 0) for place in lines}
    crossings = {-constant / slope for constant, slope in lines.values() if slope}
    breakpoints = sorted({Fraction(0), Fraction(1), *(point for point in crossings if 0 < point < 1)})
    equilibrium_sets = []
    for span in sorted([(point, point) for point in breakpoints] + list(pairwise(breakpoints))):
        found = _equilibrium_set(lines, own, span)
        if found is not None:
            weights, least, most, choices = found
            example = list(known)
            example[single] = sum(span, Fraction(0)) / 2
            for place, choice in choices.items():
                example[place] = choice
            equilibrium_sets.append(EquilibriumSet(*span, weights, least, most, tuple(example)))
    return equilibrium_sets


def _equilibrium_set(
    lines: Mapping[int, tuple[Fraction, int]],
    own: tuple[Fraction, Mapping[int, int]],
    span: tuple[Fraction, Fraction],
) -> tuple[dict[int, int], Fraction, Fraction, dict[int, Fraction]] | None:
    """Return the weights of a set, the least and the most of their sum, and the choices of one equilibrium in it.

    None if there is no equilibrium.

    Args:
        lines: the other side's gains, constant and slope in the single probability.
        own: the single choice's gain, constant and slopes in the other side's choices.
        span: the breakpoint twice, or the two.
    """
    middle = sum(span, Fraction(0)) / 2
    worths = {place: constant + slope * middle for place, (constant, slope) in lines.items()}
    choices = {place: Fraction(worth > 0) for place, worth in worths.items()}
    weights = {place: own[1][place] for place, worth in worths.items() if worth == 0}
    # The single choice's gain must be 0, but may be negative at probability 0 and positive at 1.
    needed = -own[0] - sum(own[1][place] * choice for place, choice in choices.items())
    lowest = Fraction(sum(min(weight, 0) for weight in weights.values()))
    highest = Fraction(sum(max(weight, 0) for weight in weights.values()))
    least = lowest if middle == 0 else max(needed, lowest)
    most = highest if middle == 1 else min(needed, highest)
    if least > most:
        return None
    remaining = least if middle < 1 else most
    for place, weight in weights.items():
        if remaining * weight > 0:
            choices[place] = min(Fraction(1), remaining / weight)
            remaining -= choices[place] * weight
    return weights, least, most, choices
