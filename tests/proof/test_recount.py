"""The recount of the verifier: three routes give the same counts."""

from __future__ import annotations

import json

import pytest
from certificates import CHECK, Document, certificate

from analyzer.proof.recount import deal_all, recount

PAIR = {"answer": "pattern", "labels": list(range(13)), "places": ["punto_opening"]}
COURT = {"answer": "labels", "labels": [0] * 10 + [1] * 3, "places": ["banco_opening", "punto_third", "banco_third"]}


@pytest.mark.parametrize("looks", [[PAIR], [COURT], [PAIR, COURT]], ids=["pair", "court cards", "both"])
def test_looks_are_counted_the_same_by_three_routes(looks: list[Document]) -> None:
    """The form in the shoe, the physical deals and the independent checker agree where cards are looked at."""
    shoe = {"counts": [0, 1, 0, 1, 0, 0, 2, 0, 0, 1, 0, 2, 2], "known_by": "ranks", "replacement": False}
    rules = json.loads(certificate("eight decks"))["tableau"]
    found = recount(shoe, rules, looks)
    assert found == deal_all(shoe, rules, looks)
    entries = sorted((seen, str(count)) for seen, count in found.items())
    assert entries == CHECK.recount(json.dumps([shoe, rules, looks]))


def test_both_checkers_count_the_same_with_replacement() -> None:
    """Counted by both from a full deck of ranks, drawn with replacement."""
    shoe = {"counts": [1] * 13, "known_by": "ranks", "replacement": True}
    rules = json.loads(certificate("eight decks"))["tableau"]
    found = recount(shoe, rules, [PAIR])
    assert sum(found.values()) == 13**6
    assert sum(count for seen, count in found.items() if seen[4] == (2,)) == 13**5
    assert sorted((seen, str(count)) for seen, count in found.items()) == CHECK.recount(
        json.dumps([shoe, rules, [PAIR]])
    )
