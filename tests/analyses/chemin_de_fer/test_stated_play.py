"""A play stated in a file or by name: read back exactly, answered with its best reply, or refused in one line."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from chemin_de_fer import OTHER
from command import run

if TYPE_CHECKING:
    from pathlib import Path


class TestCommand:
    """What the command line prints and refuses."""

    def test_a_play_printed_can_be_stated(self, tmp_path: Path) -> None:
        """The equilibrium that one run prints, stated to another, is answered with the same value, for either hand."""
        words = ("chemin-de-fer", "--decks", "1", "--banco-sees", "composition", "--commission", "5%", "-f", "json")
        file = tmp_path / "play.json"
        printed = run(*words).out
        file.write_text(printed)
        value = json.loads(printed)["value"]
        for hand in ("punto", "banco"):
            answer = json.loads(run(*words, f"--{hand}-plays", str(file)).out)
            assert (answer["hand"], answer["value"][OTHER[hand]]) == (hand, value[OTHER[hand]])
            assert all(cell["hand"] == OTHER[hand] for cell in answer["cells"])
            assert not any(
                Fraction(cell["gain"]) * (1 if cell["draws"] == "0/1" else -1) > 0 for cell in answer["cells"]
            )

    @pytest.mark.parametrize("words", [["--decks", "1000"], ["--decks", "100", "--commission", "3.789%"]])
    def test_long_probabilities_are_read_back(self, words: list[str], tmp_path: Path) -> None:
        """An equilibrium of many decks has long fractions."""
        file = tmp_path / "play.json"
        printed = run("chemin-de-fer", *words, "-f", "json").out
        file.write_text(printed)
        assert max(len(cell["draws"]) for cell in json.loads(printed)["cells"]) > 30
        answer = json.loads(run("chemin-de-fer", *words, "--banco-plays", str(file), "-f", "json").out)
        assert answer["value"]["punto"] == json.loads(printed)["value"]["punto"]

    def test_a_play_by_totals_where_the_cards_are_seen(self, tmp_path: Path) -> None:
        """A cell that is not there by its cards is taken by its total."""
        file = tmp_path / "play.json"
        file.write_text('{"cells": [{"hand": "punto", "opening": 5, "draws": 0.25}]}')
        words = ("chemin-de-fer", "--decks", "2", "-f", "json", "--punto-plays")
        by_cards = json.loads(run(*words, str(file), "--punto-sees", "composition").out)
        assert by_cards["value"] == json.loads(run(*words, "1/4").out)["value"]

    @pytest.mark.parametrize(
        ("text", "status", "said"),
        [
            ("[1, 2]", 1, "it states no play; a play is {"),
            ("{", 1, "it is not JSON: "),
            ('{"cells": 5}', 1, "it states no play"),
            ('{"cells": [5]}', 1, "cell 1: got '5'; a play is {"),
            ('{"hand": "dealer", "opening": 5, "draws": 1}', 1, "cell 1: got "),
            ('{"hand": "punto", "opening": true, "draws": 1}', 1, "cell 1: got "),
            ('{"hand": "punto", "opening": 5, "values": [1, 3], "draws": 1}', 1, "cell 1: got "),
            ('{"hand": "punto", "opening": 5, "third": 3, "draws": 1}', 1, "cell 1: got "),
            ('{"hand": "punto", "opening": 5, "draws": 1, "draws": 0}', 1, "it is not JSON: a name is repeated in one"),
            ('{"hand": "punto", "opening": 9, "draws": 1}', 1, "cell 1: got "),
            ('{"hand": "punto", "opening": 5, "values": false, "draws": 1}', 1, "cell 1: got "),
            (
                '{"hand": "punto", "opening": ' + "5" * 5000 + ', "draws": 1}',
                1,
                "it is not JSON: a number has 5000 digits",
            ),
            (
                '{"hand": "punto", "opening": 5, "values": [2, 3], "draws": 1}',
                2,
                "--punto-plays: the play distinguishes punto's cards; here punto sees only their total",
            ),
            ('{"hand": "punto", "opening": 5}', 1, "cell 1: got "),
            ('{"hand": "punto", "opening": 5, "draws": 1e-3}', 1, "cell 1, draws: got '1e-3'"),
            ('{"hand": "punto", "opening": 5, "draws": "3/2"}', 1, "cell 1: got '3/2'; a probability is"),
            (
                '{"hand": "punto", "opening": 5, "draws": 1}, {"hand": "punto", "opening": 5, "draws": 0}',
                1,
                "cell 2: punto on 5 is stated twice",
            ),
            (
                '{"cells": []}',
                2,
                "--punto-plays: the play gives no probability of drawing for the cell: punto on 5",
            ),
            (
                '{"hand": "punto", "opening": 5, "draws": 1}, {"hand": "punto", "opening": 6, "draws": "1/2"}',
                2,
                "--punto-plays: punto draws with 1/2 on 6; here it must stand, and chooses only on 5",
            ),
        ],
    )
    def test_a_file_without_a_play_is_refused_in_one_line(
        self, text: str, status: int, said: str, tmp_path: Path
    ) -> None:
        """The error quotes what it found and shows what a play looks like."""
        file = tmp_path / "play.json"
        file.write_text(f'{{"cells": [{text}]}}' if text.startswith('{"hand"') else text)
        done = run("chemin-de-fer", "--punto-plays", str(file))
        assert (done.status, done.out, done.err.count("\n")) == (status, "", 1)
        assert said in done.err

    def test_a_stated_play_gets_its_best_reply(self) -> None:
        """By a tableau's name, or for punto by the probability of drawing on five."""
        replies = {}
        for play in ("standard", "2/2", "punto-0-4", ".0"):
            _, printed, _ = run("chemin-de-fer", "--decks", "inf", "--punto-plays", play, "-f", "json")
            replies[play] = json.loads(printed)["value"]["punto"]
        assert replies["standard"] == replies["2/2"] == "-66016/4826809"
        assert replies["punto-0-4"] == replies[".0"] == "-74176/4826809"
        _, printed, _ = run("chemin-de-fer", "--decks", "inf", "--banco-plays", "standard")
        assert "-4560/371293" in printed
