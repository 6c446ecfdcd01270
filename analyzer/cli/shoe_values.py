"""The values of the options that name a shoe: decks, a composition, and the cards removed from it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from analyzer.cli.console import print_note, usage_error

if TYPE_CHECKING:
    from analyzer.cards.card import Card
    from analyzer.cards.shoe import Shoe
    from analyzer.views.labels import Decks

__all__ = ["print_shoe_note", "read_decks", "read_removed", "read_shoe"]

MAX_SHOES = 10_000
_SHOE_NOTE = "analyzer.shoe_note"
_MOST_MEANT = 200
"""The longest text, in characters, in which a composition is sought."""


def read_decks(_ctx: click.Context, _param: click.Parameter, text: str | None) -> tuple[Decks, ...] | None:
    """Parse a number of decks, `inf`, or a list of numbers and ranges."""
    if text is None:
        return None
    from analyzer.cards.shoe import MAX_COUNT
    from analyzer.notation import shown

    decks: list[Decks] = []
    for part in text.split(","):
        word = part.strip()
        match = re.fullmatch(r"([0-9]{1,30})(?:-([0-9]{1,30}))?", word, re.ASCII)
        if word.lower() == "inf":
            decks.append("inf")
            continue
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last <= MAX_COUNT:
            raise usage_error(
                f"--decks: got {shown(word)}; decks are whole numbers from 1 to {MAX_COUNT:,}, inf, "
                "or lists and ranges of them (1-8, 6,8)"
            )
        if last - first + len(decks) >= MAX_SHOES:
            raise usage_error(f"--decks: got {shown(word)}; at most {MAX_SHOES:,} shoes in one run")
        decks += range(first, last + 1)
    return tuple(dict.fromkeys(decks))


def read_removed(_ctx: click.Context, param: click.Parameter, text: str | None) -> list[Card]:
    """Parse the cards of --remove or --burn."""
    if text is None:
        return []
    from analyzer.cards.card import read_card, read_cards
    from analyzer.errors import BaccaratError
    from analyzer.files import read_text
    from analyzer.notation import shown

    try:
        if param.name == "remove" and text.strip() == "-":
            text = read_text("-")
        if param.name == "burn":
            if len(text.replace(",", " ").split()) > 1:
                raise usage_error(f"--burn: got {shown(text)}; it is the one burn card shown (--remove takes several)")
            return [read_card(text)]
        return read_cards(text)
    except BaccaratError as error:
        end = "; if no card was shown, leave --burn out" if param.name == "burn" else ""
        raise usage_error(usage_error(error, f"--{param.name}").message + end) from None


def read_shoe(_ctx: click.Context, _param: click.Parameter, text: str | None) -> Shoe | None:
    """Parse a composition: a spec if it holds `=`, standard input if it is `-`, else the name of a file."""
    if text is None:
        return None
    from analyzer.errors import BaccaratError, FileError, TooFewCardsError
    from analyzer.files import read_text
    from analyzer.notation import shown

    allowed = "it is a composition (A=32 K=31), a file, or - for standard input"
    if not text.strip():
        raise usage_error(f"--shoe: got {shown(text)}; {allowed}")
    if "=" not in text:
        try:
            content = read_text(text)
        except FileError as error:
            if isinstance(error.__cause__, OSError):
                raise FileError(f"--shoe: {error}; {_meant_shoe(text)}{allowed}") from None
            raise
        try:
            return _noted_shoe(content)
        except BaccaratError as error:
            where = "standard input" if text == "-" else text
            raise BaccaratError(f"{where}: {error}") from None
    try:
        return _noted_shoe(text)
    except TooFewCardsError:
        raise  # the composition is well formed: status 1, not a usage error
    except BaccaratError as error:
        raise usage_error(error, "--shoe") from None


def _noted_shoe(text: str) -> Shoe:
    """Return the composition, and keep a note on it for `print_shoe_note`."""
    from analyzer.cards.shoe import Shoe, lone_ten_note

    shoe = Shoe.from_spec(text)
    click.get_current_context().meta[_SHOE_NOTE] = lone_ten_note(text)
    return shoe


def print_shoe_note() -> None:
    """Print the note on the composition of --shoe, if there is one, once."""
    note = click.get_current_context().meta.pop(_SHOE_NOTE, "")
    if note:
        print_note(f"Note: {note}")


def _meant_shoe(text: str) -> str:
    """Return a question for the composition that a text probably means, A=6 for "A:6" or "A 6"; "" if there is none."""
    from contextlib import suppress

    from analyzer.cards.shoe import Shoe
    from analyzer.errors import BaccaratError, TooFewCardsError

    meant = re.sub(r"\b([0-9ATJQKatjqk]{1,2}[shdcSHDC]?)(?:\s*[:x*]\s*|\s+)([0-9]+)\b", r"\1=\2", text[:_MOST_MEANT])
    with suppress(BaccaratError):
        with suppress(TooFewCardsError):
            Shoe.from_spec(meant)
        return f"did you mean {' '.join(meant.split())}? "
    return ""
