"""The vocabulary of pay tables: every word against physical cards, how it reads, and what it refuses."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

import oracle_cards as oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import read_by_hand
from strategies import ENDINGS

from analyzer import (
    CONDITIONS,
    STANDARD,
    Bet,
    BetError,
    Coup,
    Ending,
    Payout,
    Rank,
    Shoe,
    price_bets,
    read_card,
    read_pays,
    settle,
)
from analyzer.bets.vocabulary import WINS, describe
from analyzer.cards.features import SCOPES

if TYPE_CHECKING:
    from collections.abc import Callable

    from analyzer.bets.vocabulary import Value

PACKS = {
    "of high and low cards": "Ks Ks Qh 9d 9d 4c 4d Ah 6s 7s",
    "of low cards": "2h 2c 3s 3h 3d 5d 5s 8c 8d 8d",
    "of pairs": "Ah Ac Jc 10h 10d 6d 6c 7d 7c",
    "of court cards": "Ks Ks Ks Ks Ks Ks Qd Qd Qd Jh Jh",
}
"""No two ranks have the same numbers of cards in them, so that no two words can be confused."""
LOPSIDED = "of high and low cards"
EITHER = {"either_total": oracle.total, "either_cards": len}
NOT_THERE = "4d 4d"
NAMED = ["K", "K Q", "Ks Ks", "9d 9", "K Ks", NOT_THERE, "A 9 4"]


def pack_of(text: str) -> list[oracle.Card]:
    """Return the physical cards named in a text."""
    return [(name[:-1], name[-1]) for name in text.split()]


def shoe_of(pack: list[oracle.Card]) -> Shoe:
    """Return the shoe of these cards."""
    return Shoe.from_spec(" ".join(f"{rank}{suit}={count}" for (rank, suit), count in Counter(pack).items()))


def one_row(name: str, value: object) -> Bet:
    """Return the bet that pays when one word has one value."""
    return Bet(f"{name} {value}", (Payout({name: (value,)}, read_pays("1 to 1")),))


@cache
def dealt(pack: str) -> list[tuple[oracle.Coup, int]]:
    """Return every coup of a pack with its deals; the two cards of an opening are in one order only."""
    deals: Counter[oracle.Coup] = Counter()
    for coup, ways in oracle.coups(pack_of(PACKS[pack])):
        hands = (tuple(sorted(hand[:2])) + hand[2:] for hand in coup)
        deals[oracle.Coup(*hands)] += ways
    return list(deals.items())


@cache
def shoe_with(pack: str) -> Shoe:
    """Return the shoe that holds the cards of a pack."""
    return shoe_of(pack_of(PACKS[pack]))


def count_of(test: Callable[[oracle.Coup], bool], pack: str = LOPSIDED) -> int:
    """Return the deals of a pack that pass a test."""
    return sum(ways for coup, ways in dealt(pack) if test(coup))


def values_to_see(name: str) -> set[Value]:
    """Return the values of a word that the packs must show: all, except most ranks and large counts of a kind."""
    values, word = set(CONDITIONS[name].domain), name.partition(".")[2]
    if word in {"highest", "lowest"}:
        return {"3", "9", "Q"}
    counts_cards = bool(word) and values <= {*range(7)}
    return values & {0, 1, 2} if counts_cards else values


@pytest.mark.parametrize("name", [name for name in CONDITIONS if CONDITIONS[name].domain and name not in EITHER])
def test_every_value_is_counted_as_on_physical_cards(name: str) -> None:
    """For each value of the word, the deals are those of a few physical cards dealt one by one, and some are seen."""
    question, domain = oracle.question(name), CONDITIONS[name].domain
    seen: set[object] = set()
    for pack in PACKS:
        expected: Counter[object] = Counter()
        for coup, ways in dealt(pack):
            expected[question(coup)] += ways
        priced = price_bets([one_row(name, value) for value in domain], shoe_with(pack), STANDARD)
        assert [expected[value] for value in domain] == [odds.win for odds in priced]
        assert sum(expected.values()) == sum(odds.win for odds in priced) == priced[0].total
        seen |= set(expected)
    assert values_to_see(name) <= seen


@pytest.mark.parametrize("name", EITHER)
def test_either_hand_matches_if_one_hand_does(name: str) -> None:
    """A word for either hand counts the deals in which at least one hand has the value."""
    of, domain = EITHER[name], CONDITIONS[name].domain
    seen = set()
    for pack in PACKS:
        priced = price_bets([one_row(name, value) for value in domain], shoe_with(pack), STANDARD)
        for value, odds in zip(domain, priced, strict=True):
            expected = sum(ways for coup, ways in dealt(pack) if value in {of(coup.punto), of(coup.banco)})
            assert expected == odds.win
            seen |= {value} if 0 < expected < odds.total else set()
    assert seen == set(domain)


@pytest.mark.parametrize(
    ("scope", "named"),
    [(scope, named) for scope in SCOPES for named in NAMED if len(named.split()) <= SCOPES[scope].most],
)
def test_cards_named_are_looked_for_one_by_one(scope: str, named: str) -> None:
    """A hand contains named cards if each of them matches a different card."""
    [odds] = price_bets([one_row(f"{scope}.contains", named)], shoe_with(LOPSIDED), STANDARD)
    hand = oracle.SCOPES[scope]
    assert count_of(lambda coup: oracle.contains(hand(coup), named)) == odds.win < odds.total
    assert bool(odds.win) == (named != NOT_THERE)


def test_one_text_of_several_is_enough() -> None:
    """If several texts name cards, a hand must contain the cards of one of them."""
    bet = Bet("bet", (Payout({"dealt.contains": ("K Q", "9d 9d")}, read_pays("1 to 1")),))
    [odds] = price_bets([bet], shoe_with(LOPSIDED), STANDARD)
    cards = oracle.SCOPES["dealt"]
    assert odds.win == count_of(lambda coup: any(oracle.contains(cards(coup), named) for named in ("K Q", "9d 9d")))


NAMES = st.sampled_from(["A", "K", "Q", "9", "4", "Ks", "Kh", "Qh", "9d", "4c", "4d"])


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_choices_of_cards_named_are_found(data: st.DataObject) -> None:
    """For random texts in every scope, the deals that contain the cards of one are those of physical cards."""
    scope = data.draw(st.sampled_from([*SCOPES]))
    texts = st.lists(NAMES, min_size=1, max_size=SCOPES[scope].most).map(" ".join)
    choices = data.draw(st.lists(texts, min_size=1, max_size=4, unique=True))
    bet = Bet("bet", (Payout({f"{scope}.contains": tuple(choices)}, read_pays("1 to 1")),))
    [odds] = price_bets([bet], shoe_with(LOPSIDED), STANDARD)
    hand = oracle.SCOPES[scope]
    assert odds.win == count_of(lambda coup: any(oracle.contains(hand(coup), named) for named in choices))


def test_a_bet_of_others_wins_if_one_of_them_does() -> None:
    """`wins` counts the deals in which a member has a positive result, for members that look at anything."""
    lost_tie = Payout({"winner": ("tie",)}, read_pays("lose"))
    punto = Bet("punto", (lost_tie, Payout({"punto_total": (7,)}, read_pays("1 to 1"))))
    pair = Bet("pair", (Payout({"banco_opening.same_face": (True,)}, read_pays("25 to 1")),))
    both = Bet("both", (Payout({WINS: (punto, pair), "cards": (5, 6)}, read_pays("1 to 1")),))
    [odds] = price_bets([both], shoe_with(LOPSIDED), STANDARD)

    def wins(coup: oracle.Coup) -> bool:
        seven = oracle.total(coup.punto) == 7 and oracle.winner(coup) != "tie"
        perfect = coup.banco[0] == coup.banco[1]
        return (seven or perfect) and len(coup.punto + coup.banco) > 4

    assert odds.win == count_of(wins) > 0
    assert both.looks_at == "suits"


@pytest.mark.parametrize(
    ("pays", "wins"),
    [
        ("1 to 1", True),
        ("1 to 2", True),
        ("1 to 1 less 5% commission", True),
        ("1 to 1 less 100% commission", False),
        ("push", False),
        ("lose half", False),
    ],
)
@pytest.mark.parametrize("word", ["winner", "punto_opening.same_rank"])
def test_a_member_wins_by_what_it_pays(pays: str, wins: bool, word: str) -> None:  # noqa: FBT001
    """A member that pays even money or less wins, one that pushes does not; priced and settled alike."""
    value = "tie" if word == "winner" else True
    member = Bet("member", (Payout({word: (value,)}, read_pays(pays)),))
    never = Bet("never", (Payout({"punto_total": (9,), "banco_cards": (3,)}, read_pays("push")),))
    combined = Bet("combined", (Payout({WINS: (never, member)}, read_pays("7 to 1")),))
    [odds] = price_bets([combined], shoe_with(LOPSIDED), STANDARD)
    question = oracle.question(word)
    expected = count_of(lambda coup: question(coup) == value)
    assert odds.win == (expected if wins else 0) < odds.total
    assert expected
    settled = 0
    for coup, ways in dealt(LOPSIDED):
        hands = (tuple(read_card(rank + suit) for rank, suit in hand) for hand in coup)
        [settlement] = settle([(combined, Fraction(10))], Coup(*hands))
        settled += ways if settlement.net == 70 else 0
        assert settlement.net in {70, -10}
    assert settled == odds.win


def test_the_oracle_knows_every_word() -> None:
    """Every word of the vocabulary is tested against physical cards."""
    words = {f"{scope}.{word}" for scope in oracle.SCOPES for word in [*oracle.OF_HAND, "contains"]}
    assert set(CONDITIONS) == {*oracle.OF_COUP, *EITHER, WINS} | words


CARD = st.tuples(st.sampled_from(["A", "2", "5", "6", "9", "10", "K"]), st.sampled_from("shdc"))
CLOSED = [name for name in CONDITIONS if CONDITIONS[name].domain and name not in EITHER]


@st.composite
def payouts(draw: st.DrawFn) -> Payout:
    """Return a payout of one to three random conditions with random values."""
    names = draw(st.lists(st.sampled_from(CLOSED), min_size=1, max_size=3, unique=True))
    when = {}
    for name in names:
        values = st.lists(st.sampled_from(CONDITIONS[name].domain), min_size=1, max_size=4, unique=True)
        when[name] = tuple(draw(values))
    return Payout(when, read_pays("1 to 1"))


@settings(max_examples=60, deadline=None)
@given(st.lists(CARD, min_size=6, max_size=8), st.lists(payouts(), min_size=1, max_size=3))
def test_random_pay_tables_are_counted_as_physical_cards(pack: list[oracle.Card], rows: list[Payout]) -> None:
    """On a few random cards, each row of a random pay table pays the deals in which it is the first match."""
    expected = [0] * (len(rows) + 1)
    for coup, ways in oracle.coups(pack):
        matching = (all(oracle.question(name)(coup) in values for name, values in row.when.items()) for row in rows)
        expected[next((row for row, matches in enumerate(matching) if matches), len(rows))] += ways
    [odds] = price_bets([Bet("bet", tuple(rows))], shoe_of(pack), STANDARD)
    assert expected == [row.count for row in odds.rows]


@pytest.mark.parametrize(
    ("when", "message"),
    [
        ({"punto_total": (12,)}, "punto_total: got 12; allowed: 0-9"),
        ({"punto_cards": (5,)}, "punto_cards: got 5; allowed: 2-3"),
        ({"punto_hand.sevens": (4,)}, "punto_hand.sevens: got 4; allowed: 0-3"),
        ({"winner": ("Banker",)}, "winner: got 'Banker'; allowed: punto or banco or tie"),
        ({"winning_total": (0,)}, "winning_total: got 0; allowed: 1-9 or none"),
        ({"punto_opening.pattern": ("full house",)}, "allowed: all different or pair"),
        ({"banco_third": ("15",)}, "banco_third: got '15'; allowed: A or 2 or 3"),
        ({"dealt.same_rank": (1,)}, "dealt.same_rank: got 1; allowed: true or false"),
        ({"dealt.contains": (7,)}, 'got 7; name cards in text, as "K Q" or "4d 4d"'),
        ({"dealt.contains": ("Z",)}, "dealt.contains: card: got 'Z'"),
        ({"dealt.contains": ("0 0",)}, "name ranks or faces; 0 can be any ten-valued card"),
        ({"punto_opening.contains": ("K Q J",)}, "punto_opening.contains: got 3 cards; there are at most 2"),
        ({"winner": ()}, "winner: got no value"),
        ({"dealt.contains": ()}, "dealt.contains: got no value"),
        ({"punto_opening.same_rnak": (True,)}, "did you mean punto_opening.same_rank?"),
        ({"wins": ("dragon-7",)}, "wins: its values must be bets"),
        ({"wins": ()}, "wins: got no value"),
        ({"punto_total": 7}, "punto_total: got 7; its values must be a tuple"),
        ({"winner": "tie"}, "winner: got 'tie'; its values must be a tuple"),
        ({"punto_total": ([7],)}, "punto_total: got [7]; allowed: 0-9"),
        ({"punto_third": ([], "court card")}, "punto_third: got []; allowed: A or 2"),
        ({"dealt.contains": (["K"],)}, "dealt.contains: got ['K']; name cards in text"),
        ({"punto_third": (Rank.KING,)}, "punto_third: got <Rank.KING: 13>; allowed: A or 2"),
        ({"wins": 7}, "wins: got 7; its values must be a tuple"),
        ({7: (7,)}, "condition: got 7"),
    ],
)
def test_impossible_conditions_are_refused(when: dict[Any, Any], message: str) -> None:
    """An unknown word or value is one clear error."""
    with pytest.raises(BetError) as caught:
        Payout(when, read_pays("1 to 1"))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("ranks", "event"),
    [
        (("A", "2", "3", "4", "5", "6", "7", "8", "9", "10"), "punto third card A-10"),
        (("K", "10", "J", "Q"), "punto third card 10-K"),
        (("none", "9", "10", "A"), "punto third card A, 9-10 or none"),
        (("7",), "punto third card 7"),
        (("none",), "punto third card none"),
        (("2", "J", "Q", "K", "none"), "punto third card 2, court card or none"),
    ],
)
def test_ranks_read_as_ranges(ranks: tuple[str, ...], event: str) -> None:
    """Runs of ranks are written as ranges, in rising order, like runs of numbers."""
    assert event == Payout({"punto_third": ranks}, read_pays("1 to 1")).event


def test_rows_read_as_sentences() -> None:
    """Every kind of condition is described in words."""
    when = {
        "punto_opening.same_suit": (True,),
        "banco_hand.pattern": ("pair", "three of a kind"),
        "dealt.colour": ("red",),
        "punto_third": ("J", "Q", "K"),
        "openings.contains": ("K Q",),
        "dealt.sevens": (3, 4),
    }
    assert Payout(when, read_pays("1 to 1")).event == (
        "punto's opening of one suit, banco's hand: pair or three of a kind, all cards dealt red, "
        "punto third card court card, the four opening cards with K Q, all cards dealt: 3-4 sevens"
    )


OF_ENDINGS = [name for name, condition in CONDITIONS.items() if condition.reads]


@given(ending=ENDINGS)
def test_each_condition_reads_what_it_says(ending: Ending) -> None:
    """Every word that looks at totals reads the value that its meaning gives, and that value is in its domain."""
    for name in OF_ENDINGS:
        values, domain = read_by_hand(name, ending), CONDITIONS[name].domain
        for value in values:
            assert [type(allowed) for allowed in domain if allowed == value] == [type(value)]
            assert Payout({name: (value,)}, read_pays("1:1")).matches(ending)
        others = tuple(other for other in domain if other not in values)
        assert not others or not Payout({name: others}, read_pays("1:1")).matches(ending)


@pytest.mark.parametrize(
    ("when", "event"),
    [
        ({}, "always"),
        ({"winner": ("tie",)}, "tie"),
        ({"winner": ("tie",), "punto_total": (6,)}, "tie, punto total 6"),
        ({"winner": ("punto", "banco")}, "punto or banco wins"),
        ({"winner": ("banco",), "banco_total": (7,), "banco_cards": (3,)}, "banco wins, banco total 7, banco 3 cards"),
        ({"margin": (9, 4, 5, 6)}, "margin 4-6, 9"),
        ({"punto_natural": (True,)}, "punto natural: yes"),
        ({"banco_natural": (False,)}, "banco natural: no"),
        ({"dealt.same_suit": (True,)}, "all cards dealt of one suit"),
        ({"dealt.same_suit": (False,)}, "all cards dealt not of one suit"),
    ],
)
def test_an_event_reads_in_words(when: dict[str, tuple[Value, ...]], event: str) -> None:
    """The event of a row names its conditions in order."""
    assert Payout(when, read_pays("1:1")).event == event


@given(numbers=st.sets(st.integers(0, 9), min_size=1))
def test_runs_of_numbers_are_written_as_ranges(numbers: set[int]) -> None:
    """A description of numbers names exactly these numbers."""
    named: list[int] = []
    for part in describe(numbers).split(", "):
        first, _, last = part.partition("-")
        named += range(int(first), int(last or first) + 1)
    assert named == sorted(numbers)


@pytest.mark.parametrize(
    ("when", "problem"),
    [
        ({"winer": ("tie",)}, r"condition: got 'winer'; did you mean winner\?"),
        ({"zzz": ("tie",)}, "condition: got 'zzz'; the words are winner, punto_total"),
        ({"winner": ("dealer",)}, "winner: got 'dealer'; allowed: punto or banco or tie"),
        ({"winner": ("Tie",)}, "winner: got 'Tie'; allowed"),
        ({"punto_total": (10,)}, "punto_total: got 10; allowed: 0-9"),
        ({"punto_total": (-1,)}, "punto_total: got -1; allowed: 0-9"),
        ({"punto_total": (10**5000,)}, "punto_total: got a huge number; allowed: 0-9"),
        ({"punto_total": (True,)}, "punto_total: got True; allowed: 0-9"),
        ({"punto_cards": (4,)}, "punto_cards: got 4; allowed: 2-3"),
        ({"cards": (3,)}, "cards: got 3; allowed: 4-6"),
        ({"punto_natural": (1,)}, "punto_natural: got 1; allowed: true or false"),
        ({"winner": ()}, "winner: got no value; allowed: punto or banco or tie"),
    ],
)
def test_a_bad_condition_is_refused(when: dict[str, tuple[Value, ...]], problem: str) -> None:
    """The error names an unknown condition, or a value it can never take, and what is allowed."""
    with pytest.raises(BetError, match=problem):
        Payout(when, read_pays("1:1"))
