"""Changes to messages, held to package patch of the Go library over random documents: bytes, and errors."""

from __future__ import annotations

import struct
from typing import Any

from documents import DOCUMENTS, SEED, Messages, answer, compare, go, line, text

import beve
from beve import patch
from beve._wire import size_bytes
from beve.canonical import canonical, check


def change(verb: str, message: Any, path: str, value: bytes) -> Any:
    """Make one change."""
    if verb == "delete":
        return patch.delete(message, path)
    return getattr(patch, verb)(message, path, patch.Raw(value))


def test_single_changes_are_those_of_go() -> None:
    r = Messages(SEED)
    cases = []
    for _ in range(DOCUMENTS):
        message, value = r.document(), r.message(2)
        path, verb = r.choice(r.paths(message)), r.choice(["set", "set", "delete", "delete", "insert", "append"])
        before = bytearray(message)
        made = answer(change, verb, message, path, value)
        assert answer(change, verb, before, path, value) == made
        assert before == (bytes.fromhex(made[3:]) if made.startswith("ok") else message)
        if made.startswith("ok"):
            beve.validate(before)
        cases.append((line(verb, message, path, value), made))
    assert compare(cases) > DOCUMENTS // 8


def test_patches_are_applied_as_by_go() -> None:
    r = Messages(SEED + 1)
    cases = []
    for _ in range(DOCUMENTS):
        message = r.document()
        ops = r.operations(message)
        cases.append((line("apply", message, ops), answer(patch.apply, message, ops)))
    assert compare(cases) > DOCUMENTS // 2


def test_merges_are_those_of_go() -> None:
    r = Messages(SEED + 2)
    cases = []
    for _ in range(DOCUMENTS):
        message, merged = r.document(), r.document()
        if r.randrange(2):
            message, merged = r.object(r.randrange(5), 3), r.object(r.randrange(5), 3)
        cases.append((line("merge", message, merged), answer(patch.merge, message, merged)))
    assert compare(cases) > DOCUMENTS // 2


def test_differences_are_those_of_go_and_lead_to_the_other() -> None:
    r = Messages(SEED + 3)
    cases = []
    for _ in range(DOCUMENTS):
        a = r.document()
        b = r.near(a) if r.randrange(4) else r.document()
        made = patch.diff(a, b)
        cases.append((line("diff", a, b), answer(patch.diff, a, b)))
        assert len(made) <= len(b) + 80
        assert patch.diff(patch.apply(a, made), b) == b"\x05\x00"
    assert compare(cases) == DOCUMENTS


def test_batches_do_what_patches_do() -> None:
    r = Messages(SEED + 4)
    for _ in range(DOCUMENTS // 4):
        message = r.document()
        batch, ops = patch.Batch(), []
        for _ in range(r.randrange(4)):
            path, source, value = r.choice(r.paths(message)), r.choice(r.paths(message)), r.scalar()
            verb = r.choice(["add", "remove", "move", "copy", "test"])
            no_pointers = {"x", "/~", "/a~2"} & ({path, source} if verb in ("move", "copy") else {path})
            if no_pointers or (verb == "remove" and not path) or (verb == "move" and path.startswith(source + "/")):
                continue  # wrong in itself, which is an error of a patch
            if verb == "remove":
                batch.delete(path)
            elif verb in ("move", "copy"):
                getattr(batch, verb)(source, path)
            elif verb == "add" and path.endswith("/-"):
                batch.insert(path, patch.Raw(value))
            elif verb == "test":
                batch.test(path, patch.Raw(value))
            else:
                continue
            parts = [text("op") + beve.dumps(verb), text("path") + beve.dumps(path)]
            parts += [text("from") + beve.dumps(source), text("value") + value]
            ops.append(b"\x03\x10" + b"".join(parts))
        whole = b"\x05" + size_bytes(len(ops)) + b"".join(ops)
        assert answer(batch.do, message) == answer(patch.apply, message, whole)


def test_canonical_forms_are_those_of_go() -> None:
    r = Messages(SEED + 5)
    cases = []
    for _ in range(DOCUMENTS):
        message = r.document() if r.randrange(4) else r.alike(r.randrange(6))
        made = answer(canonical, message)
        cases.append((line("canonical", message), made))
        if not made.startswith("ok"):
            continue
        form = bytes.fromhex(made[3:])
        check(form)
        assert canonical(form) == form
        is_form = answer(check, message).startswith("ok")
        assert is_form == (form == message)
        cases.append((line("check", form), "ok "))
        if is_form:
            cases.append((line("check", message), "ok "))
    assert compare(cases) > DOCUMENTS // 2


def test_forms_of_one_value_have_one_canonical_form() -> None:
    cases = []
    for made in go([line("forms", (SEED + i).to_bytes(8, "little")) for i in range(DOCUMENTS)]):
        raw, messages = bytes.fromhex(made[3:]), []
        while raw:
            end = 4 + int.from_bytes(raw[:4], "little")
            messages.append(raw[4:end])
            raw = raw[end:]
        form = canonical(messages[0])
        check(form)
        cases.append((line("canonical", messages[0]), "ok " + form.hex()))
        for message in messages:
            assert canonical(message) == form, (message.hex(), messages[0].hex())
            assert answer(check, message).startswith("ok") == (message == form)
    assert compare(cases) == DOCUMENTS


def test_times_and_complex_numbers_are_equal_as_in_go() -> None:
    """Of the same instant, the same span and the same parts in any form, which Go has in one place of another."""
    second = (10**9).to_bytes(8, "little")
    stamp = (1).to_bytes(8, "little")
    values = [
        bytes((0x26, 0)) + second,
        bytes((0x26, 2)) + stamp + bytes(2),
        bytes((0x26, 6)) + stamp + bytes(4),
        bytes((0x26, 7)) + stamp + bytes(4) + b"\x3c\0",
        bytes((0x26, 6)) + bytes([255] * 8) + bytes(4),
        bytes((0x26, 6)) + b"\xff\xff\xff\x4b\x04\0\0\0" + bytes(4),
        bytes((0x2E, 6)) + bytes(12),
        bytes((0x2E, 7)) + bytes(12),
        bytes((0x2E, 6)) + stamp + bytes(4),
        bytes((0x1E, 0x40)) + struct.pack("<ff", 0.5, 2),
        bytes((0x1E, 0x60)) + struct.pack("<dd", 0.5, 2),
        bytes((0x1E, 0x08)) + b"\x01\x02",
        b"\x00",
    ]
    drafts = bytes((0x26, 1, 8)) + second + second
    cases = []
    for b in values:
        for a in values:
            ops = beve.dumps([{"op": "test", "path": "", "value": None}])[:-1] + b
            cases.append((line("apply", a, ops), answer(patch.apply, a, ops)))
            message = b"\x05\x04" + a
            cases.append((line("set", message, "/0", b), answer(change, "set", message, "/0", b)))
        cases.append((line("set", drafts, "/1", b), answer(change, "set", drafts, "/1", b)))
        cases.append((line("append", drafts, "", b), answer(change, "append", drafts, "", b)))
    assert compare(cases) > len(values)
