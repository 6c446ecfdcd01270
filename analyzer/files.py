"""Files: read whole within a limit or line by line, and replaced atomically."""

from __future__ import annotations

import io
import os
import re
import sys
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from analyzer.errors import BaccaratError, FileError
from analyzer.stopping import DRAFTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO, TextIO

__all__ = ["DRAFT", "MAX_BYTES", "decode", "opened", "read_bytes", "read_text", "reason", "replacing", "write_whole"]

MAX_BYTES = 1_000_000


def reason(error: OSError) -> str:
    """Return the operating system's reason for an error, in lower case."""
    return (error.strerror or str(error)).lower()


@contextmanager
def _opened_bytes(path: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input for "-", which is not closed afterwards."""
    if path == "-":
        # sys.stdin is None in a process that is started with its standard input closed.
        yield sys.stdin.buffer if sys.stdin else io.BytesIO()
        return
    with Path(path).open("rb") as file:
        yield file


@contextmanager
def opened(path: str) -> Iterator[TextIO]:
    """Open a UTF-8 text, with or without a byte order mark, for reading line by line; "-" is standard input.

    A byte that is not UTF-8 becomes a surrogate, so that it spoils only its own line.

    Raises:
        FileError: if the name is empty or contains a NUL.
        OSError: if the file cannot be opened.
    """
    if not path or "\0" in path:
        raise FileError(f"cannot read it: its name {'holds a NUL' if path else 'is empty'}")
    with _opened_bytes(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8-sig", errors="surrogateescape")
        try:
            yield text
        finally:
            text.detach()  # the wrapper would otherwise close standard input


def read_bytes(path: str) -> bytes:
    """Read a file, or standard input for "-", of at most 1 MB.

    Raises:
        FileError: if it cannot be read, is empty or is larger; a larger file is not read to its end.
    """
    if not path:
        raise FileError("cannot read a file without a name")
    try:
        with _opened_bytes(path) as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise FileError(f"{path}: cannot read it: {reason(error)}") from error
    except ValueError as error:  # the path contains a NUL
        raise FileError(f"{path!r}: cannot read it: {error}") from error
    if len(data) > MAX_BYTES:
        raise FileError(f"{path}: it is larger than 1 MB, the limit for files of this kind")
    if not data.strip():
        raise FileError(f"{'standard input' if path == '-' else path}: it is empty")
    return data


def read_text(path: str) -> str:
    """Read a UTF-8 text file, with or without a byte order mark.

    Raises:
        FileError: as `read_bytes`, and if it is not UTF-8 text.
    """
    return decode(read_bytes(path), path)


def decode(data: bytes, path: str) -> str:
    """Return bytes as text.

    Raises:
        FileError: if they are not UTF-8 text, or contain a NUL.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: it is not UTF-8 text (byte {error.start} cannot be read)") from error
    if "\0" in text:
        raise FileError(f"{path}: it is a binary file, not text")
    return text


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def write_whole(path: str | Path, text: str) -> None:
    """Write a UTF-8 text file atomically: a reader sees the old text or the new one, never a part.

    Raises:
        FileError: if it cannot be written; an existing file is then unchanged.
    """
    with replacing(path) as file:
        file.write(text)


DRAFT = re.compile(r"\..+\.[0-9a-f]{16}\.new")
"""The names of drafts: a dot, the name of the file, or its beginning, and 64 random bits."""
_MOST_NAME_BYTES = 200


def _draft_name(target: Path) -> Path:
    """Return a path beside the target for its draft, at most 255 bytes long as file systems require."""
    start = os.fsencode(target.name)[:_MOST_NAME_BYTES].decode(errors="ignore")
    return target.with_name(f".{start}.{token_hex(8)}.new")


@contextmanager
def replacing(path: str | Path) -> Iterator[TextIO]:
    """Open a UTF-8 text file for writing; it atomically replaces the file at the path once all is written.

    The text goes to a draft in the same directory, which is on the disk before it is renamed. A device or a pipe is
    written to directly.

    Raises:
        FileError: if it cannot be written; an existing file is then unchanged.
    """
    target = Path(path)
    if not str(path):
        raise FileError("cannot write a file without a name")
    if str(path).endswith("/") or _is_folder(target):
        raise FileError(f"{path}: cannot write it: it is a directory")
    try:
        # Links are resolved only after this check: /dev/stdout may lead to a pipe, which has no path.
        if target.exists() and not target.is_file():
            with target.open("w", encoding="utf-8", newline="\n") as file:
                yield file
            return
        target = Path(os.path.realpath(target))
        if target.is_symlink():
            target.stat()  # a link that realpath cannot resolve is part of a loop, and the system reports it
        draft = _draft_name(target)
        DRAFTS.add(draft)
        try:
            # Created exclusively, so never through a link, nor over a draft of another process.
            with draft.open("x", encoding="utf-8", newline="\n") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                draft.chmod(target.stat().st_mode & 0o777)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
            DRAFTS.discard(draft)
    except BaccaratError:
        raise  # the caller's own error while it computes what to write; it is a ValueError too
    except BrokenPipeError:
        raise  # a pipe whose reader has left, as /dev/stdout may be
    except OSError as error:
        raise FileError(f"{path}: cannot write it: {reason(error)}") from error
    except ValueError as error:  # the path contains a NUL
        raise FileError(f"{str(path)!r}: cannot write it: {error}") from error
