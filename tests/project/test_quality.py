"""Quality checks: the linter, the formatter, the type checker, and the built wheel."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest
from paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def passes(*words: str) -> None:
    """Run a module with this interpreter; if it fails, fail with its output."""
    done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff_check() -> None:
    """The linter finds nothing, with every rule on except those explained in pyproject.toml."""
    passes("ruff", "check", ".")


def test_ruff_format() -> None:
    """The formatter would change nothing."""
    passes("ruff", "format", "--check", ".")


def test_mypy() -> None:
    """Package and tests pass the strict type checker."""
    passes("mypy")


def test_the_wheel_holds_all_it_needs(tmp_path: Path) -> None:
    """The built wheel, unpacked outside the checkout, answers from its own data."""
    pytest.importorskip("hatchling")
    passes("hatchling", "build", "-t", "wheel", "-d", str(tmp_path))
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        packed.extractall(tmp_path / "unpacked")
    assert "analyzer/py.typed" in names
    assert not [name for name in names if name.startswith(("tests", "docs", "reports"))]
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path / 'unpacked')!r}); import analyzer, analyzer.cli; "
        f"assert analyzer.__file__.startswith({str(tmp_path)!r}); "
        "analyzer.cli.main(['edge', '--variant', 'ez', '--exact'])"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "66274384744/6508331087895" in done.stdout
