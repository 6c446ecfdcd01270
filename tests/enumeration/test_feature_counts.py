"""Deals by the answers of features and by ending, against physical cards dealt one by one."""

from __future__ import annotations

from fractions import Fraction
from math import perm
from typing import TYPE_CHECKING

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from questions import QUESTIONS
from strategies import RANK_VALUES, TABLEAUX, PlainTableau

from analyzer import STANDARD, Fineness, Shoe, ShoeError, endings
from analyzer.cards.features import Feature, Position, fineness_of
from analyzer.enumeration.face_draws import Kind
from analyzer.enumeration.feature_counts import Observation, count_features, groups_of, kinds_of, value_deals

if TYPE_CHECKING:
    from collections.abc import Hashable

    import oracle_cards

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
EVERYWHERE = Position.PUNTO_OPENING | Position.BANCO_OPENING | Position.PUNTO_THIRD | Position.BANCO_THIRD
POSITIONS = st.sampled_from([Position(bits) for bits in range(1, 16)])
ASKED = st.lists(st.tuples(POSITIONS, st.sampled_from(list(QUESTIONS))), max_size=3)
CARDS = st.tuples(st.sampled_from([0, 1, 2, 5, 8, 9, 12]), st.sampled_from("shd"))
PACKS = st.lists(CARDS, min_size=6, max_size=7)
FEW = st.lists(CARDS, min_size=1, max_size=3)
Asked = list[tuple[Position, str]]


def physical(pack: list[tuple[int, str]]) -> list[oracle.PhysicalCard]:
    """Return the physical cards of a pack of (rank index, suit)."""
    return [oracle.PhysicalCard(RANK_VALUES[rank], RANKS[rank], suit) for rank, suit in pack]


def shoe_of(pack: list[tuple[int, str]], *, replacement: bool = False) -> Shoe:
    """Return the shoe of a pack."""
    faces = [4 * rank + "shdc".index(suit) for rank, suit in pack]
    return Shoe(Fineness.FACES, tuple(faces.count(face) for face in range(52)), replacement=replacement)


def cards_at(coup: oracle.CoupPlayed, positions: Position) -> oracle_cards.Hand:
    """Return the cards in some positions."""
    hands = {
        Position.PUNTO_OPENING: coup.punto[:2],
        Position.BANCO_OPENING: coup.banco[:2],
        Position.PUNTO_THIRD: coup.punto[2:],
        Position.BANCO_THIRD: coup.banco[2:],
    }
    return tuple((card.rank, card.suit) for position, hand in hands.items() if position in positions for card in hand)


def features_of(asked: Asked) -> list[Feature]:
    """Return the features that ask these questions."""
    return [Feature(positions, QUESTIONS[name].evaluator) for positions, name in asked]


def answers(coup: oracle.CoupPlayed, asked: Asked) -> tuple[object, ...]:
    """Return the answers read off the cards on the table."""
    return tuple(QUESTIONS[name].answer(cards_at(coup, positions)) for positions, name in asked)


@given(PACKS, ASKED, TABLEAUX, st.booleans())
@settings(max_examples=40)
def test_answers_come_as_often_as_on_physical_cards(
    pack: list[tuple[int, str]],
    asked: Asked,
    rules: PlainTableau,
    with_ending: bool,  # noqa: FBT001 - drawn
) -> None:
    """Any features of any positions under any tableau are counted as on the table, with the ending and without."""

    def look(coup: oracle.CoupPlayed) -> Hashable:
        return oracle.ending_of(coup) if with_ending else None, answers(coup, asked)

    counted = count_features(
        features_of(asked), shoe_of(pack), rules.tableau, lambda seen: seen, with_ending=with_ending
    )
    assert dict(counted) == oracle.count_coups(physical(pack), look, rules.house_rules)


@given(FEW, ASKED, TABLEAUX)
@settings(max_examples=20)
def test_cards_put_back_count_as_on_the_table(pack: list[tuple[int, str]], asked: Asked, rules: PlainTableau) -> None:
    """With replacement each sequence of physical cards is counted once."""

    def look(coup: oracle.CoupPlayed) -> Hashable:
        return oracle.ending_of(coup), answers(coup, asked)

    shoe = shoe_of(pack, replacement=True)
    features = features_of(asked)
    counted = count_features(features, shoe, rules.tableau, lambda seen: seen)
    brute = oracle.count_coups(physical(pack), look, rules.house_rules, put_back=True)
    # A shoe known more coarsely has fewer cards in the same proportions.
    assert counted.total == shoe.at(fineness_of(tuple(features))).total
    scale = sum(brute.values()) // counted.total
    assert {seen: scale * count for seen, count in counted.items()} == brute


@given(PACKS, ASKED)
@settings(max_examples=15)
def test_the_endings_are_those_of_the_shoe(pack: list[tuple[int, str]], asked: Asked) -> None:
    """Summed over the answers of features, the endings are counted as without features."""
    counted = count_features(features_of(asked), shoe_of(pack), STANDARD, lambda seen: seen)
    assert counted.coarsen(lambda observed: observed.ending) == endings(shoe_of(pack), STANDARD)
    assert counted.total == perm(len(pack), 6)


@given(PACKS, ASKED.filter(bool))
@settings(max_examples=15)
def test_a_coarser_summary_coarsens_the_distribution(pack: list[tuple[int, str]], asked: Asked) -> None:
    """The count of a summary is the sum of the counts of the answers it summarises."""
    fine = count_features(features_of(asked), shoe_of(pack), STANDARD, lambda seen: seen)
    coarse = count_features(features_of(asked), shoe_of(pack), STANDARD, lambda seen: repr(seen[0]))
    assert coarse == fine.coarsen(lambda observed: Observation(observed.ending, repr(observed.answers[0])))


def test_no_feature_is_the_distribution_of_endings() -> None:
    """Without features the answer is empty, and the endings may be left out as well."""
    shoe = Shoe.decks(6)
    assert count_features([], shoe, STANDARD, len).coarsen(lambda observed: observed.ending) == endings(shoe, STANDARD)
    assert dict(count_features([], shoe, STANDARD, len, with_ending=False)) == {(None, 0): perm(312, 6)}


def test_a_shoe_known_too_coarsely_is_refused() -> None:
    """A shoe of values does not show pairs, and a shoe of ranks does not show suits."""
    for name, spec, needs in (("same rank", "0=9 9=3", "ranks"), ("same suit", "9=9 K=3", "faces")):
        features = features_of([(Position.PUNTO_OPENING, name)])
        with pytest.raises(ShoeError, match=f"this question needs {needs}"):
            count_features(features, Shoe.from_spec(spec), STANDARD, len)


def test_progress_is_reported() -> None:
    """Progress is reported before each set of values: how many are done, and of how many."""
    reports: list[tuple[int, int | None]] = []
    features = features_of([(Position.PUNTO_OPENING | Position.PUNTO_THIRD, "pattern")])
    count_features(features, Shoe.decks(1), STANDARD, len, progress=lambda done, of: reports.append((done, of)))
    assert reports == [(done, len(reports)) for done in range(len(reports))]
    assert len(reports) > 1


def test_positions_are_grouped_by_the_features_that_look() -> None:
    """Two features that share an opening make three groups; a position that no feature looks at is in none."""
    pair, red = QUESTIONS["same rank"].evaluator, QUESTIONS["red cards"].evaluator
    features = [
        Feature(Position.PUNTO_OPENING | Position.BANCO_OPENING, pair),
        Feature(Position.PUNTO_OPENING | Position.PUNTO_THIRD, red),
    ]
    groups = groups_of(features)
    assert groups == (Position.PUNTO_OPENING, Position.BANCO_OPENING, Position.PUNTO_THIRD)
    assert kinds_of(groups, features) == [Kind((True, True)), Kind((True, False)), Kind((False, True))]
    assert groups_of([Feature(EVERYWHERE, pair)]) == (EVERYWHERE,)


@given(PACKS, TABLEAUX, st.lists(POSITIONS, min_size=1, max_size=2), st.booleans())
@settings(max_examples=25)
def test_values_come_as_often_as_on_physical_cards(
    pack: list[tuple[int, str]],
    rules: PlainTableau,
    positions: list[Position],
    with_ending: bool,  # noqa: FBT001 - drawn
) -> None:
    """The point values in each group of positions and the ending are counted as on the table."""
    groups = tuple(group for group in (positions[0], positions[-1] & ~positions[0]) if group)

    def look(coup: oracle.CoupPlayed) -> tuple[tuple[tuple[int, ...], ...], oracle.Ending | None]:
        values = (
            tuple(sorted(RANK_VALUES[RANKS.index(rank)] for rank, _ in cards_at(coup, group))) for group in groups
        )
        return tuple(values), oracle.ending_of(coup) if with_ending else None

    shoe = shoe_of(pack).at(Fineness.VALUES)
    counted = {
        (values, ending): count
        for values, ended in value_deals(shoe, rules.tableau, groups, with_ending).items()
        for ending, count in ended.items()
        if count
    }
    assert counted == oracle.count_coups(physical(pack), look, rules.house_rules)


def test_a_king_and_a_queen_by_hand() -> None:
    """From eight decks punto's opening is one of each in 2 x 32 x 32 of 416 x 415 openings."""
    asked = features_of([(Position.PUNTO_OPENING, "contains K Q")])
    for with_ending in (False, True):
        counted = count_features(asked, Shoe.decks(8), STANDARD, lambda seen: seen, with_ending=with_ending)
        there = counted.coarsen(lambda observed: observed.answers)
        assert there.probability((True,)) == Fraction(2 * 32 * 32, 416 * 415)


@pytest.mark.parametrize(
    ("name", "answer", "total", "probability"),
    [
        ("ten-valued cards", 2, 13**6, Fraction(16, 169)),
        ("same rank", "shared", 13**6, Fraction(1, 13)),
        ("same face", "shared", 52**6, Fraction(1, 52)),
        ("colour", "red", 52**6, Fraction(1, 4)),
    ],
)
def test_the_infinite_shoe_is_as_fine_as_the_question(
    name: str, answer: object, total: int, probability: Fraction
) -> None:
    """An infinite shoe has 13^6 deals for a question of ranks, 52^6 for one of faces, with the ending and without."""
    asked = features_of([(Position.PUNTO_OPENING, name)])
    for with_ending in (False, True):
        counted = count_features(asked, Shoe.infinite(), STANDARD, lambda seen: seen, with_ending=with_ending)
        assert counted.total == total
        assert counted.coarsen(lambda observed: observed.answers).probability((answer,)) == probability
