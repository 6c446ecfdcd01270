"""Lines of a record, and the findings of an audit in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer import STANDARD, Shoe, read_bet, read_variant
from analyzer.records.audit import Audit, Finding
from analyzer.records.columns import CELLS
from analyzer.records.record_file import Record

if TYPE_CHECKING:
    from analyzer.bets.settlement import Currency

BETS = {bet.name: bet for bet in read_variant("classic").bets} | {"punto-pair": read_bet("punto-pair")}
EIGHT = Shoe.decks(8)


def record(
    line: int = 2,
    *,
    money: tuple[tuple[str, str, str], ...] = (),
    change: bool = False,
    change_cell: str = "",
    **cells: str,
) -> Record:
    """Return a line with these fields; `change` is a mark before the line, `change_cell` the field of that name."""
    cells["change"] = change_cell
    return Record(line, tuple(cells.get(name, "") for name in CELLS), money, change)


def findings(
    *records: Record, shoe: Shoe = EIGHT, dealt: str | None = None, currency: Currency | None = None
) -> list[Finding]:
    """Return the findings of an audit of these lines."""
    audit = Audit(shoe, STANDARD, BETS, currency, dealt=dealt)
    return [finding for checked in audit.check_all(records) for finding in checked.findings]


def rules(*records: Record, shoe: Shoe = EIGHT, dealt: str | None = None) -> list[str]:
    """Return the rules that these lines break."""
    return [finding.rule for finding in findings(*records, shoe=shoe, dealt=dealt)]
