"""Inputs: shoes named by options, files and standard input, and `--crosscheck`."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest
from command import Done, process, run

from analyzer import STANDARD, Distribution, Ending, Shoe, endings
from analyzer.cli import main
from analyzer.enumeration import polynomial

if TYPE_CHECKING:
    from pathlib import Path


class TestAnswers:
    """What the commands print is what the package computes, in every format."""

    def test_ranges_of_decks_make_a_row_each(self) -> None:
        """`1-3,8,inf` is five shoes."""
        rows = list(csv.DictReader(io.StringIO(run("outcomes", "--decks", "1-3,8,inf", "-f", "csv").out)))
        assert [row["Decks"] for row in rows[::4]] == ["1", "2", "3", "8", "inf"]

    def test_a_shoe_comes_from_an_option_a_file_or_stdin(self, tmp_path: Path) -> None:
        """A composition gives the same answer from an option, a file and standard input."""
        text = "A=3 # three aces\n9=4, K=2"
        file = tmp_path / "shoe"
        file.write_text(text)
        by_file = run("outcomes", "--shoe", str(file)).out
        assert by_file == run("outcomes", "--shoe", "A=3 9=4 K=2").out
        assert by_file.encode() == process("outcomes", "--shoe", "-", stdin=text.encode()).stdout


class TestBadInput:
    """One line on stderr that says what was got and what is allowed; nothing on stdout; never a traceback."""

    def test_tens_alone_are_noted_once(self, tmp_path: Path) -> None:
        """From an option and a file, for any number of variants, and in no other shoe; the answer is the same."""
        spec = "10=128 A=32 2=32 3=32 4=32 5=32 6=32 7=32 8=32 9=32"
        file = tmp_path / "shoe.txt"
        file.write_text(spec)
        for shoe in (spec, str(file)):
            for words in (("bet", "punto-pair"), ("edge", "--variant", "classic", "--variant", "ez"), ("outcomes",)):
                noted = run(*words, "--shoe", shoe)
                assert noted.status == 0
                assert noted.err.startswith("Note: the shoe has 128 cards of the rank 10 and no J, Q or K; ")
                assert noted.err.count("\n") == 1
                told = run(*words, "--shoe", f"{spec} J=0 Q=0 K=0")
                assert told == Done(0, noted.out, "")
        assert "cards of the rank" not in run("bet", "tie", "--shoe", spec.replace("10=", "0=")).err

    def test_a_bad_shoe_file_is_not_a_usage_error(self, tmp_path: Path) -> None:
        """The same mistake has status 2 in an option and status 1 in a file."""
        file = tmp_path / "shoe.txt"
        file.write_text("A=4 A=5")
        assert run("outcomes", "--shoe", str(file)).status == 1
        assert run("outcomes", "--shoe", "A=4 A=5").status == 2


COMMANDS = [
    ["edge", "--variant", "classic", "--decks", "1,2"],
    ["bet", "dragon-7", "--decks", "2"],
    ["bets", "--looks-at", "totals", "--decks", "2"],
    ["outcomes", "--decks", "2,inf"],
    ["outcomes", "--by", "total", "--decks", "2"],
    ["outcomes", "--shoe", "A=2 5=2 9=2", "--explain"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_agreement_is_noted_and_changes_nothing(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The answer is the same, byte for byte, and one line on stderr says that both routes agree."""
    with pytest.raises(SystemExit, match="0"):
        main(words)
    plain = capsys.readouterr()
    with pytest.raises(SystemExit, match="0"):
        main([*words, "--crosscheck"])
    checked = capsys.readouterr()
    assert plain.out == checked.out
    assert checked.err == plain.err + "Crosscheck: recursion and polynomial agree on the count of every ending.\n"


@pytest.mark.parametrize("words", COMMANDS[:-1], ids=" ".join)
def test_a_difference_gives_no_answer(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A difference of one deal is an error of one line, and standard output stays empty."""
    right = endings(Shoe.decks(2), STANDARD)
    ending = Ending(4, 4, 2, 2)
    wrong = Distribution({**right, ending: right.count(ending) + 1})
    polynomial.crosscheck.cache_clear()
    monkeypatch.setattr(polynomial, "endings_by_polynomial", lambda *_: wrong)
    with pytest.raises(SystemExit, match="1"):
        main([*words, "--crosscheck"])
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("Error: crosscheck: the recursion counts ")
    assert printed.err.count("\n") == 1
