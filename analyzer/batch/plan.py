"""The payoffs of bets, and how the work of a batch is run: blocks and executors.

A plan, made from payoffs in `sums`, names what to count. Blocks of shoes are counted in this process or by an executor,
and come back in order.
"""

from __future__ import annotations

import pickle
from collections import defaultdict, deque
from collections.abc import Sized
from functools import lru_cache
from math import lcm
from operator import mul
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, get_args

from analyzer.arguments import checked
from analyzer.bets.bet import Bet, require_pay_table
from analyzer.cards.card import Fineness
from analyzer.cards.shoe import CARDS_IN_A_COUP
from analyzer.enumeration.polynomial import Forms, event_forms, possible_endings
from analyzer.errors import BaccaratError, BetError, MissingExtraError, ShoeError
from analyzer.rules.coup import Ending
from analyzer.rules.tableau import STANDARD, Tableau

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Executor, Future
    from fractions import Fraction

    from numpy.typing import NDArray

    from analyzer.batch.rows import Block
    from analyzer.batch.sums import Plan
    from analyzer.enumeration.distribution import Progress
    from analyzer.rules.coup import Ending

    Rows = NDArray[Any]

__all__ = [
    "NO_SHOE",
    "Invalid",
    "Item",
    "join_blocks",
    "mask_rows",
    "payoff",
    "payoff_form",
    "payout_events",
    "require_numpy",
    "run_plan",
    "until_failure",
]

Invalid = Literal["error", "mask"]
"""What to do with a row that is not a shoe: raise an error, or mask its answer."""
Item = TypeVar("Item")
NO_SHOE: Final = [-1] * Fineness.VALUES
"""The marker of a row that is not a shoe, whatever the reason."""
# The most blocks submitted at once: enough for many workers, some tens of megabytes.
_IN_FLIGHT: Final = 64
# A block of shoes that need Python's integers holds this many, about 0.1 s of work: an interrupt is answered soon.
_LARGE_TOGETHER: Final = 256
_MOST_NAMED: Final = 20
_LONGEST_REASON: Final = 200
# Counts up to this are sent to workers in one or two bytes; larger ones are sent unchanged.
_NARROW_MOST: Final = 2**16 - 1


def payout_events(bet: Bet, tableau: Tableau = STANDARD) -> dict[Fraction, frozenset[Ending]]:
    """Return for each net result of a bet, per unit staked, the endings that give it.

    Raises:
        BetError: if it is not a bet, or looks at more than the ending.

    >>> from analyzer import read_variant
    >>> [str(net) for net in payout_events(read_variant("classic").bet("banco"))]
    ['-1', '0', '19/20']
    """
    if require_pay_table(bet).looks_at != "totals":
        raise BetError(f"bet {bet.name}: it looks at {bet.looks_at}; the polynomial knows totals and numbers of cards")
    return dict(_payout_events(bet, tableau))


@lru_cache(maxsize=256)
def _payout_events(bet: Bet, tableau: Tableau) -> dict[Fraction, frozenset[Ending]]:
    paid: dict[Fraction, set[Ending]] = defaultdict(set)
    for ending in possible_endings(tableau):
        paid[bet.pays_at(bet.row(ending)).net].add(ending)
    return {net: frozenset(paid[net]) for net in sorted(paid)}


def payoff(bet: Bet, tableau: Tableau = STANDARD) -> tuple[dict[frozenset[Ending], int], int]:
    """Return what each event pays, in parts of the stake, and how many parts make one unit.

    Raises:
        BetError: if it is not a bet, or looks at more than the ending.

    >>> from analyzer import read_variant
    >>> paid, parts = payoff(read_variant("classic").bet("banco"))
    >>> list(paid.values()), parts
    ([-20, 0, 19], 20)
    """
    events = payout_events(bet, tableau)
    parts = lcm(*(net.denominator for net in events))
    return {event: int(net * parts) for net, event in events.items()}, parts


@checked(tableau=Tableau)
def payoff_form(bet: Bet, tableau: Tableau = STANDARD) -> tuple[Forms, int]:
    """Return what a bet pays as one form, in parts of the stake, and how many parts make one unit.

    The value of the form over (parts times six-card deals) is the expected net result per unit staked.

    Raises:
        BetError: if it is not a bet, or looks at more than the ending.

    >>> from analyzer import Shoe, read_variant
    >>> form, parts = payoff_form(read_variant("classic").bet("banco"))
    >>> from fractions import Fraction
    >>> Fraction(-form.at(Shoe.decks(8))[0], parts * Shoe.decks(8).total)
    Fraction(114753351728, 10847218479825)
    """
    paid, parts = payoff(bet, tableau)
    counts = event_forms(tableau, tuple(paid)).coefficients
    coefficients = tuple(sum(map(mul, paid.values(), cells)) for cells in zip(*counts, strict=True))
    return Forms((coefficients,), max(map(abs, paid.values()))), parts


def require_numpy() -> None:
    """Check that NumPy can be imported.

    Raises:
        MissingExtraError: if it is not installed, or cannot be imported.
    """
    install = "pip install '.[fast]' in the folder of the source"
    try:
        import numpy as np  # noqa: F401 - only to know whether it is there
    except ImportError as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "numpy":
            raise MissingExtraError(f"many shoes at once need NumPy: {install}") from None
        # NumPy's own words about it are a page; what caused them is a line.
        reason = " ".join(str(error.__cause__ or error).split())[:_LONGEST_REASON]
        raise MissingExtraError(
            f"many shoes at once need NumPy, and the one here cannot be imported ({reason}); install it: {install}"
        ) from None


def run_plan(
    plan: Plan, compositions: Iterable[Any], executor: Executor | None, progress: Progress | None, invalid: Invalid
) -> Iterator[tuple[Rows, Rows, Rows]]:
    """Yield the plan's values, the numbers of deals and the mask of valid rows, block by block."""
    if invalid not in get_args(Invalid):
        raise BaccaratError(f"invalid: got {invalid!r}; allowed: {' or '.join(get_args(Invalid))}")
    require_numpy()
    from analyzer.batch.kernel import totals

    shape = getattr(compositions, "shape", None)
    rows = shape[0] if shape else None
    blocks = _blocks(compositions, invalid)
    done = 0
    for values, cards, valid in (
        _in_this_process(plan, blocks) if executor is None else _in_workers(plan, blocks, executor)
    ):
        yield values, totals(cards), valid
        done += len(valid)
        if progress is not None:
            progress(done, rows)


def _blocks(compositions: Iterable[Any], invalid: Invalid) -> Iterator[Block]:
    """Yield checked blocks; the error names all bad rows, or those of one block of an iterable without a length."""
    from analyzer.batch.kernel import INT_CARDS
    from analyzer.batch.rows import Block, blocks, check

    first = bad = 0
    named: list[int] = []
    for each in blocks(compositions):
        block = check(each)
        if invalid == "error" and not block.valid.all():
            refused = (~block.valid).nonzero()[0] + first
            named += refused[: _MOST_NAMED - len(named)].tolist()
            bad += len(refused)
            if not isinstance(compositions, Sized):
                break
        if not bad:
            together = _LARGE_TOGETHER if block.cards.max() > INT_CARDS else len(block.rows)
            for start in range(0, len(block.rows), together):
                yield Block(*(part[start : start + together] for part in block))
        first += len(block.valid)
    if bad:
        more = f" and {bad - len(named)} more" if bad > len(named) else ""
        raise ShoeError(
            f"compositions: these rows are not shoes: {', '.join(map(str, named))}{more}; "
            f"a row is ten whole counts of 0 or more, {CARDS_IN_A_COUP} cards at least"
        )


def until_failure(items: Iterable[Item], failures: list[Exception]) -> Iterator[Item]:
    """Yield items until the iterator raises; append the exception to `failures`, so pending results come out first.

    >>> failures = []
    >>> list(until_failure((6 // number for number in (3, 2, 0, 1)), failures)), failures
    ([2, 3], [ZeroDivisionError('integer division or modulo by zero')])
    """
    try:
        yield from items
    except Exception as failure:  # noqa: BLE001 - raised again by who asked
        failures.append(failure)


def _in_this_process(plan: Plan, blocks: Iterable[Block]) -> Iterator[tuple[Rows, Rows, Rows]]:
    """Count in this process: yield the plan's values, numbers of cards and the mask of valid rows, block by block."""
    for rows, cards, valid in blocks:
        yield plan.values(rows, cards), cards, valid


def _in_workers(plan: Plan, blocks: Iterable[Block], executor: Executor) -> Iterator[tuple[Rows, Rows, Rows]]:
    """Count by the executor: yield the same, in the same order."""
    import numpy as np

    packed = pickle.dumps(plan)
    waiting: deque[tuple[Future[Rows], Rows, Rows]] = deque()
    failures: list[Exception] = []
    try:
        for rows, cards, valid in until_failure(blocks, failures):
            # On their way to a worker most counts fit into one byte each.
            small = rows.dtype != object and rows.max() <= _NARROW_MOST
            narrow = rows.astype(np.min_scalar_type(rows.max())) if small else rows
            waiting.append((executor.submit(_values, packed, narrow), cards, valid))
            while waiting and (waiting[0][0].done() or len(waiting) == _IN_FLIGHT):
                yield _oldest_result(waiting)
        while waiting:
            yield _oldest_result(waiting)
    finally:
        for future, *_ in waiting:
            future.cancel()
    if failures:
        raise failures[0]


def _oldest_result(waiting: deque[tuple[Future[Rows], Rows, Rows]]) -> tuple[Rows, Rows, Rows]:
    future, cards, valid = waiting[0]
    values = future.result()
    # The future stays queued until it is done, so the caller can still cancel it.
    waiting.popleft()
    return values, cards, valid


def _values(packed: bytes, rows: Rows) -> Rows:
    """Return the plan's values of a block, in a worker."""
    from analyzer.batch.rows import cards_of

    return _unpacked(packed).values(rows, cards_of(rows))


@lru_cache(maxsize=16)
def _unpacked(packed: bytes) -> Plan:
    unpacked: Plan = pickle.loads(packed)  # noqa: S301 - our own, on its way to a worker
    return unpacked


def mask_rows(values: Rows, valid: Rows, invalid: Invalid) -> Rows:
    """Return the values, with invalid rows masked if `invalid` is "mask"."""
    import numpy as np

    if invalid == "error":
        return values
    mask = np.broadcast_to(~valid.reshape(-1, *[1] * (values.ndim - 1)), values.shape)
    return np.ma.masked_array(values, mask)


def join_blocks(parts: list[Rows], empty: tuple[int, ...], invalid: Invalid) -> Rows:
    """Return the blocks as one array, or an array of the shape `empty` if there are none."""
    import numpy as np

    if not parts:
        return mask_rows(np.empty(empty, dtype=np.int64), np.empty(0, dtype=bool), invalid)
    joined: Rows = (np.concatenate if invalid == "error" else np.ma.concatenate)(parts)
    return joined
