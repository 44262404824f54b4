"""Frames keep all that they have, or an error says what would be lost, of which column, and what helps."""

from __future__ import annotations

import datetime
import decimal
import re
from collections.abc import Callable
from typing import Any

import pytest

import beve

np: Any = pytest.importorskip("numpy", reason="pandas needs it")
pd: Any = pytest.importorskip("pandas", reason="these are about pandas")

FRAME = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
HELPS = r"call|cast|convert|clear|give|set columns|see the option"


def again(frame: Any, **options: Any) -> Any:
    return beve.to_dataframe(beve.dumps(beve.from_dataframe(frame, **options), extended=True))


#: What a frame has beside the cells of its columns.
AXES: dict[str, Callable[[Any], Any]] = {
    "a name of the columns": lambda f: f.rename_axis(columns="c"),
    "another name of the columns": lambda f: f.rename_axis(columns=1),
    "a name of no columns": lambda f: f[[]].iloc[:0].rename_axis(columns="c"),
    "levels of columns": lambda f: f.set_axis(pd.MultiIndex.from_tuples([("a", "x"), ("a", "y")]), axis=1),
    "named levels": lambda f: f.set_axis(pd.MultiIndex.from_product([["a"], [1, 2]], names=["p", "q"]), axis=1),
    "one level": lambda f: f.set_axis(pd.MultiIndex.from_arrays([["a", "b"]]), axis=1),
    "categories of columns": lambda f: f.set_axis(pd.CategoricalIndex(["a", "b"], ["b", "a", "z"]), axis=1),
    "columns of int": lambda f: f.set_axis([0, 1], axis=1),
    "columns of times": lambda f: f.set_axis(pd.to_datetime(["2020", "2021"]), axis=1),
    "columns twice": lambda f: f.set_axis(["a", "a"], axis=1),
    "a name of the index": lambda f: f.rename_axis(index="i"),
    "an index of text": lambda f: f.set_axis(["x", "y"]),
    "an index of times": lambda f: f.set_axis(pd.to_datetime(["2020", "2021"])),
    "an index of floats": lambda f: f.set_axis([0.5, 1.5]),
    "labels below 0": lambda f: f.set_axis([-1, 0]),
    "numbers below 0": lambda f: f.set_axis(pd.RangeIndex(1, -1, -1) - 1),
    "levels of the index": lambda f: f.set_index(["a", "b"]),
    "rows without columns": lambda f: f[[]],
}


@pytest.mark.parametrize("name", AXES)
@pytest.mark.parametrize("options", [{}, {"dtypes": True}, {"rows": True}], ids=str)
def test_axes_are_kept_or_told(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(beve.EncodeError, match=r"would be lost|names of columns are"):
        beve.from_dataframe(AXES[name](FRAME), **options)


#: What leaves numbers of rows in another order, with gaps, or twice.
NUMBERED: dict[str, Callable[[Any], Any]] = {
    "filter": lambda f: f[f["a"] > 3],
    "slice": lambda f: f[5:],
    "step": lambda f: f[::-3],
    "sort": lambda f: f.sort_values("b"),
    "sample": lambda f: f.sample(4, random_state=1),
    "drop": lambda f: f.drop([0, 3]),
    "concat": lambda f: pd.concat([f, f]),
    "nothing left": lambda f: f[f["a"] > 99],
    "labels that say more": lambda f: f.set_axis(range(2020, 2020 + len(f))),
    "unsigned": lambda f: f.set_axis(np.arange(len(f), dtype="u8") + (1 << 63)),
}


@pytest.mark.parametrize("name", NUMBERED)
@pytest.mark.parametrize("options", [{}, {"dtypes": True}, {"rows": True}], ids=str)
def test_numbers_of_rows_are_not_written(name: str, options: dict[str, Any]) -> None:
    frame = NUMBERED[name](pd.DataFrame({"a": range(8), "b": [3.0, 1, 2, 9, 5, 4, 8, 7]}))
    if options.get("rows") and frame.empty:
        with pytest.raises(beve.EncodeError, match="columns without rows would be lost; leave out rows=True"):
            beve.from_dataframe(frame, **options)
        return
    got = again(frame, **options)
    if not frame.empty or options:
        pd.testing.assert_frame_equal(got, frame.reset_index(drop=True))
    assert got.columns.to_list() == ["a", "b"]


def test_labels_that_are_made_a_column_come_back() -> None:
    frame = FRAME.set_axis([2020, -7]).rename_axis("year")
    with pytest.raises(beve.EncodeError, match="call reset_index"):
        beve.from_dataframe(frame)
    pd.testing.assert_frame_equal(again(frame.reset_index(), dtypes=True).set_index("year"), frame)


def test_attributes_are_told_where_the_frame_is_to_come_back() -> None:
    frame = FRAME.copy()
    frame.attrs["unit"] = "m"
    with pytest.raises(beve.EncodeError, match="attrs of the frame would be lost; clear"):
        beve.from_dataframe(frame, dtypes=True)
    assert again(frame).equals(FRAME)


def test_what_pandas_makes_of_a_pivot_comes_back_once_its_name_is_dropped() -> None:
    long = pd.DataFrame({"day": [1, 1, 2, 2], "of": ["x", "y", "x", "y"], "n": [1, 2, 3, 4]})
    wide = long.pivot_table(index="day", columns="of", values="n").reset_index()
    with pytest.raises(beve.EncodeError, match=r"'of', would be lost; call rename_axis\(columns=None\)"):
        beve.from_dataframe(wide)
    frame = wide.rename_axis(columns=None)
    pd.testing.assert_frame_equal(again(frame, dtypes=True), frame)


#: Two cells of every dtype of pandas.
DTYPES: dict[str, Callable[[], Any]] = {
    **{f"numpy {code}": lambda code=code: np.array([1, 0], code)  # type: ignore[misc]
       for code in "?" + np.typecodes["AllInteger"] + np.typecodes["AllFloat"]},
    **{f"other order {code}": lambda code=code: np.array([1, 0], ">" + code) for code in "hiq"},  # type: ignore[misc]
    **{name: lambda name=name: pd.array([1, None], name)  # type: ignore[misc]
       for name in ("Int8", "Int64", "UInt32", "Float32", "Float64", "boolean")},
    **{name: lambda name=name: pd.array(["a", None], name) for name in ("string", "object")},  # type: ignore[misc]
    **{f"datetime {unit}": lambda unit=unit: np.array([5, "NaT"], f"M8[{unit}]")  # type: ignore[misc]
       for unit in ("s", "ms", "us", "ns")},
    **{f"span {unit}": lambda unit=unit: np.array([5, "NaT"], f"m8[{unit}]")  # type: ignore[misc]
       for unit in ("s", "ms", "us", "ns")},
    **{f"zone {zone}": lambda zone=zone: pd.to_datetime(["2020-01-01", "2021-01-01"]).tz_localize(zone)  # type: ignore[misc]
       for zone in ("UTC", "Europe/Berlin", datetime.timezone(datetime.timedelta(0, 5)))},
    "interval": lambda: pd.arrays.IntervalArray.from_breaks([1, 2, 3]),
    "period": lambda: pd.period_range("2020", periods=2, freq="M"),
    "sparse": lambda: pd.arrays.SparseArray([1, 0]),
    "category": lambda: pd.Categorical(["a", None], ["b", "a"], ordered=True),
    "category of times": lambda: pd.Categorical(pd.to_datetime(["2020", "2021"])),
    "category of intervals": lambda: pd.Categorical.from_codes([0, 1], pd.interval_range(0, 2)),
    "sets": lambda: pd.Series([{1}, {2}]),
    "objects": lambda: pd.Series([object(), 1]),
}  # fmt: skip


def check_told(error: beve.EncodeError, column: Any) -> None:
    """Check that an error has the path of the column, says of what dtype or type it is, and what helps."""
    assert error.path.removeprefix("/columns").split("/")[1] == "col"
    assert any(word in error.reason for word in names_of(column)), error.reason
    assert re.search(HELPS, error.reason), error.reason


def names_of(column: Any) -> list[str]:
    dtype = column.dtype
    inner = [str(dtype.categories.dtype)] if hasattr(dtype, "categories") else []
    return [str(dtype), *inner, *(type(cell).__name__ for cell in column.tolist())]


@pytest.mark.parametrize("name", DTYPES)
@pytest.mark.filterwarnings("ignore")
def test_columns_of_pandas_come_back_or_are_told(name: str) -> None:
    frame = pd.DataFrame({"ok": [1, 2], "col": DTYPES[name]()})
    try:
        pd.testing.assert_frame_equal(again(frame, dtypes=True), frame, check_exact=True)
    except beve.EncodeError as error:
        check_told(error, frame["col"])
    try:
        got = again(frame)
    except beve.EncodeError as error:
        check_told(error, frame["col"])
    else:
        assert got["col"].isna().tolist() == frame["col"].isna().tolist()


#: What of these has no dtype that can be stated.
TOLD = {"interval", "period", "category of intervals", "numpy g", "numpy G", "sets", "objects", "zone UTC+00:00:05"}


@pytest.mark.parametrize("name", sorted(TOLD & set(DTYPES)))
def test_columns_that_are_told(name: str) -> None:
    """Else the test above could pass with an error for each."""
    frame = pd.DataFrame({"ok": [1, 2], "col": DTYPES[name]()})
    with pytest.raises(beve.EncodeError, match="/col"):
        beve.from_dataframe(frame, dtypes=True)


@pytest.mark.parametrize("name", sorted(set(DTYPES) - TOLD))
def test_columns_that_come_back(name: str) -> None:
    frame = pd.DataFrame({"ok": [1, 2], "col": DTYPES[name]()})
    assert again(frame, dtypes=True)["col"].dtype == frame["col"].dtype


D = decimal.Decimal


def arrow_columns() -> dict[str, Any]:
    """Return two cells of every type of Arrow that test_arrow.py has not: those that nest, and those of others."""
    pa: Any = pytest.importorskip("pyarrow", reason="these are about Arrow")
    one = pa.array([1, 2])
    uuids = pa.array([b"a" * 16] * 2, pa.binary(16))
    return {
        "list": pa.array([[1], None]), "large_list": pa.array([[1], None], pa.large_list(pa.int8())),
        "fixed_size_list": pa.array([[1], None], pa.list_(pa.int8(), 1)),
        "list_view": pa.array([[1], None], pa.list_view(pa.int8())),
        "struct": pa.array([{"x": 1}, None]), "map": pa.array([[("a", 1)], None], pa.map_(pa.string(), pa.int8())),
        "dense_union": pa.UnionArray.from_dense(pa.array([0, 0], "int8"), pa.array([0, 1], "int32"), [one]),
        "run_end_encoded": pa.RunEndEncodedArray.from_arrays([1, 2], [5, 6]),
        "dictionary": pa.DictionaryArray.from_arrays(pa.array([0, 0]), pa.array([[1]])),
        "arrow.uuid": pa.ExtensionArray.from_storage(pa.uuid(), uuids),
        "Nowhere": pa.array([5, None], pa.timestamp("s", "Nowhere/City")),
        "of.others": (uuids, {"ARROW:extension:name": "of.others"}),
    }  # fmt: skip


def test_columns_of_arrow_are_told() -> None:
    pa: Any = pytest.importorskip("pyarrow", reason="these are about Arrow")
    for name, column in arrow_columns().items():
        column, metadata = column if isinstance(column, tuple) else (column, None)
        fields = pa.schema([pa.field("ok", pa.int64()), pa.field("col", column.type, metadata=metadata)])
        table = pa.table([pa.array([1, 2]), column], schema=fields)
        with pytest.raises(beve.EncodeError) as caught:
            beve.from_dataframe(table, dtypes=True)
        assert caught.value.path == "/col"
        assert name in caught.value.reason
        assert "convert the column" in caught.value.reason
        if name == "Nowhere":
            with pytest.raises(beve.EncodeError, match=r"/col: .*Nowhere"):
                beve.from_dataframe(table)
        else:
            assert len(beve.from_dataframe(table)["col"]) == 2


def outcome(frame: Any, options: dict[str, Any]) -> beve.EncodeError | None:
    """Return the error of a frame of polars, or check that its columns come back."""
    try:
        got = again(frame, **options)
    except beve.EncodeError as error:
        return error
    if options:
        assert got["col"].array.__arrow_array__().to_pylist() == frame["col"].to_list()
    return None


def test_columns_of_polars_come_back_or_are_told() -> None:
    pl: Any = pytest.importorskip("polars")
    at = datetime.datetime(2020, 1, 2, 3, 4, 5)
    cells: list[tuple[Any, Any]] = [
        *((kind, 1) for kind in (pl.Int8, pl.Int64, pl.UInt64, pl.Float32, pl.Float64, pl.Int128)), (pl.Boolean, True),
        (pl.Decimal(10, 2), D("1.5")), (pl.List(pl.Int64), [1]), (pl.Array(pl.Int64, 1), [1]),
        (pl.Struct({"x": pl.Int64}), {"x": 1}), (pl.Object, object()), (pl.Categorical, "a"), (pl.Enum(["a"]), "a"),
        (pl.Null, None), (pl.Binary, b"a"), (pl.String, "a"), (pl.Time, at.time()), (pl.Date, at.date()),
        (pl.Duration("us"), at - at), (pl.Datetime("ms"), at), (pl.Datetime("ns", "Europe/Berlin"), at),
    ]  # fmt: skip
    for kind in ("UInt128", "Float16"):
        if hasattr(pl, kind):
            cells.append((getattr(pl, kind), 1))
    told = []
    for kind, cell in cells:
        for nested in (kind, *([] if kind == pl.Object else [pl.Struct({"in": kind})])):
            value = cell if nested is kind else {"in": cell}
            frame = pl.DataFrame({"ok": [1, 2], "col": pl.Series([value, None], dtype=nested)})
            for options in ({}, {"dtypes": True}):
                error = outcome(frame, options)
                if error is None:
                    continue
                told.append((str(nested), bool(options)))
                assert error.path == "/col"
                assert str(nested) in error.reason or "[pyarrow]" in error.reason
                assert "cast the column" in error.reason or "convert the column" in error.reason
    without = {name for name, options in told if not options}
    assert without >= {"Object", "Int128", str(pl.Struct({"in": pl.Int128}))}
    assert {"Int8", "Categorical", "String", "Binary", "Boolean"}.isdisjoint(dict(told))
    for other in (pl.Series([1]), frame.lazy()):
        with pytest.raises(TypeError, match="data frame"):
            beve.from_dataframe(other)
