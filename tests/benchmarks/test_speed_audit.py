"""How fast a record is audited, in coups for one run of the yardstick."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from test_speed import YARDSTICK, yardstick

from analyzer import STANDARD, Shoe, read_variant
from analyzer.errors import MissingExtraError
from analyzer.records import edges as record_odds
from analyzer.records.audit import Audit
from analyzer.records.edges import edges_before, needed_fineness
from analyzer.records.record_file import RecordFile

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from ledger import HEADER, Line, deal, seeded

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Compare

CLASSIC = read_variant("classic").bets


@pytest.fixture
def record(tmp_path: Path) -> Callable[[int], str]:
    """Return the function that writes a record of a number of coups, faces, totals, results and payments."""

    def write(coups: int) -> str:
        path = tmp_path / "record.csv"
        path.write_text("\n".join([HEADER, *map(Line.text, deal(seeded(9), coups, suits=True))]))
        return str(path)

    return write


def audited(path: str, *, odds: bool) -> None:
    """Audit a record, with the odds of three bets before each coup or without."""
    bets = list(CLASSIC) if odds else []
    audit = Audit(Shoe.decks(8), STANDARD, {bet.name: bet for bet in CLASSIC}, odds=needed_fineness(bets))
    checked = audit.check_all(RecordFile(path, [bet.name for bet in CLASSIC]))
    for _ in edges_before(checked, bets, STANDARD) if odds else checked:
        pass
    assert audit.coups
    assert not audit.findings


def test_audit(compare: Compare, record: Callable[[int], str]) -> None:
    """Without odds a coup costs at most 1/2,500 of the yardstick."""
    path = record(2500)
    work = "a coup audited, payments too"
    compare(work, lambda: audited(path, odds=False), YARDSTICK, yardstick, 1 / 2500, times=2500)


def test_odds(compare: Compare, record: Callable[[int], str]) -> None:
    """With the odds of three bets, by NumPy, at most 1/400."""
    path = record(400)
    work = "a coup audited with the odds of three bets, NumPy"
    compare(work, lambda: audited(path, odds=True), YARDSTICK, yardstick, 1 / 400, times=400)


def test_odds_alone(compare: Compare, record: Callable[[int], str], monkeypatch: pytest.MonkeyPatch) -> None:
    """By the standard library at most 1/40."""

    def missing() -> None:
        raise MissingExtraError("not here")

    monkeypatch.setattr(record_odds, "require_numpy", missing)
    path = record(40)
    compare("the same without NumPy", lambda: audited(path, odds=True), YARDSTICK, yardstick, 1 / 40, times=40)
