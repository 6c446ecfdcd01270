"""`coup`: documents, tables and one-line errors."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from command import listed, run

from analyzer import Shoe, known_endings, price_known, read_bet, read_opening, read_variant
from analyzer.catalog.rules_file import catalog_names
from analyzer.rules.coup import Winner
from analyzer.rules.known_coup import KnownCoup

CLASSIC = read_variant("classic")


class TestCoup:
    """The odds of a coup under way."""

    def test_every_bet_is_priced(self) -> None:
        """With --all-bets, all bets of variant and catalog are listed, priced as the package prices them."""
        document = listed("coup", "--punto", "9s K", "--banco", "3 ?", "--decks", "6", "--all-bets")
        bets = [*CLASSIC.bets, *(read_bet(name) for name in catalog_names("bets"))]
        known = KnownCoup(read_opening("9s K"), read_opening("3 ?"))
        odds = price_known(bets, known, Shoe.decks(6), CLASSIC.tableau)
        assert [bet.name for bet in bets] == [bet["bet"] for bet in document["bets"]]
        fair_prices = [Fraction(bet["fair_price"]) for bet in document["bets"]]
        assert [1 + priced.expected_value for priced in odds] == fair_prices
        assert document["left_out"] == []

    def test_the_bets_of_the_variant_are_priced(self) -> None:
        """Without a bet named, the bets of the variant are listed; a title is a figure more."""
        assert [bet["bet"] for bet in listed("coup", "--banco-total", "6")["bets"]] == ["punto", "banco", "tie"]
        assert "Title" not in run("coup", "--banco-total", "6").out
        assert "Title" in run("coup", "--banco-total", "6", "--all-figures").out

    def test_what_is_known_is_in_the_document(self) -> None:
        """The document repeats what is known of the coup, with the decisions of the rules."""
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
        assert [(decision["who"], decision["does"]) for decision in document["decisions"]] == [
            ("punto", "draws"),
            ("banco", "stands"),
        ]

    def test_the_next_cards_average_to_the_outcomes(self) -> None:
        """The outcomes are the mean, by probability, of the outcomes after each next card."""
        document = listed("coup", "tie", "--punto", "2 3", "--banco", "K 6")
        assert document["next"]["position"] == "punto's third card"
        for winner, share in document["outcomes"].items():
            mean = sum(
                Fraction(card["probability"]) * Fraction(card["outcomes"][winner]["probability"])
                for card in document["next"]["cards"]
            )
            assert Fraction(share["probability"]) == mean

    def test_a_finished_coup_has_no_next_card(self) -> None:
        """After the last card there is no next card, in JSON and in tables."""
        words = ("coup", "tie", "--punto", "9 K", "--banco", "3 2")
        assert listed(*words)["next"] is None
        assert "The next card" not in run(*words).out

    def test_the_burn_card_leaves_the_shoe(self) -> None:
        """`--burn` removes the card shown from the shoe before the coup."""
        document = listed("coup", "tie", "--banco-total", "6", "--burn", "9")
        ended = known_endings(KnownCoup(banco_total=6), Shoe.decks(8).remove([_card("9")]), CLASSIC.tableau)
        assert Fraction(document["outcomes"]["tie"]["probability"]) == ended.coarsen(
            lambda ending: ending.winner
        ).probability(Winner.TIE)

    def test_a_shoe_known_by_ranks_leaves_suits_out(self) -> None:
        """Bets that look at suits are named on stderr and in the document."""
        done = run("coup", "--banco-total", "6", "--remove", "9", "--all-bets", "-f", "json")
        assert "perfect-pair" in json.loads(done.out)["left_out"]
        assert done.err.startswith("left out, as the shoe is known by ranks only: ")

    @pytest.mark.parametrize(
        ("words", "status", "message"),
        [
            (["--punto-total", "7", "--third-punto", "4"], 1, "punto draws on 0-5 and has 7 (tableau standard)"),
            (["--punto", "9 K", "--punto-total", "5"], 1, "--punto-total: got 5, but 9 K make 9"),
            (["--punto", "9 9 9"], 2, "--punto: got '9 9 9'; an opening is one or two cards"),
            (["--third-banco", "x"], 2, "--third-banco: got 'x'"),
            (["--punto-total", "12"], 2, "--punto-total: got '12'; it is a whole number from 0 to 9"),
            (["--banco", "9s 9s", "--decks", "1"], 1, "card 9♠: the coup shows 2 of it"),
            (["--decks", "6,8"], 2, "got 2 shoes"),
            (["--commission", "4%", "tie"], 2, "--commission does not apply to tie"),
            (["no-such-bet"], 2, "bet: got 'no-such-bet'"),
        ],
    )
    def test_one_line_errors(self, words: list[str], status: int, message: str) -> None:
        """A contradiction is an error with status 1, an unreadable value one with status 2: one line each."""
        done = run("coup", *words)
        assert (status, "", 1) == (done.status, done.out, done.err.count("\n"))
        assert message in done.err


def _card(text: str) -> Any:  # noqa: ANN401 - one card
    return read_opening(text)[0]


@pytest.mark.parametrize("output_format", ["table", "markdown", "csv", "json", "latex"])
@pytest.mark.parametrize(
    "words",
    [
        ["coup", "banco", "--punto", "9 K"],
        ["coup", "banco", "--punto", "2 3", "--third-punto", "?", "--exact"],
    ],
    ids=" ".join,
)
def test_every_format(words: list[str], output_format: str) -> None:
    """The command answers in each format, twice the same."""
    done = run(*words, "-f", output_format)
    assert done.status == 0
    assert done.out.endswith("\n")
    assert done == run(*words, "-f", output_format)
