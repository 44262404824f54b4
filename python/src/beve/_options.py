"""The choices of decoding and of encoding, checked once and then fixed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypedDict

from ._arrays import ArrayKind
from ._keywords import Keywords
from ._limits import Limits, check_integer, check_limits


class DecodeOptions(TypedDict, total=False):
    """The keyword arguments that all functions that decode have in common."""

    #: "numpy", "array" or "list": what typed arrays become. Without it NumPy arrays
    #: where NumPy is installed, and arrays of the standard library elsewhere.
    arrays: ArrayKind | None
    #: Whether NumPy arrays are copies, which may be written to (True), or views of the
    #: message (False). By default they are read-only, and views where the message is
    #: immutable and the elements lie aligned in it.
    copy: bool | None
    #: Return arrays of uint8, which is what bytes are written as, as bytes. By default
    #: unless ``arrays`` asks for arrays.
    uint8_as_bytes: bool | None
    #: What a message may cost.
    limits: Limits
    #: Make a key that is there twice an error. By default the last one wins.
    reject_duplicates: bool
    #: Reject boolean arrays whose unused bits are set.
    strict: bool
    #: Take each header that tables and type tags of version 1 share for a type tag. By
    #: default what follows decides, by the rule of docs/extensions.md.
    legacy_type_tags: bool
    #: Read nothing but messages in the canonical form of `beve.canonical`.
    require_canonical: bool


@dataclass(frozen=True)
class Decoding(Keywords, public="DecodeOptions"):
    """DecodeOptions with what they are by default."""

    arrays: ArrayKind | None = None
    copy: bool | None = None
    uint8_as_bytes: bool | None = None
    limits: Limits = Limits()  # noqa: RUF009, it is frozen
    reject_duplicates: bool = False
    strict: bool = False
    legacy_type_tags: bool = False
    require_canonical: bool = False

    def __post_init__(self) -> None:
        if self.arrays not in (None, "numpy", "array", "list"):
            raise ValueError(f"arrays is numpy, array or list, not {self.arrays!r}")
        check_limits(self.limits)

    @property
    def bytes_for_uint8(self) -> bool:
        """Whether arrays of uint8 are bytes."""
        return self.arrays is None if self.uint8_as_bytes is None else self.uint8_as_bytes


class EncodeOptions(TypedDict, total=False):
    """The keyword arguments that all functions that encode have in common."""

    #: Also write what only readers of the extended profile read: times, spans of time,
    #: intervals, UUIDs and regular expressions in forms of their own, and lists of
    #: dicts with the same keys as tables.
    extended: bool
    #: How many rows a list must have to become a table.
    min_table_rows: int
    #: Pad arrays of numbers so that readers can view them in place.
    aligned: bool
    #: Write the members of dicts in the order of their keys.
    sort_keys: bool
    #: Write lists that hold only float, only int, only bool, only complex or only str as typed arrays.
    typed_lists: bool
    #: Called with each value that has no form on the wire: of a type that is not known,
    #: a NumPy type that BEVE does not have, a datetime without a zone, an integer beyond
    #: 128 bits. What it returns is written, and must have a form.
    default: Callable[[Any], Any] | None
    #: The number of levels that a value may nest. Readers in C++ and Rust take 128.
    max_depth: int


@dataclass(frozen=True)
class Encoding(Keywords, public="EncodeOptions"):
    """EncodeOptions with what they are by default."""

    extended: bool = False
    min_table_rows: int = 5
    aligned: bool = False
    sort_keys: bool = False
    typed_lists: bool = False
    default: Callable[[Any], Any] | None = None
    max_depth: int = 512

    def __post_init__(self) -> None:
        check_integer("max_depth", self.max_depth, 1)
        check_integer("min_table_rows", self.min_table_rows)
        if self.default is not None and not callable(self.default):
            raise TypeError(f"default is a function of the value that has no form, not {self.default!r}")
