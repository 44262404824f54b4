"""What makes one document of another, as a JSON Patch."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from .._errors import pointer
from .._wire import Source
from ._form import ARRAY, LEAF, OBJECT, PACKED, Form, Shape, Walk, run

#: More than an operation takes beside its path and value.
_OPERATION = 64


def diff(form: Form, a: bytes, b: bytes) -> bytes:
    """Return a JSON Patch, a message of the format, that makes ``b`` of ``a``."""
    differ = _Differ(form, a, b)
    spans = []
    for message in (a, b):
        off = form.checked(message)
        form.ends_of(message, off)
        spans.append((off, form.skip(message, off)))
    if not differ.equal(spans[0], spans[1], None):
        run(differ.diff(spans[0], spans[1], None))
    return differ.message()


#: Where a part lies.
_Span: TypeAlias = "tuple[int, int]"


class _Alike(NamedTuple):
    """What is known of both sides: ``a[start:end]`` is what ``b`` is, ``shift`` further, and then they differ.

    The sides are compared level by level: this way no byte is at each of them.
    """

    start: int
    end: int
    shift: int

    def covers(self, a: _Span, b: _Span) -> bool:
        """Report whether this tells of two parts whether they have the same bytes."""
        return b[0] - a[0] == self.shift and self.start <= a[0] <= self.end


class _Row:
    """The elements of an array by their index."""

    def __init__(self, form: Form, src: Source, shape: Shape) -> None:
        self.src, self.shape = src, shape
        self.spans: Any = None if shape.width else [(c.value, c.end) for c in form.children(src, shape)]
        self.n = shape.n if self.spans is None else len(self.spans)

    def at(self, i: int) -> _Span:
        """Return where element ``i`` lies."""
        if self.spans is None:
            at = self.shape.body + i * self.shape.width
            return at, at + self.shape.width
        span: _Span = self.spans[i]
        return span

    def value(self, i: int) -> bytes:
        """Return element ``i`` as a value of its own."""
        start, end = self.at(i)
        return self.shape.lead + bytes(self.src[start:end])


def common(a: memoryview, b: memoryview) -> int:
    """Return how many bytes two texts begin with in common."""
    n = min(len(a), len(b))
    low, step = 0, 64
    while low < n and a[low : low + step] == b[low : low + step] and low + step <= n:
        low, step = low + step, step * 2
    high = min(n, low + step)
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


class _Place(NamedTuple):
    """A part of the documents, by the segments of its path from the inside out."""

    around: _Place | None
    segment: bytes
    length: int  # of the path
    printed: int  # what the path takes in a string

    def path(self) -> str:
        """Return the path."""
        segments, at = [], self
        while at.around is not None:
            segments.append(at.segment)
            at = at.around
        return b"".join(reversed(segments)).decode()


class _Operation(NamedTuple):
    """What adds, removes or replaces what is at a place."""

    verb: str
    place: _Place
    value: bytes | memoryview


class _Differ:
    """Finds operations, and how long each is when it is written, which is done once all are known.

    What replaces a container replaces the operations on its parts.
    """

    def __init__(self, form: Form, a: bytes, b: bytes) -> None:
        self.form = form
        self.a, self.b = a, b
        self._a, self._b = memoryview(a), memoryview(b)
        self.here = _Place(None, b"", 0, 0)
        self.ops: list[_Operation] = []
        self.size = 0  # of these, in bytes
        self._frames: dict[str, tuple[bytes, bytes, bytes]] = {}

    def _frame(self, verb: str) -> tuple[bytes, bytes, bytes]:
        """Return what an operation has before its path, after it and after its value."""
        frame = self._frames.get(verb)
        if frame is None:
            form, shape = self.form, self.form.plain(OBJECT)
            has_value = verb != "remove"
            before = (
                form.key_bytes(shape, "op") + form.text_bytes(verb) + form.separator + form.key_bytes(shape, "path")
            )
            after = form.separator + form.key_bytes(shape, "value") if has_value else b""
            frame = form.head(shape, 2 + has_value) + before, after, form.foot(shape)
            self._frames[verb] = frame
        return frame

    def message(self) -> bytes:
        """Return the operations as a message."""
        form, shape = self.form, self.form.plain(ARRAY)
        pieces: list[bytes | memoryview] = [form.head(shape, len(self.ops))]
        separator = b""
        for verb, place, value in self.ops:
            before, after, last = self._frame(verb)
            pieces += [separator, before, form.text_bytes(place.path()), after, value, last]
            separator = form.separator
        return b"".join([*pieces, form.foot(shape)])

    def equal(self, a: _Span, b: _Span, known: _Alike | None) -> bool:
        """Report whether two parts have the same bytes, by what is known of what they are in."""
        if a[1] - a[0] != b[1] - b[0]:
            return False
        if known is not None and known.covers(a, b):
            return a[1] <= known.end
        return self._a[a[0] : a[1]] == self._b[b[0] : b[1]]

    def diff(self, a: _Span, b: _Span, known: _Alike | None) -> Walk:
        """Find what makes ``b`` of ``a``, two whole values that have not the same bytes."""
        form = self.form
        if known is None or not known.covers(a, b):
            n = common(self._a[a[0] : a[1]], self._b[b[0] : b[1]])
            known = _Alike(a[0], a[0] + n, b[0] - a[0]) if n < min(a[1] - a[0], b[1] - b[0]) else None
        shape, other = form.open(self.a, a[0]), form.open(self.b, b[0])
        if shape.kind == other.kind == LEAF and form.same(self.a[a[0] : a[1]], self.b[b[0] : b[1]], True):
            return
        value = self._b[b[0] : b[1]]
        if shape.kind in (LEAF, PACKED) or (shape.kind, shape.head) != (other.kind, other.head):
            self._op("replace", value)
            return
        # What is longer than a replacement of the whole is not worth it.
        start, size = len(self.ops), self.size
        most = size + self.here.length + len(value) + _OPERATION
        yield (self._members if shape.kind == OBJECT else self._elements)(shape, other, known, most)
        if self.size > most:
            del self.ops[start:]
            self.size = size
            self._op("replace", value)

    def _op(self, verb: str, value: bytes | memoryview = b"") -> None:
        """Note an operation at the place."""
        if self.ops:
            self.size += len(self.form.separator)
        self.size += sum(map(len, self._frame(verb))) + self.form.text_room(self.here.printed) + len(value)
        self.ops.append(_Operation(verb, self.here, value))

    def _down(self, key: str | int) -> None:
        around, segment = self.here, pointer(key).encode()
        printed = around.printed + self.form.printed(segment)
        self.here = _Place(around, segment, around.length + len(segment), printed)

    def _up(self) -> None:
        around = self.here.around
        assert around is not None  # or there is no way up
        self.here = around

    def _members(self, shape: Shape, other: Shape, known: _Alike | None, most: int) -> Walk:
        form, a, b = self.form, self.a, self.b
        old, now = form.names(a, shape), form.names(b, other)
        for child in form.children(a, shape):
            if old[child.key] == child.start and child.key not in now:
                self._down(child.key)
                self._op("remove")
                self._up()
                if self.size > most:
                    return
        for child in form.children(b, other):
            if now[child.key] != child.start:
                continue
            if child.key not in old:
                self._down(child.key)
                self._op("add", self._b[child.value : child.end])
                self._up()
            else:
                before = form.child(a, old[child.key], shape)
                was, is_ = (before.value, before.end), (child.value, child.end)
                if self.equal(was, is_, known):
                    continue
                self._down(child.key)
                yield self.diff(was, is_, known)
                self._up()
            if self.size > most:
                return

    def _elements(self, shape: Shape, other: Shape, known: _Alike | None, most: int) -> Walk:
        """Leave what arrays have in common at both ends, compare what is between, remove or add the rest."""
        was, is_ = _Row(self.form, self.a, shape), _Row(self.form, self.b, other)
        i, old, now = 0, was.n, is_.n
        while i < old and i < now and self.equal(was.at(i), is_.at(i), known):
            i += 1
        while old > i and now > i and self.equal(was.at(old - 1), is_.at(now - 1), known):
            old, now = old - 1, now - 1
        while i < old and i < now and self.size <= most:
            if not self.equal(was.at(i), is_.at(i), known):
                self._down(i)
                if not shape.lead:
                    yield self.diff(was.at(i), is_.at(i), known)
                elif not self.form.same(was.value(i), is_.value(i), True):
                    self._op("replace", is_.value(i))  # what has its type from the array is a leaf
                self._up()
            i += 1
        while old > i and self.size <= most:
            old -= 1
            self._down(old)
            self._op("remove")
            self._up()
        while i < now and self.size <= most:
            self._down(i)
            self._op("add", is_.value(i))
            self._up()
            i += 1
