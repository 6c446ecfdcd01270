"""Rendering: figures by style, and tables in every output format."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest

from analyzer.views.render import FORMATS, Style, Table, markdown, render

TABLE = Table(["Bet", "Edge"], [["a|b", "1.50"], ["c, d", "-"]], "lr", "A title")


def test_csv_gives_the_first_table_alone() -> None:
    """CSV holds one table: headers and rows, without the title."""
    text = render([TABLE, TABLE], "csv")
    assert list(csv.reader(io.StringIO(text))) == [TABLE.headers, *TABLE.rows]


@pytest.mark.parametrize("output_format", [output_format for output_format in FORMATS if output_format != "csv"])
def test_other_formats_give_every_table_under_its_title(output_format: str) -> None:
    """Tables follow one another, and the text ends in one newline."""
    text = render([TABLE, TABLE], output_format)
    assert text.count("A title") == 2
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


@pytest.mark.parametrize("output_format", FORMATS)
def test_a_table_without_rows_is_its_header(output_format: str) -> None:
    """A table without rows is not an error."""
    assert "Edge" in render([Table(["Bet", "Edge"], [], "lr")], output_format)


def test_markdown_escapes_bars() -> None:
    """A bar is escaped, and a page's table has no newline at its end."""
    text = markdown(TABLE)
    assert r"a\|b" in text
    assert not text.endswith("\n")


def test_a_style_decides_how_a_figure_is_written() -> None:
    """Figures are rounded, plain for programs, or exact; an undefined figure is a dash."""
    third = Fraction(1, 3)
    usual, places, exact, plain = Style(), Style(places=2), Style(exact=True), Style(plain=True)
    assert [style.percent(third) for style in (usual, places, exact, plain)] == [
        "33.3333%",
        "33.33%",
        "1/3",
        "0.333333333333",
    ]
    assert [style.decimal(None) for style in (usual, exact, plain)] == ["-"] * 3
    assert [style.count(1234567) for style in (usual, plain)] == ["1,234,567", "1234567"]
    assert (usual.root(Fraction(2)), exact.root(Fraction(2))) == ("1.414214", "sqrt(2/1)")
