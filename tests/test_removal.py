"""Effect of removal: by formula and by recomputation, sums of exactly zero, and the best counts against all others."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import BETS, TABLEAUX, PlainTableau, compositions, shoe_of_ranks

from analyzer import (
    STANDARD,
    Bet,
    Effect,
    Fineness,
    Payout,
    Shoe,
    ShoeError,
    best_count,
    effects,
    price_bets,
    read_bet,
    read_cards,
    read_pays,
    read_variant,
)
from analyzer.analyses.burn import after_shown, after_unseen, burnt_unseen
from analyzer.analyses.linear_count import LEVELS
from analyzer.cards.card import Card, class_names
from analyzer.cards.features import Feature, Position, number_of
from analyzer.enumeration.feature_counts import count_features

EIGHT = Shoe.decks(8)
MAIN = read_variant("classic").bets


def bet_on(**conditions: object) -> Bet:
    """Return a bet that pays 3 to 1 on some conditions, `__` standing for the point of a scope."""
    when = {name.replace("__", "."): (value,) for name, value in conditions.items()}
    return Bet("test", (Payout(when, read_pays("3 to 1")),))


ON_CARDS = [
    *(read_bet(name) for name in ("punto-pair", "perfect-pair", "tiger-pair", "all-red-22", "fabulous-pair-banco")),
    bet_on(winner="punto", punto_opening__same_rank=True),
    bet_on(punto_hand__red=3, banco_total=6),
    bet_on(punto_third="K"),
    bet_on(dealt__pattern="pair", winner="tie"),
    bet_on(openings__highest="9", banco_hand__same_suit=True),
]
FEW_FACES = st.lists(st.sampled_from(["A♠", "A♥", "6♠", "9♦", "9♣", "10♥", "K♠", "K♥"]), min_size=8, max_size=14).map(
    lambda faces: Shoe.from_spec(" ".join(f"{name}={faces.count(name)}" for name in set(faces)))
)


def expectation(bet: Bet, shoe: Shoe) -> Fraction:
    """Return a bet's expectation on a shoe."""
    [odds] = price_bets([bet], shoe, STANDARD)
    return odds.expected_value


def gone(shoe: Shoe, fineness: Fineness, *places: int) -> Shoe:
    """Return the shoe without cards of these classes."""
    names = class_names(fineness)
    return shoe.at(fineness).remove(read_cards(" ".join(names[place] for place in places)))


class TestRecomputation:
    """What the formula says, a smaller shoe says too."""

    @settings(max_examples=5)
    @given(FEW_FACES)
    def test_one_card(self, shoe: Shoe) -> None:
        """Bets on ranks and suits, with and without the ending: every class of cards."""
        for effect in effects(ON_CARDS, shoe, STANDARD):
            assert expectation(effect.bet, shoe) == effect.expected_value
            for place, count in enumerate(effect.counts):
                wanted = None
                if count:
                    wanted = expectation(effect.bet, gone(shoe, effect.fineness, place)) - effect.expected_value
                assert wanted == effect.changes[place]

    @settings(max_examples=3)
    @given(FEW_FACES, st.data())
    def test_two_cards(self, shoe: Shoe, data: st.DataObject) -> None:
        """Pairs of cards, alike and unlike."""
        for effect in effects(ON_CARDS, shoe, STANDARD, pairs=True):
            first, second = data.draw(st.sampled_from(sorted(effect.pairs)))
            single = effect.changes[first], effect.changes[second]
            assert single[0] is not None
            assert single[1] is not None
            after = expectation(effect.bet, gone(shoe, effect.fineness, first, second))
            assert after - effect.expected_value - single[0] - single[1] == effect.pairs[first, second]

    @settings(max_examples=10)
    @given(compositions(10), BETS, TABLEAUX)
    def test_the_next_card_is_like_the_one_gone(self, counts: tuple[int, ...], bet: Bet, rules: PlainTableau) -> None:
        """By the formula with the cards a coup used, for bets on totals: n, m and k of every coup give the change."""
        shoe = Shoe(Fineness.VALUES, counts)
        [effect] = effects([bet], shoe, rules.tableau)
        everywhere = Position.PUNTO_OPENING | Position.BANCO_OPENING | Position.PUNTO_THIRD | Position.BANCO_THIRD
        value = next(value for value in (6, 4, 9, 1, 2, 3, 5, 7, 8, 0) if counts[value])
        cards = frozenset(read_cards("10 J Q K" if not value else str(value)))
        faces = frozenset(Card(card.rank, suit) for card in cards for suit in _SUITS)
        seen = count_features([Feature(everywhere, number_of(faces))], shoe, rules.tableau, lambda answer: answer[0])
        after = Fraction(0)
        for (ending, used), deals in seen.items():
            assert ending is not None
            left = Fraction(counts[value] - used, shoe.cards - ending.punto_cards - ending.banco_cards)
            after += bet.pays_at(bet.row(ending)).net * left * Fraction(deals, seen.total)
        assert after * Fraction(shoe.cards, counts[value]) - effect.expected_value == effect.changes[value]


_SUITS = [card.suit for card in read_cards("As Ah Ad Ac")]


class TestSums:
    """What leaves unseen changes nothing."""

    def test_every_bet_of_the_layout(self) -> None:
        """At eight decks the changes, weighted by the shoe, add up to exactly zero for every kind of bet."""
        found = effects([*MAIN, *ON_CARDS[:5]], EIGHT, STANDARD)
        assert {Fraction(0)} == {effect.weighted_sum for effect in found}
        assert [value is not None for value in found[0].changes] == [True] * 10

    @settings(max_examples=10)
    @given(st.lists(st.integers(0, 12), min_size=8, max_size=12))
    def test_pairs(self, ranks: list[int]) -> None:
        """Pairs add up to zero over the shoe, and with one card fixed to that card's change."""
        for effect in effects([*MAIN, read_bet("punto-pair")], shoe_of_ranks(ranks), STANDARD, pairs=True):
            assert effect.weighted_sum == effect.weighted_sum_of_pairs == 0
            for place, change in enumerate(effect.changes):
                if change is None:
                    continue
                total = sum(
                    (effect.counts[other] - (other == place)) * effect.pairs[min(place, other), max(place, other)]
                    for other, count in enumerate(effect.counts)
                    if count > (other == place)
                )
                assert change == total

    def test_it_is_not_true_of_ratios(self) -> None:
        """The edge per resolved bet of banco does not keep its mean."""
        [banco] = [bet for bet in MAIN if bet.name == "banco"]

        def per_resolved(shoe: Shoe) -> Fraction:
            [odds] = price_bets([banco], shoe, STANDARD)
            edge = odds.edge_per_resolved_bet
            assert edge is not None
            return edge

        shoe = Shoe.decks(1)
        counts = shoe.at(Fineness.VALUES).counts
        changes = [per_resolved(gone(shoe, Fineness.VALUES, value)) - per_resolved(shoe) for value in range(10)]
        assert sum(count * change for count, change in zip(counts, changes, strict=True)) != 0


class TestBoundary:
    """The smallest shoes, and what is refused."""

    def test_seven_cards_are_enough_for_one(self) -> None:
        """One card can leave seven; with six nothing may."""
        [effect] = effects([MAIN[0]], Shoe.from_spec("A=3 4=2 9=2"), STANDARD)
        assert effect.weighted_sum == 0
        with pytest.raises(ShoeError, match="got 6 cards; 6 have to be left for a coup once 1 has gone"):
            effects([MAIN[0]], Shoe.from_spec("A=2 4=2 9=2"), STANDARD)

    def test_eight_cards_are_enough_for_two(self) -> None:
        """Two cards can leave eight."""
        [effect] = effects([MAIN[0]], Shoe.from_spec("A=1 4=3 9=4"), STANDARD, pairs=True)
        assert (1, 1) not in effect.pairs
        assert effect.weighted_sum_of_pairs == 0
        with pytest.raises(ShoeError, match="got 7 cards; 6 have to be left for a coup once 2 have gone"):
            effects([MAIN[0]], Shoe.from_spec("A=3 4=2 9=2"), STANDARD, pairs=True)

    def test_the_endless_shoe(self) -> None:
        """Nothing leaves a shoe drawn with replacement."""
        with pytest.raises(ShoeError, match="cannot leave a shoe drawn with replacement"):
            effects([MAIN[0]], Shoe.infinite(), STANDARD)

    def test_a_shoe_known_too_coarsely(self) -> None:
        """A pair needs ranks."""
        with pytest.raises(ShoeError, match="known by values only"):
            effects([read_bet("punto-pair")], Shoe.from_spec("0=9 4=9"), STANDARD)

    def test_a_bet_on_ranks_shows_thirteen_changes(self) -> None:
        """Changes are as fine as the bet looks, and told apart by rank: only kings matter to a bet on a king."""
        [effect] = effects([bet_on(punto_third="K")], EIGHT, STANDARD)
        assert effect.fineness is Fineness.RANKS
        ten, jack, queen, king = effect.changes[9:]
        assert ten == jack == queen
        assert ten is not None
        assert king is not None
        assert king < 0 < ten

    def test_progress_is_told(self) -> None:
        """The removals are counted: the full shoe and each of ten values."""
        told: list[tuple[int, int]] = []
        effects([MAIN[0]], EIGHT, STANDARD, progress=lambda done, of: told.append((done, of)))
        assert told == [(done, 11) for done in range(11)]


def effect_of(changes: list[Fraction], cards: list[int]) -> Effect:
    """Return made-up changes, moved so that they add up to zero."""
    mean = sum(count * change for count, change in zip(cards, changes, strict=True)) / Fraction(sum(cards))
    return Effect(MAIN[0], Fineness.VALUES, tuple(cards), Fraction(0), tuple(each - mean for each in changes), {})


def correlation_squared(effect: Effect, tags: tuple[int, ...]) -> Fraction | None:
    """Return the square of the correlation of tags and changes over the cards, None if tags are all alike."""
    rows = [
        (count, change, tag)
        for count, change, tag in zip(effect.counts, effect.changes, tags, strict=True)
        if change is not None
    ]
    cards = sum(count for count, _, _ in rows)
    spread = cards * sum(count * tag**2 for count, _, tag in rows) - sum(count * tag for count, _, tag in rows) ** 2
    changes = sum((count * change**2 for count, change, _ in rows), Fraction(0))
    if not spread or not changes:
        return None
    return cards * sum((count * change * tag for count, change, tag in rows), Fraction(0)) ** 2 / (spread * changes)


class TestLinearCounts:
    """The best integer tags, against all there are."""

    @settings(max_examples=60)
    @given(st.lists(st.tuples(st.integers(-6, 6), st.integers(1, 9)), min_size=2, max_size=5), st.integers(1, 2))
    def test_no_other_tags_are_better_or_smaller(self, classes: list[tuple[int, int]], level: int) -> None:
        """Of all tags none correlates better, and of those that do as well none is smaller."""
        cards = [count for _, count in classes]
        effect = effect_of([Fraction(change) for change, _ in classes], cards)
        found = best_count(effect, level)
        if found is None:
            assert not any(effect.changes)
            return
        best, equal = Fraction(0), list[tuple[int, ...]]()
        for tags in product(range(-level, level + 1), repeat=len(cards)):
            square = correlation_squared(effect, tags)
            rises = sum(
                count * tag * change
                for count, tag, change in zip(cards, tags, effect.changes, strict=True)
                if change is not None
            )
            if square is None or rises <= 0 or square < best:
                continue
            equal = [*(equal if square == best else []), tags]
            best = square

        def size(tags: tuple[int, ...]) -> tuple[int, int, int]:
            weighted = [count * tag for count, tag in zip(cards, tags, strict=True)]
            return max(map(abs, tags)), sum(map(abs, weighted)), abs(sum(weighted))

        assert best == found.correlation_squared
        assert found.tags in equal
        tags = tuple(tag for tag in found.tags if tag is not None)
        assert min(map(size, equal)) == size(tags)
        assert found.imbalance == sum(count * tag for count, tag in zip(cards, tags, strict=True))

    def test_a_higher_level_is_no_worse(self) -> None:
        """What a level allows, the next allows too."""
        for effect in effects([*MAIN, bet_on(punto_third="K")], EIGHT, STANDARD):
            counts = [best_count(effect, level) for level in LEVELS]
            squares = [count.correlation_squared for count in counts if count is not None]
            assert len(squares) == 4
            assert squares == sorted(squares)
            assert all(0 < square <= 1 for square in squares)

    def test_two_classes_are_told_apart_perfectly(self) -> None:
        """With two different changes the correlation is 1 at level 1, and the fewer cards get the tag."""
        count = best_count(effect_of([Fraction(1), Fraction(5), Fraction(1)], [4, 3, 9]), 1)
        assert count is not None
        assert count.tags == (0, 1, 0)
        assert count.correlation_squared == 1
        assert count.imbalance == 3

    def test_no_change_no_count(self) -> None:
        """Where all ranks are alike for a bet no count tells anything."""
        [effect] = effects([read_bet("punto-pair")], EIGHT, STANDARD)
        assert best_count(effect, 4) is None

    def test_classes_that_are_not_there_have_no_tag(self) -> None:
        """A shoe without fives gives a five no tag."""
        [effect] = effects([MAIN[0]], Shoe.from_spec("A=8 4=8 9=8 K=9"), STANDARD)
        count = best_count(effect, 2)
        assert count is not None
        assert [value for value, tag in enumerate(count.tags) if tag is not None] == [0, 1, 4, 9]


class TestBurn:
    """Burnt cards: only the one shown tells anything."""

    @settings(max_examples=10)
    @given(st.lists(st.sampled_from([0, 1, 6, 9]), min_size=9, max_size=14), st.integers(0, 3))
    def test_unseen_cards_leave_the_odds(self, values: list[int], number: int) -> None:
        """Any number of unseen burnt cards that leaves six leaves the edges as they are."""
        assume(len(values) >= 6 + number)
        shoe = Shoe(Fineness.VALUES, tuple(values.count(value) for value in range(10)))
        assert after_unseen(MAIN, shoe, STANDARD, 0) == after_unseen(MAIN, shoe, STANDARD, number)

    def test_too_many(self) -> None:
        """Six cards have to be left."""
        with pytest.raises(ShoeError, match="5 cards"):
            after_unseen(MAIN, Shoe.from_spec("9=8"), STANDARD, 3)

    def test_the_card_shown(self) -> None:
        """The edges once a card was shown are the shoe's less that card; a ten lets ten more follow."""
        assert after_shown(MAIN, EIGHT, STANDARD, 0) == [
            odds.house_edge for odds in price_bets(MAIN, EIGHT.remove(read_cards("K")), STANDARD)
        ]
        assert [burnt_unseen(value) for value in (1, 2, 9, 0)] == [1, 2, 9, 10]
