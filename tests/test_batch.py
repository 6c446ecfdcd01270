"""Many shoes at once: bit-equal to one by one, exact on either side of every bound, whatever the chunks and workers."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from itertools import pairwise
from math import perm
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import BETS, TABLEAUX, PlainTableau, compositions

from analyzer import (
    STANDARD,
    Bet,
    BetError,
    Fineness,
    Payout,
    Pays,
    RulesError,
    Shoe,
    ShoeError,
    count_outcomes,
    endings,
    outcome_forms,
    price,
    price_batch,
    price_endings,
    read_variant,
    stream_outcomes,
    stream_prices,
    variant_names,
)
from analyzer.batch.kernel import FLOAT_CARDS, INT_CARDS, kernel
from analyzer.batch.rows import ROWS_FIRST, ROWS_TOGETHER
from analyzer.enumeration.polynomial import OUTCOMES, outcome_events
from analyzer.errors import BaccaratError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

EIGHT = [128, *[32] * 9]
BOUNDS = [457, 458, 459, 1447, 1448, 1449]


def by_recursion(counts: Sequence[int]) -> list[int]:
    """Return the counts of punto, banco and tie as the recursion has them."""
    winners = endings(Shoe(Fineness.VALUES, tuple(counts)), STANDARD).coarsen(lambda ending: ending.winner)
    return [winners.count(outcome) for outcome in OUTCOMES]


def one_by_one(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the counts of each row by the polynomial in Python's integers."""
    return [list(outcome_forms().at(Shoe(Fineness.VALUES, tuple(row)))) for row in rows]


def some_shoes(number: int, seed: int = 1, cards: int | None = None) -> NDArray[Any]:
    """Return random shoes of 200 cards left of eight decks, or of so many cards each."""
    draw = np.random.default_rng(seed)
    if cards is None:
        return draw.multivariate_hypergeometric(EIGHT, 200, size=number)
    return draw.multinomial(cards, draw.dirichlet([0.7] * 10, size=number))


class Late(Future[Any]):
    """Work that is done when its answer is asked for."""

    def __init__(self, work: Callable[[], Any]) -> None:
        """Keep the work."""
        super().__init__()
        self.work = work

    def result(self, timeout: float | None = None) -> Any:  # noqa: ANN401 - as of any future
        """Do it."""
        if not self.done():
            self.set_result(self.work())
        return super().result(timeout)


class Idle(Executor):
    """Takes work and does it at once, or not before its answer is asked for."""

    def __init__(self, *, at_once: bool = False) -> None:
        """Start without work."""
        self.at_once = at_once
        self.futures: list[Future[Any]] = []

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:  # noqa: ANN401
        """Take work."""
        future = Late(lambda: function(*arguments))
        if self.at_once:
            future.result()
        self.futures.append(future)
        return future


def lopsided(cards: int) -> list[list[int]]:
    """Return shoes of so many cards that are nearly all of one value, for each value."""
    shoes = []
    for value in range(10):
        counts = [0] * 10
        counts[(value + 3) % 10] = counts[(value + 4) % 10] = 1
        counts[value] = cards - 2
        shoes.append(counts)
    return shoes


@given(st.lists(compositions(10), min_size=1, max_size=6))
def test_random_shoes_have_the_recursions_counts(rows: list[tuple[int, ...]]) -> None:
    """Shoes of all sizes in one array: the recursion's counts, in int64 only where all of them fit."""
    counts = count_outcomes(rows)
    assert counts.tolist() == [by_recursion(row) for row in rows]
    assert (counts.dtype == np.int64) == (max(map(sum, rows)) <= INT_CARDS)


@settings(max_examples=10)
@given(TABLEAUX, st.lists(compositions(10), min_size=1, max_size=3), st.lists(BETS, min_size=1, max_size=4))
def test_random_tableaux_and_bets(rules: PlainTableau, rows: list[tuple[int, ...]], bets: list[Bet]) -> None:
    """Any bets under any rules have the recursion's expected values on any shoes."""
    prices = price_batch(bets, rows, rules.tableau)
    for place, row in enumerate(rows):
        ended = endings(Shoe(Fineness.VALUES, row), rules.tableau)
        assert prices.totals[place] == ended.total
        for column, bet in enumerate(bets):
            assert price_endings(bet, ended).house_edge == prices.house_edge(place, column)


@pytest.mark.parametrize("cards", [6, 7, 416, *BOUNDS, 5000, 10**9, 2**62, 10**40])
def test_every_size_of_shoe(cards: int) -> None:
    """At and around every bound, and far beyond, random and lopsided shoes count as one by one."""
    rows = lopsided(cards)
    if cards < 10**9:
        rows += some_shoes(20, cards=cards).tolist()
    counts = count_outcomes(rows)
    assert counts.tolist() == one_by_one(rows)
    assert counts.dtype == (np.int64 if cards <= 1448 else object)


def test_sizes_mixed_in_one_array() -> None:
    """Each row is counted by the numbers that hold it, whatever stands beside it."""
    rows = [shoe for cards in [*BOUNDS, 6, 30, 10**5] for shoe in some_shoes(3, cards=cards).tolist()]
    assert count_outcomes(rows).tolist() == one_by_one(rows)
    assert count_outcomes(rows[:-3]).dtype == object
    small = [row for row in rows if sum(row) <= 1448]
    assert count_outcomes(small).dtype == np.int64
    assert count_outcomes(small).tolist() == one_by_one(small)


def test_the_bounds_are_where_the_numbers_end() -> None:
    """The largest partial sum, N (N)_5, stays below 2^53 in float64, and in int64 even N^6 stays below 2^63."""
    assert (FLOAT_CARDS, INT_CARDS) == (457, 1448)
    assert FLOAT_CARDS * perm(FLOAT_CARDS, 5) < 2**53 <= (FLOAT_CARDS + 1) * perm(FLOAT_CARDS + 1, 5)
    assert INT_CARDS**6 < 2**63 <= (INT_CARDS + 1) ** 6


def test_float64_would_be_wrong_beyond_its_bound() -> None:
    """Products of floats miss the ties of a shoe of 517 cards by two; what is returned does not.

    Every count is even, which hides the rounding of numbers above 2^53 up to 2^54 (N = 515), but no partial sum knows.
    """
    row = [0, 0, 0, 0, 0, 1, 0, 3, 1, 512]
    floats = kernel(STANDARD, outcome_events()).products(np.array([row]), np.float64)
    assert (floats - count_outcomes([row])).tolist() == [[0, 0, -2]]
    assert count_outcomes([row]).tolist() == [by_recursion(row)]


def test_one_shoe_is_counted_in_floats_within_the_bound_only() -> None:
    """`Kernel.at` gives the exact counts of every size; its floats are asked for shoes of at most 457 cards."""
    made = kernel(STANDARD, outcome_events())
    for cards in (6, 416, *BOUNDS, 1800, 4 * FLOAT_CARDS, 5000):
        for row in [*lopsided(cards), *some_shoes(5, cards=cards).tolist()]:
            assert list(made.at(Shoe(Fineness.VALUES, tuple(row)))) == one_by_one([row])[0]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_few_shoes(number: int) -> None:
    """Where a call has so few shoes that each is counted alone, it has the same counts and the same types."""
    for rows in (some_shoes(number), some_shoes(number, cards=457), np.array(lopsided(458)[:number])):
        counts = count_outcomes(rows)
        assert counts.dtype == np.int64
        assert counts.tolist() == one_by_one(rows.tolist())
    mixed = count_outcomes([*some_shoes(number).tolist(), [10**30] + [1] * 9])
    assert mixed.tolist() == one_by_one([*some_shoes(number).tolist(), [10**30] + [1] * 9])


def test_int64_would_be_wrong_beyond_its_bound() -> None:
    """At 1,451 cards, all tens, int64 wraps to a negative number of ties; what is returned does not."""
    row = [1451] + [0] * 9
    wrapped = kernel(STANDARD, outcome_events()).products(np.array([row]), np.int64)
    assert wrapped.tolist() == [[0, 0, perm(1451, 6) - 2**64]]
    assert count_outcomes([row]).tolist() == [[0, 0, perm(1451, 6)]]
    row[0] = INT_CARDS
    right = kernel(STANDARD, outcome_events()).products(np.array([row]), np.int64)
    assert right.tolist() == [[0, 0, perm(INT_CARDS, 6)]]


@pytest.mark.parametrize("cards", [279, 280, 457, 458, 881, 882, 1448, 1449])
def test_a_bets_own_bound(cards: int) -> None:
    """Twentieths of a unit fit into int64 up to 881 cards; beyond, Python's integers are returned.

    All tens always tie, so a bet that pays 1:20 on punto loses on every deal: 20 times their number.
    """
    bet = Bet("a twentieth", (Payout({"winner": ("punto",)}, Pays(Fraction(1, 20))),))
    rows = [[cards] + [0] * 9, *some_shoes(5, cards=cards).tolist()]
    prices = price_batch([bet], rows)
    assert prices.denominators == (20,)
    assert prices.numerators.dtype == (np.int64 if cards <= 881 else object)
    assert prices.numerators[0, 0] == -20 * perm(cards, 6)
    for place, row in enumerate(rows):
        edge = price(bet, Shoe(Fineness.VALUES, tuple(row)), STANDARD).house_edge
        assert edge == prices.house_edge(place)
    assert 20 * perm(881, 6) < 2**63 <= 20 * perm(882, 6)


def test_a_bet_that_pays_more_than_int64_holds() -> None:
    """Odds of 10^25 to 1 are exact on a small shoe too."""
    bet = Bet("a fortune", (Payout({"winner": ("tie",)}, Pays(Fraction(10**25))),))
    prices = price_batch([bet, read_variant("classic").bet("tie")], [[1] * 10])
    ties, total = by_recursion([1] * 10)[2], perm(10, 6)
    assert prices.numerators.tolist() == [[ties * 10**25 - (total - ties), ties * 8 - (total - ties)]]


def test_a_bet_that_pays_more_than_int64_holds_on_no_shoe() -> None:
    """So it is where no row of a block is a shoe, and there are no deals to bound anything."""
    for odds in (10**17, 2**63 - 1, 2**63, 10**25):
        bet = Bet("a fortune", (Payout({"winner": ("tie",)}, Pays(Fraction(odds))),))
        prices = price_batch([bet], [[1] * 5 + [0] * 5], invalid="mask")
        assert (prices.numerators.tolist(), prices.totals.tolist()) == ([[None]], [None])


def test_bets_of_any_iterable() -> None:
    """Bets may come one by one, as the shoes may."""
    bets = read_variant("classic").bets
    once, again = price_batch(iter(bets), [EIGHT]), price_batch(bets, [EIGHT])
    assert (once.denominators, once.numerators.tolist()) == (again.denominators, again.numerators.tolist())


def test_names_for_bets_and_tableaux_are_refused() -> None:
    """A bet or a tableau is none by its name: an error that says what is."""
    with pytest.raises(BetError, match="bet: got 'banco'; it must be a Bet, as read_bet returns"):
        price_batch(["banco"], [EIGHT])  # type: ignore[list-item] # on purpose
    for ask in (count_outcomes, lambda rows, tableau: price_batch(read_variant("ez").bets, rows, tableau)):
        with pytest.raises(RulesError, match="tableau: got 'standard'; it must be a Tableau, as read_tableau returns"):
            ask([EIGHT], "standard")  # type: ignore[arg-type] # on purpose


@pytest.mark.parametrize("name", variant_names())
def test_every_variants_bets(name: str) -> None:
    """Each built-in bet has its exact edge on full shoes of 1 to 30 decks, whatever numbers hold it."""
    variant = read_variant(name)
    decks = [1, 2, 6, 8, 9, 17, 20, 28, 30]
    prices = price_batch(variant.bets, [[16 * number, *[4 * number] * 9] for number in decks], variant.tableau)
    for place, number in enumerate(decks):
        ended = endings(Shoe.decks(number), variant.tableau)
        for column, bet in enumerate(variant.bets):
            assert price_endings(bet, ended).house_edge == prices.house_edge(place, column), bet.name


def test_sixteen_bets_at_once_are_those_one_by_one() -> None:
    """Events that bets share are counted once, and that changes no price."""
    bets = [
        bet for name in ("classic", "ez", "super-six", "two-to-one", "fabulous-4") for bet in read_variant(name).bets
    ]
    rows = some_shoes(50)
    together = price_batch(bets, rows)
    for column, bet in enumerate(bets):
        alone = price_batch([bet], rows)
        assert alone.numerators[:, 0].tolist() == together.numerators[:, column].tolist()
        assert alone.denominators == together.denominators[column : column + 1]


def test_a_bet_on_faces_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bet that looks at more than totals is an error, not a guess."""
    monkeypatch.setattr(Bet, "looks_at", property(lambda _: "faces"))
    with pytest.raises(BetError, match="bet tie: it looks at faces"):
        price_batch([read_variant("classic").bet("tie")], [EIGHT])


class TestChunks:
    """However the shoes come and whoever counts them, the answer is the same."""

    ROWS = some_shoes(500)
    COUNTS = count_outcomes(ROWS)

    def many(self, number: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return so many rows, these again and again, and their counts."""
        return np.resize(self.ROWS, (number, 10)), np.resize(self.COUNTS, (number, 3))

    @given(st.lists(st.integers(0, 500), max_size=8), st.booleans())
    def test_any_cut_into_arrays_and_rows(self, cuts: list[int], mixed: bool) -> None:  # noqa: FBT001 - drawn
        """A generator of arrays, of rows, or of both in turn."""
        edges = [0, *sorted(cuts), len(self.ROWS)]

        def pieces() -> Iterator[Any]:
            for place, (first, last) in enumerate(pairwise(edges)):
                if mixed and place % 2:
                    yield from self.ROWS[first:last].tolist()
                else:
                    yield self.ROWS[first:last]

        assert (count_outcomes(pieces()) == self.COUNTS).all()

    def test_more_than_one_block(self) -> None:
        """Blocks come in order, none is too large, and they join to the whole."""
        rows, counts = self.many(2 * ROWS_TOGETHER + 100)
        blocks = list(stream_outcomes(rows))
        assert [len(block) for block in blocks] == [ROWS_TOGETHER, ROWS_TOGETHER, 100]
        assert (np.concatenate(blocks) == counts).all()
        assert (count_outcomes(iter(rows.tolist())) == counts).all()

    def test_a_stream_without_end(self) -> None:
        """A generator that never ends is answered as it goes."""

        def shoes() -> Iterator[list[int]]:
            while True:
                yield EIGHT

        first = next(stream_outcomes(shoes()))
        assert first.tolist() == [by_recursion(EIGHT)] * ROWS_FIRST

    def test_the_first_blocks_of_a_stream_are_small(self) -> None:
        """What comes one by one is answered soon; what is there already comes in whole blocks."""
        rows, _ = self.many(2 * ROWS_TOGETHER)
        sizes = [len(block) for block in stream_outcomes(iter(rows.tolist()))]
        assert sizes == [16, 64, 256, 1024, 4096, ROWS_TOGETHER, 2 * ROWS_TOGETHER - 21840]
        assert [len(block) for block in stream_outcomes(rows[:20_000].tolist())] == [ROWS_TOGETHER, 3616]
        assert [len(block) for block in stream_outcomes(iter([rows[:20_000]]))] == [ROWS_TOGETHER, 3616]

    @pytest.mark.parametrize(
        "kind", [np.uint8, np.int16, np.uint16, np.int32, np.uint64, np.float32, np.float64, object]
    )
    def test_any_kind_of_number(self, kind: type) -> None:
        """Narrow, unsigned, floating and Python's own numbers are the same shoes."""
        assert (count_outcomes(self.ROWS.astype(kind)) == self.COUNTS).all()

    def test_any_layout(self) -> None:
        """So are arrays that lie otherwise in memory, and lists, tuples and NumPy's own numbers."""
        assert (count_outcomes(np.asfortranarray(self.ROWS)) == self.COUNTS).all()
        assert (count_outcomes(self.ROWS[::-1]) == self.COUNTS[::-1]).all()
        assert (count_outcomes([tuple(row) for row in self.ROWS]) == self.COUNTS).all()
        assert (count_outcomes(list(self.ROWS)) == self.COUNTS).all()

    def test_a_memory_map(self, tmp_path: Path) -> None:
        """A file of shoes is read piece by piece."""
        np.save(tmp_path / "shoes.npy", self.ROWS)
        mapped = np.load(tmp_path / "shoes.npy", mmap_mode="r")
        assert (count_outcomes(mapped) == self.COUNTS).all()

    @pytest.mark.parametrize("count", [2**8, 2**16 - 1, 2**16, 2**32 - 1, 2**32, 2**33, 2**58, 2**60, 10**25])
    def test_counts_of_any_size_reach_the_workers(self, count: int) -> None:
        """On their way they are packed as small as they go, and come out the same."""
        rows = [[count, *[1] * 9], [3] * 10]
        with ThreadPoolExecutor(2) as executor:
            assert count_outcomes(rows, executor=executor).tolist() == count_outcomes(rows).tolist()
        assert count_outcomes(rows).tolist() == one_by_one(rows)

    @pytest.mark.parametrize(("kind", "workers"), [(ThreadPoolExecutor, 3), (ProcessPoolExecutor, 2)])
    def test_any_number_of_workers(self, kind: Callable[[int], Executor], workers: int) -> None:
        """Threads and processes give the blocks in order, large shoes and masked rows among them."""
        rows, _ = self.many(2 * ROWS_TOGETHER + 100)
        rows[7] = 200
        rows[ROWS_TOGETHER + 5] = -1
        bets = read_variant("classic").bets
        with kind(workers) as executor:
            counts = count_outcomes(rows, executor=executor, invalid="mask")
            prices = price_batch(bets, rows, executor=executor, invalid="mask")
        expected = count_outcomes(rows, invalid="mask")
        assert counts.dtype == expected.dtype == object
        assert counts.tolist() == expected.tolist()
        assert prices.numerators.tolist() == price_batch(bets, rows, invalid="mask").numerators.tolist()

    def test_few_blocks_wait_for_a_worker(self) -> None:
        """However fast shoes come, only so many blocks are in flight: memory stays bounded."""
        read = 0

        def shoes() -> Iterator[Any]:
            nonlocal read
            while True:
                read += 1
                yield self.ROWS[:10]

        idle = Idle()
        blocks = stream_outcomes(shoes(), executor=idle)
        assert (next(blocks) == self.COUNTS[:10]).all()
        assert read == 64
        assert (next(blocks) == self.COUNTS[:10]).all()
        assert read == 65
        blocks.close()  # type: ignore[attr-defined] # a generator, said to be an iterator
        assert [future.cancelled() for future in idle.futures] == [False, False, *[True] * 63]

    def test_what_is_done_is_yielded_at_once(self) -> None:
        """A block that a worker has finished does not wait for more to be read."""
        read = 0

        def shoes() -> Iterator[Any]:
            nonlocal read
            for _ in range(5):
                read += 1
                yield self.ROWS[:10]

        for place, counts in enumerate(stream_outcomes(shoes(), executor=Idle(at_once=True)), start=1):
            assert (counts == self.COUNTS[:10]).all()
            assert read == place

    @pytest.mark.parametrize("at_once", [False, True])
    def test_what_came_before_a_failure(self, at_once: bool) -> None:  # noqa: FBT001 - a case
        """When the source fails, the blocks before are yielded first, with an executor as without."""

        def shoes() -> Iterator[Any]:
            yield from [self.ROWS[:10]] * 3
            raise ConnectionError

        for executor in (None, Idle(at_once=at_once)):
            blocks = stream_outcomes(shoes(), executor=executor)
            assert [len(next(blocks)) for _ in range(3)] == [10] * 3
            with pytest.raises(ConnectionError):
                next(blocks)

    def test_large_shoes_come_in_small_blocks(self) -> None:
        """So no block takes long."""
        rows = np.tile(EIGHT, (600, 1))
        rows[7] = 200
        rows[400] = 201
        for executor in (None, Idle()):
            blocks = list(stream_outcomes(rows, executor=executor))
            assert [len(block) for block in blocks] == [256, 256, 88]
            assert [block.dtype == object for block in blocks] == [True, True, False]
            assert np.concatenate(blocks).tolist() == one_by_one(rows.tolist())

    def test_progress(self) -> None:
        """The callback hears how many rows are done, and of how many where that is known."""
        rows, _ = self.many(ROWS_TOGETHER + 5)
        heard: list[tuple[int, int | None]] = []
        count_outcomes(rows, progress=lambda done, of: heard.append((done, of)))
        assert heard == [(ROWS_TOGETHER, len(rows)), (len(rows), len(rows))]
        heard.clear()
        list(stream_prices(read_variant("ez").bets, iter(rows), progress=lambda done, of: heard.append((done, of))))
        assert heard[0] == (ROWS_FIRST, None)
        assert heard[-1] == (len(rows), None)
        heard.clear()
        count_outcomes([rows, rows], progress=lambda done, of: heard.append((done, of)))
        assert heard[-1] == (2 * len(rows), None)

    def test_no_shoes(self) -> None:
        """No rows are no error."""
        assert count_outcomes([]).shape == (0, 3)
        assert count_outcomes(np.empty((0, 10), dtype=np.int64)).shape == (0, 3)
        prices = price_batch(read_variant("classic").bets, iter([]))
        assert (prices.numerators.shape, prices.totals.shape, prices.denominators) == ((0, 3), (0,), (1, 20, 1))
        assert count_outcomes([], invalid="mask").shape == (0, 3)

    def test_no_bets(self) -> None:
        """Nor are no bets: the totals are there all the same."""
        prices = price_batch([], self.ROWS)
        assert (prices.numerators.shape, prices.totals.tolist()) == ((500, 0), [perm(200, 6)] * 500)


class TestRowsThatAreNoShoes:
    """They are named, or masked; never counted."""

    BAD: tuple[list[Any], ...] = (
        [-1, *[32] * 9],
        [5, *[0] * 9],
        [32.5, *[32] * 9],
        [float("nan"), *[32] * 9],
        [float("inf"), *[32] * 9],
        [2.0**53, *[32] * 9],
        [None, *[32] * 9],
        ["32", *[32] * 9],
        [True, *[32] * 9],
        [-(10**30), *[32] * 9],
        # Four of these are 2^64: their sum wraps to 36 where it is not watched.
        [-(2**62), -(2**62), -(2**62), -(2**62), *[6] * 6],
        [np.timedelta64(32), *[32] * 9],
        [np.timedelta64(32)] * 10,
        [np.ma.masked, *[32] * 9],
        [np.longdouble(32) + np.longdouble(2) ** -50, *[32] * 9],
    )

    @pytest.mark.parametrize("row", BAD, ids=str)
    def test_each_kind_is_named_or_masked(self, row: list[Any]) -> None:
        """A row that is no shoe is named by its index, or masked while its neighbours are counted."""
        rows = [EIGHT, row, [1] * 10]
        with pytest.raises(ShoeError, match="these rows are no shoes: 1; "):
            count_outcomes(rows)
        masked = count_outcomes(rows, invalid="mask")
        assert masked.tolist() == [by_recursion(EIGHT), [None] * 3, by_recursion([1] * 10)]
        prices = price_batch([read_variant("classic").bet("tie")], rows, invalid="mask")
        assert prices.totals.mask.tolist() == [False, True, False]  # type: ignore[attr-defined] # a masked array
        assert prices.numerators.tolist()[1] == [None]

    def test_sums_do_not_wrap(self) -> None:
        """Four counts of 2^62 are a shoe of 2^64 cards, not of none."""
        row = [2**62] * 4 + [6] * 6
        assert count_outcomes(np.array([row])).tolist() == one_by_one([row])

    @pytest.mark.parametrize("kind", [np.int64, np.uint8, np.float64, object])
    def test_rows_masked_already(self, kind: type) -> None:
        """A masked count is not known, so its row is no shoe, in an array as in a stream of them."""
        rows: Any = np.ma.MaskedArray(np.tile(EIGHT, (3, 1)).astype(kind))
        rows[1, 3] = np.ma.masked
        for given_rows in (rows, [rows], list(rows)):
            with pytest.raises(ShoeError, match="these rows are no shoes: 1; "):
                count_outcomes(given_rows)
            masked = count_outcomes(given_rows, invalid="mask")
            assert masked.tolist() == [by_recursion(EIGHT), [None] * 3, by_recursion(EIGHT)]
        assert (rows.data == EIGHT).all()

    @pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, np.longdouble])
    def test_floats_of_every_width(self, kind: type) -> None:
        """Whole floats are taken and others are not, without a warning, in an array as in rows."""
        rows: Any = np.array([EIGHT, EIGHT, EIGHT, EIGHT], dtype=kind)
        rows[1, 2], rows[2, 2], rows[3, 2] = 0.5, np.inf, np.nan
        for given_rows in (rows, rows.tolist(), rows.astype(object)):
            assert count_outcomes(given_rows, invalid="mask").tolist() == [by_recursion(EIGHT), *[[None] * 3] * 3]

    def test_all_are_named_in_one_error(self) -> None:
        """Every bad row of an array is found before the error is raised, the first twenty by index."""
        rows = np.tile(EIGHT, (ROWS_TOGETHER + 20, 1))
        rows[[3, ROWS_TOGETHER - 1, ROWS_TOGETHER, ROWS_TOGETHER + 19], 4] = -1
        bad = f"no shoes: 3, {ROWS_TOGETHER - 1}, {ROWS_TOGETHER}, {ROWS_TOGETHER + 19}; a row is ten whole counts"
        with pytest.raises(ShoeError, match=bad):
            count_outcomes(rows)
        rows[:, 4] = -1
        named = ", ".join(map(str, range(20)))
        with pytest.raises(ShoeError, match=f"no shoes: {named} and {ROWS_TOGETHER} more;"):
            count_outcomes(rows)

    def test_a_stream_names_those_it_has_seen(self) -> None:
        """A generator may never end, so its error comes with the block the row is in."""
        rows = iter([*[EIGHT] * ROWS_FIRST, [0] * 10, *[EIGHT] * 4 * ROWS_FIRST])
        blocks = stream_outcomes(rows)
        assert len(next(blocks)) == ROWS_FIRST
        with pytest.raises(ShoeError, match=f"no shoes: {ROWS_FIRST};"):
            next(blocks)
        assert len(list(rows)) == 1

    @pytest.mark.parametrize(
        ("rows", "told"),
        [
            ([EIGHT, [1] * 9], "row 1: got 9 counts; a row is ten"),
            ([EIGHT, 7], "row 1: got '7'; a row is ten"),
            (EIGHT, "row 0: got '128'; a row is ten"),
            (["1111111111"], "row 0: got '1111111111'; a row is ten"),
            ([bytes(EIGHT)], "row 0: got .*; a row is ten"),
            ([bytearray(EIGHT)], "row 0: got .*; a row is ten"),
            ([dict(enumerate(EIGHT))], "row 0: got .*; a row is ten"),
            ([set(range(10))], "row 0: got .*; a row is ten"),
            ([*[EIGHT] * (ROWS_TOGETHER + 2), [1] * 9], f"row {ROWS_TOGETHER + 2}: got 9 counts"),
            (np.full((3, 10), 4, dtype="m8[D]"), "got an array of timedelta64"),
            (np.ones((3, 9), dtype=int), r"got an array of shape \(3, 9\)"),
            (np.ones(10, dtype=int), r"got an array of shape \(10,\)"),
            ([np.ones((2, 10), dtype=int), np.ones((2, 11), dtype=int)], r"got an array of shape \(2, 11\)"),
            (np.ones((3, 10), dtype=bool), "got an array of bool"),
            (np.full((3, 10), "4"), "got an array of <U1"),
            (np.array(7), r"got an array of shape \(\)"),
            ([np.ones((2, 10), dtype=int), [1] * 9], "row 2: got 9 counts"),
        ],
    )
    @pytest.mark.parametrize("invalid", ["error", "mask"])
    def test_what_is_not_made_of_rows_of_ten(self, rows: Any, told: str, invalid: Any) -> None:  # noqa: ANN401
        """A wrong shape or kind is an error even where bad rows may be masked."""
        with pytest.raises(ShoeError, match=told):
            count_outcomes(rows, invalid=invalid)

    def test_a_row_beyond_the_first_block(self) -> None:
        """It is named by its place in the whole, whatever blocks and arrays came before it."""
        for before in ([EIGHT] * 100, [np.array([EIGHT] * 50), *[EIGHT] * 50], [*[EIGHT] * 50, np.array([EIGHT] * 50)]):
            with pytest.raises(ShoeError, match="row 100: got 9 counts; a row is ten"):
                count_outcomes(iter([*before, [1] * 9]))

    def test_an_unknown_choice(self) -> None:
        """`invalid` is one of two words."""
        with pytest.raises(BaccaratError, match="invalid: got 'skip'; allowed: error or mask"):
            count_outcomes([EIGHT], invalid="skip")  # type: ignore[arg-type] # on purpose


def test_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra the error says how to install it."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'baccarat-odds\[fast\]'"):
        count_outcomes([EIGHT])


@pytest.mark.parametrize(
    "broken",
    [
        'raise ImportError("\\n\\nA page\\n\\nof words") from ImportError("libopenblas.so:\\n no such file")',
        'raise ImportError("libopenblas.so:\\n no such file")',
        "import libopenblas",
    ],
)
def test_a_numpy_that_cannot_be_imported(tmp_path: Path, broken: str) -> None:
    """It is one line that names the reason and the extra, not a traceback."""
    (tmp_path / "numpy.py").write_text(broken)
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from analyzer.batch.stream import require_numpy as r\n"
    code += "from analyzer.errors import MissingExtraError as E\ntry: r()\nexcept E as error: print(error)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") == 1
    assert "cannot be imported (" in done.stdout
    assert "libopenblas" in done.stdout
    assert "pip install 'baccarat-odds[fast]'" in done.stdout


def test_the_rest_works_without_numpy() -> None:
    """Nothing but the batch needs NumPy: all public names load, and one shoe is counted by the polynomial."""
    program = (
        "import sys; sys.modules['numpy'] = None\n"
        "from analyzer import *\n"
        "print(outcome_forms().at(Shoe.decks(8))[2], count_outcomes.__name__)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["475627426473216", "count_outcomes"]
