"""Writing: the walk over Python values, and what the functions of each type need.

Like the reader it holds open containers in a stack of its own. The functions that
write values of one type are in _types.py and, for NumPy, in _numpy_types.py.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from . import _types
from ._errors import EncodeError, pointer, wrong_key
from ._kept import is_itself
from ._limits import Budget, Limits
from ._options import Encoding
from ._wire import ALIGNED, STRING, STRINGS, TYPE_TYPED, Number, Source, size_bytes

# Pieces of at least so many bytes are copied once, when all are joined.
_LARGE = 1 << 16


@dataclass
class _Frame:
    """One open container."""

    items: Iterator[Any]  # its children; of objects, pairs of key and value
    total: int
    key_of: Callable[[Any], bytes] | None = None  # how keys are written
    names: Sequence[str] = ()  # of a table
    key: Any = None  # of the latest member

    @property
    def levels(self) -> int:
        """The levels that it counts for: a table is an array of objects."""
        return 2 if self.names else 1

    def segment(self) -> str:
        """Return the part of a path that leads to the child that is being written."""
        if self.key_of:
            return pointer(self.key)
        index = self.total - operator.length_hint(self.items) - 1
        if self.names:
            return pointer(index // len(self.names), self.names[index % len(self.names)])
        return pointer(index)


class Writer:
    """Writes one value after another."""

    def __init__(self, options: Encoding, position: int = 0) -> None:
        self.options = options
        self.out = bytearray()
        self.pieces: list[Source] = []  # what comes before out
        self.position = position  # where out begins, in its stream
        self.budget = Budget(Limits(max_depth=options.max_depth))
        self.stack: list[_Frame] = []
        self.replaced: tuple[Any, ...] = ()  # by default, and by what it returned in turn
        self.functions = _types.FUNCTIONS.copy()
        self.keys: dict[str, bytes] = {}

    def write(self, value: Any) -> None:
        """Write one value with all that it holds."""
        stack, functions = self.stack, self.functions
        stack.append(_Frame(iter((value,)), 1))
        try:
            while stack:
                frame, depth = stack[-1], len(stack)
                key_of = frame.key_of
                for item in frame.items:
                    if key_of is not None:
                        frame.key, item = item
                        self.out += key_of(frame.key)
                    function = functions.get(type(item)) or self._function(type(item))
                    function(self, item)
                    if len(stack) > depth:
                        break  # into the container that was opened
                else:
                    stack.pop()
                    if stack:
                        self.budget.leave(frame.levels)
        except EncodeError as error:
            error.path = "".join(frame.segment() for frame in stack[1:])
            raise

    def again(self, value: Any) -> None:
        """Write a value in place of the one that is being written."""
        (self.functions.get(type(value)) or self._function(type(value)))(self, value)

    def instead(self, value: Any, reason: str) -> None:
        """Write what the option ``default`` makes of a value that has no form, for that reason."""
        if self.options.default is None:
            raise EncodeError(reason)
        if self.replaced:
            name = type(self.replaced[0]).__name__
            raise EncodeError(f"default returned a {type(value).__name__} for a {name}, which has no form either")
        self.replaced = (value,)
        self.again(self.options.default(value))
        self.replaced = ()

    def _function(self, kind: type) -> _types.WriteFunction:
        function = _types.function_for(kind) or _types.unknown
        if is_itself(kind):
            self.functions[kind] = function
        return function

    @property
    def levels(self) -> int:
        """How many containers are open."""
        return len(self.stack) - 1

    @property
    def end(self) -> int:
        """Where the next byte goes, in the stream."""
        return self.position + len(self.out)

    def enter(self) -> None:
        """Take a level out of the budget, for a value that is written whole."""
        if self.budget.enter(0):
            raise EncodeError("nested deeper than max_depth")

    def leave(self) -> None:
        """Give a level back."""
        self.budget.leave()

    def finished(self) -> list[Source]:
        """Return everything that was written, in pieces."""
        return [*self.pieces, self.out]

    def open(
        self,
        items: Iterator[Any],
        total: int,
        key_of: Callable[[Any], bytes] | None = None,
        names: Sequence[str] = (),
    ) -> None:
        """Go into a container whose header and count are written, and which has children."""
        frame = _Frame(items, total, key_of, names)
        if self.budget.enter(0, frame.levels):
            raise EncodeError("nested deeper than max_depth, or a value that contains itself")
        self.stack.append(frame)

    def put(self, data: Source) -> None:
        """Append bytes."""
        if len(data) < _LARGE:
            self.out += data
            return
        self.pieces += (self.out, data)
        self.position += len(self.out) + len(data)
        self.out = bytearray()

    def size(self, n: int) -> None:
        """Append a SIZE."""
        if n < 64:
            self.out.append(n << 2)
        else:
            self.out += size_bytes(n)

    def head(self, header: int, n: int) -> None:
        """Append a header and a SIZE."""
        self.out.append(header)
        self.size(n)

    def text(self, text: str) -> None:
        """Append text without a header."""
        raw = utf8(text)
        self.size(len(raw))
        self.put(raw)

    def texts(self, starts: Any, block: Any) -> None:
        """Write a column of text: where each starts, and all their bytes."""
        raw, ends = bytes(block), memoryview(starts).cast("B").cast("q").tolist()
        self.head(STRINGS, len(ends) - 1)
        for start, end in itertools.pairwise(ends):
            self.size(end - start)
            self.put(raw[start:end])

    def string(self, text: str) -> None:
        """Append a string."""
        self.out.append(STRING)
        self.text(text)

    def text_key(self, key: Any) -> bytes:
        """Return a string key as it is written."""
        if type(key) is not str:
            if not isinstance(key, str):
                raise wrong_key(key, "")
            key = str.__str__(key)  # a class of one's own may say that it equals others
        raw = self.keys.get(key)
        if raw is None:
            raw = utf8(key)
            self.keys[key] = raw = size_bytes(len(raw)) + raw
        return raw

    def numbers(self, number: Number, n: int, raw: Source) -> None:
        """Append a typed array of ``n`` numbers that lie in ``raw`` as on the wire."""
        header = number.header & 0xF8 | TYPE_TYPED
        if self.options.aligned and number.size > 1:
            self.out += bytes((ALIGNED, header))
            self.size(n)
            padding = -(self.position + len(self.out) + 1) % number.size
            self.out.append(padding)
            self.out += bytes(padding)
        else:
            self.head(header, n)
        self.put(raw)


def utf8(text: str) -> bytes:
    """Return text as UTF-8."""
    try:
        return str.encode(text)
    except UnicodeEncodeError as error:
        raise EncodeError(f"text with a lone surrogate at character {error.start} is not UTF-8") from None
