"""The library speaks of its own arguments: only the commands name options of the command line."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import analyzer

PACKAGE = Path(analyzer.__file__).parent
OPTION = re.compile(r"(?<![\w-])--[a-z]")
MODULES = [
    path.relative_to(PACKAGE).as_posix()
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.relative_to(PACKAGE).parts[0] != "cli"
]


def docstrings(tree: ast.Module) -> set[ast.expr]:
    """Return the docstrings of a module."""
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, documented)]
    return {body[0].value for body in bodies if body and isinstance(body[0], ast.Expr)}


def options_named(source: str) -> list[str]:
    """Return the texts in a module's code that name an option; docstrings do not count."""
    tree = ast.parse(source)
    skipped = docstrings(tree)
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in skipped
        if OPTION.search(node.value)
    ]


@pytest.mark.parametrize("module", MODULES)
def test_the_library_names_no_option(module: str) -> None:
    """Who calls a function knows its arguments; what its user typed, if anything, is the command's business."""
    assert options_named((PACKAGE / module).read_text(encoding="utf-8")) == []


def test_an_option_would_be_found() -> None:
    """In a plain text and in one with values in it, but not in a docstring, a rule of dashes or a minus."""
    source = '"""As --decks."""\nerror = "give --decks"\nother = f"{error}: --shoe"\nrule = "a--b -- ---"\n'
    assert options_named(source) == ["give --decks", ": --shoe"]
