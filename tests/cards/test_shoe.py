"""The shoe: compositions read, coarsened and removed from, and invalid compositions refused."""

from __future__ import annotations

from collections import Counter
from math import perm
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import compositions

from analyzer import Card, Fineness, NotationError, Shoe, ShoeError, read_card, read_cards
from analyzer.cards.card import class_names
from analyzer.cards.shoe import MAX_COUNT, lone_ten_note
from analyzer.errors import TooFewCardsError
from analyzer.notation import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

SHOES = st.sampled_from(Fineness).flatmap(lambda known: st.builds(Shoe, st.just(known), compositions(known)))


def spec(shoe: Shoe) -> str:
    """Write a shoe as a specification that names every class."""
    return " ".join(f"{name}={count}" for name, count in zip(class_names(shoe.fineness), shoe.counts, strict=True))


@given(shoe=SHOES)
def test_a_shoe_written_and_read_is_the_same_shoe(shoe: Shoe) -> None:
    """A composition comes back from its text, known as finely as it was."""
    assert Shoe.from_spec(spec(shoe)) == shoe


@given(shoe=SHOES)
def test_a_coarser_shoe_has_the_same_cards(shoe: Shoe) -> None:
    """Coarsened in one step or in two, a shoe holds as many cards of each value as before."""
    values = shoe.at(Fineness.VALUES)
    expected: Counter[int] = Counter()
    for name, count in zip(class_names(shoe.fineness), shoe.counts, strict=True):
        expected[read_card(name).point_value] += count
    assert list(values.counts) == [expected[value] for value in range(10)]
    assert values.total == shoe.total == perm(shoe.cards, 6)
    for fineness in Fineness:
        if fineness <= shoe.fineness:
            assert shoe.at(fineness).at(Fineness.VALUES) == values


@pytest.mark.parametrize(("decks", "cards"), [(1, 52), (8, 416), (MAX_COUNT, 52 * MAX_COUNT)])
def test_a_deck_is_fifty_two_cards(decks: int, cards: int) -> None:
    """A shoe of decks holds 52 faces of each, four of each rank, sixteen tens and court cards."""
    shoe = Shoe.decks(decks)
    assert (shoe.cards, shoe.total, shoe.known_by) == (cards, perm(cards, 6), "faces")
    assert shoe.at(Fineness.RANKS).counts == (4 * decks,) * 13
    assert shoe.at(Fineness.VALUES).counts == (16 * decks, *(4 * decks,) * 9)


@pytest.mark.parametrize(
    ("fineness", "counts", "total"),
    [
        (Fineness.FACES, (1,) * 52, 52**6),
        (Fineness.RANKS, (1,) * 13, 13**6),
        (Fineness.VALUES, (4, *(1,) * 9), 13**6),
    ],
)
def test_the_infinite_shoe_keeps_proportions_in_lowest_terms(
    fineness: Fineness, counts: tuple[int, ...], total: int
) -> None:
    """With replacement a value or rank is one of thirteen, a face one of fifty-two."""
    shoe = Shoe.infinite().at(fineness)
    assert (shoe.counts, shoe.total, shoe.replacement) == (counts, total, True)


@pytest.mark.parametrize(
    ("text", "fineness", "cards"),
    [
        ("A=2 9=4", Fineness.RANKS, {"A": 2, "9": 4}),
        ("1=2,9=4", Fineness.RANKS, {"A": 2, "9": 4}),
        ("0=6", Fineness.VALUES, {"0": 6}),
        ("0=5\n9=1 # the last nine\n# K=4\n", Fineness.VALUES, {"0": 5, "9": 1}),
        ("k♠=6", Fineness.FACES, {"K♠": 6}),
        ("KS=5, kh=1, 10d=0", Fineness.FACES, {"K♠": 5, "K♥": 1}),
        ("K=0006", Fineness.RANKS, {"K": 6}),
        (f"K={MAX_COUNT}", Fineness.RANKS, {"K": MAX_COUNT}),
    ],
)
def test_a_specification_sets_the_fineness(text: str, fineness: Fineness, cards: dict[str, int]) -> None:
    """One suit makes a shoe of faces, a 0 one of values, otherwise it is one of ranks; other cards have count 0."""
    shoe = Shoe.from_spec(text)
    named = {name: count for name, count in zip(class_names(fineness), shoe.counts, strict=True) if count}
    assert (shoe.fineness, named) == (fineness, cards)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it names no card; write CARD=COUNT"),
        ("# all gone", "it names no card"),
        ("A", "got 'A'; each part is CARD=COUNT, without blanks around the ="),
        ("A = 6", "got 'A'; each part is CARD=COUNT"),
        ("A=6 K", "got 'K'; each part"),
        ("A=", "card A: count is ''; counts are whole numbers from 0 to 1,000,000,000"),
        ("A=-1", "card A: count is '-1'"),
        ("A=1.5", "card A: count is '1.5'"),
        ("A=1e3", "card A: count is '1e3'"),
        ("A=6=6", "card A: count is '6=6'"),
        ("A=٦", "card A: count is '٦'"),
        ("A=1_000", "card A: count is '1_000'"),
        (f"A={MAX_COUNT + 1}", "card A: count is '1000000001'"),
        ("A=" + "9" * 31, "card A: count is '9{31}'"),
        ("A=" + "9" * 500_000, "card A: count is '9{60}…'"),
        ("A=3 9=3 A=3", "card A: named twice; give each card one count"),
        ("A=3 9=3 1=3", "card A: named twice"),
        ("10=3 T=3", "card 10: named twice"),
        ("Ks=3 k♠=3", "card K♠: named twice"),
        ("A=3 Ks=3", "card A has no suit but others have; give every card a suit or none"),
        ("0=3 Ks=3", "card 0 has no suit but others have"),
        ("0=3 K=3", "card K and card 0 are both named; use 0 for all ten-valued cards or their ranks"),
        ("10=3 0=3 9=3", "card 10 and card 0 are both named"),
        ("A=5", "got 5 cards; a coup can need 6"),
        ("A=0 K=0", "got 0 cards; a coup can need 6"),
    ],
)
def test_a_bad_specification_is_refused(text: str, problem: str) -> None:
    """The error names the part that cannot be read, and says what is allowed."""
    with pytest.raises(ShoeError, match=problem):
        Shoe.from_spec(text)


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (
            "10=128 A=32",
            (
                "the shoe has 128 cards of the rank 10 and no J, Q or K; if they are all tens and court cards, "
                "write 0=128, or 10=32 J=32 Q=32 K=32; if not, add J=0 Q=0 K=0"
            ),
        ),
        (
            "a=32, t=1026",
            (
                "the shoe has 1,026 cards of the rank 10 and no J, Q or K; if they are all tens and court cards, "
                "write 0=1026; if not, add J=0 Q=0 K=0"
            ),
        ),
        (
            "K=96\nA=31 # the rest",
            (
                "the shoe has 96 cards of the rank K and no 10, J or Q; if they are all tens and court cards, "
                "write 0=96, or 10=24 J=24 Q=24 K=24; if not, add 10=0 J=0 Q=0"
            ),
        ),
        (
            "10s=32 10h=32 10d=32 10c=32 As=32",
            (
                "the shoe has 128 cards of the rank 10 and no J, Q or K; if they are all tens and court cards, "
                "write 0=128 and all without suits; if not, add Js=0 Qs=0 Ks=0"
            ),
        ),
    ],
)
def test_tens_alone_are_noted(text: str, note: str) -> None:
    """One ten-valued rank probably stands for all four; what the note offers is read, and is noted no more."""
    assert lone_ten_note(text) == note
    tens, zeros = note.partition("write ")[2].split()[0].strip(",;"), note.rpartition("add ")[2]
    assert Shoe.from_spec(f"{tens} 9=6").counts[0] == int(tens.removeprefix("0="))
    assert Shoe.from_spec(f"{zeros} {text}") == Shoe.from_spec(text)
    assert lone_ten_note(f"{tens} 9=6") == lone_ten_note(f"{zeros} {text}") == ""


@pytest.mark.parametrize(
    "text",
    [
        "10=32 J=32 Q=32 K=32",
        "10=5 J=1 9=6",
        "10=128 J=0",
        "0=128 9=6",
        "A=4 9=4",
        "9=4 K=1 2=2",
        "10=0 9=6",
        "Q=15",
        "Q=63 9=32",
    ],
)
def test_tens_among_court_cards_are_not_noted(text: str) -> None:
    """A shoe that names two ten-valued ranks, no ten at all, or a few court cards of one rank."""
    assert lone_ten_note(text) == ""


@pytest.mark.parametrize("text", ["B=6", "=6", "11=6", "0s=6"])
def test_an_unknown_card_in_a_specification_is_named(text: str) -> None:
    """The text before the = must be a card."""
    with pytest.raises(NotationError, match=r"^card: got"):
        Shoe.from_spec(text)


@pytest.mark.parametrize("number", [0, -1, MAX_COUNT + 1, 10**5000, -(10**5000), 2.0, 0.5, True, "8", None], ids=shown)
def test_a_bad_number_of_decks_is_refused(number: int) -> None:
    """A shoe has a whole number of decks from one to a billion."""
    with pytest.raises(ShoeError, match=r"^decks: got .*; a shoe has 1 to 1,000,000,000 whole decks$"):
        Shoe.decks(number)


@pytest.mark.parametrize(
    ("counts", "problem"),
    [
        ((6,) * 9, "got 9 counts; a shoe known by values has 10"),
        ((6,) * 11, "got 11 counts; a shoe known by values has 10"),
        ((6, -1, *(6,) * 8), "card 1: count is -1; counts must be 0 or more"),
        ((6, -(10**5000), *(6,) * 8), "card 1: count is a huge number; counts must be 0 or more"),
        ((6, 1.5, *(6,) * 8), "card 1: count is 1.5; counts must be whole numbers"),
        ((6, True, *(6,) * 8), "card 1: count is True; counts must be whole numbers"),
    ],
)
def test_a_bad_composition_is_refused(counts: Sequence[int], problem: str) -> None:
    """Ten whole counts of 0 or more make a shoe known by values."""
    with pytest.raises(ShoeError, match=problem):
        Shoe(Fineness.VALUES, tuple(counts))


def test_counts_must_be_in_a_tuple() -> None:
    """A list of counts could be changed afterwards."""
    with pytest.raises(ShoeError, match="got counts in a list; they must be in a tuple"):
        Shoe(Fineness.VALUES, [6] * 10)  # type: ignore[arg-type]


def test_five_cards_are_not_a_shoe() -> None:
    """A shoe of fewer cards than a coup can need is refused; with replacement one card is enough."""
    with pytest.raises(TooFewCardsError, match="shoe: got 5 cards; a coup can need 6"):
        Shoe(Fineness.VALUES, (5, *(0,) * 9))
    with pytest.raises(TooFewCardsError, match="shoe: got 0 cards; a coup can need 6"):
        Shoe(Fineness.VALUES, (0,) * 10, replacement=True)
    assert Shoe(Fineness.VALUES, (1, *(0,) * 9), replacement=True).total == 1


@pytest.mark.parametrize("asked", [Fineness.RANKS, Fineness.FACES])
def test_a_shoe_known_by_values_stays_so(asked: Fineness) -> None:
    """A question that needs a finer shoe is an error that says how to give one."""
    with pytest.raises(ShoeError, match=f"by values only; this question needs {asked.name.lower()} .name the cards"):
        Shoe.from_spec("0=6").at(asked)


@given(shoe=SHOES, data=st.data())
def test_removed_cards_are_gone(shoe: Shoe, data: st.DataObject) -> None:
    """Each class has fewer cards by as many as were removed from it."""
    available = [name for name, count in zip(class_names(shoe.fineness), shoe.counts, strict=True) if count]
    cards = [read_card(data.draw(st.sampled_from(available))) for _ in range(2)]
    taken = Counter(card.class_at(shoe.fineness) for card in cards)
    left = [count - taken[index] for index, count in enumerate(shoe.counts)]
    if min(left) < 0 or sum(left) < 6:
        with pytest.raises(ShoeError):
            shoe.remove(cards)
    else:
        assert shoe.remove(iter(cards)) == Shoe(shoe.fineness, tuple(left))


@pytest.mark.parametrize(
    ("cards", "known_by"),
    [("Ks", "faces"), ("K", "ranks"), ("Ks K", "ranks"), ("0", "values"), ("Ks K 0 9h", "values")],
)
def test_a_shoe_is_known_as_finely_as_the_cards_removed(cards: str, known_by: str) -> None:
    """Cards removed by rank leave a shoe known by ranks, a 0 one known by values."""
    removed = read_cards(cards)
    shoe = Shoe.decks(1).remove(removed)
    assert (shoe.known_by, shoe.cards) == (known_by, 52 - len(removed))


def test_removing_nothing_keeps_the_shoe() -> None:
    """Without cards to remove a shoe is unchanged, an infinite one as well."""
    assert Shoe.decks(8).remove([]) == Shoe.decks(8)
    assert Shoe.infinite().remove([]) == Shoe.infinite()


@pytest.mark.parametrize(
    ("shoe", "cards", "problem"),
    [
        (Shoe.decks(1), "Ks Ks", "card K♠: cannot remove 2; the shoe has 1 of it left"),
        (Shoe.decks(1), "9 9 9 9 9", "card 9: cannot remove 5; the shoe has 4 of it left"),
        (Shoe.decks(1), "Ks Ks 9", "card K♠: cannot remove 2; the shoe has 1 of it left"),
        (Shoe.decks(1), "0 K K K K K", "card K: cannot remove 5; the shoe has 4 of it left"),
        (Shoe.from_spec("A=7"), "2", "card 2: cannot remove 1; the shoe has 0 of it left"),
        (Shoe.from_spec("A=7"), "A A", "shoe: got 5 cards; a coup can need 6"),
        (Shoe.infinite(), "9", r"cards cannot leave a shoe drawn with replacement \(inf\); name a number of decks"),
    ],
)
def test_a_card_that_cannot_leave_is_named(shoe: Shoe, cards: str, problem: str) -> None:
    """A card that is not in the shoe cannot be removed, and six cards must stay."""
    with pytest.raises(ShoeError, match=problem):
        shoe.remove(read_cards(cards))


def test_kings_removed_by_face_and_by_rank_add_up() -> None:
    """A king of spades and four kings are five kings: one deck has four."""
    kings = [Card(read_card("K").rank)] * 4
    with pytest.raises(ShoeError, match="card K: cannot remove 4; the shoe has 3 of it left"):
        Shoe.decks(1).remove([read_card("Ks"), *kings])
