"""Bets as Python functions of the dealt cards, each with a declaration of what it looks at.

A function sees only what its bet declares. If it asks for more, that is an error, never a wrong answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import prod
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex, overload

from analyzer.bets.odds import odds_of_nets
from analyzer.cards.card import ON_REFUSAL, Card, Colour, Fineness, Rank, Suit, point_value, refuse_comparison
from analyzer.cards.features import RED, SCOPES, Evaluator, Feature, Position
from analyzer.enumeration.distribution import Distribution
from analyzer.enumeration.feature_counts import count_features
from analyzer.errors import BetError, NotationError, nearest
from analyzer.notation import shown
from analyzer.rules.coup import Ending

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from analyzer.bets.odds import Odds
    from analyzer.cards.shoe import Shoe
    from analyzer.enumeration.distribution import Progress
    from analyzer.rules.tableau import Tableau

__all__ = ["CoupView", "FunctionBet", "SeenCard", "odds_of_function"]

_POSITIONS = {name: scope.positions for name, scope in SCOPES.items()} | {
    "punto_third": Position.PUNTO_THIRD,
    "banco_third": Position.BANCO_THIRD,
}
# What a function sees of each card besides its point value.
_ATTRIBUTES = {
    "totals": frozenset[str](),
    "ranks": frozenset({"rank"}),
    "colours": frozenset({"colour"}),
    "suits": frozenset({"rank", "colour", "suit"}),
}

_MOST_ORDERS, _ORDERS_PER_DEAL, _STEP = 36, 24, 271


@dataclass(frozen=True, slots=True)
class FunctionBet:
    """A bet whose net result is given by a function.

    Attributes:
        name: what the bet is called.
        net: given a `CoupView`, the net result per unit staked, an int or a Fraction.
        looks_at: what it looks at in a card: "totals" (no cards at all), "ranks", "colours" (and point values) or
            "suits" (and ranks).
        scopes: the cards it looks at: names of `features.SCOPES`, "punto_third" or "banco_third". Each is a set of
            cards, without an order.
        with_ending: whether it also looks at how the coup ended.

    A comparison in the function that is never true, as `card.rank == "K"`, is an error when the bet is priced. What
    Python does not compare, nothing notices: a text in a set or dictionary (`card.rank in {"K"}`), and `is`.

    Raises:
        BetError: for an unknown scope or an unknown `looks_at`, for scopes with "totals", or for none with cards.

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
        """Refuse a declaration that is unknown or contradicts itself."""
        if self.looks_at not in _ATTRIBUTES:
            raise BetError(
                f"bet {self.name}: looks_at: got {shown(self.looks_at)}{nearest(self.looks_at, [*_ATTRIBUTES])}"
            )
        for scope in self.scopes:
            if scope not in _POSITIONS:
                raise BetError(f"bet {self.name}: scope: got {shown(scope)}{nearest(scope, [*_POSITIONS])}")
        if bool(self.scopes) != (self.looks_at != "totals"):
            raise BetError(
                f"bet {self.name}: a bet names the scopes of the cards it looks at, unless it looks at totals"
            )

    @property
    def features(self) -> tuple[Feature, ...]:
        """A feature for each scope, whose answer is its cards."""
        return tuple(Feature(_POSITIONS[scope], _cards_evaluator(self.looks_at)) for scope in self.scopes)


class SeenCard:
    """A card with the attributes the bet declared; asking for another is an error."""

    __slots__ = ("_colour", "_guard", "_rank", "_suit", "point_value")

    def __init__(self, key: tuple[Any, ...], guard: _Guard) -> None:
        """Split the key into attributes; an undeclared one is None."""
        self.point_value: int = key[0]
        self._rank, self._colour, self._suit = key[1:]
        self._guard = guard

    @property
    def rank(self) -> Rank:
        """The rank."""
        return Rank(self._guard.declared(self._rank, "the rank of a card"))

    @property
    def colour(self) -> Colour:
        """The colour, equal to "red" or "black"."""
        return Colour(self._guard.declared(self._colour, "the colour of a card"))

    @property
    def suit(self) -> Suit:
        """The suit."""
        return Suit(self._guard.declared(self._suit, "the suit of a card"))

    def _face(self) -> Card:
        return Card(self.rank, self.suit)

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same face, or the same as a `Card` known as finely as the bet looks.

        Raises:
            BetError: for two cards of a coup unless the bet looks at suits, for a `Card` known more finely or more
                coarsely than the bet looks, and for anything else, such as the text "Ks": no card is equal to it.
        """
        if isinstance(other, SeenCard):
            return self._face() == other._face()
        if not isinstance(other, Card):
            self._guard.refuse_comparison(f"with {shown(other)}; read_card reads a card from text")
        elif self._rank is None or other.fineness == Fineness.VALUES:
            self._guard.refuse_comparison(f"with the card {other}; compare .point_value")
        elif self._suit is not None and other.suit is None:
            self._guard.refuse_comparison(f"with the card {other}, which has no suit; compare .rank")
        elif self._suit is None and other.suit is not None:
            self._guard.refuse("the suit of a card")
        return other == Card(self._rank, self._suit)

    def __hash__(self) -> int:
        """Return the hash of a `Card`, its point value."""
        return self.point_value

    def __repr__(self) -> str:
        """Return the short name of the face."""
        return self.rank.symbol + self.suit.symbol


class SeenCards(tuple[SeenCard, ...]):  # noqa: SLOT001 - a tuple has no slots for the guard
    """The cards of a scope. A third card alone is a tuple, too, so comparing it with a card is an error."""

    guard: _Guard

    @classmethod
    def guarded(cls, cards: tuple[SeenCard, ...], guard: _Guard) -> SeenCards:
        """Return the cards with the guard that refuses a comparison."""
        seen = cls(cards)
        seen.guard = guard
        return seen

    def __eq__(self, other: object) -> bool:
        """Return whether the other has the same cards.

        Raises:
            BetError: for anything but a tuple of cards, which is never equal to it.
        """
        if isinstance(other, Card) or not isinstance(other, tuple):
            self.guard.refuse_comparison(f"of a scope, a tuple, with {shown(other)}; compare its cards one by one")
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        """Return whether the other has other cards, compared as `==` does."""
        return not self == other

    def __hash__(self) -> int:  # noqa: PLE0309 - it always raises
        """Refuse to be looked up in a set or dictionary, which holds no scope.

        Raises:
            BetError: always.
        """
        self.guard.refuse_comparison("of a scope, a tuple, with what a set holds; look up its cards one by one")

    @overload
    def __getitem__(self, index: SupportsIndex) -> SeenCard: ...
    @overload
    def __getitem__(self, index: slice) -> SeenCards: ...
    def __getitem__(self, index: SupportsIndex | slice) -> SeenCard | SeenCards:
        """Return a card, or some of the cards, compared as these are."""
        found = super().__getitem__(index)
        return SeenCards.guarded(found, self.guard) if isinstance(found, tuple) else found


class SeenEnding(Ending):
    """How a coup ended; comparing it with its winner is an error."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """Return whether the other has the same totals and numbers of cards.

        Raises:
            NotationError: for a text or a number, which is never equal to it.
        """
        if not isinstance(other, tuple):
            refuse_comparison("ending", other, "an Ending, or compare .winner, .punto_total or another attribute")
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        """Return whether they differ, compared as `==` does."""
        return not self == other

    __hash__ = Ending.__hash__


class _Guard:
    """Refuses what a bet did not declare, and keeps the error in case the function swallows it."""

    def __init__(self, bet: FunctionBet) -> None:
        self.bet = bet
        self.violation: BetError | None = None

    def declared(self, value: Any, what: str) -> Any:  # noqa: ANN401 - any attribute of a card
        if value is None:
            self.refuse(what)
        return value

    def keep(self, error: NotationError) -> None:
        """Keep the error of a comparison."""
        self.violation = BetError(f"bet {self.bet.name}: {error}")

    def refuse(self, what: str) -> NoReturn:
        declared = ", ".join([self.bet.looks_at, *self.bet.scopes, *(["ending"] if self.bet.with_ending else [])])
        self.violation = BetError(f"bet {self.bet.name}: it looks at {what}, but declares only: {declared}")
        raise self.violation

    def refuse_comparison(self, problem: str) -> NoReturn:
        self.violation = BetError(f"bet {self.bet.name}: it compares a card {problem}")
        raise self.violation


class CoupView:
    """What a bet declared to see of one coup. Every declared scope is an attribute, a tuple of cards."""

    def __init__(self, guard: _Guard, ending: Ending | None, cards: dict[str, tuple[SeenCard, ...]]) -> None:
        """Take what the bet declared; `ending` is None if it declared none."""
        self._guard = guard
        self._ending = ending
        self._cards = cards

    @property
    def ending(self) -> Ending:
        """How the coup ended."""
        if self._ending is None:
            self._guard.refuse("the ending of the coup")
        return self._ending

    def __getattr__(self, scope: str) -> SeenCards:
        """Return the cards of a scope."""
        if scope not in _POSITIONS:
            raise AttributeError(f"a coup has no {scope}{nearest(scope, ['ending', *_POSITIONS])}")
        if scope not in self._cards:
            self._guard.refuse(f"the cards of {scope}")
        return SeenCards.guarded(self._cards[scope], self._guard)


def odds_of_function(bet: FunctionBet, shoe: Shoe, tableau: Tableau, progress: Progress | None = None) -> Odds:
    """Return the odds of a bet given as a function.

    Raises:
        BetError: if the function looks at more than it declared or at the order of the cards, or returns neither an
            int nor a Fraction.
        ShoeError: if the shoe is not known as finely as the bet looks.

    A bet must not depend on the order of the cards of a scope. If the cards of a deal have up to 36 orders (four cards,
    or two hands), all are tried. If they have more, each deal tries every exchange of two neighbours and 24 of all
    orders, the next deal the next 24.

    Cost: one call for every order tried of every different deal of the cards it looks at: some thousands for the ranks
    of one hand, some 100,000 for its suits, millions for the suits of both openings.
    """
    observed = count_features(
        bet.features, shoe, tableau, _unchanged, with_ending=bet.with_ending, progress=progress, most=None
    )
    guard = _Guard(bet)
    counts: dict[Fraction, int] = {}
    listener = ON_REFUSAL.set(guard.keep)
    try:
        for deal, ((ending, keys), count) in enumerate(observed.items()):
            net = _net(bet, guard, ending and SeenEnding(*ending), keys, deal)
            counts[net] = counts.get(net, 0) + count
    finally:
        ON_REFUSAL.reset(listener)
    return odds_of_nets(Distribution(counts))


Keys = tuple[tuple[tuple[Any, ...], ...], ...]


def _unchanged(elements: tuple[Any, ...]) -> Keys:
    return elements


@cache
def _cards_evaluator(looks_at: str) -> Evaluator:
    """Return the evaluator whose answer is the sorted keys of all cards."""
    declared = _ATTRIBUTES[looks_at]

    def key_of(card: Card) -> tuple[tuple[Any, ...], ...]:
        assert card.rank is not None  # noqa: S101 - the counting deals in faces
        colour = "red" if card.suit in RED else "black"
        attributes = (("rank", card.rank), ("colour", colour), ("suit", card.suit))
        return ((point_value(card.rank), *(value if name in declared else None for name, value in attributes)),)

    def merge(left: tuple[Any, ...], right: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(sorted(left + right, key=_sort_key))

    return Evaluator(key_of, (), merge, lambda keys: keys, merge, lambda keys: keys)


def _sort_key(key: tuple[Any, ...]) -> tuple[Any, ...]:
    # None does not compare; an attribute that was not declared is None in every card.
    return tuple(value for value in key if value is not None)


@cache
def _permutations(size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(permutations(range(size)))


def _orders(sizes: tuple[int, ...], deal: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield the orders to try for one deal: for scopes of these sizes, one permutation each.

    All scopes are permuted at once, because two orders may matter only together. If all orders are too many, the deal
    tries every exchange of two neighbours and its share of all orders.
    """
    choices = [_permutations(size) for size in sizes]
    combinations = prod(map(len, choices))
    tried = range(combinations)
    if combinations > _MOST_ORDERS:
        unchanged = tuple(orders[0] for orders in choices)
        for scope, order in enumerate(unchanged):
            for card in range(len(order) - 1):
                exchanged = (*order[:card], card + 1, card, *order[card + 2 :])
                yield (*unchanged[:scope], exchanged, *unchanged[scope + 1 :])
        tried = range(deal * _ORDERS_PER_DEAL, (deal + 1) * _ORDERS_PER_DEAL)
    for number in tried:
        # The step is coprime to every factorial here, so it visits every order, and its successive orders differ much.
        rest = number * _STEP % combinations
        chosen = []
        for orders in choices:
            rest, index = divmod(rest, len(orders))
            chosen.append(orders[index])
        yield tuple(chosen)


def _net(bet: FunctionBet, guard: _Guard, ending: Ending | None, keys: Keys, deal: int) -> Fraction:
    """Return the net result of one deal, and check that it does not depend on the order of the cards of a scope."""
    scopes = {
        scope: tuple(SeenCard(key, guard) for key in cards) for scope, cards in zip(bet.scopes, keys, strict=True)
    }
    net = _call(bet, CoupView(guard, ending, scopes), guard)
    if any(len(cards) > 1 for cards in keys):
        for orders in _orders(tuple(map(len, keys)), deal):
            reordered = {
                scope: tuple([cards[index] for index in order])
                for (scope, cards), order in zip(scopes.items(), orders, strict=True)
            }
            if _call(bet, CoupView(guard, ending, reordered), guard) != net:
                several = " or ".join(scope for scope, cards in scopes.items() if len(cards) > 1)
                raise BetError(
                    f"bet {bet.name}: it looks at the order of the cards of {several}; a scope is a set of cards "
                    "(punto_third and banco_third name a third card)"
                )
    return net


def _call(bet: FunctionBet, coup: CoupView, guard: _Guard) -> Fraction:
    try:
        net = bet.net(coup)
    finally:
        if guard.violation is not None:
            raise guard.violation
    if not isinstance(net, int | Fraction) or isinstance(net, bool):
        raise BetError(f"bet {bet.name}: got {shown(repr(net))}; its net result must be an int or a Fraction")
    return Fraction(net)
