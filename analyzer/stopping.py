"""Stopping: what a signal does to a run of the command line, from the first import to the exit.

The first signal raises an exception, so that files are closed and drafts are removed; the second, or the first while
modules are imported, ends the process at once. Either way the process prints one line, leaves no worker and no draft,
and exits with 128 plus the number of the signal.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from threading import get_ident
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from pathlib import Path
    from types import FrameType

__all__ = ["DRAFTS", "Terminated", "end_at_once", "kill_workers", "listen", "ready", "settled"]

DRAFTS: set[Path] = set()
"""The drafts that are being written; they are removed when the process ends at once."""
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
_state = {"pid": 0, "ready": False, "raised": False}


class Terminated(SystemExit):
    """The run was told to end, by SIGTERM or SIGHUP."""


def listen() -> None:
    """Handle the signals of this process from now on; a signal that the process was started to ignore stays ignored."""
    _state.update(pid=os.getpid(), ready=False, raised=False)
    _state.pop("teller", None)
    for name in _SIGNALS:
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def ready() -> None:
    """Say that the imports are done: a signal raises an exception now."""
    _state["ready"] = True


def settled() -> bool:
    """Ignore further signals, because the run has ended; return whether this thread prints its last line.

    If several threads fail, only the first to ask does.
    """
    if _state["pid"] == os.getpid():
        for name in _SIGNALS:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is _stop:
                with suppress(ValueError):  # only the main thread may
                    signal.signal(number, signal.SIG_IGN)
    return _state.setdefault("teller", get_ident()) == get_ident()


def _stop(number: int, _frame: FrameType | None) -> None:
    if os.getpid() != _state["pid"]:
        os._exit(128 + number)  # a worker that has just been forked; its parent prints the line
    if not _state["ready"] or _state["raised"]:
        end_at_once(128 + number)
    _state["raised"] = True
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise Terminated(128 + number)


def end_at_once(status: int, line: str = "") -> NoReturn:
    """Kill the workers, remove the drafts, print one line and exit, without waiting for anything.

    Args:
        status: the exit status.
        line: why the run ends; by default the signal that the status stands for.
    """
    settled()
    kill_workers()
    for draft in DRAFTS.copy():
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    with suppress(OSError):
        os.write(2, f"Error: {line or ended(status)}\n".encode())
    os._exit(status)


def kill_workers() -> None:
    """Kill the worker processes; Python would wait for them at its exit, and for those that get no work for ever."""
    if "multiprocessing" in sys.modules:
        import threading
        from multiprocessing import active_children

        # A process pool's thread would print a traceback about the workers that are killed here.
        threading.excepthook = lambda _failure: None
        workers = active_children()
        for worker in workers:
            worker.kill()
        for worker in workers:
            worker.join(1)


def ended(status: int) -> str:
    """Return how a run ended, by its exit status.

    >>> ended(130), ended(143)
    ('interrupted', 'terminated')
    """
    return "interrupted" if status == 128 + signal.SIGINT else "terminated"
