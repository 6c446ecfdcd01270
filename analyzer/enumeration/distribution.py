"""Distribution: integer counts of ordered six-card deals by what was observed, and their total."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from typing import TypeVar

__all__ = ["Distribution", "Progress"]

Progress = Callable[[int, int | None], object]
"""A callback that reports progress: how much is done, and of how much, None if that is not known."""

Observed = TypeVar("Observed", bound=Hashable)
Coarser = TypeVar("Coarser", bound=Hashable)


_MOST_SHOWN, _MOST_REPR = 8, 100
"""The most counts, and characters, of a repr that has the counts."""


class Distribution(Mapping[Observed, int]):
    """A mapping from what was observed to its count of ordered six-card deals; the counts sum to `total`.

    What was never observed is not a key; its `count` is 0.

    >>> coin = Distribution({"punto": 3, "banco": 4, "tie": 1})
    >>> coin.total, coin.probability("banco")
    (8, Fraction(1, 2))
    """

    __slots__ = ("_counts", "total")

    def __init__(self, counts: Mapping[Observed, int]) -> None:
        """Keep the counts above 0."""
        self._counts = {seen: count for seen, count in counts.items() if count}
        self.total = sum(self._counts.values())

    def __getitem__(self, seen: Observed) -> int:
        """Return the count of what was observed."""
        return self._counts[seen]

    def __iter__(self) -> Iterator[Observed]:
        """Iterate over what was observed."""
        return iter(self._counts)

    def __len__(self) -> int:
        """Return how many different observations there are."""
        return len(self._counts)

    def __repr__(self) -> str:
        """Return a call of the constructor with the counts above 0; of many how many there are, and their sum."""
        text = f"Distribution({self._counts})" if len(self) <= _MOST_SHOWN else ""
        if 0 < len(text) <= _MOST_REPR:
            return text
        return f"<Distribution of {len(self)} observations, {self.total} in all>"

    def count(self, seen: Observed) -> int:
        """Return the count of what was observed, 0 if it never was."""
        return self._counts.get(seen, 0)

    def probability(self, seen: Observed) -> Fraction:
        """Return the exact probability of what was observed."""
        return Fraction(self.count(seen), self.total)

    def coarsen(self, function: Callable[[Observed], Coarser]) -> Distribution[Coarser]:
        """Return the distribution of `function` applied to what was observed.

        >>> Distribution({1: 2, 2: 3, 4: 5}).coarsen(lambda n: n % 2 == 0)
        Distribution({False: 2, True: 8})
        """
        counts: dict[Coarser, int] = {}
        for seen, count in self._counts.items():
            coarser = function(seen)
            counts[coarser] = counts.get(coarser, 0) + count
        return Distribution(counts)
