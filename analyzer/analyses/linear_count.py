"""Linear counts: the integer tags that follow a bet's effect of removal best, found exactly.

A count adds up a tag for every card seen; the running sum predicts the change of the expectation. The betting
correlation, that of tags and changes over the cards of the shoe, says how well. Scaling or shifting all tags leaves it
unchanged.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, NamedTuple

from analyzer.analyses.removal import Effect
from analyzer.arguments import checked
from analyzer.errors import NotationError
from analyzer.notation import root_decimal, shown
from analyzer.text import short_repr

if TYPE_CHECKING:
    from collections.abc import Iterator


__all__ = ["LEVELS", "LinearCount", "best_count"]

LEVELS = range(1, 5)
Tags = tuple[int, ...]


@short_repr(lambda count: f"of level {count.level}")
class LinearCount(NamedTuple):
    """Integer tags for the classes of cards.

    Attributes:
        level: the largest absolute tag allowed.
        tags: the tag of each class of cards, None where the shoe has none.
        correlation_squared: the square of the betting correlation, a rational; the correlation itself is positive.
        imbalance: the sum of the tags of all cards of the shoe, 0 for a balanced count.
    """

    level: int
    tags: tuple[int | None, ...]
    correlation_squared: Fraction
    imbalance: int

    def correlation_decimal(self, places: int) -> str:
        """Return the betting correlation, correctly rounded."""
        return root_decimal(self.correlation_squared, places)


@checked(effect=Effect)
def best_count(effect: Effect, level: int) -> LinearCount | None:
    """Return the tags from -level to level with the highest correlation; None if no card changes the expectation.

    Of tags with the same correlation it returns the smallest: by the largest absolute tag, then by the sum of absolute
    tags over the shoe, then by the absolute imbalance; where all three are equal, the tags that are higher for the
    cards whose removal helps least.

    The best tags minimise the sum of squares of p tag + q - change over the cards, for some p > 0 and q. Then every tag
    is the whole number within the level nearest to (change - q) / p. No other whole number is as near: a move to it
    would cost nothing, and then p and q could be fitted better. So the tags are s change + r, rounded and clipped, for
    a point (s, r) inside one of the regions into which the lines s change + r = k + 1/2 divide the half-plane s >= 0.
    Every region has a leftmost corner, at s = 0 or where two of the lines cross, and all of them are tried.

    Args:
        effect: the changes of a bet's expectation.
        level: the largest absolute tag.

    Cost: with k different changes at most k^2 level (2 level - 1) / 2 regions.

    >>> from analyzer import STANDARD, Shoe, read_variant
    >>> from analyzer.analyses.removal import effects
    >>> [effect] = effects([read_variant("classic").bet("banco")], Shoe.decks(8), STANDARD)
    >>> best_count(effect, 1).tags
    (0, 0, 0, 0, 1, -1, -1, -1, -1, 0)
    """
    if type(level) is not int or level < 1:
        raise NotationError(f"level: got {shown(level)}; it is a whole number from 1")
    held = {index: change for index, change in enumerate(effect.changes) if change is not None}
    if not any(held.values()):
        return None
    unit = lcm(*(change.denominator for change in held.values()))
    whole = {index: change.numerator * (unit // change.denominator) for index, change in held.items()}
    changes = sorted(set(whole.values()))
    cards = [sum(effect.counts[index] for index in held if whole[index] == change) for change in changes]
    best: list[Tags] = []
    best_square = Fraction(0)
    for tags in set(_region_tags(changes, level)):
        square = _square(tags, changes, cards)
        if square >= best_square:
            best = [*(best if square == best_square else []), *_equivalent(tags, level)]
            best_square = square
    tags = min(best, key=lambda candidate: _size(candidate, cards))
    of_change = dict(zip(changes, tags, strict=True))
    return LinearCount(
        level,
        tuple(of_change[whole[index]] if index in whole else None for index in range(len(effect.changes))),
        best_square / sum(count * change**2 for count, change in zip(cards, changes, strict=True)),
        sum(count * tag for count, tag in zip(cards, tags, strict=True)),
    )


def _region_tags(changes: list[int], level: int) -> Iterator[Tags]:
    """Yield the tags of every region, some more than once; the changes are in rising order."""
    # Next to s = 0: two consecutive tags, the higher one for the higher changes.
    for tag in range(-level, level):
        for split in range(1, len(changes)):
            yield (tag,) * split + (tag + 1,) * (len(changes) - split)
    # Right of the corner at which one change is rounded up to `tag` and a higher one to `tag + step`.
    for low, lower in enumerate(changes):
        for higher in changes[low + 1 :]:
            distance = higher - lower
            for step in range(1, 2 * level):
                parts = [divmod(step * (change - lower), distance) for change in changes]
                # Just right of the corner, a value on a half rounds down up to the lower change and up above it.
                rounded = [
                    whole - (not part and change <= lower) for (whole, part), change in zip(parts, changes, strict=True)
                ]
                for tag in range(1 - level, level + 1 - step):
                    yield tuple([max(-level, min(level, tag + offset)) for offset in rounded])


def _square(tags: Tags, changes: list[int], cards: list[int]) -> Fraction:
    """Return the square of the correlation, times the weighted sum of the squares of the changes."""
    number = sum(cards)
    product = sum(count * tag * change for count, tag, change in zip(cards, tags, changes, strict=True))
    total = sum(count * tag for count, tag in zip(cards, tags, strict=True))
    spread = number * sum(count * tag * tag for count, tag in zip(cards, tags, strict=True)) - total * total
    return Fraction(number * product * product, spread) if spread else Fraction(0)


def _equivalent(tags: Tags, level: int) -> Iterator[Tags]:
    """Yield the tags scaled and shifted in every way that keeps them whole and within the level."""
    lowest = min(tags)
    unit = gcd(*(tag - lowest for tag in tags))
    smallest = [(tag - lowest) // unit for tag in tags]
    for scale in range(1, 2 * level // max(smallest) + 1):
        for shift in range(-level, level - scale * max(smallest) + 1):
            yield tuple(scale * tag + shift for tag in smallest)


def _size(tags: Tags, cards: list[int]) -> tuple[int, int, int, list[int]]:
    return (
        max(map(abs, tags)),
        sum(count * abs(tag) for count, tag in zip(cards, tags, strict=True)),
        abs(sum(count * tag for count, tag in zip(cards, tags, strict=True))),
        [-tag for tag in tags],
    )
