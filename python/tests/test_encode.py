"""What is written for values of the standard library, and what is refused."""

from __future__ import annotations

import array
import enum
import re
import uuid
from collections import OrderedDict, namedtuple
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from io import BytesIO
from types import MappingProxyType
from typing import Any, cast

import pytest

import beve


class Color(enum.Enum):
    RED = "red"


class Level(enum.IntEnum):
    HIGH = 300


Point = namedtuple("Point", "x y")


@pytest.mark.parametrize(
    ("value", "want"),
    [
        (Color.RED, "02 0c 72 65 64"),
        (Level.HIGH, "29 2c 01"),
        (Point(1, "a"), "05 08 09 01 02 04 61"),
        (OrderedDict(b=1, a=2), "03 08 04 62 09 01 04 61 09 02"),
        (MappingProxyType({"a": None}), "03 04 04 61 00"),
        ((), "05 00"),
        ({}, "03 00"),
        (b"\x01", "14 04 01"),
        (memoryview(b"\x01\x02\x03")[::2], "14 08 01 03"),
        ({-1: True}, "6b 04 ff ff ff ff ff ff ff ff 18"),
        ({1 << 64: 1}, "8b 04 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 09 01"),
        ({Level.HIGH: 1}, "6b 04 2c 01 00 00 00 00 00 00 09 01"),
        ({Color.RED.value: 1}, "03 04 0c 72 65 64 09 01"),
        (beve.Complex(1, -300), "1e 28 01 00 d4 fe"),
        (beve.Matrix("layout_left", (1, 2), [1.0, 2.0]), None),
        (array.array("H", [1, 2]), "34 08 01 00 02 00"),
    ],
)
def test_bytes(value: Any, want: str | None) -> None:
    data = beve.dumps(value)
    assert want is None or data.hex(" ") == want
    beve.validate(data)


@pytest.mark.parametrize(
    ("value", "want"),
    [
        ([1.0, 2.0], "64 08 00 00 00 00 00 00 f0 3f 00 00 00 00 00 00 00 40"),
        ([1, 300], "6c 08 01 00 00 00 00 00 00 00 2c 01 00 00 00 00 00 00"),
        ([1 << 63], "74 04 00 00 00 00 00 00 00 80"),
        ([1 << 64], "05 04 89 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00"),
        ([True, False, True], "1c 0c 05"),
        (["a", ""], "3c 08 04 61 00"),
        ([1j], "1e 61 04 00 00 00 00 00 00 00 00 00 00 00 00 00 00 f0 3f"),
        ([1, 2.0], "05 08 09 01 61 00 00 00 00 00 00 00 40"),
        ([True, 1], "05 08 18 09 01"),
        ([None, None], "05 08 00 00"),
        ([], "05 00"),
    ],
)
def test_typed_lists(value: Any, want: str) -> None:
    assert beve.dumps(value, typed_lists=True).hex(" ") == want


NAIVE = datetime(2026, 1, 1)
LOOP: list[Any] = []
LOOP.append(LOOP)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"a": [1, {"b": object()}]}, "beve: /a/1/b: values of type object have no form on the wire"),
        ([{"x": Fraction(1)}], "beve: /0/x: values of type Fraction"),
        (range(2), "beve: encode: values of type range"),
        (["a\ud800"], "beve: /0: text with a lone surrogate"),
        ({"a\ud800": 1}, "lone surrogate"),
        ([1 << 128], "beve: /0: integer does not fit 128 bits"),
        ([-(1 << 127) - 1], "beve: /0: integer does not fit 128 bits"),
        ({"a": 1, 2: 3}, "key of type int among keys of type str"),
        ({1: 1, "a": 3}, "key of type str among keys of type int; keys are all str or all int"),
        ({True: 1}, "key of type bool; keys"),
        ({None: 1}, "key of type NoneType; keys"),
        ({-1: 1, 1 << 127: 2}, "integer does not fit 128 bits"),
        ([beve.TypeTag(1, 2)], "beve: /0: type tags are read, never written"),
        (LOOP, "nested deeper than max_depth"),
        ({"p": re.compile("a", re.VERBOSE)}, "beve: /p: flags .*VERBOSE.* have no form"),
        (re.compile(b"a"), "regular expression of bytes"),
        (memoryview(array.array("d", [1])), "memoryview of format 'd'"),
        ([memoryview(array.array("b", [-1]))], "beve: /0: memoryview of format 'b'; make an array of it"),
        (memoryview(bytes(6)).cast("B", (2, 3)), "memoryview of format 'B' and 2 dimensions"),
        (beve.Matrix("layout_right", (2, 2), [1.0]), "extents do not suit"),
        (beve.Matrix("layout_right", (1,), ["a"]), "something else than numbers"),
        (beve.Timestamp(1 << 40), "year"),
    ],
    ids=lambda x: type(x).__name__,
)
def test_what_cannot_be_written_says_so(value: Any, reason: str) -> None:
    with pytest.raises(beve.EncodeError, match=reason):
        beve.dumps(value)
    file = BytesIO()
    with pytest.raises(beve.EncodeError):
        beve.dump(value, file)
    assert file.getvalue() == b""


#: What no class may say something else of: without it there are no objects.
_NEEDED = {
    "__buffer__", "__class__", "__getattribute__", "__init__", "__init_subclass__", "__new__", "__subclasshook__",
}  # fmt: skip


def _liar(base: type, result: Any) -> type:
    """Return a subclass whose methods all return the same, whatever a value is."""
    made: Any = type(f"Odd{base.__name__}", (base,), {})
    for name in set(dir(base)) - _NEEDED:
        if callable(getattr(base, name)):
            setattr(made, name, (lambda *_: 7) if name == "__hash__" else lambda *_, **__: result)
    return cast(type, made)


PLAIN: list[Any] = [
    "", "abc", "é", "x" * 70, "é" * 40, 0, -1, 5, 127, 128, 300, -40000, 1 << 40, 1 << 100, -(1 << 70), 1.5, -0.0,
    b"", b"abc", bytearray(b"xyz"), 1 - 2j, Decimal("1.10"), Decimal("1E+5"), Decimal("NaN"),
]  # fmt: skip


@pytest.mark.parametrize("options", [{}, {"extended": True}, {"typed_lists": True, "aligned": True}])
@pytest.mark.parametrize("plain", PLAIN, ids=repr)
def test_values_of_classes_of_ones_own_are_what_they_are(plain: Any, options: Any) -> None:
    places: list[Callable[[Any], Any]] = [
        lambda v: v, lambda v: [v, v], lambda v: {"a": v, "b": v}, lambda v: [{"a": v, "b": 1}] * 6, lambda v: [0, v],
    ]  # fmt: skip
    if type(plain) in (str, int):
        places += [lambda v: {v: v}, lambda v: [{plain: 1}, {v: 2}, {type(plain)(plain): 3}]]
    for result in (0, 1, 300, -1, "evil", "", b"", b"evil", True, NotImplemented, None):
        odd = _liar(type(plain), result)(plain)
        for place in places:
            # A list of another class than str or int is not a typed one.
            want = beve.dumps(place(plain), **options)
            got = beve.dumps(place(odd), **options)
            if "typed_lists" in options:
                want, got = (beve.dumps(beve.loads(data, arrays="list"), extended=True) for data in (want, got))
            assert got == want, f"methods that return {result!r}"


def test_keys_that_say_they_are_equal_are_written_as_they_are() -> None:
    class Name(str):
        def __eq__(self, other: object) -> bool:
            return self.lower() == str(other).lower()

        def __hash__(self) -> int:
            return hash(self.lower())

    names: list[Any] = [{Name("Foo"): 1}, {"foo": 2}, {Name("FOO"): 3}, {"foo": 4}]
    assert list(map(list, beve.loads(beve.dumps(names)))) == [["Foo"], ["foo"], ["FOO"], ["foo"]]


def test_keys_of_several_types_cannot_be_sorted() -> None:
    with pytest.raises(beve.EncodeError, match="sorted"):
        beve.dumps({"a": 1, 2: 3}, sort_keys=True)


def test_default_is_asked_for_unknown_types() -> None:
    def default(value: Any) -> Any:
        return str(value) if isinstance(value, Fraction) else sorted(value)

    assert beve.loads(beve.dumps([Fraction("1.5"), range(2)], default=default)) == ["3/2", [0, 1]]
    with pytest.raises(beve.EncodeError, match="/a: default returned a object for a range"):
        beve.dumps({"a": range(1)}, default=lambda value: object())


def test_depth_is_counted_as_readers_count_it() -> None:
    def nested(levels: int) -> Any:
        value: Any = 1
        for i in range(levels - 1):
            value = [value] if i % 2 else {"k": value}
        return value

    data = beve.dumps(nested(512))
    assert beve.dumps(beve.loads(data)) == data
    with pytest.raises(beve.EncodeError, match="max_depth"):
        beve.dumps(nested(513))
    deep = beve.dumps(nested(5000), max_depth=5000)
    with pytest.raises(beve.DepthError):
        beve.loads(deep)
    again = beve.loads(deep, limits=beve.Limits(max_depth=5000))
    assert beve.dumps(again, max_depth=5000) == deep


def test_tables_are_written_for_rows_that_are_alike() -> None:
    rows = [{"b": i, "a": None} for i in range(5)]
    assert beve.dumps(rows, extended=True)[0] == 0x0E
    assert beve.dumps(rows)[0] == 0x05
    assert beve.dumps(rows[:4], extended=True)[0] == 0x05
    assert beve.dumps(rows[:1], extended=True, min_table_rows=1)[0] == 0x0E
    others: list[Any] = [{"b": 1}, {"b": 1, "c": 2}, {}, [], {1: 2, 3: 4}]
    for other in others:
        assert beve.dumps([*rows, other], extended=True)[0] == 0x05
    unnamed: list[Any] = [[{} for _ in range(9)], [{1: 2}] * 9]
    for alike in unnamed:
        assert beve.dumps(alike, extended=True)[0] == 0x05
    with pytest.raises(beve.EncodeError, match="beve: /3/b: values of type range"):
        beve.dumps([*rows[:3], {"a": 1, "b": range(1)}, rows[4]], extended=True)
    assert beve.loads(beve.dumps(rows, extended=True)) == rows


def test_portable_forms_of_the_extended_types() -> None:
    zone = timezone(timedelta(hours=-3, minutes=-30))
    t = datetime(2026, 1, 2, 3, 4, 5, 600, zone)
    identity = uuid.UUID(int=5)
    portable = beve.loads(
        beve.dumps([t, timedelta(seconds=-2), identity, re.compile("(?i)a"), re.compile("a")]), arrays="list"
    )
    assert portable == ["2026-01-02T03:04:05.0006-03:30", -2_000_000_000, list(identity.bytes), "(?i)a", "a"]
    assert beve.loads(beve.dumps(beve.Interval(t, t))) == {"start": portable[0], "end": portable[0]}
    assert beve.loads(beve.dumps(beve.RegExp("a", "gs".replace("gs", "sg")))) == {"pattern": "a", "flags": "sg"}


def test_large_pieces_are_written_as_they_are() -> None:
    big = "x" * 200_000
    value = {"a": big, "b": [bytes(100_000), big], big: 1}
    data = beve.dumps(value)
    assert beve.loads(data, uint8_as_bytes=True) == value
    file = BytesIO()
    beve.dump(value, file)
    assert file.getvalue() == data
