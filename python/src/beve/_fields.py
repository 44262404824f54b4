"""The fields of classes: of dataclasses, of attrs, and of the Structs of msgspec."""

from __future__ import annotations

import dataclasses
import importlib
from typing import Any, NamedTuple

from ._kept import kept
from ._types import field_names

#: Instead of a default that is not there.
NONE = object()


class ClassField(NamedTuple):
    """One field that its class is given."""

    attribute: str
    member: str  # its name on the wire
    argument: str  # its name among the arguments of the class
    default: Any  # NONE without one
    factory: Any  # what makes a default, NONE without one

    @property
    def required(self) -> bool:
        """Whether a member has to be there."""
        return self.default is NONE and self.factory is NONE


@kept(512)
def fields_of(cls: Any) -> tuple[ClassField, ...]:
    """Return the fields that a class is given when it is called."""
    names = dict(field_names(cls))
    stated: list[tuple[Any, str, str, Any]]
    if dataclasses.is_dataclass(cls):
        stated = [(f, f.name, names[f.name], dataclasses.MISSING) for f in dataclasses.fields(cls) if f.init]
    elif hasattr(cls, "__attrs_attrs__"):
        attr = importlib.import_module("attr")
        return tuple(_of_attrs(a, names, attr) for a in cls.__attrs_attrs__ if a.init)
    else:
        msgspec = importlib.import_module("msgspec")
        stated = [(f, f.name, f.encode_name, msgspec.NODEFAULT) for f in msgspec.structs.fields(cls)]
    return tuple(
        ClassField(name, member, name, _or_none(f.default, nothing), _or_none(f.default_factory, nothing))
        for f, name, member, nothing in stated
    )


def _or_none(value: Any, nothing: Any) -> Any:
    return NONE if value is nothing else value


def _of_attrs(a: Any, names: dict[str, str], attr: Any) -> ClassField:
    argument = getattr(a, "alias", None) or a.name.lstrip("_")
    # A factory that takes the object cannot be called without one: the class does that.
    factory = a.default.factory if isinstance(a.default, attr.Factory) else NONE
    default = NONE if a.default is attr.NOTHING or factory is not NONE else a.default
    return ClassField(a.name, names[a.name], argument, default, factory)
