"""The tableau: the printed rules cell by cell, and every kind of invalid tableau."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import printed_banco_rule
from strategies import TABLEAUX, PlainTableau

from analyzer import STANDARD, Ending, RulesError, Shoe, Tableau, endings
from analyzer.rules.tableau import read_digits

STANDARD_ROWS = {
    "stood": "0-5",
    "0": "0-9",
    "1": "0-9",
    "2": "0-9",
    "3": "0-7 9",
    "4": "2-7",
    "5": "4-7",
    "6": "6-7",
    "7": "",
}


@pytest.mark.parametrize("third", range(10))
@pytest.mark.parametrize("banco", range(8))
def test_banco_draws_against_a_third_card_as_printed(banco: int, third: int) -> None:
    """Each of the eighty cells against a third card is the one on the printed list."""
    assert STANDARD.banco_draws(banco, third) == printed_banco_rule(banco, third)


def test_both_hands_draw_on_five_and_stand_on_six() -> None:
    """Punto draws on 0 to 5, and when punto stood banco does the same."""
    drawing = [True] * 6 + [False] * 4
    assert [STANDARD.punto_draws(total) for total in range(10)] == drawing
    assert [STANDARD.banco_draws(total, None) for total in range(10)] == drawing


def test_a_natural_in_either_hand_ends_the_coup() -> None:
    """No hand draws against an opening of 8 or 9 when a natural ends the coup."""
    over = {(punto, banco) for punto in range(10) for banco in range(10) if STANDARD.is_over(punto, banco)}
    assert over == {(punto, banco) for punto in range(10) for banco in range(10) if punto >= 8 or banco >= 8}


def test_a_natural_ends_the_coup_unless_the_tableau_says_otherwise() -> None:
    """The rule of the natural holds by default, however the tableau is made."""
    assert Tableau("cells", STANDARD.punto, STANDARD.banco).natural_ends
    assert Tableau.from_text("digits", punto="0-5", banco=STANDARD_ROWS).natural_ends


def test_without_the_natural_rule_the_other_hand_plays_on() -> None:
    """Without the natural rule no opening ends the coup, and an 8 or 9 itself never draws."""
    letter = Tableau("letter", STANDARD.punto, STANDARD.banco, natural_ends=False)
    assert not any(letter.is_over(punto, banco) for punto in range(10) for banco in range(10))
    assert not any(letter.punto_draws(total) or letter.banco_draws(total, 6) for total in (8, 9))
    assert Ending(9, 0, 2, 3) in endings(Shoe.decks(1), letter)
    assert Ending(9, 0, 2, 3) not in endings(Shoe.decks(1), STANDARD)


def digits_as_text(digits: frozenset[int]) -> str:
    """Write each digit alone."""
    return " ".join(map(str, sorted(digits)))


@given(tableau=TABLEAUX)
def test_digits_name_the_cells_of_a_tableau(tableau: PlainTableau) -> None:
    """A tableau read from digits has the cells those digits name."""
    rows = {str(total): digits_as_text(against) for total, against in enumerate(tableau.against)}
    read = Tableau.from_text(
        "drawn at random",
        punto=digits_as_text(tableau.punto),
        banco={"stood": digits_as_text(tableau.stood), **rows},
        natural_ends=tableau.natural_ends,
    )
    assert read == tableau.tableau


@given(digits=st.frozensets(st.integers(0, 9)))
def test_ranges_and_single_digits_name_the_same_set(digits: frozenset[int]) -> None:
    """A run of digits written as a range is the same set."""
    starts = [digit for digit in sorted(digits) if digit - 1 not in digits]
    stops = [digit for digit in sorted(digits) if digit + 1 not in digits]
    ranges = " ".join(f"{start}-{stop}" for start, stop in zip(starts, stops, strict=True))
    assert read_digits(ranges, "here", 9) == digits == read_digits(digits_as_text(digits), "here", 9)


@pytest.mark.parametrize("text", ["10", "a", "3-", "-3", "5-3", "0-8", "8", "1,2", "0 - 3", "٣", "0-5-7", "1.0"])
def test_bad_digits_are_refused(text: str) -> None:
    """Text that is not digits or ranges up to 7 is refused with its row and an example."""
    with pytest.raises(RulesError, match=r"^punto.draws: got .*; write digits and ranges from 0 to 7, as \"0-2 7\"$"):
        read_digits(text, "punto.draws", 7)


@pytest.mark.parametrize("row", STANDARD_ROWS)
def test_a_tableau_with_a_missing_row_is_refused(row: str) -> None:
    """A tableau needs every banco total and the row for a punto who stood."""
    rows = {name: digits for name, digits in STANDARD_ROWS.items() if name != row}
    with pytest.raises(RulesError, match=f"banco.{row}: missing; a tableau needs stood and every banco total 0-7"):
        Tableau.from_text("short", punto="0-5", banco=rows)


@pytest.mark.parametrize("row", ["8", "08", "stands"])
def test_a_row_that_no_tableau_has_is_refused(row: str) -> None:
    """A row for a natural, or one misspelt beside the right one, is not ignored."""
    with pytest.raises(RulesError, match=f"banco.'{row}': unknown; a tableau has stood and every banco total 0-7"):
        Tableau.from_text("long", punto="0-5", banco={**STANDARD_ROWS, row: "0-9"})


@pytest.mark.parametrize(
    ("row", "digits", "problem"),
    [("stood", "0-8", "banco.stood: got '0-8'; .* from 0 to 7"), ("3", "0-7 10", "banco.3: got '10'; .* from 0 to 9")],
)
def test_a_row_with_a_digit_too_high_is_named(row: str, digits: str, problem: str) -> None:
    """Opening totals go to 7, third cards to 9, and the error names the row."""
    with pytest.raises(RulesError, match=problem):
        Tableau.from_text("high", punto="0-5", banco={**STANDARD_ROWS, row: digits})


def test_punto_draws_on_no_total_above_seven() -> None:
    """An 8 among punto's drawing totals is refused: a natural never draws."""
    with pytest.raises(RulesError, match=r"punto.draws: got '0-8'; write digits and ranges from 0 to 7"):
        Tableau.from_text("high", punto="0-8", banco=STANDARD_ROWS)


def test_tableaux_are_equal_by_name_and_rules() -> None:
    """What is said about a tableau does not distinguish it, and the text of its file does not appear in its repr."""
    described = replace(STANDARD, title="another title", source="another source", rules_text=b"another file")
    assert described == STANDARD
    assert described != replace(STANDARD, name="another name")
    assert described != replace(STANDARD, natural_ends=False)
    assert "another title" in repr(described)
    assert "another file" not in repr(described)


def test_a_tableau_of_another_shape_is_refused() -> None:
    """A tableau has eight cells for punto and eight rows of eleven cells for banco, all True or False."""
    with pytest.raises(RulesError, match="got 7 punto totals; it needs the eight totals 0-7"):
        Tableau("short", STANDARD.punto[:7], STANDARD.banco)
    with pytest.raises(RulesError, match=r"got banco rows of \[(11, ){6}11\] cells; it needs eight rows"):
        Tableau("short", STANDARD.punto, STANDARD.banco[:7])
    with pytest.raises(RulesError, match=r"got banco rows of \[(11, ){7}10\] cells"):
        Tableau("short", STANDARD.punto, (*STANDARD.banco[:7], STANDARD.banco[7][:10]))
    with pytest.raises(RulesError, match="got 9 punto totals"):
        Tableau("long", (*STANDARD.punto, False), STANDARD.banco)
    with pytest.raises(RulesError, match=r"got banco rows of \[(11, ){8}11\] cells"):
        Tableau("long", STANDARD.punto, (*STANDARD.banco, STANDARD.banco[7]))
    with pytest.raises(RulesError, match=r"got banco rows of \[(11, ){7}12\] cells"):
        Tableau("wide", STANDARD.punto, (*STANDARD.banco[:7], (*STANDARD.banco[7], False)))
    with pytest.raises(RulesError, match="every cell must be True"):
        Tableau("numbers", (1,) * 8, STANDARD.banco)  # type: ignore[arg-type]
