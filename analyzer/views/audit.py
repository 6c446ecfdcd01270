"""Answers of an audit, written line by line as they come: findings, the odds before each coup, and the summary.

CSV and JSON hold every line, however many there are, in bounded memory. Tables for people need all their rows at once
to find their widths, so they show the first of very many and say how many more there are.
"""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, NamedTuple

from analyzer.notation import JSON_PLACES, decimal, exact, grouped, quotient
from analyzer.views.render import NOTHING, JsonWriter, Table, render

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TextIO

    from analyzer.records.audit import Checked, Finding
    from analyzer.records.edges import Edge
    from analyzer.views.render import Document, Style

    Lines = Iterable[tuple[Checked, Sequence[Edge]]]

__all__ = ["MOST_ROWS", "Summary", "write_csv", "write_json", "write_tables"]

MOST_ROWS = 10_000
"""The most rows of a table for people."""
_IN_MEMORY = 1_000_000
_FINDING_HEADERS = ["Line", "Shoe", "Round", "Rule", "Found", "What should have been", "Earlier lines"]


class Summary(NamedTuple):
    """What an audit comes to.

    Attributes:
        record: the file.
        variant: the variant whose rules it is checked by.
        tableau: the drawing rules.
        lines: lines of the file.
        coups: lines that are coups.
        unreadable: lines on which something could not be read.
        shoes: shoes begun.
        findings: findings.
    """

    record: str
    variant: str
    tableau: str
    lines: int
    coups: int
    unreadable: int
    shoes: int
    findings: int


def _finding_document(finding: Finding) -> Document:
    return {
        "line": finding.line,
        "shoe": finding.shoe,
        "round": finding.round or None,
        "rule": finding.rule,
        "found": finding.found,
        "expected": finding.expected,
        "lines": list(finding.lines),
    }


def _finding_row(finding: Finding) -> list[str]:
    line, shoe, number, rule, found, expected, lines = finding
    return [str(line), shoe, number, rule, found, expected, " ".join(map(str, lines))]


def _in_a_cell(findings: Sequence[Finding]) -> str:
    """Return what is wrong with one line as one cell."""
    return "; ".join(f"{rule}: {found}: {expected}" for *_, rule, found, expected, _ in findings)


def write_csv(out: TextIO, lines: Lines, bets: Sequence[str], style: Style) -> None:
    """Write a row for each finding; where odds are asked for, a row for each line with the edges before it."""
    writer = csv.writer(out, lineterminator="\n")
    if not bets:
        writer.writerow(_FINDING_HEADERS)
        for checked, _ in lines:
            writer.writerows(map(_finding_row, checked.findings))
        return
    places = JSON_PLACES if style.places is None else style.places

    def shown(edge: Edge) -> str:
        if edge is None:
            return NOTHING
        return exact(Fraction(*edge)) if style.exact else quotient(*edge, places)

    writer.writerow(["Line", "Shoe", "Round", *(f"{bet} edge" for bet in bets), "Findings"])
    for checked, edges in lines:
        findings = _in_a_cell(checked.findings)
        writer.writerow([checked.line, checked.shoe, checked.round, *map(shown, edges), findings])


def write_tables(  # noqa: PLR0913 - what is written, and where and how
    out: TextIO, lines: Lines, bets: Sequence[str], summary: Callable[[], Summary], *, form: str, style: Style
) -> None:
    """Write tables for people: the coups with their edges if asked for, the findings, the summary."""
    more, coups = 0, list[list[str]]()
    findings: list[list[str]] = []
    for checked, edges in lines:
        more += len(coups) >= MOST_ROWS
        if bets and len(coups) < MOST_ROWS:
            percents = [style.percent(None if edge is None else Fraction(*edge)) for edge in edges]
            coups.append([str(checked.line), checked.shoe, checked.round, *percents, str(len(checked.findings) or "")])
        findings += map(_finding_row, checked.findings[: MOST_ROWS - len(findings)])
    total = summary()
    tables = []
    if bets:
        headers = ["Line", "Shoe", "Round", *bets, "Findings"]
        title = "House edge before each coup, given the cards seen in its shoe"
        tables.append(Table(headers, coups, "rll" + "r" * (len(bets) + 1), title + _not_shown(more)))
    if findings:
        title = "Findings" + _not_shown(total.findings - len(findings))
        tables.append(Table(_FINDING_HEADERS, findings, "rllllll", title))
    rows = [
        [name.capitalize(), value if isinstance(value, str) else grouped(value)]
        for name, value in total._asdict().items()
    ]
    tables.append(Table(["Audit", ""], rows, "lr"))
    out.write(render(tables, form))


def _not_shown(more: int) -> str:
    return f"; {grouped(more)} more not shown: ask for CSV or JSON" if more else ""


def write_json(  # noqa: PLR0913 - what is written, and where and how
    out: TextIO,
    lines: Lines,
    bets: Sequence[str],
    summary: Callable[[], Summary],
    *,
    rules_texts: Sequence[bytes],
    places: int,
) -> None:
    """Write one document, a finding or a coup at a time.

    Args:
        out: where to.
        lines: the lines.
        bets: the names of the bets whose edges are given.
        summary: gives what the audit came to, once all lines are through.
        rules_texts: the rules files used.
        places: decimal places of edges.
    """

    def coup(checked: Checked, edges: Sequence[Edge]) -> Document:
        return {
            "line": checked.line,
            "shoe": checked.shoe,
            "round": checked.round or None,
            "edges": [
                {
                    "bet": bet,
                    "edge": None if edge is None else exact(Fraction(*edge)),
                    "edge_decimal": None if edge is None else decimal(Fraction(*edge), places),
                }
                for bet, edge in zip(bets, edges, strict=True)
            ],
        }

    writer = JsonWriter(out, rules_texts)
    if bets:
        # The coups come first, so their findings wait: in memory, or in a file where they are many.
        with SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8") as waiting:

            def coups() -> Iterator[Document]:
                for checked, edges in lines:
                    for finding in checked.findings:
                        waiting.write(json.dumps(_finding_document(finding)) + "\n")
                    yield coup(checked, edges)

            writer.add_list("coups", coups())
            waiting.seek(0)
            writer.add_list("findings", map(json.loads, waiting))
    else:
        findings = (finding for checked, _ in lines for finding in checked.findings)
        writer.add_list("findings", map(_finding_document, findings))
    writer.add("audit", summary()._asdict())
    writer.end()
