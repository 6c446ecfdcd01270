"""A coup under way as tables and as JSON."""

from __future__ import annotations

from fractions import Fraction

from analyzer import STANDARD, KnownCoup, Shoe, known_endings, next_cards, read_opening, read_third
from analyzer.rules.known_coup import decisions, next_position
from analyzer.views.known_coup import decisions_document, known_document, next_document, outcomes_document

KNOWN = KnownCoup(punto=read_opening("2 3"), banco=read_opening("6 ?"), punto_third=read_third("?"))
EIGHT = Shoe.decks(8)


def test_what_is_known_is_written_as_it_is_given() -> None:
    """A card not known is a question mark, a third card not mentioned is null."""
    assert known_document(KNOWN) == {
        "punto": ["2", "3"],
        "banco": ["6", "?"],
        "punto_total": None,
        "banco_total": None,
        "third_punto": "?",
        "third_banco": None,
    }


def test_outcomes_and_next_cards_agree() -> None:
    """The outcomes are the mean over the next card of what each leads to."""
    document = outcomes_document(known_endings(KNOWN, EIGHT, STANDARD), 12)
    upcoming = next_document(KNOWN, next_position(KNOWN, STANDARD), next_cards(KNOWN, EIGHT, STANDARD), STANDARD, 12)
    assert upcoming is not None
    assert isinstance(upcoming["cards"], list)
    for winner, part in document.items():
        assert isinstance(part, dict)
        mean = sum(
            Fraction(card["probability"]) * Fraction(card["outcomes"][winner]["probability"])
            for card in upcoming["cards"]
        )
        assert mean == Fraction(part["probability"])
    assert next_document(KNOWN, None, [], STANDARD, 12) is None


def test_decisions_name_who_and_why() -> None:
    """Punto draws on 5; what banco does depends on a card not known."""
    decided = decisions_document(decisions(KNOWN, STANDARD))
    assert [decision["who"] for decision in decided][-2:] == ["punto", "banco"]
    assert {decision["does"] for decision in decided} <= {"draws", "stands", "ends", "depends"}
