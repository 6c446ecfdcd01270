"""Arguments of public functions: what is not a shoe, a tableau, a card or a text is refused in one sentence."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from functools import update_wrapper
from typing import TYPE_CHECKING, Any, Final, TypeVar

from analyzer.errors import BaccaratError, BetError, CoupError, NotationError, RulesError, ShoeError
from analyzer.text import shown

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["checked", "listed", "require", "several"]

Function = TypeVar("Function", bound="Callable[..., Any]")
Wanted = TypeVar("Wanted")

_MEANING: Final[dict[str, tuple[str, type[BaccaratError]]]] = {
    "Bet": ("a Bet, as read_bet returns", BetError),
    "Card": ("a Card, as read_card returns", NotationError),
    "Coup": ("a Coup, as play returns", CoupError),
    "Deals": ("what enumerate_deals returns", BaccaratError),
    "Distribution": ("a Distribution, as endings returns", BaccaratError),
    "Effect": ("an Effect, as effects returns", BaccaratError),
    "Fineness": ("a Fineness, as Fineness.RANKS", ShoeError),
    "Game": ("a Game, as chemin_de_fer_game returns", BaccaratError),
    "JointResults": ("what joint returns", BetError),
    "KnownCoup": ("a KnownCoup, as KnownCoup(punto_total=9)", CoupError),
    "Partition": ("a Partition, as BY_VALUE", BaccaratError),
    "Pays": ("odds, as read_pays returns", NotationError),
    "Rational": ("a whole number or a Fraction", NotationError),
    "Shoe": ("a Shoe, as Shoe.decks(8)", ShoeError),
    "Tableau": ("a Tableau, as read_tableau returns", RulesError),
    "Variant": ("a Variant, as read_variant returns", RulesError),
    "frozenset": ("a frozenset of endings", BaccaratError),
    "str": ("a text", NotationError),
    "tuple": ("a tuple", BaccaratError),
}
"""What a value of a class is, in words, and the error for what is not one."""


def require(value: object, kind: type[Wanted], what: str) -> Wanted:
    """Return a value of the class asked for.

    Args:
        value: what was got.
        kind: the class.
        what: the name of the argument, for the error's text.

    Raises:
        BaccaratError: if the value is not of the class; for a shoe a ShoeError, and so on.

    >>> require(8, str, "name")
    Traceback (most recent call last):
    analyzer.errors.NotationError: name: got 8; it must be a text
    """
    if isinstance(value, kind):
        return value
    meaning, error = _MEANING[kind.__name__]
    raise error(f"{what}: got {shown(value)}; it must be {meaning}")


def listed(values: object, kind: type[Wanted], what: str) -> list[Wanted]:
    """Return several values of a class as a list.

    Raises:
        BaccaratError: if they are not several, as a text is not, or one of them is not of the class.

    >>> listed("9 9 K", str, "cards")
    Traceback (most recent call last):
    analyzer.errors.NotationError: cards: got '9 9 K'; they must be in a list or another iterable
    """
    return [require(value, kind, what) for value in several(values, what, _MEANING[kind.__name__][1])]


def several(values: object, what: str, error: type[BaccaratError]) -> list[Any]:
    """Return the items of an iterable that is neither a text nor a mapping as a list.

    Raises:
        BaccaratError: the `error` given, if it is not one.
    """
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise error(f"{what}: got {shown(values)}; they must be in a list or another iterable")
    return list(values)


def checked(**kinds: type) -> Callable[[Function], Function]:
    """Return a decorator that requires arguments to be of these classes, before a cache is asked for them.

    >>> @checked(name=str)
    ... def size(name: str) -> int:
    ...     return len(name)
    >>> size(None)
    Traceback (most recent call last):
    analyzer.errors.NotationError: name: got None; it must be a text
    """

    def decorate(function: Function) -> Function:
        order = list(inspect.signature(function).parameters)
        places = [(order.index(name), name, kind) for name, kind in kinds.items()]

        def call(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401 - those of any function
            for place, name, kind in places:
                if place < len(arguments):
                    require(arguments[place], kind, name)
                elif name in named:
                    require(named[name], kind, name)
            return function(*arguments, **named)

        update_wrapper(call, inspect.unwrap(function))
        for name in ("cache_clear", "cache_info"):
            if hasattr(function, name):
                setattr(call, name, getattr(function, name))
        wrapped: Any = call
        return wrapped  # type: ignore[no-any-return]

    return decorate
