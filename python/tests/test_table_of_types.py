"""The table of types: what each type of Python becomes, and what comes back.

"same" is the same value of the same type; another form is written out; an error is
its class. A silent change of any cell fails.
"""

from __future__ import annotations

import array
import collections
import dataclasses
import datetime as dt
import decimal
import enum
import fractions
import ipaddress
import math
import pathlib
import re
import struct
import types
import uuid
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

import beve

SAME = object()
ERROR = beve.EncodeError
UTC = dt.timezone.utc
ZONE = dt.timezone(dt.timedelta(hours=5, minutes=30))
ODD = dt.timezone(dt.timedelta(seconds=3601))
WHEN = dt.datetime(2026, 1, 2, 3, 4, 5, 6, UTC)
ID = uuid.UUID("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
NAN = struct.unpack("<d", b"\x01\x02\x03\x04\x05\x06\xf8\x7f")[0]


class Color(enum.Enum):
    RED = "red"


class Level(enum.IntEnum):
    HIGH = 3


class Flags(enum.Flag):
    A = 1
    B = 2


class Odd(enum.Enum):
    SET: Any = frozenset({1})  # type: ignore[misc]


class Point(NamedTuple):
    x: int
    y: int


@dataclasses.dataclass
class Plain:
    a: int


@dataclasses.dataclass
class Twice:
    a: int = dataclasses.field(default=1, metadata={"beve": "n"})
    n: int = 2


class Text(str):
    __slots__ = ()


class Liar(dict[str, int]):
    def __len__(self) -> int:
        return 7


class LiarList(list[int]):
    def __len__(self) -> int:
        return 7


class Mapped(Mapping[str, int]):
    def __getitem__(self, key: str) -> int:
        return 1

    def __iter__(self) -> Any:
        return iter("ab")

    def __len__(self) -> int:
        return 5


ring: list[Any] = []
ring.append(ring)

# Value, what its portable form is read as, what its extended form is read as.
TABLE: list[tuple[str, Any, Any, Any]] = [
    ("None", None, SAME, SAME),
    ("bool", True, SAME, SAME),
    ("int", 7, SAME, SAME),
    ("int of 64 bits", -(2**63), SAME, SAME),
    ("int, unsigned", 2**64 - 1, SAME, SAME),
    ("int of 128 bits", -(2**127), SAME, SAME),
    ("int of 128 bits, unsigned", 2**128 - 1, SAME, SAME),
    ("int beyond 128 bits", 2**128, ERROR, ERROR),
    ("int below 128 bits", -(2**127) - 1, ERROR, ERROR),
    ("int of many digits", 1 << 100_000, ERROR, ERROR),
    ("float", 1.5, SAME, SAME),
    ("float, whole", 2.0, SAME, SAME),
    ("float, -0", -0.0, SAME, SAME),
    ("float, infinite", -math.inf, SAME, SAME),
    ("float, NaN with its bits", NAN, SAME, SAME),
    ("complex", complex(1, -0.0), SAME, SAME),
    ("str", "aé\U0001f600\x00", SAME, SAME),
    ("str, half a pair", "a\ud800", ERROR, ERROR),
    ("str, a pair as halves", "\ud83d\ude00", ERROR, ERROR),
    ("str, of a class of its own", Text("a"), "a", "a"),
    ("bytes", b"ab", [97, 98], [97, 98]),
    ("bytearray", bytearray(b"ab"), [97, 98], [97, 98]),
    ("memoryview", memoryview(b"ab"), [97, 98], [97, 98]),
    ("memoryview, every second", memoryview(b"abc")[::2], [97, 99], [97, 99]),
    ("memoryview of int", memoryview(array.array("i", [1])), ERROR, ERROR),
    ("array of double", array.array("d", [1.5]), [1.5], [1.5]),
    ("array of long", array.array("q", [-1]), [-1], [-1]),
    ("array of characters", array.array("w" if "w" in array.typecodes else "u", "a"), ERROR, ERROR),
    ("list", [1, "a", None], SAME, SAME),
    ("list, empty", [], SAME, SAME),
    ("tuple", (1, 2), [1, 2], [1, 2]),
    ("tuple with names", Point(1, 2), [1, 2], [1, 2]),
    ("list with a false length", LiarList([1]), [1], [1]),
    ("list of itself", ring, ERROR, ERROR),
    ("set", {1}, [1], [1]),
    ("frozenset", frozenset({1}), [1], [1]),
    ("deque", collections.deque([1]), [1], [1]),
    ("range", range(3), ERROR, ERROR),
    ("generator", (i for i in [1]), ERROR, ERROR),
    ("dict", {"a": 1, "": 2, "__proto__": 3}, SAME, SAME),
    ("dict of int", {1: 2, -(2**70): 3}, SAME, SAME),
    ("dict, empty", {}, SAME, SAME),
    ("dict of bool", {True: 1}, ERROR, ERROR),
    ("dict of None", {None: 1}, ERROR, ERROR),
    ("dict of float", {1.0: 1}, ERROR, ERROR),
    ("dict of bytes", {b"a": 1}, ERROR, ERROR),
    ("dict of tuple", {(1,): 1}, ERROR, ERROR),
    ("dict of str and int", {"a": 1, 1: 2}, ERROR, ERROR),
    ("dict of int and str", {1: 2, "a": 1}, ERROR, ERROR),
    ("dict of int beyond 128 bits", {1 << 128: 1}, ERROR, ERROR),
    ("dict, half a pair", {"\udc00": 1}, ERROR, ERROR),
    ("dict with a false length", Liar(a=1), {"a": 1}, {"a": 1}),
    ("Mapping with a false length", Mapped(), {"a": 1, "b": 1}, {"a": 1, "b": 1}),
    ("OrderedDict", collections.OrderedDict(a=1), {"a": 1}, {"a": 1}),
    ("Counter", collections.Counter("a"), {"a": 1}, {"a": 1}),
    ("mappingproxy", types.MappingProxyType({"a": 1}), {"a": 1}, {"a": 1}),
    ("dataclass", Plain(1), {"a": 1}, {"a": 1}),
    ("dataclass with a name twice", Twice(), ERROR, ERROR),
    ("dataclass itself", Plain, ERROR, ERROR),
    ("Enum", Color.RED, "red", "red"),
    ("IntEnum", Level.HIGH, 3, 3),
    ("Flag", Flags.A | Flags.B, 3, 3),
    ("Enum of a set", Odd.SET, [1], [1]),
    ("datetime", WHEN, "2026-01-02T03:04:05.000006Z", SAME),
    ("datetime, other zone", WHEN.astimezone(ZONE), "2026-01-02T08:34:05.000006+05:30", SAME),
    ("datetime, zone of odd seconds", WHEN.astimezone(ODD), "2026-01-02T03:04:05.000006Z", WHEN),
    ("datetime without a zone", WHEN.replace(tzinfo=None), "2026-01-02T03:04:05.000006", "2026-01-02T03:04:05.000006"),
    ("datetime, first", dt.datetime.min.replace(tzinfo=UTC), "0001-01-01T00:00:00Z", SAME),
    ("datetime, last", dt.datetime.max.replace(tzinfo=UTC), "9999-12-31T23:59:59.999999Z", SAME),
    ("DateTime", beve.DateTime.of(WHEN, 7), "2026-01-02T03:04:05.000006007Z", SAME),
    ("Timestamp, year 10000", beve.Timestamp(253402300800), ERROR, SAME),
    ("date", dt.date(2026, 1, 2), "2026-01-02", "2026-01-02"),
    ("time", dt.time(1, 2), "01:02:00", "01:02:00"),
    ("timezone", UTC, ERROR, ERROR),
    ("timedelta", dt.timedelta(days=-1, microseconds=1), -86399999999000, SAME),
    ("timedelta, longest", dt.timedelta.max, 86399999999999999999000, SAME),
    ("TimeDelta", beve.TimeDelta.of(dt.timedelta(1), 7), 86400000000007, SAME),
    ("UUID", ID, list(ID.bytes), SAME),
    ("Pattern", re.compile("a", re.I), "(?i)a", beve.RegExp("a", "i")),
    ("Pattern of bytes", re.compile(b"a"), ERROR, ERROR),
    ("Pattern, verbose", re.compile("a", re.X), ERROR, ERROR),
    ("RegExp", beve.RegExp("a", "g"), {"pattern": "a", "flags": "g"}, SAME),
    ("Complex", beve.Complex(1, 2), SAME, SAME),
    ("TypeTag", beve.TypeTag(1, 2), ERROR, ERROR),
    ("Decimal", decimal.Decimal("0.10"), "0.10", "0.10"),
    ("Fraction", fractions.Fraction(1, 3), ERROR, ERROR),
    ("Path", pathlib.PurePosixPath("a/b"), "a/b", "a/b"),
    ("IPv4Address", ipaddress.ip_address("127.0.0.1"), ERROR, ERROR),
    ("Exception", ValueError("a"), ERROR, ERROR),
    ("function", len, ERROR, ERROR),
    ("type", int, ERROR, ERROR),
    ("module", math, ERROR, ERROR),
    ("object", object(), ERROR, ERROR),
    ("NotImplemented", NotImplemented, ERROR, ERROR),
    ("Ellipsis", ..., ERROR, ERROR),
]


def alike(a: Any, b: Any) -> bool:
    """Report whether values are the same in type, sign and bits."""
    if type(a) is not type(b):
        return False
    if isinstance(a, float):
        return struct.pack("<d", a) == struct.pack("<d", b)
    if isinstance(a, complex):
        return alike(a.real, b.real) and alike(a.imag, b.imag)
    if isinstance(a, dt.datetime):
        return bool(a == b and a.utcoffset() == b.utcoffset())
    if isinstance(a, dict):
        return list(a) == list(b) and all(alike(a[k], b[k]) for k in a)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(alike, a, b))
    return bool(a == b)


@pytest.mark.parametrize("extended", [False, True])
@pytest.mark.parametrize("row", TABLE, ids=[row[0] for row in TABLE])
def test_each_type_is_the_same_another_form_or_an_error(row: tuple[str, Any, Any, Any], extended: bool) -> None:
    _, value, portable, beyond = row
    want = beyond if extended else portable
    holders: list[tuple[Any, Any]] = [(value, want), ([None, value], [None, want]), ({"k": value}, {"k": want})]
    for holder, expected in holders:
        if want is ERROR:
            with pytest.raises(beve.EncodeError):
                beve.dumps(holder, extended=extended)
            continue
        got = beve.loads(beve.dumps(holder, extended=extended), arrays="list")
        assert alike(got, holder if want is SAME else expected), got
    if want is ERROR and not (value is ring or isinstance(value, (str, dict, Twice))):
        # Every value without a form is given to default, whatever it is.
        asked = []

        def default(v: Any) -> Any:
            asked.append(v)
            return "in its place"

        assert beve.loads(beve.dumps([value], default=default, extended=extended)) == ["in its place"]
        assert len(asked) == 1


def test_default_that_gives_back_what_has_no_form() -> None:
    for made in (object(), 1 << 200, range(3), 1j.real.__add__):

        def default(value: Any, made: Any = made) -> Any:
            return made

        with pytest.raises(beve.EncodeError, match="default returned"):
            beve.dumps([range(2)], default=default)
    # What it returns is written whole, with values without a form of its own.
    got = beve.dumps([range(1), [range(2)]], default=lambda value: [*value])
    assert beve.loads(got) == [[0], [[0, 1]]]


def test_numpy_types() -> None:
    np = pytest.importorskip("numpy")
    rng = np.arange(12)
    for dtype in "?bBhHiIlLqQefdFD":
        for order in "<>":
            kind = np.dtype(dtype).newbyteorder(order)
            for view in (rng.astype(kind), rng.astype(kind)[::2], rng.astype(kind)[::-1], rng.astype(kind)[:0]):
                for aligned in (False, True):
                    back = beve.loads(beve.dumps(view, aligned=aligned), arrays="numpy")
                    assert back.dtype == kind.newbyteorder("="), (kind, back.dtype)
                    assert back.tolist() == view.tolist()
            if dtype != "?":
                square = rng.astype(kind).reshape(3, 4)
                for view in (square, square.T, square[:, 1:3], square[::-1], np.asfortranarray(square)):
                    back = beve.loads(beve.dumps(view))
                    assert back.shape == view.shape
                    assert back.tolist() == view.tolist()
            scalar = kind.type(3)
            assert beve.loads(beve.dumps(scalar)) == scalar
    for value in (
        np.array(["2026-01-02"], "M8[D]"), np.array([1], "m8[s]"), np.datetime64("2026-01-02"), np.timedelta64(1, "s"),
        np.array([1], np.longdouble), np.longdouble(1), np.array([1], np.clongdouble), np.zeros(2, "i4,f8"),
        np.zeros((), "i4,f8"), np.array([b"a"]), np.ma.array([1, 2], mask=[True, False]), np.array([object()]),
    ):  # fmt: skip
        with pytest.raises(beve.EncodeError):
            beve.dumps(value)
        with pytest.raises(beve.EncodeError):
            beve.dumps({"a": value}, extended=True)
        assert beve.loads(beve.dumps({"a": value}, default=lambda value: "x")) in ({"a": "x"}, {"a": ["x"]})
    assert beve.loads(beve.dumps(np.array([1, "a", None], object))) == [1, "a", None]
    assert beve.loads(beve.dumps(np.array(["a", "é"]))) == ["a", "é"]
    with pytest.raises(beve.EncodeError):
        beve.dumps(np.array(["\ud800"]))
    signed = beve.loads(beve.dumps(np.array([-0.0, NAN])))
    assert signed.tobytes() == np.array([-0.0, NAN]).tobytes()


def test_frames_of_streams() -> None:
    pd = pytest.importorskip("pandas")
    import io

    rows = [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}, {"a": 3, "b": "z"}]
    stream = io.BytesIO()
    beve.dump_stream(rows, stream)
    for data in (stream.getvalue(), beve.dumps(rows), b"\x2e\x02" + beve.dumps(rows)):
        assert beve.to_dataframe(data).equals(pd.DataFrame(rows))
    other = io.BytesIO()
    beve.dump_stream([rows, rows], other)
    with pytest.raises(beve.MismatchError):
        beve.to_dataframe(other.getvalue())
    with pytest.raises(beve.TrailingError):
        beve.to_dataframe(stream.getvalue(), "/a")
    with pytest.raises(beve.DecodeError):
        beve.to_dataframe(beve.dumps(rows) + b"\xff")
