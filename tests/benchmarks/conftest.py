"""Ratios taken side by side: before each round of a benchmark its yardstick is run once, and medians are compared."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING, Any, Protocol

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

RATIOS: list[tuple[str, float, str, float, float | None]] = []


class Compare(Protocol):
    """Figure `work` and `unit` side by side and compare the ratio of their medians with a bar."""

    def __call__(  # noqa: PLR0913 - both sides of a ratio with their names, and what it may be
        self,
        what: str,
        work: Callable[[], object],
        unit_name: str,
        unit: Callable[[], object],
        bar: float | None,
        *,
        times: int = 1,
    ) -> None:
        """See the class; a bar of None only states the ratio, and `work` does `times` what is compared."""


@pytest.fixture
def compare(benchmark: Any) -> Compare:  # noqa: ANN401 - pytest-benchmark's fixture has no public type
    """Return the function that measures one ratio."""

    def measure(  # noqa: PLR0913 - as `Compare`
        what: str,
        work: Callable[[], object],
        unit_name: str,
        unit: Callable[[], object],
        bar: float | None,
        *,
        times: int = 1,
    ) -> None:
        units: list[float] = []

        def run_unit() -> None:
            start = time.perf_counter()
            unit()
            units.append(time.perf_counter() - start)

        unit()
        benchmark.pedantic(work, setup=run_unit, rounds=9, warmup_rounds=1)
        seconds = benchmark.stats.stats.median / times
        ratio = seconds / statistics.median(units)
        benchmark.extra_info["ratio"] = ratio
        RATIOS.append((what, seconds, unit_name, ratio, bar))
        assert bar is None or ratio <= bar, f"{what}: {_text(ratio)} times {unit_name}, the bar is {_text(bar)}"

    return measure


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the ratios as a Markdown table, ready for docs/speed.md."""
    if not RATIOS:
        return
    terminalreporter.write_line("")
    terminalreporter.write_line("| Work | Seconds | Ratio | Against | Bar |")
    terminalreporter.write_line("|:--|--:|--:|:--|--:|")
    for what, seconds, unit, ratio, bar in RATIOS:
        limit = "-" if bar is None else _text(bar)
        terminalreporter.write_line(f"| {what} | {seconds:.2g} | {_text(ratio)} | {unit} | {limit} |")


def _text(ratio: float) -> str:
    if ratio >= 1:
        return f"{ratio:.1f}"
    return f"1/{1 / ratio:.1f}" if ratio > 1 / 10 else f"1/{1 / ratio:,.0f}"
