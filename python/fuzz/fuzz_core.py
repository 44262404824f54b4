"""Fuzzes the compiled core, guided by coverage: what it makes of any bytes is what the reference makes of them.

    fuzz/run [seconds [folder of inputs]]

An input is a byte that chooses options, and a message. That is read as a whole, from memory that
may change, in pieces, with columns of text as blocks, and by the plan of a class; and what is read
is written again. `run` says what it is compiled with.
"""

from __future__ import annotations

import itertools
import sys
from dataclasses import dataclass
from typing import Any

import atheris
from test_differential import check_reading, check_stream, outcome, same, written

import beve
from beve import _core
from beve._classes import _converting
from beve._options import Decoding
from beve._plans import plan_for
from beve._reader import Reader as PureReader
from beve._writer import Writer as PureWriter


@dataclass
class Part:
    """A part of a row, which may hold another."""

    x: int
    y: float | None = None
    inner: Part | None = None


@dataclass(slots=True)
class Row:
    """What rows are read into."""

    id: int
    name: str
    ok: bool
    tags: list[str]
    parts: dict[str, Part]


KINDS: list[Any] = [list[Row], Row, list[Part], dict[str, list[float]]]
PLANS = [(kind, plan_for(kind, strict, _converting)) for kind in KINDS for strict in (False, True)]

#: What one bit each of the first byte chooses.
READING: list[dict[str, Any]] = [
    {"reject_duplicates": True},
    {"legacy_type_tags": True},
    {"arrays": "list"},
    {"uint8_as_bytes": False, "copy": True},
    {"limits": beve.Limits(5, 60, 500)},
]
WRITING: list[dict[str, Any]] = [
    {},
    {"extended": True, "min_table_rows": 1},
    {"aligned": True, "typed_lists": True},
    {"sort_keys": True},
]


class Column:
    """A column of text, in memory whose ends are watched."""

    def __init__(self, starts: Any, block: Any) -> None:
        places = memoryview(starts).cast("q").tolist()
        self.texts = [bytes(block[a:b]).decode() for a, b in itertools.pairwise(places)]

    @staticmethod
    def room(size: int) -> bytearray:
        """Return memory of that size."""
        return bytearray(size)


def plain(value: Any) -> Any:
    """Return a value with lists in place of columns."""
    if isinstance(value, Column):
        return value.texts
    return {key: plain(item) for key, item in value.items()} if isinstance(value, dict) else value


def check_columns(data: bytes) -> None:
    """Compare columns of text with the lists that they stand for."""

    def read() -> Any:
        reader: Any = _core.Reader(data, 0, Decoding())
        reader.texts = Column
        return plain(reader.read())

    core, pure = outcome(read), outcome(lambda: PureReader(data, 0, Decoding()).read())
    assert core[0] == pure[0], f"{data.hex()}: {core} {pure}"
    assert same(core[1], pure[1]) if core[0] == "value" else core[1] == pure[1], f"{data.hex()}: {core} {pure}"


def check_plans(data: bytes) -> None:
    """Compare what the quick way makes, where it makes something, with what the long way makes."""
    for kind, plan in PLANS:
        made = outcome(lambda: _core.native.loads_by(plan, data, Decoding()))  # noqa: B023
        if made[0] == "value" and made[1] is not plan:
            long = beve.from_value(kind, beve.loads(data))
            assert same(made[1], long), f"{kind} {data.hex()}: {made[1]} {long}"


def check_writing(data: bytes) -> None:
    """Compare what both write for what a message holds."""
    try:
        value = beve.loads(data, arrays="array")
    except (beve.DecodeError, RecursionError):
        return
    for options in WRITING:
        pure = outcome(lambda: written(PureWriter, value, options))  # noqa: B023
        core = outcome(lambda: written(_core.Writer, value, options))  # noqa: B023
        assert pure == core, f"{options} {data.hex()}: {pure} {core}"


def one_input(raw: bytes) -> None:
    """Look at one input in every way."""
    if not raw:
        return
    choice, data = raw[0], raw[1:]
    options: dict[str, Any] = {}
    for i, more in enumerate(READING):
        options |= more if choice >> i & 1 else {}
    check_reading(data, options, "bytes")
    check_reading(memoryview(bytearray(data)), options, "memory that may change")
    options.pop("copy", None)
    check_stream(data, options, 1 + choice % 37)
    check_columns(data)
    check_plans(data)
    check_writing(data)


def main() -> None:
    """Run the fuzzer with the arguments of libFuzzer."""
    if not _core.COMPILED:
        sys.exit("the compiled core could not be loaded")
    sys.setrecursionlimit(10_000)
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
