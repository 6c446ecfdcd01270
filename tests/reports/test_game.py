"""The pages on the main game and its variants."""

from __future__ import annotations

from analyzer import STANDARD, Shoe, read_variant
from analyzer.analyses.dealing_errors import dealing_errors
from analyzer.reports.game import dealing_errors_tables, half_pay_parts, variant_parts
from analyzer.views.render import Style


def test_a_variant_shows_its_edges() -> None:
    """The exact edge of banco with eight decks is on the page of the classic variant."""
    text = "\n".join(variant_parts(read_variant("classic")).values())
    assert "114753351728/10847218479825" in text


def test_half_pay_has_a_line_for_each_total() -> None:
    """A banco win with 1 to 9 may pay half."""
    rows = [line.split("|") for line in half_pay_parts()["edges"].splitlines()[2:]]
    assert [(int(row[1]), int(row[2])) for row in rows] == [
        (total, decks) for total in range(1, 10) for decks in (6, 8)
    ]


def test_a_dealing_error_is_listed_for_every_cell() -> None:
    """Banco has 88 cells; the tables list the cost of each."""
    errors = dealing_errors(read_variant("classic"), Shoe.decks(8))
    tables = dealing_errors_tables(errors, STANDARD, Shoe.decks(8), Style())
    assert [len(table.rows) for table in tables] == [88, 88]
