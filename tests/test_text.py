"""Text: lines are read, and texts kept and shown, within limits."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.text import MAX_FIELD, MAX_LINE, cut, numbered_lines, printable, shortened

ANY_TEXT = st.text(st.characters())


@given(text=ANY_TEXT)
def test_whatever_is_shown_can_be_printed(text: str) -> None:
    """It is one line, nothing that can be printed changes, and showing it again changes nothing."""
    shown = printable(text)
    assert shown.isprintable()
    assert shown.encode("utf-8").decode("utf-8") == shown
    assert printable(shown) == shown
    assert text != shown or text.isprintable()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Égalité ♠ 10♥", "Égalité ♠ 10♥"),
        ("a\r\nb\tc", r"a\r\nb\tc"),
        ("\x1b[2J\x7f\x9b", r"\x1b[2J\x7f\x9b"),
        ("\u202eevil\u2066\u2028", r"\u202eevil\u2066\u2028"),
        ("\ud800 \udcff", r"\ud800 \udcff"),
    ],
)
def test_what_cannot_be_printed_is_escaped(text: str, shown: str) -> None:
    """Line breaks, escape sequences, marks of direction and surrogates."""
    assert printable(text) == shown


@given(text=ANY_TEXT, most=st.integers(0, 10))
def test_a_text_that_is_cut_says_so(text: str, most: int) -> None:
    """It keeps its beginning and ends in an ellipsis; a text that fits is unchanged."""
    shown = cut(text, most)
    assert (shown == text) if len(text) <= most else (shown == text[:most] + "…")


@pytest.mark.parametrize("blank", [" ", "\t", "\u3000"])
def test_blanks_that_pad_a_field_do_not_cut_it(blank: str) -> None:
    """They are removed before its length counts."""
    assert shortened(blank * 1000 + "9" + blank * 1000 + "K") == "9 K"
    assert shortened("9" + blank) == "9" + blank
    assert len(shortened("9" * (MAX_FIELD + 1))) == MAX_FIELD + 1


class _Endless(io.TextIOBase):
    """A file of one line that never ends."""

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        """Return a piece of it; nobody may ask for the whole line."""
        assert size is not None
        assert 0 < size <= MAX_LINE + 1
        return "x" * size


def test_a_line_without_an_end() -> None:
    """It is reported after its first piece, before the rest of it is read."""
    number, line, problem = next(numbered_lines(_Endless()))  # type: ignore[arg-type]
    assert (number, len(line), problem) == (1, MAX_LINE + 1, "it is longer than 65,536 characters")


@pytest.mark.parametrize("end", ["", "\n"])
@pytest.mark.parametrize("extra", [0, 1, MAX_LINE, 3 * MAX_LINE + 7])
def test_a_line_at_the_limit(extra: int, end: str) -> None:
    """A line of 65,536 characters is read, a longer one is skipped, and the lines around it keep their numbers."""
    lines = list(numbered_lines(io.StringIO(f"a\n{'x' * (MAX_LINE + extra)}{end}" + (end and "b"))))
    assert [number for number, _, _ in lines] == [1, 2, 3][: 2 + bool(end)]
    assert [bool(problem) for _, _, problem in lines] == [False, extra > 0, False][: 2 + bool(end)]
    assert (lines[2][1] == "b") if end else (lines[1][1][:3] == "xxx")
