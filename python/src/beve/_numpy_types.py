"""How values of NumPy are written. It is imported when there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._types import WriteFunction, bools, integer, matrix_head, strings
from ._wire import COMPLEX, NAMED, Number

if TYPE_CHECKING:
    from ._writer import Writer

_NO_FORM = "have no form on the wire; convert them, or see the option default"


def function_for(kind: type) -> WriteFunction | None:
    """Return how values of a type of NumPy are written."""
    if issubclass(kind, np.ma.MaskedArray):
        return None  # its mask has no form
    if issubclass(kind, np.ndarray):
        return _ndarray
    return _scalar if issubclass(kind, np.generic) else None


def _number(dtype: Any) -> Number | None:
    number = NAMED.get(dtype.name)
    return number if number and number.code else None


def _parts(dtype: Any) -> Number | None:
    """Return the type of the parts of complex numbers: NumPy's, or pairs of integers as they are read."""
    if dtype.kind == "c":
        return NAMED.get(f"float{4 * dtype.itemsize}") if dtype.itemsize <= 16 else None
    if dtype.names == ("real", "imag") and dtype["real"] == dtype["imag"] and dtype["real"].kind in "iu":
        return NAMED[dtype["real"].name]
    return None


def _on_wire(dtype: Any) -> Any:
    """Return a type as the wire has it: of pairs, without gaps, whatever their order in memory."""
    if dtype.names is None:
        return dtype.newbyteorder("<")
    return np.dtype([(name, dtype[name].newbyteorder("<")) for name in dtype.names])


def _scalar(w: Writer, value: Any) -> None:
    """Write a scalar as the type that it is: an unsigned integer as one, a float32 as one."""
    dtype = value.dtype
    number, parts = _number(dtype), _parts(dtype)
    if dtype.kind == "b":
        w.again(bool(value))
    elif dtype.kind in "US":
        w.again(value.item())
    elif number and not number.is_float:
        integer(w, int(value), unsigned=not number.is_signed)
    elif number:
        w.put(bytes((number.header,)) + value.astype(number.dtype).tobytes())
    elif parts:
        w.put(bytes((COMPLEX, parts.header & 0xF8)) + value.astype(_on_wire(dtype)).tobytes())
    else:
        w.instead(value, f"NumPy values of type {dtype} {_NO_FORM}")


def _ndarray(w: Writer, value: Any) -> None:
    given, value = value, np.asarray(value)  # a subclass, such as np.matrix, may have shapes of its own
    dtype = value.dtype
    number = _number(dtype) or _parts(dtype)
    if value.ndim == 0:
        w.again(value[()])
    elif number and value.ndim == 1:
        _elements(w, value)
    elif number:
        _matrix(w, value)
    elif dtype.kind == "b" and value.ndim == 1:
        bools(w, len(value), np.packbits(value, bitorder="little").tobytes())
    elif dtype.kind in "bUO" and 0 in value.shape[:-1]:
        w.instead(given, f"rows do not show the shape {value.shape} of an array of {dtype}, which is empty")
    elif dtype.kind in "bU" and value.ndim > 1:
        w.again(list(value))  # row by row: matrices are of numbers
    elif dtype.kind == "U":
        strings(w, value.tolist())
    elif dtype.kind == "O":
        w.again(value.tolist())
    else:
        w.instead(given, f"NumPy arrays of type {dtype} {_NO_FORM}")


def _elements(w: Writer, value: Any) -> None:
    """Write an array of one dimension."""
    dtype = value.dtype
    raw = np.ascontiguousarray(value, _on_wire(dtype)).view("u1").data if len(value) else b""
    number, parts = _number(dtype), _parts(dtype)
    if number:
        w.numbers(number, len(value), raw)
    elif parts and w.options.aligned and parts.size > 1:
        w.put(bytes((COMPLEX, parts.header & 0xF8 | 2)))
        w.numbers(parts, 2 * len(value), raw)
    elif parts:
        w.put(bytes((COMPLEX, parts.header & 0xF8 | 1)))
        w.size(len(value))
        w.put(raw)


def _matrix(w: Writer, value: Any) -> None:
    """Write an array of more dimensions, in its order in memory."""
    w.enter()
    column = value.flags.f_contiguous and not value.flags.c_contiguous
    matrix_head(w, int(column), value.shape)
    _elements(w, value.reshape(-1, order="F" if column else "C"))
    w.leave()
