"""Several bets on one coup: priced together, staked together, and their covariance on physical cards."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import oracle_cards as oracle
import pytest

from analyzer import STANDARD, Bet, BetError, Payout, Shoe, ShoeError, price_bets, read_bet, read_pays, read_variant
from analyzer.bets.layout import combined_odds, joint

CLASSIC = read_variant("classic")
CARDS = ["Ks", "Ks", "Kh", "9d", "9d", "4c", "4d", "As", "3h"]
SHOE = Shoe.from_spec(" ".join(f"{card}={CARDS.count(card)}" for card in dict.fromkeys(CARDS)))


def test_covariance_is_that_of_physical_cards() -> None:
    """Banco and a pair have the covariance that physical cards give, dealt one by one."""
    sums = [Fraction(0)] * 3
    deals = 0
    for coup, ways in oracle.coups([(card[0], card[1]) for card in CARDS]):
        banco = {"banco": Fraction(19, 20), "punto": Fraction(-1), "tie": Fraction(0)}[oracle.winner(coup)]
        pair = Fraction(11 if coup.banco[0][0] == coup.banco[1][0] else -1)
        deals += ways
        sums = [total + ways * part for total, part in zip(sums, (banco, pair, banco * pair), strict=True)]
    means = [total / deals for total in sums]
    together = joint([CLASSIC.bet("banco"), read_bet("banco-pair")], SHOE, STANDARD)
    assert together.covariance(0, 1) == together.covariance(1, 0) == means[2] - means[0] * means[1] != 0
    assert together.means == (means[0], means[1])


@pytest.mark.parametrize("name", ["punto", "banco", "tie"])
def test_a_bet_has_its_variance_as_covariance_with_itself(name: str) -> None:
    """The covariance of a bet with itself is its variance, and the correlation is 1."""
    bet = CLASSIC.bet(name)
    [odds] = price_bets([bet], Shoe.decks(8), STANDARD)
    together = joint([bet, bet], Shoe.decks(8), STANDARD)
    assert odds.variance == together.covariance(0, 1) == together.covariance(0, 0)
    assert together.correlation_squared(0, 1) == 1
    assert together.correlation_decimal(0, 1, 4) == "1.0000"


def test_dragon_7_goes_against_ez_banco() -> None:
    """Banco of EZ Baccarat pushes where Dragon 7 wins: E[XY] is minus E[X] over all other coups."""
    ez = read_variant("ez").bet("banco")
    dragon = read_bet("dragon-7")
    shoe = Shoe.decks(8)
    [banco, seven] = price_bets([ez, dragon], shoe, STANDARD)
    covariance = -banco.expected_value - banco.expected_value * seven.expected_value
    assert covariance == joint([ez, dragon], shoe, STANDARD).covariance(0, 1)


def test_punto_and_even_money_banco_are_opposites() -> None:
    """Without commission banco loses what punto wins: the correlation is -1, and half a unit on each cancels out."""
    pair = [read_variant("even-money").bet(name) for name in ("punto", "banco")]
    together = joint(pair, Shoe.decks(6), STANDARD)
    assert together.correlation_decimal(0, 1, 6) == "-1.000000"
    odds = combined_odds(together, [Fraction(1), Fraction(1)])
    assert [odds.house_edge, odds.variance, Fraction(odds.push)] == [0, 0, odds.total]


@pytest.mark.parametrize("stake", [Fraction(0), Fraction(1, 5), Fraction(3)])
def test_a_combined_stake_has_the_edge_of_its_parts(stake: Fraction) -> None:
    """Expected values add up, and the variance contains the covariance twice."""
    bets = [CLASSIC.bet("banco"), read_bet("perfect-pair")]
    shoe = Shoe.decks(6)
    [banco, pair] = price_bets(bets, shoe, STANDARD)
    together = joint(bets, shoe, STANDARD)
    odds = combined_odds(together, [Fraction(1), stake])
    assert odds.house_edge == (banco.house_edge + stake * pair.house_edge) / (1 + stake)
    spread = banco.variance + stake**2 * pair.variance + 2 * stake * together.covariance(0, 1)
    assert odds.variance == spread / (1 + stake) ** 2


def test_a_bet_that_never_varies_has_no_correlation() -> None:
    """The correlation with a bet that always pushes is not defined."""
    always = Bet("always", (Payout({}, read_pays("push")),))
    together = joint([always, CLASSIC.bet("tie")], SHOE, STANDARD)
    assert together.correlation_squared(0, 1) is None
    assert together.correlation_decimal(0, 1, 4) is None


@pytest.mark.parametrize("stakes", [[Fraction(0), Fraction(0)], [Fraction(2), Fraction(-1)], [Fraction(1)]])
def test_bad_stakes_are_refused(stakes: list[Fraction]) -> None:
    """Each bet needs a stake; no stake is negative, and not all are 0."""
    together = joint([CLASSIC.bet("banco"), CLASSIC.bet("tie")], SHOE, STANDARD)
    with pytest.raises(BetError, match="stakes: "):
        combined_odds(together, stakes)


def shoe_of(pack: list[oracle.Card]) -> Shoe:
    """Return the shoe of these cards."""
    return Shoe.from_spec(" ".join(f"{rank}{suit}={count}" for (rank, suit), count in Counter(pack).items()))


def one_row(name: str, value: object) -> Bet:
    """Return the bet that pays when one word has one value."""
    return Bet(f"{name} {value}", (Payout({name: (value,)}, read_pays("1 to 1")),))


@pytest.mark.parametrize(
    ("name", "spec", "needs"),
    [
        ("punto-pair", "0=16 9=4 8=4", "it is known by values only; this question needs ranks"),
        ("all-red-22", "K=16 9=4 8=4", "it is known by ranks only; this question needs faces"),
    ],
)
def test_a_shoe_known_too_coarsely_is_refused(name: str, spec: str, needs: str) -> None:
    """A bet on ranks or suits is not priced on a shoe that does not know them."""
    with pytest.raises(ShoeError, match=needs):
        price_bets([read_bet(name)], Shoe.from_spec(spec), STANDARD)


def test_a_shoe_known_by_values_shows_a_third_card_of_7() -> None:
    """A shoe known by values prices a bet on it, as the same shoe known by faces does."""
    bet = one_row("punto_third", "7")
    coarse, fine = (price_bets([bet], shoe, STANDARD)[0] for shoe in (Shoe.from_spec("0=4 7=4 2=4"), shoe_of(FEW)))
    assert coarse.win == fine.win > 0


FEW = [(rank, suit) for rank in ("K", "7", "2") for suit in "shdc"]
