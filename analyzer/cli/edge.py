"""`baccarat-odds edge`: the house edge of every variant, or of some, bet by bet."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.options import (
    crosscheck,
    crosscheck_option,
    emit,
    games,
    output_options,
    progress,
    rules_options,
    shoe_options,
    shoes,
)

if TYPE_CHECKING:
    from analyzer.bets.bet import Bet
    from analyzer.bets.odds import Odds
    from analyzer.cards.shoe import Shoe
    from analyzer.cli.options import Game, GivenShoe
    from analyzer.rules.tableau import Tableau
    from analyzer.views.bets import Document
    from analyzer.views.render import Style, Table

    Answer = tuple[Game, GivenShoe, dict[str, Odds]]

__all__ = ["edge"]


@click.command(
    short_help="The house edge of every variant, or of some bet by bet.",
    epilog="""\b
Examples:
  baccarat-odds edge
  baccarat-odds edge --variant classic --decks 1-8
  baccarat-odds edge --variant classic --commission 2.5% --tie-odds 9:1
  baccarat-odds edge --half-on 5 --decks 6,8,inf
  baccarat-odds edge --variant straight --shoe shoe.txt -f json""",
)
@shoe_options
@crosscheck_option
@rules_options
@output_options
def edge(**options: Any) -> None:
    """Give the exact house edge of every variant's main bets.

    Without --variant: one line for each variant. With --variant, or an option that changes the rules (of classic,
    where no variant is named): bet by bet, with every figure.

    House edge = minus the expected net result per unit staked; a push counts as a result of 0.
    """
    from analyzer.bets.odds import price
    from analyzer.rules.tableau import endings

    played = games(options, every=True)
    tasks = [(game, given) for game in played for given in shoes(options, game.variant.decks)]

    # Most variants share bets with one another: each is priced once for a shoe and a tableau.
    @cache
    def priced(bet: Bet, shoe: Shoe, tableau: Tableau) -> Odds:
        crosscheck(options, shoe, tableau)
        if not bet.features:
            return price(bet, endings(shoe, tableau))
        from analyzer.bets.layout import price_bets

        return price_bets([bet], shoe, tableau)[0]

    # Shoe by shoe, so that what was counted for one is at hand for every variant; shown variant by variant.
    answers: dict[int, Answer] = {}
    by_shoe = sorted(
        range(len(tasks)), key=lambda place: (tasks[place][1].shoe.replacement, tasks[place][1].shoe.cards)
    )
    for place in progress(by_shoe, "row"):
        game, given = tasks[place]
        odds = {bet.name: priced(bet, given.shoe, game.variant.tableau) for bet in game.variant.bets}
        answers[place] = (game, given, odds)
    ordered = [answers[place] for place in range(len(tasks))]
    overview = not options["chosen"] and not any(game.options for game in played)

    def tables(style: Style) -> list[Table]:
        return [_overview(ordered, style) if overview else _bet_by_bet(ordered, style)]

    emit(
        options,
        lambda places: {"variants": [_document(*answer, places) for answer in ordered]},
        tables,
        [text for game in played for text in game.rules_texts],
    )


def _document(game: Game, given: GivenShoe, odds: dict[str, Odds], places: int) -> Document:
    from analyzer.views.bets import odds_document

    return {
        "variant": game.variant.name,
        "options": game.options,
        "tableau": game.variant.tableau.name,
        "decks": given.decks,
        "shoe": given.document(),
        "total": str(next(iter(odds.values())).total),
        "bets": [odds_document(bet, priced, places) for bet, priced in odds.items()],
    }


def _overview(answers: list[Answer], style: Style) -> Table:
    """Return one line for each variant and shoe."""
    from analyzer.views.render import NOTHING, Table

    rows = []
    for game, given, odds in answers:
        edges = [style.percent(odds[bet].house_edge) if bet in odds else NOTHING for bet in ("punto", "banco", "tie")]
        exactly = [] if style.exact else [str(odds["banco"].house_edge) if "banco" in odds else NOTHING]
        rows.append([game.label, given.label, *edges, *exactly])
    headers = ["Variant", "Decks", "Punto", "Banco", "Tie", *([] if style.exact else ["Banco, exactly"])]
    return Table(headers, rows, "lrrrrr"[: len(headers)], "House edge per unit staked, a push counted as a result of 0")


def _bet_by_bet(answers: list[Answer], style: Style) -> Table:
    """Return one line for each bet."""
    from analyzer.views.bets import SHOWN_AS
    from analyzer.views.render import Table

    rows = [
        [
            game.label,
            given.label,
            SHOWN_AS.get(bet, bet),
            style.percent(priced.house_edge),
            *([] if style.exact else [str(priced.house_edge)]),
            style.percent(priced.edge_per_resolved_bet),
            style.percent(priced.rtp),
            style.root(priced.variance),
            style.percent(priced.probability(priced.win)),
            style.percent(priced.probability(priced.push)),
            style.percent(priced.probability(priced.lose)),
            style.decimal(priced.expected_loss_per_100, 4),
            style.percent(priced.break_even_commission),
        ]
        for game, given, odds in answers
        for bet, priced in odds.items()
    ]
    headers = [
        "Variant",
        "Decks",
        "Bet",
        "House edge",
        *([] if style.exact else ["Exactly"]),
        "Edge per resolved bet",
        "RTP",
        "Std dev",
        "Win",
        "Push",
        "Lose",
        "Loss per 100",
        "Break-even commission",
    ]
    return Table(headers, rows, "lrl" + "r" * (len(headers) - 3), "Per unit staked, a push counted as a result of 0")
