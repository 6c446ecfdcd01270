"""The recount of the verifier: three routes give the same counts."""

from __future__ import annotations

import json

import pytest
from certificates import CHECK, Document, certificate

from analyzer.proof.recount import TooManyStepsError, deal_all, recount

PAIR = {"answer": "pattern", "labels": list(range(13)), "places": ["punto_opening"]}
COURT = {"answer": "labels", "labels": [0] * 10 + [1] * 3, "places": ["banco_opening", "punto_third", "banco_third"]}


@pytest.mark.parametrize("looks", [[PAIR], [COURT], [PAIR, COURT]], ids=["pair", "court cards", "both"])
def test_looks_are_counted_the_same_by_three_routes(looks: list[Document]) -> None:
    """The form in the shoe, the physical deals and the independent checker agree where cards are looked at."""
    shoe = {"counts": [0, 1, 0, 1, 0, 0, 2, 0, 0, 1, 0, 2, 2], "known_by": "ranks", "replacement": False}
    rules = json.loads(certificate("eight decks"))["tableau"]
    found = recount(shoe, rules, looks).counts
    assert found == deal_all(shoe, rules, looks)
    entries = sorted((seen, str(count)) for seen, count in found.items())
    assert entries == CHECK.recount(json.dumps([shoe, rules, looks]))[0]


def test_both_checkers_count_the_same_with_replacement() -> None:
    """Counted by both from a full deck of ranks, drawn with replacement."""
    shoe = {"counts": [1] * 13, "known_by": "ranks", "replacement": True}
    rules = json.loads(certificate("eight decks"))["tableau"]
    found = recount(shoe, rules, [PAIR]).counts
    assert sum(found.values()) == 13**6
    assert sum(count for seen, count in found.items() if seen[4] == (2,)) == 13**5
    entries, _steps = CHECK.recount(json.dumps([shoe, rules, [PAIR]]))
    assert sorted((seen, str(count)) for seen, count in found.items()) == entries


@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("looks", [[], [PAIR], [COURT], [PAIR, COURT]], ids=["none", "pair", "court cards", "both"])
def test_both_checkers_take_the_same_steps(looks: list[Document], replacement: bool) -> None:  # noqa: FBT001 - a case
    """A step is the same for both, so that one limit of the format holds for both."""
    shoe = {"counts": [32] * 13, "known_by": "ranks", "replacement": replacement}
    rules = json.loads(certificate("eight decks"))["tableau"]
    steps = recount(shoe, rules, looks).steps
    assert steps == CHECK.recount(json.dumps([shoe, rules, looks]))[1] > 0
    assert recount(shoe, rules, looks, steps=steps).steps == steps
    with pytest.raises(TooManyStepsError):
        recount(shoe, rules, looks, steps=steps - 1)
    with pytest.raises(ValueError, match="too many steps"):
        CHECK.recount(json.dumps([shoe, rules, looks]), steps=steps - 1)
