"""Games of chemin de fer that several tests solve."""

from __future__ import annotations

from fractions import Fraction

from analyzer import Game, Shoe, chemin_de_fer_game
from analyzer.analyses.chemin_de_fer.game import Cell

VIEWS = ("total", "composition")
EVERY_VIEW = [(punto, banco) for punto in VIEWS for banco in VIEWS]
ZERO, ONE = Fraction(0), Fraction(1)
SIX_STOOD = Cell("banco", 6)
FIVE = Cell("punto", 5)
OTHER = {"punto": "banco", "banco": "punto"}


def infinite(
    commission: Fraction = ZERO, *, punto_sees: str = "total", banco_sees: str = "total", free_punto: bool = False
) -> Game:
    """Return the game from the infinite shoe."""
    return chemin_de_fer_game(
        Shoe.infinite(), punto_sees=punto_sees, banco_sees=banco_sees, free_punto=free_punto, commission=commission
    )


def shoe_game(spec: str, commission: Fraction = ZERO, banco_sees: str = "composition") -> Game:
    """Return the game from a small shoe."""
    return chemin_de_fer_game(Shoe.from_spec(spec), commission=commission, banco_sees=banco_sees)
