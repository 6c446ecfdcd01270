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
    from collections.abc import Mapping, Sequence

__all__ = ["Gain", "Piece", "equilibrium", "one_probability_equilibria"]


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


class Piece(NamedTuple):
    """Equilibria of a game in which one side makes a single choice.

    Attributes:
        low: the least probability of that choice; if it equals `high` the piece is this point, otherwise the
            open interval between the two.
        high: the greatest.
        ranges: the other side's choices, by place: the least and the greatest probability each can have. A choice
            that is not there can have any, because it changes nothing for either side.
        example: one equilibrium of the piece, the probability of every choice.
    """

    low: Fraction
    high: Fraction
    ranges: dict[int, tuple[Fraction, Fraction]]
    example: tuple[Fraction, ...]

    @property
    def unique(self) -> bool:
        """Whether the piece is a single equilibrium."""
        return self.low == self.high and all(low == high for low, high in self.ranges.values())


def one_probability_equilibria(gains: Sequence[Gain], fixed: Sequence[Fraction | None], single: int) -> list[Piece]:
    """Return every equilibrium of a game in which one side has one free choice, in order of its probability.

    The other side's gains are linear in that one probability, so they change sign at breakpoints only: at each, and
    between each two, its answers are known, and with them how far the single choice's own gain can be moved.

    Args:
        gains: what each choice gains its side.
        fixed: the probability of a choice that is not free, None for one that is.
        single: the place of the one side's only free choice.

    Cost: with k choices and b breakpoints, about bk steps.

    >>> [piece] = one_probability_equilibria([Gain(-1, {1: 2}), Gain(1, {0: -2})], [None, None], 0)
    >>> piece.low, piece.ranges, piece.unique
    (Fraction(1, 2), {1: (Fraction(1, 2), Fraction(1, 2))}, True)
    """
    known = [Fraction(0) if probability is None else probability for probability in fixed]
    lines: dict[int, tuple[Fraction, int]] = {}
    certain: dict[int, tuple[Fraction, Fraction]] = {}
    for place, gain in enumerate(gains):
        constant, slope = gain.at(known), gain.slopes.get(single, 0)
        ends = (constant, constant + slope)
        if fixed[place] is not None or place == single:
            continue
        if min(ends) > 0 or max(ends) < 0:
            known[place] = Fraction(constant > 0)
            certain[place] = (known[place], known[place])
        # A choice that changes nothing for either side is left out of the answer.
        elif constant or slope or gains[single].slopes.get(place):
            lines[place] = (constant, slope)
    known[single] = Fraction(0)
    own = gains[single].at(known), {place: gains[single].slopes.get(place, 0) for place in lines}
    crossings = {-constant / slope for constant, slope in lines.values() if slope}
    breakpoints = sorted({Fraction(0), Fraction(1), *(point for point in crossings if 0 < point < 1)})
    pieces = []
    for span in sorted([(point, point) for point in breakpoints] + list(pairwise(breakpoints))):
        found = _piece(lines, own, span)
        if found is not None:
            ranges, choices = found
            example = list(known)
            example[single] = sum(span, Fraction(0)) / 2
            for place, choice in choices.items():
                example[place] = choice
            pieces.append(Piece(*span, dict(sorted((certain | ranges).items())), tuple(example)))
    return pieces


def _piece(
    lines: Mapping[int, tuple[Fraction, int]],
    own: tuple[Fraction, Mapping[int, int]],
    span: tuple[Fraction, Fraction],
) -> tuple[dict[int, tuple[Fraction, Fraction]], dict[int, Fraction]] | None:
    """Return the other side's ranges and one set of its choices at a breakpoint or between two; None if there is none.

    Args:
        lines: the other side's gains, constant and slope in the single probability.
        own: the single choice's gain, constant and slopes in the other side's choices.
        span: the breakpoint twice, or the two.
    """
    middle = sum(span, Fraction(0)) / 2
    worths = {place: constant + slope * middle for place, (constant, slope) in lines.items()}
    choices = {place: Fraction(worth > 0) for place, worth in worths.items()}
    slopes = {place: own[1][place] for place, worth in worths.items() if worth == 0}
    # The single choice's gain must be 0, but may be negative at probability 0 and positive at 1.
    needed = -own[0] - sum(own[1][place] * choice for place, choice in choices.items())
    least = Fraction(sum(min(slope, 0) for slope in slopes.values()))
    most = Fraction(sum(max(slope, 0) for slope in slopes.values()))
    target_low = least if middle == 0 else max(needed, least)
    target_high = most if middle == 1 else min(needed, most)
    if target_low > target_high:
        return None
    ranges = {place: (choice, choice) for place, choice in choices.items()}
    for place, slope in slopes.items():
        ends = [
            (target_low - (most - max(slope, 0))) / slope if slope else Fraction(0),
            (target_high - (least - min(slope, 0))) / slope if slope else Fraction(1),
        ]
        ranges[place] = (max(Fraction(0), min(ends)), min(Fraction(1), max(ends)))
    remaining = target_low if middle < 1 else target_high
    for place, slope in slopes.items():
        if remaining * slope > 0:
            choices[place] = min(Fraction(1), remaining / slope)
            remaining -= choices[place] * slope
    return ranges, choices
