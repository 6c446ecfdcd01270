"""What a certificate proves, from its own contents: the shoe, the drawing rules, what its bets pay, and whose they are.

The names in a certificate follow from nothing. Here its rules and its bets are compared with those of the catalog.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.bets.odds import OddsRow
from analyzer.cards.card import Card, Fineness, class_cards
from analyzer.cards.features import RED
from analyzer.cards.shoe import Shoe
from analyzer.catalog.bet_file import read_bet
from analyzer.catalog.rules_file import catalog_names, read_tableau, tableau_names
from analyzer.catalog.variant import read_variant, variant_names
from analyzer.notation import Pays, counted, ranges
from analyzer.proof.certificate import Labelling, count_table, labellings_of, looks_document
from analyzer.rules.coup import Ending, Winner
from analyzer.rules.tableau import Tableau
from analyzer.text import MAX_FIELD, cut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from analyzer.bets.bet import Bet
    from analyzer.proof.verify import Document

__all__ = ["CertifiedBet", "CertifiedGame", "Match", "identified_looks", "identify"]

Seen = tuple[Ending, tuple[Any, ...]]


class Match(NamedTuple):
    """Whether rules of a certificate are those of the catalog.

    Attributes:
        own: whether the catalog's rules of the name in the certificate are the same.
        names: all rules of the catalog that are the same, by name.
        is_known: whether the catalog has rules of the name in the certificate.
    """

    own: bool
    names: tuple[str, ...]
    is_known: bool

    @property
    def verdict(self) -> str:
        """Whether they are "same" as those of the name, those of "another name", or of "none"."""
        return "same" if self.own else "another name" if self.names else "none"


class CertifiedBet(NamedTuple):
    """A bet of a certificate.

    Attributes:
        name: the name it has there.
        edge: its house edge.
        rows: its rows, each with what it is paid on in words, from the endings it lists.
        match: the bets of the catalog that pay the same on every coup of the shoe.
        table: the index of the table of counts that settles it.
    """

    name: str
    edge: Fraction
    rows: tuple[OddsRow, ...]
    match: Match
    table: int


class CertifiedGame(NamedTuple):
    """The game that a certificate proves.

    Attributes:
        name: the name of the game there.
        is_variant: whether the game is the catalog's variant of this name, as far as the certificate goes: its
            drawing rules and those of its bets that are certified; None if the catalog has no such variant.
        shoe: the shoe.
        shoe_title: the shoe in words.
        tableau: the drawing rules, with the name they have there.
        tableau_match: the tableaux of the catalog with the same rules.
        bets: the bets.
        looks: what each table of counts looks at, in words.
    """

    name: str
    is_variant: bool | None
    shoe: Shoe
    shoe_title: str
    tableau: Tableau
    tableau_match: Match
    bets: tuple[CertifiedBet, ...]
    looks: tuple[str, ...]


def identify(document: Document) -> CertifiedGame:
    """Return the game that a certificate proves, compared with the catalog.

    Args:
        document: a certificate that has been verified.

    Cost: where bets look at cards, a count of the catalog's bets that look at the same cards.
    """
    stated = document["shoe"]
    shoe = Shoe(Fineness[stated["known_by"].upper()], tuple(stated["counts"]), stated["replacement"])
    rules = document["tableau"]
    tableau = Tableau(
        rules["name"],
        tuple(cell == "D" for cell in rules["punto"]),
        tuple(tuple(cell == "D" for cell in row) for row in rules["banco"]),
        rules["natural_ends"],
    )
    alike = tuple(name for name in tableau_names() if _rules(read_tableau(name)) == _rules(tableau))
    payments = [_payments(bet) for bet in document["bets"]]
    matches = _matches(document, payments, shoe, tableau)
    bets = tuple(
        CertifiedBet(bet["bet"], Fraction(bet["edge"]), _rows(bet, paid), match, bet["counts"])
        for bet, paid, match in zip(document["bets"], payments, matches, strict=True)
    )
    is_variant = None
    if document["variant"] in variant_names():
        is_variant = _rules(read_variant(document["variant"]).tableau) == _rules(tableau) and all(
            bet.match.own for bet in bets
        )
    tableau_match = Match(tableau.name in alike, alike, tableau.name in tableau_names())
    looks = tuple(identified_looks(table["looks"], shoe.fineness) for table in document["counts"])
    return CertifiedGame(document["variant"], is_variant, shoe, _shoe_title(shoe), tableau, tableau_match, bets, looks)


def _rules(tableau: Tableau) -> tuple[object, ...]:
    return tableau.punto, tableau.banco, tableau.natural_ends


def _shoe_title(shoe: Shoe) -> str:
    """Return a shoe in words: full decks, or how many cards of each class."""
    full = Shoe.infinite() if shoe.replacement else None
    if full is not None and full.at(shoe.fineness).counts == shoe.counts:
        return "infinite: every card from a full deck, with replacement"
    decks, rest = divmod(shoe.cards, Fineness.FACES)
    if full is None and decks and not rest and Shoe.decks(decks).at(shoe.fineness) == shoe:
        return f"{counted(decks, 'full deck')}, {shoe.cards} cards"
    spec = " ".join(
        f"{card}={count}" for card, count in zip(class_cards(shoe.fineness), shoe.counts, strict=True) if count
    )
    return f"{spec}, with replacement" if shoe.replacement else f"{spec}, {shoe.cards} cards"


# The bets.


def _seen(written: list[Any]) -> Seen:
    return Ending(*written[:4]), tuple(map(tuple, written[4:]))


def _payments(bet: Document) -> dict[Seen, Fraction]:
    """Return what a bet of a certificate pays, by what was seen."""
    return {_seen(written): Fraction(row["odds"]) for row in bet["rows"] for written in row["seen"]}


def _candidates(variant: str) -> dict[str, Bet]:
    """Return the bets of the catalog by name: the side bets, the bets of the variant, and those of all others."""
    own = read_variant(variant).bets if variant in variant_names() else ()
    others = {f"{bet.name} of {name}": bet for name in variant_names() for bet in read_variant(name).bets}
    side_bets = {name: read_bet(name) for name in catalog_names("bets")}
    return side_bets | {bet.name: bet for bet in own} | others


def _matches(document: Document, payments: list[dict[Seen, Fraction]], shoe: Shoe, tableau: Tableau) -> list[Match]:
    """Return the match of each bet of a certificate."""
    candidates = _candidates(document["variant"])
    by_labellings: dict[tuple[Labelling, ...], dict[str, Bet]] = defaultdict(dict)
    for name, bet in candidates.items():
        if bet.fineness <= shoe.fineness:
            by_labellings[tuple(dict.fromkeys(labellings_of(bet)))][name] = bet
    paid: list[dict[str, Mapping[Seen, Fraction]]] = []
    for table in document["counts"]:
        named: dict[str, Mapping[Seen, Fraction]] = {}
        endings = [_seen(written) for written, _count in table["entries"]]
        for labellings, bets in by_labellings.items():
            if looks_document(labellings, shoe) == table["looks"]:
                named |= _paid_by(labellings, bets, endings, shoe, tableau)
        paid.append(named)
    matches = []
    for bet, stated in zip(document["bets"], payments, strict=True):
        names = tuple(name for name, pays in paid[bet["counts"]].items() if pays == stated)
        matches.append(Match(bet["bet"] in names, names, bet["bet"] in candidates))
    return matches


def _paid_by(
    labellings: tuple[Labelling, ...], bets: Mapping[str, Bet], seen: Iterable[Seen], shoe: Shoe, tableau: Tableau
) -> dict[str, Mapping[Seen, Fraction]]:
    """Return what bets that look at the same cards pay, by what is seen."""
    if not labellings:
        return {
            name: {(ending, answers): bet.pays_at(bet.row(ending)).net for ending, answers in seen}
            for name, bet in bets.items()
        }
    table = count_table(labellings, list(bets.values()), shoe, tableau)
    return {
        name: {key: bet.pays_at(row).net for key, row in rows.items()}
        for (name, bet), rows in zip(bets.items(), table.rows, strict=True)
    }


# What a table of counts looks at.

_KINDS: dict[str, Callable[[Card], object]] = {
    "values": lambda card: card.point_value,
    "ranks": lambda card: card.rank,
    "suits": lambda card: card.suit,
    "colours": lambda card: card.suit in RED,
    "faces": lambda card: card,
}


def identified_looks(looks: list[Document], fineness: Fineness) -> str:
    """Return in words what the looks of a table read: in which places, and what of the cards there."""
    words = []
    for look in looks:
        hands = [place.partition("_") for place in look["places"]]
        places = ", ".join(f"{hand}'s {'opening' if which == 'opening' else 'third card'}" for hand, _, which in hands)
        labels = _labels(look["labels"], fineness)
        words.append(
            f"which {labels} are equal in {places}" if look["answer"] == "pattern" else f"{labels} in {places}"
        )
    return "; ".join(words) or "totals and numbers of cards"


def _labels(labels: Sequence[int], fineness: Fineness) -> str:
    """Return in words what labels tell of the cards: their ranks, their suits …, or the groups with one label each."""
    cards = class_cards(fineness)

    def told_by(kind: str) -> dict[object, int]:
        """Return the label of each rank, suit …; empty if cards that agree in it have several labels."""
        pairs = set(zip(map(_KINDS[kind], cards), labels, strict=True))
        told = dict(pairs)
        return told if len(told) == len(pairs) else {}

    different = len(set(labels))
    if different == 1:
        return "cards of any kind"
    for kind in _KINDS:
        if len(told_by(kind)) == different:
            return kind
    named = next(kind for kind in ("ranks", "suits", "faces") if told_by(kind))
    groups: dict[int, dict[str, None]] = {}
    for card, label in zip(cards, labels, strict=True):
        name = card.suit.symbol if named == "suits" and card.suit is not None else str(card)
        if named == "ranks" and card.rank is not None:
            name = card.rank.symbol
        groups.setdefault(label, {})[name] = None
    *small, _largest = sorted(groups.values(), key=len)
    return cut(f"cards ({'; '.join([*(' '.join(group) for group in small), 'all else'])})", MAX_FIELD)


# What a row is paid on.


def _rows(bet: Document, payments: Mapping[Seen, Fraction]) -> tuple[OddsRow, ...]:
    every: dict[Winner, set[Seen]] = defaultdict(set)
    for seen in payments:
        every[seen[0].winner].add(seen)
    rows = []
    for row in bet["rows"]:
        own: dict[Winner, set[Seen]] = defaultdict(set)
        for written in row["seen"]:
            seen = _seen(written)
            own[seen[0].winner].add(seen)
        words = [_paid_on(winner, own[winner], every[winner]) for winner in Winner if own[winner]]
        rows.append(OddsRow("; ".join(words), Pays(Fraction(row["odds"])), int(row["count"])))
    return tuple(rows)


def _paid_on(winner: Winner, own: set[Seen], every: set[Seen]) -> str:
    """Return in words which coups of one outcome a row is paid on, all or those of some totals and numbers of cards."""
    outcome = "ties" if winner is Winner.TIE else f"{winner} wins"
    if own == every:
        return f"all {outcome}"
    totals, cards = {_total(seen) for seen in own}, {_cards(seen) for seen in own}
    if own == {seen for seen in every if _total(seen) in totals}:
        return f"{outcome} with {ranges(totals)}"
    if own == {seen for seen in every if _total(seen) in totals and _cards(seen) in cards}:
        return f"{outcome} with {ranges(totals)} in {ranges(cards)} cards"
    return f"some {outcome}"


def _total(seen: Seen) -> int:
    """Return the total of the hand that wins, or of both."""
    return max(seen[0].punto_total, seen[0].banco_total)


def _cards(seen: Seen) -> int:
    """Return how many cards the hand that wins holds; in a tie, both hands."""
    ending = seen[0]
    if ending.winner is Winner.TIE:
        return ending.punto_cards + ending.banco_cards
    return ending.punto_cards if ending.winner is Winner.PUNTO else ending.banco_cards
