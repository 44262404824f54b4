"""Values without children: numbers that struct does not know, typed arrays, extensions.

Each function takes a Reader and the offset of a header, and returns the value and the
offset after it.
"""

from __future__ import annotations

import struct
import uuid
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeAlias

from ._arrays import widened
from ._errors import MalformedError, UnsupportedError
from ._times import MOST_MINUTES, NANOS, Interval, Timestamp, timedelta_of
from ._values import Complex, RegExp
from ._wire import (
    ALIGNED,
    BOOLS,
    COMPLEX,
    DELIMITER,
    DURATION,
    INTERVAL,
    KINDS,
    MATRIX,
    NUMBERS,
    REGEXP,
    TIME,
    TYPE_NUMBER,
    TYPE_TYPED,
    UUID,
    Kind,
    Number,
    Source,
    float128,
    number_of,
    read_count,
    read_size,
    read_text,
    truncated,
)

if TYPE_CHECKING:
    from ._reader import Reader

Leaf: TypeAlias = "Callable[[Reader, int], tuple[Any, int]]"


def wrong_header(src: Source, off: int) -> MalformedError:
    """Return the error for a byte that starts no value."""
    if src[off] == DELIMITER:
        return MalformedError("a delimiter where a value is expected", off)
    if src[off] == DURATION:
        return MalformedError("a framing header that is not at the start of the message", off)
    return MalformedError(f"invalid header 0x{src[off]:02x}", off)


def number_at(src: Source, at: int, number: Number) -> Any:
    """Return one number without a header."""
    raw = src[at : at + number.size]
    if number.code is not None:
        return struct.unpack("<" + number.code, raw)[0]
    if number.name == "bfloat16":
        return struct.unpack("<f", widened(raw))[0]
    if number.is_float:
        raise float128(at)
    return number.integer(raw)


def _wide_number(reader: Reader, off: int) -> tuple[Any, int]:
    number = NUMBERS[reader.src[off]]
    end = off + 1 + number.size
    if end > len(reader.src):
        raise truncated(reader.src, end - len(reader.src))
    return None if reader.skips else number_at(reader.src, off + 1, number), end


def array_at(src: Source, off: int) -> tuple[Number, int, int]:
    """Return the type, the count and the offset of the elements of a numeric array, plain or aligned."""
    if src[off] == ALIGNED:
        number = number_of(src[off + 1])
        if src[off + 1] & 7 != TYPE_TYPED or number is None:
            raise MalformedError("aligned array of something else than numbers", off + 1)
        n, at = read_size(src, off + 2)
        if src[at] >= number.size:
            raise MalformedError("padding that is not less than an element", at)
        at += 1 + src[at]
        missing = at + n * number.size - len(src)
        if missing > 0:
            raise truncated(src, missing)
        return number, n, at
    number = number_of(src[off])
    if src[off] & 7 != TYPE_TYPED or number is None:
        raise MalformedError(f"{_name(src[off])} in place of an array of numbers", off)
    n, at = read_count(src, off + 1, number.size)
    return number, n, at


def _name(header: int) -> str:
    return KINDS[header].value if header in KINDS else f"invalid header 0x{header:02x}"


def _numbers(reader: Reader, off: int) -> tuple[Any, int]:
    number, n, at = array_at(reader.src, off)
    end = at + n * number.size
    if number.name == "uint8" and reader.options.bytes_for_uint8:
        return (None if reader.skips else bytes(reader.src[at:end])), end
    return reader.arrays.numbers(reader.src, at, n, number), end


def bools_at(src: Source, off: int) -> tuple[int, int, int]:
    """Return the count and the offset of the bits of a boolean array, and the offset after them."""
    n, at = read_size(src, off + 1)
    end = at + (n + 7) // 8
    if end > len(src):
        raise truncated(src, end - len(src))
    return n, at, end


def _bools(reader: Reader, off: int) -> tuple[Any, int]:
    n, at, end = bools_at(reader.src, off)
    if reader.options.strict and n % 8 and reader.src[end - 1] >> n % 8:
        raise MalformedError("boolean array with padding bits set", end - 1)
    return reader.arrays.bools(reader.src, at, n), end


def complex_at(src: Source, off: int) -> tuple[Number, int, int, bool]:
    """Return the type of the parts of complex numbers, how many there are, where, and whether it is one alone."""
    head = src[off + 1]
    number, form = number_of(head), head & 7
    if number is None or form > 2:
        raise MalformedError("invalid header of complex numbers", off + 1)
    if form == 2:
        inner = off + 2
        if src[inner] != ALIGNED or src[inner + 1] != head & 0xF8 | TYPE_TYPED:
            raise MalformedError("aligned complex array over another array than its own", inner)
        if read_size(src, inner + 2)[0] % 2:
            raise MalformedError("aligned complex array of an odd number of parts", inner + 2)
        _, n, at = array_at(src, inner)
        return number, n // 2, at, False
    if form == 1:
        n, at = read_count(src, off + 2, 2 * number.size)
        return number, n, at, False
    missing = off + 2 + 2 * number.size - len(src)
    if missing > 0:
        raise truncated(src, missing)
    return number, 1, off + 2, True


def _complex(reader: Reader, off: int) -> tuple[Any, int]:
    number, n, at, single = complex_at(reader.src, off)
    end = at + 2 * n * number.size
    if not single:
        return reader.arrays.complexes(reader.src, at, n, number), end
    if reader.skips:
        return None, end
    real, imag = (number_at(reader.src, at + i * number.size, number) for i in (0, 1))
    return (complex if number.is_float else Complex)(real, imag), end


def extents_at(src: Source, off: int) -> tuple[tuple[int, ...], int, int]:
    """Return the extents at ``off``, their product, and the offset after them."""
    number, n, at = array_at(src, off)
    if number.is_float or n == 0:
        raise MalformedError("extents of a matrix that are not integers, or are missing", off)
    end = at + n * number.size
    extents = tuple(number.integer(src[i : i + number.size]) for i in range(at, end, number.size))
    if min(extents) < 0:
        raise MalformedError("negative extent of a matrix", off)
    product = 0 if 0 in extents else 1
    for extent in extents:
        product *= extent
        if product >> 64:
            raise MalformedError("extents of a matrix overflow", off)
    return extents, product, end


def _matrix(reader: Reader, off: int) -> tuple[Any, int]:
    src = reader.src
    if src[off + 1] > 1:
        raise MalformedError("header of a matrix with reserved bits", off + 1)
    extents, product, value = extents_at(src, off + 2)
    if src[value] == COMPLEX:
        number, n, at, single = complex_at(src, value)
        if single:
            raise MalformedError("a complex number in place of the elements of a matrix", value)
        make, size = reader.arrays.complexes, 2 * number.size
    else:
        number, n, at = array_at(src, value)
        make, size = reader.arrays.numbers, number.size
    if n != product:
        raise MalformedError(f"matrix of {n} elements whose extents make {product}", value)
    reader.enter(off, 1)  # when all of it is there: it is counted once
    reader.leave()
    return reader.arrays.matrix(src[off + 1], extents, make(src, at, n, number)), at + n * size


_UNITS = {1: ("<qH", 1_000_000), 2: ("<qI", 1_000), 3: ("<qI", 1)}


def timestamp_at(src: Source, off: int) -> tuple[Timestamp, int]:
    """Read a timestamp of any precision."""
    flags = src[off + 1]
    if src[off] != TIME or not 2 <= flags <= 7:
        raise MalformedError("not a timestamp", off + (src[off] == TIME))
    form, unit = _UNITS[flags >> 1]
    seconds, parts = struct.unpack_from(form, src, off + 2)
    off += 2 + struct.calcsize(form)
    if parts * unit >= NANOS:
        raise MalformedError("timestamp with a fraction of a second or more", off - struct.calcsize(form) + 8)
    offset = 0
    if flags & 1:
        (offset,) = struct.unpack_from("<h", src, off)
        if abs(offset) > MOST_MINUTES:
            raise MalformedError("timestamp with a zone offset of a day or more", off)
        off += 2
    return Timestamp(seconds, parts * unit, offset), off


def as_datetime(stamp: Timestamp) -> datetime | Timestamp:
    """Return a datetime unless that has no such year."""
    try:
        return stamp.to_datetime()
    except OverflowError:
        return stamp


def draft_time(nanos: int) -> datetime | Timestamp:
    """Return the instant so many nanoseconds after the start of 1970."""
    return as_datetime(Timestamp(*divmod(nanos, NANOS)))


def _time(reader: Reader, off: int) -> tuple[Any, int]:
    src = reader.src
    if src[off + 1] == 0:
        return draft_time(struct.unpack_from("<Q", src, off + 2)[0]), off + 10
    if src[off + 1] == 1:
        n, at = read_count(src, off + 2, 8)
        nanos = () if reader.skips else struct.unpack_from(f"<{n}Q", src, at)
        return [draft_time(ns) for ns in nanos], at + 8 * n
    stamp, end = timestamp_at(src, off)
    return as_datetime(stamp), end


def _duration(reader: Reader, off: int) -> tuple[Any, int]:
    flags = reader.src[off + 1]
    if flags not in (6, 7):
        raise wrong_header(reader.src, off)
    seconds, nanos = struct.unpack_from("<QI", reader.src, off + 2)
    if nanos >= NANOS:
        raise MalformedError("duration with a fraction of a second or more", off + 10)
    total = seconds * NANOS + nanos
    try:
        return timedelta_of(-total if flags & 1 else total), off + 14
    except OverflowError:
        if not reader.skips:
            raise UnsupportedError("duration beyond what timedelta holds", off) from None
        return None, off + 14


def _interval(reader: Reader, off: int) -> tuple[Any, int]:
    start, second = timestamp_at(reader.src, off + 1)
    end, next_off = timestamp_at(reader.src, second)
    try:
        return Interval(as_datetime(start), as_datetime(end)), next_off
    except ValueError as e:
        raise MalformedError(str(e), second) from None


def _uuid(reader: Reader, off: int) -> tuple[Any, int]:
    raw = bytes(reader.src[off + 1 : off + 18])
    if len(raw) < 17:
        raise truncated(reader.src, 17 - len(raw))
    if raw[0] != raw[7] >> 4:
        raise MalformedError(f"version {raw[0]} before a UUID of version {raw[7] >> 4}", off + 1)
    return uuid.UUID(bytes=raw[1:]), off + 18


def _regexp(reader: Reader, off: int) -> tuple[Any, int]:
    flags = reader.src[off + 1]
    if flags >> 5:
        raise MalformedError("regular expression with reserved flags", off + 1)
    pattern, end = read_text(reader.src, off + 2)
    return RegExp.from_bits(pattern, flags), end


def _leaves() -> dict[int, Leaf]:
    table: dict[int, Leaf] = {
        BOOLS: _bools, COMPLEX: _complex, MATRIX: _matrix, TIME: _time, DURATION: _duration,
        INTERVAL: _interval, UUID: _uuid, REGEXP: _regexp,
    }  # fmt: skip
    for header, kind in KINDS.items():
        if kind is Kind.NUMBERS or kind is Kind.ALIGNED:
            table[header] = _numbers
        elif kind is Kind.NUMBER and NUMBERS[header & 0xF8 | TYPE_NUMBER].code is None:
            table[header] = _wide_number
    return table


#: How the value of each header is read that has no children.
LEAVES = _leaves()
