"""Files of frames, as the peers in Python share them. See the documentation of package interop."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from pathlib import Path


def read(path: str) -> Iterator[bytes]:
    """Yield the frames of a file."""
    data = Path(path).read_bytes()
    off = 0
    while off < len(data):
        (n,) = struct.unpack_from("<I", data, off)
        yield data[off + 4 : off + 4 + n]
        off += 4 + n


def write(path: str, frames: Iterable[bytes]) -> None:
    """Write a file of frames."""
    with open(path, "wb") as out:
        for frame in frames:
            out.write(struct.pack("<I", len(frame)) + frame)
