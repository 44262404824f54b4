"""The two walks of the package, Reader and Writer: compiled where that is installed.

The modules _reader and _writer are the reference. The module _native does the same in
C, and calls the functions of this package for what is rare. With the environment
variable BEVE_PURE=1 it is left alone.
"""

from __future__ import annotations

import os
import struct
from typing import TYPE_CHECKING, Any

from . import _errors, _framing, _hashes, _leaves, _types, _typetag, _values, _wire, _writer
from ._arrays import NoArrays, arrays_for
from ._options import Decoding, Encoding


def _function_for(kind: type) -> Any:
    """Return how values of a type are written: a function, or the fields of a dataclass.

    Those are tuples of an attribute, the key as it is written, and the name of the member.
    """
    function = _types.FUNCTIONS.get(kind) or _types.function_for(kind) or _types.unknown
    if function is not _types.dataclass_members:
        return function
    try:
        names = _types.field_names(kind)
        raw = [name.encode() for _, name in names]
    except (UnicodeEncodeError, AttributeError):
        return function  # which says what is wrong, and where
    return tuple((field, _wire.size_bytes(len(key)) + key, name) for (field, name), key in zip(names, raw, strict=True))


def _given() -> dict[str, Any]:
    """Return what the compiled core calls."""
    given = {name: getattr(_errors, name) for name in dir(_errors) if name.endswith("Error")}
    return given | {
        "Decoding": Decoding,
        "Encoding": Encoding,
        "NoArrays": NoArrays,
        "TypeTag": _values.TypeTag,
        "arrays_for": lambda options: arrays_for(options.arrays, options.copy),
        "check_message": _framing.check_message,
        "count_key": _hashes.count_key,
        "decoding": Decoding(),
        "encoding": Encoding(),
        "function_for": _function_for,
        "is_type_tag": _typetag.is_type_tag,
        "kinds": _wire.KINDS,
        "leaves": _leaves.LEAVES,
        "message_start": _framing.message_start,
        "pointer": _errors.pointer,
        "shown": _errors.shown,
        "source_of": _framing.source_of,
        "struct_error": struct.error,
        "utf8": _writer.utf8,
        "wide_integer": _types.integer,
        "write_complexes": _types.complexes,
        "wrong_header": _leaves.wrong_header,
    }


def _load() -> Any:
    """Return the compiled core, or None."""
    if os.environ.get("BEVE_PURE", "0") not in ("", "0"):
        return None
    try:
        from . import _native  # type: ignore[attr-defined,unused-ignore]
    except ImportError:
        return None
    _native.configure(_given())
    return _native


native: Any = _load()

#: Whether the compiled core is used.
COMPILED: bool = native is not None

if TYPE_CHECKING or not native:
    from ._reader import Reader as Reader
    from ._writer import Writer as Writer
else:
    Reader, Writer = native.Reader, native.Writer
