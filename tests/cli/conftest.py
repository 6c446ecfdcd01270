"""Default signals for child processes, however the tests were started."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture
def default_signals() -> Iterator[None]:
    """Give child processes the default signals; a shell starts background jobs with some of them ignored."""
    usual: dict[signal.Signals, Callable[..., object] | signal.Handlers] = {
        signal.SIGINT: signal.default_int_handler,
        signal.SIGHUP: signal.SIG_DFL,
        signal.SIGTERM: signal.SIG_DFL,
    }
    before = {number: signal.signal(number, handler) for number, handler in usual.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
