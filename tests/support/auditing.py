"""Lines of a record, and the findings of an audit in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer import STANDARD, Shoe, read_bet, read_variant
from analyzer.records.audit import Audit, Finding
from analyzer.records.columns import FIELDS
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
    change_field: str = "",
    **fields: str,
) -> Record:
    """Return a line by the names of its fields; `change` is a mark before it, `change_field` its own field."""
    fields["change"] = change_field
    return Record(line, tuple(fields.get(name, "") for name in FIELDS), money, change)


def findings(
    *records: Record, shoe: Shoe = EIGHT, dealt: str | None = None, currency: Currency | None = None
) -> list[Finding]:
    """Return the findings of an audit of these lines."""
    audit = Audit(shoe, STANDARD, BETS, currency, dealt=dealt)
    return [finding for checked in audit.check_all(records) for finding in checked.findings]


def rules(*records: Record, shoe: Shoe = EIGHT, dealt: str | None = None) -> list[str]:
    """Return the rules that these lines break."""
    return [finding.rule for finding in findings(*records, shoe=shoe, dealt=dealt)]
