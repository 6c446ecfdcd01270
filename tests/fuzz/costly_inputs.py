"""Made-up files of at most 1 MB that ask for much: many rows, words, choices, shoes, members, labels, long cells."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from mutations import answer_words, encoded

from analyzer import CONDITIONS, STANDARD, Shoe, certify, read_bet
from analyzer.cards.card import Fineness, class_names
from analyzer.cards.features import SCOPES
from analyzer.proof.verify import digest

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from mutations import Made

__all__ = ["costly"]

MOST_BYTES = 1_000_000
"""The size at which files are cut; rules files and certificates may not be larger."""
NUMBERS = (30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000)
"""How many of a thing a file has, as far as it fits."""
BET_COMMANDS = (
    ("bet", "./input.toml"),
    ("bet", "./input.toml", "--check"),
    ("settle", "--punto", "2 3 K", "--banco", "3 4", "--stake", "./input.toml=1"),
    ("coup", "./input.toml", "--punto", "9 K", "--banco", "3 ?"),
)


def _fitting(parts: list[str], separator: str = "") -> str:
    """Return as many of the parts as fit in the largest file, with room for what stands around them."""
    size, number = 0, 0
    for part in parts:
        size += len(part.encode()) + len(separator)
        if size > MOST_BYTES - 1000:
            break
        number += 1
    return separator.join(parts[:number])


def _bet(random: Random, text: str) -> Made:
    return "input.toml", encoded(text), (*random.choice(BET_COMMANDS), *answer_words(random)), ""


def _payout(when: str) -> str:
    return f'[[payout]]\nwhen = {{ {when} }}\nodds = "1:1"\n'


def _rows(random: Random) -> Made:
    """Return a bet of many rows, equal or not."""
    whens = [f"punto_total = {total}, banco_total = {other}" for total in range(10) for other in range(10)]
    whens = random.choice((whens, ['winner = "punto"'], [f"dealt.red = {red}" for red in range(7)]))
    number = random.choice(NUMBERS)
    return _bet(random, _fitting([_payout(whens[index % len(whens)]) for index in range(number)]))


def _words(random: Random) -> Made:
    """Return a bet whose one row counts many things in many scopes."""
    words = [name for name in CONDITIONS if name.partition(".")[2] in _counting()]
    scopes = random.sample(list(SCOPES), random.randint(1, len(SCOPES)))
    words = [word for word in words if word.partition(".")[0] in scopes]
    chosen = random.sample(words, min(len(words), random.choice((2, 5, 13, 30, 60))))
    return _bet(random, _payout(", ".join(f"{word} = [0, 1, 2]" for word in chosen)))


@cache
def _counting() -> set[str]:
    return {name.partition(".")[2] for name, word in CONDITIONS.items() if "." in name and 1 in word.domain}


def _choices(random: Random) -> Made:
    """Return a bet that looks for many choices of cards."""
    faces = class_names(Fineness.FACES)
    choices = [f'"{" ".join(random.choices(faces, k=random.randint(1, 3)))}"' for _ in range(random.choice(NUMBERS))]
    return _bet(random, _payout(f"{random.choice(list(SCOPES))}.contains = [{_fitting(choices, ', ')}]"))


def _members(random: Random) -> Made:
    """Return a bet that names the file of a member often."""
    row = _payout('wins = ["./member.toml", "dragon-7"], punto_total = 1')
    return _bet(random, _fitting([row] * random.choice(NUMBERS[:5])))


def _variant(random: Random) -> Made:
    """Return a variant of many numbers of decks, or of many bets on cards."""
    number = random.choice(NUMBERS)
    if random.random() < 0.5:
        text = f'extends = "classic"\ndecks = [{_fitting(list(map(str, range(1, number))), ",")}]\n'
    else:
        when = "dealt.red = {0}, punto_hand.spades = [0, 1], banco_hand.hearts = [0, 1], punto_total = {0}"
        bets = [
            f'[[bet]]\nname = "b{index}"\n[[bet.payout]]\nodds = "1:1"\nwhen = {{ {when} }}\n'
            for index in range(number)
        ]
        text = _fitting([bet.replace("{0}", str(index % 7)) for index, bet in enumerate(bets)])
    words = (random.choice(("edge", "commission-card")), "--variant", "./input.toml", *answer_words(random))
    return "input.toml", encoded(text), words, ""


@cache
def _large_certificate() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(certify("own", (read_bet("perfect-pair"),), Shoe.decks(8), STANDARD))
    return document


def _certificate(random: Random) -> Made:
    """Return a certificate of few entries whose tables look at many labels in many places."""
    document = _large_certificate()
    positions = list(SCOPES)
    answers = ("labels", "pattern", "highest", "lowest", "contains", "number")
    looks = [
        {
            "answer": random.choice(answers),
            "labels": list(range(random.choice((1, 4, 13, 52)))),
            "places": random.sample(positions, random.randint(1, 3)),
        }
        for _ in range(random.choice((1, 2, 5, 100)))
    ]
    used = [look for table in document["counts"] for look in table["looks"]]
    if used and random.random() < 0.7:
        looks = [random.choice(used) | {"labels": look["labels"]} for look in looks]
    entry = [[0, 0, 2, 2, *([0, 0] for _look in looks)], document["total"]]
    tables = [{"entries": [entry], "looks": looks}] * random.choice((1, 1, 2, 200))
    document = document | {"counts": [*document["counts"][:1], *tables]}
    document = document | {"sha256": digest(document)}
    data = encoded(json.dumps(document, sort_keys=True, separators=(",", ":")) + "\n")
    return "input.json", data, ("verify", "input.json", *answer_words(random)), ""


def _record(random: Random) -> Made:
    """Return a record with a long cell among many lines, or with many lines that cannot be read."""
    long = random.choice(("x", "9 ", "\\", '"', "♥")) * random.choice((100, 10_000, 32_000, 60_000))
    column = random.choice(("shoe", "round", "result", "banco stake"))
    rows = ["1,9 K,3 8"] * random.choice(NUMBERS)
    rows[random.randrange(len(rows))] = f"{long},9 K,3 8"
    words = ("audit", "input.csv", *answer_words(random))
    return "input.csv", encoded(f"{column},punto,banco\n" + _fitting(rows, "\n") + "\n"), words, ""


def _lines(random: Random) -> Made:
    """Return rows for `batch` that are very long, or very many."""
    row = random.choice(
        ("128" + ",32" * 9, "9" * 30 + ",32" * 9, "1," * 20_000, "x" * 500_000, "[" * 30_000, '"' + "\t" * 90_000)
    )
    text = _fitting([row] * random.choice(NUMBERS[:6]), "\n") or row
    kind = random.choice(("csv", "tsv", "jsonl"))
    words = (
        "batch",
        f"input.{kind}",
        "--invalid",
        random.choice(("mask", "error")),
        *answer_words(random, ("csv", "jsonl")),
    )
    return f"input.{kind}", encoded(text), words, kind


def _play(random: Random) -> Made:
    """Return a stated play of many cells or long probabilities."""
    cell = {"hand": "banco", "opening": 3, "third": 4, "draws": f"1/{'9' * random.choice((1, 900, 5000))}"}
    cells = [cell | {"third": index % 10, "opening": index // 10 % 8} for index in range(random.choice(NUMBERS[:6]))]
    data = encoded(_fitting([json.dumps(cell) for cell in cells], ","))
    words = ("chemin-de-fer", "--shoe", "0=4 5=4 6=4", "--banco-plays", "input.json", *answer_words(random))
    return "input.json", b'{"cells": [' + data + b"]}", words, ""


MAKERS: tuple[Callable[[Random], Made], ...] = (
    *(_rows, _words, _choices, _members, _variant, _certificate, _record, _lines, _play),
)


def costly(random: Random) -> Made:
    """Return a file that asks for much, and a command that reads it."""
    return random.choice(MAKERS)(random)
