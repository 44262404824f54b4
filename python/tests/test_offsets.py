"""Where errors are: each reason to refuse bytes as malformed, with the byte that is at fault."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import beve

# What is wrong, where in the value, and the value in hexadecimal. A "w" alone in its place is
# 8 bytes of zero.
LONG = "0603 08 0461 00000000 ffff 02 0462 ffff0000 0100 00 02 eeff0300" + "61" * 65531 + "00"
CASES = [
    ("a delimiter where a value is expected", 0, "0600"),
    ("a framing header that is not at the start of the message", 0, "2e01"),
    ("invalid header 0x07", 0, "07"),
    ("invalid UTF-8", 3, "020c61ff61"),
    ("invalid UTF-8", 3, "0304 04ff 00"),
    ("invalid UTF-8", 6, "3c08 0461 08 61ff"),
    ("aligned array of something else than numbers", 1, "5c3c0400"),
    ("padding that is not less than an element", 3, "5c340408"),
    ("array in place of an array of numbers", 2, "1600 0500"),
    ("boolean array with padding bits set", 2, "1c0402"),
    ("boolean array with padding bits set", 3, "1c240080"),
    ("invalid header of complex numbers", 1, "1e63"),
    ("invalid header of complex numbers", 1, "1ea0"),
    ("aligned complex array over another array than its own", 2, "1e62 5c4c0400"),
    ("aligned complex array of an odd number of parts", 4, "1e62 5c640400"),
    ("extents of a matrix that are not integers, or are missing", 2, "1600 1400 1400"),
    ("extents of a matrix that are not integers, or are missing", 2, "1600 64 04 w 1400"),
    ("negative extent of a matrix", 2, "1600 0c04ff 1400"),
    ("extents of a matrix overflow", 2, "1600 7408 0000000000000080 0000000000000080 1400"),
    ("header of a matrix with reserved bits", 1, "1602 140400 1400"),
    ("a complex number in place of the elements of a matrix", 5, "1600 140401 1e60 w w"),
    ("matrix of 1 elements whose extents make 2", 5, "1600 140402 140400"),
    ("not a timestamp", 14, "36 2602 w 0000 2600 w"),
    ("not a timestamp", 1, "36 0000"),
    ("timestamp with a fraction of a second or more", 10, "2602 w e803"),
    ("timestamp with a fraction of a second or more", 10, "2606 w 00ca9a3b"),
    ("timestamp with a zone offset of a day or more", 12, "2603 w 0000 a005"),
    ("duration with a fraction of a second or more", 10, "2e06 w 00ca9a3b"),
    ("interval ends before it starts", 13, "36 2602 0100000000000000 0000 2602 w 0000"),
    ("version 4 before a UUID of version 0", 1, "46 04 w w"),
    ("regular expression with reserved flags", 1, "4e20 00"),
    ("index flags with reserved bits", 11, "0603 04 0461 00000000 0100 80 00"),
    ("index of values that do not start at 0", 3, "0603 04 0461 01000000 0100 00 00"),
    ("index with unsorted or repeated names", 12, "0603 08 0462 00000000 0100 00 0461 01000000 0100 00 0000"),
    ("index with unsorted or repeated names", 12, "0603 08 0461 00000000 0100 00 0461 01000000 0100 00 0000"),
    ("index with a gap or an overlap", 12, "0603 08 0461 00000000 0100 00 0462 02000000 0100 00 000000"),
    ("value of an indexed object at 65536, not 65535", 65557, LONG),
    ("value of an indexed object of ", 12, "0603 04 0461 00000000 0200 01 00 00"),
    ("value of an indexed object of another type than its index says", 12, "0603 04 0461 00000000 0100 01 00"),
    ("table with repeated names", 6, "0e08 0461 0461 04 0000"),
    ("table of rows without fields", 2, "0e00 04"),
]  # fmt: skip


def octets(text: str) -> bytes:
    return bytes.fromhex(text.replace("w", "00" * 8))


@pytest.mark.parametrize(("reason", "offset", "text"), CASES, ids=lambda said: str(said)[:40])
def test_an_error_names_the_byte_at_fault(reason: str, offset: int, text: str) -> None:
    for before, path in ((b"", ""), (b"\x05\x08\x00", "/1"), (b"\x03\x04\x08ab", "/ab"), (b"\x05\x04\x05\x04", "/0/0")):
        message = before + octets(text)
        reads: list[Any] = [
            lambda m: beve.loads(m, strict=True),
            lambda m: beve.validate(m, strict=True),
            lambda m: list(beve.iter_stream([m], strict=True)),
            lambda m: list(beve.iter_stream([m[i : i + 1] for i in range(len(m))], strict=True)),
        ]
        if not before and text[:2] in ("06", "2e"):
            continue  # which mean something else at the start of a message
        for read in reads[: 2 if len(text) > 1 << 16 else 4]:
            with pytest.raises(beve.MalformedError) as caught:
                read(message)
            assert reason in caught.value.reason
            assert caught.value.offset == len(before) + offset
            assert caught.value.path.startswith(path)


def test_every_reason_has_a_case() -> None:
    """What the reader says of malformed bytes is read out of its sources."""
    sources = Path(beve.__file__).parent
    said = set()
    for name in ("_leaves.py", "_containers.py", "_wire.py"):
        said |= set(re.findall(r'MalformedError\(f?"((?:[^"{]|\{_)*)', (sources / name).read_text()))
    assert len(said) > 20
    for reason in said:
        words = reason.split("{")[0].rstrip()
        assert any(words in case for case, _, _ in CASES), words
