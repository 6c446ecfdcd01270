"""Closed forms, one formula for every number of decks, and theorems on them, as tables, JSON and LaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.errors import BaccaratError
from analyzer.layout import Table
from analyzer.notation import decimal, exact
from analyzer.proof.formula import LEMMA, PROVED_AT, Formula, Polynomial, Statement, constant
from analyzer.views.render import NOTHING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from analyzer.proof.closed_form import ClosedForm
    from analyzer.views.render import Document, Style

__all__ = [
    "commission_tables",
    "form_document",
    "form_latex",
    "form_tables",
    "half_pay_document",
    "half_pay_tables",
    "statement_document",
    "statements_table",
]

EQUAL = {"break_even": "an edge of 0", "as_punto": "the edge of punto"}
"""What the commission can be solved for: an edge of 0, or the edge of punto."""


def statement_document(statement: Statement) -> Document:
    """Return a statement: its words, the signs of its formula and the isolated roots."""
    signs = statement.signs
    return {
        "about": statement.about,
        "says": str(statement),
        "signs": list(signs.between),
        "roots": [[exact(root.low), exact(root.high)] for root in signs.roots],
    }


def statements_table(statements: Sequence[Statement]) -> Table:
    """Return statements in words, a row for each."""
    rows = [[statement.about, str(statement)] for statement in statements]
    return Table(["Statement", "Proved for all real d >= 1"], rows, "ll")


def _polynomial_document(polynomial: Polynomial) -> Document:
    return {"factored": str(polynomial), "coefficients": [str(number) for number in polynomial.coefficients]}


def _formula_document(formula: Formula, places: int) -> Document:
    limit = formula.limit
    return {
        "factored": str(formula),
        "latex": formula.latex,
        "numerator": [str(number) for number in formula.numerator.coefficients],
        "denominator": [str(number) for number in formula.denominator.coefficients],
        "limit": None if limit is None else exact(limit),
        "limit_decimal": None if limit is None else decimal(limit, places),
    }


def form_document(form: ClosedForm, equal: Mapping[str, Formula], places: int) -> Document:
    """Return a closed form: every count as a polynomial with the values that determine it, and the edge.

    Args:
        form: the closed form.
        equal: commissions by the condition they are solved for, a key of `EQUAL`.
        places: decimal places.
    """
    commission = form.commission
    return {
        "total": _polynomial_document(form.total),
        "rows": [
            {
                "event": row.event,
                "odds": str(row.pays),
                "count": _polynomial_document(row.count),
                "counts": [str(row.count(decks)) for decks in PROVED_AT],
            }
            for row in form.rows
        ],
        "edge": _formula_document(form.house_edge, places),
        "commission": None
        if commission is None
        else {
            "free": _formula_document(commission.free, places),
            "taxed": _formula_document(commission.taxed, places),
            **{name: _formula_document(formula, places) for name, formula in equal.items()},
        },
    }


def form_tables(form: ClosedForm, title: str, style: Style) -> list[Table]:
    """Return a closed form: the formulas, then the counts that determine them."""
    edge = form.house_edge
    formulas = [
        ["All deals", str(form.total)],
        *([f"{row.event} ({row.pays})", str(row.count)] for row in form.rows),
        ["House edge", str(edge)],
        ["Its limit for many decks", _limit(edge, style)],
    ]
    counts = [
        [str(decks), style.count(int(form.total(decks))), *(style.count(int(row.count(decks))) for row in form.rows)]
        for decks in PROVED_AT
    ]
    headers = ["d", "All deals", *(row.event for row in form.rows)]
    return [
        Table(
            ["Quantity", "For d full decks"], formulas, "ll", title and f"{title}: for d full decks", form="equations"
        ),
        Table(headers, counts, "r" * len(headers), f"Proof: {LEMMA}"),
    ]


def _limit(formula: Formula, style: Style) -> str:
    limit = formula.limit
    if limit is None:
        return NOTHING
    return str(limit) if style.exact or style.plain else f"{limit} = {style.percent(limit, 6)}"


def commission_tables(form: ClosedForm, equal: Mapping[str, Formula], decks: int, style: Style) -> list[Table]:
    """Return the edge with the commission as a symbol, and the commissions at which it equals a given edge.

    Raises:
        BaccaratError: if the bet takes no commission.
    """
    commission = form.commission
    if commission is None:
        raise BaccaratError("this bet takes no commission")
    formulas = [
        ["the house edge", str(commission)],
        *([f"c for {EQUAL[name]}", str(formula)] for name, formula in equal.items()),
    ]
    figures = [
        [EQUAL[name], style.percent(formula(decks), 6), _limit(formula, style)] for name, formula in equal.items()
    ]
    headers = ["Commission c for", f"{decks} decks", "Its limit for many decks"]
    title = "The commission as a symbol c"
    return [
        Table(["Quantity", "For d full decks"], formulas, "ll", title, form="equations"),
        Table(headers, figures, "lrr"),
    ]


def half_pay_document(halves: Sequence[tuple[int, Formula, Statement]], places: int) -> list[Document]:
    """Return the result of `half_pay`."""
    return [
        {"half_on": total, "equal": _formula_document(equal, places), "says": str(statement)}
        for total, equal, statement in halves
    ]


def half_pay_tables(halves: Sequence[tuple[int, Formula, Statement]], decks: int, style: Style) -> list[Table]:
    """Return the result of `half_pay`, with figures for one number of decks."""
    formulas = [[f"half pay on {total}", str(equal)] for total, equal, _statement in halves]
    figures = [
        [str(total), style.percent(equal(decks), 6), _limit(equal, style), str(statement)]
        for total, equal, statement in halves
    ]
    title = "A winning total that pays half, in place of the commission, costs as much as a commission of"
    headers = ["Half on", f"{decks} decks", "Its limit", "Half pay or the commission"]
    return [
        Table(["Rule", "For d full decks"], formulas, "ll", title, form="equations"),
        Table(headers, figures, "rrrl"),
    ]


def form_latex(form: ClosedForm, title: str) -> str:
    """Return a closed form as LaTeX: the edge, its limit, and the counts, each a displayed equation."""
    limit = form.house_edge.limit
    lines = [
        f"% {title}",
        rf"\[ \mathrm{{edge}}(d) = {form.house_edge.latex} \]",
        *([] if limit is None else [rf"\[ \lim_{{d \to \infty}} \mathrm{{edge}}(d) = {constant(limit).latex} \]"]),
        rf"\[ N(d) = {form.total.text(latex=True)} \]",
        *(rf"\[ N_{{\text{{{_latex_text(row.event)}}}}}(d) = {row.count.text(latex=True)} \]" for row in form.rows),
    ]
    return "\n".join(lines) + "\n"


_LATEX = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}


def _latex_text(text: str) -> str:
    r"""Return text with the special characters of LaTeX escaped.

    >>> print(_latex_text(r"5% ^\x"))
    5\% \textasciicircum{}\textbackslash{}x
    """
    return "".join(_LATEX.get(letter, f"\\{letter}" if letter in "#$%&_{}" else letter) for letter in text)
