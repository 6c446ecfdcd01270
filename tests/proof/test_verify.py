"""Verification: both checkers refuse a changed certificate."""

from __future__ import annotations

import copy
import json
import random
import re
from itertools import permutations, product
from typing import Any

import pytest
from certificates import BETS_ON_CARDS, CHECK, FACES, Document, accepted, at, certificate, changed_number, sealed
from paths import ROOT

from analyzer import STANDARD, Shoe, read_bet
from analyzer.proof.certificate import certify
from analyzer.proof.verify import verify

MUTATIONS = 220
MUTATED = ["eight decks", "ten cards"]


def test_small_shoes_are_dealt_card_by_card() -> None:
    """Up to ten cards the physical deals are a separate line."""
    names = [line.name for line in verify(certificate("ten cards").encode())]
    assert "counts 0, deals one by one" in names
    assert "counts 0, deals one by one" not in [line.name for line in verify(certificate("eight decks").encode())]


@pytest.mark.parametrize("name", MUTATED)
def test_every_change_of_one_character_is_refused(name: str) -> None:
    """One character replaced, removed, put in or doubled: both checkers refuse the file."""
    data = certificate(name).encode()
    chance = random.Random(f"characters of {name}")  # noqa: S311 - a seed, not a secret
    for _ in range(MUTATIONS):
        place = chance.randrange(len(data))
        new = bytes([chance.choice(b'0123456789abcdef"{}[],:-/ \nDSt\\\x00\xff')])
        changed = chance.choice(
            [
                data[:place] + new + data[place + 1 :],
                data[:place] + data[place + 1 :],
                data[:place] + new + data[place:],
                data[:place] + data[place : place + 1] + data[place:],
            ]
        )
        if changed != data:
            assert accepted(changed) == (False, False), (place, changed[place - 20 : place + 20])


def number_paths(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:  # noqa: ANN401
    """Return the paths of a document's counts, probabilities, odds and edges."""
    if isinstance(value, dict):
        return [found for key in value for found in number_paths(value[key], (*path, key))]
    if isinstance(value, list):
        return [found for place, each in enumerate(value) for found in number_paths(each, (*path, place))]
    return [path] if isinstance(value, str) and re.fullmatch(r"-?\d+(/\d+)?", value) else []


@pytest.mark.parametrize("name", MUTATED)
def test_every_changed_number_is_refused_under_a_new_digest(name: str) -> None:
    """A count, probability, odds or edge changed, with a new digest: both checkers refuse the file."""
    original = json.loads(certificate(name))
    paths = number_paths(original)
    kinds = {path[-1] for path in paths if isinstance(path[-1], str)}
    assert kinds == {"total", "edge", "count", "odds", "probability"}
    chance = random.Random(f"numbers of {name}")  # noqa: S311
    # Every kind is among them, however many counts there are.
    chosen = [path for path in paths if path[0] == "bets" or path == ("total",)]
    chosen += [chance.choice(paths) for _ in range(MUTATIONS)]
    for path in chosen:
        document = copy.deepcopy(original)
        old = at(document, path)
        new = changed_number(old, chance)
        at(document, path[:-1])[path[-1]] = new
        if new != old:
            assert accepted(sealed(document)) == (False, False), (path, old, new)


def swapped(document: Document, one: int, other: int) -> Document:
    """Return the document with two counts exchanged in its sum."""
    changed = copy.deepcopy(document)
    entries = changed["counts"][0]["entries"]
    entries[one][1] = str(int(entries[one][1]) + 1)
    entries[other][1] = str(int(entries[other][1]) - 1)
    return changed


def test_counts_whose_errors_cancel_are_refused() -> None:
    """Two endings of one row changed by opposite amounts: every sum and edge is unchanged, the counts are not."""
    original = json.loads(certificate("eight decks"))
    seen = [entry[0] for entry in original["counts"][0]["entries"]]
    document = swapped(original, seen.index([6, 0, 3, 3]), seen.index([6, 0, 2, 3]))
    lines = verify(sealed(document))
    assert (lines[-1].name, lines[-1].holds) == ("counts 0, form in the shoe", False)
    assert accepted(sealed(document)) == (False, False)


def test_an_ending_in_the_wrong_row_is_refused() -> None:
    """A win paid as a loss, in no row, and in two rows."""
    original = json.loads(certificate("eight decks"))
    for change in ("moved", "left out", "twice"):
        document = copy.deepcopy(original)
        rows = document["bets"][0]["rows"]
        ending = rows[0]["seen"][-1] if change == "twice" else rows[0]["seen"].pop()
        if change != "left out":
            rows[2]["seen"].append(ending)
        assert accepted(sealed(document)) == (False, False)


def reachable(shoe: Shoe) -> set[tuple[str, int, int]]:
    """Return the cells of the standard tableau that the deals of a small shoe reach, card by card."""
    cards = [value for value, count in enumerate(shoe.counts) for _ in range(count)]
    cells = set()
    for one, two, three, four, third in permutations(cards, 5):
        punto, banco = (one + three) % 10, (two + four) % 10
        if punto >= 8 or banco >= 8:
            if (punto < 8 and STANDARD.punto[punto]) or (
                banco < 8 and STANDARD.banco[banco][third if punto < 6 else 10]
            ):
                cells.add(("natural", 0, 0))
            continue
        cells |= {("punto", punto, 0), ("banco", banco, third if punto <= 5 else 10)}
    return cells


def flipped(document: Document, cell: tuple[str, int, int]) -> Document:
    """Return the document with one cell of its tableau changed."""
    changed = copy.deepcopy(document)
    rules = changed["tableau"]
    kind, row, column = cell
    other = {"D": "S", "S": "D"}
    if kind == "natural":
        rules["natural_ends"] = not rules["natural_ends"]
    elif kind == "punto":
        rules["punto"] = rules["punto"][:row] + other[rules["punto"][row]] + rules["punto"][row + 1 :]
    else:
        line = rules["banco"][row]
        rules["banco"][row] = line[:column] + other[line[column]] + line[column + 1 :]
    return changed


@pytest.mark.parametrize("name", ["four values", "five values"])
def test_every_cell_a_coup_can_reach_is_checked(name: str) -> None:
    """Each cell flipped under a new digest: refused where a deal reaches it, accepted where none does."""
    document = json.loads(certificate(name))
    cells = [("natural", 0, 0), *(("punto", row, 0) for row in range(8))]
    cells += [("banco", row, column) for row, column in product(range(8), range(11))]
    met = reachable(Shoe.from_spec(" ".join(f"{v}={n}" for v, n in enumerate(document["shoe"]["counts"]))))
    assert 20 < len(met) < len(cells)
    for cell in cells:
        expected = cell not in met
        assert accepted(sealed(flipped(document, cell))) == (expected, expected), cell


def test_cells_of_a_full_shoe_are_checked() -> None:
    """Eight decks reach every cell: a sample of them flipped under a new digest, each refused by both."""
    document = json.loads(certificate("eight decks"))
    chance = random.Random("cells")  # noqa: S311
    cells = [("natural", 0, 0), ("punto", 6, 0), ("banco", 3, 8)]
    cells += [("banco", chance.randrange(8), chance.randrange(11)) for _ in range(5)]
    for cell in cells:
        assert accepted(sealed(flipped(document, cell))) == (False, False), cell


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("shoe", "counts", 3), 31),
        (("shoe", "counts", 3), -1),
        (("shoe", "counts", 3), True),
        (("shoe", "known_by"), "ranks"),
        (("shoe", "replacement"), 0),
        (("schema",), True),
        (("schema",), 2),
        (("format",), "another"),
        (("total",), 4998398275503360),
        (("bets", 0, "counts"), 1),
        (("bets", 0, "rows"), []),
        (("bets",), []),
        (("bets",), {}),
        (("variant",), None),
        (("variant",), "classic\n"),
        (("variant",), ""),
        (("variant",), "x" * 201),
        (("tableau", "name"), []),
        (("bets", 0, "bet"), 1),
        (("bets", 0, "rows", 0, "seen"), ""),
        (("bets", 0, "rows", 0, "seen"), {}),
        (("bets", 0, "edge"), "482299092544/39049986527370"),
        (("counts",), []),
        (("counts", 0, "looks"), [{"answer": "labels", "labels": [0] * 10, "places": []}]),
        (("tableau", "punto"), "DDDDDDS"),
        (("tableau", "banco"), ["DDDDDDDDDDD"] * 7),
        (("tableau", "natural_ends"), 1),
        (("more",), "text"),
    ],
)
def test_a_malformed_certificate_is_refused(path: tuple[str | int, ...], value: object) -> None:
    """A member of the wrong type, out of range or unknown, under a new digest."""
    document = json.loads(certificate("eight decks"))
    at(document, path[:-1])[path[-1]] = value
    assert accepted(sealed(document)) == (False, False)


@pytest.mark.parametrize(
    "data",
    [b"", b"{}\n", b"[]\n", b"null\n", b'{"a":1e9}\n', b'{"a":NaN}\n', b"\xff", b"[" * 100_000, b"9" * 5_000, b'"x"\n'],
    ids=lambda data: repr(data[:10]),
)
def test_a_file_that_is_not_a_certificate_is_refused(data: bytes) -> None:
    """For any bytes the answer is one line that does not hold."""
    assert [(line.name, line.holds) for line in verify(data)] == [("form", False)]
    assert accepted(data) == (False, False)


@pytest.mark.parametrize("label", [[[1], []], [], "1", 1.0, True, -1])
def test_a_label_is_a_whole_number(label: object) -> None:
    """A label is checked even where the shoe holds no card of its class."""
    document = json.loads(certify("classic", [BETS_ON_CARDS["punto-pair"]], Shoe.from_spec("A=3 2=3 3=2"), STANDARD))
    assert accepted(sealed(document)) == (True, True)
    document["counts"][1]["looks"][0]["labels"][12] = label
    assert accepted(sealed(document)) == (False, False)


def test_every_change_of_what_is_seen_of_cards_is_refused() -> None:
    """Counts, answers, labels, places and the kind of answer changed under a new digest."""
    original = json.loads(certify("classic", [BETS_ON_CARDS["tiger-pair"]], FACES, STANDARD))
    chance = random.Random("cards")  # noqa: S311
    table = original["counts"][1]
    changes: list[tuple[tuple[str | int, ...], object]] = [
        (("looks", 0, "answer"), "labels"),
        (("looks", 0, "places"), ["punto_opening", "punto_third"]),
        (("looks", 0, "places"), ["nowhere"]),
        (("looks", 0, "labels"), [0] * 52),
        (("looks", 0, "labels"), [0] * 51),
        (("entries", 0, 0, 4), [9]),
    ]
    for _ in range(40):
        number = chance.randrange(len(table["entries"]))
        changes.append((("entries", number, 1), changed_number(table["entries"][number][1], chance)))
    for path, value in changes:
        document = copy.deepcopy(original)
        at(document["counts"][1], path[:-1])[path[-1]] = value
        if document != original:
            assert accepted(sealed(document)) == (False, False), (path, value)


PLACES = ["punto_opening", "banco_opening", "punto_third", "banco_third"]
ASKING = {
    "every card": [{"answer": "labels", "labels": list(range(52)), "places": PLACES}],
    "which cards are equal": [{"answer": "pattern", "labels": list(range(52)), "places": PLACES}],
    "each place": [{"answer": "labels", "labels": list(range(52)), "places": [place]} for place in PLACES],
    "eight patterns": [
        {"answer": "pattern", "labels": [face * (look + 3) % 13 for face in range(52)], "places": [PLACES[look % 4]]}
        for look in range(8)
    ],
}


@pytest.mark.parametrize("name", ASKING)
@pytest.mark.parametrize("replacement", [False, True])
def test_the_work_of_a_file_is_bounded(name: str, replacement: bool) -> None:  # noqa: FBT001 - a case
    """Looks that ask for more than is stated, or for too many steps, are refused by both checkers."""
    shoe = Shoe.decks(8) if not replacement else Shoe.infinite()
    document = json.loads(certify("classic", [read_bet("perfect-pair")], shoe, STANDARD))
    table = document["counts"][1]
    document["counts"][1] = {
        "looks": ASKING[name],
        "entries": [[[*seen[:4], *[[0]] * len(ASKING[name])], count] for seen, count in table["entries"][:1]],
    }
    document["counts"][1]["entries"][0][1] = document["total"]
    last = verify(sealed(document))[-1]
    assert last.name == "counts 1, form in the shoe"
    assert last.says.startswith(("there are more counts than the 1 stated", "the looks of its tables take more than"))
    with pytest.raises(ValueError, match=r"more counts than are stated|too many steps"):
        CHECK.check(sealed(document))


def test_the_steps_of_all_tables_are_added_up() -> None:
    """A table that is within the limit is not if it is there often; so is a file with too many tables or bytes."""
    document = json.loads(certify("classic", [read_bet("all-red-22")], Shoe.decks(8), STANDARD))
    table = document["counts"][1]
    document["counts"] += [table] * 6
    last = verify(sealed(document))[-1]
    assert last.name == "counts 7, form in the shoe"
    assert last.says.startswith("the looks of its tables take more than 2,000,000 steps to recount")
    document["counts"] += [table] * 5
    assert verify(sealed(document))[-1].says == "it has 13 tables of counts; at most 12 are allowed"
    assert accepted(sealed(document)) == (False, False)
    assert verify(b" " * 1_000_001)[-1].says == "it has 1,000,001 bytes; at most 1,000,000 are allowed"


def test_deals_one_by_one_are_bounded() -> None:
    """The deals of nine cards are dealt for the first tables, until they are a million counted for each look."""
    data = certify("classic", list(BETS_ON_CARDS.values()), FACES, STANDARD)
    lines = verify(data.encode())
    dealt = [line.name for line in lines if line.name.endswith("deals one by one")]
    assert lines[-1].holds
    assert dealt[0] == "counts 0, deals one by one"
    assert 1 < len(dealt) < len(json.loads(data)["counts"])


def test_progress_is_told_line_by_line() -> None:
    """The number of lines is known once the form is."""
    told: list[tuple[int, int | None]] = []
    lines = verify(certificate("eight decks").encode(), lambda *numbers: told.append(numbers))
    assert told == [(number, len(lines)) for number in range(1, len(lines))]


def test_verification_shares_no_code_with_counting() -> None:
    """`recount` imports nothing of the package, and `verify` only `recount`."""
    for name, expected in (("recount", []), ("verify", ["proof.recount"])):
        text = (ROOT / "analyzer" / "proof" / f"{name}.py").read_text(encoding="utf-8")
        assert re.findall(r"(?:from|import) analyzer\.?([\w.]*)", text) == expected
