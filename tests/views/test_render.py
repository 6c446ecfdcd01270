"""Tables rendered: every figure as the style has it, every format as programs and people read it."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest

from analyzer.views.render import FORMATS, Style, Table, markdown, render

TABLE = Table(["Bet", "Edge"], [["a|b", "1.50"], ["c, d", "-"]], "lr", "A title")


def test_csv_gives_the_first_table_alone() -> None:
    """A program reads one table: headers and rows as they are, without the title."""
    text = render([TABLE, TABLE], "csv")
    assert list(csv.reader(io.StringIO(text))) == [TABLE.headers, *TABLE.rows]


@pytest.mark.parametrize("form", [form for form in FORMATS if form != "csv"])
def test_people_get_every_table_under_its_title(form: str) -> None:
    """Tables follow one another, and the text ends in one newline."""
    text = render([TABLE, TABLE], form)
    assert text.count("A title") == 2
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


@pytest.mark.parametrize("form", FORMATS)
def test_a_table_without_rows_is_its_header(form: str) -> None:
    """Nothing to show is not an error."""
    assert "Edge" in render([Table(["Bet", "Edge"], [], "lr")], form)


def test_markdown_escapes_bars() -> None:
    """A bar in a cell does not end the cell, and a page's table has no newline behind it."""
    text = markdown(TABLE)
    assert r"a\|b" in text
    assert not text.endswith("\n")


def test_a_style_decides_how_a_figure_is_written() -> None:
    """Rounded for people, without grouping for programs, exact on request; what is undefined is a dash."""
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
