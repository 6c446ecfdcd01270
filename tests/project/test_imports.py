"""The rooms of the package are floors: a module imports only from its own room and from the floors below."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import analyzer

PACKAGE = Path(analyzer.__file__).parent
FLOORS: list[set[str]] = [
    {"text", "layout"},
    {"errors", "stopping"},
    {"arguments"},
    {"notation", "files"},
    {"cards"},
    {"rules"},
    {"enumeration"},
    {"bets"},
    {"catalog", "batch"},
    {"analyses"},
    {"proof"},
    {"records"},
    {"views"},
    {"reports"},
    {"cli"},
]
"""The ground files and the rooms, lowest first. Those on one floor do not see each other."""
FACE = "analyzer"
"""`analyzer/__init__.py`, which holds the version; cli and views read it."""
EXCEPTIONS: dict[str, set[str]] = {
    "enumeration.enumerator": {"rules"},
    "enumeration.distribution": {"rules"},
    "bets.vocabulary": {"enumeration"},
    "bets.bet": {"enumeration"},
    "bets.settlement": {"enumeration"},
}
"""What a module must not see although its floor would let it."""
ALONE = {"proof.check", "proof.verify", "proof.recount"}
"""The modules that import nothing of the package but each other, so that what they check is checked from outside."""
EXTERNAL: dict[str, str] = {
    "sympy": r"proof\.formula",
    "tabulate": r"views\.render",
    "click": r"cli(\..*)?",
    "numpy": r"batch\..*",
    "threadpoolctl": r"batch\.threads",
}
"""The modules that may name a package from outside."""
ARRAY_MODULES = {"batch.kernel", "batch.rows"}
"""The modules made of NumPy code, which need it to be imported at all."""
MOST_MODULES = 12
MOST_LINES = 410

MODULES = {
    path.relative_to(PACKAGE).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
ROOMS = {room for floor in FLOORS for room in floor}


def tree(module: str) -> ast.Module:
    """Return a module's syntax, which holds the imports inside functions and for type checkers too."""
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def imported(module: str) -> set[str]:
    """Return the modules that a module imports, wherever in it the import is."""
    names: set[str] = set()
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} uses a relative import"
            names.add(str(node.module))
            whole = {f"{node.module}.{name.name}" for name in node.names}
            names |= {name for name in whole if name.removeprefix("analyzer.") in MODULES}
    return names


def rooms_seen(module: str) -> set[str]:
    """Return the rooms and ground files that a module imports from."""
    inside = [name.split(".") for name in imported(module) if name.split(".")[0] == "analyzer"]
    return {parts[1] if len(parts) > 1 else FACE for parts in inside}


def room(module: str) -> str:
    """Return the room or ground file of a module."""
    return module.partition(".")[0]


def floor(of_room: str) -> int:
    """Return how high a room is."""
    return next(height for height, rooms in enumerate(FLOORS) if of_room in rooms)


def test_every_module_is_in_a_room() -> None:
    """No module is outside the table of floors, and no room in the table is empty."""
    assert {room(module) for module in MODULES} - {"__init__", "__main__"} == ROOMS


@pytest.mark.parametrize("module", [module for module in MODULES if room(module) in ROOMS])
def test_imports_never_go_up(module: str) -> None:
    """A module sees its own room and the floors below, whether the import is at the top, in a function or for types."""
    height = floor(room(module))
    below = {seen for rooms in FLOORS[:height] for seen in rooms}
    allowed = (below | {room(module)} | ({FACE} if room(module) in {"views", "cli"} else set())) - EXCEPTIONS.get(
        module, set()
    )
    assert rooms_seen(module) <= allowed


@pytest.mark.parametrize("module", sorted(ALONE))
def test_the_verifier_stands_alone(module: str) -> None:
    """What checks a certificate shares no code with what writes it."""
    seen = {name.removeprefix("analyzer.") for name in imported(module) if name.startswith("analyzer")}
    assert seen - {"proof"} <= ALONE


@pytest.mark.parametrize("package", sorted(EXTERNAL))
def test_heavy_packages_are_named_in_one_place(package: str) -> None:
    """Each package from outside is imported where the table says, and NumPy, sympy and tabulate inside functions."""
    users = {module for module in MODULES if package in {name.partition(".")[0] for name in imported(module)}}
    assert [module for module in users if not re.fullmatch(EXTERNAL[package], module)] == []
    assert package == "click" or at_the_top(package) == []


def at_the_top(prefix: str) -> list[str]:
    """Return the modules that import something when they are imported themselves; the array modules do not count."""
    tops = {
        module: {
            alias.name if isinstance(node, ast.Import) else str(node.module)
            for node in tree(module).body
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        }
        for module in set(MODULES) - ARRAY_MODULES
    }
    return [module for module, names in tops.items() if any(f"{name}.".startswith(f"{prefix}.") for name in names)]


@pytest.mark.parametrize("module", sorted(ARRAY_MODULES))
def test_array_modules_are_imported_inside_functions(module: str) -> None:
    """A module made of NumPy code imports it at its top, and is itself imported where it is needed only."""
    assert at_the_top(f"analyzer.{module}") == []


def test_no_room_is_crowded() -> None:
    """A folder has at most twelve modules, but for cli, which has one for each command."""
    folders: dict[str, int] = {}
    for module, path in MODULES.items():
        if path.name != "__init__.py":
            folder = module.rpartition(".")[0]
            folders[folder] = folders.get(folder, 0) + 1
    assert {folder: number for folder, number in folders.items() if number > MOST_MODULES and folder != "cli"} == {}


def test_no_module_is_long() -> None:
    """A module fits in a head: about 400 lines."""
    lengths = {module: len(path.read_text(encoding="utf-8").splitlines()) for module, path in MODULES.items()}
    assert {module: length for module, length in lengths.items() if length > MOST_LINES} == {}


def test_rooms_have_no_code_of_their_own() -> None:
    """The `__init__.py` of a room is a docstring, so that importing a module costs that module."""
    inits = [module for module, path in MODULES.items() if path.name == "__init__.py"]
    assert [module for module in inits if len(tree(module).body) > 1] == ["__init__", "cli"]


def test_importing_the_package_loads_none_of_its_modules() -> None:
    """The bare import costs nothing: a name is loaded when it is asked for."""
    program = "import sys, analyzer; print(sorted(name for name in sys.modules if name.startswith('analyzer.')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(("module", "hidden"), sorted(EXCEPTIONS.items()))
def test_the_exceptions_hold_through_other_modules(module: str, hidden: set[str]) -> None:
    """Importing such a module does not load what it must not see by way of another module either."""
    program = f"import sys, analyzer.{module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[1] for name in done.stdout.split() if name.startswith("analyzer.")}
    assert not loaded & hidden
