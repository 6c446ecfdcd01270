"""The report page on published claims: its tables and figures, as Markdown by their `$name` in the prose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.cards.shoe import Shoe
from analyzer.enumeration.coups import endings
from analyzer.layout import Table
from analyzer.proof.claims import differing_cells, read_claims
from analyzer.reports.game import readings, tableau_reading
from analyzer.rules.tableau import STANDARD
from analyzer.views.render import NOTHING, Style, markdown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from analyzer.proof.claims import Claim
    from analyzer.proof.figures import Exact

__all__ = ["claims_parts"]

STYLE = Style()
_MAX_RATIONAL = 40
"""Longest rational, in characters, that a row shows."""
_RAREST = 8
"""The rarest final scores listed."""


def claims_parts() -> Mapping[str, str]:
    """Return the parts of the page of published claims, each compared with the exact value."""
    claims = read_claims()
    cited = {source: f"[{number}]" for number, source in enumerate(claims.sources, start=1)}
    topics: dict[str, list[Sequence[str]]] = {}
    statements = []
    verdicts = []
    for claim in claims.claims:
        if claim.printed is None:
            value = claim.figure.exact.value
            shown = str(value) if value.denominator == 1 else STYLE.decimal(value, 10)
            statements.append([claim.words, shown, "holds" if claim.holds else "does not hold", cited[claim.source]])
        else:
            topics.setdefault(claim.topic, []).append([*_figure(claim), cited[claim.source]])
            verdicts.append((claim.holds, claim.match_verdict))
    scores = endings(Shoe.decks(8), STANDARD).coarsen(lambda ending: (ending.punto_total, ending.banco_total))
    rarest = [
        [str(rank), *map(str, score), STYLE.count(scores[score]), STYLE.decimal(scores.probability(score), 8)]
        for rank, score in enumerate(sorted(scores, key=lambda score: (scores[score], score))[:_RAREST], start=1)
    ]
    rules = [
        [rule.words, ", ".join(differing_cells(rule.tableau)) or "the standard rule", cited[rule.source]]
        for rule in claims.rules
    ]
    figure_headers = ["Claim", "Decks", "Printed", "Exact value", "Exactly", "Verdict", "Equals", "Source"]
    return {
        "figures": str(len(verdicts)),
        "correct": str(sum(holds for holds, _ in verdicts)),
        "equal": str(sum(other is not None and other.agrees and not holds for holds, other in verdicts)),
        "tables": "\n\n".join(
            f"## {topic}\n\n{markdown(Table(figure_headers, rows, 'lrrrrlll'))}" for topic, rows in topics.items()
        ),
        "statements": markdown(Table(["Claim", "Measured", "Verdict", "Source"], statements, "lrll")),
        "rarest": markdown(Table(["Place", "Punto", "Banco", "Combinations", "Probability"], rarest, "rrrrr")),
        "rules": markdown(Table(["Printed rule", "Unlike the standard rules", "Source"], rules, "lll")),
        "readings": readings(
            tableau_reading(STANDARD.name), *(tableau_reading(rule.tableau.name) for rule in claims.rules)
        ),
        "left_out": markdown(
            Table(
                ["Claim", "It looks at", "Source"],
                [[entry.words, entry.why, cited[entry.source]] for entry in claims.left_out],
                "lll",
            )
        ),
        "sources": "\n".join(f"{number}. {text}" for number, text in enumerate(claims.sources.values(), start=1)),
    }


def _figure(claim: Claim) -> list[str]:
    """Return the row of a printed figure, without its source."""
    printed = claim.printed
    assert printed is not None  # noqa: S101 - for the type checker: the claim is not a statement

    def shown(value: Exact) -> str:
        return value.decimal(printed.places + 4, per_cent=printed.per_cent) + ("%" if printed.per_cent else "")

    value = claim.figure.exact
    exactly = str(value)
    match, other = claim.match, claim.match_verdict
    equals = NOTHING if match is None else f"{match.words}, {shown(match.figure.exact)}: {other}"
    return [
        claim.words,
        str(claim.figure.decks),
        printed.text,
        shown(value),
        exactly if len(exactly) <= _MAX_RATIONAL else NOTHING,
        str(claim.verdict),
        equals,
    ]
