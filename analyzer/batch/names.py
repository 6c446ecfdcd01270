"""Names of columns and of counts: what a data frame, a named row or the first line of a file counts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from numbers import Integral
from typing import TYPE_CHECKING, Any, Final

from analyzer.cards.card import Fineness, read_card
from analyzer.cards.shoe import CARDS_IN_A_COUP, Shoe
from analyzer.errors import BaccaratError, ShoeError
from analyzer.notation import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["AMBIGUOUS_TENS", "column_names", "named_values", "row_names", "values_of_cards"]

AMBIGUOUS_TENS: Final = frozenset(map(str, range(1, 11)))
"""Ten names that could be cards, 10 for the tens, or positions from 1, the first for the tens."""
# What pandas.DataFrame, polars.DataFrame, polars.read_csv and pyarrow's reader call columns without names.
_VALUES: Final = range(Fineness.VALUES)
_WITHOUT_NAMES: Final = {
    tuple(f"{prefix}{at + start}" for at in _VALUES) for prefix, start in (("column_", 0), ("column_", 1), ("f", 0))
}
# What computes a frame that holds no data yet: of Dask, Spark, polars, DuckDB and Ibis.
_COMPUTES: Final = ("compute", "toPandas", "collect", "df", "execute")
_NAME_RULE: Final = (
    "columns are named after cards, as 0 A 2 to 9, A to K or K♠, or numbered 0 to 9; "
    "leave out what does not count cards"
)


@lru_cache(maxsize=16)
def values_of_cards(names: tuple[str, ...]) -> tuple[int, ...]:
    """Return the point values of the cards with these names.

    Raises:
        BaccaratError: if one is not a card, two are one card, or they are of several kinds.

    >>> values_of_cards(("K", "A", "9"))
    (0, 1, 9)
    """
    cards = [read_card(name) for name in names]
    # Building a shoe of these cards checks the names: repeated ones, mixed kinds, none at all.
    Shoe.from_spec(",".join(f"{card}={CARDS_IN_A_COUP}" for card in cards))
    return tuple(card.point_value for card in cards)


def named_values(names: Sequence[Any]) -> tuple[int, ...]:
    """Return the point values that the columns of a data frame count, from the names of the columns.

    Names that a library gives to columns without names are positions; all others are names of cards.

    Raises:
        ShoeError: for the first name that is not a card, for a card named twice, for names that have two meanings.

    >>> named_values([1, 0, *range(2, 10)]), named_values(["K", "A"])
    ((1, 0, 2, 3, 4, 5, 6, 7, 8, 9), (0, 1))
    """
    texts = []
    for name in names:
        if not isinstance(name, str | Integral) or isinstance(name, bool):
            raise ShoeError(f"compositions: got the column {shown(name)}; {_NAME_RULE}")
        texts.append(str(name))
    if tuple(texts) in _WITHOUT_NAMES:
        return tuple(_VALUES)
    if len(texts) == Fineness.VALUES and set(texts) == AMBIGUOUS_TENS:
        raise ShoeError(
            "compositions: the columns 1 to 10 could be cards or positions; name them 0 A 2 to 9, in any order"
        )
    for name, text in zip(names, texts, strict=True):
        try:
            read_card(text)
        except BaccaratError:
            raise ShoeError(f"compositions: got the column {shown(name)}; {_NAME_RULE}") from None
    try:
        return values_of_cards(tuple(texts))
    except BaccaratError as error:
        raise ShoeError(f"compositions: the names of the columns: {error}") from None


def column_names(table: Any) -> list[Any] | None:  # noqa: ANN401 - anything may be given
    """Return the names of a table's columns, None for what has no such names.

    Raises:
        ShoeError: for a frame whose rows are still to be computed; the text says what to call.
    """
    # The class is asked: an attribute of the frame may be one of its columns.
    kind = type(table)
    if hasattr(kind, "column_names"):
        return list(table.column_names)
    if hasattr(kind, "columns"):
        method = next((name for name in _COMPUTES if hasattr(kind, name)), None)
        if method is not None:
            raise ShoeError(
                f"compositions: got a {kind.__module__.partition('.')[0]} {kind.__name__}, "
                f"whose rows are still to be computed; call its .{method}() and give the result"
            )
        return list(table.columns)
    fields = getattr(getattr(table, "dtype", None), "names", None)
    return None if fields is None else list(fields)


def row_names(row: Any) -> list[Any] | None:  # noqa: ANN401 - anything may be given
    """Return the names of the counts in one row: of a pandas series, a named tuple, a row of a database.

    >>> row_names([32] * 10) is None
    True
    """
    if isinstance(row, Mapping):
        return None  # it is refused, as it always was
    for attribute in ("_fields", "__fields__"):
        if hasattr(row, attribute):
            return list(getattr(row, attribute))
    keys = getattr(type(row), "keys", None)
    return None if keys is None else list(keys(row))
