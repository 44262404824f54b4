"""Data frames of pandas: made of tables, columns and matrices, and made into columns or rows."""

from __future__ import annotations

import array
from collections.abc import Mapping
from typing import Any

from ._annotations import Buffer, DataFrame, Unpack
from ._errors import EncodeError, MismatchError, TrailingError, pointer
from ._options import DecodeOptions
from ._stream import iter_stream
from ._times import NANOS, DateTime, TimeDelta, Timestamp, nanos_of
from ._view import View


def to_dataframe(
    data: Buffer | list[Any] | Mapping[str, Any], path: str = "", **options: Unpack[DecodeOptions]
) -> DataFrame:
    """Return a data frame of what a JSON Pointer leads to in a message, or of a decoded value.

    A frame is made of a table or an array of objects, where each is a row; of an
    object of arrays, where each is a column; or of a matrix of two dimensions.
    A stream is one row for each of its values, which are objects then. Times keep their
    nanoseconds and zones.
    """
    import pandas as pd

    value: Any = data
    if not isinstance(data, (list, Mapping)) and getattr(data, "ndim", 1) == 1:
        value = _value(data, path, options)
    if getattr(value, "ndim", 1) == 2:
        return pd.DataFrame(value)
    if isinstance(value, list) and all(isinstance(row, Mapping) for row in value):
        return pd.DataFrame([{name: _cell(cell) for name, cell in row.items()} for row in value])
    if isinstance(value, Mapping):
        lengths = {_length(column) for column in value.values()}
        if len(lengths) <= 1 and None not in lengths:
            return pd.DataFrame({name: _column(column) for name, column in value.items()})
    raise MismatchError("neither rows, nor columns of one length, nor a matrix of two dimensions", path=path)


def _value(data: Any, path: str, options: DecodeOptions) -> Any:
    """Return the part of a message, or the values of a stream of objects."""
    root = View(data, **options)
    end = root._end()
    if end == len(root._src):
        return root.at(path).value()
    if path:
        raise TrailingError("data after the value: a path leads into one message, not into a stream", end)
    rows: list[Any] = []
    for row in iter_stream(data, **options):
        if not isinstance(row, Mapping):
            raise MismatchError("a stream of other values than objects", path=pointer(len(rows)))
        rows.append(row)
    return rows


def _cell(value: Any) -> Any:
    """Return a value as pandas knows it, whose own times keep nanoseconds."""
    import pandas as pd

    if type(value) is DateTime:
        seconds, nanos, _ = Timestamp.of(value)
        return pd.Timestamp(seconds * NANOS + nanos, unit="ns", tz="UTC").tz_convert(value.tzinfo)
    if type(value) is TimeDelta:
        return pd.Timedelta(nanos_of(value), unit="ns")
    return value


def _length(column: Any) -> int | None:
    """Return the length of what can be a column, and None of what cannot."""
    is_array = isinstance(column, (list, array.array)) or getattr(column, "ndim", 0) == 1
    return len(column) if is_array else None


def _column(values: Any) -> Any:
    return [_cell(value) for value in values] if isinstance(values, list) else values


def from_dataframe(frame: DataFrame, *, rows: bool = False) -> Any:
    """Return what `dumps` writes for a data frame: an object of columns, or a list of rows.

    Columns of numbers and booleans are arrays and written at the speed of memory;
    others are lists, with None for what is missing. Rows become a table under the
    option ``extended``. An index other than that of a new frame is not a column:
    EncodeError asks for ``reset_index``.
    """
    import pandas as pd

    if not frame.index.equals(pd.RangeIndex(len(frame))) or frame.index.name is not None:
        raise EncodeError("the index of the frame would be lost; call reset_index first")
    columns: dict[str, Any] = {}
    for i, name in enumerate(frame.columns):
        if not isinstance(name, str) or name in columns:
            raise EncodeError("names of columns are str, each there once", pointer(str(name)))
        column = frame.iloc[:, i]
        values = column.to_numpy()
        if values.dtype.kind in "biufc":
            columns[name] = values.tolist() if rows else values
        else:
            missing = column.isna()
            columns[name] = [None if none else cell for cell, none in zip(column.tolist(), missing, strict=True)]
    if not rows:
        return columns
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]
