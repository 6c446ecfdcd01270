"""Report pages: the same on every run, replaced page by page, and compared with those on disk."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from paths import ROOT

from analyzer import BaccaratError
from analyzer.reports.pages import check_pages, make_pages, write_pages

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """Return all pages."""
    return make_pages()


def test_the_committed_pages_are_current(pages: dict[str, str]) -> None:
    """The pages made are the committed ones, byte for byte, and no page is missing or left over."""
    assert check_pages(pages, str(ROOT / "reports")) == []


def test_pages_hold_no_placeholder_and_no_date(pages: dict[str, str]) -> None:
    """Each page begins with a heading, ends in one newline, and has no placeholder and no date."""
    for path, text in pages.items():
        assert not re.search(r"\$[a-z]|\b20[0-9]{2}-[0-9]{2}-[0-9]{2}T|\bNone\b", text), path
        assert text.startswith("# "), path
        assert text.endswith("\n"), path
        assert not text.endswith("\n\n"), path


def test_the_index_links_every_page(pages: dict[str, str]) -> None:
    """Every page but the index is linked from it."""
    assert set(re.findall(r"\]\(([^)]+)\)", pages["index.md"])) == set(pages) - {"index.md"}


def test_every_variant_has_a_page(pages: dict[str, str]) -> None:
    """There is one page for each built-in variant."""
    from analyzer import variant_names

    assert {f"variants/{name}.md" for name in variant_names()} == {
        path for path in pages if path.startswith("variants/")
    }


def test_written_pages_are_current(tmp_path: Path, pages: dict[str, str]) -> None:
    """Pages written to a new folder are current, and the folder has no other file."""
    folder = tmp_path / "a" / "b"
    write_pages(pages, str(folder))
    assert check_pages(pages, str(folder)) == []
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} == set(pages)


def test_check_names_stale_missing_and_left_over_pages(tmp_path: Path) -> None:
    """A changed byte, a missing page and a page left over each give a finding."""
    pages = {"index.md": "# a\n", "x/b.md": "# b\n", "c.md": "# c\n"}
    write_pages(pages, str(tmp_path))
    (tmp_path / "index.md").write_text("# a \n")
    (tmp_path / "x" / "b.md").unlink()
    (tmp_path / "x" / "old.md").write_text("# old\n")
    assert check_pages(pages, str(tmp_path)) == ["stale: index.md", "missing: x/b.md", "left over: x/old.md"]


def test_check_of_a_missing_folder(tmp_path: Path) -> None:
    """Every page of a missing folder is missing."""
    assert check_pages({"index.md": "# a\n"}, str(tmp_path / "no")) == ["missing: index.md"]


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    """A file in place of the folder is an error."""
    (tmp_path / "reports").write_text("")
    with pytest.raises(BaccaratError, match="cannot make this folder"):
        write_pages({"x/index.md": "# a\n"}, str(tmp_path / "reports"))
    with pytest.raises(BaccaratError, match="cannot"):
        check_pages({"x/index.md": "# a\n"}, str(tmp_path / "reports"))
