"""Labels: the shoe and the variant of an answer, as tables name them and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analyzer.rules.coup import Winner

if TYPE_CHECKING:
    from analyzer.cards.shoe import Shoe
    from analyzer.catalog.variant import Variant
    from analyzer.views.render import Document

__all__ = ["SHOWN_AS", "Decks", "NamedShoe", "PlayedVariant", "context"]

SHOWN_AS: dict[str, str] = {
    Winner.PUNTO: "Punto (Player)",
    Winner.BANCO: "Banco (Banker)",
    Winner.TIE: "Tie (Egalite)",
}
"""The outcomes as tables name them, in the order of every table and document."""
Decks = int | str
"""A number of full decks, or "inf" for drawing with replacement."""


class NamedShoe(NamedTuple):
    """A shoe with the words the user named it by.

    Attributes:
        shoe: the composition, without the cards removed.
        decks: the number of full decks it started from, None if it was given as a composition.
        removed: the names of the cards removed.
    """

    shoe: Shoe
    decks: Decks | None
    removed: tuple[str, ...]

    @property
    def label(self) -> str:
        """The shoe as a column of a table names it."""
        name = f"{self.shoe.cards} cards" if self.decks is None else str(self.decks)
        return f"{name} less {' '.join(self.removed)}" if self.removed else name

    @property
    def title(self) -> str:
        """The shoe as the title of a table names it."""
        return self.label if self.decks is None else f"decks: {self.label}"

    def document(self) -> Document:
        """Return the shoe as a JSON object."""
        return {
            "decks": self.decks,
            "cards": None if self.shoe.replacement else self.shoe.cards,
            "removed": list(self.removed),
        }


class PlayedVariant(NamedTuple):
    """A variant with the options the user set on it.

    Attributes:
        variant: the variant with these options.
        options: the values of these options by their JSON keys.
    """

    variant: Variant
    options: dict[str, str]

    @property
    def label(self) -> str:
        """The variant as a column of a table names it."""
        return ", ".join(
            [self.variant.name, *(f"{name.replace('_', ' ')} {value}" for name, value in self.options.items())]
        )

    @property
    def rules_texts(self) -> tuple[bytes, ...]:
        """The rules files it was read from."""
        return (*self.variant.rules_texts, self.variant.tableau.rules_text)


def context(game: PlayedVariant, shoe: NamedShoe | None = None) -> Document:
    """Return the keys that say what an answer is about, in the order of every JSON document.

    Args:
        game: the variant played.
        shoe: the shoe, for the keys `decks` and `shoe`; None if the document gives it elsewhere.

    >>> from analyzer import Shoe, read_variant
    >>> context(PlayedVariant(read_variant("ez"), {"half_on": "5"}), NamedShoe(Shoe.decks(6), 6, ())).keys()
    dict_keys(['variant', 'options', 'tableau', 'decks', 'shoe'])
    """
    played: Document = {
        "variant": game.variant.name,
        "options": game.options,
        "tableau": game.variant.tableau.name,
    }
    return played if shoe is None else played | {"decks": shoe.decks, "shoe": shoe.document()}
