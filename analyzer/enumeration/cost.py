"""Cost: the work and the memory that counts may take, however much of the cards a bet looks at.

Work is estimated in microseconds before it is done, and refused where a limit is set and all of it would exceed that.
What a count keeps in memory is bounded always: either it is computed again when it is needed again, or there is an
error.

The estimates follow what was measured, on one core of a machine of 2024, for twenty pay tables that look at one to
thirty features in one to four groups of positions. Where a count took a second or more, the estimate was 0.7 to 1.6
times that; where elements of many features merge (all numbers of suits and ranks in all cards), up to 4 times.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from analyzer.errors import BetError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["MOST_ANSWERS", "MOST_BYTES", "charge", "limited", "require_memory"]

MOST_ANSWERS = 200_000
"""The most kinds of coups, by their endings and the answers that are kept, in one distribution."""
MOST_BYTES = 100_000_000
"""About how much the elements of features may take in one count."""


class _Limit:
    """The work that is allowed and that is estimated so far, in microseconds."""

    def __init__(self, allowed: int, hint: str) -> None:
        self.allowed = allowed
        self.estimated = 0
        self.hint = hint


_LIMIT: ContextVar[_Limit | None] = ContextVar("limit", default=None)


@contextmanager
def limited(seconds: int | None, hint: str = "") -> Iterator[None]:
    """Limit the work of all counts inside; None is no limit.

    Args:
        seconds: how much all counts together may take, as estimated.
        hint: the end of the error, about what lifts the limit.

    >>> with limited(20, "ask for less"):
    ...     charge(3 * 10**6)
    ...     charge(40 * 10**6)
    Traceback (most recent call last):
        ...
    analyzer.errors.BetError: bets: counting takes about 43 seconds; at most 20 are allowed: ask for less
    """
    token = _LIMIT.set(None if seconds is None else _Limit(seconds * 10**6, hint))
    try:
        yield
    finally:
        _LIMIT.reset(token)


def charge(work: float) -> None:
    """Add work that is about to be done, in microseconds.

    Raises:
        BetError: if a limit is set, and all work so far exceeds it.
    """
    limit = _LIMIT.get()
    if limit is None:
        return
    limit.estimated += int(work)
    if limit.estimated > limit.allowed:
        seconds, allowed = -(-limit.estimated // 10**6), limit.allowed // 10**6
        end = f": {limit.hint}" if limit.hint else ""
        raise BetError(f"bets: counting takes about {seconds:,} seconds; at most {allowed} are allowed{end}")


def require_memory(kept: int, most: int, what: str) -> None:
    """Refuse to keep more than fits.

    Raises:
        BetError: if `kept` exceeds `most`.
    """
    if kept > most:
        raise BetError(f"bets: they distinguish more than {most:,} {what}, the most that are kept in memory")
