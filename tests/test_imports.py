"""Imports run one way, and the public names are where the package says."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import analyzer

PACKAGE = Path(analyzer.__file__).parent
ORDER = [
    "recounting",
    "verification",
    "errors",
    "files",
    "notation",
    "names",
    "money",
    "cards",
    "shoe",
    "distribution",
    "enumerator",
    "tableau",
    "coup",
    "dealing",
    "aspects",
    "containing",
    "conditions",
    "bets",
    "pricing",
    "polynomial",
    "batch_kernel",
    "batch_rows",
    "batch",
    "batch_input",
    "batch_output",
    "faces",
    "observations",
    "functions",
    "layouts",
    "settling",
    "certificates",
    "closed_forms",
    "known_coup",
    "known_cards",
    "removal",
    "linear_count",
    "burn",
    "joint",
    "pay_tables",
    "rules_files",
    "bet_files",
    "variants",
    "columns",
    "records",
    "payments",
    "auditing",
    "record_odds",
    "mistakes",
    "measures",
    "claims",
    "equilibrium",
    "chemin_de_fer",
    "stated_play",
    "optimal_play",
    "tables",
    "answers",
    "bet_answers",
    "coup_answers",
    "removal_answers",
    "card_pages",
    "settle_answers",
    "audit_answers",
    "mistake_answers",
    "formula_answers",
    "formula_pages",
    "chemin_de_fer_answers",
    "chemin_de_fer_pages",
    "game_pages",
    "claim_pages",
    "side_bet_pages",
    "reports",
    "cli",
]
"""The rooms from left to right: each may use those before it."""

MODULES = sorted(path.relative_to(PACKAGE).with_suffix("").as_posix() for path in PACKAGE.rglob("*.py"))


def tree(module: str) -> ast.Module:
    """Return a module's syntax, which holds the imports inside functions and for type checkers too."""
    return ast.parse((PACKAGE / f"{module}.py").read_text(encoding="utf-8"))


def room(module: str) -> str:
    """Return the room a module of the package stands in."""
    return module.removeprefix("analyzer").lstrip("./").replace("/", ".").partition(".")[0]


def public_names() -> dict[str, str]:
    """Return the module each public name is imported from for type checkers."""
    (checked,) = (
        node
        for node in tree("__init__").body
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    )
    imports = [node for node in checked.body if isinstance(node, ast.ImportFrom)]
    assert len(imports) == len(checked.body)
    return {name.name: str(node.module) for node in imports for name in node.names}


def rooms_used(module: str) -> set[str]:
    """Return the rooms a module imports from, wherever in it the import stands."""
    homes = public_names()
    used: set[str] = set()
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            used |= {name.name for name in node.names if name.name.partition(".")[0] == "analyzer"}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} uses a relative import"
            if node.module == "analyzer":
                used |= {homes.get(name.name, name.name) for name in node.names if name.name != "__version__"}
            elif str(node.module).startswith("analyzer."):
                used.add(str(node.module))
    return {room(name) for name in used}


def test_every_module_has_its_room() -> None:
    """No module stands outside the order."""
    assert {room(module) for module in MODULES if not module.startswith("__")} - set(ORDER) == set()


@pytest.mark.parametrize("module", [module for module in MODULES if room(module) in ORDER])
def test_a_module_uses_only_those_to_its_left(module: str) -> None:
    """The flow runs one way: no import, not even for type checkers, goes back."""
    left = ORDER[: ORDER.index(room(module)) + ("/" in module)]
    assert sorted(rooms_used(module) - set(left)) == []


def test_files_need_nothing_but_errors() -> None:
    """Reading and replacing files knows nothing of the game."""
    assert rooms_used("files") == {"errors"}


def test_counting_knows_no_rules_and_rules_no_counting() -> None:
    """The enumerator has no tableau, and neither pricing nor bets have an enumerator."""
    assert rooms_used("enumerator") <= {"cards", "errors", "shoe"}
    assert not {"enumerator", "shoe"} & (rooms_used("pricing") | rooms_used("bets"))


@pytest.mark.parametrize("name", [name for name in analyzer.__all__ if name != "__version__"])
def test_a_public_name_is_that_of_its_module(name: str) -> None:
    """Each name loads when asked for, is public where it lives, and lives where type checkers look for it."""
    home = import_module(public_names()[name])
    assert getattr(analyzer, name) is getattr(home, name)
    assert name in home.__all__


def test_type_checkers_see_every_public_name() -> None:
    """The names imported for type checkers are the public ones, sorted after the version."""
    assert analyzer.__all__ == ["__version__", *sorted(public_names())]


@pytest.mark.parametrize("module", [module for module in MODULES if module != "__main__"])
def test_what_a_module_calls_public_it_has(module: str) -> None:
    """Every name in a module's __all__ is there."""
    loaded = import_module("analyzer." + module.replace("/", ".") if module != "__init__" else "analyzer")
    assert [name for name in getattr(loaded, "__all__", ()) if not hasattr(loaded, name)] == []


def test_an_unknown_name_is_an_attribute_error() -> None:
    """What is not public is not found."""
    with pytest.raises(AttributeError, match="module 'analyzer' has no attribute 'roulette'"):
        _ = analyzer.roulette


def test_importing_the_package_loads_none_of_its_modules() -> None:
    """The bare import costs nothing: a name is loaded when it is asked for."""
    program = "import sys, analyzer; print(sorted(name for name in sys.modules if name.startswith('analyzer.')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
