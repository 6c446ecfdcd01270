"""Errors: one line each, and the nearest name."""

from __future__ import annotations

import pytest

from analyzer import BaccaratError, BetError, NotationError, RulesError, ShoeError, read_bet
from analyzer.errors import FileError, TooFewCardsError, alike, misspelt, nearest


@pytest.mark.parametrize(
    "kind",
    [BetError, FileError, NotationError, RulesError, ShoeError, TooFewCardsError],
    ids=lambda kind: kind.__name__,
)
def test_every_error_is_caught_as_one_kind_and_as_a_value_error(kind: type[Exception]) -> None:
    """Whoever catches BaccaratError, or ValueError, catches all of them."""
    assert issubclass(kind, BaccaratError)
    assert issubclass(kind, ValueError)


@pytest.mark.parametrize(
    ("name", "as_shown"),
    [
        ("a\nb.toml", r"a\nb.toml"),
        ("a\x1b[31m.toml", r"a\x1b[31m.toml"),
        ("\ud800.toml", r"\ud800.toml"),
        ("K♠.toml", "K♠.toml"),
    ],
)
def test_an_error_is_one_line_for_any_name_of_a_file(name: str, as_shown: str) -> None:
    """Line breaks, escape sequences and surrogates in a name are escaped, all else is shown as it is."""
    with pytest.raises(FileError) as caught:
        read_bet(name)
    assert as_shown in str(caught.value)
    assert str(caught.value).isprintable()


def test_an_error_is_shorter_than_2000_characters() -> None:
    """Whatever was got, it keeps its beginning and its end; the middle is left out."""
    with pytest.raises(FileError) as caught:
        read_bet("./" + "\0x" * 500 + "y" * 5000)
    text = str(caught.value)
    assert (len(text), text.isprintable()) == (1900, True)
    assert text.endswith(": cannot read it: embedded null byte")
    assert len(str(ShoeError("\ud800" * 1_000_000))) == 1900
    assert str(ShoeError("x" * 1900)) == "x" * 1900


@pytest.mark.parametrize(
    ("name", "offer"),
    [
        ("clasic", "; did you mean classic?"),
        ("zzz", "; known: classic, ez"),
        ("", "; known: classic, ez"),
        ("x" * 1_000_000, "; known: classic, ez"),
    ],
    ids=lambda text: text[:12],
)
def test_the_nearest_name_is_offered_if_there_is_one(name: str, offer: str) -> None:
    """A misspelt name is answered with the right one, any other text with all names."""
    assert nearest(name, ["classic", "ez"]) == offer


@pytest.mark.parametrize("name", ["zz", "", "x" * 1_000_000], ids=lambda text: text[:12])
def test_of_many_names_three_are_offered(name: str) -> None:
    """A long list is cut to the three nearest names, with the number of all names."""
    known = [f"bet-{number}" for number in range(100)]
    offer = nearest(name, known)
    assert offer.startswith("; of 100 known the nearest are bet-")
    assert offer.count("bet-") == 3
    assert nearest("bet-1000", known) == "; of 100 known the nearest are bet-10, bet-1, bet-0"


LUCKY = ["lucky-7", "lucky-6-12-20", "lucky-6-12-23", "super-lucky-7", "big-tiger", "dragon-7", "dragon-70"]


@pytest.mark.parametrize(
    ("name", "offered"),
    [
        ("Lucky_7", ["lucky-7"]),
        ("lucky 6", ["lucky-6-12-20", "lucky-6-12-23"]),
        ("lucky-6-12-2", []),
        ("lucky", ["lucky-7", "lucky-6-12-20", "lucky-6-12-23"]),
        ("tiger", ["big-tiger"]),
        ("dragon-7", ["dragon-7"]),
        ("super", ["super-lucky-7"]),
        ("drag", ["dragon-7", "dragon-70"]),
        ("golden 8", ["dragon-7"]),
        ("golden", ["dragon-7"]),
        ("old", []),
        ("d", []),
        ("", []),
        ("-", []),
    ],
)
def test_names_that_are_alike(name: str, offered: list[str]) -> None:
    """The same words, else a beginning, else words within, else a title; a number is not a part of a longer one."""
    assert alike(name, LUCKY, {"dragon-7": "Dragon 7 (Golden 8)"}) == offered


@pytest.mark.parametrize(
    ("name", "known", "offered"),
    [
        ("lucky-6", ["lucky-7"], []),
        ("lucky-7", ["lucky-70"], []),
        ("dragn 7", ["dragon-7"], ["dragon-7"]),
        ("losing_total", ["winning_total", "punto_total"], []),
        ("player_total", ["either_total", "punto_total"], []),
        ("first_card", ["either_cards"], []),
        ("punto_ttal", ["punto_total", "banco_total"], ["punto_total"]),
        ("winer", ["winner"], ["winner"]),
        ("halfup", ["half-up"], ["half-up"]),
        ("dealt.ten_valued", ["dealt.tens"], []),
        ("x" * 1_000_000, ["x" * 100], []),
        ("", ["classic"], []),
    ],
)
def test_names_that_are_misspelt(name: str, known: list[str], offered: list[str]) -> None:
    """A number is never misspelt, and a word that is quite another is not one either."""
    assert misspelt(name, known) == offered
