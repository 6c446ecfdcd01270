"""How often each hand wins, as tables and as JSON."""

from __future__ import annotations

import pytest

from analyzer import STANDARD, Shoe, endings
from analyzer.views.labels import NamedShoe
from analyzer.views.outcomes import BREAKDOWNS, breakdown_document, outcomes_document, outcomes_table, scores_table
from analyzer.views.render import Style

EIGHT = endings(Shoe.decks(8), STANDARD)


def test_the_outcomes_of_eight_decks() -> None:
    """The counts of the literature, and probabilities that add up to one."""
    document = outcomes_document(EIGHT)
    assert document["total"] == "4998398275503360"
    assert isinstance(document["outcomes"], dict)
    assert {winner: part["count"] for winner, part in document["outcomes"].items()} == {
        "punto": "2230518282592256",
        "banco": "2292252566437888",
        "tie": "475627426473216",
    }


@pytest.mark.parametrize("by", sorted(BREAKDOWNS))
def test_a_breakdown_takes_every_deal_once(by: str) -> None:
    """The parts of any breakdown add up to all deals."""
    assert sum(int(str(part["count"])) for part in breakdown_document(EIGHT, by)) == 4998398275503360


def test_tables_have_a_total() -> None:
    """The last line of each shoe is its number of deals, and scores are a square of ten by ten totals."""
    eight, six = NamedShoe(Shoe.decks(8), 8, ()), NamedShoe(Shoe.decks(6), 6, ())
    one = outcomes_table([(eight, EIGHT)], Style())
    assert (one.title, one.rows[-1][:2]) == ("8 decks", ["Total", "4,998,398,275,503,360"])
    two = outcomes_table([(six, endings(six.shoe, STANDARD)), (eight, EIGHT)], Style())
    assert (two.title, two.rows[-1][:3]) == ("", ["8", "Total", "4,998,398,275,503,360"])
    assert outcomes_table([(eight, EIGHT)], Style(plain=True)).headers[0] == "Decks"
    scores = scores_table(EIGHT, Style())
    assert (len(scores.headers), len(scores.rows)) == (12, 11)
