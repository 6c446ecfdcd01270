"""Auditing: was each coup of a record dealt, announced and paid as the rules say?

Whatever is wrong is a finding, at the line where the contradiction first shows. Cards that were seen leave the shoe;
a card too many does not (it cannot have come from it), and neither do those of a line that cannot be read: like burnt
cards nobody saw, they leave the odds of what is unseen unchanged.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from analyzer.cards.card import Card, Fineness, class_names, read_card, read_cards
from analyzer.errors import BaccaratError, ShoeError
from analyzer.notation import shown
from analyzer.records.columns import YES_OR_NO, says_nothing, says_yes, winner
from analyzer.records.payments import Payments, unreadable
from analyzer.rules.coup import OPENING, Coup, Fault, drawing_faults, hand_faults, total

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from analyzer.bets.bet import Bet
    from analyzer.bets.settlement import Currency
    from analyzer.cards.shoe import Shoe
    from analyzer.records.record_file import Money, Record
    from analyzer.rules.tableau import Tableau

__all__ = ["ORDERS", "Audit", "Checked", "Finding"]

ORDERS = {"alternate": ((0, 2), (1, 3)), "pairs": ((0, 1), (2, 3))}
"""The places of punto's and banco's opening cards where the cards stand in dealing order: in turn, or hand by hand."""

_SAID = {"punto": "punto wins", "banco": "banco wins", "tie": "a tie"}
_CARDS_EXPECTED = "cards with blanks between, as 9 10 K or 9s 10h Kd"
_CLASS_NAMES = [name for fineness in Fineness for name in class_names(fineness)]
_KNOWN_BY = tuple(Fineness)
_TOTAL = re.compile(r"([0-9]{1,3})(?:\.0*)?", re.ASCII)
_ENDLESS = 10**18


class Finding(NamedTuple):
    """Something that is not as it should be.

    Attributes:
        line: the line of the record.
        shoe: which shoe, as the record calls it, else its number from 1.
        round: which round, as the record calls it, "" if it does not.
        rule: the rule: "unreadable", "shoe", "hand", "dealing", "natural", "punto", "banco", "punto total",
            "banco total", "result" or "payment".
        found: what the record says.
        expected: what should have happened.
        lines: earlier lines it contradicts.
    """

    line: int
    shoe: str
    round: str
    rule: str
    found: str
    expected: str
    lines: tuple[int, ...] = ()


class Checked(NamedTuple):
    """One line, checked.

    Attributes:
        line: the line of the record.
        shoe: which shoe.
        round: which round.
        findings: what is wrong with it.
        fineness: how finely the cards left are known; None if the line could not be read or nobody asks.
        left: the cards left before the coup, by values, by ranks and by faces one after the other, as far as asked.
    """

    line: int
    shoe: str
    round: str
    findings: list[Finding]
    fineness: Fineness | None
    left: tuple[int, ...]


class _Hand(NamedTuple):
    """A hand as it was read; `cells` are the classes of each card: its value, and its rank and face as far as known."""

    cards: tuple[Card, ...]
    cells: tuple[tuple[int, ...], ...]
    fineness: Fineness
    opening: int
    third: int | None
    total: int


_NOTHING = _Hand((), (), Fineness.FACES, 0, None, 0)


class _Hands(NamedTuple):
    """The cards of a coup; `rest` is what was dealt after its end."""

    punto: _Hand
    banco: _Hand
    rest: _Hand = _NOTHING


@lru_cache(maxsize=1 << 14)
def _read_hand(text: str) -> _Hand:
    return _hand(_read_cards(text))


def _read_cards(text: str) -> tuple[Card, ...]:
    words = text.replace(",", " ").split()
    # A word is read once, a record has millions; where there is none, the error is that of reading cards.
    return tuple(map(_read_card, words)) if words else tuple(read_cards(text))


_read_card = lru_cache(maxsize=1024)(read_card)


def _hand(cards: tuple[Card, ...]) -> _Hand:
    classes = tuple(map(_classes, cards))
    values = [places[0] for places in classes]
    fineness = _KNOWN_BY[min(map(len, classes), default=len(_KNOWN_BY)) - 1]
    third = values[OPENING] if len(values) > OPENING else None
    return _Hand(cards, classes, fineness, sum(values[:OPENING]) % 10, third, sum(values) % 10)


@lru_cache(maxsize=1024)
def _classes(card: Card) -> tuple[int, ...]:
    """Return the card's place among values, ranks and faces, one after the other, as far as it is known."""
    found, before = [], 0
    for fineness in Fineness:
        if fineness <= card.fineness:
            found.append(before + card.class_at(fineness))
        before += fineness
    return tuple(found)


class Audit:
    """The state of an audit: the shoe as it is left, and what was counted so far.

    Attributes:
        coups: lines that are coups.
        unreadable: lines on which something could not be read.
        shoes: shoes begun.
        findings: findings.

    >>> from analyzer import STANDARD, Shoe
    >>> from analyzer.records.record_file import Money, Record
    >>> audit = Audit(Shoe.decks(8), STANDARD)
    >>> record = Record(2, ("9 K", "3 8", "", "", "", "B", "", "", ""))
    >>> [(each.rule, each.expected) for each in audit.check(record).findings]
    [('result', 'punto wins, 9 to 1')]
    """

    def __init__(  # noqa: PLR0913 - the game, and how it was written down
        self,
        shoe: Shoe,
        tableau: Tableau,
        bets: Mapping[str, Bet] | None = None,
        currency: Currency | None = None,
        *,
        dealt: str | None = None,
        odds: Fineness | None = None,
    ) -> None:
        """Begin with a full shoe.

        Args:
            shoe: every shoe as declared, before its first coup.
            tableau: the drawing rules.
            bets: the bets that may be paid, by name.
            currency: what the house pays in, None for exact payments.
            dealt: the order of dealing, one of `ORDERS`, where the cards stand in one column.
            odds: keep the cards left before each coup, this finely; None: do not.

        Raises:
            ShoeError: if the shoe is drawn with replacement: nothing could be too many.
        """
        if shoe.replacement:
            raise ShoeError("shoe: cards do not leave a shoe drawn with replacement (inf); name a number of decks")
        self.coups = self.unreadable = self.shoes = self.findings = 0
        self._shoe, self._tableau = shoe, tableau
        self._payments = Payments({} if bets is None else bets, currency)
        self._order = None if dealt is None else ORDERS[dealt]
        self._keep = 0 if odds is None else sum(fineness for fineness in Fineness if fineness <= odds)
        self._label: str | None = None
        self._torn = ""
        self._begun = False
        self._full = [
            count
            for fineness in Fineness
            for count in (shoe.at(fineness).counts if fineness <= shoe.fineness else [_ENDLESS] * fineness)
        ]
        self._start_shoe()

    def _start_shoe(self) -> None:
        self.shoes += 1
        self._unnamed = False  # whether a line of this shoe was read that did not say what it is called
        self._left = self._full.copy()
        self._known = self._shoe.fineness
        # Lines with the classes of their cards; never more than the shoe has cards.
        self._seen: list[tuple[int, list[tuple[int, ...]]]] = []
        self._lines_of: dict[int, tuple[int, ...]] = {}

    def _change_shoe(self, label: str, *, change: bool) -> None:
        if label and self._label is None and not self._unnamed:
            self._label = label
        if change or (label and label != self._label):
            if self._begun:
                self._start_shoe()
            self._label = label or None
        self._begun = True

    def _label_of(self, shoe: str, *, torn: bool) -> str:
        """Return what a line calls its shoe; a line that cannot be read is believed if the next does not say."""
        if torn:
            self._torn = shoe or self._torn
            return ""
        label, self._torn = shoe or self._torn, ""
        return label

    def check_all(self, records: Iterable[Record]) -> Iterator[Checked]:
        """Yield every record, checked."""
        return map(self.check, records)

    def check(self, record: Record) -> Checked:
        """Check the next line."""
        line, cells, money, change, problem = record
        punto, banco, dealt, punto_total, banco_total, result, shoe, number, new = cells
        shoe, told = "" if says_nothing(shoe) else shoe.strip(), says_yes(new) if new else False
        label = self._label_of(shoe, torn=bool(problem)) if problem or self._torn else shoe
        if label or told or change or not self._begun:
            self._change_shoe(label, change=change or bool(told))
        if not problem:
            self._unnamed = self._label is None
        faults: list[Fault] = []
        fineness: Fineness | None = None
        left: tuple[int, ...] = ()
        if problem:
            faults.append(Fault("unreadable", problem, "a coup in the columns named"))
        else:
            try:
                hands = self._hands(punto, banco, dealt)
            except BaccaratError:
                hands = self._readable_hands(punto, banco, dealt, faults)
            else:
                self.coups += 1
                if self._keep:
                    fineness, left = self._known, tuple(self._left[: self._keep])
                self._take(line, hands, faults)
            self._check_coup(hands, (punto_total, banco_total, result), money, faults)
            if told is None:
                faults.append(Fault("unreadable", f"new shoe: got {shown(new)}", YES_OR_NO))
        label = (problem and shoe) or self._label or str(self.shoes)
        number = number.strip()
        findings = [Finding(line, label, number, *fault) for fault in faults]
        if findings:
            self.findings += len(findings)
            self.unreadable += any(finding.rule == "unreadable" for finding in findings)
        return Checked(line, label, number, findings, fineness, left)

    def _hands(self, punto: str, banco: str, dealt: str) -> _Hands:
        if self._order is None:
            return _Hands(_read_hand(punto), _read_hand(banco))
        return _read_dealt(dealt, self._order, self._tableau)

    def _readable_hands(self, punto: str, banco: str, dealt: str, faults: list[Fault]) -> _Hands:
        """Return what can be read of hands that cannot both be read: `_NOTHING` stands for the others."""
        hands = [_NOTHING, _NOTHING]
        for place, text in enumerate((punto, banco) if self._order is None else (dealt,)):
            try:
                hand = _read_hand(text)
            except BaccaratError as error:
                # What a card is stands in `expected`; the rest of the error is for who types one.
                faults.append(Fault("unreadable", str(error).partition("; ")[0], _CARDS_EXPECTED))
            else:
                hands[place] = hand
        return _Hands(*hands)

    def _take(self, line: int, hands: _Hands, faults: list[Fault]) -> None:
        """Take the cards out of the shoe; one that it does not hold is a card too many."""
        left, taken = self._left, list[tuple[int, ...]]()
        self._seen.append((line, taken))
        for hand in hands:
            self._known = min(self._known, hand.fineness)
            for place, classes in enumerate(hand.cells):
                for each in classes:
                    if left[each] <= 0:
                        faults.append(self._too_many(line, hand.cards[place], each))
                        break
                else:
                    for each in classes:
                        left[each] -= 1
                    taken.append(classes)
        if not taken:
            self._seen.pop()

    def _too_many(self, line: int, card: Card, place: int) -> Fault:
        most, name = self._full[place], _CLASS_NAMES[place]
        if place not in self._lines_of:
            # No more of this class will be taken, so these lines stay the ones that hold all of it.
            self._lines_of[place] = tuple(
                each for each, taken in self._seen if any(place in classes for classes in taken)
            )
        lines = tuple(each for each in self._lines_of[place] if each != line)
        return Fault("shoe", f"{card} is one {name} too many", f"the shoe holds {most} of {name}", lines)

    def _check_coup(
        self, hands: _Hands, announced: tuple[str, str, str], money: tuple[Money, ...], faults: list[Fault]
    ) -> None:
        """Check who drew, and what was announced and paid, the hands being as they lie.

        Without two whole hands, what was announced must be readable, and a whole one's total right.
        """
        punto, banco, rest = hands
        punto_whole, banco_whole = 0 <= len(punto.cards) - OPENING <= 1, 0 <= len(banco.cards) - OPENING <= 1
        whole = punto_whole and banco_whole
        if whole:
            if rest.cards:
                faults.append(_dealt_on(hands))
            faults += drawing_faults(self._tableau, punto.opening, banco.opening, punto.third, banco.third)
        else:
            faults += hand_faults(*[OPENING if hand is _NOTHING else len(hand.cards) for hand in (punto, banco)])
            if self._order is not None:  # which cards are whose depends on all of them
                punto_whole = banco_whole = False
        punto_total, banco_total, result = announced
        # Each is read by itself: one that cannot be read hides nothing of the others.
        for fault in (
            _total_fault("punto", punto if punto_whole else None, punto_total) if punto_total else None,
            _total_fault("banco", banco if banco_whole else None, banco_total) if banco_total else None,
            _result_fault((punto.total, banco.total) if whole else None, result) if result else None,
        ):
            if fault is not None:
                faults.append(fault)
        if money:
            faults += self._payments.faults(Coup(punto.cards, banco.cards) if whole else None, money)


@lru_cache(maxsize=1 << 14)
def _read_dealt(text: str, order: tuple[tuple[int, ...], ...], tableau: Tableau) -> _Hands:
    """Return hands from cards in dealing order, third cards going where the tableau lets them."""
    cards = _read_cards(text)
    punto, banco = ([cards[place] for place in places if place < len(cards)] for places in order)
    following = list(cards[2 * OPENING :])
    openings = total(punto), total(banco)
    if following and not tableau.is_over(*openings):
        third = following.pop(0) if tableau.punto_draws(openings[0]) else None
        punto += [third] if third is not None else []
        if following and tableau.banco_draws(openings[1], None if third is None else third.point_value):
            banco.append(following.pop(0))
    return _Hands(_hand(tuple(punto)), _hand(tuple(banco)), _hand(tuple(following)))


def _dealt_on(hands: _Hands) -> Fault:
    """Return the fault of cards dealt after the coup was over."""
    punto, banco, rest = hands
    over = len(punto.cards) + len(banco.cards)
    cards = " ".join(map(str, rest.cards))
    expected = f"the coup ends after {over} cards (two cards each: punto {punto.opening}, banco {banco.opening})"
    return Fault("dealing", f"{over + len(rest.cards)} cards were dealt, {cards} after the end", expected)


def _total_fault(name: str, hand: _Hand | None, text: str) -> Fault | None:
    """Return what is wrong with an announced total, None if nothing."""
    found = _read_total(name, text)
    if isinstance(found, Fault):
        return found
    if hand is None or found is None or found == hand.total:
        return None
    return Fault(f"{name} total", f"{name} {found}", f"{' '.join(map(str, hand.cards))} make {hand.total}")


@lru_cache(maxsize=1024)
def _read_total(name: str, text: str) -> int | Fault | None:
    """Return an announced total, whatever it is; None for a blank."""
    stripped = text.strip()
    match = _TOTAL.fullmatch(stripped)
    if match is None and not says_nothing(text):
        return unreadable(f"{name} total: got {shown(text)}; a total is a digit")
    return int(match[1]) if match else None


@lru_cache(maxsize=1024)
def _result_fault(totals: tuple[int, int] | None, text: str) -> Fault | None:
    """Return what is wrong with an announced result, given both totals if they are known, None if nothing."""
    said = winner(text)
    if said is None:
        words = "a result is P, B or T, or punto, banco, tie, player, banker"
        return None if says_nothing(text) else unreadable(f"result: got {shown(text)}; {words}")
    if totals is None or said == _winner(*totals):
        return None
    return Fault("result", _SAID[said], _score(*totals))


def _winner(punto: int, banco: int) -> str:
    return "tie" if punto == banco else "punto" if punto > banco else "banco"


def _score(punto: int, banco: int) -> str:
    high, low = max(punto, banco), min(punto, banco)
    return f"{_SAID[_winner(punto, banco)]}, {high} to {low}"
