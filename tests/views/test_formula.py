"""Closed forms in LaTeX."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from closed_forms import form_of

from analyzer import read_pays
from analyzer.proof.closed_form import ClosedForm, Row
from analyzer.proof.formula import Polynomial
from analyzer.views.formula import form_latex


@pytest.fixture(scope="module")
def banco() -> ClosedForm:
    """Return classic banco."""
    return form_of("classic", "banco")


def value_of_latex(text: str, decks: int) -> Fraction:
    """Return the value of a formula written in LaTeX."""
    above, below = re.fullmatch(r"\\frac\{(.*)\}\{(.*)\}", text).groups()  # type: ignore[union-attr]
    values = []
    for part in (above, below):
        product = re.sub(r"(?<=[0-9d)}])(?=[d(])", "*", part).replace("^{", "**").replace("}", "")
        values.append(eval(product, {"d": decks}))  # noqa: S307 - only digits, d and operators
    return Fraction(*values)


def test_latex_is_the_same_formula(banco: ClosedForm) -> None:
    """The LaTeX of an edge, evaluated, is the edge."""
    assert value_of_latex(banco.house_edge.latex, 8) == banco.house_edge(8)
    assert form_latex(banco, "a title").startswith("% a title\n\\[ \\mathrm{edge}(d) = \\frac{2d(16434304d^{4}")


def test_a_limit_of_0_and_a_whole_one_in_latex() -> None:
    """A bet that always pushes, and one that always loses its stake."""
    for pays, limit in (("0 to 1", "0"), ("1 to 1", "-1")):
        row = Row("always", read_pays(pays), Polynomial((0, 52)))
        assert f"\\mathrm{{edge}}(d) = {limit} \\]" in form_latex(ClosedForm((row,), Polynomial((0, 52))), "a title")
