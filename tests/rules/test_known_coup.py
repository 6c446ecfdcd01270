"""Known coups: what the drawing rules do next, and what cannot be read."""

from __future__ import annotations

import pytest
from known_coups import known

from analyzer import STANDARD, CoupError, KnownCoup, NotationError, read_opening, read_tableau, read_third
from analyzer.rules.known_coup import POSITIONS, decisions, leads_to, next_position


class TestDecisions:
    """What the drawing rules do next, and why."""

    @pytest.mark.parametrize(
        ("what", "said"),
        [
            (known("9 K", "3 ?"), ["coup ends: a natural, 8 or 9 on two cards, ends the coup (punto's 9)"]),
            (
                known("2 3", "K 6"),
                [
                    "punto draws: punto draws on 0-5 and has 5",
                    "banco depends: banco on 6 draws against 6-7; punto's third card is not known",
                ],
            ),
            (
                known("2 3", "K 6", "6"),
                [
                    "punto draws: punto draws on 0-5 and has 5",
                    "banco draws: banco on 6 draws against 6-7; punto's third card is 6",
                ],
            ),
            (
                known("4 3", "K 5"),
                [
                    "punto stands: punto draws on 0-5 and has 7",
                    "banco draws: banco draws on 0-5 when punto stands and has 5",
                ],
            ),
            (
                known(third_punto="?", banco_total=7),
                [
                    "punto draws: punto draws on 0-5 and has a total not known",
                    "banco stands: banco stands on 7",
                ],
            ),
            (
                known("A A"),
                [
                    "coup depends: an opening of 8 or 9 in either hand ends the coup",
                    "punto draws: punto draws on 0-5 and has 2",
                    "banco depends: banco's total is not known",
                ],
            ),
            (
                known(third_banco="9"),
                [
                    "punto depends: punto draws on 0-5 and has a total not known",
                    "banco draws: banco drew, as given",
                ],
            ),
            (
                known("A A", third_banco="none"),
                [
                    "coup depends: an opening of 8 or 9 in either hand ends the coup",
                    "punto draws: punto draws on 0-5 and has 2",
                    "banco stands: banco stood, as given",
                ],
            ),
            (
                known(punto_total=5, third_punto="none"),
                ["coup ends: a natural, 8 or 9 on two cards, ends the coup (banco's 8-9)"],
            ),
        ],
        ids=str,
    )
    def test_reasons(self, what: KnownCoup, said: list[str]) -> None:
        """Each decision comes with the rule it follows."""
        assert said == [f"{who} {does}: {why}" for who, does, why in decisions(what, STANDARD)]

    def test_where_a_natural_only_stands(self) -> None:
        """Under a tableau without the natural rule a nine does not end the coup."""
        tableau = read_tableau("no-natural-rule")
        decided = [(who, does) for who, does, _ in decisions(known("9 K", "3 K"), tableau)]
        assert decided == [("punto", "stands"), ("banco", "draws")]

    @pytest.mark.parametrize(
        ("what", "position"),
        [
            (known(), "punto's first card"),
            (known("9"), "banco's first card"),
            (known("9", "3"), "punto's second card"),
            (known("9 2", "3"), "banco's second card"),
            (known("9 2", "3 3"), "punto's third card"),
            (known("9 2", "3 3", "7"), "banco's third card"),
            (KnownCoup(punto_total=6, banco_total=5), "banco's third card"),
            (known("9 2", "3 3", "8"), None),
            (known("9 K", "3 3"), None),
        ],
        ids=str,
    )
    def test_the_next_card(self, what: KnownCoup, position: str | None) -> None:
        """Openings are turned over in the order dealt, then come the third cards the rules call for."""
        index = next_position(what, STANDARD)
        assert position == (None if index is None else POSITIONS[index])

    @pytest.mark.parametrize(
        ("what", "words"),
        [
            (known("2 3", "K 6", "4"), "punto 9, banco 6; banco stands; punto wins"),
            (known("2 3", "K 6", "6"), "punto 1, banco 6; banco draws"),
            (known("2 3", "K 6", "6", "5"), "punto 1, banco 1; tie"),
            (known("9 K", "3 3"), "punto 9, banco 6; a natural ends the coup; punto wins"),
            (known("6 K", "6 K"), "punto 6, banco 6; punto stands; banco stands; tie"),
            (known("2 3"), "punto 5; punto draws, unless a natural ends the coup"),
            (known("2 ?"), ""),
        ],
        ids=str,
    )
    def test_a_coup_so_far_in_words(self, what: KnownCoup, words: str) -> None:
        """Totals, what the rules do, and how it ends."""
        assert words == leads_to(what, STANDARD)


class TestContradictions:
    """Every contradiction is one line that names the rule."""

    @pytest.mark.parametrize("total", [10, -1, True, "5"])
    def test_a_bad_total_is_refused(self, total: int) -> None:
        """A total is a number from 0 to 9."""
        with pytest.raises(CoupError, match="from 0 to 9"):
            KnownCoup(punto_total=total)

    @pytest.mark.parametrize("text", ["", "9 9 9", "X", "9s9"])
    def test_openings_that_cannot_be_read(self, text: str) -> None:
        """An opening is one card or two."""
        with pytest.raises(NotationError):
            read_opening(text)

    @pytest.mark.parametrize("text", ["", "stood", "9 9"])
    def test_third_cards_that_cannot_be_read(self, text: str) -> None:
        """A third card is a card, ? or none."""
        with pytest.raises(NotationError, match=r"none,? for no third card"):
            read_third(text)
