"""The examples of the README, and its tables."""

from __future__ import annotations

import collections
import decimal
import doctest
import pathlib
import re
import uuid
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

import beve
from beve._options import Decoding, Encoding

AT = datetime(2020, 1, 2, 3, 4, 5, 6, timezone.utc)

README = Path(__file__).resolve().parents[1] / "README.md"


def test_examples_print_what_they_say() -> None:
    pytest.importorskip("numpy", reason="the examples have arrays of NumPy")
    pytest.importorskip("pandas", reason="the examples have a data frame")
    failures, tests = doctest.testfile(str(README), module_relative=False)
    assert tests > 25
    assert failures == 0


def test_all_options_and_errors_are_listed() -> None:
    text = README.read_text(encoding="utf-8")
    for kind in (beve.EncodeOptions, beve.DecodeOptions):
        for option in kind.__annotations__:
            assert f"\n| `{option}` |" in text
    for name in [*beve.Limits.__annotations__, *(n for n in beve.__all__ if n.endswith("Error")), "TestFailedError"]:
        assert f"{name}`" in text


def test_defaults_are_those_that_are_listed() -> None:
    rows = re.findall(r"\n\| `(\w+)` \| `?([\w()]+)`? \|", README.read_text(encoding="utf-8"))
    usual = vars(Encoding()) | vars(Decoding())
    assert {name: shown for name, shown in rows if name in usual} == {
        name: "Limits()" if name == "limits" else str(value) for name, value in usual.items()
    }


#: Some values of each row of the table of values.
VALUES: dict[str, list[Any]] = {
    "`None`": [None, True, "a"], "`int`": [1, 1 << 100], "`float`": [1.5, 1j], "`list`, `tuple`": [[1, "a"], (1,)],
    "list of five": [[{"a": i} for i in range(6)]], "`set`": [{1}, collections.deque([1])],
    "`dict`": [{"a": 1}, {1: 2}],
    "`bytes`": [b"a", bytearray(b"a"), memoryview(b"a")], "`datetime` with a zone": [AT, beve.DateTime.of(AT, 5)],
    "`datetime` without": [AT.replace(tzinfo=None), AT.date(), AT.time()],
    "`Decimal`": [decimal.Decimal(1), pathlib.Path("a")], "`timedelta`": [AT - AT, beve.TimeDelta.of(AT - AT, 5)],
    "`Interval`": [beve.Interval(AT, AT)], "`uuid.UUID`": [uuid.UUID(int=5)], "`re.Pattern`": [re.compile("a")],
    "`RegExp`": [beve.RegExp("a")],
}  # fmt: skip


def test_values_are_read_as_the_table_says() -> None:
    lines = [line for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    for begin, values in VALUES.items():
        ((*_, said),) = [row for row in rows if row[0].startswith(begin) and len(row) == 4]
        # In the portable profile; in the extended one what comes after it, if that is not a hint.
        cells = [part for part in said.split(";") if "see" not in part]
        for value in values:
            for extended, cell in ((False, cells[0]), (True, cells[-1])):
                made = type(beve.loads(beve.dumps(value, extended=extended))).__name__
                assert made in (type(value).__name__ if cell == "the same" else cell), (begin, extended, made, cell)
