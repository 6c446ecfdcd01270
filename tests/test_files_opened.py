"""Opening a text to be read line by line: a file or standard input, whatever it holds."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from analyzer import BaccaratError
from analyzer.errors import FileError
from analyzer.files import opened

if TYPE_CHECKING:
    from pathlib import Path

CONTENT = b"\xef\xbb\xbfone\r\ntwo \xff\n"
LINES = ["one\n", "two \udcff\n"]


def test_a_file_loses_its_mark_and_keeps_bytes_that_are_not_text(tmp_path: Path) -> None:
    """The mark goes, line ends are one sign, and a byte that is not UTF-8 costs its own line only."""
    path = tmp_path / "record.csv"
    path.write_bytes(CONTENT)
    with opened(str(path)) as file:
        assert list(file) == LINES


def test_standard_input_is_read_alike_and_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """What reads after it finds the stream where it was left."""
    stream = io.BytesIO(CONTENT)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=stream))
    with opened("-") as file:
        assert list(file) == LINES
    assert not stream.closed


def test_a_closed_standard_input_holds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python has no standard input when the shell closed it."""
    monkeypatch.setattr(sys, "stdin", None)
    with opened("-") as file:
        assert list(file) == []


@pytest.mark.parametrize(("path", "problem"), [("", "its name is empty"), ("a\0b", "its name holds a NUL")])
def test_a_name_that_no_file_can_have_is_an_error_of_the_package(path: str, problem: str) -> None:
    """Python would open a folder or raise an error of its own."""
    with pytest.raises(FileError, match=f"^cannot read it: {problem}$"), opened(path):
        pass


def test_a_file_error_is_an_error_of_the_package() -> None:
    """It has its place among the other errors."""
    assert issubclass(FileError, BaccaratError)
