"""Chemin de fer: the known solutions, the certificates, and brute force on small shoes that shares no code."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

import pytest
from chemin_de_fer import EVERY_VIEW, FIVE, ONE, SIX_STOOD, VIEWS, ZERO, infinite, shoe_game
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracle_chemin_de_fer import Knowledge, Played

from analyzer import Game, Shoe, Solution, chemin_de_fer_game, solve_game
from analyzer.analyses.chemin_de_fer.equilibrium import equilibrium, one_probability_equilibria
from analyzer.analyses.chemin_de_fer.game import Cell, Strategy
from analyzer.analyses.chemin_de_fer.solution import Cost, check_equilibrium, compare_with_tableau


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

    def test_punto_mixes_on_five_and_banco_on_six(self) -> None:
        """Punto draws on five with 9/11, banco on six with 859/2288; both are certain everywhere else."""
        assert {FIVE: Fraction(9, 11), SIX_STOOD: Fraction(859, 2288)} == mixed(solve_game(infinite()))

    def test_the_value_to_punto(self) -> None:
        """It is minus 1.28 %."""
        assert Fraction(-679568, 53094899) == solve_game(infinite()).values.punto

    def test_it_is_the_only_solution(self) -> None:
        """One piece, a point, in which every range is one."""
        solution = solve_game(infinite())
        assert solution.unique is True
        assert solution.equilibrium_sets is not None
        assert [(Fraction(9, 11), Fraction(9, 11))] == [(piece.low, piece.high) for piece in solution.equilibrium_sets]

    def test_strict_optimal_play_agrees_with_the_tableau(self) -> None:
        """Only in the two cells where either choice is as good does optimal play mix."""
        game = infinite()
        compared = compare_with_tableau(game, solve_game(game).strategy)
        assert not [each for each in compared if each.differs]
        assert [each.cell for each in compared if each.best == "either"] == [FIVE, SIX_STOOD]

    def test_what_nearly_is_worth(self) -> None:
        """Following the tableau costs nothing until the other hand notices: then 46608 or 27488 in 53094899."""
        solution = solve_game(infinite())
        tableau = solution.game.strategy_of()
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

    def test_seeing_the_cards_of_an_endless_shoe_is_worth_nothing(self) -> None:
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
        tableau = game.strategy_of()
        low = game.values(game.best_reply("banco", tableau)).punto
        high = game.values(game.best_reply("punto", tableau)).punto
        assert low < game.values(tableau).punto == high
        assert low < solve_game(game).values.punto < high

    @pytest.mark.parametrize("views", EVERY_VIEW)
    def test_a_tiny_commission_changes_no_certain_choice(self, views: tuple[str, str]) -> None:
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
        compared = compare_with_tableau(game, solve_game(game).strategy)
        assert [Cell("banco", 5, (), 4)] == [each.cell for each in compared if each.differs]

    @pytest.mark.parametrize("decks", range(2, 9))
    def test_from_four_decks_on_the_tableau_is_right(self, decks: int) -> None:
        """Seen by totals; with two and three decks banco should still stand on five against a four."""
        game = chemin_de_fer_game(Shoe.decks(decks))
        compared = compare_with_tableau(game, solve_game(game).strategy)
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
            others = [each for each in compare_with_tableau(free.game, free.strategy) if each.cell.total != 5]
            assert not [each for each in others if each.cell.hand == "punto" and each.probability != each.tableau_draws]

    def test_eight_decks_seen_whole(self) -> None:
        """Three hands are played otherwise than the tableau has it, all for less than 4 millionths of a stake."""
        game = chemin_de_fer_game(Shoe.decks(8), punto_sees="composition", banco_sees="composition")
        different = {
            each.cell: each.cost for each in compare_with_tableau(game, solve_game(game).strategy) if each.differs
        }
        assert {
            Cell("punto", 5, (2, 3)),
            Cell("banco", 5, (2, 3), 4),
            Cell("banco", 6, (8, 8)),
        } == set(different)
        assert max(different.values()) < Fraction(4, 10**6)


class TestCertificate:
    """A certificate holds for an equilibrium and for nothing else."""

    def test_no_deviation_in_one_cell_or_two_gains(self) -> None:
        """Played out for the totals of eight decks: every cell turned round, and every pair of a hand's cells."""
        solution = solve_game(chemin_de_fer_game(Shoe.decks(8)))
        for hand in ("punto", "banco"):
            places = solution.game.free_cells(hand)
            for turned in [*((place,) for place in places), *pairwise(places)]:
                changed = list(solution.strategy)
                for place in turned:
                    changed[place] = 1 - changed[place]
                assert solution.game.values(tuple(changed)).of(hand) <= solution.values.of(hand)

    @pytest.mark.parametrize("commission", [ZERO, Fraction(1, 20)])
    def test_it_refuses_what_is_not_an_equilibrium(self, commission: Fraction) -> None:
        """A probability a little off fails, and so does every certain choice turned round that matters."""
        game = chemin_de_fer_game(Shoe.decks(2), commission=commission)
        strategy = solve_game(game).strategy
        for place in (*game.free_cells("punto"), *game.free_cells("banco")):
            changed = list(strategy)
            probability = strategy[place]
            changed[place] = 1 - probability if probability in {ZERO, ONE} else probability + Fraction(1, 10**9)
            assert not check_equilibrium(game, tuple(changed)).holds

    def test_an_answer_that_fails_it_is_not_given(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whatever the solver returned."""
        game = infinite(free_punto=True)
        monkeypatch.setattr(
            "analyzer.analyses.chemin_de_fer.solution.equilibrium", lambda _gains, _fixed: game.strategy_of()
        )
        with pytest.raises(ArithmeticError, match="the equilibrium found fails its check"):
            solve_game(game)

    def test_it_says_by_how_much_a_strategy_can_be_bettered(self) -> None:
        """For the tableau against itself that is what the two best replies gain."""
        game = chemin_de_fer_game(Shoe.decks(6), banco_sees="composition", free_punto=True)
        tableau = game.strategy_of()
        certificate = check_equilibrium(game, tableau)
        assert game.values(game.best_reply("punto", tableau)).punto == certificate.best.punto
        assert game.values(game.best_reply("banco", tableau)).banco == certificate.best.banco
        assert not certificate.holds


class TestStatedStrategies:
    """Best replies to a hand that does not choose."""

    def test_against_the_equilibrium_no_reply_beats_the_value(self) -> None:
        """A punto who mixes rightly leaves banco nothing to gain, whatever banco does on six."""
        game = infinite()
        for six in (ZERO, ONE):
            strategy = list(game.strategy_of(Fraction(9, 11)))
            strategy[game.cells.index(SIX_STOOD)] = six
            assert Fraction(-679568, 53094899) == game.values(tuple(strategy)).punto

    def test_the_reply_to_a_banco_who_follows_the_tableau(self) -> None:
        """Punto stands or draws on five by what is best; the value rises by what banco gives up."""
        solution = solve_game(infinite())
        reply = solution.game.best_reply("punto", solution.game.strategy_of())
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
            ONE - draws if fixed is None else fixed for draws, fixed in zip(game.strategy_of(), game.fixed, strict=True)
        )
        for hand, other in (("punto", "banco"), ("banco", "punto")):
            for stated in (game.strategy_of(), turned):
                played = tuple(
                    deviation if cell.hand == hand else own
                    for cell, deviation, own in zip(game.cells, stated, solution.strategy, strict=True)
                )
                left = [game.values(played).of(hand), game.values(game.best_reply(other, played)).of(hand)]
                assert solution.cost(hand, stated) == tuple(solution.values.of(hand) - value for value in left)

    def test_with_a_commission_the_cost_is_against_the_same_play(self) -> None:
        """The other hand's best reply need not be the one that costs the most, so that cost is left out."""
        solution = solve_game(infinite(Fraction(1, 20)))
        assert Cost(ZERO, None) == solution.cost("punto", solution.game.strategy_of())


class TestSeveralEquilibria:
    """Games with a commission in which banco is indifferent where punto is not, and games with stretches."""

    def test_banco_may_not_care_where_punto_does(self) -> None:
        """A cell of banco's that gains it nothing, whatever it does, moves punto's expectation."""
        game = shoe_game("A=3 2=4 4=1 6=4", Fraction(1, 10))
        solution = solve_game(game)
        assert solution.unique is False
        [piece] = solution.equilibrium_sets or ()
        place = game.cells.index(Cell("banco", 4, (2, 2), 2))
        assert piece.ranges[place] == (ZERO, ONE)
        found = set()
        for draws in (ZERO, Fraction(1, 2), ONE):
            strategy = (*solution.strategy[:place], draws, *solution.strategy[place + 1 :])
            assert check_equilibrium(game, strategy).holds
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
        pieces = solution.equilibrium_sets or ()
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
        assume(len(game.free_cells("punto")) == 1)
        solution = solve_game(game)
        piece = data.draw(st.sampled_from(solution.equilibrium_sets or ()))
        lowest, highest = solution.values_in(piece)
        [single] = game.free_cells("punto")
        middle = (piece.low + piece.high) / 2
        fixed = list(game.fixed)
        for place in data.draw(st.permutations(list(piece.weights))):
            fixed[place] = data.draw(st.sampled_from([ZERO, Fraction(1, 3), ONE]))
            kept = one_probability_equilibria(game.gains, fixed, single, game.irrelevant_cells)
            if not any(each.low == middle == each.high or each.low < middle < each.high for each in kept):
                fixed[place] = None
        for each in one_probability_equilibria(game.gains, fixed, single, game.irrelevant_cells):
            if each.low == middle == each.high or each.low < middle < each.high:
                # With a cell pinned the set may be an interval; of it only the probability of the piece is meant.
                strategy = list(each.example)
                strategy[single] = middle
                assert check_equilibrium(game, tuple(strategy)).holds
                values = game.values(tuple(strategy))
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
        assert solution.game.free_cells("punto") == []
        assert solution.unique is unique
        assert solution.equilibrium_sets is None

    @pytest.mark.parametrize(
        ("spec", "commission"), [("0=1 2=2 3=1 7=3 8=2", Fraction(1, 20)), ("2=3 6=2 8=3 9=1", ZERO)]
    )
    def test_an_irrelevant_cell_makes_no_second_solution(self, spec: str, commission: Fraction) -> None:
        """What drawing gains after one opening of punto's it loses after another, and punto has no choice in either."""
        game = shoe_game(spec, commission, "total")
        solution = solve_game(game)
        assert solution.unique is True
        idle = [place for place in game.irrelevant_cells if game.reached(solution.strategy)[place]]
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
            places = [knowledge(game.cells[place]) for place in game.free_cells(hand)]
            for start in range(0, len(places), 3):
                for choices in product((ZERO, ONE), repeat=3):
                    deviation = known | dict(zip(places[start : start + 3], choices, strict=False))
                    assert played.values(deviation)[index] <= solution.values.of(hand)
