"""The report page on closed forms: its tables, as Markdown by their `$name` in the prose."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from analyzer.catalog.bet_file import read_bet
from analyzer.catalog.variant import read_variant, variant_names
from analyzer.layout import Table
from analyzer.proof.closed_form import closed_form, half_pay
from analyzer.proof.formula import comparison, statements_of, threshold
from analyzer.rules.coup import Winner
from analyzer.rules.tableau import STANDARD
from analyzer.views.formula import commission_tables, form_tables, half_pay_tables, statements_table
from analyzer.views.render import NOTHING, Style, markdown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.proof.closed_form import ClosedForm
    from analyzer.proof.formula import Statement

__all__ = ["closed_forms_parts"]

SIDE_BETS = (
    "punto-pair",
    "either-pair",
    "perfect-pair",
    "dragon-7",
    "panda-8",
    "dragon-bonus-punto",
    "dragon-bonus-banco",
    "lucky-6-12-20",
    "small-tiger",
    "big-tiger",
    "tiger-tie-35",
    "tiger-pair",
    "super-6-12",
    "small",
    "big",
    "fabulous-pair-punto",
)
COMPARED = ("punto, classic", "banco, classic", "banco, ez", "banco, straight", "banco, super-six")
BOUNDS = tuple(Fraction(number, 100) for number in (1, 2, 5, 10, 15, 20, 25, 30))
DECKS = 8


class _Named(NamedTuple):
    """A bet as the page calls it, with its closed form."""

    name: str
    form: ClosedForm


def closed_forms_parts() -> dict[str, str]:
    """Return the parts of the page on closed forms.

    Cost: some seconds, for the bets that look at suits.
    """
    style = Style()
    classic = read_variant("classic")
    banco, punto = (closed_form(classic.bet(name), STANDARD) for name in ("banco", "punto"))
    main, side = _main_bets(), [_Named(name, closed_form(read_bet(name), STANDARD)) for name in SIDE_BETS]
    equal = {}
    if banco.commission is not None:
        equal = {
            "break_even": banco.commission.break_even,
            "as_punto": banco.commission.equal_to(punto.house_edge),
        }
    halves = {
        total: closed_form(classic.with_half_on(total).bet("banco"), STANDARD).house_edge for total in range(1, 10)
    }
    formulas, proof = form_tables(banco, "", style)
    return {
        "counts": markdown(formulas),
        "proof": markdown(proof._replace(title="")),
        "main": markdown(_edges(main, style)),
        "side": markdown(_edges(side, style)),
        "compared": markdown(statements_table(_comparisons([bet for bet in main if bet.name in COMPARED]))),
        "crossings": markdown(statements_table(_crossings(_comparisons(side)))),
        "bounds": markdown(_bounds([*main, *side])),
        "commission": _untitled(commission_tables(banco, equal, DECKS, style)),
        "halves": _untitled(half_pay_tables(half_pay(banco, halves), DECKS, style)),
        "latex": "\n".join(
            rf"\mathrm{{{name}}}(d) &= {closed_form(classic.bet(name), STANDARD).house_edge.latex} \\"
            for name in Winner
        ),
    }


def _untitled(tables: Sequence[Table]) -> str:
    return markdown(*(table._replace(title="") for table in tables))


def _main_bets() -> list[_Named]:
    """Return the main bets of the built-in variants; a pay table several share is named after the first."""
    named: dict[object, _Named] = {}
    others = [name for name in variant_names() if not name.startswith("source-")]
    for variant in map(read_variant, ["classic", *others]):
        for bet in variant.bets:
            # Bets with the same drawing rules and payouts are the same bet.
            key = (variant.tableau, tuple((str(payout.when), payout.pays.net) for payout in bet.payouts))
            if key not in named:
                named[key] = _Named(f"{bet.name}, {variant.name}", closed_form(bet, variant.tableau))
    return list(named.values())


def _edges(bets: Sequence[_Named], style: Style) -> Table:
    rows = []
    for name, form in bets:
        edge = form.house_edge
        sign, growth = map(str, statements_of(edge))
        limit = NOTHING if edge.limit is None else style.percent(edge.limit)
        rows.append([name, f"{edge}", style.percent(edge(DECKS)), limit, sign, growth])
    headers = ["Bet", "House edge for d full decks", f"{DECKS} decks", "Limit", "It is", "As decks are added it"]
    return Table(headers, rows, "llrrll")


def _comparisons(bets: Sequence[_Named]) -> list[Statement]:
    """Return, for each pair of bets, which has the lower edge."""
    return [
        comparison(first.name, first.form.house_edge, second.name, second.form.house_edge)
        for first, second in combinations(bets, 2)
    ]


def _crossings(statements: Sequence[Statement]) -> list[Statement]:
    """Return the statements whose sign changes with the number of decks."""
    return [statement for statement in statements if statement.signs.always is None]


def _bounds(bets: Sequence[_Named]) -> Table:
    """Return every bet whose edge crosses one of the bounds, with the numbers of decks at which it does."""
    compared = [
        (name, statement)
        for name, form in bets
        for statement in (threshold(form.house_edge, bound) for bound in BOUNDS)
    ]
    rows = [[name, str(statement)] for name, statement in compared if statement.signs.always is None]
    return Table(["Bet", "Proved for all real d >= 1"], rows, "ll")
