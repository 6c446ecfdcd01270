"""Progress on stderr: what each of its three forms prints, and where it prints nothing."""

from __future__ import annotations

import pytest

from analyzer.cli import console


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let stderr be a terminal."""
    monkeypatch.setattr(console, "_on_terminal", lambda: True)


@pytest.mark.usefixtures("terminal")
def test_many_items_are_shown_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    """From 21 items on each overwrites the line before it, and the last ends the line."""
    assert list(console.with_progress(range(21), "page")) == list(range(21))
    shown = capsys.readouterr().err
    assert shown.startswith("\rpage 1 of 21\rpage 2 of 21")
    assert shown.endswith("\rpage 21 of 21\n")
    assert shown.count("\n") == 1


@pytest.mark.usefixtures("terminal")
def test_few_items_are_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """Twenty items are done before anyone wonders."""
    assert list(console.with_progress("abcdefghijklmnopqrst", "page"))
    assert capsys.readouterr().err == ""


def test_items_are_shown_on_a_terminal_only(capsys: pytest.CaptureFixture[str]) -> None:
    """A file gets no overwritten lines."""
    assert list(console.with_progress(range(100), "page")) == list(range(100))
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("terminal")
def test_an_item_of_an_unknown_number_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """Every form takes what any long count reports."""
    console.item_progress("page")(30, None)
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("terminal")
def test_lines_are_counted_in_place(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal the count is overwritten, and the line ends with the work."""
    seconds = iter(range(10**9))
    monkeypatch.setattr("time.monotonic", lambda: next(seconds))
    with console.line_progress("shoes") as show:
        show(1000, None)
        show(2000, None)
    assert capsys.readouterr().err == "\r1,000 shoes\r2,000 shoes\n"


def test_lines_are_noted_in_a_file(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Elsewhere a note comes once for every so many lines, whatever the steps are."""
    monkeypatch.setattr(console, "LINES_BETWEEN_NOTES", 10)
    with console.line_progress("shoes") as show:
        for done in (4, 8, 12, 16, 35):
            show(done, None)
    assert capsys.readouterr().err == "10 shoes\n30 shoes\n"
