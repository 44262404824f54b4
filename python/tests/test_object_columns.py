"""Frames with cells of every kind of Python: written with dtypes they come back as they were, or writing raises."""

from __future__ import annotations

import datetime
import decimal
import enum
import pathlib
import uuid
from typing import Any

import pytest

import beve

np: Any = pytest.importorskip("numpy", reason="pandas needs it")
pd: Any = pytest.importorskip("pandas", reason="these are about pandas")

Dec = decimal.Decimal
Zone = datetime.timezone(datetime.timedelta(hours=5, minutes=45))


class Level(enum.Enum):
    LOW = (1, "low")


#: Cells that come back.
KEPT: dict[str, list[Any]] = {
    "Decimal": [Dec("1.50"), Dec("-0E+30"), Dec("NaN")],
    "date": [datetime.date(1, 1, 1), datetime.date(9999, 12, 31)],
    "datetime": [datetime.datetime(1, 1, 1), datetime.datetime(9999, 12, 31, 23, 59, 59, 999999)],
    "datetime with a zone": [datetime.datetime(1, 1, 1, tzinfo=Zone), datetime.datetime(9999, 12, 31, 23, tzinfo=Zone)],
    "time": [datetime.time(0), datetime.time(23, 59, 59, 1, tzinfo=Zone)],
    "timedelta": [datetime.timedelta.min, datetime.timedelta.max, datetime.timedelta(microseconds=-1)],
    "UUID": [uuid.UUID(int=0), uuid.UUID(int=(1 << 128) - 1)],
    "bytes": [b"", b"\x00\xff", b"text"],
    "str": ["", "é", "2020-01-01"],
    "int": [0, -(1 << 127), (1 << 128) - 1],
    "small int": [1, 2, 3],
    "float": [1.5, float("nan"), float("inf"), -0.0],
    "bool": [True, False],
    "complex": [1j, 2 + 0j],
    "None": [None, None],
    "scalars": [1, 1.5, "a", True, None, float("nan")],
    "list": [[1, 2], [], [1.5, None], [[1], ["a"]], [0] * 9],
    "lists of numbers": [[1, 2], [3, 4]],
    "dict": [{"a": [1, {"b": None}]}, {}, {1: 2}],
    "dicts alike": [{"a": i, "b": "x"} for i in range(7)],
    "list and scalar": [[1], 1, "a", {"k": [True]}],
    "array": [np.array([1, 2], "i2"), np.array([], "f4"), np.array([1, 2], "u1")],
}

#: Cells that have no form.
RAISE: dict[str, list[Any]] = {
    "tuple": [(1, 2)],
    "set": [{1}],
    "Enum": [Level.LOW],
    "Path": [pathlib.PurePosixPath("a/b")],
    "bytearray": [bytearray(b"a")],
    "NumPy scalar": [np.float32(1.5), np.int8(1)],
    "NaT": [pd.NaT, None],
    "NA": [pd.NA, 1],
    "Timestamp": [pd.Timestamp(0), "a"],
    "mixed": [Dec(1), "1"],
    "date and datetime": [datetime.date(2020, 1, 1), datetime.datetime(2020, 1, 1)],
    "nested": [[{"a": uuid.UUID(int=1)}], [Dec(1)], [b"a"], [(1,)]],
    "keys": [{1: 1, "1": 2}],
    "matrix": [np.zeros((2, 2))],
    "strange array": [np.zeros(2, ">f8")],
    "fold": [datetime.datetime(2020, 1, 1, fold=1)],
    "object": [object()],
}


def same(a: Any, b: Any) -> bool:
    """Report whether two cells are of the same types and values, NaN too."""
    if type(a) is not type(b):
        return False
    if isinstance(a, np.ndarray):
        return bool(a.dtype == b.dtype and a.tolist() == b.tolist())
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    return repr(a) == repr(b)


def there_and_back(frame: Any, dtypes: bool = True, **options: Any) -> Any:
    return beve.to_dataframe(beve.dumps(beve.from_dataframe(frame, dtypes=dtypes), **options))


def objects(cells: list[Any]) -> Any:
    made = np.empty(len(cells), object)
    for i, cell in enumerate(cells):
        made[i] = cell
    return pd.Series(made, dtype=object)


PROFILES: list[dict[str, Any]] = [
    {**extended, **typed} for extended in ({}, {"extended": True}) for typed in ({}, {"typed_lists": True})
]


@pytest.mark.parametrize("options", PROFILES, ids=str)
@pytest.mark.parametrize("name", KEPT)
def test_cells_come_back(name: str, options: dict[str, Any]) -> None:
    whole = KEPT[name]
    for cells in ([], whole[:1], whole, [*whole, None], whole * 4):
        frame = pd.DataFrame({"a": objects(cells), "n": objects(list(range(len(cells))))})
        got = there_and_back(frame, **options)
        assert got["a"].dtype == object
        assert len(got) == len(frame)
        assert same(got["a"].tolist(), cells), (got["a"].tolist(), cells)


@pytest.mark.parametrize("name", RAISE)
def test_cells_that_would_change_are_errors(name: str) -> None:
    for cell in RAISE[name] if name == "nested" else [None]:
        cells = [cell] if name == "nested" else RAISE[name]
        with pytest.raises(beve.EncodeError, match="/a"):
            beve.from_dataframe(pd.DataFrame({"a": objects(cells)}), dtypes=True)


@pytest.mark.parametrize("dtypes", [False, True])
def test_shapes_that_would_change_are_errors(dtypes: bool) -> None:
    frame = pd.DataFrame({"a": objects([1])})
    assert there_and_back(frame[:0], dtypes).columns.to_list() == ["a"]
    assert there_and_back(pd.DataFrame(), dtypes).shape == (0, 0)
    with pytest.raises(beve.EncodeError, match="3 rows of a frame without columns"):
        beve.from_dataframe(pd.DataFrame(index=range(3)), dtypes=dtypes)
    for columns in (["a", "a"], pd.MultiIndex.from_tuples([("a", "b"), ("a", "c")])):
        with pytest.raises(beve.EncodeError, match=r"names of columns are there once|columns of 2 levels"):
            beve.from_dataframe(pd.DataFrame([[1, 2]], columns=columns), dtypes=dtypes)
    with pytest.raises(beve.EncodeError, match="reset_index"):
        beve.from_dataframe(frame.set_index(pd.MultiIndex.from_tuples([(1, 2)])), dtypes=dtypes)


def test_cells_that_do_not_suit_their_dtype_are_errors() -> None:
    for stated, cell in (("Decimal", "x"), ("date", 5), ("bytes", "a"), ("UUID", "5"), ("nothing", 1)):
        with pytest.raises(beve.MismatchError, match="/columns/a"):
            beve.to_dataframe({"columns": {"a": [cell]}, "dtypes": {"a": f"object of {stated}"}})
