"""The one walk over encoded values: decoding, skipping and streams all go through it.

A Reader holds the containers that are open in a stack of its own, so that input
cannot exhaust Python's, and stops in front of the child that its input ends in, so
that it can go on when there is more. How values without children are read is in
_leaves.py, and what the rarer containers need in _containers.py.
"""

from __future__ import annotations

import functools
import struct
from collections import deque
from typing import Any

from ._arrays import Arrays, NoArrays, arrays_for
from ._containers import OPENERS, PARTS, PREFIXES, put
from ._errors import DecodeError, DepthError, DuplicateError, LimitError, shown
from ._frames import ARRAY, INTS, OBJECT, OPENED, ROOT, ROWS, TEXTS, Frame
from ._leaves import LEAVES, wrong_header
from ._limits import Budget
from ._options import Decoding
from ._typetag import is_type_tag
from ._wire import ARRAY as ARRAY_HEADER
from ._wire import FALSE, NULL, NUMBERS, STRING, TRUE, Source, invalid_text, read_count, read_size, truncated
from ._wire import OBJECT as OBJECT_HEADER

# Numbers that the struct module knows: how they are read, and the bytes they take.
_SCALARS = [
    (struct.Struct("<" + number.code).unpack_from, number.size + 1) if number and number.code else None
    for number in map(NUMBERS.get, range(256))
]

# Values that are their header alone.
_LITERALS = {NULL: None, FALSE: False, TRUE: True}

# How many keys a reader remembers from one message to the next.
_KEPT_KEYS = 4096


class Reader:
    """Reads the values that follow one another in ``src``, from ``off`` on.

    One that ``skips`` checks values and moves on, and makes little of them.
    """

    def __init__(self, src: Source, off: int, options: Decoding, skips: bool = False) -> None:
        # May be exchanged for what holds the same and more.
        self.src = src
        self.off = off
        self.options = options
        self.skips = skips
        self.keys: dict[str, str] = {}  # equal keys become one object
        self.final = True  # nothing follows ``src``
        self.begin()

    @functools.cached_property
    def arrays(self) -> Arrays:
        """What makes arrays. NumPy is imported when there is the first."""
        return NoArrays() if self.skips else arrays_for(self.options.arrays, self.options.copy)

    def begin(self, level: int = 1) -> None:
        """Prepare for another message with a full budget, or for a value that is on that level of one."""
        self.budget = Budget(self.options.limits)
        self.budget.depth -= level - 1
        self.stack = [Frame(ROOT, None, 1)]
        self.names: tuple[int, int, int, int] | None = None  # of a table: how far they were looked at
        if len(self.keys) > _KEPT_KEYS:
            self.keys = {}

    def is_type_tag(self, off: int) -> bool:
        """Report whether the header at ``off``, of a table or of a type tag, starts a type tag."""
        return is_type_tag(self, off)

    def skipper(self) -> Reader:
        """Return a reader of the same that makes no values."""
        return self if self.skips else Reader(self.src, 0, self.options, skips=True)

    def sequence(self) -> Any:
        """Return what the elements of an array are appended to."""
        return deque(maxlen=0) if self.skips else []

    def enter(self, off: int, elements: int, levels: int = 1) -> None:
        """Take children and levels out of the budget, for a container at ``off``."""
        if spent := self.budget.enter(elements, levels):
            if spent == "depth":
                raise DepthError("nested deeper than Limits.max_depth", off)
            raise LimitError("more elements than Limits.max_elements", off)

    def leave(self) -> None:
        """Give a level back."""
        self.budget.leave()

    def open(self, frame: Frame, off: int) -> Frame:
        """Go into the container at ``off``."""
        self.enter(off, frame.total)
        self.stack.append(frame)
        return frame

    def read(self) -> Any:
        """Return the value at ``off``, and move past it.

        Its budget is that of ``begin``. After a TruncatedError it may be called again
        when ``src`` has more.
        """
        src, stack = self.src, self.stack
        size, frame = len(src), stack[-1]
        keys, unique = self.keys, self.options.reject_duplicates
        off = start = self.off
        try:
            while True:
                # What stands before the value. If the input ends from here on, the
                # next call begins at this child again.
                self.off = off
                kind = frame.kind
                if kind == OBJECT:
                    n, start = src[off], off + 1
                    if n & 3:
                        n, start = read_size(src, off)
                    else:
                        n >>= 2
                    if start + n > size:
                        raise truncated(src, start + n - size)
                    key = str(src[start : start + n], "utf-8")
                    frame.key = key = keys.setdefault(key, key)
                    if unique and key in frame.items:
                        raise DuplicateError(f"duplicate key {shown(key)!r}", off)
                    off = start + n
                elif kind >= INTS:
                    if kind >= TEXTS:
                        value, off = PARTS[kind](self, frame, off)
                        if value is OPENED:
                            frame = stack[-1]
                            continue
                        frame = stack[-1]
                    else:
                        off = PREFIXES[kind](self, frame, off)

                # The value.
                if kind < TEXTS:
                    head = src[off]
                    if head == STRING:
                        n, start = src[off + 1], off + 2
                        if n & 3:
                            n, start = read_size(src, off + 1)
                        else:
                            n >>= 2
                        if start + n > size:
                            raise truncated(src, start + n - size)
                        value = str(src[start : start + n], "utf-8")
                        off = start + n
                    elif scalar := _SCALARS[head]:
                        value = scalar[0](src, off + 1)[0]
                        off += scalar[1]
                    elif head in _LITERALS:
                        value = _LITERALS[head]
                        off += 1
                    elif head == OBJECT_HEADER:
                        n, next_off = read_count(src, off + 1, 2)
                        value = {}
                        if n:
                            frame = self.open(Frame(OBJECT, value, n), off)
                            off = next_off
                            continue
                        off = next_off
                    elif head == ARRAY_HEADER:
                        n, next_off = read_count(src, off + 1, 1)
                        value = self.sequence()
                        if n:
                            frame = self.open(Frame(ARRAY, value, n), off)
                            off = next_off
                            continue
                        off = next_off
                    elif head in LEAVES:
                        value, off = LEAVES[head](self, off)
                    elif head in OPENERS:
                        value, off = OPENERS[head](self, off)
                        if value is OPENED:
                            frame = stack[-1]
                            continue
                    else:
                        raise wrong_header(src, off)

                # Into its container, and out of those that it completes.
                while True:
                    kind = frame.kind
                    if kind == OBJECT:
                        frame.items[frame.key] = value
                    elif kind == ARRAY:
                        frame.items.append(value)
                    elif kind == ROOT:
                        self.off = off
                        return value
                    else:
                        put(self, frame, value, off)
                    frame.left -= 1
                    if frame.left:
                        break
                    stack.pop()
                    self.budget.leave(2 if kind == ROWS else 1)  # a table is an array of objects
                    value = frame.items
                    frame = stack[-1]
        except (IndexError, struct.error):
            error: DecodeError = truncated(src)
        except UnicodeDecodeError as e:
            error = invalid_text(start, e)
        except DecodeError as e:
            error = e
        error.path = self._path(off)
        raise error

    def _path(self, off: int) -> str:
        """Return where the walk stands that has come to ``off``."""
        segments = [frame.segment() for frame in self.stack]
        if self.stack[-1].kind in (OBJECT, INTS) and off == self.off:
            segments.pop()  # its key is not read yet
        return "".join(segments)
