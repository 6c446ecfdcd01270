"""`chemin-de-fer`: solutions, best replies, and usage errors."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest
from command import run

from analyzer import Shoe, chemin_de_fer_game
from analyzer.analyses.chemin_de_fer.game import Game
from analyzer.analyses.chemin_de_fer.solution import reply_to
from analyzer.rules.coup import Hand


class TestCommand:
    """What the command prints and refuses."""

    def test_json_has_the_solution_and_its_certificate(self) -> None:
        """The solution of Kemeny and Snell, as rationals."""
        status, printed, _ = run("chemin-de-fer", "--decks", "inf", "-f", "json")
        document = json.loads(printed)
        assert status == 0
        assert document["value"]["punto"] == "-679568/53094899"
        assert document["unique"] is True
        assert document["certificate"] == {
            "holds": True,
            "punto": {"expects": "-679568/53094899", "at_most": "-679568/53094899"},
            "banco": {"expects": "679568/53094899", "at_most": "679568/53094899"},
        }
        assert {"9/11", "859/2288"} == {cell["draws"] for cell in document["cells"]} - {"0/1", "1/1"}
        assert not any(cell["differs"] for cell in document["cells"])

    def test_the_table_shows_play_like_a_croupiers_card(self) -> None:
        """Banco has eight rows, the mixed cell is a number, and a star marks a difference from the tableau."""
        _, printed, _ = run("chemin-de-fer", "--decks", "1")
        rows = [line.split() for line in printed.splitlines()]
        assert ["5", "D", "S", "S", "S", "S", "S*", "D", "D", "D", "S", "S"] in rows
        assert ["6", "0.3996", "S", "S", "S", "S", "S", "S", "D", "D", "S", "S"] in rows

    def test_several_shoes_make_a_row_each(self) -> None:
        """In CSV and in JSON."""
        _, printed, _ = run("chemin-de-fer", "--decks", "1,inf", "--banco-sees", "composition", "-f", "csv")
        assert [line.partition(",")[0] for line in printed.splitlines()] == ["Decks", "1", "inf"]
        _, printed, _ = run("chemin-de-fer", "--decks", "1,inf", "-f", "json")
        assert [answer["shoe"]["decks"] for answer in json.loads(printed)["shoes"]] == [1, "inf"]

    def test_equilibria_that_are_not_unique_are_listed(self) -> None:
        """If the cards carry no information, banco may spread its draws over its openings of six."""
        _, printed, _ = run("chemin-de-fer", "--decks", "inf", "--banco-sees", "composition")
        assert "Every equilibrium" in printed
        assert "q1, banco on 6 (0 6), punto stood: 0 to 859/1144; q2, banco on 6 (1 5), punto stood: 0 to 1" in printed
        assert "8 q1 + 2 q2 + 2 q3 + q4 + 2 q5 + q6 = 859/143" in printed
        _, printed, _ = run("chemin-de-fer", "--decks", "inf", "--banco-sees", "composition", "-f", "json")
        [component] = json.loads(printed)["equilibria"]
        weights = [Fraction(cell["weight"]) for cell in component["open"]]
        assert [weight / weights[-1] for weight in weights] == [8, 2, 2, 1, 2, 1]
        bounds = {Fraction(component[key]) for key in ("sum_at_least", "sum_at_most")}
        assert bounds == {weights[-1] * Fraction(859, 143)}
        assert component["value"]["punto"] == {"low": "-679568/53094899", "high": "-679568/53094899"}

    def test_values_that_vary_are_given_as_a_range(self) -> None:
        """On an interval of equilibria, in the table and in JSON."""
        words = ("chemin-de-fer", "--shoe", "2=3 3=1 6=1 7=1 8=1", "--commission", "5%")
        printed = re.sub(" +", " ", run(*words).out)
        assert "between 19/20 and 1 -2.857143% 0.510119% to 0.511905%" in printed
        components = json.loads(run(*words, "-f", "json").out)["equilibria"]
        assert components[1]["value"]["banco"] == {"low": "857/168000", "high": "43/8400"}

    def test_indifferent_cells_are_not_differences(self) -> None:
        """A cell that is "either" is listed only if optimal play mixes in it."""
        printed = run("chemin-de-fer", "--shoe", "0=3 A=1 3=1 9=1").out
        rows = printed.partition("Where the tableau")[2].split("\n\n")[1].splitlines()[2:]
        cells = json.loads(run("chemin-de-fer", "--shoe", "0=3 A=1 3=1 9=1", "-f", "json").out)["cells"]
        assert len(rows) - 2 == sum(cell["differs"] for cell in cells)
        assert any(cell["best"] == "either" and cell["draws"] != "1/1" and cell["tableau"] == "draws" for cell in cells)

    def test_json_has_both_costs_of_every_cell(self) -> None:
        """In a cell in which optimal play mixes, the first cost is 0 and the second is not."""
        document = json.loads(run("chemin-de-fer", "--decks", "inf", "-f", "json").out)
        costs = {
            cell["draws"]: (cell["cost"], cell["cost_if_other_replies"])
            for cell in document["cells"]
            if cell["draws"] not in {"0/1", "1/1"}
        }
        assert costs == {"9/11": ("0/1", "46608/53094899"), "859/2288": ("0/1", "27488/53094899")}

    def test_a_stated_play_in_tables(self) -> None:
        """One shoe gives the reply's card and its cells that are not the tableau's; several give a row each."""
        _, printed, _ = run("chemin-de-fer", "--decks", "inf", "--punto-plays", "1")
        rows = [line.split() for line in printed.splitlines()]
        assert "banco on 4, punto drew 1 draws stands 0.4525% 0.0016574%" in re.sub(" +", " ", printed)
        assert ["4", "D", "S", "D*", "D", "D", "D", "D", "D", "D", "S", "S"] in rows
        assert "Punto, where it may choose" not in printed
        _, printed, _ = run("chemin-de-fer", "--decks", "1,inf", "--banco-plays", "standard")
        assert "Where the best reply is not the tableau's" not in printed
        assert [row.split()[0] for row in printed.splitlines()[4:]] == ["1", "inf"]

    @pytest.mark.parametrize(("stated", "stood"), [([], "D"), (["--punto-plays", "1"], "-")])
    def test_cells_that_no_coup_reaches_have_a_dash(self, stated: list[str], stood: str) -> None:
        """With only tens and fives, punto draws no other card, and stands only if it chooses to."""
        _, printed, _ = run("chemin-de-fer", "--shoe", "0=4 5=4", *stated)
        card = ["0", stood, "D", "-", "-", "-", "-", "D", "-", "-", "-", "-"]
        assert card in [line.split() for line in printed.splitlines()]

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--commission", "10.1%"], "--commission: got '10.1%'; in chemin de fer it is from 0% to 10%"),
            (["--commission", "5"], "did you mean 5%?"),
            (
                ["--punto-sees", "total", "--punto-sees", "composition"],
                "--punto-sees: got total and composition; a hand sees one or the other",
            ),
            (["--banco-sees", "suits"], "--banco-sees: got 'suits'; known: total, composition"),
            (["--punto-plays", "1e3"], "--punto-plays: got '1e3'; it is a tableau"),
            (["--punto-plays", "1/2", "--banco-plays", "standard"], "state one hand's play; the other hand replies"),
            (
                ["--banco-plays", "no-natural-rule"],
                "--banco-plays: tableau no-natural-rule: it plays on after a natural",
            ),
            (["--banco-plays", "standart"], "did you mean standard?"),
            (["--decks", "0"], "--decks: got '0'"),
        ],
    )
    def test_a_usage_error_is_one_line(self, arguments: list[str], message: str) -> None:
        """The error says what was got and what is allowed, and the exit status is 2."""
        status, printed, errors = run("chemin-de-fer", *arguments)
        assert (status, printed, errors.count("\n")) == (2, "", 1)
        assert message in errors

    def test_fewer_cards_than_a_coup_needs(self) -> None:
        """A shoe of five cards is an error of one line, status 1."""
        status, printed, errors = run("chemin-de-fer", "--shoe", "5=7", "--remove", "5 5")
        assert (status, printed, errors.count("\n")) == (1, "", 1)
        assert "got 5 cards; a coup can need 6" in errors


class TestCertificateOfAReply:
    """The answer to a stated play carries the certificate of the replying hand."""

    @pytest.mark.parametrize(("option", "replying"), [("--punto-plays", "banco"), ("--banco-plays", "punto")])
    def test_json_has_the_replying_hands_side_alone(self, option: str, replying: str) -> None:
        """What it expects is the most it could get; of the stated play nothing is claimed."""
        document = json.loads(run("chemin-de-fer", "--decks", "inf", option, "standard", "-f", "json").out)
        expects = document["value"][replying]
        assert document["certificate"] == {"holds": True, replying: {"expects": expects, "at_most": expects}}

    def test_the_table_says_what_is_not_claimed(self) -> None:
        """One row, the replying hand's, and a column where there are several shoes."""
        printed = run("chemin-de-fer", "--decks", "inf", "--punto-plays", "1").out
        title = "Certificate of banco's reply; punto's stated play is not claimed to be optimal"
        rows = [line.split() for line in printed.partition(title)[2].splitlines()[4:]]
        assert rows == [["banco", "88", "66016/4826809", "66016/4826809", "0"]]
        lines = run("chemin-de-fer", "--decks", "1,inf", "--punto-plays", "1", "-f", "csv").out.splitlines()
        assert [line.rpartition(",")[2] for line in lines] == ["Certificate of the reply", "holds", "holds"]

    def test_a_reply_that_is_not_the_best_is_not_given(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A defect of the search is found by the check."""
        game = chemin_de_fer_game(Shoe.infinite())
        monkeypatch.setattr(Game, "best_reply", lambda _game, _hand, strategy: strategy)
        with pytest.raises(ArithmeticError, match="the best reply found fails its check"):
            reply_to(game, Hand.PUNTO, "draws", game.strategy_of(Fraction(1)))
