"""One BLAS thread while a batch counts, and as many as before when it does not."""

from __future__ import annotations

import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from many_shoes import EIGHT, by_recursion
from threadpoolctl import ThreadpoolController, threadpool_limits

from analyzer import count_outcomes, stream_outcomes
from analyzer.batch import threads
from analyzer.batch.threads import one_thread

if TYPE_CHECKING:
    from collections.abc import Iterator

ROWS = [EIGHT] * 10


def blas_threads() -> set[int]:
    """Return the numbers of threads that the BLAS libraries of this process take."""
    return {library["num_threads"] for library in ThreadpoolController().select(user_api="blas").info()}


@pytest.fixture(autouse=True)
def three_threads() -> Iterator[None]:
    """Let the BLAS take three threads, however many processors there are."""
    with threadpool_limits(limits=3, user_api="blas"):
        assert blas_threads() == {3}
        yield
        assert blas_threads() == {3}


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[set[int]]:
    """Return a list that gets the numbers of threads at each matrix product."""
    numbers: list[set[int]] = []
    product = np.matmul

    def watched(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401 - as NumPy's
        numbers.append(blas_threads())
        return product(*arguments, **named)

    monkeypatch.setattr(np, "matmul", watched)
    return numbers


def test_every_product_takes_one_thread(seen: list[set[int]]) -> None:
    """In a call and in a stream; between the blocks of a stream the caller has its threads."""
    assert count_outcomes(ROWS).tolist() == [by_recursion(EIGHT)] * 10
    for _ in stream_outcomes(iter(ROWS * 4)):
        assert blas_threads() == {3}
    assert seen
    assert all(number == {1} for number in seen)


def test_threads_of_an_executor_share_the_limit(seen: list[set[int]]) -> None:
    """The first sets it, the last lifts it, in whatever order they leave."""
    with ThreadPoolExecutor(4) as executor:
        count_outcomes(np.tile(EIGHT, (70_000, 1)), executor=executor)
    assert all(number == {1} for number in seen)
    entered, left = Barrier(2), Barrier(2)

    def first() -> None:
        with one_thread():
            entered.wait()
        left.wait()

    with ThreadPoolExecutor(1) as executor:
        waiting = executor.submit(first)
        with one_thread():
            entered.wait()
            left.wait()
            assert blas_threads() == {1}
        waiting.result()
    assert blas_threads() == {3}


def test_the_limit_is_lifted_after_an_error() -> None:
    """Also where contexts are nested."""
    with pytest.raises(ZeroDivisionError), one_thread(), one_thread():
        raise ZeroDivisionError
    assert blas_threads() == {3}


def _in_a_worker() -> tuple[list[int], list[int]]:
    inside: list[int] = []
    product = np.matmul

    def watched(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401 - as NumPy's
        inside.extend(blas_threads())
        return product(*arguments, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(np, "matmul", watched)
        count_outcomes(ROWS)
    return sorted(set(inside)), sorted(blas_threads())


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_workers_are_limited_too(method: str) -> None:
    """A worker process that nobody set an environment for."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context(method)) as pool:
        inside, after = pool.submit(_in_a_worker).result()
    assert inside == [1]
    assert after == sorted(after)


def test_a_fork_begins_without_the_limit() -> None:
    """It has none of the threads that would lift it."""
    with one_thread():
        threads._LIMIT.forget()  # noqa: SLF001 - what a fork does
        assert blas_threads() == {3}
        threads._LIMIT.enter()  # noqa: SLF001 - so that the context has what to leave
        assert blas_threads() == {1}


def test_a_library_with_threads_for_each_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """One on OpenMP is limited by each thread for itself, and has its own number again afterwards."""

    class Library:
        """A library as threadpoolctl shows it."""

        def __init__(self) -> None:
            self.calls: list[str] = []

        def limit(self, *, limits: int) -> Library:
            self.calls.append(f"limit {limits}")
            return self

        def restore_original_limits(self) -> None:
            self.calls.append("lift")

    library = Library()
    monkeypatch.setattr(threads, "_libraries", lambda: threads._Libraries(None, library))  # noqa: SLF001 - a stand-in
    with one_thread(), one_thread():
        assert library.calls == ["limit 1"] * 2
    assert library.calls == ["limit 1", "limit 1", "lift", "lift"]


def test_without_threadpoolctl(monkeypatch: pytest.MonkeyPatch) -> None:
    """The counts are the same; the BLAS takes its threads."""
    monkeypatch.setitem(sys.modules, "threadpoolctl", None)
    threads._libraries.cache_clear()  # noqa: SLF001 - it has found the package
    try:
        with one_thread():
            assert blas_threads() == {3}
        assert count_outcomes(ROWS).tolist() == [by_recursion(EIGHT)] * 10
    finally:
        threads._libraries.cache_clear()  # noqa: SLF001 - as above
