"""Files of shoes: rows that are not shoes, and files that cannot be read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from command import run
from shoe_files import SHOES, SMALL, separated

from analyzer.batch.reading import read_rows
from analyzer.errors import FileError
from analyzer.text import MAX_LINE

if TYPE_CHECKING:
    from pathlib import Path


class TestBadRows:
    """Rows that are not shoes stop the run at their line, or leave it empty."""

    @pytest.mark.parametrize(
        ("line", "message"),
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
            ('32,32,32,32,32,32,32,32,32,"' + "1" * 200_000, "it is longer than 65,536 characters"),
            (" " * MAX_LINE + ",".join(["32"] * 10), "it is longer than 65,536 characters"),
            ("32," * 9 + "32" + "\0", "it holds a NUL, so it is not text"),
            ("32," + " " * 99 + "32,32,32,32,32,32,32,32,32", "its field at most 100 characters"),
            ("32,1." + "0" * 200 + ",32,32,32,32,32,32,32,32", "a count has at most 30 digits"),
            ("32,32,32", "got 3 counts; a row is ten, of the point values 0 to 9"),
            ("5,0,0,0,0,0,0,0,0,0", "got 5 cards; a coup can need 6"),
        ],
    )
    def test_separated_rows(self, tmp_path: Path, line: str, message: str) -> None:
        """The error names file and line; the rows before it are answered. Masked, its line is empty."""
        path = tmp_path / "some.csv"
        path.write_text(separated(SHOES[:2]) + line + "\n" + separated(SHOES[2:]))
        done = run("batch", str(path))
        assert done.status == 1
        assert done.err.startswith(f"Error: {path}: line 3: ")
        assert message in done.err
        assert len(done.out.splitlines()) == 3
        masked = run("batch", str(path), "--invalid", "mask").out.splitlines()
        assert masked[:3] == done.out.splitlines()
        assert masked[3] == ",,,,,,"
        assert len(masked) == len(SHOES) + 2

    @pytest.mark.parametrize("first", ["nan" + ",32" * 9, "1e2" + ",32" * 9, "inf" + ",32" * 9, '"' + "32,32" * 9])
    def test_a_first_row_like_any_other(self, tmp_path: Path, first: str) -> None:
        """Text that is neither the name of a card nor a count is a bad row, in the first line as in the second."""
        path = tmp_path / "some.csv"
        path.write_text(f"{first}\n{separated(SHOES[:1])}{first}\n")
        assert run("batch", str(path)).err.startswith(f"Error: {path}: line 1: ")
        lines = run("batch", str(path), "--invalid", "mask").out.splitlines()
        assert [line == ",,,,,," for line in lines] == [False, True, False, True]

    @pytest.mark.parametrize("name", ["some.csv", "some.jsonl"])
    def test_bytes_that_are_not_text(self, tmp_path: Path, name: str) -> None:
        """They make their line a bad row: the lines before it are answered, and those after it if it is masked."""
        path = tmp_path / name
        good = (separated if name.endswith("csv") else lambda rows: json.dumps(rows[0]) + "\n")(SHOES[:1]).encode()
        path.write_bytes(good + b"\xff" + good + good)
        done = run("batch", str(path), "-f", "csv")
        assert (done.status, len(done.out.splitlines())) == (1, 2)
        assert done.err == f"Error: {path}: line 2: it is not UTF-8 text (byte 0xff cannot be read)\n"
        assert run("batch", str(path), "-f", "csv", "--invalid", "mask").out.splitlines()[1:] == [
            done.out.splitlines()[1],
            ",,,,,,",
            done.out.splitlines()[1],
        ]

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("[1, 2", "it is not JSON"),
            ("[" * 60_000, "it is not JSON"),
            ("[" * 100_000, "it is longer than 65,536 characters"),
            ('{"A": ' * 500 + "1" + "}" * 500, "got an object for a count; counts are whole numbers of 0 or more"),
            ("[1, [[2], 3], 4, 5, 6, 7, 8, 9, 10, 11]", "got an array for a count; counts are whole numbers"),
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
    def test_lines_of_json(self, tmp_path: Path, line: str, message: str) -> None:
        """A bad line of JSON stops the run as well; masked, it is null."""
        path = tmp_path / "some.jsonl"
        path.write_text(json.dumps(SHOES[0]) + "\n" + line + "\n")
        done = run("batch", str(path))
        assert done.status == 1
        assert done.err.startswith(f"Error: {path}: line 2: ")
        assert message in done.err
        assert run("batch", str(path), "--invalid", "mask").out.splitlines()[1] == "null"

    def test_arrays(self, tmp_path: Path) -> None:
        """Rows of an array are named by their index from 0."""
        path = tmp_path / "some.npy"
        np.save(path, np.array([*SHOES, [-1] * 10, SHOES[0]]))
        done = run("batch", str(path))
        assert done.err == (f"Error: {path}: row 5: got the count '-1'; counts are whole numbers of 0 or more\n")
        assert len(run("batch", str(path), "--invalid", "mask").out.splitlines()) == len(SHOES) + 3

    def test_arrays_of_floats(self, tmp_path: Path) -> None:
        """A float is not a count if it is not whole, or so large that whole numbers are not exact."""
        path = tmp_path / "some.npy"
        for wrong, message in (
            (0.5, "got the count '0.5'; counts are whole numbers of 0 or more"),
            (float("nan"), "got the count 'nan'; counts are whole numbers of 0 or more"),
            (2.0**53, "got the count '9007199254740992.0'; whole numbers are exact in a float below 2^53 only"),
        ):
            np.save(path, np.array([[32.0] * 10, [wrong] * 10]))
            assert run("batch", str(path)).err == f"Error: {path}: row 1: {message}\n"


def npy_header(shape: str) -> bytes:
    """Return the header of an array file, with this shape."""
    header = f"{{'descr': '<i8', 'fortran_order': False, {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode()


class TestFilesThatCannotBeRead:
    """One line says which and why, and nothing is written."""

    @pytest.mark.parametrize(
        ("name", "content", "message"),
        [
            ("bad.csv", b"A,2,3,4,5,6,7,8,9,9\n", "line 1: it has letters, so it must name cards: card 9: named twice"),
            ("bad.csv", b"A,K,0\n", "line 1: it has letters, so it must name cards: shoe: card K and card 0"),
            ("bad.csv", b"id,A\n", "line 1: it has letters, so it must name cards: card: got 'id'"),
            ("bad.csv", b"\xff\xfe1\n", "line 1: it is not UTF-8 text (byte 0xff cannot be read)"),
            ("bad.csv", b"A,\xe92\n", "line 1: it has letters, so it must name cards: it is not UTF-8 text"),
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
            ("bad.npy", b"no array", "it is not a NumPy array"),
            ("bad.npy", b"PK\x03\x04 an archive of arrays", "it is not a NumPy array"),
            ("bad.npy", b"", "it is not a NumPy array"),
            ("bad.npy", npy_header("'shape': (99999999999999999999, 10)"), "it is not a NumPy array"),
            ("bad.npy", npy_header("'shape': (True, 10)"), "it is not a NumPy array"),
            ("bad.npy", npy_header("'shape': (3, 10"), "it is not a NumPy array"),
        ],
    )
    def test_content(self, tmp_path: Path, name: str, content: bytes, message: str) -> None:
        """A file that is not a table of counts is refused."""
        path, output = tmp_path / name, tmp_path / "odds.csv"
        path.write_bytes(content)
        done = run("batch", str(path), "-o", str(output))
        assert (done.status, done.out) == (1, "")
        assert done.err.startswith(f"Error: {path}: {message}")
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
            "Error: standard input: an array cannot be read from it; name a file\n",
        )


def test_rows_are_read_one_by_one(tmp_path: Path) -> None:
    """The first row is there before the rest is read: a bad line far below does not matter yet."""
    path = tmp_path / "long.csv"
    path.write_text(separated(SMALL * 5000) + "bad\n")
    rows = read_rows(str(path), "csv")
    assert next(rows) == SHOES[0]
    with pytest.raises(FileError, match="line 20001"):
        list(rows)
