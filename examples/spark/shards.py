"""The shards of beambeve, block by block.

    python shards.py 'out/day-requests-*' host      # how many values there are for each host

A file has an index beside it that says where blocks end. Each begins with a value, so that they
are read apart, by as many workers as there are.
"""

from __future__ import annotations

import collections
import glob
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import beve

try:
    from google_crc32c import extend as crc32c
except ImportError:
    crc32c = None  # blocks are read without comparing their checksums


@dataclass(frozen=True)
class Block:
    """Bytes of a file that hold whole values."""

    path: str
    start: int
    end: int
    checksum: int | None = None


def blocks(pattern: str) -> list[Block]:
    """Return the blocks of the files that match. A file without an index is one block."""
    found: list[Block] = []
    for path in sorted(glob.glob(pattern)):
        size = os.path.getsize(path)
        if size == 0 or path.endswith((".index", ".tmp")):
            continue
        try:
            index = beve.load(path + ".index")
        except FileNotFoundError:
            found.append(Block(path, 0, size))
            continue
        ends = [int(end) for end in index["ends"]]
        if not ends or ends[-1] != size:
            raise ValueError(f"{path}: the index beside it is that of another file")
        starts = [0, *ends[:-1]]
        found += [Block(path, *place) for place in zip(starts, ends, map(int, index["sums"]), strict=True)]
    return found


def values(block: Block) -> Iterator[Any]:
    """Return the values of a block, one by one. In memory is a piece of it."""
    pieces = stored(block)
    if block.path.endswith(".zst"):
        pieces = decompressed(pieces)
    return beve.iter_stream(pieces)


def stored(block: Block) -> Iterator[bytes]:
    """Return the bytes of a block as they are in its file, in pieces."""
    checksum, left = 0, block.end - block.start
    with open(block.path, "rb") as file:
        file.seek(block.start)
        while left > 0:
            piece = file.read(min(left, 1 << 20))
            if not piece:
                raise ValueError(f"{block.path} ends before its block at byte {block.start} does")
            left -= len(piece)
            if crc32c:
                checksum = crc32c(checksum, piece)
            yield piece
    if crc32c and block.checksum not in (None, checksum):
        raise ValueError(f"{block.path}: the block at byte {block.start} is not the one that was indexed")


def decompressed(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Return what frames of Zstandard hold."""
    import zstandard

    frame = zstandard.ZstdDecompressor().decompressobj(read_across_frames=True)
    for piece in pieces:
        yield frame.decompress(piece)


if __name__ == "__main__":
    counts: collections.Counter[Any] = collections.Counter()
    for each in blocks(sys.argv[1]):
        counts.update(value[sys.argv[2]] for value in values(each))
    for key, number in sorted(counts.items()):
        print(key, number)
