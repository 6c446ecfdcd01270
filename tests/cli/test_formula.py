"""`formula`: the formulas, theorems and comparisons that the command prints."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from closed_forms import form_of
from command import run

from analyzer import STANDARD, Shoe, price_bets, read_bet

if TYPE_CHECKING:
    from pathlib import Path

    from analyzer.proof.closed_form import ClosedForm


@pytest.fixture(scope="module")
def punto() -> ClosedForm:
    """Return classic punto."""
    return form_of("classic", "punto")


def test_a_statement_at_a_whole_root() -> None:
    """Two bets have the same edge at four decks, by their formulas and by their counts."""
    lines = run("formula", "--compare", "punto-pair", "fabulous-pair-punto").out.splitlines()
    assert (
        "for 1 <= d < 4, both have the same edge at d = 4, punto-pair, classic has the lower edge for d > 4" in lines[2]
    )
    bets = [read_bet(name) for name in ("punto-pair", "fabulous-pair-punto")]
    first, second = (odds.house_edge for odds in price_bets(bets, Shoe.decks(4), STANDARD))
    assert first == second


def test_the_command_prints_formulas_proofs_and_statements() -> None:
    """Formulas, the seven counts, theorems, the commission and half pay."""
    status, printed, errors = run("formula", "banco", "--half-pay")
    assert "half pay" not in run("formula", "banco")[1]
    assert (status, errors) == (0, "")
    for text in (
        "2d(16434304d^4 - 5486440d^3",
        "256786/24134045 = 1.063999%",
        "7  2,231,622,494,861,760  1,023,469,376,328,448",
        "rises for every d >= 1",
        "2.693171%",
        "half pay has the lower edge for every d >= 1",
    ):
        assert text in printed


def test_the_command_in_json() -> None:
    """Coefficients as strings, the limit, the statements with their roots."""
    document = json.loads(run("formula", "banco", "--variant", "ez", "--against", "1%", "-f", "json")[1])
    (bet,) = document["formulas"]
    edge = bet["edge"]
    values = [sum(int(n) * 8**power for power, n in enumerate(edge[part])) for part in ("numerator", "denominator")]
    assert Fraction(*values) == Fraction(66274384744, 6508331087895)
    assert bet["statements"][2]["signs"] == [-1, 1]
    assert len(bet["rows"][0]["counts"]) == 7


def test_the_command_in_latex() -> None:
    """One displayed equation for each formula, and the theorems in tables."""
    formulas, _, tables = run("formula", "--compare", "banco", "tie", "-f", "latex").out.partition("\n\n\\begin")
    lines = [line for line in formulas.splitlines() if line]
    assert [line for line in lines if line.startswith("%")] == ["% banco, classic", "% tie, classic"]
    assert all(re.fullmatch(r"\\\[ .* \\\]", line) for line in lines if not line.startswith("%"))
    for statement in (
        "banco, classic has the lower edge for every d",
        "As decks are added it",
        "The commission as a symbol c",
    ):
        assert statement in tables


def test_bets_of_one_name_are_shown_with_their_file(tmp_path: Path) -> None:
    """Two files may give one name, and each is shown with its file; a built-in name is refused for other rules."""
    row = '[[payout]]\nwhen = { winner = "punto" }\nodds = "%s to 1"\n'
    one, two, same = (tmp_path / name for name in ("one.toml", "two.toml", "same.toml"))
    one.write_text('name = "mine"\n' + row % 1)
    two.write_text('name = "mine"\n' + row % 2)
    same.write_text('name = "punto"\n' + row % 2)
    lines = run("formula", "--compare", str(one), str(two)).out.splitlines()
    assert f"mine ({two}), classic has the lower edge" in lines[2]
    done = run("formula", "--compare", "punto", str(same))
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"Error: {same}: name: ")


def test_the_command_compares_two_bets() -> None:
    """One bet in two variants is compared like two bets."""
    lines = run("formula", "--compare", "banco", "--variant", "ez", "--variant", "straight")[1].splitlines()
    assert lines[2].endswith("banco, straight has the lower edge for every d >= 1")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--compare", "banco"], "--compare: got 1 bet; it takes two bets of one variant, or one of two"),
        (["bancoo"], "bet: got 'bancoo'; did you mean banco? (a file's name has a / or ends in .toml)"),
        (["banco", "--against", "x"], "--against: got 'x'; a number is digits"),
        ([], "Missing argument 'BET...'"),
    ],
)
def test_the_command_refuses_in_one_line(words: list[str], message: str) -> None:
    """Usage errors are one line, with exit status 2."""
    status, printed, errors = run("formula", *words)
    assert (status, printed) == (2, "")
    assert message in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("names", "option", "value"),
    [
        (("banco", "punto"), "--commission", "6%"),
        (("banco", "punto"), "--half-on", "5"),
        (("tie", "punto"), "--tie-odds", "9:1"),
    ],
)
def test_an_option_needs_to_apply_to_one_bet_only(names: tuple[str, str], option: str, value: str) -> None:
    """Beside a bet that it changes, an option is accepted; alone, the other bet refuses it."""
    assert run("formula", *names, "--compare", option, value).status == 0
    done = run("formula", names[1], option, value)
    assert (done.status, done.err) == (2, f"Error: {option} does not apply to punto: it changes nothing there\n")
