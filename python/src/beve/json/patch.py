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
from .._edit._json import JsonForm
from .._edit._public import BatchOf, Changes
from .._edit._public import Raw as _Raw
from .._errors import EncodeError
from .._json_text import MOST_DEPTH
from .._limits import Limits

__all__ = ["Batch", "Raw", "TestFailedError", "append", "apply", "delete", "diff", "insert", "merge", "set"]


class Raw(_Raw):
    """A value that is text in JSON already. White space around it is left out."""

    def __init__(self, data: Buffer) -> None:
        super().__init__(data)
        self.data = self.data.strip(b" \t\r\n")


def _encode(value: Any) -> bytes:
    """Return a value as text, dataclasses as objects."""
    try:
        text = json.dumps(to_value(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return text.encode()
    except (TypeError, ValueError, RecursionError) as e:
        raise EncodeError(f"no JSON: {e}") from None


_changes = Changes(lambda limits: JsonForm(limits or Limits(max_depth=MOST_DEPTH)), _encode)

set = _changes.set
insert = _changes.insert
append = _changes.append
delete = _changes.delete
apply = _changes.apply
merge = _changes.merge
diff = _changes.diff


class Batch(BatchOf):
    """Changes that are made together, one after another in one pass.

    Methods return the batch. What has no JSON is an EncodeError at once.
    """

    _changes = _changes
