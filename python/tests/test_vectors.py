"""The shared vectors: what they mean, what comes back when they are written, and what is refused."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from vectors import GOOD, MALFORMED, MESSAGES, Vector, same

import beve

# Arrays in every form that decoding offers; without NumPy the first is "array".
FORMS: list[Any] = [{}, {"arrays": "array"}, {"arrays": "list"}, {"copy": True}, {"copy": False}]


@pytest.mark.parametrize("vector", MESSAGES, ids=str)
def test_messages_mean_what_their_json_says(vector: Vector) -> None:
    (want,) = vector.values
    for form in FORMS:
        got = beve.loads(vector.data, **vector.options, **form)
        assert same(got, want), f"{form}: {got}"


@pytest.mark.parametrize("vector", MESSAGES, ids=str)
def test_any_buffer_is_read(vector: Vector) -> None:
    want = repr(beve.loads(vector.data, **vector.options))
    for data in (bytearray(vector.data), memoryview(vector.data), memoryview(b"-" + vector.data)[1:]):
        assert repr(beve.loads(data, **vector.options)) == want
    assert repr(beve.load(BytesIO(vector.data), **vector.options)) == want
    beve.validate(vector.data, **vector.options)


@pytest.mark.parametrize("vector", GOOD, ids=str)
@pytest.mark.parametrize("step", [1, 3, 1 << 20])
def test_streams_are_read_as_they_arrive(vector: Vector, step: int) -> None:
    chunks = (vector.data[i : i + step] for i in range(0, len(vector.data), step))
    if step < 100 and len(vector.data) > 5000:
        chunks = (vector.data[i : i + 997] for i in range(0, len(vector.data), 997))
    got = list(beve.iter_stream(chunks, **vector.options))
    assert same(got, vector.values)


@pytest.mark.parametrize("vector", [v for v in MESSAGES if len(v.data) < 5000], ids=str)
def test_a_part_is_truncated(vector: Vector) -> None:
    for end in range(len(vector.data)):
        with pytest.raises(beve.TruncatedError):
            beve.loads(vector.data[:end], **vector.options)


@pytest.mark.parametrize("vector", MALFORMED, ids=str)
def test_malformed_input_is_refused_by_all_readers(vector: Vector) -> None:
    options = {**vector.options, "strict": True} if vector.level == "strict" else vector.options
    with pytest.raises(beve.DecodeError) as loaded:
        beve.loads(vector.data, **options)
    assert 0 <= loaded.value.offset <= len(vector.data)
    with pytest.raises(beve.DecodeError) as checked:
        beve.validate(vector.data, **options)
    assert str(checked.value) == str(loaded.value)
    assert type(checked.value) is type(loaded.value)


@pytest.mark.parametrize("vector", MALFORMED, ids=str)
def test_malformed_streams_are_refused(vector: Vector) -> None:
    options = {**vector.options, "strict": True} if vector.level == "strict" else vector.options
    if vector.name == "delimiter_only":
        assert list(beve.iter_stream(vector.data)) == []  # of a stream it is the empty one
        return
    if "trailing" in vector.name or vector.name == "ext_index_last_size_long":
        return  # two values, or one and the start of another
    for chunks in ([vector.data], [vector.data[i : i + 1] for i in range(min(len(vector.data), 5000))]):
        with pytest.raises(beve.DecodeError):
            list(beve.iter_stream(chunks, **options))
