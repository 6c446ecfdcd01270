"""Made-up files of shoes, rows, records, certificates and plays."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from mutations import answer_words, changed_bytes, changed_document, changed_text, encoded, hurt, json_text, odd_text

from analyzer import STANDARD, Shoe, certify, read_bet, read_variant
from analyzer.proof.verify import digest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from mutations import Made

__all__ = ["batch_rows", "certificates", "plays", "records", "shoes"]


def shoes(random: Random) -> Made:
    """Return a composition, and a command that reads it."""
    cards = random.choice(
        (("0", *map(str, range(1, 10))), ("A", "2", "9", "10", "J", "Q", "K"), ("As", "Ah", "9c", "10d", "K♦"))
    )
    counts = [f"{card}={random.choice((0, 1, 2, 31, 32, 128, 10**9))}" for card in cards]
    text = random.choice((" ", ",", "\n", "  # a shoe\n")).join(counts)
    data = hurt(random, text) if random.random() < 0.8 else encoded(text)
    if random.random() < 0.3:
        return "", data, ("edge", "--shoe", "-", *answer_words(random)), ""
    return "input.txt", data, ("outcomes", "--shoe", "input.txt", *answer_words(random)), ""


_DESCRIPTIONS = (
    "<i8",
    "<i4",
    "|u1",
    "<f8",
    "<f4",
    ">i8",
    "<u8",
    "|b1",
    "<U3",
    "|O",
    "<c16",
    "<M8[s]",
    "|V8",
    "i8,i8",
    "x",
)
_NUMBER_OF_ROWS = "3"


def _array(random: Random) -> bytes:
    """Return a `.npy` file of three shoes with a header that is right most of the time."""
    description = random.choice(_DESCRIPTIONS[:4] if random.random() < 0.7 else _DESCRIPTIONS)
    rows = (
        _NUMBER_OF_ROWS if random.random() < 0.8 else random.choice(("0", "-1", "2L", "10**12", "99999999999999", "''"))
    )
    shape = f"({rows}, 10)" if random.random() < 0.9 else random.choice(("()", "(30,)", "(3, 9)", "(3, 10, 1)", "None"))
    header = f"{{'descr': {description!r}, 'fortran_order': {random.choice(('False', 'True'))}, 'shape': {shape}, }}"
    if random.random() < 0.2:
        header = changed_text(random, header, 1)
    padded = encoded(header).ljust(117) + b"\n"
    content = b"".join(random.choice((6, 32, 128)).to_bytes(8, "little") for _ in range(30))
    version = random.choice((b"\x01\x00", b"\x01\x00", b"\x02\x00", b"\x03\x00", b"\x09\x00"))
    length = len(padded).to_bytes(2 if version[0] == 1 else 4, "little")
    data = b"\x93NUMPY" + version + length + padded + content
    return data if random.random() < 0.6 else changed_bytes(random, data)


def batch_rows(random: Random) -> Made:
    """Return a file of shoes for `batch`, and a command that reads it."""
    kind = random.choice(("csv", "csv", "tsv", "jsonl", "npy"))
    output = ("--invalid", random.choice(("error", "mask")), *answer_words(random, ("csv", "tsv", "jsonl")))
    if kind == "npy":
        return "input.npy", _array(random), ("batch", "input.npy", *output), kind
    separator = "\t" if kind == "tsv" else ","
    lines = []
    if random.random() < 0.4 and kind != "jsonl":
        lines.append(
            separator.join(random.choice((["0", "A", *map(str, range(2, 10))], ["As", "Kh"], list("0123456789"))))
        )
    for _ in range(random.choice((1, 2, 3, 20))):
        counts = [str(random.choice((0, 1, 6, 32, 128, 10**9, 10**30 - 1))) for _ in range(10)]
        counts = counts if random.random() < 0.9 else [*counts, "1"]
        row = separator.join(counts)
        if kind == "jsonl":
            row = random.choice(
                (f"[{', '.join(counts)}]", json.dumps({"A": 32, "K": 31, "9": int(counts[0])}), '{"As": 8, "Ah": 4}')
            )
            if random.random() < 0.3:
                row = json_text(changed_document(random, json.loads(row)))
        lines.append(row)
    text = random.choice(("\n", "\n", "\n", "\r\n", "\r", "\n\n")).join(lines) + "\n"
    return (
        f"input.{kind}",
        hurt(random, text) if random.random() < 0.6 else encoded(text),
        ("batch", f"input.{kind}", *output),
        kind,
    )


_COUPS = (
    *({"punto": "9 K", "banco": "3 8", "result": "P"}, {"punto": "2 3 K", "banco": "3 4", "result": "B"}),
    *({"punto": "9s Kh", "banco": "2 7", "result": "tie"}, {"punto": "2 3", "banco": "K 6", "result": "player"}),
    *(
        {"punto": "As 4h 9d", "banco": "2 2 5", "result": "banker wins"},
        {"punto": "6 K", "banco": "0 5 J", "result": ""},
    ),
)
_COLUMNS = (
    *(
        "punto",
        "banco",
        "result",
        "shoe",
        "round",
        "punto total",
        "banco total",
        "banco stake",
        "banco paid",
        "new shoe",
    ),
    *(
        "Player Cards",
        "BANKER",
        "dealt",
        "cards",
        "dragon-7 stake",
        "dragn-7 stake",
        "winner",
        "Payment method",
        "stakes",
    ),
)


def _coup(random: Random, number: int, columns: Sequence[str]) -> dict[str, Any]:
    coup = random.choice(_COUPS)
    values: dict[str, Any] = {
        "shoe": random.choice(("1", "2", "01", "", "a\nb\x1b[2J")),
        "round": str(number),
        "punto total": random.choice("0579-"),
        "banco total": random.choice("0167 "),
        "banco stake": "20",
        "banco paid": random.choice(("19", "20", "0", "")),
        "new shoe": random.choice(("yes", "no", "")),
        "dealt": f"{coup['punto'][:1]} {coup['banco'][:1]} K 9",
        "stakes": {"banco": 20, "tie": "5"},
    } | coup
    fields = {name: values.get(name, values.get("banco" if name == "BANKER" else "punto", "")) for name in columns}
    for name, text in list(fields.items()):
        if random.random() < 0.05:
            fields[name] = odd_text(random) if random.random() < 0.5 else changed_text(random, str(text), 1)
    return fields


def records(random: Random) -> Made:
    """Return a record for `audit`, and a command that reads it."""
    layout = random.choice(("csv", "csv", "tsv", "semicolons", "jsonl", "jsonl", "json"))
    columns = ["punto", "banco", *random.sample(_COLUMNS[2:10], random.randrange(6))]
    if random.random() < 0.15:
        columns = random.sample(_COLUMNS, random.randint(1, 6))
    if random.random() < 0.1:
        columns[random.randrange(len(columns))] = odd_text(random)
    coups = [_coup(random, number, columns) for number in range(random.choice((1, 2, 3, 12)))]
    if layout in {"jsonl", "json"}:
        texts = [json_text(changed_document(random, coup) if random.random() < 0.2 else coup) for coup in coups]
        text = "\n".join(texts) + "\n" if layout == "jsonl" else "[" + ",\n".join(texts) + "]\n"
    else:
        separator = {"csv": ",", "tsv": "\t", "semicolons": ";"}[layout]
        rows = [columns, *([str(coup[name]) for name in columns] for coup in coups)]
        quoted = random.random() < 0.3
        text = "".join(separator.join(f'"{cell}"' if quoted else cell for cell in row) + "\n" for row in rows)
    data = hurt(random, text) if random.random() < 0.4 else encoded(text)
    dealt = random.choice(("", "", "", "alternate", "pairs"))
    marks = (
        ("--shoe-change", random.choice(("# new shoe", "shoe", "new shoe", odd_text(random))))
        if random.random() < 0.1
        else ()
    )
    odds = ("--odds", random.choice(("banco", "punto,tie", "punto-pair"))) if random.random() < 0.2 else ()
    name = (
        "input.jsonl"
        if layout == "jsonl" and random.random() < 0.7
        else f"input.{random.choice(('csv', 'json', 'txt'))}"
    )
    words = ("audit", name, *(("--dealt", dealt) if dealt else ()), *marks, *odds, *answer_words(random))
    return name, data, words, dealt


# Certificates and plays


@cache
def _certificates() -> tuple[dict[str, Any], ...]:
    main = read_variant("classic").bets
    asked = (
        ("0=2 9=4", main),
        ("0=2 8=2 9=2", main[:1]),
        ("As=2 9s=2 Kh=2", (read_bet("punto-pair"),)),
        ("A=1 3=2 8=1 K=3", (*main[1:], read_bet("dragon-7"))),
    )
    return tuple(json.loads(certify("own", bets, Shoe.from_spec(spec), STANDARD)) for spec, bets in asked)


def certificates(random: Random) -> Made:
    """Return a certificate, and a command that reads it."""
    document = changed_document(random, random.choice(_certificates()), 3)
    if random.random() < 0.5 and isinstance(document, dict):
        with suppress(ValueError, RecursionError):
            document = document | {"sha256": digest(json.loads(json_text(document)))}
    data = encoded(json_text(document, canonical=True) + "\n")
    if random.random() < 0.1:
        data = changed_bytes(random, data)
    return "input.json", data, ("verify", "input.json", *answer_words(random)), ""


_CELL = {"hand": "punto", "opening": 5, "values": None, "third": None, "draws": "9/11"}


def plays(random: Random) -> Made:
    """Return a stated play, and a command that reads it."""
    cells = []
    for _ in range(random.choice((0, 1, 3, 10))):
        hand = random.choice(("punto", "banco"))
        third = random.choice((None, *range(10))) if hand == "banco" else None
        draws = random.choice((0, 1, 0.5, "1/2", "9/11", "50%", "1.0"))
        cells.append(_CELL | {"hand": hand, "opening": random.randrange(8), "third": third, "draws": draws})
    document: Any = {"cells": cells}
    if random.random() < 0.7:
        document = changed_document(random, document, 3)
    data = encoded(json_text(document))
    if random.random() < 0.2:
        data = changed_bytes(random, data)
    hand = random.choice(("--punto-plays", "--banco-plays"))
    return "input.json", data, ("chemin-de-fer", "--shoe", "0=4 5=4 6=4", hand, "input.json", *answer_words(random)), ""
