"""Signals, writers and causes: a run ends with one line, its status, and nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from command import process
from ledger import seeded
from paths import ROOT
from shoe_files import SMALL, separated

from analyzer.files import DRAFT, write_whole

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("default_signals")
STARTED = 0.6
"""Seconds after which Python itself, which prints a traceback if it is interrupted, has surely started."""


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """Return a file of shoes that takes longer than any test."""
    path = tmp_path / "large.csv"
    path.write_text(separated([[9000 + index, *range(3000, 3009)] for index in range(60_000)]))
    return path


def interrupted(words: list[str], number: signal.Signals, seed: int) -> tuple[int, str, list[str]]:
    """Start a run, send it signals at random moments, and return its status, its stderr and the processes left."""
    chance = seeded(seed)
    running = subprocess.Popen(
        [sys.executable, "-m", "analyzer", *words],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(STARTED + chance.uniform(0, 1.5))
    for _ in range(chance.choice([1, 2, 5])):
        if running.poll() is None:
            (os.killpg if chance.random() < 0.5 else os.kill)(running.pid, number)
        time.sleep(chance.uniform(0, 0.3))
    _, err = running.communicate(timeout=60)
    left = subprocess.run(["pgrep", "-g", str(running.pid)], capture_output=True, text=True, check=False)
    return running.returncode, err, left.stdout.split()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_any_number_of_interrupts_is_one_line(large: Path, tmp_path: Path, jobs: str, seed: int) -> None:
    """Ctrl-C once or several times, to the process or its group, ends with 130 and no process left."""
    words = ["batch", str(large), "--jobs", jobs, "-o", str(tmp_path / "odds.csv")]
    assert interrupted(words, signal.SIGINT, seed) == (130, "Error: interrupted\n", [])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_no_draft_is_left_by_a_run_that_is_told_to_end(tmp_path: Path, number: signal.Signals) -> None:
    """An audit that is terminated leaves neither its output nor a draft of it."""
    record = tmp_path / "record.csv"
    record.write_text("shoe,punto,banco\n" + "".join(f"{shoe},9 K,2 5\n" for shoe in range(200_000)))
    folder = tmp_path / "out"
    folder.mkdir()
    status, err, left = interrupted(["audit", str(record), "-o", str(folder / "findings.csv")], number, 4)
    assert (status, err, left, list(folder.iterdir())) == (128 + number, "Error: terminated\n", [], [])


def test_a_file_has_one_writer(large: Path, tmp_path: Path) -> None:
    """Of two runs that write to one new file, one ends with one line, and the other's lines are not mixed."""
    output = tmp_path / "odds.csv"
    words = [sys.executable, "-m", "analyzer", "batch", str(large), "-o", str(output)]
    running = [
        subprocess.Popen(words, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True) for _ in range(2)
    ]
    time.sleep(3)
    ended = [run for run in running if run.poll() is not None]
    for run in running:
        run.kill()
    errors = [run.communicate()[1] for run in running]
    assert len(ended) == 1
    assert ended[0].returncode == 1
    [error] = [text for text in errors if text]
    assert error.startswith(f"Error: {output}: ")
    assert error.count("\n") == 1
    lines = output.read_text().splitlines()
    assert len({line.count(",") for line in lines[:-1]}) == 1


def test_an_old_draft_is_found(tmp_path: Path) -> None:
    """`report --check` names the draft of a run that was killed."""
    from analyzer.reports.pages import check_pages

    write_whole(tmp_path / "page.md", "text")
    draft = tmp_path / ".page.md.0123456789abcdef.new"
    draft.write_text("te")
    assert DRAFT.fullmatch(draft.name)
    assert check_pages({"page.md": "text"}, str(tmp_path)) == [f"draft of an interrupted run: {draft.name}"]


def test_a_name_as_long_as_the_system_allows(tmp_path: Path) -> None:
    """A draft has a name of at most 255 bytes, whatever characters the file's name has."""
    path = tmp_path / ("é" * 125)
    write_whole(path, "text")
    assert path.read_text() == "text"
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_standard_output_is_not_blamed_for_other_files(large: Path) -> None:
    """Where a pool of workers needs more files than a process may open, the line says that."""

    def limit() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (12, 12))

    done = process("batch", str(large), "--jobs", "8", preexec_fn=limit)
    assert done.returncode == 1
    assert b"standard output" not in done.stderr
    assert done.stderr.count(b"\n") == 1
    assert b"too many open files" in done.stderr


def test_a_small_file_of_shoes_is_written_whole(tmp_path: Path) -> None:
    """A run alone with its file writes all lines, also to an empty file that exists."""
    shoes, output = tmp_path / "shoes.csv", tmp_path / "odds.csv"
    shoes.write_text(separated(SMALL))
    output.touch()
    assert process("batch", str(shoes), "-o", str(output)).returncode == 0
    assert len(output.read_text().splitlines()) == len(SMALL) + 1


def test_help_without_docstrings() -> None:
    """Python leaves out docstrings under -OO; the help is complete all the same."""
    for words in (["--help"], ["edge", "--help"]):
        pages = [
            subprocess.run(
                [sys.executable, *flags, "-m", "analyzer", *words], cwd=ROOT, capture_output=True, text=True, check=True
            ).stdout
            for flags in ([], ["-OO"])
        ]
        assert pages[0] == pages[1]
        assert "house edge" in pages[0].lower()


def test_a_zip_without_the_catalog_is_an_error(tmp_path: Path) -> None:
    """Run from a zip, where the catalog cannot be read, the program says so instead of printing an empty table."""
    import shutil

    archive = shutil.make_archive(str(tmp_path / "package"), "zip", ROOT, "analyzer")
    done = subprocess.run(
        [sys.executable, "-m", "analyzer", "edge"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": archive},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "the built-in variants are missing; install the package" in done.stderr
