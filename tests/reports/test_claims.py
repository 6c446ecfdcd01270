"""The report page on published claims."""

from __future__ import annotations

import pytest

from analyzer.notation import decimal
from analyzer.proof.claims import Claim, LeftOut, PrintedRule, read_claims
from analyzer.reports.pages import make_page

CLAIMS = read_claims()
BY_ID = {claim.id: claim for claim in CLAIMS.claims}


@pytest.fixture(scope="module")
def page() -> str:
    """Return the text of the page."""
    return make_page("claims.md")


class TestPage:
    """The entries and rows of the page."""

    @pytest.mark.parametrize("entry", [*CLAIMS.claims, *CLAIMS.rules, *CLAIMS.left_out], ids=lambda entry: entry.id)
    def test_every_entry_is_on_it_once(self, page: str, entry: Claim | PrintedRule | LeftOut) -> None:
        """Every claim, rule and omitted claim has exactly one row."""
        assert page.count(f"\n| {entry.words} ") == 1

    def test_a_row(self, page: str) -> None:
        """A row has the printed figure, exact value, rational, verdict, the figure it equals, and source."""
        row = next(line for line in page.splitlines() if "14.11 %" in line)
        assert [cell.strip() for cell in row.strip("|").split("|")] == [
            "A tie paid 8 to 1 costs 14.11 %",
            "8",
            "14.11%",
            "14.359629%",
            "103841353768/723147898655",
            "off by 25 in the last place",
            "the infinite shoe's, 14.116987%: correct, cut off",
            "[2]",
        ]
        assert f"\n2. {CLAIMS.sources['dictionaryofgambling']}\n" in page

    def test_the_shown_digits_are_rounded_once(self, page: str) -> None:
        """The page shows four more places than printed, rounded from the exact value."""
        value = BY_ID["dragon-7-edge"].figure.exact.value
        assert f" {decimal(100 * value, 8)}% " in page
