"""What a batch counts for a bet: its payoff by the polynomial; and NumPy, which it needs."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from strategies import BETS, TABLEAUX, PlainTableau, compositions

from analyzer import Bet, BetError, Fineness, Shoe, payoff_form, price, read_variant, variant_names

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", variant_names())
def test_the_payoff_of_every_variants_bets(name: str) -> None:
    """The payoff form over parts and total is minus the house edge of every built-in bet."""
    variant = read_variant(name)
    for decks in (1, 8, 10**6):
        shoe = Shoe.decks(decks)
        for bet in variant.bets:
            form, parts = payoff_form(bet, variant.tableau)
            edge = price(bet, shoe, variant.tableau).house_edge
            assert edge == Fraction(-form.at(shoe)[0], parts * shoe.total), bet.name


@settings(max_examples=15)
@given(TABLEAUX, BETS, compositions(10))
def test_the_payoff_of_random_bets(rules: PlainTableau, bet: Bet, counts: tuple[int, ...]) -> None:
    """Any bet's payoff under any rules is the recursion's expected value, losses and pushes included."""
    shoe = Shoe(Fineness.VALUES, counts)
    form, parts = payoff_form(bet, rules.tableau)
    value = price(bet, shoe, rules.tableau).expected_value
    assert value == Fraction(form.at(shoe)[0], parts * shoe.total)
    assert abs(form.at(shoe)[0]) <= form.bound * shoe.total


def test_a_bet_on_faces_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bet that looks at more than totals has no payoff form, and the error says what it looks at."""
    monkeypatch.setattr(Bet, "looks_at", property(lambda _: "ranks"))
    with pytest.raises(BetError, match="bet tie: it looks at ranks"):
        payoff_form(read_variant("classic").bet("tie"))


@pytest.mark.parametrize(
    "broken",
    [
        'raise ImportError("\\n\\nA page\\n\\nof words") from ImportError("libopenblas.so:\\n no such file")',
        'raise ImportError("libopenblas.so:\\n no such file")',
        "import libopenblas",
    ],
)
def test_a_numpy_that_cannot_be_imported(tmp_path: Path, broken: str) -> None:
    """It is one line that names the reason and the extra, not a traceback."""
    (tmp_path / "numpy.py").write_text(broken)
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from analyzer.batch.plan import require_numpy as r\n"
    code += "from analyzer.errors import MissingExtraError as E\ntry: r()\nexcept E as error: print(error)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") == 1
    assert "cannot be imported (" in done.stdout
    assert "libopenblas" in done.stdout
    assert "pip install '.[fast]' in the folder of the source" in done.stdout
