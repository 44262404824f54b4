"""The Structs of msgspec, as their class asks for them: with a tag, as an array, or without some members."""

from __future__ import annotations

import importlib
import inspect
import sys
import typing
from typing import Any, NamedTuple

from ._kept import kept


class Form(NamedTuple):
    """What a class asks for beside an object of its fields."""

    tag_field: str | None  # None without a tag
    tag: str | int | None
    array_like: bool
    omit_defaults: bool
    forbid_unknown: bool
    unset: bool  # fields may be UNSET, and are left out then

    @property
    def is_plain(self) -> bool:
        """Whether objects are written that have all fields and nothing else."""
        return self.tag_field is None and not (self.array_like or self.omit_defaults or self.unset)


PLAIN = Form(None, None, False, False, False, False)


@kept(512)
def form_of(cls: Any) -> Form:
    """Return what a Struct asks for, and PLAIN for other classes."""
    if not hasattr(cls, "__struct_encode_fields__"):
        return PLAIN
    config = cls.__struct_config__
    unset: Any = importlib.import_module("msgspec").UNSET
    return Form(
        config.tag_field,
        config.tag,
        config.array_like,
        config.omit_defaults,
        config.forbid_unknown_fields,
        unset in cls.__struct_defaults__ or _names_unset(cls),
    )


def _names_unset(cls: Any) -> bool:
    """Report whether the annotations of a class name the type of UNSET."""
    try:
        return any("UnsetType" in str(said) for base in cls.__mro__ for said in inspect.get_annotations(base).values())
    except NameError:  # of a type that is not there yet
        return False


def parts_of(value: Any) -> list[tuple[str, Any]] | list[Any]:
    """Return the members of a Struct, or its elements if it is one that is an array."""
    cls: Any = type(value)
    form, fields = form_of(cls), cls.__struct_fields__
    if form.array_like:
        return [*([] if form.tag_field is None else [form.tag]), *(getattr(value, field) for field in fields)]
    parts = [(name, getattr(value, field)) for field, name in zip(fields, cls.__struct_encode_fields__, strict=True)]
    unset: Any = importlib.import_module("msgspec").UNSET
    if form.omit_defaults:
        given = cls.__struct_defaults__
        defaults = [unset] * (len(fields) - len(given)) + list(given)
        parts = [part for part, default in zip(parts, defaults, strict=True) if not _is_default(part[1], default)]
    parts = [part for part in parts if part[1] is not unset]
    return parts if form.tag_field is None else [(form.tag_field, form.tag), *parts]


def _is_default(value: Any, default: Any) -> bool:
    """Report what msgspec takes for a default: the same object, or one that is empty where that is made anew."""
    factory = getattr(default, "factory", None)
    return value is default or (factory in (list, dict, set) and type(value) is factory and not value)


def is_unset(cls: Any) -> bool:
    """Report whether a type is that of UNSET, which no value is made into."""
    msgspec: Any = sys.modules.get("msgspec")
    return msgspec is not None and cls is msgspec.UnsetType


def constraints_of(cls: Any) -> tuple[Any, ...]:
    """Return what Annotated says of a type in the words of msgspec: bounds, lengths, patterns, zones."""
    msgspec: Any = sys.modules.get("msgspec")
    said = typing.get_args(cls)[1:]
    return tuple(one for one in said if msgspec is not None and isinstance(one, msgspec.Meta))


def check(value: Any, constraints: tuple[Any, ...]) -> None:
    """Raise ValueError for a value that is not within its constraints."""
    msgspec: Any = importlib.import_module("msgspec")
    annotated: Any = typing.Annotated
    msgspec.convert(value, annotated[(type(value), *constraints)])
