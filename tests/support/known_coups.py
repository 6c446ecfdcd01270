"""Known coups, written as on the command line."""

from __future__ import annotations

from analyzer import KnownCoup, Third, read_opening, read_third


def known(  # noqa: PLR0913 - one for each option of the command
    punto: str = "?",
    banco: str = "?",
    third_punto: str | None = None,
    third_banco: str | None = None,
    *,
    punto_total: int | None = None,
    banco_total: int | None = None,
) -> KnownCoup:
    """Return a known coup from the texts of the options."""
    thirds = [Third() if text is None else read_third(text) for text in (third_punto, third_banco)]
    return KnownCoup(read_opening(punto), read_opening(banco), thirds[0], thirds[1], punto_total, banco_total)
