"""How many keys or elements of one hash a dict or a set may have, where strangers choose them.

Python hashes text and bytes with a secret. Numbers, and what is made of them, it does not:
who chooses them can have thousands of one hash, and each is compared with all of these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable

from ._errors import LimitError

#: The most of one hash. Of integers of 64 bits no more than nine have the same.
MOST_ALIKE = 64


def count_key(hashes: dict[int, int], key: int, off: int) -> None:
    """Count a new integer key of an object, which lies at an offset; LimitError where too many have its hash."""
    if -(1 << 63) <= key < 1 << 64:
        return
    alike = hashes[hash(key)] = hashes.get(hash(key), 0) + 1
    if alike > MOST_ALIKE:
        raise LimitError(f"more than {MOST_ALIKE} integer keys of one hash", off)


def are_crowded(values: Collection[Hashable]) -> bool:
    """Report whether a set of values would have too many of one hash."""
    if len(values) <= MOST_ALIKE or max(Counter(map(hash, values)).values()) <= MOST_ALIKE:
        return False
    alike: Counter[int] = Counter()
    known: set[Hashable] = set()
    for value in values:  # of which most may be equal
        if value not in known:
            known.add(value)
            alike[hash(value)] += 1
            if alike[hash(value)] > MOST_ALIKE:
                return True
    return False
