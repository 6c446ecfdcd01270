"""Made-up rules files: bets, variants and tableaux, built of the vocabulary or changed from those of the catalog."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mutations import FILES_IN_FILES, answer_words, changed_text, encoded, hurt, odd_text

from analyzer import CONDITIONS

if TYPE_CHECKING:
    from random import Random

    from mutations import Made

__all__ = ["ODDS", "bets", "tableaux", "variants"]

ROOT = Path(__file__).parents[2]
CATALOG = ROOT / "analyzer" / "catalog"
EXAMPLES = ROOT / "docs" / "examples"
ODDS = ("9 to 1", "9:1", "1.5:1", "9 for 1", "1 to 1 less 5% commission", "push", "lose", "lose half")


@cache
def _catalog(folder: str) -> tuple[str, ...]:
    own = {"bets": ("dragon-7", "court-pair"), "variants": ("no-commission-8",), "tableaux": ("house-rules",)}[folder]
    paths = [*sorted((CATALOG / folder).glob("*.toml")), *(EXAMPLES / f"{name}.toml" for name in own)]
    return tuple(path.read_text(encoding="utf-8") for path in paths)


def _toml_value(random: Random, value: Any) -> str:  # noqa: ANN401 - any value of a condition
    match random.randrange(24):
        case 0:
            return json.dumps(odd_text(random))
        case 1:
            return random.choice(
                ("1979-05-27", "0.5", "1e400", "nan", "-1", "9" * 5000, "[" * 900 + "]" * 900, "{}", "''")
            )
        case 2:
            return f'"{random.randrange(12)}-{random.randrange(12)}"'
        case _:
            return json.dumps(value, ensure_ascii=False)


@cache
def _conditions() -> dict[str, tuple[Any, ...]]:
    cards = ("K Q", "4d 4d", "As", "2 2", "K♥ 3", "0")
    bets = ("dragon-7", "panda-8", "punto", "./member.toml", "input", "./loop.toml", "cover-all", *FILES_IN_FILES)
    return {name: word.domain or (bets if name == "wins" else cards) for name, word in CONDITIONS.items()}


def _payout(random: Random, *, on_cards: bool) -> str:
    words = [name for name in _conditions() if on_cards or "." not in name]
    conditions = []
    for _ in range(random.choice((0, 1, 1, 2, 2, 3))):
        name = random.choice(words)
        domain = _conditions()[name]
        values = [_toml_value(random, random.choice(domain)) for _ in range(random.choice((1, 1, 1, 2, 4)))]
        if random.random() < 0.03:
            name = changed_text(random, name, 1)
        conditions.append(f"{name} = {values[0] if len(values) == 1 else '[' + ', '.join(values) + ']'}")
    odds = random.choice(ODDS)
    lines = ["when = { " + ", ".join(conditions) + " }", f"odds = {_toml_value(random, odds)}"]
    return "\n".join(random.sample(lines, len(lines) if random.random() < 0.95 else 1)) + "\n"


def _head(random: Random, *keys: str) -> str:
    keys = (*keys, "name", "title", "source", "family")
    chosen = random.sample(keys, random.randrange(3))
    values = {"extends": "classic", "tableau": "symmetric", "natural": "ends the coup", "name": "own"}
    return "".join(f"{key} = {_toml_value(random, values.get(key, 'text'))}\n" for key in chosen)


def _rules(random: Random, folder: str, built: str, words: tuple[str, ...]) -> Made:
    text = built if random.random() < 0.5 else random.choice(_catalog(folder))
    is_hurt = random.random() < (0.35 if text is built else 0.95)
    return "input.toml", hurt(random, text) if is_hurt else encoded(text), (*words, *answer_words(random)), ""


def bets(random: Random) -> Made:
    """Return a rules file of bets, and a command that reads it."""
    count = random.choice((1, 1, 2, 3, 3, 8))
    built = _head(random) + "".join("[[payout]]\n" + _payout(random, on_cards=True) for _ in range(count))
    words = random.choice(
        (
            ("bet", "./input.toml", "--decks", "1"),
            ("bet", "./input.toml", "--decks", "1", "--check"),
            ("bet", "./input.toml", "--solve", "row 1", "--edge", "5%"),
            ("bet", "banco", "--with", "./input.toml=1"),
            ("settle", "--punto", "2 3 K", "--banco", "3 4", "--stake", "./input.toml=2.50"),
            ("coup", "./input.toml", "--punto", "9 K", "--banco", "3 ?"),
            ("removal", "./input.toml", "--shoe", "A=2 5=2 9=2 K=2"),
            ("formula", "./input.toml"),
        )
        if random.random() < 0.3
        else (("settle", "--punto", "2 3 K", "--banco", "3 4", "--stake", "./input.toml=1"),)
    )
    return _rules(random, "bets", built, words)


def variants(random: Random) -> Made:
    """Return a rules file of variants, and a command that reads it."""
    bets = ""
    for name in random.sample(("punto", "banco", "tie", "own", "dragon-7", "Own"), random.randrange(3)):
        bets += f"[[bet]]\nname = {_toml_value(random, name)}\n"
        bets += "".join("[[bet.payout]]\n" + _payout(random, on_cards=False) for _ in range(random.choice((1, 2, 3))))
    extends = f"extends = {_toml_value(random, random.choice(('classic', 'ez', *FILES_IN_FILES)))}\n"
    decks = f"decks = [{', '.join(_toml_value(random, random.choice((1, 6, 8, 10**9))) for _ in range(2))}]\n"
    tableau = f"tableau = {_toml_value(random, random.choice(('standard', 'symmetric', *FILES_IN_FILES)))}\n"
    lines = [line for line in (extends, decks, tableau) if random.random() < 0.6]
    words = random.choice((("edge", "--variant", "./input.toml"), ("commission-card", "--variant", "./input.toml")))
    return _rules(random, "variants", _head(random) + "".join(lines) + bets, words)


def tableaux(random: Random) -> Made:
    """Return a rules file of tableaux, and a command that reads it."""
    cells = ("0-5", "0-9", "", "0-7 9", "2-7", "6-7", "0 2 4", "9-0", "none", "10", "0-")
    natural = _toml_value(random, random.choice(("ends the coup", "that hand stands")))
    rows = ["stood", *map(str, range(8))]
    banco = [f"{row} = {_toml_value(random, random.choice(cells[:7]))}\n" for row in rows if random.random() < 0.99]
    punto = f"[punto]\ndraws = {_toml_value(random, random.choice(cells))}\n"
    built = f"{_head(random)}natural = {natural}\n{punto}[banco]\n{''.join(banco)}"
    words = random.choice((("tableau", "./input.toml"), ("edge", "--tableau", "./input.toml")))
    return _rules(random, "tableaux", built, words)
