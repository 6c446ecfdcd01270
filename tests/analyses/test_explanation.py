"""Why a main bet costs what it costs: the steps from a fair game add up to the edge of the recursion."""

from __future__ import annotations

from fractions import Fraction

import pytest
from command import listed, run

from analyzer import STANDARD, BetError, Shoe, read_bet, read_variant
from analyzer.analyses.explanation import explain
from analyzer.enumeration.coups import endings
from analyzer.rules.coup import Winner

SHOES = [Shoe.decks(1), Shoe.decks(8), Shoe.infinite(), Shoe.from_spec("A=5 4=3 6=2 9=9 0=7")]


@pytest.mark.parametrize("shoe", SHOES, ids=str)
@pytest.mark.parametrize("variant", ["classic", "ez", "straight"])
@pytest.mark.parametrize("name", ["punto", "banco", "tie"])
def test_the_steps_add_up_to_the_edge(name: str, variant: str, shoe: Shoe) -> None:
    """The first step is fair on every shoe, as the hands are then equal, and the last has the bet's own edge."""
    from analyzer import price

    bet = read_variant(variant).bet(name)
    steps = explain(bet, shoe, STANDARD)
    assert steps[0].odds.house_edge == 0
    assert steps[0].change == 0
    assert sum(step.change for step in steps) == steps[-1].odds.house_edge == price(bet, shoe, STANDARD).house_edge
    if name != "tie":
        assert steps[0].odds.win == steps[0].odds.lose


def test_banco_is_worth_its_wins_less_its_losses_and_the_commission_a_share_of_its_wins() -> None:
    """Counted from the endings alone: knowing is worth P(banco) - P(punto), the commission takes P(banco)/20."""
    counts = dict.fromkeys(Winner, 0)
    distribution = endings(Shoe.decks(8), STANDARD)
    for ending in distribution:
        counts[ending.winner] += distribution[ending]
    steps = explain(read_variant("classic").bet("banco"), Shoe.decks(8), STANDARD)
    assert steps[1].change == Fraction(counts[Winner.PUNTO] - counts[Winner.BANCO], distribution.total)
    assert steps[2].change == Fraction(counts[Winner.BANCO], 20 * distribution.total)
    assert steps[2].odds.house_edge == Fraction(114753351728, 10847218479825)


def test_a_tie_that_cannot_happen_has_no_fair_odds() -> None:
    """On a shoe without ties the tie has one step: what it pays."""
    [step] = explain(read_variant("classic").bet("tie"), Shoe.from_spec("0=5 A=1"), STANDARD)
    assert (step.text, step.odds.win, step.change) == ("What the bet pays", 0, Fraction(1))


def test_only_main_bets_are_explained() -> None:
    """Another bet is an error that names those that are explained."""
    with pytest.raises(BetError, match="punto, banco and tie"):
        explain(read_bet("dragon-7"), Shoe.decks(8), STANDARD)
    done = run("bet", "dragon-7", "--explain")
    assert (done.status, done.err) == (
        2,
        "Error: --explain: got 'dragon-7'; it explains the variant's punto, banco and tie\n",
    )
    assert run("bet", "banco", "--explain", "--decks", "6,8").status == 2


def test_the_answer_has_the_steps() -> None:
    """JSON has the steps as rationals; the title of the table has the edge."""
    steps = listed("bet", "banco", "--explain")["explain"]
    assert [step["edge"] for step in steps] == [
        "0/1",
        "-241149546272/19524993263685",
        "114753351728/10847218479825",
    ]
    assert "Not counted a second time: the steps of --explain." in run("bet", "tie", "--explain", "--crosscheck").err
    assert run("bet", "banco", "--explain").out.startswith("Why banco costs 1.0579%, classic\n")
