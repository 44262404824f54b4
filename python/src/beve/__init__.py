"""BEVE for Python: a binary format with the data model of JSON whose arrays of numbers are plain memory.

    >>> import beve
    >>> beve.loads(beve.dumps({"name": "roof", "value": 21.5}))
    {'name': 'roof', 'value': 21.5}

`dumps` and `loads`, `dump` and `load` for files, `dump_stream` and `iter_stream` for
values one after another, `View` for parts of a message, `loads_as` for dataclasses,
`to_dataframe` and `from_dataframe` for pandas. The modules `beve.patch` and `beve.canonical`
change messages and sign them, and `beve.json` has the same for text in JSON.

How values are read:

    null, booleans, strings       None, bool, str
    integers of every width       int
    numbers of 16 to 64 bits      float; of 128 bits: UnsupportedError
    objects                       dict with keys of str, or of int
    generic arrays                list
    typed and aligned arrays      NumPy arrays of their type, float32 for bfloat16; lists for 128 bits
    arrays of uint8               bytes
    arrays of strings             list of str
    complex numbers               complex; Complex where the parts are integers
    arrays of them                NumPy arrays, with fields real and imag where the parts are integers
    matrices                      NumPy arrays of their shape and order; Matrix
    timestamps, draft times       datetime, DateTime with nanoseconds, Timestamp of other years
    durations                     timedelta, TimeDelta with nanoseconds
    intervals, UUIDs              Interval, uuid.UUID
    regular expressions           RegExp, not compiled
    tables, indexed objects       list of dict, dict
    type tags of version 1        TypeTag

Without NumPy, and with the option ``arrays``, arrays are those of the standard
library, array.array, or lists. How values are written is a table in the README.
"""

from inspect import get_annotations as _get_annotations
from typing import get_type_hints as _get_type_hints

from ._classes import from_value, loads_as, to_value
from ._core import COMPILED
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
from ._options import DecodeOptions, EncodeOptions
from ._pandas import from_dataframe, to_dataframe
from ._stream import iter_stream
from ._times import DateTime, Interval, TimeDelta, Timestamp, parse_time
from ._values import Complex, Matrix, RegExp, TypeTag
from ._version import __version__
from ._view import View
from ._wire import Kind

__all__ = [
    "COMPILED",
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
    "__version__",
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

# Their home for tracebacks and documentation is where they are imported from. What their
# annotations say is resolved before, where that is known.
for _name in __all__:
    _value = globals()[_name]
    if isinstance(_value, type) and _get_annotations(_value):
        _hints = _get_type_hints(_value, include_extras=True)
        _value.__annotations__ = {key: _hints[key] for key in _get_annotations(_value)}
    if hasattr(_value, "__module__"):
        _value.__module__ = __name__
