"""Bets by the names people give them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command import run

from analyzer import RulesError, find_bet, read_bet, read_pays, read_tableau, read_variant
from analyzer.catalog.bet_names import BetNames, plain
from analyzer.catalog.rules_file import catalog_names

if TYPE_CHECKING:
    from collections.abc import Callable

    from analyzer import Variant


class TestNames:
    """Names of the built-in bets."""

    @pytest.mark.parametrize("bet", catalog_names("bets"))
    def test_every_bet_by_its_own_name(self, bet: str) -> None:
        """No synonym hides a bet's own name, and every bet is found by its English name too."""
        names = BetNames(["punto", "banco", "tie", *catalog_names("bets")])
        assert names.find(bet) == names.find(bet.replace("-", " ").title()) == bet
        assert names.find(bet.replace("punto", "player").replace("banco", "banker")) == bet
        assert plain(bet) == bet.replace("-", "")


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
    """A row that the standard rules never match is noted under them, or refused, and reached if punto stands on 5."""
    notes: list[str] = []
    assert find_bet(never, CLASSIC, note=notes.append) == find_bet(never, CLASSIC) == read_bet(never)
    assert notes == [f"{never}: bet never: {WHY}"]
    with pytest.raises(RulesError) as caught:
        find_bet(never, CLASSIC, strict=True)
    assert str(caught.value) == notes[0]
    stood = CLASSIC.with_tableau(read_tableau("punto-0-4"))
    assert find_bet(never, stood, strict=True, note=notes.append).name == "never"
    assert len(notes) == 1


def test_members_from_files_are_checked_too(never: str) -> None:
    """The bets of other files that a bet names are checked as well, and the note names the file given."""
    file = Path(never).with_name("parts.toml")
    file.write_text(ROW.format('wins = ["dragon-7", "./never.toml"]'), encoding="utf-8")
    notes: list[str] = []
    find_bet(str(file), CLASSIC, note=notes.append)
    assert notes == [f"{file}: bet never: {WHY}"]


def commands(bet: str, folder: Path) -> list[list[str]]:
    """Return every command that takes a user's bet, with that bet."""
    shoes, record = folder / "shoes.csv", folder / "record.csv"
    shoes.write_text("128,32,32,32,32,32,32,32,32,32\n", encoding="utf-8")
    record.write_text("punto,banco\n9 K,3 4\n", encoding="utf-8")
    return [
        ["bet", bet],
        ["bet", bet, "--check"],
        ["bet", "banco", "--with", f"{bet}=1"],
        ["coup", bet, "--punto", "3 4"],
        ["removal", bet],
        ["settle", "--punto", "9 K", "--banco", "3 4", "--stake", f"{bet}=1"],
        ["formula", bet],
        ["certify", bet],
        ["batch", str(shoes), "--bet", bet],
        ["audit", str(record), "--odds", bet],
    ]


def test_every_command_notes_a_row_that_no_coup_matches(never: str, tmp_path: Path) -> None:
    """Every command prices it with 0 and notes it in the library's words; with --strict it is the library's error."""
    for words in commands(never, tmp_path):
        done = run(*words)
        note = f"Note: {never}: bet never: {WHY}; it is priced with 0 (--strict refuses it)\n"
        assert (done.status, done.err.count(note)) == (0, 1), words
        assert done.out
        done = run(*words, "--strict")
        assert (done.status, done.out, done.err) == (1, "", f"Error: {never}: bet never: {WHY}\n"), words


def test_every_command_refuses_a_row_that_earlier_rows_cover(tmp_path: Path) -> None:
    """Every command that takes a file, and the library, gives the same error."""
    file = tmp_path / "twice.toml"
    file.write_text(ROW.format('winner = "punto"') * 2, encoding="utf-8")
    text = f"{file}: bet twice: payout 2 (punto wins) can never be reached: earlier payouts cover it completely (1)"
    with pytest.raises(RulesError) as caught:
        find_bet(str(file), CLASSIC)
    assert str(caught.value) == text
    for words in commands(str(file), tmp_path):
        done = run(*words)
        assert (done.status, done.out, done.err) == (1, "", f"Error: {text}\n"), words


def test_every_command_treats_the_bets_of_a_variant_alike(tmp_path: Path) -> None:
    """`edge`, `bets` and `bet` note the rows of a variant's bets that no coup matches, and --strict refuses them."""
    file = tmp_path / "mine.toml"
    row = ROW.format(STOOD_ON_FIVE).replace("[[payout]]", "[[bet.payout]]")
    file.write_text(f'extends = "classic"\n[[bet]]\nname = "never"\n{row}', encoding="utf-8")
    assert read_variant(str(file)).notes == (f"{file}: bet never: {WHY}",)
    for words in (["edge"], ["bets", "--looks-at", "totals"], ["bet", "never"], ["commission-card"], ["certify"]):
        done = run(*words, "--variant", str(file))
        assert (done.status, done.err) == (
            0,
            f"Note: {file}: bet never: {WHY}; it is priced with 0 (--strict refuses it)\n",
        ), words
        done = run(*words, "--variant", str(file), "--strict")
        assert (done.status, done.out, done.err) == (1, "", f"Error: {file}: bet never: {WHY}\n"), words
    assert run("edge", "--variant", str(file), "--strict", "--tableau", "punto-0-4").status == 0


def test_every_fault_of_a_variant_file_is_named(tmp_path: Path) -> None:
    """The same function checks a variant's own bets; the error names the file, the bet and the rows covered."""
    file = tmp_path / "mine.toml"
    rows = ROW.format(STOOD_ON_FIVE) + ROW.format("") + ROW.format('winner = "tie"')
    bets = rows.replace("[[payout]]", "[[bet.payout]]")
    file.write_text(f'extends = "classic"\n[[bet]]\nname = "own"\n{bets}', encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        read_variant(str(file))
    assert str(caught.value) == (
        f"{file}: bet own: payout 3 (tie) can never be reached: earlier payouts cover it completely (2)"
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
