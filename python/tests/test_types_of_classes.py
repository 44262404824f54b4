"""The types that programs have: what they are written as, and made of again by loads_as."""

from __future__ import annotations

import collections
import decimal
import enum
import importlib
import ipaddress
import pathlib
import typing
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from io import BytesIO
from typing import Any, NamedTuple, TypedDict

import pytest

import beve


class Level(enum.Enum):
    LOW = "low"


class Rank(enum.IntEnum):
    FIRST = 1


class Pair(NamedTuple):
    left: int
    right: str = "r"


class Options(TypedDict, total=False):
    name: str
    sizes: set[int]


class Required(TypedDict):
    name: str


@dataclass
class Everything:
    naive: datetime
    zoned: datetime
    day: date
    at: time
    span: timedelta
    price: Decimal
    level: Level
    rank: Rank
    id: uuid.UUID
    path: pathlib.PurePosixPath
    some: set[int]
    frozen: frozenset[str]
    queue: collections.deque[float]
    pair: Pair
    options: Options
    raw: bytes
    many: list[Decimal | None]
    by_day: dict[str, date]


ALL = Everything(
    datetime(2026, 1, 2, 3, 4, 5, 6),
    datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone(timedelta(hours=1))),
    date(2026, 1, 2),
    time(3, 4, 5, 6),
    timedelta(days=-1, microseconds=3),
    Decimal("1.50"),
    Level.LOW,
    Rank.FIRST,
    uuid.UUID(int=5),
    pathlib.PurePosixPath("/a/b"),
    {1, 2},
    frozenset({"x"}),
    collections.deque([1.5]),
    Pair(1, "b"),
    {"name": "n", "sizes": {3}},
    b"\x00\xff",
    [Decimal("-0.0"), None],
    {"a": date(2026, 2, 1)},
)


@pytest.mark.parametrize("extended", [False, True])
def test_fields_of_all_types_come_back(extended: bool) -> None:
    data = beve.dumps(ALL, extended=extended)
    assert beve.loads_as(Everything, data) == ALL
    assert beve.loads_as(list[Everything], beve.dumps([ALL] * 6, extended=extended)) == [ALL] * 6
    assert beve.from_value(Everything, beve.loads(data)) == ALL


def test_what_is_written_for_them() -> None:
    got = beve.loads(beve.dumps(ALL))
    assert got["naive"] == "2026-01-02T03:04:05.000006"
    assert got["day"] == "2026-01-02"
    assert got["at"] == "03:04:05.000006"
    assert got["price"] == "1.50"
    assert got["path"] == "/a/b"
    assert got["some"] == [1, 2]
    assert got["pair"] == [1, "b"]
    assert got["raw"] == b"\x00\xff"
    assert beve.dumps({3, 1, 2}, sort_keys=True) == beve.dumps([1, 2, 3])
    assert beve.dumps({1.5, 2.5}, sort_keys=True, typed_lists=True) == beve.dumps([1.5, 2.5], typed_lists=True)
    with pytest.raises(beve.EncodeError, match="sorted"):
        beve.dumps({1, "a"}, sort_keys=True)
    nanos = beve.DateTime.of(datetime(2026, 1, 2), 7)
    assert beve.loads_as(datetime, beve.dumps(nanos)) == nanos


@pytest.mark.parametrize(
    ("cls", "value", "reason"),
    [
        (Decimal, "x", "'x' is no number"),
        (Decimal, 1.5, "a value of type float is not a Decimal"),
        (date, "2026-13-01", "not a date"),
        (time, 5, "not a time"),
        (datetime, "2026-01-02", "not a time of RFC 3339"),
        (set[int], ["a"], "/0"),
        (set[Any], [[1]], "unhashable"),
        (Pair, [], "no member for the field left of Pair"),
        (Pair, [1, "b", 2], "3 elements for a Pair of 2"),
        (Pair, {"left": "x"}, "/left"),
        (Required, {}, "no member name of Required"),
        (Options, {"name": 1}, "/name"),
        (Options, [], "not a Options"),
        (pathlib.PurePath, 1, "not a PurePath"),
        (Level, "high", "not a Level"),
    ],
)
def test_what_does_not_suit_is_an_error(cls: Any, value: Any, reason: str) -> None:
    with pytest.raises(beve.MismatchError, match=reason):
        beve.loads_as(cls, beve.dumps(value))


def test_tuples_with_names_are_made_of_objects_too() -> None:
    assert beve.loads_as(Pair, beve.dumps({"left": 1})) == Pair(1)
    assert beve.loads_as(Pair, beve.dumps([1, "x"])) == Pair(1, "x")


def test_unknown_members_of_a_typed_dict() -> None:
    data = beve.dumps({"name": "a", "more": 1})
    assert beve.loads_as(Required, data) == {"name": "a", "more": 1}
    with pytest.raises(beve.MismatchError, match="no member 'more'"):
        beve.loads_as(Required, data, reject_unknown=True)


def test_default_is_called_for_all_that_is_unknown() -> None:
    class Unheard:
        pass

    values: list[Any] = [Unheard(), range(3), ipaddress.ip_address("127.0.0.1"), 1 << 200, beve.Complex(1 << 200, 1)]
    for value in values:
        for options in ({}, {"typed_lists": True}, {"extended": True, "min_table_rows": 1}, {"sort_keys": True}):
            for holder in (value, [value], [value, value], {"a": value}, {"a": [value]}, [{"a": value}] * 5):
                asked: list[Any] = []

                def default(v: Any, asked: list[Any] = asked) -> Any:
                    asked.append(v)
                    return "in its place"

                data = beve.dumps(holder, default=default, **options)
                assert asked
                assert all(v is value for v in asked)
                assert "in its place" in str(beve.loads(data))


def _with_fields_of_its_own() -> list[Any]:
    """Return classes with fields that they are not given."""

    @dataclass
    class Plain:
        a: int
        seen: int = field(init=False, default=9)

    @dataclass(frozen=True, slots=True)
    class Computed:
        a: int
        seen: int = field(init=False, metadata={"beve": "Seen"})

        def __post_init__(self) -> None:
            object.__setattr__(self, "seen", self.a + 1)

    made: list[Any] = [Plain, Computed]
    try:
        attrs: Any = importlib.import_module("attrs")
    except ImportError:
        return made
    seen = attrs.field(init=False, type=int, default=attrs.Factory(lambda self: self.a * 2, takes_self=True))
    return [*made, attrs.make_class("OfAttrs", {"a": attrs.field(type=int), "seen": seen})]


@pytest.mark.parametrize("cls", _with_fields_of_its_own())
@pytest.mark.parametrize("extended", [False, True])
def test_fields_that_a_class_is_not_given_are_its_own(cls: Any, extended: bool) -> None:
    values = [cls(i) for i in range(6)]
    data = beve.dumps(values, extended=extended)
    for strict in (False, True):
        assert beve.loads_as(list[cls], data, reject_unknown=strict) == values
        assert beve.loads_as(cls, beve.dumps(values[1]), reject_unknown=strict) == values[1]
    members = beve.loads(beve.dumps(values[1]))
    changed = beve.dumps({name: 1 if name == "a" else 100 for name in members})
    assert beve.loads_as(cls, changed) == values[1]
    with pytest.raises(beve.MismatchError, match="no member 'other'"):
        beve.loads_as(cls, beve.dumps({**members, "other": 1}), reject_unknown=True)


def test_classes_of_attrs() -> None:
    attrs: Any = pytest.importorskip("attrs")

    @attrs.define
    class Inner:
        when: date
        _private: int = 3

    @attrs.frozen
    class Outer:
        inner: Inner
        renamed: str = attrs.field(metadata={"beve": "Name"}, default="x")
        many: list[Inner] = attrs.field(factory=list)

    Outer.__annotations__.update(inner=Inner, many=list[Inner])
    inner: Any = Inner
    outer: Any = Outer
    value = outer(inner(date(2026, 1, 2), 4), "y", [inner(date(2026, 1, 3))])
    data = beve.dumps(value)
    assert beve.loads(data)["Name"] == "y"
    assert beve.loads_as(Outer, data) == value
    assert beve.to_value(value)["inner"] == {"when": date(2026, 1, 2), "_private": 4}
    with pytest.raises(beve.MismatchError, match="no member for the field inner of Outer"):
        beve.loads_as(Outer, beve.dumps({"Name": "x"}))


def test_structs_of_msgspec() -> None:
    msgspec = pytest.importorskip("msgspec")
    point: Any = msgspec.defstruct("Point", [("x", float), ("when", date, msgspec.field(name="When")), ("n", int, 5)])
    value = point(1.5, date(2026, 1, 2))
    data = beve.dumps([value])
    assert beve.loads(data) == [{"x": 1.5, "When": "2026-01-02", "n": 5}]
    kind: Any = list.__class_getitem__(point)
    assert beve.loads_as(kind, data) == [value]


def test_models_of_pydantic() -> None:
    pydantic: Any = pytest.importorskip("pydantic")

    class Part(pydantic.BaseModel):  # type: ignore[misc,name-defined,unused-ignore]
        price: Decimal
        day: date

    class Order(pydantic.BaseModel):  # type: ignore[misc,name-defined,unused-ignore]
        id: uuid.UUID
        parts: list[Part]
        by: str = pydantic.Field(alias="orderedBy")
        tags: set[str] = pydantic.Field(default_factory=set)

    Order.model_rebuild(_types_namespace={**globals(), "Part": Part})
    Part.model_rebuild(_types_namespace=globals())
    value = Order(id=uuid.UUID(int=3), parts=[Part(price="1.50", day="2026-01-02")], orderedBy="me", tags={"a"})
    for extended in (False, True):
        data = beve.dumps({"order": value}, extended=extended)
        assert beve.loads_as(dict[str, Order], data)["order"] == value
    assert beve.loads(beve.dumps(value))["orderedBy"] == "me"
    wrong = beve.dumps({"order": {"id": "x", "parts": [{"price": "1", "day": "y"}], "orderedBy": "z"}})
    with pytest.raises(beve.MismatchError, match="/order/id at byte 13"):
        beve.loads_as(dict[str, Order], wrong)


def test_files_may_be_named_by_paths(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.beve"
    beve.dump({"a": 1}, path)
    assert beve.load(str(path)) == beve.load(path) == {"a": 1}
    with pytest.raises(beve.EncodeError):
        beve.dump({"a": range(1)}, path)
    assert beve.load(path) == {"a": 1}, "nothing is written where it cannot be"
    beve.dump_stream([1, 2, 3], str(path))
    values = beve.iter_stream(path)
    assert isinstance(values, Iterator)
    assert list(values) == [1, 2, 3]
    assert list(beve.iter_stream(str(path))) == [1, 2, 3]
    file = BytesIO()
    beve.dump(1, file)
    assert not file.closed
    with pytest.raises(FileNotFoundError):
        beve.load(tmp_path / "none")


def test_annotations_can_be_resolved() -> None:
    for name in beve.__all__:
        what = getattr(beve, name)
        if callable(what):
            typing.get_type_hints(what)
    assert typing.get_type_hints(beve.loads_as)["return"] is not None
    assert typing.get_type_hints(beve.View.at)["return"] is beve.View
    assert isinstance(beve.__version__, str)


def test_numbers_that_are_no_numbers_are_kept() -> None:
    got = beve.loads_as(Decimal, beve.dumps(Decimal("NaN")))
    assert got.is_nan()
    assert beve.loads_as(list[Decimal], beve.dumps([1, "1e400"])) == [1, Decimal("1e400")]
    assert decimal.getcontext().prec == 28
