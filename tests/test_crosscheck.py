"""`--crosscheck`: both routes are run, agreement is told on stderr, and a difference leaves no answer."""

from __future__ import annotations

import pytest

from analyzer import STANDARD, Distribution, Ending, Shoe, endings
from analyzer.cli import main
from analyzer.enumeration import polynomial

COMMANDS = [
    ["edge", "--variant", "classic", "--decks", "1,2"],
    ["bet", "dragon-7", "--decks", "2"],
    ["bets", "--looks-at", "totals", "--decks", "2"],
    ["outcomes", "--decks", "2,inf"],
    ["outcomes", "--by", "total", "--decks", "2"],
    ["outcomes", "--shoe", "A=2 5=2 9=2", "--explain"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_agreement_is_told_and_changes_nothing(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The answer is the same to the letter, and one line on stderr says that both routes agree."""
    with pytest.raises(SystemExit, match="0"):
        main(words)
    plain = capsys.readouterr()
    with pytest.raises(SystemExit, match="0"):
        main([*words, "--crosscheck"])
    checked = capsys.readouterr()
    assert plain.out == checked.out
    assert checked.err == plain.err + "Crosscheck: recursion and polynomial count every ending alike.\n"


@pytest.mark.parametrize("words", COMMANDS[:-1], ids=" ".join)
def test_a_difference_leaves_no_answer(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One deal more by one route is an error of one line, and standard output stays empty."""
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
