"""Text in JSON, changed and compared without decoding it: the same vocabulary as for BEVE.

`beve.json.patch` changes texts by JSON Pointer, JSON Patch and JSON Merge Patch, and
`beve.json.canonical` is the JSON Canonicalization Scheme. Text is bytes in UTF-8.
"""

from . import canonical, patch

__all__ = ["canonical", "patch"]
