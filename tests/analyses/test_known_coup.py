"""Odds of a coup under way: against physical cards, averaged back to the odds before, and every contradiction."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import oracle_cards as oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known_coups import known

from analyzer import (
    STANDARD,
    Bet,
    BetError,
    Card,
    CoupError,
    Ending,
    Fineness,
    KnownCoup,
    Payout,
    Shoe,
    ShoeError,
    Third,
    endings,
    known_endings,
    next_cards,
    price_bets,
    price_known,
    read_bet,
    read_card,
    read_pays,
    read_variant,
)
from analyzer.cards.card import class_names
from analyzer.rules.known_coup import following, next_position

if TYPE_CHECKING:
    from collections.abc import Callable

CLASSIC = read_variant("classic")
MAIN = CLASSIC.bets
CATALOG = [
    read_bet(name) for name in ("punto-pair", "perfect-pair", "tiger-pair", "all-red-22", "dragon-7", "either-pair")
]
PAIRS = CATALOG[:2] + CATALOG[4:5]
QUESTIONS = (
    "winner",
    "punto_third",
    "banco_cards",
    "punto_opening.same_rank",
    "banco_hand.same_suit",
    "openings.pattern",
    "dealt.red",
    "dealt.highest",
)


def face(card: oracle.Card) -> Card:
    """Return an oracle's card as the package has it."""
    return read_card(card[0] + card[1])


def blurred(card: Card, how: str) -> Card | None:
    """Return what is known of a card seen more or less well."""
    if how == "face":
        return card
    if how == "rank":
        return Card(card.rank)
    if how == "value":
        return Card(card.rank) if card.point_value else Card(None)
    return None


def is_like(told: Card | None, card: oracle.Card) -> bool:
    """Return whether a physical card is as it is known."""
    if told is None:
        return True
    points = oracle.total((card,))
    return told.point_value == points and told.rank in {None, face(card).rank} and told.suit in {None, face(card).suit}


def is_as_told(what: KnownCoup, coup: oracle.Coup) -> bool:
    """Return whether a physical coup, as played, is as known."""
    for hand, opening, third, total in (
        (coup.punto, what.punto, what.punto_third, what.punto_total),
        (coup.banco, what.banco, what.banco_third, what.banco_total),
    ):
        if not all(map(is_like, opening, hand[:2])):
            return False
        if third.drew is not None and third.drew != (len(hand) == 3):
            return False
        if third.drew and not is_like(third.card, hand[2]):
            return False
        if total not in {None, oracle.total(hand[:2])}:
            return False
    return True


def every_coup(pack: list[oracle.Card]) -> list[tuple[oracle.Coup, int]]:
    """Return the coups of a pack with the opening cards in either order."""
    return [
        (oracle.Coup((*opening, *coup.punto[2:]), (*other, *coup.banco[2:])), ways // 4)
        for coup, ways in oracle.coups(pack)
        for opening in (coup.punto[:2], coup.punto[1::-1])
        for other in (coup.banco[:2], coup.banco[1::-1])
    ]


def answers(question: str, asked: list[tuple[oracle.Coup, int]]) -> dict[object, Fraction]:
    """Return how likely each answer to a question is among some coups."""
    counts: Counter[object] = Counter()
    for coup, ways in asked:
        counts[oracle.question(question)(coup)] += ways
    return {answer: Fraction(ways, counts.total()) for answer, ways in counts.items()}


PACKS = st.lists(
    st.tuples(st.sampled_from(["A", "3", "4", "6", "9", "10", "K"]), st.sampled_from("shc")), min_size=7, max_size=7
)
BLUR = st.sampled_from(["face", "rank", "value", "nothing"])


class TestPhysicalCards:
    """Against every coup of a pack of real cards."""

    @settings(max_examples=25, deadline=None)
    @given(PACKS, st.data())
    def test_probabilities_are_those_of_the_coups_that_fit(self, pack: list[oracle.Card], data: st.DataObject) -> None:
        """Whatever part of a coup is known, each answer is as likely as among the physical coups that fit."""
        coups = every_coup(pack)
        coup, _ = data.draw(st.sampled_from(coups))
        cards = [[blurred(face(card), data.draw(BLUR)) for card in hand] for hand in coup]
        thirds = [
            Third()
            if data.draw(st.booleans())
            else Third(drew=len(hand) == 3, card=hand[2] if len(hand) == 3 else None)
            for hand in cards
        ]
        totals = [oracle.total(hand[:2]) if data.draw(st.booleans()) else None for hand in coup]
        openings = [(hand[0], hand[1]) for hand in cards]
        what = KnownCoup(openings[0], openings[1], thirds[0], thirds[1], totals[0], totals[1])
        fitting = [(each, ways) for each, ways in coups if is_as_told(what, each)]
        shoe = Shoe.from_spec(" ".join(f"{rank}{suit}={count}" for (rank, suit), count in Counter(pack).items()))
        bets, wanted = [], []
        for question in data.draw(st.lists(st.sampled_from(QUESTIONS), min_size=1, max_size=3, unique=True)):
            for answer, likely in answers(question, fitting).items():
                bets.append(Bet(question, (Payout({question: (answer,)}, read_pays("1 to 1")),)))
                wanted.append(likely)
        assert wanted == [odds.hit_frequency for odds in price_known(bets, what, shoe, STANDARD)]

    def test_padding_is_never_looked_at(self) -> None:
        """That punto stood says nothing about the fifth card, which nobody saw."""
        shoe = Shoe.from_spec("6=2 K=4 9=1")
        stood = known("6 K", "K K", "none")
        cards = next_cards(stood, shoe, STANDARD)
        total = sum(each.deals for each in cards)
        assert {0: Fraction(1, 3), 6: Fraction(1, 3), 9: Fraction(1, 3)} == {
            each.value: Fraction(each.deals, total) for each in cards
        }


def expected(bets: list[Bet], what: KnownCoup, shoe: Shoe) -> list[Fraction]:
    """Return the expected values of bets, given what is known."""
    return [odds.expected_value for odds in price_known(bets, what, shoe, STANDARD)]


class TestAverages:
    """Averaged over what is unknown, mid-coup odds are the odds before, exactly."""

    @pytest.mark.parametrize("fineness", list(Fineness))
    def test_over_the_first_card(self, fineness: Fineness) -> None:
        """Over punto's first card, by value, rank or face: the unconditional odds of every kind of bet."""
        shoe = Shoe.from_spec("As=2 Ah=1 5s=3 5c=1 9d=2 Ks=2 Qh=1 10d=2 8c=1 6h=2")
        before = [odds.expected_value for odds in price_bets(CATALOG, shoe, STANDARD)]
        means = [Fraction(0)] * len(CATALOG)
        counts = shoe.at(fineness).counts
        for name, count in zip(class_names(fineness), counts, strict=True):
            if count:
                after = expected(CATALOG, KnownCoup(punto=(read_card(name), None)), shoe)
                means = [mean + Fraction(count, shoe.cards) * each for mean, each in zip(means, after, strict=True)]
        assert before == means

    @settings(max_examples=8, deadline=None)
    @given(st.data())
    def test_over_every_next_card_to_the_end(self, data: st.DataObject) -> None:
        """Card after card down to the end of the coup, at every step the mean over the next is what was before."""
        shoe = Shoe.from_spec("A=2 3=3 6=2 9=1 K=4")
        what = KnownCoup()
        bets = list(MAIN)
        for _ in range(7):
            position = next_position(what, STANDARD)
            cards = next_cards(what, shoe, STANDARD)
            if position is None:
                assert cards == []
                break
            total = sum(each.deals for each in cards)
            afters = {}
            means = [Fraction(0)] * len(bets)
            for each in cards:
                card = read_card(str(each.value))
                afters[each.value] = following(what, position, card)
                assert each.endings.coarsen(_winner).probability("tie") == known_endings(
                    afters[each.value], shoe, STANDARD
                ).coarsen(_winner).probability("tie")
                after = expected(bets, afters[each.value], shoe)
                means = [mean + Fraction(each.deals, total) * one for mean, one in zip(means, after, strict=True)]
            assert expected(bets, what, shoe) == means
            what = afters[data.draw(st.sampled_from(sorted(afters)))]
        else:
            pytest.fail("a coup has six cards")

    def test_over_whether_a_hand_draws(self) -> None:
        """Drawing and standing, each as likely as it is, make up what is known before."""
        shoe = Shoe.decks(8)
        for hand in ("punto", "banco"):
            likely = endings(shoe, STANDARD).coarsen(lambda ending: getattr(ending, f"{hand}_cards") == 3)  # noqa: B023
            drew, stood = (
                known(third_punto=text) if hand == "punto" else known(third_banco=text) for text in ("?", "none")
            )
            means = [
                likely.probability(seen=True) * one + likely.probability(seen=False) * other
                for one, other in zip(expected(PAIRS, drew, shoe), expected(PAIRS, stood, shoe), strict=True)
            ]
            assert [odds.expected_value for odds in price_bets(PAIRS, shoe, STANDARD)] == means

    def test_over_the_burn_card(self) -> None:
        """Given both totals, the mean over the burn card, each as likely as the totals make it, is the full shoe's."""
        shoe, what = Shoe.decks(1), KnownCoup(punto_total=3, banco_total=6)
        full = known_endings(what, shoe, STANDARD)
        wins = deals = 0
        for name, count in zip("0123456789", shoe.at(Fineness.VALUES).counts, strict=True):
            left = known_endings(what, shoe.remove([read_card(name)]), STANDARD)
            wins += count * left.coarsen(_winner).count("banco")
            deals += count * left.total
        assert full.coarsen(_winner).probability("banco") == Fraction(wins, deals)


def _winner(ending: Ending) -> str:
    return ending.winner


class TestKnowledge:
    """The same knowledge in different words gives the same odds."""

    def test_nothing_known_is_the_full_shoe(self) -> None:
        """Without any knowledge the odds are those of the shoe."""
        shoe = Shoe.decks(8)
        assert endings(shoe, STANDARD) == known_endings(KnownCoup(), shoe, STANDARD)
        assert price_bets(CATALOG, shoe, STANDARD) == price_known(CATALOG, KnownCoup(), shoe, STANDARD)

    def test_a_known_coup_is_certain(self) -> None:
        """With every card known one outcome is left."""
        ended = known_endings(known("2 3", "K 6", "6", "A"), Shoe.decks(8), STANDARD)
        assert list(ended) == [(1, 7, 3, 3)]

    def test_cards_come_out_of_the_shoe(self) -> None:
        """The last of three nines is less likely once two lie there."""
        [likely] = price_known(
            [Bet("nine", (Payout({"punto_third": ("9",)}, read_pays("1 to 1")),))],
            known("9 A", "9 4", "?"),
            Shoe.from_spec("9=3 A=2 4=1 K=4"),
            STANDARD,
        )
        assert Fraction(1, 6) == likely.hit_frequency

    def test_with_replacement_nothing_comes_out(self) -> None:
        """In the endless shoe a third nine is as likely as ever."""
        cards = next_cards(known("9 A", "3 K"), Shoe.infinite(), STANDARD)
        total = sum(each.deals for each in cards)
        assert {9: Fraction(1, 13), 0: Fraction(4, 13)} == {
            each.value: Fraction(each.deals, total) for each in cards if each.value in {0, 9}
        }

    def test_a_total_equals_its_cards_on_a_shoe_of_one_opening(self) -> None:
        """On a shoe where only one opening makes the total, the total and the cards give the same odds."""
        shoe = Shoe.from_spec("4=6 5=2")
        by_total = known_endings(KnownCoup(punto_total=9, banco_total=8), shoe, STANDARD)
        by_cards = known_endings(known("4 5", "4 4"), shoe, STANDARD)
        assert {Ending(9, 8, 2, 2)} == set(by_total) == set(by_cards)

    def test_a_shoe_known_by_values_answers_what_looks_at_values(self) -> None:
        """A king and a ten are one card to a shoe known by values; a pair cannot be priced on it."""
        shoe = Shoe.from_spec("0=10 4=4 9=4")
        king = known_endings(known("K 4"), shoe, STANDARD)
        assert king == known_endings(known("0 4"), shoe, STANDARD)
        with pytest.raises(ShoeError, match="known by values only"):
            price_known([read_bet("punto-pair")], known("K 4"), shoe, STANDARD)


class TestContradictions:
    """Every contradiction is one line that names the rule."""

    @pytest.mark.parametrize(
        ("what", "said"),
        [
            (lambda: known("4 4", punto_total=4), "punto_total: got 4, but 4 4 make 8: a total is the last digit"),
            (lambda: known(punto_total=7, third_punto="?"), "punto_third: got .,.*punto draws on 0-5 and has 7"),
            (lambda: known("4 3", third_punto="2"), "punto_third: got 2, .*punto draws on 0-5 and has 7"),
            (lambda: known("2 3", "K 5", "none"), "punto_third: got none, but punto never stands here"),
            (lambda: known("9 K", "2 3", "4"), "a natural, 8 or 9 on two cards, ends the coup .punto's 9."),
            (lambda: known("4 4", third_banco="4"), "banco_third: got 4, .*a natural"),
            (lambda: known("2 3", "K 6", "5", "4"), "banco_third: got 4, .*banco on 6 draws against 6-7"),
            (lambda: known("2 3", "K 6", "6", "none"), "banco_third: got none, but banco never stands here"),
            (lambda: known("K 6", "K 6", third_banco="?"), "banco draws on 0-5 when punto stands and has 6"),
            (lambda: known(banco_total=7, third_banco="?"), "banco stands on 7 .tableau standard."),
        ],
    )
    def test_against_the_rules(self, what: Callable[[], KnownCoup], said: str) -> None:
        """Totals that the cards do not make, and third cards against the tableau."""
        with pytest.raises(CoupError, match=said) as error:
            known_endings(what(), Shoe.decks(8), STANDARD)
        assert "\n" not in str(error.value)

    @pytest.mark.parametrize(
        ("what", "shoe", "said"),
        [
            (known("3 3", "3 9"), "9=5 3=2", "card 3: the coup shows 3 of it, .* holds 2"),
            (known("9s 9"), "9s=1 3h=9", "card 9.*: the coup shows 2 of it"),
            (known("9s 9s"), "9s=1 9h=4 3h=9", "card 9♠: the coup shows 2 of it"),
            (known("K"), "9=7", "card K: the coup shows 1 of it, .* holds 0"),
            (known(punto_total=4), "9=5 3=2", "holds too few cards of some values to deal what is known of it"),
        ],
    )
    def test_against_the_shoe(self, what: KnownCoup, shoe: str, said: str) -> None:
        """Cards that are not there, and totals that cannot be made of those that are."""
        with pytest.raises(CoupError, match=said):
            price_known(MAIN, what, Shoe.from_spec(shoe), STANDARD)

    def test_a_bet_on_cards_is_not_priced_on_endings(self) -> None:
        """Endings do not show a pair."""
        with pytest.raises(BetError, match="price it on a shoe"):
            read_bet("punto-pair").row(next(iter(known_endings(KnownCoup(), Shoe.decks(1), STANDARD))))
