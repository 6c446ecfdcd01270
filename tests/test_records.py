"""Records are read whatever they are written in, and what is wrong with a line is said of that line alone."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import STANDARD, BaccaratError, Shoe, read_variant
from analyzer.auditing import Audit
from analyzer.columns import CELLS, Columns
from analyzer.files import FileError
from analyzer.records import MAX_LINE, Record, RecordFile

EXAMPLE = (Path(__file__).parent.parent / "docs" / "examples" / "record.csv").read_bytes()
JSON = (
    b'{"punto": ["9", "K"], "banco": "3 8", "shoe": 1, "stakes": {"banco": 20}, "payments": {"banco": 0}}\n'
    b'{"punto": "2 3 K", "banco": "3 4", "winner": "B", "new shoe": true}\n'
)
BETS = ["punto", "banco", "tie", "dragon-7", "punto-pair"]


def read(
    folder: Path, content: str | bytes, name: str = "record.csv", mark: str | None = None, **how: bool
) -> list[Record]:
    """Return the records of a file with this content."""
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(RecordFile(str(path), BETS, mark, **how))


def named(record: Record) -> dict[str, str]:
    """Return the cells of a record that hold anything, by name."""
    return {name: cell for name, cell in zip(CELLS, record.cells, strict=True) if cell}


COUP = {
    "punto": "9 K",
    "banco": "3 8",
    "punto_total": "9",
    "banco_total": "1",
    "result": "P",
    "shoe": "1",
    "round": "4",
}


class TestNames:
    """Columns by the names people use."""

    @pytest.mark.parametrize(
        "header",
        [
            "punto,banco,punto total,banco total,result,shoe,round",
            "Player,Banker,Player_Total,Banker-Total,Winner,Shoe #,Hand No.",
            "PLAYER CARDS,BANKER CARDS,player points,banker points,Outcome,shoe_id,Coup",
        ],
    )
    @pytest.mark.parametrize("separator", [",", ";", "\t"])
    def test_one_meaning(self, tmp_path: Path, header: str, separator: str) -> None:
        """Case, blanks and the language do not matter, nor what separates the cells."""
        text = f"{header}\n9 K,3 8,9,1,P,1,4\n".replace(",", separator)
        [record] = read(tmp_path, text)
        assert (record.line, record.problem) == (2, "")
        assert named(record) == COUP

    def test_json_says_the_same(self, tmp_path: Path) -> None:
        """A line of JSON may hold numbers, texts and lists of cards."""
        line = '{"Player": ["9", "K"], "Banker": [3, 8], "player total": 9, "banker_total": 1, "winner": "P",'
        [record] = read(tmp_path, line + ' "shoe": 1, "round": 4, "dealer": null}\n', "record.jsonl")
        assert named(record) == COUP

    def test_amounts(self, tmp_path: Path) -> None:
        """Stakes and payments name their bet before or after, in either language."""
        header = "punto,banco,Stake Banker,banco paid,Player pair bet,egalite_stake,Dragon 7 payout"
        [record] = read(tmp_path, header + "\n9 K,3 8,20,19,1,5,0\n")
        assert record.money == (
            ("stake", "banco", "20"),
            ("paid", "banco", "19"),
            ("stake", "punto-pair", "1"),
            ("stake", "tie", "5"),
            ("paid", "dragon-7", "0"),
        )
        line = {"punto": "9 K", "banco": "3 8", "stakes": {"banker": 20.5}, "payments": {"Banco": "19"}, "tie stake": 5}
        [record] = read(tmp_path, json.dumps(line), "record.jsonl")
        assert record.money == (("stake", "banco", "20.5"), ("paid", "banco", "19"), ("stake", "tie", "5"))

    def test_quoted_cells_and_columns_nobody_asked_for(self, tmp_path: Path) -> None:
        """Quotation is undone; other columns are named, not read."""
        path = tmp_path / "record.csv"
        path.write_text('dealer,punto,banco,table\n"Ann, B.","9, K",3 8,7\n')
        file = RecordFile(str(path))
        [record] = file
        assert named(record) == {"punto": "9, K", "banco": "3 8"}
        assert file.ignored == ["dealer", "table"]
        assert file.lines == 2

    def test_no_two_names_share_a_meaning_by_accident(self) -> None:
        """Every name listed means its own column."""
        columns = Columns()
        for place, names in enumerate(CELLS.values()):
            assert {columns.meaning(name) for name in names.split()} == {place}


class TestShoes:
    """What marks a new shoe."""

    @pytest.mark.parametrize(
        ("cell", "change"), [("yes", True), ("1", True), ("x", True), ("no", False), ("", False), ("0", False)]
    )
    def test_a_column_that_says_so(self, tmp_path: Path, cell: str, change: bool) -> None:  # noqa: FBT001 - a case
        """A column "new shoe" marks the lines that say yes."""
        [record] = read(tmp_path, f"New Shoe,punto,banco\n{cell},9 K,3 8\n")
        assert record.change == change

    def test_a_line_of_its_own(self, tmp_path: Path) -> None:
        """A line that is the mark and nothing else starts a new shoe with the next coup."""
        text = "punto,banco\n9 K,3 8\n\n  -- shuffle -- \n9 K,3 8\n9 K,3 8\n"
        assert [(each.line, each.change) for each in read(tmp_path, text, mark="-- shuffle --")] == [
            (2, False),
            (5, True),
            (6, False),
        ]

    def test_a_column_named(self, tmp_path: Path) -> None:
        """The mark may name the column whose value changes."""
        [record] = read(tmp_path, "punto,banco,Deck ID\n9 K,3 8,17\n", mark="deck id")
        assert named(record)["shoe"] == "17"


class TestBadLines:
    """One line is lost, with what is wrong with it; the lines around it are read."""

    @pytest.mark.parametrize(
        ("line", "said"),
        [
            (b"9 K", "it has 1 cells; the header has 2"),
            (b"9 K,3 8,P", "it has 3 cells; the header has 2"),
            (b'"9 K,3 8', "unexpected end of data"),
            (b'"9 K"x,3 8', "',' expected after '\"'"),
            (b"9 K,3 \xff8", "it is no UTF-8 text"),
            (b"9 K,3\0 8", "it holds a NUL"),
            (b"9 K," + b"8 " * MAX_LINE, "it is longer than 65,536 characters"),
        ],
    )
    def test_cells(self, tmp_path: Path, line: bytes, said: str) -> None:
        """Ragged lines, quotations not closed, other encodings, endless lines."""
        records = read(tmp_path, b"punto,banco\n2 2,3 5\n" + line + b"\n4 4,3 6\n")
        assert [each.line for each in records] == [2, 3, 4]
        assert said in records[1].problem
        assert [each.problem for each in (records[0], records[2])] == ["", ""]

    @pytest.mark.parametrize(
        ("line", "said"),
        [
            ("{", "it is no JSON"),
            ("[1, 2]", "a line is an object"),
            ("7", "a line is an object"),
            ("9 K,3 8", "it is no JSON"),
            ("[" * 60_000, "it is no JSON"),
            ('{"punto": "9 K"}', "no column of banco's cards"),
            ('{"punto": "9 K", "player": "9 K", "banco": "3 8"}', "'player': the same stands twice"),
            ('{"punto": "9 K", "punto": "9 8", "banco": "3 8"}', "'punto': the same stands twice"),
            ('{"punto": {"a": 1}, "banco": "3 8"}', "'punto': it must be a text, a number or a list"),
            ('{"punto": [["9"], "K"], "banco": "3 8"}', "'punto': it must be a text, a number or a list"),
            ('{"punto": "9 K", "banco": "3 8", "stakes": {"bnco": 5}}', "bet: got 'bnco'; did you mean banco?"),
            (
                '{"punto": "9 K", "banco": "3 8", "tie bet": 5, "stakes": {"tie": 5}}',
                "stake of tie: the same stands twice",
            ),
            ('{"dealt": "9 3 K 8"}', "--dealt alternate or pairs"),
        ],
    )
    def test_json(self, tmp_path: Path, line: str, said: str) -> None:
        """What is no object, or says a thing twice, or nothing that can be a coup."""
        good = '{"punto": "9 K", "banco": "3 8"}'
        records = read(tmp_path, f"{good}\n{line}\n{good}\n", "record.jsonl")
        assert [each.line for each in records] == [1, 2, 3]
        assert said in records[1].problem
        assert [each.problem for each in (records[0], records[2])] == ["", ""]

    def test_blank_lines_are_nothing(self, tmp_path: Path) -> None:
        """Blank lines and rows of empty cells, as spreadsheets leave them, hold nothing; line ends are any."""
        records = read(tmp_path, b"\xef\xbb\xbf\n\npunto,banco\r\n9 K,3 8\r\n , \r\n\r9 K,3 8\r\n")
        assert [(each.line, each.problem) for each in records] == [(4, ""), (7, "")]


class TestBadFiles:
    """What leaves every line without a meaning is one error."""

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (b"", "it is empty"),
            (b"\n \n", "it is empty"),
            (b"punto,banco\n", "it holds no coup"),
            (b"9 K,3 8\n9 K,3 8\n", "line 1: no column of punto's cards among '9 K, 3 8'; call it punto, player"),
            (b"punto,player,banco\n", "line 1: columns 'punto' and 'player' mean the same"),
            (b"punto,winner\n9 K,P\n", "line 1: no column of banco's cards"),
            (b"cards,winner\n9 3 K 8,P\n", "line 1: the cards stand in one column; say in which order"),
            (b"punto,banco,banco stake,Stake Banker\n", "line 1: column 'Stake Banker': another column means the same"),
            (b"punto,banco,bnco stake\n", "line 1: column 'bnco stake': bet: got 'bnco'; did you mean banco?"),
            (b'punto,"banco\n9 K,3 8\n', "line 1: unexpected end of data"),
            ("punto,banco\n9 K,3 8\n".encode("utf-16"), "line 1: it is no UTF-8 text"),
            (b"\x89PNG\r\n\x1a\n\0\0", "line 1: it is no UTF-8 text"),
            (b"\0\0\0\0", "line 1: it holds a NUL"),
        ],
    )
    def test_one_error(self, tmp_path: Path, content: bytes, said: str) -> None:
        """It names the file, the line if there is one, and what is missing."""
        with pytest.raises(FileError) as caught:
            read(tmp_path, content)
        assert str(caught.value).startswith(f"{tmp_path / 'record.csv'}: ")
        assert said in str(caught.value)

    def test_no_column_in_dealing_order(self, tmp_path: Path) -> None:
        """Where the cards are to stand in one column, that is what is missed."""
        with pytest.raises(FileError, match="no column of cards in dealing order among 'punto, banco'"):
            read(tmp_path, "punto,banco\n9 K,3 8\n", one_column=True)

    @pytest.mark.parametrize(
        ("path", "said"),
        [
            ("no/such", "no such file"),
            ("/", "is a directory"),
            ("a\0b", "its name holds a NUL"),
            ("", "its name is empty"),
        ],
    )
    def test_no_file(self, path: str, said: str) -> None:
        """What cannot be opened."""
        with pytest.raises(FileError, match=said):
            list(RecordFile(path))

    @given(
        st.lists(st.tuples(st.integers(0, 200), st.integers(0, 4), st.binary(max_size=4)), min_size=1, max_size=6),
        st.booleans(),
        st.sampled_from([None, "x"]),
    )
    def test_whatever_a_file_holds(
        self,
        tmp_path_factory: pytest.TempPathFactory,
        cuts: list[tuple[int, int, bytes]],
        is_json: bool,  # noqa: FBT001 - a case
        mark: str | None,
    ) -> None:
        """A record damaged anywhere gives records and problems, or one error of one line; nothing else."""
        content = JSON if is_json else EXAMPLE
        for place, gone, put in cuts:
            content = content[:place] + put + content[place + gone :]
        path = tmp_path_factory.mktemp("damaged") / "record"
        path.write_bytes(content)
        audit = Audit(Shoe.decks(8), STANDARD, {bet.name: bet for bet in read_variant("classic").bets})
        try:
            for checked in audit.check_all(RecordFile(str(path), ["punto", "banco", "tie"], mark)):
                assert all(finding.line == checked.line for finding in checked.findings)
        except BaccaratError as error:
            said = str(error)
            assert "\n" not in said

    def test_standard_input(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A dash is standard input, which stays open."""
        raw = io.BytesIO(b"punto,banco\n9 K,3 8\n")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw))
        assert [each.line for each in RecordFile("-")] == [2]
        assert not raw.closed
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
        with pytest.raises(FileError, match=r"^standard input: it is empty$"):
            list(RecordFile("-"))
