"""Published claims: figures and rules printed about the game, as data, compared with the exact value.

The file of claims says what is printed and which figure it is; every value and every verdict is computed here.
"""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from analyzer.bets.bet import Bet, Payout
from analyzer.cards.card import read_cards
from analyzer.cards.shoe import MAX_COUNT
from analyzer.catalog.bet_file import check_rows, read_payouts, read_when
from analyzer.catalog.rules_file import CATALOG, is_path, read_rules, read_tableau, require_regular
from analyzer.catalog.variant import read_variant
from analyzer.errors import BaccaratError, NotationError, RulesError, nearest
from analyzer.notation import Pays, shown
from analyzer.proof.figures import FIGURES, Exact, Figure
from analyzer.rules.tableau import NATURAL, STANDARD, STOOD, Tableau

if TYPE_CHECKING:
    from collections.abc import Callable

    from analyzer.catalog.section import Section

__all__ = [
    "Claim",
    "Claims",
    "LeftOut",
    "Printed",
    "PrintedRule",
    "Verdict",
    "differing_cells",
    "judge",
    "read_claims",
    "read_printed",
]

Thing = TypeVar("Thing")
_PRINTED = re.compile(r"-?[0-9]+(\.[0-9]+)?%?", re.ASCII)
PREDICATES: dict[str, Callable[[Fraction], bool]] = {
    "above 0": lambda value: value > 0,
    "is 1": lambda value: value == 1,
}
"""What a statement, a claim without a printed figure, can say of the exact value."""


class Printed(NamedTuple):
    """A figure as printed.

    Attributes:
        text: the figure as printed.
        units: the figure in units of its last printed place.
        places: decimal places printed.
        per_cent: whether it is a percentage.
    """

    text: str
    units: int
    places: int
    per_cent: bool


def read_printed(text: str) -> Printed:
    """Read a printed figure: digits, perhaps with a minus sign, a decimal point and a % sign.

    Raises:
        NotationError: for any other text.

    >>> read_printed("1.96%")
    Printed(text='1.96%', units=196, places=2, per_cent=True)
    """
    if not _PRINTED.fullmatch(text):
        raise NotationError(
            f"got {shown(text)}; a printed figure is digits, perhaps with a - before, a point within and a % after"
        )
    digits = text.removesuffix("%")
    return Printed(text, int(digits.replace(".", "")), len(digits.partition(".")[2]), text != digits)


class Verdict(NamedTuple):
    """How a printed figure compares with the exact value.

    Attributes:
        off_by: the printed figure less the correctly rounded one, in units of the last printed place.
        truncated: whether it is not the rounded value but the exact value cut off at the last printed place.
    """

    off_by: int
    truncated: bool

    @property
    def agrees(self) -> bool:
        """Whether the figure is correct, rounded or cut off."""
        return not self.off_by or self.truncated

    def __str__(self) -> str:
        """Return the verdict in words."""
        if not self.off_by:
            return "correct"
        return "correct, cut off" if self.truncated else f"off by {abs(self.off_by)} in the last place"


def judge(printed: Printed, value: Exact) -> Verdict:
    """Return the verdict on a printed figure: rounded half to even it is correct, and cutting off is recognised.

    >>> str(judge(read_printed("66.6%"), Exact(Fraction(2, 3))))
    'correct, cut off'
    """
    rounded = int(value.decimal(printed.places, per_cent=printed.per_cent).replace(".", ""))
    off_by = printed.units - rounded
    return Verdict(off_by, bool(off_by) and printed.units == value.cut(printed.places, per_cent=printed.per_cent))


class Match(NamedTuple):
    """Another figure that the printed one is compared with.

    Attributes:
        words: the other figure in words.
        figure: the other figure.
    """

    words: str
    figure: Figure


class Claim(NamedTuple):
    """A printed figure, or a statement about one.

    Attributes:
        id: what the claim is called.
        topic: its heading.
        words: the claim.
        source: where it is printed, a key of `Claims.sources`.
        figure: the figure it is about.
        printed: the figure as printed; None for a statement.
        says: for a statement, a key of `PREDICATES`; "" for a figure.
        match: another figure that may have been meant; None if none is known.
    """

    id: str
    topic: str
    words: str
    source: str
    figure: Figure
    printed: Printed | None = None
    says: str = ""
    match: Match | None = None

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the printed figure; None for a statement."""
        return None if self.printed is None else judge(self.printed, self.figure.exact)

    @property
    def match_verdict(self) -> Verdict | None:
        """The verdict on the printed figure as the one of `match`; None if there is none."""
        if self.printed is None or self.match is None:
            return None
        return judge(self.printed, self.match.figure.exact)

    @property
    def holds(self) -> bool:
        """Whether the claim holds."""
        verdict = self.verdict
        return PREDICATES[self.says](self.figure.exact.value) if verdict is None else verdict.agrees


class PrintedRule(NamedTuple):
    """A drawing rule that is printed as the rule of the game.

    Attributes:
        id: what the claim is called.
        words: the rule.
        source: where it is printed, a key of `Claims.sources`.
        tableau: the tableau with this rule.
    """

    id: str
    words: str
    source: str
    tableau: Tableau


class LeftOut(NamedTuple):
    """A claim that the main game cannot judge.

    Attributes:
        id: what the claim is called.
        words: the claim.
        source: where it is printed, a key of `Claims.sources`.
        why: what it depends on that the main game does not have.
    """

    id: str
    words: str
    source: str
    why: str


class Claims(NamedTuple):
    """A file of claims.

    Attributes:
        sources: citations by their keys.
        claims: figures and statements.
        rules: drawing rules.
        left_out: claims that are not judged.
    """

    sources: dict[str, str]
    claims: tuple[Claim, ...]
    rules: tuple[PrintedRule, ...]
    left_out: tuple[LeftOut, ...]


def differing_cells(tableau: Tableau) -> list[str]:
    """Return the cells in which a tableau differs from the standard one, in words.

    >>> differing_cells(read_tableau("banco-6-against-7"))
    ['banco 6 against 6 stands']
    """

    def action(draws: bool) -> str:  # noqa: FBT001 - the cell of a tableau
        return "draws" if draws else "stands"

    differences = [
        f"punto {total} {action(draws)}"
        for total, (draws, standard) in enumerate(zip(tableau.punto, STANDARD.punto, strict=True))
        if draws != standard
    ]
    for total in range(NATURAL):
        for third, (draws, standard) in enumerate(zip(tableau.banco[total], STANDARD.banco[total], strict=True)):
            if draws != standard:
                against = "when punto stood" if third == STOOD else f"against {third}"
                differences.append(f"banco {total} {against} {action(draws)}")
    if tableau.natural_ends != STANDARD.natural_ends:
        differences.append("a natural does not end the coup")
    return differences


def read_claims(path: str = str(CATALOG / "claims.toml")) -> Claims:
    """Read a file of claims; its path has a / or ends in .toml.

    Raises:
        RulesError: for an unknown key, figure, source or name, or a repeated id.
        FileError: if the file cannot be read.

    >>> read_claims().claims[0].printed.text
    '4.80%'
    """
    _, top = read_rules("claims", path)
    sources = {}
    for section in top.sections("source"):
        name = section.text("id")
        if name in sources:
            raise section.error("id", f"{shown(name)} is repeated")
        sources[name] = section.text("citation")
        section.done()
    claims = Claims(
        sources,
        tuple(_claim(section) for section in top.sections("claim")),
        tuple(_rule(section) for section in top.sections("rule")),
        tuple(_left_out(section) for section in top.sections("left_out")),
    )
    top.done()
    seen: set[str] = set()
    entries: list[Claim | PrintedRule | LeftOut] = [*claims.claims, *claims.rules, *claims.left_out]
    for entry in entries:
        if entry.id in seen:
            raise top.error(entry.id, "this id is repeated")
        seen.add(entry.id)
        if entry.source not in sources:
            raise top.error(entry.id, f"source: got {shown(entry.source)}{nearest(entry.source, list(sources))}")
    return claims


def _read(section: Section, key: str, reader: Callable[[str], Thing]) -> Thing:
    """Read the text of a key; an error names the key."""
    text = section.text(key)
    try:
        if is_path(text):
            require_regular(Path(text))
        return reader(text)
    except BaccaratError as error:
        raise section.error(key, str(error)) from None


def _claim(section: Section) -> Claim:
    name, topic, words, source = (section.text(key) for key in ("id", "topic", "claim", "source"))
    printed = _read(section, "printed", read_printed) if "printed" in section else None
    says = section.text("says", "")
    if (printed is None) != bool(says):
        raise section.error("printed", "a claim has either this or says, and not both")
    if says and says not in PREDICATES:
        raise section.error("says", f"got {shown(says)}{nearest(says, list(PREDICATES))}")
    match = section.section("matches") if printed is not None and "matches" in section else None
    figure = _figure(section, Figure(""))
    section.done()
    other = None
    if match is not None:
        other = Match(match.text("words"), _figure(match, figure))
        match.done()
    return Claim(name, topic, words, source, figure, printed, says, other)


def _figure(section: Section, base: Figure) -> Figure:
    """Read a figure; a key that is missing has its value from `base`."""
    kind = section.text("figure", base.kind)
    if kind not in FIGURES:
        raise section.error("figure", f"got {shown(kind)}{nearest(kind, list(FIGURES))}")
    bet, tableau = base.bet, base.tableau
    if "variant" in section:
        variant = _read(section, "variant", read_variant)
        bet, tableau = _read(section, "bet", variant.bet), variant.tableau
    if "payout" in section:
        bet = Bet("bet", read_payouts(section))
        check_rows([bet], tableau, section.at("payout"))
    return Figure(
        kind,
        _decks(section) if "decks" in section else base.decks,
        bet,
        tableau,
        _event(section, "when", base.when),
        _event(section, "among", base.among),
        _event(section, "given", base.given),
        tuple(_read(section, "removed", read_cards)) if "removed" in section else base.removed,
    )


def _decks(section: Section) -> int | str:
    decks = section.word("decks")
    if decks != "inf" and (isinstance(decks, str) or not 1 <= decks <= MAX_COUNT):
        raise section.error("decks", 'it must be a whole number of decks from 1 to 1,000,000,000, or "inf"')
    return decks


def _event(section: Section, key: str, default: Payout | None) -> Payout | None:
    if key not in section:
        return default
    when = read_when(section.section(key))
    try:
        return Payout(when, Pays(Fraction(0)))
    except RulesError as error:
        raise section.error(key, str(error)) from None


def _rule(section: Section) -> PrintedRule:
    name, words, source = (section.text(key) for key in ("id", "claim", "source"))
    rule = PrintedRule(name, words, source, _read(section, "tableau", read_tableau))
    section.done()
    return rule


def _left_out(section: Section) -> LeftOut:
    left_out = LeftOut(*(section.text(key) for key in ("id", "claim", "source", "why")))
    section.done()
    return left_out
