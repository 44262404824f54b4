"""The one byte whose two meanings neither the next byte nor the position tells apart.

It starts a table, or a type tag of version 1. What follows decides, by the rule of
docs/extensions.md, which is the same in every language.
"""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING, Any

from ._containers import LEAST_ENTRY
from ._errors import DecodeError, MalformedError, TruncatedError
from ._leaves import LEAVES, extents_at, wrong_header
from ._wire import (
    ARRAY,
    FALSE,
    INDEXED,
    KINDS,
    MATRIX,
    NUMBERS,
    OBJECT,
    STRING,
    STRINGS,
    TRUE,
    TYPE_TAG,
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

# The index of a type tag is below this: no variant has more types.
_TAG_INDICES = 1 << 16

# How much of the names of a table the rule looks at.
_TABLE_HEAD = 1 << 16

# What the bytes after the header are: a table; one as far as they go; the names of one
# without rows of values; no names that are written.
_TABLE, _CUT, _NO_ROWS, _NO_NAMES = range(4)

_control = re.compile(rb"[\x00-\x1f\x7f]").search


def is_clean(name: str) -> bool:
    """Report whether a table may have a field of this name: others are read as type tags."""
    return bool(name) and not _control(name.encode("utf-8", "surrogatepass"))


def is_type_tag(reader: Reader, off: int) -> bool:
    """Report whether the header at ``off`` starts a type tag; TruncatedError where more has to be seen."""
    if reader.options.legacy_type_tags:
        return True
    src = reader.src
    verdict = _table_start(src, off + 1, reader)
    if verdict == _TABLE:
        return False
    if verdict == _CUT and not reader.final:
        raise truncated(src)
    try:
        return _tag_start(src, off + 1, verdict != _NO_NAMES, reader)
    except (TruncatedError, IndexError, struct.error):
        if not reader.final:
            raise truncated(src) from None
    except DecodeError:
        pass
    return False


def _table_start(src: Source, off: int, reader: Reader) -> int:
    try:
        fields, off = read_size(src, off)
        if not fields:
            return _CUT if off == len(src) else _NO_NAMES if src[off] else _TABLE
        last = off + _TABLE_HEAD
        clean = 0
        if reader.names and reader.names[0] == last:  # where an earlier call came to
            _, fields, off, clean = reader.names
        while fields:
            reader.names = (last, fields, off, clean)
            n, start = read_size(src, off)
            whole = n <= len(src) - start
            end = start + n if whole else len(src)
            to = min(end, max(last, start))
            if n == 0 or _control(src[max(start, min(clean, to)) : to]):
                return _NO_NAMES
            reader.names = (last, fields, off, to)
            if whole and end <= last and not _is_text(src[start:end]):
                return _NO_NAMES
            if end >= last:
                return _TABLE
            if not whole:
                return _CUT
            fields, off = fields - 1, end
        rows, off = read_size(src, off)
    except TruncatedError:
        return _CUT
    if rows and off == len(src):
        return _CUT
    return _TABLE if rows and src[off] in KINDS else _NO_ROWS


def _is_text(raw: Source) -> bool:
    try:
        str(raw, "utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _tag_start(src: Source, off: int, named: bool, reader: Reader) -> bool:
    """Report whether an index and the start of a value are at ``off``.

    Where they are names, too, a boolean is not one: the length of a short name looks like it.
    """
    index, off = read_size(src, off)
    if index >= _TAG_INDICES:
        return False
    head = src[off]
    if head == TYPE_TAG:
        return True  # as deep as it may be, and for its reader to say
    if named and head in (FALSE, TRUE):
        return False
    _begin(src, off, head, reader)
    return True


def _begin(src: Source, off: int, head: int, reader: Reader) -> Any:
    """Check the start of a value: all of it if it has no children."""
    kind = KINDS.get(head)
    number = number_of(head)
    if kind is None:
        raise wrong_header(src, off)
    if head == MATRIX:
        if src[off + 1] > 1:
            raise MalformedError("header of a matrix with reserved bits", off + 1)
        return extents_at(src, off + 2)
    if head == STRING:
        return read_text(src, off + 1)
    if head == OBJECT:
        return read_count(src, off + 1, 2)
    if head in (ARRAY, STRINGS):
        return read_count(src, off + 1, 1)
    if head == INDEXED:
        if src[off + 1] != OBJECT:
            raise wrong_header(src, off)
        return read_count(src, off + 2, LEAST_ENTRY)
    if kind is Kind.INT_OBJECT and number:
        return read_count(src, off + 1, number.size + 1)
    if kind is Kind.NUMBER:
        missing = off + 1 + NUMBERS[head].size - len(src)
        if missing > 0:
            raise truncated(src, missing)
        return None
    return LEAVES[head](reader.skipper(), off) if head in LEAVES else None
