"""Types that hold no others, as decoded values are made into them: numbers, text, bytes, times and the like."""

from __future__ import annotations

import array
import collections.abc
import contextlib
import decimal
import enum
import functools
import re
import typing
import uuid
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any, TypeAlias

from ._arrays import LAYOUTS, numpy
from ._errors import MismatchError, shown
from ._times import (
    DateTime,
    Interval,
    TimeDelta,
    Timestamp,
    parse_any_time,
    parse_clock,
    parse_time,
    timedelta_of,
)
from ._values import Complex, Matrix, RegExp
from ._walks import Convert, take

#: A Convert that is a function.
Leaf: TypeAlias = "Callable[[Any, Any], Any]"

#: What annotations call bytes of any kind, from Python 3.12 on.
_BUFFERS = [getattr(collections.abc, "Buffer", bytes)]
#: What is wrong with a value, in the words of others.
_WRONG = (ValueError, OverflowError, TypeError, AttributeError, re.error)


def misfit(value: Any, wanted: str) -> MismatchError:
    """Return the error for a value of a type that is not taken."""
    article = "an" if wanted[:1] in "aeiou" else "a"
    return MismatchError(f"a value of type {type(value).__name__} is not {article} {wanted}")


def leaf(wanted: str, *ways: tuple[Any, Callable[[Any], Any]]) -> Leaf:
    """Return what takes values of the listed types, each with how it is converted."""

    def convert(value: Any, run: Any) -> Any:
        for kinds, way in ways:
            if isinstance(value, kinds) and not (isinstance(value, bool) and bool not in kinds):
                try:
                    return way(value)
                except _WRONG as e:
                    raise MismatchError(f"not a {wanted}: {e}") from None
        raise misfit(value, wanted)

    return convert


def same(value: Any) -> Any:
    """Return a value that is what it has to be."""
    return value


def _float(value: float) -> float:
    if float(value) != value and value == value:
        raise ValueError(f"{value} is not exact as a float")
    return float(value)


def _octets(value: Any) -> bytes:
    """Return the bytes of an array of uint8; ValueError for other arrays."""
    if memoryview(value).format != "B":
        raise ValueError("its elements are not uint8")
    return bytes(value)


def _uuid(value: Any) -> uuid.UUID:
    return uuid.UUID(value) if isinstance(value, str) else uuid.UUID(bytes=_octets(value))


def _day(value: date) -> date:
    """Return a day; ValueError for a datetime, which is more than one."""
    if isinstance(value, datetime):
        raise ValueError("it has a time of day")
    return value


def _decimal(value: str | int) -> decimal.Decimal:
    try:
        return decimal.Decimal(value)
    except decimal.InvalidOperation:
        raise ValueError(f"{shown(str(value))!r} is no number") from None


def _interval(value: dict[str, Any]) -> Interval:
    if value.keys() != {"start", "end"}:
        raise ValueError("its members are start and end")
    start, end = (parse_time(t) if isinstance(t, str) else t for t in (value["start"], value["end"]))
    return Interval(start, end)


def _regexp(value: dict[str, Any]) -> RegExp:
    if value.keys() != {"pattern", "flags"} or not all(isinstance(part, str) for part in value.values()):
        raise ValueError("its members are pattern and flags, which are text")
    return RegExp(**value)


def _complex(value: int | Complex) -> complex:
    return complex(_float(value.real), _float(value.imag))


def _array(value: Any) -> array.array[Any]:
    """Return an array of the standard library; ValueError for what it has no type for."""
    if isinstance(value, list):
        if all(type(v) is int for v in value) and value:
            return array.array("q" if min(value) < 0 else "Q" if max(value) >> 63 else "q", value)
        if not set(map(type, value)) <= {int, float}:
            raise ValueError("its elements are not all numbers")
        return array.array("d", map(_float, value))
    if isinstance(value, bytes):
        return array.array("B", value)
    for code in "bBhHiIqQfd":
        made: array.array[Any] = array.array(code)
        if value.ndim == 1 and value.dtype == f"{_KIND[code]}{made.itemsize}":
            made.frombytes(value.astype(value.dtype.newbyteorder("=")).tobytes())
            return made
    raise ValueError(f"the module array has none of {value.ndim} dimensions of {value.dtype}")


#: The kind of number of NumPy that a code of the module array stands for.
_KIND = {**dict.fromkeys("bhiq", "i"), **dict.fromkeys("BHIQ", "u"), **dict.fromkeys("fd", "f")}


def _matrix(value: Any) -> Matrix:
    """Return an array of NumPy as a matrix of that shape and order."""
    if isinstance(value, array.array):
        return Matrix(LAYOUTS[0], (len(value),), value)
    left = value.flags.f_contiguous and not value.flags.c_contiguous
    elements = value.ravel("F" if left else "C")
    data = _array(elements) if value.dtype.kind in "iuf" and value.dtype != "f2" else elements.tolist()
    return Matrix(LAYOUTS[left], value.shape, data)


def _precise(value: datetime) -> DateTime:
    return value if isinstance(value, DateTime) else DateTime.of(value, 0)


def _exact(value: timedelta) -> TimeDelta:
    return value if isinstance(value, TimeDelta) else TimeDelta.of(value, 0)


def _timestamp(text: str) -> Timestamp:
    """Read the text of an instant, also of the year 0, which datetime has not."""
    if not text.startswith("0000"):
        return Timestamp.of(parse_time(text))
    later = Timestamp.of(parse_time("0400" + text[4:]))  # when the calendar is the same
    return later._replace(seconds=later.seconds - 146_097 * 86_400)


def array_types() -> tuple[type, ...]:
    """Return the types of arrays of numbers."""
    np = numpy()
    return (array.array, np.ndarray) if np else (array.array,)


# The longest pattern that is compiled: the module re keeps hundreds of them.
_MOST_PATTERN = 4096


def _compiled(value: str | RegExp) -> re.Pattern[str]:
    pattern = value if isinstance(value, RegExp) else RegExp(value)
    if len(pattern.pattern) > _MOST_PATTERN:
        raise ValueError(f"more than {_MOST_PATTERN} characters are not compiled, take RegExp")
    return pattern.compile()


def leaf_types() -> dict[Any, Leaf]:
    """Return what takes values for each type that holds no others."""
    arrays = array_types()
    octets = leaf("bytes", ((bytes,), same), (arrays, _octets))
    return {
        Any: lambda value, run: value,
        object: lambda value, run: value,
        None: leaf("None", ((type(None),), same)),
        type(None): leaf("None", ((type(None),), same)),
        bool: leaf("bool", ((bool,), same)),
        int: leaf("int", ((int,), same)),
        float: leaf("float", ((float,), same), ((int,), _float)),
        complex: leaf(
            "complex", ((complex, float), complex), ((int,), lambda v: complex(_float(v))), ((Complex,), _complex)
        ),
        str: leaf("str", ((str,), same)),
        getattr(typing, "LiteralString", str): leaf("str", ((str,), same)),
        bytes: octets,
        bytearray: leaf("bytearray", ((bytearray,), same), ((bytes, *arrays), lambda v: bytearray(_octets(v)))),
        memoryview: leaf("memoryview", ((memoryview,), same), ((bytes, *arrays), lambda v: memoryview(_octets(v)))),
        **dict.fromkeys(_BUFFERS, octets),
        array.array: leaf("array", ((array.array,), same), ((bytes, list, *arrays), _array)),
        datetime: leaf("datetime", ((datetime,), same), ((str,), parse_any_time)),
        DateTime: leaf("DateTime", ((datetime,), _precise), ((str,), lambda v: _precise(parse_any_time(v)))),
        Timestamp: leaf("Timestamp", ((Timestamp,), same), ((datetime,), Timestamp.of), ((str,), _timestamp)),
        date: leaf("date", ((date,), _day), ((str,), date.fromisoformat)),
        time: leaf("time", ((time,), same), ((str,), parse_clock)),
        decimal.Decimal: leaf("Decimal", ((decimal.Decimal,), same), ((str, int), _decimal)),
        timedelta: leaf("timedelta", ((timedelta,), same), ((int,), timedelta_of)),
        TimeDelta: leaf("TimeDelta", ((timedelta,), _exact), ((int,), lambda v: _exact(timedelta_of(v)))),
        Matrix: leaf("Matrix", ((Matrix,), same), (arrays, _matrix)),
        uuid.UUID: leaf("UUID", ((uuid.UUID,), same), ((str, bytes, *arrays), _uuid)),
        RegExp: leaf("RegExp", ((RegExp,), same), ((str,), RegExp), ((dict,), _regexp)),
        re.Pattern: leaf("re.Pattern", ((re.Pattern,), same), ((RegExp, str), _compiled)),
        Interval: leaf("Interval", ((Interval,), same), ((dict,), _interval)),
    }


def numpy_scalar(cls: Any) -> Leaf | None:
    """Return what takes numbers for a type of NumPy's numbers, or None for other types."""
    np = numpy()
    if np is None or not isinstance(cls, type) or not issubclass(cls, np.generic):
        return None
    if cls not in np.sctypeDict.values() or np.dtype(cls).kind not in "biufc":
        return None
    kinds = {"b": (bool,), "i": (int,), "u": (int,), "f": (int, float), "c": (int, float, complex)}[np.dtype(cls).kind]

    def way(value: Any) -> Any:
        with np.errstate(all="ignore"):
            made = cls(value)
        if made.item() != value and value == value:
            raise ValueError(f"{value} is not exact")
        return made

    return leaf(cls.__name__, ((cls,), same), (kinds, way))


def enum_member(cls: type[enum.Enum], converter: Callable[[Any], Convert]) -> Leaf:
    """Return what takes the values of an enum, also those that are made of text or arrays, as a tuple is."""

    @functools.lru_cache(1)
    def members() -> list[tuple[Convert, Any]]:
        found = []
        for member in cls:
            with contextlib.suppress(TypeError):  # of a type that nothing is made into
                found.append((converter(_type_of(member.value)), member))
        return found

    def convert(value: Any, run: Any) -> Any:
        try:
            found = cls(value)
        except _WRONG as e:
            reason = str(e)
        else:
            if _is_written(found, value):
                return found
            with contextlib.suppress(TypeError):  # of a type that nothing is made into
                if _makes(converter(_type_of(found.value)), value, run, found.value):
                    return found
            reason = f"{found} is written as another type than {type(value).__name__}"
        fitting = [member for one, member in members() if _makes(one, value, run, member.value)]
        if len(fitting) > 1:
            raise MismatchError(f"{' and '.join(map(str, fitting))} are written the same")
        if fitting:
            return fitting[0]
        raise MismatchError(f"not a {cls.__name__}: {shown(reason)}")

    return convert


def _is_written(member: enum.Enum, value: Any) -> bool:
    """Report whether a member has the value that leads to it, not only an equal one, or its class says that it does."""
    if isinstance(member, type(value)) or type(member.value) is type(value):
        return True
    try:
        return not bool(member.value == value)  # by its method _missing_
    except ValueError:  # of an array
        return True


def _makes(convert: Convert, value: Any, run: Any, wanted: Any) -> bool:
    """Report whether a value is made into another one."""
    try:
        made = take(convert, value, run)
    except MismatchError:
        return False
    return type(made) is type(wanted) and bool(made == wanted)


def _type_of(value: Any) -> Any:
    """Return the type of a value, with those of its elements if it is a tuple."""
    if type(value) is not tuple or not value:
        return type(value)
    kinds: Any = tuple(map(_type_of, value))
    return tuple.__class_getitem__(kinds)
