"""`bet` and `bets`: pay tables examined and solved, layouts priced, all bets listed."""

from __future__ import annotations

import csv
import io
import json
import re
import time
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from command import listed, run
from paths import ROOT

from analyzer import Shoe, price_bets, read_bet, read_variant
from analyzer.bets.layout import combined_odds, joint
from analyzer.catalog.rules_file import catalog_names

if TYPE_CHECKING:
    from pathlib import Path


class TestAnswers:
    """What the commands print is what the package computes, in every format."""

    def test_the_proving_table_ends_in_minus_the_edge(self) -> None:
        """The rows of `bet --exact -f csv` add up to its last line, which is minus the house edge."""
        rows = list(csv.DictReader(io.StringIO(run("bet", "banco", "--exact", "-f", "csv").out)))
        assert sum(Fraction(row["Return"]) for row in rows[:-1]) == Fraction(rows[-1]["Return"])
        assert Fraction(rows[-1]["Return"]) == -Fraction(114753351728, 10847218479825)
        assert sum(int(row["Combinations"]) for row in rows[:-1]) == int(rows[-1]["Combinations"])

    def test_what_is_undefined_is_null(self) -> None:
        """On a shoe that only ties, punto's edge per resolved bet is null, and "-" in a table."""
        words = ("bet", "punto", "--shoe", "5=6")
        bet = json.loads(run(*words, "-f", "json").out)["bet"]
        assert bet["edge_resolved"] is None
        assert bet["payouts"][0]["break_even"] is None
        assert re.search(r"Edge per resolved bet +-$", run(*words).out, re.MULTILINE)


class TestBadInput:
    """One line on stderr that says what was got and what is allowed; nothing on stdout; never a traceback."""

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (b"", "it is empty"),
            (b" \n\n", "it is empty"),
            (b"\x89PNG\r\n\x1a\n\xff\xfe", "not UTF-8 text"),
            (b'name = "x\0"', "binary file"),
            (b"#" * 1_000_001, "larger than 1 MB"),
            (b'nme = "x"\n[[payout]]\nwhen = {}\nodds = "push"\n', "unknown key; did you mean name?"),
            (
                b'[[payout]]\nwhen = { winner = "tie" }\nodds = 0.95\n',
                "payout[1].odds: got the bare number 0.95; write it",
            ),
            (b'[[payout]]\nwhen = { winner = "tie" }\nodds = 1e999999999\n', "bare number 1e999999999"),
            (b"a = " + b"[" * 10_000, "nested too deeply"),
            (b"a = " + b"9" * 10_000, "not valid TOML"),
            (b"[[payout]\n", "not valid TOML"),
            (b'[[payout]]\nwhen = { winer = "tie" }\nodds = "1:1"\n', "unknown condition; did you mean winner?"),
            (b'[[payout]]\nwhen = { punto_total = 12 }\nodds = "1:1"\n', "got the number 12; allowed: 0-9"),
            (b'[[payout]]\nwhen = { punto_cards = "5" }\nodds = "1:1"\n', "got '5'; allowed: 2-3"),
            (b'[[payout]]\nwhen = { winner = "nobody" }\nodds = "1:1"\n', "punto or banco or tie"),
            (b'[[payout]]\nwhen = { winner = "tie" }\nodds = "0 for 0"\n', "must be above 0"),
            (b'[[payout]]\nwhen = { winner = "tie" }\nodds = "eight to one"\n', "payout[1].odds"),
            (b'[[payout]]\nwhen = { winner = "tie" }\n', "payout[1].odds: missing"),
            (b'name = "x"\n', "payout: missing"),
            (b"payout = 3\n", "payout: got the number 3"),
            (
                (
                    b'[[payout]]\nwhen = { winner = "tie" }\nodds = "8:1"\n'
                    b'[[payout]]\nwhen = { winner = "tie", margin = 0 }\nodds = "9:1"\n'
                ),
                "payout 2 (tie, margin 0) can never be reached: earlier payouts cover it completely",
            ),
        ],
    )
    def test_bad_bet_files(self, tmp_path: Path, content: bytes, message: str) -> None:
        """A bad rules file is an error of one line that names file and key, exit 1, in under half a second."""
        file = tmp_path / "bad.toml"
        file.write_bytes(content)
        start = time.perf_counter()
        done = run("bet", str(file))
        assert time.perf_counter() - start < 0.5
        assert done.status == 1
        assert done.err.startswith(f"Error: {file}: ")
        assert message in done.err
        assert done.err.count("\n") == 1

    def test_a_title_cannot_control_the_terminal(self, tmp_path: Path) -> None:
        """Characters that cannot be printed are refused in titles and sources."""
        file = tmp_path / "bell.toml"
        file.write_text('title = "\\u001b]0;owned\\u0007"\n[[payout]]\nwhen = { winner = "tie" }\nodds = "8:1"\n')
        done = run("bet", str(file))
        assert (done.status, done.err.isprintable() or done.err.count("\n")) == (1, 1)
        assert "title: got" in done.err


COURT_PAIR = str(ROOT / "docs" / "examples" / "court-pair.toml")


def test_bets_lists_all_sorted_by_edge() -> None:
    """Every bet of the catalog and of the variant is listed once, lowest edge first, priced on the shoe named."""
    document = listed("bets", "--decks", "6", "--variant", "ez")
    names = [row["bet"] for row in document["bets"]]
    edges = [Fraction(row["edge"]) for row in document["bets"]]
    assert sorted(names) == sorted([*catalog_names("bets"), "punto", "banco", "tie"])
    assert edges == sorted(edges)
    [tiger] = [row for row in document["bets"] if row["bet"] == "tiger-pair"]
    assert Fraction(tiger["edge"]) == price_bets([read_bet("tiger-pair")], Shoe.decks(6), EZ.tableau)[0].house_edge
    assert document["left_out"] == []


EZ = read_variant("ez")


@pytest.mark.parametrize("kind", ["totals", "ranks", "suits"])
def test_bets_are_filtered_by_what_they_look_at(kind: str) -> None:
    """All bets of that kind are listed, and no others."""
    rows = listed("bets", "--looks-at", kind)["bets"]
    own = {"punto", "banco", "tie"} if kind == "totals" else set[str]()
    assert {row["bet"] for row in rows} - own == {
        name for name in catalog_names("bets") if read_bet(name).looks_at == kind
    }
    assert {row["looks_at"] for row in rows} == {kind}


def test_bets_that_look_too_closely_are_left_out_with_a_note() -> None:
    """A shoe known by ranks has no suits, one known by values no ranks either; a note names the bets left out."""
    done = run("bets", "--shoe", "9=3 K=3", "-f", "json")
    suits = [name for name in catalog_names("bets") if read_bet(name).looks_at == "suits"]
    assert done.err == f"left out, as the shoe is known by ranks only: {', '.join(suits)}\n"
    assert json.loads(done.out)["left_out"] == suits
    by_values = json.loads(run("bets", "--shoe", "9=3 0=3", "-f", "json").out)
    assert set(by_values["left_out"]) == {name for name in catalog_names("bets") if read_bet(name).looks_at != "totals"}


@pytest.mark.parametrize(
    ("kind", "spec", "known"),
    [("ranks", "0=9 9=3", "values"), ("suits", "9=3 0=3", "values"), ("suits", "9=3 K=3", "ranks")],
)
def test_no_bet_left_is_an_error(kind: str, spec: str, known: str) -> None:
    """If every bet asked for needs a finer shoe, there is an error of one line instead of an empty table."""
    message = f"Error: shoe: it is known by {known} only; no bet that looks at {kind} can be priced\n"
    assert run("bets", "--looks-at", kind, "--shoe", spec) == (1, "", message)


def test_one_bet_that_looks_too_closely_is_an_error() -> None:
    """For a single bet, the error says by what the shoe must be known."""
    done = run("bet", "punto-pair", "--shoe", "9=3 0=3")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("Error: shoe: it is known by values only; this question needs ranks")
    assert done.err.count("\n") == 1


def test_check_shows_odds_to_and_for_overlaps_and_the_remainder() -> None:
    """The examination shows each row's odds "to" and "for", the overlapping rows, and the remainder that loses."""
    check = listed("bet", COURT_PAIR, "--check")["check"]
    assert [(row["to"], row["for"]) for row in check["rows"]] == [
        ("75 to 1", "76 for 1"),
        ("29 to 1", "30 for 1"),
        ("5 to 1", "6 for 1"),
    ]
    assert [overlap["rows"] for overlap in check["overlaps"]] == [[1, 2], [1, 3], [2, 3]]
    paid = sum(Fraction(row["probability"]) for row in check["rows"])
    # Twelve court cards of 52, and one of the 95 left of 415 after the first.
    assert paid == Fraction(96 * 95, 416 * 415)
    assert paid + Fraction(check["remainder"]["probability"]) == 1
    table = run("bet", COURT_PAIR, "--check").out
    assert "Rows that match the same coups" in table
    assert "all else loses" in table


def test_check_of_a_bet_without_overlaps_has_no_table_of_them() -> None:
    """A pay table of one row overlaps nothing; a push is odds of 1 for 1."""
    assert "Rows that match the same coups" not in run("bet", "dragon-7", "--check").out
    assert listed("bet", "dragon-7", "--check")["check"]["overlaps"] == []
    assert [row["for"] for row in listed("bet", "banco", "--check")["check"]["rows"]] == ["39 for 20", "1 for 1"]


def test_unreachable_rows_are_all_named(tmp_path: Path) -> None:
    """Two unreachable rows, one covered and one impossible, are in one error of --strict, with --check and without."""
    row = '[[payout]]\nwhen = {{ {} }}\nodds = "1 to 1"\n'
    whens = [
        "punto_opening.same_rank = true",
        "punto_opening.same_face = true",
        "punto_opening = { sevens = 2, same_rank = false }",
    ]
    file = tmp_path / "bad.toml"
    file.write_text("".join(row.format(when) for when in whens), encoding="utf-8")
    for words in (["--strict"], ["--strict", "--check"]):
        done = run("bet", str(file), *words)
        assert done.status == 1
        assert done.err == (
            f"Error: {file}: bet bad: payout 2 (punto's opening of one face) can never be reached: earlier payouts "
            "cover it completely (1); payout 3 (punto's opening: 2 sevens, punto's opening not of one rank) can never "
            "be reached: no coup of this tableau matches it\n"
        )


ROW = '[[payout]]\nwhen = {{ {} }}\nodds = "1 to 1"\n'
STOOD_ON_FIVE = "punto_cards = 2, punto_total = 5, naturals = 0"


def test_an_unreachable_row_is_found_in_every_file_named(tmp_path: Path) -> None:
    """The bets of --with, the members of each bet, and those of a variant's bet are checked like the bet itself."""
    never, parts, variant = (tmp_path / f"{name}.toml" for name in ("never", "parts", "variant"))
    never.write_text(ROW.format(STOOD_ON_FIVE), encoding="utf-8")
    parts.write_text(ROW.format('wins = ["dragon-7", "./never.toml"]'), encoding="utf-8")
    row = ROW.format('wins = ["dragon-7", "./never.toml"]').replace("[[p", "[[bet.p")
    variant.write_text(f'extends = "classic"\n[[bet]]\nname = "parts"\n{row}', encoding="utf-8")
    message = (
        "bet never: payout 1 (punto 2 cards, punto total 5, naturals 0) can never be reached: no coup of this tableau"
    )
    for words in (
        ["bet", str(never)],
        ["bet", str(parts)],
        ["bet", "banco", "--with", f"{never}=1"],
        ["bet", "banco", "--with", f"{parts}=1"],
        ["bet", "parts", "--variant", str(variant)],
    ):
        done = run(*words, "--strict")
        assert (done.status, done.out, done.err.count("\n")) == (1, "", 1)
        assert message in done.err
    assert run("bet", str(parts), "--tableau", "punto-0-4", "--strict").status == 0


def test_check_finds_rows_that_other_rules_never_reach(tmp_path: Path) -> None:
    """If banco never draws, Dragon 7 cannot win: --check reports it, and for a bet made of other bets too."""
    tableau = tmp_path / "stands.toml"
    never = "".join(f'{value} = ""\n' for value in range(8))
    tableau.write_text(
        f'natural = "ends the coup"\n[punto]\ndraws = "0-5"\n[banco]\nstood = ""\n{never}', encoding="utf-8"
    )
    words = ["bet", "dragon-7", "--tableau", str(tableau)]
    assert (run(*words).status, run(*words).err) == (0, "")
    why = (
        "bet dragon-7: payout 1 (banco wins, banco total 7, banco 3 cards) can never be reached: no coup of this "
        "tableau matches it"
    )
    for name in ("dragon-7", "cover-all"):
        done = run("bet", name, "--tableau", str(tableau), "--check")
        assert (done.status, done.err.count(f"Note: {why}; it is priced with 0")) == (0, 1)
    assert run(*words, "--check").out.startswith("Payouts that no coup of this shoe reaches: 1\n")
    assert run(*words, "--check", "--strict").err == f"Error: {why}\n"


def test_a_row_that_only_this_shoe_cannot_reach_has_count_0(tmp_path: Path) -> None:
    """A row that other shoes reach is not an error: its count is 0, and its break-even odds are null."""
    file = tmp_path / "sevens.toml"
    file.write_text('[[payout]]\nwhen = { dealt.sevens = "1-6" }\nodds = "1 to 1"\n', encoding="utf-8")
    [row] = listed("bet", str(file), "--shoe", "9=3 K=3", "--check")["check"]["rows"]
    assert (row["count"], row["break_even"]) == ("0", None)


def test_solve_gives_exact_and_printable_odds() -> None:
    """Dragon 7 at an edge of 5 %: the exact odds, and the whole numbers below and above."""
    solved = listed("bet", "dragon-7", "--solve", "row 1", "--edge", "5%")["solve"]
    probability = 1 - Fraction(listed("bet", "dragon-7", "--check")["check"]["remainder"]["probability"])
    assert Fraction(solved["exactly"]["odds"]) == Fraction(95, 100) / probability - 1
    assert (solved["below"]["to"], solved["above"]["for"]) == ("41 to 1", "43 for 1")
    assert solved["exactly"]["edge_decimal"] == "0.050000000000"
    assert "printable, at or below" in run("bet", "dragon-7", "--solve", "1", "--edge", "0.05").out


def test_with_prices_a_layout() -> None:
    """Banco with a fifth of the stake on Dragon 7: the common edge per unit staked, covariance and correlation."""
    together = listed("bet", "banco", "--variant", "ez", "--with", "dragon-7=0.2")["together"]
    both = joint([EZ.bet("banco"), read_bet("dragon-7")], Shoe.decks(8), EZ.tableau)
    stakes = [Fraction(1), Fraction(1, 5)]
    assert Fraction(together["edge"]) == combined_odds(both, stakes).house_edge
    assert together["staked"] == "6/5"
    assert [bet["stake"] for bet in together["stakes"]] == ["1/1", "1/5"]
    [pair] = together["pairs"]
    assert Fraction(pair["covariance"]) == both.covariance(0, 1)
    assert pair["correlation_decimal"] == both.correlation_decimal(0, 1, 12)
    table = run("bet", "banco", "--with", "dragon-7=0.2", "--with", "tie=1/2").out
    assert "banco and dragon-7" in table
    assert "dragon-7 and tie" in table


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["banco", "--solve", "row 1"], '--solve and --edge go together: --solve "row 2" --edge 5%'),
        (["banco", "--edge", "5%"], "--solve and --edge go together"),
        (["banco", "--solve", "first", "--edge", "5%"], "--solve: got 'first'; it names a row of the pay table"),
        (["banco", "--solve", "row 0", "--edge", "5%"], "--solve: got 'row 0'"),
        (["banco", "--solve", "1", "--edge", "5"], "--edge: got '5'; an edge is a share of the stake below 1"),
        (["banco", "--solve", "1", "--edge", "x"], "--edge: got 'x'; a number is digits"),
        (["banco", "--with", "dragon-7"], "--with: got 'dragon-7'; it is a bet and its stake, dragon-7=0.2"),
        (["banco", "--with", "=1"], "--with: got '=1'"),
        (["banco", "--with", "dragon-7=-1"], "--with: got '-1'; a number is digits"),
        (
            ["banco", "--with", "dragon=1"],
            "bet: got 'dragon'; did you mean dragon-7, dragon-bonus-banco or dragon-bonus-punto?",
        ),
        (["plyer"], "bet: got 'plyer'; did you mean punto?"),
    ],
)
def test_usage_errors_are_one_line(words: list[str], message: str) -> None:
    """A bad value of an option is an error of one line, status 2."""
    done = run("bet", *words)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert message in done.err


def test_a_missing_row_cannot_be_solved() -> None:
    """The error names the rows of the bet."""
    done = run("bet", "dragon-7", "--solve", "row 2", "--edge", "5%")
    assert (done.status, done.err) == (1, "Error: row: got 2; the bet has rows 1 to 1\n")


def test_a_variant_may_have_bets_on_cards(tmp_path: Path) -> None:
    """A pair bet of a variant is priced like its other bets, and refused if a row of it cannot be reached."""
    file = tmp_path / "paired.toml"
    row = '[[bet.payout]]\nwhen = { punto_opening.same_rank = true }\nodds = "11 to 1"\n'
    paired = f'extends = "classic"\n[[bet]]\nname = "pair"\n{row}'
    file.write_text(paired, encoding="utf-8")
    [variant] = listed("edge", "--variant", str(file))["variants"]
    assert {bet["bet"]: bet["edge"] for bet in variant["bets"]}["pair"] == "43/415"
    file.write_text(paired + row, encoding="utf-8")
    done = run("edge", "--variant", str(file))
    assert "payout 2 (punto's opening of one rank) can never be reached" in done.err
