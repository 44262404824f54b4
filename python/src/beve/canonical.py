"""The canonical form of BEVE: of all messages that say the same it is one.

So documents can be compared, hashed and signed by their bytes.

    >>> import beve
    >>> from beve.canonical import canonical, check
    >>> a = canonical(beve.dumps({"b": [1, 2], "a": 1.0}))
    >>> a == canonical(beve.dumps({"a": 1.0, "b": [1, 2]}, typed_lists=True))
    True
    >>> check(a)

What it is says docs/documents.md; the bytes are those of package canonical of the Go library.
The option ``require_canonical`` of `loads` reads nothing else. Of text in JSON,
`beve.json.canonical` has the form of RFC 8785.
"""

from __future__ import annotations

from typing import Any

from ._annotations import Buffer, Unpack
from ._canon import canonical_form, check_form
from ._encode import dumps as _dumps
from ._framing import source_of
from ._limits import Limits
from ._options import Decoding, EncodeOptions

__all__ = ["canonical", "check", "dumps"]


def canonical(data: Buffer, *, limits: Limits | None = None) -> bytes:
    """Return the canonical form of a message, which is checked under the limits.

    A repeated key is a DuplicateError, since leaving out one value would lose data, and a type
    tag of version 1 an UnsupportedError.
    """
    return canonical_form(bytes(source_of(data)), Decoding(limits=limits or Limits()))


def dumps(value: Any, /, **options: Unpack[EncodeOptions]) -> bytes:
    """Return the canonical form of what `beve.dumps` makes of a value."""
    limits = Limits(max_depth=options.get("max_depth", Limits.max_depth))
    return canonical(_dumps(value, **options), limits=limits)


def check(data: Buffer, *, limits: Limits | None = None) -> None:
    """Raise a DecodeError unless a message is in canonical form.

    Its offset is that of the first byte that would be written otherwise, and its path that of
    the innermost value around it.
    """
    check_form(bytes(source_of(data)), Decoding(limits=limits or Limits()))
