"""Rows of many shoes: every bad row is found, named or masked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from many_shoes import EIGHT, by_recursion, one_by_one

from analyzer import ShoeError, count_outcomes, price_batch, read_variant, stream_outcomes
from analyzer.batch.rows import ROWS_FIRST, ROWS_TOGETHER
from analyzer.errors import BaccaratError


class TestBadRows:
    """Rows that are not shoes are named, or masked; never counted."""

    BAD: tuple[list[Any], ...] = (
        [-1, *[32] * 9],
        [5, *[0] * 9],
        [32.5, *[32] * 9],
        [float("nan"), *[32] * 9],
        [float("inf"), *[32] * 9],
        [2.0**53, *[32] * 9],
        [None, *[32] * 9],
        ["32", *[32] * 9],
        [True, *[32] * 9],
        [-(10**30), *[32] * 9],
        # Four of these are 2^64: their sum wraps to 36 where it is not watched.
        [-(2**62), -(2**62), -(2**62), -(2**62), *[6] * 6],
        [np.timedelta64(32), *[32] * 9],
        [np.timedelta64(32)] * 10,
        [np.ma.masked, *[32] * 9],
        [np.longdouble(32) + np.longdouble(2) ** -50, *[32] * 9],
    )

    @pytest.mark.parametrize("row", BAD, ids=str)
    def test_each_kind_is_named_or_masked(self, row: list[Any]) -> None:
        """A row that is not a shoe is named by its index, or masked while its neighbours are counted."""
        rows = [EIGHT, row, [1] * 10]
        with pytest.raises(ShoeError, match="these rows are not shoes: 1; "):
            count_outcomes(rows)
        masked = count_outcomes(rows, invalid="mask")
        assert masked.tolist() == [by_recursion(EIGHT), [None] * 3, by_recursion([1] * 10)]
        prices = price_batch([read_variant("classic").bet("tie")], rows, invalid="mask")
        assert prices.totals.mask.tolist() == [False, True, False]  # type: ignore[attr-defined] # a masked array
        assert prices.numerators.tolist()[1] == [None]

    def test_sums_do_not_wrap(self) -> None:
        """Four counts of 2^62 are a shoe of 2^64 cards, not of none."""
        row = [2**62] * 4 + [6] * 6
        assert count_outcomes(np.array([row])).tolist() == one_by_one([row])

    @pytest.mark.parametrize("kind", [np.int64, np.uint8, np.float64, object])
    def test_rows_masked_already(self, kind: type) -> None:
        """A masked count is not known, so its row is not a shoe, in an array as in a stream of them."""
        rows: Any = np.ma.MaskedArray(np.tile(EIGHT, (3, 1)).astype(kind))
        rows[1, 3] = np.ma.masked
        for given_rows in (rows, [rows], list(rows)):
            with pytest.raises(ShoeError, match="these rows are not shoes: 1; "):
                count_outcomes(given_rows)
            masked = count_outcomes(given_rows, invalid="mask")
            assert masked.tolist() == [by_recursion(EIGHT), [None] * 3, by_recursion(EIGHT)]
        assert (rows.data == EIGHT).all()

    @pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, np.longdouble])
    def test_floats_of_every_width(self, kind: type) -> None:
        """Whole floats are taken and others are not, without a warning, in an array as in rows."""
        rows: Any = np.array([EIGHT, EIGHT, EIGHT, EIGHT], dtype=kind)
        rows[1, 2], rows[2, 2], rows[3, 2] = 0.5, np.inf, np.nan
        for given_rows in (rows, rows.tolist(), rows.astype(object)):
            assert count_outcomes(given_rows, invalid="mask").tolist() == [by_recursion(EIGHT), *[[None] * 3] * 3]

    def test_all_are_named_in_one_error(self) -> None:
        """Every bad row of an array is found before the error is raised, the first twenty by index."""
        rows = np.tile(EIGHT, (ROWS_TOGETHER + 20, 1))
        rows[[3, ROWS_TOGETHER - 1, ROWS_TOGETHER, ROWS_TOGETHER + 19], 4] = -1
        bad = f"not shoes: 3, {ROWS_TOGETHER - 1}, {ROWS_TOGETHER}, {ROWS_TOGETHER + 19}; a row is ten whole counts"
        with pytest.raises(ShoeError, match=bad):
            count_outcomes(rows)
        rows[:, 4] = -1
        named = ", ".join(map(str, range(20)))
        with pytest.raises(ShoeError, match=f"not shoes: {named} and {ROWS_TOGETHER} more;"):
            count_outcomes(rows)

    def test_a_stream_names_those_it_has_seen(self) -> None:
        """A generator may never end, so its error comes with the block the row is in."""
        rows = iter([*[EIGHT] * ROWS_FIRST, [0] * 10, *[EIGHT] * 4 * ROWS_FIRST])
        blocks = stream_outcomes(rows)
        assert len(next(blocks)) == ROWS_FIRST
        with pytest.raises(ShoeError, match=f"not shoes: {ROWS_FIRST};"):
            next(blocks)
        assert len(list(rows)) == 1

    @pytest.mark.parametrize(
        ("rows", "message"),
        [
            ([EIGHT, [1] * 9], "row 1: got 9 counts; a row is ten"),
            ([EIGHT, 7], "row 1: got 7; a row is ten"),
            (EIGHT, "row 0: got 128; a row is ten"),
            (["1111111111"], "row 0: got '1111111111'; a row is ten"),
            ([bytes(EIGHT)], "row 0: got .*; a row is ten"),
            ([bytearray(EIGHT)], "row 0: got .*; a row is ten"),
            ([dict(enumerate(EIGHT))], "row 0: got .*; a row is ten"),
            ([set(range(10))], "row 0: got .*; a row is ten"),
            ([*[EIGHT] * (ROWS_TOGETHER + 2), [1] * 9], f"row {ROWS_TOGETHER + 2}: got 9 counts"),
            (np.full((3, 10), 4, dtype="m8[D]"), "got an array of timedelta64"),
            (np.ones((3, 9), dtype=int), r"got an array of shape \(3, 9\)"),
            (np.ones(10, dtype=int), r"got an array of shape \(10,\)"),
            ([np.ones((2, 10), dtype=int), np.ones((2, 11), dtype=int)], r"got an array of shape \(2, 11\)"),
            (np.ones((3, 10), dtype=bool), "got an array of bool"),
            (np.full((3, 10), "4"), "got an array of <U1"),
            (np.array(7), r"got an array of shape \(\)"),
            ([np.ones((2, 10), dtype=int), [1] * 9], "row 2: got 9 counts"),
        ],
    )
    @pytest.mark.parametrize("invalid", ["error", "mask"])
    def test_anything_but_rows_of_ten(self, rows: Any, message: str, invalid: Any) -> None:  # noqa: ANN401
        """A wrong shape or kind is an error even where bad rows may be masked."""
        with pytest.raises(ShoeError, match=message):
            count_outcomes(rows, invalid=invalid)

    def test_a_row_beyond_the_first_block(self) -> None:
        """It is named by its index in the whole input, across blocks and arrays."""
        for before in ([EIGHT] * 100, [np.array([EIGHT] * 50), *[EIGHT] * 50], [*[EIGHT] * 50, np.array([EIGHT] * 50)]):
            with pytest.raises(ShoeError, match="row 100: got 9 counts; a row is ten"):
                count_outcomes(iter([*before, [1] * 9]))

    def test_an_unknown_choice(self) -> None:
        """`invalid` is one of two words."""
        with pytest.raises(BaccaratError, match="invalid: got 'skip'; allowed: error or mask"):
            count_outcomes([EIGHT], invalid="skip")  # type: ignore[arg-type] # on purpose
