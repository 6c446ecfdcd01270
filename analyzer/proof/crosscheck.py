"""Crosscheck of bets on cards: their rows counted a second time, by the form that checks a certificate.

The first route enumerates point values and draws faces from features; the second, `recount`, evaluates a form in the
counts of the shoe on bare labels of cards. They share no counting. Which row pays what was seen is read from one pay
table for both.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from math import comb, prod
from typing import TYPE_CHECKING

from analyzer.cards.features import Position
from analyzer.errors import BetError, DisagreementError
from analyzer.proof.certificate import (
    Labelling,
    count_table,
    labellings_of,
    looks_document,
    shoe_document,
    tableau_document,
)
from analyzer.proof.recount import TooManyStepsError, recount
from analyzer.rules.coup import Ending

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.bets.bet import Bet
    from analyzer.bets.odds import Odds
    from analyzer.cards.shoe import Shoe
    from analyzer.enumeration.distribution import Progress
    from analyzer.rules.tableau import Tableau

__all__ = ["crosscheck_on_cards"]

MAX_ANSWERS = 2_000
"""The most combinations of answers that are counted a second time; with more of them it takes minutes."""
MAX_STEPS = 50_000_000
"""The most steps of a second count, some two minutes."""
_PATTERNS = (1, 1, 2, 3, 5, 7, 11)
"""The number of patterns of equal labels, by the number of cards: the partitions of that number."""
_OPENINGS = Position.PUNTO_OPENING | Position.BANCO_OPENING


def crosscheck_on_cards(
    priced: Sequence[tuple[Bet, Odds]], shoe: Shoe, tableau: Tableau, progress: Progress | None = None
) -> list[Bet]:
    """Check that the second count gives every row of bets on cards the same probability.

    Args:
        priced: the bets, each with its odds by the first count.
        shoe: the shoe.
        tableau: the drawing rules.
        progress: called before each set of bets with how many are done, and of how many.

    Returns:
        The bets that are counted a second time; the others look at too much of the cards for that.

    Raises:
        DisagreementError: if the probability of a row differs.

    Cost: for each set of bets that look at the same cards, by the number of answers their conditions can have together
    and of places looked at. On eight decks half a second for a pair, 5 seconds for the colour of all cards, 40 for
    three conditions on both hands with 112 combinations of answers, 195 for `openings.same_suit` with `dealt.red`.

    >>> from analyzer import STANDARD, Shoe, price, read_bet
    >>> pair = read_bet("punto-pair")
    >>> [str(bet) for bet in crosscheck_on_cards([(pair, price(pair, Shoe.decks(8)))], Shoe.decks(8), STANDARD)]
    ['punto-pair']
    """
    together: dict[tuple[Labelling, ...], list[tuple[Bet, Odds]]] = {}
    for bet, odds in priced:
        labellings = tuple(dict.fromkeys(labellings_of(bet)))
        if prod(map(_answers, labellings)) <= MAX_ANSWERS:
            together.setdefault(labellings, []).append((bet, odds))
    checked: list[Bet] = []
    for done, (labellings, alike) in enumerate(together.items()):
        if progress is not None:
            progress(done, len(together))
        # A count that keeps too much is left out, as one that has too many answers.
        with suppress(TooManyStepsError, BetError):
            _check(labellings, alike, shoe, tableau)
            checked += [bet for bet, _odds in alike]
    return checked


def _answers(labelling: Labelling) -> int:
    """Return at most how many answers a labelling has where all its places hold a card."""
    cards = labelling.positions.bit_count() + (labelling.positions & _OPENINGS).bit_count()
    if labelling.answer == "pattern":
        return _PATTERNS[cards]
    return comb(len(set(labelling.labels)) + cards - 1, cards)


def _check(labellings: tuple[Labelling, ...], priced: Sequence[tuple[Bet, Odds]], shoe: Shoe, tableau: Tableau) -> None:
    known = shoe.at(max(bet.fineness for bet, _odds in priced))
    table = count_table(labellings, [bet for bet, _odds in priced], known, tableau)
    looks = looks_document(labellings, known)
    found = recount(shoe_document(known), tableau_document(tableau), looks, steps=MAX_STEPS).counts
    for (bet, odds), rows in zip(priced, table.rows, strict=True):
        counts = [0] * len(odds.rows)
        for (punto, banco, punto_cards, banco_cards, *answers), count in found.items():
            seen = (Ending(punto, banco, punto_cards, banco_cards), tuple(answers))
            if seen not in rows:
                raise DisagreementError(
                    f"crosscheck: bet {bet.name}: the second count has {count} deals of which the first has none: "
                    f"{list(seen[0])}; one of them is wrong, so neither is shown: please report it"
                )
            counts[rows[seen]] += count
        for number, (row, count) in enumerate(zip(odds.rows, counts, strict=True), start=1):
            first, second = odds.probability(row.count), Fraction(count, known.total)
            if first != second:
                raise DisagreementError(
                    f"crosscheck: bet {bet.name}, row {number}: its probability is {first} by the first count, "
                    f"{second} by the second; one of them is wrong, so neither is shown: please report it"
                )
