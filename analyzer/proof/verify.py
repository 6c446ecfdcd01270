"""Verification: checks a certificate line by line and shares no counting with the code that writes one.

This module imports neither the enumerator nor the tableau nor the bets: the rules are read from the cells of the
certificate. Every count is recomputed as a form in the counts of the shoe, and on a small shoe also by dealing the
physical cards in every order. `docs/certificate.md` states the format.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from hashlib import sha256
from itertools import pairwise
from math import perm
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.proof.recount import (
    CLASSES,
    COUP,
    MAX_STEPS,
    PLACES,
    TooManyAnswersError,
    TooManyStepsError,
    deal_all,
    recount,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["FORMAT", "MAX_COUNT", "SCHEMA", "Line", "canonical", "check_form", "digest", "verify"]

FORMAT = "baccarat-odds certificate"
SCHEMA = 1
PHYSICAL_DEALS = perm(10, 6)
"""The most deals that are also dealt one by one, those of ten cards."""
PHYSICAL_STEPS = 1_000_000
"""The most deals dealt one by one for all tables of a file, each counted for every look of its table."""
MAX_COUNT = 10**9
MAX_LENGTH = 200
MAX_BYTES = 1_000_000
MAX_TABLES = 12
MAX_LOOKS = 8
"""The most bytes, tables of counts, and looks of one. The bets of the catalog together have 9 tables, of up to 3 looks,
in 700,000 bytes."""
_WHOLE = re.compile(r"0|[1-9][0-9]*", re.ASCII)
_RATIONAL = re.compile(r"(-?[1-9][0-9]*|0)/([1-9][0-9]*)", re.ASCII)

Document = dict[str, Any]
Seen = tuple[Any, ...]
Progress = Callable[[int, "int | None"], object]


class Line(NamedTuple):
    """A line of the verification.

    Attributes:
        name: the part of the certificate it checks.
        holds: whether that part holds.
        says: what was found.
    """

    name: str
    holds: bool
    says: str


class _FalseStatementError(Exception):
    """A statement of the certificate is false; the text says why."""


def _require(holds: bool, why: str) -> None:  # noqa: FBT001 - reads like an assertion
    if not holds:
        raise _FalseStatementError(why)


def canonical(document: Document) -> str:
    r"""Return a document as canonical JSON: ASCII, keys sorted, no insignificant space, one newline at the end.

    >>> canonical({"b": [1, "é"], "a": True})
    '{"a":true,"b":[1,"\\u00e9"]}\n'
    """
    return json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False) + "\n"


def digest(document: Document) -> str:
    """Return the SHA-256 of the canonical form of a document without its member `sha256`."""
    return sha256(canonical({key: value for key, value in document.items() if key != "sha256"}).encode()).hexdigest()


def verify(data: bytes, progress: Progress | None = None) -> list[Line]:
    """Check a certificate line by line, up to the first that does not hold.

    Args:
        data: the file.
        progress: called before each line but the first with how many are done, and of how many.

    Returns:
        The lines checked; only the last may not hold.

    Cost: half a second for bets on totals, some four seconds for all bets of the catalog.
    """
    lines: list[Line] = []
    document: Document = {}
    for name, check in _checks(data, document):
        if document and progress is not None:
            progress(len(lines), _number_of_checks(document))
        lines.append(_checked(name, check))
        if not lines[-1].holds:
            break
    return lines


def check_form(data: bytes) -> Line:
    """Check only the form: the first line of `verify`."""
    return _checked(*next(_checks(data, {})))


def _checked(name: str, check: Callable[[], str]) -> Line:
    try:
        return Line(name, holds=True, says=check())
    except _FalseStatementError as error:
        return Line(name, holds=False, says=str(error))


def _checks(data: bytes, document: Document) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield the checks in order; each relies on those before it. The first reads the file into `document`."""
    yield "form", partial(_check_form, data, document)
    yield "digest", partial(_check_digest, document)
    yield "total", partial(_check_total, document)
    taken = Counter[str]()
    dealt = _dealt_one_by_one(document)
    for number, table in enumerate(document["counts"]):
        yield f"counts {number}, sum", partial(_check_sum, document, table)
        yield f"counts {number}, form in the shoe", partial(_check_counts, document, table, taken)
        if number in dealt:
            yield f"counts {number}, deals one by one", partial(_check_deals, document, table)
    for bet in document["bets"]:
        yield f"bet {bet['bet']}", partial(_check_bet, document, bet)


def _number_of_checks(document: Document) -> int:
    return 3 + 2 * len(document["counts"]) + len(_dealt_one_by_one(document)) + len(document["bets"])


def _dealt_one_by_one(document: Document) -> set[int]:
    """Return the tables whose deals are also dealt one by one: those of a small shoe, until they are too many."""
    deals = _deals(document["shoe"])
    left = PHYSICAL_STEPS if deals <= PHYSICAL_DEALS else 0
    dealt = set()
    for number, table in enumerate(document["counts"]):
        left -= deals * max(len(table["looks"]), 1)
        if left >= 0:
            dealt.add(number)
    return dealt


# Checks of the shape.


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
    """Return whether it is four numbers and then answers, which are lists of numbers."""
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
    """Check a value against a shape: a dict of keys, a list with the shape of its items, a set of values, or a test."""
    if isinstance(shape, dict):
        _require(
            isinstance(value, dict) and set(value) == set(shape),
            f"{path or 'document'}: its keys must be {sorted(shape)}",
        )
        for key, inner in shape.items():
            _check_shape(value[key], inner, f"{path}.{key}" if path else key)
    elif isinstance(shape, list):
        _require(isinstance(value, list), f"{path}: it must be a list")
        for index, item in enumerate(value):
            _check_shape(item, shape[0], f"{path}[{index}]")
    elif isinstance(shape, set):
        # 1 == True, so the types must agree too.
        is_allowed = any(type(value) is type(allowed) and value == allowed for allowed in shape)
        _require(is_allowed, f"{path}: it must be one of {sorted(map(str, shape))}")
    else:
        _require(shape(value), f"{path}: it is malformed, too long or too large")


def _refuse(text: str) -> object:
    raise ValueError(text)


def _check_form(data: bytes, document: Document) -> str:
    """Read the file into `document`: canonical JSON of the right shape, with parts that agree."""
    _require(isinstance(data, bytes), "it is not bytes, the content of a file")
    _require(len(data) <= MAX_BYTES, f"it has {len(data):,} bytes; at most {MAX_BYTES:,} are allowed")
    try:
        text = data.decode("ascii")
        read = json.loads(text, parse_float=_refuse, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise _FalseStatementError("it is not JSON in ASCII without floats") from None
    _check_shape(read, _SHAPE, "")
    _require(canonical(read) == text, "it is not in canonical form: sorted keys, no space, one newline at the end")
    document.update(read)
    shoe, tables = read["shoe"], read["counts"]
    classes = len(CLASSES[shoe["known_by"]])
    _require(len(shoe["counts"]) == classes, f"a shoe known by {shoe['known_by']} has {classes} counts")
    _require(sum(shoe["counts"]) >= (1 if shoe["replacement"] else COUP), "the shoe has too few cards for a coup")
    _require(len(read["tableau"]["banco"]) == 8, "banco needs a row for each opening total 0-7")  # noqa: PLR2004
    _require(bool(tables) and tables[0]["looks"] == [], "the first table of counts must have no looks")
    _require(len(tables) <= MAX_TABLES, f"it has {len(tables)} tables of counts; at most {MAX_TABLES} are allowed")
    for table in tables:
        _require(
            len(table["looks"]) <= MAX_LOOKS,
            f"a table has {len(table['looks'])} looks; at most {MAX_LOOKS} are allowed",
        )
        for look in table["looks"]:
            _require(len(look["labels"]) == len(shoe["counts"]), "a look needs a label for each class of cards")
            _require(
                sorted(set(look["places"]), key=PLACES.index) == look["places"] != [],
                "places must be in order, each once",
            )
        seen = [entry[0] for entry in table["entries"]]
        _require(
            all(len(values) == 4 + len(table["looks"]) for values in seen), "an entry needs an answer for each look"
        )
        _require(all(lower < higher for lower, higher in pairwise(seen)), "entries must be in order, each once")
    _require(bool(read["bets"]), "it needs a bet")
    for bet in read["bets"]:
        _require(bet["counts"] < len(tables), f"bet {bet['bet']}: there are no counts {bet['counts']}")
        _require(bool(bet["rows"]), f"bet {bet['bet']}: it needs a row")
    return f"canonical JSON, {len(data)} bytes"


def _check_digest(document: Document) -> str:
    computed = digest(document)
    _require(computed == document["sha256"], f"SHA-256 of the rest is {computed}")
    return computed


# Checks of the counts.


def _deals(shoe: Document) -> int:
    cards = sum(shoe["counts"])
    return int(cards**COUP if shoe["replacement"] else perm(cards, COUP))


def _check_total(document: Document) -> str:
    deals = _deals(document["shoe"])
    _require(document["total"] == str(deals), f"the shoe has {deals} ordered deals of six cards")
    return f"{deals} ordered deals of six cards"


def _frozen(value: Any) -> Any:  # noqa: ANN401 - JSON
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _counts(table: Document) -> dict[Seen, int]:
    return {_frozen(seen): int(count) for seen, count in table["entries"]}


def _check_sum(document: Document, table: Document) -> str:
    total = sum(_counts(table).values())
    _require(str(total) == document["total"], f"the counts add up to {total}")
    return f"{len(table['entries'])} counts add up to the total"


def _check_counts(document: Document, table: Document, taken: Counter[str]) -> str:
    """Compare a table of counts with the same table recounted; `taken` counts the steps that all tables took."""
    stated = _counts(table)
    try:
        recounted = recount(
            document["shoe"], document["tableau"], table["looks"], len(stated), MAX_STEPS - taken["steps"]
        )
    except TooManyAnswersError:
        raise _FalseStatementError(f"there are more counts than the {len(stated)} stated") from None
    except TooManyStepsError:
        raise _FalseStatementError(
            f"the looks of its tables take more than {MAX_STEPS:,} steps to recount, or too many at a time"
        ) from None
    taken["steps"] += recounted.steps
    return _compared(stated, recounted.counts)


def _check_deals(document: Document, table: Document) -> str:
    """Compare a table of counts with the deals dealt one by one."""
    stated = _counts(table)
    return _compared(stated, deal_all(document["shoe"], document["tableau"], table["looks"]))


def _compared(stated: dict[Seen, int], found: dict[Seen, int]) -> str:
    for seen in sorted(stated.keys() | found.keys()):
        said, counted = stated.get(seen, 0), found.get(seen, 0)
        _require(said == counted, f"{list(seen)}: stated {said}, found {counted}")
    return f"{len(found)} counts found the same"


# Checks of the bets.


def _check_bet(document: Document, bet: Document) -> str:
    """Check a bet's rows against the counts they name, and its edge against the rows."""
    counts = _counts(document["counts"][bet["counts"]])
    total = int(document["total"])
    expected = Fraction(0)
    for number, row in enumerate(bet["rows"], start=1):
        count = 0
        for seen in map(_frozen, row["seen"]):
            _require(seen in counts, f"row {number}: {list(seen)} is not among the counts, or is in two rows")
            count += counts.pop(seen)
        _require(row["count"] == str(count), f"row {number}: its count is {count}")
        probability = Fraction(count, total)
        _require(Fraction(row["probability"]) == probability, f"row {number}: its probability is {probability}")
        expected += probability * Fraction(row["odds"])
    _require(not counts, f"{[list(seen) for seen in counts][:1]} is not in any row")
    _require(Fraction(bet["edge"]) == -expected, f"its edge is {-expected}")
    return f"{len(bet['rows'])} rows take every count once; edge {bet['edge']}"
