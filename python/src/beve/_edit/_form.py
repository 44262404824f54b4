"""What has to be known of a format to change its documents."""

from __future__ import annotations

import abc
import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from .._errors import DecodeError, LimitError, MismatchError, MissingError, UnsupportedError, shown
from .._limits import Limits
from .._wire import Source

#: What can be done with a value. A LEAF has no parts, or none that can be changed one by one. Of
#: what is PACKED the children do not lie one after another: it is changed in another form, or
#: overwritten where it has a width.
LEAF, ARRAY, OBJECT, PACKED = range(4)

Walk: TypeAlias = "Generator[Walk, Any, Any]"


def run(walk: Walk) -> Any:
    """Return what a walk returns, which yields the walks within it."""
    stack, value = [walk], None
    while stack:
        try:
            inner = stack[-1].send(value)
        except StopIteration as done:
            stack.pop()
            value = done.value
        else:
            stack.append(inner)
            value = None
    return value


class Refusal(Exception):
    """Why something is not done, before it is known where."""

    def __init__(self, kind: type[DecodeError], reason: str) -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason


def failed(cause: Refusal | DecodeError, off: int, path: str) -> DecodeError:
    """Return the error about what is at ``off`` of a message, at ``path``."""
    if isinstance(cause, DecodeError):
        cause.path = path + cause.path
        return cause
    return cause.kind(cause.reason, max(off, 0), path)


@dataclass
class Shape:
    """How a container lies."""

    __slots__ = ("body", "head", "kind", "lead", "n", "tail", "width")

    kind: int
    head: int  # what tells one form of container from another
    lead: bytes  # the first byte of each element, if that is not in the message but once for all
    n: int  # children, or -1 where the format does not say before their end
    body: int  # where the first child lies; -1 where n is and there is none
    width: int  # of each element, where all have the same; else 0
    tail: int  # the length of what follows the last child


class Child(NamedTuple):
    """One child of a container: from its key and white space around it to the next one."""

    key: str
    start: int
    value: int
    end: int
    to: int
    next: int  # -1 after the last where the format has no counts


class Form(abc.ABC):
    """A format. Offsets are those in ``src``."""

    separator = b""  # what stands between children

    def __init__(self, limits: Limits) -> None:
        self.limits = limits

    @abc.abstractmethod
    def start(self, src: Source) -> int:
        """Return where the value of a message begins."""

    @abc.abstractmethod
    def check(self, src: Source, off: int, level: int = 1) -> None:
        """Check that ``src`` holds exactly one value from ``off`` on, which is on that level of a message."""

    @abc.abstractmethod
    def skip(self, src: Source, off: int) -> int:
        """Return the offset after the value at ``off``, having checked it."""

    @abc.abstractmethod
    def open(self, src: Source, off: int) -> Shape:
        """Say how the value at ``off`` lies."""

    @abc.abstractmethod
    def why(self, src: Source, off: int) -> Refusal:
        """Say why a LEAF has no parts."""

    @abc.abstractmethod
    def key(self, src: Source, off: int, shape: Shape) -> tuple[str, int]:
        """Return the key of the child at ``off``, if it has one, and where the value lies."""

    @abc.abstractmethod
    def end(self, src: Source, value: int, shape: Shape) -> int:
        """Return where the value of a child ends."""

    def after(self, src: Source, end: int, shape: Shape) -> tuple[int, int]:
        """Return where a child ends with the white space around it, and where the next lies."""
        return end, end

    @abc.abstractmethod
    def plain(self, kind: int) -> Shape:
        """Return how an empty container lies that takes everything."""

    def fits(self, value: bytes, shape: Shape) -> bytes | None:
        """Return a value in the form that elements have, or None if that has no room for it."""
        return None

    def like(self, value: bytes, old: bytes) -> bytes | None:
        """Return an integer in the form of another one, in whose place it comes, or None."""
        return None

    @abc.abstractmethod
    def head(self, shape: Shape, n: int) -> bytes:
        """Return what stands before ``n`` children."""

    def foot(self, shape: Shape) -> bytes:
        """Return what stands after the children."""
        return b""

    @abc.abstractmethod
    def key_bytes(self, shape: Shape, name: str) -> bytes:
        """Return the key of a member; Refusal of a name that is none here."""

    @abc.abstractmethod
    def text_bytes(self, text: str) -> bytes:
        """Return a string as a value."""

    @abc.abstractmethod
    def text(self, src: Source, off: int) -> str | None:
        """Return the text of a string, or None of other values."""

    @abc.abstractmethod
    def is_null(self, src: Source, off: int) -> bool:
        """Report whether the value is null."""

    @abc.abstractmethod
    def same(self, a: bytes, b: bytes, exactly: bool) -> bool:
        """Report whether two leaves are equal: exactly, or numbers by their value."""

    def unpack(self, src: Source, off: int) -> bytes:
        """Return a PACKED value in a form that is not."""
        raise NotImplementedError

    def repack(self, out: bytearray, start: int, was: bytes) -> None:
        """Give ``out[start:]``, which is what ``was`` has become, the form of that again, if it still can have it."""
        raise NotImplementedError

    def forget(self) -> None:  # noqa: B027, a form need not remember any
        """Let go of the message that was read last."""

    # What follows is the same for all formats.

    def checked(self, src: Source) -> int:
        """Return where the value of a message begins, having checked all of it."""
        if not self.limits.admits(len(src)):
            raise LimitError("message is longer than Limits.max_bytes")
        off = self.start(src)
        self.check(src, off)
        return off

    def child(self, src: Source, off: int, shape: Shape) -> Child:
        """Read the child at ``off``, all of it."""
        key, value = self.key(src, off, shape)
        end = self.end(src, value, shape)
        to, following = self.after(src, end, shape)
        return Child(key, off, value, end, to, following)

    def children(self, src: Source, shape: Shape) -> Iterator[Child]:
        """Read the children of a container."""
        at, left = shape.body, shape.n
        while at >= 0 and left:
            child = self.child(src, at, shape)
            yield child
            at, left = child.next, left - 1

    def plainly(self, src: Source, off: int) -> tuple[Shape, Source, int]:
        """Return how a value lies, unpacked if it is PACKED, in which bytes and where."""
        shape = self.open(src, off)
        if shape.kind == PACKED:
            src, off = self.unpack(src, off), 0
            shape = self.open(src, off)
        return shape, src, off

    def names(self, src: Source, shape: Shape) -> dict[str, int]:
        """Return where the last member of each name lies."""
        return {child.key: child.start for child in self.children(src, shape)}

    def whole(self, src: Source, child: Child, shape: Shape) -> bytes:
        """Return a child as a value of its own."""
        return shape.lead + bytes(src[child.value : child.end])


def segments_of(path: str) -> list[str]:
    """Return the unescaped segments of a JSON Pointer; Refusal of what is none."""
    if (path and path[0] != "/") or re.search("~(?![01])", path):
        raise Refusal(UnsupportedError, f"{shown(path)!r} is not a JSON Pointer")
    return [segment.replace("~1", "/").replace("~0", "~") for segment in path.split("/")[1:]]


def index_of(segment: str, n: int, put: bool) -> int:
    """Return the element of ``n`` that a segment stands for, or where one can be put; Refusal of others."""
    if segment == "-":
        if put:
            return n
    elif not re.fullmatch("0|[1-9][0-9]*", segment, re.ASCII):
        raise Refusal(MismatchError, f"{shown(segment)!r} is not an index of an array")
    elif len(segment) < 19 and (int(segment) < n or (put and int(segment) == n)):
        return int(segment)
    raise no_element(segment, n)


def no_element(segment: str, n: int) -> Refusal:
    """Return the refusal of an element that is not there."""
    return Refusal(MissingError, f"no element {segment[:20]} of {n}")


def no_member(name: str) -> Refusal:
    """Return the refusal of a member that is not there."""
    return Refusal(MissingError, f"no member {shown(name)!r}")
