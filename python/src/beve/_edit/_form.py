"""What has to be known of a format to change its documents."""

from __future__ import annotations

import abc
import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from .._errors import DecodeError, LimitError, MismatchError, MissingError, UnsupportedError, shown
from .._limits import Limits, check_limits
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


#: How a value lies of which it does not matter.
_WHOLE = Shape(LEAF, 0, b"", 0, 0, 0, 0)


class Cells(NamedTuple):
    """How an object lies, or an array of objects with the same names, whose names stand apart.

    The values lie one after another, each a whole one, in the order of the names, row after row.
    """

    names: list[str]
    named: int  # the bytes that they take in a table
    rows: int  # -1 of an object
    body: int  # where the first value lies

    @property
    def n(self) -> int:
        """The number of values."""
        return len(self.names) * (1 if self.rows < 0 else self.rows)


class Child(NamedTuple):
    """One child of a container: from its key and white space around it to the next one."""

    key: str
    start: int
    value: int
    end: int
    to: int
    next: int  # -1 after the last where the format has no counts


class Ends:
    """Where the containers of a text end, once too much of it has been passed over.

    To look into a container costs its length, as each child is passed over, and so a text that is
    looked into level by level costs its length for each level. Once several times the length has been
    passed over, one more walk notes where all containers end.
    """

    __slots__ = ("known", "passed", "src", "start")

    def __init__(self, src: Source, start: int) -> None:
        self.src = src
        self.start = start  # of the one value of the text, which has been checked
        self.passed = 0  # bytes
        self.known: dict[int, int] | None = None

    def enter(self, off: int) -> None:
        """Note that what follows is about the container at ``off``, which has been passed over, and what it holds."""
        if self.known is None:
            self.start = off

    def is_enough(self) -> bool:
        """Report whether so much was passed over that the ends should be noted."""
        return self.passed > _MOST_PASSED * len(self.src) + _FREE_PASSED


#: How often a text is passed over before its ends are noted, and how many bytes more.
_MOST_PASSED = 4
_FREE_PASSED = 4096


class Form(abc.ABC):
    """A format. Offsets are those in ``src``."""

    separator = b""  # what stands between children

    def __init__(self, limits: Limits) -> None:
        check_limits(limits)
        self.limits = limits
        self._ends: dict[int, Ends] = {}

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

    def printed(self, part: bytes) -> int:
        """Return what a part of a text, which is UTF-8, takes inside of a string."""
        return len(part)

    @abc.abstractmethod
    def text_room(self, printed: int) -> int:
        """Return the length of a string in which parts take so much together."""

    @abc.abstractmethod
    def text(self, src: Source, off: int) -> str | None:
        """Return the text of a string, or None of other values."""

    @abc.abstractmethod
    def is_null(self, src: Source, off: int) -> bool:
        """Report whether the value is null."""

    # Of a format with two profiles, what only the extended one has is written where a message has such values already.

    def is_extended(self, src: Source, off: int) -> bool:
        """Report whether a value is of a form that only the extended profile has, whatever it holds."""
        return False

    def is_portable(self, old: int, portable: int, extended: int) -> bool:
        """Report whether what begins with ``old`` is of the kind of a portable value, which the extended one is not."""
        return False

    @abc.abstractmethod
    def same(self, a: bytes, b: bytes, exactly: bool) -> bool:
        """Report whether two leaves are equal: exactly, or numbers by their value."""

    def cells(self, src: Source, off: int) -> Cells | None:
        """Say how a PACKED value lies that can hold containers, which is changed where it lies; None of others."""
        return None

    def head_of_cells(self, names: list[str], rows: int) -> bytes:
        """Return what stands before the values of an object of sorted names, if rows is -1, or of a table."""
        raise NotImplementedError

    def seal(self, out: bytearray, start: int, names: list[str], ends: list[int]) -> None:
        """Complete the object of sorted names that begins at ``start``, whose values end where ``ends`` says."""
        raise NotImplementedError

    def tabular(self, names: list[str]) -> bool:
        """Report whether names can be those of a table."""
        raise NotImplementedError

    def unpack(self, src: Source, off: int) -> bytes:
        """Return a PACKED value in a form that is not."""
        raise NotImplementedError

    def repack(self, out: bytearray, start: int, was: bytes) -> None:
        """Give ``out[start:]``, which is what ``was`` has become, the form of that again, if it still can have it."""
        raise NotImplementedError

    def forget(self) -> None:
        """Let go of the messages that were read."""
        self._ends.clear()

    # What follows is the same for all formats.

    def checked(self, src: Source) -> int:
        """Return where the value of a message begins, having checked all of it."""
        if not self.limits.admits(len(src)):
            raise LimitError("message is longer than Limits.max_bytes")
        off = self.start(src)
        self.check(src, off)
        return off

    def ends_of(self, src: Source, start: int = 0) -> Ends:
        """Return what is known of a text, whose value begins at ``start`` if nothing is."""
        ends = self._ends.get(id(src))
        if ends is None:
            ends = self._ends[id(src)] = Ends(src, start)
        return ends

    def _end(self, src: Source, value: int, shape: Shape) -> int:
        """Return where the value of a child ends."""
        if shape.lead:
            return self.end(src, value, shape)
        return self.pass_over(src, value)

    def pass_over(self, src: Source, value: int) -> int:
        """Return where a whole value ends, which has been checked."""
        ends = self.ends_of(src)
        if ends.known is None and ends.is_enough():
            self._learn(ends)
        end = ends.known.get(value) if ends.known is not None else None
        if end is None:
            end = self.end(src, value, _WHOLE)
            ends.passed += end - value
        return end

    def _learn(self, ends: Ends) -> None:
        """Note where the containers of a text end."""
        src, at = ends.src, ends.start
        known: dict[int, int] = {}
        levels: list[list[Any]] = []  # each a container, where it begins, and how many children are left
        while True:
            shape = self.open(src, at)
            cells = self.cells(src, at) if shape.kind == PACKED else None
            if cells is not None:
                shape.n, shape.body = cells.n, cells.body
            if shape.kind != LEAF and not shape.lead and not shape.width and shape.n and shape.body >= 0:
                levels.append([shape, at, shape.n])
                at = shape.body
            else:
                at = self.skip(src, at)
                while levels:
                    shape, start, left = levels[-1]
                    to, following = self.after(src, at, shape)
                    levels[-1][2] = left - 1
                    if following >= 0 and left != 1:
                        at = following
                        break
                    at = known[start] = to + shape.tail
                    levels.pop()
                if not levels:
                    break
            at = self.key(src, at, levels[-1][0])[1]
        ends.known = known

    def child(self, src: Source, off: int, shape: Shape) -> Child:
        """Read the child at ``off``, all of it."""
        key, value = self.key(src, off, shape)
        end = self._end(src, value, shape)
        to, following = self.after(src, end, shape)
        return Child(key, off, value, end, to, following)

    def children(self, src: Source, shape: Shape) -> Iterator[Child]:
        """Read the children of a container."""
        at, left = shape.body, shape.n
        while at >= 0 and left:
            child = self.child(src, at, shape)
            yield child
            at, left = child.next, left - 1

    def row(self, src: Source, cells: Cells, at: int) -> tuple[bytes, int]:
        """Return the values from ``at`` on with their names as an object, and where they end."""
        shape = self.plain(OBJECT)
        pieces = [self.head(shape, len(cells.names))]
        for name in cells.names:
            end = self.pass_over(src, at)
            pieces += [self.key_bytes(shape, name), bytes(src[at:end])]
            at = end
        return b"".join([*pieces, self.foot(shape)]), at

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


#: What the names of a table may take, beside 32 times its bytes, where rows repeat them.
_ROWS = 1 << 18


def check_names(cells: Cells, off: int, size: int) -> None:
    """Raise an error if the names of a table of ``size`` bytes are too much for its rows to have them each."""
    if cells.named * cells.rows > _ROWS + 32 * size:
        raise LimitError("the names of a table are out of proportion to its message", off)


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
    if segment == "-":
        return Refusal(MissingError, f"nothing is at '-', the place after the last element of an array of {n}")
    return Refusal(MissingError, f"no element {segment[:20]} of {n}")


def no_member(name: str) -> Refusal:
    """Return the refusal of a member that is not there."""
    return Refusal(MissingError, f"no member {shown(name)!r}")
