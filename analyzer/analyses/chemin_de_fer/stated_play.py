"""Stated play: the probabilities of drawing in chemin de fer, read from JSON as `chemin-de-fer -f json` prints it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeGuard

from analyzer.analyses.chemin_de_fer.game import Cell
from analyzer.errors import RulesError
from analyzer.notation import MAX_NUMBER_LENGTH, read_number, shown
from analyzer.rules.coup import Hand, punto_banco
from analyzer.rules.tableau import NATURAL

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = ["read_play"]

_DOCUMENT_SHAPE = (
    '{"cells": [{"hand": "punto", "opening": 5, "values": null, "third": null, "draws": "9/11"}, ...]}: a cell is a '
    "hand, its opening total 0-7, its two point values or null, and for banco punto's third card or null"
)
_POINT_VALUES = range(10)
_OPENINGS = range(NATURAL)
_CARDS_OF_AN_OPENING = 2
_MAX_LENGTH = 1000
"""The most characters of a probability: an equilibrium of many decks has long fractions."""


def read_play(text: str) -> dict[Cell, Fraction]:
    """Read a play: the probability of drawing in every cell that a document states.

    Args:
        text: a JSON object with a list `cells`, each with `hand`, `opening`, `values`, `third` and `draws`; `values`
            and `third` may be left out instead of null. Other members are ignored, so the printed solution of one shoe
            can be read back.

    Raises:
        RulesError: if it is not such a document, or a cell is stated twice.
        NotationError: if a probability is not from 0 to 1.

    >>> read_play('{"cells": [{"hand": "punto", "opening": 5, "draws": 0.5}]}')
    {Cell(hand='punto', total=5, cards=(), third=-1): Fraction(1, 2)}
    """
    try:
        # Decimals stay text: a float would lose digits.
        document = json.loads(text, object_pairs_hook=_members, parse_float=str, parse_constant=str, parse_int=_integer)
    except (ValueError, RecursionError) as error:
        raise RulesError(f"it is not JSON: {error}") from None
    cells = document.get("cells") if isinstance(document, dict) else None
    if not isinstance(cells, list):
        raise RulesError(f"it states no play; a play is {_DOCUMENT_SHAPE}")
    play: dict[Cell, Fraction] = {}
    for number, stated in enumerate(cells, start=1):
        cell = _cell(number, stated)
        if cell in play:
            raise RulesError(f"cell {number}: {cell.label} is stated twice")
        draws = stated["draws"]
        play[cell] = read_number(draws if isinstance(draws, str) else str(draws), f"cell {number}, draws", _MAX_LENGTH)
        if play[cell] > 1:
            raise RulesError(f"cell {number}: got {shown(draws)}; a probability is from 0 to 1")
    return play


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a name is repeated in one object")
    return members


def _integer(digits: str) -> int:
    if len(digits) > MAX_NUMBER_LENGTH:
        raise ValueError(f"a number has {len(digits)} digits")
    return int(digits)


def _cell(number: int, stated: Any) -> Cell:  # noqa: ANN401 - any JSON
    if isinstance(stated, dict) and "draws" in stated:
        hand, opening, third = punto_banco(str(stated.get("hand"))), stated.get("opening"), stated.get("third")
        cards = [] if stated.get("values") is None else stated["values"]
        if (
            hand in tuple(Hand)
            and _is_whole_number_in(opening, _OPENINGS)
            and isinstance(cards, list)
            and all(_is_whole_number_in(card, _POINT_VALUES) for card in cards)
            and (not cards or (len(cards) == _CARDS_OF_AN_OPENING and sum(cards) % 10 == opening))
            and (third is None or (hand == "banco" and _is_whole_number_in(third, _POINT_VALUES)))
        ):
            return Cell(hand, opening, tuple(sorted(cards)), -1 if third is None else third)
    raise RulesError(f"cell {number}: got {shown(json.dumps(stated))}; a play is {_DOCUMENT_SHAPE}")


def _is_whole_number_in(value: object, numbers: range) -> TypeGuard[int]:
    return type(value) is int and value in numbers
