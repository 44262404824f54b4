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
