"""`settle`, `commission-card` and `audit` as a user meets them."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from command import run
from ledger import HEADER, Line, deal, seeded

from analyzer import read_variant, variant_names
from analyzer.batch import plan as batch
from analyzer.bets.settlement import ROUNDINGS
from analyzer.cli.console import TOLD_EVERY
from analyzer.cli.settle import commission_card, settle
from analyzer.errors import MissingExtraError
from analyzer.records import edges as record_odds
from analyzer.views import audit as audit_answers

ROOT = Path(__file__).parent.parent
RECORD = str(ROOT / "docs" / "examples" / "record.csv")
SETTLE = ("settle", "--punto", "2 3 K", "--banco", "3 4")


@pytest.fixture
def clean(tmp_path: Path) -> str:
    """Return a record without fault."""
    path = tmp_path / "clean.csv"
    path.write_text("\n".join([HEADER, *map(Line.text, deal(seeded(1), 100, suits=True))]))
    return str(path)


@pytest.mark.parametrize("form", ["table", "markdown", "csv", "json", "latex"])
@pytest.mark.parametrize(
    "words",
    [
        [*SETTLE, "--stake", "banco=20"],
        ["commission-card"],
        ["audit", RECORD],
        ["audit", RECORD, "--odds", "punto,banco"],
    ],
    ids=lambda words: " ".join(words[:1] + words[2:3]),
)
def test_every_format(words: list[str], form: str) -> None:
    """Every answer is printed in every format and ends in one newline."""
    done = run(*words, "-f", form)
    assert done.status == int(words[0] == "audit")
    assert done.out.endswith("\n")
    assert not done.out.endswith("\n\n")
    if form == "json":
        assert json.loads(done.out)["schema"] == 1
    if form == "csv":
        assert len({len(row) for row in csv.reader(io.StringIO(done.out))}) == 1


class TestSettle:
    """Stakes settled."""

    def test_every_figure(self) -> None:
        """Each stake with its result, and the sums."""
        words = ("--stake", "banco=20", "--stake", "tie=5", "--stake", "dragon-7=1", "--stake", "punto=0.50")
        settled = json.loads(run(*SETTLE, *words, "-f", "json").out)["settle"]
        assert [row["result"] for row in settled["stakes"]] == ["wins", "loses", "loses", "loses"]
        assert [row["payout"] for row in settled["stakes"]] == ["19/1", "0/1", "0/1", "0/1"]
        assert [settled[key] for key in ("staked", "returned", "net")] == ["53/2", "39/1", "25/2"]

    def test_names_of_bets(self) -> None:
        """Bets go by the names that columns of a record go by, and are answered by their own."""
        words = [f"--stake={name}=1" for name in ("Banker", "player", "Égalité", "Player Pair", "Dragon 7")]
        stakes = json.loads(run(*SETTLE, *words, "-f", "json").out)["settle"]["stakes"]
        assert [each["bet"] for each in stakes] == ["banco", "punto", "tie", "punto-pair", "dragon-7"]

    def test_the_roundings_are_those_there_are(self) -> None:
        """What may be typed is what the package rounds by."""
        for command in (settle, commission_card):
            [option] = [each for each in command.params if each.name == "rounding"]
            assert [*option.to_info_dict()["type"]["choices"]] == [*ROUNDINGS]

    @pytest.mark.parametrize("bet", ["punto-pair", str(ROOT / "docs" / "examples" / "dragon-7.toml")])
    def test_any_bet(self, bet: str) -> None:
        """Bets of the catalog and of files are settled like the main ones."""
        assert "loses" in run(*SETTLE, "--stake", f"{bet}=5").out

    def test_the_rules_are_those_named(self) -> None:
        """A variant and its options decide what is paid, a tableau who may draw."""
        half = json.loads(run(*SETTLE, "--stake", "banco=20", "--half-on", "7", "-f", "json").out)
        assert half["settle"]["stakes"][0]["payout"] == "10/1"
        done = run("settle", "--punto", "2 3", "--banco", "3 4", "--stake", "banco=20", "--tableau", "punto-0-4")
        assert done.status == 0

    @pytest.mark.parametrize(
        ("words", "status", "said"),
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
    def test_one_line(self, words: list[str], status: int, said: str) -> None:
        """What cannot be settled is one line, and stdout stays empty."""
        done = run(*SETTLE, *words)
        assert (done.status, done.out, done.err.count("\n")) == (status, "", 1)
        assert said in done.err


class TestCommissionCard:
    """The card a croupier carries."""

    @pytest.mark.parametrize("variant", variant_names())
    def test_every_variant(self, variant: str) -> None:
        """Stakes from 5 to 1,000, each paid what every row of the pay table says that wins, or pushes without a tie."""
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
        """A hand that wins and is not paid stands on the card."""
        [row, *_] = csv.DictReader(io.StringIO(run("commission-card", "--variant", variant, "-f", "csv").out))
        assert (row[f"{event} (push)"], row["banco wins (1:1)"]) == ("0", "5")

    def test_the_unit_is_money(self) -> None:
        """It stands on the card as it is said."""
        out = run("commission-card", "--currency-unit", "0.50").out
        assert out.startswith("What a winning stake is paid: classic, in units of 0.50, rounding: half-up\n")

    def test_steps_and_units(self) -> None:
        """Every 5, in units of 0.50 rounded for the house."""
        words = ("commission-card", "--step", "5", "--currency-unit", "0.50", "--rounding", "house", "-f", "csv")
        rows = list(csv.DictReader(io.StringIO(run(*words).out)))
        assert len(rows) == 200
        assert (rows[0]["banco (19:20)"], rows[0]["commission"]) == ("4.50", "0.50")
        assert {Fraction(row["banco (19:20)"]) % Fraction(1, 2) for row in rows} == {0}


class TestAudit:
    """Records checked."""

    def test_a_clean_record(self, clean: str) -> None:
        """Without findings the exit status is 0 and stderr is silent."""
        done = run("audit", clean, "-f", "json")
        document = json.loads(done.out)
        assert (done.status, done.err, document["findings"]) == (0, "", [])
        assert (document["audit"]["coups"], document["audit"]["lines"], document["audit"]["shoes"]) == (100, 101, 2)

    def test_findings(self) -> None:
        """With findings it is 1, they are on stdout, and one line on stderr counts them."""
        done = run("audit", RECORD, "-f", "json")
        found = [(finding["line"], finding["rule"]) for finding in json.loads(done.out)["findings"]]
        assert found == [(3, "payment"), (4, "punto"), (4, "banco"), (5, "punto")]
        assert (done.status, done.err) == (1, f"Error: {RECORD}: 4 findings in 4 coups\n")

    @pytest.mark.parametrize("form", ["csv", "json", "table"])
    def test_odds_stand_beside_findings(self, form: str) -> None:
        """With odds, each line has its edges, and the findings are told all the same."""
        done = run("audit", RECORD, "--odds", "tie", "--odds", "punto,punto-pair", "-f", form)
        assert done.status == 1
        if form == "json":
            document = json.loads(done.out)
            assert [each["bet"] for each in document["coups"][0]["edges"]] == ["tie", "punto", "punto-pair"]
            assert document["coups"][0]["edges"][0]["edge"] == "103841353768/723147898655"
            assert len(document["findings"]) == 4
        elif form == "csv":
            rows = list(csv.DictReader(io.StringIO(done.out)))
            assert [row["tie edge"] for row in rows][:1] == ["0.143596287787"]
            assert [bool(row["Findings"]) for row in rows] == [False, True, True, True]
            assert list(rows[0]) == ["Line", "Shoe", "Round", "tie edge", "punto edge", "punto-pair edge", "Findings"]
        else:
            assert "House edge before each coup" in done.out
            assert "punto draws on 5" in done.out

    def test_exact_edges(self) -> None:
        """--exact gives rationals in CSV, --places so many decimals; both together say nothing."""
        words = ("audit", RECORD, "--odds", "tie", "-f", "csv")
        assert "2,1,1,103841353768/723147898655," in run(*words, "--exact").out
        assert "2,1,1,0.1436," in run(*words, "--places", "4").out
        assert run(*words, "--places", "4", "--exact").status == 2

    def test_tables_show_the_first_of_many(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A table for people is cut, and says by how much; CSV is not."""
        monkeypatch.setattr(audit_answers, "MOST_ROWS", 3)
        assert "Findings; 1 more not shown: ask for CSV or JSON" in run("audit", RECORD).out
        assert "in its shoe; 1 more not shown: ask for CSV or JSON" in run("audit", RECORD, "--odds", "tie").out
        assert len(run("audit", RECORD, "-f", "csv").out.splitlines()) == 5

    def test_the_file_is_replaced_whole(self, tmp_path: Path) -> None:
        """-o writes what would have been printed, findings or not, and nothing where the record has no meaning."""
        target = tmp_path / "found.csv"
        assert run("audit", RECORD, "-f", "csv", "-o", str(target)).status == 1
        assert (
            target.read_text()
            == run("audit", RECORD, "-f", "csv").out
            == run("audit", RECORD, "-f", "csv", "-o", "-").out
        )
        bad = tmp_path / "bad.csv"
        bad.write_text("a,b\n1,2\n")
        assert run("audit", str(bad), "-o", str(target)).status == 1
        assert len(target.read_text().splitlines()) == 5

    def test_other_shoes_and_rules(self, tmp_path: Path) -> None:
        """The shoe, the order of dealing and the marks are those declared."""
        path = tmp_path / "dealt.csv"
        path.write_text("cards\n7 K K 7\n# new\n7 K K 7\n")
        words = ("audit", str(path), "--shoe", "7=2 K=8 A=2", "--dealt", "alternate")
        assert [words[0], run(*words).status] == ["audit", 1]
        assert run(*words, "--shoe-change", "# new").status == 0

    def test_without_numpy(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The odds are the same, and a note says they take longer; what has no odds has none in CSV."""

        def missing() -> None:
            raise MissingExtraError("pip install it")

        expected = run("audit", RECORD, "--odds", "banco", "-f", "csv")
        for module in (batch, record_odds):
            monkeypatch.setattr(module, "require_numpy", missing)
        done = run("audit", RECORD, "--odds", "banco", "-f", "csv")
        assert done.out == expected.out
        assert done.err.startswith("Note: without NumPy the odds of bets on totals take some twenty times as long; ")
        assert run("audit", RECORD, "--odds", "punto-pair").err.startswith("Error: ")
        few = run("audit", RECORD, "--odds", "tie", "-f", "csv", "--shoe", "9=1 K=6 3=1 8=1")
        assert few.out.splitlines()[2].split(",")[3] == "-"

    def test_progress_where_somebody_looks(self, clean: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """On a terminal the number of coups is told in place."""
        monkeypatch.setattr("analyzer.cli.console.BETWEEN_TOLD", -1)
        assert run("audit", clean, terminal=True).err == "\r100 coups\n"

    def test_columns_not_read_are_named(self, tmp_path: Path) -> None:
        """A note on stderr, no error."""
        path = tmp_path / "more.csv"
        path.write_text("table,punto,banco,dealer\n7,9 K,3 8,Ann\n")
        done = run("audit", str(path))
        assert (done.status, done.err) == (0, "Note: columns that were not read: table, dealer\n")

    def test_a_mark_that_never_came(self, tmp_path: Path) -> None:
        """A slip of the pen in the mark is told on stderr; a mark that came is not."""
        path = tmp_path / "record.csv"
        path.write_text("punto,banco\nnew shoe\n9 K,3 8\n")
        note = "Note: nothing marks a new shoe: no column and no line is 'new sheo'\n"
        done = run("audit", str(path), "--shoe-change", "new sheo")
        assert (done.status, done.err) == (1, f"{note}Error: {path}: 1 finding in 1 coup\n")
        assert run("audit", str(path), "--shoe-change", "new shoe")[::2] == (0, "")

    @pytest.mark.parametrize("name", ["record.csv", "record.jsonl"])
    def test_a_torn_line_with_the_mark(self, tmp_path: Path, name: str) -> None:
        """Its new shoe begins, so that what follows it is no card too many."""
        path = tmp_path / name
        lines = ["punto,banco,new shoe", "9 9,9 9,yes", "9 9,9 8,yes,oops", "9 9,9 9,"]
        if name.endswith("jsonl"):
            lines = [
                '{"punto": "9 9", "banco": "9 9"}',
                '{"punto": {}, "new shoe": true}',
                '{"punto": "9 9", "banco": "9 9"}',
            ]
        path.write_text("\n".join(lines))
        found = json.loads(run("audit", str(path), "--decks", "1", "-f", "json").out)
        assert [(each["rule"], each["shoe"]) for each in found["findings"]] == [("unreadable", "2")]
        assert found["audit"]["shoes"] == 2

    @pytest.mark.parametrize(
        ("words", "status", "said"),
        [
            (["no/such/file"], 1, "cannot read it: no such file or directory"),
            ([str(ROOT)], 1, "cannot read it: is a directory"),
            ([RECORD, "--dealt", "alternate"], 1, "no column of cards in dealing order"),
            ([RECORD, "--dealt", "sideways"], 2, "'alternate', 'pairs'"),
            ([RECORD, "--odds", "bnco"], 2, "did you mean banco?"),
            ([RECORD, "--odds", "punto,"], 2, "--odds: got 'punto,'; between commas stand names of bets"),
            ([RECORD, "--odds", "zzz"], 2, "of 81 known the nearest are "),
            ([RECORD, "--odds", "banco,Banker"], 2, "--odds: the bet banco is named twice"),
            ([RECORD, "--decks", "inf"], 1, "drawn with replacement"),
            ([RECORD, "--decks", "6,8"], 2, "one at a time"),
            ([RECORD, "--rounding", "house"], 2, "--rounding needs --currency-unit"),
            ([], 2, "Missing argument"),
        ],
    )
    def test_one_line(self, words: list[str], status: int, said: str) -> None:
        """What cannot be audited is one line, and stdout stays empty."""
        done = run("audit", *words)
        assert (done.status, done.out, done.err.count("\n")) == (status, "", 1)
        assert said in done.err


class TestProcess:
    """What only shows in a process of its own."""

    def test_standard_input_and_progress(self) -> None:
        """A record may come through a pipe; every 100,000 coups a line on stderr says so."""
        coup = b"9 K,3 8,yes\n"
        done = subprocess.run(
            [sys.executable, "-m", "analyzer", "audit", "-", "-f", "csv"],
            cwd=ROOT,
            input=b"punto,banco,new shoe\n" + coup * TOLD_EVERY,
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"100,000 coups\n")
        assert done.stdout.count(b"\n") == 1

    def test_a_file_larger_than_its_memory(self, tmp_path: Path) -> None:
        """Findings on every line of a long record take no memory that grows with it."""
        path = tmp_path / "long.csv"
        path.write_text("punto,banco\n" + "9 K,3 8\n" * 20_000)
        code = (
            "from resource import RUSAGE_SELF, getrusage\n"
            "from analyzer.cli import main\n"
            "before = getrusage(RUSAGE_SELF).ru_maxrss\n"
            "try:\n"
            f"    main(['audit', {str(path)!r}, '-f', 'json', '-o', {os.devnull!r}])\n"
            "except SystemExit:\n"
            "    print(getrusage(RUSAGE_SELF).ru_maxrss - before)\n"
        )
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
        assert "findings in 20,000 coups" in done.stderr
        # Kilobytes: kept in memory, 80,000 findings would be some tens of megabytes more.
        assert int(done.stdout) < 30_000

    def test_a_closed_pipe_is_silent(self, clean: str) -> None:
        """A reader that leaves early causes no message."""
        words = f"{sys.executable} -m analyzer audit {clean} --odds punto -f csv | head -n 1"
        done = subprocess.run(["bash", "-c", words], cwd=ROOT, capture_output=True, check=False)
        assert (done.stdout.count(b"\n"), done.stderr) == (1, b"")


@pytest.mark.parametrize("nothing", ["", "-", "n/a", "none", "null"])
def test_a_shoe_that_is_not_named_is_the_shoe_as_before(nothing: str, tmp_path: Path) -> None:
    """A word for nothing is no name: it starts no shoe, so a card too many is found."""
    path = tmp_path / "record.csv"
    path.write_text(f"shoe,punto,banco\nA,9 K,3 8\n,9 K,3 8\n{nothing},9 K,3 8\nA,9 K,3 8\n,9 K,3 8\n")
    done = run("audit", str(path), "--decks", "1", "-f", "csv")
    assert done.status == 1
    assert "9 is one 9 too many" in done.out
