"""The machine-checked proof: Coq accepts it, and its numbers are those of the package."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from types import ModuleType

FORMAL = Path(__file__).parent
FILES = ("Game.v", "Counting.v", "Figures.v")
needs_coq = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="coqc is missing: the proof is not checked (apt-get install coq)"
)


def figures_script() -> ModuleType:
    """Return the module that writes Figures.v."""
    spec = importlib.util.spec_from_file_location("figures", FORMAL / "figures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check(folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    """Let Coq check one file."""
    return subprocess.run(
        ["coqc", "-q", "-R", ".", "Formal", name], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the definitions and the proofs about the recursion, checked."""
    folder = tmp_path_factory.mktemp("formal")
    for name in FILES:
        shutil.copy(FORMAL / name, folder)
    for name in ("Game.v", "Counting.v"):
        done = check(folder, name)
        assert (done.returncode, done.stderr) == (0, "")
    return folder


def test_the_theorems_state_what_the_package_computes() -> None:
    """Figures.v is what the package computes, byte for byte."""
    assert figures_script().figures() == (FORMAL / "Figures.v").read_text(encoding="utf-8")


def test_nothing_is_assumed_or_left_open() -> None:
    """No file of the proof declares an axiom or leaves a proof open."""
    for name in FILES:
        text = (FORMAL / name).read_text(encoding="utf-8")
        assert re.findall(r"\b(?:Axiom|Parameter|Conjecture|Admitted|admit|Abort)\b", text) == []


@needs_coq
def test_coq_checks_every_theorem(checked: Path) -> None:
    """Coq accepts every theorem, and they rest on no axiom."""
    done = check(checked, "Figures.v")
    assert (done.returncode, done.stdout, done.stderr) == (0, "Closed under the global context\n", "")


@needs_coq
def test_coq_refuses_a_wrong_number(checked: Path) -> None:
    """Coq refuses the same proof for a count that is off by one."""
    text = (FORMAL / "Figures.v").read_text(encoding="utf-8")
    start = text[: text.index("Lemma row_2 ")]
    assert start.count("6548674432") == 2
    (checked / "Wrong.v").write_text(start.replace("6548674432", "6548674433"))
    done = check(checked, "Wrong.v")
    assert done.returncode == 1
    assert "6548674433" in done.stderr
