"""Names of shoes: the same number is the same shoe, and a name that comes back is never silent."""

from __future__ import annotations

import pytest
from auditing import record

from analyzer import STANDARD, Audit, Shoe

ONE = Shoe.decks(1)
SAME = [
    ("1", "１"),  # noqa: RUF001 - a full-width digit
    ("1", "١"),  # noqa: RUF001 - an Arabic-Indic digit
    ("1.5", "1.50"),
    ("-1", "-01"),
    ("-1.0", "-1"),
    ("1", "+1"),
    ("1", "1e0"),
    ("1.0", "1,0"),
    ("0", "-0"),
    ("100000000000000000000", "1e20"),
    ("9" * 40, "0" + "9" * 40),
]


def audited(*labels: str) -> Audit:
    """Return an audit of coups with two nines and more, one for each label of a shoe."""
    audit = Audit(ONE, STANDARD)
    for line, label in enumerate(labels, start=2):
        audit.check(record(line, punto="9 9", banco="9 K", shoe=label))
    return audit


@pytest.mark.parametrize("labels", [("1", "01"), ("1", "1.0"), ("007", "7"), ("7.00", "07"), *SAME])
def test_the_same_number_is_the_same_shoe(labels: tuple[str, str]) -> None:
    """Two lines use six nines of the four that one deck holds, however the shoe's number is written."""
    audit = audited(*labels)
    assert (audit.shoes, audit.findings) == (1, 2)
    assert audit.notes == [f"line 3: shoe {labels[1]!r} and {labels[0]!r} are one number, hence one shoe"]


@pytest.mark.parametrize(
    "labels",
    [
        ("1", "2"),
        ("A-1", "A-01"),
        ("1", "1.5"),
        ("1", "-1"),
        ("x", "X"),
        ("1000", "1,000"),
        ("1", "1_0"),
        ("nan", "NaN"),
    ],
)
def test_other_names_are_other_shoes(labels: tuple[str, str]) -> None:
    """A text is not a number, and two numbers are two shoes."""
    audit = audited(*labels)
    assert (audit.shoes, audit.findings, audit.notes) == (2, 0, [])


def test_a_name_that_comes_back_is_noted() -> None:
    """Both lines are named; the shoe is counted from a full one again."""
    audit = audited("1", "2", "01")
    assert (audit.shoes, audit.findings) == (3, 0)
    assert audit.notes == [
        "line 4: shoe '01' was last seen on line 2 and comes back; its cards are counted from a full shoe again"
    ]


def test_a_spelling_is_noted_once_and_notes_end() -> None:
    """A record that changes names all the time does not fill the memory or the screen."""
    assert len(audited("1", "01", "1", "01").notes) == 1
    many = audited(*[str(number % 2) for number in range(300)])
    assert len(many.notes) == 101
    assert many.notes[-1] == "more of these are not shown"


def test_findings_name_the_shoe_as_it_was_first_written() -> None:
    """The first spelling is the shoe's name in every finding."""
    audit = Audit(ONE, STANDARD)
    audit.check(record(2, punto="9 9", banco="9 K", shoe="01"))
    checked = audit.check(record(3, punto="9 9", banco="2 K", shoe="1"))
    assert [finding.shoe for finding in checked.findings] == ["01"]


def test_a_name_of_a_new_shoe_is_not_said_to_be_one_shoe() -> None:
    """A line that says that a new shoe starts begins one, though its name is the number of the last."""
    audit = Audit(ONE, STANDARD)
    audit.check(record(2, punto="9 9", banco="9 K", shoe="1"))
    audit.check(record(3, punto="9 9", banco="9 K", shoe="01", change_field="yes"))
    assert (audit.shoes, audit.findings) == (2, 0)
    assert audit.notes == [
        "line 3: shoe '01' was last seen on line 2 and comes back; its cards are counted from a full shoe again"
    ]


def test_names_beyond_the_most_searched_are_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The note says from which line a name that comes back is not noticed."""
    monkeypatch.setattr("analyzer.records.shoe_names._MOST_NAMES", 2)
    assert audited("1", "2", "3", "4", "5").notes == [
        "line 5: names of shoes first seen from here on are not searched for those that come back"
    ]
