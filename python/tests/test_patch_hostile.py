"""Patches that want to hurt, and messages that must not be half changed."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest
from documents import Messages

import beve
from beve import patch
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
