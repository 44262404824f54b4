"""The dtypes of pandas: columns as they are written, with and without what they are made of again.

A column with a stated dtype is an array or a list; of types that know missing values,
where there are some, an object of "values" and "missing"; of categories an object of
"codes", which are -1 for what is missing, and "categories". Times and spans are integers
that count in their unit.
"""

from __future__ import annotations

import importlib
import math
import os
from collections.abc import Mapping
from typing import Any

from . import _arrow, _cells
from ._annotations import DataFrame
from ._errors import EncodeError, MismatchError, pointer
from ._values import Texts

#: From how many bytes on memory and processors are worth a thought.
LARGE = 1 << 22

#: The name of pandas' text in memory of Arrow.
_TEXT_OF_ARROW = "string in pyarrow"


def plain(column: Any) -> Any:
    """Return an array of numbers or booleans, or else a list with None for what is missing."""
    import pandas as pd

    dtype = column.dtype
    missing = column.isna().to_numpy()
    some = bool(missing.any())
    if isinstance(dtype, pd.api.extensions.ExtensionDtype) and not some and dtype.kind in "biufc":
        return column.to_numpy(_numpy_type(dtype))
    if getattr(dtype, "kind", "O") in "biufc" and not isinstance(dtype, pd.api.extensions.ExtensionDtype):
        return column.to_numpy()
    if str(dtype) == "time64[ns][pyarrow]":
        return _arrow.clock(column.array.__arrow_array__())
    values = column.tolist()
    return [None if none else cell for cell, none in zip(values, missing, strict=True)] if some else values


def _numpy_type(dtype: Any) -> Any:
    return getattr(dtype, "numpy_dtype", None)


def described(column: Any, name: str) -> tuple[Any, str]:
    """Return a column as it is written under a stated dtype, and that."""
    import pandas as pd

    dtype = column.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        categories, of = described(dtype.categories.to_series(), name)
        codes = column.cat.codes.to_numpy()
        return {"codes": codes, "categories": categories}, f"category of {of}{', ordered' if dtype.ordered else ''}"
    if isinstance(dtype, pd.ArrowDtype):
        return _arrow.described(column.array.__arrow_array__(), name)
    stated = str(dtype)
    if stated == "string" and pd.api.types.pandas_dtype(stated) != dtype:
        # Not the storage that pandas takes by itself; string[pyarrow] is the name of a type of Arrow.
        stated = _TEXT_OF_ARROW if dtype.storage == "pyarrow" else f"string[{dtype.storage}]"
    _known(stated, dtype, name)
    if dtype.kind in "mM":
        return column.astype("int64").to_numpy(), stated
    if stated in ("str", "string") and has_text_columns():
        missing = column.isna().to_numpy()
        if not missing.any():
            return _texts_of(column), stated
        return {"values": _texts_of(column.fillna("")), "missing": missing}, stated
    if stated == "object":
        return _cells.described(column, name)
    if dtype.kind == "O" or _is_text(stated):
        return plain(column), stated
    missing = column.isna().to_numpy()
    if not isinstance(dtype, pd.api.extensions.ExtensionDtype) or dtype.kind not in "biuf" or not missing.any():
        return plain(column), stated
    values = column.array.to_numpy(_numpy_type(dtype), na_value=False if dtype.kind == "b" else 0)
    return {"values": values, "missing": missing}, stated


def _is_text(stated: str) -> bool:
    """Report whether the name of a dtype is one of pandas' text."""
    return stated in ("str", "string", _TEXT_OF_ARROW) or stated.startswith("string[")


def _dtype_of(stated: str) -> Any:
    """Return the dtype of pandas that has the name."""
    import pandas as pd

    dtype: Any = pd.StringDtype("pyarrow") if stated == _TEXT_OF_ARROW else pd.api.types.pandas_dtype(stated)
    if dtype.kind in "SUV" and not isinstance(dtype, pd.api.extensions.ExtensionDtype):
        raise TypeError("no column has it, and its cells can be of any size")
    return dtype


def has_text_columns() -> bool:
    """Report whether pandas holds text as Arrow does."""
    import pandas as pd

    try:
        return int(pd.__version__.split(".")[0]) >= 3 and bool(importlib.import_module("pyarrow"))
    except ImportError:
        return False


def _texts_of(column: Any) -> Texts:
    """Return a column of text, of which nothing is missing, without a copy."""
    pyarrow: Any = importlib.import_module("pyarrow")
    texts = pyarrow.array(column, pyarrow.large_string())
    return _arrow.texts(texts.combine_chunks() if isinstance(texts, pyarrow.ChunkedArray) else texts)


def text_column(texts: Texts, wanted: Any) -> Any:
    """Return a column of text, of a dtype, or of that which pandas has for text."""
    import pandas as pd

    made = _arrow.strings(texts)
    dtype: Any = pd.api.types.pandas_dtype("str") if wanted is None else wanted
    if hasattr(dtype, "__from_arrow__"):
        return pd.Series(dtype.__from_arrow__(made))
    return pd.Series(made.to_pylist(), dtype=dtype)


def _known(stated: str, dtype: Any, name: str) -> None:
    """Raise EncodeError unless pandas makes the dtype of its own text."""
    try:
        again: Any = _dtype_of(stated)
    except (TypeError, NotImplementedError):
        again = None
    has_no_form = (dtype.kind == "O" and stated != "object" and not _is_text(stated)) or dtype in ("g", "G")
    if again != dtype or has_no_form:
        raise EncodeError(f"dtype {stated} cannot be stated; convert the column, or leave dtypes out", pointer(name))


#: What pandas, NumPy and Arrow raise of a dtype, or of values, that do not suit.
_UNSUITED = (
    *(TypeError, ValueError, LookupError, AttributeError, ArithmeticError),
    *(NotImplementedError, RecursionError),  # of a dtype that pandas has and does not know, and of one too deep
)


def restored(columns: Any, dtypes: Mapping[str, Any], path: str) -> DataFrame:
    """Return the frame of columns with stated dtypes; MismatchError where they do not suit."""
    if not isinstance(columns, Mapping) or columns.keys() != dtypes.keys():
        raise MismatchError("columns and dtypes of other names", path=path)
    made = {}
    for name, values in columns.items():
        try:
            made[name] = _series(values, dtypes[name])
        except _UNSUITED as e:
            where = path + "/columns" + pointer(name)
            raise MismatchError(f"not a column of dtype {dtypes[name]}: {e}", path=where) from None
    if len({len(column) for column in made.values()}) > 1:
        raise MismatchError("columns of several lengths", path=path + "/columns")
    try:
        return frame_of(made)
    except _UNSUITED as e:
        raise MismatchError(f"columns that make no frame: {e}", path=path + "/columns") from None


def frame_of(columns: Mapping[str, Any]) -> DataFrame:
    """Return a frame of columns of one length, which has memory of its own."""
    import pandas as pd

    try:
        internals: Any = importlib.import_module("pandas.api.internals")
    except ImportError:  # before pandas 3
        return pd.DataFrame(dict(columns))
    if not columns:
        return pd.DataFrame()
    numpy: Any = importlib.import_module("numpy")
    alike: dict[Any, list[tuple[int, Any]]] = {}
    for place, values in enumerate(columns.values()):
        column = values if isinstance(values, numpy.ndarray) else pd.Series(values)
        if isinstance(column.dtype, numpy.dtype):
            alike.setdefault(column.dtype, []).append((place, numpy.asarray(column)))
        else:
            alike[place] = [(place, column.array.copy())]
    blocks = []
    copies: list[tuple[Any, Any]] = []
    for kind, arrays in alike.items():
        block = arrays[0][1]
        if isinstance(kind, numpy.dtype):
            block = _room(numpy, kind, (len(arrays), len(block)))
            copies += zip(block, [array for _, array in arrays], strict=True)
        blocks.append((block, numpy.array([place for place, _ in arrays])))
    _copy(numpy, copies)
    rows = pd.RangeIndex(len(next(iter(columns.values()))))
    frame: DataFrame = internals.create_dataframe_from_blocks(blocks, rows, pd.Index(list(columns)))
    return frame


def _room(numpy: Any, dtype: Any, shape: tuple[int, int]) -> Any:
    """Return an array to be filled; where it is large in memory of Arrow, which gives the same out again."""
    size = math.prod(shape) * dtype.itemsize
    if size < LARGE or dtype.hasobject or not has_text_columns():
        return numpy.empty(shape, dtype)
    return numpy.frombuffer(importlib.import_module("pyarrow").allocate_buffer(size), dtype).reshape(shape)


def _copy(numpy: Any, copies: list[tuple[Any, Any]]) -> None:
    """Fill arrays with others, by several processors where they are large."""
    if sum(array.nbytes for _, array in copies) < LARGE:
        for to, array in copies:
            to[:] = array
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        list(pool.map(numpy.copyto, *zip(*copies, strict=True)))


def _series(values: Any, stated: str) -> Any:
    """Return one column."""
    import pandas as pd

    if stated.startswith("category of "):
        of = stated.removeprefix("category of ").removesuffix(", ordered")
        categories = pd.Index(_series(values["categories"], of))
        codes = values["codes"]
        of_these = pd.CategoricalDtype(categories, ordered=stated.endswith(", ordered"))
        return pd.Series(pd.Categorical.from_codes(codes, dtype=of_these))
    if _arrow.is_arrow(stated):
        made = _arrow.restored(values, stated)
        kind: Any = pd.ArrowDtype(made.type)
        return pd.Series(kind.__from_arrow__(made))
    if _cells.is_cells(stated):
        return pd.Series(_cells.restored(values, stated), dtype=object)
    dtype: Any = _dtype_of(stated)
    numpy: Any = importlib.import_module("numpy")
    missing = None
    if isinstance(values, Mapping):
        values, missing = values["values"], numpy.asarray(values["missing"])
    if isinstance(values, Texts):
        values = text_column(values, dtype)
    if missing is not None and (missing.dtype != bool or missing.shape != (len(values),)):
        raise ValueError("what is missing is one boolean for each value")
    if isinstance(values, bytes):
        values = numpy.frombuffer(values, "u1")
    if not isinstance(values, list) and getattr(values, "ndim", 0) != 1:
        raise ValueError("no array")
    if missing is None and getattr(values, "dtype", None) == dtype:
        return values  # which the frame copies
    if hasattr(dtype, "numpy_dtype") and dtype.kind in "biuf" and getattr(values, "dtype", None) == dtype.numpy_dtype:
        # By its own class, for which NaN is a value.
        made = dtype.construct_array_type()(values, numpy.zeros(len(values), bool) if missing is None else missing)
        return pd.Series(made, copy=True)
    if missing is not None:
        whole = pd.Series(values, dtype=dtype)
        whole[missing] = None
        return whole
    if dtype.kind in "mM":
        zone = getattr(dtype, "tz", None)
        counts = numpy.asarray(values, None if len(values) else "i8").astype("i8", casting="safe")
        if zone is None:
            return pd.Series(counts.view(stated))
        return pd.Series(counts.view(f"M8[{dtype.unit}]")).dt.tz_localize("UTC").dt.tz_convert(zone)
    return pd.Series(values, dtype=dtype)
