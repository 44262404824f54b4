"""The canonical form of BEVE: the one message of all that say the same. The module canonical documents it."""

from __future__ import annotations

import contextlib
import itertools
import struct
from collections.abc import Callable
from typing import Any

from ._arrays import Arrays
from ._containers import LEAST_ENTRY, read_entry
from ._core import Reader
from ._edit._diff import common
from ._edit._form import Walk
from ._errors import (
    DecodeError,
    DepthError,
    DuplicateError,
    LimitError,
    MalformedError,
    TrailingError,
    UnsupportedError,
    pointer,
    shown,
)
from ._framing import check_size, message_start
from ._leaves import array_at, bools_at, complex_at, extents_at, timestamp_at
from ._limits import MOST_DEPTH
from ._numbers import FLOAT32, FLOAT64, FLOAT128, integer_bytes, read_number, reads_same, to_float32
from ._options import Decoding
from ._ordered import CanonicalWriter, Finder, Part, innermost
from ._times import NANOS, Timestamp
from ._types import timestamp_bytes
from ._view import View, _Held
from ._wire import (
    ARRAY,
    BOOLS,
    COMPLEX,
    DURATION,
    FALSE,
    INTERVAL,
    KINDS,
    MATRIX,
    NAMED,
    NUMBERS,
    OBJECT,
    REGEXP,
    STRING,
    STRINGS,
    TRUE,
    TYPE_NUMBER,
    TYPE_OBJECT,
    TYPE_TYPED,
    Kind,
    Number,
    Source,
    number_of,
    read_count,
    size_bytes,
)

_UINT8 = NAMED["uint8"]
_INTEGERS = [NAMED[f"{sign}{8 << i}"] for i in range(5) for sign in ("uint", "int")]

#: The one NaN of each width.
_NAN = {FLOAT32: struct.pack("<I", 0x7FC00000), FLOAT64: struct.pack("<Q", 0x7FF8 << 48)}


def canonical_form(src: bytes, options: Decoding) -> bytes:
    """Return the canonical form of a message, which is checked under the limits."""
    check_size(src, options)
    reader: Any = Reader(src, 0, options, skips=True)
    reader.off = start = message_start(src)
    reader.read()
    if reader.off < len(src):
        raise TrailingError("data after the value", reader.off)
    return _Writer(src, reader).write(start)


def _twice(key: str, off: int) -> DuplicateError:
    return DuplicateError(f"key '{key}' is there twice, of which canonical form has one", off)


class Need:
    """What a type must hold for all of several numbers: integers, or floats."""

    def __init__(self) -> None:
        self.low = self.high = 0  # of integers
        self.ints = self.floats = self.wide = 0  # how many there are: integers, floats, floats of 128 bits
        self.fit32 = self.fit64 = True

    def add(self, number: Number, value: Any) -> None:
        """Take another number."""
        if number is FLOAT128:
            self.wide += 1
        elif number.is_float:
            self.floats += 1
            if number is FLOAT64:
                self.fit32 = self.fit32 and _fits32(value)
            else:
                self.fit64 = self.fit64 and reads_same(value)
        else:
            self.integers(value, value)

    def integers(self, low: int, high: int) -> None:
        """Take integers from the lowest to the highest."""
        self.ints += 1
        self.low, self.high = min(self.low, low), max(self.high, high)

    def number(self) -> Number | None:
        """Return the type that holds them all, or None if there is none."""
        if self.wide:
            return FLOAT128 if not self.ints and not self.floats else None
        if not self.floats:
            bits = max(self.high.bit_length(), (~self.low).bit_length() if self.low else 0)
            signed = self.low < 0
            for number in _INTEGERS:
                if number.is_signed == signed and bits <= 8 * number.size - signed:
                    return number
            return None
        if self.ints:
            return None
        return FLOAT32 if self.fit32 else FLOAT64 if self.fit64 else None


def _fits32(value: float) -> bool:
    """Report whether a float of 32 bits holds one of 64 and reads in JSON as that does."""
    near = to_float32(value) if value == value else value
    return value != value or (near == value and reads_same(near))


def number_bytes(number: Number, value: Any) -> bytes:
    """Return a number that a type holds, without a header."""
    if not number.is_float:
        return integer_bytes(number, value)
    if value != value:
        return _NAN[number]
    return struct.pack("<f" if number is FLOAT32 else "<d", value)


def _array_head(number: Number, n: int) -> bytes:
    return bytes((number.header & 0xF8 | TYPE_TYPED,)) + size_bytes(n)


class _Writer(CanonicalWriter):
    """Writes values in their canonical form."""

    def __init__(self, src: bytes, reader: Any) -> None:
        super().__init__(src)
        self.reader = reader
        self.names = 0  # bytes that rows of tables have repeated

    def value(self, off: int) -> Walk:
        """Write the value at ``off`` and return the offset after it."""
        src = self.src
        kind = KINDS[src[off]]
        if kind is Kind.OBJECT:
            return (yield self._object(off))
        if kind is Kind.ARRAY:
            return (yield self._array(off))
        if kind is Kind.INT_OBJECT:
            return (yield self._int_object(off))
        if kind is Kind.TABLE:
            return (yield self._table(off))
        if kind is Kind.INDEXED:
            return (yield self._indexed(off))
        return self.leaf(off)

    def leaf(self, off: int) -> int:
        src, out = self.src, self.out
        kind = KINDS[src[off]]
        if kind is Kind.NUMBER:
            number, value = read_number(src, off)
            end = off + 1 + number.size
            need = Need()
            need.add(number, value)
            narrow = need.number()
            assert narrow is not None  # the number itself has a type
            out.append(narrow.header)
            out += src[off + 1 : end] if narrow is FLOAT128 else number_bytes(narrow, value)
            return end
        if kind is Kind.STRING:
            out.append(STRING)
            return self._text(off + 1)
        if kind is Kind.STRINGS:
            n, at = read_count(src, off + 1, 1)
            out += bytes((STRINGS if n else ARRAY,)) + size_bytes(n)
            for _ in range(n):
                at = self._text(at)
            return at
        if kind is Kind.NUMBERS or kind is Kind.ALIGNED:
            number, n, at = array_at(src, off)
            self._numbers(number, n, at, generic=True)
            return at + n * number.size
        if kind is Kind.BOOLS:
            n, at, end = bools_at(src, off)
            bits = bytearray(src[at:end])
            if n % 8:
                bits[-1] &= (1 << n % 8) - 1
            out += bytes((BOOLS if n else ARRAY,)) + size_bytes(n) + bits
            return end
        return self._extension(off, kind)

    def _text(self, off: int) -> int:
        """Write text without a header."""
        n, at = read_count(self.src, off, 1)
        self.out += size_bytes(n)
        self.out += self.src[at : at + n]
        return at + n

    def _numbers(
        self, number: Number, n: int, at: int, generic: bool, head: Callable[[Number, int], bytes] = _array_head
    ) -> None:
        """Write numbers that lie at ``at``, none of them as any empty array unless that is typed."""
        raw = self.src[at : at + n * number.size]
        if not n:
            self.out += bytes((ARRAY, 0)) if generic else head(_UINT8, 0)
            return
        values: Any = raw if number is FLOAT128 else Arrays(False).numbers(raw, 0, n, number)
        narrow = _narrowest(number, values)
        self.out += head(narrow, n)
        if narrow is number and not (number.is_float and _has_nan(values)):
            self.out += raw
        elif narrow.code is None or narrow.is_float:
            self.out += b"".join([number_bytes(narrow, value) for value in values])
        else:
            self.out += struct.pack(f"<{n}{narrow.code}", *values)

    def _array(self, off: int) -> Walk:
        """Write a generic array, which becomes a typed one if one type holds all elements."""
        n, at = read_count(self.src, off + 1, 1)
        head = len(self.out)
        self.out += bytes((ARRAY,)) + size_bytes(n)
        start = len(self.out)
        self.trail.append(0)
        for i in range(n):
            self.trail[-1] = i
            at = (yield self.value(at)) if self.src[at] in _OPEN else self.leaf(at)
        self.trail.pop()
        if n:
            with memoryview(self.out) as whole, whole[start:] as raw:
                packed = _packed(raw, n)
            if packed is not None:
                self.out[head:] = packed
        return at

    def _object(self, off: int) -> Walk:
        src, out = self.src, self.out
        n, at = read_count(src, off + 1, 2)
        head, members = len(out), []
        out += bytes((OBJECT,)) + size_bytes(n)
        start = len(out)
        self.trail.append("")
        for _ in range(n):
            size, key_at = read_count(src, at, 1)
            begin = len(out)
            at = self._text(at)
            key = src[key_at : key_at + size]
            self.trail[-1] = key.decode()
            at = (yield self.value(at)) if src[at] in _OPEN else self.leaf(at)
            members.append((key, begin, len(out)))
        self.trail.pop()
        ordered = sorted(members)
        for (key, _, _), (following, _, _) in itertools.pairwise(ordered):
            if key == following:
                raise _twice(shown(key.decode()), off)
        if ordered != members:
            self.replace(head, [bytes(out[head:start]), *[(begin, end) for _, begin, end in ordered]])
        return at

    def _int_object(self, off: int) -> Walk:
        src, out = self.src, self.out
        number = number_of(src[off])
        assert number is not None  # or it would be of another kind
        n, at = read_count(src, off + 1, number.size + 1)
        head, members, need = len(out), [], Need()
        out.append(src[off])
        self.trail.append("")
        for _ in range(n):
            key = number.integer(src[at : at + number.size])
            need.integers(key, key)
            self.trail[-1] = str(key)
            begin = len(out)
            at = yield self.value(at + number.size)
            members.append((key, begin, len(out)))
        self.trail.pop()
        narrow = need.number()
        assert narrow is not None  # one type holds them already
        members.sort()
        parts: list[Part] = [bytes((narrow.header & 0xF8 | TYPE_OBJECT,)) + size_bytes(n)]
        last = None
        for key, begin, end in members:
            if key == last:
                raise _twice(str(key), off)
            last = key
            parts += (integer_bytes(narrow, key), (begin, end))
        self.replace(head, parts)
        return at

    def _indexed(self, off: int) -> Walk:
        """Write an object with an index, which is sorted, without it."""
        n, at = read_count(self.src, off + 2, LEAST_ENTRY)
        names = []
        for _ in range(n):
            entry, at = read_entry(self.src, at)
            names.append(entry.name)
        self.out += bytes((OBJECT,)) + size_bytes(n)
        self.trail.append("")
        for name in names:
            self.trail[-1] = name.decode()
            self.out += size_bytes(len(name)) + name
            at = yield self.value(at)
        self.trail.pop()
        return at

    def _table(self, off: int) -> Walk:
        """Write the rows of a table as objects."""
        src, out = self.src, self.out
        if self.reader.is_type_tag(off):
            raise UnsupportedError("a type tag has no canonical form", off)
        fields, at = read_count(src, off + 1, 1)
        names, first = [], at
        for _ in range(fields):
            size, at = read_count(src, at, 1)
            names.append(src[at : at + size])
            at += size
        taken = at - first
        n, at = read_count(src, at, fields)
        self.names += taken * n
        if self.names > (1 << 18) + 32 * len(src):
            raise LimitError("the names of a table are out of proportion to its message", off)
        order = sorted(range(fields), key=lambda i: names[i])
        head = len(out)
        out += bytes((ARRAY,)) + size_bytes(n)
        self.trail += (0, "")
        for row in range(n):
            self.trail[-2] = row
            begin = len(out)
            out += bytes((OBJECT,)) + size_bytes(fields)
            cells = [len(out)]
            for name in names:
                self.trail[-1] = name.decode()
                out += size_bytes(len(name)) + name
                at = (yield self.value(at)) if src[at] in _OPEN else self.leaf(at)
                cells.append(len(out))
            if order != sorted(order):
                self.replace(begin, [bytes(out[begin : cells[0]]), *[(cells[i], cells[i + 1]) for i in order]])
        del self.trail[-2:]
        if not n:
            out[head:] = bytes((ARRAY, 0))
        return at

    def _extension(self, off: int, kind: Kind) -> int:
        """Write null, booleans, and values of the forms that are left."""
        src, out = self.src, self.out
        if kind is Kind.MATRIX:
            return self._matrix(off)
        if kind is Kind.COMPLEX:
            return self._complexes(off)
        if kind is Kind.TIME:
            return self._times(off)
        if kind is Kind.INTERVAL:
            start, second = timestamp_at(src, off + 1)
            stop, end = timestamp_at(src, second)
            out += bytes((INTERVAL,)) + timestamp_bytes(start) + timestamp_bytes(stop)
            return end
        if kind is Kind.REGEXP:
            out += bytes((REGEXP, src[off + 1]))
            return self._text(off + 2)
        end = off + _LENGTHS[kind]
        if kind is Kind.DURATION and not any(src[off + 2 : end]):
            out += bytes((DURATION, 6)) + src[off + 2 : end]  # nothing has no sign
        else:
            out += src[off:end]
        return end

    def _times(self, off: int) -> int:
        """Write a timestamp, a draft time, which says the same, or an array of draft times as one of timestamps."""
        src, out = self.src, self.out
        if src[off + 1] > 1:
            stamp, end = timestamp_at(src, off)
            out += timestamp_bytes(stamp)
            return end
        n, at = 1, off + 2
        if src[off + 1]:
            n, at = read_count(src, at, 8)
            if n:
                self._spread(off, n)
            out += bytes((ARRAY,)) + size_bytes(n)
        for nanos in struct.unpack_from(f"<{n}Q", src, at):
            out += timestamp_bytes(Timestamp(*divmod(nanos, NANOS)))
        return at + 8 * n

    def _spread(self, off: int, n: int) -> None:
        """Account for values of an array at ``off`` that are more than the message has, one level below it."""
        if len(self.trail) + 2 > min(self.reader.options.limits.max_depth, MOST_DEPTH):
            raise DepthError("nested deeper than Limits.max_depth", off)
        self.reader.enter(off, n)
        self.reader.leave()

    def _complexes(self, off: int) -> int:
        """Write a complex number or an array of them, an empty one as any empty array."""
        number, n, at, single = complex_at(self.src, off)
        if not n:
            self.out += bytes((ARRAY, 0))
        else:

            def head(narrow: Number, _: int) -> bytes:
                code = bytes((COMPLEX, narrow.header & 0xF8 | (not single)))
                return code if single else code + size_bytes(n)

            self._numbers(number, 2 * n, at, generic=False, head=head)
        return at + 2 * n * number.size

    def _matrix(self, off: int) -> int:
        src = self.src
        value = extents_at(src, off + 2)[2]
        self.out += bytes((MATRIX, src[off + 1]))
        number, n, at = array_at(src, off + 2)
        self._numbers(number, n, at, generic=False)
        if src[value] == COMPLEX:
            number, n, at, _ = complex_at(src, value)
            if n:
                return self._complexes(value)
        else:
            number, n, at = array_at(src, value)
        self._numbers(number, n, at, generic=False)
        return at + n * number.size


#: The bytes of values of one length.
_LENGTHS = {Kind.NULL: 1, Kind.BOOL: 1, Kind.UUID: 18, Kind.DURATION: 14}

#: The headers of values that hold others.
_OPEN = frozenset(
    head for head, kind in KINDS.items() if kind in (Kind.OBJECT, Kind.ARRAY, Kind.INT_OBJECT, Kind.TABLE, Kind.INDEXED)
)


def _has_nan(values: Any) -> bool:
    return not isinstance(values, bytes) and any(value != value for value in values)


def _narrowest(number: Number, values: Any) -> Number:
    """Return the narrowest type of numbers, all of one type."""
    if number is FLOAT128 or number is FLOAT32:
        return number
    if number is FLOAT64:
        return FLOAT32 if all(map(_fits32, values)) else FLOAT64
    if number.is_float:
        return FLOAT32
    need = Need()
    need.integers(min(values), max(values))
    narrow = need.number()
    assert narrow is not None  # one type holds them already
    return narrow


def _packed(raw: Source, n: int) -> bytes | None:
    """Return the typed array of canonical values that lie side by side, or None if no type holds them all."""
    kind = KINDS[raw[0]]
    if kind is Kind.BOOL:
        values = bytes(raw) if len(raw) == n else b"\0"
        if values.strip(bytes((TRUE, FALSE))):
            return None
        bits = int("".join("1" if value == TRUE else "0" for value in reversed(values)), 2)
        return bytes((BOOLS,)) + size_bytes(n) + bits.to_bytes((n + 7) // 8, "little")
    if kind is Kind.STRING:
        pieces, at = [], 0
        for _ in range(n):
            if raw[at] != STRING:
                return None
            size, text = read_count(raw, at + 1, 1)
            pieces.append(bytes(raw[at + 1 : text + size]))
            at = text + size
        return bytes((STRINGS,)) + size_bytes(n) + b"".join(pieces)
    if kind is Kind.COMPLEX:
        return _packed_complexes(raw, n)
    return _packed_numbers(raw, n) if kind is Kind.NUMBER else None


def _packed_numbers(raw: Source, n: int) -> bytes | None:
    numbers, at = [], 0
    for _ in range(n):
        if raw[at] not in NUMBERS:
            return None
        number, value, at = _number(raw, at, raw[at])
        numbers.append((number, value))
    narrow, data = _together(numbers)
    return None if narrow is None else _array_head(narrow, n) + data


def _packed_complexes(raw: Source, n: int) -> bytes | None:
    parts, at = [], 0
    for _ in range(n):
        if raw[at] != COMPLEX or raw[at + 1] & 7:
            return None  # of another kind, or an array
        head = raw[at + 1]
        at += 1
        for _ in range(2):
            number, value, end = _number(raw, at, head | TYPE_NUMBER)
            parts.append((number, value))
            at = end - 1
        at += 1
    narrow, data = _together(parts)
    return None if narrow is None else bytes((COMPLEX, narrow.header & 0xF8 | 1)) + size_bytes(n) + data


def _number(raw: Source, at: int, header: int) -> tuple[Number, Any, int]:
    """Return the type of a number behind ``at``, its value, of 128-bit floats its bytes, and where it ends."""
    number = NUMBERS[header]
    end = at + 1 + number.size
    data = bytes(raw[at + 1 : end])
    return number, data if number is FLOAT128 else read_number(bytes((header,)) + data, 0)[1], end


def _together(numbers: list[tuple[Number, Any]]) -> tuple[Number | None, bytes]:
    """Return the narrowest type of numbers, or None if none holds them all, and their bytes in it."""
    need = Need()
    for number, value in numbers:
        need.add(number, value)
    narrow = need.number()
    if narrow is None:
        return None, b""
    return narrow, b"".join([value if narrow is FLOAT128 else number_bytes(narrow, value) for _, value in numbers])


def check_form(src: bytes, options: Decoding) -> None:
    """Raise a DecodeError unless a message is in canonical form."""
    form = canonical_form(src, options)
    if form != src:
        at = common(memoryview(form), memoryview(src))
        raise MalformedError("not in canonical form", at, _path_at(src, at, options))


class _Finder(Finder, _Writer):
    def _spread(self, off: int, n: int) -> None:
        pass  # it goes over the message more than once


def _path_at(src: bytes, off: int, options: Decoding) -> str:
    """Return the path of the innermost value of a message that begins at an offset or before it."""
    reader: Any = Reader(src, 0, options, skips=True)
    found, keys = innermost(lambda: _Finder(src, reader), message_start(src), off)
    inner: View | None = View(src, limits=options.limits)._part("", found)
    while inner is not None:  # what is written as one value can have parts
        view, inner = inner, None
        with contextlib.suppress(DecodeError):  # it has none
            for key, part in view._children():
                if part.offset > off or isinstance(part, _Held):
                    break
                inner = part
                name = key
        if inner is not None:
            keys.append(name)
    return pointer(*keys)
