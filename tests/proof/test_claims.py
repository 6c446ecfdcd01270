"""The published claims: exact values by a second route, verdicts at their corners, and no claim lost or asserted."""

from __future__ import annotations

import json
import runpy
from collections import Counter
from fractions import Fraction
from functools import cache
from math import perm, prod
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from paths import TESTS

from analyzer import STANDARD, Bet, NotationError, Payout, RulesError, Shoe, read_pays, read_tableau
from analyzer.cards.card import Fineness
from analyzer.proof.claims import Claim, differing_cells, judge, read_claims, read_printed
from analyzer.proof.figures import Exact, Figure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

EXPECTED: dict[str, Any] = json.loads((TESTS / "data" / "claims_expected.json").read_text(encoding="utf-8"))
YARDSTICK = runpy.run_path(str(TESTS / "benchmarks" / "yardstick.py"))
CLAIMS = read_claims()
BY_ID = {claim.id: claim for claim in CLAIMS.claims}


def shown(value: Exact, digits: str) -> str:
    """Return an exact value as `digits` is written."""
    per_cent = digits.endswith("%")
    return value.decimal(len(digits.rstrip("%").partition(".")[2]), per_cent=per_cent) + "%" * per_cent


@pytest.mark.parametrize("row", EXPECTED["claims"], ids=lambda row: row["id"])
def test_exact_value_is_the_one_of_an_independent_enumeration(row: dict[str, str]) -> None:
    """Every figure, and every figure it matches, has the value of another program to every digit."""
    claim = BY_ID[row["id"]]
    assert row["exact"] == shown(claim.figure.exact, row["exact"])
    if claim.match is not None:
        assert row["match"] == shown(claim.match.figure.exact, row["match"])


def test_no_claim_is_missing_or_unexpected() -> None:
    """Every claim, rule and claim left out is expected, in that order, and printed and matched as expected."""
    assert [len(part) for part in CLAIMS[1:]] == [46, 2, 2]
    assert [row["id"] for row in EXPECTED["claims"]] == [claim.id for claim in CLAIMS.claims]
    assert [row["id"] for row in EXPECTED["rules"]] == [rule.id for rule in CLAIMS.rules]
    assert EXPECTED["left_out"] == [entry.id for entry in CLAIMS.left_out]
    for row, claim in zip(EXPECTED["claims"], CLAIMS.claims, strict=True):
        assert row.get("printed") == (claim.printed and claim.printed.text)
        assert ("match" in row) == (claim.match is not None)


@pytest.mark.parametrize("row", EXPECTED["rules"], ids=lambda row: row["id"])
def test_a_printed_rule_makes_another_game(row: dict[str, str]) -> None:
    """The tie costs what another program found for the printed rule."""
    rule = next(rule for rule in CLAIMS.rules if rule.id == row["id"])
    tie = Bet("tie", (Payout({"winner": ("tie",)}, read_pays("8 to 1")),))
    assert row["tie_edge"] == shown(Figure("house edge", bet=tie, tableau=rule.tableau).exact, row["tie_edge"])


class Seen(NamedTuple):
    """What the recount distinguishes."""

    openings: tuple[int, int]
    totals: tuple[int, int]
    cards: tuple[int, int]


def draw(counts: list[int], take: int) -> Iterator[tuple[int, int]]:
    """Yield each value a card can have and in how many ways; while it is out, the shoe is without it."""
    for value in range(10):
        ways = counts[value]
        counts[value] -= take
        yield value, ways
        counts[value] += take


def third_cards(punto: int, banco: int, counts: list[int], take: int) -> Iterator[tuple[Seen, int]]:
    """Yield how a coup ends after these openings and in how many ways, the tableau written out."""
    draws: Callable[[int, int | None], bool] = YARDSTICK["banco_draws"]
    openings = punto, banco
    if max(openings) >= 8 or (punto > 5 and not draws(banco, None)):
        yield Seen(openings, openings, (2, 2)), 1
    elif punto > 5:
        for last, ways in draw(counts, take):
            yield Seen(openings, (punto, (banco + last) % 10), (2, 3)), ways
    else:
        for third, ways in draw(counts, take):
            total = (punto + third) % 10
            if draws(banco, third):
                for last, more in draw(counts, take):
                    yield Seen(openings, (total, (banco + last) % 10), (3, 3)), ways * more
            else:
                yield Seen(openings, (total, banco), (3, 2)), ways


@cache
def recount(decks: int) -> Counter[Seen]:
    """Count ordered six-card deals card by card, unused cards too; 0 decks: with replacement."""
    counts = [16 * decks, *[4 * decks] * 9] if decks else [4, *[1] * 9]
    take = 1 if decks else 0
    cards = sum(counts)
    unused = {dealt: prod(cards - take * before for before in range(dealt, 6)) for dealt in (4, 5, 6)}
    result: Counter[Seen] = Counter()
    for first, one in draw(counts, take):
        for second, two in draw(counts, take):
            for third, three in draw(counts, take):
                for fourth, four in draw(counts, take):
                    ways = one * two * three * four
                    for seen, more in third_cards((first + third) % 10, (second + fourth) % 10, counts, take):
                        result[seen] += ways * more * unused[sum(seen.cards)]
    return result


def share(decks: int, event: Callable[[Seen], bool], given: Callable[[Seen], bool] = lambda _seen: True) -> Fraction:
    """Return the probability of an event by the plain recount."""
    counts = recount(decks)
    known = sum(count for seen, count in counts.items() if given(seen))
    return Fraction(sum(count for seen, count in counts.items() if given(seen) and event(seen)), known)


def is_dragon_7(seen: Seen) -> bool:
    """Return whether banco wins with a three-card 7."""
    return seen.totals[0] < 7 == seen.totals[1] and seen.cards[1] == 3


class TestPlainRecount:
    """Claims recomputed on deals counted card by card."""

    def test_it_counts_every_deal(self) -> None:
        """All deals of 8 decks are there."""
        assert perm(416, 6) == recount(8).total()

    @pytest.mark.parametrize("claim", [claim for claim in CLAIMS.claims if claim.figure.given], ids=lambda row: row.id)
    def test_banco_wins_after_the_openings(self, claim: Claim) -> None:
        """Given both openings, banco wins as often as counted among the deals with them."""
        given = claim.figure.given
        assert given is not None
        openings = given.when["punto_total"][0], given.when["banco_total"][0]
        wins = share(8, lambda seen: seen.totals[0] < seen.totals[1], lambda seen: seen.openings == openings)
        assert wins == claim.figure.exact.value

    @pytest.mark.parametrize("total", range(10))
    def test_ties(self, total: int) -> None:
        """A tie at each total comes as often as counted, and its return follows from it."""
        counted = share(8, lambda seen: seen.totals == (total, total))
        assert counted == BY_ID[f"egalite-{total}-probability"].figure.exact.value
        odds = (150, 215, 225, 200, 120, 110, 45, None, 80, 80)[total]
        if odds is not None:
            assert counted * (odds + 1) - 1 == BY_ID[f"egalite-{total}-return"].figure.exact.value

    @pytest.mark.parametrize(
        ("name", "decks", "cards", "odds"),
        [
            ("five-cards-return-8-decks", 8, 5, Fraction(2)),
            ("six-cards-return-8-decks", 8, 6, Fraction(2)),
            ("four-cards-return-6-decks", 6, 4, Fraction(3, 2)),
        ],
    )
    def test_cards_dealt(self, name: str, decks: int, cards: int, odds: Fraction) -> None:
        """The return on four, five and six cards follows from how often they are counted."""
        counted = share(decks, lambda seen: sum(seen.cards) == cards)
        assert counted * (odds + 1) - 1 == BY_ID[name].figure.exact.value

    def test_dragon_7(self) -> None:
        """Dragon 7's edge at 40 to 1, and its probability from 8 decks and with replacement."""
        claim = BY_ID["dragon-7-probability"]
        assert claim.match is not None
        assert share(8, is_dragon_7) == claim.figure.exact.value
        assert share(0, is_dragon_7) == claim.match.figure.exact.value
        assert 1 - 41 * share(8, is_dragon_7) == BY_ID["dragon-7-edge"].figure.exact.value

    def test_dragon_bonus(self) -> None:
        """Dragon Bonus on banco: by nine 30, eight 10, seven 6, six 4, five 2, four or a natural 1, natural tie 0."""
        margins = {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}
        net = 0
        for seen, count in recount(8).items():
            margin = seen.totals[1] - seen.totals[0]
            natural = seen.cards[1] == 2 and seen.totals[1] >= 8
            net += count * (margins.get(margin, -1) if not natural else (margin > 0) - (margin < 0))
        assert Fraction(-net, perm(416, 6)) == BY_ID["dragon-bonus-banco-edge"].figure.exact.value

    @pytest.mark.parametrize("total", [8, 9])
    def test_naturals(self, total: int) -> None:
        """A hand's first two cards make an 8 or 9 as the pairs of cards are counted: mean and square follow."""
        counts = [128, *[32] * 9]
        pairs = sum(
            counts[first] * (counts[(total - first) % 10] - ((total - first) % 10 == first)) for first in range(10)
        )
        probability = Fraction(pairs, 416 * 415)
        bet = BY_ID[f"natural-{total}-standard-deviation"].figure
        assert probability * 81 + (1 - probability) - (10 * probability - 1) ** 2 == bet.exact.value
        nine = BY_ID["natural-9-probability"]
        assert nine.match is not None
        assert probability == (nine.figure if total == 9 else nine.match.figure).exact.value

    def test_rarest_scores(self) -> None:
        """Six final scores are rarer than 1-1, and one of them is a tie."""
        scores: Counter[tuple[int, int]] = Counter()
        for seen, count in recount(8).items():
            scores[seen.totals] += count
        rarer = [score for score in scores if scores[score] < scores[1, 1]]
        assert len(rarer) + 1 == BY_ID["rarest-score-1-1"].figure.exact.value
        assert sum(punto == banco for punto, banco in rarer) + 1 == BY_ID["rarest-tie-1-1"].figure.exact.value
        assert min(scores, key=lambda score: scores[score]) == (3, 2)


@pytest.mark.parametrize("card", [4, 5])
def test_removal_by_the_plain_recursion(card: int) -> None:
    """Banco's edge moves as in deals counted card by card, from the full shoe and from one card less."""

    def result(counts: list[int]) -> Fraction:
        punto, banco, tie, _paths = YARDSTICK["outcome_counts"](counts)
        return Fraction(19 * banco - 20 * punto, 20 * (punto + banco + tie))

    full = list(Shoe.decks(8).at(Fineness.VALUES).counts)
    less = [count - (value == card) for value, count in enumerate(full)]
    assert result(less) - result(full) == BY_ID[f"removed-{card}-helps-banco"].figure.exact.value


@pytest.mark.parametrize("claim", CLAIMS.claims, ids=lambda claim: claim.id)
def test_a_figure_equals_what_it_matches(claim: Claim) -> None:
    """A figure that matches another is that other one, rounded or cut off, and not the one it is printed for."""
    if claim.match_verdict is not None:
        assert claim.match_verdict.agrees
        assert not claim.holds


def test_what_holds() -> None:
    """Only one claim is true: removing a four helps banco."""
    assert [claim.id for claim in CLAIMS.claims if claim.holds] == ["removed-4-helps-banco"]


@pytest.mark.parametrize(
    ("printed", "value", "verdict", "off_by"),
    [
        ("0.33", Fraction(1, 3), "correct", 0),
        ("33.33%", Fraction(1, 3), "correct", 0),
        ("0.34", Fraction(1, 3), "off by 1 in the last place", 1),
        ("0.32", Fraction(1, 3), "off by 1 in the last place", -1),
        ("0.66", Fraction(2, 3), "correct, cut off", -1),
        ("66.66%", Fraction(2, 3), "correct, cut off", -1),
        ("0.68", Fraction(2, 3), "off by 1 in the last place", 1),
        ("-0.66", Fraction(-2, 3), "correct, cut off", 1),
        ("-0.67", Fraction(-2, 3), "correct", 0),
        ("0.67", Fraction(-2, 3), "off by 134 in the last place", 134),
        ("0.12", Fraction(1, 8), "correct", 0),
        ("0.13", Fraction(1, 8), "off by 1 in the last place", 1),
        ("0.38", Fraction(3, 8), "correct", 0),
        ("0.37", Fraction(3, 8), "correct, cut off", -1),
        ("0.00", Fraction(-1, 1000), "correct", 0),
        ("-0.00", Fraction(-1, 1000), "correct", 0),
        ("1", Fraction(1, 2), "off by 1 in the last place", 1),
        ("50%", Fraction(1, 2), "correct", 0),
    ],
)
def test_verdict(printed: str, value: Fraction, verdict: str, off_by: int) -> None:
    """Half-even rounding is correct, dropping places is recognised, all else is counted in the last place."""
    judged = judge(read_printed(printed), Exact(value))
    assert (verdict, off_by) == (str(judged), judged.off_by)
    assert judged.agrees == verdict.startswith("correct")


@pytest.mark.parametrize(
    ("printed", "verdict"),
    [
        ("1.732", "correct"),
        ("1.73205", "correct"),
        ("1.73206", "off by 1 in the last place"),
        ("1.7320508", "correct"),
        ("1.732050807", "correct, cut off"),
        ("173.2%", "correct"),
        ("2", "correct"),
        ("1", "correct, cut off"),
    ],
)
def test_verdict_on_a_root(printed: str, verdict: str) -> None:
    """The square decides about a root: sqrt 3 is 1.7320508075…."""
    assert verdict == str(judge(read_printed(printed), Exact(Fraction(3), is_square=True)))


@pytest.mark.parametrize("text", ["", "1,5", "1.", ".5", "1e5", "+1", "--1", "5 %", "%", "1/3", "٣"])
def test_a_bad_printed_figure_is_refused(text: str) -> None:
    """Only digits with a point, a minus and a per cent sign are a printed figure."""
    with pytest.raises(NotationError, match="a printed figure is digits"):
        read_printed(text)


def test_differing_cells_are_named() -> None:
    """Cells, columns and the natural rule are each named where they differ, and nothing where they do not."""
    assert differing_cells(STANDARD) == []
    assert [differing_cells(rule.tableau) for rule in CLAIMS.rules] == [
        ["banco 6 against 6 stands"],
        ["banco 5 against 5 stands"],
    ]
    assert differing_cells(read_tableau("no-natural-rule")) == [
        "punto 5 stands",
        "banco 4 when punto stood stands",
        "banco 5 when punto stood stands",
        "a natural does not end the coup",
    ]
    assert "banco 3 against 8 draws" in differing_cells(read_tableau("symmetric"))


GOOD = {
    "source": '[[source]]\nid = "page"\ncitation = "a page"\n',
    "claim": '[[claim]]\nid = "one"\ntopic = "t"\nclaim = "c"\nsource = "page"\nfigure = "probability"\n',
    "printed": 'printed = "9.52%"\n',
    "when": 'when = { winner = "tie" }\n',
    "more": "",
    "rule": "rule = []\n",
    "left_out": "left_out = []\n",
}


def claims_file(folder: Path, **parts: str) -> str:
    """Write a file of one claim with parts of it replaced; return its path."""
    text = GOOD | parts
    lists = text.pop("rule") + text.pop("left_out")
    path = folder / "claims.toml"
    path.write_text(lists + "".join(text.values()), encoding="utf-8")
    return str(path)


def test_a_file_of_claims(tmp_path: Path) -> None:
    """A claim is read, 8 decks and the standard tableau unless it says otherwise, and judged."""
    (claim,) = read_claims(claims_file(tmp_path)).claims
    assert (claim.figure.decks, claim.figure.tableau) == (8, STANDARD)
    assert claim.holds
    assert claim.match_verdict is None
    assert Fraction(475627426473216, 4998398275503360) == claim.figure.exact.value


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        ({"printed": ""}, r"claim\[1\].printed: a claim has either this or says, and not both"),
        ({"more": 'says = "above 0"\n'}, r"claim\[1\].printed: a claim has either this or says, and not both"),
        ({"printed": 'says = "odd"\n'}, r"claim\[1\].says: got 'odd'; known: above 0, is 1"),
        ({"printed": "printed = 9.52\n"}, r'claim\[1\].printed: got the bare number 9.52; write it in quotes: "9.52"'),
        ({"printed": 'printed = "about 9"\n'}, r"claim\[1\].printed: got 'about 9'; a printed figure is"),
        ({"printed": 'says = "above 0"\nmatches = {}\n'}, r"claim\[1\].matches: unknown key"),
        ({"claim": GOOD["claim"].replace("prob", "pro")}, r"claim\[1\].figure: .* did you mean probability"),
        ({"claim": GOOD["claim"].replace('"page"', '"pag"')}, r"one: source: got 'pag'; did you mean page"),
        ({"claim": GOOD["claim"] + GOOD["when"] + GOOD["printed"] + GOOD["claim"]}, "one: this id is repeated"),
        ({"when": 'when = { winer = "tie" }\n'}, r"claim\[1\].when.winer: unknown condition; did you mean winner"),
        ({"when": 'when = { winner = "ties" }\n'}, r"claim\[1\].when: winner: got 'ties'"),
        ({"more": "decks = 0\n"}, r"claim\[1\].decks: it must be a whole number of decks"),
        ({"more": "decks = true\n"}, r"claim\[1\].decks: got true; it must be a whole number or text"),
        ({"more": 'decks = "8"\n'}, r'claim\[1\].decks: it must be a whole number of decks .* or "inf"'),
        ({"more": 'removed = "11"\n'}, r"claim\[1\].removed: card: got '11'"),
        ({"more": 'variant = "clasic"\n'}, r"claim\[1\].variant: variant: got 'clasic'; did you mean classic"),
        ({"more": 'variant = "classic"\nbet = "ti"\n'}, r"claim\[1\].bet: bet: got 'ti'; did you mean tie"),
        (
            {"more": 'payout = [{ when = {}, odds = "1 to 1" }, { when = { cards = 6 }, odds = "1 to 1" }]\n'},
            r"claim\[1\].payout: .* can never be reached",
        ),
        ({"more": "matches = {}\n"}, r"claim\[1\].matches.words: missing"),
        (
            {"more": 'matches = { words = "w", decs = 6 }\n'},
            r"claim\[1\].matches.decs: unknown key; did you mean decks",
        ),
        ({"more": "x = 1\n"}, r"claim\[1\].x: unknown key"),
        ({"source": GOOD["source"] * 2}, r"source\[2\].id: 'page' is repeated"),
        ({"source": '[[source]]\nid = "page"\n'}, r"source\[1\].citation: missing"),
        ({"rule": 'rule = [{ id = "r", claim = "c", source = "page", tableau = "x" }]\n'}, r"rule\[1\].tableau: .*'x'"),
        ({"left_out": 'left_out = [{ id = "r", claim = "c", source = "page" }]\n'}, r"left_out\[1\].why: missing"),
    ],
)
def test_errors_of_a_file_of_claims(tmp_path: Path, parts: dict[str, str], problem: str) -> None:
    """Every mistake in a file of claims is one line with the file and the path of the key."""
    path = claims_file(tmp_path, **parts)
    with pytest.raises(RulesError, match=problem) as caught:
        read_claims(path)
    assert str(caught.value).startswith(path)
    assert "\n" not in str(caught.value)


def test_every_source_is_cited_and_used() -> None:
    """Every source is cited by an entry, and no two citations are the same."""
    used = {entry.source for part in CLAIMS[1:] for entry in part}
    assert set(CLAIMS.sources) == used
    assert len(set(CLAIMS.sources.values())) == len(CLAIMS.sources)
