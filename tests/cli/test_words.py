"""Words a user might write, and what the commands answer."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from command import run

if TYPE_CHECKING:
    from pathlib import Path


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


@pytest.mark.parametrize(
    ("name", "offered"),
    [
        ("lucky-6", "lucky-6-12-20 or lucky-6-12-23"),
        ("Lucky 6", "lucky-6-12-20 or lucky-6-12-23"),
        ("fortune-7", "dragon-7"),
        ("Fortune 7", "dragon-7"),
        ("golden-8", "panda-8"),
        ("dragon", "dragon-7, dragon-bonus-banco or dragon-bonus-punto"),
        ("nepal", "the variant super-six"),
        ("punto 2000", "the variant super-six"),
        ("player 2000", "the variant super-six"),
        ("B", "banco"),
        ("b", "banco"),
        ("P", "punto"),
        ("T", "tie"),
        ("bnco", "banco"),
        ("dragn-7", "dragon-7"),
        ("player pai", "punto-pair"),
    ],
)
def test_the_bet_that_is_offered(name: str, offered: str) -> None:
    """A beginning or a title comes before a misspelling, and no other number or hand is offered."""
    for words in (("bet", name), ("certify", name), ("bet", "tie", "--with", f"{name}=1")):
        done = run(*words)
        assert (done.status, done.out) == (2, "")
        assert f"bet: got '{name}'; did you mean {offered}? (a file's name has a / or ends in .toml)" in done.err


@pytest.mark.parametrize("name", ["dragon-8", "egalite-10", "lucky-6-12-24", "panda-7", "knockout-6", "losing", "23K"])
def test_no_bet_of_another_number_is_offered(name: str) -> None:
    """Followed, it would price another bet."""
    done = run("bet", name)
    assert done.status == 2
    assert "did you mean" not in done.err


@pytest.mark.parametrize(
    ("name", "offered"),
    [
        ("nepal", "super-six"),
        ("punto-2000", "super-six"),
        ("source-003-ties", "source-003-ties-lose"),
        ("clasic", "classic"),
    ],
)
def test_the_variant_that_is_offered(name: str, offered: str) -> None:
    """By its beginning, its title or its spelling."""
    assert f"variant: got '{name}'; did you mean {offered}?" in run("edge", "--variant", name).err


@pytest.mark.parametrize("name", ["commission-5", "push-on-7", "source-004"])
def test_no_variant_of_another_number_is_offered(name: str) -> None:
    """All are listed instead."""
    assert f"variant: got '{name}'; known: bahamian, " in run("edge", "--variant", name).err


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("23K", "2 3 K"),
        ("99K", "9 9 K"),
        ("9K", "9 K"),
        ("K10", "K 10"),
        ("9hKs", "9H KS"),
        ("akq", "A K Q"),
        ("99", "9 9"),
    ],
)
def test_cards_without_blanks_are_read(text: str, cards: str) -> None:
    """In every option of cards they are what they are with blanks."""
    for words in (("outcomes", "--remove"), ("coup", "tie", "--player")):
        if words[0] == "outcomes" or len(cards.split()) == 2:
            together, apart = run(*words, text), run(*words, cards)
            assert (together.status, together.out) == (apart.status, apart.out)
            assert together.status == 0


@pytest.mark.parametrize("text", ["13", "9Kh", "23X", "-9K", "K"])
def test_other_texts_are_not_taken_apart(text: str) -> None:
    """A number may be that of a king, and a suit may belong to one card or to both."""
    done = run("edge", "--remove", text)
    assert done.status == (0 if text == "K" else 2)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('[[payouts]]\nwhen = {}\nodds = "1:1"\n', "payouts: unknown key; did you mean payout?"),
        ('[payout]\nwhen = {}\nodds = "1:1"\n', "payout: got a table; it must be one table or more, [[payout]]"),
        (
            '[[payout]]\nwhen = "tie"\nodds = "1:1"\n',
            "payout[1].when: got the text 'tie'; it must be a table, when = { … }",
        ),
        ('[when]\n[[payout]]\nodds = "1:1"\n', "payout[1].when: missing; it must be a table, when = { … }"),
        ('[[payout]]\nwhen = {}\nodd = "1:1"\n', "payout[1].odd: unknown key; did you mean odds?"),
        ('[[payout]]\nif = {}\nodds = "1:1"\n', "payout[1].when: missing; it must be a table, when = { … }"),
    ],
)
def test_the_table_that_is_asked_for(tmp_path: Path, text: str, error: str) -> None:
    """What the error asks for is what the file lacks, as it has to be written there."""
    file = tmp_path / "my.toml"
    file.write_text(text)
    assert run("bet", str(file)).err == f"Error: {file}: {error}\n"
