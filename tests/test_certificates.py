"""Certificates: what is written is verified by both checkers, and what is changed is refused by both."""

from __future__ import annotations

import copy
import importlib.util
import json
import random
import re
import subprocess
import sys
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from command import run
from hypothesis import given
from strategies import TABLEAUX, PlainTableau, handfuls, shoe_of_values

from analyzer import (
    STANDARD,
    Bet,
    Payout,
    Shoe,
    ShoeError,
    price_bets,
    read_bet,
    read_pays,
    read_tableau,
    read_variant,
)
from analyzer.catalog.rules_file import catalog_names
from analyzer.catalog.variant import variant_names
from analyzer.proof.certificate import certify
from analyzer.proof.recount import deal_all, recount
from analyzer.proof.verify import canonical, digest, verify

ROOT = Path(__file__).parent.parent
CHECKER = ROOT / "tests" / "independent" / "check_certificate.py"
MUTATIONS = 220
Document = dict[str, Any]


def load_checker() -> Any:  # noqa: ANN401 - a script
    """Return the independent checker as a module."""
    spec = importlib.util.spec_from_file_location("check_certificate", CHECKER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CHECK = load_checker()


def accepted(data: bytes) -> tuple[bool, bool]:
    """Return whether the package's verification and the independent checker accept a file."""
    try:
        CHECK.check(data)
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError):
        independent = False
    else:
        independent = True
    return verify(data)[-1].holds, independent


def sealed(document: Document) -> bytes:
    """Return a document's file with the digest made anew."""
    return canonical(document | {"sha256": digest(document)}).encode()


@cache
def certificate(name: str) -> str:
    """Return a certificate of all of classic's bets."""
    shoe = {
        "eight decks": Shoe.decks(8),
        "infinite": Shoe.infinite(),
        "ten cards": Shoe.from_spec("0=2 1=1 3=2 5=1 6=1 7=1 8=1 9=1"),
        "four values": Shoe.from_spec("0=2 3=2 6=2 7=1"),
        "five values": Shoe.from_spec("1=1 3=2 4=1 6=2 8=1"),
        "many": Shoe.from_spec("0=1000000000 1=3 4=7 5=1 6=12 9=999999999"),
    }[name]
    return certify("classic", read_variant("classic").bets, shoe, STANDARD)


SHOES = ["eight decks", "infinite", "ten cards", "many"]
MUTATED = ["eight decks", "ten cards"]


@pytest.mark.parametrize("name", SHOES)
def test_what_is_certified_is_verified(name: str) -> None:
    """Full, infinite, tiny and huge shoes."""
    assert accepted(certificate(name).encode()) == (True, True)


@pytest.mark.parametrize("name", variant_names())
def test_every_variant_round_trips(name: str) -> None:
    """Every built-in variant's bets at six decks."""
    variant = read_variant(name)
    text = certify(name, variant.bets, Shoe.decks(6), variant.tableau)
    assert accepted(text.encode()) == (True, True)


@pytest.mark.parametrize("name", catalog_names("tableaux"))
def test_every_tableau_round_trips(name: str) -> None:
    """Every named reading of the rules, on a small shoe."""
    text = certify("classic", read_variant("classic").bets, Shoe.from_spec("0=3 1=1 4=2 6=2 8=1"), read_tableau(name))
    assert accepted(text.encode()) == (True, True)


@given(handfuls(10), TABLEAUX)
def test_any_shoe_and_tableau_round_trip(values: list[int], rules: PlainTableau) -> None:
    """Random small shoes by random rules."""
    text = certify("x", read_variant("classic").bets, shoe_of_values(values), rules.tableau)
    assert accepted(text.encode()) == (True, True)


def test_the_digest_is_of_the_rest() -> None:
    """A certificate is canonical and carries the digest of itself without it."""
    document = json.loads(certificate("eight decks"))
    assert document["sha256"] == digest(document)
    assert canonical(document) == certificate("eight decks")


def test_small_shoes_are_dealt_card_by_card() -> None:
    """Up to ten cards the physical deals are a line of their own."""
    names = [line.name for line in verify(certificate("ten cards").encode())]
    assert "counts 0, deals one by one" in names
    assert "counts 0, deals one by one" not in [line.name for line in verify(certificate("eight decks").encode())]


@pytest.mark.parametrize("name", MUTATED)
def test_every_change_of_one_character_is_refused(name: str) -> None:
    """One character replaced, removed, put in or doubled: both checkers refuse the file."""
    data = certificate(name).encode()
    chance = random.Random(f"characters of {name}")  # noqa: S311 - a seed, no secret
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


def changed_number(text: str, chance: random.Random) -> str:
    """Return another count or rational in its own form."""
    if "/" not in text:
        return str(chance.choice([int(text) + 1, max(int(text) - 1, 0), 10 * int(text), int(text) ^ 7]))
    value = Fraction(text)
    other = chance.choice([-value, value + 1, 2 * value, Fraction(value.numerator + 1, value.denominator), 1 - value])
    return f"{other.numerator}/{other.denominator}"


def at(document: Any, path: tuple[str | int, ...]) -> Any:  # noqa: ANN401
    """Return what stands at a path."""
    for key in path:
        document = document[key]
    return document


@pytest.mark.parametrize("name", MUTATED)
def test_every_changed_number_is_refused_under_a_new_digest(name: str) -> None:
    """A count, probability, odds or edge changed, the digest made anew: both checkers refuse the file."""
    original = json.loads(certificate(name))
    paths = number_paths(original)
    kinds = {path[-1] for path in paths if isinstance(path[-1], str)}
    assert kinds == {"total", "edge", "count", "odds", "probability"}
    chance = random.Random(f"numbers of {name}")  # noqa: S311
    # Each kind is met, whatever the number of counts.
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


def test_counts_that_make_up_for_one_another_are_refused() -> None:
    """Two endings of one row changed by opposite amounts: every sum and edge is as before, the counts are not."""
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
    """Return the cells of the standard tableau that some deal of a small shoe comes to, card by card."""
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
def test_every_cell_a_coup_can_reach_is_held_against_the_counts(name: str) -> None:
    """Each cell flipped under a new digest: refused where a deal comes to it, accepted where none does."""
    document = json.loads(certificate(name))
    cells = [("natural", 0, 0), *(("punto", row, 0) for row in range(8))]
    cells += [("banco", row, column) for row, column in product(range(8), range(11))]
    met = reachable(Shoe.from_spec(" ".join(f"{v}={n}" for v, n in enumerate(document["shoe"]["counts"]))))
    assert 20 < len(met) < len(cells)
    for cell in cells:
        expected = cell not in met
        assert accepted(sealed(flipped(document, cell))) == (expected, expected), cell


def test_cells_of_a_full_shoe_are_held_against_the_counts() -> None:
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
def test_what_is_not_of_the_form_is_refused(path: tuple[str | int, ...], value: object) -> None:
    """A member of another kind, out of range, or too much, under a new digest."""
    document = json.loads(certificate("eight decks"))
    at(document, path[:-1])[path[-1]] = value
    assert accepted(sealed(document)) == (False, False)


@pytest.mark.parametrize(
    "data",
    [b"", b"{}\n", b"[]\n", b"null\n", b'{"a":1e9}\n', b'{"a":NaN}\n', b"\xff", b"[" * 100_000, b"9" * 5_000, b'"x"\n'],
    ids=lambda data: repr(data[:10]),
)
def test_what_is_no_certificate_at_all_is_refused(data: bytes) -> None:
    """Whatever the bytes, the answer is a line that does not hold."""
    assert [(line.name, line.holds) for line in verify(data)] == [("form", False)]
    assert accepted(data) == (False, False)


PAIR = {"answer": "pattern", "labels": list(range(13)), "places": ["punto_opening"]}
COURT = {"answer": "labels", "labels": [0] * 10 + [1] * 3, "places": ["banco_opening", "punto_third", "banco_third"]}


@pytest.mark.parametrize("looks", [[PAIR], [COURT], [PAIR, COURT]], ids=["pair", "court cards", "both"])
def test_looks_are_counted_the_same_by_three_routes(looks: list[Document]) -> None:
    """The form in the shoe, the physical deals and the independent checker agree where cards are looked at."""
    shoe = {"counts": [0, 1, 0, 1, 0, 0, 2, 0, 0, 1, 0, 2, 2], "known_by": "ranks", "replacement": False}
    rules = json.loads(certificate("eight decks"))["tableau"]
    found = recount(shoe, rules, looks)
    assert found == deal_all(shoe, rules, looks)
    entries = sorted((seen, str(count)) for seen, count in found.items())
    assert entries == CHECK.recount(json.dumps([shoe, rules, looks]))


def test_both_checkers_count_looks_alike_with_replacement() -> None:
    """The same drawn with replacement from a full deck of ranks."""
    shoe = {"counts": [1] * 13, "known_by": "ranks", "replacement": True}
    rules = json.loads(certificate("eight decks"))["tableau"]
    found = recount(shoe, rules, [PAIR])
    assert sum(found.values()) == 13**6
    assert sum(count for seen, count in found.items() if seen[4] == (2,)) == 13**5
    assert sorted((seen, str(count)) for seen, count in found.items()) == CHECK.recount(
        json.dumps([shoe, rules, [PAIR]])
    )


def bet_on(**when: Any) -> Bet:  # noqa: ANN401 - any values of any conditions
    """Return a bet that pays 3 to 1 on some conditions, a word of a scope written with two underscores."""
    return Bet("own", (Payout({name.replace("__", "."): values for name, values in when.items()}, read_pays("3:1")),))


BETS_ON_CARDS = {
    "punto-pair": read_bet("punto-pair"),
    "tiger-pair": read_bet("tiger-pair"),
    "fabulous-pair-punto": read_bet("fabulous-pair-punto"),
    "perfect-pair-25-250": read_bet("perfect-pair-25-250"),
    "all-red-22": read_bet("all-red-22"),
    "suited openings": bet_on(openings__same_suit=(True,), winner=("punto",)),
    "third cards": bet_on(punto_third=("J", "K", "none"), banco_third=("3",)),
    "highest and lowest": bet_on(punto_hand__highest=("9", "10"), banco_hand__lowest=("A", "2")),
    "contains": bet_on(dealt__contains=("K♥ 3", "2 2")),
    "pattern": bet_on(dealt__pattern=("pair", "full house"), cards=(5, 6)),
    "made of others": bet_on(wins=(read_bet("punto-pair"), read_bet("dragon-7"))),
}
FACES = Shoe.from_spec("As=1 Ah=1 2c=2 3d=1 9s=1 Kh=2 Ks=1")


@pytest.mark.parametrize("name", BETS_ON_CARDS)
def test_bets_on_cards_are_certified(name: str) -> None:
    """On a small shoe of faces: both checkers and the physical deals accept it, and the edge is the one priced."""
    bet = BETS_ON_CARDS[name]
    text = certify("classic", [bet], FACES, STANDARD)
    assert accepted(text.encode()) == (True, True)
    document = json.loads(text)
    assert document["bets"][0]["counts"] == 1
    [odds] = price_bets([bet], FACES, STANDARD)
    assert Fraction(document["bets"][0]["edge"]) == odds.house_edge
    counts = [each.count for each in odds.rows if each.count]
    assert [int(row["count"]) for row in document["bets"][0]["rows"]] == counts


@pytest.mark.parametrize("spec", ["A=6", "A=1 3=2 8=2 K=3", "5=4 0=4"])
def test_a_row_that_never_happens_is_left_out(spec: str) -> None:
    """Its odds could be anything: it is not written, and refused where it is."""
    text = certify("classic", read_variant("classic").bets, Shoe.from_spec(spec), STANDARD)
    assert accepted(text.encode()) == (True, True)
    original = json.loads(text)
    assert all(row["count"] != "0" for bet in original["bets"] for row in bet["rows"])
    for place in range(len(original["bets"])):
        document = copy.deepcopy(original)
        row = {"count": "0", "odds": "1000/1", "probability": "0/1", "seen": []}
        document["bets"][place]["rows"].insert(0, row)
        assert accepted(sealed(document)) == (False, False)
        for changed in document["bets"][place]["rows"][1:]:
            odds = changed["odds"]
            changed["odds"] = "1000/1"
            document["bets"][place]["rows"] = [each for each in document["bets"][place]["rows"] if each is not row]
            assert accepted(sealed(document)) == (False, False)
            changed["odds"] = odds


@pytest.mark.parametrize("label", [[[1], []], [], "1", 1.0, True, -1])
def test_a_label_is_a_whole_number(label: object) -> None:
    """Of a class that the shoe holds no card of, too."""
    document = json.loads(certify("classic", [BETS_ON_CARDS["punto-pair"]], Shoe.from_spec("A=3 2=3 3=2"), STANDARD))
    assert accepted(sealed(document)) == (True, True)
    document["counts"][1]["looks"][0]["labels"][12] = label
    assert accepted(sealed(document)) == (False, False)


def test_bets_of_all_kinds_share_a_certificate() -> None:
    """Totals, ranks and suits side by side; bets that look at the same cards share their counts."""
    bets = [read_variant("classic").bet("banco"), BETS_ON_CARDS["punto-pair"], read_bet("perfect-pair")]
    text = certify("classic", [*bets, BETS_ON_CARDS["perfect-pair-25-250"]], FACES, STANDARD)
    assert accepted(text.encode()) == (True, True)
    document = json.loads(text)
    assert [bet["counts"] for bet in document["bets"]] == [0, 1, 2, 2]
    assert document["shoe"]["known_by"] == "faces"


@pytest.mark.parametrize("shoe", [Shoe.decks(8), Shoe.infinite()], ids=["eight decks", "infinite"])
def test_pairs_are_certified_on_full_shoes(shoe: Shoe) -> None:
    """The pair bet with its published edge."""
    text = certify("classic", [BETS_ON_CARDS["punto-pair"]], shoe, STANDARD)
    assert accepted(text.encode()) == (True, True)
    assert json.loads(text)["bets"][0]["edge"] == ("1/13" if shoe.replacement else "43/415")


def test_a_shoe_known_less_finely_than_a_bet_looks_is_refused() -> None:
    """Pairs are not certified on a shoe of values."""
    with pytest.raises(ShoeError, match="known by values only"):
        certify("classic", [BETS_ON_CARDS["punto-pair"]], Shoe.from_spec("0=4 1=4"), STANDARD)


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


def test_the_commands_write_and_verify(tmp_path: Path) -> None:
    """A file written by one command is verified by the other and by the script, line by line."""
    file = tmp_path / "certificate.json"
    assert run("certify", "banco", "tie", "--variant", "ez", "--remove", "9 9 K", "-o", str(file)) == (0, "", "")
    status, printed, told = run("verify", str(file))
    assert (status, told) == (0, "")
    assert printed.count(" holds ") == 7
    script = subprocess.run([sys.executable, "-I", str(CHECKER), str(file)], capture_output=True, check=False)
    assert (script.returncode, script.stdout) == (0, b"every line holds\n")


def test_a_certificate_too_large_to_be_read_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `verify` would refuse unread is refused by `certify`."""
    monkeypatch.setattr("analyzer.proof.certificate.MAX_BYTES", 10_000)
    status, _, told = run("certify", "-o", str(tmp_path / "file.json"))
    assert status == 1
    assert "13,561 bytes are more than a checker reads; certify fewer bets at a time" in told
    assert list(tmp_path.iterdir()) == []


def test_a_certificate_that_no_checker_reads_is_not_written(tmp_path: Path) -> None:
    """More cards of a class than the form allows."""
    status, _, told = run("certify", "banco", "--decks", "100000000", "-o", str(tmp_path / "file.json"))
    assert (status, told.count("\n")) == (1, 1)
    assert "a certificate holds at most 1,000,000,000 cards of a kind; got 1,600,000,000" in told
    assert list(tmp_path.iterdir()) == []


def test_the_command_names_the_first_line_that_fails(tmp_path: Path) -> None:
    """Exit status 1, the line in the table and on stderr, nothing after it."""
    document = json.loads(certificate("ten cards"))
    document["bets"][1]["edge"] = "1/2"
    file = tmp_path / "certificate.json"
    file.write_bytes(sealed(document))
    status, printed, told = run("verify", str(file), "-f", "json")
    assert status == 1
    answer = json.loads(printed)
    assert answer["verified"] is False
    assert [line["line"] for line in answer["lines"] if not line["holds"]] == ["bet banco"]
    assert answer["lines"][-1]["line"] == "bet banco"
    assert told.startswith(f"Error: {file}: bet banco does not hold: its edge is ")


def test_the_script_names_what_does_not_hold(tmp_path: Path) -> None:
    """Exit status 1 and one line."""
    file = tmp_path / "certificate.json"
    file.write_bytes(certificate("ten cards").encode().replace(b"classic", b"clasiic"))
    script = subprocess.run([sys.executable, "-I", str(CHECKER), str(file)], capture_output=True, check=False)
    assert (script.returncode, script.stderr) == (1, b"it does not hold: its digest is another\n")


def test_the_checker_stands_alone() -> None:
    """Under 150 lines, and nothing imported but the standard library."""
    text = CHECKER.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 150
    imported = {line.split()[1].partition(".")[0] for line in text.splitlines() if re.match("(from|import) ", line)}
    assert imported - {"__future__"} <= sys.stdlib_module_names


def test_verification_shares_nothing_with_counting() -> None:
    """Verifying and counting anew import nothing of the package but one another."""
    for name, expected in (("recounting", []), ("verification", ["recounting"])):
        text = (ROOT / "analyzer" / f"{name}.py").read_text(encoding="utf-8")
        assert re.findall(r"(?:from|import) analyzer\.?(\w*)", text) == expected
