"""Arrays are views only of memory that nobody changes, however that is handed over."""

from __future__ import annotations

import array
import ctypes
import mmap
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import beve

np: Any = pytest.importorskip("numpy")

DATA = beve.dumps({"a": np.arange(50.0), "c": np.arange(4) * 1j, "m": np.ones((2, 3)), "i": np.arange(9)}, aligned=True)


def mapped(access: int) -> Any:
    path = Path(tempfile.mkdtemp()) / "message.beve"
    path.write_bytes(DATA)
    with path.open("r+b") as file:
        return mmap.mmap(file.fileno(), 0, access=access)


def only_read(data: Any) -> Any:
    data.flags.writeable = False
    return data


#: What holds a message in memory that may change; the second is what to write into.
MUTABLE: dict[str, Callable[[], Any]] = {
    "bytearray": lambda: bytearray(DATA),
    "array": lambda: array.array("B", DATA),
    "NumPy": lambda: np.frombuffer(DATA, "u1").copy(),
    "ctypes": lambda: (ctypes.c_ubyte * len(DATA)).from_buffer_copy(DATA),
    "mmap": lambda: mapped(mmap.ACCESS_WRITE),
    "mmap, own pages": lambda: mapped(mmap.ACCESS_COPY),
}

#: How it is handed over.
HANDED: dict[str, Callable[[Any], Any]] = {
    "as it is": lambda m: m,
    "view": memoryview,
    "for reading": lambda m: memoryview(m).cast("B").toreadonly(),
    "part for reading": lambda m: memoryview(m).cast("B").toreadonly()[:],
    "view of a view": lambda m: memoryview(memoryview(m).toreadonly()),
    "NumPy for reading": lambda m: only_read(np.frombuffer(m, "u1")),
    "view of NumPy for reading": lambda m: memoryview(only_read(np.frombuffer(m, "u1"))),
}


@pytest.mark.parametrize("handed", HANDED.values(), ids=HANDED)
@pytest.mark.parametrize("made", MUTABLE.values(), ids=MUTABLE)
def test_memory_that_may_change_is_copied(made: Callable[[], Any], handed: Callable[[Any], Any]) -> None:
    memory = made()
    message = handed(memory)
    got = [beve.loads(message), beve.View(message).value(), beve.loads_as(dict[str, np.ndarray], message)]
    raw = memoryview(memory).cast("B")
    raw[:] = bytes(len(raw))
    raw.release()
    for value in got:
        for name, part in beve.loads(DATA).items():
            assert np.array_equal(value[name], part)
            assert not value[name].flags.writeable


@pytest.mark.parametrize("handed", HANDED.values(), ids=HANDED)
def test_memory_that_does_not_change_is_viewed(handed: Callable[[Any], Any]) -> None:
    for memory in (DATA, mapped(mmap.ACCESS_READ)):
        message = handed(memory)
        shared = np.shares_memory(beve.loads(message)["a"], np.frombuffer(memory, "u1"))
        assert shared or isinstance(message, np.ndarray) or isinstance(getattr(message, "obj", None), np.ndarray)
