"""What one message may cost, and the counter through which every reader and writer descends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ._keywords import Keywords

#: The most that ``Limits.max_depth`` can be raised to; more counts as this.
MOST_DEPTH = 100_000


@dataclass(frozen=True)
class Limits(Keywords, public="Limits"):
    """Bounds of what a message may cost, whatever its bytes claim.

    ``max_depth`` counts levels, the root being the first; ``max_elements`` counts
    members, elements of generic arrays and of string arrays, all levels together;
    ``max_bytes`` is the length of one message: without one, messages in memory have
    no bound, and those of a stream 1 GiB.
    """

    max_depth: int = 512
    max_elements: int = 1 << 28
    max_bytes: int | None = None

    def __post_init__(self) -> None:
        check_integer("max_depth", self.max_depth, 1)
        check_integer("max_elements", self.max_elements, 0)
        if self.max_bytes is not None:
            check_integer("max_bytes", self.max_bytes, 0)

    @property
    def stream_bytes(self) -> int:
        """The most bytes that a stream buffers for one value."""
        return 1 << 30 if self.max_bytes is None else self.max_bytes

    def admits(self, size: int) -> bool:
        """Report whether a message of that many bytes, in memory already, is within the limits."""
        return self.max_bytes is None or size <= self.max_bytes


def check_integer(name: str, value: Any, least: int | None = None) -> None:
    """Raise an error of what is given for an option that is an integer, and is none or too small."""
    if not hasattr(value, "__index__"):
        raise TypeError(f"{name} is an integer, not {value!r}")
    if least is not None and value < least:
        raise ValueError(f"{name} is at least {least}, not {value}")


def check_limits(limits: object) -> None:
    """Raise TypeError of what is given for limits and is none."""
    if not isinstance(limits, Limits):
        raise TypeError(f"limits is a Limits, not {limits!r}")


class Budget:
    """What is left of the limits while a message is read or written."""

    __slots__ = ("depth", "elements")

    def __init__(self, limits: Limits) -> None:
        self.depth = min(limits.max_depth, MOST_DEPTH)
        self.elements = limits.max_elements

    def enter(self, elements: int, levels: int = 1) -> str:
        """Take children and levels; return what is used up, or nothing."""
        self.depth -= levels
        self.elements -= elements
        if self.depth <= 0:
            return "depth"
        return "elements" if self.elements < 0 else ""

    def leave(self, levels: int = 1) -> None:
        """Give levels back. Elements stay spent: they count per message."""
        self.depth += levels
