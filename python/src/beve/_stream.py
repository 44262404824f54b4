"""Reading streams of values as they arrive."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from os import PathLike
from typing import Any, Protocol

from ._annotations import Buffer, Unpack
from ._core import Reader
from ._errors import DecodeError, LimitError, TruncatedError
from ._files import arrived, opened
from ._framing import framing, pass_delimiters, source_of
from ._options import DecodeOptions, Decoding
from ._wire import FRAMING, truncated

# How much is read at once, and how much that is decoded may stay in the buffer.
_CHUNK = 1 << 16


class Readable(Protocol):
    """A binary file, or what is read like one: ``read`` returns no bytes at the end."""

    def read(self, n: int, /) -> bytes | None:
        """Return at most so many bytes."""


def iter_stream(
    source: Readable | Iterable[Buffer] | Buffer | str | PathLike[str], **options: Unpack[DecodeOptions]
) -> Iterator[Any]:
    """Return an iterator over the values of a stream, with delimiters between them or without.

    ``source`` is a binary file, or anything that has its ``read``; the path of one; an
    iterable of chunks of bytes, as HTTP clients give them; or a message in memory. A value is
    there as soon as its last byte is. One value is in memory at a time, and memory
    follows what has arrived, not what lengths announce. Arrays are always copies.
    """
    chosen = replace(Decoding(**options), copy=True)
    if isinstance(source, (str, PathLike)):
        return _values_of_file(source, chosen)
    return _values(_Buffer(source), chosen)


def _values_of_file(path: str | PathLike[str], options: Decoding) -> Iterator[Any]:
    with opened(path, "rb") as file:
        yield from _values(_Buffer(file), options)


class _Buffer:
    """What has been read of a stream and not been dropped."""

    def __init__(self, source: Readable | Iterable[Buffer] | Buffer) -> None:
        self.data = bytearray()
        self.base = 0  # the position in the stream of its first byte
        self.ended = False
        self.next = _pieces(source)

    def fill(self, held: int, missing: int = 1) -> None:
        """Read at least so many bytes more unless the stream ends; the latest ``held`` ones are of one value."""
        while missing > 0 and not self.ended:
            piece = self.next(max(min(missing, held), _CHUNK))
            self.data += piece
            held += len(piece)
            missing -= len(piece)
            self.ended = not piece

    def drop(self, n: int) -> bool:
        """Drop the first bytes if they are many, and report whether they were."""
        if n < _CHUNK:
            return False
        del self.data[:n]
        self.base += n
        return True


def _pieces(source: Any) -> Callable[[int], bytes | memoryview]:
    """Return a function that returns about as many bytes as it is asked for, and none at the end."""
    if hasattr(source, "read"):
        # read1 returns what there is, where read may wait for all.
        has_buffer = hasattr(source, "read1")
        read: Callable[[int], bytes | None] = source.read1 if has_buffer else source.read

        def from_file(wanted: int) -> bytes:
            data = arrived(read(wanted))
            # Of a file that does not wait read1 returns nothing also where that is not the end.
            return data if data or not has_buffer else arrived(source.read(1))

        return from_file
    try:
        chunks: Iterable[Any] = [memoryview(source)]
    except TypeError:
        chunks = source
    views = (memoryview(source_of(chunk)) for chunk in chunks)
    pieces = (view[i : i + _CHUNK] for view in views for i in range(0, len(view), _CHUNK))
    return lambda _: next(pieces, b"")


def _values(buffer: _Buffer, options: Decoding) -> Iterator[Any]:
    data, most = buffer.data, options.limits.stream_bytes
    reader = Reader(data, 0, options)
    try:
        buffer.fill(0)
        if data[:1] == bytes([FRAMING]):
            buffer.fill(1)
        off = framing(data)
        framed, after = off > 0, False
        while True:
            # Up to where the next value starts.
            start, known = pass_delimiters(data, off, after, buffer.ended)
            if not known or start == len(data):
                if len(data) - off > most:
                    raise LimitError("value is longer than Limits.max_bytes", off)
                after = after and start == off
                off = 0 if buffer.drop(start) else start
                if known:
                    if buffer.ended and framed:
                        raise truncated(data)  # a framing header of nothing
                    if buffer.ended:
                        return
                buffer.fill(0)
                continue
            if buffer.drop(start):
                start = 0
            reader.off = start
            reader.begin()
            missing = 0
            while True:
                if missing and len(data) - start + missing > most:
                    raise LimitError("value is longer than Limits.max_bytes", start)
                buffer.fill(len(data) - start, missing)
                try:
                    reader.final = buffer.ended
                    value = reader.read()
                    break
                except TruncatedError as error:
                    if reader.final:
                        raise
                    missing = error.missing
            if reader.off - start > most:
                raise LimitError("value is longer than Limits.max_bytes", start)
            if options.require_canonical:
                _check_form(bytes(data[start : reader.off]), options, start)
            yield value
            off, framed, after = reader.off, False, True
    except DecodeError as error:
        error.offset += buffer.base
        raise


def _check_form(value: bytes, options: Decoding, start: int) -> None:
    """Raise a DecodeError unless a value, which begins at ``start``, is in canonical form."""
    from ._canon import check_form

    try:
        check_form(value, options)
    except DecodeError as error:
        error.offset += start
        raise
