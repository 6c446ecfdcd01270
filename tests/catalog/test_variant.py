"""Variants: the options a house may set, options that do not apply, and bad files."""

from __future__ import annotations

import re
from dataclasses import FrozenInstanceError, fields
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from analyzer import (
    STANDARD,
    BaccaratError,
    Bet,
    Payout,
    RulesError,
    Shoe,
    Variant,
    enumerate_deals,
    price,
    read_pays,
    read_tableau,
    read_variant,
    variant_names,
)
from analyzer.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Callable

    Write = Callable[[str, str], str]

TIE_BET = """
[[bet]]
name = "tie"
  [[bet.payout]]
  when = { winner = "tie" }
  odds = "8 to 1"
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a file of a name and a text and returns its path."""

    def write_file(name: str, text: str) -> str:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write_file


def rows(variant: Variant, bet: str) -> list[tuple[dict[str, object], str]]:
    """Return a bet's rows as plain conditions and the odds a pay table prints."""
    return [(dict(payout.when), str(payout.pays)) for payout in variant.bet(bet).payouts]


TIE_PUSHES: tuple[dict[str, object], str] = ({"winner": ("tie",)}, "push")


def test_a_commission_is_changed_wherever_it_is_taken() -> None:
    """Four per cent instead of five changes the win on banco and nothing else."""
    classic = read_variant("classic")
    reduced = classic.with_commission(Fraction(1, 25))
    assert rows(reduced, "banco") == [({"winner": ("banco",)}, "24:25"), TIE_PUSHES]
    assert [reduced.bet(name) == classic.bet(name) for name in ("punto", "banco", "tie")] == [True, False, True]
    assert reduced.bet("banco") == read_variant("commission-4").bet("banco")


@pytest.mark.parametrize("name", ["super-six", "straight", "ez", "even-money", "bahamian", "push-on-6"])
def test_a_commission_does_not_apply_where_none_is_taken(name: str) -> None:
    """A variant without commission refuses one."""
    with pytest.raises(RulesError, match=f"^commission does not apply to {name}: it takes no commission$"):
        read_variant(name).with_commission(Fraction(1, 25))


@pytest.mark.parametrize("odds", ["9 to 1", "9:1", "10 for 1"])
def test_a_tie_may_pay_more(odds: str) -> None:
    """Other odds on the tie change the tie bet and nothing else."""
    nine = read_variant("classic").with_tie_odds(read_pays(odds))
    assert nine.bets == read_variant("classic-tie-9").bets


@pytest.mark.parametrize("odds", ["push", "lose", "1 for 1", "1 for 2"])
def test_a_tie_bet_must_win(odds: str) -> None:
    """Odds that do not win are refused for a tie."""
    with pytest.raises(RulesError, match=r"^tie payout: got .*; a tie must pay more than the stake back"):
        read_variant("classic").with_tie_odds(read_pays(odds))


def test_tie_odds_apply_to_a_bet_on_every_tie_only() -> None:
    """A variant whose tie bet depends on the total, or that has none, takes no tie odds."""
    by_total = Bet("tie", (Payout({"winner": ("tie",), "punto_total": (6,)}, read_pays("35 to 1")),))
    for bets in ((by_total,), (read_variant("classic").bet("banco"),)):
        with pytest.raises(RulesError, match=r"^tie payout does not apply to mine: it has no bet"):
            Variant("mine", STANDARD, bets).with_tie_odds(read_pays("9 to 1"))


@pytest.mark.parametrize("total", range(1, 10))
@pytest.mark.parametrize("name", ["classic", "super-six", "straight", "even-money", "source-003"])
def test_half_pay_on_a_total_replaces_the_commission(name: str, total: int) -> None:
    """Banco pays half on that total and even money on others; an earlier half pay or commission is gone."""
    variant = read_variant(name)
    half = variant.with_half_on(total)
    assert rows(half, "banco") == [
        ({"winner": ("banco",), "banco_total": (total,)}, "1:2"),
        ({"winner": ("banco",)}, "1:1"),
        TIE_PUSHES,
    ]
    assert [half.bet(bet.name) for bet in variant.bets if bet.name != "banco"] == [
        bet for bet in variant.bets if bet.name != "banco"
    ]


def test_half_pay_may_keep_a_commission() -> None:
    """A commission given beside the half pay is taken from both wins."""
    taxed = read_variant("classic").with_half_on(6, Fraction(1, 20))
    assert [odds for _, odds in rows(taxed, "banco")] == ["19:40", "19:20", "push"]


def test_half_pay_keeps_what_a_tie_does() -> None:
    """A tie that loses on banco still loses."""
    assert len(rows(read_variant("ties-lose").with_half_on(6), "banco")) == 2


@pytest.mark.parametrize("name", ["ez", "bahamian", "fabulous-4", "two-to-one", "push-on-6", "push-on-three-card-6"])
def test_half_pay_does_not_apply_if_some_wins_differ(name: str) -> None:
    """A banco bet that pushes or pays double on some wins is not silently replaced."""
    with pytest.raises(RulesError, match=f"^half pay does not apply to {name}: its banco bet must pay even money"):
        read_variant(name).with_half_on(5)


def test_half_pay_needs_a_banco_bet() -> None:
    """A variant without a bet called banco has no half pay."""
    with pytest.raises(RulesError, match="half pay does not apply to mine"):
        Variant("mine", STANDARD, (read_variant("classic").bet("tie"),)).with_half_on(5)


def test_half_pay_on_ten_is_refused() -> None:
    """A hand cannot end with ten, and banco cannot win with zero."""
    for total in (0, 10):
        with pytest.raises(RulesError, match=f"half pay: got {total}; banco wins with a total from 1 to 9"):
            read_variant("classic").with_half_on(total)


def test_a_commission_is_exact_and_a_share() -> None:
    """A float, a share above 1 and one below 0 are refused."""
    for commission in (0.05, Fraction(3), Fraction(-1, 20)):
        with pytest.raises(RulesError, match="it must be a Fraction from 0 to 1"):
            read_variant("classic").with_commission(commission)  # type: ignore[arg-type]


def test_other_drawing_rules_keep_the_bets() -> None:
    """A variant keeps its bets under another tableau."""
    classic, symmetric = read_variant("classic"), read_tableau("symmetric")
    assert classic.with_tableau(symmetric) == Variant("classic", symmetric, classic.bets)


@pytest.mark.parametrize(
    "value",
    [
        Shoe.decks(1),
        STANDARD,
        read_variant("classic"),
        read_variant("classic").bet("tie"),
        read_variant("classic").bet("tie").payouts[0],
        enumerate_deals(Shoe.decks(1)),
        price(read_variant("classic").bet("tie"), Shoe.decks(1), STANDARD),
        price(read_variant("classic").bet("tie"), Shoe.decks(1), STANDARD).rows[0],
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_handed_out_cannot_be_changed(value: Any) -> None:  # noqa: ANN401 - of every kind
    """Results can be kept and shared, because they are immutable."""
    for field in fields(value):
        with pytest.raises(FrozenInstanceError):
            setattr(value, field.name, None)


def test_an_unknown_bet_offers_the_nearest() -> None:
    """The error for a bet that the variant does not have gives its nearest bet, or all."""
    with pytest.raises(RulesError, match=r"bet: got 'bank'; did you mean banco\? \(classic\)"):
        read_variant("classic").bet("bank")
    with pytest.raises(RulesError, match=r"bet: got 'zzz'; known: punto, banco, tie \(classic\)"):
        read_variant("classic").bet("zzz")


def test_a_game_without_a_bet_is_refused() -> None:
    """A variant needs at least one bet."""
    with pytest.raises(RulesError, match="variant mine: got no bet; it needs at least one"):
        Variant("mine", STANDARD, ())


def test_an_unknown_variant_offers_the_nearest() -> None:
    """The error for a name that is neither built in nor a path gives the nearest name."""
    with pytest.raises(RulesError, match=r"variant: got 'clasic'; did you mean classic\? \(a file's name has a /"):
        read_variant("clasic")
    with pytest.raises(RulesError, match="variant: got 'zzz'; known: bahamian, classic, "):
        read_variant("zzz")
    assert {"classic", "ez", "super-six"} <= set(variant_names())


def test_a_variant_need_not_extend_another(write: Write) -> None:
    """Without `extends` the file gives its bets; the defaults are eight decks and the standard tableau."""
    path = write("mine.toml", 'name = "My game"\ntitle = "Ties only"\nsource = "a felt"' + TIE_BET)
    variant = read_variant(path)
    assert variant == Variant("My game", STANDARD, (read_variant("classic").bet("tie"),), (8,))
    assert (variant.title, variant.source) == ("Ties only", "a felt")


def test_a_variant_may_change_one_thing(write: Write) -> None:
    """With `extends` all that the file does not give is the other variant's, in its order."""
    path = write("mine.toml", 'extends = "classic"\ndecks = [6, 8]' + TIE_BET.replace("8 to 1", "9 to 1"))
    mine, nine = read_variant(path), read_variant("classic-tie-9")
    assert (mine.name, mine.decks, mine.tableau, mine.bets) == ("mine", (6, 8), nine.tableau, nine.bets)
    assert mine.rules_texts == (*read_variant("classic").rules_texts, Path(path).read_bytes())


def test_a_file_is_read_as_it_is_now(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that has changed, or a file of the same name in another folder, is read again."""
    path = write("mine.toml", 'extends = "base.toml"')
    write("base.toml", 'extends = "classic"\ndecks = [6]')
    assert read_variant(path).decks == (6,)
    write("base.toml", 'extends = "classic"\ndecks = [4]')
    assert read_variant(path).decks == (4,)
    write("elsewhere/mine.toml", 'extends = "classic"\ndecks = [2]')
    monkeypatch.chdir(Path(path).parent)
    assert read_variant("mine.toml").decks == (4,)
    monkeypatch.chdir("elsewhere")
    assert read_variant("mine.toml").decks == (2,)


def test_a_variant_may_extend_a_file_and_play_by_one(write: Write) -> None:
    """Paths start from the folder of the file that contains them, also through two folders."""
    tableau = write(
        "rules/draw.toml",
        'natural = "that hand stands"\npunto = { draws = "0-4" }\n[banco]\nstood = "0-3"\n'
        + "".join(f'{total} = "0-9"\n' for total in range(7))
        + '7 = ""\n',
    )
    write("rules/base.toml", 'extends = "super-six"\ntableau = "draw.toml"')
    path = write("mine.toml", 'extends = "rules/base.toml"')
    assert read_variant(path).tableau == read_tableau(tableau)
    assert read_variant(path).bets == read_variant("super-six").bets


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('title = "nothing"', r"bet: missing; it must be one table or more, \[\[bet\]\]"),
        ("bet = []", "bet: got none; a variant needs at least one"),
        ('extends = "clasic"', r"variant: got 'clasic'; did you mean classic\?"),
        ("extends = 8" + TIE_BET, "extends: got the number 8; it must be text in quotes"),
        ('extends = "nowhere.toml"', "nowhere.toml: cannot read it: no such file or directory"),
        ('extends = "mine.toml"', "extends: got 'mine.toml'; variants extend one another in a circle or too deeply"),
        ('extends = "classic"\ntableau = "symetric"', r"tableau: got 'symetric'; did you mean symmetric\?"),
        (
            'extends = "classic"\ntableau = "/dev/null"',
            "/dev/null: cannot read it: a rules file may name regular files only",
        ),
        ('extends = "classic"\ndeck = 8', r"deck: unknown key; did you mean decks\?"),
        ('extends = "classic"\ndecks = 8', "decks: got the number 8; it must be a list"),
        (
            'extends = "classic"\ndecks = []',
            r"decks: it must be a list of different numbers of decks, such as \[6, 8\]",
        ),
        ('extends = "classic"\ndecks = [8, 8]', "decks: it must be a list of different numbers of decks"),
        (f'extends = "classic"\ndecks = {list(range(1, 22))}', "decks: got 21 numbers of decks; at most 20"),
        ("".join(TIE_BET.replace("tie", f"b{number}", 1) for number in range(1001)), "bet: got 1,001 payouts"),
        ('extends = "classic"\ndecks = [0]', "decks: each must be a whole number of decks from 1 to 1,000,000,000"),
        ('extends = "classic"\ndecks = [1000000001]', "decks: each must be a whole number"),
        ('extends = "classic"\ndecks = [true]', "decks: each must be a whole number"),
        ('extends = "classic"\ndecks = ["8"]', "decks: each must be a whole number"),
        ('extends = "classic"\ndecks = [8.0]', "decks: each must be a whole number"),
        ('extends = "classic"' + TIE_BET * 2, "bet: the bet 'tie' is given twice"),
        (TIE_BET.replace('name = "tie"', ""), r"bet\[1\].name: got ''; a name is one line of 1 to 60 characters"),
        (TIE_BET.replace("8 to 1", "8"), r"bet\[1\].payout\[1\].odds: got '8'; odds are A to B"),
        (TIE_BET + "  odd = 1", r"bet\[1\].payout\[1\].odd: unknown key; did you mean odds\?"),
        (TIE_BET.replace('"tie"\n', '"tie"\npays = 8\n', 1), r"bet\[1\].pays: unknown key"),
        (
            TIE_BET + '  [[bet.payout]]\n  when = { margin = 0 }\n  odds = "push"',
            r"bet tie: payout 2 \(margin 0\) can never be reached: earlier payouts cover it completely",
        ),
    ],
)
def test_a_bad_variant_file_is_refused_in_one_line(write: Write, text: str, problem: str) -> None:
    """The error names the file and the key, and states what is allowed."""
    path = write("mine.toml", text)
    with pytest.raises(BaccaratError, match=problem) as caught:
        read_variant(path)
    assert str(caught.value).isprintable()
    assert isinstance(caught.value, RulesError | FileError)


def test_a_chain_of_eight_files_is_long_enough(write: Write) -> None:
    """Eight files in a chain may extend a built-in variant, nine may not."""
    write("0.toml", 'extends = "classic"\ndecks = [5]')
    for number in range(1, 9):
        path = write(f"{number}.toml", f'extends = "{number - 1}.toml"')
        if number == 7:
            assert read_variant(path).decks == (5,)
    with pytest.raises(
        RulesError, match=r"/0.toml: extends: got 'classic'; variants extend one another in a circle or"
    ):
        read_variant(path)


def test_two_files_that_extend_each_other_are_an_error(write: Write) -> None:
    """A circle of files is an error, not an endless loop."""
    write("one.toml", 'extends = "two.toml"')
    path = write("two.toml", 'extends = "one.toml"')
    with pytest.raises(RulesError, match=r"(one|two).toml: extends: got '(one|two).toml'; .* in a circle"):
        read_variant(path)


def test_an_inherited_bet_is_checked_under_the_new_tableau(write: Write) -> None:
    """If banco never draws, a payout on its three-card 7 is never matched, and the variant says so."""
    banco = "".join(f'{total} = ""\n' for total in range(8))
    write("still.toml", f'natural = "ends the coup"\npunto = {{ draws = "" }}\n[banco]\nstood = ""\n{banco}')
    path = write("mine.toml", 'extends = "ez"\ntableau = "still.toml"')
    [note] = read_variant(path).notes
    assert re.search(r"mine.toml: bet banco: payout 1 .* no coup of this tableau matches it", note)


def test_other_drawing_rules_are_checked_against_the_rows(tmp_path: Path) -> None:
    """A row that a file's own tableau reaches and another does not is noted where the two meet."""
    file = tmp_path / "mine.toml"
    file.write_text(
        'extends = "classic"\ntableau = "punto-0-4"\n[[bet]]\nname = "odd"\n[[bet.payout]]\n'
        'when = { banco_cards = 3, punto_cards = 2, punto_total = 5 }\nodds = "8 to 1"\n',
        encoding="utf-8",
    )
    variant = read_variant(str(file))
    assert variant.with_tableau(read_tableau("punto-0-4-banco-stood-0-3")).tableau.name == "punto-0-4-banco-stood-0-3"
    assert variant.notes == ()
    [note] = variant.with_tableau(STANDARD).notes
    assert re.search(r"mine\.toml: bet odd: payout 1 .* can never be reached", note)
