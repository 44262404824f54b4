"""Files of every kind: with a buffer and without, that wait and that do not, in pieces of any size."""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import beve

DATA = beve.dumps({"a": ["x" * 100] * 30})


class Bits(io.RawIOBase):
    """A file without a buffer that returns little at once, and now and then that there is nothing yet."""

    def __init__(self, data: bytes, at_once: int, nothing_at: int | None = None) -> None:
        self.left = io.BytesIO(data)
        self.at_once = at_once
        self.nothing_at = nothing_at

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        if self.nothing_at is not None and self.left.tell() >= self.nothing_at:
            return None
        data = self.left.read(min(self.at_once, len(buffer)))
        buffer[: len(data)] = data
        return len(data)


def pipe(data: bytes, close: bool) -> Any:
    """Return the end of a pipe that does not wait, with that much in it."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.write(writing, data)
    if close:
        os.close(writing)
    else:
        OPEN.append(writing)
    return reading


OPEN: list[int] = []


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    while OPEN:
        os.close(OPEN.pop())


READERS: dict[str, Callable[[Any], Any]] = {
    "load": beve.load,
    "load with a limit": lambda file: beve.load(file, limits=beve.Limits(max_bytes=1 << 20)),
    "iter_stream": lambda file: list(beve.iter_stream(file))[0],  # noqa: RUF015, to the end
}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_files_that_have_all(read: Callable[[Any], Any]) -> None:
    wanted = beve.loads(DATA)
    for at_once in (1, 7, len(DATA), 1 << 20):
        assert read(Bits(DATA, at_once)) == wanted
        assert read(io.BufferedReader(Bits(DATA, at_once))) == wanted
    assert read(io.BytesIO(DATA)) == wanted
    for buffering in (0, -1):
        with open(pipe(DATA, close=True), "rb", buffering=buffering) as file:
            assert read(file) == wanted
    path = Path(tempfile.mkdtemp()) / "message.beve"
    path.write_bytes(DATA)
    for buffering in (0, -1):
        with path.open("rb", buffering=buffering) as file:
            assert read(file) == wanted


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_files_that_do_not_wait(read: Callable[[Any], Any]) -> None:
    for there in (0, 1, 50, len(DATA) - 1, len(DATA)):
        for make in (
            lambda there: Bits(DATA, 1 << 20, there),
            lambda there: Bits(DATA[:there], 7, there),
            lambda there: io.BufferedReader(Bits(DATA[:there], 7, there)),
            lambda there: open(pipe(DATA[:there], close=False), "rb", buffering=0),  # noqa: SIM115
            lambda there: open(pipe(DATA[:there], close=False), "rb"),  # noqa: SIM115
        ):
            with make(there) as file, pytest.raises(BlockingIOError, match="does not wait for its data"):
                read(file)
