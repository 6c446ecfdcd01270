"""The shoe and the variant of an answer, in words and in JSON."""

from __future__ import annotations

from fractions import Fraction

from analyzer import Shoe, read_cards, read_variant
from analyzer.views.labels import NamedShoe, PlayedVariant, context


def test_a_shoe_is_named_as_it_was_asked_for() -> None:
    """Decks keep their number, a composition has its cards, and cards removed follow."""
    six = NamedShoe(Shoe.decks(6).remove(read_cards("9 K")), 6, ("9", "K"))
    assert (six.label, six.title) == ("6 less 9 K", "decks: 6 less 9 K")
    few = NamedShoe(Shoe.from_spec("A=4 9=4"), None, ())
    assert (few.label, few.title) == ("8 cards", "8 cards")


def test_the_cards_of_a_shoe_in_json() -> None:
    """The cards left are counted; a shoe drawn with replacement has no number of them."""
    six = NamedShoe(Shoe.decks(6).remove(read_cards("9 K")), 6, ("9", "K"))
    assert six.document() == {"decks": 6, "cards": 310, "removed": ["9", "K"]}
    assert NamedShoe(Shoe.infinite(), "inf", ()).document() == {"decks": "inf", "cards": None, "removed": []}


def test_the_context_names_what_was_set() -> None:
    """Variant, options and tableau come first; the shoe follows where the document gives it."""
    game = PlayedVariant(read_variant("classic").with_commission(Fraction(1, 25)), {"commission": "1/25"})
    assert game.label == "classic, commission 1/25"
    assert context(game) == {"variant": "classic", "options": {"commission": "1/25"}, "tableau": "standard"}
    assert list(context(game, NamedShoe(Shoe.decks(8), 8, ()))) == ["variant", "options", "tableau", "decks", "shoe"]
