"""Data frames and named rows are read by the names of their columns, never by position where they have names."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from many_shoes import EIGHT, by_recursion, some_shoes
from pyarrow import csv

from analyzer import ShoeError, count_outcomes, price_batch, read_bet, stream_outcomes
from analyzer.batch.rows import ROWS_TOGETHER

if TYPE_CHECKING:
    from collections.abc import Callable

SHOES = some_shoes(5)
COUNTS = [by_recursion(shoe) for shoe in SHOES.tolist()]
VALUES = [*"0A23456789"]
ORDER = [3, 1, 4, 0, 2, 9, 5, 8, 7, 6]
RULE = (
    "columns are named after cards, as 0 A 2 to 9, A to K or K♠, or numbered 0 to 9; "
    "leave out what does not count cards"
)


class Named(NamedTuple):
    """Ten counts whose names do not say of which cards."""

    tens: int = 128
    aces: int = 32
    c2: int = 32
    c3: int = 32
    c4: int = 32
    c5: int = 32
    c6: int = 32
    c7: int = 32
    c8: int = 32
    c9: int = 32


def shuffled() -> Any:  # noqa: ANN401 - pandas has no types
    """Return a frame of the shoes whose columns are out of order."""
    return pd.DataFrame(SHOES, columns=VALUES).iloc[:, ORDER]


def split(names: list[str], values: list[int]) -> Any:  # noqa: ANN401 - as above
    """Return a frame of the shoes in which each value's count is spread over the cards of that value."""
    columns = {}
    for name, value in zip(names, values, strict=True):
        cards = [other for other, its_value in zip(names, values, strict=True) if its_value == value]
        share = SHOES[:, value] // len(cards)
        rest = SHOES[:, value] - share * (len(cards) - 1)
        columns[name] = rest if name == cards[-1] else share
    return pd.DataFrame(columns)


RANKS = [*"A23456789", "10", *"JQK"]
RANK_VALUES = [*range(1, 10), 0, 0, 0, 0]
FACES = [f"{rank}{suit}" for suit in "♠hDc" for rank in reversed(RANKS)]
FACE_VALUES = [value for _ in range(4) for value in reversed(RANK_VALUES)]
FRAMES: dict[str, Callable[[Any], Any]] = {
    "pandas": lambda frame: frame,
    "pandas, pyarrow's types": lambda frame: frame.convert_dtypes(dtype_backend="pyarrow"),
    "pandas, with nulls": lambda frame: frame.convert_dtypes(),
    "pandas, rows labelled with floats": lambda frame: frame.set_index(pd.Index(np.arange(len(frame)) / 2)),
    "polars": pl.from_pandas,
    "pyarrow": pa.Table.from_pandas,
    "a batch of pyarrow": pa.RecordBatch.from_pandas,
    "a structured array": lambda frame: frame.to_records(index=False),
    "an iterable of frames": lambda frame: iter([pl.from_pandas(frame[:2]), frame[2:]]),
    "a reader of batches": lambda frame: pa.Table.from_pandas(frame).to_reader(max_chunksize=2),
    "series": lambda frame: [row for _, row in frame.iterrows()],
}


@pytest.mark.parametrize("kind", FRAMES)
class TestNamesOfCards:
    """Columns named after cards are those cards, wherever they stand."""

    def test_values_in_any_order(self, kind: str) -> None:
        """The value decides, not the position."""
        assert count_outcomes(FRAMES[kind](shuffled())).tolist() == COUNTS

    @pytest.mark.parametrize(("names", "values"), [(RANKS, RANK_VALUES), (FACES, FACE_VALUES)], ids=["ranks", "faces"])
    def test_finer_cards_are_added_up(self, kind: str, names: list[str], values: list[int]) -> None:
        """Thirteen ranks or 52 faces make ten values."""
        assert count_outcomes(FRAMES[kind](split(names, values))).tolist() == COUNTS

    def test_a_card_without_a_column_is_not_in_the_shoe(self, kind: str) -> None:
        """Two columns are a shoe of two values."""
        frame = pd.DataFrame({"9": [4, 5], "K": [8, 2]})
        counts = [by_recursion([8, *[0] * 8, 4]), by_recursion([2, *[0] * 8, 5])]
        assert count_outcomes(FRAMES[kind](frame)).tolist() == counts

    @pytest.mark.parametrize("name", ["shoe", "ace", "", "K♠♠", "c4"])
    def test_any_other_name(self, kind: str, name: str) -> None:
        """The first column that is not a card is named, and what is allowed."""
        frame = shuffled().rename(columns={"4": name, "6": "also not a card"})
        with pytest.raises(ShoeError) as caught:
            count_outcomes(FRAMES[kind](frame))
        text = str(caught.value).removeprefix("row 0: ")
        assert text == f"compositions: got the column {name!r}; {RULE}"

    def test_a_bad_count_does_not_vanish_in_a_sum(self, kind: str) -> None:
        """A count of -1 is refused, although another column would hide it."""
        frame = split(RANKS, RANK_VALUES)
        frame.loc[1, "K"] -= 1 + frame.loc[1, "K"]
        frame.loc[1, "J"] += 40
        with pytest.raises(ShoeError, match="these rows are not shoes: 1; "):
            count_outcomes(FRAMES[kind](frame))
        masked = count_outcomes(FRAMES[kind](frame), invalid="mask")
        assert masked.tolist() == [COUNTS[0], [None] * 3, *COUNTS[2:]]


class TestPlainIndex:
    """Columns without names of their own are positions."""

    @pytest.mark.parametrize(
        "names",
        [
            [*range(10)],
            [*map(str, range(10))],
            [f"column_{at}" for at in range(10)],
            [f"column_{at}" for at in range(1, 11)],
            [f"f{at}" for at in range(10)],
        ],
        ids=["numbers", "digits", "polars", "polars, from a file", "pyarrow, from a file"],
    )
    def test_in_order(self, names: list[Any]) -> None:
        """What the libraries call such columns, in their order."""
        assert count_outcomes(pd.DataFrame(SHOES, columns=names)).tolist() == COUNTS

    def test_the_libraries_call_them_so(self) -> None:
        """A frame made of an array, and a file read without a header."""
        text = "\n".join(",".join(map(str, row)) for row in SHOES.tolist())
        for frame in (
            pd.DataFrame(SHOES),
            pl.DataFrame(SHOES),
            pl.read_csv(text.encode(), has_header=False),
            csv.read_csv(pa.py_buffer(text.encode()), csv.ReadOptions(autogenerate_column_names=True)),
        ):
            assert count_outcomes(frame).tolist() == COUNTS

    def test_numbers_out_of_order_are_values(self) -> None:
        """A frame of ten columns without names whose columns were moved."""
        assert count_outcomes(pd.DataFrame(SHOES)[ORDER]).tolist() == COUNTS
        assert count_outcomes(pd.DataFrame(SHOES)[ORDER].iloc[0:1]).tolist() == COUNTS[:1]

    def test_generated_names_out_of_order(self) -> None:
        """They are not cards."""
        with pytest.raises(ShoeError, match="got the column 'column_3'; columns are named after cards"):
            count_outcomes(pl.DataFrame(SHOES)[:, ORDER])

    @pytest.mark.parametrize("names", [[*range(1, 11)], [*map(str, range(1, 11))], [10, *range(1, 10)]])
    def test_numbers_from_one(self, names: list[Any]) -> None:
        """The first could be the tens or the aces, as in a file."""
        with pytest.raises(ShoeError, match="columns 1 to 10 could be cards or positions; name them 0 A 2 to 9"):
            count_outcomes(pd.DataFrame(SHOES, columns=names))

    def test_numbers_of_a_sheet_whose_ranks_have_letters(self) -> None:
        """A spreadsheet has the numbers 2 to 10 and the letters A, J, Q, K."""
        frame = split(RANKS, RANK_VALUES)
        frame.columns = [int(name) if name.isdigit() else name for name in RANKS]
        assert count_outcomes(frame).tolist() == COUNTS

    @pytest.mark.parametrize("name", [0.0, True, None, ("A", "K"), 11, -1])
    def test_other_names(self, name: object) -> None:
        """A name is a text or a whole number that reads as a card."""
        frame = pd.DataFrame(SHOES)
        frame.columns = pd.Index([*VALUES[:-1], name], dtype=object, tupleize_cols=False)
        with pytest.raises(ShoeError, match="got the column"):
            count_outcomes(frame)


class TestNamedRows:
    """A row whose counts have names is read by them."""

    def test_named_tuples(self) -> None:
        """Those of a class of one's own, and rows of a frame."""
        names = ["K", *"A23456789"[::-1]]
        with pytest.raises(ShoeError, match=f"row 1: compositions: got the column 'tens'; {RULE}"):
            count_outcomes([EIGHT, Named()])
        with pytest.raises(ShoeError, match="row 0: compositions: got the column '_1'"):
            count_outcomes(list(pd.DataFrame(SHOES, columns=names).itertuples(index=False)))

    def test_rows_of_a_database(self) -> None:
        """A query gives the columns in any order."""
        base = sqlite3.connect(":memory:")
        shuffled().to_sql("shoes", base, index=False)
        plain = base.execute('SELECT "0", A, "2", "3", "4", "5", "6", "7", "8", "9" FROM shoes').fetchall()
        base.row_factory = sqlite3.Row
        assert count_outcomes(plain).tolist() == count_outcomes(base.execute("SELECT * FROM shoes")).tolist() == COUNTS
        base.close()

    def test_among_others(self) -> None:
        """A row without names beside one with them; each error has the row's number."""
        row = shuffled().iloc[0]
        assert count_outcomes([EIGHT, row, SHOES[1]]).tolist() == [by_recursion(EIGHT), *COUNTS[:2]]
        with pytest.raises(ShoeError, match="row 2: compositions: the names of the columns: card K: named twice"):
            count_outcomes([EIGHT, row, pd.Series([6, 6], index=["K", "k"])])


class TestFramesThatCannotBeRead:
    """Each says what to do."""

    def test_lazy_frames(self) -> None:
        """Rows that are still to be computed are named with the call that computes them."""
        from dask import dataframe

        computed = "whose rows are still to be computed; call its"
        lazy, dask = pl.from_pandas(shuffled()).lazy(), dataframe.from_pandas(shuffled(), npartitions=2)  # type: ignore[no-untyped-call] # Dask has few types
        given: Any
        for given, text in ((lazy, f"polars LazyFrame, {computed} .collect()"), (dask, f"{computed} .compute()")):
            for function in (
                count_outcomes,
                lambda shoes: count_outcomes([shoes]),
                lambda shoes: [*stream_outcomes(shoes)],
            ):
                with pytest.raises(ShoeError) as caught:
                    function(given)
                assert text in str(caught.value)
        assert count_outcomes(lazy.collect()).tolist() == count_outcomes(dask.compute()).tolist() == COUNTS

    @pytest.mark.parametrize(
        ("column", "got"),
        [
            ([True] * 5, "bool"),
            (pd.date_range("2026-01-01", periods=5, unit="ns"), r"datetime64\[ns\]"),
            (pd.to_timedelta([32] * 5), "timedelta64.*"),
            (["32"] * 5, "(object|<U2|StringDType.*|str)"),
        ],
        ids=["booleans", "dates", "durations", "texts"],
    )
    def test_columns_that_do_not_count(self, column: Any, got: str) -> None:  # noqa: ANN401 - any column
        """One column of another kind is found, although the library would turn it into numbers."""
        for frame in (shuffled().assign(A=column), pl.from_pandas(shuffled().assign(A=column))):
            with pytest.raises(
                ShoeError, match=f"got {got} in the column 'A'; a row is ten whole counts|not shoes: 0, 1, 2, 3, 4;"
            ):
                count_outcomes(frame)

    @pytest.mark.parametrize("value", [None, 31.5, float("nan"), -1])
    def test_counts_that_are_not_whole(self, value: object) -> None:
        """Their rows are not shoes; the others are counted."""
        frame = shuffled().astype({"A": object})
        frame.loc[2, "A"] = value
        for given in (frame, pl.from_pandas(frame)):
            masked = count_outcomes(given, invalid="mask")
            assert masked.tolist() == [*COUNTS[:2], [None] * 3, *COUNTS[3:]]

    def test_a_card_named_twice(self) -> None:
        """Also by two names."""
        for name in ("1", "a"):
            with pytest.raises(ShoeError, match="the names of the columns: card A: named twice"):
                count_outcomes(pd.DataFrame(SHOES, columns=[*VALUES[:-1], name]))

    def test_cards_of_two_kinds(self) -> None:
        """Values and ranks do not go together."""
        with pytest.raises(ShoeError, match="the names of the columns: "):
            count_outcomes(pd.DataFrame(SHOES, columns=[*VALUES[:-1], "K"]))


def test_masked_counts_of_a_structured_array() -> None:
    """A masked count is not known."""
    records = np.ma.MaskedArray(shuffled().to_records(index=False))
    mask = np.zeros(len(records), dtype=[(name, bool) for name in shuffled().columns])
    mask["A"][3] = True
    records.mask = mask
    assert count_outcomes(records, invalid="mask").tolist() == [*COUNTS[:3], [None] * 3, COUNTS[4]]


def test_huge_counts_are_added_up_exactly() -> None:
    """Beyond 64 bits, and a signed column beside an unsigned one."""
    huge = pd.DataFrame({"K": np.array([2**63 - 1]), "Q": np.array([2**64 - 1], dtype=np.uint64), "9": [2**53 + 1]})
    assert count_outcomes(huge).tolist() == [by_recursion([3 * 2**63 - 2, *[0] * 8, 2**53 + 1])]


def test_blocks_and_progress() -> None:
    """A long frame is read slice by slice, each by name, and bets are priced alike."""
    frame = pd.concat([shuffled()] * (ROWS_TOGETHER // 5 + 2), ignore_index=True)
    seen: list[tuple[int, int | None]] = []
    tie = read_bet("egalite-6")
    prices = price_batch([tie], frame, progress=lambda done, rows: seen.append((done, rows)))
    assert seen == [(ROWS_TOGETHER, len(frame)), (len(frame), len(frame))]
    assert prices.numerators.tolist() == price_batch([tie], np.resize(SHOES, (len(frame), 10))).numerators.tolist()
