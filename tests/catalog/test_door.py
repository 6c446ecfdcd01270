"""The odds of a bet in one line."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from analyzer import Shoe, odds, price, read_bet, read_tableau, read_variant
from analyzer.errors import BaccaratError, RulesError, ShoeError

if TYPE_CHECKING:
    from pathlib import Path


def test_it_is_what_the_parts_give() -> None:
    """Variant, shoe and rules by name, each as the functions for it read them."""
    classic, ez = read_variant("classic"), read_variant("ez")
    assert odds("banco") == price(classic.bet("banco"), Shoe.decks(8))
    assert odds("Banker", decks=6, variant="ez") == price(ez.bet("banco"), Shoe.decks(6))
    assert odds("tie", decks="inf") == price(classic.bet("tie"), Shoe.infinite())
    assert odds("dragon 7", shoe=Shoe.decks(1)) == price(read_bet("dragon-7"), Shoe.decks(1))
    rules = read_tableau("banco-stood-0-3")
    assert odds("punto", tableau="banco-stood-0-3") == price(classic.bet("punto"), Shoe.decks(8), rules)


def test_a_pay_table_by_its_path(tmp_path: Path) -> None:
    """A file as on the command line."""
    path = tmp_path / "own.toml"
    path.write_text('[[payout]]\nwhen = { winner = "tie" }\nodds = "9 to 1"\n')
    assert odds(str(path)).house_edge == odds("tie", variant="classic-tie-9").house_edge


@pytest.mark.parametrize(
    ("bet", "named", "error"),
    [
        ("no such bet", {}, RulesError),
        ("banco", {"variant": "nowhere"}, RulesError),
        ("banco", {"decks": 0}, ShoeError),
        ("banco", {"decks": "six"}, ShoeError),
        ("banco", {"shoe": "A:6"}, ShoeError),
        ("banco", {"shoe": "A=6", "decks": 6}, ShoeError),
        (None, {}, BaccaratError),
    ],
)
def test_what_is_refused(bet: Any, named: dict[str, Any], error: type[BaccaratError]) -> None:  # noqa: ANN401
    """By the errors of the package."""
    with pytest.raises(error):
        odds(bet, **named)


def test_figures_by_name() -> None:
    """Exact, but for the standard deviation, whose square is the variance to the last place of a float."""
    tie = odds("tie")
    figures = tie.as_dict()
    assert figures["house_edge"] == Fraction(103841353768, 723147898655)
    assert {name for name, value in figures.items() if isinstance(value, float)} == {"standard_deviation"}
    assert abs(Fraction(tie.standard_deviation) ** 2 - tie.variance) < Fraction(1, 10**14)
    assert figures["break_even_commission"] is None
