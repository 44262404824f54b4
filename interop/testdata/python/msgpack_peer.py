"""The peer msgpack for Python. See the documentation of package interop."""

from __future__ import annotations

import json
import random
import sys
from typing import Any

import frames
import msgpack

LETTERS = 'abcxyz0189 /~\\"\t\n\x00éüßñ€漢字𝄞🙂\ufeff\uffff'
DEEPEST = 6


def echo(source: str, target: str) -> None:
    """Decode each message and encode it again, with keys of any type."""
    frames.write(target, (msgpack.packb(msgpack.unpackb(m, strict_map_key=False)) for m in frames.read(source)))


def make(seed: str, n: str, target: str) -> None:
    """Write random documents with their JSON text."""
    r = random.Random(int(seed))
    values = (document(r, 0) for _ in range(int(n)))
    frames.write(target, (frame for v in values for frame in (msgpack.packb(v), json.dumps(plain(v)).encode())))


def document(r: random.Random, depth: int) -> Any:
    """Return a random value, members of objects in the order of their encoded keys."""
    kind = r.randrange(6 if depth >= DEEPEST else 9)
    if kind == 0:
        return r.choice([None, True, False])
    if kind in (1, 2):
        bits = r.randrange(64)
        return r.choice([r.getrandbits(bits), ~r.getrandbits(bits), r.getrandbits(64)])
    if kind == 3:
        return r.choice([r.uniform(-1e9, 1e9), r.uniform(-1, 1) * 10.0 ** r.randrange(-300, 300), 7.0, 0.0, -0.0])
    if kind == 4:
        return text(r)
    if kind == 5:
        return r.randbytes(r.choice([*range(8), 250 + r.randrange(10)]))
    if kind == 6:
        return [document(r, depth + 1) for _ in range(few(r))]
    if kind == 7:
        keys = {r.randrange(-1 << 63, 1 << 63) >> r.randrange(64) for _ in range(1 + few(r))}
    else:
        keys = {text(r) for _ in range(few(r))}
    return {key: document(r, depth + 1) for key in sorted(keys, key=msgpack.packb)}


def few(r: random.Random) -> int:
    """Return how many elements something has, now and then more than one byte says."""
    return 16 + r.randrange(4) if r.randrange(20) == 0 else r.randrange(6)


def text(r: random.Random) -> str:
    """Return text of a few letters, or of about as many as a length takes in one byte."""
    return "".join(r.choices(LETTERS, k=r.choice([*range(8), 28 + r.randrange(10), 250 + r.randrange(10)])))


def plain(value: Any) -> Any:
    """Return a value as the json module knows it."""
    if isinstance(value, dict):
        return {str(key): plain(v) for key, v in value.items()}
    if isinstance(value, list):
        return [plain(v) for v in value]
    return list(value) if isinstance(value, bytes) else value


if __name__ == "__main__":
    {"echo": echo, "make": make}[sys.argv[1]](*sys.argv[2:])
