"""What input may cost, and what errors say of it: by families of input, for every function that reads."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from cost import assert_cheap

import beve
from beve._wire import size_bytes


def text(raw: bytes) -> bytes:
    return size_bytes(len(raw)) + raw


def nested(levels: int, key: bytes | None) -> bytes:
    return (b"\x05\x04" if key is None else b"\x03\x04" + text(key)) * levels


def index(n: int) -> bytes:
    entries = b"".join(text(b"%07d" % i) + i.to_bytes(4, "little") + b"\x01\x00\x00" for i in range(n))
    return b"\x06\x03" + size_bytes(n) + entries + bytes(n)


# Messages of about n bytes, well-formed or not.
FAMILIES: dict[str, Callable[[int], bytes]] = {
    "table, long name": lambda n: b"\x0e\x04" + text(b"k" * (n // 2)) + size_bytes(n // 2) + bytes(n // 2),
    "table, long name with escapes": lambda n: (
        b"\x0e\x04" + text(b"~/\n" * (n // 6)) + size_bytes(n // 2) + bytes(n // 2)
    ),
    "table, wide": lambda n: (
        b"\x0e" + size_bytes(n // 8) + b"".join(text(b"%06d" % i) for i in range(n // 8)) + b"\x04" + bytes(n // 8)
    ),
    "table, alike names": lambda n: (
        b"\x0e"
        + size_bytes(64)
        + b"".join(text(b"k" * (n // 128) + b"%02d" % i) for i in range(64))
        + size_bytes(n // 128)
        + bytes(n // 128 * 64)
    ),
    "table, bad at its end": lambda n: (
        b"\x0e\x04" + text(b"k" * (n // 2)) + size_bytes(n // 2) + bytes(n // 2 - 1) + b"\xff"
    ),
    "tables in a row": lambda n: b"\x05" + size_bytes(n // 6) + b"\x0e\x04\x04a\x04\x00" * (n // 6),
    "deep, cut": lambda n: nested(n // 2, None),
    "deep, long keys, cut": lambda n: nested(400, b"\n" * (n // 400)),
    "deep, long keys, bad": lambda n: nested(400, b"/" * (n // 400)) + b"\xff",
    "wide object": lambda n: (
        b"\x03" + size_bytes(n // 9) + b"".join(text(b"%07d" % i) + b"\x00" for i in range(n // 9))
    ),
    "one key again and again": lambda n: b"\x03" + size_bytes(n // 3) + b"\x04a\x00" * (n // 3),
    "long keys twice": lambda n: b"\x03\x08" + (text(b"\x1b" * (n // 2)) + b"\x00") * 2,
    "nulls": lambda n: b"\x05" + size_bytes(n) + bytes(n),
    "empty objects": lambda n: b"\x05" + size_bytes(n // 2) + b"\x03\x00" * (n // 2),
    "empty strings": lambda n: b"\x3c" + size_bytes(n) + bytes(n),
    "one string": lambda n: b"\x02" + text(b"a" * n),
    "not UTF-8": lambda n: b"\x02" + text(b"a" * n + b"\xff"),
    "booleans": lambda n: b"\x1c" + size_bytes(8 * n) + bytes(n),
    "delimiters": lambda n: b"\x06" * n + b"\x00",
    "delimiters before objects": lambda n: b"\x06\x03\x04\x04a\x01" * (n // 6),
    "index": lambda n: index(n // 16),
    "index, bad at its end": lambda n: index(n // 16)[:-1] + b"\xff",
    "pattern": lambda n: b"\x4e\x00" + text(b"(" * n),
    "complex numbers": lambda n: b"\x1e\x09" + size_bytes(n // 2) + bytes(n),
    "times": lambda n: b"\x26\x01" + size_bytes(n // 8) + bytes(n),
    "a count of nothing": lambda n: b"\x05" + size_bytes(1 << 40) + bytes(n),
    "wide numbers": lambda n: b"\x84\x00" if n < 0 else b"\x8c" + size_bytes(n // 16) + b"\xff" * n,
}


def walk(data: bytes) -> None:
    """Go over the parts of a message by Views, as far as they are of use."""
    left = [beve.View(data)]
    for _ in range(20_000):
        if not left:
            return
        view = left.pop()
        if view.kind in (beve.Kind.OBJECT, beve.Kind.ARRAY, beve.Kind.TABLE, beve.Kind.INDEXED, beve.Kind.STRINGS):
            parts = view.items()
            for _ in range(2000):
                part = next(parts, None)
                if part is None:
                    break
                if part[1].kind in (beve.Kind.OBJECT, beve.Kind.ARRAY):
                    left = [part[1]]


@dataclass
class Node:
    a: Node | None = None


def frame(data: bytes) -> Any:
    pytest.importorskip("pandas")
    return beve.to_dataframe(data)


# Everything that takes bytes. What is exported and reads is here, or the test below fails.
READERS: dict[str, Callable[[bytes], Any]] = {
    "loads": beve.loads,
    "loads, lists": lambda data: beve.loads(data, arrays="list"),
    "loads, unique": lambda data: beve.loads(data, reject_duplicates=True),
    "load": lambda data: beve.load(__import__("io").BytesIO(data)),
    "validate": beve.validate,
    "iter_stream": lambda data: list(beve.iter_stream(data)),
    "iter_stream, in pieces": lambda data: list(beve.iter_stream(data[i : i + 997] for i in range(0, len(data), 997))),
    "loads_as, list": lambda data: beve.loads_as(list[list[int]], data),
    "loads_as, dict": lambda data: beve.loads_as(dict[str, int], data),
    "loads_as, class": lambda data: beve.loads_as(Node, data),
    "loads_as, union": lambda data: beve.loads_as(list[Node | int] | Node | str, data),  # type: ignore[arg-type]
    "loads_as, pattern": lambda data: beve.loads_as(re.Pattern, data),
    "to_dataframe": frame,
    "View": walk,
}


def test_every_reader_has_its_families() -> None:
    not_readers = {
        "dump", "dump_stream", "dumps", "from_dataframe", "from_value", "to_value", "parse_time", "COMPILED",
        "__version__",
        # Types.
        *(name for name in beve.__all__ if isinstance(getattr(beve, name), type) and name != "View"),
    }  # fmt: skip
    covered = {name.split(",")[0] for name in READERS}
    assert covered == set(beve.__all__) - not_readers


def is_shown_well(message: str) -> bool:
    return len(message.encode("utf-8", "surrogatepass")) <= 2048 and message.isprintable()


def outcome(read: Callable[[bytes], Any], data: bytes) -> str:
    """Return what the error of reading says, nothing if there is none."""
    try:
        read(data)
    except beve.BeveError as error:
        return f"{error}" if is_shown_well(repr(error)) else repr(error)
    return ""


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("reader", READERS)
def test_cost_is_in_proportion(reader: str, family: str) -> None:
    read, make = READERS[reader], FAMILIES[family]
    few, many = make(2_000), make(16_000)
    for data in (few, many):
        assert is_shown_well(message := outcome(read, data)), message
    # Eight times the input takes less than 24 times as long, or next to nothing.
    assert_cheap(lambda: outcome(read, many), 0.15, times=24, than=lambda: outcome(read, few))
    data = make(8_000)
    tracemalloc.start()
    outcome(read, data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # A row of a table becomes a dict of at least 184 bytes; eight booleans are a byte.
    assert peak <= 420 * len(data) + (4 << 20), f"{peak} bytes for {len(data)}"


def test_paths_of_deep_parts_are_made_when_asked_for() -> None:
    data = nested(500, b"k" * 2000) + b"\x00"
    view = beve.View(data)
    tracemalloc.start()
    views = []
    for _ in range(500):
        views.append(view)
        view = next(iter(view))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 << 20
    assert view.path == "/" + "/".join(["k" * 2000] * 500)
    assert is_shown_well(repr(view))


@dataclass
class Left:
    next: Left | Right | None
    value: int


@dataclass
class Right:
    next: Left | Right | None
    value: str


def test_unions_within_unions_try_each_value_once() -> None:
    value: Any = {"next": None, "value": 1.5}  # which is neither
    for _ in range(60):
        value = {"next": value, "value": 1}
    with pytest.raises(beve.MismatchError, match=r"not an int|not a str"):
        beve.from_value(Left, value)
    value["next"] = None
    assert beve.from_value(Left, value) == Left(None, 1)


@dataclass
class Chain:
    p: Chain | None


def test_an_error_deep_in_a_message_is_found_in_proportion() -> None:
    data = b"\x03\x04\x04p" * 120 + b"\x05" + size_bytes(200_000) + bytes(200_000)

    def fails() -> None:
        with pytest.raises(beve.MismatchError) as caught:
            beve.loads_as(Chain, data)
        assert caught.value.path == "/p" * 120
        assert caught.value.offset > 0

    assert_cheap(fails, 5)


CONTROL = "\x1b[31m\r\nlevel=ERROR forged\u202e\u2066\ud800\x00\x7f\u2028"


def failures() -> Iterator[Callable[[], Any]]:
    key = CONTROL.encode("utf-8", "ignore")
    message = b"\x03\x04" + text(key)
    yield lambda: beve.loads(message + b"\xff")
    yield lambda: beve.loads(b"\x03\x08" + (text(key) + b"\x00") * 2, reject_duplicates=True)
    yield lambda: beve.View(message + b"\x00").at("/" + CONTROL)
    yield lambda: beve.View(message + b"\x00")[CONTROL]
    yield lambda: beve.loads_as(dict[str, int], message + b"\x02\x04a")
    yield lambda: beve.loads_as(Node, message + b"\x00", reject_unknown=True)
    yield lambda: beve.loads_as(re.Pattern, b"\x02" + text(b"(" + key))
    yield lambda: beve.from_value(int, CONTROL)
    yield lambda: beve.dumps({CONTROL: 1})
    yield lambda: beve.dumps({CONTROL.replace("\ud800", "") * 1000: [object()]})
    yield lambda: beve.dumps({"a": CONTROL})


@pytest.mark.parametrize("fails", list(failures()))
def test_errors_are_one_short_line(fails: Callable[[], Any]) -> None:
    with pytest.raises(beve.BeveError) as caught:
        fails()
    assert is_shown_well(str(caught.value)), str(caught.value)
    assert is_shown_well(repr(caught.value))


def test_python_recursion_is_an_error_of_ours() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    ring: dict[str, Any] = {}
    ring["ring"] = ring
    with pytest.raises(beve.EncodeError):
        beve.to_value(deep)
    with pytest.raises(beve.EncodeError):
        beve.to_value(ring)
    with pytest.raises(beve.EncodeError):
        beve.dumps(ring)
    with pytest.raises(beve.EncodeError):
        beve.dumps(ring, max_depth=1 << 60)
    with pytest.raises(beve.EncodeError):
        beve.dumps(deep, max_depth=1 << 60)
    data = nested(100_000, None) + b"\x00"
    with pytest.raises(beve.DepthError):
        beve.loads(data)
    with pytest.raises(beve.DepthError):
        beve.loads(data, limits=beve.Limits(max_depth=1 << 60))


def test_arguments_that_are_not_what_they_should_be() -> None:
    calls: list[Any] = [beve.loads, beve.validate, lambda data, **options: beve.loads_as(int, data, **options)]
    for call in calls:
        for limits in (5, None, "x"):
            with pytest.raises(TypeError):
                call(b"\x09\x01", limits=limits)
    functions: list[Any] = [beve.dumps, beve.loads]
    for function in functions:
        for keywords in ({"value": 1}, {"data": b""}, {}):
            with pytest.raises(TypeError):
                function(**keywords)
