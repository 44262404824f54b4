"""Columns of Arrow's types: as they are written beside the name of their type, and made of that again.

Numbers, booleans and text are arrays of them; times and spans are integers that count in
their unit; bytes and decimals are lists. Where something is missing they are an object of
"values" and "missing". A dictionary is an object of "codes", which is a column of integers,
and "categories", which is one of the type that the dictionary has.
"""

from __future__ import annotations

import decimal
import importlib
import re
from collections.abc import Callable, Mapping
from typing import Any

from ._arrays import numpy
from ._errors import EncodeError, pointer
from ._values import Texts

_SUFFIX = "[pyarrow]"


def pyarrow() -> Any:
    """Return the module pyarrow, which need not be installed."""
    return importlib.import_module("pyarrow")


def is_arrow(stated: str) -> bool:
    """Report whether the name of a dtype is that of one of Arrow's types."""
    return stated.endswith(_SUFFIX)


def described(column: Any, name: str) -> tuple[Any, str]:
    """Return a ChunkedArray as it is written, and the name of its dtype."""
    pa = pyarrow()
    kind = column.type
    stated = f"{kind}{_SUFFIX}"
    try:
        again = type_of(stated)
    except (ValueError, TypeError, NotImplementedError):
        again = None
    if again != kind:
        raise EncodeError(f"dtype {stated} cannot be stated; convert the column, or leave dtypes out", pointer(name))
    if pa.types.is_dictionary(kind):
        whole = _whole_dictionary(column)
        parts = (described(pa.chunked_array([part]), name)[0] for part in (whole.indices, whole.dictionary))
        return dict(zip(("codes", "categories"), parts, strict=True)), stated
    if _is_text(kind):
        column = column.cast(pa.large_string())
    values = _whole(column)
    if _is_mostly_room(kind, len(values), len(values) - values.null_count):
        what = f"dtype {stated} of cells most of which are missing would take much more memory than is there"
        raise EncodeError(f"{what}; convert the column", pointer(name))
    if not values.null_count:
        return _written(values), stated
    if _is_text(kind) or _storage(kind) is not None:
        missing = values.is_null().to_numpy(zero_copy_only=False)
        return {"values": _written(values, missing), "missing": missing}, stated
    return _written(values), stated


def _is_mostly_room(kind: Any, n: int, there: int) -> bool:
    """Report whether cells, some of which are there, have room out of proportion: Arrow has it for missing ones too."""
    if not pyarrow().types.is_fixed_size_binary(kind):
        return False
    return bool(kind.byte_width * n > (1 << 22) + 64 * (n + kind.byte_width * there))


def _whole(column: Any) -> Any:
    """Return a ChunkedArray in one piece."""
    # Empty chunks may have no memory for the offset that they have.
    chunks = [chunk for chunk in column.chunks if len(chunk)]
    return chunks[0] if len(chunks) == 1 else pyarrow().chunked_array(chunks, column.type).combine_chunks()


def _whole_dictionary(column: Any) -> Any:
    """Return a ChunkedArray of dictionaries in one piece, under one of them."""
    pa = pyarrow()
    kind, chunks = column.type, [chunk for chunk in column.chunks if len(chunk)]
    if not chunks:
        return pa.DictionaryArray.from_arrays(pa.array([], kind.index_type), pa.array([], kind.value_type))
    if len(chunks) > 1 and not any(chunk.dictionary.null_count for chunk in chunks):
        return _whole(pa.chunked_array(chunks).unify_dictionaries())
    if len(chunks) > 1:
        return _whole(pa.chunked_array(chunks).cast(kind.value_type)).dictionary_encode().cast(kind)
    return chunks[0]


def _is_text(kind: Any) -> bool:
    types = pyarrow().types
    return bool(types.is_string(kind) or types.is_large_string(kind) or str(kind) == "string_view")


def _storage(kind: Any) -> Any:
    """Return the type of numbers that a type is, or counts its units in, or None for other types."""
    pa = pyarrow()
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind):
        return kind
    if pa.types.is_temporal(kind) and kind.num_buffers == 2 and kind != pa.month_day_nano_interval():
        return pa.int32() if kind.bit_width == 32 else pa.int64()
    return None


def _written(values: Any, missing: Any = None) -> Any:
    """Return an array of Arrow as dumps takes it; what is missing is there as zero, or as None in lists."""
    np = numpy()
    if str(values.type) == "large_string":
        return texts(values if missing is None else values.fill_null(""))
    storage = _storage(values.type)
    if storage is None:
        return values.to_pylist()
    if str(storage) == "bool":
        return values.fill_null(False).to_numpy(zero_copy_only=False)
    dtype = np.dtype(storage.to_pandas_dtype())
    buffer = values.buffers()[1]
    if not len(values) or buffer is None:
        return np.zeros(len(values), dtype)
    found = np.frombuffer(buffer, dtype, len(values), values.offset * dtype.itemsize)
    return found if missing is None else np.where(missing, dtype.type(0), found)


def clock(column: Any) -> list[str | None]:
    """Return the cells of a ChunkedArray of times of day, whose nanoseconds the time of Python has not, as text."""
    cells = column.cast(pyarrow().string()).to_pylist()
    return [cell and cell.removesuffix("000").removesuffix(".000000") for cell in cells]


def texts(values: Any) -> Texts:
    """Return an array of large strings, of which none is missing, without a copy."""
    _, starts, block = values.buffers()
    if starts is None:
        return Texts(bytes(8), b"")
    first = 8 * values.offset
    return Texts(memoryview(starts)[first : first + 8 * (len(values) + 1)], memoryview(block or b""))


def strings(column: Texts) -> Any:
    """Return a column of text as an array of large strings, without a copy."""
    pa = pyarrow()
    n = len(column.starts) // 8 - 1
    return pa.LargeStringArray.from_buffers(n, pa.py_buffer(column.starts), pa.py_buffer(column.block))


def restored(values: Any, stated: str) -> Any:
    """Return what a column was described as, as an array of Arrow; ValueError and the like where it does not suit."""
    kind = type_of(stated)
    if pyarrow().types.is_dictionary(kind):
        codes = restored(values["codes"], f"{kind.index_type}{_SUFFIX}")
        categories = restored(values["categories"], f"{kind.value_type}{_SUFFIX}")
        return pyarrow().DictionaryArray.from_arrays(codes, categories, ordered=kind.ordered)
    missing = None
    if isinstance(values, Mapping):
        values, missing = values["values"], numpy().asarray(values["missing"])
        if missing.dtype != bool or missing.shape != (len(_listed(values)),):
            raise ValueError("what is missing is one boolean for each value")
    return _made(_listed(values), missing, kind)


def _listed(values: Any) -> Any:
    """Return the values of a column, which are an array of one dimension or a list."""
    if isinstance(values, Texts):
        return strings(values)
    if isinstance(values, (list, bytes)) or getattr(values, "ndim", 0) == 1:
        return numpy().frombuffer(values, "u1") if isinstance(values, bytes) else values
    raise ValueError("no array")


def _made(values: Any, missing: Any, kind: Any) -> Any:
    """Return an array of Arrow of a type. Nothing is rounded."""
    pa, np = pyarrow(), numpy()
    if pa.types.is_fixed_size_binary(kind):
        there = [len(value) for value in values if value is not None] if missing is None else [-1]
        if set(there) - {kind.byte_width} or _is_mostly_room(kind, len(values), len(there)):
            raise ValueError("cells of a size that they do not have")
    if isinstance(values, pa.Array):
        found = values if missing is None else pa.compute.if_else(pa.array(missing), None, values)
        return found.cast(kind)
    if (storage := _storage(kind)) is not None:
        return pa.array(values, mask=missing).cast(storage).view(kind)
    if _is_text(kind) or missing is not None:
        return pa.array(values, pa.large_string(), mask=missing).cast(kind)
    if pa.types.is_decimal(kind):
        return pa.array([v if v is None else decimal.Decimal(v) for v in values], kind)
    if pa.types.is_null(kind):
        return pa.array(list(values), kind)
    if kind == pa.month_day_nano_interval():
        return pa.array([v if v is None else tuple(int(part) for part in v) for v in values], kind)
    return pa.array([v if v is None or isinstance(v, bytes) else np.asarray(v, "u1").tobytes() for v in values], kind)


_DICTIONARY = re.compile(r"dictionary<values=((?!dictionary).*), indices=(u?int\d+), ordered=([01])>")
_TIMESTAMP = re.compile(r"timestamp\[(s|ms|us|ns), tz=([^\[\]]+)\]")
_DECIMAL = re.compile(r"decimal(32|64|128|256)\((\d{1,3}), (-?\d{1,3})\)")
_FIXED = re.compile(r"fixed_size_binary\[(\d{1,9})\]")


def type_of(stated: str) -> Any:
    """Return the type that the name of a dtype stands for; ValueError for others, as those of lists."""
    pa = pyarrow()
    text = stated.removesuffix(_SUFFIX)
    if found := _DICTIONARY.fullmatch(text):
        values, indices, ordered = found.groups()
        return pa.dictionary(type_of(indices), type_of(values), ordered == "1")
    if found := _TIMESTAMP.fullmatch(text):
        import pandas as pd

        pd.DatetimeTZDtype("ns", found[2])  # ValueError of a zone that is not known
        return pa.timestamp(found[1], found[2])
    if found := _DECIMAL.fullmatch(text):
        return getattr(pa, f"decimal{found[1]}")(int(found[2]), int(found[3]))
    if found := _FIXED.fullmatch(text):
        return pa.binary(int(found[1]))
    return pa.type_for_alias(text)


def table_of(frame: Any, exactly: bool) -> Any:
    """Return a frame with the Arrow PyCapsule interface as a table; TypeError for what is no frame.

    EncodeError for columns that Arrow does not have, and, if it is to come back exactly, for
    those of extension types that are not known here.
    """
    if not hasattr(frame, "__arrow_c_stream__") and not hasattr(frame, "__arrow_c_array__"):
        raise TypeError(f"a data frame is wanted, not a value of type {type(frame).__name__}")
    pa = pyarrow()
    _check_polars(frame, lambda name, dtype: str(dtype) != "Object")  # of which others get addresses
    try:
        table = pa.table(frame)
    except (ValueError, TypeError, AttributeError, NotImplementedError) as e:
        _check_polars(frame, lambda name, dtype: _is_taken(frame[:0].select(name)))
        raise TypeError(f"a value of type {type(frame).__name__} is not taken for a data frame: {e}") from None
    for field in table.schema:
        extension = (field.metadata or {}).get(b"ARROW:extension:name", b"").decode("utf-8", "replace")
        if extension and exactly:
            what = f"the extension type {extension} of Arrow is not known"
            raise EncodeError(f"{what}; convert the column, or leave dtypes out", pointer(field.name))
    return table.cast(pa.schema([field.with_type(_known(field.type)) for field in table.schema]))


def _check_polars(frame: Any, is_known: Callable[[str, Any], bool]) -> None:
    """Raise EncodeError for the first column of a frame of polars whose dtype is not known."""
    if type(frame).__module__.startswith("polars.") and hasattr(frame, "schema"):
        for name, dtype in frame.schema.items():
            if not is_known(name, dtype):
                what = f"dtype {dtype} is none of Arrow; cast the column, as to Decimal or String"
                raise EncodeError(what, pointer(name))


def _is_taken(frame: Any) -> bool:
    try:
        pyarrow().table(frame)
    except (ValueError, TypeError, NotImplementedError):
        return False
    return True


def _known(kind: Any) -> Any:
    """Return the type that pandas knows in the place of one: it has no views."""
    pa = pyarrow()
    if pa.types.is_dictionary(kind):
        return pa.dictionary(kind.index_type, _known(kind.value_type), kind.ordered)
    views = {"string_view": pa.large_string(), "binary_view": pa.large_binary()}
    return views.get(str(kind), kind)
