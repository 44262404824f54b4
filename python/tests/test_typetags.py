"""The verdicts of the Go library on the byte that starts a table or a type tag."""

from __future__ import annotations

import itertools
import pathlib
from collections.abc import Iterator

import pytest

import beve

VERDICTS = pathlib.Path(__file__).parents[2] / "testdata" / "typetags.bin"


def messages() -> Iterator[bytes]:
    every = [bytes([i]) for i in range(256)]
    some = [bytes([i]) for i in (0x00, 0x04, 0x08, 0x0E, 0x02, 0x6B, 0x11, 0x18, 0x7F, 0x05)]
    yield b"\x0e"
    for choice, n in ((every, 1), (every, 2), (some, 3), (some, 4), (some, 5)):
        for parts in itertools.product(choice, repeat=n):
            yield b"\x0e" + b"".join(parts)


def is_valid(data: bytes) -> bool:
    try:
        beve.validate(data)
    except beve.DecodeError:
        return False
    return True


@pytest.mark.skipif(not VERDICTS.exists(), reason="the verdicts are in the repository")
def test_verdicts_are_those_of_go() -> None:
    verdicts = VERDICTS.read_bytes()
    n = 0
    for i, data in enumerate(messages()):
        n += 1
        bits = verdicts[i // 4] >> i % 4 * 2 & 3
        if i % 5 and i > 66_000 and not bits & 2:
            continue  # enough of those that are neither
        assert (beve.View(data).kind is beve.Kind.TYPE_TAG) == bool(bits & 1), data.hex()
        assert is_valid(data) == bool(bits & 2), data.hex()
    assert (n + 3) // 4 == len(verdicts)


def test_what_a_tag_and_a_table_become() -> None:
    assert beve.loads(b"\x0e\x04\x08id\x04\x11\x07") == [{"id": 7}]
    assert beve.loads(b"\x0e\x04\x0c\x0cAB\x00", arrays="list") == beve.TypeTag(1, [65, 66, 0])
    for step in (1, 2, 100):
        data = b"\x0e\x04\x00\x06\x0e\x04\x08id\x04\x11\x07\x06\x0e\x04\x0c\x0cAB\x00"
        chunks = [data[i : i + step] for i in range(0, len(data), step)]
        tag, table, last = beve.iter_stream(chunks, arrays="list")
        assert (tag, table, last) == (beve.TypeTag(1, None), [{"id": 7}], beve.TypeTag(1, [65, 66, 0]))


def test_no_table_is_written_that_would_be_read_as_a_tag() -> None:
    for name in ("", "\x00", "a\x1f", "\x7f", "\n", "a"):
        rows = [{name: i} for i in range(8)]
        data = beve.dumps(rows, extended=True)
        assert (data[0] == 0x0E) == (name == "a")
        assert beve.loads(data) == rows


@pytest.mark.parametrize("x", range(-6, 6))
def test_names_are_looked_at_up_to_a_mark(x: int) -> None:
    mark, pairs = 1 << 16, 21840
    fill = mark - 1 + x - 3 * pairs - 1  # so that the last name begins at mark - 1 + x
    size = (pairs + 2 << 2 | 2).to_bytes(4, "little")
    names = b"\x0e" + size + b"\x08aa" * pairs + bytes([fill << 2]) + b"b" * fill
    for last, tag in (
        (b"\x08ab\x04\x11\x07", False),
        (b"\x08a\x01\x04\x11\x07", x < -1),
        (b"\x08a\xff\x04\x11\x07", x < -1),
        (b"\x08\x01a", x < 0),
    ):
        # As one of a table, the name lacks its rows or their values: the message is refused.
        try:
            kind = beve.View(names + last).kind
        except beve.DecodeError:
            kind = None
        assert (kind is beve.Kind.TYPE_TAG) == tag, (x, last)
