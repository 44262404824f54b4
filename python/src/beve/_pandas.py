"""Data frames of pandas: made of tables, columns and matrices, and made into columns or rows."""

from __future__ import annotations

import array
import importlib
from collections.abc import Mapping
from typing import Any

from ._annotations import Buffer, DataFrame, Unpack
from ._core import COMPILED
from ._dtypes import described, frame_of, has_text_columns, plain, restored, text_column
from ._errors import EncodeError, MismatchError, TrailingError, pointer
from ._options import DecodeOptions
from ._stream import iter_stream
from ._times import NANOS, DateTime, TimeDelta, Timestamp, nanos_of
from ._values import Texts
from ._view import View
from ._wire import Kind


def to_dataframe(
    data: Buffer | list[Any] | Mapping[str, Any], path: str = "", **options: Unpack[DecodeOptions]
) -> DataFrame:
    """Return a data frame of what a JSON Pointer leads to in a message, or of a decoded value.

    A frame is made of a table or an array of objects, where each is a row; of an
    object of arrays, where each is a column, with the dtypes that `from_dataframe` states
    where it is asked to; or of a matrix of two dimensions.
    A stream is one row for each of its values, which are objects then. Times keep their
    nanoseconds and zones.
    """
    import pandas as pd

    value: Any = data
    if not isinstance(data, (list, Mapping)) and getattr(data, "ndim", 1) == 1:
        options.setdefault("arrays", "numpy")
        options.setdefault("copy", False)  # the frame copies them
        value = _value(data, path, options)
    if getattr(value, "ndim", 1) == 2:
        return pd.DataFrame(value, copy=True)
    if isinstance(value, list) and all(isinstance(row, Mapping) for row in value):
        return pd.DataFrame([{name: _cell(cell) for name, cell in row.items()} for row in value])
    if isinstance(value, Mapping):
        if value.keys() == {"columns", "dtypes"} and isinstance(value["dtypes"], Mapping):
            frame: DataFrame = restored(value["columns"], value["dtypes"], path)
            return frame
        lengths = {_length(column) for column in value.values()}
        if len(lengths) <= 1 and None not in lengths:
            return frame_of({name: _column(column) for name, column in value.items()})
    raise MismatchError("neither rows, nor columns of one length, nor a matrix of two dimensions", path=path)


def _value(data: Any, path: str, options: DecodeOptions) -> Any:
    """Return the part of a message, or the values of a stream of objects."""
    root = View(data, **options)
    if COMPILED and root.kind is Kind.OBJECT and has_text_columns():
        decoder: Any = root._decoder
        decoder.texts = Texts
    if not path and root.kind is Kind.OBJECT:
        value, end = root._read(root._decoder)
        if end == len(root._src):
            return value
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
    if isinstance(column, Texts):
        return len(column.starts) // 8 - 1
    is_array = isinstance(column, (list, array.array)) or getattr(column, "ndim", 0) == 1
    return len(column) if is_array else None


def _column(values: Any) -> Any:
    if isinstance(values, Texts):
        return text_column(values, None)
    kinds = set(map(type, values)) if isinstance(values, list) else set()
    return [_cell(value) for value in values] if kinds & {DateTime, TimeDelta} else values


def from_dataframe(frame: DataFrame, *, rows: bool = False, dtypes: bool = False) -> Any:
    """Return what `dumps` writes for a data frame: an object of columns, or a list of rows.

    Columns of numbers and booleans are arrays and written at the speed of memory;
    others are lists, with None for what is missing. Rows become a table under the
    option ``extended``. With ``dtypes`` it is an object of two members, the columns and
    their dtypes, of which `to_dataframe` makes the same frame again: times of every unit
    and zone, nullable types, categories and types of Arrow among them.

    The frame is one of pandas, or any that has the Arrow PyCapsule interface, as those of
    polars and pyarrow have, which needs pyarrow. An index that numbers the rows, also
    those that a filter has left, is not a column. EncodeError asks for ``reset_index``
    where there is another one.
    """
    import pandas as pd

    if not isinstance(frame, pd.DataFrame) and hasattr(frame, "__arrow_c_stream__"):
        pyarrow: Any = importlib.import_module("pyarrow")
        frame = pyarrow.table(frame).to_pandas(types_mapper=pd.ArrowDtype)
    if frame.index.name is not None or not pd.api.types.is_integer_dtype(frame.index.dtype):
        raise EncodeError("the index of the frame would be lost; call reset_index first")
    columns: dict[str, Any] = {}
    stated: dict[str, str] = {}
    for i, name in enumerate(frame.columns):
        if not isinstance(name, str) or name in columns:
            raise EncodeError("names of columns are str, each there once", pointer(str(name)))
        if dtypes:
            columns[name], stated[name] = described(frame.iloc[:, i], name)
        else:
            values = plain(frame.iloc[:, i])
            columns[name] = values.tolist() if rows and not isinstance(values, list) else values
    if dtypes and rows:
        raise EncodeError("rows have no dtypes")
    if dtypes:
        return {"columns": columns, "dtypes": stated}
    if not rows:
        return columns
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]
