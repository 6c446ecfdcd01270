"""`settle` and `commission-card`: documents, tables and one-line errors."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction

import pytest
from command import run
from paths import ROOT

from analyzer import read_variant, variant_names
from analyzer.bets.settlement import ROUNDINGS
from analyzer.cli.settle import commission_card, settle

SETTLE = ("settle", "--punto", "2 3 K", "--banco", "3 4")


@pytest.mark.parametrize("output_format", ["table", "markdown", "csv", "json", "latex"])
@pytest.mark.parametrize(
    "words",
    [
        [*SETTLE, "--stake", "banco=20"],
        ["commission-card"],
    ],
    ids=lambda words: " ".join(words[:1] + words[2:3]),
)
def test_every_format(words: list[str], output_format: str) -> None:
    """Every answer is printed in every format and ends in one newline."""
    done = run(*words, "-f", output_format)
    assert done.status == 0
    assert done.out.endswith("\n")
    assert not done.out.endswith("\n\n")
    if output_format == "json":
        assert json.loads(done.out)["schema"] == 1
    if output_format == "csv":
        assert len({len(row) for row in csv.reader(io.StringIO(done.out))}) == 1


class TestSettle:
    """Stakes settled."""

    def test_every_figure(self) -> None:
        """Each stake has its result and payout, and the sums are right."""
        words = ("--stake", "banco=20", "--stake", "tie=5", "--stake", "dragon-7=1", "--stake", "punto=0.50")
        settled = json.loads(run(*SETTLE, *words, "-f", "json").out)["settle"]
        assert [row["result"] for row in settled["stakes"]] == ["wins", "loses", "loses", "loses"]
        assert [row["payout"] for row in settled["stakes"]] == ["19/1", "0/1", "0/1", "0/1"]
        assert [settled[key] for key in ("staked", "returned", "net")] == ["53/2", "39/1", "25/2"]

    def test_names_of_bets(self) -> None:
        """A bet may be named as in a record; the answer has its own name."""
        words = [f"--stake={name}=1" for name in ("Banker", "player", "Égalité", "Player Pair", "Dragon 7")]
        stakes = json.loads(run(*SETTLE, *words, "-f", "json").out)["settle"]["stakes"]
        assert [row["bet"] for row in stakes] == ["banco", "punto", "tie", "punto-pair", "dragon-7"]

    def test_the_roundings_are_those_of_the_package(self) -> None:
        """The choices of `--rounding` are the roundings of the package."""
        for command in (settle, commission_card):
            [option] = [param for param in command.params if param.name == "rounding"]
            assert [*option.to_info_dict()["type"]["choices"]] == [*ROUNDINGS]

    @pytest.mark.parametrize("bet", ["punto-pair", str(ROOT / "docs" / "examples" / "dragon-7.toml")])
    def test_any_bet(self, bet: str) -> None:
        """Bets of the catalog and of files are settled like the main bets."""
        assert "loses" in run(*SETTLE, "--stake", f"{bet}=5").out

    def test_the_rules_are_those_named(self) -> None:
        """Options change what is paid, and a tableau who may draw."""
        half = json.loads(run(*SETTLE, "--stake", "banco=20", "--half-on", "7", "-f", "json").out)
        assert half["settle"]["stakes"][0]["payout"] == "10/1"
        done = run("settle", "--punto", "2 3", "--banco", "3 4", "--stake", "banco=20", "--tableau", "punto-0-4")
        assert done.status == 0

    @pytest.mark.parametrize(
        ("words", "status", "message"),
        [
            (["--stake", "banco"], 2, "--stake: got 'banco'; it is a bet and an amount, banco=20"),
            (["--stake", "banco=0"], 2, "--stake: got '0'; an amount is more than 0"),
            (["--stake", "banco=-5"], 2, "--stake: got '-5'"),
            (["--stake", "banco=1/2"], 2, "--stake: got '1/2'"),
            (["--stake", "banco=1e9"], 2, "--stake: got '1e9'"),
            (["--stake", "banco=nan"], 2, "--stake: got 'nan'"),
            (["--stake", "bnco=5"], 2, "did you mean banco?"),
            (["--stake", "perfect-pair=5"], 1, "it looks at suits, but the card 2 is known by ranks only"),
            (["--stake", "banco=5", "--rounding", "house"], 2, "--rounding needs --currency-unit"),
            (["--stake", "banco=5", "--currency-unit", "0"], 2, "--currency-unit: got '0'"),
            (["--stake", "banco=5", "--tie-odds", "9:1"], 2, "--tie-odds does not apply to banco"),
            ([], 2, "Missing option '--stake'"),
            (
                ["--stake", "banco=5", "--banco", "3 9"],
                1,
                "banco stood on 2 when punto drew a ten-valued card; banco draws",
            ),
            (["--stake", "banco=5", "--banco", "3"], 1, "banco has 1 card; a hand has two cards or three"),
            (["--stake", "banco=5", "--banco", "x"], 2, "--banco: got 'x'"),
        ],
    )
    def test_one_line(self, words: list[str], status: int, message: str) -> None:
        """A bad stake or coup is an error of one line, and stdout stays empty."""
        done = run(*SETTLE, *words)
        assert (done.status, done.out, done.err.count("\n")) == (status, "", 1)
        assert message in done.err


class TestCommissionCard:
    """The commission card of a croupier."""

    @pytest.mark.parametrize("variant", variant_names())
    def test_every_variant(self, variant: str) -> None:
        """Each stake from 5 to 1,000 is paid by every row of the pay tables that wins, or pushes without a tie."""
        card = json.loads(run("commission-card", "--variant", variant, "-f", "json").out)["card"]
        stakes = [Fraction(row["stake"]) for row in card["stakes"]]
        assert [stakes[0], stakes[-1], len(stakes)] == [5, 1000, 46]
        nets = [
            payout.pays.net
            for bet in read_variant(variant).bets
            for payout in bet.payouts
            if payout.pays.net > 0 or "tie" not in payout.event
        ]
        for stake, row in zip(stakes, card["stakes"], strict=True):
            assert [stake * net for net in nets] == [Fraction(paid["payout"]) for paid in row["pays"]]

    @pytest.mark.parametrize(
        ("variant", "event"),
        [("ez", "banco wins, banco total 7, banco 3 cards"), ("fabulous-4", "banco wins, banco total 4")],
    )
    def test_wins_that_push(self, variant: str, event: str) -> None:
        """A win that pushes is on the card."""
        [row, *_] = csv.DictReader(io.StringIO(run("commission-card", "--variant", variant, "-f", "csv").out))
        assert (row[f"{event} (push)"], row["banco wins, not in a row above (1:1)"]) == ("0", "5")

    def test_the_unit_is_money(self) -> None:
        """The title of the card has the unit as it was given."""
        out = run("commission-card", "--currency-unit", "0.50").out
        assert out.startswith("What a winning stake is paid: classic, payout in units of 0.50, rounding: half-up\n")

    def test_steps_and_units(self) -> None:
        """A card in steps of 5, with payouts rounded down to units of 0.50."""
        words = ("commission-card", "--step", "5", "--currency-unit", "0.50", "--rounding", "house", "-f", "csv")
        rows = list(csv.DictReader(io.StringIO(run(*words).out)))
        assert len(rows) == 200
        assert (rows[0]["banco (19:20)"], rows[0]["commission"]) == ("4.50", "0.50")
        assert {Fraction(row["banco (19:20)"]) % Fraction(1, 2) for row in rows} == {0}
