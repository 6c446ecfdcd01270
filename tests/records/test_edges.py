"""The odds along a record are those of the shoe less all cards seen, by both routes of counting."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING

import pytest
from ledger import Line, deal, seeded

from analyzer import STANDARD, Bet, Shoe, price_bets, read_bet, read_cards, read_tableau, read_variant
from analyzer.cards.card import Fineness
from analyzer.errors import MissingExtraError
from analyzer.records import edges as module
from analyzer.records.audit import Audit
from analyzer.records.columns import FIELDS
from analyzer.records.edges import Edge, edges_before, needed_fineness
from analyzer.records.record_file import Record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer import Tableau

CLASSIC = list(read_variant("classic").bets)


@pytest.fixture(params=["numpy", "alone"])
def _route(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run with NumPy and without."""

    def missing() -> None:
        raise MissingExtraError("not here")

    if request.param == "alone":
        monkeypatch.setattr(module, "require_numpy", missing)


def records(lines: Sequence[Line]) -> list[Record]:
    """Return the lines of a ledger as records."""
    rows = [{"punto": " ".join(line.punto), "banco": " ".join(line.banco), "shoe": str(line.shoe)} for line in lines]
    return [Record(number, tuple(row.get(name, "") for name in FIELDS)) for number, row in enumerate(rows, start=2)]


def edges(bets: list[Bet], lines: Sequence[Record], shoe: Shoe, tableau: Tableau = STANDARD) -> list[list[Edge]]:
    """Return the edges before each line."""
    audit = Audit(shoe, tableau, odds=needed_fineness(bets))
    return [line_edges for _, line_edges in edges_before(audit.check_all(lines), bets, tableau)]


def seen(lines: Sequence[Line], shoe: int) -> str:
    """Return all cards of one shoe's lines."""
    return " ".join(chain.from_iterable([*line.punto, *line.banco] for line in lines if line.shoe == shoe))


@pytest.mark.usefixtures("_route")
@pytest.mark.parametrize("suits", [False, True])
def test_edges_are_those_of_the_cards_left(suits: bool) -> None:  # noqa: FBT001 - a case
    """Before coups of two shoes, early and late, each edge is that of the shoe less the cards of the coups before."""
    lines = deal(seeded(3), 120, suits=suits)
    before_lines = edges(CLASSIC, records(lines), Shoe.decks(8))
    assert len(before_lines) == 120
    for index in (0, 1, 40, 75, 90, 119):
        shoe = Shoe.decks(8)
        before = seen(lines[:index], lines[index].shoe)
        left = shoe.remove(read_cards(before)) if before else shoe
        expected = [odds.house_edge for odds in price_bets(CLASSIC, left, STANDARD)]
        assert expected == [Fraction(*edge) for edge in before_lines[index] if edge]


@pytest.mark.usefixtures("_route")
def test_bets_on_ranks_and_suits() -> None:
    """Bets that look at cards come in the order asked for, among the others."""
    bets = [read_bet("punto-pair"), CLASSIC[0], read_bet("fabulous-pair-punto")]
    lines = deal(seeded(4), 3, suits=True)
    before_lines = edges(bets, records(lines), Shoe.decks(8))
    left = Shoe.decks(8).remove(read_cards(seen(lines[:2], 1)))
    assert [odds.house_edge for odds in price_bets(bets, left, STANDARD)] == [
        Fraction(*edge) for edge in before_lines[2] if edge
    ]


def test_bets_on_ranks_alone() -> None:
    """Bets on ranks are priced without any bet on totals."""
    before_lines = edges([read_bet("punto-pair")], [Record(2, ("9 K", "3 8", *[""] * 7))], Shoe.decks(8))
    assert before_lines == [[(43, 415)]]


@pytest.mark.usefixtures("_route")
def test_where_there_is_no_edge() -> None:
    """A line not read, a shoe too small and a shoe known too coarsely have no edge; the other edges are there."""
    bets = [CLASSIC[2], read_bet("punto-pair")]
    lines = [
        Record(2, ("4 0", "4 0", *[""] * 7)),
        Record(3, problem="torn"),
        Record(4, ("4 3", "4 3", *[""] * 7)),
        Record(5, ("4 3", "4 3", *[""] * 7)),
    ]
    shoe = Shoe.from_spec("4=6 3=4 K=2")
    before_lines = edges(bets, lines, shoe)
    assert [[edge is not None for edge in line_edges] for line_edges in before_lines] == [
        [True, True],
        [False, False],
        [True, False],
        [False, False],
    ]


@pytest.mark.usefixtures("_route")
def test_other_rules() -> None:
    """The drawing rules are those of the game."""
    tableau = read_tableau("symmetric")
    before_lines = edges(CLASSIC, [Record(2, ("9 K", "3 8", *[""] * 7))], Shoe.decks(6), tableau)
    expected = [odds.house_edge for odds in price_bets(CLASSIC, Shoe.decks(6), tableau)]
    assert [expected] == [[Fraction(*edge) for edge in line_edges if edge] for line_edges in before_lines]


def test_how_finely_a_shoe_is_kept() -> None:
    """As finely as the finest bet looks; not at all for no bet."""
    assert needed_fineness([]) is None
    assert needed_fineness(CLASSIC) is Fineness.VALUES
    assert needed_fineness([*CLASSIC, read_bet("punto-pair")]) is Fineness.RANKS
    assert needed_fineness([read_bet("perfect-pair"), *CLASSIC]) is Fineness.FACES
