"""Columns of Arrow's types: every type, whole, cut, in chunks and with nothing in it, both ways."""

from __future__ import annotations

import decimal
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

import beve

np: Any = pytest.importorskip("numpy", reason="pandas needs it")
pd: Any = pytest.importorskip("pandas", reason="these are about pandas")
pa: Any = pytest.importorskip("pyarrow", reason="these are about Arrow")

D = decimal.Decimal
LONG_AGO = -(1 << 35) - 1

#: Three values of each type, of which one is missing.
TYPES: dict[str, Any] = {
    "bool": pa.array([True, None, False]),
    "null": pa.nulls(3),
    **{f"int{b}": pa.array([1, None, -1 << b - 1], f"int{b}") for b in (8, 16, 32, 64)},
    **{f"uint{b}": pa.array([1, None, (1 << b) - 1], f"uint{b}") for b in (8, 16, 32, 64)},
    "beyond binary64": pa.array([(1 << 53) + 1, None, -5]),
    "halffloat": pa.array([np.float16(1.5), None, np.float16("-inf")], pa.float16()),
    "float": pa.array([float("nan"), None, -0.0], pa.float32()),
    "double": pa.array([float("nan"), None, 0.1]),
    **{f"{name}{of}": pa.array(cells, f"{name}{of}")
       for name in ("", "large_") for of, cells in (("string", ["a", None, "é"]), ("binary", [b"a", None, b"\xff"]))},
    "fixed": pa.array([b"ab", None, b"\x00\xff"], pa.binary(2)),
    **{f"duration {u}": pa.array([1, None, LONG_AGO], pa.duration(u)) for u in ("s", "ms", "us", "ns")},
    **{f"timestamp {u} {zone}": pa.array([1, None, LONG_AGO], pa.timestamp(u, zone or None))
       for u in ("s", "ms", "us", "ns") for zone in ("", "UTC", "Europe/Berlin", "-03:30")},
    "date32": pa.array([1, None, -30000], pa.date32()),
    "date64": pa.array([86_400_000, None, -86_400_000], pa.date64()),
    **{f"time {u}": pa.array([1, None, 86399], pa.time32(u)) for u in ("s", "ms")},
    "time ns": pa.array([1, None, 86_399_000_000_001], pa.time64("ns")),
    "time us": pa.array([1, None, 86_399_000_001], pa.time64("us")),
    "decimal128": pa.array([D("1.50"), None, D("-99999999.99")], pa.decimal128(10, 2)),
    "decimal256": pa.array([D("1.5"), None, D("-2.25")], pa.decimal256(50, 3)),
    "months": pa.array([(1, -2, 3), None, (0, 0, 1 << 40)], pa.month_day_nano_interval()),
    "dictionary": pa.array(["a", None, "b"]).dictionary_encode(),
    "dictionary of int": pa.array([1 << 60, None, -1]).dictionary_encode(),
    "dictionary of duration": pa.array([1, None, LONG_AGO], pa.duration("ms")).dictionary_encode(),
    "dictionary with none": pa.DictionaryArray.from_arrays(pa.array([0, 1, 0], "int8"), pa.array(["a", None])),
    "ordered dictionary": pa.DictionaryArray.from_arrays(pa.array([1, None, 0]), pa.array([b"a", b"b"]), ordered=True),
}  # fmt: skip


def parts(values: Any) -> Iterator[Any]:
    """Yield a column whole, cut on both sides, empty, with nothing missing, and in chunks."""
    column = pa.chunked_array([values])
    yield column
    yield column[1:]
    yield column[:1]
    yield column[2:]
    yield column[:0]
    yield pa.chunked_array([values[2:], values[:0], values[1:]])
    yield pa.chunked_array([], values.type)


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("extended", [False, True])
def test_columns_of_all_types_come_back(name: str, extended: bool) -> None:
    choices: list[Any] = [{}, {"typed_lists": True}, {"aligned": True}]
    for column in parts(TYPES[name]):
        table = pa.table({"a": column, "number": pa.array(range(len(column)), "int8")})
        frames = [table, table.to_pandas(types_mapper=pd.ArrowDtype)]
        for frame, options in zip(frames + frames[:1], choices, strict=True):
            value = beve.from_dataframe(frame, dtypes=True)
            message = beve.dumps(value, extended=extended, **options)
            for source in (message, beve.loads(message), value):
                got = beve.to_dataframe(source)
                assert str(got["a"].dtype) == f"{column.type}[pyarrow]"
                made = got["a"].array.__arrow_array__()
                assert made.type == column.type
                assert repr(made.to_pylist()) == repr(column.to_pylist())


def test_what_is_missing_has_no_value() -> None:
    """Memory below what is missing may hold anything, and is not written."""
    buffer = pa.py_buffer(np.array([1, 0x5EC4E7, 3]))
    values = pa.Array.from_buffers(pa.int64(), 3, [pa.py_buffer(b"\x05"), buffer])
    value = beve.from_dataframe(pa.table({"a": values}), dtypes=True)
    assert value["columns"]["a"]["values"].tolist() == [1, 0, 3]


@pytest.mark.parametrize("kind", [pa.list_(pa.int64()), pa.struct({"a": pa.int64()}), pa.map_("string", "int8")])
def test_types_that_cannot_be_stated_are_errors(kind: Any) -> None:
    frame = pa.table({"a": pa.nulls(2, kind)})
    with pytest.raises(beve.EncodeError, match=r"/a: dtype .* cannot be stated"):
        beve.from_dataframe(frame, dtypes=True)
    assert list(beve.from_dataframe(frame)["a"]) == [None, None]


def plain(values: Any, **options: Any) -> Any:
    return beve.loads(beve.dumps(beve.from_dataframe(pa.table({"a": values}))), **options)["a"]


def test_cells_without_dtypes() -> None:
    """What they are without their dtypes is what the same cells of Python are."""
    day = timedelta(1)
    cells: list[Any] = [
        (pa.array([datetime(2026, 1, 2, 3, 4, 5, 6), None]), ["2026-01-02T03:04:05.000006", None]),
        (pa.array([date(2026, 1, 2), None]), ["2026-01-02", None]),
        (pa.array([time(1, 2, 3, 4), None]), ["01:02:03.000004", None]),
        (pa.array([3001, 3000, None, 10**9], pa.time64("ns")),
         ["00:00:00.000003001", "00:00:00.000003", None, "00:00:01"]),
        (pa.array([day, None, -day]), [86_400 * 10**9, None, -86_400 * 10**9]),
        (pa.array([D("1.50"), None]), ["1.50", None]),
        (pa.array([b"a", None, b"\xff"]), [b"a", None, b"\xff"]),
        (pa.array([(1 << 53) + 1, None]), [(1 << 53) + 1, None]),
    ]  # fmt: skip
    for values, wanted in cells:
        assert list(plain(values)) == wanted
    for unit in ("s", "us"):
        with pytest.raises(beve.EncodeError, match=r"/a: .* with dtypes"):
            plain(pa.array([1 << 60], pa.timestamp(unit)))


def test_integers_beside_what_is_missing_are_exact() -> None:
    big = (1 << 53) + 1
    columns = {
        "Int64": [big, None, -(1 << 63)], "UInt64": [big, None, (1 << 64) - 1], "float64": [1.5, None, 2],
    }  # fmt: skip
    wide: dict[str, list[Any]] = {"a": [big, 0.5, None], "b": [1 << 64, None, 1], "c": [-1, 1 << 63, None]}
    rows = [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]
    for value in (columns, rows, [{k: v for k, v in row.items() if v is not None} for row in rows]):
        for source in (value, beve.dumps(value), beve.dumps(value, extended=True, min_table_rows=1)):
            got = beve.to_dataframe(source)
            assert {name: str(got[name].dtype) for name in columns} == {name: name for name in columns}
            for name, cells in columns.items():
                assert [
                    cell if here else None for cell, here in zip(got[name], got[name].notna(), strict=True)
                ] == cells
    got = beve.to_dataframe(beve.dumps(wide))
    assert all(str(dtype) == "object" for dtype in got.dtypes)
    assert [got[name].tolist() for name in wide] == list(wide.values())


@pytest.mark.parametrize("columns", [
    {"values": [1], "missing": [True, False]}, {"values": [1], "missing": [1]}, {"values": [1]}, ["x"], [1.5], [300],
    "x", 5, {"values": 5, "missing": [True]}, np.array([1.5]), np.array([[1]]), np.array([300]),
])  # fmt: skip
def test_columns_that_do_not_suit_are_errors(columns: Any) -> None:
    message = beve.dumps({"columns": {"a": columns}, "dtypes": {"a": "int8[pyarrow]"}})
    with pytest.raises(beve.MismatchError, match="/columns/a"):
        beve.to_dataframe(message)


@pytest.mark.parametrize("stated", [
    "[pyarrow]", "list<item: int64>[pyarrow]", "timestamp[s, tz=Nowhere/City][pyarrow]", "decimal128(99, 2)[pyarrow]",
    "dictionary<values=" * 9 + "int8[pyarrow]", "fixed_size_binary[999999999][pyarrow]", "decimal128(5, 1)[pyarrow]",
    "dictionary<values=int8, indices=int8, ordered=0>[pyarrow]", "month_day_nano_interval[pyarrow]",
])  # fmt: skip
def test_types_that_do_not_suit_are_errors(stated: str) -> None:
    with pytest.raises(beve.MismatchError, match="/columns/a"):
        beve.to_dataframe(beve.dumps({"columns": {"a": ["x"]}, "dtypes": {"a": stated}}))


@pytest.mark.parametrize("frame", [
    pa.array([1]), pa.chunked_array([[1]]), pd.Series([1]), np.arange(3), None, [1], 5, {"a": [1]}, "text",
])  # fmt: skip
def test_what_is_no_frame_is_a_type_error(frame: Any) -> None:
    with pytest.raises(TypeError, match="data frame"):
        beve.from_dataframe(frame)


def test_frames_of_several_kinds_are_taken() -> None:
    assert beve.from_dataframe(pa.record_batch({"a": [1]}))["a"].tolist() == [1]
    views = pa.table({"a": pa.array(["x", None], pa.string_view()), "b": pa.array([b"x", None], pa.binary_view())})
    got = beve.to_dataframe(beve.dumps(beve.from_dataframe(views, dtypes=True)))
    assert [str(dtype) for dtype in got.dtypes] == ["large_string[pyarrow]", "large_binary[pyarrow]"]


def test_frames_of_polars_come_back() -> None:
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({
        "n": [1, None, 1 << 60], "text": ["a", None, "é"], "raw": [b"a", None, b"\xff"], "ok": [True, None, False],
        "at": [datetime(2026, 1, 2, 3, 4, 5, 6), None, None], "day": [date(2026, 1, 2), None, date(1969, 1, 1)],
        "clock": [time(1, 2, 3, 4), None, None], "span": [timedelta(seconds=5), None, timedelta(days=-1)],
        "category": pl.Series(["a", None, "b"], dtype=pl.Categorical), "price": [D("1.5"), None, D("2")],
    })  # fmt: skip
    for part in (frame, frame[1:], frame[:0], pl.concat([frame, frame[1:]], rechunk=False)):
        for extended in (False, True):
            got = beve.to_dataframe(beve.dumps(beve.from_dataframe(part, dtypes=True), extended=extended))
            made = {name: got[name].array.__arrow_array__().to_pylist() for name in part.columns}
            assert made == part.to_dict(as_series=False)


@pytest.mark.parametrize("name", ["string", "str", "Float64", "Int8"])
def test_frames_keep_their_dtypes_without_arrow(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("beve._dtypes.has_text_columns", lambda: False)
    monkeypatch.setattr("beve._pandas.has_text_columns", lambda: False)
    frame = pd.DataFrame({"a": pd.Series(["a", None] if name in ("string", "str") else [1, None], dtype=name)})
    for one in (frame, frame[:0], frame[:1]):
        got = beve.to_dataframe(beve.dumps(beve.from_dataframe(one, dtypes=True)))
        pd.testing.assert_frame_equal(got, one)


def test_not_a_number_is_not_missing() -> None:
    values = pd.arrays.FloatingArray(np.array([0.5, float("nan"), 1.0]), np.array([False, False, True]))
    for column in (values, values[:2]):
        got = beve.to_dataframe(beve.dumps(beve.from_dataframe(pd.DataFrame({"a": column}), dtypes=True)))["a"].array
        assert repr(got._data.tolist()[:2]) == "[0.5, nan]"
        assert got._mask.tolist() == column._mask.tolist()
