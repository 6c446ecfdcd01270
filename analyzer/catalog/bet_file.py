"""Bet files: pay tables in TOML, written in the vocabulary of `analyzer.bets.vocabulary`."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from analyzer.arguments import checked
from analyzer.bets.bet import Bet, Payout
from analyzer.bets.unknown_word import unknown
from analyzer.bets.vocabulary import CONDITIONS, COURT_CARD, WINS, Value, allowed_values
from analyzer.cards.card import Rank, read_card
from analyzer.cards.features import SCOPES
from analyzer.catalog.bet_names import plain
from analyzer.catalog.rules_file import catalog_names, is_path, named_by_path, own_rules, path_in, read_rules
from analyzer.catalog.section import Section, kind_of
from analyzer.errors import BaccaratError, BetError, RulesError, nearest
from analyzer.notation import read_pays, shown
from analyzer.rules.coup import Winner, punto_banco

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from analyzer.enumeration.distribution import Progress
    from analyzer.rules.tableau import Tableau

__all__ = ["check_rows", "members_from_files", "read_bet", "read_bets_of", "read_payouts", "read_when"]

_RANGE = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", re.ASCII)
_MAIN = tuple(map(str, Winner))  # plain texts: a Winner refuses to be compared with "player"
_COURT_CARD = re.compile(rf"\b{COURT_CARD}\b")
_INTEGER_RANKS = range(1, 11)


MOST_ROWS = 1_000
"""The most rows of a bet, those of its members included, and of all bets of a variant."""
MOST_CHOICES = 2_000
"""The most values of one condition."""


class Context(NamedTuple):
    """How a bet is read.

    Attributes:
        folder: the folder where relative paths in its file start, the current one if None.
        members: the members read so far, by folder and name, so that each file is read once.
        is_member: whether it is read as a member of another bet.
    """

    folder: Path | None
    members: dict[tuple[Path | None, str], Bet]
    is_member: bool = False


@checked(name=str)
def read_bet(name: str, folder: Path | None = None) -> Bet:
    """Read a bet by its built-in name or from a file.

    Whether some coup reaches every row depends on the tableau and is not checked; `find_bet` checks it.

    Args:
        name: the path or built-in name.
        folder: the folder where a relative path starts, the current one if None.

    Raises:
        RulesError: for an unknown name, key or condition, or odds that do not parse.
        FileError: if the file cannot be read.

    >>> read_bet("dragon-7").payouts[0].event
    'banco wins, banco total 7, banco 3 cards'
    """
    return _read(name, Context(folder, {}))


def members_from_files(bet: Bet) -> list[Bet]:
    """Return the members of a bet that are not in the catalog.

    >>> members_from_files(read_bet("cover-all"))
    []
    """
    known = catalog_names("bets")
    return [member for member in _members_of(bet) if member.name not in known or member != read_bet(member.name)]


def _members_of(bet: Bet) -> list[Bet]:
    return list(dict.fromkeys(member for payout in bet.payouts for member in payout.members))


def check_rows(  # noqa: PLR0913 - the rows, the rules, and what is refused
    bets: Iterable[Bet],
    tableau: Tableau,
    where: str,
    progress: Progress | None = None,
    *,
    strict: bool = False,
    every_member: bool = False,
) -> list[str]:
    """Refuse bets if they or their members have rows that earlier rows cover; describe rows that no coup matches.

    This is where a bet and a tableau first meet, for every command and for `find_bet` and `read_variant`. Published pay
    tables have rows that no coup matches; they have 0 deals.

    Args:
        bets: the bets.
        tableau: the drawing rules.
        where: the file the bets come from, for errors and notes; "" if they are built in.
        strict: whether rows that no coup matches are refused too.
        every_member: whether members from the catalog are checked too. The tests check them under the standard rules;
            other drawing rules may make a row of theirs unreachable.
        progress: called from time to time in a longer count with the steps done and the number of all steps.

    Returns:
        A note for each bet with rows that no coup matches.

    Raises:
        RulesError: for a bet with rows that are refused.

    Cost: as much as pricing these bets once.
    """
    from analyzer.bets.pay_table import check_reachable

    members = _members_of if every_member else members_from_files
    checked = list(dict.fromkeys(bet for listed in bets for bet in (listed, *members(listed))))
    start = f"{where}: " if where else ""
    try:
        return [start + note for note in check_reachable(checked, tableau, progress, strict=strict)]
    except BetError as error:
        raise RulesError(f"{start}{error}") from None


def read_bets_of(top: Section, folder: Path | None = None, *, own: bool = False) -> list[Bet]:
    """Read the `[[bet]]` tables of a variant.

    Args:
        top: the top table of the variant's file.
        folder: the folder where relative paths in it start, the current one if None.
        own: whether the file is a user's: its bets then have no name of a catalog's bet with other rows.

    Raises:
        RulesError: as `read_bet`.
    """
    bets, context = [], Context(folder, {})
    for section in top.sections("bet"):
        bet = _bet(section, "", context)
        if plain(bet.name) in {"player", "banker"}:
            bet = replace(bet, name=punto_banco(plain(bet.name)))
        bets.append(own_rules(bet, read_bet, "bets", section, None) if own else bet)
        section.done()
        _require_few_rows(bets, top, "bet")
    return bets


def _require_few_rows(bets: Iterable[Bet], section: Section, key: str) -> None:
    """Refuse more rows than can be counted together."""
    every = dict.fromkeys(bet for listed in bets for bet in (listed, *_members_of(listed)))
    rows = sum(len(bet.payouts) for bet in every)
    if rows > MOST_ROWS:
        raise section.error(key, f"got {rows:,} payouts, those of the bets named included; at most {MOST_ROWS:,}")


def _read(name: str, context: Context) -> Bet:
    default_name, top = read_rules("bets", name, context.folder)
    inner = ((context.folder or Path()) / name).parent if is_path(name) else context.folder
    path = None if "name" in top else path_in(context.folder, name)
    bet = _bet(top, default_name, context._replace(folder=inner))
    top.done()
    if not is_path(name):
        return bet
    if plain(bet.name) in _MAIN:
        # These are the names of every variant's own bets; a file's bet is not one of them, whatever it pays.
        return named_by_path(bet, top, path, "a bet of every variant")
    return own_rules(bet, read_bet, "bets", top, path)


def _bet(section: Section, default_name: str, context: Context) -> Bet:
    name = section.name(default_name)
    title, source, family = section.line("title"), section.line("source"), section.line("family")
    payouts = read_payouts(section, context)
    try:
        bet = Bet(name, payouts, title, source, section.rules_text, family)
    except BetError as error:
        raise section.error("payout", str(error)) from None
    _require_few_rows([bet], section, "payout")
    return bet


def read_payouts(section: Section, context: Context | None = None) -> tuple[Payout, ...]:
    """Read the `[[payout]]` tables of a bet.

    Raises:
        RulesError: for an unknown condition or odds that do not parse.
    """
    context = context or Context(None, {})
    return tuple(_payout(payout, context) for payout in section.sections("payout", MOST_ROWS))


def read_when(when: Section, context: Context | None = None) -> dict[str, tuple[Value, ...]]:
    """Read a table of conditions in the pay-table vocabulary.

    Raises:
        RulesError: for an unknown condition or a value that its condition does not take.
    """
    context = context or Context(None, {})
    return {name: _values(when, name, value, context) for name, value in _flat(when).items()}


def _payout(section: Section, context: Context) -> Payout:
    conditions = read_when(section.section("when"), context)
    odds = section.text("odds")
    section.done()
    try:
        pays = read_pays(odds)
    except BaccaratError as error:
        raise section.error("odds", str(error).removeprefix("odds: ")) from None
    try:
        return Payout(conditions, pays)
    except BetError as error:
        raise section.error("when", str(error)) from None


def _flat(when: Section) -> dict[str, object]:
    """Return the conditions by their full names: TOML reads `punto_opening.same_rank` as a table in a table."""
    conditions: dict[str, object] = {}
    for name, value in when.rest().items():
        words, scope = {name: value}, punto_banco(name)
        if isinstance(value, dict) and scope in SCOPES:
            words = {f"{name}.{word}": inner for word, inner in value.items()}
        if not words:
            raise when.error(shown(name)[1:-1], "it is empty")
        for word, inner in words.items():
            ours = punto_banco(word) if punto_banco(word) in CONDITIONS else word
            if ours in conditions:
                raise when.error(shown(word)[1:-1], "it is given twice")
            conditions[ours] = inner
    return conditions


def _values(when: Section, name: str, value: object, context: Context) -> tuple[Value, ...]:
    """Read the value of a condition: one value, a list of them, or numbers and ranges in quotes."""
    if name not in CONDITIONS:
        raise when.error(shown(name)[1:-1], f"unknown condition{unknown(name)}")
    values: dict[Value, None] = {}
    for item in value if isinstance(value, list) else [value]:
        # Checked one by one, so that a value repeated a million times is refused at its second occurrence.
        for item_value in _members(when, item, context) if name == WINS else _value(when, name, item):
            if item_value in values:
                raise when.error(name, "a value is given twice")
            values[item_value] = None
            if len(values) > MOST_CHOICES:
                raise when.error(name, f"got more than {MOST_CHOICES:,} values, the most of one condition")
    return tuple(values)


def _value(when: Section, name: str, item: object) -> Iterable[Value]:
    """Read one item: a value of the condition's domain, or a text of numbers or ranks and ranges of them."""
    condition = CONDITIONS[name]
    domain = condition.domain
    if condition.takes_ranks and type(item) is int and item in _INTEGER_RANKS:
        item = str(item)
    if isinstance(item, str) and item not in domain:
        if name == "winner" and (winner := Winner.other_names().get(item.strip().lower())):
            return [str(winner)]
        if condition.takes_ranks:
            return _ranks(when, name, item)
        if any(type(value) is int for value in domain):
            return _numbers(when, name, item)
    # 1 == True, so a number is compared with the numbers of the domain only.
    numbers = [value for value in domain if type(value) is int]
    if not isinstance(item, int | str) or (type(item) is int and item not in numbers):
        raise when.error(
            name, f"got {kind_of(item)}; allowed: {allowed_values(domain) if domain else 'cards in quotes'}"
        )
    return [item]


def _numbers(when: Section, name: str, text: str) -> Iterator[Value]:
    """Yield the numbers of a text, ranges included, separated by blanks: "0-2 9"."""
    domain = CONDITIONS[name].domain
    for part in text.split():
        match = _RANGE.fullmatch(part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if first > last or first not in domain or last not in domain:
            raise when.error(name, f"got {shown(part)}; allowed: {allowed_values(domain)}, and ranges in quotes")
        yield from range(first, last + 1)


def _ranks(when: Section, name: str, text: str) -> Iterator[Value]:
    """Yield the ranks of a text, ranges included, ace low, separated by blanks: "A 10-Q". "court card" is J-K."""
    domain = CONDITIONS[name].domain
    words = [word for word in domain if len(word) > 2] + [COURT_CARD]  # noqa: PLR2004 - ranks are shorter
    for part in _COURT_CARD.sub("J-K", text).split():
        if part in domain:
            yield part
            continue
        if "," in text:
            raise when.error(
                name, f"got {shown(text)}; write several as a list, each in quotes, or separate them by blanks"
            )
        start, dash, stop = part.partition("-")
        try:
            first, last = read_card(start), read_card(stop if dash else start)
        except BaccaratError as error:
            suggestions = (nearest(written.lower(), words) for written in (text, part))
            hint = next((suggestion for suggestion in suggestions if "did you mean" in suggestion), "")
            raise when.error(name, f"got {shown(text)}{hint}" if hint else str(error)) from None
        if None in {first.rank, last.rank} or {first.suit, last.suit} != {None} or first > last:
            raise when.error(name, f"got {shown(part)}; allowed: {allowed_values(domain)}, and ranges")
        yield from (rank.symbol for rank in Rank if (first.rank or 0) <= rank <= (last.rank or 0))


def _members(when: Section, item: object, context: Context) -> list[Value]:
    """Return the bet of a name, in a list."""
    if not isinstance(item, str):
        raise when.error(WINS, f"got {kind_of(item)}; it must be the name of a bet, in quotes")
    if punto_banco(plain(item)) in _MAIN:
        raise when.error(
            WINS,
            f"got {shown(item)}; it takes bets of the catalog and files, not a variant's own bets; "
            f'for how the coup ends write winner = "{punto_banco(plain(item))}"',
        )
    if context.is_member:
        raise when.error(WINS, "a bet made of others cannot be part of another; name the bets themselves")
    key = (context.folder if is_path(item) else None, item)
    try:
        if key not in context.members:
            context.members[key] = _read(item, context._replace(is_member=True))
        return [context.members[key]]
    except BaccaratError as error:
        raise when.error(WINS, str(error)) from None
