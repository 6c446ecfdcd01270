"""Layout: tables and formulas fitted to a width, with nothing left out."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.layout import Table, fitted, paragraph
from analyzer.views.render import render

FRACTION = "123456789012345678901234567890/987654321098765432109876543210"
WORDS = st.lists(st.text("abcdefgh", min_size=1, max_size=9), max_size=5).map(" ".join)
FIGURES = st.integers(-(10**9), 10**9).map(str)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Return a table of words and figures whose first columns name the rows."""
    align = "l" + draw(st.text("lr", max_size=8))
    keys = draw(st.integers(1, min(2, len(align))))
    headers = [draw(WORDS.filter(bool)) for _ in align]
    cells = st.tuples(*(WORDS if letter == "l" else FIGURES for letter in align)).map(list)
    return Table(headers, draw(st.lists(cells, min_size=1, max_size=8)), align, keys=keys)


@given(table=tables(), width=st.integers(50, 120))
def test_no_line_is_longer_and_no_cell_is_lost(table: Table, width: int) -> None:
    """Every word of a table stands in the tables it is cut into, and no line of them is longer than the width."""
    text = render([table], "table", width)
    assert max(map(len, text.splitlines())) <= width
    shown = " ".join(text.split())
    for word in {word for row in [table.headers, *table.rows] for cell in row for word in cell.split()}:
        assert word in shown
    parts = fitted(table, width)
    rows = len(table.rows) if len(parts[0].rows) == len(table.rows) else len(table.headers) - table.keys
    assert all(len(part.rows) == rows for part in parts)


def test_a_table_that_fits_is_left_as_it_is() -> None:
    """Nothing is wrapped without need, and without a width nothing at all."""
    table = Table(["Bet", "House edge"], [["banco", "1.0579%"]], "lr", "A title of some length")
    assert fitted(table, 80) == [table]
    assert (
        render([table], "table")
        == "A title of some length\n\nBet    House edge\n-----  ----------\nbanco     1.0579%\n"
    )


def test_headers_are_wrapped_before_texts() -> None:
    """A narrower header is tried first; figures stay whole."""
    table = Table(["Bet", "Edge per resolved bet"], [["dragon seven", "7.6113%"]], "lr")
    (part,) = fitted(table, 22)
    assert (list(part.headers), part.rows) == (["Bet", "Edge per\nresolved\nbet"], [["dragon seven", "7.6113%"]])


def test_a_wide_table_is_turned_over() -> None:
    """A row of many figures becomes a column of them, under its name."""
    figures = [f"{number}{'0' * 12}" for number in range(1, 9)]
    table = Table(["Bet", *(f"Figure {number}" for number in range(1, 9))], [["banco", *figures]], "l" + "r" * 8)
    (part,) = fitted(table, 80)
    assert list(part.headers) == ["Bet", "banco"]
    assert part.rows == [[f"Figure {number}", figure] for number, figure in enumerate(figures, start=1)]


def test_a_long_table_is_cut_into_parts_that_name_their_rows() -> None:
    """Each part repeats the columns that name the rows; only the first has the title."""
    rows = [[f"bet-{number}", "8", *["1234567890"] * 8] for number in range(20)]
    table = Table(["Bet", "Decks", *map(str, range(8))], rows, "lr" + "r" * 8, "Title", keys=2)
    first, second = fitted(table, 80)
    assert [first.title, second.title] == ["Title", ""]
    assert [row[:2] for row in second.rows] == [row[:2] for row in rows]
    assert [*first.headers[2:], *second.headers[2:]] == list(map(str, range(8)))


def test_a_fraction_is_broken_after_its_slash_only_if_nothing_else_helps() -> None:
    """Its two halves stand on lines of their own, which may exceed the width."""
    table = Table(["Bet", "Exactly"], [["banco", FRACTION]], "lr")
    assert fitted(table, 80) == [table]
    (part,) = fitted(table, 40)
    assert part.rows == [["banco", FRACTION.replace("/", "/\n")]]
    (narrow,) = fitted(table, 20)
    assert narrow.rows == part.rows


def test_entries_are_paragraphs() -> None:
    """A name with its words, then what else is said of it, indented; other formats show a table."""
    table = Table(["Variant", "What it is", "Decks"], [["ez", "no commission", "8"]], "llr", form="entries")
    assert render([table], "table", 80) == "ez: no commission\n    decks 8\n"
    assert "| ez" in render([table], "markdown")


@pytest.mark.parametrize("width", [None, 80, 50])
def test_equations_are_aligned_at_the_sign(width: int | None) -> None:
    """A formula is broken before its /, between its terms and, if it has to be, between its factors."""
    formula = "2d(16434304d^4 - 5486440d^3 + 675134d^2 - 37620d + 827) / (65(13d-1)(26d-1)(52d-5)(52d-3)(52d-1))"
    text = render([Table(["", ""], [["Edge", formula], ["Its limit", "1/94"]], "ll", form="equations")], "table", width)
    lines = text.splitlines()
    assert {line.index("=") for line in lines if "=" in line} == {10}
    assert re.sub(r"\s+", "", text).startswith("Edge=" + formula.replace(" ", ""))
    assert width is None or max(map(len, lines)) <= width


def test_a_paragraph_without_a_width_is_one_line() -> None:
    """A pipe or a file takes a line of any length."""
    assert paragraph("word " * 100, None) == "word " * 100
    assert max(map(len, paragraph("word " * 100, 40, "    ").splitlines())) <= 40
