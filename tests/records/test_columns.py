"""Columns of a record: the names and words that are understood."""

from __future__ import annotations

import pytest

from analyzer.catalog.bet_names import SIDES, BetNames
from analyzer.records.columns import FIELDS, YES_OR_NO, Columns, says_yes, winner


class TestNames:
    """Columns by the names people use."""

    @pytest.mark.parametrize("side", SIDES)
    def test_hands_in_every_language(self, side: str) -> None:
        """The names of a side are those of its bet, its result and, for a hand, its columns."""
        for word in SIDES[side].split():
            assert (BetNames(SIDES).find(word), winner(word), winner(f"{word} wins")) == (side,) * 3
            assert Columns(SIDES).meaning(f"{word} stake") == ("stake", side)
            if side != "tie":
                assert Columns().meaning(f"{word} cards") == Columns().meaning(side)
                assert Columns().meaning(f"{word} total") == Columns().meaning(f"{side}_total")

    def test_no_two_names_share_a_meaning_by_accident(self) -> None:
        """Every listed name means its own column."""
        columns = Columns()
        for index, names in enumerate(FIELDS.values()):
            assert {columns.meaning(name) for name in names.split()} == {index}


class TestShoes:
    """What marks a new shoe."""

    @pytest.mark.parametrize(
        "word", YES_OR_NO.partition(" or no (")[0].removeprefix("yes (").removesuffix(")").split(", ")
    )
    def test_yes(self, word: str) -> None:
        """The documented words for yes are read, in any case, with blanks around them."""
        assert says_yes(word) is says_yes(f" {word.upper()} ") is True

    @pytest.mark.parametrize(
        "word", ["", " ", "no", "0", "00", "0.0", "0.", "\N{EN DASH}", "NEE", "#N/A"[1:], "False", "None"]
    )
    def test_no(self, word: str) -> None:
        """The words for no and for nothing are read as no."""
        assert says_yes(word) is False

    @pytest.mark.parametrize("word", YES_OR_NO.partition(" or no (")[2].partition(")")[0].split(", "))
    def test_every_documented_no(self, word: str) -> None:
        """The documented words for no are read."""
        assert says_yes(word) is False

    @pytest.mark.parametrize("word", ["perhaps", "2", "10", "1.5", "not yet", "?"])
    def test_neither(self, word: str) -> None:
        """Any other word is neither."""
        assert says_yes(word) is None
        assert says_yes("1.0") is True
