"""Linear counts: the integer tags that follow a bet's effect of removal best, found exactly.

A count adds up a tag for every card seen; the running sum foretells the change of the expectation. How well is the
correlation of tags and changes over the cards of the shoe (the betting correlation). It does not change when all tags
are scaled or shifted.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, NamedTuple

from analyzer.notation import root_decimal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analyzer.analyses.removal import Effect

__all__ = ["LEVELS", "LinearCount", "best_count"]

LEVELS = range(1, 5)
Tags = tuple[int, ...]


class LinearCount(NamedTuple):
    """Integer tags for the classes of cards.

    Attributes:
        level: the largest tag allowed, up or down.
        tags: the tag of each class of cards, None where the shoe has none.
        correlation_squared: the square of the betting correlation, a rational; the correlation itself is above 0.
        imbalance: the tags of all cards of the shoe added up, 0 for a balanced count.
    """

    level: int
    tags: tuple[int | None, ...]
    correlation_squared: Fraction
    imbalance: int

    def correlation_decimal(self, places: int) -> str:
        """Return the betting correlation, correctly rounded."""
        return root_decimal(self.correlation_squared, places)


def best_count(effect: Effect, level: int) -> LinearCount | None:
    """Return the best tags from -level to level; None if no card changes the expectation.

    Of tags with the same correlation the smallest: by their largest, then by their sum over the shoe, all taken as
    positive, then by the imbalance; where all these are equal, the one with the higher tags for the cards whose
    removal helps least.

    The best tags have the least squares of p tag + q - change over the cards, for some p > 0 and q; then every tag is
    the whole number nearest to (change - q) / p within the level, and none is as near to another (it could be moved
    at no cost, and then p and q fitted better). So they are what s change + r rounds and clips to somewhere inside a
    cell of the (s, r) half plane that the lines s change + r = half a whole number cut out; every cell has a leftmost
    corner, where two of the lines cross or at s = 0, and all are tried.

    Args:
        effect: the changes.
        level: the largest tag, up or down.

    Cost: with k different changes at most k^2 level (2 level - 1) / 2 cells.

    >>> from analyzer import STANDARD, Shoe, read_variant
    >>> from analyzer.analyses.removal import effects
    >>> [effect] = effects([read_variant("classic").bet("banco")], Shoe.decks(8), STANDARD)
    >>> best_count(effect, 1).tags
    (0, 0, 0, 0, 1, -1, -1, -1, -1, 0)
    """
    held = {place: change for place, change in enumerate(effect.changes) if change is not None}
    if not any(held.values()):
        return None
    unit = lcm(*(change.denominator for change in held.values()))
    whole = {place: change.numerator * (unit // change.denominator) for place, change in held.items()}
    changes = sorted(set(whole.values()))
    cards = [sum(effect.counts[place] for place in held if whole[place] == change) for change in changes]
    best: list[Tags] = []
    best_square = Fraction(0)
    for tags in set(_cells(changes, level)):
        square = _square(tags, changes, cards)
        if square >= best_square:
            best = [*(best if square == best_square else []), *_equivalent(tags, level)]
            best_square = square
    tags = min(best, key=lambda each: _size(each, cards))
    of_change = dict(zip(changes, tags, strict=True))
    return LinearCount(
        level,
        tuple(of_change[whole[place]] if place in whole else None for place in range(len(effect.changes))),
        best_square / sum(count * change**2 for count, change in zip(cards, changes, strict=True)),
        sum(count * tag for count, tag in zip(cards, tags, strict=True)),
    )


def _cells(changes: list[int], level: int) -> Iterator[Tags]:
    """Yield the tags of every cell, some more than once; the changes are in rising order."""
    # Next to s = 0: two neighbouring tags, the higher one for the higher changes.
    for tag in range(-level, level):
        for split in range(1, len(changes)):
            yield (tag,) * split + (tag + 1,) * (len(changes) - split)
    # Right of the corner where one change is rounded up to `tag` and a higher one to `tag + step`.
    for low, lower in enumerate(changes):
        for higher in changes[low + 1 :]:
            apart = higher - lower
            for step in range(1, 2 * level):
                parts = [divmod(step * (change - lower), apart) for change in changes]
                # On the lines of the corner, to its right: changes up to the lower one go down, those above go up.
                rounded = [
                    whole - (not part and change <= lower) for (whole, part), change in zip(parts, changes, strict=True)
                ]
                for tag in range(1 - level, level + 1 - step):
                    yield tuple([max(-level, min(level, tag + each)) for each in rounded])


def _square(tags: Tags, changes: list[int], cards: list[int]) -> Fraction:
    """Return the square of the correlation, times the weighted sum of the squares of the changes."""
    number = sum(cards)
    both = sum(count * tag * change for count, tag, change in zip(cards, tags, changes, strict=True))
    total = sum(count * tag for count, tag in zip(cards, tags, strict=True))
    spread = number * sum(count * tag * tag for count, tag in zip(cards, tags, strict=True)) - total * total
    return Fraction(number * both * both, spread) if spread else Fraction(0)


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
