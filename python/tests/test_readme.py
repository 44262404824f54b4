"""The examples of the README."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

README = Path(__file__).resolve().parents[1] / "README.md"


def test_examples_print_what_they_say() -> None:
    pytest.importorskip("numpy", reason="the examples have arrays of NumPy")
    pytest.importorskip("pandas", reason="the examples have a data frame")
    failures, tests = doctest.testfile(str(README), module_relative=False)
    assert tests > 25
    assert failures == 0
