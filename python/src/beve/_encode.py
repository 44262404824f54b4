"""Encoding to bytes, to files and to streams."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO, TYPE_CHECKING, Any

from ._core import Writer, native
from ._options import Encoding
from ._wire import DELIMITER

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import EncodeOptions


def dumps(value: Any, **options: Unpack[EncodeOptions]) -> bytes:
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


def dump(value: Any, file: IO[bytes], **options: Unpack[EncodeOptions]) -> None:
    """Write a value to a binary file; nothing is written if it cannot be."""
    writer = Writer(Encoding(**options))
    writer.write(value)
    file.writelines(writer.finished())


def dump_stream(values: Iterable[Any], file: IO[bytes], **options: Unpack[EncodeOptions]) -> None:
    """Write values to a binary file with delimiters between them, for `iter_stream`."""
    encoding = Encoding(**options)
    position = 0
    for i, value in enumerate(values):
        writer = Writer(encoding, position)
        if i:
            writer.put(bytes((DELIMITER,)))
        writer.write(value)
        position = writer.end
        file.writelines(writer.finished())
