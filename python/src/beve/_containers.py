"""The rarer containers: integer keys, string arrays, type tags, tables and indexed objects.

An opener reads what stands before the children and pushes a frame; a prefix reads
what stands before one value; a part reads a child that is not a value. Each returns
the offset after what it has read. ``put`` takes a value into its container.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ._errors import DuplicateError, MalformedError
from ._frames import ENTRIES, INTS, MEMBERS, NAMES, OPENED, ROWS, TAG, TEXTS, Frame
from ._hashes import count_key
from ._leaves import wrong_header
from ._values import TypeTag
from ._wire import (
    INDEXED,
    KINDS,
    OBJECT,
    STRINGS,
    TABLE,
    TYPE_EXTENSION,
    TYPE_OBJECT,
    Kind,
    Source,
    number_of,
    read_count,
    read_size,
    read_text,
    truncated,
)

if TYPE_CHECKING:
    from ._reader import Reader

Opener: TypeAlias = "Callable[[Reader, int], tuple[Any, int]]"


def _int_object(reader: Reader, off: int) -> tuple[Any, int]:
    number = number_of(reader.src[off])
    assert number is not None  # or the header would not have led here
    n, next_off = read_count(reader.src, off + 1, number.size + 1)
    return _opened(reader, Frame(INTS, {}, n, (number, {})), off), next_off


def _opened(reader: Reader, frame: Frame, off: int) -> Any:
    """Open a container, or return what it is when it is empty."""
    if not frame.total:
        return frame.items
    reader.open(frame, off)
    return OPENED


def _strings(reader: Reader, off: int) -> tuple[Any, int]:
    n, next_off = read_count(reader.src, off + 1, 1)
    return _opened(reader, Frame(TEXTS, reader.sequence(), n), off), next_off


def _table(reader: Reader, off: int) -> tuple[Any, int]:
    if reader.is_type_tag(off):
        index, next_off = read_size(reader.src, off + 1)
        return _opened(reader, Frame(TAG, None, 1, index), off), next_off
    n, next_off = read_count(reader.src, off + 1, 1)
    # The last child is the number of rows. A table is entered when that is known.
    reader.stack.append(Frame(NAMES, [], n + 1))
    return OPENED, next_off


def _indexed(reader: Reader, off: int) -> tuple[Any, int]:
    if reader.src[off + 1] != OBJECT:
        raise wrong_header(reader.src, off)
    n, next_off = read_count(reader.src, off + 2, LEAST_ENTRY)
    return _opened(reader, Frame(ENTRIES, {}, n, []), off), next_off


def _openers() -> dict[int, Opener]:
    table: dict[int, Opener] = {STRINGS: _strings, TABLE: _table, INDEXED: _indexed}
    for header, kind in KINDS.items():
        if kind is Kind.INT_OBJECT:
            table[header] = _int_object
    return table


#: How containers are opened that the reader does not open itself.
OPENERS = _openers()


class Entry(NamedTuple):
    """What an index says of one member; ``size`` is 65535 also for all that is longer."""

    name: bytes
    offset: int
    size: int
    flags: int


#: The bytes of an entry of an empty name, and of a value.
LEAST_ENTRY = 1 + 7 + 1

LONG_SIZE = 0xFFFF
_CONTAINER = 1 << 6  # the flag of objects and arrays


def read_entry(src: Source, off: int) -> tuple[Entry, int]:
    """Read one entry of an index."""
    name, at = read_text(src, off)
    raw = bytes(src[at : at + 7])
    if len(raw) < 7:
        raise truncated(src, 7 - len(raw))
    if raw[6] & ~(_CONTAINER | 7):
        raise MalformedError("index flags with reserved bits", at + 6)
    offset, size = int.from_bytes(raw[:4], "little"), int.from_bytes(raw[4:6], "little")
    return Entry(name.encode(), offset, size, raw[6]), at + 7


def _entry(reader: Reader, frame: Frame, off: int) -> tuple[Any, int]:
    entry, next_off = read_entry(reader.src, off)
    entries = frame.extra
    if not entries:
        if entry.offset:
            raise MalformedError("index of values that do not start at 0", off)
    else:
        before = entries[-1]
        if before.name >= entry.name:
            raise MalformedError("index with unsorted or repeated names", off)
        at = before.offset + before.size
        if entry.offset < at or (before.size != LONG_SIZE and entry.offset != at):
            raise MalformedError("index with a gap or an overlap", off)
    entries.append(entry)
    frame.left -= 1
    if not frame.left:
        frame.kind, frame.left, frame.extra = MEMBERS, frame.total, (entries, next_off)
    return OPENED, next_off


def _member(reader: Reader, frame: Frame, off: int) -> int:
    entries, data = frame.extra
    entry = entries[frame.total - frame.left]
    frame.key, frame.start = entry.name.decode(), off
    if off - data != entry.offset:
        raise MalformedError(f"value of an indexed object at {off - data}, not {entry.offset}", off)
    return off


def _check_member(src: Source, frame: Frame, off: int) -> None:
    """Check what the index says of the value that ends at ``off``."""
    entry = frame.extra[0][frame.total - frame.left]
    if min(off - frame.start, LONG_SIZE) != entry.size:
        raise MalformedError(f"value of an indexed object of {off - frame.start} bytes, not {entry.size}", frame.start)
    header = src[frame.start]
    flags = header & 7
    # Of extensions it depends on the reader which are containers.
    sure = flags != TYPE_EXTENSION
    if sure and flags >= TYPE_OBJECT:
        flags |= _CONTAINER
    if entry.flags & 7 != flags & 7 or (sure and entry.flags != flags):
        raise MalformedError("value of an indexed object of another type than its index says", frame.start)


def _int_key(reader: Reader, frame: Frame, off: int) -> int:
    number = frame.extra[0]
    end: int = off + number.size
    if end > len(reader.src):
        raise truncated(reader.src, end - len(reader.src))
    key = number.integer(reader.src[off:end])
    if reader.options.reject_duplicates and _held(reader, key) in frame.items:
        raise DuplicateError(f"duplicate key {key}", off)
    frame.key = key
    frame.start = off
    return end


def _held(reader: Reader, key: Any) -> Any:
    """Return what stands for an integer key in a dict, which is text where nothing else is made of that."""
    return str(key) if reader.skips else key


def _put_int(reader: Reader, frame: Frame, value: Any) -> None:
    """Take a value under an integer key."""
    if reader.skips and not reader.options.reject_duplicates:
        return
    number, hashes = frame.extra
    before = len(frame.items)
    frame.items[_held(reader, frame.key)] = value
    if number.size > 8 and not reader.skips and len(frame.items) > before:
        count_key(hashes, frame.key, frame.start)  # type: ignore[arg-type]


def _texts(reader: Reader, frame: Frame, off: int) -> tuple[Any, int]:
    """Read all texts but the last one into the array, and return that."""
    while True:
        text, next_off = read_text(reader.src, off)
        if frame.left == 1:
            return text, next_off
        frame.items.append(text)
        frame.left -= 1
        reader.off = off = next_off


def _name(reader: Reader, frame: Frame, off: int) -> tuple[Any, int]:
    names = frame.items
    if frame.left > 1:
        name, next_off = read_text(reader.src, off)
        names.append(name)
        frame.left -= 1
        return OPENED, next_off
    if len(set(names)) < len(names):
        raise MalformedError("table with repeated names", off)
    rows, next_off = read_count(reader.src, off, len(names))
    if not names and rows:
        raise MalformedError("table of rows without fields", off)
    reader.stack.pop()
    if not rows:
        return reader.sequence(), next_off
    reader.enter(off, rows + rows * len(names), 2)
    reader.stack.append(Frame(ROWS, reader.sequence(), rows * len(names), (names, {})))
    return OPENED, next_off


#: What stands before a value, by the kind of frame.
PREFIXES = {INTS: _int_key, MEMBERS: _member}

#: Children that are not values, by the kind of frame.
PARTS = {TEXTS: _texts, NAMES: _name, ENTRIES: _entry}


def put(reader: Reader, frame: Frame, value: Any, off: int) -> None:
    """Take a value, which ends at ``off``, into a container of the rarer kinds."""
    if frame.kind == INTS:
        _put_int(reader, frame, value)
    elif frame.kind == TEXTS:
        frame.items.append(value)
    elif frame.kind == ROWS:
        names, row = frame.extra
        row[names[len(row)]] = value
        if len(row) == len(names):
            frame.items.append(row)
            frame.extra = names, {}
    elif frame.kind == MEMBERS:
        _check_member(reader.src, frame, off)
        frame.items[frame.key] = value
    else:
        frame.items = TypeTag(frame.extra, value)
