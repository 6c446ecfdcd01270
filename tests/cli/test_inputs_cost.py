"""The cost of rules files: whatever a file asks for, a command answers or refuses it in bounded work and memory."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations, islice, product
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, NamedTuple

import pytest
from command import run

from analyzer.cli import options

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FACES = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"]
RANK_WORDS = [
    "aces",
    "twos",
    "threes",
    "fours",
    "fives",
    "sevens",
    "eights",
    "nines",
    "tens",
    "jacks",
    "queens",
    "kings",
]
WORDS = [*RANK_WORDS, "red", "spades"]
SCOPES = ["punto_opening", "banco_opening", "punto_hand", "banco_hand", "openings", "dealt"]
MOST_MEGABYTES, MOST_CPU_SECONDS = 500, 20


def rows(*whens: str) -> str:
    """Return a bet with these conditions, a row each."""
    return "".join(f'[[payout]]\nodds = "1:1"\nwhen = {{ {when} }}\n' for when in whens)


def cards(number: int, each: int = 2) -> Iterator[str]:
    """Yield choices of cards, in quotes."""
    return (f'"{" ".join(choice)}"' for choice in islice(product(FACES, repeat=each), number))


def contains(scope: str, number: int, each: int = 2) -> str:
    """Return a condition on that many choices."""
    return f"{scope}.contains = [{', '.join(cards(number, each))}]"


TOO_MUCH = {
    "equal-rows": (rows(*['winner = "punto"'] * 3000), "payout: got 3,000; at most 1,000"),
    "many-rows": (rows(*["margin = 1"] * 20_000), "payout: got 20,000; at most 1,000"),
    "covered-rows": (rows(*['winner = "punto"'] * 1000), "payout 11 (punto wins) can never be reached"),
    "choices": (rows(contains("dealt", 1000, 3)), "counting takes about"),
    "most-choices": (rows(contains("dealt", 80_000, 3)), "contains: got more than 2,000 values"),
    "words-of-six-scopes": (
        rows(", ".join(f"{scope}.{word} = [0, 1, 2]" for scope in SCOPES for word in WORDS[:2] + WORDS[-3:])),
        "counting takes about",
    ),
    "words-of-one-scope": (rows(", ".join(f"dealt.{word} = [0, 1, 2]" for word in WORDS)), "counting takes about"),
    "every-word": (
        rows(", ".join(f"{scope}.{word} = [0, 1, 2]" for scope in SCOPES for word in WORDS)),
        "they distinguish more than",
    ),
    "every-face": (rows(*(f'dealt.contains = "{face}"' for face in FACES)), "counting takes about"),
    "two-hands": (
        rows(f"{contains('punto_opening', 1300)}, {contains('banco_opening', 1300)}"),
        "counting takes about",
    ),
    "overlaps": (
        rows(*(f'punto_opening.contains = "{" ".join(pair)}"' for pair in islice(combinations(FACES, 2), 200)), ""),
        "",
    ),
}


class Ended(NamedTuple):
    """How a process ended, and what it used."""

    status: int
    err: str
    megabytes: int
    cpu_seconds: float


PROGRAM = """
import atexit, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (1500 * 10**6,) * 2)

def print_peak():
    with open("/proc/self/status") as status:
        print(next(line.split()[1] for line in status if line.startswith("VmHWM")))

atexit.register(print_peak)
from analyzer.cli import main
main(sys.argv[1:])
"""
"""The command line, which prints its own peak of memory last: what the system says of a child that has ended counts the
process that started it, too."""


def measured(*words: str) -> Ended:
    """Run the command line in a process of its own, in at most 1.5 GB of addresses."""
    with TemporaryFile("w+") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *words], stdout=out, stderr=subprocess.PIPE, text=True
        )
        assert process.stderr is not None
        err = process.stderr.read()
        process.stderr.close()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        kilobytes = int(out.read().split()[-1])
    return Ended(process.returncode, err, kilobytes // 1000, used.ru_utime + used.ru_stime)


@pytest.mark.parametrize("name", TOO_MUCH)
def test_a_file_that_asks_for_too_much_is_refused(name: str, tmp_path: Path) -> None:
    """It is refused in one line with the figure and the limit, in at most 20 seconds and 500 MB."""
    text, message = TOO_MUCH[name]
    file = tmp_path / "much.toml"
    file.write_text(text, encoding="utf-8")
    assert len(text) < 10**6
    settled = ["settle", "--punto", "9s Kh", "--banco", "3s 4h", "--stake", f"{file}=1"]
    for words in (["bet", str(file), "--check"], settled):
        ended = measured(*words)
        assert ended.megabytes < MOST_MEGABYTES
        assert ended.cpu_seconds < MOST_CPU_SECONDS
        assert (ended.status, ended.err.count("\n")) == ((1, 1) if message else (0, 0))
        assert message in ended.err


def test_costly_is_allowed_and_too_large_is_not(tmp_path: Path) -> None:
    """`--allow-costly` lifts the limit on time; what does not fit into memory is refused all the same."""
    file = tmp_path / "large.toml"
    file.write_text(TOO_MUCH["every-word"][0], encoding="utf-8")
    ended = measured("bet", str(file), "--allow-costly")
    assert (ended.status, ended.err.count("\n")) == (1, 1)
    assert "kept in memory" in ended.err
    assert ended.megabytes < MOST_MEGABYTES


def commands(bet: str, folder: Path) -> list[list[str]]:
    """Return every command that counts a user's bet on cards, with that bet."""
    record = folder / "record.csv"
    record.write_text("punto,banco\n9s Kh,3s 4h\n", encoding="utf-8")
    return [
        ["bet", bet],
        ["bet", "banco", "--with", f"{bet}=1"],
        ["coup", bet, "--punto", "3 4"],
        ["removal", bet],
        ["settle", "--punto", "9s Kh", "--banco", "3s 4h", "--stake", f"{bet}=1"],
        ["formula", bet],
        ["certify", bet],
        ["audit", str(record), "--odds", bet],
    ]


def test_every_command_limits_the_work_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command that counts a user's bet, or a variant's, has the one limit; built-in bets have none."""
    monkeypatch.setattr(options, "MOST_SECONDS", 0)
    bet, variant = tmp_path / "pair.toml", tmp_path / "mine.toml"
    bet.write_text(rows("punto_opening.same_rank = true"), encoding="utf-8")
    own = bet.read_text(encoding="utf-8").replace("[[payout]]", "[[bet.payout]]")
    variant.write_text(f'extends = "classic"\n[[bet]]\nname = "pair"\n{own}', encoding="utf-8")
    for words in [*commands(str(bet), tmp_path), ["edge", "--variant", str(variant)]]:
        done = run(*words)
        assert (done.status, done.out) == (1, ""), words
        assert done.err.count("\n") == 1
        assert (
            "bets: counting takes about 1 seconds; at most 0 are allowed: --allow-costly lifts this limit" in done.err
        )
        assert run(*words, "--allow-costly").status == 0, words
    assert run("bet", "punto-pair").status == 0
