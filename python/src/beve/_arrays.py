"""What typed arrays become: NumPy arrays, arrays of the standard library, or lists.

Each class makes the same four things out of bytes that the reader has checked: arrays
of numbers, of booleans and of complex numbers, and matrices.
"""

from __future__ import annotations

import array
import functools
import importlib
import struct
import sys
from typing import Any, Literal, TypeAlias

from ._values import Complex, Matrix
from ._wire import Number, Source, float128

ArrayKind: TypeAlias = Literal["numpy", "array", "list"]

LAYOUTS = ("layout_right", "layout_left")


@functools.cache
def numpy() -> Any:
    """Return the module numpy, or None where it is not installed."""
    try:
        return importlib.import_module("numpy")
    except ImportError:
        return None


class Arrays:
    """Arrays as the standard library has them, or lists of Python numbers."""

    def __init__(self, as_list: bool) -> None:
        self.as_list = as_list

    def numbers(self, src: Source, at: int, n: int, number: Number) -> Any:
        """Return the ``n`` numbers that lie at ``at``."""
        raw = src[at : at + n * number.size]
        code = number.code
        if code == "e":
            values = array.array("f", struct.unpack(f"<{n}e", raw))
        elif number.name == "bfloat16":
            values = array.array("f", widened(raw))
            if sys.byteorder == "big":
                values.byteswap()
        elif code is None:
            return wide_integers(raw, number, at)
        else:
            values = array.array(code)
            values.frombytes(raw)
            if sys.byteorder == "big":
                values.byteswap()
        return values.tolist() if self.as_list else values

    def bools(self, src: Source, at: int, n: int) -> Any:
        """Return the ``n`` booleans whose bits lie at ``at``."""
        bits = int.from_bytes(src[at : at + (n + 7) // 8], "little")
        return [c == "1" for c in f"{bits:0{n}b}"[: -n - 1 : -1]] if n else []

    def complexes(self, src: Source, at: int, n: int, number: Number) -> Any:
        """Return the ``n`` complex numbers whose pairs of parts lie at ``at``."""
        parts = iter(Arrays(True).numbers(src, at, 2 * n, number))
        make = complex if number.is_float else Complex
        return [make(real, imag) for real, imag in zip(parts, parts, strict=True)]

    def matrix(self, layout: int, extents: tuple[int, ...], data: Any) -> Any:
        """Return the matrix that ``data`` makes."""
        return Matrix(LAYOUTS[layout], extents, data)


class NumpyArrays(Arrays):
    """NumPy arrays: views of the message where they may be, and copies where not.

    ``copy`` is True for copies only, which may be written to; False for views only,
    also where elements are not aligned; None for views of aligned elements in memory
    that does not change, and copies else, all of them read-only.
    """

    def __init__(self, copy: bool | None) -> None:
        super().__init__(as_list=False)
        self.copy = copy
        self.np: Any = numpy()

    def _array(self, src: Source, at: int, n: int, dtype: str | list[tuple[str, str]]) -> Any:
        np = self.np
        kind = np.dtype(dtype)
        if self.copy is not True:
            view = np.frombuffer(src, kind, n, at) if n else np.empty(0, kind)
            if self.copy is False:
                return view
            if view.flags.aligned and _is_constant(src):
                return view
        size = n * int(kind.itemsize)
        # Bytes are copied as bytes: elements that are not aligned would go one by one.
        made = np.empty(n, kind)
        made.view("u1")[:] = np.frombuffer(src, "u1", size, at) if size else 0
        return self._own(made)

    def _own(self, made: Any) -> Any:
        made.flags.writeable = self.copy is not None
        return made

    def numbers(self, src: Source, at: int, n: int, number: Number) -> Any:
        if number.dtype is not None:
            return self._array(src, at, n, number.dtype)
        if number.name == "bfloat16":
            halves = self.np.frombuffer(src, "<u2", n, at) if n else self.np.empty(0, "<u2")
            return self._own((halves.astype("u4") << 16).view("f4"))
        return wide_integers(src[at : at + n * number.size], number, at)

    def bools(self, src: Source, at: int, n: int) -> Any:
        np = self.np
        bits = np.frombuffer(src, "u1", (n + 7) // 8, at) if n else np.empty(0, "u1")
        return self._own(np.unpackbits(bits, count=n, bitorder="little").view(bool))

    def complexes(self, src: Source, at: int, n: int, number: Number) -> Any:
        if number.dtype is None and not number.is_float:
            return super().complexes(src, at, n, number)
        if number.size == 2 and number.is_float:
            return self._own(self.numbers(src, at, 2 * n, number).astype("f4").view("c8"))
        if number.is_float and number.dtype is not None:
            return self._array(src, at, n, f"<c{2 * number.size}")
        if number.dtype is None:
            return self.numbers(src, at, 2 * n, number)  # float128: an error
        return self._array(src, at, n, [("real", number.dtype), ("imag", number.dtype)])

    def matrix(self, layout: int, extents: tuple[int, ...], data: Any) -> Any:
        if isinstance(data, list):
            return super().matrix(layout, extents, data)
        try:
            return data.reshape(extents, order="F" if layout else "C")
        except ValueError:  # more extents than NumPy has, or larger ones around a zero
            return super().matrix(layout, extents, data)


def _is_constant(src: Source) -> bool:
    """Report whether nobody changes what is read: bytes, or a file that is mapped for reading.

    A view may be only for reading where what it shows is not.
    """
    shown: Any = src.obj if isinstance(src, memoryview) else src
    mmap: Any = sys.modules.get("mmap")
    return isinstance(shown, bytes) or (
        mmap is not None and isinstance(shown, mmap.mmap) and memoryview(shown).readonly
    )


class NoArrays(Arrays):
    """Nothing in place of arrays, for a reader that passes over them."""

    def __init__(self) -> None:
        super().__init__(as_list=True)

    def numbers(self, src: Source, at: int, n: int, number: Number) -> Any:
        return None

    def bools(self, src: Source, at: int, n: int) -> Any:
        return None

    def complexes(self, src: Source, at: int, n: int, number: Number) -> Any:
        return None

    def matrix(self, layout: int, extents: tuple[int, ...], data: Any) -> Any:
        return None


def arrays_for(kind: ArrayKind | None, copy: bool | None) -> Arrays:
    """Return what makes arrays of that kind; without one, NumPy's where it is installed."""
    if kind == "numpy" and numpy() is None:
        raise ImportError("arrays='numpy' needs NumPy")
    if kind == "numpy" or (kind is None and numpy() is not None):
        return NumpyArrays(copy)
    return Arrays(kind == "list")


def widened(raw: Source) -> bytes:
    """Return bfloat16 as float32, whose upper half it is."""
    out = bytearray(2 * len(raw))
    out[2::4], out[3::4] = raw[0::2], raw[1::2]
    return bytes(out)


def wide_integers(raw: Source, number: Number, at: int) -> list[int]:
    """Return integers of 128 bits."""
    if number.is_float:
        raise float128(at)
    return [number.integer(raw[i : i + number.size]) for i in range(0, len(raw), number.size)]
