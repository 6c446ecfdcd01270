"""The pages on removed and burnt cards."""

from __future__ import annotations

from analyzer import Shoe
from analyzer.reports.removal import shown_table


def test_a_burn_card_that_is_shown_has_a_line_for_each_value() -> None:
    """Ten values, their mean and the full shoe, whose edges are equal and exact."""
    table = shown_table(Shoe.decks(8), "8 decks")
    assert len(table.rows) == 13
    assert table.rows[-1][3:] == [
        "241149546272/19524993263685",
        "114753351728/10847218479825",
        "103841353768/723147898655",
    ]
    assert table.rows[-2][3:] == table.rows[-1][3:]
