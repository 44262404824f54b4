"""Data frames, out of rows, columns and matrices, and back."""

from __future__ import annotations

import contextlib
import random
import re
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

import beve

np: Any = pytest.importorskip("numpy", reason="pandas needs it")
pd: Any = pytest.importorskip("pandas", reason="these are about pandas")

FRAME = pd.DataFrame(
    {
        "id": np.arange(3, dtype="i4"),
        "value": [1.5, float("nan"), -0.0],
        "name": ["a", None, "c"],
        "ok": [True, False, True],
        "at": pd.to_datetime(["2026-01-01T00:00:00.000000001Z", None, "2026-01-03T00:00:00.000000000Z"]),
    }
)


def test_columns_come_back() -> None:
    value = beve.from_dataframe(FRAME)
    assert value["id"].dtype == np.int32
    assert value["name"] == ["a", None, "c"]
    got = beve.to_dataframe(beve.dumps(value, extended=True))
    pd.testing.assert_frame_equal(got, FRAME, check_dtype=False)
    assert got["id"].dtype == np.int32
    assert got["at"][0].nanosecond == 1


def test_rows_come_back_as_a_table() -> None:
    rows = beve.from_dataframe(FRAME, rows=True)
    data = beve.dumps(rows, extended=True, min_table_rows=1)
    assert data[0] == 0x0E
    pd.testing.assert_frame_equal(beve.to_dataframe(data), FRAME, check_dtype=False)
    pd.testing.assert_frame_equal(beve.to_dataframe(beve.dumps(rows, extended=True)), FRAME, check_dtype=False)


def test_a_frame_within_a_message() -> None:
    data = beve.dumps({"data": {"rows": [{"a": 1}, {"b": 2.5}]}, "m": np.arange(6).reshape(2, 3)})
    got = beve.to_dataframe(data, "/data/rows")
    assert list(got.columns) == ["a", "b"]
    assert got["b"][1] == 2.5
    assert beve.to_dataframe(data, "/m").shape == (2, 3)
    assert beve.to_dataframe(beve.loads(data)["m"]).shape == (2, 3)
    assert beve.to_dataframe([]).empty


def test_spans_keep_nanoseconds() -> None:
    got = beve.to_dataframe({"d": [beve.TimeDelta.of(pd.Timedelta(0).to_pytimedelta(), 7)]})
    assert got["d"][0].nanoseconds == 7
    assert beve.loads(beve.dumps(got["d"].tolist())) == [7]


@pytest.mark.parametrize("value", [{"a": [1], "b": [1, 2]}, {"a": 1}, [1], 5, [[1]]])
def test_what_is_no_frame(value: Any) -> None:
    with pytest.raises(beve.MismatchError, match="neither rows"):
        beve.to_dataframe(beve.dumps(value))


def test_what_a_frame_would_lose_is_an_error() -> None:
    with pytest.raises(beve.EncodeError, match="reset_index"):
        beve.from_dataframe(FRAME.set_index("id"))
    with pytest.raises(beve.EncodeError, match="reset_index"):
        beve.from_dataframe(FRAME.set_axis([f"row {i}" for i in range(len(FRAME))]))
    with pytest.raises(beve.EncodeError, match="names of columns"):
        beve.from_dataframe(pd.DataFrame([[1, 2]]))
    with pytest.raises(beve.EncodeError, match="names of columns"):
        beve.from_dataframe(pd.DataFrame([[1, 2]], columns=["a", "a"]))
    naive = pd.DataFrame({"t": pd.to_datetime(["2026-01-01"])})
    assert beve.loads(beve.dumps(beve.from_dataframe(naive))) == {"t": ["2026-01-01T00:00:00"]}


def column(values: Any, dtype: str) -> Any:
    return pd.Series(values, dtype=dtype)


#: Columns by their dtypes, each with what is missing where the dtype knows that.
DTYPES: dict[str, Any] = {
    **{name: column([0, 1, 7], name) for name in ("int8", "uint8", "int32", "int64", "uint64", "float32", "float64")},
    "bool": column([True, False, True], "bool"),
    "complex128": column([1j, 2, 3], "complex128"),
    "object": column(["a", None, 1], "object"),
    "datetime64[ns]": column(["2026-01-02T03:04:05.123456789", None, "1969-12-31"], "datetime64[ns]"),
    "datetime64[s]": column(["2026-01-02", None, "1800-12-31"], "datetime64[s]"),
    "datetime64[us, Europe/Berlin]": column(["2026-01-02", None, "2026-07-01"], "datetime64[us, Europe/Berlin]"),
    "timedelta64[ms]": column([1, None, 3], "timedelta64[ms]"),
    "Int64": column([1, None, -(1 << 62) - 1], "Int64"),
    "UInt8": column([1, None, 255], "UInt8"),
    "Float32": column([1.5, None, 2], "Float32"),
    "boolean": column([True, None, False], "boolean"),
    "boolean, none missing": column([True, True, False], "boolean"),
    "string": column(["a", None, "é"], "string"),
    "category": pd.Series(pd.Categorical(["b", None, "a"], categories=["b", "a", "unused"])),
    "category, ordered": pd.Series(pd.Categorical([2, 1, 2], categories=[2, 1], ordered=True)),
    "category of times": pd.Series(["2026-01-02", None, "2026-01-02"], dtype="datetime64[ns]").astype("category"),
}


@pytest.mark.parametrize("name", DTYPES)
def test_frames_keep_their_dtypes(name: str) -> None:
    frame = pd.DataFrame({"a": DTYPES[name], "b": [1.5, 2.5, 3.5]})
    for one in (frame, frame[:0], frame[frame["b"] > 2], frame[::-1]):
        choices: list[Any] = [{}, {"typed_lists": True}, {"aligned": True}]
        for options in choices:
            got = beve.to_dataframe(beve.dumps(beve.from_dataframe(one, dtypes=True), **options))
            pd.testing.assert_frame_equal(got, one.reset_index(drop=True), check_exact=True)


def test_frames_of_arrow_keep_their_dtypes() -> None:
    pytest.importorskip("pyarrow")
    for dtype, values in (
        ("int64[pyarrow]", [1, None, 3]),
        ("double[pyarrow]", [1.5, 2.0, 3.0]),
        ("string[pyarrow]", ["a", None, "b"]),
        ("bool[pyarrow]", [True, None, False]),
    ):
        frame = pd.DataFrame({"a": column(values, dtype)})
        got = beve.to_dataframe(beve.dumps(beve.from_dataframe(frame, dtypes=True)))
        pd.testing.assert_frame_equal(got, frame)


@pytest.mark.parametrize("typed_lists", [False, True])
@pytest.mark.parametrize("values", [[], ["a", "é"], ["a", None]])
def test_text_keeps_its_storage(values: list[Any], typed_lists: bool) -> None:
    pytest.importorskip("pyarrow")
    for storage in ("python", "pyarrow"):
        frame = pd.DataFrame({"a": pd.Series(values, dtype=f"string[{storage}]")})
        got = beve.to_dataframe(beve.dumps(beve.from_dataframe(frame, dtypes=True), typed_lists=typed_lists))
        pd.testing.assert_frame_equal(got, frame)
        assert got["a"].dtype == frame["a"].dtype


def test_frames_of_polars_and_pyarrow_are_written() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"a": [1, None, 3], "b": ["x", "y", None], "c": [1.5, 2.5, 3.5]})
    frames = [table]
    try:
        import polars

        frames.append(polars.from_arrow(table))
    except ImportError:
        pass
    for frame in frames:
        got = beve.loads(beve.dumps(beve.from_dataframe(frame)))
        assert [list(part) for part in got.values()] == [[1, None, 3], ["x", "y", None], [1.5, 2.5, 3.5]]


def test_frames_with_dtypes_that_do_not_suit_are_errors() -> None:
    good = beve.from_dataframe(pd.DataFrame({"a": DTYPES["Int64"]}), dtypes=True)
    for dtypes in ({"b": "int64"}, {"a": "unheard"}, {"a": "category of int64"}, {"a": 5}, {}):
        with pytest.raises(beve.MismatchError):
            beve.to_dataframe(beve.dumps({**good, "dtypes": dtypes}))
    others: list[Any] = [[], {"a": 5}, {"a": {"values": [1], "missing": [True, False]}}, {"a": "text"}]
    for columns in others:
        with pytest.raises(beve.MismatchError):
            beve.to_dataframe(beve.dumps({**good, "columns": columns}))
    with pytest.raises(beve.MismatchError, match="several lengths"):
        beve.to_dataframe({"columns": {"a": [1], "b": [1, 2]}, "dtypes": {"a": "int64", "b": "int64"}})
    with pytest.raises(beve.EncodeError, match="rows have no dtypes"):
        beve.from_dataframe(pd.DataFrame({"a": [1]}), dtypes=True, rows=True)


def test_frames_own_their_memory() -> None:
    frame = pd.DataFrame({"a": np.arange(5.0), "b": np.arange(5), "t": ["x"] * 5})
    for dtypes in (False, True):
        data = beve.dumps(beve.from_dataframe(frame, dtypes=dtypes), aligned=True)
        for name in ("a", "b"):
            got = beve.to_dataframe(data)
            assert not np.shares_memory(got[name].to_numpy(), np.frombuffer(data, "u1"))
            got.loc[0, name] = 7
            assert got[name].tolist()[0] == 7
    one = beve.to_dataframe(beve.dumps(beve.from_dataframe(frame[["a"]], dtypes=True), aligned=True))
    one.loc[0, "a"] = 7
    assert one["a"].tolist() == [7, 1, 2, 3, 4]


@pytest.mark.parametrize("large", [False, True])
def test_frames_have_their_columns_in_order(large: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if large:
        monkeypatch.setattr("beve._dtypes.LARGE", 0)
    columns: list[Any] = [*DTYPES.values(), *reversed(DTYPES.values())]
    frame = pd.DataFrame({f"{i}": values for i, values in enumerate(columns)})
    got = beve.to_dataframe(beve.dumps(beve.from_dataframe(frame, dtypes=True)))
    pd.testing.assert_frame_equal(got, frame, check_exact=True)
    for i, values in enumerate(columns):
        got.loc[0, f"{i}"] = values[1]
    for i, values in enumerate(columns):
        expected = [values[1], values[1], values[2]]
        pd.testing.assert_series_equal(got[f"{i}"], pd.Series(expected, dtype=values.dtype), check_names=False)
    assert beve.to_dataframe(beve.dumps({"columns": {}, "dtypes": {}})).empty


def texts(seed: int, n: int) -> list[str]:
    """Return texts of one length, of few and of many, long and empty ones, ASCII and not."""
    r = random.Random(seed)
    alphabet = r.choice(["a", "ab", "aé", "日本😀x"])
    longest = r.choice([0, 1, 12, 16, 17, 40, 64, 300, 20_000 if n < 100 else 70])
    lengths = [r.randrange(longest + 1) for _ in range(r.choice([1, 2, 50]))]
    found = ["".join(r.choices(alphabet, k=r.choice(lengths))) for _ in range(n)]
    return found if r.random() < 0.7 else found + ["y" * 5000] * r.randrange(40)


@pytest.mark.parametrize("seed", range(24))
def test_columns_of_text_are_what_the_walk_reads(seed: int) -> None:
    r = random.Random(seed)
    column = texts(seed, r.choice([1, 3, 255, 256, 257, 2000, 9000]))
    data = beve.dumps({"columns": {"t": column}, "dtypes": {"t": "str"}}, typed_lists=True)
    for message in (data, bytearray(data), memoryview(data)):
        assert beve.to_dataframe(message)["t"].tolist() == column
    for _ in range(6):
        broken = bytearray(data)
        at = r.randrange(20, len(broken))
        del broken[at : at + r.randrange(1, 4)]
        if r.random() < 0.5:
            broken[at:at] = r.randbytes(2)
        try:
            value = beve.loads(broken)
        except beve.TrailingError:
            continue  # a stream, to a frame
        except beve.DecodeError as e:
            with pytest.raises(type(e), match=re.escape(str(e))):
                beve.to_dataframe(broken)
            continue
        with contextlib.suppress(beve.MismatchError):  # of names, or of what is in the column
            got = beve.to_dataframe(broken)
            assert got["t"].tolist() == value["columns"]["t"]


def test_columns_of_text_that_lie_about_their_number_take_no_memory() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    lie = b"\x3c" + (((1 << 40) << 2) | 3).to_bytes(8, "little")
    whole = b"\x03\x08\x1ccolumns\x03\x04\x04t" + lie + b"\x04x" * 1000
    before = pyarrow.default_memory_pool().max_memory()
    with pytest.raises(beve.TruncatedError):
        beve.to_dataframe(whole)
    assert pyarrow.default_memory_pool().max_memory() - before < 1 << 20


def test_columns_of_text_are_checked_one_by_one() -> None:
    good = beve.dumps({"columns": {"t": ["ab", "é", "x" * 70]}, "dtypes": {"t": "str"}}, typed_lists=True)
    assert beve.to_dataframe(good)["t"].tolist() == ["ab", "é", "x" * 70]
    start = good.index("é".encode())
    cut = good.replace(b"\x08ab\x08\xc3\xa9", b"\x0cab\xc3\x04\xa9")  # valid as a whole
    for broken, at in ((good.replace(b"\xc3\xa9", b"\xc3("), 1), (cut, 0), (good[: start + 9], 2)):
        with pytest.raises(beve.DecodeError) as caught:
            beve.to_dataframe(broken)
        assert caught.value.path == f"/columns/t/{at}"
        with pytest.raises(beve.DecodeError) as reference:
            beve.loads(broken)
        assert str(caught.value) == str(reference.value)


@pytest.mark.parametrize("year", [1, 1600, 1969, 2262, 2263, 9999])
def test_times_and_spans_keep_nanoseconds_in_all_years(year: int) -> None:
    """Where the nanoseconds of pandas do not reach, a cell is a DateTime or TimeDelta."""
    at = beve.DateTime.of(datetime(year, 12, 31, 23, 59, 59, 999_999, timezone(timedelta(hours=2))), 7)
    span = beve.TimeDelta.of(timedelta(days=365 * year), 7)
    for cells in ([at] * 6, [at, None] * 3, [datetime(2020, 1, 1, tzinfo=timezone.utc), at, None, at, at, at]):
        rows = [{"t": cell, "d": cell and span} for cell in cells]
        for value in (rows, {"t": cells, "d": [cell and span for cell in cells]}):
            frame = beve.to_dataframe(beve.dumps(value, extended=True))
            last = 5 if cells[5] else 4
            made_at, made_span = frame["t"][last], frame["d"][last]
            assert (made_at.nanosecond, made_at.replace(nanosecond=0)) == (7, at.replace(nanosecond=0))
            assert made_span.nanoseconds == 7
            assert made_span.days == span.days
