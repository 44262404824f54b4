"""Data frames of pandas: made of tables, columns and matrices, and made into columns or rows."""

from __future__ import annotations

import array
import contextlib
from collections.abc import Callable, Mapping
from typing import Any

from ._annotations import Buffer, DataFrame, Unpack
from ._arrow import table_of
from ._core import COMPILED
from ._dtypes import described, frame_of, has_text_columns, plain, restored, text_column
from ._errors import EncodeError, MismatchError, TrailingError, pointer, shown
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
    nanoseconds and zones. Integers are never rounded: beside missing values they are of the
    dtype Int64, or UInt64, or object where only that holds them.
    """
    import pandas as pd

    value: Any = data
    cell_of = _cell
    if not isinstance(data, (list, Mapping)) and getattr(data, "ndim", 1) == 1:
        if not options.keys() & {"arrays", "uint8_as_bytes"}:
            cell_of = _octets_or_cell
        options.setdefault("arrays", "numpy")
        options.setdefault("copy", False)  # the frame copies them
        value = _value(data, path, options)
    if getattr(value, "ndim", 1) == 2:
        return pd.DataFrame(value, copy=True)
    if isinstance(value, list) and all(isinstance(row, Mapping) for row in value):
        return _frame_of_rows([{name: cell_of(cell) for name, cell in row.items()} for row in value])
    if isinstance(value, Mapping):
        if value.keys() == {"columns", "dtypes"} and isinstance(value["dtypes"], Mapping):
            frame: DataFrame = restored(value["columns"], value["dtypes"], path)
            return frame
        lengths = {_length(column) for column in value.values()}
        if len(lengths) <= 1 and None not in lengths:
            return frame_of({name: _column(column, cell_of) for name, column in value.items()})
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
    """Return a value as pandas knows it, whose own times keep nanoseconds, in the years that these reach."""
    import pandas as pd

    if type(value) is DateTime:
        seconds, nanos, _ = Timestamp.of(value)
        with contextlib.suppress(ValueError, OverflowError):
            return pd.Timestamp(seconds * NANOS + nanos, unit="ns", tz="UTC").tz_convert(value.tzinfo)
    if type(value) is TimeDelta:
        with contextlib.suppress(ValueError, OverflowError):
            return pd.Timedelta(nanos_of(value), unit="ns")
    return value


def _octets_or_cell(value: Any) -> Any:
    """Return bytes of an array of uint8 that is one cell, as `loads` does, and else what _cell returns."""
    return value.tobytes() if getattr(value, "dtype", None) == "uint8" and value.ndim == 1 else _cell(value)


def _length(column: Any) -> int | None:
    """Return the length of what can be a column, and None of what cannot."""
    if isinstance(column, Texts):
        return len(column.starts) // 8 - 1
    is_array = isinstance(column, (list, bytes, array.array)) or getattr(column, "ndim", 0) == 1
    return len(column) if is_array else None


def _column(values: Any, cell_of: Callable[[Any], Any]) -> Any:
    if isinstance(values, Texts):
        return text_column(values, None)
    if isinstance(values, bytes):
        return list(values)
    if not isinstance(values, list):
        return values
    kinds = set(map(type, values))
    if not kinds <= _PLAIN:
        values = [cell_of(value) for value in values]
        kinds = set(map(type, values))
    return _exact(values, kinds) if kinds & _CUT else values


#: The types of cells that are as pandas has them.
_PLAIN = {type(None), bool, int, float, str}

#: The types of cells of which pandas may leave out a part.
_CUT = {int, DateTime, TimeDelta}


def _exact(values: list[Any], kinds: set[type]) -> Any:
    """Return cells under a dtype that rounds none of them."""
    import pandas as pd

    if not kinds.isdisjoint((DateTime, TimeDelta)):  # of years that pandas' nanoseconds do not reach
        return pd.Series(values, dtype=object)
    if kinds == {int, type(None)}:
        numbers = [value for value in values if value is not None]
        low, high = min(numbers), max(numbers)
        if low >= -(1 << 63) and high < 1 << 63:
            return pd.array(values, "Int64")
        return pd.array(values, "UInt64") if low >= 0 and high < 1 << 64 else pd.Series(values, dtype=object)
    if float in kinds and any(type(value) is int and abs(value) > 1 << 53 for value in values):
        return pd.Series(values, dtype=object)
    return values


def _frame_of_rows(rows: list[dict[Any, Any]]) -> DataFrame:
    """Return the frame of rows, which may lack members."""
    import pandas as pd

    frame = pd.DataFrame(rows)
    for name, dtype in frame.dtypes.items():
        if str(dtype) == "float64" or dtype.kind in "mM":  # also of integers where some are missing
            cells = [row.get(name) for row in rows]
            kinds = set(map(type, cells))
            if kinds & _CUT:
                frame[name] = _exact(cells, kinds)
    return frame


def from_dataframe(frame: DataFrame, *, rows: bool = False, dtypes: bool = False) -> Any:
    """Return what `dumps` writes for a data frame: an object of columns, or a list of rows.

    Columns of numbers and booleans are arrays and written at the speed of memory;
    others are lists, with None for what is missing. Rows become a table under the
    option ``extended``. With ``dtypes`` it is an object of two members, the columns and
    their dtypes, of which `to_dataframe` makes the same frame again: times of every unit
    and zone, nullable types, categories and types of Arrow among them.

    The frame is one of pandas, or any that has the Arrow PyCapsule interface, as those of
    polars and pyarrow have, which needs pyarrow; TypeError for what is none.

    An index of integers from 0 on, without a name, is taken for the numbers of the rows and is
    not written. They need not be in order nor all there, since a filter, a sort or a concat
    leaves them so. Labels that say more, such as years, look no different: make them a column by
    ``reset_index`` first. EncodeError says what else a frame has that would be lost: another
    index, several levels or a name of columns, the columns where there are no ``rows``,
    and, with ``dtypes``, attrs.
    """
    import pandas as pd

    if dtypes and rows:
        raise EncodeError("rows have no dtypes")
    if not isinstance(frame, pd.DataFrame):
        frame = table_of(frame, dtypes).to_pandas(types_mapper=pd.ArrowDtype)
    _check_axes(frame, dtypes)
    if rows and len(frame.columns) and not len(frame):
        raise EncodeError(f"the names of {len(frame.columns)} columns without rows would be lost; leave out rows=True")
    columns: dict[str, Any] = {}
    stated: dict[str, str] = {}
    for i, name in enumerate(frame.columns):
        column = frame.iloc[:, i]
        try:
            if dtypes:
                columns[name], stated[name] = described(column, name)
            else:
                values = plain(column)
                columns[name] = values.tolist() if rows and not isinstance(values, list) else values
        except EncodeError:
            raise
        except OverflowError as e:
            raise EncodeError(f"{e}; with dtypes it is written by its units", pointer(name)) from None
        except (ValueError, TypeError, LookupError, NotImplementedError) as e:
            raise EncodeError(f"cells of dtype {column.dtype}: {e}; convert the column first", pointer(name)) from e
    if dtypes:
        return {"columns": columns, "dtypes": stated}
    if not rows:
        return columns
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]


def _check_axes(frame: DataFrame, dtypes: bool) -> None:
    """Raise EncodeError of what a frame has besides its columns, which would be lost."""
    import pandas as pd

    if frame.index.name is not None or not pd.api.types.is_integer_dtype(frame.index.dtype):
        raise EncodeError("the index of the frame would be lost; call reset_index first")
    if len(frame) and frame.index.min() < 0:
        raise EncodeError(
            "an index with labels below 0 does not number rows, and would be lost; call reset_index first"
        )
    if len(frame) and not len(frame.columns):
        raise EncodeError(f"the {len(frame)} rows of a frame without columns would be lost")
    levels = frame.columns.nlevels
    if levels > 1:
        raise EncodeError(f"columns of {levels} levels would be lost; give each a name that is str first")
    if isinstance(frame.columns, pd.CategoricalIndex):
        raise EncodeError("the categories of the columns would be lost; set columns to a list of their names first")
    if frame.columns.name is not None:
        what = shown(repr(frame.columns.name))
        raise EncodeError(f"the name of the columns, {what}, would be lost; call rename_axis(columns=None) first")
    if dtypes and frame.attrs:
        raise EncodeError("the attrs of the frame would be lost; clear them first, or leave dtypes out")
    names = set()
    for name in frame.columns:
        if not isinstance(name, str):
            raise EncodeError(f"names of columns are str, not {type(name).__name__}", pointer(str(name)))
        if name in names:
            raise EncodeError("names of columns are there once, and this one is there again", pointer(name))
        names.add(name)
