"""Shoes of all sizes, and the text of files of shoes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SHOES = [[128, *[32] * 9], [1] * 10, [2000, *[500] * 9], [5, 0, 0, 3, 0, 1, 0, 0, 2, 9], [16, *[4] * 9]]
SMALL = [shoe for shoe in SHOES if sum(shoe) < 450]


def separated(rows: Sequence[Sequence[object]], separator: str = ",") -> str:
    """Return rows as the lines of a file."""
    return "".join(separator.join(map(str, row)) + "\n" for row in rows)
