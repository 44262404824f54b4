"""Text in JSON changed without decoding it, as package json/patch of the Go library changes it.

    >>> from beve.json import patch
    >>> patch.set(b'{"a": [1, 2],  "b": null}', "/b", "x")
    b'{"a": [1, 2],  "b": "x"}'

What is not changed stays as it is written, white space too. All else is as in `beve.patch`.
Values are written by the module json of the standard library, without white space.
"""

from __future__ import annotations

import json
from typing import Any

from .._annotations import Buffer
from .._classes import to_value
from .._edit._apply import TestFailedError
from .._edit._json import form_of
from .._edit._public import Batch as _Batch
from .._edit._public import Changes
from .._edit._public import Raw as _Raw
from .._errors import EncodeError
from .._keywords import unknown_keyword

__all__ = ["Batch", "Raw", "TestFailedError", "append", "apply", "delete", "diff", "insert", "merge", "set"]


class Raw(_Raw):
    """A value that is text in JSON already. White space around it is left out."""

    def __init__(self, data: Buffer) -> None:
        super().__init__(data)
        self.data = self.data.strip(b" \t\r\n")


def _encode(value: Any, **options: Any) -> bytes:
    """Return a value as text, dataclasses as objects."""
    for name in options:
        raise unknown_keyword(name, "beve.json.patch", ["limits"])
    try:
        text = json.dumps(to_value(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return text.encode()
    except (TypeError, ValueError, RecursionError) as e:
        raise EncodeError(f"no JSON: {e}") from None


_changes = Changes(form_of, _encode)

set = _changes.public(_changes.set, __name__)
insert = _changes.public(_changes.insert, __name__)
append = _changes.public(_changes.append, __name__)
delete = _changes.public(_changes.delete, __name__)
apply = _changes.public(_changes.apply, __name__)
merge = _changes.public(_changes.merge, __name__)
diff = _changes.public(_changes.diff, __name__)


class Batch(_Batch):
    """Changes that are made together, one after another in one pass.

    Methods return the batch. What has no JSON is an EncodeError at once.
    """

    _changes = _changes
