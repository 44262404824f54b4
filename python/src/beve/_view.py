"""Lazy access to a message: a View stands for one of its values, which is read in place."""

from __future__ import annotations

import contextlib
import itertools
import struct
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from ._annotations import Buffer, Unpack
from ._arrays import LAYOUTS
from ._containers import LEAST_ENTRY, read_entry
from ._core import Reader
from ._errors import DecodeError, MalformedError, MismatchError, MissingError, check_pointer, pointer, shown
from ._framing import check_message, message_start, source_of
from ._leaves import array_at, bools_at, complex_at, draft_time, extents_at, number_at, timestamp_at, wrong_header
from ._options import DecodeOptions, Decoding
from ._values import Complex, RegExp
from ._wire import (
    KINDS,
    OBJECT,
    Kind,
    Source,
    number_of,
    read_count,
    read_size,
    read_text,
    truncated,
)

Children: TypeAlias = "Iterator[tuple[str | int, View]]"

# The kinds whose parts have keys.
_OBJECTS = (Kind.OBJECT, Kind.INT_OBJECT, Kind.INDEXED, Kind.MATRIX, Kind.INTERVAL, Kind.REGEXP, Kind.TYPE_TAG)


class View:
    """One value inside an encoded message. Nothing is decoded that is not asked for.

    The parts of a value are those of its JSON form: arrays of every form have
    elements; objects, with an index or without, have members; rows of tables are
    objects; a complex number is an array of two. Members have also a matrix,
    "layout", "extents" and "value", an interval, "start" and "end", a regular
    expression, "pattern" and "flags", and a type tag, "index" and "value".

    What a method walks over it checks, under the limits; what it does not walk over
    it does not look at: `validate` checks all of a message. Elements of numeric,
    boolean and complex arrays are found at once, others by walking over those before
    them, and members by walking over their object, unless that has an index. A View
    refers to the message, which must not change. Several threads may use one.
    """

    def __init__(self, data: Buffer, **options: Unpack[DecodeOptions]) -> None:
        """Look at the start of a message. The keyword arguments are those of `loads`."""
        src, chosen = source_of(data), Decoding(**options)
        check_message(src, chosen)
        self._src: Source = src
        self._decoder = Reader(src, 0, chosen)
        self._skipper = Reader(src, 0, chosen, skips=True)
        self._lock = threading.Lock()  # one thread at a time has the readers
        self._level = 1
        self.offset = message_start(src)
        """The byte of the message where the value starts."""
        self._parent: View | None = None
        self._tagged: bool | None = None
        self._key: str | int = ""
        self.kind  # noqa: B018, an invalid header is an error

    @property
    def path(self) -> str:
        """The JSON Pointer of the value in its message, made when it is asked for."""
        keys: list[str | int] = []
        view = self
        while view._parent is not None:
            keys.append(view._key)
            view = view._parent
        return pointer(*reversed(keys))

    def _part(self, key: str | int, off: int, cls: type[View] | None = None) -> Any:
        """Return the value at ``off``, which is a part of this one."""
        part = View.__new__(cls or View)
        part._src, part._decoder, part._skipper = self._src, self._decoder, self._skipper
        part._lock = self._lock
        part._level, part.offset = self._level + 1, off
        part._parent, part._key, part._tagged = self, key, None
        return part

    def _held(self, key: str | int, off: int, kind: Kind, value: Any) -> View:
        """Return a part that has no header of its own."""
        part: _Held = self._part(key, off, _Held)
        part.held, part.held_kind = value, kind
        return part

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        """Give errors that have no path the one to here."""
        try:
            yield
        except (IndexError, struct.error):
            error: DecodeError = truncated(self._src)
        except DecodeError as e:
            error = e
        else:
            return
        error.path = error.path or self.path
        raise error from None

    def _read(self, reader: Reader) -> tuple[Any, int]:
        """Return what a reader makes of the value, and where that ends."""
        try:
            with self._lock:
                reader.off = self.offset
                reader.begin(self._level)
                return reader.read(), reader.off
        except DecodeError as error:
            error.path = self.path + error.path
            raise

    def _end(self) -> int:
        """Walk over the value and return where it ends."""
        return self._read(self._skipper)[1]

    @property
    def kind(self) -> Kind:
        """The kind of the value."""
        src, off = self._src, self.offset
        with self._errors():
            kind = KINDS.get(src[off])
            if kind is None or (kind is Kind.INDEXED and src[off + 1] != OBJECT):
                raise wrong_header(src, off)
            if kind is Kind.DURATION and src[off + 1] not in (6, 7):
                raise wrong_header(src, off)
            if kind is Kind.TABLE:
                if self._tagged is None:
                    with self._lock:
                        self._tagged = self._decoder.is_type_tag(off)
                return Kind.TYPE_TAG if self._tagged else kind
        return kind

    def value(self) -> Any:
        """Decode the value with all that it holds, as `loads` does."""
        return self._read(self._decoder)[0]

    def at(self, path: str) -> View:
        """Return the part that a JSON Pointer leads to; MissingError if there is none."""
        check_pointer(path)
        if path and not path.startswith("/"):
            raise ValueError(f"{path!r} is not a JSON Pointer, which is empty or starts with a slash")
        view = self
        for segment in path.split("/")[1:]:
            key: str | int = segment.replace("~1", "/").replace("~0", "~")
            if not view._has_keys():
                if not (segment.isascii() and segment.isdecimal() and (segment == "0" or segment[0] != "0")):
                    raise MissingError(f"no part {shown(segment)!r}", view.offset, view.path)
                key = int(segment)
            view = view[key]
        return view

    def get(self, path: str, default: Any = None) -> Any:
        """Decode the part that a JSON Pointer leads to, or return ``default`` if there is none."""
        try:
            view = self.at(path)
        except MissingError:
            return default
        return view.value()

    def _has_keys(self) -> bool:
        return self.kind in _OBJECTS

    def __getitem__(self, key: str | int) -> View:
        """Return a member by its key, or an element by its index, from the end if it is negative.

        An integer key may be given as text, too. Of repeated keys the last wins.
        """
        with self._errors():
            found = self._member(key) if self._has_keys() else self._element(key)
            if found is None:
                raise MissingError(f"no part {shown(key)!r}" if isinstance(key, str) else f"no part {key}", self.offset)
        return found

    def __contains__(self, key: str | int) -> bool:
        """Report whether an object has a member of that key."""
        with self._errors():
            return self._has_keys() and self._member(key) is not None

    def _member(self, key: str | int) -> View | None:
        found, wanted = None, str(key)
        for name, part in self._children():
            if str(name) == wanted:
                found = part
        return found

    def _element(self, index: str | int) -> View | None:
        if isinstance(index, str):
            raise MismatchError(f"{self.kind.value} has no members", self.offset)
        n = self._count()
        if index < 0:
            index += n
        if not 0 <= index < n:
            return None
        return self._nth(index)

    def _nth(self, index: int) -> View:
        if self.kind in _ELEMENTS:
            return _ELEMENTS[self.kind](self, index)
        return next(itertools.islice(self._children(), index, None))[1]

    def __len__(self) -> int:
        """Return the number of elements or members."""
        with self._errors():
            return self._count()

    def _count(self) -> int:
        kind = self.kind
        if kind in (Kind.MATRIX, Kind.INTERVAL, Kind.REGEXP, Kind.TYPE_TAG):
            return sum(1 for _ in self._children())
        if kind not in _COUNTS:
            raise MismatchError(f"{kind.value} has no parts", self.offset)
        return _COUNTS[kind](self._src, self.offset)

    def __bool__(self) -> bool:
        """Return True, also of what is empty."""
        return True

    def __iter__(self) -> Iterator[View]:
        """Walk over the elements of an array, or over the values of an object."""
        return (part for _, part in self.items())

    def items(self) -> Children:
        """Walk over members with their keys, or over elements with their indices."""
        with self._errors():
            children = self._children()
        while True:
            with self._errors():
                child = next(children, None)
            if child is None:
                return
            yield child

    def keys(self) -> Iterator[str | int]:
        """Walk over the keys of an object, or over the indices of an array."""
        return (key for key, _ in self.items())

    def _children(self) -> Children:
        kind = self.kind
        if kind in _ELEMENTS:
            return ((i, _ELEMENTS[kind](self, i)) for i in range(self._count()))
        if kind not in _CHILDREN:
            raise MismatchError(f"{kind.value} has no parts", self.offset)
        return _CHILDREN[kind](self)

    def __repr__(self) -> str:
        return f"<beve.View of {self.kind.value} at {shown(self.path)!r}>"


class _Held(View):
    """A part without a header of its own: an element of a typed array, a key of what has no keys on the wire."""

    held: Any
    held_kind: Kind

    @property
    def kind(self) -> Kind:
        """The kind of the value."""
        return self.held_kind

    def value(self) -> Any:
        """Return the value."""
        return self.held

    def _parts(self) -> list[Any]:
        if self.held_kind is not Kind.COMPLEX:
            raise MismatchError(f"{self.held_kind.value} has no parts", self.offset)
        return [self.held.real, self.held.imag]

    def _count(self) -> int:
        return len(self._parts())

    def _nth(self, index: int) -> View:
        return self._held(index, self.offset, Kind.NUMBER, self._parts()[index])

    def _children(self) -> Children:
        return ((i, self._nth(i)) for i in range(self._count()))


class _Row(View):
    """A row of a table, which is an object without keys of its own."""

    cells: list[tuple[str, int]]  # names, and where the values lie

    @property
    def kind(self) -> Kind:
        """The kind of the value."""
        return Kind.OBJECT

    def value(self) -> Any:
        """Decode the row."""
        return {name: self._part(name, off).value() for name, off in self.cells}

    def _count(self) -> int:
        return len(self.cells)

    def _children(self) -> Children:
        return ((name, self._part(name, off)) for name, off in self.cells)


def _object(view: View) -> Children:
    src = view._src
    n, at = read_count(src, view.offset + 1, 2)
    for _ in range(n):
        key, at = read_text(src, at)
        part = view._part(key, at)
        yield key, part
        at = part._end()


def _int_object(view: View) -> Children:
    src = view._src
    number = number_of(src[view.offset])
    assert number is not None  # or it would be of another kind
    n, at = read_count(src, view.offset + 1, number.size + 1)
    for _ in range(n):
        raw, at = src[at : at + number.size], at + number.size
        if at > len(src):
            raise truncated(src)
        part = view._part(number.integer(raw), at)
        yield number.integer(raw), part
        at = part._end()


def _array(view: View) -> Children:
    n, at = read_count(view._src, view.offset + 1, 1)
    for i in range(n):
        part = view._part(i, at)
        yield i, part
        at = part._end()


def _strings(view: View) -> Children:
    n, at = read_count(view._src, view.offset + 1, 1)
    for i in range(n):
        text, next_at = read_text(view._src, at)
        yield i, view._held(i, at, Kind.STRING, text)
        at = next_at


def _indexed(view: View) -> Children:
    src = view._src
    n, at = read_count(src, view.offset + 2, LEAST_ENTRY)
    entries = []
    for _ in range(n):
        entry, at = read_entry(src, at)
        entries.append(entry)
    for entry in entries:
        if at + entry.offset >= len(src):
            raise MalformedError("index of a value outside of the data", view.offset)
        name = entry.name.decode()
        yield name, view._part(name, at + entry.offset)


def _names(src: Source, off: int) -> tuple[list[str], int]:
    """Return the names of a table and the offset after them."""
    n, at = read_count(src, off + 1, 1)
    names = []
    for _ in range(n):
        name, at = read_text(src, at)
        names.append(name)
    if len(set(names)) < n:
        raise MalformedError("table with repeated names", at)
    return names, at


def _rows(src: Source, off: int) -> tuple[list[str], int, int]:
    """Return the names of a table, the number of its rows, and where these are."""
    names, at = _names(src, off)
    rows, at = read_count(src, at, len(names))
    if rows and not names:
        raise MalformedError("table of rows without fields", at)
    return names, rows, at


def _table(view: View) -> Children:
    names, rows, at = _rows(view._src, view.offset)
    for i in range(rows):
        row: _Row = view._part(i, at, _Row)
        row.cells = []
        for name in names:
            row.cells.append((name, at))
            at = row._part(name, at)._end()
        yield i, row


def _matrix(view: View) -> Children:
    src, off = view._src, view.offset
    if src[off + 1] > 1:
        raise MalformedError("header of a matrix with reserved bits", off + 1)
    yield "layout", view._held("layout", off + 1, Kind.STRING, LAYOUTS[src[off + 1]])
    yield "extents", view._part("extents", off + 2)
    yield "value", view._part("value", extents_at(src, off + 2)[2])


def _interval(view: View) -> Children:
    _, second = timestamp_at(view._src, view.offset + 1)
    yield "start", view._part("start", view.offset + 1)
    yield "end", view._part("end", second)


def _regexp(view: View) -> Children:
    value: RegExp = view.value()
    yield "pattern", view._held("pattern", view.offset + 2, Kind.STRING, value.pattern)
    yield "flags", view._held("flags", view.offset + 1, Kind.STRING, value.flags)


def _type_tag(view: View) -> Children:
    index, at = read_size(view._src, view.offset + 1)
    yield "index", view._held("index", view.offset + 1, Kind.NUMBER, index)
    yield "value", view._part("value", at)


_CHILDREN: dict[Kind, Callable[[View], Children]] = {
    Kind.OBJECT: _object,
    Kind.INT_OBJECT: _int_object,
    Kind.ARRAY: _array,
    Kind.STRINGS: _strings,
    Kind.INDEXED: _indexed,
    Kind.TABLE: _table,
    Kind.MATRIX: _matrix,
    Kind.INTERVAL: _interval,
    Kind.REGEXP: _regexp,
    Kind.TYPE_TAG: _type_tag,
}


def _number(view: View, i: int) -> View:
    number, _, at = array_at(view._src, view.offset)
    at += i * number.size
    return view._held(i, at, Kind.NUMBER, number_at(view._src, at, number))


def _bool(view: View, i: int) -> View:
    _, at, _ = bools_at(view._src, view.offset)
    return view._held(i, at + i // 8, Kind.BOOL, bool(view._src[at + i // 8] >> i % 8 & 1))


def _complex(view: View, i: int) -> View:
    src = view._src
    number, _, at, single = complex_at(src, view.offset)
    at += i * number.size * (1 if single else 2)
    if single:
        return view._held(i, at, Kind.NUMBER, number_at(src, at, number))
    parts = (number_at(src, at, number), number_at(src, at + number.size, number))
    return view._held(i, at, Kind.COMPLEX, (complex if number.is_float else Complex)(*parts))


def _time(view: View, i: int) -> View:
    at = read_count(view._src, view.offset + 2, 8)[1] + 8 * i
    return view._held(i, at, Kind.TIME, draft_time(int.from_bytes(view._src[at : at + 8], "little")))


# Elements that are found without a walk.
_ELEMENTS: dict[Kind, Callable[[View, int], View]] = {
    Kind.NUMBERS: _number,
    Kind.ALIGNED: _number,
    Kind.BOOLS: _bool,
    Kind.COMPLEX: _complex,
    Kind.TIME: _time,
}


def _complexes(src: Source, off: int) -> int:
    _, n, _, single = complex_at(src, off)
    return 2 if single else n


def _times(src: Source, off: int) -> int:
    if src[off + 1] != 1:
        raise MismatchError("time has no parts", off)
    return read_count(src, off + 2, 8)[0]


_COUNTS: dict[Kind, Callable[[Source, int], int]] = {
    Kind.OBJECT: lambda src, off: read_count(src, off + 1, 2)[0],
    Kind.INT_OBJECT: lambda src, off: read_count(src, off + 1, 2)[0],
    Kind.ARRAY: lambda src, off: read_count(src, off + 1, 1)[0],
    Kind.STRINGS: lambda src, off: read_count(src, off + 1, 1)[0],
    Kind.INDEXED: lambda src, off: read_count(src, off + 2, LEAST_ENTRY)[0],
    Kind.NUMBERS: lambda src, off: array_at(src, off)[1],
    Kind.ALIGNED: lambda src, off: array_at(src, off)[1],
    Kind.BOOLS: lambda src, off: bools_at(src, off)[0],
    Kind.TABLE: lambda src, off: _rows(src, off)[1],
    Kind.COMPLEX: _complexes,
    Kind.TIME: _times,
}
