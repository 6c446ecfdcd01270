"""Exact odds of punto banco (baccarat): any shoe, any drawing rules, any pay table.

>>> from analyzer import Shoe, STANDARD, endings, price, read_variant
>>> banco = read_variant("classic").bet("banco")
>>> price(banco, endings(Shoe.decks(8), STANDARD)).house_edge
Fraction(114753351728, 10847218479825)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.bet_files import read_bet as read_bet
    from analyzer.bets import Bet as Bet
    from analyzer.bets import Payout as Payout
    from analyzer.cards import Card as Card
    from analyzer.cards import Fineness as Fineness
    from analyzer.cards import Rank as Rank
    from analyzer.cards import Suit as Suit
    from analyzer.cards import read_card as read_card
    from analyzer.cards import read_cards as read_cards
    from analyzer.certificates import certify as certify
    from analyzer.closed_forms import ClosedForm as ClosedForm
    from analyzer.closed_forms import Formula as Formula
    from analyzer.closed_forms import Polynomial as Polynomial
    from analyzer.closed_forms import closed_form as closed_form
    from analyzer.conditions import CONDITIONS as CONDITIONS
    from analyzer.conditions import Condition as Condition
    from analyzer.coup import Coup as Coup
    from analyzer.coup import play as play
    from analyzer.distribution import Distribution as Distribution
    from analyzer.enumerator import BY_FACE as BY_FACE
    from analyzer.enumerator import BY_RANK as BY_RANK
    from analyzer.enumerator import BY_VALUE as BY_VALUE
    from analyzer.enumerator import Deals as Deals
    from analyzer.enumerator import Opening as Opening
    from analyzer.enumerator import Partition as Partition
    from analyzer.enumerator import enumerate_deals as enumerate_deals
    from analyzer.errors import BaccaratError as BaccaratError
    from analyzer.errors import BetError as BetError
    from analyzer.errors import NotationError as NotationError
    from analyzer.errors import RulesError as RulesError
    from analyzer.errors import ShoeError as ShoeError
    from analyzer.functions import Deal as Deal
    from analyzer.functions import FunctionBet as FunctionBet
    from analyzer.functions import price_function_bet as price_function_bet
    from analyzer.joint import Joint as Joint
    from analyzer.joint import combined_odds as combined_odds
    from analyzer.layouts import price_bets as price_bets
    from analyzer.notation import Pays as Pays
    from analyzer.notation import read_number as read_number
    from analyzer.notation import read_pays as read_pays
    from analyzer.pricing import Odds as Odds
    from analyzer.pricing import Outcome as Outcome
    from analyzer.pricing import price as price
    from analyzer.pricing import price_function as price_function
    from analyzer.rules_files import read_tableau as read_tableau
    from analyzer.shoe import Shoe as Shoe
    from analyzer.tableau import STANDARD as STANDARD
    from analyzer.tableau import Ending as Ending
    from analyzer.tableau import Tableau as Tableau
    from analyzer.tableau import endings as endings
    from analyzer.tableau import finishes as finishes
    from analyzer.variants import Variant as Variant
    from analyzer.variants import read_variant as read_variant
    from analyzer.variants import variant_names as variant_names
    from analyzer.verification import Line as Line
    from analyzer.verification import verify as verify

__version__ = "0.1.0"

_HOMES = {
    "bet_files": ("read_bet",),
    "bets": ("Bet", "Payout"),
    "certificates": ("certify",),
    "closed_forms": ("ClosedForm", "Formula", "Polynomial", "closed_form"),
    "conditions": ("CONDITIONS", "Condition"),
    "cards": ("Card", "Fineness", "Rank", "Suit", "read_card", "read_cards"),
    "coup": ("Coup", "play"),
    "distribution": ("Distribution",),
    "enumerator": ("BY_FACE", "BY_RANK", "BY_VALUE", "Deals", "Opening", "Partition", "enumerate_deals"),
    "functions": ("Deal", "FunctionBet", "price_function_bet"),
    "layouts": ("price_bets",),
    "joint": ("Joint", "combined_odds"),
    "errors": ("BaccaratError", "BetError", "NotationError", "RulesError", "ShoeError"),
    "notation": ("Pays", "read_number", "read_pays"),
    "pricing": ("Odds", "Outcome", "price", "price_function"),
    "rules_files": ("read_tableau",),
    "shoe": ("Shoe",),
    "tableau": ("STANDARD", "Ending", "Tableau", "endings", "finishes"),
    "variants": ("Variant", "read_variant", "variant_names"),
    "verification": ("Line", "verify"),
}
_MODULE_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [  # noqa: PLE0604 - the names above, loaded when first asked for
    "__version__",
    *sorted(_MODULE_OF),
]


def __getattr__(name: str) -> object:
    """Load a public name when it is first asked for, so that `--help` loads none."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'analyzer' has no attribute {name!r}")
    return getattr(import_module(f"analyzer.{_MODULE_OF[name]}"), name)
