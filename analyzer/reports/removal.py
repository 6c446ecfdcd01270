"""The report pages on the effect of removal and on burnt cards: their tables, as Markdown by `$name` in the prose."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from analyzer.analyses.burn import after_shown, after_unseen, burnt_unseen
from analyzer.analyses.linear_count import LEVELS, best_count
from analyzer.analyses.removal import effects
from analyzer.bets.pricing import price_bets
from analyzer.cards.card import Fineness, read_card
from analyzer.cards.shoe import Shoe
from analyzer.catalog.bet_file import read_bet
from analyzer.catalog.rules_file import catalog_names
from analyzer.catalog.variant import read_variant
from analyzer.layout import Table
from analyzer.views.removal import changes_tables, counts_table, exact_table, pairs_tables
from analyzer.views.render import Style, markdown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["burn_parts", "removal_parts", "shown_table"]

_STYLE = Style()
_EXACT = Style(exact=True)
_SMALL = "A=8 6=8 K=8"
_SHOWN = {0: "10 J Q K", 1: "A"}


def removal_parts() -> Mapping[str, str]:
    """Return the tables of the page on the effect of removal.

    Cost: about two hundred walks of a shoe.
    """
    classic = read_variant("classic")
    tables: dict[str, Sequence[Table]] = {}
    for decks in (6, 8):
        shoe = Shoe.decks(decks)
        main = effects(classic.bets, shoe, classic.tableau, pairs=decks == 8)  # noqa: PLR2004 - the usual shoe
        tables[f"main_{decks}"] = [exact_table(main, _STYLE, f"{decks} decks")]
        tables[f"exact_{decks}"] = [exact_table(main, _EXACT, f"{decks} decks, exactly")]
        tables[f"counts_{decks}"] = [
            counts_table([(effect, best_count(effect, level)) for effect in main for level in LEVELS], _STYLE)
        ]
    tables["pairs"] = pairs_tables(main, _STYLE)
    every = effects([read_bet(name) for name in catalog_names("bets")], shoe, classic.tableau)
    tables["every"] = changes_tables(every, _STYLE, "8 decks")
    tables["every_counts"] = [counts_table([(effect, best_count(effect, 1)) for effect in every], _STYLE)]
    return {name: markdown(*made) for name, made in tables.items()}


def burn_parts() -> Mapping[str, str]:
    """Return the tables of the page on burnt cards.

    Raises:
        ArithmeticError: if a mean differs from the edge it must equal, which would be a defect of this program.
    """
    tables = {
        **{f"shown_{decks}": [shown_table(Shoe.decks(decks), f"{decks} decks")] for decks in (6, 8)},
        # One card after an ace and two after a two are few enough to enumerate at eight decks.
        "unseen": [_unseen(Shoe.decks(8), [1, 2], "8 decks")],
        "unseen_small": [_unseen(Shoe.from_spec(_SMALL), [1, 6, 0], f"A shoe of 24 cards, {_SMALL}")],
    }
    return {name: markdown(*made) for name, made in tables.items()}


def shown_table(shoe: Shoe, title: str) -> Table:
    """Return classic's edges after each card shown, and their means over that card, which are the full shoe's edges."""
    classic = read_variant("classic")
    counts = shoe.at(Fineness.VALUES).counts
    rows = []
    means = [Fraction(0)] * len(classic.bets)
    for value in (*range(1, 10), 0):
        edges = after_shown(classic.bets, shoe, classic.tableau, value)
        likely = Fraction(counts[value], shoe.cards)
        means = [mean + likely * edge for mean, edge in zip(means, edges, strict=True)]
        shown = [_SHOWN.get(value, str(value)), str(likely), str(burnt_unseen(value))]
        rows.append([*shown, *(_STYLE.percent(edge, 6) for edge in edges)])
    full = [odds.house_edge for odds in price_bets(classic.bets, shoe, classic.tableau)]
    _check_same(means, full)
    rows.append(["mean", "1", "", *(_STYLE.percent(mean, 6) for mean in means)])
    rows.append(["mean, exactly", "1", "", *map(str, means)])
    rows.append(["full shoe", "", "", *map(str, full)])
    return Table(["Card shown", "Probability", "Burnt unseen", *_names()], rows, "lrrrrr", title)


def _unseen(shoe: Shoe, shown: Sequence[int], title: str) -> Table:
    """Return the edges after a card was shown, and their mean over all unseen burnt cards, which is the same."""
    classic = read_variant("classic")
    rows = []
    for value in shown:
        left = shoe.at(Fineness.VALUES).remove([read_card(str(value))])
        number = burnt_unseen(value)
        edges = after_shown(classic.bets, shoe, classic.tableau, value)
        enumerated = after_unseen(classic.bets, left, classic.tableau, number)
        _check_same(enumerated, edges)
        name = _SHOWN.get(value, str(value))
        rows.append([name, "the shoe less that card", *map(str, edges)])
        rows.append([name, f"mean over the {number} burnt unseen", *map(str, enumerated)])
    return Table(["Card shown", "Counted", *_names()], rows, "llrrr", title)


def _names() -> list[str]:
    return [bet.name.capitalize() for bet in read_variant("classic").bets]


def _check_same(means: Sequence[Fraction], full: Sequence[Fraction]) -> None:
    if list(means) != list(full):
        raise ArithmeticError("a mean over burnt cards is not the edge of the shoe they came from")
