"""What Python hashes without a secret: keys and elements of one hash cost no more than others."""

from __future__ import annotations

import sys
import uuid
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Mapping, Set
from decimal import Decimal
from typing import Any

import pytest
from cost import assert_cheap

import beve
from beve import canonical, patch
from beve._hashes import MOST_ALIKE, are_crowded
from beve._wire import NAMED, size_bytes

#: What all multiples of have the same hash, as integers and as what is made of these.
ONE = sys.hash_info.modulus
MANY = 20_000


def keyed(keys: list[int], name: str = "uint128") -> bytes:
    """Return an object with integer keys, all of nothing."""
    number = NAMED[name]
    raw = [key.to_bytes(number.size, "little", signed=number.is_signed) + b"\x00" for key in keys]
    return bytes((number.header & 0xF8 | 3,)) + size_bytes(len(keys)) + b"".join(raw)


def views(message: bytes) -> None:
    view = beve.View(message)
    assert len(list(view.items())) == len(view)
    view.value()


#: All that reads an object with integer keys.
READERS: dict[str, Callable[[bytes], Any]] = {
    "loads": beve.loads,
    "loads, unique": lambda message: beve.loads(message, reject_duplicates=True),
    "validate": beve.validate,
    "validate, unique": lambda message: beve.validate(message, reject_duplicates=True),
    "iter_stream": lambda message: list(beve.iter_stream([message, message])),
    "iter_stream, in pieces": lambda message: list(
        beve.iter_stream(message[i : i + 99] for i in range(0, 400_000, 99))
    ),
    "loads_as": lambda message: beve.loads_as(dict[int, None], message),
    "loads_as, any": lambda message: beve.loads_as(object, message),
    "View": views,
    "canonical": canonical.canonical,
    "check": canonical.check,
    "patch": lambda message: patch.diff(message, patch.set(message, "/5", 1)),
    "merge": lambda message: patch.merge(message, message),
}
WITHOUT_VALUES = {"validate", "validate, unique", "canonical", "check", "patch", "merge"}

ALIKE = {
    "uint128": [i * ONE for i in range(1, MANY)],
    "int128": [(-1) ** i * (i // 2 * ONE + 5) for i in range(2, MANY)],
}


def error_of(call: Callable[[], Any]) -> beve.DecodeError | None:
    """Return the error of a call, if there is one."""
    try:
        call()
    except beve.DecodeError as error:
        return error
    return None


@pytest.mark.parametrize("name", ALIKE)
@pytest.mark.parametrize("reader", READERS)
def test_integer_keys_of_one_hash_cost_no_more_than_others(name: str, reader: str) -> None:
    read = READERS[reader]
    others, alike = keyed([i << 65 | i for i in range(1, MANY)], name), keyed(sorted(ALIKE[name]), name)
    # All with all are 200 million comparisons, which take two seconds and more.
    assert_cheap(lambda: error_of(lambda: read(alike)), 0.5, times=4, than=lambda: read(others))
    error = error_of(lambda: read(alike))
    if reader not in WITHOUT_VALUES:
        assert isinstance(error, beve.LimitError)
        assert "of one hash" in error.reason
        assert error.path.startswith(("/", "/0/"))
    else:
        assert not isinstance(error, beve.LimitError)


def test_a_dict_takes_some_keys_of_one_hash() -> None:
    keys = [(1 << 70) // ONE * ONE + i * ONE for i in range(MOST_ALIKE + 1)]
    assert len(beve.loads(keyed(keys[:-1]))) == MOST_ALIKE
    with pytest.raises(beve.LimitError) as caught:
        beve.loads(keyed(keys))
    assert caught.value.path == f"/{keys[-1]}"
    assert caught.value.offset == len(keyed(keys)) - 17
    assert beve.loads(keyed(keys[:3] * 100)) == dict.fromkeys(keys[:3])
    assert len(beve.loads(b"\x05\x08" + keyed(keys[:-1]) + keyed(keys[:-1]))) == 2


def test_integers_of_64_bits_are_never_too_many() -> None:
    for rest in (0, 1, 7, ONE - 1):
        for name, low, high in (("int64", -(1 << 63), 1 << 63), ("uint64", 0, 1 << 64)):
            keys = [key for key in range(rest - 8 * ONE, 9 * ONE, ONE) if low <= key < high]
            assert len(keys) < 10
            assert list(beve.loads(keyed(keys, name))) == keys
            assert beve.loads_as(set[int], beve.dumps(keys)) == set(keys)


#: Values that all have one hash, as they are written, by the type that is made of them.
VALUES: dict[Any, Callable[[int], Any]] = {
    int: lambda i: i * ONE,
    Decimal: lambda i: str(i * ONE),
    complex: lambda i: complex(1_000_003 * i, -i),
    uuid.UUID: lambda i: uuid.UUID(int=i * ONE),
    tuple[int, ...]: lambda i: [i * ONE],
    tuple[Decimal, int]: lambda i: [str(i * ONE), 7],
    int | str: lambda i: i * ONE,
}


@pytest.mark.parametrize("of", VALUES, ids=str)
@pytest.mark.parametrize("cls", [set, frozenset, Set])
def test_elements_of_one_hash_cost_no_more_than_others(of: Any, cls: Any) -> None:
    n = 8000
    values = [VALUES[of](i) for i in range(n)]
    message = beve.dumps(values, extended=True)
    error = error_of(lambda: beve.loads_as(cls[of], message))
    assert_cheap(
        lambda: error_of(lambda: beve.loads_as(cls[of], message)),
        0.3,
        times=4,
        than=lambda: beve.loads_as(list[of], message),
    )
    assert isinstance(error, beve.MismatchError)
    assert "of one hash" in error.reason
    few = beve.dumps(values[:30] * 50, extended=True)
    assert len(beve.loads_as(cls[of], few)) == len(set(beve.loads_as(list[of], few)))


@pytest.mark.parametrize("cls", [dict, Mapping, OrderedDict, defaultdict])
def test_keys_that_text_becomes_cost_no_more_than_others(cls: Any) -> None:
    message = beve.dumps({str(i * ONE): i for i in range(8000)})
    error = error_of(lambda: beve.loads_as(cls[Decimal, int], message))
    assert_cheap(lambda: error_of(lambda: beve.loads_as(cls[Decimal, int], message)), 0.5)
    assert isinstance(error, beve.MismatchError)
    assert "of one hash" in error.reason
    assert len(beve.loads_as(cls[str, int], message)) == 8000
    nested = beve.dumps({"a": [{str(i * ONE): i for i in range(8000)}]})
    with pytest.raises(beve.MismatchError) as caught:
        beve.loads_as(dict[str, list[dict[Decimal, int]]], nested)
    assert caught.value.path == "/a/0"
    assert caught.value.offset > 0


def test_what_is_crowded_is_told_from_what_is_there_again() -> None:
    alike = [i * ONE for i in range(MOST_ALIKE + 1)]
    assert are_crowded(alike)
    assert not are_crowded(alike[1:])
    assert not are_crowded([5] * 1000)
    assert not are_crowded(alike[1:] * 10)
    assert not are_crowded(range(100_000))
    assert max(Counter(map(hash, alike)).values()) == MOST_ALIKE + 1
