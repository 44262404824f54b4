"""Streams: when values are there, what stands between them, and what memory they take."""

from __future__ import annotations

import os
import threading
import tracemalloc
from collections.abc import Iterator
from io import BytesIO, RawIOBase

import pytest

import beve


def test_a_value_is_there_with_its_last_byte() -> None:
    read, write = os.pipe()
    arrived = []
    with open(read, "rb") as source, open(write, "wb", buffering=0) as sink:
        stream = beve.iter_stream(source)
        for value in (None, True, {"a": [1, "x"]}, "text", {"n": 1.5}):
            thread = threading.Thread(target=lambda: arrived.append(next(stream)))
            thread.start()
            data = beve.dumps(value)
            for i in range(len(data)):
                assert thread.is_alive()
                sink.write(data[i : i + 1])
            thread.join(10)
            assert arrived[-1] == value
        sink.close()
        assert list(stream) == []


def test_delimiters_are_optional_and_may_repeat() -> None:
    for data in ("06 06 18 06 06 08 00 06", "18 08 00", "18 06 08 06 00", "2e 02 18 08 00", "2e 01 06 18 06 08 00"):
        assert list(beve.iter_stream(bytes.fromhex(data))) == [True, False, None]
    assert list(beve.iter_stream(b"")) == []
    assert list(beve.iter_stream(b"\x06\x06")) == []


def test_a_stream_that_ends_within_a_value() -> None:
    data = beve.dumps({"a": "text"})
    for end in range(1, len(data)):
        stream = beve.iter_stream(BytesIO(b"\x18" + data[:end]))
        assert next(stream) is True
        with pytest.raises(beve.TruncatedError) as caught:
            next(stream)
        assert caught.value.offset == 1 + end
    for start in ("2e", "2e 02", "2e 02 06"):
        with pytest.raises(beve.TruncatedError):
            list(beve.iter_stream(bytes.fromhex(start)))


def test_memory_follows_what_arrives() -> None:
    class Claims(RawIOBase):
        """Claims 800 MB, sends a few bytes and then ends."""

        def __init__(self) -> None:
            self.sent = [b"\x05\x04\x64" + (100_000_000 << 2 | 2).to_bytes(4, "little"), bytes(100), b""]
            self.asked: list[int] = []

        def read(self, n: int = -1, /) -> bytes:
            self.asked.append(n)
            return self.sent.pop(0)

    source = Claims()
    tracemalloc.start()
    with pytest.raises(beve.TruncatedError):
        list(beve.iter_stream(source))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20
    assert max(source.asked) <= 1 << 16


def test_one_value_is_in_memory_at_a_time() -> None:
    data = beve.dumps("x" * 50_000)

    def chunks() -> Iterator[bytes]:
        for _ in range(400):
            yield data

    tracemalloc.start()
    assert sum(len(text) for text in beve.iter_stream(chunks())) == 400 * 50_000
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2_000_000


def test_time_grows_with_the_length_only() -> None:
    """A long string array, and a long index, in small pieces: each part is read once, or this takes hours."""
    texts = beve.dumps([str(i) for i in range(100_000)], typed_lists=True)
    index = bytearray(bytes.fromhex("0603") + (20_000 << 2 | 2).to_bytes(4, "little"))
    for i in range(20_000):
        index += bytes([20]) + b"%05d" % i + i.to_bytes(4, "little") + bytes([1, 0, 0])
    index += bytes(20_000)
    for data in (texts, bytes(index)):
        (value,) = beve.iter_stream(data[i : i + 100] for i in range(0, len(data), 100))
        assert len(value) in (100_000, 20_000)


def test_a_matrix_counts_once_however_it_arrives() -> None:
    data = beve.dumps(beve.Matrix("layout_right", (2, 3), [1, 2, 3, 4, 5, 6]))
    assert data[0] == 0x16
    chunks = [data[i : i + 1] for i in range(len(data))]
    assert len(list(beve.iter_stream(chunks, limits=beve.Limits(max_depth=2, max_elements=1)))) == 1
    with pytest.raises(beve.DepthError):
        list(beve.iter_stream(chunks, limits=beve.Limits(max_depth=1)))


def test_what_may_be_a_delimiter_or_an_index_is_limited() -> None:
    endless = (b"\x06\x03\x04" + b"\xff" * 8 if i == 0 else bytes(1 << 16) for i in range(1 << 20))
    with pytest.raises(beve.LimitError):
        list(beve.iter_stream(endless, limits=beve.Limits(max_bytes=1 << 20)))


def test_files_without_data_are_an_error() -> None:
    class Empty:
        def read(self, n: int, /) -> None:
            return None

    with pytest.raises(BlockingIOError):
        list(beve.iter_stream(Empty()))


def test_stream_arrays_do_not_change_later() -> None:
    file = BytesIO()
    beve.dump_stream([b"a" * 100, b"b" * 100], file)
    first, second = beve.iter_stream(file.getvalue())
    assert bytes(first) == b"a" * 100
    assert bytes(second) == b"b" * 100
    (again,) = beve.iter_stream(beve.dumps([b"c"]), uint8_as_bytes=True)
    assert again == [b"c"]


def test_aligned_arrays_of_a_stream_are_aligned_in_it() -> None:
    np = pytest.importorskip("numpy", reason="alignment matters to NumPy")
    file = BytesIO()
    beve.dump_stream([np.arange(3.0), "x", np.arange(4.0)], file, aligned=True)
    data = file.getvalue()
    at = data.rindex(np.arange(4.0).tobytes())
    assert at % 8 == 0
    assert [len(v) for v in beve.iter_stream(data)] == [3, 1, 4]
