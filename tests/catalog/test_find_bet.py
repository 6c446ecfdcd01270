"""Finding a bet: by any name, or from a file whose rows are checked under the variant's tableau."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command import run

from analyzer import RulesError, find_bet, read_bet, read_pays, read_tableau, read_variant

if TYPE_CHECKING:
    from collections.abc import Callable

    from analyzer import Variant

CLASSIC = read_variant("classic")
ROW = '[[payout]]\nwhen = {{ {} }}\nodds = "1 to 1"\n'
STOOD_ON_FIVE = "punto_cards = 2, punto_total = 5, naturals = 0"
WHY = "payout 1 (punto 2 cards, punto total 5, naturals 0) can never be reached: no coup of this tableau matches it"


@pytest.fixture
def never(tmp_path: Path) -> str:
    """Return the path of a bet with a row that the standard tableau never reaches."""
    file = tmp_path / "never.toml"
    file.write_text(ROW.format(STOOD_ON_FIVE), encoding="utf-8")
    return str(file)


def test_a_bet_is_found_by_any_name() -> None:
    """The variant's own bets come first, then those of the catalog, by any name people give them."""
    assert find_bet("banco", CLASSIC) is CLASSIC.bet("banco")
    assert find_bet("Banker", CLASSIC) is CLASSIC.bet("banco")
    assert find_bet("Player pair", CLASSIC) == read_bet("punto-pair")


def test_an_unknown_name_offers_the_nearest() -> None:
    """The error for an unknown name gives the nearest name, or all."""
    with pytest.raises(RulesError, match=r"^bet: got 'dragn 7'; did you mean dragon-7\? \(a file's name has a /"):
        find_bet("dragn 7", CLASSIC)


def test_a_file_is_checked_under_the_tableau_played(never: str) -> None:
    """A row that the standard rules never reach is refused under them, and priced if punto stands on five."""
    with pytest.raises(RulesError) as caught:
        find_bet(never, CLASSIC)
    assert str(caught.value) == f"{never}: bet never: {WHY}"
    assert find_bet(never, CLASSIC.with_tableau(read_tableau("punto-0-4"))).name == "never"
    assert read_bet(never).name == "never"


def test_members_from_files_are_checked_too(never: str) -> None:
    """The bets of other files that a bet names are checked as well, and the error names the file given."""
    file = Path(never).with_name("parts.toml")
    file.write_text(ROW.format('wins = ["dragon-7", "./never.toml"]'), encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        find_bet(str(file), CLASSIC)
    assert str(caught.value) == f"{file}: bet never: {WHY}"


def test_the_commands_refuse_what_the_library_refuses(never: str, tmp_path: Path) -> None:
    """Every command that takes a file gives the library's error."""
    shoes = tmp_path / "shoes.csv"
    shoes.write_text("128,32,32,32,32,32,32,32,32,32\n", encoding="utf-8")
    for words in (
        ["bet", never],
        ["bet", "banco", "--with", f"{never}=1"],
        ["coup", never, "--punto", "3 4"],
        ["removal", never],
        ["settle", "--punto", "9 K", "--banco", "3 4", "--stake", f"{never}=1"],
        ["formula", never],
        ["certify", never],
        ["batch", str(shoes), "--bet", never],
    ):
        done = run(*words)
        assert (done.status, done.out, done.err) == (1, "", f"Error: {never}: bet never: {WHY}\n"), words


def test_every_fault_of_a_variant_file_is_named(tmp_path: Path) -> None:
    """The same function checks a variant's own bets; the error names the file, the bet and all rows not reached."""
    file = tmp_path / "mine.toml"
    rows = ROW.format(STOOD_ON_FIVE) + ROW.format("") + ROW.format('winner = "tie"')
    bets = rows.replace("[[payout]]", "[[bet.payout]]")
    file.write_text(f'extends = "classic"\n[[bet]]\nname = "own"\n{bets}', encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        read_variant(str(file))
    assert str(caught.value) == (
        f"{file}: bet own: {WHY}; payout 3 (tie) can never be reached: earlier payouts cover it completely (2)"
    )


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("classic", lambda variant: variant.with_tie_odds(read_pays("push"))),
        ("classic", lambda variant: replace(variant, bets=variant.bets[:2]).with_tie_odds(read_pays("9 to 1"))),
        ("bahamian", lambda variant: variant.with_half_on(6)),
        ("classic", lambda variant: variant.with_half_on(0)),
        ("ez", lambda variant: variant.with_commission(Fraction(1, 20))),
        ("classic", lambda variant: variant.with_commission(Fraction(2))),
        ("classic", lambda variant: variant.bet("bnco")),
        ("classic", lambda variant: find_bet("zzz", variant)),
    ],
)
def test_a_library_error_names_no_option_of_the_command_line(name: str, change: Callable[[Variant], object]) -> None:
    """A program that calls the library has no options, so its errors name none."""
    with pytest.raises(RulesError) as caught:
        change(read_variant(name))
    assert "--" not in str(caught.value)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--tie-odds", "push"], "--tie-odds: got push; a tie must pay more than the stake back, for example 8:1"),
        (
            ["--half-on", "6", "--variant", "bahamian"],
            (
                "--half-on does not apply to bahamian: its banco bet must pay even money on every win, "
                "except half pay on one total"
            ),
        ),
        (["--commission", "5%", "--variant", "ez"], "--commission does not apply to ez: it takes no commission"),
    ],
)
def test_a_command_names_the_option(words: list[str], problem: str) -> None:
    """On the command line the same error begins with the option."""
    done = run("edge", *words)
    assert (done.status, done.err.splitlines()[-1]) == (2, f"Error: {problem}")
