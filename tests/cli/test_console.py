"""The console: output, notes and progress, and where each is written."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import Done, process, run
from paths import ROOT

from analyzer.cli import console


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make stderr a terminal."""
    monkeypatch.setattr(console, "_on_terminal", lambda: True)


class TestDigest:
    """The digest of a JSON document is that of the rules files used, each once, in the order of their use."""

    def test_one_bet_file(self) -> None:
        """A bet from a file, on classic: SHA-256 of classic and the file."""
        from hashlib import sha256

        files = [ROOT / "analyzer/catalog/variants/classic.toml", ROOT / "docs/examples/dragon-7.toml"]
        wanted = sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
        document = json.loads(run("bet", "docs/examples/dragon-7.toml", "-f", "json").out)
        assert wanted == document["program"]["digest"]

    def test_the_same_rules_have_one_digest(self) -> None:
        """`edge`, `bet` and `bets` of one variant's own bet agree, and another tableau changes them."""
        words = ("--variant", "ez", "-f", "json")
        digest = json.loads(run("edge", *words).out)["program"]["digest"]
        assert digest == json.loads(run("bet", "banco", *words).out)["program"]["digest"]
        other = run("bet", "banco", "--tableau", "docs/examples/house-rules.toml", *words).out
        assert digest != json.loads(other)["program"]["digest"]

    def test_options_are_in_the_document(self) -> None:
        """The options set on the command line are under `options`."""
        document = json.loads(run("bet", "banco", "--commission", "4%", "-f", "json").out)
        assert document["bet"]["options"] == {"commission": "1/25"}


class TestBadInput:
    """One line on stderr that says what was got and what is allowed; nothing on stdout; never a traceback."""

    def test_a_failure_leaves_the_output_file_unchanged(self, tmp_path: Path) -> None:
        """The file of -o is unchanged if the command fails, and nothing is left beside it."""
        file = tmp_path / "answer.txt"
        file.write_text("old")
        assert run("outcomes", "--shoe", "A=4", "-o", str(file)).status == 1
        assert file.read_text() == "old"
        assert [path.name for path in tmp_path.iterdir()] == ["answer.txt"]


class TestProcess:
    """Behaviour that needs a separate process."""

    def test_output_is_replaced_atomically(self, tmp_path: Path) -> None:
        """-o writes what would be printed, keeps the file's mode and leaves no other file."""
        file = tmp_path / "answer.txt"
        file.write_text("old")
        file.chmod(0o640)
        assert run("bet", "banco", "-o", str(file)) == Done(0, "", "")
        assert file.read_text() == run("bet", "banco").out
        assert file.stat().st_mode & 0o777 == 0o640
        assert [path.name for path in tmp_path.iterdir()] == ["answer.txt"]

    def test_a_closed_pipe_is_silent(self) -> None:
        """A reader that closes the pipe early causes no message."""
        words = f"{sys.executable} -m analyzer outcomes --decks 1-300 -f csv | head -n 1"
        done = subprocess.run(["bash", "-c", words], cwd=ROOT, capture_output=True, check=False)
        assert (done.stdout.count(b"\n"), done.stderr) == (1, b"")

    def test_a_full_disk_is_one_line(self) -> None:
        """A failure to write to standard output is one line, exit 1."""
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [sys.executable, "-m", "analyzer", "edge"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, check=False
            )
        assert done.returncode == 1
        assert done.stderr == b"Error: cannot write to standard output: no space left on device\n"

    def test_standard_streams_may_be_closed(self, tmp_path: Path) -> None:
        """Closed standard input or output is an error of one line, a closed stderr is ignored, and -o needs neither."""
        program = f"{sys.executable} -m analyzer"
        cases = {
            f"{program} edge --shoe - <&-": (1, b"Error: standard input: it is empty\n"),
            f"{program} edge >&-": (1, b"Error: cannot write to standard output: it is closed\n"),
            f"{program} edge 2>&-": (0, b""),
            f"{program} edge -o {tmp_path / 'edges'} >&-": (0, b""),
        }
        for words, wanted in cases.items():
            done = subprocess.run(["bash", "-c", words], cwd=ROOT, capture_output=True, check=False)
            assert wanted == (done.returncode, done.stderr), words

    def test_output_to_a_device_or_a_pipe(self) -> None:
        """-o writes to /dev/stdout and to a pipe as to a file, and - is standard output."""
        answer = process("bet", "tie").stdout
        for target in ("/dev/stdout", "-", ">(cat)"):
            words = f"{sys.executable} -m analyzer bet tie -o {target} | cat"
            done = subprocess.run(["bash", "-c", words], cwd=ROOT, capture_output=True, check=False)
            assert (done.stdout, done.stderr) == (answer, b"")


CARDS = ("outcomes", "--shoe", "As=6 Kh=1", "--remove", "As")
ENCODINGS = ("cp1252", "latin-1", "cp437", "cp850", "koi8-r", "cp932", "utf-16")


class TestCharacters:
    """What a program reads is UTF-8 on any standard output; what people read is what its encoding has."""

    @pytest.mark.parametrize("encoding", ENCODINGS)
    @pytest.mark.parametrize("output_format", ["json", "csv", "markdown", "latex"])
    def test_what_a_program_reads_is_utf8(self, output_format: str, encoding: str) -> None:
        """The same bytes as on a terminal of UTF-8, with every suit."""
        for words in (CARDS, ("audit", "docs/examples/record.csv")):
            done = run(*words, "-f", output_format, encoding=encoding)
            assert done.out == run(*words, "-f", output_format).out
            assert "?" not in done.out
        assert any(suit in run(*CARDS, "-f", output_format, encoding=encoding).out for suit in ("♠", r"\u2660"))

    @pytest.mark.parametrize("encoding", ENCODINGS)
    @pytest.mark.parametrize("words", [("batch", "-", "-f", "jsonl"), ("batch", "-", "-f", "csv"), ("certify", "tie")])
    def test_so_are_answers_that_are_never_tables(
        self, words: tuple[str, ...], encoding: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A batch and a certificate."""
        rows = b"A\xe2\x99\xa0,K\xe2\x99\xa5\n6,6\n"
        answers = []
        for its in ("utf-8", encoding):
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(rows)))
            answers.append(run(*words, encoding=its))
        assert answers[0] == answers[1]
        assert answers[0].status == 0

    @pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "cp850", "koi8-r"])
    def test_a_table_shows_what_the_encoding_has(self, encoding: str) -> None:
        """A suit is its letter, as the program reads it; the columns stay in line."""
        done = run(*CARDS, encoding=encoding)
        assert done.out == run(*CARDS).out.replace("A♠", "As")

    def test_a_table_keeps_the_suits_that_the_encoding_has(self) -> None:
        """Shift JIS of Windows has none of them, UTF-16 all."""
        assert "6 cards less A♠" in run(*CARDS, encoding="utf-16").out
        assert "6 cards less As" in run(*CARDS, encoding="cp932").out

    def test_an_error_escapes_what_the_encoding_does_not_have(self) -> None:
        """A character without a letter that stands for it is named by its number, never "?"."""
        done = run("bet", "9♠ 中", encoding="cp1252")
        assert done.err.startswith(r"Error: bet: got '9s \u4e2d'; ")

    def test_in_a_process(self) -> None:
        """As a redirect on Windows has it, and under the C locale."""
        wanted = run(*CARDS, "-f", "csv").out.encode()
        for settings in (
            {"PYTHONIOENCODING": "cp1252"},
            {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
        ):
            done = process(*CARDS, "-f", "csv", env=os.environ | settings)
            assert (done.returncode, done.stdout, done.stderr) == (0, wanted, b"")


def test_a_long_count_shows_its_progress(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A count shows its progress on stderr, only on a terminal and only after two seconds."""
    minutes = iter(range(0, 10**9, 60))
    monkeypatch.setattr("time.monotonic", lambda: next(minutes))
    for is_terminal, printed in ((True, "\rsets 3 of 7\n"), (False, "")):
        monkeypatch.setattr("sys.stderr.isatty", lambda is_terminal=is_terminal: is_terminal, raising=False)
        with console.count_progress("sets") as show:
            show(3, 7)
        assert capsys.readouterr().err == printed


def test_progress_is_shown_a_few_times_in_a_second(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """4,000 reports in 4 seconds print 5 to 20 lines."""
    milliseconds = iter(range(10**9))
    monkeypatch.setattr("time.monotonic", lambda: next(milliseconds) / 1000)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with console.count_progress("sets") as show:
        for done in range(4000):
            show(done, 4000)
    assert 5 <= capsys.readouterr().err.count("\r") <= 20


@pytest.mark.usefixtures("terminal")
def test_many_items_are_shown_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    """From 21 items on, each number overwrites the one before, and the last ends the line."""
    assert list(console.with_progress(range(21), "page")) == list(range(21))
    shown = capsys.readouterr().err
    assert shown.startswith("\rpage 1 of 21\rpage 2 of 21")
    assert shown.endswith("\rpage 21 of 21\n")
    assert shown.count("\n") == 1


@pytest.mark.usefixtures("terminal")
def test_few_items_are_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """Up to 20 items show no progress."""
    assert list(console.with_progress("abcdefghijklmnopqrst", "page"))
    assert capsys.readouterr().err == ""


def test_items_are_shown_on_a_terminal_only(capsys: pytest.CaptureFixture[str]) -> None:
    """If stderr is a file, nothing is printed."""
    assert list(console.with_progress(range(100), "page")) == list(range(100))
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("terminal")
def test_an_unknown_number_of_items_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """A progress accepts an unknown number of items, and then shows nothing."""
    console.item_progress("page")(30, None)
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("terminal")
def test_lines_are_counted_in_place(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal each count overwrites the one before, and the line ends with the work."""
    seconds = iter(range(10**9))
    monkeypatch.setattr("time.monotonic", lambda: next(seconds))
    with console.line_progress("shoes") as show:
        show(1000, None)
        show(2000, None)
    assert capsys.readouterr().err == "\r1,000 shoes\r2,000 shoes\n"


def test_lines_are_noted_in_a_file(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """If stderr is a file, a note is printed every 10 lines here, at any step of the reports."""
    monkeypatch.setattr(console, "LINES_BETWEEN_NOTES", 10)
    with console.line_progress("shoes") as show:
        for done in (4, 8, 12, 16, 35):
            show(done, None)
    assert capsys.readouterr().err == "10 shoes\n30 shoes\n"
