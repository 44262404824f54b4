"""The pipe of a testee: requests come in, answers go out. Useful for any reader in Python."""

import json
import math
import sys
from collections.abc import Callable
from typing import Any


class Skip(Exception):
    """The testee cannot do what is asked."""


def serve(hello: dict[str, str], refusals: tuple[type[BaseException], ...], verbs: dict[bytes, Callable[[bytes], Any]]) -> None:
    """Answer requests until the input ends.

    ``verbs`` has a function for b"R", b"T" and b"W": the first two return the notation as
    text, or None if there is no meaning to tell; the last returns bytes. An exception of
    ``refusals`` says that a message is refused; any other ends the program, as it should.
    """
    source, target = sys.stdin.buffer, sys.stdout.buffer
    while head := source.read(4):
        request = source.read(int.from_bytes(head, "little"))
        verb, content = request[:1], request[1:]
        if verb == b"H":
            answer = b"V" + json.dumps(hello).encode()
        elif verb not in verbs:
            answer = b"Snot here"
        else:
            try:
                result = verbs[verb](content)
                answer = b"A" if result is None else b"B" + result if verb == b"W" else b"V" + result.encode()
            except Skip as reason:
                answer = b"S" + str(reason).encode()
            except refusals as error:
                answer = b"E" + repr(error).encode("utf-8", "replace")
        target.write(len(answer).to_bytes(4, "little") + answer)
        target.flush()


def text(value: str) -> str:
    """Return the notation of text."""
    return json.dumps(value, ensure_ascii=False)


def number(value: float) -> str:
    """Return the notation of a float."""
    if math.isnan(value):
        return '{"$float":"NaN"}'
    if math.isinf(value):
        return '{"$float":"%sInfinity"}' % ("-" if value < 0 else "")
    return repr(float(value))


def listing(values: Any) -> str:
    """Return the notation of values that are printed already."""
    return "[" + ",".join(values) + "]"


def mapping(pairs: list[tuple[Any, str]]) -> str:
    """Return the notation of an object, whose keys are text or integers."""
    if any(not isinstance(key, str) for key, _ in pairs):
        return '{"$map":' + listing(f"[{key},{value}]" for key, value in pairs) + "}"
    if any(key.startswith("$") for key, _ in pairs):
        return '{"$object":' + listing(f"[{text(key)},{value}]" for key, value in pairs) + "}"
    return "{" + ",".join(f"{text(key)}:{value}" for key, value in pairs) + "}"


def lacks(name: str, content: Any) -> Any:
    """Skip for what Python lacks."""
    raise Skip("no value of Python for " + name)


def value_of(node: Any, make: Callable[[str, Any], Any] = lacks) -> Any:
    """Return what a value to be written is in Python; ``make`` is for what a package brings."""
    if isinstance(node, list):
        return [value_of(n, make) for n in node]
    if not isinstance(node, dict):
        return node
    if len(node) != 1 or not next(iter(node)).startswith("$"):
        return {key: value_of(n, make) for key, n in node.items()}
    ((name, content),) = node.items()
    if name == "$f64" and isinstance(content, str):
        import struct

        return struct.unpack(">d", bytes.fromhex(content))[0]
    if name == "$f64":
        return float(content)
    if name == "$map" or name == "$object" and len({key for key, _ in content}) == len(content):
        return {key: value_of(n, make) for key, n in content}
    if name == "$complex":
        return complex(*(value_of(n, make) for n in content))
    return make(name, content)
