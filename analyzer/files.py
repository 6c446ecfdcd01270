"""Files: text read whole within a limit or line by line, and replaced whole or not at all."""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import BaccaratError, FileError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO, TextIO

__all__ = ["MAX_BYTES", "decode", "opened", "read_bytes", "read_text", "reason", "replacing", "write_whole"]

MAX_BYTES = 1_000_000


def reason(error: OSError) -> str:
    """Return why the system refused, in its own words."""
    return (error.strerror or str(error)).lower()


@contextmanager
def _opened_bytes(path: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input for "-", which stays open afterwards."""
    if path == "-":
        # A process started with its standard input closed has none.
        yield sys.stdin.buffer if sys.stdin else io.BytesIO()
        return
    with Path(path).open("rb") as file:
        yield file


@contextmanager
def opened(path: str) -> Iterator[TextIO]:
    """Open a UTF-8 text, with or without a mark, to be read line by line; "-" is standard input.

    A byte that is not UTF-8 becomes a surrogate, so that it costs the reader its own line only.

    Raises:
        FileError: if the name is empty or holds a NUL.
        OSError: if the file cannot be opened.
    """
    if not path or "\0" in path:
        raise FileError(f"cannot read it: its name {'holds a NUL' if path else 'is empty'}")
    with _opened_bytes(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8-sig", errors="surrogateescape")
        try:
            yield text
        finally:
            text.detach()


def read_bytes(path: str) -> bytes:
    """Read a file, or standard input for "-", of at most 1 MB.

    Raises:
        FileError: if it cannot be read, is empty, or is larger; a larger one is not read to its end.
    """
    if not path:
        raise FileError("cannot read a file without a name")
    try:
        with _opened_bytes(path) as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise FileError(f"{path}: cannot read it: {reason(error)}") from error
    except ValueError as error:  # a path with a NUL in it
        raise FileError(f"{path!r}: cannot read it: {error}") from error
    if len(data) > MAX_BYTES:
        raise FileError(f"{path}: it is larger than 1 MB; files of this kind are small")
    if not data.strip():
        raise FileError(f"{'standard input' if path == '-' else path}: it is empty")
    return data


def read_text(path: str) -> str:
    """Read a text file, UTF-8 with or without a mark.

    Raises:
        FileError: as `read_bytes`, and if it is no UTF-8 text.
    """
    return decode(read_bytes(path), path)


def decode(data: bytes, path: str) -> str:
    """Return bytes as text.

    Raises:
        FileError: if they are no UTF-8 text.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: it is no UTF-8 text (byte {error.start} cannot be read)") from error
    if "\0" in text:
        raise FileError(f"{path}: it is a binary file, not text")
    return text


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def write_whole(path: str | Path, text: str) -> None:
    """Write a UTF-8 text file so that readers see the old one or the new one, never a part.

    Raises:
        FileError: if it cannot be written; an existing file is then as it was.
    """
    with replacing(path) as file:
        file.write(text)


@contextmanager
def replacing(path: str | Path) -> Iterator[TextIO]:
    """Give a UTF-8 text file to write to, which replaces the one at the path once all is written.

    The text goes to a file beside it first, which then takes its name. What is no regular file (a device, a pipe) is
    written to directly.

    Raises:
        FileError: if it cannot be written; an existing file is then as it was.
    """
    target = Path(path)
    if not str(path):
        raise FileError("cannot write a file without a name")
    if str(path).endswith("/") or _is_folder(target):
        raise FileError(f"{path}: cannot write it: it is a directory")
    try:
        # /dev/stdout and the like lead to what has no name of its own, so this looks before the links are followed.
        if target.exists() and not target.is_file():
            with target.open("w", encoding="utf-8", newline="\n") as file:
                yield file
            return
        target = Path(os.path.realpath(target))
        if target.is_symlink():
            target.stat()  # a link that leads to no end is one of a circle: the system says so
        draft = target.with_name(f".{target.name[:100]}.{os.getpid()}.new")
        try:
            with draft.open("w", encoding="utf-8", newline="\n") as file:
                yield file
            if target.exists():
                draft.chmod(target.stat().st_mode & 0o777)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    except BaccaratError:
        raise  # what is written may be an answer that turns out to be none
    except OSError as error:
        raise FileError(f"{path}: cannot write it: {reason(error)}") from error
    except ValueError as error:  # a path with a NUL in it
        raise FileError(f"{str(path)!r}: cannot write it: {error}") from error
