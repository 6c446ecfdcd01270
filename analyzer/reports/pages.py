"""Report pages: Markdown, byte for byte the same on every run.

The prose of each page is in `reports/prose/`, with a `$name` for each table and figure; no figure is written by hand.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from analyzer.catalog.variant import read_variant, variant_names
from analyzer.errors import FileError
from analyzer.files import DRAFT, reason, write_whole
from analyzer.reports.chemin_de_fer import chemin_de_fer_parts
from analyzer.reports.claims import claims_parts
from analyzer.reports.formula import closed_forms_parts
from analyzer.reports.game import dealing_errors_parts, half_pay_parts, main_game_parts, sources_parts, variant_parts
from analyzer.reports.removal import burn_parts, removal_parts
from analyzer.reports.side_bets import families, family_parts, family_path, side_bets_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from analyzer.enumeration.distribution import Progress

__all__ = ["check_pages", "make_page", "make_pages", "write_pages"]

PAGES = Path(__file__).parent / "prose"
Maker = tuple[str, "Callable[[], Mapping[str, str]]"]
"""The name of a page's prose, and the function that makes the parts by their `$name`."""


def _makers() -> dict[str, Maker]:
    """Return the makers of all pages but the index, by path below the reports folder, with `/` between folders."""
    makers: dict[str, Maker] = {
        "main-game.md": ("main-game", main_game_parts),
        "half-pay.md": ("half-pay", half_pay_parts),
        "mistakes.md": ("mistakes", dealing_errors_parts),
        "sources.md": ("sources", sources_parts),
        "claims.md": ("claims", claims_parts),
        "closed-forms.md": ("closed-forms", closed_forms_parts),
        "side-bets.md": ("side-bets", side_bets_parts),
        "effect-of-removal.md": ("effect-of-removal", removal_parts),
        "burn.md": ("burn", burn_parts),
        "chemin-de-fer.md": ("chemin-de-fer", chemin_de_fer_parts),
    }
    for family in families():
        makers[family_path(family)] = ("side-bet-family", partial(family_parts, family))
    for name in variant_names():
        makers[f"variants/{name}.md"] = ("variant", partial(variant_parts, read_variant(name)))
    return makers


def make_page(path: str) -> str:
    """Return the text of one page other than the index, by its path below the reports folder.

    Raises:
        KeyError: if there is no such page.
    """
    prose, make = _makers()[path]
    return _fill(prose, make())


def make_pages(progress: Progress | None = None) -> dict[str, str]:
    """Return every page's text by its path below the reports folder, with `/` between folders.

    Args:
        progress: called before each page but the index is made, with its number and the number of pages.

    Cost: a few seconds.
    """
    makers = _makers()
    pages = {}
    for number, (path, (prose, make)) in enumerate(makers.items(), start=1):
        if progress is not None:
            progress(number, len(makers))
        pages[path] = _fill(prose, make())
    pages["index.md"] = _index(pages)
    return dict(sorted(pages.items()))


def write_pages(pages: Mapping[str, str], folder: str) -> None:
    """Replace each page below `folder` atomically, and make the folder if it is missing. Pages left over stay.

    Raises:
        FileError: if a page or a folder cannot be written.
    """
    for path, text in pages.items():
        target = Path(folder, path)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"{target.parent}: cannot make this folder: {reason(error)}") from error
        write_whole(target, text)


def check_pages(pages: Mapping[str, str], folder: str) -> list[str]:
    """Return a line for each page below `folder` that is stale, missing or left over, and for each old draft.

    Raises:
        FileError: if a page cannot be read.
    """
    findings = []
    root = Path(folder)
    for path, text in pages.items():
        try:
            on_disk = (root / path).read_bytes()
        except FileNotFoundError:
            findings.append(f"missing: {path}")
            continue
        except OSError as error:
            raise FileError(f"{root / path}: cannot read it: {error.strerror}") from error
        if on_disk != text.encode():
            findings.append(f"stale: {path}")
    present = {path.relative_to(root).as_posix() for path in root.rglob("*.md")}
    drafts = (path.relative_to(root).as_posix() for path in root.rglob(".*.new") if DRAFT.fullmatch(path.name))
    return [
        *findings,
        *(f"left over: {path}" for path in sorted(present - set(pages))),
        *(f"draft of an interrupted run: {path}" for path in sorted(drafts)),
    ]


def _fill(page: str, parts: Mapping[str, str]) -> str:
    """Return a page's prose with its parts filled in.

    Raises:
        KeyError: if a part is missing or unused, which would be a defect of this program.
    """
    template = Template((PAGES / f"{page}.md").read_text(encoding="utf-8"))
    unused = set(parts) - set(template.get_identifiers())
    if unused:
        raise KeyError(f"page {page} has no $name for {sorted(unused)}")
    return template.substitute(parts)


def _index(pages: Iterable[str]) -> str:
    """Return the page that links all others."""
    variants = [
        f"- [{name}](variants/{name}.md): {read_variant(name).title}"
        for name in variant_names()
        if f"variants/{name}.md" in pages
    ]
    side_bets = [f"- [{family}]({family_path(family)})" for family in families() if family_path(family) in pages]
    return _fill("index", {"variants": "\n".join(variants), "families": "\n".join(side_bets)})
