"""`coup` and `removal` as a user meets them: documents, tables and one-line errors."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from typing import Any

import pytest
from command import listed, run

from analyzer import Shoe, best_count, effects, known_endings, price_known, read_bet, read_opening, read_variant
from analyzer.catalog.rules_file import catalog_names
from analyzer.rules.coup import Winner
from analyzer.rules.known_coup import KnownCoup

CLASSIC = read_variant("classic")


class TestCoup:
    """The odds of a coup under way."""

    def test_every_bet_is_priced(self) -> None:
        """Without a bet named, all of variant and catalog are there, at what the package computes."""
        document = listed("coup", "--punto", "9s K", "--banco", "3 ?", "--decks", "6")
        bets = [*CLASSIC.bets, *(read_bet(name) for name in catalog_names("bets"))]
        known = KnownCoup(read_opening("9s K"), read_opening("3 ?"))
        odds = price_known(bets, known, Shoe.decks(6), CLASSIC.tableau)
        assert [bet.name for bet in bets] == [bet["bet"] for bet in document["bets"]]
        assert [1 + each.expected_value for each in odds] == [Fraction(bet["fair_price"]) for bet in document["bets"]]
        assert document["left_out"] == []

    def test_what_was_told_comes_back(self) -> None:
        """The document repeats what was told and says what the rules do with it."""
        words = ("coup", "tie", "--punto-total", "5", "--third-punto", "?", "--banco", "6h K", "--third-banco", "none")
        document = listed(*words)
        assert document["coup"] == {
            "punto": ["?", "?"],
            "banco": ["6♥", "K"],
            "punto_total": 5,
            "banco_total": None,
            "third_punto": "?",
            "third_banco": "none",
        }
        assert [(each["who"], each["does"]) for each in document["decisions"]] == [
            ("punto", "draws"),
            ("banco", "stands"),
        ]

    def test_the_next_cards_make_up_the_outcomes(self) -> None:
        """Weighted by their probabilities, the outcomes after each next card are those before it."""
        document = listed("coup", "tie", "--punto", "2 3", "--banco", "K 6")
        assert document["next"]["position"] == "punto's third card"
        for winner, share in document["outcomes"].items():
            mean = sum(
                Fraction(card["probability"]) * Fraction(card["outcomes"][winner]["probability"])
                for card in document["next"]["cards"]
            )
            assert Fraction(share["probability"]) == mean

    def test_a_finished_coup_has_no_next_card(self) -> None:
        """After the last card there is nothing to come, in JSON and in tables."""
        words = ("coup", "tie", "--punto", "9 K", "--banco", "3 2")
        assert listed(*words)["next"] is None
        assert "The next card" not in run(*words).out

    def test_the_burn_card_leaves_the_shoe(self) -> None:
        """`--burn` takes the card shown out of the shoe before the coup."""
        document = listed("coup", "tie", "--banco-total", "6", "--burn", "9")
        ended = known_endings(KnownCoup(banco_total=6), Shoe.decks(8).remove([_card("9")]), CLASSIC.tableau)
        assert Fraction(document["outcomes"]["tie"]["probability"]) == ended.coarsen(
            lambda ending: ending.winner
        ).probability(Winner.TIE)

    def test_a_shoe_known_by_ranks_leaves_suits_out(self) -> None:
        """Bets that look at more than the shoe is known by are named on stderr and in the document."""
        done = run("coup", "--banco-total", "6", "--remove", "9", "-f", "json")
        assert "perfect-pair" in json.loads(done.out)["left_out"]
        assert done.err.startswith("left out, as the shoe is known by ranks only: ")

    @pytest.mark.parametrize(
        ("words", "status", "said"),
        [
            (["--punto-total", "7", "--third-punto", "4"], 1, "punto draws on 0-5 and has 7 (tableau standard)"),
            (["--punto", "9 K", "--punto-total", "5"], 1, "punto-total: got 5, but 9 K make 9"),
            (["--punto", "9 9 9"], 2, "--punto: got '9 9 9'; it is one card or two"),
            (["--third-banco", "x"], 2, "--third-banco: got 'x'"),
            (["--punto-total", "12"], 2, "12 is not in the range"),
            (["--banco", "9s 9s", "--decks", "1"], 1, "card 9♠: the coup shows 2 of it"),
            (["--decks", "6,8"], 2, "got 2 shoes"),
            (["--commission", "4%", "tie"], 2, "--commission does not apply to tie"),
            (["no-such-bet"], 2, "bet: got 'no-such-bet'"),
        ],
    )
    def test_one_line_errors(self, words: list[str], status: int, said: str) -> None:
        """What contradicts itself cannot be computed, what cannot be read is a usage error: one line each."""
        done = run("coup", *words)
        assert (status, "", 1) == (done.status, done.out, done.err.count("\n"))
        assert said in done.err


def _card(text: str) -> Any:  # noqa: ANN401 - one card
    return read_opening(text)[0]


class TestRemoval:
    """The effect of removal."""

    def test_the_document_holds_what_the_package_computes(self) -> None:
        """Changes, their sum, the best count and pairs."""
        document = listed("removal", "tie", "punto-pair", "--decks", "1", "--level", "3", "--pairs")
        bets = [CLASSIC.bet("tie"), read_bet("punto-pair")]
        found = effects(bets, Shoe.decks(1), CLASSIC.tableau, pairs=True)
        for effect, bet in zip(found, document["bets"], strict=True):
            assert [str(change) for change in effect.changes] == [
                str(Fraction(each["change"])) for each in bet["changes"]
            ]
            assert list(effect.counts) == [each["cards"] for each in bet["changes"]]
            assert (bet["weighted_sum"], bet["weighted_sum_of_pairs"]) == ("0/1", "0/1")
            assert list(effect.pairs.values()) == [Fraction(pair["beyond"]) for pair in bet["pairs"]]
            count = best_count(effect, 3)
            if count is None:
                assert bet["linear_count"] is None
            else:
                assert list(count.tags) == bet["linear_count"]["tags"]
                assert count.correlation_squared == Fraction(bet["linear_count"]["correlation_squared"])

    def test_csv_has_a_row_for_each_bet_and_card(self) -> None:
        """For programs the changes stand one to a row."""
        rows = list(csv.DictReader(io.StringIO(run("removal", "tie", "dragon-7", "-f", "csv", "--exact").out)))
        assert len(rows) == 20
        changes = [Fraction(row["Change of the expectation"]) for row in rows[:10]]
        assert sum(int(row["Cards in the shoe"]) * change for row, change in zip(rows, changes, strict=False)) == 0
        assert round(changes[0] * 10**7) == 5129

    def test_tables_name_the_ranks(self) -> None:
        """The columns stand from ace to king and say which ranks a value holds; the sum is 0."""
        out = run("removal", "tie").out
        header = next(line for line in out.splitlines() if line.startswith("Bet"))
        assert header.split()[2:] == ["A", *"23456789", "10", "J", "Q", "K", "Sum", "over", "the", "shoe"]
        row = next(line for line in out.splitlines() if line.startswith("Tie"))
        assert (row.split()[3], row.split()[-2], row.split()[-1]) == ("0.0001292509", "0.0005128781", "0")

    def test_faces_stand_in_a_row_for_each_suit(self) -> None:
        """A bet on colours has four rows, and its count names faces."""
        out = run("removal", "all-red-22", "--decks", "1").out
        assert [line.split()[1] for line in out.splitlines() if line.startswith("all-red-22")][:4] == list("♠♥♦♣")

    def test_pairs_add_a_table(self) -> None:
        """`--pairs` adds what two cards do beyond the sum, as a square of cards or as rows of faces."""
        out = run("removal", "tie", "--pairs").out
        assert "beyond the sum of both changes (sum over all pairs of the shoe: 0)" in out
        rows = run("removal", "fabulous-pair-punto", "--pairs", "--shoe", "As=4 Ah=4 9s=4").out.splitlines()
        assert [line.split()[1:3] for line in rows if line.startswith("fabulous-pair-punto ")][-1] == ["9♠", "9♠"]

    def test_pairs_in_csv(self) -> None:
        """For programs the pairs stand one to a row, of every bet, in place of the changes."""
        words = ("removal", "tie", "all-red-22", "--decks", "1", "--pairs")
        rows = list(csv.DictReader(io.StringIO(run(*words, "-f", "csv", "--exact").out)))
        pairs = [(bet, pair) for bet in listed(*words)["bets"] for pair in bet["pairs"]]
        assert [(row["Card"], row["Other card"]) for row in rows] == [tuple(pair["cards"]) for _, pair in pairs]
        assert [Fraction(row["Beyond"]) for row in rows] == [Fraction(pair["beyond"]) for _, pair in pairs]
        assert {row["Bet"] for row in rows} == {"Tie (Egalite)", "all-red-22"}

    @pytest.mark.parametrize(
        ("words", "status", "said"),
        [
            (["tie", "--decks", "inf"], 1, "cannot leave a shoe drawn with replacement"),
            (["tie", "--shoe", "9=6"], 1, "got 6 cards; 6 have to be left"),
            (["tie", "--level", "5"], 2, "5 is not in the range"),
            (["punto-pair", "--shoe", "0=9 9=9"], 1, "known by values only"),
            (["tie", "--decks", "6,8"], 2, "got 2 shoes"),
        ],
    )
    def test_one_line_errors(self, words: list[str], status: int, said: str) -> None:
        """What cannot be computed and what cannot be read: one line each."""
        done = run("removal", *words)
        assert (status, "", 1) == (done.status, done.out, done.err.count("\n"))
        assert said in done.err


@pytest.mark.parametrize("form", ["table", "markdown", "csv", "json", "latex"])
@pytest.mark.parametrize(
    "words",
    [
        ["coup", "banco", "--punto", "9 K"],
        ["coup", "banco", "--punto", "2 3", "--third-punto", "?", "--exact"],
        ["removal", "punto", "all-red-22", "--shoe", "As=4 Kh=4 5d=4", "--pairs"],
        ["removal", "punto-pair", "--decks", "1", "--places", "3"],
    ],
    ids=" ".join,
)
def test_every_format(words: list[str], form: str) -> None:
    """Each command answers in each format, twice the same."""
    done = run(*words, "-f", form)
    assert done.status == 0
    assert done.out.endswith("\n")
    assert done == run(*words, "-f", form)
