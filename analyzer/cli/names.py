"""Names on the command line: a list, a pattern or `all` wherever a name goes."""

from __future__ import annotations

from fnmatch import filter as matching
from os.path import exists
from typing import TYPE_CHECKING

from analyzer.cli.console import usage_error

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["EVERY", "expanded"]

EVERY = "all"
"""The name that stands for every built-in one."""


def expanded(texts: Iterable[str], known: Sequence[str], what: str) -> list[str]:
    """Return the names that texts stand for, each once, in the order given.

    Args:
        texts: a name or a path each, or several with commas between; a pattern with `*`, `?` or `[` for the built-in
            names that match it; `all` for every built-in name.
        known: the built-in names.
        what: what they name, for the error.

    Raises:
        UsageError: for a pattern that matches nothing, or an empty name in a list.

    >>> expanded(["ez,classic", "s*"], ["classic", "ez", "straight", "super-six"], "variant")
    ['ez', 'classic', 'straight', 'super-six']
    """
    from analyzer.catalog.rules_file import is_path
    from analyzer.notation import shown

    names: list[str] = []
    for text in texts:
        # The name of a file may have a comma; Path.exists fails for a name that is too long.
        parts = [text] if is_path(text) and exists(text) else text.split(",")  # noqa: PTH110
        for part in map(str.strip, parts):
            if not part and len(parts) > 1:
                raise usage_error(f"{what}: got {shown(text)}; a list has a name between its commas")
            if part.casefold() == EVERY:
                names += known
            elif not is_path(part) and any(sign in part for sign in "*?["):
                found = matching(known, part.casefold())
                if not found:
                    raise usage_error(f"{what}: got {shown(part)}; no built-in {what} has a name of this pattern")
                names += found
            else:
                names.append(part)
    return list(dict.fromkeys(names))
