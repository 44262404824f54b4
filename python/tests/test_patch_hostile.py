"""Patches that want to hurt, and messages that must not be half changed."""

from __future__ import annotations

import json
import struct
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from cost import assert_cheap
from documents import Messages
from documents import text as named

import beve
from beve import patch
from beve._wire import size_bytes
from beve.canonical import canonical
from beve.json import patch as json_patch


def test_what_cannot_be_changed_stays_as_it_is() -> None:
    message = beve.dumps({"a": [1, 2], "b": "text", "m": {"x": 1}})
    failing: list[Any] = [
        lambda m: patch.set(m, "/a/2", 1), lambda m: patch.set(m, "/b/c", 1), lambda m: patch.insert(m, "/b", 1),
        lambda m: patch.delete(m, ""), lambda m: patch.append(m, "/m", 1), lambda m: patch.set(m, "/a/x", 1),
        lambda m: patch.set(m, "a", 1), lambda m: patch.set(m, "/a/0", patch.Raw(b"\x05\x08\x00")),
        lambda m: patch.set(m, "/a", patch.Raw(b"")), lambda m: patch.set(m, "", patch.Raw(b"\x00\x00")),
        lambda m: patch.set(m, "/m/\ud800", 1), lambda m: patch.append(m, "", 1), lambda m: patch.set(m, "/~", 1),
    ]  # fmt: skip
    for change in failing:
        kept = bytearray(message)
        with pytest.raises(beve.DecodeError) as caught:
            change(kept)
        assert kept == message
        assert len(str(caught.value)) < 2000
    kept = bytearray(message)
    with pytest.raises(beve.EncodeError):
        patch.set(kept, "/a", object())
    assert kept == message


def test_memory_that_others_look_at_is_changed_whole_or_not() -> None:
    for path, value in (("/a", [1, 2, 3]), ("/new", 1), ("/a/0", {"x": 1}), ("/t", 1)):
        kept = bytearray(beve.dumps({"a": [1, 2], "b": "text", "t": [1.5]}, typed_lists=True))
        before = bytes(kept)
        with memoryview(kept):
            for change in (patch.set, patch.insert, patch.append):
                with pytest.raises((BufferError, beve.DecodeError)):
                    change(kept, path, value)
            with pytest.raises((BufferError, beve.DecodeError)):
                patch.delete(kept, path)
            assert kept == before
            patch.set(kept, "/t/0", 2.5)  # as many bytes
        assert beve.loads(kept, arrays="list")["t"] == [2.5]


def test_a_change_in_place_takes_no_memory() -> None:
    kept = bytearray(beve.dumps({"a": 1, "raw": b"x" * (4 << 20), "c": [1.5] * 10}, typed_lists=True))
    patch.set(kept, "/a", 2)
    tracemalloc.start()
    try:
        assert patch.set(kept, "/a", 3) is kept
        assert patch.set(kept, "/c/7", -1.5) is kept
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
    assert beve.loads(kept, arrays="list", uint8_as_bytes=True)["c"][7] == -1.5


def test_integers_keep_the_type_of_those_that_they_replace() -> None:
    message = beve.dumps({"n": 1 << 40})
    assert len(patch.set(message, "/n", 1)) == len(message)
    assert beve.loads(patch.set(message, "/n", 1.5)) == {"n": 1.5}
    assert beve.loads(patch.set(message, "/n", 1 << 70)) == {"n": 1 << 70}


def test_copies_are_bounded() -> None:
    message = beve.dumps({"a": ["x" * 5000]})
    ops = [{"op": "copy", "from": "/a", "path": "/a/-"}] * 60
    with pytest.raises(beve.LimitError, match="operation 4: copies are out of proportion"):
        patch.apply(message, beve.dumps(ops))
    operation = b'{"op":"copy","from":"/a","path":"/a/-"}'
    text = b'{"a":["' + b"x" * 5000 + b'"]}'
    with pytest.raises(beve.LimitError, match="out of proportion"):
        json_patch.apply(text, b"[" + b",".join([operation] * 60) + b"]")


def test_what_is_wrong_in_itself_is_an_error_of_the_patch() -> None:
    good = {"op": "test", "path": "/a", "value": 1}
    for op in (
        7,
        {"op": "drop", "path": "/a"},
        {"op": "add", "path": "a", "value": 1},
        {"op": "replace", "path": "/a~", "value": 1},
        {"op": "remove", "path": ""},
        {"op": "copy", "from": "a", "path": "/b"},
        {"op": "move", "from": "/a", "path": "b"},
        {"op": "move", "from": "/a", "path": "/a/b"},
        {"op": "move", "from": "", "path": "/a"},
    ):
        told = set()
        documents: tuple[Any, ...] = ({"a": 1}, [], None)
        for document in documents:
            with pytest.raises(beve.DecodeError) as e:
                patch.apply(beve.dumps(document), beve.dumps([good, op]))
            assert e.value.path == "/1"
            assert e.value.offset > 0
            told.add(str(e.value))
            text = json.dumps([good, op]).encode()
            with pytest.raises(beve.DecodeError) as e:
                json_patch.apply(json.dumps(document).encode(), text)
            assert e.value.path == "/1"
            assert e.value.offset == text.index(b", ", 40) + 2
        assert len(told) == 1


def test_limits_hold_before_and_after() -> None:
    message = beve.dumps({"a": [1, 2, 3]})
    batches: list[tuple[Any, beve.Limits, type[beve.DecodeError]]] = [
        (patch.Batch, beve.Limits(max_bytes=5), beve.LimitError),
        (patch.Batch, beve.Limits(max_bytes=len(message) + 2), beve.LimitError),
        (patch.Batch, beve.Limits(max_elements=2), beve.LimitError),
        (patch.Batch, beve.Limits(max_elements=4), beve.LimitError),
        (patch.Batch, beve.Limits(max_depth=2), beve.DepthError),
        (patch.Batch, beve.Limits(max_depth=3), beve.DepthError),
    ]
    for batch, limits, error in batches:
        with pytest.raises(error):
            batch(limits).append("/a", [4]).append("/a", {}).do(message)
    assert beve.loads(patch.Batch(beve.Limits(max_depth=4)).append("/a", [4]).do(message)) == {"a": [1, 2, 3, [4]]}


@pytest.mark.skipif(not beve.COMPILED, reason="the walk in Python takes long, and nothing else is another")
@pytest.mark.parametrize("begin", [b"\x05\x04", b"\x03\x04\x04a"])
def test_depth_does_not_depend_on_python(begin: bytes) -> None:
    limits = beve.Limits(max_depth=1_200)
    deep, other = begin * 1_050 + b"\x09\x01", begin * 1_050 + b"\x09\x02"
    path = ("/0" if begin[0] == 5 else "/a") * 1_050
    batch = patch.Batch(limits).set(path, 2).test("", patch.Raw(other))
    assert batch.do(deep) == other
    with pytest.raises(beve.DepthError):
        patch.set(beve.dumps([1]), "/0", patch.Raw(deep))
    shallow, changed = begin * 500 + b"\x09\x01", begin * 500 + b"\x09\x02"
    assert patch.apply(shallow, patch.diff(shallow, changed)) == changed
    if begin[0] == 3:
        assert patch.merge(shallow, changed) == changed


def test_patches_that_are_none_are_errors() -> None:
    message = beve.dumps({"a": 1})
    ops: list[Any] = [
        {}, 5, [5], [{}], [{"op": "add"}], [{"op": 1, "path": ""}], [{"op": "add", "path": "/b"}],
        [{"op": "none", "path": ""}], [{"op": "move", "path": "/b"}], [{"op": "remove", "path": "b"}],
        [{"op": "remove", "path": "/b"}], [{"op": "test", "path": "/a", "value": 2}], [["op", "add"]],
    ]  # fmt: skip
    for one in ops:
        with pytest.raises(beve.DecodeError):
            patch.apply(message, beve.dumps(one))
    with pytest.raises(patch.TestFailedError, match="another one"):
        patch.apply(message, beve.dumps([{"op": "test", "path": "/a", "value": 1.5}]))
    with pytest.raises(beve.MissingError, match=r"operation 1: no member 'x'"):
        patch.apply(message, beve.dumps([{"op": "remove", "path": "/a"}, {"op": "remove", "path": "/x"}]))


def damaged(r: Messages, message: bytes) -> bytes:
    """Return a message with some bytes exchanged."""
    at = r.randrange(len(message))
    return message[:at] + r.randbytes(r.randrange(3)) + message[at + r.randrange(3) :]


@pytest.mark.parametrize("seed", range(4))
def test_damaged_messages_and_patches_are_errors_and_nothing_else(seed: int) -> None:
    r = Messages(seed)
    for _ in range(150):
        message, other = r.document(), r.document()
        message, ops = damaged(r, message), damaged(r, r.operations(message))
        path = r.choice(["", "/a", "/0", "/a/b", "/b/0/a", "/-"])
        calls: list[Any] = [
            (patch.apply, message, ops), (patch.merge, message, other), (patch.diff, message, other),
            (patch.set, message, path, 1), (patch.delete, message, path), (patch.append, message, path, 1),
            (patch.merge, other, message), (json_patch.merge, message, other), (canonical, message),
        ]  # fmt: skip
        for call, *arguments in calls:
            try:
                made = call(*arguments)
            except beve.DecodeError:
                continue
            if call in (patch.apply, patch.merge, patch.diff, canonical):
                beve.validate(made)


def test_zero_is_zero_with_a_sign() -> None:
    tests: dict[Any, Callable[[Any], bytes]] = {patch: beve.dumps, json_patch: lambda value: json.dumps(value).encode()}
    for module, dumps in tests.items():
        for a in (0, 0.0, -0.0):
            for b in (0, 0.0, -0.0):
                assert module.Batch().test("/0", b).do(dumps([a])) == dumps([a])
            with pytest.raises(module.TestFailedError):
                module.Batch().test("/0", 5e-324).do(dumps([a]))


#: Documents in which values nest so deep, with the path to the innermost one: what begins and ends a
#: level, the segment of it, and the value, for a mark by which documents differ.
SHAPES: dict[str, Callable[[int, int, str], tuple[str, str, str, str]]] = {
    "arrays around a long one": lambda n, size, mark: ("[", "]", "/0", long(size, mark)),
    "objects around a long array": lambda n, size, mark: ('{"k":', "}", "/k", long(size, mark)),
    "long names": lambda n, size, mark: (
        f'{{"{"n" * (8 * size // n)}":',
        f',"k":"{mark}"}}',
        f"/{'n' * (8 * size // n)}",
        long(20, mark),
    ),
    "text before each level": lambda n, size, mark: (f'["{"t" * (size // n)}",', "]", "/1", long(20, mark)),
    "values that differ after each level": lambda n, size, mark: (
        '{"k":',
        f',"{"n" * (size // n)}":"{mark}"}}',
        "/k",
        long(20, mark),
    ),
    "values that differ before each level": lambda n, size, mark: (
        f'["{mark}",',
        f',"{"t" * (size // n)}"]',
        "/1",
        long(20, mark),
    ),
}


def indexed(**members: bytes) -> bytes:
    """Return an object with an index."""
    entries, offset = b"", 0
    for name, value in members.items():
        is_container = value[0] & 7 in (3, 4, 5) or value[0] in (0x06, 0x0E)
        entry = struct.pack("<IHB", offset, min(len(value), 0xFFFF), value[0] & 7 | is_container << 6)
        entries, offset = entries + named(name) + entry, offset + len(value)
    return b"\x06\x03" + size_bytes(len(members)) + entries + b"".join(members.values())


def table(names: list[str], *values: bytes) -> bytes:
    """Return a table."""
    keys = b"".join(map(named, names))
    return b"\x0e" + size_bytes(len(names)) + keys + size_bytes(len(values) // len(names)) + b"".join(values)


#: The same for what JSON does not have: what is made of a value on each level, and the path to it.
PACKED: dict[str, Callable[[int, int, bytes], tuple[Callable[[bytes], bytes], str]]] = {
    "objects with an index": lambda n, size, mark: (lambda v: indexed(a=mark, k=v, z=mark), "/k"),
    "objects with an index of long names": lambda n, size, mark: (
        lambda v: indexed(**{"k": v, "n" * (size // n): mark}),
        "/k",
    ),
    "tables of one row": lambda n, size, mark: (lambda v: table(["a", "k"], mark, v), "/0/k"),
    "rows of tables": lambda n, size, mark: (
        lambda v: table(["k", "t"], *(mark, beve.dumps("t" * (size // n // 2))), v, mark, mark, mark),
        "/1/k",
    ),
    "tables in objects with an index in arrays": lambda n, size, mark: (
        lambda v: b"\x05\x08\x00" + indexed(k=table(["k"], v, mark)),
        "/1/k/0/k",
    ),
}


def long(size: int, mark: str) -> str:
    return f'["{mark}"{",0" * (size // 2)},"{mark}"]'


#: What is done with a document, another one that differs from it, and the path.
CALLS: dict[str, Callable[[Any, bytes, bytes, str], Any]] = {
    "set": lambda m, a, b, path: m.set(a, path, 1),
    "insert": lambda m, a, b, path: m.insert(a, path, 1),
    "append": lambda m, a, b, path: m.append(a, path[:-2], 1),
    "delete": lambda m, a, b, path: m.delete(a, path),
    "Batch": lambda m, a, b, path: m.Batch().set(path, [1]).test(path, [1]).copy(path, path[:-2] + "/1").do(a),
    "Batch.test": lambda m, a, b, path: m.Batch().test("", m.Raw(a)).do(a),
    "apply": lambda m, a, b, path: m.apply(a, m.diff(a, b)),
    "merge": lambda m, a, b, path: m.merge(a, b),
    "diff": lambda m, a, b, path: m.diff(a, b),
    "diff of one place": lambda m, a, b, path: m.diff(a, m.set(a, path, 1)),
    "diff of what has moved": lambda m, a, b, path: m.diff(m.insert(a, path, 1), a),
}


def test_calls_of_deep_documents_have_a_name_each() -> None:
    """Every function of the modules is among the calls."""
    named = {name.split(" ")[0].split(".")[0] for name in CALLS}
    for module in (patch, json_patch):
        assert set(module.__all__) - {"Raw", "TestFailedError"} == named


def documents(module: Any, shape: str, levels: int, size: int) -> tuple[bytes, bytes, str]:
    """Return two documents of a shape that differ by their marks, with a path."""
    messages = []
    for mark in "ab":
        if shape in PACKED:
            around, segment = PACKED[shape](levels, size, beve.dumps(mark))
            n = max(1, levels // segment.count("/"))
            message = beve.dumps(json.loads(long(size, mark)))
            for _ in range(n):
                message = around(message)
        else:
            begin, end, segment, inner = SHAPES[shape](levels, size, mark)
            n, message = levels, (begin * levels + inner + end * levels).encode()
            message = message if module is json_patch else beve.dumps(json.loads(message))
        messages.append(message)
    return messages[0], messages[1], segment * n + "/0"


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    ("module", "levels", "shape"),
    [
        *[(patch, 450, shape) for shape in [*SHAPES, *PACKED]],
        *[pytest.param(json_patch, 700, shape, marks=pytest.mark.once) for shape in SHAPES],
    ],
)
def test_depth_costs_no_more_than_length(module: Any, levels: int, shape: str, call: str) -> None:
    """To look into a container must not cost its length at each level."""

    deep, flat = (documents(module, shape, n, 10_000) for n in (levels, 2))
    # A level costs some tokens too, more than the letters of a text.
    assert_cheap(lambda: CALLS[call](module, *deep), 0.4, times=20, than=lambda: CALLS[call](module, *flat))


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("module", [patch, pytest.param(json_patch, marks=pytest.mark.once)])
def test_all_calls_take_limits(module: Any, call: str) -> None:
    begin, end, segment, inner = SHAPES["values that differ after each level"](20, 400, "a")
    text = (begin * 20 + inner + end * 20).encode()
    message, other = (
        m if module is json_patch else beve.dumps(json.loads(m)) for m in (text, text.replace(b'"a"', b'"b"'))
    )

    class Limited:
        """The module with limits in all calls."""

        Raw, _limits = module.Raw, beve.Limits(max_depth=30)

        def __getattr__(self, name: str) -> Any:
            if name == "Batch":
                return lambda: module.Batch(self._limits)
            return lambda *arguments: getattr(module, name)(*arguments, limits=self._limits)

    CALLS[call](Limited(), message, other, segment * 20 + "/0")
    Limited._limits = beve.Limits(max_depth=10)
    with pytest.raises(beve.DepthError):
        CALLS[call](Limited(), message, other, segment * 20 + "/0")
