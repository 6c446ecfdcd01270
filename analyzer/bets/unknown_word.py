"""The end of the error for a word that the vocabulary of pay tables does not have: what is probably meant."""

from __future__ import annotations

from analyzer.bets.vocabulary import CONDITIONS
from analyzer.errors import alike, did_you_mean, misspelt
from analyzer.rules.coup import punto_banco

__all__ = ["unknown"]

_NOT_A_WORD: dict[str, str] = {
    "losing_total": 'write a payout for each winner, as when = { winner = "punto", banco_total = 7 }',
    "losing_cards": 'write a payout for each winner, as when = { winner = "punto", banco_cards = 3 }',
    "opening_total": "totals are final ones; with punto_cards = 2 or banco_cards = 2 they are those of the opening",
    "first_card": "the order of the cards is not looked at; punto_opening.contains names cards of an opening",
    "second_card": "the order of the cards is not looked at; punto_opening.contains names cards of an opening",
    "last_card": "the order of the cards is not looked at; punto_third and banco_third are third cards",
    "ten_valued": "tens counts the rank 10 alone, court_cards J, Q and K; write a payout for each number of both",
    "ten_values": "tens counts the rank 10 alone, court_cards J, Q and K; write a payout for each number of both",
    "zeros": "tens counts the rank 10 alone, court_cards J, Q and K; write a payout for each number of both",
    "pictures": "court_cards counts J, Q and K",
    "faces": "court_cards counts J, Q and K",
    "face_cards": "court_cards counts J, Q and K",
}
"""What is often asked and is not in the vocabulary, and what is; words of two parts may have another before them."""


def unknown(name: str) -> str:
    """Return the end of the error for a word that is not in the vocabulary: the nearest words, or all of them.

    >>> unknown("winer"), unknown("player_ttl")
    ('; did you mean winner?', '; did you mean punto_total?')
    """
    ours = punto_banco(name)
    scope, dot, word = ours.rpartition(".")
    for end, instead in _NOT_A_WORD.items():
        if word == end or ("_" in end and word.endswith(f"_{end}")):
            return f"; {instead}"
    of_scope = [known.removeprefix(f"{scope}.") for known in CONDITIONS if dot and known.startswith(f"{scope}.")]
    meant = alike(ours, CONDITIONS) or misspelt(ours, CONDITIONS)
    if meant:
        return did_you_mean(meant)
    if of_scope:
        return f"; the words for {scope} are {', '.join(of_scope)}"
    plain = ", ".join(word for word in CONDITIONS if "." not in word)
    return f"; the words are {plain}, and for the cards of a scope such words as punto_opening.same_rank"
