"""Recount: the counts of a certificate by two routes that share nothing with the enumerator.

The rules are read from the cells of the certificate. `recount` evaluates a form in the counts of the shoe, a sum over
multisets of point values: the number of orders in which they play out to an ending, times falling factorials.
`deal_all` deals the physical cards of a small shoe in every order.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from functools import cache, lru_cache
from itertools import combinations_with_replacement, permutations, product
from math import perm, prod
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sized

__all__ = [
    "CLASSES",
    "COUP",
    "MAX_STATES",
    "MAX_STEPS",
    "PLACES",
    "Recounted",
    "TooManyAnswersError",
    "TooManyStepsError",
    "deal_all",
    "recount",
]

PLACES = ("punto_opening", "banco_opening", "punto_third", "banco_third")
CLASSES = {
    "values": tuple(range(10)),
    "ranks": (*range(1, 10), 0, 0, 0, 0),
    "faces": tuple(rank % 10 if rank < 10 else 0 for rank in range(1, 14) for _suit in range(4)),  # noqa: PLR2004
}
"""The point value of each class of cards, in the order of the shoe's counts."""
COUP = 6
MAX_ENTRIES = 1_000_000
MAX_STEPS = 2_000_000
"""The most steps of a recount. A step joins, for one look, a combination of labels with a class of cards drawn next,
with a combination of labels of another value, or with an ending. All bets of the catalog, certified together, take
1.4 million."""
MAX_STATES = 50_000
"""The most combinations of labels kept while the cards of one value, or of one coup, are drawn."""

Document = dict[str, Any]
Seen = tuple[Any, ...]
Cards = tuple[int, ...]


class TooManyAnswersError(Exception):
    """A count would have more entries than the caller allows."""


class TooManyStepsError(Exception):
    """A count would take more steps than the caller allows, or keep more than `MAX_STATES` combinations of labels."""


class Recounted(NamedTuple):
    """A table recounted.

    Attributes:
        counts: the deals by ending and answers.
        steps: the steps that it took.
    """

    counts: dict[Seen, int]
    steps: int


class _Played(NamedTuple):
    """A coup by point values: the opening of each hand and its third card, None if it stood."""

    punto: Cards
    banco: Cards
    punto_third: int | None
    banco_third: int | None

    @property
    def ending(self) -> tuple[int, int, int, int]:
        """Both final totals and both numbers of cards."""
        return (
            (sum(self.punto) + (self.punto_third or 0)) % 10,
            (sum(self.banco) + (self.banco_third or 0)) % 10,
            2 + (self.punto_third is not None),
            2 + (self.banco_third is not None),
        )


def _draws(tableau: Document, punto: Cards, banco: Cards) -> tuple[bool, str]:
    """Return whether punto draws, and banco's row of eleven cells, all S if it cannot draw."""
    punto_total, banco_total = sum(punto) % 10, sum(banco) % 10
    over = tableau["natural_ends"] and max(punto_total, banco_total) > 7  # noqa: PLR2004
    cells = "S" * 11 if over or banco_total > 7 else tableau["banco"][banco_total]  # noqa: PLR2004
    return not over and punto_total <= 7 and tableau["punto"][punto_total] == "D", cells  # noqa: PLR2004


@lru_cache(maxsize=1)
def _coups(tableau_text: str, values: Cards) -> list[tuple[_Played, int]]:
    """Return every coup of these values, openings in rising order, and the number of orders of its opening cards."""
    tableau = json.loads(tableau_text)
    coups = []
    pairs = list(combinations_with_replacement(values, 2))
    for punto, banco in product(pairs, pairs):
        orders = (1 + (punto[0] != punto[1])) * (1 + (banco[0] != banco[1]))
        draws, cells = _draws(tableau, punto, banco)
        for third in values if draws else [None]:
            lasts = values if cells[10 if third is None else third] == "D" else [None]
            coups += [(_Played(punto, banco, third, last), orders) for last in lasts]
    return coups


def _held(played: _Played, places: tuple[str, ...]) -> Cards:
    """Return the values of the cards in some places, in rising order."""
    thirds = {"punto_third": played.punto_third, "banco_third": played.banco_third}
    values: list[int] = []
    for place in places:
        if place in thirds:
            value = thirds[place]
            values += [] if value is None else [value]
        else:
            values += played.punto if place == "punto_opening" else played.banco
    return tuple(sorted(values))


def recount(
    shoe: Document, tableau: Document, looks: list[Document], most: int = MAX_ENTRIES, steps: int = MAX_STEPS
) -> Recounted:
    """Count the ordered six-card deals by ending and by the answers of the looks, without dealing cards.

    Args:
        shoe: the member `shoe` of a certificate.
        tableau: its member `tableau`.
        looks: the member `looks` of one of its tables of counts.
        most: the most entries that the result may have.
        steps: the most steps that it may take.

    Raises:
        TooManyAnswersError: as soon as there are more entries.
        TooManyStepsError: as soon as there are more steps.

    Cost: about 0.3 s, and about 2 s for a million steps.
    """
    return _recount(json.dumps([shoe, tableau, looks]), most, steps)


@lru_cache(maxsize=16)
def _recount(question: str, most: int, steps: int) -> Recounted:
    """Count for `recount`, whose arguments cannot be hashed; many certificates ask the same question."""
    shoe, tableau, looks = json.loads(question)
    values = CLASSES[shoe["known_by"]]
    counts = [0] * 10
    for value, count in zip(values, shoe["counts"], strict=True):
        counts[value] += count
    cards, replacement = sum(counts), shoe["replacement"]

    def draws(number: int, of: int) -> int:
        return int(of**number if replacement else perm(of, number))

    groups = _groups(looks)
    forms: dict[tuple[Cards, ...], dict[Seen, Counter[Cards]]] = defaultdict(lambda: defaultdict(Counter))
    for played, orders in _coups(json.dumps(tableau), tuple(value for value in range(10) if counts[value])):
        dealt = tuple(sorted(_held(played, PLACES)))
        forms[tuple(_held(played, group) for group in groups)][played.ending][dealt] += orders

    @cache
    def deals(dealt: Cards) -> int:
        """Return the product of the falling factorials of these values and of the unused cards."""
        used = len(dealt)
        unused = draws(COUP - used, cards - (0 if replacement else used))
        return unused * prod(draws(number, counts[value]) for value, number in Counter(dealt).items())

    faces = _Faces(shoe, looks, groups, steps)
    result: dict[Seen, int] = defaultdict(int)
    for held, answers in faces.answers(forms):
        ways = sum(answers.values())
        faces.take_steps(len(answers) * len(forms[held]))
        for ending, form in forms[held].items():
            count = sum(coefficient * deals(dealt) for dealt, coefficient in form.items())
            if count:
                for answer, weight in answers.items():
                    result[(*ending, *answer)] += count * weight // ways
                if len(result) > most:
                    raise TooManyAnswersError
    return Recounted({seen: count for seen, count in result.items() if count}, steps - faces.left)


def _groups(looks: list[Document]) -> tuple[tuple[str, ...], ...]:
    """Return the places that the looks read, grouped by the set of looks that read them."""
    groups: dict[tuple[bool, ...], list[str]] = {}
    for place in PLACES:
        lookers = tuple(place in look["places"] for look in looks)
        if any(lookers):
            groups.setdefault(lookers, []).append(place)
    return tuple(map(tuple, groups.values()))


class _Faces:
    """The answers to the looks, given the point values in each group of positions.

    The cards of one value in the groups are drawn from the classes of that value, independent of all other cards.
    """

    def __init__(self, shoe: Document, looks: list[Document], groups: tuple[tuple[str, ...], ...], steps: int) -> None:
        self._looks = looks
        self.left = steps
        self._take = 0 if shoe["replacement"] else 1
        self._sees = [[group[0] in look["places"] for group in groups] for look in looks]
        self._label_counts: list[Counter[Cards]] = [Counter() for _ in range(10)]
        values: list[dict[int, set[int]]] = [defaultdict(set) for _ in looks]
        for index, (value, count) in enumerate(zip(CLASSES[shoe["known_by"]], shoe["counts"], strict=True)):
            labels = tuple(look["labels"][index] for look in looks)
            if count:
                self._label_counts[value][labels] += count
            for label, by_label in zip(labels, values, strict=True):
                by_label[label].add(value)
        # If no label is shared by two values, the group sizes within each value are final and labels need not be kept.
        self._within_values = [all(len(sharing) == 1 for sharing in by_label.values()) for by_label in values]
        self._known: dict[tuple[int, tuple[int, ...]], dict[Seen, int]] = {}

    def answers(self, every_held: Iterable[tuple[Cards, ...]]) -> Iterator[tuple[tuple[Cards, ...], dict[Seen, int]]]:
        """Yield the point values in the groups, each with the combinations of answers and the ordered ways to them.

        They come in the order of their values, so that what begins with the same values is joined once.
        """
        ordered = sorted((self._by_value(held), held) for held in every_held)
        joined: list[dict[Seen, int]] = [{tuple(() for _ in self._looks): 1}]
        before: tuple[tuple[int, Cards], ...] = ()
        for by_value, held in ordered:
            same = next(
                (place for place, pair in enumerate(zip(before, by_value, strict=False)) if pair[0] != pair[1]),
                min(len(before), len(by_value)),
            )
            del joined[same + 1 :]
            for value, sizes in by_value[same:]:
                joined.append(self._join(joined[-1], self._of_value(value, sizes)))
            before = by_value
            answers: dict[Seen, int] = defaultdict(int)
            for parts, ways in joined[-1].items():
                answers[tuple(self._answer(number, part) for number, part in enumerate(parts))] += ways
            yield held, answers

    @staticmethod
    def _by_value(held: tuple[Cards, ...]) -> tuple[tuple[int, Cards], ...]:
        """Return the values in the groups in rising order, each with its number of cards in each group."""
        values = sorted({value for group in held for value in group})
        return tuple((value, tuple(group.count(value) for group in held)) for value in values)

    def take_steps(self, steps: int, states: Sized = ()) -> None:
        """Count steps for every look, before they are taken, and see that no more combinations are kept than may be."""
        self.left -= steps * max(len(self._looks), 1)
        if self.left < 0 or len(states) > MAX_STATES:
            raise TooManyStepsError

    def _join(self, parts: dict[Seen, int], others: dict[Seen, int]) -> dict[Seen, int]:
        """Return each combination of what cards of some values give the looks with what those of another give."""
        self.take_steps(len(parts) * len(others))
        joined: dict[Seen, int] = defaultdict(int)
        for one, ways in parts.items():
            for other, other_ways in others.items():
                joined[tuple(tuple(sorted(a + b)) for a, b in zip(one, other, strict=True))] += ways * other_ways
            self.take_steps(0, joined)
        return joined

    def _answer(self, number: int, part: Cards) -> Cards:
        """Return the answer of a look from its labels, or from the sizes of its groups of equal labels."""
        if self._looks[number]["answer"] == "labels":
            return part
        sizes = part if self._within_values[number] else Counter(part).values()
        return tuple(sorted(sizes, reverse=True))

    def _of_value(self, value: int, sizes: Cards) -> dict[Seen, int]:
        """Return what cards of one value give the looks, `sizes` of them in each group, with the ordered ways."""
        if (value, sizes) not in self._known:
            states: dict[tuple[tuple[int, Cards], ...], int] = {(): 1}
            for group in [group for group, size in enumerate(sizes) for _ in range(size)]:
                self.take_steps(len(states) * len(self._label_counts[value]))
                following: dict[tuple[tuple[int, Cards], ...], int] = defaultdict(int)
                for cards, ways in states.items():
                    for labels, count in self._label_counts[value].items():
                        left = count - self._take * sum(labels == other for _, other in cards)
                        if left > 0:
                            following[tuple(sorted((*cards, (group, labels))))] += ways * left
                    self.take_steps(0, following)
                states = following
            parts: dict[Seen, int] = defaultdict(int)
            for cards, ways in states.items():
                parts[tuple(self._part(number, cards) for number in range(len(self._looks)))] += ways
            self._known[value, sizes] = parts
        return self._known[value, sizes]

    def _part(self, number: int, cards: tuple[tuple[int, Cards], ...]) -> Cards:
        """Return the labels, or the group sizes, that cards of one value give one look."""
        labels = [labels[number] for group, labels in cards if self._sees[number][group]]
        early = self._looks[number]["answer"] == "pattern" and self._within_values[number]
        return tuple(sorted(Counter(labels).values() if early else labels))


def deal_all(shoe: Document, tableau: Document, looks: list[Document]) -> dict[Seen, int]:
    """Return the counts of `recount`, by dealing the physical cards in every order.

    Cost: two microseconds for each ordered deal and look.
    """
    return _deal_all(json.dumps([shoe, tableau, looks]))


@lru_cache(maxsize=16)
def _deal_all(question: str) -> dict[Seen, int]:
    shoe, tableau, looks = json.loads(question)
    values = CLASSES[shoe["known_by"]]
    cards = [index for index, count in enumerate(shoe["counts"]) for _ in range(count)]
    result: dict[Seen, int] = defaultdict(int)
    for deal in product(cards, repeat=COUP) if shoe["replacement"] else permutations(cards, COUP):
        points = [values[card] for card in deal]
        draws, cells = _draws(tableau, (points[0], points[2]), (points[1], points[3]))
        cards_at = [deal[0:4:2], deal[1:4:2], deal[4:5] if draws else (), ()]
        if cells[points[4] if draws else 10] == "D":
            cards_at[3] = deal[5:6] if draws else deal[4:5]
        hands = [[values[card] for card in cards_at[hand] + cards_at[hand + 2]] for hand in (0, 1)]
        answers = []
        for look in looks:
            read = [held for place, held in zip(PLACES, cards_at, strict=True) if place in look["places"]]
            labels = sorted(look["labels"][card] for held in read for card in held)
            answers.append(labels if look["answer"] == "labels" else sorted(Counter(labels).values(), reverse=True))
        ending = (*(sum(hand) % 10 for hand in hands), *map(len, hands))
        result[(*ending, *map(tuple, answers))] += 1
    return dict(result)
