"""How fast a record is audited, in coups for one run of the yardstick."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from test_speed import YARDSTICK, yardstick

from analyzer import STANDARD, Shoe, read_variant, record_odds
from analyzer.auditing import Audit
from analyzer.errors import MissingExtraError
from analyzer.record_odds import edges_before, needed_fineness
from analyzer.records import RecordFile

sys.path.insert(0, str(Path(__file__).parent.parent))

from ledger import HEADER, Line, deal, seeded

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Compare

CLASSIC = read_variant("classic").bets


@pytest.fixture
def record(tmp_path: Path) -> Callable[[int], str]:
    """Return the function that writes a record of so many coups, faces, totals, results and payments."""

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
    """2,500 coups cost at most one run of the yardstick."""
    path = record(2500)
    compare("audit, 2,500 coups with payments", lambda: audited(path, odds=False), YARDSTICK, yardstick, 1)


def test_odds(compare: Compare, record: Callable[[int], str]) -> None:
    """So do 400 with the odds of three bets, by NumPy."""
    path = record(400)
    compare("audit, 400 coups with odds", lambda: audited(path, odds=True), YARDSTICK, yardstick, 1)


def test_odds_alone(compare: Compare, record: Callable[[int], str], monkeypatch: pytest.MonkeyPatch) -> None:
    """So do 40 by the standard library."""

    def missing() -> None:
        raise MissingExtraError("not here")

    monkeypatch.setattr(record_odds, "require_numpy", missing)
    path = record(40)
    compare("audit, 40 coups with odds, without NumPy", lambda: audited(path, odds=True), YARDSTICK, yardstick, 1)
