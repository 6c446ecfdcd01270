"""The enumerator against physical cards dealt one by one, finer partitions of them, and identities."""

from __future__ import annotations

from collections import Counter
from dataclasses import FrozenInstanceError
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
    compositions,
    handfuls,
    shoe_of_ranks,
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
    play,
    playouts,
)
from analyzer.enumeration.enumerator import every_deal

if TYPE_CHECKING:
    from collections.abc import Hashable

    from oracle import CoupPlayed

COURT_CARDS_APART = Partition(Fineness.RANKS, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10))


def endings_of(deals: Deals, tableau: Tableau) -> Distribution[Ending]:
    """Return the distribution of endings of these deals."""
    counts: Counter[Ending] = Counter()
    for playout in playouts(deals, tableau):
        counts[playout.ending] += playout.ways
    return Distribution(counts)


@given(ranks=handfuls(13, most=7), tableau=TABLEAUX)
def test_openings_are_counted_as_on_physical_cards(ranks: list[int], tableau: PlainTableau) -> None:
    """A pair in punto's opening, the ranks of banco's and the ending are counted together as on the table."""

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
def test_third_cards_are_counted_as_on_physical_cards(faces: list[int]) -> None:
    """Known by faces, each third card comes as often as that very card on the table."""
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
def test_the_counts_sum_to_all_deals(counts: tuple[int, ...], tableau: PlainTableau) -> None:
    """The counts of a shoe of N cards sum to N(N-1)...(N-5) and none is negative."""
    deals = enumerate_deals(Shoe(Fineness.VALUES, counts))
    ways = [playout.ways for playout in playouts(deals, tableau.tableau)]
    assert sum(ways) == perm(sum(counts), 6) == deals.total
    assert min(ways) >= 0


@given(counts=compositions(13), data=st.data())
@settings(max_examples=12)
def test_ten_and_court_cards_may_be_exchanged(counts: tuple[int, ...], data: st.DataObject) -> None:
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


def test_keeping_more_of_the_openings_changes_no_total() -> None:
    """Deals that distinguish pairs and lower cards add up to the deals that distinguish totals alone."""
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
    """With replacement, values as well as ranks are counted among 13^6 sequences."""
    deals = enumerate_deals(Shoe.infinite(), partition)
    assert deals.total == total
    assert sum(playout.ways for playout in playouts(deals, STANDARD)) == total
    assert endings_of(deals, STANDARD) == endings(Shoe.infinite(), STANDARD)


def test_a_partition_that_mixes_point_values_is_refused() -> None:
    """A class of a two and a three has two point values, whichever comes first; so has one of a nine and a ten."""
    mixed = Partition(Fineness.VALUES, (0, 1, 2, 2, 3, 4, 5, 6, 7, 8))
    with pytest.raises(ValueError, match="class 9 mixes the point values 9 and 0"):
        _ = Partition(Fineness.RANKS, (0, 1, 2, 3, 4, 5, 6, 7, 9, 9, 8, 8, 8)).values
    with pytest.raises(ValueError, match="class 2 mixes the point values 2 and 3"):
        enumerate_deals(Shoe.decks(1), mixed)


def test_deals_do_not_change() -> None:
    """Deals are kept for the next question about the same shoe, so no field can be set."""
    deals = enumerate_deals(Shoe.decks(1))
    assert enumerate_deals(Shoe.decks(1)) is deals
    with pytest.raises(FrozenInstanceError):
        deals.total = 0  # type: ignore[misc]


def test_a_partition_with_a_gap_is_refused() -> None:
    """Classes are numbered from 0 without a gap."""
    gap = Partition(Fineness.VALUES, (0, 1, 2, 3, 4, 5, 6, 7, 8, 10))
    with pytest.raises(
        ShoeError, match=r"got the classes \[0, 1, .*, 8, 10\]; they must be numbered from 0 without a gap"
    ):
        enumerate_deals(Shoe.decks(1), gap)


@pytest.mark.parametrize("partition", [BY_RANK, COURT_CARDS_APART, BY_FACE], ids=["ranks", "eleven classes", "faces"])
def test_a_shoe_known_by_values_is_not_asked_for_ranks(partition: Partition) -> None:
    """A shoe whose ranks are unknown is refused."""
    with pytest.raises(ShoeError, match=f"known by values only; this question needs {partition.fineness.name.lower()}"):
        enumerate_deals(Shoe.from_spec("0=16 9=4 8=4"), partition)


@given(ranks=handfuls(13, most=7), tableau=TABLEAUX)
@settings(max_examples=15)
def test_the_deals_listed_are_those_dealt_on_the_table(ranks: list[int], tableau: PlainTableau) -> None:
    """The deals listed, played one by one and summed by ending, are the deals of the physical cards."""
    counts: Counter[tuple[int, ...]] = Counter()
    for cards, ways in every_deal(shoe_of_ranks(ranks)):
        counts[play(cards, tableau.tableau).ending] += ways
    assert counts == count_endings(cards_of_ranks(ranks), tableau.house_rules)


def test_the_deals_of_the_infinite_shoe_are_not_listed() -> None:
    """A shoe drawn with replacement is refused before any deal is listed."""
    with pytest.raises(ShoeError, match=r"drawn with replacement \(inf\) has too many deals to list"):
        every_deal(Shoe.infinite())
