"""The output of an audit: findings, the odds before each coup, and the summary.

CSV and JSON are written line by line in bounded memory and hold every line. Tables for people need all their rows at
once to find the widths of their columns, so they show the first `MOST_ROWS` rows and the number of the others, and cut
a cell at `MOST_CHARACTERS`.
"""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, NamedTuple

from analyzer.layout import Table
from analyzer.notation import JSON_PLACES, decimal, exact, grouped, quotient
from analyzer.text import cut, printable
from analyzer.views.render import NOTHING, JsonWriter, render

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TextIO

    from analyzer.records.audit import CheckedLine, Finding
    from analyzer.records.edges import Edge
    from analyzer.views.render import Document, Style

    Lines = Iterable[tuple[CheckedLine, Sequence[Edge]]]

__all__ = ["MOST_CHARACTERS", "MOST_ROWS", "Summary", "write_csv", "write_json", "write_tables"]

MOST_ROWS = 10_000
"""The most rows of a table for people."""
MOST_CHARACTERS = 1_000
"""The most characters of a cell of such a table; the earlier lines of a finding may be thousands."""
_CHARACTERS_IN_MEMORY = 1_000_000
_FINDING_HEADERS = ["Line", "Shoe", "Round", "Rule", "Found", "What should have been", "Earlier lines"]


class Summary(NamedTuple):
    """The summary of an audit.

    Attributes:
        record: the file.
        variant: the variant whose rules apply.
        tableau: the drawing rules.
        lines: the number of lines of the file.
        coups: the number of lines that are coups.
        unreadable: the number of lines on which something could not be read.
        shoes: the number of shoes begun.
        findings: the number of findings.
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
    line, *texts, lines = finding
    return [str(line), *map(printable, texts), " ".join(map(str, lines))]


def _findings_text(findings: Sequence[Finding]) -> str:
    """Return the findings of one line as one field of CSV."""
    return printable("; ".join(f"{rule}: {found}: {expected}" for *_, rule, found, expected, _ in findings))


def write_csv(out: TextIO, lines: Lines, bets: Sequence[str], style: Style) -> None:
    """Write a row for each finding or, with bets, a row for each line with the edges before it."""
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
        findings = _findings_text(checked.findings)
        shoe, number = printable(checked.shoe), printable(checked.round)
        writer.writerow([checked.line, shoe, number, *map(shown, edges), findings])


def write_tables(  # noqa: PLR0913 - the content, and where and how it is written
    out: TextIO,
    lines: Lines,
    bets: Sequence[str],
    summary: Callable[[], Summary],
    *,
    output_format: str,
    style: Style,
    width: int | None = None,
) -> None:
    """Write tables for people: with bets the coups with their edges, then the findings and the summary.

    Args:
        out: the stream to write to.
        lines: the checked lines with their edges.
        bets: the names of the bets whose edges are given.
        summary: returns the summary, called after the last line.
        output_format: one of the formats of tables.
        style: how figures are written.
        width: the characters of a line, None for any number.
    """
    hidden, coups = 0, list[list[str]]()
    findings: list[list[str]] = []
    for checked, edges in lines:
        hidden += len(coups) >= MOST_ROWS
        if bets and len(coups) < MOST_ROWS:
            percents = [style.percent(None if edge is None else Fraction(*edge)) for edge in edges]
            coups.append([str(checked.line), checked.shoe, checked.round, *percents, str(len(checked.findings) or "")])
        rows = map(_finding_row, checked.findings[: MOST_ROWS - len(findings)])
        findings += [[cut(cell, MOST_CHARACTERS) for cell in row] for row in rows]
    total = summary()
    tables = []
    if bets:
        headers = ["Line", "Shoe", "Round", *bets, "Findings"]
        title = "House edge before each coup, given the cards seen in its shoe"
        tables.append(Table(headers, coups, "rll" + "r" * (len(bets) + 1), title + _not_shown(hidden)))
    if findings:
        title = "Findings" + _not_shown(total.findings - len(findings))
        tables.append(Table(_FINDING_HEADERS, findings, "rllllll", title))
    audit = [
        [name.capitalize(), value if isinstance(value, str) else grouped(value)]
        for name, value in total._asdict().items()
    ]
    tables.append(Table(["Audit", ""], audit, "lr"))
    out.write(render(tables, output_format, width))


def _not_shown(hidden: int) -> str:
    return f"; {grouped(hidden)} more not shown: ask for CSV or JSON" if hidden else ""


def write_json(  # noqa: PLR0913 - the content, and where and how it is written
    out: TextIO,
    lines: Lines,
    bets: Sequence[str],
    summary: Callable[[], Summary],
    *,
    rules_texts: Sequence[bytes],
    places: int,
) -> None:
    """Write one JSON document, a finding or a coup at a time.

    Args:
        out: the stream to write to.
        lines: the checked lines with their edges.
        bets: the names of the bets whose edges are given.
        summary: returns the summary, called after the last line.
        rules_texts: the rules files used.
        places: decimal places of edges.
    """

    def coup_document(checked: CheckedLine, edges: Sequence[Edge]) -> Document:
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
        # The document lists the coups first, so findings are spooled: in memory, or to a file if they are many.
        with SpooledTemporaryFile(_CHARACTERS_IN_MEMORY, "w+", encoding="utf-8") as spool:

            def coups() -> Iterator[Document]:
                for checked, edges in lines:
                    for finding in checked.findings:
                        spool.write(json.dumps(_finding_document(finding)) + "\n")
                    yield coup_document(checked, edges)

            writer.add_list("coups", coups())
            spool.seek(0)
            writer.add_list("findings", map(json.loads, spool))
    else:
        findings = (finding for checked, _ in lines for finding in checked.findings)
        writer.add_list("findings", map(_finding_document, findings))
    writer.add("audit", summary()._asdict())
    writer.end()
