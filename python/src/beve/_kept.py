"""What is made once for each type, and kept.

Annotations that compare equal need not mean the same: the members of a union are tried in
their order, and ``int | str`` equals ``str | int``. So types are told apart by what they are
made of, in its order.
"""

from __future__ import annotations

import functools
import typing
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class _Same:
    """A key that equals that of the same object, and of no other."""

    __slots__ = ("it",)

    def __init__(self, it: Any) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


class _Alike:
    """A key that equals those of values of the same type that are equal, of which not all have a hash."""

    __slots__ = ("it",)

    def __init__(self, it: Any) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Alike) or type(self.it) is not type(other.it):
            return False
        return self.it is other.it or bool(self.it == other.it)

    def __hash__(self) -> int:
        return hash(type(self.it))


def key_of(hint: Any) -> Hashable:
    """Return what two types have in common only if they are the same, with all of their parts in the same order."""
    if isinstance(hint, (list, tuple)):  # the parameters of a Callable
        return tuple(map(key_of, hint))
    origin = typing.get_origin(hint)
    if origin is None:
        return _Same(hint)
    args, made_of = typing.get_args(hint), (type(hint), _Same(origin), getattr(hint, "__unpacked__", False))
    if origin is typing.Literal:
        return *made_of, *map(_Alike, args)
    if origin is typing.Annotated:
        return *made_of, key_of(args[0]), *map(_Alike, args[1:])
    return *made_of, *map(key_of, args)


class _Keyed:
    """A type among the arguments of a function that is kept."""

    __slots__ = ("hint", "key")

    def __init__(self, hint: Any) -> None:
        self.hint = hint
        self.key = key_of(hint)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Keyed) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def is_itself(hint: Any) -> bool:
    """Report whether a type equals itself and nothing else, as most classes do."""
    kind: Any = type(hint)
    return kind is type or (kind.__eq__ is object.__eq__ and kind.__hash__ is object.__hash__)


def kept(most: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Return a decorator of functions of a type and more, which keeps what they return for so many of the latest."""

    def decorated(make: Callable[..., T]) -> Callable[..., T]:
        @functools.lru_cache(most)
        def of_key(key: Any, *args: Any) -> T:
            return make(key.hint if type(key) is _Keyed else key, *args)

        @functools.wraps(make)
        def of(hint: Any, *args: Any) -> T:
            return of_key(hint if is_itself(hint) else _Keyed(hint), *args)

        return of

    return decorated
