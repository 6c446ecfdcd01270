"""Cost: work is estimated and limited, memory is bounded."""

from __future__ import annotations

import pytest
from paths import ROOT

from analyzer import STANDARD, Bet, BetError, Payout, Shoe, price, price_bets, read_bet, read_pays, read_variant
from analyzer.bets.layout import Layout
from analyzer.catalog.rules_file import catalog_names
from analyzer.cli.options import MOST_SECONDS
from analyzer.enumeration import face_draws, feature_counts
from analyzer.enumeration.cost import charge, limited, require_memory
from analyzer.enumeration.feature_counts import count_features, value_deals

ONE_SUITED = Bet("b", (Payout({"dealt.spades": (2,), "punto_hand.hearts": (0, 1)}, read_pays("1 to 1")),))


def test_work_adds_up_to_the_limit() -> None:
    """Exactly the limit is allowed, one microsecond more is refused with the sum, rounded up, and the limit."""
    with limited(2):
        charge(1_500_000)
        charge(500_000)
        with pytest.raises(BetError) as caught:
            charge(1)
    assert str(caught.value) == "bets: counting takes about 3 seconds; at most 2 are allowed"


def test_a_limit_holds_inside_only() -> None:
    """Without a limit any work is done; an inner limit of None lifts the outer one, which holds again afterwards."""
    charge(10**15)
    with limited(1, "ask for less"):
        with limited(None):
            charge(10**15)
        with pytest.raises(BetError, match=r"at most 1 are allowed: ask for less$"):
            charge(10**7)
    charge(10**15)


def test_memory_is_refused_above_the_most() -> None:
    """As many as allowed are kept; one more is an error with the number allowed."""
    require_memory(3, 3, "draws")
    with pytest.raises(BetError, match=r"^bets: they distinguish more than 3 draws, the most that are kept in memory$"):
        require_memory(4, 3, "draws")


def test_the_built_in_bets_are_far_below_the_limit() -> None:
    """All bets of the catalog together, nothing of them counted before, take less than half of what one file may."""
    value_deals.cache_clear()
    with limited(MOST_SECONDS // 2):
        price_bets([read_bet(name) for name in catalog_names("bets")], Shoe.decks(8), STANDARD)


@pytest.mark.parametrize("name", ["court-pair", "dragon-7"])
def test_the_examples_are_far_below_the_limit(name: str) -> None:
    """Each bet of the documents takes less than a tenth of the limit."""
    value_deals.cache_clear()
    with limited(MOST_SECONDS // 10):
        price(read_bet(str(ROOT / "docs" / "examples" / f"{name}.toml")), Shoe.decks(8))


def test_the_example_variant_is_far_below_the_limit() -> None:
    """The variant of the documents is checked, as it is read, in less than a tenth of the limit."""
    with limited(MOST_SECONDS // 10):
        read_variant(str(ROOT / "docs" / "examples" / "no-commission-8.toml"))


def test_sets_of_elements_that_do_not_fit_are_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for only a few elements at a time a bet has the same odds; with less room it is refused."""
    odds = price(ONE_SUITED, Shoe.decks(8))
    monkeypatch.setattr(face_draws, "MOST_BYTES", 282 * 700)
    faces: list[face_draws.FaceDraws] = []
    made = face_draws.FaceDraws

    def kept(*arguments: object) -> face_draws.FaceDraws:
        faces.append(made(*arguments))  # type: ignore[arg-type]
        return faces[-1]

    monkeypatch.setattr(feature_counts, "FaceDraws", kept)
    assert price(ONE_SUITED, Shoe.decks(8)) == odds
    [only] = faces
    sizes = [len(only.joined(identity)) for identity in range(len(only._sets))]  # noqa: SLF001 - what it keeps
    assert sum(sizes) > 700 >= sum(map(len, only._joined.values()))  # noqa: SLF001 - as above
    monkeypatch.setattr(face_draws, "MOST_BYTES", 282 * 3)
    with pytest.raises(BetError, match=r"they distinguish more than 3 (draws|sets) of cards"):
        price(ONE_SUITED, Shoe.decks(8))


def test_kinds_of_coups_are_bounded() -> None:
    """A distribution of more observations than allowed is refused; None allows any number."""
    layout, shoe = Layout([ONE_SUITED]), Shoe.decks(8)
    with pytest.raises(BetError, match="more than 10 kinds of coups"):
        count_features(layout.features, shoe, STANDARD, tuple, most=10)
    assert len(count_features(layout.features, shoe, STANDARD, tuple, most=None)) > 10
