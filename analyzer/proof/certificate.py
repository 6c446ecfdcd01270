"""Certificates: files that prove counts and edges to a reader who does not trust this program.

A checker can be written from `docs/certificate.md` alone. Card conditions are written as labels of cards and the
positions these are read in, so that a checker does not need the pay-table vocabulary.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.arguments import checked, several
from analyzer.bets.bet import require_pay_table
from analyzer.bets.odds import odds_of_rows
from analyzer.bets.vocabulary import CONDITIONS
from analyzer.cards.card import Fineness, class_faces
from analyzer.cards.features import EVERY_CARD, Evaluator, Feature, Position
from analyzer.cards.shoe import Shoe
from analyzer.catalog.bet_file import read_bet
from analyzer.catalog.rules_file import read_tableau, takes_built_in_name
from analyzer.catalog.variant import read_variant, variant_names
from analyzer.enumeration.cost import MOST_ANSWERS
from analyzer.enumeration.feature_counts import count_features
from analyzer.errors import BaccaratError, BetError, RulesError
from analyzer.files import MAX_BYTES
from analyzer.notation import exact, shown
from analyzer.proof.verify import FORMAT, MAX_COUNT, SCHEMA, canonical, check_form, digest, verify
from analyzer.rules.tableau import Tableau

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    from analyzer.bets.bet import Bet
    from analyzer.proof.verify import Document
    from analyzer.rules.coup import Ending

__all__ = [
    "Labelling",
    "Table",
    "certify",
    "count_table",
    "labellings_of",
    "looks_document",
    "shoe_document",
    "tableau_document",
]

EQUALITY = frozenset({"same_rank", "same_suit", "same_face", "pattern"})
"""The words, after the scope, of conditions that ask which cards are equal and not what they are."""
ENTRY_BYTES = 30
"""An entry of a table takes more bytes than this."""
Labels = tuple[int, ...]


class Labelling(NamedTuple):
    """One of the `looks` of a certificate: positions, a label for each of the 52 faces, and the kind of answer."""

    positions: Position
    labels: Labels
    answer: str

    @property
    def feature(self) -> Feature:
        """The labelling as a feature of the cards."""
        label_of = dict(zip(EVERY_CARD, self.labels, strict=True))
        values: dict[int, set[int]] = defaultdict(set)
        for card, label in label_of.items():
            values[label].add(card.point_value)
        patterns = self.answer == "pattern"
        # If no label is shared by two values, the group sizes within each value are final and labels need not be kept.
        early = patterns and all(len(sharing) == 1 for sharing in values.values())

        def merge(one: Labels, other: Labels) -> Labels:
            return tuple(sorted(one + other))

        def unchanged(labels: Labels) -> Labels:
            return labels

        def sizes(labels: Labels) -> Labels:
            return tuple(sorted(Counter(labels).values()))

        def largest_first(labels: Labels) -> Labels:
            return tuple(sorted(labels if early else sizes(labels), reverse=True))

        return Feature(
            self.positions,
            Evaluator(
                lambda card: (label_of[card],),
                (),
                merge,
                sizes if early else unchanged,
                merge,
                largest_first if patterns else unchanged,
            ),
        )


class Table(NamedTuple):
    """The counts of all deals by ending and labelling answers, and the row that each bet has for these."""

    labellings: tuple[Labelling, ...]
    counts: dict[tuple[Ending, tuple[Labels, ...]], int]
    rows: list[dict[tuple[Ending, tuple[Labels, ...]], int]]


@checked(variant=str, shoe=Shoe, tableau=Tableau)
def certify(variant: str, bets: Sequence[Bet], shoe: Shoe, tableau: Tableau) -> str:
    """Return the certificate of bets on a shoe, as the text of its file.

    Args:
        variant: the name of the game.
        bets: the bets.
        shoe: the composition before the coup.
        tableau: the drawing rules.

    Raises:
        ShoeError: if a bet needs a finer shoe.
        RulesError: if the tableau, a bet or the game has the name of a built-in one with other rules.
        BaccaratError: if the certificate exceeds a limit of the format: a name, a number or the whole is too long.

    >>> from analyzer import STANDARD, Shoe, read_variant
    >>> text = certify("classic", read_variant("classic").bets, Shoe.decks(8), STANDARD)
    >>> text[:60]
    '{"bets":[{"bet":"punto","counts":0,"edge":"241149546272/1952'
    """
    bets = list(map(require_pay_table, several(bets, "bets", BetError)))
    _require_own_names(variant, bets, tableau)
    known = shoe.at(max((bet.fineness for bet in bets), default=Fineness.VALUES))
    if max(known.counts) > MAX_COUNT:
        raise BaccaratError(f"a certificate holds at most {MAX_COUNT:,} cards of a class; got {max(known.counts):,}")
    by_labellings: dict[tuple[Labelling, ...], list[Bet]] = {(): []}
    for bet in bets:
        by_labellings.setdefault(tuple(dict.fromkeys(labellings_of(bet))), []).append(bet)
    tables = [
        count_table(labellings, members, known, tableau, MAX_BYTES // ENTRY_BYTES)
        for labellings, members in by_labellings.items()
    ]
    table_and_rows = {
        id(bet): (table_index, tables[table_index].rows[index])
        for table_index, members in enumerate(by_labellings.values())
        for index, bet in enumerate(members)
    }
    document: Document = {
        "bets": [_bet_document(bet, *table_and_rows[id(bet)], tables, known.total) for bet in bets],
        "counts": [_table_document(table, known) for table in tables],
        "format": FORMAT,
        "schema": SCHEMA,
        "shoe": shoe_document(known),
        "tableau": tableau_document(tableau),
        "total": str(known.total),
        "variant": variant,
    }
    text = canonical(document | {"sha256": digest(document)})
    if len(text) > MAX_BYTES:
        raise BaccaratError(
            f"got {len(text):,} bytes; a certificate has at most {MAX_BYTES:,}: certify fewer bets at a time"
        )
    # What looks at cards may ask for more work than a checker does.
    last = verify(text.encode())[-1] if len(tables) > 1 else check_form(text.encode())
    if not last.holds:
        raise BaccaratError(f"this certificate would not be verified: {last.name}: {last.says}")
    return text


def _require_own_names(variant: str, bets: Sequence[Bet], tableau: Tableau) -> None:
    """Refuse a game, drawing rules and bets that have a built-in name and other rules."""
    taken = [("tableau", tableau.name)] if takes_built_in_name(tableau, read_tableau, "tableaux") else []
    taken += [("bet", bet.name) for bet in bets if takes_built_in_name(bet, read_bet, "bets")]
    if variant in variant_names():
        built_in = read_variant(variant)
        own = {bet.name: bet for bet in built_in.bets}
        if tableau != built_in.tableau or any(own.get(bet.name, bet) != bet for bet in bets):
            taken.append(("variant", variant))
    for kind, name in taken:
        raise RulesError(f"{kind}: got {shown(name)}, a built-in {kind} with other rules; give it another name")


def shoe_document(shoe: Shoe) -> Document:
    """Return a shoe as a certificate has it."""
    return {"counts": list(shoe.counts), "known_by": shoe.known_by, "replacement": shoe.replacement}


def tableau_document(tableau: Tableau) -> Document:
    """Return the drawing rules as a certificate has them."""
    return {
        "banco": [_cells(row) for row in tableau.banco],
        "name": tableau.name,
        "natural_ends": tableau.natural_ends,
        "punto": _cells(tableau.punto),
    }


def looks_document(labellings: Sequence[Labelling], shoe: Shoe) -> list[Document]:
    """Return labellings as a certificate on a shoe has them."""
    faces = [face.class_at(Fineness.FACES) for face in class_faces(shoe.fineness)]
    return [
        {
            "answer": labelling.answer,
            "labels": [labelling.labels[face] for face in faces],
            "places": [(position.name or "").lower() for position in Position if position in labelling.positions],
        }
        for labelling in labellings
    ]


def _cells(row: Sequence[bool]) -> str:
    return "".join("D" if draws else "S" for draws in row)


def labellings_of(bet: Bet) -> Iterator[Labelling]:
    """Yield the labellings of a bet's card conditions, and of the bets it is made of."""
    for payout in bet.payouts:
        for name, values in payout.when.items():
            condition = CONDITIONS[name].card_condition(values)
            if condition is not None:
                of = condition.feature.evaluator.of
                numbers: dict[Hashable, int] = {}
                labels = tuple(numbers.setdefault(of(card), len(numbers)) for card in EVERY_CARD)
                answer = "pattern" if name.rpartition(".")[2] in EQUALITY else "labels"
                yield Labelling(condition.feature.positions, labels, answer)
        for member in payout.members:
            yield from labellings_of(member)


def count_table(
    labellings: tuple[Labelling, ...],
    bets: Sequence[Bet],
    shoe: Shoe,
    tableau: Tableau,
    most: int | None = MOST_ANSWERS,
) -> Table:
    """Count the deals by ending and labelling answers, and find the row of each bet for these.

    Args:
        labellings: the labellings.
        bets: the bets.
        shoe: the composition before the coup.
        tableau: the drawing rules.
        most: the most observations that may differ, None for any number.

    Raises:
        BetError: if more observations differ.
        ArithmeticError: if the labellings do not settle a bet, a defect of this program.
    """
    own = list(dict.fromkeys(feature for bet in bets for feature in bet.features))
    observed = count_features([*(labelling.feature for labelling in labellings), *own], shoe, tableau, tuple, most=most)
    # With replacement a coarser shoe has smaller counts in the same proportion.
    scale = shoe.total // observed.total
    counts: dict[tuple[Ending, tuple[Labels, ...]], int] = defaultdict(int)
    rows: list[dict[tuple[Ending, tuple[Labels, ...]], int]] = [{} for _ in bets]
    for (ending, answers), count in observed.items():
        if ending is None:  # pragma: no cover - it was asked for
            raise ArithmeticError("an observation came without its ending")
        seen = (ending, answers[: len(labellings)])
        counts[seen] += count * scale
        answer_of = dict(zip(own, answers[len(labellings) :], strict=True))
        for bet, settled in zip(bets, rows, strict=True):
            row = bet.row(ending, answer_of.__getitem__)
            if settled.setdefault(seen, row) != row:
                raise ArithmeticError(f"bet {bet.name}: the certified labels do not settle it")
    return Table(labellings, counts, rows)


def _written(seen: tuple[Ending, tuple[Labels, ...]]) -> list[Any]:
    """Return an ending and its answers as a certificate writes them."""
    ending, answers = seen
    return [*ending, *map(list, answers)]


def _table_document(table: Table, shoe: Shoe) -> Document:
    return {
        "entries": [[_written(seen), str(table.counts[seen])] for seen in sorted(table.counts)],
        "looks": looks_document(table.labellings, shoe),
    }


def _bet_document(
    bet: Bet,
    table_index: int,
    rows: Mapping[tuple[Ending, tuple[Labels, ...]], int],
    tables: Sequence[Table],
    total: int,
) -> Document:
    """Return a bet and its rows that this shoe can deal, the losing row last."""
    counts = [0] * (len(bet.payouts) + 1)
    seen_by_row: list[list[list[Any]]] = [[] for _ in counts]
    for seen in sorted(rows):
        counts[rows[seen]] += tables[table_index].counts[seen]
        seen_by_row[rows[seen]].append(_written(seen))
    odds = odds_of_rows(bet, counts, total)
    return {
        "bet": bet.name,
        "counts": table_index,
        "edge": exact(odds.house_edge),
        "rows": [
            {
                "count": str(row.count),
                "odds": exact(row.pays.net),
                "probability": exact(odds.probability(row.count)),
                "seen": seen_in_row,
            }
            for row, seen_in_row in zip(odds.rows, seen_by_row, strict=True)
            # The odds of a row that this shoe cannot deal could not be checked.
            if row.count
        ],
    }
