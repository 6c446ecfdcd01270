"""Variants: a tableau with its main bets, and the options a house may set on them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.arguments import checked
from analyzer.bets.bet import Bet, Payout
from analyzer.cards.shoe import MAX_COUNT
from analyzer.catalog.bet_file import check_rows, read_bets_of
from analyzer.catalog.bet_names import BetNames
from analyzer.catalog.rules_file import catalog_names, is_path, own_rules, path_in, read_rules, read_tableau
from analyzer.errors import RulesError, did_you_mean, nearest
from analyzer.notation import Pays, shown
from analyzer.rules.tableau import STANDARD, Tableau
from analyzer.text import short_repr

if TYPE_CHECKING:
    from collections.abc import Callable

    from analyzer.catalog.section import Section

__all__ = ["CHANGES", "Variant", "read_variant", "variant_names"]

_MAX_EXTENDS = 8
_MAX_DECKS = 20
"""The most numbers of decks that a variant names; the command line may name more."""


@short_repr(lambda variant: f"{variant.name}: {', '.join(bet.name for bet in variant.bets)}")
@dataclass(frozen=True, slots=True)
class Variant:
    """The game as a house offers it.

    Attributes:
        name: what the variant is called.
        tableau: its drawing rules.
        bets: its main bets, in the order of the layout.
        decks: the numbers of decks its source plays with.
        title: a one-line description.
        source: where its pay table is printed.
        rules_texts: the contents of the files it was read from, without its tableau's.
        where: the user's file it was read from, "" if it is built in.
        notes: for a user's file, a note for each bet with rows that no coup of the tableau matches.

    >>> read_variant("classic").bet("banco").payouts[0].pays.net
    Fraction(19, 20)
    """

    name: str
    tableau: Tableau
    bets: tuple[Bet, ...]
    decks: tuple[int, ...] = (8,)
    title: str = field(default="", compare=False)
    source: str = field(default="", compare=False)
    rules_texts: tuple[bytes, ...] = field(default=(), compare=False, repr=False)
    where: str = field(default="", compare=False, repr=False)
    notes: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse a variant without bets."""
        if not self.bets:
            raise RulesError(f"variant {self.name}: got no bet; it needs at least one")

    @checked(name=str)
    def bet(self, name: str) -> Bet:
        """Return the bet of that name.

        Raises:
            RulesError: if the variant has no such bet.
        """
        for bet in self.bets:
            if bet.name == name:
                return bet
        names = [bet.name for bet in self.bets]
        meant = BetNames(names).find(name)
        raise RulesError(
            f"bet: got {shown(name)}{did_you_mean([meant]) if meant else nearest(name, names)} ({self.name})"
        )

    @checked(tableau=Tableau)
    def with_tableau(self, tableau: Tableau) -> Variant:
        """Return the variant with other drawing rules.

        Raises:
            RulesError: if it comes from a user's file and under these rules earlier rows cover a row of it completely.
        """
        notes = check_rows(self.bets, tableau, self.where) if self.where else []
        return replace(self, tableau=tableau, notes=tuple(notes))

    def with_commission(self, commission: Fraction) -> Variant:
        """Return the variant with another commission on every row that takes one.

        Raises:
            RulesError: if it takes no commission, or the commission is not a Fraction or int from 0 to 1.

        >>> read_variant("classic").with_commission(Fraction(1, 25)).bet("banco").payouts[0].pays.net
        Fraction(24, 25)
        """

        def tax(payout: Payout) -> Payout:
            taken = None if payout.pays.commission is None else commission
            return replace(payout, pays=payout.pays._replace(commission=taken))

        _check_commission(commission)
        if not any(_is_taxed(bet) for bet in self.bets):
            raise RulesError(f"commission does not apply to {self.name}: it takes no commission")
        return self._with_bets(lambda bet: replace(bet, payouts=tuple(tax(payout) for payout in bet.payouts)))

    @checked(pays=Pays)
    def with_tie_odds(self, pays: Pays) -> Variant:
        """Return the variant with other odds on its tie bet.

        Raises:
            RulesError: if the odds do not win, or it has no bet that pays the same on every tie.
        """
        if pays.net <= 0:
            raise RulesError(f"tie payout: got {pays}; a tie must pay more than the stake back, for example 8:1")
        tie_bets = [bet.name for bet in self.bets if _is_tie(bet)]
        if not tie_bets:
            raise RulesError(f"tie payout does not apply to {self.name}: it has no bet that pays the same on every tie")
        row = Payout({"winner": ("tie",)}, pays)
        return self._with_bets(lambda bet: replace(bet, payouts=(row,)) if bet.name in tie_bets else bet)

    def with_half_on(self, total: int, commission: Fraction | None = None) -> Variant:
        """Return the variant in which a banco win with `total` pays one to two and every other banco win even money.

        The half pay replaces the commission; `commission`, if given, is taken from all wins.

        Raises:
            RulesError: if banco cannot win with that total, or the banco bet does not pay even money on every win,
                except half pay on one total.
        """
        if type(total) is not int or not 1 <= total <= 9:  # noqa: PLR2004 - banco cannot win with 0
            raise RulesError(f"half pay: got {shown(total)}; banco wins with a total from 1 to 9")
        if commission is not None:
            _check_commission(commission)
        banco = next((bet for bet in self.bets if _takes_half_pay(bet)), None)
        if banco is None:
            raise RulesError(
                f"half pay does not apply to {self.name}: its banco bet must pay even money on every win, "
                "except half pay on one total"
            )
        half_pay = Payout({"winner": ("banco",), "banco_total": (total,)}, Pays(Fraction(1, 2), commission))
        even_money = Payout({"winner": ("banco",)}, Pays(Fraction(1), commission))
        others = tuple(payout for payout in banco.payouts if payout.pays.net <= 0)
        changed = replace(banco, payouts=(half_pay, even_money, *others))
        return self._with_bets(lambda bet: changed if bet is banco else bet)

    def _with_bets(self, change: Callable[[Bet], Bet]) -> Variant:
        return replace(self, bets=tuple(change(bet) for bet in self.bets))


def _check_commission(commission: Fraction) -> None:
    # A float would make every later figure inexact.
    if not isinstance(commission, Fraction | int) or not 0 <= commission <= 1:
        raise RulesError(f"commission: got {shown(commission)}; it must be a Fraction from 0 to 1")


def _is_taxed(bet: Bet) -> bool:
    return any(payout.pays.commission is not None for payout in bet.payouts)


def _is_tie(bet: Bet) -> bool:
    return [dict(payout.when) for payout in bet.payouts] == [{"winner": ("tie",)}]


def _takes_half_pay(bet: Bet) -> bool:
    """Return whether it is a banco bet that pays even money on every win, except half pay on at most one total."""
    if bet.name != "banco":
        return False
    rows = [(dict(payout.when), payout.pays.to_one) for payout in bet.payouts]
    rows = [(when, to_one) for when, to_one in rows if when != {"winner": ("tie",)}]
    if rows and rows[0][1] == Fraction(1, 2):
        total = rows[0][0].pop("banco_total", ())
        rows[:1] = [] if len(total) == 1 and rows[0][0] == {"winner": ("banco",)} else rows[:1]
    return rows == [({"winner": ("banco",)}, Fraction(1))]


CHANGES: dict[str, Callable[[Bet], bool]] = {"commission": _is_taxed, "tie_odds": _is_tie, "half_on": _takes_half_pay}
"""For each option a house may set, whether it changes a given bet of the variant."""


def variant_names() -> list[str]:
    """Return the names of the built-in variants, sorted."""
    return catalog_names("variants")


@checked(name=str)
def read_variant(name: str) -> Variant:
    """Read a variant by its built-in name or from a file.

    Raises:
        RulesError: for an unknown name or key, a bet twice, odds that do not parse, or a payout that earlier ones cover
            completely.
        FileError: if the file cannot be read.

    >>> read_variant("source-001").decks
    (6, 8)
    """
    return _read(name, None, 0) if is_path(name) else _read_built_in(name)


@lru_cache(maxsize=64)
def _read_built_in(name: str) -> Variant:
    """Read a built-in variant once; a user's file may change, so it is read each time."""
    return _read(name, None, 0)


def _read(name: str, folder: Path | None, depth: int) -> Variant:
    default_name, top = read_rules("variants", name, folder)
    inner = ((folder or Path()) / name).parent if is_path(name) else folder
    base = None
    if "extends" in top:
        parent = top.text("extends")
        if depth == _MAX_EXTENDS:
            raise top.error("extends", f"got {shown(parent)}; variants extend one another in a circle or too deeply")
        base = _read(parent, inner, depth + 1) if is_path(parent) else _read_built_in(parent)
    path = None if "name" in top else path_in(folder, name)
    own_name = top.name(default_name)
    title, source = top.line("title"), top.line("source")
    decks = _decks(top) if "decks" in top else base.decks if base else (8,)
    if "tableau" in top or base is None:
        tableau = read_tableau(top.text("tableau", STANDARD.name), inner)
    else:
        tableau = base.tableau
    own = {}
    if "bet" in top or base is None:
        for bet in read_bets_of(top, inner, own=is_path(name)):
            if bet.name in own:
                raise top.error("bet", f"the bet {shown(bet.name)} is given twice")
            own[bet.name] = bet
    bets = {bet.name: bet for bet in base.bets} | own if base else own
    top.done()
    if not bets:
        raise top.error("bet", "got none; a variant needs at least one")
    # The tests check the built-in variants; checking them here would double the time of `edge`.
    notes = check_rows(bets.values(), tableau, top.where) if is_path(name) else []
    variant = Variant(
        own_name,
        tableau,
        tuple(bets.values()),
        decks,
        title,
        source,
        (*(base.rules_texts if base else ()), top.rules_text),
        top.where if is_path(name) else "",
        tuple(notes),
    )
    return own_rules(variant, _read_built_in, "variants", top, path) if is_path(name) else variant


def _decks(top: Section) -> tuple[int, ...]:
    decks, items = [], top.items("decks")
    if len(items) > _MAX_DECKS:
        raise top.error("decks", f"got {len(items):,} numbers of decks; at most {_MAX_DECKS}")
    for item in items:
        if type(item) is not int or not 1 <= item <= MAX_COUNT:
            raise top.error("decks", "each must be a whole number of decks from 1 to 1,000,000,000")
        decks.append(item)
    if not decks or len(set(decks)) < len(decks):
        raise top.error("decks", "it must be a list of different numbers of decks, such as [6, 8]")
    return tuple(decks)
