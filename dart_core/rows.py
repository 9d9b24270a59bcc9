"""Arms whose rewards are drawn a whole row at a time, so that they keep their dependence."""

from __future__ import annotations

import hashlib
import numbers
from collections.abc import Sequence
from functools import cached_property
from math import comb, fsum
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dart_core.codes import COUNT, MEAN
from dart_core.errors import FieldError, FieldTypeError
from dart_core.frozen import frozen

if TYPE_CHECKING:
    import pandas as pd

    Table = ArrayLike | Sequence[Sequence[float]] | pd.DataFrame

MAX_CELLS = 2_000_000  # 16 MB
MAX_SETS = 500_000  # whose expected rewards are kept: 4 MB
MAX_TABULATING = 600_000_000  # multiplications that these may take: about a second
_MISSING = "Fill the cell in, leave its row out, or give each arm its own rewards (dc.Empirical)."


class Distinct(NamedTuple):
    """The D different rows of a table of R rows and N columns.

    `rows` (D, N) in rising order, `counts` (D,) how often each came, `place` (R,) which one
    each row of the table is.
    """

    rows: NDArray[np.float64]
    counts: NDArray[np.int64]
    place: NDArray[np.int64]


class Rows:
    """N arms, of which every round pays one row of a table: that of one number, drawn anew.

    Parameters
    ----------
    rows : pandas.DataFrame or array-like of float, shape (R, N)
        A row for each of R ≥ 2 rounds that were seen, a column for each of N ≥ 2 arms; rewards in
        [0, 1] or booleans, no cell missing, at most 2,000,000 in all. Names of columns are
        for errors alone.

    Attributes
    ----------
    table : float64 (R, N)
        What was given; read only. The order of the rows decides which luck brings which.

    Raises
    ------
    FieldError, FieldTypeError
        Naming the first cell that cannot be used, rows and columns from 1.

    Notes
    -----
    Rounds are independent, and each row is as likely as any other. Within a round the arms depend
    on each other as they do in the table. With `Empirical` each arm has its own column alone.
    """

    def __init__(self, rows: Table) -> None:
        self.table = _checked(rows)

    def __repr__(self) -> str:
        return f"Rows({self.n_rows:,} rows of {self.n_arms:,} arms)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rows) and self._digest == other._digest

    def __hash__(self) -> int:
        return hash(self._digest)

    def __reduce__(self) -> tuple[object, ...]:  # an array that is unpickled can be written to
        return type(self), (self.table,)

    @cached_property
    def _digest(self) -> bytes:
        shape = repr(self.table.shape).encode()
        return hashlib.blake2b(shape + self.table.tobytes(), digest_size=16).digest()

    @property
    def n_rows(self) -> int:
        """R, the number of rows."""
        return int(self.table.shape[0])

    @property
    def n_arms(self) -> int:
        """N, the number of arms."""
        return int(self.table.shape[1])

    @cached_property
    def binary(self) -> bool:
        """Whether every arm pays 0 or 1."""
        return bool(((self.table == 0.0) | (self.table == 1.0)).all())

    @cached_property
    def means(self) -> tuple[float, ...]:
        """The mean of every column."""
        return tuple(fsum(column) / self.n_rows for column in self.table.T.tolist())

    @cached_property
    def distinct(self) -> Distinct:
        """The different rows: expected rewards ask for no others."""
        rows, place, counts = np.unique(self.table, axis=0, return_inverse=True, return_counts=True)
        return Distinct(frozen(rows), frozen(counts), frozen(place.ravel()))

    def sets_kept(self, k: int, form: int) -> int:
        """Return of how many sets of up to `k` arms the expected reward is kept, 0 if of none."""
        if form == MEAN:  # that of a set is the mean of its arms' means
            return 0
        sets, work = 0, 0
        for size in range(1, k + 1):
            sets += comb(self.n_arms, size)
            work += comb(self.n_arms, size) * size * self.distinct.counts.size
            if sets > MAX_SETS or work > MAX_TABULATING:
                return 0
        return sets

    def work(self, k: int, form: int) -> int:
        """Return about how many multiplications the tables of these arms take, at most."""
        sorting = 40 * self.table.size
        kept = self.sets_kept(k, form)
        return sorting + 2 * kept * k * self.distinct.counts.size

    def bytes(self, k: int) -> int:
        """Return how many bytes the tables of a problem with these arms keep, at most."""
        distinct, kept = self.distinct.rows.size, self.sets_kept(k, COUNT)
        return 8 * (distinct + 3 * self.n_rows + kept + (self.n_arms + 1) * (k + 1))

    def reward_work(self, k: int, form: int) -> int:
        """Return how many numbers of each arm an expected reward goes through."""
        if form == MEAN:
            return 0
        return k if self.sets_kept(k, form) else self.distinct.counts.size  # k: to look it up


def _checked(given: Table) -> NDArray[np.float64]:
    """Return a table as floats in [0, 1]."""
    expected = "a table with a row for each round and a column for each arm"
    try:
        table = np.asarray(given)
        if table.dtype.kind in "US":  # one cell that is text has made texts of all
            table = np.asarray(given, dtype=object)
    except ValueError:  # rows of several lengths
        raise FieldError("rows", expected, "rows of different lengths") from None
    if table.ndim != 2:
        raise FieldTypeError("rows", expected, given)
    count, arms = table.shape
    if count < 2 or arms < 2:
        hint = "One row alone would pay the same in every round." if count == 1 else ""
        raise FieldError("rows", "2 rows and 2 columns, or more", f"{count} × {arms} cells", hint)
    if table.size > MAX_CELLS:
        came = f"{table.size:,} ({count:,} rows of {arms:,})"
        raise FieldError("rows", f"at most {MAX_CELLS:,} cells", came, "Take a sample of the rows.")
    if table.dtype.kind in "fiub":
        values = table.astype(np.float64)
    else:
        values = np.array([[_number(cell) for cell in row] for row in table.tolist()])
    right = (values >= 0.0) & (values <= 1.0)  # NaN is not
    if not right.all():
        row, column = divmod(int(right.argmin()), arms)
        cell: Any = table[row, column]
        cell = cell.item() if isinstance(cell, np.generic) else cell
        hint = _MISSING if np.isnan(values[row, column]) and not isinstance(cell, str) else ""
        names = list(getattr(given, "columns", []))
        named = f"column {names[column]!r}" if names else f"column {column + 1}"
        raise FieldError(f"rows: row {row + 1}, {named}", "a number from 0 to 1", cell, hint)
    return frozen(values + 0.0)  # −0 + 0 is 0: equal tables are equal bytes


def _number(cell: Any) -> float:
    return float(cell) if isinstance(cell, numbers.Real) else np.nan
