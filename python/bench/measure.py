"""Measures the package against the codecs that its users know, in turns.

    pip install -e ".[bench]" && python bench/measure.py [--rounds N] [--only WORD] [--out bench/results.md]

Sides take turns within a round, and each round begins with another one. Of each side the
least time is kept, and of the ratio to the first side the median over the rounds, which
noise of the machine moves less. With --out a picture is drawn beside the table.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.metadata
import io
import json
import math
import pickle
import platform
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cbor2
import msgspec
import numpy as np
import orjson
import ormsgpack
import pandas as pd
import pyarrow
import pyarrow.feather
from plot import draw

import beve

CORPORA = Path(__file__).resolve().parents[2] / "testdata" / "corpora"
PACKAGES = ("orjson", "ormsgpack", "msgspec", "cbor2", "numpy", "pandas", "pyarrow")

Sides = dict[str, Callable[[], object]]
#: Of each side its least time, in seconds, and the median of its ratio to the first.
Results = dict[str, tuple[float, float]]


@dataclass(slots=True)
class At:
    """A part of a row."""

    x: int
    y: int


@dataclass(slots=True)
class Row:
    """A row as services send it."""

    id: int
    name: str
    value: float
    ok: bool
    tags: list[str]
    at: At


class StructAt(msgspec.Struct):
    """The same for msgspec."""

    x: int
    y: int


class StructRow(msgspec.Struct):
    """The same for msgspec."""

    id: int
    name: str
    value: float
    ok: bool
    tags: list[str]
    at: StructAt


def compare(sides: Sides, rounds: int) -> Results:
    """Measure sides in turns."""
    begun = time.perf_counter()
    next(iter(sides.values()))()
    times = max(1, min(20_000, int(0.01 / (time.perf_counter() - begun + 1e-9))))
    measured: dict[str, list[float]] = {name: [] for name in sides}
    for i in range(rounds + 1):
        names = list(sides)
        for name in names[i % len(names) :] + names[: i % len(names)]:
            run = sides[name]
            begun = time.perf_counter()
            for _ in range(times):
                run()
            took = (time.perf_counter() - begun) / times
            if i:  # the first round warms up
                measured[name].append(took)
    base = measured[next(iter(sides))]
    return {
        name: (min(took), statistics.median(b / t for t, b in zip(took, base, strict=True)))
        for name, took in measured.items()
    }


def rows(n: int) -> list[dict[str, Any]]:
    """Return rows as services send them."""
    return [
        {"id": i, "name": f"sensor {i}", "value": i / 7, "ok": i % 3 == 0, "tags": ["a", "b"], "at": {"x": i, "y": -i}}
        for i in range(n)
    ]


def documents() -> dict[str, Any]:
    """Return what is written and read."""
    found = {"small dict": rows(1)[0], "1,000 rows": rows(1000)}
    for name in ("twitter", "citm_catalog", "canada"):
        found[name] = json.loads(gzip.decompress((CORPORA / f"{name}.json.gz").read_bytes()))
    generator = np.random.default_rng(1)
    return found | {"10,000 floats": generator.random(10_000).tolist()}


def encoders(value: Any) -> Sides:
    """Return how a document is written."""
    pack = msgspec.msgpack.Encoder().encode
    return {
        "beve": lambda: beve.dumps(value),
        "ormsgpack": lambda: ormsgpack.packb(value),
        "msgspec": lambda: pack(value),
        "orjson": lambda: orjson.dumps(value),
        "cbor2": lambda: cbor2.dumps(value),
        "pickle": lambda: pickle.dumps(value, 5),
    }


def decoders(value: Any) -> Sides:
    """Return how a document is read."""
    data, packed, text, bor, pickled = (
        beve.dumps(value), ormsgpack.packb(value), orjson.dumps(value), cbor2.dumps(value), pickle.dumps(value, 5)
    )  # fmt: skip
    unpack = msgspec.msgpack.Decoder().decode
    assert beve.loads(data) == unpack(packed) == orjson.loads(text) == cbor2.loads(bor) == value
    return {
        "beve": lambda: beve.loads(data),
        "ormsgpack": lambda: ormsgpack.unpackb(packed),
        "msgspec": lambda: unpack(packed),
        "orjson": lambda: orjson.loads(text),
        "cbor2": lambda: cbor2.loads(bor),
        "pickle": lambda: pickle.loads(pickled),
    }


def typed() -> Sides:
    """Return how 1,000 rows are read into classes."""
    data, table, packed = beve.dumps(rows(1000)), beve.dumps(rows(1000), extended=True), ormsgpack.packb(rows(1000))
    structs, classes = msgspec.msgpack.Decoder(list[StructRow]).decode, msgspec.msgpack.Decoder(list[Row]).decode
    assert beve.loads_as(list[Row], data) == beve.loads_as(list[Row], table) == classes(packed)
    return {
        "beve, dataclass with slots": lambda: beve.loads_as(list[Row], data),
        "beve, the same from a table": lambda: beve.loads_as(list[Row], table),
        "msgspec, Struct": lambda: structs(packed),
        "msgspec, dataclass with slots": lambda: classes(packed),
        "beve, dicts": lambda: beve.loads(data),
    }


def arrays() -> Sides:
    """Return how 80 MB of float64 are read and written."""
    n = 10_000_000
    values = np.random.default_rng(1).random(n)
    plain, aligned = beve.dumps(values), beve.dumps(values, aligned=True)
    start, pickled = len(plain) - values.nbytes, pickle.dumps(values, 5)
    assert np.array_equal(beve.loads(plain), values)
    return {
        "beve.loads": lambda: beve.loads(plain),
        "beve.loads, copy=True": lambda: beve.loads(plain, copy=True),
        "beve.loads, aligned": lambda: beve.loads(aligned),
        "beve.dumps": lambda: beve.dumps(values),
        "numpy.frombuffer(...).copy()": lambda: np.frombuffer(plain, "<f8", n, start).copy(),
        "numpy tobytes": lambda: values.tobytes(),
        "pickle.loads": lambda: pickle.loads(pickled),
    }


def frame(n: int) -> pd.DataFrame:
    """Return a frame of eight columns of numbers and two of text."""
    generator = np.random.default_rng(1)
    columns: dict[str, Any] = {f"f{i}": generator.random(n) for i in range(4)}
    columns |= {f"i{i}": generator.integers(0, 1 << 40, n) for i in range(4)}
    return pd.DataFrame(
        columns | {"t0": [f"sensor {i % 1000}" for i in range(n)], "t1": [f"row {i}" for i in range(n)]}
    )


def feather(made: pd.DataFrame) -> bytes:
    """Return a frame as Feather without compression."""
    out = io.BytesIO()
    pyarrow.feather.write_feather(made, out, compression="uncompressed")
    return out.getvalue()


def parquet(made: pd.DataFrame) -> bytes:
    """Return a frame as Parquet without compression."""
    out = io.BytesIO()
    made.to_parquet(out, compression=None)
    return out.getvalue()


def frames(reading: bool) -> Sides:
    """Return how a frame of 1,000,000 rows is read, or written."""
    made = frame(1_000_000)
    if not reading:
        return {
            "beve": lambda: beve.dumps(beve.from_dataframe(made, dtypes=True)),
            "feather": lambda: feather(made),
            "Parquet": lambda: parquet(made),
            "pickle": lambda: pickle.dumps(made, 5),
        }
    data, feathered, parqueted = beve.dumps(beve.from_dataframe(made, dtypes=True)), feather(made), parquet(made)
    pickled = pickle.dumps(made, 5)
    assert beve.to_dataframe(data).equals(made)
    return {
        "beve": lambda: beve.to_dataframe(data),
        "feather": lambda: pyarrow.feather.read_feather(pyarrow.BufferReader(feathered)),
        "Parquet": lambda: pd.read_parquet(io.BytesIO(parqueted)),
        "pickle": lambda: pickle.loads(pickled),
    }


def figure(seconds: float) -> str:
    """Return a time with its unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def grid(title: str, results: dict[str, Results]) -> str:
    """Return documents against codecs, each with beve's time by the other's."""
    names = list(next(iter(results.values())))
    lines = [f"### {title}", "", "Time of beve, and that by the time of the others.", ""]
    lines += ["| | " + " | ".join(names) + " | ÷ better of ormsgpack, msgspec |"]
    lines += ["|---|" + "---:|" * (len(names) + 1)]
    for document, found in results.items():
        cells = [figure(found["beve"][0]), *(f"{found[name][1]:.2f}" for name in names[1:]), f"{worst(found):.2f}"]
        lines.append(f"| {document} | " + " | ".join(cells) + " |")
    means = [f"{mean([found[name][1] for found in results.values()]):.2f}" for name in names[1:]]
    means.append(f"{mean([worst(found) for found in results.values()]):.2f}")
    return "\n".join([*lines, "| **geometric mean** | | " + " | ".join(f"**{m}**" for m in means) + " |", ""])


def others(found: dict[str, Results]) -> dict[str, dict[str, float]]:
    """Return the ratios to other codecs."""
    return {
        document: {name: ratio for name, (_, ratio) in results.items() if name != "beve"}
        for document, results in found.items()
    }


def worst(found: Results) -> float:
    """Return the ratio to the better of those that write MessagePack."""
    return max(found["ormsgpack"][1], found["msgspec"][1])


def mean(ratios: list[float]) -> float:
    """Return a geometric mean."""
    return math.exp(statistics.mean(map(math.log, ratios)))


def table(title: str, found: Results) -> str:
    """Return the sides of one task."""
    first = next(iter(found))
    lines = [f"### {title}", "", f"| | least time | {first} ÷ it |", "|---|---:|---:|"]
    return "\n".join(
        lines + [f"| {name} | {figure(took)} | {ratio:.2f} |" for name, (took, ratio) in found.items()] + [""]
    )


def goal(text: str, value: float, most: float) -> str:
    """Return a line that says whether a goal is met."""
    return f"| {text} | ≤ {most} | {value:.2f} | {'met' if value <= most else 'MISSED'} |"


def main() -> int:
    """Measure, print and, where asked to, write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    if not beve.COMPILED:
        sys.exit("the compiled core is not installed")
    rounds = options.rounds
    written = {name: compare(encoders(value), rounds) for name, value in documents().items()}
    read = {name: compare(decoders(value), rounds) for name, value in documents().items()}
    classes, numbers = compare(typed(), rounds), compare(arrays(), min(rounds, 9))
    frame_out, frame_in = compare(frames(False), rounds), compare(frames(True), rounds)
    both = [*written.values(), *read.values()]
    goals = [
        "| goal | | measured | |\n|---|---|---:|---|",
        goal(
            "documents written ÷ better of ormsgpack and msgspec, mean", mean([worst(f) for f in written.values()]), 1.2
        ),
        goal("documents read ÷ better of ormsgpack and msgspec, mean", mean([worst(f) for f in read.values()]), 1.2),
        goal("the largest of these ratios", max(worst(f) for f in both), 1.6),
        goal("documents written and read ÷ orjson, mean", mean([f["orjson"][1] for f in both]), 1.0),
        goal("rows into dataclasses with slots ÷ msgspec into Structs", classes["msgspec, Struct"][1], 1.5),
        goal("80 MB of float64 read ÷ a copy", numbers["numpy.frombuffer(...).copy()"][1], 1.3),
        goal("frame written ÷ feather", frame_out["feather"][1], 1.5),
        goal("frame read ÷ feather", frame_in["feather"][1], 1.5),
    ]
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)
    parts = [
        "# What the Python package costs",
        f"Written by `python bench/measure.py --rounds {rounds}`: Python {platform.python_version()}, {versions}, "
        f"{platform.machine()}, {platform.system()}. Ratios are medians over the rounds.\n",
        "![time of beve by that of others](results.svg)\n",
        "\n".join(goals) + "\n",
        grid("Documents, written", written),
        grid("Documents, read", read),
        table("1,000 rows into classes", classes),
        table("80 MB of float64", numbers),
        table("A frame of 1,000,000 rows, eight columns of numbers and two of text, written", frame_out),
        table("The same frame, read", frame_in),
    ]
    text = "\n".join(parts)
    print(text)
    if options.out:
        options.out.write_text(text)
        bars = {"written": others(written), "read": others(read)}
        options.out.with_suffix(".svg").write_text(draw(bars))
    return int("MISSED" in text)


if __name__ == "__main__":
    sys.exit(main())
