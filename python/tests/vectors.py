"""The project's test vectors, and what their JSON says about a value."""

from __future__ import annotations

import array
import json
import math
import struct
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import beve

FOLDER = Path(__file__).resolve().parents[2] / "testdata" / "beve"


@dataclass(frozen=True)
class Vector:
    """One file of testdata/beve."""

    folder: str
    name: str
    data: bytes
    stream: bool
    level: str  # of malformed ones
    json: str

    def __str__(self) -> str:
        return f"{self.folder}/{self.name}"

    @property
    def options(self) -> Any:
        """The type tags of version 1 are read on request only."""
        return {"legacy_type_tags": True} if "typetag" in self.name else {}

    @property
    def values(self) -> list[Any]:
        """What the JSON says, numbers as text."""
        number = Numeral
        decoder = json.JSONDecoder(parse_float=number, parse_int=number, object_pairs_hook=dict)
        values, text = [], self.json.strip()
        while text:
            value, end = decoder.raw_decode(text)
            values.append(value)
            text = text[end:].strip()
        return values


class Numeral(str):
    """A number as JSON shows it."""

    __slots__ = ()


def vectors(*folders: str) -> list[Vector]:
    """Return what the manifests of folders list."""
    found = []
    for folder in folders:
        for v in json.loads((FOLDER / folder / "MANIFEST.json").read_text())["vectors"]:
            file = FOLDER / folder / v["name"]
            text = file.with_name(v["name"] + ".json")
            data = file.with_name(v["name"] + ".beve").read_bytes()
            assert len(data) == v["bytes"]
            level = v.get("level", "")
            found.append(
                Vector(folder, v["name"], data, bool(v.get("stream")), level, "" if level else text.read_text())
            )
    assert len(found) >= 40 * len(folders)
    return found


GOOD = vectors("glaze", "rust", "crafted", "extended")
MESSAGES = [v for v in GOOD if not v.stream]
MALFORMED = vectors("malformed")


def document(value: Any) -> Any:
    """Return the parts of a decoded value as its JSON document shows it, or itself if it has none."""
    if isinstance(value, beve.TypeTag):
        return {"index": value.index, "value": value.value}
    if isinstance(value, beve.Interval):
        return {"start": value.start, "end": value.end}
    if isinstance(value, beve.RegExp):
        return {"pattern": value.pattern, "flags": value.flags}
    if isinstance(value, beve.Matrix):
        return {"layout": value.layout, "extents": list(value.extents), "value": value.data}
    if isinstance(value, beve.Complex):
        return list(value)
    if isinstance(value, complex):
        return [value.real, value.imag]
    if isinstance(value, beve.Timestamp):
        return value.isoformat()
    if isinstance(value, datetime):
        return beve.Timestamp.of(value).isoformat()
    if isinstance(value, timedelta):
        return iso_duration(value)
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, array.array):
        return value.tolist()
    if isinstance(value, bytes):
        return list(value)
    if hasattr(value, "dtype"):
        return value.tolist() if value.dtype.names is None else [beve.Complex(*map(int, c)) for c in value]
    return value


def iso_duration(value: timedelta) -> str:
    """Return a span as ISO 8601 writes it: PT1H30M, -PT0.5S, PT0S."""
    total = (value.days * 86400 + value.seconds) * 10**9 + value.microseconds * 1000
    total += getattr(value, "nanoseconds", 0)
    seconds, nanos = divmod(abs(total), 10**9)
    text = ""
    if hours := seconds // 3600:
        text += f"{hours}H"
    if minutes := seconds // 60 % 60:
        text += f"{minutes}M"
    if seconds % 60 or nanos or not total:
        fraction = f".{nanos:09}".rstrip("0") if nanos else ""
        text += f"{seconds % 60}{fraction}S"
    return ("-" if total < 0 else "") + "PT" + text


def same(got: Any, want: Any) -> bool:
    """Report whether a decoded value is what the JSON of a vector says, by the rules of testdata/beve/README.md."""
    if hasattr(got, "ndim") and isinstance(want, dict):
        order = {"layout_right": "C", "layout_left": "F"}[want["layout"]]
        return same(list(got.shape), want["extents"]) and same(got.ravel(order), want["value"])
    got = document(got)
    if isinstance(want, Numeral):
        if isinstance(got, float):
            return bits(got) == bits(float(want)) or single(got) == single(float(want))
        return type(got) is int and got == int(want)
    if want is None and isinstance(got, float):
        return not math.isfinite(got)
    if isinstance(want, list):
        return isinstance(got, list) and len(got) == len(want) and all(map(same, got, want))
    if isinstance(want, dict):
        got = {str(key): value for key, value in got.items()} if isinstance(got, dict) else {}
        return got.keys() == want.keys() and all(same(got[key], want[key]) for key in want)
    return type(got) is type(want) and bool(got == want)


def bits(f: float) -> bytes:
    """Return the bytes of a float64 in memory."""
    return struct.pack("<d", f)


def single(f: float) -> bytes:
    """Return a float rounded to float32, and nothing that is equal to another where it is none of one."""
    try:
        return struct.pack("<f", f)
    except OverflowError:
        return bits(f)
