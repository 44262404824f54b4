"""Errors, limits and options of decoding."""

from __future__ import annotations

import array
import copy
import importlib.util
import pickle
from io import BytesIO
from typing import Any

import pytest

import beve


@pytest.mark.parametrize(
    ("data", "kind", "text"),
    [
        ("", beve.TruncatedError, "beve: at byte 0: input ends inside a value"),
        ("03 04 04 61 05 04 07", beve.MalformedError, "beve: /a/0 at byte 6: invalid header 0x07"),
        ("03 04 04 61 05 08 00", beve.TruncatedError, "beve: /a at byte 7: input ends inside a value"),
        ("03 04 08 61 ff 00", beve.MalformedError, "beve: at byte 4: invalid UTF-8"),
        ("03 08 0c 61 2f 7e 02 04 ff 00 00 00", beve.MalformedError, "beve: /a~1~0 at byte 8: invalid UTF-8"),
        ("0b 04 fb 02 10 00", beve.TruncatedError, "beve: /-5 at byte 6: input ends inside a value"),
        ("3c 08 00 04 ff", beve.MalformedError, "beve: /1 at byte 4: invalid UTF-8"),
        ("05 04 06 00", beve.MalformedError, "beve: /0 at byte 2: a delimiter where a value is expected"),
        ("0e 04 04 61 08 00 07", beve.MalformedError, "beve: /1/a at byte 6: invalid header 0x07"),
        ("05 04 81" + "00" * 16, beve.UnsupportedError, "beve: /0 at byte 3: numbers of type float128"),
        ("00 00", beve.TrailingError, "beve: at byte 1: data after the value"),
        ("06 03 04 04 61 00 00 00 00 01 00 00 07", beve.MalformedError, "beve: /a at byte 12: invalid header 0x07"),
    ],
)
def test_errors_say_where_and_why(data: str, kind: type[beve.DecodeError], text: str) -> None:
    with pytest.raises(kind) as caught:
        beve.loads(bytes.fromhex(data))
    assert str(caught.value).startswith(text)
    assert isinstance(caught.value, ValueError)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), type(again)) == (str(caught.value), kind)
    assert str(copy.copy(caught.value)) == str(caught.value)


def test_errors_of_streams_count_from_its_start() -> None:
    values = BytesIO()
    beve.dump_stream([[0] * 70_000, {"a": 1}], values)
    data = values.getvalue() + bytes.fromhex("06 03 04 04 61 07")
    stream = beve.iter_stream(BytesIO(data))
    assert [len(next(stream)) for _ in range(2)] == [70_000, 1]
    with pytest.raises(beve.MalformedError) as caught:
        next(stream)
    assert caught.value.offset == len(data) - 1
    assert caught.value.path == "/a"


def limits(**given: Any) -> Any:
    return {"limits": beve.Limits(**given)}


def test_depth_is_limited() -> None:
    data = bytes.fromhex("0504" * 127 + "00")  # 128 levels
    beve.loads(data)
    beve.loads(data, **limits(max_depth=128))
    with pytest.raises(beve.DepthError) as caught:
        beve.loads(data, **limits(max_depth=127))
    assert caught.value.path == "/0" * 126
    for read in (
        beve.validate,
        lambda *a, **o: list(beve.iter_stream(*a, **o)),
        lambda *a, **o: beve.View(*a, **o).value(),
    ):
        with pytest.raises(beve.DepthError):
            read(data, **limits(max_depth=127))
    view = beve.View(data, **limits(max_depth=127)).at("/0" * 100)
    with pytest.raises(beve.DepthError):
        view.value()


def test_depth_has_nothing_to_do_with_the_recursion_of_python() -> None:
    deep = bytes.fromhex("0504" * 50_000 + "00")
    value = beve.loads(deep, **limits(max_depth=100_000))
    for _ in range(50_000):
        (value,) = value
    assert value is None
    with pytest.raises(beve.DepthError):
        beve.loads(bytes.fromhex("0504" * 100_000 + "00"), **limits(max_depth=10**9))


def test_tables_count_two_levels() -> None:
    table = beve.dumps([{"a": 1}], extended=True, min_table_rows=1)
    beve.loads(table, **limits(max_depth=3))
    with pytest.raises(beve.DepthError):
        beve.loads(table, **limits(max_depth=2))
    with pytest.raises(beve.LimitError):
        beve.loads(table, **limits(max_elements=1))
    beve.loads(table, **limits(max_elements=2))


def test_elements_are_limited_over_all_levels() -> None:
    data = beve.dumps([[1, 2], [3, 4], {"a": 1}])
    beve.loads(data, **limits(max_elements=8))
    with pytest.raises(beve.LimitError):
        beve.loads(data, **limits(max_elements=7))
    numbers = bytes.fromhex("14a10f") + bytes(1000)
    assert len(beve.loads(numbers, **limits(max_elements=0))) == 1000


def test_bytes_are_limited() -> None:
    data = beve.dumps("x" * 100)
    beve.loads(data, **limits(max_bytes=len(data)))
    for read in (
        lambda **o: beve.loads(data, **o),
        lambda **o: beve.load(BytesIO(data), **o),
        lambda **o: beve.View(data, **o),
        lambda **o: beve.validate(data, **o),
        lambda **o: list(beve.iter_stream(BytesIO(data), **o)),
        lambda **o: list(beve.iter_stream([data], **o)),
    ):
        with pytest.raises(beve.LimitError):
            read(**limits(max_bytes=len(data) - 1))
    assert len(list(beve.iter_stream(data * 3, **limits(max_bytes=len(data))))) == 3
    with pytest.raises(ValueError, match="at least"):
        beve.Limits(max_depth=0)


def test_duplicate_keys() -> None:
    for data in ("03 08 04 61 00 04 61 18", "0b 08 05 00 05 18"):
        (value,) = beve.loads(bytes.fromhex(data)).values()
        assert value is True  # the last wins
        with pytest.raises(beve.DuplicateError, match="duplicate key"):
            beve.loads(bytes.fromhex(data), reject_duplicates=True)


def test_unknown_options_are_refused() -> None:
    with pytest.raises(TypeError):
        beve.loads(b"\x00", depth=3)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="arrays is"):
        beve.loads(b"\x00", arrays="torch")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        beve.dumps(1, indent=2)  # type: ignore[call-arg]


def test_arrays_without_numpy() -> None:
    data = beve.dumps(array.array("d", [1.5]))
    if importlib.util.find_spec("numpy") is None:
        assert beve.loads(data) == array.array("d", [1.5])
        with pytest.raises(ImportError):
            beve.loads(data, arrays="numpy")
    assert beve.loads(data, arrays="array") == array.array("d", [1.5])
    assert beve.loads(data, arrays="list") == [1.5]


def test_only_bytes_in_one_piece_are_read() -> None:
    assert beve.loads(memoryview(b"\x02\x04a").cast("b")) == "a"
    with pytest.raises(TypeError):
        beve.loads(memoryview(b"\x00\x00\x00")[::2])
    with pytest.raises(TypeError):
        beve.loads("text")  # type: ignore[arg-type]


def test_repeated_keys_are_one_object() -> None:
    rows = beve.loads(beve.dumps([{"a key": 1}, {"a key": 2}]))
    (first,), (second,) = rows
    assert first is second
