"""JSON documents written key by key equal those written whole."""

from __future__ import annotations

import io
import json
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import __version__
from analyzer.views.render import JsonWriter, json_text

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
