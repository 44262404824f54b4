"""The peer in Python: the package of this project. See the documentation of package interop."""

from __future__ import annotations

import array
import json
import random
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "python" / "src"))
import beve
import frames

LETTERS = 'abcxyz0189 /~\\"\t\n\x00éüßñ€漢字𝄞🙂\ufeff\uffff'
DEEPEST = 6


def echo(source: str, target: str) -> None:
    """Decode each message and encode it again."""
    frames.write(target, map(again, frames.read(source)))


def again(message: bytes) -> bytes:
    """Decode a message, at once and as a stream, and encode it."""
    value = beve.loads(message, arrays="array")
    written = beve.dumps(value, sort_keys=True)
    (streamed,) = beve.iter_stream(message, arrays="array")
    assert beve.dumps(streamed, sort_keys=True) == written
    return written


def check(source: str, target: str) -> None:
    """Say of each message what is wrong with it: an empty frame for nothing."""
    frames.write(target, map(verdict, frames.read(source)))


def verdict(message: bytes) -> bytes:
    """Return what is wrong with a message."""
    try:
        beve.validate(message)
    except beve.DecodeError as error:
        return str(error).encode()
    return b""


def make(seed: str, n: str, target: str) -> None:
    """Write random documents with their JSON text."""
    r = random.Random(int(seed))
    values = (document(r, 0) for _ in range(int(n)))
    frames.write(
        target, (frame for v in values for frame in (beve.dumps(v, sort_keys=True), json.dumps(plain(v)).encode()))
    )


def document(r: random.Random, depth: int) -> Any:
    """Return a random value."""
    kind = r.randrange(9 if depth >= DEEPEST else 12)
    if kind == 0:
        return r.choice([None, True, False])
    if kind in (1, 2):
        return integer(r)
    if kind == 3:
        return r.choice([r.uniform(-1e9, 1e9), r.uniform(-1, 1) * 10.0 ** r.randrange(-300, 300), 0.0, -0.0])
    if kind in (4, 5):
        return text(r)
    if kind == 6:
        code, bits = r.choice([("b", 7), ("h", 15), ("i", 31), ("q", 63)])
        return array.array(code, [r.randrange(-1 << bits, 1 << bits) for _ in range(r.randrange(6))])
    if kind == 7:
        code, bits = r.choice([("B", 8), ("H", 16), ("I", 32), ("Q", 64)])
        return array.array(code, [r.randrange(1 << bits) for _ in range(r.randrange(70))])
    if kind == 8:
        return array.array("d", [r.uniform(-1e3, 1e3) for _ in range(r.randrange(6))])
    if kind == 9:
        return [document(r, depth + 1) for _ in range(r.randrange(6))]
    if kind == 10:
        return {r.randrange(-1 << 63, 1 << 63): document(r, depth + 1) for _ in range(1 + r.randrange(3))}
    return {text(r): document(r, depth + 1) for _ in range(r.randrange(6))}


def integer(r: random.Random) -> int:
    """Return an integer that is as likely to be of one width as of another."""
    bits = r.randrange(64)
    return r.choice([r.getrandbits(bits), ~r.getrandbits(bits), r.getrandbits(64)])


def text(r: random.Random) -> str:
    """Return text of a few letters, or of about as many as SIZE takes in one byte."""
    return "".join(r.choices(LETTERS, k=r.choice([*range(8), 60 + r.randrange(10)])))


def plain(value: Any) -> Any:
    """Return a value as the json module knows it."""
    if isinstance(value, dict):
        return {str(key): plain(v) for key, v in value.items()}
    if isinstance(value, (list, array.array)):
        return [plain(v) for v in value]
    return value


if __name__ == "__main__":
    {"check": check, "echo": echo, "make": make}[sys.argv[1]](*sys.argv[2:])
