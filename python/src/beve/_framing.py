"""What may stand before the value of a message or stream, and what readers read."""

from __future__ import annotations

from ._annotations import Buffer
from ._errors import LimitError, MalformedError
from ._options import Decoding
from ._wire import DELIMITER, FRAMING, OBJECT, Source, read_size, truncated


def source_of(data: Buffer) -> Source:
    """Return what readers read: bytes as they are, anything else as a view of its bytes."""
    if type(data) is bytes:
        return data
    try:
        view = memoryview(data)
    except TypeError:
        raise TypeError(f"bytes or the like are wanted, not a value of type {type(data).__name__}") from None
    return view if view.format == "B" and view.ndim == 1 and view.contiguous else view.cast("B")


def starts_index(src: Source, off: int) -> bool | None:
    """Tell an indexed object from a delimiter before an object; None where the input ends too early.

    Behind the name of the first member an index has four bytes that are zero, its
    offset. In a plain object those would be a null and two empty keys, which no
    writer repeats.
    """
    if len(src) - off < 2:
        return None
    if src[off + 1] != OBJECT:
        return False
    try:
        n, off = read_size(src, off + 2)
        if n == 0:
            return True  # both are the empty object
        size, off = read_size(src, off)
    except ValueError:
        return None
    zeros = bytes(src[off + size : off + size + 4])
    if any(zeros):
        return False
    return True if len(zeros) == 4 else None


def pass_delimiters(src: Source, off: int, after: bool, final: bool) -> tuple[int, bool]:
    """Return the offset after a run of delimiters, and whether that is all of them.

    If not, more of the stream is needed to tell what the byte at the offset is.

    ``after`` says that a value ended at ``off``, so that one delimiter is one for
    sure, and ``final`` that the stream ends with ``src``.
    """
    if after and off < len(src) and src[off] == DELIMITER:
        off += 1
    while off < len(src) and src[off] == DELIMITER:
        index = starts_index(src, off)
        if index is None and not final:
            return off, False
        if index or (index is None and len(src) - off >= 2):
            break
        off += 1
    return off, True


def framing(src: Source) -> int:
    """Return the length of the framing header that a message or stream starts with, 0 without one."""
    if not len(src) or src[0] != FRAMING:
        return 0
    if len(src) < 2:
        raise truncated(src)
    if src[1] in (6, 7):  # the same byte starts a duration
        return 0
    if src[1] not in (1, 2):
        raise MalformedError(f"framing header of unknown version {src[1]}", 1)
    return 2


def message_start(src: Source) -> int:
    """Return where the value of a message starts: after a framing header or a run of delimiters."""
    return framing(src) or pass_delimiters(src, 0, after=False, final=True)[0]


def check_message(src: Source, options: Decoding) -> None:
    """Raise a DecodeError for a message that is too long, or not in canonical form where that is asked for."""
    check_size(src, options)
    if options.require_canonical:
        from ._canon import check_form

        check_form(bytes(src), options)


def check_size(src: Source, options: Decoding) -> None:
    """Raise LimitError if a message in memory is longer than its limit."""
    if not options.limits.admits(len(src)):
        raise LimitError("message is longer than Limits.max_bytes")
