"""`batch`: every format of input gives the same answers, and a run that is stopped leaves no process behind."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from fractions import Fraction
from itertools import islice
from pathlib import Path
from time import monotonic, sleep

import numpy as np
import pytest
from command import run
from paths import ROOT
from shoe_files import SHOES, SMALL, separated

from analyzer import STANDARD, Fineness, Shoe, outcome_forms, price, read_variant
from analyzer.cli.batch import WORKER_LOST

BETS = read_variant("classic").bets


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
        ez = run("batch", shoes, "--variant", "ez", "--bet", "banco", "--exact").out.splitlines()
        assert ez[0] == "total,punto,banco,tie,banco_edge"
        assert ez[1].endswith(",66274384744/6508331087895")
        symmetric = run("batch", shoes, "--tableau", "symmetric", "--commission", "4%").out.splitlines()
        assert symmetric[1].split(",")[1] == symmetric[1].split(",")[2]
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
        """In text, in JSON and in arrays; floats as long as they are exact."""
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
    def test_large_counts_are_exact_in_every_format(self, tmp_path: Path, count: int) -> None:
        """Text is exact up to thirty digits, with a decimal point or without."""
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
        """Ten digits alone could be names or counts; under names or below the first line they are counts."""
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

    def test_the_format_follows_the_input(self, tmp_path: Path) -> None:
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
            "many shoes at once need NumPy: pip install '.[fast]' in the folder of the source\n"
        )
        workers = run("batch", shoes, "--jobs", "2")
        assert (workers.status, workers.out) == (2, "")
        assert "pip install '.[fast]' in the folder of the source" in workers.err
        array = run("batch", "shoes.npy")
        assert (array.status, array.out) == (1, "")
        assert array.err.endswith(
            "Error: many shoes at once need NumPy: pip install '.[fast]' in the folder of the source\n"
        )

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
        """Where stderr is not a terminal it gets a line once in a while, apart from the answers."""
        monkeypatch.setattr("analyzer.cli.console.LINES_BETWEEN_NOTES", 2)
        monkeypatch.setattr("analyzer.batch.rows.ROWS_FIRST", 2)
        monkeypatch.setattr("analyzer.batch.rows.ROWS_TOGETHER", 2)
        done = run("batch", shoes)
        assert done.err == "2 shoes\n4 shoes\n"
        assert len(done.out.splitlines()) == len(SHOES) + 1


@pytest.mark.usefixtures("default_signals")
class TestLeaving:
    """Stopping a run with workers does not wait for them, and prints one message."""

    @pytest.fixture
    def large(self, tmp_path: Path) -> str:
        """Return the path of shoes so large that two workers have ten seconds and more to do."""
        path = tmp_path / "large.csv"
        path.write_text(separated([[1000 + index] * 10 for index in range(1000)] * 60))
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
        """Ctrl-C, which goes to all processes, ends all of them with one line and drops pending blocks."""
        with self.start(large) as process:
            assert len(self.lines(process, 1000)) == 1000
            began = monotonic()
            assert len(self.lines(process, 2000)) == 2000
            interrupted = monotonic()
            os.killpg(process.pid, signal.SIGINT)
            _, message = process.communicate()
            left = monotonic()
        assert (process.returncode, message) == (130, b"Error: interrupted\n")
        # 16,384 shoes wait, eight times as many as were counted in that time.
        assert left - interrupted < 3 * (interrupted - began)

    def test_an_interrupt_while_waiting_for_input(self) -> None:
        """Idle workers print nothing either."""
        with self.start("-") as process:
            assert process.stdin is not None
            process.stdin.write(separated(SMALL * 25).encode())
            process.stdin.flush()
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
            while len(children.read_text().split()) < 1:
                sleep(0.05)
            sleep(1)
            os.killpg(process.pid, signal.SIGINT)
            _, message = process.communicate()
        assert (process.returncode, message) == (130, b"Error: interrupted\n")

    def test_a_closed_pipe(self, large: str) -> None:
        """A reader who leaves ends the run silently."""
        with self.start(large) as process:
            assert len(self.lines(process, 1000)) == 1000
            began = monotonic()
            assert len(self.lines(process, 2000)) == 2000
            closed = monotonic()
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            assert (process.wait(), process.stderr.read()) == (0, b"")
        # The rest of the file would take thirty times as long as these lines did.
        assert monotonic() - closed < 10 * (closed - began)

    def test_a_worker_that_is_killed(self, large: str) -> None:
        """The answers so far are written, and one line gives the reason for the end."""
        with self.start(large) as process:
            assert len(self.lines(process, 100)) == 100
            workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            os.kill(int(workers[0]), signal.SIGKILL)
            _, message = process.communicate()
        assert process.returncode == 1
        assert message == (
            b"Error: a worker process ended before its work was done: it was killed, or memory or threads ran out; "
            b"the answers before that are written\n"
        )

    @pytest.mark.parametrize("ended", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
    def test_workers_exit_with_their_parent(self, large: str, ended: signal.Signals) -> None:
        """However the parent ends, no worker is left behind."""
        with self.start(large) as process:
            assert len(self.lines(process, 100)) == 100
            process.send_signal(ended)
            # Its pipes are closed when the last process that holds them has left.
            process.communicate(timeout=60)
        # SIGKILL cannot be handled; after the others the process ends itself, with the status that a shell shows.
        assert process.returncode == (-ended if ended is signal.SIGKILL else 128 + ended)

    def test_a_lost_worker_that_the_executor_does_not_report(self) -> None:
        """Where the executor would wait for the rest of an answer, the run ends with the same line."""
        program = (
            "import os, signal, sys, time\n"
            "from multiprocessing import Process\n"
            "from threading import Event, Timer\n"
            "import analyzer.cli\n"
            "worker = Process(target=time.sleep, args=(60,))\n"
            "worker.start()\n"
            "Timer(0.5, os.kill, (worker.pid, signal.SIGKILL)).start()\n"
            "sys.modules['analyzer.cli.batch'].PATIENCE = 0.1\n"
            "sys.modules['analyzer.cli.batch']._exit_on_lost_worker(Event())\n"
        )
        done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=False, timeout=50)
        assert (done.returncode, done.stdout) == (1, b"")
        assert done.stderr.startswith(b"Error: a worker process ended before its work was done")

    @pytest.mark.parametrize("place", ["multiprocessing.queues:Queue._start_thread", "threading:Thread.start"])
    def test_no_more_threads(self, place: str, shoes: str) -> None:
        """Whichever thread cannot be started, the run ends with a line, and no worker is left to hang on to it."""
        module, _, function = place.partition(":")
        program = (
            f"import sys, {module}\n"
            "from analyzer.cli import main\n"
            "def start(*_arguments):\n"
            '    raise RuntimeError("can\'t start new thread")\n'
            f"{module}.{function} = start\n"
            f"main(['batch', {shoes!r}, '--jobs', '2'])\n"
        )
        done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=False, timeout=50)
        assert (done.returncode, done.stdout) == (1, b"")
        # From Python 3.12 on a pool that gets no thread for its queue ends its workers itself, without saying why.
        assert done.stderr.decode().splitlines() in (
            ["Error: no more threads can be started: memory, or the number of processes allowed, ran out"],
            [f"Error: {WORKER_LOST}"],
        )

    def test_a_closed_pipe_named_as_output(self, tmp_path: Path) -> None:
        """A closed standard output ends the run silently under the name of its device, too."""
        path = tmp_path / "many.csv"
        path.write_text(separated(SMALL * 5000))
        script = f"{sys.executable} -m analyzer batch {path} -o /dev/stdout | head -n 2"
        done = subprocess.run(["bash", "-o", "pipefail", "-c", script], cwd=ROOT, capture_output=True, check=False)
        assert (done.returncode, len(done.stdout.splitlines()), done.stderr) == (0, 2, b"")

    def test_progress_on_a_full_device(self, tmp_path: Path) -> None:
        """The answers are complete although stderr goes to a full device."""
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


class TestFilesThatCannotBeRead:
    """One line says which and why, and nothing is written."""

    def test_a_bet_on_cards(self, shoes: str, tmp_path: Path) -> None:
        """A bet that looks at more than totals is refused before anything is written."""
        output = tmp_path / "odds.csv"
        done = run("batch", shoes, "--bet", "punto-pair", "-o", str(output))
        assert done.status == 1
        assert done.err.startswith("Error: bet punto-pair: it looks at ranks; ")
        assert not output.exists()

    def test_standard_output_by_name(self, shoes: str) -> None:
        """`-o -` is standard output, as for every command, and cannot be resumed."""
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
