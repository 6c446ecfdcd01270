"""README and docs: every console block and Python example is run, every JSON key and condition documented."""

from __future__ import annotations

import doctest
import os
import re
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WIDTH = "100"
"""The width of the terminal that the documents show."""
LINK = re.compile(r"\]\(([^)#:]+)\)")


def sessions(page: Path) -> list[tuple[str, str]]:
    """Return each command of a page's console blocks with the output printed under it."""
    commands = []
    for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            commands.append((command, output))
    return commands


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return an environment in which `baccarat-odds` runs this checkout."""
    folder = tmp_path_factory.mktemp("bin")
    script = folder / "baccarat-odds"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m analyzer "$@"\n')
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    return os.environ | {"PATH": path, "PYTHONPATH": str(ROOT), "BACCARAT_ODDS_WIDTH": WIDTH}


@pytest.mark.parametrize(
    ("command", "output"),
    [pytest.param(*session, id=f"{page.name}: {session[0]}") for page in PAGES for session in sessions(page)],
)
def test_console_blocks_print_what_they_show(command: str, output: str, shell: dict[str, str]) -> None:
    """A command in the documentation prints the text under it, byte for byte."""
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env=shell,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert output == done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_print_what_they_show(page: Path) -> None:
    """A Python example in the documentation prints the text under it."""
    failed, _tried = doctest.testfile(str(page), module_relative=False)
    assert failed == 0


def test_the_readme_opens_with_two_lines_for_a_fresh_clone() -> None:
    """The README's only shell blocks are two lines that make their own environment; .ci/run runs both as written."""
    blocks = re.findall(
        r"^```sh\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    assert len(blocks) == 2
    assert all(re.fullmatch(r"python3 -m venv \.venv && .*\n", block) for block in blocks)
    assert "pytest" in blocks[1]


@pytest.mark.parametrize("page", [*PAGES, *sorted((ROOT / "reports").rglob("*.md"))], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """A relative link in the documentation leads to an existing file or folder."""
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link


def test_every_json_key_is_documented() -> None:
    """Every key of every example in docs/json.md is in its tables, and every key of its tables is in an example."""
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    shown = {key for _, output in sessions(ROOT / "docs" / "json.md") for key in re.findall(r'"(\w+)": ', output)}
    documented = set(re.findall(r"^\| `(\w+)`", page, re.MULTILINE))
    assert documented == shown


def test_every_condition_is_documented(tmp_path: Path) -> None:
    """The table of conditions has a row for each condition, with an example that sometimes wins and sometimes loses."""
    from analyzer import CONDITIONS, STANDARD, Shoe, price_bets, read_bet

    page = (ROOT / "docs" / "rules-files.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w.]+)` \| [^|]+ \| [^|]+ \| `([^`]+)` \|$", page, re.MULTILINE)
    scopes = {name.partition(".")[0] for name in CONDITIONS if "." in name}
    words = [name for name in CONDITIONS if name.partition(".")[0] not in scopes - {"dealt"}]
    assert [name.replace("dealt.", "SCOPE.") for name in words] == [name for name, _ in rows]
    assert scopes == set(re.findall(r"`(\w+)`", page.partition("`SCOPE` is one of six")[2].partition(". A word")[0]))
    bets = []
    for name, example in rows:
        assert re.fullmatch(name.replace("SCOPE.", r"\w+\.") + " = .+", example)
        file = tmp_path / f"{name}.toml"
        file.write_text(f'[[payout]]\nwhen = {{ {example} }}\nodds = "1 to 1"\n', encoding="utf-8")
        bets.append(read_bet(str(file)))
    for (name, _), odds in zip(rows, price_bets(bets, Shoe.decks(2), STANDARD), strict=True):
        assert 0 < odds.win < odds.total, name
