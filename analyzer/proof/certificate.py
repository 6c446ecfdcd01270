"""Certificates: a file that proves counts and edges to a reader who trusts nothing of this program.

`docs/certificate.md` states the format well enough to write a checker from it alone. What a bet looks at in the cards
is written there as labels of cards and places they lie in, so that a checker needs no vocabulary of conditions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.bets.odds import odds_of_rows
from analyzer.bets.vocabulary import CONDITIONS
from analyzer.cards.card import Fineness, class_faces
from analyzer.cards.features import EVERY_CARD, Evaluator, Feature, Position
from analyzer.enumeration.feature_counts import count_features
from analyzer.errors import BaccaratError
from analyzer.files import MAX_BYTES
from analyzer.notation import exact
from analyzer.proof.verify import FORMAT, MAX_COUNT, SCHEMA, canonical, check_form, digest

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    from analyzer.bets.bet import Bet
    from analyzer.cards.shoe import Shoe
    from analyzer.proof.verify import Document
    from analyzer.rules.coup import Ending
    from analyzer.rules.tableau import Tableau

__all__ = ["certify"]

EQUALITY = frozenset({"same_rank", "same_suit", "same_face", "pattern"})
"""The words of a scope that ask which cards are equal, not what they are."""
Labels = tuple[int, ...]


class _Labelling(NamedTuple):
    """One of the `looks` of a certificate: a label for each of the 52 faces, where they lie, and what is answered."""

    positions: Position
    labels: Labels
    answer: str

    @property
    def feature(self) -> Feature:
        """The labelling as a feature that can be counted."""
        label_of = dict(zip(EVERY_CARD, self.labels, strict=True))
        values: dict[int, set[int]] = defaultdict(set)
        for card, label in label_of.items():
            values[label].add(card.point_value)
        patterns = self.answer == "pattern"
        # Where no label spans two values, the numbers in which equal ones come are final within each value.
        early = patterns and all(len(found) == 1 for found in values.values())

        def merge(one: Labels, other: Labels) -> Labels:
            return tuple(sorted(one + other))

        def unchanged(found: Labels) -> Labels:
            return found

        def sizes(found: Labels) -> Labels:
            return tuple(sorted(Counter(found).values()))

        def largest_first(found: Labels) -> Labels:
            return tuple(sorted(found if early else sizes(found), reverse=True))

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


class _Table(NamedTuple):
    """All deals counted by ending and by the answers of some labellings, and the row each bet on it has there."""

    labellings: tuple[_Labelling, ...]
    counts: dict[tuple[Ending, tuple[Labels, ...]], int]
    rows: list[dict[tuple[Ending, tuple[Labels, ...]], int]]


def certify(variant: str, bets: Sequence[Bet], shoe: Shoe, tableau: Tableau) -> str:
    """Return the certificate of bets on a shoe, as the text of its file.

    Args:
        variant: the name of the game.
        bets: the bets.
        shoe: the composition they are priced on.
        tableau: the drawing rules.

    Raises:
        ShoeError: if the shoe is not known as finely as a bet looks.
        BaccaratError: if a checker would refuse the certificate unread: a name, a number or the whole is too long.

    >>> from analyzer import STANDARD, Shoe, read_variant
    >>> text = certify("classic", read_variant("classic").bets, Shoe.decks(8), STANDARD)
    >>> text[:60]
    '{"bets":[{"bet":"punto","counts":0,"edge":"241149546272/1952'
    """
    known = shoe.at(max((bet.fineness for bet in bets), default=Fineness.VALUES))
    if max(known.counts) > MAX_COUNT:
        raise BaccaratError(f"a certificate holds at most {MAX_COUNT:,} cards of a kind; got {max(known.counts):,}")
    together: dict[tuple[_Labelling, ...], list[Bet]] = {(): []}
    for bet in bets:
        together.setdefault(tuple(dict.fromkeys(_labellings_of(bet))), []).append(bet)
    tables = [_count(labellings, alike, known, tableau) for labellings, alike in together.items()]
    placed = {
        id(bet): (number, tables[number].rows[place])
        for number, alike in enumerate(together.values())
        for place, bet in enumerate(alike)
    }
    document: Document = {
        "bets": [_bet_document(bet, placed[id(bet)][0], placed[id(bet)][1], tables, known.total) for bet in bets],
        "counts": [_table_document(table, known) for table in tables],
        "format": FORMAT,
        "schema": SCHEMA,
        "shoe": {"counts": list(known.counts), "known_by": known.known_by, "replacement": known.replacement},
        "tableau": {
            "banco": [_cells(row) for row in tableau.banco],
            "name": tableau.name,
            "natural_ends": tableau.natural_ends,
            "punto": _cells(tableau.punto),
        },
        "total": str(known.total),
        "variant": variant,
    }
    text = canonical(document | {"sha256": digest(document)})
    if len(text) > MAX_BYTES:
        raise BaccaratError(f"{len(text):,} bytes are more than a checker reads; certify fewer bets at a time")
    form = check_form(text.encode())
    if not form.holds:
        raise BaccaratError(f"no checker would read this certificate: {form.says}")
    return text


def _cells(row: Sequence[bool]) -> str:
    return "".join("D" if draws else "S" for draws in row)


def _labellings_of(bet: Bet) -> Iterator[_Labelling]:
    """Yield what a bet, and the bets it is made of, look at in the cards."""
    for payout in bet.payouts:
        for name, values in payout.when.items():
            condition = CONDITIONS[name].card_condition(values)
            if condition is not None:
                of = condition.feature.evaluator.of
                numbers: dict[Hashable, int] = {}
                labels = tuple(numbers.setdefault(of(card), len(numbers)) for card in EVERY_CARD)
                answer = "pattern" if name.rpartition(".")[2] in EQUALITY else "labels"
                yield _Labelling(condition.feature.positions, labels, answer)
        for member in payout.members:
            yield from _labellings_of(member)


def _count(labellings: tuple[_Labelling, ...], bets: Sequence[Bet], shoe: Shoe, tableau: Tableau) -> _Table:
    """Count the deals by the answers of the labellings, and find the row of each bet for all these answers.

    Raises:
        ArithmeticError: if the labellings did not settle a bet, which would be a defect of this program.
    """
    own = list(dict.fromkeys(feature for bet in bets for feature in bet.features))
    found = count_features([*(labelling.feature for labelling in labellings), *own], shoe, tableau, tuple)
    # With replacement a shoe told apart less finely has fewer deals in the same proportion.
    scale = shoe.total // found.total
    counts: dict[tuple[Ending, tuple[Labels, ...]], int] = defaultdict(int)
    rows: list[dict[tuple[Ending, tuple[Labels, ...]], int]] = [{} for _ in bets]
    for (ending, answers), count in found.items():
        if ending is None:  # pragma: no cover - it was asked for
            raise ArithmeticError("an observation came without its ending")
        seen = (ending, answers[: len(labellings)])
        counts[seen] += count * scale
        answer_of = dict(zip(own, answers[len(labellings) :], strict=True))
        for bet, settled in zip(bets, rows, strict=True):
            row = bet.row(ending, answer_of.__getitem__)
            if settled.setdefault(seen, row) != row:
                raise ArithmeticError(f"bet {bet.name}: what is certified of the cards does not settle it")
    return _Table(labellings, counts, rows)


def _written(seen: tuple[Ending, tuple[Labels, ...]]) -> list[Any]:
    """Return what was seen as a certificate has it."""
    ending, answers = seen
    return [*ending, *map(list, answers)]


def _table_document(table: _Table, shoe: Shoe) -> Document:
    faces = [face.class_at(Fineness.FACES) for face in class_faces(shoe.fineness)]
    return {
        "entries": [[_written(seen), str(table.counts[seen])] for seen in sorted(table.counts)],
        "looks": [
            {
                "answer": labelling.answer,
                "labels": [labelling.labels[face] for face in faces],
                "places": [(position.name or "").lower() for position in Position if position in labelling.positions],
            }
            for labelling in table.labellings
        ],
    }


def _bet_document(
    bet: Bet, number: int, rows: Mapping[tuple[Ending, tuple[Labels, ...]], int], tables: Sequence[_Table], total: int
) -> Document:
    """Return a bet with what each of its rows pays that happens on this shoe, the row that loses last."""
    counts = [0] * (len(bet.payouts) + 1)
    seen_by: list[list[list[Any]]] = [[] for _ in counts]
    for seen in sorted(rows):
        counts[rows[seen]] += tables[number].counts[seen]
        seen_by[rows[seen]].append(_written(seen))
    odds = odds_of_rows(bet, counts, total)
    return {
        "bet": bet.name,
        "counts": number,
        "edge": exact(odds.house_edge),
        "rows": [
            {
                "count": str(row.count),
                "odds": exact(row.pays.net),
                "probability": exact(odds.probability(row.count)),
                "seen": each,
            }
            for row, each in zip(odds.rows, seen_by, strict=True)
            # What never happens on this shoe pays nothing that could be checked.
            if row.count
        ],
    }
