"""`outcomes`: how often each hand wins, and every deal of a small shoe."""

from __future__ import annotations

import json

from command import run


class TestAnswers:
    """What the commands print is what the package computes, in every format."""

    def test_json_keeps_the_contract_of_outcomes(self) -> None:
        """The document has the shoe, and a total that is the sum of the three outcomes."""
        document = json.loads(run("outcomes", "--remove", "9 K", "-f", "json").out)
        assert document["shoe"] == {"decks": 8, "cards": 414, "removed": ["9", "K"]}
        assert sum(int(share["count"]) for share in document["outcomes"].values()) == int(document["total"])

    def test_explain_lists_every_deal(self) -> None:
        """The ways of the deals of a small shoe add up to (N)_6, and by winner to the outcomes."""
        done = run("outcomes", "--shoe", "A=2 5=2 8=2 K=1", "--explain", "-f", "json")
        document = json.loads(done.out)
        assert sum(int(deal["ways"]) for deal in document["deals"]) == int(document["total"]) == 5040
        for winner, share in document["outcomes"].items():
            counted = sum(int(deal["ways"]) for deal in document["deals"] if deal["winner"] == winner)
            assert counted == int(share["count"])

    def test_explain_works_on_faces(self) -> None:
        """Eight different faces have 20,160 deals."""
        done = run("outcomes", "--shoe", "As=1 2h=1 3d=1 4c=1 5s=1 6h=1 7d=1 Kc=1", "--explain", "-f", "csv")
        assert len(done.out.splitlines()) == 20160 + 2

    def test_the_grid_of_scores_holds_every_count(self) -> None:
        """`--by total` in JSON has the counts of the hundred final scores, and they sum to the total."""
        document = json.loads(run("outcomes", "--by", "total", "-f", "json").out)
        assert len(document["totals"]) == 100
        assert sum(int(row["count"]) for row in document["totals"]) == int(document["total"])
