"""Values that Python has no type for."""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass
from typing import Any, NamedTuple


class Complex(NamedTuple):
    """A complex number whose parts are integers, which ``complex`` would round."""

    real: int
    imag: int


@dataclass(frozen=True)
class TypeTag:
    """A variant as version 1 of the format wrote it. It is read on request, and never written."""

    index: int
    value: Any


@dataclass(frozen=True)
class Matrix:
    """A matrix or tensor where NumPy is not there to hold it.

    ``layout`` is "layout_right", with the last extent varying fastest, or
    "layout_left", with the first; ``data`` holds the product of the ``extents``
    elements in that order: an ``array.array`` or a list of numbers.
    """

    layout: str
    extents: tuple[int, ...]
    data: Any


@dataclass(frozen=True)
class Texts:
    """A column of text as Arrow has it: where each text starts, as int64, and all of UTF-8."""

    starts: Any
    block: Any

    @staticmethod
    def room(size: int) -> Any:
        """Return memory for a part of a column, of Arrow, which gives the same out again."""
        return importlib.import_module("pyarrow").allocate_buffer(size)


_LETTERS = "imsug"
_PYTHON_FLAGS = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL}


@dataclass(frozen=True)
class RegExp:
    """A regular expression of whatever syntax, not compiled.

    ``flags`` are letters as in JavaScript: i, m, s, u and g, each at most once and in
    this order.
    """

    pattern: str
    flags: str = ""

    def __post_init__(self) -> None:
        if self.flags != "".join(c for c in _LETTERS if c in self.flags):
            raise ValueError(f"{self.flags!r} are not flags of a regular expression")

    @property
    def bits(self) -> int:
        """The flags as the wire has them."""
        return sum(1 << _LETTERS.index(c) for c in self.flags)

    @classmethod
    def from_bits(cls, pattern: str, bits: int) -> RegExp:
        """Return a pattern with the flags that the wire has."""
        return cls(pattern, "".join(c for i, c in enumerate(_LETTERS) if bits >> i & 1))

    @classmethod
    def from_python(cls, compiled: re.Pattern[str]) -> RegExp:
        """Return a compiled pattern; ValueError for flags that have no letter, as re.VERBOSE."""
        pattern, flags = split_flags(compiled)
        return cls(pattern, flags)

    def compile(self) -> re.Pattern[str]:
        """Compile it as Python understands it; g is left out.

        Patterns of strangers can take very long to match.
        """
        flags = re.NOFLAG if hasattr(re, "NOFLAG") else re.RegexFlag(0)
        for letter in self.flags:
            flags |= _PYTHON_FLAGS.get(letter, 0)
        return re.compile(self.pattern, flags)


def split_flags(compiled: re.Pattern[str]) -> tuple[str, str]:
    """Return the source of a pattern without its leading group of flags, and all its flags as letters."""
    pattern, left = compiled.pattern, compiled.flags & ~re.UNICODE
    letters = ""
    for letter, flag in _PYTHON_FLAGS.items():
        if left & flag:
            letters += letter
            left &= ~flag
    if left:
        raise ValueError(f"flags {re.RegexFlag(left)!r} have no form on the wire")
    group = re.match(r"\(\?[imsu]+\)", pattern)
    return pattern[group.end() :] if group else pattern, letters
