"""Every type that is written is one that annotations may name: loads_as makes the value of it again."""

from __future__ import annotations

import array
import collections
import collections.abc
import enum
import pathlib
import re
import typing
import uuid
from collections.abc import Callable
from dataclasses import dataclass, make_dataclass
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest

import beve
from beve._types import FUNCTIONS
from beve._values import Texts

try:
    import numpy as np
except ImportError:
    np = None  # type: ignore[assignment]

AT = datetime(2020, 1, 2, 3, 4, 5, 6, timezone(timedelta(hours=-2)))
DOUBLES = array.array("d", [1.0, 2.5, -0.0, 1e300])


class Level(enum.Enum):
    LOW = "low"


@dataclass(frozen=True)
class Point:
    x: int


#: Some values of each type that the writer lists.
WRITTEN: dict[type, list[Any]] = {
    type(None): [None],
    bool: [True, False],
    int: [0, -1, 1 << 127],
    float: [1.5, -0.0],
    str: ["", "é"],
    complex: [1 - 2j],
    bytes: [b"", b"\x00\xff"],
    bytearray: [bytearray(), bytearray(b"\x00\xff")],
    memoryview: [memoryview(b""), memoryview(bytearray(b"\x00\xff"))],
    array.array: [DOUBLES, *(array.array(code, [1, 2, 100]) for code in "bBhHiIlLqQfd"), array.array("i")],
    dict: [{}, {"a": 1}, {1: "b"}],
    list: [[], [1, "a"]],
    tuple: [(), (1, "a")],
    set: [set(), {1, 2}],
    frozenset: [frozenset({"a"})],
    collections.deque: [collections.deque([2, 1])],
    datetime: [AT, AT.replace(tzinfo=None), beve.DateTime.of(AT, 7)],
    date: [date(1, 1, 1)],
    time: [time(1, 2, 3, 4)],
    Decimal: [Decimal("1.10")],
    pathlib.PurePath: [pathlib.PurePosixPath("/a")],
    timedelta: [timedelta.min, beve.TimeDelta.of(timedelta(1), 7)],
    uuid.UUID: [uuid.UUID(int=5)],
    re.Pattern: [re.compile("a+", re.IGNORECASE)],
    enum.Enum: [Level.LOW],
    beve.Complex: [beve.Complex(1 << 60, -5)],
    beve.Matrix: [
        beve.Matrix("layout_right", (2, 2), DOUBLES), beve.Matrix("layout_left", (2, 2), DOUBLES),
        beve.Matrix("layout_left", (4,), array.array("i", [1, 2, 3, 4])),
    ],
    beve.RegExp: [beve.RegExp("a+", "ig")],
    beve.Interval: [beve.Interval(AT, AT)],
    beve.Timestamp: [beve.Timestamp.of(AT), beve.Timestamp(-62_150_000_000, 5, -60)],
    beve.DateTime: [beve.DateTime.of(AT, 7), beve.DateTime.of(AT, 0)],
    beve.TimeDelta: [beve.TimeDelta.of(timedelta(-5), 7), beve.TimeDelta.of(timedelta(5), 0)],
    collections.OrderedDict: [collections.OrderedDict(b=1, a=2)],
    collections.Counter: [collections.Counter("aab")],
}  # fmt: skip
if np is not None:
    WRITTEN |= {np.dtype(kind).type: [np.array(1, kind)[()]] for kind in np.typecodes["AllInteger"] + "efdFD?"}

#: Those that are read in another way: by an option, and as a column.
_NOT_MADE = {beve.TypeTag, Texts}


def test_every_type_that_is_written_has_values_here() -> None:
    assert set(FUNCTIONS) - _NOT_MADE <= set(WRITTEN)


def same(a: Any, b: Any) -> bool:
    """Report whether two values are equal and of one type, with zones, nanoseconds and signs of zero."""
    if isinstance(a, beve.Matrix):
        data = all(map(same, a.data, b.data))
        # Of one extent both orders are the same.
        return a.extents == b.extents and data and (a.layout == b.layout or len(a.extents) == 1)
    if isinstance(a, array.array):
        return bool(a == b and a.tobytes() == b.tobytes())
    if isinstance(a, re.Pattern):
        return beve.RegExp.from_python(a) == beve.RegExp.from_python(b)
    alike = type(a) is type(b) and (a == b or (isinstance(a, float) and repr(a) == repr(b)))
    return bool(alike and repr(a) == repr(b)) if isinstance(a, (datetime, timedelta, float)) else bool(alike)


CASES = [(kind, value) for kind, values in WRITTEN.items() for value in values]


@pytest.mark.parametrize(("kind", "value"), CASES, ids=lambda x: repr(x)[:40])
@pytest.mark.parametrize("options", [{}, {"extended": True}, {"typed_lists": True, "aligned": True}], ids=str)
@pytest.mark.parametrize("arrays", [None, "array", *(["numpy"] if np else [])])
def test_what_is_written_is_made_again(kind: Any, value: Any, options: dict[str, Any], arrays: Any) -> None:
    kind = type(value) if kind in (pathlib.PurePath, enum.Enum) else kind
    decoding: dict[str, Any] = {"arrays": arrays} if arrays else {}
    for cls, whole, part in around(kind, value):
        got = beve.loads_as(cls, beve.dumps(whole, **options), **decoding)
        assert same(part(got), value), (cls, got)


def around(kind: Any, value: Any) -> list[tuple[Any, Any, Callable[[Any], Any]]]:
    """Return a type and its value alone and in what may hold it, with the way to it."""
    holder = make_dataclass("Holder", [("x", kind)])
    return [
        (kind, value, lambda made: made),
        (list[kind], [value, value], lambda made: made[1]),
        (dict[str, kind], {"a": value}, lambda made: made["a"]),
        (typing.Optional[kind], value, lambda made: made),  # noqa: UP045
        (tuple[int, kind], (1, value), lambda made: made[1]),
        (holder, holder(value), lambda made: made.x),
    ]


class Odd(enum.Enum):
    """An enum of values that come back as something else."""

    PAIR = (1, 2)
    MIXED = (1.5, "x", (True, None))
    DAY = date(2020, 1, 2)
    WHEN = AT
    SPAN = timedelta(1)
    PRICE = Decimal("1.5")
    RAW = b"ab"
    ID = uuid.UUID(int=5)
    SOME = frozenset({"a", "b"})
    POINT = Point(3)
    YES = True


class Pairs(tuple[int, int], enum.Enum):
    A = (1, 2)
    B = (3, 4)


class Flags(enum.Flag):
    A = 1
    B = 2


@pytest.mark.parametrize("member", [*Odd, *Pairs, *Flags, Flags.A | Flags.B, Flags(0)], ids=str)
@pytest.mark.parametrize("options", [{}, {"extended": True}, {"typed_lists": True}], ids=str)
def test_members_of_enums_come_back(member: Any, options: dict[str, Any]) -> None:
    for cls, whole, part in around(type(member), member):
        assert part(beve.loads_as(cls, beve.dumps(whole, **options))) is member


def test_members_that_are_written_alike_are_not_guessed() -> None:
    class Alike(enum.Enum):
        LIST = (1, 2)
        SET = frozenset({1, 2})

    with pytest.raises(beve.MismatchError, match=r"Alike\.LIST and Alike\.SET are written the same"):
        beve.loads_as(Alike, beve.dumps(Alike.SET))
    with pytest.raises(beve.MismatchError, match="not a Alike"):
        beve.loads_as(Alike, beve.dumps([3]))


Name = typing.NewType("Name", str)


@pytest.mark.parametrize(("kind", "value"), [
    *((getattr(collections.abc, name)[int], [1, 2]) for name in ("Sequence", "MutableSequence", "Collection")),
    *((getattr(collections.abc, name)[str, int], {"a": 1}) for name in ("Mapping", "MutableMapping")),
    (Name, "n"), (getattr(collections.abc, "Buffer", bytes), b"ab"),
    (collections.Counter[str], collections.Counter("aab")), (getattr(typing, "LiteralString", str), "s"),
])  # fmt: skip
def test_other_names_of_types(kind: Any, value: Any) -> None:
    for cls, whole, part in around(kind, value):
        assert same(part(beve.loads_as(cls, beve.dumps(whole))), value)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, uuid.UUID])
def test_bytes_are_made_of_uint8_alone(kind: Any) -> None:
    for value in (array.array("b", [1] * 16), DOUBLES, array.array("H", [1] * 8)):
        with pytest.raises(beve.MismatchError, match="not a"):
            beve.loads_as(kind, beve.dumps(value))


def test_arrays_are_made_of_lists_if_nothing_is_lost() -> None:
    assert beve.loads_as(array.array, beve.dumps([1, 2])) == array.array("q", [1, 2])
    assert beve.loads_as(array.array, beve.dumps([1, 2.5])) == array.array("d", [1, 2.5])
    values: list[list[Any]] = [[(1 << 53) + 1, 0.5], ["a"], [None], [True], [1 << 64]]
    for value in values:
        with pytest.raises(beve.MismatchError, match="array"):
            beve.loads_as(array.array, beve.dumps(value))


@pytest.mark.skipif(np is None, reason="without NumPy")
def test_numbers_of_numpy_are_exact() -> None:
    kinds: list[tuple[Any, Any]] = [
        (np.int8, 128), (np.uint8, -1), (np.float32, 0.1), (np.float16, 1e6), (np.float64, (1 << 53) + 1),
        (np.int64, 1.5), (np.bool_, 1), (np.int8, True),
    ]  # fmt: skip
    for kind, value in kinds:
        with pytest.raises(beve.MismatchError):
            beve.loads_as(kind, beve.dumps(value))
    assert np.isnan(beve.loads_as(np.float32, beve.dumps(float("nan"))))
    with pytest.raises(TypeError, match="not a type that values are made into"):
        beve.loads_as(np.floating, beve.dumps(1.5))
