"""The command line, run in this process or in a new one."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, NamedTuple

import pytest
from paths import ROOT

from analyzer.cli import main


class Done(NamedTuple):
    """The exit status and the output of a run."""

    status: int
    out: str
    err: str


class _Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def run(*words: str, terminal: bool = False, encoding: str = "utf-8") -> Done:
    """Run the command line with these words; its stderr is a file, or claims to be a terminal."""
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="")
    err = (_Terminal if terminal else io.TextIOWrapper)(io.BytesIO(), encoding=encoding, newline="")
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as left:
        main(list(words))
    assert isinstance(left.value.code, int)
    for stream in (out, err):
        stream.seek(0)
    return Done(left.value.code, out.read(), err.read())


def listed(*words: str) -> dict[str, Any]:
    """Return the JSON document of a run without errors."""
    done = run(*words, "-f", "json")
    assert (done.status, done.err) == (0, "")
    document = json.loads(done.out)
    assert isinstance(document, dict)
    return document


def process(*words: str, stdin: bytes = b"", **options: Any) -> subprocess.CompletedProcess[bytes]:  # noqa: ANN401
    """Run the command line in a new process."""
    return subprocess.run(
        [sys.executable, "-m", "analyzer", *words], cwd=ROOT, input=stdin, capture_output=True, check=False, **options
    )
