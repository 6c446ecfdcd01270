"""Bets as Python functions: any callable on the dealt cards, with a statement of what it looks at.

The function is shown nothing but what it declared. If it asks for more, that is an error, never a wrong answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import prod
from typing import TYPE_CHECKING, Any

from analyzer.bets.odds import odds_of_nets
from analyzer.cards.card import Rank, Suit, point_value
from analyzer.cards.features import RED, SCOPES, Evaluator, Feature, Position
from analyzer.enumeration.distribution import Distribution
from analyzer.enumeration.feature_counts import count_features
from analyzer.errors import BetError, nearest
from analyzer.notation import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from analyzer.bets.odds import Odds
    from analyzer.cards.card import Card
    from analyzer.cards.shoe import Shoe
    from analyzer.enumeration.distribution import Progress
    from analyzer.rules.coup import Ending
    from analyzer.rules.tableau import Tableau

__all__ = ["CoupView", "FunctionBet", "SeenCard", "odds_of_function"]

_POSITIONS = {name: scope.positions for name, scope in SCOPES.items()} | {
    "punto_third": Position.PUNTO_THIRD,
    "banco_third": Position.BANCO_THIRD,
}
# What is told of each card: its point value always, then these.
_KNOWN = {
    "totals": frozenset[str](),
    "ranks": frozenset({"rank"}),
    "colours": frozenset({"colour"}),
    "suits": frozenset({"rank", "colour", "suit"}),
}

_ALL_TRIED, _IN_TURN, _STEP = 36, 24, 271


@dataclass(frozen=True, slots=True)
class FunctionBet:
    """A bet whose net result a function gives.

    Attributes:
        name: what the bet is called.
        net: given a `CoupView`, the net result per unit staked, an int or a Fraction.
        looks_at: what it looks at in a card: "totals" (no card at all), "ranks", "colours" (and point values) or
            "suits" (and ranks).
        scopes: the cards it looks at: names of `features.SCOPES`, "punto_third", "banco_third". Each is a set of cards.
        with_ending: whether it also looks at how the coup ended.

    Raises:
        BetError: for an unknown scope or kind, or cards looked at by a bet that declares totals.

    >>> from analyzer import STANDARD, Shoe, price
    >>> pair = FunctionBet(
    ...     "pair",
    ...     lambda coup: 11 if coup.punto_opening[0].rank == coup.punto_opening[1].rank else -1,
    ...     looks_at="ranks",
    ...     scopes=("punto_opening",),
    ...     with_ending=False,
    ... )
    >>> price(pair, Shoe.decks(8), STANDARD).house_edge
    Fraction(43, 415)
    """

    name: str
    net: Callable[[CoupView], Fraction | int]
    looks_at: str = "totals"
    scopes: tuple[str, ...] = ()
    with_ending: bool = True

    def __post_init__(self) -> None:
        """Refuse a statement that cannot be."""
        if self.looks_at not in _KNOWN:
            raise BetError(f"bet {self.name}: looks_at: got {shown(self.looks_at)}{nearest(self.looks_at, [*_KNOWN])}")
        for scope in self.scopes:
            if scope not in _POSITIONS:
                raise BetError(f"bet {self.name}: scope: got {shown(scope)}{nearest(scope, [*_POSITIONS])}")
        if bool(self.scopes) != (self.looks_at != "totals"):
            raise BetError(
                f"bet {self.name}: a bet names the scopes of the cards it looks at, unless it looks at totals"
            )

    @property
    def features(self) -> tuple[Feature, ...]:
        """What it looks at in the cards."""
        return tuple(Feature(_POSITIONS[scope], _cards(self.looks_at)) for scope in self.scopes)


class SeenCard:
    """A card as far as the bet declared to look at it; asking for more is an error."""

    __slots__ = ("_colour", "_rank", "_suit", "_watch", "point_value")

    def __init__(self, key: tuple[Any, ...], watch: _Watch) -> None:
        """Show a card by the key `_key` gave it."""
        self.point_value: int = key[0]
        self._rank, self._colour, self._suit = key[1:]
        self._watch = watch

    @property
    def rank(self) -> Rank:
        """The rank."""
        return Rank(self._watch.known(self._rank, "the rank of a card"))

    @property
    def colour(self) -> str:
        """The colour, "red" or "black"."""
        return str(self._watch.known(self._colour, "the colour of a card"))

    @property
    def suit(self) -> Suit:
        """The suit."""
        return Suit(self._watch.known(self._suit, "the suit of a card"))

    def _face(self) -> tuple[Rank, Suit]:
        return self.rank, self.suit

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same face, which only a bet that looks at suits can say."""
        return isinstance(other, SeenCard) and self._face() == other._face()

    def __hash__(self) -> int:
        """Return the hash of the face."""
        return hash(self._face())

    def __repr__(self) -> str:
        """Return the short name of the face."""
        return self.rank.symbol + self.suit.symbol


class _Watch:
    """Remembers what a function asked for beyond what it declared, even if it swallows the error."""

    def __init__(self, bet: FunctionBet) -> None:
        self.bet = bet
        self.complaint: BetError | None = None

    def known(self, value: Any, what: str) -> Any:  # noqa: ANN401 - any part of a card
        if value is None:
            self.refuse(what)
        return value

    def refuse(self, what: str) -> None:
        declared = ", ".join([self.bet.looks_at, *self.bet.scopes, *(["ending"] if self.bet.with_ending else [])])
        self.complaint = BetError(f"bet {self.bet.name}: it looks at {what}, but declares only: {declared}")
        raise self.complaint


class CoupView:
    """One coup, as far as the bet declared to look at it. Every scope declared is an attribute, a tuple of cards."""

    def __init__(self, watch: _Watch, ending: Ending | None, cards: dict[str, tuple[SeenCard, ...]]) -> None:
        """Show what was declared."""
        self._watch = watch
        self._ending = ending
        self._cards = cards

    @property
    def ending(self) -> Ending:
        """How the coup ended."""
        if self._ending is None:
            self._watch.refuse("the ending of the coup")
        assert self._ending is not None  # noqa: S101 - refuse always raises
        return self._ending

    def __getattr__(self, scope: str) -> tuple[SeenCard, ...]:
        """Return the cards of a scope."""
        if scope not in _POSITIONS:
            raise AttributeError(f"a coup has no {scope}{nearest(scope, ['ending', *_POSITIONS])}")
        if scope not in self._cards:
            self._watch.refuse(f"the cards of {scope}")
        return self._cards[scope]


def odds_of_function(bet: FunctionBet, shoe: Shoe, tableau: Tableau, progress: Progress | None = None) -> Odds:
    """Return the odds of a bet given as a function.

    Raises:
        BetError: if the function looks at more than it declared or at the order of the cards, or gives no int or
            Fraction.
        ShoeError: if the shoe is not known as finely as the bet looks.

    The order is no part of what a bet looks at. Where a deal's cards have up to 36 orders (four cards, or two hands),
    all are tried. Where they have more, every two neighbours are exchanged, and 24 of the orders tried, of the next
    deal the next 24.

    Cost: one call for every order tried of every different deal of the cards it looks at: some thousands for the ranks
    of one hand, some 100,000 for its suits, millions for the suits of both openings.
    """
    found = count_features(bet.features, shoe, tableau, _as_seen, with_ending=bet.with_ending, progress=progress)
    watch = _Watch(bet)
    counts: dict[Fraction, int] = {}
    for turn, ((ending, keys), count) in enumerate(found.items()):
        net = _net(bet, watch, ending, keys, turn)
        counts[net] = counts.get(net, 0) + count
    return odds_of_nets(Distribution(counts))


Keys = tuple[tuple[tuple[Any, ...], ...], ...]


def _as_seen(elements: tuple[Any, ...]) -> Keys:
    return elements


@cache
def _cards(looks_at: str) -> Evaluator:
    """Return the evaluator whose answer is all the cards, as far as they are told apart."""
    known = _KNOWN[looks_at]

    def of(card: Card) -> tuple[tuple[Any, ...], ...]:
        assert card.rank is not None  # noqa: S101 - the counting deals in faces
        colour = "red" if card.suit in RED else "black"
        parts = (("rank", card.rank), ("colour", colour), ("suit", card.suit))
        return ((point_value(card.rank), *(part if name in known else None for name, part in parts)),)

    def together(one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...]:
        # Parts not told are None in every card, so equal.
        return tuple(sorted(one + other, key=_in_order))

    return Evaluator(of, (), together, lambda keys: keys, together, lambda keys: keys)


def _in_order(key: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(part for part in key if part is not None)


@cache
def _permutations(number: int) -> tuple[tuple[int, ...], ...]:
    return tuple(permutations(range(number)))


def _orders(sizes: tuple[int, ...], turn: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield orders of so many cards in each scope, to see whether the order matters.

    Orders of two scopes may matter only together, so both are changed at once. Where all orders are too many, each deal
    tries every exchange of two neighbours, and its turn of all the orders.
    """
    choices = [_permutations(size) for size in sizes]
    of_all = prod(map(len, choices))
    tried = range(of_all)
    if of_all > _ALL_TRIED:
        unchanged = tuple(orders[0] for orders in choices)
        for place, order in enumerate(unchanged):
            for card in range(len(order) - 1):
                exchanged = (*order[:card], card + 1, card, *order[card + 2 :])
                yield (*unchanged[:place], exchanged, *unchanged[place + 1 :])
        tried = range(turn * _IN_TURN, (turn + 1) * _IN_TURN)
    for number in tried:
        # A step without a common divisor with any factorial here visits every order, unlike ones in a row.
        rest = number * _STEP % of_all
        order_of = []
        for orders in choices:
            rest, place = divmod(rest, len(orders))
            order_of.append(orders[place])
        yield tuple(order_of)


def _net(bet: FunctionBet, watch: _Watch, ending: Ending | None, keys: Keys, turn: int) -> Fraction:
    """Return the net result of one deal, the same in whatever order the cards of a scope are shown."""
    scopes = {
        scope: tuple(SeenCard(key, watch) for key in cards) for scope, cards in zip(bet.scopes, keys, strict=True)
    }
    net = _call(bet, CoupView(watch, ending, scopes), watch)
    if any(len(cards) > 1 for cards in keys):
        for orders in _orders(tuple(map(len, keys)), turn):
            shown_so = {
                scope: tuple([cards[place] for place in order])
                for (scope, cards), order in zip(scopes.items(), orders, strict=True)
            }
            if _call(bet, CoupView(watch, ending, shown_so), watch) != net:
                several = " or ".join(scope for scope, cards in scopes.items() if len(cards) > 1)
                raise BetError(
                    f"bet {bet.name}: it looks at the order of the cards of {several}; a scope is a set of cards "
                    "(punto_third and banco_third name a third card)"
                )
    return net


def _call(bet: FunctionBet, coup: CoupView, watch: _Watch) -> Fraction:
    net = bet.net(coup)
    if watch.complaint is not None:
        raise watch.complaint
    if not isinstance(net, int | Fraction) or isinstance(net, bool):
        raise BetError(f"bet {bet.name}: got {shown(repr(net))}; its net result must be an int or a Fraction")
    return Fraction(net)
