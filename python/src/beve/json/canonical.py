"""The JSON Canonicalization Scheme (RFC 8785): of all texts that say the same it is one.

    >>> from beve.json.canonical import canonical
    >>> canonical(b'{"b": 1.0, "a": "\\u00e9"}').decode()
    '{"a":"é","b":1}'

Names are sorted by their UTF-16 code units, numbers are printed as ECMAScript prints them,
and there is no white space. Numbers are those of binary64, as the RFC says. Where that would
change the text of an integer beyond 2^53 that binary64 does not hold, it is an error, and so
are a number beyond binary64, a name that is there twice, text that is not UTF-8, and half of a
surrogate pair. The bytes are those of package json/canonical of the Go library.
"""

from __future__ import annotations

import itertools
import json
import math
import re

from .. import _json_text as text_of
from .._annotations import Buffer
from .._edit._diff import common
from .._edit._form import Walk
from .._edit._json import form_of
from .._errors import DuplicateError, MalformedError, UnsupportedError, pointer, shown
from .._framing import source_of
from .._limits import Limits
from .._ordered import CanonicalWriter, Finder, Part, innermost

__all__ = ["canonical", "check"]

_SURROGATE = re.compile("[\ud800-\udfff]")


def canonical(text: Buffer, *, limits: Limits | None = None) -> bytes:
    """Return the canonical form of a text in JSON; DecodeError, with offset and path, of one that has none.

    For a repeated name that is a DuplicateError, for a number that would change an UnsupportedError.
    The limits are those of the text.
    """
    return _form_of(bytes(source_of(text)), limits)


def check(text: Buffer, *, limits: Limits | None = None) -> None:
    """Raise a DecodeError unless a text is in canonical form, at the first byte that would be written otherwise."""
    src = bytes(source_of(text))
    form = _form_of(src, limits)
    if form != src:
        at = common(memoryview(form), memoryview(src))
        _, keys = innermost(lambda: _Finder(src), text_of.skip_space(src, 0), at)
        raise MalformedError("not in canonical form", at, pointer(*keys))


def _form_of(src: bytes, limits: Limits | None) -> bytes:
    return _Writer(src).write(form_of(limits).checked(src))


class _Writer(CanonicalWriter):
    """Writes values in their canonical form."""

    def value(self, off: int) -> Walk:
        """Write the value at ``off`` and return the offset after it."""
        head = self.src[off]
        if head == 0x7B:
            return (yield self._object(off))
        if head == 0x5B:
            return (yield self._array(off))
        return self.leaf(off)

    def leaf(self, off: int) -> int:
        src, head = self.src, self.src[off]
        if head == 0x22:
            end = text_of.skip_string(src, off)
            self.out += text_of.quoted(self._text(off, end))
            return end
        end = text_of.skip(src, off)
        self.out += src[off:end] if head in b"tfn" else _number(src[off:end], off)
        return end

    def _text(self, off: int, end: int) -> str:
        """Return what the string at ``off`` says."""
        raw = self.src[off:end]
        text = raw[1:-1].decode()
        if "\\" not in text:
            return text
        made: str = json.loads(raw)
        if _SURROGATE.search(made):
            raise MalformedError("half of a surrogate pair", off + _lone_surrogate(raw))
        return made

    def _array(self, off: int) -> Walk:
        src = self.src
        self.out += b"["
        at = text_of.skip_space(src, off + 1)
        i = 0
        while src[at] != 0x5D:
            if i:
                self.out += b","
                at = text_of.skip_space(src, at + 1)
            self.trail.append(i)
            at = text_of.skip_space(src, (yield self.value(at)) if src[at] in b"{[" else self.leaf(at))
            self.trail.pop()
            i += 1
        self.out += b"]"
        return at + 1

    def _object(self, off: int) -> Walk:
        src, out = self.src, self.out
        head = len(out)
        out += b"{"
        members: list[tuple[bytes, int, int, int, str]] = []
        at = text_of.skip_space(src, off + 1)
        while src[at] != 0x7D:
            if members:
                at = text_of.skip_space(src, at + 1)
            name_at, end = at, text_of.skip_string(src, at)
            name = self._text(at, end)
            begin = len(out)
            out += text_of.quoted(name) + b":"
            at = text_of.skip_space(src, text_of.skip_space(src, end) + 1)
            self.trail.append(name)
            at = text_of.skip_space(src, (yield self.value(at)) if src[at] in b"{[" else self.leaf(at))
            self.trail.pop()
            out += b","
            members.append((name.encode("utf-16-be"), name_at, begin, len(out), name))
        ordered = sorted(members)
        for one, other in itertools.pairwise(ordered):
            if one[0] == other[0]:
                raise DuplicateError(f"name {shown(other[4])!r} is there twice", max(one[1], other[1]))
        if members:
            out.pop()
        out += b"}"
        if ordered != members:
            parts: list[Part] = []
            for _, _, begin, end, _ in ordered:
                parts += (b",", (begin, end - 1))
            self.replace(head, [b"{", *parts[1:], b"}"])
        return at + 1


class _Finder(Finder, _Writer):
    pass


def _number(raw: bytes, off: int) -> bytes:
    value = float(raw) + 0.0 if float(raw) else 0.0  # zero without a sign
    if math.isinf(value):
        raise UnsupportedError(f"number {raw[:64].decode()} is beyond binary64", off)
    made = text_of.number(value)
    # An integer is kept where its text is, or what binary64 holds is the integer itself.
    if abs(value) >= 1 << 53 and made != raw and not re.search(rb"[.eE]", raw) and f"{value:.0f}".encode() != raw:
        raise UnsupportedError(f"binary64 does not hold {raw[:64].decode()}", off)
    return made


def _lone_surrogate(raw: bytes) -> int:
    """Return where in a string an escape stands that is half of a surrogate pair."""
    at = 0
    while found := re.compile(rb"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL).search(raw, at):
        at = found.end()
        unit = int(found[1] or b"0", 16)
        if unit >> 10 == 0x36:
            low = re.compile(rb"\\u[dD][c-fC-F]").match(raw, at)
            if low is None:
                return found.start()
            at += 6
        elif unit >> 10 == 0x37:
            return found.start()
    return 0
