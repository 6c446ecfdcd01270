"""Made-up inputs: one kind and one seed give one input, the same each time.

Most inputs are valid ones changed in one to three places, by their structure; some are built of near-misses, and some
are random bytes. A change of this module or of `mutations` changes what a seed gives.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

import click
import costly_inputs
import file_inputs
import rules_inputs
from mutations import FILES, ODD_TEXTS, OUTPUT, Made, answer_words, changed_bytes, changed_text, encoded, odd_text
from rules_inputs import ODDS

from analyzer.cli import cli

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["KINDS", "OUTPUT", "TEXTS", "Input", "made"]


class Input(NamedTuple):
    """One made-up input.

    Attributes:
        kind: a key of `KINDS`.
        seed: what it is made of.
        file: the name of its file in the folder of the run, "" if it has none.
        data: the content of the file, or of standard input if the words name "-".
        words: a command line that reads it.
        reader: what else its reader is told.
    """

    kind: str
    seed: int
    file: str
    data: bytes
    words: tuple[str, ...]
    reader: str = ""


def made(kind: str, seed: int) -> Input:
    """Return the input of a kind and a seed."""
    random = Random(f"{kind} {seed}")
    return Input(kind, seed, *KINDS[kind](random))


# Texts of one option each

TEXTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "read_number": (("1/25", "4%", "0.04", "5", "1/3"), ("chemin-de-fer", "--decks", "inf", "--punto-plays", "{}")),
    "read_commission": (("5%", "0.05", "1/20", "0"), ("edge", "--commission", "{}")),
    "read_pays": (
        ODDS,
        ("edge", "--tie-odds", "{}"),
    ),
    "read_edge": (("5%", "0.05", "1/20"), ("bet", "tie", "--solve", "row 1", "--edge", "{}")),
    "read_amount": (("20", "2.50", "0.05"), ("settle", "--punto", "9 K", "--banco", "3 8", "--stake", "banco={}")),
    "read_card": (("9", "As", "10h", "K♦", "T", "0", "9♥"), ("edge", "--burn", "{}")),
    "read_cards": (("9 9 K", "As 10h K♦", "9,K,4", "0 A"), ("edge", "--remove", "{}")),
    "read_opening": (("9 K", "9 ?", "? ?", "As 10h"), ("coup", "banco", "--punto", "{}")),
    "read_third": (("6", "?", "none", "6h"), ("coup", "banco", "--third-punto", "{}")),
    "from_spec": (
        ("A=32 2=30 K=31", "0=128,1=32\n9=32", "As=8 Ah=8 2c=2", "# a shoe\nA=6", "0=2 8=2 9=2"),
        ("edge", "--shoe", "{}"),
    ),
}
"""Readers of a text: valid texts, and a command line that reads one in the place of {}."""


def _texts(random: Random) -> Made:
    reader = random.choice(list(TEXTS))
    valid, words = TEXTS[reader]
    text = random.choice(valid)
    match random.randrange(10):
        case 0:
            text = odd_text(random)
        case 1:
            text = random.choice(TEXTS[random.choice(list(TEXTS))][0])
        case 2:
            text = changed_bytes(random, encoded(text)).decode("utf-8", "surrogateescape")
        case choice if choice < 9:
            text = changed_text(random, text)
        case _:
            pass
    line = tuple(word.replace("{}", text) for word in words)
    return "", encoded(text), (*line, *answer_words(random)), reader


# Options of every command

VALUES: dict[str, tuple[str, ...]] = {
    "decks": ("1", "8", "inf", "6,8", "1-3", "1000000000", "0"),
    "shoe": ("A=32 2=30 K=31", "As=8 Ah=8", "0=2 8=2 9=2", "-", "./missing.txt", "A=5", "0=1000000000 9=6"),
    "remove": ("9 9 K", "As", "A " * 32, "0"),
    "burn": ("7", "Kh", "0"),
    "chosen": ("classic", "ez", "straight", "source-003", *FILES),
    "tableau": ("standard", "symmetric", "no-natural-rule", *FILES),
    "commission": ("4%", "0.04", "1/25", "0", "100%"),
    "tie_odds": ("9 to 1", "9:1", "push", "lose"),
    "half_on": ("5", "6", "9"),
    "places": ("0", "4", "100", "101"),
    "output": (OUTPUT, "-", "missing/out", ".", "o" * 300, "out\n\x1b[2J", "/dev/full", "/dev/null"),
    "solved": ("row 1", "row 2", "1"),
    "edge": ("5%", "0.05", "1/20"),
    "against": ("5%", "0.05", "1/20"),
    "step": ("1", "5", "1000"),
    "others": ("dragon-7=0.2", "tie=1", "punto=1e3"),
    "punto": ("9 K", "2 3 K", "9 ?", "As 4h"),
    "banco": ("3 8", "3 4 K", "? ?"),
    "stakes": ("banco=20", "tie=2.50", "dragon-7=1", "./member.toml=1"),
    "currency_unit": ("0.05", "1", "0.5"),
    "third_punto": ("6", "?", "none"),
    "third_banco": ("6", "?", "none"),
    "odds": ("punto,banco", "tie", "punto-pair"),
    "shoe_change": ("shoe", "# new shoe"),
    "file": ("-", "./missing.csv", "/dev/null", ".", "/dev/zero"),
    "punto_plays": ("standard", "1/2", "./missing.json"),
    "banco_plays": ("standard", "symmetric"),
    "names": ("banco", "tie", "dragon-7", "punto-pair", *FILES),
    "name": ("banco", "tie", "dragon-7", "standard", *FILES),
}
"""Values of options and arguments by the name that Click gives them."""


def _value(random: Random, parameter: click.Parameter) -> str:
    """Return a value of an option or argument: valid, nearly so, or odd."""
    chance = random.random()
    if chance < 0.07:
        return random.choice(ODD_TEXTS)
    if isinstance(parameter.type, click.Choice):
        value = str(random.choice(list(parameter.type.choices)))
    elif isinstance(parameter.type, click.IntRange):
        value = str(random.choice((parameter.type.min or 0, 1, 2, 4)))
    else:
        value = random.choice(VALUES.get(str(parameter.name), ("1", "banco", "x")))
    # The name of a file to write is never made up: the run must not write elsewhere.
    return value if chance < 0.8 or parameter.name == "output" else changed_text(random, value, 1)


def _options(random: Random) -> Made:
    command = random.choice(list(cli.commands.values()))
    words = [str(command.name)]
    if random.random() < 0.03:
        words = [odd_text(random)]
    arguments = [parameter for parameter in command.params if isinstance(parameter, click.Argument)]
    options = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
    needed = [option for option in options if option.required and random.random() < 0.95]
    for option in needed + random.choices(options, k=random.choice((0, 1, 1, 2, 2, 3, 5))) if options else []:
        words.append(random.choice(option.opts))
        if not option.is_flag and random.random() < 0.98:
            words.append(_value(random, option))
    for argument in arguments:
        count = random.choice((1, 1, 2)) if argument.nargs == -1 else random.random() < 0.95
        words += [_value(random, argument) for _ in range(count)]
    if random.random() < 0.03:
        words.insert(random.randrange(len(words) + 1), random.choice(("--help", "--version", "--", odd_text(random))))
    # A value may not take the place of the file of -o.
    safe = VALUES["output"]
    for index, word in enumerate(words):
        if word in {"-o", "--output"} and (index + 1 == len(words) or words[index + 1] not in safe):
            words.insert(index + 1, OUTPUT)
        elif word.startswith(("--out", "-o")) and word not in {"-o", "--output"}:
            words[index] = "--out"
    return "", b"128,32,32,32,32,32,32,32,32,32\n", tuple(words), ""


KINDS: dict[str, Callable[[Random], Made]] = {
    "texts": _texts,
    "options": _options,
    "bets": rules_inputs.bets,
    "variants": rules_inputs.variants,
    "tableaux": rules_inputs.tableaux,
    "shoes": file_inputs.shoes,
    "rows": file_inputs.batch_rows,
    "records": file_inputs.records,
    "certificates": file_inputs.certificates,
    "plays": file_inputs.plays,
    "costly": costly_inputs.costly,
}
"""The generators by kind."""
