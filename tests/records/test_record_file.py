"""Records are read in every supported format, and each bad line is reported by itself."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from paths import ROOT

from analyzer import STANDARD, BaccaratError, Shoe, read_variant
from analyzer.catalog.rules_file import catalog_names
from analyzer.errors import FileError
from analyzer.records.audit import Audit
from analyzer.records.columns import FIELDS
from analyzer.records.record_file import Record, RecordFile
from analyzer.text import MAX_FIELD, MAX_LINE

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLE = (ROOT / "docs" / "examples" / "record.csv").read_bytes()
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
    """Return the fields of a record that hold anything, by name."""
    return {name: field for name, field in zip(FIELDS, record.fields, strict=True) if field}


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
        """Case, blanks, the language and the separator do not matter."""
        text = f"{header}\n9 K,3 8,9,1,P,1,4\n".replace(",", separator)
        [record] = read(tmp_path, text)
        assert (record.line, record.problem) == (2, "")
        assert named(record) == COUP

    def test_json_gives_the_same_record(self, tmp_path: Path) -> None:
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

    def test_quoted_fields_and_unknown_columns(self, tmp_path: Path) -> None:
        """Quotes are removed; other columns are listed as ignored."""
        path = tmp_path / "record.csv"
        path.write_text('dealer,punto,banco,table\n"Ann, B.","9, K",3 8,7\n')
        file = RecordFile(str(path))
        [record] = file
        assert named(record) == {"punto": "9, K", "banco": "3 8"}
        assert file.ignored == ["dealer", "table"]
        assert file.lines == 2

    @pytest.mark.parametrize(
        "name",
        [
            *("Payment method", "Bet ID", "Bet type", "total bet", "Total paid", "paid at", "Bet time", "all paid"),
            *("Bet", "Raw payout", "Players paid", "Player 1 bet", "cards paid", "title bet", "tier stake"),
        ],
    )
    def test_ordinary_columns_about_money(self, tmp_path: Path, name: str) -> None:
        """They name no bet, so they are not read and are listed as ignored."""
        path = tmp_path / "record.csv"
        path.write_text(f"punto,banco,{name}\n9 K,3 8,card\n")
        names = [bet.name for bet in read_variant("classic").bets] + catalog_names("bets")
        file = RecordFile(str(path), names)
        assert ([record.money for record in file], file.ignored) == ([()], [name])
        path = tmp_path / "record.jsonl"
        path.write_text(json.dumps({"punto": "9 K", "banco": "3 8", name: "card", "stakes": {"total": 5, "banker": 2}}))
        file = RecordFile(str(path), names)
        [record] = file
        assert (record.problem, record.money) == ("", (("stake", "banco", "2"),))
        assert file.ignored == [name, "stake total"]

    def test_cards_that_are_not_needed(self, tmp_path: Path) -> None:
        """Of hands and cards in dealing order one is read, and the other is listed as ignored."""
        path = tmp_path / "record.csv"
        path.write_text("punto,banco,cards,dealt\n9 K,3 8,9 3 K 8,x\n")
        file = RecordFile(str(path))
        assert ([named(record) for record in file], file.ignored) == (
            [{"punto": "9 K", "banco": "3 8"}],
            ["cards", "dealt"],
        )
        path.write_text("punto,banco,cards\n9 K,3 8,9 3 K 8\n")
        file = RecordFile(str(path), one_column=True)
        assert ([named(record) for record in file], file.ignored) == ([{"cards": "9 3 K 8"}], ["punto", "banco"])
        path = tmp_path / "record.jsonl"
        path.write_text('{"punto": "9 K", "banco": "3 8", "cards": {}}')
        file = RecordFile(str(path))
        assert ([named(record) for record in file], file.ignored) == ([{"punto": "9 K", "banco": "3 8"}], ["cards"])

    @pytest.mark.parametrize("turned", [False, True])
    @pytest.mark.parametrize(
        ("names", "field"),
        [
            ("Round Game", "round"),
            ("Round Hand", "round"),
            ("Winner Result", "result"),
            ("Winner Outcome", "result"),
            ("Result Outcome", "result"),
            ("Player_cards Player", "punto"),
            ("Player_cards Punto", "punto"),
            ("Punto Player", "punto"),
            ("Banker Bank", "banco"),
            ("Shoe Shoe_ID", "shoe"),
            ("Player_total Player_score", "punto_total"),
        ],
    )
    def test_the_more_exact_of_two(self, tmp_path: Path, names: str, field: str, turned: bool) -> None:  # noqa: FBT001
        """Of two columns with one meaning the more exact name is read, wherever it is, and the other is noted."""
        first, second = names.split()
        columns = [(first, "9 K"), (second, "Natural")]
        columns += [(name, "3 8") for name in ("punto", "banco") if name != field]
        columns = columns[::-1] if turned else columns
        path = tmp_path / "record.csv"
        path.write_text("\n".join(",".join(fields) for fields in zip(*columns, strict=True)))
        for content in (None, json.dumps(dict(columns))):
            if content:
                path = tmp_path / "record.jsonl"
                path.write_text(content)
            file = RecordFile(str(path))
            [record] = file
            assert (record.problem, named(record)[field], file.ignored) == ("", "9 K", [second])

    def test_names_in_brackets(self, tmp_path: Path) -> None:
        """Databases write them."""
        [record] = read(tmp_path, "[Shoe],[Player],[Banker],[Banker Stake]\n1,9 K,3 8,5\n")
        assert named(record) == {"punto": "9 K", "banco": "3 8", "shoe": "1"}
        assert record.money == (("stake", "banco", "5"),)

    def test_null_is_not_listed_as_ignored(self, tmp_path: Path) -> None:
        """An empty group or null has no content that could be missed."""
        path = tmp_path / "record.jsonl"
        path.write_text('{"punto": "9 K", "banco": "3 8", "stakes": {}, "paid": null, "dealer": null, "table": 7}')
        file = RecordFile(str(path), BETS)
        assert ([(record.problem, record.money) for record in file], file.ignored) == ([("", ())], ["table"])


class TestShoes:
    """What marks a new shoe."""

    @pytest.mark.parametrize("name", ["record.csv", "record.jsonl"])
    def test_a_column_new_shoe(self, tmp_path: Path, name: str) -> None:
        """A column "new shoe" is read as written; in JSON true is yes. Naming it as the mark is one clear error."""
        fields, csv = ["yes", "0.0", "hm"], "New Shoe,punto,banco\nyes,9 K,3 8\n0.0,9 K,3 8\nhm,9 K,3 8\n"
        lines = [f'{{"New Shoe": {value}, "punto": "9 K", "banco": "3 8"}}' for value in ("true", "0.0", '"hm"')]
        text = csv if name.endswith("csv") else "\n".join(lines)
        assert [named(record)["change"] for record in read(tmp_path, text, name)] == fields
        with pytest.raises(
            FileError, match=r"shoe change: got 'New Shoe'; a column of that name says yes .* rename the col"
        ):
            read(tmp_path, text, name, "new shoe")

    def test_a_line_of_its_own(self, tmp_path: Path) -> None:
        """A line that is the mark and nothing else starts a new shoe with the next coup."""
        text = "punto,banco\n9 K,3 8\n\n  -- shuffle -- \n9 K,3 8\n9 K,3 8\n"
        assert [(record.line, record.change) for record in read(tmp_path, text, mark="-- shuffle --")] == [
            (2, False),
            (5, True),
            (6, False),
        ]

    def test_a_column_named(self, tmp_path: Path) -> None:
        """The mark may name the column whose value changes."""
        [record] = read(tmp_path, "punto,banco,Deck ID\n9 K,3 8,17\n", mark="deck id")
        assert named(record)["shoe"] == "17"
        for columns, fields in (("shoe,Deck ID", "1,17"), ("Deck ID,shoe", "17,1")):
            path = tmp_path / "record.csv"
            path.write_text(f"punto,banco,{columns}\n9 K,3 8,{fields}\n")
            file = RecordFile(str(path), mark="deck id")
            assert ([named(record)["shoe"] for record in file], file.ignored) == (["17"], ["shoe"])

    @pytest.mark.parametrize(
        ("mark", "marked"), [("deck id", True), ("# new", True), ("new sheo", False), ("--", False), (None, False)]
    )
    def test_whether_the_mark_was_met(self, tmp_path: Path, mark: str | None, marked: bool) -> None:  # noqa: FBT001
        """A mark that is neither a column nor a line is reported as never met."""
        path = tmp_path / "record.csv"
        path.write_text("punto,banco,Deck ID\n# new\n9 K,3 8,17\n")
        file = RecordFile(str(path), BETS, mark)
        assert len([*file]) == 2 - (mark == "# new")
        assert file.marked == marked

    @pytest.mark.parametrize(
        ("line", "kept"),
        [
            ("1,9 K,3 8,yes,oops", {"shoe": "1", "change": "yes"}),
            ("1,9 K,3\0 8,yes", {"shoe": "1", "change": "yes"}),
            ("1,9 K,\x80,yes", {"shoe": "1", "change": "yes"}),
            ("1,9 K,3 8", {"shoe": "1"}),
            ('1,9 K,3 8,"yes', {"shoe": "1"}),
            ("1,9 K,3 2,J,", {"shoe": "1"}),
            ('1,"9 K"x,3 8,yes', {}),
            ("1,2,", {}),
            ("9 K,3 8,yes", {}),
            ("1,9, K,3 8,yes", {}),
            ("1,A,9 K,3 8,yes", {}),
        ],
    )
    def test_lines_that_cannot_be_read(self, tmp_path: Path, line: str, kept: dict[str, str]) -> None:
        """Shoe columns are kept where the hands are found in their own columns; nothing else is kept."""
        [record] = read(tmp_path, f"shoe,punto,banco,new shoe\n{line}\n".encode("latin-1"))
        assert record.problem
        assert named(record) == kept

    @pytest.mark.parametrize("line", ["9, K,3 8,P,", "9 K,3 2,K,P,", "9 K,3 8,P", "9 K,3 8,P,2,"])
    def test_labels_that_may_have_moved(self, tmp_path: Path, line: str) -> None:
        """What comes behind the hands may be another column's, so it is not taken for a shoe's name."""
        [record] = read(tmp_path, f"punto,banco,shoe,winner\n{line}\n")
        assert (bool(record.problem), named(record)) == (True, {})

    def test_malformed_lines_with_cards_in_one_column(self, tmp_path: Path) -> None:
        """The shoe field before the cards is kept if the column holds the cards of two hands."""
        text = "shoe,cards,winner\n1,9 3 K 8\n1,9 3,K 8,P\n"
        assert [named(record) for record in read(tmp_path, text, one_column=True)] == [{"shoe": "1"}, {}]

    def test_objects_that_cannot_be_read(self, tmp_path: Path) -> None:
        """In JSON the members that name a shoe are kept, whatever member is bad."""
        line = '{"punto": {}, "banco": [1, []], "shoe": 7, "new shoe": true, "result": "P"}'
        [record] = read(tmp_path, line, "record.jsonl")
        assert record.problem.startswith("'punto': it must be")
        assert named(record) == {"shoe": "7", "change": "yes"}

    def test_a_label_that_cannot_be_shown(self, tmp_path: Path) -> None:
        """Bytes that are not text are not kept."""
        [record] = read(tmp_path, b"shoe,punto,banco\n\xff,9 K,3 8\n")
        assert (record.problem, named(record)) == ("it is not UTF-8 text (byte 0xff cannot be read)", {})


class TestLongTexts:
    """A field of any length costs no more than a hundred characters."""

    @pytest.mark.parametrize("name", ["record.csv", "record.jsonl"])
    def test_a_long_field_is_cut(self, tmp_path: Path, name: str) -> None:
        """Superfluous blanks go first, so that a padded hand is read; what is still too long ends in an ellipsis."""
        long = "9 K" + " " * 20_000, "x" * 20_000, "2" * 20_000
        line = dict(zip(("punto", "result", "banco stake"), long, strict=True)) | {"banco": "3 8"}
        content = f"{','.join(line)}\n{','.join(line.values())}\n" if name.endswith("csv") else json.dumps(line)
        [record] = read(tmp_path, content, name)
        assert named(record) == {"punto": "9 K", "banco": "3 8", "result": "x" * MAX_FIELD + "…"}
        assert record.money == (("stake", "banco", "2" * MAX_FIELD + "…"),)

    @pytest.mark.parametrize("name", ["record.csv", "record.jsonl"])
    @pytest.mark.parametrize(("length", "readable"), [(MAX_FIELD, True), (MAX_FIELD + 1, False)])
    def test_a_long_name_of_a_shoe(self, tmp_path: Path, name: str, length: int, readable: bool) -> None:  # noqa: FBT001
        """What would be cut off could tell two shoes apart, so the line is not read; it may still begin a shoe."""
        line = {"punto": "9 K", "banco": "3 8", "shoe": "x" * length, "new shoe": "yes"}
        content = f"{','.join(line)}\n{','.join(line.values())}\n" if name.endswith("csv") else json.dumps(line)
        [record] = read(tmp_path, content, name)
        if readable:
            assert (record.problem, named(record)["shoe"]) == ("", "x" * length)
        else:
            assert record.problem == f"shoe: got '{'x' * 60}…'; the name of a shoe has at most 100 characters"
            assert named(record) == {"change": "yes"}

    @pytest.mark.parametrize("name", ["record.csv", "record.jsonl"])
    def test_a_long_name_of_a_column(self, tmp_path: Path, name: str) -> None:
        """It means nothing, and the list of names that are not read holds its beginning."""
        path = tmp_path / name
        line = {"punto": "9 K", "banco": "3 8", "banco stake" + "x" * 20_000: "5"}
        path.write_text(f"{','.join(line)}\n{','.join(line.values())}\n" if name.endswith("csv") else json.dumps(line))
        file = RecordFile(str(path), BETS)
        assert [(record.problem, record.money) for record in file] == [("", ())]
        assert file.ignored == ["banco stake" + "x" * (MAX_FIELD - 11) + "…"]


class TestBadLines:
    """One line is lost, with what is wrong with it; the lines around it are read."""

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            (b"9 K", "it has 1 field; the header has 2"),
            (b"9 K,3 8,P", "it has 3 fields; the header has 2"),
            (b'"9 K,3 8', "unexpected end of data"),
            (b'"9 K"x,3 8', "',' expected after '\"'"),
            (b"9 K,3 \xff8", "it is not UTF-8 text"),
            (b"9 K,3\0 8", "it holds a NUL"),
            (b"9 K," + b"8 " * MAX_LINE, "it is longer than 65,536 characters"),
        ],
    )
    def test_separated_lines(self, tmp_path: Path, line: bytes, message: str) -> None:
        """Ragged lines, quotations not closed, other encodings, endless lines."""
        records = read(tmp_path, b"punto,banco\n2 2,3 5\n" + line + b"\n4 4,3 6\n")
        assert [record.line for record in records] == [2, 3, 4]
        assert message in records[1].problem
        assert [record.problem for record in (records[0], records[2])] == ["", ""]

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("{", "it is not JSON"),
            ("[1, 2]", "a line is an object"),
            ("7", "a line is an object"),
            ("9 K,3 8", "it is not JSON, one whole object on a line"),
            ("[" * 60_000, "it is not JSON"),
            ('{"punto": "9 K"}', "no column of banco's cards"),
            ('{"punto": "9 K", "Punto": "9 K", "banco": "3 8"}', "'Punto': given twice"),
            ('{"punto": "9 K", "punto": "9 8", "banco": "3 8"}', "'punto': given twice"),
            ('{"punto": {"a": 1}, "banco": "3 8"}', "'punto': it must be a text, a number or a list"),
            ('{"punto": [["9"], "K"], "banco": "3 8"}', "'punto': it must be a text, a number or a list"),
            ('{"punto": "9 K", "banco": "3 8", "stakes": {"bnco": 5}}', "bet: got 'bnco'; did you mean banco?"),
            (
                '{"punto": "9 K", "banco": "3 8", "tie bet": 5, "stakes": {"tie": 5}}',
                "stake of tie: given twice",
            ),
            ('{"dealt": "9 3 K 8"}', "give the order of dealing (dealt: alternate or pairs)"),
        ],
    )
    def test_json(self, tmp_path: Path, line: str, message: str) -> None:
        """Lines that are not objects, repeat a name, or hold nothing that can be a coup."""
        good = '{"punto": "9 K", "banco": "3 8"}'
        records = read(tmp_path, f"{good}\n{line}\n{good}\n", "record.jsonl")
        assert [record.line for record in records] == [1, 2, 3]
        assert message in records[1].problem
        assert [record.problem for record in (records[0], records[2])] == ["", ""]

    @pytest.mark.parametrize("line", ["[", "[1, 2]", "[]", "7", '["punto"'])
    def test_a_first_line_that_is_not_an_object(self, tmp_path: Path, line: str) -> None:
        """In a file named as JSON lines it is lost like any other, unless it starts a list of objects."""
        text = f'{line}\n{{"punto": "9 K", "banco": "3 8"}}\n'
        if line == "[":
            with pytest.raises(FileError, match=r"it starts with \[; JSON is read as one whole object"):
                read(tmp_path, text, "record.jsonl")
        else:
            assert [bool(record.problem) for record in read(tmp_path, text, "record.jsonl")] == [True, False]

    def test_blank_lines_are_skipped(self, tmp_path: Path) -> None:
        """Blank lines and rows of empty fields, as spreadsheets leave them, hold nothing; line ends are any."""
        records = read(tmp_path, b"\xef\xbb\xbf\n\npunto,banco\r\n9 K,3 8\r\n , \r\n\r9 K,3 8\r\n")
        assert [(record.line, record.problem) for record in records] == [(4, ""), (7, "")]


class TestBadFiles:
    """What leaves every line without a meaning is one error."""

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (b"", "it is empty"),
            (b"\n \n", "it is empty"),
            (b"punto,banco\n", "it holds no coup"),
            (b"9 K,3 8\n9 K,3 8\n", "line 1: no column of punto's cards among '9 K, 3 8'; call it punto, player"),
            (b"punto,Punto ,banco\n", "line 1: 'Punto ': given twice"),
            (b"punto,winner\n9 K,P\n", "line 1: no column of banco's cards"),
            (b"cards,winner\n9 3 K 8,P\n", "line 1: the cards are in one column; give the order of dealing"),
            (b"punto,banco,banco stake,Stake Banker\n", "line 1: column 'Stake Banker': another column means the same"),
            (b"punto,banco,bnco stake\n", "line 1: column 'bnco stake': bet: got 'bnco'; did you mean banco?"),
            (
                b"punto,banco,dragn 7 paid\n",
                "line 1: column 'dragn 7 paid': bet: got 'dragn-7'; did you mean dragon-7?",
            ),
            (
                b'[{"punto": "9 K", "banco": "3 8"}]',
                "line 1: it starts with [; JSON is read as one whole object on each line",
            ),
            (b'\n{\n"punto": "9 K"\n}\n', "line 2: it starts with {; JSON is read as one whole object on each line"),
            (b'punto,"banco\n9 K,3 8\n', "line 1: unexpected end of data"),
            ("punto,banco\n9 K,3 8\n".encode("utf-16"), "line 1: it is not UTF-8 text"),
            (b"\x89PNG\r\n\x1a\n\0\0", "line 1: it is not UTF-8 text"),
            (b"\0\0\0\0", "line 1: it holds a NUL"),
        ],
    )
    def test_one_error(self, tmp_path: Path, content: bytes, message: str) -> None:
        """It names the file, the line if there is one, and what is missing."""
        with pytest.raises(FileError) as caught:
            read(tmp_path, content)
        assert str(caught.value).startswith(f"{tmp_path / 'record.csv'}: ")
        assert message in str(caught.value)

    def test_no_column_in_dealing_order(self, tmp_path: Path) -> None:
        """Where the cards are expected in one column, the error names that column."""
        with pytest.raises(FileError, match="no column of cards in dealing order among 'punto, banco'"):
            read(tmp_path, "punto,banco\n9 K,3 8\n", one_column=True)

    @pytest.mark.parametrize(
        ("path", "message"),
        [
            ("no/such", "no such file"),
            ("/", "is a directory"),
            ("a\0b", "its name holds a NUL"),
            ("", "its name is empty"),
        ],
    )
    def test_a_file_that_cannot_be_opened(self, path: str, message: str) -> None:
        """The error gives the reason."""
        with pytest.raises(FileError, match=message):
            list(RecordFile(path))

    @given(
        st.lists(st.tuples(st.integers(0, 200), st.integers(0, 4), st.binary(max_size=4)), min_size=1, max_size=6),
        st.booleans(),
        st.sampled_from([None, "x"]),
    )
    def test_a_damaged_file(
        self,
        tmp_path_factory: pytest.TempPathFactory,
        cuts: list[tuple[int, int, bytes]],
        is_json: bool,  # noqa: FBT001 - a case
        mark: str | None,
    ) -> None:
        """A record damaged anywhere gives records and problems, or a single error of one line."""
        content = JSON if is_json else EXAMPLE
        for start, length, inserted in cuts:
            content = content[:start] + inserted + content[start + length :]
        path = tmp_path_factory.mktemp("damaged") / "record"
        path.write_bytes(content)
        audit = Audit(Shoe.decks(8), STANDARD, {bet.name: bet for bet in read_variant("classic").bets})
        try:
            for checked in audit.check_all(RecordFile(str(path), ["punto", "banco", "tie"], mark)):
                assert all(finding.line == checked.line for finding in checked.findings)
        except BaccaratError as error:
            message = str(error)
            assert "\n" not in message

    def test_standard_input(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A dash is standard input, which stays open."""
        raw = io.BytesIO(b"punto,banco\n9 K,3 8\n")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw))
        assert [record.line for record in RecordFile("-")] == [2]
        assert not raw.closed
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
        with pytest.raises(FileError, match=r"^standard input: it is empty$"):
            list(RecordFile("-"))
