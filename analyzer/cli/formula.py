"""`baccarat-odds formula`: a bet's counts and edge as formulas in the number of decks, and theorems on them."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from analyzer.cli.completers import complete_bets
from analyzer.cli.console import emit, usage_error
from analyzer.cli.help import Documented
from analyzer.cli.inputs import find_bet, games, price_bet, refuse_idle
from analyzer.cli.options import output_options, read_edge_option, rules_options

if TYPE_CHECKING:
    from fractions import Fraction

    from analyzer.bets.bet import Bet
    from analyzer.layout import Table
    from analyzer.proof.closed_form import ClosedForm
    from analyzer.proof.formula import Formula, Statement
    from analyzer.views.labels import PlayedVariant
    from analyzer.views.render import Document, Style

__all__ = ["formula"]

SHOWN_DECKS = 8
COMPARED = 2


class _Proved(NamedTuple):
    """A bet of a variant, with its closed form; `file` is the path of a user's own bet, "" for a bet named."""

    game: PlayedVariant
    bet: Bet
    form: ClosedForm
    file: str

    @property
    def label(self) -> str:
        """The bet, with its file if it is a user's own, and its variant."""
        return f"{self.bet.name}{self.file and f' ({self.file})'}, {self.game.label}"


@click.command(
    cls=Documented,
    short_help="A bet's edge as a formula in the number of decks.",
    epilog="""\b
Examples:
  baccarat-odds formula banco
  baccarat-odds formula tie -f latex
  baccarat-odds formula banco --half-pay
  baccarat-odds formula banco --variant ez --against 1%
  baccarat-odds formula --compare banco punto
  baccarat-odds formula --compare banco --variant ez --variant straight""",
    help="""Give a bet's counts and house edge for every number of decks d, proved from counts at d = 1 to 7.

    Whether the edge grows with d, where it changes sign, and which of two bets has the lower edge is proved for all
    real d >= 1, by exact isolation of polynomial roots.
    """,
)
@click.argument("names", metavar="BET...", nargs=-1, required=True, shell_complete=complete_bets)
@click.option("--compare", is_flag=True, help="Which of two bets has the lower edge, and for which numbers of decks.")
@click.option(
    "--against",
    metavar="EDGE",
    callback=read_edge_option,
    help="For how many decks the edge is below this: 5%.",
)
@click.option(
    "--half-pay",
    "with_half_pay",
    is_flag=True,
    help="What half pay on each winning total costs, as a commission (JSON always says it).",
)
@rules_options
@output_options
def formula(
    names: tuple[str, ...], *, compare: bool, against: Fraction | None, with_half_pay: bool, **options: Any
) -> None:
    """Run `baccarat-odds formula`."""
    from analyzer.catalog.rules_file import is_path
    from analyzer.notation import counted
    from analyzer.views import formula as views

    games_played = games(options)
    asked = list(product(games_played, dict.fromkeys(names)))
    if compare and len(asked) != COMPARED:
        raise usage_error(
            f"--compare: got {counted(len(asked), 'bet')}; it takes two bets of one variant, or one of two"
        )
    found = [(find_bet(name, game), game, name if is_path(name) else "") for game, name in asked]
    refuse_idle([bet for bet, _game, _file in found], *games_played)
    proved = [_prove(*bet) for bet in found]
    statements = [_statements(proof, against) for proof in proved]
    compared = [_compare(*proved)] if compare else []

    def document(places: int) -> Document:
        formulas = [
            {"bet": proof.bet.name, "variant": proof.game.variant.name, "tableau": proof.game.variant.tableau.name}
            | views.form_document(proof.form, _equal(proof), places)
            | {
                "half_pay": views.half_pay_document(_half_pay(proof), places),
                "statements": [views.statement_document(statement) for statement in made],
            }
            for proof, made in zip(proved, statements, strict=True)
        ]
        return {"formulas": formulas, "comparison": [views.statement_document(statement) for statement in compared]}

    def tables(style: Style) -> list[Table]:
        made = [views.statements_table(compared)] if compared else []
        for proof, stated in zip(proved, statements, strict=True):
            # In LaTeX the formulas are equations before the tables; the theorems are in tables.
            made += [] if options["output_format"] == "latex" else views.form_tables(proof.form, proof.label, style)
            made.append(views.statements_table(stated))
            if proof.form.commission is not None:
                made += views.commission_tables(proof.form, _equal(proof), SHOWN_DECKS, style)
            if with_half_pay and (halves := _half_pay(proof)):
                made += views.half_pay_tables(halves, SHOWN_DECKS, style)
        return made

    emit(
        options,
        document,
        tables,
        [text for proof in proved for text in (*proof.game.rules_texts, proof.bet.rules_text)],
        "".join(
            f"{views.form_latex(proof.form, proof.label)}\n" for proof in proved if options["output_format"] == "latex"
        ),
    )


def _prove(bet: Bet, game: PlayedVariant, file: str = "") -> _Proved:
    """Return a bet with its closed form."""
    from analyzer.proof.closed_form import closed_form_of

    return _Proved(game, bet, closed_form_of(lambda shoe: price_bet(bet, game, shoe)), file)


def _statements(proved: _Proved, against: Fraction | None) -> list[Statement]:
    from analyzer.proof.formula import statements_of, threshold

    edge = proved.form.house_edge
    return [*statements_of(edge), *([] if against is None else [threshold(edge, against)])]


def _compare(first: _Proved, second: _Proved) -> Statement:
    from analyzer.proof.formula import comparison

    return comparison(first.label, first.form.house_edge, second.label, second.form.house_edge)


def _equal(proved: _Proved) -> dict[str, Formula]:
    """Return the commissions at which the bet is fair or has punto's edge; none if it takes no commission."""
    from analyzer.rules.coup import Hand

    commission = proved.form.commission
    if commission is None:
        return {}
    equal = {"break_even": commission.break_even}
    if proved.bet.name != Hand.PUNTO and any(bet.name == Hand.PUNTO for bet in proved.game.variant.bets):
        equal["as_punto"] = commission.equal_to(
            _prove(proved.game.variant.bet(Hand.PUNTO), proved.game).form.house_edge
        )
    return equal


def _half_pay(proved: _Proved) -> list[tuple[int, Formula, Statement]]:
    """Return the cost of half pay on each winning total, if the bet could have half pay; else nothing."""
    from analyzer.errors import RulesError
    from analyzer.proof.closed_form import half_pay
    from analyzer.rules.coup import Hand

    if proved.bet.name != Hand.BANCO or proved.form.commission is None:
        return []
    halves = {}
    for total in range(1, 10):
        try:
            variant = proved.game.variant.with_half_on(total)
        except RulesError:
            return []
        halves[total] = _prove(variant.bet(Hand.BANCO), proved.game._replace(variant=variant)).form.house_edge
    return half_pay(proved.form, halves)
