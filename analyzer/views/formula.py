"""Answers about every number of decks at once: closed forms and what is proved of them, as tables, JSON and LaTeX."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, NamedTuple

from analyzer.errors import BaccaratError
from analyzer.notation import MAX_NUMBER_LENGTH, decimal, exact, percent
from analyzer.proof.closed_form import PROVED_AT, ClosedForm, Formula, Polynomial, constant, signs
from analyzer.views.render import NOTHING, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from analyzer.proof.closed_form import Signs
    from analyzer.views.bets import Document
    from analyzer.views.render import Style

__all__ = [
    "LEMMA",
    "Statement",
    "commission_table",
    "comparison",
    "form_document",
    "form_latex",
    "form_tables",
    "half_pay",
    "half_pay_document",
    "half_pay_table",
    "statement_document",
    "statements_of",
    "statements_table",
    "threshold",
]

LEMMA = (
    "every count is a sum of products of at most six factors of the form kd - j, so a polynomial in d of degree 6 at "
    "most, and these seven counts prove it"
)
EQUAL = {"break_even": "an edge of 0", "as_punto": "the edge of punto"}
"""What a commission can be solved for."""


class Statement(NamedTuple):
    """Something proved for all real d >= 1 by isolating the roots of a formula.

    Attributes:
        about: what is stated.
        function: the formula whose sign decides.
        words: what a negative sign, a zero and a positive sign mean.
    """

    about: str
    function: Formula
    words: tuple[str, str, str]

    @property
    def signs(self) -> Signs:
        """The sign of the formula."""
        return signs(self.function)

    def __str__(self) -> str:
        """Return the statement for real numbers of decks, and for whole ones where it changes between them.

        A number that ends in three dots is a root that is no rational, by its first decimal places.
        """
        found = self.signs
        words = [self.words[sign + 1] for sign in found.between]
        if found.always is not None:
            return f"{words[0]} for every d >= 1"
        parts = []
        for place, root in enumerate(found.roots):
            if place:
                parts.append(f"{words[place]} for {found.roots[place - 1]} < d < {root}")
            elif found.between[0]:  # a root at 1 leaves no room before it
                parts.append(f"{words[0]} for 1 <= d < {root}")
            parts.append(f"{self.words[1]} at d = {root}")
        last = found.roots[-1]
        parts.append(f"{words[-1]} for d > {last}: from {floor(last.low) + 1} decks on")
        return ", ".join(parts)


def _bound(bound: Fraction) -> str:
    """Return a bound exactly: as a percentage if its decimals end, else as a fraction.

    >>> from fractions import Fraction
    >>> _bound(Fraction(1, 20)), _bound(Fraction(1435962877, 10**10)), _bound(Fraction(1, 3))
    ('5%', '14.35962877%', '1/3')
    """
    scaled, places = bound * 100, 0
    while (scaled * 10**places).denominator != 1 and places < MAX_NUMBER_LENGTH:
        places += 1
    return percent(bound, places) if (scaled * 10**places).denominator == 1 else str(bound)


def statements_of(edge: Formula) -> list[Statement]:
    """Return what is stated of every edge: its sign, and whether it grows with the number of decks."""
    return [
        Statement("House edge", edge, ("below 0", "0", "above 0")),
        Statement("As decks are added it", edge.derivative(), ("falls", "stays level", "rises")),
    ]


def threshold(edge: Formula, bound: Fraction) -> Statement:
    """Return the statement that holds an edge against a bound."""
    text = _bound(bound)
    return Statement(f"Against {text}", edge - constant(bound), (f"below {text}", f"exactly {text}", f"above {text}"))


def comparison(first: str, one: Formula, second: str, other: Formula) -> Statement:
    """Return which of two bets has the lower edge."""
    return Statement(
        f"{first} and {second}",
        other - one,
        (f"{second} has the lower edge", "both have the same edge", f"{first} has the lower edge"),
    )


def statement_document(statement: Statement) -> Document:
    """Return a statement as JSON has it: in words, with the sign of its formula and the roots isolated."""
    found = statement.signs
    return {
        "about": statement.about,
        "says": str(statement),
        "signs": list(found.between),
        "roots": [[exact(root.low), exact(root.high)] for root in found.roots],
    }


def statements_table(statements: Sequence[Statement]) -> Table:
    """Return statements as they are read."""
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
    """Return a closed form: every count as a polynomial with the values that prove it, and the edge.

    Args:
        form: the closed form.
        equal: commissions by what they are solved for, names of `EQUAL`.
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
    """Return a closed form: the formulas, then the counts that prove them."""
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
        Table(["Quantity", "For d full decks"], formulas, "ll", title),
        Table(headers, counts, "r" * len(headers), f"Proof: {LEMMA}"),
    ]


def _limit(formula: Formula, style: Style) -> str:
    limit = formula.limit
    if limit is None:
        return NOTHING
    return str(limit) if style.exact or style.plain else f"{limit} = {style.percent(limit, 6)}"


def commission_table(form: ClosedForm, equal: Mapping[str, Formula], decks: int, style: Style) -> Table:
    """Return the edge with the commission as a symbol, and the commissions that make it equal to something.

    Raises:
        BaccaratError: if the bet takes no commission.
    """
    commission = form.commission
    if commission is None:
        raise BaccaratError("this bet takes no commission")
    rows = [
        ["the house edge", str(commission), NOTHING, NOTHING],
        *(
            [EQUAL[name], str(formula), style.percent(formula(decks), 6), _limit(formula, style)]
            for name, formula in equal.items()
        ),
    ]
    headers = ["Commission c for", "For d full decks", f"{decks} decks", "Its limit for many decks"]
    return Table(headers, rows, "llrr", "The commission as a symbol c")


def half_pay(form: ClosedForm, halves: Mapping[int, Formula]) -> list[tuple[int, Formula, Statement]]:
    """Return, for each winning total that pays half in place of the commission, the commission that costs as much.

    Args:
        form: the closed form of a bet that takes a commission.
        halves: the edge without a commission but with half pay, by the winning total that pays half.

    Returns:
        Each total, the commission that costs as much, and which is the better for the bettor, half pay or the
        commission the bet takes. Empty if it takes none.
    """
    commission = form.commission
    if commission is None:
        return []
    return [
        (total, commission.equal_to(edge), comparison("half pay", edge, "commission", form.house_edge))
        for total, edge in halves.items()
    ]


def half_pay_document(found: Sequence[tuple[int, Formula, Statement]], places: int) -> list[Document]:
    """Return what `half_pay` found as JSON has it."""
    return [
        {"half_on": total, "equal": _formula_document(equal, places), "says": str(statement)}
        for total, equal, statement in found
    ]


def half_pay_table(found: Sequence[tuple[int, Formula, Statement]], decks: int, style: Style) -> Table:
    """Return what `half_pay` found, with figures for a number of decks."""
    rows = [
        [str(total), str(equal), style.percent(equal(decks), 6), _limit(equal, style), str(statement)]
        for total, equal, statement in found
    ]
    headers = [
        "Half on",
        "Costs as much as a commission of",
        f"{decks} decks",
        "Its limit",
        "Half pay or the commission",
    ]
    return Table(headers, rows, "rlrrl", "A winning total that pays half, in place of the commission")


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
    r"""Return text with the characters that LaTeX reads as commands written out.

    >>> print(_latex_text(r"5% ^\x"))
    5\% \textasciicircum{}\textbackslash{}x
    """
    return "".join(_LATEX.get(letter, f"\\{letter}" if letter in "#$%&_{}" else letter) for letter in text)
