"""The row that settles a bet: `Bet.row` and the bit masks of `Layout` agree."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from analyzer import (
    STANDARD,
    Bet,
    BetError,
    Coup,
    Distribution,
    Ending,
    Payout,
    Pays,
    Shoe,
    ShoeError,
    play,
    read_bet,
    read_variant,
    variant_names,
)
from analyzer.bets.layout import Layout
from analyzer.bets.settlement import row_of
from analyzer.cards.card import Card
from analyzer.catalog.rules_file import catalog_names
from analyzer.enumeration.enumerator import every_deal
from analyzer.enumeration.feature_counts import Observation, count_features

FEW = Shoe.from_spec("Ks=1 Kh=1 Qd=1 9d=2 8h=1 7h=1 7s=1 3c=1 As=1 Ad=1")
"""Enough cards for pairs, colours, naturals and both third cards, and few enough to deal in every way."""
CATALOG = [read_bet(name) for name in catalog_names("bets")]
OF_VARIANTS = list(dict.fromkeys(bet for name in variant_names() for bet in read_variant(name).bets))
PAIR = Bet("pair", (Payout({"punto_opening.same_rank": (True,)}, Pays(Fraction(11))),))
TIE = Bet("tie", (Payout({"winner": ("tie",)}, Pays(Fraction(8))),))
MADE_OF_BOTH = Bet("both", (Payout({"wins": (PAIR, TIE), "banco_cards": (2,)}, Pays(Fraction(4))),))


@pytest.mark.parametrize("bet", [*CATALOG, *OF_VARIANTS, MADE_OF_BOTH], ids=lambda bet: bet.name)
def test_the_bit_masks_of_a_layout_find_the_same_row(bet: Bet) -> None:
    """For every ending with every answer of the features, the layout settles a bet by the row of `Bet.row`."""
    layout = Layout([bet])
    seen = count_features(layout.features, FEW, STANDARD, tuple)
    assert seen.total == FEW.total
    for (ending, answers), count in seen.items():
        assert ending is not None
        [rows] = layout.settle(Distribution({Observation(ending, layout.rows_on_cards(answers)): count}))
        answer_of = dict(zip(layout.features, answers, strict=True)).__getitem__
        row = bet.row(ending, answer_of)
        assert layout.row(0, rows) == row
        assert bet.wins(ending, answer_of) == (bet.pays_at(row).net > 0)
        matching = [index for index, payout in enumerate(bet.payouts) if payout.matches(ending, answer_of)]
        assert layout.matching(0, rows) == tuple(matching)


@cache
def coups() -> list[tuple[tuple[Card, ...], int]]:
    """Return every six-card deal of a small shoe."""
    return list(every_deal(Shoe.from_spec("Ks=1 Kh=1 9d=1 7h=1 4s=1 4d=1 As=1")))


@pytest.mark.parametrize("bet", [PAIR, TIE, MADE_OF_BOTH], ids=lambda bet: bet.name)
def test_a_coup_on_the_table_is_settled_by_the_row_that_is_counted(bet: Bet) -> None:
    """Settled deal by deal, each row of a bet settles as many deals as the layout counts."""
    shoe = Shoe.from_spec("Ks=1 Kh=1 9d=1 7h=1 4s=1 4d=1 As=1")
    settled = [0] * (len(bet.payouts) + 1)
    for cards, ways in coups():
        settled[row_of(bet, play(cards, STANDARD))] += ways
    layout = Layout([bet])
    [odds] = layout.odds(layout.rows(shoe, STANDARD))
    assert [row.count for row in odds.rows] == settled


def test_a_bet_on_cards_needs_the_cards() -> None:
    """A row that looks at cards raises an error if only the ending is known."""
    ending = Ending(9, 0, 2, 2)
    with pytest.raises(BetError, match="bet pair: it looks at ranks, which totals do not show; price it on a shoe"):
        PAIR.row(ending)
    with pytest.raises(BetError, match="bet both: it looks at ranks"):
        MADE_OF_BOTH.wins(ending)
    with pytest.raises(BetError, match="it looks at cards, which totals do not show"):
        PAIR.payouts[0].matches(ending)


def test_a_card_known_too_coarsely_is_an_error_that_names_the_stake() -> None:
    """If a member needs the suits, the error names the bet that was staked on."""
    suited = Bet("suited", (Payout({"punto_opening.same_suit": (True,)}, Pays(Fraction(3))),))
    made = Bet("made", (Payout({"wins": (suited, TIE)}, Pays(Fraction(2))),))
    coup = Coup((Card(None), Card(None)), (Card(None), Card(None)))
    with pytest.raises(BetError, match="bet made: it looks at suits, but the card 0 is known by values only"):
        row_of(made, coup)


def test_a_shoe_known_too_coarsely_is_an_error() -> None:
    """A layout asks for the fineness its bets look at."""
    with pytest.raises(ShoeError, match="it is known by values only"):
        Layout([PAIR]).rows(Shoe.from_spec("0=8 9=8"), STANDARD)
