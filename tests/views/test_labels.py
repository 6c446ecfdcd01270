"""The shoe and the variant of an answer, in words and in JSON."""

from __future__ import annotations

from fractions import Fraction

from analyzer import Shoe, read_cards, read_variant
from analyzer.views.labels import NamedShoe, PlayedVariant, context, headings
from analyzer.views.render import Style


def test_a_shoe_is_named_as_it_was_asked_for() -> None:
    """Decks keep their number, a composition has its cards, and cards removed follow."""
    six = NamedShoe(Shoe.decks(6).remove(read_cards("9 K")), 6, ("9", "K"))
    assert (six.label, six.title) == ("6 less 9 K", "6 decks less 9 K")
    few = NamedShoe(Shoe.from_spec("A=4 9=4"), None, ())
    assert (few.label, few.title) == ("8 cards", "8 cards")
    assert NamedShoe(Shoe.infinite(), "inf", ()).title == "infinite decks"
    assert NamedShoe(Shoe.decks(1), 1, ()).title == "1 deck"


def test_many_removed_cards_are_counted() -> None:
    """The label has their number, and the title each of them once."""
    gone = read_cards("9 K K 9 9 8")
    shoe = NamedShoe(Shoe.decks(6).remove(gone), 6, tuple(map(str, gone)))
    assert (shoe.label, shoe.title) == ("6 less 6 cards", "6 decks less 6 cards (9x3 Kx2 8)")


def test_what_all_answers_share_is_in_the_title() -> None:
    """A variant or a shoe that is the same in every row has no column, except for programs."""
    classic, ez = (PlayedVariant(read_variant(name), {}) for name in ("classic", "ez"))
    six, eight = NamedShoe(Shoe.decks(6), 6, ()), NamedShoe(Shoe.decks(8), 8, ())
    one = headings([(classic, eight)], Style())
    assert (one.title, one.headers, one.cells) == ("classic, 8 decks", [], [[]])
    decks = headings([(classic, six), (classic, eight)], Style())
    assert (decks.title, decks.headers, decks.cells) == ("classic", ["Decks"], [["6"], ["8"]])
    both = headings([(classic, six), (ez, eight)], Style())
    assert (both.title, both.cells, both.align) == ("", [["classic", "6"], ["ez", "8"]], "lr")
    assert headings([(classic, eight)], Style(plain=True)).headers == ["Variant", "Decks"]


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
