"""The command `batch`: every form of input gives the same answers, and a stopped run goes on to the same file."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from fractions import Fraction
from functools import cache
from itertools import chain, islice
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from command import run

from analyzer import STANDARD, Fineness, Shoe, outcome_forms, price, read_variant
from analyzer.batch.plan import NO_SHOE
from analyzer.batch.reading import read_rows
from analyzer.batch.stream import Answer, answers, answers_one_by_one
from analyzer.batch.writing import FORMS, Layout, write_answers
from analyzer.files import FileError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


ROOT = Path(__file__).parent.parent
SHOES = [[128, *[32] * 9], [1] * 10, [2000, *[500] * 9], [5, 0, 0, 3, 0, 1, 0, 0, 2, 9], [16, *[4] * 9]]
SMALL = [shoe for shoe in SHOES if sum(shoe) < 450]
BETS = read_variant("classic").bets


def separated(rows: Sequence[Sequence[object]], separator: str = ",") -> str:
    """Return rows as the lines of a file."""
    return "".join(separator.join(map(str, row)) + "\n" for row in rows)


@pytest.fixture
def shoes(tmp_path: Path) -> str:
    """Return the path of a CSV file of the shoes."""
    path = tmp_path / "shoes.csv"
    path.write_text(separated(SHOES))
    return str(path)


class TestAnswers:
    """What is written is what the package computes."""

    def test_every_row_has_its_counts_and_edges(self, shoes: str) -> None:
        """One line for each shoe, in order: the recursion's counts and the exact edges."""
        done = run("batch", shoes, "--exact")
        assert (done.status, done.err) == (0, "")
        rows = list(csv.DictReader(io.StringIO(done.out)))
        assert list(rows[0]) == ["total", "punto", "banco", "tie", "punto_edge", "banco_edge", "tie_edge"]
        for row, counts in zip(rows, SHOES, strict=True):
            shoe = Shoe(Fineness.VALUES, tuple(counts))
            assert outcome_forms().at(shoe) == (int(row["punto"]), int(row["banco"]), int(row["tie"]))
            assert shoe.total == int(row["total"])
            for bet in BETS:
                assert price(bet, shoe, STANDARD).house_edge == Fraction(row[f"{bet.name}_edge"])

    def test_edges_are_rounded_decimals(self, shoes: str) -> None:
        """Twelve places unless `--places` says otherwise, rounded half to even."""
        assert run("batch", shoes).out.splitlines()[1].split(",")[5] == "0.010579057842"
        assert run("batch", shoes, "--places", "4").out.splitlines()[1].split(",")[5] == "0.0106"

    def test_rules_and_bets_reach_the_answers(self, shoes: str) -> None:
        """Variant, tableau, commission and a bet from a file change columns and counts."""
        one = run("batch", shoes, "--variant", "ez", "--bet", "banco", "--exact").out.splitlines()
        assert one[0] == "total,punto,banco,tie,banco_edge"
        assert one[1].endswith(",66274384744/6508331087895")
        other = run("batch", shoes, "--tableau", "symmetric", "--commission", "4%").out.splitlines()
        assert other[1].split(",")[1] == other[1].split(",")[2]
        file = run("batch", shoes, "--bet", "docs/examples/dragon-7.toml").out.splitlines()
        assert file[1].endswith(",0.076113344724")

    def test_json_lines(self, shoes: str) -> None:
        """Counts are strings, edges n/d and decimals."""
        first = json.loads(run("batch", shoes, "-f", "jsonl", "--bet", "banco").out.splitlines()[0])
        assert first == {
            "total": "4998398275503360",
            "punto": "2230518282592256",
            "banco": "2292252566437888",
            "tie": "475627426473216",
            "bets": [{"bet": "banco", "edge": "114753351728/10847218479825", "edge_decimal": "0.010579057842"}],
        }

    def test_every_input_gives_the_same_answers(self, shoes: str, tmp_path: Path) -> None:
        """CSV with and without a header, TSV, JSON arrays and objects, an array: the same lines."""
        names = ["9", "0", "A", "3", "2", "4", "5", "6", "8", "7"]
        shuffled = [[counts[int(name.replace("A", "1"))] for name in names] for counts in SHOES]
        files = {
            "header.csv": "\n" + separated([names]) + "\n" + separated(shuffled),
            "marked.csv": "\ufeff" + separated(SHOES).replace("\n", "\r\n"),
            "plain.tsv": separated(SHOES, "\t"),
            "arrays.jsonl": "".join(json.dumps(counts) + "\n\n" for counts in SHOES),
            "objects.ndjson": "".join(
                json.dumps({str(value): count for value, count in enumerate(counts)}) + "\n" for counts in SHOES
            ),
        }
        for name, text in files.items():
            (tmp_path / name).write_bytes(text.encode())
        np.save(tmp_path / "array.npy", np.array(SHOES, dtype=np.uint16))
        expected = run("batch", shoes).out
        assert len(expected.splitlines()) == len(SHOES) + 1
        for name in [*files, "array.npy"]:
            assert expected == run("batch", str(tmp_path / name), "-f", "csv").out, name

    def test_whole_floats_are_whole_numbers(self, shoes: str, tmp_path: Path) -> None:
        """In text, in JSON and in arrays; floats as long as they tell whole numbers apart."""
        floats = [[float(count) for count in counts] for counts in SHOES]
        (tmp_path / "floats.csv").write_text(separated(floats))
        (tmp_path / "floats.jsonl").write_text("".join(json.dumps(counts) + "\n" for counts in floats))
        objects = [{str(value): count for value, count in enumerate(counts)} for counts in floats]
        (tmp_path / "objects.jsonl").write_text("".join(json.dumps(counts) + "\n" for counts in objects))
        np.save(tmp_path / "floats.npy", np.array(floats, dtype=np.float16))
        expected = run("batch", shoes).out
        for name in ("floats.csv", "floats.jsonl", "objects.jsonl", "floats.npy"):
            assert expected == run("batch", str(tmp_path / name), "-f", "csv").out, name

    @pytest.mark.parametrize("count", [2**53 + 1, 10**30 - 1])
    def test_large_counts_are_alike_in_every_form(self, tmp_path: Path, count: int) -> None:
        """Text is exact up to thirty digits, with a point behind or not."""
        total = f"{Shoe(Fineness.VALUES, (count, *[0] * 9)).total},"
        for name, text in {
            "a.csv": f"{count}.000" + ",0" * 9,
            "b.csv": f"K,A\n{count},0",
            "c.jsonl": f"[{count}.0" + ", 0" * 9 + "]",
            "d.jsonl": f'{{"K": {count}}}',
        }.items():
            (tmp_path / name).write_text(text + "\n")
            done = run("batch", str(tmp_path / name), "-f", "csv")
            assert done.out.splitlines()[1].startswith(total), name

    def test_the_digits_are_a_shoe_under_a_header(self, tmp_path: Path) -> None:
        """Ten digits alone could be names or counts; under names they are counts, and below the first line too."""
        digits = [list(range(10))]
        for before in ("0,A,2,3,4,5,6,7,8,9\n", separated(SHOES[:1])):
            path = tmp_path / "digits.csv"
            path.write_text(before + separated(digits))
            expected = f"{Shoe(Fineness.VALUES, tuple(range(10))).total},"
            assert run("batch", str(path)).out.splitlines()[-1].startswith(expected)

    def test_ranks_are_added_up_by_value(self, shoes: str, tmp_path: Path) -> None:
        """Thirteen columns of ranks are a shoe of values."""
        path = tmp_path / "ranks.csv"
        path.write_text("K,Q,J,10,9,8,7,6,5,4,3,2,A\n" + ",".join(["32"] * 13) + "\n")
        assert run("batch", str(path)).out.splitlines()[1] == run("batch", shoes).out.splitlines()[1]

    def test_the_form_follows_the_input(self, tmp_path: Path) -> None:
        """Unless another is asked for, TSV gives TSV and JSON lines JSON lines."""
        (tmp_path / "shoes.tsv").write_text(separated(SHOES, "\t"))
        assert run("batch", str(tmp_path / "shoes.tsv")).out.count("\t") == 6 * (len(SHOES) + 1)
        (tmp_path / "shoes.jsonl").write_text(json.dumps(SHOES[0]))
        assert run("batch", str(tmp_path / "shoes.jsonl")).out.startswith('{"total": "4998398275503360"')

    def test_workers_give_the_same_lines(self, tmp_path: Path) -> None:
        """Two worker processes write what one process does, over several blocks."""
        path = tmp_path / "many.csv"
        path.write_text(separated(SMALL * 5000))
        assert run("batch", str(path)).out == run("batch", str(path), "--jobs", "2").out

    def test_without_numpy(self, shoes: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """Without the extra the lines are the same, and a note says that it is slow and what to install."""
        expected = run("batch", shoes).out
        monkeypatch.setitem(sys.modules, "numpy", None)
        done = run("batch", shoes)
        assert (done.status, done.out) == (0, expected)
        assert done.err == (
            "Note: without NumPy this takes some 30 times as long; "
            "many shoes at once need NumPy: pip install 'baccarat-odds[fast]'\n"
        )
        workers = run("batch", shoes, "--jobs", "2")
        assert (workers.status, workers.out) == (2, "")
        assert "pip install 'baccarat-odds[fast]'" in workers.err
        array = run("batch", "shoes.npy")
        assert (array.status, array.out) == (1, "")
        assert array.err.endswith("Error: many shoes at once need NumPy: pip install 'baccarat-odds[fast]'\n")

    def test_standard_input(self) -> None:
        """`-` reads CSV, or what --from says, from standard input."""
        for words, text in [([], separated(SHOES)), (["--from", "jsonl", "-f", "csv"], f"{json.dumps(SHOES[0])}\n")]:
            done = subprocess.run(
                [sys.executable, "-m", "analyzer", "batch", "-", *words],
                cwd=ROOT,
                input=text.encode(),
                capture_output=True,
                check=True,
            )
            assert done.stdout.splitlines()[1].startswith(b"4998398275503360,2230518282592256,2292252566437888,")

    def test_a_reader_who_leaves_early(self, tmp_path: Path) -> None:
        """A closed pipe ends the run silently."""
        path = tmp_path / "many.csv"
        path.write_text(separated(SMALL * 5000))
        done = subprocess.run(
            ["bash", "-c", f"{sys.executable} -m analyzer batch {path} | head -n 2"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
        assert (len(done.stdout.splitlines()), done.stderr) == (2, b"")

    def test_progress(self, shoes: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """What is no terminal gets a line once in a while on stderr, and the answers stay apart from it."""
        monkeypatch.setattr("analyzer.cli.console.TOLD_EVERY", 2)
        monkeypatch.setattr("analyzer.batch.rows.ROWS_FIRST", 2)
        monkeypatch.setattr("analyzer.batch.rows.ROWS_TOGETHER", 2)
        done = run("batch", shoes)
        assert done.err == "2 shoes\n4 shoes\n"
        assert len(done.out.splitlines()) == len(SHOES) + 1


class TestLeaving:
    """Whoever stops a run with workers need not wait for them, and is told once."""

    @pytest.fixture
    def large(self, tmp_path: Path) -> str:
        """Return the path of shoes so large that two workers have ten seconds and more to do."""
        path = tmp_path / "large.csv"
        path.write_text(separated([[1000 + place] * 10 for place in range(1000)] * 60))
        return str(path)

    def start(self, file: str, jobs: int = 2) -> subprocess.Popen[bytes]:
        """Start a run in a group of processes of its own, as a shell does."""
        return subprocess.Popen(
            [sys.executable, "-m", "analyzer", "batch", file, "--jobs", str(jobs)],
            cwd=ROOT,
            start_new_session=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def lines(self, process: subprocess.Popen[bytes], number: int) -> list[bytes]:
        """Return the first lines it prints."""
        assert process.stdout is not None
        return list(islice(process.stdout, number))

    def test_an_interrupt(self, large: str) -> None:
        """Ctrl-C, which goes to all processes at once, ends all of them, with one line, and not after what waits."""
        with self.start(large) as process:
            assert len(self.lines(process, 1000)) == 1000
            began = monotonic()
            assert len(self.lines(process, 2000)) == 2000
            interrupted = monotonic()
            os.killpg(process.pid, signal.SIGINT)
            _, told = process.communicate()
            left = monotonic()
        assert (process.returncode, told) == (130, b"Error: interrupted\n")
        # 16,384 shoes wait, eight times as many as were counted in that time.
        assert left - interrupted < 3 * (interrupted - began)

    def test_an_interrupt_while_nothing_comes(self) -> None:
        """Workers without work say nothing either."""
        with self.start("-") as process:
            assert process.stdin is not None
            process.stdin.write(separated(SMALL * 25).encode())
            process.stdin.flush()
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
            while len(children.read_text().split()) < 1:
                sleep(0.05)
            sleep(1)
            os.killpg(process.pid, signal.SIGINT)
            _, told = process.communicate()
        assert (process.returncode, told) == (130, b"Error: interrupted\n")

    def test_a_closed_pipe(self, large: str) -> None:
        """So does a reader who leaves, silently."""
        with self.start(large) as process:
            assert len(self.lines(process, 1000)) == 1000
            began = monotonic()
            assert len(self.lines(process, 2000)) == 2000
            closed = monotonic()
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            assert (process.wait(), process.stderr.read()) == (0, b"")
        assert monotonic() - closed < 3 * (closed - began)

    def test_a_worker_that_is_killed(self, large: str) -> None:
        """What was answered is there, and one line says why there is no more."""
        with self.start(large) as process:
            assert len(self.lines(process, 100)) == 100
            workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            os.kill(int(workers[0]), signal.SIGKILL)
            _, told = process.communicate()
        assert process.returncode == 1
        assert told == (
            b"Error: a worker process ended before its work was done: it was stopped, or there was no memory left; "
            b"what was answered before is written\n"
        )

    @pytest.mark.parametrize("ended", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
    def test_workers_leave_with_the_process_they_work_for(self, large: str, ended: signal.Signals) -> None:
        """However it ends, nothing is left behind."""
        with self.start(large) as process:
            assert len(self.lines(process, 100)) == 100
            process.send_signal(ended)
            # Its pipes are closed when the last process that holds them has left.
            process.communicate(timeout=60)
        assert process.returncode == -ended

    def test_a_worker_whose_loss_nobody_notices(self) -> None:
        """Where the executor waits on for the rest of an answer, the run is ended all the same, with the same line."""
        program = (
            "import os, signal, sys, time\n"
            "from multiprocessing import Process\n"
            "from threading import Event, Timer\n"
            "import analyzer.cli\n"
            "worker = Process(target=time.sleep, args=(60,))\n"
            "worker.start()\n"
            "Timer(0.5, os.kill, (worker.pid, signal.SIGKILL)).start()\n"
            "sys.modules['analyzer.cli.batch'].PATIENCE = 0.1\n"
            "sys.modules['analyzer.cli.batch']._watch(Event())\n"
        )
        done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=False, timeout=50)
        assert (done.returncode, done.stdout) == (1, b"")
        assert done.stderr.startswith(b"Error: a worker process ended before its work was done")

    def test_a_reader_of_a_named_output_who_leaves(self, tmp_path: Path) -> None:
        """Standard output by the name of its device is closed as silently."""
        path = tmp_path / "many.csv"
        path.write_text(separated(SMALL * 5000))
        script = f"{sys.executable} -m analyzer batch {path} -o /dev/stdout | head -n 2"
        done = subprocess.run(["bash", "-o", "pipefail", "-c", script], cwd=ROOT, capture_output=True, check=False)
        assert (done.returncode, len(done.stdout.splitlines()), done.stderr) == (0, 2, b"")

    def test_progress_that_nobody_can_read(self, tmp_path: Path) -> None:
        """The answers are written whole, though the device that stderr goes to is full."""
        path, output = tmp_path / "many.csv", tmp_path / "odds.csv"
        path.write_text(separated(SMALL * 40_000))
        script = f"{sys.executable} -m analyzer batch {path} --bet tie -o {output} 2> /dev/full"
        done = subprocess.run(["bash", "-c", script], cwd=ROOT, check=False)
        assert (done.returncode, len(output.read_bytes().splitlines())) == (0, 40_000 * len(SMALL) + 1)

    def test_answers_do_not_wait_for_the_end(self) -> None:
        """Rows that come slowly are answered while the input is open."""
        with self.start("-", jobs=1) as process:
            assert process.stdin is not None
            process.stdin.write(separated(SMALL * 25).encode())
            process.stdin.flush()
            assert len(self.lines(process, 1 + 16)) == 17
            process.stdin.close()
            assert len(self.lines(process, 100)) == 84


class TestRowsThatAreNoShoes:
    """They stop the run at their line, or leave it empty."""

    @pytest.mark.parametrize(
        ("line", "told"),
        [
            ("32,-1,32,32,32,32,32,32,32,32", "got the count '-1'; counts are whole numbers of 0 or more"),
            ("32,1.5,32,32,32,32,32,32,32,32", "got the count '1.5'; counts are whole numbers of 0 or more"),
            ("32,x,32,32,32,32,32,32,32,32", "got the count 'x'; counts are whole numbers of 0 or more"),
            ("32,,32,32,32,32,32,32,32,32", "got the count ''; counts are whole numbers of 0 or more"),
            ("32," + "9" * 31 + ",32,32,32,32,32,32,32,32", "a count has at most 30 digits"),
            ("32,1e2,32,32,32,32,32,32,32,32", "got the count '1e2'; counts are whole numbers of 0 or more"),
            ("32,nan,32,32,32,32,32,32,32,32", "got the count 'nan'; counts are whole numbers of 0 or more"),
            (",,,,,,,,,", "got the count ''; counts are whole numbers of 0 or more"),
            ('"32,32,32,32,32,32,32,32,32,32', "cannot read it: unexpected end of data"),
            ('32,32,32,32,32,32,32,32,32,"32', "cannot read it: unexpected end of data"),
            ('32,32,32,32,32,32,32,32,32,"' + "1" * 200_000, "cannot read it: field larger than field limit"),
            ("32,32,32", "got 3 counts; a row is ten, of the point values 0 to 9"),
            ("5,0,0,0,0,0,0,0,0,0", "got 5 cards; a coup can need 6"),
        ],
    )
    def test_separated_rows(self, tmp_path: Path, line: str, told: str) -> None:
        """The error names file and line; the rows before it are answered. Masked, its line is empty."""
        path = tmp_path / "some.csv"
        path.write_text(separated(SHOES[:2]) + line + "\n" + separated(SHOES[2:]))
        done = run("batch", str(path))
        assert done.status == 1
        assert done.err.startswith(f"Error: {path}: line 3: ")
        assert told in done.err
        assert len(done.out.splitlines()) == 3
        masked = run("batch", str(path), "--invalid", "mask").out.splitlines()
        assert masked[:3] == done.out.splitlines()
        assert masked[3] == ",,,,,,"
        assert len(masked) == len(SHOES) + 2

    @pytest.mark.parametrize("first", ["nan" + ",32" * 9, "1e2" + ",32" * 9, "inf" + ",32" * 9, '"' + "32,32" * 9])
    def test_a_first_row_like_any_other(self, tmp_path: Path, first: str) -> None:
        """What is no name of a card but no count either is a bad row in the first line as in the second."""
        path = tmp_path / "some.csv"
        path.write_text(f"{first}\n{separated(SHOES[:1])}{first}\n")
        assert run("batch", str(path)).err.startswith(f"Error: {path}: line 1: ")
        lines = run("batch", str(path), "--invalid", "mask").out.splitlines()
        assert [line == ",,,,,," for line in lines] == [False, True, False, True]

    @pytest.mark.parametrize("name", ["some.csv", "some.jsonl"])
    def test_bytes_that_are_no_text(self, tmp_path: Path, name: str) -> None:
        """They make a bad row of their line: those before it are answered, and those after it if it is masked."""
        path = tmp_path / name
        good = (separated if name.endswith("csv") else lambda rows: json.dumps(rows[0]) + "\n")(SHOES[:1]).encode()
        path.write_bytes(good + b"\xff" + good + good)
        done = run("batch", str(path), "-f", "csv")
        assert (done.status, len(done.out.splitlines())) == (1, 2)
        assert done.err == f"Error: {path}: line 2: it is no UTF-8 text (byte 0xff cannot be read)\n"
        assert run("batch", str(path), "-f", "csv", "--invalid", "mask").out.splitlines()[1:] == [
            done.out.splitlines()[1],
            ",,,,,,",
            done.out.splitlines()[1],
        ]

    @pytest.mark.parametrize(
        ("line", "told"),
        [
            ("[1, 2", "it is no JSON"),
            ("[" * 100_000, "it is no JSON"),
            ("[1, 2, 3]", "got 3 counts"),
            ("[true, 32, 32, 32, 32, 32, 32, 32, 32, 32]", "got the count 'True'"),
            ("[32.5, 32, 32, 32, 32, 32, 32, 32, 32, 32]", "got the count '32.5'"),
            ("[1e2, 32, 32, 32, 32, 32, 32, 32, 32, 32]", "got the count '1e2'"),
            (f"[{10**30}, 32, 32, 32, 32, 32, 32, 32, 32, 32]", "a count has at most 30 digits"),
            ("[1" + "0" * 1000 + ", 32, 32, 32, 32, 32, 32, 32, 32, 32]", "a count has at most 30 digits"),
            ("[1" + "0" * 5000 + ", 32, 32, 32, 32, 32, 32, 32, 32, 32]", "a count has at most 30 digits"),
            (f'{{"A": {10**30}}}', "a count has at most 30 digits"),
            ("[NaN, 32, 32, 32, 32, 32, 32, 32, 32, 32]", "got the count 'nan'"),
            ("7", "got '7'; a line is an array of ten counts or an object of cards"),
            ("null", "got 'null'; a line is"),
            ('{"A": 3, "A": 4}', "card A: named twice"),
            ('{"0": 3, "K": 4}', "card K and card 0 are both named"),
            ('{"A": 3.5, "2": 4}', "got the count '3.5'"),
            ('{"A": 3, "2": 1}', "got 4 cards; a coup can need 6"),
            ('{"A=3,K": 31}', "card: got 'A=3,K'"),
            ('{"A 2": 31}', "card: got 'A 2'"),
            ("{}", "it names no card"),
        ],
    )
    def test_lines_of_json(self, tmp_path: Path, line: str, told: str) -> None:
        """So it is for JSON lines, where a masked line is null."""
        path = tmp_path / "some.jsonl"
        path.write_text(json.dumps(SHOES[0]) + "\n" + line + "\n")
        done = run("batch", str(path))
        assert done.status == 1
        assert done.err.startswith(f"Error: {path}: line 2: ")
        assert told in done.err
        assert run("batch", str(path), "--invalid", "mask").out.splitlines()[1] == "null"

    def test_arrays(self, tmp_path: Path) -> None:
        """Rows of an array are named by their index from 0."""
        path = tmp_path / "some.npy"
        np.save(path, np.array([*SHOES, [-1] * 10, SHOES[0]]))
        done = run("batch", str(path))
        assert done.err == (f"Error: {path}: row 5: got the count '-1'; counts are whole numbers of 0 or more\n")
        assert len(run("batch", str(path), "--invalid", "mask").out.splitlines()) == len(SHOES) + 3

    def test_arrays_of_floats(self, tmp_path: Path) -> None:
        """A float that is no whole number, or too large to be known for one, is none."""
        path = tmp_path / "some.npy"
        for wrong, told in (
            (0.5, "got the count '0.5'; counts are whole numbers of 0 or more"),
            (float("nan"), "got the count 'nan'; counts are whole numbers of 0 or more"),
            (2.0**53, "got the count '9007199254740992.0'; a float tells whole numbers apart below 2^53 only"),
        ):
            np.save(path, np.array([[32.0] * 10, [wrong] * 10]))
            assert run("batch", str(path)).err == f"Error: {path}: row 1: {told}\n"

    def test_masked_rows_without_numpy(self) -> None:
        """One by one, a masked row has no answer either."""
        rows = [SHOES[0], NO_SHOE, SHOES[1]]
        assert [answer is None for [answer] in answers_one_by_one(rows, BETS, STANDARD)] == [False, True, False]
        assert list(answers_one_by_one(rows, BETS, STANDARD))[0::2] == list(
            answers_one_by_one([SHOES[0], SHOES[1]], BETS, STANDARD)
        )


def npy_header(shape: str) -> bytes:
    """Return the header of an array file, with this shape."""
    header = f"{{'descr': '<i8', 'fortran_order': False, {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode()


class TestFilesThatCannotBeRead:
    """One line says which and why, and nothing is written."""

    @pytest.mark.parametrize(
        ("name", "content", "told"),
        [
            ("bad.csv", b"A,2,3,4,5,6,7,8,9,9\n", "line 1: it has letters, so it must name cards: card 9: named twice"),
            ("bad.csv", b"A,K,0\n", "line 1: it has letters, so it must name cards: shoe: card K and card 0"),
            ("bad.csv", b"id,A\n", "line 1: it has letters, so it must name cards: card: got 'id'"),
            ("bad.csv", b"\xff\xfe1\n", "line 1: it is no UTF-8 text (byte 0xff cannot be read)"),
            ("bad.csv", b"A,\xe92\n", "line 1: it has letters, so it must name cards: it is no UTF-8 text"),
            ("bad.csv", b'"A=6,2",3\n', "line 1: it has letters, so it must name cards: card: got 'A=6,2'"),
            ("bad.csv", b'A,"2\n', "line 1: it has letters, so it must name cards: cannot read it: unexpected end"),
            (
                "bad.csv",
                b"0,1,2,3,4,5,6,7,8,9\n",
                "line 1: 0,1,2,3,4,5,6,7,8,9 could be the names of the columns or a shoe",
            ),
            ("bad.tsv", b'\n"0"\t1\t2\t3\t4\t5\t6\t7\t8\t 9\n', r"line 2: 0\t1\t2\t3\t4\t5\t6\t7\t8\t9 could be"),
            ("bad.csv", b"1,2,3,4,5,6,7,8,9,10\n", "line 1: 1,2,3,4,5,6,7,8,9,10 could be the names of the columns"),
            ("bad.csv", b"10,1,2,3,4,5,6,7,8,9\n", "line 1: 10,1,2,3,4,5,6,7,8,9 could be the names of the columns"),
            ("bad.csv", b"9,8,7,6,5,4,3,2,1,0\n", "line 1: 9,8,7,6,5,4,3,2,1,0 could be the names of the columns"),
            ("bad.npy", b"no array", "it is no array"),
            ("bad.npy", b"PK\x03\x04 an archive of arrays", "it is no array"),
            ("bad.npy", b"", "it is no array"),
            ("bad.npy", npy_header("'shape': (99999999999999999999, 10)"), "it is no array"),
            ("bad.npy", npy_header("'shape': (True, 10)"), "it is no array"),
            ("bad.npy", npy_header("'shape': (3, 10"), "it is no array"),
        ],
    )
    def test_content(self, tmp_path: Path, name: str, content: bytes, told: str) -> None:
        """What is no table of counts is refused."""
        path, output = tmp_path / name, tmp_path / "odds.csv"
        path.write_bytes(content)
        done = run("batch", str(path), "-o", str(output))
        assert (done.status, done.out) == (1, "")
        assert done.err.startswith(f"Error: {path}: {told}")
        assert not output.exists()

    @pytest.mark.parametrize(
        "array",
        [
            np.ones((3, 9), dtype=int),
            np.ones(10, dtype=int),
            np.ones((3, 10), dtype=np.longdouble),
            np.ones((3, 10), dtype=bool),
            np.ones((3, 10), dtype="m8[D]"),
        ],
    )
    def test_arrays(self, tmp_path: Path, array: np.ndarray[Any, Any]) -> None:
        """An array has ten columns of numbers."""
        np.save(tmp_path / "bad.npy", array)
        done = run("batch", str(tmp_path / "bad.npy"))
        assert (done.status, done.out) == (1, "")
        assert done.err.endswith("it must be integers, or floats of at most 64 bits, of shape (n, 10)\n")

    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        """A missing input is an error, and leaves no output behind."""
        output = tmp_path / "odds.csv"
        for name in ("none.csv", "none.npy"):
            done = run("batch", name, "-o", str(output))
            assert (done.status, done.err) == (1, f"Error: {name}: cannot read it: no such file or directory\n")
        assert not output.exists()

    def test_an_array_on_standard_input(self) -> None:
        """An array needs a file."""
        done = run("batch", "-", "--from", "npy")
        assert (done.status, done.err) == (
            1,
            "Error: standard input: an array is not read from there; name its file\n",
        )

    def test_a_bet_on_cards(self, shoes: str, tmp_path: Path) -> None:
        """A bet that looks at more than totals is refused before anything is written."""
        output = tmp_path / "odds.csv"
        done = run("batch", shoes, "--bet", "punto-pair", "-o", str(output))
        assert done.status == 1
        assert done.err.startswith("Error: bet punto-pair: it looks at ranks; ")
        assert not output.exists()

    def test_standard_output_by_name(self, shoes: str) -> None:
        """`-o -` is standard output, as of every command, and nothing to go on with."""
        assert run("batch", shoes, "-o", "-") == run("batch", shoes)
        assert run("batch", shoes, "-o", "-", "--resume").status == 2
        assert not Path("-").exists()

    def test_usage(self, shoes: str) -> None:
        """A bet twice, several variants, options that change nothing, --resume without a file are usage errors."""
        assert run("batch", shoes, "--bet", "dragon-7", "--commission", "4%").status == 2
        assert run("batch", shoes, "--places", "3", "--exact").status == 2
        assert run("batch", shoes, "--bet", "tie", "--bet", "tie").status == 2
        assert run("batch", shoes, "--variant", "ez", "--variant", "classic").status == 2
        assert run("batch", shoes, "--resume").status == 2


class TestResume:
    """A run stopped anywhere goes on to the identical file."""

    @pytest.mark.parametrize("form", FORMS)
    def test_a_file_cut_at_any_byte(self, form: str, tmp_path: Path) -> None:
        """Cut the output after every one of its bytes: resumed, it is what it was."""
        output = tmp_path / f"odds.{form}"
        layout = Layout(form, ("banco",))

        def rows() -> Iterator[Sequence[int]]:
            yield from [SHOES[0], NO_SHOE, *SHOES[1:3]]

        @cache
        def found(row: tuple[int, ...]) -> list[Answer | None]:
            (answer,) = answers_one_by_one([NO_SHOE if list(row) == NO_SHOE else row], BETS[1:2], STANDARD)
            return answer

        def answer(given: Iterable[Sequence[int]]) -> Iterator[list[Answer | None]]:
            return (found(tuple(row)) for row in given)

        write_answers(rows(), answer, layout, str(output))
        whole = output.read_bytes()
        for size in range(len(whole) + 1):
            output.write_bytes(whole[:size])
            write_answers(rows(), answer, layout, str(output), resume=True)
            assert whole == output.read_bytes(), size

    def test_by_the_command(self, tmp_path: Path) -> None:
        """So it is with blocks, workers and a masked row, over thousands of lines."""
        source, output = tmp_path / "many.csv", tmp_path / "odds.csv"
        source.write_text(separated([*SMALL * 2500, [0] * 10, *SMALL * 2500]))
        words = [str(source), "-o", str(output), "--invalid", "mask"]
        assert run("batch", *words).status == 0
        whole = output.read_bytes()
        for size in (60, 150, 500_003, len(whole) - 1):
            output.write_bytes(whole[:size])
            assert run("batch", *words, "--resume", "--jobs", "2").status == 0
            assert whole == output.read_bytes(), size

    def test_after_a_bad_row_is_mended(self, tmp_path: Path) -> None:
        """The rows before a bad one are there, and --resume goes on once it is mended."""
        source, output = tmp_path / "some.csv", tmp_path / "odds.csv"
        source.write_text(separated(SHOES[:3]) + "oh\n")
        assert run("batch", str(source), "-o", str(output)).status == 1
        assert len(output.read_text().splitlines()) == 4
        source.write_text(separated(SHOES))
        assert run("batch", str(source), "-o", str(output), "--resume").status == 0
        assert run("batch", str(source)).out == output.read_text()

    def test_an_output_that_is_there_is_kept(self, shoes: str, tmp_path: Path) -> None:
        """Without --resume a file with something in it is not written over; an empty one is."""
        output = tmp_path / "odds.csv"
        output.write_text("mine\n")
        done = run("batch", shoes, "-o", str(output))
        assert (done.status, output.read_text()) == (1, "mine\n")
        assert done.err == f"Error: {output}: it is there already; go on with it by --resume, or remove it\n"
        output.write_text("")
        assert run("batch", shoes, "-o", str(output)).status == 0
        assert run("batch", shoes).out == output.read_text()

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            (["--bet", "tie"], "its first line is not the one these options give"),
            (["--variant", "ez"], "its line 2 is not what this input and these options give"),
            (["--tableau", "symmetric"], "its line 2 is not what this input and these options give"),
            (["--exact"], "its line 2 is not what this input and these options give"),
        ],
    )
    def test_other_options_are_found_out(self, shoes: str, tmp_path: Path, words: list[str], told: str) -> None:
        """A file begun with other rules, bets or places is not gone on with."""
        output = tmp_path / "odds.csv"
        assert run("batch", shoes, "-o", str(output)).status == 0
        whole = output.read_bytes()
        done = run("batch", shoes, "-o", str(output), "--resume", *words)
        assert (done.status, output.read_bytes()) == (1, whole)
        assert told in done.err

    def test_another_input_is_found_out(self, shoes: str, tmp_path: Path) -> None:
        """So is one begun from another input, or from a longer one."""
        output, other = tmp_path / "odds.csv", tmp_path / "other.csv"
        assert run("batch", shoes, "-o", str(output)).status == 0
        whole = output.read_bytes()
        for rows, line in ((SHOES[::-1], 2), ([*SHOES[:2], *SHOES[3:], SHOES[2]], 4), (SHOES[:2], 4), ([], 2)):
            other.write_text(separated(rows))
            done = run("batch", str(other), "-o", str(output), "--resume")
            assert (done.status, output.read_bytes()) == (1, whole)
            assert f"its line {line} is not what this input and these options give" in done.err

    def test_what_is_found_again(self, tmp_path: Path) -> None:
        """Of thousands of lines the first, the last, the last of a shoe and a thousand between are, and no others."""
        source, output = tmp_path / "many.csv", tmp_path / "odds.csv"
        source.write_text(separated([*SMALL * 750, *[[0] * 10] * 2]))
        words = [str(source), "-o", str(output), "--invalid", "mask"]
        assert run("batch", *words).status == 0
        lines = output.read_text().splitlines(keepends=True)
        unlike = []
        for row in [*range(7), 1500, 2990, *range(2996, 3000), 3001]:
            output.write_text("".join([*lines[: row + 1], "0" + lines[row + 1], *lines[row + 2 :]]))
            done = run("batch", *words, "--resume")
            if done.status:
                assert f"its line {row + 2} is not what" in done.err
                unlike.append(row)
        # A step is 3.002 rows: 0, 3, 6, ... 1497, 1501, ... 2989, 2992, 2995, 2998. The last two rows are masked.
        assert unlike == [0, 3, 6, 2998, 2999, 3001]

    def test_other_options_under_a_masked_last_line(self, tmp_path: Path) -> None:
        """Lines without an answer tell nothing; others are found again."""
        source, output = tmp_path / "some.csv", tmp_path / "odds.csv"
        source.write_text(separated([*SHOES, [0] * 10]))
        words = [str(source), "-o", str(output), "--invalid", "mask", "--resume"]
        assert run("batch", *words).status == 0
        done = run("batch", *words, "--tableau", "symmetric")
        assert done.status == 1
        assert "its line 2 is not what this input and these options give" in done.err

    @pytest.mark.parametrize("form", FORMS)
    @pytest.mark.parametrize(
        "held",
        ["my precious data", "my precious\ndata", "tot4l", "{HEADER}1", "{HEADER}mine\n", "{HEADER}{LINE}7", "{ALL}4"],
    )
    def test_what_is_no_part_is_kept(self, shoes: str, tmp_path: Path, form: str, held: str) -> None:
        """A file is gone on with only if all that it holds is how this run's begins, its last cut line too."""
        output = tmp_path / f"odds.{form}"
        words = ["batch", shoes, "-f", form, "--bet", "banco"]
        whole = run(*words).out
        lines = whole.splitlines(keepends=True)
        header, line = ("", lines[0]) if form == "jsonl" else lines[:2]
        text = held.format(HEADER=header, LINE=line, ALL=whole)
        output.write_text(text)
        done = run(*words, "-o", str(output), "--resume")
        assert (done.status, done.out, output.read_text()) == (1, "", text)
        assert done.err.startswith(f"Error: {output}: its ")
        assert done.err.count("\n") == 1

    def test_the_input_is_never_written_to(self, tmp_path: Path) -> None:
        """Not under another name, not from standard input, and not when it is empty."""
        source, link = tmp_path / "shoes.csv", tmp_path / "link.csv"
        link.symlink_to(source)
        for text in (separated(SHOES), ""):
            source.write_text(text)
            for output in (source, link):
                for words in ([], ["--resume"]):
                    done = run("batch", str(source), "-o", str(output), *words)
                    assert (done.status, done.err) == (1, f"Error: {output}: it is the input; write to another file\n")
            with source.open() as given:
                piped = subprocess.run(
                    [sys.executable, "-m", "analyzer", "batch", "-", "-o", str(source)],
                    cwd=ROOT,
                    stdin=given,
                    capture_output=True,
                    check=False,
                )
            assert (piped.returncode, piped.stderr.count(b"it is the input")) == (1, 1)
            assert source.read_text() == text

    def test_outputs_that_cannot_be_written(self, shoes: str, tmp_path: Path) -> None:
        """A folder, and a file in none, are errors of one line."""
        for output in (str(tmp_path), str(tmp_path / "none" / "odds.csv")):
            done = run("batch", shoes, "-o", output)
            assert (done.status, done.out) == (1, "")
            assert done.err.startswith(f"Error: {output}: cannot write it: ")

    def test_a_device(self, shoes: str) -> None:
        """What is no regular file is written to, and has nothing to resume."""
        assert run("batch", shoes, "-o", "/dev/null", "--resume").status == 0


def test_reading_holds_no_file_whole(tmp_path: Path) -> None:
    """The first row is there before the rest is read: a bad line far below is no matter yet."""
    path = tmp_path / "long.csv"
    path.write_text(separated(SMALL * 5000) + "bad\n")
    rows = read_rows(str(path), "csv")
    assert next(rows) == SHOES[0]
    with pytest.raises(FileError, match="line 20001"):
        list(rows)


def test_answers_by_numpy_are_those_one_by_one() -> None:
    """Both routes give the same numbers before they are written."""
    rows = [*SHOES, NO_SHOE]
    by_numpy = chain.from_iterable(answers(rows, BETS, STANDARD))
    for many, [one] in zip(by_numpy, answers_one_by_one(rows, BETS, STANDARD), strict=True):
        assert (many is None) == (one is None)
        if many is not None and one is not None:
            assert (many.total, tuple(many.counts)) == (one.total, tuple(one.counts))
            assert [Fraction(*edge) for edge in many.edges] == [Fraction(*edge) for edge in one.edges]
