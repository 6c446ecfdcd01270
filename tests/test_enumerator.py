"""The enumerator against physical cards dealt one by one, against itself more finely asked, and against identities."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import perm
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import PhysicalCard, count_coups, count_endings, ending_of
from strategies import (
    RANK_VALUES,
    RANKS,
    SUITS,
    TABLEAUX,
    PlainTableau,
    cards_of_ranks,
    cards_of_values,
    compositions,
    handfuls,
    shoe_of_ranks,
    shoe_of_values,
)

from analyzer import (
    BY_FACE,
    BY_RANK,
    BY_VALUE,
    STANDARD,
    Deals,
    Distribution,
    Ending,
    Fineness,
    Partition,
    Shoe,
    ShoeError,
    Tableau,
    endings,
    enumerate_deals,
    playouts,
)

if TYPE_CHECKING:
    from collections.abc import Hashable

    from oracle import CoupPlayed

COURT_CARDS_APART = Partition(Fineness.RANKS, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10))


def endings_of(deals: Deals, tableau: Tableau) -> Distribution[Ending]:
    """Return the endings of these deals, whatever else the deals tell apart."""
    counts: Counter[Ending] = Counter()
    for playout in playouts(deals, tableau):
        counts[playout.ending] += playout.ways
    return Distribution(counts)


FIXED_SHOES = {
    "six nines": [9] * 6,
    "nine tens": [0] * 9,
    "eight fives": [5] * 8,
    "nine different cards": [1, 2, 3, 4, 5, 6, 7, 8, 9],
    "nine different values and no nine": [0, 1, 2, 3, 4, 5, 6, 7, 8],
    "one ace among tens": [0, 0, 0, 0, 0, 0, 0, 0, 1],
    "naturals likely": [8, 9, 0, 0, 8, 9, 1],
    "six cards that all draw": [0, 0, 1, 1, 2, 2],
}


@pytest.mark.parametrize("values", FIXED_SHOES.values(), ids=FIXED_SHOES.keys())
def test_a_small_shoe_dealt_card_by_card_gives_the_same_endings(values: list[int]) -> None:
    """Every ordered deal of the physical cards, played by the printed rules, is counted once and no more."""
    assert dict(endings(shoe_of_values(values), STANDARD)) == count_endings(cards_of_values(values))


@given(values=handfuls(10), tableau=TABLEAUX)
def test_any_small_shoe_by_any_tableau_gives_the_endings_of_its_cards(values: list[int], tableau: PlainTableau) -> None:
    """The recursion and the brute force agree on lopsided shoes and on tableaux nobody plays by."""
    brute = count_endings(cards_of_values(values), tableau.house_rules)
    assert dict(endings(shoe_of_values(values), tableau.tableau)) == brute


@given(values=st.lists(st.integers(0, 9), min_size=1, max_size=4), tableau=TABLEAUX)
@settings(max_examples=15)
def test_cards_put_back_give_the_counts_of_drawing_with_replacement(values: list[int], tableau: PlainTableau) -> None:
    """With replacement each of the k^6 sequences of physical cards is counted once."""
    shoe = Shoe(Fineness.VALUES, tuple(values.count(value) for value in range(10)), replacement=True)
    cards = cards_of_values(values)
    assert dict(endings(shoe, tableau.tableau)) == count_endings(cards, tableau.house_rules, put_back=True)


@given(ranks=handfuls(13, most=7), tableau=TABLEAUX)
def test_what_the_openings_show_is_counted_as_on_physical_cards(ranks: list[int], tableau: PlainTableau) -> None:
    """A pair in punto's opening and the ranks of banco's come with the endings they come with on the table."""

    def look(coup: CoupPlayed) -> Hashable:
        punto_first, punto_second = coup.punto[:2]
        banco_ranks = sorted(RANKS.index(card.rank) for card in coup.banco[:2])
        return punto_first.rank == punto_second.rank, tuple(banco_ranks), ending_of(coup)

    deals = enumerate_deals(
        shoe_of_ranks(ranks),
        BY_RANK,
        punto=lambda first, second: first == second,
        banco=lambda first, second: (first, second),
    )
    counts: Counter[Hashable] = Counter()
    for playout in playouts(deals, tableau.tableau):
        counts[playout.punto.kept, playout.banco.kept, playout.ending] += playout.ways
    assert +counts == count_coups(cards_of_ranks(ranks), look, tableau.house_rules)


@given(faces=handfuls(52, most=7))
@settings(max_examples=10)
def test_the_classes_of_the_third_cards_are_counted_as_on_physical_cards(faces: list[int]) -> None:
    """Told apart by faces, each third card comes as often as that very card comes on the table."""
    cards = [PhysicalCard(RANK_VALUES[face // 4], RANKS[face // 4], SUITS[face % 4]) for face in faces]

    def look(coup: CoupPlayed) -> Hashable:
        thirds = [hand[2] if len(hand) == 3 else None for hand in (coup.punto, coup.banco)]
        return tuple(None if card is None else 4 * RANKS.index(card.rank) + SUITS.index(card.suit) for card in thirds)

    shoe = Shoe(Fineness.FACES, tuple(faces.count(face) for face in range(52)))
    counts: Counter[Hashable] = Counter()
    for playout in playouts(enumerate_deals(shoe, BY_FACE), STANDARD):
        counts[playout.punto_third, playout.banco_third] += playout.ways
    assert +counts == count_coups(cards, look)


@given(counts=compositions(10), tableau=TABLEAUX)
def test_the_counts_are_all_the_deals_there_are(counts: tuple[int, ...], tableau: PlainTableau) -> None:
    """The counts of a shoe of N cards sum to N(N-1)...(N-5) and none is negative."""
    deals = enumerate_deals(Shoe(Fineness.VALUES, counts))
    ways = [playout.ways for playout in playouts(deals, tableau.tableau)]
    assert sum(ways) == perm(sum(counts), 6) == deals.total
    assert min(ways) >= 0


@given(counts=compositions(13), data=st.data())
@settings(max_examples=12)
def test_ten_and_court_cards_may_change_places(counts: tuple[int, ...], data: st.DataObject) -> None:
    """Which of the ten-valued ranks a card has changes no ending."""
    tens = data.draw(st.permutations(counts[9:]))
    relabelled = Shoe(Fineness.RANKS, (*counts[:9], *tens))
    shoe = Shoe(Fineness.RANKS, counts)
    expected = endings_of(enumerate_deals(shoe, BY_RANK), STANDARD)
    assert expected == endings_of(enumerate_deals(relabelled, BY_RANK), STANDARD)


@given(counts=compositions(13), tableau=TABLEAUX)
@settings(max_examples=15)
def test_every_partition_gives_the_same_endings(counts: tuple[int, ...], tableau: PlainTableau) -> None:
    """Ten values, eleven classes and thirteen ranks count the same endings."""
    shoe = Shoe(Fineness.RANKS, counts)
    by_value, apart, by_rank = (
        endings_of(enumerate_deals(shoe, partition), tableau.tableau)
        for partition in (BY_VALUE, COURT_CARDS_APART, BY_RANK)
    )
    assert by_value == apart
    assert by_value == by_rank


@given(counts=compositions(10), tableau=TABLEAUX)
@settings(max_examples=6)
def test_a_shoe_is_the_sum_of_the_shoes_one_card_short(counts: tuple[int, ...], tableau: PlainTableau) -> None:
    """Each deal of six of N cards leaves N-6 cards any of which could have been gone before it."""
    cards = sum(counts)
    whole = endings(Shoe(Fineness.VALUES, counts), tableau.tableau)
    sums: Counter[Ending] = Counter()
    for value, count in enumerate(counts):
        if count:
            short = Shoe(Fineness.VALUES, (*counts[:value], count - 1, *counts[value + 1 :]))
            for ending, ways in endings(short, tableau.tableau).items():
                sums[ending] += count * ways
    assert sums == {ending: (cards - 6) * ways for ending, ways in whole.items()}


def test_looking_closer_at_the_openings_changes_no_total() -> None:
    """Deals told apart by pairs and by the lower card add up to the deals told apart by totals alone."""
    shoe = Shoe.decks(1)
    fine = enumerate_deals(
        shoe, BY_RANK, punto=lambda first, second: first == second, banco=lambda first, _second: first == 0
    )
    plain = enumerate_deals(shoe, BY_RANK)
    ways: Counter[tuple[int, int]] = Counter()
    fifth: dict[tuple[int, int], list[int]] = {}
    sixth: dict[tuple[int, int], list[list[int]]] = {}
    for branch in fine.branches:
        totals = (branch.punto.total, branch.banco.total)
        ways[totals] += branch.ways
        fifth[totals] = [a + b for a, b in zip(fifth.get(totals, [0] * 13), branch.fifth, strict=True)]
        rows = sixth.get(totals, [[0] * 13] * 13)
        sixth[totals] = [
            [a + b for a, b in zip(old, new, strict=True)] for old, new in zip(rows, branch.sixth, strict=True)
        ]
    assert len(fine.branches) > len(plain.branches)
    for branch in plain.branches:
        totals = (branch.punto.total, branch.banco.total)
        assert (ways[totals], fifth[totals], sixth[totals]) == (branch.ways, branch.fifth, branch.sixth)
    assert endings_of(fine, STANDARD) == endings_of(plain, STANDARD)


def test_a_pair_in_an_opening_is_31_in_415() -> None:
    """On eight decks the second card of a hand has the rank of the first 31 times in 415."""
    deals = enumerate_deals(Shoe.decks(8), BY_RANK, punto=lambda first, second: first == second)
    paired = sum(branch.ways for branch in deals.branches if branch.punto.kept is True)
    assert Fraction(paired * deals.pad_four, deals.total) == Fraction(31, 415)


@pytest.mark.parametrize(
    ("partition", "total"), [(BY_VALUE, 13**6), (COURT_CARDS_APART, 13**6), (BY_RANK, 13**6)], ids=str
)
def test_the_infinite_shoe_counts_sequences_of_thirteen_ranks(partition: Partition, total: int) -> None:
    """With replacement, values and ranks alike are counted among 13^6 sequences."""
    deals = enumerate_deals(Shoe.infinite(), partition)
    assert deals.total == total
    assert sum(playout.ways for playout in playouts(deals, STANDARD)) == total
    assert endings_of(deals, STANDARD) == endings(Shoe.infinite(), STANDARD)


def test_many_decks_come_near_the_infinite_shoe() -> None:
    """Each probability of a billion decks is within a billionth of the infinite shoe's."""
    infinite, many = endings(Shoe.infinite(), STANDARD), endings(Shoe.decks(10**9), STANDARD)
    assert set(infinite) == set(many)
    gaps = [abs(infinite.probability(seen) - many.probability(seen)) for seen in many]
    assert max(gaps) < Fraction(1, 10**9)


def test_a_partition_that_mixes_point_values_is_refused() -> None:
    """A class of a two and a three has no one point value."""
    mixed = Partition(Fineness.VALUES, (0, 1, 2, 2, 3, 4, 5, 6, 7, 8))
    with pytest.raises(ValueError, match="class 2 mixes the point values 2 and 3"):
        enumerate_deals(Shoe.decks(1), mixed)


def test_a_partition_with_a_gap_is_refused() -> None:
    """Classes are numbered from 0 without a gap."""
    gap = Partition(Fineness.VALUES, (0, 1, 2, 3, 4, 5, 6, 7, 8, 10))
    with pytest.raises(
        ShoeError, match=r"got the classes \[0, 1, .*, 8, 10\]; they must be numbered from 0 without a gap"
    ):
        enumerate_deals(Shoe.decks(1), gap)


@pytest.mark.parametrize("partition", [BY_RANK, COURT_CARDS_APART, BY_FACE], ids=["ranks", "eleven classes", "faces"])
def test_a_shoe_known_by_values_is_not_asked_for_ranks(partition: Partition) -> None:
    """A shoe that knows no ranks is refused, not guessed at."""
    with pytest.raises(ShoeError, match=f"known by values only; this question needs {partition.fineness.name.lower()}"):
        enumerate_deals(Shoe.from_spec("0=16 9=4 8=4"), partition)
