"""An audit as CSV, tables and JSON."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

from auditing import EIGHT, record

from analyzer import STANDARD, Audit
from analyzer.views.audit import Summary, write_csv, write_json, write_tables
from analyzer.views.render import Style

if TYPE_CHECKING:
    from analyzer.records.audit import CheckedLine


def checked() -> tuple[list[tuple[CheckedLine, tuple[()]]], Audit]:
    """Return a good line and one with a wrong result."""
    audit = Audit(EIGHT, STANDARD)
    records = [record(2, punto="9 K", banco="3 8", result="P"), record(3, punto="9 K", banco="3 8", result="B")]
    return [(line, ()) for line in audit.check_all(records)], audit


def summary(audit: Audit) -> Summary:
    """Return the summary of an audit."""
    return Summary("r.csv", "classic", "standard", 3, audit.coups, audit.unreadable, audit.shoes, audit.findings)


def test_csv_has_a_line_for_each_finding() -> None:
    """Without odds a line that is as it should be is not listed."""
    lines, _audit = checked()
    out = io.StringIO()
    write_csv(out, lines, [], Style(plain=True))
    rows = list(csv.reader(io.StringIO(out.getvalue())))
    assert [row[0] for row in rows] == ["Line", "3"]
    assert rows[1][3:6] == ["result", "banco wins", "punto wins, 9 to 1"]


def test_json_and_tables_count_alike() -> None:
    """Both name one finding in two coups."""
    lines, audit = checked()
    out = io.StringIO()
    write_json(out, lines, [], lambda: summary(audit), rules_texts=[], places=12)
    document = json.loads(out.getvalue())
    assert [finding["line"] for finding in document["findings"]] == [3]
    assert (document["audit"]["coups"], document["audit"]["findings"]) == (2, 1)
    table = io.StringIO()
    write_tables(table, lines, [], lambda: summary(audit), output_format="csv", style=Style())
    assert "punto wins, 9 to 1" in table.getvalue()
