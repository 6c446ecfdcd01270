"""Bets by the names people give them."""

from __future__ import annotations

import pytest

from analyzer.catalog.bet_names import BetNames, plain
from analyzer.catalog.rules_file import catalog_names


class TestNames:
    """Names of the built-in bets."""

    @pytest.mark.parametrize("bet", catalog_names("bets"))
    def test_every_bet_by_its_own_name(self, bet: str) -> None:
        """No synonym hides a bet's own name, and every bet is found by its English name too."""
        names = BetNames(["punto", "banco", "tie", *catalog_names("bets")])
        assert names.find(bet) == names.find(bet.replace("-", " ").title()) == bet
        assert names.find(bet.replace("punto", "player").replace("banco", "banker")) == bet
        assert plain(bet) == bet.replace("-", "")
