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
    """Return whether every choice is made as its gain demands, straight from the definition."""
    for gain, probability in zip(gains, probabilities, strict=True):
        worth = gain.constant + sum(slope * probabilities[place] for place, slope in gain.slopes.items())
        if not 0 <= probability <= 1 or (worth > 0 and probability < 1) or (worth < 0 and probability > 0):
            return False
    return True


class TestEquilibrium:
    """The solver by itself."""

    @settings(max_examples=500, deadline=None)
    @given(random_games())
    def test_it_finds_an_equilibrium_of_any_game(self, gains: list[Gain]) -> None:
        """Degenerate games are among them."""
        assert is_equilibrium(gains, equilibrium(gains, [None] * len(gains)))

    @settings(max_examples=300, deadline=None)
    @given(random_games(1, 3))
    def test_every_equilibrium_of_one_probability(self, gains: list[Gain]) -> None:
        """A probability is in a piece exactly if some strategies of the other side, tried at its corners, allow it."""
        pieces = one_probability_equilibria(gains, [None] * len(gains), 0)
        assert pieces
        assert all(is_equilibrium(gains, piece.example) for piece in pieces)
        # All crossings of such small slopes, and points between them.
        for probability in sorted({Fraction(top, bottom) for bottom in (5, 12) for top in range(bottom + 1)}):
            worths = [gain.constant + gain.slopes[0] * probability for gain in gains[1:]]
            corners = product(*((ONE,) if worth > 0 else (ZERO,) if worth < 0 else (ZERO, ONE) for worth in worths))
            own = [
                gains[0].constant + sum(gains[0].slopes[place] * drawn for place, drawn in enumerate(corner, start=1))
                for corner in corners
            ]
            possible = (min(own) <= 0 or probability == 1) and (max(own) >= 0 or probability == 0)
            found = any(
                piece.low == probability == piece.high or piece.low < probability < piece.high for piece in pieces
            )
            assert possible == found

    @settings(max_examples=300, deadline=None)
    @given(random_games(1, 3), st.data())
    def test_the_ends_of_every_range_are_in_equilibria(self, gains: list[Gain], data: st.DataObject) -> None:
        """At a range's end the other open choices can still be made so that the whole is an equilibrium."""
        piece = data.draw(st.sampled_from(one_probability_equilibria(gains, [None] * len(gains), 0)))
        middle = (piece.low + piece.high) / 2
        for place, ends in piece.ranges.items():
            for end in ends:
                # Pinned to the end, the choice is no longer free; the rest must still have an equilibrium there.
                fixed: list[Fraction | None] = [None] * len(gains)
                fixed[place] = end
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
        """It is the least over the corners: all choices certain, or all but one that meets a bound."""
        weights = {place: weight for place, (weight, _) in enumerate(choices)}
        lowest, highest = (sum(end(weight, 0) for weight in weights.values()) for end in (min, max))
        least, most = (min(max(bound, Fraction(lowest)), Fraction(highest)) for bound in sorted(bounds))
        corners = []
        for certain in product((ZERO, ONE), repeat=len(choices)):
            corners.append(certain)
            for place, weight in weights.items():
                rest = sum(weights[other] * made for other, made in enumerate(certain) if other != place)
                corners += [
                    (*certain[:place], (bound - rest) / weight, *certain[place + 1 :])
                    for bound in (least, most)
                    if weight
                ]
        worths = [
            sum((worth * made for (_, worth), made in zip(choices, corner, strict=True)), ZERO)
            for corner in corners
            if all(0 <= made <= 1 for made in corner)
            and least <= sum(weights[place] * made for place, made in enumerate(corner)) <= most
        ]
        piece = EquilibriumSet(ZERO, ZERO, weights, least, most, ())
        assert piece.least_of({place: Fraction(worth) for place, (_, worth) in enumerate(choices)}) == min(worths)

    def test_a_game_with_three_equilibria(self) -> None:
        """Both sides want to do the same: both do, neither does, or both half the time."""
        pieces = one_probability_equilibria([Gain(-1, {1: 2}), Gain(-1, {0: 2})], [None, None], 0)
        half = Fraction(1, 2)
        assert [(ZERO, ZERO), (half, half), (ONE, ONE)] == [piece.example for piece in pieces]
        assert all(piece.unique for piece in pieces)

    def test_a_game_with_a_stretch_of_equilibria(self) -> None:
        """Where nothing matters to the one side, any probability will do that keeps the other to its choice."""
        pieces = one_probability_equilibria([Gain(0, {1: 0}), Gain(-1, {0: 2})], [None, None], 0)
        assert [(ZERO, ZERO), (ZERO, Fraction(1, 2)), (Fraction(1, 2),) * 2, (Fraction(1, 2), ONE), (ONE, ONE)] == [
            (piece.low, piece.high) for piece in pieces
        ]
        assert [piece.unique for piece in pieces] == [True, False, False, False, True]
