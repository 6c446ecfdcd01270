"""`report`: pages written, and compared with those on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from command import run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PAGES = {"index.md": "# Index\n", "games/ez.md": "# EZ\n"}


@pytest.fixture(autouse=True)
def _two_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the maker of all pages by one of two pages."""

    def make_pages(_progress: Callable[[list[object]], list[object]]) -> dict[str, str]:
        return PAGES

    monkeypatch.setattr("analyzer.reports.pages.make_pages", make_pages)


def test_pages_are_written_and_check_clean(tmp_path: Path) -> None:
    """Every page is written below the folder, and --check then finds nothing."""
    folder = tmp_path / "reports"
    assert run("report", "-o", str(folder)) == (0, "", f"{folder}: 2 pages\n")
    assert {name: (folder / name).read_text() for name in PAGES} == PAGES
    assert run("report", "--check", "-o", str(folder)) == (0, "", "")


def test_stale_pages_are_named_and_not_written(tmp_path: Path) -> None:
    """--check names what differs on standard output, exits with 1, and writes nothing."""
    assert run("report", "-o", str(tmp_path)).status == 0
    (tmp_path / "index.md").write_text("# Old\n")
    done = run("report", "--check", "-o", str(tmp_path))
    assert (done.status, done.out.count("\n"), done.err.count("\n")) == (1, 1, 1)
    assert "index.md" in done.out
    assert (tmp_path / "index.md").read_text() == "# Old\n"
