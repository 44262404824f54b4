"""BEVE messages changed without decoding them, as package patch of the Go library changes them.

    >>> import beve
    >>> from beve import patch
    >>> message = beve.dumps({"theme": "light", "sizes": [8, 10]})
    >>> message = patch.set(message, "/theme", "dusk!")
    >>> message = patch.append(message, "/sizes", 12)
    >>> beve.loads(patch.delete(message, "/sizes/0"))
    {'theme': 'dusk!', 'sizes': [10, 12]}

Paths are JSON Pointers, and lead to the parts that a View has. Of repeated keys the last
counts, and `delete` removes all of them.

`set`, `insert`, `append` and `delete` are one splice. They read and check what the path leads
through, so that a valid message stays valid, but do not look at the rest of one that is not.
A ``bytearray`` is changed in place and returned, which no other thread may do at the same
time; of anything else a new message is made.
`Batch.do`, `apply` and `merge` leave the message as it is and return a new one, which has
been validated within the limits.

Whatever fails, the message is as it was. Errors are DecodeErrors with the path of the change,
and the offset of the container that it was to be made in.

A container keeps its form where it can: an array of numbers takes a number that its type
holds exactly, a table stays one while all rows have the same names, and so on; what becomes of
which form is a table in docs/documents.md.

What the extended profile writes in forms of its own, times, spans of time, UUIDs and values
that hold them, takes the profile of what it replaces, or of the first element of the array
that it comes into: the extended one if that is in such a form, the portable one if it is the
string, number or array of numbers that stands for it there. Where that does not tell, in the
place of null or a dict and for a new member, it takes the extended profile if the message has
anything of it. A test passes for both forms. ``extended=True`` or ``False`` says which one, a
`Raw` stays as it is, and so does a patch that is a message; a merge patch that is a dict is
written portable.

All functions take ``limits``, those of messages and patches. The other keyword arguments of
functions that take a value are those of `beve.dumps`, and `Raw` is a value that is encoded
already. A JSON Patch is a message, or a list of dicts, which ``json.loads`` makes of one in
JSON, and a merge patch a message, or a dict.
"""

from __future__ import annotations

from ._edit._apply import TestFailedError
from ._edit._beve import BeveForm
from ._edit._public import Batch as _Batch
from ._edit._public import Changes, Raw
from ._encode import dumps
from ._limits import Limits

__all__ = ["Batch", "Raw", "TestFailedError", "append", "apply", "delete", "diff", "insert", "merge", "set"]

_changes = Changes(lambda limits: BeveForm(limits or Limits()), dumps, profiles=True)

set = _changes.public(_changes.set, __name__)
insert = _changes.public(_changes.insert, __name__)
append = _changes.public(_changes.append, __name__)
delete = _changes.public(_changes.delete, __name__)
apply = _changes.public(_changes.apply, __name__)
merge = _changes.public(_changes.merge, __name__)
diff = _changes.public(_changes.diff, __name__)


class Batch(_Batch):
    """Changes that are made together, one after another in one pass.

    Methods return the batch. The keyword arguments of those that take a value are those of
    `dumps`; what does not encode is an EncodeError at once, and by `do` if it has no form in
    the profile that it would take.
    """

    _changes = _changes


TestFailedError.__module__ = Raw.__module__ = __name__  # where they are imported from
