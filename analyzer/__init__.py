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
    from analyzer.bets import CONDITIONS, Bet, Condition, Payout
    from analyzer.cards import Card, Fineness, Rank, Suit, read_card, read_cards
    from analyzer.coup import Coup, play
    from analyzer.distribution import Distribution
    from analyzer.enumerator import BY_FACE, BY_RANK, BY_VALUE, Deals, Opening, Partition, enumerate_deals
    from analyzer.errors import BaccaratError, BetError, NotationError, RulesError, ShoeError
    from analyzer.notation import Pays, read_number, read_pays
    from analyzer.pricing import Odds, Outcome, price, price_function
    from analyzer.rules_files import read_bet, read_tableau
    from analyzer.shoe import Shoe
    from analyzer.tableau import STANDARD, Ending, Tableau, endings, finishes
    from analyzer.variants import Variant, read_variant, variant_names

__version__ = "0.1.0"

_HOMES = {
    "bets": ("CONDITIONS", "Bet", "Condition", "Payout"),
    "cards": ("Card", "Fineness", "Rank", "Suit", "read_card", "read_cards"),
    "coup": ("Coup", "play"),
    "distribution": ("Distribution",),
    "enumerator": ("BY_FACE", "BY_RANK", "BY_VALUE", "Deals", "Opening", "Partition", "enumerate_deals"),
    "errors": ("BaccaratError", "BetError", "NotationError", "RulesError", "ShoeError"),
    "notation": ("Pays", "read_number", "read_pays"),
    "pricing": ("Odds", "Outcome", "price", "price_function"),
    "rules_files": ("read_bet", "read_tableau"),
    "shoe": ("Shoe",),
    "tableau": ("STANDARD", "Ending", "Tableau", "endings", "finishes"),
    "variants": ("Variant", "read_variant", "variant_names"),
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
