"""The game of chemin de fer from one shoe: its information sets and what the hands win in them.

Punto chooses on an opening of five (on any total, if free), banco on every opening. Each sees its own opening, by total
or by the two point values; banco also sees whether punto drew, and its third card. A natural ends the coup. A cell is
an information set, what a hand knows when it chooses; a strategy is the probability of drawing in every cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain
from math import lcm
from numbers import Rational
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from analyzer.analyses.chemin_de_fer.equilibrium import Gain
from analyzer.arguments import checked
from analyzer.cards.shoe import Shoe
from analyzer.enumeration.enumerator import enumerate_deals
from analyzer.errors import NotationError, RulesError, nearest
from analyzer.notation import percent, shown
from analyzer.rules.tableau import NATURAL, STANDARD, Tableau
from analyzer.text import short_repr

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from analyzer.enumeration.enumerator import Branch, Deals, Opening

__all__ = [
    "MAX_COMMISSION",
    "PUNTO_CHOOSES_ON",
    "VIEWS",
    "Cell",
    "Game",
    "Play",
    "Strategy",
    "Values",
    "chemin_de_fer_game",
    "whole_parts",
]

Strategy = tuple[Fraction, ...]
"""The probability of drawing in every cell of a game, of both hands, in the order of `Game.cells`."""
Play: TypeAlias = "Tableau | Mapping[Cell, Fraction]"
"""How a hand plays: by a tableau, or with a probability of drawing in each cell."""

MAX_COMMISSION = Fraction(1, 10)
PUNTO_CHOOSES_ON = 5
"""The one total on which punto may choose; below it must draw, above it must stand (Kemeny and Snell, 1957)."""


def _total_only(_first: int, _second: int) -> None:
    return None


def _point_values(first: int, second: int) -> tuple[int, int]:
    return first, second


VIEWS = {"total": _total_only, "composition": _point_values}
"""What a hand can see of its own opening: only its total, or its two point values."""


class Cell(NamedTuple):
    """An information set: what a hand knows when it chooses.

    Attributes:
        hand: "punto" or "banco".
        total: its opening total.
        cards: its two point values, the lower first; () if it sees only the total.
        third: for banco the point value of punto's third card, -1 if punto stood; for punto -1.
    """

    hand: str
    total: int
    cards: tuple[int, ...] = ()
    third: int = -1

    @property
    def opening(self) -> str:
        """The opening as text: "6", or "6 (1 5)" where the hand sees its cards."""
        return f"{self.total} ({self.cards[0]} {self.cards[1]})" if self.cards else str(self.total)

    @property
    def label(self) -> str:
        """The cell in words.

        >>> Cell("banco", 6, (1, 5), 4).label, Cell("banco", 6).label, Cell("punto", 5).label
        ('banco on 6 (1 5), punto drew 4', 'banco on 6, punto stood', 'punto on 5')
        """
        choice = f"{self.hand} on {self.opening}"
        if self.hand == "punto":
            return choice
        return f"{choice}, punto {'stood' if self.third < 0 else f'drew {self.third}'}"

    def tableau_draws(self, tableau: Tableau) -> bool:
        """Return whether the tableau draws here."""
        if self.hand == "punto":
            return tableau.punto_draws(self.total)
        return tableau.banco_draws(self.total, None if self.third < 0 else self.third)


class Meeting(NamedTuple):
    """A cell of punto and a cell of banco that one coup can reach, by the choice of punto that leads to banco's cell.

    Attributes:
        ways: ordered six-card deals.
        stands: how many of them punto wins and how many banco wins, if banco stands.
        draws: the same if banco draws.
    """

    ways: int
    stands: tuple[int, int]
    draws: tuple[int, int]


class Values(NamedTuple):
    """The expected net results of punto and banco per unit staked. Without a commission they sum to 0."""

    punto: Fraction
    banco: Fraction

    def of(self, hand: str) -> Fraction:
        """Return the expected net result of one hand."""
        return self.punto if hand == "punto" else self.banco


@short_repr(lambda _game: "of chemin de fer")
@dataclass(frozen=True)
class Game:
    """Chemin de fer from one shoe. Made by `chemin_de_fer_game`.

    Attributes:
        cells: every cell that a coup can reach, punto's first.
        fixed: the probability of drawing in a cell without a choice, None in a free cell.
        meetings: by the indices of a cell of punto and a cell of banco.
        naturals: how many deals punto wins, and banco, where a natural ends the coup.
        total: the number of ordered six-card deals.
        commission: the share of its win that banco pays.
    """

    cells: tuple[Cell, ...]
    fixed: tuple[Fraction | None, ...]
    meetings: Mapping[tuple[int, int], Meeting]
    naturals: tuple[int, int]
    total: int
    commission: Fraction

    def free_cells(self, hand: str) -> list[int]:
        """Return the indices of the cells in which a hand has a choice."""
        return [index for index, cell in enumerate(self.cells) if cell.hand == hand and self.fixed[index] is None]

    @cached_property
    def _units(self) -> tuple[int, int]:
        """How many units of a gain in `gains` make one stake: for punto and for banco."""
        return self.total, self.total * self.commission.denominator

    @cached_property
    def gains(self) -> tuple[Gain, ...]:
        """What the hand of each cell gains by drawing rather than standing, in whole numbers."""
        part = self.commission.denominator
        kept = part - self.commission.numerator
        constants = [0] * len(self.cells)
        slopes: list[dict[int, int]] = [{} for _ in self.cells]
        for (punto, banco), (_ways, stands, draws) in self.meetings.items():
            if_stands, if_draws = stands[0] - stands[1], draws[0] - draws[1]
            drawing = kept * (draws[1] - stands[1]) - part * (draws[0] - stands[0])
            if self.cells[banco].third < 0:
                constants[punto] -= if_stands
                slopes[punto][banco] = if_stands - if_draws
                constants[banco] += drawing
                slopes[banco][punto] = -drawing
            else:
                constants[punto] += if_stands
                slopes[punto][banco] = if_draws - if_stands
                slopes[banco][punto] = drawing
        return tuple(Gain(constant, slope) for constant, slope in zip(constants, slopes, strict=True))

    @cached_property
    def irrelevant_cells(self) -> frozenset[int]:
        """The indices of banco's cells whose choice changes neither hand's result for any play of punto."""
        part = self.commission.denominator
        kept = part - self.commission.numerator
        # What drawing changes for punto and banco, by each free cell of punto and by all its other cells together.
        changes: dict[int, dict[int | None, list[int]]] = {index: {} for index in self.free_cells("banco")}
        for (punto, banco), (_ways, stands, draws) in self.meetings.items():
            drew = self.cells[banco].third >= 0
            fixed = self.fixed[punto]
            if fixed in {None, Fraction(drew)}:
                change = changes[banco].setdefault(punto if fixed is None else None, [0, 0])
                change[0] += draws[0] - stands[0] - draws[1] + stands[1]
                change[1] += kept * (draws[1] - stands[1]) - part * (draws[0] - stands[0])
        return frozenset(index for index, by_cell in changes.items() if not any(map(any, by_cell.values())))

    def gain(self, index: int, strategy: Strategy) -> Fraction:
        """Return what the hand of a cell gains by drawing over standing, per unit staked and over all coups."""
        return self.gains[index].at(strategy) / self._units[self.cells[index].hand == "banco"]

    def wins(self, strategy: Strategy) -> tuple[Fraction, Fraction]:
        """Return the expected number of deals, of `total`, that punto wins and that banco wins."""
        scale, drawn = whole_parts(strategy)
        sums = [0, 0]
        for (punto, banco), (_ways, stands, draws) in self.meetings.items():
            reached = drawn[punto] if self.cells[banco].third >= 0 else scale - drawn[punto]
            if reached:
                draw = drawn[banco]
                stand = scale - draw
                sums[0] += reached * (stand * stands[0] + draw * draws[0])
                sums[1] += reached * (stand * stands[1] + draw * draws[1])
        punto_wins, banco_wins = (
            natural + Fraction(part, scale * scale) for natural, part in zip(self.naturals, sums, strict=True)
        )
        return punto_wins, banco_wins

    def values(self, strategy: Strategy) -> Values:
        """Return the expected net result of both hands per unit staked."""
        punto, banco = self.wins(strategy)
        return Values((punto - banco) / self.total, (banco * (1 - self.commission) - punto) / self.total)

    def reached(self, strategy: Strategy) -> list[Fraction]:
        """Return for each cell the probability that a coup reaches it."""
        scale, drawn = whole_parts(strategy)
        ways = [0] * len(self.cells)
        for (punto, banco), meeting in self.meetings.items():
            stood = self.cells[banco].third < 0
            # Punto's cell is counted once, for standing: drawing meets the same openings of banco.
            ways[punto] += meeting.ways * scale if stood else 0
            ways[banco] += meeting.ways * (scale - drawn[punto] if stood else drawn[punto])
        return [Fraction(number, scale * self.total) for number in ways]

    def strategy_of(self, punto: Play | Fraction = STANDARD, banco: Play = STANDARD) -> Strategy:
        """Return the strategy made of two stated plays; a hand whose play is not stated follows the tableau.

        Args:
            punto: a tableau, the probability of drawing in each cell, or only the probability of drawing on five; on
                other totals punto then follows the standard tableau. Where a hand sees its cards, a cell may be stated
                by its total.
            banco: a tableau, or the probability of drawing in each cell.

        Raises:
            RulesError: if a tableau plays on after a natural, if a cell is not stated, if the play distinguishes cards
                that a hand does not see, or if it draws or stands where punto must not.
            NotationError: if the probability is not from 0 to 1.
        """
        if isinstance(punto, Fraction):
            if not 0 <= punto <= 1:
                raise NotationError(f"punto draws on five: got {punto}; a probability is from 0 to 1")
            on_five = Cell("punto", PUNTO_CHOOSES_ON)
            punto = {Cell("punto", total): Fraction(total < PUNTO_CHOOSES_ON) for total in range(NATURAL)} | {
                on_five: punto
            }
        plays = {"punto": punto, "banco": banco}
        for hand, play in plays.items():
            by_cards = not isinstance(play, Tableau) and any(cell.cards for cell in play if cell.hand == hand)
            own = [cell for cell in self.cells if cell.hand == hand]
            if by_cards and own and not any(cell.cards for cell in own):
                raise RulesError(f"the play distinguishes {hand}'s cards; here {hand} sees only their total")
        return tuple(_draws(plays[cell.hand], cell, fixed) for cell, fixed in zip(self.cells, self.fixed, strict=True))

    def best_reply(self, hand: str, strategy: Strategy) -> Strategy:
        """Return the strategy with the hand's own cells changed to its best reply to the other hand's.

        Where drawing and standing are equally good the cell is unchanged.
        """
        reply = list(strategy)
        for index in self.free_cells(hand):
            gain = self.gains[index].at(strategy)
            if gain:
                reply[index] = Fraction(gain > 0)
        return tuple(reply)


def _draws(play: Play, cell: Cell, fixed: Fraction | None) -> Fraction:
    """Return the probability with which a play draws in a cell; it must be `fixed` unless that is None."""
    if isinstance(play, Tableau):
        if not play.natural_ends:
            raise RulesError(
                f"tableau {play.name}: it plays on after a natural; in chemin de fer a natural ends the coup"
            )
        draws: Fraction | None = Fraction(cell.tableau_draws(play))
    else:
        draws = play.get(cell, play.get(cell._replace(cards=()), fixed))
    if draws is None:
        raise RulesError(f"the play gives no probability of drawing for the cell: {cell.label}")
    if fixed not in {None, draws}:
        prefix = f"tableau {play.name}: " if isinstance(play, Tableau) else ""
        action = "draws" if draws == 1 else "stands" if not draws else f"draws with {draws}"
        raise RulesError(
            f"{prefix}punto {action} on {cell.opening}; here it must {'draw' if fixed else 'stand'}, and chooses only "
            f"on {PUNTO_CHOOSES_ON} unless it is free"
        )
    return draws


@checked(shoe=Shoe, commission=Rational)
def chemin_de_fer_game(
    shoe: Shoe,
    *,
    punto_sees: str = "total",
    banco_sees: str = "total",
    free_punto: bool = False,
    commission: Fraction = Fraction(0),
) -> Game:
    """Return the game of chemin de fer from a shoe.

    Args:
        shoe: the composition before the coup.
        punto_sees: what punto sees of its opening, one of `VIEWS`.
        banco_sees: the same for banco.
        free_punto: whether punto chooses on every total, not only on five.
        commission: the share of its win that banco pays, from 0 to 10 %.

    Raises:
        RulesError: if a view is unknown.
        NotationError: if the commission is out of range.

    Cost: one run of the enumerator by value; about 21,000 meetings if both hands see their compositions.

    >>> from analyzer import Shoe
    >>> game = chemin_de_fer_game(Shoe.infinite())
    >>> tableau = game.strategy_of()
    >>> game.values(tableau).punto, game.values(game.best_reply("banco", tableau)).punto
    (Fraction(-4560, 371293), Fraction(-66016, 4826809))
    """
    for view in (punto_sees, banco_sees):
        if view not in VIEWS:
            raise RulesError(f"view: got {shown(view)}{nearest(view, list(VIEWS))}")
    if not 0 <= commission <= MAX_COMMISSION:
        raise NotationError(
            f"commission: got {percent(commission, 4)}; in chemin de fer it is from 0% to {percent(MAX_COMMISSION, 0)}"
        )
    cells, meetings, naturals, total = _count_meetings(shoe, punto_sees, banco_sees)
    free = set(range(NATURAL)) if free_punto else {PUNTO_CHOOSES_ON}
    fixed = (
        None if cell.hand == "banco" or cell.total in free else Fraction(cell.tableau_draws(STANDARD)) for cell in cells
    )
    return Game(cells, tuple(fixed), meetings, naturals, total, commission)


@lru_cache(maxsize=16)
def _count_meetings(
    shoe: Shoe, punto_sees: str, banco_sees: str
) -> tuple[tuple[Cell, ...], Mapping[tuple[int, int], Meeting], tuple[int, int], int]:
    """Return the cells, their meetings, the wins by naturals and the total, which the rules of choice do not change."""
    deals = enumerate_deals(shoe, punto=VIEWS[punto_sees], banco=VIEWS[banco_sees])
    naturals = [0, 0]
    met: dict[tuple[Cell, Cell], Meeting] = {}
    for branch in deals.branches:
        punto, banco = branch.punto.total, branch.banco.total
        if STANDARD.is_over(punto, banco):
            for winner, wins in enumerate((punto > banco, banco > punto)):
                naturals[winner] += wins * branch.ways * deals.pad_four
        else:
            own = _cell("punto", branch.punto)
            met |= {(own, _cell("banco", branch.banco, third)): meeting for third, meeting in _meetings(branch, deals)}
    cells = tuple(sorted(set(chain(*met)), key=lambda cell: (cell.hand != "punto", cell)))
    index_of = {cell: index for index, cell in enumerate(cells)}
    meetings = {(index_of[punto], index_of[banco]): meeting for (punto, banco), meeting in met.items()}
    return cells, meetings, (naturals[0], naturals[1]), deals.total


def _cell(hand: str, opening: Opening, third: int = -1) -> Cell:
    return Cell(hand, opening.total, opening.kept if isinstance(opening.kept, tuple) else (), third)


def _meetings(branch: Branch, deals: Deals) -> Iterator[tuple[int, Meeting]]:
    """Yield the meetings of two openings by the value of punto's third card, -1 if punto stands."""
    ways = branch.ways * deals.pad_four
    fifth = [count * deals.pad_five for count in branch.fifth]
    yield -1, _meeting(branch.punto.total, branch.banco.total, ways, fifth)
    for third, ways in enumerate(fifth):
        if ways:
            total = (branch.punto.total + deals.values[third]) % 10
            yield third, _meeting(total, branch.banco.total, ways, branch.sixth[third])


def _meeting(punto: int, banco: int, ways: int, drawn: list[int]) -> Meeting:
    """Return the wins of both hands from punto's final total, banco's opening total and the deals by banco's card."""
    # The list by card, rotated by banco's opening total, is the list by banco's final total.
    by_total = drawn[10 - banco :] + drawn[: 10 - banco]
    return Meeting(
        ways, (ways * (punto > banco), ways * (punto < banco)), (sum(by_total[:punto]), sum(by_total[punto + 1 :]))
    )


def whole_parts(strategy: Strategy) -> tuple[int, list[int]]:
    """Return a common denominator of the probabilities, and their numerators over it."""
    scale = lcm(*(probability.denominator for probability in strategy))
    return scale, [int(probability * scale) for probability in strategy]
