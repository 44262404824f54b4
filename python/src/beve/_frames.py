"""Open containers, as a reader holds them in its stack."""

from __future__ import annotations

from typing import Any, Final

from ._errors import pointer

# The kinds of frame. First those whose children are values alone, then those with
# something before each value, then those whose children are not values.
ROOT: Final = 0  # below the outermost container
ARRAY: Final = 1  # values of a generic array
TAG: Final = 2  # the value of a type tag
ROWS: Final = 3  # values of a table, row after row
OBJECT: Final = 4  # members with string keys
INTS: Final = 5  # members with integer keys
MEMBERS: Final = 6  # values of an indexed object
TEXTS: Final = 7  # elements of a string array
NAMES: Final = 8  # names of a table, and then the number of its rows
ENTRIES: Final = 9  # entries of an index

#: Instead of a value: a container was opened, or has turned into another.
OPENED: Final = object()


class Frame:
    """One open container."""

    __slots__ = ("extra", "items", "key", "kind", "left", "start", "total")

    def __init__(self, kind: int, items: Any, total: int, extra: Any = None) -> None:
        self.kind = kind
        self.items = items  # what is made of it
        self.total = total  # of its children
        self.left = total  # children that are not complete
        self.extra = extra  # what the kind has besides
        self.key: str | int | None = None  # of the latest child
        self.start = 0  # where that begins, of MEMBERS, or its key, of INTS

    def segment(self) -> str:
        """Return the part of a path that leads to the child that is being read."""
        index = self.total - self.left
        if self.kind in (ARRAY, TEXTS):
            return pointer(index)
        if self.kind == ROWS:
            names = self.extra[0]
            return pointer(index // len(names), names[index % len(names)])
        if self.kind in (OBJECT, INTS, MEMBERS) and self.key is not None:
            return pointer(self.key)
        return ""
