"""Changes to messages, held to package patch of the Go library over random documents: bytes, and errors."""

from __future__ import annotations

import contextlib
import struct
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
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


def put(verb: str, message: bytes, path: str, value: Any) -> list[tuple[str, str]]:
    """Return what Go is asked for a change to a value of Python, alone and as a batch, and what becomes of it here."""
    raw = beve.dumps(value, extended=True)
    batch = getattr(patch.Batch(), verb)(path, value)
    cases = [(line(f"native-batch-{verb}", message, path, raw), answer(batch.do, message))]
    if verb != "test":
        cases.append((line(f"native-{verb}", message, path, raw), answer(getattr(patch, verb), message, path, value)))
    return cases


def test_values_take_the_profile_that_they_take_in_go() -> None:
    r = Messages(SEED + 6)
    cases, distant = [], []
    for _ in range(2 * DOCUMENTS):
        message, value = r.profiled() if r.randrange(4) else r.document(), r.native(2)
        path, verb = r.choice(r.paths(message)), r.choice(["set", "set", "insert", "append", "test"])
        if verb == "test":
            with contextlib.suppress(beve.DecodeError, ValueError):
                found = beve.View(message).at(path).value()
                beve.dumps(found)  # or it is of what nothing writes
                value = found if r.randrange(4) else value
        for asked, ours in put(verb, message, path, value):
            if ours == "EncodeError":
                distant.append(asked)  # with a time that has no portable form
            else:
                cases.append((asked, ours))
    assert compare(cases) > DOCUMENTS // 2
    assert {theirs.split()[0] for theirs in go(distant)} == {"UnsupportedError"}


def test_values_take_the_profile_of_what_is_there() -> None:
    at = beve.parse_time("2026-01-02T03:04:05.678+01:00")
    natives: list[Any] = [at, timedelta(seconds=1), UUID(int=7), beve.Interval(at, at), beve.RegExp("a"), [at]]
    cases = []
    for old in [*natives, None, "text", 7, 1.5, bytes(16), {}, [], [timedelta(1)], [b"text"]]:
        for extended in (False, True):
            for other in ("text", at):
                message = beve.dumps({"v": old, "list": [old, other], "mark": at}, extended=extended)
                for value in natives:
                    places = [
                        ("set", "/v"),
                        ("set", "/list/0"),
                        ("append", "/list"),
                        ("insert", "/new"),
                        ("test", "/v"),
                    ]
                    places += [("insert", f"/list/{i}") for i in range(3)]
                    for verb, path in places if other == "text" else places[4:]:
                        cases += put(verb, message, path, value)
    r = Messages(SEED)
    for part in [r.indexed(0), r.table(2, 0), b"\x0e\x04\x02\x10text", b"\x0e\x00\x00"]:
        message = patch.set(beve.dumps({"v": None, "in": {}}), "/in", patch.Raw(b"\x05\x08\x00" + part))
        for value in natives:
            cases += put("set", message, "/v", value) + put("append", message, "/in", value)
    assert compare(cases) > len(cases) * 3 // 4


def test_the_profile_is_chosen_by_who_asks() -> None:
    at = beve.parse_time("2026-01-02T03:04:05+01:00")
    message = beve.dumps({"at": at, "text": at.isoformat()}, extended=True)
    portable, extended = beve.dumps(at), beve.dumps(at, extended=True)
    for path in ("/at", "/text", "/new"):
        choices: list[tuple[bytes, Any, dict[str, Any]]] = [
            (portable, at, {"extended": False}),
            (extended, at, {"extended": True}),
            (portable, patch.Raw(portable), {}),
            (extended, patch.Raw(extended), {}),
        ]
        for kept, value, options in choices:
            for made in (
                patch.set(message, path, value, **options),
                patch.Batch().set(path, value, **options).do(message),
            ):
                assert beve.dumps(beve.View(made).at(path).value(), extended=kept == extended) == kept
                assert made.endswith(kept) or path != "/new"
    patch.Batch().test("/at", at).test("/text", at).do(message)
    for path, value in (("/at", patch.Raw(portable)), ("/text", patch.Raw(extended))):
        with pytest.raises(patch.TestFailedError):
            patch.Batch().test(path, value).do(message)


def test_values_of_operations_take_the_profile() -> None:
    r = Messages(SEED + 7)
    for _ in range(DOCUMENTS // 2):
        message, batch = r.profiled(), patch.Batch()
        ops = []
        for _ in range(r.randrange(1, 7)):
            path, value = r.choice(r.paths(message)), r.native(1)
            try:
                beve.dumps(value)
                if path.endswith("/-") or not path:
                    batch.insert(path, value).do(message)
                    ops.append({"op": "add", "path": path, "value": value})
                else:
                    batch.test(path, value).do(message)
                    ops.append({"op": "test", "path": path, "value": value})
            except beve.BeveError:
                batch._ops = batch._ops[: len(ops)]
        assert patch.apply(message, ops) == batch.do(message)
    with pytest.raises(beve.EncodeError):
        patch.apply(message, [{"op": "add", "path": "", "value": beve.Timestamp(1 << 50)}])


def test_a_value_without_a_portable_form_needs_an_extended_message() -> None:
    at = beve.Timestamp(1 << 50)
    message = beve.dumps({"at": beve.parse_time("2026-01-02T03:04:05Z"), "new": None}, extended=True)
    for path in ("/at", "/new", "/more", ""):
        assert beve.View(patch.set(message, path, at)).at(path).value() == at
        with pytest.raises(beve.EncodeError):
            patch.set(message, path, at, extended=False)
        kept = bytearray(beve.dumps({"at": "x"}))
        for change in (patch.Batch().set(path, at).do, lambda m, path=path: patch.set(m, path, at)):
            with pytest.raises(beve.EncodeError):
                change(kept)
            assert kept == beve.dumps({"at": "x"})
    with pytest.raises(beve.EncodeError):
        patch.Batch().set("", [at, object()])


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
