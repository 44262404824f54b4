"""Every kind of field in every kind of class: what it is written as is read as what it was."""

from __future__ import annotations

import collections
import dataclasses
import enum
import importlib
import pathlib
import re
import typing
import uuid
from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Any, NamedTuple, TypedDict

import pytest

import beve

OPTIONS: list[dict[str, Any]] = [{}, {"extended": True}, {"typed_lists": True, "aligned": True}]


class Color(enum.Enum):
    RED = "r"


class Point(NamedTuple):
    x: int
    y: float


SPANS = [timedelta(microseconds=1), timedelta(-1, 5), timedelta(1), timedelta.max, timedelta.min]
KINDS: list[tuple[Any, Any]] = [
    (bool, True),
    (int, 1 << 100),
    (float, 2.0),
    (complex, 1 - 2j),
    (str, "a"),
    (bytes, b"\xff"),
    *((timedelta, span) for span in SPANS),
    (list[timedelta], SPANS),
    (dict[str, timedelta], {"a": SPANS[0]}),
    (tuple[timedelta, int], (SPANS[1], 7)),
    (timedelta | None, SPANS[2]),
    (timedelta | None, None),
    (datetime, datetime(2020, 1, 2, 3, 4, 5, 6)),
    (datetime, datetime(2020, 1, 2, 3, 4, 5, 6, timezone(timedelta(hours=1)))),
    (date, date(2020, 1, 2)),
    (time, time(1, 2, 3, 4)),
    (list[date], [date(2020, 1, 2)]),
    (dict[str, time], {"a": time(1)}),
    (Decimal, Decimal("1.10")),
    (uuid.UUID, uuid.UUID(int=1 << 127)),
    (Color, Color.RED),
    (pathlib.PurePosixPath, pathlib.PurePosixPath("/a")),
    (set[int], {1, 2}),
    (frozenset[str], frozenset("ab")),
    (collections.deque[int], collections.deque([2, 1])),
    (list[int], [1, 300]),
    (list[str], ["a", ""]),
    (tuple[float, ...], (1.0, 2.5)),
    (Point, Point(1, 2.0)),
]


def dataclass_of(kind: Any) -> Any:
    return dataclasses.make_dataclass("Class", [("x", kind)])


def attrs_of(kind: Any) -> Any:
    attrs: Any = pytest.importorskip("attrs")
    return attrs.make_class("Class", {"x": attrs.field(type=kind)})


def struct_of(kind: Any) -> Any:
    return pytest.importorskip("msgspec").defstruct("Class", [("x", kind)])


def model_of(kind: Any) -> Any:
    return pytest.importorskip("pydantic").create_model("Class", x=(kind, ...))


def strict_model_of(kind: Any) -> Any:
    if kind is not timedelta:
        pytest.skip("pydantic takes no text where it is strict")
    return pytest.importorskip("pydantic").create_model("Class", __config__={"strict": True}, x=(kind, ...))


def pydantic_dataclass_of(kind: Any) -> Any:
    pytest.importorskip("pydantic")
    return importlib.import_module("pydantic.dataclasses").dataclass(dataclass_of(kind))


def typed_dict_of(kind: Any) -> Any:
    return TypedDict("Class", {"x": kind})  # type: ignore[operator]


def named_tuple_of(kind: Any) -> Any:
    return NamedTuple("Class", [("x", kind)])


CLASSES: list[Callable[[Any], Any]] = [
    dataclass_of,
    attrs_of,
    struct_of,
    model_of,
    strict_model_of,
    pydantic_dataclass_of,
    typed_dict_of,
    named_tuple_of,
]


def within(cls: Any, value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield a class and its value, alone and in what may be around them."""
    yield cls, value
    yield list[cls], [value, value]
    yield dict[str, cls], {"a": value}
    yield cls | None, value
    holder = dataclass_of(cls)
    yield holder, holder(x=value)
    if hasattr(cls, "__pydantic_fields__"):
        model = model_of(list[cls])
        yield model, model(x=[value])


@pytest.mark.parametrize("make", CLASSES)
@pytest.mark.parametrize(("kind", "value"), KINDS, ids=repr)
def test_messages(kind: Any, value: Any, make: Callable[[Any], Any]) -> None:
    one = make(kind)
    for cls, whole in within(one, one(x=value)):
        for options in OPTIONS:
            assert beve.loads_as(cls, beve.dumps(whole, **options)) == whole


@pytest.mark.parametrize("make", CLASSES)
@pytest.mark.parametrize(("kind", "value"), KINDS, ids=repr)
def test_values(kind: Any, value: Any, make: Callable[[Any], Any]) -> None:
    one = make(kind)
    for cls, whole in within(one, one(x=value)):
        assert beve.from_value(cls, beve.to_value(whole)) == whole


def test_patterns_are_values() -> None:
    cls = dataclass_of(re.Pattern)
    whole = cls(x=re.compile("a+", re.IGNORECASE))
    assert beve.from_value(cls, beve.to_value(whole)) == whole


def test_a_datetime_is_not_a_date() -> None:
    with pytest.raises(beve.MismatchError, match="/x"):
        beve.from_value(dataclass_of(date), {"x": datetime(2020, 1, 2)})


@pytest.mark.parametrize(("kind", "value"), [(set[int], [1]), (frozenset[int], [1]), (collections.deque[int], [1])])
def test_collections_are_not_one_another(kind: Any, value: Any) -> None:
    other = {1} if typing.get_origin(kind) is collections.deque else collections.deque(value)
    with pytest.raises(beve.MismatchError):
        beve.from_value(kind, other)


def test_spans_that_do_not_fit() -> None:
    model = model_of(timedelta)
    for value in (1 << 90, True, "soon"):
        with pytest.raises(beve.MismatchError, match="/x"):
            beve.loads_as(model, beve.dumps({"x": value}))


@pytest.mark.parametrize("text", ["01:02:03.123456789", "01:02:03.0000001", "01:02:03.123456789+01:00"])
def test_times_of_day_are_not_cut(text: str) -> None:
    for cls, value in ((time, text), (dataclass_of(time), {"x": text})):
        with pytest.raises(beve.MismatchError, match="parts of a microsecond"):
            beve.loads_as(cls, beve.dumps(value))
    assert beve.loads_as(time, beve.dumps("01:02:03.123456000")) == time(1, 2, 3, 123456)


@pytest.mark.parametrize("minutes", [-1439, -60, -1, 0, 1, 60, 1439])
@pytest.mark.parametrize("end", [datetime.min, datetime.max])
def test_the_ends_of_time(end: datetime, minutes: int) -> None:
    zone = timezone(timedelta(minutes=minutes))
    when = end.replace(tzinfo=zone)
    cls = dataclass_of(datetime)
    got = beve.loads_as(cls, beve.dumps(cls(x=when))).x
    assert (got.replace(tzinfo=None), got.utcoffset()) == (end, when.utcoffset())
    extended = beve.loads(beve.dumps(when, extended=True))
    assert (extended.replace(tzinfo=None), extended.utcoffset()) == (end, when.utcoffset())


def test_a_time_is_not_something_else() -> None:
    precise = beve.DateTime.of(datetime(2020, 1, 1), 1)
    assert precise != 5
    assert precise != "2020-01-01"
