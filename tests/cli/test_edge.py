"""`edge`: the house edges of every variant."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

from command import Done, run

if TYPE_CHECKING:
    from pathlib import Path


class TestAnswers:
    """What the commands print is what the package computes, in every format."""

    def test_the_headline_edges(self) -> None:
        """The three exact edges of classic at eight decks."""
        document = json.loads(run("edge", "--decks", "8", "--variant", "classic", "-f", "json").out)
        edges = {bet["bet"]: bet["edge"] for bet in document["variants"][0]["bets"]}
        assert edges == {
            "banco": "114753351728/10847218479825",
            "punto": "241149546272/19524993263685",
            "tie": "103841353768/723147898655",
        }

    def test_json_keeps_the_contract_of_edge(self) -> None:
        """Schema, program, variant, decks and the keys of each bet."""
        document = json.loads(run("edge", "--variant", "classic", "-f", "json").out)
        assert document["schema"] == 1
        assert set(document["program"]) == {"name", "version", "digest"}
        (variant,) = document["variants"]
        assert (variant["variant"], variant["decks"], variant["total"]) == ("classic", 8, "4998398275503360")
        wanted = {
            "bet",
            "edge",
            "edge_decimal",
            "edge_resolved",
            "rtp",
            "variance",
            "sd_decimal",
            "win",
            "push",
            "lose",
        }
        for bet in variant["bets"]:
            assert wanted <= set(bet)
            assert sum(int(bet[part]["count"]) for part in ("win", "push", "lose")) == int(variant["total"])

    def test_edge_without_a_variant_shows_every_one(self) -> None:
        """The overview has every built-in variant, each on its own decks."""
        from analyzer import read_variant, variant_names

        rows = list(csv.DictReader(io.StringIO(run("edge", "-f", "csv").out)))
        wanted = [(name, str(decks)) for name in variant_names() for decks in read_variant(name).decks]
        assert [(row["Variant"], row["Decks"]) for row in rows] == wanted

    def test_options_change_the_variant(self) -> None:
        """Half pay and tie odds change the edges, and are in the document."""
        document = json.loads(run("edge", "--half-on", "6", "--tie-odds", "9 for 1", "-f", "json").out)
        (variant,) = document["variants"]
        edges = {bet["bet"]: bet["edge"] for bet in variant["bets"]}
        assert variant["options"] == {"half_on": "6", "tie_odds": "8:1"}
        assert edges["banco"] == "284694798368/19524993263685"
        assert edges["tie"] == "103841353768/723147898655"


class TestBadInput:
    """One line on stderr that says what was got and what is allowed; nothing on stdout; never a traceback."""

    def test_a_variant_without_a_bet(self, tmp_path: Path) -> None:
        """A variant without bets is refused."""
        file = tmp_path / "empty.toml"
        file.write_text("bet = []")
        assert run("edge", "--variant", str(file)) == Done(
            1, "", f"Error: {file}: bet: got none; a variant needs at least one\n"
        )
