"""`removal`: documents, tables and one-line errors."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest
from command import listed, run

from analyzer import Shoe, best_count, effects, read_bet, read_variant

CLASSIC = read_variant("classic")


class TestRemoval:
    """The effect of removal."""

    def test_the_document_holds_what_the_package_computes(self) -> None:
        """Changes, their sum, the best count and the pairs are those of the package."""
        document = listed("removal", "tie", "punto-pair", "--decks", "1", "--level", "3", "--pairs")
        bets = [CLASSIC.bet("tie"), read_bet("punto-pair")]
        computed = effects(bets, Shoe.decks(1), CLASSIC.tableau, pairs=True)
        for effect, bet in zip(computed, document["bets"], strict=True):
            assert [str(change) for change in effect.changes] == [
                str(Fraction(row["change"])) for row in bet["changes"]
            ]
            assert list(effect.counts) == [row["cards"] for row in bet["changes"]]
            assert (bet["weighted_sum"], bet["weighted_sum_of_pairs"]) == ("0/1", "0/1")
            assert list(effect.pairs.values()) == [Fraction(pair["beyond"]) for pair in bet["pairs"]]
            count = best_count(effect, 3)
            if count is None:
                assert bet["linear_count"] is None
            else:
                assert list(count.tags) == bet["linear_count"]["tags"]
                assert count.correlation_squared == Fraction(bet["linear_count"]["correlation_squared"])

    def test_csv_has_a_row_for_each_bet_and_card(self) -> None:
        """In CSV each change has its own row."""
        rows = list(csv.DictReader(io.StringIO(run("removal", "tie", "dragon-7", "-f", "csv", "--exact").out)))
        assert len(rows) == 20
        changes = [Fraction(row["Change of the expectation"]) for row in rows[:10]]
        assert sum(int(row["Cards in the shoe"]) * change for row, change in zip(rows, changes, strict=False)) == 0
        assert round(changes[0] * 10**7) == 5129

    def test_tables_name_the_ranks(self) -> None:
        """The columns go from ace to king and name the ranks of each value; figures have three digits."""
        out = run("removal", "tie").out
        header = next(line for line in out.splitlines() if line.startswith("Bet"))
        assert header.split()[1:] == ["A", *"23456789", "10", "J", "Q", "K"]
        row = next(line for line in out.splitlines() if line.startswith("tie"))
        assert (row.split()[1], row.split()[-1]) == ("1.29", "5.13")

    def test_faces_have_a_row_for_each_suit(self) -> None:
        """A bet that looks at colours has a row for each suit."""
        out = run("removal", "all-red-22", "--decks", "1").out
        assert [line.split()[1] for line in out.splitlines() if line.startswith("all-red-22")][:4] == list("♠♥♦♣")

    def test_pairs_add_a_table(self) -> None:
        """`--pairs` adds the changes beyond the sum, as a square of values or as rows of faces."""
        out = run("removal", "tie", "--pairs").out
        assert (
            "beyond the sum of both changes, in 1/10,000 of the stake (the sum over all pairs of the shoe is 0)" in out
        )
        rows = run("removal", "fabulous-pair-punto", "--pairs", "--shoe", "As=4 Ah=4 9s=4").out.splitlines()
        assert [line.split()[1:3] for line in rows if line.startswith("fabulous-pair-punto ")][-1] == ["9♠", "9♠"]

    def test_pairs_in_csv(self) -> None:
        """In CSV each pair of each bet has its own row, instead of the changes."""
        words = ("removal", "tie", "all-red-22", "--decks", "1", "--pairs")
        rows = list(csv.DictReader(io.StringIO(run(*words, "-f", "csv", "--exact").out)))
        pairs = [(bet, pair) for bet in listed(*words)["bets"] for pair in bet["pairs"]]
        assert [(row["Card"], row["Other card"]) for row in rows] == [tuple(pair["cards"]) for _, pair in pairs]
        assert [Fraction(row["Beyond"]) for row in rows] == [Fraction(pair["beyond"]) for _, pair in pairs]
        assert {row["Bet"] for row in rows} == {"tie", "all-red-22"}

    @pytest.mark.parametrize(
        ("words", "status", "message"),
        [
            (["tie", "--decks", "inf"], 1, "cannot leave a shoe drawn with replacement"),
            (["tie", "--shoe", "9=6"], 1, "got 6 cards; 6 must remain for a coup after 1 leaves"),
            (["tie", "--level", "5"], 2, "--level: got '5'; it is a whole number from 1 to 4"),
            (["punto-pair", "--shoe", "0=9 9=9"], 1, "known by values only"),
        ],
    )
    def test_one_line_errors(self, words: list[str], status: int, message: str) -> None:
        """Values that cannot be computed and values that cannot be read are errors of one line."""
        done = run("removal", *words)
        assert (status, "", 1) == (done.status, done.out, done.err.count("\n"))
        assert message in done.err


@pytest.mark.parametrize("output_format", ["table", "markdown", "csv", "json", "latex"])
@pytest.mark.parametrize(
    "words",
    [
        ["removal", "punto", "all-red-22", "--shoe", "As=4 Kh=4 5d=4", "--pairs"],
        ["removal", "punto-pair", "--decks", "1", "--places", "3"],
    ],
    ids=" ".join,
)
def test_every_format(words: list[str], output_format: str) -> None:
    """The command answers in each format, twice the same."""
    done = run(*words, "-f", output_format)
    assert done.status == 0
    assert done.out.endswith("\n")
    assert done == run(*words, "-f", output_format)
