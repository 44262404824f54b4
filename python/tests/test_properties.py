"""What holds for all values and all bytes."""

from __future__ import annotations

import contextlib
import re
import tracemalloc
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any

import pytest
from documents import elements
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import documents, equal, extended, scalars, texts
from vectors import GOOD, MESSAGES, Vector

import beve
from beve import canonical

portable = documents(scalars)
everything = documents(st.one_of(scalars, extended))


@given(portable)
def test_portable_values_come_back(value: Any) -> None:
    assert equal(beve.loads(beve.dumps(value)), value)


@given(everything, st.integers(1, 6))
def test_extended_values_come_back(value: Any, rows: int) -> None:
    data = beve.dumps(value, extended=True, min_table_rows=rows)
    assert equal(beve.loads(data), value)
    beve.validate(data)


@given(everything)
def test_typed_lists_hold_the_same(value: Any) -> None:
    data = beve.dumps(value, typed_lists=True, extended=True)
    assert equal(beve.loads(data, arrays="list"), value)


@given(everything)
def test_order_of_keys_is_the_only_difference_of_sorting(value: Any) -> None:
    data = beve.dumps(value, sort_keys=True, extended=True)
    assert equal(beve.loads(data), value)
    assert beve.dumps(beve.loads(data), sort_keys=True, extended=True) == data


@given(st.lists(everything, max_size=6), st.integers(1, 50))
def test_streams_come_back_in_pieces_of_any_size(values: list[Any], step: int) -> None:
    file = BytesIO()
    beve.dump_stream(values, file, extended=True)
    data = file.getvalue()
    got = list(beve.iter_stream(data[i : i + step] for i in range(0, len(data), step)))
    assert equal(got, values)
    assert equal(list(beve.iter_stream(BytesIO(data))), values)


@given(everything, st.data())
def test_views_find_what_decoding_finds(value: Any, data: Any) -> None:
    view = beve.View(beve.dumps({"it": value}, extended=True), arrays="list")["it"]
    while isinstance(value, (list, dict)) and value:
        assert len(view) == len(value)
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        assert (
            list(view.keys()) == keys
            if isinstance(value, list)
            else sorted(map(str, view.keys())) == sorted(map(str, keys))
        )
        key = data.draw(st.sampled_from(keys))
        view, value = view[key], value[key]
    assert equal(view.value(), value)


def read_everywhere(data: bytes) -> None:
    """Read bytes in every way: an error of the package is all that may happen."""
    loaded, valid, _, _ = (
        refusal(read, data) for read in (beve.loads, beve.validate, lambda data: list(beve.iter_stream([data])), walk)
    )
    # Validation takes what Python has no values for.
    assert str(loaded) == str(valid) or isinstance(loaded, beve.UnsupportedError)
    formed = refusal(canonical.canonical, data)
    assert formed is not None or valid is None
    for read in (canonical.check, lambda data: beve.loads(data, require_canonical=True)):
        assert refusal(read, data) is not None or formed is None


def refusal(read: Callable[[bytes], object], data: bytes) -> beve.DecodeError | None:
    """Return the error of a reader, whose offset is within the input."""
    try:
        read(data)
    except beve.DecodeError as e:
        error = e
    else:
        return None
    assert 0 <= error.offset <= len(data)
    return error


def walk(data: bytes) -> None:
    """Look at every part of a message through views, at many of them through every method."""
    todo, left = [beve.View(data)], 20
    while todo:
        view, left = todo.pop(), left - 1
        keys: list[Any] = [0, -1, "start", "value", "0"]
        for look in LOOKS.values() if left > 0 else (LOOKS["value"],):
            with contextlib.suppress(beve.DecodeError):
                look(view, keys)
        with contextlib.suppress(beve.DecodeError):
            for part in view:  # those before an error too
                todo.append(part)


def each(parts: Iterable[Any], keys: list[Any]) -> None:
    """Go over the parts of a view, or its keys, and look for the first of these later."""
    for i, part in enumerate(parts):
        if i < 3 and isinstance(part, (int, str)):
            keys.append(part)


def each_key(keys: list[Any], find: Callable[[Any], Any]) -> None:
    """Look for parts, some of which are there."""
    for key in keys:
        with contextlib.suppress(beve.DecodeError):
            find(key)


#: What can be asked of a view.
LOOKS: dict[str, Callable[[beve.View, list[Any]], Any]] = {
    "kind": lambda view, keys: view.kind,
    "offset": lambda view, keys: view.offset,
    "path": lambda view, keys: view.path,
    "value": lambda view, keys: view.value(),
    "__len__": lambda view, keys: len(view),
    "__bool__": lambda view, keys: bool(view),
    "__repr__": lambda view, keys: repr(view),
    "items": lambda view, keys: each(view.items(), keys),
    "keys": lambda view, keys: each(view.keys(), keys),
    "__iter__": lambda view, keys: each(view, keys),
    "__contains__": lambda view, keys: each_key(keys, lambda key: key in view),
    "__getitem__": lambda view, keys: each_key(keys, lambda key: view[key].value()),
    "at": lambda view, keys: each_key(keys, lambda key: view.at(f"/{key}").value()),
    "get": lambda view, keys: each_key(keys, lambda key: view.get(f"/{key}")),
}


def test_views_are_looked_at_by_all_their_methods() -> None:
    named = {name for name, what in vars(beve.View).items() if callable(what) or isinstance(what, property)}
    assert set(LOOKS) == {name for name in named if not re.match("_[^_]", name)} - {"__init__"} | {"offset"}


@pytest.mark.parametrize("vector", [v for v in GOOD if len(v.data) < 3000], ids=str)
def test_cut_messages_are_read_or_refused(vector: Vector) -> None:
    """Wherever a vector ends, nothing but an error of the package may come of it."""
    for end in range(0, len(vector.data), 1 + len(vector.data) // 30):
        read_everywhere(vector.data[:end])


def test_cut_and_changed_values_of_all_forms_are_read_or_refused() -> None:
    for element in elements():
        for message in (element, b"\x05\x08" + element + b"\x00", b"\x03\x04\x04a" + element):
            for end in range(len(message)):
                read_everywhere(message[:end])
        for i in range(len(element)):
            for bits in (0x01, 0x08, 0x20, 0xFF):
                read_everywhere(element[:i] + bytes((element[i] ^ bits,)) + element[i + 1 :])


@given(st.binary(max_size=200))
@example(bytes.fromhex("5c64fc00"))
@example(bytes.fromhex("1600" + "74" + "20" + "ff" * 64 + "6400"))
@example(bytes.fromhex("160094080000000000000000000000000000000100000000000000000000000000000001" + "6400"))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    read_everywhere(data)


@given(st.sampled_from([v for v in MESSAGES if len(v.data) < 2000]), st.data())
def test_changed_messages_are_read_or_refused(vector: Vector, data: Any) -> None:
    changed = bytearray(vector.data)
    for _ in range(data.draw(st.integers(1, 4))):
        changed[data.draw(st.integers(0, len(changed) - 1))] = data.draw(st.integers(0, 255))
    read_everywhere(bytes(changed))


@pytest.mark.parametrize("header", range(256))
def test_claims_cost_no_memory(header: int) -> None:
    """A few bytes that claim up to 2^62 of whatever there is get no memory for them."""
    for size in ("ffffffffffffffff", "0300000000000040", "feffffff"):
        for prefix in ("", "04", "16", "1e", "5c", "0e"):
            data = bytes([header]) + bytes.fromhex(prefix + size) + bytes(19)
            tracemalloc.start()
            try:
                with contextlib.suppress(beve.DecodeError):
                    beve.loads(data)
                assert tracemalloc.get_traced_memory()[1] < 1 << 20
            finally:
                tracemalloc.stop()


@given(texts)
def test_pointers_lead_to_their_keys(key: str) -> None:
    message = beve.dumps({key: {"a": 1}, key + "~": 2})
    (first, _) = beve.View(message).items()
    assert beve.View(message).at(first[1].path).value() == {"a": 1}
