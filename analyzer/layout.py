"""Layout: a table, and how its text is made to fit the width of a terminal.

A table that is too wide has its headers and texts wrapped. If that is not enough it is turned over, so that its rows
stand side by side, or cut into tables that each repeat the columns naming the rows. Nothing is left out. A long
fraction is broken after its `/` if nothing else helps, and it alone may then exceed the width.
"""

from __future__ import annotations

import re
from textwrap import wrap
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Table", "block", "fitted", "paragraph"]

GAP = 2
"""Blanks between two columns."""
_LEAST_TEXT = 14
"""A column of texts is not made narrower than this, if it is that wide."""
_MOST_TURNED = 6
"""The most rows of a table that is turned over: each becomes a column."""
_BREAKS = re.compile(r"([0-9]{6,}/)(?=[0-9]{6,})|([0-9a-f]{32})(?=[0-9a-f]{32})", re.ASCII)
"""Where a word is broken if nothing else helps: after the / of a long fraction, and in the middle of a digest."""


class Table(NamedTuple):
    """A table of finished text.

    Attributes:
        headers: one text for each column.
        rows: the rows, each as long as the headers.
        align: one letter for each column: l, c or r.
        title: the line above the table, "" for none.
        keys: how many columns, from the first, name the row.
        form: how text for a terminal shows it: as a grid; as entries, a paragraph for each row; or as equations, each
            row a name and what it equals. Other formats show a grid.
    """

    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    align: str
    title: str = ""
    keys: int = 1
    form: Literal["grid", "entries", "equations"] = "grid"


def paragraph(text: str, width: int | None, indent: str = "") -> str:
    """Return a text wrapped to a width, all lines but the first indented; without a width it is one line."""
    if width is None or len(text) <= width:
        return text
    return "\n".join(wrap(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False))


def block(table: Table, width: int | None) -> str | None:
    """Return the text of entries or equations; None for a grid."""
    if table.form == "grid":
        return None
    lines = _entries(table, width) if table.form == "entries" else _equations(table, width)
    return "\n".join(lines)


def _entries(table: Table, width: int | None) -> Iterator[str]:
    """Yield each row: its name and first text on a line, and the other columns, with their headers, on the next."""
    for name, first, *others in table.rows:
        yield paragraph(f"{name}: {first}", width, "    ")
        more = [
            f"{header[:1].lower()}{header[1:]} {text}" for header, text in zip(table.headers[2:], others, strict=True)
        ]
        yield paragraph(f"    {'; '.join(more)}", width, "    ")


def _equations(table: Table, width: int | None) -> Iterator[str]:
    """Yield each row as `name = formula`, aligned at the sign; a long formula is broken before / and at its terms."""
    names = max((len(name) for name, _ in table.rows), default=0)
    room = None if width is None else max(width - names - 3, width // 2)
    for name, formula in table.rows:
        parts = [formula]
        if room is not None and len(formula) > room:
            # Before the division line, and then between terms and between factors.
            parts = [part.replace(")(", ") (") for part in re.split(r" (?=/ |\+ c \* )", formula)]
        lines = "\n".join(paragraph(part, room, "  ") for part in parts).split("\n")
        yield f"{name:<{names}} = {lines[0]}"
        yield from (f"{'':<{names}}   {line}" for line in lines[1:])


def fitted(table: Table, width: int) -> list[Table]:
    r"""Return a grid as tables of at most a width: wrapped, turned over or cut into parts, with nothing left out.

    >>> wide = Table(["Bet", "House edge", "Return to player"], [["banco", "1.0579%", "98.9421%"]], "lrr")
    >>> [list(part.headers) for part in fitted(wide, 25)]
    [['Bet', 'House\nedge', 'Return to\nplayer']]
    """
    turned = _turned(table)
    for breaking in (False, True):
        for candidate in (table, turned):
            if candidate is not None and (wrapped := _wrapped(candidate, width, breaking=breaking)):
                return [wrapped]
    return list(_parts(table, width))


def _turned(table: Table) -> Table | None:
    """Return a table whose rows stand side by side; None if they are too many or have texts for names of their own."""
    if not 0 < len(table.rows) <= _MOST_TURNED or len(table.headers) - table.keys <= len(table.rows):
        return None
    names = [", ".join(filter(None, row[: table.keys])) for row in table.rows]
    rows = [
        [header, *(row[column] for row in table.rows)]
        for column, header in enumerate(table.headers)
        if column >= table.keys
    ]
    return Table(
        [", ".join(filter(None, table.headers[: table.keys])), *names], rows, "l" + "r" * len(names), table.title
    )


def _words(text: str, *, breaking: bool) -> list[str]:
    """Return the parts of a text that stay on one line."""
    words = text.split() or [""]
    return [part for word in words for part in (_BREAKS.sub(r"\1\2 ", word).split() if word and breaking else [word])]


def _least(cell: str, letter: str, *, breaking: bool) -> int:
    """Return the width that a cell needs; figures, aligned right, are wrapped only if nothing else helps."""
    if letter != "l" and not breaking:
        return len(cell)
    return max(map(len, _words(cell, breaking=breaking)))


def _wrapped(table: Table, width: int, *, breaking: bool) -> Table | None:
    """Return a table with its headers and texts wrapped to a width; None if it cannot be that narrow."""
    columns = [list(column) for column in zip(table.headers, *table.rows, strict=True)]
    room = width - GAP * (len(columns) - 1)
    natural = [max(map(len, column)) for column in columns]
    heads = [max(map(len, header.split()), default=0) for header in table.headers]
    least = [
        max(
            head,
            min(full, _LEAST_TEXT) if letter == "l" else 0,
            *(_least(cell, letter, breaking=breaking) for cell in cells),
        )
        for (_header, *cells), head, full, letter in zip(columns, heads, natural, table.align, strict=True)
    ]
    if sum(least) > room:
        return None
    widths = natural
    if sum(widths) > room:
        widths = [max(head, *map(len, cells)) for (_header, *cells), head in zip(columns, heads, strict=True)]
    while sum(widths) > room:
        # The widest column that can be narrower gives way, down to the next widest.
        widest = max((index for index in range(len(widths)) if widths[index] > least[index]), key=widths.__getitem__)
        next_widest = max((size for index, size in enumerate(widths) if index != widest), default=0)
        fitting = widths[widest] - (sum(widths) - room)
        size = max(least[widest], fitting, min(next_widest, widths[widest] - 1))
        widths = [*widths[:widest], size, *widths[widest + 1 :]]
    if widths is not natural:
        widths = _widened(table.headers, widths, room)
    return table._replace(
        headers=[_lines(header, size, breaking=False) for header, size in zip(table.headers, widths, strict=True)],
        rows=[
            [_lines(cell, size, breaking=breaking) for cell, size in zip(row, widths, strict=True)]
            for row in table.rows
        ],
    )


def _widened(headers: Sequence[str], widths: list[int], room: int) -> list[int]:
    """Return the widths with the room that is left given to the headers of most lines."""
    for _ in range(room - sum(widths)):
        lines = [_lines(header, size, breaking=False).count("\n") for header, size in zip(headers, widths, strict=True)]
        if not any(lines):
            break
        highest = lines.index(max(lines))
        widths = [*widths[:highest], widths[highest] + 1, *widths[highest + 1 :]]
    return widths


def _lines(text: str, width: int, *, breaking: bool) -> str:
    """Return a text in lines of at most a width, if its words let it."""
    if len(text) <= width:
        return text
    lines: list[str] = []
    for word in text.split():
        parts = [word] if len(word) <= width else _words(word, breaking=breaking)
        for part in parts:
            # The two halves of a broken fraction stay on lines of their own.
            if lines and part is parts[0] and len(lines[-1]) + 1 + len(part) <= width:
                lines[-1] += f" {part}"
            else:
                lines.append(part)
    return "\n".join(lines)


def _parts(table: Table, width: int) -> Iterator[Table]:
    """Yield tables that repeat the columns that name the rows, each with as many others as fit."""
    first = table.keys
    while first < len(table.headers):
        last = len(table.headers)
        chosen, part = _columns(table, first, last), None
        while last > first + 1 and not (part := _wrapped(chosen, width, breaking=False)):
            last -= 1
            chosen = _columns(table, first, last)
        part = part or _wrapped(chosen, width, breaking=False) or _wrapped(chosen, width, breaking=True)
        yield part or _narrowed(chosen)
        first, table = last, table._replace(title="")
    if table.keys >= len(table.headers):
        yield _wrapped(table, width, breaking=True) or _narrowed(table)


def _columns(table: Table, first: int, last: int) -> Table:
    """Return a table with the columns that name its rows and those from `first` to before `last`."""
    return table._replace(
        headers=[*table.headers[: table.keys], *table.headers[first:last]],
        rows=[[*row[: table.keys], *row[first:last]] for row in table.rows],
        align=table.align[: table.keys] + table.align[first:last],
    )


def _narrowed(table: Table) -> Table:
    """Return a table as narrow as its words let it be, fractions broken."""
    return table._replace(
        headers=[_lines(header, 1, breaking=False) for header in table.headers],
        rows=[[_lines(cell, 1, breaking=True) for cell in row] for row in table.rows],
    )
