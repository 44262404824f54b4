"""Threads that use the package at the same time, which under a Python without a lock they truly do."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

import beve


@dataclass
class Row:
    id: int
    name: str
    parts: list[dict[str, float]] = field(default_factory=list)


ROWS = [{"id": i, "name": f"né {i}", "parts": [{"x": i / 7}, {f"k{i}": 1.5}]} for i in range(60)]


def together(work: Callable[[int], None], threads: int = 6) -> None:
    """Run work in several threads that start at once, and raise what one of them raises."""
    failures: list[BaseException] = []
    barrier = threading.Barrier(threads)

    def run(number: int) -> None:
        barrier.wait()
        try:
            for _ in range(12):
                work(number)
        except BaseException as e:
            failures.append(e)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        started = [threading.Thread(target=run, args=(i,)) for i in range(threads)]
        for thread in started:
            thread.start()
        for thread in started:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    if failures:
        raise failures[0]


def test_threads_write_and_read_the_same_values() -> None:
    data = {extended: beve.dumps(ROWS, extended=extended) for extended in (False, True)}

    def work(number: int) -> None:
        extended = bool(number % 2)
        assert beve.dumps(ROWS, extended=extended) == data[extended]
        assert beve.loads(data[extended]) == ROWS
        assert beve.loads_as(list[Row], data[extended])[3].parts[1] == {"k3": 1.5}
        assert beve.View(data[False]).at("/7/name").value() == "né 7"

    together(work)


def test_threads_change_what_another_writes() -> None:
    shared: dict[str, Any] = {"list": list(range(50)), "dict": {}}

    def work(number: int) -> None:
        if number % 2:
            shared["list"].append(number)
            shared["dict"][str(len(shared["dict"]) % 50)] = [number]
            if len(shared["list"]) > 500:
                shared["list"].clear()
            return
        try:
            beve.loads(beve.dumps(shared, default=str))
        except RuntimeError as e:
            assert "changed" in str(e)  # noqa: PT017, one of the two may be

    together(work)


@pytest.mark.skipif(not beve.COMPILED, reason="the reference keeps its place in attributes that threads share")
def test_one_view_for_several_threads_is_a_value_or_an_error() -> None:
    view = beve.View(beve.dumps({"a": ROWS, "b": [b"x" * 100] * 50}))

    def work(number: int) -> None:
        with contextlib.suppress(RuntimeError, beve.DecodeError):
            assert view.at("/b/49").value() == b"x" * 100

    together(work)


def test_large_arrays_are_copied_while_others_run() -> None:
    np = pytest.importorskip("numpy")
    array = np.arange(4_000_000.0)
    data = beve.dumps(array)
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0)  # which lets go of the lock

    other = threading.Thread(target=tick)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(10)  # the lock changes hands where it is let go of, and hardly else
    try:
        other.start()
        runs: list[Callable[[], Any]] = [lambda: beve.loads(data, copy=True)]
        if beve.COMPILED:
            runs.append(lambda: beve.dumps(array))
        for run in runs:
            before = ticks
            for _ in range(5):
                run()
            assert ticks > before
    finally:
        sys.setswitchinterval(interval)
        done.set()
        other.join()
