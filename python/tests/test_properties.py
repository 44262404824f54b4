"""What holds for all values and all bytes."""

from __future__ import annotations

import contextlib
import tracemalloc
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import documents, equal, extended, scalars, texts
from vectors import MESSAGES, Vector

import beve

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
    """Look at every part of a message through views."""
    todo = [beve.View(data)]
    while todo:
        view = todo.pop()
        try:
            todo += view
        except beve.MismatchError:
            view.value()


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
