"""TODO."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analyzer.rules.coup import Winner

if TYPE_CHECKING:
    from analyzer.cards.shoe import Shoe
    from analyzer.catalog.variant import Variant
    from analyzer.views.render import Document

__all__ = ["SHOWN_AS", "Decks", "Game", "GivenShoe"]


SHOWN_AS: dict[str, str] = {
    Winner.PUNTO: "Punto (Player)",
    Winner.BANCO: "Banco (Banker)",
    Winner.TIE: "Tie (Egalite)",
}


Decks = int | str


class GivenShoe(NamedTuple):
    """A shoe as the user gave it; `decks` is a number, "inf", or None for a composition."""

    shoe: Shoe
    decks: Decks | None
    removed: tuple[str, ...]

    @property
    def label(self) -> str:
        """The shoe in a table's column."""
        name = f"{self.shoe.cards} cards" if self.decks is None else str(self.decks)
        return f"{name} less {' '.join(self.removed)}" if self.removed else name

    @property
    def title(self) -> str:
        """The shoe in a table's title."""
        return self.label if self.decks is None else f"decks: {self.label}"

    def document(self) -> Document:
        """Return the shoe as JSON has it."""
        return {
            "decks": self.decks,
            "cards": None if self.shoe.replacement else self.shoe.cards,
            "removed": list(self.removed),
        }


class Game(NamedTuple):
    """A variant with the options the user set on it, by their names in JSON."""

    variant: Variant
    options: dict[str, str]

    @property
    def label(self) -> str:
        """The game in a table's column."""
        return ", ".join(
            [self.variant.name, *(f"{name.replace('_', ' ')} {value}" for name, value in self.options.items())]
        )

    @property
    def rules_texts(self) -> tuple[bytes, ...]:
        """The rules files it was read from."""
        return (*self.variant.rules_texts, self.variant.tableau.rules_text)
