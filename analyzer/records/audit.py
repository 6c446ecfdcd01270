"""Auditing: was each coup of a record dealt, announced and paid as the rules say?

Whatever is wrong is a finding, at the line where the contradiction first shows. Cards that were seen leave the shoe;
a card too many does not (it cannot have come from it), and neither do those of a line that cannot be read: like burnt
cards nobody saw, they leave the odds of what is unseen unchanged.
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
from analyzer.rules.coup import OPENING, ORDERS, Coup, Ending, Fault, Hand, Winner, drawing_faults, hand_faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from analyzer.bets.bet import Bet
    from analyzer.bets.settlement import Currency
    from analyzer.cards.card import Card
    from analyzer.cards.shoe import Shoe
    from analyzer.records.record_file import Money, Record
    from analyzer.rules.tableau import Tableau

__all__ = ["Audit", "Checked", "Finding"]

_ANNOUNCED = {Winner.PUNTO: "punto wins", Winner.BANCO: "banco wins", Winner.TIE: "a tie"}
_CARDS_EXPECTED = "cards with blanks between, as 9 10 K or 9s 10h Kd"
_CLASS_NAMES = [name for fineness in Fineness for name in class_names(fineness)]
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


class _ShoeLeft:
    """The cards left in one shoe, and which lines took the others.

    Attributes:
        counts: how many cards are left of each class: the values, the ranks and the faces, one after the other.
        known: how finely all the cards seen are known.
    """

    def __init__(self, full: Sequence[int], known: Fineness) -> None:
        """Begin with the counts of a full shoe, and how finely it is known."""
        self.counts, self.known = list(full), known
        self._full = full
        # Lines with the classes of their cards; never more than the shoe has cards.
        self._taken: list[tuple[int, list[tuple[int, ...]]]] = []
        self._lines_of: dict[int, tuple[int, ...]] = {}

    def take(self, line: int, coup: ReadCoup, faults: list[Fault]) -> None:
        """Take a coup's cards out of the shoe; one that it does not hold is a card too many."""
        left, taken = self.counts, list[tuple[int, ...]]()
        self._taken.append((line, taken))
        for hand in coup:
            self.known = min(self.known, hand.fineness)
            for index, classes in enumerate(hand.classes):
                for of_class in classes:
                    if left[of_class] <= 0:
                        faults.append(self._too_many(line, hand.cards[index], of_class))
                        break
                else:
                    for of_class in classes:
                        left[of_class] -= 1
                    taken.append(classes)
        if not taken:
            self._taken.pop()

    def _too_many(self, line: int, card: Card, of_class: int) -> Fault:
        most, name = self._full[of_class], _CLASS_NAMES[of_class]
        if of_class not in self._lines_of:
            # No more of this class will be taken, so these lines stay the ones that hold all of it.
            self._lines_of[of_class] = tuple(
                earlier for earlier, taken in self._taken if any(of_class in classes for classes in taken)
            )
        lines = tuple(earlier for earlier in self._lines_of[of_class] if earlier != line)
        return Fault("shoe", f"{card} is one {name} too many", f"the shoe holds {most} of {name}", lines)


class _ShoeNames:
    """Which line begins a shoe, and what the record calls it.

    Attributes:
        name: what the shoe is called, None while no line of it said so.
    """

    def __init__(self) -> None:
        """Begin before the first line."""
        self.name: str | None = None
        self._begun = False
        # Whether a line of this shoe was read that did not say what it is called.
        self._unnamed = False
        # What lines that could not be read called the shoe, "" for nothing; it holds if the next line does not say.
        self._doubtful = ""

    def begins(self, name: str, *, change: bool, readable: bool) -> bool:
        """Take the next line; return whether it begins another shoe.

        Args:
            name: what the line calls its shoe, "" if it does not say.
            change: whether the line, or one of its own before it, says that a new shoe starts.
            readable: whether the line can be read.
        """
        if not readable:
            self._doubtful, name = name or self._doubtful, ""
        elif self._doubtful:
            name, self._doubtful = name or self._doubtful, ""
        another = False
        if name or change or not self._begun:
            if name and self.name is None and not self._unnamed:
                self.name = name
            if change or (name and name != self.name):
                another = self._begun
                if another:
                    self._unnamed = False
                self.name = name or None
            self._begun = True
        if readable:
            self._unnamed = self.name is None
        return another


class Audit:
    """An audit under way: it checks line after line, and counts.

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
            dealt: the order of dealing, one of `rules.coup.ORDERS`, where the cards stand in one column.
            odds: keep the cards left before each coup, this finely; None: do not.

        Raises:
            ShoeError: if the shoe is drawn with replacement: nothing could be too many.
            BaccaratError: if there is no such order of dealing.
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
        self._names = _ShoeNames()
        self._known = shoe.fineness
        self._full = [
            count
            for fineness in Fineness
            for count in (shoe.at(fineness).counts if fineness <= shoe.fineness else [_ENDLESS] * fineness)
        ]
        self._start_shoe()

    def _start_shoe(self) -> None:
        self.shoes += 1
        self._left = _ShoeLeft(self._full, self._known)

    def check_all(self, records: Iterable[Record]) -> Iterator[Checked]:
        """Yield every record, checked."""
        return map(self.check, records)

    def check(self, record: Record) -> Checked:
        """Check the next line."""
        line, fields, money, change, problem = record
        punto, banco, dealt, punto_total, banco_total, result, shoe, number, new = fields
        name, says_new = "" if says_nothing(shoe) else shoe.strip(), says_yes(new) if new else False
        if self._names.begins(name, change=change or bool(says_new), readable=not problem):
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
        return Checked(line, name, number, findings, fineness, left)

    def _read(self, punto: str, banco: str, dealt: str) -> ReadCoup:
        if self._dealt is None:
            return ReadCoup(read_hand(punto), read_hand(banco))
        return read_dealt(dealt, self._dealt, self._tableau)

    def _read_in_part(self, punto: str, banco: str, dealt: str, faults: list[Fault]) -> ReadCoup:
        """Return what can be read of hands that cannot both be read: `NO_CARDS` takes the place of the others."""
        hands = [NO_CARDS, NO_CARDS]
        for index, text in enumerate((punto, banco) if self._dealt is None else (dealt,)):
            try:
                hand = read_hand(text)
            except BaccaratError as error:
                # What a card is stands in `expected`; the rest of the error is for who types one.
                faults.append(Fault("unreadable", str(error).partition("; ")[0], _CARDS_EXPECTED))
            else:
                hands[index] = hand
        return ReadCoup(*hands)

    def _check_coup(
        self, coup: ReadCoup, announced: tuple[str, str, str], money: tuple[Money, ...], faults: list[Fault]
    ) -> None:
        """Check who drew, and what was announced and paid, the hands being as they lie.

        Without two whole hands, what was announced must be readable, and a whole one's total right.
        """
        punto, banco, rest = coup
        punto_whole, banco_whole = punto.is_whole, banco.is_whole
        ending: Ending | None = None
        if punto_whole and banco_whole:
            ending = Ending(punto.total, banco.total, len(punto.cards), len(banco.cards))
            if rest.cards:
                faults.append(_dealt_on(coup))
            faults += drawing_faults(self._tableau, punto.opening, banco.opening, punto.third, banco.third)
        else:
            faults += hand_faults(*[OPENING if hand is NO_CARDS else len(hand.cards) for hand in (punto, banco)])
            if self._dealt is not None:  # which cards are whose depends on all of them
                punto_whole = banco_whole = False
        punto_total, banco_total, result = announced
        # Each is read by itself: one that cannot be read hides nothing of the others.
        for fault in (
            _total_fault(Hand.PUNTO, punto if punto_whole else None, punto_total) if punto_total else None,
            _total_fault(Hand.BANCO, banco if banco_whole else None, banco_total) if banco_total else None,
            _result_fault(ending, result) if result else None,
        ):
            if fault is not None:
                faults.append(fault)
        if money:
            faults += self._payments.faults(None if ending is None else Coup(punto.cards, banco.cards), money)


def _dealt_on(coup: ReadCoup) -> Fault:
    """Return the fault of cards dealt after the coup was over."""
    punto, banco, rest = coup
    over = len(punto.cards) + len(banco.cards)
    cards = " ".join(map(str, rest.cards))
    expected = f"the coup ends after {over} cards (two cards each: punto {punto.opening}, banco {banco.opening})"
    return Fault("dealing", f"{over + len(rest.cards)} cards were dealt, {cards} after the end", expected)


def _total_fault(name: Hand, hand: ReadHand | None, text: str) -> Fault | None:
    """Return what is wrong with an announced total, None if nothing."""
    announced = _read_total(name, text)
    if isinstance(announced, Fault):
        return announced
    if hand is None or announced is None or announced == hand.total:
        return None
    return Fault(f"{name} total", f"{name} {announced}", f"{' '.join(map(str, hand.cards))} make {hand.total}")


@lru_cache(maxsize=1024)
def _read_total(name: Hand, text: str) -> int | Fault | None:
    """Return an announced total, whatever it is; None for a blank."""
    stripped = text.strip()
    match = _TOTAL.fullmatch(stripped)
    if match is None and not says_nothing(text):
        return unreadable(f"{name} total: got {shown(text)}; a total is a digit")
    return int(match[1]) if match else None


@lru_cache(maxsize=4096)
def _result_fault(ending: Ending | None, text: str) -> Fault | None:
    """Return what is wrong with an announced result, given how the coup ended if that is known, None if nothing."""
    announced = winner(text)
    if announced is None:
        words = "a result is P, B or T, or punto, banco, tie, player, banker"
        return None if says_nothing(text) else unreadable(f"result: got {shown(text)}; {words}")
    if ending is None or announced is ending.winner:
        return None
    low, high = sorted((ending.punto_total, ending.banco_total))
    return Fault("result", _ANNOUNCED[announced], f"{_ANNOUNCED[ending.winner]}, {high} to {low}")
