"""Answers: what a command or a report page shows of a result, as tables and as JSON documents."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from analyzer.enumeration.distribution import Distribution
from analyzer.notation import decimal, exact, format_odds, root_decimal
from analyzer.rules.tableau import STOOD
from analyzer.views.render import NOTHING, Style, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from analyzer.bets.bet import Bet, Payout
    from analyzer.bets.odds import Odds
    from analyzer.cards.card import Card
    from analyzer.catalog.variant import Variant
    from analyzer.rules.coup import Coup
    from analyzer.rules.tableau import Ending, Tableau

__all__ = [
    "BREAKDOWNS",
    "JSON_PLACES",
    "SHOWN_AS",
    "Document",
    "bets_table",
    "breakdown_document",
    "breakdown_table",
    "deals_document",
    "deals_table",
    "figures_table",
    "odds_document",
    "outcomes_document",
    "outcomes_table",
    "payouts_document",
    "proving_table",
    "scores_table",
    "share_document",
    "tableau_document",
    "tableau_tables",
    "tableaux_table",
    "variant_document",
    "variants_table",
    "when_document",
]

JSON_PLACES = 12
SHOWN_AS = {"punto": "Punto (Player)", "banco": "Banco (Banker)", "tie": "Tie (Egalite)"}
Document = dict[str, object]


class Breakdown(NamedTuple):
    """A way of breaking outcomes down.

    Attributes:
        plural: the key its list stands under in JSON.
        keys: the names of what is told apart.
        of: the values of those keys for an ending.
    """

    plural: str
    keys: tuple[str, ...]
    of: Callable[[Ending], tuple[int | str, ...]]


def _naturals(ending: Ending) -> str:
    """Return which hands hold a natural: punto, banco, both or none."""
    if ending.punto_natural and ending.banco_natural:
        return "both"
    return "punto" if ending.punto_natural else "banco" if ending.banco_natural else "none"


BREAKDOWNS = {
    "total": Breakdown(
        "totals", ("punto_total", "banco_total"), lambda ending: (ending.punto_total, ending.banco_total)
    ),
    "cards": Breakdown(
        "cards", ("punto_cards", "banco_cards"), lambda ending: (ending.punto_cards, ending.banco_cards)
    ),
    "natural": Breakdown("naturals", ("natural", "winner"), lambda ending: (_naturals(ending), ending.winner)),
}


def share_document(count: int, total: int) -> Document:
    """Return a count of `total` deals as JSON has it: a decimal string and a rational "n/d"."""
    return {"count": str(count), "probability": exact(Fraction(count, total))}


def _share(count: int, total: int, places: int) -> Document:
    return share_document(count, total) | {"decimal": decimal(Fraction(count, total), places)}


def outcomes_document(distribution: Distribution[Ending], places: int = JSON_PLACES) -> Document:
    """Return total and outcomes of a distribution, as `outcomes -f json` prints them."""
    winners = distribution.coarsen(lambda ending: ending.winner)
    return {
        "total": str(distribution.total),
        "outcomes": {winner: _share(winners.count(winner), winners.total, places) for winner in SHOWN_AS},
    }


def outcomes_table(distributions: Sequence[tuple[str, Distribution[Ending]]], style: Style) -> Table:
    """Return who wins how often, for each named shoe; with its total row where there is one shoe."""
    rows = []
    for name, distribution in distributions:
        winners = distribution.coarsen(lambda ending: ending.winner)
        rows += [
            [name, SHOWN_AS[winner], style.count(winners.count(winner)), style.decimal(winners.probability(winner), 8)]
            for winner in SHOWN_AS
        ]
        rows.append([name, "Total", style.count(winners.total), style.decimal(Fraction(1), 8)])
    return Table(["Decks", "Outcome", "Combinations", "Probability"], rows, "rlrr")


def breakdown_document(distribution: Distribution[Ending], by: str, places: int = JSON_PLACES) -> list[Document]:
    """Return the rows of a breakdown, in order of what is told apart."""
    kind = BREAKDOWNS[by]
    parts = distribution.coarsen(kind.of)
    return [
        dict(zip(kind.keys, part, strict=True)) | _share(parts[part], parts.total, places) for part in sorted(parts)
    ]


def breakdown_table(distribution: Distribution[Ending], by: str, style: Style) -> Table:
    """Return a breakdown as rows of count and probability, with a total."""
    kind = BREAKDOWNS[by]
    parts = distribution.coarsen(kind.of)
    rows = [
        [*map(str, part), style.count(parts[part]), style.decimal(parts.probability(part), 8)] for part in sorted(parts)
    ]
    rows.append(
        ["Total", *[""] * (len(kind.keys) - 1), style.count(parts.total), style.decimal(Fraction(1), 8)],
    )
    headers = [key.replace("_", " ").capitalize() for key in kind.keys]
    return Table([*headers, "Combinations", "Probability"], rows, "l" * len(kind.keys) + "rr")


def scores_table(distribution: Distribution[Ending], style: Style) -> Table:
    """Return the 10 x 10 grid of final scores: probabilities, or the counts themselves where `style` is exact."""
    scores = distribution.coarsen(BREAKDOWNS["total"].of)

    def cell(count: int) -> str:
        if style.exact:
            return style.count(count)
        return style.percent(Fraction(count, scores.total), 3)

    grid = [[scores.count((punto, banco)) for banco in range(10)] for punto in range(10)]
    rows = [[f"punto {punto}", *map(cell, line), cell(sum(line))] for punto, line in enumerate(grid)]
    columns = [sum(column) for column in zip(*grid, strict=True)]
    rows.append(["All", *map(cell, columns), cell(sum(columns))])
    return Table(["", *(f"banco {banco}" for banco in range(10)), "All"], rows, "l" + "r" * 11)


def odds_document(bet: str, odds: Odds, places: int = JSON_PLACES) -> Document:
    """Return every figure of a priced bet, per unit staked; what is undefined is null."""
    commission = odds.break_even_commission
    resolved = odds.edge_per_resolved_bet
    return {
        "bet": bet,
        "edge": exact(odds.house_edge),
        "edge_decimal": decimal(odds.house_edge, places),
        "edge_resolved": None if resolved is None else exact(resolved),
        "edge_resolved_decimal": None if resolved is None else decimal(resolved, places),
        "expected_value": exact(odds.expected_value),
        "rtp": exact(odds.rtp),
        "rtp_decimal": decimal(odds.rtp, places),
        "variance": exact(odds.variance),
        "sd_decimal": root_decimal(odds.variance, places),
        "hit_frequency": exact(odds.hit_frequency),
        "expected_loss_per_100": exact(odds.expected_loss_per_100),
        "break_even_commission": None if commission is None else exact(commission),
        "win": share_document(odds.win, odds.total),
        "push": share_document(odds.push, odds.total),
        "lose": share_document(odds.lose, odds.total),
    }


def when_document(payout: Payout) -> Document:
    """Return a payout's conditions as a rules file writes them."""
    written = {
        name: [value if isinstance(value, int) else str(value) for value in values]
        for name, values in payout.when.items()
    }
    return {name: values if len(values) > 1 else values[0] for name, values in written.items()}


def payouts_document(bet: Bet, odds: Odds) -> Document:
    """Return the rows of a priced bet: its payouts in order, then all else, which loses the stake."""
    rows: list[Document] = []
    for outcome in odds.outcomes:
        even = odds.break_even(outcome)
        rows.append(
            {
                "event": outcome.event,
                "odds": format_odds(outcome.pays.net),
                **share_document(outcome.count, odds.total),
                "contribution": exact(odds.contribution(outcome)),
                "break_even": None if even is None else exact(even),
            }
        )
    *payouts, all_else = rows
    return {
        "payouts": [{"when": when_document(payout)} | row for payout, row in zip(bet.payouts, payouts, strict=True)],
        "all_else": all_else,
    }


def proving_table(odds: Odds, style: Style, title: str = "") -> Table:
    """Return the table that proves a house edge: its last line equals minus the edge.

    The rows are added up again here, in integers, and held against the edge before anything is shown.

    Raises:
        ArithmeticError: if they did not add up, which would be a defect of this program.
    """
    rows = []
    combinations, parts, unit = 0, 0, 1
    for outcome in odds.outcomes:
        net = outcome.pays.net
        # One common unit for what has been added so far and this row.
        parts = parts * net.denominator + outcome.count * net.numerator * unit
        unit *= net.denominator
        combinations += outcome.count
        rows.append(
            [
                outcome.event,
                style.count(outcome.count),
                style.decimal(odds.probability(outcome.count), 8),
                str(outcome.pays),
                style.decimal(odds.contribution(outcome), 8),
            ]
        )
    edge = odds.house_edge
    if combinations != odds.total or parts * edge.denominator != -edge.numerator * unit * odds.total:
        raise ArithmeticError("the rows of a proving table do not add up to its edge")
    rows.append(
        ["Total", style.count(combinations), style.decimal(Fraction(1), 8), "", style.decimal(-edge, 8)],
    )
    return Table(["Event", "Combinations", "Probability", "Pays", "Return"], rows, "lrrrr", title)


def figures_table(odds: Odds, style: Style) -> Table:
    """Return every other figure of a priced bet."""
    rows = [
        ["House edge", style.percent(odds.house_edge, 6)],
        *([] if style.exact else [["House edge, exactly", str(odds.house_edge)]]),
        ["Edge per resolved bet", style.percent(odds.edge_per_resolved_bet, 6)],
        ["Return to player (RTP)", style.percent(odds.rtp, 6)],
        ["Hit frequency", style.percent(odds.hit_frequency, 6)],
        ["Push", style.percent(odds.probability(odds.push), 6)],
        ["Lose", style.percent(odds.probability(odds.lose), 6)],
        ["Variance", style.decimal(odds.variance, 8)],
        ["Standard deviation", style.root(odds.variance, 8)],
        ["Expected loss per 100 coups, in units staked", style.decimal(odds.expected_loss_per_100, 6)],
    ]
    if odds.break_even_commission is not None:
        rows.append(["Commission at which it breaks even", style.percent(odds.break_even_commission, 6)])
    for outcome in odds.outcomes:
        even = odds.break_even(outcome)
        if even is not None:
            rows.append([f"Odds at which it breaks even: {outcome.event}", f"{style.decimal(even, 6)} to 1"])
    return Table(["Figure", "Value"], rows, "lr")


def bets_table(priced: Sequence[tuple[Bet, Odds]], style: Style, title: str) -> Table:
    """Return bets with their edges, in the order given."""
    rows = [
        [
            bet.name,
            style.percent(odds.house_edge),
            style.percent(odds.edge_per_resolved_bet),
            style.percent(odds.hit_frequency),
            style.root(odds.variance, 4),
            bet.looks_at,
            bet.title,
        ]
        for bet, odds in priced
    ]
    return Table(
        ["Bet", "House edge", "Per resolved bet", "Hit frequency", "Std dev", "Looks at", "Title"],
        rows,
        "lrrrrll",
        title,
    )


def variant_document(variant: Variant) -> Document:
    """Return a variant: its rules, sources and pay tables."""
    return {
        "variant": variant.name,
        "title": variant.title,
        "tableau": variant.tableau.name,
        "decks": list(variant.decks),
        "source": variant.source,
        "bets": [
            {
                "bet": bet.name,
                "title": bet.title,
                "payouts": [
                    {"when": when_document(payout), "event": payout.event, "odds": str(payout.pays)}
                    for payout in bet.payouts
                ],
            }
            for bet in variant.bets
        ],
    }


def variants_table(variants: Sequence[Variant]) -> Table:
    """Return variants with what each is and where it is printed."""
    rows = [
        [each.name, each.title, each.tableau.name, ", ".join(map(str, each.decks)), each.source] for each in variants
    ]
    return Table(["Variant", "What it is", "Tableau", "Decks", "Source"], rows, "lllrl")


def tableaux_table(tableaux: Sequence[Tableau]) -> Table:
    """Return tableaux with what each is and where it is printed."""
    return Table(
        ["Tableau", "What it is", "Source"], [[each.name, each.title, each.source] for each in tableaux], "lll"
    )


def deals_document(listed: Sequence[tuple[tuple[Card, ...], int, Coup]], ended: Distribution[Ending]) -> list[Document]:
    """Return every deal of a small shoe with its coup.

    Raises:
        ArithmeticError: if the deals did not add up to the distribution, which would be a defect of this program.
    """
    _check_deals(listed, ended)
    return [
        {
            "cards": " ".join(map(str, cards)),
            "ways": str(ways),
            "punto": " ".join(map(str, coup.punto)),
            "banco": " ".join(map(str, coup.banco)),
            "punto_total": coup.ending.punto_total,
            "banco_total": coup.ending.banco_total,
            "winner": coup.ending.winner,
        }
        for cards, ways, coup in listed
    ]


def deals_table(
    listed: Sequence[tuple[tuple[Card, ...], int, Coup]], ended: Distribution[Ending], style: Style
) -> Table:
    """Return every deal of a small shoe with its coup, and the total they add up to.

    Raises:
        ArithmeticError: as `deals_document`.
    """
    _check_deals(listed, ended)
    rows = [
        [
            *(" ".join(map(str, cards)), style.count(ways)),
            *(" ".join(map(str, hand)) for hand in (coup.punto, coup.banco)),
            f"{coup.ending.punto_total}-{coup.ending.banco_total}",
            coup.ending.winner,
        ]
        for cards, ways, coup in listed
    ]
    rows.append(["Total", style.count(ended.total), "", "", "", ""])
    headers = ["Deal", "Ways", "Punto", "Banco", "Score", "Winner"]
    return Table(headers, rows, "lrlllr")


def _check_deals(listed: Sequence[tuple[tuple[Card, ...], int, Coup]], ended: Distribution[Ending]) -> None:
    """Hold the deals, played one by one, against the enumerator's count of every ending."""
    played: dict[Ending, int] = {}
    for _cards, ways, coup in listed:
        played[coup.ending] = played.get(coup.ending, 0) + ways
    if Distribution(played) != ended:
        raise ArithmeticError("the deals listed do not add up to the outcomes counted")


def tableau_document(tableau: Tableau) -> Document:
    """Return a tableau: the totals and third cards on which each hand draws."""
    return {
        "tableau": tableau.name,
        "title": tableau.title,
        "source": tableau.source,
        "natural": "ends the coup" if tableau.natural_ends else "that hand stands",
        "punto": {"draws": [total for total, draws in enumerate(tableau.punto) if draws]},
        "banco": {
            "stood": [total for total, row in enumerate(tableau.banco) if row[STOOD]],
            **{str(total): [value for value in range(STOOD) if row[value]] for total, row in enumerate(tableau.banco)},
        },
    }


def tableau_tables(tableau: Tableau) -> list[Table]:
    """Return a tableau as a croupier's card shows it: D draws, S stands."""
    letter = {True: "D", False: "S"}
    natural = "natural: the coup ends" if tableau.natural_ends else "natural: that hand stands"
    punto = [[str(total), "draws" if draws else "stands"] for total, draws in enumerate(tableau.punto)]
    banco = [
        [str(total), letter[row[STOOD]], *(letter[cell] for cell in row[:STOOD])]
        for total, row in enumerate(tableau.banco)
    ]
    nines = ["8-9", *["S" if not tableau.natural_ends else NOTHING] * (STOOD + 1)]
    return [
        Table(["Punto's two cards", "Punto"], [*punto, ["8-9", natural]], "ll", f"Tableau: {tableau.name}"),
        Table(
            ["Banco's two cards", "Punto stood", *map(str, range(STOOD))],
            [*banco, nines],
            "lc" + "c" * STOOD,
            "Banco, by punto's third card (D draws, S stands)",
        ),
    ]
