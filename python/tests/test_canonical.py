"""The canonical form as a reader demands it. That its bytes are those of Go is in test_patch.py."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from cost import assert_cheap
from documents import Messages, answer, compare, elements, line

import beve
from beve import canonical
from beve.json import canonical as json_canonical


@dataclass
class Point:
    a: int
    b: list[int]


def test_what_says_the_same_has_the_same_bytes() -> None:
    values: list[Any] = [{"b": [1, 2], "a": 1}, {"a": 1, "b": (1, 2)}, Point(1, [1, 2])]
    options: list[Any] = [{}, {"typed_lists": True}, {"aligned": True, "typed_lists": True}, {"extended": True}]
    hashes = {hashlib.sha256(canonical.dumps(value, **o)).digest() for value in values for o in options}
    assert len(hashes) == 1


@pytest.mark.parametrize(("text", "offset", "path"), [
    ("0904", 0, ""), ("2e0111 04".replace(" ", ""), 0, ""), ("050811041106", 0, ""), ("0308046200046100", 3, ""),
    ("030404611908".replace("1908", "61000000000000f03f"), 4, "/a"), ("02050061", 1, ""), ("1c0802", 0, ""),
])  # fmt: skip
def test_a_reader_that_demands_the_form(text: str, offset: int, path: str) -> None:
    message = bytes.fromhex(text)
    if text == "1c0802":
        message = bytes.fromhex("1c08fe")
        offset = 2
    beve.validate(message)
    reads: list[Any] = [beve.loads, beve.validate, beve.View, lambda m, **o: list(beve.iter_stream([m], **o))]
    reads.append(lambda m, **o: beve.loads_as(object, m, **o))
    for read in reads:
        if text.startswith("2e") and read is reads[3]:
            continue  # a stream may begin so
        read(message)
        with pytest.raises(beve.MalformedError, match="canonical") as caught:
            read(message, require_canonical=True)
        assert (caught.value.offset, caught.value.path) == (offset, path)
    with pytest.raises(beve.MalformedError):
        canonical.check(message)
    form = canonical.canonical(message)
    assert beve.loads(form, require_canonical=True, arrays="list") == beve.loads(form, arrays="list")


def test_streams_are_read_value_by_value() -> None:
    good, bad = canonical.dumps({"a": [1, 2]}), beve.dumps({"b": 1, "a": 2})
    found = beve.iter_stream([good, b"\x06", good, bad], require_canonical=True)
    assert next(found) is not None
    assert next(found) is not None
    with pytest.raises(beve.MalformedError, match="canonical") as caught:
        next(found)
    assert caught.value.offset == 2 * len(good) + 1 + 3


def test_what_has_no_form_is_an_error() -> None:
    with pytest.raises(beve.DuplicateError, match="'a' is there twice"):
        canonical.canonical(bytes.fromhex("030804610004610804")[:-1])
    with pytest.raises(beve.UnsupportedError, match="type tag"):
        canonical.canonical(bytes.fromhex("0e0411 05".replace(" ", "")))
    with pytest.raises(beve.LimitError, match="elements"):
        canonical.canonical(beve.dumps([None] * 10), limits=beve.Limits(max_elements=5))
    with pytest.raises(beve.DepthError):
        canonical.check(beve.dumps([[[1]]]), limits=beve.Limits(max_depth=2))


def test_depth_does_not_depend_on_python() -> None:
    deep = b"\x05\x04" * 400 + b"\x03\x04\x04a" * 2_000 + b"\x00"
    limits = beve.Limits(max_depth=3_000)
    form = canonical.canonical(deep, limits=limits)
    assert form == deep
    canonical.check(form, limits=limits)


def nested(key: bytes, other: bytes, inner: bytes, levels: int, size: int) -> bytes:
    """Return objects in one another in JSON, each with another member after the inner object."""
    return (b'{"%b":' % key) * levels + inner + (b',"%b":"%b"}' % (other, b"t" * size)) * levels


def nested_beve(key: bytes, other: bytes, inner: bytes, levels: int, size: int) -> bytes:
    member = b"\x04%b\x02" % other + (size << 2 | 1).to_bytes(2, "little") + b"t" * size
    return (b"\x03\x08\x04%b" % key) * levels + inner + member * levels


@pytest.mark.parametrize(("module", "made", "loose"), [
    pytest.param(json_canonical, nested, b"1.0", marks=pytest.mark.once), (canonical, nested_beve, b"\x29\x01\x00"),
])  # fmt: skip
@pytest.mark.parametrize(("key", "other"), [(b"z", b"a"), (b"a", b"z")])
def test_depth_costs_no_more_than_length(
    module: Any, made: Callable[..., bytes], loose: bytes, key: bytes, other: bytes
) -> None:
    """To put members in order, and to find the place of a fault, must not cost the length at each level."""
    limits = beve.Limits(max_depth=10_000)

    def work(text: bytes) -> tuple[bytes, str]:
        form = module.canonical(text, limits=limits)
        with pytest.raises(beve.MalformedError) as caught:
            module.check(text, limits=limits)
        return form, caught.value.path

    deep, flat = made(key, other, loose, 3000, 200), made(key, other, loose, 100, 6000)
    for levels, text in ((3000, deep), (100, flat)):
        form, path = work(text)
        assert path == ("" if key == b"z" else "/a" * levels)
        module.check(form, limits=limits)
    assert_cheap(lambda: work(deep), 0.3, times=20, than=lambda: work(flat))


def test_limits_are_those_of_both_formats() -> None:
    text = b"[[[1]]]"
    for call in (json_canonical.canonical, json_canonical.check):
        call(text, limits=beve.Limits(max_depth=4))
        with pytest.raises(beve.DepthError):
            call(text, limits=beve.Limits(max_depth=2))
        with pytest.raises(TypeError, match="limits is a Limits, not 3"):
            call(text, limits=3)  # type: ignore[arg-type]
    deep: Any = None
    for _ in range(600):
        deep = [deep]
    assert canonical.dumps(deep, max_depth=700) == beve.dumps(deep, max_depth=700)


def test_the_names_of_a_table_are_bounded() -> None:
    name = b"n" * 60_000
    message = b"\x0e\x04" + ((60_000 << 2) | 2).to_bytes(4, "little") + name + b"\x02\x00\x01\x00"[:1]
    message = message[:-1] + ((10_000 << 2) | 1).to_bytes(2, "little") + bytes(10_000)
    beve.validate(message)
    with pytest.raises(beve.LimitError, match="names of a table"):
        canonical.canonical(message)


def test_any_buffer_is_taken() -> None:
    message = Messages(5).document()
    for data in (bytearray(message), memoryview(message), memoryview(b"-" + message)[1:]):
        assert canonical.canonical(data) == canonical.canonical(message)


def test_arrays_of_any_two_values_have_a_form() -> None:
    """Also in which the first is of a kind that is packed, and the last is not, and is shorter."""
    few = elements()
    assert len({element[0] for element in few}) > 50
    cases = []
    for a in few:
        for b in few:
            message = b"\x05\x08" + a + b
            made = answer(canonical.canonical, message)
            cases.append((line("canonical", message), made))
            if made.startswith("ok"):
                form = bytes.fromhex(made[3:])
                assert canonical.canonical(form) == form
                canonical.check(form)
    assert compare(cases[:: 1 if beve.COMPILED else 8]) > 1000


def test_arrays_of_many_values_and_another_have_a_form() -> None:
    first: dict[bytes, bytes] = {}
    for element in elements():
        first.setdefault(element[:2] if element[0] & 7 == 6 else element[:1], element)
    kinds: dict[Any, bytes] = {}
    for element in first.values():
        kinds.setdefault((beve.View(element).kind, len(element)), element)
    cases = []
    for a in kinds.values():
        for b in kinds.values():
            for message in (b"\x05\x0c" + a + a + b, b"\x05\x0c" + a + b + a, b"\x05\x14" + a * 4 + b):
                cases.append((line("canonical", message), answer(canonical.canonical, message)))
    assert compare(cases) > 1000
