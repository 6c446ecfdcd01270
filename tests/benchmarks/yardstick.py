"""The frozen yardstick of the benchmarks: the plainest exact recursion there is. Never make it faster.

Card by card in dealing order over the ten point values, the tableau inside, no symmetry used: 339,400 paths for a
full shoe. Every speed this project states is a ratio to one run of `outcome_counts`.
"""

from __future__ import annotations

__all__ = ["outcome_counts"]


def banco_draws(total: int, third: int | None) -> bool:
    """Return whether banco draws on this total, given punto's third card or None."""
    if third is None:
        return total <= 5
    if total <= 2:
        return True
    if total == 3:
        return third != 8
    if total == 4:
        return 2 <= third <= 7
    if total == 5:
        return 4 <= third <= 7
    return total == 6 and third in {6, 7}


def outcome_counts(composition: list[int]) -> tuple[int, ...]:  # noqa: C901 - plain on purpose
    """Return the counts of punto, banco and tie among ordered six-card deals, and the number of paths walked."""
    counts = list(composition)
    result = [0, 0, 0]
    paths = 0
    cards = sum(composition)

    def finish(ways: int, punto: int, banco: int, dealt: int) -> None:
        nonlocal paths
        paths += 1
        left = cards - dealt
        for unused in range(6 - dealt):
            ways *= left - unused
        result[0 if punto > banco else 1 if banco > punto else 2] += ways

    def deal(dealt: list[int], ways: int) -> None:
        if len(dealt) == 4:
            punto, banco = (dealt[0] + dealt[2]) % 10, (dealt[1] + dealt[3]) % 10
            if punto >= 8 or banco >= 8 or (punto >= 6 and banco >= 6):
                finish(ways, punto, banco, 4)
                return
        elif len(dealt) == 5:
            punto, banco = (dealt[0] + dealt[2]) % 10, (dealt[1] + dealt[3]) % 10
            if punto >= 6:
                finish(ways, punto, (banco + dealt[4]) % 10, 5)
                return
            punto = (punto + dealt[4]) % 10
            if not banco_draws(banco, dealt[4]):
                finish(ways, punto, banco, 5)
                return
        elif len(dealt) == 6:
            punto = (dealt[0] + dealt[2] + dealt[4]) % 10
            banco = (dealt[1] + dealt[3] + dealt[5]) % 10
            finish(ways, punto, banco, 6)
            return
        for value in range(10):
            if counts[value]:
                count = counts[value]
                counts[value] -= 1
                deal([*dealt, value], ways * count)
                counts[value] += 1

    deal([], 1)
    return (*result, paths)
