"""One change, and the profile that its value takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .._errors import DecodeError, EncodeError
from .._wire import Source
from ._form import ARRAY, OBJECT, Form, Shape


class Op(NamedTuple):
    """One change: the verb of JSON Patch, or "set", "insert" or "append"."""

    verb: str
    path: str
    value: bytes = b""  # of those that have one, a whole value
    source: str = ""  # of "move" and "copy"
    extended: bytes = b""  # the value in the extended profile, if that writes it otherwise
    error: EncodeError | None = None  # why it has no portable form, and value is empty

    @property
    def values(self) -> list[bytes]:
        """The forms that the value has, one or two."""
        portable = [] if self.error else [self.value]
        return [*portable, self.extended] if self.extended else portable

    def written(self, form: Form, beside: tuple[Source, int] | None, uses: Callable[[], bool]) -> bytes:
        """Return the value in the profile that belongs where ``beside`` lies: in its place, or in the same array.

        Where nothing is there, or that does not tell, what counts is whether the message uses the extended one.
        """
        if not self.extended:
            return self.value
        if beside is not None:
            src, off = beside
            if form.is_extended(src, off):
                return self.extended
            if self.error is None and form.is_portable(src[off], self.value[0], self.extended[0]):
                return self.value
        if uses():
            return self.extended
        if self.error is not None:
            raise self.error
        return self.value


def uses_extended(form: Form, src: Source, off: int) -> bool:
    """Report whether the value at ``off`` is, or has in it, something that only the extended profile has.

    What is malformed has nothing: a message may be so where nobody has looked.
    """
    levels: list[Shape] = []  # of which n is how many children are left
    try:
        while not form.is_extended(src, off):
            shape = form.open(src, off)
            if shape.kind in (ARRAY, OBJECT) and not shape.lead and shape.n and len(levels) < form.limits.max_depth:
                levels.append(shape)
                off = shape.body
            else:
                off = form.skip(src, off)
            while levels and not levels[-1].n:
                levels.pop()
            if not levels:
                return False
            levels[-1].n -= 1
            off = form.key(src, off, levels[-1])[1]
    except (DecodeError, IndexError):
        return False
    return True
