"""One thread for the matrix products of a batch, whatever NumPy's BLAS would take.

The products are small: more threads gain little on an idle machine, and beside other work they wait for each other. The
limit holds while a block is evaluated, in workers too, and is then lifted: NumPy's other users keep their threads. It
needs threadpoolctl, of the extra `fast`; without it the BLAS takes as many threads as it likes.

Most BLAS libraries have one number of threads for the whole process, those on OpenMP one for each thread that calls.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["one_thread"]

_OPENMP: Final = "openmp"


class _Libraries(NamedTuple):
    """What sets the threads of the BLAS libraries; None for no such library.

    Attributes:
        of_process: those with one number for the process.
        of_thread: those with a number for each thread.
    """

    of_process: Any
    of_thread: Any


@cache
def _libraries() -> _Libraries:
    """Return the libraries that NumPy has loaded; none without threadpoolctl."""
    try:
        from threadpoolctl import ThreadpoolController
    except ImportError:
        return _Libraries(None, None)
    blas = ThreadpoolController().select(user_api="blas")
    layers = {library.get("threading_layer") for library in blas.info()}
    others = [layer for layer in layers if layer != _OPENMP]
    return _Libraries(
        blas.select(threading_layer=others) if others else None,
        blas.select(threading_layer=_OPENMP) if _OPENMP in layers else None,
    )


def _take_control() -> None:
    """Let this thread set the number of the process: threadpoolctl may keep that to the first thread that did."""
    import threadpoolctl

    of_openblas: Any = getattr(threadpoolctl, "OpenBLASController", None)
    if hasattr(of_openblas, "clear_controlling_thread"):
        of_openblas.clear_controlling_thread(force=True)


class _Limit:
    """The limit of this process, which is set by the first thread that needs it and lifted by the last."""

    def __init__(self) -> None:
        """Begin without a limit."""
        self.lock = Lock()
        self.users = 0
        self.lift: Any = None

    def enter(self) -> None:
        """Limit the BLAS, unless another thread did."""
        with self.lock:
            self.users += 1
            libraries = _libraries().of_process
            if self.users == 1 and libraries is not None:
                _take_control()
                self.lift = libraries.limit(limits=1)

    def leave(self) -> None:
        """Lift the limit, unless another thread needs it."""
        with self.lock:
            self.users -= 1
            if not self.users:
                self.end()

    def end(self) -> None:
        """Give the BLAS its threads back."""
        if self.lift is not None:
            _take_control()
            self.lift.restore_original_limits()
            _take_control()
            self.lift = None

    def forget(self) -> None:
        """Begin anew in a fork, which has none of the other threads that would lift the limit."""
        self.lock, self.users = Lock(), 0
        self.end()


_LIMIT = _Limit()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_LIMIT.forget)


@contextmanager
def one_thread() -> Iterator[None]:
    """Limit NumPy's BLAS to one thread inside; any number of threads may do so at once.

    Cost: some 0.1 ms.
    """
    libraries = _libraries().of_thread
    own = None if libraries is None else libraries.limit(limits=1)
    _LIMIT.enter()
    try:
        yield
    finally:
        _LIMIT.leave()
        if own is not None:
            own.restore_original_limits()
