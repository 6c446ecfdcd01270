"""Mutations of text, bytes and JSON documents, drawn from a seeded generator, and what all made-up inputs share."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

__all__ = [
    "FILES",
    "FILES_IN_FILES",
    "ODD_TEXTS",
    "OUTPUT",
    "Made",
    "answer_words",
    "changed_bytes",
    "changed_document",
    "changed_lines",
    "changed_text",
    "encoded",
    "hurt",
    "json_text",
    "odd_text",
]

FORMATS = ("table", "markdown", "csv", "json", "latex")
OUTPUT = "out"
"""The file of `-o`, in the folder of the run."""
FILES = ("./missing.toml", "./loop.toml", "./base.toml", "/dev/zero", "/dev/null", ".", "./member.toml")
"""Files that a command line may name: those that `levels.folder_of_helpers` writes, and others."""
FILES_IN_FILES = (*FILES * 9, "./fifo.toml", "/dev/ptmx", "/proc/kmsg")
"""Files that a rules file may name; to read the last ones would be to wait for ever."""
Made = tuple[str, bytes, tuple[str, ...], str]
"""The file, data, words and reader of an input."""

CONTROL = ("\0", "\a", "\b", "\r", "\n", "\t", "\v", "\f", "\x1b[2J", "\x1b]0;title\a", "\x7f", "\x85", "\x9b31m")
UNICODE = (
    *(
        "é",
        "\u0301",
        "ﬁ",
        "ß",
        "İ",
        "½",
        "²",
        "٣",
        "\uff19",
        "\U0001d7d7",
        "Ⅷ",
        "一",
        "\uff21",
        "\uff21\uff33",
        "♥",
        "🂡",
    ),
    *("A♠\ufe0f", "\u00a0", "\u200b", "\u202e", "\u2028", "\u2029", "\ufeff", "\ufffe", "\U0010ffff"),
)
SURROGATES = ("\ud800", "\udcff", "\udc80")
NUMBERS = (
    *("0", "-0", "00", "1", "-1", "9", "10", "13", "255", "256", "65536", "2147483648", "9223372036854775807"),
    *(
        "18446744073709551616",
        "1000000000",
        "1000000001",
        "0.1",
        "1e2",
        "1e400",
        "-1e-400",
        ".5",
        "5.",
        "1_000",
        "0x10",
    ),
    *("nan", "inf", "-inf", "Infinity", "1/0", "0/0", "1/3", "4%", "100%", "1e999999999", "9" * 31, "9" * 5000),
)
WORDS = (
    *(
        "",
        " ",
        "-",
        "--",
        "?",
        "none",
        "null",
        "true",
        "None",
        "[]",
        "{}",
        "%s",
        "{0}",
        "$(id)",
        "'",
        '"',
        "`",
        "\\",
        "\\u",
    ),
    *(",", ";", ":", "=", "==", "#", "/", "//", ".", "..", "*", "a" * 300, "A=" * 3000, "[" * 3000, "🂡" * 700),
)
ODD_TEXTS = (*CONTROL, *UNICODE, *SURROGATES, *NUMBERS, *WORDS)

RAW = {
    "@deep list@": "[" * 3000 + "]" * 3000,
    "@deep object@": '{"a":' * 3000 + "1" + "}" * 3000,
    "@some depth@": "[" * 400 + "]" * 400,
    "@digits@": "9" * 5000,
    "@nan@": "NaN",
    "@infinity@": "-Infinity",
    "@float@": "1e999",
    "@surrogate@": '"\\ud800"',
}
"""What JSON may say and a document of Python cannot: the text in place of each of these words."""
SCALARS: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    10**9,
    10**9 + 1,
    2**63,
    10**30,
    0.5,
    -0.0,
    1e308,
    "",
    [],
    {},
    [[]],
    *RAW,
)


def odd_text(random: Random) -> str:
    """Return a text that hardly anything allows."""
    text = random.choice(ODD_TEXTS)
    return text if random.random() < 0.8 else text + random.choice(ODD_TEXTS)


def _span(random: Random, length: int) -> tuple[int, int]:
    start = random.randrange(length + 1)
    return start, min(length, start + random.choice((1, 1, 2, 4, 16, 64)))


def changed_text(random: Random, text: str, most: int = 3) -> str:
    """Return a text with one to `most` changes: parts dropped, repeated, swapped, replaced by odd ones, or cut."""
    for _ in range(random.randint(1, most)):
        start, end = _span(random, len(text))
        part = text[start:end]
        match random.randrange(8):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:end] + part + text[end:]
            case 2:
                text = text[:start] + odd_text(random) + text[start:]
            case 3:
                text = text[:start] + odd_text(random) + text[end:]
            case 4:
                other, last = _span(random, len(text))
                text = text[:start] + text[other:last] + text[end:]
            case 5:
                text = text[:start]
            case 6:
                text = text[:start] + part.swapcase() + text[end:]
            case _:
                text = text[:start] + part * random.choice((2, 10, 500)) + text[end:]
    return text


def changed_lines(random: Random, text: str) -> str:
    """Return a text whose lines are dropped, repeated, swapped or changed."""
    lines = text.splitlines(keepends=True)
    if not lines:
        return odd_text(random)
    for _ in range(random.randint(1, 2)):
        index, other = random.randrange(len(lines)), random.randrange(len(lines))
        match random.randrange(5):
            case 0:
                lines.insert(other, lines[index])
            case 1:
                lines[index], lines[other] = lines[other], lines[index]
            case 2 if len(lines) > 1:
                del lines[index]
            case 3:
                lines[index] *= random.choice((2, 20))
            case _:
                lines[index] = changed_text(random, lines[index], 1)
    return "".join(lines)


def changed_bytes(random: Random, data: bytes) -> bytes:
    """Return bytes with some of them flipped, inserted, dropped or repeated, or random bytes in their place."""
    if random.random() < 0.1:
        return random.randbytes(random.choice((0, 1, 2, 7, 100, 4000)))
    changed = bytearray(data)
    for _ in range(random.randint(1, 4)):
        start, end = _span(random, len(changed))
        match random.randrange(4):
            case 0 if start < len(changed):
                changed[start] ^= 1 << random.randrange(8)
            case 1:
                changed[start:start] = random.choice((b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\x80", b"\x1b[2J"))
            case 2:
                del changed[start:end]
            case _:
                changed[start:start] = changed[start:end] * random.choice((1, 50))
    return bytes(changed)


def changed_document(random: Random, document: Any, most: int = 2) -> Any:  # noqa: ANN401 - any JSON
    """Return a JSON document with one to `most` parts changed; the document itself stays as it is."""
    for _ in range(random.randint(1, most)):
        document = _changed_part(random, document)
    return document


def _changed_part(random: Random, part: Any) -> Any:  # noqa: ANN401 - any JSON
    if not isinstance(part, list | dict) or not part or random.random() < 0.15:
        return _replaced(random, part)
    if isinstance(part, dict):
        return _changed_object(random, part)
    items, index = list(part), random.randrange(len(part))
    match random.randrange(9):
        case 0:
            del items[index]
        case 1:
            items.insert(index, random.choice(items))
        case 2:
            items.insert(index, random.choice(SCALARS))
        case 3:
            items *= random.choice((2, 60))
        case _:
            items[index] = _changed_part(random, items[index])
    return items


def _changed_object(random: Random, part: dict[str, Any]) -> dict[str, Any]:
    members, key = dict(part), random.choice(list(part))
    match random.randrange(9):
        case 0:
            del members[key]
        case 1:
            members[random.choice((odd_text(random), key + "s", key.title(), key * 2))] = members[key]
        case 2:
            members[key] = members[random.choice(list(part))]
        case 3:
            members = {changed_text(random, name, 1) if name == key else name: value for name, value in part.items()}
        case _:
            members[key] = _changed_part(random, members[key])
    return members


def _replaced(random: Random, part: Any) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(part, str) and random.random() < 0.5:
        return changed_text(random, part, 1)
    if type(part) is int and random.random() < 0.5:
        return part + random.choice((-1, 1, 10, 10**9))
    return random.choice((odd_text(random), random.choice(SCALARS), [part], {"": part}, str(part)[:100]))


def json_text(document: Any, *, canonical: bool = False) -> str:  # noqa: ANN401 - any JSON
    """Return a document as JSON, with the texts of `RAW` in place of their words."""
    text = json.dumps(document, sort_keys=canonical, separators=(",", ":") if canonical else None)
    for word, raw in RAW.items():
        text = text.replace(f'"{word}"', raw)
    return text


def encoded(text: str) -> bytes:
    """Return a text as UTF-8, lone surrogates too."""
    return text.encode("utf-8", "surrogatepass")


def answer_words(random: Random, formats: Sequence[str] = FORMATS) -> tuple[str, ...]:
    """Return the words of a format and, at times, of a file for the answer."""
    to_file = ("-o", OUTPUT) if random.random() < 0.3 else ()
    return ("-f", random.choice(formats), *to_file)


def hurt(random: Random, text: str) -> bytes:
    """Return a text changed by lines, by characters or by bytes, or as it is."""
    match random.randrange(20):
        case 0:
            return changed_bytes(random, encoded(text))
        case 1:
            return encoded(text)
        case choice if choice < 10:
            return encoded(changed_lines(random, text))
        case _:
            return encoded(changed_text(random, text))
