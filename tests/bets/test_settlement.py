"""Settlement: stakes worked out by hand for every variant, and every bet on every deal of a small shoe."""

from __future__ import annotations

from collections import Counter
from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledger import seeded

from analyzer import (
    STANDARD,
    BetError,
    Coup,
    Payout,
    Shoe,
    price_bets,
    read_bet,
    read_cards,
    read_pays,
    read_variant,
    variant_names,
)
from analyzer.bets.bet import Bet
from analyzer.bets.settlement import ROUNDINGS, Currency, row_of, settle, settle_row
from analyzer.catalog.rules_file import catalog_names
from analyzer.enumeration.enumerator import every_deal
from analyzer.errors import NotationError
from analyzer.rules.coup import check_dealt, play

COUPS = {
    "punto natural 9 beats 1": ("9 K", "K A"),
    "banco two-card 7 beats 5": ("2 3 K", "3 4"),
    "tie 7": ("3 4", "K 7"),
    "banco two-card 5 beats 4": ("K 2 2", "2 3"),
    "banco two-card 6 beats 5": ("2 2 A", "3 3"),
    "banco three-card 6 beats 3": ("A A A", "K 2 4"),
    "banco three-card 7 beats 3": ("A A A", "K 2 5"),
    "punto three-card 8 beats 7": ("A A 6", "3 4"),
    "banco three-card 8 beats 3": ("A A A", "K 2 6"),
    "banco 4 beats 3": ("A A A", "K 2 2"),
    "punto 4 beats 2": ("A A 2", "K 2 K"),
    "punto 1 beats 0": ("K A K", "K K K"),
    "banco 1 beats 0": ("K K K", "K A K"),
    "banco 2 beats 1": ("A K K", "K A A"),
    "banco 3 beats 1": ("A K K", "K A 2"),
    "punto 2 beats 0": ("K A A", "K K K"),
}
PUNTO, BANCO, TIE, FIVE, SIX, SIX_3, SEVEN_3 = list(COUPS)[:7]
COMMISSION = {PUNTO: "20 -20 -20", BANCO: "-20 19 -20", TIE: "0 0 160", FIVE: "-20 19 -20", SIX: "-20 19 -20"}
EVEN = {PUNTO: "20 -20 -20", BANCO: "-20 20 -20", TIE: "0 0 160", FIVE: "-20 20 -20", SIX: "-20 20 -20"}
STRAIGHT = EVEN | {FIVE: "-20 10 -20"}
BY_HAND: dict[str, dict[str, str]] = {
    "classic": COMMISSION | {SEVEN_3: "-20 19 -20"},
    "classic-tie-9": COMMISSION | {TIE: "0 0 180"},
    "commission-4": COMMISSION | {BANCO: "-20 19.20 -20", FIVE: "-20 19.20 -20", SIX: "-20 19.20 -20"},
    "straight": STRAIGHT,
    "super-six": EVEN | {SIX: "-20 10 -20", SIX_3: "-20 10 -20"},
    "ez": EVEN | {SEVEN_3: "-20 0 -20"},
    "push-on-6": EVEN | {SIX: "-20 0 -20", SIX_3: "-20 0 -20"},
    "push-on-three-card-6": EVEN | {SIX_3: "-20 0 -20"},
    "even-money": EVEN | {SEVEN_3: "-20 20 -20"},
    "ties-lose": COMMISSION | {TIE: "-20 -20 160"},
    "two-to-one": EVEN
    | {
        TIE: "-20 -20 160",
        "punto three-card 8 beats 7": "40 -20 -20",
        "banco three-card 8 beats 3": "-20 40 -20",
    },
    "fabulous-4": EVEN
    | {
        "punto 1 beats 0": "40 -20 -20",
        "punto 4 beats 2": "10 -20 -20",
        "banco 1 beats 0": "-20 40 -20",
        "banco 4 beats 3": "-20 0 -20",
    },
    "bahamian": {
        PUNTO: "20 -20 -20",
        BANCO: "-20 20 -20",
        TIE: "0 0 160",
        "banco 2 beats 1": "-20 0 -20",
        "banco 3 beats 1": "-20 0 -20",
        "punto 2 beats 0": "0 -20 -20",
    },
    "source-000-classic": COMMISSION,
    "source-000-straight": STRAIGHT,
    "source-001": COMMISSION,
    "source-002": EVEN,
    "source-002-tie-9": EVEN | {TIE: "0 0 180"},
    "source-002-ties-lose": EVEN | {TIE: "-20 -20 160"},
    "source-003": COMMISSION,
    "source-003-tax-on-payment": {PUNTO: "20 -20 -20", BANCO: "-20 18 -20", TIE: "0 0 160"},
    "source-003-ties-lose": COMMISSION | {TIE: "-20 -20 160"},
    "source-003-to-one": {PUNTO: "40 -20 -20", BANCO: "-20 38 -20", TIE: "0 0 180"},
}
"""The net results of stakes of 20 on punto, banco and tie, worked out by hand from each pay table."""


def coup(name: str) -> Coup:
    """Return one of the coups."""
    punto, banco = COUPS[name]
    return Coup(tuple(read_cards(punto)), tuple(read_cards(banco)))


def test_every_variant_is_worked_by_hand() -> None:
    """No built-in variant is left out."""
    assert sorted(BY_HAND) == variant_names()


@pytest.mark.parametrize("name", list(COUPS))
def test_the_coups_are_what_they_are_called(name: str) -> None:
    """Each is dealt by the rules and ends as its name says."""
    played = coup(name)
    check_dealt(played)
    ending = played.ending
    high = max(ending.punto_total, ending.banco_total)
    assert name.startswith(ending.winner)
    assert str(high) in name
    assert ("three-card" in name) <= (3 in {ending.punto_cards, ending.banco_cards})


@pytest.mark.parametrize(
    ("variant", "name", "nets"),
    [(variant, name, nets) for variant, rows in BY_HAND.items() for name, nets in rows.items()],
)
def test_settled_as_by_hand(variant: str, name: str, nets: str) -> None:
    """20 on each main bet gives the net result worked out by hand."""
    rules = read_variant(variant)
    check_dealt(coup(name), rules.tableau)
    stakes = [(rules.bet(bet), Fraction(20)) for bet in ("punto", "banco", "tie")]
    assert [Fraction(net) for net in nets.split()] == [settled.net for settled in settle(stakes, coup(name))]


class TestSource000:
    """The cases that the Dutch source works out."""

    def test_20_on_banco_pays_19(self) -> None:
        """The commission of 5 % is taken from the win."""
        [settled] = settle([(read_variant("source-000-classic").bet("banco"), Fraction(20))], coup(BANCO))
        assert settled.result == "wins"
        assert [settled.win, settled.payout, settled.commission, settled.returned] == [20, 19, 1, 39]

    def test_20_on_egalite_pays_160_and_returns_180(self) -> None:
        """The tie pays eight to one and returns the stake."""
        [settled] = settle([(read_variant("source-000-classic").bet("tie"), Fraction(20))], coup(TIE))
        assert [settled.payout, settled.returned] == [160, 180]
        assert settled.commission is None


def test_a_settlement_says_what_happened() -> None:
    """The row that settles a stake and its result are words: of a listed row, and of the stake that no row saves."""
    rows = (Payout({"winner": ("tie",)}, read_pays("push")), Payout({"winner": ("banco",)}, read_pays("1 to 1")))
    bet = Bet("banco", rows)
    settled = [settle_row(bet, row, Fraction(5)) for row in (0, 1, 2)]
    assert [settlement.event for settlement in settled] == ["tie", "banco wins", "all else"]
    assert [settlement.result for settlement in settled] == ["pushes", "wins", "loses"]
    assert settle_row(Bet("tie", (Payout({}, read_pays("8 to 1 less 5% commission")),)), 0, Fraction(5)).win == 40
    with pytest.raises(FrozenInstanceError):
        Currency(Fraction(1)).unit = Fraction(2)  # type: ignore[misc]


def test_a_commission_of_the_whole_win_leaves_a_push() -> None:
    """At a commission of 100 % nothing is won and nothing is paid, and the stake comes back."""
    bet = Bet("all taken", (Payout({"winner": ("banco",)}, read_pays("3 to 1 less 100% commission")),))
    [settled] = settle([(bet, Fraction(20))], coup(BANCO), Currency(Fraction(50), "house"))
    assert settled.result == "pushes"
    assert [settled.win, settled.payout, settled.commission, settled.returned, settled.net] == [0, 0, 0, 20, 0]


class TestRounding:
    """Payouts in units of money."""

    @pytest.mark.parametrize(
        ("rounding", "payout", "commission"),
        [("house", "2.35", "0.15"), ("player", "2.40", "0.10"), ("half-up", "2.40", "0.10")],
    )
    def test_commission_is_the_win_less_the_payout(self, rounding: str, payout: str, commission: str) -> None:
        """2.50 at 5 % is 2.375, which a unit of 0.05 cannot pay."""
        currency = Currency(Fraction("0.05"), rounding)
        settled = settle_row(read_variant("classic").bet("banco"), 0, Fraction("2.50"), currency)
        assert (settled.payout, settled.commission) == (Fraction(payout), Fraction(commission))

    @given(st.fractions(min_value="0.01", max_value=10**6), st.fractions(min_value="0.01", max_value=1000))
    def test_for_whom_a_payout_is_rounded(self, stake: Fraction, unit: Fraction) -> None:
        """The house pays at most the exact win, the player gets at least that; both are less than a unit off."""
        for bet, row in ((bet, row) for name in variant_names() for bet in read_variant(name).bets for row in (0, 1)):
            exact = settle_row(bet, row, stake).payout
            house, player, nearer = (settle_row(bet, row, stake, Currency(unit, way)).payout for way in ROUNDINGS)
            assert exact - unit < house <= exact <= player < exact + unit
            assert nearer in {house, player}
            assert abs(nearer - exact) <= unit / 2

    def test_each_stake_by_itself(self) -> None:
        """Two stakes of 2.50 pay 2 x 2.40, not 4.75 as one stake of 5."""
        banco = read_variant("classic").bet("banco")
        settled = settle([(banco, Fraction("2.50"))] * 2, coup(BANCO), Currency(Fraction("0.05")))
        assert sum(settlement.payout for settlement in settled) == Fraction("4.80")

    def test_stakes_come_back_whole(self) -> None:
        """A push returns the whole stake and a loss nothing, for any unit; the rest of a half loss is rounded."""
        currency = Currency(Fraction(1), "house")
        bet = Bet("half", (Payout({"winner": ("tie",)}, read_pays("push")), Payout({}, read_pays("lose half"))))
        returned = [settle_row(bet, row, Fraction("2.50"), currency).returned for row in (0, 1, 2)]
        assert returned == [Fraction("2.50"), 1, 0]
        assert settle_row(bet, 1, Fraction(3)).result == "loses 1/2"


class TestEveryBet:
    """Settling a bet deal by deal is a second route to its counts."""

    @pytest.mark.parametrize("seed", range(4))
    def test_rows_settled_are_rows_counted(self, seed: int) -> None:
        """Over all deals of a small shoe, each row of each catalog bet settles as many as pricing counts."""
        rng = seeded(seed)
        # Few ranks and suits, so that pairs and flushes occur.
        names = [rng.choice(["4", "7", "9", "K", "A", "6"]) + rng.choice("sh") for _ in range(6)]
        shoe = Shoe.from_spec(" ".join(f"{name}={number}" for name, number in Counter(names).items()))
        bets = [read_bet(name) for name in catalog_names("bets")]
        coups: Counter[Coup] = Counter()
        for cards, ways in every_deal(shoe):
            coups[play(cards)] += ways
        for bet, odds in zip(bets, price_bets(bets, shoe, STANDARD), strict=True):
            settled = [0] * len(odds.rows)
            for played, ways in coups.items():
                settled[row_of(bet, played)] += ways
            assert [row.count for row in odds.rows] == settled, bet.name

    def test_cards_not_known_finely_enough(self) -> None:
        """A bet on suits needs cards with suits, and a bet on ranks needs more than "a ten-valued card"."""
        punto = tuple(read_cards("4 4"))
        with pytest.raises(BetError, match="perfect-pair: it looks at suits, but the card 4 is known by ranks only"):
            row_of(read_bet("perfect-pair"), Coup(punto, punto))
        assert row_of(read_bet("punto-pair"), Coup(punto, tuple(read_cards("0 0")))) == 0
        with pytest.raises(BetError, match="banco-pair: it looks at ranks, but the card 0 is known by values only"):
            row_of(read_bet("banco-pair"), Coup(punto, tuple(read_cards("0 0"))))


AMOUNTS = st.fractions(0, 1000, max_denominator=400)
UNITS = st.sampled_from([Fraction(text) for text in ("0.01", "0.05", "0.25", "0.50", "1", "2.5", "5")])


@pytest.mark.parametrize(("rounding", "paid"), [("house", "2.35"), ("player", "2.40"), ("half-up", "2.40")])
def test_half_a_unit(rounding: str, paid: str) -> None:
    """2.375 is half way between two units of 0.05: down for the house, up for the player, up to the nearest."""
    assert Fraction(paid) == Currency(Fraction("0.05"), rounding).rounded(Fraction("2.375"))


@given(AMOUNTS, UNITS, st.sampled_from(list(ROUNDINGS)))
def test_rounding_stays_within_a_unit(value: Fraction, unit: Fraction, rounding: str) -> None:
    """A payout is a whole number of units, on the side of the rounding, off by less than a unit or by at most half."""
    paid = Currency(unit, rounding).rounded(value)
    assert (paid / unit).denominator == 1
    low, high = {"house": (-unit, 0 * unit), "player": (0 * unit, unit), "half-up": (-unit / 2, unit / 2)}[rounding]
    assert low <= paid - value <= high
    assert abs(paid - value) < unit
    if (value / unit).denominator == 1:
        assert paid == value


def test_bad_currency_units_are_refused() -> None:
    """A unit of 0 and an unknown rounding are refused."""
    with pytest.raises(NotationError, match="currency unit: got 0; it must be more than 0"):
        Currency(Fraction(0))
    with pytest.raises(NotationError, match="currency unit: got -1/2; it must be more than 0"):
        Currency(Fraction(-1, 2))
    with pytest.raises(NotationError, match="rounding: got 'halfup'; did you mean half-up"):
        Currency(Fraction(1), "halfup")
