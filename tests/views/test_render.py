"""Rendering: figures by style, and tables in every output format."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import __version__
from analyzer.layout import Table
from analyzer.views.render import FORMATS, JsonWriter, Style, json_text, markdown, render

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


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(["coups", "findings", "audit", "shoe"])


@given(document=st.dictionaries(KEYS, VALUES), rules_texts=st.lists(st.binary(max_size=3), max_size=3))
def test_a_document_in_pieces_is_the_whole_document(document: dict[str, object], rules_texts: list[bytes]) -> None:
    """`JsonWriter` writes the bytes of `json_text` for any values, with lists written item by item."""
    out = io.StringIO()
    writer = JsonWriter(out, rules_texts)
    for key, value in document.items():
        if isinstance(value, list):
            writer.add_list(key, iter(value))
        else:
            writer.add(key, value)
    writer.end()
    assert out.getvalue() == json_text(document, rules_texts)
    assert list(json.loads(out.getvalue())) == ["schema", "program", *document]


@pytest.mark.parametrize(
    ("texts", "used"), [([], None), ([b""], None), ([b"b", b"a", b"b"], b"ba"), ([b"", b"a", b""], b"a")]
)
def test_the_digest_is_of_each_rules_file_once(texts: list[bytes], used: bytes | None) -> None:
    """Files count in the order of their first use; rules without a file have no digest."""
    program = json.loads(json_text({}, texts))["program"]
    digest = None if used is None else sha256(used).hexdigest()
    assert program == {"name": "baccarat-odds", "version": __version__, "digest": digest}
