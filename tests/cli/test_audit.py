"""`audit` as a user meets it."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from command import run
from ledger import HEADER, Line, deal, seeded
from paths import ROOT

from analyzer.batch import plan
from analyzer.cli.console import LINES_BETWEEN_NOTES
from analyzer.errors import MissingExtraError
from analyzer.records import edges as record_odds
from analyzer.views import audit as audit_answers

if TYPE_CHECKING:
    from pathlib import Path

RECORD = str(ROOT / "docs" / "examples" / "record.csv")


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
        ["audit", RECORD],
        ["audit", RECORD, "--odds", "punto,banco"],
    ],
    ids=lambda words: " ".join(words[:1] + words[2:3]),
)
def test_every_format(words: list[str], form: str) -> None:
    """Every answer is printed in every format and ends in one newline."""
    done = run(*words, "-f", form)
    assert done.status == 1
    assert done.out.endswith("\n")
    assert not done.out.endswith("\n\n")
    if form == "json":
        assert json.loads(done.out)["schema"] == 1
    if form == "csv":
        assert len({len(row) for row in csv.reader(io.StringIO(done.out))}) == 1


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
    def test_odds_and_findings_are_shown_together(self, form: str) -> None:
        """With odds, each line has its edges, and the findings are still there."""
        done = run("audit", RECORD, "--odds", "tie", "--odds", "punto,punto-pair", "-f", form)
        assert done.status == 1
        if form == "json":
            document = json.loads(done.out)
            assert [edge["bet"] for edge in document["coups"][0]["edges"]] == ["tie", "punto", "punto-pair"]
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
        """--exact gives rationals in CSV, --places a number of decimals; both together are refused."""
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
        """-o writes what would have been printed, findings or not, and nothing where the record cannot be read."""
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
        """The odds are the same, and a note says that they take longer; a line without odds has a dash in CSV."""

        def missing() -> None:
            raise MissingExtraError("pip install it")

        expected = run("audit", RECORD, "--odds", "banco", "-f", "csv")
        for module in (plan, record_odds):
            monkeypatch.setattr(module, "require_numpy", missing)
        done = run("audit", RECORD, "--odds", "banco", "-f", "csv")
        assert done.out == expected.out
        assert done.err.startswith("Note: without NumPy the odds of bets on totals take some twenty times as long; ")
        assert run("audit", RECORD, "--odds", "punto-pair").err.startswith("Error: ")
        few = run("audit", RECORD, "--odds", "tie", "-f", "csv", "--shoe", "9=1 K=6 3=1 8=1")
        assert few.out.splitlines()[2].split(",")[3] == "-"

    def test_progress_on_a_terminal(self, clean: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """On a terminal the number of coups is shown in place."""
        monkeypatch.setattr("analyzer.cli.console.UPDATE_SECONDS", -1)
        assert run("audit", clean, terminal=True).err == "\r100 coups\n"

    def test_columns_not_read_are_named(self, tmp_path: Path) -> None:
        """It is a note on stderr, not an error."""
        path = tmp_path / "more.csv"
        path.write_text("table,punto,banco,dealer\n7,9 K,3 8,Ann\n")
        done = run("audit", str(path))
        assert (done.status, done.err) == (0, "Note: columns that were not read: table, dealer\n")

    def test_a_mark_that_never_came(self, tmp_path: Path) -> None:
        """A mark that is misspelt is reported on stderr; a mark that is found is not."""
        path = tmp_path / "record.csv"
        path.write_text("punto,banco\nnew shoe\n9 K,3 8\n")
        note = "Note: nothing marks a new shoe: no column and no line is 'new sheo'\n"
        done = run("audit", str(path), "--shoe-change", "new sheo")
        assert (done.status, done.err) == (1, f"{note}Error: {path}: 1 finding in 1 coup\n")
        assert run("audit", str(path), "--shoe-change", "new shoe")[::2] == (0, "")

    @pytest.mark.parametrize("name", ["record.csv", "record.jsonl"])
    def test_a_torn_line_with_the_mark(self, tmp_path: Path, name: str) -> None:
        """Its new shoe begins, so the cards after it are not too many."""
        path = tmp_path / name
        lines = ["punto,banco,new shoe", "9 9,9 9,yes", "9 9,9 8,yes,oops", "9 9,9 9,"]
        if name.endswith("jsonl"):
            lines = [
                '{"punto": "9 9", "banco": "9 9"}',
                '{"punto": {}, "new shoe": true}',
                '{"punto": "9 9", "banco": "9 9"}',
            ]
        path.write_text("\n".join(lines))
        document = json.loads(run("audit", str(path), "--decks", "1", "-f", "json").out)
        assert [(finding["rule"], finding["shoe"]) for finding in document["findings"]] == [("unreadable", "2")]
        assert document["audit"]["shoes"] == 2

    @pytest.mark.parametrize(
        ("words", "status", "message"),
        [
            (["no/such/file"], 1, "cannot read it: no such file or directory"),
            ([str(ROOT)], 1, "cannot read it: is a directory"),
            ([RECORD, "--dealt", "alternate"], 1, "no column of cards in dealing order"),
            ([RECORD, "--dealt", "sideways"], 2, "known: alternate, pairs"),
            ([RECORD, "--odds", "bnco"], 2, "did you mean banco?"),
            ([RECORD, "--odds", "punto,"], 2, "--odds: got 'punto,'; write names of bets between commas"),
            ([RECORD, "--odds", "zzz"], 2, "of 81 known the nearest are "),
            ([RECORD, "--odds", "banco,Banker"], 2, "--odds: the bet banco is named twice"),
            ([RECORD, "--decks", "inf"], 1, "drawn with replacement"),
            ([RECORD, "--decks", "6,8"], 2, "one at a time"),
            ([RECORD, "--rounding", "house"], 2, "--rounding needs --currency-unit"),
            ([], 2, "Missing argument"),
        ],
    )
    def test_one_line(self, words: list[str], status: int, message: str) -> None:
        """What cannot be audited is one line, and stdout stays empty."""
        done = run("audit", *words)
        assert (done.status, done.out, done.err.count("\n")) == (status, "", 1)
        assert message in done.err


class TestProcess:
    """What only shows in a separate process."""

    def test_standard_input_and_progress(self) -> None:
        """A record may come through a pipe; every 100,000 coups a line on stderr reports the number."""
        coup = b"9 K,3 8,yes\n"
        done = subprocess.run(
            [sys.executable, "-m", "analyzer", "audit", "-", "-f", "csv"],
            cwd=ROOT,
            input=b"punto,banco,new shoe\n" + coup * LINES_BETWEEN_NOTES,
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
def test_a_line_without_a_shoe_belongs_to_the_one_before(nothing: str, tmp_path: Path) -> None:
    """A word for nothing is not the name of a shoe, so a card too many is found."""
    path = tmp_path / "record.csv"
    path.write_text(f"shoe,punto,banco\nA,9 K,3 8\n,9 K,3 8\n{nothing},9 K,3 8\nA,9 K,3 8\n,9 K,3 8\n")
    done = run("audit", str(path), "--decks", "1", "-f", "csv")
    assert done.status == 1
    assert "9 is one 9 too many" in done.out
