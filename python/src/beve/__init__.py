"""BEVE."""

from ._classes import from_value, loads_as, to_value
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
from ._pandas import from_dataframe, to_dataframe
from ._stream import iter_stream
from ._times import DateTime, Interval, TimeDelta, Timestamp, parse_time
from ._values import Complex, Matrix, RegExp, TypeTag
from ._view import View
from ._wire import Kind
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
    "Kind",
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
    "View",
    "dump",
    "dump_stream",
    "dumps",
    "from_dataframe",
    "from_value",
    "iter_stream",
    "load",
    "loads",
    "loads_as",
    "parse_time",
    "to_dataframe",
    "to_value",
    "validate",
]
