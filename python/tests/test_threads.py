"""Threads that use the package at the same time, which under a Python without a lock they truly do."""

from __future__ import annotations

import array
import collections
import contextlib
import itertools
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

import beve
from beve import patch
from beve.canonical import canonical


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


def test_the_lock_of_the_interpreter_stays_off() -> None:
    if not sysconfig.get_config_var("Py_GIL_DISABLED"):
        pytest.skip("this Python has a lock")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "import beve, sys; print(beve.COMPILED, sys._is_gil_enabled())"],
        capture_output=True,
        check=True,
        text=True,
    )
    assert done.stdout.split() == [str(beve.COMPILED), "False"]


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
    shared["rows"] = [{"a": i, "b": [i]} for i in range(20)]

    def work(number: int) -> None:
        if number % 2:
            shared["list"].append(number)
            shared["dict"][str(len(shared["dict"]) % 50)] = [number]
            row = shared["rows"][number]
            row["a"] = [row.pop("a", 0)]
            if len(shared["list"]) > 500:
                shared["list"].clear()
            return
        try:
            beve.loads(beve.dumps(shared, default=str))
            beve.loads(beve.dumps(shared, extended=True, typed_lists=True))
        except RuntimeError as e:
            assert "changed" in str(e)  # noqa: PT017, one of the two may be

    together(work)


def test_threads_share_a_view() -> None:
    view = beve.View(beve.dumps({"a": ROWS, "b": [str(i) * 20 for i in range(50)]}))

    def work(number: int) -> None:
        assert view.at(f"/b/{number}").value() == str(number) * 20
        assert view["a"][number]["id"].value() == number
        assert len(view["a"]) == 60

    together(work)


def test_threads_share_a_reader_that_refuses_all_but_one() -> None:
    core = pytest.importorskip("beve._native")
    data = beve.dumps([ROWS, ROWS])
    reader = core.Reader(data, 0, beve.View(data)._decoder.options)

    def work(number: int) -> None:
        with contextlib.suppress(RuntimeError):
            reader.begin()
            reader.off = 0
            reader.read()

    together(work)


def test_threads_change_memory_that_another_reads() -> None:
    data = bytearray(beve.dumps([{"schlüssel": "ä日本" * 9, "plain": "x" * 200}] * 20))
    whole = bytes(data)

    def work(number: int) -> None:
        if number % 2:
            at = (number * 7919 + len(threading.enumerate()) * 31) % len(data)
            data[at] = 0xF0 ^ number
            data[at] = whole[at]
            return
        with contextlib.suppress(beve.DecodeError):
            for row in beve.loads(data):
                for text in (*row, *row.values()):
                    assert not isinstance(text, str) or text.encode().decode() == text

    together(work)


def test_threads_make_the_plans_of_types_at_once() -> None:
    data = beve.dumps([{"a": {"b": [1, 2]}}] * 5)

    def work(number: int) -> None:
        @dataclass
        class Inner:
            b: list[int]

        @dataclass
        class Outer:
            a: Inner

        for kind in (Outer, Row, Inner):
            with contextlib.suppress(beve.MismatchError, NameError):
                beve.loads_as(list[kind], data)  # type: ignore[valid-type]
        assert beve.loads_as(list[dict[str, dict[str, list[int]]]], data)[4] == {"a": {"b": [1, 2]}}

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
            for _ in range(100):
                run()
                if ticks > before:
                    break
            assert ticks > before
    finally:
        sys.setswitchinterval(interval)
        done.set()
        other.join()


_NUMBERS = itertools.count(1000)


def _grow(value: Any) -> None:
    if isinstance(value, dict):
        number = next(_NUMBERS)
        value[f"n{number}" if isinstance(next(reversed(value)), str) else number] = 1
    elif isinstance(value, set):
        value.add(next(_NUMBERS))
    else:
        value.append(value[0])


def _shrink(value: Any) -> None:
    value.pop()


def _swap(value: Any) -> None:
    if isinstance(value, dict):
        value.pop(next(iter(value)))
    else:
        value.pop()
    _grow(value)


def _dict_of(n: int) -> dict[Any, Any]:
    return {f"k{i}": i for i in range(n)}


CONTAINERS: list[Callable[[int], Any]] = [
    _dict_of,
    lambda n: {i + 1: i for i in range(n)},
    lambda n: list(range(n)),
    lambda n: [f"t{i}" for i in range(n)],
    lambda n: set(range(n)),
    lambda n: collections.deque(range(n)),
    lambda n: bytearray(n),
    lambda n: array.array("d", range(n)),
]
CHANGES: list[Callable[[Any], None]] = [_grow, _shrink, _swap]


@pytest.mark.parametrize(
    "options", [{}, {"extended": True}, {"typed_lists": True, "aligned": True}, {"sort_keys": True}]
)
@pytest.mark.parametrize("make", CONTAINERS)
def test_what_changes_meanwhile_is_whole_or_an_error(make: Callable[[int], Any], options: Any) -> None:
    whole = make(300)
    stop = threading.Event()

    def change() -> None:
        while not stop.is_set():
            for one in (_grow, _swap, _shrink):
                with contextlib.suppress(BufferError, KeyError, IndexError, TypeError, StopIteration, RuntimeError):
                    one(whole) if one is not _shrink or not isinstance(whole, dict) else whole.popitem()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    changing = threading.Thread(target=change)
    changing.start()
    try:
        for _ in range(30):
            with contextlib.suppress(RuntimeError):
                beve.validate(beve.dumps({"a": whole, "b": [whole]}, **options))
    finally:
        stop.set()
        changing.join()
        sys.setswitchinterval(interval)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("make", [_dict_of, lambda n: list(range(n)), lambda n: collections.deque(range(n))])
@pytest.mark.parametrize("options", [{}, {"extended": True}, {"typed_lists": True}])
def test_what_default_changes_is_whole_or_an_error(
    make: Callable[[int], Any], change: Callable[[Any], None], options: Any
) -> None:
    whole = make(9)
    if isinstance(whole, dict):
        whole["k4"] = object()
    else:
        whole[4] = object()

    def default(value: Any) -> None:
        if change is _shrink and isinstance(whole, dict):
            whole.popitem()
        else:
            change(whole)

    with contextlib.suppress(RuntimeError):
        beve.validate(beve.dumps(whole, default=default, **options))


class Last(str):
    """A key that changes what it was in when nobody holds it any more."""

    then: Callable[[], object] = staticmethod(lambda: None)

    def __del__(self) -> None:
        self.then()


def _other_values(members: dict[str, Any]) -> None:
    for key in members:
        members[key] = None


@pytest.mark.parametrize("change", [_other_values, dict.clear, dict.popitem, lambda members: members.update(z=[1])])
@pytest.mark.parametrize("options", [{}, {"extended": True}, {"sort_keys": True}])
@pytest.mark.parametrize("gone", range(4))
def test_what_the_end_of_a_key_changes_is_whole_or_an_error(change: Any, options: Any, gone: int) -> None:
    values: list[Callable[[], Any]] = [
        lambda: {"deep": ["x" * 1000, 1]}, lambda: ["y" * 1000, {}], lambda: 1 << 100, lambda: b"z" * 1000,
        lambda: Row(5, "n"), lambda: ("t" * 1000,), lambda: {1}, lambda: "u" * 1000, lambda: 1.5,
    ]  # fmt: skip
    members: dict[str, Any] = {}
    for i, value in enumerate(values):
        key = Last(f"k{i}")
        if i == gone:
            key.then = lambda: change(members)
            members[key] = object()
        members[Last(f"v{i}")] = value()
    del key

    def default(value: Any) -> None:
        members.pop(f"k{gone}")
        members["in its place"] = [1]

    with contextlib.suppress(RuntimeError):
        beve.validate(beve.dumps([members, members], default=default, **options))


def test_a_message_is_patched_by_several_threads() -> None:
    message = beve.dumps({"rows": ROWS, "n": 1 << 40})
    form, difference = canonical(message), patch.diff(message, patch.set(message, "/rows/7/name", "x"))

    def work(number: int) -> None:
        own = bytearray(message)
        for i in range(3):
            patch.set(own, "/n", i)
            patch.append(own, "/rows", {"id": number})
        assert beve.loads(own)["rows"] == [*ROWS, *[{"id": number}] * 3]
        assert beve.View(patch.apply(message, difference)).at("/rows/7/name").value() == "x"
        assert canonical(message) == form

    together(work)
