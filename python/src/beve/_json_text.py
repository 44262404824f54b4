"""Text in JSON (RFC 8259): where values end, what strings say, and how numbers and strings are written."""

from __future__ import annotations

import json
import math
import re

from ._errors import DecodeError, DepthError, LimitError, MalformedError, TrailingError, TruncatedError, shown
from ._wire import Source

#: How many levels a text may nest: as many as encoding/json of Go lets be open, and a value within.
MOST_DEPTH = 10_001

_PLAIN = rb'[^"\\\x00-\x1f]*'
_TOKEN = re.compile(
    rb'[ \t\r\n]*(?:("' + _PLAIN + rb'(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})' + _PLAIN + rb')*")'
    rb"|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)|([\[{])|([\]}])|(,)|(:))"
)
_STRING, _WORD, _OPEN, _CLOSE, _COMMA, _COLON = range(1, 7)
_SPACE = re.compile(rb"[ \t\r\n]*")
#: What a token may begin with, as far as it goes.
_BEGINS = re.compile(
    rb'"' + _PLAIN + rb'(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})' + _PLAIN + rb")*(?:\\(?:u[0-9a-fA-F]{0,3})?)?"
    rb"|-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]*|\.)?)?"
)
_WORDS = (b"true", b"false", b"null")
#: What goes on with a number or word that ends before it.
_GOES_ON = re.compile(rb"[0-9A-Za-z.+\-_]")

# What may stand next.
_VALUE, _FIRST, _NAME, _MEMBER, _NEXT = range(5)


def skip_space(src: Source, off: int) -> int:
    """Return the offset after white space."""
    found = _SPACE.match(src, off)
    assert found is not None  # it may be empty
    return found.end()


def wrong(src: Source, off: int) -> DecodeError:
    """Return the error for what cannot stand at ``off``: at the end of the text it is truncated."""
    off = skip_space(src, off)
    if off >= len(src):
        return TruncatedError("input ends inside a value", len(src))
    return _misplaced(src, off)


def _misplaced(src: Source, off: int) -> DecodeError:
    return MalformedError(f"{shown(chr(src[off]))!r} where it cannot stand", off)


def _begun(src: Source, off: int) -> DecodeError:
    """Return the error for a token that begins well and does not go on so."""
    off = skip_space(src, off)
    begun = _BEGINS.match(src, off)
    end = begun.end() if begun is not None else off
    for word in _WORDS:
        n = 0
        while n < len(word) and src[off + n : off + n + 1] == word[n : n + 1]:
            n += 1
        end = max(end, off + n)
    return wrong(src, end) if end >= len(src) else _misplaced(src, end)


def skip(src: Source, off: int, depth: int = MOST_DEPTH, elements: int = 1 << 62) -> int:
    """Return the offset after the value at ``off``, having checked its grammar, within limits."""
    open_: list[int] = []  # the brackets
    state = _VALUE
    while True:
        token = _TOKEN.match(src, off)
        kind = token.lastindex if token is not None else None
        if token is None or kind is None:
            fits = state in (_VALUE, _FIRST) or (state != _NEXT and src[(at := skip_space(src, off)) : at + 1] == b'"')
            raise (_begun if fits else wrong)(src, off)
        at, end = token.span(kind)
        if kind == _CLOSE and open_ and src[at] == open_[-1] + 2 and state in (_FIRST, _MEMBER, _NEXT):
            open_.pop()
            state = _NEXT
        elif kind == _COMMA and state == _NEXT and open_:
            state = _NAME if open_[-1] == 0x7B else _VALUE
            elements -= 1
        elif kind == _STRING and state in (_NAME, _MEMBER):
            colon = _TOKEN.match(src, end)
            if colon is None or colon.lastindex != _COLON:
                raise wrong(src, end)
            end, state = colon.end(), _VALUE
        elif state not in (_VALUE, _FIRST) or kind not in (_STRING, _WORD, _OPEN):
            raise wrong(src, at)
        elif kind == _OPEN:
            open_.append(src[at])
            state = _MEMBER if src[at] == 0x7B else _FIRST
            inner = skip_space(src, end)
            if inner < len(src) and src[inner] != src[at] + 2:  # empty ones need not be entered
                elements -= 1
                if len(open_) >= depth:
                    raise DepthError("nested deeper than Limits.max_depth", at)
        else:
            state = _NEXT
            if kind == _WORD and _GOES_ON.match(src, end):
                raise _begun(src, at)
        if elements < 0:
            raise LimitError("more elements than Limits.max_elements", at)
        off = end
        if state == _NEXT and not open_:
            return off


def check(src: Source, off: int = 0, depth: int = MOST_DEPTH, elements: int = 1 << 62) -> None:
    """Check that there is one value of JSON from ``off`` on, with white space around it, in UTF-8."""
    start = skip_space(src, off)
    end = skip(src, start, depth, elements)
    try:
        str(src[start:end], "utf-8")
    except UnicodeDecodeError as e:
        raise MalformedError("invalid UTF-8", start + e.start) from None
    if (after := skip_space(src, end)) < len(src):
        if after == end and src[start] not in b'"[{' and src[after] not in b'"[{':
            raise _misplaced(src, after)
        raise TrailingError("data after the value", after)


def skip_string(src: Source, off: int) -> int:
    """Return the offset after the string at ``off``."""
    token = _TOKEN.match(src, off)
    if token is None or token.lastindex != _STRING or src[off] != 0x22:
        raise wrong(src, off)
    return token.end()


def unquoted(raw: bytes) -> str:
    """Return what a string says, with its quotes; U+FFFD for surrogates without their other half."""
    text = raw.decode("utf-8", "replace")
    if "\\" not in text:
        return text[1:-1]
    made: str = json.loads(text)
    return re.sub("[\ud800-\udfff]", "\ufffd", made)


def quoted(text: str) -> bytes:
    """Return a string with its quotes; UnicodeEncodeError of a lone surrogate."""
    return json.dumps(text, ensure_ascii=False).encode()


def number(value: float) -> bytes:
    """Return a finite number as ECMAScript prints it, and encoding/json."""
    if value == 0:
        return b"-0" if math.copysign(1, value) < 0 else b"0"
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = f"{abs(value)!r}".partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    n = len(digits)
    if 0 < point <= 21:
        text = digits + "0" * (point - n) if n <= point else f"{digits[:point]}.{digits[point:]}"
    elif -6 < point <= 0:
        text = f"0.{'0' * -point}{digits}"
    else:
        text = f"{digits[0]}{'.' if n > 1 else ''}{digits[1:]}e{point - 1:+d}"
    return (sign + text).encode()
