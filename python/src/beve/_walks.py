"""How decoded values are made into types, however deep they nest.

What takes values that hold no others is a function. What takes others is a Walk, whose steps
ask for their parts: a loop goes into these, where calls would run out of Python's recursion.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeAlias

from ._errors import DepthError, MismatchError
from ._limits import MOST_DEPTH

#: What makes a value into one of a type; what it is given besides, one call of from_value knows.
Convert: TypeAlias = "Callable[[Any, Any], Any] | Walk"

#: They ask for what takes a part, the part, and its key, or HERE for the value itself; they are
#: sent what that was made into, and return what the whole is made into.
Steps: TypeAlias = "Generator[tuple[Convert, Any, Any], Any, Any]"

#: In place of the key of a part.
HERE: Any = object()

# How often a value may be handed on as it is: types that say no more than themselves would do so for ever.
_MOST_HANDED = 1000


class Walk:
    """What makes a value into one of a type step by step, and whether it goes on where a part does not suit."""

    __slots__ = ("steps", "tries")

    def __init__(self, steps: Callable[[Any, Any], Steps], tries: bool = False) -> None:
        self.steps = steps
        self.tries = tries


def take(convert: Convert, value: Any, run: Any) -> Any:
    """Return what a value is made into; MismatchError has the keys that lead to the part that does not suit."""
    if not isinstance(convert, Walk):
        return convert(value, run)
    walk, steps = convert, convert.steps(value, run)
    waiting: list[tuple[Walk, Steps, Any, int]] = []  # for a part, with its key and how often it was handed on
    made: Any = None
    error: MismatchError | None = None
    levels = handed = 0
    while True:
        try:
            convert, value, key = steps.send(made) if error is None else steps.throw(error)
        except StopIteration as stop:
            made, error = stop.value, None
        except MismatchError as failure:
            error = failure
        else:
            waiting.append((walk, steps, key, handed))
            levels += key is not HERE
            handed = handed + 1 if key is HERE else 0
            made = error = None
            if isinstance(convert, Walk):
                if levels > MOST_DEPTH or handed > _MOST_HANDED:
                    raise DepthError(f"nested deeper than {MOST_DEPTH} levels, or what contains itself")
                walk, steps = convert, convert.steps(value, run)
                continue
            try:
                made = convert(value, run)
            except MismatchError as failure:
                error = failure
        # A part is made, or does not suit: so does what is around it, up to what goes on all the same.
        while waiting:
            walk, steps, key, handed = waiting.pop()
            levels -= key is not HERE
            if error is not None and key is not HERE:
                error.enter(key)
            if error is None or walk.tries:
                break
        else:
            if error is not None:
                raise error
            return made


def part(convert: Callable[[Any, Any], Any], value: Any, run: Any, key: Any) -> Any:
    """Convert a part that holds no others, and complete the path if that fails."""
    try:
        return convert(value, run)
    except MismatchError as error:
        error.enter(key)
        raise
