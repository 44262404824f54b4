"""How values of each type are written.

A function takes a Writer and a value. It writes the value whole, or, of a container
that has children, what stands before them, and opens it.
"""

from __future__ import annotations

import array
import collections
import dataclasses
import decimal
import enum
import functools
import operator
import pathlib
import re
import struct
import sys
import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any, TypeAlias

from ._arrays import LAYOUTS
from ._errors import EncodeError, wrong_key
from ._kept import kept
from ._structs import form_of, parts_of
from ._times import NANOS, Interval, Timestamp, nanos_of
from ._typetag import is_clean
from ._values import Complex, Matrix, RegExp, Texts, TypeTag, split_flags
from ._wire import (
    ARRAY,
    BOOLS,
    COMPLEX,
    DURATION,
    FALSE,
    INTERVAL,
    MATRIX,
    NAMED,
    NULL,
    OBJECT,
    REGEXP,
    STRINGS,
    TABLE,
    TIME,
    TRUE,
    TYPE_OBJECT,
    TYPE_TYPED,
    UUID,
    Number,
    fitting,
    size_bytes,
)

if TYPE_CHECKING:
    from ._writer import Writer

WriteFunction: TypeAlias = "Callable[[Writer, Any], None]"

#: The tables of Go stop at this level.
_TABLE_LEVELS = 64


_NULL, _FALSE, _TRUE = (bytes((header,)) for header in (NULL, FALSE, TRUE))


def _none(w: Writer, value: None) -> None:
    w.put(_NULL)


def _bool(w: Writer, value: bool) -> None:
    w.put(_TRUE if value else _FALSE)


_int8, _int16, _int32 = (struct.Struct(form).pack for form in ("<Bb", "<Bh", "<Bi"))
_float64 = struct.Struct("<Bd").pack


def _int(w: Writer, value: int) -> None:
    if -0x80 <= value < 0x80:
        w.put(_int8(0x09, value))
    elif -0x8000 <= value < 0x8000:
        w.put(_int16(0x29, value))
    elif -0x8000_0000 <= value < 0x8000_0000:
        w.put(_int32(0x49, value))
    else:
        integer(w, value)


def integer(w: Writer, value: int, unsigned: bool = False) -> None:
    """Write an integer in the narrowest width that holds it."""
    try:
        number = fitting((value,), unsigned)
    except EncodeError as error:
        w.instead(value, error.reason)
        return
    w.put(bytes((number.header,)) + value.to_bytes(number.size, "little", signed=number.is_signed))


def _own_int(w: Writer, value: int) -> None:
    """Write an integer of a class of one's own, whose methods may say something else than it is."""
    _int(w, int.__index__(value))


def _float(w: Writer, value: float) -> None:
    w.put(_float64(0x61, value))


def _str(w: Writer, value: str) -> None:
    if len(value) < 64 and value.isascii():  # its SIZE is one byte, as is each character
        w.put(b"\x02%c%b" % (len(value) << 2, value.encode()))
    else:
        w.string(value)


def _own_str(w: Writer, value: str) -> None:
    """Write a text of a class of one's own, whose methods may say something else than it is."""
    _str(w, str.__str__(value))


def _complex(w: Writer, value: complex) -> None:
    w.put(struct.pack("<BBdd", COMPLEX, NAMED["float64"].header & 0xF8, value.real, value.imag))


def _int_complex(w: Writer, value: Complex) -> None:
    try:
        number = fitting(value)
    except EncodeError as error:
        w.instead(value, error.reason)
        return
    w.put(bytes((COMPLEX, number.header & 0xF8)))
    for part in value:
        w.put(part.to_bytes(number.size, "little", signed=number.is_signed))


def _bytes(w: Writer, value: bytes | bytearray | memoryview) -> None:
    if isinstance(value, memoryview) and (value.format not in ("B", "c") or value.ndim != 1):
        dimensions = f" and {value.ndim} dimensions" if value.ndim != 1 else ""
        w.instead(value, f"memoryview of format {value.format!r}{dimensions}; make an array of it")
        return
    # A view of a bytearray keeps its length while it is open.
    raw = value.tobytes() if isinstance(value, memoryview) else memoryview(value)
    w.numbers(NAMED["uint8"], len(raw), raw)


def number_of_code(code: str, size: int) -> Number:
    """Return the type of number that a code of the array module stands for."""
    name = "float" if code in "fd" else "int" if code in "bhilq" else "uint" if code in "BHILQ" else ""
    if not name:
        raise EncodeError(f"array of type code {code!r} holds no numbers")
    return NAMED[f"{name}{8 * size}"]


def _array(w: Writer, value: array.array[Any]) -> None:
    if value.typecode in "uw":
        w.instead(value, f"array of type code {value.typecode!r} holds no numbers")
        return
    number = number_of_code(value.typecode, value.itemsize)
    if sys.byteorder == "big":
        value = value[:]
        value.byteswap()
    # A view keeps its length. Of an array that another thread changes without a lock, the number of
    # its elements may be another than that of its bytes.
    view = memoryview(value)
    raw = view.cast("B") if len(view) and view.nbytes else b""
    w.numbers(number, len(raw) // number.size, raw)


def _dict(w: Writer, value: Mapping[Any, Any]) -> None:
    # A copy, so that nobody changes it meanwhile; what a class of one's own says of its length need not be so.
    items = list(value.items())
    if not items:
        w.head(OBJECT, 0)
        return
    if type(value) is not dict and len(dict(items)) < len(items):
        raise EncodeError(f"{type(value).__name__} with a key twice")
    header = OBJECT
    key_of: Callable[[Any], bytes] = w.text_key
    if not isinstance(items[0][0], str):
        header, key_of = _int_keys([key for key, _ in items])
    if w.options.sort_keys:
        try:
            items.sort(key=operator.itemgetter(0))
        except TypeError:
            raise EncodeError("keys of several types cannot be sorted; keys are all str or all int") from None
    w.head(header, len(items))
    w.open(iter(items), len(items), key_of)


def _index(key: Any) -> int:
    """Return a key that is an integer as one of no class of its own."""
    return int.__index__(operator.index(key))


def _int_keys(keys: Sequence[Any]) -> tuple[int, Callable[[Any], bytes]]:
    """Return the header of an object with integer keys, and how they are written: with 64 bits where that will do."""
    for key in keys:
        if isinstance(key, bool) or not hasattr(key, "__index__"):
            raise wrong_key(key, keys[0])
    fits = fitting([_index(key) for key in keys])
    number = NAMED["int64"] if fits.is_signed and fits.size <= 8 else fits

    def key_of(key: Any) -> bytes:
        return _index(key).to_bytes(number.size, "little", signed=number.is_signed)

    return number.header & 0xF8 | TYPE_OBJECT, key_of


def _members(w: Writer, pairs: Sequence[tuple[str, Any]]) -> None:
    """Write an object of the given members."""
    w.head(OBJECT, len(pairs))
    if pairs:
        w.open(iter(pairs), len(pairs), w.text_key)


@kept(512)
def field_names(cls: Any) -> tuple[tuple[str, str], ...]:
    """Return the fields of a class, each with the name of its member: metadata "beve", or its own.

    Classes that have fields are dataclasses, those of attrs, and the Structs of msgspec.
    """
    if dataclasses.is_dataclass(cls):
        names = tuple((f.name, f.metadata.get("beve", f.name)) for f in dataclasses.fields(cls))
    elif hasattr(cls, "__attrs_attrs__"):
        names = tuple((a.name, a.metadata.get("beve", a.name)) for a in cls.__attrs_attrs__)
    else:  # of msgspec
        names = tuple(zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True))
    if len({name for _, name in names}) < len(names):
        raise EncodeError(f"{cls.__name__} has fields of the same name")
    return names


def has_fields(cls: Any) -> bool:
    """Report whether field_names knows a class."""
    return dataclasses.is_dataclass(cls) or hasattr(cls, "__attrs_attrs__") or hasattr(cls, "__struct_encode_fields__")


def dataclass_members(w: Writer, value: Any) -> None:
    """Write an object of a class with fields."""
    _members(w, [(name, getattr(value, field)) for field, name in field_names(value.__class__)])


def _struct(w: Writer, value: Any) -> None:
    """Write a Struct whose class asks for more than an object of its fields."""
    parts, kind = parts_of(value), value.__class__
    if form_of(kind).array_like:
        w.again(parts)
    else:
        _members(w, parts)


def _list(w: Writer, value: Sequence[Any]) -> None:
    # A copy, so that nobody changes it meanwhile; what a class of one's own says of its length need not be so.
    value = tuple(value)
    n = len(value)
    if w.options.typed_lists and n and _typed(w, value):
        return
    if w.options.extended and n >= max(w.options.min_table_rows, 1) and _table(w, value):
        return
    w.head(ARRAY, n)
    if n:
        w.open(iter(value), n)


def _typed(w: Writer, value: Sequence[Any]) -> bool:
    """Write a list as a typed array, if it is one, and report whether it is."""
    kinds = set(map(type, value))
    kind = kinds.pop()
    if kinds:
        return False
    if kind is float:
        w.again(array.array("d", value))
    elif kind is int:
        try:
            number = fitting(value)
        except EncodeError:
            return False
        if number.size > 8:
            return False
        w.again(array.array("q" if number.is_signed else "Q", value))
    elif kind is str:
        strings(w, value)
    elif kind is bool:
        text = "".join("1" if b else "0" for b in reversed(value))
        bools(w, len(value), int(text, 2).to_bytes((len(value) + 7) // 8, "little"))
    elif kind is complex:
        complexes(w, value)
    else:
        return False
    return True


def complexes(w: Writer, value: Sequence[complex]) -> None:
    """Write an array of complex numbers."""
    w.put(bytes((COMPLEX, NAMED["float64"].header & 0xF8 | 1)))
    w.size(len(value))
    w.put(b"".join(struct.pack("<dd", c.real, c.imag) for c in value))


def strings(w: Writer, value: Sequence[str]) -> None:
    """Write a string array."""
    w.head(STRINGS, len(value))
    for text in value:
        w.text(text)


def bools(w: Writer, n: int, bits: bytes) -> None:
    """Write a boolean array."""
    w.head(BOOLS, n)
    w.put(bits)


def _table(w: Writer, rows: Sequence[Any]) -> bool:
    """Write dicts with the same keys, or dataclasses of one class, as a table, and report whether they are that."""
    kinds = set(map(type, rows))
    kind = kinds.pop()
    if kinds or w.levels >= _TABLE_LEVELS:
        return False
    if kind is dict:
        keys = rows[0].keys()
        if not keys or any(row.keys() != keys for row in rows) or not all(type(key) is str for key in keys):
            return False
        names = sorted(keys) if w.options.sort_keys else list(keys)
        if not all(map(is_clean, names)):
            return False
        try:
            cells = [row[name] for row in rows for name in names]
        except KeyError:  # somebody has changed a row meanwhile
            return False
    elif function_for(kind) is dataclass_members and field_names(kind):
        names = [name for _, name in field_names(kind)]
        if not all(map(is_clean, names)):
            return False
        cells = [getattr(row, field) for row in rows for field, _ in field_names(kind)]
    else:
        return False
    w.head(TABLE, len(names))
    for name in names:
        w.text(name)
    w.size(len(rows))
    w.open(iter(cells), len(cells), names=names)
    return True


def _datetime(w: Writer, value: datetime) -> None:
    if value != value:  # the NaT of pandas
        w.put(_NULL)
        return
    if value.utcoffset() is None:  # no instant, and so no timestamp
        _isoformat(w, value)
        return
    try:
        stamp = Timestamp.of(value)
    except ValueError as e:
        w.instead(value, str(e))
        return
    _timestamp(w, stamp)


def _timestamp(w: Writer, value: Timestamp) -> None:
    if w.options.extended:
        w.put(timestamp_bytes(value))
        return
    try:
        text = value.isoformat()
    except OverflowError as e:
        w.instead(value, str(e))
        return
    w.string(text)


def timestamp_bytes(value: Timestamp) -> bytes:
    """Return a timestamp of the extended profile."""
    raw = struct.pack("<BBqI", TIME, 7 if value.offset else 6, value.seconds, value.nanoseconds)
    return raw + struct.pack("<h", value.offset) if value.offset else raw


def _isoformat(w: Writer, value: date | time) -> None:
    if getattr(value, "tzinfo", None) is not None and value.utcoffset() is None:  # type: ignore[union-attr]
        w.instead(value, f"{type(value).__name__} with a zone that has no offset then, and would be lost")
        return
    w.string(value.isoformat())


def _decimal(w: Writer, value: decimal.Decimal) -> None:
    w.string(decimal.Decimal.__str__(value))


def _path(w: Writer, value: pathlib.PurePath) -> None:
    w.string(str(value))


def _set(w: Writer, value: Any) -> None:
    """Write what has no order, or is no list, as one."""
    items = list(value)
    if w.options.sort_keys and not isinstance(value, collections.deque):
        try:
            items.sort()
        except TypeError:
            raise EncodeError(f"elements of a {type(value).__name__} that cannot be sorted") from None
    w.again(items)


def _texts(w: Writer, value: Texts) -> None:
    w.texts(value.starts, value.block)


def _model(w: Writer, value: Any) -> None:
    """Write a model of pydantic as it dumps itself, under the names that it is read by."""
    w.again(value.model_dump(by_alias=True))


def _timedelta(w: Writer, value: timedelta) -> None:
    if value != value:
        w.put(_NULL)
        return
    nanos = nanos_of(value)
    if not w.options.extended:
        integer(w, nanos)
        return
    seconds, parts = divmod(abs(nanos), NANOS)
    w.put(struct.pack("<BBQI", DURATION, 7 if nanos < 0 else 6, seconds, parts))


def _interval(w: Writer, value: Interval) -> None:
    if not w.options.extended:
        _members(w, [("start", value.start), ("end", value.end)])
        return
    w.put(bytes((INTERVAL,)))
    for t in (value.start, value.end):
        w.put(timestamp_bytes(t if isinstance(t, Timestamp) else Timestamp.of(t)))


def _uuid(w: Writer, value: uuid.UUID) -> None:
    if w.options.extended:
        w.put(bytes((UUID, value.bytes[6] >> 4)) + value.bytes)
    else:
        _bytes(w, value.bytes)


def _regexp(w: Writer, value: RegExp) -> None:
    if w.options.extended:
        w.put(bytes((REGEXP, value.bits)))
        w.text(value.pattern)
    else:
        _members(w, [("pattern", value.pattern), ("flags", value.flags)])


def _pattern(w: Writer, value: re.Pattern[Any]) -> None:
    if not isinstance(value.pattern, str):
        w.instead(value, "a regular expression of bytes has no form on the wire")
        return
    try:
        pattern, flags = split_flags(value)
    except ValueError as e:
        w.instead(value, str(e))
        return
    if w.options.extended:
        _regexp(w, RegExp(pattern, flags))
    else:
        w.string(f"(?{flags}){pattern}" if flags else pattern)


def matrix_head(w: Writer, layout: int, extents: Sequence[int]) -> None:
    """Write what stands before the elements of a matrix: its extents in the narrowest unsigned width."""
    number = fitting(extents, unsigned=True)
    w.put(bytes((MATRIX, layout, number.header & 0xF8 | TYPE_TYPED)) + size_bytes(len(extents)))
    for extent in extents:
        w.put(extent.to_bytes(number.size, "little"))


def _matrix(w: Writer, value: Matrix) -> None:
    # A copy of a list, so that nobody changes it meanwhile.
    data = tuple(value.data) if isinstance(value.data, list) else value.data
    product = functools.reduce(operator.mul, value.extents, 1)
    if value.layout not in LAYOUTS or not value.extents or min(value.extents) < 0 or product != len(data):
        raise EncodeError(f"matrix whose layout or extents do not suit its {len(data)} elements")
    w.enter()
    matrix_head(w, LAYOUTS.index(value.layout), value.extents)
    if data is value.data:
        w.again(data)
    elif not data:
        w.again(array.array("d"))
    elif isinstance(data[0], (str, bool)) or not _typed(w, data):
        raise EncodeError("matrix of something else than numbers of one type")
    w.leave()


def _type_tag(w: Writer, value: TypeTag) -> None:
    w.instead(value, "type tags are read, never written")


def _enum(w: Writer, value: enum.Enum) -> None:
    w.again(value.value)


#: The function of each type, for its subclasses too, unless they have another one in _OWN.
FUNCTIONS: dict[type, WriteFunction] = {
    type(None): _none,
    bool: _bool,
    int: _int,
    float: _float,
    str: _str,
    complex: _complex,
    bytes: _bytes,
    bytearray: _bytes,
    memoryview: _bytes,
    array.array: _array,
    dict: _dict,
    list: _list,
    tuple: _list,
    set: _set,
    frozenset: _set,
    collections.deque: _set,
    datetime: _datetime,
    date: _isoformat,
    time: _isoformat,
    decimal.Decimal: _decimal,
    pathlib.PurePath: _path,
    timedelta: _timedelta,
    uuid.UUID: _uuid,
    re.Pattern: _pattern,
    enum.Enum: _enum,
    Complex: _int_complex,
    Matrix: _matrix,
    RegExp: _regexp,
    Interval: _interval,
    Timestamp: _timestamp,
    TypeTag: _type_tag,
    Texts: _texts,
}


_OWN: dict[type, WriteFunction] = {int: _own_int, str: _own_str}


def function_for(kind: type) -> WriteFunction | None:
    """Return how values of a type are written that FUNCTIONS does not list, or None if nobody knows."""
    for base in kind.__mro__:
        if base in FUNCTIONS:
            return _OWN.get(base, FUNCTIONS[base])
        if base.__module__ == "numpy":
            from . import _numpy_types

            return _numpy_types.function_for(kind)
    if has_fields(kind):
        return dataclass_members if form_of(kind).is_plain else _struct
    if hasattr(kind, "__pydantic_fields__"):
        return _model
    if issubclass(kind, Mapping):
        return _dict
    return None


def unknown(w: Writer, value: Any) -> None:
    """Write a value of a type that nobody knows: what the option ``default`` makes of it."""
    w.instead(value, f"values of type {type(value).__name__} have no form on the wire; see the option default")
