"""The compiled core against the reference in Python: the same bytes, values, errors, offsets and paths.

BEVE_DOCUMENTS says how many random documents are compared, BEVE_SEED which.
"""

from __future__ import annotations

import array
import dataclasses
import enum
import os
import random
import struct
import sys
import uuid
from collections import OrderedDict
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from vectors import MALFORMED, MESSAGES

import beve
from beve import _core
from beve._decode import read_message
from beve._options import Decoding, Encoding
from beve._reader import Reader as PureReader
from beve._stream import _Buffer, _values
from beve._wire import NAMED
from beve._writer import Writer as PureWriter

try:
    import numpy as np
except ImportError:
    np = None  # type: ignore[assignment]

pytestmark = pytest.mark.skipif(not beve.COMPILED, reason="the compiled core is not installed, or BEVE_PURE is set")

DOCUMENTS = int(os.environ.get("BEVE_DOCUMENTS", "3000"))
SEED = int(os.environ.get("BEVE_SEED", "1"))


@dataclasses.dataclass
class Point:
    """A dataclass with a name of its own on the wire."""

    x: Any
    y: Any = dataclasses.field(default=None, metadata={"beve": "ÿ"})


class Colour(enum.IntEnum):
    """An enum that is an int."""

    RED = 1


class Text(str):
    """A subclass of str."""

    __slots__ = ()


class Unknown:
    """What has no form."""


INTEGERS = [0, 1, -1, 63, 127, 128, -128, -129, 1 << 15, -(1 << 15) - 1, 1 << 31, 1 << 62, (1 << 63) - 1, 1 << 63]
INTEGERS += [-(1 << 63), -(1 << 63) - 1, (1 << 64) - 1, 1 << 64, 1 << 127, (1 << 128) - 1, 1 << 128, -(1 << 127) - 1]
TEXTS = ["", "a", "key", "id", "näme", "日本語のテキスト", "😀 smile", "x" * 63, "x" * 64, "é" * 40, "\x00", "~/"]
TEXTS += ["a\x1fb", "y" * 20000, "mixed ascii and ünïcode, longer than one word", "\ud800"]
ODD = timezone(timedelta(hours=-3, seconds=7))
ZONES = [timezone.utc, timezone(timedelta(hours=2)), timezone(timedelta(minutes=-90))]


class Documents:
    """Random values of all that is written, and of some that is not."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def text(self) -> str:
        pick = self.random.choice
        if self.random.random() < 0.4:
            return pick(TEXTS[:-1] if self.random.random() < 0.98 else TEXTS)
        alphabet = pick(["abcdefgh _", "abcé", "aあ😀", "\x00ÿĀ"])
        return "".join(pick(alphabet) for _ in range(self.random.randrange(40)))

    def integer(self) -> int:
        r = self.random
        if r.random() < 0.05:
            return r.choice(INTEGERS)
        return r.choice([1, -1]) * r.getrandbits(r.choice([3, 7, 8, 15, 16, 31, 32, 53, 62]))

    def real(self) -> float:
        r = self.random
        return r.choice([0.0, -0.0, float("nan"), float("inf"), r.random(), r.uniform(-1e300, 1e300), 1.5])

    def rare(self) -> Any:
        r = self.random
        at = datetime(1970 + r.randrange(80), 1 + r.randrange(12), 3, 4, 5, 6, r.choice([0, 7]), r.choice(ZONES))
        choices: list[Callable[[], Any]] = [
            lambda: complex(self.real(), 1.0),
            lambda: beve.Complex(self.integer() % 1000, -5),
            lambda: self.text().encode("utf-8", "replace"),
            lambda: bytearray(b"abc"),
            lambda: memoryview(b"abcd"),
            lambda: array.array(r.choice("bBhHiIqQfd"), range(r.randrange(9))),
            lambda: at,
            lambda: beve.DateTime.of(at, 7),
            lambda: at.replace(tzinfo=None),
            lambda: r.choice([datetime.min, datetime.max]).replace(tzinfo=r.choice([*ZONES, ODD]), fold=1),
            lambda: timedelta(seconds=r.randrange(-9999, 9999), microseconds=5),
            lambda: beve.Interval(at, at + timedelta(1)),
            lambda: uuid.UUID(int=r.getrandbits(128)),
            lambda: beve.RegExp("a+", "i"),
            lambda: beve.Matrix("layout_right", (2, 2), array.array("d", [1, 2, 3, 4])),
            lambda: Point(self.text(), self.integer()),
            lambda: [Point(i, self.real()) for i in range(r.randrange(9))],
            lambda: Colour.RED,
            lambda: Text("sub"),
            lambda: OrderedDict(a=1, b=self.text()),
            lambda: True,
        ]
        if np is not None:
            choices += [
                lambda: np.arange(r.randrange(30), dtype=r.choice(["f8", "f4", "f2", "i1", "i4", "u1", "u8", ">i4"])),
                lambda: np.arange(12.0).reshape(3, 4),
                lambda: np.array([True, False] * r.randrange(9)),
                lambda: np.array(["a", "bc"]),
                lambda: np.float32(1.5),
                lambda: np.arange(4) * 1j,
            ]
        if r.random() < 0.02:
            return r.choice([Unknown(), {1: 2, "a": 3}, {"a": 3, 1: 2}, {None: 1}, {True: 1}, object, {1.5: 2}])
        made: Callable[[], Any] = r.choice(choices)
        return made()

    def scalar(self) -> Any:
        r = self.random.random()
        if r < 0.3:
            return self.text()
        if r < 0.55:
            return self.integer()
        if r < 0.75:
            return self.real()
        if r < 0.9:
            return self.random.choice([None, True, False])
        return self.rare()

    def value(self, depth: int = 0) -> Any:
        r, n = self.random, self.random.randrange(8)
        kind = r.random() * (1 if depth < 4 else 0.4)
        if kind < 0.4:
            return self.scalar()
        if kind < 0.5:
            return [self.value(depth + 1) for _ in range(n)]
        if kind < 0.6:
            one = r.choice([self.real, self.integer, self.text, lambda: r.random() < 0.5, lambda: complex(1, 2)])
            make: Callable[[], Any] = one
            items = [make() for _ in range(r.choice([n, n, 100]))]
            return items if r.random() < 0.5 else tuple(items)
        if kind < 0.7:
            names = [self.text() for _ in range(r.randrange(4))]
            return [{name: self.value(depth + 2) for name in names} for _ in range(n)]
        if kind < 0.75:
            return {self.integer(): self.value(depth + 1) for _ in range(n)}
        if kind < 0.76:
            deep: Any = self.scalar()
            for _ in range(r.randrange(700)):
                deep = [deep] if r.random() < 0.5 else {"d": deep}
            return deep
        return {self.text(): self.value(depth + 1) for _ in range(n)}

    def encoding(self) -> dict[str, Any]:
        r = self.random
        options: dict[str, Any] = {}
        for name in ("extended", "aligned", "sort_keys", "typed_lists"):
            if r.random() < 0.3:
                options[name] = True
        if r.random() < 0.2:
            options["min_table_rows"] = r.randrange(4)
        if r.random() < 0.2:
            options["default"] = r.choice([lambda value: "instead", lambda value: [1], lambda value: value])
        if r.random() < 0.1:
            options["max_depth"] = r.randrange(6)
        return options

    def decoding(self) -> dict[str, Any]:
        r = self.random
        options: dict[str, Any] = {}
        for name in ("reject_duplicates", "strict", "legacy_type_tags", "uint8_as_bytes", "copy"):
            if r.random() < 0.15:
                options[name] = True
        if r.random() < 0.2:
            options["arrays"] = r.choice(["array", "list"])
        if r.random() < 0.15:
            options["limits"] = beve.Limits(1 + r.randrange(6), r.randrange(60), r.choice([None, 500]))
        return options

    def broken(self, data: bytes) -> bytes:
        r, raw = self.random, bytearray(data)
        for _ in range(r.choice([1, 1, 2, 5])):
            if not raw:
                break
            at, way = r.randrange(len(raw)), r.random()
            if way < 0.3:
                del raw[at:]
            elif way < 0.6:
                raw[at] = r.choice([r.randrange(256), *INTERESTING])
            elif way < 0.8:
                raw[at:at] = bytes([r.choice(INTERESTING)])
            else:
                del raw[at]
        return bytes(raw)


#: Headers, also of the extended profile, and what SIZE makes much of.
INTERESTING = [0x00, 0x02, 0x03, 0x05, 0x06, 0x08, 0x0B, 0x0E, 0x13, 0x16, 0x1C, 0x1E, 0x26, 0x2E, 0x36, 0x3C, 0x46]
INTERESTING += [0x4E, 0x5C, 0x61, 0x64, 0x81, 0x91, 0x09, 0xFF, 0xFE, 0xFD, 0x04, 0x08, 0x80]


@pytest.fixture(autouse=True)
def deep() -> Iterator[None]:
    """Let the comparison of documents go as deep as these are."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)
    yield
    sys.setrecursionlimit(limit)


def same(a: Any, b: Any) -> bool:
    """Report whether two values are the same to the bit, types and flags of arrays included."""
    if type(a) is not type(b):
        return False
    if isinstance(a, (float, complex)):
        return repr(a) == repr(b) and (a != a or struct.pack("<d", a.real) == struct.pack("<d", b.real))
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return list(map(repr, a)) == list(map(repr, b)) and all(map(same, a.values(), b.values()))
    if hasattr(a, "dtype"):
        flags = (a.flags.writeable, a.flags.owndata) == (b.flags.writeable, b.flags.owndata)
        return bool(flags and a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes())
    if isinstance(a, array.array):
        return bool(a.typecode == b.typecode and a.tobytes() == b.tobytes())
    if dataclasses.is_dataclass(a):
        return all(same(getattr(a, f.name), getattr(b, f.name)) for f in dataclasses.fields(a))
    return repr(a) == repr(b)


def outcome(run: Callable[[], Any]) -> tuple[str, Any]:
    """Return what a call returns, or all that its exception says."""
    try:
        return "value", run()
    except beve.DecodeError as e:
        return "error", (type(e).__name__, e.reason, e.offset, e.path, min(getattr(e, "missing", 0), 1 << 60))
    except beve.EncodeError as e:
        return "error", (type(e).__name__, e.reason, e.path)
    except (TypeError, ValueError, OverflowError, RecursionError, AttributeError) as e:
        return "error", (type(e).__name__, str(e))


def written(writer: Any, value: Any, options: dict[str, Any]) -> bytes:
    made = writer(Encoding(**options))
    made.write(value)
    return b"".join(made.finished())


def check_reading(data: Any, options: dict[str, Any], about: str) -> None:
    """Compare what both make of a message, whole and passed over."""
    chosen = Decoding(**options)
    for skips in (False, True):
        pure = outcome(lambda: read_message(data, PureReader(data, 0, chosen, skips)))  # noqa: B023
        core = outcome(lambda: read_message(data, _core.Reader(data, 0, chosen, skips)))  # noqa: B023
        if skips and pure[0] == core[0] == "value":
            continue
        assert pure[0] == core[0], f"{about}: {options} {bytes(data).hex()}: {pure} {core}"
        good = same(pure[1], core[1]) if pure[0] == "value" else pure[1] == core[1]
        assert good, f"{about}: {options} {bytes(data).hex()}: {pure} {core}"


def check_stream(data: bytes, options: dict[str, Any], chunk: int) -> None:
    """Compare what both make of a stream that arrives in chunks."""

    def values(reader: Any) -> list[Any]:
        chunks = (data[i : i + chunk] for i in range(0, len(data), chunk))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("beve._stream.Reader", reader)
            return list(_values(_Buffer(chunks), Decoding(copy=True, **options)))

    pure, core = outcome(lambda: values(PureReader)), outcome(lambda: values(_core.Reader))
    assert pure[0] == core[0], f"{chunk} {data.hex()}: {pure} {core}"
    assert same(pure[1], core[1]) if pure[0] == "value" else pure[1] == core[1], f"{chunk} {data.hex()}: {pure} {core}"


def test_random_documents_are_written_and_read_the_same() -> None:
    made = Documents(SEED)
    read = 0
    for number in range(DOCUMENTS):
        value, options = made.value(), made.encoding()
        pure = outcome(lambda: written(PureWriter, value, options))  # noqa: B023
        core = outcome(lambda: written(_core.Writer, value, options))  # noqa: B023
        assert pure == core, f"document {number}: {options} {value!r:.5000}"
        if pure[0] == "error":
            continue
        read += 1
        data = pure[1]
        assert data == beve.dumps(value, **options)
        check_reading(data, made.decoding(), f"document {number}")
        check_reading(memoryview(bytearray(data)), made.decoding(), f"document {number}")
        if len(data) < 5000:
            for _ in range(3):
                check_reading(made.broken(data), made.decoding(), f"broken {number}")
            if number % 10 == 0:
                both = made.broken(data) if number % 20 else data + b"\x06" + data
                check_stream(both, {"reject_duplicates": bool(number % 3)}, 1 + made.random.randrange(40))
    assert read > DOCUMENTS / 2


def test_vectors_are_read_the_same() -> None:
    for vector in [*MESSAGES, *MALFORMED]:
        check_reading(vector.data, vector.options, str(vector))
        for end in range(0, len(vector.data), max(1, len(vector.data) // 50)):
            check_reading(vector.data[:end], vector.options, f"{vector} to {end}")


def test_loads_and_dumps_have_the_errors_of_the_reference() -> None:
    starts = (b"", b"\x2e", b"\x2e\x01", b"\x2e\x03", b"\x06", b"\x06\x06\x00", b"\x00\x00", b"\x2e\x01\x00", b"\xff")
    for data in starts:
        pure = outcome(lambda: read_message(data, PureReader(data, 0, Decoding())))  # noqa: B023
        assert outcome(lambda: beve.loads(data)) == pure  # noqa: B023
    assert outcome(lambda: beve.loads(b"\x00" * 9, limits=beve.Limits(max_bytes=3)))[1][0] == "LimitError"
    with pytest.raises(TypeError):
        beve.loads(b"\x00", unheard_of=True)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        beve.dumps()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        beve.dumps(1, 2)  # type: ignore[call-arg,arg-type]
    with pytest.raises(ValueError, match="arrays is numpy"):
        beve.loads(b"\x00", arrays="tuple")  # type: ignore[arg-type]


def test_containers_that_change_while_they_are_written_harm_nothing() -> None:
    listed: list[Any] = [1, Unknown(), 2, "x" * 100]

    def emptied(value: Any) -> Any:
        listed.clear()
        return "gone"

    assert beve.loads(beve.dumps(listed, default=emptied)) == [1, "gone", 2, "x" * 100]
    members: dict[str, Any] = {"a": Unknown(), "b": ["x" * 100]}

    def less(value: Any) -> Any:
        members.clear()
        return "gone"

    assert beve.loads(beve.dumps(members, default=less)) == {"a": "gone", "b": ["x" * 100]}


def test_a_reader_is_refused_to_a_second_user_while_it_reads() -> None:
    reader = _core.Reader(b"\x05\x08\x64\x00\x00", 0, Decoding())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("beve._leaves.array_at", lambda src, off: reader.read())
        with pytest.raises(RuntimeError, match="two threads"):
            reader.read()


def test_integer_keys_of_one_hash_are_read_the_same() -> None:
    one = sys.hash_info.modulus
    for n in (60, 66, 130):
        for keys in ([i * one for i in range(n)], [i % 40 * one for i in range(n)], [-i * one for i in range(n)]):
            number = NAMED["uint128" if min(keys) >= 0 else "int128"]
            raw = b"".join(key.to_bytes(16, "little", signed=number.is_signed) + b"\x05\x04\x00" for key in keys)
            data = b"\x03\x04\x04a" + bytes((number.header & 0xF8 | 3, n << 2 & 0xFF | 1, n >> 6)) + raw
            for unique in (False, True):
                check_reading(data, {"reject_duplicates": unique}, f"{n} keys")
                check_stream(data, {"reject_duplicates": unique}, 7)
