"""The choices of decoding, checked once and then fixed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from ._arrays import ArrayKind
from ._limits import Limits


class DecodeOptions(TypedDict, total=False):
    """The keyword arguments that all functions that decode have in common."""

    #: "numpy", "array" or "list": what typed arrays become. Without it NumPy arrays
    #: where NumPy is installed, and arrays of the standard library elsewhere.
    arrays: ArrayKind | None
    #: Whether NumPy arrays are copies, which may be written to (True), or views of the
    #: message (False). By default they are read-only, and views where the message is
    #: immutable and the elements lie aligned in it.
    copy: bool | None
    #: Return arrays of uint8 as bytes.
    uint8_as_bytes: bool
    #: What a message may cost.
    limits: Limits
    #: Make a key that is there twice an error. By default the last one wins.
    reject_duplicates: bool
    #: Reject boolean arrays whose unused bits are set.
    strict: bool
    #: Take each header that tables and type tags of version 1 share for a type tag. By
    #: default what follows decides, by the rule of docs/extensions.md.
    legacy_type_tags: bool


@dataclass(frozen=True)
class Decoding:
    """DecodeOptions with what they are by default."""

    arrays: ArrayKind | None = None
    copy: bool | None = None
    uint8_as_bytes: bool = False
    limits: Limits = Limits()  # noqa: RUF009, it is frozen
    reject_duplicates: bool = False
    strict: bool = False
    legacy_type_tags: bool = False

    def __post_init__(self) -> None:
        if self.arrays not in (None, "numpy", "array", "list"):
            raise ValueError(f"arrays is numpy, array or list, not {self.arrays!r}")
