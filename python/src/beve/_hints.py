"""What the annotations of a class say where it is generic: each variable is what it stands for there."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from typing import Any

from ._errors import shown
from ._kept import key_of

_NONE = object()


def class_of(cls: Any) -> Any:
    """Return the class that an alias such as Box[int] is of, and other types as they are."""
    origin: Any = typing.get_origin(cls)
    return origin if isinstance(origin, type) else cls


def hints_of(cls: Any) -> dict[str, Any]:
    """Return the types of the attributes of a class, or of an alias such as Box[int], also those of its bases."""
    return _hints(cls)[1]


def _hints(cls: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the types as they are annotated, and as they are for the arguments of an alias."""
    kind = class_of(cls)
    bound = bindings(kind, typing.get_args(cls))
    annotated: dict[str, Any] = {}
    inherited: dict[str, Any] = {}
    for base in reversed(vars(kind).get("__orig_bases__", kind.__bases__)):
        above = class_of(base)
        if isinstance(above, type) and above not in (object, dict, tuple, typing.Generic, typing.Protocol, kind):
            theirs, made = _hints(replaced(base, bound))
            annotated.update(theirs)
            inherited.update(made)
    own = typing.get_type_hints(kind, include_extras=True)
    return own, {
        name: inherited[name] if key_of(annotated.get(name, _NONE)) == key_of(hint) else replaced(hint, bound)
        for name, hint in own.items()
    }


def bindings(generic: Any, args: tuple[Any, ...]) -> dict[Any, Any]:
    """Return what the variables of a generic class or alias stand for."""
    variables = getattr(generic, "__parameters__", ())
    several = [i for i, variable in enumerate(variables) if is_several(variable)]
    if several and args:
        at, after = several[0], len(variables) - several[0] - 1
        args = (*args[:at], args[at : len(args) - after], *args[len(args) - after :])
    return dict(zip(variables, args, strict=False))


def is_several(variable: Any) -> bool:
    """Report whether a variable stands for any number of types."""
    return type(variable).__name__ == "TypeVarTuple"


def replaced(hint: Any, bound: Mapping[Any, Any]) -> Any:
    """Return an annotation with what its variables stand for."""
    if isinstance(hint, typing.TypeVar):
        return bound.get(hint, hint)
    variables = getattr(hint, "__parameters__", ())
    if isinstance(hint, type) and typing.get_origin(hint) is None:
        return hint  # a class whose variables stand for anything
    if not any(variable in bound for variable in variables):
        return hint
    args: list[Any] = []
    for variable in variables:
        stands = bound.get(variable, variable)
        args.extend(stands) if is_several(variable) and variable in bound else args.append(stands)
    return hint[tuple(args)]


def stands_for(variable: Any) -> Any:
    """Return what a variable that nothing is said of stands for: its default, its bound, anything; but see types_of."""
    if getattr(variable, "has_default", bool)():
        return variable.__default__
    return variable.__bound__ or Any


def types_of(variable: Any) -> tuple[Any, ...]:
    """Return the types of which a variable that nothing is said of is one."""
    has_default = getattr(variable, "has_default", bool)()
    return () if has_default else variable.__constraints__


def no_type(cls: Any) -> TypeError:
    """Return the error for an annotation that says nothing of values."""
    return TypeError(f"{shown(repr(cls))} is not a type that values are made into")


def within(error: TypeError, where: str) -> TypeError:
    """Return an error that also says where the annotation is."""
    return error if " in the annotation of " in str(error) else TypeError(f"{error}, in the annotation of {where}")
