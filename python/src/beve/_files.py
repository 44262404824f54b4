"""Files that are open, and files that are named by their paths."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterable
from typing import IO, Any

from ._wire import Source


def opened(file: IO[bytes] | str | os.PathLike[str], mode: str) -> contextlib.AbstractContextManager[Any]:
    """Return a file for a ``with``: one that is open stays so, one of a path is opened and closed."""
    if isinstance(file, (str, os.PathLike)):
        return open(file, mode)
    if not hasattr(file, "write" if mode == "wb" else "read"):
        raise TypeError(f"a binary file or its path is wanted, not a value of type {type(file).__name__}")
    return contextlib.nullcontext(file)


def arrived(data: bytes | None) -> bytes:
    """Return what was read of a file; BlockingIOError for one that has nothing yet and does not wait."""
    if data is None:
        raise BlockingIOError("the file does not wait for its data")
    return data


def rest_of(file: Any, most: int | None) -> bytes:
    """Return what is left of a file, at most so many bytes; one without a buffer may return less than is asked for."""
    pieces = []
    while data := arrived(file.read() if most is None else file.read(most)):
        pieces.append(data)
        if most is not None and (most := most - len(data)) <= 0:
            break
    return b"".join(pieces)


def put(file: Any, pieces: Iterable[Source]) -> None:
    """Write pieces to a file, all of them: one without a buffer may take less than it is given."""
    for piece in pieces:
        if not isinstance(file, io.RawIOBase):
            file.write(piece)
            continue
        left = memoryview(piece)
        while len(left):
            taken = file.write(left)
            if taken is None:
                raise BlockingIOError("the file does not wait until it can take all")
            left = left[taken:]
