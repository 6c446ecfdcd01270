"""Both languages of the trade: player and banker are read for punto and banco, in files, options and records alike."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from command import listed, run
from rules_texts import TABLEAU, payout

from analyzer import CONDITIONS, RulesError, read_bet, read_tableau, read_variant
from analyzer.analyses.chemin_de_fer.stated_play import read_play
from analyzer.rules.coup import punto_banco

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[str], str]


def in_english(text: str) -> str:
    """Return a text with player for punto and banker for banco."""
    return text.replace("punto", "player").replace("banco", "banker")


@pytest.mark.parametrize("name", [name for name in CONDITIONS if in_english(name) != name])
def test_every_condition(write: Write, name: str) -> None:
    """A word about one hand is the same word in either language."""
    condition = CONDITIONS[name]
    value = condition.domain[0] if condition.domain else "K"
    written = str(value).lower() if isinstance(value, bool) else value if isinstance(value, int) else f'"{value}"'
    ours, theirs = (read_bet(write(payout(f"{word} = {written}"))) for word in (name, in_english(name)))
    assert ours == theirs
    assert punto_banco(in_english(name)) == name


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("player_opening = { same_rank = true, kings = 2 }", "punto_opening = { same_rank = true, kings = 2 }"),
        ('winner = "banker"', 'winner = "banco"'),
        ('winner = " Player "', 'winner = "punto"'),
        ('winner = ["player", "tie"]', 'winner = ["punto", "tie"]'),
        ('winner = ["P", "B"]', 'winner = ["punto", "banco"]'),
        ('winner = "draw"', 'winner = "tie"'),
        ('wins = ["player-pair", "Banker pair"]', 'wins = ["punto-pair", "banco-pair"]'),
    ],
)
def test_values_and_scopes(write: Write, theirs: str, ours: str) -> None:
    """Scopes, winners and bets have both names."""
    assert read_bet(write(payout(theirs))) == read_bet(write(payout(ours)))


@pytest.mark.parametrize(
    ("when", "problem"),
    [
        ("player_total = 9, punto_total = 8", "payout[1].when.punto_total: it is given twice"),
        ("punto_total = 9, player_total = 8", "payout[1].when.player_total: it is given twice"),
        ('winner = ["player", "punto"]', "payout[1].when.winner: a value is given twice"),
        ('winner = "players"', "winner: got 'players'; allowed: punto or banco or tie"),
        ('wins = ["player-pair", "punto-pair"]', "payout[1].when.wins: a value is given twice"),
        (
            'wins = "banker"',
            """got 'banker'; it takes bets of the catalog and files, not a variant's own bets; for how the""",
        ),
        ('wins = "banker"', 'for how the coup ends write winner = "banco"'),
    ],
)
def test_a_thing_named_in_both_languages_is_named_twice(write: Write, when: str, problem: str) -> None:
    """Neither name wins over the other; what is no name is refused."""
    with pytest.raises(RulesError, match=re.escape(problem)):
        read_bet(write(payout(when)))


def test_a_tableau(write: Write) -> None:
    """Its tables have both names, and so have the built-in ones."""
    ours = read_tableau(write(TABLEAU))
    assert read_tableau(write(in_english(TABLEAU))) == ours
    assert read_tableau("player-0-4-banker-stood-0-3") == read_tableau("punto-0-4-banco-stood-0-3")


def test_a_variant(write: Write) -> None:
    """A bet called banker is banco, so that it takes the place of the other variant's; `extends` had added a bet."""
    own = '[[bet]]\nname = "{name}"\n[[bet.payout]]\nwhen = {{ winner = "{name}" }}\nodds = "1 to 1"\n'
    for name in ("banco", "banker", "Banker"):
        variant = read_variant(write('extends = "classic"\n' + own.format(name=name)))
        assert [bet.name for bet in variant.bets] == ["punto", "banco", "tie"]
        assert str(variant.bet("banco").payouts[0].pays) == "1:1"
    with pytest.raises(RulesError, match="the bet 'banco' is given twice"):
        read_variant(write(own.format(name="banco") + own.format(name="banker")))


def test_a_bet_of_the_catalog() -> None:
    """`read_bet` and a variant's bets have or offer both names."""
    assert read_bet("player-pair") is not None
    assert read_bet("Player Pair") == read_bet("punto-pair")
    with pytest.raises(RulesError, match=r"got 'banker'; did you mean banco\? \(classic\)"):
        read_variant("classic").bet("banker")


def test_a_stated_play() -> None:
    """The hand of a cell has both names."""
    for name in ("punto", "player"):
        [cell] = read_play(f'{{"cells": [{{"hand": "{name}", "opening": 5, "draws": 0.5}}]}}')
        assert cell.hand == "punto"
    [cell] = read_play('{"cells": [{"hand": "banker", "opening": 3, "third": 9, "draws": 0.5}]}')
    assert (cell.hand, cell.third) == ("banco", 9)


@pytest.mark.parametrize(
    "words",
    [
        ("settle", "--punto", "2 3 K", "--banco", "3 4", "--stake", "banco=10", "--stake", "punto-pair=5"),
        ("coup", "banco", "--punto", "2 3", "--banco", "3 3", "--third-punto", "4", "--third-banco", "none"),
        ("coup", "--punto-total", "5", "--banco-total", "6", "punto"),
        ("bet", "banco-pair", "--with", "punto=1"),
        ("formula", "banco"),
        ("removal", "banco"),
        ("edge", "--tableau", "banco-stood-0-3"),
        ("chemin-de-fer", "--decks", "inf", "--free-punto"),
        ("chemin-de-fer", "--decks", "inf", "--punto-sees", "total", "--banco-sees", "total"),
        ("chemin-de-fer", "--decks", "inf", "--punto-plays", "standard"),
        ("chemin-de-fer", "--decks", "inf", "--banco-plays", "standard"),
    ],
    ids=" ".join,
)
def test_options_and_arguments(words: tuple[str, ...]) -> None:
    """Every option about a hand, and every name of a bet, has both names; the answer is the same."""
    english = [in_english(word) for word in words]
    assert english != list(words)
    assert listed(*english) == listed(*words)


def test_a_record(tmp_path: Path) -> None:
    """Columns and winners have both names."""
    record = tmp_path / "record.csv"
    found = []
    for header, won in (
        ("punto,banco,winner", "banco"),
        ("player,banker,winner", "banker"),
        ("Player,Banker,Winner", "B"),
    ):
        record.write_text(f"{header}\n2 3 K,3 4,{won}\n")
        found.append(run("audit", str(record), "-f", "json").out)
    assert found[0] == found[1] == found[2]
    assert '"findings": []' in found[0]
