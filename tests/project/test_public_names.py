"""The public names: listed once, loaded when first asked for, checked by type checkers."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import analyzer

STUB = Path(analyzer.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
LISTED = re.findall(r"^from (\S+) import (\w+) as (\w+)$", STUB, re.MULTILINE)


def test_each_name_is_listed_once() -> None:
    """The stub holds imports under headings and the version, and no name twice."""
    assert all(name == public for _, name, public in LISTED)
    assert len({name for _, name, _ in LISTED}) == len(LISTED)
    others = [line for line in STUB.splitlines() if line and not line.startswith(("#", "from "))]
    assert others == ["__version__: str"]


@pytest.mark.parametrize(("module", "name", "public"), LISTED)
def test_a_public_name_is_that_of_its_module(module: str, name: str, public: str) -> None:
    """Each name is the object its module makes public."""
    home = import_module(module)
    assert getattr(analyzer, public) is getattr(home, name)
    assert name in home.__all__


def test_dir_offers_the_public_names_only() -> None:
    """A notebook's completion offers what the stub lists, also once names and modules are loaded."""
    program = "import analyzer; from analyzer import *; print(*dir(analyzer))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == sorted(["__version__", *(name for _, name, _ in LISTED)])


def test_an_unknown_name_is_an_attribute_error() -> None:
    """What is not public is not found."""
    with pytest.raises(AttributeError, match="module 'analyzer' has no attribute 'roulette'"):
        getattr(analyzer, "roulette")  # noqa: B009 - a type checker refuses the plain form, as it should


def test_a_type_checker_refuses_a_misspelt_name(tmp_path: Path) -> None:
    """A client that imports names that do not exist fails, with the name it meant; the correct one passes."""
    client = tmp_path / "client.py"
    client.write_text(
        "from analyzer import STANDARD, Shoee, price_betz, read_variant\n"
        "edge: str = read_variant('classic').bet('banco').name\n",
        encoding="utf-8",
    )
    words = [sys.executable, "-m", "mypy", "--strict", f"--cache-dir={tmp_path / 'cache'}", str(client)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert 'Module "analyzer" has no attribute "Shoee"; maybe "Shoe"?' in done.stdout
    assert "price_betz" in done.stdout
    assert done.stdout.count(" error: ") == 2
    client.write_text(client.read_text(encoding="utf-8").replace("Shoee", "Shoe").replace("price_betz", "price_bets"))
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.count(" error: ")) == (0, 0)


@pytest.mark.parametrize(
    "module", sorted(path for path in Path(analyzer.__file__).parent.rglob("*.py") if not path.name.startswith("__"))
)
def test_what_a_module_calls_public_it_has(module: Path) -> None:
    """Every name in a module's __all__ is there."""
    dotted = module.relative_to(Path(analyzer.__file__).parent.parent).with_suffix("").as_posix().replace("/", ".")
    loaded = import_module(dotted)
    assert [name for name in getattr(loaded, "__all__", ()) if not hasattr(loaded, name)] == []
