"""The two solvers, on random games that have nothing to do with cards."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from chemin_de_fer import ONE, ZERO
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.analyses.chemin_de_fer.equilibrium import EquilibriumSet, Gain, equilibrium, one_probability_equilibria

slopes = st.integers(-3, 3)


@st.composite
def random_games(draw: st.DrawFn, punto_most: int = 4, banco_most: int = 4) -> list[Gain]:
    """Return the gains of a game of two sides with few choices, many of them zero or equal."""
    first, second = draw(st.integers(1, punto_most)), draw(st.integers(1, banco_most))
    return [
        Gain(draw(slopes), {other: draw(slopes) for other in (range(first, first + second) if one else range(first))})
        for one, size in ((True, first), (False, second))
        for _ in range(size)
    ]


def is_equilibrium(gains: list[Gain], probabilities: tuple[Fraction, ...]) -> bool:
    """Return whether every choice agrees with its gain, by the definition of an equilibrium."""
    for gain, probability in zip(gains, probabilities, strict=True):
        worth = gain.constant + sum(slope * probabilities[index] for index, slope in gain.slopes.items())
        if not 0 <= probability <= 1 or (worth > 0 and probability < 1) or (worth < 0 and probability > 0):
            return False
    return True


class TestEquilibrium:
    """The solver alone."""

    @settings(max_examples=500, deadline=None)
    @given(random_games())
    def test_it_finds_an_equilibrium_of_any_game(self, gains: list[Gain]) -> None:
        """The games include degenerate ones."""
        assert is_equilibrium(gains, equilibrium(gains, [None] * len(gains)))

    @settings(max_examples=300, deadline=None)
    @given(random_games(1, 3))
    def test_every_equilibrium_of_one_probability(self, gains: list[Gain]) -> None:
        """A probability is in a set if and only if a corner strategy of the other side allows it."""
        sets = one_probability_equilibria(gains, [None] * len(gains), 0)
        assert sets
        assert all(is_equilibrium(gains, equilibria.example) for equilibria in sets)
        # All crossings of such small slopes, and points between them.
        for probability in sorted({Fraction(top, bottom) for bottom in (5, 12) for top in range(bottom + 1)}):
            worths = [gain.constant + gain.slopes[0] * probability for gain in gains[1:]]
            corners = product(*((ONE,) if worth > 0 else (ZERO,) if worth < 0 else (ZERO, ONE) for worth in worths))
            own = [
                gains[0].constant + sum(gains[0].slopes[index] * drawn for index, drawn in enumerate(corner, start=1))
                for corner in corners
            ]
            possible = (min(own) <= 0 or probability == 1) and (max(own) >= 0 or probability == 0)
            found = any(
                equilibria.low == probability == equilibria.high or equilibria.low < probability < equilibria.high
                for equilibria in sets
            )
            assert possible == found

    @settings(max_examples=300, deadline=None)
    @given(random_games(1, 3), st.data())
    def test_the_ends_of_every_range_are_in_equilibria(self, gains: list[Gain], data: st.DataObject) -> None:
        """At the end of a range the other open choices can be completed to an equilibrium."""
        equilibria = data.draw(st.sampled_from(one_probability_equilibria(gains, [None] * len(gains), 0)))
        middle = (equilibria.low + equilibria.high) / 2
        for index, ends in equilibria.ranges.items():
            for end in ends:
                # With this choice fixed at the end of its range, the rest must still have an equilibrium there.
                fixed: list[Fraction | None] = [None] * len(gains)
                fixed[index] = end
                rest = one_probability_equilibria(gains, fixed, 0)
                assert any(other.low == middle == other.high or other.low < middle < other.high for other in rest)

    @settings(max_examples=300, deadline=None)
    @given(
        st.lists(st.tuples(slopes, slopes), min_size=1, max_size=4),
        st.lists(st.fractions(-6, 6, max_denominator=3), min_size=2, max_size=2),
    )
    def test_the_least_that_open_choices_are_worth(
        self, choices: list[tuple[int, int]], bounds: list[Fraction]
    ) -> None:
        """It is the least over the corners: all choices certain, or all except one that meets a bound."""
        weights = {index: weight for index, (weight, _) in enumerate(choices)}
        lowest, highest = (sum(end(weight, 0) for weight in weights.values()) for end in (min, max))
        least, most = (min(max(bound, Fraction(lowest)), Fraction(highest)) for bound in sorted(bounds))
        corners = []
        for certain in product((ZERO, ONE), repeat=len(choices)):
            corners.append(certain)
            for index, weight in weights.items():
                rest = sum(weights[other] * made for other, made in enumerate(certain) if other != index)
                corners += [
                    (*certain[:index], (bound - rest) / weight, *certain[index + 1 :])
                    for bound in (least, most)
                    if weight
                ]
        worths = [
            sum((worth * made for (_, worth), made in zip(choices, corner, strict=True)), ZERO)
            for corner in corners
            if all(0 <= made <= 1 for made in corner)
            and least <= sum(weights[index] * made for index, made in enumerate(corner)) <= most
        ]
        equilibria = EquilibriumSet(ZERO, ZERO, weights, least, most, ())
        assert equilibria.least_of({index: Fraction(worth) for index, (_, worth) in enumerate(choices)}) == min(worths)

    def test_a_game_with_three_equilibria(self) -> None:
        """Both sides prefer equal choices: both do, neither does, or both half the time."""
        sets = one_probability_equilibria([Gain(-1, {1: 2}), Gain(-1, {0: 2})], [None, None], 0)
        half = Fraction(1, 2)
        assert [(ZERO, ZERO), (half, half), (ONE, ONE)] == [equilibria.example for equilibria in sets]
        assert all(equilibria.unique for equilibria in sets)

    def test_a_game_with_an_interval_of_equilibria(self) -> None:
        """One side is indifferent: every probability that keeps the other side to its choice is an equilibrium."""
        sets = one_probability_equilibria([Gain(0, {1: 0}), Gain(-1, {0: 2})], [None, None], 0)
        assert [(ZERO, ZERO), (ZERO, Fraction(1, 2)), (Fraction(1, 2),) * 2, (Fraction(1, 2), ONE), (ONE, ONE)] == [
            (equilibria.low, equilibria.high) for equilibria in sets
        ]
        assert [equilibria.unique for equilibria in sets] == [True, False, False, False, True]
