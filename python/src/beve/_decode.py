"""Whole messages: one value, and nothing that follows it."""

from __future__ import annotations

from os import PathLike
from typing import IO, Any

from ._annotations import Buffer, Unpack
from ._core import Reader, native
from ._errors import TrailingError
from ._files import opened, rest_of
from ._framing import check_message, message_start, source_of
from ._options import DecodeOptions, Decoding
from ._wire import Source


def read_message(src: Source, reader: Reader) -> Any:
    """Return the one value of a message."""
    check_message(src, reader.options)
    reader.off = message_start(src)
    value = reader.read()
    if reader.off < len(src):
        raise TrailingError("data after the value", reader.off)
    return value


def loads(data: Buffer, /, **options: Unpack[DecodeOptions]) -> Any:
    """Decode a message that is in memory: bytes, a bytearray, a memoryview, an mmap or the like.

    The keyword arguments are those of `DecodeOptions`. What each value becomes is
    in the documentation of the package. DecodeError says what is wrong, where, and
    in which part of the value.
    """
    src = source_of(data)
    return read_message(src, Reader(src, 0, Decoding(**options)))


if native:
    loads = native.loads  # the same, without a call in Python


def load(file: IO[bytes] | str | PathLike[str], **options: Unpack[DecodeOptions]) -> Any:
    """Decode the message that the rest of a binary file is, or all of the file of a path; see `loads`."""
    chosen = Decoding(**options)
    most = chosen.limits.max_bytes
    with opened(file, "rb") as source:
        data = rest_of(source, None if most is None else most + 1)
    return read_message(data, Reader(data, 0, chosen))


def validate(data: Buffer, **options: Unpack[DecodeOptions]) -> None:
    """Check that ``data`` is one well-formed message, without making values of it; DecodeError if not."""
    src = source_of(data)
    read_message(src, Reader(src, 0, Decoding(**options), skips=True))
