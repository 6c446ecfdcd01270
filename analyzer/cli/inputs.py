"""Inputs: the shoes, variants and bets that a command's options and arguments name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyzer.cli.console import count_progress, print_note, usage_error
from analyzer.cli.names import expanded
from analyzer.cli.options import limit_work
from analyzer.cli.shoe_values import print_shoe_note

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from analyzer.bets.bet import Bet
    from analyzer.bets.odds import Odds
    from analyzer.cards.shoe import Shoe
    from analyzer.catalog.variant import Variant
    from analyzer.rules.tableau import Tableau
    from analyzer.views.labels import Decks, NamedShoe, PlayedVariant

__all__ = [
    "Crosscheck",
    "asked_bets",
    "every_bet",
    "find_bet",
    "games",
    "named_bets",
    "one_game",
    "one_shoe",
    "price_bet",
    "refuse_idle",
    "shoes",
]


def shoes(options: dict[str, Any], usual: Sequence[Decks] = (8,)) -> list[NamedShoe]:
    """Return the shoes that the options name, one for each number of decks; the default is `usual`, in decks."""
    from analyzer.cards.shoe import Shoe
    from analyzer.views.labels import NamedShoe

    given, removed = options["shoe"], [*options["remove"], *options["burn"]]
    if removed and "inf" in (options["decks"] or ()):
        raise usage_error(
            "--remove and --burn do not apply to --decks inf: no card leaves a shoe drawn with replacement"
        )
    if given is not None and options["decks"] is not None:
        raise usage_error("--shoe and --decks both name the shoe; give one of them")
    names = tuple(str(card) for card in removed)
    print_shoe_note()
    if given is not None:
        return [NamedShoe(given.remove(removed), None, names)]
    return [
        NamedShoe((Shoe.infinite() if decks == "inf" else Shoe.decks(int(decks))).remove(removed), decks, names)
        for decks in options["decks"] or usual
    ]


def one_shoe(options: dict[str, Any], usual: Sequence[Decks] = (8,)) -> NamedShoe:
    """Return the one shoe that the options name; by default the last of `usual`, which is the largest."""
    named = shoes(options, usual[-1:])
    if len(named) > 1:
        raise usage_error(f"--decks: got {len(named)} shoes; this command takes one at a time")
    return named[0]


def games(options: dict[str, Any], *, every: bool = False) -> list[PlayedVariant]:
    """Return the variants that the options name, with the changes the options make.

    The default is classic, or with `every` all built-in variants if no option changes the rules. Of several variants an
    option changes those that it applies to.
    """
    from analyzer.catalog.variant import CHANGES, read_variant, variant_names
    from analyzer.errors import BaccaratError
    from analyzer.notation import exact
    from analyzer.views.labels import PlayedVariant

    tableau, commission = options["tableau"], options["commission"]
    tie_odds, half_on = options["tie_odds"], options["half_on"]
    unchanged = tableau is None and commission is None and tie_odds is None and half_on is None
    chosen: list[Variant] = [*options["chosen"]]
    if not chosen:
        chosen = [read_variant(name) for name in (variant_names() if every and unchanged else ["classic"])]

    # An option that changes none of the variants is tried on all, for its error.
    changing = {
        option: [variant for variant in chosen if _takes(variant, option, options)] or chosen
        for option in CHANGES
        if options[option] is not None
    }
    played = []
    for variant in chosen:
        changed, settings = variant, {}
        try:
            if half := variant in changing.get("half_on", ()):
                changed = changed.with_half_on(half_on, commission)
                settings["half_on"] = str(half_on)
            if variant in changing.get("commission", ()):
                changed = changed if half else changed.with_commission(commission)
                settings["commission"] = exact(commission)
            if variant in changing.get("tie_odds", ()):
                changed = changed.with_tie_odds(tie_odds)
                settings["tie_odds"] = str(tie_odds)
        except BaccaratError as error:
            raise usage_error(_with_option(str(error))) from None
        if tableau is not None:
            changed = changed.with_tableau(tableau)
            settings["tableau"] = tableau.name
        _note_unmatched(changed, strict=options["strict"])
        played.append(PlayedVariant(changed, settings))
    return played


def _takes(variant: Variant, option: str, options: dict[str, Any]) -> bool:
    """Return whether an option changes a variant; half pay takes the commission that is given with it."""
    from analyzer.catalog.variant import CHANGES

    if any(map(CHANGES[option], variant.bets)):
        return True
    return option == "commission" and options["half_on"] is not None and _takes(variant, "half_on", options)


def _note_unmatched(variant: Variant, *, strict: bool) -> None:
    """Print the variant's notes on rows that no coup matches; with `strict` the first of them is an error."""
    from analyzer.errors import RulesError

    for note in variant.notes:
        if strict:
            raise RulesError(note)
        _print_unmatched(note)


_OPTION_OF = {"commission": "--commission", "tie payout": "--tie-odds", "half pay": "--half-on"}
"""The option for each setting with which an error of a variant begins."""


def _with_option(message: str) -> str:
    """Return an error of a variant with the option in place of the setting."""
    for setting, option in _OPTION_OF.items():
        if message.startswith(setting):
            return option + message.removeprefix(setting)
    return message


class Crosscheck:
    """What `--crosscheck` counts a second time, and the note that says what that was.

    Args:
        options: the command's options.
    """

    def __init__(self, options: dict[str, Any]) -> None:
        """Note whether the option is given."""
        self.asked: bool = options["crosscheck"]
        self._totals = False
        self._counted: dict[str, None] = {}
        self._left: dict[str, None] = {}
        self._other: list[str] = []

    def endings(self, shoe: Shoe, tableau: Tableau) -> None:
        """Compare the recursion with the polynomial.

        Raises:
            DisagreementError: if they count an ending differently.
        """
        if self.asked:
            from analyzer.enumeration.polynomial import crosscheck

            crosscheck(shoe, tableau)

    def figures(self, priced: Sequence[tuple[Bet, Odds]], shoe: Shoe, tableau: Tableau) -> None:
        """Count a second time what the bets shown are priced by: the endings, and what bets on cards see of the cards.

        Raises:
            DisagreementError: if the two counts differ.
        """
        self.endings(shoe, tableau)
        on_cards = [(bet, odds) for bet, odds in priced if bet.features]
        self._totals = self._totals or len(on_cards) < len(priced)
        if self.asked and on_cards:
            from analyzer.proof.crosscheck import crosscheck_on_cards

            with count_progress("sets of bets counted a second time") as progress:
                counted = {id(bet) for bet in crosscheck_on_cards(on_cards, shoe, tableau, progress)}
            for bet, _odds in on_cards:
                (self._counted if id(bet) in counted else self._left)[bet.name] = None

    def leave_out(self, figures: str) -> None:
        """Name figures that are shown and not counted a second time."""
        self._other.append(figures)

    def print_note(self) -> None:
        """Say on stderr what was counted a second time, and what was not."""
        if not self.asked:
            return
        if self._left and not self._counted and not self._totals:
            print_note(
                "Crosscheck: no figure shown was counted a second time, as it would take too long: "
                f"{_few(self._left)}. Recursion and polynomial agree on the count of every ending, and on no more."
            )
            return
        notes = ["Crosscheck: recursion and polynomial agree on the count of every ending."]
        if self._counted:
            notes.append(f"Two routes also agree on the rows of these bets on cards: {_few(self._counted)}.")
        if self._left:
            notes.append(f"Not counted a second time, as it would take too long: {_few(self._left)}.")
        if self._other:
            notes.append(f"Not counted a second time: {', '.join(self._other)}.")
        print_note(" ".join(notes))


def _few(names: Collection[str], most: int = 5) -> str:
    """Return some of the names, and how many more there are."""
    listed = list(names)
    more = len(listed) - most
    return ", ".join(listed) if more <= 1 else f"{', '.join(listed[:most])} and {more} more"


def _print_unmatched(note: str) -> None:
    """Say which rows of a user's bet no coup matches."""
    print_note(f"Note: {note}; it is priced with 0 (--strict refuses it)")


def find_bet(name: str, game: PlayedVariant, *, every_row: bool = False) -> Bet:
    """Return a bet of the game's variant, or one from a file or the catalog; an unknown name is a usage error.

    A note says which rows no coup matches; --strict refuses them.

    Args:
        name: the name or path.
        game: the variant played.
        every_row: whether the rows of built-in bets are checked too.
    """
    import click

    from analyzer.catalog import bet_names
    from analyzer.catalog.rules_file import is_path
    from analyzer.errors import RulesError

    strict = click.get_current_context().params["strict"]
    limit_work(name)
    with count_progress("sets of cards") as progress:
        try:
            return bet_names.find_bet(
                name, game.variant, progress, strict=strict, every_row=every_row, note=_print_unmatched
            )
        except RulesError as error:
            # A bad file is an error with status 1, an unknown name a usage error with status 2.
            if is_path(name):
                raise
            raise usage_error(error) from None


def price_bet(bet: Bet, game: PlayedVariant, shoe: Shoe) -> Odds:
    """Price a bet, with progress on stderr if it takes long."""
    from analyzer.bets.pricing import price

    with count_progress("sets of cards") as progress:
        return price(bet, shoe, game.variant.tableau, progress)


def refuse_idle(asked: list[Bet], *played: PlayedVariant) -> None:
    """Refuse an option that affects none of the bets named, in any of the variants played."""
    from analyzer.catalog.variant import CHANGES

    own = [bet for bet in asked if any(bet is main for game in played for main in game.variant.bets)]
    for option in dict.fromkeys(option for game in played for option in game.options):
        if option != "tableau" and not any(CHANGES[option](bet) for bet in own):
            names = ", ".join(bet.name for bet in asked)
            raise usage_error(f"--{option.replace('_', '-')} does not apply to {names}: it changes nothing there")


def every_bet(game: PlayedVariant, shoe: Shoe, looks_at: str | None = None) -> tuple[list[Bet], list[str]]:
    """Return the bets of the variant and the catalog that can be priced on the shoe, and the names of the others.

    A bet that looks at a finer class of cards than the shoe is known by is left out, with a note on stderr.

    Args:
        game: the variant played.
        shoe: the shoe.
        looks_at: only bets that look at "totals", "ranks" or "suits"; None for all.

    Raises:
        ShoeError: if every bet is left out.
    """
    from analyzer.catalog.bet_file import read_bet
    from analyzer.catalog.rules_file import catalog_names
    from analyzer.errors import ShoeError

    every = [*game.variant.bets, *(read_bet(name) for name in catalog_names("bets"))]
    every = [bet for bet in every if looks_at in {None, bet.looks_at}]
    left_out = [bet.name for bet in every if bet.fineness > shoe.fineness]
    if left_out and len(left_out) == len(every):
        raise ShoeError(f"shoe: it is known by {shoe.known_by} only; no bet that looks at {looks_at} can be priced")
    if left_out:
        print_note(f"left out, as the shoe is known by {shoe.known_by} only: {', '.join(left_out)}")
    return [bet for bet in every if bet.fineness <= shoe.fineness], left_out


def asked_bets(names: Sequence[str], game: PlayedVariant, shoe: Shoe) -> tuple[list[Bet], list[str]]:
    """Return the bets named, or by default every bet that can be priced on the shoe, and the names of the others.

    Args:
        names: bets by any of their names, or files.
        game: the variant played.
        shoe: the shoe.
    """
    if not names:
        return every_bet(game, shoe)
    return named_bets(names, game), []


def named_bets(names: Sequence[str], game: PlayedVariant, *, every_row: bool = False) -> list[Bet]:
    """Return the bets that names stand for: each a name, a file, a list, a pattern or `all`.

    Args:
        names: the names.
        game: the variant played.
        every_row: whether the rows of built-in bets are checked too.
    """
    from analyzer.catalog.rules_file import catalog_names

    known = list(dict.fromkeys([*(bet.name for bet in game.variant.bets), *catalog_names("bets")]))
    bets = [find_bet(name, game, every_row=every_row) for name in expanded(names, known, "bet")]
    refuse_idle(bets, game)
    return bets


def one_game(options: dict[str, Any]) -> PlayedVariant:
    """Return the one variant that the options name, with the changes the options make."""
    played = games(options)
    if len(played) > 1:
        raise usage_error(f"--variant: got {len(played)} variants; this command takes one at a time")
    return played[0]
