"""Rendering: tables as text for a terminal, Markdown, CSV or LaTeX, and JSON documents.

This is the only module that uses tabulate. A `Style` turns every figure into text before a table is made of it. What
cannot be printed is escaped in every format, so no text from a file can write on the terminal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.layout import Table, block, fitted, paragraph
from analyzer.notation import JSON_PLACES, decimal, exact, grouped, percent, root_decimal, significant
from analyzer.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction
    from typing import TextIO

__all__ = ["FORMATS", "NOTHING", "Document", "JsonWriter", "Style", "json_text", "markdown", "render"]

FORMATS = ("table", "markdown", "csv", "latex")
NOTHING = "-"
"""What a table shows for an undefined figure."""
Document = dict[str, object]
"""A JSON object, or the keys that a command adds to one."""
_ALIGNMENTS = {"l": "left", "c": "center", "r": "right"}


@dataclass(frozen=True, slots=True)
class Style:
    """How a table writes its figures.

    Attributes:
        places: decimal places, None for the usual number of each figure.
        exact: rationals as n/d in lowest terms instead of decimals.
        plain: no digit grouping, no percent sign and 12 decimal places, for programs.
        all_figures: also the figures that follow from others.

    >>> from fractions import Fraction
    >>> Style().percent(Fraction(1, 3)), Style(exact=True).percent(Fraction(1, 3)), Style(plain=True).count(1000)
    ('33.3333%', '1/3', '1000')
    """

    places: int | None = None
    exact: bool = False
    plain: bool = False
    all_figures: bool = False

    def _places(self, usual: int) -> int:
        return self.places if self.places is not None else JSON_PLACES if self.plain else usual

    def count(self, number: int) -> str:
        """Return a count."""
        return str(number) if self.plain else grouped(number)

    def decimal(self, value: Fraction | None, usual: int = 6) -> str:
        """Return a rational as a decimal."""
        if value is None:
            return NOTHING
        return exact(value) if self.exact else decimal(value, self._places(usual))

    def percent(self, value: Fraction | None, usual: int = 4) -> str:
        """Return a rational as a percentage."""
        if value is None or self.exact or self.plain:
            return self.decimal(value)
        return percent(value, self._places(usual))

    def small(self, value: Fraction | None, unit: Fraction) -> str:
        """Return a small rational in multiples of a unit, to three significant digits; exact and plain, as it is."""
        if value is None or self.exact or self.plain:
            return self.decimal(value)
        return significant(value / unit, 3) if self.places is None else decimal(value / unit, self.places)

    def root(self, square: Fraction, usual: int = 6) -> str:
        """Return the square root of a rational, correctly rounded; an exact style writes "sqrt(n/d)"."""
        return f"sqrt({exact(square)})" if self.exact else root_decimal(square, self._places(usual))


def render(tables: Sequence[Table], output_format: str, width: int | None = None) -> str:
    r"""Return tables as text that ends in one newline; CSV can hold one table, so it gives only the first.

    Args:
        tables: the tables, the main one first.
        output_format: one of `FORMATS`.
        width: the characters of a line of a terminal, which tables of the format "table" are fitted to; None for any.

    >>> print(render([Table(["Bet", "Edge"], [["a|b", "1.50"]], "lr")], "markdown"), end="")
    | Bet   |   Edge |
    |:------|-------:|
    | a\|b  |   1.50 |
    """
    shown = [
        table._replace(headers=_cells(table.headers), rows=list(map(_cells, table.rows)), title=printable(table.title))
        for table in tables
    ]
    if output_format == "csv":
        return _csv(shown[0])
    if output_format == "table":
        return "\n\n".join(_plain(table, width) for table in shown) + "\n"
    return "\n\n".join(_marked(table, output_format) for table in shown) + "\n"


def _cells(texts: Sequence[str]) -> list[str]:
    return list(map(printable, texts))


def markdown(*tables: Table) -> str:
    """Return tables as Markdown to be put into a page: without a newline at the end."""
    return render(tables, "markdown").rstrip("\n")


def _csv(table: Table) -> str:
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.headers)
    writer.writerows(table.rows)
    return text.getvalue()


def _plain(table: Table, width: int | None) -> str:
    """Return a table as text for a terminal."""
    title = paragraph(table.title, width)
    body = block(table, width)
    if body is None:
        body = "\n\n".join(map(_grid, [table] if width is None else fitted(table, width)))
    return f"{title}\n\n{body}" if title else body


def _grid(table: Table) -> str:
    """Return a table in columns, with a line below its headers."""
    from tabulate import tabulate

    lines = tabulate(
        [table.headers, *table.rows],
        tablefmt="plain",
        disable_numparse=True,
        colalign=[_ALIGNMENTS[letter] for letter in table.align],
        rowalign=["bottom"] + ["top"] * len(table.rows),
    ).splitlines()
    under = max(header.count("\n") + 1 for header in table.headers)
    columns = zip(table.headers, *table.rows, strict=True)
    widths = [max(len(line) for cell in column for line in cell.split("\n")) for column in columns]
    return "\n".join(map(str.rstrip, [*lines[:under], "  ".join("-" * size for size in widths), *lines[under:]]))


def _marked(table: Table, output_format: str) -> str:
    """Return a table as Markdown or LaTeX."""
    from tabulate import tabulate

    headers, rows = table.headers, table.rows
    if output_format == "markdown":
        headers = [header.replace("|", r"\|") for header in headers]
        rows = [[cell.replace("|", r"\|") for cell in row] for row in rows]
    body = tabulate(
        rows,
        headers=headers,
        tablefmt={"markdown": "pipe", "latex": "latex_booktabs"}[output_format],
        disable_numparse=True,
        # tabulate refuses alignments for a table without rows.
        colalign=[_ALIGNMENTS[letter] for letter in table.align] if rows else None,
    )
    lines = "\n".join(line.rstrip() for line in body.splitlines())
    if not table.title:
        return lines
    title = {"markdown": f"**{table.title}**", "latex": "% " + table.title}[output_format]
    return f"{title}\n\n{lines}"


def json_text(document: Document, rules_texts: Sequence[bytes] = ()) -> str:
    """Return an answer as one JSON document: the schema and the program, then the answer's own keys.

    Args:
        document: the answer's keys.
        rules_texts: the rules files used, which the program's digest covers; b"" for rules without a file.
    """
    return _indented(_head(rules_texts) | document) + "\n"


class JsonWriter:
    r"""Writes the document of `json_text` key by key, so that no list has to fit in memory.

    >>> import io
    >>> out = io.StringIO()
    >>> writer = JsonWriter(out)
    >>> writer.add_list("squares", ({"of": number} for number in range(2)))
    >>> writer.add("audit", {"lines": 2})
    >>> writer.end()
    >>> out.getvalue() == json_text({"squares": [{"of": 0}, {"of": 1}], "audit": {"lines": 2}})
    True
    """

    def __init__(self, out: TextIO, rules_texts: Sequence[bytes] = ()) -> None:
        """Write the keys that every document begins with."""
        self._out, self._before = out, "{"
        for key, value in _head(rules_texts).items():
            self.add(key, value)

    def add(self, key: str, value: object) -> None:
        """Write a key and its value."""
        self._begin(key)
        self._out.write(_indented(value, 1))

    def add_list(self, key: str, items: Iterable[object]) -> None:
        """Write a key and its list, an item at a time."""
        self._begin(key)
        self._out.write("[")
        before, after = "", "]"
        for item in items:
            self._out.write(f"{before}\n    {_indented(item, 2)}")
            before, after = ",", "\n  ]"
        self._out.write(after)

    def end(self) -> None:
        """Write the end of the document."""
        self._out.write("\n}\n")

    def _begin(self, key: str) -> None:
        self._out.write(f'{self._before}\n  "{key}": ')
        self._before = ","


def _indented(value: object, levels: int = 0) -> str:
    """Return a value as indented JSON; all lines but the first are indented by `levels` more levels."""
    import json

    text = json.dumps(value, indent=2, ensure_ascii=False)
    return ("\n" + "  " * levels).join(map(_escaped, text.split("\n")))


def _escaped(line: str) -> str:
    """Return a line of JSON with what cannot be printed escaped, surrogates too; a reader gets the same texts."""
    import json

    if line.isprintable():
        return line
    return "".join(character if character.isprintable() else json.dumps(character)[1:-1] for character in line)


def _head(rules_texts: Sequence[bytes]) -> Document:
    """Return the keys that every document begins with."""
    from hashlib import sha256

    from analyzer import __version__

    # Each file counts once, in the order of its first use.
    used = b"".join(dict.fromkeys(rules_texts))
    digest = sha256(used).hexdigest() if used else None
    return {"schema": 1, "program": {"name": "baccarat-odds", "version": __version__, "digest": digest}}
