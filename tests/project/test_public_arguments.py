"""Every public function refuses an argument of another kind in one sentence of the package's own errors."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import analyzer
from analyzer import (
    STANDARD,
    BaccaratError,
    Coup,
    Fineness,
    KnownCoup,
    Shoe,
    Tableau,
    certify,
    chemin_de_fer_game,
    count_outcomes,
    effects,
    endings,
    enumerate_deals,
    joint,
    outcome_forms,
    read_bet,
    read_cards,
    read_pays,
    read_variant,
)

SHOE, CLASSIC = Shoe.decks(8), read_variant("classic")
TIE, PAIR = CLASSIC.bet("tie"), read_bet("punto-pair")
KNOWN = KnownCoup(punto_total=9)
COUP = Coup(tuple(read_cards("9 K")), tuple(read_cards("3 8")))
ROWS = [[4] * 10]
BETS: Any = [TIE]
remove: Any = SHOE.remove
endings_of: Any = endings
outcomes_of: Any = count_outcomes
EVENTS = (frozenset(endings(SHOE, STANDARD)),)
CALLS: dict[str, tuple[Any, ...]] = {
    "best_count": (effects(BETS, SHOE, STANDARD)[0], 1),
    "certify": ("house", BETS, SHOE, STANDARD),
    "chemin_de_fer_game": (SHOE,),
    "closed_form": (TIE, STANDARD),
    "combined_odds": (joint(BETS, SHOE, STANDARD), [Fraction(1)]),
    "count_outcomes": (ROWS, STANDARD),
    "crosscheck": (SHOE, STANDARD),
    "effects": (BETS, SHOE, STANDARD),
    "endings": (SHOE, STANDARD),
    "enumerate_deals": (SHOE,),
    "event_forms": (STANDARD, EVENTS),
    "find_bet": ("tie", CLASSIC),
    "joint": (BETS, SHOE, STANDARD),
    "known_endings": (KNOWN, SHOE, STANDARD),
    "next_cards": (KNOWN, SHOE, STANDARD),
    "odds": ("tie",),
    "outcome_forms": (STANDARD,),
    "payoff_form": (TIE, STANDARD),
    "play": (read_cards("9 K 3 8 2 2"), STANDARD),
    "playouts": (enumerate_deals(SHOE), STANDARD),
    "price": (TIE, SHOE, STANDARD),
    "price_batch": (BETS, ROWS, STANDARD),
    "price_bets": (BETS, SHOE, STANDARD),
    "price_endings": (TIE, endings(SHOE, STANDARD)),
    "price_known": (BETS, KNOWN, SHOE, STANDARD),
    "read_bet": ("dragon-7",),
    "read_card": ("K",),
    "read_cards": ("9 K",),
    "read_number": ("5%",),
    "read_opening": ("9 ?",),
    "read_pays": ("9 to 1",),
    "read_tableau": ("standard",),
    "read_third": ("4",),
    "read_variant": ("ez",),
    "settle": ([(TIE, Fraction(1))], COUP),
    "solve_game": (chemin_de_fer_game(Shoe.infinite()),),
    "stream_outcomes": (ROWS, STANDARD),
    "stream_prices": (BETS, ROWS, STANDARD),
    "variant_names": (),
    "verify": (b"{}",),
}
"""Valid arguments of every public function."""
METHODS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "Forms.at": (outcome_forms().at, (SHOE,)),
    "Shoe.at": (SHOE.at, (Fineness.VALUES,)),
    "Shoe.decks": (Shoe.decks, (8,)),
    "Shoe.from_spec": (Shoe.from_spec, ("A=6",)),
    "Shoe.remove": (SHOE.remove, (read_cards("9 9 K"),)),
    "Variant.bet": (CLASSIC.bet, ("tie",)),
    "Variant.with_commission": (CLASSIC.with_commission, (Fraction(1, 25),)),
    "Variant.with_half_on": (CLASSIC.with_half_on, (5,)),
    "Variant.with_tableau": (CLASSIC.with_tableau, (STANDARD,)),
    "Variant.with_tie_odds": (CLASSIC.with_tie_odds, (read_pays("9 to 1"),)),
}
"""Public methods that take a shoe, rules, cards or a text."""
OTHERS: list[Any] = [None, "7 8 x", 3.5, -1, object(), [None], ["x"], {}, {"x": 1}]
"""Nothing, a text, numbers, an object, lists and mappings: some cannot be hashed."""
RIGHT = [("certify", 0, OTHERS[1])]
"""What is an argument all the same: a certificate's game may have any name."""


def functions() -> dict[str, Any]:
    """Return the public functions by name."""
    found = {name: getattr(analyzer, name) for name in dir(analyzer)}
    return {name: value for name, value in found.items() if callable(value) and not inspect.isclass(value)}


def tried() -> Iterator[Any]:
    """Yield each function with valid arguments, and the index of the one to replace."""
    calls = {name: (getattr(analyzer, name), arguments) for name, arguments in CALLS.items()} | METHODS
    for name, (function, arguments) in calls.items():
        for index in range(len(arguments)):
            yield pytest.param(name, function, arguments, index, id=f"{name}-{index}")


def result(function: Any, arguments: tuple[Any, ...]) -> Any:  # noqa: ANN401 - any function
    """Call a function; what it yields, it has to yield."""
    returned = function(*arguments)
    return list(returned) if isinstance(returned, Iterator) else returned


@cache
def required(name: str) -> int:
    """Return how many arguments a public function cannot do without."""
    parameters = inspect.signature(getattr(analyzer, name)).parameters.values()
    return sum(parameter.default is parameter.empty for parameter in parameters)


def test_every_public_function_is_tried() -> None:
    """With each argument it needs."""
    assert sorted(functions()) == sorted(CALLS)
    assert [name for name, arguments in CALLS.items() if len(arguments) < required(name)] == []


@pytest.mark.parametrize("call", [*CALLS, *METHODS])
def test_the_arguments_are_right_otherwise(call: str) -> None:
    """What is refused below is refused for the one argument replaced."""
    function, arguments = METHODS.get(call) or (getattr(analyzer, call), CALLS[call])
    result(function, arguments)


@pytest.mark.parametrize(("name", "function", "arguments", "index"), [*tried()])
def test_another_kind_of_argument_is_refused(name: str, function: Any, arguments: tuple[Any, ...], index: int) -> None:  # noqa: ANN401
    """One line that says what was got; never an AttributeError, a TypeError or a KeyError, and never a result."""
    for other in OTHERS:
        if any((name, index) == right[:2] and other is right[2] for right in RIGHT):
            continue
        changed = (*arguments[:index], other, *arguments[index + 1 :])
        if name == "verify":
            [line] = function(*changed)
            assert (line.holds, line.says) == (False, "it is not bytes, the content of a file")
            continue
        with pytest.raises(BaccaratError) as raised:
            result(function, changed)
        assert re.fullmatch(r"[^\n]*(got|count is) [^\n]+", str(raised.value)), str(raised.value)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: remove("9 9 K"), "cards: got '9 9 K'; they must be in a list or another iterable"),
        (lambda: remove(None), "cards: got None; they must be in a list or another iterable"),
        (lambda: remove(["9"]), "cards: got '9'; it must be a Card, as read_card returns"),
        (lambda: endings_of(8, STANDARD), "shoe: got 8; it must be a Shoe, as Shoe.decks(8)"),
        (lambda: outcomes_of(ROWS, []), "tableau: got []; it must be a Tableau, as read_tableau returns"),
        (lambda: count_outcomes([None]), "row 0: got None; a row is ten whole counts, of the point values 0 to 9"),
        (
            lambda: endings_of(shoe=SHOE, tableau=None),
            "tableau: got None; it must be a Tableau, as read_tableau returns",
        ),
    ],
)
def test_the_sentence_says_what_is_allowed(call: Any, error: str) -> None:  # noqa: ANN401 - wrong on purpose
    """What was got, and how to get what is wanted."""
    with pytest.raises(BaccaratError) as raised:
        call()
    assert str(raised.value) == error


def test_cards_of_a_generator_are_removed() -> None:
    """Any iterable of cards will do, read once."""
    assert SHOE.remove(card for card in read_cards("9 9 K")) == SHOE.remove(read_cards("9 9 K"))


OTHER_CELLS = ((False,) * 11, *STANDARD.banco[1:])


@pytest.mark.parametrize(
    ("game", "bets", "tableau", "error"),
    [
        (
            "house",
            BETS,
            Tableau("standard", STANDARD.punto, OTHER_CELLS),
            "tableau: got 'standard', a built-in tableau",
        ),
        ("house", BETS, Tableau("Symmetric", STANDARD.punto, STANDARD.banco), "tableau: got 'Symmetric', a built-in"),
        ("classic", BETS, Tableau("house", STANDARD.punto, OTHER_CELLS), "variant: got 'classic', a built-in variant"),
        ("classic", CLASSIC.with_commission(Fraction(1, 25)).bets, STANDARD, "variant: got 'classic', a built-in"),
        ("house", [analyzer.Bet("punto-pair", TIE.payouts)], STANDARD, "bet: got 'punto-pair', a built-in bet"),
    ],
)
def test_a_certificate_takes_no_built_in_name_for_other_rules(
    game: str, bets: list[analyzer.Bet], tableau: Tableau, error: str
) -> None:
    """As the command line refuses a user's file under such a name."""
    with pytest.raises(BaccaratError, match=f"{error}.* with other rules; give it another name$"):
        certify(game, bets, SHOE, tableau)
