"""The effect of removal: changes by card and by pair of cards, and linear counts, as tables and as JSON."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from analyzer.cards.card import Fineness, Rank, Suit, class_names
from analyzer.layout import Table
from analyzer.notation import decimal, exact
from analyzer.views.render import NOTHING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.analyses.linear_count import LinearCount
    from analyzer.analyses.removal import Effect
    from analyzer.views.render import Document, Style

__all__ = ["changes_tables", "counts_table", "effect_document", "exact_table", "pairs_tables"]

_PLACES = 10
SMALL = Fraction(1, 10_000)
"""The unit of changes in tables for people."""
_OF_VALUES = ("10 J Q K", "A", *"23456789")
"""The ranks of each point value, by value: tables name ranks, not values."""
_SUM = "Sum over the shoe"


def effect_document(effect: Effect, count: LinearCount | None, places: int, *, pairs: bool) -> Document:
    """Return the effect of removal on one bet: its changes, the best linear count and, with `pairs`, pairs of cards."""
    names = class_names(effect.fineness)
    document: Document = {
        "bet": effect.bet.name,
        "looks_at": effect.bet.looks_at,
        "known_by": effect.fineness.name.lower(),
        "expected_value": exact(effect.expected_value),
        "changes": [
            {
                "card": name,
                "cards": cards,
                "change": None if change is None else exact(change),
                "change_decimal": None if change is None else decimal(change, places),
            }
            for name, cards, change in zip(names, effect.counts, effect.changes, strict=True)
        ],
        "weighted_sum": exact(_zero(effect.weighted_sum)),
        "linear_count": None if count is None else _count_document(count, places),
    }
    if pairs:
        document["pairs"] = [
            {
                "cards": [names[first], names[second]],
                "beyond": exact(beyond),
                "beyond_decimal": decimal(beyond, places),
            }
            for (first, second), beyond in effect.pairs.items()
        ]
        document["weighted_sum_of_pairs"] = exact(_zero(effect.weighted_sum_of_pairs))
    return document


def _count_document(count: LinearCount, places: int) -> Document:
    return {
        "level": count.level,
        "tags": list(count.tags),
        "correlation_squared": exact(count.correlation_squared),
        "correlation_decimal": count.correlation_decimal(places),
        "imbalance": count.imbalance,
    }


def _zero(total: Fraction) -> Fraction:
    """Return a sum that must be 0.

    Raises:
        ArithmeticError: if it is not 0, which would be a defect of this program.
    """
    if total:
        raise ArithmeticError("the effects of removal do not add up to zero")
    return total


def changes_tables(effects: Sequence[Effect], style: Style, title: str) -> list[Table]:
    """Return the changes of the expectation by card: a row for each bet, and for each suit if the bet looks at suits.

    They are in 1/10,000 of the stake, to three significant digits. A plain style, for programs, gives one table with a
    row for each bet and card, per unit staked.
    """
    if style.plain:
        rows = [
            [effect.bet.name, name, str(cards), style.decimal(change)]
            for effect in effects
            for name, cards, change in zip(class_names(effect.fineness), effect.counts, effect.changes, strict=True)
        ]
        return [Table(["Bet", "Card", "Cards in the shoe", "Change of the expectation"], rows, "llrr")]
    tables = []
    unit = "per unit staked" if style.exact else "in 1/10,000 of the stake"
    for fineness in Fineness:
        alike = [effect for effect in effects if effect.fineness is fineness]
        if alike:
            for effect in alike:
                _zero(effect.weighted_sum)
            words = f"{title}: change of the expectation, {unit}, with one card gone; the sum over the shoe is 0"
            tables.append(_by_card(alike, fineness, style)._replace(title=words))
    return tables


def _columns(fineness: Fineness) -> tuple[str, ...]:
    return _OF_VALUES[1:] + _OF_VALUES[:1] if fineness is Fineness.VALUES else tuple(rank.symbol for rank in Rank)


def _by_card(effects: Sequence[Effect], fineness: Fineness, style: Style) -> Table:
    """Return the changes with the cards across, from ace to king."""
    rows = []
    for effect in effects:
        changes = [style.small(change, SMALL) for change in effect.changes]
        if fineness is Fineness.FACES:
            rows += [[effect.bet.name, suit.symbol, *changes[suit :: len(Suit)]] for suit in Suit]
        else:
            in_order = changes[1:] + changes[:1] if fineness is Fineness.VALUES else changes
            rows.append([effect.bet.name, *in_order])
    suit = ["Suit"] if fineness is Fineness.FACES else []
    headers = ["Bet", *suit, *_columns(fineness)]
    keys = 1 + len(suit)
    return Table(headers, rows, "l" * keys + "r" * (len(headers) - keys), keys=keys)


def exact_table(effects: Sequence[Effect], style: Style, title: str) -> Table:
    """Return the changes for bets that look at totals: a row for each card, ace to king, and a last row of sums."""
    rows = []
    for value, name in [*list(enumerate(_OF_VALUES))[1:], (0, _OF_VALUES[0])]:
        changes = [style.decimal(effect.changes[value], _PLACES) for effect in effects]
        rows.append([name, str(effects[0].counts[value]), *changes])
    rows.append(
        [_SUM, str(sum(effects[0].counts)), *(style.decimal(_zero(effect.weighted_sum), 0) for effect in effects)]
    )
    return Table(
        ["Card", "In the shoe", *(effect.bet.name for effect in effects)], rows, "lr" + "r" * len(effects), title
    )


def counts_table(counted: Sequence[tuple[Effect, LinearCount | None]], style: Style) -> Table:
    """Return the best linear counts: tags by card, their betting correlation, and their sum over the shoe."""
    rows = []
    for effect, count in counted:
        if count is None:
            rows.append([effect.bet.name, *[NOTHING] * 5])
            continue
        rows.append(
            [
                effect.bet.name,
                str(count.level),
                _tags(effect, count),
                count.correlation_decimal(4 if style.places is None else style.places),
                exact(count.correlation_squared) if style.exact else style.decimal(count.correlation_squared, 8),
                str(count.imbalance),
            ]
        )
    headers = ["Bet", "Level", "Tags", "Betting correlation", "Its square", "Sum over the shoe"]
    return Table(headers, rows, "lrlrrr", "The best linear count: a tag for each card seen, added up")


def _tags(effect: Effect, count: LinearCount) -> str:
    """Return the cards of each tag, highest tag first; the most common tag is given as "all others"."""
    names = _OF_VALUES if effect.fineness is Fineness.VALUES else class_names(effect.fineness)
    cards: dict[int, list[str]] = {}
    order = sorted(range(len(names)), key=lambda index: index or (len(names) if names is _OF_VALUES else 0))
    for index in order:
        tag = count.tags[index]
        if tag is not None:
            cards.setdefault(tag, []).append(names[index])
    [(most, _)] = Counter(tag for tag in count.tags if tag is not None).most_common(1)
    named = [f"{_signed(tag)}: {' '.join(cards[tag])}" for tag in sorted(cards, reverse=True) if tag != most]
    return "; ".join([*named, f"all others {_signed(most)}"])


def _signed(tag: int) -> str:
    return f"{tag:+d}" if tag else "0"


def pairs_tables(effects: Sequence[Effect], style: Style) -> list[Table]:
    """Return the change beyond additivity for each pair of cards: a square for each bet, for faces a row a pair.

    They are in 1/10,000 of the stake, to three significant digits. A plain style, for programs, gives one table with a
    row for each bet and pair, per unit staked.
    """
    headers = ["Bet", "Card", "Other card", "Beyond"]
    if style.plain:
        return [Table(headers, [row for effect in effects for row in _pair_rows(effect, style)], "lllr")]
    tables = []
    unit = "per unit staked" if style.exact else "in 1/10,000 of the stake"
    for effect in effects:
        _zero(effect.weighted_sum_of_pairs)
        title = (
            f"{effect.bet.name}: change of the expectation when both cards are gone, beyond the sum of both changes, "
            f"{unit} (the sum over all pairs of the shoe is 0)"
        )
        if effect.fineness is Fineness.FACES:
            tables.append(Table(headers, _pair_rows(effect, style), "lllr", title, keys=3))
            continue
        names = class_names(effect.fineness)
        order = [*range(1, 10), 0] if effect.fineness is Fineness.VALUES else list(range(len(names)))
        shown = _OF_VALUES if effect.fineness is Fineness.VALUES else names
        rows = [
            [
                shown[first],
                *(style.small(effect.pairs.get((min(first, second), max(first, second))), SMALL) for second in order),
            ]
            for first in order
        ]
        tables.append(Table(["", *(shown[index] for index in order)], rows, "l" + "r" * len(order), title))
    return tables


def _pair_rows(effect: Effect, style: Style) -> list[list[str]]:
    """Return a row for each pair of cards."""
    names = class_names(effect.fineness)
    return [
        [effect.bet.name, names[first], names[second], style.small(beyond, SMALL)]
        for (first, second), beyond in effect.pairs.items()
    ]
