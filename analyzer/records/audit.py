"""The audit of a record: was each coup dealt, announced and paid as the rules say?

Every contradiction is a finding at the line where it first shows. Cards that were seen leave the shoe. A card too many
does not, since it cannot have come from it. Neither do the cards of a line that cannot be read: like unseen burn cards,
they leave the odds unchanged.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from analyzer.cards.card import Fineness, class_names
from analyzer.errors import BaccaratError, ShoeError
from analyzer.notation import shown
from analyzer.records.columns import YES_OR_NO, says_nothing, says_yes, winner
from analyzer.records.hands import NO_CARDS, ReadCoup, ReadHand, read_dealt, read_hand
from analyzer.records.payments import Payments, unreadable
from analyzer.records.shoe_names import ShoeNames
from analyzer.rules.coup import OPENING, ORDERS, Coup, Ending, Fault, Hand, Winner, drawing_faults, hand_faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from analyzer.bets.bet import Bet
    from analyzer.bets.settlement import Currency
    from analyzer.cards.card import Card
    from analyzer.cards.shoe import Shoe
    from analyzer.records.record_file import Money, Record
    from analyzer.rules.tableau import Tableau

__all__ = ["Audit", "CheckedLine", "Finding"]

_ANNOUNCED = {Winner.PUNTO: "punto wins", Winner.BANCO: "banco wins", Winner.TIE: "a tie"}
_CARDS_EXPECTED = "cards with blanks between, as 9 10 K or 9s 10h Kd"
_CLASS_NAMES = [name for fineness in Fineness for name in class_names(fineness)]
_TOTAL = re.compile(r"([0-9]{1,3})(?:\.0*)?", re.ASCII)
_UNLIMITED = 10**18


class Finding(NamedTuple):
    """Something in a record that is not as it should be.

    Attributes:
        line: the line of the record.
        shoe: the shoe's name in the record, else its number from 1.
        round: the round's name in the record, "" if it has none.
        rule: the broken rule: "unreadable", "shoe", "hand", "dealing", "natural", "punto", "banco", "punto total",
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


class CheckedLine(NamedTuple):
    """A line of a record after its check.

    Attributes:
        line: the line of the record.
        shoe: the shoe's name or number.
        round: the round's name.
        findings: what is wrong with the line.
        fineness: how finely the cards left are known; None if the line could not be read or no odds are asked for.
        left: the cards left before the coup, of each value, then of each rank, then of each face, as far as the odds
            need them.
    """

    line: int
    shoe: str
    round: str
    findings: list[Finding]
    fineness: Fineness | None
    left: tuple[int, ...]


class _ShoeLeft:
    """The cards left in one shoe, and the lines that took the others.

    Attributes:
        counts: the number of cards left of each class: the values, then the ranks, then the faces.
        known: the finest fineness at which all the cards seen are known.
    """

    def __init__(self, full: Sequence[int], known: Fineness) -> None:
        """Take the counts of a full shoe, and the fineness at which it is known."""
        self.counts, self.known = list(full), known
        self._full = full
        # Lines with the classes of their cards: at most one entry for each card of the shoe.
        self._taken: list[tuple[int, list[tuple[int, ...]]]] = []
        self._lines_of: dict[int, tuple[int, ...]] = {}

    def take(self, line: int, coup: ReadCoup, faults: list[Fault]) -> None:
        """Remove a coup's cards from the shoe; a card that it does not hold is a fault and removes nothing."""
        left, taken = self.counts, list[tuple[int, ...]]()
        self._taken.append((line, taken))
        for hand in coup:
            self.known = min(self.known, hand.fineness)
            for index, classes in enumerate(hand.classes):
                for card_class in classes:
                    if left[card_class] <= 0:
                        faults.append(self._too_many(line, hand.cards[index], card_class))
                        break
                else:
                    for card_class in classes:
                        left[card_class] -= 1
                    taken.append(classes)
        if not taken:
            self._taken.pop()

    def _too_many(self, line: int, card: Card, card_class: int) -> Fault:
        most, name = self._full[card_class], _CLASS_NAMES[card_class]
        if card_class not in self._lines_of:
            # The class is used up, so this list of the lines that took its cards is final.
            self._lines_of[card_class] = tuple(
                earlier for earlier, taken in self._taken if any(card_class in classes for classes in taken)
            )
        lines = self._lines_of[card_class]
        # The tuple is one for all faults but those of its last line, which may be this one.
        lines = lines[:-1] if lines and lines[-1] == line else lines
        return Fault("shoe", f"{card} is one {name} too many", f"the shoe holds {most} of {name}", lines)


class Audit:
    """An audit of a record, line by line, with its counts so far.

    Attributes:
        coups: the number of lines that are coups.
        unreadable: the number of lines on which something could not be read.
        shoes: the number of shoes begun.
        findings: the number of findings.

    >>> from analyzer import STANDARD, Shoe
    >>> from analyzer.records.record_file import Money, Record
    >>> audit = Audit(Shoe.decks(8), STANDARD)
    >>> record = Record(2, ("9 K", "3 8", "", "", "", "B", "", "", ""))
    >>> [(finding.rule, finding.expected) for finding in audit.check(record).findings]
    [('result', 'punto wins, 9 to 1')]
    """

    def __init__(  # noqa: PLR0913 - the game, and how it was recorded
        self,
        shoe: Shoe,
        tableau: Tableau,
        bets: Mapping[str, Bet] | None = None,
        currency: Currency | None = None,
        *,
        dealt: str | None = None,
        odds: Fineness | None = None,
    ) -> None:
        """Start with a full shoe.

        Args:
            shoe: the composition of every shoe before its first coup.
            tableau: the drawing rules.
            bets: the bets that may be paid, by name.
            currency: the units the house pays in, None for exact payments.
            dealt: the order of dealing, one of `rules.coup.ORDERS`, if the cards are in one column.
            odds: the fineness at which to report the cards left before each coup; None to report none.

        Raises:
            ShoeError: if the shoe is drawn with replacement, since no card could be too many.
            BaccaratError: if the order of dealing is unknown.
        """
        if shoe.replacement:
            raise ShoeError("shoe: cards do not leave a shoe drawn with replacement (inf); name a number of decks")
        self.coups = self.unreadable = self.shoes = self.findings = 0
        if dealt is not None and dealt not in ORDERS:
            raise BaccaratError(f"dealt: got {shown(dealt)}; allowed: {' or '.join(ORDERS)}")
        self._tableau = tableau
        self._payments = Payments({} if bets is None else bets, currency)
        self._dealt = dealt
        self._keep = 0 if odds is None else sum(fineness for fineness in Fineness if fineness <= odds)
        self._names = ShoeNames()
        self._known = shoe.fineness
        self._full = [
            count
            for fineness in Fineness
            for count in (shoe.at(fineness).counts if fineness <= shoe.fineness else [_UNLIMITED] * fineness)
        ]
        self._start_shoe()

    def _start_shoe(self) -> None:
        self.shoes += 1
        self._left = _ShoeLeft(self._full, self._known)

    @property
    def notes(self) -> list[str]:
        """What a reader should know about the names of the shoes, a sentence each."""
        return self._names.notes

    def check_all(self, records: Iterable[Record]) -> Iterator[CheckedLine]:
        """Check every line of a record, in order."""
        return map(self.check, records)

    def check(self, record: Record) -> CheckedLine:
        """Check the next line."""
        line, fields, money, change, problem = record
        punto, banco, dealt, punto_total, banco_total, result, shoe, number, new = fields
        name, says_new = "" if says_nothing(shoe) else shoe.strip(), says_yes(new) if new else False
        if self._names.begins(line, name, change=change or bool(says_new), readable=not problem):
            self._start_shoe()
        faults: list[Fault] = []
        fineness: Fineness | None = None
        left: tuple[int, ...] = ()
        if problem:
            faults.append(Fault("unreadable", problem, "a coup in the columns named"))
        else:
            try:
                coup = self._read(punto, banco, dealt)
            except BaccaratError:
                coup = self._read_in_part(punto, banco, dealt, faults)
            else:
                self.coups += 1
                if self._keep:
                    fineness, left = self._left.known, tuple(self._left.counts[: self._keep])
                self._left.take(line, coup, faults)
            self._check_coup(coup, (punto_total, banco_total, result), money, faults)
            if says_new is None:
                faults.append(Fault("unreadable", f"new shoe: got {shown(new)}", YES_OR_NO))
        name = (problem and name) or self._names.name or str(self.shoes)
        number = number.strip()
        findings = [Finding(line, name, number, *fault) for fault in faults]
        if findings:
            self.findings += len(findings)
            self.unreadable += any(finding.rule == "unreadable" for finding in findings)
        return CheckedLine(line, name, number, findings, fineness, left)

    def _read(self, punto: str, banco: str, dealt: str) -> ReadCoup:
        if self._dealt is None:
            return ReadCoup(read_hand(punto), read_hand(banco))
        return read_dealt(dealt, self._dealt, self._tableau)

    def _read_in_part(self, punto: str, banco: str, dealt: str, faults: list[Fault]) -> ReadCoup:
        """Return the hands that can be read, with `NO_CARDS` for the others; add a fault for each of these."""
        hands = [NO_CARDS, NO_CARDS]
        for index, text in enumerate((punto, banco) if self._dealt is None else (dealt,)):
            try:
                hand = read_hand(text)
            except BaccaratError as error:
                # The rest of the error says how to write a card; `expected` covers that here.
                faults.append(Fault("unreadable", str(error).partition("; ")[0], _CARDS_EXPECTED))
            else:
                hands[index] = hand
        return ReadCoup(*hands)

    def _check_coup(
        self, coup: ReadCoup, announced: tuple[str, str, str], money: tuple[Money, ...], faults: list[Fault]
    ) -> None:
        """Check who drew, and what was announced and paid, given the cards on the table.

        Unless both hands are whole, only the total of a whole hand is checked; the rest must merely be readable.
        """
        punto, banco, rest = coup
        punto_whole, banco_whole = punto.is_whole, banco.is_whole
        ending: Ending | None = None
        if punto_whole and banco_whole:
            ending = Ending(punto.total, banco.total, len(punto.cards), len(banco.cards))
            if rest.cards:
                faults.append(_extra_cards_fault(coup))
            faults += drawing_faults(self._tableau, punto.opening, banco.opening, punto.third, banco.third)
        else:
            faults += hand_faults(*[OPENING if hand is NO_CARDS else len(hand.cards) for hand in (punto, banco)])
            if self._dealt is not None:  # in dealing order a missing card moves the others to the wrong hand
                punto_whole = banco_whole = False
        punto_total, banco_total, result = announced
        # Each announcement is read by itself, so an unreadable one does not hide faults of the others.
        for fault in (
            _total_fault(Hand.PUNTO, punto if punto_whole else None, punto_total) if punto_total else None,
            _total_fault(Hand.BANCO, banco if banco_whole else None, banco_total) if banco_total else None,
            _result_fault(ending, result) if result else None,
        ):
            if fault is not None:
                faults.append(fault)
        if money:
            faults += self._payments.faults(None if ending is None else Coup(punto.cards, banco.cards), money)


def _extra_cards_fault(coup: ReadCoup) -> Fault:
    """Return the fault of cards dealt after the end of the coup."""
    punto, banco, rest = coup
    due = len(punto.cards) + len(banco.cards)
    cards = " ".join(map(str, rest.cards))
    expected = f"the coup ends after {due} cards (two cards each: punto {punto.opening}, banco {banco.opening})"
    return Fault("dealing", f"{due + len(rest.cards)} cards were dealt, {cards} after the end", expected)


def _total_fault(name: Hand, hand: ReadHand | None, text: str) -> Fault | None:
    """Return the fault of an announced total, None if it is right or blank."""
    announced = _read_total(name, text)
    if isinstance(announced, Fault):
        return announced
    if hand is None or announced is None or announced == hand.total:
        return None
    return Fault(f"{name} total", f"{name} {announced}", f"{' '.join(map(str, hand.cards))} make {hand.total}")


@lru_cache(maxsize=1024)
def _read_total(name: Hand, text: str) -> int | Fault | None:
    """Parse an announced total: return it, None for a blank, or a fault."""
    stripped = text.strip()
    match = _TOTAL.fullmatch(stripped)
    if match is None and not says_nothing(text):
        return unreadable(f"{name} total: got {shown(text)}; a total is a digit")
    return int(match[1]) if match else None


@lru_cache(maxsize=4096)
def _result_fault(ending: Ending | None, text: str) -> Fault | None:
    """Return the fault of an announced result, None if it is right or blank; the ending is None where it is unknown."""
    announced = winner(text)
    if announced is None:
        words = "a result is P, B or T, or punto, banco, tie, player, banker"
        return None if says_nothing(text) else unreadable(f"result: got {shown(text)}; {words}")
    if ending is None or announced is ending.winner:
        return None
    low, high = sorted((ending.punto_total, ending.banco_total))
    return Fault("result", _ANNOUNCED[announced], f"{_ANNOUNCED[ending.winner]}, {high} to {low}")
