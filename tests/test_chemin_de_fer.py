"""Chemin de fer: the known solutions, the certificates, and brute force on small shoes that shares no code."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import prod
from typing import TYPE_CHECKING, Any

import pytest
from command import run
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from analyzer import (
    STANDARD,
    Game,
    NotationError,
    RulesError,
    Shoe,
    ShoeError,
    Solution,
    Tableau,
    chemin_de_fer_game,
    endings,
    read_tableau,
    solve_game,
)
from analyzer.analyses.chemin_de_fer.equilibrium import Gain, Piece, equilibrium, one_probability_equilibria
from analyzer.analyses.chemin_de_fer.game import Cell, Strategy
from analyzer.analyses.chemin_de_fer.solution import Cost, beside_tableau, certify
from analyzer.rules.coup import Winner

if TYPE_CHECKING:
    from pathlib import Path

VIEWS = ("total", "composition")
EVERY_VIEW = [(punto, banco) for punto in VIEWS for banco in VIEWS]
ZERO, ONE = Fraction(0), Fraction(1)
SIX_STOOD = Cell("banco", 6)
FIVE = Cell("punto", 5)
OTHER = {"punto": "banco", "banco": "punto"}


def infinite(
    commission: Fraction = ZERO, *, punto_sees: str = "total", banco_sees: str = "total", free_punto: bool = False
) -> Game:
    """Return the game from the infinite shoe."""
    return chemin_de_fer_game(
        Shoe.infinite(), punto_sees=punto_sees, banco_sees=banco_sees, free_punto=free_punto, commission=commission
    )


def draws(solution: Solution, cell: Cell) -> Fraction:
    """Return the probability of drawing in a cell."""
    return solution.strategy[solution.game.cells.index(cell)]


def mixed(solution: Solution) -> dict[Cell, Fraction]:
    """Return the cells in which a hand does not do the same every time."""
    return {
        cell: probability
        for cell, probability in zip(solution.game.cells, solution.strategy, strict=True)
        if 0 < probability < 1
    }


class TestKemenySnell1957:
    """The infinite shoe, both hands seen by their totals, punto free on five alone."""

    def test_punto_draws_on_five_nine_times_in_eleven_and_banco_on_six_859_times_in_2288(self) -> None:
        """Both hands mix in one cell each."""
        assert {FIVE: Fraction(9, 11), SIX_STOOD: Fraction(859, 2288)} == mixed(solve_game(infinite()))

    def test_the_value_to_punto(self) -> None:
        """It is minus 1.28 %."""
        assert Fraction(-679568, 53094899) == solve_game(infinite()).values.punto

    def test_it_is_the_only_solution(self) -> None:
        """One piece, a point, in which every range is one."""
        solution = solve_game(infinite())
        assert solution.unique is True
        assert solution.pieces is not None
        assert [(Fraction(9, 11), Fraction(9, 11))] == [(piece.low, piece.high) for piece in solution.pieces]

    def test_the_tableau_differs_in_no_cell_where_optimal_play_is_strict(self) -> None:
        """Only the two cells in which either choice is as good are not the tableau's outright."""
        game = infinite()
        compared = beside_tableau(game, solve_game(game).strategy)
        assert not [each for each in compared if each.differs]
        assert [each.cell for each in compared if each.best == "either"] == [FIVE, SIX_STOOD]

    def test_what_nearly_is_worth(self) -> None:
        """Following the tableau costs nothing until the other hand notices: then 46608 or 27488 in 53094899."""
        solution = solve_game(infinite())
        tableau = solution.game.follow()
        assert (ZERO, Fraction(46608, 53094899)) == solution.cost("punto", tableau)
        assert (ZERO, Fraction(27488, 53094899)) == solution.cost("banco", tableau)
        for cell in (FIVE, SIX_STOOD):
            place = solution.game.cells.index(cell)
            assert solution.cost(cell.hand, tableau) == solution.cost_in(place, tableau[place])

    @pytest.mark.parametrize(
        ("percent", "probability"), [(1, Fraction(899, 1094)), (5, Fraction(179, 214)), (10, Fraction(89, 104))]
    )
    def test_with_a_commission(self, percent: int, probability: Fraction) -> None:
        """There is one equilibrium; banco mixes as it did, punto draws more often."""
        solution = solve_game(infinite(Fraction(percent, 100)))
        assert {FIVE: probability, SIX_STOOD: Fraction(859, 2288)} == mixed(solution)
        assert solution.unique is True

    def test_free_on_every_total_punto_does_the_same(self) -> None:
        """It draws on 0-4 and stands on 6 and 7 of its own accord."""
        free, bound = solve_game(infinite(free_punto=True)), solve_game(infinite())
        assert (bound.strategy, bound.values) == (free.strategy, free.values)

    def test_seeing_the_cards_is_worth_nothing_where_they_tell_nothing(self) -> None:
        """Every card of an infinite shoe is as probable after two others as before."""
        for punto_sees, banco_sees in EVERY_VIEW:
            seeing = solve_game(infinite(punto_sees=punto_sees, banco_sees=banco_sees))
            assert Fraction(-679568, 53094899) == seeing.values.punto


class TestFiniteShoes:
    """One to eight decks, with and without a commission, for every pair of views."""

    @pytest.mark.parametrize(
        ("decks", "free_punto"), [*((decks, False) for decks in range(1, 9)), (1, True), (8, True)]
    )
    def test_seeing_more_never_hurts_its_owner(self, decks: int, *, free_punto: bool) -> None:
        """Without a commission the value moves towards the hand that sees more; every answer is certified."""
        value = {}
        for views in EVERY_VIEW:
            game = chemin_de_fer_game(
                Shoe.decks(decks), punto_sees=views[0], banco_sees=views[1], free_punto=free_punto
            )
            solution = solve_game(game)
            assert solution.certificate.holds
            assert -solution.values.banco == solution.values.punto
            value[views] = solution.values.punto
        for view in VIEWS:
            assert value["total", view] <= value["composition", view]
            assert value[view, "composition"] <= value[view, "total"]

    @pytest.mark.parametrize("views", EVERY_VIEW)
    @pytest.mark.parametrize("decks", [1, 8])
    def test_the_tableau_lies_between_the_two_best_replies(self, decks: int, views: tuple[str, str]) -> None:
        """Banco's best reply to the tableau holds punto lower; punto's own best reply to it is to follow it too."""
        game = chemin_de_fer_game(Shoe.decks(decks), punto_sees=views[0], banco_sees=views[1])
        tableau = game.follow()
        low = game.values(game.best_reply("banco", tableau)).punto
        high = game.values(game.best_reply("punto", tableau)).punto
        assert low < game.values(tableau).punto == high
        assert low < solve_game(game).values.punto < high

    @pytest.mark.parametrize("decks", [1, 8])
    def test_both_followed_the_tableau_gives_the_outcomes_of_punto_banco(self, decks: int) -> None:
        """The wins of both hands are those the main game counts."""
        shoe = Shoe.decks(decks)
        winners = endings(shoe, STANDARD).coarsen(lambda ending: ending.winner)
        for views in EVERY_VIEW:
            game = chemin_de_fer_game(shoe, punto_sees=views[0], banco_sees=views[1])
            wins = Fraction(winners.count(Winner.PUNTO)), Fraction(winners.count(Winner.BANCO))
            assert wins == game.wins(game.follow())

    @pytest.mark.parametrize("views", EVERY_VIEW)
    def test_a_commission_of_0_is_no_commission(self, views: tuple[str, str]) -> None:
        """The equilibria come continuously from the zero-sum solution: 10^-12 changes no certain choice."""
        shoe = Shoe.decks(8)
        games = [
            chemin_de_fer_game(shoe, punto_sees=views[0], banco_sees=views[1], commission=commission)
            for commission in (ZERO, Fraction(1, 10**12))
        ]
        without, hardly = map(solve_game, games)
        assert without.values.punto + without.values.banco == 0
        assert abs(without.values.punto - hardly.values.punto) < Fraction(1, 10**12)
        assert mixed(without).keys() == mixed(hardly).keys()
        certain = [place for place, probability in enumerate(without.strategy) if probability in {ZERO, ONE}]
        assert [without.strategy[place] for place in certain] == [hardly.strategy[place] for place in certain]

    @pytest.mark.parametrize("banco_sees", VIEWS)
    @pytest.mark.parametrize("decks", [1, 8])
    def test_two_routes_to_one_solution(self, decks: int, banco_sees: str) -> None:
        """The breakpoints of the one probability and the pivoting meet where the solution is unique."""
        for commission in (ZERO, Fraction(1, 20)):
            game = chemin_de_fer_game(Shoe.decks(decks), banco_sees=banco_sees, commission=commission)
            by_breakpoints = solve_game(game)
            assert by_breakpoints.unique is True
            assert by_breakpoints.strategy == equilibrium(game.gains, game.fixed)

    def test_one_deck_banco_stands_on_five_against_a_four(self) -> None:
        """Seen by totals, that is the only cell where the tableau is wrong outright."""
        game = chemin_de_fer_game(Shoe.decks(1))
        compared = beside_tableau(game, solve_game(game).strategy)
        assert [Cell("banco", 5, (), 4)] == [each.cell for each in compared if each.differs]

    @pytest.mark.parametrize("decks", range(2, 9))
    def test_from_four_decks_on_the_tableau_is_right_wherever_it_matters(self, decks: int) -> None:
        """Seen by totals; with two and three decks banco should still stand on five against a four."""
        game = chemin_de_fer_game(Shoe.decks(decks))
        compared = beside_tableau(game, solve_game(game).strategy)
        assert [each.cell for each in compared if each.differs] == ([Cell("banco", 5, (), 4)] if decks < 4 else [])

    @pytest.mark.parametrize("decks", [1, 6, 8])
    def test_a_free_punto_does_what_a_bound_one_must(self, decks: int) -> None:
        """On every total but five, whatever the hands see; so freedom is worth nothing."""
        for punto_sees, banco_sees in EVERY_VIEW:
            bound, free = (
                solve_game(
                    chemin_de_fer_game(
                        Shoe.decks(decks), punto_sees=punto_sees, banco_sees=banco_sees, free_punto=free_punto
                    )
                )
                for free_punto in (False, True)
            )
            assert bound.values == free.values
            others = [each for each in beside_tableau(free.game, free.strategy) if each.cell.total != 5]
            assert not [each for each in others if each.cell.hand == "punto" and each.probability != each.tableau_draws]

    def test_eight_decks_seen_whole(self) -> None:
        """Three hands are played otherwise than the tableau has it, all for less than 4 millionths of a stake."""
        game = chemin_de_fer_game(Shoe.decks(8), punto_sees="composition", banco_sees="composition")
        different = {each.cell: each.cost for each in beside_tableau(game, solve_game(game).strategy) if each.differs}
        assert {
            Cell("punto", 5, (2, 3)),
            Cell("banco", 5, (2, 3), 4),
            Cell("banco", 6, (8, 8)),
        } == set(different)
        assert max(different.values()) < Fraction(4, 10**6)


class TestCertificate:
    """A certificate holds for an equilibrium and for nothing else."""

    def test_every_single_deviation_and_every_pair_of_them_loses_or_changes_nothing(self) -> None:
        """Played out for the totals of eight decks: every cell turned round, and every pair of a hand's cells."""
        solution = solve_game(chemin_de_fer_game(Shoe.decks(8)))
        for hand in ("punto", "banco"):
            places = solution.game.places(hand)
            for turned in [*((place,) for place in places), *pairwise(places)]:
                changed = list(solution.strategy)
                for place in turned:
                    changed[place] = 1 - changed[place]
                assert solution.game.values(tuple(changed)).of(hand) <= solution.values.of(hand)

    @pytest.mark.parametrize("commission", [ZERO, Fraction(1, 20)])
    def test_it_refuses_what_is_no_equilibrium(self, commission: Fraction) -> None:
        """A probability a little off fails, and so does every certain choice turned round that matters."""
        game = chemin_de_fer_game(Shoe.decks(2), commission=commission)
        strategy = solve_game(game).strategy
        for place in (*game.places("punto"), *game.places("banco")):
            changed = list(strategy)
            probability = strategy[place]
            changed[place] = 1 - probability if probability in {ZERO, ONE} else probability + Fraction(1, 10**9)
            assert not certify(game, tuple(changed)).holds

    def test_an_answer_that_fails_it_is_not_given(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whatever the solver returned."""
        game = infinite(free_punto=True)
        monkeypatch.setattr(
            "analyzer.analyses.chemin_de_fer.solution.equilibrium", lambda _gains, _fixed: game.follow()
        )
        with pytest.raises(ArithmeticError, match="the equilibrium found fails its check"):
            solve_game(game)

    def test_it_says_by_how_much_a_strategy_can_be_bettered(self) -> None:
        """For the tableau against itself that is what the two best replies gain."""
        game = chemin_de_fer_game(Shoe.decks(6), banco_sees="composition", free_punto=True)
        tableau = game.follow()
        certificate = certify(game, tableau)
        assert game.values(game.best_reply("punto", tableau)).punto == certificate.best.punto
        assert game.values(game.best_reply("banco", tableau)).banco == certificate.best.banco
        assert not certificate.holds


class TestStatedStrategies:
    """Best replies to a hand that does not choose."""

    def test_replies_to_a_punto_who_always_draws_and_one_who_never_does(self) -> None:
        """Banco draws on six after a stand against the one, not against the other, on the infinite shoe."""
        game = infinite()
        six = game.cells.index(SIX_STOOD)
        always = game.best_reply("banco", game.follow())
        changed = [cell for cell, was, now in zip(game.cells, game.follow(), always, strict=True) if was != now]
        assert [Cell("banco", 4, (), 1), SIX_STOOD] == changed
        never = game.best_reply("banco", game.follow(punto=read_tableau("punto-0-4")))
        assert (always[six], never[six]) == (ONE, ZERO)
        assert game.follow(Fraction(0)) == game.follow(punto=read_tableau("punto-0-4"))
        assert game.follow(Fraction(1)) == game.follow()

    def test_against_the_equilibrium_no_reply_beats_the_value(self) -> None:
        """A punto who mixes rightly leaves banco nothing to gain, whatever banco does on six."""
        game = infinite()
        for six in (ZERO, ONE):
            strategy = list(game.follow(Fraction(9, 11)))
            strategy[game.cells.index(SIX_STOOD)] = six
            assert Fraction(-679568, 53094899) == game.values(tuple(strategy)).punto

    def test_the_reply_to_a_banco_who_follows_the_tableau(self) -> None:
        """Punto stands or draws on five by what is best; the value rises by what banco gives up."""
        solution = solve_game(infinite())
        reply = solution.game.best_reply("punto", solution.game.follow())
        assert solution.game.values(reply).punto == (solution.values.punto + Fraction(27488, 53094899))

    def test_a_cell_where_nothing_is_gained_stays_as_it_was(self) -> None:
        """A reply changes no choice that is as good as the other."""
        solution = solve_game(infinite())
        assert solution.strategy == solution.game.best_reply("banco", solution.strategy)

    @pytest.mark.parametrize("views", EVERY_VIEW)
    def test_what_a_deviation_costs(self, views: tuple[str, str]) -> None:
        """It is the value less what is left, before and after the other hand has found its best reply."""
        game = chemin_de_fer_game(Shoe.decks(1), punto_sees=views[0], banco_sees=views[1])
        solution = solve_game(game)
        turned = tuple(
            ONE - draws if fixed is None else fixed for draws, fixed in zip(game.follow(), game.fixed, strict=True)
        )
        for hand, other in (("punto", "banco"), ("banco", "punto")):
            for stated in (game.follow(), turned):
                played = tuple(
                    deviation if cell.hand == hand else own
                    for cell, deviation, own in zip(game.cells, stated, solution.strategy, strict=True)
                )
                left = [game.values(played).of(hand), game.values(game.best_reply(other, played)).of(hand)]
                assert solution.cost(hand, stated) == tuple(solution.values.of(hand) - value for value in left)

    def test_with_a_commission_only_the_cost_against_the_same_play_is_told(self) -> None:
        """The other hand's best reply is then not meant to cost the most."""
        solution = solve_game(infinite(Fraction(1, 20)))
        assert Cost(ZERO, None) == solution.cost("punto", solution.game.follow())


class TestSeveralEquilibria:
    """Games with a commission in which banco is indifferent where punto is not, and games with stretches."""

    def test_banco_may_not_care_where_punto_does(self) -> None:
        """A cell of banco's that gains it nothing, whatever it does, moves punto's expectation."""
        game = shoe_game("A=3 2=4 4=1 6=4", Fraction(1, 10))
        solution = solve_game(game)
        assert solution.unique is False
        [piece] = solution.pieces or ()
        place = game.cells.index(Cell("banco", 4, (2, 2), 2))
        assert piece.ranges[place] == (ZERO, ONE)
        found = set()
        for draws in (ZERO, Fraction(1, 2), ONE):
            strategy = (*solution.strategy[:place], draws, *solution.strategy[place + 1 :])
            assert certify(game, strategy).holds
            found.add(game.values(strategy))
        lowest, highest = solution.values_in(piece)
        assert found == {
            (Fraction(value), Fraction(-38123, 5266800)) for value in ("-151/3960", "-53/1386", "-1063/27720")
        }
        assert (lowest.punto, highest.punto) == (Fraction(-1063, 27720), Fraction(-151, 3960))
        assert lowest.banco == highest.banco

    def test_a_stretch_is_not_unique_though_its_first_piece_is(self) -> None:
        """Punto draws with 19/20 or more: what banco expects changes along the way."""
        solution = solve_game(shoe_game("2=3 3=1 6=1 7=1 8=1", Fraction(1, 20), banco_sees="total"))
        pieces = solution.pieces or ()
        assert [(str(piece.low), str(piece.high)) for piece in pieces] == [
            ("19/20", "19/20"),
            ("19/20", "1"),
            ("1", "1"),
        ]
        assert solution.unique is False
        bounds = [tuple(ends.banco for ends in solution.values_in(piece)) for piece in pieces]
        least, most = Fraction(857, 168000), Fraction(43, 8400)
        assert bounds == [(least, least), (least, most), (most, most)]

    @settings(max_examples=60, deadline=None)
    @given(
        st.dictionaries(st.integers(0, 9), st.integers(1, 4), min_size=3, max_size=6),
        st.sampled_from([Fraction(1, 10), Fraction(1, 15), Fraction(1, 20), ZERO]),
        st.data(),
    )
    def test_every_value_is_within_the_bounds(
        self, cards: dict[int, int], commission: Fraction, data: st.DataObject
    ) -> None:
        """Equilibria of a piece, made by pinning open cells one by one, are certified and their values within."""
        spec = " ".join(f"{'A' if value == 1 else value}={count}" for value, count in cards.items())
        assume(sum(cards.values()) >= 6)
        game = shoe_game(spec, commission)
        assume(len(game.places("punto")) == 1)
        solution = solve_game(game)
        piece = data.draw(st.sampled_from(solution.pieces or ()))
        lowest, highest = solution.values_in(piece)
        [single] = game.places("punto")
        middle = (piece.low + piece.high) / 2
        fixed = list(game.fixed)
        for place in data.draw(st.permutations(list(piece.weights))):
            fixed[place] = data.draw(st.sampled_from([ZERO, Fraction(1, 3), ONE]))
            kept = one_probability_equilibria(game.gains, fixed, single, game.idle)
            if not any(each.low == middle == each.high or each.low < middle < each.high for each in kept):
                fixed[place] = None
        for each in one_probability_equilibria(game.gains, fixed, single, game.idle):
            if each.low == middle == each.high or each.low < middle < each.high:
                values = game.values(each.example)
                assert lowest.punto <= values.punto <= highest.punto
                assert lowest.banco <= values.banco <= highest.banco

    @pytest.mark.parametrize(
        ("spec", "commission", "unique"),
        [
            ("8=6", ZERO, True),
            ("0=3 A=1 3=1 9=1", ZERO, True),
            ("0=2 2=3 7=2", ZERO, True),
            ("3=2 8=2 9=2", Fraction(1, 10), True),
            ("2=6 6=5", Fraction(1, 10), False),
        ],
    )
    def test_where_punto_has_no_choice_banco_alone_decides(
        self, spec: str, commission: Fraction, *, unique: bool
    ) -> None:
        """It is the only equilibrium if every cell that matters has one best choice."""
        solution = solve_game(shoe_game(spec, commission, "total"))
        assert solution.game.places("punto") == []
        assert solution.unique is unique
        assert solution.pieces is None

    @pytest.mark.parametrize(
        ("spec", "commission"), [("0=1 2=2 3=1 7=3 8=2", Fraction(1, 20)), ("2=3 6=2 8=3 9=1", ZERO)]
    )
    def test_a_cell_in_which_nothing_turns_on_the_choice_makes_no_second_solution(
        self, spec: str, commission: Fraction
    ) -> None:
        """What one opening of punto's gains by it another loses, and punto has no choice in either."""
        game = shoe_game(spec, commission, "total")
        solution = solve_game(game)
        assert solution.unique is True
        idle = [place for place in game.idle if game.reached(solution.strategy)[place]]
        assert idle
        for place in idle:
            for punto in (ZERO, Fraction(1, 3), ONE):
                played = {
                    game.values((*strategy[:place], draws, *strategy[place + 1 :]))
                    for draws in (ZERO, ONE)
                    for strategy in [
                        tuple(
                            punto if cell.hand == "punto" and fixed is None else own
                            for cell, fixed, own in zip(game.cells, game.fixed, solution.strategy, strict=True)
                        )
                    ]
                }
                assert len(played) == 1

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
            for place in game.places(hand):
                ends = [(*strategy[:place], draws, *strategy[place + 1 :]) for draws in (ZERO, ONE)]
                stands, drew = (game.values(end).of(hand) for end in ends)
                assert game.gain(place, strategy) == drew - stands


def shoe_game(spec: str, commission: Fraction = ZERO, banco_sees: str = "composition") -> Game:
    """Return the game from a small shoe."""
    return chemin_de_fer_game(Shoe.from_spec(spec), commission=commission, banco_sees=banco_sees)


class TestCells:
    """What a hand knows when it chooses."""

    def test_the_cells_of_totals(self) -> None:
        """Eight of punto's, of which it chooses in one, and 8 x 11 of banco's."""
        game = infinite()
        assert sum(cell.hand == "punto" for cell in game.cells) == 8
        assert (len(game.places("punto")), len(game.places("banco"))) == (1, 88)

    def test_the_cells_of_compositions(self) -> None:
        """44 openings are no natural, 5 of them are a five; banco meets each with 11 choices of punto's."""
        game = infinite(punto_sees="composition", banco_sees="composition", free_punto=True)
        assert (len(game.places("punto")), len(game.places("banco"))) == (44, 484)
        bound = infinite(punto_sees="composition", banco_sees="composition")
        assert (len(bound.places("punto")), len(bound.places("banco"))) == (5, 484)

    def test_a_cell_no_coup_comes_to_is_no_difference(self) -> None:
        """Where every opening is 0 or 5, a punto that always draws never comes to banco's cells after a stand."""
        game = chemin_de_fer_game(Shoe.from_spec("0=4 5=4"))
        strategy = game.follow()
        unreached = [each for each in beside_tableau(game, strategy) if not each.reached]
        assert unreached
        assert {"either"} == {each.best for each in unreached}
        assert not any(each.differs or each.cost for each in unreached)

    @pytest.mark.parametrize("decks", [1, 8])
    def test_the_chances_of_reaching_add_up(self, decks: int) -> None:
        """Punto's cells together, and banco's, come up whenever nobody has a natural."""
        game = chemin_de_fer_game(Shoe.decks(decks), punto_sees="composition")
        reached = game.reached(game.follow(Fraction(1, 3)))
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
            infinite().follow(punto=odd)
        assert len(infinite(free_punto=True).follow(punto=odd)) == 96

    def test_a_tableau_that_plays_on_after_a_natural(self) -> None:
        """In chemin de fer a natural ends the coup."""
        with pytest.raises(RulesError, match="plays on after a natural"):
            infinite().follow(banco=read_tableau("no-natural-rule"))

    def test_a_probability_that_is_none(self) -> None:
        """Over 1."""
        with pytest.raises(NotationError, match="got 3/2; a probability is from 0 to 1"):
            infinite().follow(Fraction(3, 2))


class TestCommand:
    """What the command line prints and refuses."""

    def test_json_has_the_solution_and_its_certificate(self) -> None:
        """Kemeny and Snell's, as rationals."""
        status, printed, _ = run("chemin-de-fer", "--decks", "inf", "-f", "json")
        document = json.loads(printed)
        assert status == 0
        assert document["value"]["punto"] == "-679568/53094899"
        assert document["unique"] is True
        assert document["certificate"] == {
            "holds": True,
            "punto": {"expects": "-679568/53094899", "at_most": "-679568/53094899"},
            "banco": {"expects": "679568/53094899", "at_most": "679568/53094899"},
        }
        assert {"9/11", "859/2288"} == {cell["draws"] for cell in document["cells"]} - {"0/1", "1/1"}
        assert not any(cell["differs"] for cell in document["cells"])

    def test_the_table_shows_play_like_a_croupiers_card(self) -> None:
        """Eight rows of banco's, the mixed cell as a number, what is unlike the tableau with a star."""
        _, printed, _ = run("chemin-de-fer", "--decks", "1")
        rows = [line.split() for line in printed.splitlines()]
        assert ["5", "D", "S", "S", "S", "S", "S*", "D", "D", "D", "S", "S"] in rows
        assert ["6", "0.3996", "S", "S", "S", "S", "S", "S", "D", "D", "S", "S"] in rows

    def test_several_shoes_make_a_row_each(self) -> None:
        """In CSV and in JSON."""
        _, printed, _ = run("chemin-de-fer", "--decks", "1,inf", "--banco-sees", "composition", "-f", "csv")
        assert [line.partition(",")[0] for line in printed.splitlines()] == ["Decks", "1", "inf"]
        _, printed, _ = run("chemin-de-fer", "--decks", "1,inf", "-f", "json")
        assert [each["shoe"]["decks"] for each in json.loads(printed)["shoes"]] == [1, "inf"]

    def test_what_is_not_unique_is_listed(self) -> None:
        """Where the cards tell nothing, banco may spread its draws over six as it likes."""
        _, printed, _ = run("chemin-de-fer", "--decks", "inf", "--banco-sees", "composition")
        assert "Every equilibrium" in printed
        assert "q1, banco on 6 (0 6), punto stood: 0 to 859/1144; q2, banco on 6 (1 5), punto stood: 0 to 1" in printed
        assert "8 q1 + 2 q2 + 2 q3 + q4 + 2 q5 + q6 = 859/143" in printed
        _, printed, _ = run("chemin-de-fer", "--decks", "inf", "--banco-sees", "composition", "-f", "json")
        [piece] = json.loads(printed)["equilibria"]
        weights = [Fraction(cell["weight"]) for cell in piece["open"]]
        assert [weight / weights[-1] for weight in weights] == [8, 2, 2, 1, 2, 1]
        assert Fraction(piece["sum_at_least"]) == Fraction(piece["sum_at_most"]) == weights[-1] * Fraction(859, 143)
        assert piece["value"]["punto"] == {"low": "-679568/53094899", "high": "-679568/53094899"}

    def test_values_that_vary_are_given_from_the_least_to_the_most(self) -> None:
        """Along a stretch of equilibria, in the table and in JSON."""
        words = ("chemin-de-fer", "--shoe", "2=3 3=1 6=1 7=1 8=1", "--commission", "5%")
        printed = run(*words).out
        assert "between 19/20 and 1        -2.857143%  0.510119% to 0.511905%" in printed
        pieces = json.loads(run(*words, "-f", "json").out)["equilibria"]
        assert pieces[1]["value"]["banco"] == {"low": "857/168000", "high": "43/8400"}

    def test_cells_with_nothing_to_choose_are_no_differences(self) -> None:
        """A cell that is "either" is not listed unless optimal play mixes in it."""
        printed = run("chemin-de-fer", "--shoe", "0=3 A=1 3=1 9=1").out
        rows = printed.partition("Where the tableau")[2].split("\n\n")[1].splitlines()[2:]
        cells = json.loads(run("chemin-de-fer", "--shoe", "0=3 A=1 3=1 9=1", "-f", "json").out)["cells"]
        assert len(rows) - 2 == sum(cell["differs"] for cell in cells)
        assert any(cell["best"] == "either" and cell["draws"] != "1/1" and cell["tableau"] == "draws" for cell in cells)

    def test_json_has_both_costs_of_every_cell(self) -> None:
        """Where optimal play mixes the first is 0 and the second is not."""
        document = json.loads(run("chemin-de-fer", "--decks", "inf", "-f", "json").out)
        costs = {
            cell["draws"]: (cell["cost"], cell["cost_if_other_replies"])
            for cell in document["cells"]
            if cell["draws"] not in {"0/1", "1/1"}
        }
        assert costs == {"9/11": ("0/1", "46608/53094899"), "859/2288": ("0/1", "27488/53094899")}

    def test_a_play_printed_can_be_stated(self, tmp_path: Path) -> None:
        """The equilibrium that one run prints, stated to another, is answered with the same value, for either hand."""
        words = ("chemin-de-fer", "--decks", "1", "--banco-sees", "composition", "--commission", "5%", "-f", "json")
        file = tmp_path / "play.json"
        printed = run(*words).out
        file.write_text(printed)
        value = json.loads(printed)["value"]
        for hand in ("punto", "banco"):
            answer = json.loads(run(*words, f"--{hand}-plays", str(file)).out)
            assert (answer["hand"], answer["value"][OTHER[hand]]) == (hand, value[OTHER[hand]])
            assert all(cell["hand"] == OTHER[hand] for cell in answer["cells"])
            assert not any(
                Fraction(cell["gain"]) * (1 if cell["draws"] == "0/1" else -1) > 0 for cell in answer["cells"]
            )

    @pytest.mark.parametrize("words", [["--decks", "1000"], ["--decks", "100", "--commission", "3.789%"]])
    def test_long_probabilities_are_read_back(self, words: list[str], tmp_path: Path) -> None:
        """An equilibrium of many decks has long fractions."""
        file = tmp_path / "play.json"
        printed = run("chemin-de-fer", *words, "-f", "json").out
        file.write_text(printed)
        assert max(len(cell["draws"]) for cell in json.loads(printed)["cells"]) > 30
        answer = json.loads(run("chemin-de-fer", *words, "--banco-plays", str(file), "-f", "json").out)
        assert answer["value"]["punto"] == json.loads(printed)["value"]["punto"]

    def test_a_play_by_totals_where_the_cards_are_seen(self, tmp_path: Path) -> None:
        """A cell that is not there by its cards is taken by its total."""
        file = tmp_path / "play.json"
        file.write_text('{"cells": [{"hand": "punto", "opening": 5, "draws": 0.25}]}')
        words = ("chemin-de-fer", "--decks", "2", "-f", "json", "--punto-plays")
        by_cards = json.loads(run(*words, str(file), "--punto-sees", "composition").out)
        assert by_cards["value"] == json.loads(run(*words, "1/4").out)["value"]

    @pytest.mark.parametrize(
        ("text", "status", "said"),
        [
            ("[1, 2]", 1, "it states no play; a play is {"),
            ("{", 1, "it is no JSON: "),
            ('{"cells": 5}', 1, "it states no play"),
            ('{"cells": [5]}', 1, "cell 1: got '5'; a play is {"),
            ('{"hand": "dealer", "opening": 5, "draws": 1}', 1, "cell 1: got "),
            ('{"hand": "punto", "opening": true, "draws": 1}', 1, "cell 1: got "),
            ('{"hand": "punto", "opening": 5, "values": [1, 3], "draws": 1}', 1, "cell 1: got "),
            ('{"hand": "punto", "opening": 5, "third": 3, "draws": 1}', 1, "cell 1: got "),
            ('{"hand": "punto", "opening": 5, "draws": 1, "draws": 0}', 1, "it is no JSON: a name stands twice in one"),
            ('{"hand": "punto", "opening": 9, "draws": 1}', 1, "cell 1: got "),
            ('{"hand": "punto", "opening": 5, "values": false, "draws": 1}', 1, "cell 1: got "),
            (
                '{"hand": "punto", "opening": ' + "5" * 5000 + ', "draws": 1}',
                1,
                "it is no JSON: a number of 5000 digits",
            ),
            (
                '{"hand": "punto", "opening": 5, "values": [2, 3], "draws": 1}',
                2,
                "--punto-plays: the play tells punto's cards apart; here it sees their total alone",
            ),
            ('{"hand": "punto", "opening": 5}', 1, "cell 1: got "),
            ('{"hand": "punto", "opening": 5, "draws": 1e-3}', 1, "cell 1, draws: got '1e-3'"),
            ('{"hand": "punto", "opening": 5, "draws": "3/2"}', 1, "cell 1: got '3/2'; a probability is"),
            (
                '{"hand": "punto", "opening": 5, "draws": 1}, {"hand": "punto", "opening": 5, "draws": 0}',
                1,
                "cell 2: punto on 5 is there twice",
            ),
            (
                '{"cells": []}',
                2,
                "--punto-plays: the play does not say how probably punto draws in the cell: punto on 5",
            ),
            (
                '{"hand": "punto", "opening": 5, "draws": 1}, {"hand": "punto", "opening": 6, "draws": "1/2"}',
                2,
                "--punto-plays: punto draws with 1/2 on 6; here it must stand, and chooses on 5 alone",
            ),
        ],
    )
    def test_a_file_that_states_no_play_is_refused_in_one_line(
        self, text: str, status: int, said: str, tmp_path: Path
    ) -> None:
        """It says what was got and what a play is."""
        file = tmp_path / "play.json"
        file.write_text(f'{{"cells": [{text}]}}' if text.startswith('{"hand"') else text)
        done = run("chemin-de-fer", "--punto-plays", str(file))
        assert (done.status, done.out, done.err.count("\n")) == (status, "", 1)
        assert said in done.err

    def test_a_stated_play_gets_its_best_reply(self) -> None:
        """By a tableau's name, or for punto by the probability of drawing on five."""
        replies = {}
        for play in ("standard", "2/2", "punto-0-4", ".0"):
            _, printed, _ = run("chemin-de-fer", "--decks", "inf", "--punto-plays", play, "-f", "json")
            replies[play] = json.loads(printed)["value"]["punto"]
        assert replies["standard"] == replies["2/2"] == "-66016/4826809"
        assert replies["punto-0-4"] == replies[".0"] == "-74176/4826809"
        _, printed, _ = run("chemin-de-fer", "--decks", "inf", "--banco-plays", "standard")
        assert "-4560/371293" in printed

    def test_a_stated_play_in_tables(self) -> None:
        """One shoe: the reply's cells that are not the tableau's, and its card; several: a row each."""
        _, printed, _ = run("chemin-de-fer", "--decks", "inf", "--punto-plays", "1")
        rows = [line.split() for line in printed.splitlines()]
        assert "banco on 4, punto drew 1  draws         stands        0.4525%                0.0016574%" in printed
        assert ["4", "D", "S", "D*", "D", "D", "D", "D", "D", "D", "S", "S"] in rows
        assert "Punto, where it may choose" not in printed
        _, printed, _ = run("chemin-de-fer", "--decks", "1,inf", "--banco-plays", "standard")
        assert "Where the best reply is not the tableau's" not in printed
        assert [row.split()[0] for row in printed.splitlines()[4:]] == ["1", "inf"]

    @pytest.mark.parametrize(("stated", "stood"), [([], "D"), (["--punto-plays", "1"], "-")])
    def test_cells_no_coup_comes_to_have_a_dash(self, stated: list[str], stood: str) -> None:
        """Where there are tens and fives only, punto draws nothing else, and stands only if it chooses to."""
        _, printed, _ = run("chemin-de-fer", "--shoe", "0=4 5=4", *stated)
        card = ["0", stood, "D", "-", "-", "-", "-", "D", "-", "-", "-", "-"]
        assert card in [line.split() for line in printed.splitlines()]

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--commission", "10.1%"], "--commission: got '10.1%'; in chemin de fer it is from 0% to 10%"),
            (["--commission", "5"], "did you mean 5%?"),
            (
                ["--punto-sees", "total", "--punto-sees", "composition"],
                "--punto-sees: got total and composition; a hand sees one or the other",
            ),
            (["--banco-sees", "suits"], "'suits' is not one of"),
            (["--punto-plays", "3/2"], "--punto-plays: got '3/2'; a probability is from 0 to 1"),
            (
                ["--punto-plays", "1..2"],
                "--punto-plays: got '1..2'; a number is digits",
            ),
            (["--punto-plays", "1e3"], "tableau: got '1e3'"),
            (["--punto-plays", "1/2", "--banco-plays", "standard"], "state one hand's play; the other hand replies"),
            (
                ["--banco-plays", "no-natural-rule"],
                "--banco-plays: tableau no-natural-rule: it plays on after a natural",
            ),
            (["--banco-plays", "standart"], "did you mean standard?"),
            (["--decks", "0"], "--decks: got '0'"),
        ],
    )
    def test_a_usage_error_is_one_line(self, arguments: list[str], message: str) -> None:
        """It says what was got and what is allowed, and the exit status is 2."""
        status, printed, errors = run("chemin-de-fer", *arguments)
        assert (status, printed, errors.count("\n")) == (2, "", 1)
        assert message in errors

    def test_fewer_cards_than_a_coup_needs(self) -> None:
        """One line."""
        status, printed, errors = run("chemin-de-fer", "--shoe", "5=7", "--remove", "5 5")
        assert (status, printed, errors.count("\n")) == (1, "", 1)
        assert "got 5 cards; a coup can need 6" in errors


# Brute force: physical cards, one deal after another, and a plain simplex. No code of the package.

Knowledge = tuple[Any, ...]


class Played:
    """Every deal of a small shoe, played in all four ways, added up by what both hands know."""

    def __init__(self, cards: list[int], punto_sees: str, banco_sees: str, commission: Fraction) -> None:
        """Deal six cards in every order: punto, banco, punto, banco, then the next two."""
        self.sure = [ZERO, ZERO]
        # By punto's knowledge, banco's knowledge, whether punto draws, whether banco draws: payoffs of both.
        self.pays: dict[tuple[Knowledge, Knowledge, bool, bool], list[Fraction]] = defaultdict(lambda: [ZERO, ZERO])
        deals = list(permutations(cards, 6))
        for one, two, three, four, five, six in deals:
            punto, banco = (one + three) % 10, (two + four) % 10
            if punto > 7 or banco > 7:
                self.add(self.sure, punto, banco, commission)
                continue
            knows_punto = (punto, *sorted((one, three))) if punto_sees == "composition" else (punto,)
            knows = (banco, *sorted((two, four))) if banco_sees == "composition" else (banco,)
            for punto_draws, banco_draws in product((False, True), (False, True)):
                last = (punto + five) % 10 if punto_draws else punto
                drawn = six if punto_draws else five
                knows_banco = (*knows, "after", five if punto_draws else "a stand")
                cell = self.pays[knows_punto, knows_banco, punto_draws, banco_draws]
                self.add(cell, last, (banco + drawn) % 10 if banco_draws else banco, commission)
        self.deals = len(deals)

    @staticmethod
    def add(cell: list[Fraction], punto: int, banco: int, commission: Fraction) -> None:
        """Pay one deal."""
        if punto > banco:
            cell[0] += 1
            cell[1] -= 1
        elif banco > punto:
            cell[0] -= 1
            cell[1] += 1 - commission

    def values(self, draws: dict[Knowledge, Fraction]) -> tuple[Fraction, Fraction]:
        """Return both hands' expectation when each draws with these probabilities."""
        totals = list(self.sure)
        for (punto, banco, punto_draws, banco_draws), pays in self.pays.items():
            weight = prod(
                draws[knowledge] if drawn else 1 - draws[knowledge]
                for knowledge, drawn in ((punto, punto_draws), (banco, banco_draws))
            )
            totals = [total + weight * paid for total, paid in zip(totals, pays, strict=True)]
        return totals[0] / self.deals, totals[1] / self.deals

    def value(self, *, free_punto: bool) -> Fraction:
        """Return the zero-sum value: the most punto can be sure of, by linear programming.

        Unknown are punto's probabilities x and for each of banco's cells what punto gets there, which is at most
        what it gets if banco stands and if banco draws.
        """
        own = sorted({punto for punto, *_ in self.pays})
        free = [punto for punto in own if free_punto or punto[0] == 5]
        cells = sorted({banco for _, banco, *_ in self.pays}, key=str)
        far = Fraction(self.deals)  # added to what punto gets in a cell, so that no unknown is negative
        rows, limits = [], []
        for index, punto in enumerate(free):
            rows.append([Fraction(place == index) for place in range(len(free) + len(cells))])
            limits.append(ONE)
            del punto
        for index, cell in enumerate(cells):
            for banco_draws in (False, True):
                row = [ZERO] * len(free) + [Fraction(place == index) for place in range(len(cells))]
                limit = far
                for (punto, banco, punto_draws, drawn), pays in self.pays.items():
                    if banco != cell or drawn != banco_draws:
                        continue
                    if punto in free:
                        row[free.index(punto)] -= pays[0] if punto_draws else -pays[0]
                        limit += 0 if punto_draws else pays[0]
                    elif punto_draws == (punto[0] < 5):
                        limit += pays[0]
                rows.append(row)
                limits.append(limit)
        best = maximum([ZERO] * len(free) + [ONE] * len(cells), rows, limits)
        return (best - far * len(cells) + self.sure[0]) / self.deals


def maximum(aim: list[Fraction], rows: list[list[Fraction]], limits: list[Fraction]) -> Fraction:
    """Return the greatest aim.x with rows.x <= limits, x >= 0, all limits >= 0: Dantzig's simplex, Bland's rule."""
    height, width = len(rows), len(aim)
    table = [
        [*row, *(Fraction(place == index) for place in range(height)), limit]
        for index, (row, limit) in enumerate(zip(rows, limits, strict=True))
    ]
    basis = list(range(width, width + height))
    costs = [*aim, *([ZERO] * height), ZERO]
    while any(cost > 0 for cost in costs[:-1]):
        column = next(place for place, cost in enumerate(costs) if cost > 0)
        _, _, pivot = min(
            (row[-1] / row[column], basis[index], index) for index, row in enumerate(table) if row[column] > 0
        )
        table[pivot] = [entry / table[pivot][column] for entry in table[pivot]]
        for index, row in enumerate(table):
            if index != pivot and row[column]:
                table[index] = [entry - row[column] * along for entry, along in zip(row, table[pivot], strict=True)]
        costs = [cost - costs[column] * along for cost, along in zip(costs, table[pivot], strict=True)]
        basis[pivot] = column
    return -costs[-1]


def knowledge(cell: Cell) -> Knowledge:
    """Return a cell of the package as the brute force names it."""
    known = (cell.total, *cell.cards)
    return known if cell.hand == "punto" else (*known, "after", cell.third if cell.third >= 0 else "a stand")


def as_known(game: Game, strategy: Strategy) -> dict[Knowledge, Fraction]:
    """Return a strategy by what the hands know."""
    return {knowledge(cell): probability for cell, probability in zip(game.cells, strategy, strict=True)}


def shoe_of(cards: list[int]) -> Shoe:
    """Return the shoe of these point values."""
    return Shoe.from_spec(" ".join(f"{value}={count}" for value, count in Counter(cards).items()).replace("1=", "A="))


# Low cards, so that naturals do not end nearly every coup of so few.
small_shoes = st.lists(st.sampled_from([0, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9]), min_size=6, max_size=7)
views = st.sampled_from(VIEWS)


class TestSmallShoes:
    """Against physical cards dealt in every order."""

    @settings(max_examples=40, deadline=None)
    @given(cards=small_shoes, punto_sees=views, banco_sees=views, free_punto=st.booleans())
    def test_the_value_is_that_of_the_linear_programme(
        self, cards: list[int], punto_sees: str, banco_sees: str, *, free_punto: bool
    ) -> None:
        """The zero-sum value, by brute force."""
        played = Played(cards, punto_sees, banco_sees, ZERO)
        game = chemin_de_fer_game(shoe_of(cards), punto_sees=punto_sees, banco_sees=banco_sees, free_punto=free_punto)
        solution = solve_game(game)
        assert played.value(free_punto=free_punto) == solution.values.punto
        assert played.values(as_known(game, solution.strategy)) == solution.values

    @settings(max_examples=15, deadline=None)
    @given(
        cards=small_shoes,
        punto_sees=views,
        banco_sees=views,
        free_punto=st.booleans(),
        commission=st.sampled_from([ZERO, Fraction(1, 20), Fraction(1, 10)]),
    )
    def test_no_deviation_gains(
        self, cards: list[int], punto_sees: str, banco_sees: str, *, free_punto: bool, commission: Fraction
    ) -> None:
        """Every cell of either hand, three at a time in every way, played on the physical deals."""
        cards = cards[:6]
        played = Played(cards, punto_sees, banco_sees, commission)
        game = chemin_de_fer_game(
            shoe_of(cards), punto_sees=punto_sees, banco_sees=banco_sees, free_punto=free_punto, commission=commission
        )
        solution = solve_game(game)
        known = as_known(game, solution.strategy)
        assert played.values(known) == solution.values
        for hand, index in (("punto", 0), ("banco", 1)):
            places = [knowledge(game.cells[place]) for place in game.places(hand)]
            for start in range(0, len(places), 3):
                for choices in product((ZERO, ONE), repeat=3):
                    deviation = known | dict(zip(places[start : start + 3], choices, strict=False))
                    assert played.values(deviation)[index] <= solution.values.of(hand)


# The two solvers by themselves, on random games that have nothing to do with cards.

slopes = st.integers(-3, 3)


@st.composite
def random_games(draw: st.DrawFn, punto_most: int = 4, banco_most: int = 4) -> list[Gain]:
    """Return the gains of a game of two sides with few choices, many of them zero or equal."""
    first, second = draw(st.integers(1, punto_most)), draw(st.integers(1, banco_most))
    return [
        Gain(draw(slopes), {other: draw(slopes) for other in (range(first, first + second) if one else range(first))})
        for one, size in ((True, first), (False, second))
        for _ in range(size)
    ]


def is_equilibrium(gains: list[Gain], probabilities: tuple[Fraction, ...]) -> bool:
    """Return whether every choice is made as its gain demands, straight from the definition."""
    for gain, probability in zip(gains, probabilities, strict=True):
        worth = gain.constant + sum(slope * probabilities[place] for place, slope in gain.slopes.items())
        if not 0 <= probability <= 1 or (worth > 0 and probability < 1) or (worth < 0 and probability > 0):
            return False
    return True


class TestEquilibrium:
    """The solver by itself."""

    @settings(max_examples=500, deadline=None)
    @given(random_games())
    def test_it_finds_an_equilibrium_of_any_game(self, gains: list[Gain]) -> None:
        """Degenerate ones too."""
        assert is_equilibrium(gains, equilibrium(gains, [None] * len(gains)))

    @settings(max_examples=300, deadline=None)
    @given(random_games(1, 3))
    def test_every_equilibrium_of_one_probability(self, gains: list[Gain]) -> None:
        """A probability is in a piece exactly if some strategies of the other side, tried at its corners, allow it."""
        pieces = one_probability_equilibria(gains, [None] * len(gains), 0)
        assert pieces
        assert all(is_equilibrium(gains, piece.example) for piece in pieces)
        # All crossings of such small slopes, and points between them.
        for probability in sorted({Fraction(top, bottom) for bottom in (5, 12) for top in range(bottom + 1)}):
            worths = [gain.constant + gain.slopes[0] * probability for gain in gains[1:]]
            corners = product(*((ONE,) if worth > 0 else (ZERO,) if worth < 0 else (ZERO, ONE) for worth in worths))
            own = [
                gains[0].constant + sum(gains[0].slopes[place] * drawn for place, drawn in enumerate(corner, start=1))
                for corner in corners
            ]
            possible = (min(own) <= 0 or probability == 1) and (max(own) >= 0 or probability == 0)
            found = any(
                piece.low == probability == piece.high or piece.low < probability < piece.high for piece in pieces
            )
            assert possible == found

    @settings(max_examples=300, deadline=None)
    @given(random_games(1, 3), st.data())
    def test_the_ends_of_every_range_are_in_equilibria(self, gains: list[Gain], data: st.DataObject) -> None:
        """At a range's end the other open choices can still be made so that the whole is an equilibrium."""
        piece = data.draw(st.sampled_from(one_probability_equilibria(gains, [None] * len(gains), 0)))
        middle = (piece.low + piece.high) / 2
        for place, ends in piece.ranges.items():
            for end in ends:
                # Pinned to the end, the choice is no longer free; the rest must still have an equilibrium there.
                fixed: list[Fraction | None] = [None] * len(gains)
                fixed[place] = end
                rest = one_probability_equilibria(gains, fixed, 0)
                assert any(other.low == middle == other.high or other.low < middle < other.high for other in rest)

    @settings(max_examples=300, deadline=None)
    @given(
        st.lists(st.tuples(slopes, slopes), min_size=1, max_size=4),
        st.lists(st.fractions(-6, 6, max_denominator=3), min_size=2, max_size=2),
    )
    def test_the_least_that_open_choices_are_worth(
        self, choices: list[tuple[int, int]], bounds: list[Fraction]
    ) -> None:
        """It is the least over the corners: all choices certain, or all but one that meets a bound."""
        weights = {place: weight for place, (weight, _) in enumerate(choices)}
        lowest, highest = (sum(end(weight, 0) for weight in weights.values()) for end in (min, max))
        least, most = (min(max(bound, Fraction(lowest)), Fraction(highest)) for bound in sorted(bounds))
        corners = []
        for certain in product((ZERO, ONE), repeat=len(choices)):
            corners.append(certain)
            for place, weight in weights.items():
                rest = sum(weights[other] * made for other, made in enumerate(certain) if other != place)
                corners += [
                    (*certain[:place], (bound - rest) / weight, *certain[place + 1 :])
                    for bound in (least, most)
                    if weight
                ]
        worths = [
            sum((worth * made for (_, worth), made in zip(choices, corner, strict=True)), ZERO)
            for corner in corners
            if all(0 <= made <= 1 for made in corner)
            and least <= sum(weights[place] * made for place, made in enumerate(corner)) <= most
        ]
        piece = Piece(ZERO, ZERO, weights, least, most, ())
        assert piece.least_of({place: Fraction(worth) for place, (_, worth) in enumerate(choices)}) == min(worths)

    def test_a_game_with_three_equilibria(self) -> None:
        """Both sides want to do the same: both do, neither does, or both half the time."""
        pieces = one_probability_equilibria([Gain(-1, {1: 2}), Gain(-1, {0: 2})], [None, None], 0)
        half = Fraction(1, 2)
        assert [(ZERO, ZERO), (half, half), (ONE, ONE)] == [piece.example for piece in pieces]
        assert all(piece.unique for piece in pieces)

    def test_a_game_with_a_stretch_of_equilibria(self) -> None:
        """Where nothing matters to the one side, any probability will do that keeps the other to its choice."""
        pieces = one_probability_equilibria([Gain(0, {1: 0}), Gain(-1, {0: 2})], [None, None], 0)
        assert [(ZERO, ZERO), (ZERO, Fraction(1, 2)), (Fraction(1, 2),) * 2, (Fraction(1, 2), ONE), (ONE, ONE)] == [
            (piece.low, piece.high) for piece in pieces
        ]
        assert [piece.unique for piece in pieces] == [True, False, False, False, True]
