"""Keyword arguments that nothing takes: the error says what was perhaps meant, and whose it is."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any, ClassVar

#: The keyword arguments of functions that take options too.
_OF_FUNCTIONS = {"loads_as": ("reject_unknown",), "from_dataframe": ("rows", "dtypes")}


class Keywords:
    """A dataclass made of keyword arguments that users wrote; a TypeError names the one that is no field."""

    _public: ClassVar[str]  # the name that users know it by
    __dataclass_fields__: ClassVar[dict[str, Any]]

    def __init_subclass__(cls, public: str) -> None:
        cls._public = public

    def __new__(cls, *arguments: Any, **given: Any) -> Any:
        """Look at the names alone."""
        for name in given:
            if name not in cls.__dataclass_fields__:
                raise unknown_keyword(name, cls._public, cls.__dataclass_fields__)
        return super().__new__(cls)


def unknown_keyword(name: str, owner: str, own: Iterable[str]) -> TypeError:
    """Return the error for a keyword argument that is none of its owner."""
    own = list(own)
    known = [(option, other) for other, options in _OF_FUNCTIONS.items() for option in options]
    known += [(option, kind._public) for kind in Keywords.__subclasses__() for option in kind.__dataclass_fields__]
    others: dict[str, list[str]] = {}
    for option, other in known:
        others.setdefault(option, []).append(other)
    if name in others:
        hint = f"it is one of {' and '.join(others[name])}"
    elif near := difflib.get_close_matches(name, {*own, *others}, 1):
        whose = "" if near[0] in own else f" of {' or '.join(others[near[0]])}"
        hint = f"did you mean {near[0]!r}{whose}?"
    else:
        hint = f"it has {', '.join(own)}"
    return TypeError(f"{owner} has no {name!r}: {hint}")
