"""The options every command shares, and what becomes of them: shoes, games and output."""

from __future__ import annotations

import os
import re
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TextIO

    from analyzer.cards.card import Card
    from analyzer.cards.shoe import Shoe
    from analyzer.catalog.variant import Variant
    from analyzer.rules.tableau import Tableau
    from analyzer.views.bets import Document
    from analyzer.views.render import Style, Table

__all__ = [
    "Game",
    "GivenShoe",
    "complete_names",
    "counting",
    "crosscheck",
    "crosscheck_option",
    "document_head",
    "emit",
    "games",
    "lose",
    "one_shoe",
    "output_options",
    "progress",
    "read_rules_option",
    "rules_options",
    "say",
    "shoe_options",
    "shoes",
    "tableau_option",
    "telling",
    "text_options",
    "usage_error",
    "write",
]

MAX_SHOES = 10_000
LONG_WORK = 20
LONG_COUNT = 2
BETWEEN_TOLD = 0.2
TOLD_EVERY = 100_000
Decks = int | str
Item = TypeVar("Item")
Command = TypeVar("Command", bound="Callable[..., Any]")


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


def usage_error(error: ValueError | str, option: str = "") -> click.UsageError:
    """Return the usage error that says the same as an error of the package, led by the option it came from."""
    message = str(error)
    if option:
        # "odds: got ..." becomes "--tie-odds: got ...", but "card A: named twice" keeps its card.
        label, _, rest = message.partition(": ")
        message = f"{option}: {rest if label.isalpha() else message}"
    return click.UsageError(message)


def _decks(_ctx: click.Context, _param: click.Parameter, text: str | None) -> tuple[Decks, ...] | None:
    """Read a number of decks, `inf`, or a list of numbers and ranges."""
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


def _cards(_ctx: click.Context, param: click.Parameter, text: str | None) -> list[Card]:
    if text is None:
        return []
    from analyzer.cards.card import read_card, read_cards
    from analyzer.errors import BaccaratError

    try:
        return [read_card(text)] if param.name == "burn" else read_cards(text)
    except BaccaratError as error:
        raise usage_error(error, f"--{param.name}") from None


def _shoe(_ctx: click.Context, _param: click.Parameter, text: str | None) -> Shoe | None:
    """Read a composition: a spec if it holds `=`, standard input if `-`, else a file."""
    if text is None:
        return None
    from analyzer.cards.shoe import Shoe
    from analyzer.errors import BaccaratError, TooFewCardsError
    from analyzer.files import read_text

    if "=" not in text:
        content = read_text(text)
        try:
            return Shoe.from_spec(content)
        except BaccaratError as error:
            where = "standard input" if text == "-" else text
            raise BaccaratError(f"{where}: {error}") from None
    try:
        return Shoe.from_spec(text)
    except TooFewCardsError:
        raise  # well written, but it cannot be answered
    except BaccaratError as error:
        raise usage_error(error, "--shoe") from None


def read_rules_option(kind: str, name: str) -> Any:
    """Read a variant or tableau; an unknown name is a usage error, a bad file is not."""
    from analyzer.catalog.rules_file import is_path, read_tableau
    from analyzer.catalog.variant import read_variant
    from analyzer.errors import BaccaratError

    try:
        return read_variant(name) if kind == "variant" else read_tableau(name)
    except BaccaratError as error:
        if is_path(name):
            raise
        raise usage_error(error) from None


def _variants(_ctx: click.Context, _param: click.Parameter, names: tuple[str, ...]) -> tuple[Variant, ...]:
    return tuple(read_rules_option("variant", name) for name in dict.fromkeys(names))


def _tableau(_ctx: click.Context, _param: click.Parameter, name: str | None) -> Tableau | None:
    return None if name is None else read_rules_option("tableau", name)


def _number(_ctx: click.Context, param: click.Parameter, text: str | None) -> Any:
    """Read the commission or the odds on a tie."""
    if text is None:
        return None
    from analyzer.errors import BaccaratError
    from analyzer.notation import read_commission, read_pays

    try:
        return read_commission(text) if param.name == "commission" else read_pays(text)
    except BaccaratError as error:
        raise usage_error(error, param.opts[0]) from None


def _whole(lowest: int, highest: int) -> Callable[[click.Context, click.Parameter, str | None], int | None]:
    """Return a reader of whole numbers in a range."""

    def read(_ctx: click.Context, param: click.Parameter, text: str | None) -> int | None:
        if text is None:
            return None
        from analyzer.notation import shown

        if not re.fullmatch("[0-9]{1,4}", text, re.ASCII) or not lowest <= int(text) <= highest:
            raise usage_error(f"{param.opts[0]}: got {shown(text)}; it is a whole number from {lowest} to {highest}")
        return int(text)

    return read


def complete_names(kind: str) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """Return a completer of built-in names."""

    def complete(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
        from analyzer.catalog.rules_file import catalog_names, tableau_names

        names = tableau_names() if kind == "tableaux" else catalog_names(kind)
        return [name for name in names if name.startswith(incomplete)]

    return complete


def _apply(options: Sequence[Callable[[Command], Command]]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


shoe_options = _apply(
    [
        click.option(
            "--decks",
            metavar="N",
            callback=_decks,
            help="Full decks in the shoe: a number, inf (with replacement), or a list (1-8 or 6,8), one row each. "
            "[default: 8, or what the variant names]",
        ),
        click.option(
            "--shoe",
            metavar="SPEC|FILE|-",
            callback=_shoe,
            help='A composition in place of decks: "A=32 2=30 K=31", by rank, by value (0 for tens) or by face (As=8).',
        ),
        click.option("--remove", metavar="CARDS", callback=_cards, help='Cards that left the shoe: "9 9 K".'),
        click.option("--burn", metavar="CARD", callback=_cards, help="The one burn card that was shown."),
    ]
)

crosscheck_option = click.option(
    "--crosscheck", is_flag=True, help="Count by the polynomial too, and show nothing if it differs from the recursion."
)

tableau_option = click.option(
    "--tableau",
    metavar="NAME|FILE",
    callback=_tableau,
    shell_complete=complete_names("tableaux"),
    help="Play by other drawing rules (baccarat-odds tableau --list).",
)

rules_options = _apply(
    [
        click.option(
            "--variant",
            "chosen",
            metavar="NAME|FILE",
            multiple=True,
            callback=_variants,
            shell_complete=complete_names("variants"),
            help="A variant (baccarat-odds variants lists them); may be given again.",
        ),
        tableau_option,
        click.option("--commission", metavar="C", callback=_number, help="Another commission: 4%, 0.04 or 1/25."),
        click.option("--tie-odds", metavar="ODDS", callback=_number, help='Other odds on a tie: "9 to 1" or 9:1.'),
        click.option(
            "--half-on",
            metavar="TOTAL",
            callback=_whole(1, 9),
            help="A banco win with this total (1-9) pays half, in place of the commission.",
        ),
    ]
)

text_options = _apply(
    [
        click.option(
            "-f",
            "--format",
            "form",
            type=click.Choice(["table", "markdown", "csv", "json", "latex"]),
            default="table",
            show_default=True,
            help="How to print the answer; csv gives its first table.",
        ),
        click.option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write to a file, replaced whole or not at all; - is standard output.",
        ),
    ]
)

output_options = _apply(
    [
        text_options,
        click.option("--places", metavar="N", callback=_whole(0, 100), help="Decimal places, 0 to 100."),
        click.option("--exact", is_flag=True, help="Rationals as n/d instead of decimals."),
    ]
)


def shoes(options: dict[str, Any], usual: Sequence[Decks] = (8,)) -> list[GivenShoe]:
    """Return the shoes the options name, one for each number of decks; `usual` where they name none."""
    from analyzer.cards.shoe import Shoe

    given, removed = options["shoe"], [*options["remove"], *options["burn"]]
    if removed and "inf" in (options["decks"] or ()):
        raise usage_error(
            "--remove and --burn do not apply to --decks inf: no card leaves a shoe drawn with replacement"
        )
    if given is not None and options["decks"] is not None:
        raise usage_error("--shoe and --decks both name the shoe; give one of them")
    names = tuple(str(card) for card in removed)
    if given is not None:
        return [GivenShoe(given.remove(removed), None, names)]
    return [
        GivenShoe((Shoe.infinite() if decks == "inf" else Shoe.decks(int(decks))).remove(removed), decks, names)
        for decks in options["decks"] or usual
    ]


def one_shoe(options: dict[str, Any], usual: Sequence[Decks] = (8,)) -> GivenShoe:
    """Return the one shoe the options name; where the usual ones are several, the last, which is the largest."""
    named = shoes(options, usual[-1:])
    if len(named) > 1:
        raise usage_error(f"--decks: got {len(named)} shoes; this command answers for one at a time")
    return named[0]


def games(options: dict[str, Any], *, every: bool = False) -> list[Game]:
    """Return the variants the options name, with what they set on them.

    Where none is named it is classic, or every built-in one if `every` and nothing is set on them.
    """
    from analyzer.catalog.variant import read_variant, variant_names
    from analyzer.errors import BaccaratError
    from analyzer.notation import exact

    tableau, commission = options["tableau"], options["commission"]
    tie_odds, half_on = options["tie_odds"], options["half_on"]
    nothing_set = tableau is None and commission is None and tie_odds is None and half_on is None
    chosen: Iterable[Variant] = options["chosen"]
    if not chosen:
        chosen = [read_variant(name) for name in (variant_names() if every and nothing_set else ["classic"])]
    named = []
    for variant in chosen:
        changed, setting = variant, {}
        try:
            if half_on is not None:
                changed = changed.with_half_on(half_on, commission)
                setting["half_on"] = str(half_on)
            elif commission is not None:
                changed = changed.with_commission(commission)
            if commission is not None:
                setting["commission"] = exact(commission)
            if tie_odds is not None:
                changed = changed.with_tie_odds(tie_odds)
                setting["tie_odds"] = str(tie_odds)
        except BaccaratError as error:
            raise usage_error(error) from None
        if tableau is not None:
            changed = changed.with_tableau(tableau)
            setting["tableau"] = tableau.name
        named.append(Game(changed, setting))
    return named


def crosscheck(options: dict[str, Any], shoe: Shoe, tableau: Tableau) -> None:
    """Hold the recursion against the polynomial where `--crosscheck` asks for it.

    Raises:
        DisagreementError: if they count an ending differently.
    """
    if options["crosscheck"]:
        from analyzer.enumeration.polynomial import crosscheck

        crosscheck(shoe, tableau)


def say(text: str = "", *, nl: bool = True) -> None:
    """Print on stderr what goes with an answer; where nobody can read it the answer goes on all the same."""
    try:
        click.echo(text, err=True, nl=nl)
    except OSError:
        lose(sys.stderr)


def lose(stream: TextIO) -> None:
    """Let all that is still to be written to a stream go nowhere, so that Python finds nothing unwritten at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _somebody_looks() -> bool:
    """Return whether stderr is a terminal; a process may be started without one."""
    return sys.stderr is not None and sys.stderr.isatty()


def progress(items: Sequence[Item], what: str) -> Iterator[Item]:
    """Yield the items, telling how far the work is on stderr where it is long and somebody looks."""
    visible = len(items) > LONG_WORK and _somebody_looks()
    for number, item in enumerate(items, start=1):
        if visible:
            say(f"\r{what} {number} of {len(items)}", nl=number == len(items))
        yield item


@contextmanager
def telling(things: str) -> Iterator[Callable[[int], None]]:
    """Give what tells on stderr how many are done: on a terminal in place, else once every 100,000."""
    visible, due, told = _somebody_looks(), time.monotonic() + BETWEEN_TOLD, 0

    def tell(done: int) -> None:
        nonlocal due, told
        if visible and (now := time.monotonic()) > due:
            due, told = now + BETWEEN_TOLD, done
            say(f"\r{done:,} {things}", nl=False)
        elif not visible and done // TOLD_EVERY > told:
            told = done // TOLD_EVERY
            say(f"{told * TOLD_EVERY:,} {things}")

    try:
        yield tell
    finally:
        if visible and told:
            say()


@contextmanager
def counting(what: str) -> Iterator[Callable[[int, int], None]]:
    """Give what tells how far a count is, on stderr, once it has taken a while and where somebody looks."""
    due, told = time.monotonic() + LONG_COUNT, False

    def tell(done: int, of: int) -> None:
        nonlocal due, told
        if (now := time.monotonic()) > due and _somebody_looks():
            due, told = now + BETWEEN_TOLD, True
            say(f"\r{what} {done} of {of}", nl=False)

    try:
        yield tell
    finally:
        if told:
            say()


def emit(
    options: dict[str, Any],
    document: Callable[[int], Document],
    tables: Callable[[Style], Sequence[Table]],
    rules_texts: Sequence[bytes] = (),
    head: str = "",
) -> None:
    """Print an answer, or write it to the file named.

    Args:
        options: the command's options.
        document: makes the command's own JSON keys, given the number of decimal places.
        tables: makes the tables, given the style of their figures.
        rules_texts: the rules files used, empty for what came from none.
        head: text that comes before the tables.
    """
    from analyzer.views.render import Style, render

    if options.get("crosscheck"):
        say("Crosscheck: recursion and polynomial count every ending alike.")
    form, places, exact = options["form"], options.get("places"), options.get("exact", False)
    if exact and places is not None:
        raise usage_error("--places does not apply with --exact: there are no decimals")
    if form == "json":
        text = _json(document(12 if places is None else places), rules_texts)
    else:
        text = head + render(tables(Style(places, exact=exact, plain=form == "csv")), form)
    write(options, text)


def write(options: dict[str, Any], text: str) -> None:
    """Print a finished answer, or write it to the file named."""
    from analyzer.files import write_whole

    if options["output"] in {None, "-"}:
        click.echo(text, nl=False)
    else:
        write_whole(options["output"], text)


def document_head(rules_texts: Sequence[bytes]) -> str:
    """Return the beginning of a JSON document that is written piece by piece, up to what follows `program`."""
    return _json({}, rules_texts).removesuffix("\n}\n")


def _json(document: Document, rules_texts: Sequence[bytes]) -> str:
    import json
    from hashlib import sha256

    from analyzer import __version__

    # Each file counts once, in the order of its first use.
    used = b"".join(dict.fromkeys(rules_texts))
    program = {
        "name": "baccarat-odds",
        "version": __version__,
        "digest": sha256(used).hexdigest() if used else None,
    }
    return json.dumps({"schema": 1, "program": program} | document, indent=2, ensure_ascii=False) + "\n"
