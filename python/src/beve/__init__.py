"""BEVE."""

from ._decode import load, loads, validate
from ._encode import dump, dump_stream, dumps
from ._errors import (
    BeveError,
    DecodeError,
    DepthError,
    DuplicateError,
    EncodeError,
    LimitError,
    MalformedError,
    MismatchError,
    MissingError,
    TrailingError,
    TruncatedError,
    UnsupportedError,
)
from ._limits import Limits
from ._options import DecodeOptions
from ._stream import iter_stream
from ._times import DateTime, Interval, TimeDelta, Timestamp
from ._values import Complex, Matrix, RegExp, TypeTag
from ._writer import EncodeOptions

__all__ = [
    "BeveError",
    "Complex",
    "DateTime",
    "DecodeError",
    "DecodeOptions",
    "DepthError",
    "DuplicateError",
    "EncodeError",
    "EncodeOptions",
    "Interval",
    "LimitError",
    "Limits",
    "MalformedError",
    "Matrix",
    "MismatchError",
    "MissingError",
    "RegExp",
    "TimeDelta",
    "Timestamp",
    "TrailingError",
    "TruncatedError",
    "TypeTag",
    "UnsupportedError",
    "dump",
    "dump_stream",
    "dumps",
    "iter_stream",
    "load",
    "loads",
    "validate",
]
