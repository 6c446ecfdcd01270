"""Names of users' rules: a file with other rules never has the name of built-in ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import listed, run
from rules_texts import BET, TABLEAU, payout

from analyzer import STANDARD, RulesError, read_bet, read_tableau, read_variant

OTHER = TABLEAU.replace('draws = "0-5"', 'draws = "0-4"')
VARIANT = 'extends = "classic"\n'
OTHER_VARIANT = VARIANT + '[[bet]]\nname = "tie"\n' + payout('winner = "tie"', '"9 to 1"').replace("[[", "[[bet.")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder that is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["standard", "Standard", "punto-0-4", "Punto 0 4"])
def test_a_tableau_with_a_built_in_name_and_other_rules_is_refused(folder: Path, name: str) -> None:
    """In any case and with blanks; the error names the file and the built-in tableau."""
    rules = OTHER.replace('"0-4"', '"0-3"')
    Path("mine.toml").write_text(f'name = "{name}"\n{rules}')
    built_in = name.lower().replace(" ", "-")
    done = run("edge", "--tableau", "./mine.toml")
    assert (done.status, done.out) == (1, "")
    assert f"Error: mine.toml: name: {built_in!r}" in done.err.replace(f"{name!r}", f"{built_in!r}")
    assert "is a built-in tableau and this file has other rules; give it another name" in done.err
    assert folder.is_dir()


def test_a_tableau_without_a_name_is_named_by_its_path(folder: Path) -> None:
    """The file needs no change, and every answer and certificate shows the path."""
    (folder / "standard.toml").write_text(OTHER)
    assert read_tableau("./standard.toml").name == "./standard.toml"
    assert "classic, tableau ./standard.toml" in run("edge", "--tableau", "./standard.toml").out
    [variant] = listed("edge", "--tableau", "./standard.toml")["variants"]
    assert (variant["tableau"], variant["options"]["tableau"]) == ("./standard.toml", "./standard.toml")
    assert '"name":"./standard.toml"' in run("certify", "tie", "--tableau", "./standard.toml").out
    assert "follows ./standard.toml" in run("chemin-de-fer", "--decks", "inf", "--banco-plays", "./standard.toml").out


def test_a_tableau_beside_a_variant_is_named_by_its_path(folder: Path) -> None:
    """The path is that of the folder of the variant."""
    (folder / "rules").mkdir()
    (folder / "rules" / "standard.toml").write_text(OTHER)
    (folder / "rules" / "mine.toml").write_text('tableau = "./standard.toml"\n' + VARIANT)
    assert read_variant("rules/mine.toml").tableau.name == "rules/./standard.toml"


def test_equal_rules_may_have_the_name(folder: Path) -> None:
    """A copy of built-in rules is what its name says."""
    (folder / "standard.toml").write_text(TABLEAU)
    (folder / "classic.toml").write_text(VARIANT)
    (folder / "dragon.toml").write_text('name = "Dragon 7"\n' + BET)
    assert read_tableau("./standard.toml") == STANDARD
    assert read_variant("./classic.toml") == read_variant("classic")
    assert read_bet("./dragon.toml").name == "Dragon 7"


def test_a_variant_never_has_the_name_of_another(folder: Path) -> None:
    """Refused where the file gives the name, named by the path where it does not."""
    (folder / "classic.toml").write_text(OTHER_VARIANT)
    assert read_variant("./classic.toml").name == "./classic.toml"
    Path("mine.toml").write_text('name = "classic"\n' + OTHER_VARIANT)
    with pytest.raises(RulesError, match=r"name: 'classic' is a built-in variant and this file has other rules"):
        read_variant("./mine.toml")


@pytest.mark.parametrize(
    "name", ["classic, commission 3/50", "Classic , tie 9 to 1", "'classic'", "“classic”", "c.l_assic"]
)
def test_a_name_that_reads_as_a_built_in_one_is_refused(folder: Path, name: str) -> None:
    """Quotes, blanks and what looks like an option do not make another name of a built-in one."""
    (folder / "mine.toml").write_text(f'name = """{name}"""\n' + OTHER_VARIANT)
    with pytest.raises(RulesError, match="is a built-in variant and this file has other rules"):
        read_variant("./mine.toml")


@pytest.mark.parametrize("name", ["clаssic", "ϲlassic", "standarԁ"])  # noqa: RUF001 - look-alikes of other scripts
def test_a_name_has_the_letters_of_one_script(folder: Path, name: str) -> None:
    """A Cyrillic or Greek letter among Latin ones could pass for one; accents and digits are allowed."""
    (folder / "mine.toml").write_text(f'name = "{name}"\n' + OTHER_VARIANT)
    with pytest.raises(RulesError, match=r"its letters are Latin and (Cyrillic|Greek); use one script"):
        read_variant("./mine.toml")
    for allowed in ("Égalité 9", "баккара", "バカラ 5", "百家乐"):
        (folder / "mine.toml").write_text(f'name = "{allowed}"\n' + OTHER_VARIANT)
        assert read_variant("./mine.toml").name == allowed


def test_a_title_or_a_source_has_a_limit(folder: Path) -> None:
    """They are shown in tables and reports."""
    (folder / "mine.toml").write_text(f'title = "{"x" * 1001}"\n' + OTHER_VARIANT)
    with pytest.raises(RulesError, match=r"title: got 1,001 characters; at most 1,000 are allowed"):
        read_variant("./mine.toml")


def test_a_bet_never_has_the_name_of_another(folder: Path) -> None:
    """Of the catalog, in a file or in a variant; the names of the main bets are each variant's."""
    other = BET.replace("40 to 1", "30 to 1")
    (folder / "dragon-7.toml").write_text(other)
    (folder / "tie.toml").write_text(payout('winner = "tie"', '"9 to 1"'))
    assert read_bet("./dragon-7.toml").name == "./dragon-7.toml"
    assert run("bet", "./tie.toml").out.startswith("./tie.toml, classic, 8 decks")
    Path("mine.toml").write_text('name = "dragon-7"\n' + other)
    with pytest.raises(RulesError, match=r"name: 'dragon-7' is a built-in bet and this file has other rules"):
        read_bet("./mine.toml")
    Path("mine.toml").write_text('name = "Tie"\n' + other)
    with pytest.raises(RulesError, match=r"name: 'Tie' is a bet of every variant; give it another name"):
        read_bet("./mine.toml")
    own = '[[bet]]\nname = "dragon-7"\n' + payout('winner = "tie"').replace("[[", "[[bet.")
    Path("mine.toml").write_text(VARIANT + own)
    with pytest.raises(RulesError, match=r"bet\[1\].name: 'dragon-7' is a built-in bet"):
        read_variant("./mine.toml")


def test_a_member_is_named_by_its_path(folder: Path) -> None:
    """A bet made of others shows that a file is not the catalog's bet."""
    (folder / "dragon-7.toml").write_text(BET.replace("40 to 1", "30 to 1"))
    (folder / "any.toml").write_text(payout('wins = ["./dragon-7.toml", "panda-8"]'))
    assert read_bet("./any.toml").payouts[0].event == "././dragon-7.toml or panda-8 wins"


def test_a_bet_may_have_the_other_name_of_a_hand(folder: Path) -> None:
    """A file called player.toml or banker.toml is a bet like any other."""
    for name in ("player", "banker", "egalite"):
        (folder / f"{name}.toml").write_text(payout('winner = "tie"', '"9 to 1"'))
        assert read_bet(f"./{name}.toml").name == name
