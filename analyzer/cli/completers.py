"""What a shell offers for a word: built-in names, files where a file may stand, and bets before their stakes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    import click
    from click.shell_completion import CompletionItem

    Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]

__all__ = ["complete_bet_list", "complete_bets", "complete_file", "complete_names", "complete_stakes"]

_FILE = "file"
"""The type of an item for which the shell lists files itself."""
_PART = "part"
"""The type of an item after which the word goes on, without a blank."""


def _bets() -> list[str]:
    from analyzer.catalog.rules_file import catalog_names
    from analyzer.rules.coup import Winner

    return [*map(str, Winner), *catalog_names("bets")]


def _offered(names: list[str], incomplete: str, *, files: bool = True) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    items = [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return [*items, CompletionItem(incomplete, type=_FILE)] if files else items


def complete_file(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return files."""
    return _offered([], incomplete)


def complete_bets(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the bets with the given beginning, and files."""
    return _offered(_bets(), incomplete)


def complete_stakes(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the bets with the given beginning, each with the `=` that its stake follows."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(f"{name}=", type=_PART) for name in _bets() if name.startswith(incomplete)]


def complete_bet_list(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the bets that go on a list with commas."""
    before, comma, last = incomplete.rpartition(",")
    return _offered([f"{before}{comma}{name}" for name in _bets() if name.startswith(last)], incomplete, files=False)


def complete_names(kind: str) -> Completer:
    """Return a completer of built-in names, "variants" or "tableaux", and of files."""

    def complete(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from analyzer.catalog.rules_file import catalog_names, tableau_names

        return _offered(tableau_names() if kind == "tableaux" else catalog_names(kind), incomplete)

    return complete
