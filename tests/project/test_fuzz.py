"""A short run of the fuzzers, and whether they can find anything: `make fuzz` is the long run."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from paths import ROOT, TESTS

if TYPE_CHECKING:
    from collections.abc import Iterator

FUZZ = TESTS / "fuzz"


@pytest.fixture
def fuzz(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return a loader of the fuzzers' modules by name."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(FUZZ))
    yield importlib.import_module
    for name in {path.stem for path in FUZZ.glob("*.py")} & (set(sys.modules) - before):
        del sys.modules[name]


def short_run(*words: str) -> str:
    """Run the fuzzers; fail with what they found."""
    command = [sys.executable, str(FUZZ / "run.py"), "--jobs", "2", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_made_up_inputs_break_no_promise() -> None:
    """Three hundred inputs of every kind, their readers and some of their commands, break no promise."""
    out = short_run("--inputs", "3000")
    assert re.search("^runs so far: 3,[0-9]{3} in process", out, re.MULTILINE)


def test_made_up_processes_break_no_promise() -> None:
    """An input of every kind, as a process with limits on memory and time, breaks no promise."""
    out = short_run("--processes", "10", "--seed", "3")
    assert re.search("^runs so far: 0 in process, [0-9]{2} as processes", out, re.MULTILINE)


def test_disturbed_runs_break_no_promise() -> None:
    """Closed and broken streams and few files end in one line or in silence."""
    out = short_run("--kind", "descriptors", "--kind", "limits", "--ends", "6")
    assert ", 6 ends, " in out


def test_a_seed_gives_one_input(fuzz: Any) -> None:  # noqa: ANN401 - a function
    """A kind and a seed give the same input each time, another seed another one."""
    inputs = fuzz("inputs")
    for kind in inputs.KINDS:
        assert inputs.made(kind, 5) == inputs.made(kind, 5)
        assert len({inputs.made(kind, seed)[2:] for seed in range(50)}) > 25, kind


@pytest.mark.parametrize(
    ("status", "out", "err", "fault"),
    [
        (
            1,
            "",
            'Traceback (most recent call last):\n  File "/x/analyzer/a.py", line 3\nKeyError: 1\n',
            "traceback: KeyError at a.py:3",
        ),
        (3, "", "", "status 3"),
        (-11, "", "", "ended by SIGSEGV"),
        (1, "", "", "status 1 with 0 lines that say Error, or text after them"),
        (2, "", "Error: a\nError: b\n", "status 2 with 2 lines that say Error, or text after them"),
        (0, "", "Error: a\n", "status 0 with a line that says Error"),
        (1, "", f"Error: {'x' * 2000}\n", "a line of an error of more than 2,000 characters"),
        (1, "", "Error: \x1b[2J\n", "control character U+001B on stderr"),
        (0, "a\rb\n", "", "control character U+000D on stdout"),
        (0, '{"a": 1', "", "not JSON on stdout of edge"),
        (0, "{}", "", "a line without an end on stdout"),
        (0, "{}\n", "x.py:1: UserWarning: y\n", "UserWarning on stderr"),
    ],
)
def test_a_broken_promise_is_found(status: int, out: str, err: str, fault: str, fuzz: Any) -> None:  # noqa: ANN401
    """Each thing that must not happen is a fault with a name of its own."""
    promises = fuzz("promises")
    assert fault in promises.faults_of_run(("edge", "-f", "json"), promises.Done(status, out.encode(), err.encode()))


def test_a_good_run_has_no_fault(fuzz: Any) -> None:  # noqa: ANN401 - a function
    """An answer, an error in one line, and an answer in a file are as promised."""
    promises = fuzz("promises")
    for done in (
        promises.Done(0, b'{"a": 1}\n', b"Note: a\n"),
        promises.Done(2, b"", b"Error: --decks: got 0\n"),
        promises.Done(0, b"", b"", b"{}\n"),
    ):
        assert list(promises.faults_of_run(("edge", "-f", "json", "-o", "out"), done)) == []


def test_files_left_and_half_written_are_found(fuzz: Any) -> None:  # noqa: ANN401 - a function
    """A file after an error, another file, and too much time or memory are faults."""
    promises = fuzz("promises")
    error = b"Error: a\n"
    done = promises.Done(1, b"", error, b"{}\n", (".out.1.new",), 21.0, 600_000_000)
    assert list(promises.faults_of_run(("edge", "-o", "out"), done)) == [
        "status 1 and a file of -o",
        "files left behind",
        "more than 20 s of CPU",
        "more than 500 MB of memory",
    ]


def test_the_page_has_every_kind(fuzz: Any) -> None:  # noqa: ANN401 - a function
    """docs/robustness.md has a row of counts for every kind."""
    page = (ROOT / "docs" / "robustness.md").read_text(encoding="utf-8").partition("## Counts")[2]
    rows = re.findall(r"^\| (\w+) \|", page, re.MULTILINE)
    assert rows == ["Kind", *fuzz("inputs").KINDS, *fuzz("ends").ENDS]
