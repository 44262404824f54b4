"""Numbers of every width as they compare and read in JSON, held to the Go library."""

from __future__ import annotations

import math
import struct
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from typing import Any

from ._leaves import number_at
from ._wire import NAMED, NUMBERS, Number, Source

FLOAT32, FLOAT64, FLOAT128 = NAMED["float32"], NAMED["float64"], NAMED["float128"]

_MOST_FLOAT32 = 3.4028235677973366e38  # what rounds to infinity, and all above


def read_number(src: Source, off: int) -> tuple[Number, Any]:
    """Return the type and the value of a number with its header, None as that of float128."""
    number = NUMBERS[src[off]]
    return number, None if number is FLOAT128 else number_at(src, off + 1, number)


def to_float32(value: float) -> float:
    """Return the float of 32 bits that is nearest."""
    if abs(value) >= _MOST_FLOAT32:
        return math.copysign(math.inf, value)
    rounded: float = struct.unpack("<f", struct.pack("<f", value))[0]
    return rounded


def shortest(value: float, number: Number) -> str:
    """Return the shortest decimal that reads back to the same float of its width; of 16 bits, of 32."""
    if number is FLOAT64 or not math.isfinite(value) or (abs(value) <= 1 << 24 and value == int(value)):
        return repr(value)
    exact = Decimal(value)
    for digits in range(1, 10):
        best = None
        for rounding in (ROUND_FLOOR, ROUND_CEILING):
            near = Context(prec=digits, rounding=rounding).plus(exact)
            if to_float32(float(near)) == value and (best is None or abs(near - exact) < abs(best - exact)):
                best = near
        if best is not None:
            return repr(float(best))
    return repr(value)


def reads_same(value: float) -> bool:
    """Report whether a float of 32 bits reads in JSON as that of 64 bits of the same value."""
    return shortest(value, FLOAT32) == repr(value)


def as_float(value: float | None) -> float | None:
    """Return a number as a float of 64 bits; None for integers that it does not show, and of float128."""
    if value is None or isinstance(value, float):
        return value
    near = float(value)
    if near == value:
        return near
    # It does if it has the digits of the integer, printed with as many.
    text = str(abs(value))
    digits = text.rstrip("0")
    shown, exponent = f"{abs(near):.{len(digits) - 1}e}".split("e")
    same = shown.replace(".", "").rstrip("0") == digits and int(exponent) == len(text) - 1
    return near if same else None


def same_number(a: tuple[Number, Any], b: tuple[Number, Any]) -> bool:
    """Report whether two numbers have the same value, or read the same: 0.1 of 32 and of 64 bits."""
    (kind, x), (other, y) = a, b
    if kind.is_float != other.is_float:
        f, g = as_float(x), as_float(y)
        return f is not None and g is not None and f == g
    if kind is FLOAT128 or other is FLOAT128:
        return False
    return bool(x == y) or (kind.is_float and shortest(x, kind) == shortest(y, other))


def holds(number: Number, value: int) -> bool:
    """Report whether a type of integers holds a value."""
    bits = 8 * number.size
    return -(1 << bits - 1) <= value < 1 << bits - 1 if number.is_signed else 0 <= value < 1 << bits


def integer_bytes(number: Number, value: int) -> bytes:
    """Return an integer that a type holds, without a header."""
    return value.to_bytes(number.size, "little", signed=number.is_signed)


def as_type(raw: bytes, number: Number) -> bytes | None:
    """Return a whole number without its header as one of another type, if that holds it and it reads the same."""
    kind = NUMBERS.get(raw[0])
    if kind is None:
        return None
    if kind is number:
        return raw[1:]
    _, value = read_number(raw, 0)
    if not number.is_float:
        return integer_bytes(number, value) if not kind.is_float and holds(number, value) else None
    f = as_float(value)
    if f is None:
        return None
    if number is FLOAT64:
        return struct.pack("<d", f) if not kind.is_float and abs(f) <= 1 << 53 else None
    if number is not FLOAT32 or to_float32(f) != f:
        return None
    same = shortest(f, kind) == shortest(f, FLOAT32) if kind.is_float else abs(f) <= 1 << 24
    return struct.pack("<f", f) if same else None
