"""The pages of the side bets."""

from __future__ import annotations

from analyzer import read_bet
from analyzer.catalog.rules_file import catalog_names
from analyzer.reports.side_bets import families, family_parts, family_path


def test_every_bet_is_in_one_family() -> None:
    """The families cover the catalog, and each has a page of its own name."""
    assert families() == sorted({read_bet(name).family for name in catalog_names("bets")})
    assert len({family_path(family) for family in families()}) == len(families())
    assert all(family.strip() for family in families())


def test_a_family_shows_each_of_its_bets() -> None:
    """A heading, a source and two proving tables for each bet, six decks and eight."""
    parts = family_parts("naturals")
    names = [name for name in catalog_names("bets") if read_bet(name).family == "naturals"]
    assert names
    for name in names:
        assert f"## {name}\n" in parts["proofs"]
    assert parts["proofs"].count("decks, house edge") == 2 * len(names)
