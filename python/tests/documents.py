"""Random documents of every form, and the Go library to compare what becomes of them."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import struct
import subprocess
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import beve
from beve import patch
from beve._times import timedelta_of
from beve._wire import NAMED, size_bytes
from beve.json import patch as json_patch

#: How many documents are compared: fewer where the walk over them is not compiled.
DOCUMENTS = int(os.environ.get("BEVE_DOCUMENTS", "800" if beve.COMPILED else "200"))
SEED = int(os.environ.get("BEVE_SEED", "1"))

PROGRAM = Path(__file__).parent / "testdata" / "documents.go"

#: Names of members: few, so that random paths lead somewhere.
NAMES = ["a", "b", "c", "", "a/b", "m~n", "ü", "long name of a member", "7", "-300"]


def go(lines: list[str]) -> list[str]:
    """Return what the Go library answers to lines."""
    command = shutil.which("go")
    if command is None:
        pytest.skip("there is no Go to compare with")
    text = "\n".join(lines) + "\n"
    run = subprocess.run(
        [command, "run", str(PROGRAM)],
        cwd=PROGRAM.parent,
        input=text,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def line(verb: str, *fields: bytes | str) -> str:
    """Return a line that the Go program reads."""
    raw = [field.encode() if isinstance(field, str) else field for field in fields]
    return " ".join([verb, *(field.hex() for field in raw)])


def answer(call: Callable[..., bytes | bytearray | None], *arguments: Any) -> str:
    """Return what is made, or the error, as the Go program says it."""
    try:
        return f"ok {bytes(call(*arguments) or b'').hex()}"
    except beve.DecodeError as e:
        return f"{type(e).__name__} {e.offset} {e.path.encode().hex()}"
    except beve.EncodeError:
        return "EncodeError"


def text(value: str) -> bytes:
    """Return text without a header."""
    return size_bytes(len(value.encode())) + value.encode()


def compare(cases: list[tuple[str, str]]) -> int:
    """Hold what Python makes of lines to what Go does, and return how many are no errors."""
    answers = go([asked for asked, _ in cases])
    assert len(answers) == len(cases)
    for (asked, ours), theirs in zip(cases, answers, strict=True):
        assert ours == theirs, asked
    return sum(theirs.startswith("ok") for theirs in answers)


def elements() -> list[bytes]:
    """Return a short value of every form: of each header, of most extensions with each byte that may follow it."""
    found = []
    for head in range(256):
        seconds = {0x06: range(3, 4), 0x0E: range(8), 0x4E: range(8)}.get(head, range(256 if head & 7 == 6 else 1))
        for second in seconds:
            for n in range(-1, 40):
                message = bytes((head, second)[: 2 + min(n, 0)]) + bytes(max(n, 0))
                try:
                    beve.validate(message)
                except beve.TruncatedError:
                    continue
                except beve.DecodeError:
                    break
                found.append(message)
                break
    return found


class Messages(random.Random):
    """Random messages, of all forms that BEVE has."""

    def native(self, depth: int, names: int = 1) -> Any:
        """Return a value nested so deep, with much that the extended profile writes in forms of its own.

        Dicts have no more than so many members: those of Go have no order.
        """
        at = beve.Timestamp(
            self.choice([-5, 0, 9**9, 1 << 34]), self.choice([0, 5, 5000]), self.choice([0, 0, 90, -60])
        )
        if depth == 0 or self.randrange(2):
            times = [at.to_datetime(), timedelta_of(self.choice([0, 1, -(10**10), 1 << 60]))]
            return self.choice([
                None, True, "text", b"\x01" * 16, 7, 1.5, {}, [], [1.5], beve.Timestamp(1 << 50),
                *times * 3, *[uuid.UUID(int=self.getrandbits(128))] * 3, beve.Interval(at, at), beve.RegExp("a+", "i"),
            ])  # fmt: skip
        inner = [self.native(depth - 1, names) for _ in range(self.randrange(7))]
        if self.randrange(3) == 0:
            return dict(zip(NAMES, inner[:names], strict=False))
        return [{"t": element} for element in inner] if self.randrange(3) == 0 else inner

    def profiled(self) -> bytes:
        """Return a message in one of the profiles, or with parts in the other one."""
        message = beve.dumps(self.native(3, 5), extended=True)
        with contextlib.suppress(beve.EncodeError):
            message = beve.dumps(self.native(3, 5), extended=self.randrange(3) == 0)
        for _ in range(self.randrange(3)):
            part = patch.Raw(beve.dumps(self.native(1), extended=True))
            with contextlib.suppress(beve.DecodeError):
                message = self.choice([patch.set, patch.insert])(message, self.choice(self.paths(message)), part)
        return message

    def document(self) -> bytes:
        """Return a value that most likely has parts."""
        message = self.scalar()
        while message[0] & 7 < 3 and self.randrange(20):
            message = self.message(4)
        return message

    def near(self, message: bytes) -> bytes:
        """Return a message that has much in common with another one."""
        for _ in range(1 + self.randrange(3)):
            path, value = self.choice(self.paths(message)), patch.Raw(self.message(2))
            with contextlib.suppress(beve.DecodeError):
                if self.randrange(4) == 0:
                    message = patch.delete(message, path)
                else:
                    message = self.choice([patch.set, patch.insert, patch.append])(message, path, value)
        return message

    def operations(self, message: bytes) -> bytes:
        """Return a JSON Patch of operations, few of which cannot be made."""
        ops = []
        for _ in range(self.randrange(5)):
            path, source = self.choice(self.paths(message)), self.choice(self.paths(message))
            verb = self.choice(
                ["add", "remove", "replace", "move", "copy", "test", "spoil" if self.random() < 0.1 else "add"]
            )
            value = self.message(2)
            if verb == "test":
                with contextlib.suppress(beve.DecodeError, ValueError):
                    value = beve.dumps(beve.View(message).at(path).value())
            members = [("op", verb), ("path", path), ("from", source), ("more", 1)]
            parts = [text(name) + beve.dumps(member) for name, member in members] + [text("value") + value]
            if self.randrange(20) == 0:
                parts.pop(self.randrange(len(parts)))
            self.shuffle(parts)
            op = b"\x03" + size_bytes(len(parts)) + b"".join(parts)
            with contextlib.suppress(beve.DecodeError):
                message = patch.apply(message, b"\x05\x04" + op)
                ops.append(op)
                continue
            if self.randrange(8) == 0:
                ops.append(op)
        return b"\x05" + size_bytes(len(ops)) + b"".join(ops)

    def message(self, depth: int) -> bytes:
        """Return a value nested so deep."""
        if depth == 0 or self.randrange(3) == 0:
            return self.scalar()
        n = self.randrange(5)
        inner = depth - 1
        choices: list[Callable[[], bytes]] = [
            *[lambda: self.object(n, inner)] * 4,
            *[lambda: b"\x05" + size_bytes(n) + b"".join(self.message(inner) for _ in range(n))] * 3,
            lambda: self.int_object(n, inner),
            lambda: self.numbers(n),
            lambda: b"\x3c" + size_bytes(n) + b"".join(text(self.choice(NAMES)) for _ in range(n)),
            lambda: b"\x1c" + size_bytes(3 * n) + self.bits(3 * n),
            lambda: self.table(n, inner),
            lambda: self.indexed(inner),
            lambda: b"\x5c\x64\x08\x05" + bytes(5) + struct.pack("<dd", 1.5, n),
            lambda: b"\x1e\x41" + size_bytes(n) + struct.pack(f"<{2 * n}f", *self.choices([0, 0.1, 2.5, -1], k=2 * n)),
            lambda: b"\x1e\x2a\x5c\x2c" + size_bytes(2 * n) + b"\x00" + bytes(4 * n),
            lambda: b"\x26\x01" + size_bytes(n) + self.randbytes(8 * n),
            lambda: b"\x16\x01\x0c\x08\x02\x01\x2c\x08" + struct.pack("<hh", n, 7),
            lambda: b"\x16\x00\x34\x04" + bytes((n, 0)) + b"\x1e\x61" + size_bytes(n) + bytes(16 * n),
            lambda: b"\x36" + self.timestamp(5) + self.timestamp(9),
            lambda: self.alike(n),
        ]
        return self.choice(choices)()

    def object(self, n: int, depth: int) -> bytes:
        """Return an object, in which names may repeat."""
        return b"\x03" + size_bytes(n) + b"".join(text(self.choice(NAMES)) + self.message(depth) for _ in range(n))

    def int_object(self, n: int, depth: int) -> bytes:
        """Return an object with integer keys."""
        number = NAMED[self.choice(["int8", "int16", "uint64", "int128"])]
        first = -2 if number.is_signed else 0
        keys = [key.to_bytes(number.size, "little", signed=number.is_signed) for key in range(first, first + n)]
        self.shuffle(keys)
        return bytes((number.header & 0xF8 | 3,)) + size_bytes(n) + b"".join(key + self.message(depth) for key in keys)

    def numbers(self, n: int) -> bytes:
        """Return an array of numbers of any type."""
        number = self.choice(list(NAMED.values()))
        raw = b"".join(self.number(number) for _ in range(n))
        return bytes((number.header & 0xF8 | 4,)) + size_bytes(n) + raw

    def number(self, number: Any) -> bytes:
        """Return a number of a type, without a header."""
        if number.code is not None and number.is_float:
            cells = [
                0.0,
                -0.0,
                1.0,
                0.1,
                2.5,
                -7.0,
                float(self.randrange(1000)) / 8,
                float("nan"),
                float("inf"),
                2.0**-20,
            ]
            return struct.pack(f"<{number.code}", self.choice(cells))
        if number.is_float:
            return self.randbytes(number.size)
        bits = self.choice([1, 7, 8, 15, 16, 31, 32, 53, 62, 63, 64, 127])
        value = self.getrandbits(bits) % (1 << 8 * number.size - number.is_signed)
        if number.is_signed and self.randrange(2):
            value = ~value
        return int(value).to_bytes(number.size, "little", signed=number.is_signed)

    def bits(self, n: int) -> bytes:
        """Return booleans."""
        return (self.getrandbits(n) if n else 0).to_bytes((n + 7) // 8, "little")

    def table(self, n: int, depth: int) -> bytes:
        """Return a table."""
        cells = b"".join(self.message(depth) for _ in range(2 * (n + 1)))
        return b"\x0e\x08" + text("b") + text("a") + size_bytes(n + 1) + cells

    def indexed(self, depth: int) -> bytes:
        """Return an object with an index."""
        values = [self.message(depth) for _ in range(2)]
        out = b"\x06\x03\x08"
        at = 0
        for name, value in zip("ab", values, strict=True):
            flags = value[0] & 7
            if flags >= 3 and (flags != 6 or value[0] in (0x06, 0x0E)):
                flags |= 0x40
            out += text(name) + struct.pack("<IHB", at, min(len(value), 65535), flags)
            at += len(value)
        return out + b"".join(values)

    def alike(self, n: int) -> bytes:
        """Return a generic array whose elements are of one kind, but for a few."""
        kind = self.choice(["text", "bool", "int", "float", "number", "complex"])
        elements = []
        for _ in range(n):
            if self.randrange(20) == 0:
                elements.append(self.scalar())  # after all
            elif kind == "complex":
                number = self.choice(list(NAMED.values()))
                elements.append(bytes((0x1E, number.header & 0xF8)) + self.number(number) + self.number(number))
            elif kind == "text":
                elements.append(b"\x02" + text(self.choice(NAMES)))
            elif kind == "bool":
                elements.append(self.choice([b"\x08", b"\x18"]))
            else:
                named = [v for k, v in NAMED.items() if kind == "number" or (kind == "float") == v.is_float]
                number = self.choice(named)
                elements.append(bytes((number.header,)) + self.number(number))
        return b"\x05" + size_bytes(n) + b"".join(elements)

    def timestamp(self, seconds: int) -> bytes:
        """Return a timestamp of any precision."""
        if self.randrange(2):
            return b"\x26\x02" + struct.pack("<qH", seconds, self.randrange(1000))
        return b"\x26\x07" + struct.pack("<qIh", seconds, self.randrange(10**9), self.choice([0, 60, -90]))

    def scalar(self) -> bytes:
        """Return a value without parts."""
        number = self.choice(list(NAMED.values()))
        words: list[Callable[[], bytes]] = [
            *[lambda: beve.dumps(self.choice([None, True, False, 0.1, "x" * self.randrange(70)]))] * 2,
            *[lambda: bytes((number.header,)) + self.number(number)] * 3,
            *[lambda: b"\x02" + text(self.choice(NAMES))] * 2,
            lambda: beve.dumps(self.getrandbits(self.randrange(1, 64)) * self.choice([1, -1])),
            lambda: b"\x46\x04" + bytes((1, 2, 3, 4, 5, 6, 0x40, 8)) + self.randbytes(8),
            lambda: b"\x1e\x40" + struct.pack("<ff", 1, self.randrange(3)),
            lambda: b"\x4e\x01" + text("a+"),
            lambda: b"\x26\x00" + self.randbytes(8),
            lambda: b"\x2e\x07" + struct.pack("<QI", self.randrange(99), self.randrange(2)),
            lambda: self.timestamp(5),
            lambda: b"\x02" + struct.pack("<H", 4 << 2 | 1) + b"long",  # a SIZE that is longer than it needs to be
        ]
        return self.choice(words)()

    def paths(self, message: bytes) -> list[str]:
        """Return paths of parts of a message, and of some that it does not have."""
        found = ["", "/", "/a/b/c", "/0/0", "/-", "x", "/~", "/a~2"]

        def walk(view: beve.View, path: str, depth: int) -> None:
            found.extend([path] * 8)
            found.extend((path + "/new", path + "/8", path + "/-", path + f"/{self.randrange(5)}", path + "/01"))
            if depth < 6:
                try:
                    parts = list(view._children())
                except beve.DecodeError:
                    return
                for key, part in parts:
                    segment = str(key).replace("~", "~0").replace("/", "~1")
                    walk(part, f"{path}/{segment}", depth + 1)

        walk(beve.View(message), "", 0)
        return found


class Texts(random.Random):
    """Random texts in JSON, with white space, escapes, and names that repeat."""

    spaces = True

    def space(self) -> str:
        """Return white space, most often none."""
        if not self.spaces:
            return ""
        return self.choice(["", "", "", " ", "\n\t", " \r\n "])

    def string(self) -> str:
        """Return a string with its quotes."""
        plain = self.choice([*NAMES, "x" * self.randrange(70), "\u2028\x7f", "😀", '"\\\n\x01/'])
        written = json.dumps(plain, ensure_ascii=self.random() < 0.3)
        return (
            written.replace("/", "\\/")
            if self.randrange(4) == 0
            else written.replace("a", "\\u0061", self.randrange(2))
        )

    def number(self) -> str:
        """Return a number of any form and size."""
        whole = self.choice(["0", "1", "7", "10", "100", "9007199254740993", "123456789012345678901234567890"])
        whole = self.choice([whole, str(self.getrandbits(self.randrange(1, 70)))])
        fraction = self.choice(["", "", ".0", ".5", ".10", ".000001", ".333333333333333333"])
        power = self.choice(
            ["", "", "", "e1", "E+2", "e-7", "e21", "e-20", "e300", "e-330", "e400", "e99999999999999999999"]
        )
        return self.choice(["", "-"]) + whole + fraction + (power if self.randrange(2) else "")

    def value(self, depth: int, simple: bool = False) -> str:
        """Return a value nested so deep; a simple one has a canonical form most often."""
        if depth == 0 or self.randrange(3) == 0:
            number = repr(self.choice([1, -5, 0.5, 1e21, 1e-7, 123.456, 2.0**60])) if simple else self.number()
            return self.choice(["null", "true", "false", number, number, self.string(), self.string()])
        pieces, names = [], self.sample(NAMES, 5) if simple else self.choices(NAMES, k=5)
        is_object = self.randrange(2) == 0
        for name in names[: self.randrange(5)]:
            inner = self.space() + self.value(depth - 1, simple) + self.space()
            key = json.dumps(name, ensure_ascii=self.random() < 0.5)
            pieces.append(f"{self.space()}{key}{self.space()}:{inner}" if is_object else inner)
        between = ",".join(pieces) or self.space()
        return f"{{{between}}}" if is_object else f"[{between}]"

    def document(self, simple: bool = False) -> bytes:
        """Return a text that most likely has parts."""
        found = ""
        while found.lstrip()[:1] not in ("{", "["):
            found = self.value(4, simple)
            if self.randrange(20) == 0:
                break
        return (self.space() + found + self.space()).encode()

    def paths(self, text: bytes) -> list[str]:
        """Return paths of parts of a text, and of some that it does not have."""
        found = ["", "/", "/a/b/c", "/0/0", "/-", "x", "/~"]

        def walk(value: Any, path: str) -> None:
            found.extend([path] * 8)
            found.extend((path + "/new", path + "/8", path + "/-", path + f"/{self.randrange(5)}", path + "/01"))
            if isinstance(value, dict):
                for name, part in value.items():
                    walk(part, path + "/" + name.replace("~", "~0").replace("/", "~1"))
            elif isinstance(value, list):
                for i, part in enumerate(value):
                    walk(part, f"{path}/{i}")

        walk(json.loads(text, parse_int=str, parse_float=str), "")
        return found

    def operations(self, text: bytes) -> bytes:
        """Return a JSON Patch of operations, few of which cannot be made."""
        ops: list[str] = []
        for _ in range(self.randrange(5)):
            path, source = self.choice(self.paths(text)), self.choice(self.paths(text))
            verb = self.choice(["add", "remove", "replace", "move", "copy", "test", "add"])
            members = [f'"{k}":{json.dumps(v)}' for k, v in (("op", verb), ("path", path), ("from", source))]
            members.append(f'"value":{self.value(2)}')
            self.shuffle(members)
            op = "{" + ("," + self.space()).join(members) + "}"
            with contextlib.suppress(beve.DecodeError):
                text = json_patch.apply(text, f"[{op}]".encode())
                ops.append(op)
                continue
            if self.randrange(8) == 0:
                ops.append(op)
        return ("[" + ",".join(ops) + "]").encode()
