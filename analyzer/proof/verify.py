"""Verification: a certificate checked line by line, by a route that shares no counting with how it was made.

Nothing here knows the enumerator, the tableau or the bets: the rules are read from the certificate's own cells. Every
count is made anew as a form in the counts of the shoe, and on a shoe of few cards by dealing the physical cards one by
one, too. `docs/certificate.md` states the format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from hashlib import sha256
from itertools import pairwise
from math import perm
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.proof.recount import CLASSES, COUP, PLACES, deal_all, recount

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["FORMAT", "MAX_COUNT", "SCHEMA", "Line", "canonical", "check_form", "digest", "verify"]

FORMAT = "baccarat-odds certificate"
SCHEMA = 1
PHYSICAL_DEALS = perm(10, 6)
"""The most deals that are also dealt one by one: those of ten cards."""
MAX_COUNT = 10**9
MAX_LENGTH = 200
_WHOLE = re.compile(r"0|[1-9][0-9]*", re.ASCII)
_RATIONAL = re.compile(r"(-?[1-9][0-9]*|0)/([1-9][0-9]*)", re.ASCII)

Document = dict[str, Any]
Seen = tuple[Any, ...]
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
        lines.append(_checked(name, check))
        if not lines[-1].holds:
            break
    return lines


def check_form(data: bytes) -> Line:
    """Check the form alone: the first line of `verify`."""
    return _checked(*next(_checks(data)))


def _checked(name: str, check: Callable[[], str]) -> Line:
    try:
        return Line(name, holds=True, says=check())
    except _FailsError as error:
        return Line(name, holds=False, says=str(error))


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


def _count(value: object) -> bool:
    return _whole(value) and value != "0"


def _number(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_COUNT


def _entry(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and _seen(value[0]) and _count(value[1])  # noqa: PLR2004


def _seen(value: object) -> bool:
    """Return whether it is four numbers, then an answer, a list of numbers, for each look."""
    return (
        isinstance(value, list)
        and all(map(_number, value[:4]))
        and all(isinstance(answer, list) and all(map(_number, answer)) for answer in value[4:])
    )


def _cells(number: int) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and re.fullmatch(f"[DS]{{{number}}}", value) is not None


_ROW = {"count": _count, "odds": _rational, "probability": _rational, "seen": [_seen]}
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
        _need(
            isinstance(value, dict) and set(value) == set(shape),
            f"{path or 'document'}: its keys must be {sorted(shape)}",
        )
        for key, inner in shape.items():
            _check_shape(value[key], inner, f"{path}.{key}" if path else key)
    elif isinstance(shape, list):
        _need(isinstance(value, list), f"{path}: it must be a list")
        for place, each in enumerate(value):
            _check_shape(each, shape[0], f"{path}[{place}]")
    elif isinstance(shape, set):
        # 1 == True, so the kinds must agree too.
        alike = any(type(value) is type(allowed) and value == allowed for allowed in shape)
        _need(alike, f"{path}: it must be one of {sorted(map(str, shape))}")
    else:
        _need(shape(value), f"{path}: it is not of the form this member has, or too long or large")


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
    classes = len(CLASSES[shoe["known_by"]])
    _need(len(shoe["counts"]) == classes, f"a shoe known by {shoe['known_by']} has {classes} counts")
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
    _need(bool(found["bets"]), "it needs a bet")
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


# The bets.


def _check_bet(document: Document, bet: Document) -> str:
    """Hold a bet's rows against the counts they name, and its edge against the rows."""
    counts = _counts(document["counts"][bet["counts"]])
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
