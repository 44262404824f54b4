"""Models of pydantic: they check themselves, with spans of time that count in nanoseconds.

Pydantic takes a number for seconds where a field is a timedelta. In a portable message
it is nanoseconds, whoever wrote it, so a model with such a field, however deep, is
checked by its own schema with a step before each timedelta.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any

from ._kept import kept
from ._times import timedelta_of

#: Parts of a schema that say nothing of the types of values, or hold values themselves.
_NO_TYPES = ("config", "default", "expected", "metadata", "serialization")


@kept(512)
def validator_of(cls: Any) -> Callable[[Any], Any]:
    """Return what makes decoded values into a model; it raises ValueError."""
    if not getattr(cls, "__pydantic_complete__", True):
        cls.model_rebuild()
    schema = cls.__pydantic_core_schema__
    counted = _counted(schema)
    if counted is schema:
        validate: Callable[[Any], Any] = cls.model_validate
        return validate
    core: Any = importlib.import_module("pydantic_core")
    try:
        # The models within are built anew, too.
        validator = core.SchemaValidator(counted, _use_prebuilt=False)
    except TypeError:  # before pydantic 2.12
        validator = core.SchemaValidator(counted)
    made: Callable[[Any], Any] = validator.validate_python
    return made


def _counted(schema: Any) -> Any:
    """Return a schema whose spans are read from nanoseconds, and the very same where it has none."""
    if isinstance(schema, Mapping):
        parts = {key: part if key in _NO_TYPES else _counted(part) for key, part in schema.items()}
        if parts.get("type") == "timedelta" and isinstance(parts["type"], str):
            return _before(parts)
        return schema if all(parts[key] is schema[key] for key in parts) else parts
    if isinstance(schema, (list, tuple)):
        items = [_counted(part) for part in schema]
        return schema if all(a is b for a, b in zip(items, schema, strict=True)) else type(schema)(items)
    return schema


def _before(span: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a span with the step before it, which has its name where it has one."""
    step = {"type": "function-before", "function": {"type": "no-info", "function": _span}, "schema": span}
    if "ref" in span:
        step["ref"] = span.pop("ref")
    return step


def _span(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("a bool is not a span")
    if not isinstance(value, int):
        return value
    try:
        return timedelta_of(value)
    except OverflowError as e:
        raise ValueError(str(e)) from None
