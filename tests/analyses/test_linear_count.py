"""Linear counts: the best integer tags, against all others."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from bets_on_cards import bet_on
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer import STANDARD, Effect, Fineness, Shoe, best_count, effects, read_bet, read_variant
from analyzer.analyses.linear_count import LEVELS

EIGHT = Shoe.decks(8)
MAIN = read_variant("classic").bets


def effect_of(changes: list[Fraction], cards: list[int]) -> Effect:
    """Return made-up changes, moved so that they add up to zero."""
    mean = sum(count * change for count, change in zip(cards, changes, strict=True)) / Fraction(sum(cards))
    return Effect(MAIN[0], Fineness.VALUES, tuple(cards), Fraction(0), tuple(each - mean for each in changes), {})


def correlation_squared(effect: Effect, tags: tuple[int, ...]) -> Fraction | None:
    """Return the square of the correlation of tags and changes over the cards, None if all tags are equal."""
    rows = [
        (count, change, tag)
        for count, change, tag in zip(effect.counts, effect.changes, tags, strict=True)
        if change is not None
    ]
    cards = sum(count for count, _, _ in rows)
    spread = cards * sum(count * tag**2 for count, _, tag in rows) - sum(count * tag for count, _, tag in rows) ** 2
    changes = sum((count * change**2 for count, change, _ in rows), Fraction(0))
    if not spread or not changes:
        return None
    return cards * sum((count * change * tag for count, change, tag in rows), Fraction(0)) ** 2 / (spread * changes)


class TestLinearCounts:
    """The best integer tags, against all there are."""

    @settings(max_examples=60)
    @given(st.lists(st.tuples(st.integers(-6, 6), st.integers(1, 9)), min_size=2, max_size=5), st.integers(1, 2))
    def test_no_other_tags_are_better_or_smaller(self, classes: list[tuple[int, int]], level: int) -> None:
        """No other tags correlate better, and those that correlate as well are not smaller."""
        cards = [count for _, count in classes]
        effect = effect_of([Fraction(change) for change, _ in classes], cards)
        found = best_count(effect, level)
        if found is None:
            assert not any(effect.changes)
            return
        best, equal = Fraction(0), list[tuple[int, ...]]()
        for tags in product(range(-level, level + 1), repeat=len(cards)):
            square = correlation_squared(effect, tags)
            rises = sum(
                count * tag * change
                for count, tag, change in zip(cards, tags, effect.changes, strict=True)
                if change is not None
            )
            if square is None or rises <= 0 or square < best:
                continue
            equal = [*(equal if square == best else []), tags]
            best = square

        def size(tags: tuple[int, ...]) -> tuple[int, int, int]:
            weighted = [count * tag for count, tag in zip(cards, tags, strict=True)]
            return max(map(abs, tags)), sum(map(abs, weighted)), abs(sum(weighted))

        assert best == found.correlation_squared
        assert found.tags in equal
        tags = tuple(tag for tag in found.tags if tag is not None)
        assert min(map(size, equal)) == size(tags)
        assert found.imbalance == sum(count * tag for count, tag in zip(cards, tags, strict=True))

    def test_a_higher_level_is_never_worse(self) -> None:
        """What a level allows, the next level allows as well."""
        for effect in effects([*MAIN, bet_on(punto_third="K")], EIGHT, STANDARD):
            counts = [best_count(effect, level) for level in LEVELS]
            squares = [count.correlation_squared for count in counts if count is not None]
            assert len(squares) == 4
            assert squares == sorted(squares)
            assert all(0 < square <= 1 for square in squares)

    def test_two_different_changes_are_counted_perfectly(self) -> None:
        """With two different changes the correlation is 1 at level 1, and the fewer cards get the tag."""
        count = best_count(effect_of([Fraction(1), Fraction(5), Fraction(1)], [4, 3, 9]), 1)
        assert count is not None
        assert count.tags == (0, 1, 0)
        assert count.correlation_squared == 1
        assert count.imbalance == 3

    def test_without_a_change_there_is_no_count(self) -> None:
        """Where all values are worth the same to a bet, there is nothing to count."""
        [effect] = effects([read_bet("punto-pair")], EIGHT, STANDARD)
        assert best_count(effect, 4) is None

    def test_classes_missing_from_the_shoe_have_no_tag(self) -> None:
        """A five has no tag on a shoe without fives."""
        [effect] = effects([MAIN[0]], Shoe.from_spec("A=8 4=8 9=8 K=9"), STANDARD)
        count = best_count(effect, 2)
        assert count is not None
        assert [value for value, tag in enumerate(count.tags) if tag is not None] == [0, 1, 4, 9]
