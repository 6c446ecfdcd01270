"""The game of chemin de fer: its information sets, its values and best replies."""

from __future__ import annotations

from fractions import Fraction

import pytest
from chemin_de_fer import EVERY_VIEW, ONE, SIX_STOOD, VIEWS, ZERO, infinite
from hypothesis import strategies as st

from analyzer import (
    STANDARD,
    NotationError,
    RulesError,
    Shoe,
    ShoeError,
    Solution,
    Tableau,
    chemin_de_fer_game,
    endings,
    read_tableau,
)
from analyzer.analyses.chemin_de_fer.game import Cell
from analyzer.analyses.chemin_de_fer.solution import compare_with_tableau
from analyzer.rules.coup import Winner


def draws(solution: Solution, cell: Cell) -> Fraction:
    """Return the probability of drawing in a cell."""
    return solution.strategy[solution.game.cells.index(cell)]


class TestFiniteShoes:
    """One to eight decks, with and without a commission, for every pair of views."""

    @pytest.mark.parametrize("decks", [1, 8])
    def test_by_the_tableau_the_outcomes_are_those_of_punto_banco(self, decks: int) -> None:
        """The wins of both hands are those the main game counts."""
        shoe = Shoe.decks(decks)
        winners = endings(shoe, STANDARD).coarsen(lambda ending: ending.winner)
        for views in EVERY_VIEW:
            game = chemin_de_fer_game(shoe, punto_sees=views[0], banco_sees=views[1])
            wins = Fraction(winners.count(Winner.PUNTO)), Fraction(winners.count(Winner.BANCO))
            assert wins == game.wins(game.strategy_of())


class TestStatedStrategies:
    """Best replies to a hand that does not choose."""

    def test_replies_to_a_punto_who_always_or_never_draws(self) -> None:
        """Banco draws on six after a stand against the one, not against the other, on the infinite shoe."""
        game = infinite()
        six = game.cells.index(SIX_STOOD)
        always = game.best_reply("banco", game.strategy_of())
        changed = [cell for cell, was, now in zip(game.cells, game.strategy_of(), always, strict=True) if was != now]
        assert [Cell("banco", 4, (), 1), SIX_STOOD] == changed
        never = game.best_reply("banco", game.strategy_of(punto=read_tableau("punto-0-4")))
        assert (always[six], never[six]) == (ONE, ZERO)
        assert game.strategy_of(Fraction(0)) == game.strategy_of(punto=read_tableau("punto-0-4"))
        assert game.strategy_of(Fraction(1)) == game.strategy_of()


class TestSeveralEquilibria:
    """Games with a commission in which banco is indifferent where punto is not, and games with stretches."""

    @pytest.mark.parametrize("views", EVERY_VIEW)
    def test_a_gain_is_what_drawing_adds_to_the_value(self, views: tuple[str, str]) -> None:
        """For either hand, with a commission."""
        game = chemin_de_fer_game(
            Shoe.from_spec("0=2 A=2 2=2 3=1 4=1 5=2 6=1"),
            punto_sees=views[0],
            banco_sees=views[1],
            commission=Fraction(1, 15),
        )
        strategy = tuple(Fraction(1, 3) if fixed is None else fixed for fixed in game.fixed)
        for hand in ("punto", "banco"):
            for place in game.free_cells(hand):
                ends = [(*strategy[:place], draws, *strategy[place + 1 :]) for draws in (ZERO, ONE)]
                stands, drew = (game.values(end).of(hand) for end in ends)
                assert game.gain(place, strategy) == drew - stands


class TestCells:
    """What a hand knows when it chooses."""

    def test_the_cells_of_totals(self) -> None:
        """Eight of punto's, of which it chooses in one, and 8 x 11 of banco's."""
        game = infinite()
        assert sum(cell.hand == "punto" for cell in game.cells) == 8
        assert (len(game.free_cells("punto")), len(game.free_cells("banco"))) == (1, 88)

    def test_the_cells_of_compositions(self) -> None:
        """44 openings are not naturals, and 5 of them make five; banco meets each with 11 choices of punto's."""
        game = infinite(punto_sees="composition", banco_sees="composition", free_punto=True)
        assert (len(game.free_cells("punto")), len(game.free_cells("banco"))) == (44, 484)
        bound = infinite(punto_sees="composition", banco_sees="composition")
        assert (len(bound.free_cells("punto")), len(bound.free_cells("banco"))) == (5, 484)

    def test_a_cell_that_no_coup_reaches_is_not_a_difference(self) -> None:
        """Where every opening is 0 or 5, a punto that always draws never reaches banco's cells after a stand."""
        game = chemin_de_fer_game(Shoe.from_spec("0=4 5=4"))
        strategy = game.strategy_of()
        unreached = [each for each in compare_with_tableau(game, strategy) if not each.reached]
        assert unreached
        assert {"either"} == {each.best for each in unreached}
        assert not any(each.differs or each.cost for each in unreached)

    @pytest.mark.parametrize("decks", [1, 8])
    def test_the_chances_of_reaching_add_up(self, decks: int) -> None:
        """Punto's cells together, and banco's, come up whenever nobody has a natural."""
        game = chemin_de_fer_game(Shoe.decks(decks), punto_sees="composition")
        reached = game.reached(game.strategy_of(Fraction(1, 3)))
        naturals = endings(Shoe.decks(decks), STANDARD).coarsen(
            lambda ending: ending.punto_natural or ending.banco_natural
        )
        for hand in ("punto", "banco"):
            own = sum(share for cell, share in zip(game.cells, reached, strict=True) if cell.hand == hand)
            assert naturals.probability(seen=False) == own


class TestRefusals:
    """What makes no sense is refused in one line."""

    def test_a_commission_out_of_range(self) -> None:
        """More than a tenth, or less than nothing."""
        for commission in (Fraction(101, 1000), Fraction(-1, 100)):
            with pytest.raises(NotationError, match=r"^commission: got -?\d+\.\d+%; in chemin de fer it is from 0% to"):
                infinite(commission)

    def test_an_unknown_view(self) -> None:
        """The nearest is named."""
        with pytest.raises(RulesError, match="did you mean composition"):
            infinite(punto_sees="compositions")

    def test_fewer_cards_than_a_coup_needs(self) -> None:
        """Six."""
        with pytest.raises(ShoeError, match="got 5 cards; a coup can need 6"):
            chemin_de_fer_game(Shoe.from_spec("5=5"))

    def test_a_tableau_that_gives_punto_a_choice_it_has_not(self) -> None:
        """Unless punto is free."""
        odd = Tableau("odd", (True,) * 8, STANDARD.banco)
        with pytest.raises(RulesError, match=r"^tableau odd: punto draws on 6; here it must stand"):
            infinite().strategy_of(punto=odd)
        assert len(infinite(free_punto=True).strategy_of(punto=odd)) == 96

    def test_a_tableau_that_plays_on_after_a_natural(self) -> None:
        """In chemin de fer a natural ends the coup."""
        with pytest.raises(RulesError, match="plays on after a natural"):
            infinite().strategy_of(banco=read_tableau("no-natural-rule"))

    def test_a_probability_over_1_is_refused(self) -> None:
        """A probability is from 0 to 1."""
        with pytest.raises(NotationError, match="got 3/2; a probability is from 0 to 1"):
            infinite().strategy_of(Fraction(3, 2))


views = st.sampled_from(VIEWS)
