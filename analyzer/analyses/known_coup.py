"""Known coup: the odds of a coup under way, given any part of it.

Every ordered six-card deal of the shoe plays out as one coup. The deals whose coup agrees with what is known are kept;
nothing else is assumed. The unused cards of a deal are never compared with what is known.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.arguments import checked
from analyzer.bets.layout import layouts_of
from analyzer.cards.card import Card, Fineness
from analyzer.cards.features import EVERY_CARD, Position, fineness_of
from analyzer.cards.shoe import Shoe
from analyzer.enumeration.coups import playouts
from analyzer.enumeration.distribution import Distribution
from analyzer.enumeration.enumerator import enumerate_deals, keep_nothing, keep_values
from analyzer.enumeration.face_draws import FaceDraws, Kind
from analyzer.enumeration.feature_counts import answers_of
from analyzer.errors import CoupError
from analyzer.rules.coup import Hand
from analyzer.rules.known_coup import NOTHING_KNOWN, KnownCoup, decisions, next_position
from analyzer.rules.tableau import Tableau

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.bets.bet import Bet
    from analyzer.bets.layout import Layout
    from analyzer.bets.odds import Odds
    from analyzer.enumeration.distribution import Progress
    from analyzer.enumeration.feature_counts import Valued
    from analyzer.rules.coup import Ending
    from analyzer.rules.known_coup import Third

__all__ = ["NextCard", "known_endings", "next_cards", "price_known"]

_POSITIONS = (Position.PUNTO_OPENING, Position.BANCO_OPENING) * 2 + (Position.PUNTO_THIRD, Position.BANCO_THIRD)
KindOf = tuple[int | None, ...]
"""For each of the six cards of a coup the index of its kind, None if its value is not kept."""
_NOTHING_KEPT: KindOf = (None,) * 6


class NextCard(NamedTuple):
    """A point value that the next card can have.

    Attributes:
        value: the point value.
        deals: ordered six-card deals in which the next card has this value.
        endings: the endings of these deals.
    """

    value: int
    deals: int
    endings: Distribution[Ending]


@checked(known=KnownCoup, shoe=Shoe, tableau=Tableau)
def known_endings(known: KnownCoup, shoe: Shoe, tableau: Tableau) -> Distribution[Ending]:
    """Return the distribution of endings of a coup, given what is known of it.

    It counts ordered six-card deals in which the known cards have their point values.

    Raises:
        CoupError: if what is known contradicts itself, the drawing rules or the shoe.

    >>> from analyzer import STANDARD, Shoe
    >>> dist = known_endings(KnownCoup(punto_total=9), Shoe.decks(8), STANDARD)
    >>> dist.coarsen(lambda ending: ending.winner).count("banco")
    0
    """
    _check(known, shoe, tableau)
    [counts] = _value_deals(known, shoe, tableau, _NOTHING_KEPT).values()
    return Distribution({ending: count for ending, count in counts.items() if ending is not None})


@checked(known=KnownCoup, shoe=Shoe, tableau=Tableau)
def next_cards(known: KnownCoup, shoe: Shoe, tableau: Tableau) -> list[NextCard]:
    """Return the point values the next card can have and how the coup then ends; empty if the coup is over.

    Raises:
        CoupError: see `known_endings`.

    >>> from analyzer import STANDARD, Shoe
    >>> from analyzer.rules.known_coup import read_opening
    >>> known = KnownCoup(punto=read_opening("9 9"), banco=read_opening("3 ?"))
    >>> [card.value for card in next_cards(known, Shoe.from_spec("9=4 3=2 2=1"), STANDARD)]
    [2, 3, 9]
    """
    _check(known, shoe, tableau)
    position = next_position(known, tableau)
    if position is None:
        return []
    kind_of = tuple(0 if index == position else None for index in range(len(_POSITIONS)))
    cards = []
    for ((value,),), counts in sorted(_value_deals(known, shoe, tableau, kind_of).items()):
        ended = Distribution({ending: count for ending, count in counts.items() if ending is not None})
        cards.append(NextCard(value, ended.total, ended))
    return cards


@checked(known=KnownCoup, shoe=Shoe, tableau=Tableau)
def price_known(
    bets: Sequence[Bet],
    known: KnownCoup,
    shoe: Shoe,
    tableau: Tableau,
    progress: Progress | None = None,
) -> list[Odds]:
    """Price bets on a coup, given what is known of it.

    Args:
        bets: any bets.
        known: what is known of the coup.
        shoe: the composition before the coup.
        tableau: the drawing rules.
        progress: called during a longer count with how much is done, and of how much.

    Raises:
        CoupError: see `known_endings`.
        ShoeError: if a bet needs a finer shoe.

    Cost: one walk over the values and the cost of `count_features` for each set of bets on the same cards.

    >>> from analyzer import STANDARD, Shoe, read_bet
    >>> from analyzer.rules.known_coup import read_opening
    >>> known = KnownCoup(punto=read_opening("9 9"))
    >>> [odds] = price_known([read_bet("perfect-pair")], known, Shoe.decks(8), STANDARD)
    >>> odds.hit_frequency > 0
    True
    """
    _check(known, shoe, tableau)
    priced: dict[int, Odds] = {}
    for layout in layouts_of(bets):
        rows = layout.rows(shoe, tableau, progress) if known == NOTHING_KNOWN else _rows(layout, known, shoe, tableau)
        priced |= {id(bet): odds for bet, odds in zip(layout.bets, layout.odds(rows), strict=True)}
    return [priced[id(bet)] for bet in bets]


def _check(known: KnownCoup, shoe: Shoe, tableau: Tableau) -> None:
    """Refuse a known coup that contradicts itself, the drawing rules or the shoe."""
    decisions(known, tableau)
    cards = [card for card in known.cards if card is not None]
    if shoe.replacement:
        return
    # A face is also one of the cards of its rank and of its value: each fineness has its own limits.
    for fineness in sorted({card.fineness for card in cards}):
        _check_counts([card for card in cards if card.fineness >= fineness], shoe, fineness)


def _check_counts(cards: list[Card], shoe: Shoe, fineness: Fineness) -> None:
    """Refuse more cards of a class than the shoe holds."""
    level = min(fineness, shoe.fineness)
    counts = shoe.at(level).counts
    for class_index, number in Counter(card.class_at(level) for card in cards).items():
        if number > counts[class_index]:
            card = next(card for card in cards if card.class_at(level) == class_index)
            raise CoupError(
                f"card {card}: the coup shows {number} of it, but the shoe before the coup holds {counts[class_index]}"
            )


def _rows(layout: Layout, known: KnownCoup, shoe: Shoe, tableau: Tableau) -> Distribution[int]:
    """Return the distribution of the rows of a layout that match, given what is known."""
    features = layout.features
    fine = shoe.at(fineness_of(features))
    allowed_at = [_allowed(card, fine.fineness) for card in known.cards]
    kinds: dict[Kind, int] = {}
    kind_of: list[int | None] = []
    for position, card, allowed in zip(_POSITIONS, known.cards, allowed_at, strict=True):
        lookers = tuple(bool(position & feature.positions) for feature in features)
        # A card that no feature looks at still matters if its rank or suit is known: fewer such cards are left.
        is_finer = card is not None and allowed != _allowed(Card(None), fine.fineness, card.point_value)
        kept = any(lookers) or is_finer
        kind_of.append(kinds.setdefault(Kind(lookers, allowed), len(kinds)) if kept else None)
    faces = FaceDraws(features, list(kinds), fine)
    by_faces: dict[int, Counter[Ending | None]] = defaultdict(Counter)
    coarse = fine.at(Fineness.VALUES)
    for values, ended in _value_deals(known, coarse, tableau, tuple(kind_of)).items():
        by_faces[faces.identity(values)].update(ended)
    observed = answers_of(features, faces, by_faces, layout.rows_on_cards, scale=fine.total // coarse.total)
    return layout.settle(observed)


def _allowed(card: Card | None, fineness: Fineness, value: int | None = None) -> frozenset[int] | None:
    """Return the classes, at that fineness, that a card known in part can belong to, None for all."""
    if card is None:
        return None
    if value is None:
        value = card.point_value
    return frozenset(
        face.class_at(fineness)
        for face in EVERY_CARD
        if face.point_value == value and card.rank in {None, face.rank} and card.suit in {None, face.suit}
    )


def _value_deals(known: KnownCoup, shoe: Shoe, tableau: Tableau, kind_of: KindOf) -> Valued:
    """Count the deals that fit what is known, by the point values in the positions of each kind and by ending.

    Raises:
        CoupError: if there are none.
    """
    cards = known.cards
    kinds = 1 + max((kind for kind in kind_of if kind is not None), default=-1)
    keeps = [
        keep_values if any(cards[index] or kind_of[index] is not None for index in (hand, hand + 2)) else keep_nothing
        for hand in range(2)
    ]
    deals = enumerate_deals(shoe, punto=keeps[0], banco=keeps[1])
    counts: Valued = defaultdict(Counter)
    for branch in deals.branches:
        openings = branch.punto, branch.banco
        totals = zip(map(known.known_total, Hand), openings, strict=True)
        if any(total not in {None, opening.total} for total, opening in totals):
            continue
        arrangements = [
            _orders(opening.kept, (cards[hand], cards[hand + 2]), (kind_of[hand], kind_of[hand + 2]))
            for hand, opening in enumerate(openings)
        ]
        if not all(arrangements):
            continue
        dealt_openings = [
            (punto + banco, punto_orders * banco_orders)
            for punto, punto_orders in arrangements[0].items()
            for banco, banco_orders in arrangements[1].items()
        ]
        for playout in playouts(replace(deals, branches=(branch,)), tableau):
            drawn = playout.punto_third, playout.banco_third
            if not playout.ways or not all(map(_agrees, (known.punto_third, known.banco_third), drawn)):
                continue
            thirds = tuple(
                (kind, value)
                for kind, value in zip(kind_of[4:], drawn, strict=True)
                if kind is not None and value is not None
            )
            for openings_kept, orders in dealt_openings:
                values: list[list[int]] = [[] for _ in range(kinds)]
                for kind, value in sorted(openings_kept + thirds):
                    values[kind].append(value)
                counts[tuple(map(tuple, values))][playout.ending] += playout.ways * orders // 4
    if not any(map(any, counts.values())):
        raise CoupError("coup: the shoe holds too few cards of some values to deal what is known of it")
    return counts


def _orders(
    opening: Any,  # noqa: ANN401 - what the enumerator keeps has no type
    cards: tuple[Card | None, Card | None],
    kinds: tuple[int | None, int | None],
) -> Counter[tuple[tuple[int, int], ...]]:
    """Return the arrangements of two opening values that agree with the known cards, and their number of orders."""
    if opening is None:
        return Counter({(): 2})
    orders: Counter[tuple[tuple[int, int], ...]] = Counter()
    for values in (opening, opening[::-1]):
        if all(card is None or card.point_value == value for card, value in zip(cards, values, strict=True)):
            kept = [(kind, value) for kind, value in zip(kinds, values, strict=True) if kind is not None]
            orders[tuple(sorted(kept))] += 1
    return orders


def _agrees(third: Third, value: int | None) -> bool:
    """Return whether a third card of that value, None if the hand stood, agrees with what is known of it."""
    if third.drew is None:
        return True
    if third.drew != (value is not None):
        return False
    return third.card is None or third.card.point_value == value
