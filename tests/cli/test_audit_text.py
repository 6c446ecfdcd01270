"""Text from a record, a file of shoes or the name of a file is shown without doing anything to the terminal."""

from __future__ import annotations

import csv
import io
import json
import os
import tracemalloc
from functools import partial
from resource import RLIMIT_AS, setrlimit
from typing import TYPE_CHECKING, Any

import pytest
from command import Done, process, run
from hypothesis import example, given
from hypothesis import strategies as st

from analyzer import STANDARD, Audit, BaccaratError, Shoe, read_variant
from analyzer.batch.reading import read_rows
from analyzer.records.record_file import RecordFile

if TYPE_CHECKING:
    from pathlib import Path

# The limit of the address space, which NumPy's threads would fill on a machine of many processors.
LITTLE_MEMORY: dict[str, Any] = {
    "preexec_fn": partial(setrlimit, RLIMIT_AS, (1_500_000_000, 1_500_000_000)),
    "env": os.environ | {"OPENBLAS_NUM_THREADS": "1"},
}
# Escape sequences, line breaks and marks of direction, more often than chance would give them.
HOSTILE = st.sampled_from(
    ["\n", "\r\n", "\x1b[2J", "\x9b", "\x7f", "\u202e", "\u2028", "\ud800", "\udcff", "\0", "\t", '"']
)
TEXT = st.lists(HOSTILE | st.text(st.characters(), max_size=8), max_size=6).map("".join)
CELL = TEXT | st.sampled_from(["9 K", "3 8", "B", "P", "20", "1", "yes"])
COLUMN = TEXT | st.sampled_from(["shoe", "round", "winner", "punto total", "new shoe", "banco stake", "bnco paid"])
ROWS = st.lists(st.lists(CELL, min_size=3, max_size=3), min_size=1, max_size=4)
OUTPUT = st.sampled_from(["table", "markdown", "csv", "latex", "json"])


def data_of(text: str) -> bytes:
    """Return a text as a file holds it: a surrogate as bytes that are not UTF-8."""
    return text.encode("utf-8", "surrogatepass")


def separated(rows: list[list[str]]) -> bytes:
    """Return rows as CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return data_of(out.getvalue())


def lines_of_json(names: list[str], rows: list[list[str]]) -> bytes:
    """Return rows as lines of JSON, which can name every character."""
    return "".join(json.dumps(dict(zip(names, row, strict=True))) + "\n" for row in rows).encode()


def refuse_what_writes_on_a_terminal(text: str) -> None:
    """Fail for any character but a newline that cannot be printed."""
    assert [character for character in text if not character.isprintable() and character != "\n"] == []


def refuse_forged_lines(done: Done) -> None:
    """Fail for an output that is not notes, then at most one error, with nothing that writes on a terminal."""
    refuse_what_writes_on_a_terminal(done.out)
    refuse_what_writes_on_a_terminal(done.err)
    lines = done.err.split("\n")[:-1]
    kinds = [line.partition(": ")[0] for line in lines]
    assert kinds == ["Note"] * (len(lines) - bool(done.status)) + ["Error"] * bool(done.status)
    assert all(len(line) <= 2000 for line in lines if line.startswith("Error"))


@given(names=st.lists(COLUMN, min_size=2, max_size=2), rows=ROWS, output_format=OUTPUT, as_json=st.booleans())
@example(names=["evil\nError: forged", "shoe"], rows=[["9 K", "1", "a\nb\x1b[2J"]], output_format="table", as_json=True)
@example(names=["winner", "shoe"], rows=[["9 K", "B", "\ud800"]], output_format="json", as_json=True)
def test_a_record(
    tmp_path_factory: pytest.TempPathFactory,
    names: list[str],
    rows: list[list[str]],
    output_format: str,
    as_json: bool,  # noqa: FBT001 - a case
) -> None:
    """Whatever its columns and fields hold, tables, notes and errors are lines of what can be printed; JSON is read."""
    folder = tmp_path_factory.mktemp("record")
    columns = ["punto", *names, "banco"]
    rows = [[*row, "3 8"] for row in rows]
    path, output = folder / ("r.jsonl" if as_json else "r.csv"), folder / "out"
    path.write_bytes(lines_of_json(columns, rows) if as_json else separated([columns, *rows]))
    for words in ((), ("--odds", "tie"), ("--shoe-change", names[0])):
        done = run("audit", str(path), "-f", output_format, "-o", str(output), *words)
        refuse_forged_lines(done)
        if output.exists():
            text = output.read_text(encoding="utf-8")
            refuse_what_writes_on_a_terminal(text)
            if output_format == "json":
                assert json.loads(text)["audit"]["coups"] <= len(rows)


@given(shoe=st.text(st.characters(), max_size=50))
def test_json_loses_nothing(tmp_path_factory: pytest.TempPathFactory, shoe: str) -> None:
    """The name of a shoe is in the document as it is in the record, surrogates and escape sequences too."""
    path = tmp_path_factory.mktemp("record") / "r.jsonl"
    path.write_text(json.dumps({"punto": "9 K", "banco": "3 8", "winner": "B", "shoe": f"x{shoe}x"}) + "\n")
    done = run("audit", str(path), "-f", "json")
    refuse_forged_lines(done)
    assert [finding["shoe"] for finding in json.loads(done.out)["findings"]] == [f"x{shoe}x"]


@given(
    names=st.lists(TEXT | st.sampled_from(["A", "2", "K", "0"]), min_size=1, max_size=4),
    cells=st.lists(TEXT | st.just("32"), min_size=4, max_size=4),
    kind=st.sampled_from(["csv", "tsv", "jsonl"]),
)
def test_a_file_of_shoes(
    tmp_path_factory: pytest.TempPathFactory, names: list[str], cells: list[str], kind: str
) -> None:
    """Whatever its first line and its counts hold, an error is one line of what can be printed."""
    path = tmp_path_factory.mktemp("shoes") / f"s.{kind}"
    row = cells[: len(names)]
    path.write_bytes(lines_of_json(names, [row]) if kind == "jsonl" else separated([names, row]))
    for invalid in ("error", "mask"):
        done = run("batch", str(path), "--invalid", invalid, "-f", "csv")
        refuse_forged_lines(done)
        assert done.err.count("\n") == done.status


FILE_NAMES = st.binary(min_size=1, max_size=60) | TEXT.map(lambda text: text.encode("utf-8", "replace")[:60])


@given(name=FILE_NAMES.map(lambda name: os.fsdecode(name.translate(None, b"/\0="))))
@example("\x1b[2J\nError: forged \udcff")
def test_the_name_of_a_file(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    """It may hold any bytes; where it is shown, each of its lines and escape sequences is escaped."""
    folder = tmp_path_factory.mktemp("named")
    record, shoes, output = (folder / f"{name}.{kind}" for kind in ("csv", "jsonl", "out"))
    record.write_text("punto,banco,winner\n9 K,3 8,B\n")
    shoes.write_text("[1]\n")
    for words in (
        ("audit", record),
        ("audit", record, "-f", "json"),
        ("audit", folder / f"{name}.none"),
        ("batch", shoes),
        ("batch", shoes, "-o", output),
        ("batch", record, "-o", record),
        ("edge", "--shoe", shoes),
        ("edge", "--variant", f"{record}.toml"),
    ):
        done = run(*map(str, words))
        refuse_forged_lines(done)
        assert done.status == 1
        assert (done.out[:1] == "{") == ("json" in words)


@pytest.mark.parametrize("words", [("audit",), ("batch",), ("edge", "--shoe"), ("edge", "--variant"), ("bet",)])
@pytest.mark.parametrize("name", ["./" + "x" * 5000, "./" + "\x1b" * 5000, "./" + "x/" * 100_000])
def test_a_long_name_of_a_file(words: tuple[str, ...], name: str) -> None:
    """An error has at most 2,000 characters, and says after the name, cut in its middle, what is wrong."""
    done = run(*words, name)
    refuse_forged_lines(done)
    assert done.status in {1, 2}
    _name, _, problem = done.err.rpartition(": cannot read it: ")
    assert problem.startswith(("file name too long", "no such file or directory"))


@pytest.mark.parametrize(
    "lines", [['{"A": ' * 500 + "1" + "}" * 500], ["[" * 100_000], ['{"a": ' * 10_000, '{"punto": "9 K"}']]
)
def test_lines_that_are_nested_deeply(tmp_path: Path, lines: list[str]) -> None:
    """Each is one finding of one line in a record, and one error in a file of shoes."""
    path = tmp_path / "deep.jsonl"
    path.write_text("\n".join(lines) + "\n")
    records = list(RecordFile(str(path)))
    assert [bool(record.problem) for record in records] == [True] * len(lines)
    assert all(len(record.problem) < 200 and record.problem.isprintable() for record in records)
    with pytest.raises(BaccaratError) as caught:
        next(read_rows(str(path), "jsonl"))
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("words", [(), ("--odds", "tie", "-f", "json")], ids=["table", "odds"])
def test_a_long_field_among_many_lines(tmp_path: Path, words: tuple[str, ...]) -> None:
    """One of 32,000 characters in a record of 200 kB pads no other line: the audit takes less than 1.5 GB."""
    path = tmp_path / "long.csv"
    line = "9 K,3 8,B,1\n"
    path.write_text("punto,banco,winner,round\n9 K,3 8,B," + "♠" * 32_000 + "\n" + line * 10_000)
    done = process("audit", str(path), *words, "-o", str(tmp_path / "out"), **LITTLE_MEMORY)
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
    assert b"findings in 10,001 coups" in done.stderr


def test_long_fields_are_not_kept(tmp_path: Path) -> None:
    """A record of 10 MB in which every field is long, and another one, takes less than 2 MB."""
    path = tmp_path / "long.csv"
    columns = ["punto", "banco", "winner", "shoe", "round", "new shoe", "punto total", "banco stake", "banco paid"]
    with path.open("w") as file:
        file.write(",".join(columns) + "\n")
        for number in range(200):
            file.write(",".join(f"{column} {number} " + "9" * 6_000 for column in columns) + "\n")
    audit = Audit(Shoe.decks(8), STANDARD, {"banco": read_variant("classic").bet("banco")})
    tracemalloc.start()
    unreadable = sum(bool(line.findings) for line in audit.check_all(RecordFile(str(path), ["banco"])))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert unreadable == 200
    assert peak < 2_000_000


@pytest.mark.parametrize("words", [("batch",), ("batch", "--from", "jsonl"), ("audit",)], ids=" ".join)
def test_a_line_without_an_end(words: tuple[str, ...]) -> None:
    """It is one error, at once and in bounded memory."""
    done = process(*words, "/dev/zero", timeout=60, **LITTLE_MEMORY)
    assert done.returncode == 1
    assert done.stderr == b"Error: /dev/zero: line 1: it is longer than 65,536 characters\n"
