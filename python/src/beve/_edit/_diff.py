"""What makes one document of another, as a JSON Patch."""

from __future__ import annotations

from typing import Any

from .._errors import pointer
from .._wire import Source
from ._form import ARRAY, LEAF, OBJECT, PACKED, Form, Shape, Walk, run

#: More than an operation takes beside its path and value.
_OPERATION = 64


def diff(form: Form, a: bytes, b: bytes) -> bytes:
    """Return a JSON Patch, a message of the format, that makes ``b`` of ``a``."""
    values = []
    for message in (a, b):
        off = form.checked(message)
        values.append(message[off : form.skip(message, off)])
    differ = _Differ(form)
    run(differ.diff(*values))
    shape = form.plain(ARRAY)
    return form.head(shape, differ.n) + bytes(differ.ops) + form.foot(shape)


class _Row:
    """The elements of an array by their index."""

    def __init__(self, form: Form, src: Source, shape: Shape) -> None:
        self.src, self.shape = src, shape
        self.spans: Any = None if shape.width else [(c.value, c.end) for c in form.children(src, shape)]
        self.n = shape.n if self.spans is None else len(self.spans)

    def raw(self, i: int) -> bytes:
        """Return element ``i`` as it lies."""
        if self.spans is None:
            at = self.shape.body + i * self.shape.width
            return bytes(self.src[at : at + self.shape.width])
        start, end = self.spans[i]
        return bytes(self.src[start:end])

    def value(self, i: int) -> bytes:
        """Return element ``i`` as a value of its own."""
        return self.shape.lead + self.raw(i)


class _Differ:
    """Writes operations as it finds them."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.path: list[str] = []  # segments, with their slashes
        self.size = 0  # of them, in bytes
        self.ops = bytearray()
        self.n = 0

    def diff(self, a: bytes, b: bytes) -> Walk:
        """Write what makes ``b`` of ``a``, two whole values."""
        form = self.form
        if a == b:
            return
        shape, other = form.open(a, 0), form.open(b, 0)
        if shape.kind == other.kind == LEAF and form.same(a, b, True):
            return
        if shape.kind in (LEAF, PACKED) or (shape.kind, shape.head) != (other.kind, other.head):
            self._op("replace", b)
            return
        # What is longer than a replacement of the whole is not worth it.
        start, n = len(self.ops), self.n
        most = start + self.size + len(b) + _OPERATION
        yield (self._members if shape.kind == OBJECT else self._elements)(a, b, shape, other, most)
        if len(self.ops) > most:
            del self.ops[start:]
            self.n = n
            self._op("replace", b)

    def _op(self, verb: str, value: bytes | None = None) -> None:
        """Write an operation at the path."""
        form, shape = self.form, self.form.plain(OBJECT)
        self.n += 1
        if self.n > 1:
            self.ops += form.separator
        parts = [("op", form.text_bytes(verb)), ("path", form.text_bytes("".join(self.path)))]
        if value is not None:
            parts.append(("value", value))
        members = form.separator.join(form.key_bytes(shape, name) + raw for name, raw in parts)
        self.ops += form.head(shape, len(parts)) + members + form.foot(shape)

    def _down(self, key: str | int) -> None:
        self.path.append(pointer(key))
        self.size += len(self.path[-1].encode())

    def _up(self) -> None:
        self.size -= len(self.path.pop().encode())

    def _members(self, a: bytes, b: bytes, shape: Shape, other: Shape, most: int) -> Walk:
        form = self.form
        old, now = form.names(a, shape), form.names(b, other)
        for child in form.children(a, shape):
            if old[child.key] == child.start and child.key not in now:
                self._down(child.key)
                self._op("remove")
                self._up()
                if len(self.ops) > most:
                    return
        for child in form.children(b, other):
            if now[child.key] != child.start:
                continue
            value = bytes(b[child.value : child.end])
            self._down(child.key)
            if child.key not in old:
                self._op("add", value)
            else:
                before = form.child(a, old[child.key], shape)
                yield self.diff(bytes(a[before.value : before.end]), value)
            self._up()
            if len(self.ops) > most:
                return

    def _elements(self, a: bytes, b: bytes, shape: Shape, other: Shape, most: int) -> Walk:
        """Leave what arrays have in common at both ends, compare what is between, remove or add the rest."""
        was, is_ = _Row(self.form, a, shape), _Row(self.form, b, other)
        i, old, now = 0, was.n, is_.n
        while i < old and i < now and was.raw(i) == is_.raw(i):
            i += 1
        while old > i and now > i and was.raw(old - 1) == is_.raw(now - 1):
            old, now = old - 1, now - 1
        while i < old and i < now and len(self.ops) <= most:
            if was.raw(i) != is_.raw(i):
                self._down(i)
                yield self.diff(was.value(i), is_.value(i))
                self._up()
            i += 1
        while old > i and len(self.ops) <= most:
            old -= 1
            self._down(old)
            self._op("remove")
            self._up()
        while i < now and len(self.ops) <= most:
            self._down(i)
            self._op("add", is_.value(i))
            self._up()
            i += 1
