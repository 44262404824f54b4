"""Writes what the fuzzer starts with into a folder: vectors of the project, and documents of the tests."""

from __future__ import annotations

import sys
from pathlib import Path

from test_differential import Documents
from vectors import MALFORMED, MESSAGES

import beve

ROWS = [
    {"id": i, "name": f"é{i}", "ok": True, "tags": ["a", "b"], "parts": {"p": {"x": 1, "y": 1.5, "inner": {"x": 2}}}}
    for i in range(3)
]


def main() -> None:
    """Write the inputs."""
    folder, made = Path(sys.argv[1]), Documents(1)
    found = [vector.data for vector in (*MESSAGES, *MALFORMED)]
    found += [beve.dumps(value, extended=extended) for value in (ROWS, ROWS[0]) for extended in (False, True)]
    found.append(beve.dumps({"columns": {"t": ["ab", "é" * 9, "x" * 70, ""] * 3}}, typed_lists=True))
    for _ in range(300):
        try:
            found.append(beve.dumps(made.value(), **made.encoding()))
        except (beve.EncodeError, TypeError, ValueError, OverflowError):
            continue
    for i, data in enumerate(found):
        if len(data) < 4096:
            (folder / f"seed{i}").write_bytes(bytes([i % 4 and i * 7 % 32]) + data)


if __name__ == "__main__":
    main()
