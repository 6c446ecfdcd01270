"""Known coup: what is known of a coup under way, checked against the drawing rules, and what they do next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from analyzer.arguments import checked
from analyzer.cards.card import Card, cards_in, read_card
from analyzer.errors import CoupError, NotationError
from analyzer.notation import ranges, shown
from analyzer.rules.coup import Ending, Hand, Winner
from analyzer.rules.tableau import NATURAL
from analyzer.text import short_repr

if TYPE_CHECKING:
    from collections.abc import Iterable

    from analyzer.rules.tableau import Tableau

__all__ = [
    "NOTHING_KNOWN",
    "POSITIONS",
    "THIRD_NOT_KNOWN",
    "Decision",
    "KnownCoup",
    "Third",
    "decisions",
    "following",
    "leads_to",
    "next_position",
    "read_opening",
    "read_third",
]

POSITIONS = tuple(f"{hand}'s {which} card" for which in ("first", "second") for hand in Hand)
POSITIONS += tuple(f"{hand}'s third card" for hand in Hand)
"""The six positions of a coup; the first four are in dealing order: punto, banco, punto, banco."""
_HANDS = tuple(Hand)
_UNKNOWN = "?"
_STOOD = frozenset({"stood", "stand", "stands", "no", "non", "nothing", "no card", "nil", "n", "-", "x"})
"""What people write for no third card; each is refused with the word to write."""
_NO_TOTAL = "banco's total is not known"
Pair = tuple[int, int]
"""The opening totals of punto and banco."""


class Third(NamedTuple):
    """What is known of a hand's third card.

    Attributes:
        drew: whether the hand drew one; None if that is not known.
        card: the card, as finely as it is known; None if it is not known.
    """

    drew: bool | None = None
    card: Card | None = None


THIRD_NOT_KNOWN = Third()
NONE_DRAWN = Third(drew=False)
DREW = Third(drew=True)


@short_repr(lambda _known: "of which some cards are known")
@dataclass(frozen=True, slots=True)
class KnownCoup:
    """What is known of one coup.

    Attributes:
        punto: punto's first and second card, each as finely as it is known; None if it is not known.
        banco: the same for banco.
        punto_third: what is known of punto's third card.
        banco_third: the same for banco.
        punto_total: the total of punto's opening, None if it is not given.
        banco_total: the same for banco.

    Raises:
        CoupError: if a total is not a whole number from 0 to 9.

    >>> KnownCoup(punto=read_opening("9 K")).totals(Hand.PUNTO)
    [9]
    """

    punto: tuple[Card | None, Card | None] = (None, None)
    banco: tuple[Card | None, Card | None] = (None, None)
    punto_third: Third = THIRD_NOT_KNOWN
    banco_third: Third = THIRD_NOT_KNOWN
    punto_total: int | None = None
    banco_total: int | None = None

    def __post_init__(self) -> None:
        """Refuse an invalid total."""
        for hand in Hand:
            total = self.known_total(hand)
            if total is not None and (type(total) is not int or not 0 <= total <= 9):  # noqa: PLR2004 - totals
                raise CoupError(f"{hand}_total: got {shown(total)}; a total is a whole number from 0 to 9")

    def opening(self, hand: Hand) -> tuple[Card | None, Card | None]:
        """Return a hand's opening cards."""
        return self.punto if hand == Hand.PUNTO else self.banco

    def third(self, hand: Hand) -> Third:
        """Return what is known of a hand's third card."""
        return self.punto_third if hand == Hand.PUNTO else self.banco_third

    def known_total(self, hand: Hand) -> int | None:
        """Return a hand's opening total if it is given as such, not by cards."""
        return self.punto_total if hand == Hand.PUNTO else self.banco_total

    @property
    def cards(self) -> list[Card | None]:
        """The card in each of the `POSITIONS`, None where it is not known."""
        openings = [card for pair in zip(self.punto, self.banco, strict=True) for card in pair]
        return [*openings, self.punto_third.card, self.banco_third.card]

    def totals(self, hand: Hand) -> list[int]:
        """Return the opening totals that a hand can have.

        Raises:
            CoupError: if its cards do not add up to the total given.
        """
        first, second = self.opening(hand)
        given = self.known_total(hand)
        if first is None or second is None:
            return list(range(10)) if given is None else [given]
        total = (first.point_value + second.point_value) % 10
        if given not in {None, total}:
            raise CoupError(
                f"{hand}_total: got {given}, but {first} {second} make {total}: "
                "a total is the last digit of the sum of the opening two cards"
            )
        return [total]


NOTHING_KNOWN = KnownCoup()


@checked(text=str)
def read_opening(text: str) -> tuple[Card | None, Card | None]:
    """Read a hand's opening cards in dealing order; a `?` or a second card left out is not known.

    Raises:
        NotationError: if one is not a card, or there are not one or two.

    >>> [str(card) for card in read_opening("9 ?")]
    ['9', 'None']
    """
    words = [card for word in text.replace(",", " ").split() for card in cards_in(word)]
    if not 1 <= len(words) <= 2:  # noqa: PLR2004 - an opening
        raise NotationError(
            f"opening: got {shown(text)}; an opening is one or two cards, ? for a card not known; "
            "a third card is given separately"
        )
    cards = [None if word == _UNKNOWN else read_card(word) for word in words]
    return cards[0], cards[1] if len(cards) > 1 else None


@checked(text=str)
def read_third(text: str) -> Third:
    """Read what is known of a third card: a card, `?` for a card drawn but not known, `none` for no third card.

    Raises:
        NotationError: if it is none of these.

    >>> read_third("none"), read_third("4").card
    (Third(drew=False, card=None), Card(rank=<Rank.FOUR: 4>, suit=None))
    """
    word = text.strip().lower()
    if word == "none":
        return NONE_DRAWN
    if word in _STOOD:
        raise NotationError(f"card: got {shown(text)}; did you mean none, for no third card?")
    try:
        return DREW if word == _UNKNOWN else Third(drew=True, card=read_card(text))
    except NotationError as error:
        raise NotationError(f"{error}; or ? for a card not known, none for no third card") from None


class Decision(NamedTuple):
    """One decision of the drawing rules.

    Attributes:
        who: "punto", "banco" or "coup".
        does: "draws", "stands", "ends", or "depends" if it is not decided yet.
        why: the rule.
    """

    who: str
    does: str
    why: str


def decisions(known: KnownCoup, tableau: Tableau) -> list[Decision]:
    """Return what the drawing rules do in this coup, and why.

    Raises:
        CoupError: if what is known contradicts itself or the rules; the error names the rule.

    >>> from analyzer import STANDARD
    >>> known = KnownCoup(punto=read_opening("2 3"), banco=read_opening("6 K"))
    >>> for decision in decisions(known, STANDARD):
    ...     print(f"{decision.who} {decision.does}: {decision.why}")
    punto draws: punto draws on 0-5 and has 5
    banco depends: banco on 6 draws against 6-7; punto's third card is not known
    """
    pairs = _possible_totals(known, tableau)
    over = {tableau.is_over(*pair) for pair in pairs}
    if over == {True}:
        return [Decision("coup", "ends", _natural_rule(pairs))]
    decided = []
    if True in over:
        decided.append(Decision("coup", "depends", "an opening of 8 or 9 in either hand ends the coup"))
    pairs = [pair for pair in pairs if not tableau.is_over(*pair)]
    puntos, bancos = ([*dict.fromkeys(totals)] for totals in zip(*pairs, strict=True))
    draws = {tableau.punto_draws(punto) for punto in puntos}
    decided.append(Decision(Hand.PUNTO, _does(draws), _punto_rule(puntos, tableau)))
    thirds = {third for pair in pairs for third in _punto_thirds(known, pair, tableau)}
    draws = {
        tableau.banco_draws(pair[1], third)
        for pair in pairs
        for third in _punto_thirds(known, pair, tableau)
        if known.banco_third.drew in {None, tableau.banco_draws(pair[1], third)}
    }
    why = _banco_rule(bancos, thirds, tableau)
    if known.banco_third.drew is not None and why == _NO_TOTAL:
        why = f"banco {'drew' if known.banco_third.drew else 'stood'}, as given"
    decided.append(Decision(Hand.BANCO, _does(draws), why))
    return decided


def _does(draws: set[bool]) -> str:
    if len(draws) > 1:
        return "depends"
    return "draws" if True in draws else "stands"


def _possible_totals(known: KnownCoup, tableau: Tableau) -> list[Pair]:
    """Return the pairs of opening totals that agree with what is known.

    Raises:
        CoupError: if there are none.
    """
    pairs = [(punto, banco) for punto in known.totals(Hand.PUNTO) for banco in known.totals(Hand.BANCO)]
    for hand in Hand:
        third = known.third(hand)
        if third.drew is None:
            continue
        agreeing = [pair for pair in pairs if third.drew in _possible_draws(hand, known, pair, tableau)]
        if not agreeing:
            given = "none" if not third.drew else _UNKNOWN if third.card is None else str(third.card)
            does = "draws a third card" if third.drew else "stands"
            raise CoupError(
                f"{hand}_third: got {given}, but {hand} never {does} here: "
                f"{_rule(hand, known, pairs, tableau)} (tableau {tableau.name})"
            )
        pairs = agreeing
    return pairs


def _punto_thirds(known: KnownCoup, pair: Pair, tableau: Tableau) -> Iterable[int | None]:
    """Return the values that punto's third card can have in a coup that is not over, None if punto stands."""
    if not tableau.punto_draws(pair[0]):
        return [None]
    card = known.punto_third.card
    return range(10) if card is None else [card.point_value]


def _possible_draws(hand: Hand, known: KnownCoup, pair: Pair, tableau: Tableau) -> set[bool]:
    """Return the decisions the hand can face with these openings: True if it can draw, False if it can stand."""
    if tableau.is_over(*pair):
        return {False}
    if hand == Hand.PUNTO:
        return {tableau.punto_draws(pair[0])}
    return {tableau.banco_draws(pair[1], third) for third in _punto_thirds(known, pair, tableau)}


def _rule(hand: Hand, known: KnownCoup, pairs: list[Pair], tableau: Tableau) -> str:
    """Return the rule that decides about a hand's third card."""
    not_over = [pair for pair in pairs if not tableau.is_over(*pair)]
    if not not_over:
        return _natural_rule(pairs)
    if hand == Hand.PUNTO:
        return _punto_rule([punto for punto, _ in not_over], tableau)
    thirds = {third for pair in not_over for third in _punto_thirds(known, pair, tableau)}
    return _banco_rule([banco for _, banco in not_over], thirds, tableau)


def _natural_rule(pairs: list[Pair]) -> str:
    naturals = [
        f"{hand}'s {ranges(set(totals))}"
        for hand, totals in zip(Hand, zip(*pairs, strict=True), strict=True)
        if min(totals) >= NATURAL
    ]
    return f"a natural, 8 or 9 on two cards, ends the coup ({' and '.join(naturals) or 'one hand has one'})"


def _punto_rule(puntos: list[int], tableau: Tableau) -> str:
    totals = ranges([total for total, draws in enumerate(tableau.punto) if draws]) or "no total"
    return f"punto draws on {totals} and has {_total_in_words(puntos)}"


def _total_in_words(totals: list[int]) -> str:
    return ranges(set(totals)) if len(set(totals)) == 1 else "a total not known"


def _banco_rule(bancos: list[int], thirds: set[int | None], tableau: Tableau) -> str:
    totals = ranges([total for total in range(NATURAL) if tableau.banco_draws(total, None)]) or "no total"
    if thirds == {None}:
        return f"banco draws on {totals} when punto stands and has {_total_in_words(bancos)}"
    if len(set(bancos)) > 1:
        return _NO_TOTAL
    total = bancos[0]
    against = [value for value in range(10) if tableau.banco_draws(total, value)]
    if not against and not tableau.banco_draws(total, None):
        return f"banco stands on {total}"
    rule = f"banco on {total} " + (f"draws against {ranges(against)}" if against else "stands against any third card")
    if None in thirds:
        rule += f", {'draws' if tableau.banco_draws(total, None) else 'stands'} when punto stood"
    if len(thirds) == 1:
        return f"{rule}; punto's third card is {next(iter(thirds))}"
    return f"{rule}; punto's third card is not known"


def next_position(known: KnownCoup, tableau: Tableau) -> int | None:
    """Return the index in `POSITIONS` of the card turned over or dealt next, None if the coup is complete.

    The cards of an opening whose total is given are not turned over: the drawing rules need only the total.

    >>> from analyzer import STANDARD
    >>> POSITIONS[next_position(KnownCoup(punto_total=5, banco=read_opening("3 ?")), STANDARD)]
    "banco's second card"
    """
    for position, card in enumerate(known.cards[:4]):
        if card is None and known.known_total(_HANDS[position % 2]) is None:
            return position
    for decision in decisions(known, tableau):
        if decision.does == "draws" and known.third(Hand(decision.who)).card is None:
            return POSITIONS.index(f"{decision.who}'s third card")
    return None


def following(known: KnownCoup, position: int, card: Card) -> KnownCoup:
    """Return the known coup with one more card: the one at that index in `POSITIONS`."""
    hand, index = _HANDS[position % 2], position // 2
    if index > 1:
        third = Third(drew=True, card=card)
        return replace(known, punto_third=third) if hand == Hand.PUNTO else replace(known, banco_third=third)
    first, second = known.opening(hand)
    opening = (card, second) if index == 0 else (first, card)
    return replace(known, punto=opening) if hand == Hand.PUNTO else replace(known, banco=opening)


def leads_to(known: KnownCoup, tableau: Tableau) -> str:
    """Describe a coup in words: the totals known, what the rules do next, and how it ends.

    >>> from analyzer import STANDARD
    >>> leads_to(KnownCoup(punto=read_opening("2 3"), banco=read_opening("6 K"), punto_third=read_third("4")), STANDARD)
    'punto 9, banco 6; banco stands; punto wins'
    """
    decided = decisions(known, tableau)
    ends = decided[0].does == "ends"
    totals: dict[Hand, int | None] = {}
    finished = True
    for hand in Hand:
        opening = known.totals(hand)
        total = opening[0] if len(opening) == 1 else None
        does = next((decision.does for decision in decided if decision.who == hand), "stands")
        card = known.third(hand).card
        if does == "draws" and total is not None and card is not None:
            total = (total + card.point_value) % 10
        finished &= total is not None and (ends or does == "stands" or (does == "draws" and card is not None))
        totals[hand] = total
    known_totals = [f"{hand} {total}" for hand, total in totals.items() if total is not None]
    words = [", ".join(known_totals)] if known_totals else []
    words += [
        "a natural ends the coup" if does == "ends" else f"{who} {does}"
        for who, does, _ in decided
        if does in {"draws", "stands", "ends"} and not (who in _HANDS and known.third(Hand(who)).card)
    ]
    if decided[0].does == "depends" and decided[0].who == "coup" and len(words) > 1:
        words[-1] += ", unless a natural ends the coup"
    if finished:
        ending = Ending(totals[Hand.PUNTO] or 0, totals[Hand.BANCO] or 0, 2, 2)
        words.append("tie" if ending.winner is Winner.TIE else f"{ending.winner} wins")
    return "; ".join(words)
