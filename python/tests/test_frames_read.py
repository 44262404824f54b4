"""Whatever a message says that a frame is, there is a frame or an error of the package, and no memory for claims."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest
from documents import elements
from hypothesis import given
from hypothesis import strategies as st
from strategies import documents, extended, scalars
from vectors import GOOD, Vector

import beve

np: Any = pytest.importorskip("numpy", reason="pandas needs it")
pd: Any = pytest.importorskip("pandas", reason="these are about pandas")

pytestmark = pytest.mark.filterwarnings("ignore")

#: Names of dtypes: those that are stated, and others that pandas, NumPy or Arrow take for one.
NAMES = [
    *np.typecodes["All"], "int8", "Int8", "uint64", "UInt64", "float16", "Float32", "bool", "boolean", "object", "str",
    "string", "string[python]", "string in pyarrow", "category", "category of int8", "category of category of int8",
    "category of str, ordered", "complex64", "datetime64[ns]", "datetime64[s, UTC]", "datetime64[ns, Nowhere/City]",
    "timedelta64[us]", "M8[D]", "M8[1000s]", "m8[Y]", "S10", "S1000000000", "U1000000000", "V1000000000", "i4,f8",
    "1000000000i8", "(1000,1000,1000)i8", "period[D]", "period[99999999999D]", "interval", "interval[int64, right]",
    "Sparse", "Sparse[int8]", "Sparse[float64, nan]", ">i4", "", "x", "__class__", "geometry",
    *(f"object of {of}" for of in ("Decimal", "bytes", "values", "nothing", "date", "datetime", "time", "timedelta",
                                   "UUID", "ndarray")),
    *(f"{of}[pyarrow]" for of in (
        "null", "bool", "int8", "uint64", "halffloat", "double", "string", "large_string", "binary", "large_binary",
        "string_view", "binary_view", "date32", "date64", "date32[day]", "time32[s]", "time64[ns]", "timestamp[ns]",
        "timestamp[s, tz=UTC]", "duration[ms]", "month_day_nano_interval", "decimal128(5, 2)", "decimal32(9, 2)",
        "decimal128(38, -38)", "decimal128(0, 0)", "fixed_size_binary[3]", "fixed_size_binary[0]", "list<item: int8>",
        "fixed_size_binary[999999999]", "dictionary<values=string, indices=int8, ordered=0>", "bool8", "json", "uuid",
        "dictionary<values=month_day_nano_interval, indices=int8, ordered=0>", "struct<>", "time32", "interval",
        "dictionary<values=null, indices=uint64, ordered=1>",
    )),
]  # fmt: skip

VALUES: list[Any] = [
    [], [None], [1, 2], [1, None], [-1, 300], [1 << 64, -5], [1 << 100], ["a", None], ["2020-01-01", "x"], [1.5, None],
    [float("nan"), float("inf")], [True, None], [{}, None], [[1], [2]], [[1], [2, 3]], b"abc", 5, None, "x", {},
    {"values": [1], "missing": [True]}, {"values": [], "missing": []}, {"values": ["a", "b"], "missing": [True, False]},
    {"codes": [0, 1], "categories": [1, 2]}, {"codes": [0, -1, 7], "categories": ["a", "b"]}, [complex(1, 2)],
    {"codes": [0, None], "categories": ["a", "a"]}, {"codes": [-2], "categories": ["a"]}, ["1e5", "NaN"],
    {"codes": {"values": [0, 1], "missing": [True, False]}, "categories": [5, 6]}, [[1, 2, 3], None], [["1", "2", "3"]],
    {"codes": [0], "categories": {"codes": [0], "categories": [1]}}, ["1e999999999"], [{"a": 1}],
    *(np.array([1, 0], code) for code in np.typecodes["AllInteger"] + "efdFD?"), np.array([[1, 2]]),
]  # fmt: skip


def read(message: bytes) -> str:
    """Read a frame, and return the name of the error."""
    try:
        beve.to_dataframe(message)
    except beve.DecodeError as error:
        return type(error).__name__
    return ""


@pytest.mark.parametrize("name", NAMES)
def test_columns_of_any_stated_dtype_are_read_or_refused(name: str) -> None:
    for values in VALUES:
        for typed in (False, True):
            message = beve.dumps({"columns": {"a": values}, "dtypes": {"a": name}}, typed_lists=typed)
            tracemalloc.start()
            assert read(message) in ("", "MismatchError")
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert peak < 20 << 20, f"{peak} bytes for {values}"


@pytest.mark.parametrize("dtypes", [
    {"a": 5}, {"a": None}, {"a": ["x"]}, {"a": b"x"}, {"a": {}}, {"a": 1.5}, {"b": "int8"}, {}, {"a": True},
    {0: "int8"},
])  # fmt: skip
def test_dtypes_that_are_no_text_are_refused(dtypes: Any) -> None:
    assert read(beve.dumps({"columns": {"a": [1]}, "dtypes": dtypes})) == "MismatchError"


def test_dtypes_that_nest_deep_are_refused() -> None:
    for levels in (20, 300, 3000):
        column: Any = [0]
        for _ in range(levels):
            column = {"codes": [0], "categories": column}
        message = beve.dumps(
            {"columns": {"a": column}, "dtypes": {"a": "category of " * levels + "int8"}}, max_depth=5000
        )
        try:
            beve.to_dataframe(message, limits=beve.Limits(max_depth=5000))
        except beve.DecodeError:
            assert levels > 20


@given(documents(st.one_of(scalars, extended)))
def test_any_document_makes_a_frame_or_is_refused(value: Any) -> None:
    for shape in (value, [value], {"a": [value]}, {"a": [value, None], "b": [1, 2]}, [{"a": value}, {"b": value}, {}]):
        read(beve.dumps(shape, extended=True))


@pytest.mark.parametrize("vector", [v for v in GOOD if len(v.data) < 3000], ids=str)
def test_vectors_make_a_frame_or_are_refused(vector: Vector) -> None:
    for end in {len(vector.data), len(vector.data) - 1, len(vector.data) // 2}:
        read(vector.data[:end])


def test_values_of_all_forms_make_a_frame_or_are_refused() -> None:
    for element in elements():
        for message in (
            element,
            b"\x05\x08" + element * 2,
            b"\x03\x04\x04a" + element,
            b"\x03\x04\x04a\x05\x08" + element + b"\x00",
            b"\x05\x08\x03\x04\x04a" + element + b"\x03\x04\x04b" + element,
        ):
            read(message)
