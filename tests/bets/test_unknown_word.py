"""Words that the vocabulary does not have: a suggestion, when followed, asks what was asked."""

from __future__ import annotations

import pytest

from analyzer import CONDITIONS
from analyzer.bets.unknown_word import unknown


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("player_total", "punto_total"),
        ("banker_cards", "banco_cards"),
        ("plaer_total", None),
        ("player_ttal", "punto_total"),
        ("winer", "winner"),
        ("wining_total", "winning_total"),
        ("eithr_total", "either_total"),
        ("margins", "margin"),
        ("dealt.ten", "dealt.tens"),
        ("dealt.queen", "dealt.queens"),
        ("player_opening.same_rnk", "punto_opening.same_rank"),
        ("punto_open.same_rank", "punto_opening.same_rank"),
    ],
)
def test_a_word_that_is_nearly_one(word: str, meant: str | None) -> None:
    """It is offered, in the words of the vocabulary."""
    assert unknown(word) == f"; did you mean {meant}?" if meant else "did you mean" not in unknown(word)


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("losing_total", 'write a payout for each winner, as when = { winner = "punto", banco_total = 7 }'),
        ("losing_cards", 'write a payout for each winner, as when = { winner = "punto", banco_cards = 3 }'),
        ("first_card", "punto_opening.contains names cards of an opening"),
        ("player_first_card", "punto_opening.contains names cards of an opening"),
        ("banco_opening_total", "with punto_cards = 2 or banco_cards = 2 they are those of the opening"),
        ("player_opening_total", "with punto_cards = 2 or banco_cards = 2 they are those of the opening"),
        ("dealt.ten_valued", "tens counts the rank 10 alone, court_cards J, Q and K"),
        ("punto_hand.zeros", "tens counts the rank 10 alone, court_cards J, Q and K"),
        ("dealt.faces", "court_cards counts J, Q and K"),
        ("banker_hand.face_cards", "court_cards counts J, Q and K"),
        ("dealt.jokers", "the words for dealt are same_rank, same_suit, same_face, colour, "),
        ("weather", "the words are winner, punto_total, "),
    ],
)
def test_a_word_that_is_quite_another(word: str, says: str) -> None:
    """No word that asks something else is offered; the text says how to ask it, or which words there are."""
    assert "did you mean" not in unknown(word)
    assert says in unknown(word)


def test_a_beginning_and_a_part() -> None:
    """The words that begin so, or have it in them, are offered together."""
    assert unknown("total").startswith("; did you mean punto_total, banco_total, either_total or winning_total?")
    assert unknown("natural") == "; did you mean naturals?"
    assert unknown("third") == "; did you mean punto_third or banco_third?"
    assert unknown("punto").endswith("others?")


def test_no_suggestion_swaps_the_hand() -> None:
    """A misspelt word about one hand never offers a word about the other, or about either."""
    for name in CONDITIONS:
        for start in ("punto", "banco", "either", "winning"):
            if name.startswith(start):
                offered = unknown(f"{name}x")
                assert "did you mean" not in offered or f"did you mean {start}" in offered
