"""BEVE messages changed without decoding them, as package patch of the Go library changes them.

    >>> import beve
    >>> from beve import patch
    >>> message = beve.dumps({"theme": "light", "sizes": [8, 10]})
    >>> message = patch.set(message, "/theme", "dusk!")
    >>> message = patch.append(message, "/sizes", 12)
    >>> beve.loads(patch.delete(message, "/sizes/0"))
    {'theme': 'dusk!', 'sizes': [10, 12]}

Paths are JSON Pointers, and lead to the parts that a View has. Of repeated keys the last
counts, and `delete` removes all of them.

`set`, `insert`, `append` and `delete` are one splice. They read and check what the path leads
through, so that a valid message stays valid, but do not look at the rest of one that is not.
A ``bytearray`` is changed in place and returned; of anything else a new message is made.
`Batch.do`, `apply` and `merge` leave the message as it is and return a new one, which has
been validated within the limits.

Whatever fails, the message is as it was. Errors are DecodeErrors with the path of the change,
and the offset of the container that it was to be made in.

A container keeps its form where it can: an array of numbers takes a number that its type
holds exactly, a table stays one while all rows have the same names, and so on; what becomes of
which form is a table in docs/documents.md.
"""

from __future__ import annotations

from typing import Any, TypeVar

from ._annotations import Buffer, Unpack
from ._edit._apply import Op, TestFailedError
from ._edit._apply import apply as _apply
from ._edit._apply import merge as _merge
from ._edit._apply import read as _read
from ._edit._beve import BeveForm
from ._edit._diff import diff as _diff
from ._edit._single import change as _change
from ._encode import dumps
from ._framing import source_of
from ._limits import Limits
from ._options import EncodeOptions

__all__ = ["Batch", "Raw", "TestFailedError", "append", "apply", "delete", "diff", "insert", "merge", "set"]


class Raw:
    """A value that is encoded already, one whole value without anything before it."""

    __slots__ = ("data",)

    def __init__(self, data: Buffer) -> None:
        self.data = bytes(source_of(data))


def _encoded(value: Any, options: EncodeOptions) -> bytes:
    return value.data if isinstance(value, Raw) else dumps(value, **options)


def _changed(message: Buffer, op: Op) -> Any:
    if not isinstance(message, (bytes, bytearray)):
        message = bytes(source_of(message))
    return _change(BeveForm(Limits()), message, op)


def set(message: Buffer, path: str, value: Any, **options: Unpack[EncodeOptions]) -> Any:
    """Replace the part at a path, or add the last member that the path names, and return the message.

    An integer in the place of an integer keeps the type of that one if it fits, so that it
    is written over it. The path "" stands for the whole value. The keyword arguments are
    those of `dumps`.
    """
    return _changed(message, Op("set", path, _encoded(value, options)))


def insert(message: Buffer, path: str, value: Any, **options: Unpack[EncodeOptions]) -> Any:
    """Add a value at a path: a member that must not be there yet, or an element before the one at that index.

    The last segment "-", or the length, stands for the end of an array.
    """
    return _changed(message, Op("insert", path, _encoded(value, options)))


def append(message: Buffer, path: str, value: Any, **options: Unpack[EncodeOptions]) -> Any:
    """Add a value after the last element of the array at a path."""
    return _changed(message, Op("append", path, _encoded(value, options)))


def delete(message: Buffer, path: str) -> Any:
    """Remove the part at a path, which must be there."""
    return _changed(message, Op("remove", path))


def apply(message: Buffer, patch: Buffer) -> bytes:
    """Return a new message: one with a JSON Patch (RFC 6902) applied, a BEVE message as well.

    Numbers are equal to the operation "test" if they have the same value or read the same in
    JSON, whatever their type. Of a patch in JSON take ``beve.dumps(json.loads(patch))``.
    """
    form = BeveForm(Limits())
    return _apply(form, bytes(source_of(message)), _read(form, bytes(source_of(patch))))


def merge(message: Buffer, patch: Buffer) -> bytes:
    """Return a new message: one with a JSON Merge Patch (RFC 7396) applied, a BEVE message as well.

    Members of the patch replace those of the message, objects are merged, and null removes a member.
    """
    return _merge(BeveForm(Limits()), bytes(source_of(message)), bytes(source_of(patch)))


def diff(a: Buffer, b: Buffer) -> bytes:
    """Return a JSON Patch, as a BEVE message, that makes ``b`` of ``a``.

    It does so with the types of numbers and the forms of containers; the order of members, and
    what repeated keys hide, are not looked at. The patch is not the shortest there is, and never
    much longer than one that replaces all.
    """
    return _diff(BeveForm(Limits()), bytes(source_of(a)), bytes(source_of(b)))


_Self = TypeVar("_Self", bound="Batch")


class Batch:
    """Changes that are made together, one after another in one pass.

    Methods return the batch. The keyword arguments of those that take a value are those of
    `dumps`; what does not encode is an EncodeError at once.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        """Begin without changes. The limits are those of messages, before and after."""
        self.limits = limits or Limits()
        self._ops: list[Op] = []

    def _add(self: _Self, op: Op) -> _Self:
        self._ops.append(op)
        return self

    def set(self: _Self, path: str, value: Any, **options: Unpack[EncodeOptions]) -> _Self:
        """Set a part, as `set` does."""
        return self._add(Op("set", path, _encoded(value, options)))

    def insert(self: _Self, path: str, value: Any, **options: Unpack[EncodeOptions]) -> _Self:
        """Insert a part, as `insert` does."""
        return self._add(Op("insert", path, _encoded(value, options)))

    def append(self: _Self, path: str, value: Any, **options: Unpack[EncodeOptions]) -> _Self:
        """Append an element, as `append` does."""
        return self._add(Op("append", path, _encoded(value, options)))

    def delete(self: _Self, path: str) -> _Self:
        """Remove a part, as `delete` does."""
        return self._add(Op("remove", path))

    def move(self: _Self, source: str, path: str) -> _Self:
        """Take a part out of the message and add it at a path, as "move" of JSON Patch does."""
        return self._add(Op("move", path, source=source))

    def copy(self: _Self, source: str, path: str) -> _Self:
        """Add a part at another path as well. What copies make is bounded in proportion to the message."""
        return self._add(Op("copy", path, source=source))

    def test(self: _Self, path: str, value: Any, **options: Unpack[EncodeOptions]) -> _Self:
        """Have the batch fail with TestFailedError unless a part is equal to a value; see `apply`."""
        return self._add(Op("test", path, _encoded(value, options)))

    def do(self, message: Buffer) -> bytes:
        """Return a new message with the changes. It can be called again, for other messages."""
        form = BeveForm(self.limits)
        for op in self._ops:
            if op.verb in ("set", "insert", "append", "test"):
                form.check(op.value, 0)
        return _apply(form, bytes(source_of(message)), self._ops)
