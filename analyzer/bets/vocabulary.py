"""The vocabulary of pay tables: every word a condition may use, what it looks at and how it reads.

A word looks either at the ending of the coup (totals and numbers of cards) or at the cards of a scope, written
`scope.word`: punto's or banco's opening or whole hand, the four opening cards, or all cards dealt.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.cards.card import Rank, Suit, read_card, read_cards
from analyzer.cards.features import (
    EVERY_CARD,
    MIXED,
    PATTERNS,
    RED,
    SCOPES,
    Feature,
    Position,
    Scope,
    contained,
    number_of,
    pattern,
    rank_within,
    same,
)
from analyzer.errors import BaccaratError, BetError
from analyzer.notation import ranges, shown
from analyzer.rules.coup import Hand, Winner
from analyzer.text import short_repr

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from analyzer.cards.card import Card
    from analyzer.cards.features import Evaluator
    from analyzer.rules.coup import Ending

__all__ = [
    "CONDITIONS",
    "COURT_CARD",
    "WINS",
    "CardCondition",
    "Condition",
    "Value",
    "allowed_values",
    "describe",
]

# The values of a word are numbers, words, flags or, for `wins`, whole bets.
Value = Any
WINS = "wins"
_NONE = "none"
_COURT = ("J", "Q", "K")
COURT_CARD = "court card"


class CardCondition(NamedTuple):
    """A condition on cards: a feature, and the answers that match."""

    feature: Feature
    accepted: frozenset[Value]


@short_repr(lambda condition: condition.meaning)
class Condition(NamedTuple):
    """One word of the pay-table vocabulary.

    Attributes:
        meaning: what it looks at, for the documentation.
        domain: every value it can take; empty for cards in text and for bets.
        reads: functions of an ending; it matches if the result of one is among the values. Empty if it looks at cards.
        label: how an event is described; `{}` is the value. For a flag "text if true|text if false".
        positions: the positions of the cards it looks at.
        evaluator: given the values, the evaluator of these cards and the answers that match.
    """

    meaning: str
    domain: tuple[Value, ...]
    reads: tuple[Callable[[Ending], Value], ...]
    label: str
    positions: Position = Position(0)
    evaluator: Callable[[tuple[Value, ...]], tuple[Evaluator, Collection[Value]]] | None = None

    @property
    def takes_ranks(self) -> bool:
        """Whether its values are ranks."""
        return Rank.KING.symbol in self.domain

    def card_condition(self, values: tuple[Value, ...]) -> CardCondition | None:
        """Return the condition on cards, None if it looks at the ending."""
        if self.evaluator is None:
            return None
        evaluator, accepted = self.evaluator(values)
        return CardCondition(Feature(self.positions, evaluator), frozenset(accepted))

    def matches(self, ending: Ending, values: tuple[Value, ...]) -> bool:
        """Return whether the ending has one of the values."""
        return any(read(ending) in values for read in self.reads)

    def test(self, values: tuple[Value, ...]) -> tuple[Callable[[Ending], Value], tuple[Value, ...]]:
        """Return a function of an ending, and the results that match."""
        if len(self.reads) == 1:
            return self.reads[0], values
        return partial(self.matches, values=values), (True,)

    def describe(self, values: Collection[Value]) -> str:
        """Return the condition in words."""
        if self.domain == (True, False) and "|" in self.label:
            texts = self.label.split("|")
            return " or ".join(texts[0 if value else 1] for value in values)
        return self.label.format(_describe_ranks(values) if self.takes_ranks else describe(values))

    def values(self, name: str, given: Iterable[Value]) -> tuple[Value, ...]:
        """Return the values a program gives as a tuple, with "court card" replaced by its ranks.

        Raises:
            BetError: if they are not a collection of values.
        """
        if isinstance(given, str) or not isinstance(given, Iterable):
            raise BetError(f"{name}: got {shown(given)}; its values must be a tuple")
        values = tuple(given)
        texts = [value for value in values if isinstance(value, str)]
        if self.takes_ranks and COURT_CARD in texts:
            court = [text for text in texts if text in (*_COURT, COURT_CARD)]
            values = (*(value for value in values if not any(value is text for text in court)), *_COURT)
        return values

    def check(self, name: str, values: tuple[Value, ...]) -> None:
        """Refuse values it can never take.

        Raises:
            BetError: for such a value, with what is allowed, and if there are no values.
        """
        for value in values:
            if self.domain:
                # 1 == True, so the types must agree too; a Winner is text.
                value_type = str if isinstance(value, str) else type(value)
                if not any(value_type is type(allowed) and value == allowed for allowed in self.domain):
                    raise BetError(f"{name}: got {shown(value)}; allowed: {allowed_values(self.domain)}")
            elif self.positions:
                _check_cards(name, value)
        if not values:
            raise BetError(
                f"{name}: got no value" + (f"; allowed: {allowed_values(self.domain)}" if self.domain else "")
            )


def _check_cards(name: str, value: Value) -> None:
    most = SCOPES[name.partition(".")[0]].most
    if not isinstance(value, str):
        raise BetError(f'{name}: got {shown(value)}; name cards in text, as "K Q" or "4d 4d"')
    try:
        cards = read_cards(value)
    except BaccaratError as error:
        raise BetError(f"{name}: {error}") from None
    if any(card.rank is None for card in cards):
        raise BetError(f"{name}: got {shown(value)}; name ranks or faces; 0 can be any ten-valued card")
    if len(cards) > most:
        raise BetError(f"{name}: got {len(cards)} cards; there are at most {most}")


def describe(values: Collection[Value]) -> str:
    """Return values as people write them: numbers and ranges of them, then words, joined with "or".

    >>> describe([0, 1, 2, 9]), describe(["punto", "banco"])
    ('0-2, 9', 'punto or banco')
    """
    numbers = {value for value in values if type(value) is int}
    words = [{"True": "yes", "False": "no"}.get(str(value), str(value)) for value in values if type(value) is not int]
    texts = [ranges(numbers)] * bool(numbers) + words
    return " or ".join(texts).replace(" or ".join(_COURT), COURT_CARD)


def _describe_ranks(values: Collection[Value]) -> str:
    """Return ranks as people write them: in rising order, runs as ranges, "none" last.

    >>> _describe_ranks(["none", "A", "2", "3", "K"]), _describe_ranks(["J", "Q", "K"])
    ('A-3, K or none', 'court card')
    """
    runs: list[list[str]] = []
    for before, rank in zip((None, *_RANKS), _RANKS, strict=False):
        if rank in values:
            if before not in values:
                runs.append([])
            runs[-1].append(rank)
    texts = [COURT_CARD if (*run,) == _COURT else run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    return " or ".join([", ".join(texts)] * bool(runs) + [_NONE] * (_NONE in values))


def allowed_values(domain: Collection[Value]) -> str:
    """Return the values of a condition as a rules file writes them.

    >>> allowed_values([True, False]), allowed_values([2, 3])
    ('true or false', '2-3')
    """
    return "true or false" if set(domain) == {True, False} else describe(domain)


_TOTALS = tuple(range(10))
_SUMS = tuple(range(19))
_FLAG = (True, False)
_RANKS = tuple(rank.symbol for rank in Rank)


def _winning(ending: Ending, punto: int, banco: int) -> int | str:
    return {Winner.PUNTO: punto, Winner.BANCO: banco}.get(ending.winner, _NONE)


_OF_ENDING: dict[str, Condition] = {
    "winner": Condition("which hand wins", tuple(map(str, Winner)), (lambda ending: ending.winner,), "{} wins"),
    "punto_total": Condition("punto's final total", _TOTALS, (lambda ending: ending.punto_total,), "punto total {}"),
    "banco_total": Condition("banco's final total", _TOTALS, (lambda ending: ending.banco_total,), "banco total {}"),
    "either_total": Condition(
        "the final total of at least one hand",
        _TOTALS,
        (lambda ending: ending.punto_total, lambda ending: ending.banco_total),
        "either total {}",
    ),
    "winning_total": Condition(
        'the total of the hand that wins, whichever it is; "none" on a tie',
        (*range(1, 10), _NONE),
        (lambda ending: _winning(ending, ending.punto_total, ending.banco_total),),
        "winning total {}",
    ),
    "margin": Condition(
        "by how many points the winner wins, 0 on a tie",
        _TOTALS,
        (lambda ending: abs(ending.punto_total - ending.banco_total),),
        "margin {}",
    ),
    "sum_of_totals": Condition(
        "both final totals added up",
        _SUMS,
        (lambda ending: ending.punto_total + ending.banco_total,),
        "sum of totals {}",
    ),
    "punto_cards": Condition(
        "how many cards punto holds", (2, 3), (lambda ending: ending.punto_cards,), "punto {} cards"
    ),
    "banco_cards": Condition(
        "how many cards banco holds", (2, 3), (lambda ending: ending.banco_cards,), "banco {} cards"
    ),
    "either_cards": Condition(
        "how many cards at least one hand holds",
        (2, 3),
        (lambda ending: ending.punto_cards, lambda ending: ending.banco_cards),
        "either hand {} cards",
    ),
    "winning_cards": Condition(
        'how many cards the hand that wins holds; "none" on a tie',
        (2, 3, _NONE),
        (lambda ending: _winning(ending, ending.punto_cards, ending.banco_cards),),
        "winning hand {} cards",
    ),
    "cards": Condition(
        "how many cards were dealt in all",
        (4, 5, 6),
        (lambda ending: ending.punto_cards + ending.banco_cards,),
        "{} cards dealt",
    ),
    "punto_natural": Condition(
        "whether punto holds 8 or 9 on two cards", _FLAG, (lambda ending: ending.punto_natural,), "punto natural: {}"
    ),
    "banco_natural": Condition(
        "whether banco holds 8 or 9 on two cards", _FLAG, (lambda ending: ending.banco_natural,), "banco natural: {}"
    ),
    "naturals": Condition(
        "how many hands hold a natural",
        (0, 1, 2),
        (lambda ending: ending.punto_natural + ending.banco_natural,),
        "naturals {}",
    ),
    WINS: Condition("whether one of these bets wins", (), (), "{} wins"),
}


@cache
def _ranks(which: str, values: tuple[str, ...]) -> tuple[Evaluator, tuple[bool]]:
    ranks = frozenset(None if value == _NONE else read_card(value).rank for value in values)
    return rank_within(which, ranks), (True,)


def _third_card(hand: Hand, position: Position) -> Condition:
    return Condition(
        f'the rank of {hand}\'s third card, "court card" for J, Q or K, "none" if it has none',
        (*_RANKS, _NONE),
        (),
        f"{hand} third card {{}}",
        position,
        # The highest of one card is that card.
        partial(_ranks, "highest"),
    )


_RANK_WORDS = {f"{rank.name.lower()}{'es' if rank is Rank.SIX else 's'}": rank for rank in Rank}
_SUIT_WORDS = {suit.name.lower(): suit for suit in Suit}
_COUNTED = (*_RANK_WORDS, "court_cards", "red", "black", *_SUIT_WORDS)


@cache
def _faces(word: str) -> frozenset[Card]:
    """Return the faces that are counted by a word."""
    ranks = frozenset({_RANK_WORDS[word]}) if word in _RANK_WORDS else frozenset(Rank)
    suits = frozenset({_SUIT_WORDS[word]}) if word in _SUIT_WORDS else frozenset(Suit)
    if word == "court_cards":
        ranks = frozenset({Rank.JACK, Rank.QUEEN, Rank.KING})
    elif word in {"red", "black"}:
        suits = RED if word == "red" else frozenset(Suit) - RED
    return frozenset(card for card in EVERY_CARD if card.rank in ranks and card.suit in suits)


def _same(what: str, positions: Position, title: str) -> Condition:
    def evaluator(values: tuple[bool, ...]) -> tuple[Evaluator, tuple[bool, ...]]:
        shared = same(what)
        return shared._replace(read=_is_shared), values

    return Condition(
        f"whether all its cards are of one {what}",
        _FLAG,
        (),
        f"{title} of one {what}|{title} not of one {what}",
        positions,
        evaluator,
    )


def _is_shared(key: Value) -> bool:
    return bool(key != MIXED)


def _number(word: str, values: tuple[int, ...]) -> tuple[Evaluator, tuple[int, ...]]:
    return number_of(_faces(word)), values


def _of_scope(scope: Scope) -> dict[str, Condition]:
    """Return the conditions on the cards of one scope, by their words."""
    positions, title, most = scope
    numbers = tuple(range(most + 1))
    conditions = {f"same_{what}": _same(what, positions, title) for what in ("rank", "suit", "face")}
    conditions["colour"] = Condition(
        "the colour of all its cards",
        ("red", "black", "mixed"),
        (),
        f"{title} {{}}",
        positions,
        lambda values: (same("colour"), values),
    )
    conditions["pattern"] = Condition(
        "its pattern of equal ranks",
        tuple(name for name, groups in PATTERNS.items() if sum(groups) <= most),
        (),
        f"{title}: {{}}",
        positions,
        lambda values: (pattern(), values),
    )
    for which in ("highest", "lowest"):
        conditions[which] = Condition(
            f"its {which} card, from ace, the lowest, to king",
            _RANKS,
            (),
            f"{title}: {which} {{}}",
            positions,
            partial(_ranks, which),
        )
    conditions["contains"] = Condition(
        "cards it contains, by rank or by face; one named twice is there twice",
        (),
        (),
        f"{title} with {{}}",
        positions,
        lambda values: (contained(values, most), (True,)),
    )
    for word in _COUNTED:
        conditions[word] = Condition(
            f"how many of its cards are {word.replace('_', ' ')}",
            numbers,
            (),
            f"{title}: {{}} {word.replace('_', ' ')}",
            positions,
            partial(_number, word),
        )
    return conditions


CONDITIONS: dict[str, Condition] = _OF_ENDING | {
    "punto_third": _third_card(Hand.PUNTO, Position.PUNTO_THIRD),
    "banco_third": _third_card(Hand.BANCO, Position.BANCO_THIRD),
}
CONDITIONS |= {
    f"{name}.{word}": condition for name, scope in SCOPES.items() for word, condition in _of_scope(scope).items()
}
