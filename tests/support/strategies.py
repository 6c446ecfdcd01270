"""Random shoes and tableaux, as plain data for both the oracle and the package, and random bets."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from hypothesis import strategies as st
from oracle import HouseRules, PhysicalCard

from analyzer import CONDITIONS, Bet, Distribution, Ending, Fineness, Payout, Pays, Shoe, Tableau

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "♠♥♦♣"
RANK_VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0)


class PlainTableau(NamedTuple):
    """A tableau as sets: totals punto draws on, totals banco draws on if punto stood, cards it draws against."""

    punto: frozenset[int]
    stood: frozenset[int]
    against: tuple[frozenset[int], ...]
    natural_ends: bool

    @property
    def house_rules(self) -> HouseRules:
        """The same rules for the oracle."""
        return HouseRules(
            punto_draws=lambda punto: punto in self.punto,
            banco_draws_when_punto_stood=lambda banco: banco in self.stood,
            banco_draws_against=lambda banco, third: third in self.against[banco],
            natural_ends_the_coup=self.natural_ends,
        )

    @property
    def tableau(self) -> Tableau:
        """The same rules for the package."""
        return Tableau(
            "drawn at random",
            tuple(total in self.punto for total in range(8)),
            tuple(
                (*(third in against for third in range(10)), total in self.stood)
                for total, against in enumerate(self.against)
            ),
            self.natural_ends,
        )


def cards_of_values(values: list[int]) -> list[PhysicalCard]:
    """Return one physical card for each point value in the list."""
    return [PhysicalCard(value) for value in values]


def shoe_of_values(values: list[int]) -> Shoe:
    """Return the shoe that holds one card for each point value in the list."""
    return Shoe(Fineness.VALUES, tuple(values.count(value) for value in range(10)))


def cards_of_ranks(ranks: list[int]) -> list[PhysicalCard]:
    """Return one physical card for each rank in the list, ranks given by index."""
    return [PhysicalCard(RANK_VALUES[rank], RANKS[rank]) for rank in ranks]


def shoe_of_ranks(ranks: list[int]) -> Shoe:
    """Return the shoe that holds one card for each rank in the list, ranks given by index."""
    return Shoe(Fineness.RANKS, tuple(ranks.count(rank) for rank in range(13)))


def handfuls(classes: int, *, most: int = 8) -> st.SearchStrategy[list[int]]:
    """Draw a shoe of six to `most` cards, often of few classes, as a list of the classes of its cards."""
    kinds = st.lists(st.integers(0, classes - 1), min_size=1, max_size=classes, unique=True)
    return kinds.flatmap(lambda chosen: st.lists(st.sampled_from(chosen), min_size=6, max_size=most))


def compositions(classes: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Draw a composition of seven or more cards that mixes classes that are gone, nearly gone and plentiful."""
    counts = st.one_of(st.just(0), st.integers(0, 3), st.integers(0, 40), st.integers(0, 5000))
    return st.lists(counts, min_size=classes, max_size=classes).map(tuple).filter(lambda counts: sum(counts) >= 7)


RATIONALS = st.fractions(-1000, 1000) | st.fractions(-1, 1, max_denominator=10**15)
PLACES = st.integers(0, 15)
"""Rationals to format, and numbers of decimal places."""

TABLEAUX = st.builds(
    PlainTableau,
    punto=st.frozensets(st.integers(0, 7)),
    stood=st.frozensets(st.integers(0, 7)),
    against=st.tuples(*[st.frozensets(st.integers(0, 9))] * 8),
    natural_ends=st.booleans(),
)

ENDINGS = st.builds(Ending, st.integers(0, 9), st.integers(0, 9), st.sampled_from([2, 3]), st.sampled_from([2, 3]))
COUNTS = st.integers(1, 10**15)
COUNTS_OF_NUMBERS = st.dictionaries(st.integers(-9, 9), st.integers(0, 10**20), max_size=12)
DISTRIBUTIONS = st.dictionaries(ENDINGS, COUNTS, min_size=1, max_size=20).map(Distribution)

WINS = st.fractions(Fraction(1, 60), 250, max_denominator=60)
PAYS = st.one_of(
    st.sampled_from([Fraction(0), Fraction(-1), Fraction(-1, 2)]).map(Pays),
    WINS.map(Pays),
    st.builds(Pays, WINS, st.fractions(0, 1, max_denominator=200)),
)
WHEN = st.fixed_dictionaries(
    {},
    optional={
        name: st.lists(st.sampled_from(condition.domain), min_size=1, unique=True).map(tuple)
        for name, condition in CONDITIONS.items()
        if condition.reads
    },
)
"""The conditions of a row: any that look at totals, each with some of its values."""

BETS = st.builds(Bet, st.just("random"), st.lists(st.builds(Payout, WHEN, PAYS), min_size=1, max_size=5).map(tuple))
