"""Cells of object columns under a stated dtype, which come back equal and of the same types.

A column of one type that has no form of its own in every profile is text or integers, and
the name of its dtype says of what: "object of Decimal". Lists and dicts are "object of values".
What no name covers is an EncodeError.
"""

from __future__ import annotations

import datetime
import decimal
import uuid
from collections.abc import Callable
from typing import Any

from . import _arrow
from ._arrays import numpy
from ._errors import EncodeError, pointer
from ._values import Texts

_PREFIX = "object of "
_MICROSECOND = datetime.timedelta(microseconds=1)

#: By the type of all cells: how one is written, and read.
_KINDS: dict[type, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    decimal.Decimal: (str, decimal.Decimal),
    datetime.date: (datetime.date.isoformat, datetime.date.fromisoformat),
    datetime.datetime: (datetime.datetime.isoformat, datetime.datetime.fromisoformat),
    datetime.time: (datetime.time.isoformat, datetime.time.fromisoformat),
    datetime.timedelta: (lambda span: span // _MICROSECOND, lambda n: datetime.timedelta(microseconds=int(n))),
    uuid.UUID: (str, uuid.UUID),
    bytes: (bytes, bytes),
}
_BY_NAME = {kind.__name__: read for kind, (_, read) in _KINDS.items()}
_SCALARS = {type(None), bool, int, float, complex, str}


def described(column: Any, name: str) -> tuple[list[Any], str]:
    """Return the cells of an object column as they are written, and the name of its dtype."""
    cells = column.tolist()
    kinds = set(map(type, cells))
    if kinds <= _SCALARS:
        return cells, "object"
    kinds.discard(type(None))
    if kinds == {numpy().ndarray}:
        for i, cell in enumerate(cells):
            if cell is not None and not _is_plain_array(cell):
                raise _unknown(cell, pointer(name, i))
        return cells, _PREFIX + "ndarray"
    only = next(iter(kinds)) if len(kinds) == 1 else None
    if only in _KINDS:
        for i, cell in enumerate(cells):
            if not _has_plain_zone(cell):
                raise EncodeError("a zone with rules, or a fold, has no form in an object column", pointer(name, i))
        write = _KINDS[only][0]
        return [None if cell is None else write(cell) for cell in cells], _PREFIX + only.__name__
    for i, cell in enumerate(cells):
        _check(cell, pointer(name, i))
    return cells, _PREFIX + "values"


def is_cells(stated: str) -> bool:
    """Report whether the name of a dtype is one of this module."""
    return stated.startswith(_PREFIX)


def restored(values: Any, stated: str) -> Any:
    """Return an array of the cells of a column with such a dtype; ValueError or the like where they do not suit."""
    if isinstance(values, Texts):
        values = _arrow.strings(values).to_pylist()
    cells = _restored(values, stated)
    made = numpy().empty(len(cells), object)
    for i, cell in enumerate(cells):  # one by one, or arrays of one length would be a matrix
        made[i] = cell
    return made


def _restored(values: Any, stated: str) -> list[Any]:
    of = stated.removeprefix(_PREFIX)
    if of == "values":
        return [_lists(cell) for cell in values]
    if of == "ndarray":
        np = numpy()
        return [None if cell is None else np.asarray(cell) for cell in values]
    read = _BY_NAME[of]
    if of == "bytes":
        return [None if cell is None else _octets(cell) for cell in values]
    return [None if cell is None else read(cell) for cell in values]


def _octets(cell: Any) -> bytes:
    if not isinstance(cell, bytes) and getattr(cell, "dtype", None) != "uint8":
        raise ValueError("no bytes")
    return bytes(cell)


def _lists(cell: Any) -> Any:
    """Return a value whose arrays are lists."""
    if isinstance(cell, list):
        return [_lists(part) for part in cell]
    if isinstance(cell, dict):
        return {key: _lists(part) for key, part in cell.items()}
    if isinstance(cell, bytes):
        return list(cell)
    return cell.tolist() if hasattr(cell, "tolist") else cell


def _is_plain_array(cell: Any) -> bool:
    """Report whether an array comes back with its dtype."""
    kind = cell.dtype
    return bool(cell.ndim == 1 and kind.isnative and ((kind.kind in "biuf" and kind.itemsize <= 8) or kind == "c16"))


def _has_plain_zone(cell: Any) -> bool:
    zone = getattr(cell, "tzinfo", None)
    return (zone is None or type(zone) is datetime.timezone) and not getattr(cell, "fold", 0)


def _check(cell: Any, path: str) -> None:
    """Raise EncodeError unless a cell is of values that come back as they are."""
    todo = [(cell, path, 0)]
    while todo:
        value, where, depth = todo.pop()
        if depth > 1000:
            raise EncodeError("lists and dicts lie too deep", path)
        if type(value) is list:
            todo += [(part, where + pointer(i), depth + 1) for i, part in enumerate(value)]
        elif type(value) is dict:
            if not all(type(key) is str for key in value) and not all(type(key) is int for key in value):
                raise EncodeError("keys of a dict in an object column are all str or all int", where)
            todo += [(part, where + pointer(key), depth + 1) for key, part in value.items()]
        elif type(value) not in _SCALARS:
            raise _unknown(value, where)


def _unknown(value: Any, where: str) -> EncodeError:
    what = type(value).__name__
    return EncodeError(f"{what} in an object column cannot come back as it is; convert the column", where)
