"""A second checker of certificates, in one file: `python -m analyzer.proof.check FILE`, or a copy of this file alone.

It was written from docs/certificate.md alone, imports nothing of this package, and needs only the standard library.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import sys
from collections import Counter, defaultdict
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations_with_replacement, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = Any
MAX_BYTES, MAX_TABLES, MAX_LOOKS, MAX_STEPS, MAX_STATES = 1_000_000, 12, 8, 2_000_000, 50_000
PLACES = ("punto_opening", "banco_opening", "punto_third", "banco_third")
RANKS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]
RATIONAL = "{}/{}"
WRITER = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
VALUES = {"values": list(range(10)), "ranks": RANKS, "faces": [value for value in RANKS for _ in "shdc"]}


def need(holds: object, why: str) -> None:
    """Raise an error unless it holds."""
    if not holds:
        raise ValueError(why)


def frozen(value: Json) -> Json:
    """Return a whole number, or a list of them as a tuple."""
    need(isinstance(value, list) or (type(value) is int and 0 <= value <= 10**9), f"{value!r} is not a whole number")
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def play(rules: Json, punto: Json, banco: Json, fifth: int, sixth: int) -> tuple[Json, Json]:
    """Return the values in each place, and the totals and numbers of cards of both hands."""
    one, other = sum(punto) % 10, sum(banco) % 10
    over = rules["natural_ends"] and max(one, other) > 7
    third = (fifth,) if not over and one < 8 and rules["punto"][one] == "D" else ()
    drawn = not over and other < 8 and rules["banco"][other][fifth if third else 10] == "D"
    last = ((sixth if third else fifth),) if drawn else ()
    hands = punto + third, banco + last
    return (punto, banco, third, last), (*(sum(hand) % 10 for hand in hands), *map(len, hands))


class Work:
    """The steps that are left, and what cards of one value give the looks."""

    def __init__(self, classes: Json, looks: Json, again: Json, left: int) -> None:
        """Note the looks, and those that ask for a pattern of labels which never occur on two values."""
        self.classes, self.looks, self.again, self.left = classes, looks, again, left
        values = [
            Counter(label for v in classes for label in {key[i] for key in classes[v]}) for i in range(len(looks))
        ]
        self.early = [
            look["answer"] == "pattern" and max(found.values()) == 1 for look, found in zip(looks, values, strict=True)
        ]
        self.known: dict[Json, dict[Json, int]] = {}

    def step(self, number: int, kept: int = 0) -> None:
        """Take steps for every look, or fail."""
        self.left -= number * max(1, len(self.looks))
        need(
            self.left >= 0 and kept <= MAX_STATES,
            "it takes too many steps, or too many combinations of labels at a time",
        )

    def draw(self, value: int, seers: Json) -> dict[Json, int]:
        """Return what cards of a value give the looks, with the ordered ways; `seers`: which looks read each card."""
        if (value, seers) not in self.known:
            states: dict[Json, int] = {(): 1}
            for seer in seers:
                self.step(len(states) * len(self.classes[value]))
                following: dict[Json, int] = defaultdict(int)
                for drawn, ways in states.items():
                    for labels, number in self.classes[value].items():
                        left = number if self.again else number - sum(labels == other for other, _ in drawn)
                        if left > 0:
                            following[tuple(sorted([*drawn, (labels, seer)]))] += ways * left
                    self.step(0, len(following))
                states = following
            parts: dict[Json, int] = defaultdict(int)
            for drawn, ways in states.items():
                seen = [[labels[i] for labels, seer in drawn if seer[i]] for i in range(len(self.looks))]
                sizes = [Counter(s).values() if e else s for s, e in zip(seen, self.early, strict=True)]
                parts[tuple(tuple(sorted(part)) for part in sizes)] += ways
            self.known[value, seers] = parts
        return self.known[value, seers]

    def join(self, parts: dict[Json, int], others: dict[Json, int]) -> dict[Json, int]:
        """Return what two sets of cards give the looks together."""
        self.step(len(parts) * len(others))
        joined: dict[Json, int] = defaultdict(int)
        for (one, ways), (other, more) in product(parts.items(), others.items()):
            joined[tuple(tuple(sorted(a + b)) for a, b in zip(one, other, strict=True))] += ways * more
            self.step(0, len(joined))
        return joined

    def answers(self, faces: Json) -> Iterator[tuple[Json, dict[Json, int]]]:
        """Yield each set of cards with the answers of the looks; what begins alike is joined once."""
        stack: list[tuple[Json, dict[Json, int]]] = [((), {((),) * len(self.looks): 1})]
        for cards in sorted(faces):
            while stack[-1][0] != cards[: len(stack[-1][0])]:
                stack.pop()
            for pair in cards[len(stack[-1][0]) :]:
                stack.append(((*stack[-1][0], pair), self.join(stack[-1][1], self.draw(*pair))))
            answers: dict[Json, int] = defaultdict(int)
            for parts, ways in stack[-1][1].items():
                shown = []
                for part, look, early in zip(parts, self.looks, self.early, strict=True):
                    sizes = part if early or look["answer"] == "labels" else Counter(part).values()
                    shown.append(tuple(sorted(sizes, reverse=look["answer"] == "pattern")))
                answers[tuple(shown)] += ways
            yield cards, answers


@lru_cache(maxsize=1)
def every_coup(rules_text: str, there: tuple[int, ...]) -> list[tuple[Json, Json, int]]:
    """Return the values in each place, the ending and the orders of the openings of every coup of these values."""
    pairs, rules = list(combinations_with_replacement(there, 2)), json.loads(rules_text)
    coups = []
    for punto, banco in product(pairs, pairs):
        for lying, ending in {play(rules, punto, banco, *thirds) for thirds in product(there, there)}:
            coups.append((lying, ending, len(set(punto)) * len(set(banco))))
    return coups


def faces_read(lookers: Json, lying: Json) -> Json:
    """Return each value that the looks read, with which looks read each card of it."""
    faces: dict[int, list[Json]] = defaultdict(list)
    for seers, some in zip(lookers, lying, strict=True):
        for value in some if any(seers) else ():
            faces[value].append(seers)
    return tuple((value, tuple(sorted(faces[value], key=lookers.index))) for value in sorted(faces))


@lru_cache(maxsize=16)
def recount(question: str, most: int = 10**6, steps: int = MAX_STEPS) -> tuple[list[tuple[Json, str]], int]:
    """Return every possible `seen` with its count, from the shoe, the tableau and the looks, and the steps taken."""
    shoe, rules, looks = json.loads(question)
    again = shoe["replacement"]
    classes: dict[int, Counter[Json]] = {value: Counter() for value in range(10)}
    for place, (value, number) in enumerate(zip(VALUES[shoe["known_by"]], shoe["counts"], strict=True)):
        if number:
            classes[value][tuple(look["labels"][place] for look in looks)] += number
    held = {value: sum(classes[value].values()) for value in classes}
    cards, there = sum(held.values()), [value for value in held if held[value]]
    draws: Any = pow if again else math.perm
    lookers = [tuple(place in look["places"] for look in looks) for place in PLACES]
    coups: dict[Json, dict[Json, Counter[tuple[int, ...]]]] = defaultdict(lambda: defaultdict(Counter))
    for lying, ending, orders in every_coup(json.dumps(rules), tuple(there)):
        coups[faces_read(lookers, lying)][ending][tuple(sorted(chain(*lying)))] += orders
    found: dict[Json, int] = defaultdict(int)
    work = Work(classes, looks, again, steps)
    for key, answers in work.answers(coups):
        work.step(len(answers) * len(coups[key]))
        for ending, dealt in coups[key].items():
            deals = 0
            for used, orders in dealt.items():
                unused = draws(cards if again else cards - len(used), 6 - len(used))
                deals += orders * unused * math.prod(draws(held[value], n) for value, n in Counter(used).items())
            for answer, ways in answers.items():
                found[ending + answer] += deals * ways // sum(answers.values()) if deals else 0
        need(sum(map(bool, found.values())) <= most, "there are more counts than are stated")
    return sorted((seen, str(number)) for seen, number in found.items() if number), steps - work.left


def check(data: bytes) -> None:
    """Check a certificate; an error says what does not hold."""
    need(len(data) <= MAX_BYTES, "it is too long")
    document = json.loads(data.decode("ascii"))
    need(" ".join(sorted(document)) == "bets counts format schema sha256 shoe tableau total variant", "its members")
    need((WRITER.encode(document) + "\n").encode() == data, "it is not in canonical form")
    rest = WRITER.encode({key: document[key] for key in document if key != "sha256"}) + "\n"
    need(hashlib.sha256(rest.encode()).hexdigest() == document["sha256"], "its digest is another")
    need(repr((document["format"], document["schema"])) == "('baccarat-odds certificate', 1)", "another format")
    shoe, rules, tables = document["shoe"], document["tableau"], document["counts"]
    need(" ".join(sorted(shoe)) == "counts known_by replacement", "the members of a shoe")
    need(" ".join(sorted(rules)) == "banco name natural_ends punto", "the members of a tableau")
    need(len(rules["banco"]) == 8 and all(re.fullmatch("[DS]{11}", row) for row in rules["banco"]), "banco's cells")
    need(re.fullmatch("[DS]{8}", rules["punto"]) and type(rules["natural_ends"]) is bool, "punto's cells")
    cards, again = sum(frozen(shoe["counts"])), shoe["replacement"]
    need(len(shoe["counts"]) == len(VALUES[shoe["known_by"]]) and type(again) is bool, "this is not a shoe")
    need(cards >= (1 if again else 6) and tables[0]["looks"] == [], "too few cards, or the first counts have looks")
    total = int((pow if again else math.perm)(cards, 6))
    need(
        document["total"] == str(total) and len(tables) <= MAX_TABLES,
        f"the total is {total}, or there are too many tables",
    )
    steps = MAX_STEPS
    for table in tables:
        need(" ".join(sorted(table)) == "entries looks" and len(table["looks"]) <= MAX_LOOKS, "the members of a table")
        for look in table["looks"]:
            need(" ".join(sorted(look)) == "answer labels places", "the members of a look")
            need(look["places"] == [place for place in PLACES if place in look["places"]] != [], "a look's places")
            need(look["answer"] in {"labels", "pattern"} and type(look["labels"]) is list, "a look")
            need([type(frozen(label)) for label in look["labels"]] == [int] * len(shoe["counts"]), "a look's labels")
        stated = [(frozen(seen), number) for seen, number in table["entries"]]
        counted, taken = recount(json.dumps([shoe, rules, table["looks"]]), len(stated), steps)
        need(stated == counted, "a count is another")
        steps -= taken
    names = [document["variant"], rules["name"], *(bet["bet"] for bet in document["bets"])]
    named = all(type(name) is str and 0 < len(name) <= 200 and name.isprintable() for name in names)
    need(named and len(names) > 2 and type(document["bets"]) is list, "a name, or no bets")
    for bet in document["bets"]:
        need(" ".join(sorted(bet)) == "bet counts edge rows", "the members of a bet")
        left, edge = {frozen(seen): int(n) for seen, n in tables[frozen(bet["counts"])]["entries"]}, Fraction(0)
        for row in bet["rows"]:
            entries = " ".join(sorted(row)) == "count odds probability seen" and row["seen"]
            need(entries and type(entries) is list, "the members of a row, or a row without entries")
            paid = sum(left.pop(frozen(seen)) for seen in row["seen"])
            chance, odds = Fraction(paid, total), Fraction(*map(int, row["odds"].split("/")))
            need(row["count"] == str(paid), f"{bet['bet']}: a row's count is {paid}")
            need(row["probability"] == RATIONAL.format(*chance.as_integer_ratio()), f"{bet['bet']}: a probability")
            need(row["odds"] == RATIONAL.format(*odds.as_integer_ratio()), f"{bet['bet']}: the odds' terms")
            edge -= chance * odds
        need(not left and bet["edge"] == RATIONAL.format(*edge.as_integer_ratio()), f"{bet['bet']}: its edge")


def main(words: list[str]) -> None:
    """Check the file named, - for standard input, and exit with 0, or with 1 and what does not hold."""
    if len(words) != 1:
        sys.exit("usage: python -m analyzer.proof.check FILE   (- is standard input)")
    try:
        with sys.stdin.buffer if words[0] == "-" else Path(words[0]).open("rb") as file:
            check(file.read(MAX_BYTES + 1))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        sys.exit(f"it does not hold: {error}")
    sys.stdout.write("every line holds\n")


if __name__ == "__main__":
    main(sys.argv[1:])
