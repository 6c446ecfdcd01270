"""Many shoes at once: outcome counts and bets of arrays, files and streams of compositions. Needs NumPy.

A composition is a row of ten counts, of the point values 0 (tens and court cards) to 9. All answers are exact integers.

NumPy's matrix products take one thread here (see `batch.threads`); executors spread the work.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.arguments import checked, several
from analyzer.batch.plan import NO_SHOE, Invalid, join_blocks, mask_rows, payoff, payoff_form, run_plan
from analyzer.batch.sums import plan_of, winners
from analyzer.cards.card import Fineness
from analyzer.cards.shoe import Shoe
from analyzer.enumeration.polynomial import Forms, outcome_forms
from analyzer.errors import BetError
from analyzer.rules.coup import Winner
from analyzer.rules.tableau import STANDARD, Tableau
from analyzer.text import short_repr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from analyzer.bets.bet import Bet
    from analyzer.enumeration.distribution import Progress

    Rows = NDArray[Any]


__all__ = [
    "Answer",
    "Prices",
    "answers",
    "answers_one_by_one",
    "count_outcomes",
    "price_batch",
    "stream_answers",
    "stream_outcomes",
    "stream_prices",
]


@short_repr(lambda prices: f"of {len(prices.denominators)} bets on {len(prices.totals)} shoes")
@dataclass(frozen=True, eq=False)
class Prices:
    """Bets priced on many shoes.

    The expected net result per unit staked of bet j on shoe i is numerators[i, j] / (denominators[j] * totals[i]).

    Attributes:
        numerators: (shoes, bets), int64 where that holds every value exactly, else Python's integers.
        denominators: for each bet, the number of parts of a unit in which its payouts are counted.
        totals: for each shoe, the number of ordered six-card deals.
    """

    numerators: Rows
    denominators: tuple[int, ...]
    totals: Rows

    def house_edge(self, shoe: int, bet: int = 0) -> Fraction:
        """Return the house edge of a bet on a shoe, by their indices.

        >>> from analyzer import read_variant
        >>> price_batch([read_variant("classic").bet("banco")], [[128] + [32] * 9]).house_edge(0)
        Fraction(114753351728, 10847218479825)
        """
        return Fraction(-int(self.numerators[shoe, bet]), self.denominators[bet] * int(self.totals[shoe]))


@checked(tableau=Tableau)
def count_outcomes(
    compositions: Iterable[Any],
    tableau: Tableau = STANDARD,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
    invalid: Invalid = "error",
) -> Rows:
    """Count the wins of punto, the wins of banco and the ties of many shoes.

    Args:
        compositions: an (n, 10) array or memory map of counts of the values 0 to 9; a data frame (pandas, polars,
            pyarrow) whose columns are named after cards, which are obeyed and added up, or have no names; or an
            iterable of rows of ten or of these.
        tableau: the drawing rules.
        executor: counts the blocks, if given: any `concurrent.futures.Executor`.
        progress: called after each block with the number of rows done and that of all, None unless it is an array.
        invalid: how to handle rows that are not shoes (a count negative or not whole, fewer than six cards): "error"
            names them all in one error, "mask" returns a masked array.

    Returns:
        The counts, (n, 3): int64 if every shoe has at most 1,448 cards, else Python's integers in an object array.

    Raises:
        ShoeError: for rows that are not shoes, unless masked; for anything but rows of ten; for a column named after
            anything but a card.
        MissingExtraError: if NumPy is not installed.

    Cost: about 1 microsecond a shoe on one core; 10 for more than 457 cards, 400 for more than 1,448.

    >>> count_outcomes([[128] + [32] * 9, [1] * 10])
    array([[2230518282592256, 2292252566437888,  475627426473216],
           [           66448,            68728,            16024]])
    """
    parts = list(stream_outcomes(compositions, tableau, executor=executor, progress=progress, invalid=invalid))
    return join_blocks(parts, (0, len(Winner)), invalid)


@checked(tableau=Tableau)
def stream_outcomes(
    compositions: Iterable[Any],
    tableau: Tableau = STANDARD,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
    invalid: Invalid = "error",
) -> Iterator[Rows]:
    """Yield the counts block by block, in order and in bounded memory.

    Arguments, errors and the type of each block are those of `count_outcomes`. An error names all bad rows of an array,
    but of an iterable, which may be infinite, only those of one block.

    >>> shoes = ([1 + number % 40] * 10 for number in range(20_000))
    >>> sum(len(block) for block in stream_outcomes(shoes))
    20000
    """
    plan = plan_of(tableau, winners(tableau))
    for counts, _, valid in run_plan(plan, compositions, executor, progress, invalid):
        yield mask_rows(counts, valid, invalid)


@checked(tableau=Tableau)
def price_batch(  # noqa: PLR0913 - what is priced, by which rules, and how the work is done
    bets: Iterable[Bet],
    compositions: Iterable[Any],
    tableau: Tableau = STANDARD,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
    invalid: Invalid = "error",
) -> Prices:
    """Price bets on many shoes. All arguments but `bets` are those of `count_outcomes`.

    Raises:
        BetError: if one is not a bet, or looks at more than totals and numbers of cards.
        ShoeError: as `count_outcomes`.
        MissingExtraError: if NumPy is not installed.

    Cost: about 1 microsecond a shoe, and 0.3 more for each form that has to be evaluated, one for most bets.

    >>> from analyzer import read_variant
    >>> classic = read_variant("classic").bets
    >>> prices = price_batch(classic, [[128] + [32] * 9])
    >>> prices.denominators, prices.numerators, prices.totals
    ((1, 20, 1), array([[  -61734283845632, -1057566889525248,  -717751437244416]]), array([4998398275503360]))
    """
    bets = several(bets, "bets", BetError)
    parts = list(stream_prices(bets, compositions, tableau, executor=executor, progress=progress, invalid=invalid))
    return Prices(
        join_blocks([part.numerators for part in parts], (0, len(bets)), invalid),
        tuple(payoff(bet, tableau)[1] for bet in bets),
        join_blocks([part.totals for part in parts], (0,), invalid),
    )


@checked(tableau=Tableau)
def stream_prices(  # noqa: PLR0913 - as `price_batch`
    bets: Iterable[Bet],
    compositions: Iterable[Any],
    tableau: Tableau = STANDARD,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
    invalid: Invalid = "error",
) -> Iterator[Prices]:
    """Yield the prices block by block, as `stream_outcomes` yields the counts."""
    payoffs = [payoff(bet, tableau) for bet in several(bets, "bets", BetError)]
    plan = plan_of(tableau, payoffs)
    denominators = tuple(parts for _, parts in payoffs)
    for numerators, deals, valid in run_plan(plan, compositions, executor, progress, invalid):
        yield Prices(mask_rows(numerators, valid, invalid), denominators, mask_rows(deals, valid, invalid))


def stream_answers(
    bets: Iterable[Bet],
    compositions: Iterable[Any],
    tableau: Tableau,
    executor: Executor | None = None,
) -> Iterator[tuple[Rows, Prices]]:
    """Yield counts of outcomes and prices together, block by block, with rows that are not shoes masked."""
    payoffs = [payoff(bet, tableau) for bet in several(bets, "bets", BetError)]
    plan = plan_of(tableau, winners(tableau) + payoffs)
    denominators = tuple(parts for _, parts in payoffs)
    for sums, deals, valid in run_plan(plan, compositions, executor, None, "mask"):
        masked = mask_rows(sums, valid, "mask")
        prices = Prices(masked[:, len(Winner) :], denominators, mask_rows(deals, valid, "mask"))
        yield masked[:, : len(Winner)], prices


class Answer(NamedTuple):
    """The counts and edges of one shoe.

    Attributes:
        total: the number of ordered six-card deals.
        counts: how many of them punto wins, how many banco wins, and how many are ties.
        edges: for each bet, numerator and denominator of its house edge, not in lowest terms.
    """

    total: int
    counts: Sequence[int]
    edges: Sequence[tuple[int, int]]


def answers(
    rows: Iterable[Sequence[int]], bets: Sequence[Bet], tableau: Tableau, executor: Executor | None = None
) -> Iterator[list[Answer | None]]:
    """Yield an answer for each row of ten counts, None for `NO_SHOE`, block by block. Needs NumPy.

    Raises:
        BetError: if a bet looks at more than totals and numbers of cards.
        MissingExtraError: if NumPy is not installed.
    """
    for counts, prices in stream_answers(bets, rows, tableau, executor):
        parts, block = prices.denominators, list[Answer | None]()
        for total, outcomes, numerators in zip(
            prices.totals.tolist(), counts.tolist(), prices.numerators.tolist(), strict=True
        ):
            if total is None:  # masked
                block.append(None)
            else:
                edges = [(-numerator, part * total) for numerator, part in zip(numerators, parts, strict=True)]
                block.append(Answer(total, outcomes, edges))
        yield block


def answers_one_by_one(
    rows: Iterable[Sequence[int]], bets: Sequence[Bet], tableau: Tableau
) -> Iterator[list[Answer | None]]:
    """Yield the same answers without NumPy, in blocks of one; counting takes some 350 times as long.

    Raises:
        BetError: if a bet looks at more than totals and numbers of cards.

    >>> from analyzer import STANDARD
    >>> [answer and answer.counts for [answer] in answers_one_by_one([[1] * 10, NO_SHOE], [], STANDARD)]
    [(66448, 68728, 16024), None]
    """
    outcomes, payoffs = outcome_forms(tableau), [payoff_form(bet, tableau) for bet in bets]
    # All forms in one: the cost is one pass over the coefficients, however many values are packed into each.
    forms = Forms(
        outcomes.coefficients + tuple(form.coefficients[0] for form, _ in payoffs),
        max(outcomes.bound, *(form.bound for form, _ in payoffs), 1),
    )
    for row in rows:
        if row is NO_SHOE:
            yield [None]
            continue
        shoe = Shoe(Fineness.VALUES, tuple(row))
        values, total = forms.at(shoe), shoe.total
        numerators = values[len(Winner) :]
        edges = [(-numerator, parts * total) for numerator, (_, parts) in zip(numerators, payoffs, strict=True)]
        yield [Answer(total, values[: len(Winner)], edges)]
