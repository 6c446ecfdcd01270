"""Reports: Markdown pages made of tables, byte for byte the same on every run.

The prose of a page stands in `catalog/pages/`, with a `$name` wherever a table or a figure goes; no figure is written
there by hand.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from analyzer.answers import (
    breakdown_table,
    figures_table,
    outcomes_table,
    proving_table,
    scores_table,
    tableau_tables,
)
from analyzer.bet_files import read_bet
from analyzer.cards import Fineness, class_names, read_card
from analyzer.claims import cells_unlike, read_claims
from analyzer.files import FileError, reason, write_whole
from analyzer.formula_pages import closed_forms_parts
from analyzer.layouts import price_bets
from analyzer.pricing import price
from analyzer.rules_files import catalog_names, read_tableau
from analyzer.shoe import Shoe
from analyzer.tableau import STANDARD, endings
from analyzer.tables import NOTHING, Style, Table, render
from analyzer.variants import read_variant, variant_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from analyzer.bets import Bet
    from analyzer.claims import Claim
    from analyzer.measures import Exact
    from analyzer.pricing import Odds
    from analyzer.variants import Variant

__all__ = ["check_pages", "make_pages", "write_pages"]

STYLE = Style()
DECKS: tuple[int | str, ...] = (*range(1, 9), "inf")
PAGES = Path(__file__).parent / "catalog" / "pages"
Maker = tuple[str, "Callable[[], str]"]
Reading = tuple[str, "Variant"]


def make_pages(progress: Callable[[list[Maker]], Iterable[Maker]] = iter) -> dict[str, str]:
    """Return every page's text by its path below the reports folder, with `/` between folders.

    Args:
        progress: wraps the list of pages' makers, to tell how far the work is.

    Cost: a few seconds.
    """
    makers: dict[str, Callable[[], str]] = {
        "main-game.md": _main_game,
        "half-pay.md": _half_pay,
        "sources.md": _sources,
        "claims.md": _claims,
        "closed-forms.md": lambda: _fill("closed-forms", closed_forms_parts()),
        "side-bets.md": _side_bets,
    }
    for family in _families():
        makers[_family_path(family)] = partial(_side_bet_family, family)
    for name in variant_names():
        makers[f"variants/{name}.md"] = partial(_variant, read_variant(name))
    pages = {}
    for path, make in progress(list(makers.items())):
        pages[path] = make()
    pages["index.md"] = _index(pages)
    return dict(sorted(pages.items()))


def write_pages(pages: Mapping[str, str], folder: str) -> None:
    """Replace each page whole, below `folder`, which is made if it is not there. Pages left over stay.

    Raises:
        FileError: if one cannot be written.
    """
    for path, text in pages.items():
        target = Path(folder, path)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"{target.parent}: cannot make this folder: {reason(error)}") from error
        write_whole(target, text)


def check_pages(pages: Mapping[str, str], folder: str) -> list[str]:
    """Return a line for each page below `folder` that is stale, missing or left over.

    Raises:
        FileError: if a page cannot be read.
    """
    findings = []
    root = Path(folder)
    for path, text in pages.items():
        try:
            on_disk = (root / path).read_bytes()
        except FileNotFoundError:
            findings.append(f"missing: {path}")
            continue
        except OSError as error:
            raise FileError(f"{root / path}: cannot read it: {error.strerror}") from error
        if on_disk != text.encode():
            findings.append(f"stale: {path}")
    found = {path.relative_to(root).as_posix() for path in root.rglob("*.md")}
    return findings + [f"left over: {path}" for path in sorted(found - set(pages))]


def _fill(page: str, parts: Mapping[str, str]) -> str:
    """Return a page's prose with its parts in place; a part missing or unused is a defect of this program."""
    template = Template((PAGES / f"{page}.md").read_text(encoding="utf-8"))
    unused = set(parts) - set(template.get_identifiers())
    if unused:
        raise KeyError(f"page {page} has no place for {sorted(unused)}")
    return template.substitute(parts)


def _markdown(*tables: Table) -> str:
    return render(tables, "markdown").rstrip("\n")


def _shoe(decks: int | str) -> Shoe:
    return Shoe.infinite() if decks == "inf" else Shoe.decks(int(decks))


def _odds(variant: Variant, decks: int | str) -> dict[str, Odds]:
    priced = price_bets(variant.bets, _shoe(decks), variant.tableau)
    return {bet.name: odds for bet, odds in zip(variant.bets, priced, strict=True)}


def _main_game() -> str:
    """Return the page of the main game: counts, probabilities and edges for 1-8 decks and the infinite shoe."""
    ended = {decks: endings(_shoe(decks), STANDARD) for decks in DECKS}
    classic = {decks: _odds(read_variant("classic"), decks) for decks in DECKS}
    eight = ended[8]
    return _fill(
        "main-game",
        {
            "tableau": _markdown(*tableau_tables(STANDARD)),
            "outcomes": _markdown(outcomes_table([(str(decks), each) for decks, each in ended.items()], STYLE)),
            "edges": _markdown(_edges_by_decks(classic)),
            "scores": _markdown(scores_table(eight, STYLE)),
            "score_counts": _markdown(scores_table(eight, Style(exact=True))),
            "cards": _markdown(breakdown_table(eight, "cards", STYLE)),
            "naturals": _markdown(breakdown_table(eight, "natural", STYLE)),
        },
    )


def _edges_by_decks(odds_by_decks: Mapping[int | str, Mapping[str, Odds]]) -> Table:
    """Return the edges of a variant's bets, rounded and exactly, for several shoes."""
    rows = [
        [
            str(decks),
            bet,
            STYLE.percent(odds.house_edge, 6),
            str(odds.house_edge),
            STYLE.percent(odds.edge_per_resolved_bet, 6),
            STYLE.root(odds.variance),
        ]
        for decks, bets in odds_by_decks.items()
        for bet, odds in bets.items()
    ]
    headers = ["Decks", "Bet", "House edge", "Exactly", "Edge per resolved bet", "Standard deviation"]
    return Table(headers, rows, "rlrrrr")


def _variant(variant: Variant) -> str:
    """Return a variant's page: its edges for 1-8 decks and the infinite shoe, and its proving tables."""
    by_decks = {decks: _odds(variant, decks) for decks in DECKS}
    proofs = []
    for decks in variant.decks:
        for bet, odds in by_decks[decks].items():
            proofs.append(
                f"### {bet}, {decks} decks\n\n{_markdown(proving_table(odds, STYLE), figures_table(odds, STYLE))}"
            )
    tableau = variant.tableau
    return _fill(
        "variant",
        {
            "name": variant.name,
            "title": variant.title,
            "source": variant.source,
            "tableau": f"{tableau.name}: {tableau.title}",
            "decks": ", ".join(map(str, variant.decks)),
            "edges": _markdown(_edges_by_decks(by_decks)),
            "proofs": "\n\n".join(proofs),
        },
    )


@cache
def _catalog_bets(decks: int) -> list[tuple[Bet, Odds]]:
    """Return every bet of the catalog with its odds on a full shoe."""
    bets = [read_bet(name) for name in catalog_names("bets")]
    return list(zip(bets, price_bets(bets, Shoe.decks(decks), STANDARD), strict=True))


def _families() -> list[str]:
    return sorted({read_bet(name).family for name in catalog_names("bets")})


def _family_path(family: str) -> str:
    return f"side-bets/{family.replace(' ', '-')}.md"


def _side_bets() -> str:
    """Return the page of all side bets, at 6 and 8 decks."""
    six = {bet.name: odds for bet, odds in _catalog_bets(6)}
    rows = [
        [
            bet.name,
            bet.title,
            bet.looks_at,
            STYLE.percent(six[bet.name].house_edge),
            STYLE.percent(odds.house_edge),
            str(odds.house_edge),
            STYLE.percent(odds.hit_frequency),
            STYLE.root(odds.variance, 4),
        ]
        for bet, odds in sorted(_catalog_bets(8), key=lambda pair: pair[1].house_edge)
    ]
    headers = ["Bet", "What wins", "Looks at", "6 decks", "8 decks", "Exactly, 8 decks", "Hit frequency", "Std dev"]
    return _fill(
        "side-bets",
        {
            "families": "\n".join(f"- [{family}]({_family_path(family)})" for family in _families()),
            "edges": _markdown(Table(headers, rows, "lllrrrrr")),
        },
    )


def _side_bet_family(family: str) -> str:
    """Return the page of one family of side bets: the proving table of each, at 6 and 8 decks."""
    proofs = []
    six = {bet.name: odds for bet, odds in _catalog_bets(6)}
    for bet, odds in _catalog_bets(8):
        if bet.family == family:
            tables = [
                f"{decks} decks, house edge {STYLE.percent(each.house_edge, 6)} = {each.house_edge}:\n\n"
                f"{_markdown(proving_table(each, STYLE))}"
                for decks, each in ((6, six[bet.name]), (8, odds))
            ]
            heading = f"## {bet.name}\n\n{bet.title}.\n\n- Source: {bet.source}\n- Looks at: {bet.looks_at}"
            proofs.append("\n\n".join([heading, *tables]))
    return _fill("side-bet-family", {"family": family, "proofs": "\n\n".join(proofs)})


def _half_pay() -> str:
    """Return the page on half pay: banco's edge for each winning total that pays half."""
    classic = read_variant("classic")
    rows = []
    for total in range(1, 10):
        variant = classic.with_half_on(total)
        for decks in (6, 8):
            odds = _odds(variant, decks)["banco"]
            rows.append([str(total), str(decks), STYLE.percent(odds.house_edge, 6), str(odds.house_edge)])
    return _fill("half-pay", {"edges": _markdown(Table(["Half on", "Decks", "Banco edge", "Exactly"], rows, "rrrr"))})


def _played_by(name: str) -> Reading:
    """Return classic played by a named tableau."""
    tableau = read_tableau(name)
    return f"{tableau.name}: {tableau.title}", read_variant("classic").with_tableau(tableau)


def _paid_by(name: str) -> Reading:
    """Return a named variant."""
    variant = read_variant(name)
    return f"{variant.name}: {variant.title}", variant


def _readings(*readings: Reading) -> str:
    """Return the edges of several readings at 6 and 8 decks, each against the first, exactly."""
    rows = []
    for decks in (6, 8):
        base = {bet: odds.house_edge for bet, odds in _odds(readings[0][1], decks).items()}
        for name, variant in readings:
            for bet, odds in _odds(variant, decks).items():
                edge = odds.house_edge
                rows.append([name, str(decks), bet, STYLE.percent(edge), str(edge), str(edge - base[bet])])
    headers = ["Reading", "Decks", "Bet", "House edge", "Exactly", "Less the first reading's"]
    return _markdown(Table(headers, rows, "lrlrrr"))


def _sources() -> str:
    """Return the page on the four sources: what each says and leaves open, and what each reading does to the edges."""
    standard = _played_by("standard")
    return _fill(
        "sources",
        {
            "own": _readings(*(_paid_by(name) for name in ("classic", *variant_names()) if _is_a_source(name))),
            "five": _readings(standard, _played_by("punto-0-4")),
            "stood": _readings(
                standard,
                _played_by("banco-stood-0-3"),
                _played_by("banco-stood-0-2"),
                _played_by("punto-0-4-banco-stood-0-3"),
            ),
            "naturals": _readings(standard, _played_by("punto-0-4-banco-stood-0-3"), _played_by("no-natural-rule")),
            "ties_002": _readings(_paid_by("source-002"), _paid_by("source-002-ties-lose")),
            "ties_003": _readings(_paid_by("source-003"), _paid_by("source-003-ties-lose")),
            "commission": _readings(_paid_by("classic"), _paid_by("source-002")),
            "tax": _readings(_paid_by("source-003"), _paid_by("source-003-tax-on-payment")),
            "half": _readings(_paid_by("classic"), _paid_by("straight"), _paid_by("super-six")),
            "to_for": _readings(_paid_by("source-003"), _paid_by("source-003-to-one")),
            "burn_6": _burn(6),
            "burn_8": _burn(8),
        },
    )


def _is_a_source(name: str) -> bool:
    return name.startswith("source-") and not name.endswith(("-lose", "-payment", "-one"))


def _burn(decks: int) -> str:
    """Return classic's edges once one card was shown and burnt, and their mean over that card: the full shoe's.

    Raises:
        ArithmeticError: if the mean were another, which would be a defect of this program.
    """
    classic = read_variant("classic")
    shoe = Shoe.decks(decks).at(Fineness.VALUES)
    full = {bet: odds.house_edge for bet, odds in _odds(classic, decks).items()}
    mean: dict[str, Fraction] = dict.fromkeys(full, Fraction(0))
    rows = []
    for name, count in zip(class_names(Fineness.VALUES), shoe.counts, strict=True):
        left = endings(shoe.remove([read_card(name)]), classic.tableau)
        edges = {bet.name: price(bet, left).house_edge for bet in classic.bets}
        for bet, edge in edges.items():
            mean[bet] += edge * count / shoe.cards
        rows.append([name, f"{count}/{shoe.cards}", *(STYLE.percent(edge, 6) for edge in edges.values())])
    if mean != full:
        raise ArithmeticError("the edges averaged over the burn card are not the full shoe's")
    rows.append(["mean", "1", *(STYLE.percent(edge, 6) for edge in mean.values())])
    rows.append(["mean, exactly", "1", *map(str, mean.values())])
    return _markdown(Table(["Card shown", "Probability", "Punto", "Banco", "Tie"], rows, "lrrrr"))


_READABLE = 40
"""Longest exact value that is shown as a rational."""
_RAREST = 8


def _claims() -> str:
    """Return the page of published claims, each held against the exact value of what it measures."""
    claims = read_claims()
    cited = {source: f"[{number}]" for number, source in enumerate(claims.sources, start=1)}
    topics: dict[str, list[Sequence[str]]] = {}
    statements = []
    verdicts = []
    for claim in claims.claims:
        if claim.printed is None:
            value = claim.measure.exact.value
            shown = str(value) if value.denominator == 1 else STYLE.decimal(value, 10)
            statements.append([claim.words, shown, "holds" if claim.holds else "does not hold", cited[claim.source]])
        else:
            topics.setdefault(claim.topic, []).append([*_figure(claim), cited[claim.source]])
            verdicts.append((claim.holds, claim.match_verdict))
    scores = endings(Shoe.decks(8), STANDARD).coarsen(lambda ending: (ending.punto_total, ending.banco_total))
    rarest = [
        [str(place), *map(str, score), STYLE.count(scores[score]), STYLE.decimal(scores.probability(score), 8)]
        for place, score in enumerate(sorted(scores, key=lambda score: (scores[score], score))[:_RAREST], start=1)
    ]
    rules = [
        [rule.words, ", ".join(cells_unlike(rule.tableau)) or "the standard rule", cited[rule.source]]
        for rule in claims.rules
    ]
    figure_headers = ["Claim", "Decks", "Printed", "Exact value", "Exactly", "Verdict", "Equals", "Source"]
    return _fill(
        "claims",
        {
            "figures": str(len(verdicts)),
            "correct": str(sum(holds for holds, _ in verdicts)),
            "equal": str(sum(other is not None and other.agrees and not holds for holds, other in verdicts)),
            "tables": "\n\n".join(
                f"## {topic}\n\n{_markdown(Table(figure_headers, rows, 'lrrrrlll'))}" for topic, rows in topics.items()
            ),
            "statements": _markdown(Table(["Claim", "Measured", "Verdict", "Source"], statements, "lrll")),
            "rarest": _markdown(Table(["Place", "Punto", "Banco", "Combinations", "Probability"], rarest, "rrrrr")),
            "rules": _markdown(Table(["Printed rule", "Unlike the standard rules", "Source"], rules, "lll")),
            "readings": _readings(_played_by(STANDARD.name), *(_played_by(rule.tableau.name) for rule in claims.rules)),
            "left_out": _markdown(
                Table(
                    ["Claim", "It looks at", "Source"],
                    [[entry.words, entry.why, cited[entry.source]] for entry in claims.left_out],
                    "lll",
                )
            ),
            "sources": "\n".join(f"{number}. {text}" for number, text in enumerate(claims.sources.values(), start=1)),
        },
    )


def _figure(claim: Claim) -> list[str]:
    """Return a printed figure's row but for its source."""
    printed = claim.printed
    assert printed is not None  # noqa: S101 - tells the type checker that it is no statement

    def shown(value: Exact) -> str:
        return value.decimal(printed.places + 4, per_cent=printed.per_cent) + ("%" if printed.per_cent else "")

    value = claim.measure.exact
    exactly = str(value)
    match, other = claim.match, claim.match_verdict
    equals = NOTHING if match is None else f"{match.words}, {shown(match.measure.exact)}: {other}"
    return [
        claim.words,
        str(claim.measure.decks),
        printed.text,
        shown(value),
        exactly if len(exactly) <= _READABLE else NOTHING,
        str(claim.verdict),
        equals,
    ]


def _index(pages: Iterable[str]) -> str:
    """Return the page that names all others."""
    variants = [
        f"- [{name}](variants/{name}.md): {read_variant(name).title}"
        for name in variant_names()
        if f"variants/{name}.md" in pages
    ]
    families = [f"- [{family}]({_family_path(family)})" for family in _families() if _family_path(family) in pages]
    return _fill("index", {"variants": "\n".join(variants), "families": "\n".join(families)})
