"""TODO."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyzer.cli.console import counting, say, usage_error
from analyzer.views.labels import Decks, Game, GivenShoe

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import click

    from analyzer.bets.bet import Bet
    from analyzer.bets.odds import Odds
    from analyzer.cards.shoe import Shoe
    from analyzer.catalog.variant import Variant
    from analyzer.errors import BaccaratError
    from analyzer.rules.tableau import Tableau


__all__ = [
    "complete_bets",
    "crosscheck",
    "every_bet",
    "find_bet",
    "games",
    "one_game",
    "one_shoe",
    "price_bet",
    "refuse_idle",
    "shoes",
]


def shoes(options: dict[str, Any], usual: Sequence[Decks] = (8,)) -> list[GivenShoe]:
    """Return the shoes the options name, one for each number of decks; `usual` where they name none."""
    from analyzer.cards.shoe import Shoe

    given, removed = options["shoe"], [*options["remove"], *options["burn"]]
    if removed and "inf" in (options["decks"] or ()):
        raise usage_error(
            "--remove and --burn do not apply to --decks inf: no card leaves a shoe drawn with replacement"
        )
    if given is not None and options["decks"] is not None:
        raise usage_error("--shoe and --decks both name the shoe; give one of them")
    names = tuple(str(card) for card in removed)
    if given is not None:
        return [GivenShoe(given.remove(removed), None, names)]
    return [
        GivenShoe((Shoe.infinite() if decks == "inf" else Shoe.decks(int(decks))).remove(removed), decks, names)
        for decks in options["decks"] or usual
    ]


def one_shoe(options: dict[str, Any], usual: Sequence[Decks] = (8,)) -> GivenShoe:
    """Return the one shoe the options name; where the usual ones are several, the last, which is the largest."""
    named = shoes(options, usual[-1:])
    if len(named) > 1:
        raise usage_error(f"--decks: got {len(named)} shoes; this command answers for one at a time")
    return named[0]


def games(options: dict[str, Any], *, every: bool = False) -> list[Game]:
    """Return the variants the options name, with what they set on them.

    Where none is named it is classic, or every built-in one if `every` and nothing is set on them.
    """
    from analyzer.catalog.variant import read_variant, variant_names
    from analyzer.errors import BaccaratError
    from analyzer.notation import exact

    tableau, commission = options["tableau"], options["commission"]
    tie_odds, half_on = options["tie_odds"], options["half_on"]
    nothing_set = tableau is None and commission is None and tie_odds is None and half_on is None
    chosen: Iterable[Variant] = options["chosen"]
    if not chosen:
        chosen = [read_variant(name) for name in (variant_names() if every and nothing_set else ["classic"])]
    named = []
    for variant in chosen:
        changed, setting = variant, {}
        try:
            if half_on is not None:
                changed = changed.with_half_on(half_on, commission)
                setting["half_on"] = str(half_on)
            elif commission is not None:
                changed = changed.with_commission(commission)
            if commission is not None:
                setting["commission"] = exact(commission)
            if tie_odds is not None:
                changed = changed.with_tie_odds(tie_odds)
                setting["tie_odds"] = str(tie_odds)
        except BaccaratError as error:
            raise _of_option(error) from None
        if tableau is not None:
            changed = changed.with_tableau(tableau)
            setting["tableau"] = tableau.name
        named.append(Game(changed, setting))
    return named


def _of_option(error: BaccaratError) -> click.UsageError:
    """Return the usage error that says of an option what the error says of the setting that comes from it."""
    from analyzer.catalog.variant import CHANGES

    text = str(error)
    setting = next((name for name in CHANGES if text.startswith(name)), None)
    if setting is not None:
        text = f"--{setting.replace('_', '-')}{text.removeprefix(setting)}"
    return usage_error(text)


def crosscheck(options: dict[str, Any], shoe: Shoe, tableau: Tableau) -> None:
    """Hold the recursion against the polynomial where `--crosscheck` asks for it.

    Raises:
        DisagreementError: if they count an ending differently.
    """
    if options["crosscheck"]:
        from analyzer.enumeration.polynomial import crosscheck

        crosscheck(shoe, tableau)


def complete_bets(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of bets that begin so, for the shell."""
    from analyzer.catalog.rules_file import catalog_names
    from analyzer.rules.coup import Winner

    return [name for name in [*Winner, *catalog_names("bets")] if name.startswith(incomplete)]


def find_bet(name: str, game: Game) -> Bet:
    """Return a bet of the variant, or one from a file or the catalog, by any of the names people give it."""
    from analyzer.catalog.bet_file import read_bet
    from analyzer.catalog.bet_names import BetNames
    from analyzer.catalog.rules_file import catalog_names, is_path
    from analyzer.errors import nearest
    from analyzer.notation import shown

    if is_path(name):
        return read_bet(name)
    own = [each.name for each in game.variant.bets]
    known = [*own, *catalog_names("bets")]
    names = BetNames(known)
    found = name if name in known else names.find(name)
    if found is None:
        near = names.nearest(name)
        hint = f"; did you mean {near}?" if near else nearest(name, known)
        raise usage_error(f"bet: got {shown(name)}{hint} (a file's name has a / or ends in .toml)")
    return game.variant.bet(found) if found in own else read_bet(found)


def price_bet(name: str, found: Bet, game: Game, shoe: Shoe) -> Odds:
    """Price a bet; in a user's file every row must be one that some shoe can reach."""
    from analyzer.bets.layout import price_bets
    from analyzer.catalog.rules_file import is_path

    with counting("sets of cards") as told:
        [odds] = price_bets([found], shoe, game.variant.tableau, told)
    if is_path(name):
        _refuse_unreachable(name, found, odds, game)
    return odds


def _refuse_unreachable(name: str, priced: Bet, odds: Odds, game: Game) -> None:
    """Refuse a priced bet, the one so named or one it is made of, with a row that no shoe can reach."""
    from analyzer.bets.pay_table import unreachable
    from analyzer.catalog.rules_file import is_path
    from analyzer.errors import RulesError

    # A row that no shoe reaches is not reached here either.
    if all(outcome.count for outcome in odds.outcomes[:-1]):
        return
    with counting("sets of cards") as told:
        faults = "; ".join(map(str, unreachable(priced, game.variant.tableau, told)))
    if faults:
        raise RulesError(f"{name}: bet {priced.name}: {faults}" if is_path(name) else f"bet {priced.name}: {faults}")


def _refuse_unreachable_members(name: str, found: Bet, game: Game, shoe: Shoe, *, catalog_too: bool) -> None:
    """Refuse a bet made of others, one of which has a row that no shoe can reach."""
    from analyzer.bets.layout import price_bets
    from analyzer.catalog.bet_file import members_from_files

    members = members_from_files(found)
    if catalog_too:
        members = [member for payout in found.payouts for member in payout.members]
    with counting("sets of cards") as told:
        priced = price_bets(members, shoe, game.variant.tableau, told)
    for member, odds in zip(members, priced, strict=True):
        _refuse_unreachable(name, member, odds, game)


def refuse_idle(asked: list[Bet], game: Game) -> None:
    """Refuse an option that changes none of the bets asked about."""
    from analyzer.catalog.variant import CHANGES

    own = [each for each in asked if any(each is bet for bet in game.variant.bets)]
    for option in game.options:
        if option != "tableau" and not any(CHANGES[option](each) for each in own):
            names = ", ".join(each.name for each in asked)
            raise usage_error(f"--{option.replace('_', '-')} does not apply to {names}: it changes nothing there")


def every_bet(game: Game, shoe: Shoe, looks_at: str | None = None) -> tuple[list[Bet], list[str]]:
    """Return the bets of the variant and the catalog that the shoe is known finely enough for; say which are not.

    Args:
        game: the variant played.
        shoe: the shoe.
        looks_at: how much the bets are to look at, None for any.
    """
    from analyzer.catalog.bet_file import read_bet
    from analyzer.catalog.rules_file import catalog_names
    from analyzer.errors import ShoeError

    every = [*game.variant.bets, *(read_bet(name) for name in catalog_names("bets"))]
    every = [each for each in every if looks_at in {None, each.looks_at}]
    left_out = [each.name for each in every if each.fineness > shoe.fineness]
    if left_out and len(left_out) == len(every):
        raise ShoeError(f"shoe: it is known by {shoe.known_by} only; no bet that looks at {looks_at} can be priced")
    if left_out:
        say(f"left out, as the shoe is known by {shoe.known_by} only: {', '.join(left_out)}")
    return [each for each in every if each.fineness <= shoe.fineness], left_out


def one_game(options: dict[str, Any]) -> Game:
    """Return the one variant the options name, with what they set on it."""
    played = games(options)
    if len(played) > 1:
        raise usage_error(f"--variant: got {len(played)} variants; this command answers for one at a time")
    return played[0]
