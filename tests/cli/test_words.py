"""Words a user might write, and what the commands answer."""

from __future__ import annotations

import json
import re

import pytest
from command import run


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("coup", "--third-punto", "stood"), "--third-punto: got 'stood'; did you mean none, for no third card?"),
        (("coup", "--third-banco", "no card"), "--third-banco: got 'no card'; did you mean none, for no third card?"),
        (("outcomes", "--by", "naturals"), "--by: got 'naturals'; did you mean natural?"),
        (("bets", "--looks-at", "suit"), "--looks-at: got 'suit'; did you mean suits?"),
        (("edge", "-f", "jsno"), "-f: got 'jsno'; did you mean json?"),
        (("completion", "bsh"), "SHELL: got 'bsh'; did you mean bash?"),
        (("edge", "--burn", "7 8"), "--burn: got '7 8'; it is the one burn card shown (--remove takes several)"),
        (("edge", "--shoe", ""), "--shoe: got ''; it is a composition (A=32 K=31), a file, or - for standard input"),
        (
            ("edge", "--shoe", "  "),
            "--shoe: got ' '; it is a composition (A=32 K=31), a file, or - for standard input",
        ),
    ],
)
def test_a_wrong_word_gets_the_right_one(words: tuple[str, ...], error: str) -> None:
    """The error says what was got and the nearest word, or what is allowed."""
    done = run(*words)
    assert (done.status, done.err) == (2, f"Error: {error}\n")


@pytest.mark.parametrize("text", ["X", "stood", "7 8", "Z", "1h1", "xs"])
def test_what_is_not_nearly_a_card_suggests_none(text: str) -> None:
    """A guess at random would send a reader the wrong way."""
    done = run("edge", "--remove", text.replace(" ", "_"))
    assert done.status == 2
    assert "did you mean" not in done.err


@pytest.mark.parametrize(("text", "card"), [("jack", "J"), ("quen", "Q"), ("kings", "K"), ("aces", "A"), ("sevn", "7")])
def test_a_misspelt_rank_suggests_its_card(text: str, card: str) -> None:
    """The name of a rank, nearly right, is understood well enough to be offered."""
    assert f"did you mean {card}? " in run("edge", "--remove", text).err


@pytest.mark.parametrize(
    ("words", "ending", "line"),
    [
        (("--punto", "9 K", "--banco", "3 8"), (9, 1, "punto"), "punto 9, banco 1: punto wins"),
        (("--punto", "2 3", "--banco", "6 K", "--third-punto", "4"), (9, 6, "punto"), "punto 9, banco 6: punto wins"),
        (("--punto", "7 K", "--banco", "9 8"), (7, 7, "tie"), "punto 7, banco 7: a tie"),
        (("--punto", "2 3", "--banco", "6 K"), None, ""),
    ],
)
def test_a_finished_coup_shows_its_end(words: tuple[str, ...], ending: tuple[int, int, str] | None, line: str) -> None:
    """Totals and winner stand in the table and in JSON; a coup that is open has neither."""
    document = json.loads(run("coup", "tie", *words, "-f", "json").out)
    table = run("coup", "tie", *words).out
    if ending is None:
        assert document["ending"] is None
        assert "is decided" not in table
        return
    keys = ("punto_total", "banco_total", "winner")
    assert document["ending"] == dict(zip(keys, ending, strict=True))
    assert re.search(rf"coup +is decided +{re.escape(line)}", table)
