"""What both libraries write is the same bytes: values in Python held to Marshal of Go."""

from __future__ import annotations

import re
import shutil
import subprocess
import uuid
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import beve

np = pytest.importorskip("numpy", reason="arrays of Go are compared as NumPy arrays")
PROGRAM = Path(__file__).parent / "testdata" / "golden.go"


@dataclass
class Inner:
    x: float
    y: Any


@dataclass
class Record:
    title: str = field(metadata={"beve": "name"})
    count: int
    tags: Any
    flags: Any
    inner: Inner
    any: list[Any]
    map: dict[str, Any]
    nil: int | None


at = beve.parse_time("2026-01-02T03:04:05.123456789+02:00")
old = beve.parse_time("1969-12-31T23:59:59.5Z")

VALUES: dict[str, Any] = {
    "nil": None,
    "true": True,
    "false": False,
    "ints": [
        *(0, 1, -1, 127, 128, -128, -129, 32767, 32768, -32768, -32769, 1 << 31, -1 << 31, (1 << 31) - 1),
        *((1 << 63) - 1, -1 << 63, (1 << 64) - 1, -1 << 127, (1 << 128) - 1),
    ],
    "floats": [0.0, -0.0, 1.5, 1.7976931348623157e308, 5e-324, float("inf"), float("-inf")],
    "strings": ["", "a", "é€𝄞\x00", "text 0"],
    "float64s": np.array([1, 2.5, -3]),
    "float32s": np.array([1, 2.5, -3], "f4"),
    "none": np.array([]),
    "int8s": np.array([-1, 2], "i1"),
    "int16s": np.array([-1, 2], "i2"),
    "int32s": np.array([-1, 2], ">i4"),
    "int64s": np.array([-1, 2], "i8"),
    "uint16s": np.array([1, 2], ">u2"),
    "uint32s": np.array([1, 2], "u4"),
    "uint64s": np.array([1, 2], "u8"),
    "bytes": b"abc",
    "long": np.arange(20_000) / 3,
    "texts": np.array([f"text {i}" for i in range(100)]),
    "bools": np.array([True, False, True, True, False, False, True, False, True]),
    "uint8": np.uint8(200),
    "uint32": np.uint32(70000),
    "float32": np.float32(0.1),
    "complex128": 1 - 2j,
    "complex64": np.complex64(1 - 2j),
    "complex128s": np.array([1, 2j]),
    "complex64s": np.array([1, 2j], "c8"),
    "intkeys": {-5: "a", 7: None},
    "uintkeys": {1 << 63: 1},
    "empty": {},
    "rowmajor": np.arange(1.0, 7).reshape(2, 3),
    "columnmajor": np.zeros((2, 300), "i4", order="F"),
    "complexmatrix": np.array([[[1, 2], [3j, 4]]]),
    "record": Record(
        *("n", -300, np.array(["a", "b"]), np.array([True]), Inner(1.0, np.array([1, 2], "i2")), [None, "x"]),
        {"k": [1, 2.5], "j": {}},
        None,
    ),
    "time": at,
    "old": old,
    "duration": timedelta(seconds=90),
    "negative": beve.TimeDelta.of(timedelta(microseconds=-1), 999),
    "uuid": uuid.UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8"),
    "regexp": re.compile("^a", re.I | re.M),
    "interval": beve.Interval(old, at),
    "rows": [{"b": i, "a": str(i)} for i in range(6)],
}

OPTIONS: dict[str, Any] = {
    "plain": {"sort_keys": True},
    "extended": {"sort_keys": True, "extended": True},
    "aligned": {"sort_keys": True, "aligned": True},
}


@pytest.fixture(scope="module")
def golden() -> dict[tuple[str, str], str]:
    go = shutil.which("go")
    if go is None:
        pytest.skip("there is no Go to compare with")
    command = [go, "run", str(PROGRAM)]
    run = subprocess.run(command, cwd=PROGRAM.parent, capture_output=True, text=True, check=False, timeout=300)
    assert run.returncode == 0, run.stderr
    lines = [line.split(" ") for line in run.stdout.splitlines()]
    return {(name, way): text for name, way, text in lines}


def test_both_sides_have_the_same_values(golden: dict[tuple[str, str], str]) -> None:
    assert {name for name, _ in golden} == VALUES.keys()


@pytest.mark.parametrize("way", OPTIONS)
@pytest.mark.parametrize("name", VALUES)
def test_bytes_are_those_of_go(golden: dict[tuple[str, str], str], name: str, way: str) -> None:
    value = VALUES[name]
    if name == "record":  # a map in it has another order than fields have
        value = Record(**{**vars(value), "map": dict(sorted(value.map.items()))})
    options = {**OPTIONS[way], "sort_keys": name not in ("record",)}
    assert beve.dumps(value, **options).hex() == golden[name, way]
