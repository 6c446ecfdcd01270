"""Files of answers: a stopped run resumes to the same file, and other files are not overwritten."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from typing import TYPE_CHECKING

import pytest
from command import run
from paths import ROOT
from shoe_files import SHOES, SMALL, separated

from analyzer import STANDARD, read_variant
from analyzer.batch.plan import NO_SHOE
from analyzer.batch.stream import Answer, answers_one_by_one
from analyzer.batch.writing import OUTPUT_FORMATS, LineFormat, write_answers
from analyzer.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

BETS = read_variant("classic").bets


class TestResume:
    """A run stopped anywhere resumes to the identical file."""

    @pytest.mark.parametrize("output_format", OUTPUT_FORMATS)
    def test_a_file_cut_at_any_byte(self, output_format: str, tmp_path: Path) -> None:
        """Cut the output after each of its bytes: resumed, it is the whole file again."""
        output = tmp_path / f"odds.{output_format}"
        line_format = LineFormat(output_format, ("banco",))

        def rows() -> Iterator[Sequence[int]]:
            yield from [SHOES[0], NO_SHOE, *SHOES[1:3]]

        @cache
        def answer_of(row: tuple[int, ...]) -> list[Answer | None]:
            (answer,) = answers_one_by_one([NO_SHOE if list(row) == NO_SHOE else row], BETS[1:2], STANDARD)
            return answer

        def answer(given: Iterable[Sequence[int]]) -> Iterator[list[Answer | None]]:
            return (answer_of(tuple(row)) for row in given)

        write_answers(rows(), answer, line_format, str(output))
        whole = output.read_bytes()
        for size in range(len(whole) + 1):
            output.write_bytes(whole[:size])
            write_answers(rows(), answer, line_format, str(output), resume=True)
            assert whole == output.read_bytes(), size

    def test_by_the_command(self, tmp_path: Path) -> None:
        """Resumed by the command, with blocks, workers and a masked row, over thousands of lines."""
        source, output = tmp_path / "many.csv", tmp_path / "odds.csv"
        source.write_text(separated([*SMALL * 2500, [0] * 10, *SMALL * 2500]))
        words = [str(source), "-o", str(output), "--invalid", "mask"]
        assert run("batch", *words).status == 0
        whole = output.read_bytes()
        for size in (60, 150, 500_003, len(whole) - 1):
            output.write_bytes(whole[:size])
            assert run("batch", *words, "--resume", "--jobs", "2").status == 0
            assert whole == output.read_bytes(), size

    def test_after_a_bad_row_is_corrected(self, tmp_path: Path) -> None:
        """The rows before a bad one are written, and --resume continues once it is corrected."""
        source, output = tmp_path / "some.csv", tmp_path / "odds.csv"
        source.write_text(separated(SHOES[:3]) + "oh\n")
        assert run("batch", str(source), "-o", str(output)).status == 1
        assert len(output.read_text().splitlines()) == 4
        source.write_text(separated(SHOES))
        assert run("batch", str(source), "-o", str(output), "--resume").status == 0
        assert run("batch", str(source)).out == output.read_text()

    def test_an_existing_output_is_kept(self, shoes: str, tmp_path: Path) -> None:
        """Without --resume a file with content is not overwritten; an empty one is."""
        output = tmp_path / "odds.csv"
        output.write_text("mine\n")
        done = run("batch", shoes, "-o", str(output))
        assert (done.status, output.read_text()) == (1, "mine\n")
        assert (
            done.err
            == f"Error: {output}: it exists already; continue it with --resume, remove it, or write to another file\n"
        )
        output.write_text("")
        assert run("batch", shoes, "-o", str(output)).status == 0
        assert run("batch", shoes).out == output.read_text()

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["--bet", "tie"], "its first line is not the one these options give"),
            (["--variant", "ez"], "its line 2 is not what this input and these options give"),
            (["--tableau", "symmetric"], "its line 2 is not what this input and these options give"),
            (["--exact"], "its line 2 is not what this input and these options give"),
        ],
    )
    def test_other_options_are_found_out(self, shoes: str, tmp_path: Path, words: list[str], message: str) -> None:
        """A file begun with other rules, bets or places is not gone on with."""
        output = tmp_path / "odds.csv"
        assert run("batch", shoes, "-o", str(output)).status == 0
        whole = output.read_bytes()
        done = run("batch", shoes, "-o", str(output), "--resume", *words)
        assert (done.status, output.read_bytes()) == (1, whole)
        assert message in done.err

    def test_another_input_is_found_out(self, shoes: str, tmp_path: Path) -> None:
        """A file begun from another input, or from a longer one, is refused."""
        output, other = tmp_path / "odds.csv", tmp_path / "other.csv"
        assert run("batch", shoes, "-o", str(output)).status == 0
        whole = output.read_bytes()
        for rows, line in ((SHOES[::-1], 2), ([*SHOES[:2], *SHOES[3:], SHOES[2]], 4), (SHOES[:2], 4), ([], 2)):
            other.write_text(separated(rows))
            done = run("batch", str(other), "-o", str(output), "--resume")
            assert (done.status, output.read_bytes()) == (1, whole)
            assert f"its line {line} is not what this input and these options give" in done.err

    def test_which_lines_are_computed_again(self, tmp_path: Path) -> None:
        """Of thousands of lines the first, the last, the last of a shoe and a thousand between are, and no others."""
        source, output = tmp_path / "many.csv", tmp_path / "odds.csv"
        source.write_text(separated([*SMALL * 750, *[[0] * 10] * 2]))
        words = [str(source), "-o", str(output), "--invalid", "mask"]
        assert run("batch", *words).status == 0
        lines = output.read_text().splitlines(keepends=True)
        unlike = []
        for row in [*range(7), 1500, 2990, *range(2996, 3000), 3001]:
            output.write_text("".join([*lines[: row + 1], "0" + lines[row + 1], *lines[row + 2 :]]))
            done = run("batch", *words, "--resume")
            if done.status:
                assert f"its line {row + 2} is not what" in done.err
                unlike.append(row)
        # A step is 3.002 rows: 0, 3, 6, ... 1497, 1501, ... 2989, 2992, 2995, 2998. The last two rows are masked.
        assert unlike == [0, 3, 6, 2998, 2999, 3001]

    def test_other_options_under_a_masked_last_line(self, tmp_path: Path) -> None:
        """A line without an answer proves nothing; the lines with answers are computed again."""
        source, output = tmp_path / "some.csv", tmp_path / "odds.csv"
        source.write_text(separated([*SHOES, [0] * 10]))
        words = [str(source), "-o", str(output), "--invalid", "mask", "--resume"]
        assert run("batch", *words).status == 0
        done = run("batch", *words, "--tableau", "symmetric")
        assert done.status == 1
        assert "its line 2 is not what this input and these options give" in done.err

    @pytest.mark.parametrize("output_format", OUTPUT_FORMATS)
    @pytest.mark.parametrize(
        "held",
        ["my precious data", "my precious\ndata", "tot4l", "{HEADER}1", "{HEADER}mine\n", "{HEADER}{LINE}7", "{ALL}4"],
    )
    def test_a_file_of_something_else_is_kept(self, shoes: str, tmp_path: Path, output_format: str, held: str) -> None:
        """A run resumes a file only if all of it, the cut last line included, is how this run's output begins."""
        output = tmp_path / f"odds.{output_format}"
        words = ["batch", shoes, "-f", output_format, "--bet", "banco"]
        whole = run(*words).out
        lines = whole.splitlines(keepends=True)
        header, line = ("", lines[0]) if output_format == "jsonl" else lines[:2]
        text = held.format(HEADER=header, LINE=line, ALL=whole)
        output.write_text(text)
        done = run(*words, "-o", str(output), "--resume")
        assert (done.status, done.out, output.read_text()) == (1, "", text)
        assert done.err.startswith(f"Error: {output}: its ")
        assert done.err.count("\n") == 1

    @pytest.mark.parametrize("held", [None, ""])
    def test_a_file_that_another_run_makes_meanwhile_is_kept(self, held: str | None, tmp_path: Path) -> None:
        """What is written between the first look at the output and the first answer is not overwritten."""
        output = tmp_path / "odds.csv"
        if held is not None:
            output.write_text(held)

        def answer(rows: Iterable[Sequence[int]]) -> Iterator[list[Answer | None]]:
            output.write_text("of another run\n")
            return answers_one_by_one(rows, BETS, STANDARD)

        with pytest.raises(FileError, match="another run"):
            write_answers(iter([SHOES[0]]), answer, LineFormat("csv", ("banco",)), str(output))
        assert output.read_text() == "of another run\n"

    def test_the_input_is_never_written_to(self, tmp_path: Path) -> None:
        """Not under another name, not from standard input, and not when it is empty."""
        source, link = tmp_path / "shoes.csv", tmp_path / "link.csv"
        link.symlink_to(source)
        for text in (separated(SHOES), ""):
            source.write_text(text)
            for output in (source, link):
                for words in ([], ["--resume"]):
                    done = run("batch", str(source), "-o", str(output), *words)
                    assert (done.status, done.err) == (1, f"Error: {output}: it is the input; write to another file\n")
            with source.open() as given:
                piped = subprocess.run(
                    [sys.executable, "-m", "analyzer", "batch", "-", "-o", str(source)],
                    cwd=ROOT,
                    stdin=given,
                    capture_output=True,
                    check=False,
                )
            assert (piped.returncode, piped.stderr.count(b"it is the input")) == (1, 1)
            assert source.read_text() == text

    def test_outputs_that_cannot_be_written(self, shoes: str, tmp_path: Path) -> None:
        """A folder, and a file in none, are errors of one line."""
        for output in (str(tmp_path), str(tmp_path / "none" / "odds.csv")):
            done = run("batch", shoes, "-o", output)
            assert (done.status, done.out) == (1, "")
            assert done.err.startswith(f"Error: {output}: cannot write it: ")

    def test_a_device(self, shoes: str) -> None:
        """A device is written to, and has nothing to resume."""
        assert run("batch", shoes, "-o", "/dev/null", "--resume").status == 0
