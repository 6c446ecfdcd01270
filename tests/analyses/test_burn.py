"""Burnt cards: only the one shown changes the odds."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from analyzer import STANDARD, Fineness, Shoe, ShoeError, price_bets, read_cards, read_variant
from analyzer.analyses.burn import after_shown, after_unseen, burnt_unseen

EIGHT = Shoe.decks(8)
MAIN = read_variant("classic").bets


class TestBurn:
    """Burnt cards: only the one shown changes the odds."""

    @settings(max_examples=10)
    @given(st.lists(st.sampled_from([0, 1, 6, 9]), min_size=9, max_size=14), st.integers(0, 3))
    def test_unseen_cards_leave_the_odds(self, values: list[int], number: int) -> None:
        """Any number of unseen burnt cards that leaves six leaves the edges as they are."""
        assume(len(values) >= 6 + number)
        shoe = Shoe(Fineness.VALUES, tuple(values.count(value) for value in range(10)))
        assert after_unseen(MAIN, shoe, STANDARD, 0) == after_unseen(MAIN, shoe, STANDARD, number)

    def test_too_many(self) -> None:
        """Six cards must remain."""
        with pytest.raises(ShoeError, match="5 cards"):
            after_unseen(MAIN, Shoe.from_spec("9=8"), STANDARD, 3)

    def test_the_card_shown(self) -> None:
        """The edges once a card was shown are the shoe's less that card; after a ten, ten more are burnt."""
        assert after_shown(MAIN, EIGHT, STANDARD, 0) == [
            odds.house_edge for odds in price_bets(MAIN, EIGHT.remove(read_cards("K")), STANDARD)
        ]
        assert [burnt_unseen(value) for value in (1, 2, 9, 0)] == [1, 2, 9, 10]
