"""Plans of the compiled core: how a message becomes a value of a type without a dict between.

A plan knows the types that are frequent, and calls the converters of _classes for
others. Whatever does not suit is left to these, which say what is wrong.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import types
import typing
from collections.abc import Callable
from typing import Any

from ._core import native

#: What makes a value of a type out of a decoded one, and the fields of a class: the
#: attribute, the name of the member, and its type.
Convert = Callable[[Any], Any]

_SIMPLE: dict[Any, str] = {
    Any: "any", object: "any", None: "none", type(None): "none", bool: "bool", int: "int", float: "float", str: "str",
}  # fmt: skip


@functools.lru_cache(512)
def plan_for(cls: Any, strict: bool, converter: Callable[[Any, bool], Convert]) -> Any:
    """Return the plan of a type, or None where its annotations cannot be read."""
    if not native:
        return None
    building = _Building(strict, converter)
    try:
        return building.plan(cls)
    except (NameError, TypeError, AttributeError):
        return None  # the converters say what is wrong


class _Building:
    """The plans of one type and of what it holds, which may be itself."""

    def __init__(self, strict: bool, converter: Callable[[Any, bool], Convert]) -> None:
        self.strict = strict
        self.converter = converter
        self.known: dict[Any, Any] = {}

    def plan(self, cls: Any) -> Any:
        if cls in self.known:
            return self.known[cls]
        made = self._plan(cls)
        self.known[cls] = made
        return made

    def _plan(self, cls: Any) -> Any:
        origin, args = typing.get_origin(cls), typing.get_args(cls)
        if cls in _SIMPLE:
            return native.Plan(_SIMPLE[cls])
        if origin is typing.Annotated:
            return self.plan(args[0])
        if origin in (typing.Union, types.UnionType) and len(args) == 2 and type(None) in args:
            return native.Plan("optional", self.plan(args[0] if args[1] is type(None) else args[1]))
        if origin is list:
            return native.Plan("list", self.plan(args[0]), convert=self.converter(cls, self.strict))
        if origin is dict and args[0] is str:
            return native.Plan("dict", self.plan(args[1]), convert=self.converter(cls, self.strict))
        if isinstance(cls, type) and dataclasses.is_dataclass(cls):
            return self._dataclass(cls)
        return native.Plan("convert", convert=self.converter(cls, self.strict))

    def _dataclass(self, cls: Any) -> Any:
        from ._types import field_names

        hints = typing.get_type_hints(cls, include_extras=True)
        names = dict(field_names(cls))
        fields = [f for f in dataclasses.fields(cls) if f.init]
        plan = native.Plan(
            "object",
            cls=cls,
            convert=self.converter(cls, self.strict),
            strict=self.strict,
            direct=_is_plain(cls) and len(fields) == len(names),
        )
        self.known[cls] = plan
        plan.take(
            tuple(
                (
                    f.name,
                    names[f.name].encode(),
                    self.plan(hints[f.name]),
                    inspect.getattr_static(cls, f.name, None),
                    ... if f.default is dataclasses.MISSING else f.default,
                    None if f.default_factory is dataclasses.MISSING else f.default_factory,
                )
                for f in fields
            )
        )
        return plan


def _is_plain(cls: Any) -> bool:
    """Report whether an object of a dataclass is what its fields are, and nothing that its class does."""
    made = getattr(cls.__init__, "__code__", None)
    frozen = cls.__dataclass_params__.frozen
    return bool(
        "__dataclass_params__" in cls.__dict__
        and cls.__dataclass_params__.init
        and made is not None
        and made.co_filename == "<string>"
        and not hasattr(cls, "__post_init__")
        and cls.__new__ is object.__new__
        and type(cls) is type
        and not any(getattr(f.type, "__class__", None) is dataclasses.InitVar for f in cls.__dataclass_fields__.values())
        and (frozen or cls.__setattr__ is object.__setattr__)
    )
