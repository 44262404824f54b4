"""Texts in JSON, changed and in canonical form: held to the Go library over random documents, bytes and errors."""

from __future__ import annotations

import contextlib
import json
import struct
from typing import Any

import pytest
from documents import DOCUMENTS as MANY
from documents import SEED, Texts, answer, compare, go, line

import beve
from beve.json import patch
from beve.json.canonical import canonical, check

DOCUMENTS = MANY // 2  # the walk over them takes longer

pytestmark = pytest.mark.once


def change(verb: str, text: Any, path: str, value: bytes) -> Any:
    """Make one change."""
    if verb == "delete":
        return patch.delete(text, path)
    return getattr(patch, verb)(text, path, patch.Raw(value))


def test_single_changes_are_those_of_go() -> None:
    r = Texts(SEED)
    cases = []
    for _ in range(DOCUMENTS):
        r.spaces = False  # which Go takes out of raw values, and escapes U+2028 in them
        value = r.value(2).replace("\u2028", "").encode()
        r.spaces = True
        text = r.document()
        path, verb = r.choice(r.paths(text)), r.choice(["set", "set", "delete", "delete", "insert", "append"])
        before = bytearray(text)
        made = answer(change, verb, text, path, value)
        assert answer(change, verb, before, path, value) == made
        assert before == (bytes.fromhex(made[3:]) if made.startswith("ok") else text)
        if made.startswith("ok"):
            json.loads(before)
        cases.append((line("json-" + verb, text, path, value), made))
    assert compare(cases) > DOCUMENTS // 8


def test_patches_are_applied_as_by_go() -> None:
    r = Texts(SEED + 1)
    cases = []
    for _ in range(DOCUMENTS):
        text = r.document()
        ops = r.operations(text)
        cases.append((line("json-apply", text, ops), answer(patch.apply, text, ops)))
    assert compare(cases) > DOCUMENTS // 2


def test_merges_are_those_of_go() -> None:
    r = Texts(SEED + 2)
    cases = []
    for _ in range(DOCUMENTS):
        text, merged = r.document(), r.document()
        cases.append((line("json-merge", text, merged), answer(patch.merge, text, merged)))
    assert compare(cases) == DOCUMENTS


def test_differences_are_those_of_go_and_lead_to_the_other() -> None:
    r = Texts(SEED + 3)
    cases = []
    for _ in range(DOCUMENTS):
        a = r.document()
        b = r.document()
        if r.randrange(4):
            with contextlib.suppress(beve.DecodeError):
                b = patch.apply(a, r.operations(a))
        made = patch.diff(a, b)
        cases.append((line("json-diff", a, b), answer(patch.diff, a, b)))
        assert len(made) <= len(b) + 80
        assert patch.diff(patch.apply(a, made), b) == b"[]"
    assert compare(cases) == DOCUMENTS


def test_canonical_forms_are_those_of_go() -> None:
    r = Texts(SEED + 4)
    cases = []
    for i in range(DOCUMENTS):
        text = r.document(simple=i % 2 == 0)
        made = answer(canonical, text)
        cases.append((line("json-canonical", text), made))
        if made.startswith("ok"):
            form = bytes.fromhex(made[3:])
            check(form)
            assert canonical(form) == form
            assert answer(check, text).startswith("ok") == (form == text)
            cases.append((line("json-check", form), "ok "))
    assert compare(cases) > DOCUMENTS // 2


def test_numbers_are_printed_as_by_go() -> None:
    r = Texts(SEED + 5)
    cases = []
    for _ in range(4 * DOCUMENTS):
        (value,) = struct.unpack("<d", r.randbytes(8))
        text = repr(r.choice([value, float(r.getrandbits(70)), r.getrandbits(53) / 2 ** r.randrange(80)])).encode()
        if text not in (b"nan", b"inf", b"-inf"):
            cases.append((line("json-canonical", text), answer(canonical, text)))
    assert compare(cases) > 3 * DOCUMENTS


MALFORMED = [
    "", " ", "[", "[1", "[1,", "[1,]", "[,1]", "{", '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', "{1:2}",
    '{"a" 1}', "[1 2]", "01", "-", "+1", "1.", ".5", "1e", "1e+", "tru", "truex", "nul", "NaN", "'a'", '"a',
    '"\\x"', '"\\u12"', '"\n"', "[1]]", "1 2", "]", "}", ":", ",", "{]", "[}", '"\\ud800"', '{"\\udc00":1}',
    '{"a":1,"\\u0061":2}', "\ufeff1",
]  # fmt: skip


@pytest.mark.parametrize("text", MALFORMED)
def test_malformed_texts_are_refused_as_by_go(text: str) -> None:
    with pytest.raises(beve.DecodeError) as caught:
        canonical(text.encode())
    assert 0 <= caught.value.offset <= len(text.encode())


def test_malformed_texts_are_refused_where_go_refuses_them() -> None:
    r = Texts(SEED + 6)
    cases = [(line("json-canonical", text), answer(canonical, text.encode())) for text in MALFORMED if text]
    for _ in range(DOCUMENTS):
        text = bytearray(r.document(simple=True))
        at = r.randrange(len(text))
        text[at : at + r.randrange(3)] = r.choice([b"", b"\xff", b"{", b"]", b",", b'"', b"1", b"\\", b"\x00", b"e"])
        if text:
            cases.append((line("json-canonical", bytes(text)), answer(canonical, text)))
    compare(cases)


def test_depth_is_limited_as_by_go() -> None:
    cases = []
    for n in (10_000, 10_001):
        for inner in ("", "1"):
            for begin, end in (("[", "]"), ('{"a":', "}")):
                text = begin * n + (inner or "[]") + end * n
                cases.append((line("json-canonical", text), answer(canonical, text.encode()).split(" ")[0]))
    answers = go([asked for asked, _ in cases])
    assert [theirs.split(" ")[0] for theirs in answers] == [ours for _, ours in cases]
