"""The command line as a user meets it: answers, exit statuses, one-line errors, files replaced whole."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
import pytest
from command import Done, run

from analyzer.cli import cli

ROOT = Path(__file__).parent.parent
BROKEN = ROOT / "tests" / "data" / "broken"


def process(*words: str, stdin: bytes = b"", **options: Any) -> subprocess.CompletedProcess[bytes]:  # noqa: ANN401
    """Run the command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "analyzer", *words], cwd=ROOT, input=stdin, capture_output=True, check=False, **options
    )


class TestAnswers:
    """What the commands print is what the package computes, in every format."""

    def test_the_headline_edges(self) -> None:
        """Classic at eight decks: the three exact edges."""
        document = json.loads(run("edge", "--decks", "8", "--variant", "classic", "-f", "json").out)
        edges = {bet["bet"]: bet["edge"] for bet in document["variants"][0]["bets"]}
        assert edges == {
            "banco": "114753351728/10847218479825",
            "punto": "241149546272/19524993263685",
            "tie": "103841353768/723147898655",
        }

    def test_json_keeps_the_contract_of_edge(self) -> None:
        """Schema, program, variant, decks and the keys of each bet."""
        document = json.loads(run("edge", "--variant", "classic", "-f", "json").out)
        assert document["schema"] == 1
        assert set(document["program"]) == {"name", "version", "digest"}
        (variant,) = document["variants"]
        assert (variant["variant"], variant["decks"], variant["total"]) == ("classic", 8, "4998398275503360")
        wanted = {
            "bet",
            "edge",
            "edge_decimal",
            "edge_resolved",
            "rtp",
            "variance",
            "sd_decimal",
            "win",
            "push",
            "lose",
        }
        for bet in variant["bets"]:
            assert wanted <= set(bet)
            assert sum(int(bet[part]["count"]) for part in ("win", "push", "lose")) == int(variant["total"])

    def test_json_keeps_the_contract_of_outcomes(self) -> None:
        """Shoe, total and three outcomes that sum to it."""
        document = json.loads(run("outcomes", "--remove", "9 K", "-f", "json").out)
        assert document["shoe"] == {"decks": 8, "cards": 414, "removed": ["9", "K"]}
        assert sum(int(share["count"]) for share in document["outcomes"].values()) == int(document["total"])

    def test_the_proving_table_ends_in_minus_the_edge(self) -> None:
        """The rows of `bet --exact -f csv` add up to its last line, which is minus the house edge."""
        rows = list(csv.DictReader(io.StringIO(run("bet", "banco", "--exact", "-f", "csv").out)))
        assert sum(Fraction(row["Return"]) for row in rows[:-1]) == Fraction(rows[-1]["Return"])
        assert Fraction(rows[-1]["Return"]) == -Fraction(114753351728, 10847218479825)
        assert sum(int(row["Combinations"]) for row in rows[:-1]) == int(rows[-1]["Combinations"])

    def test_explain_lists_every_deal(self) -> None:
        """The ways of the deals listed for a small shoe add up to (N)_6."""
        done = run("outcomes", "--shoe", "A=2 5=2 8=2 K=1", "--explain", "-f", "json")
        document = json.loads(done.out)
        assert sum(int(deal["ways"]) for deal in document["deals"]) == int(document["total"]) == 5040
        for winner, share in document["outcomes"].items():
            counted = sum(int(deal["ways"]) for deal in document["deals"] if deal["winner"] == winner)
            assert counted == int(share["count"])

    def test_explain_works_on_faces(self) -> None:
        """Eight different faces have 20,160 deals."""
        done = run("outcomes", "--shoe", "As=1 2h=1 3d=1 4c=1 5s=1 6h=1 7d=1 Kc=1", "--explain", "-f", "csv")
        assert len(done.out.splitlines()) == 20160 + 2

    def test_the_grid_of_scores_holds_every_count(self) -> None:
        """`--by total` in JSON has the hundred final scores' counts, and they sum to the total."""
        document = json.loads(run("outcomes", "--by", "total", "-f", "json").out)
        assert len(document["totals"]) == 100
        assert sum(int(row["count"]) for row in document["totals"]) == int(document["total"])

    def test_edge_without_a_variant_shows_every_one(self) -> None:
        """The overview has every built-in variant, each on its own decks."""
        from analyzer import read_variant, variant_names

        rows = list(csv.DictReader(io.StringIO(run("edge", "-f", "csv").out)))
        wanted = [(name, str(decks)) for name in variant_names() for decks in read_variant(name).decks]
        assert [(row["Variant"], row["Decks"]) for row in rows] == wanted

    def test_ranges_of_decks_make_a_row_each(self) -> None:
        """`1-3,8,inf` makes five shoes."""
        rows = list(csv.DictReader(io.StringIO(run("outcomes", "--decks", "1-3,8,inf", "-f", "csv").out)))
        assert [row["Decks"] for row in rows[::4]] == ["1", "2", "3", "8", "inf"]

    def test_options_change_the_variant(self) -> None:
        """Commission, tie odds, half pay and tableau reach the edge."""
        document = json.loads(run("edge", "--half-on", "6", "--tie-odds", "9 for 1", "-f", "json").out)
        (variant,) = document["variants"]
        edges = {bet["bet"]: bet["edge"] for bet in variant["bets"]}
        assert variant["options"] == {"half_on": "6", "tie_odds": "8:1"}
        assert edges["banco"] == "284694798368/19524993263685"
        assert edges["tie"] == "103841353768/723147898655"

    def test_the_shoe_comes_from_option_file_and_stdin_alike(self, tmp_path: Path) -> None:
        """One composition gives one answer, however it is given."""
        text = "A=3 # three aces\n9=4, K=2"
        file = tmp_path / "shoe"
        file.write_text(text)
        by_file = run("outcomes", "--shoe", str(file)).out
        assert by_file == run("outcomes", "--shoe", "A=3 9=4 K=2").out
        assert by_file.encode() == process("outcomes", "--shoe", "-", stdin=text.encode()).stdout

    def test_what_is_undefined_is_null(self) -> None:
        """On a shoe that only ties, punto's edge per resolved bet is null, and "-" in a table."""
        words = ("bet", "punto", "--shoe", "5=6")
        bet = json.loads(run(*words, "-f", "json").out)["bet"]
        assert bet["edge_resolved"] is None
        assert bet["payouts"][0]["break_even"] is None
        assert re.search(r"Edge per resolved bet +-$", run(*words).out, re.MULTILINE)

    @pytest.mark.parametrize("form", ["table", "markdown", "csv", "json", "latex"])
    @pytest.mark.parametrize(
        "words",
        [
            ["edge"],
            ["edge", "--variant", "ez"],
            ["bet", "tie"],
            ["bets"],
            ["outcomes"],
            ["outcomes", "--by", "total"],
            ["outcomes", "--by", "cards"],
            ["outcomes", "--by", "natural"],
            ["outcomes", "--shoe", "8=6", "--explain"],
            ["variants"],
            ["tableau"],
            ["tableau", "--list"],
        ],
        ids=" ".join,
    )
    def test_every_table_has_every_format(self, words: list[str], form: str) -> None:
        """Every answer is printed in every format, ends in one newline and says nothing on stderr."""
        done = run(*words, "-f", form)
        assert (done.status, done.err) == (0, "")
        assert done.out.endswith("\n")
        assert not done.out.endswith("\n\n")
        if form == "csv":
            assert len({len(row) for row in csv.reader(io.StringIO(done.out))}) == 1

    def test_python_m_analyzer_is_the_same(self) -> None:
        """The module and the script print the same."""
        assert process("bet", "banco").stdout.decode() == run("bet", "banco").out


class TestDigest:
    """The digest of a JSON document is that of the rules files used, each once, in the order of their use."""

    def test_one_bet_file(self) -> None:
        """A bet from a file, on classic: SHA-256 of classic and the file."""
        from hashlib import sha256

        files = [ROOT / "analyzer/catalog/variants/classic.toml", ROOT / "docs/examples/dragon-7.toml"]
        wanted = sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
        document = json.loads(run("bet", "docs/examples/dragon-7.toml", "-f", "json").out)
        assert wanted == document["program"]["digest"]

    def test_the_same_rules_have_one_digest(self) -> None:
        """`edge`, `bet` and `bets` of one variant's own bet agree, and another tableau changes them."""
        words = ("--variant", "ez", "-f", "json")
        digest = json.loads(run("edge", *words).out)["program"]["digest"]
        assert digest == json.loads(run("bet", "banco", *words).out)["program"]["digest"]
        other = run("bet", "banco", "--tableau", "docs/examples/house-rules.toml", *words).out
        assert digest != json.loads(other)["program"]["digest"]

    def test_options_are_told(self) -> None:
        """What the command line set on a variant stands under `options`."""
        document = json.loads(run("bet", "banco", "--commission", "4%", "-f", "json").out)
        assert document["bet"]["options"] == {"commission": "1/25"}


class TestBadInput:
    """One line on stderr that says what was got and what is allowed; nothing on stdout; never a traceback."""

    @pytest.mark.parametrize(
        ("words", "status", "said"),
        [
            (["outcomes", "--shoe", "A=2 K=3"], 1, "got 5 cards; a coup can need 6"),
            (["outcomes", "--decks", "1", "--remove", " ".join(["A 2 3 4 5 6 7 8 9 10 J Q K"] * 4)], 1, "got 0 cards"),
            (["edge", "--decks", "0"], 2, "got '0'; decks are whole numbers from 1"),
            (["edge", "--decks", "-3"], 2, "got '-3'"),
            (["edge", "--decks", "2.5"], 2, "got '2.5'"),
            (["edge", "--decks", "1e3"], 2, "got '1e3'"),
            (["edge", "--decks", "8-1"], 2, "got '8-1'"),
            (["edge", "--decks", "1-1000000000"], 2, "at most 10,000 shoes"),
            (["edge", "--decks", "1000000001"], 2, "got '1000000001'"),
            (["edge", "--decks", "٣"], 2, "decks are whole numbers"),
            (["outcomes", "--shoe", "A=1000000001"], 2, "from 0 to 1,000,000,000"),
            (["outcomes", "--shoe", "A=-1 K=9"], 2, "count is '-1'"),
            (["outcomes", "--shoe", "A=1.5 K=9"], 2, "count is '1.5'"),
            (["outcomes", "--shoe", "A=4 1=4"], 2, "card A: named twice"),
            (["outcomes", "--shoe", "As=4 K=9"], 2, "card K has no suit"),
            (["outcomes", "--shoe", "0=4 K=9"], 2, "card K and card 0 are both named"),
            (["outcomes", "--shoe", "jack=9"], 2, "did you mean J?"),
            (["outcomes", "--shoe", "A=4", "--decks", "8"], 1, "got 4 cards"),
            (["outcomes", "--shoe", "A=9", "--decks", "8"], 2, "--shoe and --decks both name the shoe"),
            (["outcomes", "--shoe", "A=9", "--remove", "K"], 1, "cannot remove 1; the shoe has 0"),
            (["outcomes", "--remove", "X"], 2, "got 'X'"),
            (["outcomes", "--burn", "9 K"], 2, "got '9 K'"),
            (["outcomes", "--decks", "inf", "--remove", "K"], 2, "do not apply to --decks inf"),
            (["outcomes", "--shoe", "no/such/file"], 1, "no such file"),
            (["outcomes", "--shoe", str(ROOT)], 1, "is a directory"),
            (["outcomes", "--explain"], 2, "got 416 cards"),
            (["outcomes", "--decks", "inf", "--explain"], 2, "endless"),
            (["outcomes", "--by", "suit"], 2, "'total', 'cards', 'natural'"),
            (["outcomes", "--by", "total", "--decks", "6,8"], 2, "one at a time"),
            (["outcomes", "--by", "total", "--explain"], 2, "give one of them"),
            (["edge", "--variant", "clasic"], 2, "did you mean classic?"),
            (["edge", "--tableau", "banco-stood-0-9"], 2, "did you mean banco-stood-0-"),
            (["bet", "bnco"], 2, "did you mean banco?"),
            (["bet"], 2, "Missing argument"),
            (["bet", "banco", "--decks", "6,8"], 2, "one at a time"),
            (["bet", "banco", "--variant", "ez", "--variant", "straight"], 2, "one at a time"),
            (["edg"], 2, "did you mean edge?"),
            (["edge", "--varant", "ez"], 2, "--variant"),
            (["edge", "--commission", "4"], 2, "did you mean 4%?"),
            (["edge", "--commission", "150%"], 2, "from 0% to 100%"),
            (["edge", "--commission", "1e999999999"], 2, "a number is digits"),
            (["edge", "--variant", "ez", "--commission", "4%"], 2, "--commission does not apply to ez"),
            (["edge", "--variant", "ez", "--half-on", "6"], 2, "--half-on does not apply to ez"),
            (["edge", "--variant", "two-to-one", "--half-on", "6"], 2, "--half-on does not apply to two-to-one"),
            (["edge", "--half-on", "0"], 2, "got '0'; it is a whole number from 1 to 9"),
            (["edge", "--half-on", "\uff15"], 2, "a whole number from 1 to 9"),
            (["edge", "--tie-odds", "8"], 2, "odds are A to B"),
            (["edge", "--tie-odds", "0 for 0"], 2, "must be above 0"),
            (["edge", "--tie-odds", "push"], 2, "must pay more than the stake back"),
            (["outcomes", "--commission", "4%"], 2, "--commission"),
            (["edge", "-f", "jsn"], 2, "'json'"),
            (["edge", "--places", "-1"], 2, "got '-1'; it is a whole number from 0 to 100"),
            (["edge", "--places", "9" * 5000], 2, "a whole number from 0 to 100"),
            (["edge", "--places", "3", "--exact"], 2, "--places does not apply with --exact"),
            (["variants", "--exact"], 2, "--exact"),
            (["tableau", "--places", "3"], 2, "--places"),
            (["tableau", "standard", "--list"], 2, "leave the name out"),
            (
                ["bet", "docs/examples/dragon-7.toml", "--commission", "4%"],
                2,
                "--commission does not apply to Dragon 7",
            ),
            (["bet", "tie", "--half-on", "5"], 2, "--half-on does not apply to tie"),
            (["bet", "punto", "--commission", "4%"], 2, "--commission does not apply to punto"),
            (["bet", "banco", "--tie-odds", "9:1"], 2, "--tie-odds does not apply to banco"),
            (["edge", "-o", ""], 1, "without a name"),
            (["edge", "-o", "x/"], 1, "is a directory"),
            (["outcomes", "--shoe", ""], 1, "without a name"),
            (["report", "-o", ""], 2, "the name of a folder"),
            (["outcomes", "-o", "no/such/folder/x"], 1, "cannot write it"),
            (["outcomes", "-o", str(ROOT)], 1, "is a directory"),
            (["tableau", "ez"], 2, "tableau: got 'ez'"),
            (["tableau", "symmetric", "--list"], 2, "leave the name out"),
            (["completion", "tcsh"], 2, "'bash', 'zsh', 'fish'"),
            (["report", "-o", str(ROOT / "README.md")], 1, "cannot"),
        ],
        ids=lambda value: " ".join(value) if isinstance(value, list) else None,
    )
    def test_one_line(self, words: list[str], status: int, said: str) -> None:
        """The error is one line, with the right exit status, and stdout stays empty."""
        done = run(*words)
        assert done.status == status
        assert said in done.err
        assert done.err.startswith("Error: ")
        assert done.err.count("\n") == 1
        assert done.out == ""

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (b"", "it is empty"),
            (b" \n\n", "it is empty"),
            (b"\x89PNG\r\n\x1a\n\xff\xfe", "no UTF-8 text"),
            (b'name = "x\0"', "binary file"),
            (b"#" * 1_000_001, "larger than 1 MB"),
            (b'nme = "x"\n[[payout]]\nwhen = {}\nodds = "push"\n', "unknown key; did you mean name?"),
            (
                b'[[payout]]\nwhen = { winner = "tie" }\nodds = 0.95\n',
                "payout[1].odds: got the bare number 0.95; write it",
            ),
            (b'[[payout]]\nwhen = { winner = "tie" }\nodds = 1e999999999\n', "bare number 1e999999999"),
            (b"a = " + b"[" * 10_000, "nested too deeply"),
            (b"a = " + b"9" * 10_000, "not TOML"),
            (b"[[payout]\n", "not TOML"),
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
                "payout 2 (tie, margin 0) can never be reached: earlier payouts cover it wholly",
            ),
            (
                b'[[payout]]\nwhen = { punto_total = 0, punto_cards = 2, banco_cards = 3 }\nodds = "8:1"\n',
                "can never be reached: no coup of this tableau ends so",
            ),
        ],
    )
    def test_bad_bet_files(self, tmp_path: Path, content: bytes, said: str) -> None:
        """A bad rules file is one line with file and key, exit 1, in under half a second."""
        file = tmp_path / "bad.toml"
        file.write_bytes(content)
        start = time.perf_counter()
        done = run("bet", str(file))
        assert time.perf_counter() - start < 0.5
        assert done.status == 1
        assert done.err.startswith(f"Error: {file}: ")
        assert said in done.err
        assert done.err.count("\n") == 1

    def test_a_variant_without_a_bet(self, tmp_path: Path) -> None:
        """A variant that offers nothing to bet on is refused."""
        file = tmp_path / "empty.toml"
        file.write_text("bet = []")
        assert run("edge", "--variant", str(file)) == Done(
            1, "", f"Error: {file}: bet: got none; a variant needs one at least\n"
        )

    def test_a_title_cannot_reach_into_the_terminal(self, tmp_path: Path) -> None:
        """Signs that cannot be printed are refused in titles and sources."""
        file = tmp_path / "bell.toml"
        file.write_text('title = "\\u001b]0;owned\\u0007"\n[[payout]]\nwhen = { winner = "tie" }\nodds = "8:1"\n')
        done = run("bet", str(file))
        assert (done.status, done.err.isprintable() or done.err.count("\n")) == (1, 1)
        assert "title: got" in done.err

    def test_a_tableau_with_a_missing_cell(self, tmp_path: Path) -> None:
        """A row left out of a tableau is named."""
        text = (ROOT / "docs" / "examples" / "house-rules.toml").read_text()
        file = tmp_path / "short.toml"
        file.write_text(text.replace('4 = "2-7"\n', ""))
        done = run("tableau", str(file))
        assert done.status == 1
        assert "banco.4: missing" in done.err

    def test_a_bad_shoe_file_is_no_usage_error(self, tmp_path: Path) -> None:
        """The same mistake is a usage error in an option and a bad file in a file."""
        file = tmp_path / "shoe.txt"
        file.write_text("A=4 A=5")
        assert run("outcomes", "--shoe", str(file)).status == 1
        assert run("outcomes", "--shoe", "A=4 A=5").status == 2

    def test_nothing_is_lost_when_the_answer_fails(self, tmp_path: Path) -> None:
        """A file named with -o is as it was when there is no answer."""
        file = tmp_path / "answer.txt"
        file.write_text("old")
        assert run("outcomes", "--shoe", "A=4", "-o", str(file)).status == 1
        assert file.read_text() == "old"
        assert [path.name for path in tmp_path.iterdir()] == ["answer.txt"]


class TestProcess:
    """What only shows in a process of its own."""

    def test_output_is_replaced_whole(self, tmp_path: Path) -> None:
        """-o writes what would have been printed, keeps the file's mode and leaves nothing beside it."""
        file = tmp_path / "answer.txt"
        file.write_text("old")
        file.chmod(0o640)
        assert run("bet", "banco", "-o", str(file)) == Done(0, "", "")
        assert file.read_text() == run("bet", "banco").out
        assert file.stat().st_mode & 0o777 == 0o640
        assert [path.name for path in tmp_path.iterdir()] == ["answer.txt"]

    def test_a_closed_pipe_is_silent(self) -> None:
        """A reader that leaves early causes no message."""
        words = f"{sys.executable} -m analyzer outcomes --decks 1-300 -f csv | head -n 1"
        done = subprocess.run(["bash", "-c", words], cwd=ROOT, capture_output=True, check=False)
        assert (done.stdout.count(b"\n"), done.stderr) == (1, b"")

    def test_a_full_disk_is_one_line(self) -> None:
        """What cannot be written to standard output is said in one line, exit 1."""
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [sys.executable, "-m", "analyzer", "edge"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, check=False
            )
        assert done.returncode == 1
        assert done.stderr == b"Error: cannot write to standard output: no space left on device\n"

    def test_standard_streams_may_be_closed(self, tmp_path: Path) -> None:
        """Closed standard input and output are one line each, a closed stderr is no matter, and -o needs neither."""
        program = f"{sys.executable} -m analyzer"
        cases = {
            f"{program} edge --shoe - <&-": (1, b"Error: standard input: it is empty\n"),
            f"{program} edge >&-": (1, b"Error: cannot write to standard output: it is closed\n"),
            f"{program} edge 2>&-": (0, b""),
            f"{program} edge -o {tmp_path / 'edges'} >&-": (0, b""),
        }
        for words, wanted in cases.items():
            done = subprocess.run(["bash", "-c", words], cwd=ROOT, capture_output=True, check=False)
            assert wanted == (done.returncode, done.stderr), words

    def test_output_to_a_device_or_a_pipe(self) -> None:
        """-o writes to /dev/stdout and to another process as it does to a file, and - is standard output."""
        answer = process("bet", "tie").stdout
        for target in ("/dev/stdout", "-", ">(cat)"):
            words = f"{sys.executable} -m analyzer bet tie -o {target} | cat"
            done = subprocess.run(["bash", "-c", words], cwd=ROOT, capture_output=True, check=False)
            assert (done.stdout, done.stderr) == (answer, b"")

    def test_interrupted(self) -> None:
        """Ctrl-C ends with 130 and one line."""
        words = [sys.executable, "-m", "analyzer", "outcomes", "--decks", "1-9000"]
        running = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(1.5)
        running.send_signal(2)
        out, err = running.communicate(timeout=20)
        assert (running.returncode, out, err) == (130, b"", b"Error: interrupted\n")

    @pytest.mark.parametrize("words", [["--help"], ["edge", "--help"], ["--version"]], ids=" ".join)
    def test_help_loads_nothing_heavy(self, words: list[str]) -> None:
        """`--help` loads neither sympy nor tabulate nor numpy, nor any of the package's own work."""
        code = (
            "import sys\nfrom analyzer.cli import main\n"
            f"try:\n    main({words!r})\nexcept SystemExit:\n    pass\n"
            "print([name for name in sys.modules if name.split('.')[0] in {'sympy', 'tabulate', 'numpy'}"
            " or name.startswith('analyzer.') and not name.startswith(('analyzer.cli', 'analyzer.errors'))])"
        )
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-1] == "[]"

    def test_no_answer_loads_sympy_or_numpy(self) -> None:
        """`edge` loads neither sympy nor numpy."""
        code = (
            "import sys\nfrom analyzer.cli import main\ntry:\n    main(['edge'])\nexcept SystemExit:\n    pass\n"
            "print([name for name in sys.modules if name in {'sympy', 'numpy'}])"
        )
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-1] == "[]"

    def test_suits_print_in_any_locale(self) -> None:
        """A terminal that is not UTF-8 gets an answer all the same."""
        words = ("outcomes", "--shoe", "As=6 Kh=1", "--remove", "As")
        done = process(*words, env=os.environ | {"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"})
        assert (done.returncode, done.stderr) == (0, b"")

    @pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
    def test_completion_scripts(self, shell: str) -> None:
        """Each shell gets a script that names the program."""
        done = run("completion", shell)
        assert done.status == 0
        assert "baccarat-odds" in done.out

    def test_completion_knows_the_variants(self) -> None:
        """The shell is offered built-in names."""
        environment = os.environ | {
            "_BACCARAT_ODDS_COMPLETE": "bash_complete",
            "COMP_WORDS": "baccarat-odds edge --variant stra",
            "COMP_CWORD": "3",
        }
        assert process(env=environment).stdout == b"plain,straight\n"


def test_every_command_is_documented() -> None:
    """Every command and every option of it has help, and every command's help ends in examples."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, command in cli.commands.items():
        assert command.help, name
        assert command.epilog is not None
        assert "Examples:" in command.epilog, name
        assert f"baccarat-odds {name}" in readme, name
        for option in command.params:
            assert not isinstance(option, click.Option) or option.help, f"{name} {option.name}"


def test_examples_in_the_help_mean_the_same_in_any_folder() -> None:
    """What a shell would take for the names of files stands in quotation marks."""
    for command in [cli, *cli.commands.values()]:
        for line in (command.epilog or "").splitlines():
            bare = re.sub(r""""[^"]*"|'[^']*'""", "", line)
            assert not line.strip().startswith("baccarat-odds ") or not re.search(r"[?*[]", bare), line


def test_examples_in_the_help_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every example in a command's help that needs no file of the user's own succeeds."""
    import shlex

    monkeypatch.chdir(tmp_path)
    tried = 0
    for command in [cli, *cli.commands.values()]:
        for line in (command.epilog or "").splitlines():
            example = re.sub(r" {3,}.*", "", line.strip())
            if not example.startswith("baccarat-odds ") or re.search(
                r"\.toml|\.txt|\.csv|\.npy|\.jsonl|play\.json|--check|\|", example
            ):
                continue
            tried += 1
            assert run(*shlex.split(example)[1:]).status == 0, example
    assert tried >= 15
