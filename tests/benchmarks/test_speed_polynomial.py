"""How fast many shoes are, as ratios to the frozen yardstick on shoes of the same kind, and what memory they take."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import count, cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from test_speed import EIGHT, YARDSTICK, icepool_odds, yardstick
from yardstick import outcome_counts

from analyzer import STANDARD, Fineness, Shoe, count_outcomes, outcome_forms, price_batch, read_bet, read_variant
from analyzer.batch.kernel import kernel
from analyzer.enumeration.polynomial import outcome_events

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conftest import Compare
    from numpy.typing import NDArray

ROOT = Path(__file__).parent.parent.parent
SHOES = 100_000
SAMPLE = "the yardstick recursion, shoes of the same kind"
SIDE_BETS = [
    "dragon-7",
    "panda-8",
    "ox-6",
    "super-6-12",
    "lucky-6-12-20",
    "small-tiger",
    "big-tiger",
    "tiger-tie-35",
    "small",
    "big",
    "lucky-7",
    "heavenly-9",
    "blazing-7s",
]
"""With punto, banco and the tie they are sixteen; they share events, and need thirteen forms."""
MANY_PAYOUTS = [
    *(f"dragon-bonus-{hand}" for hand in ("punto", "banco")),
    *(f"golden-talons-{table}-{hand}" for table in "bcde" for hand in ("punto", "banco")),
    *(f"knockout-{total}" for total in ("1-4", "5-6", "7", "8", "9", "natural-punto")),
]
"""Sixteen bets with three to eight payouts; they have 29 events to count, and need seventeen forms."""
ONE = Shoe(Fineness.VALUES, tuple(EIGHT))
STREAM = """
import resource
from concurrent.futures import ProcessPoolExecutor
import numpy as np
from analyzer import stream_outcomes

if __name__ == "__main__":
    draw = np.random.default_rng(1)
    shoes = (draw.integers(1, 33, (50_000, 10)) for _ in range(200))
    with ProcessPoolExecutor(2) as executor:
        print(sum(len(block) for block in stream_outcomes(shoes, executor=executor)))
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@cache
def shoes(decks: int = 8) -> NDArray[Any]:
    """Return random shoes as they are met: full ones shuffled and dealt card by card, down to six cards."""
    draw = np.random.default_rng(1)
    full = np.repeat(np.arange(10), [decks * 16] + [decks * 4] * 9)
    dealt = [
        (draw.permutation(full)[:, None] == np.arange(10)).cumsum(axis=0)[5:]
        for _ in range(SHOES // (len(full) - 5) + 1)
    ]
    return np.concatenate(dealt)[:SHOES]


@cache
def sample() -> Callable[[], object]:
    """Return what runs the yardstick on one shoe after the other, the sizes evenly spread."""
    rows: Iterator[list[int]] = cycle(shoes()[:: SHOES // 11].tolist())
    return lambda: outcome_counts(next(rows))


def of_bets(number: int) -> Callable[[], object]:
    """Return what prices a number of bets, the three main ones first, on a tenth of the shoes."""
    bets = [*read_variant("classic").bets, *map(read_bet, SIDE_BETS)][:number]
    assert len(bets) == number
    return lambda: price_batch(bets, shoes()[::10])


def test_batch(compare: Compare) -> None:
    """A shoe of a batch of 100,000 costs at most 1/100,000 of the yardstick on one core."""
    compare("a shoe of 100,000", lambda: count_outcomes(shoes()), SAMPLE, sample(), 1 / 100_000, times=SHOES)


@pytest.mark.parametrize("number", [1, 1_000])
def test_small_batches(compare: Compare, number: int) -> None:
    """What a shoe costs where there are fewer."""
    rows = shoes()[50_000 : 50_000 + number]
    compare(f"a shoe of {number:,}", lambda: count_outcomes(rows), SAMPLE, sample(), None, times=number)


@pytest.mark.parametrize(("decks", "told"), [(20, "float64 and int64"), (100, "Python's integers for the largest")])
def test_larger_shoes(compare: Compare, decks: int, told: str) -> None:
    """The cost of a shoe too large for float64, or for int64."""
    rows = shoes(decks)[:: SHOES // 2_000]
    compare(
        f"a shoe of up to {decks} decks, {told}", lambda: count_outcomes(rows), SAMPLE, sample(), None, times=len(rows)
    )


def test_two_workers(compare: Compare) -> None:
    """Two worker processes are at least 1.6 times as fast as one process, wherever the system runs them."""

    def three(workers: ProcessPoolExecutor | None) -> None:
        for _ in range(3):
            count_outcomes(shoes(), executor=workers)

    with ProcessPoolExecutor(2) as executor:
        compare(
            "100,000 shoes, two worker processes",
            lambda: three(executor),
            "the same in one process",
            lambda: three(None),
            1 / 1.6,
        )


@pytest.mark.parametrize(("number", "bar"), [(1, None), (4, None), (16, 1 / 20_000)])
def test_bets(compare: Compare, number: int, bar: float | None) -> None:
    """A shoe with sixteen bets at once costs at most 1/20,000 of the yardstick."""
    compare(f"a shoe, {number} bets", of_bets(number), SAMPLE, sample(), bar, times=SHOES // 10)


def test_bets_with_many_payouts(compare: Compare) -> None:
    """A shoe with sixteen bets of many payouts costs as little."""
    bets = list(map(read_bet, MANY_PAYOUTS))
    assert len(bets) == 16
    rows = shoes()[::10]
    compare(
        "a shoe, 16 bets with many payouts",
        lambda: price_batch(bets, rows),
        SAMPLE,
        sample(),
        1 / 20_000,
        times=len(rows),
    )


def test_one_shoe(compare: Compare) -> None:
    """One shoe in Python's integers costs at most 1/350 of the yardstick, once the table is there."""

    def ten() -> None:
        for _ in range(10):
            assert outcome_forms().at(ONE)[2] == 475627426473216

    compare("one shoe, Python's integers", ten, YARDSTICK, yardstick, 1 / 350, times=10)


def test_one_shoe_by_numpy(compare: Compare) -> None:
    """One shoe by NumPy costs at most 1/4,000 of the yardstick."""

    def hundred() -> None:
        for _ in range(100):
            assert kernel(STANDARD, outcome_events()).at(ONE)[2] == 475627426473216

    compare("one shoe, NumPy", hundred, YARDSTICK, yardstick, 1 / 4_000, times=100)


def test_table(compare: Compare) -> None:
    """The table of a tableau never seen before is built in at most a fifth of the yardstick."""
    names = count()

    def build() -> None:
        outcome_forms(replace(STANDARD, name=f"number {next(names)}"))

    compare("the table of a tableau", build, YARDSTICK, yardstick, 1 / 5)


def test_icepool(compare: Compare) -> None:
    """How one shoe compares to icepool's exact odds."""
    compare(
        "one shoe, Python's integers", lambda: outcome_forms().at(ONE), "icepool, the same odds", icepool_odds, None
    )


def test_memory_of_a_long_stream() -> None:
    """Ten million shoes pass through a process that never holds 200 MB."""
    done = subprocess.run([sys.executable, "-c", STREAM], cwd=ROOT, capture_output=True, text=True, check=True)
    rows, kilobytes = map(int, done.stdout.split())
    assert rows == 10_000_000
    assert kilobytes < 200_000, kilobytes


FOUR_BETS = """
import numpy as np
from analyzer import price_batch, read_bet, read_variant

shoes = np.random.default_rng(1).multivariate_hypergeometric([128] + [32] * 9, 200, size=100_000)
price_batch([*read_variant("classic").bets, read_bet("dragon-7")], shoes)
"""
BUSY = "while True: pass"


def fresh(**settings: str) -> None:
    """Price four bets on 100,000 shoes in a fresh process, with these settings of NumPy's threads only."""
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    subprocess.run([sys.executable, "-c", FOUR_BETS], cwd=ROOT, env=kept | settings, check=True)


@pytest.mark.parametrize("busy", [0, 2])
def test_threads_of_the_blas(compare: Compare, busy: int) -> None:
    """Without a setting of NumPy's threads a batch takes at most 1.3 times as long, alone and beside busy processes."""
    others = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(busy)]
    try:
        compare(
            f"four bets on 100,000 shoes, a fresh process beside {busy or 'no'} busy ones",
            fresh,
            "the same with OPENBLAS_NUM_THREADS=1",
            lambda: fresh(OPENBLAS_NUM_THREADS="1"),
            1.3,
        )
    finally:
        for other in others:
            other.kill()
            other.wait()
