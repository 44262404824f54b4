"""Plans of the compiled core: how a message becomes a value of a type without a dict between.

A plan knows the types that are frequent, and calls the converters of _classes for
others. Whatever does not suit is left to these, which say what is wrong.
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable
from typing import Any

from ._core import native
from ._fields import NONE, fields_of
from ._hints import class_of, hints_of
from ._kept import kept, key_of
from ._structs import constraints_of, form_of
from ._types import field_names, has_fields

#: What makes a value of a type out of a decoded one, and the fields of a class: the
#: attribute, the name of the member, and its type.
Convert = Callable[[Any], Any]

_SIMPLE: dict[Any, str] = {
    Any: "any", object: "any", None: "none", type(None): "none", bool: "bool", int: "int", float: "float", str: "str",
}  # fmt: skip


@kept(512)
def plan_for(cls: Any, strict: bool, converter: Callable[[Any, bool], Convert]) -> Any:
    """Return the plan of a type, or None where its annotations cannot be read."""
    if not native:
        return None
    building = _Building(strict, converter)
    try:
        return building.plan(cls)
    except (NameError, TypeError, AttributeError, RecursionError):
        return None  # the converters say what is wrong


class _Building:
    """The plans of one type and of what it holds, which may be itself."""

    def __init__(self, strict: bool, converter: Callable[[Any, bool], Convert]) -> None:
        self.strict = strict
        self.converter = converter
        self.known: dict[Any, Any] = {}

    def plan(self, cls: Any) -> Any:
        key = key_of(cls)
        if key not in self.known:
            self.known[key] = self._plan(cls)
        return self.known[key]

    def _plan(self, cls: Any) -> Any:
        origin, args = typing.get_origin(cls), typing.get_args(cls)
        if origin is None and cls in _SIMPLE:
            return native.Plan(_SIMPLE[cls])
        if origin is typing.Annotated and not constraints_of(cls):
            return self.plan(args[0])
        if origin in (typing.Union, types.UnionType) and len(args) == 2 and type(None) in args:
            return native.Plan("optional", self.plan(args[0] if args[1] is type(None) else args[1]))
        if origin is list and args:
            return native.Plan("list", self.plan(args[0]), convert=self.converter(cls, self.strict))
        if origin is dict and args and args[0] is str:
            return native.Plan("dict", self.plan(args[1]), convert=self.converter(cls, self.strict))
        kind = class_of(cls)
        if isinstance(kind, type) and has_fields(kind) and form_of(kind).is_plain:
            return self._class(cls)
        return native.Plan("convert", convert=self.converter(cls, self.strict))

    def _class(self, alias: Any) -> Any:
        hints, cls = hints_of(alias), class_of(alias)
        direct = _is_plain(cls) and len(fields_of(cls)) == len(field_names(cls))
        plan = native.Plan(
            "object",
            cls=cls,
            convert=self.converter(alias, self.strict),
            strict=self.strict or form_of(cls).forbid_unknown,
            direct=direct,
        )
        self.known[key_of(alias)] = plan
        plan.take(
            tuple(
                (
                    f.attribute if direct else f.argument,
                    f.member.encode(),
                    self.plan(hints.get(f.attribute, Any)),
                    inspect.getattr_static(cls, f.attribute, None),
                    ... if f.default is NONE else f.default,
                    None if f.factory is NONE else f.factory,
                )
                for f in fields_of(cls)
            )
        )
        return plan


def _is_plain(cls: Any) -> bool:
    """Report whether an object of a dataclass is what its fields are, and nothing that its class does."""
    if "__dataclass_params__" not in cls.__dict__:
        return False
    params, begin = cls.__dataclass_params__, getattr(cls.__init__, "__code__", None)
    setting: Any = object.__setattr__
    return bool(
        params.init
        and begin is not None
        and begin.co_filename == "<string>"  # as dataclasses write it
        and begin.co_argcount + begin.co_kwonlyargcount == 1 + len(fields_of(cls))  # no InitVar among them
        and not hasattr(cls, "__post_init__")
        and cls.__new__ is object.__new__
        and type(cls) is type
        and (params.frozen or cls.__setattr__ is setting)
    )
