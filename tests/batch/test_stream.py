"""Many shoes at once: the same as one by one, for any blocks and any number of workers."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from itertools import chain, pairwise
from math import perm
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many_shoes import EIGHT, by_recursion, one_by_one, some_shoes
from shoe_files import SHOES
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
    price,
    price_batch,
    price_endings,
    read_bet,
    read_variant,
    stream_outcomes,
    stream_prices,
    variant_names,
)
from analyzer.batch.kernel import INT_CARDS
from analyzer.batch.plan import NO_SHOE
from analyzer.batch.rows import ROWS_FIRST, ROWS_TOGETHER
from analyzer.batch.stream import answers, answers_one_by_one
from analyzer.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray


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
    for index, row in enumerate(rows):
        ended = endings(Shoe(Fineness.VALUES, row), rules.tableau)
        assert prices.totals[index] == ended.total
        for column, bet in enumerate(bets):
            assert price_endings(bet, ended).house_edge == prices.house_edge(index, column)


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
    for index, row in enumerate(rows):
        edge = price(bet, Shoe(Fineness.VALUES, tuple(row)), STANDARD).house_edge
        assert edge == prices.house_edge(index)
    assert 20 * perm(881, 6) < 2**63 <= 20 * perm(882, 6)


def test_a_bet_that_pays_more_than_int64_holds() -> None:
    """Odds of 10^25 to 1 are exact, on a small shoe as well."""
    bet = Bet("a fortune", (Payout({"winner": ("tie",)}, Pays(Fraction(10**25))),))
    prices = price_batch([bet, read_variant("classic").bet("tie")], [[1] * 10])
    ties, total = by_recursion([1] * 10)[2], perm(10, 6)
    assert prices.numerators.tolist() == [[ties * 10**25 - (total - ties), ties * 8 - (total - ties)]]


def test_huge_odds_where_no_row_is_a_shoe() -> None:
    """There are no deals to bound the values, and the row is masked at any odds."""
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
    """The name of a bet or a tableau is not a bet or a tableau: the error says what is."""
    with pytest.raises(BetError, match="bet: got 'banco'; it must be a Bet, as read_bet returns"):
        price_batch(["banco"], [EIGHT])  # type: ignore[list-item] # on purpose
    for ask in (count_outcomes, lambda rows, tableau: price_batch(read_variant("ez").bets, rows, tableau)):
        with pytest.raises(RulesError, match="tableau: got 'standard'; it must be a Tableau, as read_tableau returns"):
            ask([EIGHT], "standard")  # type: ignore[arg-type] # on purpose


@pytest.mark.parametrize("name", variant_names())
def test_every_variants_bets(name: str) -> None:
    """Each built-in bet has its exact edge on full shoes of 1 to 30 decks, in every type of number."""
    variant = read_variant(name)
    decks = [1, 2, 6, 8, 9, 17, 20, 28, 30]
    prices = price_batch(variant.bets, [[16 * number, *[4 * number] * 9] for number in decks], variant.tableau)
    for index, number in enumerate(decks):
        ended = endings(Shoe.decks(number), variant.tableau)
        for column, bet in enumerate(variant.bets):
            assert price_endings(bet, ended).house_edge == prices.house_edge(index, column), bet.name


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
    """The answer does not depend on how the shoes come or who counts them."""

    ROWS = some_shoes(500)
    COUNTS = count_outcomes(ROWS)

    def many(self, number: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return a number of rows, these over and over, and their counts."""
        return np.resize(self.ROWS, (number, 10)), np.resize(self.COUNTS, (number, 3))

    @given(st.lists(st.integers(0, 500), max_size=8), st.booleans())
    def test_any_cut_into_arrays_and_rows(self, cuts: list[int], mixed: bool) -> None:  # noqa: FBT001 - drawn
        """A generator of arrays, of rows, or of both in turn."""
        edges = [0, *sorted(cuts), len(self.ROWS)]

        def pieces() -> Iterator[Any]:
            for index, (first, last) in enumerate(pairwise(edges)):
                if mixed and index % 2:
                    yield from self.ROWS[first:last].tolist()
                else:
                    yield self.ROWS[first:last]

        assert (count_outcomes(pieces()) == self.COUNTS).all()

    def test_more_than_one_block(self) -> None:
        """Blocks come in order, none is larger than the limit, and they join to the whole."""
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
        """Rows that come one by one are answered soon; rows that are all there come in whole blocks."""
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
        """Arrays in another memory order, lists, tuples and NumPy's own numbers are the same shoes."""
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
        """Counts are sent in the narrowest type that holds them, and the answers are the same."""
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
        """A bounded number of blocks is in flight, however fast shoes come."""
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

        for number, counts in enumerate(stream_outcomes(shoes(), executor=Idle(at_once=True)), start=1):
            assert (counts == self.COUNTS[:10]).all()
            assert read == number

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
        """No block takes long."""
        rows = np.tile(EIGHT, (600, 1))
        rows[7] = 200
        rows[400] = 201
        for executor in (None, Idle()):
            blocks = list(stream_outcomes(rows, executor=executor))
            assert [len(block) for block in blocks] == [256, 256, 88]
            assert [block.dtype == object for block in blocks] == [True, True, False]
            assert np.concatenate(blocks).tolist() == one_by_one(rows.tolist())

    def test_progress(self) -> None:
        """The callback gets the number of rows done, and the number of all where that is known."""
        rows, _ = self.many(ROWS_TOGETHER + 5)
        reported: list[tuple[int, int | None]] = []
        count_outcomes(rows, progress=lambda done, of: reported.append((done, of)))
        assert reported == [(ROWS_TOGETHER, len(rows)), (len(rows), len(rows))]
        reported.clear()
        list(stream_prices(read_variant("ez").bets, iter(rows), progress=lambda done, of: reported.append((done, of))))
        assert reported[0] == (ROWS_FIRST, None)
        assert reported[-1] == (len(rows), None)
        reported.clear()
        count_outcomes([rows, rows], progress=lambda done, of: reported.append((done, of)))
        assert reported[-1] == (2 * len(rows), None)

    def test_no_shoes(self) -> None:
        """An empty input is not an error."""
        assert count_outcomes([]).shape == (0, 3)
        assert count_outcomes(np.empty((0, 10), dtype=np.int64)).shape == (0, 3)
        prices = price_batch(read_variant("classic").bets, iter([]))
        assert (prices.numerators.shape, prices.totals.shape, prices.denominators) == ((0, 3), (0,), (1, 20, 1))
        assert count_outcomes([], invalid="mask").shape == (0, 3)

    def test_no_bets(self) -> None:
        """Without bets the totals are still there."""
        prices = price_batch([], self.ROWS)
        assert (prices.numerators.shape, prices.totals.tolist()) == ((500, 0), [perm(200, 6)] * 500)


def test_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra the error says how to install it."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(MissingExtraError, match=r"pip install '\.\[fast\]'"):
        count_outcomes([EIGHT])


def test_the_rest_works_without_numpy() -> None:
    """Nothing but the batch needs NumPy: all public names load, and one shoe is counted by the polynomial."""
    program = (
        "import sys; sys.modules['numpy'] = None\n"
        "from analyzer import *\n"
        "print(outcome_forms().at(Shoe.decks(8))[2], count_outcomes.__name__)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["475627426473216", "count_outcomes"]


CLASSIC = read_variant("classic").bets


class TestBadRows:
    """Rows that are not shoes leave their line empty."""

    def test_masked_rows_without_numpy(self) -> None:
        """Counted one by one, a masked row has no answer either."""
        rows = [SHOES[0], NO_SHOE, SHOES[1]]
        assert [answer is None for [answer] in answers_one_by_one(rows, CLASSIC, STANDARD)] == [False, True, False]
        assert list(answers_one_by_one(rows, CLASSIC, STANDARD))[0::2] == list(
            answers_one_by_one([SHOES[0], SHOES[1]], CLASSIC, STANDARD)
        )


def test_answers_by_numpy_are_those_one_by_one() -> None:
    """Both routes give the same numbers before they are written."""
    rows = [*SHOES, NO_SHOE]
    by_numpy = chain.from_iterable(answers(rows, CLASSIC, STANDARD))
    for many, [one] in zip(by_numpy, answers_one_by_one(rows, CLASSIC, STANDARD), strict=True):
        assert (many is None) == (one is None)
        if many is not None and one is not None:
            assert (many.total, tuple(many.counts)) == (one.total, tuple(one.counts))
            assert [Fraction(*edge) for edge in many.edges] == [Fraction(*edge) for edge in one.edges]


@pytest.mark.parametrize("count", [count_outcomes, lambda rows: list(stream_outcomes(rows))])
@pytest.mark.parametrize("rows", [None, 5, 2.5])
def test_what_is_not_rows_is_refused(count: Callable[[Any], object], rows: object) -> None:
    """One sentence says what was got and what is allowed."""
    with pytest.raises(
        ShoeError, match=rf"compositions: got {rows}; they are an array \(n, 10\) or an iterable of rows"
    ):
        count(rows)


def test_what_is_not_bets_is_refused() -> None:
    """A single bet, too, is not a list of bets."""
    for bets in (None, read_bet("dragon-7")):
        with pytest.raises(BetError, match=r"bets: got .*; they must be in a list or another iterable"):
            price_batch(bets, [[16] + [4] * 9])  # type: ignore[arg-type] # on purpose
