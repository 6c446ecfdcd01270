"""An audit finds what contradicts the rules, at the line where it first shows, and nothing else."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from auditing import BETS, EIGHT, findings, record, rules
from ledger import CORRUPTIONS, HEADER, Line, deal, inconsistent, seeded

from analyzer import STANDARD, Shoe, ShoeError
from analyzer.records.audit import Audit, CheckedLine
from analyzer.records.record_file import Record, RecordFile

if TYPE_CHECKING:
    from pathlib import Path


class TestWholeRecords:
    """Records dealt by the oracle, checked by the tests' own checker."""

    @pytest.mark.parametrize("suits", [False, True])
    def test_ten_thousand_coups_are_clean(self, tmp_path: Path, suits: bool) -> None:  # noqa: FBT001 - a case
        """A record dealt, announced and paid by the rules has no finding."""
        lines = deal(seeded(2024), 10_000, suits=suits)
        assert inconsistent(lines) == set()
        path = tmp_path / "record.csv"
        path.write_text("\n".join([HEADER, *(line.text() for line in lines)]))
        audit = Audit(EIGHT, STANDARD, BETS)
        assert [line for line in audit.check_all(RecordFile(str(path), BETS)) if line.findings] == []
        assert (audit.coups, audit.findings, audit.unreadable) == (10_000, 0, 0)
        assert audit.shoes == lines[-1].shoe

    def test_five_hundred_corruptions(self, tmp_path: Path) -> None:
        """What leaves the record inconsistent is found on exactly those lines; what is harmless is reported clean."""
        clean = [deal(seeded(7), 100, suits=suits) for suits in (False, True)]
        path = tmp_path / "record.csv"
        tally: Counter[tuple[str, bool]] = Counter()
        for seed in range(500):
            rng = seeded(seed)
            lines = [line.copy() for line in clean[seed % 2]]
            corrupt = CORRUPTIONS[seed // 2 % len(CORRUPTIONS)]
            corrupt(rng, lines)
            path.write_text("\n".join([HEADER, *map(Line.text, lines)]))
            audit = Audit(EIGHT, STANDARD, BETS)
            found = {line.line for line in audit.check_all(RecordFile(str(path), BETS)) if line.findings}
            expected = inconsistent(lines)
            assert expected == found, (corrupt.__name__, seed)
            tally[corrupt.__name__, bool(expected)] += 1
        assert tally.total() == 500
        # Harmless ones are there, too: a tie's hands swapped, a payment written as 19.0, a king for a queen to spare.
        assert all(tally[corrupt.__name__, True] >= 50 for corrupt in CORRUPTIONS)
        assert sum(number for (_, harmful), number in tally.items() if not harmful) >= 100


class TestOneCoup:
    """Each rule, and what should have happened."""

    @pytest.mark.parametrize(
        ("fields", "rule", "found", "expected"),
        [
            ({"punto": "9 K", "banco": "3 8 2"}, "natural", "banco drew a third card on 1", "punto's natural 9 ends"),
            ({"punto": "2 3", "banco": "3 4"}, "punto", "punto stood on 5", "punto draws on 5"),
            (
                {"punto": "2 3 8", "banco": "K 3 4"},
                "banco",
                "drew a third card on 3",
                "stands on 3 when punto drew an 8",
            ),
            ({"punto": "2 3 8 9", "banco": "K 3"}, "hand", "punto has 4 cards", "two cards or three"),
            ({"punto": "9 K", "banco": "3 8", "punto_total": "8"}, "punto total", "punto 8", "9 K make 9"),
            ({"punto": "9 K", "banco": "3 8", "banco_total": "11"}, "banco total", "banco 11", "3 8 make 1"),
            ({"punto": "9 K", "banco": "3 8", "result": "Banker"}, "result", "banco wins", "punto wins, 9 to 1"),
            ({"punto": "9 K", "banco": "3 8", "result": "tie"}, "result", "a tie", "punto wins, 9 to 1"),
            ({"punto": "9 X", "banco": "3 8"}, "unreadable", "card: got 'X'", "cards with blanks between"),
            ({"punto": "", "banco": "3 8"}, "unreadable", "cards: got ''", "cards with blanks between"),
            ({"punto": "9 K", "banco": "3 8", "result": "Q"}, "unreadable", "result: got 'Q'", "what was announced"),
            ({"punto": "9 K", "banco": "3 8", "punto_total": "nine"}, "unreadable", "total: got 'nine'", "announced"),
        ],
    )
    def test_each_rule(self, fields: dict[str, Any], rule: str, found: str, expected: str) -> None:
        """One finding, with the line, the rule, what was found and what should have been."""
        [finding] = findings(record(17, shoe="3", round="12", **fields))
        assert (finding.line, finding.shoe, finding.round, finding.rule) == (17, "3", "12", rule)
        assert found in finding.found
        assert expected in finding.expected

    @pytest.mark.parametrize(
        "word", ["P", "p", " Player ", "PUNTO", "punto wins", "player won", "Jucător", "jucator wins"]
    )
    def test_words_for_the_winner(self, word: str) -> None:
        """The result may be a letter or a word."""
        assert rules(record(punto="9 K", banco="3 8", result=word)) == []
        assert rules(record(punto="3 8", banco="9 K", result=word)) == ["result"]

    @pytest.mark.parametrize(
        "word",
        [
            *("T", "Tie", "égalité", "EGALITE", "draw", "Égalité", "Egalité", "égalite", "EGALITÉ", "stand off"),
            *("Ties", "Tie!", "draw game"),
            *("E\N{COMBINING ACUTE ACCENT}galite\N{COMBINING ACUTE ACCENT}", "Stand-Off", "push", "tie_game", "Remiză"),
        ],
    )
    def test_words_for_a_tie(self, word: str) -> None:
        """A tie may be announced by many words."""
        assert rules(record(punto="9 K", banco="3 6", result=word)) == []

    @pytest.mark.parametrize(("word", "winner"), [("Spelaren", "punto"), ("banken!", "banco"), ("lika", "tie")])
    def test_words_in_another_language(self, word: str, winner: str) -> None:
        """Punto, banco and a tie may be announced in it."""
        coups: dict[str, dict[str, Any]] = {
            "punto": {"punto": "9 K", "banco": "3 8"},
            "banco": {"punto": "3 8", "banco": "9 K"},
            "tie": {"punto": "9 K", "banco": "9 K"},
        }
        assert {side for side in coups if rules(record(**coups[side], result=word)) == []} == {winner}

    @pytest.mark.parametrize("word", ["N/A", "-", "n.a.", "none", " \N{EN DASH} "])
    def test_words_for_nothing(self, word: str) -> None:
        """Nothing was announced, so nothing is checked."""
        fields: dict[str, Any] = {"punto_total": word, "banco_total": word, "result": word}
        for money in (
            (("stake", "banco", word), ("paid", "banco", word)),
            (("stake", "tie", "5"), ("paid", "tie", word)),
        ):
            assert rules(record(punto="9 K", banco="3 8", money=money, **fields)) == []

    def test_totals_as_spreadsheets_write_them(self) -> None:
        """9.0 and 09 are 9; a blank is nothing announced."""
        assert rules(record(punto="9 K", banco="3 8", punto_total="9.0", banco_total=" 01 ", result=" ")) == []

    def test_what_cannot_be_read_hides_nothing(self) -> None:
        """Totals, the result and each payment are read by themselves."""
        money = (
            ("stake", "punto", "many"),
            ("stake", "banco", "10"),
            ("paid", "banco", "9.5"),
            ("paid", "tie", "3"),
            ("paid", "punto-pair", "few"),
        )
        fields: dict[str, Any] = {"punto": "9 K", "banco": "3 8", "punto_total": "nine", "banco_total": "7"}
        found = findings(record(**fields, result="B", money=money))
        assert [finding.rule for finding in found] == [
            *("unreadable", "banco total", "result", "unreadable", "payment", "unreadable", "unreadable")
        ]
        assert rules(record(**fields | {"punto_total": "8", "banco_total": "?"}, result="?")) == [
            *("punto total", "unreadable", "unreadable")
        ]

    @pytest.mark.parametrize(("punto", "rule"), [("9 K 2 3", "hand"), ("9 X", "unreadable"), ("", "unreadable")])
    def test_a_bad_hand_does_not_hide_other_findings(self, punto: str, rule: str) -> None:
        """The other hand's total is checked against its cards, and the announcements must be readable."""
        money = (("stake", "banco", "abc"), ("paid", "banco", "xyz"), ("stake", "tie", "5"), ("paid", "tie", "40"))
        fields: dict[str, Any] = {"punto": punto, "banco": "3 8"}
        found = findings(record(**fields, punto_total="4", banco_total="7", result="dealer", money=money))
        assert [finding.rule for finding in found] == [rule, "banco total", *["unreadable"] * 3]
        assert [finding.found.partition(";")[0] for finding in found[2:]] == [
            *("result: got 'dealer'", "stake on banco: got 'abc'", "payment on banco: got 'xyz'")
        ]
        assert rules(record(**fields, punto_total="nine", banco_total="1", result="B")) == [rule, "unreadable"]

    def test_two_hands_that_cannot_be_read(self) -> None:
        """Each hand is reported."""
        both = findings(record(punto="9 X", banco="Y 3"))
        assert [finding.found for finding in both] == ["card: got 'X'", "card: got 'Y'"]

    def test_too_few_cards_in_dealing_order(self) -> None:
        """It is not known whose they are, so no total is checked against them; what cannot be read is reported."""
        fields: dict[str, Any] = {"punto_total": "4", "banco_total": "?", "result": "T"}
        assert rules(record(cards="3 K 3", **fields), dealt="alternate") == ["hand", "unreadable"]
        assert rules(record(cards="3 X 3 4", **fields), dealt="alternate") == ["unreadable", "unreadable"]

    def test_several_findings_on_one_line(self) -> None:
        """Everything wrong with a line is reported, in order."""
        fields: dict[str, Any] = {"punto": "2 3", "banco": "3 4", "punto_total": "6", "result": "P"}
        assert rules(record(**fields)) == ["punto", "punto total", "result"]


class TestShoe:
    """Cards leave the shoe as declared."""

    def test_a_card_too_many_names_the_lines_before(self) -> None:
        """The line that exceeds the shoe is found, with those that hold the rank."""
        coups = [record(number, punto="7 K", banco="7 A") for number in range(2, 5)]
        [finding] = findings(*coups, shoe=Shoe.from_spec("7=5 K=9 A=9"))
        assert (finding.line, finding.rule, finding.lines) == (4, "shoe", (2, 3))
        assert (finding.found, finding.expected) == ("7 is one 7 too many", "the shoe holds 5 of 7")

    def test_the_line_itself_is_not_before_it(self) -> None:
        """A coup that holds the last card and one too many is named by later lines, not by itself."""
        coups = [record(2, punto="7 K", banco="7 7 K"), record(3, punto="7 K", banco="A 5")]
        first, second = findings(*coups, shoe=Shoe.from_spec("7=2 K=4 A=9 5=9"))
        assert [(first.line, first.lines), (second.line, second.lines)] == [(2, ()), (3, (2,))]

    def test_a_face_too_many(self) -> None:
        """With suits each face counts, and without them only ranks."""
        one = Shoe.decks(1)
        assert rules(record(2, punto="7s K", banco="7h A"), record(3, punto="7s K", banco="7d A"), shoe=one) == ["shoe"]
        assert rules(record(2, punto="7 K", banco="7 A"), record(3, punto="7 K", banco="7 A"), shoe=one) == []

    def test_cards_known_differently(self) -> None:
        """Ten-valued cards of unknown rank, ranks and faces count together, each as far as it is known."""
        shoe = Shoe.from_spec("10s=1 Js=1 Qs=1 Ks=1 7s=4 7h=4")
        assert rules(record(2, punto="0 7", banco="0 7"), record(3, punto="0 7", banco="0 7s"), shoe=shoe) == []
        assert rules(record(2, punto="0 7", banco="K 7"), record(3, punto="K 7", banco="0 7"), shoe=shoe) == ["shoe"]
        assert rules(*[record(line, punto="0 7", banco="0 7") for line in (2, 3, 4)], shoe=shoe) == ["shoe"] * 2

    def test_a_card_the_shoe_never_held(self) -> None:
        """A removed card that is dealt is one too many at once."""
        shoe = Shoe.from_spec("7=8 A=8")
        [finding] = findings(record(punto="7 A", banco="9 A"), shoe=shoe)
        assert (finding.expected, finding.lines) == ("the shoe holds 0 of 9", ())

    def test_nothing_left(self) -> None:
        """Once a shoe is empty every card is one too many, and names the lines that emptied it."""
        coups = [record(line, punto="9 K", banco="3 8") for line in (2, 3, 4)]
        found = findings(*coups, shoe=Shoe.from_spec("9=2 K=2 3=2 8=2"))
        assert [(finding.line, finding.lines) for finding in found] == [(4, (2, 3))] * 4

    def test_a_new_shoe_is_full_again(self) -> None:
        """Where the shoe column changes, or a mark says so, the cards are back."""
        shoe = Shoe.from_spec("7=2 A=4 K=4")
        coup: dict[str, Any] = {"punto": "7 K", "banco": "7 K"}
        assert rules(record(**coup), record(**coup), shoe=shoe) == ["shoe", "shoe"]
        assert rules(record(**coup), record(change=True, **coup), shoe=shoe) == []
        assert rules(record(shoe="1", **coup), record(shoe="2", **coup), shoe=shoe) == []
        assert rules(record(shoe="1", **coup), record(**coup), shoe=shoe) == ["shoe", "shoe"]

    def test_shoes_are_numbered_where_they_have_no_name(self) -> None:
        """The first shoe is 1; a mark before the first coup starts no second one."""
        audit = Audit(EIGHT, STANDARD)
        lines = [record(change=True, punto="9 K", banco="3 8"), record(change=True, punto="9 K", banco="3 8")]
        assert [line.shoe for line in audit.check_all(lines)] == ["1", "2"]
        assert audit.shoes == 2

    @pytest.mark.parametrize("word", ["-", "none", "N/A", "0.0", "nee"])
    def test_a_new_shoe_only_where_it_says_so(self, word: str) -> None:
        """Words for no and for nothing do not start one."""
        shoe = Shoe.from_spec("7=2 A=4 K=4")
        coup: dict[str, Any] = {"punto": "7 K", "banco": "7 K"}
        assert rules(record(**coup), record(change_field=word, **coup), shoe=shoe) == ["shoe", "shoe"]
        assert rules(record(**coup), record(change_field="ja", **coup), shoe=shoe) == []

    def test_an_unclear_mark_of_a_new_shoe_is_a_finding(self) -> None:
        """A word that is neither yes nor no is a finding that names the words allowed; the coup is still checked."""
        first, second = findings(record(punto="9 K", banco="3 8", result="B", change_field="perhaps"))
        assert (first.rule, second.rule, second.found) == ("result", "unreadable", "new shoe: got 'perhaps'")
        assert "yes (y, true" in second.expected
        audit = Audit(EIGHT, STANDARD)
        audit.check(record(punto="9 K", banco="3 8", change_field="perhaps"))
        assert (audit.coups, audit.unreadable, audit.shoes) == (1, 1, 1)

    def test_a_torn_line_starts_a_new_shoe(self) -> None:
        """A line that cannot be read starts a new shoe if it says yes."""
        shoe = Shoe.from_spec("7=2 A=4 K=4")
        coup: dict[str, Any] = {"punto": "7 K", "banco": "7 K"}
        lines = [record(**coup), record(change_field="yes")._replace(problem="torn"), record(**coup)]
        assert rules(*lines, shoe=shoe) == ["unreadable"]
        lines[1] = record(change_field="perhaps")._replace(problem="torn")
        assert rules(*lines, shoe=shoe) == ["unreadable", "shoe", "shoe"]

    @pytest.mark.parametrize(
        ("labels", "shoes"),
        [
            ("1 2! -", ["1", "2", "2"]),
            ("1 2! 2", ["1", "2", "2"]),
            ("1 2! -! -", ["1", "2", "1", "2"]),
            ("1 9! 1", ["1", "9", "1"]),
            ("1 9! 1 -", ["1", "9", "1", "1"]),
            ("- 2! -", ["1", "2", "2"]),
            ("2! -", ["2", "2"]),
            ("-! 2 2", ["1", "2", "2"]),
            ("-! - 2", ["1", "1", "2"]),
        ],
    )
    def test_the_shoe_of_a_torn_line(self, labels: str, shoes: list[str]) -> None:
        """A torn line names the shoe of the lines after it, unless the next line gives another name."""
        coup: dict[str, Any] = {"punto": "9 K", "banco": "3 8"}
        lines = []
        for label in labels.split():
            name = label.rstrip("!").replace("-", "")
            lines.append(record(shoe=name)._replace(problem="torn") if "!" in label else record(shoe=name, **coup))
        audit = Audit(EIGHT, STANDARD)
        assert [line.shoe for line in audit.check_all(lines)] == shoes
        # A shoe that the torn line alone names never began, and a name is adopted where no line was read without one.
        assert audit.shoes == len({shoe for shoe in shoes if shoe != "9"}) - labels.startswith("-! 2")

    def test_a_name_after_coups_without_one(self) -> None:
        """It is the next shoe's: a column may hold a name only where it changes, and the first be lost."""
        shoe = Shoe.from_spec("7=2 A=4 K=4")
        coup: dict[str, Any] = {"punto": "7 K", "banco": "7 K"}
        assert rules(record(**coup), record(shoe="2", **coup), shoe=shoe) == []
        assert rules(record()._replace(problem="torn"), record(shoe="2", **coup), record(**coup), shoe=shoe) == [
            *("unreadable", "shoe", "shoe")
        ]

    def test_an_infinite_shoe_is_refused(self) -> None:
        """A shoe drawn with replacement can never run out of a card."""
        with pytest.raises(ShoeError, match="inf"):
            Audit(Shoe.infinite(), STANDARD)


class TestDealingOrder:
    """One column of cards as they left the shoe."""

    @pytest.mark.parametrize(
        ("dealt", "cards"),
        [("alternate", "2 3 3 4 K"), ("pairs", "2 3 3 4 K"), ("alternate", "9 3 K 8"), ("pairs", "9 K 3 8")],
    )
    def test_in_order(self, dealt: str, cards: str) -> None:
        """Coups of four and five cards, in turn or hand by hand."""
        assert rules(record(cards=cards), dealt=dealt) == []

    @pytest.mark.parametrize(
        ("cards", "rule", "expected"),
        [
            ("9 3 K 8 2", "dealing", "the coup ends after 4 cards (two cards each: punto 9, banco 1)"),
            ("2 3 3 4 K 5", "dealing", "the coup ends after 5 cards (two cards each: punto 5, banco 7)"),
            ("2 3 3 4", "punto", "punto draws on 5"),
            ("2 K 3 2 6", "banco", "banco draws on 2 when punto drew a 6"),
            ("3 K 3 2", "banco", "banco draws on 2 when punto stood"),
            ("3 K 3", "hand", "a hand has two cards or three"),
        ],
    )
    def test_out_of_order(self, cards: str, rule: str, expected: str) -> None:
        """Cards after the end, and cards not dealt."""
        [finding] = findings(record(cards=cards), dealt="alternate")
        assert (finding.rule, finding.expected) == (rule, expected)

    def test_every_card_leaves_the_shoe(self) -> None:
        """A card dealt after the end of the coup leaves it as well."""
        shoe = Shoe.from_spec("9=2 3=2 K=2 8=2 2=1")
        assert rules(record(2, cards="9 3 K 8 2"), record(3, cards="9 3 K 8 2"), shoe=shoe, dealt="alternate") == [
            "dealing",
            "shoe",
            "dealing",
        ]


def test_an_unreadable_line_takes_no_card() -> None:
    """The cards of a line that cannot be read stay in the shoe, and the count goes on after it."""
    audit = Audit(Shoe.from_spec("7=2 A=4 K=4"), STANDARD)
    lines: list[CheckedLine] = list(
        audit.check_all(
            [record(2, punto="7 7", banco="K ?"), Record(3, problem="torn"), record(4, punto="7 K", banco="7 A")]
        )
    )
    assert [[finding.rule for finding in line.findings] for line in lines] == [["unreadable"], ["unreadable"], []]
    assert (audit.coups, audit.unreadable, audit.findings) == (1, 2, 2)
