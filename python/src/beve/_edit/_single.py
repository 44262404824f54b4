"""One change as one splice: what its path leads through is read and checked, and nothing else."""

from __future__ import annotations

from typing import NamedTuple

from .._errors import DecodeError, DepthError, DuplicateError, MismatchError, shown
from .._wire import Source
from ._apply import apply
from ._form import ARRAY, LEAF, OBJECT, PACKED, Child, Form, Refusal, Shape, failed, index_of, no_element, no_member
from ._form import segments_of as _segments_of
from ._op import Op, uses_extended


class Splice(NamedTuple):
    """Bytes in the place of others."""

    start: int
    to: int
    data: bytes

    @property
    def delta(self) -> int:
        """How much longer the message is then."""
        return len(self.data) - (self.to - self.start)


class _Indirect(Exception):
    """A change takes more than a splice."""


def change(form: Form, message: bytes | bytearray, op: Op) -> bytes | bytearray:
    """Make one change, in place if the message is a bytearray, and return the message.

    On failure it is as it was.
    """
    src: Source = memoryview(message) if isinstance(message, bytearray) else message
    try:
        splices = _splices(form, src, op)
        if not _has_room(form, len(message) + sum(splice.delta for splice in splices)):
            raise _Indirect
    except _Indirect:
        whole = bytes(message)
        splices = [Splice(0, len(whole), apply(form, whole, [op]))]
    finally:
        form.forget()
        if isinstance(src, memoryview):
            src.release()  # or the message could not change its length
    if isinstance(message, bytearray):
        _cut(message, splices)
        return message
    pieces, at = [], 0
    for splice in splices:
        pieces += [message[at : splice.start], splice.data]
        at = splice.to
    return b"".join([*pieces, message[at:]])


def _cut(message: bytearray, splices: list[Splice]) -> None:
    """Make splices one after another in place, so that either all are made or none."""
    first, last = splices[0], splices[-1]
    if first is last or not first.delta:
        message[last.start : last.to] = last.data  # what may fail comes first
        if first is not last:
            message[first.start : first.to] = first.data
        return
    message[first.start : last.to] = first.data + message[first.to : last.start] + last.data


def _has_room(form: Form, size: int) -> bool:
    """Report whether a message of that size is within the limits, whatever it holds: an element takes a byte."""
    return form.limits.admits(size) and size <= form.limits.max_elements


def _splices(form: Form, src: Source, op: Op) -> list[Splice]:
    """Return what to cut, from the left to the right."""
    try:
        target = _Target(form, src, form.start(src))
        target.locate(op)
    except Refusal as e:
        raise failed(e, 0, "") from None
    try:
        if op.verb == "remove":
            return target.out()
        value = target.written(op)
        target.admit(value)
        if op.verb == "set" and target.found is not None:
            return [target.over(target.found, value)]
        return target.into(value)
    except Refusal as e:
        raise failed(e, target.at, op.path) from None


class _Target:
    """Where one change is to be made: a container, and a child of it or a place for one."""

    def __init__(self, form: Form, src: Source, off: int) -> None:
        self.form = form
        self.src = src
        self.at = off  # where the container is
        self.shape = Shape(LEAF, 0, b"", 0, 0, 0, 0)
        self.level = 1  # of its children; the root has 1
        self.found: Child | None = None
        self.again = False  # there is another member of the same name before
        self.first = False  # there is no child before
        self.end = 0  # where a new child is put
        self.put = False  # there is a place for one
        self.n = 0  # children
        self.name = ""

    def locate(self, op: Op) -> None:
        """Go along the path."""
        try:
            segments = _segments_of(op.path)
        except Refusal as e:
            raise failed(e, self.at, "") from None
        if not segments and op.verb != "append":
            raise _Indirect
        try:
            for i, segment in enumerate(segments):
                if not self._into(segment, op):
                    raise _Indirect
                if i + 1 == len(segments) and op.verb != "append":
                    self._settle(segment, op)
                    return
                if self.found is None:
                    raise self._missing(segment)
                if not self.shape.lead or self.shape.kind == ARRAY:
                    self.at = self.found.value
                if self.shape.lead:
                    raise self.form.why(self.form.whole(self.src, self.found, self.shape), 0)
            self._tail()
        except (Refusal, DecodeError) as e:
            raise failed(e, self.at, op.path) from None

    def _into(self, segment: str, op: Op) -> bool:
        """Look for a child in the container that is there, and report whether it can be changed by a splice."""
        self.shape = self.form.open(self.src, self.at)
        self.found, self.again = None, False
        self.form.ends_of(self.src).enter(self.at)
        self.level += 1
        kind = self.shape.kind
        if kind == LEAF:
            raise self.form.why(self.src, self.at)
        if kind == OBJECT:
            self._member(segment)
        elif kind == ARRAY:
            self._element(segment)
        else:
            if not self.shape.width or op.verb != "set":
                return False
            self._element(segment)
        return True

    def _settle(self, segment: str, op: Op) -> None:
        """Say what is wrong with what the last segment has led to."""
        self.name = segment
        is_object = self.shape.kind == OBJECT
        if (
            (op.verb == "remove" and self.found is None)
            or (op.verb == "set" and self.found is None and not is_object)
            or (op.verb == "insert" and not self.put)
        ):
            raise self._missing(segment)
        if op.verb == "insert" and self.found is not None and is_object:
            raise Refusal(DuplicateError, f"there is a member {shown(segment)!r}")

    def _missing(self, segment: str) -> Refusal:
        return no_member(segment) if self.shape.kind == OBJECT else no_element(segment, self.n)

    def _member(self, name: str) -> None:
        """Look for a member, and come to the end of the object."""
        self.end, self.put, self.n = self.shape.body, True, 0
        for child in self.form.children(self.src, self.shape):
            if child.key == name:
                self.again = self.found is not None
                self.found, self.first = child, not self.n
            self.end = child.end
            self.n += 1

    def _element(self, segment: str) -> None:
        """Look for an element; "-" is the end of the array."""
        shape = self.shape
        i = _index(segment)
        self.put, self.n = False, shape.n
        if shape.width:
            self.end = shape.body + shape.n * shape.width
            if 0 <= i < shape.n:
                at = shape.body + i * shape.width
                to = at + shape.width
                self.found, self.put = Child("", at, at, to, to, to), True
            self.put = self.put or segment == "-" or i == shape.n
            return
        self.end, n = shape.body, 0
        for child in self.form.children(self.src, shape):
            self.end = child.end
            if n == i:
                self.found, self.put, self.first = child, True, not n
                return
            n += 1
        self.n = n
        self.put = segment == "-" or i == n

    def _tail(self) -> None:
        """Come to the end of the array that is there."""
        self.shape = self.form.open(self.src, self.at)
        self.level += 1
        self.found, self.put = None, True
        self.form.ends_of(self.src).enter(self.at)
        if self.shape.kind == LEAF:
            raise self.form.why(self.src, self.at)
        if self.shape.kind == OBJECT:
            raise Refusal(MismatchError, "an object has no end to append to")
        if self.shape.kind == PACKED:
            raise _Indirect
        self._element("-")

    def written(self, op: Op) -> bytes:
        """Return the value of a change in the profile that belongs where it comes."""
        shape = self.shape
        beside: tuple[Source, int] | None = None
        if op.verb == "set" and self.found is not None:
            beside = (shape.lead, 0) if shape.lead else (self.src, self.found.value)
        elif shape.kind == ARRAY and shape.n:
            beside = (shape.lead, 0) if shape.lead else (self.src, shape.body)
        return op.written(self.form, beside, self._uses_extended)

    def _uses_extended(self) -> bool:
        return uses_extended(self.form, self.src, self.form.start(self.src))

    def admit(self, value: bytes) -> None:
        """Check a value as a child of the container."""
        if self.level > self.form.limits.max_depth:
            raise Refusal(DepthError, "nested deeper than Limits.max_depth")
        self.form.check(value, 0, self.level)

    def over(self, child: Child, value: bytes) -> Splice:
        """Write a value over the child that was found."""
        shape = self.shape
        if shape.lead:
            data = self.form.fits(value, shape)
            if data is None or (shape.kind == PACKED and len(data) != child.end - child.value):
                raise _Indirect
            return Splice(child.value, child.end, data)
        like = self.form.like(value, bytes(self.src[child.value : child.end]))
        return Splice(child.value, child.end, value if like is None else like)

    def into(self, value: bytes) -> list[Splice]:
        """Put a value before the child that was found, or at the end."""
        form, shape = self.form, self.shape
        splices = []
        if shape.n >= 0:
            splices.append(Splice(self.at, shape.body, form.head(shape, shape.n + 1)))
        separator, at = form.separator, self.end
        before = self.found if shape.kind == ARRAY else None
        if before is not None:
            at = before.start
        if at < 0:  # a container without children in a format that does not count them
            at = self.at + len(form.head(shape, 0))
            separator = b""
        data = b"" if before is not None or not (shape.n or self.n) else separator
        if shape.kind == OBJECT:
            data += form.key_bytes(shape, self.name)
        if shape.lead:
            fitting = form.fits(value, shape)
            if fitting is None:
                raise _Indirect
            data += fitting
        else:
            data += value
        if before is not None:
            data += separator
        return [*splices, Splice(at, at, data)]

    def out(self) -> list[Splice]:
        """Take the child that was found out."""
        child, shape = self.found, self.shape
        if self.again or child is None:
            raise _Indirect
        if shape.n >= 0:
            head = Splice(self.at, shape.body, self.form.head(shape, shape.n - 1))
            return [head, Splice(child.start, child.to, b"")]
        start, to, separator = child.start, child.to, len(self.form.separator)
        if child.next >= 0:
            to += separator
        elif not self.first:
            start -= separator
        return [Splice(start, to, b"")]


def _index(segment: str) -> int:
    """Return the index that a segment is, -1 of "-" and of what no array has; Refusal of what is none."""
    if segment == "-" or (segment.isascii() and segment.isdecimal() and segment[0] != "0" and len(segment) > 18):
        return -1
    return index_of(segment, 1 << 62, False)
