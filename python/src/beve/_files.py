"""Files that are open, and files that are named by their paths."""

from __future__ import annotations

import contextlib
import os
from typing import IO, Any


def opened(file: IO[bytes] | str | os.PathLike[str], mode: str) -> contextlib.AbstractContextManager[Any]:
    """Return a file for a ``with``: one that is open stays so, one of a path is opened and closed."""
    if isinstance(file, (str, os.PathLike)):
        return open(file, mode)
    return contextlib.nullcontext(file)
