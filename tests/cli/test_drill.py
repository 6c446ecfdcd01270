"""Drills: the same seed gives the same sheet, and its key is what the rules and the pay table say."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from hashlib import sha256
from itertools import islice
from typing import Any

import pytest
from command import run
from oracle import PhysicalCard, ending_of, play_coup

from analyzer import Shoe, read_cards, read_variant
from analyzer.analyses.drill import STAKES, TOPICS, exercises, random_words, shuffled
from analyzer.errors import BaccaratError, ShoeError

CLASSIC = read_variant("classic")


def coups(*words: str) -> list[dict[str, Any]]:
    """Return the coups of a drill as JSON has them."""
    document = json.loads(run("drill", *words, "-f", "json").out)
    found: list[dict[str, Any]] = document["coups"]
    return found


def physical(text: str) -> list[PhysicalCard]:
    """Return cards of the other program that plays the game."""
    return [PhysicalCard(card.point_value, str(card)) for card in read_cards(text)]


def test_a_seed_gives_one_sheet() -> None:
    """To the byte, on any machine and with any Python; another seed gives another sheet."""
    sheet = run("drill", "--coups", "20", "--seed", "7").out
    assert sha256(sheet.encode()).hexdigest() == "679e438b541b2924490cc1378d173d2ee3ddf109d2a511b7c784abb1106fb6c2"
    assert run("drill", "--coups", "20", "--seed", "8").out != sheet


def test_random_words_are_those_of_sha_256() -> None:
    """Worked out apart from the module, from the text it names."""
    expected = [int(sha256(f"baccarat-odds drill 7 {n}".encode()).hexdigest()[:16], 16) for n in range(3)]
    assert list(islice(random_words(7), 3)) == expected


def test_a_shuffle_keeps_the_cards_and_favours_no_place() -> None:
    """Over the shuffles of four cards each order comes up as often as any other, within chance."""
    cards, words = read_cards("A 2 3 4"), random_words(1)
    orders = Counter(tuple(map(str, shuffled(cards, words))) for _ in range(4800))
    assert len(orders) == 24
    assert all(130 < number < 270 for number in orders.values())


@pytest.mark.parametrize("topic", [None, *TOPICS])
def test_the_key_is_what_another_program_plays(topic: str | None) -> None:
    """Played from the cards shown, by the rules as casinos print them; and paid by hand."""
    words = ("--coups", "40", "--seed", "3", *(() if topic is None else ("--topic", topic)))
    found = coups(*words)
    assert len(found) == 40
    for coup in found:
        punto, banco, following = (physical(coup["shown"][name]) for name in ("punto", "banco", "next"))
        played = play_coup([punto[0], banco[0], punto[1], banco[1], *following])
        key = coup["key"]
        assert [card.rank for card in played.punto] == key["punto"].split()
        assert [card.rank for card in played.banco] == key["banco"].split()
        assert ending_of(played)[:2] == (key["punto_total"], key["banco_total"])
        assert (key["punto_draws"], key["banco_draws"]) == (len(played.punto) == 3, len(played.banco) == 3)
        to_one = {"punto": Fraction(1), "banco": Fraction(19, 20), "tie": Fraction(8)}[coup["bet"]]
        wins = coup["bet"] == key["winner"]
        assert Fraction(key["payout"]) == (Fraction(coup["stake"]) * to_one if wins else 0)
        assert int(Fraction(coup["stake"])) in STAKES
        if topic == "banco-6":
            assert sum(card.value for card in banco) % 10 == 6
            assert key["punto_draws"]
        if topic in {"commission", "ties"}:
            assert key["winner"] == ("banco" if topic == "commission" else "tie")


def test_the_cards_come_from_a_real_shoe() -> None:
    """From one deck no coup before the shoe is shuffled again uses a card twice."""
    found = exercises(Shoe.decks(1), CLASSIC, 6, 5)
    used = Counter(card for exercise in found for hand in exercise.coup for card in hand)
    assert max(used.values()) == 1


def test_the_sheet_and_its_key() -> None:
    """A row for each coup with blanks; the key follows on a page of its own, with chips if they are named."""
    sheet, _, key = run("drill", "--coups", "3", "--chips", "100,25,5").out.partition("page-break-after")
    rows = [line for line in sheet.splitlines() if line.startswith("|      ")]
    assert len(rows) == 3
    assert all(row.count("\\_\\_") >= 4 for row in rows)
    assert "stands" not in sheet
    assert key.count("stands") + key.count("draws") == 6


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--coups", "0"), "--coups: got '0'; it is a whole number from 1 to 1000"),
        (("--topic", "tie"), "--topic: got 'tie'; did you mean ties?"),
        (("--decks", "inf"), "shoe: a drill is dealt from 20 to 10,000 cards; got a shoe without end"),
        (("--decks", "200"), "shoe: a drill is dealt from 20 to 10,000 cards; got 10,400 cards"),
    ],
)
def test_what_cannot_be_dealt(words: tuple[str, ...], message: str) -> None:
    """One line."""
    done = run("drill", *words)
    assert done.out == ""
    assert message in done.err


def test_a_topic_that_does_not_come_up() -> None:
    """With tens alone every coup is a tie, and none is won by banco."""
    with pytest.raises(BaccaratError, match="topic: commission came up 0 times in 100,000 coups; 1 were wanted"):
        exercises(Shoe.from_spec("K=20"), CLASSIC, 1, 1, "commission")
    with pytest.raises(ShoeError):
        exercises(Shoe.from_spec("K=19"), CLASSIC, 1, 1)
