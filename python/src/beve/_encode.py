"""Encoding to bytes, to files and to streams."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import IO, Any

from ._annotations import Unpack
from ._core import Writer, native
from ._files import opened, put
from ._options import EncodeOptions, Encoding
from ._wire import DELIMITER


def dumps(value: Any, /, **options: Unpack[EncodeOptions]) -> bytes:
    """Return a value as BEVE.

    The keyword arguments are those of `EncodeOptions`. How each type is written is
    in the documentation of the package. EncodeError says what cannot be written, and
    where it is.
    """
    writer = Writer(Encoding(**options))
    writer.write(value)
    return b"".join(writer.finished())


if native:
    dumps = native.dumps  # the same, without a call in Python


def dump(value: Any, file: IO[bytes] | str | PathLike[str], **options: Unpack[EncodeOptions]) -> None:
    """Write a value to a binary file, or to one of that path; nothing is written if it cannot be."""
    writer = Writer(Encoding(**options))
    writer.write(value)
    with opened(file, "wb") as out:
        put(out, writer.finished())


def dump_stream(values: Iterable[Any], file: IO[bytes] | str | PathLike[str], **options: Unpack[EncodeOptions]) -> None:
    """Write values to a binary file, or to one of that path, with delimiters between them, for `iter_stream`."""
    encoding = Encoding(**options)
    position = 0
    with opened(file, "wb") as out:
        for i, value in enumerate(values):
            writer = Writer(encoding, position)
            if i:
                writer.put(bytes((DELIMITER,)))
            writer.write(value)
            position = writer.end
            put(out, writer.finished())
