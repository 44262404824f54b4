"""The form of text in JSON."""

from __future__ import annotations

from .. import _json_text as text
from .._errors import MalformedError, MismatchError
from .._limits import Limits
from .._wire import Source
from ._form import ARRAY, LEAF, OBJECT, Form, Refusal, Shape

_BRACE, _BRACKET, _QUOTE, _COMMA = b'{[",'


class JsonForm(Form):
    """How values of JSON lie."""

    separator = b","

    def start(self, src: Source) -> int:
        return text.skip_space(src, 0)

    def check(self, src: Source, off: int, level: int = 1) -> None:
        text.check(src, off, self.limits.max_depth - (level - 1), self.limits.max_elements)

    def skip(self, src: Source, off: int) -> int:
        return text.skip(src, off, self.limits.max_depth)

    def open(self, src: Source, off: int) -> Shape:
        if off >= len(src):
            raise text.wrong(src, off)
        head = src[off]
        if head not in (_BRACE, _BRACKET):
            return Shape(LEAF, head, b"", -1, off + 1, 0, 1)
        inner = text.skip_space(src, off + 1)
        empty = inner < len(src) and src[inner] == head + 2
        return Shape(OBJECT if head == _BRACE else ARRAY, head, b"", -1, -1 if empty else off + 1, 0, 1)

    def why(self, src: Source, off: int) -> Refusal:
        return Refusal(MismatchError, "a value that is not an object or array has no parts")

    def key(self, src: Source, off: int, shape: Shape) -> tuple[str, int]:
        at = text.skip_space(src, off)
        if shape.kind != OBJECT:
            return "", at
        end = text.skip_string(src, at)
        colon = text.skip_space(src, end)
        if src[colon : colon + 1] != b":":
            raise text.wrong(src, colon)
        return text.unquoted(bytes(src[at:end])), text.skip_space(src, colon + 1)

    def end(self, src: Source, value: int, shape: Shape) -> int:
        return self.skip(src, value)

    def after(self, src: Source, end: int, shape: Shape) -> tuple[int, int]:
        to = text.skip_space(src, end)
        if to < len(src) and src[to] == _COMMA:
            return to, to + 1
        if to < len(src) and src[to] == shape.head + 2:
            return to, -1
        raise text.wrong(src, to)

    def plain(self, kind: int) -> Shape:
        return Shape(kind, _BRACE if kind == OBJECT else _BRACKET, b"", -1, -1, 0, 1)

    def head(self, shape: Shape, n: int) -> bytes:
        return bytes((shape.head,))

    def foot(self, shape: Shape) -> bytes:
        return bytes((shape.head + 2,))

    def key_bytes(self, shape: Shape, name: str) -> bytes:
        try:
            return text.quoted(name) + b":"
        except UnicodeEncodeError:
            raise Refusal(MalformedError, "invalid UTF-8") from None

    def text_bytes(self, text_: str) -> bytes:
        return text.quoted(text_)

    def printed(self, part: bytes) -> int:
        return len(text.quoted(part.decode())) - len('""')

    def text_room(self, printed: int) -> int:
        return len('""') + printed

    def text(self, src: Source, off: int) -> str | None:
        return text.unquoted(bytes(src[off : text.skip_string(src, off)])) if src[off] == _QUOTE else None

    def is_null(self, src: Source, off: int) -> bool:
        return src[off] == ord("n")

    def same(self, a: bytes, b: bytes, exactly: bool) -> bool:
        if a == b:
            return True
        if a[0] == b[0] == _QUOTE:
            return text.unquoted(a) == text.unquoted(b)
        if exactly or not _is_number(a) or not _is_number(b):
            return False
        return _decimal(a) == _decimal(b)


def form_of(limits: Limits | None) -> JsonForm:
    """Return the form within limits, or within those of encoding/json of Go."""
    return JsonForm(limits or Limits(max_depth=text.MOST_DEPTH))


def _is_number(value: bytes) -> bool:
    return value[:1] == b"-" or value[:1].isdigit()


#: Exponents of which all are alike that no number of a computer reaches.
_MOST_EXPONENT = 1 << 56


def _decimal(value: bytes) -> tuple[bool, bytes, int]:
    """Return the sign of a number of any size, its digits without zeros at either end, and its power of ten."""
    mantissa, _, power = value.lower().partition(b"e")
    negative = mantissa.startswith(b"-")
    whole, _, fraction = mantissa.lstrip(b"-").partition(b".")
    digits = whole + fraction
    stripped = digits.lstrip(b"0")
    exponent = len(whole) - (len(digits) - len(stripped))
    if power:
        size = power.lstrip(b"+-").lstrip(b"0")
        n = int(size or b"0") if len(size) < 18 else _MOST_EXPONENT
        exponent += (-1 if power.startswith(b"-") else 1) * min(n, _MOST_EXPONENT)
    stripped = stripped.rstrip(b"0")
    return (negative, stripped, exponent) if stripped else (False, b"", 0)
