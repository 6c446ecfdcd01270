"""A coup under way: its odds, the decisions of the drawing rules, and the next card, as tables and as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from analyzer.cards.card import Card, Rank
from analyzer.layout import Table
from analyzer.notation import decimal, exact
from analyzer.rules.coup import Winner
from analyzer.rules.known_coup import POSITIONS, following, leads_to
from analyzer.views.labels import SHOWN_AS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.analyses.known_coup import NextCard
    from analyzer.bets.bet import Bet
    from analyzer.bets.odds import Odds
    from analyzer.enumeration.distribution import Distribution
    from analyzer.rules.coup import Ending
    from analyzer.rules.known_coup import Decision, KnownCoup, Third
    from analyzer.rules.tableau import Tableau
    from analyzer.views.render import Document, Style

__all__ = [
    "coup_odds_table",
    "decisions_document",
    "decisions_table",
    "ending_document",
    "known_document",
    "next_document",
    "next_table",
    "outcomes_document",
    "priced_document",
]


def _probability(probability: Fraction, places: int) -> Document:
    return {"probability": exact(probability), "decimal": decimal(probability, places)}


def _card(card: Card | None) -> str:
    return "?" if card is None else str(card)


def _third(third: Third) -> str | None:
    return None if third.drew is None else _card(third.card) if third.drew else "none"


def known_document(known: KnownCoup) -> Document:
    """Return what is known of a coup, in the words of the command's options."""
    return {
        "punto": [_card(card) for card in known.punto],
        "banco": [_card(card) for card in known.banco],
        "punto_total": known.punto_total,
        "banco_total": known.banco_total,
        "third_punto": _third(known.punto_third),
        "third_banco": _third(known.banco_third),
    }


def outcomes_document(ended: Distribution[Ending], places: int) -> Document:
    """Return the probabilities of punto, banco and a tie."""
    winners = ended.coarsen(lambda ending: ending.winner)
    return {winner: _probability(winners.probability(winner), places) for winner in Winner}


def decisions_document(decided: Sequence[Decision]) -> list[Document]:
    """Return the decisions of the drawing rules, with their reasons."""
    return [{"who": decision.who, "does": decision.does, "why": decision.why} for decision in decided]


def ending_document(ended: Distribution[Ending]) -> Document | None:
    """Return how a coup ended; None if it can still end in several ways."""
    if len(ended) > 1:
        return None
    [ending] = ended
    return {"punto_total": ending.punto_total, "banco_total": ending.banco_total, "winner": ending.winner}


def decisions_table(decided: Sequence[Decision], tableau: Tableau, ended: Distribution[Ending]) -> Table:
    """Return the decisions of the drawing rules, with their reasons, and how a coup that is settled ends."""
    rows = [[decision.who, decision.does, decision.why] for decision in decided]
    if len(ended) == 1:
        [ending] = ended
        result = "a tie" if ending.winner is Winner.TIE else f"{ending.winner} wins"
        rows.append(["coup", "is decided", f"punto {ending.punto_total}, banco {ending.banco_total}: {result}"])
    return Table(["Who", "Does", "Why"], rows, "lll", f"What the rules do (tableau {tableau.name})")


def _of_value(value: int) -> Card:
    return Card(Rank(value)) if value else Card(None)


def next_document(
    known: KnownCoup, position: int | None, cards: Sequence[NextCard], tableau: Tableau, places: int
) -> Document | None:
    """Return the possible next cards and what each leads to; None once the coup is complete."""
    if position is None:
        return None
    total = sum(card.deals for card in cards)
    return {
        "position": POSITIONS[position],
        "cards": [
            {
                "card": str(card.value),
                **_probability(Fraction(card.deals, total), places),
                "leads_to": leads_to(following(known, position, _of_value(card.value)), tableau),
                "outcomes": outcomes_document(card.endings, places),
            }
            for card in cards
        ],
    }


def next_table(known: KnownCoup, position: int, cards: Sequence[NextCard], tableau: Tableau, style: Style) -> Table:
    """Return the possible next cards and what each leads to."""
    total = sum(card.deals for card in cards)
    rows = []
    for card in cards:
        winners = card.endings.coarsen(lambda ending: ending.winner)
        rows.append(
            [
                str(card.value),
                style.percent(Fraction(card.deals, total)),
                leads_to(following(known, position, _of_value(card.value)), tableau),
                *(style.percent(winners.probability(winner)) for winner in Winner),
            ]
        )
    headers = ["Value", "Probability", "Leads to", "Punto wins", "Banco wins", "Tie"]
    return Table(headers, rows, "rrlrrr", f"The next card, {POSITIONS[position]} (0: a ten, jack, queen or king)")


def priced_document(bet: Bet, odds: Odds, places: int) -> Document:
    """Return a bet's probabilities and fair price on a coup under way."""
    return {
        "bet": bet.name,
        "fair_price": exact(odds.rtp),
        "fair_price_decimal": decimal(odds.rtp, places),
        "expected_value": exact(odds.expected_value),
        "edge": exact(odds.house_edge),
        "edge_decimal": decimal(odds.house_edge, places),
        "win": _probability(odds.probability(odds.win), places),
        "push": _probability(odds.probability(odds.push), places),
        "lose": _probability(odds.probability(odds.lose), places),
        "payouts": [
            {
                "event": row.event,
                "odds": str(row.pays),
                **_probability(odds.probability(row.count), places),
            }
            for row in odds.rows
        ],
    }


def coup_odds_table(priced: Sequence[tuple[Bet, Odds]], style: Style, title: str) -> Table:
    """Return bets with their probabilities and fair prices on a coup under way."""
    every = style.all_figures or style.plain
    rows = [
        [
            SHOWN_AS.get(bet.name, bet.name),
            style.percent(odds.probability(odds.win)),
            style.percent(odds.probability(odds.push)),
            style.percent(odds.probability(odds.lose)),
            style.decimal(odds.rtp),
            style.percent(odds.house_edge),
            *([bet.title] if every else []),
        ]
        for bet, odds in priced
    ]
    headers = ["Bet", "Win", "Push", "Lose", "Fair price", "House edge", *(["Title"] if every else [])]
    return Table(headers, rows, "lrrrrrl"[: len(headers)], title)
