"""Labels: the shoe and the variant of an answer, as tables name them and as JSON."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from analyzer.notation import counted
from analyzer.rules.coup import Winner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.cards.shoe import Shoe
    from analyzer.catalog.variant import Variant
    from analyzer.views.render import Document, Style

__all__ = ["SHOWN_AS", "Decks", "Headings", "NamedShoe", "PlayedVariant", "context", "headings"]

SHOWN_AS: dict[str, str] = {
    Winner.PUNTO: "Punto (Player)",
    Winner.BANCO: "Banco (Banker)",
    Winner.TIE: "Tie (Egalite)",
}
"""The outcomes as tables name them, in the order of every table and document."""
_MOST_NAMED = 3
"""The most removed cards that a label names."""
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
        """The shoe as a column of a table names it: its decks, and up to three cards that are gone by name."""
        name = f"{self.shoe.cards} cards" if self.decks is None else str(self.decks)
        if not self.removed:
            return name
        few = " ".join(self.removed) if len(self.removed) <= _MOST_NAMED else f"{len(self.removed)} cards"
        return f"{name} less {few}"

    @property
    def title(self) -> str:
        """The shoe as the title of a table names it, with every card that is gone."""
        name, _, less = self.label.partition(" less ")
        if self.decks is not None:
            name = "infinite decks" if self.decks == "inf" else counted(int(self.decks), "deck")
        return f"{name} less {less}{self.gone}" if less else name

    @property
    def gone(self) -> str:
        """The cards removed, if they are too many for the label to name: " (9x12 Kx8)"; else ""."""
        if len(self.removed) <= _MOST_NAMED:
            return ""
        numbers = Counter(self.removed)
        return f" ({' '.join(f'{card}x{number}' if number > 1 else card for card, number in numbers.items())})"

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


class Headings(NamedTuple):
    """What the answers of a table are about.

    Attributes:
        title: the variant and the shoe that all rows have in common, "" if they share neither.
        headers: the headers of the columns for what they do not share.
        cells: the cells of these columns, for each answer.
        align: the alignments of these columns.
    """

    title: str
    headers: list[str]
    cells: list[list[str]]
    align: str


def headings(answers: Sequence[tuple[PlayedVariant, NamedShoe]], style: Style) -> Headings:
    """Return what answers are about; a plain style, for programs, always has both columns."""
    variants, decks = [game.label for game, _shoe in answers], [shoe.label for _game, shoe in answers]
    title = []
    headers, cells, align = list[str](), [list[str]() for _ in answers], ""
    for header, labels, letter, shared in (
        ("Variant", variants, "l", variants[0]),
        ("Decks", decks, "r", answers[0][1].title),
    ):
        if len(set(labels)) == 1 and not style.plain:
            title.append(shared)
            continue
        headers.append(header)
        align += letter
        for row, label in zip(cells, labels, strict=True):
            row.append(label)
        if header == "Decks" and answers[0][1].gone and not style.plain:
            title.append(f"less{answers[0][1].gone}")
    return Headings(", ".join(title), headers, cells, align)


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
