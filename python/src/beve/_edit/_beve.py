"""The form of BEVE."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import Any

from .._arrays import LAYOUTS
from .._containers import LEAST_ENTRY, LONG_SIZE, read_entry
from .._core import Reader
from .._errors import (
    DecodeError,
    MalformedError,
    MismatchError,
    TrailingError,
    UnsupportedError,
    shown,
)
from .._framing import message_start
from .._leaves import array_at, bools_at, complex_at, extents_at, timestamp_at, wrong_header
from .._limits import Limits
from .._numbers import as_type, holds, integer_bytes, read_number, same_number
from .._options import Decoding
from .._times import NANOS, Timestamp
from .._typetag import is_clean
from .._wire import (
    ALIGNED,
    BOOLS,
    COMPLEX,
    DURATION,
    FALSE,
    INDEXED,
    INTERVAL,
    KINDS,
    MATRIX,
    NULL,
    NUMBERS,
    STRING,
    TABLE,
    TIME,
    TRUE,
    TYPE_EXTENSION,
    TYPE_OBJECT,
    TYPE_TYPED,
    Kind,
    Number,
    Source,
    number_of,
    read_count,
    read_text,
    size_bytes,
    truncated,
)
from .._wire import ARRAY as ARRAY_HEADER
from .._wire import OBJECT as OBJECT_HEADER
from ._form import ARRAY, LEAF, OBJECT, PACKED, Cells, Form, Refusal, Shape, check_names

_MOST_DRAFT = (1 << 64) // NANOS - 1  # seconds

#: What only the extended profile has, beside tables.
_EXTENDED = {Kind.TIME, Kind.DURATION, Kind.INTERVAL, Kind.UUID, Kind.REGEXP, Kind.INDEXED}

_CONTAINER = 1 << 6  # the flag of containers in an index


class BeveForm(Form):
    """How values of BEVE lie. One is for one thread: it keeps the reader of the latest message."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(limits)
        self._options = Decoding(limits=limits)
        self.forget()

    def forget(self) -> None:
        super().forget()
        self._src: Source | None = None
        self._reader: Any = None

    def _read(self, src: Source, off: int, level: int = 1) -> int:
        """Check the value at ``off`` and return where it ends."""
        if self._src is not src:
            self._src, self._reader = src, Reader(src, 0, self._options, skips=True)
        reader = self._reader
        reader.off = off
        reader.begin(level)
        reader.read()
        end: int = reader.off
        return end

    def start(self, src: Source) -> int:
        return message_start(src)

    def check(self, src: Source, off: int, level: int = 1) -> None:
        end = self._read(src, off, level)
        if end < len(src):
            raise TrailingError("data after the value", end)

    def skip(self, src: Source, off: int) -> int:
        return self._read(src, off)

    def open(self, src: Source, off: int) -> Shape:
        try:
            return self._open(src, off)
        except (IndexError, struct.error):
            raise truncated(src) from None

    def _open(self, src: Source, off: int) -> Shape:
        head = src[off]
        kind = KINDS.get(head)
        if kind is Kind.OBJECT:
            n, body = read_count(src, off + 1, 2)
            return Shape(OBJECT, head, b"", n, body, 0, 0)
        if kind is Kind.ARRAY:
            n, body = read_count(src, off + 1, 1)
            return Shape(ARRAY, head, b"", n, body, 0, 0)
        if kind is Kind.STRINGS:
            n, body = read_count(src, off + 1, 1)
            return Shape(ARRAY, head, bytes((STRING,)), n, body, 0, 0)
        if kind is Kind.NUMBERS or kind is Kind.ALIGNED:
            number, n, body = array_at(src, off)
            lead = bytes((number.header,))
            return Shape(PACKED if head == ALIGNED else ARRAY, head, lead, n, body, number.size, 0)
        if kind is Kind.INT_OBJECT:
            n, body = read_count(src, off + 1, _keys(head).size + 1)
            return Shape(OBJECT, head, b"", n, body, 0, 0)
        if kind is None or (kind is Kind.INDEXED and src[off + 1] != OBJECT_HEADER):
            raise wrong_header(src, off)
        return Shape(PACKED if self._is_packed(src, off, kind) else LEAF, head, b"", 0, 0, 0, 0)

    def _is_packed(self, src: Source, off: int, kind: Kind) -> bool:
        if kind is Kind.TABLE:
            return not self._is_type_tag(src, off)
        if kind is Kind.COMPLEX:
            return not complex_at(src, off)[3]
        if kind is Kind.TIME:
            return src[off + 1] == 1
        return kind in (Kind.BOOLS, Kind.INDEXED, Kind.MATRIX, Kind.INTERVAL)

    def _is_type_tag(self, src: Source, off: int) -> bool:
        if self._src is not src:
            self._src, self._reader = src, Reader(src, 0, self._options, skips=True)
        return bool(self._reader.is_type_tag(off))

    def why(self, src: Source, off: int) -> Refusal:
        kind = KINDS[src[off]]
        if kind is Kind.TABLE:
            return Refusal(UnsupportedError, "a type tag of version 1 is changed as a whole")
        if kind in (Kind.COMPLEX, Kind.REGEXP):
            return Refusal(UnsupportedError, f"{kind.value} is changed as a whole")
        return Refusal(MismatchError, f"{kind.value} has no parts")

    def key(self, src: Source, off: int, shape: Shape) -> tuple[str, int]:
        if shape.kind != OBJECT:
            return "", off
        if shape.head == OBJECT_HEADER:
            return read_text(src, off)
        number = _keys(shape.head)
        end = off + number.size
        if end > len(src):
            raise truncated(src, end - len(src))
        return str(number.integer(src[off:end])), end

    def end(self, src: Source, value: int, shape: Shape) -> int:
        if shape.width:
            return value + shape.width
        return read_text(src, value)[1] if shape.lead else self._read(src, value)

    def plain(self, kind: int) -> Shape:
        return Shape(kind, OBJECT_HEADER if kind == OBJECT else ARRAY_HEADER, b"", 0, 0, 0, 0)

    def head(self, shape: Shape, n: int) -> bytes:
        return bytes((shape.head,)) + size_bytes(n)

    def key_bytes(self, shape: Shape, name: str) -> bytes:
        if shape.head == OBJECT_HEADER:
            try:
                raw = name.encode()
            except UnicodeEncodeError:
                raise Refusal(MalformedError, "invalid UTF-8") from None
            return size_bytes(len(raw)) + raw
        number = _keys(shape.head)
        if re.fullmatch("0|-?[1-9][0-9]{0,38}", name, re.ASCII) and holds(number, int(name)):
            return integer_bytes(number, int(name))
        raise Refusal(MismatchError, f"{shown(name)!r} is not a key of an object with keys of {number.name}")

    def text_bytes(self, text: str) -> bytes:
        raw = text.encode()
        return bytes((STRING,)) + size_bytes(len(raw)) + raw

    def fits(self, value: bytes, shape: Shape) -> bytes | None:
        if shape.lead[0] == STRING:
            return value[1:] if value[:1] == shape.lead else None
        return as_type(value, NUMBERS[shape.lead[0]])

    def like(self, value: bytes, old: bytes) -> bytes | None:
        if old[0] == TIME:
            return _draft(value) if old[1] == 0 else None
        number = NUMBERS.get(old[0])
        if number is None or number.is_float:
            return None
        raw = as_type(value, number)
        return None if raw is None else old[:1] + raw

    def text_room(self, printed: int) -> int:
        return 1 + len(size_bytes(printed)) + printed

    def text(self, src: Source, off: int) -> str | None:
        return read_text(src, off + 1)[0] if src[off] == STRING else None

    def is_null(self, src: Source, off: int) -> bool:
        return src[off] == NULL

    def is_extended(self, src: Source, off: int) -> bool:
        kind = KINDS.get(src[off])
        return kind in _EXTENDED or (kind is Kind.TABLE and not self._is_type_tag(src, off))

    def is_portable(self, old: int, portable: int, extended: int) -> bool:
        kind = KINDS[portable]  # of an object, which little else is written as, others say more
        return KINDS.get(old) is kind is not Kind.OBJECT and KINDS[extended] is not kind

    def same(self, a: bytes, b: bytes, exactly: bool) -> bool:
        if a == b:
            return True
        if a[0] == b[0] == STRING:
            return read_text(a, 1)[0] == read_text(b, 1)[0]
        if exactly:
            return False
        if a[0] == b[0] == TIME:
            return _time_of(a) == _time_of(b)
        if a[0] == b[0] == DURATION:
            return a[2:] == b[2:] and not any(a[2:])  # nothing, with a sign and without
        if a[0] == b[0] == COMPLEX:
            halves = zip(_halves(a), _halves(b), strict=True)
            return all(same_number(read_number(x, 0), read_number(y, 0)) for x, y in halves)
        if a[0] not in NUMBERS or b[0] not in NUMBERS:
            return False
        return same_number(read_number(a, 0), read_number(b, 0))

    # Tables and objects with an index are changed where they lie.

    def cells(self, src: Source, off: int) -> Cells | None:
        names = []
        if src[off] == INDEXED:
            n, at = read_count(src, off + 2, LEAST_ENTRY)
            for _ in range(n):
                entry, at = read_entry(src, at)
                names.append(entry.name.decode())
            return Cells(names, 0, -1, at)
        if src[off] != TABLE:
            return None
        fields, start = read_count(src, off + 1, 1)
        at = start
        for _ in range(fields):
            name, at = read_text(src, at)
            names.append(name)
        rows, body = read_count(src, at, fields)
        return Cells(names, at - start, rows, body)

    def head_of_cells(self, names: list[str], rows: int) -> bytes:
        keys = [size_bytes(len(raw)) + raw for raw in map(str.encode, names)]
        if rows < 0:
            return bytes((INDEXED, OBJECT_HEADER)) + size_bytes(len(names)) + b"".join(key + bytes(7) for key in keys)
        return b"".join([bytes((TABLE,)), size_bytes(len(names)), *keys, size_bytes(rows)])

    def seal(self, out: bytearray, start: int, names: list[str], ends: list[int]) -> None:
        at = start + 2 + len(size_bytes(len(names)))
        data = value = start + len(self.head_of_cells(names, -1))
        for name, end in zip(names, ends, strict=True):
            raw = name.encode()
            at += len(size_bytes(len(raw))) + len(raw)
            flags = out[value] & 7
            if flags >= TYPE_OBJECT and (flags != TYPE_EXTENSION or out[value] in (INDEXED, TABLE)):
                flags |= _CONTAINER
            if (value - data) >> 32:
                raise Refusal(UnsupportedError, "values of an indexed object are longer than 4 GiB together")
            struct.pack_into("<IHB", out, at, value - data, min(end - value, LONG_SIZE), flags)
            at, value = at + 7, end

    def tabular(self, names: list[str]) -> bool:
        return bool(names) and len(set(names)) == len(names) and all(map(is_clean, names))

    # What else is packed holds no containers, and is changed as the plain array or object that it stands for. It gets
    # its form back if what it holds still has it.

    def unpack(self, src: Source, off: int) -> bytes:
        end = self._read(src, off)
        kind = KINDS[src[off]]
        cells = self.cells(src, off)
        if cells is not None and cells.rows < 0:
            return self.row(src, cells, cells.body)[0]
        if kind is Kind.ALIGNED:
            number, n, at = array_at(src, off)
            return _numbers(number, n) + bytes(src[at : at + n * number.size])
        if kind in (Kind.MATRIX, Kind.INTERVAL):
            members = list(self._members(src, off, end, kind))
            pairs = [size_bytes(len(name.encode())) + name.encode() + raw for name, raw in members]
            return bytes((OBJECT_HEADER,)) + size_bytes(len(members)) + b"".join(pairs)
        elements = _elements(src, off, kind) if cells is None else self._rows(src, cells, off, end)
        return bytes((ARRAY_HEADER,)) + size_bytes(len(elements)) + b"".join(elements)

    def _members(self, src: Source, off: int, end: int, kind: Kind) -> Iterator[tuple[str, bytes]]:
        """Yield the members of a matrix or an interval, as values of their own."""
        if kind is Kind.MATRIX:
            value = extents_at(src, off + 2)[2]
            yield "layout", self.text_bytes(LAYOUTS[src[off + 1]])
            yield "extents", bytes(src[off + 2 : value])
            yield "value", bytes(src[value:end])
        else:
            second = timestamp_at(src, off + 1)[1]
            yield "start", bytes(src[off + 1 : second])
            yield "end", bytes(src[second:end])

    def _rows(self, src: Source, cells: Cells, off: int, end: int) -> list[bytes]:
        """Return the rows of a table as objects."""
        check_names(cells, off, end - off)
        rows, at = [], cells.body
        for _ in range(cells.rows):
            row, at = self.row(src, cells, at)
            rows.append(row)
        return rows

    def repack(self, out: bytearray, start: int, was: bytes) -> None:
        plain, head = bytes(out[start:]), was[0]
        del out[start:]
        made: bytes | None
        if head == ALIGNED:
            made = _aligned(plain, array_at(was, 0)[0], start)
        elif head == BOOLS:
            made = _bools(plain)
        elif head in (MATRIX, INTERVAL):
            made = self._parts(plain, head)
        else:
            made = _side(plain, was, start)
        out += plain if made is None else made

    def _parts(self, plain: bytes, head: int) -> bytes:
        """Return a matrix or an interval, which have no plain form to fall back on."""
        shape = self.open(plain, 0)
        fields = [(child.key, plain[child.value : child.end]) for child in self.children(plain, shape)]
        wanted = ["layout", "extents", "value"] if head == MATRIX else ["start", "end"]
        bad = Refusal(UnsupportedError, f"what comes out is not {KINDS[head].value} any more")
        if [name for name, _ in fields] != wanted:
            raise bad
        values = [value for _, value in fields]
        if head == MATRIX:
            layout = self.text(values[0], 0)
            if layout not in LAYOUTS:
                raise bad
            values[0] = bytes((LAYOUTS.index(layout),))
        made = bytes((head,)) + b"".join(values)
        try:
            self.check(made, 0)
        except DecodeError:
            raise bad from None
        return made


def _keys(head: int) -> Number:
    number = number_of(head)
    assert number is not None  # or it would not start an object
    return number


def _numbers(number: Number, n: int) -> bytes:
    """Return what stands before the elements of an array of numbers."""
    return bytes((number.header & 0xF8 | TYPE_TYPED,)) + size_bytes(n)


def _elements(src: Source, off: int, kind: Kind) -> list[bytes]:
    """Return the elements of an array of booleans, complex numbers or times as values of their own."""
    if kind is Kind.BOOLS:
        n, at, _ = bools_at(src, off)
        return [bytes((TRUE if src[at + i // 8] >> i % 8 & 1 else FALSE,)) for i in range(n)]
    if kind is Kind.COMPLEX:
        number, n, at, _ = complex_at(src, off)
        lead, width = bytes((COMPLEX, src[off + 1] & 0xF8)), 2 * number.size
    else:
        n, at = read_count(src, off + 2, 8)
        lead, width = bytes((TIME, 0)), 8
    return [lead + bytes(src[i : i + width]) for i in range(at, at + n * width, width)]


def _aligned(plain: bytes, was: Number, start: int) -> bytes | None:
    """Return an array of numbers in the aligned form, if they still have their type."""
    if plain[0] != was.header & 0xF8 | TYPE_TYPED:
        return None
    n, at = read_count(plain, 1, was.size)
    return _aligned_start(was, n, start) + plain[at:]


def _aligned_start(number: Number, n: int, start: int) -> bytes:
    """Return what stands before aligned elements, in an array that begins at ``start`` of a message."""
    head = bytes((ALIGNED, number.header & 0xF8 | TYPE_TYPED)) + size_bytes(n)
    padding = -(start + len(head) + 1) % number.size
    return head + bytes((padding,)) + bytes(padding)


def _time_of(value: bytes) -> Timestamp | None:
    """Return a single time, None of an array."""
    if value[1] == 0:
        return Timestamp(*divmod(int.from_bytes(value[2:10], "little"), NANOS))
    return None if value[1] == 1 else timestamp_at(value, 0)[0]


def _draft(value: bytes) -> bytes | None:
    """Return a time as a draft time, if that holds it: one in UTC, from 1970 on and up to 2554."""
    stamp = _time_of(value) if value[0] == TIME else None
    if stamp is None or stamp.offset or not 0 <= stamp.seconds <= _MOST_DRAFT:
        return None
    return bytes((TIME, 0)) + (stamp.seconds * NANOS + stamp.nanoseconds).to_bytes(8, "little")


def _drafts(plain: bytes, at: int, head: bytes) -> bytes | None:
    """Return the values from ``at`` on side by side, if all of them are times that drafts hold."""
    values = []
    while at < len(plain):
        if plain[at] != TIME or plain[at + 1] == 1:
            return None
        end = at + 10 if plain[at + 1] == 0 else timestamp_at(plain, at)[1]
        draft = _draft(plain[at:end])
        if draft is None:
            return None
        values.append(draft[2:])
        at = end
    return head + b"".join(values)


def _halves(value: bytes) -> list[bytes]:
    """Return the parts of one complex number as values of their own."""
    number, _, at, _ = complex_at(value, 0)
    return [bytes((number.header,)) + value[i : i + number.size] for i in (at, at + number.size)]


def _bools(plain: bytes) -> bytes | None:
    """Return an array of booleans, if it is one."""
    n, at = read_count(plain, 1, 1)
    values = plain[at:]
    if len(values) != n or values.strip(bytes((TRUE, FALSE))):
        return None
    bits = bytearray((n + 7) // 8)
    for i, value in enumerate(values):
        bits[i // 8] |= (value == TRUE) << i % 8
    return bytes((BOOLS,)) + size_bytes(n) + bytes(bits)


def _side(plain: bytes, was: bytes, start: int) -> bytes | None:
    """Return complex numbers or times side by side, if all are alike: the first two bytes say what they are."""
    n, at = read_count(plain, 1, 1)
    if was[0] == COMPLEX:
        number = complex_at(was, 0)[0]
        lead, width = bytes((COMPLEX, was[1] & 0xF8)), 2 * number.size
        head = was[:2] + (_aligned_start(number, 2 * n, start + 2) if was[1] & 7 == 2 else size_bytes(n))
    else:
        return _drafts(plain, at, was[:2] + size_bytes(n))
    if len(plain) - at != n * (2 + width):
        return None
    values = [plain[i : i + 2 + width] for i in range(at, len(plain), 2 + width)]
    return head + b"".join(v[2:] for v in values) if all(v[:2] == lead for v in values) else None
