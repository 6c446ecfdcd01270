"""Files: read whole within a limit, and replaced atomically."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from analyzer import BaccaratError
from analyzer.errors import FileError
from analyzer.files import MAX_BYTES, decode, opened, read_bytes, read_text, write_whole

if TYPE_CHECKING:
    from collections.abc import Callable


def test_a_text_written_and_read_is_the_same(tmp_path: Path) -> None:
    """Suits and line feeds come back; the file is UTF-8 without a byte order mark."""
    path = tmp_path / "shoe.txt"
    write_whole(path, "K♠=1\nA=2\n")
    assert read_text(str(path)) == "K♠=1\nA=2\n"
    assert path.read_bytes() == "K♠=1\nA=2\n".encode()


def test_a_byte_order_mark_is_not_part_of_the_text(tmp_path: Path) -> None:
    """A file saved with a byte order mark reads like one without."""
    path = tmp_path / "shoe.txt"
    path.write_bytes(b"\xef\xbb\xbfA=6")
    assert read_text(str(path)) == "A=6"


def test_standard_input_is_read_for_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dash reads standard input, within the same limit."""
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"A=6")))
    assert read_bytes("-") == b"A=6"
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"A" * (MAX_BYTES + 1))))
    with pytest.raises(FileError, match=r"^-: it is larger than 1 MB"):
        read_bytes("-")


def test_a_closed_standard_input_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python has no standard input if the shell closed it."""
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(FileError, match=r"^standard input: it is empty$"):
        read_bytes("-")


@pytest.mark.parametrize("use", [read_bytes, lambda path: write_whole(path, "text")], ids=["read", "write"])
def test_a_file_has_a_name(use: Callable[[str], object]) -> None:
    """An empty name is refused."""
    with pytest.raises(FileError, match=r"^cannot (read|write) a file without a name$"):
        use("")


def test_a_file_of_one_megabyte_is_read(tmp_path: Path) -> None:
    """The limit itself is allowed, one byte more is not; a larger file is read no further than that byte."""
    path = tmp_path / "large"
    path.write_bytes(b"#" * MAX_BYTES)
    assert len(read_bytes(str(path))) == MAX_BYTES
    with path.open("ab") as file:
        file.write(b"#")
    with pytest.raises(FileError, match="large: it is larger than 1 MB, the limit for files of this kind"):
        read_bytes(str(path))
    with pytest.raises(FileError, match="/dev/zero: it is larger than 1 MB"):
        read_bytes("/dev/zero")


@pytest.mark.parametrize("content", [b"", b" \n\t\r\n"])
def test_an_empty_file_is_refused(tmp_path: Path, content: bytes) -> None:
    """A file without bytes, or with blanks only, is an empty file."""
    path = tmp_path / "empty"
    path.write_bytes(content)
    with pytest.raises(FileError, match="empty: it is empty"):
        read_bytes(str(path))


def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    """The error gives the reason: a missing file, a directory, or an impossible name."""
    with pytest.raises(FileError, match="nowhere: cannot read it: no such file or directory"):
        read_text(str(tmp_path / "nowhere"))
    with pytest.raises(FileError, match="cannot read it: is a directory"):
        read_text(str(tmp_path))
    with pytest.raises(FileError, match=r"'a\\x00b': cannot read it: .*embedded null"):
        read_text("a\0b")


def test_bytes_that_are_not_text_are_refused() -> None:
    """Bytes that are not UTF-8, or contain a NUL, are not a text file."""
    with pytest.raises(FileError, match=r"^here: it is not UTF-8 text \(byte 2 cannot be read\)$"):
        decode(b"A=\xff", "here")
    with pytest.raises(FileError, match=r"^here: it is a binary file, not text$"):
        decode(b"A=\x006", "here")


def test_a_file_error_is_an_error_for_users() -> None:
    """It is caught as any other error of the package."""
    assert issubclass(FileError, BaccaratError)


def test_a_file_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    """The new text has the old one's name and permissions, and nothing else is left in the directory."""
    path = tmp_path / "report.md"
    path.write_text("old")
    path.chmod(0o640)
    write_whole(str(path), "new")
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_is_kept(tmp_path: Path) -> None:
    """Writing through a link replaces the file it points to; the link stays."""
    path, link = tmp_path / "report.md", tmp_path / "latest.md"
    path.write_text("old")
    link.symlink_to(path)
    write_whole(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"


def test_a_text_that_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    """If writing fails half way, the old file is unchanged and no draft is left."""
    path = tmp_path / "report.md"
    path.write_text("old")
    with pytest.raises(FileError, match=r"cannot write it: .*surrogates not allowed"):
        write_whole(path, "new \ud800")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    """The error gives the reason: a directory, a missing folder, or an impossible name."""
    with pytest.raises(FileError, match=f"^{tmp_path}: cannot write it: it is a directory$"):
        write_whole(tmp_path, "text")
    with pytest.raises(FileError, match=r"nowhere/report.md: cannot write it: no such file or directory"):
        write_whole(tmp_path / "nowhere" / "report.md", "text")
    with pytest.raises(FileError, match="cannot write it: file name too long"):
        write_whole("x" * 5000, "text")
    with pytest.raises(FileError, match=r"'a\\x00b': cannot write it: .*embedded null"):
        write_whole("a\0b", "text")
    assert list(tmp_path.iterdir()) == []


def test_a_link_in_a_loop_is_refused(tmp_path: Path) -> None:
    """A link to itself is neither read nor written."""
    link = tmp_path / "loop"
    link.symlink_to(link)
    with pytest.raises(FileError, match="loop: cannot read it: too many levels of symbolic links"):
        read_bytes(str(link))
    with pytest.raises(FileError, match="loop: cannot write it: too many levels of symbolic links"):
        write_whole(link, "text")
    assert link.is_symlink()


def test_a_device_is_written_to_directly() -> None:
    """A device is not replaced, and a full one is an error."""
    write_whole("/dev/null", "text")
    assert Path("/dev/null").is_char_device()
    with pytest.raises(FileError, match="/dev/full: cannot write it: no space left on device"):
        write_whole("/dev/full", "text")


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
