"""Dataclasses: what their fields take, and what they say when something does not suit."""

from __future__ import annotations

import array
import collections.abc
import enum
import re
import sys
import typing
import uuid
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal, Optional, Union

import pytest

import beve


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclass
class Position:
    x: float
    y: float = 0.0


@dataclass
class Sensor:
    name: str
    position: Position
    samples: list[float]
    identity: uuid.UUID = field(metadata={"beve": "id"})
    since: datetime | None = None
    pause: timedelta = timedelta(0)
    color: Color = Color.RED
    raw: bytes = b""
    extra: dict[str, Any] = field(default_factory=dict)
    pair: tuple[int, str] = (0, "")
    near: Optional["Sensor"] = None  # noqa: UP045, UP037, as older code writes it


SENSOR = Sensor(
    "roof",
    Position(1.5, -2.0),
    [1.0, 2.5],
    uuid.UUID(int=77),
    beve.parse_time("2026-01-02T03:04:05.123456789+02:00"),
    timedelta(milliseconds=1500),
    Color.BLUE,
    b"\x00\xff",
    {"k": [1, None]},
    (3, "x"),
    Sensor("cellar", Position(0.0), [], uuid.UUID(int=78)),
)


@pytest.mark.parametrize("extended", [False, True])
@pytest.mark.parametrize("typed", [False, True])
@pytest.mark.parametrize("arrays", [None, "array", "list"])
def test_what_is_written_is_read_again(extended: bool, typed: bool, arrays: Any) -> None:
    data = beve.dumps(SENSOR, extended=extended, typed_lists=typed)
    if arrays == "list" and not extended:
        with pytest.raises(beve.MismatchError):  # sixteen numbers in a list are not bytes
            beve.loads_as(Sensor, data, arrays="list")
        return
    got = beve.loads_as(Sensor, data, arrays=arrays, uint8_as_bytes=arrays == "list")
    if typed:
        got.extra["k"] = list(got.extra["k"])
    assert got == SENSOR


def test_rows_of_dataclasses_are_a_table() -> None:
    rows = [Position(float(i), 1.0) for i in range(9)]
    data = beve.dumps(rows, extended=True)
    assert data[0] == 0x0E
    assert beve.loads_as(list[Position], data) == rows
    assert beve.loads_as(list[Position], beve.dumps(rows)) == rows


def test_plain_values_of_dataclasses() -> None:
    plain = beve.to_value({"s": [SENSOR]})
    assert plain["s"][0]["id"] == SENSOR.identity
    assert plain["s"][0]["near"]["position"] == {"x": 0.0, "y": 0.0}
    assert beve.dumps(plain) == beve.dumps({"s": [SENSOR]})
    assert beve.from_value(dict[str, list[Sensor]], plain) == {"s": [SENSOR]}


@pytest.mark.parametrize(
    ("kind", "value", "want"),
    [
        (int, 5, 5),
        (float, 5, 5.0),
        (complex, 5, 5 + 0j),
        (bool, True, True),
        (None, None, None),
        (Any, [1], [1]),
        (object, "x", "x"),
        (int | None, None, None),
        (Union[int, str], "x", "x"),  # noqa: UP007, as older code writes it
        (Literal["a", 1], 1, 1),
        (tuple[int, ...], [1, 2], (1, 2)),
        (tuple, [1, "x"], (1, "x")),
        (list, [1, "x"], [1, "x"]),
        (dict, {"a": 1}, {"a": 1}),
        (dict[int, float], {1: 2}, {1: 2.0}),
        (collections.abc.Sequence[int], [1], [1]),
        (collections.abc.Mapping[str, int], {"a": 1}, {"a": 1}),
        (typing.Annotated[int, "unit"], 1, 1),
        (list[int], array.array("i", [1, 2]), [1, 2]),
        (bytes, array.array("B", [1, 2]), b"\x01\x02"),
        (uuid.UUID, str(uuid.UUID(int=5)), uuid.UUID(int=5)),
        (uuid.UUID, bytes(15) + b"\x05", uuid.UUID(int=5)),
        (timedelta, 1_500, beve.TimeDelta.of(timedelta(microseconds=1), 500)),
        (re.Pattern[str], "a+", re.compile("a+")),
        (re.Pattern, beve.RegExp("a", "i"), re.compile("a", re.I)),
        (beve.RegExp, {"pattern": "a", "flags": "i"}, beve.RegExp("a", "i")),
        (Color, "red", Color.RED),
    ],
    ids=str,
)
def test_what_types_take(kind: Any, value: Any, want: Any) -> None:
    got = beve.from_value(kind, value)
    assert got == want
    assert type(got) is type(want)


def test_intervals_are_read_from_objects() -> None:
    start, end = beve.parse_time("2026-01-02T03:04:05Z"), beve.parse_time("2026-01-02T03:04:06.000000001Z")
    interval = beve.Interval(start, end)
    for extended in (False, True):
        assert beve.loads_as(beve.Interval, beve.dumps(interval, extended=extended)) == interval


@pytest.mark.parametrize(
    ("kind", "value", "reason"),
    [
        (int, 5.0, "a value of type float is not an int"),
        (int, True, "a value of type bool is not an int"),
        (float, (1 << 53) + 1, "not a float: .* is not exact"),
        (float, "1", "a value of type str is not a float"),
        (str, b"x", "a value of type bytes is not a str"),
        (int | None, "x", "is no"),
        (Literal["a"], "b", "not one of 'a'"),
        (Literal[1], True, "not one of 1"),
        (tuple[int, str], [1], "1 elements for a tuple of 2"),
        (list[int], [1, "x"], "/1 at byte 0: a value of type str is not an int"),
        (list[int], "ab", "a value of type str is not a list"),
        (dict[str, list[int]], {"a/b": [None]}, "/a~1b/0 at byte 0"),
        (Color, "green", "not a Color: 'green' is not a valid Color"),
        (uuid.UUID, "x", "not a UUID"),
        (uuid.UUID, array.array("i", [1]), "not a UUID: its elements are not uint8"),
        (datetime, "yesterday", "not a datetime: 'yesterday' is not a time"),
        (re.Pattern, "(", "not a re.Pattern"),
        (beve.Interval, {"start": "x"}, "not a Interval: its members are start and end"),
        (beve.Interval, {"start": 1, "end": 2}, "not a Interval"),
        (beve.RegExp, {"pattern": 1, "flags": ""}, "not a RegExp: its members are pattern and flags"),
        (beve.RegExp, {"pattern": "a"}, "not a RegExp"),
        (Position, [1.0, 2.0], "a value of type list is not a Position"),
        (Position, {"y": 1.0}, "no member for the field x of Position"),
        (Position, {"x": "1"}, "/x at byte 0: a value of type str is not a float"),
    ],
    ids=str,
)
def test_what_does_not_suit_says_so(kind: Any, value: Any, reason: str) -> None:
    with pytest.raises(beve.MismatchError, match=reason):
        beve.from_value(kind, value)


def test_failures_say_where_the_part_lies() -> None:
    data = beve.dumps({"position": {"x": "far"}, "name": "x"})
    with pytest.raises(beve.MismatchError) as caught:
        beve.loads_as(Sensor, data)
    assert caught.value.path == "/position/x"
    assert data[caught.value.offset :].startswith(beve.dumps("far"))


def test_unknown_members() -> None:
    data = beve.dumps([{"x": 1.0, "z": 2}])
    assert beve.loads_as(list[Position], data) == [Position(1.0)]
    with pytest.raises(beve.MismatchError, match=r"/0/z at byte 17: Position has no member 'z'"):
        beve.loads_as(list[Position], data, reject_unknown=True)


@dataclass
class Chain:
    next: Chain | None = None


def test_depth_is_no_matter_of_the_recursion_of_python() -> None:
    value: Any = None
    for _ in range(500):
        value = {"next": value}
    data = beve.dumps(value)
    limit = sys.getrecursionlimit()
    assert beve.loads(data) == value
    sys.setrecursionlimit(700)
    try:
        for made in (beve.from_value(Chain, value), beve.loads_as(Chain, data)):
            for _ in range(499):
                assert made.next is not None
                made = made.next
    finally:
        sys.setrecursionlimit(limit)


def test_types_that_values_are_not_made_into() -> None:
    with pytest.raises(TypeError, match="not a type that values are made into"):
        beve.from_value(range, [1])


def test_arrays_of_a_stated_type() -> None:
    np: Any = pytest.importorskip("numpy", reason="the type of the field is NumPy's")
    npt: Any = pytest.importorskip("numpy.typing")
    data = beve.dumps({"a": np.arange(3, dtype="i4"), "b": [1, 2], "c": []})
    got = beve.loads_as(dict[str, npt.NDArray[np.float64]], data)
    assert [part.dtype.str for part in got.values()] == ["<f8"] * 3
    assert beve.loads_as(dict[str, np.ndarray], data)["a"].dtype == np.int32
    with pytest.raises(beve.MismatchError, match="/a at byte 4: an array of int32 is none of int16"):
        beve.loads_as(dict[str, npt.NDArray[np.int16]], data)
    with pytest.raises(beve.MismatchError, match="something else than numbers"):
        beve.loads_as(np.ndarray, beve.dumps(["x"]))
