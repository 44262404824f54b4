"""Data frames, out of rows, columns and matrices, and back."""

from __future__ import annotations

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
        beve.from_dataframe(FRAME[1:])
    with pytest.raises(beve.EncodeError, match="names of columns"):
        beve.from_dataframe(pd.DataFrame([[1, 2]]))
    with pytest.raises(beve.EncodeError, match="names of columns"):
        beve.from_dataframe(pd.DataFrame([[1, 2]], columns=["a", "a"]))
    naive = pd.DataFrame({"t": pd.to_datetime(["2026-01-01"])})
    assert beve.loads(beve.dumps(beve.from_dataframe(naive))) == {"t": ["2026-01-01T00:00:00"]}
