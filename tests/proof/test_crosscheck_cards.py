"""Bets on cards counted a second time: the counts agree, a wrong one is found, and what is not counted is named."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from certificates import BETS_ON_CARDS, FACES, bet_on
from command import run

from analyzer import STANDARD, Shoe, price
from analyzer.errors import BetError, DisagreementError
from analyzer.proof import crosscheck
from analyzer.proof.crosscheck import crosscheck_on_cards
from analyzer.proof.recount import Recounted, TooManyStepsError

if TYPE_CHECKING:
    from pathlib import Path

PAIR = BETS_ON_CARDS["punto-pair"]


@pytest.mark.parametrize("name", BETS_ON_CARDS)
def test_both_counts_agree(name: str) -> None:
    """On a small shoe, for bets of every kind."""
    bet = BETS_ON_CARDS[name]
    assert crosscheck_on_cards([(bet, price(bet, FACES))], FACES, STANDARD) == [bet]


@pytest.mark.parametrize("shoe", [Shoe.decks(2), Shoe.infinite()], ids=["two decks", "infinite"])
def test_both_counts_agree_on_full_shoes(shoe: Shoe) -> None:
    """With and without replacement."""
    assert crosscheck_on_cards([(PAIR, price(PAIR, shoe))], shoe, STANDARD) == [PAIR]


def test_a_wrong_count_is_found() -> None:
    """One deal too many in a row, and one too few."""
    odds = price(PAIR, FACES)
    rows = [replace(row, count=row.count + shift) for row, shift in zip(odds.rows, (1, -1), strict=True)]
    with pytest.raises(DisagreementError, match=r"crosscheck: bet punto-pair, row 1: its probability is "):
        crosscheck_on_cards([(PAIR, replace(odds, rows=tuple(rows)))], FACES, STANDARD)


def test_what_the_first_count_misses_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second count has deals that the first has not."""
    odds = price(PAIR, FACES)
    monkeypatch.setattr(crosscheck, "recount", lambda *_, **_options: Recounted({(9, 9, 2, 2, (7,)): 5}, 1))
    with pytest.raises(DisagreementError, match="the second count has 5 deals of which the first has none"):
        crosscheck_on_cards([(PAIR, odds)], FACES, STANDARD)


def test_too_many_answers_are_not_counted_again() -> None:
    """Twelve faces wanted among six cards: thirteen labels, in any multiset of six."""
    bet = bet_on(dealt__contains=("A♠ 2♠ 3♠ 4♠ 5♠ 6♠", "7♠ 8♠ 9♠ 10♠ J♠ Q♠"))
    assert crosscheck_on_cards([(bet, price(bet, FACES))], FACES, STANDARD) == []


def test_the_note_names_what_was_counted() -> None:
    """A bet on totals needs no more than the endings; a bet on cards is named."""
    alike = "Crosscheck: recursion and polynomial agree on the count of every ending."
    cards = f"{alike} Two routes also agree on the rows of these bets on cards: "
    assert run("bet", "dragon-7", "--crosscheck").err == f"{alike}\n"
    assert run("bet", "punto-pair", "--crosscheck").err == f"{cards}punto-pair.\n"
    words = ("bet", "punto-pair", "--check", "--with", "tie=1", "--crosscheck")
    left = "Not counted a second time: which rows overlap, the bets made together."
    assert run(*words).err == f"{cards}punto-pair. {left}\n"


def test_the_note_shortens_a_long_list() -> None:
    """Five names, then how many more."""
    note = run("bets", "--looks-at", "ranks", "--crosscheck", "--decks", "1").err
    assert note.startswith("Crosscheck: recursion and polynomial agree on the count of every ending. Two routes also ")


def test_the_note_says_so_where_no_figure_was_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """It claims nothing of a figure that has no second count."""
    monkeypatch.setattr(crosscheck, "MAX_ANSWERS", 1)
    note = run("bet", "punto-pair", "--crosscheck").err
    assert note.startswith(
        "Crosscheck: no figure shown was counted a second time, as it would take too long: punto-pair."
    )


def test_a_variant_with_bets_on_cards_is_counted_again(tmp_path: Path) -> None:
    """In the command `edge`, where the variant's own bets look at cards."""
    file = tmp_path / "pairs.toml"
    file.write_text(
        'extends = "classic"\n[[bet]]\nname = "my pair"\n[[bet.payout]]\n'
        'when = { punto_opening.same_rank = true }\nodds = "11 to 1"\n'
    )
    note = run("edge", "--variant", str(file), "--decks", "1", "--crosscheck").err
    assert note.endswith("bets on cards: my pair.\n")


@pytest.mark.parametrize(
    "error", [TooManyStepsError(), BetError("bets: they distinguish more than 289,017 draws of cards")]
)
def test_a_second_count_that_keeps_too_much_is_left_out(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """The bet is named as not counted a second time, and the figures by the first count are shown."""

    def too_much(*_arguments: object) -> None:
        raise error

    monkeypatch.setattr(crosscheck, "_check", too_much)
    done = run("bet", "punto-pair", "--crosscheck")
    assert done.status == 0
    assert done.err.startswith("Crosscheck: no figure shown was counted a second time, as it would take too long: ")


def test_the_second_count_reports_its_progress() -> None:
    """Before each set of bets that look at the same cards."""
    other = BETS_ON_CARDS["perfect-pair-25-250"]
    seen: list[tuple[int, int | None]] = []
    priced = [(bet, price(bet, FACES)) for bet in (PAIR, other, PAIR)]
    crosscheck_on_cards(priced, FACES, STANDARD, lambda done, of: seen.append((done, of)))
    assert seen == [(0, 2), (1, 2)]
