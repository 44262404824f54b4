"""The one home of wire facts: header bytes, number types and SIZE."""

from __future__ import annotations

import enum
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ._errors import EncodeError, MalformedError, TruncatedError, UnsupportedError

# A message as it is read: bytes where it can be, or a view of unsigned bytes.
Source: TypeAlias = "bytes | bytearray | memoryview"

# Headers without class and width.
NULL, FALSE, TRUE, STRING, OBJECT, ARRAY = 0x00, 0x08, 0x18, 0x02, 0x03, 0x05
BOOLS, STRINGS, ALIGNED = 0x1C, 0x3C, 0x5C
# Extensions. Three bytes have two meanings: see the reader and the stream.
DELIMITER = INDEXED = 0x06
TABLE = TYPE_TAG = 0x0E
MATRIX, COMPLEX, TIME = 0x16, 0x1E, 0x26
FRAMING = DURATION = 0x2E
INTERVAL, UUID, REGEXP = 0x36, 0x46, 0x4E

# The low three bits of a header.
TYPE_NUMBER, TYPE_OBJECT, TYPE_TYPED, TYPE_EXTENSION = 1, 3, 4, 6


class Kind(str, enum.Enum):
    """The kind of value that a header starts."""

    NULL = "null"
    BOOL = "bool"
    NUMBER = "number"
    STRING = "string"
    OBJECT = "object"
    INT_OBJECT = "integer-keyed object"
    NUMBERS = "typed array"
    BOOLS = "bool array"
    STRINGS = "string array"
    ALIGNED = "aligned array"
    ARRAY = "array"
    MATRIX = "matrix"
    COMPLEX = "complex"
    TIME = "time"
    DURATION = "duration"
    INTERVAL = "interval"
    UUID = "uuid"
    REGEXP = "regexp"
    INDEXED = "indexed object"
    TABLE = "table"
    TYPE_TAG = "type tag"


@dataclass(frozen=True)
class Number:
    """A type of number, as scalars, typed arrays, integer keys and complex headers share it."""

    name: str
    header: int  # of one number
    size: int  # bytes of one
    # Of the struct module, NumPy and the array module; None where they have no such
    # type. bfloat16 and 128 bits are in none of them.
    code: str | None
    dtype: str | None

    @property
    def is_float(self) -> bool:
        """Whether it is a floating-point type."""
        return self.header >> 3 & 3 == 0

    @property
    def is_signed(self) -> bool:
        """Whether it is a signed integer type."""
        return self.header >> 3 & 3 == 1

    def integer(self, raw: bytes | bytearray | memoryview) -> int:
        """Return the integer that ``raw`` holds."""
        return int.from_bytes(raw, "little", signed=self.is_signed)


_CLASSES = (
    (
        ("bfloat16", 2, None),
        ("float16", 2, "e"),
        ("float32", 4, "f"),
        ("float64", 8, "d"),
        ("float128", 16, None),
    ),
    (("int8", 1, "b"), ("int16", 2, "h"), ("int32", 4, "i"), ("int64", 8, "q"), ("int128", 16, None)),
    (("uint8", 1, "B"), ("uint16", 2, "H"), ("uint32", 4, "I"), ("uint64", 8, "Q"), ("uint128", 16, None)),
)


def _numbers() -> dict[int, Number]:
    numbers = {}
    for kind, widths in enumerate(_CLASSES):
        for width, (name, size, code) in enumerate(widths):
            header = width << 5 | kind << 3 | TYPE_NUMBER
            dtype = None if code is None else f"<{'fiu'[kind]}{size}"
            numbers[header] = Number(name, header, size, code, dtype)
    return numbers


#: Number types by the header of one number.
NUMBERS = _numbers()

#: Number types by name: "float64", "uint8".
NAMED = {n.name: n for n in NUMBERS.values()}


_SIGNED = tuple(NAMED[name] for name in ("int8", "int16", "int32", "int64", "int128"))
_UNSIGNED = tuple(NAMED[name] for name in ("uint8", "uint16", "uint32", "uint64", "uint128"))


def fitting(values: Sequence[int], unsigned: bool = False) -> Number:
    """Return the narrowest type of integer that holds all values: signed, or unsigned where only that does."""
    low, high = min(values), max(values)
    bits = max((high if high >= 0 else ~high).bit_length(), (low if low >= 0 else ~low).bit_length())
    if not unsigned and bits <= 63:
        return _SIGNED[(bits // 8).bit_length()]
    if low >= 0 and bits <= 64:
        return _UNSIGNED[(max(bits - 1, 0) // 8).bit_length()]
    if bits <= 127:
        return _SIGNED[4]
    if low >= 0 and bits <= 128:
        return _UNSIGNED[4]
    raise EncodeError("integer does not fit 128 bits; write it as a string")


def number_of(header: int) -> Number | None:
    """Return the type that the class and width bits of any header name."""
    return NUMBERS.get(header & 0xF8 | TYPE_NUMBER)


def _kinds() -> dict[int, Kind]:
    kinds = {
        NULL: Kind.NULL, FALSE: Kind.BOOL, TRUE: Kind.BOOL, STRING: Kind.STRING, OBJECT: Kind.OBJECT,
        ARRAY: Kind.ARRAY, BOOLS: Kind.BOOLS, STRINGS: Kind.STRINGS, ALIGNED: Kind.ALIGNED,
        INDEXED: Kind.INDEXED, TABLE: Kind.TABLE, MATRIX: Kind.MATRIX, COMPLEX: Kind.COMPLEX, TIME: Kind.TIME,
        DURATION: Kind.DURATION, INTERVAL: Kind.INTERVAL, UUID: Kind.UUID, REGEXP: Kind.REGEXP,
    }  # fmt: skip
    for number in NUMBERS.values():
        base = number.header & 0xF8
        kinds[base | TYPE_NUMBER] = Kind.NUMBER
        kinds[base | TYPE_TYPED] = Kind.NUMBERS
        if not number.is_float:
            kinds[base | TYPE_OBJECT] = Kind.INT_OBJECT
    return kinds


#: What each valid header starts; other bytes start nothing.
KINDS = _kinds()


def size_bytes(n: int) -> bytes:
    """Return SIZE in its shortest form."""
    if n < 1 << 6:
        return (n << 2).to_bytes(1, "little")
    if n < 1 << 14:
        return (n << 2 | 1).to_bytes(2, "little")
    if n < 1 << 30:
        return (n << 2 | 2).to_bytes(4, "little")
    return (n << 2 | 3).to_bytes(8, "little")


_word = struct.Struct("<Q").unpack_from
_half = struct.Struct("<I").unpack_from


def truncated(src: Source, missing: int = 1) -> TruncatedError:
    """Return the error for a value that goes on after the end of ``src``."""
    error = TruncatedError("input ends inside a value", len(src))
    error.missing = max(missing, 1)
    return error


def read_size(src: Source, off: int) -> tuple[int, int]:
    """Read a SIZE, also one that is longer than need be, and return it with the offset after it."""
    if off >= len(src):
        raise truncated(src)
    first = src[off]
    length = 1 << (first & 3)
    if off + length > len(src):
        raise truncated(src, off + length - len(src))
    if length == 1:
        n = first
    elif length == 2:
        n = first | src[off + 1] << 8
    else:
        n = _half(src, off)[0] if length == 4 else _word(src, off)[0]
    return n >> 2, off + length


def read_count(src: Source, off: int, unit: int) -> tuple[int, int]:
    """Read a SIZE of things that take at least ``unit`` bytes each, and believe it only if they can be there."""
    n, off = read_size(src, off)
    if n * unit > len(src) - off:
        raise truncated(src, n * unit - (len(src) - off))
    return n, off


def read_text(src: Source, off: int) -> tuple[str, int]:
    """Read text without a header: a key, a name, or an element of a string array."""
    n, start = read_count(src, off, 1)
    try:
        return str(src[start : start + n], "utf-8"), start + n
    except UnicodeDecodeError as error:
        raise invalid_text(start, error) from None


def float128(at: int) -> UnsupportedError:
    """Return the error for a number that is well-formed but that nothing in Python holds."""
    return UnsupportedError("numbers of type float128 are not represented in Python", at)


def invalid_text(start: int, error: UnicodeDecodeError) -> MalformedError:
    """Return the error for text at ``start`` that is not UTF-8."""
    return MalformedError("invalid UTF-8", start + error.start)
