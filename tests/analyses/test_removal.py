"""Effect of removal: by formula and by recomputation, and sums of exactly zero."""

from __future__ import annotations

from fractions import Fraction

import pytest
from bets_on_cards import bet_on
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import BETS, TABLEAUX, PlainTableau, compositions, shoe_of_ranks

from analyzer import STANDARD, Bet, Fineness, Shoe, ShoeError, effects, price_bets, read_bet, read_cards, read_variant
from analyzer.cards.card import Card, class_names
from analyzer.cards.features import Feature, Position, number_of
from analyzer.enumeration.feature_counts import count_features

EIGHT = Shoe.decks(8)
MAIN = read_variant("classic").bets
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
    """The formula agrees with pricing a smaller shoe."""

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
        """Pairs of cards, equal and different."""
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
        with pytest.raises(ShoeError, match="got 6 cards; 6 must remain for a coup after 1 leaves"):
            effects([MAIN[0]], Shoe.from_spec("A=2 4=2 9=2"), STANDARD)

    def test_eight_cards_are_enough_for_two(self) -> None:
        """Two cards can leave eight."""
        [effect] = effects([MAIN[0]], Shoe.from_spec("A=1 4=3 9=4"), STANDARD, pairs=True)
        assert (1, 1) not in effect.pairs
        assert effect.weighted_sum_of_pairs == 0
        with pytest.raises(ShoeError, match="got 7 cards; 6 must remain for a coup after 2 leave"):
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
        """Changes are as fine as the bet looks: a bet on a king tells kings from the other tens."""
        [effect] = effects([bet_on(punto_third="K")], EIGHT, STANDARD)
        assert effect.fineness is Fineness.RANKS
        ten, jack, queen, king = effect.changes[9:]
        assert ten == jack == queen
        assert ten is not None
        assert king is not None
        assert king < 0 < ten

    def test_progress_is_reported(self) -> None:
        """The removals are counted: the full shoe and each of ten values."""
        told: list[tuple[int, int | None]] = []
        effects([MAIN[0]], EIGHT, STANDARD, progress=lambda done, of: told.append((done, of)))
        assert told == [(done, 11) for done in range(11)]
