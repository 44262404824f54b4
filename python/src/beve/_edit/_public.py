"""What the modules that patch documents have in common: their functions, and batches."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

from .._annotations import Buffer
from .._errors import EncodeError, check_pointer
from .._framing import source_of
from .._limits import Limits
from ._apply import apply, merge, read
from ._diff import diff
from ._form import Form
from ._op import Op
from ._single import change

_Function = TypeVar("_Function", bound=Callable[..., Any])


class Raw:
    """A value that is encoded already: one whole value, with nothing before it."""

    __slots__ = ("data",)

    def __init__(self, data: Buffer) -> None:
        self.data = bytes(source_of(data))


def _named_as_function(method: _Function) -> _Function:
    """Have the errors of a method's arguments name it as the function that it is in public."""
    method.__qualname__ = method.__name__
    return method


def checked(op: Op) -> Op:
    """Return a change whose paths are text; TypeError for others."""
    for path in (op.path, op.source):
        check_pointer(path)
    return op


class Changes:
    """The functions of a module, for one format, which may have two profiles."""

    def __init__(
        self, form: Callable[[Limits | None], Form], encode: Callable[..., bytes], profiles: bool = False
    ) -> None:
        self.form = form
        self._encode = encode
        self._profiles = profiles

    def public(self, method: _Function, module: str) -> _Function:
        """Return a method as a function of a module."""

        @functools.wraps(method)
        def function(*arguments: Any, **options: Any) -> Any:
            return method(*arguments, **options)

        function.__module__ = module
        return cast(_Function, function)

    def put(self, verb: str, path: str, value: Any, options: dict[str, Any]) -> Op:
        """Return a change with a value: in both profiles, unless they are alike or the options say which one."""
        if isinstance(value, Raw):
            return Op(verb, path, value.data)
        if not self._profiles or "extended" in options or _is_alike(value):
            return Op(verb, path, self._encode(value, **options))
        portable, error = b"", None
        try:
            portable = self._encode(value, **options)
        except EncodeError as e:
            error = e
        try:
            extended = self._encode(value, extended=True, **options)
        except EncodeError:
            extended = b""
        if error is not None and not extended:
            raise error
        return Op(verb, path, portable, "", b"" if extended == portable else extended, error)

    def _patch(self, patch: Any, kinds: tuple[type, ...]) -> bytes:
        """Return a patch in the format, also of one that is a value."""
        if isinstance(patch, kinds):
            return self._encode(patch)
        try:
            return bytes(source_of(patch))
        except TypeError:
            wanted = f"bytes of the format or a {kinds[0].__name__}"
            raise TypeError(f"a patch is {wanted}, not a value of type {type(patch).__name__}") from None

    def _change(self, message: Buffer, op: Op, limits: Limits | None) -> Any:
        checked(op)
        kept = message if isinstance(message, (bytes, bytearray)) else bytes(source_of(message))
        return change(self.form(limits), kept, op)

    @_named_as_function
    def set(self, message: Buffer, path: str, value: Any, *, limits: Limits | None = None, **options: Any) -> Any:
        """Replace the part at a path, or add the last member that the path names, and return the message.

        The path "" stands for the whole value. In BEVE an integer in the place of an integer
        keeps the type of that one if it fits, so that it is written over it. The keyword
        arguments are those of the function that encodes the value, and limits of messages.
        """
        return self._change(message, self.put("set", path, value, options), limits)

    @_named_as_function
    def insert(self, message: Buffer, path: str, value: Any, *, limits: Limits | None = None, **options: Any) -> Any:
        """Add a value at a path: a member that must not be there yet, or an element before the one at that index.

        The last segment "-", or the length, stands for the end of an array.
        """
        return self._change(message, self.put("insert", path, value, options), limits)

    @_named_as_function
    def append(self, message: Buffer, path: str, value: Any, *, limits: Limits | None = None, **options: Any) -> Any:
        """Add a value after the last element of the array at a path."""
        return self._change(message, self.put("append", path, value, options), limits)

    @_named_as_function
    def delete(self, message: Buffer, path: str, *, limits: Limits | None = None) -> Any:
        """Remove the part at a path, which must be there."""
        return self._change(message, Op("remove", path), limits)

    @_named_as_function
    def apply(self, message: Buffer, patch: Buffer | Sequence[Any], *, limits: Limits | None = None) -> bytes:
        """Return a new message: one with a JSON Patch (RFC 6902) applied.

        The patch is of the same format, or a list of dicts, whose values are as those of a batch.
        Numbers are equal to the operation "test" if they have the same value or read the same in
        JSON, whatever their type.
        """
        form = self.form(limits)
        ops = read(form, self._patch(patch, (list, tuple)))
        if self._profiles and isinstance(patch, (list, tuple)):
            twins = read(form, self._encode(patch, extended=True))
            ops = [
                op if op.value == twin.value else op._replace(extended=twin.value)
                for op, twin in zip(ops, twins, strict=True)
            ]
        return apply(form, bytes(source_of(message)), ops)

    @_named_as_function
    def merge(self, message: Buffer, patch: Buffer | Mapping[str, Any], *, limits: Limits | None = None) -> bytes:
        """Return a new message: one with a JSON Merge Patch (RFC 7396) applied.

        The patch is of the same format, or a dict. Its members replace those of the message,
        objects are merged, and null removes a member.
        """
        return merge(self.form(limits), bytes(source_of(message)), self._patch(patch, (dict, Mapping)))

    @_named_as_function
    def diff(self, a: Buffer, b: Buffer, *, limits: Limits | None = None) -> bytes:
        """Return a JSON Patch of the same format that makes ``b`` of ``a``.

        The order of members, and what repeated keys hide, are not looked at. The patch is not
        the shortest there is, and never much longer than one that replaces all.
        """
        return diff(self.form(limits), bytes(source_of(a)), bytes(source_of(b)))


def _is_alike(value: Any) -> bool:
    """Report whether a value is of the commonest types that are alike in both profiles, and not written twice."""
    return type(value) in _ALIKE or getattr(getattr(value, "dtype", None), "kind", None) in _NUMERIC


_ALIKE = {type(None), bool, int, float, complex, str, bytes, bytearray, memoryview}
_NUMERIC = {"b", "i", "u", "f", "c"}  # of NumPy

_Self = TypeVar("_Self", bound="Batch")


class Batch:
    """Changes that are made together, one after another in one pass.

    Methods return the batch. A value that does not encode is an error at once.
    """

    _changes: Changes

    def __init__(self, limits: Limits | None = None) -> None:
        """Begin without changes. The limits are those of messages, before and after."""
        self.limits = limits
        self._ops: list[Op] = []

    def _add(self: _Self, op: Op) -> _Self:
        self._ops.append(checked(op))
        return self

    def _put(self: _Self, verb: str, path: str, value: Any, options: dict[str, Any]) -> _Self:
        return self._add(self._changes.put(verb, path, value, options))

    def set(self: _Self, path: str, value: Any, **options: Any) -> _Self:
        """Set a part, as the function `set` does."""
        return self._put("set", path, value, options)

    def insert(self: _Self, path: str, value: Any, **options: Any) -> _Self:
        """Insert a part, as the function `insert` does."""
        return self._put("insert", path, value, options)

    def append(self: _Self, path: str, value: Any, **options: Any) -> _Self:
        """Append an element, as the function `append` does."""
        return self._put("append", path, value, options)

    def delete(self: _Self, path: str) -> _Self:
        """Remove a part, as the function `delete` does."""
        return self._add(Op("remove", path))

    def move(self: _Self, source: str, path: str) -> _Self:
        """Take a part out of the message and add it at a path, as "move" of JSON Patch does."""
        return self._add(Op("move", path, source=source))

    def copy(self: _Self, source: str, path: str) -> _Self:
        """Add a part at another path as well. What copies make is bounded in proportion to the message."""
        return self._add(Op("copy", path, source=source))

    def test(self: _Self, path: str, value: Any, **options: Any) -> _Self:
        """Have the batch fail with TestFailedError unless a part is equal to a value; see `apply`."""
        return self._put("test", path, value, options)

    def do(self, message: Buffer) -> bytes:
        """Return a new message with the changes. It can be called again, for other messages."""
        form = self._changes.form(self.limits)
        for op in self._ops:
            if op.verb in ("set", "insert", "append", "test"):
                for value in op.values:
                    form.check(value, 0)
        return apply(form, bytes(source_of(message)), self._ops)
