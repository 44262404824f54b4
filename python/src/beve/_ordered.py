"""What the writers of canonical forms share: the order of members, and the value that an offset is in."""

from __future__ import annotations

import contextlib
from bisect import bisect_left
from collections.abc import Callable
from typing import TypeAlias

from ._edit._form import Walk, run
from ._errors import DecodeError, pointer

#: What comes at a place: bytes, or what lies between two offsets of the output.
Part: TypeAlias = "bytes | tuple[int, int]"


class CanonicalWriter:
    """Writes values of a text that has been checked.

    Values are written as they come. Where that is not their order, it is noted, and made when all
    is written: so a value is moved once, and not once for each level that it is in.
    """

    def __init__(self, src: bytes) -> None:
        self.src = src
        self.out = bytearray()
        self.trail: list[str | int] = []  # of the value that is written
        self._moved: dict[int, tuple[int, list[Part]]] = {}

    def value(self, off: int) -> Walk:
        """Write the value at ``off`` and return the offset after it."""
        raise NotImplementedError

    def leaf(self, off: int) -> int:
        """Write the value at ``off``, which does not hold others, and return the offset after it."""
        raise NotImplementedError

    def replace(self, head: int, parts: list[Part]) -> None:
        """Have these parts instead of ``out[head:]``, none of which begins at ``head``."""
        self._moved[head] = (len(self.out), parts)

    def write(self, off: int) -> bytes:
        """Return the canonical form of the value at ``off``."""
        try:
            run(self.value(off))
        except DecodeError as error:
            error.path = pointer(*self.trail)
            raise
        return self._in_order() if self._moved else bytes(self.out)

    def _in_order(self) -> bytes:
        heads = sorted(self._moved)
        made: list[bytes | memoryview] = []
        out = memoryview(bytes(self.out))
        left: list[Part] = [(0, len(out))]
        while left:
            part = left.pop()
            if isinstance(part, bytes):
                made.append(part)
                continue
            at, end = part
            i = bisect_left(heads, at)
            if i == len(heads) or heads[i] >= end:
                made.append(out[at:end])
                continue
            after, parts = self._moved[heads[i]]
            made.append(out[at : heads[i]])
            left.append((after, end))
            left.extend(reversed(parts))
        return b"".join(made)


class _Come(Exception):
    """A walk has come to a value after the one that is looked for."""


class Finder(CanonicalWriter):
    """Mixed into a writer: it stops at the first value that begins after an offset."""

    last = 0  # where the value before that begins

    def value(self, off: int) -> Walk:
        self._visit(off)
        return super().value(off)

    def leaf(self, off: int) -> int:
        self._visit(off)
        return super().leaf(off)

    def _visit(self, off: int) -> None:
        if off > self._limit:
            raise _Come
        self.last = off

    def until(self, start: int, limit: int) -> None:
        """Write the value at ``start`` as far as an offset."""
        self.last, self._limit = start, limit
        with contextlib.suppress(_Come):
            run(self.value(start))


def innermost(finder: Callable[[], Finder], start: int, off: int) -> tuple[int, list[str | int]]:
    """Return where the innermost value begins that an offset is in, and the keys that lead to it."""
    to, way = finder(), finder()
    to.until(start, off)
    way.until(start, to.last - 1)  # it stops at that value
    return to.last, way.trail
