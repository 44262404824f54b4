"""Measures the package: arrays against the copy of memory, and objects against JSON and msgpack.

    python bench/measure.py [--rounds N] [--out bench/results.md]

Sides take turns within a round. Of each the least time is kept, and of their ratios
the median over the rounds, which noise of the machine moves less.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import beve

try:
    import msgpack  # type: ignore[import-not-found,import-untyped,unused-ignore]
except ImportError:
    msgpack = None

# The goal that an array of 80 MB is held against.
GOAL = 1.3


def seconds(run: Callable[[], object], times: int) -> float:
    """Return the time of one call, out of several."""
    begun = time.perf_counter()
    for _ in range(times):
        run()
    return (time.perf_counter() - begun) / times


def compare(sides: dict[str, Callable[[], object]], rounds: int, times: int) -> dict[str, tuple[float, float]]:
    """Return of each side its least time, and the median of its ratio to the first."""
    measured: dict[str, list[float]] = {name: [] for name in sides}
    for i in range(rounds + 1):
        names = list(sides)
        for name in names[i % len(names) :] + names[: i % len(names)]:
            took = seconds(sides[name], times)
            if i:  # the first round warms up
                measured[name].append(took)
    base = measured[next(iter(sides))]
    return {
        name: (min(took), statistics.median(t / b for t, b in zip(took, base, strict=True)))
        for name, took in measured.items()
    }


def array_sides(n: int) -> dict[str, Callable[[], object]]:
    """Return how an array of float64 is loaded, after the copy that is its measure."""
    values = np.random.default_rng(1).random(n)
    plain, aligned = beve.dumps(values), beve.dumps(values, aligned=True)
    start = len(plain) - values.nbytes
    assert np.array_equal(beve.loads(plain), values)
    assert np.array_equal(beve.loads(aligned), values)
    return {
        "numpy.frombuffer(...).copy()": lambda: np.frombuffer(plain, "<f8", n, start).copy(),
        "loads": lambda: beve.loads(plain),
        "loads, copy=True": lambda: beve.loads(plain, copy=True),
        "loads, aligned array": lambda: beve.loads(aligned),
        "dumps": lambda: beve.dumps(values),
    }


def records(n: int) -> list[dict[str, Any]]:
    """Return rows as services send them."""
    return [
        {"id": i, "name": f"sensor {i}", "value": i / 7, "ok": i % 3 == 0, "tags": ["a", "b"], "at": {"x": i, "y": -i}}
        for i in range(n)
    ]


def record_sides(rows: list[dict[str, Any]], decode: bool) -> dict[str, Callable[[], object]]:
    """Return how rows are written, or read, by the codecs that are installed."""
    text, data, table = json.dumps(rows), beve.dumps(rows), beve.dumps(rows, extended=True)
    if decode:
        sides: dict[str, Callable[[], object]] = {
            "json.loads": lambda: json.loads(text),
            "beve.loads": lambda: beve.loads(data),
            "beve.loads, table": lambda: beve.loads(table),
        }
        if msgpack:
            packed = msgpack.packb(rows)
            sides["msgpack, C"] = lambda: msgpack.unpackb(packed)
            fallback = __import__("msgpack.fallback").fallback
            sides["msgpack, Python"] = lambda: _unpack(fallback, packed)
        return sides
    sides = {"json.dumps": lambda: json.dumps(rows), "beve.dumps": lambda: beve.dumps(rows)}
    if msgpack:
        fallback = __import__("msgpack.fallback").fallback
        sides["msgpack, C"] = lambda: msgpack.packb(rows)
        sides["msgpack, Python"] = lambda: fallback.Packer().pack(rows)
    return sides


def _unpack(fallback: Any, packed: bytes) -> object:
    unpacker = fallback.Unpacker(None, max_buffer_size=len(packed))
    unpacker.feed(packed)
    return unpacker.unpack()


def table(title: str, results: dict[str, tuple[float, float]]) -> str:
    """Return results as Markdown."""
    lines = [f"### {title}", "", "| | least time | ratio, median |", "|---|---:|---:|"]
    lines += [f"| {name} | {took * 1e3:.3f} ms | {ratio:.2f} |" for name, (took, ratio) in results.items()]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Measure, print and, where asked to, write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    arrays = compare(array_sides(10_000_000), options.rounds, 1)
    rows = records(1000)
    parts = [
        "# What the Python package costs",
        f"Written by `python bench/measure.py --rounds {options.rounds}`: Python {platform.python_version()}, NumPy "
        f"{np.__version__}, {platform.machine()}, {platform.system()}.\n",
        table("80 MB of float64", arrays),
        table("1,000 records, read", compare(record_sides(rows, decode=True), options.rounds, 5)),
        table("1,000 records, written", compare(record_sides(rows, decode=False), options.rounds, 5)),
    ]
    ratio = max(arrays["loads"][1], arrays["loads, copy=True"][1])
    verdict = "met" if ratio <= GOAL else "MISSED"
    parts.append(f"Goal: 80 MB load in at most {GOAL} times the copy. {ratio:.2f}: {verdict}.")
    text = "\n".join(parts) + "\n"
    print(text)
    if options.out:
        options.out.write_text(text)
    return int(ratio > GOAL)


if __name__ == "__main__":
    sys.exit(main())
