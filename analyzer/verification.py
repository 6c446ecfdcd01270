"""Verification: a certificate checked line by line, by a route that shares nothing with how it was made.

Nothing here knows the enumerator, the tableau or the bets: the rules are read from the certificate's own cells. Every
count is recomputed as a form in the counts of the shoe, a sum over multisets of point values: in how many orders these
values play out so, times a product of falling factorials. On a shoe of few cards the physical cards are dealt one by
one, too. `docs/certificate.md` states the format.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache, partial
from hashlib import sha256
from itertools import combinations_with_replacement, pairwise, permutations, product
from math import perm, prod
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["FORMAT", "SCHEMA", "Line", "canonical", "deal_all", "digest", "recount", "verify"]

FORMAT = "baccarat-odds certificate"
SCHEMA = 1
PHYSICAL_DEALS = perm(10, 6)
"""The most deals that are also dealt one by one: those of ten cards."""
PLACES = ("punto_opening", "banco_opening", "punto_third", "banco_third")
CLASSES = {
    "values": tuple(range(10)),
    "ranks": (*range(1, 10), 0, 0, 0, 0),
    "faces": tuple(rank % 10 if rank < 10 else 0 for rank in range(1, 14) for _suit in range(4)),  # noqa: PLR2004
}
"""The point value of each class of cards, in the order of the shoe's counts."""
COUP = 6
MAX_COUNT = 10**9
MAX_LENGTH = 200
_WHOLE = re.compile(r"0|[1-9][0-9]*", re.ASCII)
_RATIONAL = re.compile(r"(-?[1-9][0-9]*|0)/([1-9][0-9]*)", re.ASCII)

Document = dict[str, Any]
Seen = tuple[Any, ...]
Cards = tuple[int, ...]
Route = Callable[[Document, Document, list[Document]], dict[Seen, int]]


class Line(NamedTuple):
    """One thing a certificate states, checked.

    Attributes:
        name: what it is about.
        holds: whether it does.
        says: what was found.
    """

    name: str
    holds: bool
    says: str


class _FailsError(Exception):
    """What a certificate states is not so."""


def _need(holds: bool, why: str) -> None:  # noqa: FBT001 - reads like an assertion
    if not holds:
        raise _FailsError(why)


def canonical(document: Document) -> str:
    r"""Return a document as canonical JSON: ASCII, keys sorted, no insignificant space, one newline at the end.

    >>> canonical({"b": [1, "é"], "a": True})
    '{"a":true,"b":[1,"\\u00e9"]}\n'
    """
    return json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False) + "\n"


def digest(document: Document) -> str:
    """Return the SHA-256 of the canonical form of a document without its member `sha256`."""
    return sha256(canonical({key: value for key, value in document.items() if key != "sha256"}).encode()).hexdigest()


def verify(data: bytes) -> list[Line]:
    """Check a certificate line by line, up to the first that does not hold.

    Args:
        data: the file.

    Returns:
        The lines checked; all hold but perhaps the last.

    Cost: about a second for bets on totals, some seconds where cards are looked at.
    """
    lines = []
    for name, check in _checks(data):
        try:
            lines.append(Line(name, holds=True, says=check()))
        except _FailsError as error:
            lines.append(Line(name, holds=False, says=str(error)))
            break
    return lines


def _checks(data: bytes) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield what is to be checked, in order; each takes for granted that those before it hold."""
    document: Document = {}
    yield "form", partial(_check_form, data, document)
    yield "digest", partial(_check_digest, document)
    yield "total", partial(_check_total, document)
    for number, table in enumerate(document["counts"]):
        yield f"counts {number}, sum", partial(_check_sum, document, table)
        yield f"counts {number}, form in the shoe", partial(_check_counts, document, table, recount)
        if _deals(document["shoe"]) <= PHYSICAL_DEALS:
            yield f"counts {number}, deals one by one", partial(_check_counts, document, table, deal_all)
    for bet in document["bets"]:
        yield f"bet {bet['bet']}", partial(_check_bet, document, bet)


# The form.


def _name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MAX_LENGTH and value.isprintable()


def _whole(value: object) -> bool:
    return isinstance(value, str) and len(value) <= MAX_LENGTH and _WHOLE.fullmatch(value) is not None


def _rational(value: object) -> bool:
    match = _RATIONAL.fullmatch(value) if isinstance(value, str) and len(value) <= 2 * MAX_LENGTH else None
    return match is not None and Fraction(int(match[1]), int(match[2])).denominator == int(match[2])


def _number(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_COUNT


def _entry(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and _seen(value[0]) and _whole(value[1]) and value[1] != "0"  # noqa: PLR2004


def _seen(value: object) -> bool:
    """Return whether it is four numbers, then an answer, a list of numbers, for each look."""
    return (
        isinstance(value, list)
        and all(map(_number, value[:4]))
        and all(isinstance(answer, list) and all(map(_number, answer)) for answer in value[4:])
    )


def _cells(number: int) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and re.fullmatch(f"[DS]{{{number}}}", value) is not None


_ROW = {"count": _whole, "odds": _rational, "probability": _rational, "seen": [_seen]}
_SHAPE = {
    "bets": [{"bet": _name, "counts": _number, "edge": _rational, "rows": [_ROW]}],
    "counts": [
        {
            "entries": [_entry],
            "looks": [{"answer": {"labels", "pattern"}, "labels": [_number], "places": [set(PLACES)]}],
        }
    ],
    "format": {FORMAT},
    "schema": {SCHEMA},
    "sha256": lambda value: isinstance(value, str),
    "shoe": {"counts": [_number], "known_by": set(CLASSES), "replacement": {True, False}},
    "tableau": {"banco": [_cells(11)], "name": _name, "natural_ends": {True, False}, "punto": _cells(8)},
    "total": _whole,
    "variant": _name,
}


def _check_shape(value: Any, shape: Any, path: str) -> None:  # noqa: ANN401 - any JSON against any shape
    """Hold a value against a shape: a table of keys, a list of like things, a set of values, or a test."""
    if isinstance(shape, dict):
        _need(isinstance(value, dict) and set(value) == set(shape), f"{path}: its keys must be {sorted(shape)}")
        for key, inner in shape.items():
            _check_shape(value[key], inner, f"{path}.{key}")
    elif isinstance(shape, list):
        _need(isinstance(value, list), f"{path}: it must be a list")
        for place, each in enumerate(value):
            _check_shape(each, shape[0], f"{path}[{place}]")
    elif isinstance(shape, set):
        # 1 == True, so the kinds must agree too.
        alike = any(type(value) is type(allowed) and value == allowed for allowed in shape)
        _need(alike, f"{path}: it must be one of {sorted(map(str, shape))}")
    else:
        _need(shape(value), f"{path}: it is not of the form this member has")


def _refuse(text: str) -> object:
    raise ValueError(text)


def _check_form(data: bytes, document: Document) -> str:
    """Read the file into `document`: canonical JSON of the right shape whose parts fit together."""
    try:
        text = data.decode("ascii")
        found = json.loads(text, parse_float=_refuse, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise _FailsError("it is no JSON in ASCII without floats") from None
    _check_shape(found, _SHAPE, "")
    _need(canonical(found) == text, "it is not the canonical form: sorted keys, no space, one newline at the end")
    document.update(found)
    shoe, tables = found["shoe"], found["counts"]
    _need(len(shoe["counts"]) == len(CLASSES[shoe["known_by"]]), f"a shoe known by {shoe['known_by']} has as many")
    _need(sum(shoe["counts"]) >= (1 if shoe["replacement"] else COUP), "the shoe has too few cards for a coup")
    _need(len(found["tableau"]["banco"]) == 8, "banco needs a row for each opening total 0-7")  # noqa: PLR2004
    _need(bool(tables) and tables[0]["looks"] == [], "the first counts must be those of the endings alone")
    for table in tables:
        for look in table["looks"]:
            _need(len(look["labels"]) == len(shoe["counts"]), "a look needs a label for each class of cards")
            _need(sorted(set(look["places"]), key=PLACES.index) == look["places"] != [], "places stand in order, once")
        seen = [entry[0] for entry in table["entries"]]
        _need(all(len(each) == 4 + len(table["looks"]) for each in seen), "an entry needs an answer for each look")
        _need(all(one < other for one, other in pairwise(seen)), "entries must stand in order, each once")
    for bet in found["bets"]:
        _need(bet["counts"] < len(tables), f"bet {bet['bet']}: there are no counts {bet['counts']}")
        _need(bool(bet["rows"]), f"bet {bet['bet']}: it needs a row")
    return f"canonical JSON, {len(data)} bytes"


def _check_digest(document: Document) -> str:
    found = digest(document)
    _need(found == document["sha256"], f"SHA-256 of the rest is {found}")
    return found


# The counts.


def _deals(shoe: Document) -> int:
    cards = sum(shoe["counts"])
    return int(cards**COUP if shoe["replacement"] else perm(cards, COUP))


def _check_total(document: Document) -> str:
    deals = _deals(document["shoe"])
    _need(document["total"] == str(deals), f"the shoe has {deals} ordered deals of six cards")
    return f"{deals} ordered deals of six cards"


def _frozen(value: Any) -> Any:  # noqa: ANN401 - JSON
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _counts(table: Document) -> dict[Seen, int]:
    return {_frozen(seen): int(count) for seen, count in table["entries"]}


def _check_sum(document: Document, table: Document) -> str:
    found = sum(_counts(table).values())
    _need(str(found) == document["total"], f"the counts add up to {found}")
    return f"{len(table['entries'])} counts add up to the total"


def _check_counts(document: Document, table: Document, count: Route) -> str:
    """Hold a table of counts against the same counted anew."""
    stated, found = _counts(table), count(document["shoe"], document["tableau"], table["looks"])
    for seen in sorted(stated.keys() | found.keys()):
        one, other = stated.get(seen, 0), found.get(seen, 0)
        _need(one == other, f"{list(seen)}: stated {one}, found {other}")
    return f"{len(found)} counts found the same"


class _Played(NamedTuple):
    """A coup by point values: what each hand opened with, its third card (None if it stood), and how it ended."""

    punto: Cards
    banco: Cards
    punto_third: int | None
    banco_third: int | None

    @property
    def ending(self) -> tuple[int, int, int, int]:
        """Both totals, both numbers of cards."""
        return (
            (sum(self.punto) + (self.punto_third or 0)) % 10,
            (sum(self.banco) + (self.banco_third or 0)) % 10,
            2 + (self.punto_third is not None),
            2 + (self.banco_third is not None),
        )


def _draws(tableau: Document, punto: Cards, banco: Cards) -> tuple[bool, str]:
    """Return whether punto draws, and the eleven cells that say whether banco does; all S if it cannot."""
    one, other = sum(punto) % 10, sum(banco) % 10
    over = tableau["natural_ends"] and max(one, other) > 7  # noqa: PLR2004
    cells = "S" * 11 if over or other > 7 else tableau["banco"][other]  # noqa: PLR2004
    return not over and one <= 7 and tableau["punto"][one] == "D", cells  # noqa: PLR2004


def _coups(tableau: Document, values: list[int]) -> Iterator[tuple[_Played, int]]:
    """Yield every coup with these values, openings in rising order, and in how many orders its cards can have come."""
    pairs = list(combinations_with_replacement(values, 2))
    for punto, banco in product(pairs, pairs):
        orders = (1 + (punto[0] != punto[1])) * (1 + (banco[0] != banco[1]))
        draws, cells = _draws(tableau, punto, banco)
        for third in values if draws else [None]:
            for last in values if cells[10 if third is None else third] == "D" else [None]:
                yield _Played(punto, banco, third, last), orders


def _held(played: _Played, places: tuple[str, ...]) -> Cards:
    """Return the values of the cards that lie in some places, in rising order."""
    thirds = {"punto_third": played.punto_third, "banco_third": played.banco_third}
    values: list[int] = []
    for place in places:
        if place in thirds:
            value = thirds[place]
            values += [] if value is None else [value]
        else:
            values += played.punto if place == "punto_opening" else played.banco
    return tuple(sorted(values))


def recount(shoe: Document, tableau: Document, looks: list[Document]) -> dict[Seen, int]:
    """Count the ordered six-card deals by ending and by what the looks see, without dealing a card.

    Args:
        shoe: the member of a certificate.
        tableau: likewise.
        looks: likewise, of one table of counts.
    """
    return _recount(json.dumps([shoe, tableau, looks]))


@lru_cache(maxsize=16)
def _recount(question: str) -> dict[Seen, int]:
    """Count for `recount`; many certificates ask the same question."""
    shoe, tableau, looks = json.loads(question)
    values = CLASSES[shoe["known_by"]]
    counts = [0] * 10
    for value, count in zip(values, shoe["counts"], strict=True):
        counts[value] += count
    cards, replacement = sum(counts), shoe["replacement"]

    def draws(number: int, of: int) -> int:
        return int(of**number if replacement else perm(of, number))

    groups = _groups(looks)
    forms: dict[tuple[tuple[Cards, ...], Seen], Counter[Cards]] = defaultdict(Counter)
    for played, orders in _coups(tableau, [value for value in range(10) if counts[value]]):
        dealt = tuple(sorted(_held(played, PLACES)))
        forms[tuple(_held(played, group) for group in groups), played.ending][dealt] += orders

    @cache
    def deals(dealt: Cards) -> int:
        """Return the product of falling factorials of these values, and of the cards left unused."""
        used = len(dealt)
        unused = draws(COUP - used, cards - (0 if replacement else used))
        return unused * prod(draws(number, counts[value]) for value, number in Counter(dealt).items())

    faces = _Faces(shoe, looks, groups)
    found: dict[Seen, int] = defaultdict(int)
    for (held, ending), form in forms.items():
        count = sum(coefficient * deals(dealt) for dealt, coefficient in form.items())
        if count:
            answers = faces.answers(held)
            ways = sum(answers.values())
            for answer, weight in answers.items():
                found[(*ending, *answer)] += count * weight // ways
    return {seen: count for seen, count in found.items() if count}


def _groups(looks: list[Document]) -> tuple[tuple[str, ...], ...]:
    """Return the places that are looked at, together those that the same looks look at."""
    together: dict[tuple[bool, ...], list[str]] = {}
    for place in PLACES:
        lookers = tuple(place in look["places"] for look in looks)
        if any(lookers):
            together.setdefault(lookers, []).append(place)
    return tuple(map(tuple, together.values()))


class _Faces:
    """What looks see once the point values in each group of places are known.

    The cards of one value that lie in the groups are drawn from the classes of that value, whatever else was dealt.
    """

    def __init__(self, shoe: Document, looks: list[Document], groups: tuple[tuple[str, ...], ...]) -> None:
        self._looks = looks
        self._take = 0 if shoe["replacement"] else 1
        self._sees = [[group[0] in look["places"] for group in groups] for look in looks]
        self._cells: list[Counter[Cards]] = [Counter() for _ in range(10)]
        values: list[dict[int, set[int]]] = [defaultdict(set) for _ in looks]
        for place, (value, count) in enumerate(zip(CLASSES[shoe["known_by"]], shoe["counts"], strict=True)):
            labels = tuple(look["labels"][place] for look in looks)
            self._cells[value][labels] += count
            for label, found in zip(labels, values, strict=True):
                found[label].add(value)
        # Where no label spans two values, the numbers in which equal ones come are final within each value.
        self._within_values = [all(len(found) == 1 for found in by_label.values()) for by_label in values]
        self._known: dict[tuple[int, tuple[int, ...]], dict[Seen, int]] = {}

    def answers(self, held: tuple[Cards, ...]) -> dict[Seen, int]:
        """Return each combination of answers with the ordered ways to draw the cards in the groups for it."""
        found: dict[Seen, int] = {tuple(() for _ in self._looks): 1}
        for value in sorted({value for group in held for value in group}):
            more = self._of_value(value, tuple(group.count(value) for group in held))
            merged: dict[Seen, int] = defaultdict(int)
            for (one, ways), (other, others) in product(found.items(), more.items()):
                merged[tuple(tuple(sorted(a + b)) for a, b in zip(one, other, strict=True))] += ways * others
            found = merged
        answers: dict[Seen, int] = defaultdict(int)
        for parts, ways in found.items():
            answers[tuple(self._answer(number, part) for number, part in enumerate(parts))] += ways
        return answers

    def _answer(self, number: int, part: Cards) -> Cards:
        """Return what a look answers, from the labels it saw or from the numbers in which equal ones came."""
        if self._looks[number]["answer"] == "labels":
            return part
        sizes = part if self._within_values[number] else Counter(part).values()
        return tuple(sorted(sizes, reverse=True))

    def _of_value(self, value: int, sizes: tuple[int, ...]) -> dict[Seen, int]:
        """Return what the looks see of so many cards of one value in each group, with the ordered ways."""
        if (value, sizes) not in self._known:
            states: dict[tuple[tuple[int, Cards], ...], int] = {(): 1}
            for group in [group for group, size in enumerate(sizes) for _ in range(size)]:
                following: dict[tuple[tuple[int, Cards], ...], int] = defaultdict(int)
                for (cards, ways), (labels, count) in product(states.items(), self._cells[value].items()):
                    left = count - self._take * sum(labels == other for _, other in cards)
                    if left > 0:
                        following[tuple(sorted((*cards, (group, labels))))] += ways * left
                states = following
            found: dict[Seen, int] = defaultdict(int)
            for cards, ways in states.items():
                found[tuple(self._part(number, cards) for number in range(len(self._looks)))] += ways
            self._known[value, sizes] = found
        return self._known[value, sizes]

    def _part(self, number: int, cards: tuple[tuple[int, Cards], ...]) -> Cards:
        """Return what one look makes of cards of one value."""
        labels = [labels[number] for group, labels in cards if self._sees[number][group]]
        early = self._looks[number]["answer"] == "pattern" and self._within_values[number]
        return tuple(sorted(Counter(labels).values() if early else labels))


def deal_all(shoe: Document, tableau: Document, looks: list[Document]) -> dict[Seen, int]:
    """Count the same as `recount` by dealing the physical cards in every order.

    Cost: one step for each ordered deal.
    """
    return _deal_all(json.dumps([shoe, tableau, looks]))


@lru_cache(maxsize=16)
def _deal_all(question: str) -> dict[Seen, int]:
    shoe, tableau, looks = json.loads(question)
    values = CLASSES[shoe["known_by"]]
    cards = [place for place, count in enumerate(shoe["counts"]) for _ in range(count)]
    found: dict[Seen, int] = defaultdict(int)
    for deal in product(cards, repeat=COUP) if shoe["replacement"] else permutations(cards, COUP):
        worth = [values[card] for card in deal]
        draws, cells = _draws(tableau, (worth[0], worth[2]), (worth[1], worth[3]))
        places = [deal[0:4:2], deal[1:4:2], deal[4:5] if draws else (), ()]
        if cells[worth[4] if draws else 10] == "D":
            places[3] = deal[5:6] if draws else deal[4:5]
        hands = [[values[card] for card in places[hand] + places[hand + 2]] for hand in (0, 1)]
        answers = []
        for look in looks:
            lying = [deal_cards for place, deal_cards in zip(PLACES, places, strict=True) if place in look["places"]]
            labels = sorted(look["labels"][card] for some in lying for card in some)
            answers.append(labels if look["answer"] == "labels" else sorted(Counter(labels).values(), reverse=True))
        ending = (*(sum(hand) % 10 for hand in hands), *map(len, hands))
        found[(*ending, *map(tuple, answers))] += 1
    return dict(found)


# The bets.


def _check_bet(document: Document, bet: Document) -> str:
    """Hold a bet's rows against the counts they name, and its edge against the rows."""
    table = document["counts"][bet["counts"]]
    counts = {_frozen(seen): int(count) for seen, count in table["entries"]}
    total = int(document["total"])
    expected = Fraction(0)
    for number, row in enumerate(bet["rows"], start=1):
        found = 0
        for seen in map(_frozen, row["seen"]):
            _need(seen in counts, f"row {number}: {list(seen)} is not among the counts, or is in two rows")
            found += counts.pop(seen)
        _need(row["count"] == str(found), f"row {number}: its count is {found}")
        probability = Fraction(found, total)
        _need(Fraction(row["probability"]) == probability, f"row {number}: its probability is {probability}")
        expected += probability * Fraction(row["odds"])
    _need(not counts, f"{[list(seen) for seen in counts][:1]} is in no row")
    _need(Fraction(bet["edge"]) == -expected, f"its edge is {-expected}")
    return f"{len(bet['rows'])} rows take every count once; edge {bet['edge']}"
